(** The certificate that no tree of Bulls and Cows has a smaller total than 26274, checked by computation. *)
From Coq Require Import Uint63 ZArith List.
Import ListNotations.
From Treebuild Require Import Game Build Check.
From Treebuild Require Certificates.p4c10n_total.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).

Lemma total_checked : is_accepted (check 4 10 all all false totals (of_nat 32) 26274 p4c10n_total.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
