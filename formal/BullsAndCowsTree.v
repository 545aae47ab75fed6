(** The trees of trees/p4c10n/avg.b92 and crush.b92, played through by computation. *)
From Coq Require Import Uint63 ZArith List.
Import ListNotations.
From Treebuild Require Import Game Tree Build Check Witness.
From Treebuild Require Trees.p4c10n_avg Trees.p4c10n_crush.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).
Definition best : tree bulls_and_cows := tree_of_text 4 10 all all false p4c10n_avg.text.
Definition crush : tree bulls_and_cows := tree_of_text 4 10 all all false p4c10n_crush.text.

Lemma best_solves : solves_bool 4 10 all all false best all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma best_total : total bulls_and_cows best = 26274%Z.
Proof. vm_cast_no_check (eq_refl 26274%Z). Qed.

Lemma best_in_seven : forallb (fun s => Nat.leb (guesses (g := bulls_and_cows) best s) 7) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma crush_solves : solves_bool 4 10 all all false crush all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma crush_in_seven : forallb (fun s => Nat.leb (guesses (g := bulls_and_cows) crush s) 7) all = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma crush_sevens : later_than 6 bulls_and_cows crush = 50%Z.
Proof. vm_cast_no_check (eq_refl 50%Z). Qed.
