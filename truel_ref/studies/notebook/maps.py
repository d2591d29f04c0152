"""Maps over all hit probabilities of A and B: `Test`, `makeMatAB` and `preCalc`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.errors import MapError, shown
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.store import MODES, Store
from truel_ref.simulation.estimate import checked_seed
from truel_ref.studies import smart_maps  # noqa: F401  registers its method
from truel_ref.studies.notebook.matrices import map_of_matrix, matrix_of
from truel_ref.studies.notebook.problems import ALGORITHMS, algorithm
from truel_ref.studies.notebook.reading import plain, stated, whole
from truel_ref.studies.notebook.words import GAMES, SEARCH, Optimal, Several, algMath, cNone, cUse

if TYPE_CHECKING:
    import os

    import numpy as np

__all__ = ["KEPT", "Replace", "Test", "listed_tests", "makeMatAB", "maps_of", "one_test", "preCalc", "spec_of"]


class _Fields(NamedTuple):
    pHits: Any = (0, 0, 1)
    targets: Any = ()
    search: Any = SEARCH
    targetLater: Any = Optimal
    searchLater: Any = None
    ifEQ: Any = 1
    alg: Any = algMath
    iterations: Any = GAMES
    optRndLevel: Any = None
    points: Any = 300
    method: Any = "cells"
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
    "cells", "certified", "normal" (each the exact map) or "smart" (the published adaptive method with linear filling);
    `AgtB`, whether pixels with pA > pB belong to the map; `title`; `intensityRange`, of the brightness; `colors`,
    colourings as a text "w,o,u" or a list; `mat`, the array of `makeMatAB` if it is known already; `mat_ms`, its
    milliseconds.

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
    return listed_tests((tests,))[0]._replace(**fields)


def _is_hits(value: Any) -> bool:
    return not any(isinstance(entry, list | tuple) or getattr(entry, "ndim", 0) for entry in value)


def listed_tests(tests: Sequence[Any], fields: Mapping[str, Any] | None = None) -> list[Test]:
    """Return the tests in arguments as one list, with some fields replaced."""

    def flat(value: Any) -> Iterator[Test]:
        if isinstance(value, Test):
            yield value
        elif isinstance(value := plain(value) if hasattr(value, "dtype") else value, list | tuple) and value:
            if _is_hits(value):
                yield Test(value)
            else:
                for entry in value:
                    yield from flat(entry)
        else:
            raise MapError(f"{shown(value)} is no Test; give Test(pHits=[0, 0, pC, …]), or a list of them")

    listed = [test for value in tests for test in flat(value)] if tests else [Test()]
    return [test._replace(**fields) for test in listed] if fields else listed


def spec_of(test: Test) -> MapSpec:
    """Return the map that a test asks for."""
    problem = stated(*test[:6], test.optRndLevel)
    wide = bool(test.AgtB) if test.AgtB in (0, 1) else test.AgtB
    return MapSpec(problem, whole(test.points), wide, test.method, "linear" if test.method == "smart" else "exact")


KEPT: dict[MapSpec, MapData] = {}  # what preCalc has computed in this session


def _store(mode: Any, folder: str | os.PathLike[str] | None) -> Store:
    number = plain(mode)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(MODES):
        raise MapError(f"cache: {shown(mode)} is unknown; there are cNone, cUse, cUpdate and cReadOnly (0 to 3)")
    return Store(folder, MODES[number])


def _data(test: Test, store: Store, jobs: int | None, seed: int) -> MapData:
    """Return the map of a test: from its own matrix, from the store, or computed."""
    spec, alg = spec_of(test), algorithm(test.alg)
    if test.mat is not None:
        return map_of_matrix(spec, test.mat)
    if alg != algMath:
        # Not for the store, whose maps are those of their specs.
        answer, games = ALGORITHMS[alg], whole(test.iterations)
        return MapData.assemble(
            spec,
            {
                (row, column): answer(
                    spec.at(row, column), games, random.Random(f"{seed}/{row}/{column}").getrandbits(64)
                ).pixel
                for row, column in spec.pixels()
            },
        )
    if store.mode == "none" and spec in KEPT:
        return KEPT[spec]
    return build(spec, jobs=jobs, store=store)


def maps_of(
    tests: Sequence[Test], cache: Any, folder: str | os.PathLike[str] | None, jobs: int | None, seed: Any
) -> list[MapData]:
    """Return the maps of tests; where they are simulated, with seeds one after the other."""
    store, first = _store(cache, folder), checked_seed(whole(seed))
    return [_data(test, store, jobs, first + place) for place, test in enumerate(tests)]


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

    Raises `MapError` for what is no test or no `cache`, and what `truel` and `truel_ref.maps.builder` raise.

    >>> from truel_ref.notebook import truel
    >>> mat = makeMatAB(Test([0, 0, 1], points=12))
    >>> mat.shape, bool((mat[4, 8] == truel([1/3, 2/3, 1])).all())
    ((13, 13, 5, 3), True)
    """
    return matrix_of(maps_of([one_test(test, fields)], cache, folder, jobs, seed)[0])


def one_test(test: Several, fields: Mapping[str, Any]) -> Test:
    """Return the only test in an argument, with some fields replaced. Raises `MapError` for several."""
    tests = listed_tests((test,), fields)
    if len(tests) != 1:
        raise MapError(f"give one Test, not {len(tests)}")
    return tests[0]


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
    store, first = _store(cache, folder), checked_seed(whole(seed))
    done = []
    for place, test in enumerate(listed_tests((tests,), fields)):
        if test.mat is not None and store.mode != "update":
            done.append(test)
            continue
        begun = time.perf_counter()
        data = _data(test._replace(mat=None), store, jobs, first + place)
        if algorithm(test.alg) == algMath:
            KEPT[data.spec] = data
        done.append(test._replace(mat=matrix_of(data), mat_ms=1000 * (time.perf_counter() - begun)))
    return done[0] if isinstance(tests, Test) else done
