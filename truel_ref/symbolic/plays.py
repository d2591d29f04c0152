"""Exact regions of stationary play, and of announced beside stationary play.

The method is that of `partition` for announced play; only the question at a point differs:

- **stationary**: all pure equilibria of the point. Three players with different hit probabilities who search
  {Others, Miss} have exactly one, except on a curve (theorem T13), so every region has one
  equilibrium, and curves may have several.
- **both**: the announced aims, the stationary equilibria, and for every player the sign of the gain by announcing (the
  announced minus the stationary win probability). This sign is also the sign of a polynomial; if it changes inside a
  region of equal aims, the curve of its zeros cuts the region. So each region shows who gains by announcing, at all its
  points.

**Who wins, and in what order, inside the regions of constant aims: the exact curves where this changes.**

In a region the win probabilities are rational functions of the two hit probabilities, so two players are equal where a
polynomial vanishes: the numerator of their difference. These polynomials and those that bound the regions cut the
square again; in every cell the order of the players is constant, and a piece of a curve counts if the orders on its two
sides differ. At a curve between regions the order may jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from truel_ref.game.aims import Word
from truel_ref.game.people import Profile, label
from truel_ref.numbers import fraction_text
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.borders import ClassifiedSquare, polyline
from truel_ref.symbolic.decisions import SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.partition import Partition, partition_by, regions, stated_decisions, stated_precision
from truel_ref.symbolic.pieces import BorderArc, RegionAims, aims_json, aims_text, share_text

__all__ = [
    "MADE_BY",
    "BothPlays",
    "ComparedPartition",
    "PlayProfiles",
    "Ranks",
    "border_lines",
    "compared_regions",
    "standings",
    "stationary_regions",
    "winners",
]


# ---------------------------------------------------------------------------------------------------------
# Exact regions of stationary play, and of announced beside stationary play


@dataclass(frozen=True)
class PlayProfiles:
    """All pure stationary equilibria of a point: `profiles`, one aim per player each, in canonical order."""

    profiles: tuple[RegionAims, ...]

    def __str__(self) -> str:
        return " and ".join(map(aims_text, self.profiles)) or "no pure equilibrium"

    def to_json(self) -> list[Any]:
        """Return the profiles as plain data for JSON."""
        return [aims_json(profile) for profile in self.profiles]


@dataclass(frozen=True)
class BothPlays:
    """Announced and stationary play at a point.

    Fields: `announced`, the optimal announced aims, None in a stalemate; `stationary`, the equilibria; `gains`, for
    every player 1, 0 or -1 if announcing raises, keeps or lowers the win probability at the first turn, or None unless
    there is exactly one pure stationary equilibrium.
    """

    announced: RegionAims
    stationary: PlayProfiles
    gains: tuple[int, ...] | None

    @property
    def agree(self) -> bool:
        """Whether the announced aims are those of the only pure stationary equilibrium."""
        return self.stationary.profiles == (self.announced,)

    def __str__(self) -> str:
        if self.agree:
            return f"both {aims_text(self.announced)}"
        gains = "" if self.gains is None else f"; gains {' '.join('0+-'[sign] for sign in self.gains)}"
        return f"announced {aims_text(self.announced)}; stationary {self.stationary}{gains}"

    def to_json(self) -> dict[str, Any]:
        """Return both plays as plain data for JSON."""
        return {
            "announced": aims_json(self.announced),
            "stationary": self.stationary.to_json(),
            "gains": None if self.gains is None else list(self.gains),
        }


@dataclass(frozen=True, eq=False, repr=False)
class ComparedPartition(Partition[BothPlays]):
    """The open square cut into regions of announced and stationary play, as `compared_regions` makes it."""

    @property
    def differing(self) -> Enclosure:
        """Bounds of the area on which the announced and the stationary aims differ."""
        return self.area(lambda plays: not plays.agree)

    def __str__(self) -> str:
        players = ", ".join(map(label, range(len(self.decisions.order))))
        lines = [
            super().__str__(),
            f"The aims of the two plays differ on {share_text(self.differing)} of the square.",
            f"Gains: whether {players} win more (+), less (-) or as often (0) where everybody announces.",
        ]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the partition as plain data for JSON, with bounds of the area on which the plays differ."""
        return super().to_json() | {"differing": [fraction_text(end) for end in self.differing]}


def stationary_regions(
    hits: Iterable[object],
    search: object = (Word.OTHERS, Word.MISS),
    *,
    if_eq: int = 1,
    precision: object = Fraction(1, 10**6),
    report: Callable[[str], object] | None = None,
) -> Partition[PlayProfiles]:
    """Return the open square of two hit probabilities cut into regions with constant stationary equilibria.

    Every region and every curve lists all pure equilibria, for any tie rule; mixes are not searched.

    Parameters: `hits`, for each of three players a fixed number in [0, 1] or None for a free hit probability, exactly
    two of them None; `search`, as for `Problem`, without `Strongest`; `if_eq`, the tie rule, which only determines the
    aim of a player who never hits; `precision`, the largest width of an enclosure of an area; `report`, called with
    lines of text on the progress.

    Raises `ProblemError` for other numbers of players or of free hit probabilities, and the errors of `Problem`.

    >>> for region in stationary_regions([None, None, 1], precision="1e-4").regions:
    ...     print(region.share, region.name)
    43.87 % Miss, C, B
    40.292 % C, Miss, A
    9.708 % C, C, A
    6.13 % C, C, B
    """
    decisions = stated_decisions(hits, search, if_eq)

    def stationary(sign_of: SignOf) -> PlayProfiles:
        return PlayProfiles(tuple(map(decisions.aims, decisions.equilibria(sign_of))))

    return partition_by(stationary, decisions, "stationary", stated_precision(precision), report)


def compared_regions(
    hits: Iterable[object],
    search: object = (Word.OTHERS, Word.MISS),
    *,
    if_eq: int = 1,
    precision: object = Fraction(1, 10**6),
    report: Callable[[str], object] | None = None,
) -> ComparedPartition:
    """Return the open square of two hit probabilities cut into regions with constant aims in both plays.

    Where the aims differ, regions are also cut where a player's gain by announcing changes its sign.

    Parameters: `hits`, for each of three players a fixed number in [0, 1] or None for a free hit probability, exactly
    two of them None; `search`, as for `Problem`, without `Strongest`; `if_eq`, the tie rule (not 3); `precision`, the
    largest width of an enclosure of an area; `report`, called with lines of text on the progress.

    Raises `ProblemError` for other numbers of players or of free hit probabilities, and the errors of `Problem`.

    >>> partition = compared_regions([None, None, 1], precision="1e-4")
    >>> for region in partition.regions:
    ...     print(region.share, region.name)
    43.874 % both Miss, C, B
    38.038 % both C, Miss, A
    9.708 % both C, C, A
    6.126 % both C, C, B
    2.254 % announced B, C, Miss; stationary C, Miss, A; gains + - +
    """
    decisions = stated_decisions(hits, search, if_eq)

    @cache
    def differences(announced: Profile | None, stationary: Profile) -> list[SignedFactors]:
        pairs = zip(decisions.win(announced), decisions.win(stationary), strict=True)
        return [settled(one - other) for one, other in pairs]

    def both(sign_of: SignOf) -> BothPlays:
        path, equilibria = decisions.solve(sign_of), decisions.equilibria(sign_of)
        gains = None
        if len(equilibria) == 1:
            gains = tuple(sign_by(difference, sign_of) for difference in differences(path, equilibria[0]))
        return BothPlays(decisions.aims(path), PlayProfiles(tuple(map(decisions.aims, equilibria))), gains)

    made = partition_by(both, decisions, "both", stated_precision(precision), report)
    return ComparedPartition(**vars(made))


MADE_BY: dict[str, Callable[..., Partition[Any]]] = {
    "announced": regions,
    "stationary": stationary_regions,
    "both": compared_regions,
}
"""The functions that cut the square, by play."""


# ---------------------------------------------------------------------------------------------------------
# Who wins, and in what order, inside the regions of constant aims: the exact curves where that changes


Ranks: TypeAlias = tuple[int, ...]
"""Per player the number of players who are more likely to win; empty in a stalemate."""


def standings(partition: Partition[RegionAims]) -> ClassifiedSquare[Ranks]:
    """Return the square cut into cells in which the order of the win probabilities is constant.

    Parameters: `partition`, the regions of constant aims.

    >>> from truel_ref.symbolic.partition import regions
    >>> square = winners(standings(regions([None, None, 1], precision="1/10")))
    >>> sorted({square.class_of(cell) for strip in square.strips for cell in strip.cells})
    [(0,), (1,), (2,)]
    """
    decisions, square = partition.decisions, partition.square
    pairs = list(combinations(range(3), 2))
    leads: dict[RegionAims, list[SignedFactors]] = {}
    for aims in (region.aims for region in partition.regions):
        chosen = zip(decisions.options, aims or (), strict=False)
        path = None if aims is None else tuple(options.index(aim) for options, aim in chosen)
        win = decisions.win(path)
        leads[aims] = [settled(win[one] - win[two]) for one, two in pairs]
    deciding = (polynomial for each in leads.values() for _, factors in each for polynomial, _ in factors)
    # The polynomials that bound regions come first.
    polynomials = list(dict.fromkeys([*square.polynomials, *deciding]))
    place = {polynomial: number for number, polynomial in enumerate(polynomials)}
    inside = (1 << len(square.polynomials)) - 1

    @cache
    def ranks(signs: int) -> Ranks:
        aims = square.class_of(signs & inside)
        before = [0] * (len(decisions.order) if aims else 0)
        for (one, two), lead in zip(pairs, leads[aims], strict=True) if aims else ():
            sign = sign_by(lead, lambda polynomial: 1 if signs >> place[polynomial] & 1 else -1)
            before[one] += sign < 0
            before[two] += sign > 0
        return tuple(before)

    return ClassifiedSquare(square.plane, polynomials, ranks)


def winners(square: ClassifiedSquare[Ranks]) -> ClassifiedSquare[tuple[int, ...]]:
    """Return the square with the players on the first place as classes."""
    return square.joined(lambda ranks: tuple(player for player, before in enumerate(ranks) if not before))


def border_lines(
    square: ClassifiedSquare[Any], pieces: Mapping[tuple[Any, Any, Any], Sequence[BorderArc]]
) -> Iterator[Sequence[tuple[float, float]]]:
    """Return the curves between cells of different classes, its `arcs()`, as lists of points `(x, y)`, for drawing."""
    return (
        polyline(square.plane.curve(polynomial), arc) for (polynomial, _, _), arcs in pieces.items() for arc in arcs
    )
