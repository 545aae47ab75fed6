(** Width and Fill ("Bounds that a checker works out by itself" of schema/proof.md). *)
From Coq Require Import List ZArith Lia.
Import ListNotations.
From Treebuild Require Import Game Tree Lower.
Open Scope Z_scope.

Definition some {A} (l : list A) : nat := match l with [] => 0 | _ => 1 end.

Section Fill.
  Context {g : game} (e : setting g).

  Lemma incl_part (S : list (secret g)) x r : incl (part S x r) S.
  Proof. intros s Hs. now apply in_part in Hs. Qed.

  Lemma part_incl (S S' : list (secret g)) x r : incl S' S -> incl (part S' x r) (part S x r).
  Proof. intros H s Hs. apply in_part in Hs. apply in_part. split; [now apply H|tauto]. Qed.

  (** The number of parts that do not win. *)
  Definition parts (S : list (secret g)) (x : code g) : nat :=
    list_sum (map (fun r => some (part S x r)) (others e)).

  (** A set is of width w if no guess makes more parts of it that do not win. *)
  Definition width (S : list (secret g)) (w : nat) : Prop := forall x, may_guess S x -> (parts S x <= w)%nat.

  Lemma list_sum_le {A} (f h : A -> nat) l : (forall x, In x l -> (f x <= h x)%nat) ->
    (list_sum (map f l) <= list_sum (map h l))%nat.
  Proof.
    induction l as [|a l IH]; simpl; intros H; [lia|].
    pose proof (H a (or_introl eq_refl)). specialize (IH (fun x Hx => H x (or_intror Hx))). unfold list_sum in *. lia.
  Qed.

  (** A part of a subset is a subset of a part. *)
  Lemma width_subset S S' w : incl S' S -> width S w -> width S' w.
  Proof.
    intros Hi Hw x [Hx Hc]. transitivity (parts S x).
    - apply list_sum_le. intros r _. pose proof (part_incl S S' x r Hi) as H.
      destruct (part S' x r) as [|a l]; simpl; [lia|].
      destruct (part S x r); [destruct (H a); now left|simpl; lia].
    - apply Hw. split; [assumption|]. intros E. destruct (Hc E) as (s & Hs & W). exists s. split; [now apply Hi|assumption].
  Qed.

  (** ** Fill

      Of n secrets at most m are solved by the d-th guess, m w by the next, and so on. What they cost more than if all
      were solved by the d-th guess: the levels that the first number counts are looked at. *)
  Fixpoint excess (levels d n m w : nat) : Z :=
    match levels with
    | O => 0
    | S levels => (rate e (S d) - rate e d) * Z.of_nat (n - m) + excess levels (S d) (n - m) (m * w) w
    end.

  Definition fill (levels d n m w : nat) : Z := Z.of_nat n * rate e d + excess levels d n m w.

  Lemma excess_mono levels : forall d n n' m m' w, (n <= n')%nat -> (m' <= m)%nat ->
    excess levels d n m w <= excess levels d n' m' w.
  Proof.
    induction levels as [|levels IH]; intros d n n' m m' w Hn Hm; simpl; [lia|].
    assert (H : (n - m <= n' - m')%nat) by lia. specialize (IH (S d) _ _ (m * w)%nat (m' * w)%nat w H).
    pose proof (rate_up _ e d). nia.
  Qed.

  Lemma excess_pos levels : forall d n m w, 0 <= excess levels d n m w.
  Proof.
    induction levels as [|levels IH]; intros; simpl; [lia|]. specialize (IH (S d) (n - m)%nat (m * w)%nat w).
    pose proof (rate_up _ e d). nia.
  Qed.

  Lemma excess_add levels : forall d n n' m m' w,
    excess levels d (n + n') (m + m') w <= excess levels d n m w + excess levels d n' m' w.
  Proof.
    induction levels as [|levels IH]; intros d n n' m m' w; simpl; [lia|].
    assert (H : (n + n' - (m + m') <= (n - m) + (n' - m'))%nat) by lia.
    pose proof (rate_up _ e d).
    pose proof (excess_mono levels (S d) _ _ ((m + m') * w) ((m + m') * w) w H (Nat.le_refl _)).
    specialize (IH (S d) (n - m)%nat (n' - m')%nat (m * w)%nat (m' * w)%nat w).
    rewrite Nat.mul_add_distr_r in *. nia.
  Qed.

  Lemma excess_none levels : forall d m w, excess levels d 0 m w = 0.
  Proof. induction levels as [|levels IH]; intros; simpl; [reflexivity|]. rewrite IH. lia. Qed.

  Lemma fill_sum {A} levels d w (P : A -> list (secret g)) rs :
    fill levels d (list_sum (map (fun r => length (P r)) rs)) (list_sum (map (fun r => some (P r)) rs)) w
    <= zsum (map (fun r => fill levels d (length (P r)) 1 w) rs).
  Proof.
    induction rs as [|r rs IH]; [unfold fill; simpl; rewrite excess_none; change (zsum []) with 0; lia|].
    simpl. rewrite zsum_cons. unfold fill in *.
    pose proof (excess_add levels d (length (P r)) (list_sum (map (fun r => length (P r)) rs)) (some (P r))
      (list_sum (map (fun r => some (P r)) rs)) w) as H.
    assert (E : excess levels d (length (P r)) (some (P r)) w = excess levels d (length (P r)) 1 w).
    { destruct (P r); simpl length; [now rewrite !excess_none|reflexivity]. }
    unfold list_sum in *. lia.
  Qed.

  Lemma length_by_part S x : incl S (secrets g) -> In x (codes g) ->
    length S = (wins_against S x + list_sum (map (fun r => length (part S x r)) (others e)))%nat.
  Proof.
    intros HS Hx. pose proof (sum_by_part e (fun _ => 1) S x HS Hx) as H. rewrite !zsum_map_const in H.
    assert (E : forall rs, zsum (map (fun r => zsum (map (fun _ => 1) (part S x r))) rs)
      = Z.of_nat (list_sum (map (fun r => length (part S x r)) rs))).
    { induction rs; [reflexivity|]. cbn [map]. rewrite zsum_cons, zsum_map_const, IHrs. simpl. unfold list_sum. lia. }
    rewrite E in H. unfold wins_against. lia.
  Qed.

  (** A guess that makes so many parts that do not win, and the trees after it, cost at least this; with more parts, or
      if it wins, it is less. *)
  Lemma fill_of_guess levels k S x next w v p :
    S <> [] -> set_of g S -> solves_set S (Guess x next) ->
    (wins_against S x <= v <= 1)%nat -> (0 < levels -> parts S x <= p)%nat ->
    (forall r, In r (others e) -> fill levels (k + 2) (length (part S x r)) 1 w <= cost_from e (k + 1) (part S x r) (next r)) ->
    Z.of_nat v * rate e (k + 1) + fill levels (k + 2) (length S - v) p w <= cost_from e k S (Guess x next).
  Proof.
    intros HS [Hn Hi] Ht Hv Hp H. destruct (solves_nonempty _ _ _ HS Ht) as [[Hx _] _].
    rewrite cost_of_guess by assumption. pose proof (zsum_map_le _ _ (others e) H) as Hz.
    pose proof (fill_sum levels (k + 2) w (part S x) (others e)) as Hf. fold (parts S x) in Hf.
    pose proof (length_by_part S x Hi Hx) as Hl.
    set (n := list_sum (map (fun r => length (part S x r)) (others e))) in *.
    assert (Hlen : length S <> 0%nat) by (destruct S; [contradiction|discriminate]).
    unfold fill in *. pose proof (rate_mono e (k + 1) (k + 2)).
    assert (He : excess levels (k + 2) (length S - v) p w <= excess levels (k + 2) n (parts S x) w).
    { destruct levels; [simpl; lia|]. apply excess_mono; lia. }
    assert (Hr : Z.of_nat v * rate e (k + 1) + Z.of_nat (length S - v) * rate e (k + 2)
      <= Z.of_nat (wins_against S x) * rate e (k + 1) + Z.of_nat n * rate e (k + 2)).
    { assert (C : v = wins_against S x \/ v = 1%nat /\ wins_against S x = 0%nat) by lia.
      destruct C as [->|[-> E]].
      - replace (length S - wins_against S x)%nat with n by lia. lia.
      - rewrite E in *. replace (Z.of_nat (length S - 1)) with (Z.of_nat n - 1) by lia. lia. }
    lia.
  Qed.

  (** "Fill": at most one secret is solved by the next guess, w by the one after it, and so on. *)
  Lemma fill_of_tree levels : forall k S w t, set_of g S -> (1 < levels -> width S w)%nat ->
    solves_set S t -> fill levels (k + 1) (length S) 1 w <= cost_from e k S t.
  Proof.
    induction levels as [|levels IH]; intros k S w t HS Hw Ht.
    - unfold fill, cost_from. simpl. rewrite Z.add_0_r, <- zsum_map_const. apply zsum_map_le. intros s Hs.
      destruct t as [|x next]; simpl in *; [destruct Ht; [subst; contradiction|contradiction]|].
      destruct (same g (answer g x s) (win g)); apply rate_mono; lia.
    - assert (D : S = [] \/ S <> []) by (destruct S; [now left|now right]). destruct D as [->|D].
      { unfold fill. rewrite excess_none, cost_from_empty. simpl. lia. }
      destruct t as [|x next]; [simpl in Ht; tauto|].
      destruct (solves_nonempty _ _ _ D Ht) as [Hx Hr].
      pose proof (wins_at_most_one e S x HS (proj1 Hx)) as Hw1.
      pose proof (fill_of_guess levels k S x next w 1 w D HS Ht) as H. lapply H; [clear H; intro H|lia].
      lapply H; [clear H; intro H|intros Hl; apply Hw; [lia|assumption]].
      lapply H; [clear H; intro H|].
      + eapply Z.le_trans; [|exact H]. unfold fill. cbn [excess].
        assert (Hlen : length S <> 0%nat) by (destruct S; [contradiction|discriminate]).
        rewrite Nat.mul_1_l. replace (Datatypes.S (k + 1)) with (k + 2)%nat by lia.
        rewrite Nat2Z.inj_sub by lia. apply Z.eq_le_incl. ring.
      + intros r Ho. replace (k + 2)%nat with (k + 1 + 1)%nat by lia. apply IH.
        * now apply part_set.
        * intros Hl. eapply width_subset; [apply incl_part|]. apply Hw. lia.
        * apply Hr. intros ->. now apply (others_lose _ e).
  Qed.

  Theorem lower_fill levels k S w : set_of g S -> (1 < levels -> width S w)%nat ->
    lower e k S (fill levels (k + 1) (length S) 1 w).
  Proof. intros HS Hw t Ht. now apply fill_of_tree. Qed.

  (** A guess of which is known whether it may win and how many parts it makes at most. *)
  Theorem refuted_by_shape levels k S x w v p : S <> [] -> set_of g S ->
    (wins_against S x <= v <= 1)%nat -> (0 < levels -> parts S x <= p)%nat -> (1 < levels -> width S w)%nat ->
    refuted e k S x (Z.of_nat v * rate e (k + 1) + fill levels (k + 2) (length S - v) p w).
  Proof.
    intros D HS Hv Hp Hw next Ht. apply fill_of_guess; try assumption. intros r Ho.
    destruct (solves_nonempty _ _ _ D Ht) as [_ Hr].
    replace (k + 2)%nat with (k + 1 + 1)%nat by lia. apply fill_of_tree.
    - now apply part_set.
    - intros Hl. eapply width_subset; [apply incl_part|]. now apply Hw.
    - apply Hr. intros ->. now apply (others_lose _ e).
  Qed.
End Fill.
