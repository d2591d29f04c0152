"""The pieces of a player's mixes with constant replies, and the largest win probability on each piece.

One player, the **mixer**, announces any mix of single options: weights `w`, one per option, with the sum 1. Each
earlier player has one aim; the later players choose among their options.

**The replies of the later players** depend on comparisons that are affine in the weights (`MixedReplies`):

1. The mixer's turn `(r, k)` is `sum(w[i] * turn[i])`, affine in the weights. So is every composition that contains it
   once: the earlier turns `(v, κ)` that a later player compares with, and `V` and `1 - K` of a profile.
2. The gain of a later player by one continuation over another has the sign of a number that is linear in `(v, κ)`
   (`play.phase.advantage`). So **it is affine in the weights, and vanishes on a hyperplane** unless it is constant.
3. On an open piece where every necessary comparison has one sign, the replies are constant: for a tie rule one list,
   and without a tie rule every list that some way of breaking ties chooses (T8).
4. Only tie rule 3 compares win probabilities. A score is a quotient of two affine functions, so a quadratic form
   compares two scores. If the denominators are proportional, the form is affine. On a segment its roots are known
   exactly. On a larger piece where its sign is open, the rule counts as undecided, and every list remains.

An affine function is given by its values at the corners of the simplex (`polytopes`).

**The pieces of the simplex, and the supremum** (`regions`, `spots`):

5. Cut the simplex along the hyperplanes of step 2, until every comparison has one sign on each open piece; then cut the
   sides of each piece in the same way, down to the corners. So every point of the simplex lies in a piece with known
   replies, for each tie rule.
6. Under fixed replies the mixer wins `V / (1 - K)`, where both are affine and `0 <= V <= 1 - K`. At a point of a piece
   with corners `c` and shares `s(c) > 0` this is `sum(s(c) V(c)) / sum(s(c) (1 - K(c)))`: a mean, with positive
   weights, of the quotients at the corners with `K < 1` (if `K = 1`, `V` is 0, too). Hence **the supremum over an open
   piece is the largest quotient at its corners, and it is attained inside if and only if all these quotients are
   equal**.
7. The supremum under a tie rule is the largest supremum over the pieces with the replies of this rule. It is attained
   if and only if some piece attains it, because the pieces cover the simplex.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import NumberError
from truel_ref.explain.polytopes import Cell, Values, Weights, at, cut, sides, simplex, split
from truel_ref.game.aims import Aim
from truel_ref.game.people import Profile
from truel_ref.numbers import number_text, read_number
from truel_ref.play import phase
from truel_ref.play.announced import Stage
from truel_ref.play.phase import advantage
from truel_ref.play.ties import LIKELIEST_WINNER, ranked

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


Turn: TypeAlias = phase.Turn


@dataclass(eq=False)
class CrossedError(Exception):
    """A signal: a comparison has both signs on a piece, so the piece must be cut where the comparison vanishes."""

    function: Values


@dataclass(eq=False)
class RootsError(Exception):
    """A signal: a comparison of tie rule 3 vanishes inside a segment, so the segment must be split there."""

    shares: Sequence[Any]
    name: Hashable


class UndecidedError(Exception):
    """A signal: a comparison of tie rule 3 may have both signs on a piece, and is not affine."""


@dataclass(frozen=True)
class MixFormula:
    """The win probabilities at the mixer's first turn under fixed replies: `tops[i] / below`, of affine functions."""

    tops: tuple[Values, ...]
    below: Values

    def win(self, point: Weights) -> tuple[Any, ...] | None:
        """Return the win probabilities at a point, None if nobody can be hit there."""
        share = at(self.below, point)
        return tuple(at(top, point) / share for top in self.tops) if share else None


class MixedReplies:
    """The replies to every mix of the player at one place of a stage.

    Parameters: `stage`, with exact numbers, in which each earlier player has one option and the mixer's options are the
    corners of the simplex; `place`, the mixer's place.
    """

    def __init__(self, stage: Stage, place: int = 0) -> None:
        self.stage = stage
        self.place = place
        self.later = range(place + 1, len(stage.order))
        self.nothing: Turn = [Fraction(0)] * stage.problem.players, Fraction(1)
        self.before = reduce(phase.compose, (turns[0] for turns in stage.turns[:place]), self.nothing)
        self.own = stage.turns[place]
        self.announced = [phase.compose(self.before, turn) for turn in self.own]
        self._gains: dict[Any, Values] = {}
        self._formulas: dict[Profile, MixFormula] = {}
        self._ranks: dict[tuple[int, int], list[int]] = {}

    # -- the replies

    def every_way(self, cell: Cell, earlier: Profile = ()) -> list[Profile]:
        """Return the lists of replies that some way of breaking ties chooses on a piece; none in a stalemate.

        Raises `CrossedError` if a necessary comparison has both signs.
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

    def _follow(self, cell: Cell, earlier: Profile) -> list[list[Profile]]:
        """Return for each option of the next player the lists of replies that begin with it."""
        options = range(len(self.stage.options[self.later[len(earlier)]]))
        return [[(option, *rest) for rest in self.every_way(cell, (*earlier, option))] for option in options]

    def by_rule(self, cell: Cell, rule: int, earlier: Profile = ()) -> Profile | None:
        """Return the replies that a tie rule chooses on a piece; None in a stalemate.

        Raises `CrossedError`, and for rule 3 `RootsError` and `UndecidedError`.
        """
        if len(earlier) == len(self.later):
            return None if self.stalls(cell, earlier) else ()
        place = self.later[len(earlier)]
        best: list[Profile] = []
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

    def stalls(self, cell: Cell, replies: Profile) -> bool:
        """Return whether all options used on a piece and all replies are idle, so that nobody can ever be hit."""
        idle = [[k == 1 for _, k in turns] for turns in self.stage.turns]
        mixed = zip(idle[self.place], zip(*cell.points, strict=True), strict=True)
        return (
            all(waits or not any(column) for waits, column in mixed)
            and all(waits[0] for waits in idle[: self.place])
            and all(idle[place][option] for place, option in zip(self.later, replies, strict=True))
        )

    def _ranked(self, rule: int, place: int) -> list[int]:
        if (rule, place) not in self._ranks:
            problem = self.stage.problem
            self._ranks[rule, place] = ranked(rule, self.stage.options[place], problem.hits, problem.order)
        return self._ranks[rule, place]

    # -- affine functions, as their values at the corners of the simplex

    def _composed(self, turn: Turn, replies: Profile, first: int) -> Turn:
        """Return a turn composed with the turns of the replies; `first` is the place of the first reply."""
        turns = (self.stage.turns[first + step][option] for step, option in enumerate(replies))
        return reduce(phase.compose, turns, turn)

    def _gain(self, cell: Cell, earlier: Profile, path: Profile, other: Profile) -> int:
        """Return the sign of the next player's gain by one continuation over another, on a piece."""
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

    def formula(self, replies: Profile) -> MixFormula:
        """Return the win probabilities at the mixer's first turn under some replies."""
        if replies not in self._formulas:
            rounds = [phase.compose(self._composed(turn, replies, self.place + 1), self.before) for turn in self.own]
            tops = tuple(zip(*(won for won, _ in rounds), strict=True))
            self._formulas[replies] = MixFormula(tops, tuple(1 - passed for _, passed in rounds))
        return self._formulas[replies]

    # -- tie rule 3

    def _likeliest(self, cell: Cell, earlier: Profile, best: Sequence[Profile]) -> Profile:
        """Return the first of the equal continuations whose target is likeliest to win."""
        leader = best[0]
        for path in best[1:]:
            if self._leads(cell, self._score(earlier, path), self._score(earlier, leader)) > 0:
                leader = path
        return leader

    def _score(self, earlier: Profile, path: Profile) -> tuple[Values, Values]:
        """Return the mean win probability of the next player's target, as a numerator and a denominator."""
        place = self.later[len(earlier)]
        aim: Aim = self.stage.options[place][path[0]]
        r, k = self._composed(self.nothing, path, place)
        tops, below = [], []
        for turn in self.announced:
            v, kappa = self._composed(turn, earlier, self.place + 1)
            shares = (weight * (r[t] + k * v[t]) for t, weight in enumerate(aim.weights) if weight)
            tops.append(sum(shares, Fraction(0)))
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
            # n1/d1 - n2/d2 has the sign of n1 - ratio*n2, which is affine.
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
    """Return the sign of an affine function on an open piece. Raises `CrossedError` if it has both signs."""
    check()
    values = [at(function, point) for point in cell.points]
    least, most = min(values), max(values)
    if least < 0 < most:
        raise CrossedError(function)
    return int(most > 0) - int(least < 0)


def quadratic_shares(first: Any, mixed: Any, last: Any) -> list[Any]:
    """Return all `t` strictly between 0 and 1 at which `first*(1-t)^2 + 2*mixed*t*(1-t) + last*t^2` vanishes.

    With `s = (1-t)/t`, these are the positive roots of `first*s^2 + 2*mixed*s + last`.

    Raises `UndecidedError` if a root needs a number field beyond the limits.

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

    Fields: `cell`; `replies`, every list of replies that some way of breaking ties chooses, none in a stalemate;
    `by_rule`, the list of each tie rule that is decided here, None in a stalemate.
    """

    cell: Cell
    replies: tuple[Profile, ...]
    by_rule: dict[int, Profile | None]

    def under(self, rule: int) -> tuple[Profile, ...]:
        """Return the lists of replies that a tie rule may choose: one, or all if the rule is undecided."""
        if rule not in self.by_rule:
            return self.replies
        path = self.by_rule[rule]
        return () if path is None else (path,)


@dataclass(frozen=True)
class MixSpot:
    """The corners of a piece that attain or approach the supremum of the mixer's win probability on the piece.

    Fields: `value`, the supremum; `points`, these corners; `region` and `replies`; `constant`, whether the win
    probability has this value on the whole piece, and so attains it.
    """

    value: Any
    points: tuple[Weights, ...]
    region: MixRegion
    replies: Profile
    constant: bool


def regions(replies: MixedReplies, tie_rules: Sequence[int]) -> tuple[list[MixRegion], int]:
    """Return all pieces of the simplex, and the number of hyperplanes that cut it.

    Parameters: `replies`; `tie_rules`, the tie rules to decide.
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
    """Return a piece with its replies. Raises `CrossedError` or `RootsError` if it must be cut first."""
    every = tuple(replies.every_way(cell))
    if len(every) < 2:
        # Without several lists there is nothing for a tie rule to decide.
        return MixRegion(cell, every, dict.fromkeys(tie_rules, every[0] if every else None))
    by_rule: dict[int, Profile | None] = {}
    for rule in tie_rules:
        try:
            by_rule[rule] = replies.by_rule(cell, rule)
        except UndecidedError:
            continue
    return MixRegion(cell, every, by_rule)


def spots(replies: MixedReplies, pieces: Iterable[MixRegion], rule: int | None = None) -> list[MixSpot]:
    """Return for every piece and list of replies where the mixer's win probability is largest.

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
