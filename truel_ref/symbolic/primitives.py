r"""Integrals of rational functions between algebraic ends, in closed form.

1. Ostrogradsky's (Hermite's) method splits the function into the derivative of a rational function and a rest whose
   denominator has no multiple factor.
2. Over the fractions, the rest is a polynomial and a sum of quotients, one for each irreducible factor `q` below:

       c / (t - e)                                gives  c log|t - e|,
       (m (2 a t + b) + h) / (a t^2 + b t + c)    gives  m log|q| + h times the integral of 1 / q;

   with `D = b^2 - 4 a c`, of `1 / q` the integral is `2 / sqrt(-D) atan((2 a t + b) / sqrt(-D))` if `D < 0`, and
   `-1 / sqrt(D) log|(2 a t + b + sqrt(D)) / (2 a t + b - sqrt(D))|` if `D > 0`.
3. Factors of degree 3 or more have logarithms at all their roots, real and complex; those are not written out.

Source: M. Bronstein, *Symbolic Integration I* (second edition 2005), sections 2.2 to 2.4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.numbers import evaluate, square_part
from truel_ref.symbolic.elementary import Elementary, Term, arc_tangent, logarithm, ratio_logarithm
from truel_ref.symbolic.field_numbers import FieldNumber, function_at

__all__ = ["Primitive"]


class Primitive:
    """An antiderivative of a rational function of one symbol.

    Parameters: `function`, an element of a field of fractions in one symbol with rational coefficients.

    Raises `SymbolicError` if it has logarithms at the roots of a polynomial of degree 3 or more.

    >>> from sympy import QQ
    >>> t = QQ.frac_field("t").gens[0]
    >>> print(Primitive(1 / (t**2 - t + 1)).between(FieldNumber.of(0), FieldNumber.of(1)))
    2*sqrt(3)*pi/9
    >>> print(Primitive(t / (t + 1) ** 2).between(FieldNumber.of(0), FieldNumber.of(1)))
    -1/2 + log(2)
    """

    def __init__(self, function: Any) -> None:
        from sympy import Poly, Symbol
        from sympy.integrals.rationaltools import ratint_ratpart

        self._field = function.field
        symbol = Symbol("t")
        above, below = (self._poly(one, symbol) for one in (function.numer, function.denom))
        whole, rest = above.div(below)
        rational, simple = ratint_ratpart(rest, below, symbol)
        self.rational = self._function(whole.integrate().as_expr() + rational, symbol)
        top, bottom = (Poly(one, symbol, domain="QQ") for one in simple.as_numer_denom())
        self.quotients: list[tuple[Any, Any]] = []
        for factor, _ in bottom.factor_list()[1] if top else []:
            if factor.degree() > 2:
                raise SymbolicError(
                    f"its integral is elementary, with logarithms at the roots of a polynomial of degree "
                    f"{factor.degree()}, and is not written out"
                )
            others = bottom.quo(factor)
            self.quotients.append((factor, (top * others.invert(factor)).rem(factor)))

    @staticmethod
    def _poly(polynomial: Any, symbol: Any) -> Any:
        from sympy import Poly

        return Poly.from_dict(dict(polynomial.terms()) or {(0,): 0}, symbol, domain="QQ")

    def _function(self, expression: Any, symbol: Any) -> Any:
        """Return an expression of sympy as an element of the field."""
        from sympy import Poly

        sides = (Poly(side, symbol, domain="QQ").rep.to_list() for side in expression.together().as_numer_denom())
        above, below = (self._field.zero + evaluate(side, self._field.gens[0]) for side in sides)
        return above / below

    def between(self, start: FieldNumber, end: FieldNumber) -> Elementary:
        """Return the integral from one end to another; between them, ends included, the function is continuous."""
        numbers: list[FieldNumber] = []
        terms: list[Term] = []
        for place, sign in ((end, 1), (start, -1)):
            numbers.append(function_at(self.rational, place) * sign)
            terms += [term.times(sign) for term in self._terms(place)]
        return Elementary.of(numbers, terms)

    def _terms(self, place: FieldNumber) -> list[Term]:
        """Return the values of logarithms and arc tangents at a place: step 2 of the module."""
        terms: list[Term] = []
        for factor, above in self.quotients:
            own = [_fraction(one) for one in factor.all_coeffs()]
            top = [Fraction(0), *(_fraction(one) for one in above.all_coeffs())][-2:]
            value = evaluate(own, place)
            if len(own) == 2:
                terms.append(logarithm(top[1] / own[0], value))
                continue
            a, b, c = own
            share = top[0] / (2 * a)
            if share:
                terms.append(logarithm(share, value))
            rest = top[1] - share * b
            inner, distance = 2 * a * place + b, b * b - 4 * a * c
            # D = (s / k)^2 r with whole numbers: the root of D is s sqrt(r) / k.
            square, r = square_part(abs(distance.numerator) * distance.denominator)
            scale = Fraction(square, distance.denominator)
            if rest and distance < 0:
                terms.append(arc_tangent(2 * rest / scale, inner * (1 / scale), r))
            elif rest:
                terms.append(ratio_logarithm(-rest / scale, inner * (1 / scale), r))
        return terms


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
