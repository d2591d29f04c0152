r"""Volumes of the parts into which polynomials cut the unit cube, column by column: a second way, and a finer one.

`volumes` halves the cube along all axes. Here only the square of the first two letters is halved; over each small
square `Q` of width `h` stands a column, `0 < z < 1`, and a class has a length along each of its fibres, which is a sum
of roots in `z`. With `x = x0 + h t`, `|t_i| <= 1/2`:

1. **Roots.** A polynomial's roots `r` over the centre are computed in floats, and around each, in `z = r + w`,

       p = sum C_ijk t1^i t2^j w^k,        f = C_001.

   With `lambda(t) = -(C_100 t1 + C_010 t2) / f` and `w = lambda(t) + s` this is `C_000 + f s + q(t) + e(t, s)`, where
   `q` is of degree 2 and `|e| <= E` for `|s| <= rho`. Where `|f| rho > |C_000| + max |q| + E` the signs at `s = -rho`
   and `s = rho` differ, so there is a root between; where `|f|` is more than all that may be added to it in `dp/dw`
   for `|w| <= W`, it is the only one with `|w| <= W`. As the odd terms of `q` have the mean 0, the mean of the root
   over `Q` is `r - (C_000 + (q_20 + q_02) / 12) / f` with an error of at most `E / |f|`, which is of the order `h^3`.
2. **Nothing else.** Where as many roots are proved as the degree in `z`, there are no others. Where not, the rest of
   the column is halved until the Bernstein coefficients in `z` have one sign; what fails is open for this polynomial.
3. **Classes.** The pieces `|w| <= W` and the open ones, of all polynomials, are joined where they overlap. Between
   them all signs are known, and so is the class. In a joined piece where one root decides (`volumes.Answers`), the two
   classes share its length as the mean of the root says; any other is open.
4. A polynomial that does not depend on `z`, and changes its sign in `Q`, gives two columns, one for each sign, whose
   shares of `Q` are those of step 3 of `volumes`; the means of roots are then known up to the spread of the root.
5. Squares with too large an error are quartered. A polynomial that was not asked for anywhere in a column is left out
   in its quarters, and one without a zero in the column keeps its sign.

**Rounding.** `x0` and `h` are doubles without error. A coefficient `C_ijk` is a sum of terms with at most `6 (d + 1)`
roundings each, `d` the largest exponent, and all that is added up afterwards has less than 100 terms; with
`|r| + W <= 5/2` the errors together are at most `(6 (d + 1) + 100) u M (5/2)^d'`, `M` the sum of the moduli of the
coefficients and `d'` the degree in `z`. Bounds are widened by it, and lengths by `2^-48`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Generic

from truel_ref.kernels.volumes import UNIT, Answers, Class, Expansion, Question, Terms, Volumes

if TYPE_CHECKING:
    import numpy as np

__all__ = ["column_volumes"]

_FIRST = 5
_CHUNK = 1 << 12
_IGNORED = 2
_SLACK = 2.0**-48


def column_volumes(
    polynomials: Sequence[Terms],
    question: Question[Class],
    error: float = 1e-12,
    depth: int = 20,
    progress: Callable[[Fraction], object] | None = None,
) -> Volumes[Class]:
    """Return bounds of the volumes of the classes that a question sorts the points of the unit cube into.

    The steps are those of the module.

    Parameters: `polynomials`, in three letters, none 0 everywhere; `question`, of their signs; `error`, which volume
    may be left uncertain over one square, before it is quartered; `depth`, how often the side is halved at most;
    `progress`, called with the area that is done since.

    >>> octant = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}
    >>> low, high = column_volumes([octant], lambda sign: sign(0) < 0, error=1e-7).bounds[True]
    >>> low < Fraction(math.pi / 6) < high, float(high - low) < 1e-3
    (True, True)
    """
    work = _Work(polynomials, question)
    width = 1 << _FIRST
    places = [(x, y) for x in range(width) for y in range(width)]
    waiting = [(_FIRST, *work.start(places[at : at + _CHUNK])) for at in range(0, len(places), _CHUNK)]
    while waiting:
        level, squares, states = waiting.pop()
        again, inherited = work.add(level, squares, states, error if level < depth else math.inf)
        if progress is not None:
            progress(Fraction(len(squares) - len(again), 1 << (2 * level)))
        children, below = work.quarters(again, inherited)
        waiting += [
            (level + 1, children[at : at + _CHUNK], below[at : at + _CHUNK]) for at in range(0, len(children), _CHUNK)
        ]
    return work.volumes()


class _Work(Generic[Class]):
    """The volumes so far, and what a chunk of squares adds to them."""

    def __init__(self, polynomials: Sequence[Terms], question: Question[Class]) -> None:
        self.fibres = [_Fibre(terms) for terms in polynomials]
        self.answers = Answers(question)
        self.names: dict[Class, int] = {}
        self.sums: dict[int, tuple[list[float], list[float]]] = {}
        self.open: list[float] = []
        self.squares = 0

    def start(self, places: Sequence[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
        """Return squares by their places, and that nothing is known of the polynomials over them."""
        import numpy as np

        return np.array(places, dtype=np.int64), np.zeros((len(places), len(self.fibres)), dtype=np.int8)

    @staticmethod
    def quarters(squares: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the quarters of squares, with what is known of the polynomials over them."""
        import numpy as np

        corners = np.array(list(product((0, 1), repeat=2)), dtype=np.int64)
        return (2 * squares[:, np.newaxis, :] + corners).reshape(-1, 2), np.repeat(states, 4, axis=0)

    def volumes(self) -> Volumes[Class]:
        """Return the bounds that all squares together give."""
        left = sum(map(Fraction, self.open), Fraction(0))
        bounds = {}
        for name, number in self.names.items():
            low, high = (sum(map(Fraction, ends), Fraction(0)) for ends in self.sums.get(number, ([], [])))
            bounds[name] = (max(low, Fraction(0)), min(high + left, Fraction(1)))
        return Volumes(bounds, left, self.squares)

    def number(self, name: Class) -> int:
        """Return the number of a class."""
        return self.names.setdefault(name, len(self.names))

    def add(self, level: int, squares: np.ndarray, states: np.ndarray, error: float) -> tuple[np.ndarray, np.ndarray]:
        """Add what is certain enough, and return the other squares, with what is now known of the polynomials."""
        import numpy as np

        width = 2.0**-level
        centres = (squares + 0.5) * width
        self.squares += len(squares)
        column = _Column(self.fibres, centres, width, states)
        amounts: list[_Amounts] = []
        for side in (1, -1):
            amounts += column.amounts(side, self)
        uncertain = column.crossed * 1.0
        for amount in amounts:
            uncertain += np.bincount(amount.square, amount.high - amount.low, len(squares))
        again = uncertain * width**2 > error
        for amount in amounts:
            kept = ~again[amount.square]
            self._count(amount.class_number[kept], amount.low[kept], amount.high[kept], width**2)
        self.open.append(_fsum(column.crossed[~again] * 1.0, 1) * width**2)
        return squares[again], column.known()[again]

    def _count(self, numbers: np.ndarray, low: np.ndarray, high: np.ndarray, area: float) -> None:
        """Add lengths, and what is open, which has the class -1, each times an area, a power of 2."""
        import numpy as np

        for number in np.unique(numbers):
            these = numbers == number
            if number < 0:
                self.open.append(_fsum(high[these], 1) * area)
                continue
            ends = self.sums.setdefault(int(number), ([], []))
            ends[0].append(_fsum(low[these], -1) * area)
            ends[1].append(_fsum(high[these], 1) * area)


def _fsum(values: np.ndarray, up: int) -> float:
    """Return a bound of a sum: it is rounded once, by less than its last place."""
    return math.nextafter(math.fsum(values), up * math.inf) if values.size else 0.0


@dataclass(frozen=True)
class _Amounts:
    """Lengths of classes in columns: for each the square, the number of the class (-1: any), and bounds."""

    square: np.ndarray
    class_number: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def weighted(self, least: np.ndarray, most: np.ndarray) -> _Amounts:
        """Return the amounts times shares of the squares, of which bounds are given."""
        import numpy as np

        low = self.low * np.where(self.low > 0, least, most)
        high = self.high * np.where(self.high > 0, most, least)
        return _Amounts(self.square, self.class_number, low - _SLACK, high + _SLACK)


@dataclass(frozen=True)
class _Events:
    """Pieces of columns in which a polynomial may vanish: `z - centre - leans . t` is at most `reach` in modulus.

    Fields: for each the `square`, the `polynomial`, -1 for an end of the column; for one root `sign`, the sign of the
    slope, its `mean` over the square with the largest `error` of that; `sign` is 0 where nothing is known.
    """

    square: np.ndarray
    polynomial: np.ndarray
    centre: np.ndarray
    leans: np.ndarray
    reach: np.ndarray
    sign: np.ndarray
    mean: np.ndarray
    error: np.ndarray

    def of(self, chosen: np.ndarray) -> _Events:
        """Return some of the events."""
        return _Events(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @property
    def spread(self) -> np.ndarray:
        """How far from its centre a piece goes."""
        result: np.ndarray = abs(self.leans).sum(axis=1) / 2 + self.reach
        return result

    def moved(self, **fields: Any) -> _Events:
        """Return the events with other values of some fields."""
        return replace(self, **fields)

    @classmethod
    def plain(cls, square: np.ndarray, centre: np.ndarray, reach: np.ndarray, polynomial: int) -> _Events:
        """Return pieces of which nothing is known but where they are."""
        import numpy as np

        zeros, whole = np.zeros(len(square)), np.zeros(len(square), dtype=np.int64)
        return cls(square, whole + polynomial, centre, np.zeros((len(square), 2)), reach, whole, centre, zeros)

    @classmethod
    def joined(cls, parts: Sequence[_Events]) -> _Events:
        """Return the events of several lists."""
        import numpy as np

        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


class _Column:
    """The columns over a chunk of squares.

    Fields: `crossed`, where two polynomials without `z` change their signs, so that the whole column is open.
    """

    def __init__(self, fibres: Sequence[_Fibre], centres: np.ndarray, width: float, states: np.ndarray) -> None:
        import numpy as np

        self.fibres, self.centres, self.width = fibres, centres, width
        self.states = states.copy()
        self.needed = np.zeros(states.shape, dtype=bool)
        self.at_centre: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        flat = np.full(len(centres), -1)
        self.crossed = np.zeros(len(centres), dtype=bool)
        events = [_no_events()]
        for number, fibre in enumerate(fibres):
            active = np.flatnonzero(self.states[:, number] == 0)
            if not active.size:
                continue
            table = fibre.around(centres[active], width)
            if fibre.degree == 0:
                signs = fibre.signs(table)
                self.states[active, number] = signs
                unknown = active[signs == 0]
                self.crossed[unknown] |= flat[unknown] >= 0
                flat[unknown] = number
                continue
            own, still = fibre.events(table, width)
            events.append(own.moved(square=active[own.square], polynomial=own.polynomial + number))
            self.states[active, number] = np.where(still, 0, fibre.middle_signs(table))
            lines = np.zeros((len(centres), fibre.degree + 1))
            lines[active] = table[:, 0, 0, : fibre.degree + 1]
            self.at_centre[number] = lines, active
        self.flat = flat
        self.events = _Events.joined(events)

    def known(self) -> np.ndarray:
        """Return what the quarters inherit: signs, and which polynomials do not matter."""
        import numpy as np

        whole = self.crossed[:, np.newaxis] | self.needed | (self.states != 0)
        result: np.ndarray = np.where(whole, self.states, _IGNORED).astype(np.int8)
        return result

    def amounts(self, side: int, work: _Work[Any]) -> list[_Amounts]:
        """Return the lengths of classes where the polynomial without `z`, if one changes its sign, has this sign."""
        import numpy as np

        chosen = ~self.crossed & ((self.flat >= 0) | (side > 0))
        squares = np.flatnonzero(chosen)
        if not squares.size:
            return []
        split = self.flat >= 0
        least, most = np.ones(len(chosen)), np.ones(len(chosen))
        for number in np.unique(self.flat[split & chosen]):
            these = np.flatnonzero(chosen & (self.flat == number))
            low, high = self.fibres[number].share(self.centres[these], self.width)
            ends = (low, high) if side > 0 else (1 - high, 1 - low)
            least[these], most[these] = np.maximum(ends[0] - 2 * UNIT, 0), np.minimum(ends[1] + 2 * UNIT, 1)
        walls = [_Events.plain(squares, np.full(len(squares), end), np.zeros(len(squares)), -1) for end in (0.0, 1.0)]
        events = _Events.joined([*walls, self.events.of(chosen[self.events.square])])
        segments = _Segments(events, split)
        signs = self._signs(segments)
        of_flat = self.flat[segments.square]
        signs[np.flatnonzero(of_flat >= 0), of_flat[of_flat >= 0]] = side
        made = segments.classes(signs, self.needed, work)
        return [part.weighted(least[part.square], most[part.square]) for part in made]

    def _signs(self, segments: _Segments) -> np.ndarray:
        """Return the signs of all polynomials in segments, 0 where they are open or do not matter."""
        import numpy as np

        states = self.states[segments.square]
        signs = np.where(states == _IGNORED, 0, states).astype(np.int8)
        middles = (segments.low + segments.high) / 2
        for number, (lines, _) in self.at_centre.items():
            rows = np.flatnonzero(states[:, number] == 0)
            own = lines[segments.square[rows]]
            values = np.zeros(len(rows))
            for power in range(own.shape[1] - 1, -1, -1):
                values = values * middles[rows] + own[:, power]
            error = self.fibres[number].error
            signs[rows, number] = (values > error).astype(np.int8) - (values < -error).astype(np.int8)
        inside = segments.events.polynomial >= 0
        signs[segments.gaps + segments.of_event[inside], segments.events.polynomial[inside]] = 0
        return signs


class _Segments:
    """Columns cut into groups of events whose order is not the same over the whole square, and the gaps between them.

    Two events are in order over the whole square if their centres are farther apart than both reaches and the change
    of the difference of what they lean. A group ends where all events up to there are in order with all after it.

    Fields: `square`, `low` and `high`, where each segment is over the centre of its square, gaps first and then groups;
    `of_event`, the number of the group of each of the `events`; `lower` and `upper`, the ends of groups on average.
    """

    def __init__(self, events: _Events, split: np.ndarray) -> None:
        import numpy as np

        self.events = events = events.of(np.lexsort((events.centre, events.square)))
        self.split = split
        first = np.concatenate([[True], ~_disordered(events)])
        starts = np.flatnonzero(first)
        of_event = np.cumsum(first) - 1
        # What is beyond an end of the column is left out.
        wall = np.maximum.reduceat(events.polynomial < 0, starts)
        ends = np.add.reduceat(events.polynomial < 0, starts)
        inside = wall | (_before(events.square[starts], wall, ends) == 1)
        kept = inside[of_event]
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
        self.low = np.concatenate([tops[self.followed], bottoms])
        self.high = np.concatenate([bottoms[self.followed + 1], tops])
        # Ends of groups, beside what their first event leans; level in a part of a square and at an end of the column.
        level = self.wall | split[square]
        lean = events.leans - np.where(level[:, np.newaxis], 0.0, events.leans[starts])[self.of_event]
        away = np.abs(lean).sum(axis=1) / 2 + events.reach
        self.lower = np.minimum.reduceat(events.centre - away, starts)
        self.upper = np.maximum.reduceat(events.centre + away, starts)
        at_end = np.flatnonzero(events.polynomial < 0)
        groups = self.of_event[at_end]
        bottom = events.centre[at_end] == 0
        self.lower[groups[bottom]] = 0.0
        self.upper[groups[~bottom]] = 1.0
        alone = np.bincount(self.of_event)[groups] == 1
        self.upper[groups[bottom & alone]] = 0.0
        self.lower[groups[~bottom & alone]] = 1.0

    def classes(self, signs: np.ndarray, needed: np.ndarray, work: _Work[Any]) -> list[_Amounts]:
        """Return the lengths of classes, and mark which polynomials are needed."""
        import numpy as np

        patterns, where = _distinct(signs)
        use = np.zeros((len(patterns), signs.shape[1]), dtype=bool)
        decider, name = (np.full(len(patterns), -2) for _ in range(2))
        for number, pattern in enumerate(patterns):
            choice, asked = work.answers.outcome(pattern.tolist())
            use[number, slice(None) if asked is None else list(asked)] = True
            if choice is not None:
                decider[number], name[number] = choice[0], work.number(choice[1])
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
        spread = error[self.followed] + error[self.followed + 1] + _SLACK
        gap = where[: self.gaps]
        known = decider[gap] == -1
        # A group at an end of the column, too, may have one class.
        thick = np.where(groups == -1, 0.0, self.upper - self.lower)
        square = self.square[self.gaps :]
        ends = np.flatnonzero((groups == -1) & self.wall)
        return [
            _Amounts(
                self.square[: self.gaps][known], name[gap][known], (length - spread)[known], (length + spread)[known]
            ),
            _Amounts(square[ends], name[where[self.gaps :]][ends], *2 * [(self.upper - self.lower)[ends]]),
            self._all_open(self.square[: self.gaps][~known], np.maximum(length[~known], 0) + spread[~known]),
            self._all_open(square, thick),
        ]

    @staticmethod
    def _all_open(square: np.ndarray, length: np.ndarray) -> _Amounts:
        import numpy as np

        some = length > 0
        square, length = square[some], length[some]
        return _Amounts(square, np.full(len(length), -1), np.zeros(len(length)), length)

    def _roots(self, decider: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return in which groups the polynomial that decides has one root and no more, and the event of that root."""
        import numpy as np

        events = self.events
        own = np.flatnonzero((events.polynomial == decider[self.of_event]) & (events.polynomial >= 0))
        times, event = np.zeros(len(decider), dtype=int), np.full(len(decider), -1)
        np.add.at(times, self.of_event[own], 1)
        event[self.of_event[own]] = own
        single = (times == 1) & ~self.wall
        single[single] = events.sign[event[single]] != 0
        return single, event


def _disordered(events: _Events) -> np.ndarray:
    """Return for each two neighbours whether they are in one group; events are sorted by squares and centres."""
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
    result: np.ndarray = np.cumsum(closed)[: count - 1] > 0
    return result


def _before(square: np.ndarray, wall: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return how many ends of its column each group has below it."""
    import numpy as np

    total = np.cumsum(ends) - ends
    first = np.flatnonzero(np.diff(square, prepend=-1))
    of_square = np.cumsum(np.diff(square, prepend=-1) != 0) - 1
    result: np.ndarray = total - total[first][of_square]
    return result


def _distinct(signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct rows of a matrix of signs, and which of them each row is."""
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


def _no_events() -> _Events:
    import numpy as np

    return _Events.plain(np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), 0)


class _Fibre:
    """A polynomial in `x`, `y` and `z`, its roots in `z`, and what is proved of them over squares.

    Fields: `degree`, that in `z`; `error`, the bound of rounding errors of the module.
    """

    def __init__(self, terms: Terms) -> None:
        import numpy as np

        degrees = [max(exponents[axis] for exponents in terms) for axis in range(3)]
        self.degree = degrees[2]
        self.coefficients = np.zeros([max(degree, 2) + 1 for degree in degrees])
        for exponents, coefficient in terms.items():
            self.coefficients[exponents] = coefficient
        self.error = (6 * (max(degrees) + 1) + 100) * UNIT * sum(map(abs, terms.values())) * 2.5**self.degree
        powers = np.indices(self.coefficients.shape[:2])
        self._halves = 0.5 ** powers.sum(axis=0)[..., np.newaxis]
        total = np.indices(self.coefficients.shape).sum(axis=0)
        self._high = self._halves * (total > 2)
        self._slope = self._halves * (total != 1)
        self._flat = None if self.degree else Expansion({exponents[:2]: value for exponents, value in terms.items()})
        self._to_bernstein = np.array(
            [
                [math.comb(place, power) / math.comb(self.degree, power) for place in range(self.degree + 1)]
                for power in range(self.degree + 1)
            ]
        )

    def around(self, centres: np.ndarray, width: float) -> np.ndarray:
        """Return the coefficients in `t` and `z` around the centres of squares."""
        import numpy as np

        table = np.broadcast_to(self.coefficients, (len(centres), *self.coefficients.shape))
        for axis in (0, 1):
            moved = _shifted(np.moveaxis(table, axis + 1, -1), centres[:, axis])
            moved *= width ** np.arange(moved.shape[-1])
            table = np.moveaxis(moved, -1, axis + 1)
        return table

    def signs(self, table: np.ndarray) -> np.ndarray:
        """Return the proved signs of a polynomial without `z`, 0 where none is."""
        import numpy as np

        constant = table[:, 0, 0, 0]
        spread = (np.abs(table) * self._halves)[..., 0].sum(axis=(1, 2)) - np.abs(constant) + self.error
        result: np.ndarray = (constant > spread).astype(np.int8) - (constant < -spread).astype(np.int8)
        return result

    def share(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return bounds of the share of squares in which a polynomial without `z` is positive."""
        assert self._flat is not None
        return self._flat.shares(centres, width)

    def middle_signs(self, table: np.ndarray) -> np.ndarray:
        """Return the signs at the centre and `z = 1/2`, 0 where rounding hides them."""
        import numpy as np

        values = table[:, 0, 0, :] @ (0.5 ** np.arange(table.shape[-1]))
        result: np.ndarray = (values > self.error).astype(np.int8) - (values < -self.error).astype(np.int8)
        return result

    def events(self, table: np.ndarray, width: float) -> tuple[_Events, np.ndarray]:
        """Return where the polynomial may vanish, and over which squares it may, or rounding hides that it does not."""
        import numpy as np

        roots = _real_roots(table[:, 0, 0, : self.degree + 1])
        hulls = np.full((*roots.shape, 2), np.nan)
        parts = [_no_events()]
        for place in range(roots.shape[1]):
            rows = np.flatnonzero(np.isfinite(roots[:, place]))
            proved, alone = self._root(table[rows], roots[rows, place])
            kept = proved.sign != 0
            proved, alone, rows = proved.of(kept), alone[kept], rows[kept]
            hulls[rows, place] = np.stack([proved.centre - alone, proved.centre + alone], axis=-1)
            parts.append(proved.moved(square=rows))
        hulls = np.take_along_axis(hulls, np.argsort(hulls[..., :1], axis=1), axis=1)
        overlap = np.any(hulls[:, 1:, 0] <= hulls[:, :-1, 1], axis=1)
        certain = _Events.joined(parts)
        certain = certain.of(~overlap[certain.square])
        hulls[overlap] = np.nan
        partial = np.flatnonzero(np.isfinite(hulls[..., 0]).sum(axis=1) < self.degree)
        unsettled = self._unsettled(table, partial, hulls, width)
        spread = certain.spread
        inside = certain.of((certain.centre + spread >= 0) & (certain.centre - spread <= 1))
        inside = _Events.joined([inside, unsettled])
        touched = np.zeros(len(table), dtype=bool)
        touched[inside.square] = True
        return inside, touched | (self.middle_signs(table) == 0)

    def _root(self, table: np.ndarray, root: np.ndarray) -> tuple[_Events, np.ndarray]:
        """Return what step 1 of the module proves of one root, the sign 0 where it fails, and how far it is alone."""
        import numpy as np

        c = _shifted(table, root)
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
            # The quadratic part is a sum of few terms; its rounding errors are far below this.
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
        events = _Events.plain(np.arange(len(root)), root, rho, 0)
        return events.moved(leans=np.stack(slopes, axis=-1), sign=sign, mean=mean, error=error), reach

    def _unsettled(self, table: np.ndarray, rows: np.ndarray, hulls: np.ndarray, width: float) -> _Events:
        """Return the pieces of columns beside the proved roots where zeros are not excluded: step 2 of the module."""
        import numpy as np

        ends = np.clip(np.nan_to_num(hulls[rows], nan=1.0), 0, 1).reshape(len(rows), 2 * hulls.shape[1])
        ends = np.concatenate([np.zeros((len(rows), 1)), ends, np.ones((len(rows), 1))], axis=1)
        square = np.repeat(rows, ends.shape[1] // 2)
        low, high = ends[:, 0::2].reshape(-1), ends[:, 1::2].reshape(-1)
        parts = []
        while True:
            kept = high > low
            square, low, high = square[kept], low[kept], high[kept]
            failed = self._may_vanish(table[square], low, high)
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
        return _Events.plain(square, (low + high) / 2, (high - low) / 2 * (1 + 4 * UNIT), 0)

    def _may_vanish(self, table: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return where the Bernstein coefficients on a piece of a column are not proved to have one sign."""
        import numpy as np

        own = _shifted(table[..., : self.degree + 1], low)
        own *= ((high - low)[:, np.newaxis] ** np.arange(self.degree + 1))[:, np.newaxis, np.newaxis, :]
        rows = own @ self._to_bernstein
        constant = rows[:, 0, 0, :]
        spread = (np.abs(rows) * self._halves).sum(axis=(1, 2)) - np.abs(constant) + self.error
        settled: np.ndarray = (constant > spread).all(axis=1) | (constant < -spread).all(axis=1)
        return ~settled


def _shifted(table: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Return the coefficients, along the last axis, of polynomials around other points."""
    import numpy as np

    rows = np.array(table)
    x = by.reshape((-1,) + (1,) * (rows.ndim - 2))
    for lowest in range(rows.shape[-1] - 1):
        for place in range(rows.shape[-1] - 2, lowest - 1, -1):
            rows[..., place] += x * rows[..., place + 1]
    return rows


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
            values, steep = (_horner(rows, roots) for rows in (lines, slopes))
            roots = roots - values / steep
        return np.where(np.abs(roots - 0.5) <= 1, roots, np.nan)


def _horner(rows: np.ndarray, at: np.ndarray) -> np.ndarray:
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
    shifted = _shifted(lines, np.full(len(lines), -1.0))
    usable = shifted[:, 0] != 0
    companion = np.zeros((len(lines), degree, degree))
    companion[:, np.arange(1, degree), np.arange(degree - 1)] = 1.0
    companion[usable, 0, :] = -shifted[usable, 1:] / shifted[usable, :1]
    inverse = np.linalg.eigvals(companion)
    roots = 1 / inverse - 1
    real = usable[:, np.newaxis] & (np.abs(roots.imag) < 1e-7)
    result: np.ndarray = np.where(real, roots.real, np.nan)
    return result
