r"""Phases decided by floats, if they prove every decision: the bound, and the loop for one phase.

The result equals that of `truel_ref.play.announced.decide`, for options that are a single target or a miss. The
computation never subtracts. With each composed turn `(r, k)` it composes `g = 1 - k`, as `g + k g'`. After a history
`(v, κ, g0)`, an option `(r, k, g)` composed with its replies is worth, to the decider,

    u = (r + k v) / (g + k g0)

This is a quotient of sums of products of numbers >= 0, so relative errors only add up. `v` needs only the components of
the players who have still to announce, and `r` only those of the earlier players.

**The bound**, with the unit roundoff `u = 2^-53`: the conversion of hit probabilities, their complements and later
values from exact numbers has a relative error of at most `2u` (it may truncate); `r`, a product of two of them, `5u`.
Composing one more turn, `a + b c`, adds the `2u` of `b` and one rounding each for the product and the sum: `4u` per
turn. A history and an option with its replies are `L` turns, so the numerator has an error of at most `(4 L + 5) u`,
the denominator `4 L u`, and the worth `(8 L + 6) u`. Twice this bound, and a tenth more for products of errors,
separates two worths for certain. Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition
(2002), section 3.1.

**Nothing underflows**, because every hit probability is 0, 1, or at least `10^-6` away from both. The probability to
win a phase of `L` players is 0 or at least that of some path: at most `L - 1` turns that pass, a hit, and a path to
win with `L - 1` players left. These are `L + (L - 1) + … + 2 = (L + 2)(L - 1) / 2` factors, 27 for 7 players. Each of
the 6 hits may come from a mix, whose weights are multiples of `10^-6` or larger numbers: 6 more factors. A worth with 8
players multiplies a value of 7 by at most 16 factors. So with up to 8 players no product is below `10^-294`, and the
smallest normal number is `2 10^-308`.

**Ties** stay open under this bound, except for one kind, which is frequent from four players on. If all hits in a
profile lead to phases with equal values for each player, the profile has these values at every turn, because somebody
hits in the end. Phases of the same players often have equal values, because the player on move in them misses. So
options whose profiles lead only to phases with equal values are tied, and the choice among them affects neither any
player nor any earlier decision. A solution lists such a tie only on the path of the phase. So the computation ignores
it off the path; if the path meets it, exact numbers and the tie rule decide. The caller, who knows the later phases
exactly, says whether profiles are of this kind.

`truel_ref.fast.arrays` decides many phases at once in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from truel_ref.game.people import Option, Path

__all__ = ["MOST_PLAYERS", "ONE_IN", "Rounded", "Same", "in_reach", "margin", "proved_path", "worth_error"]

ONE_IN = 10**6
"""The least hit probability above 0, and the least complement above 0, is 1 in this number."""

MOST_PLAYERS = 8
"""The most players for which no product of hit probabilities and their complements underflows in a worth."""

Rounded: TypeAlias = "tuple[list[float], float, float]"
"""A turn in floats: `r` by place, `k`, and `g = 1 - k`."""

_Listed: TypeAlias = "tuple[Option, list[float], float, float]"
"""An option with its turn."""

_Composed: TypeAlias = "tuple[list[float], float, float, Path]"
"""Composed turns: `r` of the earlier places, `k`, `g`, and the profile that ends with them."""


def in_reach(tops: Sequence[int], bottom: int) -> bool:
    """Return whether the bound holds for problems with these hit probabilities.

    Parameters: `tops`, hit probabilities multiplied by a common denominator, and `bottom`, this denominator. (Integers,
    because comparing a fraction with a float takes longer than the whole test.)

    >>> in_reach([1, 3], 3), in_reach([1, 10**9], 10**9)
    (True, False)
    """
    for top in tops:
        if 0 < top < bottom and min(top, bottom - top) * ONE_IN < bottom:
            return False
    return len(tops) <= MOST_PLAYERS


def worth_error(length: int, given: float = 2, later: float = 2) -> float:
    """Return a bound of the relative error of a computed worth or value, in units of the roundoff `u`.

    The steps of the module's docstring, with `e` and `w` in place of its two `2u`: `r` has the error `e + w + 1`; each
    of `L` turns adds `e + 2` to the numerator and to the denominator; the quotient adds 1.

    Parameters: `length`, the players of the phase; `given`, the error `e` of hit probabilities and their complements;
    `later`, the error `w` of the values of later phases.

    >>> worth_error(3), worth_error(2, 1, 0)
    (30, 15)
    """
    return 2 * length * (given + 2) + given + later + 2


def margin(length: int, given: float = 2, later: float = 2) -> float:
    """Return the ratio of computed worths above which the first is larger for certain.

    Parameters: `length`, the players of the phase; `given` and `later`, the errors of hit probabilities and of the
    values of later phases, in units of the roundoff.
    """
    return 1.0 + 1.1 * 2 * worth_error(length, given, later) * 2.0**-53


class _OpenError(Exception):
    """A decision that floats cannot prove."""


Same: TypeAlias = "Callable[[Sequence[Path]], bool]"
"""Returns whether all hits in some profiles lead to phases with equal values for each player."""


def _unknown(_: Sequence[Path]) -> bool:
    return False


def proved_path(turns: Sequence[Sequence[Rounded]], same: Same = _unknown) -> Path | None:
    """Return the announced profile if floats prove every decision of the phase, otherwise and in a stalemate None.

    Parameters: `turns`, by place and option; `same`, whether profiles have equal later phases, for close options.

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

    Parameters: `turns`, by place and option; `same`, whether profiles have equal later phases.

    Field: `tied`, the nodes with immaterial ties.

    Raises `_OpenError` at a decision that floats cannot prove.
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
        """Return the options of the last player without those that another option with equal `k` always beats.

        All single targets have equal `k`, and a miss has `k = 1`, so one or two options remain.
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
        """Ignore an immaterial tie; otherwise raise `_OpenError`.

        Parameters: `earlier`, the history; `most`, the largest worth; `worths`, the worths with their profiles.
        """
        if not self.same([path for worth, path in worths if worth * self.margin >= most]):
            raise _OpenError
        self.tied.append(earlier)

    def best(self, earlier: Path, v: Sequence[float], kappa: float, ends_before: float) -> _Composed | None:
        """Return the composed best continuation of a history; None if every continuation is a stalemate.

        Parameters: `earlier`, the history; `v`, `kappa`, `ends_before`, its composed turns `(v, κ, g0)`.
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
        """Return the composed best continuation of the last two players, which takes most of the time.

        Parameters: `earlier`, the history; `v`, `kappa`, `ends_before`, its composed turns `(v, κ, g0)`.
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
                # There are at most two replies, so both are close.
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
