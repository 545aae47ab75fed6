(* Extraction writes integers as Uint63.of_int (7). *)
external of_int : int -> int = "%identity"
