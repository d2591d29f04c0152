"""The steps of an exhaustive choice: all options, what every profile is worth, and which one is chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ExplanationError, ProblemError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import Profile, choose, profile_results, target_options
from truel_ref.fast.methods import solve
from truel_ref.game.problem import Problem
from truel_ref.maps.grid import rounded
from truel_ref.studies.notebook.problems import Answer, algorithm, predefined
from truel_ref.studies.notebook.reading import stated, whole
from truel_ref.studies.notebook.words import GAMES, SEARCH, Optimal, algFake, algMath, algSim

if TYPE_CHECKING:
    import numpy as np

__all__ = ["TargetResults", "allTargetOptions", "allTargetResults", "selectOptimalResult"]

PROFILES_LIMIT = 100_000


@dataclasses.dataclass(frozen=True)
class TargetResults:
    """What every profile of the first phase is worth, however it was found.

    Fields: `problem`; `profiles`, each `Profile` under the index of every player's option, in canonical order. Its
    length is the number of profiles, and `results[i]` is one of them as an array like that of `truel`.
    """

    problem: Problem
    profiles: Mapping[tuple[int, ...], Profile]

    def __len__(self) -> int:
        return len(self.profiles)

    def __getitem__(self, place: int) -> np.ndarray:
        return _of_profile(list(self.profiles.values())[place])

    def __iter__(self) -> Iterator[np.ndarray]:
        return map(_of_profile, self.profiles.values())

    def __repr__(self) -> str:
        return f"<TargetResults of {self.problem!r}: {len(self)} profiles>"


def _of_profile(profile: Profile) -> np.ndarray:
    return Answer(profile.aims, profile.wins[0], 1 - sum(profile.wins[0])).array


def allTargetOptions(
    pHits: Any,
    targets: Any = (),
    search: Any = SEARCH,
    targetLater: Any = Optimal,
    searchLater: Any = None,
    ifEQ: int = 1,
    alg: int = algMath,
    iterations: int = GAMES,
    optRndLevel: Any = None,
) -> list[np.ndarray]:
    """Return for each player the aims he may announce in the first phase, one row of weights per aim.

    The first step of an exhaustive choice. The parameters and errors are those of `truel`; those that make no
    difference to the options are there so that one list of arguments fits all steps.

    >>> from truel_ref.notebook import B, Miss
    >>> [options.tolist() for options in allTargetOptions([1/3, 2/3, 1], [Miss, Optimal, B])]
    [[[0.0, 0.0, 0.0]], [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]]
    """
    import numpy as np

    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    algorithm(alg)
    return [np.array([list(map(rounded, aim.weights)) for aim in aims]) for aims in target_options(problem)]


def allTargetResults(
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
) -> TargetResults:
    """Return what every profile of the first phase is worth: exactly, or by simulation with `algSim`.

    The second step of an exhaustive choice. The parameters are those of `truel`.

    Raises what `truel` raises, `ProblemError` for `algFake`, and `ExplanationError` for more than 100,000 profiles.

    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> len(results), results[0][1].tolist()
    (27, [1.0, 0.0, 0.0])
    """
    problem = stated(pHits, targets, search, targetLater, searchLater, ifEQ, optRndLevel)
    chosen = algorithm(alg)
    if chosen == algFake:
        raise ProblemError("alg: what is made up has no profiles; give algMath or algSim")
    if chosen == algSim:
        games = whole(iterations)
        return TargetResults(problem, search_by_simulation(problem, games=games, seed=whole(seed)).results)
    many = prod(map(len, target_options(problem)))
    if many > PROFILES_LIMIT:
        raise ExplanationError(
            f"{many:,} profiles are more than {PROFILES_LIMIT:,}; predefine some targets, or search less"
        )
    return TargetResults(problem, profile_results(solve(problem)))


def selectOptimalResult(results: TargetResults) -> np.ndarray:
    """Return the result that the players choose, by backward induction over all of them.

    The third step of an exhaustive choice: the last player chooses for everything announced before him, then the one
    before, with the tie rule of the problem. Any profile may be chosen, the first one too.

    Parameters: `results`, what `allTargetResults` returned.

    Raises `ExplanationError` for anything else.

    >>> from truel_ref.notebook import truel
    >>> bool((selectOptimalResult(allTargetResults([1/3, 2/3, 1])) == truel([1/3, 2/3, 1])).all())
    True
    """
    if not isinstance(results, TargetResults):
        raise ExplanationError(f"{shown(results)} are no results; give what allTargetResults returned")
    problem = results.problem
    path = choose(problem, problem.first_order, results.profiles)[()].path
    if path is None:
        nothing = (Fraction(0),) * problem.players
        return Answer(predefined(problem), nothing, Fraction(1)).array
    return _of_profile(results.profiles[path])
