r"""Volumes of the parts into which polynomials cut the unit cube, enclosed with proved bounds.

A part is told by the signs of polynomials: a question that looks at some signs and returns a class. The cube is halved
again and again along all axes, and for each box of width `h` around `x0` every polynomial is expanded in `t`, with
`x = x0 + h t` and all `|t_i| <= 1/2`:

    p = c + g . t + r,        |r| <= R,

where `R` is the sum of the moduli of all coefficients of degree 2 and more, each divided by 2 to its degree. A power
product with even exponents only lies between 0 and `2^-degree`, so half of that is added to `c`, and `R` has the half.

1. If `|c| > sum |g_i| / 2 + R`, the sign of `p` is proved in the whole box, and in all boxes inside it.
2. Where the question has the same answer whatever the open signs are, the box belongs to one class. Boxes are counted,
   so their volume is an exact fraction.
3. At the finest level, where one open sign decides between two classes, the share of the box with `p > 0` lies between
   the shares of `c + g . t > R` and of `c + g . t > -R`. Such a share of a half-space is, with `s_i = |g_i|` and `q`
   the place of the plane, `sum over the corners v of (-1)^|v| max(0, q - s . v)^n / (n! s_1 ... s_n)`.
4. Boxes in which more is open, along edges, are halved some more times, and what is left is open: it counts as 0 in the
   lower bounds of all classes and in full in the upper ones.

**Rounding.** Polynomials have integer coefficients, and the centres of boxes are doubles, so an expansion takes sums
and products of at most `m = 6 (d + 2)` roundings each, `d` the largest exponent: their error is at most
`2 m u * (sum of the moduli of the coefficients) * (1 + h)^(sum of the degrees)` with `u = 2^-53`; it is added to `R`.
In step 3 a width `s_i` below 1/1000 of the largest is not divided by: it is added to `R`. The terms of the sum are then
off by at most `2^(n+5) u (sum s)^n` together, which widens the bounds, too. Volumes of step 3 are summed exactly
(`math.fsum`).

Source: the half-space formula is that of D. L. Barrow and P. W. Smith, "Spline notation applied to a volume problem",
American Mathematical Monthly 86 (1979), 50-51.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from truel_ref.budget import check

if TYPE_CHECKING:
    import numpy as np

__all__ = ["UNIT", "Answers", "Class", "Expansion", "Halving", "Question", "Terms", "Volumes", "class_volumes"]

Class = TypeVar("Class", bound=Hashable)

Terms: TypeAlias = Mapping[tuple[int, ...], int]
"""A polynomial with integer coefficients: the coefficient of each list of exponents."""

Question: TypeAlias = "Callable[[Callable[[int], int]], Class]"
"""What asks for signs, -1 or 1, of polynomials by their numbers, and returns a class; it asks nothing else."""

UNIT = 2.0**-53
_THIN = 1e-3
_CHUNK = 1 << 16
_BRANCHES = 64


@dataclass(frozen=True)
class Volumes(Generic[Class]):
    """The volumes of classes inside the unit cube.

    Fields: `bounds`, for each class that occurs bounds of its volume, exact fractions; `open`, the volume of the boxes
    that were left; `boxes`, how many boxes were looked at.
    """

    bounds: Mapping[Class, tuple[Fraction, Fraction]]
    open: Fraction
    boxes: int

    def of(self, wanted: Callable[[Class], bool]) -> tuple[Fraction, Fraction]:
        """Return bounds of the volume of all wanted classes together."""
        low = sum((ends[0] for name, ends in self.bounds.items() if wanted(name)), Fraction(0))
        others = sum((ends[0] for name, ends in self.bounds.items() if not wanted(name)), Fraction(0))
        high = sum((ends[1] - self.open for name, ends in self.bounds.items() if wanted(name)), self.open)
        return low, min(high, 1 - others)


class Answers(Generic[Class]):
    """What a question answers, kept as a tree of the signs it asks for, each path asked once.

    >>> answers = Answers(lambda sign: "both" if sign(0) > 0 and sign(1) > 0 else "not both")
    >>> answers.split((1, 0)), answers.split((-1, 0)), answers.split((0, 0))
    ((1, 'not both', 'both'), (-1, 'not both', 'not both'), None)
    """

    def __init__(self, question: Question[Class]) -> None:
        self._question = question
        self._root: list[Any] = []
        self._outcomes: dict[tuple[int, ...], tuple[tuple[int, Class, Class] | None, frozenset[int] | None]] = {}

    def split(self, signs: Sequence[int]) -> tuple[int, Class, Class] | None:
        """Return what the answer is where some signs are known and others, 0 here, are open.

        The result is the number of the polynomial that decides, -1 if none does, with the answers where it is negative
        and where it is positive; None where more than one decides, or it would take too long to tell.
        """
        return self.outcome(signs)[0]

    def outcome(self, signs: Sequence[int]) -> tuple[tuple[int, Class, Class] | None, frozenset[int] | None]:
        """Return what `split` does, and all polynomials that may be asked for; None where that is not known.

        >>> Answers(lambda sign: sign(0) > 0 and sign(2) > 0).outcome((1, 1, 0))
        ((2, False, True), frozenset({0, 2}))
        """
        key = tuple(signs)
        if key not in self._outcomes:
            self._outcomes[key] = self._outcome(dict(enumerate(key)))
        return self._outcomes[key]

    def _outcome(self, known: Mapping[int, int]) -> tuple[tuple[int, Class, Class] | None, frozenset[int] | None]:
        possible = self._classes(known)
        if possible is None or len(possible[0]) > 2:
            return None, None
        classes, asked = possible
        if len(classes) == 1:
            (only,) = classes
            return (-1, only, only), frozenset(asked)
        for number in asked:
            if known.get(number, 0):
                continue
            both = [self._classes({**known, number: sign}) for sign in (-1, 1)]
            if all(part is not None and len(part[0]) == 1 for part in both):
                negative, positive = (next(iter(part[0])) for part in both if part is not None)
                return (number, negative, positive), frozenset(asked)
        return None, frozenset(asked)

    def _classes(self, known: Mapping[int, int]) -> tuple[set[Class], list[int]] | None:
        """Return the answers that are possible, at most three, and the signs asked for; None for too many branches."""
        classes: set[Class] = set()
        asked: dict[int, None] = {}
        waiting: list[tuple[tuple[tuple[int, int], ...], dict[int, int]]] = [((), {})]
        steps = 0
        while waiting:
            check()
            path, chosen = waiting.pop()
            node = self._node(path)
            while node[0] is not None:
                asked[node[0]] = None
                sign = chosen.get(node[0]) or known.get(node[0], 0)
                if not sign:
                    waiting.append(((*path, (node[0], -1)), {**chosen, node[0]: -1}))
                    chosen = {**chosen, node[0]: 1}
                    sign = 1
                    steps += 1
                    if steps > _BRANCHES:
                        return None
                path = (*path, (node[0], sign))
                node = self._node(path)
            classes.add(node[1])
            if len(classes) > 2:
                break
        return classes, list(asked)

    def _node(self, path: tuple[tuple[int, int], ...]) -> list[Any]:
        """Return the node at the end of a path: the number that is asked for next, or None and the answer."""
        node = self._root
        if not node:
            node += self._asked({})
        for number, sign in path:
            child = node[2].get(sign)
            if child is None:
                child = node[2][sign] = self._asked(dict(path))
            node = child
            del number
        return node

    def _asked(self, signs: Mapping[int, int]) -> list[Any]:
        def sign(number: int) -> int:
            if number not in signs:
                raise _OpenError(number)
            return signs[number]

        try:
            return [None, self._question(sign), {}]
        except _OpenError as opened:
            return [opened.number, None, {}]


class _OpenError(Exception):
    """A sign that is not known was asked for."""

    def __init__(self, number: int) -> None:
        self.number = number


def class_volumes(
    polynomials: Sequence[Terms],
    question: Question[Class],
    level: int = 8,
    edges: int = 3,
    progress: Callable[[int], object] | None = None,
) -> Volumes[Class]:
    """Return bounds of the volumes of the classes that a question sorts the points of the unit cube into.

    The steps are those of the module.

    Parameters: `polynomials`, in two or three letters, none 0 everywhere; `question`, of their signs; `level`, how
    often the cube is halved before step 3, whose bounds are about `4^-level` apart; `edges`, how often more the boxes
    of step 4 are; `progress`, called with the number of boxes done, of `8^level` for three letters.

    >>> halves = class_volumes([{(1, 0): 1, (0, 1): -1}], lambda sign: "a > b" if sign(0) > 0 else "a < b", level=3)
    >>> [round(float(end), 9) for end in halves.bounds["a > b"]], halves.open
    ([0.5, 0.5], Fraction(0, 1))
    """
    tally = _Tally(polynomials, Answers(question), level, edges, progress)
    tally.halving.run(tally.count)
    return tally.result()


class Halving:
    """Halves the cube along all axes, box by box, until every box is counted; signs proved in a box hold inside it.

    Parameters: `polynomials`, a list that may grow while boxes are counted; `dimensions`, how many letters they have;
    `chunk`, how many boxes are looked at together.

    Fields: `boxes`, how many were looked at.
    """

    def __init__(self, polynomials: Sequence[Terms], dimensions: int, chunk: int) -> None:
        self.polynomials = polynomials
        self.dimensions = dimensions
        self.chunk = chunk
        self.boxes = 0
        self._expansions: list[Expansion] = []

    def expansions(self) -> list[Expansion]:
        """Return the expansions of all polynomials that there are by now."""
        self._expansions += [Expansion(terms) for terms in self.polynomials[len(self._expansions) :]]
        return self._expansions

    def run(self, count: Callable[[int, tuple[int, ...], np.ndarray], Any]) -> None:
        """Halve until every box is counted.

        Parameters: `count`, which is given how often the cube was halved, the signs that some boxes have in common, 0
        where none is proved, and the places of these boxes, in units of their width; it returns whether they are to be
        halved, as one answer or one for each.
        """
        import numpy as np

        corners = np.array(list(product((0, 1), repeat=self.dimensions)), dtype=np.int64)
        waiting = [(0, np.zeros((1, self.dimensions), dtype=np.int64), np.zeros((1, 0), dtype=np.int8))]
        while waiting:
            check()
            depth, places, known = waiting.pop()
            self.boxes += len(places)
            signs = self._with_all_signs(places, known, 2.0**-depth)
            patterns, where = np.unique(signs, axis=0, return_inverse=True)
            where = where.reshape(-1)
            again = np.zeros(len(places), dtype=bool)
            for number, pattern in enumerate(patterns):
                these = np.flatnonzero(where == number)
                again[these] = count(depth, tuple(pattern.tolist()), places[these])
            if again.any():
                children = (2 * places[again][:, np.newaxis, :] + corners).reshape(-1, self.dimensions)
                inherited = np.repeat(signs[again], len(corners), axis=0)
                waiting.extend(
                    (depth + 1, children[start : start + self.chunk], inherited[start : start + self.chunk])
                    for start in range(0, len(children), self.chunk)
                )

    def _with_all_signs(self, places: np.ndarray, known: np.ndarray, width: float) -> np.ndarray:
        """Return the proved signs of all polynomials on boxes, of which some are known from larger boxes."""
        import numpy as np

        expansions = self.expansions()
        missing = np.zeros((len(places), len(expansions) - known.shape[1]), dtype=np.int8)
        signs = np.concatenate([known, missing], axis=1)
        centres = (places + 0.5) * width
        for number, expansion in enumerate(expansions):
            unknown = np.flatnonzero(signs[:, number] == 0)
            if unknown.size:
                signs[unknown, number] = expansion.signs(centres[unknown], width)
        return signs


class _Tally(Generic[Class]):
    """What is counted of volumes; the parameters are those of `class_volumes`."""

    def __init__(
        self,
        polynomials: Sequence[Terms],
        answers: Answers[Class],
        level: int,
        edges: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.halving = Halving(polynomials, len(next(iter(polynomials[0]))), _CHUNK)
        self.answers = answers
        self.level, self.edges, self.progress = level, edges, progress
        self.counted: dict[Class, Fraction] = {}
        self.partial: dict[Class, tuple[list[float], list[float]]] = {}
        self.left = Fraction(0)

    def count(self, depth: int, signs: tuple[int, ...], places: np.ndarray) -> bool:
        """Count boxes with the same signs; return whether they are to be halved instead."""
        split = self.answers.split(signs)
        volume = Fraction(len(places), 1 << (self.halving.dimensions * depth))
        if split is not None and split[0] < 0:
            self.counted[split[1]] = self.counted.get(split[1], Fraction(0)) + volume
        elif depth < self.level or (split is None and depth < self.level + self.edges):
            return True
        elif split is None:
            self.left += volume
        else:
            self._between(split, depth, places)
        if self.progress is not None:
            self.progress(len(places) << (self.halving.dimensions * max(self.level - depth, 0)))
        return False

    def _between(self, split: tuple[int, Class, Class], depth: int, places: np.ndarray) -> None:
        """Count boxes that one surface cuts (step 3)."""
        import numpy as np

        number, below, above = split
        width = 2.0**-depth
        low, high = self.halving.expansions()[number].shares((places + 0.5) * width, width)
        volume_of_box = width**self.halving.dimensions
        for name, least, most in ((above, low, high), (below, 1 - high, 1 - low)):
            ends = self.partial.setdefault(name, ([], []))
            # Scaling by a power of two is exact; 1 - x is off by less than its last place.
            ends[0].append(math.fsum(np.maximum(least - 2 * UNIT, 0)) * volume_of_box)
            ends[1].append(math.fsum(np.minimum(most + 2 * UNIT, 1)) * volume_of_box)

    def result(self) -> Volumes[Class]:
        """Return the volumes, rounded outwards."""
        bounds = {}
        for name in dict.fromkeys([*self.counted, *self.partial]):
            sums = zip(self.partial.get(name, ([], [])), (-1, 1), strict=True)
            low, high = (_outward(values, up) for values, up in sums)
            whole = self.counted.get(name, Fraction(0))
            bounds[name] = (whole + low, min(whole + high + self.left, Fraction(1)))
        return Volumes(bounds, self.left, self.halving.boxes)


def _outward(sums: Iterable[float], up: int) -> Fraction:
    """Return an exact bound of a sum of rounded sums: each was rounded once, by less than its last place."""
    return sum((Fraction(math.nextafter(value, up * math.inf)) for value in sums if value), Fraction(0))


class Expansion:
    """A polynomial, and its expansion around the centres of boxes (see the docstring of the module)."""

    def __init__(self, terms: Terms) -> None:
        import numpy as np

        degrees = [max(exponents[axis] for exponents in terms) for axis in range(len(next(iter(terms))))]
        self.coefficients = np.zeros([degree + 1 for degree in degrees])
        for exponents, coefficient in terms.items():
            self.coefficients[exponents] = coefficient
        self.degrees = degrees
        self.moduli = sum(map(abs, terms.values()))
        places = list(product(*(range(degree + 1) for degree in degrees)))
        self._degree = np.array([sum(place) for place in places])
        even = np.array([not any(power % 2 for power in place) for place in places]) & (self._degree > 1)
        self._linear = [self._place(places, axis) if degrees[axis] else None for axis in range(len(degrees))]
        self._shift = np.where(even, 0.5 ** (self._degree + 1), 0.0)
        self._halves = np.where(even, 0.5, 1.0) * 0.5**self._degree

    @staticmethod
    def _place(places: list[tuple[int, ...]], axis: int) -> int:
        return places.index(tuple(int(other == axis) for other in range(len(places[0]))))

    def coefficients_around(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, float]:
        """Return the coefficients in `t`, an array for each box, and a bound of their rounding errors together."""
        import numpy as np

        result = np.broadcast_to(self.coefficients, (len(centres), *self.coefficients.shape))
        for axis, degree in enumerate(self.degrees):
            moved = np.moveaxis(result, axis + 1, -1)
            # Horner's scheme, carried on for every derivative: the coefficients in x0 + h t.
            rows = np.array(moved)
            x = centres[:, axis].reshape((-1,) + (1,) * (rows.ndim - 2))
            for lowest in range(degree):
                for place in range(degree - 1, lowest - 1, -1):
                    rows[..., place] += x * rows[..., place + 1]
            rows *= width ** np.arange(degree + 1)
            result = np.moveaxis(rows, -1, axis + 1)
        error = 12 * (max(self.degrees) + 2) * UNIT * self.moduli * (1 + width) ** sum(self.degrees)
        return result, error

    def _around(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, float]:
        """Return the same as a row for each box, the constant moved to the middle of the even terms."""
        result, error = self.coefficients_around(centres, width)
        parts = result.reshape(len(centres), -1)
        parts[:, 0] += parts @ self._shift
        return parts, error

    def signs(self, centres: np.ndarray, width: float) -> np.ndarray:
        """Return the proved sign for each box, 0 where none is."""
        import numpy as np

        rows, error = self._around(centres, width)
        spread = np.abs(rows[:, 1:]) @ self._halves[1:] * (1 + 64 * UNIT) + error
        constant = rows[:, 0]
        proved: np.ndarray = (constant > spread).astype(np.int8) - (constant < -spread).astype(np.int8)
        return proved

    def shares(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return bounds of the share of each box where the polynomial is positive."""
        import numpy as np

        rows, error = self._around(centres, width)
        rest = np.abs(rows[:, self._degree > 1]) @ self._halves[self._degree > 1] * (1 + 64 * UNIT) + error
        slopes = np.zeros((len(centres), len(self.degrees)))
        for axis, place in enumerate(self._linear):
            if place is not None:
                slopes[:, axis] = np.abs(rows[:, place])
        return _half_space(rows[:, 0] - rest, slopes)[0], _half_space(rows[:, 0] + rest, slopes)[1]


def _half_space(constant: np.ndarray, slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return bounds of the share of `|t_i| <= 1/2` where `constant + slopes . t > 0`, for slopes that are >= 0."""
    import numpy as np

    largest = slopes.max(axis=1)
    flat = largest == 0
    scale = np.where(flat, 1.0, largest)
    slopes, constant = slopes / scale[:, np.newaxis], constant / scale
    used = slopes >= _THIN
    slack = np.where(used, 0.0, slopes).sum(axis=1) / 2 + 16 * UNIT * (1 + np.abs(constant))
    low, high = np.empty(len(constant)), np.empty(len(constant))
    for pattern in np.unique(used, axis=0):
        these = np.flatnonzero((used == pattern).all(axis=1))
        own = slopes[these][:, pattern]
        low[these], high[these] = (_share(constant[these] + sign * slack[these], own, sign) for sign in (-1, 1))
    low[flat] = (constant[flat] > 0).astype(float)
    high[flat] = (constant[flat] >= 0).astype(float)
    return low, high


def _share(constant: np.ndarray, slopes: np.ndarray, outward: int) -> np.ndarray:
    """Return the share of a half-space, rounded down or up by its error bound."""
    import numpy as np

    dimensions = slopes.shape[1]
    if not dimensions:
        return (constant > 0).astype(float)
    total = slopes.sum(axis=1)
    # Of c + s . (v - 1/2) > 0 the complement is s . v' < total/2 - c; by symmetry the share is that of s . v < q.
    place = np.clip(constant + total / 2, 0.0, total)
    amount = np.zeros(len(constant))
    for corner in product((0, 1), repeat=dimensions):
        beyond = np.maximum(place - slopes @ np.array(corner, dtype=float), 0.0)
        amount += (-1) ** sum(corner) * beyond**dimensions
    below = math.factorial(dimensions) * slopes.prod(axis=1)
    error = 2.0 ** (dimensions + 5) * UNIT * total**dimensions / below + 8 * UNIT
    share: np.ndarray = np.clip(amount / below + outward * error, 0.0, 1.0)
    return share
