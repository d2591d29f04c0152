"""The size of a problem: the work that `solve` estimates before it begins, and the refusal of too much work.

Backward induction visits all profiles of every phase. So the estimate counts the profiles of the largest phases, and
multiplies them by a time per profile. If floats decide, this is a tenth of a microsecond; if players have equal hit
probabilities, there are many ties, and exact integers must break them. If nobody may miss on purpose
(`truel_ref.fast.sets`), the estimate counts the sets of living players instead. Numbers of many digits take further
time and memory.

Counting takes a third to a half of the time of a small problem. So `admit_profiles` counts only if a bound from the
number of players and the sizes of their search sets is large.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, inf, prod

from truel_ref.budget import NOTED_SECONDS, WorkEstimate, admit
from truel_ref.fast.sets import LISTED_TIES, applies
from truel_ref.game.aims import Word
from truel_ref.game.options import number_of_mixes, single_options
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Algebraic, Number
from truel_ref.play.turns import victims

__all__ = [
    "admit_profiles",
    "bits_of",
    "check_reach",
    "largest_group",
    "option_count",
    "profiles_estimate",
    "selections_estimate",
    "sets_estimate",
    "work_estimate",
]

EACH_PROFILE = 1e-7
EACH_TIED_PROFILE = 1e-5
EACH_IRRATIONAL_PROFILE = 1e-4
EACH_SET = 1e-4  # seconds, for each player
BYTES_OF_MIX = 7_000
BYTES_OF_SET = 1_500  # bytes, for each player
EACH_TIE = 1e-5
BYTES_OF_TIE = 500
EACH_BIT = 1.2e-7
"""Seconds per binary digit of the values of a phase; measured with 4 to 6 players and 100 to 10,000 digits."""

USUAL_BITS = 64
"""The binary digits of a hit probability without extra time: the other figures include them."""

LARGEST_PHASES = 300
"""The most phases whose profiles the estimate counts, the largest first; the other phases are much smaller."""

FEW = 12
"""The most players for which a bound of the work is computed before counting."""

_SURELY = 10**30  # profiles; the count stops here

_WAY_OUT = "predefine targets, or search Others only, which needs none of them"


def check_reach(problem: Problem) -> None:
    """Raise `SizeError`, before any work, for a problem that `solve` would refuse for its size with the default method.

    >>> check_reach(Problem(["1/2"] * 7))
    >>> check_reach(Problem(["1/2"] * 10))
    Traceback (most recent call last):
    ...
    truel_ref.errors.SizeError: refused for its size: about 4 * 10^10 profiles, 6 days; predefine targets, or search \
Others only, which needs none of them; --force, or Budget(forced=True), starts the work anyway
    """
    admit(work_estimate(problem))


def work_estimate(problem: Problem) -> WorkEstimate:
    """Return the work of `solve` for a problem with the default method.

    >>> print(work_estimate(Problem(["1/3", "2/3", 1])))
    33 profiles, less than a second; predefine targets, or search Others only, which needs none of them
    """
    return sets_estimate(problem) if applies(problem) else profiles_estimate(problem)


def admit_profiles(problem: Problem) -> None:
    """Admit the work of backward induction, or raise `SizeError`; count the profiles only if they may be many."""
    if problem.random_levels or _most_seconds(problem) >= NOTED_SECONDS:
        admit(profiles_estimate(problem))


def _most_seconds(problem: Problem) -> float:
    """Return, within microseconds, an upper bound of the seconds in `profiles_estimate`, without random levels.

    The bound assumes that play can reach every phase, and that every player has the most aims of any player.
    """
    players = problem.players
    if players > FEW:
        return inf
    widest = players - 2 + max(map(len, (*problem.searches, *problem.searches_later)))
    profiles = widest**players + sum(
        comb(players, size) * size * (widest - players + size) ** size for size in range(2, players)
    )
    phases = {size: comb(players, size) * size for size in range(2, players + 1)}
    return float(profiles * _each_profile(problem) + _long_numbers(problem, phases)[0])


def profiles_estimate(problem: Problem) -> WorkEstimate:
    """Return the work of backward induction for a problem."""
    if not any(problem.hits):  # nobody can be hit, so there is nothing to compare
        return WorkEstimate(1, "profiles", EACH_PROFILE)
    profiles, mixes, sizes = 0, 0, Counter[int]()
    for order in _largest_phases(problem):
        counts = [option_count(problem, order, player) for player in order]
        profiles += prod(counts)
        mixes = max(mixes, sum(counts) if problem.random_levels else 0)
        sizes[len(order)] += 1
        if profiles > _SURELY:
            break
    seconds, more_bytes = _long_numbers(problem, sizes)
    return WorkEstimate(
        profiles,
        "profiles",
        _each_profile(problem) + seconds / profiles,
        mixes * BYTES_OF_MIX + more_bytes,
        bits_of(problem),
        way_out=_WAY_OUT,
    )


def _long_numbers(problem: Problem, sizes: Mapping[int, int]) -> tuple[float, int]:
    """Return the seconds and the bytes that hit probabilities of many digits take.

    Parameters: `problem`; `sizes`, the number of phases for each number of living players.
    """
    more = sum(max(0, _bits(hit) - USUAL_BITS) for hit in problem.hits) / problem.players
    if not more:
        return 0.0, 0
    reached = sum(sizes.values())
    bits = {size: more * size * min(2.0 ** min(size - 1, 60), reached) for size in sizes}
    seconds = EACH_BIT * sum(many * bits[size] for size, many in sizes.items())
    # Each player has a numerator and a denominator.
    return seconds, int(sum(many * size * bits[size] for size, many in sizes.items())) // 4


def _each_profile(problem: Problem) -> float:
    if problem.irrational:
        return EACH_IRRATIONAL_PROFILE
    return float(EACH_PROFILE * (EACH_TIED_PROFILE / EACH_PROFILE) ** _alike(problem))


def sets_estimate(problem: Problem) -> WorkEstimate:
    """Return the work of a problem in which nobody may miss on purpose, from the sets of living players.

    >>> print(sets_estimate(Problem([f"1/{n}" for n in range(2, 26)], search="Others")))
    about 10^7 sets, 11 hours, 603 GB of memory, numbers of about 8 * 10^8 binary digits; state fewer players, or \
predefine targets: --later Strongest, or target_later
    """
    wide = {Word.OTHERS, Word.RANDOM}
    searching = problem.target_later is Word.OPTIMAL and any(
        hit and wide & set(search) for hit, search in zip(problem.hits, problem.searches_later, strict=True)
    )
    aiming = searching or (problem.target_later is Word.RANDOM and any(problem.hits))
    players = problem.players
    sets = 2**players if aiming else players
    ties = _listed_ties(players) * (players - len({*problem.hits})) // (2 * players) if aiming else 0
    phases = {size: (comb(players, size) if aiming else 1) * size for size in range(2, min(players, 60) + 1)}
    seconds, more_bytes = _long_numbers(problem, phases)
    return WorkEstimate(
        sets,
        "sets",
        EACH_SET * players + (EACH_TIE * min(ties, _SURELY) + seconds) / sets,
        sets * players * BYTES_OF_SET + ties * BYTES_OF_TIE + more_bytes,
        bits_of(problem),
        way_out="state fewer players, or predefine targets: --later Strongest, or target_later",
    )


def selections_estimate(
    problem: Problem, kinds: Sequence[int], alike: int, cap: int, each: float, again: float
) -> WorkEstimate:
    """Return the work of the search for all equilibria, profile by profile, set by set.

    The search visits every set once for each selection of equilibria of the smaller sets. The number of selections is
    unknown in advance. Players who are alike make most of them: the estimate assumes a factor of ten for each.

    Parameters: `problem`; `kinds`, for each player the number of aims to search in the first set; `alike`, the number
    of players who are alike; `cap`, the largest number of selections; `each`, the seconds per profile under the first
    selection, and `again` under every other selection.

    >>> print(selections_estimate(Problem([1, 1, 1, 1]), [4, 4, 4, 4], 4, 10_000, 1e-4, 1e-5))
    about 6 * 10^6 profiles, 63 seconds; predefine targets, or follow fewer selections (--cap, or cap)
    """
    selections = min(cap, 10 ** min(alike, 40)) if alike > 1 else 1
    return WorkEstimate(
        prod(1 + kind for kind in kinds) * selections,
        "profiles",
        (each + (selections - 1) * again) / selections,
        bits=bits_of(problem),
        way_out="predefine targets, or follow fewer selections (--cap, or cap)",
    )


def option_count(problem: Problem, order: Order, player: int) -> int:
    """Return the number of aims that a player may announce in a phase, without making mixes.

    >>> problem = Problem(["1/3", "2/3", 1], search="Others, Miss, Random", random_levels=[600, 600, 600])
    >>> option_count(problem, (0, 1, 2), 0)
    180901
    """
    level = problem.random_levels[player] if problem.random_levels else None
    if level is None or not problem.has_choice(order, player):
        return len(problem.options(order, player))
    search = (problem.searches if len(order) == problem.players else problem.searches_later)[player]
    singles = single_options(search, player, order, problem.hits)
    if Word.RANDOM not in search:
        return len(singles)
    return number_of_mixes(sum(aim.target is not None for aim in singles), level, Word.MISS in search)


def bits_of(problem: Problem) -> int:
    """Return the approximate number of binary digits of the values of the first phase: a product over all phases.

    >>> bits_of(Problem(["1/3", "2/3", 1])) < 100 < bits_of(Problem([f"1/{10**100}", "2/3", 1]))
    True
    """
    return sum(map(_bits, problem.hits)) << min(problem.players - 1, 60)


def _listed_ties(players: int) -> int:
    """Return the number of ties if all options were equal everywhere: one for each node, up to a bound."""
    ties = 0
    for size in range(3, min(players, 60) + 1):
        nodes = sum((size - 1) ** depth for depth in range(size) if (size - 1) ** depth <= LISTED_TIES)
        ties += comb(players, size) * size * nodes
    return ties


def _alike(problem: Problem) -> float:
    """Return the share of players, after the first, with the hit probability of an earlier player: 0 to 1."""
    return (problem.players - len(set(problem.hits))) / (problem.players - 1) if problem.players > 3 else 0.0


def largest_group(problem: Problem) -> int:
    """Return the largest number of players with equal hit probabilities.

    >>> largest_group(Problem(["1/2", "1/2", 1]))
    2
    """
    return max(map(problem.hits.count, problem.hits))


def _bits(number: Number) -> int:
    return number.degree * 64 if isinstance(number, Algebraic) else number.denominator.bit_length()


def _largest_phases(problem: Problem) -> Iterator[Order]:
    """Yield the largest phases that can be reached, in decreasing size, as many as the estimate counts."""
    level = [problem.first_order]
    left = LARGEST_PHASES
    while level and left > 0:
        level = level[:left]
        left -= len(level)
        after: dict[Order, None] = {}
        for order in level:
            yield order
            if len(order) > 2:
                for player in order:
                    for victim in _victims(problem, order, player):
                        after[next_order(order, player, victim)] = None
        level = list(after)


def _victims(problem: Problem, order: Order, player: int) -> set[int]:
    """Return the players whom a player can hit under some option; with mixes, all possible targets."""
    if problem.random_levels and problem.has_choice(order, player):
        return {other for other in order if other != player} if problem.hits[player] else set()
    return set(victims(problem.hits[player], problem.options(order, player)))
