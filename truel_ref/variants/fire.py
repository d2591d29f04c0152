"""Simultaneous fire and the random shooter: all pure equilibria, set by set, over all selections.

A policy gives each living player one aim for every set of living players; nobody announces. The last two players shoot
each other. A value is a vector with one number per player and a last number for the event that nobody is left. So
`list_equilibria` serves both models, and opinions (`truel_ref.variants.opinions`), where the last number is 0.

**Simultaneous fire.** In every round all living players fire at once. A shooter hits target `t` with probability
`p q[t]` and nobody with `1 - p sum(q)`, independently of the others; every player hit at least once is eliminated.
Adding the shooters one after the other gives the probability `P(D)` that `D` is the set of players hit in a round. Then

    V(S) = sum over D other than {} of P(D) V(S without D) / (1 - P({}))

and 0 if `P({}) = 1`, a stalemate. A profile is an equilibrium if no option of a player increases the player's own
component of `V`.

**Random shooter.** Every shot is fired by a uniformly drawn living player. With `L` living players and their turns
`(r_i, k_i)` (`truel_ref.play.phase`), a shot is the mean of the turns, so

    V = (sum of r_i + sum of k_i · V) / L          V = sum of r_i / (L - sum of k_i)

and `V = 0` if `sum of k_i = L`, a stalemate.

Rules: `docs/rules.md`, R10. Sources: M. Shubik, "Does the fittest necessarily survive?", in *Readings in Game Theory
and Political Behavior* (1954), 43-46 (the recurrence is that of an absorbing chain without return); R. Toral and P.
Amengual, "Distribution of winners in truel games", in *Modelling Cooperative Behavior in the Social Sciences*, AIP
Conference Proceedings 779 (2005), 128-141, where everybody shoots at the strongest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, refuse
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.variant import StatePlay, Variant, VariantAnswer, VariantPlay
from truel_ref.limits import admit, check
from truel_ref.numbers import inside, public
from truel_ref.play import phase
from truel_ref.play.phase import Turn
from truel_ref.play.selections import CAP, Selection, Steps, choices, over_selections, sets_after
from truel_ref.play.stationary import MOST_PLAYERS

Hits: TypeAlias = "dict[frozenset[int], Any]"
"""The probability of every set of players hit in a round."""


# ---------------------------------------------------------------------------------------------------------
# All pure equilibria, set by set, over all selections: shared with opinions


@dataclass(frozen=True, eq=False)
class SettledFire:
    """An equilibrium of a set of living players: its `states`, a single one in a model without counts; `strict`."""

    states: tuple[StatePlay, ...]
    strict: bool

    @cached_property
    def values(self) -> dict[tuple[int, ...], list[Any]]:
        """By the counts of a state one number per player and one for nobody, in numbers inside."""
        return {state.counts: [*map(inside, (*state.win, state.nobody))] for state in self.states}


Below: TypeAlias = Mapping[Order, SettledFire]


def after(living: Iterable[int], below: Below, players: int, counts: tuple[int, ...] = ()) -> Sequence[Any]:
    """Return the values when exactly these players are left: a single player has won.

    Parameters: `living`, the players left, perhaps nobody; `below`, the selected equilibria; `players`, the number of
    players of the problem; `counts`, the name of the state within the set.
    """
    left = tuple(living)
    if len(left) > 1:
        return below[left].values[counts]
    return phase.survivor(left[0] if left else players, players + 1)


def state_of(
    problem: Problem, living: Order, aims: tuple[Aim, ...], values: Iterable[Any], counts: tuple[int, ...] = ()
) -> StatePlay:
    """Return a state from its values: one number per player and one for nobody, in numbers inside."""
    *win, nobody = map(public, values)
    return StatePlay(living, aims, tuple(win), nobody, counts=counts, problem=problem)


def list_equilibria(
    variant: Variant,
    steps: Steps,
    solve: Callable[[Order, Below], list[SettledFire]],
    cap: int,
    progress: Progress | None,
) -> VariantAnswer:
    """Return all pure equilibria of a variant, over every selection of one equilibrium for each smaller set.

    Parameters: `variant`; `steps`, gives the sets that one step can lead to; `solve`, gives the equilibria of a set;
    `cap`, the largest number of selections; `progress`, called with 1 after each set.

    Raises `NumberError` for a bad cap.
    """
    order = variant.problem.order
    selected = over_selections(order, steps, solve, lambda one: one, cap=cap, progress=progress)

    def canonical(selection: Selection[SettledFire]) -> Any:
        states = selection.chosen[order].states
        aims = [aim.canonical_key(order) for state in states for aim in state.aims if aim]
        return aims, [[-won for won in (*state.win, state.nobody)] for state in states]

    plays = tuple(_play(one.chosen) for one in sorted(selected.selections, key=canonical))
    return VariantAnswer(variant, plays, selected.complete, sum(one.count for one in selected.smaller))


def _play(chosen: Below) -> VariantPlay:
    """Return the record of an equilibrium."""
    whole, *smaller = sorted(chosen, key=lambda living: (-len(living), living))
    states = sum((chosen[living].states for living in (whole, *smaller)), ())
    aims = by_player(whole, states[0].aims)
    win, nobody, strict = states[0].win, states[0].nobody, chosen[whole].strict
    return VariantPlay(aims, win, nobody, strict, states=states, problem=states[0].problem)


def best_of(worths: Iterable[Any]) -> list[int]:
    """Return the indices of the options with the largest worth.

    >>> best_of([1, 2, 2])
    [1, 2]
    """
    listed = list(worths)
    most = max(listed)
    return [index for index, worth in enumerate(listed) if worth == most]


def verdict(taken: Iterable[tuple[Sequence[int], int]]) -> bool | None:
    """Return True for a strict equilibrium, False for another equilibrium, None for any other profile.

    Parameters: `taken`, for each player the best options and the option taken; read only as far as needed.
    """
    strict = True
    for best, own in taken:
        if own not in best:
            return None
        strict = strict and len(best) == 1
    return strict


def _equilibria(
    problem: Problem, living: Order, options: Sequence[Sequence[tuple[Aim, Any]]], value: Callable[[Any, int], Any]
) -> list[SettledFire]:
    """Return the pure equilibria of a set: the profiles in which every player's aim is one of the best options.

    Parameters: `problem`; `living`, the set; `options`, for each player the aims, each with its shot; `value`, gives
    the value of a profile to a player, or to nobody, from its shots.
    """

    @cache
    def worth(places: tuple[int, ...], who: int) -> Any:
        return value(tuple([mine[place][1] for mine, place in zip(options, places, strict=True)]), who)

    def best(places: tuple[int, ...], seat: int) -> list[int]:
        return best_of(
            worth((*places[:seat], place, *places[seat + 1 :]), living[seat]) for place in range(len(options[seat]))
        )

    settled = []
    for places in product(*(range(len(mine)) for mine in options)):
        check()
        strict = verdict((best(places, seat), place) for seat, place in enumerate(places))
        if strict is not None:
            aims = tuple(mine[place][0] for mine, place in zip(options, places, strict=True))
            values = (worth(places, who) for who in range(problem.players + 1))
            settled.append(SettledFire((state_of(problem, living, aims, values),), strict))
    return settled


def _admit(problem: Problem, what: str, kind: Callable[[Aim], Any]) -> None:
    """Refuse too many players, or too many profiles of the first set, where aims of a kind count as one."""
    many = f"{what}: {problem.players} players are too many; state at most {MOST_PLAYERS}"
    refuse(ProblemError, (problem.players > MOST_PLAYERS, many))
    order = problem.order
    admit(prod(len({*map(kind, choices(problem, order, player))}) for player in order))


# ---------------------------------------------------------------------------------------------------------
# Simultaneous fire


def simultaneous_fire(
    problem: Variant | AnyProblem, *, cap: int = CAP, progress: Progress | None = None
) -> VariantAnswer:
    """Return all pure equilibria of simultaneous fire: all living players fire at once, round after round.

    >>> print(simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A")))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      1/20      5.000 %
    B         4/5    A      0         0.000 %
    C         1/2    A      9/10     90.000 %
    nobody is left: 1/20 (5.000 %)
    1 pure equilibrium (strict)

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) for every player and profile of the others, find the best options; (2) list the profiles in which every
    player's aim is one of them.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant`; `cap`, the largest number of selections;
    `progress`, called with 1 after each set.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `ProblemError` for too many profiles.
    """
    variant = Variant.stated("simultaneous", problem)
    asked = variant.problem
    _admit(asked, "simultaneous fire", lambda aim: aim)
    return list_equilibria(variant, partial(_sets_after_volley, asked), _volleys(asked), cap, progress)


def _sets_after_volley(problem: Problem, living: Order) -> set[Order]:
    """Return the sets of two or more players that a round can leave, over all combinations of the players' options.

    A player who never misses and may not wait hits somebody in every round.

    >>> sorted(_sets_after_volley(Problem([1, 1, "1/2"], targets="B,A,A"), (0, 1, 2)))
    []
    """
    hit: set[frozenset[int]] = {frozenset()}
    for player in living:
        hits, options = problem.hits[player], problem.options(living, player)
        aimed = {victim for aim in options for victim in aim.targets if hits}
        may_miss = any(hits * aim.total < 1 for aim in options)
        hit = {gone | {victim} for gone in hit for victim in aimed} | (hit if may_miss else set())
    left = {tuple(player for player in living if player not in gone) for gone in hit if gone}
    return {players for players in left if len(players) > 1}


def _fired(problem: Problem, player: int, aim: Aim, before: Hits) -> Hits:
    """Return the probability of every set of players hit when one more player fires, at the same time."""
    hit = problem.hits[player]
    shares = [({victim}, inside(hit * aim.weights[victim])) for victim in (aim.targets if hit else ())]
    misses = inside(1 - hit * aim.total)
    grown: Hits = {}
    for more, share in [(set(), misses), *shares] if misses else shares:
        for gone, chance in before.items():
            grown[gone | more] = grown.get(gone | more, 0) + chance * share
    return grown


def _volleys(problem: Problem) -> Callable[[Order, Below], list[SettledFire]]:
    """Return the function that gives the pure equilibria of a set from those of the smaller sets."""
    zero = inside(Fraction(0))

    @cache
    def hits(shots: tuple[tuple[int, Aim], ...]) -> Hits:
        """Return the probability of every set of players hit when these players fire once, at the same time."""
        return _fired(problem, *shots[-1], hits(shots[:-1])) if shots else {frozenset(): inside(Fraction(1))}

    def equilibria(living: Order, below: Below) -> list[SettledFire]:
        @cache
        def left(gone: frozenset[int]) -> Sequence[Any]:
            return after((player for player in living if player not in gone), below, problem.players)

        @cache
        def ends(shots: tuple[tuple[int, Aim], ...]) -> tuple[list[Any], Any]:
            volley = _fired(problem, *shots[-1], hits(shots[:-1]))  # only what several volleys share is kept
            ended = [(chance, left(gone)) for gone, chance in volley.items() if gone]
            return ended, sum(chance for chance, _ in ended) or 1

        def value(shots: tuple[tuple[int, Aim], ...], who: int) -> Any:
            ended, chances = ends(shots)
            return sum([chance * win[who] for chance, win in ended], zero) / chances

        options = [[(aim, (player, aim)) for aim in choices(problem, living, player)] for player in living]
        return _equilibria(problem, living, options, value)

    return equilibria


# ---------------------------------------------------------------------------------------------------------
# Random shooter


def random_shooter(problem: Variant | AnyProblem, *, cap: int = CAP, progress: Progress | None = None) -> VariantAnswer:
    """Return all pure equilibria of the random shooter: every shot is fired by a uniformly drawn living player.

    >>> print(random_shooter(["1", "2/3", "1/3"]))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      3/8      37.500 %
    B         2/3    A      1/3      33.333 %
    C         1/3    A      7/24     29.167 %
    1 pure equilibrium (strict)

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) write every option as a turn `(r, k)`; of a player's options with equal `k` keep those with the largest
    own `r`, because the denominator is equal; (2) list a profile if no other option of a player increases this player's
    own component of `V`.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant`; `cap`, the largest number of selections;
    `progress`, called with 1 after each set.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `ProblemError` for too many profiles.
    """
    variant = Variant.stated("shooter", problem)
    asked = variant.problem
    # Of the aims that miss equally often, only the best can be in an equilibrium.
    _admit(asked, "random shooter", lambda aim: aim.total)
    return list_equilibria(variant, partial(sets_after, asked), partial(_shots, asked), cap, progress)


def _shots(problem: Problem, living: Order, below: Below) -> list[SettledFire]:
    """Return the pure equilibria of a set, given those of the smaller sets."""
    options: list[list[tuple[Aim, Turn]]] = []
    for player in living:
        turns = [(aim, _turn(problem, living, player, aim, below)) for aim in choices(problem, living, player)]
        best: dict[Any, Any] = {}
        for _, (r, k) in turns:
            best[k] = max(best.get(k, r[player]), r[player])
        options.append([(aim, (r, k)) for aim, (r, k) in turns if r[player] == best[k]])
    return _equilibria(problem, living, options, _value)


def _turn(problem: Problem, living: Order, player: int, aim: Aim, below: Below) -> Turn:
    """Return the shot of a player with an aim as a turn."""
    hit = problem.hits[player]
    aimed = [
        (inside(aim.weights[victim]), after((left for left in living if left != victim), below, problem.players))
        for victim in (aim.targets if hit else ())
    ]
    return phase.turn(inside(hit), aimed, problem.players + 1)


def _value(turns: Sequence[Turn], who: int) -> Any:
    """Return a component of `V = sum of r_i / (L - sum of k_i)`, or 0 if nobody can be hit.

    >>> from fractions import Fraction as F
    >>> _value([([F(1, 2), F(0)], F(1, 2)), ([F(0), F(1, 3)], F(2, 3))], 0)
    Fraction(3, 5)
    """
    ends = len(turns) - sum([k for _, k in turns])
    return sum([r[who] for r, _ in turns]) / (ends or 1)
