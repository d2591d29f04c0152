(** * Truels in Coq: what the numbers mean, and why a check of them is a proof

A truel is a duel between three or more players who shoot in turn until one is left. docs/rules.md states the rules;
R1, R2, R3 and R8 are sections there. This file

- defines the game, and the probability that a player has won within a number of turns (part 1);
- defines what "limit" and "equilibrium" mean (part 2);
- defines checks of tables of values, and a solver that computes such tables by V / (1 - K) (parts 3 and 4);
- proves that a table that passes the check holds the limits, and that the profile is an equilibrium (parts 5 to 9), or
  that no pure profile is an equilibrium (part 10). Part 11 puts each theorem behind a single computation.

Readers who want to know what the theorems say need parts 1 and 2, the theorems of part 8, and Challenge.v. Nobody has
to believe the solver: every table that it computes goes through the check. All numbers are fractions (Q).
[Print Assumptions] at the end of Challenge.v shows that the proofs use no axioms.

What the theorems leave out:

- Stationary play: in [equilibrium] a strategy may use any aim, also in a duel, where R1.8 leaves no choice; this is
  more than R8.3 asks for. [equilibrium_among] is for other search sets than "Others and Miss" (R4.3); there strategies
  take options, not mixes of options.
- Announced play: the theorem says that nobody gains at any node. It does not say by which tie rule (R3.7) a choice
  among equal options was made, nor that R3.4 allows it. Strategies announce options, not mixes of options.
- A strategy draws lots only by the weights of its aims, anew at each turn.

How to read Coq: [list X] is a list of things of type X; [x :: l] is the list with [x] before [l]; [[]] is the empty
list, and [fun x => e] is the function that maps [x] to [e]. [Fixpoint] begins a definition by recursion. *)

From Coq Require Import List Arith Bool QArith Qround Lqa Lia.
Import ListNotations.
Open Scope Q_scope.

(** ** 1. The game

Players are the numbers 0, 1, 2, ...; [hits] lists their hit probabilities. *)

Definition player := nat.

Definition hit (hits : list Q) (m : player) : Q := nth m hits 0.

(** An order lists the living players in their cycle and begins with the player on move, the shooter (R1.5). *)

Definition order := list player.

Definition shooter (o : order) : player := hd 0%nat o.

(** The order after a turn in which nobody is eliminated. *)

Definition pass (o : order) : order :=
  match o with [] => [] | m :: rest => rest ++ [m] end.

(** The order after the shooter has hit [t] (R1.7). It also serves if [t] is the shooter. A shot at somebody who is
dead changes nothing. *)

Definition after (o : order) (t : player) : order :=
  filter (fun j => negb (Nat.eqb j t)) (pass o).

(** With fewer than two living players the game is decided. The last player has won. *)

Definition decided (o : order) : bool := Nat.ltb (length o) 2.

Definition winner (i : player) (o : order) : Q :=
  match o with [j] => if Nat.eqb i j then 1 else 0 | _ => 0 end.

(** An aim lists targets and their weights (R1.3). The shooter picks [t] with the probability that is its weight, and
misses on purpose with the remaining probability. The empty list is the deliberate miss. *)

Definition aim := list (player * Q).

Fixpoint sum_over (q : aim) (f : player -> Q) : Q :=
  match q with [] => 0 | (t, x) :: q' => x * f t + sum_over q' f end.

Definition total (q : aim) : Q := sum_over q (fun _ => 1).

(** A fair aim has no negative weights, and they sum to at most 1. *)

Definition fair (q : aim) : Prop :=
  (forall t x, In (t, x) q -> 0 <= x) /\ total q <= 1.

(** The value of a turn (R2.1): the shooter hits with probability [p]; [W t] is the value after [t] was hit, and [w] the
value if nobody was. This is r + k w, where r = p * (sum of weight * W t) and k = 1 - p * (sum of weights). *)

Definition turn (p : Q) (q : aim) (W : player -> Q) (w : Q) : Q :=
  p * sum_over q W + (1 - p * total q) * w.

(** The past lists all turns so far, the last turn first: the order at this turn, and the shooter's aim. A behaviour
says what the shooter does, given the past and the order. It may use all of the past. *)

Definition past := list (order * aim).
Definition behaviour := past -> order -> aim.

(** The probability that player [i] has won within [T] turns from now on, if everybody follows [b]. *)

Fixpoint win (hits : list Q) (b : behaviour) (i : player) (T : nat) (h : past) (o : order) : Q :=
  if decided o then winner i o
  else match T with
       | O => 0
       | S T' =>
           let q := b h o in
           let h' := (o, q) :: h in
           turn (hit hits (shooter o)) q (fun t => win hits b i T' h' (after o t)) (win hits b i T' h' (pass o))
       end.

(** *** Three kinds of play

Stationary play (R8.1): the aim depends on the order only. The order names the set of living players and the shooter,
so that a profile of stationary play is a function from orders to aims. *)

Definition stationary (P : order -> aim) : behaviour := fun _ o => P o.

(** Fixed aims (R2): every player keeps an aim during a phase, and this aim may depend on the order with which the phase
began. A phase lasts as long as the number of living players is the same. *)

Fixpoint phase (h : past) (o : order) : order :=
  match h with
  | [] => o
  | (o', _) :: h' => if Nat.eqb (length o) (length o') then phase h' o' else o
  end.

Definition by_phase (A : order -> player -> aim) : behaviour := fun h o => A (phase h o) (shooter o).

(** Announced play (R1.6): the aim of a player's first turn in a phase is an announcement, and binds the player until
somebody is eliminated. [said] lists the announcements of the phase so far, the first one first. *)

Definition said_by (m : player) (c : list (player * aim)) : option aim :=
  match List.find (fun mq => Nat.eqb m (fst mq)) c with Some (_, q) => Some q | None => None end.

Definition say (m : player) (q : aim) (c : list (player * aim)) : list (player * aim) :=
  match said_by m c with Some _ => c | None => c ++ [(m, q)] end.

Fixpoint said (h : past) (o : order) : list (player * aim) :=
  match h with
  | [] => []
  | (o', q) :: h' => if Nat.eqb (length o) (length o') then say (shooter o') q (said h' o') else []
  end.

Definition binding (b : behaviour) : behaviour :=
  fun h o => match said_by (shooter o) (said h o) with Some q => q | None => b h o end.

(** Everybody announces by a rule that sees the order of the phase and the announcements before. *)

Definition announcing (A : order -> list (player * aim) -> aim) : behaviour := fun h o => A (phase h o) (said h o).

(** The options of the shooter for the search set "Others and Miss" (R4.3): each other living player, and the miss. The
last two have to shoot at each other (R1.8). *)

Definition options (o : order) : list aim :=
  match o with
  | [_; t] => [[(t, 1)]]
  | _ => map (fun t => [(t, 1)]) (tl o) ++ [[]]
  end.

(** ** 2. Limits and equilibria *)

Definition limit (f : nat -> Q) (w : Q) : Prop :=
  forall eps, 0 < eps -> exists T0, forall T, (T0 <= T)%nat -> w - eps <= f T /\ f T <= w + eps.

(** Player [i] does as [s] says, and everybody else as [b] says. *)

Definition deviate (i : player) (s b : behaviour) : behaviour :=
  fun h o => if Nat.eqb (shooter o) i then s h o else b h o.

(** Nobody gains: from any of the orders [starts], no strategy of one player wins more often than the behaviour [b]. The
strategy may use any fair aim at any turn, and may depend on all of the past. *)

Definition equilibrium (hits : list Q) (b : behaviour) (starts : list order) : Prop :=
  forall o i s, In o starts -> In i o -> (forall h o', fair (s h o')) ->
  forall T eps, 0 < eps ->
  exists T', win hits (deviate i s b) i T [] o <= win hits b i T' [] o + eps.

(** The same for strategies that take options only; [opts] gives the options of the shooter, such as [options]. *)

Definition equilibrium_among (hits : list Q) (opts : order -> list aim) (b : behaviour) (starts : list order) : Prop :=
  forall o i s, In o starts -> In i o -> (forall h o', In (s h o') (opts o')) ->
  forall T eps, 0 < eps ->
  exists T', win hits (deviate i s b) i T [] o <= win hits b i T' [] o + eps.

(** In a pure profile every aim is one of the options. *)

Definition pure (P : order -> aim) : Prop := forall o, In (P o) (options o).

(** ** 3. Tables of values, and their check

The states of the three kinds of play: the order with which the phase began, the announcements of the phase, and the
order now. Kinds that do not need the first two leave them empty. *)

Definition state := (order * list (player * aim) * order)%type.
Definition now (s : state) : order := snd s.

Definition key_free (_ : past) (o : order) : state := ([], [], o).
Definition move_free (_ : state) (_ : aim) (o' : order) : state := ([], [], o').

Definition key_phase (h : past) (o : order) : state := (phase h o, [], o).
Definition move_phase (s : state) (_ : aim) (o' : order) : state :=
  if Nat.eqb (length o') (length (now s)) then (fst (fst s), [], o') else (o', [], o').

Definition key_said (h : past) (o : order) : state := (phase h o, said h o, o).
Definition move_said (s : state) (q : aim) (o' : order) : state :=
  if Nat.eqb (length o') (length (now s)) then (fst (fst s), say (shooter (now s)) q (snd (fst s)), o')
  else (o', [], o').

Definition free_aim (P : order -> aim) (s : state) : aim := P (now s).
Definition phase_aim (A : order -> player -> aim) (s : state) : aim := A (fst (fst s)) (shooter (now s)).
Definition said_aim (A : order -> list (player * aim) -> aim) (s : state) : aim :=
  match said_by (shooter (now s)) (snd (fst s)) with Some q => q | None => A (fst (fst s)) (snd (fst s)) end.

(** A table has a row for each state: first a bound, then the value of each player. The value is what the player wins
in the long run. The bound makes this precise: after T turns, the value minus the probability to have won is at most
bound / T. *)

Definition table := list (state * list Q).

Fixpoint same (o o' : order) : bool :=
  match o, o' with
  | [], [] => true
  | j :: o, j' :: o' => if Nat.eqb j j' then same o o' else false
  | _, _ => false
  end.

Fixpoint same_aim (q q' : aim) : bool :=
  match q, q' with
  | [], [] => true
  | (t, x) :: q, (t', x') :: q' =>
      if Nat.eqb t t' then
        if Z.eqb (Qnum x) (Qnum x') then if Pos.eqb (Qden x) (Qden x') then same_aim q q' else false else false
      else false
  | _, _ => false
  end.

Fixpoint same_said (c c' : list (player * aim)) : bool :=
  match c, c' with
  | [], [] => true
  | (m, q) :: c, (m', q') :: c' => if Nat.eqb m m' then if same_aim q q' then same_said c c' else false else false
  | _, _ => false
  end.

Definition same_state (s s' : state) : bool :=
  if same (now s) (now s') then
    if same (fst (fst s)) (fst (fst s')) then same_said (snd (fst s)) (snd (fst s')) else false
  else false.

Fixpoint find (tab : table) (s : state) : option (list Q) :=
  match tab with
  | [] => None
  | (s', r) :: tab' => if same_state s s' then Some r else find tab' s
  end.

Definition listed (tab : table) (s : state) : bool :=
  match find tab s with Some _ => true | None => false end.

Definition known (tab : table) (s : state) : bool :=
  if decided (now s) then true else listed tab s.

Definition value (tab : table) (i : player) (s : state) : Q :=
  if decided (now s) then winner i (now s)
  else match find tab s with Some r => nth (S i) r 0 | None => 0 end.

Definition bound (tab : table) (s : state) : Q :=
  if decided (now s) then 0
  else match find tab s with Some r => nth 0 r 0 | None => 0 end.

Definition fairb (q : aim) : bool :=
  forallb (fun tx => Qle_bool 0 (snd tx)) q && Qle_bool (total q) 1.

(** [Qle_bool] and [Qeq_bool] compute the comparisons of fractions; [every] and [some] are "for all" and "there is" that
stop early. *)

Fixpoint every {X} (f : X -> bool) (l : list X) : bool :=
  match l with [] => true | x :: l' => if f x then every f l' else false end.

Fixpoint some {X} (f : X -> bool) (l : list X) : bool :=
  match l with [] => false | x :: l' => if f x then true else some f l' end.

Section Check.
  Variables (hits : list Q) (move : state -> aim -> order -> state) (P : state -> aim).

  (** The value of a turn with the aim [q] in the state [s], if [f] gives the values of the states that follow. *)

  Definition one_turn (q : aim) (f : state -> Q) (s : state) : Q :=
    turn (hit hits (shooter (now s))) q (fun t => f (move s q (after (now s) t))) (f (move s q (pass (now s)))).

  Definition follows (tab : table) (q : aim) (s : state) : bool :=
    if known tab (move s q (pass (now s))) then every (fun t => known tab (move s q (after (now s) t))) (map fst q)
    else false.

  (** A row is right if the states that follow are in the table, every value is the value of the turn, and the bound is
  at least the value plus the bound of what follows. *)

  Definition check_row (tab : table) (s : state) : bool :=
    let q := P s in
    let g := one_turn q (bound tab) s in
    if negb (decided (now s)) && fairb q && follows tab q s && Qle_bool 0 (bound tab s)
    then every (fun i =>
           let v := value tab i s in
           if Qle_bool 0 v
           then if Qeq_bool v (one_turn q (value tab i) s) then Qle_bool (v + g) (bound tab s) else false
           else false) (seq 0 (length hits))
    else false.

  Definition check_hits : bool := every (fun p => Qle_bool 0 p && Qle_bool p 1) hits.

  Definition check_values (tab : table) : bool :=
    if check_hits then every (check_row tab) (map fst tab) else false.

  Definition players_ok (tab : table) : bool :=
    every (fun s => every (fun i => Nat.ltb i (length hits)) (now s)) (map fst tab).
End Check.

(** Stationary play: neither the miss nor a shot at anybody, the shooter included, is worth more than the value. *)

Definition check_best_free (hits : list Q) (tab : table) : bool :=
  every (fun s =>
    let o := now s in
    let m := shooter o in
    let p := hit hits m in
    let w := value tab m (move_free s [] (pass o)) in
    if Qle_bool w (value tab m s)
    then every (fun t => if known tab (move_free s [] (after o t))
           then Qle_bool (p * value tab m (move_free s [] (after o t)) + (1 - p) * w) (value tab m s) else false) o
    else false) (map fst tab).

(** Play with options: no option of a shooter who has not announced an aim is worth more than the value. (In stationary
play nobody announces.) *)

Definition check_options (hits : list Q) (move : state -> aim -> order -> state) (opts : order -> list aim)
    (tab : table) : bool :=
  every (fun s =>
    let m := shooter (now s) in
    match said_by m (snd (fst s)) with
    | Some _ => true
    | None => every (fun q =>
        if fairb q then
          if follows move tab q s then Qle_bool (one_turn hits move q (value tab m) s) (value tab m s) else false
        else false) (opts (now s))
    end) (map fst tab).

Definition check_fixed (hits : list Q) (A : order -> player -> aim) (tab : table) : bool :=
  check_values hits move_phase (phase_aim A) tab.

Definition check_stationary (hits : list Q) (P : order -> aim) (tab : table) : bool :=
  check_values hits move_free (free_aim P) tab.

Definition check_equilibrium (hits : list Q) (P : order -> aim) (tab : table) : bool :=
  check_stationary hits P tab && check_best_free hits tab && players_ok hits tab.

Definition check_among (hits : list Q) (opts : order -> list aim) (P : order -> aim) (tab : table) : bool :=
  check_stationary hits P tab && check_options hits move_free opts tab && players_ok hits tab.

Definition check_announced (hits : list Q) (opts : order -> list aim) (A : order -> list (player * aim) -> aim)
    (tab : table) : bool :=
  check_values hits move_said (said_aim A) tab && check_options hits move_said opts tab && players_ok hits tab.

(** ** 4. Solving: the values by V / (1 - K), smaller phases first

A certificate has a line for each phase: an order, and the aims of its players in this order. *)

Definition lines := list (order * list aim).

Fixpoint rotations (n : nat) (o : order) : list order :=
  match n with O => [] | S n' => o :: rotations n' (pass o) end.

Definition cycle (o : order) : list order := rotations (length o) o.

(** Stationary play: these aims, as long as exactly these players live. *)

Definition aims_free (L : lines) (o : order) : aim :=
  match List.find (fun oa => same o (fst oa)) (flat_map (fun l => combine (cycle (fst l)) (snd l)) L) with
  | Some (_, q) => q
  | None => []
  end.

(** Fixed aims: these aims in the phase that begins with this order. *)

Definition aims_phase (L : lines) (ph : order) (m : player) : aim :=
  match List.find (fun l => same ph (fst l)) L with
  | Some (_, aims) => match said_by m (combine ph aims) with Some q => q | None => [] end
  | None => []
  end.

Section Solve.
  Variables (hits : list Q) (move : state -> aim -> order -> state) (tab : table).

  (** A turn as a pair: the row r and the number k. The bound counts 2 for each turn. *)

  Definition turn_of (q : aim) (s : state) : list Q * Q :=
    let p := hit hits (shooter (now s)) in
    let next t := move s q (after (now s) t) in
    (Qred (p * sum_over q (fun t => bound tab (next t)) + 2)
       :: map (fun i => Qred (p * sum_over q (fun t => value tab i (next t)))) (seq 0 (length hits)),
     Qred (1 - p * total q)).

  Definition add (rk : list Q * Q) (w : list Q) : list Q :=
    map (fun ab => Qred (fst ab + snd rk * snd ab)) (combine (fst rk) w).

  Definition whole (w : list Q) : list Q :=
    match w with g :: w' => inject_Z (Qceiling g) :: w' | [] => [] end.

  (** The rows of a cycle of states, with the aims [P]. *)

  Definition solve_cycle (P : state -> aim) (states : list state) : table :=
    let turns := map (fun s => (s, turn_of (P s) s)) states in
    let none := map (fun _ => 0) (seq 0 (S (length hits))) in
    let VK := fold_right (fun st VK => (add (snd st) (fst VK), Qred (snd (snd st) * snd VK))) (none, 1) turns in
    if Qeq_bool (snd VK) 1 then map (fun s => (s, none)) states
    else let first := map (fun v => Qred (v / (1 - snd VK))) (fst VK) in
         snd (fold_right (fun st wt => let w := add (snd st) (fst wt) in (w, (fst st, whole w) :: snd wt))
                (first, []) turns).
End Solve.

Definition solve_free (hits : list Q) (P : order -> aim) (tab : table) (o : order) : table :=
  solve_cycle hits move_free tab (free_aim P) (map (fun o' => ([], [], o')) (cycle o)).

Definition solve_stationary (hits : list Q) (L : lines) : table :=
  fold_left (fun tab l => tab ++ solve_free hits (aims_free L) tab (fst l)) L [].

Definition solve_fixed (hits : list Q) (L : lines) : table :=
  fold_left (fun tab l => tab ++ solve_cycle hits move_phase tab (phase_aim (aims_phase L))
                                   (map (fun o' => (fst l, [], o')) (cycle (fst l)))) L [].

(** Announced play: backward induction. Of equal options the first is chosen. *)

Definition choices := list (order * list (player * aim) * aim).

Definition aims_said (C : choices) (ph : order) (c : list (player * aim)) : aim :=
  match List.find (fun pcq => same_state (ph, c, []) (fst pcq, [])) C with Some (_, q) => q | None => [] end.

Fixpoint solve_tree (hits : list Q) (opts : order -> list aim) (tab : table) (ph : order) (n : nat)
    (c : list (player * aim)) (o : order) : list Q * table * choices :=
  match n with
  | O =>
      let new := solve_cycle hits move_said tab (said_aim (fun _ _ => [])) (map (fun o' => (ph, c, o')) (cycle ph)) in
      (snd (hd (([], [], []), []) new), new, [])
  | S n' =>
      let m := shooter o in
      let tries := map (fun q =>
          let below := solve_tree hits opts tab ph n' (c ++ [(m, q)]) (pass o) in
          (q, add (turn_of hits move_said tab q (ph, c, o)) (fst (fst below)), (snd (fst below), snd below)))
        (opts o) in
      let best := fold_left (fun b t =>
          if Qle_bool (nth (S m) (snd (fst t)) 0) (nth (S m) (snd (fst b)) (-(1))) then b else t)
        tries ([], [], ([], [])) in
      (snd (fst best),
       ((ph, c, o), whole (snd (fst best))) :: flat_map (fun t => fst (snd t)) tries,
       ((ph, c), fst (fst best)) :: flat_map (fun t => snd (snd t)) tries)
  end.

Definition solve_announced (hits : list Q) (opts : order -> list aim) (phases : list order) : table * choices :=
  fold_left (fun tc ph =>
    let new := solve_tree hits opts (fst tc) ph (length ph) [] ph in
    (fst tc ++ snd (fst new), snd tc ++ snd new)) phases ([], []).

(** ** 5. Proofs: turns *)

Lemma sum_over_le q f f' :
  (forall t x, In (t, x) q -> 0 <= x) -> (forall t, In t (map fst q) -> f t <= f' t) ->
  sum_over q f <= sum_over q f'.
Proof.
  induction q as [|[t x] q IH]; simpl; intros Hx Hf; [lra|].
  assert (0 <= x) by (eapply Hx; left; reflexivity).
  assert (f t <= f' t) by (apply Hf; left; reflexivity).
  assert (sum_over q f <= sum_over q f') by (apply IH; intros; [eapply Hx | apply Hf]; right; eassumption).
  assert (x * f t <= x * f' t) by nra.
  lra.
Qed.

Lemma sum_over_linear q f f' c :
  sum_over q (fun t => c * (f t - f' t)) == c * (sum_over q f - sum_over q f').
Proof. induction q as [|[t x] q IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_over_zero q : sum_over q (fun _ => 0) == 0.
Proof. induction q as [|[t x] q IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma passes_le_1 p q : 0 <= p <= 1 -> fair q -> 0 <= p * total q <= 1.
Proof.
  intros Hp [Hx Ht].
  assert (0 <= total q).
  { rewrite <- (sum_over_zero q). apply sum_over_le; [assumption | intros; lra]. }
  nra.
Qed.

Lemma turn_le p q W W' w w' :
  0 <= p <= 1 -> fair q -> (forall t, In t (map fst q) -> W t <= W' t) -> w <= w' ->
  turn p q W w <= turn p q W' w'.
Proof.
  intros Hp Hq HW Hw. unfold turn.
  pose proof (passes_le_1 p q Hp Hq).
  pose proof (sum_over_le q W W' (proj1 Hq) HW). nra.
Qed.

Lemma turn_linear p q W W' w w' c :
  turn p q (fun t => c * (W t - W' t)) (c * (w - w')) == c * (turn p q W w - turn p q W' w').
Proof. unfold turn. rewrite sum_over_linear. ring. Qed.

Lemma turn_zero p q : turn p q (fun _ => 0) 0 == 0.
Proof. unfold turn. rewrite sum_over_zero. ring. Qed.

Lemma turn_ext p q W W' w w' :
  (forall t, In t (map fst q) -> W t = W' t) -> w = w' -> turn p q W w = turn p q W' w'.
Proof.
  intros H ->. unfold turn. f_equal. f_equal.
  induction q as [|[t x] q IH]; simpl; [reflexivity|].
  rewrite (H t (or_introl eq_refl)), IH; [reflexivity|]. intros. apply H. right. assumption.
Qed.

(** No mix is better than the best of its parts. *)

Lemma turn_best p q W w v :
  0 <= p <= 1 -> fair q -> w <= v -> (forall t, In t (map fst q) -> p * W t + (1 - p) * w <= v) ->
  turn p q W w <= v.
Proof.
  intros Hp [Hx Ht] Hw HW.
  assert (p * sum_over q W + total q * ((1 - p) * w) <= total q * v) as H.
  { unfold total. clear Ht. induction q as [|[t x] q IH]; simpl; [lra|].
    assert (0 <= x) by (eapply Hx; left; reflexivity).
    assert (p * W t + (1 - p) * w <= v) by (apply HW; left; reflexivity).
    assert (p * sum_over q W + sum_over q (fun _ => 1) * ((1 - p) * w) <= sum_over q (fun _ => 1) * v)
      by (apply IH; intros; [eapply Hx | apply HW]; right; eassumption).
    nra. }
  unfold turn. nra.
Qed.

(** ** 6. Proofs: bounds of the probability to have won *)

Lemma times_nonneg T : 0 <= inject_Z (Z.of_nat T).
Proof. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma winner_nonneg i o : 0 <= winner i o.
Proof. unfold winner. destruct o as [|j [|]]; try destruct (Nat.eqb i j); lra. Qed.

Section Bounds.
  Variables (hits : list Q) (b : behaviour) (i : player).
  Hypothesis hits_ok : forall m, 0 <= hit hits m <= 1.

  (** [good] describes the pasts and orders that occur. *)

  Variable good : past -> order -> Prop.
  Hypothesis good_fair : forall h o, good h o -> decided o = false -> fair (b h o).
  Hypothesis good_pass : forall h o, good h o -> decided o = false -> good ((o, b h o) :: h) (pass o).
  Hypothesis good_after : forall h o t, good h o -> decided o = false ->
    In t (map fst (b h o)) -> good ((o, b h o) :: h) (after o t).

  (** What [f] expects after the next turn. *)

  Definition expect (f : past -> order -> Q) (h : past) (o : order) : Q :=
    let h' := (o, b h o) :: h in
    turn (hit hits (shooter o)) (b h o) (fun t => f h' (after o t)) (f h' (pass o)).

  Lemma win_nonneg T : forall h o, good h o -> 0 <= win hits b i T h o.
  Proof.
    induction T as [|T IH]; intros h o Ho; simpl; destruct (decided o) eqn:D; try apply winner_nonneg; [lra|].
    rewrite <- (turn_zero (hit hits (shooter o)) (b h o)).
    apply turn_le; auto.
  Qed.

  Variable v : past -> order -> Q.
  Hypothesis v_nonneg : forall h o, good h o -> 0 <= v h o.
  Hypothesis v_decided : forall h o, decided o = true -> v h o == winner i o.

  (** The one-step argument: if no turn is expected to be worth more than [v], the player never wins more often. *)

  Theorem upper_bound :
    (forall h o, good h o -> decided o = false -> expect v h o <= v h o) ->
    forall T h o, good h o -> win hits b i T h o <= v h o.
  Proof.
    intros Hstep. induction T as [|T IH]; intros h o Ho; simpl; destruct (decided o) eqn:D;
      try (rewrite v_decided by assumption; lra); [apply v_nonneg; assumption|].
    eapply Qle_trans; [|apply Hstep; assumption].
    apply turn_le; auto.
  Qed.

  Variable g : past -> order -> Q.
  Hypothesis g_nonneg : forall h o, good h o -> 0 <= g h o.

  Theorem lower_bound :
    (forall h o, good h o -> decided o = false -> v h o <= expect v h o) ->
    (forall h o, good h o -> decided o = false -> v h o + expect g h o <= g h o) ->
    forall T h o, good h o -> inject_Z (Z.of_nat T) * (v h o - win hits b i T h o) <= g h o.
  Proof.
    intros Hv Hg. induction T as [|T IH]; intros h o Ho.
    { pose proof (g_nonneg h o Ho). change (inject_Z (Z.of_nat 0)) with 0. lra. }
    pose proof (g_nonneg h o Ho) as Hg0.
    pose proof (win_nonneg (S T) h o Ho) as Hw0.
    rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1.
    destruct (decided o) eqn:D.
    { pose proof (v_decided h o D) as E. simpl win. rewrite D, E.
      assert (winner i o - winner i o == 0) as -> by ring. lra. }
    assert (inject_Z (Z.of_nat T) * (v h o - win hits b i (S T) h o) <= expect g h o) as H.
    { pose proof (times_nonneg T).
      apply Qle_trans with (inject_Z (Z.of_nat T) * (expect v h o - win hits b i (S T) h o)).
      { pose proof (Hv h o Ho D). nra. }
      simpl win. rewrite D. unfold expect. rewrite <- turn_linear.
      apply turn_le; auto. }
    pose proof (Hg h o Ho D). lra.
  Qed.
End Bounds.

Lemma large (g eps : Q) : 0 < eps -> exists T0, forall T, (T0 <= T)%nat -> g < inject_Z (Z.of_nat T) * eps.
Proof.
  intros He. exists (Z.to_nat (Qfloor (g / eps) + 1)). intros T HT.
  assert (g / eps < inject_Z (Z.of_nat T)) as H.
  { apply Qlt_le_trans with (inject_Z (Qfloor (g / eps) + 1)); [apply Qlt_floor|].
    rewrite <- Zle_Qle. lia. }
  apply Qmult_lt_r with (z := eps) in H; [|assumption].
  assert (g / eps * eps == g) as E by (field; lra). rewrite E in H. exact H.
Qed.

Lemma bounds_limit (f : nat -> Q) (w g : Q) :
  (forall T, f T <= w /\ inject_Z (Z.of_nat T) * (w - f T) <= g) -> limit f w.
Proof.
  intros H eps He. destruct (large g eps He) as [T0 H0]. exists T0. intros T HT.
  destruct (H T) as [Hu Hl]. pose proof (H0 T HT). split; [|lra].
  destruct (Qlt_le_dec (f T) (w - eps)); [|assumption].
  pose proof (times_nonneg T). nra.
Qed.

(** ** 7. Proofs: what a check shows *)

Lemma every_spec {X} (f : X -> bool) l : every f l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. destruct (f y) eqn:E.
  - rewrite IH. split; intros H; [intros x [->|Hx]; auto | auto].
  - split; [discriminate|]. intros H. rewrite H in E by auto. discriminate.
Qed.

Lemma some_spec {X} (f : X -> bool) l : some f l = true -> exists x, In x l /\ f x = true.
Proof.
  induction l as [|y l IH]; simpl; [discriminate|]. destruct (f y) eqn:E.
  - intros _. exists y. auto.
  - intros H. destruct (IH H) as [x [Hx Hf]]. exists x. auto.
Qed.

Ltac bools := repeat match goal with
  | H : (if ?c then _ else false) = true |- _ => let E := fresh "E" in destruct c eqn:E; [|discriminate H]
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : Qle_bool _ _ = true |- _ => apply Qle_bool_iff in H
  | H : Qeq_bool _ _ = true |- _ => apply Qeq_bool_iff in H
  | H : Nat.ltb _ _ = true |- _ => apply Nat.ltb_lt in H
  | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
  | H : negb _ = true |- _ => apply negb_true_iff in H
  end.

Lemma same_spec o o' : same o o' = true -> o = o'.
Proof.
  revert o'. induction o as [|j o IH]; intros [|j' o'] H; simpl in H; try congruence. bools.
  f_equal; auto.
Qed.

Lemma same_refl o : same o o = true.
Proof. induction o as [|j o IH]; simpl; [reflexivity|]. rewrite Nat.eqb_refl. assumption. Qed.

Lemma same_aim_spec q q' : same_aim q q' = true -> q = q'.
Proof.
  revert q'. induction q as [|[t [a d]] q IH]; intros [|[t' [a' d']] q'] H; simpl in H; try congruence. bools.
  apply Z.eqb_eq in E0. apply Pos.eqb_eq in E1. simpl in *. subst. f_equal. auto.
Qed.

Lemma same_aim_refl q : same_aim q q = true.
Proof.
  induction q as [|[t [a d]] q IH]; simpl; [reflexivity|]. rewrite Nat.eqb_refl, Z.eqb_refl, Pos.eqb_refl. assumption.
Qed.

Lemma same_said_spec c c' : same_said c c' = true -> c = c'.
Proof.
  revert c'. induction c as [|[m q] c IH]; intros [|[m' q'] c'] H; simpl in H; try congruence. bools.
  apply same_aim_spec in E0. subst. f_equal. auto.
Qed.

Lemma same_said_refl c : same_said c c = true.
Proof.
  induction c as [|[m q] c IH]; simpl; [reflexivity|]. rewrite Nat.eqb_refl, same_aim_refl. assumption.
Qed.

Lemma same_state_spec s s' : same_state s s' = true -> s = s'.
Proof.
  destruct s as [[a c] o], s' as [[a' c'] o']. unfold same_state, now. simpl. intros H. bools.
  apply same_spec in E, E0. apply same_said_spec in H. congruence.
Qed.

Lemma same_state_refl s : same_state s s = true.
Proof. unfold same_state. rewrite !same_refl. apply same_said_refl. Qed.

Lemma listed_In tab s : listed tab s = true <-> In s (map fst tab).
Proof.
  unfold listed. induction tab as [|[s' r] tab IH]; simpl; [split; [discriminate|tauto]|].
  destruct (same_state s s') eqn:E.
  - apply same_state_spec in E. split; auto.
  - rewrite IH. split; [auto|]. intros [->|H]; [|assumption]. rewrite same_state_refl in E. discriminate.
Qed.

Lemma fairb_spec q : fairb q = true <-> fair q.
Proof.
  unfold fairb, fair. rewrite andb_true_iff, forallb_forall, Qle_bool_iff. split; intros [H Ht]; split; trivial.
  - intros t x Hx. apply Qle_bool_iff. apply (H (t, x) Hx).
  - intros [t x] Hx. apply Qle_bool_iff. apply (H t x Hx).
Qed.

Lemma fair_miss : fair [].
Proof. apply fairb_spec. reflexivity. Qed.

Lemma check_hits_spec hits : check_hits hits = true -> forall m, 0 <= hit hits m <= 1.
Proof.
  unfold check_hits, hit. rewrite every_spec. intros H m.
  destruct (nth_in_or_default m hits 0) as [Hm | ->]; [|lra].
  apply H in Hm. bools. auto.
Qed.

Lemma after_missing o t : ~ In t o -> after o t = pass o.
Proof.
  intros H. unfold after.
  assert (~ In t (pass o)) as H'.
  { destruct o as [|m o]; simpl in *; [tauto|]. rewrite in_app_iff. simpl. tauto. }
  revert H'. induction (pass o) as [|j l IH]; simpl; [reflexivity|]. intros H'.
  destruct (Nat.eqb j t) eqn:E; simpl; [apply Nat.eqb_eq in E; subst; tauto|].
  f_equal. apply IH. tauto.
Qed.

(** The three kinds of play at once: [key] maps a past and an order to a state. *)

Section Sound.
  Variables (hits : list Q) (move : state -> aim -> order -> state) (key : past -> order -> state).
  Hypothesis key_now : forall h o, now (key h o) = o.
  Hypothesis key_move : forall h o q o', key ((o, q) :: h) o' = move (key h o) q o'.

  Variables (P : state -> aim) (tab : table).
  Hypothesis checked : check_values hits move P tab = true.

  Definition plan : behaviour := fun h o => P (key h o).
  Definition good (h : past) (o : order) : Prop := decided o = true \/ In (key h o) (map fst tab).

  Lemma hits_ok : forall m, 0 <= hit hits m <= 1.
  Proof. pose proof checked as H. unfold check_values in H. bools. apply check_hits_spec. assumption. Qed.

  Lemma row_facts s : In s (map fst tab) ->
    decided (now s) = false /\ fair (P s) /\ follows move tab (P s) s = true /\ 0 <= bound tab s /\
    (forall i, (i < length hits)%nat ->
       0 <= value tab i s /\ value tab i s == one_turn hits move (P s) (value tab i) s /\
       value tab i s + one_turn hits move (P s) (bound tab) s <= bound tab s).
  Proof.
    intros Hs. pose proof checked as H. unfold check_values in H. bools. rewrite every_spec in H. apply H in Hs.
    unfold check_row in Hs. bools. rewrite every_spec in Hs.
    split; [assumption|]. split; [now apply fairb_spec|]. split; [assumption|]. split; [assumption|].
    intros i Hi. assert (In i (seq 0 (length hits))) as Hin by (apply in_seq; lia). apply Hs in Hin. bools. auto.
  Qed.

  Lemma known_good h o : known tab (key h o) = true -> good h o.
  Proof.
    unfold known, good. rewrite key_now. destruct (decided o); [auto|].
    intros H. right. apply listed_In. assumption.
  Qed.

  Lemma good_in h o : good h o -> decided o = false -> In (key h o) (map fst tab).
  Proof. intros [H|H] D; [congruence|assumption]. Qed.

  Lemma follows_good h o q : follows move tab q (key h o) = true ->
    good ((o, q) :: h) (pass o) /\ forall t, In t (map fst q) -> good ((o, q) :: h) (after o t).
  Proof.
    unfold follows. rewrite key_now. intros H. bools. rewrite every_spec in H. split.
    - apply known_good. rewrite key_move. assumption.
    - intros t Ht. apply known_good. rewrite key_move. auto.
  Qed.

  Lemma value_nonneg i h o : (i < length hits)%nat -> good h o -> 0 <= value tab i (key h o).
  Proof.
    intros Hi [D|H].
    - unfold value. rewrite key_now, D. apply winner_nonneg.
    - apply row_facts in H. apply H. assumption.
  Qed.

  Lemma bound_nonneg h o : good h o -> 0 <= bound tab (key h o).
  Proof.
    intros [D|H].
    - unfold bound. rewrite key_now, D. lra.
    - apply row_facts in H. apply H.
  Qed.

  Lemma value_decided i h o : decided o = true -> value tab i (key h o) == winner i o.
  Proof. intros D. unfold value. rewrite key_now, D. reflexivity. Qed.

  Lemma expect_is b f h o : expect hits b (fun h o => f (key h o)) h o = one_turn hits move (b h o) f (key h o).
  Proof.
    unfold expect, one_turn. rewrite key_now. apply turn_ext; [intros t _|]; rewrite key_move; reflexivity.
  Qed.

  (** A behaviour is harmless for a player if no turn of it is worth more than the value. *)

  Definition harmless (i : player) (b : behaviour) : Prop :=
    forall h o, good h o -> decided o = false ->
      fair (b h o) /\ follows move tab (b h o) (key h o) = true /\
      one_turn hits move (b h o) (value tab i) (key h o) <= value tab i (key h o).

  Theorem harmless_bounded i b T h o : (i < length hits)%nat -> harmless i b -> good h o ->
    win hits b i T h o <= value tab i (key h o).
  Proof.
    intros Hi Hb.
    apply (upper_bound hits b i hits_ok good) with (v := fun h o => value tab i (key h o));
      auto using value_nonneg, value_decided.
    - intros h' o' H D. apply (Hb h' o' H D).
    - intros h' o' H D. apply follows_good. apply (Hb h' o' H D).
    - intros h' o' t H D. apply follows_good. apply (Hb h' o' H D).
    - intros h' o' H D. rewrite expect_is. apply (Hb h' o' H D).
  Qed.

  Lemma plan_harmless i : (i < length hits)%nat -> harmless i plan.
  Proof.
    intros Hi h o H D. pose proof (row_facts _ (good_in h o H D)) as (_ & H1 & H2 & _ & F).
    destruct (F i Hi) as (_ & E & _). split; [exact H1|]. split; [exact H2|]. unfold plan. rewrite <- E. lra.
  Qed.

  (** The values are the limits, with an explicit bound. *)

  Theorem value_bounds i h o T : (i < length hits)%nat -> good h o ->
    win hits plan i T h o <= value tab i (key h o) /\
    inject_Z (Z.of_nat T) * (value tab i (key h o) - win hits plan i T h o) <= bound tab (key h o).
  Proof.
    intros Hi Ho. split; [apply harmless_bounded; auto using plan_harmless|].
    apply (lower_bound hits plan i hits_ok good)
      with (v := fun h o => value tab i (key h o)) (g := fun h o => bound tab (key h o));
      auto using value_nonneg, value_decided, bound_nonneg.
    - intros h' o' H D. apply (plan_harmless i Hi h' o' H D).
    - intros h' o' H D. apply follows_good. apply (plan_harmless i Hi h' o' H D).
    - intros h' o' t H D. apply follows_good. apply (plan_harmless i Hi h' o' H D).
    - intros h' o' H D. rewrite expect_is. pose proof (row_facts _ (good_in h' o' H D)) as (_ & _ & _ & _ & F).
      destruct (F i Hi) as (_ & E & _). unfold plan. rewrite <- E. lra.
    - intros h' o' H D. rewrite expect_is. pose proof (row_facts _ (good_in h' o' H D)) as (_ & _ & _ & _ & F).
      apply (F i Hi).
  Qed.

  Theorem value_limit i h o : (i < length hits)%nat -> good h o ->
    limit (fun T => win hits plan i T h o) (value tab i (key h o)).
  Proof.
    intros Hi Ho. apply bounds_limit with (bound tab (key h o)). intros T. apply value_bounds; assumption.
  Qed.

  (** No harmless behaviour gains. *)

  Theorem harmless_no_gain i b h o : (i < length hits)%nat -> harmless i b -> good h o ->
    forall T eps, 0 < eps -> exists T', win hits b i T h o <= win hits plan i T' h o + eps.
  Proof.
    intros Hi Hb Ho T eps He. destruct (value_limit i h o Hi Ho eps He) as [T' HT].
    exists T'. destruct (HT T' (le_n _)) as [H _]. pose proof (harmless_bounded i b T h o Hi Hb Ho). lra.
  Qed.
End Sound.

Lemma key_move_phase h o q o' : key_phase ((o, q) :: h) o' = move_phase (key_phase h o) q o'.
Proof. unfold key_phase, move_phase. simpl. destruct (Nat.eqb (length o') (length o)); reflexivity. Qed.

Lemma key_move_said h o q o' : key_said ((o, q) :: h) o' = move_said (key_said h o) q o'.
Proof. unfold key_said, move_said. simpl. destruct (Nat.eqb (length o') (length o)); reflexivity. Qed.

(** ** 8. The theorems

Fixed aims: the values of a table that passes the check are the limits of the probability to have won, with an explicit
bound of the difference. *)

Theorem fixed_bounds hits A tab : check_fixed hits A tab = true ->
  forall o i T, In (o, [], o) (map fst tab) -> (i < length hits)%nat ->
  win hits (by_phase A) i T [] o <= value tab i (o, [], o) /\
  inject_Z (Z.of_nat T) * (value tab i (o, [], o) - win hits (by_phase A) i T [] o) <= bound tab (o, [], o).
Proof.
  intros H o i T Ho Hi.
  apply (value_bounds hits move_phase key_phase (fun _ _ => eq_refl) key_move_phase (phase_aim A) tab H i [] o T Hi).
  right. exact Ho.
Qed.

Theorem fixed_limit hits A tab : check_fixed hits A tab = true ->
  forall o i, In (o, [], o) (map fst tab) -> (i < length hits)%nat ->
  limit (fun T => win hits (by_phase A) i T [] o) (value tab i (o, [], o)).
Proof.
  intros H o i Ho Hi. apply bounds_limit with (bound tab (o, [], o)). intros T. apply fixed_bounds; assumption.
Qed.

Theorem stationary_bounds hits P tab : check_stationary hits P tab = true ->
  forall o i T h, In ([], [], o) (map fst tab) -> (i < length hits)%nat ->
  win hits (stationary P) i T h o <= value tab i ([], [], o) /\
  inject_Z (Z.of_nat T) * (value tab i ([], [], o) - win hits (stationary P) i T h o) <= bound tab ([], [], o).
Proof.
  intros H o i T h Ho Hi.
  apply (value_bounds hits move_free key_free (fun _ _ => eq_refl) (fun _ _ _ _ => eq_refl) (free_aim P) tab H
           i h o T Hi).
  right. exact Ho.
Qed.

Theorem stationary_limit hits P tab : check_stationary hits P tab = true ->
  forall o i, In ([], [], o) (map fst tab) -> (i < length hits)%nat ->
  limit (fun T => win hits (stationary P) i T [] o) (value tab i ([], [], o)).
Proof.
  intros H o i Ho Hi. apply bounds_limit with (bound tab ([], [], o)). intros T. apply stationary_bounds; assumption.
Qed.

Lemma players_ok_spec hits tab s i : players_ok hits tab = true -> In s (map fst tab) -> In i (now s) ->
  (i < length hits)%nat.
Proof.
  unfold players_ok. rewrite every_spec. intros H Hs Hi. apply H in Hs. rewrite every_spec in Hs.
  apply Hs in Hi. bools. assumption.
Qed.

(** Stationary play: a profile that passes the check is an equilibrium, from every order of the table, against all
strategies of one player. *)

Theorem equilibrium_sound hits P tab : check_equilibrium hits P tab = true ->
  forall starts, (forall o, In o starts -> In ([], [], o) (map fst tab)) -> equilibrium hits (stationary P) starts.
Proof.
  unfold check_equilibrium. intros H starts Hst o i s Ho Hio Hs. bools. rename H into Hv, H1 into Hb, H0 into Hp.
  apply Hst in Ho. pose proof (players_ok_spec hits tab _ i Hp Ho Hio) as Hi.
  apply (harmless_no_gain hits move_free key_free (fun _ _ => eq_refl) (fun _ _ _ _ => eq_refl) (free_aim P) tab Hv i);
    [assumption | | right; exact Ho].
  intros h o' Hg D. unfold deviate. destruct (Nat.eqb (shooter o') i) eqn:E; [|apply (plan_harmless hits move_free
    key_free (free_aim P) tab Hv i Hi h o' Hg D)].
  bools. pose proof (good_in key_free tab h o' Hg D) as Hin.
  pose proof (row_facts hits move_free (free_aim P) tab Hv _ Hin) as (_ & _ & Hf & _).
  unfold check_best_free in Hb. rewrite every_spec in Hb. apply Hb in Hin. bools. rewrite every_spec in Hin.
  unfold now, key_free in *. simpl in *. rewrite E in *. unfold follows, move_free, now in *. simpl in *. bools.
  split; [apply Hs|]. split.
  - apply every_spec. intros t _. destruct (in_dec Nat.eq_dec t o') as [Ht|Ht].
    + apply Hin in Ht. bools. reflexivity.
    + rewrite after_missing by assumption. rewrite E1. reflexivity.
  - unfold one_turn, now. simpl. rewrite E.
    apply turn_best; [apply (hits_ok hits move_free (free_aim P) tab Hv) | apply Hs | assumption |].
    intros t _. destruct (in_dec Nat.eq_dec t o') as [Ht|Ht].
    + apply Hin in Ht. bools. assumption.
    + rewrite after_missing by assumption. unfold move_free in E0. lra.
Qed.

Lemma options_best hits move (key : past -> order -> state) opts tab h o q : (forall h o, now (key h o) = o) ->
  check_options hits move opts tab = true -> In (key h o) (map fst tab) ->
  said_by (shooter o) (snd (fst (key h o))) = None -> In q (opts o) ->
  fair q /\ follows move tab q (key h o) = true /\
  one_turn hits move q (value tab (shooter o)) (key h o) <= value tab (shooter o) (key h o).
Proof.
  unfold check_options. rewrite every_spec. intros Hk H Hin S Hq. apply H in Hin. rewrite Hk, S, every_spec in Hin.
  apply Hin in Hq. bools. apply fairb_spec in E. auto.
Qed.

(** Stationary play with any options: the same against all strategies that take options. *)

Theorem among_sound hits opts P tab : check_among hits opts P tab = true ->
  forall starts, (forall o, In o starts -> In ([], [], o) (map fst tab)) ->
  equilibrium_among hits opts (stationary P) starts.
Proof.
  unfold check_among. intros H starts Hst o i s Ho Hio Hs. bools. rename H into Hv, H1 into Hb, H0 into Hp.
  apply Hst in Ho. pose proof (players_ok_spec hits tab _ i Hp Ho Hio) as Hi.
  apply (harmless_no_gain hits move_free key_free (fun _ _ => eq_refl) (fun _ _ _ _ => eq_refl) (free_aim P) tab Hv i);
    [assumption | | right; exact Ho].
  intros h o' Hg D. unfold deviate.
  destruct (Nat.eqb (shooter o') i) eqn:E;
    [|apply (plan_harmless hits move_free key_free (free_aim P) tab Hv i Hi h o' Hg D)].
  apply Nat.eqb_eq in E. subst i.
  apply (options_best hits move_free key_free opts tab h o' _ (fun _ _ => eq_refl) Hb (good_in key_free tab h o' Hg D)
           eq_refl (Hs h o')).
Qed.

(** Announced play. [reached opts o0 h o]: the past [h] can lead from the first order [o0] to the order [o], if players
announce options only, in whatever way, and keep to them. *)

Definition permitted (opts : order -> list aim) (h : past) (o : order) (q : aim) : Prop :=
  match said_by (shooter o) (said h o) with Some q' => q = q' | None => In q (opts o) end.

Inductive reached (opts : order -> list aim) (o0 : order) : past -> order -> Prop :=
  | reached_start : reached opts o0 [] o0
  | reached_pass h o q : reached opts o0 h o -> decided o = false -> permitted opts h o q ->
      reached opts o0 ((o, q) :: h) (pass o)
  | reached_after h o q t : reached opts o0 h o -> decided o = false -> permitted opts h o q -> In t (map fst q) ->
      reached opts o0 ((o, q) :: h) (after o t).

(** At every node that can be reached, no way of announcing options, whatever it depends on, wins more often for a
player than the announcements by [A], if the others announce by [A]. *)

Definition announced_equilibrium (hits : list Q) (opts : order -> list aim)
    (A : order -> list (player * aim) -> aim) (o0 : order) : Prop :=
  forall h o i s, reached opts o0 h o -> decided o = false -> In i o -> (forall h' o', In (s h' o') (opts o')) ->
  forall T eps, 0 < eps ->
  exists T', win hits (binding (deviate i s (announcing A))) i T h o
             <= win hits (binding (announcing A)) i T' h o + eps.

Theorem announced_limit hits opts A tab : check_announced hits opts A tab = true ->
  forall o i, In (o, [], o) (map fst tab) -> (i < length hits)%nat ->
  limit (fun T => win hits (binding (announcing A)) i T [] o) (value tab i (o, [], o)).
Proof.
  unfold check_announced. intros H o i Ho Hi. bools.
  apply (value_limit hits move_said key_said (fun _ _ => eq_refl) key_move_said (said_aim A) tab H i [] o Hi).
  right. exact Ho.
Qed.

Lemma reached_good hits opts A tab o0 h o : check_announced hits opts A tab = true -> In (o0, [], o0) (map fst tab) ->
  reached opts o0 h o -> good key_said tab h o.
Proof.
  unfold check_announced. intros H Ho0 Hr. bools. rename H into Hv, H1 into Hb.
  assert (forall h o q, good key_said tab h o -> decided o = false -> permitted opts h o q ->
            follows move_said tab q (key_said h o) = true) as Hf.
  { clear h o Hr. intros h o q Hg D Hq. pose proof (good_in key_said tab h o Hg D) as Hin. unfold permitted in Hq.
    destruct (said_by (shooter o) (said h o)) eqn:S.
    - subst q. pose proof (row_facts hits move_said (said_aim A) tab Hv _ Hin) as (_ & _ & F & _).
      unfold said_aim, key_said, now in F. simpl in F. rewrite S in F. exact F.
    - apply (options_best hits move_said key_said opts tab h o q (fun _ _ => eq_refl) Hb Hin S Hq). }
  induction Hr as [|h o q Hr IH D Hq|h o q t Hr IH D Hq Ht].
  - right. exact Ho0.
  - apply (follows_good move_said key_said (fun _ _ => eq_refl) key_move_said tab h o q (Hf h o q IH D Hq)).
  - apply (follows_good move_said key_said (fun _ _ => eq_refl) key_move_said tab h o q (Hf h o q IH D Hq)). assumption.
Qed.

Theorem announced_sound hits opts A tab o0 : check_announced hits opts A tab = true -> In (o0, [], o0) (map fst tab) ->
  announced_equilibrium hits opts A o0.
Proof.
  intros H Ho0 h o i s Hr Do Hio Hs. pose proof (reached_good hits opts A tab o0 h o H Ho0 Hr) as Ho.
  unfold check_announced in H. bools. rename H into Hv, H1 into Hb, H0 into Hp.
  pose proof (players_ok_spec hits tab _ i Hp (good_in key_said tab h o Ho Do) Hio) as Hi.
  apply (harmless_no_gain hits move_said key_said (fun _ _ => eq_refl) key_move_said (said_aim A) tab Hv i);
    [assumption | | exact Ho].
  intros h' o' Hg D.
  pose proof (plan_harmless hits move_said key_said (said_aim A) tab Hv i Hi h' o' Hg D) as Hpl.
  unfold binding, deviate. unfold plan, said_aim, key_said, now in Hpl. simpl in Hpl.
  destruct (said_by (shooter o') (said h' o')) eqn:S; [exact Hpl|].
  destruct (Nat.eqb (shooter o') i) eqn:E; [|exact Hpl].
  apply Nat.eqb_eq in E. subst i.
  apply (options_best hits move_said key_said opts tab h' o' _ (fun _ _ => eq_refl) Hb
           (good_in key_said tab h' o' Hg D) S (Hs h' o')).
Qed.

(** ** 9. The values are V / (1 - K) (R2.2)

[n] turns compose to a pair (V, K), if [f] gives the values of the smaller phases. V is the probability that somebody is
hit in these turns and the player wins later; K is the probability that nobody is hit. *)

Section Rounds.
  Variables (hits : list Q) (move : state -> aim -> order -> state) (P : state -> aim).

  Definition next (s : state) : state := move s (P s) (pass (now s)).

  Fixpoint later (n : nat) (s : state) : state := match n with O => s | S n' => later n' (next s) end.

  Definition passes (s : state) : Q := 1 - hit hits (shooter (now s)) * total (P s).

  Fixpoint round (f : state -> Q) (n : nat) (s : state) : Q * Q :=
    match n with
    | O => (0, 1)
    | S n' =>
        let (V, K) := round f n' (next s) in
        (hit hits (shooter (now s)) * sum_over (P s) (fun t => f (move s (P s) (after (now s) t))) + passes s * V,
         passes s * K)
    end.

  Variable tab : table.
  Hypothesis checked : check_values hits move P tab = true.
  Hypothesis move_now : forall s q o, now (move s q o) = o.

  Lemma pass_length o : length (pass o) = length o.
  Proof. destruct o; simpl; [reflexivity|]. rewrite app_length. simpl. lia. Qed.

  Lemma known_bound s : known tab s = true -> 0 <= bound tab s.
  Proof.
    unfold known. destruct (decided (now s)) eqn:D; intros H; [unfold bound; rewrite D; lra|].
    apply listed_In in H. apply (row_facts hits move P tab checked s H).
  Qed.

  Lemma next_in s : In s (map fst tab) -> In (next s) (map fst tab).
  Proof.
    intros H. pose proof (row_facts hits move P tab checked s H) as (D & _ & F & _).
    unfold follows in F. bools. unfold known in E. rewrite move_now in E.
    unfold decided in *. rewrite pass_length, D in E. apply listed_In. assumption.
  Qed.

  Lemma passes_01 s : In s (map fst tab) -> 0 <= passes s <= 1.
  Proof.
    intros Hs. pose proof (row_facts hits move P tab checked s Hs) as (_ & F & _).
    pose proof (passes_le_1 _ _ (hits_ok hits move P tab checked (shooter (now s))) F). unfold passes. lra.
  Qed.

  Lemma round_01 f n : forall s, In s (map fst tab) -> 0 <= snd (round f n s) <= 1.
  Proof.
    induction n as [|n IH]; intros s Hs; simpl; [lra|].
    pose proof (IH _ (next_in s Hs)). pose proof (passes_01 s Hs).
    destruct (round f n (next s)) as [V K]. simpl in *. nra.
  Qed.

  Lemma round_value i n : (i < length hits)%nat -> forall s, In s (map fst tab) ->
    value tab i s == fst (round (value tab i) n s) + snd (round (value tab i) n s) * value tab i (later n s).
  Proof.
    intros Hi. induction n as [|n IH]; intros s Hs; simpl; [ring|].
    pose proof (IH _ (next_in s Hs)) as E.
    destruct (round (value tab i) n (next s)) as [V K]. simpl in *.
    pose proof (row_facts hits move P tab checked s Hs) as (_ & _ & _ & _ & F).
    destruct (F i Hi) as (_ & Er & _). rewrite Er. unfold one_turn, turn. fold (next s). rewrite E.
    unfold passes. ring.
  Qed.

  (** If nobody can be hit in [n] turns, the bound pays for the value. *)

  Lemma stalled i f n : (i < length hits)%nat -> forall s, In s (map fst tab) -> snd (round f n s) == 1 ->
    (if n then 0 else value tab i s) + bound tab (later n s) <= bound tab s.
  Proof.
    intros Hi. induction n as [|n IH]; intros s Hs; simpl; intros HK; [lra|].
    pose proof (next_in s Hs) as Hn. pose proof (IH _ Hn) as H. pose proof (passes_01 s Hs) as Hp.
    pose proof (round_01 f n _ Hn).
    destruct (round f n (next s)) as [V K]. simpl in *.
    assert (passes s == 1) as E1 by nra. assert (K == 1) as E2 by nra. specialize (H E2).
    pose proof (row_facts hits move P tab checked s Hs) as (_ & Hf & Ha & _ & F).
    destruct (F i Hi) as (_ & _ & G). unfold one_turn, turn in G. fold (next s) in G.
    unfold passes in E1. rewrite E1 in G.
    pose proof (row_facts hits move P tab checked _ Hn) as (_ & _ & _ & _ & F'). destruct (F' i Hi) as (Hv & _).
    pose proof (hits_ok hits move P tab checked (shooter (now s))) as Hh.
    unfold follows in Ha. bools. rewrite every_spec in Ha.
    pose proof (sum_over_le (P s) (fun _ => 0) (fun t => bound tab (move s (P s) (after (now s) t))) (proj1 Hf)
                  (fun t Ht => known_bound _ (Ha t Ht))) as Hs0.
    rewrite sum_over_zero in Hs0. destruct n; nra.
  Qed.

  Theorem value_of_round i s : (i < length hits)%nat -> In s (map fst tab) -> later (length (now s)) s = s ->
    let (V, K) := round (value tab i) (length (now s)) s in
    (K < 1 /\ value tab i s == V / (1 - K)) \/ (K == 1 /\ value tab i s == 0).
  Proof.
    intros Hi Hs Hc. pose proof (round_value i (length (now s)) Hi s Hs) as E.
    pose proof (round_01 (value tab i) (length (now s)) s Hs) as HK.
    pose proof (stalled i (value tab i) (length (now s)) Hi s Hs) as H. rewrite Hc in *.
    destruct (round (value tab i) (length (now s)) s) as [V K]. simpl in *.
    destruct (Qlt_le_dec K 1) as [L|L]; [left | right]; (split; [lra|]).
    - assert (value tab i s * (1 - K) == V) as <- by lra. field. lra.
    - assert (K == 1) as EK by lra. specialize (H EK).
      pose proof (row_facts hits move P tab checked s Hs) as (D & _ & _ & _ & F). destruct (F i Hi) as (Hv & _).
      unfold decided in D. destruct (length (now s)); [discriminate|]. lra.
  Qed.
End Rounds.

Lemma pass_iter n l : Nat.iter n pass (pass l) = Nat.iter (S n) pass l.
Proof. induction n as [|n IH]; simpl; [reflexivity|]. f_equal. apply IH. Qed.

Lemma pass_round o : Nat.iter (length o) pass o = o.
Proof.
  assert (forall a b, Nat.iter (length a) pass (a ++ b) = b ++ a) as H.
  { induction a as [|m a IH]; intros b; [simpl; rewrite app_nil_r; reflexivity|].
    change (length (m :: a)) with (S (length a)). rewrite <- pass_iter. simpl.
    rewrite <- app_assoc, IH, <- app_assoc. reflexivity. }
  pose proof (H o []) as E. rewrite app_nil_r in E. exact E.
Qed.

Lemma later_phase A n a o :
  later move_phase (phase_aim A) n (a, [], o) = (a, [], Nat.iter n pass o).
Proof.
  revert o. induction n as [|n IH]; intros o; [reflexivity|]. rewrite <- pass_iter, <- IH. simpl.
  unfold next, move_phase, now. simpl. rewrite pass_length, Nat.eqb_refl. reflexivity.
Qed.

Lemma move_phase_now s q o : now (move_phase s q o) = o.
Proof. unfold move_phase. destruct (Nat.eqb _ _); reflexivity. Qed.

(** The value of a phase with fixed aims: V / (1 - K) if K < 1, and 0 if K = 1, when nobody can be hit. *)

Theorem fixed_value hits A tab : check_fixed hits A tab = true ->
  forall o i, In (o, [], o) (map fst tab) -> (i < length hits)%nat ->
  let (V, K) := round hits move_phase (phase_aim A) (value tab i) (length o) (o, [], o) in
  (K < 1 /\ value tab i (o, [], o) == V / (1 - K)) \/ (K == 1 /\ value tab i (o, [], o) == 0).
Proof.
  intros H o i Ho Hi. apply (value_of_round hits move_phase (phase_aim A) tab H move_phase_now i (o, [], o) Hi Ho).
  unfold now. simpl. rewrite later_phase, pass_round. reflexivity.
Qed.

(** The equation w = V + K w has no other solution if K is not 1. *)

Theorem unique_solution V K w : ~ K == 1 -> w == V + K * w -> w == V / (1 - K).
Proof.
  intros HK Hw. assert (~ 1 - K == 0) as H by (intros E; apply HK; lra).
  assert (w * (1 - K) == V) as E by lra. rewrite <- E. field. assumption.
Qed.

(** Limits are unique. *)

Theorem unique_limit f w w' : limit f w -> limit f w' -> w == w'.
Proof.
  assert (forall a b, limit f a -> limit f b -> a <= b) as H.
  { intros a b Ha Hb. destruct (Qlt_le_dec b a) as [L|L]; [|assumption].
    destruct (Ha ((a - b) * (1 # 3))) as [T1 H1]; [lra|]. destruct (Hb ((a - b) * (1 # 3))) as [T2 H2]; [lra|].
    destruct (H1 (T1 + T2)%nat) as [E1 _]; [lia|]. destruct (H2 (T1 + T2)%nat) as [_ E2]; [lia|]. lra. }
  intros Ha Hb. apply Qle_antisym; auto.
Qed.

(** ** 10. No equilibrium

A table of right values shows that a profile is no equilibrium if some option is worth more at one turn: the shooter
takes it once, and follows the profile afterwards. *)

Section Refute.
  Variables (hits : list Q) (P : order -> aim) (tab : table).
  Hypothesis checked : check_stationary hits P tab = true.
  Hypothesis fair_P : forall o, fair (P o).

  Lemma hits_01 : forall m, 0 <= hit hits m <= 1.
  Proof. apply (hits_ok hits move_free (free_aim P) tab checked). Qed.

  Definition once (q : aim) : behaviour := fun h o => match h with [] => q | _ => P o end.

  Lemma once_fair q : fair q -> forall h o, fair (once q h o).
  Proof. intros Hq [|] o; simpl; auto. Qed.

  Lemma once_later i q T : forall h h' o, h <> [] ->
    win hits (deviate i (once q) (stationary P)) i T h o = win hits (stationary P) i T h' o.
  Proof.
    induction T as [|T IH]; intros h h' o Hl; simpl; destruct (decided o) eqn:D; try reflexivity.
    assert (deviate i (once q) (stationary P) h o = P o) as ->.
    { unfold deviate, once, stationary. destruct h; [congruence|]. destruct (Nat.eqb (shooter o) i); reflexivity. }
    apply turn_ext; intros; apply IH; congruence.
  Qed.

  (** The first turn of this strategy. *)

  Lemma once_first q T o : decided o = false ->
    win hits (deviate (shooter o) (once q) (stationary P)) (shooter o) (S T) [] o
    = turn (hit hits (shooter o)) q (fun t => win hits (stationary P) (shooter o) T [] (after o t))
        (win hits (stationary P) (shooter o) T [] (pass o)).
  Proof.
    intros D. simpl. rewrite D.
    assert (deviate (shooter o) (once q) (stationary P) [] o = q) as ->.
    { unfold deviate, once. rewrite Nat.eqb_refl. reflexivity. }
    apply turn_ext; intros; apply once_later; congruence.
  Qed.

  Lemma bounds_at m o T : (m < length hits)%nat -> known tab ([], [], o) = true ->
    win hits (stationary P) m T [] o <= value tab m ([], [], o) /\
    inject_Z (Z.of_nat T) * (value tab m ([], [], o) - win hits (stationary P) m T [] o) <= bound tab ([], [], o).
  Proof.
    intros Hm K. apply (value_bounds hits move_free key_free (fun _ _ => eq_refl) (fun _ _ _ _ => eq_refl)
             (free_aim P) tab checked m [] o T Hm). apply (known_good key_free (fun _ _ => eq_refl) tab [] o K).
  Qed.

  Theorem one_shot_gains o q starts :
    In ([], [], o) (map fst tab) -> In o starts -> (shooter o < length hits)%nat -> fair q ->
    follows move_free tab q ([], [], o) = true ->
    value tab (shooter o) ([], [], o) < one_turn hits move_free q (value tab (shooter o)) ([], [], o) ->
    ~ equilibrium hits (stationary P) starts.
  Proof.
    intros Ho Hst Hm Hq Hk Hlt Heq.
    pose proof (row_facts hits move_free (free_aim P) tab checked _ Ho) as (D & _). unfold now in D. simpl in D.
    assert (In (shooter o) o) as Hin by (unfold shooter; destruct o; [discriminate D | simpl; auto]).
    unfold follows, now, move_free in Hk. simpl in Hk. bools. rewrite every_spec in Hk.
    pose proof (once_first q) as Hfirst. set (m := shooter o) in *.
    set (u := one_turn hits move_free q (value tab m) ([], [], o)) in *.
    set (v := value tab m ([], [], o)) in *.
    set (eps := (u - v) * (1 # 2)).
    assert (0 < eps) as He by (unfold eps; lra).
    assert (eps * 2 == u - v) as E2 by (unfold eps; ring).
    set (G := one_turn hits move_free q (bound tab) ([], [], o)).
    destruct (large G eps He) as [T HT]. specialize (HT T (le_n _)).
    destruct (Heq o m (once q) Hst Hin (once_fair q Hq) (S T) eps He) as [T' HT'].
    pose proof (proj1 (stationary_bounds hits P tab checked o m T' [] Ho Hm)) as Hup. fold v in Hup.
    assert (inject_Z (Z.of_nat T) * (u - win hits (deviate m (once q) (stationary P)) m (S T) [] o) <= G) as H.
    { unfold m at 1 2. rewrite Hfirst by exact D. unfold u, G, one_turn, now. simpl snd. fold m.
      rewrite <- turn_linear.
      apply turn_le; [apply hits_01 | assumption | |].
      - intros t Ht. apply bounds_at; auto.
      - apply bounds_at; auto. }
    pose proof (times_nonneg T) as HT0. nra.
  Qed.

  (** Another reason: two targets, of which the profile takes the worse. Then values of this set are not needed: if the
  profile were an equilibrium, the chances at the next turn would grow by the same amount again and again. *)

  Lemma win_01 i T h o : 0 <= win hits (stationary P) i T h o <= 1.
  Proof.
    split.
    - apply (win_nonneg hits (stationary P) i hits_01 (fun _ _ => True)); auto.
    - revert h o. induction T as [|T IH]; intros h o; simpl; destruct (decided o);
        try (unfold winner; destruct o as [|j [|]]; try destruct (Nat.eqb i j); lra).
      apply Qle_trans with (turn (hit hits (shooter o)) (P o) (fun _ => 1) 1).
      + apply turn_le; auto using hits_01.
      + unfold turn. fold (total (P o)). lra.
  Qed.

  Lemma win_grows i T h o : win hits (stationary P) i T h o <= win hits (stationary P) i (S T) h o.
  Proof.
    revert h o. induction T as [|T IH]; intros h o.
    - pose proof (win_01 i 1 h o). simpl win in *. destruct (decided o); lra.
    - simpl win. destruct (decided o); [lra|]. apply turn_le; auto using hits_01.
      + intros t _. apply IH.
      + apply IH.
  Qed.

  Lemma win_le i T T' h o : (T <= T')%nat -> win hits (stationary P) i T h o <= win hits (stationary P) i T' h o.
  Proof.
    induction 1 as [|T' _ IH]; [lra|]. pose proof (win_grows i T' h o). lra.
  Qed.

  Lemma win_turn i T o : decided o = false ->
    win hits (stationary P) i (S T) [] o
    = turn (hit hits (shooter o)) (P o) (fun t => win hits (stationary P) i T [] (after o t))
        (win hits (stationary P) i T [] (pass o)).
  Proof.
    intros D. simpl. rewrite D. unfold stationary at 1.
    apply turn_ext; intros; rewrite <- (once_later i [] T [(o, P o)]) by congruence; apply once_later; congruence.
  Qed.

  Theorem better_target o t t' starts : let m := shooter o in
    P o = [(t, 1)] -> decided o = false -> In o starts -> (m < length hits)%nat ->
    known tab ([], [], after o t) = true -> known tab ([], [], after o t') = true -> 0 < hit hits m ->
    value tab m ([], [], after o t) < value tab m ([], [], after o t') ->
    ~ equilibrium hits (stationary P) starts.
  Proof.
    intros m HP D Hst Hm K K' Hp Hlt Heq.
    assert (In m o) as Hin by (unfold m, shooter; destruct o; [discriminate D | simpl; auto]).
    pose proof (once_first [(t', 1)]) as Hfirst.
    pose proof (fun T => bounds_at m (after o t) T Hm K) as HW.
    pose proof (fun T => bounds_at m (after o t') T Hm K') as HW'.
    set (W := value tab m ([], [], after o t)) in *. set (W' := value tab m ([], [], after o t')) in *.
    pose proof (hits_01 m) as Hp1. set (p := hit hits m) in *.
    set (d := p * (W' - W)). assert (0 < d) as Hd by (unfold d; nra).
    set (eps := d * (1 # 4)). assert (0 < eps) as He by (unfold eps; lra).
    set (a := fun T => win hits (stationary P) m T [] (pass o)).
    destruct (large (bound tab ([], [], after o t')) eps He) as [T1 HT1].
    assert (forall T, (T1 <= T)%nat -> exists T', (T <= T')%nat /\ a T + d * (1 # 2) <= a T') as Hgrow.
    { intros T HT. assert (fair [(t', 1)]) as Hf by (apply fairb_spec; reflexivity).
      destruct (Heq o m (once [(t', 1)]) Hst Hin (once_fair _ Hf) (S T) eps He) as [T' HT'].
      unfold m in HT' at 1 2. rewrite Hfirst in HT' by exact D. fold m p (a T) in HT'.
      pose proof (win_grows m T' [] o) as Hg. rewrite (win_turn m T' o D), HP in Hg. fold m p (a T') in Hg.
      unfold turn, total in HT', Hg. simpl sum_over in HT', Hg.
      destruct (HW T') as [H1 _]. destruct (HW' T) as [_ H2]. specialize (HT1 T HT). pose proof (times_nonneg T).
      assert (W' - win hits (stationary P) m T [] (after o t') <= eps) as H3.
      { destruct (Qlt_le_dec eps (W' - win hits (stationary P) m T [] (after o t'))); [nra | assumption]. }
      assert (d * (1 # 2) <= (1 - p) * (a T' - a T)) as H4 by (unfold eps, d in *; nra).
      assert (d * (1 # 2) <= a T' - a T) as H5 by nra.
      exists T'. split; [|lra].
      destruct (le_lt_dec T T') as [L|L]; [assumption|].
      assert (a T' <= a T) by (apply win_le; lia). lra. }
    assert (forall n, exists T, (T1 <= T)%nat /\ inject_Z (Z.of_nat n) * (d * (1 # 2)) <= a T) as Hn.
    { induction n as [|n [T [HT Ha]]].
      - exists T1. split; [lia|]. change (inject_Z (Z.of_nat 0)) with 0.
        pose proof (win_01 m T1 [] (pass o)). fold (a T1) in *. lra.
      - destruct (Hgrow T HT) as [T' [HT' Ha']]. exists T'. split; [lia|].
        rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1. lra. }
    destruct (large 1 (d * (1 # 2))) as [n Hlarge]; [lra|].
    destruct (Hn n) as [T [_ Ha]]. specialize (Hlarge n (le_n _)).
    pose proof (win_01 m T [] (pass o)). fold (a T) in *. lra.
  Qed.
End Refute.

(** All pure profiles. A line holds an order and either the aims of the only equilibrium of its players, or [None] if
there is none. For every other profile of these players the check finds a player who gains. *)

Fixpoint profiles (os : list order) : list (list aim) :=
  match os with
  | [] => [[]]
  | o :: os' => flat_map (fun c => map (fun q => q :: c) (options o)) (profiles os')
  end.

Definition pick (os : list order) (c : list aim) (o : order) : aim :=
  match List.find (fun oa => same o (fst oa)) (combine os c) with Some (_, q) => q | None => [] end.

Definition of_cycle (os : list order) (new : table) : bool :=
  every (fun s => some (fun o => same_state s ([], [], o)) os) (map fst new).

Definition rows_ok (hits : list Q) (P : order -> aim) (tab new : table) : bool :=
  every (check_row hits move_free (free_aim P) (tab ++ new)) (map fst new).

Definition gains (hits : list Q) (tab : table) (o : order) : bool :=
  let s := ([], [], o) in
  let m := shooter o in
  if Nat.ltb m (length hits) && listed tab s then
    some (fun q =>
      if fairb q then
        if follows move_free tab q s
        then negb (Qle_bool (one_turn hits move_free q (value tab m) s) (value tab m s)) else false
      else false) (options o)
  else false.

(** The shooter aims at somebody, and a hit on somebody else is worth more. *)

Definition wrong_target (hits : list Q) (tab : table) (o : order) (q : aim) : bool :=
  let m := shooter o in
  match q with
  | [(t, _)] =>
      if negb (decided o) && Nat.ltb m (length hits) && same_aim q [(t, 1)] && known tab ([], [], after o t)
         && negb (Qle_bool (hit hits m) 0)
      then let w := value tab m ([], [], after o t) in
           some (fun t' =>
             if known tab ([], [], after o t') then negb (Qle_bool (value tab m ([], [], after o t')) w) else false)
             (tl o)
      else false
  | _ => false
  end.

Definition refuted (hits : list Q) (tab : table) (o : order) (c : list aim) : bool :=
  let os := cycle o in
  if some (fun o' => wrong_target hits tab o' (pick os c o')) os then true else
  let new := solve_free hits (pick os c) tab o in
  if of_cycle os new then
    if rows_ok hits (pick os c) tab new then some (gains hits (tab ++ new)) os else false
  else false.

Fixpoint none_pure (hits : list Q) (tab : table) (L : list (order * option (list aim))) : bool :=
  match L with
  | [] => false
  | (o, None) :: _ => every (refuted hits tab o) (profiles (cycle o))
  | (o, Some c) :: L' =>
      let new := solve_free hits (pick (cycle o) c) tab o in
      if of_cycle (cycle o) new then
        if every (fun c' => if refuted hits tab o c' then true else rows_ok hits (pick (cycle o) c') tab new)
                 (profiles (cycle o))
        then none_pure hits (tab ++ new) L' else false
      else false
  end.

Definition orders_of {X} (L : list (order * X)) : list order := flat_map (fun l => cycle (fst l)) L.

Lemma profiles_spec P os : (forall o, In o os -> In (P o) (options o)) -> In (map P os) (profiles os).
Proof.
  induction os as [|o os IH]; intros H; [left; reflexivity|].
  change (profiles (o :: os)) with (flat_map (fun c => map (fun q => q :: c) (options o)) (profiles os)).
  apply in_flat_map. exists (map P os). split.
  - apply IH. intros. apply H. right. assumption.
  - apply in_map_iff. exists (P o). split; [reflexivity | apply H; left; reflexivity].
Qed.

Lemma pick_spec P os o : In o os -> pick os (map P os) o = P o.
Proof.
  unfold pick. induction os as [|o' os IH]; simpl; [tauto|].
  destruct (same o o') eqn:E; [apply same_spec in E; subst; reflexivity|].
  intros [->|H]; [|auto]. rewrite same_refl in E. discriminate.
Qed.

Lemma find_app tab new s : find (tab ++ new) s = match find tab s with Some r => Some r | None => find new s end.
Proof.
  induction tab as [|[s' r] tab IH]; simpl; [reflexivity|]. destruct (same_state s s'); [reflexivity|assumption].
Qed.

Lemma known_app tab new s : known tab s = true ->
  known (tab ++ new) s = true /\ bound (tab ++ new) s = bound tab s /\
  forall i, value (tab ++ new) i s = value tab i s.
Proof.
  unfold known, value, bound, listed. destruct (decided (now s)); [auto|].
  rewrite find_app. destruct (find tab s); [auto|discriminate].
Qed.

Lemma check_row_app hits P tab new s : In s (map fst tab) ->
  check_row hits move_free P tab s = true -> check_row hits move_free P (tab ++ new) s = true.
Proof.
  intros Hin. unfold check_row.
  assert (known tab s = true) as Hs.
  { unfold known. destruct (decided (now s)); [reflexivity|]. apply listed_In. assumption. }
  destruct (follows move_free tab (P s) s) eqn:F; [|rewrite andb_false_r; discriminate].
  unfold follows in F. bools. rewrite every_spec in F.
  assert (follows move_free (tab ++ new) (P s) s = true) as ->.
  { unfold follows. rewrite (proj1 (known_app tab new _ E)). apply every_spec. intros t Ht. apply known_app. auto. }
  assert (one_turn hits move_free (P s) (bound (tab ++ new)) s = one_turn hits move_free (P s) (bound tab) s) as ->.
  { apply turn_ext; [intros t Ht|]; apply known_app; auto. }
  rewrite (proj1 (proj2 (known_app tab new s Hs))). intros H. bools. rewrite every_spec in *.
  intros i Hi. apply H in Hi. rewrite (proj2 (proj2 (known_app tab new s Hs))).
  assert (one_turn hits move_free (P s) (value (tab ++ new) i) s = one_turn hits move_free (P s) (value tab i) s) as ->.
  { apply turn_ext; [intros t Ht|]; apply known_app; auto. }
  assumption.
Qed.

Lemma extend hits P tab new os c : (forall o, In o os -> pick os c o = P o) -> of_cycle os new = true ->
  rows_ok hits (pick os c) tab new = true ->
  check_stationary hits P tab = true -> check_stationary hits P (tab ++ new) = true.
Proof.
  unfold check_stationary, check_values, of_cycle, rows_ok. rewrite !every_spec. intros HP Hos Hr Hc. bools.
  rewrite every_spec in *. intros s Hs. rewrite map_app, in_app_iff in Hs. destruct Hs as [Hs|Hs].
  - apply check_row_app; auto.
  - pose proof (Hos s Hs) as H. apply some_spec in H. destruct H as [o [Ho Es]]. apply same_state_spec in Es. subst s.
    rewrite <- (Hr _ Hs). unfold check_row, free_aim, now. simpl. rewrite (HP o Ho). reflexivity.
Qed.

Lemma options_fair o q : In q (options o) -> fair q.
Proof.
  intros H. apply fairb_spec. unfold options in H.
  assert (In q (map (fun t => [(t, 1)]) (tl o) ++ [[]]) -> fairb q = true) as Hmap.
  { rewrite in_app_iff, in_map_iff. intros [[t [<- _]]|[<-|[]]]; reflexivity. }
  destruct o as [|m [|t [|]]]; auto. destruct H as [<-|[]]. reflexivity.
Qed.

Lemma not_Qle_bool x y : Qle_bool x y = false -> y < x.
Proof. intros H. apply Qnot_le_lt. intros L. apply Qle_bool_iff in L. congruence. Qed.

Lemma refuted_sound hits P tab o starts : (forall o', In o' (cycle o) -> In o' starts) -> pure P ->
  check_stationary hits P tab = true -> refuted hits tab o (map P (cycle o)) = true ->
  ~ equilibrium hits (stationary P) starts.
Proof.
  intros Hst HP Hc H. unfold refuted in H. set (os := cycle o) in *.
  set (new := solve_free hits (pick os (map P os)) tab o) in *.
  assert (forall o', fair (P o')) as Hfair by (intros; eapply options_fair; apply HP).
  destruct (some (fun o' => wrong_target hits tab o' (pick os (map P os) o')) os) eqn:E.
  - clear H. apply some_spec in E. destruct E as [o' [Ho' E]]. rewrite pick_spec in E by assumption.
    unfold wrong_target in E. destruct (P o') as [|[t x] [|]] eqn:HPo; try discriminate E. bools.
    apply some_spec in E. destruct E as [t' [_ E]]. bools. apply same_aim_spec in H2. rewrite H2 in HPo.
    apply (better_target hits P tab Hc Hfair o' t t'); auto using not_Qle_bool.
  - bools. apply some_spec in H. destruct H as [o' [Ho' H]].
    assert (check_stationary hits P (tab ++ new) = true) as Hc'.
    { apply (extend hits P tab new os (map P os)); auto. intros. apply pick_spec. assumption. }
    unfold gains in H. bools. apply some_spec in H. destruct H as [q [_ H]]. bools.
    apply (one_shot_gains hits P (tab ++ new) Hc' Hfair o' q); auto using not_Qle_bool.
    + apply listed_In. assumption.
    + apply fairb_spec. assumption.
Qed.

Lemma none_pure_step hits P starts L : forall tab, (forall o, In o (orders_of L) -> In o starts) -> pure P ->
  check_stationary hits P tab = true -> none_pure hits tab L = true -> ~ equilibrium hits (stationary P) starts.
Proof.
  induction L as [|[o c] L IH]; intros tab Hst HP Hc H; [discriminate|].
  assert (forall o', In o' (cycle o) -> In o' starts) as Hos.
  { intros o' Ho'. apply Hst. apply in_app_iff. left. exact Ho'. }
  assert (In (map P (cycle o)) (profiles (cycle o))) as Hin by (apply profiles_spec; auto).
  destruct c as [c|]; simpl none_pure in H.
  - set (new := solve_free hits (pick (cycle o) c) tab o) in *. bools. rewrite every_spec in E0.
    apply E0 in Hin. destruct (refuted hits tab o (map P (cycle o))) eqn:E1.
    + apply (refuted_sound hits P tab o starts Hos HP Hc E1).
    + apply (IH (tab ++ new)); auto.
      * intros o' Ho'. apply Hst. apply in_app_iff. right. exact Ho'.
      * apply (extend hits P tab new (cycle o) (map P (cycle o))); auto. intros. apply pick_spec. assumption.
  - rewrite every_spec in H. apply (refuted_sound hits P tab o starts Hos HP Hc). auto.
Qed.

(** No pure profile of stationary play is an equilibrium. *)

Theorem none_sound hits L : check_hits hits = true -> none_pure hits [] L = true ->
  forall P, pure P -> ~ equilibrium hits (stationary P) (orders_of L).
Proof.
  intros Hh H P HP. apply (none_pure_step hits P (orders_of L) L []); auto.
  unfold check_stationary, check_values. rewrite Hh. reflexivity.
Qed.

(** ** 11. Certificates: what one computation proves *)

Definition worth (hits : list Q) (tab : table) (s : state) (ws : list Q) : bool :=
  if listed tab s then every (fun i => Qeq_bool (value tab i s) (nth i ws 0)) (seq 0 (length hits)) else false.

(** In the long run the players win with the probabilities [ws], from the order [o] on. *)

Definition wins (hits : list Q) (b : behaviour) (o : order) (ws : list Q) : Prop :=
  forall i, (i < length hits)%nat -> limit (fun T => win hits b i T [] o) (nth i ws 0).

Lemma limit_equal f w w' : limit f w -> w == w' -> limit f w'.
Proof.
  intros H E eps He. destruct (H eps He) as [T0 HT]. exists T0. intros T Hle. destruct (HT T Hle). lra.
Qed.

Lemma worth_spec hits tab s ws : worth hits tab s ws = true ->
  In s (map fst tab) /\ forall i, (i < length hits)%nat -> value tab i s == nth i ws 0.
Proof.
  unfold worth. intros H. bools. rewrite every_spec in H. split; [apply listed_In; assumption|].
  intros i Hi. apply Qeq_bool_iff. apply H. apply in_seq. lia.
Qed.

Definition certifies_fixed (hits : list Q) (L : lines) (o : order) (ws : list Q) : bool :=
  let tab := solve_fixed hits L in check_fixed hits (aims_phase L) tab && worth hits tab (o, [], o) ws.

Theorem certified_fixed hits L o ws : certifies_fixed hits L o ws = true -> wins hits (by_phase (aims_phase L)) o ws.
Proof.
  unfold certifies_fixed. intros H i Hi. bools. apply worth_spec in H0. destruct H0 as [Hin Hw].
  apply limit_equal with (value (solve_fixed hits L) i (o, [], o)); [apply fixed_limit|]; auto.
Qed.

Definition certifies_equilibrium (hits : list Q) (L : lines) (o : order) (ws : list Q) : bool :=
  let tab := solve_stationary hits L in
  check_equilibrium hits (aims_free L) tab && worth hits tab ([], [], o) ws
  && every (fun o' => listed tab ([], [], o')) (orders_of L).

Theorem certified_equilibrium hits L o ws : certifies_equilibrium hits L o ws = true ->
  equilibrium hits (stationary (aims_free L)) (orders_of L) /\ wins hits (stationary (aims_free L)) o ws.
Proof.
  unfold certifies_equilibrium. cbv zeta. intros H. bools. split.
  - apply (equilibrium_sound _ _ _ H). rewrite every_spec in H0. intros o' Ho'. apply listed_In. auto.
  - intros i Hi. apply worth_spec in H1. destruct H1 as [Hin Hw]. unfold check_equilibrium in H. bools.
    apply limit_equal with (value (solve_stationary hits L) i ([], [], o)); [apply stationary_limit|]; auto.
Qed.

Definition certifies_among (hits : list Q) (opts : order -> list aim) (L : lines) (o : order) (ws : list Q) : bool :=
  let tab := solve_stationary hits L in
  check_among hits opts (aims_free L) tab && worth hits tab ([], [], o) ws
  && every (fun o' => listed tab ([], [], o')) (orders_of L).

Theorem certified_among hits opts L o ws : certifies_among hits opts L o ws = true ->
  equilibrium_among hits opts (stationary (aims_free L)) (orders_of L) /\ wins hits (stationary (aims_free L)) o ws.
Proof.
  unfold certifies_among. cbv zeta. intros H. bools. split.
  - apply (among_sound _ _ _ _ H). rewrite every_spec in H0. intros o' Ho'. apply listed_In. auto.
  - intros i Hi. apply worth_spec in H1. destruct H1 as [Hin Hw]. unfold check_among in H. bools.
    apply limit_equal with (value (solve_stationary hits L) i ([], [], o)); [apply stationary_limit|]; auto.
Qed.

Definition certifies_announced (hits : list Q) (opts : order -> list aim) (phases : list order) (o : order)
    (ws : list Q) : bool :=
  let tc := solve_announced hits opts phases in
  check_announced hits opts (aims_said (snd tc)) (fst tc) && worth hits (fst tc) (o, [], o) ws.

Theorem certified_announced hits opts phases o ws : certifies_announced hits opts phases o ws = true ->
  let A := aims_said (snd (solve_announced hits opts phases)) in
  announced_equilibrium hits opts A o /\ wins hits (binding (announcing A)) o ws.
Proof.
  unfold certifies_announced. intros H. cbv zeta in *. bools. apply worth_spec in H0. destruct H0 as [Hin Hw]. split.
  - apply (announced_sound _ _ _ _ _ H Hin).
  - intros i Hi. apply limit_equal with (value (fst (solve_announced hits opts phases)) i (o, [], o)); auto.
    apply (announced_limit _ _ _ _ H); auto.
Qed.

Definition certifies_none (hits : list Q) (L : list (order * option (list aim))) : bool :=
  check_hits hits && none_pure hits [] L.

Theorem certified_none hits L : certifies_none hits L = true ->
  forall P, pure P -> ~ equilibrium hits (stationary P) (orders_of L).
Proof. unfold certifies_none. intros H. bools. apply none_sound; assumption. Qed.
