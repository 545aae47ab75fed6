(** What becomes of the checker in OCaml. Integers become those of OCaml, which have 63 bits too; arrays, persistent ones
    (primitives.ml). Everything else is translated as it is. *)
From Coq Require Import Extraction ExtrOcamlBasic Uint63 PArray List.
From Treebuild Require Import Game Ints Tables Claims Build Costs.

Extract Inlined Constant PrimInt63.int => "int".
Extract Inlined Constant PrimInt63.add => "( + )".
Extract Inlined Constant PrimInt63.sub => "( - )".
Extract Inlined Constant PrimInt63.mul => "( * )".
Extract Inlined Constant PrimInt63.div => "Primitives.div".
Extract Inlined Constant PrimInt63.mod => "Primitives.rem".
Extract Inlined Constant PrimInt63.lsl => "Primitives.shift_left".
Extract Inlined Constant PrimInt63.lsr => "Primitives.shift_right".
Extract Inlined Constant PrimInt63.land => "( land )".
Extract Inlined Constant PrimInt63.lor => "( lor )".
Extract Inlined Constant PrimInt63.eqb => "Primitives.equal".
Extract Inlined Constant PrimInt63.ltb => "Primitives.less".
Extract Inlined Constant PrimInt63.leb => "Primitives.less_or_equal".
Extract Inlined Constant Uint63.eqs => "Primitives.equal".

Extract Constant PArray.array "'a" => "'a Primitives.t".
Extract Inlined Constant PArray.make => "Primitives.make".
Extract Inlined Constant PArray.get => "Primitives.get".
Extract Inlined Constant PArray.set => "Primitives.set".
Extract Inlined Constant PArray.length => "Primitives.length".
Extract Inlined Constant PArray.max_length => "Primitives.max_length".

Extraction "checker.ml" check_lines check_table_lines Game.sequences arrangements store.
