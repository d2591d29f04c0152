r"""Plans that repeat after some rounds, as equilibria, and play with a last round (R13 of `docs/rules.md`).

A **plan** of a set of living players has one aim for each turn, and repeats after `p` rounds, its period. Let the turns
of the plan be `(r_i, k_i)`, i from 0 to `p n - 1`, and `v_i` the win probabilities at turn `i`:

    v_i = r_i + k_i v_(i+1)                            i + 1 modulo p n; all 0 if every k_i is 1

The plan is an **equilibrium** if no player gains by another option at a single turn, `v_i >= r + k v_(i+1)` for the
player on move and each option `(r, k)`. Then no strategy gains, with memory, a clock or lots (T24,
`docs/mathematics/periodic.md`). As in stationary play, of options with equal `k` only those with the largest own `r`
count (`truel_ref.play.responses`).

**All plans of a period.** A plan read backwards is a path of decisions. The search goes backwards from a box that
contains the unknown values at the end, first all of [0, 1]. At each turn it computes, in outward rounded integers, what
each option is worth at least and at most, follows every option that may be best, and so narrows the box. Each path of
`p` rounds that is left is one plan to be decided exactly. No plan is lost, because an equilibrium takes a best option
at each turn.

**Backward induction** from a last round finds plans of any period, but not all: from some values at the end the
decisions repeat after a while, and exact numbers then decide the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product, repeat
from typing import Any, NamedTuple, TypeAlias, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order, next_order
from truel_ref.game.periodic_play import CLOCKS, FiniteRounds, PeriodicEquilibria, PeriodicEquilibrium, RoundTie
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.limits import check
from truel_ref.numbers import inside, public, read_count
from truel_ref.play.responses import (
    Candidate,
    Profile,
    Settled,
    candidates,
    others,
    turn_of,
    values_at_every_turn,
    worth,
)
from truel_ref.play.selections import CAP, CAP_LIMIT, Selections, choices, sets_after
from truel_ref.play.stationary import MOST_PLAYERS, reachable_sets
from truel_ref.play.ties import break_tie

__all__ = [
    "MOST_PERIOD",
    "MOST_ROUNDS",
    "Entered",
    "Known",
    "Plan",
    "PlanSearch",
    "SetValues",
    "asked_for_plans",
    "equilibria_within",
    "finite_rounds",
    "periodic_equilibria",
    "smaller_sets",
]

MOST_STEPS = 200_000
"""The most turns that the search for all plans of one period follows; without limit, a second or two a round."""

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

WARM_UP = 4
"""How often a round, or a plan, is followed backwards to narrow the box of its values."""

Options: TypeAlias = Sequence[Sequence[Candidate]]
Interval: TypeAlias = tuple[int, int]
Box: TypeAlias = list[Interval]
"""An interval for each living player, in integers: `2^BITS` times a number."""

Known: TypeAlias = "dict[Any, tuple[list[Plan], bool]]"
"""The plans of sets of living players, and whether the lists are complete, by all that they depend on."""

MOST_KNOWN = 4096
"""The most sets that searches keep in common."""


@dataclass(frozen=True, eq=False)
class Plan:
    """An equilibrium in numbers inside.

    Fields: `living`; `aims`, one for each turn, `period` rounds of one turn for each living player; `values`, the win
    probabilities at each turn; `strict`, whether every other option loses, taken at the same turn of every period;
    `below`, the plans of smaller sets.
    """

    living: Order
    aims: tuple[Aim, ...]
    values: Sequence[Sequence[Any]]
    strict: bool
    below: tuple[Entered, ...]

    @property
    def period(self) -> int:
        """How many rounds it takes until the plan repeats."""
        return len(self.aims) // len(self.living)


@dataclass(frozen=True)
class Entered:
    """A plan of a smaller set, and the round of it, from 0, in which each player is on move who may be the first."""

    plan: Plan
    rounds: tuple[int, ...]

    @property
    def living(self) -> Order:
        """The set."""
        return self.plan.living

    @cached_property
    def values(self) -> Sequence[Sequence[Any]]:
        """For each living player the win probabilities at the turn where the plan begins with this player."""
        size = len(self.living)
        return [self.plan.values[begin * size + place] for place, begin in enumerate(self.rounds)]


# ---------------------------------------------------------------------------------------------------------
# One set of living players


def decided(
    options: Options, living: Order, profile: Profile, below: Mapping[Order, Entered], slack: Any = 0
) -> Plan | None:
    """Return the plan with these options, one for each turn, if it is an equilibrium, otherwise None.

    With a `slack` no player may gain more than it; a negative one demands that every other option, taken at the same
    turn of every period, loses more than `-slack`.
    """
    size, strict = len(living), True
    turns = [options[place % size][index].turn for place, index in enumerate(profile)]
    values = values_at_every_turn(turns)
    for place, index in enumerate(profile):
        player, following = living[place % size], values[(place + 1) % len(turns)]
        for other, option in enumerate(options[place % size]):
            if other != index:
                gain = option.own + option.turn[1] * following[player] - values[place][player]
                if gain > max(slack, 0):
                    return None
                v, kappa = others(turns, place, player)
                loss = values[place][player] - worth(option.own, option.turn[1], v, kappa)
                if slack < 0 and loss <= -slack:
                    return None
                strict = strict and loss > 0
    aims = tuple(options[place % size][index].aim for place, index in enumerate(profile))
    largest_first = sorted(below, key=lambda left: -len(left))  # sets of one size stay in their order
    return Plan(living, aims, values, strict, tuple(below[left] for left in largest_first))


def every_plan(
    options: Options, living: Order, below: Mapping[Order, Entered], period: int, slack: Any = 0
) -> tuple[list[Plan], bool]:
    """Return the equilibria of a set whose period is at most `period`, each once, and whether these are all.

    A `slack` counts as in `decided`.
    """
    found: list[Plan | None] = []
    complete = True
    for rounds in range(1, period + 1):
        for profile in _paths(options, living, rounds, _floor(inside(max(Fraction(0), slack))) + (slack > 0)):
            check()
            if profile is None:
                complete = False
            elif _is_first_shift(profile, len(living)):
                found.append(decided(options, living, profile, below, slack))
    return [plan for plan in found if plan is not None], complete


def _is_first_shift(profile: Profile, size: int) -> bool:
    """Return whether no shift of a plan by rounds comes before it, and none is equal to it."""
    return all(profile < profile[start:] + profile[:start] for start in range(size, len(profile), size))


def _paths(options: Options, living: Order, rounds: int, slack: int) -> Iterator[Profile | None]:
    """Yield the lists of options, one for each turn, that may be best at each turn; None if these are not all.

    The `slack` is `2^BITS` times what an option may be below the best one.
    """
    size, left = len(living), iter(range(MOST_STEPS))
    bounds = [[_bounds(option, living) for option in mine] for mine in options]

    def back(place: int, box: Box, path: Profile, only: Profile | None = None) -> Iterator[tuple[Profile, Box]]:
        """Yield the options from the first turn to this one, and a box of the values there, for values in a box."""
        if place < 0 or next(left, None) is None:
            yield path, box
            return
        mine = place % size
        worths = [_composed(gains[mine], k, box[mine]) for gains, k in bounds[mine]]
        least = max(low for low, _ in worths) - slack
        for index, (_, high) in enumerate(worths):
            if high >= least and (only is None or only[place] == index):
                gains, k = bounds[mine][index]
                after = [_composed(r, k, ends) for r, ends in zip(gains, box, strict=True)]
                after[mine] = max(after[mine][0], least), after[mine][1]
                yield from back(place - 1, after, (index, *path), only)

    widest: Box = [(0, 1 << BITS)] * size
    for _ in range(WARM_UP):  # the values of every plan lie in the smallest box that holds those after a round
        reached = [box for _, box in back(size - 1, widest, ())]
        widest = [(min(low for low, _ in ends), max(high for _, high in ends)) for ends in zip(*reached, strict=True)]
    for path, box in back(rounds * size - 1, widest, ()):
        if _returns(partial(back, rounds * size - 1, path=(), only=path), box):
            yield path if len(path) == rounds * size else None


def _returns(again: Callable[..., Iterator[tuple[Profile, Box]]], box: Box) -> bool:
    """Return whether a plan may go on for ever: each of its options may be best again, in ever smaller boxes."""
    for _ in range(WARM_UP):
        box = next((after for _, after in again(box=box)), [])
        if not box:
            return False
    return True


def _composed(r: Interval, k: Interval, ends: Interval) -> Interval:
    """Return an interval that holds `r + k v`, all of them times `2^BITS`."""
    return r[0] + (k[0] * ends[0] >> BITS), r[1] - (-k[1] * ends[1] >> BITS)


def _bounds(option: Candidate, living: Order) -> tuple[Box, Interval]:
    """Return integers below and above `2^BITS` times the numbers of a turn."""
    r, k = option.turn
    gains, passed = [_floor(r[player]) for player in living], _floor(k)
    return [(low, low + 1) for low in gains], (passed, passed + 1)


def _floor(number: Any) -> int:
    """Return the largest integer that is at most `2^BITS` times a number."""
    return (
        number.floor(BITS) if hasattr(number, "floor") else (int(number.numerator) << BITS) // int(number.denominator)
    )


def induced_plans(options: Options, living: Order, below: Mapping[Order, Entered], slack: Any = 0) -> list[Plan]:
    """Return the equilibria that backward induction finds from several values at the end of a last round."""
    one, size = 1 << BITS, len(living)
    bounds = [[_bounds(option, living) for option in mine] for mine in options]
    near = one >> (BITS // 2)
    found: dict[Profile, Plan] = {}
    tried: set[Profile] = set()
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
            taken: list[int] = []
            for place in reversed(range(size)):
                worths = [gains[place][0] + (k[0] * values[place] >> BITS) for gains, k in bounds[place]]
                index = next(index for index, worth in enumerate(worths) if worth >= max(worths) - near)
                gains, k = bounds[place][index]
                values = [r[0] + (k[0] * value >> BITS) for r, value in zip(gains, values, strict=True)]
                taken.append(index)
            rounds.append(tuple(reversed(taken)))
        rounds.reverse()  # the order of play
        period = next((p for p in range(1, LONGEST + 1) if rounds[: 4 * p] == rounds[p : 5 * p]), None)
        if period is not None:
            shifts = [rounds[start:period] + rounds[:start] for start in range(period)]
            profile = tuple(index for each in min(shifts) for index in each)
            plan = None if profile in tried else decided(options, living, profile, below, slack)
            tried.add(profile)
            if plan is not None:
                found[profile] = plan
    return [found[profile] for profile in sorted(found, key=lambda one: (len(one), one))]


# ---------------------------------------------------------------------------------------------------------
# Sets of living players, the smallest first


class PlanSearch:
    """The plans of all sets that can be reached, over all selections of plans and positions for the smaller ones.

    Parameters: `problem`; `period`, up to which the plans of every set are searched; `cap`, the most selections;
    `slack`, which counts as in `decided`; `known`, plans that earlier searches with the same period and slack left.

    Fields: `ways`, every selection; `complete`, whether the search left nothing out.
    """

    def __init__(
        self, problem: Problem, period: int, cap: int, slack: Fraction = Fraction(0), known: Known | None = None
    ) -> None:
        self.problem = problem
        self.slack = slack
        self.known: Known = {} if known is None else known
        self.period = period
        self.complete = True
        self.entrants = _entrants(problem)
        search: Selections[Entered] = Selections(
            problem.order, lambda living: sets_after(problem, living), self._solve, cap
        )
        self.ways = search.ways()
        self.complete &= search.complete
        if not self.ways:
            living, _ = search.dead_ends[0]
            raise ProblemError(
                f"no periodic equilibrium was found for {problem.order_text(living)}, which can be left; try a longer "
                "period"
            )

    def plans_of(self, living: Order, below: Mapping[Order, Entered]) -> list[Plan]:
        """Return the equilibria of a set under a selection: all up to the period, and longer ones as far as found."""
        selected = {left: below[left] for left in reachable_sets(self.problem, living)[:-1]}
        hits = tuple(hit if player in living else Fraction(0) for player, hit in enumerate(self.problem.hits))
        key = hits, self.problem.words, self.problem.tie_rule, living, tuple(selected.values())
        if key not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[key] = self._searched(living, selected)
        plans, complete = self.known[key]
        self.complete &= complete
        return plans

    def _searched(self, living: Order, selected: Mapping[Order, Entered]) -> tuple[list[Plan], bool]:
        """Return the equilibria of a set under a selection, and whether the list up to the period is complete."""
        options = self.options(living, selected)
        plans, complete = every_plan(options, living, selected, self.period, self.slack)
        induced = induced_plans(options, living, selected, self.slack)
        listed = {plan.aims for plan in plans}
        return plans + [plan for plan in induced if plan.aims not in listed], complete

    def options(self, living: Order, below: Mapping[Order, Entered]) -> Options:
        """Return the options of each living player that may be best."""
        return [candidates(self.problem, living, player, below, self.slack) for player in living]

    def _solve(self, living: Order, below: Mapping[Order, Entered]) -> list[Entered]:
        entered = []
        for plan in self.plans_of(living, below):
            begins = [range(plan.period) if player in self.entrants[living] else (0,) for player in living]
            entered += [Entered(plan, rounds) for rounds in product(*begins)]
        return entered


def _entrants(problem: Problem) -> dict[Order, set[int]]:
    """Return for every set that can be reached who may be the first on move in it."""
    entrants: dict[Order, set[int]] = {living: set() for living in reachable_sets(problem)}
    for living in entrants:
        for shooter in living if len(living) > 2 else ():
            aims = problem.options(living, shooter) if problem.hits[shooter] else ()
            for victim in {victim for aim in aims for victim in aim.targets}:
                after = next_order(living, shooter, victim)
                entrants[problem.in_cycle(after)].add(after[0])
    return entrants


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
        cap: the largest number of selections of plans for the smaller sets.
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
    return equilibria_within(asked_for_plans(problem, statement), period, read_count(cap, "cap", 1, CAP_LIMIT))


def equilibria_within(
    asked: Problem, period: int, cap: int, slack: Fraction = Fraction(0), known: Known | None = None
) -> PeriodicEquilibria:
    """Return what `periodic_equilibria` returns, if an option must be better by more than a slack to be better.

    Parameters: `asked`, the problem; `period` and `cap`, as there; `slack`, the largest gain that does not count, or,
    below 0, the least loss that every other option must bring, taken at the same turn of every period; `known`, plans
    that earlier searches with the same period and slack left.

    >>> [len(equilibria_within(Problem(["1/3", "2/3", 1]), 1, 10, Fraction(slack, 100))) for slack in (-1, 0, 10)]
    [1, 1, 2]
    """
    search = PlanSearch(asked, period, cap, slack, known)
    records: dict[int, PeriodicEquilibrium] = {}

    def entered(one: Entered) -> PeriodicEquilibrium:
        if id(one) not in records:
            records[id(one)] = record(one.plan, tuple(begin + 1 for begin in one.rounds))
        return records[id(one)]

    def record(
        plan: Plan, entry: tuple[int, ...] = (), below: tuple[PeriodicEquilibrium, ...] = ()
    ) -> PeriodicEquilibrium:
        size = len(plan.living)
        starts = range(0, len(plan.aims), size)
        values = [tuple(map(public, win)) for win in plan.values]
        return PeriodicEquilibrium(
            plan.living,
            tuple(plan.aims[start : start + size] for start in starts),
            tuple(tuple(values[start : start + size]) for start in starts),
            plan.strict,
            entry,
            below,
            problem=asked,
        )

    plans = [plan for way in search.ways for plan in search.plans_of(asked.order, way)]
    found = [record(plan, below=tuple(map(entered, plan.below))) for plan in plans]
    return PeriodicEquilibria(asked, tuple(found), period, search.complete, len(search.ways))


def asked_for_plans(problem: AnyProblem, statement: Statement) -> Problem:
    """Return the stated problem. Raises `ProblemError` for more than 16 players."""
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
        selection: with the clock "phase", which selection of equilibria of the smaller sets counts, from 1.
        period: up to which the equilibria of the smaller sets are searched.
        targets, search, …: as for `Problem`, if only hit probabilities are given.

    The steps: backward induction, the last turn of the last round first. The player on move takes the option with the
    largest `r + k v`, where `v` is the value at the next turn, 0 after the last; the tie rule breaks ties.

    Raises the errors of `Problem`, `NumberError` for bad numbers, and `ProblemError` for an unknown clock, a selection
    that does not exist, and more than 16 players.
    """
    rounds = read_count(rounds, "rounds", 1, MOST_ROUNDS)
    asked = asked_for_plans(problem, statement)
    if clock not in CLOCKS:
        raise ProblemError(f"clock: {shown(clock)} is not known; give {' or '.join(CLOCKS)}")
    below: Mapping[Order, Settled] = {}
    if clock == "phase":
        search = PlanSearch(asked, read_count(period, "period", 1, MOST_PERIOD), CAP)
        if not 1 <= selection <= len(search.ways):
            there = f"there {'is' if len(search.ways) == 1 else 'are'} {len(search.ways)}"
            raise ProblemError(f"selection: {shown(selection)} does not exist; {there}")
        below = search.ways[selection - 1]
    after: Sequence[Any] = [inside(Fraction(0))] * asked.players
    aims, values, ties = [], [], []
    for left, settled in zip(range(1, rounds + 1), smaller_sets(asked, clock, below), strict=False):
        check()
        taken, (after, *_), tied = _round(asked, asked.order, after, settled)
        aims.append(by_player(asked.order, taken))
        values.append(tuple(map(public, after)))
        ties += [RoundTie(left, *one, problem=asked) for one in tied]
    return FiniteRounds(asked, clock, tuple(aims), tuple(values), tuple(ties))


def smaller_sets(
    problem: Problem, clock: str, below: Mapping[Order, Settled]
) -> Iterator[Callable[[int], Mapping[Order, Settled]]]:
    """Yield for 1, 2, … rounds left the values of the smaller sets after a hit, as a function of the shooter.

    Parameters: `problem`; `clock`, as for `finite_rounds`; `below`, the selection that counts with the clock "phase".
    """
    if clock == "phase":
        yield from repeat(lambda shooter: below)
    *sets, _ = reachable_sets(problem)
    later = {living: [[inside(Fraction(0))] * problem.players] * len(living) for living in sets}
    while True:
        now: dict[Order, Any] = {}
        settled = partial(_in_this_round, problem, now, later)
        for living in sets:
            _, now[living], _ = _round(problem, living, later[living][0], settled)
        yield settled
        later = now


class SetValues(NamedTuple):
    """A set of living players, and for each of them the win probabilities at the turn where play begins with them."""

    living: Order
    values: Sequence[Sequence[Any]]


def _in_this_round(
    problem: Problem, now: Mapping[Order, Any], later: Mapping[Order, Any], shooter: int
) -> Mapping[Order, Settled]:
    """Return the values of smaller sets after a hit: players behind the shooter are on move in the same round."""
    behind = problem.order[problem.order.index(shooter) + 1 :]
    return {
        left: SetValues(left, [(now if player in behind else later)[left][place] for place, player in enumerate(left)])
        for left in now
    }


def _round(
    problem: Problem, living: Order, after: Sequence[Any], below: Callable[[int], Mapping[Order, Settled]]
) -> tuple[tuple[Aim, ...], list[Sequence[Any]], list[tuple[int, tuple[Aim, ...], Aim]]]:
    """Return the aims of a round, the values at its turns and its ties, given the values after it."""
    taken: list[Aim] = []
    values: list[Sequence[Any]] = []
    ties: list[tuple[int, tuple[Aim, ...], Aim]] = []
    for player in reversed(living):
        aims = choices(problem, living, player)
        turns = [turn_of(problem, living, player, aim, below(player)) for aim in aims]
        wins = [[won + k * rest for won, rest in zip(r, after, strict=True)] for r, k in turns]
        best = max(win[player] for win in wins)
        equal = [index for index, win in enumerate(wins) if win[player] == best]
        chosen = equal[break_tie(problem, [aims[index] for index in equal], [wins[index] for index in equal])]
        if len(equal) > 1:
            ties.append((player, tuple(aims[index] for index in equal), aims[chosen]))
        after = wins[chosen]
        taken.append(aims[chosen])
        values.append(after)
    return tuple(reversed(taken)), values[::-1], ties
