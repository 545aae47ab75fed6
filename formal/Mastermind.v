(** Mastermind: theorems. Each is an equality: no tree does better, and a tree of trees/ does as well. *)
From Coq Require Import Uint63 ZArith Lia List.
Import ListNotations.
From Treebuild Require Import Game Tree Ints Build Check Witness.
From Treebuild Require Certificates.p4c6r_total Certificates.p4c6r_total_limit_5 Certificates.p4c6r_fives
  Certificates.p4c6r_total_candidates Trees.p4c6r_avg Trees.p4c6r_avg5 Trees.p4c6r_crush.
Open Scope Z_scope.

Definition all := sequences 4 (seq 0 6).
Definition tree_of (text : list int) : tree mastermind := tree_of_text 4 6 all all false text.

Lemma nonempty : all <> [].
Proof. discriminate. Qed.

(** ** The certificates *)
Lemma total_checked : is_accepted (check 4 6 all all false totals (of_nat 32) 5625 p4c6r_total.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The first line of costs forbids more than 5 guesses: it counts 7777 times, 1296 * 6 + 1. *)
Lemma limit_checked : is_accepted (check 4 6 all all false [0; 1; 2; 3; 4; 5]%uint63 7783 5626 p4c6r_total_limit_5.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Likewise, 1297 times, and the second counts those that take more than 4. *)
Lemma fives_checked : is_accepted (check 4 6 all all false [0; 0; 0; 0; 0; 1]%uint63 1298 539 p4c6r_fives.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma candidates_checked : is_accepted (check 4 6 all all true totals (of_nat 32) 5660 p4c6r_total_candidates.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** The trees *)
Lemma avg_solves : solves_bool 4 6 all all false (tree_of p4c6r_avg.text) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma avg5_solves : solves_bool 4 6 all all false (tree_of p4c6r_avg5.text) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma crush_solves : solves_bool 4 6 all all false (tree_of p4c6r_crush.text) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma in_five t : forallb (fun s => Nat.leb (guesses (g := mastermind) t s) 5) all = true -> at_most 5 mastermind t.
Proof. intros H s Hs. rewrite forallb_forall in H. now apply Nat.leb_le, H. Qed.

(** ** The theorems *)

(** The least total of Mastermind is 5625 (Koyama and Lai 1993). *)
Theorem mastermind_5625 :
  (forall t, solves mastermind t -> 5625 <= total mastermind t)
  /\ exists t, solves mastermind t /\ total mastermind t = 5625.
Proof.
  split.
  - intros t Ht. change 5625 with (φ 5625).
    eapply Z.le_trans; [apply (check_right 4 6 all all false totals (of_nat 32) 5625 _ nonempty total_checked t Ht)|].
    apply cost_le. intros s _. apply totals_le.
  - exists (tree_of p4c6r_avg.text). split; [apply solves_bool_right, avg_solves|]. vm_cast_no_check (eq_refl 5625).
Qed.

(** Five guesses suffice, and the least total of trees that take no more is 5626. *)
Theorem mastermind_5626 :
  (forall t, solves mastermind t -> at_most 5 mastermind t -> 5626 <= total mastermind t)
  /\ exists t, solves mastermind t /\ at_most 5 mastermind t /\ total mastermind t = 5626.
Proof.
  split.
  - intros t Ht Hm. change 5626 with (φ 5626).
    eapply Z.le_trans; [apply (check_right 4 6 all all false _ 7783 5626 _ nonempty limit_checked t Ht)|].
    apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
    do 6 (destruct n as [|n]; [vm_compute; discriminate|]). lia.
  - exists (tree_of p4c6r_avg5.text). split; [apply solves_bool_right, avg5_solves|].
    split; [apply in_five; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl 5626)].
Qed.

(** Of trees that take no more than five guesses, the fewest secrets that take five are 539. *)
Theorem mastermind_539 :
  (forall t, solves mastermind t -> at_most 5 mastermind t -> 539 <= later_than 4 mastermind t)
  /\ exists t, solves mastermind t /\ at_most 5 mastermind t /\ later_than 4 mastermind t = 539.
Proof.
  split.
  - intros t Ht Hm. change 539 with (φ 539).
    eapply Z.le_trans; [apply (check_right 4 6 all all false _ 1298 539 _ nonempty fives_checked t Ht)|].
    apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
    do 6 (destruct n as [|n]; [vm_compute; discriminate|]). lia.
  - exists (tree_of p4c6r_crush.text). split; [apply solves_bool_right, crush_solves|].
    split; [apply in_five; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl 539)].
Qed.

(** No tree that guesses candidates only has a smaller total than 5660. *)
Theorem mastermind_candidates_5660 :
  forall t, solves (bulls_cows_game 4 6 all all true) t -> 5660 <= total (bulls_cows_game 4 6 all all true) t.
Proof.
  intros t Ht. change 5660 with (φ 5660).
  eapply Z.le_trans; [apply (check_right 4 6 all all true totals (of_nat 32) 5660 _ nonempty candidates_checked t Ht)|].
  apply cost_le. intros s _. apply totals_le.
Qed.

Print Assumptions mastermind_5625.
Print Assumptions mastermind_5626.
Print Assumptions mastermind_539.
Print Assumptions mastermind_candidates_5660.
