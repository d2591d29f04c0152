"""The steps of an exhaustive choice: all options, what every profile is worth, and which one is chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ExplanationError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import Profile, choose, profile_results, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.indices import Path
from truel_ref.game.problem import Problem
from truel_ref.maps.grid import rounded
from truel_ref.play.turns import cannot_hit
from truel_ref.studies.notebook.problems import SEED, Answer, algorithm, invented, settled
from truel_ref.studies.notebook.reading import stated, tie_rule_of
from truel_ref.studies.notebook.tables import Options, profiles_text
from truel_ref.studies.notebook.words import (
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

__all__ = ["allTargetOptions", "allTargetResults", "selectOptimalResult"]

PROFILES_LIMIT = 100_000


def allTargetOptions(
    pHits: Any, search: Any = defaultSearch, targets: Any = defaultTargets, optRndLevel: Any = defaultRndLevel
) -> np.ndarray:
    """Return every profile of the first phase: an array (N, n, n), of each of N profiles one row of weights per player.

    The first step of an exhaustive choice. The parameters and errors are those of `truel`.

    >>> from truel_ref.notebook import B, Miss, Optimal
    >>> allTargetOptions([1/3, 2/3, 1], targets=[Miss, Optimal, B])[:, 1].tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    import numpy as np

    options = _options(stated(pHits, targets, search, defaultTargetLater, defaultSearchLater, 1, optRndLevel))
    return np.array([[list(map(rounded, aim.weights)) for aim in aims] for aims in product(*options)])


def _options(problem: Problem) -> tuple[tuple[Aim, ...], ...]:
    options = target_options(problem)
    many = prod(map(len, options))
    if many > PROFILES_LIMIT:
        raise ExplanationError(
            f"{many:,} profiles are more than {PROFILES_LIMIT:,}; predefine some targets, or search less"
        )
    return options


def allTargetResults(
    pHits: Any,
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    optRndLevel: Any = defaultRndLevel,
    alg: Any = defaultAlg,
) -> np.ndarray:
    """Return what every profile of the first phase is worth: an array (N, n + 2, n), each entry as `truel` returns it.

    The second step of an exhaustive choice. The array cannot be written to, and knows the exact numbers that it was
    rounded from; a copy is an array like any other.

    Parameters: those of `truel`; with `algSim` every profile is played a million times from each turn.

    Raises what `truel` raises, and `ExplanationError` for more than 100,000 profiles.

    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> results.shape, results[0, 1].tolist()
    ((27, 5, 3), [1.0, 0.0, 0.0])
    """
    problem = stated(pHits, targets, search, defaultTargetLater, defaultSearchLater, 1, optRndLevel)
    chosen, options = algorithm(alg), _options(problem)
    if chosen == algMath:
        profiles = profile_results(solve(problem))
    elif chosen == algSim:
        profiles = search_by_simulation(problem, games=defaultIterations, seed=SEED).results
    else:
        win = invented(problem)
        every = product(*map(range, map(len, options)))
        profiles = {path: Profile(_aims(options, path), (win,) * len(win), stalls=False) for path in every}
    made: np.ndarray = _kind_of_array()(problem, profiles)
    return made


def _aims(options: Options, path: Path) -> tuple[Aim, ...]:
    return tuple(aims[option] for aims, option in zip(options, path, strict=True))


def _of_profile(profile: Profile) -> np.ndarray:
    return Answer(profile.aims, profile.wins[0], 1 - sum(profile.wins[0])).array


@cache
def _kind_of_array() -> Any:
    """Return the class of results, which is made when NumPy is needed."""
    import numpy as np

    class TargetResults(np.ndarray):
        """The arrays of all profiles, with the profiles that they were rounded from."""

        exactly: tuple[Problem, Mapping[Path, Profile]] | None = None

        def __new__(cls, problem: Problem, profiles: Mapping[Path, Profile]) -> TargetResults:
            made = np.array([_of_profile(profile) for profile in profiles.values()]).view(cls)
            made.exactly = problem, profiles
            made.setflags(write=False)
            return made

    return TargetResults


def selectOptimalResult(allResults: Any, pHit: Any, ifEQ: Any = +1, legend: Any = False) -> np.ndarray:
    """Return the result that the players choose, an array (n + 2, n), by backward induction over all of them.

    The third step of an exhaustive choice: the last player chooses for everything announced before him, then the one
    before, with the tie rule. Any profile may be chosen, the first one too.

    What `allTargetResults` returned holds for every player what he compares, exactly. Of another array there are only
    the win probabilities at the first turn, as floats: they order the options of a later player in the same way,
    but where somebody before him surely hits they say nothing, and the tie rule decides.

    Parameters: `allResults`, an array (N, n + 2, n) with every profile once; `pHit`, the hit probabilities; `ifEQ`, as
    for `truel`; `legend`, whether the table is printed, too.

    Raises `ExplanationError` for what is no such array, and what `Problem` raises.

    >>> from truel_ref.notebook import truel
    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> bool((selectOptimalResult(results, [1/3, 2/3, 1]) == truel([1/3, 2/3, 1])).all())
    True
    """
    problem = stated(pHit, defaultTargets, defaultSearch, defaultTargetLater, defaultSearchLater, ifEQ, defaultRndLevel)
    exactly = getattr(allResults, "exactly", None)
    if exactly is not None and exactly[0].hits == problem.hits:
        problem, profiles = dataclasses.replace(exactly[0], tie_rule=tie_rule_of(ifEQ)), exactly[1]
        options: Options = target_options(problem)
    else:
        options, profiles = _read(allResults, problem)
    path = choose(problem, problem.first_order, profiles, options)[()].path
    if legend:
        print(profiles_text(problem, profiles, options))
    if path is not None:
        return _of_profile(profiles[path])
    nobody = (None,) * problem.players
    return Answer(settled(problem, nobody, options), (Fraction(0),) * problem.players, Fraction(1)).array


def _read(value: Any, problem: Problem) -> tuple[list[list[Aim]], dict[Path, Profile]]:
    """Return the options and the profiles in an array."""
    import numpy as np

    players = problem.players
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape[1:] != (players + 2, players) or not len(array) or not np.isfinite(array).all():
        raise ExplanationError(
            f"{shown(value)} are no results of {players} players; give what allTargetResults returned"
        )
    options: list[list[Aim]] = [[] for _ in range(players)]
    profiles: dict[Path, Profile] = {}
    for result in array:
        aims = tuple(Aim.of(weights, players) for weights in result[2:].tolist())
        for own, aim in zip(options, aims, strict=True):
            if aim not in own:
                own.append(aim)
        path = tuple(own.index(aim) for own, aim in zip(options, aims, strict=True))
        stalls = all(cannot_hit(hit, aim) for hit, aim in zip(problem.hits, aims, strict=True))
        win = tuple(map(Fraction, result[0].tolist()))
        profiles[path] = Profile(aims, (win,) * players, stalls)
    return options, profiles
