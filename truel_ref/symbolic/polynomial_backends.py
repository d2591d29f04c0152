"""Who factorises polynomials and eliminates variables: python-flint where it is installed, else sympy.

Both are asked for results that are determined by the question: factors that are irreducible and primitive, with
positive leading coefficients, in a fixed order. So what comes out is the same, and only the time differs. Polynomials
stay elements of sympy's rings outside of this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, TypeAlias

from truel_ref.errors import BackendError
from truel_ref.numbers import Choice, Integers, factors_of, primitive

__all__ = [
    "Factors",
    "Polynomial",
    "PolynomialBackend",
    "discriminant",
    "eliminated",
    "factored",
    "force_polynomial_backend",
    "irreducible_factors",
    "irreducible_parts",
    "line_of",
    "polynomial_backend",
    "polynomial_backend_in_force",
    "polynomial_backend_names",
    "resultant",
]

Polynomial: TypeAlias = Any
"""A polynomial with integer coefficients: an element of sympy's ring under a field of fractions."""

Factors: TypeAlias = tuple[tuple[Polynomial, int], ...]
"""Irreducible, primitive integer polynomials with positive leading coefficients, each with its power."""

Terms: TypeAlias = dict[tuple[int, ...], int]
"""A polynomial by its integer coefficients, each under its powers."""


@dataclass(frozen=True)
class PolynomialBackend:
    """The operations on polynomials that a library does, without any order or normal form.

    Fields: `name`; `factors` returns irreducible factors with their powers, all but constants; `parts` does so for
    one variable and coefficients from the highest power down; `resultant` and `discriminant` eliminate one of two
    variables, by its number (from two polynomials, from one with its derivative), and return an integer multiple of
    the result, from the highest power of the other variable down; `eliminated` is the resultant of two polynomials in
    more variables by one of them, by its number, in the others.
    """

    name: str
    factors: Callable[[Polynomial], Iterable[tuple[Polynomial, int]]]
    parts: Callable[[Integers], Iterable[tuple[Integers, int]]]
    resultant: Callable[[Polynomial, Polynomial, int], Integers]
    discriminant: Callable[[Polynomial, int], Integers]
    eliminated: Callable[[Polynomial, Polynomial, int], Terms]


def _sympy_backend() -> PolynomialBackend:
    return PolynomialBackend(
        "sympy", _sympy_factors, factors_of, _sympy_resultant, _sympy_discriminant, _sympy_eliminated
    )


def _flint_backend() -> PolynomialBackend:
    try:
        import flint  # noqa: F401  whether it is there
    except ImportError:
        raise BackendError(
            "the polynomial backend 'flint' is not installed; install it with pip install 'truel-ref[fast]', "
            "or use the polynomial backend 'sympy'"
        ) from None
    return PolynomialBackend(
        "flint", _flint_factors, _flint_parts, _flint_resultant, _flint_discriminant, _flint_eliminated
    )


_CHOICE = Choice(
    {"flint": _flint_backend, "sympy": _sympy_backend}, "TRUEL_REF_POLYNOMIAL_BACKEND", kind="polynomial backend"
)


def polynomial_backend_names() -> tuple[str, ...]:
    """Return the names of the polynomial backends that can be used here, the fastest first.

    >>> "sympy" in polynomial_backend_names()
    True
    """
    return _CHOICE.names()


def polynomial_backend(name: str | None = None) -> PolynomialBackend:
    """Return a polynomial backend by name; without a name, the one in force.

    Raises `BackendError` if there is no such backend or it is not installed.

    >>> polynomial_backend("sympy").name
    'sympy'
    """
    return _CHOICE.get(name)


def polynomial_backend_in_force() -> str:
    """Return the name of the polynomial backend in force: "flint" where python-flint is installed, else "sympy".

    `force_polynomial_backend` overrides it, and so does the environment variable `TRUEL_REF_POLYNOMIAL_BACKEND`. The
    results are the same whatever it is.

    >>> polynomial_backend_in_force() in ("flint", "sympy")
    True
    """
    return _CHOICE.in_force()


def force_polynomial_backend(name: str | None) -> None:
    """Force the polynomial backend for this process; None returns to the choice of `polynomial_backend_in_force`.

    Raises `BackendError` if there is no such backend or it is not installed.

    >>> force_polynomial_backend("sympy")
    >>> polynomial_backend_in_force()
    'sympy'
    >>> force_polynomial_backend(None)
    """
    _CHOICE.force(name)


# ---------------------------------------------------------------------------------------------------------
# What is asked for, in normal form


@cache
def factored(polynomial: Polynomial, backend: str) -> tuple[Fraction, Factors]:
    """Return a polynomial, not 0, as a constant times factors in a fixed order.

    Parameters: `polynomial`; `backend`, who factorises it.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> factored(2 * y**2 - 2 * x * y, "sympy")
    (Fraction(-2, 1), ((x - y, 1), (y, 1)))
    """
    listed = []
    leading = polynomial.LC
    for factor, power in polynomial_backend(backend).factors(polynomial):
        _, normal = factor.primitive()
        if normal.LC < 0:
            normal = -normal
        listed.append((normal, power))
        leading = leading / normal.LC**power
    constant = Fraction(int(leading.numerator), int(leading.denominator))
    return constant, tuple(sorted(listed, key=lambda pair: (str(pair[0]), pair[1])))


def irreducible_parts(polynomial: Integers, backend: str | None = None) -> tuple[Integers, ...]:
    """Return the different irreducible factors of a polynomial in one variable, constants left out, shortest first.

    Parameters: `polynomial`, primitive, from the highest power down; `backend`, who factorises it, by default the one
    in force.

    >>> irreducible_parts((2, -4, 0, 2), "sympy")
    ((1, -1), (1, -1, -1))
    """
    return _irreducible_parts(polynomial, backend or polynomial_backend_in_force())


@lru_cache(maxsize=4096)
def _irreducible_parts(polynomial: Integers, backend: str) -> tuple[Integers, ...]:
    parts = {primitive(part) for part, _ in polynomial_backend(backend).parts(polynomial)}
    return tuple(sorted(parts, key=lambda part: (len(part), part)))


def irreducible_factors(polynomial: Polynomial) -> tuple[Polynomial, ...]:
    """Return the different irreducible factors of a polynomial in a fixed order; none of a constant, and none of 0.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> irreducible_factors(2 * y**3 - 2 * x * y**2), irreducible_factors(x - x)
    ((x - y, y), ())
    """
    if not polynomial:
        return ()
    return tuple(factor for factor, _ in factored(polynomial, polynomial_backend_in_force())[1])


def line_of(values: Mapping[int, int]) -> Integers:
    """Return coefficients by their powers as a list, from the highest power down.

    >>> line_of({3: 2, 0: -1})
    (2, 0, 0, -1)
    """
    degree = max(values, default=0)
    return tuple(values.get(power, 0) for power in range(degree, -1, -1))


def resultant(first: Polynomial, second: Polynomial, variable: int, backend: str | None = None) -> Integers:
    """Return the resultant of two polynomials in two variables as a primitive polynomial in the other variable.

    Parameters: `first` and `second`, of one ring; `variable`, the number of the one that is eliminated, 0 or 1;
    `backend`, who does it, by default the one in force.

    Returns the coefficients from the highest power down, the first one positive; `(0,)` for polynomials with a common
    factor that contains the variable.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> resultant(x**2 + y**2 - 1, x - y, 1)
    (2, 0, -1)
    """
    return _normal(polynomial_backend(backend).resultant(first, second, variable))


def discriminant(polynomial: Polynomial, variable: int, backend: str | None = None) -> Integers:
    """Return the discriminant of a polynomial in two variables as a primitive polynomial in the other variable.

    Parameters: `polynomial`, of degree 2 at least in the variable; the others as for `resultant`.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> discriminant(x**2 + y**2 - 1, 1)
    (1, 0, -1)
    """
    return _normal(polynomial_backend(backend).discriminant(polynomial, variable))


def eliminated(first: Polynomial, second: Polynomial, variable: int, backend: str | None = None) -> Polynomial:
    """Return the resultant of two polynomials in several variables, in the same ring, up to a factor.

    Parameters: `first` and `second`, of one ring, at least one of which contains the variable; `variable`, its number;
    `backend`, who does it, by default the one in force.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> eliminated(x**2 + y**2 - z, x - y, 1)
    2*x**2 - z
    """
    made = first.ring
    terms = polynomial_backend(backend).eliminated(first, second, variable)
    result = made.from_dict(
        {(*powers[:variable], 0, *powers[variable:]): made.domain(value) for powers, value in terms.items()}
    )
    _, normal = result.primitive()
    return -normal if normal and normal.LC < 0 else normal


def _terms(polynomial: Polynomial, first: int = 0) -> Terms:
    """Return the terms of a positive multiple with integer coefficients, one of the variables first."""
    common = lcm(*(int(value.denominator) for value in polynomial.values()))
    return {
        (powers[first], *powers[:first], *powers[first + 1 :]): int(value * common)
        for powers, value in polynomial.terms()
    }


def _normal(coefficients: Integers) -> Integers:
    place = next((place for place, value in enumerate(coefficients) if value), None)
    return (0,) if place is None else primitive(coefficients[place:])


# ---------------------------------------------------------------------------------------------------------
# sympy


def _sympy_factors(polynomial: Polynomial) -> Iterable[tuple[Polynomial, int]]:
    return list(polynomial.factor_list()[1])


@cache
def _eliminations() -> Any:
    from sympy import ZZ, ring

    # The first generator is the one that sympy eliminates.
    return ring("x, y", ZZ)[0]


def _sympy_line(eliminated: Any) -> Integers:
    return line_of({powers[-1]: int(value) for powers, value in eliminated.terms()})


def _sympy_resultant(first: Polynomial, second: Polynomial, variable: int) -> Integers:
    made = _eliminations()
    one, two = (made.from_dict(_terms(polynomial, variable)) for polynomial in (first, second))
    return _sympy_line(one.resultant(two))


def _sympy_discriminant(polynomial: Polynomial, variable: int) -> Integers:
    return _sympy_line(_eliminations().from_dict(_terms(polynomial, variable)).discriminant())


def _sympy_eliminated(first: Polynomial, second: Polynomial, variable: int) -> Terms:
    from sympy import ZZ, ring

    made = ring([f"x{place}" for place in range(first.ring.ngens)], ZZ)[0]
    one, two = (made.from_dict(_terms(polynomial, variable)) for polynomial in (first, second))
    result = one.resultant(two)
    if result.ring == made:  # where neither contains the variable, it is not taken out of the ring
        result = result.drop(0)
    return {tuple(map(int, powers)): int(value) for powers, value in result.terms()}


# ---------------------------------------------------------------------------------------------------------
# python-flint


def _flint_polynomial(terms: Terms, variables: int = 2, rational: bool = False) -> Any:
    from flint import fmpq_mpoly_ctx, fmpz_mpoly_ctx

    context = fmpq_mpoly_ctx if rational else fmpz_mpoly_ctx
    return context.get([f"x{place}" for place in range(variables)], "lex").from_dict(terms)


def _flint_terms(polynomial: Any) -> Terms:
    return {tuple(map(int, powers)): int(value) for powers, value in polynomial.to_dict().items()}


def _flint_factors(polynomial: Polynomial) -> Iterable[tuple[Polynomial, int]]:
    ring = polynomial.ring
    # Over the fractions: over the integers flint sorts the factors as C integers and fails from 2^31 on.
    made = _flint_polynomial(_terms(polynomial), ring.ngens, rational=True)
    return [
        (ring.from_dict({powers: ring.domain(value) for powers, value in _flint_terms(factor).items()}), int(power))
        for factor, power in made.factor()[1]
    ]


def _flint_parts(polynomial: Integers) -> Iterable[tuple[Integers, int]]:
    from flint import fmpz_poly

    return [
        (tuple(map(int, factor.coeffs()))[::-1], int(power))
        for factor, power in fmpz_poly(list(map(int, polynomial))[::-1]).factor()[1]
    ]


def _flint_line(eliminated: Any) -> Integers:
    return line_of({powers[-1]: value for powers, value in _flint_terms(eliminated).items()})


@lru_cache(maxsize=1024)
def _flint_elimination(polynomial: Polynomial, variable: int) -> Any:
    """Return a polynomial with one of the variables first; each of a partition is asked for once with every other."""
    return _flint_polynomial(_terms(polynomial, variable), polynomial.ring.ngens)


def _flint_resultant(first: Polynomial, second: Polynomial, variable: int) -> Integers:
    one, two = (_flint_elimination(polynomial, variable) for polynomial in (first, second))
    return _flint_line(one.resultant(two, 0))


def _flint_discriminant(polynomial: Polynomial, variable: int) -> Integers:
    return _flint_line(_flint_elimination(polynomial, variable).discriminant(0))


def _flint_eliminated(first: Polynomial, second: Polynomial, variable: int) -> Terms:
    one, two = (_flint_elimination(polynomial, variable) for polynomial in (first, second))
    return {powers[1:]: value for powers, value in _flint_terms(one.resultant(two, 0)).items()}
