"""The best mix of the first of three announcers, a second way: exact optimisation over the triangle of A's weights.

Let A announce the weights `x` on B and `y` on C and miss with the rest; hit probabilities are fixed. Then:

1. His turn `(r, k)` is affine in `(x, y)`, so what the announcements before C compose to is affine for each option of
   B. The comparison of two options is linear in that (`play.phase.advantage`), so **every comparison of B and of
   C is an affine function of `(x, y)`**: its zeros are a straight line.
2. The triangle `x, y >= 0`, `x + y <= 1` is cut along the lines that backward induction asks for, until every
   comparison has one sign inside each piece. On the pieces of the lines themselves, and at points, the same is done
   again. So the triangle is a finite set of open polygons, segments and points, with constant best replies on each.
3. For fixed replies A's chance is `V / (1 - K)` with both parts affine, hence linear-fractional. It is monotone along
   every segment, so its extremes over a closed piece are at the corners.

At a tie every way to break it is followed (as `all_outcomes` does), so what holds for all pieces holds for every tie
rule. All numbers are fractions; nothing is approximated.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2; the
rest is the derivation above.
"""

from fractions import Fraction
from functools import reduce
from itertools import chain

from truel_ref.limits import check
from truel_ref.play import phase
from truel_ref.play.phase import advantage
from truel_ref.symbolic.algebra import Letters

ZERO = Fraction(0)
TRIANGLE = ((ZERO, ZERO), (Fraction(1), ZERO), (ZERO, Fraction(1)))


def at(function, point):
    """Return the value of an affine function.

    >>> at((Fraction(1), Fraction(-2), Fraction(0)), (Fraction(1, 2), Fraction(1, 3)))
    Fraction(0, 1)
    """
    return function[0] + function[1] * point[0] + function[2] * point[1]


def cut(corners, function):
    """Return the parts of a convex piece where an affine function is negative, zero and positive, each by its corners.

    The closures of the negative and the positive part share the zero part. An empty part has no corners.

    >>> low, line, high = cut(TRIANGLE, (Fraction(-1, 2), Fraction(1), Fraction(0)))
    >>> [len(part) for part in (low, line, high)]
    [4, 2, 3]
    """
    marked = []  # the corners and the zeros between them, each with the value there
    for place, corner in enumerate(corners):
        following = corners[(place + 1) % len(corners)]
        value, other = at(function, corner), at(function, following)
        marked.append((corner, value))
        if value * other < 0 and (len(corners) > 2 or place == 0):
            share = value / (value - other)
            marked.append((tuple(one + share * (two - one) for one, two in zip(corner, following, strict=True)), ZERO))
    low, line, high = (
        tuple(point for point, value in marked if not value or (value > 0) - (value < 0) == sign) for sign in (-1, 0, 1)
    )
    return (() if low == line else low), line, (() if high == line else high)


def affine(function):
    """Return a function of two symbols as an affine one. Raises `ArithmeticError` if it is not affine.

    >>> letters = Letters([1, 1, 1], more=["x", "y"])
    >>> affine(letters.symbols["x"] / 2 - 1)
    (Fraction(-1, 1), Fraction(1, 2), Fraction(0, 1))
    """
    terms = dict(function.numer.terms())
    if not function.denom.is_ground or any(sum(powers) > 1 for powers in terms):
        raise ArithmeticError(f"{function} is not affine")
    below = Fraction(*map(int, (function.denom.LC.numerator, function.denom.LC.denominator)))
    values = (terms.get(powers, 0) for powers in ((0, 0), (1, 0), (0, 1)))
    return tuple(Fraction(int(value.numerator), int(value.denominator)) / below for value in values)


class _Cut(Exception):  # noqa: N818  it is a signal, not an error
    """A comparison has both signs on a piece, which must be cut along its line: the affine function."""


class _Replies:
    """The replies to symbolic weights of A, for fixed hit probabilities."""

    def __init__(self, problem):
        self.letters, self.order = Letters(problem.hits, more=["x", "y"]), problem.order
        self.own = self.letters.turn(self.order, 0, [self.letters.constant(0), *self.letters.symbols.values()])
        self.options = [problem.options(self.order, other) for other in self.order[1:]]
        self.turns = [
            [self.letters.turn(self.order, other, self.letters.weights(aim)) for aim in aims]
            for other, aims in enumerate(self.options, 1)
        ]
        self.idle = [
            [not hit or aim.is_miss for aim in aims] for hit, aims in zip(problem.hits[1:], self.options, strict=True)
        ]
        self.never_hits = not problem.hits[0]
        self.known = {}

    def best(self, corners, earlier=()):
        """Return the lists of replies that are best on an open piece after some replies, ties broken in any way.

        A continuation is chosen in some way if and only if its value is at least the maximum, over the options, of the
        minimum over their continuations. Raises `_Cut` if a comparison has both signs on the piece.
        """
        place = len(earlier)
        if place == len(self.options):
            return [] if self.stalls(corners, earlier) else [()]
        follow = [
            [(option, *rest) for rest in self.best(corners, (*earlier, option))]
            for option in range(len(self.options[place]))
        ]
        return [
            path
            for path in chain.from_iterable(follow)
            if all(
                not others or any(self.gain(corners, earlier, path, other) >= 0 for other in others)
                for others in follow
            )
        ]

    def stalls(self, corners, replies):
        misses = self.never_hits or not any(map(any, corners))
        return misses and all(self.idle[place][option] for place, option in enumerate(replies))

    def composed(self, turn, replies, place=0):
        """Return a turn, composed with those of the replies from a place on."""
        return reduce(
            phase.compose, (some[option] for some, option in zip(self.turns[place:], replies, strict=False)), turn
        )

    def gain(self, corners, earlier, path, other):
        """Return the sign of what the next to reply gains by one continuation instead of another."""
        if path == other:
            return 0
        if (earlier, path, other) not in self.known:
            place = len(earlier)
            nothing = [self.letters.constant(0)] * 3, self.letters.constant(1)
            first, second = (self.composed(nothing, some, place) for some in (path, other))
            before = self.composed(self.own, earlier)
            self.known[earlier, path, other] = affine(advantage(first, second, before, 1 + place))
        function = self.known[earlier, path, other]
        values = [at(function, corner) for corner in corners]
        if min(values) < 0 < max(values):
            raise _Cut(function)
        return (max(values) > 0) - (min(values) < 0)

    def formula(self, replies):
        """Return `V`, one entry per player, and `1 - K` for some replies."""
        if replies not in self.known:
            won, passed = self.composed(self.own, replies)
            self.known[replies] = tuple(map(affine, won)), affine(1 - passed)
        return self.known[replies]

    def win(self, replies, point):
        """Return the win probabilities at the start, `V / (1 - K)`, or None where K = 1."""
        tops, below = self.formula(replies)
        share = at(below, point)
        return tuple(at(top, point) / share for top in tops) if share else None


def _sides(corners):
    """Return the pieces of the next lower dimension that bound a piece, each in one spelling."""
    if len(corners) > 2:
        return [tuple(sorted((corner, corners[place - 1]))) for place, corner in enumerate(corners)]
    return [(corner,) for corner in corners] if len(corners) == 2 else []


def _pieces(replies):
    """Return every piece with its best replies."""
    pieces, work = {}, [TRIANGLE]
    while work:
        check()
        corners = work.pop()
        if corners and corners not in pieces:
            pieces[corners] = None  # it is cut, or its replies are known
            try:
                pieces[corners] = replies.best(corners)
                work += _sides(corners)
            except _Cut as asked:
                low, line, high = cut(corners, asked.args[0])
                work += [low, tuple(sorted(line)), high]
    return [(corners, best) for corners, best in pieces.items() if best is not None]


def supremum(problem):
    """Return the supremum of A's chance over all mixes, where nobody can be hit 0.

    The steps are those of the module; the players after A search what the problem says.

    >>> from truel_ref import Problem
    >>> supremum(Problem(["1/3", "2/3", 1])) == Fraction(25, 63)
    True
    """
    replies = _Replies(problem)
    wins = (replies.win(path, corner) for corners, best in _pieces(replies) for path in best for corner in corners)
    return max((win[0] for win in wins if win is not None), default=ZERO)
