(* treecheck-verified: reads a certificate (schema/proof.md), has it checked by what Coq extracts from formal/, and prints
   what that proves. Reading the header and printing are not verified: this file and gunzip.ml are to be believed. *)
open Checker

let max_int = Stdlib.max_int
let max = Stdlib.max
let min = Stdlib.min (* not those of the checker *)

exception Refused of string
let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

let rec nat n = if n = 0 then O else S (nat (n - 1))

(* ---- Header ------------------------------------------------------------------------------------------------------ *)
type header = {
  title : string; pegs : int; symbols : int; codes : string list; secrets : string list; rule : string list;
  only : bool; costs : (string * int list) list; bound : (string * int) list
}

let lines text = (* of the header, and the place where the body begins *)
  let rec go at found =
    match String.index_from_opt text at '\n' with
    | None -> refuse "header: not lines, or too long"
    | Some stop ->
      let line = String.sub text at (stop - at) in
      String.iter (fun c -> if c < ' ' || c > '~' then refuse "header: not lines, or too long") line;
      if line = "body" then (List.rev found, stop + 1) else go (stop + 1) (line :: found) in
  go 0 []

let integer text least most =
  let n = String.length text in
  let digits = n > 0 && n <= 19 && (let ok = ref true in String.iter (fun c -> if c < '0' || c > '9' then ok := false) text; !ok) in
  if not digits || (n > 1 && text.[0] = '0') then refuse "header: %S, expected a number" text;
  let value = ref 0 in
  String.iter (fun c ->
    let digit = Char.code c - 48 in
    if !value > (max_int - digit) / 10 then refuse "header: numbers too large for this checker";
    value := !value * 10 + digit) text;
  if !value < least || !value > most then refuse "header: %s, expected %d to %d" text least most;
  !value

let header_of lines =
  let left = ref lines in
  let field key = match !left with
    | line :: rest when String.length line > String.length key && String.sub line 0 (String.length key + 1) = key ^ " " ->
      left := rest;
      let n = String.length key + 1 in String.sub line n (String.length line - n)
    | line :: _ -> refuse "header: %S, expected %s" line key
    | [] -> refuse "header: it ends, expected %s" key in
  let words key = String.split_on_char ' ' (field key) in
  (match field "treebuild proof" with
   | "1" -> ()
   | "2" -> refuse "version 2, of weights: this checker takes version 1 alone"
   | "3" -> refuse "version 3, of rules and costs of guesses: this checker takes version 1 alone"
   | other -> refuse "header: version %s" other);
  let title = field "game" in
  if String.length title > 64 || title = "" || String.contains title ' ' then refuse "header: game %S" title;
  let pegs = integer (field "pegs") 0 16 in
  let symbols = integer (field "symbols") 0 64 in
  let codes = words "codes" in
  let secrets = words "secrets" in
  let rule = words "rule" in
  let only = match field "guesses" with "all" -> false | "candidates" -> true | other -> refuse "header: guesses %s" other in
  let rec costs found = match !left with
    | line :: _ when List.length found < 8 && String.length line > 6 && String.sub line 0 6 = "costs " ->
      let text = field "costs" in
      let numbers = List.map (fun word -> integer word 0 max_int) (String.split_on_char ' ' text) in
      if List.length numbers > 64 || (found <> [] && List.length numbers <> List.length (snd (List.hd found)))
      then refuse "header: costs %s" text;
      costs ((text, numbers) :: found)
    | _ -> List.rev found in
  let costs = costs [] in
  if costs = [] then refuse "header: expected costs";
  let bound = List.map (fun word -> (word, integer word 0 max_int)) (words "bound") in
  if List.length bound <> List.length costs then refuse "header: a bound for every line of costs is expected";
  if !left <> [] then refuse "header: %S, expected body" (List.hd !left);
  { title; pegs; symbols; codes; secrets; rule; only; costs; bound }

(* ---- Codes and secrets ------------------------------------------------------------------------------------------- *)
let symbols_of n = List.init n nat

let rec power a = function 0 -> 1 | n -> if power a (n - 1) > 65536 then 65537 else a * power a (n - 1)
let rec falling a = function 0 -> 1 | n -> if falling (a - 1) (n - 1) > 65536 then 65537 else max a 0 * falling (a - 1) (n - 1)

let count what words pegs symbols =
  let n = match words with
    | ["any"] -> power symbols pegs
    | ["distinct"] -> falling symbols pegs
    | ["list"; n] -> integer n 1 65536
    | _ -> refuse "header: %s %s" what (String.concat " " words) in
  if n < 1 || n > 65536 then refuse "header: %s: %d of them, expected 1 to 65536" what n;
  n

let rec equal_nat a b = match a, b with O, O -> true | S a, S b -> equal_nat a b | _ -> false

let sequences_of words n pegs symbols bytes =
  match words with
  | ["any"] -> sequences (nat pegs) (symbols_of symbols)
  | ["distinct"] -> arrangements equal_nat (nat pegs) (symbols_of symbols)
  | _ -> List.init n (fun _ -> List.init pegs (fun _ ->
      let y = bytes () in if y >= symbols then refuse "a byte of %d where only lower ones than %d can be" y symbols; nat y))

(* ---- Result ------------------------------------------------------------------------------------------------------ *)
let late line =
  let zeros = List.length (List.filter ((=) 0) line) in
  if zeros > 0 && zeros < List.length line && line = List.init (List.length line) (fun i -> if i < zeros then 0 else 1)
  then zeros else 0

let theorem header =
  let lines = List.combine header.costs header.bound in
  let kept = List.filter_map (fun ((_, line), (_, bound)) -> if bound = 0 && late line > 0 then Some (late line) else None) lines in
  let sums = List.filter_map (fun ((text, line), (bound, value)) ->
    if late line > 0 && value = 0 then None
    else if line = List.init (List.length line) (fun i -> i + 1) then Some (Printf.sprintf "a total of at least %s guesses" bound)
    else if late line > 0 then
      Some (Printf.sprintf "at least %s secret%s more than %d guesses" bound (if value = 1 then " that takes" else "s that take") (late line))
    else Some (Printf.sprintf "a cost of at least %s by %s" bound text)) lines in
  Printf.sprintf "every tree of %s%s%s has %s" header.title (if header.only then " that guesses candidates only" else "")
    (if kept = [] then "" else Printf.sprintf " in which no secret takes more than %d guesses" (List.fold_left min 99 kept))
    (String.concat "; if no more, then " sums)

let described header codes secrets = (* the game, as the header has it *)
  let kind words = match words with "list" :: _ -> "listed" | words -> List.hd words in
  Printf.sprintf "    pegs: %d, symbols: %d, codes: %d %s, secrets: %d %s, rule: %s" header.pegs header.symbols codes
    (kind header.codes) secrets (kind header.secrets) (List.hd header.rule)

let complaint = function
  | No_game -> "this is no game that this checker takes: a code that wins against two secrets, a secret without a code, or an item twice"
  | Bytes_left -> "something follows the first claim"
  | Ends_early -> "the body ends too early"
  | Number_too_large -> "a number too large"
  | Number_too_long -> "a number takes more bytes than it needs"
  | Too_many_images -> "more than 4096 images"
  | No_permutation -> "an image is no permutation"
  | No_symmetry -> "an image is no symmetry of codes and secrets"
  | Not_onto_itself -> "an image does not map the candidates onto themselves"
  | Bound_too_large -> "header: the bound of a line of costs is more than all secrets can cost"
  | Costs_fall -> "header: costs fall"
  | Bound_of_nothing -> "header: a bound of 0 says nothing"
  | Costs_too_large -> "header: numbers too large for this checker"
  | No_such_code x -> Printf.sprintf "%d is no code" x
  | Tells_nothing x -> Printf.sprintf "code %d is listed, which may not be guessed or tells nothing" x
  | No_such_part (_, r) -> Printf.sprintf "reply %d is listed, which wins or does not occur" r
  | Too_deep -> "more than 64 guesses deep"
  | Costs_less (x, cost, amount) -> Printf.sprintf "the guess %d costs at least %d, and not %d" x cost amount

let most_claims = 1 lsl 24 (* bytes, which a list holds; those in trees/ have 411,408 at most *)
let most_bytes = 1 lsl 29 + 1 lsl 25 (* of a file: a table of replies of the largest game, lists, and claims *)

let check_text text =
  let lines, start = lines text in
  let header = header_of lines in
  let at = ref start in
  let byte () = if !at >= String.length text then refuse "the body ends too early" else (incr at; Char.code text.[!at - 1]) in
  let rest () =
    if String.length text - !at > most_claims then refuse "more than %d bytes of claims: too many for this checker" most_claims;
    List.init (String.length text - !at) (fun i -> Char.code text.[!at + i]) in
  let table = match header.rule with "table" :: _ -> true | _ -> false in
  if table <> (header.pegs = 0) || table <> (header.symbols = 0) then refuse "header: with rule table alone, pegs and symbols are 0";
  let listed words = match words with ["list"; _] -> true | _ -> false in
  if table && not (listed header.codes && listed header.secrets) then refuse "header: no lists with rule table";
  let codes = count "codes" header.codes header.pegs header.symbols in
  let secrets = count "secrets" header.secrets header.pegs header.symbols in
  if codes * secrets > 1 lsl 29 then refuse "header: codes times secrets are more than %d" (1 lsl 29);
  let lines = List.map (fun (_, line) -> 0 :: line) header.costs and bound = List.map snd header.bound in
  match header.rule with
  | ["bulls-cows"] ->
    let code_list = sequences_of header.codes codes header.pegs header.symbols byte in
    let secret_list = sequences_of header.secrets secrets header.pegs header.symbols byte in
    (header, described header codes secrets,
     check_lines (nat header.pegs) (nat header.symbols) code_list secret_list header.only lines bound (rest ()))
  | ["table"; replies; win] ->
    let replies = integer replies 2 256 in
    let win = integer win 0 (replies - 1) in
    let rows = Array.init secrets (fun _ -> Array.make codes 0) in
    for x = 0 to codes - 1 do for s = 0 to secrets - 1 do
      let r = byte () in
      if r >= replies then refuse "a byte of %d where only lower ones than %d can be" r replies;
      rows.(s).(x) <- r done done;
    let persistent default items = store (Array.to_list items) 0 (Primitives.make (Array.length items) default) in
    let rows = persistent (Primitives.make 0 0) (Array.map (persistent 0) rows) in
    (header, described header codes secrets,
     check_table_lines codes secrets replies win header.only rows lines bound (rest ()))
  | ["bulls"] -> refuse "rule bulls: this checker takes bulls-cows and table"
  | _ -> refuse "header: rule %s" (String.concat " " header.rule)

let check_file name =
  let data = try let source = open_in_bin name in
      let data = really_input_string source (in_channel_length source) in close_in source; data
    with Sys_error _ | End_of_file -> refuse "it cannot be opened" in
  match check_text (Gunzip.gunzip most_bytes data) with
  | header, game, Ok _ -> Printf.printf "%s: checked: %s\n%s\n%!" name (theorem header) game
  | _, _, Bad (why, way) ->
    refuse "%s%s" (complaint why) (String.concat "" (List.mapi (fun i (x, r) ->
      Printf.sprintf "%s#%d %d" (if i = 0 then ", at " else " ") x r) way))

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 }; (* words; in 8 % less time *)
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] || (List.hd files <> "" && (List.hd files).[0] = '-') then (prerr_endline "usage: treecheck-verified FILE..."; exit 2);
  List.iter (fun name ->
    try check_file name with
    | Refused text | Failure text -> flush stdout; Printf.eprintf "%s: refused: %s\n" name text; exit 1
    | Stack_overflow | Out_of_memory -> flush stdout; Printf.eprintf "%s: refused: the game takes more memory than there is\n" name; exit 1) files
