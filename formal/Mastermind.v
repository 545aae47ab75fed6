(** Mastermind: what certificates and trees of trees/ say. Results.v puts it together. *)
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

(** ** What they say *)
Lemma total_least t : solves mastermind t -> 5625 <= total mastermind t.
Proof.
  intros Ht. change 5625 with (φ 5625).
  eapply Z.le_trans; [apply (check_right 4 6 all all false totals (of_nat 32) 5625 _ nonempty total_checked t Ht)|].
  apply cost_le. intros s _. apply totals_le.
Qed.

Lemma total_in_five_least t : solves mastermind t -> at_most 5 mastermind t -> 5626 <= total mastermind t.
Proof.
  intros Ht Hm. change 5626 with (φ 5626).
  eapply Z.le_trans; [apply (check_right 4 6 all all false _ 7783 5626 _ nonempty limit_checked t Ht)|].
  apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
  do 6 (destruct n as [|n]; [vm_compute; discriminate|]). lia.
Qed.

Lemma fives_least t : solves mastermind t -> at_most 5 mastermind t -> 539 <= later_than 4 mastermind t.
Proof.
  intros Ht Hm. change 539 with (φ 539).
  eapply Z.le_trans; [apply (check_right 4 6 all all false _ 1298 539 _ nonempty fives_checked t Ht)|].
  apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
  do 6 (destruct n as [|n]; [vm_compute; discriminate|]). lia.
Qed.

Lemma candidates_least t : solves (bulls_cows_game 4 6 all all true) t -> 5660 <= total (bulls_cows_game 4 6 all all true) t.
Proof.
  intros Ht. change 5660 with (φ 5660).
  eapply Z.le_trans; [apply (check_right 4 6 all all true totals (of_nat 32) 5660 _ nonempty candidates_checked t Ht)|].
  apply cost_le. intros s _. apply totals_le.
Qed.

(** ** The trees *)
Definition avg := tree_of p4c6r_avg.text.
Definition avg5 := tree_of p4c6r_avg5.text.
Definition crush := tree_of p4c6r_crush.text.

Lemma solves_by t : solves_bool 4 6 all all false t all = true -> solves mastermind t.
Proof. apply solves_bool_right. Qed.

Lemma in_five t : forallb (fun s => Nat.leb (guesses (g := mastermind) t s) 5) all = true -> at_most 5 mastermind t.
Proof. intros H s Hs. rewrite forallb_forall in H. now apply Nat.leb_le, H. Qed.

Lemma avg_reaches : solves mastermind avg /\ total mastermind avg = 5625.
Proof. split; [apply solves_by; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl 5625)]. Qed.

Lemma avg5_reaches : solves mastermind avg5 /\ at_most 5 mastermind avg5 /\ total mastermind avg5 = 5626.
Proof.
  split; [apply solves_by; vm_cast_no_check (eq_refl true)|].
  split; [apply in_five; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl 5626)].
Qed.

Lemma crush_reaches : solves mastermind crush /\ at_most 5 mastermind crush /\ later_than 4 mastermind crush = 539.
Proof.
  split; [apply solves_by; vm_cast_no_check (eq_refl true)|].
  split; [apply in_five; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl 539)].
Qed.
