"""What is asked of a point of the cube, or of a square: the aims, who wins most often, and who of the three is weakest.

Each answer follows from signs of polynomials: those that decide between options, the differences of two win
probabilities of the chosen profile, and the differences of two hit probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Profile, label
from truel_ref.game.variant import PLAYS
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import sign_of
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.decisions import DecidedResponses, Decisions, SignedFactors, SignOf, settled, sign_by
from truel_ref.symbolic.pieces import aims_json, aims_text
from truel_ref.symbolic.plays import BothPlays, PlayProfiles, refuse_other_plays

__all__ = ["CubeQuestion", "Standing", "beside", "signs_at"]

_Aims: TypeAlias = tuple[Aim, ...]


@dataclass(frozen=True)
class Standing:
    """Who wins how often under the chosen aims.

    Fields: `aims`, of a profile; `winners`, who wins most often, more than one only where they tie; `strengths`, the
    players from the best shot to the worst, where no two are equal.
    """

    aims: _Aims
    winners: tuple[int, ...]
    strengths: tuple[int, ...]

    @property
    def weakest_wins(self) -> bool:
        """Whether the worst shot wins most often."""
        return self.winners == self.strengths[-1:]

    @property
    def somebody_misses(self) -> bool:
        """Whether somebody misses on purpose."""
        return any(aim.is_miss for aim in self.aims)

    @property
    def winner_misses(self) -> bool:
        """Whether who wins most often misses on purpose."""
        return any(self.aims[player].is_miss for player in self.winners)

    def __str__(self) -> str:
        order = " > ".join(map(label, self.strengths))
        return f"{aims_text(self.aims)}; {' and '.join(map(label, self.winners))} wins; {order}"

    def to_json(self) -> dict[str, Any]:
        """Return the standing as plain data for JSON."""
        return {
            "aims": aims_json(self.aims),
            "winners": list(map(label, self.winners)),
            "strengths": list(map(label, self.strengths)),
        }


def signs_at(point: Sequence[Fraction]) -> SignOf:
    """Return what tells the signs of polynomials at a point.

    >>> a, b = Letters([None, None]).hits
    >>> signs_at([Fraction(1, 3), Fraction(1, 2)])((a - b).numer)
    -1
    """
    return lambda polynomial: sign_of(value_at(polynomial, point))


class CubeQuestion:
    """What the aims of a play are, and how the players stand, by signs of polynomials.

    Parameters: `hits`, of three players None for a letter, or an exact number; `play`, "announced" or "stationary";
    `targets`, as for `Problem`, for announced play.

    Raises `SymbolicError` for another play, and what `Decisions` raises.

    >>> point = [Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)]
    >>> print(CubeQuestion([None, None, None]).standing(signs_at(point)))
    Miss, C, B; A wins; C > B > A
    """

    def __init__(
        self, hits: Sequence[object], play: str = "announced", targets: str | Sequence[object] | None = None
    ) -> None:
        refuse_other_plays(play)
        self.play = play
        self.decisions = Decisions(Letters(hits), (Word.OTHERS, Word.MISS), targets)
        self._responses = DecidedResponses(self.decisions)

    def aims(self, sign_of: SignOf) -> _Aims | None:
        """Return the chosen aims; in stationary play those of the only pure equilibrium, None if there is no such."""
        return self.decisions.aims(self._path(sign_of))

    def standing(self, sign_of: SignOf) -> Standing | None:
        """Return how the players stand, None where there is a stalemate or not exactly one pure equilibrium."""
        aims = self.aims(sign_of)
        return None if aims is None else self.standing_with(aims, sign_of)

    def standing_with(self, aims: Sequence[Aim], sign_of: SignOf) -> Standing:
        """Return how the players stand with some aims, whoever chose them."""
        path = tuple(options.index(aim) for options, aim in zip(self.decisions.options, aims, strict=True))
        return Standing(tuple(aims), self._winners(path, sign_of), self._strengths(sign_of))

    def _path(self, sign_of: SignOf) -> Path | None:
        if self.play == "announced":
            return self.decisions.solve(sign_of)
        equilibria = self._responses.equilibria(sign_of)
        return equilibria[0] if len(equilibria) == 1 else None

    def _winners(self, path: Path, sign_of: SignOf) -> tuple[int, ...]:
        """Return who wins most often, asking for two comparisons."""
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

    def _strengths(self, sign_of: SignOf) -> tuple[int, ...]:
        """Return the players from the best shot to the worst; of equal shots the later one stands first."""
        hits = self.decisions.letters.hits
        order: list[int] = []
        for player in range(len(hits)):
            place = 0
            while place < len(order) and sign_by(settled(hits[player] - hits[order[place]]), sign_of) < 0:
                place += 1
            order.insert(place, player)
        return tuple(order)


def beside(*plays: Callable[[SignOf], _Aims | None]) -> Callable[[SignOf], BothPlays]:
    """Return what tells the aims of announced play beside those of stationary play, for three letters; not the gains.

    Parameters: `plays`, what tells the aims of each, in this order; without them the decisions do.

    >>> plays = beside()
    >>> print(plays(signs_at([Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)])))
    both Miss, C, B
    >>> print(plays(signs_at([Fraction(1, 2), Fraction(2, 5), Fraction(9, 10)])))
    announced B, C, Miss; stationary C, Miss, A
    """
    announced, stationary = plays or tuple(CubeQuestion([None, None, None], play).aims for play in PLAYS)

    def both(sign_of: SignOf) -> BothPlays:
        own = stationary(sign_of)
        return BothPlays(announced(sign_of), PlayProfiles(() if own is None else (own,)), None)

    return both
