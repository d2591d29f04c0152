r"""Plans that repeat after some rounds, as equilibria, and play with a last round (R13 of `docs/rules.md`).

A **plan** of a set of living players has one aim for each turn, and repeats after `p` rounds, its period. The turns
`(r, k)` of all rounds repeat like those of a phase, and the plan is an **equilibrium** if no player gains by another
option at a single turn. `truel_ref.play.stationary.decided` decides that; then no strategy gains, with memory, a clock
or lots (T24, `docs/mathematics/periodic.md`). This module finds the plans that may be equilibria.

**All plans of a period.** A plan read backwards is a path of decisions. The search goes backwards from a box that
contains the unknown values at the end, first all of [0, 1]. At each turn it computes, in outward rounded integers, what
each option is worth at least and at most, follows every option that may be best, and so narrows the box. Each path of
`p` rounds that is left is one plan to be decided exactly. No plan is lost, because an equilibrium takes a best option
at each turn.

**Backward induction** from a last round finds plans of any period, but not all: from some values at the end the
decisions repeat after a while, and exact numbers then decide the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product, repeat
from operator import length_hint
from typing import Any, TypeAlias, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import CLOCKS, FiniteRounds, PeriodicEquilibria, PeriodicEquilibrium, RoundTie
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.limits import check
from truel_ref.numbers import floor_of, inside, public, read_count
from truel_ref.play.phase import Vector
from truel_ref.play.selections import (
    CAP,
    Selected,
    SetPlay,
    choices,
    orders_after,
    over_selections,
    recorded,
    sets_after,
)
from truel_ref.play.stationary import (
    MOST_PLAYERS,
    Options,
    Wins,
    decided,
    options_of,
    reachable_sets,
    turn_of,
    wins_after,
)
from truel_ref.play.ties import break_tie

MOST_TURNS = 200_000
"""The most turns that the search for all plans of one period follows: a second or two."""

MOST_WORK = 500_000
"""The turns after which a search solves each set for one selection only."""

BITS = 128
"""Binary digits of the numbers that sort out plans."""

ROUNDS = 600
"""Rounds of backward induction in search of a plan that repeats."""

LONGEST = 48
"""The longest period that backward induction looks for."""

MOST_PERIOD = 12
"""The longest period that a search for all plans may be asked for."""

MOST_ROUNDS = 100_000
"""The most rounds of play with a last round."""

Interval: TypeAlias = tuple[int, int]
"""The ends of an interval, times `2^BITS`."""

Box: TypeAlias = list[Interval]
"""By seat, an interval that holds the value to the player."""


# ---------------------------------------------------------------------------------------------------------
# One set of living players


def _paths(options: Options, living: Order, rounds: int, left: Iterator[int]) -> Iterator[Profile | None]:
    """Yield the lists of options, one for each turn, that may be best at each turn; None if these are not all.

    Each turn that the search follows takes one of `left`.
    """
    turns = _rounded(options, living)

    def back(place: int, box: Box, path: Profile) -> Iterator[Profile | None]:
        """Yield the options from the first turn on, if `path` begins after this place, where values are in a box."""
        if place < 0 or next(left, None) is None:
            yield path if place < 0 else None
            return
        mine = place % len(living)
        worths = [_composed(gains[mine], k, box[mine]) for *gains, k in turns[mine]]
        least = max(low for low, _ in worths)
        for index, (*gains, k) in enumerate(turns[mine]):
            if worths[index][1] >= least:
                before = [_composed(r, k, ends) for r, ends in zip(gains, box, strict=True)]
                before[mine] = max(before[mine][0], least), before[mine][1]
                yield from back(place - 1, before, (index, *path))

    return back(rounds * len(living) - 1, [(0, 1 << BITS)] * len(living), ())


def _rounded(options: Options, living: Order) -> list[list[list[int]]]:
    """Return by seat and option the numbers of the turn, `r` by seat and `k`, times `2^BITS`, rounded down."""
    turns = [[option.turn for option in mine] for mine in options]
    return [
        [[floor_of(each, BITS) for each in (*(r[player] for player in living), k)] for r, k in mine] for mine in turns
    ]


def _composed(r: int, k: int, ends: Interval) -> Interval:
    """Return an interval that holds `r + k v`, all of them times `2^BITS`; `r` and `k` are rounded down."""
    return r + (k * ends[0] >> BITS), r + 1 - (-(k + 1) * ends[1] >> BITS)


def _induced(options: Options, living: Order) -> set[Profile]:
    """Return the plans, with a period of at most `LONGEST`, to which backward induction leads from some last values."""
    one, size = 1 << BITS, len(living)
    turns = _rounded(options, living)
    near = one >> (BITS // 2)
    found: set[Profile] = set()
    for end in (None, *range(size)):
        values = [one * (place == end) for place in range(size)]
        rounds: list[Profile] = []
        before: dict[tuple[int, ...], int] = {}
        while len(rounds) < ROUNDS:
            check()
            first = before.setdefault(tuple(values), len(rounds))
            if first < len(rounds):  # the same values again: so are all rounds before them
                rounds += rounds[first : first + ROUNDS - len(rounds)]
                continue
            taken: Profile = ()
            for place in reversed(range(size)):
                worths = [gains[place] + (k * values[place] >> BITS) for *gains, k in turns[place]]
                index = next(index for index, worth in enumerate(worths) if worth >= max(worths) - near)
                *gains, k = turns[place][index]
                values = [r + (k * value >> BITS) for r, value in zip(gains, values, strict=True)]
                taken = index, *taken
            rounds.append(taken)
        rounds.reverse()  # the order of play
        period = next((p for p in range(1, LONGEST + 1) if rounds[: 4 * p] == rounds[p : 5 * p]), None)
        if period is not None:
            found.add(min(sum(rounds[start:period] + rounds[:start], ()) for start in range(period)))
    return found


def plans_of(options: Options, living: Order, period: int) -> tuple[list[SetPlay], bool, int]:
    """Return the equilibria of a set: all up to a period, and longer ones as far as backward induction finds them.

    The result also says whether the list up to the period is complete, and how many turns the search followed.
    """
    profiles: dict[Profile, None] = {}
    complete, turns, size = True, 0, len(living)
    for rounds in range(1, period + 1):
        left = iter(range(MOST_TURNS))
        for profile in _paths(options, living, rounds, left):
            if profile is None:
                complete = False
            elif all(profile < profile[at:] + profile[:at] for at in range(size, len(profile), size)):
                profiles[profile] = None  # of the shifts of a plan by rounds, the first one only
        turns += MOST_TURNS - length_hint(left)
    profiles |= dict.fromkeys(sorted(_induced(options, living), key=lambda one: (len(one), one)))
    taken = ([options[at % size][index] for at, index in enumerate(profile)] for profile in profiles)
    decisions = (decided(options, living, each) for each in taken)
    return [play for play in decisions if play is not None], complete, turns


# ---------------------------------------------------------------------------------------------------------
# Sets of living players, the smallest first


def _selected(problem: Problem, period: int, cap: int, *, smaller_only: bool = False) -> Selected[SetPlay]:
    """Return the equilibria over all selections of plans, and of positions, for the smaller sets.

    Parameters: `problem`; `period`, up to which the plans of a set are searched; `cap`, the most selections;
    `smaller_only`, whether to leave out the set of all players.

    Raises `ProblemError` if a smaller set has no equilibrium that the search finds.
    """
    whole, work, complete = problem.order, 0, True
    sets = reachable_sets(problem)
    first_on_move = set[Order]().union(*(orders_after(problem, living) for living in sets))

    def solve(living: Order, below: Mapping[Order, SetPlay]) -> list[SetPlay]:
        nonlocal work, complete
        if smaller_only and living == whole:
            return []
        options = options_of(problem, living, wins_after(problem, below.values()))
        plays, listed, turns = plans_of(options, living, period)
        complete, work = complete and listed, work + turns
        enters = [living != whole and living[seat:] + living[:seat] in first_on_move for seat in range(len(living))]
        return [
            replace(play, begins=begins)
            for play in plays
            for begins in product(*(range(len(play.aims) // len(living) if here else 1) for here in enters))
        ]

    def same(play: SetPlay) -> Any:
        if play.living == whole:
            return play.aims, tuple(play.values), play.strict
        return tuple(win for order, win in play.wins().items() if order in first_on_move)

    found = over_selections(
        whole, lambda living: sets_after(problem, living), solve, same, cap=cap, tired=lambda: work >= MOST_WORK
    )
    if found.dead_end and not found.smaller:
        raise ProblemError(
            f"no periodic equilibrium was found for {problem.order_text(found.dead_end[0])}, which can be left; try a "
            "longer period"
        )
    found.complete = found.complete and complete
    return found


# ---------------------------------------------------------------------------------------------------------
# Answers


@states_a_problem
def periodic_equilibria(
    problem: AnyProblem,
    *,
    period: int = 2,
    cap: int = CAP,
    **statement: Unpack[Statement],
) -> PeriodicEquilibria:
    """Return the equilibria in which the aims of each set of living players repeat after some rounds.

    >>> for play in periodic_equilibria("1/5 4/5 1/2 7/10 3/5"):
    ...     print(play, [round(float(start[3]), 4) for start in play.starts])
    in A, B, C, D, E, period 2: C, D, A, Miss, C; C, Miss, A, E, C (strict) [0.0257, 0.0894]

    Parameters:
        problem: a `Problem`, or hit probabilities in [0, 1], of at most 16 players.
        period: the search lists all equilibria up to this period, from 1 to 12; longer ones are listed as far as
            backward induction finds them.
        cap: the largest number of selections of plans with different values for the smaller sets. Beyond it, and after
            500,000 turns, which equal players can reach, the answer says `complete=False`.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    The steps, for all sets that can be reached, the smallest first: (1) compute what each option is worth after a hit,
    from a selection of plans and positions for the smaller sets; (2) list all plans up to `period` that may be
    equilibria, and those that backward induction from several values finds; (3) decide each by exact numbers. Complete
    with period 1, these are the pure equilibria of `equilibria`.

    Raises the errors of `Problem`, `NumberError` for a bad period or cap, and `ProblemError` for more than 16 players
    and if a smaller set has no equilibrium that the search finds.
    """
    period = read_count(period, "period", 1, MOST_PERIOD)
    asked = _asked(problem, statement)
    found = _selected(asked, period, cap)

    def record(play: SetPlay) -> PeriodicEquilibrium:
        values = tuple(tuple(map(public, win)) for win in play.values)
        entry = tuple(begin + 1 for begin in play.begins) if play.living != asked.order else ()
        size = len(play.living)
        rounds = [slice(at, at + size) for at in range(0, len(values), size)]
        aims, wins = tuple(play.aims[each] for each in rounds), tuple(values[each] for each in rounds)
        return PeriodicEquilibrium(play.living, aims, wins, play.strict, entry, problem=asked)

    return PeriodicEquilibria(asked, tuple(recorded(found.selections, record)), period, found.complete)


def _asked(problem: AnyProblem, statement: Statement) -> Problem:
    asked = stated(problem, **statement)
    if asked.players > MOST_PLAYERS:
        raise ProblemError(f"{asked.players} players: play in sets of living players is for at most {MOST_PLAYERS}")
    return asked


@states_a_problem
def finite_rounds(
    problem: AnyProblem,
    rounds: int,
    *,
    clock: str = "phase",
    selection: int = 1,
    period: int = 1,
    **statement: Unpack[Statement],
) -> FiniteRounds:
    """Return play with a last round, after which nobody wins, for 1 to `rounds` rounds.

    >>> play = finite_rounds("1/5 4/5 1/2 7/10 3/5", 41)
    >>> [[str(aim) for aim in aims] for aims in play.aims[-2:]]
    [['C', 'D', 'A', 'Miss', 'C'], ['C', 'Miss', 'A', 'E', 'C']]
    >>> [round(float(win[3]), 4) for win in play.values[-2:]]
    [0.0257, 0.0894]

    Parameters:
        problem: a `Problem`, or hit probabilities in [0, 1], of at most 16 players.
        rounds: the number of rounds of the set of all players, from 1 to 100,000.
        clock: "phase" if only the set of all players has a last round, and smaller sets play for ever; "game" if the
            rounds count over the whole game, so that a smaller set has the rounds that are left.
        selection: with the clock "phase", which selection of equilibria of the smaller sets counts, from 1. Selections
            with equal values count as one.
        period: up to which the equilibria of the smaller sets are searched.
        targets, search, …: as for `Problem`, if only hit probabilities are given.

    The steps: backward induction, the last turn of the last round first. The player on move takes the option with the
    largest `r + k v`, where `v` is the value at the next turn, 0 after the last; the tie rule breaks ties.

    Raises the errors of `Problem`, `NumberError` for bad numbers, and `ProblemError` for an unknown clock, a selection
    that does not exist, and more than 16 players.
    """
    rounds = read_count(rounds, "rounds", 1, MOST_ROUNDS)
    asked = _asked(problem, statement)
    after: Vector = [inside(Fraction(0))] * asked.players
    aims, values, ties = [], [], []
    for left, wins in zip(range(1, rounds + 1), wins_in_rounds(asked, clock, selection, period), strict=False):
        check()
        play, tied = _round(asked, asked.order, after, wins)
        after = play.values[0]
        aims.append(by_player(asked.order, play.aims))
        values.append(tuple(map(public, after)))
        ties += [RoundTie(left, *one, problem=asked) for one in tied]
    return FiniteRounds(asked, clock, tuple(aims), tuple(values), tuple(ties))


def wins_in_rounds(
    problem: Problem, clock: str, selection: int = 1, period: int = 1
) -> Iterator[Callable[[int], Wins]]:
    """Yield for 1, 2, … rounds left the win probabilities after a hit, as a function of the shooter.

    Parameters: `problem`; `clock`, `selection` and `period`, as for `finite_rounds`.
    """
    if clock not in CLOCKS:
        raise ProblemError(f"clock: {shown(clock)} is not known; give {' or '.join(CLOCKS)}")
    if clock == "phase":
        found = _selected(problem, read_count(period, "period", 1, MOST_PERIOD), CAP, smaller_only=True).smaller
        if not 1 <= read_count(selection, "selection") <= len(found):
            there = f"there {'is' if len(found) == 1 else 'are'} {len(found)}"
            raise ProblemError(f"selection: {shown(selection)} does not exist; {there}")
        for_ever = wins_after(problem, found[selection - 1].chosen.values())
        yield from repeat(lambda shooter: for_ever)
    ended = wins_after(problem, [])
    *sets, _ = reachable_sets(problem)
    nobody = [[inside(Fraction(0))] * problem.players] * problem.players
    later = wins_after(problem, [SetPlay(living, (), nobody, strict=False) for living in sets])
    while True:
        now = dict(ended)
        wins = partial(_in_this_round, problem, now, later)
        for living in sets:
            now |= _round(problem, living, later[living], wins)[0].wins()
        yield wins
        later = now


def _in_this_round(problem: Problem, now: Wins, later: Wins, shooter: int) -> Wins:
    """Return the win probabilities after a hit: a player behind the shooter is on move in the same round."""
    behind = problem.order[problem.order.index(shooter) + 1 :]
    return {order: (now if order[0] in behind else later)[order] for order in now}


def _round(
    problem: Problem, living: Order, after: Vector, wins: Callable[[int], Wins]
) -> tuple[SetPlay, list[tuple[int, tuple[Aim, ...], Aim]]]:
    """Return one round of a set, and its ties, given the values after it."""
    taken: tuple[Aim, ...] = ()
    values = [after]
    ties: list[tuple[int, tuple[Aim, ...], Aim]] = []
    for player in reversed(living):
        aims = choices(problem, living, player)
        turns = [turn_of(problem, living, player, aim, wins(player)) for aim in aims]
        here = [[won + k * rest for won, rest in zip(r, values[0], strict=True)] for r, k in turns]
        best = max(win[player] for win in here)
        equal = [index for index, win in enumerate(here) if win[player] == best]
        chosen = equal[break_tie(problem, [aims[index] for index in equal], [here[index] for index in equal])]
        if len(equal) > 1:
            ties.append((player, tuple(aims[index] for index in equal), aims[chosen]))
        taken = aims[chosen], *taken
        values.insert(0, here[chosen])
    return SetPlay(living, taken, values, strict=False), ties
