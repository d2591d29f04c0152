r"""Decisions of a phase over whole boxes of hit probabilities at once, with proved bounds.

**Numbers.** In a box with centre `c` and half-widths `w` the hit probabilities of A and B are `c + w d` with `d` from
-1 to 1. Everything else is bounded by a linear function and an error (`Affine`):

    |x(d) - (c + a d_A + b d_B)| <= e        for all d in [-1, 1]^2.

Between two options of a player the linear parts cancel as far as they agree, so the sign of a difference stays open
only near its zeros, and not, as with intervals, wherever both values vary. This is the mean value form, carried along.

**Rules**, with the spread `s = |a| + |b|` and the size `m = |c| + s + e`, which bounds `|x|`:

- a sum adds `c`, `a`, `b` and `e`;
- a product has `c1 c2`, `c1 a2 + c2 a1`, …, and the error `s1 s2 + e1 m2 + e2 m1`;
- a quotient, with `q = c1 / c2` and `t = (s2 + e2) / c2 < 1`: from `x / y = q + (x - q y) / y`, where `x - q y` is
  small and `|1/y - 1/c2| <= t / (1 - t) / c2`, the parts are `(a1 - q a2) / c2`, …, and the error is
  `(e1 + q e2 + N t / (1 - t)) / c2` with `N` the size of `x - q y`. Quotients are probabilities here, so where `t` is
  too large the whole of [0, 1] is a bound.

**Rounding.** A rounded operation has a relative error of at most `u = 2^-53`, so all roundings of the parts of a
result are below `u` times a sum of sizes, which is added to `e`; `e` itself is a sum and product of at most some twenty
numbers >= 0, rounded each, and multiplied by `1 + 2^-46` it is not below its exact value. What underflows is lost with
less than `2^-1000`, which the margin of a comparison outweighs: divisors are above `10^-12` (`within_reach`).

Source: affine arithmetic after J. L. D. Comba and J. Stolfi, "Affine arithmetic and its applications to computer
graphics", SIBGRAPI (1993), 9-18, with two noise symbols and the rest in one bound; R. E. Moore, R. B. Kearfott and
M. J. Cloud, *Introduction to Interval Analysis* (2009), chapter 6, for the mean value form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truel_ref.fast.batches import Filter
from truel_ref.fast.trees import FloatTurns, Proof, TieRanks, Tree
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.numbers import Number

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Affine", "BoxFilter", "BoxTree", "fixed", "quotient"]

UNIT = 2.0**-53
UP = 1.0 + 2.0**-46
MARGIN = 1e-200
WIDE = 0.75
"""A divisor that varies by more than this share of its centre bounds nothing that is worth computing."""


class Affine:
    """An array of numbers over boxes: `c + a d_A + b d_B`, up to `e` (see the module's docstring).

    The four are the rows of one array, `parts`, because a call of NumPy costs more than most of them have to do.

    Parameters: `c`, `a`, `b` and `e`, arrays that can be broadcast to one shape.
    """

    __array_ufunc__ = None  # so that an array of NumPy leaves the arithmetic to this class

    parts: np.ndarray

    def __init__(self, c: Any, a: Any, b: Any, e: Any) -> None:
        import numpy as np

        self.parts = np.stack(np.broadcast_arrays(c, a, b, e))

    @classmethod
    def of(cls, parts: np.ndarray) -> Affine:
        """Return the numbers whose four parts lie along the first axis of an array."""
        made = cls.__new__(cls)
        made.parts = parts
        return made

    @property
    def c(self) -> Any:
        """The value in the middle of the box."""
        return self.parts[0]

    @property
    def a(self) -> Any:
        """The slope along the first letter."""
        return self.parts[1]

    @property
    def b(self) -> Any:
        """The slope along the second letter."""
        return self.parts[2]

    @property
    def e(self) -> Any:
        """The error."""
        return self.parts[3]

    @cached_property
    def spread(self) -> Any:
        """A bound of what the linear part varies by."""
        import numpy as np

        slopes = np.abs(self.parts[1:3])
        return slopes[0] + slopes[1]

    @cached_property
    def size(self) -> Any:
        """A bound of the absolute value."""
        import numpy as np

        return (np.abs(self.c) + self.spread + self.e) * UP

    @property
    def zero(self) -> Any:
        """Where the number is exactly 0 in the whole box."""
        return ~self.parts.any(axis=0)

    # -- arithmetic

    def __add__(self, other: Any) -> Affine:
        import numpy as np

        if isinstance(other, float):
            assert other == 0.0, "the only float that is added is where a sum begins"
            return self
        x, y = _aligned(self, other)
        parts = x + y
        sizes = np.abs(parts[:3])
        parts[3] += UNIT * (sizes[0] + sizes[1] + sizes[2])
        parts[3] *= UP
        return Affine.of(parts)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, float):
            assert other in {0.0, 1.0}, "the only floats that are multiplied are where a product or a sum begins"
            return self if other else 0.0
        x, y = _aligned(self, other)
        parts = x[0] * y  # c1 c2, c1 a2 and c1 b2
        parts[1:3] += y[0] * x[1:3]
        error = self.spread * other.spread + self.e * other.size + (other.e + 4.0 * UNIT * other.size) * self.size
        parts[3] = error * UP
        return Affine.of(parts)

    __rmul__ = __mul__

    # -- as an array

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.parts.shape[1:]

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.parts.ndim - 1

    def swapaxes(self, one: int, other: int) -> Affine:
        """Return the same numbers with two of the first axes exchanged."""
        return Affine.of(self.parts.swapaxes(one + 1, other + 1))

    def reshape(self, shape: tuple[int, ...]) -> Affine:
        """Return the same numbers in another shape."""
        return Affine.of(self.parts.reshape((4, *shape)))

    def copy(self) -> Affine:
        """Return a copy."""
        return Affine.of(self.parts.copy())

    def __getitem__(self, where: Any) -> Affine:
        return Affine.of(self.parts[(slice(None), *where) if isinstance(where, tuple) else (slice(None), where)])

    def __setitem__(self, where: tuple[Any, ...], values: Affine) -> None:
        self.parts[(slice(None), *where)] = values.parts
        self.__dict__.pop("spread", None)
        self.__dict__.pop("size", None)

    @staticmethod
    def merged(several: Sequence[Affine], merge: Callable[..., np.ndarray]) -> Affine:
        """Return several arrays put together along the first axis by `np.stack` or `np.concatenate`."""
        return Affine.of(merge([each.parts for each in several], axis=1))


def _aligned(x: Affine, y: Affine) -> tuple[np.ndarray, np.ndarray]:
    """Return the parts of two arrays, with as many axes as the larger one has, so that they can be broadcast."""
    axes = max(x.ndim, y.ndim)
    first, second = (
        each.parts if each.ndim == axes else each.parts.reshape((4, *[1] * (axes - each.ndim), *each.shape))
        for each in (x, y)
    )
    return first, second


def fixed(values: np.ndarray, error: Any = 0.0) -> Affine:
    """Return numbers that are the same in the whole box.

    >>> import numpy as np
    >>> fixed(np.array([0.0, 0.5])).zero.tolist()
    [True, False]
    """
    import numpy as np

    parts = np.zeros((4, *values.shape))
    parts[0], parts[3] = values, error
    return Affine.of(parts)


def quotient(x: Affine, y: Affine) -> Affine:
    """Return a quotient that is known to be a probability.

    >>> import numpy as np
    >>> third = quotient(fixed(np.array([1.0])), fixed(np.array([3.0])))
    >>> bool(third.e[0] < 1e-15), quotient(fixed(np.array([1.0])), fixed(np.array([0.0]))).c.tolist()
    (True, [0.5])
    """
    import numpy as np

    width = (y.spread + y.e) * UP
    narrow = width < WIDE * y.c
    divisor = np.where(narrow, y.c, 1.0)
    ratio = np.where(narrow, width / divisor * UP, 0.0)
    above, below = _aligned(x, y)
    q = x.c / divisor
    slopes = above[1:3] - q * below[1:3]
    away = np.abs(slopes)
    swing = away[0] + away[1]
    size = np.abs(q)
    rest = (x.e + size * y.e + 4.0 * UNIT * (x.size + size * y.size)) * UP
    # The parts divided once more are rounded once more: u of each, at most what `rest` has of them already.
    error = rest + (swing + rest) * (ratio / (1.0 - ratio)) * UP + 4.0 * UNIT * swing
    parts = np.empty((4, *q.shape))
    parts[0] = q
    parts[1:3] = slopes / divisor
    parts[3] = error / divisor * UP
    unknown = ~(narrow & (parts[3] < 0.5))
    if unknown.any():
        np.copyto(parts, np.array([0.5, 0.0, 0.0, 0.5]).reshape((4, *[1] * q.ndim)), where=unknown)
    return Affine.of(parts)


class BoxTree(Tree):
    """All profiles of a phase at once, every value bounded over a box."""

    turns: Sequence[FloatTurns]

    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Any], Any]:
        """Return bounds of the values of profiles; see `Tree.values`."""
        tops, below, valid = self.composed(first, outcomes, [turn.low for turn in self.turns])
        return {key: quotient(top, below) for key, top in tops.items()}, valid

    def rivals(self, values: Any, allowed: Any) -> Any:
        """Return the allowed options that no other is better than everywhere in the box."""
        import numpy as np

        shape = np.broadcast_shapes(values.shape, allowed.shape)
        allowed = np.broadcast_to(allowed, shape)
        kept = allowed.copy()
        for option in range(shape[0]):
            apart = values.parts[:, option : option + 1] - values.parts
            slopes = np.abs(apart[1:3])
            slack = (slopes[0] + slopes[1] + (values.e[option] + values.e)) * UP
            kept &= ~(allowed[option] & (apart[0] * (1.0 - 2.0**-50) > slack + MARGIN))
        return kept

    def hull(self, values: Any, kept: Any) -> Any:
        """Return a bound of all that is kept: the middle of the linear functions, and how far any is from it."""
        import numpy as np

        middle, error = values.parts[:3], values.parts[3]
        with np.errstate(invalid="ignore"):
            least = np.where(kept, middle, np.inf).min(axis=1)
            most = np.where(kept, middle, -np.inf).max(axis=1)
            middle = np.where(least <= most, 0.5 * least + 0.5 * most, 0.0)
        away = np.abs(values.parts[:3] - middle[:, np.newaxis])
        error = ((away[0] + away[1] + away[2]) * UP + error) * UP
        return Affine.of(np.concatenate([middle, np.where(kept, error, 0.0).max(axis=0)[np.newaxis]]))

    def joined(self, parts: Sequence[Any]) -> Any:
        """Return the bounds of several slices as one."""
        import numpy as np

        return Affine.merged(parts, np.concatenate)

    def win(self, path: np.ndarray) -> tuple[Any, Any]:
        """Return bounds of the win probabilities at the start under the chosen path, twice the same."""
        total, below = self.composed_along(path, [turn.low for turn in self.turns])
        win = quotient(total, below)
        win[:, below.zero] = self._stalemate()[:, below.zero]
        return win, win

    def hull_at_start(self) -> tuple[Any, Any]:
        """Return bounds of the win probabilities at the start, over all that may be chosen, twice the same."""
        import numpy as np

        outcomes = range(self.players + 1)
        decided = self.decide(outcomes)
        hull = Affine.merged([self.hull(decided.values[outcome], decided.kept) for outcome in outcomes], np.stack)
        none = ~decided.kept.any(axis=0)  # in a stalemate nothing is chosen, nobody wins
        hull[:, none] = self._stalemate()[:, none]
        return hull, hull

    def _stalemate(self) -> Affine:
        import numpy as np

        stale = np.zeros((self.players + 1, self.batch))
        stale[self.players] = 1.0
        return fixed(stale)


class BoxFilter(Filter):
    """Solves a batch of boxes of hit probabilities, as far as the bounds over a whole box prove.

    What `phase` says then holds at every point of the box. All points must agree in which of two hit probabilities is
    larger and in which are 0 or 1, and be `within_reach`.

    Parameters: `problem`, that of a point of one of the boxes; `hits` and `misses`, `Affine` of shape (players, batch);
    `limits`, options that are known to be out.
    """

    def number(self, value: Number) -> Any:
        """Return an exact number as a constant."""
        import numpy as np

        nearest = float(value)
        return nearest if nearest in {0.0, 1.0} else fixed(np.array([nearest]), UNIT * nearest)

    def known(self, exact: np.ndarray) -> Any:
        """Return an array of zeros and ones as constants."""
        return fixed(exact)

    def stacked(self, parts: Sequence[Any]) -> Any:
        """Return arrays along a new first axis."""
        import numpy as np

        nothing = self.known(np.zeros((self.batch,)))
        return Affine.merged([nothing if isinstance(part, float) else part for part in parts], np.stack)

    def quotient(self, x: Any, y: Any) -> Any:
        """Return a quotient that is known to be a probability."""
        return quotient(x, y)

    def is_zero(self, values: Any) -> np.ndarray:
        """Return where values are exactly 0 in the whole box."""
        zero: np.ndarray = values.zero
        return zero

    def tree(
        self,
        order: Order,
        options: Sequence[Sequence[Aim]],
        turns: Sequence[FloatTurns],
        ranks: Sequence[TieRanks],
        proof: Proof | None,
    ) -> Tree:
        """Return the tree of a phase over boxes."""
        return BoxTree(order, options, turns, self._idle(order, options), self.problem.players, ranks, proof)
