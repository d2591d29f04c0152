"""Where the replies to one player's mixes stay the same, and where his chance is highest there.

One player, the **mixer**, announces any mix of his single options: weights `w`, one per option, with the sum 1. Those
before him have one aim each, those after him choose among their options.

**What the later announcers reply** hangs on comparisons that are affine in his weights (`MixedReplies`):

1. His turn `(r, k)` is `sum(w[i] * turn[i])`, affine in the weights, and so is everything that composes with it once:
   the earlier announcements `(v, κ)` that a later player sees, and `V` and `1 - K` of a whole profile.
2. What a later player gains by one continuation instead of another has the sign of a number that is linear in
   `(v, κ)` (`play.turns.advantage`). So **it is affine in the weights, and vanishes on a hyperplane**.
3. On an open piece where every comparison that is asked has one sign, the replies are the same everywhere: for a tie
   rule one list, and without one every list that some way of breaking ties leads to (`play.ties.guaranteed`).
4. Tie rule 3 alone looks at win probabilities. A score is a quotient of two affine functions, so two of them compare by
   a quadratic form. Where the denominators are proportional it is affine; on a segment its roots are known exactly; on
   a larger piece where its sign is open the rule counts as undecided, and every list stands.

Affine functions are given by their values at the corners of the simplex (`kernels.polytopes`).

**The pieces of the simplex, and the supremum** (`regions`, `spots`):

5. The simplex is cut along the hyperplanes of step 2, until every comparison has one sign on each open piece; then the
   same is done with the sides of each piece, down to its corners. So every point of the simplex lies in a piece whose
   replies are known, for each tie rule.
6. Under fixed replies the mixer wins `V / (1 - K)`, both affine, `0 <= V <= 1 - K`. At a point of a piece with corners
   `c` and shares `s(c) > 0` this is `sum(s(c) V(c)) / sum(s(c) (1 - K(c)))`: a mean, with positive weights, of the
   quotients at the corners where `K < 1` (where `K = 1`, `V` is 0 as well). Hence **the supremum over an open piece is
   the largest quotient at a corner of it, and it is attained inside if and only if all these quotients are equal**.
7. The supremum under a tie rule is the largest of those of the pieces with the replies of that rule. It is attained
   if and only if a piece attains it, because the pieces are all there is.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import NumberError
from truel_ref.game.aims import Aim
from truel_ref.game.people import Path
from truel_ref.kernels.polytopes import Cell, Values, Weights, at, cut, sides, simplex, split
from truel_ref.numbers import number_text, read_number
from truel_ref.play import phase
from truel_ref.play.ties import LIKELIEST_WINNER, tie_ranks
from truel_ref.play.turns import Stage, advantage

__all__ = [
    "CrossedError",
    "MixFormula",
    "MixRegion",
    "MixSpot",
    "MixedReplies",
    "RootsError",
    "UndecidedError",
    "quadratic_shares",
    "regions",
    "spots",
]


Turn: TypeAlias = phase.Turn[Any]


@dataclass(eq=False)
class CrossedError(Exception):
    """A comparison has both signs on a piece, which must be cut where it vanishes. It is a signal, not a mistake."""

    function: Values


@dataclass(eq=False)
class RootsError(Exception):
    """A comparison of tie rule 3 vanishes at points inside a segment, which must be split there. It is a signal."""

    shares: Sequence[Any]
    name: Hashable


class UndecidedError(Exception):
    """A comparison of tie rule 3 may have both signs on a piece, and vanishes on no hyperplane. It is a signal."""


@dataclass(frozen=True)
class MixFormula:
    """The win probabilities at the mixer's first turn under fixed replies: `tops[i] / below`, all of them affine."""

    tops: tuple[Values, ...]
    below: Values

    def win(self, point: Weights) -> tuple[Any, ...] | None:
        """Return the win probabilities at a point; None where nobody can be hit."""
        share = at(self.below, point)
        return tuple(at(top, point) / share for top in self.tops) if share else None


class MixedReplies:
    """The replies to every mix of the player at one place of a stage.

    Parameters: `stage`, in which those before him have one option each, and his options are the corners of his simplex;
    `place`, his. Its numbers are exact.
    """

    def __init__(self, stage: Stage[Any], place: int = 0) -> None:
        self.stage = stage
        self.place = place
        self.later = range(place + 1, len(stage.order))
        nothing: Turn = [stage.number(Fraction(0))] * stage.problem.players, stage.number(Fraction(1))
        self.nothing = nothing
        self.before = reduce(phase.compose, (turns[0] for turns in stage.turns[:place]), nothing)
        self.own = stage.turns[place]
        self.announced = [phase.compose(self.before, turn) for turn in self.own]
        self._gains: dict[Any, Values] = {}
        self._formulas: dict[Path, MixFormula] = {}
        self._ranks: dict[tuple[int, int], list[int]] = {}

    # -- who replies what

    def every_way(self, cell: Cell, earlier: Path = ()) -> list[Path]:
        """Return the lists of replies that some way of breaking ties leads to on a piece; none if all stalls.

        Raises `CrossedError` where a comparison that is needed has both signs.
        """
        if len(earlier) == len(self.later):
            return [] if self.stalls(cell, earlier) else [()]
        follow = self._follow(cell, earlier)
        return [
            path
            for path in chain.from_iterable(follow)
            if all(
                not others or any(self._gain(cell, earlier, path, other) >= 0 for other in others) for others in follow
            )
        ]

    def _follow(self, cell: Cell, earlier: Path) -> list[list[Path]]:
        """Return for each option of the next to reply the lists that can follow, itself at their head."""
        options = range(len(self.stage.options[self.later[len(earlier)]]))
        return [[(option, *rest) for rest in self.every_way(cell, (*earlier, option))] for option in options]

    def by_rule(self, cell: Cell, rule: int, earlier: Path = ()) -> Path | None:
        """Return the replies that a tie rule leads to on a piece; None if all stalls.

        Raises `CrossedError`, and for rule 3 `RootsError` and `UndecidedError`.
        """
        if len(earlier) == len(self.later):
            return None if self.stalls(cell, earlier) else ()
        place = self.later[len(earlier)]
        best: list[Path] = []
        for option in range(len(self.stage.options[place])):
            rest = self.by_rule(cell, rule, (*earlier, option))
            if rest is None:
                continue
            path = (option, *rest)
            gain = self._gain(cell, earlier, path, best[0]) if best else 1
            best = [path] if gain > 0 else [*best, path] if gain == 0 else best
        if len(best) < 2:
            return best[0] if best else None
        if rule == LIKELIEST_WINNER:
            return self._likeliest(cell, earlier, best)
        ranks = self._ranked(rule, place)
        return min(best, key=lambda path: ranks[path[0]])

    def stalls(self, cell: Cell, replies: Path) -> bool:
        """Tell by structure whether nobody can ever be hit under some replies, anywhere on a piece."""
        idle = self.stage.idle
        mixed = zip(idle[self.place], zip(*cell.points, strict=True), strict=True)
        return (
            all(waits or not any(column) for waits, column in mixed)
            and all(waits[0] for waits in idle[: self.place])
            and all(idle[place][option] for place, option in zip(self.later, replies, strict=True))
        )

    def _ranked(self, rule: int, place: int) -> list[int]:
        if (rule, place) not in self._ranks:
            problem = replace(self.stage.problem, tie_rule=rule)
            self._ranks[rule, place] = tie_ranks(problem, self.stage.options[place])
        return self._ranks[rule, place]

    # -- affine functions, as their values at the corners of the simplex

    def _composed(self, turn: Turn, replies: Path, first: int) -> Turn:
        """Return a turn, composed with those of the replies of the players from a place on."""
        turns = (self.stage.turns[first + step][option] for step, option in enumerate(replies))
        return reduce(phase.compose, turns, turn)

    def _gain(self, cell: Cell, earlier: Path, path: Path, other: Path) -> int:
        """Return the sign of what the next to reply gains by one continuation instead of another, on a piece."""
        if path == other:
            return 0
        if (earlier, path, other) not in self._gains:
            place = self.later[len(earlier)]
            first, second = (self._composed(self.nothing, some, place) for some in (path, other))
            player = self.stage.order[place]
            self._gains[earlier, path, other] = tuple(
                advantage(first, second, self._composed(turn, earlier, self.place + 1), player)
                for turn in self.announced
            )
        return _sign(cell, self._gains[earlier, path, other])

    def formula(self, replies: Path) -> MixFormula:
        """Return the win probabilities at the mixer's first turn under some replies."""
        if replies not in self._formulas:
            rounds = [phase.compose(self._composed(turn, replies, self.place + 1), self.before) for turn in self.own]
            tops = tuple(zip(*(won for won, _ in rounds), strict=True))
            self._formulas[replies] = MixFormula(tops, tuple(1 - passed for _, passed in rounds))
        return self._formulas[replies]

    # -- tie rule 3

    def _likeliest(self, cell: Cell, earlier: Path, best: Sequence[Path]) -> Path:
        """Return of equal continuations the one whose target is the likeliest to win; of equal ones the first."""
        leader = best[0]
        for path in best[1:]:
            if self._leads(cell, self._score(earlier, path), self._score(earlier, leader)) > 0:
                leader = path
        return leader

    def _score(self, earlier: Path, path: Path) -> tuple[Values, Values]:
        """Return the mean win probability of whom the next to reply aims at, as a numerator and a denominator."""
        place = self.later[len(earlier)]
        aim: Aim = self.stage.options[place][path[0]]
        r, k = self._composed(self.nothing, path, place)
        tops, below = [], []
        for turn in self.announced:
            v, kappa = self._composed(turn, earlier, self.place + 1)
            shares = (self.stage.number(weight) * (r[t] + k * v[t]) for t, weight in enumerate(aim.weights) if weight)
            tops.append(sum(shares, self.stage.number(Fraction(0))))
            below.append(1 - k * kappa)
        return tuple(tops), tuple(below)

    def _leads(self, cell: Cell, first: tuple[Values, Values], second: tuple[Values, Values]) -> int:
        """Return the sign of the difference of two scores on a piece."""
        check()
        (n1, d1), (n2, d2) = (
            [[at(part, point) for point in cell.points] for part in score] for score in (first, second)
        )
        ratio = next((mine / other for mine, other in zip(d1, d2, strict=True) if other), None)
        if ratio is not None and all(mine == ratio * other for mine, other in zip(d1, d2, strict=True)):
            # n1/d1 - n2/d2 has the sign of n1 - ratio*n2, and that is affine.
            return _sign(cell, tuple(mine - ratio * other for mine, other in zip(first[0], second[0], strict=True)))
        places = range(len(cell.points))
        form = [[n1[i] * d2[j] + n1[j] * d2[i] - n2[i] * d1[j] - n2[j] * d1[i] for j in places] for i in places]
        entries = [entry for row in form for entry in row]
        if min(entries) >= 0 or max(entries) <= 0:
            return int(max(entries) > 0) - int(min(entries) < 0)
        if cell.dimension > 1:
            raise UndecidedError
        shares = quadratic_shares(form[0][0], form[0][1], form[1][1])
        if shares:
            raise RootsError(shares, (tuple(map(tuple, form)), cell.points))
        half = form[0][0] + 2 * form[0][1] + form[1][1]
        return int(half > 0) - int(half < 0)


def _sign(cell: Cell, function: Values) -> int:
    """Return the sign of an affine function on an open piece. Raises `CrossedError` where it has both."""
    check()
    values = [at(function, point) for point in cell.points]
    least, most = min(values), max(values)
    if least < 0 < most:
        raise CrossedError(function)
    return int(most > 0) - int(least < 0)


def quadratic_shares(first: Any, mixed: Any, last: Any) -> list[Any]:
    """Return where `first*(1-t)^2 + 2*mixed*t*(1-t) + last*t^2` vanishes for `t` strictly between 0 and 1.

    With `s = (1-t)/t` it is `first*s^2 + 2*mixed*s + last`, whose positive roots are asked for.

    Raises `UndecidedError` where a root would need a field of numbers beyond the limits.

    >>> quadratic_shares(Fraction(1), Fraction(-1), Fraction(-1))
    [<Algebraic (2 - sqrt(2))/2>]
    """
    if first == 0:
        ratios = [] if mixed == 0 else [-last / (2 * mixed)]
    else:
        inside = mixed * mixed - first * last
        if inside < 0:
            return []
        try:
            root = read_number(f"sqrt({number_text(inside)})")
        except NumberError:
            raise UndecidedError from None
        ratios = [(-mixed - root) / first, (-mixed + root) / first]
    return sorted({1 / (1 + ratio) for ratio in ratios if ratio > 0})


# ---------------------------------------------------------------------------------------------------------
# The pieces of the simplex, and the supremum


@dataclass(frozen=True)
class MixRegion:
    """An open piece of the simplex with its replies.

    Fields: `cell`; `replies`, every list of replies that some way of breaking ties leads to, none if all stalls;
    `by_rule`, those of each tie rule, None if all stalls; rules that are undecided here are left out.
    """

    cell: Cell
    replies: tuple[Path, ...]
    by_rule: dict[int, Path | None]

    def under(self, rule: int) -> tuple[Path, ...]:
        """Return the lists of replies that a tie rule may lead to: one, or all of them where it is undecided."""
        if rule not in self.by_rule:
            return self.replies
        path = self.by_rule[rule]
        return () if path is None else (path,)


@dataclass(frozen=True)
class MixSpot:
    """Corners of a piece at which the mixer's chance comes to its largest value on the piece.

    Fields: `value`; `points`, these corners; `region` and `replies`; `constant`, whether the chance has this value on
    the whole piece, which is then attained there.
    """

    value: Any
    points: tuple[Weights, ...]
    region: MixRegion
    replies: Path
    constant: bool


def regions(replies: MixedReplies, tie_rules: Sequence[int]) -> tuple[list[MixRegion], int]:
    """Return all pieces of the simplex, and the number of hyperplanes that cut it.

    Parameters: `replies`; `tie_rules`, for which the replies are decided.
    """
    pieces: list[MixRegion] = []
    names: set[Any] = set()
    whole = simplex(len(replies.own), replies.nothing[1])
    work, seen = [whole], {frozenset(whole.points)}

    def add(cells: Iterable[Cell]) -> None:
        for cell in cells:
            key = frozenset(cell.points)
            if key not in seen:
                seen.add(key)
                work.append(cell)

    while work:
        cell = work.pop()
        try:
            pieces.append(_decided(replies, cell, tie_rules))
        except CrossedError as crossed:
            lead = next(value for value in crossed.function if value)
            names.add(tuple(value / lead for value in crossed.function))
            add(cut(cell, crossed.function))
        except RootsError as roots:
            add(split(cell, roots.shares, roots.name))
        else:
            add(sides(cell))
    return sorted(pieces, key=lambda piece: (-piece.cell.dimension, piece.cell.points)), len(names)


def _decided(replies: MixedReplies, cell: Cell, tie_rules: Sequence[int]) -> MixRegion:
    """Return a piece with its replies. Raises `CrossedError` and `RootsError` where it has to be cut first."""
    every = tuple(replies.every_way(cell))
    if len(every) < 2:
        # Without a choice there is nothing that a tie rule could decide.
        return MixRegion(cell, every, dict.fromkeys(tie_rules, every[0] if every else None))
    by_rule: dict[int, Path | None] = {}
    for rule in tie_rules:
        try:
            by_rule[rule] = replies.by_rule(cell, rule)
        except UndecidedError:
            continue
    return MixRegion(cell, every, by_rule)


def spots(replies: MixedReplies, pieces: Iterable[MixRegion], rule: int | None = None) -> list[MixSpot]:
    """Return for every piece and list of replies where the mixer's chance is largest.

    Parameters: `replies`; `pieces`; `rule`, the tie rule, None for every way of breaking ties.
    """
    player = replies.stage.order[replies.place]
    listed = []
    for region in pieces:
        for path in region.replies if rule is None else region.under(rule):
            formula = replies.formula(path)
            valued = [(win[player], point) for point in region.cell.points if (win := formula.win(point)) is not None]
            if valued:
                most, least = max(value for value, _ in valued), min(value for value, _ in valued)
                points = tuple(point for value, point in valued if value == most)
                listed.append(MixSpot(most, points, region, path, most == least))
    return listed
