"""Optimal aims by simulation: play every profile many times, then choose by backward induction over the estimates.

This is a slow approximation of the exact answer of `solve`. It reports a choice as undecided if another option could be
best within the noise of the estimates.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from statistics import NormalDist
from typing import Any, Unpack

from truel_ref.budget import check
from truel_ref.errors import SimulationError, shown
from truel_ref.explain.reasons import Profile, choose, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, Path, People, order_text
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.statement import AnyProblem, Statement, stated, states_a_problem
from truel_ref.numbers import fraction_text, number_text, percent_text, read_rational_probability
from truel_ref.play.phase import cannot_hit
from truel_ref.simulation.estimate import checked_seed, simulate

__all__ = ["SimulatedDecision", "SimulatedSearch", "search_by_simulation"]

PROFILE_LIMIT = 10_000


@dataclass(frozen=True)
class SimulatedDecision:
    """One decision over estimates.

    Fields: `player`, the decider; `earlier`, the history, as aims; `chosen`, the chosen option; `plausible`, every
    option that may be the best within the noise of the estimates, including the noise in the replies; `people`, the
    names of the players, None for their labels.
    """

    player: int
    earlier: tuple[Aim, ...]
    chosen: Aim
    plausible: tuple[Aim, ...]
    people: People | None = field(default=None, compare=False)

    @property
    def decided(self) -> bool:
        """Whether only one option is plausible."""
        return len(self.plausible) == 1

    def __str__(self) -> str:
        before = f" after {', '.join(map(str, self.earlier))}" if self.earlier else ""
        name = order_text((self.player,), self.people)
        if self.decided:
            return f"{name}{before}: {self.chosen}"
        others = ", ".join(map(str, self.plausible))
        return f"{name}{before}: undecided among {others}, {self.chosen} by the estimates"


@dataclass(frozen=True, repr=False)
class SimulatedSearch:
    """The outcome of a search by simulation.

    Fields: `problem`; `games`, per profile and turn; `seed`; `engine`; `confidence`, of each comparison; `results`, the
    estimated `Profile` of every path; `path`, the chosen path, None in a stalemate; `decisions`, those on the path.
    """

    problem: Problem
    games: int
    seed: int
    engine: str
    confidence: Fraction
    results: dict[Path, Profile]
    path: Path | None
    decisions: tuple[SimulatedDecision, ...]

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact: always false."""
        return False

    @property
    def aims(self) -> tuple[Aim, ...] | None:
        """The chosen aims of the first phase, None in a stalemate."""
        return None if self.path is None else self.results[self.path].aims

    @property
    def win(self) -> tuple[Fraction, ...]:
        """The estimated win probabilities, all 0 in a stalemate."""
        return (Fraction(0),) * self.problem.players if self.path is None else self.results[self.path].wins[0]

    @property
    def decided(self) -> bool:
        """Whether every choice on the path is beyond the noise."""
        return all(decision.decided for decision in self.decisions)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data for JSON."""
        people = self.problem.people
        return {
            "aims": None if self.aims is None else [aim.to_json() for aim in people.by_person(self.aims)],
            "win": [fraction_text(win) for win in people.by_person(self.win)],
            "decided": self.decided,
            "decisions": [
                {
                    "player": people.label(decision.player),
                    "earlier": [aim.to_json() for aim in decision.earlier],
                    "chosen": decision.chosen.to_json(),
                    "plausible": [aim.to_json() for aim in decision.plausible],
                }
                for decision in self.decisions
            ],
            "games": self.games,
            "seed": self.seed,
            "engine": self.engine,
            "confidence": fraction_text(self.confidence),
        }

    def __repr__(self) -> str:
        aims = "nothing" if self.aims is None else ", ".join(map(str, self.aims))
        decided = "decided" if self.decided else "undecided"
        return f"<SimulatedSearch of {len(self.results)} profiles, {self.games:,} games each: {aims}, {decided}>"

    def __str__(self) -> str:
        """Return a table of the chosen aims, and the undecided choices."""
        from tabulate import tabulate

        aims = self.aims or (None,) * self.problem.players
        named = [
            (name, number_text(hit), "none" if aim is None else str(aim), percent_text(win, 2))
            for name, hit, aim, win in zip(
                map(self.problem.label, self.problem.first_order), self.problem.hits, aims, self.win, strict=True
            )
        ]
        rows = self.problem.people.by_person(named)
        table: str = tabulate(rows, ("player", "hit", "aim", "estimate"), disable_numparse=True)
        undecided = [f"  {decision}" for decision in self.decisions if not decision.decided]
        note = (
            f"{self.games:,} games for each of {len(self.results)} profiles at each turn, by the engine {self.engine} "
            f"with seed {self.seed}; each comparison with {percent_text(self.confidence, 2)} confidence"
        )
        return "\n".join([table, note, *(["undecided within the noise:", *undecided] if undecided else [])])


@states_a_problem
def search_by_simulation(
    problem: AnyProblem,
    *,
    games: int = 10**6,
    seed: int = 1,
    engine: str = "counts",
    confidence: object = Fraction(999, 1000),
    progress: Callable[[int], object] | None = None,
    **statement: Unpack[Statement],
) -> SimulatedSearch:
    """Return the aims that are optimal in the first phase by simulation, and whether each choice is decided.

    >>> search = search_by_simulation(["1/3", "2/3", 1], games=10**6, seed=1)
    >>> [str(aim) for aim in search.aims], search.decided
    (['Miss', 'C', 'B'], True)

    The steps: (1) play every profile of the first phase, from the first turn of each player, with the exact policy in
    the later phases; (2) choose by backward induction (R3.1, R3.2) over the shares of games won, as `explain.choose`
    does; (3) at each node keep every plausible continuation. A continuation is plausible unless it is significantly
    worse than the maximum, over the options, of the minimum over the plausible continuations of an option. The test
    compares two shares by their difference divided by its standard error, after adding one success and one failure to
    each.

    Parameters: `problem` and its keywords as for `solve`; `games`, the games for each profile and turn; `seed`;
    `engine` as for `simulate`; `confidence`, of each single comparison, in (1/2, 1); `progress`, called with 1 after
    each profile.

    Raises `SimulationError` for more than 10,000 profiles and for bad arguments, and the errors of `solve`.

    Source of the comparison: A. Agresti and B. Caffo, The American Statistician 54 (2000), 280-288.
    """
    asked = stated(problem, **statement)
    sure = read_rational_probability(confidence, "confidence")
    if not Fraction(1, 2) < sure < 1:
        raise SimulationError(f"confidence: {shown(confidence)} is not between 1/2 and 1, as 0.999 is")
    checked_seed(seed)
    options = target_options(asked)
    profiles = prod(map(len, options))
    if profiles > PROFILE_LIMIT:
        raise SimulationError(
            f"there are {profiles:,} profiles, more than the limit of {PROFILE_LIMIT:,}; "
            f"predefine some targets, or search fewer options"
        )
    solution = solve(asked)
    living = asked.first_order
    results: dict[Path, Profile] = {}
    for path in product(*(range(len(aims)) for aims in options)):
        check()
        aims = tuple(options[place][option] for place, option in enumerate(path))
        results[path] = _played(solution, aims, path, games, seed, engine)
        if progress is not None:
            progress(1)
    chosen = choose(asked, living, results)
    path_taken = chosen[()].path
    plausible = _plausible(living, options, results, games, NormalDist().inv_cdf(float(sure)))
    decisions = [
        SimulatedDecision(
            player=living[place],
            earlier=results[path_taken].aims[:place],
            chosen=results[path_taken].aims[place],
            plausible=tuple(
                options[place][option] for option in sorted({path[place] for path in plausible(path_taken[:place])})
            ),
            people=asked.people,
        )
        for place in range(len(living))
        if path_taken is not None and asked.has_choice(living, living[place])
    ]
    return SimulatedSearch(asked, games, seed, engine, sure, results, path_taken, tuple(decisions))


def _played(solution: Solution, aims: tuple[Aim, ...], path: Path, games: int, seed: int, engine: str) -> Profile:
    """Return the worth of a profile by simulation, at the first turn of each player."""
    problem = solution.problem
    stalls = all(cannot_hit(hit, aim) for hit, aim in zip(problem.hits, aims, strict=True))
    nothing = (Fraction(0),) * problem.players
    seeds = [random.Random(f"{seed}/{path}/{place}").getrandbits(64) for place in range(problem.players)]
    wins = tuple(
        nothing if stalls else _from_turn(solution, aims, place, games, own, engine) for place, own in enumerate(seeds)
    )
    return Profile(aims, wins, stalls)


def _from_turn(
    solution: Solution, aims: tuple[Aim, ...], place: int, games: int, seed: int, engine: str
) -> tuple[Fraction, ...]:
    """Return the shares of games won when the player at a place has the first turn.

    The function renames the players so that this player comes first in the cycle; the simulator does not change.
    """
    players = solution.problem.players

    def renamed(player: int) -> int:
        return (player - place) % players

    def turned(aim: Aim | None) -> Aim | None:
        return None if aim is None else Aim(aim.weights[place:] + aim.weights[:place], aim.is_random)

    hits = solution.problem.hits
    policy = {tuple(map(renamed, phase.order)): tuple(map(turned, phase.aims)) for phase in solution.phases[1:]}
    policy[solution.problem.first_order] = tuple(map(turned, aims[place:] + aims[:place]))
    estimate = simulate(hits[place:] + hits[:place], policy, games=games, seed=seed, engine=engine)
    return tuple(estimate.win[renamed(player)] for player in range(players))


def _plausible(
    order: Order, options: tuple[tuple[Aim, ...], ...], results: dict[Path, Profile], games: int, bound: float
) -> Callable[[Path], list[Path]]:
    """Return a function that gives the plausible continuations of a node, each as a profile."""
    known: dict[Path, list[Path]] = {}

    def surely_less(less: Fraction, more: Fraction) -> bool:
        low, high = ((share * games + 1) / (games + 2) for share in (less, more))
        return float(high - low) > bound * sqrt(float(low * (1 - low) + high * (1 - high)) / (games + 2))

    def plausible(earlier: Path) -> list[Path]:
        if earlier not in known:
            place = len(earlier)
            if place == len(order):
                known[earlier] = [] if results[earlier].stalls else [earlier]
            else:
                follow = [plausible((*earlier, option)) for option in range(len(options[place]))]
                value = {path: results[path].wins[place][order[place]] for paths in follow for path in paths}
                # In any way of breaking the later ties, the best option brings at least this (T8).
                least = max([min([value[path] for path in paths]) for paths in follow if paths], default=Fraction(0))
                known[earlier] = [path for path in value if not surely_less(value[path], least)]
        return known[earlier]

    return plausible
