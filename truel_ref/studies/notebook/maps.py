"""Maps over all hit probabilities of A and B: `Test`, `Replace`, `makeMatAB` and `preCalc`.

**Maps as the matrices of the notebook, and back.**
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim, read_target
from truel_ref.game.problem import Problem
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData, Part
from truel_ref.maps.plays import Pixel
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import MODES, Store
from truel_ref.studies.notebook.problems import SEED, aims_rows, algorithm, answered, provenance, settled
from truel_ref.studies.notebook.words import (
    Invalid,
    algMath,
    algSim,
    cReadOnly,
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
    whole,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Replace",
    "Test",
    "described",
    "inside_of",
    "listed_tests",
    "makeMatAB",
    "map_of_matrix",
    "matrix_for",
    "matrix_of",
    "preCalc",
    "shape_of",
    "shaped",
    "single",
    "spec_of",
]


def shape_of(spec: MapSpec) -> tuple[int, ...]:
    """Return the shape of the matrix of a map: (points + 1, points + 1, n + 2, n)."""
    players = spec.problem.players
    return (*spec.shape, players + 2, players)


def inside_of(spec: MapSpec) -> np.ndarray:
    """Return per pixel whether it belongs to a map: all pixels, or those with pA <= pB."""
    return spec.inside


def matrix_of(data: MapData) -> np.ndarray:
    """Return a map as a matrix: every pixel as `truel` returns it, -11 outside the map."""
    import numpy as np

    spec, players = data.spec, data.spec.problem.players
    outside = np.full((players + 1, players), float(Invalid))
    known = [aims_rows(aims) if None not in aims else outside for aims in data.aims]  # type: ignore[arg-type]
    lower = np.array([*known, outside])[data.index]  # index -1, outside, reads the last entry
    for number, aims in enumerate(data.aims):
        if None in aims:  # a stalemate: the tie rule's choice depends on the hit probabilities of the pixel
            for row, column in np.argwhere(data.index == number).tolist():
                lower[row, column] = aims_rows(settled(spec.at(row, column), aims))
    win = np.where(data.inside[:, :, None], data.win, float(Invalid))
    return np.concatenate([win[:, :, None, :], lower], axis=2)


def shaped(spec: MapSpec, value: Any) -> np.ndarray:
    """Return a matrix if it has the shape of a map, and numbers for all its pixels. Raises `ProblemError` otherwise."""
    import numpy as np

    mat = np.asarray(value)
    shape = shape_of(spec)
    if mat.shape != shape or mat.dtype != float:
        raise ProblemError(
            f"mat: {mat.dtype} {mat.shape} is not the matrix of this Test, float64 {shape}; leave mat out"
        )
    if not (mat[:, :, 0][inside_of(spec)] >= 0).all():
        raise ProblemError("mat: it lacks pixels that belong to the map of this Test; leave mat out")
    return mat


def map_of_matrix(spec: MapSpec, matrix: Any) -> MapData:
    """Return the map of a matrix; entries outside the map do not count."""
    import numpy as np

    players, inside = spec.problem.players, inside_of(spec)
    mat = shaped(spec, matrix)
    weights = mat[:, :, 2:, :][inside].reshape(-1, players * players)
    different, first, number = np.unique(weights, axis=0, return_index=True, return_inverse=True)
    where = np.argwhere(inside)[first]
    aims = [
        _aims_of(spec.at(int(row), int(column)), entry.reshape(players, players).tolist())
        for (row, column), entry in zip(where, different, strict=True)
    ]
    win = mat[:, :, 0, :][inside]
    # Without a stalemate, the sum of n numbers that are each within 2^-45 differs from 1 by at most n / 2^45.
    lost = np.array([1 - fsum(own) for own in win])
    lost = np.where(np.abs(lost) <= players / 2**45, 0.0, lost)
    rows, columns = np.nonzero(inside)
    return MapData.join(spec, [Part(rows, columns, aims, number.ravel(), win, lost, np.zeros(len(rows), dtype=bool))])


def _aims_of(problem: Problem, weights: list[list[float]]) -> tuple[Aim, ...]:
    order = problem.order
    return tuple(
        problem.resolve(order, player, read_target(own, player, problem.names)) for player, own in enumerate(weights)
    )


class _Fields(NamedTuple):
    pHits: Any = [0, 0, 1]  # noqa: RUF012  cells read lists; nothing here changes one
    targets: Any = defaultTargets
    search: Any = defaultSearch
    targetLater: Any = defaultTargetLater
    searchLater: Any = defaultSearchLater
    ifEQ: Any = +1
    alg: Any = defaultAlg
    iterations: Any = defaultIterations
    optRndLevel: Any = defaultRndLevel
    points: Any = 300
    title: Any = ""
    method: Any = "smart"
    colors: Any = "w"
    AgtB: Any = True
    intensityRange: Any = (0.4, 0.9)
    mat: Any = None
    mat_ms: Any = 0


class Test(_Fields):
    """The specification of a map: a named tuple, so that `test._replace(points=100)` is this map on another grid.

    Replacing a field on which the numbers depend drops `mat` and `mat_ms`, unless `mat` is replaced too.

    Fields: `pHits`, of which the first two, those of A and B, are ignored; `targets`, `search`, `targetLater`,
    `searchLater`, `ifEQ`, `alg`, `iterations` and `optRndLevel` as for `truel`; `points`, the steps per side; `title`;
    `method`, "smart" or another word, all of which mean the exact map; `colors`, a colouring or a list of them; `AgtB`,
    whether pixels with pA > pB belong to the map; `intensityRange`, of the brightness; `mat`, the array of `makeMatAB`
    if it is known already; `mat_ms`, its milliseconds.

    >>> Test(points=10)._replace(colors="u").points
    10
    """

    __test__ = False  # pytest would take it for a class of tests
    __slots__ = ()

    def _replace(self, **fields: Any) -> Test:
        for name in fields:
            if name not in self._fields:
                raise ProblemError(f"unknown field {shown(name)}; a Test has {', '.join(self._fields)}")
        if not set(fields) <= {"title", "intensityRange", "colors", "method", "mat", "mat_ms"}:
            fields = {"mat": None, "mat_ms": 0} | fields
        return Test(**(self._asdict() | fields))


def Replace(t: Any, **kwargs: Any) -> Any:
    """Return a test with other fields, or for a list, nested or not, the list of such tests.

    Raises `ProblemError` for an unknown field, and for a value that is not a test.

    >>> [test.points for test in Replace([Test(), Test([0, 0, 1/2])], points=20)]
    [20, 20]
    """
    if isinstance(t, list) or type(t) is tuple:
        return [Replace(test, **kwargs) for test in t]
    return listed_tests(t)[0]._replace(**kwargs)


def listed_tests(tests: Any) -> list[Test]:
    """Return the tests in an argument, one or a list of them, nested or not, as one list. Raises `ProblemError`."""

    def flat(value: Any) -> Iterator[Test]:
        if isinstance(value, Test):
            yield value
        elif isinstance(value, list | tuple):
            for entry in value:
                yield from flat(entry)
        else:
            raise ProblemError(f"{shown(value)} is no Test; give Test(pHits=[0, 0, pC, …]), or a list of them")

    return list(flat(tests))


def single(test: Any) -> Test:
    """Return a test. Raises `ProblemError` for another value."""
    if not isinstance(test, Test):
        raise ProblemError(f"{shown(test)} is no Test; give Test(pHits=[0, 0, pC, …])")
    return test


def spec_of(test: Test) -> MapSpec:
    """Return the spec of a test's map.

    For every `method` of the test it is the fastest exact method: the numbers are the same.
    """
    problem = stated(*test[:6], test.optRndLevel)
    wide = bool(test.AgtB) if test.AgtB in (0, 1) else test.AgtB
    return MapSpec(problem, whole(test.points), wide)


def described(test: Test) -> str:
    """Return the title of a test: its own, or else its problem and its algorithm.

    >>> described(Test([0, 0, 1/2])), described(Test(title="mine"))
    ('pC = 1/2; search Others, Miss', 'mine')
    """
    if test.title:
        return str(test.title)
    return "; ".join(filter(None, [spec_of(test).title(), provenance(test.alg, test.iterations)]))


def _is_too_large(test: Test) -> bool:
    return algorithm(test.alg) == algSim and whole(test.points) > tg_.maxSimSize


def _simulated(test: Test, spec: MapSpec, seed: int) -> MapData:
    """Return a simulated or invented map, with separate dice for every pixel."""
    pixels = {}
    for row, column in spec.pixels():
        own = random.Random(f"{seed}/{test.title}/{row}/{column}").getrandbits(64)
        answer = answered(spec.at(row, column), test.alg, test.iterations, own)
        win = tuple(map(float, answer.win))
        pixels[row, column] = Pixel(answer.aims, win, float(answer.stalemate), tie=False)
    return MapData.assemble(spec, pixels)


def _computed(test: Test, seed: int = SEED) -> MapData:
    spec = spec_of(test)
    return build(spec) if algorithm(test.alg) == algMath else _simulated(test, spec, seed)


def matrix_for(test: Test, seed: int = SEED) -> tuple[np.ndarray | None, float]:
    """Return the matrix and milliseconds of `makeMatAB`, with a seed for simulations."""
    if test.mat is not None:
        return shaped(spec_of(test), test.mat), test.mat_ms
    if _is_too_large(test):
        print(f"{described(test)}: not simulated, {test.points} points are more than tg_.maxSimSize = {tg_.maxSimSize}")
        return None, 0
    begun = time.perf_counter()
    mat = matrix_of(_computed(test, seed))
    return mat, 1000 * (time.perf_counter() - begun)


def makeMatAB(test: Any) -> tuple[np.ndarray | None, float]:
    """Return the matrix of a map and the milliseconds of its computation.

    The matrix is an array of floats (points + 1, points + 1, n + 2, n). `mat[i, j]` is the result of `truel` for
    pA = i / points and pB = j / points, with win probabilities within 2^-45; pixels outside the map, at pA > pB without
    `AgtB`, have -11. A test with a `mat` keeps it. A simulation of more than `tg_.maxSimSize` points gives `(None, 0)`
    and prints a line.

    Raises `ProblemError` for a value that is not a test, and the errors of `truel` and `truel_ref.maps.build`.

    >>> from truel_ref.notebook import truel
    >>> mat, ms = makeMatAB(Test([0, 0, 1], points=12))
    >>> mat.shape, bool(abs(mat[4, 8] - truel([1/3, 2/3, 1])).max() < 2**-45)
    ((13, 13, 5, 3), True)
    """
    return matrix_for(single(test))


def preCalc(tests: Any, cache: Any = cUse) -> Any:
    """Compute maps before drawing them, and return the tests with `mat` and `mat_ms`.

    It prints a line for each test. Exact maps use the store of `truel_ref.maps` according to `cache`: `cUse` reads
    stored maps and stores new ones, `cUpdate` computes and stores all, `cNone` ignores the store; `cReadOnly` computes
    nothing, and gives a matrix of zeros for a map that is not in the store.

    Returns a list of tests; a single test by itself; None without tests.

    Raises `ProblemError` for a value that is not a test and for an unknown `cache`, and the errors of `makeMatAB`.

    >>> from truel_ref.notebook import cNone
    >>> test = preCalc([Test([0, 0, 1], points=4)], cNone)  # doctest: +ELLIPSIS
    pC = 1; search Others, Miss: computed in ... ms
    >>> test.mat.shape, test.mat_ms > 0
    ((5, 5, 5, 3), True)
    """
    number = plain(cache)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(MODES):
        raise ProblemError(f"cache: {shown(cache)} is unknown; choose from cNone, cUse, cUpdate and cReadOnly (0 to 3)")
    store = Store(mode=MODES[number])
    listed = [] if tests is None else listed_tests(tests)
    done = [_precalculated(test, store, SEED + place) for place, test in enumerate(listed)]
    return done if len(done) > 1 else done[0] if done else None


def _precalculated(test: Test, store: Store, seed: int) -> Test:
    import numpy as np

    if test.mat is not None and store.mode != "update":
        print(f"{described(test)}: has its matrix")
        return test
    test, spec = test._replace(mat=None), spec_of(test)
    begun = time.perf_counter()
    is_new = []

    def compute(asked: MapSpec) -> MapData:
        is_new.append(asked)
        return _computed(test, seed)

    if _is_too_large(test):
        matrix_for(test)
        return test._replace(mat_ms=0)
    exact = algorithm(test.alg) == algMath  # the store has only exact maps
    try:
        data = store.fetch(spec, compute) if exact else None
    except ProblemError:
        if store.mode != MODES[cReadOnly]:
            raise
        data = None
    if data is None and store.mode == MODES[cReadOnly]:
        print(f"{described(test)}: not in the store, from which alone it may come; its matrix is zeros")
        return test._replace(mat=np.zeros(shape_of(spec)), mat_ms=0)
    mat = matrix_of(compute(spec) if data is None else data)
    passed = 1000 * (time.perf_counter() - begun)
    print(f"{described(test)}: {'computed' if is_new else 'read from the store'} in {passed:.0f} ms")
    return test._replace(mat=mat, mat_ms=passed)
