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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log2, prod
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.recursion import Layout, layouts
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.maps.data import MapPart
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.ties import Areas, Judge, LaterPlay, numbered, play_of
from truel_ref.play.announced import Options

UNIT = 2.0**-53
KEPT = 2**25 - 2**16
"""Bytes: the C library of Linux keeps as much memory for later arrays as the largest block that was freed, below 2^25.

Otherwise it gives the memory of each batch back, and a third of the time goes into asking for it again.
"""

Turns: TypeAlias = np.ndarray
"""Turns in floats: the chance of a hit in its first row, the chance to pass, and the wins of players who hit or are
hit."""

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


def compose(first: Turns, then: Turns) -> Turns:
    """Return the turns that two turns in a row compose to.

    >>> compose(np.array([0.5, 0.5, 0.25]), np.array([0.0, 1.0, 0.0])).tolist()
    [0.5, 0.5, 0.25]
    """
    whole = np.asarray(first[1] * then)
    whole[0] += first[0]
    whole[2:] += first[2:]
    return whole


def picked(best: np.ndarray, options: Sequence[np.ndarray]) -> np.ndarray:
    """Return at each place the entry of the option that is chosen there.

    >>> picked(np.array([0, 1]), np.array([[2, 3], [4, 5]])).tolist()
    [2, 5]
    """
    taken = options[0].copy()
    for option, entries in enumerate(options[1:], 1):
        np.copyto(taken, entries, where=best == option)
    return taken


class Announcements:
    """The backward induction over the histories of one phase at some pixels.

    The latest option is the most significant digit of the number of a history. The last player's options with equal
    chances to pass differ in the wins only, so the best of them is the same after every history. It is chosen once,
    before the induction.

    Parameters: `turns`, by seat, rows x options x pixels, with the wins of all seats and last a stalemate; `judge`.

    Fields: `chosen` and `tied`, by seat, histories x pixels, the chosen options and whether the tie rule chose them, of
    the last seat the kinds; `named`, kinds x pixels, the best option of the last player of each kind.
    """

    def __init__(self, turns: Sequence[Turns], judge: Judge) -> None:
        self.turns, self.judge = [*turns], judge
        self.last, self.size = len(turns) - 1, turns[0].shape[-1]
        self.margin = 1.0 + 2.1 * relative_bound(len(turns))
        self.chosen: list[Any] = [None] * len(turns)
        self.tied: list[Any] = [None] * len(turns)
        self._choose_in_kinds()
        before = [np.zeros((len(turns) + 2, 1, self.size))]  # a hit, a pass, and the wins from the last seat to this
        before[0][1] = 1.0
        for seat, turn in enumerate(self.turns[:-1]):
            rows = [0, 1, *range(self.last + 2, seat + 2, -1)]
            longer = compose(before[-1][:-1, None], turn[rows][:, :, None])
            before.append(longer.reshape(len(rows), -1, self.size))
        after = None
        with np.errstate(divide="ignore", invalid="ignore"):
            for seat in range(self.last, -1, -1):
                after = self._best(seat, before[seat], after)

    def follow(self, seat: int, node: np.ndarray, pixel: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
        """Return the choices from a seat on after some histories, and whether the tie rule made one of them."""
        path, tied = [], np.zeros(len(node), dtype=bool)
        for chosen, tie in zip(self.chosen[seat:], self.tied[seat:], strict=True):
            path.append(chosen[node, pixel].astype(np.intp))
            tied |= tie[node, pixel]
            node = path[-1] * len(chosen) + node
        if path:
            tied |= self.alike[path[-1], pixel]
            path[-1] = self.named[path[-1], pixel]
        return path, tied

    def _choose_in_kinds(self) -> None:
        """Leave the last player the best option of each kind."""
        turn, named, tied, left = self.turns[-1], [], [], []
        for mine in self.judge.kinds:
            best, tie = self._chosen(-1, [*turn[self.last + 2, mine, None]], np.array(mine)[:, None])
            named.append(np.array(mine)[best[0]])
            tied.append(tie[0])
            left.append(picked(best[0], [turn[:, option] for option in mine]))
        self.named, self.alike, self.turns[-1] = np.array(named), np.array(tied), np.stack(left, axis=1)

    def _best(self, seat: int, before: Turns, after: Turns | None) -> Turns:
        """Return what follows the histories before a seat: the best option, composed with the replies to it.

        The wins of the player in this seat, the last row, matter to no earlier choice.

        Parameters: `seat`; `before`, the histories; `after`, what follows the histories before the next seat.
        """
        rows, shape = slice(seat + 3), before.shape[1:]  # a hit, a pass, and the wins up to this seat
        options = [*self.turns[seat][rows].swapaxes(0, 1)[:, :, None]]
        if after is None:
            options = [np.broadcast_to(turn, (seat + 3, *shape)) for turn in options]
            named = self.named
        else:
            replies = after.reshape(seat + 3, len(options), *shape)
            options = [compose(turn, replies[:, option]) for option, turn in enumerate(options)]
            named = np.arange(len(options))[:, None]
        worths = [self._worth(before, option) for option in options]
        self.chosen[seat], self.tied[seat] = self._chosen(seat, worths, named)
        return picked(self.chosen[seat], [option[:-1] for option in options]) if seat else before

    def _worth(self, before: Turns, option: Turns) -> np.ndarray:
        """Return the worth of an option, composed with the replies to it, after every history; -1 if nobody is hit."""
        below, worth = option[1] * before[0], option[1] * before[-1]
        below += option[0]
        worth += option[-1]
        worth /= below
        worth[below[:, 0] == 0.0] = -1.0  # the same for all pixels
        return np.asarray(worth)

    def _chosen(self, seat: int, worths: Sequence[np.ndarray], named: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the best options after every history, and where the tie rule chose; the judge settles close choices.

        Parameters: `seat`, -1 for the last player before all histories; `worths`, by option, histories x pixels;
        `named`, options x pixels, or x 1, the options in the order of the phase.
        """
        most, best = worths[0].copy(), np.zeros(worths[0].shape, dtype=np.int16)
        second = np.full(most.shape, -2.0)
        for option, worth in enumerate(worths[1:], 1):
            np.copyto(best, option, where=worth > most)
            np.maximum(second, np.minimum(most, worth), out=second)
            np.maximum(most, worth, out=most)
        close = second * self.margin >= most
        node, pixel = close.nonzero()
        if len(node):
            rivals = np.array([worth[node, pixel] for worth in worths]) * self.margin >= most[node, pixel]
            options = np.broadcast_to(named, (len(worths), self.size))[:, pixel]
            codes = options if seat < 0 else [self._code(seat, node, pixel, *each) for each in enumerate(options)]
            settled = self.judge.settle(seat, np.where(rivals, np.array(codes) + 1, 0), pixel)
            best[node, pixel], close[node, pixel] = divmod(settled, 2)
        return best, close

    def _code(self, seat: int, node: np.ndarray, pixel: np.ndarray, rival: int, option: np.ndarray) -> np.ndarray:
        """Return the numbers of whole paths: the histories, an option of the player in a seat, and the replies."""
        counts = self.judge.counts
        history = np.unravel_index(node, counts[:seat], order="F") if seat else ()
        replies, _ = self.follow(seat + 1, rival * prod(counts[:seat]) + node, pixel)
        return np.asarray(np.ravel_multi_index((*history, option, *replies), counts))


# ---------------------------------------------------------------------------------------------------------
# All phases


@dataclass(frozen=True)
class Answers:
    """The answers of a phase.

    Fields: `counts`, the options by seat; `path`, seats x rows x columns, the chosen options; `tie`, whether the tie
    rule chose on this path; `win`, outcomes x rows x columns, the probabilities at the start, by the players of the
    problem and last of a stalemate. Rows or columns are one if the phase is the same in all of them.
    """

    counts: tuple[int, ...]
    path: np.ndarray
    tie: np.ndarray
    win: np.ndarray

    @cached_property
    def code(self) -> np.ndarray:
        """The path as one number."""
        return np.asarray(np.ravel_multi_index(tuple(self.path), self.counts))

    def path_at(self, place: tuple[int, int]) -> list[int]:
        """Return the path at a pixel."""
        rows, columns = self.tie.shape
        return [int(option) for option in self.path[:, place[0] % rows, place[1] % columns]]


class Batch:
    """Some pixels of a map with the same options in every phase: those in some rows and columns, or a list.

    A phase without A is the same in a whole column, one without B in a whole row.

    Parameters: `group`; `rows` and `columns`, a column and a row of steps, or of a list two columns of equal length.
    """

    def __init__(self, group: Group, rows: np.ndarray, columns: np.ndarray) -> None:
        self.group, self.areas, self.places = group, group.areas, (rows, columns)
        points, fixed = self.areas.points, self.areas.problem.hits[2:]
        self.hits = [rows / points, columns / points, *(np.full((1, 1), float(hit)) for hit in fixed)]
        self.misses = [
            (points - rows) / points,
            (points - columns) / points,
            *(np.full((1, 1), float(1 - hit)) for hit in fixed),
        ]
        self.players = len(self.hits)
        self.phases: dict[Order, Answers] = {}
        self.plays: dict[Any, LaterPlay] = {}

    def steps(self, order: Order) -> list[np.ndarray]:
        """Return the row and the column of each place of a phase."""
        none = np.zeros((1, 1), dtype=np.intp)
        return list(np.broadcast_arrays(*(own if axis in order else none for axis, own in enumerate(self.places))))

    def phase(self, order: Order) -> Answers:
        """Return the answers of a phase."""
        if order not in self.phases:
            self.phases[order] = self._alone(order[0]) if len(order) == 1 else self._solved(order)
        return self.phases[order]

    def _alone(self, player: int) -> Answers:
        path = np.zeros((1, 1, 1), dtype=np.intp)
        return Answers((1,), path, path[0] > 0, np.eye(self.players + 1)[player][:, None, None])

    def _solved(self, order: Order) -> Answers:
        """Return the answers of a phase, by backward induction if a player has a choice."""
        options, judge = self.group.layouts[order].options, Judge(self, order)
        shape = judge.shape
        turns = [self._turns(order, player, aims, shape) for player, aims in zip(order, options, strict=True)]
        path, tie = np.zeros((len(order), *shape), dtype=np.intp), np.zeros(shape, dtype=bool)
        if max(judge.counts) > 1:
            check()
            tree = Announcements([turn.reshape(*turn.shape[:2], -1) for turn in turns], judge)
            said, tied = tree.follow(0, np.zeros(path[0].size, dtype=np.intp), np.arange(path[0].size))
            path, tie = np.reshape(said, path.shape), tied.reshape(shape)
        *earlier, whole = [picked(option, [*turn.swapaxes(0, 1)]) for option, turn in zip(path, turns, strict=True)]
        for turn in reversed(earlier):
            whole = compose(turn, whole)
        whole[[0, -1]] += whole[0] == 0.0  # nobody can be hit: a stalemate
        win = np.zeros((self.players + 1, *shape))
        win[[*order, self.players]] = whole[2:] / whole[0]
        return Answers(judge.counts, path, tie, win)

    def _turns(self, order: Order, player: int, aims: Sequence[Aim], shape: tuple[int, ...]) -> Turns:
        """Return the turns of a player under each option, with the wins of all seats and last a stalemate."""
        hit, miss, outcomes = self.hits[player], self.misses[player], (*order, self.players)
        turn = np.zeros((len(order) + 3, len(aims), *shape))
        for option, aim in enumerate(aims):
            turn[0, option] = hit * float(aim.total)
            turn[1, option] = miss + hit * float(1 - aim.total) if aim.total < 1 else miss
            for victim in aim.targets if self.group.shoots[player] else ():
                win, chance = self.phase(_next_order(order, player, victim)).win, hit * float(aim.weights[victim])
                for row, outcome in enumerate(outcomes, 2):
                    if outcome != victim:
                        turn[row, option] += chance * win[outcome]
        return turn

    # -- the exact side: plays at one pixel

    def play(self, order: Order, place: tuple[int, int]) -> LaterPlay:
        """Return the play from the start of a phase at one pixel."""
        if (order, place) not in self.plays:
            path, every = self.phase(order).path_at(place), self.group.options(order)
            aims = [mine[option] for mine, option in zip(every, path, strict=False)]
            self.plays[order, place] = self.play_with(order, aims, place)
        return self.plays[order, place]

    def play_with(self, order: Order, aims: Sequence[Aim], place: tuple[int, int]) -> LaterPlay:
        """Return the play at one pixel that begins with some aims in a phase."""
        follows = []
        for player, aim in zip(order, aims, strict=False):
            victims = aim.targets if self.group.shoots[player] else ()
            follows.append(tuple((each, self.play(_next_order(order, player, each), place)) for each in victims))
        return play_of(order, tuple(aims), tuple(follows))


class Group:
    """The areas of a map with the same options in every phase.

    Fields: `areas`; `shoots`, by player whether the hit probability is not 0; `layouts`, by phase; `first`, the largest
    phase; `known`, the answers of the judge.
    """

    def __init__(self, areas: Areas, shoots: Sequence[bool], phases: Sequence[Layout]) -> None:
        self.areas, self.shoots, self.first = areas, shoots, phases[-1]
        self.layouts = {layout.phase: layout for layout in phases}
        self.known: dict[Any, Any] = {}

    def options(self, order: Order) -> Options:
        """Return the options in a phase by seat; a player alone has none."""
        return self.layouts[order].options if len(order) > 1 else ()

    @cached_property
    def stalls(self) -> bool:
        """Whether nobody can ever be hit."""
        return not any(shots for every in self.first.shots for shots in every)


class Engine:
    """The solver of a map of announced play.

    It remembers what pixels share, so the next call takes less time.

    Parameters: `spec`, the map.

    >>> engine = Engine(MapSpec(Problem([0, 0, 1]), points=3))
    >>> [part] = engine.solve(np.array([[1]]), np.array([[2]]))
    >>> [str(aim) for aim in part.aims[0]], float(part.win[0, 0]) == 25 / 63
    (['Miss', 'C', 'B'], True)
    """

    def __init__(self, spec: MapSpec) -> None:
        np.empty(KEPT, dtype=np.uint8)  # freed at once, never touched
        self.problem, self.areas = spec.problem, Areas(spec.problem, spec.points)
        self.groups: list[Group] = []
        self.group_of = np.zeros(3 * self.areas.count**2, dtype=np.intp)
        known: dict[Any, int] = {}
        corners = {area: self.areas.corners(area) for area in range(len(self.group_of))}
        for area, (first, *_) in filter(itemgetter(1), corners.items()):
            problem = self.problem.changed(hits=self.areas.at(*first))
            phases, shoots = layouts(problem), tuple(map(bool, problem.hits))
            self.group_of[area] = known.setdefault((shoots, repr([each.options for each in phases])), len(known))
            if len(known) > len(self.groups):
                self.groups.append(Group(self.areas, shoots, phases))

    def solve(self, rows: np.ndarray, columns: np.ndarray) -> Iterator[MapPart]:
        """Yield the answers at some pixels, in parts with equal options.

        The steps for each part: (1) solve the phases by backward induction; (2) decide in what order the players win;
        (3) write the probabilities as doubles in this order.

        Parameters: `rows` and `columns`, a column and a row of steps, or of a list two columns of equal length.
        """
        number = self.group_of[self.areas.number_of(rows, columns)]
        for place in np.unique(number).tolist():
            group = self.groups[place]
            yield self._part(group, Batch(group, *listed(rows, columns, number == place)))

    def _part(self, group: Group, batch: Batch) -> MapPart:
        """Return the answers at the pixels of a batch."""
        order = group.first.phase
        answers, judge = batch.phase(order), Judge(batch, order)
        code, win = answers.code.ravel(), answers.win.reshape(len(answers.win), -1)
        first, index = numbered(code)
        every: list[Any] = [judge.aims(path) for path in code[first].tolist()]
        if group.stalls:  # then a player with a choice has no aim
            chooses = [self.problem.has_choice(order, player) for player in order]
            every = [tuple(None if free else aim for free, aim in zip(chooses, aims, strict=True)) for aims in every]
        return MapPart(
            rows=judge.rows,
            columns=judge.columns,
            aims=every,
            index=index,
            win=judge.in_order(win[:-1], code, relative_bound(len(order))).T,
            stalemate=win[-1],
            tie=answers.tie.ravel() & (not group.stalls),
        )


def listed(rows: np.ndarray, columns: np.ndarray, where: np.ndarray) -> list[np.ndarray]:
    """Return the rows and columns themselves if all their pixels are chosen, else the list of the chosen ones.

    >>> [each.tolist() for each in listed(np.array([[1], [2]]), np.array([[3]]), np.array([[False], [True]]))]
    [[[2]], [[3]]]
    """
    if where.all():
        return [rows, columns]
    return [np.broadcast_to(each, where.shape)[where][:, None] for each in (rows, columns)]
