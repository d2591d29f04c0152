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
   them all signs are known, and so is the class. A piece whose polynomial is not asked for, whatever is open in what it
   is joined to, is left out there, and the others are joined anew. In a joined piece where one root decides
   (`Answers`), the two classes share its length as the mean of the root says; any other is open.
4. A polynomial that does not depend on `z`, and changes its sign in `Q`, gives two columns, one for each sign, whose
   shares of `Q` are those of step 3 of `volumes`; the means of roots are then known up to the spread of the root.
5. Squares with too large an error are quartered. A polynomial that was not asked for anywhere in a column is left out
   in its quarters, and one without a zero in the column keeps its sign.
6. Along edges, where surfaces cross, joined pieces of step 3 are open over a strip of squares. Where all of them are
   roots of step 1, `r + lambda(t) + s` with `|s| <= rho`, only their order is open. Such a piece is a column of its own
   over each quarter of `Q`, where `lambda` varies half as much and `rho` stays; the signs there follow from the order,
   as a root changes the sign of its polynomial. No polynomial is worked out again, so this costs little; it is done
   up to three times, while it helps, before `Q` itself is quartered.

Squares are looked at 4,096 at a time, pieces of their columns and groups of roots in limited numbers, so that memory
does not grow with the number of squares.

**Rounding.** `x0` and `h` are doubles without error. A coefficient `C_ijk` is a sum of terms with at most `6 (d + 1)`
roundings each, `d` the largest exponent, and all that is added up afterwards has less than 100 terms; with
`|r| + W <= 5/2` the errors together are at most `(6 (d + 1) + 100) u M (5/2)^d'`, `M` the sum of the moduli of the
coefficients and `d'` the degree in `z`. Bounds are widened by it, and lengths by `2^-48`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Generic

from truel_ref.kernels.expansions import Terms
from truel_ref.kernels.fibre_columns import Column
from truel_ref.kernels.fibre_roots import Fibre
from truel_ref.kernels.fibre_segments import Amounts, Classes
from truel_ref.kernels.sign_questions import Class, Question
from truel_ref.kernels.volumes import Volumes

if TYPE_CHECKING:
    import numpy as np

__all__ = ["column_volumes"]

_FIRST = 5
_CHUNK = 1 << 12


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
        self.fibres = [Fibre(terms) for terms in polynomials]
        self.classes = Classes(question)
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
        for name, number in self.classes.names.items():
            low, high = (sum(map(Fraction, ends), Fraction(0)) for ends in self.sums.get(number, ([], [])))
            bounds[name] = (max(low, Fraction(0)), min(high + left, Fraction(1)))
        return Volumes(bounds, left, self.squares)

    def add(self, level: int, squares: np.ndarray, states: np.ndarray, error: float) -> tuple[np.ndarray, np.ndarray]:
        """Add what is certain enough, and return the other squares, with what is now known of the polynomials."""
        import numpy as np

        width = 2.0**-level
        centres = (squares + 0.5) * width
        self.squares += len(squares)
        column = Column(self.fibres, centres, width, states)
        amounts: list[Amounts] = []
        for side in (1, -1):
            amounts += column.amounts(side, self.classes, error / width**2)
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
