(** Counting replies in two integers, which have a field for every reply: faster than an array of counters. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List ZifyUint63.
Import ListNotations.
From Treebuild Require Import Lower Ints.
Open Scope Z_scope.

(** Adds one reply of every row, that to code x: to the first integer those below k, to the second those from k on. A field
    has so many bits. A shift that leaves the integer adds nothing. *)
Fixpoint tally (width k x : int) (rows : list (array int)) (low high : int) : int * int :=
  match rows with
  | [] => (low, high)
  | row :: rows => let r := row.[x]%uint63 in
    tally width k x rows (low + (1 << (width * r)))%uint63 (high + (1 << (width * (r - k))))%uint63
  end.

(** How many of them are r. *)
Definition tallied (width k : int) (fields : int * int) (r : int) : int :=
  ((if r <? k then fst fields >> (width * r) else snd fields >> (width * (r - k))) land ((1 << width) - 1))%uint63.

Definition two63 : Uint63.wB = 2 ^ 63 := eq_refl.

Lemma mask_spec h : φ h <= 62 -> φ ((1 << h) - 1)%uint63 = Z.ones (φ h).
Proof.
  intros H. pose proof (Uint63.to_Z_bounded h). rewrite Z.ones_equiv.
  assert (P : 1 <= 2 ^ φ h <= 2 ^ 62) by (split; [apply Z.lt_pred_le, Z.pow_pos_nonneg; lia|apply Z.pow_le_mono_r; lia]).
  rewrite Uint63.sub_spec, Uint63.lsl_spec. change (φ 1) with 1. change Uint63.wB with 9223372036854775808 in *.
  change (2 ^ 62) with 4611686018427387904 in P. rewrite Z.mul_1_l, (Z.mod_small (2 ^ φ h)), Z.mod_small by lia. lia.
Qed.

Lemma one_shifted n : φ (1 << n)%uint63 = 2 ^ φ n mod Uint63.wB.
Proof. rewrite Uint63.lsl_spec. change (φ 1) with 1. now rewrite Z.mul_1_l. Qed.

Lemma shifted_out n : 63 <= n -> 2 ^ n mod Uint63.wB = 0.
Proof.
  intros H. rewrite two63. replace n with ((n - 63) + 63) by lia. rewrite Z.pow_add_r by lia. apply Z.mod_mul. discriminate.
Qed.

Section Tally.
  Variable width k : int.
  Hypothesis width_right : 1 <= φ width <= 62.
  Hypothesis k_right : φ k * φ width <= 63.

  Definition base : Z := 2 ^ φ width.
  Definition count_in (l : list int) (r : Z) : Z := zsum (map (fun x => if φ x =? r then 1 else 0) l).

  (** What the fields from one on add up to. *)
  Definition sum_from (l : list int) (from : Z) : Z :=
    zsum (map (fun x => if φ x <? from then 0 else base ^ (φ x - from)) l).

  Lemma base_positive : 0 < base.
  Proof. apply Z.pow_pos_nonneg; lia. Qed.

  Lemma sum_step l from : sum_from l from = count_in l from + base * sum_from l (from + 1).
  Proof.
    unfold sum_from, count_in. induction l as [|x l IH]; [unfold zsum; simpl; lia|]. cbn [map]. rewrite !zsum_cons.
    assert (E : (if φ x <? from then 0 else base ^ (φ x - from))
      = (if φ x =? from then 1 else 0) + base * (if φ x <? from + 1 then 0 else base ^ (φ x - (from + 1)))); [|rewrite E; lia].
    destruct (Z.ltb_spec (φ x) from), (Z.eqb_spec (φ x) from), (Z.ltb_spec (φ x) (from + 1)); try lia.
    - replace (φ x - from) with 0 by lia. rewrite Z.pow_0_r. lia.
    - rewrite Z.add_0_l, <- Z.pow_succ_r by lia. f_equal. lia.
  Qed.

  Lemma count_bound l r : 0 <= count_in l r <= Z.of_nat (length l).
  Proof.
    unfold count_in. induction l as [|x l IH]; [unfold zsum; simpl; lia|]. cbn [map length]. rewrite zsum_cons.
    destruct (φ x =? r); lia.
  Qed.

  Lemma sum_div l i : Z.of_nat (length l) < base -> forall from, sum_from l from / base ^ Z.of_nat i = sum_from l (from + Z.of_nat i).
  Proof.
    intros H. pose proof base_positive as B. induction i as [|i IH]; intros from.
    - simpl. now rewrite Z.div_1_r, Z.add_0_r.
    - assert (P : 0 < base ^ Z.of_nat i) by (apply Z.pow_pos_nonneg; lia). pose proof (count_bound l from) as C.
      assert (E : sum_from l from / base = sum_from l (from + 1)).
      { rewrite (sum_step l from), (Z.mul_comm base), Z.div_add, (Z.div_small (count_in l from)) by lia. apply Z.add_0_l. }
      rewrite Nat2Z.inj_succ, Z.pow_succ_r, <- Z.div_div, E, IH by lia. f_equal. lia.
  Qed.

  Lemma field_of_sum l from i : Z.of_nat (length l) < base -> 0 <= i -> (i + 1) * φ width <= 63 ->
    (sum_from l from mod Uint63.wB) / 2 ^ (φ width * i) mod base = count_in l (from + i).
  Proof.
    intros H Hi Hw. pose proof base_positive as B.
    assert (E : (sum_from l from mod Uint63.wB) / 2 ^ (φ width * i) mod base = sum_from l from / 2 ^ (φ width * i) mod base).
    { unfold base. rewrite two63. apply Z.bits_inj'. intros n Hn. destruct (Z.lt_ge_cases n (φ width)) as [L|L].
      - rewrite !Z.mod_pow2_bits_low, !Z.div_pow2_bits, Z.mod_pow2_bits_low by nia. reflexivity.
      - rewrite !Z.mod_pow2_bits_high by lia. reflexivity. }
    rewrite E, Z.pow_mul_r by lia. fold base. replace i with (Z.of_nat (Z.to_nat i)) at 1 by lia. rewrite sum_div by exact H.
    rewrite sum_step, (Z.mul_comm base (sum_from _ _)), Z.mod_add, Z.mod_small by (pose proof (count_bound l (from + Z.of_nat (Z.to_nat i))); lia).
    f_equal. lia.
  Qed.

  Lemma low_shifted r : φ r <= 256 -> φ (1 << (width * r))%uint63 = base ^ φ r mod Uint63.wB.
  Proof.
    intros Hr. pose proof (Uint63.to_Z_bounded r). rewrite one_shifted, Uint63.mul_spec.
    rewrite (Z.mod_small (φ width * φ r)) by (change Uint63.wB with 9223372036854775808; nia).
    unfold base. now rewrite Z.pow_mul_r by lia.
  Qed.

  Lemma high_shifted r : φ r <= 256 -> φ k <= 256 ->
    φ (1 << (width * (r - k)))%uint63 = (if φ r <? φ k then 0 else base ^ (φ r - φ k)) mod Uint63.wB.
  Proof.
    intros Hr Hk. pose proof (Uint63.to_Z_bounded r). pose proof (Uint63.to_Z_bounded k). rewrite one_shifted.
    destruct (Z.ltb_spec (φ r) (φ k)) as [L|L].
    - rewrite shifted_out; [reflexivity|]. rewrite Uint63.mul_spec, Uint63.sub_spec.
      rewrite Z.mul_mod_idemp_r by discriminate.
      rewrite <- (Z.mod_unique (φ width * (φ r - φ k)) Uint63.wB (-1) (φ width * (φ r - φ k) + Uint63.wB));
        change Uint63.wB with 9223372036854775808; nia.
    - rewrite Uint63.mul_spec, Uint63.sub_spec, (Z.mod_small (φ r - φ k)), (Z.mod_small (φ width * (φ r - φ k)))
        by (change Uint63.wB with 9223372036854775808; nia).
      unfold base. now rewrite Z.pow_mul_r by lia.
  Qed.

  Lemma tally_spec x rows : (forall row, In row rows -> φ (get row x) <= 256) -> φ k <= 256 -> forall low high,
    let l := map (fun row => get row x) rows in
    φ (fst (tally width k x rows low high)) = (φ low + sum_from l 0) mod Uint63.wB
    /\ φ (snd (tally width k x rows low high)) = (φ high + sum_from l (φ k)) mod Uint63.wB.
  Proof.
    intros H Hk. induction rows as [|row rows IH]; intros low high; cbn [tally fst snd map].
    - unfold sum_from, zsum. simpl. rewrite !Z.add_0_r, !Z.mod_small by apply Uint63.to_Z_bounded. auto.
    - specialize (H row (or_introl eq_refl)) as Hr. destruct (IH (fun row' H' => H row' (or_intror H'))
        (low + (1 << (width * get row x)))%uint63 (high + (1 << (width * (get row x - k))))%uint63) as [IL IH'].
      cbv zeta in *. rewrite IL, IH'. unfold sum_from. cbn [map]. rewrite !zsum_cons, !Uint63.add_spec, low_shifted, high_shifted by assumption.
      pose proof (Uint63.to_Z_bounded (get row x)). destruct (Z.ltb_spec (φ (get row x)) 0); [lia|]. rewrite Z.sub_0_r.
      rewrite !Z.add_mod_idemp_l, !Z.add_assoc, <- !(Z.add_mod_idemp_l (_ + _ mod _)), !Z.add_mod_idemp_r, !Z.add_mod_idemp_l by discriminate. auto.
  Qed.

  Lemma count_with_key x r rows : count_in (map (fun row => get row x) rows) (φ r)
    = Z.of_nat (length (with_key (fun row => get row x) r rows)).
  Proof.
    unfold count_in, with_key. induction rows as [|row rows IH]; [reflexivity|]. cbn [map filter]. rewrite zsum_cons, IH.
    destruct (eq_int (get row x) r) as [->|N]; [rewrite Z.eqb_refl; cbn [length]; lia|].
    destruct (Z.eqb_spec (φ (get row x)) (φ r)) as [E|_]; [|lia]. now apply Uint63.to_Z_inj in E.
  Qed.

  Theorem tallied_spec x rows r : (forall row, In row rows -> φ (get row x) <= 256) -> φ k <= 256 -> φ r < 2 * φ k ->
    Z.of_nat (length rows) <= φ ((1 << width) - 1)%uint63 ->
    φ (tallied width k (tally width k x rows 0 0) r) = Z.of_nat (length (with_key (fun row => get row x) r rows)).
  Proof.
    intros H Hk Hr Hl. rewrite mask_spec, Z.ones_equiv in Hl by lia. fold base in Hl.
    destruct (tally_spec x rows H Hk 0 0) as [EL EH]. cbv zeta in *. change (φ 0) with 0 in *. rewrite Z.add_0_l in *.
    pose proof (Uint63.to_Z_bounded r). pose proof (Uint63.to_Z_bounded k).
    rewrite <- count_with_key. unfold tallied. rewrite Uint63.land_spec', mask_spec, Z.land_ones by lia. fold base.
    assert (L : Z.of_nat (length (map (fun row => get row x) rows)) < base) by (rewrite map_length; lia).
    destruct (Uint63.ltbP r k) as [C|C]; rewrite Uint63.lsr_spec, ?EL, ?EH, Uint63.mul_spec.
    - rewrite (Z.mod_small (φ width * φ r)) by (change Uint63.wB with 9223372036854775808; nia).
      rewrite field_of_sum by (assumption || nia). f_equal.
    - rewrite Uint63.sub_spec, (Z.mod_small (φ r - φ k)), (Z.mod_small (φ width * (φ r - φ k))) by (change Uint63.wB with 9223372036854775808; nia).
      rewrite field_of_sum by (assumption || nia). f_equal. lia.
  Qed.
End Tally.
