(** From a game of sequences, as Game.v defines it, to tables, and back from what a claim says of them to trees of the
    game. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List Permutation.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Images Ints Tables Bounds BoundsSound Claims ClaimsSound Symmetry Build BuildSound.
Open Scope Z_scope.

Lemma of_nat_spec n : Z.of_nat n <= most -> φ (of_nat n) = Z.of_nat n.
Proof.
  intros H. unfold of_nat. rewrite Uint63.of_Z_spec, Z.mod_small; [reflexivity|]. change Uint63.wB with 9223372036854775808.
  unfold most in H. lia.
Qed.

Lemma max_length_spec : φ max_length = 4194303.
Proof. reflexivity. Qed.

Lemma of_nat_injective a b : Z.of_nat a <= most -> Z.of_nat b <= most -> of_nat a = of_nat b -> a = b.
Proof. intros Ha Hb E. apply (f_equal Uint63.to_Z) in E. rewrite !of_nat_spec in E by assumption. lia. Qed.

(** ** Bulls and common symbols, as they are counted *)
Lemma bulls_le l : forall l', (bulls eq_int l l' <= length l)%nat.
Proof. induction l as [|x l IH]; intros [|y l']; simpl; try lia. specialize (IH l'). destruct (eq_int x y); lia. Qed.

Lemma bulls_int_spec l : forall l' n, φ n + Z.of_nat (length l) <= most ->
  φ (bulls_int l l' n) = φ n + Z.of_nat (bulls eq_int l l').
Proof.
  induction l as [|x l IH]; intros [|y l'] n H; simpl in *; try lia.
  assert (E : φ (n + 1)%uint63 = φ n + 1).
  { rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]. change (φ 1) with 1. pose proof (Uint63.to_Z_bounded n).
    change Uint63.wB with 9223372036854775808. unfold most in H. lia. }
  destruct (eq_int x y) as [->|D].
  - rewrite Uint63.eqb_refl, IH; lia.
  - rewrite (proj2 (Uint63.eqb_false_spec x y) D), IH; lia.
Qed.

Lemma with_key_count l y : length (with_key (fun x => x) y l) = count_occ eq_int l y.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (eq_int x y); simpl; congruence. Qed.

Lemma counted_count n l : φ n <= 64 -> Z.of_nat (length l) <= most -> (forall y, In y l -> In y (range n)) ->
  forall y, φ (get (counted (fun y => y) l (make n 0%uint63)) y) = Z.of_nat (count_occ eq_int l y).
Proof.
  intros Hn Hl H y. rewrite <- with_key_count. apply counted_spec; [|exact Hl|].
  - apply Uint63.leb_spec. rewrite max_length_spec. lia.
  - intros a Ha. apply Uint63.ltb_spec, in_range; [unfold most; lia|auto].
Qed.

Lemma sum_count_le R l : NoDup R -> (list_sum (map (count_occ eq_int l) R) <= length l)%nat.
Proof.
  intros N. induction l as [|x l IH].
  - simpl. clear N. induction R as [|y R IH]; [reflexivity|]. exact IH.
  - assert (E : (list_sum (map (count_occ eq_int (x :: l)) R) <= 1 + list_sum (map (count_occ eq_int l) R))%nat); [|simpl length; lia].
    clear IH. assert (Z : forall R, ~ In x R -> map (count_occ eq_int (x :: l)) R = map (count_occ eq_int l) R).
    { intros R' H. apply map_ext_in. intros y Hy. apply count_occ_cons_neq. congruence. }
    induction N as [|y R Hy N IH]; [simpl; lia|]. cbn [map]. unfold list_sum in *. cbn [fold_right].
    destruct (eq_int x y) as [->|D].
    + rewrite (count_occ_cons_eq eq_int l eq_refl), Z by assumption. lia.
    + rewrite (count_occ_cons_neq eq_int l D). lia.
Qed.

Lemma common_le R l l' : NoDup R -> (common eq_int R l l' <= length l)%nat.
Proof.
  intros N. etransitivity; [|apply (sum_count_le R l N)]. unfold common. clear N.
  induction R as [|y R IH]; [reflexivity|]. cbn [map]. unfold list_sum in *. cbn [fold_right]. lia.
Qed.

Lemma common_int_spec n : forall h sum, (forall y m, In (y, m) h -> φ m <= 2 ^ 20) -> φ sum + Z.of_nat (length h) * 2 ^ 20 <= 2 ^ 40 ->
  φ (common_int h n sum) = φ sum + zsum (map (fun ym => Z.min (φ (snd ym)) (φ (get n (fst ym)))) h).
Proof.
  induction h as [|[y m] h IH]; intros sum Hm H; [unfold zsum; simpl; lia|]. cbn [common_int map fst snd]. rewrite zsum_cons.
  pose proof (Hm y m (or_introl eq_refl)) as Hy. pose proof (Uint63.to_Z_bounded sum). pose proof (Uint63.to_Z_bounded m).
  pose proof (Uint63.to_Z_bounded (get n y)). cbn [length] in H.
  assert (E : φ (sum + min m (get n y))%uint63 = φ sum + Z.min (φ m) (φ (get n y))).
  { rewrite Uint63.add_spec, min_spec, Z.mod_small; [reflexivity|]. change Uint63.wB with 9223372036854775808. lia. }
  rewrite IH, E; [lia|intros y' m' I; apply (Hm y'); now right|]. rewrite E. lia.
Qed.

Lemma common_int_right symbols l l' : φ symbols <= 64 -> (length l <= 1000)%nat -> (length l' <= 1000)%nat ->
  (forall y, In y l -> In y (range symbols)) -> (forall y, In y l' -> In y (range symbols)) ->
  φ (common_int (histogram symbols l) (counted (fun y => y) l' (make symbols 0%uint63)) 0)
  = Z.of_nat (common eq_int (range symbols) l l').
Proof.
  intros Hs Hl Hl' H H'. pose proof (counted_count symbols l Hs ltac:(unfold most; lia) H) as C.
  pose proof (counted_count symbols l' Hs ltac:(unfold most; lia) H') as C'.
  assert (Hc : forall y, (count_occ eq_int l y <= length l)%nat) by (intros y; apply count_occ_bound).
  rewrite common_int_spec; unfold histogram; cbv zeta.
  - change (φ 0) with 0. rewrite Z.add_0_l, map_map. cbn [fst snd]. unfold common.
    assert (L : forall R, zsum (map (fun y => Z.min (φ (get (counted (fun y => y) l (make symbols 0%uint63)) y))
        (φ (get (counted (fun y => y) l' (make symbols 0%uint63)) y)))
        (filter (fun y => negb (get (counted (fun y => y) l (make symbols 0%uint63)) y =? 0)%uint63) R))
      = Z.of_nat (list_sum (map (fun y => Nat.min (count_occ eq_int l y) (count_occ eq_int l' y)) R))); [|apply L].
    induction R as [|y R IH]; [reflexivity|]. cbn [filter map]. unfold list_sum in *. cbn [fold_right].
    destruct (_ =? 0)%uint63 eqn:E; cbn [negb map]; rewrite ?zsum_cons, IH.
    + apply Uint63.eqb_spec, (f_equal Uint63.to_Z) in E. rewrite C in E. change (φ 0) with 0 in E. lia.
    + rewrite C, C'. lia.
  - intros y m I. apply in_map_iff in I. destruct I as (y' & E & _). injection E as _ <-. rewrite C. specialize (Hc y'). lia.
  - change (φ 0) with 0. rewrite map_length.
    assert (F : (length (filter (fun y => negb (get (counted (fun y => y) l (make symbols 0%uint63)) y =? 0)%uint63) (range symbols)) <= 64)%nat).
    { assert (G : forall (p : int -> bool) R, (length (filter p R) <= length R)%nat).
      { intros p R. induction R as [|y R IH]; simpl; [lia|]. destruct (p y); simpl; lia. }
      etransitivity; [apply G|]. rewrite range_length. lia. }
    lia.
Qed.

(** ** A game of sequences *)
Section Link.
  Variable number_of_pegs number_of_symbols : nat.
  Variable codes secrets : list (list nat).
  Variable only : bool.
  Variable rates : list int.
  Variable top : int.

  Notation G := (bulls_cows_game number_of_pegs number_of_symbols codes secrets only).

  Definition pairs := all_pairs number_of_pegs.

  Definition seqs : sequences :=
    make_sequences number_of_pegs (of_nat number_of_symbols) (map (map of_nat) codes) (map (map of_nat) secrets).

  Definition tables_of (q : sequences) : tables :=
    let table := reply_table number_of_pegs pairs in
    let histograms := init (code_number q) [] (fun x => histogram (symbols q) (get (code_of q) x)) in
    make_tables (code_number q) (secret_number q) (size pairs) (index_in pairs number_of_pegs 0 0) only
      (init (secret_number q) (make 0 0)%uint63 (fun s => row (symbols q) (code_number q) table (code_of q) histograms (get (secret_of q) s)))
      rates top.

  Definition code_place (q : sequences) (l : list nat) : int := place_of (symbols q) (code_of q) (code_table q) (map of_nat l).
  Definition secret_place (q : sequences) (l : list nat) : int := place_of (symbols q) (secret_of q) (secret_table q) (map of_nat l).

  Definition low_symbols (l : list nat) : bool := forallb (fun y => Nat.ltb y number_of_symbols) l.

  Definition all_right (q : sequences) (T : tables) : bool :=
    let table := reply_table number_of_pegs pairs in
    tables_right T (code_number q) (secret_number q) (size pairs) && sequences_right q
    && (number_of_pegs <=? 16)%nat && (number_of_symbols <=? 64)%nat
    && same_list (map of_nat (seq 0 number_of_symbols)) (range (symbols q))
    && forallb (fun l => let x := code_place q l in
         low_symbols l && (x <? code_number q)%uint63 && same_list (get (code_of q) x) (map of_nat l)) codes
    && forallb low_symbols secrets
    && forallb (fun l => same_list (get (secret_of q) (secret_place q l)) (map of_nat l)) secrets
    && same_list (map (secret_place q) secrets) (range (secret_number q))
    && forallb (fun b => forallb (fun c => let r := get (get table (of_nat b)) (of_nat c) in
         (r =? index_in pairs b (c - b) 0)%uint63
         && (negb (r <? size pairs)%uint63 || let p := nth (to_nat r) pairs (0, 0)%nat in Nat.eqb (fst p) b && Nat.eqb (snd p) (c - b)))
         (seq 0 (S number_of_pegs))) (seq 0 (S number_of_pegs))
    && let p := nth (to_nat (winning T)) pairs (0, 0)%nat in Nat.eqb (fst p) number_of_pegs && Nat.eqb (snd p) 0.

  Variable q : sequences.
  Hypothesis Eq : q = seqs.
  Notation T := (tables_of q).
  Hypothesis R : all_right q T = true.

  Lemma split_right : let table := reply_table number_of_pegs pairs in
    tables_right T (code_number q) (secret_number q) (size pairs) = true /\ sequences_right q = true
    /\ (number_of_pegs <= 16)%nat /\ (number_of_symbols <= 64)%nat
    /\ map of_nat (seq 0 number_of_symbols) = range (symbols q)
    /\ (forall l, In l codes -> (forall y, In y l -> (y < number_of_symbols)%nat) /\ (code_place q l <? code_number q)%uint63 = true
         /\ get (code_of q) (code_place q l) = map of_nat l)
    /\ (forall l, In l secrets -> (forall y, In y l -> (y < number_of_symbols)%nat)
         /\ get (secret_of q) (secret_place q l) = map of_nat l)
    /\ map (secret_place q) secrets = range (secret_number q)
    /\ (forall b c, (b <= number_of_pegs)%nat -> (c <= number_of_pegs)%nat -> let r := get (get table (of_nat b)) (of_nat c) in
         r = index_in pairs b (c - b) 0 /\ ((r <? size pairs)%uint63 = true -> nth (to_nat r) pairs (0, 0)%nat = (b, (c - b)%nat)))
    /\ nth (to_nat (winning T)) pairs (0, 0)%nat = (number_of_pegs, 0%nat).
  Proof.
    pose proof R as R1. unfold all_right in R1. cbv zeta in *.
    apply andb_prop in R1. destruct R1 as [R1 HW]. apply andb_prop in R1. destruct R1 as [R1 HT].
    apply andb_prop in R1. destruct R1 as [R1 HM]. apply andb_prop in R1. destruct R1 as [R1 HS].
    apply andb_prop in R1. destruct R1 as [R1 HL]. apply andb_prop in R1. destruct R1 as [R1 HC].
    apply andb_prop in R1. destruct R1 as [R1 HE]. apply andb_prop in R1. destruct R1 as [R1 HY].
    apply andb_prop in R1. destruct R1 as [R1 HP]. apply andb_prop in R1. destruct R1 as [R1 HQ].
    assert (LS : forall l, low_symbols l = true -> forall y, In y l -> (y < number_of_symbols)%nat).
    { intros l H' y Hy. unfold low_symbols in H'. rewrite forallb_forall in H'. now apply Nat.ltb_lt, H'. }
    rewrite forallb_forall in HC, HL, HS, HT.
    split; [assumption|]. split; [assumption|]. split; [now apply Nat.leb_le|]. split; [now apply Nat.leb_le|].
    split; [now apply same_list_spec|]. split; [|split; [|split; [now apply same_list_spec|split]]].
    - intros l Hl. specialize (HC l Hl). apply andb_prop in HC. destruct HC as [HC HC3]. apply andb_prop in HC. destruct HC as [HC1 HC2].
      split; [now apply LS|]. split; [assumption|]. now apply same_list_spec.
    - intros l Hl. split; [apply LS; auto|]. apply same_list_spec. auto.
    - intros b c Hb Hc. specialize (HT b ltac:(apply in_seq; lia)). rewrite forallb_forall in HT.
      specialize (HT c ltac:(apply in_seq; lia)). apply andb_prop in HT. destruct HT as [I J].
      split; [now apply Uint63.eqb_spec|]. intros L. rewrite L in J. cbn [negb orb] in J. apply andb_prop in J.
      destruct J as [J1 J2]. apply Nat.eqb_eq in J1, J2. destruct (nth _ pairs _) as [b' c']; simpl in *. congruence.
    - apply andb_prop in HW. destruct HW as [W1 W2]. apply Nat.eqb_eq in W1, W2.
      destruct (nth _ pairs _) as [b' c']; simpl in *; congruence.
  Qed.

  Lemma sequences_right_good :
    φ (code_number q) <= 65536 /\ φ (secret_number q) <= 65536 /\ φ (symbols q) <= 64 /\
    (forall x, In x (range (code_number q)) -> good q (get (code_of q) x)) /\
    (forall s, In s (range (secret_number q)) -> good q (get (secret_of q) s)) /\
    (forall x y, In x (range (code_number q)) -> In y (range (code_number q)) -> get (code_of q) x = get (code_of q) y -> x = y) /\
    (forall x y, In x (range (secret_number q)) -> In y (range (secret_number q)) -> get (secret_of q) x = get (secret_of q) y -> x = y).
  Proof.
    destruct split_right as (_ & H & _). unfold sequences_right in H.
    apply andb_prop in H. destruct H as [H HS]. apply andb_prop in H. destruct H as [H HC].
    apply andb_prop in H. destruct H as [H HY]. apply andb_prop in H. destruct H as [H1 H2].
    apply Uint63.leb_spec in H1, H2, HY. change (φ 65536) with 65536 in *. change (φ 64) with 64 in *.
    assert (Gd : forall l, is_good q l = true -> good q l).
    { intros l H'. unfold is_good in H'. apply andb_prop in H'. destruct H' as [Hl Hy]. apply Nat.eqb_eq in Hl.
      split; [exact Hl|]. intros y I. rewrite forallb_forall in Hy. apply in_range_below; [unfold most; lia|auto]. }
    assert (K : forall (of table : array (list int)) (n : int), forallb (fun x => is_good q (get of x) && (place_of (symbols q) of table (get of x) =? x)%uint63) (range n) = true ->
      (forall x, In x (range n) -> good q (get of x)) /\
      forall x y, In x (range n) -> In y (range n) -> get of x = get of y -> x = y).
    { intros of table n H. rewrite forallb_forall in H. split.
      - intros x Hx. specialize (H x Hx). apply andb_prop in H. now apply Gd.
      - intros x y Hx Hy E. pose proof (H x Hx) as Px. pose proof (H y Hy) as Py. apply andb_prop in Px, Py.
        destruct Px as [_ Px], Py as [_ Py]. apply Uint63.eqb_spec in Px, Py.
        transitivity (place_of (symbols q) of table (get of x)); [now symmetry|]. rewrite E. exact Py. }
    destruct (K _ _ _ HC) as [C1 C2], (K _ _ _ HS) as [S1 S2].
    split; [assumption|]. split; [assumption|]. split; [assumption|]. auto.
  Qed.

  Lemma all_codes_T : all_codes T = range (code_number q) /\ all_secrets T = range (secret_number q)
    /\ winning T = index_in pairs number_of_pegs 0 0 /\ only_candidates T = only /\ Tables.rates T = rates /\ Tables.top T = top
    /\ all_replies T = range (size pairs).
  Proof.
    unfold tables_of, make_tables. cbv zeta. destruct (fold_left _ _ _) as [w v].
    destruct (_ <=? 31)%uint63; [destruct (packing_right _ _ _ _)|]; repeat split; reflexivity.
  Qed.

  Lemma rows_T : rows T = init (secret_number q) (make 0 0)%uint63 (fun s => row (symbols q) (code_number q)
    (reply_table number_of_pegs pairs) (code_of q) (init (code_number q) [] (fun x => histogram (symbols q) (get (code_of q) x))) (get (secret_of q) s)).
  Proof.
    unfold tables_of, make_tables. cbv zeta. destruct (fold_left _ _ _) as [w v].
    destruct (_ <=? 31)%uint63; [destruct (packing_right _ _ _ _)|]; reflexivity.
  Qed.

  Lemma fits_T : fits T.
  Proof. destruct split_right as (H & _). exact (tables_right_fits _ _ _ _ _ _ _ _ H). Qed.

  Definition encode (b c : nat) : int := get (get (reply_table number_of_pegs pairs) (of_nat b)) (of_nat c).

  Lemma pegs_q : pegs q = number_of_pegs.
  Proof. rewrite Eq. reflexivity. Qed.

  Lemma ans_T x s : In x (range (code_number q)) -> In s (range (secret_number q)) -> ans T x s
    = encode (bulls eq_int (get (code_of q) x) (get (secret_of q) s)) (common eq_int (range (symbols q)) (get (code_of q) x) (get (secret_of q) s)).
  Proof.
    destruct sequences_right_good as (Hc & Hs & Hy & Gc & Gs & _). destruct split_right as (_ & _ & Hp & _).
    intros Hx Hs'. unfold ans. rewrite rows_T.
    assert (Mc : φ (code_number q) <= φ max_length) by (apply (Z.le_trans _ 65536 _ Hc); vm_compute; discriminate).
    assert (Ms : φ (secret_number q) <= φ max_length) by (apply (Z.le_trans _ 65536 _ Hs); vm_compute; discriminate).
    assert (My : φ (symbols q) <= most) by (apply (Z.le_trans _ 64 _ Hy); vm_compute; discriminate).
    rewrite (get_init (secret_number q) _ _ s Ms Hs'). unfold row. cbv zeta.
    rewrite (get_init (code_number q) _ _ x Mc Hx). rewrite (get_init (code_number q) _ _ x Mc Hx).
    destruct (Gc x Hx) as [Lx Sx], (Gs s Hs') as [Ls Ss]. rewrite pegs_q in Lx, Ls. unfold encode.
    pose proof (bulls_le (get (code_of q) x) (get (secret_of q) s)) as Lb.
    pose proof (common_le (range (symbols q)) (get (code_of q) x) (get (secret_of q) s) (range_once _ My)) as Lc.
    f_equal; [f_equal|]; apply Uint63.to_Z_inj.
    - rewrite bulls_int_spec, of_nat_spec; [reflexivity|..]; change (φ 0) with 0; unfold most; clear - Lb Lx Ls Hp; lia.
    - rewrite common_int_right, of_nat_spec; try assumption; [reflexivity|..]; unfold most; clear - Lc Lx Ls Hp; lia.
  Qed.

  Lemma sequences_fit_T : sequences_fit T q.
  Proof.
    destruct sequences_right_good as (Hc & Hs & Hy & Gc & Gs & Ic & Is).
    destruct all_codes_T as (Ec & Es & _).
    assert (M : forall n, φ n <= 65536 -> φ n <= φ max_length) by (intros n H; apply (Z.le_trans _ 65536 _ H); vm_compute; discriminate).
    constructor; rewrite ?Ec, ?Es.
    - reflexivity.
    - reflexivity.
    - now apply M.
    - now apply M.
    - exact Hy.
    - exact Gc.
    - exact Gs.
    - exact Ic.
    - exact Is.
    - exists encode. exact ans_T.
  Qed.

  Lemma bulls_of_nat l : forall l', (forall y, In y l -> (y < number_of_symbols)%nat) -> (forall y, In y l' -> (y < number_of_symbols)%nat) ->
    (number_of_symbols <= 64)%nat -> bulls eq_int (map of_nat l) (map of_nat l') = bulls Nat.eq_dec l l'.
  Proof.
    induction l as [|x l IH]; intros [|y l'] H H' N; simpl; try reflexivity.
    rewrite IH by auto with datatypes. pose proof (H x (or_introl eq_refl)). pose proof (H' y (or_introl eq_refl)).
    destruct (eq_int (of_nat x) (of_nat y)) as [E|E], (Nat.eq_dec x y) as [E'|E']; try reflexivity.
    - destruct E'. apply of_nat_injective; unfold most; lia || assumption.
    - destruct E. now rewrite E'.
  Qed.

  Lemma common_of_nat l l' : (forall y, In y l -> (y < number_of_symbols)%nat) -> (forall y, In y l' -> (y < number_of_symbols)%nat) ->
    (number_of_symbols <= 64)%nat ->
    common eq_int (map of_nat (seq 0 number_of_symbols)) (map of_nat l) (map of_nat l') = common Nat.eq_dec (seq 0 number_of_symbols) l l'.
  Proof.
    intros H H' N. unfold common. rewrite map_map. f_equal. apply map_ext_in. intros y Hy. apply in_seq in Hy.
    assert (I : forall a b, (a < number_of_symbols)%nat -> (b < number_of_symbols)%nat -> of_nat a = of_nat b -> a = b).
    { intros a b Ha Hb. apply of_nat_injective; unfold most; lia. }
    rewrite !(count_occ_map_in _ eq_int Nat.eq_dec of_nat (fun a => (a < number_of_symbols)%nat)); auto; lia.
  Qed.

  Definition reply_number (r : nat * nat) : int := index_in pairs (fst r) (snd r) 0.
  Definition reply_back (r : int) : nat * nat := nth (to_nat r) pairs (0, 0)%nat.

  Lemma linked x s : In x codes -> In s secrets ->
    ans T (code_place q x) (secret_place q s) = reply_number (bulls_cows number_of_symbols x s)
    /\ reply_back (reply_number (bulls_cows number_of_symbols x s)) = bulls_cows number_of_symbols x s.
  Proof.
    intros Hx Hs. destruct split_right as (_ & _ & Hp & Hy & Ey & Hc & Hs' & Em & Ht & Hw). cbv zeta in Ht.
    destruct (Hc x Hx) as (Lx & Px & Cx), (Hs' s Hs) as (Ls & Cs).
    destruct sequences_right_good as (Nc & Ns & Ny & Gc & Gs & _).
    assert (Ix : In (code_place q x) (range (code_number q))) by (apply in_range_below; [unfold most; clear - Nc; lia|assumption]).
    assert (My : NoDup (range (symbols q))) by (apply range_once; unfold most; clear - Ny; lia).
    assert (Is : In (secret_place q s) (range (secret_number q))) by (rewrite <- Em; now apply in_map).
    pose proof (ans_T _ _ Ix Is) as A. rewrite Cx, Cs, <- Ey in A.
    rewrite bulls_of_nat, common_of_nat in A by assumption. unfold encode in A.
    set (b := bulls Nat.eq_dec x s) in *. set (c := common Nat.eq_dec (seq 0 number_of_symbols) x s) in *.
    assert (Hb : (b <= number_of_pegs)%nat).
    { unfold b. rewrite <- (bulls_of_nat x s Lx Ls Hy), <- Cx, <- Cs. etransitivity; [apply bulls_le|].
      rewrite (proj1 (Gc _ Ix)), pegs_q. apply Nat.le_refl. }
    assert (Hcm : (c <= number_of_pegs)%nat).
    { unfold c. rewrite <- (common_of_nat x s Lx Ls Hy), Ey, <- Cx, <- Cs. etransitivity; [apply common_le, My|].
      rewrite (proj1 (Gc _ Ix)), pegs_q. apply Nat.le_refl. }
    destruct (Ht b c Hb Hcm) as [E B]. unfold reply_number, bulls_cows. cbn [fst snd]. fold b. fold c.
    split; [congruence|]. rewrite <- E. unfold reply_back. apply B. rewrite <- A.
    destruct all_codes_T as (Ec & Es & _ & _ & _ & _ & Er).
    pose proof (ans_in T fits_T (code_place q x) (secret_place q s)) as I. rewrite Ec, Es, Er in I. specialize (I Ix Is).
    apply in_range_below in I; [exact I|]. pose proof (replies_few T fits_T) as Rf. rewrite Er, range_length in Rf.
    unfold most. pose proof (Uint63.to_Z_bounded (size pairs)) as B'. clear - Rf B'. lia.
  Qed.

  (** What a claim about all secrets says of the trees of the game. *)
  Theorem claim_of_game deepest amount b : secrets <> [] ->
    claim T (Some q) deepest 0 (all_secrets T) amount [] b = Ok [] ->
    forall t, solves G t -> φ amount <= cost G (fun n => φ (nth n rates top)) t.
  Proof.
    intros D H t Ht. destruct split_right as (_ & _ & Hp & Hy & Ey & Hc & Hs' & Em & Htab & Hw).
    destruct all_codes_T as (Ec & Es & Ew & Eo & Era & Eto & Er).
    assert (S : set_of (numbered T) (all_secrets T)) by (split; [apply (secrets_once T fits_T)|apply incl_refl]).
    destruct (image_solves (g := G) (h := numbered T) (code_place q) (secret_place q) reply_number reply_back secrets) with (t := t) (S := secrets)
      as [I Gs].
    - intros x Hx. simpl. rewrite Ec. destruct sequences_right_good as (Nc & _). apply in_range_below; [unfold most; clear - Nc; lia|now apply Hc].
    - intros x s Hx Hs. now apply linked.
    - intros x s Hx Hs. now apply linked.
    - simpl. rewrite Ew. reflexivity.
    - simpl. exact Hw.
    - simpl. now rewrite Eo.
    - apply incl_refl.
    - exact Ht.
    - set (t' := image (g := G) (h := numbered T) (code_place q) reply_back t) in *.
      assert (I' : solves_set (g := numbered T) (all_secrets T) t') by (rewrite Es, <- Em; exact I).
      assert (D' : all_secrets T <> []) by (rewrite Es, <- Em; destruct secrets; [contradiction|discriminate]).
      pose proof (claim_right T fits_T (Some q) (fun q' E => eq_rect q (sequences_fit T) sequences_fit_T q' (f_equal (fun o => match o with Some a => a | None => q end) E))
        deepest 0 (all_secrets T) amount [] b [] S D' H) as L.
      specialize (L _ I'). eapply Z.le_trans; [exact L|]. apply Z.eq_le_incl. unfold cost_from, cost. simpl. rewrite Es, <- Em, map_map.
      unfold zsum. f_equal. apply map_ext_in. intros s Hs. rewrite Gs by exact Hs.
      change (φ (rate_int T (guesses t s)) = φ (nth (guesses t s) rates top)). unfold rate_int. now rewrite Era, Eto.
  Qed.
End Link.
