"""Second witnesses: a refuted system as one identity of polynomials, which a few lines of exact arithmetic check.

Let a system have the conditions `g_i > 0`, `g_i >= 0` and `g_i = 0`, a condition "< 0" or "<= 0" being written with
`g_i` negated. A **certificate** that no point strictly inside the unit cube meets it is an identity

    sum over t of  c_t * (product of some g_i) * (product over the symbols of x^low (1 - x)^high)  =  0

in which `c_t > 0`, unless an equation is among the factors of the term, and in which some term has only strict
conditions among its factors, or none. *Why this is a proof*: at a point inside the cube that meets the system every
`x` and `1 - x` is positive, so no term is negative, and that last one is positive; but the sum is 0.

`find_certificate` looks for one by linear programming: the terms of a given degree are finitely many, and the identity
is a linear equation per power product. z3's linear arithmetic only proposes; `Certificate.proves` multiplies out.
Certificates for all systems on which `docs/self-shots.md` rests are kept in `certificates.json`, so that they can be
checked without z3, and by other programs; those of `docs/atlas/cube.md` beside its proofs.

Source: D. Handelman, "Representing polynomials by positive linear functions on compact convex polyhedra", Pacific
Journal of Mathematics 132 (1988), 35-62; G. Stengle, "A Nullstellensatz and a Positivstellensatz in semialgebraic
geometry", Mathematische Annalen 207 (1974), 87-97.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError
from truel_ref.files import json_text, package_text, read_json
from truel_ref.studies.self_pays.systems import (
    NEGATIVE,
    NOT_POSITIVE,
    POSITIVE,
    ZERO,
    Condition,
    Point,
    System,
    load_z3,
    new_context,
)
from truel_ref.symbolic.algebra import Polynomial

__all__ = [
    "Certificate",
    "Term",
    "certificate_data",
    "certificates_of",
    "certificates_text",
    "find_certificate",
    "points_of",
    "stored_certificates",
]

Exponents: TypeAlias = tuple[int, ...]

_STRICT = (POSITIVE, NEGATIVE)
_SIGNS = {">": POSITIVE, "<": NEGATIVE, ">=": frozenset({0, 1}), "<=": NOT_POSITIVE, "=": ZERO}
_LARGEST_POWER = 100  # far more than any certificate has
_TRIES = ((1, 0), (1, 1), (2, 1), (1, 2), (2, 2), (1, 3))
"""How many conditions a term may have as factors, and by how much its degrees may exceed those of the system."""


@dataclass(frozen=True)
class Term:
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
    terms: tuple[Term, ...]

    def proves(self) -> bool:
        """Tell whether the identity holds and refutes the system, by multiplying out.

        >>> certificate = stored_certificates()[7]
        >>> print(certificate.system)
        a - b <= 0 and a - c > 0 and b - c <= 0
        >>> certificate.proves(), Certificate(certificate.system, certificate.terms[1:]).proves()
        (True, False)
        """
        conditions = self.system.conditions
        if not all(condition.signs in (*_STRICT, ZERO) or 0 in condition.signs for condition in conditions):
            return False
        if not all(_is_of(term, len(conditions)) for term in self.terms):
            return False
        equations = {number for number, condition in enumerate(conditions) if condition.signs == ZERO}
        strict = {number for number, condition in enumerate(conditions) if condition.signs in _STRICT}
        total = None
        for term in self.terms:
            if term.coefficient <= 0 and not equations & {*term.factors}:
                return False
            written = _written(self.system, term)
            total = written if total is None else total + written
        return total == 0 and any(strict >= {*term.factors} for term in self.terms)


def _positive(condition: Condition) -> Polynomial:
    """Return the polynomial of a condition, negated where it is bounded from above."""
    return -condition.polynomial if condition.signs in (NEGATIVE, NOT_POSITIVE) else condition.polynomial


def _is_of(term: Term, conditions: int) -> bool:
    """Tell whether a term multiplies conditions that there are and powers that are worth multiplying out."""
    known = all(0 <= number < conditions for number in term.factors)
    return known and all(0 <= power <= _LARGEST_POWER for power in (*term.low, *term.high))


def _written(system: System, term: Term) -> Polynomial:
    """Return a term multiplied out."""
    ring = system.conditions[0].polynomial.ring
    coefficient = ring.domain(term.coefficient.numerator, term.coefficient.denominator)
    result = ring.ground_new(coefficient)
    for number in term.factors:
        result *= _positive(system.conditions[number])
    for symbol, low, high in zip(ring.gens, term.low, term.high, strict=False):
        result *= symbol**low * (1 - symbol) ** high
    return result


# -- finding


def find_certificate(system: System, seconds: float = 20.0) -> Certificate | None:
    """Return a certificate for a system, or None if there is none of the small degrees that are tried.

    The steps, for products of one and of two conditions and growing degrees: (1) every product with every `x^low
    (1-x)^high` that fills up the degree is a term with an unknown coefficient; (2) the sum must vanish at every power
    product, the coefficients of the strict terms add up to 1, and none but those of equations is negative; (3) z3
    solves these linear conditions over the rationals.

    Parameters: `system`, with no condition "!= 0"; `seconds` for each try.

    Raises `SymbolicError` without z3.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None, 1]).hits[:2]
    >>> above, below = Condition((a - b).numer, POSITIVE), Condition((a - a * b).numer, frozenset({-1, 0}))
    >>> find_certificate(System(("a", "b"), (below,))).proves()
    True
    >>> find_certificate(System(("a", "b"), (above,))) is None
    True
    """
    for factors, more in _TRIES:
        terms = list(_terms(system, factors, more))
        solution = _solved(system, terms, seconds)
        if solution is not None:
            return Certificate(system, solution)
    return None


def _terms(system: System, most_factors: int, more: int) -> Iterator[Term]:
    """Yield the terms of some degree, each with the coefficient 1."""
    conditions = system.conditions
    symbols = range(len(system.names))
    degrees = [max(_degree(condition, at) for condition in conditions) + more for at in symbols]
    for count in range(most_factors + 1):
        for factors in combinations_with_replacement(range(len(conditions)), count):
            if count > 1 and any(conditions[number].signs == ZERO for number in factors):
                continue
            left = [degrees[at] - sum(_degree(conditions[number], at) for number in factors) for at in symbols]
            for low in product(*(range(free + 1) for free in left)):
                high = tuple(free - taken for free, taken in zip(left, low, strict=True))
                yield Term(Fraction(1), factors, low, high)


def _degree(condition: Condition, symbol: int) -> int:
    return max(int(powers[symbol]) for powers in condition.polynomial.monoms())


def _solved(system: System, terms: Sequence[Term], seconds: float) -> tuple[Term, ...] | None:
    """Return the terms with coefficients that make the identity, those with 0 left out, or None."""
    z3 = load_z3()
    context = new_context(z3)
    solver = z3.SolverFor("QF_LRA", context)
    solver.set("timeout", max(1, int(seconds * 1000)))
    unknown = [z3.Real(f"c{number}", context) for number in range(len(terms))]
    sums: dict[Exponents, list[Any]] = {}
    strict = []
    for coefficient, term in zip(unknown, terms, strict=True):
        signs = [system.conditions[number].signs for number in term.factors]
        if ZERO not in signs:
            solver.add(coefficient >= 0)
        if all(one in _STRICT for one in signs):
            strict.append(coefficient)
        for powers, value in _written(system, term).terms():
            sums.setdefault(powers, []).append(z3.RealVal(str(value), context) * coefficient)
    solver.add(*(z3.Sum(parts) == 0 for parts in sums.values()), z3.Sum(strict) == 1)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = [model.eval(coefficient, model_completion=True).as_fraction() for coefficient in unknown]
    return tuple(
        Term(Fraction(value), term.factors, term.low, term.high)
        for value, term in zip(values, terms, strict=True)
        if value != 0
    )


# -- as data


def certificate_data(certificates: Sequence[Certificate]) -> list[dict[str, Any]]:
    """Return certificates as data for JSON: text for people, exponents and fractions for programs.

    >>> certificate_data(stored_certificates())[7]["conditions"][0]
    {'text': 'a - b <= 0', 'relation': '<=', 'terms': [['1', [1, 0, 0]], ['-1', [0, 1, 0]]]}
    """
    return [
        {
            "symbols": list(certificate.system.names),
            "conditions": [
                {
                    "text": str(condition),
                    "relation": str(condition).split()[-2],
                    "terms": [
                        [str(value), [int(power) for power in powers[: len(certificate.system.names)]]]
                        for powers, value in condition.polynomial.terms()
                    ],
                }
                for condition in certificate.system.conditions
            ],
            "identity": [
                [str(term.coefficient), list(term.factors), list(term.low), list(term.high)]
                for term in certificate.terms
            ],
        }
        for certificate in certificates
    ]


def certificates_text(systems: Iterable[System], points: Iterable[Point] = ()) -> str:
    """Return the content of a file with a certificate for each of some systems, one on a line.

    Parameters: `systems`; `points`, which show that other systems can be met.

    Raises `SymbolicError` if there is no certificate of a small degree.
    """
    certificates = []
    for system in dict.fromkeys(systems):
        certificate = find_certificate(system)
        if certificate is None or not certificate.proves():
            raise SymbolicError(f"no certificate of a small degree refutes {system}")
        certificates.append(certificate)
    lines = ",\n".join(map(json_text, certificate_data(certificates)))
    shown = json_text([list(map(str, point)) for point in points])
    return f'{{"points": {shown},\n"certificates": [\n{lines}\n]}}\n'


def stored_certificates() -> tuple[Certificate, ...]:
    """Return the certificates of `certificates.json`, one for every system on which the proofs about Self rest.

    >>> certificates = stored_certificates()
    >>> len(certificates), all(certificate.proves() for certificate in certificates)
    (53, True)
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
        Term(Fraction(value), tuple(factors), tuple(low), tuple(high)) for value, factors, low, high in data["identity"]
    )
    return Certificate(System(names, conditions), terms)
