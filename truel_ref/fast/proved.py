r"""Small phases decided by plain floats, where they prove every single decision: no arrays, no tie rule.

The backward induction of `truel_ref.play.announced`, for options that are a single target or a miss. Nothing is ever
subtracted: with each composed turn `(r, k)` goes its `g = 1 - k`, composed as `g + k g'`, and an option `(r, k, g)`
with its replies, after the announcements `(v, κ, g0)`, is worth

    u = (r + k v) / (g + k g0)

to him who decides, a quotient of sums of products of numbers >= 0, so that relative errors only add up.

**The bound**, with the unit roundoff `u = 2^-53`: hit probabilities, their complements and later values are converted
from exact numbers, and carry at most `2u` each (conversion may truncate); `r`, a product of two of them, `5u`.
Composing one more turn, `a + b c`, adds the `2u` of `b` and one rounding each for the product and the sum: `4u` per
turn. An option with its replies and the announcements before are `L` turns, so the numerator carries at most `(4 L +
5) u`, the denominator `4 L u`, and the worth `(8 L + 6) u`. Twice that, and a tenth more for products of errors,
separates two worths for certain. Nothing underflows, because no hit probability is nearer than `10^-6` to 0 or 1
without being there. Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002),
section 3.1.

Any tie, on the path or off, stays open by this. So what is decided here has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from truel_ref.game.indices import Path, Place

__all__ = ["MOST_PLAYERS", "Rounded", "proved_path", "within_reach"]

LEAST = 1e-6

MOST_PLAYERS = 5
"""With so many players no product of hit probabilities and their complements underflows on the way to a worth."""

Rounded: TypeAlias = "tuple[list[float], float, float]"
"""A turn in floats: `r` by place, `k`, and `g = 1 - k`."""


def within_reach(hits: Sequence[Any]) -> bool:
    """Tell whether the bound holds for problems with these hit probabilities.

    >>> from fractions import Fraction
    >>> within_reach([Fraction(1, 3), Fraction(1)]), within_reach([Fraction(1, 10**9), Fraction(1)])
    (True, False)
    """
    return len(hits) <= MOST_PLAYERS and all(not hit or hit == 1 or LEAST <= hit <= 1 - LEAST for hit in hits)


class _OpenError(Exception):
    """A decision that floats cannot prove."""


def proved_path(turns: Sequence[Sequence[Rounded]]) -> Path | None:
    """Return the announced profile if floats prove every decision of the phase, else None, as where all stalls.

    Parameters: `turns`, by place and option.

    >>> half, nothing = ([0.5, 0.0], 0.5, 0.5), ([0.0, 0.0], 1.0, 0.0)
    >>> proved_path([[half, nothing], [([0.0, 0.5], 0.5, 0.5), nothing]])
    (0, 0)
    """
    length = len(turns)
    last = _best_of_equal_k(turns[-1], length - 1, _margin(length))
    if last is None:
        return None
    try:
        chosen = _Node(turns, last).best(0, [0.0] * length, 1.0, 0.0)
    except _OpenError:
        return None
    return None if chosen is None else chosen[3]


def _margin(length: int) -> float:
    return 1.0 + 1.1 * 2 * (8 * length + 6) * 2.0**-53


def _best_of_equal_k(turns: Sequence[Rounded], place: Place, margin: float) -> list[int] | None:
    """Return the options of the last announcer without those that another with the same `k` always beats.

    His single targets all have the same `k`, and a miss has `k = 1`, so one or two options stay. None where the best
    of equal `k` is open.
    """
    best: dict[float, int] = {}
    second: dict[float, float] = {}
    for option, (r, k, _) in enumerate(turns):
        if k not in best:
            best[k], second[k] = option, -1.0
        elif r[place] > turns[best[k]][0][place]:
            second[k], best[k] = turns[best[k]][0][place], option
        else:
            second[k] = max(second[k], r[place])
    sure = all(turns[option][0][place] > second[k] * margin for k, option in best.items())
    return list(best.values()) if sure else None


class _Node:
    """The recursion over announcements.

    Parameters: `turns`, by place and option; `last`, the options of the last announcer that are looked at.
    """

    def __init__(self, turns: Sequence[Sequence[Rounded]], last: Sequence[int]) -> None:
        self.options: list[list[tuple[int, Rounded]]] = [list(enumerate(mine)) for mine in turns]
        self.options[-1] = [(option, turns[-1][option]) for option in last]
        self.last = len(turns) - 1
        self.margin = _margin(len(turns))

    def best(
        self, place: Place, v: Sequence[float], kappa: float, ends_before: float
    ) -> tuple[list[float], float, float, Path] | None:
        """Return what the best continuation from a place on composes to, with its path; None if all of it stalls.

        Parameters: `place`; `v`, `kappa`, `ends_before`: the announcements before, composed, as `(v, κ, g0)`. Raises
        `_OpenError` where a decision is open.
        """
        best: tuple[list[float], float, float, Path] | None = None
        most, second = -1.0, -1.0
        own_v, following = v[place], place + 1
        for option, (r, k, g) in self.options[place]:
            if following == self.last:
                reply = self.last_reply(v[following] + kappa * r[following], kappa * k, ends_before + kappa * g)
            else:
                grown = [mine + kappa * more for mine, more in zip(v, r, strict=True)]
                reply = self.best(following, grown, kappa * k, ends_before + kappa * g)
            if reply is None:
                continue
            later_r, later_k, later_g, later = reply
            whole_g, whole_k = g + k * later_g, k * later_k
            ends = whole_g + whole_k * ends_before
            if ends == 0.0:
                continue
            worth = (r[place] + k * later_r[place] + whole_k * own_v) / ends
            if worth > most:
                most, second = worth, most
                composed = [mine + k * more for mine, more in zip(r, later_r, strict=True)]
                best = composed, whole_k, whole_g, (option, *later)
            elif worth > second:
                second = worth
        if second >= 0.0 and not most > second * self.margin:
            raise _OpenError
        return best

    def last_reply(
        self, own_v: float, kappa: float, ends_before: float
    ) -> tuple[list[float], float, float, Path] | None:
        """Return the announcement of the last one, None if it stalls whatever he does.

        Parameters: `own_v`, of `v` his own component; `kappa` and `ends_before`, as for `best`. Raises `_OpenError`.
        """
        best = None
        most, second = -1.0, -1.0
        for option, (r, k, g) in self.options[self.last]:
            ends = g + k * ends_before
            if ends == 0.0:
                continue
            worth = (r[self.last] + k * own_v) / ends
            if worth > most:
                most, second, best = worth, most, (r, k, g, (option,))
            elif worth > second:
                second = worth
        if second >= 0.0 and not most > second * self.margin:
            raise _OpenError
        return best
