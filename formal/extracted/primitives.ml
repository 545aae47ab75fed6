(* The integers and arrays with which Coq computes, as the extracted checker sees them. Integers are 63 bits without a
   sign, which are those of OCaml but for comparison, division and shifts by more than there are bits. *)
let equal (x : int) (y : int) = x = y
let less (x : int) (y : int) = x lxor min_int < y lxor min_int
let less_or_equal (x : int) (y : int) = x lxor min_int <= y lxor min_int
let shift_left x n = if n < 0 || n >= 63 then 0 else x lsl n
let shift_right x n = if n < 0 || n >= 63 then 0 else x lsr n

(* Both are of numbers below 2^62 wherever the checker divides; that is made sure of. *)
let div x y = if x < 0 || y < 0 then failwith "a number too large to be divided" else if y = 0 then 0 else x / y
let rem x y = if x < 0 || y < 0 then failwith "a number too large to be divided" else if y = 0 then x else x mod y

(* Persistent arrays, after Baker (1991): the newest version has the items, an older one says in what it differs. *)
type 'a t = 'a version ref
and 'a version = Items of 'a array * 'a | Differs of int * 'a * 'a t

let max_length = 4194303

let make n x = ref (Items (Array.make (if less max_length n then max_length else n) x, x))

let rec reroot a =
  match !a with
  | Items _ -> ()
  | Differs (i, x, b) ->
    reroot b;
    (match !b with
     | Items (items, _) as version ->
       let y = Array.unsafe_get items i in
       Array.unsafe_set items i x;
       a := version;
       b := Differs (i, y, a)
     | Differs _ -> assert false)

let rec get a i =
  match !a with
  | Items (items, default) -> if i >= 0 && i < Array.length items then Array.unsafe_get items i else default
  | Differs _ -> reroot a; get a i

let rec set a i x =
  match !a with
  | Items (items, _) as version ->
    if i >= 0 && i < Array.length items then begin
      let y = Array.unsafe_get items i in
      Array.unsafe_set items i x;
      let b = ref version in
      a := Differs (i, y, b);
      b
    end
    else a
  | Differs _ -> reroot a; set a i x

let rec length a = match !a with Items (items, _) -> Array.length items | Differs _ -> reroot a; length a
