(** Several criteria as one: a certificate may have several lines of costs, the first of which counts first. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List.
Import ListNotations.
From Treebuild Require Import Game Tree Ints Tables Claims Build BuildSound Check.
Open Scope Z_scope.

(** ** Vectors as numbers *)

(** Vectors are compared by the first of their numbers that differ. *)
Fixpoint lex_le (v w : list Z) : Prop :=
  match v, w with
  | [], _ => True
  | x :: v, y :: w => x < y \/ (x = y /\ lex_le v w)
  | _, [] => False
  end.

(** A vector as one number, of which [tops] says how large each of its numbers can be: one of the first counts for more
    than all that those after it can be. *)
Definition weight (tops : list Z) : Z := fold_right (fun m f => (m + 1) * f) 1 tops.

Fixpoint encode (tops v : list Z) : Z :=
  match tops, v with m :: tops, x :: v => x * weight tops + encode tops v | _, _ => 0 end.

Lemma encode_below tops w : Forall2 (fun m y => 0 <= y <= m) tops w -> 0 <= encode tops w < weight tops.
Proof.
  induction 1 as [|m y tops w H _ IH]; [simpl; lia|]. cbn [encode weight fold_right]. fold (weight tops). nia.
Qed.

Lemma encode_positive tops w : Forall2 (fun m y => 0 <= y <= m) tops w -> forall v, Forall (fun x => 0 <= x) v -> 0 <= encode tops v.
Proof.
  induction 1 as [|m y tops w H R IH]; intros v Hv; [simpl; lia|]. destruct Hv as [|x v Hx Hv]; [simpl; lia|].
  cbn [encode]. specialize (IH v Hv). pose proof (encode_below tops w R). nia.
Qed.

(** Numbers are compared as their vectors are. *)
Theorem encode_le tops w : Forall2 (fun m y => 0 <= y <= m) tops w -> forall v, Forall (fun x => 0 <= x) v ->
  length v = length w -> encode tops v <= encode tops w -> lex_le v w.
Proof.
  induction 1 as [|m y tops w H R IH]; intros v Hv L E; destruct Hv as [|x v Hx Hv]; try discriminate; [exact I|].
  cbn [encode lex_le] in *. injection L as L. pose proof (encode_below tops w R). pose proof (encode_positive tops w R v Hv).
  destruct (Z.lt_trichotomy x y) as [D|[ -> |D]]; [now left| |nia]. right. split; [reflexivity|]. apply IH; auto. lia.
Qed.

(** ** Lines of costs: what a secret costs that takes no guess, one guess, and so on; the last stands for all others *)
Definition line_cost (line : list int) (n : nat) : Z := φ (nth n line (last line 0%uint63)).
Definition line_most (line : list int) : Z := fold_right (fun x m => Z.max (φ x) m) 0 line.

(** What a tree costs by every line. *)
Definition costs (g : game) (lines : list (list int)) (t : tree g) : list Z := map (fun line => cost g (line_cost line) t) lines.

Lemma nth_most line d n : φ d <= line_most line -> 0 <= φ (nth n line d) <= line_most line.
Proof.
  intros Hd. split; [apply Uint63.to_Z_bounded|]. destruct (nth_in_or_default n line d) as [H| ->]; [|exact Hd].
  clear Hd. revert H. generalize (nth n line d). intros y. induction line as [|x line IH]; [contradiction|]. intros H. cbn [line_most fold_right]. fold (line_most line).
  destruct H as [<-|H]; [|specialize (IH H)]; lia.
Qed.

Lemma line_cost_most line n : 0 <= line_cost line n <= line_most line.
Proof.
  apply nth_most. induction line as [|x line IH]; [vm_compute; discriminate|]. cbn [line_most fold_right]. fold (line_most line).
  change (last (x :: line) 0%uint63) with (match line with [] => x | _ => last line 0%uint63 end). destruct line; [simpl; lia|]. lia.
Qed.

Lemma line_cost_beyond line k n : (length line <= k <= n)%nat -> line_cost line n = line_cost line k.
Proof. intros H. unfold line_cost. now rewrite !nth_overflow by lia. Qed.

Lemma cost_most (g : game) c m (t : tree g) : (forall n, 0 <= c n <= m) -> 0 <= cost g c t <= m * Z.of_nat (length (secrets g)).
Proof.
  intros H. unfold cost. induction (secrets g) as [|s l IH]; cbn [map fold_right length]; [lia|]. specialize (H (guesses t s)). lia.
Qed.

Lemma cost_zero (g : game) (t : tree g) : cost g (fun _ => 0) t = 0.
Proof. unfold cost. induction (secrets g) as [|s l IH]; [reflexivity|exact IH]. Qed.

(** ** Lines as one *)
Section Combined.
  Variable lines : list (list int).
  Variable bound : list int.
  Variable number : Z. (* of secrets *)

  Definition tops : list Z := map (fun line => line_most line * number) lines.
  Definition combined_cost (n : nat) : Z := encode tops (map (fun line => line_cost line n) lines).
  Definition combined_bound : Z := encode tops (map Uint63.to_Z bound).
  Definition longest : nat := list_max (map (@length int) lines).
  Definition limit : Z := 2 ^ 62.

  Fixpoint rising_to (n : nat) : bool :=
    match n with O => true | S n => (combined_cost n <=? combined_cost (S n)) && rising_to n end.

  (** Has [judge] decide on the costs of several lines as one, and on the bound. Numbers are kept so low that none of its
      sums overflows. *)
  Definition combined (judge : list int -> int -> int -> result unit) : result unit :=
    if negb (Nat.eqb (length bound) (length lines))
       || existsb (fun b => fst b <? snd b) (tl (combine tops (map Uint63.to_Z bound))) then Bad Bound_too_large []
    else if negb (rising_to longest) then Bad Costs_fall []
    else if combined_bound =? 0 then Bad Bound_of_nothing []
    else if (limit <=? combined_bound) || (limit <=? combined_cost longest * number) then Bad Costs_too_large []
    else judge (map (fun n => Uint63.of_Z (combined_cost n)) (seq 0 longest)) (Uint63.of_Z (combined_cost longest))
      (Uint63.of_Z combined_bound).

  Variable g : game.
  Hypothesis number_right : number = Z.of_nat (length (secrets g)).

  Lemma cost_encode (t : tree g) : cost g combined_cost t = encode tops (costs g lines t).
  Proof.
    unfold combined_cost, costs, tops. induction lines as [|line l IH].
    - exact (cost_zero g t).
    - cbn [map encode]. rewrite <- IH, (Z.mul_comm (cost g (line_cost line) t)), <- (Z.mul_1_l (cost g (fun n => encode _ _) t)), <- cost_sum.
      unfold cost. f_equal. apply map_ext. intros s. lia.
  Qed.

  Lemma costs_below (t : tree g) : Forall2 (fun m y => 0 <= y <= m) tops (costs g lines t).
  Proof.
    unfold tops, costs. induction lines as [|line l IH]; constructor; [|exact IH]. rewrite number_right. apply cost_most, line_cost_most.
  Qed.

  Lemma longest_right line : In line lines -> (length line <= longest)%nat.
  Proof.
    intros H. pose proof (proj1 (list_max_le (map (@length int) lines) longest) (Nat.le_refl _)) as F. rewrite Forall_forall in F.
    apply F. now apply in_map.
  Qed.

  Theorem combined_right judge :
    (forall rates top amount, is_accepted (judge rates top amount) = true ->
      forall t, solves g t -> φ amount <= cost g (fun n => φ (nth n rates top)) t) ->
    is_accepted (combined judge) = true -> forall t, solves g t -> lex_le (map Uint63.to_Z bound) (costs g lines t).
  Proof.
    intros J A t Ht. unfold combined in A.
    destruct (Nat.eqb (length bound) (length lines)) eqn:L; [|discriminate]. destruct (existsb _ _); [discriminate|].
    destruct (rising_to longest); [|discriminate]. destruct (combined_bound =? 0); [discriminate|].
    destruct ((limit <=? combined_bound) || _) eqn:M; [discriminate|]. cbn [negb orb] in A. apply orb_false_elim in M. destruct M as [M _].
    apply Nat.eqb_eq in L. apply Z.leb_gt in M. specialize (J _ _ _ A t Ht).
    assert (P : Forall (fun x => 0 <= x) (map Uint63.to_Z bound)).
    { apply Forall_forall. intros x H. apply in_map_iff in H. destruct H as (y & <- & _). apply Uint63.to_Z_bounded. }
    pose proof (costs_below t) as B. apply (encode_le tops _ B _ P); [unfold costs; now rewrite !map_length|]. rewrite <- cost_encode.
    pose proof (encode_positive tops _ B _ P) as Q. fold combined_bound in *.
    rewrite Uint63.of_Z_spec, Z.mod_small in J by (unfold limit in M; change Uint63.wB with 9223372036854775808; change (2 ^ 62) with 4611686018427387904 in M; lia).
    eapply Z.le_trans; [exact J|]. apply cost_le. intros s _. generalize (guesses t s). intros n.
    assert (C : forall n, φ (Uint63.of_Z (combined_cost n)) <= combined_cost n).
    { intros k. rewrite Uint63.of_Z_spec. apply Z.mod_le; [|reflexivity]. apply (encode_positive tops _ B), Forall_forall.
      intros x H. apply in_map_iff in H. destruct H as (line & <- & _). apply line_cost_most. }
    destruct (Nat.lt_ge_cases n longest) as [H|H].
    - rewrite (nth_indep _ _ (Uint63.of_Z (combined_cost 0))) by now rewrite map_length, seq_length.
      rewrite (map_nth (fun n => Uint63.of_Z (combined_cost n))), seq_nth by exact H. apply C.
    - rewrite nth_overflow by (now rewrite map_length, seq_length). eapply Z.le_trans; [apply C|]. apply Z.eq_le_incl.
      unfold combined_cost. apply (f_equal (encode tops)), map_ext_in. intros line I. symmetry. apply line_cost_beyond. split; [now apply longest_right|exact H].
  Qed.
End Combined.

(** ** Checkers of several lines *)
Definition check_lines (pegs symbols : nat) (codes secrets : list (list nat)) (only : bool) (lines : list (list int))
    (bound body : list int) : result unit :=
  combined lines bound (Z.of_nat (length secrets)) (fun rates top amount => check pegs symbols codes secrets only rates top amount body).

(** Every tree that solves the game costs the bound at least, by the first line in which they differ. *)
Theorem check_lines_right pegs symbols codes secrets only lines bound body : secrets <> [] ->
  is_accepted (check_lines pegs symbols codes secrets only lines bound body) = true ->
  let g := bulls_cows_game pegs symbols codes secrets only in
  forall t, solves g t -> lex_le (map Uint63.to_Z bound) (costs g lines t).
Proof.
  intros D A g. refine (combined_right lines bound _ g eq_refl _ _ A). intros rates top amount. now apply check_right.
Qed.

Definition check_table_lines (codes secrets replies win : int) (only : bool) (rows : array (array int)) (lines : list (list int))
    (bound body : list int) : result unit :=
  combined lines bound (φ secrets) (fun rates top amount => check_table codes secrets replies win only rows rates top amount body).

Theorem check_table_lines_right codes secrets replies win only rows lines bound body :
  let g := numbered (make_tables codes secrets replies win only rows [] 0%uint63) in
  range secrets <> [] -> is_accepted (check_table_lines codes secrets replies win only rows lines bound body) = true ->
  forall t, solves g t -> lex_le (map Uint63.to_Z bound) (costs g lines t).
Proof.
  intros g D A.
  assert (E : forall rates top, let T := make_tables codes secrets replies win only rows rates top in
    numbered T = g /\ all_secrets T = range secrets /\ forall n, rate_int T n = nth n rates top).
  { intros rates top. unfold g, make_tables. cbv zeta. destruct (fold_left _ _ _) as [w v].
    destruct (replies <=? 31)%uint63; [|now repeat split].
    repeat match goal with |- context [packing_right ?a ?b ?c ?d] => destruct (packing_right a b c d) end; now repeat split. }
  assert (N : φ secrets = Z.of_nat (length (Game.secrets g))).
  { destruct (E [] 0%uint63) as (_ & Es & _). change (Game.secrets g) with (all_secrets (make_tables codes secrets replies win only rows [] 0%uint63)).
    rewrite Es, range_length, Z2Nat.id; [reflexivity|apply Uint63.to_Z_bounded]. }
  refine (combined_right lines bound _ g N _ _ A). intros rates top amount H.
  destruct (E rates top) as (Eg & Es & Er). rewrite <- Eg. intros t Ht.
  eapply Z.le_trans; [apply (check_table_right _ _ _ _ _ _ _ _ _ _ ltac:(cbv zeta; now rewrite Es) H t Ht)|].
  apply cost_le. intros s _. rewrite Er. apply Z.le_refl.
Qed.
