"""Single problems: `truel`, `ptruel` and `ptruelWhy`, and the three algorithms behind them.

**Profiles and the choice among them as text, also for inexact results.**

**The steps of an exhaustive choice: all options, the values of every profile, and the chosen profile.**
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.reasons import ProfileResult, choose, profile_results, target_options, why
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Profile
from truel_ref.game.problem import Problem
from truel_ref.maps.plays import Aims
from truel_ref.numbers import percent_text
from truel_ref.play.announced import Chosen
from truel_ref.play.phase import cannot_hit
from truel_ref.play.ties import break_tie
from truel_ref.simulation.estimates import simulate
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
    plain,
    stated,
    tie_rule_of,
    whole,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "SEED",
    "NotebookAnswer",
    "Options",
    "aims_rows",
    "algorithm",
    "allTargetOptions",
    "allTargetResults",
    "answered",
    "chain_text",
    "invented",
    "profiles_text",
    "provenance",
    "ptruel",
    "ptruelWhy",
    "selectOptimalResult",
    "settled",
    "truel",
]

Options = Sequence[Sequence[Aim]]
"""Per player the aims to which the entries of a path refer."""


def profiles_text(problem: Problem, profiles: Mapping[Profile, ProfileResult], options: Options | None = None) -> str:
    """Return the table of profiles: aims, win probabilities at the first turn, and who would choose each.

    `C+` means that C prefers the profile given the earlier announcements, `C!` that C has only this option. The row
    with the marks of all players is the choice.

    Parameters: `problem`; `profiles`, under the index of every player's option; `options`, by default those of the
    problem.

    >>> from truel_ref import solve
    >>> from truel_ref.explain.reasons import profile_results
    >>> problem = Problem(["1/3", "2/3", 1], ["Miss", "C", "Optimal"])
    >>> print(profiles_text(problem, profile_results(solve(problem))))
      #  A     B    C     A wins    B wins    C wins    chosen by
    ---  ----  ---  ----  --------  --------  --------  -----------
      1  Miss  C    A     28.571 %  60.317 %  11.111 %
      2  Miss  C    B     39.683 %  38.095 %  22.222 %  C+ B! A!
      3  Miss  C    Miss  42.857 %  57.143 %  0.000 %
    """
    from tabulate import tabulate

    offered = options or target_options(problem)
    chosen = choose(problem, problem.order, profiles, offered)
    names = [problem.label(player) for player in problem.order]
    rows = [
        [number, *profile.aims, *(percent_text(win) for win in profile.wins[0]), _marks(problem, path, chosen, offered)]
        for number, (path, profile) in enumerate(profiles.items(), 1)
    ]
    table: str = tabulate(rows, ["#", *names, *(f"{name} wins" for name in names), "chosen by"])
    return table


def _marks(problem: Problem, path: Profile, chosen: Mapping[Profile, Chosen], options: Options) -> str:
    marks = []
    for place in reversed(range(len(path))):
        if chosen[path[:place]].path != path:
            break
        only = len(options[place]) == 1
        marks.append(problem.label(problem.order[place]) + ("!" if only else "+"))
    return " ".join(marks)


def chain_text(problem: Problem, profiles: Mapping[Profile, ProfileResult]) -> str:
    """Return the choices that lead to the chosen profile, a line for each player, from the first to the last.

    Parameters: `problem`; `profiles`, under the index of every player's option.

    >>> from truel_ref import solve
    >>> from truel_ref.explain.reasons import profile_results
    >>> problem = Problem(["1/3", "2/3", 1], ["Optimal", "C", "Optimal"])
    >>> print(chain_text(problem, profile_results(solve(problem))))
    A misses: 39.683 %, against 31.217 % (A at C), 26.455 % (A at B).
    B at C, the only option.
    C at B: 66.667 %, against 33.333 % (C at A), 0.000 % (C misses).
    """
    order, options = problem.order, target_options(problem)
    chosen = choose(problem, order, profiles)
    path = chosen[()].path
    if path is None:
        return "Nobody can be hit whatever is announced: the phase is a stalemate."
    lines = []
    for place, option in enumerate(path):
        name, earlier = problem.label(order[place]), path[:place]
        taken = options[place][option].does(name, problem.names)
        if len(options[place]) == 1:
            lines.append(f"{taken}, the only option.")
            continue
        follows = {
            other: (*earlier, other) if place == len(order) - 1 else chosen[*earlier, other].path
            for other in range(len(options[place]))
        }
        worths = {other: profiles[end].wins[place][order[place]] for other, end in follows.items() if end is not None}
        rest = sorted((other for other in worths if other != option), key=lambda other: -worths[other])
        said = {other: options[place][other].does(name, problem.names) for other in rest}
        others = ", ".join(f"{percent_text(worths[other])} ({said[other]})" for other in rest)
        lines.append(f"{taken}: {percent_text(worths[option])}, against {others}.")
    return "\n".join(lines)


SEED = 1  # of every simulation, so that a cell always gives the same numbers


@dataclasses.dataclass(frozen=True)
class NotebookAnswer:
    """The answer of an algorithm: `aims` of the first phase, `win` and `stalemate`."""

    aims: tuple[Aim, ...]
    win: tuple[Any, ...]
    stalemate: Any

    @property
    def array(self) -> np.ndarray:
        """The answer as the array that `truel` returns."""
        import numpy as np

        return np.vstack([[list(map(float, self.win))], aims_rows(self.aims)])


def aims_rows(aims: Iterable[Aim]) -> np.ndarray:
    """Return the lower rows of a result: the simple targets, then the weights of each player."""
    import numpy as np

    listed = list(aims)
    return np.array([[float(_simple(aim)) for aim in listed], *(list(map(float, aim.weights)) for aim in listed)])


def settled(problem: Problem, aims: Aims, options: Options | None = None) -> tuple[Aim, ...]:
    """Return the aims with an aim for every player: in a stalemate, where all are equal, the tie rule's choice.

    Parameters: `problem`; `aims`, None for a player without an aim; `options`, per player, by default those of the
    problem.

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


def _by_math(problem: Problem, games: int, seed: int) -> NotebookAnswer:
    solution = solve(problem)
    return NotebookAnswer(settled(problem, solution.aims), solution.win, solution.stalemate)


def _by_simulation(problem: Problem, games: int, seed: int) -> NotebookAnswer:
    order = problem.order
    if any(problem.has_choice(order, player) for player in order):
        searched = search_by_simulation(problem, games=games, seed=seed)
        aims = _predefined(problem) if searched.profile is None else searched.aims
        return NotebookAnswer(settled(problem, aims), searched.win, 1 - sum(searched.win))
    estimate = simulate(solve(problem), games=games, seed=seed)  # simulation plays aims and chooses none
    return NotebookAnswer(settled(problem, _predefined(problem)), estimate.win, estimate.stalemate)


def _predefined(problem: Problem) -> Aims:
    """Return the aims of the players with a single option, and None for the players who choose."""
    order = problem.order
    return tuple(None if problem.has_choice(order, player) else problem.options(order, player)[0] for player in order)


def _by_invention(problem: Problem, games: int, seed: int) -> NotebookAnswer:
    """Return an invented result: all aim at the strongest and win in proportion to their hit probabilities."""
    order = problem.order
    strongest = (problem.resolve(order, player, Word.STRONGEST) for player in order)
    aims = tuple(given or aim for given, aim in zip(_predefined(problem), strongest, strict=True))
    return NotebookAnswer(aims, invented(problem), Fraction(0))


def invented(problem: Problem) -> tuple[Any, ...]:
    """Return invented win probabilities, in proportion to the hit probabilities."""
    total = sum(problem.hits)
    return tuple(hit / total if total else Fraction(1, problem.players) for hit in problem.hits)


ALGORITHMS: dict[int, Callable[[Problem, int, int], NotebookAnswer]] = {
    algMath: _by_math,
    algSim: _by_simulation,
    algFake: _by_invention,
}


def algorithm(value: Any) -> int:
    """Return the number of an algorithm. Raises `ProblemError` for an unknown one."""
    value = plain(value)
    if isinstance(value, int) and not isinstance(value, bool) and value in ALGORITHMS:
        return int(value)
    raise ProblemError(f"alg: {shown(value)} is unknown; choose from algMath (21), algSim (25) and algFake (29)")


def answered(problem: Problem, alg: Any, iterations: Any, seed: int = SEED) -> NotebookAnswer:
    """Return the answer of an algorithm to a problem. Raises the errors of `algorithm` and of the algorithm."""
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
    """Return the win probabilities and the aims as an array of floats with n + 2 rows for n players.

    Row 0 holds the win probabilities, correctly rounded from the exact fractions. Row 1 holds the simple targets: the
    index of a player, `Miss`, or `Random` for every mix. The rows from 2 on hold the full aims, one row per player: the
    player's weights on A, B, …. 1 minus the sum of the first row is the chance of a stalemate; in a certain stalemate a
    player who chooses has the aim that the tie rule prefers among equals.

    Parameters:
        pHits: the hit probabilities, a list or array; floats stand for the simplest fraction.
        targets: one per player: an index, a word, weights; row 1 or the rows from 2 on of another result are valid.
            Empty for `Optimal` throughout; a single word counts for all players.
        search, searchLater: lists or sets of words; an empty `searchLater` means `search`.
        targetLater: one word for all players after the first elimination.
        ifEQ: the tie rule: 1, 2, 3; any other positive number for a single player, the earlier first, then a mix, then
            Miss; zero and negative numbers for the reverse order.
        alg: `algMath` solves exactly. `algSim` plays `iterations` games, or if a player chooses, this number for every
            profile and turn; a call always gives the same numbers. `algFake` invents a result for trying out drawings:
            all at the strongest, chances in proportion to the hit probabilities.
        iterations: of the simulation.
        optRndLevel: one random level per player, -1, 0 or None for the equal mix alone, or an integer for all.

    Raises the errors of `Problem` and `simulate`, and `ProblemError` for an unknown algorithm.

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
    """Print the result of a problem in one line; a star marks predefined targets.

    Parameters: as for `truel`; `timeit`, whether the line ends with the time. Raises the errors of `truel`.

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
    parts += filter(None, [provenance(alg, iterations)])
    if timeit:
        parts.append(f"{passed:.1f} ms")
    print(" | ".join(parts))


def _percent(values: Iterable[Any]) -> str:
    return " ".join(percent_text(value, 1).removesuffix(" %") for value in values)


def provenance(alg: Any, iterations: Any) -> str:
    """Return the origin of an algorithm's numbers in words, empty for exact numbers."""
    if algorithm(alg) == algSim:
        return f"simulated, {whole(iterations):,} games"
    return "made up" if algorithm(alg) == algFake else ""


def ptruelWhy(
    pHits: Any,
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    ifEQ: Any = 1,
    optRndLevel: Any = defaultRndLevel,
    alg: Any = defaultAlg,
) -> None:
    """Print why: the chain of choices in words, and every profile with its win probabilities and who would choose it.

    Parameters: as for `truel`; with `algSim` the profiles are played a million times from each turn, and numbers and
    choices follow the estimates.

    Raises the errors of `truel_ref.why` and `truel_ref.search_by_simulation`, and `ProblemError` for `algFake`.

    >>> from truel_ref.notebook import B, C, Optimal
    >>> ptruelWhy([1/2, 1/2, 1], targets=[Optimal, C, B])  # doctest: +ELLIPSIS
    A misses because 7/12 > 11/24 (C) > 7/24 (B).
    ...
    3    Miss  C    B    7/12      1/6       1/4       1/6              1/2              C! B! A+
    """
    problem = stated(pHits, targets, search, defaultTargetLater, defaultSearchLater, ifEQ, optRndLevel)
    chosen = algorithm(alg)
    if chosen == algFake:
        raise ProblemError("alg: an invented result has no reasons; give algMath or algSim")
    if chosen == algMath:
        print(why(problem))
        return
    searched = search_by_simulation(problem, games=defaultIterations, seed=SEED)
    print(chain_text(problem, searched.results))
    print(f"\n{defaultIterations:,} games for each profile at each turn\n")
    print(profiles_text(problem, searched.results))


PROFILES_LIMIT = 100_000


def allTargetOptions(
    pHits: Any, search: Any = defaultSearch, targets: Any = defaultTargets, optRndLevel: Any = defaultRndLevel
) -> np.ndarray:
    """Return every profile of the first phase: an array (N, n, n), for each of N profiles a row of weights per player.

    It is the first step of an exhaustive choice. Parameters and errors are as for `truel`.

    >>> from truel_ref.notebook import B, Miss, Optimal
    >>> allTargetOptions([1/3, 2/3, 1], targets=[Miss, Optimal, B])[:, 1].tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    import numpy as np

    options = _options(stated(pHits, targets, search, defaultTargetLater, defaultSearchLater, 1, optRndLevel))
    return np.array([[list(map(float, aim.weights)) for aim in aims] for aims in product(*options)])


def _options(problem: Problem) -> tuple[tuple[Aim, ...], ...]:
    options = target_options(problem)
    many = prod(map(len, options))
    if many > PROFILES_LIMIT:
        raise ProblemError(
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
    """Return the values of every profile of the first phase: an array (N, n + 2, n), each entry as from `truel`.

    It is the second step of an exhaustive choice. The array is read-only and keeps the exact numbers behind its rounded
    entries; a copy is an ordinary array.

    Parameters: as for `truel`; with `algSim` every profile is played a million times from each turn.

    Raises the errors of `truel`, and `ProblemError` for more than 100,000 profiles.

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
        profiles = {path: ProfileResult(_aims(options, path), (win,) * len(win), stalls=False) for path in every}
    made: np.ndarray = _kind_of_array()(problem, profiles)
    return made


def _aims(options: Options, path: Profile) -> tuple[Aim, ...]:
    return tuple(aims[option] for aims, option in zip(options, path, strict=True))


def _of_profile(profile: ProfileResult) -> np.ndarray:
    return NotebookAnswer(profile.aims, profile.wins[0], 1 - sum(profile.wins[0])).array


@cache
def _kind_of_array() -> Any:
    """Return the class of results, created when NumPy is needed."""
    import numpy as np

    class TargetResults(np.ndarray):
        """The arrays of all profiles, with their exact profiles."""

        exactly: tuple[Problem, Mapping[Profile, ProfileResult]] | None = None

        def __new__(cls, problem: Problem, profiles: Mapping[Profile, ProfileResult]) -> TargetResults:
            made = np.array([_of_profile(profile) for profile in profiles.values()]).view(cls)
            made.exactly = problem, profiles
            made.setflags(write=False)
            return made

    return TargetResults


def selectOptimalResult(allResults: Any, pHit: Any, ifEQ: Any = +1, legend: Any = False) -> np.ndarray:
    """Return the result that the players choose, an array (n + 2, n), by backward induction over all of them.

    It is the third step of an exhaustive choice: the last player chooses for all earlier announcements, then the player
    before, with the tie rule. Any profile may be chosen, also the first.

    An array from `allTargetResults` keeps the exact values that each player compares. Another array has only the win
    probabilities at the first turn, as floats: they order the options of a later player in the same way, except that
    they are all equal if an earlier player surely hits; then the tie rule decides.

    Parameters: `allResults`, an array (N, n + 2, n) with every profile once; `pHit`, the hit probabilities; `ifEQ`, as
    for `truel`; `legend`, whether to print the table.

    Raises `ProblemError` for another array, and the errors of `Problem`.

    >>> from truel_ref.notebook import truel
    >>> results = allTargetResults([1/3, 2/3, 1])
    >>> bool((selectOptimalResult(results, [1/3, 2/3, 1]) == truel([1/3, 2/3, 1])).all())
    True
    """
    problem = stated(pHit, defaultTargets, defaultSearch, defaultTargetLater, defaultSearchLater, ifEQ, defaultRndLevel)
    exactly = getattr(allResults, "exactly", None)
    if exactly is not None and exactly[0].hits == problem.hits:
        problem, profiles = exactly[0].changed(tie_rule=tie_rule_of(ifEQ)), exactly[1]
        options: Options = target_options(problem)
    else:
        options, profiles = _read(allResults, problem)
    path = choose(problem, problem.order, profiles, options)[()].path
    if legend:
        print(profiles_text(problem, profiles, options))
    if path is not None:
        return _of_profile(profiles[path])
    nobody = (None,) * problem.players
    return NotebookAnswer(settled(problem, nobody, options), (Fraction(0),) * problem.players, Fraction(1)).array


def _read(value: Any, problem: Problem) -> tuple[list[list[Aim]], dict[Profile, ProfileResult]]:
    """Return the options and the profiles in an array."""
    import numpy as np

    players = problem.players
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape[1:] != (players + 2, players) or not len(array) or not np.isfinite(array).all():
        raise ProblemError(f"{shown(value)} are no results of {players} players; give what allTargetResults returned")
    options: list[list[Aim]] = [[] for _ in range(players)]
    profiles: dict[Profile, ProfileResult] = {}
    for result in array:
        aims = tuple(Aim.of(weights, players) for weights in result[2:].tolist())
        for own, aim in zip(options, aims, strict=True):
            if aim not in own:
                own.append(aim)
        path = tuple(own.index(aim) for own, aim in zip(options, aims, strict=True))
        stalls = all(cannot_hit(hit, aim) for hit, aim in zip(problem.hits, aims, strict=True))
        win = tuple(map(Fraction, result[0].tolist()))
        profiles[path] = ProfileResult(aims, (win,) * players, stalls)
    return options, profiles
