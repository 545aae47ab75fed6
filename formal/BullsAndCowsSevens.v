(** Fifty sevens: what a certificate of the fewest secrets of Bulls and Cows that take seven guesses says. *)
From Coq Require Import Uint63 ZArith Lia List.
Import ListNotations.
From Treebuild Require Import Game Tree Ints Build Check Costs.
Open Scope Z_scope.

Definition all := arrangements Nat.eq_dec 4 (seq 0 10).

Lemma nonempty : all <> [].
Proof. discriminate. Qed.

(** More than seven guesses; more than six. *)
Definition eights : list int := [0; 0; 0; 0; 0; 0; 0; 0; 1]%uint63.
Definition sevens : list int := [0; 0; 0; 0; 0; 0; 0; 1; 1]%uint63.

Definition sevens_accepted (body : list int) : Prop :=
  is_accepted (check_lines 4 10 all all false [eights; sevens] [0; 50]%uint63 body) = true.

Lemma sevens_least body : sevens_accepted body ->
  forall t, solves bulls_and_cows t -> at_most 7 bulls_and_cows t -> 50 <= later_than 6 bulls_and_cows t.
Proof.
  intros A t Ht Hm. pose proof (check_lines_right 4 10 all all false [eights; sevens] _ _ nonempty A t Ht) as L.
  change (lex_le [0; 50] [cost bulls_and_cows (line_cost eights) t; cost bulls_and_cows (line_cost sevens) t]) in L.
  assert (E : cost bulls_and_cows (line_cost eights) t <= cost bulls_and_cows (fun _ => 0) t).
  { apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
    do 8 (destruct n as [|n]; [vm_compute; discriminate|]). lia. }
  assert (S : cost bulls_and_cows (line_cost sevens) t <= later_than 6 bulls_and_cows t).
  { apply cost_le. intros s Hs. specialize (Hm s Hs). revert Hm. generalize (guesses t s). intros n Hn.
    do 8 (destruct n as [|n]; [vm_compute; discriminate|]). lia. }
  rewrite cost_zero in E. cbn [lex_le] in L. lia.
Qed.
