"""Find certificates that refute systems, for the files that `prove_self` and `prove_surfaces` write beside proofs.

`find_certificate` searches an identity (`truel_ref.studies.self_pays.systems`) by linear programming: there are
finitely many terms of a given degree, and the identity is a linear equation per power product. z3's linear arithmetic
only proposes; `Certificate.proves` multiplies out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from truel_ref.studies.self_pays.systems import (
    STRICT,
    ZERO,
    Certificate,
    Condition,
    Exponents,
    Point,
    System,
    SystemTerm,
    load_z3,
    multiplied_out,
    new_context,
)

from truel_ref.errors import SymbolicError
from truel_ref.files import json_text

_TRIES = ((1, 0), (1, 1), (2, 1), (1, 2), (2, 2), (1, 3))
"""Largest numbers of conditions as factors of a term, and of degrees beyond those of the system, to try in turn."""


def find_certificate(system: System, seconds: float = 20.0) -> Certificate | None:
    """Return a certificate of small degree for a system, or None.

    The steps, for products of one and of two conditions and growing degrees: (1) every product with every `x^low
    (1-x)^high` that fills the degree is a term with an unknown coefficient; (2) the sum must vanish at every power
    product, the coefficients of the strict terms add up to 1, and only coefficients of equations may be negative;
    (3) z3 solves these linear conditions over the rationals.

    Parameters: `system`, without a condition "!= 0"; `seconds`, for each try.

    Raises `SymbolicError` without z3.

    >>> from truel_ref.studies.self_pays.systems import POSITIVE
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


def _terms(system: System, most_factors: int, more: int) -> Iterator[SystemTerm]:
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
                yield SystemTerm(Fraction(1), factors, low, high)


def _degree(condition: Condition, symbol: int) -> int:
    return max(int(powers[symbol]) for powers in condition.polynomial.monoms())


def _solved(system: System, terms: Sequence[SystemTerm], seconds: float) -> tuple[SystemTerm, ...] | None:
    """Return the terms of the identity with their coefficients, without zeros, or None."""
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
        if all(one in STRICT for one in signs):
            strict.append(coefficient)
        for powers, value in multiplied_out(system, term).terms():
            sums.setdefault(powers, []).append(z3.RealVal(str(value), context) * coefficient)
    solver.add(*(z3.Sum(parts) == 0 for parts in sums.values()), z3.Sum(strict) == 1)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = [model.eval(coefficient, model_completion=True).as_fraction() for coefficient in unknown]
    return tuple(
        SystemTerm(Fraction(value), term.factors, term.low, term.high)
        for value, term in zip(values, terms, strict=True)
        if value != 0
    )


def certificate_data(certificates: Sequence[Certificate]) -> list[dict[str, Any]]:
    """Return certificates as data for JSON: text for readers, exponents and fractions for programs.

    >>> from truel_ref.studies.self_pays.systems import stored_certificates
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
    """Return the content of a file with a certificate for each of some systems, one per line.

    Parameters: `systems`; `points`, solutions of other systems.

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
