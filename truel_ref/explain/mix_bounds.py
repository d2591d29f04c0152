"""The best announced mix of the first of three players if the second may also mix: a certified enclosure.

Let A announce weights `x` and B weights `y`, each on single options. C replies with a single option `c`. Single options
suffice for C, because C's win probability under a mix is a mean of those under its single options. Let `u(x, y, c)` be
the win probability of B at B's first turn, and `f(x, y, c)` the win probability of A.

**What is enclosed.** B's win probability often has no maximum, but a supremum `u*(x)`. The worth of a mix `x` to A is
the limit of A's win probability under answers of B that approach `u*(x)`; if several limits are possible, the worth
lies between the smallest and the largest of them. For every choice of these limits and every way of breaking ties, the
supremum of the worth over `x` is at least `lower` and at most `upper`.

**Lower end.** For a fixed rational `x`, cut B's mixes into pieces, as `explain.mix_regions` cuts A's. All limits lie on
sides of pieces where `u` is `u*(x)`, and on a side `f` has its minimum at a corner, exactly. The value counts only if
`u` approaches `u*(x)` on a piece without ties, so that no tie rule can keep B from it.

**Upper end.** Let `T` and `S` be simplices of mixes of A and of B.

1. `u` and `f` are quotients of functions that are affine in `x` for fixed `y` and in `y` for fixed `x`; the gain of C
   by `c` over `d` is such a quotient, too. Over `T x S` a quotient is a mean, with positive weights, of the quotients
   at the pairs of corners, so it lies between the smallest and the largest of these. A gain that is negative at all
   pairs is negative. (At pairs where nobody can be hit under `c`, a gain of 0 has no meaning: there `c` is not
   allowed, or nobody wins.)
2. Let `y` be a corner of `S`. Take the minimum of `u` over `T` and over all replies except those that are worse for C
   than another reply on all of `T`. For every `x` in `T` the answer `y` guarantees B this minimum. Let `L` be the
   largest of these minima.
3. Nearly best answers of B lie in simplices where `u` reaches `L` with a reply that may be C's best. So the largest `f`
   at the pairs of corners of all these simplices is an upper bound on the worth to A of any `x` in `T`.
4. "C gains by `c`", "`u` is at least `L`" and "`f` is at least a given bound" are each `F >= 0` for a function `F` as
   in step 1. If `F + t G` is negative at all pairs for some `t >= 0`, then `F` and `G` are nowhere >= 0 together. No
   nearly best answer comes near such a point, so the reply is excluded.

The computation halves the simplex with the largest bound, and the remaining simplices of B with it, until the bound is
close enough to the lower end or the allowed work is done. All arithmetic is in integers: a halving doubles the scale.

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
"""A function of both mixes: its values at the pairs of corners times a scale, one row per corner of A's simplex."""

Points: TypeAlias = tuple[tuple[int, ...], ...]
"""The corners of a simplex of mixes, each as weights times a common scale."""


@states_a_problem
def mix_enclosure(
    problem: AnyProblem, *, width: object = "1/1000", work: int = 200, **statement: Unpack[Statement]
) -> MixEnclosure:
    """Return an enclosure of the worth of the best mix of the first of three players if the second may also mix.

    Parameters: `problem` and its keywords, as for `solve`; `width`, the width to reach, a fraction above 0; `work`, the
    most simplices to halve, after which the enclosure may stay wider.

    Raises the errors of `best_mix`, and `ProblemError` for a second player with a predefined aim, for irrational hit
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
            "an enclosure needs rational numbers; replace irrational numbers by fractions near to them",
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
    """The lower end: the largest known worth of a mix of A, and the mix.

    Parameters: `problem`; `stage`, its first phase with all single options of the players who mix.

    Fields: `value`; `mix`, the mix of this worth; `answer`, the aims of B and C to which nearly best answers converge,
    with the least win probability of A.
    """

    problem: Problem
    stage: Stage[Any]
    value: Fraction = Fraction(0)
    mix: Aim | None = None
    answer: tuple[Aim, ...] = ()

    def try_mix(self, point: Weights) -> None:
        """Keep a mix of A if it is worth more than the known value."""
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
    """Yield mixes of A at the middle and near the best corner of the pieces on which B's replies do not change.

    Here B has only the search set. The best mixes against such a B are likely to be good against a B who mixes.
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
    """Return the weights of a mix on single options; each option has a target or misses."""
    left = 1 - mix.total
    return tuple(left if option.target is None else mix.weights[option.target] for option in options)


# ---------------------------------------------------------------------------------------------------------
# The upper end


@dataclass(frozen=True)
class _Block:
    """A pair of simplices: one of mixes of A, and one of mixes of B.

    Fields: `points`, the corners of B's simplex; `own` and `first`, for each reply the win probability of B at B's turn
    and of A, before division by `below`; `gains`, for each pair of replies the gain of C by the first of them;
    `active`, the replies that may be C's best where B's answer may be nearly best; `open`, the active replies with
    which A may win more than the bound in question.
    """

    points: Points
    own: tuple[Matrix, ...]
    first: tuple[Matrix, ...]
    below: tuple[Matrix, ...]
    gains: tuple[tuple[Matrix, ...], ...]
    active: tuple[int, ...]
    open: tuple[int, ...]

    def halved(self, edge: tuple[int, int], ends: int, of_rows: bool) -> _Block:
        """Return the half in which the middle of an edge of one simplex replaces one end of this edge."""
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
        """Return the active replies, without those that are everywhere worse for C than another reply."""
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
        """Return the largest win probability that a corner of B's simplex guarantees B."""
        return max(self._sure_at(corner) for corner in range(len(self.points)))

    def _sure_at(self, corner: int) -> Fraction:
        # At least one reply stays: at a pair where a reply is allowed, every better reply is allowed, too.
        values: list[Fraction] = []
        for reply in range(len(self.gains)):
            columns = [[(row[corner],) for row in gain] for gain in self.gains[reply]]
            there = [(row[corner],) for row in self.below[reply]]
            if any(_is_worse(gain, there) for other, gain in enumerate(columns) if other != reply):
                continue
            # If nobody can be hit, all win probabilities are 0.
            values += (
                Fraction(top[corner], below[corner]) if below[corner] else Fraction(0)
                for top, below in zip(self.own[reply], self.below[reply], strict=True)
            )
        return min(values)

    def beyond(self, tops: Matrix, reply: int, bound: Fraction) -> Matrix:
        """Return, at pairs of corners, a function that is >= 0 where a win probability is at least a bound."""
        top, bottom = bound.numerator, bound.denominator
        rows = zip(tops, self.below[reply], strict=True)
        return tuple(tuple(bottom * one - top * below for one, below in zip(*row, strict=True)) for row in rows)

    def reaching(self, least: Fraction) -> tuple[int, ...]:
        """Return the possible replies that may be C's best while B wins at least `least`."""
        return tuple(reply for reply in self.possible() if not self._excluded(reply, [self.own], [least]))

    def exceeding(self, least: Fraction, enough: Fraction) -> tuple[int, ...]:
        """Return the active replies that may be C's best while B wins at least `least` and A more than `enough`."""
        sought = [self.own, self.first]
        return tuple(reply for reply in self.active if not self._excluded(reply, sought, [least, enough]))

    def _excluded(self, reply: int, chances: Sequence[tuple[Matrix, ...]], bounds: Sequence[Fraction]) -> bool:
        """Return whether it is impossible that a reply is C's best while win probabilities reach their bounds."""
        wanted = [self.beyond(tops[reply], reply, bound) for tops, bound in zip(chances, bounds, strict=True)]
        gains = [gain for other, gain in enumerate(self.gains[reply]) if other != reply]
        return any(contradict(one, other, self.below[reply]) for one in wanted for other in (*gains, *wanted))

    @cached_property
    def most(self) -> Fraction:
        """Return the most that A may win with the open replies; 0 without any."""
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
    """Return whether a reply is worse for C everywhere: its gains are negative at all pairs where somebody can be hit.

    At other pairs the reply is not allowed, and a gain of 0 has no meaning.

    Parameters: `gains`, those of the reply, and `below`, its `1 - K`, at pairs of corners.
    """
    pairs = [pair for rows in zip(gains, below, strict=True) for pair in zip(*rows, strict=True)]
    return any(gain < 0 for gain, _ in pairs) and all(gain < 0 or (gain == 0 and not share) for gain, share in pairs)


def contradict(first: Matrix, second: Matrix, below: Matrix) -> bool:
    """Return whether the first function plus a multiple of the second is negative, so that not both can be >= 0.

    Parameters: the functions, and `below`, the values of `1 - K`, at pairs of corners; if `1 - K` is 0, nobody can be
    hit, and both functions are 0.
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
    """Return the rows times 2, in which the sum of two rows replaces the row `lose`."""
    middle = tuple(one + other for one, other in zip(rows[keep], rows[lose], strict=True))
    return tuple(middle if place == lose else tuple(2 * one for one in row) for place, row in enumerate(rows))


def _edge(points: Points) -> tuple[int, int]:
    """Return the edge of a simplex to halve: the longest, the first of several; a single point has none.

    If both players nearly miss, the win probabilities depend on the directions from Miss, so a small simplex that
    contains Miss has no narrow bounds. Hence every second halving leaves the edges at Miss. Miss comes last among
    single options; at other last corners this does no harm.
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
    """Return the block of both whole simplices, in integers."""
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
    """Return an upper bound on what A wins on a simplex of A's mixes, and the remaining blocks.

    The function halves the simplices of B that decide: those in which A may win more than `enough`, and the simplex
    with the largest guarantee for B, which excludes others. With `_BLOCKS` blocks it stops: the bound is valid, but
    weaker.

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
    """Return an upper bound on the worth of any mix of A, and the number of simplices halved.

    Parameters: `stage`, the first phase with all single options of the players who mix; `lower`, the lower end, which
    the search may improve; `width`, the width to reach; `work`, the most simplices to halve.
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


_EACH_PROFILE = 3e-3  # seconds per profile of single aims, to halve a simplex of A with those of B
_BLOCKS = 24  # the most simplices of B for one simplex of A
_TRIES = 4  # after this many halvings the exact worth of the middle of the simplex with the largest bound is computed
