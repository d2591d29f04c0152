r"""Which gun of three is the best choice, when their hit probabilities are drawn uniformly at random.

`averages` has the answers for every rule of fire and order; `closed_wins` the closed forms, and `kept_bounds` the
proved bounds, which `scripts/enclose_guns.py` makes.

**Closed forms of what each gun wins on the average, where nobody decides anything that depends on the numbers.**

Let `x > y > z` be the order statistics of three independent uniform numbers. Each mean is a combination, with rational
coefficients, of the constants `CONSTANTS`; the weakest wins 1 less the wins of the other two.

**Random shooter.** The win probabilities depend on ratios only, so `x = 1`, and `(y, z)` has the density 2 on
`1 > y > z > 0`. The middle one wins `2 ∫ y log((1+2y)/(1+y)) dy = 3/4 log 3 - 1/2`. The strongest wins
`2 ∫ (log(2+z) - log(1+2z)) / (1+z) dz`. With `t = 1 + z` the first part is `Li2(-1) - Li2(-2)`, and the second, since
`log(2t - 1) = log(2t) + log(1 - 1/(2t))`, is `3/2 log(2)^2 - Li2(1/2) + Li2(1/4)`. By `Li2(1/2) = π²/12 - log(2)²/2`,
`Li2(-2) = -π²/6 - log(2)²/2 - Li2(-1/2)` and `Li2(1/4) = 2 Li2(1/2) + 2 Li2(-1/2)`, it is
`π²/6 - 2 log(2)² - Li2(1/4)`.

**All others.** The page "Which gun?" of the documentation (`docs/mathematics/atlas/which-gun.md`) has the proof. Its
antiderivatives are made and differentiated in `tests/studies/test_gun_forms.py`, exactly. An integer relation of
numbers (PSLQ) showed the forms first.

Where the weakest passes, only two shoot, in either cyclic order: what counts is which of the stronger two is first.

Source: H. R. P. Ferguson, D. H. Bailey and S. Arno, "Analysis of PSLQ, an integer relation finding algorithm",
Mathematics of Computation 68 (1999), 351-369.

**Proved bounds of what each gun wins on the average where aims depend on the numbers, kept because they take minutes.**

`scripts/enclose_guns.py` makes them, at level 7, with the settings below. A test makes coarser ones, which must meet
them, and its long version these.

**What each gun wins on the average, for every rule of fire and order, and by lot: `averages`.**
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from truel_ref.numbers import fraction_text, outward_texts
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.workers import LIBRARIES

__all__ = [
    "CONSTANTS",
    "GUNS",
    "ORDERS",
    "RULES",
    "SETTINGS",
    "Average",
    "Bounds",
    "ClosedShares",
    "GunAverages",
    "Order",
    "averages",
    "closed_wins",
    "kept_bounds",
]

GUNS = ("strongest", "middle", "weakest")
"""The guns, by what the one who has it is among the three."""

Order: TypeAlias = tuple[int, ...]
"""Which gun each has, in the order of the shooting: 0 for the strongest."""

Bounds: TypeAlias = tuple[Fraction, Fraction]

ORDERS: tuple[Order, ...] = tuple(permutations(range(3)))
"""The six orders."""

RULES = ("announced", "stationary", "without a miss", "the weakest passes", "random shooter")
"""The rules of fire; with a random shooter there is no order."""

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


@dataclass(frozen=True)
class ClosedShares:
    """A combination of the constants.

    Fields: `parts`, one coefficient per constant.

    >>> print(closed_wins("random shooter", (0, 1, 2))[1])
    -1/2 + 3/4*log(3)
    """

    parts: tuple[Fraction, ...]

    def __add__(self, other: ClosedShares) -> ClosedShares:
        return ClosedShares(tuple(one + more for one, more in zip(self.parts, other.parts, strict=True)))

    def __mul__(self, number: Fraction | int) -> ClosedShares:
        return ClosedShares(tuple(part * number for part in self.parts))

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


def _form(divisor: int, *parts: int) -> ClosedShares:
    return ClosedShares(tuple(Fraction(part, divisor) for part in parts))


# Per order, by who shoots first, second and third: what the strongest and the middle one win.
_WITHOUT_A_MISS: Mapping[tuple[int, ...], tuple[ClosedShares, ClosedShares]] = {
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


def closed_wins(rule: str, order: Sequence[int]) -> tuple[ClosedShares, ClosedShares, ClosedShares] | None:
    """Return what the strongest, the middle and the weakest gun win on the average, None where no form is known.

    Parameters: `rule`, the name of a rule of fire; `order`, which gun each has who shoots first, second and third.

    >>> print(closed_wins("the weakest passes", (2, 1, 0))[0])
    13 - 8*log(2) - 1/3*pi^2 - 8*log(2)^2
    """
    own = tuple(order)
    known = {
        "random shooter": _SHOOTER,
        "the weakest passes": _PASSES[0 if own.index(0) < own.index(1) else 1],
        "without a miss": _WITHOUT_A_MISS[own],
    }
    if rule not in known:
        return None
    first, second = known[rule]
    whole = _form(1, 1, *[0] * (len(CONSTANTS) - 1))
    return first, second, whole + (first + second) * -1


SETTINGS: Mapping[str, tuple[int, int, float]] = {"announced": (7, 3, 1e-6), "stationary": (7, 2, 1e-7)}
"""The level, the further halvings and the width with which the bounds of each rule were made."""

_UNIT = 10**8

_BOUNDS: Mapping[str, Mapping[Order, Sequence[tuple[int, int]]]] = {
    "announced": {
        (0, 1, 2): ((60_962_366, 60_966_581), (8_754_095, 8_758_271), (30_277_849, 30_282_931)),
        (0, 2, 1): ((60_914_736, 60_917_662), (9_349_691, 9_355_627), (29_728_223, 29_734_859)),
        (1, 0, 2): ((32_410_252, 32_413_337), (34_727_121, 34_728_294), (32_858_865, 32_862_094)),
        (1, 2, 0): ((37_636_393, 37_656_283), (37_090_694, 37_099_225), (25_250_519, 25_269_201)),
        (2, 0, 1): ((58_947_871, 58_961_300), (11_438_710, 11_455_900), (29_593_798, 29_604_727)),
        (2, 1, 0): ((30_477_133, 30_479_234), (36_422_074, 36_427_063), (33_095_573, 33_099_013)),
    },
    "stationary": {
        (0, 1, 2): ((60_613_249, 60_613_978), (8_578_259, 8_578_811), (30_807_655, 30_807_999)),
        (0, 2, 1): ((60_726_355, 60_727_073), (8_477_581, 8_478_132), (30_795_241, 30_795_569)),
        (1, 0, 2): ((31_820_022, 31_820_439), (34_682_696, 34_683_261), (33_496_596, 33_496_937)),
        (1, 2, 0): ((30_442_424, 30_443_876), (35_884_087, 35_885_912), (33_671_548, 33_672_103)),
        (2, 0, 1): ((58_855_806, 58_858_553), (10_124_494, 10_127_476), (31_016_483, 31_017_139)),
        (2, 1, 0): ((30_941_929, 30_943_375), (35_439_850, 35_441_703), (33_616_258, 33_616_836)),
    },
}


def kept_bounds(rule: str, order: Sequence[int]) -> tuple[Bounds, ...] | None:
    """Return bounds for the strongest, the middle and the weakest gun, None for a rule without kept ones.

    >>> [float(end) for end in kept_bounds("stationary", (2, 1, 0))[0]]
    [0.30941929, 0.30943375]
    """
    if rule not in _BOUNDS:
        return None
    return tuple((Fraction(low, _UNIT), Fraction(high, _UNIT)) for low, high in _BOUNDS[rule][tuple(order)])


_DECIMALS = 4
_DIGITS = 30


@dataclass(frozen=True)
class Average:
    """What the three guns win on the average.

    Fields: `rule`; `order`, which gun each has who shoots first, second and third, None by lot; `forms`, closed forms
    for the strongest, the middle and the weakest, or None; `bounds`, proved ones, or None beside closed forms.
    """

    rule: str
    order: Order | None
    forms: tuple[ClosedShares, ...] | None
    bounds: tuple[Bounds, ...] | None

    @property
    def order_text(self) -> str:
        """The order in words."""
        if self.rule == "random shooter":
            return "at random"
        return "by lot" if self.order is None else ", ".join(GUNS[gun] for gun in self.order)

    @property
    def source(self) -> str:
        """How the numbers are known: derived or bounded."""
        return "bounded" if self.forms is None else "derived"

    @property
    def middles(self) -> tuple[Fraction, ...]:
        """The numbers, or the middles of their bounds, to 12 decimals."""
        if self.forms is not None:
            return tuple(Fraction(f"{float(form.value(_DIGITS)):.12f}") for form in self.forms)
        return tuple(Fraction(round((low + high) / 2 * 10**12), 10**12) for low, high in self.bounds or ())

    def cells(self) -> list[str]:
        """Return the percentages: of closed forms rounded, of bounds rounded outwards."""
        if self.forms is not None:
            return [f"{float(form.value(_DIGITS) * 100):.{_DECIMALS}f}" for form in self.forms]
        return [" to ".join(outward_texts(100 * low, 100 * high, _DECIMALS)) for low, high in self.bounds or ()]

    def to_json(self) -> dict[str, Any]:
        """Return the average as plain data for JSON."""
        return {
            "rule": self.rule,
            "order": None if self.order is None else [GUNS[gun] for gun in self.order],
            "source": self.source,
            "forms": None if self.forms is None else dict(zip(GUNS, map(str, self.forms), strict=True)),
            "bounds": None
            if self.bounds is None
            else {gun: list(map(fraction_text, ends)) for gun, ends in zip(GUNS, self.bounds, strict=True)},
        }


@dataclass(frozen=True, repr=False)
class GunAverages(Record):
    """What each gun wins on the average: `rows`, one for every rule and order."""

    rows: tuple[Average, ...]

    def of(self, rule: str, order: Sequence[int] | None) -> Average:
        """Return the row of a rule and an order, None being by lot or at random."""
        wanted = None if order is None else tuple(order)
        (row,) = (row for row in self.rows if (row.rule, row.order) == (rule, wanted))
        return row

    def to_json(self) -> dict[str, Any]:
        """Return the rows as plain data for JSON."""
        return {"averages": [row.to_json() for row in self.rows]}

    def _table(self) -> Table:
        rows = [(row.rule, row.order_text, *row.cells(), row.source) for row in self.rows]
        caption = "What the strongest, the middle and the weakest of three random guns win on the average, in percent"
        notes = [
            "derived: a closed form with a proof; bounded: proved bounds. The order is that of the shooting.",
        ]
        return Table(("rule", "order", *GUNS, "how"), rows, caption, notes, right=GUNS)


def averages() -> GunAverages:
    """Return what each gun wins on the average, for every rule of fire and order, and by lot.

    >>> print(*averages().of("the weakest passes", (2, 1, 0)).cells())
    32.1330 34.4147 33.4523
    >>> print(averages().of("random shooter", None).forms[0])
    1/6*pi^2 - 2*log(2)^2 - Li2(1/4)
    """
    rows: list[Average] = []
    for rule in RULES:
        if rule == "random shooter":
            rows.append(Average(rule, None, closed_wins(rule, ORDERS[0]), None))
            continue
        own = [Average(rule, order, closed_wins(rule, order), kept_bounds(rule, order)) for order in ORDERS]
        rows += [*own, _by_lot(rule, own)]
    return GunAverages(tuple(rows))


def _by_lot(rule: str, own: Sequence[Average]) -> Average:
    """Return the mean over the six orders."""
    share = Fraction(1, len(own))
    forms = [row.forms for row in own if row.forms is not None]
    bounds = [row.bounds for row in own if row.bounds is not None]
    means = tuple(sum(parts[1:], parts[0]) * share for parts in zip(*forms, strict=True))
    columns = (zip(*column, strict=True) for column in zip(*bounds, strict=True))
    ends = tuple((sum(lows, Fraction(0)) * share, sum(highs, Fraction(0)) * share) for lows, highs in columns)
    return Average(rule, None, means or None, ends or None)
