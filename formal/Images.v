(** Images ("What a claim says" and "Symmetries" of schema/proof.md): maps of codes and secrets that keep the replies
    carry trees of one game to trees of another, or of the same, that cost as much. *)
From Coq Require Import List ZArith Lia Permutation.
Import ListNotations.
From Treebuild Require Import Game Tree Lower.
Open Scope Z_scope.

Lemma filter_of_map {A B} (f : A -> B) p q l : (forall a, In a l -> p (f a) = q a) ->
  filter p (map f l) = map f (filter q l).
Proof.
  induction l as [|a l IH]; simpl; intros H; [reflexivity|]. rewrite (H a) by now left.
  destruct (q a); simpl; now rewrite IH by auto.
Qed.

Section Maps.
  Context {g h : game}.
  Variable of_code : code g -> code h.
  Variable of_secret : secret g -> secret h.
  Variable of_reply : reply g -> reply h.
  Variable back : reply h -> reply g.

  Fixpoint image (t : tree g) : tree h :=
    match t with
    | Stop => Stop
    | Guess x next => Guess (of_code x) (fun r => image (next (back r)))
    end.

  (** The secrets in question. *)
  Variable D : list (secret g).
  Hypothesis codes_kept : forall x, In x (codes g) -> In (of_code x) (codes h).
  Hypothesis replies_kept : forall x s, In x (codes g) -> In s D ->
    answer h (of_code x) (of_secret s) = of_reply (answer g x s).
  Hypothesis replies_back : forall x s, In x (codes g) -> In s D -> back (of_reply (answer g x s)) = answer g x s.
  Hypothesis win_kept : of_reply (win g) = win h.
  Hypothesis win_back : back (win h) = win g.
  Hypothesis rule_kept : candidates_only g = candidates_only h.

  Lemma image_solves t : forall S, incl S D -> solves_set S t ->
    solves_set (map of_secret S) (image t)
    /\ forall s, In s S -> guesses (image t) (of_secret s) = guesses t s.
  Proof.
    induction t as [|x next IH]; intros S HS Ht.
    { destruct Ht as [->|[]]. simpl. split; [now left|contradiction]. }
    destruct Ht as [->|[Hx Hr]]; [simpl; split; [now left|contradiction]|].
    assert (Hc := proj1 Hx).
    split.
    - simpl. right. split.
      + split; [now apply codes_kept|]. intros E. rewrite <- rule_kept in E. destruct (proj2 Hx E) as (s & Hs & W).
        exists (of_secret s). split; [now apply in_map|]. rewrite replies_kept, W by auto. apply win_kept.
      + intros r Hw.
        assert (C : part (map of_secret S) (of_code x) r = [] \/ exists s, In s S /\ of_reply (answer g x s) = r).
        { destruct (part (map of_secret S) (of_code x) r) as [|b l] eqn:E; [now left|]. right.
          assert (Hb : In b (part (map of_secret S) (of_code x) r)) by (rewrite E; now left).
          apply in_part in Hb. destruct Hb as [Hb Hr']. apply in_map_iff in Hb. destruct Hb as (s & <- & Hs).
          exists s. split; [assumption|]. rewrite <- replies_kept; auto. }
        destruct C as [->|(s & Hs & E)].
        { destruct (next (back r)); simpl; now left. }
        assert (Hp : part (map of_secret S) (of_code x) r = map of_secret (part S x (back r))).
        { rewrite <- E, replies_back by auto. apply filter_of_map. intros a Ha. rewrite replies_kept by auto.
          destruct (same h (of_reply (answer g x a)) (of_reply (answer g x s))) as [F|F],
            (same g (answer g x a) (answer g x s)) as [G|G]; try reflexivity; exfalso.
          - apply G. rewrite <- (replies_back x a), <- (replies_back x s), F by auto. reflexivity.
          - apply F. now rewrite G. }
        rewrite Hp. apply IH; [intros b Hb; apply in_part in Hb; now apply HS|]. apply Hr. intros W. apply Hw.
        rewrite <- E, <- (replies_back x s), E, W by auto. apply win_kept.
    - intros s Hs. simpl. rewrite replies_kept by auto.
      destruct (same h (of_reply (answer g x s)) (win h)) as [F|F], (same g (answer g x s) (win g)) as [G|G].
      + reflexivity.
      + exfalso. apply G. rewrite <- (replies_back x s), F by auto. apply win_back.
      + exfalso. apply F. rewrite G. apply win_kept.
      + rewrite replies_back by auto. f_equal.
        apply (IH (answer g x s) (part S x (answer g x s))); [|now apply Hr|apply in_part; tauto].
        intros b Hb. apply in_part in Hb. now apply HS.
  Qed.
End Maps.

Section Permutations.
  Context {g : game} (e : setting g).

  Lemma part_permutation S S' x r : Permutation S S' -> Permutation (part (g := g) S x r) (part S' x r).
  Proof.
    induction 1 as [|a S S' H IH|a b S|]; unfold part in *; simpl.
    - constructor.
    - destruct (same g (answer g x a) r); [now constructor|assumption].
    - destruct (same g (answer g x a) r), (same g (answer g x b) r); try apply Permutation_refl. apply perm_swap.
    - etransitivity; eassumption.
  Qed.

  Lemma solves_permutation t : forall S S' : list (secret g), Permutation S S' -> solves_set S t -> solves_set S' t.
  Proof.
    induction t as [|x next IH]; intros S S' P Ht; simpl in *.
    - destruct Ht as [->|[]]. left. now apply Permutation_nil.
    - destruct Ht as [->|[[Hx Hc] Hr]]; [left; now apply Permutation_nil|right]. split.
      + split; [assumption|]. intros E. destruct (Hc E) as (s & Hs & W). exists s. split; [|assumption].
        now apply (Permutation_in _ P).
      + intros r Hw. apply (IH _ (part S x r)); [now apply part_permutation|now apply Hr].
  Qed.

  Lemma zsum_permutation l l' : Permutation l l' -> zsum l = zsum l'.
  Proof. induction 1; rewrite ?zsum_cons in *; lia || reflexivity. Qed.

  Lemma cost_permutation k S S' t : Permutation S S' -> cost_from e k S t = cost_from e k S' t.
  Proof. intros P. apply zsum_permutation. now apply Permutation_map. Qed.

  (** A map of codes onto codes, and of S onto S, that keeps the replies: if a guess is refuted, so is its image. *)
  Theorem refuted_image k S (f : code g -> code g) (f' : secret g -> secret g) x L :
    (forall y, In y (codes g) -> In (f y) (codes g)) ->
    (forall y s, In y (codes g) -> In s S -> answer g (f y) (f' s) = answer g y s) ->
    Permutation (map f' S) S -> S <> [] -> refuted e k S (f x) L -> refuted e k S x L.
  Proof.
    intros Hf Ha P D Hx next Ht.
    destruct (image_solves f f' (fun r => r) (fun r => r) S) with (t := Guess x next) (S := S) as [Hs Hg];
      try assumption; try reflexivity; try apply incl_refl.
    apply (solves_permutation _ _ _ P) in Hs. cbn [image] in Hs. specialize (Hx _ Hs).
    eapply Z.le_trans; [exact Hx|]. rewrite <- (cost_permutation k _ _ _ P). apply Z.eq_le_incl.
    unfold cost_from. rewrite map_map. f_equal. apply map_ext_in. intros s Hs'. f_equal. f_equal.
    now apply (Hg s).
  Qed.

  (** A map of a finite list into itself that is one to one can be undone. *)
  Lemma undo {A} (eq : forall a b : A, {a = b} + {a <> b}) (f : A -> A) l :
    NoDup l -> (forall a, In a l -> In (f a) l) -> (forall a b, In a l -> In b l -> f a = f b -> a = b) ->
    Permutation (map f l) l /\ exists f', forall a, In a l -> In (f' a) l /\ f (f' a) = a /\ f' (f a) = a.
  Proof.
    intros Hn Hl Hi.
    assert (N : NoDup (map f l)).
    { clear Hl. induction Hn as [|a l Ha Hn IH]; simpl; constructor.
      - rewrite in_map_iff. intros (b & E & Hb). apply Ha. rewrite (Hi a b); [assumption| | |]; simpl; auto.
      - apply IH. intros b c Hb Hc. apply Hi; now right. }
    assert (I : incl (map f l) l) by (intros b Hb; apply in_map_iff in Hb; destruct Hb as (a & <- & Ha); auto).
    assert (I' : incl l (map f l)) by (apply NoDup_length_incl; rewrite ?map_length; auto).
    split; [apply NoDup_Permutation; try assumption; intros a; split; auto|].
    exists (fun b => match find (fun a => if eq (f a) b then true else false) l with Some a => a | None => b end).
    assert (F : forall b, In b l -> match find (fun a => if eq (f a) b then true else false) l with
      Some a => In a l /\ f a = b | None => False end).
    { intros b Hb. destruct (find _ l) as [a|] eqn:E.
      - apply find_some in E. destruct (eq (f a) b); [tauto|destruct E; discriminate].
      - apply I' in Hb. apply in_map_iff in Hb. destruct Hb as (a & <- & Ha).
        apply (find_none _ _ E) in Ha. destruct (eq (f a) (f a)); [discriminate|contradiction]. }
    intros b Hb. pose proof (F b Hb) as G. pose proof (F (f b) (Hl b Hb)) as G'.
    destruct (find _ l) as [a|] in G |- *; [|contradiction].
    destruct (find _ l) as [c|] in G' |- *; [|contradiction].
    repeat split; try tauto. apply Hi; tauto.
  Qed.

  Hypothesis eq_code : forall a b : code g, {a = b} + {a <> b}.
  Hypothesis eq_secret : forall a b : secret g, {a = b} + {a <> b}.

  (** What is to be shown of a guess: that it tells nothing, or is refuted. *)
  Definition settled k S L x : Prop := tells_nothing S x \/ refuted e k S x L.

  (** "Images": a symmetry that maps S onto itself settles a guess if it settles its image, and the other way around. *)
  Theorem settled_image k S (f : code g -> code g) (f' : secret g -> secret g) x L :
    NoDup (codes g) -> set_of g S -> S <> [] ->
    (forall y, In y (codes g) -> In (f y) (codes g)) ->
    (forall y z, In y (codes g) -> In z (codes g) -> f y = f z -> y = z) ->
    (forall s, In s S -> In (f' s) S) ->
    (forall s s', In s S -> In s' S -> f' s = f' s' -> s = s') ->
    (forall y s, In y (codes g) -> In s S -> answer g (f y) (f' s) = answer g y s) ->
    In x (codes g) -> settled k S L (f x) <-> settled k S L x.
  Proof.
    intros Hn [HS _] D Hf Hi Hf' Hi' Ha Hx.
    destruct (undo eq_code f _ Hn Hf Hi) as (_ & h & Hh).
    destruct (undo eq_secret f' _ HS Hf' Hi') as (P & h' & Hh').
    assert (P' : Permutation (map h' S) S).
    { apply (undo eq_secret); [assumption|intros s Hs; now apply Hh'|]. intros s s' Hs Hs' E.
      destruct (Hh' s Hs) as (_ & <- & _), (Hh' s' Hs') as (_ & <- & _). now rewrite E. }
    assert (Ha' : forall y s, In y (codes g) -> In s S -> answer g (h y) (h' s) = answer g y s).
    { intros y s Hy Hs. destruct (Hh y Hy) as (I & E & _), (Hh' s Hs) as (I' & E' & _).
      rewrite <- (Ha (h y) (h' s)), E, E' by assumption. reflexivity. }
    split; intros [(r & Hr & H)|H].
    - left. exists r. split; [assumption|]. intros s Hs. rewrite <- (Ha x s) by assumption. auto.
    - right. now apply (refuted_image k S f f' x L).
    - left. exists r. split; [assumption|]. intros s Hs. rewrite <- (Ha' (f x) s) by auto.
      destruct (Hh x Hx) as (_ & _ & ->). apply H. now apply Hh'.
    - right. apply (refuted_image k S h h' (f x) L); try assumption; [intros y Hy; now apply Hh|].
      now destruct (Hh x Hx) as (_ & _ & ->).
  Qed.
End Permutations.
