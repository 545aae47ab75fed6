(** The tables that a checker works with, and what makes them those of a game. Codes, secrets and replies are numbers. *)
From Coq Require Import Uint63 PArray ZArith Lia Bool List ZifyUint63.
Import ListNotations.
From Treebuild Require Import Game Tree Lower Fill Ints.
Open Scope Z_scope.

(** Replies as bits, those of a few codes in one integer: for every secret an array of integers. A cell has the place in
    these arrays, and the codes that are there, each with the places of its low and of its high replies. *)
Record packing := Packing {
  bits : array (array int);
  cells : list (int * list (int * int * int));
  half : int; (* replies below it are low *)
  low_mask : int; (* of as many bits as there are low replies *)
  high_mask : int;
  low_shapes : array int; (* of bits of low replies: see "shape" *)
  high_shapes : array int
}.

Record tables := Tables {
  all_codes : list int;
  all_secrets : list int;
  all_replies : list int;
  losing : list int; (* those that do not win *)
  replies : int; (* how many *)
  winning : int;
  only_candidates : bool;
  rows : array (array int); (* for every secret, the replies to all codes *)
  one_winner : bool; (* no secret has two codes that win against it *)
  winners : array int; (* for every secret, a code that wins against it *)
  victims : array int; (* for every code that wins, the secret that it wins against *)
  rates : list int; (* what a secret costs that takes 0, 1, 2, ... guesses *)
  top : int; (* and what it costs if it takes more *)
  packed : option packing
}.

Section Game.
  Variable T : tables.

  Definition ans (x s : int) : int := get (get (rows T) s) x.

  Definition numbered : game :=
    {| code := int; secret := int; reply := int; codes := all_codes T; secrets := all_secrets T;
       answer := ans; win := winning T; same := eq_int; candidates_only := only_candidates T |}.

  (** The shape of a code for a set: 1 if it may win, and 2 for every other reply that may occur. *)
  Fixpoint shape (test : int -> bool) (rs : list int) : int :=
    match rs with
    | [] => 0
    | r :: rs => let n := shape test rs in if test r then n + (if r =? winning T then 1 else 2) else n
    end%uint63.

  Definition low_replies (p : packing) := filter (fun r => r <? half p)%uint63 (all_replies T).
  Definition high_replies (p : packing) := filter (fun r => negb (r <? half p))%uint63 (all_replies T).
  Definition low_bit (v r : int) : bool := bit v r.
  Definition high_bit (p : packing) (v r : int) : bool := bit v (r - half p)%uint63.

  Record packing_fits (p : packing) : Prop := {
    cell_of : forall x, In x (all_codes T) -> exists place l lo hi, In (place, l) (cells p) /\ In (lo, hi, x) l /\
      φ lo <= 62 /\ φ hi <= 62 /\
      forall s, In s (all_secrets T) -> let r := ans x s in
        if (r <? half p)%uint63 then bit (get (get (bits p) s) place) (lo + r)%uint63 = true
        else bit (get (get (bits p) s) place) (hi + (r - half p))%uint63 = true;
    low_kept : forall r, In r (low_replies p) -> bit (low_mask p) r = true;
    high_kept : forall r, In r (high_replies p) -> bit (high_mask p) (r - half p)%uint63 = true;
    low_right : forall v, get (low_shapes p) (v land low_mask p)%uint63 = shape (low_bit (v land low_mask p)%uint63) (low_replies p);
    high_right : forall v, get (high_shapes p) (v land high_mask p)%uint63 = shape (high_bit p (v land high_mask p)%uint63) (high_replies p)
  }.

  Definition rate_int (n : nat) : int := nth n (rates T) (top T).

  Record fits : Prop := {
    codes_all : all_codes T = range (size (all_codes T));
    codes_few_all : φ (size (all_codes T)) <= φ max_length;
    codes_once : NoDup (all_codes T);
    secrets_once : NoDup (all_secrets T);
    secrets_few : Z.of_nat (length (all_secrets T)) < φ max_length;
    replies_once : NoDup (all_replies T);
    replies_few : Z.of_nat (length (all_replies T)) <= 256;
    losing_right : losing T = filter (fun r => negb (r =? winning T))%uint63 (all_replies T);
    reply_below : forall r, In r (all_replies T) -> (r <? replies T)%uint63 = true;
    replies_max : φ (replies T) <= 256;
    replies_all : Z.of_nat (length (all_replies T)) <= φ (replies T);
    winning_in : In (winning T) (all_replies T);
    ans_in : forall x s, In x (all_codes T) -> In s (all_secrets T) -> In (ans x s) (all_replies T);
    victim_right : forall x s, In x (all_codes T) -> In s (all_secrets T) -> ans x s = winning T -> get (victims T) x = s;
    winner_right : one_winner T = true ->
      forall x s, In x (all_codes T) -> In s (all_secrets T) -> ans x s = winning T -> get (winners T) s = x;
    rates_up : forall n, φ (rate_int n) <= φ (rate_int (S n));
    packing_right : forall p, packed T = Some p -> packing_fits p
  }.

  Hypothesis F : fits.

  Lemma losing_in r : In r (losing T) <-> In r (all_replies T) /\ r <> winning T.
  Proof.
    rewrite (losing_right F), filter_In, negb_true_iff, Uint63.eqb_false_spec. tauto.
  Qed.

  Definition numbered_setting : setting numbered.
  Proof.
    refine (Setting numbered (fun n => φ (rate_int n)) _ (losing T) _ _ _ _); simpl.
    - apply (rates_up F).
    - rewrite (losing_right F). apply NoDup_filter, (replies_once F).
    - rewrite losing_in. tauto.
    - intros x s Hx Hs. rewrite losing_in. pose proof (ans_in F x s Hx Hs). destruct (eq_int (ans x s) (winning T)); tauto.
    - intros x s s' Hx Hs Hs' W W'. now rewrite <- (victim_right F x s Hx Hs W), <- (victim_right F x s' Hx Hs' W').
  Defined.

  (** ** Shapes *)
  Definition ones (test : int -> bool) (rs : list int) : nat := list_sum (map (fun r => if test r then 1 else 0)%nat rs).

  Lemma shape_sum (test : int -> bool) (rs : list int) : Z.of_nat (length rs) <= 256 ->
    φ (shape test rs) <= 2 * Z.of_nat (length rs) /\
    φ (shape test rs) = zsum (map (fun r => if test r then if eq_int r (winning T) then 1 else 2 else 0) rs).
  Proof.
    induction rs as [|r rs IH]; intros Hl; [simpl; split; [change (φ 0) with 0; lia|reflexivity]|].
    cbn [shape map length] in *. rewrite zsum_cons. destruct IH as [B E]; [lia|]. cbv zeta. rewrite <- E.
    destruct (test r); [|split; lia].
    pose proof (Uint63.to_Z_bounded (shape test rs)).
    destruct (eq_int r (winning T)) as [W|W].
    - rewrite (proj2 (Uint63.eqb_spec r (winning T)) W), Uint63.add_spec. change (φ 1) with 1.
      rewrite Z.mod_small by (unfold Uint63.wB; simpl; lia). lia.
    - rewrite (proj2 (Uint63.eqb_false_spec r (winning T)) W), Uint63.add_spec. change (φ 2) with 2.
      rewrite Z.mod_small by (unfold Uint63.wB; simpl; lia). lia.
  Qed.

  Lemma weights_split (test : int -> bool) (rs : list int) : NoDup rs ->
    zsum (map (fun r => if test r then if eq_int r (winning T) then 1 else 2 else 0) rs)
    = 2 * Z.of_nat (ones test (filter (fun r => negb (r =? winning T))%uint63 rs))
      + if test (winning T) then if in_dec eq_int (winning T) rs then 1 else 0 else 0.
  Proof.
    induction 1 as [|r rs Hr Hn IH]; [simpl; destruct (test _); reflexivity|].
    cbn [map filter]. rewrite zsum_cons, IH. unfold ones.
    destruct (eq_int r (winning T)) as [W|W].
    - subst r. rewrite Uint63.eqb_refl. simpl negb. cbv iota.
      destruct (in_dec eq_int (winning T) rs) as [I|I]; [contradiction|].
      destruct (in_dec eq_int (winning T) (winning T :: rs)) as [J|J]; [|destruct J; now left].
      destruct (test (winning T)); lia.
    - rewrite (proj2 (Uint63.eqb_false_spec _ _) W). simpl negb. cbv iota. cbn [map]. unfold list_sum. cbn [fold_right].
      assert (J : In (winning T) (r :: rs) <-> In (winning T) rs) by (simpl; tauto).
      destruct (in_dec eq_int (winning T) rs), (in_dec eq_int (winning T) (r :: rs)); try tauto;
        destruct (test r), (test (winning T)); lia.
  Qed.

  Lemma shape_of_all test : φ (shape test (all_replies T))
    = 2 * Z.of_nat (ones test (losing T)) + if test (winning T) then 1 else 0.
  Proof.
    destruct (shape_sum test (all_replies T) (replies_few F)) as [_ E]. rewrite E, weights_split by apply (replies_once F).
    rewrite (losing_right F). destruct (in_dec eq_int (winning T) (all_replies T)) as [|n]; [reflexivity|].
    destruct n. apply (winning_in F).
  Qed.

  Lemma zsum_filter (f : int -> Z) p l :
    zsum (map f l) = zsum (map f (filter p l)) + zsum (map f (filter (fun r => negb (p r)) l)).
  Proof. induction l as [|r l IH]; [reflexivity|]. simpl. destruct (p r); simpl; rewrite ?zsum_cons; lia. Qed.

  Lemma shape_of_halves p f h : (forall r, In r (low_replies p) -> f r = h r) -> forall f', (forall r, In r (high_replies p) -> f' r = h r) ->
    (shape f (low_replies p) + shape f' (high_replies p))%uint63 = shape h (all_replies T).
  Proof.
    intros E f' E'. apply Uint63.to_Z_inj. pose proof (replies_few F) as L.
    assert (Hf : forall q : int -> bool, (length (filter q (all_replies T)) <= length (all_replies T))%nat).
    { intros q. generalize (all_replies T). clear. intros l. induction l as [|r l IH]; simpl; [lia|]. destruct (q r); simpl; lia. }
    pose proof (Hf (fun r => r <? half p)%uint63) as L1. pose proof (Hf (fun r => negb (r <? half p))%uint63) as L2.
    fold (low_replies p) in L1. fold (high_replies p) in L2.
    destruct (shape_sum f (low_replies p)) as [B1 S1]; [lia|]. destruct (shape_sum f' (high_replies p)) as [B2 S2]; [lia|].
    destruct (shape_sum h (all_replies T) L) as [B S]. rewrite Uint63.add_spec, Z.mod_small.
    - rewrite S, S1, S2. rewrite (zsum_filter _ (fun r => r <? half p)%uint63 (all_replies T)).
      fold (low_replies p). fold (high_replies p). f_equal; f_equal; apply map_ext_in; intros r Hr; [now rewrite E|now rewrite E'].
    - pose proof (Uint63.to_Z_bounded (shape f (low_replies p))). pose proof (Uint63.to_Z_bounded (shape f' (high_replies p))).
      unfold Uint63.wB. simpl. lia.
  Qed.
End Game.
