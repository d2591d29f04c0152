"""Systems of polynomial conditions inside the unit cube, and the prover that refutes one of them.

A **condition** says which signs a polynomial may have, a **system** is several conditions at once, and to **refute**
one is to prove that no point with all coordinates strictly between 0 and 1 meets it. The prover is z3's decision
procedure for polynomial arithmetic over the reals. It works with exact integers, and it is complete: where it finds no
refutation in time the system is `undecided`, and is never taken for refuted.

Source: D. Jovanović and L. de Moura, "Solving non-linear arithmetic", IJCAR 2012.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import check, undisturbed
from truel_ref.errors import SymbolicError
from truel_ref.symbolic.algebra import Polynomial, value_at

__all__ = [
    "EVERY",
    "NEGATIVE",
    "NOT_POSITIVE",
    "POSITIVE",
    "ZERO",
    "Answer",
    "Condition",
    "Point",
    "Signs",
    "System",
    "decide",
    "load_z3",
    "new_context",
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
        raise SymbolicError("proofs need z3, which is not installed; pip install 'truel-ref[proofs]'") from None
    return z3


def new_context(z3: Any) -> Any:
    """Return a context of the module z3: what was asked before in others has no influence.

    An alarm in the midst of it would leave half of one, which cannot even be removed without a complaint.
    """
    with undisturbed():
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
        value = value_at(self.polynomial, point)
        return (value > 0) - (value < 0) in self.signs

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
class Answer:
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


def decide(system: System, seconds: float = 60.0) -> Answer:
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
        solver.add(_related(_written(z3, condition.polynomial, symbols, context), condition.signs))
    outcome = solver.check()
    kind = "refuted" if outcome == z3.unsat else "possible" if outcome == z3.sat else "undecided"
    witness = _rational_point(z3, solver.model(), symbols) if outcome == z3.sat else None
    if witness is not None and not system.at(witness):
        raise SymbolicError(f"z3 claims that {system} at {witness}, where it is false")
    return Answer(system, kind, "z3", witness, time.perf_counter() - begun)


def _written(z3: Any, polynomial: Polynomial, symbols: Sequence[Any], context: Any) -> Any:
    terms = []
    for powers, coefficient in polynomial.terms():
        term = z3.RealVal(str(coefficient), context)
        for symbol, power in zip(symbols, powers, strict=False):
            for _ in range(power):
                term = term * symbol
        terms.append(term)
    return z3.Sum(terms)


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
