"""The smallest denominators at which Self pays: a complete search of all points of a lattice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from truel_ref.budget import Estimate, admit
from truel_ref.game.people import label
from truel_ref.numbers import read_count
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table
from truel_ref.studies.self_four.points import EACH_POINT, EACH_TIED_POINT, PLAYERS, Paying, aims_at_himself, paying

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Lattice", "lattice_points", "with_denominator"]

_MOST = 40
_BYTES, _BYTES_OF_POINT = 400_000_000, 500


@dataclass(frozen=True, repr=False)
class Lattice(Record):
    """All points with one common denominator at which Self pays on the path of play.

    Fields: `denominator`, in lowest terms common to all four; `different`, whether only four different hit
    probabilities strictly between 0 and 1 were looked at; `points`, how many there are; `found`, where it pays.
    """

    denominator: int
    different: bool
    points: int
    found: tuple[Paying, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "denominator": self.denominator,
            "different": self.different,
            "points": self.points,
            "found": [found.to_json() for found in self.found],
        }

    def _table(self) -> Table:
        rows = [
            (
                ", ".join(str(hit * self.denominator) for hit in found.hits),
                label(found.player),
                ", ".join(found.aims),
                Percent(found.worth),
                Percent(found.gain),
            )
            for found in self.found
        ]
        which = "four different hit probabilities between 0 and 1" if self.different else "all hit probabilities"
        caption = f"Where Self pays among the {self.points:,} points of denominator {self.denominator}; {which}"
        return Table(("times denominator", "who", "aims", "worth", "gain"), rows, caption, (), ("worth", "gain"))

    def __repr__(self) -> str:
        return f"<Lattice of denominator {self.denominator}: {len(self.found)} of {self.points} points>"


def lattice_points(denominator: int, different: bool = True) -> np.ndarray:
    """Return the points of a lattice that need this very denominator, times it.

    >>> len(lattice_points(5)), len(lattice_points(1, different=False))
    (24, 16)
    """
    import numpy as np

    ends = range(1, denominator) if different else range(denominator + 1)
    points = (
        np.array(ends)[np.indices((len(ends),) * PLAYERS).reshape(PLAYERS, -1).T] if ends else np.zeros((0, 4), int)
    )
    wanted = np.gcd(np.gcd.reduce(points, axis=1), denominator) == 1
    if different:
        wanted &= (np.diff(np.sort(points, axis=1), axis=1) > 0).all(axis=1)
    chosen: np.ndarray = points[wanted]
    return chosen


def with_denominator(denominator: int, different: bool = True) -> Lattice:
    """Return all points with a common denominator at which somebody's only best aim, on the path of play, is himself.

    Parameters: `denominator`, up to 40; the work grows with its fourth power; `different`, whether to look only at
    four different hit probabilities strictly between 0 and 1. The others have ties, which take exact numbers to decide.

    Raises `NumberError` for another denominator.

    >>> with_denominator(5)
    <Lattice of denominator 5: 0 of 24 points>
    """
    count = read_count(denominator, "denominator", 1, _MOST)
    many = comb(count - 1, PLAYERS) * factorial(PLAYERS) if different else (count + 1) ** PLAYERS
    each = EACH_POINT if different else EACH_TIED_POINT
    admit(Estimate(many, "points", each, _BYTES + many * _BYTES_OF_POINT, way_out="a smaller denominator has fewer"))
    points = lattice_points(count, different)
    found = [
        paying([Fraction(int(top), count) for top in points[row]], earlier)
        for row, earlier in sorted(aims_at_himself(points, count))
    ]
    return Lattice(count, different, len(points), tuple(filter(None, found)))
