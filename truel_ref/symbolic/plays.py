"""The kinds of play whose regions are exact: what is asked at a point, and its answer.

- **announced**: the optimal aims.
- **stationary**: all pure equilibria of the point. Three players with different hit probabilities who search
  {Others, Miss} have exactly one, except on a curve (theorem T13), so every region has one equilibrium, and curves may
  have several.
- **both**: the announced aims, the stationary equilibria, and for every player the sign of the gain by announcing (the
  announced minus the stationary win probability). This sign is also the sign of a polynomial; if it changes inside a
  region of equal aims, the curve of its zeros cuts the region. So each region shows who gains by announcing, at all its
  points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.people import Profile
from truel_ref.symbolic.borders import aims_json, aims_text
from truel_ref.symbolic.decisions import Decisions, SignedFactors, SignOf, settled, sign_by

RegionAims: TypeAlias = tuple[Aim, ...] | None
"""The optimal aims of the first phase, one per player; None in a stalemate."""

Question: TypeAlias = Callable[[SignOf], Any]
"""A question about a point; its answer follows from the signs of the polynomials that it asks for."""


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


def _both(decisions: Decisions) -> Question:
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

    return both


QUESTIONS: dict[str, Callable[[Decisions], Question]] = {
    "announced": lambda decisions: lambda sign_of: decisions.aims(decisions.solve(sign_of)),
    "stationary": lambda decisions: (
        lambda sign_of: PlayProfiles(tuple(map(decisions.aims, decisions.equilibria(sign_of))))
    ),
    "both": _both,
}
"""By kind of play, the question at a point of a problem over letters."""
