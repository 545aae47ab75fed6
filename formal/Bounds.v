(** The bounds that a checker works out by itself, as functions on numbers: Width, Fill, Members, B0 and B1. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List ZifyUint63.
Import ListNotations.
From Treebuild Require Import Ints Tally Tables.
Open Scope uint63_scope.

(** What m secrets cost now, as many times w by the next guess, and so on, of n; [later] is what now and later ones cost. *)
Fixpoint fill_int (top : int) (later : list int) (n m w : int) : int :=
  match later with
  | [] => n * top
  | c :: later => if n <=? m then n * c else m * c + fill_int top later (n - m) (m * w) w
  end.

Fixpoint distinct (l : list int) : bool :=
  match l with [] => true | r :: l => if existsb (Uint63.eqb r) l then false else distinct l end.

Fixpoint common_bits (rows : list (array int)) (place : int) (acc : int) : int :=
  match rows with [] => acc | row :: rows => common_bits rows place (acc lor row.[place]) end.

(** Four of these at a time: each row is looked up once. *)
Fixpoint common_bits4 (rows : list (array int)) (p q r s a b c d : int) : int * int * int * int :=
  match rows with
  | [] => (a, b, c, d)
  | row :: rows => common_bits4 rows p q r s (a lor row.[p]) (b lor row.[q]) (c lor row.[r]) (d lor row.[s])
  end.

Section Bounds.
  Variable T : tables.

  (** ** Parts *)
  Definition sizes (S : list int) (x : int) : array int := counted (ans T x) S (make (replies T) 0).
  Definition split (S : list int) (x : int) : array (list int) := keyed (ans T x) S (make (replies T) []).

  (** ** B0: of n candidates S *)
  Definition bound0 (later : list int) (S : list int) (n w : int) : int :=
    let f := fill_int (top T) later n 1 w in
    if one_winner T && (3 <=? n) && (n <=? 13) then
      match later ++ [top T; top T; top T] with
      | c0 :: c1 :: c2 :: _ =>
        let m := min (n * c1) (c0 + (n - 2) * c1 + c2) in
        if m <=? f then f
        else if existsb (fun s => distinct (map (ans T (winners T).[s]) S)) S then f else m
      | _ => f
      end
    else f.

  (** ** Shapes of all codes: a list of codes for every shape, without those that may not be guessed or tell nothing *)
  Definition no_shapes : array (list int) := make (2 * replies T + 2) [].

  Definition idle (shape : int) : bool := (shape =? 2) || (only_candidates T && (shape land 1 =? 0)).

  Section Floor.
  Variable floor : int. (* shapes below it are left out, too *)

  Definition add (shape x : int) (a : array (list int)) : array (list int) :=
    if (shape <? floor) || idle shape then a else a.[shape <- x :: a.[shape]].

  Fixpoint add_cell (p : packing) (word : int) (l : list (int * int * int)) (a : array (list int)) : array (list int) :=
    match l with
    | [] => a
    | (lo, hi, x) :: l =>
      let shape := (low_shapes p).[(word >> lo) land low_mask p] + (high_shapes p).[(word >> hi) land high_mask p] in
      add_cell p word l (add shape x a)
    end.

  Fixpoint add_cells (p : packing) (rows : list (array int)) (l : list (int * list (int * int * int))) (a : array (list int)) :=
    match l with
    | (p1, c1) :: (p2, c2) :: (p3, c3) :: (p4, c4) :: l =>
      let '(w1, w2, w3, w4) := common_bits4 rows p1 p2 p3 p4 0 0 0 0 in
      add_cells p rows l (add_cell p w4 c4 (add_cell p w3 c3 (add_cell p w2 c2 (add_cell p w1 c1 a))))
    | (place, codes) :: l => add_cells p rows l (add_cell p (common_bits rows place 0) codes a)
    | [] => a
    end.

  Definition shape_of (S : list int) (x : int) : int :=
    let n := sizes S x in shape T (fun r => negb (n.[r] =? 0)) (all_replies T).

  Fixpoint add_codes (S : list int) (l : list int) (a : array (list int)) : array (list int) :=
    match l with [] => a | x :: l => add_codes S l (add (shape_of S x) x a) end.

  Definition by_shape (S : list int) : array (list int) :=
    match packed T with
    | Some p => add_cells p (map (get (bits p)) S) (cells p) no_shapes
    | None => add_codes S (all_codes T) no_shapes
    end.
  End Floor.

  (** All shapes, those of most parts first, with the number of parts that do not win, and of those that do. *)
  Definition shapes : list (int * int * int) :=
    flat_map (fun p => [(2 * p + 1, p, 1); (2 * p, p, 0)]) (rev (range (replies T + 1))).

  Definition width_of (floor : int) (a : array (list int)) : int :=
    fold_right (fun sh w => let '(i, p, _) := sh in match a.[i] with [] => w | _ => max p w end) (max 1 (floor >> 1)) shapes.

  (** A lower bound of what a guess of a shape costs. *)
  Definition shape_bound (later : list int) (n w p v : int) : int :=
    v * hd (top T) later + fill_int (top T) (tl later) (n - v) p w.

  (** The least shape that may cost less than [enough]. *)
  Definition floor_of (later : list int) (n w enough : int) : int :=
    fold_right (fun sh m => let '(i, p, v) := sh in if enough <=? shape_bound later n w p v then m else min i m)
      (2 * replies T + 2) shapes.

  (** "Fill" of up to n candidates. *)
  Definition filled (later : list int) (n w : int) : array int :=
    init (n + 1) 0 (fun i => fill_int (top T) later i 1 w).

  (** How many replies have a field in one integer, and of how many bits. The rows of n candidates, if a field is enough. *)
  Definition fields : int := (replies T + 1) >> 1.
  Definition field_width : int := 63 / fields.
  Definition few (S : list int) (n : int) : option (list (array int)) :=
    if (field_width <=? 62) && (n <=? (1 << field_width) - 1) then Some (map (get (rows T)) S) else None.

  (** How many candidates give a reply to a code; [rows] are those of "few". *)
  Definition count_of (rows : option (list (array int))) (S : list int) (x : int) : int -> int :=
    match rows with
    | Some rows => tallied field_width fields (tally field_width fields x rows 0 0)
    | None => get (sizes S x)
    end.

  (** What a guess costs at least, by Fill. *)
  Definition guess_fill (now : int) (f : array int) (rows : option (list (array int))) (S : list int) (x : int) : int :=
    let count := count_of rows S x in
    fold_right (fun r sum => sum + f.[count r]) (if count (winning T) =? 0 then 0 else now) (losing T).

  (** What it costs at least by B0, or as soon as that is enough. *)
  Definition guess_bound0 (now : int) (later : list int) (S : list int) (x w enough : int) : int :=
    let parts := split S x in
    fold_right (fun r sum => if enough <=? sum then sum else
        match parts.[r] with [] => sum | P => sum + bound0 later P (size P) w end)
      (match parts.[winning T] with [] => 0 | _ => now end) (losing T).

  Fixpoint least_of (now : int) (later : list int) (f : array int) (rows : option (list (array int))) (S : list int) (w : int)
      (l : list int) (least : int) : int :=
    match l with
    | [] => least
    | x :: l =>
      let least := if least <=? guess_fill now f rows S x then least
        else min least (guess_bound0 now later S x w least) in
      least_of now later f rows S w l least
    end.

  Fixpoint least_of_shapes (later : list int) (f : array int) (rows : option (list (array int))) (S : list int) (n w b0 : int)
      (a : array (list int)) (l : list (int * int * int)) (least : int) : int :=
    match l with
    | [] => least
    | (i, p, v) :: l =>
      let least := match a.[i] with
        | [] => least
        | codes => if (least <=? b0) || (least <=? shape_bound later n w p v) then least
            else least_of (hd (top T) later) (tl later) f rows S w codes least
        end in
      least_of_shapes later f rows S n w b0 a l least
    end.

  (** ** B1: or, where that is not less, a number that is [enough] or more *)
  Definition bound1 (later : list int) (S : list int) (w enough : int) : int :=
    let n := size S in
    let b0 := bound0 later S n w in
    if (n <=? 2) || (enough <=? b0) then b0 else
    let floor := floor_of later n w enough in
    let a := by_shape floor S in
    let w := width_of floor a in
    max b0 (least_of_shapes later (filled (tl later) n w) (few S n) S n w b0 a shapes enough).
End Bounds.
