"""The algebra of phases over letters: the lines of `play.phase`, applied to rational functions.

A rational function of the hit probabilities (and of weights, if an aim is a mix with letters) is an element of sympy's
field of fractions over the rationals. Such elements are in lowest terms, so that `==` decides equality as functions.
The lower-case letter of a player is that player's hit probability: `a` for A, `b` for B.

python-flint factorises polynomials and computes resultants and discriminants, in a tenth of sympy's time. Factors are
irreducible and primitive, with positive leading coefficients, in a fixed order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm, prod
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, needs, refuse, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, label, next_order
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import (
    Algebraic,
    Integers,
    Number,
    decimal_text,
    fraction_text,
    integer_text,
    minimal_polynomial,
    number_text,
    primitive,
    read_rational,
    read_rational_probability,
    sign_of,
)
from truel_ref.play import phase

Polynomial: TypeAlias = Any
"""A polynomial with rational coefficients: an element of sympy's ring under a field of fractions."""

Function: TypeAlias = Any
"""A rational function: an element of sympy's field of fractions."""

Factors: TypeAlias = tuple[tuple[Polynomial, int], ...]
"""Irreducible, primitive integer polynomials with positive leading coefficients, each with its power."""

LaterAims: TypeAlias = "Callable[[Letters, Order], Sequence[Sequence[Function]]]"
"""For the order of a later phase, the weights of the aim of each of its players: one per player of the problem."""

Terms: TypeAlias = "list[tuple[tuple[int, ...], Fraction]]"
"""The terms of a polynomial: powers of the letters and a coefficient."""

_LETTERS = "abcdefgh"
_DEGREE_OF_RADICALS = 2


def order_text(order: Order) -> str:
    """Return an order in labels.

    >>> order_text((1, 2, 0))
    'B, C, A'
    """
    return ", ".join(map(label, order))


# ---------------------------------------------------------------------------------------------------------
# Phases over letters


class Letters:
    """The letters of a problem: every hit probability as a rational function, constant where it is fixed.

    Parameters: `hits`, per player an exact number in [0, 1], None for the player's letter, or a pair of such numbers
    for the point at `t` on the way from one to the other, where `t` is one more letter; `more`, names of further
    letters, for weights; `policy`, the aims in later phases of three players or more (two left shoot each other).

    Fields: `hits`, one function per player; `fixed`, per player the fixed number or None; `names`, the letters in
    order; `symbols`, each as a function; `field`, sympy's field of fractions; `valued`, the aims of all phases valued
    so far, the phase that asks for others before these.

    Raises `NumberError` for a number outside [0, 1] and for an irrational one, and `ProblemError` for fewer than two
    players and for more players than letters.

    >>> letters = Letters([None, None, "1/2"])
    >>> letters.hits, Letters([("1/3", "1/2"), 1]).hits
    ((a, b, 1/2), ((t + 2)/6, 1))
    >>> letters.win((0, 1), [letters.weights(Aim.at(other, 3)) for other in (1, 0)])[1]
    (a*b - b)/(a*b - a - b)
    """

    def __init__(self, hits: Iterable[object], more: Sequence[str] = (), policy: LaterAims | None = None) -> None:
        entries = list(hits)
        self.players = len(entries)
        own = _LETTERS[: self.players]
        taken = next((name for name in more if name in own or list(more).count(name) > 1), "")
        most = len(_LETTERS)
        refuse(
            ProblemError,
            (
                not 2 <= self.players <= most,
                f"{self.players} players cannot be written in symbols; give 2 to {most}, with commas between them",
            ),
            (taken, f"the symbol {shown(taken)} stands for something else here; choose another name"),
        )
        free = [letter for letter, hit in zip(own, entries, strict=True) if hit is None]
        line = ["t"] * any(isinstance(hit, tuple) for hit in entries)
        self.names: tuple[str, ...] = (*free, *line, *more)
        # A field needs a symbol; an unused symbol does no harm.
        self.field = field_of(self.names or ("a",))
        self.symbols: Mapping[str, Function] = dict(zip(self.names, self.field.gens, strict=False))
        self.hits: tuple[Function, ...] = tuple(map(self._hit, own, entries))
        self.fixed: tuple[Fraction | None, ...] = tuple(map(fixed_value, self.hits))
        self.policy = policy
        self.valued: dict[Order, Sequence[Sequence[Function]]] = {}

    def _hit(self, letter: str, hit: object) -> Function:
        if isinstance(hit, tuple):
            start, end = (self._hit(letter, each) for each in hit)
            return start + (end - start) * self.symbols["t"]
        if hit is None:
            return self.symbols[letter]
        return self.constant(read_rational_probability(hit, f"player {letter.upper()}"))

    def at(self, point: Sequence[Fraction]) -> list[Fraction]:
        """Return the hit probabilities at a point, one fraction per letter."""
        return [evaluated(hit, point) for hit in self.hits]

    def constant(self, value: Fraction | int) -> Function:
        """Return a number as a constant function."""
        return self.field.ground_new(self.field.domain(value.numerator, value.denominator))

    def weights(self, aim: Aim) -> tuple[Function, ...]:
        """Return the weights of an aim as constant functions. Raises `NumberError` for irrational weights."""
        return tuple(map(self.constant, map(read_rational, aim.weights)))

    @remembered
    def start(self, order: Order) -> list[Function]:
        """Return the win probabilities at the start of a later phase: a single player has won, two shoot each other.

        Raises `ProblemError` for a phase of three or more players without given aims.
        """
        if len(order) == 1:
            return list(map(self.constant, phase.survivor(order[0], self.players)))
        if len(order) == 2:
            return self.win(order, [self.weights(Aim.at(other, self.players)) for other in order[::-1]])
        if self.policy is None:
            raise ProblemError(f"the aims of the phase {order_text(order)} are needed, and were not given")
        return self.win(order, self.policy(self, order))

    def turn(self, order: Order, player: int, weights: Sequence[Function]) -> phase.Turn:
        """Return the turn `(r, k)` of a player with an aim in a phase; see `truel_ref.play.phase`.

        >>> letters = Letters([None, None, None])
        >>> letters.turn((0, 1), 0, letters.weights(Aim.at(1, 3)))[1]
        -a + 1
        """
        hit = self.hits[player]
        aimed = [
            (weight, self.start(next_order(order, player, victim)))
            for victim, weight in enumerate(weights)
            if hit and weight
        ]
        return phase.turn(hit, aimed, self.players)

    def win(self, order: Order, aims: Sequence[Sequence[Function]]) -> list[Function]:
        """Return the win probabilities of a phase with fixed aims, one weight vector per player of `order`.

        They hold where `K < 1`, which is where somebody can be hit; a `K` that is 1 as a function is a stalemate. The
        phase and its aims enter `valued`.
        """
        self.valued[order] = aims
        return phase.value([self.turn(order, *aim) for aim in zip(order, aims, strict=True)])


def fixed_value(function: Function) -> Fraction | None:
    """Return the number that a rational function is, None for other functions."""
    return evaluated(function, [Fraction(0)] * function.field.ngens) if is_constant(function) else None


def is_constant(function: Function) -> bool:
    """Return whether a rational function is a number."""
    return bool(function.numer.is_ground and function.denom.is_ground)


def field_of(names: Sequence[str]) -> Any:
    """Return the field of rational functions of some letters."""
    needs("sympy")
    from sympy import QQ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    return FracField(names, QQ, lex)


# ---------------------------------------------------------------------------------------------------------
# Values and factors


@cache
def in_flint(polynomial: Polynomial) -> Any:
    """Return a polynomial as one of flint, with the letters `x0`, `x1`, ...

    The coefficients are fractions: over the integers flint sorts factors as C integers and fails from 2^31 on.
    """
    needs("flint")
    from flint import fmpq, fmpq_mpoly_ctx

    letters = fmpq_mpoly_ctx.get([f"x{place}" for place in range(polynomial.ring.ngens)], "lex")
    return letters.from_dict(
        {powers: fmpq(int(value.numerator), int(value.denominator)) for powers, value in polynomial.terms()}
    )


def value_at(polynomial: Polynomial, point: Sequence[Fraction]) -> Fraction:
    """Return the value of a polynomial at a point, one fraction per letter; the only letter of a constant needs none.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> value_at(x**2 / 2 - y, [Fraction(2, 3), Fraction(0)])
    Fraction(2, 9)
    """
    made = in_flint(polynomial)
    from flint import fmpq

    value = made(*(fmpq(value.numerator, value.denominator) for value in point or [Fraction(0)]))
    return Fraction(int(value.p), int(value.q))


def evaluated(function: Function, point: Sequence[Fraction]) -> Fraction:
    """Return the exact value of a rational function at a point, one fraction per letter of its field.

    >>> a, b = Letters([None, None]).hits
    >>> evaluated(a / (a + b), [Fraction(1, 3), Fraction(1, 6)])
    Fraction(2, 3)
    """
    return value_at(function.numer, point) / value_at(function.denom, point)


def univariate(polynomial: Polynomial, letter: int = -1) -> Integers:
    """Return the coefficients of a polynomial in one letter alone, made coprime, from the highest power down.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> univariate(-x**2 / 2 + x), univariate(x - x)
    ((1, -2, 0), (0,))
    """
    return _line(in_flint(polynomial), letter)


def _line(polynomial: Any, letter: int) -> Integers:
    common = lcm(*(int(value.q) for value in polynomial.coeffs()))
    values = {int(powers[letter]): int(value.p * common / value.q) for powers, value in polynomial.to_dict().items()}
    listed = [values.get(power, 0) for power in range(max(values, default=0), -1, -1)]
    return primitive(listed) if values else (0,)


@cache
def factored(polynomial: Polynomial) -> tuple[Fraction, Factors]:
    """Return a polynomial, not 0, as a constant times factors in a fixed order.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> factored(2 * y**2 - 2 * x * y)
    (Fraction(-2, 1), ((x - y, 1), (y, 1)))
    """
    ring, leading, listed = polynomial.ring, polynomial.LC, []
    for factor, power in in_flint(polynomial).factor()[1]:
        terms = {tuple(map(int, powers)): ring.domain(int(c.p), int(c.q)) for powers, c in factor.to_dict().items()}
        _, normal = ring.from_dict(terms).primitive()
        normal = normal if normal.LC > 0 else -normal
        listed.append((normal, int(power)))
        leading = leading / normal.LC ** int(power)
    constant = Fraction(int(leading.numerator), int(leading.denominator))
    return constant, tuple(sorted(listed, key=lambda pair: (str(pair[0]), pair[1])))


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


def resultant(first: Polynomial, second: Polynomial, letter: int) -> Integers:
    """Return the resultant of two polynomials in two letters as a primitive polynomial in the other letter.

    Parameters: `first` and `second`, of one ring; `letter`, the number of the eliminated letter, 0 or 1.

    Returns the coefficients from the highest power down, the first positive; `(0,)` for polynomials with a common
    factor that contains the letter.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> resultant(x**2 + y**2 - 1, x - y, 1)
    (2, 0, -1)
    """
    return _line(in_flint(first).resultant(in_flint(second), letter), 1 - letter)


def discriminant(polynomial: Polynomial, letter: int) -> Integers:
    """Return the discriminant of a polynomial in two letters as a primitive polynomial in the other letter.

    Parameters: `polynomial`, of degree at least 2 in the letter; `letter`, the number of the eliminated one, 0 or 1.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> discriminant(x**2 + y**2 - 1, 1)
    (1, 0, -1)
    """
    return _line(in_flint(polynomial).discriminant(letter), 1 - letter)


# ---------------------------------------------------------------------------------------------------------
# Proved signs


@cache
def open_sign(polynomial: Polynomial, halvings: int = 0) -> int | None:
    """Return the proved sign of a polynomial everywhere inside the unit cube: 1, -1 or 0, or None without a proof.

    The steps: (1) the cube is the image of all `t > 0` under `x = t/(1 + t)`. After multiplication by powers of
    `1 + t`, the polynomial has a sign in the cube if no two coefficients of its powers of `t` have different signs. (2)
    Otherwise halve the cube, along one side after the other, at most `halvings` times, and move each half to the whole
    cube. The sign must be equal in both halves and where they meet.

    Parameters: `polynomial`; `halvings`.

    Source: step 1 is the Bernstein criterion, J. Garloff, "The Bernstein algorithm", Interval Computations 2 (1993).

    >>> a, b, c = Letters([None, None, None]).hits
    >>> open_sign((a + b - a * b).numer), open_sign((a - b).numer, halvings=3)
    (1, None)
    """
    return _sign_inside(in_flint(polynomial), 0, halvings)


def _sign_inside(polynomial: Any, side: int, halvings: int) -> int | None:
    """Return the proved sign of a polynomial of flint; `side`, the letter to halve first."""
    letters = polynomial.context().gens()
    terms = (
        prod((t**power * (1 + t) ** (most - power) for t, most, power in each), start=value)
        for powers, value in polynomial.to_dict().items()
        for each in [zip(letters, polynomial.degrees(), map(int, powers), strict=True)]
    )
    signs = {sign_of(value) for value in sum(terms, 0 * letters[0]).coeffs()} or {0}
    if len(signs) == 1 or not halvings:
        return signs.pop() if len(signs) == 1 else None
    half = letters[side] / 2
    parts = (
        polynomial.compose(*letters[:side], x, *letters[side + 1 :]) for x in (half, half**0 / 2, half + half**0 / 2)
    )
    found = (_sign_inside(part, (side + 1) % len(letters), halvings - 1) for part in parts)
    sign = next(found)
    return None if sign is None or any(other != sign for other in found) else sign


# ---------------------------------------------------------------------------------------------------------
# Readable forms: a factor with a proved sign is written as positive, and terms are in the order of rising degree, so
# `a + b - a*b` and not `-(a*b - a - b)`


def positive_factors(function: Function) -> tuple[Fraction, Factors, Factors]:
    """Return a function as constant, factors above and factors below, each factor positive inside the unit cube.

    If the Bernstein coefficients of a factor on the cube do not prove its sign, its first term is positive.

    Parameters: `function`, a rational function, not 0.

    >>> a, b, _ = Letters([None, None, None]).hits
    >>> positive_factors((a - 1) / (a * b - a - b))
    (Fraction(1, 1), ((-a + 1, 1),), ((-a*b + a + b, 1),))
    """
    constant, *sides = factors(function)
    made = []
    for side in sides:
        signs = [open_sign(polynomial) or (1 if _terms(polynomial)[0][1] > 0 else -1) for polynomial, _ in side]
        signed = [(polynomial * sign, power) for sign, (polynomial, power) in zip(signs, side, strict=True)]
        made.append(tuple(sorted(signed, key=lambda pair: (len(pair[0]), polynomial_text(pair[0])))))
        constant *= prod(sign**power for sign, (_, power) in zip(signs, side, strict=True))
    return constant, made[0], made[1]


def _terms(polynomial: Polynomial) -> Terms:
    """Return the terms by rising degree, a before b within a degree."""
    terms = [(powers, Fraction(int(value.numerator), int(value.denominator))) for powers, value in polynomial.terms()]
    return sorted(terms, key=lambda term: (sum(term[0]), [-power for power in term[0]]))


def _sum(terms: Terms, names: Sequence[object]) -> str:
    """Return a polynomial by its terms."""
    text = ""
    for powers, value in terms:
        sign = ("-" if value < 0 else "") if not text else (" - " if value < 0 else " + ")
        parts = [_power(str(name), power) for name, power in zip(names, powers, strict=True) if power]
        text += sign + "*".join(parts if parts and abs(value) == 1 else [fraction_text(abs(value)), *parts])
    return text or "0"


def _power(base: str, power: int) -> str:
    return base if power == 1 else f"{base}**{power}"


def _product(number: int, listed: Factors) -> list[str]:
    """Return the factors of a positive number times some polynomials."""
    texts = ((polynomial_text(polynomial), len(polynomial), power) for polynomial, power in listed)
    parts = [_power(text if terms == 1 else f"({text})", power) for text, terms, power in texts]
    return parts if number == 1 and parts else [integer_text(number), *parts]


def polynomial_text(polynomial: Polynomial) -> str:
    """Return a polynomial as text, by rising degree.

    >>> a, b = Letters([None, None]).hits
    >>> polynomial_text((a + b - 2 * a * b**2).numer)
    'a + b - 2*a*b**2'
    """
    return _sum(_terms(polynomial), polynomial.ring.symbols)


def minimal_polynomial_text(value: Number, name: str = "x") -> str:
    """Return the irreducible polynomial of a number as text.

    >>> from truel_ref.numbers import root
    >>> minimal_polynomial_text(root([1, -3, 1], 0), "a"), minimal_polynomial_text(Fraction(1, 2), "b")
    ('1 - 3*a + a**2', '-1 + 2*b')
    """
    rising = enumerate(reversed(minimal_polynomial(value)))
    return _sum([((power,), Fraction(coefficient)) for power, coefficient in rising if coefficient], [name])


def root_notes(values: Iterable[Number]) -> list[str]:
    """Return a line with the polynomial of each number whose text is `root(…; k)`.

    >>> from truel_ref.numbers import root
    >>> root_notes([root([1, 0, 0, -2], 0), root([1, -3, 1], 0)])
    ['root(1 0 0 -2; 0) is a root of -2 + x**3']
    """
    return [
        f"{value} is a root of {minimal_polynomial_text(value)}"
        for value in dict.fromkeys(values)
        if isinstance(value, Algebraic) and value.degree > _DEGREE_OF_RADICALS
    ]


def number_json(value: Number, name: str = "x") -> dict[str, str]:
    """Return a number as plain data for JSON: exact text, 20 digits, and its polynomial.

    >>> from truel_ref.numbers import root
    >>> number_json(root([1, -3, 1], 0), "a")
    {'exact': '(3 - sqrt(5))/2', 'decimal': '0.38196601125010515180', 'root_of': '1 - 3*a + a**2'}
    """
    return {
        "exact": number_text(value),
        "decimal": decimal_text(value, 20),
        "root_of": minimal_polynomial_text(value, name),
    }


def function_text(function: Function) -> str:
    """Return a rational function as text, factored.

    >>> a, b = Letters([None, None]).hits
    >>> function_text(2 * a**2 * (b - 1) / (3 * a * b - 3 * a - 3 * b))
    '2*a**2*(1 - b)/(3*(a + b - a*b))'
    """
    if not function:
        return "0"
    constant, top, bottom = positive_factors(function)
    sign = "-" if constant < 0 else ""
    above, below = _product(abs(constant.numerator), top), _product(constant.denominator, bottom)
    over, under = map("*".join, (above, below))
    if under == "1":
        return over[1:-1] if not sign and len(above) == 1 and over.endswith(")") else sign + over
    return f"{sign}{over}/{under}" if len(below) == 1 else f"{sign}{over}/({under})"


def function_latex(function: Function) -> str:
    r"""Return a rational function as LaTeX, factored.

    >>> a, b = Letters([None, None]).hits
    >>> print(function_latex(a**2 * (b - 1) / (a * b - a - b)))
    \frac{a^{2} \left(1 - b\right)}{a + b - a b}
    """
    from sympy import Symbol, latex

    text = re.sub(r"[A-Za-z]\w*", lambda name: str(latex(Symbol(name[0]))), function_text(function))
    top, line, bottom = re.sub(r"\*\*([0-9]+)", r"^{\1}", text).partition("/")
    sign = "-" if line and top.startswith("-") else ""
    if line:  # a factor alone needs no parentheses
        top, bottom = re.sub(r"^\(([^()]*)\)$", r"\1", top.removeprefix(sign)), re.sub(r"^\((.*)\)$", r"\1", bottom)
        top = rf"{sign}\frac{{{top}}}{{{bottom}}}"
    return top.replace("*", " ").replace("(", r"\left(").replace(")", r"\right)")


def sympy_factored(function: Function) -> Any:
    """Return a rational function as a factored sympy expression.

    >>> a, b = Letters([None, None]).hits
    >>> sympy_factored(a**2 * (b - 1) / (a * b - a - b))
    a**2*(1 - b)/(-a*b + a + b)
    """
    from sympy import Integer, Mul, Pow, Rational

    if not function:
        return Integer(0)
    constant, top, bottom = positive_factors(function)
    powers = *top, *((polynomial, -power) for polynomial, power in bottom)
    whole = Mul(*(Pow(polynomial.as_expr(), power) for polynomial, power in powers))
    return whole if constant == 1 else Mul(Rational(*constant.as_integer_ratio()), whole, evaluate=False)
