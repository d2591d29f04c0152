r"""Phases decided by plain floats, where they prove every single decision: the bound, and the loop for one phase.

What `truel_ref.play.announced.decide` chooses, for options that are a single target or a miss. Nothing is ever
subtracted: with each composed turn `(r, k)` goes its `g = 1 - k`, composed as `g + k g'`, and an option `(r, k, g)`
with its replies, after the announcements `(v, κ, g0)`, is worth

    u = (r + k v) / (g + k g0)

to him who decides, a quotient of sums of products of numbers >= 0, so that relative errors only add up. Of `v` only the
components of those who have still to announce are needed, and of `r` those of the players before.

**The bound**, with the unit roundoff `u = 2^-53`: hit probabilities, their complements and later values are converted
from exact numbers, and carry at most `2u` each (conversion may truncate); `r`, a product of two of them, `5u`.
Composing one more turn, `a + b c`, adds the `2u` of `b` and one rounding each for the product and the sum: `4u` per
turn. An option with its replies and the announcements before are `L` turns, so the numerator carries at most `(4 L +
5) u`, the denominator `4 L u`, and the worth `(8 L + 6) u`. Twice that, and a tenth more for products of errors,
separates two worths for certain. Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition
(2002), section 3.1.

**Nothing underflows**, because no hit probability `p` is nearer than `10^-6` to 0 or 1 without being there. A chance to
win a phase of `L` players is 0 or at least that of some way to it: at most `L - 1` turns that pass, a hit, and a way to
win with `L - 1` left. These are `L + (L - 1) + … + 2 = (L + 2)(L - 1) / 2` factors, 27 for 7 players. Each of the hits
may come from a mix, whose weights are multiples of `10^-6` at the finest: 6 more. A worth with 8 players multiplies a
value of 7 by at most 16. So with up to 8 players no product is below `10^-294`, and the smallest normal number is
`2 10^-308`.

**Ties** stay open by this, but for one kind, which is frequent from four players on. If every hit in a profile leads to
phases that are worth the same, to each player, then so is the profile, at every turn: somebody hits at last. Phases of
the same players are often worth the same, because whoever is on move there misses. So options whose profiles lead to
nothing but phases of one worth are tied, and whichever is taken makes no difference to anybody, nor to any decision
before. Such a tie is reported only on the path of the phase. Off the path it is passed over; a path that meets it is
left to exact numbers, which ask the tie rule. Whether profiles are of that kind is asked from outside, where the later
phases are known exactly.

`truel_ref.fast.arrays` does the same for many phases at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from truel_ref.game.people import Option, Path

__all__ = ["MOST_PLAYERS", "ONE_IN", "Rounded", "Same", "in_reach", "margin", "proved_path"]

ONE_IN = 10**6
"""The least hit probability, and the least chance to miss, but for 0: one in so many."""

MOST_PLAYERS = 8
"""With so many players no product of hit probabilities and their complements underflows on the way to a worth."""

Rounded: TypeAlias = "tuple[list[float], float, float]"
"""A turn in floats: `r` by place, `k`, and `g = 1 - k`."""

_Listed: TypeAlias = "tuple[Option, list[float], float, float]"
"""An option with its turn."""

_Composed: TypeAlias = "tuple[list[float], float, float, Path]"
"""Turns in a row: `r` of the places before them, `k`, `g`, and the whole profile that they end."""


def in_reach(tops: Sequence[int], bottom: int) -> bool:
    """Tell whether the bound holds for problems with these hit probabilities.

    Parameters: `tops`, hit probabilities multiplied by a common denominator, and `bottom`, that denominator. (In whole
    numbers, because to compare one fraction with a float takes longer than all of this.)

    >>> in_reach([1, 3], 3), in_reach([1, 10**9], 10**9)
    (True, False)
    """
    for top in tops:
        if 0 < top < bottom and min(top, bottom - top) * ONE_IN < bottom:
            return False
    return len(tops) <= MOST_PLAYERS


def margin(length: int) -> float:
    """Return how many times as large a worth must be as another, both as computed, to be larger for certain.

    Parameters: `length`, the players of the phase.
    """
    return 1.0 + 1.1 * 2 * (8 * length + 6) * 2.0**-53


class _OpenError(Exception):
    """A decision that floats cannot prove."""


Same: TypeAlias = "Callable[[Sequence[Path]], bool]"
"""Tells whether every hit in some profiles leads to phases that are worth the same, to each player."""


def _unknown(_: Sequence[Path]) -> bool:
    return False


def proved_path(turns: Sequence[Sequence[Rounded]], same: Same = _unknown) -> Path | None:
    """Return the announced profile if floats prove every decision of the phase, else None, as where all stalls.

    Parameters: `turns`, by place and option; `same`, asked where options are close.

    >>> half, nothing = ([0.5, 0.0], 0.5, 0.5), ([0.0, 0.0], 1.0, 0.0)
    >>> proved_path([[half, nothing], [([0.0, 0.5], 0.5, 0.5), nothing]])
    (0, 0)
    """
    length = len(turns)
    try:
        induction = _Induction(turns, same)
        chosen = induction.best((), [0.0] * length, 1.0, 0.0)
    except _OpenError:
        return None
    if chosen is None or any(chosen[3][: len(node)] == node for node in induction.tied):
        return None
    return chosen[3]


class _Induction:
    """The recursion over announcements.

    Parameters: those of `proved_path`. Raises `_OpenError`. `tied` are the nodes whose ties make no difference.
    """

    def __init__(self, turns: Sequence[Sequence[Rounded]], same: Same) -> None:
        self.options: list[list[_Listed]] = [
            [(option, *turn) for option, turn in enumerate(mine)] for mine in turns[:-1]
        ]
        self.same = same
        self.tied: list[Path] = []
        self.margin = margin(len(turns))
        self.last = len(turns) - 1
        self.replies = self._best_of_equal_k(turns[-1])

    def _best_of_equal_k(self, turns: Sequence[Rounded]) -> list[_Listed]:
        """Return the options of the last announcer without those that another with the same `k` always beats.

        His single targets all have the same `k`, and a miss has `k = 1`, so one or two options stay.
        """
        last = self.last
        best: dict[float, _Listed] = {}
        second: dict[float, float] = {}
        for option, (r, k, g) in enumerate(turns):
            if k not in best:
                best[k], second[k] = (option, r, k, g), -1.0
            elif r[last] > best[k][1][last]:
                second[k], best[k] = best[k][1][last], (option, r, k, g)
            else:
                second[k] = max(second[k], r[last])
        for k, (_, r, _, _) in best.items():
            if not r[last] > second[k] * self.margin:
                raise _OpenError
        return list(best.values())

    def _close(self, earlier: Path, most: float, worths: Sequence[tuple[float, Path]]) -> None:
        """Pass over a tie that makes no difference; else the node is open.

        Parameters: `earlier`, the announcements before; `most`, the largest worth; `worths`, with the profiles.
        """
        if not self.same([path for worth, path in worths if worth * self.margin >= most]):
            raise _OpenError
        self.tied.append(earlier)

    def best(self, earlier: Path, v: Sequence[float], kappa: float, ends_before: float) -> _Composed | None:
        """Return what the best continuation of some announcements composes to; None if all of it stalls.

        Parameters: `earlier`, these announcements; `v`, `kappa`, `ends_before`: the same, composed, as `(v, κ, g0)`.
        """
        place = len(earlier)
        if place + 1 == self.last:
            return self.last_two(earlier, v, kappa, ends_before)
        best: _Composed | None = None
        most = second = -1.0
        own_v = v[place]
        worths = []
        for option, r, k, g in self.options[place]:
            grown = [mine + kappa * more for mine, more in zip(v, r, strict=True)]
            reply = self.best((*earlier, option), grown, kappa * k, ends_before + kappa * g)
            if reply is None:
                continue
            later_r, later_k, later_g, path = reply
            whole_g, whole_k = g + k * later_g, k * later_k
            ends = whole_g + whole_k * ends_before
            if ends == 0.0:
                continue
            worth = (r[place] + k * later_r[place] + whole_k * own_v) / ends
            worths.append((worth, path))
            if worth > most:
                most, second = worth, most
                composed = [r[where] + k * later_r[where] for where in range(place)]
                best = composed, whole_k, whole_g, path
            elif worth > second:
                second = worth
        if second >= 0.0 and not most > second * self.margin:
            self._close(earlier, most, worths)
        return best

    def last_two(self, earlier: Path, v: Sequence[float], kappa: float, ends_before: float) -> _Composed | None:
        """Return the same for the one before last, with the replies of the last: where most of the time goes.

        Parameters: those of `best`.
        """
        last, margin = self.last, self.margin
        place = last - 1
        own_v, last_v = v[place], v[last]
        best: tuple[_Listed, _Listed] | None = None
        most = second = -1.0
        worths = []
        for turn in self.options[place]:
            option, r, k, g = turn
            passed_v, passed_ends = last_v + kappa * r[last], ends_before + kappa * g
            reply: _Listed | None = None
            reply_most = reply_second = -1.0
            for answer in self.replies:
                _, later_r, later_k, later_g = answer
                ends = later_g + later_k * passed_ends
                if ends == 0.0:
                    continue
                worth = (later_r[last] + later_k * passed_v) / ends
                if worth > reply_most:
                    reply_most, reply_second, reply = worth, reply_most, answer
                elif worth > reply_second:
                    reply_second = worth
            if reply_second >= 0.0 and not reply_most > reply_second * margin:
                # There are two replies at most, so both are close.
                self._close((*earlier, option), 0.0, [(0.0, (*earlier, option, each[0])) for each in self.replies])
            if reply is None:
                continue
            _, later_r, later_k, later_g = reply
            whole_k = k * later_k
            ends = g + k * later_g + whole_k * ends_before
            if ends == 0.0:
                continue
            worth = (r[place] + k * later_r[place] + whole_k * own_v) / ends
            worths.append((worth, (*earlier, option, reply[0])))
            if worth > most:
                most, second, best = worth, most, (turn, reply)
            elif worth > second:
                second = worth
        if second >= 0.0 and not most > second * margin:
            self._close(earlier, most, worths)
        return None if best is None else self._composed(earlier, *best)

    def _composed(self, earlier: Path, turn: _Listed, reply: _Listed) -> _Composed:
        (option, r, k, g), (answer, later_r, later_k, later_g) = turn, reply
        composed = [r[where] + k * later_r[where] for where in range(self.last - 1)]
        return composed, k * later_k, g + k * later_g, (*earlier, option, answer)
