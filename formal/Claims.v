(** The checker of claims, as a function on the bytes of a body: "What a claim says" and "Symmetries". *)
From Coq Require Import Uint63 PArray ZArith Bool List.
Import ListNotations.
From Treebuild Require Import Ints Tables Bounds.
Open Scope uint63_scope.

Inductive complaint :=
| No_game
| Bytes_left
| Ends_early
| Number_too_large
| Number_too_long
| Too_many_images
| No_permutation
| No_symmetry
| Not_onto_itself
| No_such_code (x : int)
| Tells_nothing (x : int)
| No_such_part (x r : int)
| Too_deep
| Costs_less (x cost amount : int)
| Bound_too_large (* this and the rest: of several lines of costs, see Costs.v *)
| Costs_fall
| Bound_of_nothing
| Costs_too_large.

(** What has been read, or what is wrong, after which guesses and replies. *)
Inductive result (A : Type) :=
| Ok (a : A)
| Bad (why : complaint) (way : list (int * int)).
Arguments Ok {A}.
Arguments Bad {A}.

Notation "'let*' p ':=' e 'in' f" := (match e with Ok p => f | Bad why way => Bad why way end)
  (at level 61, p pattern, e at next level, f at next level).

(** ** Bytes and numbers *)
Definition byte (b : list int) : result (int * list int) :=
  match b with [] => Bad Ends_early [] | x :: b => Ok (x, b) end.

Fixpoint number_from (n : nat) (shift value : int) (b : list int) : result (int * list int) :=
  match n with
  | O => Bad Number_too_large []
  | S n =>
    let* (x, b) := byte b in
    let value := value lor ((x land 127) << shift) in
    if 4611686018427387903 <? value then Bad Number_too_large []
    else if 127 <? x then number_from n (shift + 7) value b
    else if (x =? 0) && (0 <? shift) then Bad Number_too_long []
    else Ok (value, b)
  end.
Definition number (b : list int) : result (int * list int) := number_from 9 0 0 b.

Fixpoint bytes (n : nat) (b : list int) : result (list int * list int) :=
  match n with
  | O => Ok ([], b)
  | S n => let* (x, b) := byte b in let* (l, b) := bytes n b in Ok (x :: l, b)
  end.

Definition to_nat (x : int) : nat := Z.to_nat (Uint63.to_Z x).

(** ** Sequences, and maps of them *)
Record sequences := Sequences {
  pegs : nat;
  symbols : int;
  code_number : int; (* of codes, and of secrets *)
  secret_number : int;
  code_of : array (list int);
  secret_of : array (list int);
  code_table : array (list int); (* the codes of every hash *)
  secret_table : array (list int);
  classes : array int (* for every symbol the least that it is exchangeable with *)
}.

Fixpoint same_list (l l' : list int) : bool :=
  match l, l' with
  | [], [] => true
  | x :: l, y :: l' => if x =? y then same_list l l' else false
  | _, _ => false
  end.

Definition slots : int := 131071.
Definition hash (symbols : int) (l : list int) : int := fold_left (fun h x => h * symbols + x) l 0 mod slots.

Definition table_of (symbols : int) (of : array (list int)) (n : int) : array (list int) :=
  keyed (fun x => hash symbols of.[x]) (range n) (make slots []).

Definition place_of (symbols : int) (of table : array (list int)) (l : list int) : int :=
  match find (fun x => same_list of.[x] l) table.[hash symbols l] with Some x => x | None => max_int end.

(** A map of sequences: the symbol at each peg comes from a peg, and is replaced by another. *)
Definition act (from : list nat) (to : array int) (l : list int) : list int := map (fun p => to.[nth p l 0]) from.

Definition image_of (q : sequences) (of table : array (list int)) (n : int) (from : list nat) (to : array int) : array int :=
  init n 0 (fun x => place_of (symbols q) of table (act from to of.[x])).

Definition is_image (of : array (list int)) (n : int) (from : list nat) (to image : array int) : bool :=
  forallb (fun x => (image.[x] <? n) && same_list of.[image.[x]] (act from to of.[x])) (range n).

Fixpoint once (l : list int) : bool := match l with [] => true | x :: l => negb (existsb (Uint63.eqb x) l) && once l end.

Definition is_permutation (q : sequences) (from : list nat) (to : array int) : bool :=
  Nat.eqb (length from) (pegs q) && forallb (fun p => existsb (Nat.eqb p) from) (seq 0 (pegs q))
  && forallb (fun y => to.[y] <? symbols q) (range (symbols q)) && once (map (get to) (range (symbols q))).

(** Where a map of sequences takes codes and secrets, if it is a symmetry. *)
Definition symmetry (q : sequences) (from : list nat) (to : array int) : option (array int * array int) :=
  let codes := image_of q (code_of q) (code_table q) (code_number q) from to in
  let secrets := image_of q (secret_of q) (secret_table q) (secret_number q) from to in
  if is_image (code_of q) (code_number q) from to codes && is_image (secret_of q) (secret_number q) from to secrets
  then Some (codes, secrets) else None.

Fixpoint marks (l : list int) (a : array bool) : array bool :=
  match l with [] => a | x :: l => (marks l a).[x <- true] end.

Definition onto_itself (q : sequences) (S : list int) (secrets : array int) : bool :=
  let inside := marks S (make (secret_number q) false) in forallb (fun s => inside.[secrets.[s]]) S.

Definition exchange (q : sequences) (a b : int) : array int :=
  init (symbols q) 0 (fun y => if y =? a then b else if y =? b then a else y).

(** ** Codes that symmetries map onto each other: for every code a lower one, or itself *)
Fixpoint root (n : nat) (above : array int) (x : int) : int :=
  match n with
  | O => x
  | S n => let y := above.[x] in if y =? x then x else root n above y
  end.

Fixpoint join (n : nat) (image : array int) (l : list int) (above : array int) : array int :=
  match l with
  | [] => above
  | x :: l =>
    let a := root n above x in
    let b := root n above image.[x] in
    join n image l (if a <? b then above.[b <- a] else if b <? a then above.[a <- b] else above)
  end.

Fixpoint flatten (l : list int) (above : array int) : array int :=
  match l with [] => above | x :: l => flatten l above.[x <- above.[above.[x]]] end.

(** The exchanges of symbols that are found without being listed. *)
Fixpoint marks_all (of : array (list int)) (l : list int) (a : array bool) : array bool :=
  match l with [] => a | x :: l => marks_all of l (marks of.[x] a) end.

Definition exchanges (q : sequences) (occurs : array bool) : list (int * int) :=
  let free := filter (fun y => negb occurs.[y]) (range (symbols q)) in
  flat_map (fun b => match find (fun a => (a <? b) && ((classes q).[a] =? (classes q).[b])) free with
    Some a => [(a, b)] | None => [] end) free.

Definition found (q : sequences) (S way : list int) : list (int * int) :=
  exchanges q (marks_all (secret_of q) S (make (symbols q) false))
  ++ exchanges q (marks_all (code_of q) way (make (symbols q) false)).

(** The pegs from which the symbols come, of the pegs to which they go. *)
Fixpoint place_in (p : nat) (l : list int) : nat :=
  match l with [] => O | x :: l => if Nat.eqb (to_nat x) p then O else S (place_in p l) end.

Section Claims.
  Variable T : tables.
  Variable q : option sequences.

  Definition code_count : nat := length (all_codes T).

  Definition joined (image above : array int) : array int := flatten (all_codes T) (join code_count image (all_codes T) above).

  Fixpoint join_found (q : sequences) (S : list int) (l : list (int * int)) (above : array int) : array int :=
    match l with
    | [] => above
    | (a, b) :: l =>
      let from := seq 0 (pegs q) in
      let to := exchange q a b in
      join_found q S l (match symmetry q from to with
        | Some (codes, secrets) =>
          if is_permutation q from to && onto_itself q S secrets then joined codes above else above
        | None => above
        end)
    end.

  Fixpoint join_listed (q : sequences) (n : nat) (S : list int) (above : array int) (b : list int) : result (array int * list int) :=
    match n with
    | O => Ok (above, b)
    | S n =>
      let* (go, b) := bytes (pegs q) b in
      let* (l, b) := bytes (to_nat (symbols q)) b in
      let from := map (fun p => place_in p go) (seq 0 (pegs q)) in
      let to := init (symbols q) 0 (fun y => nth (to_nat y) l 0) in
      if negb (is_permutation q from to) then Bad No_permutation [] else
      match symmetry q from to with
      | None => Bad No_symmetry []
      | Some (codes, secrets) =>
        if onto_itself q S secrets then join_listed q n S (joined codes above) b else Bad Not_onto_itself []
      end
    end.

  Definition all_above (S way : list int) (b : list int) : result (array int * list int) :=
    let* (n, b) := number b in
    let above := init (size (all_codes T)) 0 (fun x => x) in
    if 4096 <? n then Bad Too_many_images [] else
    match q with
    | None => Ok (above, b)
    | Some q => join_listed q (to_nat n) S (join_found q S (found q S way) above) b
    end.

  (** ** What a guess costs at least *)
  Definition item : Type := list int * bool * int. (* a part, whether its bound stays as it is, its bound *)

  Fixpoint sum_of (l : list item) : int := match l with [] => 0 | (_, v) :: l => v + sum_of l end.

  Fixpoint improve (later : list int) (w enough : int) (l : list item) (sum : int) : int :=
    match l with
    | [] => sum
    | (P, stays, v) :: l' =>
      let rest := sum_of l' in
      if enough <=? sum + v + rest then sum + v + rest
      else improve later w enough l' (sum + (if stays || (size P <=? 2) then v else bound1 T later P w (enough - sum - rest)))
    end.

  Fixpoint amount_of (known : list (int * int)) (r : int) : option int :=
    match known with [] => None | (r', v) :: known => if r =? r' then Some v else amount_of known r end.

  (** [later] is what the guess after this one costs, and later ones. *)
  Definition reach (now : int) (later : list int) (S : list int) (x w enough : int) (known : list (int * int)) : int :=
    let parts := split T S x in
    improve later w enough
      (map (fun r => match amount_of known r with
          | Some v => (parts.[r], true, v)
          | None => (parts.[r], false, match parts.[r] with [] => 0 | P => bound0 T later P (size P) w end)
          end) (losing T))
      (match parts.[winning T] with [] => 0 | _ => now end).

  Section Claim.
    Variable below : nat -> list int -> int -> list (int * int) -> list int -> result (list int).
    Variable k : nat.
    Variable S : list int.
    Variable amount : int.
    Variable way : list (int * int).

    Fixpoint listed_parts (n : nat) (x r : int) (parts : array (list int)) (known : list (int * int)) (b : list int) :
        result (list (int * int) * list int) :=
      match n with
      | O => Ok (known, b)
      | Datatypes.S n =>
        let* (step, b) := number b in
        let r := r + step in
        match parts.[r] with
        | [] => Bad (No_such_part x r) way
        | P =>
          if negb (r <? replies T) || (r =? winning T) then Bad (No_such_part x r) way else
          let* (v, b) := number b in
          let* b := below (k + 1) P v (way ++ [(x, r)]) b in
          listed_parts n x (r + 1) parts ((r, v) :: known) b
        end
      end.

    Fixpoint listed_guesses (n : nat) (x w : int) (above : array int) (finished : array bool) (b : list int) :
        result (array bool * list int) :=
      match n with
      | O => Ok (finished, b)
      | Datatypes.S n =>
        let* (step, b) := number b in
        let x := x + step in
        if negb (x <? size (all_codes T)) then Bad (No_such_code x) way
        else if idle T (shape_of T S x) then Bad (Tells_nothing x) way else
        let* (count, b) := number b in
        let* (known, b) := listed_parts (to_nat count) x 0 (split T S x) [] b in
        let cost := reach (rate_int T (k + 1)) (skipn (k + 2) (rates T)) S x w amount known in
        if amount <=? cost then listed_guesses n (x + 1) w above finished.[root code_count above x <- true] b
        else Bad (Costs_less x cost amount) way
      end.

    Fixpoint other_guesses (f : array int) (rows : option (list (array int))) (w : int) (above : array int) (finished : array bool) (l : list int) : result unit :=
      match l with
      | [] => Ok tt
      | x :: l =>
        if (above.[x] <? x) || finished.[x] || (amount <=? guess_fill T (rate_int T (k + 1)) f rows S x)
        then other_guesses f rows w above finished l else
        let cost := reach (rate_int T (k + 1)) (skipn (k + 2) (rates T)) S x w amount [] in
        if amount <=? cost then other_guesses f rows w above finished l else Bad (Costs_less x cost amount) way
      end.

    Fixpoint other_shapes (n w : int) (f : array int) (rows : option (list (array int))) (above : array int) (finished : array bool) (a : array (list int))
        (l : list (int * int * int)) : result unit :=
      match l with
      | [] => Ok tt
      | (i, p, v) :: l =>
        let* tt := match a.[i] with
          | [] => Ok tt
          | codes => if amount <=? shape_bound T (skipn (k + 1) (rates T)) n w p v then Ok tt
              else other_guesses f rows w above finished codes
          end in
        other_shapes n w f rows above finished a l
      end.

    Definition claim_step (b : list int) : result (list int) :=
      let a := by_shape T 0 S in
      let w := width_of T 0 a in
      let n := size S in
      let* (above, b) := all_above S (map fst way) b in
      let* (count, b) := number b in
      let* (finished, b) := listed_guesses (to_nat count) 0 w above (make (size (all_codes T)) false) b in
      let* tt := other_shapes n w (filled T (skipn (k + 2) (rates T)) n w) (few T S n) above finished a (shapes T) in
      Ok b.
  End Claim.

  (** A claim at the start of bytes: the candidates, solved after k guesses, cost the amount. What follows it. *)
  Fixpoint claim (deepest : nat) (k : nat) (S : list int) (amount : int) (way : list (int * int)) (b : list int) : result (list int) :=
    match deepest with
    | O => Bad Too_deep way
    | Datatypes.S deepest => claim_step (claim deepest) k S amount way b
    end.
End Claims.
