"""Where polynomials vanish in the columns over small squares: steps 1 and 2 of `fibres`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from truel_ref.kernels.expansions import UNIT, Expansion, Terms

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Events", "Fibre", "no_events"]


_PIECES = 1 << 18  # of columns that are looked at together: their coefficients are half a kilobyte each


@dataclass(frozen=True)
class Events:
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

    def of(self, chosen: np.ndarray) -> Events:
        """Return some of the events."""
        return Events(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @property
    def spread(self) -> np.ndarray:
        """How far from its centre a piece goes."""
        result: np.ndarray = abs(self.leans).sum(axis=1) / 2 + self.reach
        return result

    def moved(self, **fields: Any) -> Events:
        """Return the events with other values of some fields."""
        return replace(self, **fields)

    @classmethod
    def plain(cls, square: np.ndarray, centre: np.ndarray, reach: np.ndarray, polynomial: int) -> Events:
        """Return pieces of which nothing is known but where they are."""
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

    def events(self, table: np.ndarray, width: float) -> tuple[Events, np.ndarray]:
        """Return where the polynomial may vanish, and over which squares it may, or rounding hides that it does not."""
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
            parts.append(proved.moved(square=rows))
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
        events = Events.plain(np.arange(len(root)), root, rho, 0)
        return events.moved(leans=np.stack(slopes, axis=-1), sign=sign, mean=mean, error=error), reach

    def _unsettled(self, table: np.ndarray, rows: np.ndarray, hulls: np.ndarray, width: float) -> Events:
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
