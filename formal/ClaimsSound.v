(** The checker of claims is sound: what it accepts is so. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List Permutation.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Fill Members Images Ints Tables Bounds BoundsSound Claims Symmetry.
Open Scope Z_scope.

(** Sequences are those of the codes and secrets of the tables, and the replies are those to the sequences. *)
Record sequences_fit (T : tables) (q : sequences) : Prop := {
  codes_range : all_codes T = range (code_number q);
  secrets_range : all_secrets T = range (secret_number q);
  codes_max : φ (code_number q) <= φ max_length;
  secrets_max : φ (secret_number q) <= φ max_length;
  symbols_max : φ (symbols q) <= 64;
  code_good : forall x, In x (all_codes T) -> good q (get (code_of q) x);
  secret_good : forall s, In s (all_secrets T) -> good q (get (secret_of q) s);
  code_once : forall x y, In x (all_codes T) -> In y (all_codes T) -> get (code_of q) x = get (code_of q) y -> x = y;
  secret_once : forall x y, In x (all_secrets T) -> In y (all_secrets T) -> get (secret_of q) x = get (secret_of q) y -> x = y;
  ans_encoded : exists encode : nat -> nat -> int, forall x s, In x (all_codes T) -> In s (all_secrets T) -> ans T x s
    = encode (bulls eq_int (get (code_of q) x) (get (secret_of q) s))
        (common eq_int (range (symbols q)) (get (code_of q) x) (get (secret_of q) s))
}.

Lemma same_list_spec l : forall l', same_list l l' = true -> l = l'.
Proof.
  induction l as [|x l IH]; intros [|y l']; simpl; try discriminate; [reflexivity|].
  destruct (x =? y)%uint63 eqn:E; [|discriminate]. apply Uint63.eqb_spec in E. intros H. now rewrite E, (IH l' H).
Qed.

Lemma marks_spec l : forall a x, (forall y, get a y = false) -> get (marks l a) x = true -> In x l.
Proof.
  induction l as [|y l IH]; intros a x Ha H; simpl in *; [now rewrite Ha in H|].
  destruct (eq_int y x) as [E|E]; [now left|right]. apply (IH a); [assumption|].
  now rewrite get_set_other in H by assumption.
Qed.

Section Sound.
  Variable T : tables.
  Hypothesis F : fits T.
  Notation g := (numbered T).
  Notation e := (numbered_setting T F).

  Section Claim.
    Variable k : nat.
    Variable S : list int.
    Variable amount : int.
    Hypothesis HS : set_of g S.
    Hypothesis D : S <> [].

    Definition ok (x : int) : Prop := settled e k S (φ amount) x.

    (** ** Images *)
    Definition linked (above : array int) : Prop :=
      forall x, In x (all_codes T) -> In (get above x) (all_codes T) /\ (ok (get above x) <-> ok x).

    Definition keeps (image : array int) : Prop :=
      forall x, In x (all_codes T) -> In (get image x) (all_codes T) /\ (ok (get image x) <-> ok x).

    Lemma is_image_spec of n from to image : φ n <= φ max_length -> is_image of n from to image = true ->
      forall x, In x (range n) -> In (get image x) (range n) /\ get of (get image x) = act from to (get of x).
    Proof.
      intros Hn H x Hx. unfold is_image in H. rewrite forallb_forall in H. specialize (H x Hx). apply andb_prop in H.
      destruct H as [H H']. split; [|now apply same_list_spec]. apply in_range; [|now apply Uint63.ltb_spec].
      change (φ max_length) with 4194303 in Hn. unfold most. lia.
    Qed.

    Lemma symmetry_keeps q' from to codes secrets : sequences_fit T q' -> is_permutation q' from to = true ->
      symmetry q' from to = Some (codes, secrets) -> onto_itself q' S secrets = true -> keeps codes.
    Proof.
      intros W P Y O. unfold symmetry in Y.
      destruct (is_image (code_of q') (code_number q') from to _ && is_image (secret_of q') (secret_number q') from to _) eqn:I; [|discriminate].
      injection Y as <- <-. set (codes := image_of _ _ _ (code_number q') _ _) in *. set (secrets := image_of _ _ _ (secret_number q') _ _) in *.
      apply andb_prop in I. destruct I as [I J].
      pose proof (is_image_spec _ _ _ _ _ (codes_max _ _ W) I) as HI. rewrite <- (codes_range _ _ W) in HI.
      pose proof (is_image_spec _ _ _ _ _ (secrets_max _ _ W) J) as HJ. rewrite <- (secrets_range _ _ W) in HJ.
      assert (M : φ (symbols q') <= most) by (pose proof (symbols_max _ _ W); unfold most; lia).
      assert (HO : forall s, In s S -> In (get secrets s) S).
      { intros s Hs. unfold onto_itself in O. rewrite forallb_forall in O. specialize (O s Hs).
        apply (marks_spec S (make (secret_number q') false)); [intros y; apply get_make|exact O]. }
      assert (Hin : forall s, In s S -> In s (all_secrets T)) by apply HS.
      intros x Hx. split; [now apply HI|]. unfold ok.
      apply (settled_image e eq_int eq_int k S (get codes) (get secrets) x (φ amount)); try assumption.
      - exact (codes_once T F).
      - intros y Hy. now apply HI.
      - intros y z Hy Hz E. apply (code_once _ _ W); try assumption.
        apply (act_injective q' from to M P); try (now apply (code_good _ _ W)).
        destruct (HI y Hy) as [_ <-], (HI z Hz) as [_ <-]. now rewrite E.
      - intros s s' Hs Hs' E. apply (secret_once _ _ W); auto.
        apply (act_injective q' from to M P); try (apply (secret_good _ _ W); auto).
        destruct (HJ s (Hin s Hs)) as [_ <-], (HJ s' (Hin s' Hs')) as [_ <-]. now rewrite E.
      - intros y s Hy Hs. destruct (HI y Hy) as [Iy Ey], (HJ s (Hin s Hs)) as [Is Es].
        destruct (ans_encoded _ _ W) as (encode & A). simpl. rewrite !A, Ey, Es by auto.
        now rewrite (act_bulls q' from to M P), (act_common q' from to M P) by (apply (code_good _ _ W) || apply (secret_good _ _ W); auto).
    Qed.

    Lemma root_linked above n : forall x, linked above -> In x (all_codes T) ->
      In (root n above x) (all_codes T) /\ (ok (root n above x) <-> ok x).
    Proof.
      induction n as [|n IH]; intros x L Hx; simpl; [tauto|]. destruct (_ =? _)%uint63; [tauto|].
      destruct (L x Hx) as [I E]. destruct (IH _ L I) as [I' E']. tauto.
    Qed.

    Lemma set_linked above x y : linked above -> In y (all_codes T) -> (In x (all_codes T) -> ok y <-> ok x) -> linked above.[x <- y].
    Proof.
      intros L Hy E z Hz. destruct (eq_int x z) as [<-|N].
      - destruct (x <? PArray.length above)%uint63 eqn:B; [rewrite get_set_same by assumption; auto|].
        assert (G : get above.[x <- y] x = get above x) by (rewrite !get_out_of_bounds by (rewrite ?length_set; assumption); apply default_set).
        rewrite G. now apply L.
      - rewrite get_set_other by assumption. now apply L.
    Qed.

    Lemma join_linked n image l : incl l (all_codes T) -> keeps image -> forall above, linked above -> linked (join n image l above).
    Proof.
      intros Hl K. induction l as [|x l IH]; intros above L; [exact L|]. cbn [join]. cbv zeta.
      apply IH; [intros y Hy; apply Hl; now right|]. assert (Hx : In x (all_codes T)) by (apply Hl; now left).
      destruct (K x Hx) as [Ix Ex]. destruct (root_linked above n x L Hx) as [I1 E1].
      destruct (root_linked above n (get image x) L Ix) as [I2 E2].
      destruct (_ <? _)%uint63; [apply set_linked; tauto|]. destruct (_ <? _)%uint63; [apply set_linked; tauto|exact L].
    Qed.

    Lemma flatten_linked l : incl l (all_codes T) -> forall above, linked above -> linked (flatten l above).
    Proof.
      intros Hl. induction l as [|x l IH]; intros above L; [exact L|]. cbn [flatten].
      apply IH; [intros y Hy; apply Hl; now right|]. assert (Hx : In x (all_codes T)) by (apply Hl; now left).
      destruct (L x Hx) as [I E]. destruct (L _ I) as [I' E']. apply set_linked; tauto.
    Qed.

    Lemma joined_linked image above : keeps image -> linked above -> linked (joined T image above).
    Proof. intros K L. apply flatten_linked; [apply incl_refl|]. apply join_linked; [apply incl_refl|exact K|exact L]. Qed.

    Lemma join_found_linked q' l : sequences_fit T q' -> forall above, linked above -> linked (join_found T q' S l above).
    Proof.
      intros W. induction l as [|[a b] l IH]; intros above L; [exact L|]. cbn [join_found]. cbv zeta. apply IH.
      destruct (symmetry q' _ _) as [[codes secrets]|] eqn:Y; [|exact L].
      destruct (is_permutation q' _ _ && onto_itself q' S secrets) eqn:P; [|exact L]. apply andb_prop in P. destruct P as [P O].
      apply joined_linked; [|exact L]. eapply symmetry_keeps; eassumption.
    Qed.

    Lemma join_listed_linked q' n : sequences_fit T q' -> forall above b above' b', linked above ->
      join_listed T q' n S above b = Ok (above', b') -> linked above'.
    Proof.
      intros W. induction n as [|n IH]; intros above b above' b' L H; cbn [join_listed] in H; [injection H as <- _; exact L|].
      destruct (bytes (pegs q') b) as [[go b1]|]; [|discriminate].
      destruct (bytes _ b1) as [[l b2]|]; [|discriminate]. cbv zeta in H.
      destruct (is_permutation q' _ _) eqn:P; [|discriminate]. cbn [negb] in H.
      destruct (symmetry q' _ _) as [[codes secrets]|] eqn:Y; [|discriminate].
      destruct (onto_itself q' S secrets) eqn:O; [|discriminate].
      eapply IH; [|exact H]. apply joined_linked; [|exact L]. eapply symmetry_keeps; eassumption.
    Qed.

    Lemma self_linked : linked (init (size (all_codes T)) 0%uint63 (fun x => x)).
    Proof.
      intros x Hx. assert (C : get (init (size (all_codes T)) 0%uint63 (fun x => x)) x = x); [|rewrite C; tauto].
      refine (get_init _ _ _ _ _ _); [apply (codes_few_all T F)|]. now rewrite <- (codes_all T F).
    Qed.

    Variable q : option sequences.
    Hypothesis Q : forall q', q = Some q' -> sequences_fit T q'.

    Lemma all_above_linked way b above b' : all_above T q S way b = Ok (above, b') -> linked above.
    Proof.
      unfold all_above. destruct (number b) as [[n b1]|]; [|discriminate]. cbv zeta.
      destruct (_ <? _)%uint63; [discriminate|]. pose proof self_linked as L. destruct q as [q'|] eqn:E.
      - intros H. eapply join_listed_linked; [now apply Q| |exact H]. apply join_found_linked; [now apply Q|exact L].
      - intros H. injection H as <- _. exact L.
    Qed.

    (** ** What a guess costs at least *)
    Lemma improve_le w later (C : int -> Z) (f : int -> item) rs enough : forall sum z, φ sum <= z ->
      (forall r, In r rs -> let '(P, stays, v) := f r in φ v <= C r /\
        (stays = false -> forall n, φ (bound1 T later P w n) <= C r)) ->
      φ (improve T later w enough (map f rs) sum) <= z + zsum (map C rs).
    Proof.
      induction rs as [|r rs IH]; intros sum z Hz H; [unfold zsum; simpl; lia|]. cbn [map improve]. rewrite zsum_cons.
      pose proof (H r (or_introl eq_refl)) as Hr. destruct (f r) as [[P stays] v]. destruct Hr as [Hv Hb]. cbv zeta.
      assert (Hs : φ (sum_of (map f rs)) <= zsum (map C rs)).
      { assert (H' : forall r, In r rs -> let '(P, stays, v) := f r in φ v <= C r).
        { intros r' Hr'. specialize (H r' (or_intror Hr')). destruct (f r') as [[P' s'] v']. apply H. }
        clear - H'. induction rs as [|r rs IH]; [reflexivity|]. cbn [map sum_of]. rewrite zsum_cons.
        pose proof (H' r (or_introl eq_refl)) as Hr. destruct (f r) as [[P s] v]. apply add_le; [exact Hr|].
        apply IH. intros r' Hr'. apply H'. now right. }
      destruct (_ <=? _)%uint63.
      - eapply Z.le_trans; [apply add_le; [apply add_le; eassumption|exact Hs]|]. lia.
      - rewrite Z.add_assoc. apply IH; [|intros; apply H; now right]. apply add_le; [exact Hz|].
        destruct stays; cbn [orb]; [exact Hv|]. destruct (_ <=? _)%uint63; [exact Hv|now apply Hb].
    Qed.

    Lemma reach_right x w enough known : In x (all_codes T) -> width e S (Z.to_nat (φ w)) -> φ w <= most ->
      (forall r v, In (r, v) known -> lower e (k + 1) (part (g := g) S x r) (φ v)) ->
      refuted e k S x (φ (reach T (rate_int T (k + 1)) (later T (k + 2)) S x w enough known)).
    Proof.
      intros Hx Hw Hm Hk next Ht. rewrite (cost_of_guess e k S x next (proj2 HS) Hx).
      destruct (solves_nonempty (g := g) S x next D Ht) as [_ Hr]. unfold reach. cbv zeta. apply improve_le.
      - rewrite (split_spec T F S x _ HS Hx).
        pose proof (won_le T F k S x (match part (g := g) S x (winning T) with [] => true | _ => false end) (rate_int T (k + 1))) as H.
        destruct (part (g := g) S x (winning T)) eqn:E; apply H; try reflexivity; try discriminate; intros _.
        + unfold wins_against. simpl. now rewrite E.
        + apply (wins_positive T F); try assumption. now rewrite E.
      - intros r Ho. assert (Hs : solves_set (part (g := g) S x r) (next r)) by (apply Hr; intros ->; now apply (others_lose _ e)).
        assert (W : width e (part (g := g) S x r) (Z.to_nat (φ w))) by (eapply width_subset; [apply incl_part|exact Hw]).
        assert (P : set_of g (part (g := g) S x r)) by now apply part_set.
        assert (K : forall v, amount_of known r = Some v -> In (r, v) known).
        { clear. induction known as [|[r' v'] l IH]; simpl; [discriminate|]. intros v.
          destruct (r =? r')%uint63 eqn:E; [apply Uint63.eqb_spec in E; subst; intros H; injection H as <-; now left|right; auto]. }
        destruct (amount_of known r) as [v|].
        + rewrite (split_spec T F S x _ HS Hx). split; [|discriminate]. now apply (Hk r v (K v eq_refl)).
        + rewrite (split_spec T F S x _ HS Hx). split.
          * destruct (part (g := g) S x r) as [|s l] eqn:E; [rewrite cost_from_empty; change (φ 0) with 0; lia|].
            pose proof (lower_bound0 T F (k + 1) (s :: l) w P W Hm) as B. replace (k + 1 + 1)%nat with (k + 2)%nat in B by lia.
            now apply B.
          * intros _ n. pose proof (lower_bound1 T F (k + 1) (part (g := g) S x r) w n P W Hm) as B.
            replace (k + 1 + 1)%nat with (k + 2)%nat in B by lia. now apply B.
    Qed.

    Lemma may_or_refuted x L : In x (all_codes T) -> may_guess (g := g) S x \/ refuted e k S x L.
    Proof.
      intros Hx. destruct (only_candidates T) eqn:O; [|left; split; [exact Hx|simpl; congruence]].
      destruct (part (g := g) S x (win g)) as [|s l] eqn:P.
      - right. intros next Ht. destruct (solves_nonempty (g := g) S x next D Ht) as [[_ Hc] _]. destruct (Hc O) as (s & Hs & W).
        assert (I : In s (part (g := g) S x (win g))) by now apply in_part. now rewrite P in I.
      - left. split; [exact Hx|]. intros _. exists s. apply in_part. rewrite P. now left.
    Qed.

    Variable below : nat -> list int -> int -> list (int * int) -> list int -> result (list int).
    Hypothesis below_right : forall k S L way b b', set_of g S -> S <> [] -> below k S L way b = Ok b' -> lower e k S (φ L).

    Lemma listed_parts_right way n x : In x (all_codes T) -> forall r known b known' b',
      (forall r v, In (r, v) known -> lower e (k + 1) (part (g := g) S x r) (φ v)) ->
      listed_parts T below k way n x r (split T S x) known b = Ok (known', b') ->
      forall r v, In (r, v) known' -> lower e (k + 1) (part (g := g) S x r) (φ v).
    Proof.
      intros Hx. induction n as [|n IH]; intros r known b known' b' Hk H; cbn [listed_parts] in H; [injection H as <- _; exact Hk|].
      destruct (number b) as [[step b1]|]; [|discriminate]. cbv zeta in H.
      pose proof (split_spec T F S x (r + step)%uint63 HS Hx) as E. rewrite E in H.
      destruct (part (g := g) S x (r + step)%uint63) as [|s l] eqn:P; [discriminate|]. rewrite <- P in *.
      destruct (negb _ || _); [discriminate|]. destruct (number b1) as [[v b2]|]; [|discriminate].
      destruct (below _ _ _ _ b2) as [b3|] eqn:B; [|discriminate].
      refine (IH _ _ _ _ _ _ H). intros r' v' [I|I]; [|now apply Hk]. injection I as <- <-.
      rewrite P. eapply below_right; [| |exact B]; [|discriminate].
      change (set_of g (@cons (secret g) s l)). rewrite <- P. now apply part_set.
    Qed.

    Definition all_ok (finished : array bool) : Prop := forall x, In x (all_codes T) -> get finished x = true -> ok x.

    Lemma listed_guesses_right way w above : linked above -> width e S (Z.to_nat (φ w)) -> φ w <= most -> forall n x finished b finished' b',
      all_ok finished -> listed_guesses T below k S amount way n x w above finished b = Ok (finished', b') -> all_ok finished'.
    Proof.
      intros L Hw Hm. induction n as [|n IH]; intros x finished b finished' b' A H; cbn [listed_guesses] in H; [injection H as <- _; exact A|].
      destruct (number b) as [[step b1]|]; [|discriminate]. cbv zeta in H. set (y := (x + step)%uint63) in *.
      destruct (y <? size (all_codes T))%uint63 eqn:Y; [|discriminate]. cbn [negb] in H.
      assert (Hy : In y (all_codes T)) by (rewrite (codes_all T F); apply in_range; [pose proof (codes_few_all T F) as M;
        change (φ max_length) with 4194303 in M; unfold most; lia|now apply Uint63.ltb_spec]).
      destruct (idle T _); [discriminate|]. destruct (number b1) as [[count b2]|]; [|discriminate].
      destruct (listed_parts _ _ _ _ _ _ _ _ _ b2) as [[known b3]|] eqn:K; [|discriminate].
      assert (N0 : forall r v, In (r, v) [] -> lower e (k + 1) (part (g := g) S y r) (φ v)) by (intros ? ? []).
      pose proof (listed_parts_right way _ y Hy _ _ _ _ _ N0 K) as K'.
      match type of H with context [(amount <=? ?c)%uint63] => destruct (Uint63.lebP amount c) as [C|C]; [|discriminate] end.
      apply IH in H; [exact H|]. intros z Hz Hf. destruct (eq_int (root (code_count T) above y) z) as [<-|N].
      - apply (root_linked above (code_count T) y L Hy). right. eapply refuted_le; [exact C|]. now apply reach_right.
      - rewrite get_set_other in Hf by assumption. now apply A.
    Qed.

    Lemma other_guesses_right way w above finished l : linked above -> width e S (Z.to_nat (φ w)) -> φ w <= most -> all_ok finished ->
      other_guesses T k S amount way (filled T (later T (k + 2)) (size S) w) (few T S (size S)) w above finished l = Ok tt ->
      forall x, In x l -> In x (all_codes T) -> (φ (get above x) < φ x) \/ ok x.
    Proof.
      intros L Hw Hm A. induction l as [|y l IH]; intros H x; [contradiction|]. cbn [other_guesses] in H. cbv zeta in H.
      intros [->|Hx] Hc.
      - destruct (Uint63.ltbP (get above x) x) as [B|_]; [now left|right]. cbn [orb] in H.
        destruct (get finished x) eqn:E; [now apply A|]. cbn [orb] in H.
        match type of H with context [if (amount <=? ?c)%uint63 then other_guesses _ _ _ _ _ _ _ _ _ _ _ else if _ then _ else _] =>
          destruct (Uint63.lebP amount c) as [G|_] end.
        + right. eapply refuted_le; [exact G|]. now apply (refuted_fill T F).
        + match type of H with context [(amount <=? ?c)%uint63] => destruct (Uint63.lebP amount c) as [G|_]; [|discriminate] end.
          right. eapply refuted_le; [exact G|]. apply reach_right; auto. contradiction.
      - apply IH; try assumption. destruct (_ || _ || _); [exact H|]. destruct (_ <=? _)%uint63; [exact H|discriminate].
    Qed.

    Lemma other_shapes_right way w above finished a : linked above -> width e S (Z.to_nat (φ w)) -> φ w <= most -> all_ok finished ->
      forall l, (forall i p v, In (i, p, v) l -> φ p <= 256 /\ φ v <= 1) ->
      other_shapes T k S amount way (size S) w (filled T (later T (k + 2)) (size S) w) (few T S (size S)) above finished a l = Ok tt ->
      forall i p v x, In (i, p, v) l -> In x (get a i) -> In x (all_codes T) -> (parts e S x <= Z.to_nat (φ p))%nat ->
        (wins_against (g := g) S x <= Z.to_nat (φ v) <= 1)%nat -> (φ (get above x) < φ x) \/ ok x.
    Proof.
      intros L Hw Hm A. induction l as [|[[i p] v] l IH]; intros Hl H j p' v' x Hj Hx Hc Hp Hv; [contradiction|].
      cbn [other_shapes] in H.
      assert (H1 : other_shapes T k S amount way (size S) w (filled T (later T (k + 2)) (size S) w) (few T S (size S)) above finished a l = Ok tt).
      { destruct (match get a i with [] => _ | _ => _ end) as [[]|]; [exact H|discriminate]. }
      destruct Hj as [E|Hj]; [|eapply IH; eauto with datatypes]. injection E as <- <- <-.
      destruct (get a i) as [|y q0] eqn:E; [contradiction|]. rewrite <- E in *.
      match type of H with context [(amount <=? ?c)%uint63] => destruct (Uint63.lebP amount c) as [G|_] end.
      - right. right. eapply refuted_le; [exact G|]. apply (refuted_shape T F); try assumption. now apply (Hl i p v (or_introl eq_refl)).
      - destruct (other_guesses _ _ _ _ _ _ _ _ _ _ (get a i)) as [[]|] eqn:O; [|discriminate].
        eapply other_guesses_right; eassumption.
    Qed.

    Lemma claim_step_right way b b' : claim_step T q below k S amount way b = Ok b' -> lower e k S (φ amount).
    Proof.
      intros H. unfold claim_step in H. cbv zeta in H.
      destruct (all_above T q S (map fst way) b) as [[above b1]|] eqn:L; [|discriminate]. apply all_above_linked in L.
      destruct (number b1) as [[count b2]|]; [|discriminate].
      assert (Z0 : φ 0 <= 514) by (vm_compute; discriminate).
      pose proof (width_of_right T F 0 Z0 S HS D) as Hw. set (w := width_of T 0 (by_shape T 0 S)) in *.
      destruct (width_of_spec T F 0 Z0 (by_shape T 0 S)) as [B _]. fold w in B. assert (Hm : φ w <= most) by lia.
      destruct (listed_guesses _ _ _ _ _ _ _ _ _ _ _ b2) as [[finished b3]|] eqn:G; [|discriminate].
      apply listed_guesses_right in G; try assumption; [|intros x _ E; rewrite get_make in E; discriminate].
      destruct (other_shapes _ _ _ _ _ _ _ _ _ _ _ _ _) as [[]|] eqn:O; [|discriminate].
      assert (R : forall x, In x (all_codes T) -> may_guess (g := g) S x -> (φ (get above x) < φ x) \/ ok x).
      { intros x Hx Hg. destruct (by_shape_places T F 0 S x HS D Hg) as [K|(i & p & v & Hi & [Hin|Low] & Hp & Hv)]; [right; now left| |].
        2: { apply Uint63.ltb_spec in Low. pose proof (Uint63.to_Z_bounded i). change (φ 0) with 0 in Low. lia. }
        eapply other_shapes_right; try eassumption. apply (shapes_right T F). }
      assert (All : forall n x, φ x < Z.of_nat n -> In x (all_codes T) -> ok x).
      { induction n as [|n IH]; intros x Hn Hx; [pose proof (Uint63.to_Z_bounded x); lia|].
        destruct (may_or_refuted x (φ amount) Hx) as [Hg|Hr]; [|now right].
        destruct (R x Hx Hg) as [Hlt|K]; [|exact K]. destruct (L x Hx) as [I E]. apply E. apply IH; [lia|exact I]. }
      apply lower_of_refuted; [exact D|]. intros x [Hx _]. apply (All (Datatypes.S (Z.to_nat (φ x))) x); [|exact Hx].
      pose proof (Uint63.to_Z_bounded x). lia.
    Qed.
  End Claim.

  Variable q : option sequences.
  Hypothesis Q : forall q', q = Some q' -> sequences_fit T q'.

  Theorem claim_right deepest : forall k S amount way b b', set_of g S -> S <> [] ->
    claim T q deepest k S amount way b = Ok b' -> lower e k S (φ amount).
  Proof.
    induction deepest as [|n IH]; intros k S amount way b b' HS D H; [discriminate|]. cbn [claim] in H.
    eapply claim_step_right; try eassumption.
  Qed.
End Sound.
