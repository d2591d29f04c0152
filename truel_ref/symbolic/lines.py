"""Along a straight line of hit probabilities: who overtakes whom, and where the optimal aims change.

All of it is exact: points are rational or algebraic numbers, told apart by isolating intervals, and every decision is
the proved sign of a polynomial.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from truel_ref.budget import Estimate, admit
from truel_ref.errors import SymbolicError
from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.numbers import Number, decimal_text, fraction_text, minimal_polynomial, number_text
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.symbolic.algebra import rational
from truel_ref.symbolic.curves import Encounter, End, HitCurve, Stretch, encounters, stretches
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.line_pictures import line_csv, line_figure
from truel_ref.symbolic.text import function_text, number_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Crossings", "End", "crossings"]

_EACH_SQUARED_BIT = 2e-8  # seconds, measured with 10,000 digits
_LONGEST = 60  # characters of a polynomial in a table


@dataclass(frozen=True, repr=False, eq=False)
class Crossings(Record):
    """What happens along a straight line of hit probabilities, from t = 0 to t = 1.

    Fields: `curve`, the hit probabilities as functions of t; `start` and `end`; `stretches`, the open stretches with
    constant aims and the single points between them, in turn; `encounters`, where two players overtake each other or
    meet, strictly between the ends.
    """

    curve: HitCurve
    start: End
    end: End
    stretches: tuple[Stretch, ...]
    encounters: tuple[Encounter, ...]

    @property
    def changes(self) -> tuple[Number, ...]:
        """The values of t strictly between the ends at which the aims change."""
        return tuple(stretch.low for stretch in self.stretches if stretch.is_point)

    def _events(self) -> list[tuple[Number, str]]:
        """Return what happens strictly between the ends, in rising order of t."""
        events = []
        for before, point, after in zip(self.stretches, self.stretches[1:], self.stretches[2:], strict=False):
            if point.is_point:
                text = f"aims {_aims(before)} change to {_aims(after)}"
                if before.aims == after.aims:
                    text = f"aims {_aims(before)} but {_aims(point)} at this point"
                elif point.aims not in (before.aims, after.aims):
                    text += f", {_aims(point)} at this point"
                events.append((point.low, text))
        events += [(encounter.at, str(encounter)) for encounter in self.encounters]
        return sorted(events, key=itemgetter(0))

    def _table(self) -> Table:
        first, last = self.stretches[0], self.stretches[-1]
        beyond = "" if first.aims == self.start.aims else f"; beyond it {_aims(first)}"
        before = "" if last.aims == self.end.aims else f"; before it {_aims(last)}"
        rows = [("0", f"{self.start}{beyond}", "")]
        for at, events in groupby(self._events(), key=itemgetter(0)):
            exactly = number_text(at)
            if len(exactly) > _LONGEST:
                exactly = f"root of degree {len(minimal_polynomial(at)) - 1}; --json has it"
            rows.append((decimal_text(at, 10), "; ".join(text for _, text in events), exactly))
        rows.append(("1", f"{self.end}{before}", ""))
        return Table(("t", "what happens", "t exactly"), rows)

    def figure(self, points: int = 400) -> Figure:
        """Return the exact win curves and the aims as a figure, with where the aims change and where players meet.

        Raises what `truel_ref.symbolic.line_pictures.line_figure` raises.

        >>> crossings("1/3,2/3,1", "1/2,1/2,1").figure(points=20).axes[0].get_ylabel()
        'wins, %'
        """
        return line_figure(self, points)

    def to_csv(self, points: int = 100) -> str:
        """Return the win probabilities as comma-separated values, at `points` steps and wherever something happens.

        Raises what `truel_ref.symbolic.line_pictures.line_csv` raises.

        >>> print(*crossings("1/2,1/3", "1/2,1").to_csv(points=1).splitlines()[0].split(",")[:4])
        t aims hit A hit B
        """
        return line_csv(self, points)

    def __repr__(self) -> str:
        return f"<Crossings ({self.start.hits_text}) to ({self.end.hits_text}): {len(self.encounters)} encounters>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "ends": [
                {
                    "hits": list(map(fraction_text, end.hits)),
                    "aims": None if end.aims is None else list(end.aims),
                    "win": list(map(fraction_text, end.win)),
                }
                for end in (self.start, self.end)
            ],
            "hits": list(map(function_text, self.curve.hits)),
            "stretches": [
                {
                    "low": number_json(stretch.low, "t"),
                    "high": number_json(stretch.high, "t"),
                    "aims": None if stretch.aims is None else list(stretch.aims),
                    "win": list(map(function_text, stretch.win)),
                }
                for stretch in self.stretches
            ],
            "encounters": [
                {
                    "at": number_json(encounter.at, "t"),
                    "players": list(map(label, encounter.players)),
                    "signs": [encounter.before, encounter.here, encounter.after],
                    "jump": encounter.jump,
                }
                for encounter in self.encounters
            ],
        }


def _aims(stretch: Stretch) -> str:
    return "none" if stretch.aims is None else ", ".join(stretch.aims)


def crossings(
    start: Iterable[object],
    end: Iterable[object],
    aims: object = None,
    later: Mapping[Any, object] | None = None,
    **fields: Any,
) -> Crossings:
    """Return where players overtake each other, and where optimal aims change, along a line of hit probabilities.

    With t from 0 to 1 the hit probabilities go straight from one point to the other. Under fixed aims the win
    probabilities are rational functions of t, and they cross at roots of the numerators of their differences. Under
    optimal play the line is split first (`truel_ref.symbolic.curves.stretches`). The ends themselves may lie on a face
    of the cube and are solved with numbers.

    Parameters: `start` and `end`, points of the cube of hit probabilities, as lists of anything that `exact` reads or
    as text ("1/3,2/3,1"); `aims`, fixed aims as for `closed_form`, by default optimal play (two or three players);
    `later`, as for `closed_form`, where the aims are fixed; `**fields`, as for `Problem`, where they are not: `search`,
    `targets`, `random_levels`, `if_eq`.

    Raises `SymbolicError` for equal ends, aims with symbols, and optimal play of more than three players.

    >>> line = crossings("1/3,2/3,1", "1/2,1/2,1")
    >>> [(str(encounter), str(encounter.at), round(float(encounter.at), 5)) for encounter in line.encounters]
    [('C overtakes B', 'root(1 -6 72 -40; 0)', 0.58096)]
    """
    curve = HitCurve.line(start, end)
    low, high = Fraction(0), Fraction(1)
    ends = [[rational(hit) for hit in curve.at(end)] for end in (low, high)]
    bits = [hit.denominator.bit_length() for hits in ends for hit in hits]
    each = _EACH_SQUARED_BIT * max(bits)
    admit(Estimate(sum(bits), "binary digits of hit probabilities", each, way_out="numbers with fewer take less"))
    if aims is None:
        if later:
            raise SymbolicError("the aims of later phases are given beside fixed aims only")
        parts = stretches(curve, low, high, **fields)
        start_end = [_solved(hits, fields) for hits in ends]
    else:
        if fields:
            raise SymbolicError(f"{next(iter(fields))} cannot be given beside fixed aims")
        form = closed_form(aims, curve.letters.fixed, later)
        if form.weights:
            raise SymbolicError("aims with symbolic weights cannot be followed along a line; give numbers")
        parts = [Stretch(low, high, form.aims, tuple(map(curve.along, form.functions)))]
        start_end = [End(tuple(hits), form.aims, closed_form(aims, hits, later).at([])) for hits in ends]
    return Crossings(curve, start_end[0], start_end[1], tuple(parts), tuple(encounters(parts)))


def _solved(hits: list[Fraction], fields: dict[str, Any]) -> End:
    solution = solve(hits, **fields)
    known = [aim for aim in solution.aims if aim is not None]
    aims = tuple(map(str, known)) if len(known) == len(hits) else None
    return End(tuple(hits), aims, tuple(map(rational, solution.win)))
