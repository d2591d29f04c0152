"""Who aims at himself, at many points of the cube of four hit probabilities: floats with proved bounds, then exactly.

A **decision** is a player of the first phase and the announcements before him. Self **pays** there if it is strictly
better than every other allowed option, each with the replies to it; what is tied among the replies is broken by tie
rule 1. Points are given as whole numbers over a common denominator, so that nothing about them is rounded.

**How often Self pays at random points of the cube of four hit probabilities: counted exactly, bounded with certainty.**

Points are drawn by a seeded generator: each hit probability is an odd multiple of 2^-30, all alike likely. At each
point the decision is exact (`truel_ref.studies.self_four.points`), so the number of points at which Self pays is that
of independent trials, and the interval of Clopper and Pearson covers its chance with the confidence asked for.

**The smallest denominators at which Self pays: a complete search of all points of a lattice.**
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from truel_ref.explain.deviations import decision
from truel_ref.fast.floats import ONE_IN
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, label
from truel_ref.game.problem import Problem
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.numbers import fraction_text, read_count
from truel_ref.records.record import Record
from truel_ref.records.table import Percent, Table
from truel_ref.symbolic.algebra import rational

if TYPE_CHECKING:
    import numpy as np

    from truel_ref.maps.engine.filters import FilteredPhase

__all__ = [
    "CONFIDENCE",
    "DENOMINATOR",
    "HISTORIES",
    "KNOWN",
    "OPTIONS",
    "PLAYERS",
    "SEARCH",
    "Lattice",
    "Paying",
    "Sample",
    "Share",
    "aims_at_himself",
    "earlier_text",
    "lattice_points",
    "paying",
    "random_points",
    "sample",
    "with_denominator",
]

PLAYERS = 4
SEARCH = ("Others", "Miss", "Self")
KNOWN = (Fraction(1, 10), Fraction(1, 5), Fraction(1, 4), Fraction(17, 20))
"""The point from which it is known that Self can pay without any tie."""

OPTIONS = (*map(label, range(PLAYERS)), "Miss")
"""What can be announced."""
HISTORIES: tuple[tuple[str, ...], ...] = tuple(
    earlier for announced in range(PLAYERS - 1) for earlier in product(OPTIONS, repeat=announced)
)
"""What can have been announced before A, B and C decide; D, the last one, never aims at himself (`last_is_worst`)."""

_FIRST: Order = tuple(range(PLAYERS))
_TOGETHER = 2_000  # points in a batch
EACH_POINT, EACH_TIED_POINT = 2e-4, 8e-3  # seconds, roughly, where all hit probabilities differ, and in general


@dataclass(frozen=True)
class Paying:
    """A point and a decision at which Self pays.

    Fields: `hits`; `earlier`, the announcements before the decision; `aims`, those of all four, the decision and the
    replies to it included; `worth`, how likely the player wins at his own first turn; `gain`, how much more that is
    than the best of his other options.
    """

    hits: tuple[Fraction, ...]
    earlier: tuple[str, ...]
    aims: tuple[str, ...]
    worth: Fraction
    gain: Fraction

    @property
    def player(self) -> int:
        """The player who decides."""
        return len(self.earlier)

    def to_json(self) -> dict[str, Any]:
        """Return the point as plain data for JSON."""
        return {
            "hits": list(map(fraction_text, self.hits)),
            "earlier": list(self.earlier),
            "aims": list(self.aims),
            "worth": fraction_text(self.worth),
            "gain": fraction_text(self.gain),
        }


def earlier_text(earlier: Sequence[str]) -> str:
    """Return a decision in words.

    >>> earlier_text(()), earlier_text(("A", "Miss"))
    ('A', 'C after A at A and B at nobody')
    """
    before = [
        f"{label(player)} at {'nobody' if aim == 'Miss' else aim}" for player, aim in enumerate(map(str, earlier))
    ]
    return label(len(earlier)) + (f" after {' and '.join(before)}" if before else "")


def paying(hits: Sequence[object], earlier: Sequence[str] = ()) -> Paying | None:
    """Return what Self is worth at a decision if it is strictly better than all else, exactly, and None if it is not.

    Parameters: `hits`, four exact numbers in [0, 1]; `earlier`, the announcements before the decision, at most two.

    Raises what `Problem` and `decision` raise.

    >>> found = paying(KNOWN)
    >>> found.aims, found.worth, found.gain
    (('A', 'Miss', 'D', 'C'), Fraction(1011246165, 5048370782), Fraction(17216255975, 2319726374329))
    >>> paying(KNOWN, ["D"]) is None
    True
    """
    solution = solve(Problem(hits, search=SEARCH))
    player = len(earlier)
    worths = [worth for worth in decision(solution, earlier).worths if worth.allowed]
    own = [worth for worth in worths if worth.aim.target == player]
    others = [rational(worth.value) for worth in worths if worth.aim.target != player]
    if not own or not others or rational(own[0].value) <= max(others):
        return None
    assert own[0].replies is not None
    value = rational(own[0].value)
    aims = (*earlier, label(player), *map(str, own[0].replies))
    return Paying(tuple(map(rational, solution.problem.hits)), tuple(earlier), aims, value, value - max(others))


def aims_at_himself(
    points: np.ndarray, denominator: int, histories: Sequence[tuple[str, ...]] = ((),)
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where Self pays, as the number of a point and the announcements before: those given, and those of the path.

    After each of the given announcements the play of the others is followed to the end, so that after none the path of
    play is looked at for every player, and after some a single decision of the next player at least.

    Parameters: `points`, integers of shape (points, 4), the hit probabilities times `denominator`; `denominator`;
    `histories`, lists of announcements. Points of equal order of strength are taken together.

    >>> import numpy as np
    >>> list(aims_at_himself(np.array([[2, 4, 5, 17], [2, 4, 5, 16]]), 20))
    [(0, ())]
    """
    for rows in _alike(points, denominator):
        for begun in range(0, len(rows), _TOGETHER):
            part = rows[begun : begun + _TOGETHER]
            yield from _of_batch(points[part], denominator, histories, part)


def _alike(points: np.ndarray, denominator: int) -> Iterator[np.ndarray]:
    """Yield the numbers of points that agree in who is stronger than whom and who never hits."""
    import numpy as np

    code = np.zeros(len(points), dtype=np.int64)
    for player in range(PLAYERS):
        code = code * 2 + (points[:, player] == 0)
        for other in range(player):
            code = code * 3 + 1 + np.sign(points[:, player] - points[:, other])
    # Products of the smallest chances could underflow in floats: such points are left to exact numbers, one by one.
    least = Fraction(denominator, ONE_IN)
    small = ((points > 0) & (points < least)) | ((points < denominator) & (denominator - points < least))
    code = np.where(small.any(axis=1), -1, code)
    for pattern in np.unique(code):
        rows = np.flatnonzero(code == pattern)
        yield from (rows[at : at + 1] for at in range(len(rows))) if pattern < 0 else [rows]


def _of_batch(
    points: np.ndarray, denominator: int, histories: Sequence[tuple[str, ...]], rows: np.ndarray
) -> Iterator[tuple[int, tuple[str, ...]]]:
    from truel_ref.maps.engine.filters import Filter

    hits = (points / denominator).T.copy()
    misses = ((denominator - points) / denominator).T.copy()
    stated = [Fraction(int(top), denominator) for top in points[0]]
    later: Mapping[Order, FilteredPhase] = {}
    for earlier in histories:
        chosen = [*earlier, *["Optimal"] * (PLAYERS - len(earlier))]
        floats = Filter(Problem(stated, targets=chosen, search=SEARCH), hits, misses)
        floats.phases.update(later)  # those of three players depend on nothing that is announced now
        phase = floats.phase(_FIRST)
        later = {order: known for order, known in floats.phases.items() if len(order) < PLAYERS}
        yield from _of_phase(phase, points, denominator, earlier, rows)


def _of_phase(
    phase: FilteredPhase, points: np.ndarray, denominator: int, earlier: tuple[str, ...], rows: np.ndarray
) -> Iterator[tuple[int, tuple[str, ...]]]:
    import numpy as np

    himself = np.zeros(len(points), dtype=bool)
    for player in range(len(earlier), PLAYERS):
        own = [option for option, aim in enumerate(phase.options[player]) if aim.target == player]
        himself |= np.isin(phase.path[player], own)
    for row in np.flatnonzero(himself | ~phase.sure):
        hits = [Fraction(int(top), denominator) for top in points[row]]
        aims = phase.aims(int(row)) if phase.sure[row] else _exact_aims(hits, earlier)
        for player in range(len(earlier), PLAYERS - 1):
            aim = aims[player]
            before = tuple(map(str, aims[:player]))
            if aim is not None and aim.target == player and paying(hits, before):
                yield int(rows[row]), before


def _exact_aims(hits: Sequence[Fraction], earlier: Sequence[str]) -> Sequence[Aim | None]:
    chosen = [*earlier, *["Optimal"] * (PLAYERS - len(earlier))]
    return solve(Problem(hits, targets=chosen, search=SEARCH)).aims


DENOMINATOR = 2**30
CONFIDENCE = Fraction(99, 100)
_AT_ONCE = 50_000  # points in memory
_MOST_POINTS = 10**8


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

    >>> sample(20).shares[3]
    Share(where='D', paying=0, points=20, low=0.0, high=0.0)
    """
    count = read_count(points, "points", 1, _MOST_POINTS)
    histories: Sequence[tuple[str, ...]] = HISTORIES if off_path else ((),)
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
        # The last announcer: proved, not counted (`truel_ref.studies.self_four.why`).
        shares.append(Share(label(PLAYERS - 1), 0, count, 0.0, 0.0))
    points_found = [paying([Fraction(top, DENOMINATOR) for top in row], earlier) for row, earlier in found]
    return Sample(count, seed, Fraction(str(confidence)), tuple(shares), tuple(filter(None, points_found)))


def _share(where: str, many: int, count: int, confidence: object) -> Share:
    return Share(where, many, count, *clopper_pearson(many, count, confidence))


_MOST_DENOMINATOR = 40
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
    count = read_count(denominator, "denominator", 1, _MOST_DENOMINATOR)
    comb(count - 1, PLAYERS) * factorial(PLAYERS) if different else (count + 1) ** PLAYERS
    points = lattice_points(count, different)
    found = [
        paying([Fraction(int(top), count) for top in points[row]], earlier)
        for row, earlier in sorted(aims_at_himself(points, count))
    ]
    return Lattice(count, different, len(points), tuple(filter(None, found)))
