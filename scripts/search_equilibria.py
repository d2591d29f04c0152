"""Count the pure stationary equilibria of all problems with small denominators, or of random ones.

    python scripts/search_equilibria.py 4 --denominators 4-20
    python scripts/search_equilibria.py 4 --random 1000000 --denominators 10007 --seed 1

Hit probabilities are all different and positive, and all players search {Others, Miss}; problems on a grid count up to
rotation of the players. The output has a line per denominator: problems, the numbers of equilibria of untied and of
tied problems, the number of problems left to exact numbers, and the first untied problems with no or several
equilibria.

**Counting the pure stationary equilibria of many problems at once: {Others, Miss}, hit probabilities all different.**

Floats decide nearly all problems, with a bound: no operation subtracts (`1 - κ` is composed as in
`truel_ref.fast.stationary`), so relative errors only add up. A set of `k` players adds less than `8 k + 20` units of
2^-53 to the error of the smaller sets, so for at most six players the error of every number is below 300 units, which
is below 4e-14. So if two floats differ by more than one part in 10^12, the exact numbers differ in the same direction;
closer comparisons stay undecided, and `tally` solves these problems exactly.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from math import gcd
from random import Random
from typing import Any, TypeAlias

import numpy as np

from truel_ref import equilibria
from truel_ref.errors import SymbolicError

MOST_PLAYERS = 6
"""Largest number of players for the bound; every problem has up to 2^6 profiles."""

Row: TypeAlias = tuple[int, ...]
"""Numerators of the hit probabilities over a common denominator."""

_MARGIN = 1e-12
_CHUNK = 4096  # problems in one array; the arrays of a chunk stay in the cache


@dataclass(frozen=True)
class SearchTally:
    """The numbers of pure stationary equilibria of the problems of a search.

    Fields: `problems`, their number; `untied`, ascending pairs (number of equilibria, number of problems with it) of
    the problems whose equilibria are all strict and use one selection; `tied`, such pairs of the other problems, where
    equilibria are counted with their selections; `examples`, for every number of equilibria except 1 the first untied
    problems with it, at most ten; `exact`, the number of problems that floats left to exact numbers.
    """

    problems: int
    untied: tuple[tuple[int, int], ...]
    tied: tuple[tuple[int, int], ...]
    examples: tuple[tuple[int, tuple[Row, ...]], ...]
    exact: int

    def having(self, count: int) -> int:
        """Return the number of problems, tied or not, with `count` equilibria."""
        return dict(self.untied).get(count, 0) + dict(self.tied).get(count, 0)


def grid(players: int, denominator: int) -> Iterator[Row]:
    """Yield all lists of different numerators from 1 to `denominator` with this least common denominator.

    Each list stands for all its rotations, because the first shooter does not matter: the largest comes first.

    >>> list(grid(3, 3)), sum(1 for row in grid(4, 10))
    ([(3, 1, 2), (3, 2, 1)], 1230)
    """
    for chosen in combinations(range(denominator, 0, -1), players):
        if gcd(denominator, *chosen) == 1:
            for rest in permutations(sorted(chosen[1:])):
                yield chosen[0], *rest


def random_rows(players: int, denominator: int, count: int, seed: int) -> Iterator[Row]:
    """Yield `count` random lists of different numerators, each list equally likely, determined by the seed."""
    source = Random(seed)
    for _ in range(count):
        yield tuple(source.sample(range(1, denominator + 1), players))


def tally(rows: Iterable[Row], denominator: int) -> SearchTally:
    """Return the numbers of pure stationary equilibria of problems, from floats, and from exact numbers if needed.

    Parameters: `rows`, numerators of different hit probabilities; `denominator`, their common denominator.

    Raises `SymbolicError` for other rows and for more than six players.

    >>> tally([(26, 25, 22, 20), (35, 34, 33, 32)], 50).untied
    ((1, 1), (2, 1))
    """
    untied: Counter[int] = Counter()
    tied: Counter[int] = Counter()
    examples: dict[int, list[Row]] = {}
    problems = exact = 0
    waiting = iter(rows)
    while chunk := list(islice(waiting, _CHUNK)):
        problems += len(chunk)
        for row, count in zip(chunk, count_equilibria(chunk, denominator), strict=True):
            known, is_tied = count, False
            if known is None:
                exact += 1
                answer = equilibria([Fraction(hit, denominator) for hit in row])
                known = len(answer)
                is_tied = answer.selections > 1 or not all(one.strict for one in answer)
            (tied if is_tied else untied)[known] += 1
            if known != 1 and not is_tied and len(examples.setdefault(known, [])) < 10:
                examples[known].append(row)
    return SearchTally(
        problems,
        tuple(sorted(untied.items())),
        tuple(sorted(tied.items())),
        tuple((count, tuple(some)) for count, some in sorted(examples.items())),
        exact,
    )


def count_equilibria(rows: Sequence[Row], denominator: int) -> list[int | None]:
    """Return for each problem the number of its pure stationary equilibria, None if floats do not decide it.

    The steps, for all problems at once and the sets of living players from two upwards: (1) every player's best kill;
    (2) for every profile of the others, whether the player gains more by shooting at this target or by missing; (3) the
    profiles in which all players do the better of the two; (4) if there is exactly one, the values at every turn.
    Undecided are comparisons too close for floats, and problems in which a smaller set does not have exactly one
    equilibrium.

    Parameters: `rows`, per problem different numerators from 1 to `denominator`, all rows of equal length;
    `denominator`.

    Raises `SymbolicError` for other rows and for more than six players.

    >>> count_equilibria([(26, 25, 22, 20), (35, 34, 33, 32), (50, 20, 10, 5)], 50)
    [2, 1, 1]
    """
    if not rows:
        return []
    players = len(rows[0])
    if not 2 <= players <= MOST_PLAYERS:
        raise SymbolicError(f"{players} players: the bound of this search is for 2 to {MOST_PLAYERS}")
    for row in rows:
        if len(row) != players or len({*row}) != players or min(row) < 1 or max(row) > denominator:
            raise SymbolicError(f"{row}: {players} different numerators from 1 to {denominator} are needed")
    numerators = np.array(rows, dtype=np.int64).T
    sets = _Sets(numerators / denominator, (denominator - numerators) / denominator)
    counts, decided = sets.counts(tuple(range(players)))
    return [int(count) if sure else None for count, sure in zip(counts, decided, strict=True)]


class _Sets:
    """The values of all sets of living players of many problems, one array element per problem."""

    def __init__(self, hit: Any, miss: Any) -> None:
        self.hit, self.miss = hit, miss
        self.players, self.problems = hit.shape
        self.nothing = np.zeros((self.players, self.problems))
        self.values: dict[tuple[int, ...], list[Any]] = {}
        self.single: Any = np.ones(self.problems, dtype=bool)
        everybody = range(self.players)
        for player in everybody:
            alone = self.nothing.copy()
            alone[player] = 1.0
            self.values[(player,)] = [alone]
        for size in range(2, self.players):
            for living in combinations(everybody, size):
                self._settle(living)

    def counts(self, living: tuple[int, ...]) -> tuple[Any, Any]:
        """Return the number of equilibria of a set in each problem, and where it is decided."""
        _, _, counts, decided = self._profiles(living)
        return counts, decided & self.single

    def _settle(self, living: tuple[int, ...]) -> None:
        """Store the values of a set at every turn; drop problems in which it does not have exactly one equilibrium."""
        shots, best, counts, decided = self._profiles(living)
        self.single &= decided & (counts == 1)
        turns = [
            (
                np.where(best[place], shots[place], 0.0),
                np.where(best[place], self.miss[player], 1.0),
                np.where(best[place], self.hit[player], 0.0),
            )
            for place, player in enumerate(living)
        ]
        first: Any = self.nothing
        ends: Any = 0.0
        for r, k, g in reversed(turns):
            first, ends = r + k * first, g + k * ends
        with np.errstate(divide="ignore", invalid="ignore"):
            first = np.where(ends > 0.0, first / ends, 0.0)
        values = [first]
        for r, k, _ in reversed(turns[1:]):
            values.append(r + k * values[-1])
        self.values[living] = [first, *reversed(values[1:])]

    def _profiles(self, living: tuple[int, ...]) -> tuple[list[Any], list[Any], Any, Any]:
        """Return each player's `r`, the shooters in the last equilibrium, the number of equilibria, where decided."""
        size = len(living)
        sure = np.ones(self.problems, dtype=bool)
        shots = []
        for player in living:
            shot, clear = self._best_kill(living, player)
            shots.append(self.hit[player] * shot)
            sure &= clear
        may_miss = size > 2  # two left shoot each other
        gains = [self._gains(living, shots, place) if may_miss else {} for place in range(size)]
        counts = np.zeros(self.problems, dtype=np.int64)
        best = [np.zeros(self.problems, dtype=bool) for _ in living]
        for profile in product((False, True), repeat=size) if may_miss else [(True,) * size]:
            possible = np.ones(self.problems, dtype=bool)
            certain = np.ones(self.problems, dtype=bool)
            for place in range(size) if may_miss else ():
                better, worse = gains[place][profile[:place] + profile[place + 1 :]]
                mine, other = (better, worse) if profile[place] else (worse, better)
                certain &= mine
                possible &= ~other
            sure &= certain | ~possible
            counts += certain
            for place, shoots in enumerate(profile):
                best[place] = np.where(certain, shoots, best[place])
        return shots, best, counts, sure

    def _best_kill(self, living: tuple[int, ...], player: int) -> tuple[Any, Any]:
        """Return the win probabilities after a player's best kill, and where it is surely the only best kill."""
        best, clear = None, np.ones(self.problems, dtype=bool)
        for victim in living:
            if victim == player:
                continue
            left = tuple(other for other in living if other != victim)
            mover = next((other for other in left if other > player), left[0])
            after = self.values[left][left.index(mover)]
            if best is None:
                best = after
                continue
            larger = after[player] > best[player]
            low = np.where(larger, best[player], after[player])
            high = np.where(larger, after[player], best[player])
            # A tie below the best would do no harm, but this code cannot distinguish it from a tie of the best.
            clear &= high > low * (1.0 + _MARGIN)
            best = np.where(larger, after, best)
        return best, clear

    def _gains(self, living: tuple[int, ...], shots: Sequence[Any], place: int) -> dict[tuple[bool, ...], Any]:
        """Return for every profile of the others where shooting is surely better than missing, and where worse."""
        player = living[place]
        following = [*range(place + 1, len(living)), *range(place)]
        result = {}
        for others in product((False, True), repeat=len(living) - 1):
            v, ends = np.zeros(self.problems), np.zeros(self.problems)
            for other in reversed(following):
                if others[other if other < place else other - 1]:
                    k, g = self.miss[living[other]], self.hit[living[other]]
                    v, ends = shots[other][player] + k * v, g + k * ends
            shoot = (shots[place][player] + self.miss[player] * v) / (self.hit[player] + self.miss[player] * ends)
            with np.errstate(divide="ignore", invalid="ignore"):
                wait = np.where(ends > 0.0, v / ends, 0.0)
            result[others] = (shoot > wait * (1.0 + _MARGIN), wait > shoot * (1.0 + _MARGIN))
        return result


def line(denominator: int, counted: SearchTally) -> str:
    """Return the line of a denominator."""
    untied, tied = (
        ", ".join(f"{many} with {count}" for count, many in pairs) or "none" for pairs in (counted.untied, counted.tied)
    )
    shown = "; ".join(
        f"with {count}: " + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows[:3])
        for count, rows in counted.examples
    )
    head = (
        f"denominator {denominator}: {counted.problems} problems; untied {untied}; tied {tied}; exact {counted.exact}"
    )
    return f"{head}; {shown}" if shown else head


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(description="Count pure stationary equilibria.")
    parser.add_argument("players", type=int, choices=(3, 4, 5, 6))
    parser.add_argument("--denominators", required=True, help="one, as 12, or a range, as 4-20")
    parser.add_argument("--random", type=int, help="number of random problems; default all problems")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(arguments)
    first, _, last = said.denominators.partition("-")
    for denominator in range(int(first), int(last or first) + 1):
        rows = (
            grid(said.players, denominator)
            if said.random is None
            else random_rows(said.players, denominator, said.random, said.seed)
        )
        print(line(denominator, tally(rows, denominator)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
