(** Tables of a game of sequences. Most of what has to be so of them is looked at when they have been made. *)
From Coq Require Import Uint63 PArray ZArith Bool List.
Import ListNotations.
From Treebuild Require Import Game Ints Tables Bounds Claims.
Open Scope uint63_scope.

Definition of_nat (n : nat) : int := Uint63.of_Z (Z.of_nat n).

(** ** Replies *)

(** All replies of bulls and cows, in their order. *)
Definition all_pairs (pegs : nat) : list (nat * nat) :=
  filter (fun r => negb (Nat.eqb (S (fst r)) pegs && Nat.eqb (snd r) 1))
    (flat_map (fun b => map (pair b) (seq 0 (S pegs - b))) (seq 0 (S pegs))).

Fixpoint index_in (l : list (nat * nat)) (b c : nat) (i : int) : int :=
  match l with [] => i | (b', c') :: l => if Nat.eqb b b' && Nat.eqb c c' then i else index_in l b c (i + 1) end.

(** The number of a reply of so many bulls, and so many symbols in common, from a table. *)
Definition reply_table (pegs : nat) (replies : list (nat * nat)) : array (array int) :=
  init (of_nat pegs + 1) (make 0 0) (fun b => init (of_nat pegs + 1) 0 (fun c =>
    index_in replies (to_nat b) (to_nat c - to_nat b) 0)).

Fixpoint bulls_int (l l' : list int) (n : int) : int :=
  match l, l' with x :: l, y :: l' => bulls_int l l' (if x =? y then n + 1 else n) | _, _ => n end.

(** How often every symbol occurs, of those that do. *)
Definition histogram (symbols : int) (l : list int) : list (int * int) :=
  let n := counted (fun y => y) l (make symbols 0) in
  map (fun y => (y, n.[y])) (filter (fun y => negb (n.[y] =? 0)) (range symbols)).

Fixpoint common_int (h : list (int * int)) (n : array int) (sum : int) : int :=
  match h with [] => sum | (y, m) :: h => common_int h n (sum + min m n.[y]) end.

(** The replies to all codes, of a secret. *)
Definition row (symbols number : int) (table : array (array int)) (code_of : array (list int)) (histograms : array (list (int * int)))
    (secret : list int) : array int :=
  let n := counted (fun y => y) secret (make symbols 0) in
  init number 0 (fun x => table.[bulls_int code_of.[x] secret 0].[common_int histograms.[x] n 0]).

(** ** Sequences *)
Fixpoint store {A : Set} (l : list A) (i : int) (a : array A) : array A :=
  match l with [] => a | x :: l => store l (i + 1) a.[i <- x] end.

Definition exchange_keeps (q : sequences) (a b : int) : bool :=
  match symmetry q (seq 0 (pegs q)) (exchange q a b) with Some _ => true | None => false end.

(** For every symbol the least that it is exchangeable with. *)
Definition classes_of (q : sequences) : array int :=
  init (symbols q) 0 (fun b => match find (fun a => (a =? b) || (a <? b) && exchange_keeps q a b) (range (symbols q)) with
    Some a => a | None => b end).

Definition with_classes (q : sequences) (c : array int) : sequences :=
  Sequences (pegs q) (symbols q) (code_number q) (secret_number q) (code_of q) (secret_of q) (code_table q) (secret_table q) c.

Definition make_sequences (pegs : nat) (symbols : int) (codes secrets : list (list int)) : sequences :=
  let code_of := store codes 0 (make (size codes) []) in
  let secret_of := store secrets 0 (make (size secrets) []) in
  let q := Sequences pegs symbols (size codes) (size secrets) code_of secret_of
    (table_of symbols code_of (size codes)) (table_of symbols secret_of (size secrets)) (make 0 0) in
  with_classes q (classes_of q).

Definition is_good (q : sequences) (l : list int) : bool :=
  Nat.eqb (length l) (pegs q) && forallb (fun y => y <? symbols q) l.

Definition sequences_right (q : sequences) : bool :=
  (code_number q <=? 65536) && (secret_number q <=? 65536) && (symbols q <=? 64)
  && forallb (fun x => is_good q (code_of q).[x] && (place_of (symbols q) (code_of q) (code_table q) (code_of q).[x] =? x)) (range (code_number q))
  && forallb (fun s => is_good q (secret_of q).[s] && (place_of (symbols q) (secret_of q) (secret_table q) (secret_of q).[s] =? s)) (range (secret_number q)).

(** ** Replies as bits *)
Definition with_packing (T : tables) (p : option packing) : tables :=
  Tables (all_codes T) (all_secrets T) (all_replies T) (losing T) (replies T) (winning T) (only_candidates T) (rows T)
    (one_winner T) (winners T) (victims T) (rates T) (top T) p.

Definition make_packing (T : tables) (codes secrets : int) : packing :=
  let R := replies T in
  let half := (R + 1) >> 1 in
  let per := 62 / R in
  let places := (codes + per - 1) / per in
  let cell := init places [] (fun place => map (fun t => (t * R, t * R + half, place * per + t))
    (filter (fun t => place * per + t <? codes) (range per))) in
  let low_mask := (1 << half) - 1 in
  let high_mask := (1 << (R - half)) - 1 in
  {| bits := init secrets (make 0 0) (fun s => let row := (rows T).[s] in init places 0 (fun place =>
       fold_right (fun c acc => let '(lo, hi, x) := c in let r := row.[x] in
         acc lor (1 << (if r <? half then lo + r else hi + (r - half)))) 0 cell.[place]));
     cells := map (fun place => (place, cell.[place])) (range places);
     half := half; low_mask := low_mask; high_mask := high_mask;
     low_shapes := init (low_mask + 1) 0 (fun v => shape T (low_bit v) (filter (fun r => r <? half) (all_replies T)));
     high_shapes := init (high_mask + 1) 0 (fun v => shape T (fun r => bit v (r - half)) (filter (fun r => negb (r <? half)) (all_replies T))) |}.

Definition packing_right (T : tables) (codes secrets : int) (p : packing) : bool :=
  same_list (flat_map (fun c => map snd (snd c)) (cells p)) (range codes)
  && forallb (fun c => forallb (fun d => let '(lo, hi, x) := d in (lo <=? 62) && (hi <=? 62) &&
       forallb (fun s => let r := ans T x s in
         if r <? half p then bit (bits p).[s].[fst c] (lo + r) else bit (bits p).[s].[fst c] (hi + (r - half p)))
         (range secrets)) (snd c)) (cells p)
  && forallb (fun r => if r <? half p then bit (low_mask p) r else bit (high_mask p) (r - half p)) (all_replies T).

(** ** Tables *)
Fixpoint rising (l : list int) (top : int) : bool :=
  match l with [] => true | x :: l => (x <=? hd top l) && rising l top end.

Fixpoint store_wins (win s : int) (row : array int) (l : list int) (a : array int * array int) : array int * array int :=
  match l with
  | [] => a
  | x :: l => store_wins win s row l (if row.[x] =? win then let '(w, v) := a in (w.[s <- x], v.[x <- s]) else a)
  end.

(** From the replies to all codes and secrets, in numbers below R of which one wins. *)
Definition make_tables (codes secrets R win : int) (only : bool) (rows : array (array int)) (rates : list int) (top : int) : tables :=
  let cs := range codes in
  let ss := range secrets in
  let rs := range R in
  let '(winners, victims) := fold_left (fun a s => store_wins win s rows.[s] cs a) ss (make secrets 0, make codes 0) in
  let one := forallb (fun s => let w := winners.[s] in forallb (fun x => if rows.[s].[x] =? win then x =? w else true) cs) ss in
  let T := Tables cs ss rs (filter (fun r => negb (r =? win)) rs) R win only rows one winners victims rates top None in
  if R <=? 31 then
    let p := make_packing T codes secrets in
    if packing_right T codes secrets p then with_packing T (Some p) else T
  else T.

Definition tables_right (T : tables) (codes secrets R : int) : bool :=
  (codes <=? 65536) && (secrets <=? 65536) && (R <=? 256) && (winning T <? R) && rising (rates T) (top T)
  && forallb (fun s => forallb (fun x => let r := ans T x s in
       (r <? R) && (if r =? winning T then (victims T).[x] =? s else true)) (range codes)) (range secrets).
