(** The certificate that six guesses do not suffice for Bulls and Cows, checked by computation. *)
From Coq Require Import Uint63 ZArith List.
Import ListNotations.
From Treebuild Require Import Game Build Check.
From Treebuild Require Certificates.p4c10n_limit_6.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).

Lemma limit_checked :
  is_accepted (check 4 10 all all false [0; 0; 0; 0; 0; 0; 0]%uint63 1 1 p4c10n_limit_6.body) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
