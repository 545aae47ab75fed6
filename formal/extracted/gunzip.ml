(* One gzip member (RFC 1952, RFC 1951) of at most [most] bytes. Raises Failure for anything else. *)
let fail () = failwith "this is no gzip file, or a damaged one, or one that ends too early"

let crc_table = Array.init 256 (fun n ->
  let c = ref n in
  for _ = 1 to 8 do c := if !c land 1 = 1 then 0xedb88320 lxor (!c lsr 1) else !c lsr 1 done;
  !c)

let crc text =
  let c = ref 0xffffffff in
  String.iter (fun x -> c := crc_table.((!c lxor Char.code x) land 255) lxor (!c lsr 8)) text;
  !c lxor 0xffffffff

(* Of codes by their lengths: how many there are of every length, and the symbols in their order. *)
let huffman lengths =
  let count = Array.make 16 0 and next = Array.make 17 0 in
  Array.iter (fun n -> count.(n) <- count.(n) + 1) lengths;
  count.(0) <- 0;
  for n = 1 to 15 do next.(n + 1) <- next.(n) + count.(n) done;
  let symbols = Array.make (max 1 next.(16)) 0 in
  Array.iteri (fun symbol n -> if n > 0 then (symbols.(next.(n)) <- symbol; next.(n) <- next.(n) + 1)) lengths;
  let left = ref 1 in
  for n = 1 to 15 do left := 2 * !left - count.(n); if !left < 0 then fail () done;
  (count, symbols)

let bases start extra = (* lengths, or distances, of every symbol: where they start, and their extra bits *)
  let at = ref start in
  Array.map (fun bits -> let base = !at in at := base + (1 lsl bits); (base, bits)) extra

let lengths =
  let table = bases 3 [|0;0;0;0;0;0;0;0;1;1;1;1;2;2;2;2;3;3;3;3;4;4;4;4;5;5;5;5;0|] in
  table.(28) <- (258, 0);
  table

let distances = bases 1 [|0;0;0;0;1;1;2;2;3;3;4;4;5;5;6;6;7;7;8;8;9;9;10;10;11;11;12;12;13;13|]

let gunzip most data =
  let at = ref 0 and bit = ref 0 in
  let byte () = if !at >= String.length data then fail () else (incr at; Char.code data.[!at - 1]) in
  let rec bits n = (* the next n, the least significant first *)
    if n = 0 then 0 else begin
      if !at >= String.length data then fail ();
      let b = (Char.code data.[!at] lsr !bit) land 1 in
      if !bit = 7 then (bit := 0; incr at) else incr bit;
      let rest = bits (n - 1) in
      b lor (rest lsl 1)
    end in
  let symbol (count, symbols) =
    let rec go n code first index =
      if n > 15 then fail () else
      let code = code lor bits 1 in
      if code - count.(n) < first then symbols.(index + code - first)
      else go (n + 1) (2 * code) (2 * (first + count.(n))) (index + count.(n)) in
    go 1 0 0 0 in
  if byte () <> 31 || byte () <> 139 || byte () <> 8 then fail ();
  let flags = byte () in
  if flags land 0xe0 <> 0 then fail ();
  for _ = 1 to 6 do ignore (byte ()) done;
  if flags land 4 <> 0 then (let n = byte () in let n = n + 256 * byte () in for _ = 1 to n do ignore (byte ()) done);
  let skip_text () = while byte () <> 0 do () done in
  if flags land 8 <> 0 then skip_text ();
  if flags land 16 <> 0 then skip_text ();
  if flags land 2 <> 0 then (let a = byte () in let c = a + 256 * byte () in
    if c <> crc (String.sub data 0 (!at - 2)) land 0xffff then fail ());
  let out = Buffer.create (1 lsl 16) in
  let room n = if Buffer.length out + n > most then failwith "more bytes than any certificate that this checker takes" in
  let rec inflate_codes literal distance =
    match symbol literal with
    | 256 -> ()
    | s when s < 256 -> room 1; Buffer.add_char out (Char.chr s); inflate_codes literal distance
    | s ->
      if s > 285 then fail ();
      let base, extra = lengths.(s - 257) in
      let length = base + bits extra in
      let s = symbol distance in
      if s > 29 then fail ();
      let base, extra = distances.(s) in
      let back = base + bits extra in
      if back > Buffer.length out || back > 32768 then fail ();
      room length;
      for _ = 1 to length do Buffer.add_char out (Buffer.nth out (Buffer.length out - back)) done;
      inflate_codes literal distance in
  let dynamic () =
    let literals = 257 + bits 5 in
    let all = literals + 1 + bits 5 in
    let order = [|16;17;18;0;8;7;9;6;10;5;11;4;12;3;13;2;14;1;15|] and first = Array.make 19 0 in
    let count = 4 + bits 4 in
    if literals > 286 || all - literals > 30 then fail ();
    for i = 0 to count - 1 do first.(order.(i)) <- bits 3 done;
    let first = huffman first and found = Array.make all 0 and n = ref 0 in
    let repeat value times =
      if !n + times > all then fail ();
      for _ = 1 to times do found.(!n) <- value; incr n done in
    while !n < all do
      match symbol first with
      | 16 -> if !n = 0 then fail (); let value = found.(!n - 1) in repeat value (3 + bits 2)
      | 17 -> repeat 0 (3 + bits 3)
      | 18 -> repeat 0 (11 + bits 7)
      | value -> repeat value 1
    done;
    if found.(256) = 0 then fail ();
    inflate_codes (huffman (Array.sub found 0 literals)) (huffman (Array.sub found literals (all - literals))) in
  let rec blocks () =
    let last = bits 1 = 1 in
    (match bits 2 with
     | 0 ->
       if !bit > 0 then (bit := 0; incr at);
       let a = byte () in let n = a + 256 * byte () in
       let a = byte () in let m = a + 256 * byte () in
       if n <> m lxor 0xffff then fail ();
       room n;
       for _ = 1 to n do Buffer.add_char out (Char.chr (byte ())) done
     | 1 -> inflate_codes (huffman (Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8)))
              (huffman (Array.make 30 5))
     | 2 -> dynamic ()
     | _ -> fail ());
    if not last then blocks () in
  blocks ();
  if !bit > 0 then (bit := 0; incr at);
  let four () = let a = byte () in let b = byte () in let c = byte () in let d = byte () in
    a lor (b lsl 8) lor (c lsl 16) lor (d lsl 24) in
  let text = Buffer.contents out in
  if four () <> crc text then fail ();
  if four () <> String.length text land 0xffffffff then fail ();
  if !at < String.length data then failwith "something follows the gzip member";
  text
