(** The theorems. Game.v and Tree.v have the definitions that it takes to read them. Those of Bulls and Cows that Coq computes
    for half an hour are in ResultsAll.v. *)
From Coq Require Import Uint63 ZArith List.
From Treebuild Require Import Game Tree Ints Mastermind BullsAndCowsSevens.
Open Scope Z_scope.

(** The least total of Mastermind is 5625 (Koyama and Lai 1993). *)
Theorem mastermind_5625 :
  (forall t, solves mastermind t -> 5625 <= total mastermind t)
  /\ exists t, solves mastermind t /\ total mastermind t = 5625.
Proof. split; [exact total_least|exact (ex_intro _ avg avg_reaches)]. Qed.

(** Five guesses suffice, and the least total of trees that take no more is 5626. *)
Theorem mastermind_5626 :
  (forall t, solves mastermind t -> at_most 5 mastermind t -> 5626 <= total mastermind t)
  /\ exists t, solves mastermind t /\ at_most 5 mastermind t /\ total mastermind t = 5626.
Proof. split; [exact total_in_five_least|exact (ex_intro _ avg5 avg5_reaches)]. Qed.

(** Of trees that take no more than five guesses, the fewest secrets that take five are 539. *)
Theorem mastermind_539 :
  (forall t, solves mastermind t -> at_most 5 mastermind t -> 539 <= later_than 4 mastermind t)
  /\ exists t, solves mastermind t /\ at_most 5 mastermind t /\ later_than 4 mastermind t = 539.
Proof. split; [exact fives_least|exact (ex_intro _ crush crush_reaches)]. Qed.

(** No tree that guesses candidates only has a smaller total than 5660. *)
Theorem mastermind_candidates_5660 :
  let candidates_alone := let all := sequences 4 (seq 0 6) in bulls_cows_game 4 6 all all true in
  forall t, solves candidates_alone t -> 5660 <= total candidates_alone t.
Proof. exact candidates_least. Qed.

(** Fifty sevens: if the checker accepts a certificate, then every tree of Bulls and Cows that never takes more than seven
    guesses takes seven for at least fifty secrets. BullsAndCowsSevens.v says what [sevens_accepted] is. The extracted checker
    computes it; inside Coq that would take hours. *)
Theorem fifty_sevens body : sevens_accepted body ->
  forall t, solves bulls_and_cows t -> at_most 7 bulls_and_cows t -> 50 <= later_than 6 bulls_and_cows t.
Proof. exact (sevens_least body). Qed.

Print Assumptions mastermind_5625.
Print Assumptions mastermind_5626.
Print Assumptions mastermind_539.
Print Assumptions mastermind_candidates_5660.
Print Assumptions fifty_sevens.
