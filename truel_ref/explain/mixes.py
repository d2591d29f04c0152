r"""The best mix of the first of three players: the supremum and its mixes under every tie rule, and the proof.

The first player announces any mix of single options: weights `w`, one per option, with the sum 1. They form a simplex
(a triangle for two opponents and a miss), and every comparison of the later players is **affine** in them:

1. The first player's turn `(r, k)` is `sum(w[i] * turn[i])`, affine in the weights. So is every composition that
   contains it once: what the later players know when they choose, and `V` and `1 - K` of a profile.
2. The gain of a later player by one continuation over another has the sign of a number that is linear in what this
   player knows (`play.phase.advantage`). So it is affine in the weights.
3. On an open piece where every necessary comparison has one sign, the replies are constant: for a tie rule one list,
   and without a tie rule every list that some way of breaking ties chooses (T8).
4. Only tie rule 3 compares win probabilities. They are quotients of affine functions, so a quadratic form compares two
   of them; if the denominators are proportional, it is affine. On a segment its roots are known exactly. On a larger
   piece where its sign is open, the rule counts as undecided, and every list remains.

**The pieces** are open: the inside of the simplex, of its sides and of their sides, down to the corners. If a function
of step 2 has both signs on a piece, the zeros cut it into a part below, a part above and a part between. So every mix
lies in exactly one piece, and in the end its replies are known.

**The supremum.** Under fixed replies the first player wins `V / (1 - K)`, where both are affine and `0 <= V <= 1 - K`.
At a point of a piece with corners `c` and shares `s(c) > 0` this is `sum(s(c) V(c)) / sum(s(c) (1 - K(c)))`: a mean,
with positive weights, of the quotients at the corners with `K < 1` (if `K = 1`, `V` is 0, too). Hence the supremum over
an open piece is the largest quotient at its corners, and it is attained inside if and only if all these quotients are
equal. The supremum under a tie rule is the largest supremum over all pieces with the replies of this rule.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import chain, combinations, combinations_with_replacement, product
from math import prod
from operator import eq, getitem
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, Unpack

from truel_ref.errors import NumberError, ProblemError, refuse, shown
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word, single_options
from truel_ref.game.parts import Part
from truel_ref.game.people import Profile
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import Number, number_text, read_number
from truel_ref.play.announced import lay_out, survivors
from truel_ref.play.phase import compose
from truel_ref.play.ties import LIKELIEST_WINNER, preferences
from truel_ref.records.record import Codec, Record, frozen
from truel_ref.records.table import Cell, Percent, Table

PROFILES = 2_500
"""The most pairs of options of the two players who reply; each pair is compared with others over the whole simplex."""

Weights: TypeAlias = tuple[Any, ...]
"""A mix: one exact weight per single option."""

Values: TypeAlias = Sequence[Any]
"""An affine function of mixes: its value at each single option."""

Quotient: TypeAlias = tuple[Values, Values]
"""The quotient of two affine functions."""

Win: TypeAlias = tuple[Number, ...]

_BY_RULE = Codec(lambda rules, record: {str(rule): which for rule, which in rules.items()}, lambda data, known: data)


@frozen
class MixPlace(Part):
    """A mix, or a piece of mixes, that attains or approaches the supremum under a tie rule.

    Fields: `mixes`, a single mix, or the corners of an open piece that attains the supremum everywhere; `attained`,
    whether the mix or the inside of the piece attains it; `corners`, those of a piece from which mixes approach it;
    `replies`, those of the later players there; `win`, the win probabilities of all players, or their limits (at the
    first of `mixes`).
    """

    mixes: tuple[Aim, ...]
    attained: bool
    corners: tuple[Aim, ...]
    replies: tuple[Aim, ...]
    win: Win

    @property
    def value(self) -> Number:
        """The win probability of the player who mixes."""
        return self.win[self.problem.order[0]]

    def __str__(self) -> str:
        return "all inside " * (len(self.mixes) > 1) + self.problem.aims_text(self.mixes)


@frozen
class RuleBest(Part):
    """The supremum under one tie rule.

    Fields: `rule`; `supremum`; `at_most`, equal to `supremum` if the rule is decided on all pieces, otherwise an upper
    bound of the supremum, of which `supremum` is then a lower bound (only for rule 3); `attained`, whether some mix
    attains it, None if this is not decided; `places`.
    """

    rule: int
    supremum: Number
    at_most: Number
    attained: bool | None
    places: tuple[MixPlace, ...]

    def __str__(self) -> str:
        most = f" to {number_text(self.at_most)}" if self.at_most != self.supremum else ""
        manner = {True: "attained", False: "approached", None: "not decided whether attained"}[self.attained]
        return f"rule {self.rule}: {number_text(self.supremum)}{most}, {manner}"


@frozen
class MixPiece(Part):
    """An open piece of the mixes, a convex polytope: part of the proof.

    Fields: `corners`; `dimension`; `replies`, every list that some way of breaking ties chooses, none if nobody can be
    hit; `by_rule`, for each decided tie rule the index of its list, None if nobody can be hit; `wins`, for each list
    and each corner the limit of all players' win probabilities, None if nobody can be hit there.
    """

    corners: tuple[Aim, ...]
    dimension: int
    replies: tuple[tuple[Aim, ...], ...]
    by_rule: Annotated[dict[int, int | None], _BY_RULE]
    wins: tuple[tuple[Win | None, ...], ...]

    def __str__(self) -> str:
        return f"inside {self.problem.aims_text(self.corners)}: {len(self.replies)} lists of replies"


@frozen
class BestMix(Record):
    """The best announced mix of the first of three players, over all mixes of this player's single options.

    Fields: `problem`; `options`, the single options; `highest`, the supremum over every way of breaking ties, an upper
    bound for every rule; `rules`, the supremum for every tie rule, that of the problem first; `pieces`, the proof:
    every mix lies in one of them.
    """

    problem: Problem
    options: tuple[Aim, ...]
    highest: Number
    rules: tuple[RuleBest, ...]
    pieces: tuple[MixPiece, ...]

    _keys: ClassVar = "problem", "supremum", "attained"

    @property
    def supremum(self) -> Number:
        """The supremum of the win probability over all mixes, under the tie rule of the problem."""
        return self.rules[0].supremum

    @property
    def attained(self) -> bool | None:
        """Whether some mix attains the supremum under the tie rule of the problem; None if this is not decided."""
        return self.rules[0].attained

    @property
    def places(self) -> tuple[MixPlace, ...]:
        """The mixes that attain or approach the supremum under the tie rule of the problem."""
        return self.rules[0].places

    def under(self, rule: int) -> RuleBest:
        """Return the supremum under a tie rule, by its number. Raises `ProblemError` for an unknown rule."""
        found = {best.rule: best for best in self.rules}
        refuse(ProblemError, (rule not in found, f"there is no tie rule {shown(rule)}; choose from {[*found]}"))
        return found[rule]

    def _table(self) -> Table:
        name, text = self.problem.label, self.problem.aim_text
        first, *later = self.problem.order
        wins = [f"{player} wins" for player in self.problem.names]
        columns = ["mix", "it is", "from inside", *map(name, later), *wins, "percent"]
        rows: list[Sequence[Cell]] = []
        for place in self.places:
            known = ("attained", "") if place.attained else ("approached", self.problem.aims_text(place.corners))
            rows.append((str(place), *known, *map(text, place.replies), *place.win, Percent(place.value)))
        if not rows:
            return Table(columns, rows, f"Whatever {name(first)} announces, nobody can be hit.")
        own, *others = map(str, self.rules)
        rule = f"tie rule {self.problem.tie_rule} ({TIE_RULES[self.problem.tie_rule]})"
        said = own.partition(": ")[2] + " and not attained" * (self.attained is False)
        proof = f"the proof has {len(self.pieces)} pieces of mixes: JSON lists them with the values at their corners"
        return Table(columns, rows, f"{name(first)}'s best mix wins {said} under {rule}.", [*others, proof])


@states_a_problem
def best_mix(problem: AnyProblem, **statement: Unpack[Statement]) -> BestMix:
    """Return the best mix that the first of three players can announce, over all mixes of this player's single options.

    >>> best = best_mix(["3/4", "11/20", 1])
    >>> print(best.supremum, best.attained, *best.places[1].mixes, best.under(-1).attained)
    33/71 False (0, 12/29, 0) True

    The first player may put any weights on the single options of the search set (with {Others, Miss}: on the two
    others, with a deliberate miss as the rest). The two others reply from their search sets, as in announced play. The
    answer covers all tie rules. The docstring of the module has the steps and the proof.

    Parameters: `problem` and its keywords, as for `solve`.

    Raises `ProblemError` unless there are three players, for a first player with a predefined aim, and if the two
    others have too many options; and the errors of `Problem`.

    Source: the docstring of the module; for [3/4, 11/20, 1] the published value is 46 % (docs/check/claims.md, S14).
    """
    asked = stated(problem, **statement)
    replies = _Replies(asked)
    pieces = sorted(replies.pieces(), key=lambda piece: (-piece.dimension, [aim.weights for aim in piece.corners]))
    found = [(piece, which, _places(piece, which)) for piece in pieces for which in range(len(piece.wins))]
    highest = max((places[0].value for *_, places in found), default=Fraction(0))
    rules = tuple(_rule_best(asked, found, rule) for rule in dict.fromkeys((asked.tie_rule, *TIE_RULES)))
    return BestMix(asked, replies.stage.options[0], highest, rules, tuple(pieces))


def _places(piece: MixPiece, which: int) -> list[MixPlace]:
    """Return under one list of replies the corners that approach the supremum, or the whole piece, which attains it."""
    known = [
        MixPlace((corner,), False, piece.corners, piece.replies[which], win, problem=piece.problem)
        for corner, win in zip(piece.corners, piece.wins[which], strict=True)
        if win
    ]
    most = max(place.value for place in known)
    best = [place for place in known if place.value == most]
    return best if len(best) < len(known) else [replace(best[0], mixes=piece.corners, attained=True)]


def _rule_best(problem: Problem, found: Iterable[tuple[MixPiece, int, list[MixPlace]]], rule: int) -> RuleBest:
    """Return the supremum under a tie rule; on a piece where it is not decided, every list of replies counts."""
    known = [place for piece, which, places in found if piece.by_rule.get(rule) == which for place in places]
    unclear = [places[0].value for piece, _, places in found if rule not in piece.by_rule]
    supremum, most = max((place.value for place in known), default=Fraction(0)), max(unclear, default=Fraction(-1))
    best = [place for place in known if place.value == supremum]
    attained = any(place.attained for place in best)
    is_open = most > supremum or (most == supremum and not attained)
    return RuleBest(rule, supremum, max(supremum, most), None if is_open else attained, _largest(best), problem=problem)


def _largest(best: Sequence[MixPlace]) -> tuple[MixPlace, ...]:
    """Return the largest pieces that attain a supremum, and the other mixes that approach it."""
    attained = [place for place in best if place.attained]
    largest = [
        place
        for place in attained
        if not any({*place.mixes} < {*other.mixes} and place.replies == other.replies for other in attained)
    ]
    others: dict[Any, MixPlace] = {}
    for place in best:
        if place.mixes not in [piece.mixes for piece in attained]:
            others.setdefault((place.mixes, place.replies), place)
    return (*largest, *others.values())


# ---------------------------------------------------------------------------------------------------------
# The pieces of the simplex, and the replies on each


class _Cut(Exception):  # noqa: N818  a signal
    """An affine function, the argument, has both signs on a piece, which must be cut where the function vanishes."""


class _UndecidedError(Exception):
    """A comparison of tie rule 3 may have both signs on a piece, and is not affine."""


class _OpenPiece(NamedTuple):
    """The inside of a convex polytope of mixes.

    Fields: `corners`; `planes`, affine functions with one sign each, among them all that vanish on its sides;
    `dimension`. A mix has one weight per single option, and a function its value at each single option.
    """

    corners: tuple[Weights, ...]
    planes: tuple[Values, ...]
    dimension: int

    def values(self, function: Values) -> list[Any]:
        """Return the values of an affine function at the corners."""
        return [_mean(corner, function) for corner in self.corners]

    def sign(self, function: Values) -> int:
        """Return the sign of an affine function. Raises `_Cut` if it has both."""
        signs = {*map(_sign, self.values(function))}
        if {-1, 1} <= signs:
            raise _Cut(function)
        return sum(signs)

    def parts(self, function: Values) -> Iterator[_OpenPiece]:
        """Yield the parts where a function is negative, zero and positive.

        The part where it is zero is spanned by the corners where it vanishes and by its zeros between two corners. Of
        points that span a polytope, the corners are those whose set of planes no other point's set contains: the
        smallest side with a point is given by its planes, and if the point is no corner, the corners of this side lie
        on more planes (K. Fukuda and A. Prodon, "Double description method revisited", 1996).
        """
        planes, valued = (*self.planes, function), list(zip(self.corners, self.values(function), strict=True))
        pairs = product(valued, valued)
        zeros = [_between(start, end, low / (low - high)) for (start, low), (end, high) in pairs if low < 0 < high]
        for sign in (-1, 0, 1):
            points = zeros + [corner for corner, value in valued if not value or value * sign > 0]
            lies_on = {point: {at for at, plane in enumerate(planes) if not _mean(point, plane)} for point in points}
            corners = [one for one, own in lies_on.items() if sum(own <= other for other in lies_on.values()) == 1]
            yield _OpenPiece(tuple(sorted(corners)), planes, self.dimension - (not sign))

    def lead(self, one: Quotient, other: Quotient) -> int:
        """Return the sign of the difference of two quotients. Raises `_Cut` and `_UndecidedError`."""
        (n, d), (m, e) = ([*map(self.values, quotient)] for quotient in (one, other))
        if all(mine * sum(e) == theirs * sum(d) for mine, theirs in zip(d, e, strict=True)):  # they are proportional
            return self.sign([mine * sum(e) - theirs * sum(d) for mine, theirs in zip(one[0], other[0], strict=True)])
        pairs = combinations_with_replacement(range(len(n)), 2)
        form = [n[i] * e[j] + n[j] * e[i] - m[i] * d[j] - m[j] * d[i] for i, j in pairs]
        if min(form) >= 0 or max(form) <= 0:
            return _sign(max(form) + min(form))
        if self.dimension > 1:
            raise _UndecidedError
        start, end = self.corners
        for share in _roots(*form):
            zero, option = _between(start, end, share), list(map(eq, start, end)).index(False)
            raise _Cut([int(place == option) - zero[option] for place in range(len(zero))])
        return _sign(form[0] + 2 * form[1] + form[2])


def _mean(weights: Sequence[Any], values: Sequence[Any]) -> Any:
    return sum([weight * value for weight, value in zip(weights, values, strict=True) if weight], Fraction(0))


def _between(start: Weights, end: Weights, share: Any) -> Weights:
    return tuple(low + share * (high - low) for low, high in zip(start, end, strict=True))


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def _roots(first: Any, mixed: Any, last: Any) -> list[Any]:
    """Return all `t` strictly between 0 and 1 at which `first*(1-t)^2 + 2*mixed*t*(1-t) + last*t^2` vanishes.

    With `s = (1-t)/t`, these are the positive roots of `first*s^2 + 2*mixed*s + last`, `q/first` and `last/q`.

    Raises `_UndecidedError` if a root needs a number field beyond the limits.

    >>> _roots(Fraction(1), Fraction(-1), Fraction(-1))
    [<Algebraic (2 - sqrt(2))/2>]
    """
    square = mixed * mixed - first * last
    if square < 0:
        return []
    try:
        root = read_number(f"sqrt({number_text(square)})") if first else abs(mixed)
    except NumberError:
        raise _UndecidedError from None
    q = -mixed - root if mixed > 0 else root - mixed
    ratios = [top / bottom for top, bottom in ((q, first), (last, q)) if bottom]
    return sorted({1 / (1 + ratio) for ratio in ratios if ratio > 0})


class _Replies:
    """The replies of the two later players to every mix of the first player, the mixer.

    Raises `ProblemError` as `best_mix`.
    """

    def __init__(self, problem: Problem) -> None:
        order, mixer = problem.order, problem.order[0]
        later = [problem.options(order, player) for player in order[1:]]
        fixed = f"player {problem.label(mixer)} has a predefined aim and cannot mix; leave the target 'Optimal'"
        many = f"the others have too many aims to reply with; choose levels with at most {PROFILES:,} pairs of aims"
        refuse(
            ProblemError,
            (problem.players != 3, f"the best mix needs three players; this problem has {problem.players}"),
            (problem.targets[mixer] is not Word.OPTIMAL, fixed),
            (prod(map(len, later)) > PROFILES, many),
        )
        wins = survivors(problem)
        wins |= {phase.order: phase.win for phase in solve(problem.changed(random_levels=None)).phases}
        singles = single_options(problem.searches[mixer], mixer, order, problem.hits, order)
        self.stage = lay_out(problem, order, (singles, *later), wins)

    @remembered
    def worth(self, replies: Profile, seat: int) -> tuple[list[Win], Values]:
        """Return the win probabilities at the first turn of a seat, as quotients of affine functions."""
        later = [mine[option] for mine, option in zip(self.stage.turns[1:], replies, strict=True)]
        turns = [reduce(compose, [own, *later][seat:] + [own, *later][:seat]) for own in self.stage.turns[0]]
        return [tuple(r) for r, _ in turns], [1 - k for _, k in turns]

    @remembered
    def gain(self, seat: int, one: Profile, other: Profile) -> Values:
        """Return a function with the sign of the gain of the player at a seat by some replies over others."""
        player, quotients = self.stage.order[seat], (*self.worth(one, seat), *self.worth(other, seat))
        return [n[player] * e - m[player] * d for n, d, m, e in zip(*quotients, strict=True)]

    def pieces(self) -> Iterator[MixPiece]:
        """Yield open pieces with constant replies; every mix lies in one of them."""
        own = range(len(self.stage.options[0]))
        units = [tuple(Fraction(option == other) for other in own) for option in reversed(own)]
        sides = chain.from_iterable(combinations(units, size + 1) for size in own)
        work = [_OpenPiece(corners, tuple(units), len(corners) - 1) for corners in sides]
        while work:
            check()
            piece = work.pop()
            try:
                yield self.decided(piece)
            except _Cut as cut:
                work += piece.parts(*cut.args)

    def decided(self, piece: _OpenPiece) -> MixPiece:
        """Return a piece with its replies. Raises `_Cut` if it must be cut first."""
        every = self.best(piece)
        # Without several lists there is nothing for a tie rule to decide.
        by_rule: dict[int, int | None] = {} if len(every) > 1 else dict.fromkeys(TIE_RULES, 0 if every else None)
        for rule in TIE_RULES if len(every) > 1 else ():
            with suppress(_UndecidedError):
                by_rule[rule] = every.index(self.best(piece, rule)[0])
        columns = [*zip(*(aim.weights for aim in self.stage.options[0]), strict=True)]
        return MixPiece(
            tuple(Aim(tuple(_mean(corner, column) for column in columns)) for corner in piece.corners),
            piece.dimension,
            tuple(tuple(map(getitem, self.stage.options[1:], replies)) for replies in every),
            by_rule,
            tuple(tuple(self.win(corner, replies) for corner in piece.corners) for replies in every),
            problem=self.stage.problem,
        )

    def win(self, mix: Weights, replies: Profile) -> Win | None:
        """Return the win probabilities at a mix, None if nobody can be hit there."""
        wins, ends = self.worth(replies, 0)
        end = _mean(mix, ends)
        return tuple(_mean(mix, won) / end for won in zip(*wins, strict=True)) if end else None

    def best(self, piece: _OpenPiece, rule: int | None = None, earlier: Profile = ()) -> list[Profile]:
        """Return the replies of a tie rule on a piece, without a rule those of every way; none in a stalemate.

        Raises `_Cut`, and for rule 3 `_UndecidedError`.
        """
        seat = len(earlier) + 1
        if seat == 3:
            return [earlier] if any(piece.values(self.worth(earlier, 0)[1])) else []
        follow = [self.best(piece, rule, (*earlier, option)) for option in range(len(self.stage.options[seat]))]
        best = [
            one
            for one in chain.from_iterable(follow)
            if all(any(piece.sign(self.gain(seat, one, other)) >= 0 for other in some) for some in follow if some)
        ]
        if rule is None or len(best) < 2:
            return best
        problem, aims = self.stage.problem, {one: self.stage.options[seat][one[seat - 1]] for one in best}
        if rule != LIKELIEST_WINNER:
            return [min(best, key=lambda one: preferences(rule)(aims[one], problem.hits, problem.order))]

        def score(one: Profile) -> Quotient:
            """Return the mean win probability of the player's target."""
            wins, ends = self.worth(one, seat)
            return [_mean(aims[one].weights, won) for won in wins], ends

        def lead(one: Profile, other: Profile) -> int:
            return piece.lead(score(one), score(other))

        return [max(best, key=cmp_to_key(lead))]
