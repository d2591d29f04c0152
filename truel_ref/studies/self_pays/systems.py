"""Systems of polynomial conditions inside the unit cube, and the prover that refutes one of them.

A **condition** says which signs a polynomial may have, a **system** is several conditions at once, and to **refute**
one is to prove that no point with all coordinates strictly between 0 and 1 meets it. The prover is z3's decision
procedure for polynomial arithmetic over the reals. It works with exact integers, and it is complete: where it finds no
refutation in time the system is `undecided`, and is never taken for refuted.

Source: D. Jovanović and L. de Moura, "Solving non-linear arithmetic", IJCAR 2012.

**Second witnesses: a refuted system as one identity of polynomials, which a few lines of exact arithmetic check.**

Let a system have the conditions `g_i > 0`, `g_i >= 0` and `g_i = 0`, a condition "< 0" or "<= 0" being written with
`g_i` negated. A **certificate** that no point strictly inside the unit cube meets it is an identity

    sum over t of  c_t * (product of some g_i) * (product over the symbols of x^low (1 - x)^high)  =  0

in which `c_t > 0`, unless an equation is among the factors of the term, and in which some term has only strict
conditions among its factors, or none. *Why this is a proof*: at a point inside the cube that meets the system every
`x` and `1 - x` is positive, so no term is negative, and that last one is positive; but the sum is 0.

`scripts/find_certificates.py` looks for one by linear programming; here `Certificate.proves` multiplies out.
`certificates.json` keeps certificates for all systems on which `docs/mathematics/self-shots.md` rests, so that they can
be checked without z3, and by other programs; those of `docs/mathematics/atlas/cube.md` beside its proofs.

Source: D. Handelman, "Representing polynomials by positive linear functions on compact convex polyhedra", Pacific
Journal of Mathematics 132 (1988), 35-62; G. Stengle, "A Nullstellensatz and a Positivstellensatz in semialgebraic
geometry", Mathematische Annalen 207 (1974), 87-97.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import SymbolicError
from truel_ref.files import package_text, read_json
from truel_ref.numbers import sign_of
from truel_ref.symbolic.algebra import Polynomial, value_at

__all__ = [
    "EVERY",
    "NEGATIVE",
    "NOT_POSITIVE",
    "POSITIVE",
    "STRICT",
    "ZERO",
    "Certificate",
    "Condition",
    "Point",
    "Signs",
    "System",
    "SystemAnswer",
    "SystemTerm",
    "certificates_of",
    "decide",
    "load_z3",
    "multiplied_out",
    "new_context",
    "points_of",
    "stored_certificates",
    "weight",
]

Signs: TypeAlias = frozenset[int]
"""Some of -1, 0, 1."""

Point: TypeAlias = tuple[Fraction, ...]

EVERY: Signs = frozenset({-1, 0, 1})
POSITIVE, NEGATIVE, ZERO = frozenset({1}), frozenset({-1}), frozenset({0})
NOT_POSITIVE = frozenset({-1, 0})
_WRITTEN: Mapping[Signs, str] = {
    POSITIVE: "> 0",
    NEGATIVE: "< 0",
    ZERO: "= 0",
    frozenset({0, 1}): ">= 0",
    NOT_POSITIVE: "<= 0",
    frozenset({-1, 1}): "!= 0",
}


def load_z3() -> Any:
    """Return the module z3, which only proofs need.

    Raises `SymbolicError` if it is not installed.
    """
    try:
        import z3
    except ImportError:
        raise SymbolicError("proofs need z3, which is not installed; install it with: pip install z3-solver") from None
    return z3


def new_context(z3: Any) -> Any:
    """Return a context of the module z3: what was asked before in others has no influence.

    An alarm in the midst of it would leave half of one, which cannot even be removed without a complaint.
    """
    with nullcontext():
        context = z3.Context()
    check()  # which an alarm was kept from
    return context


@dataclass(frozen=True)
class Condition:
    """A polynomial and the signs that it may have; `str` writes it as an inequality."""

    polynomial: Polynomial
    signs: Signs

    def at(self, point: Sequence[Fraction]) -> bool:
        """Tell whether the condition holds at a point, exactly."""
        return sign_of(value_at(self.polynomial, point)) in self.signs

    def __str__(self) -> str:
        return f"{self.polynomial} {_WRITTEN[self.signs]}"


@dataclass(frozen=True)
class System:
    """Conditions that must hold together, strictly inside the unit cube of the named symbols.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> letters = Letters([None, None, 1])
    >>> a, b = letters.hits[:2]
    >>> print(System(("a", "b"), (Condition((a - b).numer, POSITIVE), Condition((a + b).numer, NEGATIVE))))
    a - b > 0 and a + b < 0
    """

    names: tuple[str, ...]
    conditions: tuple[Condition, ...]

    def at(self, point: Sequence[Fraction]) -> bool:
        """Tell whether all conditions hold at a point, exactly."""
        return all(condition.at(point) for condition in self.conditions)

    def __str__(self) -> str:
        return " and ".join(map(str, self.conditions))


@dataclass(frozen=True)
class SystemAnswer:
    """What a prover says of a system.

    Fields: `system`; `kind`, "refuted", "possible" or "undecided"; `prover`, who says so; `witness`, for a possible one
    a point with rational coordinates that meets it, tested exactly, or None where z3 found coordinates that are not
    rational; `seconds` taken.
    """

    system: System
    kind: str
    prover: str
    witness: Point | None
    seconds: float


def decide(system: System, seconds: float = 60.0) -> SystemAnswer:
    """Return what z3 says of a system inside the open unit cube.

    Parameters: `system`, conditions on polynomials with integer coefficients; `seconds`, after which it is undecided.

    Raises `SymbolicError` without z3, or if a point that z3 claims does not meet the system.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None, 1]).hits[:2]
    >>> square = Condition((a * a + b * b - 2 * a * b).numer, NEGATIVE)
    >>> decide(System(("a", "b"), (square,))).kind
    'refuted'
    """
    z3 = load_z3()
    begun = time.perf_counter()
    context = new_context(z3)
    solver = z3.Tactic("qfnra-nlsat", context).solver()
    solver.set("timeout", max(1, int(seconds * 1000)))
    symbols = [z3.Real(name, context) for name in system.names]
    for symbol in symbols:
        solver.add(symbol > 0, symbol < 1)
    for condition in system.conditions:
        solver.add(_related(_in_z3(z3, condition.polynomial, symbols, context), condition.signs))
    outcome = solver.check()
    kind = "refuted" if outcome == z3.unsat else "possible" if outcome == z3.sat else "undecided"
    witness = _rational_point(z3, solver.model(), symbols) if outcome == z3.sat else None
    if witness is not None and not system.at(witness):
        raise SymbolicError(f"z3 claims that {system} at {witness}, where it is false")
    return SystemAnswer(system, kind, "z3", witness, time.perf_counter() - begun)


def _in_z3(z3: Any, polynomial: Polynomial, symbols: Sequence[Any], context: Any) -> Any:
    def term(powers: Exponents, coefficient: Any) -> Any:
        factors = (symbol for symbol, power in zip(symbols, powers, strict=False) for _ in range(power))
        return prod(factors, start=z3.RealVal(str(coefficient), context))

    return z3.Sum([term(*pair) for pair in polynomial.terms()])


def _related(expression: Any, signs: Signs) -> Any:
    return {
        POSITIVE: expression > 0,
        NEGATIVE: expression < 0,
        ZERO: expression == 0,
        frozenset({0, 1}): expression >= 0,
        NOT_POSITIVE: expression <= 0,
        frozenset({-1, 1}): expression != 0,
    }[signs]


def _rational_point(z3: Any, model: Any, symbols: Sequence[Any]) -> Point | None:
    values = [model.eval(symbol, model_completion=True) for symbol in symbols]
    if not all(map(z3.is_rational_value, values)):
        return None
    return tuple(Fraction(value.numerator_as_long(), value.denominator_as_long()) for value in values)


def weight(polynomial: Polynomial) -> int:
    """Return how heavy a polynomial is for the prover: its terms times its degree."""
    degree: int = max(sum(powers) for powers in polynomial.monoms())
    return len(polynomial.terms()) * degree


Exponents: TypeAlias = tuple[int, ...]

STRICT = (POSITIVE, NEGATIVE)
_SIGNS = {">": POSITIVE, "<": NEGATIVE, ">=": frozenset({0, 1}), "<=": NOT_POSITIVE, "=": ZERO}
_LARGEST_POWER = 100  # far more than any certificate has


@dataclass(frozen=True)
class SystemTerm:
    """A term of an identity: `coefficient`, the numbers of the conditions that are its factors, and two exponents.

    Fields: `coefficient`, not 0; `factors`, ascending, a square twice; `low` and `high`, per symbol `x` the exponents
    of `x` and of `1 - x`.
    """

    coefficient: Fraction
    factors: tuple[int, ...]
    low: Exponents
    high: Exponents


@dataclass(frozen=True)
class Certificate:
    """An identity that refutes a system; see the top of this file.

    Fields: `system`; `terms`.
    """

    system: System
    terms: tuple[SystemTerm, ...]

    def proves(self) -> bool:
        """Tell whether the identity holds and refutes the system, by multiplying out.

        >>> certificate = stored_certificates()[7]
        >>> print(certificate.system)
        a - b <= 0 and a - c > 0 and b - c <= 0
        >>> certificate.proves(), Certificate(certificate.system, certificate.terms[1:]).proves()
        (True, False)
        """
        conditions = self.system.conditions
        if not all(condition.signs in (*STRICT, ZERO) or 0 in condition.signs for condition in conditions):
            return False
        if not all(_is_of(term, len(conditions)) for term in self.terms):
            return False
        equations = {number for number, condition in enumerate(conditions) if condition.signs == ZERO}
        strict = {number for number, condition in enumerate(conditions) if condition.signs in STRICT}
        if any(term.coefficient <= 0 and not equations & {*term.factors} for term in self.terms):
            return False
        total = sum(multiplied_out(self.system, term) for term in self.terms)
        return total == 0 and any(strict >= {*term.factors} for term in self.terms)


def _positive(condition: Condition) -> Polynomial:
    """Return the polynomial of a condition, negated where it is bounded from above."""
    return -condition.polynomial if condition.signs in (NEGATIVE, NOT_POSITIVE) else condition.polynomial


def _is_of(term: SystemTerm, conditions: int) -> bool:
    """Tell whether a term multiplies conditions that there are and powers that are worth multiplying out."""
    known = all(0 <= number < conditions for number in term.factors)
    return known and all(0 <= power <= _LARGEST_POWER for power in (*term.low, *term.high))


def multiplied_out(system: System, term: SystemTerm) -> Polynomial:
    """Return a term multiplied out."""
    ring = system.conditions[0].polynomial.ring
    coefficient = ring.domain(term.coefficient.numerator, term.coefficient.denominator)
    factors = (_positive(system.conditions[number]) for number in term.factors)
    exponents = zip(ring.gens, term.low, term.high, strict=False)
    powers = (symbol**low * (1 - symbol) ** high for symbol, low, high in exponents)
    return prod((*factors, *powers), start=ring.ground_new(coefficient))


def stored_certificates() -> tuple[Certificate, ...]:
    """Return the certificates of `certificates.json`, one for every system on which the proofs about Self rest.

    >>> certificates = stored_certificates()
    >>> len(certificates), all(certificate.proves() for certificate in certificates)
    (60, True)
    """
    return certificates_of("truel_ref.studies.self_pays")


def certificates_of(package: str) -> tuple[Certificate, ...]:
    """Return the certificates that a package of proofs keeps in its `certificates.json`.

    Parameters: `package`, its name, as for `import`.
    """
    return tuple(map(_read, _stored(package)["certificates"]))


def points_of(package: str) -> tuple[Point, ...]:
    """Return the points beside the certificates of a package, which show that other systems can be met."""
    return tuple(tuple(map(Fraction, point)) for point in _stored(package)["points"])


def _stored(package: str) -> Any:
    return read_json(package_text(package, "certificates.json"))


def _read(data: Mapping[str, Any]) -> Certificate:
    from sympy import QQ
    from sympy.polys.orderings import lex
    from sympy.polys.rings import PolyRing

    names = tuple(data["symbols"])
    ring = PolyRing(names, QQ, lex)
    conditions = tuple(
        Condition(
            ring.from_dict({tuple(powers): QQ(*Fraction(value).as_integer_ratio()) for value, powers in one["terms"]}),
            _SIGNS[one["relation"]],
        )
        for one in data["conditions"]
    )
    terms = tuple(
        SystemTerm(Fraction(value), tuple(factors), tuple(low), tuple(high))
        for value, factors, low, high in data["identity"]
    )
    return Certificate(System(names, conditions), terms)
