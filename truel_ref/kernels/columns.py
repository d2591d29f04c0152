"""Zeros of polynomials in the columns over small squares, and segments of columns: steps 1, 2, 3 and 6 of `fibres`.

A segment is a group of roots whose order changes over a square, or a gap between groups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Generic

from truel_ref.kernels.bernstein import common_multiple, weights
from truel_ref.kernels.halving import (
    UNIT,
    Answers,
    Class,
    Expansion,
    Question,
    Terms,
    around,
    coefficients_of,
    proved_signs,
    shifted,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SLACK", "Amounts", "Classes", "Events", "Fibre", "Segments", "horner", "no_events"]

_PIECES = 1 << 18  # the most pieces of columns at a time: their coefficients are half a kilobyte each


@dataclass(frozen=True)
class Events:
    """Pieces of columns in which a polynomial may vanish: `z - centre - leans . t` is at most `reach` in modulus.

    Fields, for each piece: the `square`; the `polynomial`, -1 for an end of the column; for a single root `sign`, the
    sign of the slope, and `mean`, the mean of the root over the square, with the bound `error`; otherwise `sign` is 0.
    """

    square: np.ndarray
    polynomial: np.ndarray
    centre: np.ndarray
    leans: np.ndarray
    reach: np.ndarray
    sign: np.ndarray
    mean: np.ndarray
    error: np.ndarray

    def of(self, chosen: np.ndarray) -> Events:
        """Return some of the events."""
        return Events(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @property
    def spread(self) -> np.ndarray:
        """The largest distance of a piece from its centre."""
        result: np.ndarray = abs(self.leans).sum(axis=1) / 2 + self.reach
        return result

    @classmethod
    def plain(cls, square: np.ndarray, centre: np.ndarray, reach: np.ndarray, polynomial: int) -> Events:
        """Return pieces of which only the position is known."""
        import numpy as np

        zeros, whole = np.zeros(len(square)), np.zeros(len(square), dtype=np.int64)
        return cls(square, whole + polynomial, centre, np.zeros((len(square), 2)), reach, whole, centre, zeros)

    @classmethod
    def joined(cls, parts: Sequence[Events]) -> Events:
        """Return the events of several lists."""
        import numpy as np

        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


def no_events() -> Events:
    """Return an empty list of pieces."""
    import numpy as np

    return Events.plain(np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), 0)


class Fibre:
    """A polynomial in `x`, `y` and `z`, its roots in `z`, and their proved properties over squares.

    Fields: `degree`, the degree in `z`; `error`, the bound of rounding errors of the module.
    """

    def __init__(self, terms: Terms) -> None:
        import numpy as np

        degrees = [max(exponents[axis] for exponents in terms) for axis in range(3)]
        self.degree = degrees[2]
        self.coefficients = coefficients_of(terms, least=2)
        self.error = (6 * (max(degrees) + 1) + 100) * UNIT * sum(map(abs, terms.values())) * 2.5**self.degree
        powers = np.indices(self.coefficients.shape[:2])
        self._halves = 0.5 ** powers.sum(axis=0)[..., np.newaxis]
        total = np.indices(self.coefficients.shape).sum(axis=0)
        self._high = self._halves * (total > 2)
        self._slope = self._halves * (total != 1)
        self._flat = None if self.degree else Expansion({exponents[:2]: value for exponents, value in terms.items()})
        rows = weights(self.degree)
        full = [[*row, *[0] * (self.degree - place)] for place, row in enumerate(rows)]
        self._to_bernstein = np.array(full).T / common_multiple(self.degree)

    def around(self, centres: np.ndarray, width: float) -> np.ndarray:
        """Return the coefficients in `t` and `z` around the centres of squares."""
        return around(self.coefficients, centres, width)

    def signs(self, table: np.ndarray) -> np.ndarray:
        """Return the proved signs of a polynomial without `z`, 0 if no sign is proved."""
        import numpy as np

        constant = table[:, 0, 0, 0]
        spread = (np.abs(table) * self._halves)[..., 0].sum(axis=(1, 2)) - np.abs(constant) + self.error
        return proved_signs(constant, spread)

    def share(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return bounds of the share of squares in which a polynomial without `z` is positive."""
        assert self._flat is not None
        return self._flat.shares(centres, width)

    def middle_signs(self, table: np.ndarray) -> np.ndarray:
        """Return the signs at the centre and `z = 1/2`, 0 if rounding hides a sign."""
        import numpy as np

        return proved_signs(table[:, 0, 0, :] @ (0.5 ** np.arange(table.shape[-1])), self.error)

    def events(self, table: np.ndarray, width: float) -> tuple[Events, np.ndarray]:
        """Return the pieces where the polynomial may vanish, and the squares over which a zero is not excluded."""
        import numpy as np

        roots = _real_roots(table[:, 0, 0, : self.degree + 1])
        hulls = np.full((*roots.shape, 2), np.nan)
        parts = [no_events()]
        for place in range(roots.shape[1]):
            rows = np.flatnonzero(np.isfinite(roots[:, place]))
            proved, alone = self._root(table[rows], roots[rows, place])
            kept = proved.sign != 0
            proved, alone, rows = proved.of(kept), alone[kept], rows[kept]
            hulls[rows, place] = np.stack([proved.centre - alone, proved.centre + alone], axis=-1)
            parts.append(replace(proved, square=rows))
        hulls = np.take_along_axis(hulls, np.argsort(hulls[..., :1], axis=1), axis=1)
        overlap = np.any(hulls[:, 1:, 0] <= hulls[:, :-1, 1], axis=1)
        certain = Events.joined(parts)
        certain = certain.of(~overlap[certain.square])
        hulls[overlap] = np.nan
        partial = np.flatnonzero(np.isfinite(hulls[..., 0]).sum(axis=1) < self.degree)
        unsettled = self._unsettled(table, partial, hulls, width)
        spread = certain.spread
        inside = certain.of((certain.centre + spread >= 0) & (certain.centre - spread <= 1))
        inside = Events.joined([inside, unsettled])
        touched = np.zeros(len(table), dtype=bool)
        touched[inside.square] = True
        return inside, touched | (self.middle_signs(table) == 0)

    def _root(self, table: np.ndarray, root: np.ndarray) -> tuple[Events, np.ndarray]:
        """Return the result of step 1 for a root (sign 0 if the step fails), and the distance to which it is alone."""
        import numpy as np

        c = shifted(table, root)
        moduli = np.abs(c)
        with np.errstate(all="ignore"):
            f = c[:, 0, 0, 1]
            slopes = [-c[:, 1, 0, 0] / f, -c[:, 0, 1, 0] / f]
            lean = (np.abs(slopes[0]) + np.abs(slopes[1])) / 2
            q20 = c[:, 2, 0, 0] + c[:, 1, 0, 1] * slopes[0] + c[:, 0, 0, 2] * slopes[0] ** 2
            q02 = c[:, 0, 2, 0] + c[:, 0, 1, 1] * slopes[1] + c[:, 0, 0, 2] * slopes[1] ** 2
            q11 = c[:, 1, 1, 0] + c[:, 1, 0, 1] * slopes[1] + c[:, 0, 1, 1] * slopes[0]
            q11 = q11 + 2 * c[:, 0, 0, 2] * slopes[0] * slopes[1]
            mixed = moduli[:, 1, 0, 1] + moduli[:, 0, 1, 1]
            # The quadratic part is a sum of few terms, with rounding errors far below this.
            rounded = 64 * UNIT * (mixed * lean + moduli[:, 0, 0, 2] * lean**2 + np.abs(f) * lean) + self.error
            bend = moduli[:, 0, 0, 0] + (np.abs(q20) + np.abs(q02) + np.abs(q11)) / 4 + rounded

            def beyond(rho: np.ndarray, reach: np.ndarray) -> np.ndarray:
                powers = reach[:, np.newaxis] ** np.arange(c.shape[-1])
                higher = ((moduli * self._high).sum(axis=(1, 2)) * powers).sum(axis=1)
                both = higher + mixed / 2 * rho + moduli[:, 0, 0, 2] * (2 * lean * rho + rho**2)
                result: np.ndarray = both * (1 + 1e-9)
                return result

            rho = 2 * bend / np.abs(f)
            for _ in range(2):
                rho = 1.25 * (bend + beyond(rho, 1.5 * lean + 2 * rho)) / np.abs(f) + 4 * UNIT
            reach = 1.5 * lean + 2 * rho
            beyond_it = beyond(rho, reach)
            powers = np.arange(c.shape[-1]) * reach[:, np.newaxis] ** np.maximum(np.arange(c.shape[-1]) - 1, 0)
            steep = ((moduli * self._slope).sum(axis=(1, 2)) * powers).sum(axis=1) * (1 + 1e-9)
            proved = (
                (np.abs(f) * rho * (1 - 1e-9) > bend + beyond_it)
                & (np.abs(f) > steep + 4 * self.error)
                & (reach <= 1)
                & (np.abs(root - 0.5) <= 1)
            )
            mean = root - (c[:, 0, 0, 0] + (q20 + q02) / 12) / f
            error = (beyond_it + rounded) / np.abs(f) * (1 + 1e-9) + 8 * UNIT
        sign = np.where(proved, np.sign(f), 0).astype(np.int64)
        events = Events.plain(np.arange(len(root)), root, rho, 0)
        return replace(events, leans=np.stack(slopes, axis=-1), sign=sign, mean=mean, error=error), reach

    def _unsettled(self, table: np.ndarray, rows: np.ndarray, hulls: np.ndarray, width: float) -> Events:
        """Return the pieces of columns outside the proved roots where zeros are not excluded: step 2."""
        import numpy as np

        ends = np.clip(np.nan_to_num(hulls[rows], nan=1.0), 0, 1).reshape(len(rows), 2 * hulls.shape[1])
        ends = np.concatenate([np.zeros((len(rows), 1)), ends, np.ones((len(rows), 1))], axis=1)
        square = np.repeat(rows, ends.shape[1] // 2)
        low, high = ends[:, 0::2].reshape(-1), ends[:, 1::2].reshape(-1)
        parts = []
        while True:
            kept = high > low
            square, low, high = square[kept], low[kept], high[kept]
            failed = np.zeros(len(square), dtype=bool)
            for start in range(0, len(square), _PIECES):
                some = slice(start, start + _PIECES)
                failed[some] = self._may_vanish(table[square[some]], low[some], high[some])
            square, low, high = square[failed], low[failed], high[failed]
            small = high - low < math.sqrt(width) / 8
            parts.append((square[small], low[small], high[small]))
            square, low, high = square[~small], low[~small], high[~small]
            if not square.size:
                break
            middle = (low + high) / 2
            square = np.concatenate([square, square])
            low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
        square, low, high = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((low, square))
        square, low, high = square[order], low[order], high[order]
        starts = np.flatnonzero(
            np.concatenate([[True], (square[1:] != square[:-1]) | (low[1:] != high[:-1])])[: len(low)]
        )
        square, low = square[starts], low[starts]
        high = np.maximum.reduceat(high, starts) if len(starts) else high
        return Events.plain(square, (low + high) / 2, (high - low) / 2 * (1 + 4 * UNIT), 0)

    def _may_vanish(self, table: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return whether the Bernstein coefficients on each piece of a column may have different signs."""
        import numpy as np

        own = shifted(table[..., : self.degree + 1], low)
        own *= ((high - low)[:, np.newaxis] ** np.arange(self.degree + 1))[:, np.newaxis, np.newaxis, :]
        rows = own @ self._to_bernstein
        constant = rows[:, 0, 0, :]
        spread = (np.abs(rows) * self._halves).sum(axis=(1, 2)) - np.abs(constant) + self.error
        settled: np.ndarray = (constant > spread).all(axis=1) | (constant < -spread).all(axis=1)
        return ~settled


def _real_roots(lines: np.ndarray) -> np.ndarray:
    """Return approximate real roots near [0, 1] of polynomials, the lowest coefficient first; nan for others."""
    import numpy as np

    degree = lines.shape[1] - 1
    with np.errstate(all="ignore"):
        if degree == 1:
            roots = -lines[:, :1] / lines[:, 1:]
        elif degree == 2:
            c, b, a = lines.T
            half = -(b + np.where(b < 0, -1.0, 1.0) * np.sqrt(b * b - 4 * a * c)) / 2
            roots = np.stack([half / a, c / half], axis=-1)
        else:
            roots = _eigenvalues(lines)
        slopes = lines[:, 1:] * np.arange(1, degree + 1)
        for _ in range(2):
            values, steep = (horner(rows, roots) for rows in (lines, slopes))
            roots = roots - values / steep
        return np.where(np.abs(roots - 0.5) <= 1, roots, np.nan)


def horner(rows: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return the values of polynomials, the lowest coefficient first, each at the points of its row."""
    import numpy as np

    values = np.zeros(at.shape)
    for power in range(rows.shape[1] - 1, -1, -1):
        values = values * at + rows[:, power, np.newaxis]
    return values


def _eigenvalues(lines: np.ndarray) -> np.ndarray:
    """Return real roots as eigenvalues of companion matrices of the reversed polynomials in `1 / (z + 1)`."""
    import numpy as np

    degree = lines.shape[1] - 1
    # Around z = -1 there is no root of interest, and no root is at infinity after the reversal.
    moved = shifted(lines, np.full(len(lines), -1.0))
    usable = moved[:, 0] != 0
    companion = np.zeros((len(lines), degree, degree))
    companion[:, np.arange(1, degree), np.arange(degree - 1)] = 1.0
    companion[usable, 0, :] = -moved[usable, 1:] / moved[usable, :1]
    inverse = np.linalg.eigvals(companion)
    roots = 1 / inverse - 1
    real = usable[:, np.newaxis] & (np.abs(roots.imag) < 1e-7)
    return np.where(real, roots.real, np.nan)


SLACK = 2.0**-48
_DEEPEST = 3
_GROUPS = 1 << 11  # the most groups to quarter at a time; each becomes four columns, and memory adds up over the depths
_SMALL = 16


class Classes(Generic[Class]):
    """The classes of a question, numbered in the order of their occurrence."""

    def __init__(self, question: Question[Class]) -> None:
        self.answers = Answers(question)
        self.names: dict[Class, int] = {}

    def number(self, name: Class) -> int:
        """Return the number of a class."""
        return self.names.setdefault(name, len(self.names))


@dataclass(frozen=True)
class Amounts:
    """Lengths of classes in columns: for each length the square, the number of the class (-1: any), and bounds."""

    square: np.ndarray
    class_number: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def weighted(self, least: np.ndarray, most: np.ndarray) -> Amounts:
        """Return the amounts times shares of the squares, from bounds of the shares."""
        import numpy as np

        low = self.low * np.where(self.low > 0, least, most)
        high = self.high * np.where(self.high > 0, most, least)
        return Amounts(self.square, self.class_number, low - SLACK, high + SLACK)

    def inside(self, squares: np.ndarray, scale: np.ndarray, parts: int) -> Amounts:
        """Return the amounts of the `parts` parts of columns, in the units and with the squares of whole columns."""
        whole = self.square // parts
        low, high = (end * scale[whole] for end in (self.low - SLACK, self.high + SLACK))
        return Amounts(squares[whole], self.class_number, low, high)


class Segments:
    """Columns cut into groups of events whose order changes over the square, and the gaps between the groups.

    Two events keep their order over the whole square if the distance of their centres exceeds the sum of both reaches
    and the largest change of the difference of their leans. A group ends where all events before keep their order with
    all events after.

    Fields: `square`; `low` and `high`, the ends of each segment over the centre of its square, gaps first; `of_event`,
    the number of the group of each of the `events`; `lower` and `upper`, the mean ends of groups.
    """

    def __init__(self, events: Events, split: np.ndarray) -> None:
        import numpy as np

        order = np.lexsort((events.centre, events.square))
        self.events = events = events.of(order)
        self.split = split
        first = np.concatenate([[True], ~_disordered(events)])
        starts = np.flatnonzero(first)
        of_event = np.cumsum(first) - 1
        # Omit events beyond an end of the column.
        wall = np.maximum.reduceat(events.polynomial < 0, starts)
        ends = np.add.reduceat(events.polynomial < 0, starts)
        inside = wall | (_before(events.square[starts], wall, ends) == 1)
        kept = inside[of_event]
        self.places = order[kept]
        self.events = events = events.of(kept)
        first = first[kept]
        self.starts = starts = np.flatnonzero(first)
        self.of_event = np.cumsum(first) - 1
        self.wall = np.maximum.reduceat(events.polynomial < 0, starts)
        square = events.square[starts]
        bottoms = np.minimum.reduceat(events.centre - events.reach, starts)
        tops = np.maximum.reduceat(events.centre + events.reach, starts)
        self.followed = np.flatnonzero(square[1:] == square[:-1])
        self.gaps = len(self.followed)
        self.square = np.concatenate([square[self.followed], square])
        # Signs are those in the middle of a segment. A group at an end of the column may go beyond the end, where roots
        # are no events; so only its part inside counts. Gaps are inside, because they lie between the ends.
        self.low = np.concatenate([tops[self.followed], np.maximum(bottoms, 0.0)])
        self.high = np.concatenate([bottoms[self.followed + 1], np.minimum(tops, 1.0)])
        # Ends of groups without the lean of their first event; level in a part of a square and at an end of the column.
        level = self.wall | split[square]
        self.leans = events.leans - np.where(level[:, np.newaxis], 0.0, events.leans[starts])[self.of_event]
        away = np.abs(self.leans).sum(axis=1) / 2 + events.reach
        self.lower = np.minimum.reduceat(events.centre - away, starts)
        self.upper = np.maximum.reduceat(events.centre + away, starts)
        at_end = np.flatnonzero(events.polynomial < 0)
        groups = self.of_event[at_end]
        bottom = events.centre[at_end] == 0
        self.lower[groups[bottom]] = 0.0
        self.upper[groups[~bottom]] = 1.0

    def idle(self, signs: np.ndarray, classes: Classes[Any]) -> np.ndarray:
        """Return which events belong to polynomials that the question never asks for in their group."""
        import numpy as np

        patterns, where = _distinct(signs[self.gaps :])
        use = np.zeros((len(patterns), signs.shape[1]), dtype=bool)
        for number, pattern in enumerate(patterns):
            asked = classes.answers.outcome(tuple(pattern.tolist()))[1]
            use[number, slice(None) if asked is None else list(asked)] = True
        polynomial = self.events.polynomial
        result: np.ndarray = (polynomial >= 0) & ~use[where[self.of_event], polynomial]
        return result

    def without(self, idle: np.ndarray) -> Segments:
        """Return smaller groups, without the idle events.

        The signs of their polynomials change in the group, but the question does not ask for them. A question that
        ignores them while the whole group is open asks for the same signs, and has the same answer, in every part.
        """
        return Segments(self.events.of(~idle), self.split)

    def depths(self, allowed: float) -> np.ndarray:
        """Return the most quarterings of each group: until the reaches, or the allowed error, limit the result.

        A group with an event that is not a single root is not quartered, nor is a group whose reaches exceed the
        allowed error.
        """
        import numpy as np

        thick = self.upper - self.lower
        reach = np.add.reduceat(self.events.reach, self.starts)
        roots = np.logical_and.reduceat((self.events.sign != 0) | (self.events.polynomial < 0), self.starts)
        useful = roots & ~self.split[self.square[self.gaps :]] & (2 * reach < allowed) & (_SMALL * thick > allowed)
        least = np.maximum(np.maximum(reach, allowed / _SMALL), 4 * UNIT)
        depths = np.ceil(np.log2(np.maximum(thick / least, 1.0)) / 2)
        return np.where(useful, np.minimum(depths, _DEEPEST), 0).astype(np.int64)

    def _quartered(
        self, groups: np.ndarray, base: np.ndarray, depths: np.ndarray, classes: Classes[Any]
    ) -> list[Amounts]:
        """Return the lengths of classes in groups; each group is a separate column over the quarters of its square.

        Over a quarter the leans are half as large, so the order of events is known more often. Leans are relative to
        that of the first event of the group.
        """
        import numpy as np

        number = np.full(len(self.starts), -1)
        number[groups] = np.arange(len(groups))
        inside = np.flatnonzero((self.events.polynomial >= 0) & (number[self.of_event] >= 0))
        events, own = self.events.of(inside), number[self.of_event[inside]]
        low, length = self.lower[groups], (self.upper - self.lower)[groups]
        leans = self.leans[inside] / length[own, np.newaxis]
        centre, reach = (events.centre - low[own]) / length[own], events.reach / length[own]
        reach += 64 * UNIT * (1 + abs(leans).sum(axis=1) + abs(centre) + abs(low / length)[own])
        parts = []
        for quarter, side in enumerate(product((-0.25, 0.25), repeat=2)):
            moved = centre + leans @ np.array(side)
            parts.append(
                replace(
                    events,
                    square=4 * own + quarter,
                    centre=moved,
                    leans=leans / 2,
                    reach=reach,
                    mean=moved,
                    error=reach,
                )
            )
        columns = np.arange(4 * len(groups))
        walls = [Events.plain(columns, np.full(len(columns), end), np.zeros(len(columns)), -1) for end in (0.0, 1.0)]
        given = Events.joined([*walls, *parts])
        quarters = Segments(given, np.zeros(len(columns), dtype=bool))
        signs = quarters.signs_in_order(given, np.repeat(base, 4, axis=0))
        below = np.repeat(depths - 1, 4)[quarters.square[quarters.gaps :]]
        needed = np.zeros((len(columns), base.shape[1]), dtype=bool)
        made = quarters.amounts(signs, needed, classes, below)
        squares = self.square[self.gaps :][groups]
        return [part.inside(squares, length / 4, 4) for part in made]

    def signs_in_order(self, given: Events, base: np.ndarray) -> np.ndarray:
        """Return the signs in segments that follow from the order of the events, otherwise those of the column.

        Parameters: `given`, all events, each a single root, including those beyond the ends of columns; `base`, the
        signs of each column.
        """
        import numpy as np

        groups = len(self.starts)
        place = np.where(given.centre < 0.5, -1, groups)
        place[self.places] = self.of_event
        order = np.lexsort((given.centre, given.square))
        order = order[given.polynomial[order] >= 0]
        square = given.square[order]
        rank = np.arange(len(order)) - np.searchsorted(square, square)
        table = np.full((rank.max(initial=-1) + 1, len(base)), -1)
        table[rank, square] = order
        signs: np.ndarray = base[self.square]
        highest = np.concatenate([self.followed, np.arange(groups) - 1])
        # Below its lowest root a polynomial has the opposite sign; then every root below changes the sign.
        for rows, sign in ((table[::-1], -1), (table, 1)):
            for events in rows:
                event = events[self.square]
                chosen = np.flatnonzero((event >= 0) & ((sign < 0) | (place[event] <= highest)))
                event = event[chosen]
                signs[chosen, given.polynomial[event]] = sign * given.sign[event]
        inside = self.events.polynomial >= 0
        signs[self.gaps + self.of_event[inside], self.events.polynomial[inside]] = 0
        return signs

    def amounts(
        self, signs: np.ndarray, needed: np.ndarray, classes: Classes[Any], depths: np.ndarray
    ) -> list[Amounts]:
        """Return the lengths of classes, and mark the necessary polynomials.

        Parameters: `signs`, in each segment; `needed`, the marks for each square; `classes`; `depths`, the most
        quarterings of each group.
        """
        import numpy as np

        patterns, where = _distinct(signs)
        use = np.zeros((len(patterns), signs.shape[1]), dtype=bool)
        decider, name = (np.full(len(patterns), -2) for _ in range(2))
        for number, pattern in enumerate(patterns):
            choice, asked = classes.answers.outcome(tuple(pattern.tolist()))
            use[number, slice(None) if asked is None else list(asked)] = True
            if choice is not None:
                decider[number], name[number] = choice[0], classes.number(choice[1])
        by_square = np.argsort(self.square, kind="stable")
        starts = np.flatnonzero(np.diff(self.square[by_square], prepend=-1))
        needed[self.square[by_square][starts]] |= np.logical_or.reduceat(use[where[by_square]], starts, axis=0)
        groups = decider[where[self.gaps :]]
        error = np.zeros(len(groups))
        one_class = (groups == -1) & ~self.wall
        self.upper[one_class] = self.lower[one_class]
        rooted, roots = self._roots(groups)
        events = self.events.of(roots[rooted])
        self.lower[rooted] = self.upper[rooted] = events.mean
        of_part = np.abs(events.mean - events.centre) + events.spread
        error[rooted] = np.where(self.split[events.square], of_part, events.error)
        length = self.lower[self.followed + 1] - self.upper[self.followed]
        spread = error[self.followed] + error[self.followed + 1] + SLACK
        gap = where[: self.gaps]
        known = decider[gap] == -1
        # A group at an end of the column may have one class, too.
        thick = np.where(groups == -1, 0.0, self.upper - self.lower)
        square = self.square[self.gaps :]
        ends = np.flatnonzero((groups == -1) & self.wall)
        finer = np.flatnonzero((depths > 0) & (thick > 0))
        quarters: list[Amounts] = []
        for start in range(0, len(finer), _GROUPS):
            some = finer[start : start + _GROUPS]
            quarters += self._quartered(some, signs[self.gaps :][some], depths[some], classes)
        thick[finer] = 0.0
        return [
            *quarters,
            Amounts(
                self.square[: self.gaps][known], name[gap][known], (length - spread)[known], (length + spread)[known]
            ),
            Amounts(square[ends], name[where[self.gaps :]][ends], *2 * [(self.upper - self.lower)[ends]]),
            self._all_open(self.square[: self.gaps][~known], np.maximum(length[~known], 0) + spread[~known]),
            self._all_open(square, thick),
        ]

    @staticmethod
    def _all_open(square: np.ndarray, length: np.ndarray) -> Amounts:
        import numpy as np

        some = length > 0
        square, length = square[some], length[some]
        return Amounts(square, np.full(len(length), -1), np.zeros(len(length)), length)

    def _roots(self, decider: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the groups in which the deciding polynomial has exactly one root, and the events of these roots."""
        import numpy as np

        events = self.events
        own = np.flatnonzero((events.polynomial == decider[self.of_event]) & (events.polynomial >= 0))
        times, event = np.zeros(len(decider), dtype=int), np.full(len(decider), -1)
        np.add.at(times, self.of_event[own], 1)
        event[self.of_event[own]] = own
        single = (times == 1) & ~self.wall
        single[single] = events.sign[event[single]] != 0
        return single, event


def _disordered(events: Events) -> np.ndarray:
    """Return for each pair of neighbours whether they are in one group; events are sorted by squares and centres."""
    import numpy as np

    count = len(events.square)
    closed = np.zeros(count + 1, dtype=np.int64)
    spread = events.spread
    pairs, lag = np.arange(count - 1), 0
    while pairs.size:
        lag += 1
        pairs = pairs[pairs + lag < count]
        pairs = pairs[events.square[pairs + lag] == events.square[pairs]]
        other = pairs + lag
        apart = events.centre[other] - events.centre[pairs]
        near = apart <= spread[pairs] + spread[other]
        lower, upper = pairs[near], other[near]
        change = np.abs(events.leans[lower] - events.leans[upper]).sum(axis=1) / 2
        wide = apart[near] <= (change + events.reach[lower] + events.reach[upper]) * (1 + 1e-9) + 16 * UNIT
        closed += np.bincount(lower[wide], minlength=count + 1) - np.bincount(upper[wide], minlength=count + 1)
    return np.cumsum(closed)[: count - 1] > 0


def _before(square: np.ndarray, wall: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the number of ends of the column below each group."""
    import numpy as np

    total = np.cumsum(ends) - ends
    first = np.flatnonzero(np.diff(square, prepend=-1))
    of_square = np.cumsum(np.diff(square, prepend=-1) != 0) - 1
    result: np.ndarray = total - total[first][of_square]
    return result


def _distinct(signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct rows of a matrix of signs, and the index of each row among them."""
    import numpy as np

    words = []
    for start in range(0, signs.shape[1], 40):
        part = signs[:, start : start + 40].astype(np.int64) + 1
        words.append(part @ (3 ** np.arange(part.shape[1], dtype=np.int64)))
    order = np.lexsort(words)
    new = np.ones(len(order), dtype=bool)
    if len(order):
        new[1:] = np.logical_or.reduce([word[order][1:] != word[order][:-1] for word in words])
    where = np.empty(len(order), dtype=np.int64)
    where[order] = np.cumsum(new) - 1
    return signs[order[new]], where
