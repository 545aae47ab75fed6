
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n m =
   match n with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val sub : nat -> nat -> nat **)

let rec sub n m =
  match n with
  | O -> n
  | S k -> (match m with
            | O -> n
            | S l -> sub k l)

(** val max : nat -> nat -> nat **)

let rec max n m =
  match n with
  | O -> m
  | S n' -> (match m with
             | O -> n
             | S m' -> S (max n' m'))

type positive =
| XI of positive
| XO of positive
| XH

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n m =
    match n with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n m =
    match n with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n m =
    leb (S n) m
 end

module Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Pos.add x' y'))

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Pos.mul x' y')
       | Zneg y' -> Zneg (Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Pos.mul x' y')
       | Zneg y' -> Zpos (Pos.mul x' y'))

  (** val pow_pos : z -> positive -> z **)

  let pow_pos z0 =
    Pos.iter (mul z0) (Zpos XH)

  (** val pow : z -> z -> z **)

  let pow x = function
  | Z0 -> Zpos XH
  | Zpos p -> pow_pos x p
  | Zneg _ -> Z0

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Pos.eqb p q
                 | _ -> false)

  (** val max : z -> z -> z **)

  let max n m =
    match compare n m with
    | Lt -> m
    | _ -> n

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n0 -> Zpos (Pos.of_succ_nat n0)
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n l default =
  match n with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t -> nth m t default)

(** val last : 'a1 list -> 'a1 -> 'a1 **)

let rec last l d =
  match l with
  | [] -> d
  | a :: l0 -> (match l0 with
                | [] -> a
                | _ :: _ -> last l0 d)

(** val remove : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> 'a1 list **)

let rec remove eq_dec x = function
| [] -> []
| y :: tl0 ->
  if eq_dec x y then remove eq_dec x tl0 else y :: (remove eq_dec x tl0)

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl0 ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl0 tl'))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n l =
  match n with
  | O -> l
  | S n0 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n0 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

(** val list_max : nat list -> nat **)

let list_max l =
  fold_right max O l

(** val size : nat **)

let size =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val digits : int **)

let digits =
  (Uint63.of_int (63))

(** val max_int : int **)

let max_int =
  (Uint63.of_int (-1))

(** val is_zero : int -> bool **)

let is_zero i =
  Primitives.equal i (Uint63.of_int (0))

(** val is_even : int -> bool **)

let is_even i =
  is_zero (( land ) i (Uint63.of_int (1)))

(** val bit : int -> int -> bool **)

let bit i n =
  negb
    (is_zero
      (Primitives.shift_left (Primitives.shift_right i n)
        (( - ) digits (Uint63.of_int (1)))))

(** val opp : int -> int **)

let opp i =
  ( - ) (Uint63.of_int (0)) i

(** val to_Z_rec : nat -> int -> z **)

let rec to_Z_rec n i =
  match n with
  | O -> Z0
  | S n0 ->
    if is_even i
    then Z.double (to_Z_rec n0 (Primitives.shift_right i (Uint63.of_int (1))))
    else Z.succ_double
           (to_Z_rec n0 (Primitives.shift_right i (Uint63.of_int (1))))

(** val to_Z : int -> z **)

let to_Z =
  to_Z_rec size

(** val of_pos_rec : nat -> positive -> int **)

let rec of_pos_rec n p =
  match n with
  | O -> (Uint63.of_int (0))
  | S n0 ->
    (match p with
     | XI p0 ->
       ( lor ) (Primitives.shift_left (of_pos_rec n0 p0) (Uint63.of_int (1)))
         (Uint63.of_int (1))
     | XO p0 -> Primitives.shift_left (of_pos_rec n0 p0) (Uint63.of_int (1))
     | XH -> (Uint63.of_int (1)))

(** val of_pos : positive -> int **)

let of_pos =
  of_pos_rec size

(** val of_Z : z -> int **)

let of_Z = function
| Z0 -> (Uint63.of_int (0))
| Zpos p -> of_pos p
| Zneg p -> opp (of_pos p)

type 'a array = 'a Primitives.t



(** val sequences : nat -> 'a1 list -> 'a1 list list **)

let rec sequences pegs0 symbols0 =
  match pegs0 with
  | O -> [] :: []
  | S pegs' ->
    flat_map (fun x -> map (fun x0 -> x :: x0) (sequences pegs' symbols0))
      symbols0

(** val arrangements :
    ('a1 -> 'a1 -> bool) -> nat -> 'a1 list -> 'a1 list list **)

let rec arrangements eq pegs0 symbols0 =
  match pegs0 with
  | O -> [] :: []
  | S pegs' ->
    flat_map (fun x ->
      map (fun x0 -> x :: x0) (arrangements eq pegs' (remove eq x symbols0)))
      symbols0

(** val max0 : int -> int -> int **)

let max0 x y =
  if Primitives.less_or_equal x y then y else x

(** val min : int -> int -> int **)

let min x y =
  if Primitives.less_or_equal x y then x else y

(** val count : nat -> int -> int list **)

let rec count n i =
  match n with
  | O -> []
  | S n0 -> i :: (count n0 (( + ) i (Uint63.of_int (1))))

(** val range : int -> int list **)

let range n =
  count (Z.to_nat (to_Z n)) (Uint63.of_int (0))

(** val size_from : 'a1 list -> int -> int **)

let rec size_from l n =
  match l with
  | [] -> n
  | _ :: l0 -> size_from l0 (( + ) n (Uint63.of_int (1)))

(** val size0 : 'a1 list -> int **)

let size0 l =
  size_from l (Uint63.of_int (0))

(** val put : int list -> (int -> 'a1) -> 'a1 array -> 'a1 array **)

let rec put l f a =
  match l with
  | [] -> a
  | i :: l0 -> put l0 f (Primitives.set a i (f i))

(** val init : int -> 'a1 -> (int -> 'a1) -> 'a1 array **)

let init n default f =
  put (range n) f (Primitives.make n default)

(** val counted : ('a1 -> int) -> 'a1 list -> int array -> int array **)

let rec counted f l c =
  match l with
  | [] -> c
  | a :: l0 ->
    let c0 = counted f l0 c in
    let i = f a in
    Primitives.set c0 i (( + ) (Primitives.get c0 i) (Uint63.of_int (1)))

(** val keyed :
    ('a1 -> int) -> 'a1 list -> 'a1 list array -> 'a1 list array **)

let rec keyed f l c =
  match l with
  | [] -> c
  | a :: l0 ->
    let c0 = keyed f l0 c in
    let i = f a in Primitives.set c0 i (a :: (Primitives.get c0 i))

type packing = { bits : int array array;
                 cells : (int * ((int * int) * int) list) list; half : 
                 int; low_mask : int; high_mask : int;
                 low_shapes : int array; high_shapes : int array }

type tables = { all_codes : int list; all_secrets : int list;
                all_replies : int list; losing : int list; replies : 
                int; winning : int; only_candidates : bool;
                rows : int array array; one_winner : bool;
                winners : int array; victims : int array; rates : int list;
                top : int; packed : packing option }

(** val ans : tables -> int -> int -> int **)

let ans t x s =
  Primitives.get (Primitives.get t.rows s) x

(** val shape : tables -> (int -> bool) -> int list -> int **)

let rec shape t test = function
| [] -> (Uint63.of_int (0))
| r :: rs0 ->
  let n = shape t test rs0 in
  if test r
  then ( + ) n
         (if Primitives.equal r t.winning
          then (Uint63.of_int (1))
          else (Uint63.of_int (2)))
  else n

(** val low_bit : int -> int -> bool **)

let low_bit =
  bit

(** val rate_int : tables -> nat -> int **)

let rate_int t n =
  nth n t.rates t.top

(** val tally :
    int -> int -> int -> int array list -> int -> int -> int * int **)

let rec tally width k x rows0 low high =
  match rows0 with
  | [] -> (low, high)
  | row0 :: rows1 ->
    let r = Primitives.get row0 x in
    tally width k x rows1
      (( + ) low (Primitives.shift_left (Uint63.of_int (1)) (( * ) width r)))
      (( + ) high
        (Primitives.shift_left (Uint63.of_int (1)) (( * ) width (( - ) r k))))

(** val tallied : int -> int -> (int * int) -> int -> int **)

let tallied width k fields0 r =
  ( land )
    (if Primitives.less r k
     then Primitives.shift_right (fst fields0) (( * ) width r)
     else Primitives.shift_right (snd fields0) (( * ) width (( - ) r k)))
    (( - ) (Primitives.shift_left (Uint63.of_int (1)) width)
      (Uint63.of_int (1)))

(** val fill_int : int -> int list -> int -> int -> int -> int **)

let rec fill_int top0 later n m w =
  match later with
  | [] -> ( * ) n top0
  | c :: later0 ->
    if Primitives.less_or_equal n m
    then ( * ) n c
    else ( + ) (( * ) m c) (fill_int top0 later0 (( - ) n m) (( * ) m w) w)

(** val distinct : int list -> bool **)

let rec distinct = function
| [] -> true
| r :: l0 -> if existsb (Primitives.equal r) l0 then false else distinct l0

(** val common_bits : int array list -> int -> int -> int **)

let rec common_bits rows0 place acc =
  match rows0 with
  | [] -> acc
  | row0 :: rows1 ->
    common_bits rows1 place (( lor ) acc (Primitives.get row0 place))

(** val common_bits4 :
    int array list -> int -> int -> int -> int -> int -> int -> int -> int ->
    ((int * int) * int) * int **)

let rec common_bits4 rows0 p q r s a b c d =
  match rows0 with
  | [] -> (((a, b), c), d)
  | row0 :: rows1 ->
    common_bits4 rows1 p q r s (( lor ) a (Primitives.get row0 p))
      (( lor ) b (Primitives.get row0 q)) (( lor ) c (Primitives.get row0 r))
      (( lor ) d (Primitives.get row0 s))

(** val sizes : tables -> int list -> int -> int array **)

let sizes t s x =
  counted (ans t x) s (Primitives.make t.replies (Uint63.of_int (0)))

(** val split : tables -> int list -> int -> int list array **)

let split t s x =
  keyed (ans t x) s (Primitives.make t.replies [])

(** val bound0 : tables -> int list -> int list -> int -> int -> int **)

let bound0 t later s n w =
  let f = fill_int t.top later n (Uint63.of_int (1)) w in
  if (&&)
       ((&&) t.one_winner (Primitives.less_or_equal (Uint63.of_int (3)) n))
       (Primitives.less_or_equal n (Uint63.of_int (13)))
  then (match app later (t.top :: (t.top :: (t.top :: []))) with
        | [] -> f
        | c0 :: l ->
          (match l with
           | [] -> f
           | c1 :: l0 ->
             (match l0 with
              | [] -> f
              | c2 :: _ ->
                let m =
                  min (( * ) n c1)
                    (( + )
                      (( + ) c0 (( * ) (( - ) n (Uint63.of_int (2))) c1)) c2)
                in
                if Primitives.less_or_equal m f
                then f
                else if existsb (fun s0 ->
                          distinct
                            (map (ans t (Primitives.get t.winners s0)) s)) s
                     then f
                     else m)))
  else f

(** val no_shapes : tables -> int list array **)

let no_shapes t =
  Primitives.make
    (( + ) (( * ) (Uint63.of_int (2)) t.replies) (Uint63.of_int (2))) []

(** val idle : tables -> int -> bool **)

let idle t shape0 =
  (||) (Primitives.equal shape0 (Uint63.of_int (2)))
    ((&&) t.only_candidates
      (Primitives.equal (( land ) shape0 (Uint63.of_int (1)))
        (Uint63.of_int (0))))

(** val add0 :
    tables -> int -> int -> int -> int list array -> int list array **)

let add0 t floor shape0 x a =
  if (||) (Primitives.less shape0 floor) (idle t shape0)
  then a
  else Primitives.set a shape0 (x :: (Primitives.get a shape0))

(** val add_cell :
    tables -> int -> packing -> int -> ((int * int) * int) list -> int list
    array -> int list array **)

let rec add_cell t floor p word l a =
  match l with
  | [] -> a
  | p0 :: l0 ->
    let (p1, x) = p0 in
    let (lo, hi) = p1 in
    let shape0 =
      ( + )
        (Primitives.get p.low_shapes
          (( land ) (Primitives.shift_right word lo) p.low_mask))
        (Primitives.get p.high_shapes
          (( land ) (Primitives.shift_right word hi) p.high_mask))
    in
    add_cell t floor p word l0 (add0 t floor shape0 x a)

(** val add_cells :
    tables -> int -> packing -> int array list -> (int * ((int * int) * int)
    list) list -> int list array -> int list array **)

let rec add_cells t floor p rows0 l a =
  match l with
  | [] -> a
  | p0 :: l0 ->
    let (place, codes) = p0 in
    (match l0 with
     | [] ->
       add_cells t floor p rows0 l0
         (add_cell t floor p (common_bits rows0 place (Uint63.of_int (0)))
           codes a)
     | p5 :: l1 ->
       let (p2, c2) = p5 in
       (match l1 with
        | [] ->
          add_cells t floor p rows0 l0
            (add_cell t floor p (common_bits rows0 place (Uint63.of_int (0)))
              codes a)
        | p6 :: l2 ->
          let (p3, c3) = p6 in
          (match l2 with
           | [] ->
             add_cells t floor p rows0 l0
               (add_cell t floor p
                 (common_bits rows0 place (Uint63.of_int (0))) codes a)
           | p7 :: l3 ->
             let (p4, c4) = p7 in
             let (p1, w4) =
               common_bits4 rows0 place p2 p3 p4 (Uint63.of_int (0))
                 (Uint63.of_int (0)) (Uint63.of_int (0)) (Uint63.of_int (0))
             in
             let (p8, w3) = p1 in
             let (w1, w2) = p8 in
             add_cells t floor p rows0 l3
               (add_cell t floor p w4 c4
                 (add_cell t floor p w3 c3
                   (add_cell t floor p w2 c2 (add_cell t floor p w1 codes a)))))))

(** val shape_of : tables -> int list -> int -> int **)

let shape_of t s x =
  let n = sizes t s x in
  shape t (fun r ->
    negb (Primitives.equal (Primitives.get n r) (Uint63.of_int (0))))
    t.all_replies

(** val add_codes :
    tables -> int -> int list -> int list -> int list array -> int list array **)

let rec add_codes t floor s l a =
  match l with
  | [] -> a
  | x :: l0 -> add_codes t floor s l0 (add0 t floor (shape_of t s x) x a)

(** val by_shape : tables -> int -> int list -> int list array **)

let by_shape t floor s =
  match t.packed with
  | Some p ->
    add_cells t floor p (map (Primitives.get p.bits) s) p.cells (no_shapes t)
  | None -> add_codes t floor s t.all_codes (no_shapes t)

(** val shapes : tables -> ((int * int) * int) list **)

let shapes t =
  flat_map (fun p ->
    (((( + ) (( * ) (Uint63.of_int (2)) p) (Uint63.of_int (1))), p),
    (Uint63.of_int (1))) :: ((((( * ) (Uint63.of_int (2)) p), p),
    (Uint63.of_int (0))) :: []))
    (rev (range (( + ) t.replies (Uint63.of_int (1)))))

(** val width_of : tables -> int -> int list array -> int **)

let width_of t floor a =
  fold_right (fun sh w ->
    let (y, _) = sh in
    let (i, p) = y in
    (match Primitives.get a i with
     | [] -> w
     | _ :: _ -> max0 p w))
    (max0 (Uint63.of_int (1))
      (Primitives.shift_right floor (Uint63.of_int (1)))) (shapes t)

(** val shape_bound :
    tables -> int list -> int -> int -> int -> int -> int **)

let shape_bound t later n w p v =
  ( + ) (( * ) v (hd t.top later)) (fill_int t.top (tl later) (( - ) n v) p w)

(** val floor_of : tables -> int list -> int -> int -> int -> int **)

let floor_of t later n w enough =
  fold_right (fun sh m ->
    let (y, v) = sh in
    let (i, p) = y in
    if Primitives.less_or_equal enough (shape_bound t later n w p v)
    then m
    else min i m)
    (( + ) (( * ) (Uint63.of_int (2)) t.replies) (Uint63.of_int (2)))
    (shapes t)

(** val filled : tables -> int list -> int -> int -> int array **)

let filled t later n w =
  init (( + ) n (Uint63.of_int (1))) (Uint63.of_int (0)) (fun i ->
    fill_int t.top later i (Uint63.of_int (1)) w)

(** val fields : tables -> int **)

let fields t =
  Primitives.shift_right (( + ) t.replies (Uint63.of_int (1)))
    (Uint63.of_int (1))

(** val field_width : tables -> int **)

let field_width t =
  Primitives.div (Uint63.of_int (63)) (fields t)

(** val few : tables -> int list -> int -> int array list option **)

let few t s n =
  if (&&) (Primitives.less_or_equal (field_width t) (Uint63.of_int (62)))
       (Primitives.less_or_equal n
         (( - ) (Primitives.shift_left (Uint63.of_int (1)) (field_width t))
           (Uint63.of_int (1))))
  then Some (map (Primitives.get t.rows) s)
  else None

(** val count_of :
    tables -> int array list option -> int list -> int -> int -> int **)

let count_of t rows0 s x =
  match rows0 with
  | Some rows1 ->
    tallied (field_width t) (fields t)
      (tally (field_width t) (fields t) x rows1 (Uint63.of_int (0))
        (Uint63.of_int (0)))
  | None -> Primitives.get (sizes t s x)

(** val guess_fill :
    tables -> int -> int array -> int array list option -> int list -> int ->
    int **)

let guess_fill t now f rows0 s x =
  let count0 = count_of t rows0 s x in
  fold_right (fun r sum -> ( + ) sum (Primitives.get f (count0 r)))
    (if Primitives.equal (count0 t.winning) (Uint63.of_int (0))
     then (Uint63.of_int (0))
     else now) t.losing

(** val guess_bound0 :
    tables -> int -> int list -> int list -> int -> int -> int -> int **)

let guess_bound0 t now later s x w enough =
  let parts = split t s x in
  fold_right (fun r sum ->
    if Primitives.less_or_equal enough sum
    then sum
    else (match Primitives.get parts r with
          | [] -> sum
          | i :: l ->
            let p = i :: l in ( + ) sum (bound0 t later p (size0 p) w)))
    (match Primitives.get parts t.winning with
     | [] -> (Uint63.of_int (0))
     | _ :: _ -> now) t.losing

(** val least_of :
    tables -> int -> int list -> int array -> int array list option -> int
    list -> int -> int list -> int -> int **)

let rec least_of t now later f rows0 s w l least =
  match l with
  | [] -> least
  | x :: l0 ->
    let least0 =
      if Primitives.less_or_equal least (guess_fill t now f rows0 s x)
      then least
      else min least (guess_bound0 t now later s x w least)
    in
    least_of t now later f rows0 s w l0 least0

(** val least_of_shapes :
    tables -> int list -> int array -> int array list option -> int list ->
    int -> int -> int -> int list array -> ((int * int) * int) list -> int ->
    int **)

let rec least_of_shapes t later f rows0 s n w b0 a l least =
  match l with
  | [] -> least
  | p0 :: l0 ->
    let (p1, v) = p0 in
    let (i, p) = p1 in
    let least0 =
      match Primitives.get a i with
      | [] -> least
      | i0 :: l1 ->
        if (||) (Primitives.less_or_equal least b0)
             (Primitives.less_or_equal least (shape_bound t later n w p v))
        then least
        else least_of t (hd t.top later) (tl later) f rows0 s w (i0 :: l1)
               least
    in
    least_of_shapes t later f rows0 s n w b0 a l0 least0

(** val bound1 : tables -> int list -> int list -> int -> int -> int **)

let bound1 t later s w enough =
  let n = size0 s in
  let b0 = bound0 t later s n w in
  if (||) (Primitives.less_or_equal n (Uint63.of_int (2)))
       (Primitives.less_or_equal enough b0)
  then b0
  else let floor = floor_of t later n w enough in
       let a = by_shape t floor s in
       let w0 = width_of t floor a in
       max0 b0
         (least_of_shapes t later (filled t (tl later) n w0) (few t s n) s n
           w0 b0 a (shapes t) enough)

type complaint =
| No_game
| Bytes_left
| Ends_early
| Number_too_large
| Number_too_long
| Too_many_images
| No_permutation
| No_symmetry
| Not_onto_itself
| No_such_code of int
| Tells_nothing of int
| No_such_part of int * int
| Too_deep
| Costs_less of int * int * int
| Bound_too_large
| Costs_fall
| Bound_of_nothing
| Costs_too_large

type 'a result =
| Ok of 'a
| Bad of complaint * (int * int) list

(** val byte : int list -> (int * int list) result **)

let byte = function
| [] -> Bad (Ends_early, [])
| x :: b0 -> Ok (x, b0)

(** val number_from :
    nat -> int -> int -> int list -> (int * int list) result **)

let rec number_from n shift value b =
  match n with
  | O -> Bad (Number_too_large, [])
  | S n0 ->
    (match byte b with
     | Ok a ->
       let (x, b0) = a in
       let value0 =
         ( lor ) value
           (Primitives.shift_left (( land ) x (Uint63.of_int (127))) shift)
       in
       if Primitives.less (Uint63.of_int (4611686018427387903)) value0
       then Bad (Number_too_large, [])
       else if Primitives.less (Uint63.of_int (127)) x
            then number_from n0 (( + ) shift (Uint63.of_int (7))) value0 b0
            else if (&&) (Primitives.equal x (Uint63.of_int (0)))
                      (Primitives.less (Uint63.of_int (0)) shift)
                 then Bad (Number_too_long, [])
                 else Ok (value0, b0)
     | Bad (why, way) -> Bad (why, way))

(** val number : int list -> (int * int list) result **)

let number b =
  number_from (S (S (S (S (S (S (S (S (S O))))))))) (Uint63.of_int (0))
    (Uint63.of_int (0)) b

(** val bytes : nat -> int list -> (int list * int list) result **)

let rec bytes n b =
  match n with
  | O -> Ok ([], b)
  | S n0 ->
    (match byte b with
     | Ok a ->
       let (x, b0) = a in
       (match bytes n0 b0 with
        | Ok a0 -> let (l, b1) = a0 in Ok ((x :: l), b1)
        | Bad (why, way) -> Bad (why, way))
     | Bad (why, way) -> Bad (why, way))

(** val to_nat0 : int -> nat **)

let to_nat0 x =
  Z.to_nat (to_Z x)

type sequences0 = { pegs : nat; symbols : int; code_number : int;
                    secret_number : int; code_of : int list array;
                    secret_of : int list array; code_table : int list array;
                    secret_table : int list array; classes : int array }

(** val same_list : int list -> int list -> bool **)

let rec same_list l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | x :: l0 ->
    (match l' with
     | [] -> false
     | y :: l'0 -> if Primitives.equal x y then same_list l0 l'0 else false)

(** val slots : int **)

let slots =
  (Uint63.of_int (131071))

(** val hash : int -> int list -> int **)

let hash symbols0 l =
  Primitives.rem
    (fold_left (fun h x -> ( + ) (( * ) h symbols0) x) l (Uint63.of_int (0)))
    slots

(** val table_of : int -> int list array -> int -> int list array **)

let table_of symbols0 of0 n =
  keyed (fun x -> hash symbols0 (Primitives.get of0 x)) (range n)
    (Primitives.make slots [])

(** val place_of :
    int -> int list array -> int list array -> int list -> int **)

let place_of symbols0 of0 table l =
  match find (fun x -> same_list (Primitives.get of0 x) l)
          (Primitives.get table (hash symbols0 l)) with
  | Some x -> x
  | None -> max_int

(** val act : nat list -> int array -> int list -> int list **)

let act from to0 l =
  map (fun p -> Primitives.get to0 (nth p l (Uint63.of_int (0)))) from

(** val image_of :
    sequences0 -> int list array -> int list array -> int -> nat list -> int
    array -> int array **)

let image_of q of0 table n from to0 =
  init n (Uint63.of_int (0)) (fun x ->
    place_of q.symbols of0 table (act from to0 (Primitives.get of0 x)))

(** val is_image :
    int list array -> int -> nat list -> int array -> int array -> bool **)

let is_image of0 n from to0 image =
  forallb (fun x ->
    (&&) (Primitives.less (Primitives.get image x) n)
      (same_list (Primitives.get of0 (Primitives.get image x))
        (act from to0 (Primitives.get of0 x)))) (range n)

(** val once : int list -> bool **)

let rec once = function
| [] -> true
| x :: l0 -> (&&) (negb (existsb (Primitives.equal x) l0)) (once l0)

(** val is_permutation : sequences0 -> nat list -> int array -> bool **)

let is_permutation q from to0 =
  (&&)
    ((&&)
      ((&&) (Nat.eqb (length from) q.pegs)
        (forallb (fun p -> existsb (Nat.eqb p) from) (seq O q.pegs)))
      (forallb (fun y -> Primitives.less (Primitives.get to0 y) q.symbols)
        (range q.symbols)))
    (once (map (Primitives.get to0) (range q.symbols)))

(** val symmetry :
    sequences0 -> nat list -> int array -> (int array * int array) option **)

let symmetry q from to0 =
  let codes = image_of q q.code_of q.code_table q.code_number from to0 in
  let secrets = image_of q q.secret_of q.secret_table q.secret_number from to0
  in
  if (&&) (is_image q.code_of q.code_number from to0 codes)
       (is_image q.secret_of q.secret_number from to0 secrets)
  then Some (codes, secrets)
  else None

(** val marks : int list -> bool array -> bool array **)

let rec marks l a =
  match l with
  | [] -> a
  | x :: l0 -> Primitives.set (marks l0 a) x true

(** val onto_itself : sequences0 -> int list -> int array -> bool **)

let onto_itself q s secrets =
  let inside = marks s (Primitives.make q.secret_number false) in
  forallb (fun s0 -> Primitives.get inside (Primitives.get secrets s0)) s

(** val exchange : sequences0 -> int -> int -> int array **)

let exchange q a b =
  init q.symbols (Uint63.of_int (0)) (fun y ->
    if Primitives.equal y a then b else if Primitives.equal y b then a else y)

(** val root : nat -> int array -> int -> int **)

let rec root n above x =
  match n with
  | O -> x
  | S n0 ->
    let y = Primitives.get above x in
    if Primitives.equal y x then x else root n0 above y

(** val join : nat -> int array -> int list -> int array -> int array **)

let rec join n image l above =
  match l with
  | [] -> above
  | x :: l0 ->
    let a = root n above x in
    let b = root n above (Primitives.get image x) in
    join n image l0
      (if Primitives.less a b
       then Primitives.set above b a
       else if Primitives.less b a then Primitives.set above a b else above)

(** val flatten : int list -> int array -> int array **)

let rec flatten l above =
  match l with
  | [] -> above
  | x :: l0 ->
    flatten l0
      (Primitives.set above x (Primitives.get above (Primitives.get above x)))

(** val marks_all : int list array -> int list -> bool array -> bool array **)

let rec marks_all of0 l a =
  match l with
  | [] -> a
  | x :: l0 -> marks_all of0 l0 (marks (Primitives.get of0 x) a)

(** val exchanges : sequences0 -> bool array -> (int * int) list **)

let exchanges q occurs =
  let free =
    filter (fun y -> negb (Primitives.get occurs y)) (range q.symbols)
  in
  flat_map (fun b ->
    match find (fun a ->
            (&&) (Primitives.less a b)
              (Primitives.equal (Primitives.get q.classes a)
                (Primitives.get q.classes b))) free with
    | Some a -> (a, b) :: []
    | None -> []) free

(** val found : sequences0 -> int list -> int list -> (int * int) list **)

let found q s way =
  app
    (exchanges q (marks_all q.secret_of s (Primitives.make q.symbols false)))
    (exchanges q (marks_all q.code_of way (Primitives.make q.symbols false)))

(** val place_in : nat -> int list -> nat **)

let rec place_in p = function
| [] -> O
| x :: l0 -> if Nat.eqb (to_nat0 x) p then O else S (place_in p l0)

(** val code_count : tables -> nat **)

let code_count t =
  length t.all_codes

(** val joined : tables -> int array -> int array -> int array **)

let joined t image above =
  flatten t.all_codes (join (code_count t) image t.all_codes above)

(** val join_found :
    tables -> sequences0 -> int list -> (int * int) list -> int array -> int
    array **)

let rec join_found t q s l above =
  match l with
  | [] -> above
  | p :: l0 ->
    let (a, b) = p in
    let from = seq O q.pegs in
    let to0 = exchange q a b in
    join_found t q s l0
      (match symmetry q from to0 with
       | Some p0 ->
         let (codes, secrets) = p0 in
         if (&&) (is_permutation q from to0) (onto_itself q s secrets)
         then joined t codes above
         else above
       | None -> above)

(** val join_listed :
    tables -> sequences0 -> nat -> int list -> int array -> int list -> (int
    array * int list) result **)

let rec join_listed t q n s above b =
  match n with
  | O -> Ok (above, b)
  | S n0 ->
    (match bytes q.pegs b with
     | Ok a ->
       let (go, b0) = a in
       (match bytes (to_nat0 q.symbols) b0 with
        | Ok a0 ->
          let (l, b1) = a0 in
          let from = map (fun p -> place_in p go) (seq O q.pegs) in
          let to0 =
            init q.symbols (Uint63.of_int (0)) (fun y ->
              nth (to_nat0 y) l (Uint63.of_int (0)))
          in
          if negb (is_permutation q from to0)
          then Bad (No_permutation, [])
          else (match symmetry q from to0 with
                | Some p ->
                  let (codes, secrets) = p in
                  if onto_itself q s secrets
                  then join_listed t q n0 s (joined t codes above) b1
                  else Bad (Not_onto_itself, [])
                | None -> Bad (No_symmetry, []))
        | Bad (why, way) -> Bad (why, way))
     | Bad (why, way) -> Bad (why, way))

(** val all_above :
    tables -> sequences0 option -> int list -> int list -> int list -> (int
    array * int list) result **)

let all_above t q s way b =
  match number b with
  | Ok a ->
    let (n, b0) = a in
    let above = init (size0 t.all_codes) (Uint63.of_int (0)) (fun x -> x) in
    if Primitives.less (Uint63.of_int (4096)) n
    then Bad (Too_many_images, [])
    else (match q with
          | Some q0 ->
            join_listed t q0 (to_nat0 n) s
              (join_found t q0 s (found q0 s way) above) b0
          | None -> Ok (above, b0))
  | Bad (why, way0) -> Bad (why, way0)

type item = (int list * bool) * int

(** val sum_of : item list -> int **)

let rec sum_of = function
| [] -> (Uint63.of_int (0))
| i :: l0 -> let (_, v) = i in ( + ) v (sum_of l0)

(** val improve :
    tables -> int list -> int -> int -> item list -> int -> int **)

let rec improve t later w enough l sum =
  match l with
  | [] -> sum
  | i :: l' ->
    let (p, v) = i in
    let (p0, stays) = p in
    let rest = sum_of l' in
    if Primitives.less_or_equal enough (( + ) (( + ) sum v) rest)
    then ( + ) (( + ) sum v) rest
    else improve t later w enough l'
           (( + ) sum
             (if (||) stays
                   (Primitives.less_or_equal (size0 p0) (Uint63.of_int (2)))
              then v
              else bound1 t later p0 w (( - ) (( - ) enough sum) rest)))

(** val amount_of : (int * int) list -> int -> int option **)

let rec amount_of known r =
  match known with
  | [] -> None
  | p :: known0 ->
    let (r', v) = p in
    if Primitives.equal r r' then Some v else amount_of known0 r

(** val reach :
    tables -> int -> int list -> int list -> int -> int -> int -> (int * int)
    list -> int **)

let reach t now later s x w enough known =
  let parts = split t s x in
  improve t later w enough
    (map (fun r ->
      match amount_of known r with
      | Some v -> (((Primitives.get parts r), true), v)
      | None ->
        (((Primitives.get parts r), false),
          (match Primitives.get parts r with
           | [] -> (Uint63.of_int (0))
           | i :: l -> let p = i :: l in bound0 t later p (size0 p) w)))
      t.losing)
    (match Primitives.get parts t.winning with
     | [] -> (Uint63.of_int (0))
     | _ :: _ -> now)

(** val listed_parts :
    tables -> (nat -> int list -> int -> (int * int) list -> int list -> int
    list result) -> nat -> (int * int) list -> nat -> int -> int -> int list
    array -> (int * int) list -> int list -> ((int * int) list * int list)
    result **)

let rec listed_parts t below k way n x r parts known b =
  match n with
  | O -> Ok (known, b)
  | S n0 ->
    (match number b with
     | Ok a ->
       let (step, b0) = a in
       let r0 = ( + ) r step in
       (match Primitives.get parts r0 with
        | [] -> Bad ((No_such_part (x, r0)), way)
        | i :: l ->
          if (||) (negb (Primitives.less r0 t.replies))
               (Primitives.equal r0 t.winning)
          then Bad ((No_such_part (x, r0)), way)
          else (match number b0 with
                | Ok a0 ->
                  let (v, b1) = a0 in
                  (match below (add k (S O)) (i :: l) v
                           (app way ((x, r0) :: [])) b1 with
                   | Ok b2 ->
                     listed_parts t below k way n0 x
                       (( + ) r0 (Uint63.of_int (1))) parts ((r0,
                       v) :: known) b2
                   | Bad (why, way0) -> Bad (why, way0))
                | Bad (why, way0) -> Bad (why, way0)))
     | Bad (why, way0) -> Bad (why, way0))

(** val listed_guesses :
    tables -> (nat -> int list -> int -> (int * int) list -> int list -> int
    list result) -> nat -> int list -> int -> (int * int) list -> nat -> int
    -> int -> int array -> bool array -> int list -> (bool array * int list)
    result **)

let rec listed_guesses t below k s amount way n x w above finished b =
  match n with
  | O -> Ok (finished, b)
  | S n0 ->
    (match number b with
     | Ok a ->
       let (step, b0) = a in
       let x0 = ( + ) x step in
       if negb (Primitives.less x0 (size0 t.all_codes))
       then Bad ((No_such_code x0), way)
       else if idle t (shape_of t s x0)
            then Bad ((Tells_nothing x0), way)
            else (match number b0 with
                  | Ok a0 ->
                    let (count0, b1) = a0 in
                    (match listed_parts t below k way (to_nat0 count0) x0
                             (Uint63.of_int (0)) (split t s x0) [] b1 with
                     | Ok a1 ->
                       let (known, b2) = a1 in
                       let cost =
                         reach t (rate_int t (add k (S O)))
                           (skipn (add k (S (S O))) t.rates) s x0 w amount
                           known
                       in
                       if Primitives.less_or_equal amount cost
                       then listed_guesses t below k s amount way n0
                              (( + ) x0 (Uint63.of_int (1))) w above
                              (Primitives.set finished
                                (root (code_count t) above x0) true) b2
                       else Bad ((Costs_less (x0, cost, amount)), way)
                     | Bad (why, way0) -> Bad (why, way0))
                  | Bad (why, way0) -> Bad (why, way0))
     | Bad (why, way0) -> Bad (why, way0))

(** val other_guesses :
    tables -> nat -> int list -> int -> (int * int) list -> int array -> int
    array list option -> int -> int array -> bool array -> int list -> unit
    result **)

let rec other_guesses t k s amount way f rows0 w above finished = function
| [] -> Ok ()
| x :: l0 ->
  if (||)
       ((||) (Primitives.less (Primitives.get above x) x)
         (Primitives.get finished x))
       (Primitives.less_or_equal amount
         (guess_fill t (rate_int t (add k (S O))) f rows0 s x))
  then other_guesses t k s amount way f rows0 w above finished l0
  else let cost =
         reach t (rate_int t (add k (S O))) (skipn (add k (S (S O))) t.rates)
           s x w amount []
       in
       if Primitives.less_or_equal amount cost
       then other_guesses t k s amount way f rows0 w above finished l0
       else Bad ((Costs_less (x, cost, amount)), way)

(** val other_shapes :
    tables -> nat -> int list -> int -> (int * int) list -> int -> int -> int
    array -> int array list option -> int array -> bool array -> int list
    array -> ((int * int) * int) list -> unit result **)

let rec other_shapes t k s amount way n w f rows0 above finished a = function
| [] -> Ok ()
| p0 :: l0 ->
  let (p1, v) = p0 in
  let (i, p) = p1 in
  (match match Primitives.get a i with
         | [] -> Ok ()
         | i0 :: l1 ->
           if Primitives.less_or_equal amount
                (shape_bound t (skipn (add k (S O)) t.rates) n w p v)
           then Ok ()
           else other_guesses t k s amount way f rows0 w above finished
                  (i0 :: l1) with
   | Ok _ -> other_shapes t k s amount way n w f rows0 above finished a l0
   | Bad (why, way0) -> Bad (why, way0))

(** val claim_step :
    tables -> sequences0 option -> (nat -> int list -> int -> (int * int)
    list -> int list -> int list result) -> nat -> int list -> int ->
    (int * int) list -> int list -> int list result **)

let claim_step t q below k s amount way b =
  let a = by_shape t (Uint63.of_int (0)) s in
  let w = width_of t (Uint63.of_int (0)) a in
  let n = size0 s in
  (match all_above t q s (map fst way) b with
   | Ok a0 ->
     let (above, b0) = a0 in
     (match number b0 with
      | Ok a1 ->
        let (count0, b1) = a1 in
        (match listed_guesses t below k s amount way (to_nat0 count0)
                 (Uint63.of_int (0)) w above
                 (Primitives.make (size0 t.all_codes) false) b1 with
         | Ok a2 ->
           let (finished, b2) = a2 in
           (match other_shapes t k s amount way n w
                    (filled t (skipn (add k (S (S O))) t.rates) n w)
                    (few t s n) above finished a (shapes t) with
            | Ok _ -> Ok b2
            | Bad (why, way0) -> Bad (why, way0))
         | Bad (why, way0) -> Bad (why, way0))
      | Bad (why, way0) -> Bad (why, way0))
   | Bad (why, way0) -> Bad (why, way0))

(** val claim :
    tables -> sequences0 option -> nat -> nat -> int list -> int ->
    (int * int) list -> int list -> int list result **)

let rec claim t q deepest k s amount way b =
  match deepest with
  | O -> Bad (Too_deep, way)
  | S deepest0 -> claim_step t q (claim t q deepest0) k s amount way b

(** val of_nat0 : nat -> int **)

let of_nat0 n =
  of_Z (Z.of_nat n)

(** val all_pairs : nat -> (nat * nat) list **)

let all_pairs pegs0 =
  filter (fun r ->
    negb ((&&) (Nat.eqb (S (fst r)) pegs0) (Nat.eqb (snd r) (S O))))
    (flat_map (fun b -> map (fun x -> (b, x)) (seq O (sub (S pegs0) b)))
      (seq O (S pegs0)))

(** val index_in : (nat * nat) list -> nat -> nat -> int -> int **)

let rec index_in l b c i =
  match l with
  | [] -> i
  | p :: l0 ->
    let (b', c') = p in
    if (&&) (Nat.eqb b b') (Nat.eqb c c')
    then i
    else index_in l0 b c (( + ) i (Uint63.of_int (1)))

(** val reply_table : nat -> (nat * nat) list -> int array array **)

let reply_table pegs0 replies0 =
  init (( + ) (of_nat0 pegs0) (Uint63.of_int (1)))
    (Primitives.make (Uint63.of_int (0)) (Uint63.of_int (0))) (fun b ->
    init (( + ) (of_nat0 pegs0) (Uint63.of_int (1))) (Uint63.of_int (0))
      (fun c ->
      index_in replies0 (to_nat0 b) (sub (to_nat0 c) (to_nat0 b))
        (Uint63.of_int (0))))

(** val bulls_int : int list -> int list -> int -> int **)

let rec bulls_int l l' n =
  match l with
  | [] -> n
  | x :: l0 ->
    (match l' with
     | [] -> n
     | y :: l'0 ->
       bulls_int l0 l'0
         (if Primitives.equal x y then ( + ) n (Uint63.of_int (1)) else n))

(** val histogram : int -> int list -> (int * int) list **)

let histogram symbols0 l =
  let n =
    counted (fun y -> y) l (Primitives.make symbols0 (Uint63.of_int (0)))
  in
  map (fun y -> (y, (Primitives.get n y)))
    (filter (fun y ->
      negb (Primitives.equal (Primitives.get n y) (Uint63.of_int (0))))
      (range symbols0))

(** val common_int : (int * int) list -> int array -> int -> int **)

let rec common_int h n sum =
  match h with
  | [] -> sum
  | p :: h0 ->
    let (y, m) = p in common_int h0 n (( + ) sum (min m (Primitives.get n y)))

(** val row :
    int -> int -> int array array -> int list array -> (int * int) list array
    -> int list -> int array **)

let row symbols0 number0 table code_of0 histograms secret =
  let n =
    counted (fun y -> y) secret (Primitives.make symbols0 (Uint63.of_int (0)))
  in
  init number0 (Uint63.of_int (0)) (fun x ->
    Primitives.get
      (Primitives.get table
        (bulls_int (Primitives.get code_of0 x) secret (Uint63.of_int (0))))
      (common_int (Primitives.get histograms x) n (Uint63.of_int (0))))

(** val store : 'a1 list -> int -> 'a1 array -> 'a1 array **)

let rec store l i a =
  match l with
  | [] -> a
  | x :: l0 -> store l0 (( + ) i (Uint63.of_int (1))) (Primitives.set a i x)

(** val exchange_keeps : sequences0 -> int -> int -> bool **)

let exchange_keeps q a b =
  match symmetry q (seq O q.pegs) (exchange q a b) with
  | Some _ -> true
  | None -> false

(** val classes_of : sequences0 -> int array **)

let classes_of q =
  init q.symbols (Uint63.of_int (0)) (fun b ->
    match find (fun a ->
            (||) (Primitives.equal a b)
              ((&&) (Primitives.less a b) (exchange_keeps q a b)))
            (range q.symbols) with
    | Some a -> a
    | None -> b)

(** val with_classes : sequences0 -> int array -> sequences0 **)

let with_classes q c =
  { pegs = q.pegs; symbols = q.symbols; code_number = q.code_number;
    secret_number = q.secret_number; code_of = q.code_of; secret_of =
    q.secret_of; code_table = q.code_table; secret_table = q.secret_table;
    classes = c }

(** val make_sequences :
    nat -> int -> int list list -> int list list -> sequences0 **)

let make_sequences pegs0 symbols0 codes secrets =
  let code_of0 =
    store codes (Uint63.of_int (0)) (Primitives.make (size0 codes) [])
  in
  let secret_of0 =
    store secrets (Uint63.of_int (0)) (Primitives.make (size0 secrets) [])
  in
  let q = { pegs = pegs0; symbols = symbols0; code_number = (size0 codes);
    secret_number = (size0 secrets); code_of = code_of0; secret_of =
    secret_of0; code_table = (table_of symbols0 code_of0 (size0 codes));
    secret_table = (table_of symbols0 secret_of0 (size0 secrets)); classes =
    (Primitives.make (Uint63.of_int (0)) (Uint63.of_int (0))) }
  in
  with_classes q (classes_of q)

(** val is_good : sequences0 -> int list -> bool **)

let is_good q l =
  (&&) (Nat.eqb (length l) q.pegs)
    (forallb (fun y -> Primitives.less y q.symbols) l)

(** val sequences_right : sequences0 -> bool **)

let sequences_right q =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          (Primitives.less_or_equal q.code_number (Uint63.of_int (65536)))
          (Primitives.less_or_equal q.secret_number (Uint63.of_int (65536))))
        (Primitives.less_or_equal q.symbols (Uint63.of_int (64))))
      (forallb (fun x ->
        (&&) (is_good q (Primitives.get q.code_of x))
          (Primitives.equal
            (place_of q.symbols q.code_of q.code_table
              (Primitives.get q.code_of x)) x)) (range q.code_number)))
    (forallb (fun s ->
      (&&) (is_good q (Primitives.get q.secret_of s))
        (Primitives.equal
          (place_of q.symbols q.secret_of q.secret_table
            (Primitives.get q.secret_of s)) s)) (range q.secret_number))

(** val with_packing : tables -> packing option -> tables **)

let with_packing t p =
  { all_codes = t.all_codes; all_secrets = t.all_secrets; all_replies =
    t.all_replies; losing = t.losing; replies = t.replies; winning =
    t.winning; only_candidates = t.only_candidates; rows = t.rows;
    one_winner = t.one_winner; winners = t.winners; victims = t.victims;
    rates = t.rates; top = t.top; packed = p }

(** val make_packing : tables -> int -> int -> packing **)

let make_packing t codes secrets =
  let r = t.replies in
  let half0 =
    Primitives.shift_right (( + ) r (Uint63.of_int (1))) (Uint63.of_int (1))
  in
  let per = Primitives.div (Uint63.of_int (62)) r in
  let places =
    Primitives.div (( - ) (( + ) codes per) (Uint63.of_int (1))) per
  in
  let cell =
    init places [] (fun place ->
      map (fun t0 -> (((( * ) t0 r), (( + ) (( * ) t0 r) half0)),
        (( + ) (( * ) place per) t0)))
        (filter (fun t0 ->
          Primitives.less (( + ) (( * ) place per) t0) codes) (range per)))
  in
  let low_mask0 =
    ( - ) (Primitives.shift_left (Uint63.of_int (1)) half0)
      (Uint63.of_int (1))
  in
  let high_mask0 =
    ( - ) (Primitives.shift_left (Uint63.of_int (1)) (( - ) r half0))
      (Uint63.of_int (1))
  in
  { bits =
  (init secrets (Primitives.make (Uint63.of_int (0)) (Uint63.of_int (0)))
    (fun s ->
    let row0 = Primitives.get t.rows s in
    init places (Uint63.of_int (0)) (fun place ->
      fold_right (fun c acc ->
        let (y, x) = c in
        let (lo, hi) = y in
        let r0 = Primitives.get row0 x in
        ( lor ) acc
          (Primitives.shift_left (Uint63.of_int (1))
            (if Primitives.less r0 half0
             then ( + ) lo r0
             else ( + ) hi (( - ) r0 half0)))) (Uint63.of_int (0))
        (Primitives.get cell place)))); cells =
  (map (fun place -> (place, (Primitives.get cell place))) (range places));
  half = half0; low_mask = low_mask0; high_mask = high_mask0; low_shapes =
  (init (( + ) low_mask0 (Uint63.of_int (1))) (Uint63.of_int (0)) (fun v ->
    shape t (low_bit v)
      (filter (fun r0 -> Primitives.less r0 half0) t.all_replies)));
  high_shapes =
  (init (( + ) high_mask0 (Uint63.of_int (1))) (Uint63.of_int (0)) (fun v ->
    shape t (fun r0 -> bit v (( - ) r0 half0))
      (filter (fun r0 -> negb (Primitives.less r0 half0)) t.all_replies))) }

(** val packing_right : tables -> int -> int -> packing -> bool **)

let packing_right t codes secrets p =
  (&&)
    ((&&)
      (same_list (flat_map (fun c -> map snd (snd c)) p.cells) (range codes))
      (forallb (fun c ->
        forallb (fun d ->
          let (y, x) = d in
          let (lo, hi) = y in
          (&&)
            ((&&) (Primitives.less_or_equal lo (Uint63.of_int (62)))
              (Primitives.less_or_equal hi (Uint63.of_int (62))))
            (forallb (fun s ->
              let r = ans t x s in
              if Primitives.less r p.half
              then bit (Primitives.get (Primitives.get p.bits s) (fst c))
                     (( + ) lo r)
              else bit (Primitives.get (Primitives.get p.bits s) (fst c))
                     (( + ) hi (( - ) r p.half))) (range secrets))) (snd c))
        p.cells))
    (forallb (fun r ->
      if Primitives.less r p.half
      then bit p.low_mask r
      else bit p.high_mask (( - ) r p.half)) t.all_replies)

(** val rising : int list -> int -> bool **)

let rec rising l top0 =
  match l with
  | [] -> true
  | x :: l0 -> (&&) (Primitives.less_or_equal x (hd top0 l0)) (rising l0 top0)

(** val store_wins :
    int -> int -> int array -> int list -> (int array * int array) -> int
    array * int array **)

let rec store_wins win s row0 l a =
  match l with
  | [] -> a
  | x :: l0 ->
    store_wins win s row0 l0
      (if Primitives.equal (Primitives.get row0 x) win
       then let (w, v) = a in ((Primitives.set w s x), (Primitives.set v x s))
       else a)

(** val make_tables :
    int -> int -> int -> int -> bool -> int array array -> int list -> int ->
    tables **)

let make_tables codes secrets r win only rows0 rates0 top0 =
  let cs = range codes in
  let ss = range secrets in
  let rs = range r in
  let (winners0, victims0) =
    fold_left (fun a s -> store_wins win s (Primitives.get rows0 s) cs a) ss
      ((Primitives.make secrets (Uint63.of_int (0))),
      (Primitives.make codes (Uint63.of_int (0))))
  in
  let one =
    forallb (fun s ->
      let w = Primitives.get winners0 s in
      forallb (fun x ->
        if Primitives.equal (Primitives.get (Primitives.get rows0 s) x) win
        then Primitives.equal x w
        else true) cs) ss
  in
  let t = { all_codes = cs; all_secrets = ss; all_replies = rs; losing =
    (filter (fun r0 -> negb (Primitives.equal r0 win)) rs); replies = r;
    winning = win; only_candidates = only; rows = rows0; one_winner = one;
    winners = winners0; victims = victims0; rates = rates0; top = top0;
    packed = None }
  in
  if Primitives.less_or_equal r (Uint63.of_int (31))
  then let p = make_packing t codes secrets in
       if packing_right t codes secrets p then with_packing t (Some p) else t
  else t

(** val tables_right : tables -> int -> int -> int -> bool **)

let tables_right t codes secrets r =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Primitives.less_or_equal codes (Uint63.of_int (65536)))
            (Primitives.less_or_equal secrets (Uint63.of_int (65536))))
          (Primitives.less_or_equal r (Uint63.of_int (256))))
        (Primitives.less t.winning r)) (rising t.rates t.top))
    (forallb (fun s ->
      forallb (fun x ->
        let r0 = ans t x s in
        (&&) (Primitives.less r0 r)
          (if Primitives.equal r0 t.winning
           then Primitives.equal (Primitives.get t.victims x) s
           else true)) (range codes)) (range secrets))

(** val pairs : nat -> (nat * nat) list **)

let pairs =
  all_pairs

(** val seqs : nat -> nat -> nat list list -> nat list list -> sequences0 **)

let seqs number_of_pegs number_of_symbols codes secrets =
  make_sequences number_of_pegs (of_nat0 number_of_symbols)
    (map (map of_nat0) codes) (map (map of_nat0) secrets)

(** val tables_of : nat -> bool -> int list -> int -> sequences0 -> tables **)

let tables_of number_of_pegs only rates0 top0 q =
  let table = reply_table number_of_pegs (pairs number_of_pegs) in
  let histograms =
    init q.code_number [] (fun x ->
      histogram q.symbols (Primitives.get q.code_of x))
  in
  make_tables q.code_number q.secret_number (size0 (pairs number_of_pegs))
    (index_in (pairs number_of_pegs) number_of_pegs O (Uint63.of_int (0)))
    only
    (init q.secret_number
      (Primitives.make (Uint63.of_int (0)) (Uint63.of_int (0))) (fun s ->
      row q.symbols q.code_number table q.code_of histograms
        (Primitives.get q.secret_of s))) rates0 top0

(** val code_place : sequences0 -> nat list -> int **)

let code_place q l =
  place_of q.symbols q.code_of q.code_table (map of_nat0 l)

(** val secret_place : sequences0 -> nat list -> int **)

let secret_place q l =
  place_of q.symbols q.secret_of q.secret_table (map of_nat0 l)

(** val low_symbols : nat -> nat list -> bool **)

let low_symbols number_of_symbols l =
  forallb (fun y -> Nat.ltb y number_of_symbols) l

(** val all_right :
    nat -> nat -> nat list list -> nat list list -> sequences0 -> tables ->
    bool **)

let all_right number_of_pegs number_of_symbols codes secrets q t =
  let table = reply_table number_of_pegs (pairs number_of_pegs) in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      (tables_right t q.code_number q.secret_number
                        (size0 (pairs number_of_pegs))) (sequences_right q))
                    (Nat.leb number_of_pegs (S (S (S (S (S (S (S (S (S (S (S
                      (S (S (S (S (S O))))))))))))))))))
                  (Nat.leb number_of_symbols (S (S (S (S (S (S (S (S (S (S (S
                    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                (same_list (map of_nat0 (seq O number_of_symbols))
                  (range q.symbols)))
              (forallb (fun l ->
                let x = code_place q l in
                (&&)
                  ((&&) (low_symbols number_of_symbols l)
                    (Primitives.less x q.code_number))
                  (same_list (Primitives.get q.code_of x) (map of_nat0 l)))
                codes)) (forallb (low_symbols number_of_symbols) secrets))
          (forallb (fun l ->
            same_list (Primitives.get q.secret_of (secret_place q l))
              (map of_nat0 l)) secrets))
        (same_list (map (secret_place q) secrets) (range q.secret_number)))
      (forallb (fun b ->
        forallb (fun c ->
          let r =
            Primitives.get (Primitives.get table (of_nat0 b)) (of_nat0 c)
          in
          (&&)
            (Primitives.equal r
              (index_in (pairs number_of_pegs) b (sub c b)
                (Uint63.of_int (0))))
            ((||) (negb (Primitives.less r (size0 (pairs number_of_pegs))))
              (let p = nth (to_nat0 r) (pairs number_of_pegs) (O, O) in
               (&&) (Nat.eqb (fst p) b) (Nat.eqb (snd p) (sub c b)))))
          (seq O (S number_of_pegs))) (seq O (S number_of_pegs))))
    (let p = nth (to_nat0 t.winning) (pairs number_of_pegs) (O, O) in
     (&&) (Nat.eqb (fst p) number_of_pegs) (Nat.eqb (snd p) O))

(** val check_tables :
    tables -> sequences0 option -> bool -> int -> int list -> unit result **)

let check_tables t q right amount body =
  if (&&) right
       (forallb (fun s ->
         Primitives.equal (ans t (Primitives.get t.winners s) s) t.winning)
         t.all_secrets)
  then (match claim t q (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S (S (S (S (S (S
                O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                O t.all_secrets amount [] body with
        | Ok rest ->
          (match rest with
           | [] -> Ok ()
           | _ :: _ -> Bad (Bytes_left, []))
        | Bad (why, way) -> Bad (why, way))
  else Bad (No_game, [])

(** val check :
    nat -> nat -> nat list list -> nat list list -> bool -> int list -> int
    -> int -> int list -> unit result **)

let check pegs0 symbols0 codes secrets only rates0 top0 amount body =
  let q = seqs pegs0 symbols0 codes secrets in
  let t = tables_of pegs0 only rates0 top0 q in
  check_tables t (Some q) (all_right pegs0 symbols0 codes secrets q t) amount
    body

(** val check_table :
    int -> int -> int -> int -> bool -> int array array -> int list -> int ->
    int -> int list -> unit result **)

let check_table codes secrets replies0 win only rows0 rates0 top0 amount body =
  let t = make_tables codes secrets replies0 win only rows0 rates0 top0 in
  check_tables t None (tables_right t codes secrets replies0) amount body

(** val weight : z list -> z **)

let weight tops0 =
  fold_right (fun m f -> Z.mul (Z.add m (Zpos XH)) f) (Zpos XH) tops0

(** val encode : z list -> z list -> z **)

let rec encode tops0 v =
  match tops0 with
  | [] -> Z0
  | _ :: tops1 ->
    (match v with
     | [] -> Z0
     | x :: v0 -> Z.add (Z.mul x (weight tops1)) (encode tops1 v0))

(** val line_cost : int list -> nat -> z **)

let line_cost line n =
  to_Z (nth n line (last line (Uint63.of_int (0))))

(** val line_most : int list -> z **)

let line_most line =
  fold_right (fun x m -> Z.max (to_Z x) m) Z0 line

(** val tops : int list list -> z -> z list **)

let tops lines number0 =
  map (fun line -> Z.mul (line_most line) number0) lines

(** val combined_cost : int list list -> z -> nat -> z **)

let combined_cost lines number0 n =
  encode (tops lines number0) (map (fun line -> line_cost line n) lines)

(** val combined_bound : int list list -> int list -> z -> z **)

let combined_bound lines bound number0 =
  encode (tops lines number0) (map to_Z bound)

(** val longest : int list list -> nat **)

let longest lines =
  list_max (map length lines)

(** val limit : z **)

let limit =
  Z.pow (Zpos (XO XH)) (Zpos (XO (XI (XI (XI (XI XH))))))

(** val rising_to : int list list -> z -> nat -> bool **)

let rec rising_to lines number0 = function
| O -> true
| S n0 ->
  (&&)
    (Z.leb (combined_cost lines number0 n0)
      (combined_cost lines number0 (S n0))) (rising_to lines number0 n0)

(** val combined :
    int list list -> int list -> z -> (int list -> int -> int -> unit result)
    -> unit result **)

let combined lines bound number0 judge =
  if (||) (negb (Nat.eqb (length bound) (length lines)))
       (existsb (fun b -> Z.ltb (fst b) (snd b))
         (tl (combine (tops lines number0) (map to_Z bound))))
  then Bad (Bound_too_large, [])
  else if negb (rising_to lines number0 (longest lines))
       then Bad (Costs_fall, [])
       else if Z.eqb (combined_bound lines bound number0) Z0
            then Bad (Bound_of_nothing, [])
            else if (||) (Z.leb limit (combined_bound lines bound number0))
                      (Z.leb limit
                        (Z.mul (combined_cost lines number0 (longest lines))
                          number0))
                 then Bad (Costs_too_large, [])
                 else judge
                        (map (fun n -> of_Z (combined_cost lines number0 n))
                          (seq O (longest lines)))
                        (of_Z (combined_cost lines number0 (longest lines)))
                        (of_Z (combined_bound lines bound number0))

(** val check_lines :
    nat -> nat -> nat list list -> nat list list -> bool -> int list list ->
    int list -> int list -> unit result **)

let check_lines pegs0 symbols0 codes secrets only lines bound body =
  combined lines bound (Z.of_nat (length secrets)) (fun rates0 top0 amount ->
    check pegs0 symbols0 codes secrets only rates0 top0 amount body)

(** val check_table_lines :
    int -> int -> int -> int -> bool -> int array array -> int list list ->
    int list -> int list -> unit result **)

let check_table_lines codes secrets replies0 win only rows0 lines bound body =
  combined lines bound (to_Z secrets) (fun rates0 top0 amount ->
    check_table codes secrets replies0 win only rows0 rates0 top0 amount body)
