(** The checker of a game of sequences, and its soundness. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Ints Tables Bounds Claims ClaimsSound Build BuildSound Link.

(** Checks the claim that all secrets cost at least [amount]; [right] says whether the tables are right. *)
Definition check_tables (T : tables) (q : option sequences) (right : bool) (amount : int) (body : list int) : result unit :=
  if right && forallb (fun s => (ans T (get (winners T) s) s =? winning T)%uint63) (all_secrets T) then
    let* rest := claim T q 65 0 (all_secrets T) amount [] body in
    match rest with [] => Ok tt | _ => Bad Bytes_left [] end
  else Bad No_game [].

Lemma check_tables_spec T q right amount body : check_tables T q right amount body = Ok tt ->
  right = true /\ claim T q 65 0 (all_secrets T) amount [] body = Ok [].
Proof.
  unfold check_tables. destruct right; [|discriminate]. cbn [andb]. destruct (forallb _ _); [|discriminate].
  destruct (claim _ _ _ _ _ _ _ body) as [[|]|]; try discriminate. auto.
Qed.

(** ** Games of sequences *)
Definition check (pegs symbols : nat) (codes secrets : list (list nat)) (only : bool) (rates : list int) (top amount : int)
    (body : list int) : result unit :=
  let q := seqs pegs symbols codes secrets in
  let T := tables_of pegs only rates top q in
  check_tables T (Some q) (all_right pegs symbols codes secrets q T) amount body.

Definition is_accepted (r : result unit) : bool := match r with Ok _ => true | _ => false end.

Lemma is_accepted_spec r : is_accepted r = true -> r = Ok tt.
Proof. destruct r as [[]|]; [reflexivity|discriminate]. Qed.

(** The checker is sound: if it accepts, every tree that solves the game costs at least [amount]. A secret found in n guesses
    costs entry n of [rates], counted from 0, and [top] beyond its end. *)
Theorem check_right pegs symbols codes secrets only rates top amount body : secrets <> [] ->
  is_accepted (check pegs symbols codes secrets only rates top amount body) = true ->
  forall t, solves (bulls_cows_game pegs symbols codes secrets only) t ->
    (φ amount <= cost (bulls_cows_game pegs symbols codes secrets only) (fun n => φ (nth n rates top)) t)%Z.
Proof.
  intros D H. apply is_accepted_spec in H. unfold check in H. cbv zeta in H. apply check_tables_spec in H. destruct H as [R C].
  exact (claim_of_game pegs symbols codes secrets only rates top _ eq_refl R 65 amount body D C).
Qed.

(** ** Games by a table of replies, whose codes and secrets are numbers *)
Definition check_table (codes secrets replies win : int) (only : bool) (rows : array (array int)) (rates : list int)
    (top amount : int) (body : list int) : result unit :=
  let T := make_tables codes secrets replies win only rows rates top in
  check_tables T None (tables_right T codes secrets replies) amount body.

Theorem check_table_right codes secrets replies win only rows rates top amount body :
  let T := make_tables codes secrets replies win only rows rates top in
  all_secrets T <> [] -> is_accepted (check_table codes secrets replies win only rows rates top amount body) = true ->
  forall t, solves (numbered T) t -> (φ amount <= cost (numbered T) (fun n => φ (rate_int T n)) t)%Z.
Proof.
  intros T D H t Ht. apply is_accepted_spec in H. apply check_tables_spec in H. destruct H as [R C].
  pose proof (tables_right_fits codes secrets replies win only rows rates top R) as F. fold T in F, C.
  assert (S : set_of (numbered T) (all_secrets T)) by (split; [apply (secrets_once T F)|apply incl_refl]).
  exact (claim_right T F None (fun q E => match E with end) 65 0 (all_secrets T) amount [] body [] S D C t Ht).
Qed.

(** ** Costs *)

(** What a line of costs says, of no guess, one guess, and so on. *)
Definition totals : list int := map of_nat (seq 0 33).

Lemma cost_le (g : game) c c' (t : tree g) : (forall s, In s (secrets g) -> c (guesses t s) <= c' (guesses t s))%Z ->
  (cost g c t <= cost g c' t)%Z.
Proof.
  unfold cost. induction (secrets g) as [|s l IH]; intros H; simpl; [lia|].
  pose proof (H s (or_introl eq_refl)). specialize (IH (fun s' Hs => H s' (or_intror Hs))). lia.
Qed.

Lemma cost_sum (g : game) a b c c' (t : tree g) : cost g (fun n => a * c n + b * c' n)%Z t = (a * cost g c t + b * cost g c' t)%Z.
Proof. unfold cost. induction (secrets g) as [|s l IH]; simpl; lia. Qed.

Lemma totals_le n : (φ (nth n totals (of_nat 32)) <= Z.of_nat n)%Z.
Proof.
  destruct (Nat.le_gt_cases n 32) as [H|H].
  - do 33 (destruct n as [|n]; [vm_compute; discriminate|]). lia.
  - rewrite nth_overflow by (change (length totals) with 33%nat; lia). change (φ (of_nat 32)) with 32%Z. lia.
Qed.
