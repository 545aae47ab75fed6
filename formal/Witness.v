(** Trees as witnesses: reading base-92 text (schema/base92-explicit.md), and whether a tree solves a game. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Ints Claims Build.

Section Witness.
  Variable number_of_pegs number_of_symbols : nat.
  Variable codes secrets : list (list nat).
  Variable only : bool.
  Notation G := (bulls_cows_game number_of_pegs number_of_symbols codes secrets only).

  (** ** Whether a tree solves a set *)
  Definition equal_codes (x y : list nat) : bool := if list_eq_dec Nat.eq_dec x y then true else false.
  Definition is_win (r : nat * nat) : bool := if same_pair r (number_of_pegs, 0%nat) then true else false.

  Fixpoint solves_bool (t : tree G) (S : list (list nat)) : bool :=
    match S with
    | [] => true
    | _ =>
      match t with
      | Stop => false
      | Guess x next =>
        existsb (equal_codes x) codes
        && (negb only || existsb (fun s => is_win (bulls_cows number_of_symbols x s)) S)
        && forallb (fun r => is_win r || solves_bool (next r) (part (g := G) S x r))
             (nodup same_pair (map (bulls_cows number_of_symbols x) S))
      end
    end.

  Lemma is_win_spec r : is_win r = true <-> r = (number_of_pegs, 0%nat).
  Proof. unfold is_win. destruct (same_pair r _); split; congruence. Qed.

  Lemma solves_empty (t : tree G) : solves_set (g := G) [] t.
  Proof. destruct t; left; reflexivity. Qed.

  Lemma solves_bool_right t : forall S, solves_bool t S = true -> solves_set (g := G) S t.
  Proof.
    induction t as [|x next IH]; intros S H.
    - destruct S; [now left|discriminate].
    - destruct S as [|s0 S']; [apply solves_empty|]. set (S := s0 :: S') in *. simpl. right.
      change (existsb (equal_codes x) codes && (negb only || existsb (fun s => is_win (bulls_cows number_of_symbols x s)) S)
        && forallb (fun r => is_win r || solves_bool (next r) (part (g := G) S x r))
             (nodup same_pair (map (bulls_cows number_of_symbols x) S)) = true) in H.
      apply andb_prop in H. destruct H as [H Hr]. apply andb_prop in H. destruct H as [Hc Ho].
      split; [split|].
      + apply existsb_exists in Hc. destruct Hc as (y & Hy & E). unfold equal_codes in E.
        destruct (list_eq_dec Nat.eq_dec x y); [now subst|discriminate].
      + simpl. intros E. rewrite E in Ho. cbn [negb orb] in Ho. apply existsb_exists in Ho. destruct Ho as (s & Hs & W).
        exists s. split; [exact Hs|now apply is_win_spec].
      + intros r W. destruct (in_dec same_pair r (map (bulls_cows number_of_symbols x) S)) as [I|N].
        * rewrite forallb_forall in Hr. specialize (Hr r (proj2 (nodup_In _ _ _) I)). apply orb_prop in Hr.
          destruct Hr as [Hr|Hr]; [apply is_win_spec in Hr; contradiction|now apply IH].
        * assert (E : part (g := G) S x r = []).
          { destruct (part (g := G) S x r) as [|s l] eqn:E; [reflexivity|]. exfalso. apply N.
            assert (I : In s (part (g := G) S x r)) by (rewrite E; now left). apply in_part in I. destruct I as [I <-].
            now apply in_map. }
          change (solves_set (g := G) (part (g := G) S x r) (next r)). rewrite E. apply solves_empty.
  Qed.

  (** ** Base-92 text *)
  Fixpoint elements (text element : list int) (i : int) (a : array (list int)) : array (list int) :=
    match text with
    | [] => a.[i <- rev element]%uint63
    | c :: text => if (c =? 33)%uint63 then elements text [] (i + 1)%uint63 a.[i <- rev element]%uint63
        else if (c =? 10)%uint63 then elements text element i a
        else elements text ((if (92 <? c)%uint63 then c - 36 else c - 35)%uint63 :: element) i a
    end.

  Fixpoint listed_links (l : list int) (r : int) : list (int * int) :=
    match l with a :: b :: l => (r, 92 * a + b)%uint63 :: listed_links l (r + 1)%uint63 | _ => [] end.
  Fixpoint triples (l : list int) : list (int * int) :=
    match l with r :: a :: b :: l => (r, 92 * a + b)%uint63 :: triples l | _ => [] end.

  Definition lookup (replies : list (nat * nat)) (children : list (int * tree G)) (r : nat * nat) : tree G :=
    let i := index_in replies (fst r) (snd r) 0 in
    match find (fun c => (fst c =? i)%uint63) children with Some c => snd c | None => Stop end.

  Fixpoint node (depth : nat) (replies : list (nat * nat)) (code_of : array (list nat)) (a : array (list int)) (i : int) : tree G :=
    match depth with
    | O => Stop
    | S depth =>
      match get a i with
      | x :: y :: links =>
        let l := if Nat.eqb (length links) (2 * (length replies - 1)) then filter (fun c => negb (snd c =? 0)%uint63) (listed_links links 0)
                 else triples links in
        let children := map (fun c => (fst c, node depth replies code_of a (snd c))) l in
        Guess (g := G) (get code_of (92 * x + y)%uint63) (lookup replies children)
      | _ => Stop
      end
    end.

  Definition tree_of_text (text : list int) : tree G :=
    node 64 (all_pairs number_of_pegs) (store codes 0%uint63 (make (size codes) [])) (elements text [] 0%uint63 (make 8464 []%uint63)) 0%uint63.
End Witness.
