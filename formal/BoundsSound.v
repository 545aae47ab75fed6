(** What a checker works out by itself is a lower bound. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List ZifyUint63.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Fill Members Ints Tally Tables Bounds.
Open Scope Z_scope.

Lemma skipn_cons {A} (t : A) d : forall l c l', skipn d l = c :: l' -> nth d l t = c /\ skipn (S d) l = l'.
Proof. induction d as [|d IH]; intros [|a l] c l' H; try discriminate; simpl in *; [injection H; auto|now apply IH]. Qed.

Lemma skipn_nil {A} (t : A) d : forall l, skipn d l = [] -> nth d l t = t /\ skipn (S d) l = [].
Proof. induction d as [|d IH]; intros [|a l] H; try discriminate; simpl in *; auto. Qed.

Lemma distinct_false {A} (f : A -> int) l : NoDup l -> distinct (map f l) = false ->
  exists a b, In a l /\ In b l /\ a <> b /\ f a = f b.
Proof.
  induction 1 as [|a l Ha Hn IH]; simpl; [discriminate|].
  destruct (existsb (Uint63.eqb (f a)) (map f l)) eqn:E.
  - intros _. apply existsb_exists in E. destruct E as (r & Hr & E). apply Uint63.eqb_spec in E.
    apply in_map_iff in Hr. destruct Hr as (b & <- & Hb). exists a, b. intuition congruence.
  - intros H. destruct (IH H) as (b & c & Hb & Hc & D & Q). exists b, c. auto.
Qed.

Lemma common_bits_spec place i rows row : forall acc, In row rows -> bit (get row place) i = true ->
  bit (common_bits rows place acc) i = true.
Proof.
  induction rows as [|a rows IH]; intros acc H B; [contradiction|]. simpl. destruct H as [->|H].
  - clear IH. assert (K : forall rows acc, bit acc i = true -> bit (common_bits rows place acc) i = true).
    { clear. induction rows as [|a rows IH]; intros acc H; simpl; [assumption|]. apply IH. now rewrite Uint63.lor_spec, H. }
    apply K. rewrite Uint63.lor_spec, B. apply orb_true_r.
  - now apply IH.
Qed.

Lemma common_bits4_spec p q r s rows : forall a b c d, common_bits4 rows p q r s a b c d
  = (common_bits rows p a, common_bits rows q b, common_bits rows r c, common_bits rows s d).
Proof. induction rows as [|row rows IH]; intros a b c d; [reflexivity|]. cbn [common_bits4 common_bits]. apply IH. Qed.

Lemma list_sum_two {A} (f : A -> nat) l a b : In a l -> In b l -> a <> b -> (f a + f b <= list_sum (map f l))%nat.
Proof.
  assert (One : forall l a, In a l -> (f a <= list_sum (map f l))%nat).
  { clear. induction l as [|c l IH]; intros a H; [contradiction|]. simpl. unfold list_sum in *. destruct H as [->|H]; [|specialize (IH a H)]; lia. }
  induction l as [|c l IH]; simpl; [contradiction|]. intros [->|Ha] [->|Hb] D; unfold list_sum in *; simpl.
  - contradiction.
  - specialize (One l b Hb). unfold list_sum in One. lia.
  - specialize (One l a Ha). unfold list_sum in One. lia.
  - specialize (IH Ha Hb D). lia.
Qed.

Section Sound.
  Variable T : tables.
  Hypothesis F : fits T.
  Notation g := (numbered T).
  Notation e := (numbered_setting T F).

  Ltac lia := change (@length (secret (numbered T))) with (@length int) in *; Lia.lia.

  Lemma rate_of n : rate e n = φ (rate_int T n).
  Proof. reflexivity. Qed.

  Lemma set_small S : set_of g S -> Z.of_nat (length S) < φ max_length.
  Proof.
    intros [Hn Hi]. eapply Z.le_lt_trans; [|apply (secrets_few T F)]. apply inj_le. now apply NoDup_incl_length.
  Qed.

  Lemma set_most S : set_of g S -> Z.of_nat (length S) <= most.
  Proof. intros H. apply set_small in H. change (φ max_length) with 4194303 in H. unfold most. lia. Qed.

  Lemma set_size S : set_of g S -> φ (size S) = Z.of_nat (length S).
  Proof. intros H. now apply size_spec, set_most. Qed.

  Lemma size_le (S : list int) x r : (length (part (g := g) S x r) <= length S)%nat.
  Proof.
    change (length (with_key (ans T x) r S) <= length S)%nat. unfold with_key.
    induction S as [|s S IH]; simpl; [lia|]. destruct (eq_int (ans T x s) r); simpl; lia.
  Qed.

  Lemma replies_le : (replies T <=? max_length)%uint63 = true.
  Proof. destruct (Uint63.lebP (replies T) max_length) as [|N]; [reflexivity|]. pose proof (replies_max T F).
    change (φ max_length) with 4194303 in N. lia. Qed.

  Lemma ans_below S x : set_of g S -> In x (all_codes T) -> forall s, In s S -> (ans T x s <? replies T)%uint63 = true.
  Proof. intros [_ Hi] Hx s Hs. apply (reply_below T F), (ans_in T F); auto. Qed.

  Lemma sizes_spec S x r : set_of g S -> In x (all_codes T) ->
    φ (get (sizes T S x) r) = Z.of_nat (length (part (g := g) S x r)).
  Proof.
    intros HS Hx. apply (counted_spec (ans T x) (replies T) S replies_le (set_most S HS) (ans_below S x HS Hx)).
  Qed.

  Lemma split_spec S x r : set_of g S -> In x (all_codes T) -> get (split T S x) r = part (g := g) S x r.
  Proof. intros HS Hx. apply (keyed_spec (ans T x) (replies T) S replies_le (ans_below S x HS Hx)). Qed.

  (** ** Fill *)
  Definition later (d : nat) : list int := skipn d (rates T).

  Lemma later_hd d : hd (top T) (later d) = rate_int T d.
  Proof.
    unfold later, rate_int. destruct (skipn d (rates T)) as [|c l] eqn:E.
    - now destruct (skipn_nil (top T) _ _ E).
    - now destruct (skipn_cons (top T) _ _ _ _ E).
  Qed.

  Lemma later_tl d : tl (later d) = later (d + 1).
  Proof.
    unfold later. rewrite Nat.add_1_r. destruct (skipn d (rates T)) as [|c l] eqn:E.
    - now destruct (skipn_nil (top T) _ _ E) as [_ ->].
    - now destruct (skipn_cons (top T) _ _ _ _ E) as [_ ->].
  Qed.

  Lemma fill_int_le l : forall d n m w, l = later d -> φ n <= most -> φ w <= most ->
    φ (fill_int (top T) l n m w) <= fill e (length l) d (Z.to_nat (φ n)) (Z.to_nat (φ m)) (Z.to_nat (φ w)).
  Proof.
    induction l as [|c l IH]; intros d n m w E Hn Hw; unfold fill; cbn [fill_int length excess].
    - rewrite Z.add_0_r. apply mul_le; [pose proof (Uint63.to_Z_bounded n); lia|].
      rewrite rate_of, <- later_hd, <- E. reflexivity.
    - pose proof (later_hd d) as Hc. rewrite <- E in Hc. cbn [hd] in Hc.
      pose proof (later_tl d) as Ht. rewrite <- E in Ht. cbn [tl] in Ht. rewrite Nat.add_1_r in Ht.
      pose proof (Uint63.to_Z_bounded n). pose proof (Uint63.to_Z_bounded m). pose proof (Uint63.to_Z_bounded w).
      pose proof (rate_up _ e d) as Hup. rewrite !rate_of in *. rewrite <- Hc in *.
      destruct (Uint63.lebP n m) as [L|L].
      + replace (Z.to_nat (φ n) - Z.to_nat (φ m))%nat with 0%nat by lia. rewrite excess_none.
        pose proof (mul_le n c (φ n) (φ c) (Z.le_refl _) (Z.le_refl _)). lia.
      + assert (En : φ (n - m)%uint63 = φ n - φ m) by (rewrite Uint63.sub_spec, Z.mod_small; lia).
        assert (Em : φ (m * w)%uint63 = φ m * φ w).
        { rewrite Uint63.mul_spec, Z.mod_small; [reflexivity|]. change Uint63.wB with 9223372036854775808 in *. unfold most in *. nia. }
        specialize (IH (S d) (n - m)%uint63 (m * w)%uint63 w Ht). unfold fill in IH. rewrite En, Em in IH.
        rewrite rate_of in IH. lapply IH; [clear IH; intro IH|lia]. specialize (IH Hw).
        eapply Z.le_trans; [apply add_le; [apply mul_le; reflexivity|exact IH]|].
        rewrite Z2Nat.inj_sub, Z2Nat.inj_mul by lia. rewrite Nat2Z.inj_sub, !Z2Nat.id by lia. lia.
  Qed.

  Lemma lower_fill_int k S w : set_of g S -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    lower e k S (φ (fill_int (top T) (later (k + 1)) (size S) 1 w)).
  Proof.
    intros HS Hw Hm. eapply lower_le; [|apply (lower_fill e (length (later (k + 1))) k S (Z.to_nat (φ w)) HS); auto].
    pose proof (fill_int_le (later (k + 1)) (k + 1) (size S) 1 w eq_refl) as H. rewrite (set_size S HS), Nat2Z.id in H.
    apply H; [now apply set_most|assumption].
  Qed.

  (** ** B0 *)
  Lemma later_three d : exists l, later d ++ [top T; top T; top T]
    = rate_int T d :: rate_int T (d + 1) :: rate_int T (d + 2) :: l.
  Proof.
    pose proof (later_hd d) as H0. pose proof (later_tl d) as T0. pose proof (later_hd (d + 1)) as H1.
    pose proof (later_tl (d + 1)) as T1. pose proof (later_hd (d + 1 + 1)) as H2. rewrite <- T0 in *. rewrite <- T1 in *.
    replace (d + 2)%nat with (d + 1 + 1)%nat by lia. rewrite <- H2, <- H1, <- H0.
    destruct (later d) as [|a [|b [|c l]]]; simpl; eexists; reflexivity.
  Qed.

  Lemma lower_bound0 k S w : set_of g S -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    lower e k S (φ (bound0 T (later (k + 1)) S (size S) w)).
  Proof.
    intros HS Hw Hm. pose proof (lower_fill_int k S w HS Hw Hm) as Hf. unfold bound0.
    destruct (one_winner T && (3 <=? size S)%uint63 && (size S <=? 13)%uint63) eqn:G; [|exact Hf].
    apply andb_prop in G. destruct G as [G _]. apply andb_prop in G. destruct G as [Ho G3].
    apply Uint63.leb_spec in G3. change (φ 3) with 3 in G3. rewrite (set_size S HS) in G3.
    destruct (later_three (k + 1)) as (l & ->).
    destruct (_ <=? _)%uint63; [exact Hf|]. match goal with |- context [existsb ?p S] => destruct (existsb p S) eqn:E; [exact Hf|] end.
    eapply lower_le; [|apply (lower_members e k S HS); [lia|]].
    - rewrite min_spec, !rate_of. pose proof (set_size S HS) as Hs.
      replace (k + 2)%nat with (k + 1 + 1)%nat by lia. replace (k + 3)%nat with (k + 1 + 2)%nat by lia.
      apply Z.min_le_compat.
      + apply mul_le; lia.
      + apply add_le; [apply add_le; [lia|]|lia]. apply mul_le; [|lia].
        pose proof (Uint63.sub_spec (size S) 2) as H2. change (φ 2) with 2 in H2.
        rewrite H2, Z.mod_small by (rewrite Hs; pose proof (set_most S HS); change Uint63.wB with 9223372036854775808 in *; unfold most in *; lia).
        lia.
    - intros x Hx W. unfold wins_against in W.
      destruct (part S x (win g)) as [|s [|]] eqn:P; try discriminate W.
      assert (Hs : In s (part (g := g) S x (win g))) by (rewrite P; now left).
      apply in_part in Hs. destruct Hs as [Hs A].
      assert (D : distinct (map (ans T x) S) = false).
      { destruct (distinct (map (ans T x) S)) eqn:D; [|reflexivity]. exfalso.
        enough (K : true = false) by discriminate K. rewrite <- E. symmetry. apply existsb_exists. exists s. split; [assumption|]. rewrite (winner_right T F Ho x s); auto. now apply HS. }
      apply distinct_false in D; [|apply HS]. destruct D as (a & b & Ha & Hb & D & Q). exists a, b. auto.
  Qed.

  (** ** Shapes *)
  Lemma parts_of_silent S x : tells_nothing (g := g) S x -> (parts e S x <= 1)%nat.
  Proof.
    intros (r & _ & H). unfold parts. pose proof (others_once _ e) as N. set (f := fun r' => some (part (g := g) S x r')).
    assert (O : forall r', r' <> r -> f r' = 0%nat).
    { intros r' D. unfold f. destruct (part (g := g) S x r') as [|s q] eqn:P; [reflexivity|]. exfalso. apply D.
      assert (Hs : In s (part (g := g) S x r')) by (rewrite P; now left). apply in_part in Hs. destruct Hs as [Hs <-]. now apply H. }
    assert (Z : forall l, ~ In r l -> list_sum (map f l) = 0%nat).
    { induction l as [|a l IH]; [reflexivity|]. intros I. cbn [map]. change (f a + list_sum (map f l) = 0)%nat.
      rewrite O, IH; [reflexivity|..]; intros J; apply I; [now right|now left]. }
    induction N as [|a l Ha N IH]; [simpl; lia|]. cbn [map]. change (f a + list_sum (map f l) <= 1)%nat.
    destruct (eq_int a r) as [->|D].
    - rewrite Z by assumption. unfold f. destruct (part S x r); simpl; lia.
    - rewrite O by assumption. lia.
  Qed.

  Lemma silent_of_parts S x : set_of g S -> S <> [] -> In x (all_codes T) -> (parts e S x <= 1)%nat ->
    wins_against (g := g) S x = 0%nat -> tells_nothing (g := g) S x.
  Proof.
    intros [_ Hi] D Hx Hp Hw.
    assert (L : forall s, In s S -> In (ans T x s) (losing T)).
    { intros s Hs. destruct (others_all _ e x s Hx (Hi s Hs)) as [W|H]; [|exact H]. exfalso.
      unfold wins_against in Hw. assert (H : In s (part (g := g) S x (win g))) by (now apply in_part).
      destruct (part S x (win g)); [contradiction|discriminate]. }
    destruct S as [|s0 S']; [contradiction|]. set (S := s0 :: S') in *. exists (ans T x s0). split.
    - intros W. apply (others_lose _ e). pose proof (L s0 (or_introl eq_refl)). simpl in *. congruence.
    - intros s Hs. destruct (eq_int (ans T x s) (ans T x s0)) as [E|E]; [exact E|]. exfalso.
      pose proof (list_sum_two (fun r => some (part (g := g) S x r)) (losing T) _ _ (L s Hs) (L s0 (or_introl eq_refl)) E) as H.
      unfold parts in Hp. change (others e) with (losing T) in Hp.
      assert (O : forall s, In s S -> some (part (g := g) S x (ans T x s)) = 1%nat).
      { intros q Hq. assert (I : In q (part (g := g) S x (ans T x q))) by (now apply in_part).
        destruct (part S x (ans T x q)); [contradiction|reflexivity]. }
      cbv beta in H. rewrite !O in H by (exact Hs || now left). lia.
  Qed.

  Section Floor.
  Variable floor : int.

  (** A list of codes by shape is right for a code. *)
  Definition placed (S : list int) (a : array (list int)) (x : int) : Prop :=
    exists i p v, In (i, p, v) (shapes T) /\ (In x (get a i) \/ (i <? floor)%uint63 = true)
      /\ (parts e S x <= Z.to_nat (φ p))%nat /\ (wins_against (g := g) S x <= Z.to_nat (φ v) <= 1)%nat.

  Lemma add_length i x a : PArray.length (add T floor i x a) = PArray.length a.
  Proof. unfold add. destruct (_ || _); [reflexivity|apply length_set]. Qed.

  Lemma add_keeps i x a j y : In y (get a j) -> In y (get (add T floor i x a) j).
  Proof.
    unfold add. destruct (_ || _); [auto|]. intros H. destruct (eq_int i j) as [<-|D].
    - destruct (i <? PArray.length a)%uint63 eqn:L.
      + rewrite get_set_same by assumption. now right.
      + rewrite get_out_of_bounds in * by (rewrite ?length_set; assumption). now rewrite default_set.
    - now rewrite get_set_other.
  Qed.

  Lemma no_shapes_length : PArray.length (no_shapes T) = (2 * replies T + 2)%uint63.
  Proof.
    unfold no_shapes. rewrite length_make. destruct (Uint63.lebP (2 * replies T + 2)%uint63 max_length) as [|N]; [reflexivity|].
    exfalso. apply N. pose proof (replies_max T F). change (φ max_length) with 4194303.
    eapply Z.le_trans; [apply add_le; [apply mul_le; reflexivity|reflexivity]|]. change (φ 2) with 2. lia.
  Qed.

  Lemma shape_bits (v : bool) n : Z.land (2 * n + if v then 1 else 0) 1 = if v then 1 else 0.
  Proof.
    change 1 with (Z.ones 1) at 2. rewrite Z.land_ones by lia. change (2 ^ 1) with 2.
    destruct v; rewrite Z.add_comm, Z.mul_comm, Z.mod_add by lia; reflexivity.
  Qed.

  Lemma losing_few : (length (losing T) <= length (all_replies T))%nat.
  Proof. rewrite (losing_right T F). generalize (all_replies T). intros l. induction l as [|r l IH]; simpl; [lia|].
    destruct (negb _); simpl; lia. Qed.

  (** A shape by a test that holds for all replies that occur. *)
  Lemma add_places S x a test i : set_of g S -> S <> [] -> may_guess (g := g) S x ->
    (forall s, In s S -> test (ans T x s) = true) -> i = shape T test (all_replies T) ->
    PArray.length a = (2 * replies T + 2)%uint63 ->
    tells_nothing (g := g) S x \/ placed S (add T floor i x a) x.
  Proof.
    intros HS D [Hx Hc] Ht Ei L. pose proof (shape_of_all T F test) as Es. rewrite <- Ei in Es.
    set (n := ones test (losing T)) in *.
    assert (Hn : Z.of_nat n <= φ (replies T)).
    { pose proof (replies_all T F). pose proof losing_few. assert (n <= length (losing T))%nat; [|lia].
      unfold n, ones. generalize (losing T). intros l. induction l as [|r l IH]; simpl; [lia|].
      unfold list_sum in *. destruct (test r); lia. }
    assert (Hp : (parts e S x <= n)%nat).
    { apply list_sum_le. intros r _. destruct (part (g := g) S x r) as [|s q] eqn:P; simpl; [lia|].
      assert (Hs : In s (part (g := g) S x r)) by (rewrite P; now left). apply in_part in Hs. destruct Hs as [Hs <-].
      simpl. rewrite Ht by assumption. lia. }
    assert (Hv : (wins_against (g := g) S x <= if test (winning T) then 1 else 0)%nat).
    { pose proof (wins_at_most_one e S x HS Hx) as H1. destruct (test (winning T)) eqn:W; [exact H1|].
      unfold wins_against in *. destruct (part S x (win g)) as [|s q] eqn:P; simpl; [lia|].
      assert (Hs : In s (part (g := g) S x (win g))) by (rewrite P; now left). apply in_part in Hs. destruct Hs as [Hs A].
      simpl in A. rewrite <- A, Ht in W by assumption. discriminate. }
    pose proof (replies_max T F) as Hr.
    destruct (idle T i) eqn:I.
    - left. unfold idle in I. apply orb_prop in I. destruct I as [I|I].
      + apply Uint63.eqb_spec in I. rewrite I in Es. change (φ 2) with 2 in Es.
        destruct (test (winning T)); [lia|]. apply silent_of_parts; try assumption; lia.
      + apply andb_prop in I. destruct I as [Io I]. apply Uint63.eqb_spec in I.
        assert (Z0 : Z.land (φ i) 1 = 0) by (change 1 with (φ 1); rewrite <- Uint63.land_spec', I; reflexivity).
        rewrite Es, shape_bits in Z0. destruct (test (winning T)) eqn:W; [discriminate|]. exfalso.
        destruct (Hc Io) as (s & Hs & A). simpl in A. rewrite <- A, Ht in W by assumption. discriminate.
    - right. exists i, (Uint63.of_Z (Z.of_nat n)), (if test (winning T) then 1 else 0)%uint63.
      assert (Ep : φ (Uint63.of_Z (Z.of_nat n)) = Z.of_nat n).
      { rewrite Uint63.of_Z_spec, Z.mod_small; [reflexivity|]. change Uint63.wB with 9223372036854775808. lia. }
      assert (R1 : φ (replies T + 1)%uint63 = φ (replies T) + 1).
      { rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]. change (φ 1) with 1. pose proof (Uint63.to_Z_bounded (replies T)).
        change Uint63.wB with 9223372036854775808. lia. }
      repeat split.
      + unfold shapes. apply in_flat_map. exists (Uint63.of_Z (Z.of_nat n)). split.
        * apply -> in_rev. apply in_range; [unfold most; lia|]. lia.
        * assert (E2 : φ (2 * Uint63.of_Z (Z.of_nat n))%uint63 = 2 * Z.of_nat n).
          { rewrite Uint63.mul_spec, Ep, Z.mod_small; [reflexivity|]. change (φ 2) with 2. change Uint63.wB with 9223372036854775808. lia. }
          destruct (test (winning T)); [left|right; left]; (f_equal; f_equal; apply Uint63.to_Z_inj).
          -- rewrite Uint63.add_spec, E2, Z.mod_small; [lia|]. change (φ 1) with 1. change Uint63.wB with 9223372036854775808. lia.
          -- rewrite E2. lia.
      + unfold add. rewrite I. destruct (i <? floor)%uint63; [now right|left]. cbn [orb].
        rewrite get_set_same; [now left|]. rewrite L. apply Uint63.ltb_spec.
        rewrite Uint63.add_spec, Uint63.mul_spec. change (φ 2) with 2. pose proof (Uint63.to_Z_bounded (replies T)).
        rewrite (Z.mod_small (2 * _)) by (change Uint63.wB with 9223372036854775808; lia). rewrite Z.mod_small by (change Uint63.wB with 9223372036854775808; lia).
        destruct (test (winning T)); lia.
      + rewrite Ep, Nat2Z.id. exact Hp.
      + destruct (test (winning T)); [change (Z.to_nat (φ 1)) with 1%nat|change (Z.to_nat (φ 0)) with 0%nat]; exact Hv.
      + destruct (test (winning T)); [change (Z.to_nat (φ 1)) with 1%nat|change (Z.to_nat (φ 0)) with 0%nat]; lia.
  Qed.

  Lemma placed_add S a i x y : placed S a y -> placed S (add T floor i x a) y.
  Proof.
    intros (j & p & v & H & I & R). exists j, p, v. split; [assumption|]. split; [|assumption].
    destruct I as [I|I]; [left; now apply add_keeps|now right].
  Qed.

  Lemma placed_cell S p word l y : forall a, placed S a y -> placed S (add_cell T floor p word l a) y.
  Proof. induction l as [|[[lo hi] x] l IH]; intros a H; [assumption|]. cbn [add_cell]. now apply IH, placed_add. Qed.

  (** Cells one at a time. *)
  Fixpoint each_cell (p : packing) (rows : list (array int)) (l : list (int * list (int * int * int))) (a : array (list int)) :=
    match l with
    | [] => a
    | (place, codes) :: l => each_cell p rows l (add_cell T floor p (common_bits rows place 0) codes a)
    end.

  Lemma add_cells_spec p rows l a : add_cells T floor p rows l a = each_cell p rows l a.
  Proof.
    enough (H : forall n l a, (length l <= n)%nat -> add_cells T floor p rows l a = each_cell p rows l a) by exact (H _ l a (Nat.le_refl _)).
    clear. induction n as [|n IH]; intros [|[p1 c1] l] a H; cbn [length] in H; try reflexivity; [Lia.lia|]. cbn [add_cells each_cell].
    destruct l as [|[p2 c2] [|[p3 c3] [|[p4 c4] l]]]; try (apply IH; cbn [length] in *; Lia.lia).
    rewrite common_bits4_spec. cbn [each_cell]. apply IH. cbn [length] in H. Lia.lia.
  Qed.

  Lemma placed_cells S p rows l y : forall a, placed S a y -> placed S (each_cell p rows l a) y.
  Proof. induction l as [|[place codes] l IH]; intros a H; [assumption|]. cbn [each_cell]. now apply IH, placed_cell. Qed.

  Lemma add_cell_length p word l : forall a, PArray.length (add_cell T floor p word l a) = PArray.length a.
  Proof. induction l as [|[[lo hi] x] l IH]; intros a; [reflexivity|]. cbn [add_cell]. now rewrite IH, add_length. Qed.

  Lemma bit_shifted word i r : φ i <= 62 -> φ r <= 256 -> bit word (i + r)%uint63 = true -> bit (word >> i)%uint63 r = true.
  Proof.
    intros Hi Hr H. rewrite Uint63.bit_lsr. destruct (Uint63.lebP r (i + r)%uint63) as [_|N]; [exact H|]. exfalso. apply N.
    pose proof (Uint63.to_Z_bounded i). pose proof (Uint63.to_Z_bounded r).
    rewrite Uint63.add_spec, Z.mod_small; [lia|]. change Uint63.wB with 9223372036854775808. lia.
  Qed.

  Lemma by_shape_places S x : set_of g S -> S <> [] -> may_guess (g := g) S x ->
    tells_nothing (g := g) S x \/ placed S (by_shape T floor S) x.
  Proof.
    intros HS D Hm. pose proof (proj1 Hm) as Hx. unfold by_shape. pose proof no_shapes_length as L.
    destruct (packed T) as [p|] eqn:P.
    - pose proof (packing_right T F p P) as Q. destruct (cell_of T p Q x Hx) as (place & l & lo & hi & Hc & Hl & Blo & Bhi & Hb).
      rewrite add_cells_spec.
      revert L. generalize (no_shapes T). induction (cells p) as [|[pl cl] cs IH]; [contradiction|]. intros a L.
      cbn [each_cell]. destruct Hc as [E|Hc]; [|apply IH; [assumption|]; now rewrite add_cell_length].
      injection E as -> ->. clear IH.
      assert (K : tells_nothing (g := g) S x \/ placed S (add_cell T floor p (common_bits (map (get (bits p)) S) place 0) l a) x);
        [|destruct K as [K|K]; [now left|right; now apply placed_cells]].
      revert a L. induction l as [|[[lo' hi'] x'] l IH]; [contradiction|]. intros a L. cbn [add_cell].
      destruct Hl as [E|Hl]; [|apply IH; [assumption|]; now rewrite add_length].
      injection E as -> -> ->. set (word := common_bits (map (get (bits p)) S) place 0) in *.
      set (test := fun r => if (r <? half p)%uint63 then low_bit ((word >> lo) land low_mask p)%uint63 r
        else high_bit p ((word >> hi) land high_mask p)%uint63 r).
      assert (K : tells_nothing (g := g) S x \/ placed S (add T floor ((low_shapes p).[(word >> lo) land low_mask p]
        + (high_shapes p).[(word >> hi) land high_mask p])%uint63 x a) x);
        [|destruct K as [K|K]; [now left|right; now apply placed_cell]].
      apply add_places with (test := test); try assumption.
      + intros s Hs. assert (Hs' : In s (all_secrets T)) by now apply HS.
        pose proof (ans_in T F x s Hx Hs') as Hr. pose proof (reply_below T F _ Hr) as Hr2. apply Uint63.ltb_spec in Hr2.
        pose proof (replies_max T F) as Hr3. specialize (Hb s Hs'). cbv zeta in Hb. unfold test, low_bit, high_bit.
        assert (Hrow : In (get (bits p) s) (map (get (bits p)) S)) by now apply in_map.
        destruct (Uint63.ltbP (ans T x s) (half p)) as [H|H].
        * rewrite Uint63.land_spec, bit_shifted; [|exact Blo|lia|].
          -- apply (low_kept T p Q). unfold low_replies. apply filter_In. split; [assumption|]. now apply Uint63.ltb_spec.
          -- eapply common_bits_spec; eassumption.
        * assert (φ (ans T x s - half p)%uint63 <= 256).
          { rewrite Uint63.sub_spec, Z.mod_small; pose proof (Uint63.to_Z_bounded (half p)); pose proof (Uint63.to_Z_bounded (ans T x s)); lia. }
          rewrite Uint63.land_spec, bit_shifted; [|exact Bhi|assumption|].
          -- apply (high_kept T p Q). unfold high_replies. apply filter_In. split; [assumption|].
             destruct (Uint63.ltbP (ans T x s) (half p)); [contradiction|reflexivity].
          -- eapply common_bits_spec; eassumption.
      + rewrite (low_right T p Q), (high_right T p Q). apply (shape_of_halves T F p).
        * intros r Hr. unfold test. apply filter_In in Hr. now rewrite (proj2 Hr).
        * intros r Hr. unfold test. apply filter_In in Hr. now rewrite (proj1 (negb_true_iff _) (proj2 Hr)).
    - change (In x (all_codes T)) in Hx. revert L Hx. generalize (no_shapes T). induction (all_codes T) as [|y l IH]; [intros ? ? []|]. intros a L.
      cbn [add_codes]. intros [->|Hl]; [|apply IH; [now rewrite add_length|assumption]]. clear IH.
      assert (K : tells_nothing (g := g) S x \/ placed S (add T floor (shape_of T S x) x a) x).
      { apply add_places with (test := fun r => negb (get (sizes T S x) r =? 0)%uint63); try assumption; [|reflexivity].
        intros s Hs. apply negb_true_iff, Uint63.eqb_false_spec. intros E. apply (f_equal Uint63.to_Z) in E.
        rewrite (sizes_spec S x (ans T x s) HS (proj1 Hm)) in E. change (φ 0) with 0 in E.
        assert (I : In s (part (g := g) S x (ans T x s))) by (now apply in_part).
        destruct (part S x (ans T x s)); [contradiction|discriminate]. }
      destruct K as [K|K]; [now left|right]. revert K. generalize (add T floor (shape_of T S x) x a). generalize l. clear.
      induction l as [|y l IH]; intros a K; [assumption|]. cbn [add_codes]. now apply IH, placed_add.
  Qed.

  Lemma shapes_spec i p v : In (i, p, v) (shapes T) -> φ i = 2 * φ p + φ v /\ φ p <= 256 /\ φ v <= 1.
  Proof.
    unfold shapes. intros H. apply in_flat_map in H. destruct H as (q & Hq & H). apply in_rev in Hq.
    assert (R1 : φ (replies T + 1)%uint63 = φ (replies T) + 1).
    { rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]. change (φ 1) with 1. pose proof (Uint63.to_Z_bounded (replies T)).
      pose proof (replies_max T F). change Uint63.wB with 9223372036854775808. lia. }
    pose proof (replies_max T F). apply in_range in Hq; [|unfold most; lia]. pose proof (Uint63.to_Z_bounded q).
    assert (E : φ (2 * q)%uint63 = 2 * φ q) by (rewrite Uint63.mul_spec; change (φ 2) with 2; apply Z.mod_small; change Uint63.wB with 9223372036854775808; lia).
    destruct H as [D|[D|[]]]; injection D as <- <- <-; rewrite ?Uint63.add_spec, ?E; change (φ 1) with 1; change (φ 0) with 0;
      rewrite ?Z.mod_small by (change Uint63.wB with 9223372036854775808; lia); lia.
  Qed.

  Lemma shapes_right i p v : In (i, p, v) (shapes T) -> φ p <= 256 /\ φ v <= 1.
  Proof. intros H. now apply shapes_spec in H. Qed.

  Hypothesis floor_few : φ floor <= 514.

  Lemma width_of_spec a : 1 <= φ (width_of T floor a) <= most
    /\ (forall i p v, In (i, p, v) (shapes T) -> get a i <> [] \/ (i <? floor)%uint63 = true -> φ p <= φ (width_of T floor a)).
  Proof.
    assert (H0 : φ (floor >> 1)%uint63 = φ floor / 2) by (rewrite Uint63.lsr_spec; reflexivity).
    pose proof (Uint63.to_Z_bounded floor). pose proof (Z.div_mod (φ floor) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (φ floor) 2 ltac:(lia)).
    assert (M : φ (max 1 (floor >> 1))%uint63 = Z.max 1 (φ floor / 2)) by now rewrite max_spec, H0.
    unfold width_of. pose proof shapes_spec as R. set (start := max 1 (floor >> 1)%uint63) in *.
    assert (K : φ start <= φ (fold_right (fun sh w => let '(i, p, _) := sh in match get a i with [] => w | _ => max p w end) start (shapes T)) <= most
      /\ forall i p v, In (i, p, v) (shapes T) -> get a i <> [] ->
        φ p <= φ (fold_right (fun sh w => let '(i, p, _) := sh in match get a i with [] => w | _ => max p w end) start (shapes T))).
    { induction (shapes T) as [|[[i p] v] l IH]; [cbn [fold_right]; unfold most; split; [lia|contradiction]|].
      destruct IH as [B H']; [eauto with datatypes|]. cbn [fold_right].
      destruct (R i p v (or_introl eq_refl)) as (_ & Rp & _). destruct (get a i) as [|x q] eqn:E.
      - split; [exact B|]. intros j p' v' [Q|Q] D; [injection Q as <- <- <-; contradiction|eauto].
      - rewrite max_spec. split; [unfold most in *; lia|]. intros j p' v' [Q|Q] D; [injection Q as <- <- <-; lia|].
        specialize (H' j p' v' Q D). lia. }
    destruct K as [B K]. split; [lia|]. intros i p v I [D|D]; [now apply (K i p v)|].
    apply Uint63.ltb_spec in D. destruct (R i p v I) as (E & _). pose proof (Uint63.to_Z_bounded v). lia.
  Qed.

  Lemma width_of_right S : set_of g S -> S <> [] -> width e S (Z.to_nat (φ (width_of T floor (by_shape T floor S)))).
  Proof.
    intros HS D x Hx. destruct (width_of_spec (by_shape T floor S)) as [B H].
    destruct (by_shape_places S x HS D Hx) as [K|(i & p & v & Hi & Hin & Hp & _)].
    - apply parts_of_silent in K. lia.
    - specialize (H i p v Hi). lapply H; [lia|]. destruct Hin as [Hin|Hin]; [left|now right].
      intros E. rewrite E in Hin. contradiction.
  Qed.
  End Floor.

  (** ** Guesses *)
  Lemma refuted_shape k S x w p v : set_of g S -> S <> [] -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    φ p <= 256 -> (parts e S x <= Z.to_nat (φ p))%nat -> (wins_against (g := g) S x <= Z.to_nat (φ v) <= 1)%nat ->
    refuted e k S x (φ (shape_bound T (later (k + 1)) (size S) w p v)).
  Proof.
    intros HS D Hw Hm Hp Hpp Hv. eapply refuted_le;
      [|apply (refuted_by_shape e (length (later (k + 2))) k S x (Z.to_nat (φ w)) (Z.to_nat (φ v)) (Z.to_nat (φ p)) D HS); auto].
    unfold shape_bound. rewrite later_hd, later_tl. replace (k + 1 + 1)%nat with (k + 2)%nat by lia.
    pose proof (Uint63.to_Z_bounded v). pose proof (Uint63.to_Z_bounded w). pose proof (set_size S HS) as Hs.
    assert (Hl : length S <> 0%nat) by (destruct S; [contradiction|discriminate]).
    apply add_le; [apply mul_le; rewrite ?rate_of; lia|].
    assert (En : φ (size S - v)%uint63 = Z.of_nat (length S) - φ v).
    { rewrite Uint63.sub_spec, Hs, Z.mod_small; [reflexivity|]. pose proof (set_most S HS). change Uint63.wB with 9223372036854775808 in *. unfold most in *. lia. }
    pose proof (fill_int_le (later (k + 2)) (k + 2) (size S - v) p w eq_refl) as H'. rewrite En in H'.
    replace (Z.to_nat (Z.of_nat (length S) - φ v)) with (length S - Z.to_nat (φ v))%nat in H' by lia.
    apply H'; [|assumption]. pose proof (set_most S HS). lia.
  Qed.

  Lemma fold_sum (f : int -> int -> int) (L : int -> Z) start z rs : φ start <= z ->
    (forall r sum zz, In r rs -> φ sum <= zz -> φ (f r sum) <= zz + L r) -> φ (fold_right f start rs) <= z + zsum (map L rs).
  Proof.
    intros Hs. induction rs as [|r rs IH]; intros H; [unfold zsum; simpl; lia|]. cbn [fold_right map]. rewrite zsum_cons.
    replace (z + (L r + zsum (map L rs))) with ((z + zsum (map L rs)) + L r) by lia.
    apply H; [now left|]. apply IH. intros. apply H; [now right|assumption].
  Qed.

  Lemma count_of_spec S x r : set_of g S -> S <> [] -> In x (all_codes T) -> φ r < φ (replies T) ->
    φ (count_of T (few T S (size S)) S x r) = Z.of_nat (length (part (g := g) S x r)).
  Proof.
    intros HS D Hx Hr. unfold count_of, few.
    destruct (Uint63.lebP (field_width T) 62) as [W|W]; cbn [andb]; [|now apply sizes_spec].
    destruct (Uint63.lebP (size S) ((1 << field_width T) - 1)%uint63) as [N|N]; [|now apply sizes_spec].
    change (φ 62) with 62 in W. pose proof (replies_max T F) as Hm. pose proof (Uint63.to_Z_bounded (replies T)).
    pose proof (Uint63.to_Z_bounded (field_width T)) as Pw.
    assert (W1 : 1 <= φ (field_width T)).
    { rewrite (set_size S HS), mask_spec in N by exact W. destruct (Z.eq_dec (φ (field_width T)) 0) as [E|]; [|lia].
      rewrite E in N. change (Z.ones 0) with 0 in N. destruct S; [contradiction|simpl in N; lia]. }
    assert (K : φ (fields T) = (φ (replies T) + 1) / 2).
    { unfold fields. rewrite Uint63.lsr_spec, Uint63.add_spec. change (φ 1) with 1. rewrite Z.mod_small by (change Uint63.wB with 9223372036854775808; lia). reflexivity. }
    pose proof (Z.div_mod (φ (replies T) + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (φ (replies T) + 1) 2 ltac:(lia)).
    assert (Kw : φ (fields T) * φ (field_width T) <= 63).
    { unfold field_width. rewrite Uint63.div_spec. change (φ 63) with 63. apply Z.mul_div_le. lia. }
    assert (A : forall s, In s S -> φ (ans T x s) <= 256).
    { intros s Hs. pose proof (ans_below S x HS Hx s Hs) as B. apply Uint63.ltb_spec in B. lia. }
    rewrite (tallied_spec (field_width T) (fields T) (conj W1 W) Kw x (map (get (rows T)) S) r).
    - f_equal. unfold with_key. clear. change (@part (numbered T) S x r) with (with_key (ans T x) r S). unfold with_key.
      induction S as [|s S IH]; [reflexivity|]. cbn [map filter]. change (get (get (rows T) s) x) with (ans T x s).
      destruct (eq_int (ans T x s) r); cbn [length]; now rewrite IH.
    - intros row Hrow. apply in_map_iff in Hrow. destruct Hrow as (s & <- & Hs). now apply A.
    - lia.
    - lia.
    - rewrite map_length. etransitivity; [|exact N]. apply Z.eq_le_incl. symmetry. exact (set_size S HS).
  Qed.

  Lemma winning_below : φ (winning T) < φ (replies T).
  Proof. apply Uint63.ltb_spec, (reply_below T F), (winning_in T F). Qed.

  Lemma losing_below r : In r (losing T) -> φ r < φ (replies T).
  Proof. intros H. apply (losing_in T F) in H. apply Uint63.ltb_spec, (reply_below T F), H. Qed.

  Lemma won_le k S x (b : bool) now : (b = true -> wins_against (g := g) S x = 0%nat) ->
    (b = false -> wins_against (g := g) S x = 1%nat) -> φ now = rate e (k + 1) ->
    φ (if b then 0%uint63 else now) <= Z.of_nat (wins_against (g := g) S x) * rate e (k + 1).
  Proof. intros H0 H1 E. destruct b; [rewrite H0 by auto; change (φ 0) with 0; lia|]. rewrite H1, E by auto. lia. Qed.

  Lemma wins_positive S x : set_of g S -> In x (all_codes T) -> length (part (g := g) S x (winning T)) <> 0%nat ->
    wins_against (g := g) S x = 1%nat.
  Proof. intros HS Hx H. pose proof (wins_at_most_one e S x HS Hx). unfold wins_against in *. simpl in *. lia. Qed.

  Lemma refuted_fill k S x w : set_of g S -> S <> [] -> In x (all_codes T) -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    refuted e k S x (φ (guess_fill T (rate_int T (k + 1)) (filled T (later (k + 2)) (size S) w) (few T S (size S)) S x)).
  Proof.
    intros HS D Hx Hw Hm.
    eapply refuted_le; [|apply (refuted_by_parts e k S x
      (fun r => fill e (length (later (k + 2))) (k + 2) (length (part (g := g) S x r)) 1 (Z.to_nat (φ w))) D (proj2 HS))].
    - unfold guess_fill. cbv zeta. pose proof (fun r => count_of_spec S x r HS D Hx) as C. set (count := count_of _ _ _ _) in *.
      apply fold_sum.
      + specialize (C _ winning_below). apply won_le; [| |reflexivity].
        * intros E. apply Uint63.eqb_spec in E. rewrite E in C. change (φ 0) with 0 in C. unfold wins_against. simpl. lia.
        * intros E. apply wins_positive; try assumption. intros Z. apply Uint63.eqb_false_spec in E. apply E.
          apply Uint63.to_Z_inj. rewrite C, Z. reflexivity.
      + intros r sum zz Hr Hz. apply add_le; [exact Hz|]. pose proof (C r (losing_below r Hr)) as Hn.
        pose proof (size_le S x r) as Hl. pose proof (set_size S HS) as Hs. pose proof (set_small S HS) as Hss.
        assert (E1 : φ (size S + 1)%uint63 = Z.of_nat (length S) + 1).
        { rewrite Uint63.add_spec, Hs. change (φ 1) with 1. change (φ max_length) with 4194303 in *.
          rewrite Z.mod_small by (change Uint63.wB with 9223372036854775808; lia). lia. }
        assert (E : get (filled T (later (k + 2)) (size S) w) (count r)
          = fill_int (top T) (later (k + 2)) (count r) 1 w).
        { unfold filled. refine (get_init _ _ _ _ _ _); [lia|].
          change (φ max_length) with 4194303 in *. apply in_range; [unfold most|]; lia. }
        rewrite E. pose proof (fill_int_le (later (k + 2)) (k + 2) (count r) 1 w eq_refl) as H.
        rewrite Hn, Nat2Z.id in H. apply H; [|assumption]. pose proof (set_most S HS). lia.
    - intros r Hr. replace (k + 2)%nat with (k + 1 + 1)%nat by lia. apply lower_fill; [now apply part_set|].
      intros _. eapply width_subset; [apply incl_part|exact Hw].
  Qed.

  Lemma refuted_bound0 k S x w enough : set_of g S -> S <> [] -> In x (all_codes T) -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    refuted e k S x (φ (guess_bound0 T (rate_int T (k + 1)) (later (k + 2)) S x w enough)).
  Proof.
    intros HS D Hx Hw Hm.
    eapply refuted_le; [|apply (refuted_by_parts e k S x (fun r => match part (g := g) S x r with [] => 0 | P =>
      φ (bound0 T (later (k + 2)) P (size P) w) end) D (proj2 HS))].
    - unfold guess_bound0. apply fold_sum.
      + rewrite (split_spec S x _ HS Hx). pose proof (won_le k S x (match part (g := g) S x (winning T) with [] => true | _ => false end) (rate_int T (k + 1))) as H.
        destruct (part (g := g) S x (winning T)) eqn:E; apply H; try reflexivity; try discriminate; intros _.
        * unfold wins_against. simpl. now rewrite E.
        * apply wins_positive; try assumption. now rewrite E.
      + intros r sum zz Hr Hz. cbv beta. rewrite (split_spec S x _ HS Hx).
        destruct (enough <=? sum)%uint63; destruct (part (g := g) S x r) as [|s q]; try lia.
        apply add_le; [exact Hz|apply Z.le_refl].
    - intros r Hr. cbv beta. pose proof (lower_bound0 (k + 1) (part (g := g) S x r) w) as H.
      replace (k + 1 + 1)%nat with (k + 2)%nat in H by lia.
      destruct (part (g := g) S x r) as [|s q] eqn:E; [apply lower_empty|]. rewrite <- E in *. apply H; [now apply part_set| |assumption].
      eapply width_subset; [apply incl_part|exact Hw].
  Qed.

  Lemma least_of_spec k (S : list int) (w : int) (l : list int) : forall least : int, set_of g S -> S <> [] -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    let r := least_of T (rate_int T (k + 1)) (later (k + 2)) (filled T (later (k + 2)) (size S) w) (few T S (size S)) S w l least in
    φ r <= φ least /\ forall x, In x l -> In x (all_codes T) -> refuted e k S x (φ r).
  Proof.
    induction l as [|y l IH]; intros least HS D Hw Hm; [simpl; split; [lia|contradiction]|].
    cbn [least_of]. cbv zeta. match goal with |- context [least_of _ _ _ _ _ _ _ l ?v] => set (least' := v) end.
    destruct (IH least' HS D Hw Hm) as [I1 I2].
    assert (L : φ least' <= φ least) by (unfold least'; destruct (_ <=? _)%uint63; rewrite ?min_spec; lia).
    split; [lia|]. intros x [->|Hx] Hc; [|now apply I2].
    eapply refuted_le; [exact I1|]. unfold least'. destruct (Uint63.lebP least (guess_fill T (rate_int T (k + 1)) (filled T (later (k + 2)) (size S) w) (few T S (size S)) S x)) as [G|G].
    - eapply refuted_le; [exact G|]. now apply refuted_fill.
    - eapply refuted_le; [rewrite min_spec; apply Z.le_min_r|]. now apply refuted_bound0.
  Qed.

  Lemma least_of_shapes_spec k (S : list int) (w b0 : int) (a : array (list int)) (l : list (int * int * int)) : forall least : int, set_of g S -> S <> [] -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    (forall i p v, In (i, p, v) l -> φ p <= 256 /\ φ v <= 1) ->
    let r := least_of_shapes T (later (k + 1)) (filled T (later (k + 2)) (size S) w) (few T S (size S)) S (size S) w b0 a l least in
    φ r <= φ least /\ (φ r <= φ b0 \/ forall i p v x, In (i, p, v) l -> In x (get a i) -> In x (all_codes T) ->
      (parts e S x <= Z.to_nat (φ p))%nat -> (wins_against (g := g) S x <= Z.to_nat (φ v) <= 1)%nat -> refuted e k S x (φ r)).
  Proof.
    induction l as [|[[i p] v] l IH]; intros least HS D Hw Hm Hl; [simpl; split; [lia|right; contradiction]|].
    cbn [least_of_shapes]. cbv zeta. match goal with |- context [least_of_shapes _ _ _ _ _ _ _ _ _ l ?v] => set (least' := v) end.
    destruct (IH least' HS D Hw Hm) as [I1 I2]; [eauto with datatypes|]. cbv zeta in I1, I2.
    pose proof (least_of_spec k S w (get a i) least HS D Hw Hm) as [L1 L2]. cbv zeta in L1, L2.
    assert (Q : φ least' <= φ least /\ (φ least' <= φ b0 \/ forall x, In x (get a i) -> In x (all_codes T) ->
      (parts e S x <= Z.to_nat (φ p))%nat -> (wins_against (g := g) S x <= Z.to_nat (φ v) <= 1)%nat -> refuted e k S x (φ least'))).
    { unfold least'. destruct (get a i) as [|y q] eqn:E; [split; [lia|right; contradiction]|]. rewrite <- E in *.
      destruct (Uint63.lebP least b0) as [B|B]; cbn [orb]; [split; [lia|now left]|].
      destruct (Uint63.lebP least (shape_bound T (later (k + 1)) (size S) w p v)) as [B'|B']; cbn [orb].
      - split; [lia|right]. intros x _ _ Hp Hv. eapply refuted_le; [exact B'|]. apply refuted_shape; try assumption.
        now apply (Hl i p v (or_introl eq_refl)).
      - rewrite later_hd, later_tl. replace (k + 1 + 1)%nat with (k + 2)%nat by lia.
        split; [exact L1|right]. intros x Hx Hc _ _. now apply L2. }
    destruct Q as [Q1 Q2]. split; [lia|]. destruct I2 as [I2|I2]; [now left|]. destruct Q2 as [Q2|Q2]; [left; lia|right].
    intros j p' v' x [E|Hj] Hx Hc Hp Hv; [|now apply (I2 j p' v')]. injection E as <- <- <-.
    eapply refuted_le; [exact I1|]. now apply Q2.
  Qed.

  (** ** B1 *)
  Lemma floor_of_few l n w enough : φ (floor_of T l n w enough) <= 514.
  Proof.
    unfold floor_of. induction (shapes T) as [|[[i p] v] q IH]; cbn [fold_right]; [|destruct (_ <=? _)%uint63; rewrite ?min_spec; lia].
    pose proof (replies_max T F). pose proof (Uint63.to_Z_bounded (replies T)). rewrite Uint63.add_spec, Uint63.mul_spec. change (φ 2) with 2.
    rewrite (Z.mod_small (2 * _)) by (change Uint63.wB with 9223372036854775808; lia). rewrite Z.mod_small by (change Uint63.wB with 9223372036854775808; lia). lia.
  Qed.

  Lemma floor_of_spec l n w enough i p v : In (i, p, v) (shapes T) -> (i <? floor_of T l n w enough)%uint63 = true ->
    φ enough <= φ (shape_bound T l n w p v).
  Proof.
    intros H E. apply Uint63.ltb_spec in E. revert E. unfold floor_of. induction (shapes T) as [|[[j q] u] L IH]; [contradiction|]. cbn [fold_right].
    destruct (Uint63.lebP enough (shape_bound T l n w q u)) as [B|B]; intros E.
    - destruct H as [D|H]; [injection D as <- <- <-; exact B|now apply IH].
    - rewrite min_spec in E. destruct H as [D|H]; [injection D as <- <- <-; lia|]. apply IH; [exact H|lia].
  Qed.

  Theorem lower_bound1 k (S : list int) (w enough : int) : set_of g S -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
    lower e k S (φ (bound1 T (later (k + 1)) S w enough)).
  Proof.
    intros HS Hw Hm. pose proof (lower_bound0 k S w HS Hw Hm) as H0. unfold bound1. cbv zeta.
    change (@size (secret g) S) with (@size int S) in H0.
    destruct (Uint63.lebP (size S) 2) as [|N]; cbn [orb]; [exact H0|]. destruct (_ <=? _)%uint63; [exact H0|].
    assert (D : S <> []) by (intros ->; apply N; discriminate).
    set (floor := floor_of _ _ _ _ _). set (a := by_shape T floor S). set (w' := width_of T floor a). set (b0 := bound0 _ _ _ _ _) in *.
    assert (Hf : φ floor <= 514) by apply floor_of_few. destruct (width_of_spec floor Hf a) as [B _]. fold w' in B.
    assert (Hm' : φ w' <= most) by lia.
    rewrite later_tl. replace (k + 1 + 1)%nat with (k + 2)%nat by lia.
    destruct (least_of_shapes_spec k S w' b0 a (shapes T) enough HS D (width_of_right floor Hf S HS D) Hm' shapes_right) as [Le L].
    cbv zeta in Le, L. set (r := least_of_shapes _ _ _ _ _ _ _ _ _ _ _) in *. rewrite max_spec. apply lower_max; [exact H0|].
    destruct L as [L|L]; [now apply (lower_le e k S (φ b0))|]. apply lower_of_refuted; [exact D|]. intros x Hx.
    destruct (by_shape_places floor S x HS D Hx) as [K|(i & p & v & Hi & [Hin|Low] & Hp & Hv)]; [now left|right|right].
    - apply (L i p v x); try assumption. apply Hx.
    - apply (refuted_le e k S x (φ (shape_bound T (later (k + 1)) (size S) w p v))).
      + etransitivity; [exact Le|]. eapply floor_of_spec; eassumption.
      + apply refuted_shape; try assumption. now apply (shapes_right i p v).
  Qed.
End Sound.
