(** That [solves] says what it should: played against a secret, a tree that solves the game comes to the reply that wins, and
    makes a guess at least. The theorems do not use this file; it is for those who ask whether the definition is too weak. *)
From Coq Require Import Lia List.
From Treebuild Require Import Game Tree.

Section Adequate.
  Context {g : game}.

  (** Play comes to the reply that wins. *)
  Fixpoint finds (t : tree g) (s : secret g) : Prop :=
    match t with
    | Stop => False
    | Guess x next => answer g x s = win g \/ finds (next (answer g x s)) s
    end.

  Lemma finds_of_set t : forall candidates, solves_set candidates t -> forall s, In s candidates -> finds t s.
  Proof.
    induction t as [|x next IH]; intros candidates H s I; simpl in *; destruct H as [->|H]; try contradiction.
    destruct H as [_ H]. destruct (same g (answer g x s) (win g)) as [E|N]; [now left|right].
    apply (IH _ _ (H _ N)). unfold part. apply filter_In. split; [exact I|].
    now destruct (same g (answer g x s) (answer g x s)).
  Qed.

  Theorem solves_finds t : solves g t -> forall s, In s (secrets g) -> finds t s.
  Proof. exact (finds_of_set t (secrets g)). Qed.

  Theorem solves_guesses t : solves g t -> forall s, In s (secrets g) -> 1 <= guesses t s.
  Proof.
    intros H s I. unfold solves in H. destruct t; simpl in *; destruct H as [E|H]; try (rewrite E in I); try contradiction.
    destruct (same g _ _); lia.
  Qed.
End Adequate.
