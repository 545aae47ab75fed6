(** Bulls and Cows: theorems. The first certificate takes some ten minutes of computation in Coq. *)
From Coq Require Import Uint63 ZArith Lia List.
Import ListNotations.
From Treebuild Require Import Game Tree Ints Build Check Witness.
From Treebuild Require Certificates.p4c10n_total Certificates.p4c10n_limit_6 Trees.p4c10n_avg.
Open Scope Z_scope.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).
Definition tree_of (text : list int) : tree bulls_and_cows := tree_of_text 4 10 all all false text.

Lemma nonempty : all <> [].
Proof. discriminate. Qed.

Lemma total_checked : is_accepted (check 4 10 all all false totals (of_nat 32) 26274 p4c10n_total.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma limit_checked : is_accepted (check 4 10 all all false [0; 0; 0; 0; 0; 0; 0]%uint63 1 1 p4c10n_limit_6.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma avg_solves : solves_bool 4 10 all all false (tree_of p4c10n_avg.text) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The least total of Bulls and Cows is 26274 (Tanaka 1996). *)
Theorem bulls_and_cows_26274 :
  (forall t, solves bulls_and_cows t -> 26274 <= total bulls_and_cows t)
  /\ exists t, solves bulls_and_cows t /\ total bulls_and_cows t = 26274.
Proof.
  split.
  - intros t Ht. change 26274 with (φ 26274).
    eapply Z.le_trans; [apply (check_right 4 10 all all false totals (of_nat 32) 26274 _ nonempty total_checked t Ht)|].
    apply cost_le. intros s _. apply totals_le.
  - exists (tree_of p4c10n_avg.text). split; [apply solves_bool_right, avg_solves|]. vm_cast_no_check (eq_refl 26274).
Qed.

(** Six guesses do not suffice, and seven do. *)
Theorem bulls_and_cows_7 :
  (forall t, solves bulls_and_cows t -> ~ at_most 6 bulls_and_cows t)
  /\ exists t, solves bulls_and_cows t /\ at_most 7 bulls_and_cows t.
Proof.
  split.
  - intros t Ht Hm. pose proof (check_right 4 10 all all false _ 1 1 _ nonempty limit_checked t Ht) as H.
    assert (L : cost bulls_and_cows (fun n => φ (nth n [0; 0; 0; 0; 0; 0; 0]%uint63 1%uint63)) t <= cost bulls_and_cows (fun _ => 0) t).
    { apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
      do 7 (destruct n as [|n]; [vm_compute; discriminate|]). lia. }
    assert (Z : cost bulls_and_cows (fun _ => 0) t = 0).
    { unfold cost. induction (secrets bulls_and_cows) as [|s l IH]; [reflexivity|exact IH]. }
    change (φ 1) with 1 in H. fold bulls_and_cows in H. unfold bulls_and_cows in *. fold all in *. lia.
  - exists (tree_of p4c10n_avg.text). split; [apply solves_bool_right, avg_solves|].
    assert (H : forallb (fun s => Nat.leb (guesses (g := bulls_and_cows) (tree_of p4c10n_avg.text) s) 7) all = true)
      by (vm_cast_no_check (eq_refl true)).
    intros s Hs. rewrite forallb_forall in H. now apply Nat.leb_le, H.
Qed.

Print Assumptions bulls_and_cows_26274.
Print Assumptions bulls_and_cows_7.
