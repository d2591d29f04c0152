"""The best announced mix of the first of three when the second answers with any mix, too: a certified enclosure.

Let A announce weights `x` and B weights `y`, each on his single options. C replies with a single option `c`; his chance
under a mix of his own is a mean of those under its single options, so these are all that need be looked at for him.
Let `u(x, y, c)` be what B wins at his own first turn, and `f(x, y, c)` what A wins.

**What is enclosed.** B's chance often has no largest value, but a supremum `u*(x)`. A mix `x` of A is worth what he
wins in the limit if B answers with mixes that come as near to `u*(x)` as one likes; where several limits are possible,
A's worth lies between the least and the largest of them. The enclosure holds for every choice among them and for every
way of breaking ties: the supremum over `x` is at least `lower` and at most `upper`, whatever is chosen.

**Lower end.** For a fixed rational `x` B's mixes are cut into pieces as A's are in `explain.mix_regions`. All limits
lie on sides of pieces where `u` is `u*(x)`, and there `f` is least at a corner, exactly. It counts only if `u*(x)` is
reached on a piece without ties, so that no tie rule can keep B from it.

**Upper end.** Let `T` and `S` be simplices of mixes of A and of B.

1. `u` and `f` are quotients of functions that are affine in `x` for fixed `y` and in `y` for fixed `x`, and so is what
   C gains by `c` over `d`. Over `T x S` a quotient is a mean, with positive weights, of the quotients at the pairs of
   corners: it lies between the least and the largest of these. A gain that is negative at all pairs is negative. (At
   pairs where nobody can be hit under `c` a gain of 0 says nothing: there `c` is not allowed, or nobody wins.)
2. For a corner `y` of `S`, the least of `u` over `T` and over all replies that are not worse for C on all of `T` is
   something that B is sure of, for every `x` in `T`. Let `L` be the largest of these.
3. Nearly best answers of B lie in simplices where `u` reaches `L` with a reply that may be C's best. So the largest `f`
   at the pairs of corners of all of these is an upper bound of what any `x` in `T` is worth to A.
4. "C gains by `c`", "`u` is at least `L`" and "`f` is at least so much" are each `F >= 0` for a function as in step 1.
   If `F + t G` is negative at all pairs for some `t >= 0`, then `F` and `G` are nowhere >= 0 together, and no nearly
   best answer comes near it: the reply is out.

The simplex with the largest bound is halved, and with it the simplices of B that are left, until the bound is near
enough to the lower end, or the work is done that was allowed. All of it is integer arithmetic: halving doubles.

Source: branch and bound, A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems",
Econometrica 28 (1960), 497-520; step 4 is Lagrange's multiplier for two conditions; the bounds are derived above.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from typing import Any, TypeAlias, Unpack

from truel_ref.budget import WorkEstimate, admit
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.mix_regions import MixedReplies, MixRegion, regions
from truel_ref.explain.mixes import MixEnclosure, aim_at, best_mix, laid_out, mixed_stage
from truel_ref.game.aims import Aim
from truel_ref.game.people import Path
from truel_ref.game.problem import Problem
from truel_ref.game.statement import AnyProblem, Statement, stated, states_a_problem
from truel_ref.kernels.polytopes import Weights
from truel_ref.numbers import read_rational
from truel_ref.play import phase
from truel_ref.play.turns import Stage, advantage

__all__ = ["KnownWorth", "contradict", "mix_enclosure", "upper_end"]

Matrix: TypeAlias = tuple[tuple[int, ...], ...]
"""A function of both mixes: its values at the pairs of corners, a row per corner of A's simplex, times a scale."""

Points: TypeAlias = tuple[tuple[int, ...], ...]
"""The corners of a simplex of mixes, each as weights times a common scale."""


@states_a_problem
def mix_enclosure(
    problem: AnyProblem, *, width: object = "1/1000", work: int = 200, **statement: Unpack[Statement]
) -> MixEnclosure:
    """Return an enclosure of the best mix of the first of three, the second answering with any mix of his, too.

    Parameters: `problem` and its keywords, as for `solve`; `width`, how narrow the enclosure is to be, a fraction above
    0; `work`, how many simplices are halved at most, after which the enclosure stays as wide as it is.

    Raises `ProblemError` as `best_mix` does, also for a second player whose aim is predefined, for irrational hit
    probabilities, and for a width or work that is not above 0.

    >>> wide = mix_enclosure(["1/3", "2/3", 1], width="1/100")
    >>> wide.lower <= Fraction(25, 63) <= wide.upper <= wide.lower + Fraction(1, 100)
    True
    """
    asked = stated(problem, **statement)
    narrow = read_rational(width, "width")
    refuse(
        ProblemError,
        (narrow <= 0, f"width: {shown(width)} is not above 0; give a fraction such as 1/1000"),
        (
            isinstance(work, bool) or not isinstance(work, int) or work < 1,
            f"work: {shown(work)} is not an integer above 0",
        ),
        (
            asked.irrational,
            "an enclosure is computed in fractions; replace irrational numbers by fractions near to them",
        ),
    )
    free = [place for place in (0, 1, 2) if place < 2 or asked.has_choice(asked.first_order, place)]
    stage = mixed_stage(asked, free)
    lower = KnownWorth(asked, stage)
    for weights in _first_guesses(asked):
        lower.try_mix(weights)
    upper, halved = upper_end(stage, lower, narrow, work)
    return MixEnclosure(asked, lower.value, upper, lower.mix, lower.answer, halved)


# ---------------------------------------------------------------------------------------------------------
# The lower end


@dataclass(eq=False)
class KnownWorth:
    """The largest worth of a mix of A that is known, and the mix: the lower end.

    Parameters: `problem`; `stage`, its first phase with all single options of those who mix.

    Fields: `value`; `mix`, which has it; `answer`, the aims of B and C to which nearly best answers come, where A gets
    the least.
    """

    problem: Problem
    stage: Stage[Any]
    value: Fraction = Fraction(0)
    mix: Aim | None = None
    answer: tuple[Aim, ...] = ()

    def try_mix(self, point: Weights) -> None:
        """Look whether a mix of A is worth more than what is known."""
        mix = aim_at(self.stage, 0, point)
        one = laid_out(self.problem, ((mix,), *self.stage.options[1:]))
        replies = MixedReplies(one, 1)
        pieces, _ = regions(replies, ())
        every = list(_limits(replies, pieces))
        sure = [own for own, _, _, region in every if len(region.replies) == 1]
        if not sure or max(sure) < max(own for own, _, _, _ in every):
            return
        best = [(win, point, path) for own, (win, point, path), _, _ in every if own == max(sure)]
        worth, at, path = min(best, key=lambda limit: limit[0])
        if worth > self.value or self.mix is None:
            self.value, self.mix = worth, mix
            self.answer = (aim_at(one, 1, at), *(one.options[2][option] for option in path))


def _limits(
    replies: MixedReplies, pieces: Sequence[MixRegion]
) -> Iterator[tuple[Fraction, tuple[Fraction, Weights, Path], Path, MixRegion]]:
    """Yield for every corner of every piece what B wins, and what A wins at the start, with corner and replies."""
    turn = replies.stage.turns[0][0]
    for region in pieces:
        for path in region.replies:
            for point in region.cell.points:
                win = replies.formula(path).win(point)
                if win is not None:
                    yield win[1], (turn[0][0] + turn[1] * win[0], point, path), path, region


def _first_guesses(problem: Problem) -> Iterator[Weights]:
    """Yield mixes of A on which B's replies from his search set do not change: in the middle, and near the best corner.

    Those that are worth most while B has his search set only are likely to be worth much.
    """
    known = best_mix(problem)
    many = len(known.options)
    near = Fraction(1, 2**30)
    for piece in known.pieces:
        if piece.dimension < many - 1 or not piece.replies:
            continue
        corners = [_weights(known.options, corner) for corner in piece.corners]
        inside = [sum(column) / len(corners) for column in zip(*corners, strict=True)]
        most = max(value for value in piece.values[0] if value is not None)
        best = piece.values[0].index(most)
        yield tuple(inside)
        yield tuple(start + near * (end - start) for start, end in zip(corners[best], inside, strict=True))


def _weights(options: Sequence[Aim], mix: Aim) -> Weights:
    """Return the weights of a mix on single options, of which each has a target or misses."""
    left = 1 - mix.total
    return tuple(left if option.target is None else mix.weights[option.target] for option in options)


# ---------------------------------------------------------------------------------------------------------
# The upper end


@dataclass(frozen=True)
class _Block:
    """A pair of simplices, one of mixes of A and one of B.

    Fields: `points`, the corners of that of B; `own` and `first`, for each reply what B wins at his turn and what A
    wins, before division by `below`; `gains`, for each pair of replies what C gains by the first; `active`, the
    replies that may be C's best where B's answer may be nearly best; `open`, those of them with which A may win more
    than is asked for.
    """

    points: Points
    own: tuple[Matrix, ...]
    first: tuple[Matrix, ...]
    below: tuple[Matrix, ...]
    gains: tuple[tuple[Matrix, ...], ...]
    active: tuple[int, ...]
    open: tuple[int, ...]

    def halved(self, edge: tuple[int, int], ends: int, of_rows: bool) -> _Block:
        """Return the half that loses one end of an edge of one of the simplices, and has the middle of it instead."""
        keep, lose = edge[1 - ends], edge[ends]

        def half(matrix: Matrix) -> Matrix:
            if of_rows:
                return _half(matrix, keep, lose)
            return tuple(zip(*_half(tuple(zip(*matrix, strict=True)), keep, lose), strict=True))

        return _Block(
            self.points if of_rows else _half(self.points, keep, lose),
            tuple(map(half, self.own)),
            tuple(map(half, self.first)),
            tuple(map(half, self.below)),
            tuple(tuple(map(half, row)) for row in self.gains),
            self.active,
            self.open,
        )

    def possible(self) -> tuple[int, ...]:
        """Return the active replies that are not worse for C, everywhere, than another one."""
        return tuple(
            reply
            for reply in self.active
            if not any(
                other != reply and _is_worse(self.gains[reply][other], self.below[reply])
                for other in range(len(self.gains))
            )
        )

    @cached_property
    def sure(self) -> Fraction:
        """Return what B is sure of with the best corner of his simplex."""
        return max(self._sure_at(corner) for corner in range(len(self.points)))

    def _sure_at(self, corner: int) -> Fraction:
        # One reply at least stays: at a pair where a reply is allowed, whatever it is worse than is allowed and better.
        values: list[Fraction] = []
        for reply in range(len(self.gains)):
            columns = [[(row[corner],) for row in gain] for gain in self.gains[reply]]
            there = [(row[corner],) for row in self.below[reply]]
            if any(_is_worse(gain, there) for other, gain in enumerate(columns) if other != reply):
                continue
            # Where nobody can be hit, nobody wins anything.
            values += (
                Fraction(top[corner], below[corner]) if below[corner] else Fraction(0)
                for top, below in zip(self.own[reply], self.below[reply], strict=True)
            )
        return min(values)

    def beyond(self, tops: Matrix, reply: int, bound: Fraction) -> Matrix:
        """Return a function that is >= 0 where a chance is at least a bound, at pairs of corners."""
        top, bottom = bound.numerator, bound.denominator
        rows = zip(tops, self.below[reply], strict=True)
        return tuple(tuple(bottom * one - top * below for one, below in zip(*row, strict=True)) for row in rows)

    def reaching(self, least: Fraction) -> tuple[int, ...]:
        """Return the possible replies with which B may win at least so much while they may be C's best."""
        return tuple(reply for reply in self.possible() if not self._excluded(reply, [self.own], [least]))

    def exceeding(self, least: Fraction, enough: Fraction) -> tuple[int, ...]:
        """Return of the active replies those with which, besides, A may win more than enough."""
        sought = [self.own, self.first]
        return tuple(reply for reply in self.active if not self._excluded(reply, sought, [least, enough]))

    def _excluded(self, reply: int, chances: Sequence[tuple[Matrix, ...]], bounds: Sequence[Fraction]) -> bool:
        """Tell whether a reply that may be C's best and chances that reach bounds rule each other out."""
        wanted = [self.beyond(tops[reply], reply, bound) for tops, bound in zip(chances, bounds, strict=True)]
        gains = [gain for other, gain in enumerate(self.gains[reply]) if other != reply]
        return any(contradict(one, other, self.below[reply]) for one in wanted for other in (*gains, *wanted))

    @cached_property
    def most(self) -> Fraction:
        """Return what A wins at most, with the replies with which he may win more than enough; 0 without any."""
        return max(
            (
                Fraction(top, below)
                for reply in self.open
                for tops, belows in zip(self.first[reply], self.below[reply], strict=True)
                for top, below in zip(tops, belows, strict=True)
                if below
            ),
            default=Fraction(0),
        )


def _is_worse(gains: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> bool:
    """Tell whether a reply is worse for C everywhere: its gains are negative but where nobody can be hit under it.

    There it is not allowed, and a gain of 0 says nothing. Parameters: its gains and its `1 - K`, at pairs of corners.
    """
    pairs = [pair for rows in zip(gains, below, strict=True) for pair in zip(*rows, strict=True)]
    return any(gain < 0 for gain, _ in pairs) and all(gain < 0 or (gain == 0 and not share) for gain, share in pairs)


def contradict(first: Matrix, second: Matrix, below: Matrix) -> bool:
    """Tell whether two functions cannot both be >= 0, because the first plus a multiple of the second is negative.

    Parameters: the functions, and `1 - K`, at pairs of corners; where that is 0, nobody can be hit, and both are 0.
    """
    low, high = Fraction(0), None
    for rows in zip(first, second, below, strict=True):
        for one, other, share in zip(*rows, strict=True):
            if not share:
                continue
            if other == 0:
                if one >= 0:
                    return False
            elif other < 0:
                low = max(low, Fraction(one, -other))
            else:
                limit = Fraction(-one, other)
                high = limit if high is None or limit < high else high
                if high <= 0:
                    return False
    return high is None or low < high


def _half(rows: tuple[tuple[int, ...], ...], keep: int, lose: int) -> tuple[tuple[int, ...], ...]:
    """Return rows, times 2, with the sum of two of them in place of one of these."""
    middle = tuple(one + other for one, other in zip(rows[keep], rows[lose], strict=True))
    return tuple(middle if place == lose else tuple(2 * one for one in row) for place, row in enumerate(rows))


def _edge(points: Points) -> tuple[int, int]:
    """Return the edge of a simplex to be halved: the longest one, the first of several; a single point has none.

    Where both players nearly miss, what they win depends on the directions in which they do not, and no simplex that
    holds Miss gets narrow there by being small. So every second time the edges at Miss are left as they are. Miss comes
    last among single options; at other last corners this does no harm.
    """

    def length(edge: tuple[int, int]) -> int:
        return sum((one - other) ** 2 for one, other in zip(points[edge[0]], points[edge[1]], strict=True))

    edges = [(one, other) for one in range(len(points)) for other in range(one)]
    scale = sum(points[0])
    if len(points) > 2 and scale.bit_length() % 2:
        last = [place for place, point in enumerate(points) if point[-1] == scale]
        edges = [edge for edge in edges if not set(edge) & set(last)]
    return max(edges, key=length)


def _whole(stage: Stage[Any]) -> _Block:
    """Return the pair of the whole simplices, in integers."""
    a_turns, b_turns, c_turns = stage.turns
    own, first, below = [], [], []
    for c in c_turns:
        own.append([[phase.compose(b, phase.compose(c, a))[0][1] for b in b_turns] for a in a_turns])
        rounds = [[phase.compose(a, phase.compose(b, c)) for b in b_turns] for a in a_turns]
        first.append([[won[0] for won, _ in row] for row in rounds])
        below.append([[1 - passed for _, passed in row] for row in rounds])
    gains = [
        [[[advantage(c, d, phase.compose(a, b), 2) for b in b_turns] for a in a_turns] for d in c_turns]
        for c in c_turns
    ]
    every = [entry for matrix in (*own, *first, *below, *chain.from_iterable(gains)) for row in matrix for entry in row]
    common = math.lcm(*(entry.denominator for entry in every))

    def whole(matrix: Sequence[Sequence[Fraction]]) -> Matrix:
        return tuple(tuple(int(entry * common) for entry in row) for row in matrix)

    return _Block(
        points=_units(len(b_turns)),
        own=tuple(map(whole, own)),
        first=tuple(map(whole, first)),
        below=tuple(map(whole, below)),
        gains=tuple(tuple(map(whole, row)) for row in gains),
        active=tuple(range(len(c_turns))),
        open=tuple(range(len(c_turns))),
    )


def _units(many: int) -> Points:
    return tuple(tuple(int(place == other) for other in range(many)) for place in range(many))


def _bounded(blocks: Sequence[_Block], enough: Fraction) -> tuple[Fraction, list[_Block]]:
    """Return an upper bound of what A wins on a simplex of his mixes, and the blocks that are left of it.

    Halved are the simplices of B that decide: those in which A may win more than enough, and the one in which B is sure
    of most, which is what rules out others. Beyond `_BLOCKS` none is halved; the bound is as valid, and wider.

    Parameters: `blocks`, pairs of a simplex of A with simplices of B; `enough`, a bound that needs no improvement.
    """
    surest = max(blocks, key=lambda block: block.sure)
    fine: list[_Block] = []
    for block in blocks:
        if len(block.points) > 1 and len(blocks) < _BLOCKS and (block is surest or block.most > enough):
            edge = _edge(block.points)
            fine += [block.halved(edge, end, of_rows=False) for end in (0, 1)]
        else:
            fine.append(block)
    least = max(block.sure for block in fine)
    kept = [replace(block, active=active) for block in fine if (active := block.reaching(least))]
    kept = [replace(block, open=block.exceeding(least, enough)) for block in kept]
    return max((block.most for block in kept if block.open), default=enough), kept


def upper_end(stage: Stage[Any], lower: KnownWorth, width: Fraction, work: int) -> tuple[Fraction, int]:
    """Return an upper bound of what any mix of A is worth, and how many simplices were halved for it.

    Parameters: `stage`, the first phase with all single options of those who mix; `lower`, the lower end, which mixes
    that are met are tried for; `width` and `work` as for `mix_enclosure`.
    """
    ticket = count()
    whole, points = _whole(stage), _units(len(stage.options[0]))
    bound, blocks = _bounded([whole], lower.value + width)
    heap = [(-bound, next(ticket), points, blocks)]
    for halved in range(work):
        bound = -heap[0][0]
        if bound - lower.value <= width or len(points) == 1:
            return max(bound, lower.value), halved
        if not halved:
            each = _EACH_PROFILE * math.prod(map(len, stage.options))
            admit(WorkEstimate(work, "halvings at most", each, way_out="a smaller work gives a wider enclosure"))
        _, _, corners, blocks = heapq.heappop(heap)
        if halved % _TRIES == 0:
            scale = sum(corners[0]) * len(corners)
            lower.try_mix(tuple(Fraction(sum(column), scale) for column in zip(*corners, strict=True)))
        edge = _edge(corners)
        for end in (0, 1):
            parts = [block.halved(edge, end, of_rows=True) for block in blocks]
            bound, left = _bounded(parts, lower.value + width)
            if bound > lower.value and left:
                half = _half(corners, edge[1 - end], edge[end])
                heapq.heappush(heap, (-bound, next(ticket), half, left))
        if not heap:
            return lower.value, halved + 1
    return max(-heap[0][0], lower.value), work


_EACH_PROFILE = 3e-3  # seconds, for each profile of single aims, to halve a simplex of A with those of B
_BLOCKS = 24  # so many simplices of B are looked at for one of A
_TRIES = 4  # every so often the middle of the simplex with the largest bound is looked at exactly
