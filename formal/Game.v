(** What a guessing game is. With Tree.v, these are all the definitions that it takes to read the theorems of Results.v
    but [fifty_sevens], which speaks of the checker too. *)
From Coq Require Import List Arith Bool.
Import ListNotations.

(** A game has codes that may be guessed, secrets, and a reply to every code and secret. One reply wins. Where
    [candidates_only] holds, a guess has to win against one of the candidates, which are the secrets still possible. *)
Record game := Game {
  code : Type;
  secret : Type;
  reply : Type;
  codes : list code;
  secrets : list secret;
  answer : code -> secret -> reply;
  win : reply;
  same : forall r r' : reply, {r = r'} + {r <> r'};
  candidates_only : bool
}.

(** ** Bulls and Cows, and Mastermind

    A sequence is a list of symbols, of a type whose members can be told apart. *)
Section Sequences.
  Variable symbol : Type.
  Variable eq : forall x y : symbol, {x = y} + {x <> y}.

  (** Bulls: the pegs at which guess and secret agree. *)
  Fixpoint bulls (guess secret : list symbol) : nat :=
    match guess, secret with
    | x :: guess', y :: secret' => (if eq x y then 1 else 0) + bulls guess' secret'
    | _, _ => 0
    end.

  (** The symbols that guess and secret have in common, each counted as often as both have it. *)
  Definition common (symbols guess secret : list symbol) : nat :=
    list_sum (map (fun x => Nat.min (count_occ eq guess x) (count_occ eq secret x)) symbols).

  (** All sequences of so many symbols. *)
  Fixpoint sequences (pegs : nat) (symbols : list symbol) : list (list symbol) :=
    match pegs with
    | O => [[]]
    | S pegs' => flat_map (fun x => map (cons x) (sequences pegs' symbols)) symbols
    end.

  (** Those without a repeated symbol. *)
  Fixpoint arrangements (pegs : nat) (symbols : list symbol) : list (list symbol) :=
    match pegs with
    | O => [[]]
    | S pegs' => flat_map (fun x => map (cons x) (arrangements pegs' (remove eq x symbols))) symbols
    end.
End Sequences.

Arguments bulls {symbol}.
Arguments common {symbol}.
Arguments sequences {symbol}.
Arguments arrangements {symbol}.

(** A reply of so many bulls and cows: cows are the symbols in common that are no bulls. *)
Definition bulls_cows (symbols : nat) (guess secret : list nat) : nat * nat :=
  let b := bulls Nat.eq_dec guess secret in
  (b, common Nat.eq_dec (seq 0 symbols) guess secret - b).

Definition same_pair (r r' : nat * nat) : {r = r'} + {r <> r'}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition bulls_cows_game (pegs symbols : nat) (codes secrets : list (list nat)) (candidates_only : bool) : game :=
  {| code := list nat; secret := list nat; reply := nat * nat;
     codes := codes; secrets := secrets;
     answer := bulls_cows symbols; win := (pegs, 0); same := same_pair; candidates_only := candidates_only |}.

(** Mastermind: four pegs, six colours, which may be repeated. *)
Definition mastermind : game :=
  let all := sequences 4 (seq 0 6) in bulls_cows_game 4 6 all all false.

(** Bulls and Cows: four different digits. *)
Definition bulls_and_cows : game :=
  let all := arrangements Nat.eq_dec 4 (seq 0 10) in bulls_cows_game 4 10 all all false.
