"""Single problems: `truel`, `ptruel` and `ptruelWhy`, and the three algorithms behind them."""

from __future__ import annotations

import dataclasses
import numbers
import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import why
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.maps.grid import Aims, Pixel, rounded
from truel_ref.numbers import percent_text
from truel_ref.simulation.estimate import simulate
from truel_ref.studies.notebook.reading import plain, stated, whole
from truel_ref.studies.notebook.words import GAMES, SEARCH, Invalid, Miss, Optimal, Random, algFake, algMath, algSim

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ALGORITHMS", "Answer", "aims_rows", "algorithm", "predefined", "ptruel", "ptruelWhy", "truel"]


@dataclasses.dataclass(frozen=True)
class Answer:
    """What an algorithm says: `aims` of the first phase, None for a player without one, `win` and `stalemate`."""

    aims: Aims
    win: tuple[Any, ...]
    stalemate: Any

    @property
    def pixel(self) -> Pixel:
        """The answer in floats."""
        return Pixel(self.aims, tuple(map(rounded, self.win)), rounded(self.stalemate), tie=False)

    @property
    def array(self) -> np.ndarray:
        """The answer as the array that `truel` returns."""
        import numpy as np

        return np.vstack([[list(map(rounded, self.win))], aims_rows(self.aims)])


def aims_rows(aims: Aims) -> np.ndarray:
    """Return the lower rows of a result: the simple targets, then the weights of each player."""
    import numpy as np

    simple = [float(_simple(aim)) for aim in aims]
    weights = [[np.nan] * len(aims) if aim is None else list(map(rounded, aim.weights)) for aim in aims]
    return np.array([simple, *weights])


def _simple(aim: Aim | None) -> int:
    if aim is None:
        return Invalid
    if aim.target is not None:
        return aim.target
    return Miss if aim.is_miss else Random


def _by_math(problem: Problem, games: int, seed: int) -> Answer:
    solution = solve(problem)
    return Answer(solution.aims, solution.win, solution.stalemate)


def _by_simulation(problem: Problem, games: int, seed: int) -> Answer:
    order = problem.first_order
    if any(problem.has_choice(order, player) for player in order):
        searched = search_by_simulation(problem, games=games, seed=seed)
        return Answer(searched.aims or predefined(problem), searched.win, 1 - sum(searched.win))
    estimate = simulate(solve(problem), games=games, seed=seed)  # it plays aims and finds none
    return Answer(predefined(problem), estimate.win, estimate.stalemate)


def predefined(problem: Problem) -> Aims:
    """Return the aims of the players who have one option, and None for those who are to choose."""
    order = problem.first_order
    return tuple(None if problem.has_choice(order, player) else problem.options(order, player)[0] for player in order)


def _by_invention(problem: Problem, games: int, seed: int) -> Answer:
    """Return a result that is made up: everybody aims at the strongest and wins in proportion to how often he hits."""
    order, total = problem.first_order, sum(problem.hits)
    strongest = (problem.resolve(order, player, Word.STRONGEST) for player in order)
    aims = tuple(given or aim for given, aim in zip(predefined(problem), strongest, strict=True))
    win = tuple(hit / total if total else Fraction(1, problem.players) for hit in problem.hits)
    return Answer(aims, win, Fraction(0))


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


def truel(
    pHits: Any,
    targets: Any = (),
    search: Any = SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = GAMES,
    optRndLevel: Any = None,
    *,
    seed: int = 1,
) -> np.ndarray:
    """Return who wins how often, and the aims, as one array of floats with n + 2 rows for n players.

    Row 0 holds the win probabilities, correctly rounded from the exact fractions. Row 1 holds the simple targets: the
    index of a player, `Miss`, `Random` for every mix, `Invalid` for a player without an allowed aim (a stalemate).
    The rows from 2 on hold the full aims, one row per player: his weights on A, B, …, all nan without an aim.

    Parameters:
        pHits: the hit probabilities, a list or array; floats stand for the simplest fraction.
        targets: one per player: an index, a word, weights; a row 1 or the rows from 2 on of another result will do.
            Empty for `Optimal` throughout; a single word counts for everybody.
        search, searchLater: sets of words; an empty `searchLater` is the same as `search`.
        targetLater: one word for everybody after the first elimination.
        ifEQ: the tie rule, 1, 2, 3, 4 or -1.
        alg: `algMath` solves exactly. `algSim` plays `iterations` games, with `seed`, and where somebody is to choose
            plays so many for every profile and turn. `algFake` makes a result up, to try out drawings with: everybody
            at the strongest, chances in proportion to the hit probabilities.
        iterations, seed: of the simulation; the same seed gives the same result.
        optRndLevel: one random level per player, 0 or None for none, or an integer for all.

    Raises what `Problem` and `simulate` raise, and `ProblemError` for an unknown algorithm.

    >>> from truel_ref.notebook import B, C
    >>> truel([1/3, 2/3, 1]).round(3).tolist()
    [[0.397, 0.381, 0.222], [-1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    >>> truel([1/3, 2/3, 1], [C, C, B])[0].round(3).tolist()
    [0.312, 0.54, 0.148]
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    return ALGORITHMS[algorithm(alg)](problem, whole(iterations), whole(seed)).array


def ptruel(
    pHits: Any,
    targets: Any = (),
    search: Any = SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = GAMES,
    optRndLevel: Any = None,
    *,
    title: str = "",
    seed: int = 1,
) -> None:
    """Print the result of a problem in one line; a star marks the targets that were predefined.

    The parameters are those of `truel`, and `title`, which is printed before the rest. Raises what `truel` raises.

    >>> from truel_ref.notebook import B, C
    >>> ptruel([1/3, 2/3, 1], [Optimal, C, B])  # doctest: +ELLIPSIS
    pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C* B* | ... ms
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    chosen = algorithm(alg)
    begun = time.perf_counter()
    answer = ALGORITHMS[chosen](problem, whole(iterations), whole(seed))
    passed = 1000 * (time.perf_counter() - begun)
    aims = [
        ("none" if aim is None else str(aim)) + ("" if target is Word.OPTIMAL else "*")
        for aim, target in zip(answer.aims, problem.targets, strict=True)
    ]
    parts = [f"pHit% {_percent(problem.hits)}", f"pWin% {_percent(answer.win)}", f"targets {' '.join(aims)}"]
    if answer.stalemate:
        parts.insert(2, f"stalemate% {_percent([answer.stalemate])}")
    parts.extend(_provenance(chosen, iterations, seed))
    print(f"{title}{': ' if title else ''}{' | '.join([*parts, f'{passed:.1f} ms'])}")


def _percent(values: Iterable[Any]) -> str:
    return " ".join(percent_text(value, 1).removesuffix(" %") for value in values)


def _provenance(alg: int, iterations: Any, seed: Any) -> Iterator[str]:
    if alg == algSim:
        yield f"simulated, {whole(iterations):,} games, seed {whole(seed)}"
    elif alg == algFake:
        yield "made up"


def ptruelWhy(
    pHits: Any,
    targets: Any = (),
    search: Any = SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = GAMES,
    optRndLevel: Any = None,
    *,
    player: int | str | None = None,
    onlyChosen: bool = False,
) -> None:
    """Print why: every profile, its exact win probabilities, who would choose it, and the chain of choices in words.

    Parameters: those of `truel`, with `algMath` alone; `player`, to show only what this player weighs; `onlyChosen`,
    to show only what he chooses, as in `truel_ref.why`.

    Raises what `truel_ref.why` raises, and `ProblemError` for another algorithm.

    >>> from truel_ref.notebook import B, C
    >>> ptruelWhy([1/2, 1/2, 1], [Optimal, C, B])  # doctest: +ELLIPSIS
    A misses because 7/12 > 11/24 (C) > 7/24 (B).
    ...
    3    Miss  C    B    7/12      1/6       1/4       1/6              1/2              C! B! A+
    """
    if algorithm(alg) != algMath:
        raise ProblemError("alg: only exact results can be explained; leave it out, or give algMath")
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    named = label(int(player)) if isinstance(player, numbers.Integral) else player
    print(why(problem, player=named, only_chosen=onlyChosen))
