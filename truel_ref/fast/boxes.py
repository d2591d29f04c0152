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
from truel_ref.fast.floats import FloatTurns
from truel_ref.fast.trees import Proof, Tree
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
    """An array of numbers over boxes: `c + a d_A + b d_B`, up to `e` (see the module's docstring)."""

    __array_ufunc__ = None  # so that an array of NumPy leaves the arithmetic to this class

    def __init__(self, c: Any, a: Any, b: Any, e: Any) -> None:
        self.c, self.a, self.b, self.e = c, a, b, e

    @cached_property
    def spread(self) -> Any:
        """A bound of what the linear part varies by."""
        import numpy as np

        return np.abs(self.a) + np.abs(self.b)

    @cached_property
    def size(self) -> Any:
        """A bound of the absolute value."""
        import numpy as np

        return (np.abs(self.c) + self.spread + self.e) * UP

    @property
    def zero(self) -> Any:
        """Where the number is exactly 0 in the whole box."""
        return (self.c == 0.0) & (self.a == 0.0) & (self.b == 0.0) & (self.e == 0.0)

    # -- arithmetic

    def __add__(self, other: Any) -> Affine:
        import numpy as np

        if isinstance(other, float):
            assert other == 0.0, "the only float that is added is where a sum begins"
            return self
        c, a, b = self.c + other.c, self.a + other.a, self.b + other.b
        return Affine(c, a, b, (self.e + other.e + UNIT * (np.abs(c) + np.abs(a) + np.abs(b))) * UP)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, float):
            assert other in {0.0, 1.0}, "the only floats that are multiplied are where a product or a sum begins"
            return self if other else 0.0
        error = self.spread * other.spread + self.e * other.size + other.e * self.size
        return Affine(
            self.c * other.c,
            self.c * other.a + other.c * self.a,
            self.c * other.b + other.c * self.b,
            (error + 4.0 * UNIT * (self.size * other.size)) * UP,
        )

    __rmul__ = __mul__

    # -- as an array

    def each(self, change: Callable[[Any], Any]) -> Affine:
        """Return the same change of all four arrays."""
        return Affine(change(self.c), change(self.a), change(self.b), change(self.e))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        shape: tuple[int, ...] = self.c.shape
        return shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def T(self) -> Affine:  # noqa: N802  the name that arrays have for it
        """The transposed array."""
        import numpy as np

        return self.each(np.transpose)

    def reshape(self, shape: tuple[int, ...]) -> Affine:
        """Return the same numbers in another shape."""
        return self.each(lambda part: part.reshape(shape))

    def copy(self) -> Affine:
        """Return a copy."""
        import numpy as np

        return self.each(np.copy)

    def __getitem__(self, where: Any) -> Affine:
        return self.each(lambda part: part[where])

    def __setitem__(self, where: Any, values: Affine) -> None:
        for name in ("c", "a", "b", "e"):
            getattr(self, name)[where] = getattr(values, name)
        self.__dict__.pop("spread", None)
        self.__dict__.pop("size", None)

    @staticmethod
    def merged(parts: Sequence[Affine], merge: Callable[[Sequence[Any]], Any]) -> Affine:
        """Return several arrays put together in some way, such as `np.stack`."""
        c, a, b, e = (merge([getattr(part, name) for part in parts]) for name in ("c", "a", "b", "e"))
        return Affine(c, a, b, e)


def fixed(values: np.ndarray, error: Any = 0.0) -> Affine:
    """Return numbers that are the same in the whole box.

    >>> import numpy as np
    >>> fixed(np.array([0.0, 0.5])).zero.tolist()
    [True, False]
    """
    import numpy as np

    nothing = np.zeros_like(values)
    return Affine(values, nothing, nothing, nothing + error)


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
    q = x.c / divisor
    a, b = x.a - q * y.a, x.b - q * y.b
    rest = (x.e + np.abs(q) * y.e + 4.0 * UNIT * (x.size + np.abs(q) * y.size)) * UP
    swing = (np.abs(a) + np.abs(b) + rest) * (ratio / (1.0 - ratio))
    # The parts divided once more are rounded once more: u of each, at most what `rest` has of them already.
    error = (rest + swing * UP + 4.0 * UNIT * (np.abs(a) + np.abs(b))) / divisor * UP
    known = narrow & (error < 0.5)
    return Affine(
        np.where(known, q, 0.5),
        np.where(known, a / divisor, 0.0),
        np.where(known, b / divisor, 0.0),
        np.where(known, error, 0.5),
    )


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
            gain = (values.c[option] - values.c) * (1.0 - 2.0**-50)
            slack = np.abs(values.a[option] - values.a) + np.abs(values.b[option] - values.b)
            slack += values.e[option] + values.e
            kept &= ~(allowed[option] & (gain > slack * UP + MARGIN))
        return kept

    def hull(self, values: Any, kept: Any) -> Any:
        """Return a bound of all that is kept: the middle of the linear functions, and how far any is from it."""
        import numpy as np

        def middle(part: Any) -> Any:
            least = np.where(kept, part, np.inf).min(axis=0)
            most = np.where(kept, part, -np.inf).max(axis=0)
            return np.where(least <= most, 0.5 * least + 0.5 * most, 0.0)

        with np.errstate(invalid="ignore"):
            c, a, b = middle(values.c), middle(values.a), middle(values.b)
        away = np.abs(values.c - c) + np.abs(values.a - a) + np.abs(values.b - b)
        return Affine(c, a, b, np.where(kept, (away * UP + values.e) * UP, 0.0).max(axis=0))

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
        ranks: Sequence[list[int] | None],
        proof: Proof | None,
    ) -> Tree:
        """Return the tree of a phase over boxes."""
        return BoxTree(order, options, turns, self._idle(order, options), self.problem.players, ranks, proof)
