"""Play along a curve of hit probabilities: where optimal aims change, and where players overtake each other.

A curve gives every hit probability as a rational function of one symbol. What decides between options is a polynomial
in the hit probabilities (`truel_ref.symbolic.decisions`); along the curve it becomes a rational function of that
symbol, and between two neighbouring roots of everything that was consulted nothing can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from truel_ref.announce import Path
from truel_ref.errors import SymbolicError, shown
from truel_ref.exact import probability
from truel_ref.symbolic.algebra import Function, Letters, Polynomial, factors
from truel_ref.symbolic.closed_form import evaluated
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.roots import Root, between, compare, number, ordered, real_roots, sign_at
from truel_ref.targets import label

__all__ = ["Cell", "Curve", "Meeting", "aims_at", "cells", "meetings", "sign_of_function", "ways"]


class Curve:
    """Hit probabilities as rational functions of one symbol.

    Parameters: `hits`, elements of a field of fractions in one symbol, one per player.

    Fields: `hits`; `field`; `letters`, the same players with a letter for each hit probability that is not constant.

    >>> curve = Curve.line(["1/3", "2/3", 1], ["1/2", "1/2", 1])
    >>> curve.hits
    ((t + 2)/6, (-t + 4)/6, 1)
    """

    def __init__(self, hits: Sequence[Function]) -> None:
        self.hits = tuple(hits)
        self.field = self.hits[0].field
        constants = [_constant(hit) for hit in self.hits]
        self.letters = Letters(constants)
        self.free = tuple(hit for hit, constant in zip(self.hits, constants, strict=True) if constant is None)
        self._known: dict[Polynomial, Function] = {}

    @classmethod
    def line(cls, start: Iterable[object], end: Iterable[object], symbol: str = "t") -> Curve:
        """Return the straight line from one point of the cube to another, for the symbol from 0 to 1.

        Raises `NumberError` for points outside the cube, and `SymbolicError` for ends of different lengths, equal ends,
        or fewer than two players.
        """
        ends = [
            [probability(hit, f"{which}, player {label(player)}") for player, hit in enumerate(_listed(point, which))]
            for which, point in (("start", start), ("end", end))
        ]
        if len(ends[0]) != len(ends[1]):
            raise SymbolicError(f"the start has {len(ends[0])} players and the end {len(ends[1])}")
        if ends[0] == ends[1]:
            raise SymbolicError("the start and the end are the same point; a line needs two")
        field = parameter_field(symbol)
        (t,) = field.gens
        return cls([_ground(field, low) + _ground(field, high - low) * t for low, high in zip(*ends, strict=True)])

    @property
    def symbol(self) -> Polynomial:
        """The symbol, as a polynomial."""
        return self.field.gens[0].numer

    def at(self, value: Fraction) -> list[Fraction]:
        """Return the hit probabilities at a value of the symbol."""
        return [evaluated(hit, [value]) for hit in self.hits]

    def along(self, function: Function) -> Function:
        """Return a function of the hit probabilities (of `letters`) as a function of the symbol."""
        return self._polynomial_along(function.numer) / self._polynomial_along(function.denom)

    def _polynomial_along(self, polynomial: Polynomial) -> Function:
        if polynomial not in self._known:
            total = self.field.zero
            for powers, coefficient in polynomial.terms():
                term = self.field.ground_new(coefficient)
                for value, power in zip(self.free, powers, strict=False):
                    term = term * value**power if power else term
                total = total + term
            self._known[polynomial] = total
        return self._known[polynomial]


def parameter_field(symbol: str) -> Any:
    """Return the field of rational functions of one symbol."""
    from sympy import QQ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    return FracField((symbol,), QQ, lex)


def _ground(field: Any, value: Fraction) -> Function:
    return field.ground_new(field.domain(value.numerator, value.denominator))


def _listed(point: object, which: str) -> list[object]:
    if isinstance(point, str):
        return list(point.split(","))
    if not isinstance(point, Iterable):
        raise SymbolicError(f"the {which} {shown(point)} is no list of hit probabilities")
    return list(point)


def _constant(function: Function) -> Fraction | None:
    if function.numer.is_ground and function.denom.is_ground:
        return evaluated(function, [Fraction(0)])
    return None


def sign_of_function(function: Function, point: Root, consulted: set[Polynomial] | None = None) -> int:
    """Return the exact sign of a rational function of one symbol at a point where its denominator does not vanish.

    Parameters: `consulted`, a set that takes the irreducible polynomials on whose signs the answer depends.
    """
    if not function:
        return 0
    constant, top, bottom = factors(function)
    sign = 1 if constant > 0 else -1
    for polynomial, power in (*top, *bottom):
        if consulted is not None:
            consulted.add(polynomial)
        sign *= sign_at(polynomial, point) ** power
    return sign


# ---------------------------------------------------------------------------------------------------------
# Optimal aims along a curve


@dataclass(frozen=True)
class Cell:
    """A stretch of a curve with constant aims: an open interval, or one point of it.

    Fields: `low` and `high`, its ends, the same for a point; `aims`, in text, None if the phase is a stalemate; `win`,
    the win probabilities as functions of the symbol.
    """

    low: Root
    high: Root
    aims: tuple[str, ...] | None
    win: tuple[Function, ...]

    @property
    def is_point(self) -> bool:
        """Whether it is a single point."""
        return self.low == self.high


def aims_at(
    tree: Decisions, curve: Curve, point: Root, consulted: set[Polynomial] | None = None
) -> tuple[Path | None, bool]:
    """Return the path of the announcements chosen at a point of a curve, and whether a decision was tied there.

    Parameters: `tree`, the announcements over `curve.letters`; `point`, a value of the symbol at which the hit
    probabilities that are letters lie inside the cube; `consulted`, takes the polynomials that the choice depends on.
    """
    tied = []

    def sign_of(polynomial: Polynomial) -> int:
        return sign_of_function(curve.along(tree.letters.field.new(polynomial)), point, consulted)

    def ranks(place: int, equal: Path) -> Sequence[int]:
        tied.append(place)
        return tree.tie_ranks(place, equal, sign_of)

    return tree.solve(sign_of, ranks), bool(tied)


def ways(tree: Decisions, curve: Curve, point: Root) -> set[Path | None]:
    """Return the paths that are chosen at a point of a curve over all ways of breaking the ties there.

    If there is only one, no decision on it is tied: another choice would have led to another path.
    """

    def sign_of(polynomial: Polynomial) -> int:
        return sign_of_function(curve.along(tree.letters.field.new(polynomial)), point)

    found: set[Path | None] = set()
    open_choices: list[list[int]] = [[]]
    while open_choices:
        chosen = open_choices.pop()
        met: list[int] = []

        def ranks(
            place: int, equal: Path, chosen: Sequence[int] = tuple(chosen), met: list[int] = met
        ) -> Sequence[int]:
            at = len(met)
            met.append(len(equal))
            wanted = chosen[at] if at < len(chosen) else 0
            return [int(option != wanted) for option in range(len(equal))]

        found.add(tree.solve(sign_of, ranks))
        for at in range(len(chosen), len(met)):
            done = [*chosen, *[0] * (at - len(chosen))]
            open_choices += [[*done, other] for other in range(1, met[at])]
    return found


def cells(curve: Curve, low: Root, high: Root, consulted: set[Polynomial] | None = None, **fields: Any) -> list[Cell]:
    """Return the optimal aims along a curve between two values of the symbol, exactly.

    The steps: (1) take a rational sample from every stretch between neighbouring roots of the polynomials consulted so
    far, find the aims there by backward induction, and keep every polynomial that was consulted; (2) where it has
    roots between the ends that are new, split there and repeat. In the end every polynomial consulted at a sample has
    no root in the stretch of that sample, so its sign is constant there, and so is every step of the induction;
    (3) at the roots themselves the signs are taken exactly; (4) join two stretches and the point between them where all
    three have equal aims. So stretches and single points take turns.

    Parameters: `curve`, whose letters lie strictly between 0 and 1 inside the interval; `low` and `high`; `consulted`,
    a set that takes the polynomials; `**fields`, as for `Decisions`: `search`, `targets`, `random_levels`, `if_eq`.

    Raises `SymbolicError` for more than three players, whose later aims would change along the curve too.

    >>> curve = Curve.line(["1/3", "2/3", 1], ["2/3", "2/3", 1])
    >>> for cell in cells(curve, number(Fraction(0), curve.symbol), number(Fraction(1), curve.symbol)):
    ...     print(cell.low, cell.high, *cell.aims)
    0 1 Miss C B
    """
    if len(curve.hits) > 3:
        raise SymbolicError("optimal aims along a curve are for two or three players; give the aims of more")
    tree = Decisions(curve.letters, **fields)
    consulted = set() if consulted is None else consulted
    inside: list[Root] = []
    stretches: dict[tuple[Root, Root], tuple[Path | None, bool]] = {}
    while True:
        ends = [low, *inside, high]
        stretches = {
            pair: stretches[pair]
            if pair in stretches
            else aims_at(tree, curve, number(between(*pair), curve.symbol), consulted)
            for pair in pairwise(ends)
        }
        roots = {root for polynomial in consulted for root in real_roots(polynomial)}
        wanted = ordered(root for root in roots if compare(low, root) < 0 and compare(root, high) < 0)
        if wanted == inside:
            break
        inside = wanted
    found = [_cell(tree, curve, low, ends[1], stretches[low, ends[1]][0])]
    for first, last in pairwise(ends[1:]):
        here = _cell(tree, curve, first, first, aims_at(tree, curve, first)[0])
        beyond = _cell(tree, curve, first, last, stretches[first, last][0])
        if found[-1].aims == here.aims == beyond.aims:
            found[-1] = replace(found[-1], high=last)
        else:
            found += [here, beyond]
    return found


def _cell(tree: Decisions, curve: Curve, low: Root, high: Root, path: Path | None) -> Cell:
    if path is None:
        return Cell(low, high, None, (curve.field.zero,) * len(curve.hits))
    aims = tuple(str(tree.options[place][option]) for place, option in enumerate(path))
    return Cell(low, high, aims, tuple(map(curve.along, tree.win(path))))


# ---------------------------------------------------------------------------------------------------------
# Who overtakes whom


@dataclass(frozen=True)
class Meeting:
    """A value of the symbol at which the order of two players changes, or at which they meet.

    Fields: `at`; `players`, two; `before`, `here` and `after`, the sign of the first one's win probability minus the
    second one's just below that value, at it and just above it; `jump`, whether the aims change there.
    """

    at: Root
    players: tuple[int, int]
    before: int
    here: int
    after: int
    jump: bool

    def __str__(self) -> str:
        one, two = map(label, self.players)
        if self.before == self.after:
            met = "meet" if not self.here else "change places at this point only"
            return f"{one} and {two} {met}"
        if self.after == 0:
            return f"{one} and {two} stay equal from here"
        ahead, behind = (one, two) if self.after > 0 else (two, one)
        if self.before == 0:
            return f"{ahead} goes ahead of {behind}"
        return f"{ahead} {'jumps ahead of' if self.jump else 'overtakes'} {behind}"


def meetings(found: Sequence[Cell], symbol: Polynomial) -> list[Meeting]:
    """Return where win probabilities cross or meet along a curve, inside the interval that the cells cover.

    Within a cell the win probabilities are rational functions of the symbol, so the roots of the numerators of their
    differences are all the values at which two players are equal; the signs between them are taken at rational samples.
    """
    result: list[Meeting] = []
    players = range(len(found[0].win))
    for pair in combinations(players, 2):
        # Stretches of constant sign and the points between them, in rising order.
        signs: list[tuple[Root, Root, int, int]] = []
        for place, cell in enumerate(found):
            difference = cell.win[pair[0]] - cell.win[pair[1]]
            ends = [cell.low, cell.high] if not cell.is_point else [cell.low]
            if difference and not cell.is_point:
                roots = (root for polynomial, _ in factors(difference)[1] for root in real_roots(polynomial))
                ends[1:1] = ordered(
                    root for root in roots if compare(cell.low, root) < 0 and compare(root, cell.high) < 0
                )
            if cell.is_point:
                signs.append((cell.low, cell.low, sign_of_function(difference, cell.low), place))
                continue
            for low, high in pairwise(ends):
                if low is not cell.low:
                    signs.append((low, low, sign_of_function(difference, low), place))
                sample = number(between(low, high), symbol)
                signs.append((low, high, sign_of_function(difference, sample), place))
        for index, (low, high, here, place) in enumerate(signs):
            if low != high:
                continue
            before, after = signs[index - 1], signs[index + 1]
            if not before[2] == here == after[2]:
                jump = before[3] != place or after[3] != place
                result.append(Meeting(low, pair, before[2], here, after[2], jump))
    return sorted(result, key=_by_place(result))


def _by_place(found: Sequence[Meeting]) -> Callable[[Meeting], tuple[int, tuple[int, int]]]:
    places = {root: place for place, root in enumerate(ordered(meeting.at for meeting in found))}
    return lambda meeting: (places[meeting.at], meeting.players)
