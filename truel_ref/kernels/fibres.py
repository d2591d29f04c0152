r"""Volumes of the parts into which polynomials cut the unit cube, column by column.

Only the square of the first two letters is halved. Over each small square `Q` of width `h` there is a column,
`0 < z < 1`. A class has a length along each fibre of the column, which is a sum of roots in `z` with signs. With
`x = x0 + h t`, `|t_i| <= 1/2`:

1. **Roots.** Compute a polynomial's roots `r` over the centre in floats, and around each root, in `z = r + w`, expand

       p = sum C_ijk t1^i t2^j w^k,        f = C_001.

   With `lambda(t) = -(C_100 t1 + C_010 t2) / f` and `w = lambda(t) + s` this is `C_000 + f s + q(t) + e(t, s)`, where
   `q` is of degree 2 and `|e| <= E` for `|s| <= rho`. If `|f| rho > |C_000| + max |q| + E`, the signs at `s = -rho`
   and `s = rho` differ, so there is a root between. If `|f|` exceeds the largest sum of the other terms of `dp/dw` for
   `|w| <= W`, this is the only root with `|w| <= W`. The odd terms of `q` have the mean 0, so the mean of the root over
   `Q` is `r - (C_000 + (q_20 + q_02) / 12) / f` with an error of at most `E / |f|`, which is of the order `h^3`.
2. **No other roots.** If the number of proved roots is the degree in `z`, there are no others. Otherwise halve the rest
   of the column until the Bernstein coefficients in `z` have one sign; pieces where this fails are open for this
   polynomial.
3. **Classes.** Join the pieces `|w| <= W` and the open pieces, of all polynomials, where they overlap. Between joined
   pieces all signs are known, and so is the class. If the question never asks for the polynomial of a piece within a
   joined piece, omit this piece there, and join the others again. In a joined piece where one root decides (`Answers`),
   the mean of the root divides the length between the two classes; any other joined piece is open.
4. A polynomial that does not depend on `z`, and changes its sign in `Q`, gives two columns, one for each sign, whose
   shares of `Q` are those of an `Expansion`; the means of roots are then known up to the spread of the root.
5. Quarter the squares with too large an error. Quarters omit a polynomial that the question asked for nowhere in the
   column, and a polynomial without a zero in the column keeps its sign.
6. Along edges, where surfaces cross, joined pieces of step 3 are open over a strip of squares. If all of them are roots
   of step 1, `r + lambda(t) + s` with `|s| <= rho`, only their order is open. Then treat such a piece as a separate
   column over each quarter of `Q`, where `lambda` varies half as much and `rho` stays. The signs there follow from the
   order, because a root changes the sign of its polynomial. This evaluates no polynomial again, so it takes little
   time; repeat it up to three times, while it helps, before quartering `Q`.

The computation takes 4,096 squares at a time, and limited numbers of pieces of columns and of groups of roots, so
memory does not grow with the number of squares.

**Rounding.** `x0` and `h` are doubles without error. A coefficient `C_ijk` is a sum of terms with at most `6 (d + 1)`
roundings each, where `d` is the largest exponent, and later sums have less than 100 terms. With `|r| + W <= 5/2` the
total error is at most `(6 (d + 1) + 100) u M (5/2)^d'`, where `M` is the sum of the moduli of the coefficients and `d'`
the degree in `z`. Bounds are widened by this error, and lengths by `2^-48`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic

from truel_ref.kernels.columns import Amounts, Classes, Events, Fibre, Segments, horner, no_events
from truel_ref.kernels.halving import (
    UNIT,
    Class,
    HalvedCells,
    OutwardSums,
    Question,
    Terms,
    Volumes,
    proved_signs,
    subdivide,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Column", "column_volumes"]

_IGNORED = 2


class Column:
    """The columns over a chunk of squares.

    Fields: `crossed`, whether two polynomials without `z` change their signs, so that the whole column is open.
    """

    def __init__(self, fibres: Sequence[Fibre], centres: np.ndarray, width: float, states: np.ndarray) -> None:
        import numpy as np

        self.fibres, self.centres, self.width = fibres, centres, width
        self.states = states.copy()
        self.needed = np.zeros(states.shape, dtype=bool)
        self.at_centre: dict[int, np.ndarray] = {}
        flat = np.full(len(centres), -1)
        self.crossed = np.zeros(len(centres), dtype=bool)
        events = [no_events()]
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
            events.append(replace(own, square=active[own.square], polynomial=own.polynomial + number))
            self.states[active, number] = np.where(still, 0, fibre.middle_signs(table))
            lines = np.zeros((len(centres), fibre.degree + 1))
            lines[active] = table[:, 0, 0, : fibre.degree + 1]
            self.at_centre[number] = lines
        self.flat = flat
        self.events = Events.joined(events)

    def known(self) -> np.ndarray:
        """Return the knowledge that quarters inherit: signs, and the polynomials that do not matter."""
        import numpy as np

        whole = self.crossed[:, np.newaxis] | self.needed | (self.states != 0)
        return np.where(whole, self.states, _IGNORED).astype(np.int8)

    def amounts(self, side: int, classes: Classes[Any], allowed: float) -> list[Amounts]:
        """Return the lengths of classes where the polynomial without `z` that changes its sign, if any, has this sign.

        Parameters: `side`, the sign; `classes`; `allowed`, the approximate uncertain length allowed in a column.
        """
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
        walls = [Events.plain(squares, np.full(len(squares), end), np.zeros(len(squares)), -1) for end in (0.0, 1.0)]
        events = Events.joined([*walls, self.events.of(chosen[self.events.square])])
        segments = Segments(events, split)
        signs = self._signs(segments, side)
        while (idle := segments.idle(signs, classes)).any():
            segments = segments.without(idle)
            signs = self._signs(segments, side)
        made = segments.amounts(signs, self.needed, classes, segments.depths(allowed))
        return [part.weighted(least[part.square], most[part.square]) for part in made]

    def _signs(self, segments: Segments, side: int) -> np.ndarray:
        """Return the signs of all polynomials in segments, 0 where they are open or do not matter."""
        import numpy as np

        states = self.states[segments.square]
        signs = np.where(states == _IGNORED, 0, states).astype(np.int8)
        middles = (segments.low + segments.high) / 2
        for number, lines in self.at_centre.items():
            rows = np.flatnonzero(states[:, number] == 0)
            values = horner(lines[segments.square[rows]], middles[rows, np.newaxis])[:, 0]
            signs[rows, number] = proved_signs(values, self.fibres[number].error)
        inside = segments.events.polynomial >= 0
        signs[segments.gaps + segments.of_event[inside], segments.events.polynomial[inside]] = 0
        flat = self.flat[segments.square]
        signs[np.flatnonzero(flat >= 0), flat[flat >= 0]] = side
        return signs


_FIRST = 5
_CHUNK = 1 << 12


def column_volumes(
    polynomials: Sequence[Terms],
    question: Question[Class],
    error: float = 1e-12,
    depth: int = 20,
    progress: Callable[[Fraction], object] | None = None,
) -> Volumes[Class]:
    """Return bounds of the volumes of the classes of a question in the unit cube.

    The module's docstring has the steps.

    Parameters: `polynomials`, in three letters, none 0 everywhere; `question`, about their signs; `error`, the
    uncertain volume over a square above which it is quartered; `depth`, the most halvings of the side; `progress`,
    called with the newly done area.

    >>> octant = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}
    >>> low, high = column_volumes([octant], lambda sign: sign(0) < 0, error=1e-5).bounds[True]
    >>> low < Fraction(math.pi / 6) < high, float(high - low) < 1e-2
    (True, True)
    """
    work = _FibreWork(polynomials, question)

    def look(squares: HalvedCells) -> HalvedCells:
        left = work.add(squares, error if squares.level < depth else math.inf)
        if progress is not None:
            progress(Fraction(len(squares) - len(left), 1 << (2 * squares.level)))
        return left

    subdivide(HalvedCells.whole(_FIRST, 2, len(polynomials)), look, _CHUNK)
    return work.volumes()


class _FibreWork(Generic[Class]):
    """The volumes so far, to which chunks of squares are added."""

    def __init__(self, polynomials: Sequence[Terms], question: Question[Class]) -> None:
        self.fibres = [Fibre(terms) for terms in polynomials]
        self.classes = Classes(question)
        self.sums = OutwardSums()
        self.squares = 0

    def volumes(self) -> Volumes[Class]:
        """Return the bounds from all squares together."""
        left = self.sums.of(-1)[1]
        sums = {name: self.sums.of(number) for name, number in self.classes.names.items()}
        bounds = {name: (max(low, Fraction(0)), min(high + left, Fraction(1))) for name, (low, high) in sums.items()}
        return Volumes(bounds, left, self.squares)

    def add(self, squares: HalvedCells, error: float) -> HalvedCells:
        """Add the squares that are certain enough, and return the others, with the knowledge about polynomials."""
        import numpy as np

        area = squares.width**2
        self.squares += len(squares)
        column = Column(self.fibres, squares.centres, squares.width, squares.known)
        amounts = [part for side in (1, -1) for part in column.amounts(side, self.classes, error / area)]
        uncertain = column.crossed * 1.0
        for amount in amounts:
            uncertain += np.bincount(amount.square, amount.high - amount.low, len(squares))
        again = uncertain * area > error
        for amount in amounts:
            kept = ~again[amount.square]
            for number in np.unique(amount.class_number[kept]):
                these = kept & (amount.class_number == number)
                self.sums.add(int(number), amount.low[these], amount.high[these], area)
        whole = column.crossed[~again] * 1.0
        self.sums.add(-1, 0 * whole, whole, area)
        return HalvedCells(squares.level, squares.places, column.known())[again]
