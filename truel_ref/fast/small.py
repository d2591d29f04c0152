r"""Small phases decided by floats where they prove every decision, and by exact integers where one stays open.

The backward induction is that of `truel_ref.play.announced`, in plain Python and doubles. Nothing is ever subtracted: with
each composed turn `(r, k)` goes its `g = 1 - k`, composed as `g + k g'`, and an option `(r, k, g)` with its replies, after
the announcements `(v, κ, γ)`, is worth

    u = (r + k v) / (g + k γ)

to him who decides, a quotient of sums of products of numbers >= 0, so that relative errors only add up.

**The bound**, with the unit roundoff `u = 2^-53`: a number that enters, exact before, carries at most `2u` (conversion
may truncate). Composing one more turn, `a + b c`, adds the `2u` of `a` or `b` and one rounding each for the product and the
sum: `4u` per turn. An option with its replies and the announcements before are together `L` turns, so numerator and
denominator carry at most `4 L u` each and the worth `(8 L + 1) u`. Twice that, and a tenth more for products of errors,
separates two worths for certain. It needs numbers that do not underflow: none below `10^-15`.
Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), section 3.1.

Any tie, on the path or off, stays open by this; so what is decided here has none, and needs no tie rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

from truel_ref.fast import filtered, integers
from truel_ref.game.indices import Path, Place
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar
from truel_ref.play.turns import Stage

__all__ = ["decide"]

LEAST = 1e-15
MOST_PROFILES = 5_000
"""Profiles; beyond, arrays are faster."""

Rounded: TypeAlias = "tuple[list[float], float, float]"
"""A turn in floats: `r` by place, `k`, and `g = 1 - k`."""


def decide(stage: Stage[Scalar]) -> Announced:
    """Return the announcements of a phase: what `announced.decide` returns.

    >>> from truel_ref.game.problem import Problem
    >>> from truel_ref.play.phases import solve_phases
    >>> solve_phases(Problem(["1/3", "2/3", 1]), decide=decide) == solve_phases(Problem(["1/3", "2/3", 1]))
    True
    """
    if len(stage.order) < 3 or stage.nobody_chooses():
        return integers.decide(stage)
    if prod(map(len, stage.options)) > MOST_PROFILES:
        return filtered.decide(stage)
    turns = _rounded(stage)
    path = None if turns is None else _Induction(turns).path()
    return integers.decide(stage) if path is None else Announced(path)


def _rounded(stage: Stage[Any]) -> list[list[Rounded]] | None:
    """Return the turns in floats, None if some number is too small for the bound."""
    every = []
    for mine in stage.turns:
        rounded = []
        for r, k in mine:
            exact = [*(r[player] for player in stage.order), k, 1 - k]
            numbers = [float(number) for number in exact]
            if any(number < LEAST and (number or value) for number, value in zip(numbers, exact, strict=True)):
                return None
            rounded.append((numbers[:-2], numbers[-2], numbers[-1]))
        every.append(rounded)
    return every


class _OpenError(Exception):
    """A decision that floats cannot prove."""


class _Induction:
    """Backward induction over the announcements of a phase, in floats.

    Parameters: `turns`, by place and option.
    """

    def __init__(self, turns: Sequence[Sequence[Rounded]]) -> None:
        self.turns = turns
        self.last = len(turns) - 1
        self.margin = 1.0 + 1.1 * 2 * (8 * len(turns) + 1) * 2.0**-53
        self.candidates = self._best_kills()

    def path(self) -> Path | None:
        """Return the chosen profile, None if some decision stays open or everything stalls."""
        if not self.candidates:
            return None
        try:
            chosen = self._node(0, [0.0] * len(self.turns), 1.0, 0.0)
        except _OpenError:
            return None
        return None if chosen is None else chosen[3]

    def _best_kills(self) -> list[int]:
        """Return the options of the last announcer of which one is best whatever was announced: one for every `k`.

        Options that are the same number in floats may differ, so two that are not surely apart leave all open: none.
        """
        best: dict[float, int] = {}
        ordered = sorted(range(len(self.turns[self.last])), key=lambda option: self.turns[self.last][option][1])
        for option in ordered:
            r, k, _ = self.turns[self.last][option]
            alike = next((other for other in best if other * self.margin >= k and k * self.margin >= other), None)
            if alike is None:
                best[k] = option
                continue
            if alike != k:
                return []
            own, other = r[self.last], self.turns[self.last][best[k]][0][self.last]
            if own > other * self.margin:
                best[k] = option
            elif not other > own * self.margin:
                return []
        return list(best.values())

    def _node(
        self, place: Place, v: Sequence[float], kappa: float, gamma: float
    ) -> tuple[Sequence[float], float, float, Path] | None:
        """Return what the best continuation from a place on composes to, with its path; None if all of it stalls.

        Parameters: `place`; `(v, κ, γ)`, the announcements before, composed. Raises `_OpenError`.
        """
        best = None
        most, second = -1.0, -1.0
        own_v = v[place]
        options: Any = range(len(self.turns[place])) if place < self.last else self.candidates
        for option in options:
            r, k, g = self.turns[place][option]
            path: Path = (option,)
            if place < self.last:
                grown = [mine + kappa * more for mine, more in zip(v, r, strict=True)]
                reply = self._node(place + 1, grown, kappa * k, gamma + kappa * g)
                if reply is None:
                    continue
                later_r, later_k, later_g, later = reply
                r = [mine + k * more for mine, more in zip(r, later_r, strict=True)]
                g, k = g + k * later_g, k * later_k
                path = (option, *later)
            ends = g + k * gamma
            if ends == 0.0:
                continue
            worth = (r[place] + k * own_v) / ends
            if worth > most:
                most, second = worth, most
                best = r, k, g, path
            elif worth > second:
                second = worth
        if second >= 0.0 and not most > second * self.margin:
            raise _OpenError
        return best
