"""Shares of the cube of three hit probabilities, and of the squares in it, as tables with proved bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from operator import attrgetter
from typing import Any

from truel_ref.budget import Estimate, admit
from truel_ref.errors import SymbolicError, shown
from truel_ref.game.people import label
from truel_ref.game.variant import PLAYS
from truel_ref.kernels.volumes import Volumes
from truel_ref.numbers import fraction_text, outward_texts, read_rational, read_rational_probability
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.cube.fire import FIRES, shares_of_fire
from truel_ref.studies.cube.questions import Question, Standing, beside
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.symbolic.cube import cube_shares
from truel_ref.symbolic.decisions import SignOf
from truel_ref.symbolic.exact_areas import AreaTable, admit_closed, exact_area
from truel_ref.symbolic.partition import Partition, partition_by, stated_precision
from truel_ref.symbolic.pieces import aims_text, share_text

__all__ = [
    "DIFFER",
    "ShareTable",
    "both_plays_table",
    "closed_winner_table",
    "cube_table",
    "cube_winner_table",
    "winner_table",
]

LEAST_ERROR = Fraction(1, 10**12)
"""The least volume that may be left uncertain over one square; below it, rounding and the smallest squares decide."""

_EACH_PROFILE = 1.5  # seconds to ask who wins most often, where C neither never nor always hits

DIFFER = "the aims differ"
"""What the share is called in which announced and stationary play aim differently."""


@dataclass(frozen=True)
class ShareTable(Record):
    """Named shares with proved bounds.

    Fields: `title`, what they are shares of; `shares`, for each name the lower and the upper bound, exact fractions;
    `digits`, how many a table shows.
    """

    title: str
    shares: tuple[tuple[str, Fraction, Fraction], ...]
    digits: int = 8

    def of(self, name: str) -> tuple[Fraction, Fraction]:
        """Return the bounds of a share.

        Raises `SymbolicError` for a name that there is not.
        """
        for other, low, high in self.shares:
            if other == name:
                return low, high
        raise SymbolicError(
            f"there is no share of {shown(name)}; there are {'; '.join(entry[0] for entry in self.shares)}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data for JSON: bounds as exact fractions."""
        shares = [
            {"name": name, "low": fraction_text(low), "high": fraction_text(high)} for name, low, high in self.shares
        ]
        return {"title": self.title, "shares": shares}

    def _table(self) -> Table:
        rows = [
            (name, *outward_texts(low, high, self.digits), share_text((low, high))) for name, low, high in self.shares
        ]
        return Table(["what", "at least", "at most", "share"], rows, caption=self.title, right=("share",))


def _cube_volumes(
    question: Callable[[SignOf], Any], error: object, progress: Callable[[Fraction], object] | None
) -> Volumes[Any]:
    """Return the volumes of the classes that a question sorts the points of the cube into."""
    return cube_shares(question, _stated_error(error), progress).volumes


def _stated_error(error: object) -> float:
    """Return the volume that may be left uncertain; raises `SymbolicError` for one that no square comes down to."""
    volume = read_rational(error, "error")
    if volume <= 0:
        raise SymbolicError(f"error: {shown(error)} is not above 0, and no enclosure would be narrow enough")
    if volume < LEAST_ERROR:
        raise SymbolicError(f"error: {shown(error)} is below {LEAST_ERROR}, the least that squares are quartered for")
    return float(min(volume, Fraction(1)))


def cube_table(
    play: str = "announced", error: object = 1e-8, progress: Callable[[Fraction], object] | None = None
) -> ShareTable:
    """Return bounds of the shares of the cube in which the aims of a play are the same, the largest first.

    Three players search {Others, Miss}, and their hit probabilities are uniformly distributed. The regions are those
    that the surfaces of `cube_surfaces` part, which are proved to be all. Source: the steps of
    `truel_ref.kernels.fibres`.

    Parameters: `play`, "announced" or "stationary"; `error`, the volume that may be left uncertain over one square of
    the first two hit probabilities, before it is quartered, from 1e-12; `progress`, called with the area that is done.

    Raises `SymbolicError` for another play, or an error that is too small, `NumberError` for one that is no number.

    >>> table = cube_table("stationary", error=1e-4)
    >>> low, high = table.of("C, Miss, A")
    >>> bool(low < 0.2631 < high)
    True
    """
    volumes = _cube_volumes(cube_surfaces(play).aims_by, error, progress)
    shares = [(aims_text(aims), *bounds) for aims, bounds in volumes.bounds.items()]
    return ShareTable(f"{play} play: shares of the cube", tuple(sorted(shares, key=lambda entry: -entry[1])))


def both_plays_table(error: object = 1e-7, progress: Callable[[Fraction], object] | None = None) -> ShareTable:
    """Return bounds of the shares of the cube by the aims of both plays, and of the share in which these differ.

    Announced and stationary play are asked about at the same points: columns are cut by the polynomials of both.

    Parameters and errors as for `cube_table`.

    >>> low, high = both_plays_table(error=1.0).of("the aims differ")
    >>> bool(low < 0.0693 < high)
    True
    """
    volumes = _cube_volumes(beside(*(cube_surfaces(play).aims_by for play in PLAYS)), error, progress)
    shares = sorted(((str(plays), *bounds) for plays, bounds in volumes.bounds.items()), key=lambda entry: -entry[1])
    differing = volumes.of(lambda plays: not plays.agree)
    return ShareTable("announced and stationary play: shares of the cube", (*shares, (DIFFER, *differing)))


def winner_table(
    hit_of_c: object = 1,
    play: str = "announced",
    precision: object = Fraction(1, 10**6),
    targets: str | Sequence[object] | None = None,
) -> ShareTable:
    """Return bounds of the shares of the square of `pA` and `pB` by who wins most often and who misses.

    Half of a square is `pA < pB`; the shares named so are those of the whole square, too.

    Parameters: `hit_of_c`, the exact hit probability of C; `play`, "announced" or "stationary"; `precision`, how wide
    the enclosure of the area of one region may be; `targets`, as for `Problem`, for announced play.

    Raises `SymbolicError` for another play or precision 0.

    >>> print(winner_table(1, precision="1e-4").shares[0][0])
    A is the likeliest winner
    """
    title, partition, wanted = _winner_regions(hit_of_c, play, precision, targets)
    return ShareTable(title, tuple((name, *partition.area(of)) for name, of in wanted.items()))


def closed_winner_table(
    hit_of_c: object = 1,
    play: str = "announced",
    precision: object = Fraction(1, 10**6),
    targets: str | Sequence[object] | None = None,
) -> AreaTable:
    """Return the shares of `winner_table` in closed form, or for each the curves that stop it.

    The steps are those of `truel_ref.symbolic.exact_areas`; parameters and errors as for `winner_table`.

    >>> share = closed_winner_table(1, "stationary").of("B is the likeliest winner, and pA < pB")
    >>> print(share.closed)
    2*log(2) - 5*log(3) + 10*log(2 + sqrt(7)) - 4*log(8 + 3*sqrt(7))
    """
    title, partition, wanted = _winner_regions(hit_of_c, play, precision, targets, closed=True)
    return AreaTable(title, tuple((name, exact_area(partition, of)) for name, of in wanted.items()))


def _winner_regions(
    hit_of_c: object, play: str, precision: object, targets: str | Sequence[object] | None, closed: bool = False
) -> tuple[str, Partition[Standing | None], dict[str, Callable[[Standing | None], bool]]]:
    """Return a title, the square cut by who wins most often, and what is asked of a region by the names of shares."""
    hit = read_rational_probability(hit_of_c, "player C")
    question = Question([None, None, hit], play, targets)
    if closed:
        admit_closed(question.decisions)
    admit(Estimate(27, "profiles of aims", _EACH_PROFILE if 0 < hit < 1 else _EACH_PROFILE / 6))
    partition = partition_by(question.standing, question.decisions, play, stated_precision(precision), None)
    wanted = _of_winners() | {
        f"{label(player)} is the likeliest winner, and pA < pB": partial(_both, partial(_wins, player), _a_is_worse)
        for player in range(3)
    }
    title = f"{play} play, pC = {fraction_text(hit)}{_aimed(targets)}: shares of the square"
    return title, partition, {name: partial(_stands, wanted[name]) for name in sorted(wanted, key=_place)}


def _aimed(targets: str | Sequence[object] | None) -> str:
    """Return in words whose aims are given."""
    if not targets:
        return ""
    return f", targets {targets if isinstance(targets, str) else ', '.join(map(str, targets))}"


def cube_winner_table(
    play: str = "announced", error: object = 1e-6, progress: Callable[[Fraction], object] | None = None
) -> ShareTable:
    """Return bounds of the shares of the cube by who wins most often, who misses, and the order of strength.

    Three players search {Others, Miss}, and their hit probabilities are uniformly distributed. The aims are told by the
    surfaces of `cube_surfaces`; within each class the win probabilities are known functions, and the signs of their
    differences are asked for. Under other rules of fire it is the same with the aims of
    `truel_ref.studies.cube.fire`. Source: the steps of `truel_ref.kernels.fibres`.

    Parameters and errors as for `cube_table`; `play` may also be "random shooter" or "simultaneous".

    >>> table = cube_winner_table("stationary", error=1.0)
    >>> low, high = table.of("the worst shot is the likeliest winner")
    >>> bool(low < 0.4 < high)
    True
    """
    if play in FIRES:
        shares = shares_of_fire(play, lambda question: _cube_volumes(question, error, progress))
        return ShareTable(f"{play}: shares of the cube", shares)
    question, surfaces = Question([None, None, None], play), cube_surfaces(play)
    wanted = _of_winners()
    for order in permutations(range(3)):
        name = f"the worst shot is the likeliest winner, and {' > '.join(f'p{label(player)}' for player in order)}"
        wanted[name] = partial(_both, attrgetter("weakest_wins"), partial(_ordered, order))

    def true_of(sign_of: SignOf) -> frozenset[str]:
        aims = surfaces.aims_by(sign_of)
        assert aims is not None  # no class of the cube is a stalemate
        standing = question.standing_with(aims, sign_of)
        return frozenset(name for name, of in wanted.items() if of(standing))

    volumes = _cube_volumes(true_of, error, progress)
    shares = tuple((name, *volumes.of(partial(_holds, name))) for name in wanted)
    return ShareTable(f"{play} play: shares of the cube", shares)


def _of_winners() -> dict[str, Callable[[Standing], bool]]:
    """Return what is asked of who wins, by the names of the shares."""
    wanted: dict[str, Callable[[Standing], bool]] = {
        f"{label(player)} is the likeliest winner": partial(_wins, player) for player in range(3)
    }
    wanted["the worst shot is the likeliest winner"] = attrgetter("weakest_wins")
    wanted["somebody misses"] = attrgetter("somebody_misses")
    wanted["the likeliest winner misses"] = attrgetter("winner_misses")
    return wanted


def _place(name: str) -> tuple[bool, str]:
    """Return where a share stands in a table: players first, each with what is said of him beside."""
    return name[0].islower(), name if not name[0].islower() else ""


def _holds(name: str, names: frozenset[str]) -> bool:
    return name in names


def _ordered(order: tuple[int, ...], standing: Standing) -> bool:
    return standing.strengths == order


def _wins(player: int, standing: Standing) -> bool:
    return standing.winners == (player,)


def _a_is_worse(standing: Standing) -> bool:
    return standing.strengths.index(1) < standing.strengths.index(0)


def _both(one: Callable[[Standing], bool], other: Callable[[Standing], bool], standing: Standing) -> bool:
    return one(standing) and other(standing)


def _stands(of: Callable[[Standing], bool], standing: Standing | None) -> bool:
    return standing is not None and of(standing)
