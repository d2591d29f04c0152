"""Announced play at many pixels at once: floats with a proved bound, and exact answers to close choices.

A **turn** is `(r, k)` as in `truel_ref.play.phase`, and turns compose as there. The chance `1 - k` of a hit is one more
outcome of `r`, because it composes like the others. The history before a seat and the best continuation after it are
composed turns, too. With a history `(v, kappa)` and an option, composed with its continuation to `(x, passing)`, the
option is worth `(x + passing * v) / (x_hit + passing * v_hit)` to the player on turn. Nothing is ever subtracted.

**The bound.** Let `u = 2^-53`, and let the values of all smaller phases have relative errors of at most `e`. In a phase
of `s` players, to first order:

- a chance to hit or a weight is a correctly rounded fraction: `u`. So `k` has at most `4u` (of `miss + hit * rest`),
  a chance of a hit `3u`, and a win in `r`, a sum of at most `s - 1` products of three factors, `e + (s + 3)u`.
- a product of `p` values `k` has `5pu`. So a win in a history of `p` turns has `e + (s + 4 + 6p)u`, in a continuation
  of `q - 1` turns not more than in `q` turns of a history, and `passing * v` has `5qu + u` more than `v`. With
  `p + q = s` the numerator has at most `e + (7s + 5)u` and the denominator, where `3u` stand for `e + (s + 3)u`, at
  most `(6s + 5)u`; the quotient has `e + (13s + 11)u`. The value of a chosen path, composed from the last seat to the
  first, has less.

All terms of second order together are below `u`, so a phase adds at most `(13s + 12)u`: `relative_bound`. For up to
five players this is `230u`. `Judge.in_order` adds at most `8u`. So a value is within `2^-45 = 256u` of the exact one.

A choice whose worth is larger by more than the bound is proved. All other choices are close, and
`truel_ref.maps.ties.Judge` settles them exactly. `underflows` proves that no product is too small for a double; maps of
which it is not proved are solved pixel by pixel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, product
from math import log2, prod
from typing import Any

import numpy as np

from truel_ref.fast.recursion import Layout, layouts
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.maps.data import MapPart
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.ties import Areas, Judge, LaterPlay, Numbers, numbered, play_of

UNIT = 2.0**-53
CELLS, PIXELS = 2**16, 2**12  # the most histories times pixels, and pixels, at a time: the arrays stay in the cache

_next_order = lru_cache(maxsize=10_000)(next_order)


def relative_bound(players: int) -> float:
    """Return a bound of the relative errors of the values of a phase.

    >>> relative_bound(3) == (13 * 2 + 12 + 13 * 3 + 12) * 2.0**-53, relative_bound(5) < 2.0**-45 - 8 * 2.0**-53
    (True, True)
    """
    return sum(13 * size + 12 for size in range(2, players + 1)) * UNIT


def underflows(problem: Problem, points: int) -> bool:
    """Return whether a product of chances might be too small for a double.

    A positive worth in a phase of `s` players is at least the product of at most `2s + 2` chances and weights and of a
    smaller phase's value.

    >>> underflows(Problem([0, 0, "1/3"]), 10_000), underflows(Problem([0, 0, "1e-100"]), 10)
    (False, True)
    """
    chances = [Fraction(1, points), *problem.hits[2:], *(1 - hit for hit in problem.hits[2:])]
    for layout in layouts(problem.changed(hits=(Fraction(1, 2), Fraction(1, 2), *problem.hits[2:]))):
        chances += [part for aims in layout.options for aim in aims for part in (*aim.weights, 1 - aim.total)]
    least: Any = min(chance for chance in chances if chance)
    factors = sum(2 * size + 2 for size in range(2, problem.players + 1))
    return factors * (log2(least.numerator) - log2(least.denominator)) < -1000


# ---------------------------------------------------------------------------------------------------------
# One phase


@dataclass(frozen=True)
class PixelTurns:
    """The turns of one player: `r`, options x outcomes x pixels, and `k`, options x pixels.

    The outcomes are a stalemate in the end, a win of the player in each seat, and last a hit in this turn.
    """

    r: np.ndarray
    k: np.ndarray


def value_along(turns: Sequence[PixelTurns], path: np.ndarray) -> np.ndarray:
    """Return the probabilities of all outcomes of a phase under a path of options, seats x pixels."""
    total: Any = 0.0
    for turn, option in zip(reversed(turns), reversed(path), strict=True):
        r, k = turn.r[0], turn.k[0]
        for other in range(1, len(turn.k)):
            r, k = np.where(option == other, turn.r[other], r), np.where(option == other, turn.k[other], k)
        total = r + k * total
    stalled = total[-1] == 0.0
    total[0, stalled] = total[-1, stalled] = 1.0
    return np.asarray(total[:-1] / total[-1])


class Announcements:
    """The backward induction over the histories of one phase at some pixels.

    The last player's options with equal `k` differ in `r` only, so the best of them is the same after every history. It
    is chosen once, before the induction.

    Parameters: `turns`, by seat; `kinds`, the options of the last player by equal `k`; `judge`; `start`, the number of
    the first pixel in the batch.

    Fields: `counts`, the numbers of options by seat; `chosen` and `tied`, by seat, histories x pixels, the chosen
    options and whether the tie rule chose them (None for nowhere), of the last seat the kinds; `named`, kinds x pixels,
    the best option of the last player of each kind.
    """

    def __init__(self, turns: Sequence[PixelTurns], kinds: Sequence[Sequence[int]], judge: Judge, start: int) -> None:
        self.turns = [*turns]
        self.kinds, self.judge, self.start = kinds, judge, start
        self.size = turns[0].k.shape[-1]
        self.counts = [len(turn.k) for turn in turns]
        self.margin = 1.0 + 2.1 * relative_bound(len(turns))
        self.chosen: list[Any] = [None] * len(turns)
        self.tied: list[Any] = [None] * len(turns)

    def decide(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the path, seats x pixels, and whether the tie rule chose on it."""
        self._best_of_kinds()
        before = [(np.zeros((len(self.turns) + 1, 1, self.size)), np.ones((1, self.size)))]
        for seat, turn in enumerate(self.turns[:-1]):
            before.append(self._grown(turn, seat, *before[-1]))
        after: Any = None
        with np.errstate(divide="ignore", invalid="ignore"):
            for seat in reversed(range(len(self.turns))):
                after = self._best(seat, *before[seat], after)
        return self.follow(0, np.zeros(self.size, dtype=np.intp), np.arange(self.size))

    def follow(self, seat: int, node: np.ndarray, pixel: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the choices from a seat on after some histories, and whether the tie rule made one of them."""
        path, tied = [], np.zeros(len(node), dtype=bool)
        for later in range(seat, len(self.turns)):
            path.append(self.chosen[later][node, pixel].astype(np.intp))
            if self.tied[later] is not None:
                tied |= self.tied[later][node, pixel]
            node = node * self.counts[later] + path[-1]
        tied |= self.alike[path[-1], pixel]
        path[-1] = self.named[path[-1], pixel]
        return np.array(path), tied

    def _best_of_kinds(self) -> None:
        """Leave the last player the best option of each kind."""
        last, pixels = self.turns[-1], np.arange(self.size)
        named, tied = [], []
        for mine in self.kinds:
            best, tie = self._chosen(-1, last.r[mine, -2][None], np.array(mine)[:, None])
            named.append(np.array(mine)[best[0]])
            tied.append(np.zeros(self.size, dtype=bool) if tie is None else tie[0])
        self.named, self.alike = np.array(named), np.array(tied)
        r = [last.r[option, :, pixels].T for option in named]
        self.turns[-1] = PixelTurns(np.array(r), last.k[[mine[0] for mine in self.kinds]])

    def _grown(self, turn: PixelTurns, seat: int, v: np.ndarray, kappa: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the histories before the next seat, with the outcomes that later players need."""
        longer = kappa[:, None] * turn.r[:, seat + 2 :].swapaxes(0, 1)[:, None]
        longer += v[1:, :, None]
        return longer.reshape(len(longer), -1, self.size), (kappa[:, None] * turn.k).reshape(-1, self.size)

    def _best(self, seat: int, v: np.ndarray, kappa: np.ndarray, after: Any) -> Any:
        """Return the best announcements in a seat after every history, composed with their continuations.

        Parameters: `seat`; `v`, the histories, for this player first and a hit last, and `kappa`; `after`, the
        continuations, for the players up to this seat and a hit, and their chance to pass; None in the last seat.
        """
        turn, shape = self.turns[seat], (len(kappa), len(self.turns[seat].k), self.size)
        own, hitting, passing, named = turn.r[:, seat + 1], turn.r[:, -1], turn.k, self.named
        if after is not None:
            parts, passing = after[0].reshape(-1, *shape), turn.k * after[1].reshape(shape)
            own, hitting = own + turn.k * parts[-2], hitting + turn.k * parts[-1]
            named = np.arange(shape[1])[:, None]
        below, worth = passing * v[-1][:, None], passing * v[0][:, None]
        below += hitting
        worth += own
        worth /= below
        worth[below[..., 0] == 0.0] = -1.0  # nobody can ever be hit; the same for all pixels
        self.chosen[seat], self.tied[seat] = self._chosen(seat, worth, named)
        mine = self.chosen[seat] * self.size + np.arange(self.size)  # in options x pixels
        here = mine  # in histories x options x pixels
        composed = [turn.r[:, outcome].take(mine) for outcome in (*range(1, seat + 1), -1)]
        if after is not None:
            here, passes = mine + (np.arange(shape[0]) * shape[1] * self.size)[:, None], turn.k.take(mine)
            for outcome, part in enumerate((*range(seat), -1)):
                composed[outcome] += passes * parts[part].take(here)
        return np.array(composed), passing.take(here)

    def _chosen(self, seat: int, worth: np.ndarray, named: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        """Return the best options after every history, and where the tie rule chose; the judge settles close choices.

        Parameters: `seat`, -1 for the last player before all histories; `worth`, histories x options x pixels; `named`,
        options x pixels, or x 1, the options in the order of the phase.
        """
        count = worth.shape[1]
        if count == 1:
            return np.zeros((len(worth), self.size), dtype=np.intp), None
        one, other = worth[:, 0], worth[:, 1]
        best = (other > one).astype(np.intp)
        most, second = np.maximum(one, other), np.minimum(one, other)
        for option in range(2, count):
            other = worth[:, option]
            np.copyto(best, option, where=other > most)
            np.maximum(second, np.minimum(most, other), out=second)
            np.maximum(most, other, out=most)
        second *= self.margin
        close = second >= most
        if not close.any():
            return best, None
        node, pixel = close.nonzero()
        rivals = worth[node, :, pixel].T * self.margin >= most[node, pixel]
        options = np.broadcast_to(named, (len(named), self.size))[:, pixel]
        best[node, pixel], tie = self.judge.settle(self, seat, node, pixel, rivals, options)
        close[node, pixel] = tie
        return best, close


# ---------------------------------------------------------------------------------------------------------
# All phases


@dataclass(frozen=True)
class Answers:
    """The answers of a phase at every pixel of a batch.

    Fields: `path`, the chosen options by seat; `tie`, whether the tie rule chose on this path; `win`, by outcome the
    probabilities at the start, with the players of the problem and last a stalemate; `counts`, the options by seat.
    """

    path: np.ndarray
    tie: np.ndarray
    win: np.ndarray
    counts: tuple[int, ...]

    def at(self, pixels: np.ndarray) -> Answers:
        """Return the answers at some of the pixels."""
        return Answers(self.path[:, pixels], self.tie[pixels], self.win.take(pixels, axis=1), self.counts)

    @cached_property
    def code(self) -> np.ndarray:
        """The path as one number."""
        return np.asarray(np.ravel_multi_index(tuple(self.path), self.counts))


class Batch:
    """Some pixels of a map with the same options in every phase.

    A phase without A or without B is the same in a whole column or row. `lines` has its answers.

    Parameters: `group`; `rows` and `columns`, of the pixels; `lines`, by whether A and B live, the batch of a line and
    the place of each pixel in it.
    """

    def __init__(
        self,
        group: Group,
        rows: np.ndarray,
        columns: np.ndarray,
        lines: Mapping[tuple[bool, bool], tuple[Batch, np.ndarray]],
    ) -> None:
        self.group, self.areas, self.rows, self.columns, self.lines = group, group.areas, rows, columns, lines
        self.area, self.size = self.areas.number_of(rows, columns), len(rows)
        points, fixed = self.areas.points, self.areas.problem.hits[2:]
        self.players = 2 + len(fixed)
        self.hits = [rows / points, columns / points, *(np.full(self.size, float(hit)) for hit in fixed)]
        self.misses = [
            (points - rows) / points,
            (points - columns) / points,
            *(np.full(self.size, float(1 - hit)) for hit in fixed),
        ]
        self.phases: dict[Order, Answers] = {}
        self.plays: dict[tuple[Order, int], LaterPlay] = {}

    def phase(self, order: Order) -> Answers:
        """Return the answers of a phase."""
        if order not in self.phases:
            line, where = self.lines.get((0 in order, 1 in order), (None, None))
            if line and where is not None:
                line.phase(order)
                for inner in [each for each in line.phases if {*each} <= {*order}]:  # its play is in these phases, too
                    self.phases[inner] = line.phases[inner].at(where)
            else:
                self.phases[order] = self._solved(order)
        return self.phases[order]

    def _solved(self, order: Order) -> Answers:
        win = np.zeros((self.players + 1, self.size))
        path, tie = np.zeros((len(order), self.size), dtype=np.intp), np.zeros(self.size, dtype=bool)
        if len(order) == 1:
            win[order[0]] = 1.0
            return Answers(path, tie, win, (1,))
        options = self.group.layouts[order].options
        turns = [self._turns(order, player, aims) for player, aims in zip(order, options, strict=True)]
        counts = tuple(map(len, options))
        if max(counts) > 1:
            judge = Judge(self, order)
            last = range(counts[-1])
            kinds = [[*same] for _, same in groupby(last, lambda option: options[-1][option].total)]
            if judge.by_winner:
                kinds = [[option] for option in last]  # the rule compares what follows, too
            step = max(1, min(PIXELS, CELLS // prod(counts[:-1])))
            for start in range(0, self.size, step):
                check()
                part = slice(start, start + step)
                some = [PixelTurns(turn.r[..., part], turn.k[:, part]) for turn in turns]
                tree = Announcements(some, kinds, judge, start)
                path[:, part], tie[part] = tree.decide()
        win[[self.players, *order]] = value_along(turns, path)
        return Answers(path, tie, win, counts)

    def _turns(self, order: Order, player: int, aims: Sequence[Aim]) -> PixelTurns:
        """Return the turns of a player under each option."""
        hit, miss, outcomes = self.hits[player], self.misses[player], [self.players, *order]
        r, k = np.zeros((len(aims), len(order) + 2, self.size)), []
        for mine, aim in zip(r, aims, strict=True):
            mine[-1] = hit * float(aim.total)
            k.append(miss + hit * float(1 - aim.total) if aim.total < 1 else miss)
            for victim in aim.targets if hit.any() else ():
                later = self.phase(_next_order(order, player, victim))
                mine[:-1] += hit * float(aim.weights[victim]) * later.win[outcomes]
        return PixelTurns(r, np.array(k))

    # -- the exact side: plays and numbers at one pixel

    def numbers(self, pixel: int) -> tuple[Numbers, Numbers]:
        """Return the numbers of the area of a pixel, and those of the pixel."""
        return self.areas.around(int(self.rows[pixel]), int(self.columns[pixel]))

    def play(self, order: Order, pixel: int) -> LaterPlay:
        """Return the play from the start of a phase at one pixel."""
        if (order, pixel) not in self.plays:
            self.plays[order, pixel] = self.play_along(order, self.phase(order).path[:, pixel], pixel)
        return self.plays[order, pixel]

    def play_along(self, order: Order, path: Sequence[int] | np.ndarray, pixel: int) -> LaterPlay:
        """Return the play at one pixel that begins with some options in a phase."""
        if len(order) == 1:
            return play_of(order, (), ())
        every = self.group.layouts[order].options
        aims = tuple(mine[option] for mine, option in zip(every, path, strict=True))
        follows = tuple(self._after(order, player, aim, pixel) for player, aim in zip(order, aims, strict=True))
        return play_of(order, aims, follows)

    def play_alone(self, order: Order, seat: int, aim: Aim, pixel: int) -> LaterPlay:
        """Return the play at one pixel in which only the player in a seat shoots."""
        idle = [Aim.miss(self.players)] * len(order)
        after: list[Any] = [()] * len(order)
        idle[seat], after[seat] = aim, self._after(order, order[seat], aim, pixel)
        return play_of(order, tuple(idle), tuple(after))

    def _after(self, order: Order, player: int, aim: Aim, pixel: int) -> tuple[tuple[int, LaterPlay], ...]:
        """Return the plays at one pixel after a hit of a player."""
        victims = aim.targets if self.hits[player][pixel] else ()
        return tuple((victim, self.play(_next_order(order, player, victim), pixel)) for victim in victims)


class Group:
    """The areas of a map with the same options in every phase.

    Fields: `layouts`, by phase; `areas`; `known`, the answers of the judge; `rows` and `columns`, which occur.
    """

    def __init__(self, areas: Areas, phases: Sequence[Layout]) -> None:
        self.areas, self.first = areas, phases[-1]
        self.layouts = {layout.phase: layout for layout in phases}
        self.known: dict[Any, Any] = {}
        self.rows: list[np.ndarray] = []
        self.columns: list[np.ndarray] = []

    @cached_property
    def stalls(self) -> bool:
        """Whether nobody can ever be hit."""
        return not any(shots for every in self.first.shots for shots in every)

    @cached_property
    def _lines(self) -> tuple[Batch, Batch, Batch, np.ndarray, np.ndarray]:
        """The batches of all rows, of all columns and of one pixel, and the rows and columns."""
        rows, columns = (np.unique(np.concatenate(steps)) for steps in (self.rows, self.columns))
        none = np.zeros(1, dtype=np.intp)
        alone = Batch(self, none, none + self.areas.points, {})
        by_row, by_column = (
            Batch(self, *place, {(False, False): (alone, np.zeros(len(place[0]), dtype=np.intp))})
            for place in ((rows, np.full(len(rows), self.areas.points)), (0 * columns, columns))
        )
        return by_row, by_column, alone, rows, columns

    def batch(self, rows: np.ndarray, columns: np.ndarray) -> Batch:
        """Return some pixels of these areas as a batch."""
        by_row, by_column, alone, every_row, every_column = self._lines
        lines = {
            (True, False): (by_row, np.searchsorted(every_row, rows)),
            (False, True): (by_column, np.searchsorted(every_column, columns)),
            (False, False): (alone, np.zeros(len(rows), dtype=np.intp)),
        }
        return Batch(self, rows, columns, lines)


class Engine:
    """The solver of a map of announced play.

    It remembers what pixels share, so the next call takes less time.

    Parameters: `spec`, the map.

    >>> engine = Engine(MapSpec(Problem([0, 0, 1]), points=3))
    >>> [part] = engine.solve(np.array([1]), np.array([2]))
    >>> [str(aim) for aim in part.aims[0]], float(part.win[0, 0]) == 25 / 63
    (['Miss', 'C', 'B'], True)
    """

    def __init__(self, spec: MapSpec) -> None:
        self.problem = spec.problem
        self.areas = Areas(spec.problem, spec.points)
        self.group_of = np.zeros(3 * self.areas.count**2, dtype=np.intp)
        groups: dict[Any, Group] = {}
        for area, row, column in self._areas():
            problem = self.problem.changed(hits=self.areas.at(row, column))
            phases = layouts(problem)
            key = tuple(map(bool, problem.hits)), repr([layout.options for layout in phases])
            if key not in groups:
                groups[key] = Group(self.areas, phases)
            rows, columns, _ = self.areas.steps(area)
            groups[key].rows.append(rows)
            groups[key].columns.append(columns)
            self.group_of[area] = list(groups).index(key)
        self.groups = list(groups.values())

    def _areas(self) -> Iterator[tuple[int, int, int]]:
        """Yield the areas of the square, each with a row and a column of one of its pixels."""
        stretches = [np.flatnonzero(self.areas.stretch == each) for each in np.unique(self.areas.stretch)]
        for up, right in product(stretches, repeat=2):
            pixels = [(up[0], right[-1]), (up[-1], right[0]), *([(up[0], up[0])] if up is right else [])]
            areas = {int(self.areas.number_of(*pixel)): pixel for pixel in pixels}
            yield from ((area, int(row), int(column)) for area, (row, column) in areas.items())

    def solve(self, rows: np.ndarray, columns: np.ndarray) -> Iterator[MapPart]:
        """Yield the answers at some pixels, in parts with equal options.

        The steps for each part: (1) solve the phases by backward induction; (2) decide in what order the players win;
        (3) write the probabilities as doubles in this order.
        """
        number = self.group_of[self.areas.number_of(rows, columns)]
        for place, group in enumerate(self.groups):
            here = np.flatnonzero(number == place)
            if here.size:
                yield self._part(group, group.batch(rows[here], columns[here]))

    def _part(self, group: Group, batch: Batch) -> MapPart:
        """Return the answers at the pixels of a batch."""
        order = group.first.phase
        answers = batch.phase(order)
        first, index = numbered(answers.code)
        paths = answers.path[:, first].T.tolist()
        every = [tuple(mine[option] for mine, option in zip(group.first.options, path, strict=True)) for path in paths]
        if group.stalls:  # then a player with a choice has no aim
            chooses = [self.problem.has_choice(order, player) for player in order]
            every = [tuple(None if free else aim for free, aim in zip(chooses, aims, strict=True)) for aims in every]
        return MapPart(
            rows=batch.rows,
            columns=batch.columns,
            aims=every,
            index=index,
            win=Judge(batch, order).in_order(answers.win[:-1], answers.code, relative_bound(len(order))).T,
            stalemate=answers.win[-1],
            tie=answers.tie & (not group.stalls),
        )
