(** Lists and arrays of the integers that Coq computes with. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List ZifyUint63.
Import ListNotations.
From Treebuild Require Import Lower.
Open Scope Z_scope.

Notation int := Uint63.int.
Notation "'φ' x" := (Uint63.to_Z x) (at level 0).
Definition eq_int : forall i j : int, {i = j} + {i <> j} := Uint63.eqs.

(** Sums of these integers are never more than the sums of what they stand for, even where they overflow: bounds that
    are added up are bounds. *)
Lemma add_le (x y : int) (a b : Z) : φ x <= a -> φ y <= b -> φ (x + y)%uint63 <= a + b.
Proof. pose proof (Uint63.add_spec x y). pose proof (Uint63.to_Z_bounded x). pose proof (Uint63.to_Z_bounded y).
  intros. rewrite H. etransitivity; [apply Z.mod_le; [lia|reflexivity]|lia]. Qed.

Lemma mul_le (x y : int) (a b : Z) : φ x <= a -> φ y <= b -> φ (x * y)%uint63 <= a * b.
Proof. pose proof (Uint63.mul_spec x y). pose proof (Uint63.to_Z_bounded x). pose proof (Uint63.to_Z_bounded y).
  intros. rewrite H. etransitivity; [apply Z.mod_le; [nia|reflexivity]|nia]. Qed.

Definition max (x y : int) : int := if (x <=? y)%uint63 then y else x.
Definition min (x y : int) : int := if (x <=? y)%uint63 then x else y.

Lemma max_spec x y : φ (max x y) = Z.max (φ x) (φ y).
Proof. unfold max. destruct (Uint63.lebP x y); lia. Qed.

Lemma min_spec x y : φ (min x y) = Z.min (φ x) (φ y).
Proof. unfold min. destruct (Uint63.lebP x y); lia. Qed.

(** ** Ranges: n integers from i on *)
Fixpoint count (n : nat) (i : int) : list int :=
  match n with O => [] | S n => i :: count n (i + 1)%uint63 end.

Definition range (n : int) : list int := count (Z.to_nat (φ n)) 0%uint63.

Definition most : Z := 2 ^ 30. (* of anything that there is a range of *)

Lemma in_count n : forall i x, φ i + Z.of_nat n < Uint63.wB -> In x (count n i) <-> φ i <= φ x < φ i + Z.of_nat n.
Proof.
  induction n as [|n IH]; intros i x H; [simpl; lia|]. cbn [count In].
  pose proof (Uint63.to_Z_bounded i).
  assert (E : φ (i + 1)%uint63 = φ i + 1) by (rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]; change (φ 1) with 1; lia).
  rewrite IH, E by lia. split.
  - intros [->|]; lia.
  - intros Hx. destruct (Z.eq_dec (φ i) (φ x)) as [F|]; [left; now apply Uint63.to_Z_inj|right; lia].
Qed.

Lemma count_once n : forall i, φ i + Z.of_nat n < Uint63.wB -> NoDup (count n i).
Proof.
  induction n as [|n IH]; intros i H; [constructor|]. cbn [count]. pose proof (Uint63.to_Z_bounded i).
  assert (E : φ (i + 1)%uint63 = φ i + 1) by (rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]; change (φ 1) with 1; lia).
  constructor; [rewrite in_count by lia; lia|apply IH; lia].
Qed.

Lemma small n : φ n <= most -> φ 0 + Z.of_nat (Z.to_nat (φ n)) < Uint63.wB.
Proof. pose proof (Uint63.to_Z_bounded n). change (φ 0) with 0. unfold most, Uint63.wB in *. simpl in *. lia. Qed.

Lemma in_range n x : φ n <= most -> In x (range n) <-> φ x < φ n.
Proof. intros H. unfold range. rewrite in_count by now apply small. change (φ 0) with 0.
  pose proof (Uint63.to_Z_bounded x). pose proof (Uint63.to_Z_bounded n). lia. Qed.

Lemma range_once n : φ n <= most -> NoDup (range n).
Proof. intros H. apply count_once. now apply small. Qed.

Lemma range_length n : length (range n) = Z.to_nat (φ n).
Proof. unfold range. generalize 0%uint63. induction (Z.to_nat (φ n)) as [|m IH]; intros i; simpl; auto. Qed.

(** ** The size of a list *)
Fixpoint size_from {A} (l : list A) (n : int) : int :=
  match l with [] => n | _ :: l => size_from l (n + 1)%uint63 end.
Definition size {A} (l : list A) : int := size_from l 0%uint63.

Lemma size_from_spec {A} (l : list A) : forall n, φ n + Z.of_nat (length l) < Uint63.wB ->
  φ (size_from l n) = φ n + Z.of_nat (length l).
Proof.
  induction l as [|a l IH]; intros n H; simpl in *; [lia|]. pose proof (Uint63.to_Z_bounded n).
  assert (E : φ (n + 1)%uint63 = φ n + 1) by (rewrite Uint63.add_spec, Z.mod_small; [reflexivity|]; change (φ 1) with 1; lia).
  rewrite IH; lia.
Qed.

Lemma size_spec {A} (l : list A) : Z.of_nat (length l) <= most -> φ (size l) = Z.of_nat (length l).
Proof. intros H. unfold size. rewrite size_from_spec; change (φ 0) with 0; [lia|]. unfold most, Uint63.wB in *. simpl in *. lia. Qed.

(** ** Arrays of n items, each made from its place *)
Fixpoint put {A : Set} (l : list int) (f : int -> A) (a : array A) : array A :=
  match l with [] => a | i :: l => put l f a.[i <- f i]%uint63 end.
Definition init {A : Set} (n : int) (default : A) (f : int -> A) : array A := put (range n) f (make n default).

Lemma put_length {A : Set} (f : int -> A) l : forall a, PArray.length (put l f a) = PArray.length a.
Proof. induction l as [|i l IH]; intros a; simpl; [reflexivity|]. now rewrite IH, length_set. Qed.

Lemma get_put {A : Set} (f : int -> A) l : forall a i, (i <? PArray.length a)%uint63 = true ->
  get (put l f a) i = if in_dec eq_int i l then f i else get a i.
Proof.
  induction l as [|j l IH]; intros a i Hi; cbn [put]; [reflexivity|]. rewrite IH by now rewrite length_set.
  destruct (in_dec eq_int i l) as [H|H], (in_dec eq_int i (j :: l)) as [H'|H']; simpl in H'; try reflexivity; try tauto.
  - destruct H' as [->|H']; [now apply get_set_same|contradiction].
  - apply get_set_other. intros ->. tauto.
Qed.

Lemma get_init {A : Set} n d (f : int -> A) i : φ n <= φ max_length -> In i (range n) -> get (init n d f) i = f i.
Proof.
  intros Hn Hi. assert (M : φ n <= most) by (unfold most; change (φ max_length) with 4194303 in Hn; lia).
  unfold init. rewrite get_put.
  - destruct (in_dec eq_int i (range n)); [reflexivity|contradiction].
  - rewrite length_make. destruct (Uint63.lebP n max_length); [|contradiction].
    apply (in_range n i M) in Hi. destruct (Uint63.ltbP i n); [reflexivity|contradiction].
Qed.

(** ** Counting with arrays of n counters *)
Fixpoint counted {A : Set} (f : A -> int) (l : list A) (c : array int) : array int :=
  match l with [] => c | a :: l => let c := counted f l c in let i := f a in c.[i <- c.[i] + 1]%uint63 end.

(** Lists of those of a list that have the same key, by key. *)
Fixpoint keyed {A : Set} (f : A -> int) (l : list A) (c : array (list A)) : array (list A) :=
  match l with [] => c | a :: l => let c := keyed f l c in let i := f a in c.[i <- a :: c.[i]]%uint63 end.

Definition with_key {A : Set} (f : A -> int) (i : int) (l : list A) : list A :=
  filter (fun a => if eq_int (f a) i then true else false) l.

Lemma counted_spec {A : Set} (f : A -> int) n l : (n <=? max_length)%uint63 = true -> Z.of_nat (length l) <= most ->
  (forall a, In a l -> (f a <? n)%uint63 = true) ->
  PArray.length (counted f l (make n 0%uint63)) = n
  /\ forall i, φ (get (counted f l (make n 0%uint63)) i) = Z.of_nat (length (with_key f i l)).
Proof.
  intros Hn. induction l as [|a l IH]; intros Hl Hf; cbn [counted].
  - rewrite length_make, Hn. split; [reflexivity|]. intros i. now rewrite get_make.
  - destruct IH as [L G]; [simpl in Hl; lia|auto with datatypes|]. split; [now rewrite length_set|].
    intros i. unfold with_key in *. simpl. destruct (eq_int (f a) i) as [<-|D].
    + rewrite get_set_same by (rewrite L; auto with datatypes). rewrite Uint63.add_spec, G.
      assert (length (filter (fun b => if eq_int (f b) (f a) then true else false) l) <= length l)%nat.
      { clear. induction l as [|b l IH]; simpl; [lia|]. destruct (eq_int (f b) (f a)); simpl; lia. }
      rewrite Z.mod_small; [simpl length; change (φ 1) with 1; lia|]. change (φ 1) with 1. simpl length in Hl.
      unfold most, Uint63.wB in *. simpl. lia.
    + rewrite get_set_other by congruence. apply G.
Qed.

Lemma keyed_spec {A : Set} (f : A -> int) n l : (n <=? max_length)%uint63 = true ->
  (forall a, In a l -> (f a <? n)%uint63 = true) ->
  PArray.length (keyed f l (make n [])) = n
  /\ forall i, get (keyed f l (make n [])) i = with_key f i l.
Proof.
  intros Hn. induction l as [|a l IH]; intros Hf; cbn [keyed].
  - rewrite length_make, Hn. split; [reflexivity|]. intros i. now rewrite get_make.
  - destruct IH as [L G]; [auto with datatypes|]. split; [now rewrite length_set|].
    intros i. unfold with_key in *. simpl. destruct (eq_int (f a) i) as [<-|D].
    + rewrite get_set_same by (rewrite L; auto with datatypes). now rewrite G.
    + rewrite get_set_other by congruence. apply G.
Qed.
