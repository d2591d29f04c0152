"""Optimal aims by simulation: play every profile many times, then choose by backward induction over the estimates.

This is a slow approximation of the exact answer of `solve`. It reports a choice as undecided if another option could be
best within the noise of the estimates.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod, sqrt
from statistics import NormalDist
from typing import ClassVar, Unpack

from truel_ref.errors import ProblemError, refuse
from truel_ref.explain.reasons import ProfileResult, choose, target_options
from truel_ref.fast.solving import solve
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.parts import PerPlayer, by_player
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.limits import check
from truel_ref.numbers import read_count
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Cell, Percent, Table
from truel_ref.simulation.estimates import engine_named, simulate
from truel_ref.simulation.rules import DiceGame, in_turn
from truel_ref.simulation.story import MOST_SEED

PROFILE_LIMIT = 10_000

SURE = NormalDist().inv_cdf(0.999)
"""The standard errors of a difference that is no noise."""


@frozen
class SimulatedSearch(Record):
    """The outcome of a search by simulation.

    Fields: `problem`; `games`, per profile and turn; `seed`; `engine`; `results`, the estimated `ProfileResult` of
    every profile; `profile`, the chosen one, None in a stalemate; `plausible`, for each player every option that may be
    the best after the chosen announcements within the noise of the estimates, including the noise in the replies.
    """

    problem: Problem
    games: int
    seed: int
    engine: str
    results: dict[Profile, ProfileResult]
    profile: Profile | None
    plausible: PerPlayer[tuple[Aim, ...]]

    _keys: ClassVar[tuple[str, ...]] = ("problem", "aims", "win", "decided")
    _unwritten: ClassVar[tuple[str, ...]] = ("results", "profile")

    @property
    def aims(self) -> PerPlayer[Aim | None]:
        """The chosen aims of the first phase, None in a stalemate."""
        aims = (None,) * self.problem.players if self.profile is None else self.results[self.profile].aims
        return by_player(self.problem.order, aims)

    @property
    def win(self) -> PerPlayer[Fraction]:
        """The estimated win probabilities, all 0 in a stalemate."""
        return (Fraction(0),) * self.problem.players if self.profile is None else self.results[self.profile].wins[0]

    @property
    def decided(self) -> bool:
        """Whether every choice on the path is beyond the noise."""
        return all(len(aims) < 2 for aims in self.plausible)

    def _table(self) -> Table:
        problem, text = self.problem, self.problem.aim_text
        unclear = [", ".join(map(text, aims)) if len(aims) > 1 else "" for aims in self.plausible]
        columns = problem.names, problem.hits, map(text, self.aims), map(Percent, self.win), unclear
        rows: list[Sequence[Cell]] = [*zip(*columns, strict=True)]
        many = f"{self.games:,} game{'s' * (self.games > 1)} for each of {len(self.results)} profiles"
        return Table(
            ("player", "hit", "aim", "estimate", "undecided among"),
            rows,
            notes=[f"{many} at each turn, with seed {self.seed}"],
        )


@states_a_problem
def search_by_simulation(
    problem: AnyProblem,
    games: int | None = None,
    *,
    seed: int = 1,
    engine: str | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> SimulatedSearch:
    """Return the aims that are optimal in the first phase by simulation, and whether each choice is decided.

    >>> search = search_by_simulation(["1/3", "2/3", 1], games=10**6, seed=1)
    >>> [str(aim) for aim in search.aims], search.decided
    (['Miss', 'C', 'B'], True)

    The steps: (1) play every profile of the first phase, from the first turn of each player, with the exact policy in
    the later phases; (2) choose by backward induction (R3.1, R3.2) over the shares of games won, as `choose` does;
    (3) after each history keep every plausible continuation. A continuation is plausible unless it is significantly
    worse than the maximum, over the options, of the minimum over the plausible continuations of an option. The test
    compares two shares by their difference divided by its standard error, after adding one success and one failure to
    each, with a confidence of 99.9 %.

    Parameters: `problem` and its keywords as for `solve`; `games`, the games for each profile and turn, by default a
    million, or 1,000 one by one; `seed` and `engine` as for `simulate`; `progress`, called with 1 after each profile.

    Raises `ProblemError` for more than 10,000 profiles and for bad arguments, and the errors of `solve`.

    Source of the comparison: A. Agresti and B. Caffo, The American Statistician 54 (2000), 280-288.
    """
    asked, engine = stated(problem, **statement), engine_named(engine)
    games = (10**6 if engine == "counts" else 1_000) if games is None else games
    seed = read_count(seed, "seed", 0, MOST_SEED)
    options = target_options(asked)
    profiles = prod(map(len, options))
    too_many = f"there are {profiles:,} profiles, more than the limit of {PROFILE_LIMIT:,}"
    refuse(ProblemError, (profiles > PROFILE_LIMIT, f"{too_many}; predefine some targets, or search fewer options"))
    solution = solve(asked)
    results: dict[Profile, ProfileResult] = {}
    for path in product(*(range(len(aims)) for aims in options)):
        check()
        aims = tuple(map(tuple.__getitem__, options, path))
        results[path] = _played(solution, aims, path, games, seed, engine)
        if progress is not None:
            progress(1)
    chosen = choose(asked, asked.order, results)[()].path
    plausible = _plausible(asked.order, options, results, games)
    best = [{path[seat] for path in plausible((chosen or ())[:seat])} for seat in range(asked.players)]
    unclear = [tuple(mine[option] for option in sorted(some)) for mine, some in zip(options, best, strict=True)]
    return SimulatedSearch(asked, games, seed, engine, results, chosen, by_player(asked.order, unclear))


def _played(
    solution: Solution, aims: tuple[Aim, ...], path: Profile, games: int, seed: int, engine: str
) -> ProfileResult:
    """Return the shares of games won under a profile, with the first turn at each seat."""
    problem, order = solution.problem, solution.problem.order
    rules = in_turn(problem, {phase.order: (phase.aims,) for phase in solution.phases} | {order: (aims,)})
    wins = []
    for seat in range(len(order)):
        game = DiceGame(problem, (replace(rules, start=(order, seat, 0)),))
        own = random.Random(f"{seed}/{path}/{seat}").getrandbits(64)
        wins.append(simulate(game, games=games, seed=own, engine=engine).win)
    return ProfileResult(aims, tuple(wins), stalls=rules.left(rules.start) is not None)


def _plausible(
    order: Order, options: tuple[tuple[Aim, ...], ...], results: dict[Profile, ProfileResult], games: int
) -> Callable[[Profile], set[Profile]]:
    """Return a function that gives the plausible continuations of a history, each as a profile."""

    def surely_less(less: Fraction, more: Fraction) -> bool:
        low, high = ((share * games + 1) / (games + 2) for share in (less, more))
        return float(high - low) > SURE * sqrt(float(low * (1 - low) + high * (1 - high)) / (games + 2))

    @cache
    def plausible(earlier: Profile) -> set[Profile]:
        seat = len(earlier)
        if seat == len(order):
            return set() if results[earlier].stalls else {earlier}
        follow = [plausible((*earlier, option)) for option in range(len(options[seat]))]
        value = {path: results[path].wins[seat][order[seat]] for paths in follow for path in paths}
        # In any way of breaking the later ties, the best option brings at least this (T8).
        least = max((min(value[path] for path in paths) for paths in follow if paths), default=Fraction(0))
        return {path for path in value if not surely_less(value[path], least)}

    return plausible
