(** What a tree is, what it means that it solves a game, and what it costs. *)
From Coq Require Import List ZArith.
Import ListNotations.
From Treebuild Require Import Game.

(** A tree guesses a code and has, for every reply, a tree with which it goes on; or it stops. *)
Inductive tree (g : game) :=
| Stop
| Guess (x : code g) (next : reply g -> tree g).
Arguments Stop {g}.
Arguments Guess {g}.

Section Trees.
  Context {g : game}.

  (** The candidates that give this reply to a guess. *)
  Definition part (candidates : list (secret g)) (x : code g) (r : reply g) : list (secret g) :=
    filter (fun s => if same g (answer g x s) r then true else false) candidates.

  Definition may_guess (candidates : list (secret g)) (x : code g) : Prop :=
    In x (codes g) /\ (candidates_only g = true -> exists s, In s candidates /\ answer g x s = win g).

  (** Any tree solves the empty set. A tree solves another set if it may make its guess there and, for every reply that
      does not win, its tree for that reply solves the candidates that give it. *)
  Fixpoint solves_set (candidates : list (secret g)) (t : tree g) : Prop :=
    candidates = [] \/
    match t with
    | Stop => False
    | Guess x next => may_guess candidates x /\ forall r, r <> win g -> solves_set (part candidates x r) (next r)
    end.

  (** How many guesses a tree makes for a secret. *)
  Fixpoint guesses (t : tree g) (s : secret g) : nat :=
    match t with
    | Stop => 0
    | Guess x next => if same g (answer g x s) (win g) then 1 else S (guesses (next (answer g x s)) s)
    end.
End Trees.

(** A tree of the game: one that solves all secrets. *)
Definition solves (g : game) (t : tree g) : Prop := solves_set (secrets g) t.

(** What a tree costs in all, if a secret that takes n guesses costs [c n]. *)
Definition cost (g : game) (c : nat -> Z) (t : tree g) : Z :=
  fold_right Z.add 0%Z (map (fun s => c (guesses t s)) (secrets g)).

(** The total: the guesses that it makes for all secrets together. *)
Definition total (g : game) (t : tree g) : Z := cost g Z.of_nat t.

(** How many secrets take more than k guesses. *)
Definition later_than (k : nat) (g : game) (t : tree g) : Z := cost g (fun n => if (n <=? k)%nat then 0%Z else 1%Z) t.

(** No secret takes more than k guesses. *)
Definition at_most (k : nat) (g : game) (t : tree g) : Prop := forall s, In s (secrets g) -> (guesses t s <= k)%nat.
