
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : nat -> nat -> nat

val sub : nat -> nat -> nat

val max : nat -> nat -> nat

type positive =
| XI of positive
| XO of positive
| XH

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Nat :
 sig
  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val ltb : nat -> nat -> bool
 end

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive
 end

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val mul : z -> z -> z

  val pow_pos : z -> positive -> z

  val pow : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val max : z -> z -> z

  val to_nat : z -> nat

  val of_nat : nat -> z
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val last : 'a1 list -> 'a1 -> 'a1

val remove : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> 'a1 list

val rev : 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val skipn : nat -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

val list_max : nat list -> nat

val size : nat

val digits : int

val max_int : int

val is_zero : int -> bool

val is_even : int -> bool

val bit : int -> int -> bool

val opp : int -> int

val to_Z_rec : nat -> int -> z

val to_Z : int -> z

val of_pos_rec : nat -> positive -> int

val of_pos : positive -> int

val of_Z : z -> int

type 'a array = 'a Primitives.t



val sequences : nat -> 'a1 list -> 'a1 list list

val arrangements : ('a1 -> 'a1 -> bool) -> nat -> 'a1 list -> 'a1 list list

val max0 : int -> int -> int

val min : int -> int -> int

val count : nat -> int -> int list

val range : int -> int list

val size_from : 'a1 list -> int -> int

val size0 : 'a1 list -> int

val put : int list -> (int -> 'a1) -> 'a1 array -> 'a1 array

val init : int -> 'a1 -> (int -> 'a1) -> 'a1 array

val counted : ('a1 -> int) -> 'a1 list -> int array -> int array

val keyed : ('a1 -> int) -> 'a1 list -> 'a1 list array -> 'a1 list array

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

val ans : tables -> int -> int -> int

val shape : tables -> (int -> bool) -> int list -> int

val low_bit : int -> int -> bool

val rate_int : tables -> nat -> int

val tally : int -> int -> int -> int array list -> int -> int -> int * int

val tallied : int -> int -> (int * int) -> int -> int

val fill_int : int -> int list -> int -> int -> int -> int

val distinct : int list -> bool

val common_bits : int array list -> int -> int -> int

val common_bits4 :
  int array list -> int -> int -> int -> int -> int -> int -> int -> int ->
  ((int * int) * int) * int

val sizes : tables -> int list -> int -> int array

val split : tables -> int list -> int -> int list array

val bound0 : tables -> int list -> int list -> int -> int -> int

val no_shapes : tables -> int list array

val idle : tables -> int -> bool

val add0 : tables -> int -> int -> int -> int list array -> int list array

val add_cell :
  tables -> int -> packing -> int -> ((int * int) * int) list -> int list
  array -> int list array

val add_cells :
  tables -> int -> packing -> int array list -> (int * ((int * int) * int)
  list) list -> int list array -> int list array

val shape_of : tables -> int list -> int -> int

val add_codes :
  tables -> int -> int list -> int list -> int list array -> int list array

val by_shape : tables -> int -> int list -> int list array

val shapes : tables -> ((int * int) * int) list

val width_of : tables -> int -> int list array -> int

val shape_bound : tables -> int list -> int -> int -> int -> int -> int

val floor_of : tables -> int list -> int -> int -> int -> int

val filled : tables -> int list -> int -> int -> int array

val fields : tables -> int

val field_width : tables -> int

val few : tables -> int list -> int -> int array list option

val count_of :
  tables -> int array list option -> int list -> int -> int -> int

val guess_fill :
  tables -> int -> int array -> int array list option -> int list -> int ->
  int

val guess_bound0 :
  tables -> int -> int list -> int list -> int -> int -> int -> int

val least_of :
  tables -> int -> int list -> int array -> int array list option -> int list
  -> int -> int list -> int -> int

val least_of_shapes :
  tables -> int list -> int array -> int array list option -> int list -> int
  -> int -> int -> int list array -> ((int * int) * int) list -> int -> int

val bound1 : tables -> int list -> int list -> int -> int -> int

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

val byte : int list -> (int * int list) result

val number_from : nat -> int -> int -> int list -> (int * int list) result

val number : int list -> (int * int list) result

val bytes : nat -> int list -> (int list * int list) result

val to_nat0 : int -> nat

type sequences0 = { pegs : nat; symbols : int; code_number : int;
                    secret_number : int; code_of : int list array;
                    secret_of : int list array; code_table : int list array;
                    secret_table : int list array; classes : int array }

val same_list : int list -> int list -> bool

val slots : int

val hash : int -> int list -> int

val table_of : int -> int list array -> int -> int list array

val place_of : int -> int list array -> int list array -> int list -> int

val act : nat list -> int array -> int list -> int list

val image_of :
  sequences0 -> int list array -> int list array -> int -> nat list -> int
  array -> int array

val is_image :
  int list array -> int -> nat list -> int array -> int array -> bool

val once : int list -> bool

val is_permutation : sequences0 -> nat list -> int array -> bool

val symmetry :
  sequences0 -> nat list -> int array -> (int array * int array) option

val marks : int list -> bool array -> bool array

val onto_itself : sequences0 -> int list -> int array -> bool

val exchange : sequences0 -> int -> int -> int array

val root : nat -> int array -> int -> int

val join : nat -> int array -> int list -> int array -> int array

val flatten : int list -> int array -> int array

val marks_all : int list array -> int list -> bool array -> bool array

val exchanges : sequences0 -> bool array -> (int * int) list

val found : sequences0 -> int list -> int list -> (int * int) list

val place_in : nat -> int list -> nat

val code_count : tables -> nat

val joined : tables -> int array -> int array -> int array

val join_found :
  tables -> sequences0 -> int list -> (int * int) list -> int array -> int
  array

val join_listed :
  tables -> sequences0 -> nat -> int list -> int array -> int list -> (int
  array * int list) result

val all_above :
  tables -> sequences0 option -> int list -> int list -> int list -> (int
  array * int list) result

type item = (int list * bool) * int

val sum_of : item list -> int

val improve : tables -> int list -> int -> int -> item list -> int -> int

val amount_of : (int * int) list -> int -> int option

val reach :
  tables -> int -> int list -> int list -> int -> int -> int -> (int * int)
  list -> int

val listed_parts :
  tables -> (nat -> int list -> int -> (int * int) list -> int list -> int
  list result) -> nat -> (int * int) list -> nat -> int -> int -> int list
  array -> (int * int) list -> int list -> ((int * int) list * int list)
  result

val listed_guesses :
  tables -> (nat -> int list -> int -> (int * int) list -> int list -> int
  list result) -> nat -> int list -> int -> (int * int) list -> nat -> int ->
  int -> int array -> bool array -> int list -> (bool array * int list) result

val other_guesses :
  tables -> nat -> int list -> int -> (int * int) list -> int array -> int
  array list option -> int -> int array -> bool array -> int list -> unit
  result

val other_shapes :
  tables -> nat -> int list -> int -> (int * int) list -> int -> int -> int
  array -> int array list option -> int array -> bool array -> int list array
  -> ((int * int) * int) list -> unit result

val claim_step :
  tables -> sequences0 option -> (nat -> int list -> int -> (int * int) list
  -> int list -> int list result) -> nat -> int list -> int -> (int * int)
  list -> int list -> int list result

val claim :
  tables -> sequences0 option -> nat -> nat -> int list -> int -> (int * int)
  list -> int list -> int list result

val of_nat0 : nat -> int

val all_pairs : nat -> (nat * nat) list

val index_in : (nat * nat) list -> nat -> nat -> int -> int

val reply_table : nat -> (nat * nat) list -> int array array

val bulls_int : int list -> int list -> int -> int

val histogram : int -> int list -> (int * int) list

val common_int : (int * int) list -> int array -> int -> int

val row :
  int -> int -> int array array -> int list array -> (int * int) list array
  -> int list -> int array

val store : 'a1 list -> int -> 'a1 array -> 'a1 array

val exchange_keeps : sequences0 -> int -> int -> bool

val classes_of : sequences0 -> int array

val with_classes : sequences0 -> int array -> sequences0

val make_sequences :
  nat -> int -> int list list -> int list list -> sequences0

val is_good : sequences0 -> int list -> bool

val sequences_right : sequences0 -> bool

val with_packing : tables -> packing option -> tables

val make_packing : tables -> int -> int -> packing

val packing_right : tables -> int -> int -> packing -> bool

val rising : int list -> int -> bool

val store_wins :
  int -> int -> int array -> int list -> (int array * int array) -> int
  array * int array

val make_tables :
  int -> int -> int -> int -> bool -> int array array -> int list -> int ->
  tables

val tables_right : tables -> int -> int -> int -> bool

val pairs : nat -> (nat * nat) list

val seqs : nat -> nat -> nat list list -> nat list list -> sequences0

val tables_of : nat -> bool -> int list -> int -> sequences0 -> tables

val code_place : sequences0 -> nat list -> int

val secret_place : sequences0 -> nat list -> int

val low_symbols : nat -> nat list -> bool

val all_right :
  nat -> nat -> nat list list -> nat list list -> sequences0 -> tables -> bool

val check_tables :
  tables -> sequences0 option -> bool -> int -> int list -> unit result

val check :
  nat -> nat -> nat list list -> nat list list -> bool -> int list -> int ->
  int -> int list -> unit result

val check_table :
  int -> int -> int -> int -> bool -> int array array -> int list -> int ->
  int -> int list -> unit result

val weight : z list -> z

val encode : z list -> z list -> z

val line_cost : int list -> nat -> z

val line_most : int list -> z

val tops : int list list -> z -> z list

val combined_cost : int list list -> z -> nat -> z

val combined_bound : int list list -> int list -> z -> z

val longest : int list list -> nat

val limit : z

val rising_to : int list list -> z -> nat -> bool

val combined :
  int list list -> int list -> z -> (int list -> int -> int -> unit result)
  -> unit result

val check_lines :
  nat -> nat -> nat list list -> nat list list -> bool -> int list list ->
  int list -> int list -> unit result

val check_table_lines :
  int -> int -> int -> int -> bool -> int array array -> int list list -> int
  list -> int list -> unit result
