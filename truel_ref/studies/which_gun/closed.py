r"""Closed forms of what each gun wins on the average, where nobody decides anything that depends on the numbers.

Let `x > y > z` be the order statistics of three independent uniform numbers. Each mean is a combination, with rational
coefficients, of the constants `CONSTANTS`; that of the weakest is 1 less the other two.

**Random shooter: derived.** The win probabilities depend on ratios only, so `x = 1`, and `(y, z)` has the density 2 on
`1 > y > z > 0`. The middle one wins `2 ∫ y log((1+2y)/(1+y)) dy = 3/4 log 3 - 1/2`. The strongest wins
`2 ∫ (log(2+z) - log(1+2z)) / (1+z) dz`. With `t = 1 + z` the first part is `Li2(-1) - Li2(-2)`, and the second, since
`log(2t - 1) = log(2t) + log(1 - 1/(2t))`, is `3/2 log(2)^2 - Li2(1/2) + Li2(1/4)`. By `Li2(1/2) = π²/12 - log(2)²/2`,
`Li2(-2) = -π²/6 - log(2)²/2 - Li2(-1/2)` and `Li2(1/4) = 2 Li2(1/2) + 2 Li2(-1/2)`, it is
`π²/6 - 2 log(2)² - Li2(1/4)`.

**All others: recognised, not derived.** In the letters of `truel_ref.studies.which_gun.enclosed` the integrands are
analytic on the closed cube. They were integrated by Gauss and Legendre's rule with 88 points each way, to 107 digits,
and an integer relation among these constants with coefficients of at most four digits was found for each (PSLQ). That
they hold is not proved; the proved bounds, below 10^-8 apart, contain them.

Where the weakest passes, only two shoot, in either cyclic order: what counts is which of the stronger two is first.

Source: H. R. P. Ferguson, D. H. Bailey and S. Arno, "Analysis of PSLQ, an integer relation finding algorithm",
Mathematics of Computation 68 (1999), 351-369.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.numbers import fraction_text
from truel_ref.workers import LIBRARIES

__all__ = ["CONSTANTS", "DERIVED", "ClosedForm", "closed_wins"]

CONSTANTS = (
    "1",
    "log(2)",
    "log(3)",
    "pi*sqrt(3)",
    "pi^2",
    "log(2)^2",
    "Li2(1/4)",
    "zeta(3)",
    "pi*Cl2(pi/3)",
)
"""The constants: Li2 is the dilogarithm, Cl2 Clausen's integral, zeta(3) Apéry's constant."""

DERIVED = ("random shooter",)
"""The rules whose closed forms are derived; those of the others are recognised."""


@dataclass(frozen=True)
class ClosedForm:
    """A combination of the constants.

    Fields: `parts`, one coefficient per constant.

    >>> print(closed_wins("random shooter", (0, 1, 2))[1])
    -1/2 + 3/4*log(3)
    """

    parts: tuple[Fraction, ...]

    def __add__(self, other: ClosedForm) -> ClosedForm:
        return ClosedForm(tuple(one + more for one, more in zip(self.parts, other.parts, strict=True)))

    def __mul__(self, number: Fraction | int) -> ClosedForm:
        return ClosedForm(tuple(part * number for part in self.parts))

    def __str__(self) -> str:
        text = ""
        for part, name in zip(self.parts, CONSTANTS, strict=True):
            if part:
                size = fraction_text(abs(part))
                term = size if name == "1" else name if size == "1" else f"{size}*{name}"
                text += (f" {'-' if part < 0 else '+'} " if text else "-" if part < 0 else "") + term
        return text or "0"

    def value(self, digits: int = 30) -> Any:
        """Return the value as a number of mpmath, correct to so many digits but for the last few."""
        import mpmath

        with LIBRARIES, mpmath.workdps(digits + 10):
            values = [
                mpmath.mpf(1),
                mpmath.log(2),
                mpmath.log(3),
                mpmath.pi * mpmath.sqrt(3),
                mpmath.pi**2,
                mpmath.log(2) ** 2,
                mpmath.polylog(2, mpmath.mpf(1) / 4),
                mpmath.zeta(3),
                mpmath.pi * mpmath.clsin(2, mpmath.pi / 3),
            ]
            pairs = zip(self.parts, values, strict=True)
            return mpmath.fsum(mpmath.mpf(part.numerator) / part.denominator * value for part, value in pairs)


def _form(divisor: int, *parts: int) -> ClosedForm:
    return ClosedForm(tuple(Fraction(part, divisor) for part in parts))


# Per order, by who shoots first, second and third: what the strongest and the middle one win.
_WITHOUT_A_MISS: Mapping[tuple[int, ...], tuple[ClosedForm, ClosedForm]] = {
    (0, 1, 2): (
        _form(6, 0, 0, -81, 15, 2, 0, 0, 120, -48),
        _form(12, -294, 1320, -297, -27, 23, -432, -144, -297, 72),
    ),
    (0, 2, 1): (
        _form(6, 0, 0, -81, 15, 2, 0, 0, 120, -48),
        _form(4, -2, -264, 63, 15, 8, -144, -48, 95, -24),
    ),
    (1, 0, 2): (
        _form(6, 234, -576, 81, 15, 2, 0, 0, 108, -48),
        _form(12, -492, 456, 351, -27, 29, -432, -144, -273, 72),
    ),
    (1, 2, 0): (
        _form(12, 149, 192, 0, -42, -6, 0, 0, -120, 48),
        _form(4, -270, 24, 171, 9, 13, -144, -48, -87, 24),
    ),
    (2, 0, 1): (
        _form(4, -177, -64, 216, -14, 6, 0, 0, -40, 16),
        _form(4, -38, 24, -45, 15, 4, -144, -48, 91, -24),
    ),
    (2, 1, 0): (
        _form(12, 149, 192, 0, -42, -6, 0, 0, -120, 48),
        _form(12, -756, 264, 27, 99, 16, -432, -144, 273, -72),
    ),
}

_PASSES = {
    0: (_form(4, -84, 72, 0, 0, 1, 48, 0, 3, 0), _form(3, 15, 0, 0, 0, -5, 72, 0, 0, 0)),
    1: (_form(3, 39, -24, 0, 0, -1, -24, 0, 0, 0), _form(4, -132, 120, 0, 0, 11, -144, 0, 9, 0)),
}
"""What the strongest and the middle one win, by which of them shoots first."""

_SHOOTER = _form(6, 0, 0, 0, 0, 1, -12, -6, 0, 0), _form(4, -2, 0, 3, 0, 0, 0, 0, 0, 0)


def closed_wins(rule: str, order: Sequence[int]) -> tuple[ClosedForm, ClosedForm, ClosedForm] | None:
    """Return what the strongest, the middle and the weakest gun win on the average, None where no form is known.

    Parameters: `rule`, the name of a rule of fire; `order`, which gun each has who shoots first, second and third.

    >>> print(closed_wins("the weakest passes", (2, 1, 0))[0])
    13 - 8*log(2) - 1/3*pi^2 - 8*log(2)^2
    """
    own = tuple(order)
    if rule == "random shooter":
        first, second = _SHOOTER
    elif rule == "the weakest passes":
        first, second = _PASSES[0 if own.index(0) < own.index(1) else 1]
    elif rule == "without a miss":
        first, second = _WITHOUT_A_MISS[own]
    else:
        return None
    whole = _form(1, 1, *[0] * (len(CONSTANTS) - 1))
    return first, second, whole + (first + second) * -1
