"""The best mix of one of three announcers, a second way: exact optimisation over the triangle of his weights.

Let A announce the weights `x` on B and `y` on C and miss with the rest; hit probabilities are fixed. Then:

1. His turn `(r, k)` is affine in `(x, y)`, so what the announcements before C compose to is affine for each option of
   B. The comparison of two options is linear in that (`play.turns.advantage`), so **every comparison of B and of
   C is an affine function of `(x, y)`**: its zeros are a straight line.
2. The triangle `x, y >= 0`, `x + y <= 1` is cut along the lines that backward induction asks for, until every
   comparison has one sign inside each piece. On the pieces of the lines themselves, and at points, the same is done
   again. So the triangle is a finite set of open polygons, segments and points, with constant best replies on each.
3. For fixed replies A's chance is `V / (1 - K)` with both parts affine, hence linear-fractional. It is monotone along
   every segment, so its extremes over a closed piece are at the corners.

For B, after a fixed aim of A, it is the same with his weights on A and on C.

At a tie every way to break it is followed (as `all_outcomes` does), so what holds for all pieces holds for every tie
rule. All numbers are fractions; nothing is approximated.

Source: linear-fractional functions on polytopes, S. Boyd and L. Vandenberghe, *Convex Optimization* (2004), 4.3.2; the
rest is the derivation above.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import SymbolicError
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem
from truel_ref.play import phase
from truel_ref.play.turns import advantage
from truel_ref.symbolic.algebra import Function, Letters

__all__ = ["TRIANGLE", "Affine", "Approach", "Corners", "Optimum", "Piece", "Weights", "affine", "at", "cut", "optimum"]

Path: TypeAlias = tuple[int, ...]
"""Options of those who announce later, as their numbers, in shooting order."""

Weights: TypeAlias = tuple[Fraction, Fraction]
"""The weights on the two others, in their order: for A on B and on C."""

Corners: TypeAlias = tuple[Weights, ...]
"""The corners of a convex polygon in order, the ends of a segment, or one point."""

Affine: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""`(c, cx, cy)` for the function `c + cx*x + cy*y`."""

TRIANGLE: Corners = (
    (Fraction(0), Fraction(0)),
    (Fraction(1), Fraction(0)),
    (Fraction(0), Fraction(1)),
)


@dataclass(frozen=True)
class Piece:
    """An open piece of the triangle, and the replies that are best on it, ties broken in any way.

    Fields: `corners`, of its closure; `replies`, the aims of those who announce later, one list for an untied piece;
    `formulas`, for each list the win probabilities at the player's own first turn: a numerator per player of the
    problem, and the common denominator, all affine.
    """

    corners: Corners
    replies: tuple[tuple[Aim, ...], ...]
    formulas: tuple[tuple[tuple[Affine, ...], Affine], ...]

    def win(self, point: Weights, which: int = 0) -> tuple[Fraction, ...]:
        """Return the win probabilities at a point of the piece under one of the lists of replies."""
        tops, below = self.formulas[which]
        return tuple(at(top, point) / at(below, point) for top in tops)


@dataclass(frozen=True)
class Approach:
    """A place where the supremum is approached.

    Fields: `weights`, on the two others in their order; `replies`, of those after him on the piece from which it is
    approached; `corners`, of that piece; `win`, the limits of the win probabilities; `attained`, per tie rule what he
    wins at the place itself.
    """

    weights: Weights
    replies: tuple[Aim, ...]
    corners: Corners
    win: tuple[Fraction, ...]
    attained: dict[int, Fraction]


@dataclass(frozen=True)
class Optimum:
    """The supremum of a player's chance over all his mixes.

    Fields: `supremum`, over the open polygons, the segments and the points, ties broken in any way; `inside`, over the
    open polygons alone, where nothing is tied; `approaches`, every corner of a polygon at which it is approached;
    `pieces`, all polygons, segments and points; `lines`, how many lines cut the triangle.
    """

    supremum: Fraction
    inside: Fraction
    approaches: tuple[Approach, ...]
    pieces: tuple[Piece, ...]
    lines: int

    @property
    def polygons(self) -> tuple[Piece, ...]:
        """The pieces with an inside."""
        return tuple(piece for piece in self.pieces if len(piece.corners) > 2)


def at(function: Affine, point: Weights) -> Fraction:
    """Return the value of an affine function.

    >>> at((Fraction(1), Fraction(-2), Fraction(0)), (Fraction(1, 2), Fraction(1, 3)))
    Fraction(0, 1)
    """
    return function[0] + function[1] * point[0] + function[2] * point[1]


def cut(corners: Corners, function: Affine) -> tuple[Corners, Corners, Corners]:
    """Return the parts of a convex piece where an affine function is negative, zero and positive, each by its corners.

    The closures of the negative and the positive part share the zero part. An empty part has no corners.

    >>> low, line, high = cut(TRIANGLE, (Fraction(-1, 2), Fraction(1), Fraction(0)))
    >>> [len(part) for part in (low, line, high)]
    [4, 2, 3]
    """
    values = [at(function, corner) for corner in corners]
    if not min(values) < 0 < max(values):
        zero = tuple(corner for corner, value in zip(corners, values, strict=True) if not value)
        return (corners, zero, ()) if min(values) < 0 else ((), zero, corners) if max(values) > 0 else ((), corners, ())
    low, line, high = [], [], []
    for place, (corner, value) in enumerate(zip(corners, values, strict=True)):
        if value <= 0:
            low.append(corner)
        if value >= 0:
            high.append(corner)
        if value == 0:
            line.append(corner)
        following = (place + 1) % len(corners)
        if value * values[following] < 0 and (len(corners) > 2 or place == 0):
            share = value / (value - values[following])
            x, y = (start + share * (end - start) for start, end in zip(corner, corners[following], strict=True))
            for part in (low, line, high):
                part.append((x, y))
    return tuple(low), tuple(line), tuple(high)


def affine(function: Function) -> Affine:
    """Return a function of two symbols as an affine one. Raises `ArithmeticError` if it is not affine.

    >>> letters = Letters([1, 1, 1], more=["x", "y"])
    >>> affine(letters.symbols["x"] / 2 - 1)
    (Fraction(-1, 1), Fraction(1, 2), Fraction(0, 1))
    """
    if not function.denom.is_ground:
        raise ArithmeticError(f"{function} is not affine")
    below = Fraction(int(function.denom.LC.numerator), int(function.denom.LC.denominator))
    coefficients: dict[tuple[int, ...], Fraction] = {}
    for powers, coefficient in function.numer.terms():
        if sum(powers) > 1:
            raise ArithmeticError(f"{function} is not affine")
        coefficients[powers] = Fraction(int(coefficient.numerator), int(coefficient.denominator)) / below
    nothing = Fraction(0)
    return coefficients.get((0, 0), nothing), coefficients.get((1, 0), nothing), coefficients.get((0, 1), nothing)


class _Cut(Exception):  # noqa: N818  it is a signal, not an error
    """A comparison has both signs on a piece, which must be cut along its line."""

    def __init__(self, function: Affine) -> None:
        super().__init__()
        self.function = function


class _Replies:
    """The replies to symbolic weights of one player, for fixed hit probabilities; who announced before has one aim."""

    def __init__(self, problem: Problem, player: int) -> None:
        self.letters = Letters(problem.hits, more=["x", "y"])
        self.order = problem.first_order
        self.player = player
        self.others = tuple(other for other in self.order if other != player)
        shares = dict(zip(self.others, self.letters.symbols.values(), strict=True))
        own = self.letters.turn(self.order, player, [shares.get(at, self.letters.constant(0)) for at in self.order])
        options = [problem.options(self.order, other) for other in self.order]
        if any(len(aims) > 1 for aims in options[:player]):
            raise SymbolicError("the players before the one whose mix is sought must have predefined targets")
        self.options = options[player + 1 :]
        self.turns = [
            [self.letters.turn(self.order, other, self.letters.weights(aim)) for aim in options[other]]
            for other in self.order
        ]
        idle = [[not hit or aim.is_miss for aim in aims] for hit, aims in zip(problem.hits, options, strict=True)]
        self.idle = idle[player + 1 :]
        self.silent = all(misses for (misses,) in idle[:player])
        self.never_hits = not problem.hits[player]
        before = [turns[0] for turns in self.turns[:player]]
        self.before = reduce(phase.compose, before, self.letters.identity())
        self.announced = phase.compose(self.before, own)
        self.own = own
        self._known: dict[Any, Affine] = {}
        self._wins: dict[Path, tuple[tuple[Affine, ...], Affine]] = {}

    def best(self, corners: Corners, earlier: Path = ()) -> list[Path]:
        """Return the lists of replies that are best on an open piece after some replies, ties broken in any way.

        A continuation is chosen in some way if and only if its value is at least the maximum, over the options, of the
        minimum over their continuations. Raises `_Cut` if a comparison has both signs on the piece.
        """
        place = len(earlier)
        if place == len(self.options):
            return [] if self._stalls(corners, earlier) else [()]
        follow = [
            [(option, *rest) for rest in self.best(corners, (*earlier, option))]
            for option in range(len(self.options[place]))
        ]
        return [
            path
            for path in chain.from_iterable(follow)
            if all(
                not others or any(self._gain(corners, earlier, path, other) >= 0 for other in others)
                for others in follow
            )
        ]

    def _stalls(self, corners: Corners, replies: Path) -> bool:
        misses = self.never_hits or not any(map(any, corners))
        return misses and self.silent and all(self.idle[place][option] for place, option in enumerate(replies))

    def _composed(self, turn: phase.Turn[Function], replies: Path, place: int = 0) -> phase.Turn[Function]:
        """Return a turn, composed with those of the replies from a place on."""
        turns = self.turns[self.player + 1 + place :]
        return reduce(phase.compose, (some[option] for some, option in zip(turns, replies, strict=False)), turn)

    def _gain(self, corners: Corners, earlier: Path, path: Path, other: Path) -> int:
        """Return the sign of what the next to reply gains by one continuation instead of another."""
        if path == other:
            return 0
        if (earlier, path, other) not in self._known:
            place = len(earlier)
            first, second = (self._composed(self.letters.identity(), some, place) for some in (path, other))
            before = self._composed(self.announced, earlier)
            self._known[earlier, path, other] = affine(advantage(first, second, before, self.player + 1 + place))
        function = self._known[earlier, path, other]
        values = [at(function, corner) for corner in corners]
        if min(values) < 0 < max(values):
            raise _Cut(function)
        return (max(values) > 0) - (min(values) < 0)

    def win(self, replies: Path, point: Weights) -> tuple[Fraction, ...] | None:
        """Return the win probabilities at the player's own first turn, `V / (1 - K)`, or None where K = 1."""
        tops, below = self.formula(replies)
        share = at(below, point)
        return tuple(at(top, point) / share for top in tops) if share else None

    def value(self, aims: Sequence[Aim | None], point: Weights) -> Fraction:
        """Return what the player wins at his own first turn at a point, with aims that a solver chose after it."""
        later = aims[self.player + 1 :]
        if None in later:
            return Fraction(0)
        path = tuple(options.index(aim) for options, aim in zip(self.options, later, strict=True) if aim is not None)
        win = self.win(path, point)
        return Fraction(0) if win is None else win[self.player]

    def formula(self, replies: Path) -> tuple[tuple[Affine, ...], Affine]:
        """Return `V`, one entry per player, and `1 - K` for some replies."""
        if replies not in self._wins:
            won, passed = phase.compose(self._composed(self.own, replies), self.before)
            self._wins[replies] = tuple(map(affine, won)), affine(1 - passed)
        return self._wins[replies]

    def aims(self, replies: Path) -> tuple[Aim, ...]:
        """Return replies as aims."""
        return tuple(aims[option] for aims, option in zip(self.options, replies, strict=True))

    def weights(self, point: Weights) -> list[Fraction]:
        """Return the aim of the player as weights, one per player of the problem."""
        shares = dict(zip(self.others, point, strict=True))
        return [shares.get(at, Fraction(0)) for at in self.order]


def _sides(corners: Corners) -> Iterator[Corners]:
    """Yield the pieces of the next lower dimension that bound a piece, each in one spelling."""
    if len(corners) > 2:
        for place, corner in enumerate(corners):
            yield tuple(sorted((corner, corners[place - 1])))
    elif len(corners) == 2:
        yield from ((corner,) for corner in corners)


def _pieces(replies: _Replies) -> tuple[list[tuple[Corners, list[Path]]], int]:
    """Return every piece with its best replies, and the number of lines that cut the triangle."""
    pieces: list[tuple[Corners, list[Path]]] = []
    lines = set()
    work, seen = [TRIANGLE], {TRIANGLE}

    def add(parts: Iterable[Corners]) -> None:
        for part in parts:
            if part and part not in seen:
                seen.add(part)
                work.append(part)

    while work:
        check()
        corners = work.pop()
        try:
            best = replies.best(corners)
        except _Cut as asked:
            lead = next(value for value in asked.function[1:] if value)
            lines.add(tuple(value / lead for value in asked.function))
            low, line, high = cut(corners, asked.function)
            add((low, tuple(sorted(line)), high))
        else:
            pieces.append((corners, best))
            add(_sides(corners))
    return pieces, len(lines)


def optimum(problem: Problem, player: int = 0, tie_rules: Sequence[int] = (1, 2, 3, 4, -1)) -> Optimum:
    """Return the supremum of a player's chance over all his mixes, and where it is approached.

    The chance is that at his own first turn, which he compares; for A it is that at the start. The steps are those of
    the module; the players after him search what the problem says. Where nobody can be hit, whatever he announces, the
    supremum is 0 and there are no places of approach.

    Parameters: `problem`, of three players, in which those before him have predefined targets; what it says of the
    player himself does not count; `player`, 0 or 1; `tie_rules`, for which `solve` is asked at the places of approach.

    Raises `SymbolicError` for other problems.

    >>> best = optimum(Problem(["1/3", "2/3", 1]))
    >>> best.supremum == Fraction(25, 63), {place.weights for place in best.approaches} == {(0, 0)}
    (True, True)
    """
    if problem.players != 3 or player not in (0, 1):
        raise SymbolicError("the best mix is found for the first or the second of three players")
    replies = _Replies(problem, player)
    pieces, lines = _pieces(replies)

    def top(some: Iterable[tuple[Corners, list[Path]]]) -> Fraction:
        wins = (replies.win(path, corner) for corners, best in some for path in best for corner in corners)
        return max((win[player] for win in wins if win is not None), default=Fraction(0))  # nobody can be hit

    polygons = [(corners, best) for corners, best in pieces if len(corners) > 2]
    supremum = top(pieces)
    attained: dict[Weights, dict[int, Fraction]] = {}

    def solved(point: Weights) -> dict[int, Fraction]:
        if point not in attained:
            targets: Any = [*problem.targets[:player], replies.weights(point), *problem.targets[player + 1 :]]
            attained[point] = {
                rule: replies.value(solve(dataclasses.replace(problem, targets=targets, tie_rule=rule)).aims, point)
                for rule in tie_rules
            }
        return attained[point]

    approaches = [
        Approach(corner, replies.aims(path), corners, win, solved(corner))
        for corners, best in polygons
        for path in best
        for corner in corners
        if (win := replies.win(path, corner)) is not None and win[player] == supremum
    ]
    return Optimum(
        supremum=supremum,
        inside=top(polygons),
        approaches=tuple(sorted(approaches, key=lambda place: (place.weights, place.corners))),
        pieces=tuple(
            Piece(corners, tuple(map(replies.aims, best)), tuple(map(replies.formula, best)))
            for corners, best in pieces
        ),
        lines=lines,
    )
