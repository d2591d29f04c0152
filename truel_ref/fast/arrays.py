r"""Announced play in arrays: the recursion of `truel_ref.fast.recursion`, in floats that prove the choice.

One axis is the **node**, a history; the other is the **column**, a phase of a problem. Phases that are alike (the same
numbers of options, and the same of them can hit) lie side by side: those of one problem, or of many. The steps for the
phases of each size, the smallest first:

1. Write every option as a turn, in floats (`Tables._turn`).
2. Decide after all histories at once (`Induction`). A decision that floats do not prove is **close**. It is harmless if
   it is off the path and changes nothing; otherwise the column is **open**, and the recursion decides this phase
   (`Tables.decided`). The others have no ties but harmless ones, and a solution lists none of these.
3. Compute the exact values of the chosen profiles in arrays of integers (`Tables._enter`).

**No subtraction.** Beside `r` and `k` a turn has `g = 1 - k`, which composes as `g + k g'`. After a history
`(v, κ, g0)` an option `(r, k, g)`, composed with its replies, is worth, to its player,

    u = (r + k v) / (g + k g0)

This is a quotient of sums of products of numbers >= 0, so relative errors only add up. The last player compares the
quotients `r / g` and `v / g0`, of which `u` is a mean.

**The bound**, in units of the roundoff `2^-53`. Let hit probabilities and their complements have a relative error of at
most `e`, and later values `w`. A product `r` of two of them has `e + w + 1`. Composing one more turn, `a + b c`, adds
the error `e` of `b` and one rounding each for the product and the sum. A history and an option with its replies are `L`
turns, so the numerator has an error of at most `L (e + 2) + e + w + 1`, the denominator `L (e + 2)`, and the worth, or
a value, `2 L (e + 2) + e + w + 2`; the value of a player left alone is exact (`worth_error`). Twice this bound, and a
tenth more for products of errors, separates two worths for certain. Source: N. J. Higham, *Accuracy and Stability of
Numerical Algorithms*, 2nd edition (2002), 3.1.

**Nothing underflows**, because every hit probability is 0, 1, or at least `10^-6` away from both (`plain_layouts`). The
probability to win a phase of `L` players is 0 or at least that of some path: at most `L - 1` turns that pass, a hit,
and a path to win with `L - 1` players left. These are `L + (L - 1) + … + 2 = (L + 2)(L - 1) / 2` factors, 27 for 7
players. A worth with 8 players multiplies a value of 7 by at most 16 factors. So with up to 8 players no product is
below `10^-258`, and the smallest normal number is `2 10^-308`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, groupby
from math import prod
from operator import getitem
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.recursion import KEPT, ZERO, Layout, PhaseValues, Recursion, layouts
from truel_ref.files import Progress
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.limits import check, so_far
from truel_ref.numbers import coprime_fraction
from truel_ref.play.announced import aims_of, largest_first, listed_ties

ONE_IN = 10**6
"""The least hit probability above 0, and the least complement above 0, is 1 in this number."""

MOST_PLAYERS = 8
"""The most players for which nothing underflows."""

MOST_NODES = 2**22
"""The most histories before the last player in one phase; for more, arrays would take gigabytes."""

CELLS = 2**16
"""The most nodes times columns in one array, if there is more than one phase."""

SHORT_BOTTOM = 2**31
"""With smaller denominators, numerators and denominators are 64-bit integers, and doubles."""

LARGEST_PRODUCT = 2.0**62
"""Products of integers below this fit into 64 bits; larger ones take Python's integers."""

LARGEST_DOUBLE = 2**53
"""Integers up to this are doubles; Python divides larger ones exactly."""

GIVEN = 2.0
"""The error of hit probabilities that are rounded from exact numbers."""

Ratios: TypeAlias = "tuple[np.ndarray, np.ndarray]"
"""Numerators and denominators."""


def worth_error(players: int, given: float = GIVEN) -> float:
    """Return the bound of the relative error of a worth, or a value, in a phase.

    >>> worth_error(2), worth_error(3)
    (20.0, 48.0)
    """
    return sum(2 * size * (given + 2) + given + 2 for size in range(2, players + 1))


@lru_cache(maxsize=KEPT)
def is_plain(phases: tuple[Layout, ...]) -> bool:
    """Return whether every option in some phases is a single target or a miss."""
    return not any(aim.is_mix for layout in phases for mine in layout.options for aim in mine)


def plain_layouts(problem: Problem) -> tuple[Layout, ...] | None:
    """Return the phases of a problem to which arrays apply: the bound holds, and nobody mixes. Otherwise return None.

    >>> len(plain_layouts(Problem("1/3 2/3 1"))), plain_layouts(Problem("1/3 2/3 1", search="all"))
    (7, None)
    """
    if problem.irrational or problem.random_levels or problem.players > MOST_PLAYERS:
        return None
    for top, bottom in [hit.as_integer_ratio() for hit in problem.hits]:  # type: ignore[union-attr]
        if top not in (0, bottom) and min(top, bottom - top) * ONE_IN < bottom:
            return None
    phases = layouts(problem)
    return phases if is_plain(phases) else None


# ---------------------------------------------------------------------------------------------------------
# The decisions of alike phases, in floats


class Induction:
    """Backward induction over the histories of alike phases.

    The latest option is the most significant digit of the number of a node. The histories before a seat are parts x
    nodes x columns: `v` from this seat on, `g0`, `κ`. What follows a node is a row of a table, parts x rows, and an
    index, nodes x columns.

    Parameters: `turns`, by seat, parts x options x columns: `r` by seat, `g`, `k`; `later`, by seat, options x columns:
    a number for the values of the phase that a hit leads to, equal for equal values; -1 for an option that cannot hit;
    `margin`, the ratio of worths that proves a decision.

    Fields: `path`, seats x columns, the announced options; `open`, the columns that floats do not decide; `chosen`, by
    seat, nodes x columns, of the last player the kinds; `names`, kinds x columns, the last player's best option of each
    kind; `close`, by seat the nodes and columns of close decisions.
    """

    def __init__(self, turns: Sequence[np.ndarray], later: Sequence[np.ndarray], margin: float) -> None:
        self.turns, self.later, self.margin = turns, later, margin
        self.counts, self.width = [turn.shape[1] for turn in turns], turns[0].shape[2]
        self.columns, self.open = np.arange(self.width), np.zeros(self.width, dtype=bool)
        self.chosen: list[Any] = [None] * len(turns)
        self.close: list[Any] = [None] * len(turns)
        before = [np.zeros((len(turns) + 2, 1, self.width))]
        before[0][-1] = 1.0
        for seat in range(len(turns) - 1):
            before.append(self._longer(seat, before[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            table, index = self._last(before[-1])
            for seat in reversed(range(len(turns) - 1)):
                table, index = self._best(seat, before[seat], table, index)
        nodes, path = self._follow(0, 0 * self.columns, self.columns)
        for here, (node, column) in zip(nodes, self.close, strict=True):
            self.open[column[here[column] == node]] = True
        self.path = np.array(path)

    def _longer(self, seat: int, before: np.ndarray) -> np.ndarray:
        """Return the histories before the next seat: those before a seat, each with every option there."""
        parts = slice(seat + 1, -1 if seat == len(self.turns) - 2 else None)  # the last player needs no `κ`
        longer: np.ndarray = before[-1] * self.turns[seat][parts, :, None]
        longer[: len(before) - 2] += before[1:-1, None]
        return longer.reshape(len(longer), -1, self.width)

    def _last(self, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the replies of the last player: to hit the best target if `r / g > v / g0`, and else to pass.

        Of options with equal `k` the largest `r` is best, after every history.
        """
        seat, turn, shoots = len(self.turns) - 1, self.turns[-1], self.later[-1][:, 0] >= 0
        kinds = [kind for kind in (shoots.nonzero()[0], (~shoots).nonzero()[0]) if len(kind)]
        self.names = np.empty((len(kinds), self.width), dtype=np.intp)
        for kind, options in enumerate(kinds):
            best, _, (close,) = self._largest(turn[seat, options])
            self.open[close], self.names[kind] = True, options[best]
        worths = np.empty((len(kinds), *before[0].shape))
        worths[-1] = _quotient(*before)
        if shoots.any():
            worths[0] = turn[seat, self.names[0], self.columns] / turn[-2, self.names[0], self.columns]
        self._choose(seat, worths, self.names)
        table = turn[:, self.names, self.columns].reshape(len(turn), -1)
        return table, self.chosen[seat] * np.intp(self.width) + self.columns

    def _best(
        self, seat: int, before: np.ndarray, table: np.ndarray, index: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what follows the histories before a seat: the best option, composed with the replies to it."""
        turn, shape = self.turns[seat], (self.counts[seat], before.shape[1], self.width)
        index = index.reshape(shape)
        k = turn[-1][:, None]
        own, hits, passes = (k * table[part].take(index) for part in (seat, -2, -1))
        own += turn[seat][:, None]
        hits += turn[-2][:, None]
        own += passes * before[0]
        hits += passes * before[-2]
        self._choose(seat, _quotient(own, hits), np.arange(shape[0])[:, None])
        chosen = self.chosen[seat]
        if seat == 0:
            return table, index
        row = index[chosen, np.arange(shape[1])[:, None], self.columns]
        parts = [*range(seat), -2, -1]
        mine = turn.reshape(len(turn), -1)[parts].take(chosen * np.intp(self.width) + self.columns, axis=1)
        whole = mine[-1] * table[parts].take(row, axis=1)
        whole[:-1] += mine[:-1]
        return whole.reshape(len(whole), -1), np.arange(row.size).reshape(row.shape)

    def _largest(self, worths: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, ...]]:
        """Return the numbers of the largest worths, options first, which are near them, and where several are.

        Worths below 0 are not allowed.
        """
        rivals = (worths * self.margin >= worths.max(axis=0)).view(np.uint8)
        best: np.ndarray = np.einsum("i,i...->...", np.arange(len(rivals), dtype=np.uint8), rivals)
        close = (rivals.sum(axis=0, dtype=np.uint8) > 1).nonzero()
        if len(close[0]):
            best[close] = rivals[:, *close].argmax(axis=0)
        return best, rivals, close

    def _choose(self, seat: int, worths: np.ndarray, options: np.ndarray) -> None:
        """Enter the choices of a seat after all histories, and open the columns of close ones that change something.

        A decision changes nothing if all hits in the profiles that its options lead to lead to phases of equal values:
        then all these profiles have these values, at every turn, because somebody hits in the end. Without this, five
        and six players take 1.3 and 3.4 times as long.

        Parameters: `seat`; `worths`, options x nodes x columns; `options`, those with these worths, x columns or 1.
        """
        self.chosen[seat], rivals, (node, column) = self._largest(worths)
        self.close[seat] = node, column
        if not len(node):
            return
        earlier = np.unravel_index(node, self.counts[:seat], order="F") if seat else ()
        profiles = [
            (*earlier, option, *self._follow(seat + 1, node + worths.shape[1] * number, column)[1])
            for number, option in enumerate(np.broadcast_to(options, (len(options), self.width))[:, column])
        ]
        hits = np.array(
            [[after[said, column] for after, said in zip(self.later, mine, strict=True)] for mine in profiles]
        )
        hits = np.where(rivals[:, None, node, column], hits, -1)
        self.open[column[((hits >= 0) & (hits < hits.max(axis=(0, 1)))).any(axis=(0, 1))]] = True

    def _follow(self, seat: int, node: np.ndarray, column: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Return the nodes and the options that are announced from a seat on, after the histories of some nodes."""
        nodes, said = [], []
        for chosen in self.chosen[seat:]:
            nodes.append(node)
            said.append(chosen[node, column].astype(np.intp))
            node = node + len(chosen) * said[-1]
        return nodes, [*said[:-1], *(self.names[kind, column] for kind in said[-1:])]


def _quotient(top: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return worths in the place of their numerators, -1 where nobody can be hit: such an option is not allowed."""
    top /= below
    top[below == 0.0] = -1.0
    return top


# ---------------------------------------------------------------------------------------------------------
# The phases of one size


@dataclass(frozen=True, eq=False)
class Alike:
    """Alike phases of one size.

    Fields: `phases`; `rows`, their numbers; `orders`, seats x phases, the player; `later`, by seat, options x phases,
    the number of the phase that a hit leads to, -1 for an option that cannot hit; `rotated`, seats x phases, the number
    of the phase of the same players with the turn at this seat, or of the phase itself if there is none.
    """

    phases: Sequence[Layout]
    rows: slice
    orders: np.ndarray
    later: Sequence[np.ndarray]
    rotated: np.ndarray


@lru_cache(maxsize=KEPT)
def groups_of(phases: tuple[Layout, ...], width: int) -> tuple[list[Alike], dict[Order, int]]:
    """Return groups of alike phases, the smallest first, and the numbers of phases in this order, survivors first.

    Parameters: `phases`; `width`, the number of problems: with them the arrays of a group have at most `CELLS` cells.
    """

    def shape(layout: Layout) -> Any:
        return len(layout.phase), [[bool(shots) for shots in every] for every in layout.shots]

    ordered = sorted(phases, key=shape)
    orders = [*((player,) for player in sorted(phases[-1].phase)), *(layout.phase for layout in ordered)]
    number = {order: at for at, order in enumerate(orders)}
    groups: list[Alike] = []
    for (_, hitting), same in groupby(ordered, shape):
        alike = [*same]
        step = max(1, CELLS // (prod(map(len, hitting[:-1])) * width))
        groups += [_alike(alike[start : start + step], number) for start in range(0, len(alike), step)]
    return groups, number


def _alike(phases: Sequence[Layout], number: dict[Order, int]) -> Alike:
    """Return a group of alike phases."""
    start, orders = number[phases[0].phase], [layout.phase for layout in phases]
    later = [
        np.array([[number[shots[0][1]] if shots else -1 for shots in layout.shots[seat]] for layout in phases]).T
        for seat in range(len(orders[0]))
    ]
    rotated = [
        [number.get(order[seat:] + order[:seat], number[order]) for order in orders] for seat in range(len(later))
    ]
    return Alike(phases, slice(start, start + len(phases)), np.array(orders).T, later, np.array(rotated))


class Tables:
    """The values of all phases, for problems that share their layouts.

    Parameters: `phases`, these layouts; `hits` and `misses`, players x problems, hit probabilities and their
    complements, with the relative error `given`; for exact values `ratios`, the hit probabilities as fractions, players
    x problems, and `problem`, which gives the problem with a number.

    Fields: `open`, the problems that neither floats nor exact values decide; `ties`, by problem the ties that a
    solution lists, which exact values find; `values`, phases x players x problems, in floats, and the same as `tops`
    over `bottoms`, phases x problems, which are exact or floats over 1; `same`, phases x problems, the number of a
    phase of equal values; `shots`, phases x seats x problems, see `_note`. The last row of each table stands for no
    phase.
    """

    def __init__(
        self,
        phases: tuple[Layout, ...],
        hits: np.ndarray,
        misses: np.ndarray,
        given: float = GIVEN,
        ratios: Ratios | None = None,
        problem: Callable[[int], Problem] | None = None,
    ) -> None:
        self.hits, self.misses, self.given, self.exact = hits, misses, given, ratios is not None
        a, b = ratios or (hits, np.ones_like(hits))
        self.parts = a, b - a if ratios else misses, b
        self.players, width = hits.shape
        self.groups, self.number = groups_of(phases, width)
        self.problems, self.open = np.arange(width), np.zeros(width, dtype=bool)
        count = self.players + len(phases) + 1
        self.values = np.zeros((count, self.players, width))
        self.values[range(self.players), range(self.players)] = 1.0  # a player left alone has won
        self.tops = self.values.astype(np.int64) if ratios else self.values
        self.bottoms = np.ones((count, width), dtype=np.int64)
        self.same = np.array([*range(count - 1), -1])[:, None].repeat(width, axis=1)
        self.shots = np.full((count, self.players, width), -1)
        self.game = cache(lambda place: PhaseValues(problem(place)))  # type: ignore[misc]
        self.ties: defaultdict[int, list[Tie]] = defaultdict(list)

    def play(self) -> Iterator[tuple[Alike, np.ndarray]]:
        """Yield alike phases with their profiles, seats x phases x problems, when their values are in the tables."""
        for alike in self.groups:
            path, is_open = self.decide(alike)
            if self.exact:
                for at, place in np.argwhere(is_open).tolist():
                    path[:, at, place] = self.decided(alike.phases[at], place)
            else:
                self.open |= is_open.any(axis=0)
            phases = np.arange(len(alike.phases))[:, None]
            later = np.array([each[said, phases] for each, said in zip(alike.later, path, strict=True)])
            self._note(alike, later)
            self._enter(alike, later)
            yield alike, path

    def decide(self, alike: Alike) -> tuple[np.ndarray, np.ndarray]:
        """Return the profiles of alike phases, seats x phases x problems, and which are open, phases x problems."""
        check()
        counts, shape = [*map(len, alike.later)], (len(alike.phases), len(self.problems))
        if max(counts) == 1 or prod(counts[:-1]) > MOST_NODES:
            return np.zeros((len(counts), *shape), dtype=np.intp), np.full(shape, max(counts) > 1)
        turns = [self._turn(alike, *seat) for seat in zip(alike.orders, alike.later, strict=True)]
        margin = 1.0 + 2.2 * worth_error(len(counts), self.given) * 2.0**-53
        induction = Induction(turns, [self.same[later].reshape(len(later), -1) for later in alike.later], margin)
        return induction.path.reshape(len(counts), *shape), induction.open.reshape(shape)

    def decided(self, layout: Layout, place: int) -> Profile:
        """Return the profile of an open phase of a problem by the recursion, and note its ties."""
        game = self.game(place)
        for later in {later for every in layout.shots for shots in every for _, later in shots} - game.values.keys():
            row = self.number[later]
            game.enter(later, self.tops[row, :, place].tolist(), int(self.bottoms[row, place]))
        stage = Recursion(game, layout)
        profile = stage.decide()
        if listed := [*listed_ties(game.problem, layout.phase, layout.options, profile, stage.ties)]:
            self.ties[place] += listed
        return profile or (0,) * len(layout.phase)  # the first options stand for a stalemate

    def _turn(self, alike: Alike, player: np.ndarray, later: np.ndarray) -> np.ndarray:
        """Return the turns of the players in a seat: `r` by seat, `g`, `k`; parts x options x columns."""
        idle = (later < 0)[..., None]
        hit, miss = np.where(idle, 0.0, self.hits[player]), np.where(idle, 1.0, self.misses[player])
        turn = np.empty((len(alike.orders) + 2, *hit.shape))
        turn[-2], turn[-1] = hit, miss
        np.multiply(self.values[later, alike.orders[:, None]], hit, out=turn[:-2])
        return turn.reshape(len(turn), len(later), -1)

    def _note(self, alike: Alike, later: np.ndarray) -> None:
        """Enter the shots of profiles that lead to some phases, seats x phases x problems, from the first shooter on.

        Two phases of the same players have equal values if their shots are the same, in the same cyclic order from the
        first shooter on, and lead to phases of equal values.
        """
        after = self.same[later, self.problems]
        shots = np.where(after < 0, -1, after * self.players + alike.orders[:, :, None])
        shots = np.take_along_axis(shots, np.argsort(shots < 0, axis=0, kind="stable"), axis=0)
        self.shots[alike.rows, : len(shots)] = shots.swapaxes(0, 1)
        equal = (self.shots[alike.rotated] == self.shots[alike.rows]).all(axis=2)
        self.same[alike.rows] = np.where(equal, self.same[alike.rotated], len(self.same)).min(axis=0)

    def _enter(self, alike: Alike, later: np.ndarray) -> None:
        """Enter the values `V / (1 - K)` of profiles, without subtraction: exact ones in lowest terms, or floats.

        The steps go backwards from the last turn. With hit probabilities `a / b` in lowest terms, `c = b - a`, and
        later values `N / D`, the last shooter has `V = a N / (b D)`, the one before `a' N' / (b' D') + c' V / b'`, and
        so on, and `1 - K` is this sum with 1 for `N / D`. No number exceeds the product of all `b` and `D`. Where this
        is below `2^62`, the arrays are of 64-bit integers. The floats of exact values are correctly rounded; other
        floats have `b = D = 1`.
        """
        idle, below = later < 0, self.bottoms[later, self.problems]
        a, c, b = (np.where(idle, n, each[alike.orders]) for n, each in zip((0, 1, 1), self.parts, strict=True))
        if below.dtype != object and (prod(b.astype(float)) * prod(below.astype(float)) >= LARGEST_PRODUCT).any():
            below = below.astype(object)
            self.tops, self.bottoms = self.tops.astype(object), self.bottoms.astype(object)
        common = np.lcm.reduce(below, axis=0)
        whole, won, ends = np.ones_like(common), 0 * common, 0 * common
        for after, hit, miss, of, under in zip(later[::-1], a[::-1], c[::-1], b[::-1], below[::-1], strict=True):
            shot = hit * whole
            won = shot * (common // under) * self.tops[after, :, self.problems].transpose(2, 0, 1) + miss * won
            ends, whole = shot + miss * ends, whole * of
        ends = np.where(ends > 0, ends * common, 1)
        if self.exact:
            divisor = np.gcd.reduce(np.gcd(won, ends), axis=0)
            won, ends = won // divisor, ends // divisor
            self.tops[alike.rows], self.bottoms[alike.rows] = won.swapaxes(0, 1), ends
            if ends.max() > LARGEST_DOUBLE:
                won = won.astype(object)
        self.values[alike.rows] = (won / ends).swapaxes(0, 1)


# ---------------------------------------------------------------------------------------------------------
# Whole problems


def solve_in_arrays(problems: Sequence[Problem], progress: Progress | None = None) -> list[Solution]:
    """Return the solutions of problems that share their layouts, each equal to that of `solve_by_recursion`.

    Parameters: `problems`, at least one, to which arrays apply; `progress`, called with 1 after each phase.

    >>> [str(solution.win[0]) for solution in solve_in_arrays([Problem("1/3 2/3 1"), Problem("1/3 1/3 1/3")])]
    ['25/63', '48/95']
    """
    tables = tables_of(problems)
    made: list[list[Phase]] = []
    with so_far(phases=lambda: largest_first(chain(*made))):
        for alike, path in tables.play():
            made += _phases(problems, tables, alike, path)
            if progress is not None:
                progress(len(alike.phases))
    made.sort(key=lambda phases: (-len(phases[0].order), phases[0].order))
    whole = enumerate(zip(problems, zip(*made, strict=True), strict=True))
    return [Solution(one, mine, largest_first(tables.ties[at]), method="arrays") for at, (one, mine) in whole]


def tables_of(problems: Sequence[Problem]) -> Tables:
    """Return the tables of problems that share their layouts, in 64 bits if the fractions are short."""
    ratios = [[hit.as_integer_ratio() for hit in problem.hits] for problem in problems]  # type: ignore[union-attr]
    short = all(bottom < SHORT_BOTTOM for each in ratios for _, bottom in each)
    a, b = np.array(ratios, dtype=np.int64 if short else object).transpose(2, 1, 0)
    hits, misses = (a / b).astype(float), ((b - a) / b).astype(float)
    return Tables(layouts(problems[0]), hits, misses, ratios=(a, b), problem=problems.__getitem__)


def _phases(problems: Sequence[Problem], tables: Tables, alike: Alike, path: np.ndarray) -> Iterator[list[Phase]]:
    """Yield the records of alike phases, by problem, from their profiles, seats x phases x problems."""
    tops, bottoms = tables.tops[alike.rows].swapaxes(1, 2), tables.bottoms[alike.rows][..., None]
    divisor = np.gcd(tops, bottoms)
    pairs = zip((tops // divisor).ravel().tolist(), (bottoms // divisor).ravel().tolist(), strict=True)
    numbers = [coprime_fraction(top, bottom) if top else ZERO for top, bottom in pairs]
    wins = zip(*[iter(numbers)] * tops.shape[2], strict=True)
    for layout, profiles in zip(alike.phases, path.transpose(1, 2, 0).tolist(), strict=True):
        order, options, stalls = layout.phase, layout.options, not any(map(any, layout.shots))
        none = aims_of(None, problems[0], order, options) if stalls else ()
        each = zip(problems, profiles, wins)  # noqa: B905  the wins of the next phases follow
        yield [Phase(order, none or tuple(map(getitem, options, said)), win, problem=who) for who, said, win in each]
