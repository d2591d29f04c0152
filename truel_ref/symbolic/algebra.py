"""The algebra of phases over symbols: the lines of `phase.py`, applied to rational functions.

A rational function of the hit probabilities (and of weights, if an aim is a mix with symbols) is an element of sympy's
field of fractions over the rationals. Such elements are in lowest terms, so that `==` decides equality as functions.
The lower-case letter of a player is that player's hit probability: `a` for A, `b` for B.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, needs, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, label, next_order
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import Algebraic, Number, decimal_text, read_probability
from truel_ref.play import phase
from truel_ref.symbolic.polynomials import Factors, Polynomial, factored, univariate, value_at

__all__ = [
    "Factors",
    "Function",
    "LaterAims",
    "Letters",
    "Polynomial",
    "constant_of",
    "degrees",
    "evaluated",
    "factors",
    "field_of",
    "order_text",
    "rational",
    "rational_probability",
    "univariate",
    "value_at",
]

Function: TypeAlias = Any
"""A rational function: an element of sympy's field of fractions."""

LaterAims: TypeAlias = "Callable[[Letters, Order], Sequence[Sequence[Function]]]"
"""For the order of a later phase, the weights of the aim of each of its players: one per player of the problem."""


def order_text(order: Order) -> str:
    """Return an order in labels.

    >>> order_text((1, 2, 0))
    'B, C, A'
    """
    return ", ".join(map(label, order))


class Letters:
    """The symbols of a problem: every hit probability as a rational function, constant where it is fixed.

    Parameters: `hits`, per player an exact number in [0, 1], or None for the player's letter; `more`, names of further
    symbols, for weights; `policy`, the aims in later phases of three players or more (two left shoot each other).

    Fields: `hits`, one function per player; `field`, sympy's field of fractions; `names`, its symbols in order.

    Raises `NumberError` for a number outside [0, 1], and `ProblemError` for an irrational number, for fewer than two
    players, and for more players than letters.

    >>> letters = Letters([None, None, "1/2"])
    >>> letters.hits
    (a, b, 1/2)
    >>> len(Letters([None] * 8).hits)
    8
    >>> letters.win((0, 1, 2), letters.aims(["Miss", "C", "B"]))[2]
    (a*b - a - b + 1)/(a*b + a + b + 1)
    """

    def __init__(self, hits: Iterable[object], more: Sequence[str] = (), policy: LaterAims | None = None) -> None:
        needs("sympy")
        entries = list(hits)
        if not 2 <= len(entries) <= len(_LETTERS):
            raise ProblemError(
                f"{len(entries)} players cannot be written in symbols; there can be 2 to {len(_LETTERS)}"
            )
        self.fixed: tuple[Fraction | None, ...] = tuple(
            None if hit is None else rational_probability(hit, f"player {label(player)}")
            for player, hit in enumerate(entries)
        )
        free = [_LETTERS[player] for player, hit in enumerate(self.fixed) if hit is None]
        for name in more:
            if name in _LETTERS[: len(entries)] or list(more).count(name) > 1:
                raise ProblemError(f"the symbol {shown(name)} stands for something else here; choose another name")
        self.names: tuple[str, ...] = (*free, *more)
        # A field needs a symbol; an unused symbol does no harm.
        self.field = field_of(self.names or ("a",))
        generators = dict(zip(self.names, self.field.gens, strict=False))
        self.symbols: Mapping[str, Function] = generators
        self.hits: tuple[Function, ...] = tuple(
            generators[_LETTERS[player]] if hit is None else self.constant(hit) for player, hit in enumerate(self.fixed)
        )
        self.policy = policy

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hits)

    def constant(self, value: Fraction | int) -> Function:
        """Return a number as a constant function."""
        return constant_of(self.field, value)

    def weights(self, aim: Aim) -> tuple[Function, ...]:
        """Return the weights of an aim as constant functions. Raises `ProblemError` for irrational weights."""
        return tuple(self.constant(rational(weight)) for weight in aim.weights)

    def aims(self, names: Sequence[str]) -> list[tuple[Function, ...]]:
        """Return weights for labels, `Miss` and `Self`, one name per player of the problem."""
        return [self._weights_named(player, name) for player, name in enumerate(names)]

    def _weights_named(self, player: int, name: str) -> tuple[Function, ...]:
        said = name.casefold()
        at = player if said == "self" else None if said == "miss" else _LETTERS.index(said)
        return tuple(self.constant(int(other == at)) for other in range(self.players))

    # -- phases

    @remembered
    def start(self, order: Order) -> list[Function]:
        """Return the win probabilities at the start of a later phase: a single player has won, two shoot each other.

        Raises `ProblemError` for a phase of three or more players without given aims.
        """
        if len(order) == 1:
            return [self.constant(int(player == order[0])) for player in range(self.players)]
        if len(order) == 2:
            each_other = [[self.constant(int(at == other)) for at in range(self.players)] for other in order[::-1]]
            return self.win(order, each_other)
        if self.policy is None:
            raise ProblemError(f"the aims of the phase {order_text(order)} are needed, and were not given")
        return self.win(order, self.policy(self, order))

    def turn(self, order: Order, player: int, weights: Sequence[Function]) -> phase.Turn:
        """Return the turn `(r, k)` of a player with an aim in a phase; see `truel_ref.play.phase`.

        >>> letters = Letters([None, None, None])
        >>> letters.turn((0, 1, 2), 0, letters.aims(["C", "C", "B"])[0])[1]
        -a + 1
        """
        if not self.hits[player]:
            return phase.turn(self.hits[player], (), self.players)
        aimed = [
            (weight, self.start(next_order(order, player, victim))) for victim, weight in enumerate(weights) if weight
        ]
        return phase.turn(self.hits[player], aimed, self.players)

    def win(self, order: Order, aims: Sequence[Sequence[Function]]) -> list[Function]:
        """Return the win probabilities of a phase with fixed aims, one weight vector per player of `order`.

        They hold where `K < 1`, which is where somebody can be hit; a `K` that is 1 as a function is a stalemate.
        """
        return phase.value(self.turns(order, aims))

    def turns(self, order: Order, aims: Sequence[Sequence[Function]]) -> list[phase.Turn]:
        """Return the turns of a phase with fixed aims, in shooting order."""
        return [self.turn(order, player, weights) for player, weights in zip(order, aims, strict=True)]

    def identity(self) -> phase.Turn:
        """Return the turn in which nothing happens: what precedes the first announcement."""
        return [self.constant(0)] * self.players, self.constant(1)


_LETTERS = "abcdefgh"


def field_of(names: Sequence[str]) -> Any:
    """Return the field of rational functions of some symbols."""
    needs("sympy")
    from sympy import QQ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    return FracField(names, QQ, lex)


def constant_of(field: Any, value: Fraction | int) -> Function:
    """Return a number as a constant function."""
    return field.ground_new(field.domain(value.numerator, value.denominator))


def rational(number: Number, name: str = "") -> Fraction:
    """Return a number that must be a fraction.

    Parameters: `number`; `name`, its name in messages ("player B").

    Raises `ProblemError` for an irrational number.

    >>> rational(Fraction(1, 2))
    Fraction(1, 2)
    """
    if isinstance(number, Algebraic):
        where = f"{name}: " if name else ""
        near = decimal_text(number, 6)
        raise ProblemError(
            f"{where}{number} is irrational, and beside symbols only fractions can stand; "
            f"give one near to it, such as {near}, or ask truel_ref.solve, which takes it as it is"
        )
    return number


def rational_probability(value: object, name: str = "") -> Fraction:
    """Return the fraction in [0, 1] that a value stands for.

    Raises the errors of `real_probability`, and `ProblemError` for an irrational number.

    >>> rational_probability("sqrt(1/4)")
    Fraction(1, 2)
    >>> rational_probability("sqrt(2)/2", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: player B: sqrt(2)/2 is irrational, and beside symbols only fractions can stand; \
give one near to it, such as 0.707107, or ask truel_ref.solve, which takes it as it is
    """
    return rational(read_probability(value, name), name)


def factors(function: Function) -> tuple[Fraction, Factors, Factors]:
    """Return the parts of a function `constant * product(top) / product(bottom)`: constant, top, bottom.

    Equal factors of different functions compare equal.

    >>> letters = Letters([None, None, 1])
    >>> a, b = letters.hits[:2]
    >>> factors((a - b) ** 2 / (2 * a + 2 * b - 2 * a * b))
    (Fraction(-1, 2), ((a - b, 2),), ((a*b - a - b, 1),))
    """
    (top_constant, top), (bottom_constant, bottom) = map(factored, (function.numer, function.denom))
    return top_constant / bottom_constant, top, bottom


# ---------------------------------------------------------------------------------------------------------
# Values


def evaluated(function: Function, point: Sequence[Fraction]) -> Fraction:
    """Return the exact value of a rational function at a point, one fraction per symbol of its field.

    >>> a, b = Letters([None, None]).hits
    >>> evaluated(a / (a + b), [Fraction(1, 3), Fraction(1, 6)])
    Fraction(2, 3)
    """
    return value_at(function.numer, point) / value_at(function.denom, point)


def degrees(*polynomials: Polynomial) -> tuple[int, ...]:
    """Return for every symbol the highest power in some polynomials of the same ring.

    >>> a, b = Letters([None, None]).hits
    >>> degrees((a * b**2).numer, (a**3).numer, (a - a).numer)
    (3, 2)
    """
    # The degree of the polynomial 0 is minus infinity.
    return tuple(max(0, *powers) for powers in zip(*(one.degrees() for one in polynomials), strict=True))
