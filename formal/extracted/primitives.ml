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

(* Persistent arrays, after Baker (1991): the newest version has the items, an older one says in what it differs. As long
   as all items are integers below 256, or what OCaml represents as such ([], None, true), each takes a byte: the replies
   to all codes then fit a processor's cache. *)
type 'a t = 'a version ref
and 'a version =
  | Small of { size : int; bytes : Bytes.t; default : 'a }
  | Items of 'a array * 'a
  | Differs of int * 'a * 'a t

let max_length = 4194303

let is_small x = Obj.is_int (Obj.repr x) && (let n : int = Obj.magic x in n >= 0 && n < 256)
let byte_of x = Char.unsafe_chr (Obj.magic x : int)
let of_byte c = Obj.magic (Char.code c)

let make n x =
  let size = if less max_length n then max_length else n in
  ref (if is_small x then Small { size; bytes = Bytes.make size (byte_of x); default = x } else Items (Array.make size x, x))

(* Of a newest version, and an index in its range. *)
let item version i = match version with
  | Small { bytes; _ } -> of_byte (Bytes.unsafe_get bytes i)
  | Items (items, _) -> Array.unsafe_get items i
  | Differs _ -> assert false

let rec put version i x = match version with
  | Small { bytes; _ } when is_small x -> Bytes.unsafe_set bytes i (byte_of x); version
  | Small { size; bytes; default } -> put (Items (Array.init size (fun j -> of_byte (Bytes.unsafe_get bytes j)), default)) i x
  | Items (items, _) -> Array.unsafe_set items i x; version
  | Differs _ -> assert false

let rec reroot a =
  match !a with
  | Small _ | Items _ -> ()
  | Differs (i, x, b) ->
    reroot b;
    let y = item !b i in
    a := put !b i x;
    b := Differs (i, y, a)

let rec get a i =
  match !a with
  | Small { size; bytes; default } -> if i >= 0 && i < size then of_byte (Bytes.unsafe_get bytes i) else default
  | Items (items, default) -> if i >= 0 && i < Array.length items then Array.unsafe_get items i else default
  | Differs _ -> reroot a; get a i

let rec length a =
  match !a with
  | Small { size; _ } -> size
  | Items (items, _) -> Array.length items
  | Differs _ -> reroot a; length a

let set a i x =
  if i >= 0 && i < length a then begin
    let y = item !a i in
    let b = ref (put !a i x) in
    a := Differs (i, y, b);
    b
  end
  else a
