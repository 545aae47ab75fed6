(** Lower bounds, and the first two rules of a claim: a guess that tells nothing, and a guess that is refuted by its
    parts ("Terms" and "What a claim says" of schema/proof.md). *)
From Coq Require Import List ZArith Lia.
Import ListNotations.
From Treebuild Require Import Game Tree.
Open Scope Z_scope.

Definition zsum (l : list Z) : Z := fold_right Z.add 0 l.

Lemma zsum_cons x l : zsum (x :: l) = x + zsum l.
Proof. reflexivity. Qed.

Lemma zsum_app l l' : zsum (l ++ l') = zsum l + zsum l'.
Proof. induction l; simpl; lia. Qed.

Lemma zsum_map_le {A} (f h : A -> Z) l : (forall x, In x l -> f x <= h x) -> zsum (map f l) <= zsum (map h l).
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun x Hx => H x (or_intror Hx))). lia.
Qed.

Lemma zsum_map_add {A} (f h : A -> Z) l : zsum (map (fun x => f x + h x) l) = zsum (map f l) + zsum (map h l).
Proof. induction l; simpl; lia. Qed.

Lemma zsum_map_const {A} (l : list A) v : zsum (map (fun _ => v) l) = Z.of_nat (length l) * v.
Proof. induction l; simpl length; simpl map; [reflexivity|]. rewrite zsum_cons, IHl. lia. Qed.

(** What is so of a game in which a code wins against one secret at most, and of its costs, which never fall. *)
Record setting (g : game) := Setting {
  rate : nat -> Z; (* what a secret costs that takes so many guesses *)
  rate_up : forall n, rate n <= rate (S n);
  others : list (reply g); (* the replies that do not win *)
  others_once : NoDup others;
  others_lose : ~ In (win g) others;
  others_all : forall x s, In x (codes g) -> In s (secrets g) -> answer g x s = win g \/ In (answer g x s) others;
  wins_one : forall x s s', In x (codes g) -> In s (secrets g) -> In s' (secrets g) ->
    answer g x s = win g -> answer g x s' = win g -> s = s'
}.
Arguments rate {g}.
Arguments others {g}.

Lemma rate_mono {g} (e : setting g) n m : (n <= m)%nat -> rate e n <= rate e m.
Proof. induction 1; [lia|]. pose proof (rate_up _ e m). lia. Qed.

(** Sets of candidates: lists of secrets, none of them twice. *)
Definition set_of (g : game) (S : list (secret g)) : Prop := NoDup S /\ incl S (secrets g).

Lemma in_part {g : game} S x r (s : secret g) : In s (part S x r) <-> In s S /\ answer g x s = r.
Proof. unfold part. rewrite filter_In. destruct (same g (answer g x s) r); intuition congruence. Qed.

Lemma part_set {g : game} S x r : set_of g S -> set_of g (part S x r).
Proof.
  intros [Hn Hi]. split; [now apply NoDup_filter|]. intros s Hs. apply in_part in Hs. now apply Hi.
Qed.

Section Bounds.
  Context {g : game} (e : setting g).

  (** What candidates cost that are solved by a tree after k guesses, and each other part of a guess. *)
  Definition cost_from (k : nat) (S : list (secret g)) (t : tree g) : Z :=
    zsum (map (fun s => rate e (k + guesses t s)) S).

  (** V(S, k + 1) >= L: no tree that solves S after k guesses costs less than L. *)
  Definition lower (k : nat) (S : list (secret g)) (L : Z) : Prop :=
    forall t, solves_set S t -> L <= cost_from k S t.

  (** The same of trees that begin with a guess. *)
  Definition refuted (k : nat) (S : list (secret g)) (x : code g) (L : Z) : Prop :=
    forall next, solves_set S (Guess x next) -> L <= cost_from k S (Guess x next).

  Lemma lower_le k S L L' : L' <= L -> lower k S L -> lower k S L'.
  Proof. intros H HL t Ht. specialize (HL t Ht). lia. Qed.

  Lemma refuted_le k S x L L' : L' <= L -> refuted k S x L -> refuted k S x L'.
  Proof. intros H HL t Ht. specialize (HL t Ht). lia. Qed.

  Lemma lower_max k S L L' : lower k S L -> lower k S L' -> lower k S (Z.max L L').
  Proof. intros H H' t Ht. specialize (H t Ht). specialize (H' t Ht). lia. Qed.

  Lemma cost_from_empty k t : cost_from k [] t = 0.
  Proof. reflexivity. Qed.

  (** ** Tells nothing *)
  Definition tells_nothing (S : list (secret g)) (x : code g) : Prop :=
    exists r, r <> win g /\ forall s, In s S -> answer g x s = r.

  Lemma part_of_all S x r : (forall s, In s S -> answer g x s = r) -> part S x r = S.
  Proof.
    unfold part. induction S as [|a S IH]; simpl; intros H; [reflexivity|].
    destruct (same g (answer g x a) r) as [_|n]; [|destruct n; now apply H; left].
    now rewrite IH by (intros s Hs; apply H; now right).
  Qed.

  (** It is enough that every guess that tells something is refuted: without one that tells nothing, all later guesses
      come a depth sooner. *)
  Theorem lower_of_refuted k S L :
    S <> [] -> (forall x, may_guess S x -> tells_nothing S x \/ refuted k S x L) -> lower k S L.
  Proof.
    intros HS H t. induction t as [|x next IH]; simpl; intros [E|Ht]; try contradiction.
    destruct Ht as [Hm Hr]. destruct (H x Hm) as [(r & Hw & Ha)|Hx].
    - specialize (Hr r Hw). rewrite (part_of_all _ _ _ Ha) in Hr. specialize (IH r Hr).
      apply (Z.le_trans _ _ _ IH). unfold cost_from. apply zsum_map_le. intros s Hs.
      simpl. destruct (same g (answer g x s) (win g)) as [E|_]; [rewrite (Ha s Hs) in E; contradiction|].
      rewrite (Ha s Hs). apply rate_mono. lia.
    - apply Hx. simpl. now right.
  Qed.

  (** ** A guess and its parts *)

  (** Candidates that a guess wins against: none or one. *)
  Definition wins_against (S : list (secret g)) (x : code g) : nat := length (part S x (win g)).

  Lemma wins_at_most_one S x : set_of g S -> In x (codes g) -> (wins_against S x <= 1)%nat.
  Proof.
    intros [Hn Hi] Hx. unfold wins_against.
    assert (Hp : forall s, In s (part S x (win g)) -> In s S /\ answer g x s = win g) by (intros; now apply in_part).
    assert (Hd : NoDup (part S x (win g))) by now apply NoDup_filter.
    destruct (part S x (win g)) as [|a [|b l]]; simpl; try lia.
    exfalso. destruct (Hp a (or_introl eq_refl)) as [Ha Wa], (Hp b (or_intror (or_introl eq_refl))) as [Hb Wb].
    rewrite (wins_one _ e x a b Hx (Hi _ Ha) (Hi _ Hb) Wa Wb) in Hd.
    apply NoDup_cons_iff in Hd. simpl in Hd. tauto.
  Qed.

  Lemma sum_none r (v : Z) rs : ~ In r rs -> zsum (map (fun r' => if same g r r' then v else 0) rs) = 0.
  Proof.
    induction rs as [|a rs IH]; simpl; intros H; [reflexivity|].
    destruct (same g r a); [subst; tauto|]. now apply IH; tauto.
  Qed.

  Lemma sum_once r (v : Z) rs : NoDup rs -> In r rs ->
    zsum (map (fun r' => if same g r r' then v else 0) rs) = v.
  Proof.
    induction 1 as [|a rs Ha Hn IH]; simpl; [contradiction|]. intros [->|Hr].
    - destruct (same g r r); [|congruence]. fold (zsum (map (fun r' => if same g r r' then v else 0) rs)).
      rewrite sum_none by assumption. lia.
    - destruct (same g r a); [subst; contradiction|]. now apply IH.
  Qed.

  (** A sum over candidates is the sum of those over the parts. *)
  Lemma sum_by_part (f : secret g -> Z) S x : incl S (secrets g) -> In x (codes g) ->
    zsum (map f S) = zsum (map f (part S x (win g))) + zsum (map (fun r => zsum (map f (part S x r))) (others e)).
  Proof.
    intros HS Hx. induction S as [|a S IH]; [simpl; rewrite zsum_map_const; lia|].
    assert (Ha := others_all _ e x a Hx (HS a (or_introl eq_refl))).
    specialize (IH (fun s Hs => HS s (or_intror Hs))).
    assert (Hf : forall r, zsum (map f (part (a :: S) x r))
      = (if same g (answer g x a) r then f a else 0) + zsum (map f (part S x r))).
    { intros r. unfold part. simpl. destruct (same g (answer g x a) r); simpl; lia. }
    rewrite Hf, (map_ext _ _ Hf), zsum_map_add. simpl. rewrite IH.
    destruct (same g (answer g x a) (win g)) as [E|E].
    - rewrite E, sum_none by apply others_lose. lia.
    - destruct Ha as [Ha|Ha]; [contradiction|]. rewrite sum_once by (apply others_once || assumption). lia.
  Qed.

  Lemma cost_of_guess k S x next : incl S (secrets g) -> In x (codes g) ->
    cost_from k S (Guess x next) = Z.of_nat (wins_against S x) * rate e (k + 1)
      + zsum (map (fun r => cost_from (k + 1) (part S x r) (next r)) (others e)).
  Proof.
    intros HS Hx. unfold cost_from at 1. rewrite (sum_by_part _ S x HS Hx). f_equal.
    - unfold wins_against. rewrite <- zsum_map_const. f_equal. apply map_ext_in. intros s Hs. apply in_part in Hs.
      simpl. destruct (same g (answer g x s) (win g)); [reflexivity|tauto].
    - f_equal. apply map_ext_in. intros r Hr. unfold cost_from. f_equal. apply map_ext_in. intros s Hs.
      apply in_part in Hs. destruct Hs as [_ E]. simpl.
      destruct (same g (answer g x s) (win g)) as [W|_].
      + exfalso. apply (others_lose _ e). now rewrite <- W, E.
      + rewrite E. f_equal. lia.
  Qed.

  Lemma solves_nonempty S x next : S <> [] -> solves_set S (Guess x next) ->
    may_guess S x /\ forall r, r <> win g -> solves_set (part S x r) (next r).
  Proof. simpl. intros HS [E|H]; [contradiction|exact H]. Qed.

  (** A guess costs at least what it wins against costs now, and a lower bound for each other part. *)
  Theorem refuted_by_parts k S x (L : reply g -> Z) : S <> [] -> incl S (secrets g) ->
    (forall r, In r (others e) -> lower (k + 1) (part S x r) (L r)) ->
    refuted k S x (Z.of_nat (wins_against S x) * rate e (k + 1) + zsum (map L (others e))).
  Proof.
    intros HS Hi H next Ht. destruct (solves_nonempty _ _ _ HS Ht) as [[Hx _] Hr].
    rewrite cost_of_guess by assumption. apply Z.add_le_mono_l, zsum_map_le. intros r Ho.
    apply H; [assumption|]. apply Hr. intros ->. now apply (others_lose _ e).
  Qed.

  Lemma lower_empty k : lower k [] 0.
  Proof. intros t _. rewrite cost_from_empty. lia. Qed.
End Bounds.
Global Arguments zsum : simpl never.
