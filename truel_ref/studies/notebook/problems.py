"""Single problems: `truel`, `ptruel` and `ptruelWhy`, and the three algorithms behind them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import target_options, why
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.problem import Problem
from truel_ref.maps.grid import Aims, rounded
from truel_ref.numbers import percent_text
from truel_ref.play.ties import break_tie
from truel_ref.simulation.estimate import simulate
from truel_ref.studies.notebook.reading import plain, stated, whole
from truel_ref.studies.notebook.tables import Options, chain_text, profiles_text
from truel_ref.studies.notebook.words import (
    Miss,
    Random,
    algFake,
    algMath,
    algSim,
    defaultAlg,
    defaultIterations,
    defaultRndLevel,
    defaultSearch,
    defaultSearchLater,
    defaultTargetLater,
    defaultTargets,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "SEED",
    "Answer",
    "aims_rows",
    "algorithm",
    "answered",
    "invented",
    "ptruel",
    "ptruelWhy",
    "settled",
    "truel",
]

SEED = 1  # of every simulation: the same cell gives the same numbers


@dataclasses.dataclass(frozen=True)
class Answer:
    """What an algorithm says: `aims` of the first phase, `win` and `stalemate`."""

    aims: tuple[Aim, ...]
    win: tuple[Any, ...]
    stalemate: Any

    @property
    def array(self) -> np.ndarray:
        """The answer as the array that `truel` returns."""
        import numpy as np

        return np.vstack([[list(map(rounded, self.win))], aims_rows(self.aims)])


def aims_rows(aims: Iterable[Aim]) -> np.ndarray:
    """Return the lower rows of a result: the simple targets, then the weights of each player."""
    import numpy as np

    listed = list(aims)
    return np.array([[float(_simple(aim)) for aim in listed], *(list(map(rounded, aim.weights)) for aim in listed)])


def settled(problem: Problem, aims: Aims, options: Options | None = None) -> tuple[Aim, ...]:
    """Return the aims with one for everybody: in a stalemate, where all are equal, the one that the tie rule prefers.

    Parameters: `problem`; `aims`, None for who has none; `options`, per player, by default those of the problem.

    >>> [str(aim) for aim in settled(Problem([0, 0, 0]), (None, None, None))]
    ['C', 'C', 'B']
    """
    nothing = (Fraction(0),) * problem.players
    return tuple(
        own[break_tie(problem, own, [nothing] * len(own))] if aim is None else aim
        for aim, own in zip(aims, options or target_options(problem), strict=True)
    )


def _simple(aim: Aim) -> int:
    if aim.target is not None:
        return aim.target
    return Miss if aim.is_miss else Random


def _by_math(problem: Problem, games: int, seed: int) -> Answer:
    solution = solve(problem)
    return Answer(settled(problem, solution.aims), solution.win, solution.stalemate)


def _by_simulation(problem: Problem, games: int, seed: int) -> Answer:
    order = problem.first_order
    if any(problem.has_choice(order, player) for player in order):
        searched = search_by_simulation(problem, games=games, seed=seed)
        aims = searched.aims or settled(problem, _predefined(problem))
        return Answer(aims, searched.win, 1 - sum(searched.win))
    estimate = simulate(solve(problem), games=games, seed=seed)  # it plays aims and finds none
    return Answer(settled(problem, _predefined(problem)), estimate.win, estimate.stalemate)


def _predefined(problem: Problem) -> Aims:
    """Return the aims of the players who have one option, and None for those who are to choose."""
    order = problem.first_order
    return tuple(None if problem.has_choice(order, player) else problem.options(order, player)[0] for player in order)


def _by_invention(problem: Problem, games: int, seed: int) -> Answer:
    """Return a result that is made up: everybody aims at the strongest and wins in proportion to how often he hits."""
    order = problem.first_order
    strongest = (problem.resolve(order, player, Word.STRONGEST) for player in order)
    aims = tuple(given or aim for given, aim in zip(_predefined(problem), strongest, strict=True))
    return Answer(aims, invented(problem), Fraction(0))


def invented(problem: Problem) -> tuple[Any, ...]:
    """Return win probabilities that are made up: in proportion to the hit probabilities."""
    total = sum(problem.hits)
    return tuple(hit / total if total else Fraction(1, problem.players) for hit in problem.hits)


ALGORITHMS: dict[int, Callable[[Problem, int, int], Answer]] = {
    algMath: _by_math,
    algSim: _by_simulation,
    algFake: _by_invention,
}


def algorithm(value: Any) -> int:
    """Return the number of an algorithm. Raises `ProblemError` for an unknown one."""
    value = plain(value)
    if isinstance(value, int) and not isinstance(value, bool) and value in ALGORITHMS:
        return int(value)
    raise ProblemError(f"alg: {shown(value)} is unknown; there are algMath (21), algSim (25) and algFake (29)")


def answered(problem: Problem, alg: Any, iterations: Any, seed: int = SEED) -> Answer:
    """Return the answer of an algorithm to a problem. Raises what `algorithm` and the algorithm raise."""
    return ALGORITHMS[algorithm(alg)](problem, whole(iterations), seed)


def truel(
    pHits: Any,
    targets: Any = defaultTargets,
    search: Any = defaultSearch,
    targetLater: Any = defaultTargetLater,
    searchLater: Any = defaultSearchLater,
    ifEQ: Any = +1,
    alg: Any = defaultAlg,
    iterations: Any = defaultIterations,
    optRndLevel: Any = defaultRndLevel,
) -> np.ndarray:
    """Return who wins how often, and the aims, as one array of floats with n + 2 rows for n players.

    Row 0 holds the win probabilities, correctly rounded from the exact fractions. Row 1 holds the simple targets: the
    index of a player, `Miss`, or `Random` for every mix. The rows from 2 on hold the full aims, one row per player: his
    weights on A, B, …. What the first row lacks to 1 is the chance of a stalemate; in one that is certain, who was to
    choose has the aim that the tie rule prefers among equals.

    Parameters:
        pHits: the hit probabilities, a list or array; floats stand for the simplest fraction.
        targets: one per player: an index, a word, weights; a row 1 or the rows from 2 on of another result will do.
            Empty for `Optimal` throughout; a single word counts for everybody.
        search, searchLater: lists or sets of words; an empty `searchLater` is the same as `search`.
        targetLater: one word for everybody after the first elimination.
        ifEQ: the tie rule: 1, 2, 3; any other positive number for a single player, the earlier first, then a mix, then
            Miss; zero and negative numbers for the reverse of that.
        alg: `algMath` solves exactly. `algSim` plays `iterations` games, and where somebody is to choose plays so many
            for every profile and turn; the same call gives the same numbers. `algFake` makes a result up, to try out
            drawings with: everybody at the strongest, chances in proportion to the hit probabilities.
        iterations: of the simulation.
        optRndLevel: one random level per player, -1, 0 or None for the equal mix alone, or an integer for all.

    Raises what `Problem` and `simulate` raise, and `ProblemError` for an unknown algorithm.

    >>> from truel_ref.notebook import B, C
    >>> truel([1/3, 2/3, 1]).round(3).tolist()
    [[0.397, 0.381, 0.222], [-1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    >>> truel([1/3, 2/3, 1], [C, C, B])[0].round(3).tolist()
    [0.312, 0.54, 0.148]
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    return answered(problem, alg, iterations).array


def ptruel(
    pHits: Any,
    targets: Any = defaultTargets,
    search: Any = defaultSearch,
    targetLater: Any = defaultTargetLater,
    searchLater: Any = defaultSearchLater,
    ifEQ: Any = +1,
    alg: Any = defaultAlg,
    iterations: Any = defaultIterations,
    optRndLevel: Any = defaultRndLevel,
    timeit: Any = True,
) -> None:
    """Print the result of a problem in one line; a star marks the targets that were predefined.

    The parameters are those of `truel`, and `timeit`, whether the line says how long it took. Raises what `truel`
    raises.

    >>> from truel_ref.notebook import B, C, Optimal
    >>> ptruel([1/3, 2/3, 1], [Optimal, C, B], timeit=False)
    pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C* B*
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    begun = time.perf_counter()
    answer = answered(problem, alg, iterations)
    passed = 1000 * (time.perf_counter() - begun)
    aims = [
        f"{aim}{'' if target is Word.OPTIMAL else '*'}"
        for aim, target in zip(answer.aims, problem.targets, strict=True)
    ]
    parts = [f"pHit% {_percent(problem.hits)}", f"pWin% {_percent(answer.win)}", f"targets {' '.join(aims)}"]
    if answer.stalemate:
        parts.insert(2, f"stalemate% {_percent([answer.stalemate])}")
    parts.extend(_provenance(algorithm(alg), iterations))
    if timeit:
        parts.append(f"{passed:.1f} ms")
    print(" | ".join(parts))


def _percent(values: Iterable[Any]) -> str:
    return " ".join(percent_text(value, 1).removesuffix(" %") for value in values)


def _provenance(alg: int, iterations: Any) -> Iterator[str]:
    if alg == algSim:
        yield f"simulated, {whole(iterations):,} games"
    elif alg == algFake:
        yield "made up"


def ptruelWhy(
    pHits: Any,
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    ifEQ: Any = 1,
    optRndLevel: Any = defaultRndLevel,
    alg: Any = defaultAlg,
) -> None:
    """Print why: the chain of choices in words, and every profile with its win probabilities and who would choose it.

    Parameters: those of `truel`; with `algSim` the profiles are played a million times from each turn, and numbers and
    choices are by the estimates.

    Raises what `truel_ref.why` and `truel_ref.search_by_simulation` raise, and `ProblemError` for `algFake`.

    >>> from truel_ref.notebook import B, C, Optimal
    >>> ptruelWhy([1/2, 1/2, 1], targets=[Optimal, C, B])  # doctest: +ELLIPSIS
    A misses because 7/12 > 11/24 (C) > 7/24 (B).
    ...
    3    Miss  C    B    7/12      1/6       1/4       1/6              1/2              C! B! A+
    """
    problem = stated(pHits, targets, search, defaultTargetLater, defaultSearchLater, ifEQ, optRndLevel)
    chosen = algorithm(alg)
    if chosen == algFake:
        raise ProblemError("alg: what is made up has no reasons; give algMath or algSim")
    if chosen == algMath:
        print(why(problem))
        return
    searched = search_by_simulation(problem, games=defaultIterations, seed=SEED)
    print(chain_text(problem, searched.results))
    print(f"\n{defaultIterations:,} games for each profile at each turn\n")
    print(profiles_text(problem, searched.results))
