"""Single problems, and maps as arrays: what cells call, on `solve`, `why`, the simulator and `truel_ref.maps`.

A result is an array of n + 2 rows for n players: win probabilities, simple targets, and a row of weights per player.
"""

from __future__ import annotations

import random
import time
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import ProfileResult, choose, profile_results, target_options, why
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.people import Profile
from truel_ref.game.problem import Problem
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData, MapPart
from truel_ref.maps.plays import Aims, Pixel, pixel_of, simulated_pixel
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import MODES, Store
from truel_ref.notebook.words import (
    Invalid,
    Miss,
    Random,
    algFake,
    algMath,
    algSim,
    cUse,
    defaultAlg,
    defaultIterations,
    defaultRndLevel,
    defaultSearch,
    defaultSearchLater,
    defaultTargetLater,
    defaultTargets,
    plain,
    stated,
    tg_,
)
from truel_ref.numbers import percent_text
from truel_ref.play.phase import cannot_hit
from truel_ref.play.ties import break_tie
from truel_ref.records.table import DIGITS, Cell, Percent, Table

Options = Sequence[Sequence[Aim]]  # of each player, in order
Profiles = Mapping[Profile, ProfileResult]  # under the place of each player's aim among the options

SEED = 1  # of every simulation, so that a cell always gives the same numbers
PROFILES = 100_000


# -- the algorithms


def algorithm(value: Any) -> int:
    """Return the number of an algorithm. Raises `ProblemError` for another value."""
    wrong = f"alg: {shown(value)} is unknown; give algMath (21), algSim (25) or algFake (29)"
    refuse(ProblemError, (plain(value) not in (algMath, algSim, algFake), wrong))
    return int(value)


def answered(problem: Problem, alg: Any, iterations: Any, seed: int = SEED) -> Pixel:
    """Return the aims and win probabilities by an algorithm; in a stalemate, the aims that the tie rule prefers."""
    by: dict[int, Callable[[], Pixel]] = {
        algMath: lambda: pixel_of(solve(problem)),
        algSim: lambda: simulated_pixel(problem, plain(iterations), seed),
        algFake: lambda: _made_up(problem),
    }
    answer = by[algorithm(alg)]()
    return replace(answer, aims=settled(problem, answer.aims))


def settled(problem: Problem, aims: Aims, options: Options | None = None) -> tuple[Aim, ...]:
    """Return the aims, and for a player without an aim the one that the tie rule prefers among equals.

    >>> [str(aim) for aim in settled(Problem([0, 0, 0]), (None, None, None))]
    ['C', 'C', 'B']
    """
    nothing = (Fraction(0),) * problem.players
    return tuple(
        own[break_tie(problem, own, [nothing] * len(own))] if aim is None else aim
        for aim, own in zip(aims, options or target_options(problem), strict=True)
    )


def _made_up(problem: Problem) -> Pixel:
    """Return an answer for trying out drawings: all at the strongest, and they win in proportion to their hits."""
    aims = tuple(
        own[0] if len(own) == 1 else problem.resolve(problem.order, player, Word.STRONGEST)
        for player, own in enumerate(target_options(problem))
    )
    hits = problem.hits if any(problem.hits) else [Fraction(1)] * problem.players
    return Pixel(aims, tuple(hit / sum(hits) for hit in hits), Fraction(0), tie=False)


def rows_of(aims: Iterable[Any]) -> np.ndarray:
    """Return the lower rows of a result: the simple targets, then the weights of each player."""
    listed = list(aims)
    simple = [Miss if aim.is_miss else Random if aim.target is None else aim.target for aim in listed]
    return np.array([list(map(float, simple)), *(list(map(float, aim.weights)) for aim in listed)])


def _result(win: Iterable[Any], aims: Iterable[Any]) -> np.ndarray:
    return np.vstack([[list(map(float, win))], rows_of(aims)])


# -- single problems


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
    """Return the win probabilities and the aims as an array (n + 2, n), correctly rounded from exact fractions.

    Row 0 holds the win probabilities; row 1 the simple targets: a player, `Miss`, or `Random` for every mix; the rows
    from 2 on the weights of each player on A, B, …. 1 minus the sum of row 0 is the chance of a stalemate.

    Parameters: `pHits`, floats stand for the simplest fraction; `targets`, one per player: a number, a word, weights;
    row 1 or the rows from 2 on of another result are valid, too; `search`, `searchLater`, words; `targetLater`, a word;
    `ifEQ`, the tie rule; `alg`, exact, by `iterations` games per profile and turn, or made up; `optRndLevel`, a random
    level per player.

    Raises the errors of `Problem` and of the simulator, and `ProblemError` for an unknown algorithm.

    >>> from truel_ref.notebook import B, C
    >>> truel([1/3, 2/3, 1]).round(3).tolist()
    [[0.397, 0.381, 0.222], [-1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    answer = answered(problem, alg, iterations)
    return _result(answer.win, answer.aims)


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
    """Print the result of a problem in one line, with the time if `timeit`; a star marks predefined targets.

    Parameters and errors: those of `truel`.

    >>> from truel_ref.notebook import B, C, Optimal
    >>> ptruel([1/3, 2/3, 1], [Optimal, C, B], timeit=False)
    pHit% 33.3 66.7 100.0 | pWin% 39.7 38.1 22.2 | targets Miss C* B*
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    begun = time.perf_counter()
    answer = answered(problem, alg, iterations)
    passed = f"{1000 * (time.perf_counter() - begun):.1f} ms" if timeit else ""
    stated_aims = [target is not Word.OPTIMAL for target in problem.targets]
    aims = " ".join(f"{aim}{'*' * star}" for aim, star in zip(answer.aims, stated_aims, strict=True))
    parts = {"pHit%": problem.hits, "pWin%": answer.win, "stalemate%": [answer.stalemate] if answer.stalemate else ()}
    said = [f"{name} {_percent(values)}" for name, values in parts.items() if values]
    print(" | ".join(filter(None, [*said, f"targets {aims}", origin(alg, iterations), passed])))


def _percent(values: Iterable[Any]) -> str:
    return " ".join(percent_text(Fraction(value), 1).removesuffix(" %") for value in values)


def origin(alg: Any, iterations: Any) -> str:
    """Return in words where inexact numbers come from, empty for exact ones."""
    return {int(algSim): f"simulated, {plain(iterations):,} games", int(algFake): "made up"}.get(algorithm(alg), "")


def ptruelWhy(
    pHits: Any,
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    ifEQ: Any = 1,
    optRndLevel: Any = defaultRndLevel,
    alg: Any = defaultAlg,
) -> None:
    """Print why: the choices, and every profile with its win probabilities and the players who would choose it.

    Parameters: those of `truel`; with `algSim` every profile is played a million times from each turn.

    Raises the errors of `truel`, and `ProblemError` for `algFake`.

    >>> from truel_ref.notebook import B, C, Optimal
    >>> ptruelWhy([1/2, 1/2, 1], targets=[Optimal, C, B])  # doctest: +ELLIPSIS
    A misses because 7/12 > 11/24 (C) > 7/24 (B).
    ...
    """
    problem = stated(pHits, targets, search, ifEQ=ifEQ, optRndLevel=optRndLevel)
    refuse(ProblemError, (algorithm(alg) == algFake, "alg: an invented result has no reasons; give algMath or algSim"))
    if alg == algMath:
        print(why(problem))
        return
    searched = search_by_simulation(problem, games=defaultIterations, seed=SEED)
    print(searched, _table(problem, searched.results, target_options(problem)), sep="\n\n")


def _table(problem: Problem, profiles: Profiles, options: Options) -> str:
    """Return the table of profiles; those who would choose a profile come last, all of them for the choice itself."""
    chosen = choose(problem, problem.order, profiles, options)
    names = [problem.label(player) for player in problem.order]
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            *map(str, profile.aims),
            *map(Percent, profile.wins[0]),
            " ".join(names[place] for place in reversed(problem.order) if chosen[path[:place]].path == path),
        )
        for number, (path, profile) in enumerate(profiles.items(), 1)
    ]
    return Table(("#", *names, *(f"{name} wins" for name in names), "chosen by"), rows).text("table", DIGITS)


# -- the steps of an exhaustive choice


class TargetResults(np.ndarray):
    """The results of all profiles as an array, and the exact numbers behind it."""

    exactly: tuple[Problem, Options, Profiles] | None = None


def allTargetOptions(
    pHits: Any, search: Any = defaultSearch, targets: Any = defaultTargets, optRndLevel: Any = defaultRndLevel
) -> np.ndarray:
    """Return all profiles of the first phase: an array (N, n, n), for each of N profiles a row of weights per player.

    Parameters and errors: those of `truel`, and `ProblemError` for more than 100,000 profiles.

    >>> from truel_ref.notebook import B, Miss, Optimal
    >>> allTargetOptions([1/3, 2/3, 1], targets=[Miss, Optimal, B])[:, 1].tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    problem = stated(pHits, targets, search, optRndLevel=optRndLevel)
    return np.array([rows_of(aims)[1:] for aims in product(*_options(problem))])


def _options(problem: Problem) -> tuple[tuple[Aim, ...], ...]:
    options = target_options(problem)
    many = prod(map(len, options))
    refuse(
        ProblemError,
        (many > PROFILES, f"{many:,} profiles are more than {PROFILES:,}; predefine some targets, or search less"),
    )
    return options


def allTargetResults(
    pHits: Any,
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    optRndLevel: Any = defaultRndLevel,
    alg: Any = defaultAlg,
) -> np.ndarray:
    """Return the values of all profiles of the first phase: an array (N, n + 2, n), each entry as from `truel`.

    The array is read-only and keeps the exact numbers behind its rounded entries; a copy is an ordinary array.

    Parameters and errors: those of `truel`, and `ProblemError` for more than 100,000 profiles. With `algSim` every
    profile is played a million times from each turn.

    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> results.shape, results[0, 1].tolist()
    ((27, 5, 3), [1.0, 0.0, 0.0])
    """
    problem = stated(pHits, targets, search, optRndLevel=optRndLevel)
    chosen, options, wins = algorithm(alg), _options(problem), (_made_up(problem).win,) * problem.players
    if chosen == algSim:
        profiles = search_by_simulation(problem, games=defaultIterations, seed=SEED).results
    else:
        profiles = profile_results(solve(problem))
    if chosen == algFake:
        profiles = {path: ProfileResult(one.aims, wins, False) for path, one in profiles.items()}
    results = np.array([_result(profile.wins[0], profile.aims) for profile in profiles.values()]).view(TargetResults)
    results.exactly = problem, options, profiles
    results.setflags(write=False)
    return results


def selectOptimalResult(allResults: Any, pHit: Any, ifEQ: Any = +1, legend: Any = False) -> np.ndarray:
    """Return the result that the players choose, an array (n + 2, n), by backward induction over all results.

    The array from `allTargetResults` keeps the exact values that each player compares. Any other array has only the win
    probabilities at the first turn. They order the options of a later player in the same way; but they are all equal if
    an earlier player surely hits, and then the tie rule decides.

    Parameters: `allResults`, an array (N, n + 2, n) with every profile once; `pHit`, the hit probabilities; `ifEQ`, the
    tie rule; `legend`, whether to print the table of profiles.

    Raises `ProblemError` for another array, and the errors of `Problem`.

    >>> from truel_ref.notebook import truel
    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> bool((selectOptimalResult(results, [1/3, 2/3, 1]) == truel([1/3, 2/3, 1])).all())
    True
    """
    stated_here = stated(pHit, ifEQ=ifEQ)
    known, options, profiles = getattr(allResults, "exactly", None) or _read(allResults, stated_here)
    problem = known.changed(tie_rule=stated_here.tie_rule)
    if legend:
        print(_table(problem, profiles, options))
    path = choose(problem, problem.order, profiles, options)[()].path
    if path is None:
        return _result([0] * problem.players, settled(problem, (None,) * problem.players, options))
    return _result(profiles[path].wins[0], profiles[path].aims)


def _read(value: Any, problem: Problem) -> tuple[Problem, Options, Profiles]:
    """Return the problem with the options and the profiles in an array of results."""
    n, array = problem.players, np.asarray(value)
    is_valid = array.shape[1:] == (n + 2, n) and array.dtype.kind == "f" and len(array) and np.isfinite(array).all()
    refuse(
        ProblemError,
        (not is_valid, f"{shown(value)} are no results of {n} players; give what allTargetResults returned"),
    )
    every = [tuple(Aim.of(own, n) for own in result[2:]) for result in array.tolist()]
    options = [list(dict.fromkeys(own)) for own in zip(*every, strict=True)]
    indexes = [{aim: index for index, aim in enumerate(own)} for own in options]
    profiles = {
        tuple(index[aim] for index, aim in zip(indexes, aims, strict=True)): ProfileResult(
            aims, (tuple(map(Fraction, win)),) * n, all(map(cannot_hit, problem.hits, aims))
        )
        for win, aims in zip(array[:, 0].tolist(), every, strict=True)
    }
    return problem, options, profiles


# -- maps as arrays


_FIELDS: dict[str, Any] = {
    "pHits": [0, 0, 1],
    "targets": defaultTargets,
    "search": defaultSearch,
    "targetLater": defaultTargetLater,
    "searchLater": defaultSearchLater,
    "ifEQ": +1,
    "alg": defaultAlg,
    "iterations": defaultIterations,
    "optRndLevel": defaultRndLevel,
    "points": 300,
    "title": "",
    "method": "smart",
    "colors": "w",
    "AgtB": True,
    "intensityRange": (0.4, 0.9),
    "mat": None,
    "mat_ms": 0,
}
_Fields: Any = namedtuple("_Fields", [*_FIELDS], defaults=[*_FIELDS.values()])  # type: ignore[misc]


class Test(_Fields):
    """The specification of a map: a named tuple of the arguments of `truel`, and how to draw it.

    The first two hit probabilities, of A and B, are free. Replacing a field on which the numbers depend drops `mat` and
    `mat_ms`, unless `mat` is replaced too.

    Further fields: `points`, the steps per side; `title`; `method`, any word, which means the exact map; `colors`, a
    colouring or a list; `AgtB`, whether pixels with pA > pB belong to the map; `intensityRange`, of the brightness;
    `mat`, the array of `makeMatAB` if it is known already; `mat_ms`, its milliseconds.

    >>> Test(points=10)._replace(colors="u").points
    10
    """

    __test__ = False  # pytest would take it for a class of tests

    def _replace(self, **fields: Any) -> Any:
        if not {*fields} <= {"title", "intensityRange", "colors", "method", "mat", "mat_ms"}:
            fields = {"mat": None, "mat_ms": 0} | fields
        return super()._replace(**fields)


def tests_of(value: Any) -> list[Any]:
    """Return a test, or the tests of a list, nested or not, as a list. Raises `ProblemError` for another value."""
    if isinstance(value, list) or type(value) is tuple:
        return [test for entry in value for test in tests_of(entry)]
    refuse(ProblemError, (not isinstance(value, Test), f"{shown(value)} is no Test; give Test(pHits=[0, 0, pC, …])"))
    return [value]


def Replace(t: Any, **kwargs: Any) -> Any:
    """Return a test with other fields, or for a list the list of such tests.

    Raises `ProblemError` for a value that is not a test, and `ValueError` for an unknown field.

    >>> [test.points for test in Replace([Test(), Test([0, 0, 1/2])], points=20)]
    [20, 20]
    """
    made = [test._replace(**kwargs) for test in tests_of(t)]
    return made[0] if isinstance(t, Test) else made


def spec_of(test: Any) -> MapSpec:
    """Return the spec of a test's map, exact by every `method`."""
    return MapSpec(stated(*(*test[:6], test.optRndLevel)), plain(test.points), bool(test.AgtB))


def described(test: Any) -> str:
    """Return the title of a test, by default its problem and where its numbers come from."""
    return test.title or "; ".join(filter(None, [spec_of(test).title(), origin(test.alg, test.iterations)]))


def makeMatAB(test: Any) -> tuple[np.ndarray | None, float]:
    """Return the matrix of a map, an array (points + 1, points + 1, n + 2, n), and the milliseconds of its computation.

    `mat[i, j]` is the result of `truel` for pA = i / points and pB = j / points, with win probabilities within 2^-45;
    pixels outside the map have -11. A test with a `mat` keeps it. A simulation of more than `tg_.maxSimSize` points
    gives `(None, 0)` and prints a line.

    Raises the errors of `truel` and `truel_ref.maps.build`.

    >>> mat, ms = makeMatAB(Test([0, 0, 1], points=12))
    >>> mat.shape, bool(abs(mat[4, 8] - truel([1/3, 2/3, 1])).max() < 2**-45)
    ((13, 13, 5, 3), True)
    """
    return matrix_for(test)


def matrix_for(
    test: Any, seed: int = SEED, exact: Callable[[MapSpec], MapData] = build
) -> tuple[np.ndarray | None, float]:
    """Return the matrix and milliseconds of `makeMatAB`.

    Parameters: `test`; `seed`, of simulations: every seed, title and pixel has its own dice; `exact`, gives exact maps.
    """
    begun, spec, number = time.perf_counter(), spec_of(test), algorithm(test.alg)
    if test.mat is not None:
        return shaped(spec, test.mat), test.mat_ms
    if number == algSim and spec.points > tg_.maxSimSize:
        print(f"{described(test)}: not simulated, {spec.points} points are more than tg_.maxSimSize = {tg_.maxSimSize}")
        return None, 0
    if number == algMath:
        data = exact(spec)
    else:
        pixels = {
            place: answered(
                spec.at(*place),
                number,
                test.iterations,
                random.Random("/".join(map(str, (seed, test.title, *place)))).getrandbits(64),
            )
            for place in spec.pixels()
        }
        data = MapData.assemble(spec, pixels)
    return matrix_of(data), 1000 * (time.perf_counter() - begun)


def matrix_of(data: MapData) -> np.ndarray:
    """Return a map as a matrix: every pixel as `truel` returns it, -11 outside the map."""
    n = data.spec.problem.players
    outside = np.full((n + 1, n), float(Invalid))
    known = [outside if None in aims else rows_of(aims) for aims in data.aims]
    lower = np.array([*known, outside])[data.index]  # index -1, outside, reads the last entry
    stalled = np.array([None in aims for aims in data.aims] + [False])[data.index]
    for row, column in np.argwhere(stalled).tolist():
        lower[row, column] = rows_of(settled(data.spec.at(row, column), data.aims_at(row, column)))
    win = np.where(data.inside[:, :, None], data.win, float(Invalid))
    return np.concatenate([win[:, :, None, :], lower], axis=2)


def shape_of(spec: MapSpec) -> tuple[int, ...]:
    """Return the shape of the matrix of a map."""
    return (*spec.shape, spec.problem.players + 2, spec.problem.players)


def shaped(spec: MapSpec, value: Any) -> np.ndarray:
    """Return the matrix of a map. Raises `ProblemError` for another shape, and for pixels without a value."""
    mat = np.asarray(value)
    fits = mat.shape == shape_of(spec) and bool((mat[:, :, 0][spec.inside] >= 0).all())
    refuse(
        ProblemError, (not fits, f"mat: {mat.shape} is not the matrix of this Test, {shape_of(spec)}; leave mat out")
    )
    return mat


def map_of(spec: MapSpec, mat: np.ndarray) -> MapData:
    """Return the map of a matrix; entries outside the map do not count."""
    rows, columns = np.nonzero(spec.inside)
    every = shaped(spec, mat)[rows, columns]
    problem, n = spec.problem, spec.problem.players
    different, number = np.unique(every[:, 2:].reshape(-1, n * n), axis=0, return_inverse=True)
    aims = [
        tuple(problem.resolve(problem.order, at, read_target(own, at, problem.names)) for at, own in enumerate(entry))
        for entry in different.reshape(-1, n, n).tolist()
    ]
    lost = 1 - every[:, 0].sum(axis=1)
    lost[abs(lost) < n / 2**44] = 0  # each probability is within 2^-45
    return MapData.join(spec, [MapPart(rows, columns, aims, number.ravel(), every[:, 0], lost, rows < 0)])


def preCalc(tests: Any, cache: Any = cUse) -> Any:
    """Compute maps before drawing them, and return the tests with `mat` and `mat_ms`; print a line for each.

    Exact maps use the store of `truel_ref.maps`: `cUse` reads stored maps and stores new ones, `cUpdate` computes and
    stores all, `cNone` ignores the store; `cReadOnly` computes nothing, and a missing map is a matrix of zeros.

    Returns a list of tests, a single test by itself, None without tests.

    Raises `ProblemError` for a value that is not a test and for an unknown `cache`, and the errors of `makeMatAB`.

    >>> from truel_ref.notebook import cNone
    >>> test = preCalc([Test([0, 0, 1], points=4)], cNone)  # doctest: +ELLIPSIS
    pC = 1; search Others, Miss: computed in ... ms
    >>> test.mat.shape, test.mat_ms > 0
    ((5, 5, 5, 3), True)
    """
    number = plain(cache)
    refuse(ProblemError, (number not in range(len(MODES)), f"cache: {shown(cache)} is unknown; give cNone, cUse, …"))
    done = [_ready(test, Store(mode=MODES[number]), SEED + place) for place, test in enumerate(tests_of(tests or []))]
    return done if len(done) > 1 else done[0] if done else None


def _ready(test: Any, store: Store, seed: int) -> Any:
    """Return a test with its matrix, and print where it comes from."""
    if test.mat is not None and store.mode != "update":
        print(f"{described(test)}: has its matrix")
        return test
    begun, spec = time.perf_counter(), spec_of(test)
    in_store = algorithm(test.alg) == algMath  # which has only exact maps
    stored = store.stored(spec)[0] if in_store and store.mode in ("use", "read-only") else None
    if stored is None and store.mode == "read-only":
        print(f"{described(test)}: not in the store, from which alone it may come; its matrix is zeros")
        return test._replace(mat=np.zeros(shape_of(spec)), mat_ms=0)
    mat, _ = matrix_for(test._replace(mat=None), seed, lambda asked: stored or store.fetch(asked, build))
    ms = 0 if mat is None else 1000 * (time.perf_counter() - begun)
    if mat is not None:
        print(f"{described(test)}: {'read from the store' if stored else 'computed'} in {ms:.0f} ms")
    return test._replace(mat=mat, mat_ms=ms)
