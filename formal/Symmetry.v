(** Permutations of pegs and of symbols, applied to guess and secret alike, keep bulls and symbols in common. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List Permutation.
Import ListNotations.
From Treebuild Require Import Game Images Ints Claims.

Lemma list_sum_permutation l l' : Permutation l l' -> list_sum l = list_sum l'.
Proof. unfold list_sum. induction 1; simpl; lia. Qed.

Section Bulls.
  Variable A : Type.
  Variable eq : forall x y : A, {x = y} + {x <> y}.

  Definition agree (x y : A) : nat := if eq x y then 1 else 0.

  Lemma bulls_nth d : forall l l', length l = length l' ->
    bulls eq l l' = list_sum (map (fun p => agree (nth p l d) (nth p l' d)) (seq 0 (length l))).
  Proof.
    induction l as [|x l IH]; intros [|y l'] H; try discriminate; [reflexivity|]. simpl in H. injection H as H.
    simpl. rewrite (IH l' H), <- seq_shift, map_map. reflexivity.
  Qed.

  Lemma bulls_map (f h : nat -> A) l : bulls eq (map f l) (map h l) = list_sum (map (fun p => agree (f p) (h p)) l).
  Proof. induction l as [|p l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

  Lemma count_occ_map_in {B} (eqb : forall x y : B, {x = y} + {x <> y}) (f : B -> A) (R : B -> Prop) l y :
    (forall a b, R a -> R b -> f a = f b -> a = b) -> R y -> (forall x, In x l -> R x) ->
    count_occ eq (map f l) (f y) = count_occ eqb l y.
  Proof.
    intros Hi Hy. induction l as [|x l IH]; intros H; simpl; [reflexivity|].
    rewrite IH by (intros; apply H; now right).
    destruct (eq (f x) (f y)) as [E|E], (eqb x y) as [E'|E']; try reflexivity.
    - destruct E'. apply Hi; auto. apply H. now left.
    - destruct E. now rewrite E'.
  Qed.
End Bulls.

Section Act.
  Variable q : sequences.
  Variable from : list nat.
  Variable to : array int.
  Hypothesis small : (φ (symbols q) <= most)%Z.
  Hypothesis perm : is_permutation q from to = true.
  Notation R := (range (symbols q)).
  Notation f := (get to).

  Definition good (l : list int) : Prop := length l = pegs q /\ forall y, In y l -> In y R.

  Lemma once_spec l : once l = true -> NoDup l.
  Proof.
    induction l as [|x l IH]; simpl; [constructor|]. intros H. apply andb_prop in H. destruct H as [H H'].
    constructor; [|auto]. intros I. apply negb_true_iff in H.
    assert (existsb (Uint63.eqb x) l = true); [|congruence]. apply existsb_exists. exists x. split; [assumption|apply Uint63.eqb_refl].
  Qed.

  Lemma perm_parts : length from = pegs q /\ (forall p, In p (seq 0 (pegs q)) -> In p from)
    /\ (forall y, In y R -> In (f y) R) /\ NoDup (map f R).
  Proof.
    unfold is_permutation in perm. apply andb_prop in perm. destruct perm as [P4 H4]. apply andb_prop in P4. destruct P4 as [P3 H3].
    apply andb_prop in P3. destruct P3 as [H1 H2]. repeat split.
    - now apply Nat.eqb_eq.
    - intros p Hp. rewrite forallb_forall in H2. specialize (H2 p Hp). apply existsb_exists in H2.
      destruct H2 as (p' & H & E). apply Nat.eqb_eq in E. now subst.
    - intros y Hy. rewrite forallb_forall in H3. specialize (H3 y Hy). apply in_range; [assumption|]. now apply Uint63.ltb_spec.
    - now apply once_spec.
  Qed.

  Lemma from_permutation : Permutation (seq 0 (pegs q)) from.
  Proof.
    destruct perm_parts as (L & I & _). apply NoDup_Permutation_bis; [apply seq_NoDup|rewrite seq_length; lia|exact I].
  Qed.

  Lemma to_injective a b : In a R -> In b R -> f a = f b -> a = b.
  Proof.
    destruct perm_parts as (_ & _ & _ & N). clear - N. induction R as [|c l IH]; [contradiction|].
    simpl in N. inversion_clear N as [|? ? H N']. intros [->|Ha] [->|Hb] E; auto.
    - destruct H. rewrite E. now apply in_map.
    - destruct H. rewrite <- E. now apply in_map.
  Qed.

  Lemma symbols_permutation : Permutation (map f R) R.
  Proof.
    destruct perm_parts as (_ & _ & I & _). apply (undo eq_int); [now apply range_once|exact I|exact to_injective].
  Qed.

  Lemma nth_good l p : good l -> In p (seq 0 (pegs q)) -> In (nth p l 0%uint63) R.
  Proof. intros [L H] Hp. apply in_seq in Hp. apply H, nth_In. lia. Qed.

  Lemma in_from p : In p from -> In p (seq 0 (pegs q)).
  Proof. apply Permutation_in, Permutation_sym, from_permutation. Qed.

  Lemma act_bulls l l' : good l -> good l' -> bulls eq_int (act from to l) (act from to l') = bulls eq_int l l'.
  Proof.
    intros G G'. unfold act. rewrite bulls_map, (bulls_nth _ eq_int 0%uint63 l l') by (destruct G, G'; congruence).
    rewrite (proj1 G). transitivity (list_sum (map (fun p => agree _ eq_int (nth p l 0%uint63) (nth p l' 0%uint63)) from)).
    - f_equal. apply map_ext_in. intros p Hp. apply in_from in Hp. unfold agree.
      destruct (eq_int (f _) (f _)) as [E|E], (eq_int _ _) as [E'|E']; try reflexivity.
      + destruct E'. apply to_injective; auto using nth_good.
      + destruct E. now rewrite E'.
    - apply list_sum_permutation, Permutation_map, Permutation_sym, from_permutation.
  Qed.

  Lemma act_split l : act from to l = map f (map (fun p => nth p l 0%uint63) from).
  Proof. unfold act. now rewrite map_map. Qed.

  Lemma places_permutation l : good l -> Permutation (map (fun p => nth p l 0%uint63) from) l.
  Proof.
    intros [L _]. assert (E : l = map (fun p => nth p l 0%uint63) (seq 0 (pegs q))).
    { rewrite <- L. clear. induction l as [|x l IH]; [reflexivity|]. simpl. f_equal. now rewrite <- seq_shift, map_map. }
    transitivity (map (fun p => nth p l 0%uint63) (seq 0 (pegs q))); [|now rewrite <- E].
    apply Permutation_map, Permutation_sym, from_permutation.
  Qed.

  Lemma act_count l y : good l -> In y R -> count_occ eq_int (act from to l) (f y) = count_occ eq_int l y.
  Proof.
    intros G Hy. rewrite act_split, (count_occ_map_in _ eq_int eq_int f (fun a => In a R)); [|exact to_injective|exact Hy|].
    - revert y Hy. intros y _. now apply Permutation_count_occ, places_permutation.
    - intros x Hx. apply (Permutation_in _ (places_permutation l G)) in Hx. now apply G.
  Qed.

  Lemma act_common l l' : good l -> good l' -> common eq_int R (act from to l) (act from to l') = common eq_int R l l'.
  Proof.
    intros G G'. unfold common. transitivity (list_sum (map (fun x => Nat.min (count_occ eq_int (act from to l) x)
      (count_occ eq_int (act from to l') x)) (map f R))).
    - apply list_sum_permutation, Permutation_map, Permutation_sym, symbols_permutation.
    - rewrite map_map. f_equal. apply map_ext_in. intros y Hy. now rewrite !act_count.
  Qed.

  Lemma act_injective l l' : good l -> good l' -> act from to l = act from to l' -> l = l'.
  Proof.
    intros G G' E. apply (nth_ext _ _ 0%uint63 0%uint63); [destruct G, G'; congruence|]. intros p Hp.
    assert (Hs : In p (seq 0 (pegs q))) by (apply in_seq; destruct G; lia).
    apply to_injective; auto using nth_good. apply (Permutation_in _ from_permutation) in Hs.
    unfold act in E. clear - E Hs. revert E. induction from as [|a l0 IH]; [contradiction|]. simpl. intros E.
    injection E as E1 E2. destruct Hs as [->|Hs]; auto.
  Qed.
End Act.
