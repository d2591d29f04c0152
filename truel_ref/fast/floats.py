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

**Ties** stay open under this bound. Then exact values of the profiles that the close options lead to decide, and the
tie rule breaks a tie (`Settle`). One kind of tie needs no values. If all hits in a profile lead to phases with equal
values for each player, the profile has these values at every turn, because somebody hits in the end. Phases of the same
players often have equal values, because the player on move in them misses. So options whose profiles lead only to
phases with equal values are tied, and the tie is immaterial. From four players on such ties are frequent.

`truel_ref.fast.arrays` decides many phases at once in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.fast.skeleton import PhaseSkeleton
from truel_ref.game.people import Option, Order, Path, Place
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Tie
from truel_ref.play.announced import Announced
from truel_ref.play.phases import ties_of
from truel_ref.play.ties import LIKELIEST_WINNER, Node, break_tie
from truel_ref.play.turns import Stage

__all__ = [
    "MOST_PLAYERS",
    "ONE_IN",
    "OpenError",
    "Rounded",
    "Settle",
    "Shares",
    "in_reach",
    "margin",
    "proved_path",
    "worth_error",
]

ONE_IN = 10**6
"""The least hit probability above 0, and the least complement above 0, is 1 in this number."""

MOST_PLAYERS = 8
"""The most players for which no product of hit probabilities and their complements underflows in a worth."""

MOST_TIES = 13
"""The most ties of a phase that are broken beside floats; with more, exact integers alone take less time."""

Shares: TypeAlias = "tuple[Sequence[Any], Any]"
"""The win probabilities of a phase by player, multiplied by a common denominator, and this denominator."""

Rounded: TypeAlias = "tuple[list[float], float, float]"
"""A turn in floats: `r` by place, `k`, and `g = 1 - k`."""

_Listed: TypeAlias = "tuple[Option, list[float], float, float]"
"""An option with its turn."""

_Answer: TypeAlias = "tuple[float, float, float, float, _Listed]"
"""An option of one of the last two players, with the components of `r` for the last and the one before, `k` and `g`."""

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


class OpenError(Exception):
    """A decision that floats cannot prove."""


SettleClose: TypeAlias = "Callable[[Place, list[Path]], Option]"
"""Returns the option that the player at a place takes, from the profiles that close options lead to."""


def _open(place: Place, paths: list[Path]) -> Option:
    raise OpenError


class Settle:
    """Decides between close options of a plain phase in exact numbers, breaks ties, and keeps them.

    Parameters: `problem`; `phase`; `win`, gives the win probabilities of a profile of the phase at the first turn of
    the player at a place, over a common denominator; `same`, whether phases have equal values for each player.

    Field: `ties`, those met so far, each with whether it is material.
    """

    def __init__(
        self,
        problem: Problem,
        phase: PhaseSkeleton,
        win: Callable[[PhaseSkeleton, Path, Place], Shares],
        same: Callable[[Sequence[Order]], bool],
    ) -> None:
        self.problem, self.phase, self.win, self.same = problem, phase, win, same
        self.ties: list[tuple[Node, bool]] = []

    def __call__(self, place: Place, paths: list[Path]) -> Option:
        """Return the option to take; the tie rule's if several are best. Raises `OpenError` after too many ties."""
        if len(self.ties) >= MOST_TIES:
            raise OpenError
        best: list[tuple[Path, Shares]] = []
        if self.problem.tie_rule != LIKELIEST_WINNER and self.same(self.phase.after(paths)):
            best = [(path, ((), 1)) for path in paths]  # immaterial, whatever the values
        else:
            player = self.phase.order[place]
            for path in paths:
                tops, bottom = value = self.win(self.phase, path, place)
                if best:
                    top, below = best[0][1][0][player], best[0][1][1]
                    if tops[player] * below < top * bottom:
                        continue
                    if tops[player] * below > top * bottom:
                        best = []
                best.append((path, value))
        equal = tuple([path[place] for path, _ in best])
        if len(equal) == 1:
            return equal[0]
        tops, bottom = best[0][1]
        material = any(
            top * bottom != first * below
            for _, (others, below) in best
            for top, first in zip(others, tops, strict=True)
        )
        by_winner = self.problem.tie_rule == LIKELIEST_WINNER
        wins = [[Fraction(int(top), int(below)) for top in others] for _, (others, below) in best] if by_winner else []
        chosen = equal[break_tie(self.problem, [self.phase.options[place][option] for option in equal], wins)]
        self.ties.append((Node(paths[0][:place], equal, chosen), material))
        return chosen

    def listed(self, path: Path) -> list[Tie]:
        """Return the ties that a solution lists for a chosen profile: those on its way, and material ties."""
        nodes = [node for node, material in self.ties if material or path[: len(node.earlier)] == node.earlier]
        nodes.sort(key=lambda node: (len(node.earlier), node.earlier))
        stage = Stage[Any](self.problem, self.phase.order, self.phase.options, (), ())
        return ties_of(stage, Announced(path, tuple(nodes))) if nodes else []


def proved_path(turns: Sequence[Sequence[Rounded]], settle: SettleClose = _open) -> Path | None:
    """Return the announced profile of a phase, None in a stalemate, and if floats alone do not prove it.

    Parameters: `turns`, by place and option; `settle`, decides between close options, by default nothing does.

    >>> half, nothing = ([0.5, 0.0], 0.5, 0.5), ([0.0, 0.0], 1.0, 0.0)
    >>> proved_path([[half, nothing], [([0.0, 0.5], 0.5, 0.5), nothing]])
    (0, 0)
    """
    try:
        chosen = _Induction(turns, settle).best((), [0.0] * len(turns), 1.0, 0.0)
    except OpenError:
        return None
    return None if chosen is None else chosen[3]


class _Induction:
    """The recursion over announcements.

    Parameters: `turns`, by place and option; `settle`, decides between close options.
    """

    def __init__(self, turns: Sequence[Sequence[Rounded]], settle: SettleClose) -> None:
        self.options: list[list[_Listed]] = [
            [(option, *turn) for option, turn in enumerate(mine)] for mine in turns[:-1]
        ]
        self.settle = settle
        self.margin = margin(len(turns))
        self.last = last = len(turns) - 1
        self.before_last, self.replies = (
            [(turn[1][last], turn[1][last - 1], turn[2], turn[3], turn) for turn in each]
            for each in (self.options[-1], self._best_of_equal_k(turns[-1]))
        )

    def _best_of_equal_k(self, turns: Sequence[Rounded]) -> list[_Listed]:
        """Return the options of the last player without those that another option with equal `k` always beats.

        All single targets have equal `k`, and a miss has `k = 1`. So without ties one or two options remain.
        """
        most: dict[float, float] = {}
        for r, k, _ in turns:
            most[k] = max(most.get(k, 0.0), r[self.last])
        listed = ((option, *turn) for option, turn in enumerate(turns))
        return [each for each in listed if each[1][self.last] * self.margin >= most[each[2]]]

    def best(self, earlier: Path, v: Sequence[float], kappa: float, ends_before: float) -> _Composed | None:
        """Return the composed best continuation of a history; None if every continuation is a stalemate.

        Parameters: `earlier`, the history; `v`, `kappa`, `ends_before`, its composed turns `(v, κ, g0)`.
        """
        place = len(earlier)
        if place + 1 == self.last:
            return self.last_two(earlier, v, kappa, ends_before)
        most = second = -1.0
        own_v = v[place]
        worths: list[tuple[float, _Listed, _Composed]] = []
        for turn in self.options[place]:
            option, r, k, g = turn
            grown = [mine + kappa * more for mine, more in zip(v, r, strict=True)]
            reply = self.best((*earlier, option), grown, kappa * k, ends_before + kappa * g)
            if reply is None:
                continue
            later_r, later_k, later_g, _ = reply
            whole_k = k * later_k
            ends = g + k * later_g + whole_k * ends_before
            if ends == 0.0:
                continue
            worth = (r[place] + k * later_r[place] + whole_k * own_v) / ends
            worths.append((worth, turn, reply))
            if worth > most:
                most, second, chosen = worth, most, worths[-1]
            elif worth > second:
                second = worth
        if not worths:
            return None
        if second >= 0.0 and not most > second * self.margin:
            close = [each for each in worths if each[0] * self.margin >= most]
            taken = self.settle(place, [each[2][3] for each in close])
            chosen = next(each for each in close if each[1][0] == taken)
        _, (_, r, k, g), (later_r, later_k, later_g, path) = chosen
        return [r[where] + k * later_r[where] for where in range(place)], k * later_k, g + k * later_g, path

    def last_two(self, earlier: Path, v: Sequence[float], kappa: float, ends_before: float) -> _Composed | None:
        """Return the composed best continuation of the last two players, which takes most of the time.

        Parameters: `earlier`, the history; `v`, `kappa`, `ends_before`, its composed turns `(v, κ, g0)`.
        """
        last, margin, replies = self.last, self.margin, self.replies
        first, other = replies[0], replies[-1]
        own_v, last_v = v[last - 1], v[last]
        most = second = -1.0
        worths = []
        for r_last, r_own, k, g, turn in self.before_last:
            passed_v, passed_ends = last_v + kappa * r_last, ends_before + kappa * g
            reply = None
            if len(replies) == 2 and first[3] > 0.0:
                one = (first[0] + first[2] * passed_v) / (first[3] + first[2] * passed_ends)
                ends = other[3] + other[2] * passed_ends
                two = (other[0] + other[2] * passed_v) / ends if ends else -1.0
                reply = first if one > two * margin else other if two > one * margin else None
            if reply is None:
                reply = self._reply((*earlier, turn[0]), passed_v, passed_ends)
                if reply is None:
                    continue
            _, later_own, later_k, later_g, _ = reply
            whole_k = k * later_k
            ends = g + k * later_g + whole_k * ends_before
            if ends == 0.0:
                continue
            worth = (r_own + k * later_own + whole_k * own_v) / ends
            worths.append((worth, turn, reply[4]))
            if worth > most:
                most, second, chosen = worth, most, worths[-1]
            elif worth > second:
                second = worth
        if not worths:
            return None
        if second >= 0.0 and not most > second * margin:
            close = [each for each in worths if each[0] * margin >= most]
            taken = self.settle(last - 1, [(*earlier, before[0], answer[0]) for _, before, answer in close])
            chosen = next(each for each in close if each[1][0] == taken)
        _, (option, r, k, g), (answered, later_r, later_k, later_g) = chosen
        composed = [r[where] + k * later_r[where] for where in range(last - 1)]
        return composed, k * later_k, g + k * later_g, (*earlier, option, answered)

    def _reply(self, earlier: Path, v: float, ends_before: float) -> _Answer | None:
        """Return the best reply of the last player to a history, None if every reply is a stalemate."""
        worths = [
            ((each[0] + each[2] * v) / ends, each)
            for each in self.replies
            if (ends := each[3] + each[2] * ends_before) > 0.0
        ]
        most = max((worth for worth, _ in worths), default=0.0)
        close = [each for worth, each in worths if worth * self.margin >= most]
        if len(close) > 1:
            taken = self.settle(self.last, [(*earlier, each[4][0]) for each in close])
            close = [each for each in close if each[4][0] == taken]
        return close[0] if close else None
