"""Exact areas of the square of pA and pB by who is the likeliest winner, who misses, and who of A and B shoots better.

Each answer at a point follows from signs of polynomials: those that decide between options, the differences of two win
probabilities of the chosen profile, and `pB - pA`. So the square is cut as in `truel_ref.symbolic.partition`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Path
from truel_ref.kernels.memory import remembered
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.partition import Partition, partition_by

__all__ = ["Standing", "winner_regions"]


@dataclass(frozen=True)
class Standing:
    """How three players stand under the optimal aims.

    Fields: `aims`, of the profile; `winners`, who wins most often, more than one only where they tie; `a_below_b`,
    whether `pA < pB`.
    """

    aims: tuple[Aim, ...]
    winners: tuple[int, ...]
    a_below_b: bool

    def is_won_by(self, player: int) -> bool:
        """Whether a player alone wins most often."""
        return self.winners == (player,)

    def somebody_misses(self) -> bool:
        """Whether somebody misses on purpose."""
        return any(aim.is_miss for aim in self.aims)

    def winner_misses(self) -> bool:
        """Whether somebody who wins most often misses on purpose."""
        return any(self.aims[player].is_miss for player in self.winners)


class _Standings:
    """The question how the players stand, by signs of polynomials."""

    def __init__(self, decisions: Decisions) -> None:
        self.decisions = decisions
        a, b, _ = decisions.letters.hits
        self._ahead = settled(b - a)

    def standing(self, sign_of: SignOf) -> Standing | None:
        """Return how the players stand, None in a stalemate."""
        path = self.decisions.solve(sign_of)
        aims = self.decisions.aims(path)
        if path is None or aims is None:
            return None
        return Standing(tuple(aims), self._winners(path, sign_of), sign_by(self._ahead, sign_of) > 0)

    def _winners(self, path: Path, sign_of: SignOf) -> tuple[int, ...]:
        best = [0]
        for player in (1, 2):
            sign = sign_by(self._lead(path, player, best[0]), sign_of)
            best = [player] if sign > 0 else best if sign < 0 else [*best, player]
        return tuple(best)

    @remembered
    def _lead(self, path: Path, one: int, other: int) -> SignedFactors:
        """Return what decides which of two players wins more often."""
        win = self.decisions.win(path)
        return settled(win[one] - win[other])


def winner_regions(targets: Sequence[str] | None, precision: Fraction) -> Partition[Standing | None]:
    """Return the square for pC = 1, with everybody searching {Others, Miss}, cut into regions of one standing.

    Parameters: `targets`, as for `Problem`, by default all optimal; `precision`, the largest width of the enclosure of
    the area of a region.

    >>> found = winner_regions(["Miss", "C", "B"], Fraction(1, 10**4))
    >>> low, high = found.area(lambda standing: standing is not None and standing.is_won_by(0))
    >>> f"{float(low):.3f} {float(high):.3f}"
    '0.622 0.622'
    """
    decisions = Decisions(Letters([None, None, 1]), (Word.OTHERS, Word.MISS), targets)
    return partition_by(_Standings(decisions).standing, decisions, "announced", precision, None)
