(** * Statements about truels, proved by computation

Truel.v defines the words of these statements: [wins], [by_phase], [stationary], [equilibrium], [equilibrium_among],
[pure], [binding], [announcing] and [announced_equilibrium]. Each proof is one computation of a check, and a theorem of
Truel.v says what the check shows. *)

From Coq Require Import List QArith.
From Truels Require Import Truel.
Import ListNotations.
Open Scope Q_scope.

Definition A : player := 0%nat.
Definition B : player := 1%nat.
Definition C : player := 2%nat.
Definition D : player := 3%nat.
Definition E : player := 4%nat.

Definition miss : aim := [].
Definition shoot (t : player) : aim := [(t, 1)].

(** A duel: both shoot. *)

Definition duel (i j : player) : order * list aim := ([i; j], [shoot j; shoot i]).

(** [computes theorem] proves a statement: the theorem reduces it to a check, and Coq computes the check. *)

Ltac computes theorem := apply theorem; vm_cast_no_check (eq_refl true).

(** ** Hit probabilities 1/3, 2/3, 1

A misses on purpose, B shoots at C, and C at B. Then A wins with probability 25/63, B with 8/21 and C with 2/9. *)

Definition hits_classic : list Q := [1 # 3; 2 # 3; 1].

Definition aims_classic : lines :=
  [duel A B; duel A C; ([A; B; C], [miss; shoot C; shoot B])].

Theorem classic_wins : wins hits_classic (by_phase (aims_phase aims_classic)) [A; B; C] [25 # 63; 8 # 21; 2 # 9].
Proof. computes certified_fixed. Qed.

(** The same aims in stationary play: nobody gains by any strategy, whoever lives and whoever is on move. *)

Definition profile_classic : lines :=
  [duel A B; duel A C; duel B C; ([A; B; C], [miss; shoot C; shoot B])].

Theorem classic_equilibrium :
  equilibrium hits_classic (stationary (aims_free profile_classic)) (orders_of profile_classic) /\
  wins hits_classic (stationary (aims_free profile_classic)) [A; B; C] [25 # 63; 8 # 21; 2 # 9].
Proof. computes certified_equilibrium. Qed.

(** Without the deliberate miss A has to shoot: then A and B shoot at C, and C at B. *)

Definition shots_only (o : order) : list aim := map shoot (tl o).

Definition profile_shots : lines :=
  [duel A B; duel A C; duel B C; ([A; B; C], [shoot C; shoot C; shoot B])].

Theorem classic_without_miss :
  equilibrium_among hits_classic shots_only (stationary (aims_free profile_shots)) (orders_of profile_shots) /\
  wins hits_classic (stationary (aims_free profile_shots)) [A; B; C] [59 # 189; 34 # 63; 4 # 27].
Proof. computes certified_among. Qed.

(** Announced play: the announcements are the same, and a subgame perfect equilibrium. *)

Definition phases_of_three : list order := [[A; B]; [B; A]; [A; C]; [C; A]; [B; C]; [C; B]; [A; B; C]].

Definition announcements_classic := aims_said (snd (solve_announced hits_classic options phases_of_three)).

Theorem classic_announced :
  announced_equilibrium hits_classic options announcements_classic [A; B; C] /\
  wins hits_classic (binding (announcing announcements_classic)) [A; B; C] [25 # 63; 8 # 21; 2 # 9].
Proof. computes certified_announced. Qed.

Theorem classic_announcements :
  announcements_classic [A; B; C] [] = miss /\
  announcements_classic [A; B; C] [(A, miss)] = shoot C /\
  announcements_classic [A; B; C] [(A, miss); (B, shoot C)] = shoot B.
Proof. vm_compute. auto. Qed.

(** ** Hit probabilities 21/84, 44/84, 77/84: everybody wins with probability 1/3 *)

Definition hits_thirds : list Q := [21 # 84; 44 # 84; 77 # 84].

Theorem thirds_wins : wins hits_thirds (by_phase (aims_phase aims_classic)) [A; B; C] [1 # 3; 1 # 3; 1 # 3].
Proof. computes certified_fixed. Qed.

Theorem thirds_equilibrium :
  equilibrium hits_thirds (stationary (aims_free profile_classic)) (orders_of profile_classic) /\
  wins hits_thirds (stationary (aims_free profile_classic)) [A; B; C] [1 # 3; 1 # 3; 1 # 3].
Proof. computes certified_equilibrium. Qed.

Definition announcements_thirds := aims_said (snd (solve_announced hits_thirds options phases_of_three)).

Theorem thirds_announced :
  announced_equilibrium hits_thirds options announcements_thirds [A; B; C] /\
  wins hits_thirds (binding (announcing announcements_thirds)) [A; B; C] [1 # 3; 1 # 3; 1 # 3].
Proof. computes certified_announced. Qed.

(** ** Four players with two pure stationary equilibria, and a mixed one (T14)

In the first everybody shoots, in the second A and B miss. In the third A shoots at B with probability 275/798 at each
turn and else misses, and B shoots at A with probability 328/7289. *)

Definition hits_four : list Q := [13 # 25; 1 # 2; 11 # 25; 2 # 5].

Definition fewer_than_four : lines :=
  [duel A B; duel A C; duel A D; duel B C; duel B D; duel C D;
   ([A; B; C], [shoot B; shoot A; miss]);
   ([A; B; D], [shoot B; shoot A; miss]);
   ([A; C; D], [shoot C; shoot A; miss]);
   ([B; C; D], [shoot C; shoot B; miss])].

Definition profile_all_shoot : lines :=
  fewer_than_four ++ [([A; B; C; D], [shoot B; shoot A; shoot D; shoot A])].

Definition profile_two_miss : lines :=
  fewer_than_four ++ [([A; B; C; D], [miss; miss; shoot D; shoot A])].

Theorem four_first :
  equilibrium hits_four (stationary (aims_free profile_all_shoot)) (orders_of profile_all_shoot) /\
  wins hits_four (stationary (aims_free profile_all_shoot)) [A; B; C; D]
    [1707930 # 13137379; 315 # 4199; 43849674 # 159272269; 387703100 # 746064839].
Proof. computes certified_equilibrium. Qed.

Theorem four_second :
  equilibrium hits_four (stationary (aims_free profile_two_miss)) (orders_of profile_two_miss) /\
  wins hits_four (stationary (aims_free profile_two_miss)) [A; B; C; D]
    [130130 # 720689; 860 # 4731; 79262381 # 179451561; 1350 # 6889].
Proof. computes certified_equilibrium. Qed.

Definition mix (t : player) (x : Q) : aim := [(t, x)].

Definition profile_mixed : lines :=
  fewer_than_four ++ [([A; B; C; D], [mix B (275 # 798); mix A (328 # 7289); shoot D; shoot A])].

Theorem four_mixed :
  equilibrium hits_four (stationary (aims_free profile_mixed)) (orders_of profile_mixed) /\
  wins hits_four (stationary (aims_free profile_mixed)) [A; B; C; D]
    [7098 # 40673; 655 # 4788; 773131955 # 1997749908; 470521265 # 1559646858].
Proof. computes certified_equilibrium. Qed.

(** ** Five players without a pure stationary equilibrium (T15)

Each line names a set of players, and the aims of its only pure equilibrium. The last line says that five players have
none. The statement is about all pure profiles, whatever their aims in the smaller sets. *)

Definition hits_five : list Q := [1 # 5; 7 # 10; 2 # 5; 3 # 5; 1 # 2].

Definition sets_of_five : list (order * option (list aim)) :=
  [([A; B], Some [shoot B; shoot A]);
   ([A; C], Some [shoot C; shoot A]);
   ([A; D], Some [shoot D; shoot A]);
   ([A; E], Some [shoot E; shoot A]);
   ([B; C], Some [shoot C; shoot B]);
   ([B; D], Some [shoot D; shoot B]);
   ([B; E], Some [shoot E; shoot B]);
   ([C; D], Some [shoot D; shoot C]);
   ([C; E], Some [shoot E; shoot C]);
   ([D; E], Some [shoot E; shoot D]);
   ([A; B; C], Some [miss; shoot C; shoot B]);
   ([A; B; D], Some [miss; shoot D; shoot B]);
   ([A; B; E], Some [miss; shoot E; shoot B]);
   ([A; C; D], Some [miss; shoot D; shoot C]);
   ([A; C; E], Some [miss; shoot E; shoot C]);
   ([A; D; E], Some [miss; shoot E; shoot D]);
   ([B; C; D], Some [shoot D; miss; shoot B]);
   ([B; C; E], Some [shoot E; miss; shoot B]);
   ([B; D; E], Some [shoot D; shoot B; miss]);
   ([C; D; E], Some [miss; shoot E; shoot D]);
   ([A; B; C; D], Some [shoot B; shoot D; shoot A; shoot B]);
   ([A; B; C; E], Some [shoot B; shoot E; shoot A; shoot B]);
   ([A; B; D; E], Some [shoot B; shoot D; shoot B; shoot A]);
   ([A; C; D; E], Some [shoot D; shoot A; shoot E; shoot D]);
   ([B; C; D; E], Some [shoot D; shoot B; shoot B; shoot C]);
   ([A; B; C; D; E], None)].

Theorem five_have_none :
  forall P, pure P -> ~ equilibrium hits_five (stationary P) (orders_of sets_of_five).
Proof. computes certified_none. Qed.

(** ** Four players without a pure stationary equilibrium (T29) *)

Definition hits_of_four : list Q := [7 # 20; 1 # 6; 19 # 60; 11 # 60].

Definition sets_of_four : list (order * option (list aim)) :=
  [([A; B], Some [shoot B; shoot A]);
   ([A; C], Some [shoot C; shoot A]);
   ([A; D], Some [shoot D; shoot A]);
   ([B; C], Some [shoot C; shoot B]);
   ([B; D], Some [shoot D; shoot B]);
   ([C; D], Some [shoot D; shoot C]);
   ([A; B; C], Some [shoot C; miss; shoot A]);
   ([A; B; D], Some [shoot D; shoot A; shoot A]);
   ([A; C; D], Some [shoot C; shoot A; miss]);
   ([B; C; D], Some [shoot C; shoot D; shoot C]);
   ([A; B; C; D], None)].

Theorem four_have_none :
  forall P, pure P -> ~ equilibrium hits_of_four (stationary P) (orders_of sets_of_four).
Proof. computes certified_none. Qed.

(** ** What the proofs rest on *)

Print Assumptions fixed_bounds.
Print Assumptions fixed_value.
Print Assumptions unique_solution.
Print Assumptions unique_limit.
Print Assumptions classic_wins.
Print Assumptions classic_equilibrium.
Print Assumptions classic_without_miss.
Print Assumptions classic_announced.
Print Assumptions classic_announcements.
Print Assumptions thirds_wins.
Print Assumptions thirds_equilibrium.
Print Assumptions thirds_announced.
Print Assumptions four_first.
Print Assumptions four_second.
Print Assumptions four_mixed.
Print Assumptions five_have_none.
Print Assumptions four_have_none.
