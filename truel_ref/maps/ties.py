"""Close choices, settled exactly: by polynomials in a whole area, or by their values at a pixel.

A **play** is a tree: a shooting order, an aim for each player in it, and the plays that follow a hit. With all aims
fixed, a value is a quotient of polynomials, by the lines of `truel_ref.play.phase`. Two plays with equal quotients tie
at every pixel of an area.

A **question** is a close choice, or who of two players wins more often: the area, the later play, and the plays to
compare. Many pixels share a question, so the judge computes its quotients once. If the answer is not the same in the
whole area, it evaluates them at each pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import ceil, floor, isqrt
from typing import Any, TypeAlias

import numpy as np

from truel_ref.errors import needs
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.maps.data import in_order
from truel_ref.play import phase
from truel_ref.play.ties import LIKELIEST_WINNER, ranked

Place: TypeAlias = "tuple[int, int] | None"
"""A pixel, by its row and column; None for a whole area."""

Answer: TypeAlias = "Callable[[Place], int]"
"""The answer to a question at a place, -1 if it is not the same in the whole area."""


# ---------------------------------------------------------------------------------------------------------
# The exact values of plays


@dataclass(frozen=True, eq=False)
class LaterPlay:
    """A play; `follows` has by seat the plays after a hit, as pairs of a victim and a play."""

    order: Order
    aims: tuple[Aim, ...]
    follows: tuple[tuple[tuple[int, LaterPlay], ...], ...]


play_of = lru_cache(maxsize=100_000)(LaterPlay)  # equal plays are one object, which is a short key


class Quotient:
    """A quotient of two polynomials with integer coefficients in the row and the column; the lower one is not 0."""

    __slots__ = ("lower", "upper")

    def __init__(self, upper: Any, lower: Any) -> None:
        self.upper, self.lower = upper, lower

    def __add__(self, other: Quotient) -> Quotient:
        if not other.upper or not self.upper:
            return self if self.upper else other
        return Quotient(self.upper * other.lower + other.upper * self.lower, self.lower * other.lower)

    def __mul__(self, other: Quotient) -> Quotient:
        if not self.upper or not other.upper:
            return self if other.upper else other
        return Quotient(self.upper * other.upper, self.lower * other.lower)

    def __truediv__(self, other: Quotient) -> Quotient:
        return Quotient(self.upper * other.lower, self.lower * other.upper)

    def __rsub__(self, integer: int) -> Quotient:
        return Quotient(integer * self.lower - self.upper, self.lower)

    def __rmul__(self, integer: int) -> Quotient:
        return Quotient(integer * self.upper, self.lower)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return bool(self.upper == other * self.lower)
        return isinstance(other, Quotient) and bool(self.upper * other.lower == other.upper * self.lower)

    __hash__ = None  # type: ignore[assignment]  # equal quotients have different parts

    def at(self, row: int, column: int) -> Fraction:
        """Return the value at a pixel."""
        return Fraction(int(self.upper(row, column)), int(self.lower(row, column)))


def largest(values: Sequence[Quotient], place: Place) -> list[int]:
    """Return which values are the largest at a place; in an area all if they are equal, and else none."""
    if place is None:
        return [*range(len(values))] if all(value == values[0] for value in values) else []
    there = [value.at(*place) for value in values]
    most = max(there)
    return [number for number, value in enumerate(there) if value == most]


class Numbers:
    """The values of plays in an area, as quotients.

    Parameters: `hits`, the hit probabilities; where one is a row or a column over the points, "row" or "column".

    >>> shoot = play_of((0, 1), (Aim.at(1, 2), Aim.at(0, 2)), (((1, play_of((0,), (), ())),), ()))
    >>> Numbers(("row", Fraction(0)), 5).worth(shoot, 0).at(2, 3), Numbers(("row", "column"), 5).hits[1].at(2, 3)
    (Fraction(1, 1), Fraction(3, 5))
    """

    def __init__(self, hits: tuple[Fraction | str, ...], points: int) -> None:
        needs("flint")
        from flint import Ordering, fmpz_mpoly_ctx

        row, column = fmpz_mpoly_ctx.get(("row", "column"), Ordering.lex).gens()
        self.number = cache(self._number)
        self.one, steps = row**0, {"row": row, "column": column}
        self.hits = [
            Quotient(steps[hit], self.one * points) if isinstance(hit, str) else self.number(hit) for hit in hits
        ]
        self.known: dict[Any, Quotient] = {}

    def _number(self, value: Any) -> Quotient:
        """Return a number as a quotient."""
        return Quotient(self.one * value.numerator, self.one * value.denominator)

    def worth(self, play: LaterPlay, player: int, seat: int = 0) -> Any:
        """Return how often a player wins a play, from the first turn of the player in a seat on."""
        name = play, player, seat
        if name not in self.known:
            if len(play.order) == 1:
                self.known[name] = self.number(int(player == play.order[0]))
            else:
                turns = [self._turn(play, number, player) for number in range(len(play.order))]
                [self.known[name]] = phase.value(turns[seat:] + turns[:seat])
        return self.known[name]

    def hits_of(self, play: LaterPlay, aim: Aim, seat: int) -> Quotient:
        """Return how often the target of an aim wins a play, from the first turn of the player in a seat on."""
        parts = [self.number(aim.weights[each]) * self.worth(play, each, seat) for each in aim.targets]
        return sum(parts, self.number(0))

    def _turn(self, play: LaterPlay, seat: int, player: int) -> phase.Turn:
        """Return the turn of the player in a seat, with the chance that another player wins after it."""
        weights = play.aims[seat].weights
        aimed = [(self.number(weights[victim]), [self.worth(after, player)]) for victim, after in play.follows[seat]]
        return phase.turn(self.hits[play.order[seat]], aimed, 1)


# ---------------------------------------------------------------------------------------------------------
# Areas


class Areas:
    """The grid of a map, cut into areas in which no hit probability becomes 0, 1 or that of another player.

    Row `i` is `pA = i / points`, column `j` is `pB = j / points`. A *stretch* is a step where the hit probability is 0,
    1 or that of a player after B, or all steps between two of these. Two stretches and a side of the diagonal, or the
    diagonal itself, are an area.

    Parameters: `problem`, whose hit probabilities from C on count; `points`.

    >>> areas = Areas(Problem([0, 0, "1/2"]), 4)
    >>> areas.stretch.tolist(), len({*areas.number_of(*np.indices((5, 5)).reshape(2, -1)).tolist()})
    ([1, 2, 3, 4, 5], 25)
    """

    def __init__(self, problem: Problem, points: int) -> None:
        self.problem, self.points = problem, points
        steps = np.arange(points + 1)
        special = [hit * points for hit in {Fraction(0), Fraction(1), *problem.hits[2:]}]
        # A stretch has an odd number if and only if it is a single special step.
        passed = [(steps >= ceil(step)).astype(int) + (steps > floor(step)) for step in special]
        self.stretch = np.sum(passed, axis=0)
        self.count = int(self.stretch[-1]) + 1
        self.stretches = [np.flatnonzero(self.stretch == each) for each in range(self.count)]
        self.valued = lru_cache(maxsize=10_000)(Numbers)
        self.ranks = lru_cache(maxsize=10_000)(self._ranks)

    def number_of(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return the numbers of the areas of some pixels."""
        return np.asarray((self.stretch[rows] * self.count + self.stretch[columns]) * 3 + np.sign(rows - columns) + 1)

    def corners(self, area: int) -> list[tuple[int, int]]:
        """Return the corners of an area as pixels, none if no pixel is in it."""
        stretches, side = divmod(area, 3)
        sides = [self.stretches[each].tolist() for each in divmod(stretches, self.count)]
        if not all(sides):
            return []
        (top, *_, bottom), (left, *_, right) = [each * 2 for each in sides]
        slant = side - 1  # the diagonal side: the rows are below, at or above the columns
        every = product((top, bottom, left + slant, right + slant), (left, right, top - slant, bottom - slant))
        return [
            (row, column)
            for row, column in every
            if top <= row <= bottom and left <= column <= right and np.sign(row - column) == slant
        ]

    def blocks(self, most: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the pixels of the grid in blocks of about `most`, within two stretches: a column and a row."""
        for rows, columns in product(filter(len, self.stretches), repeat=2):
            high, wide = max(isqrt(most), most // len(columns)), max(isqrt(most), most // len(rows))
            for up, right in product(range(0, len(rows), high), range(0, len(columns), wide)):
                yield rows[up : up + high, None], columns[None, right : right + wide]

    def at(self, row: int, column: int) -> tuple[Any, ...]:
        """Return the hit probabilities at a pixel."""
        return (Fraction(row, self.points), Fraction(column, self.points), *self.problem.hits[2:])

    def numbers(self, row: int, column: int) -> Numbers:
        """Return the numbers of the area of a pixel; players with the same letter are equally good shots."""
        steps, exact = {"row": row, "column": column}, self.at(row, column)
        a, b = (
            hit if self.stretch[step] % 2 else name for (name, step), hit in zip(steps.items(), exact, strict=False)
        )
        return self.valued((a, a if row == column else b, *exact[2:]), self.points)

    def _ranks(self, aims: Sequence[Aim], where: int | tuple[int, int]) -> Sequence[int]:
        """Return the ranks of some aims under the tie rule at a pixel or in an area, none if they vary there.

        The rule compares linear functions of pA and pB. If they have the same order at all corners of an area, they
        have it in between.
        """
        places = self.corners(where) if isinstance(where, int) else [where]
        rule, first = self.problem.tie_rule, self.problem.order
        [ranks, *others] = {tuple(ranked(rule, aims, self.at(*place), first)) for place in places}
        return () if others else ranks


# ---------------------------------------------------------------------------------------------------------
# The judge


def runs(columns: np.ndarray) -> np.ndarray:
    """Return which columns differ from the column before.

    >>> runs(np.array([[1, 1, 2], [3, 3, 3]])).tolist()
    [True, False, True]
    """
    new = np.ones(columns.shape[1], dtype=bool)
    new[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    return new


def numbered(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for each different code the first place that has it, and by place the number of its code.

    Neighbours often have the same code, so only the first of each run is sorted.

    >>> [each.tolist() for each in numbered(np.array([7, 7, 5, 7]))]
    [[2, 0], [1, 1, 0, 1]]
    """
    new = runs(codes[None])
    _, first, number = np.unique(codes[new], return_index=True, return_inverse=True)
    return np.flatnonzero(new)[first], number.reshape(-1)[np.cumsum(new) - 1]


class Judge:
    """Settles the close choices of a phase at the pixels of a batch.

    Parameters: `batch`; `order`, the phase.

    Fields: `options`, by seat, and `counts`, their numbers; `kinds`, the options of the last player by equal chances to
    pass; `shape`, of the arrays of the phase; by place in them `rows` and `columns`.
    """

    def __init__(self, batch: Any, order: Order) -> None:
        self.batch, self.order, self.areas = batch, order, batch.areas
        self.options = batch.group.options(order)
        self.counts = tuple(map(len, self.options))
        steps = batch.steps(order)
        self.shape, (self.rows, self.columns) = steps[0].shape, [each.ravel() for each in steps]

    @property
    def by_winner(self) -> bool:
        """Whether the tie rule compares what follows, too."""
        return bool(self.areas.problem.tie_rule == LIKELIEST_WINNER)

    @property
    def kinds(self) -> list[list[int]]:
        """The options of the last player by equal chances to pass; each by itself if the tie rule looks further."""
        kinds: dict[Any, list[int]] = {}
        for option, aim in enumerate(self.options[-1]):
            kinds.setdefault(option if self.by_winner else aim.total, []).append(option)
        return [*kinds.values()]

    @cached_property
    def later(self) -> np.ndarray:
        """Per pixel a number for the paths of all later phases with a choice, the same in all batches of a map."""
        codes = [
            np.broadcast_to(answers.code, self.shape).ravel()
            for order, answers in sorted(self.batch.phases.items())
            if max(answers.counts) > 1 and {*order} < {*self.order}
        ]
        paths = np.array(codes or [0 * self.rows])
        new, numbers = runs(paths), self.batch.group.known.setdefault((self.order, "later"), {})
        which = [numbers.setdefault(path.tobytes(), len(numbers)) for path in paths[:, new].T]
        return np.asarray(np.array(which)[np.cumsum(new) - 1])

    def aims(self, code: int) -> tuple[Aim, ...]:
        """Return the aims of the path with a number."""
        path = np.unravel_index(code, self.counts)
        return tuple(mine[int(option)] for mine, option in zip(self.options, path, strict=True))

    def settle(self, seat: int, codes: np.ndarray, pixels: np.ndarray) -> np.ndarray:
        """Return the chosen ones of some rivals, each as twice its number, and 1 more if the tie rule chose it.

        Parameters: `seat`, -1 for the last player before all histories; `codes`, rivals x choices, the numbers of their
        paths plus 1, before all histories of their options, 0 for a rival that is not close; `pixels`, by choice.
        """
        return self._answered(self._choice, seat, codes, pixels)

    def _answered(
        self, ask: Callable[[Any, Sequence[int], int], Answer], name: Any, codes: np.ndarray, pixels: np.ndarray
    ) -> np.ndarray:
        """Return the answers to questions, each asked once where neighbours share it.

        Parameters: `ask`, a question from its name, a column of numbers and a pixel; `codes`, these columns; `pixels`.
        """
        known = self.batch.group.known
        rows, columns = self.rows[pixels], self.columns[pixels]
        asked = np.vstack([self.areas.number_of(rows, columns), self.later[pixels], codes])
        new = runs(asked)
        questions: list[tuple[Answer, int]] = []
        for entry in np.flatnonzero(new).tolist():
            question = self.order, name, asked[:, entry].tobytes()
            if question not in known:
                answer = ask(name, codes[:, entry].tolist(), int(pixels[entry]))
                known[question] = answer, answer(None)
            questions.append(known[question])
        which = np.cumsum(new) - 1
        said = np.array([around for _, around in questions])[which]
        for entry in np.flatnonzero(said < 0).tolist():
            said[entry] = questions[which[entry]][0]((int(rows[entry]), int(columns[entry])))
        return np.asarray(said)

    def _choice(self, seat: int, codes: Sequence[int], pixel: int) -> Answer:
        """Return a choice as a question, with the answers of `settle`.

        If the paths differ in one player's aim alone, and these aims are equally likely to be at somebody, the order of
        their worths does not depend on the others: let them pass. So it is before all histories.
        """
        listed = [rival for rival, code in enumerate(codes) if code]
        passes = [Aim.miss(self.batch.players)] * len(self.order)
        if seat < 0:
            profiles = [(*passes[1:], self.options[-1][codes[rival] - 1]) for rival in listed]
        else:
            profiles = [self.aims(codes[rival] - 1) for rival in listed]
        aims, played = [each[seat] for each in profiles], profiles
        others = {(*each[:seat], *each[seat + 1 :]) for each in profiles}
        if seat >= 0 and not self.by_winner and len(others) == len({aim.total for aim in aims}) == 1:
            played = [(*passes[:seat], aim, *passes[seat + 1 :]) for aim in aims]
        plays = [self.batch.play_with(self.order, each, divmod(pixel, self.shape[1])) for each in played]
        numbers, area = self._around(pixel)
        worths = [numbers.worth(play, self.order[seat], seat) for play in plays]

        def answer(place: Place) -> int:
            best = largest(worths, place)
            if len(best) < 2:
                return 2 * listed[best[0]] if best else -1
            if self.by_winner:
                first = largest([numbers.hits_of(plays[each], aims[each], seat) for each in best], place)[:1]
            else:
                equal = tuple(aims[each] for each in best)
                ranks = self.areas.ranks(equal, area) or self.areas.ranks(equal, place or area)
                first = [ranks.index(0)] if ranks else []
            return 2 * listed[best[first[0]]] + 1 if first else -1

        return answer

    def _around(self, pixel: int) -> tuple[Numbers, int]:
        """Return the area of a pixel: its numbers, and its number."""
        row, column = int(self.rows[pixel]), int(self.columns[pixel])
        return self.areas.numbers(row, column), int(self.areas.number_of(row, column))

    # -- the order of the win probabilities

    def in_order(self, win: np.ndarray, code: np.ndarray, bound: float) -> np.ndarray:
        """Return the win probabilities of all players as doubles in their exact order.

        Parameters: `win`, players x pixels, with a relative error below `bound`; `code`, per pixel the chosen path.
        """
        margin, more = 1.0 + 2.1 * bound, np.zeros((len(win), *win.shape), dtype=bool)
        unsure = np.zeros(win.shape[1], dtype=bool)
        for one, other in combinations(range(len(win)), 2):
            more[one, other], more[other, one] = win[one] < win[other], win[other] < win[one]
            least, most = np.minimum(win[one], win[other]), np.maximum(win[one], win[other])
            close = np.flatnonzero((least * margin >= most) & (most > 0.0))
            if close.size:
                unsure[close] = True
                less = self._answered(self._comparison, (one, other), code[None, close], close)
                more[one, other, close], more[other, one, close] = less == 1, less == 2
        if not unsure.any():
            return win
        ordered = win.copy()
        ordered[:, unsure] = in_order(win[:, unsure], more[..., unsure].sum(axis=1))
        return ordered

    def _comparison(self, both: tuple[int, int], codes: Any, pixel: int) -> Answer:
        """Return who of two players wins less often as a question: 1 or 2, 0 if they win equally often."""
        play = self.batch.play(self.order, divmod(pixel, self.shape[1]))
        numbers, _ = self._around(pixel)
        wins = [numbers.worth(play, player) for player in both]

        def answer(place: Place) -> int:
            best = largest(wins, place)
            return {(0,): 2, (1,): 1, (0, 1): 0}.get(tuple(best), -1)

        return answer
