(** Tables that are right are those of a game. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List.
Import ListNotations.
From Treebuild Require Import Game Ints Tally Tables Bounds BoundsSound Claims ClaimsSound Symmetry Build.
Open Scope Z_scope.

Lemma in_range_below n x : φ n <= most -> (x <? n)%uint63 = true <-> In x (range n).
Proof. intros H. rewrite in_range by exact H. apply Uint63.ltb_spec. Qed.

Lemma range_size n : φ n <= most -> size (range n) = n.
Proof.
  intros H. pose proof (Uint63.to_Z_bounded n). apply Uint63.to_Z_inj. rewrite size_spec; rewrite range_length, Z2Nat.id; lia.
Qed.

Lemma rising_spec l top : rising l top = true -> forall n, φ (nth n l top) <= φ (nth (S n) l top).
Proof.
  induction l as [|x l IH]; intros H [|n]; cbn [nth] in *; try lia.
  - simpl in H. apply andb_prop in H. destruct H as [H _]. apply Uint63.leb_spec in H. destruct l; exact H.
  - simpl in H. apply andb_prop in H. now apply IH.
Qed.

Lemma get_masked (f : int -> int) h v : φ h <= 20 ->
  let m := ((1 << h) - 1)%uint63 in get (init (m + 1)%uint63 0%uint63 f) (v land m)%uint63 = f (v land m)%uint63.
Proof.
  intros H m. pose proof (Uint63.to_Z_bounded h). assert (M : φ m = Z.ones (φ h)) by (apply mask_spec; lia).
  rewrite Z.ones_equiv in M.
  assert (P : 1 <= 2 ^ φ h <= 2 ^ 20) by (split; [apply Z.lt_pred_le, Z.pow_pos_nonneg; lia|apply Z.pow_le_mono_r; lia]).
  change (2 ^ 20) with 1048576 in P.
  assert (E : φ (m + 1)%uint63 = 2 ^ φ h).
  { rewrite Uint63.add_spec, M. change (φ 1) with 1. change Uint63.wB with 9223372036854775808. rewrite Z.mod_small; lia. }
  refine (get_init _ _ _ _ _ _); [rewrite E; change (φ max_length) with 4194303; lia|].
  apply in_range; [rewrite E; unfold most; lia|]. rewrite E, Uint63.land_spec', M, <- Z.ones_equiv, Z.land_ones by lia.
  apply Z.mod_pos_bound. lia.
Qed.

Lemma with_packing_fits T p : fits T -> packing_fits T p -> fits (with_packing T (Some p)).
Proof.
  intros F P. destruct F. constructor; try assumption. intros p' E. injection E as <-. destruct P. constructor; assumption.
Qed.

Lemma packing_right_fits T codes secrets p : fits T -> all_codes T = range codes -> all_secrets T = range secrets ->
  p = make_packing T codes secrets -> φ (replies T) <= 31 -> packing_right T codes secrets p = true -> packing_fits T p.
Proof.
  intros F Ec Es Ep Hr H. unfold packing_right in H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H.
  destruct H as [H1 H2]. apply same_list_spec in H1.
  assert (Hh : φ (half p) <= 16).
  { rewrite Ep. cbn [half make_packing]. rewrite Uint63.lsr_spec, Uint63.add_spec. change (φ 1) with 1. change (2 ^ 1) with 2.
    pose proof (Uint63.to_Z_bounded (replies T)). change Uint63.wB with 9223372036854775808 in *. rewrite Z.mod_small by lia.
    apply Z.div_le_upper_bound; lia. }
  assert (Hl : φ (replies T - half p)%uint63 <= 16).
  { rewrite Ep. cbn [half make_packing]. pose proof (Uint63.to_Z_bounded (replies T)).
    assert (E : φ ((replies T + 1) >> 1)%uint63 = (φ (replies T) + 1) / 2).
    { rewrite Uint63.lsr_spec, Uint63.add_spec. change (φ 1) with 1. change (2 ^ 1) with 2.
      change Uint63.wB with 9223372036854775808 in *. rewrite Z.mod_small by lia. reflexivity. }
    pose proof (Z.div_mod (φ (replies T) + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (φ (replies T) + 1) 2 ltac:(lia)).
    change Uint63.wB with 9223372036854775808 in *.
    rewrite Uint63.sub_spec, E. change Uint63.wB with 9223372036854775808.
    destruct (Z.eq_dec (φ (replies T)) 0) as [Z0|]; [rewrite Z0; simpl; lia|]. rewrite Z.mod_small by lia. lia. }
  constructor.
  - intros x Hx. rewrite Ec, <- H1 in Hx. apply in_flat_map in Hx. destruct Hx as ([place l] & Hc & Hx). cbn [snd] in Hx.
    apply in_map_iff in Hx. destruct Hx as ([[lo hi] x'] & E & Hx). cbn [snd] in E. subst x'.
    exists place, l, lo, hi. rewrite forallb_forall in H2. specialize (H2 _ Hc). cbn [snd fst] in H2.
    rewrite forallb_forall in H2. specialize (H2 _ Hx). cbv beta iota in H2. apply andb_prop in H2. destruct H2 as [H2 Hs].
    apply andb_prop in H2. destruct H2 as [Ha Hb]. apply Uint63.leb_spec in Ha, Hb.
    change (φ 62) with 62 in *. repeat split; try assumption. intros s Hs'. rewrite Es in Hs'.
    rewrite forallb_forall in Hs. specialize (Hs s Hs'). cbv zeta in *. destruct (_ <? _)%uint63; exact Hs.
  - intros r Hr'. apply filter_In in Hr'. destruct Hr' as [Hr' L]. rewrite forallb_forall in H3. specialize (H3 r Hr').
    now rewrite L in H3.
  - intros r Hr'. apply filter_In in Hr'. destruct Hr' as [Hr' L]. rewrite forallb_forall in H3. specialize (H3 r Hr').
    apply negb_true_iff in L. now rewrite L in H3.
  - intros v. rewrite Ep at 1 2. rewrite Ep. cbn [low_shapes low_mask make_packing half].
    rewrite get_masked; [reflexivity|]. rewrite Ep in Hh. cbn [half make_packing] in Hh. lia.
  - intros v. rewrite Ep. cbn [high_shapes high_mask make_packing half].
    rewrite get_masked; [reflexivity|]. rewrite Ep in Hl. cbn [half make_packing] in Hl. lia.
Qed.

Theorem tables_right_fits codes secrets R win only rows rates top :
  let T := make_tables codes secrets R win only rows rates top in tables_right T codes secrets R = true -> fits T.
Proof.
  intros T H. unfold T, make_tables in *. clear T. cbv zeta in *.
  set (cs := range codes) in *. set (ss := range secrets) in *. set (rs := range R) in *.
  destruct (fold_left _ ss _) as [winners victims].
  set (one := forallb _ ss) in *.
  set (T0 := Tables cs ss rs _ R win only rows one winners victims rates top None) in *.
  assert (B : forall T, tables_right (if (R <=? 31)%uint63 then if packing_right T0 codes secrets T then with_packing T0 (Some T) else T0 else T0) codes secrets R = true
    -> tables_right T0 codes secrets R = true).
  { intros T. destruct (R <=? 31)%uint63; [|tauto]. destruct (packing_right T0 codes secrets T); intros Y; exact Y. }
  apply B in H. clear B. assert (F : fits T0).
  { unfold tables_right in H. repeat (apply andb_prop in H; destruct H as [H ?]).
    repeat match goal with E : (_ <=? _)%uint63 = true |- _ => apply Uint63.leb_spec in E end.
    apply Uint63.leb_spec in H. change (φ 65536) with 65536 in *. change (φ 256) with 256 in *.
    rename H0 into V, H1 into U, H2 into W, H3 into HR, H4 into HS.
    assert (M : forall n, φ n <= 65536 -> φ n <= most) by (unfold most; lia).
    assert (MR : φ R <= most) by (unfold most; lia).
    assert (A : forall x s, In x cs -> In s ss -> (ans T0 x s <? R)%uint63 = true
      /\ (ans T0 x s = win -> get victims x = s)).
    { intros x s Hx Hs. rewrite forallb_forall in V. specialize (V s Hs). rewrite forallb_forall in V. specialize (V x Hx).
      apply andb_prop in V. destruct V as [V1 V2]. split; [exact V1|]. intros E. cbn [winning T0] in V2.
      rewrite (proj2 (Uint63.eqb_spec _ win) E) in V2. now apply Uint63.eqb_spec in V2. }
    constructor; cbn [all_codes all_secrets all_replies losing replies winning only_candidates one_winner T0 Tables.rows
      Tables.winners Tables.victims Tables.rates Tables.top packed].
    - unfold cs. now rewrite range_size by (apply M; lia).
    - unfold cs. rewrite range_size by (apply M; lia). change (φ max_length) with 4194303. lia.
    - apply range_once, M; lia.
    - apply range_once, M; lia.
    - unfold ss. rewrite range_length. change (φ max_length) with 4194303. pose proof (Uint63.to_Z_bounded secrets). lia.
    - now apply range_once.
    - unfold rs. rewrite range_length. pose proof (Uint63.to_Z_bounded R). lia.
    - reflexivity.
    - intros r Hr. now apply in_range_below.
    - assumption.
    - unfold rs. rewrite range_length. pose proof (Uint63.to_Z_bounded R). lia.
    - now apply in_range_below.
    - intros x s Hx Hs. apply in_range_below; [assumption|]. now apply A.
    - intros x s Hx Hs. now apply A.
    - intros O x s Hx Hs E. unfold one in O. rewrite forallb_forall in O. specialize (O s Hs). cbv zeta in O.
      rewrite forallb_forall in O. specialize (O x Hx). change (get (get rows s) x) with (ans T0 x s) in O. rewrite (proj2 (Uint63.eqb_spec _ win) E) in O.
      now apply Uint63.eqb_spec in O.
    - intros n. apply (rising_spec _ _ U).
    - discriminate. }
  destruct (Uint63.lebP R 31) as [L|_]; [|exact F]. change (φ 31) with 31 in L.
  destruct (packing_right T0 codes secrets (make_packing T0 codes secrets)) eqn:P; [|exact F].
  apply with_packing_fits; [exact F|]. eapply packing_right_fits; try reflexivity; eassumption.
Qed.
