"""How often Self pays at random points of the cube of four hit probabilities: counted exactly, bounded with certainty.

Points are drawn by a seeded generator: each hit probability is an odd multiple of 2^-30, all alike likely. At each
point the decision is exact (`truel_ref.studies.self_four.points`), so the number of points at which Self pays is that
of independent trials, and the interval of Clopper and Pearson covers its chance with the confidence asked for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.budget import Estimate, admit
from truel_ref.game.people import label
from truel_ref.kernels.intervals import clopper_pearson
from truel_ref.numbers import fraction_text, read_count
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table
from truel_ref.studies.self_four.points import (
    EACH_POINT,
    HISTORIES,
    PLAYERS,
    Paying,
    aims_at_himself,
    earlier_text,
    paying,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["CONFIDENCE", "DENOMINATOR", "Sample", "Share", "random_points", "sample"]

DENOMINATOR = 2**30
CONFIDENCE = Fraction(99, 100)
_AT_ONCE = 50_000  # points in memory
_MOST = 10**8


@dataclass(frozen=True)
class Share:
    """How often Self pays to a player, or at a decision.

    Fields: `where`, in words; `paying`, at how many points; `points`, of how many; `low` and `high`, the ends of the
    interval.
    """

    where: str
    paying: int
    points: int
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Sample(Record):
    """What was counted at random points.

    Fields: `points`, how many; `seed`; `confidence` of each interval; `shares`; `found`, the points at which Self pays
    on the path of play, in the order in which they were drawn, no more than a hundred.
    """

    points: int
    seed: int
    confidence: Fraction
    shares: tuple[Share, ...]
    found: tuple[Paying, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "points": self.points,
            "seed": self.seed,
            "confidence": fraction_text(self.confidence),
            "shares": [
                {"where": share.where, "paying": share.paying, "interval": [share.low, share.high]}
                for share in self.shares
            ],
            "found": [found.to_json() for found in self.found],
        }

    def _table(self) -> Table:
        rows = [
            (share.where, share.paying, f"{share.low * 10**6:.2f}", f"{share.high * 10**6:.2f}")
            for share in self.shares
        ]
        caption = f"Self is the only best aim: how many of {self.points:,} random points (seed {self.seed})"
        notes = [("From and to: per million, each of ", Percent(self.confidence), " confidence by itself.")]
        return Table(("who decides", "points", "from", "to"), rows, caption, notes, ("points", "from", "to"))

    def __repr__(self) -> str:
        return f"<Sample of {self.points} points: {', '.join(str(share.paying) for share in self.shares)}>"


def random_points(count: int, seed: int) -> Iterator[np.ndarray]:
    """Yield random points times `DENOMINATOR`, some at a time; the same for the same seed, on every machine.

    >>> [part.shape for part in random_points(3, 1)]
    [(3, 4)]
    """
    import numpy as np

    draw = random.Random(seed).getrandbits
    bits = DENOMINATOR.bit_length() - 2
    for begun in range(0, count, _AT_ONCE):
        size = min(_AT_ONCE, count - begun)
        drawn = [2 * draw(bits) + 1 for _ in range(PLAYERS * size)]
        yield np.array(drawn, dtype=np.int64).reshape(size, PLAYERS)


def sample(points: int = 20_000, seed: int = 4, *, off_path: bool = False, confidence: object = CONFIDENCE) -> Sample:
    """Return how often Self pays at random points: to each player on the path of play, or at every decision.

    Parameters: `points`, how many; `seed`; `off_path`, whether to look at every list of announcements before A, B and C
    in place of the path of play, which takes some ten times as long; `confidence` of each interval.

    Raises `NumberError` for a bad number of points or a bad confidence.

    >>> sample(200).shares[3]
    Share(where='D', paying=0, points=200, low=0.0, high=0.0)
    """
    count = read_count(points, "points", 1, _MOST)
    histories: Sequence[tuple[str, ...]] = HISTORIES if off_path else ((),)
    admit(Estimate(count, "points", EACH_POINT * (20 if off_path else 1), way_out="fewer points take less"))
    paid: Counter[object] = Counter()
    found: list[tuple[Sequence[int], tuple[str, ...]]] = []
    for part in random_points(count, read_count(seed, "seed", 0, 2**64)):
        # A decision can lie on several paths, and counts once for each point.
        for row, earlier in sorted(set(aims_at_himself(part, DENOMINATOR, histories))):
            paid[earlier if off_path else len(earlier)] += 1
            if not off_path and len(found) < 100:
                found.append((part[row].tolist(), earlier))
    if off_path:
        shares = [_share(earlier_text(earlier), paid[earlier], count, confidence) for earlier in HISTORIES]
    else:
        shares = [_share(label(player), paid[player], count, confidence) for player in range(PLAYERS - 1)]
        # The last announcer: proved, not counted (`truel_ref.studies.self_four.worst`).
        shares.append(Share(label(PLAYERS - 1), 0, count, 0.0, 0.0))
    points_found = [paying([Fraction(top, DENOMINATOR) for top in row], earlier) for row, earlier in found]
    return Sample(count, seed, Fraction(str(confidence)), tuple(shares), tuple(filter(None, points_found)))


def _share(where: str, many: int, count: int, confidence: object) -> Share:
    return Share(where, many, count, *clopper_pearson(many, count, confidence))
