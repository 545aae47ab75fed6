(** Members ("Bounds that a checker works out by itself" of schema/proof.md). A member that is given a different reply
    by every candidate costs what Fill says at least, so that Members says more only where there is none. *)
From Coq Require Import List ZArith Lia.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Fill.
Open Scope Z_scope.

Section Members.
  Context {g : game} (e : setting g).

  (** Two candidates give the same reply. *)
  Definition unsplit (S : list (secret g)) (x : code g) : Prop :=
    exists s s', In s S /\ In s' S /\ s <> s' /\ answer g x s = answer g x s'.

  Lemma list_sum_lt {A} (f h : A -> nat) l a : (forall x, In x l -> (f x <= h x)%nat) -> In a l -> (f a < h a)%nat ->
    (list_sum (map f l) < list_sum (map h l))%nat.
  Proof.
    induction l as [|b l IH]; simpl; intros H Ha Hf; [contradiction|].
    pose proof (H b (or_introl eq_refl)). specialize (IH (fun x Hx => H x (or_intror Hx))).
    pose proof (list_sum_le f h l (fun x Hx => H x (or_intror Hx))).
    unfold list_sum in *. destruct Ha as [->|Ha]; [lia|]. specialize (IH Ha Hf). lia.
  Qed.

  Lemma parts_of_unsplit S x : set_of g S -> In x (codes g) -> wins_against S x = 1%nat -> unsplit S x ->
    (parts e S x <= length S - 2)%nat.
  Proof.
    intros [Hn Hi] Hx Hw (s & s' & Hs & Hs' & D & E). pose proof (length_by_part e S x Hi Hx) as Hl.
    assert (Ho : In (answer g x s) (others e)).
    { destruct (others_all _ e x s Hx (Hi _ Hs)) as [W|Ho]; [|assumption]. exfalso. apply D.
      apply (wins_one _ e x); try apply Hi; congruence || assumption. }
    assert (H : (parts e S x < list_sum (map (fun r => length (part S x r)) (others e)))%nat); [|lia].
    apply list_sum_lt with (a := answer g x s); [|assumption|].
    - intros r _. destruct (part S x r); simpl; lia.
    - assert (P : In s (part S x (answer g x s))) by (apply in_part; tauto).
      assert (P' : In s' (part S x (answer g x s))) by (apply in_part; auto).
      destruct (part S x (answer g x s)) as [|a [|b l]]; simpl in *; try tauto; [|lia].
      destruct P as [->|[]], P' as [->|[]]. contradiction.
  Qed.

  Theorem lower_members k S : set_of g S -> (2 <= length S)%nat ->
    (forall x, In x (codes g) -> wins_against S x = 1%nat -> unsplit S x) ->
    let n := Z.of_nat (length S) in
    lower e k S (Z.min (n * rate e (k + 2)) (rate e (k + 1) + (n - 2) * rate e (k + 2) + rate e (k + 3))).
  Proof.
    intros HS Hlen H n. assert (D : S <> []) by (intros ->; simpl in Hlen; lia).
    apply lower_of_refuted; [assumption|]. intros x [Hx _]. right.
    pose proof (wins_at_most_one e S x HS Hx) as Hw.
    assert (C : wins_against S x = 0%nat \/ wins_against S x = 1%nat) by lia. destruct C as [C|C].
    - pose proof (refuted_by_shape e 0 k S x 0 0 0 D HS) as R. eapply refuted_le; [|apply R; lia].
      unfold fill. simpl. rewrite Nat.sub_0_r. fold n. lia.
    - pose proof (parts_of_unsplit S x HS Hx C (H x Hx C)) as Hp.
      pose proof (refuted_by_shape e 1 k S x 0 1 (length S - 2) D HS) as R. eapply refuted_le; [|apply R; lia].
      unfold fill. cbn [excess]. replace (Datatypes.S (k + 2)) with (k + 3)%nat by lia.
      replace (length S - 1 - (length S - 2))%nat with 1%nat by lia.
      rewrite Nat2Z.inj_sub by lia. fold n. lia.
  Qed.
End Members.
