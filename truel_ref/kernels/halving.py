r"""Boxes that are halved until a result is proved for each, and proved signs of polynomials on a box.

1. **Cutting.** `subdivide` halves `HalvedCells` of a grid along all axes; parts inherit the knowledge about a cell.
   `Halving` keeps the proved signs of polynomials: a sign proved in a box holds in all boxes inside.
2. **Deciding.** A question asks for the signs of some polynomials and returns a class; a class is a part of the cube.
   `Answers` says whether the answer is independent of the open signs, and whether one open sign decides it.
3. **Measuring.** An `Expansion` around the centre of a box proves the sign of a polynomial there, or encloses the share
   of the box where it is positive. `math.fsum` computes sums over boxes, rounded outwards (`outward_sum`).

**Expansions of polynomials around the centres of boxes, with proved signs and bounds of shares.**

For a box of width `h` around `x0` expand a polynomial in `t`, with `x = x0 + h t` and all `|t_i| <= 1/2`:

    p = c + g . t + r,        |r| <= R,

where `R` is the sum of the moduli of all coefficients of degree at least 2, each divided by 2 to its degree. A power
product with only even exponents lies between 0 and `2^-degree`; so add half of its largest value to `c`, and the other
half to `R`.

- If `|c| > sum |g_i| / 2 + R`, the sign of `p` is proved in the whole box, and in all boxes inside.
- The share of the box with `p > 0` lies between the shares of `c + g . t > R` and of `c + g . t > -R`. Such a share of
   a half-space is, with `s_i = |g_i|` and `q` the position of the plane, `sum over the corners v of
   (-1)^|v| max(0, q - s . v)^n / (n! s_1 ... s_n)`.

**Rounding.** Polynomials have integer coefficients, and the centres of boxes are doubles, so an expansion needs sums
and products of at most `m = 6 (d + 2)` roundings each, where `d` is the largest exponent. Their error is at most
`2 m u * (sum of the moduli of the coefficients) * (1 + h)^(sum of the degrees)` with `u = 2^-53`; it is added to `R`.
For shares, a width `s_i` below 1/1000 of the largest width is added to `R`, instead of dividing by it. The error of the
sum is then at most `2^(n+5) u (sum s)^n`, which widens the bounds, too.

Source: the half-space formula is that of D. L. Barrow and P. W. Smith, "Spline notation applied to a volume problem",
American Mathematical Monthly 86 (1979), 50-51.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.kernels.memory import remembered

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "UNIT",
    "Answers",
    "Class",
    "Expansion",
    "HalvedCells",
    "Halving",
    "OutwardSums",
    "Question",
    "QuestionTree",
    "Terms",
    "Volumes",
    "around",
    "coefficients_of",
    "outward_sum",
    "proved_signs",
    "shifted",
    "subdivide",
]

Class = TypeVar("Class", bound=Hashable)

Question: TypeAlias = "Callable[[Callable[[int], int]], Class]"
"""A function that asks only for signs, -1 or 1, of polynomials by their numbers, and returns a class."""

_BRANCHES = 64


class QuestionTree(Generic[Class]):
    """The answers to a question, cached by the signs that determined them.

    The next sign that a question asks for depends only on the earlier signs. So its calls form a tree: inner nodes are
    the objects whose signs it asks for, leaves are answers. Many points have one answer by the same few signs.

    >>> tree = QuestionTree(lambda sign: "both" if sign("x") > 0 and sign("y") > 0 else "not both")
    >>> tree.answer({"x": -1}.get), tree.answer({"x": 1, "y": 1}.get)
    ('not both', 'both')
    """

    def __init__(self, question: Callable[[Callable[[Any], int]], Class]) -> None:
        self._question = question
        self._root: _Node[Class] = _Node()

    def answer(self, sign_of: Callable[[Any], int]) -> Class:
        """Return the answer of the question for the given signs."""
        node: _Node[Class] | None = self._root
        while node is not None and not node.answers:
            node = node.after.get(sign_of(node.asked)) if node.after else None
        return self._ask(sign_of) if node is None else node.answers[0]

    def _ask(self, sign_of: Callable[[Any], int]) -> Class:
        known: dict[Any, int] = {}
        node = self._root

        def remembered(asked: Any) -> int:
            nonlocal node
            if asked not in known:
                known[asked] = sign_of(asked)
                node.asked = asked
                node = node.after.setdefault(known[asked], _Node())
            return known[asked]

        answer = self._question(remembered)
        node.answers.append(answer)
        return answer


@dataclass
class _Node(Generic[Class]):
    """A node of the tree: the signs so far.

    Fields: `asked`, the object whose sign is next; `after`, the nodes after each sign; or `answers`, the answer.
    """

    asked: Any = None
    after: dict[int, _Node[Class]] = field(default_factory=dict)
    answers: list[Class] = field(default_factory=list)


class Answers(Generic[Class]):
    """The answers to a question with some open signs; each path of signs is computed once.

    >>> answers = Answers(lambda sign: "both" if sign(0) > 0 and sign(1) > 0 else "not both")
    >>> answers.split((1, 0)), answers.split((-1, 0)), answers.split((0, 0))
    ((1, 'not both', 'both'), (-1, 'not both', 'not both'), None)
    """

    def __init__(self, question: Question[Class]) -> None:
        self._tree = QuestionTree(question)

    def split(self, signs: Sequence[int]) -> tuple[int, Class, Class] | None:
        """Return the answers for known signs and open signs, which are 0.

        The result is the number of the deciding polynomial, -1 if the answer is independent of open signs, with the
        answers for its negative and its positive sign; None if several polynomials decide, or if the computation would
        take too long.
        """
        return self.outcome(tuple(signs))[0]

    @remembered
    def outcome(self, signs: tuple[int, ...]) -> tuple[tuple[int, Class, Class] | None, frozenset[int] | None]:
        """Return the result of `split`, and all polynomials that the question may ask for, None if unknown.

        >>> Answers(lambda sign: sign(0) > 0 and sign(2) > 0).outcome((1, 1, 0))
        ((2, False, True), frozenset({0, 2}))
        """
        known = dict(enumerate(signs))
        possible = self._classes(known)
        if possible is None:
            return None, None
        classes, asked = possible
        if len(classes) > 2:
            return None, frozenset(asked)
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
        """Return the possible answers, and the signs asked for; None for too many branches."""
        classes: set[Class] = set()
        asked: dict[int, None] = {}
        waiting: list[dict[int, int]] = [{}]
        branches = 0
        while waiting:
            check()
            chosen = waiting.pop()

            def sign(number: int, chosen: dict[int, int] = chosen) -> int:
                asked[number] = None
                if not known.get(number) and number not in chosen:
                    waiting.append({**chosen, number: -1})
                    chosen[number] = 1
                return known.get(number) or chosen[number]

            before = len(waiting)
            classes.add(self._tree.answer(sign))
            branches += len(waiting) - before
            if branches > _BRANCHES:
                return None
        return classes, list(asked)


Terms: TypeAlias = Mapping[tuple[int, ...], int]
"""A polynomial with integer coefficients: the coefficient of each list of exponents."""

UNIT = 2.0**-53
_THIN = 1e-3


class Expansion:
    """A polynomial, and its expansion around the centres of boxes (see the docstring of the module)."""

    def __init__(self, terms: Terms) -> None:
        import numpy as np

        self.coefficients = coefficients_of(terms)
        self.degrees = degrees = [length - 1 for length in self.coefficients.shape]
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
        """Return the coefficients in `t`, an array for each box, and a bound of their total rounding error."""
        error = 12 * (max(self.degrees) + 2) * UNIT * self.moduli * (1 + width) ** sum(self.degrees)
        return around(self.coefficients, centres, width), error

    def _around(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, float]:
        """Return the coefficients in `t`, a row for each box, with the constant in the middle of the even terms."""
        result, error = self.coefficients_around(centres, width)
        parts = result.reshape(len(centres), -1)
        parts[:, 0] += parts @ self._shift
        return parts, error

    def signs(self, centres: np.ndarray, width: float) -> np.ndarray:
        """Return the proved sign for each box, 0 if no sign is proved."""
        import numpy as np

        rows, error = self._around(centres, width)
        spread = np.abs(rows[:, 1:]) @ self._halves[1:] * (1 + 64 * UNIT) + error
        return proved_signs(rows[:, 0], spread)

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


def coefficients_of(terms: Terms, least: int = 0) -> np.ndarray:
    """Return the coefficients of a polynomial as an array, with room for a least degree in each letter."""
    import numpy as np

    degrees = map(max, zip(*terms, strict=True))
    coefficients = np.zeros([max(degree, least) + 1 for degree in degrees])
    for exponents, coefficient in terms.items():
        coefficients[exponents] = coefficient
    return coefficients


def around(coefficients: np.ndarray, centres: np.ndarray, width: float) -> np.ndarray:
    """Return the coefficients after substituting `centre + width t` for the first letters, a table for each centre."""
    import numpy as np

    table = np.broadcast_to(coefficients, (len(centres), *coefficients.shape))
    for axis, places in enumerate(centres.T, start=1):
        moved = shifted(np.moveaxis(table, axis, -1), places)
        moved *= width ** np.arange(moved.shape[-1])
        table = np.moveaxis(moved, -1, axis)
    return table


def proved_signs(values: np.ndarray, error: np.ndarray | float) -> np.ndarray:
    """Return the signs of numbers with an error, 0 if the error hides a sign."""
    import numpy as np

    return (values > error).astype(np.int8) - (values < -error).astype(np.int8)


def shifted(table: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Return the coefficients, along the last axis, of polynomials around other points, by Horner's scheme."""
    import numpy as np

    rows = np.array(table)
    x = by.reshape((-1,) + (1,) * (rows.ndim - 2))
    for lowest in range(rows.shape[-1] - 1):
        for place in range(rows.shape[-1] - 2, lowest - 1, -1):
            rows[..., place] += x * rows[..., place + 1]
    return rows


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
    # The complement of c + s . (v - 1/2) > 0 is s . v' < total/2 - c; by symmetry the share is that of s . v < q.
    place = np.clip(constant + total / 2, 0.0, total)
    amount = np.zeros(len(constant))
    for corner in product((0, 1), repeat=dimensions):
        beyond = np.maximum(place - slopes @ np.array(corner, dtype=float), 0.0)
        amount += (-1) ** sum(corner) * beyond**dimensions
    below = math.factorial(dimensions) * slopes.prod(axis=1)
    error = 2.0 ** (dimensions + 5) * UNIT * total**dimensions / below + 8 * UNIT
    share: np.ndarray = np.clip(amount / below + outward * error, 0.0, 1.0)
    return share


_CHUNK = 1 << 16


@dataclass(frozen=True)
class Volumes(Generic[Class]):
    """The volumes of classes inside the unit cube.

    Fields: `bounds`, for each class that occurs bounds of its volume, exact fractions; `open`, the volume of the
    undecided boxes; `boxes`, the number of boxes visited.
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


@dataclass(frozen=True, eq=False)
class HalvedCells:
    """Cells of a grid of width `2^-level` in the unit cube, or square.

    Fields: `level`; `places`, one row per cell: its lower corner in units of the width; `known`, one row per cell: the
    knowledge that its parts inherit.
    """

    level: int
    places: np.ndarray
    known: np.ndarray

    @classmethod
    def whole(cls, level: int, dimensions: int, columns: int = 0) -> HalvedCells:
        """Return all cells of a level, with `columns` columns of zeros for what is known.

        >>> len(HalvedCells.whole(2, 3).places), HalvedCells.whole(1, 2).places.tolist()
        (64, [[0, 0], [0, 1], [1, 0], [1, 1]])
        """
        import numpy as np

        places = np.indices((1 << level,) * dimensions).reshape(dimensions, -1).T
        return cls(level, places, np.zeros((len(places), columns), dtype=np.int8))

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, chosen: Any) -> HalvedCells:
        return HalvedCells(self.level, self.places[chosen], self.known[chosen])

    @property
    def width(self) -> float:
        """The length of a side."""
        return 2.0**-self.level

    @property
    def centres(self) -> np.ndarray:
        """The middles of the cells, which are doubles without error."""
        return (self.places + 0.5) * self.width

    def halved(self) -> HalvedCells:
        """Return the parts of all cells after halving in every direction, cell by cell."""
        import numpy as np

        dimensions = self.places.shape[1]
        corners = np.indices((2,) * dimensions).reshape(dimensions, -1).T
        parts = (2 * self.places[:, np.newaxis, :] + corners).reshape(-1, dimensions)
        return HalvedCells(self.level + 1, parts, np.repeat(self.known, len(corners), axis=0))

    def chunks(self, most: int) -> list[HalvedCells]:
        """Return the cells in chunks of at most `most`."""
        return [self[start : start + most] for start in range(0, len(self), most)]


def subdivide(cells: HalvedCells, look: Callable[[HalvedCells], HalvedCells], most: int) -> None:
    """Halve cells until all are decided.

    Parameters: `cells`; `look`, takes some cells, counts those that it decides, and returns the others with the
    knowledge about them; `most`, the most cells at a time.

    >>> looked = []
    >>> subdivide(HalvedCells.whole(0, 2), lambda some: looked.append(len(some)) or some[: some.level < 2], 2)
    >>> looked
    [1, 2, 2, 2, 2, 2, 2]
    """
    waiting = cells.chunks(most)
    while waiting:
        check()
        waiting += look(waiting.pop()).halved().chunks(most)


def outward_sum(values: np.ndarray, up: int) -> float:
    """Return a lower (`up` -1) or an upper bound (1) of a sum, after a single rounding by less than its last place."""
    return math.nextafter(math.fsum(values), up * math.inf) if values.size else 0.0


class OutwardSums:
    """Sums of lower and of upper bounds: `ends`, the summands by the number of the class; -1 means open."""

    def __init__(self) -> None:
        self.ends: dict[int, tuple[list[float], list[float]]] = {}

    def add(self, number: int, low: np.ndarray, high: np.ndarray, volume: float) -> None:
        """Add bounds of means over cells of one volume, a power of 2."""
        for ends, values, up in zip(self.ends.setdefault(number, ([], [])), (low, high), (-1, 1), strict=True):
            ends.append(outward_sum(values, up) * volume)

    def of(self, number: int) -> tuple[Fraction, Fraction]:
        """Return the sum of the lower bounds and the sum of the upper bounds."""
        low, high = (sum(map(Fraction, ends), Fraction(0)) for ends in self.ends.get(number, ([], [])))
        return low, high


class Halving:
    """Halves the cube along all axes, box by box, until every box is counted; signs proved in a box hold inside.

    Parameters: `polynomials`, a list that may grow during the work; `dimensions`, the number of letters; `chunk`, the
    number of boxes at a time.

    Fields: `boxes`, the number of boxes visited.
    """

    def __init__(self, polynomials: Sequence[Terms], dimensions: int, chunk: int) -> None:
        self.polynomials = polynomials
        self.dimensions = dimensions
        self.chunk = chunk
        self.boxes = 0
        self._expansions: list[Expansion] = []

    def expansions(self) -> list[Expansion]:
        """Return the expansions of all polynomials so far."""
        self._expansions += [Expansion(terms) for terms in self.polynomials[len(self._expansions) :]]
        return self._expansions

    def run(self, count: Callable[[tuple[int, ...], HalvedCells], Any]) -> None:
        """Halve until every box is counted.

        Parameters: `count`, takes the common signs of some boxes, 0 for signs that are not proved, and these boxes; it
        returns whether to halve them, as one answer for all or one for each.
        """
        import numpy as np

        def look(cells: HalvedCells) -> HalvedCells:
            self.boxes += len(cells)
            cells = self._with_all_signs(cells)
            patterns, where = np.unique(cells.known, axis=0, return_inverse=True)
            where = where.reshape(-1)
            again = np.zeros(len(cells), dtype=bool)
            for number, pattern in enumerate(patterns):
                these = np.flatnonzero(where == number)
                again[these] = count(tuple(pattern.tolist()), cells[these])
            return cells[again]

        subdivide(HalvedCells.whole(0, self.dimensions), look, self.chunk)

    def _with_all_signs(self, cells: HalvedCells) -> HalvedCells:
        """Return boxes with the proved signs of all polynomials; some signs are known from larger boxes."""
        import numpy as np

        expansions = self.expansions()
        missing = np.zeros((len(cells), len(expansions) - cells.known.shape[1]), dtype=np.int8)
        signs = np.concatenate([cells.known, missing], axis=1)
        for number, expansion in enumerate(expansions):
            unknown = np.flatnonzero(signs[:, number] == 0)
            if unknown.size:
                signs[unknown, number] = expansion.signs(cells.centres[unknown], cells.width)
        return HalvedCells(cells.level, cells.places, signs)
