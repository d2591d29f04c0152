"""Systems of polynomial conditions inside the unit cube, and the provers that refute them.

A **condition** says which signs a polynomial may have, a **system** is several conditions at once, and to **refute**
one is to prove that no point with all coordinates strictly between 0 and 1 meets it. The prover is z3's decision
procedure for polynomial arithmetic over the reals. It works with exact integers, and it is complete: where it finds no
refutation in time the system is `undecided`, and is never taken for refuted.

A **claim** is a formula in and, or, not over such conditions. `Claim` decides whether it can hold anywhere, by these
steps: (1) a solver for plain logic proposes signs under which the formula is true; (2) as few of them as still make it
true become a system; (3) a small part of this system is refuted, and from then on the proposal must not contain that
part; or (4) a point is found that meets the system, and with it the claim. When no proposal is left the claim is
refuted, and the refuted parts are the whole proof.

Sources: D. Jovanović and L. de Moura, "Solving non-linear arithmetic", IJCAR 2012 (the decision procedure); R.
Nieuwenhuis, A. Oliveras, C. Tinelli, "Solving SAT and SAT modulo theories", Journal of the ACM 53 (2006), 937-977 (the
steps).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError
from truel_ref.symbolic.algebra import Factors, Function, Polynomial, value_at
from truel_ref.symbolic.decisions import settled

__all__ = ["Claim", "Condition", "Formula", "Signs", "System", "Verdict", "decide", "load_z3", "settled"]

Signs: TypeAlias = frozenset[int]
"""Some of -1, 0, 1."""

Formula: TypeAlias = Any
"""A formula of plain logic, as z3 writes it."""

Point: TypeAlias = tuple[Fraction, ...]

EVERY: Signs = frozenset({-1, 0, 1})
POSITIVE, NEGATIVE, ZERO = frozenset({1}), frozenset({-1}), frozenset({0})
_WRITTEN: Mapping[Signs, str] = {
    POSITIVE: "> 0",
    NEGATIVE: "< 0",
    ZERO: "= 0",
    frozenset({0, 1}): ">= 0",
    frozenset({-1, 0}): "<= 0",
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
class Verdict:
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


def decide(system: System, seconds: float = 60.0) -> Verdict:
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
    # A context of its own: what was asked before has no influence.
    context = z3.Context()
    solver = z3.Tactic("qfnra-nlsat", context).solver()
    solver.set("timeout", max(1, int(seconds * 1000)))
    symbols = [z3.Real(name, context) for name in system.names]
    for symbol in symbols:
        solver.add(symbol > 0, symbol < 1)
    for condition in system.conditions:
        solver.add(_related(_written(z3, condition.polynomial, symbols, context), condition.signs))
    answer = solver.check()
    kind = "refuted" if answer == z3.unsat else "possible" if answer == z3.sat else "undecided"
    witness = _rational_point(z3, solver.model(), symbols) if answer == z3.sat else None
    if witness is not None and not system.at(witness):
        raise SymbolicError(f"z3 claims that {system} at {witness}, where it is false")
    return Verdict(system, kind, "z3", witness, time.perf_counter() - begun)


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
        frozenset({-1, 0}): expression <= 0,
        frozenset({-1, 1}): expression != 0,
    }[signs]


def _rational_point(z3: Any, model: Any, symbols: Sequence[Any]) -> Point | None:
    values = [model.eval(symbol, model_completion=True) for symbol in symbols]
    if not all(map(z3.is_rational_value, values)):
        return None
    return tuple(Fraction(value.numerator_as_long(), value.denominator_as_long()) for value in values)


class Claim:
    """A formula over the signs of polynomials inside the unit cube of some symbols, and whether it can hold anywhere.

    The formula is built from what `sign_is` and `choice` return, by the functions of z3, and given to `settle`. Systems
    refuted for one formula are known to the next.

    Parameters: `names`, the symbols, one per generator of the polynomials, or none where everything is a number;
    `seconds`, what z3 may take per system.

    Fields: `refuted`, the verdicts on the systems refuted so far; `names`, `logic` (the module z3) and `context`.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> letters = Letters([None, None, 1])
    >>> a, b = letters.hits[:2]
    >>> claim = Claim(letters.names)
    >>> both = claim.logic.And(claim.sign_is(a - b, POSITIVE), claim.sign_is(a * a - b, POSITIVE))
    >>> claim.settle(both)[0].kind
    'possible'
    >>> claim.settle(claim.logic.And(both, claim.sign_is(b - a * b, NEGATIVE)))
    []
    """

    def __init__(self, names: Sequence[str], seconds: float = 60.0) -> None:
        self.logic = load_z3()
        self.context = self.logic.Context()
        self.names = tuple(names)
        self.seconds = seconds
        self.refuted: list[Verdict] = []
        self.true, self.false = (self.logic.BoolVal(value, self.context) for value in (True, False))
        self._atoms: dict[Polynomial, tuple[Any, Any]] = {}
        self._meaning: dict[str, tuple[Polynomial, int]] = {}
        self._choices: dict[str, Any] = {}
        self._points = _Points(len(self.names))

    @property
    def polynomials(self) -> int:
        """How many polynomials are compared with 0."""
        return len(self._atoms)

    # -- formulas

    def sign_is(self, function: Function, signs: Signs) -> Formula:
        """Return the formula that a function has one of the given signs; raises what `settled` raises."""
        return self.product_is(*settled(function), signs)

    def product_is(self, sign: int, parts: Factors, signs: Signs) -> Formula:
        """Return the formula that `sign * product(parts)` has one of the given signs."""
        if signs == EVERY:
            return self.true
        if len(signs) == 2:
            (missing,) = EVERY - signs
            return self._not(self.product_is(sign, parts, frozenset({missing})))
        (wanted,) = signs
        if wanted == 0:
            atoms = [self._atom(one) for one, _ in parts]
            zeros = [self.all([self._not(above), self._not(below)]) for above, below in atoms]
            return self.true if sign == 0 else self.any(zeros)
        if sign == 0:
            return self.false
        odd = [self._atom(one) for one, power in parts if power % 2]
        even = [self.any(self._atom(one)) for one, power in parts if not power % 2]
        ways = []
        for signed in product((1, -1), repeat=len(odd)):
            value = sign
            for one in signed:
                value *= one
            if value == wanted:
                ways.append(self.all(atom[one < 0] for atom, one in zip(odd, signed, strict=True)))
        return self.all([self.any(ways), *even])

    def choice(self, name: str) -> Formula:
        """Return a proposition that is no condition on the point: true or false as whoever wants to claim likes."""
        if name not in self._choices:
            self._choices[name] = self.logic.Bool(f"choice {name}", self.context)
        return self._choices[name]

    def all(self, formulas: Iterable[Formula]) -> Formula:
        """Return the conjunction, shortened where something is true or false."""
        parts = [formula for formula in formulas if formula is not self.true]
        if any(formula is self.false for formula in parts):
            return self.false
        return parts[0] if len(parts) == 1 else self.logic.And(parts) if parts else self.true

    def any(self, formulas: Iterable[Formula]) -> Formula:
        """Return the disjunction, shortened where something is true or false."""
        parts = [formula for formula in formulas if formula is not self.false]
        if any(formula is self.true for formula in parts):
            return self.true
        return parts[0] if len(parts) == 1 else self.logic.Or(parts) if parts else self.false

    def implies(self, first: Formula, second: Formula) -> Formula:
        """Return the implication, shortened likewise."""
        return self.any([self._not(first), second])

    def _not(self, formula: Formula) -> Formula:
        if formula is self.true:
            return self.false
        return self.true if formula is self.false else self.logic.Not(formula)

    def _atom(self, polynomial: Polynomial) -> tuple[Any, Any]:
        if polynomial not in self._atoms:
            number = len(self._atoms)
            pair = tuple(self.logic.Bool(f"{kind}{number}", self.context) for kind in "pn")
            self._atoms[polynomial] = (pair[0], pair[1])
            for atom, sign in zip(pair, (1, -1), strict=True):
                self._meaning[str(atom)] = polynomial, sign
        return self._atoms[polynomial]

    # -- the decision

    def settle(self, claim: Formula, facts: Iterable[Formula] = (), most: int = 1) -> list[Verdict]:
        """Return systems that make the claim true and are not refuted: none if the claim is refuted everywhere.

        Parameters: `claim`; `facts`, formulas that hold at every point, by an argument of their own; `most`, after how
        many systems found possible or undecided to stop.
        """
        z3 = self.logic
        claim = z3.simplify(claim)
        proposer = z3.Solver(ctx=self.context)
        proposer.add(claim, *facts)
        for above, below in self._atoms.values():
            proposer.add(z3.Or(z3.Not(above), z3.Not(below)))
        for verdict in self.refuted:
            proposer.add(self._excluded(verdict.system))
        against = z3.Solver(ctx=self.context)
        against.add(z3.Not(claim))
        left: list[Verdict] = []
        while len(left) < most:
            answer = proposer.check()
            if answer == z3.unsat:
                break
            if answer != z3.sat:
                raise SymbolicError("the solver for plain logic gave up; nothing is proved")
            kept = self._needed(against, proposer.model())
            verdict = self._judge(self._system(kept))
            if verdict.kind == "refuted":
                self.refuted.append(verdict)
            else:
                left.append(verdict)
            proposer.add(self._excluded(verdict.system))
        return left

    def can_hold_at(self, formula: Formula, point: Sequence[Fraction], facts: Iterable[Formula] = ()) -> bool:
        """Tell whether a formula holds at a point, for some value of every `choice`; the signs there are exact.

        >>> from truel_ref.symbolic.algebra import Letters
        >>> a = Letters([None, 1]).hits[0]
        >>> claim = Claim(("a",))
        >>> claim.can_hold_at(claim.sign_is(2 * a - 1, POSITIVE), [Fraction(2, 3)])
        True
        """
        solver = self.logic.Solver(ctx=self.context)
        solver.add(formula, *facts)
        for polynomial, (above, below) in self._atoms.items():
            value = value_at(polynomial, point)
            solver.add(above == (value > 0), below == (value < 0))
        return bool(solver.check() == self.logic.sat)

    def _needed(self, against: Any, model: Any) -> list[Any]:
        """Return few of the signs in a model that still make the claim true, heavy polynomials dropped first."""
        z3 = self.logic
        weights = [(_weight(polynomial), pair) for polynomial, pair in self._atoms.items()]
        heaviest = [atom for _, pair in sorted(weights, key=lambda one: -one[0]) for atom in pair]
        signed = []
        for atom in [*heaviest, *self._choices.values()]:
            value = model.eval(atom)
            if z3.is_true(value) or z3.is_false(value):
                signed.append(atom if z3.is_true(value) else z3.Not(atom))
        if against.check(*signed) != z3.unsat:
            raise SymbolicError("the solver for plain logic contradicts itself; report it")
        core = {str(one) for one in against.unsat_core()}
        kept = [one for one in signed if str(one) in core]
        for one in list(kept):
            fewer = [other for other in kept if other is not one]
            if against.check(*fewer) == z3.unsat:
                kept = fewer
        return kept

    def _system(self, literals: Iterable[Any]) -> System:
        signs: dict[Polynomial, Signs] = {}
        for literal in literals:
            denied = self.logic.is_not(literal)
            name = str(literal.arg(0) if denied else literal)
            if name in self._meaning:
                polynomial, sign = self._meaning[name]
                allowed = EVERY - {sign} if denied else frozenset({sign})
                signs[polynomial] = signs.get(polynomial, EVERY) & allowed
        conditions = sorted(signs.items(), key=lambda item: (_weight(item[0]), str(item[0])))
        return System(self.names, tuple(Condition(*item) for item in conditions))

    def _excluded(self, system: System) -> Formula:
        """Return the formula that not all conditions of a system hold."""
        return self.any(self._not(self._literal(condition)) for condition in system.conditions)

    def _literal(self, condition: Condition) -> Formula:
        return self.product_is(1, ((condition.polynomial, 1),), condition.signs)

    def _judge(self, system: System) -> Verdict:
        """Return a refuted part of a system, or the verdict on the whole."""
        for part in self._points.parts(system):
            verdict = decide(part, min(self.seconds, 10.0))
            if verdict.kind == "refuted":
                return verdict
            if verdict.witness is not None:
                self._points.remember(verdict.witness)
        found = self._points.meeting(system)
        if found is not None:
            return Verdict(system, "possible", "a point", found, 0.0)
        return decide(system, self.seconds)


def _weight(polynomial: Polynomial) -> int:
    degree: int = max(sum(powers) for powers in polynomial.monoms())
    return len(polynomial.terms()) * degree


class _Points:
    """Points inside the cube that guess which parts of a system cannot be met; they prove nothing.

    Floats are enough for a guess. Where a point is to be a witness, it is tested exactly.
    """

    COUNT = 20_000
    GRAIN = 1 << 12
    TRIES = 12

    def __init__(self, dimension: int) -> None:
        import numpy as np

        random = np.random.default_rng(1)
        even = random.random((self.COUNT, dimension)) ** random.integers(1, 5, (self.COUNT, dimension))
        mirrored = np.where(random.integers(0, 2, even.shape), even, 1 - even)
        self.points = np.clip(np.rint(mirrored * self.GRAIN), 1, self.GRAIN - 1) / self.GRAIN
        self.exact: list[Point] = []
        self._masks: dict[Condition, Any] = {}

    def _mask(self, condition: Condition) -> Any:
        import numpy as np

        if condition not in self._masks:
            values = np.zeros(self.COUNT)
            for powers, coefficient in condition.polynomial.terms():
                term = np.full(self.COUNT, float(coefficient))
                for variable, power in enumerate(powers[: self.points.shape[1]]):
                    term *= self.points[:, variable] ** power
                values += term
            tiny = 1e-9
            above, below = (values > tiny) & (1 in condition.signs), (values < -tiny) & (-1 in condition.signs)
            self._masks[condition] = above | below
        return self._masks[condition]

    def remember(self, point: Point) -> None:
        """Keep a point that a prover found; it tells of parts that only meet on a surface."""
        self.exact.append(point)

    def can_meet(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether some point is known that meets the conditions, floats taken at their word."""
        import numpy as np

        if not conditions or np.logical_and.reduce([self._mask(condition) for condition in conditions]).any():
            return True
        return any(all(condition.at(point) for condition in conditions) for point in self.exact)

    def meeting(self, system: System) -> Point | None:
        """Return a point that meets a system, tested exactly, or None."""
        import numpy as np

        for point in self.exact:
            if system.at(point):
                return point
        masks = [self._mask(condition) for condition in system.conditions]
        together = np.logical_and.reduce(masks) if masks else np.ones(self.COUNT, dtype=bool)
        for row in np.flatnonzero(together)[:100]:
            point = tuple(Fraction(float(coordinate)) for coordinate in self.points[row])
            if system.at(point):
                return point
        return None

    def parts(self, system: System) -> Iterator[System]:
        """Yield small parts of a system that no known point meets, the lightest polynomials first.

        The whole system is not among them if a point meets it. Between two of them a point may be remembered.
        """
        tried: set[tuple[Condition, ...]] = set()
        for turn in range(self.TRIES if system.conditions else 0):
            conditions = list(system.conditions)
            # Other orders give other parts: the heaviest are taken forward one by one.
            if turn:
                conditions.insert(0, conditions.pop(-1 - turn % len(conditions)))
            while not self.can_meet(conditions):
                count = next(n for n in range(1, len(conditions) + 1) if not self.can_meet(conditions[:n]))
                part = conditions[:count]
                for one in sorted(part, key=lambda condition: -_weight(condition.polynomial)):
                    fewer = [other for other in part if other is not one]
                    if not self.can_meet(fewer):
                        part = fewer
                if tuple(part) in tried:
                    break
                tried.add(tuple(part))
                yield System(system.names, tuple(part))
