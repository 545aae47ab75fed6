(** The other theorems, those of Bulls and Cows. The computations are in the last three files that this one requires. *)
From Coq Require Import Uint63 ZArith Lia List.
Import ListNotations.
From Treebuild Require Import Game Tree Ints Build Check Costs Witness.
From Treebuild Require Import BullsAndCowsTotal BullsAndCowsLimit BullsAndCowsTree.
Open Scope Z_scope.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).

Lemma nonempty : all <> [].
Proof. discriminate. Qed.

Lemma in_seven t : forallb (fun s => Nat.leb (guesses (g := bulls_and_cows) t s) 7) all = true -> at_most 7 bulls_and_cows t.
Proof. intros H s Hs. rewrite forallb_forall in H. now apply Nat.leb_le, H. Qed.

(** The least total of Bulls and Cows is 26274 (Tanaka 1996). *)
Theorem bulls_and_cows_26274 :
  (forall t, solves bulls_and_cows t -> 26274 <= total bulls_and_cows t)
  /\ exists t, solves bulls_and_cows t /\ total bulls_and_cows t = 26274.
Proof.
  split.
  - intros t Ht. change 26274 with (φ 26274).
    eapply Z.le_trans; [apply (check_right 4 10 all all false totals (of_nat 32) 26274 _ nonempty total_checked t Ht)|].
    apply cost_le. intros s _. apply totals_le.
  - exists best. split; [apply solves_bool_right, best_solves|exact best_total].
Qed.

(** Six guesses do not suffice, and seven do. *)
Theorem bulls_and_cows_7 :
  (forall t, solves bulls_and_cows t -> ~ at_most 6 bulls_and_cows t)
  /\ exists t, solves bulls_and_cows t /\ at_most 7 bulls_and_cows t.
Proof.
  split.
  - intros t Ht Hm. pose proof (check_right 4 10 all all false _ 1 1 _ nonempty limit_checked t Ht) as H.
    assert (L : cost bulls_and_cows (fun n => φ (nth n [0; 0; 0; 0; 0; 0; 0]%uint63 1%uint63)) t
                <= cost bulls_and_cows (fun _ => 0) t).
    { apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
      do 7 (destruct n as [|n]; [vm_compute; discriminate|]). lia. }
    rewrite cost_zero in L. change (φ 1) with 1 in H. exact (Z.nle_succ_diag_l 0 (Z.le_trans _ _ _ H L)).
  - exists best. split; [apply solves_bool_right, best_solves|apply in_seven, best_in_seven].
Qed.

(** Some tree of at most seven guesses has no more than fifty secrets that take seven. That none has fewer is fifty_sevens in
    Results.v. *)
Theorem fifty_sevens_reached :
  exists t, solves bulls_and_cows t /\ at_most 7 bulls_and_cows t /\ later_than 6 bulls_and_cows t = 50.
Proof.
  exists crush. split; [apply solves_bool_right, crush_solves|]. split; [apply in_seven, crush_in_seven|exact crush_sevens].
Qed.

Print Assumptions bulls_and_cows_26274.
Print Assumptions bulls_and_cows_7.
Print Assumptions fifty_sevens_reached.
