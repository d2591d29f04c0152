"""The names of the published notebook, over the exact engine: `from truel_ref.studies.notebook import *`.

The notebook "Truel problem analysis" (github gmnenad/Truel, 2020-2021) has its own solver and its own names for
everything. Here are the same names with this library behind them, so that its analysis cells run as they stand. Every
name, what it returns, and where the results differ from those of the source, is in `docs/notebook.md`.

Nothing is computed here: problems go to `solve`, `why`, `simulate` and `search_by_simulation`, maps to
`truel_ref.maps`. Results are arrays of floats, correctly rounded from exact fractions.
"""

from __future__ import annotations

import dataclasses
import numbers
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from enum import IntEnum
from fractions import Fraction
from io import BytesIO
from math import fsum, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from truel_ref.errors import AimError, ExplanationError, MapError, ProblemError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.why import ROW_LIMIT, Profile, choose, profile_results, target_options, why
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim, Word, label, target
from truel_ref.game.problem import Problem
from truel_ref.maps.build import build
from truel_ref.maps.comparison import compare
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import Aims, Block, MapSpec, Pixel, rounded
from truel_ref.maps.store import MODES, Store
from truel_ref.numbers.rational import percent_text
from truel_ref.play.announced import Path
from truel_ref.simulation.engines import checked_seed, simulate
from truel_ref.studies import smart_maps  # noqa: F401  registers its method

if TYPE_CHECKING:
    import os

    import numpy as np
    from matplotlib.figure import Figure

__all__ = [
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "Invalid",
    "Miss",
    "Optimal",
    "Others",
    "Random",
    "Replace",
    "Self",
    "Strongest",
    "TargetResults",
    "Test",
    "algFake",
    "algMath",
    "algSim",
    "allTargetOptions",
    "allTargetResults",
    "cNone",
    "cReadOnly",
    "cUpdate",
    "cUse",
    "diffAB",
    "horizImages",
    "makeImageAB",
    "makeMatAB",
    "preCalc",
    "ptruel",
    "ptruelWhy",
    "selectOptimalResult",
    "testAB",
    "testAB3",
    "testAB3t",
    "tg",
    "truel",
]


# ---------------------------------------------------------------------------------------------------------
# The words


class tg(IntEnum):
    """The numbers of the notebook: players, words for targets, algorithms, ways to use the store.

    Members of equal value are one member under two names: `cNone` is `A`, `cUse` is `B`, `cUpdate` is `C` and
    `cReadOnly` is `D`. Each function knows from the place of an argument which of the two is meant.

    >>> tg.Miss, tg(2), tg.cUpdate is tg.C
    (<tg.Miss: -1>, <tg.C: 2>, True)
    """

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6
    Miss = -1
    Random = -2
    Self = -3
    Strongest = -4
    Others = -5
    Optimal = -10
    Invalid = -11
    math = 21
    sim = 25
    fake = 29
    cNone = 0  # the source gives these numbers twice
    cUse = 1
    cUpdate = 2
    cReadOnly = 3


A, B, C, D, E, F, G = tg.A, tg.B, tg.C, tg.D, tg.E, tg.F, tg.G
Miss, Random, Self, Strongest, Others = tg.Miss, tg.Random, tg.Self, tg.Strongest, tg.Others
Optimal, Invalid = tg.Optimal, tg.Invalid
algMath, algSim, algFake = tg.math, tg.sim, tg.fake
cNone, cUse, cUpdate, cReadOnly = tg.cNone, tg.cUse, tg.cUpdate, tg.cReadOnly

_WORDS = {int(tg[word.value]): word for word in Word if word is not Word.ALL}
_SEARCH = frozenset({Others, Miss})
_GAMES = 10**6

Several: TypeAlias = Any
"""A `Test`, a list of hit probabilities for one, or lists of these, as deep as one likes."""


# ---------------------------------------------------------------------------------------------------------
# Reading what a cell says


def _plain(value: Any) -> Any:
    """Return arrays and integers of NumPy as those of Python, inside lists too.

    Arrays of shorter floats stay as they are, to be refused: 1/3 in 32 bits is no float that means one third.
    """
    if type(value).__module__ == "numpy" and hasattr(value, "dtype"):
        exact = value.dtype.kind in "iuOU" or value.dtype == float
        return _plain(value.tolist()) if exact else list(value) if value.ndim else value
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _whole(value: Any) -> Any:
    """Return a whole float, such as 1e6 or an entry of a result, as the integer that it is."""
    value = _plain(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _word(value: Any) -> Any:
    """Return the word that a number stands for, and everything else as it is."""
    value = _whole(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return _WORDS.get(int(value), value) if is_number else value


def _target(value: Any) -> Any:
    said = _word(value)
    if isinstance(said, int) and said == Invalid:
        raise AimError("targets: Invalid is no aim; it marks a player of a result who had none")
    return said


def _targets(value: Any, players: int) -> list[Any] | None:
    """Return one target per player, None for all optimal; a single word counts for everybody."""
    value = _plain(value)
    if value is None:
        return None
    if not isinstance(value, list):
        if isinstance(_word(value), Word) or isinstance(value, str):
            return [_word(value)] * players
        raise ProblemError(f"targets: give a list with one target per player, not {shown(value)}")
    return [_target(entry) for entry in value]


def _search(value: Any, name: str) -> Any:
    """Return the words of a search; sets inside lists count as their words, and what is no set stays as it is."""
    value = _plain(value)
    if isinstance(value, Mapping) or not isinstance(value, Iterable) or isinstance(value, str | bytes):
        return [_word(value)] if isinstance(_word(value), Word) else value
    inside = [frozenset(_search(entry, name)) for entry in value if isinstance(entry, Set | list)]
    if len(set(inside)) > 1:
        raise AimError(f"{name}: {shown(value)} holds different sets; every player searches the same one")
    words = [_word(entry) for entry in value if not isinstance(entry, Set | list)]
    return [*words, *(word for words in inside[:1] for word in words)]


def _levels(value: Any, players: int) -> list[Any] | None:
    """Return one level per player, or None; an integer counts for everybody, and 0 is no level."""
    value = _plain(value)
    if value is None or (isinstance(value, list | Mapping | Set) and not value):
        return None
    listed = value if isinstance(value, list) else [value] * players
    return [None if level is None or _is_zero(level) else _whole(level) for level in listed]


def _is_zero(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == 0


def _problem(
    pHits: Any, targets: Any, search: Any, targetLater: Any, searchLater: Any, ifEQ: Any, optRndLevel: Any
) -> Problem:
    """Return the problem that the arguments of the notebook state."""
    hits = _plain(pHits)
    players = len(hits) if isinstance(hits, list) else 0
    empty = searchLater is None or (isinstance(searchLater, Mapping | Set | Sequence) and not searchLater)
    return Problem(
        hits,
        targets=_targets(targets, players),
        search=_search(search, "search"),
        target_later=_word(targetLater),
        search_later=None if empty else _search(searchLater, "searchLater"),
        if_eq=_whole(ifEQ),
        random_levels=_levels(optRndLevel, players),
    )


# ---------------------------------------------------------------------------------------------------------
# Single problems


@dataclasses.dataclass(frozen=True)
class _Answer:
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

        return np.vstack([[list(map(rounded, self.win))], _aims_rows(self.aims)])


def _aims_rows(aims: Aims) -> np.ndarray:
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


def _by_math(problem: Problem, games: int, seed: int) -> _Answer:
    solution = solve(problem)
    return _Answer(solution.aims, solution.win, solution.stalemate)


def _by_simulation(problem: Problem, games: int, seed: int) -> _Answer:
    order = problem.first_order
    if any(problem.has_choice(order, player) for player in order):
        found = search_by_simulation(problem, games=games, seed=seed)
        return _Answer(found.aims or _predefined(problem), found.win, 1 - sum(found.win))
    estimate = simulate(solve(problem), games=games, seed=seed)  # it plays aims and finds none
    return _Answer(_predefined(problem), estimate.win, estimate.stalemate)


def _predefined(problem: Problem) -> Aims:
    """Return the aims of the players who have one option, and None for those who are to choose."""
    order = problem.first_order
    return tuple(None if problem.has_choice(order, player) else problem.options(order, player)[0] for player in order)


def _by_invention(problem: Problem, games: int, seed: int) -> _Answer:
    """Return a result that is made up: everybody aims at the strongest and wins in proportion to how often he hits."""
    order, total = problem.first_order, sum(problem.hits)
    strongest = (problem.resolve(order, player, Word.STRONGEST) for player in order)
    aims = tuple(given or aim for given, aim in zip(_predefined(problem), strongest, strict=True))
    win = tuple(hit / total if total else Fraction(1, problem.players) for hit in problem.hits)
    return _Answer(aims, win, Fraction(0))


_ALGORITHMS: dict[int, Callable[[Problem, int, int], _Answer]] = {
    algMath: _by_math,
    algSim: _by_simulation,
    algFake: _by_invention,
}


def _algorithm(value: Any) -> int:
    value = _plain(value)
    if isinstance(value, int) and not isinstance(value, bool) and value in _ALGORITHMS:
        return int(value)
    raise ProblemError(f"alg: {shown(value)} is unknown; there are algMath (21), algSim (25) and algFake (29)")


def truel(
    pHits: Any,
    targets: Any = (),
    search: Any = _SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = _GAMES,
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

    >>> truel([1/3, 2/3, 1]).round(3).tolist()
    [[0.397, 0.381, 0.222], [-1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    >>> truel([1/3, 2/3, 1], [C, C, B])[0].round(3).tolist()
    [0.312, 0.54, 0.148]
    """
    problem = _problem(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    return _ALGORITHMS[_algorithm(alg)](problem, _whole(iterations), _whole(seed)).array


def ptruel(
    pHits: Any,
    targets: Any = (),
    search: Any = _SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = _GAMES,
    optRndLevel: Any = None,
    *,
    title: str = "",
    seed: int = 1,
) -> None:
    """Print the result of a problem in one line; a star marks the targets that were predefined.

    The parameters are those of `truel`, and `title`, which is printed before the rest. Raises what `truel` raises.

    >>> ptruel([1/3, 2/3, 1], [Optimal, C, B])  # doctest: +ELLIPSIS
    pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C* B* | ... ms
    """
    problem = _problem(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    chosen = _algorithm(alg)
    begun = time.perf_counter()
    answer = _ALGORITHMS[chosen](problem, _whole(iterations), _whole(seed))
    passed = 1000 * (time.perf_counter() - begun)
    aims = [
        ("none" if aim is None else str(aim)) + ("" if said is Word.OPTIMAL else "*")
        for aim, said in zip(answer.aims, problem.targets, strict=True)
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
        yield f"simulated, {_whole(iterations):,} games, seed {_whole(seed)}"
    elif alg == algFake:
        yield "made up"


def ptruelWhy(
    pHits: Any,
    targets: Any = (),
    search: Any = _SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = _GAMES,
    optRndLevel: Any = None,
    *,
    player: int | str | None = None,
    onlyChosen: bool = False,
) -> None:
    """Print why: every profile, its exact win probabilities, who would choose it, and the chain of choices in words.

    Parameters: those of `truel`, with `algMath` alone; `player`, to show only what this player weighs; `onlyChosen`,
    to show only what he chooses, as in `truel_ref.why`.

    Raises what `truel_ref.why` raises, and `ProblemError` for another algorithm.

    >>> ptruelWhy([1/2, 1/2, 1], [Optimal, C, B])  # doctest: +ELLIPSIS
    Phase A, B, C. Wins are taken at A's first turn of the phase; ...
    ...
    3    Miss  C    B    7/12      1/6       1/4       1/6              1/2              C! B! A+
    ...
    """
    if _algorithm(alg) != algMath:
        raise ProblemError("alg: only exact results can be explained; leave it out, or give algMath")
    problem = _problem(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    named = label(int(player)) if isinstance(player, numbers.Integral) else player
    print(why(problem, player=named, only_chosen=onlyChosen))


# -- the steps


@dataclasses.dataclass(frozen=True)
class TargetResults:
    """What every profile of the first phase is worth, however it was found.

    Fields: `problem`; `profiles`, each `Profile` under the index of every player's option, in canonical order. Its
    length is the number of profiles, and `results[i]` is one of them as an array like that of `truel`.
    """

    problem: Problem
    profiles: Mapping[Path, Profile]

    def __len__(self) -> int:
        return len(self.profiles)

    def __getitem__(self, place: int) -> np.ndarray:
        return _of_profile(list(self.profiles.values())[place])

    def __iter__(self) -> Iterator[np.ndarray]:
        return map(_of_profile, self.profiles.values())

    def __repr__(self) -> str:
        return f"<TargetResults of {self.problem!r}: {len(self)} profiles>"


def _of_profile(profile: Profile) -> np.ndarray:
    return _Answer(profile.aims, profile.wins[0], 1 - sum(profile.wins[0])).array


def allTargetOptions(
    pHits: Any,
    targets: Any = (),
    search: Any = _SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = _GAMES,
    optRndLevel: Any = None,
) -> list[np.ndarray]:
    """Return for each player the aims he may announce in the first phase, one row of weights per aim.

    The first step of an exhaustive choice. The parameters and errors are those of `truel`; those that make no
    difference to the options are there so that one list of arguments fits all steps.

    >>> [options.tolist() for options in allTargetOptions([1/3, 2/3, 1], [Miss, Optimal, B])]
    [[[0.0, 0.0, 0.0]], [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]]
    """
    import numpy as np

    problem = _problem(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    _algorithm(alg)
    return [np.array([list(map(rounded, aim.weights)) for aim in aims]) for aims in target_options(problem)]


def allTargetResults(
    pHits: Any,
    targets: Any = (),
    search: Any = _SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = _GAMES,
    optRndLevel: Any = None,
    *,
    seed: int = 1,
) -> TargetResults:
    """Return what every profile of the first phase is worth: exactly, or by simulation with `algSim`.

    The second step of an exhaustive choice. The parameters are those of `truel`.

    Raises what `truel` raises, `ProblemError` for `algFake`, and `ExplanationError` for more than 100,000 profiles.

    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> len(results), results[0][1].tolist()
    (27, [1.0, 0.0, 0.0])
    """
    problem = _problem(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    chosen = _algorithm(alg)
    if chosen == algFake:
        raise ProblemError("alg: what is made up has no profiles; give algMath or algSim")
    if chosen == algSim:
        games = _whole(iterations)
        return TargetResults(problem, search_by_simulation(problem, games=games, seed=_whole(seed)).results)
    many = prod(map(len, target_options(problem)))
    if many > ROW_LIMIT:
        raise ExplanationError(f"{many:,} profiles are more than {ROW_LIMIT:,}; predefine some targets, or search less")
    return TargetResults(problem, profile_results(solve(problem)))


def selectOptimalResult(results: TargetResults) -> np.ndarray:
    """Return the result that the players choose, by backward induction over all of them.

    The third step of an exhaustive choice: the last player chooses for everything announced before him, then the one
    before, with the tie rule of the problem. Any profile may be chosen, the first one too.

    Parameters: `results`, what `allTargetResults` returned.

    Raises `ExplanationError` for anything else.

    >>> bool((selectOptimalResult(allTargetResults([1/3, 2/3, 1])) == truel([1/3, 2/3, 1])).all())
    True
    """
    if not isinstance(results, TargetResults):
        raise ExplanationError(f"{shown(results)} are no results; give what allTargetResults returned")
    problem = results.problem
    path = choose(problem, problem.first_order, results.profiles)[()].path
    if path is None:
        nothing = (Fraction(0),) * problem.players
        return _Answer(_predefined(problem), nothing, Fraction(1)).array
    return _of_profile(results.profiles[path])


# ---------------------------------------------------------------------------------------------------------
# Tests: maps over all hit probabilities of A and B


class _Fields(NamedTuple):
    pHits: Any = (0, 0, 1)
    targets: Any = ()
    search: Any = _SEARCH
    targetLater: Any = Optimal
    searchLater: Any = None
    ifEQ: Any = 1
    alg: Any = algMath
    iterations: Any = _GAMES
    optRndLevel: Any = None
    points: Any = 300
    method: Any = "certified"
    AgtB: Any = False
    title: str = ""
    intensityRange: Any = (0.4, 0.9)
    colors: Any = "w"
    mat: Any = None
    mat_ms: Any = None


class Test(_Fields):
    """A map to be made: a named tuple, so that `test._replace(points=100)` is the same map on another grid.

    Fields: `pHits`, of which the first two, those of A and B, count for nothing; `targets`, `search`, `targetLater`,
    `searchLater`, `ifEQ`, `alg`, `iterations` and `optRndLevel` as for `truel`; `points`, the steps per side; `method`,
    "certified", "normal" (each the exact map) or "smart" (the published adaptive method with linear filling); `AgtB`,
    whether pixels with pA > pB belong to the map; `title`; `intensityRange`, of the brightness; `colors`, colourings as
    a text "w,o,u" or a list; `mat`, the array of `makeMatAB` if it is known already; `mat_ms`, its milliseconds.

    A replaced field that the numbers depend on drops `mat` and `mat_ms`, unless `mat` is replaced too.

    >>> Test(points=10)._replace(colors="u").points
    10
    """

    __test__ = False  # pytest would take it for a class of tests
    __slots__ = ()

    def _replace(self, **fields: Any) -> Test:
        for name in fields:
            if name not in self._fields:
                raise MapError(f"unknown field {shown(name)}; a Test has {', '.join(self._fields)}")
        if not set(fields) <= {"title", "intensityRange", "colors", "mat", "mat_ms"}:
            fields = {"mat": None, "mat_ms": None} | fields
        return Test(**(self._asdict() | fields))


def Replace(tests: Several, **fields: Any) -> Any:
    """Return a test with other fields; of a list, nested or not, the list of such tests.

    Raises `MapError` for an unknown field.

    >>> [test.points for test in Replace([Test(), Test([0, 0, 1/2])], points=20)]
    [20, 20]
    """
    if isinstance(tests, Test):
        return tests._replace(**fields)
    if isinstance(tests, list | tuple) and not _is_hits(tests):
        return [Replace(test, **fields) for test in tests]
    return _listed((tests,))[0]._replace(**fields)


def _is_hits(value: Any) -> bool:
    return not any(isinstance(entry, list | tuple) or getattr(entry, "ndim", 0) for entry in value)


def _listed(tests: Sequence[Any], fields: Mapping[str, Any] | None = None) -> list[Test]:
    """Return the tests in arguments as one list, with some fields replaced."""

    def flat(value: Any) -> Iterator[Test]:
        if isinstance(value, Test):
            yield value
        elif isinstance(value := _plain(value) if hasattr(value, "dtype") else value, list | tuple) and value:
            if _is_hits(value):
                yield Test(value)
            else:
                for entry in value:
                    yield from flat(entry)
        else:
            raise MapError(f"{shown(value)} is no Test; give Test(pHits=[0, 0, pC, …]), or a list of them")

    listed = [test for value in tests for test in flat(value)] if tests else [Test()]
    return [test._replace(**fields) for test in listed] if fields else listed


def _spec(test: Test) -> MapSpec:
    problem = _problem(*test[:6], test.optRndLevel)
    wide = bool(test.AgtB) if test.AgtB in (0, 1) else test.AgtB
    return MapSpec(problem, _whole(test.points), wide, test.method, "linear" if test.method == "smart" else "exact")


_KEPT: dict[MapSpec, MapData] = {}  # what preCalc has computed in this session


def _store(mode: Any, folder: str | os.PathLike[str] | None) -> Store:
    number = _plain(mode)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(MODES):
        raise MapError(f"cache: {shown(mode)} is unknown; there are cNone, cUse, cUpdate and cReadOnly (0 to 3)")
    return Store(folder, MODES[number])


def _data(test: Test, store: Store, jobs: int | None, seed: int) -> MapData:
    """Return the map of a test: from its own matrix, from the store, or computed."""
    spec, alg = _spec(test), _algorithm(test.alg)
    if test.mat is not None:
        return _from_matrix(spec, test.mat)
    if alg != algMath:
        # Not for the store, whose maps are those of their specs.
        answer, games = _ALGORITHMS[alg], _whole(test.iterations)
        return MapData.assemble(
            spec,
            {
                (row, column): answer(
                    spec.at(row, column), games, random.Random(f"{seed}/{row}/{column}").getrandbits(64)
                ).pixel
                for row, column in spec.pixels()
            },
        )
    if store.mode == "none" and spec in _KEPT:
        return _KEPT[spec]
    return build(spec, jobs=jobs, store=store)


def _maps(
    tests: Sequence[Test], cache: Any, folder: str | os.PathLike[str] | None, jobs: int | None, seed: Any
) -> list[MapData]:
    """Return the maps of tests; where they are simulated, with seeds one after the other."""
    store, first = _store(cache, folder), checked_seed(_whole(seed))
    return [_data(test, store, jobs, first + place) for place, test in enumerate(tests)]


def _matrix(data: MapData) -> np.ndarray:
    """Return a map as an array (points+1, points+1, n+2, n): every pixel as `truel` says it, nan outside the map."""
    import numpy as np

    players = data.spec.problem.players
    outside = np.full((players + 1, players), np.nan)
    table = np.array([*map(_aims_rows, data.aims), outside])  # index -1 reads the last entry
    return np.concatenate([data.win[:, :, None, :], table[data.index]], axis=2)


def _from_matrix(spec: MapSpec, matrix: Any) -> MapData:
    """Return the map whose matrix this is."""
    import numpy as np

    players = spec.problem.players
    mat = np.asarray(matrix)
    shape = (*spec.shape, players + 2, players)
    if mat.shape != shape or mat.dtype != float:
        raise MapError(f"mat: {mat.dtype} {mat.shape} is not the matrix of this Test, float64 {shape}; leave mat out")
    outside = np.isnan(mat[:, :, 0, 0])
    rows, columns = np.indices(spec.shape)
    if (outside != ~(spec.a_above_b | (rows <= columns))).any():
        raise MapError("mat: other pixels are nan than those outside the map of this Test; leave mat out")
    # Without an aim a row is nan, which unique would not find equal to itself.
    weights = np.nan_to_num(mat[:, :, 2:, :], nan=-1.0)[~outside].reshape(-1, players * players)
    different, first, number = np.unique(weights, axis=0, return_index=True, return_inverse=True)
    where = np.argwhere(~outside)[first]
    aims = [
        _aims_of(spec.at(int(row), int(column)), entry.reshape(players, players).tolist())
        for (row, column), entry in zip(where, different, strict=True)
    ]
    block = Block.empty(spec, range(spec.points + 1), aims)
    block.index[~outside] = number.ravel()
    block.win[:] = mat[:, :, 0, :]
    # Where there is no stalemate, the sum of n rounded numbers, rounded too, misses 1 by no more than (n + 2) / 2^54.
    lost = np.array([1 - fsum(win) for win in mat[:, :, 0, :][~outside]])
    block.stalemate[~outside] = np.where(np.abs(lost) <= (players + 2) / 2**54, 0.0, lost)
    block.solved[~outside] = True
    return MapData.join(spec, [block])


def _aims_of(problem: Problem, weights: list[list[float]]) -> Aims:
    order = problem.first_order
    return tuple(
        None if own[0] < 0 else problem.resolve(order, player, target(own, player, problem.players))
        for player, own in enumerate(weights)
    )


def makeMatAB(
    test: Several = Test(),  # noqa: B008  a tuple, which nobody changes
    cache: int = cNone,
    *,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    **fields: Any,
) -> np.ndarray:
    """Return the matrix of a map: an array of floats (points + 1, points + 1, n + 2, n), nan outside the map.

    `mat[i, j]` is what `truel` returns for pA = i / points and pB = j / points, in every number.

    Parameters: `test`, a `Test` or the hit probabilities of one; `cache`, `cNone`, `cUse`, `cUpdate` or `cReadOnly`,
    how the store of maps is used; `folder`, where it is, by default that of the user; `jobs`, so many processes, for
    exact maps; `seed`, from which with `algSim` each pixel has its own; `fields`, those of the test to replace.

    Raises `MapError` for what is no test or no `cache`, and what `truel` and `truel_ref.maps.build` raise.

    >>> mat = makeMatAB(Test([0, 0, 1], points=12))
    >>> mat.shape, bool((mat[4, 8] == truel([1/3, 2/3, 1])).all())
    ((13, 13, 5, 3), True)
    """
    return _matrix(_maps([_one(test, fields)], cache, folder, jobs, seed)[0])


def _one(test: Several, fields: Mapping[str, Any]) -> Test:
    found = _listed((test,), fields)
    if len(found) != 1:
        raise MapError(f"give one Test, not {len(found)}")
    return found[0]


def preCalc(
    tests: Several,
    cache: int = cUse,
    *,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    **fields: Any,
) -> Any:
    """Compute maps before they are drawn, and return the tests with `mat` and `mat_ms` filled in.

    Exact maps are kept in the store, as `cache` says, and in memory, where every function here finds them. With `cNone`
    they are kept in memory only. With `cReadOnly` a map that is not in the store is an error.

    Parameters: `tests`, one or a list, nested or not; the others as for `makeMatAB`.

    Returns a test for a test, and a flat list for a list. Raises what `makeMatAB` raises.

    >>> test = preCalc(Test([0, 0, 1], points=4), cNone)
    >>> test.mat.shape, test.mat_ms > 0
    ((5, 5, 5, 3), True)
    """
    store, first = _store(cache, folder), checked_seed(_whole(seed))
    done = []
    for place, test in enumerate(_listed((tests,), fields)):
        if test.mat is not None and store.mode != "update":
            done.append(test)
            continue
        begun = time.perf_counter()
        data = _data(test._replace(mat=None), store, jobs, first + place)
        if _algorithm(test.alg) == algMath:
            _KEPT[data.spec] = data
        done.append(test._replace(mat=_matrix(data), mat_ms=1000 * (time.perf_counter() - begun)))
    return done[0] if isinstance(tests, Test) else done


# ---------------------------------------------------------------------------------------------------------
# Figures


def _colors(value: Any) -> tuple[str, ...]:
    """Return the names of colourings in a text or a list."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(","))
    return tuple(name for entry in value for name in _colors(entry)) if isinstance(value, Iterable) else (value,)


def _described(test: Test) -> str:
    """Return the title of a test: its own, or what it says and how it was computed."""
    if test.title:
        return str(test.title)
    method = {"smart": ["smart"]}.get(test.method, [])
    games = f"{_whole(test.iterations):,} games"
    how = {algSim: [f"simulated, {games}"], algFake: ["made up"]}.get(tg(_algorithm(test.alg)), method)
    return "; ".join([_spec(test).title(), *how])


def _titles(tests: Sequence[Test]) -> list[str] | None:
    """Return the titles of tests, None where the maps themselves say enough."""
    said = [_described(test) for test in tests]
    plain = all(not test.title and _algorithm(test.alg) == algMath for test in tests)
    return None if plain else said


def _saved(made: Figure, file: str | os.PathLike[str] | None) -> Figure:
    from truel_ref.maps.render import save_figure

    if file is not None:
        save_figure(made, file)
    return made


def makeImageAB(
    test: Several = Test(),  # noqa: B008  a tuple, which nobody changes
    colors: Any = None,
    cache: int = cNone,
    *,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    **fields: Any,
) -> np.ndarray:
    """Return the bare picture of a map, without axes: an array (rows, columns, 3) of colours from 0 to 1.

    The top row has pA = 100 %, the left column pB = 0. Several colourings stand side by side, with a white line.

    Parameters: `test`; `colors`, by default those of the test; `palette`, "standard" or "okabe-ito"; the others as for
    `makeMatAB`.

    Raises what `makeMatAB` raises, and `MapError` for an unknown colouring.

    >>> makeImageAB(Test([0, 0, 1], points=10)).shape, makeImageAB(Test([0, 0, 1], points=10), "w,o").shape
    ((11, 11, 3), (11, 23, 3))
    """
    import numpy as np

    from truel_ref.maps.colors import paint

    one = _one(test, fields)
    data = _maps([one], cache, folder, jobs, seed)[0]
    names = _colors(one.colors if colors is None else colors)
    white = np.ones((data.spec.points + 1, 1, 3))
    parts: list[np.ndarray] = []
    for name in names:
        parts += [white] if parts else []
        parts.append(paint(data, name, palette=palette, intensity=tuple(one.intensityRange)).colors[::-1])
    if not parts:
        raise MapError("colors: name at least one colouring")
    return np.hstack(parts)


def testAB(
    *tests: Several,
    cache: int = cNone,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    file: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Figure:
    """Return the figure of one or several tests, which a notebook shows.

    Tests with one colouring stand side by side; otherwise each test is a row, with a column per colouring.

    Parameters: `tests`, each a `Test`, hit probabilities, or a list of these, and a text with the colourings, if they
    are not those of the tests; `palette`, "standard" or "okabe-ito"; `file`, a png, svg or pdf to write too; the others
    as for `makeMatAB`, so `testAB(test, points=50, colors="w,o")` draws the test with these fields. Several simulated
    tests have seeds one after the other.

    Raises what `makeMatAB` raises, `MapError` for an unknown colouring, and `OSError` where the file cannot be written.

    >>> made = testAB(Test([0, 0, 1]), [0, 0, 1/2], points=6, colors="w,u")
    >>> [axes.get_title() for axes in made.axes][:2]
    ['winner (brighter: less likely to win)', 'most unusual aim in play']
    """
    from truel_ref.maps.render import figure, rows_figure

    for said in tests:
        if isinstance(said, str):
            fields["colors"] = said
    listed = _listed([test for test in tests if not isinstance(test, str)], fields)
    maps = _maps(listed, cache, folder, jobs, seed)
    colors = [_colors(test.colors) for test in listed]
    ranges = [_range(test) for test in listed]
    titles = _titles(listed)
    if all(each == colors[0] for each in colors) and all(each == ranges[0] for each in ranges):
        made = figure(maps, colors[0], palette=palette, intensity=ranges[0], titles=titles)
    else:
        made = rows_figure(maps, colors, ranges, titles, palette=palette)
    return _saved(made, file)


testAB.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test


def _range(test: Test) -> tuple[float, float]:
    ends: Any = _plain(test.intensityRange)
    return tuple(ends) if isinstance(ends, list) else ends


def diffAB(
    first: Several,
    second: Several = None,
    colors: Any = None,
    *,
    cache: int = cNone,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    file: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Figure:
    """Print how far two maps differ, and return the figure of both and of their difference.

    Parameters: `first` and `second`, or a list of the two; `colors`, of the maps, and with "dp" (the largest
    difference of a player) or "do" (where their order differs) among them only this of the difference; by default
    those of the first test, and both; the others as for `testAB`. Of two equal simulated tests the second has another
    seed.

    Raises what `testAB` raises, and `MapError` for other than two tests, and for grids that cannot be compared.

    >>> made = diffAB(Test(points=6), Test(points=6, search={Others}))
    pC = 1; search Others, Miss against pC = 1; search Others: 22.25 points on average, at most 85.25;
    the win order differs in 50.00% of the pixels, aims in 64.29%
    """
    from truel_ref.maps.colors import DIFFERENCE_COLORINGS
    from truel_ref.maps.render import difference_figure

    if isinstance(second, str):
        second, colors = None, second
    listed = _listed([first] if second is None else [first, second], fields)
    if len(listed) != 2:
        raise MapError(f"give two Tests to compare, not {len(listed)}")
    found = compare(*_maps(listed, cache, folder, jobs, seed))
    names = _colors(listed[0].colors if colors is None else colors)
    parts = [name for name in names if name in DIFFERENCE_COLORINGS]
    made = difference_figure(
        found,
        [name for name in names if name not in parts] or "w",
        parts or DIFFERENCE_COLORINGS,
        palette=palette,
        intensity=_range(listed[0]),
        titles=_titles(listed),
    )
    said = " against ".join(_described(test) for test in listed)
    print(f"{said}: {found.average:.4g} points on average, at most {found.maximum:.4g};")
    print(f"the win order differs in {found.share_order:.2%} of the pixels, aims in {found.share_aims:.2%}")
    return _saved(made, file)


def testAB3(
    *tests: Several,
    pC: Iterable[Any] = (Fraction(1, 4), Fraction(1, 2), 1),
    **how: Any,
) -> Figure:
    """Return the figure of tests for three hit probabilities of C, over the whole square.

    Parameters: `tests`, by default the plain one; `pC`, the hit probabilities of C that take the place of theirs, by
    default 1/4, 1/2 and 1; `how`, whatever `testAB` takes.

    Raises what `testAB` raises, and `MapError` for two players.

    >>> [axes.get_title() for axes in testAB3(points=4).axes]
    ['pC = 1/4; search Others, Miss', 'pC = 1/2; search Others, Miss', 'pC = 1; search Others, Miss']
    """
    return _for_each_c(tests, pC, {"AgtB": True} | how)


def testAB3t(
    *tests: Several,
    pC: Iterable[Any] = (Fraction(1, 4), Fraction(1, 2), 1),
    **how: Any,
) -> Figure:
    """Return the figure of tests for three hit probabilities of C, over the triangle pA <= pB.

    Parameters and errors are those of `testAB3`.

    >>> len(testAB3t(points=4, pC=[1/2, 1]).axes)
    2
    """
    return _for_each_c(tests, pC, {"AgtB": False} | how)


testAB3.__test__ = testAB3t.__test__ = False  # type: ignore[attr-defined]


def _for_each_c(tests: Sequence[Several], several: Any, how: dict[str, Any]) -> Figure:
    fields = {name: how.pop(name) for name in list(how) if name in Test._fields}
    chances = _plain(list(several) if isinstance(several, Iterable) and not isinstance(several, str) else [several])
    every = []
    for test in _listed(tests, fields):
        hits = _plain(test.pHits)
        if not isinstance(hits, list) or len(hits) < 3:
            raise MapError(f"pHits: {shown(test.pHits)} has no player C; give [0, 0, pC, …]")
        every += [test._replace(pHits=[*hits[:2], hit, *hits[3:]]) for hit in chances]
    if not every:
        raise MapError("pC: give at least one hit probability of C")
    return testAB(every, **how)


def horizImages(*images: Any, titles: Sequence[str] = (), file: str | os.PathLike[str] | None = None) -> Figure:
    """Return a figure with images side by side, all of one height.

    Parameters: `images`, each an array of colours (rows, columns, 3 or 4), anything that NumPy reads as one, a figure,
    or a list of these; `titles`, one per image, or none; `file`, a png, svg or pdf to write too.

    Raises `MapError` for no images, for what is none, and for a wrong number of titles.

    >>> image = makeImageAB(Test(points=4))
    >>> len(horizImages(image, [image, image]).axes)
    3
    """
    from matplotlib.figure import Figure

    from truel_ref.maps.render import PANEL, self_drawing

    pictures = [_picture(image) for image in _images(images)]
    if not pictures:
        raise MapError("give at least one image")
    if isinstance(titles, str) or len(titles) not in (0, len(pictures)):
        raise MapError(f"titles: give one for each of the {len(pictures)} images, not {shown(titles)}")
    high = max((height for _, height in pictures if height is not None), default=PANEL)
    gap, top = 0.15, 0.3 if titles else 0.0
    widths = [high * picture.shape[1] / picture.shape[0] for picture, _ in pictures]
    width, height = sum(widths) + gap * (len(pictures) - 1), high + top
    made = Figure(figsize=(width, height))
    left = 0.0
    for place, ((picture, inches), own) in enumerate(zip(pictures, widths, strict=True)):
        axes = made.add_axes((left / width, 0, own / width, high / height))
        # The pixels of a map keep their edges, and the letters of a figure their shapes.
        axes.imshow(picture, interpolation="antialiased" if inches else "nearest", aspect="auto")
        axes.set_axis_off()
        if titles:
            axes.set_title(titles[place], fontsize=10)
        left += own + gap
    return _saved(self_drawing(made), file)


def _images(images: Iterable[Any]) -> Iterator[Any]:
    for image in images:
        if isinstance(image, list | tuple):
            yield from _images(image)
        else:
            yield image


def _picture(image: Any) -> tuple[np.ndarray, float | None]:
    """Return an image as an array, and of a figure its height in inches."""
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.image import imread

    if isinstance(image, Figure):
        written = BytesIO()
        image.savefig(written, format="png", dpi=200)
        written.seek(0)
        return imread(written), float(image.get_figheight())
    picture = np.asarray(image)
    if picture.ndim != 3 or picture.shape[-1] not in (3, 4) or not picture.size or picture.dtype.kind not in "fu":
        raise MapError(f"{shown(image)} is no image; give an array (rows, columns, 3) of colours, or a figure")
    return picture, None
