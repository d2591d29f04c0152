"""What each gun wins on the average, for every rule of fire and order, and by lot: `averages`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.numbers import fraction_text, outward_texts
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.which_gun.closed import DERIVED, ClosedForm, closed_wins
from truel_ref.studies.which_gun.enclosed import GUNS, ORDERS, RULES, Bounds, Order
from truel_ref.studies.which_gun.published import kept_bounds

__all__ = ["Average", "GunAverages", "averages"]

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
    forms: tuple[ClosedForm, ...] | None
    bounds: tuple[Bounds, ...] | None

    @property
    def order_text(self) -> str:
        """The order in words."""
        if self.rule == "random shooter":
            return "at random"
        return "by lot" if self.order is None else ", ".join(GUNS[gun] for gun in self.order)

    @property
    def source(self) -> str:
        """How the numbers are known: derived, recognised or bounded."""
        return "bounded" if self.forms is None else "derived" if self.rule in DERIVED else "recognised"

    @property
    def middles(self) -> tuple[Fraction, ...]:
        """The numbers, or the middles of their bounds, to 12 decimals."""
        if self.forms is not None:
            return tuple(Fraction(f"{float(form.value(_DIGITS)):.12f}") for form in self.forms)
        assert self.bounds is not None
        return tuple(Fraction(round((low + high) / 2 * 10**12), 10**12) for low, high in self.bounds)

    def cells(self) -> list[str]:
        """Return the percentages: of closed forms rounded, of bounds rounded outwards."""
        if self.forms is not None:
            return [f"{float(form.value(_DIGITS) * 100):.{_DECIMALS}f}" for form in self.forms]
        assert self.bounds is not None
        return [" to ".join(outward_texts(100 * low, 100 * high, _DECIMALS)) for low, high in self.bounds]

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
            "derived: a closed form with a proof; recognised: a closed form without one, right to 100 digits;",
            "bounded: proved bounds. The order is that of the shooting.",
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
    forms, bounds = None, None
    listed = [row.forms for row in own if row.forms is not None]
    if listed:
        forms = tuple(sum(parts[1:], parts[0]) * share for parts in zip(*listed, strict=True))
    else:
        ends = [row.bounds for row in own if row.bounds is not None]
        bounds = tuple(
            (
                sum((low for low, _ in column), Fraction(0)) * share,
                sum((high for _, high in column), Fraction(0)) * share,
            )
            for column in zip(*ends, strict=True)
        )
    return Average(rule, None, forms, bounds)
