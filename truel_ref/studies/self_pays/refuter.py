"""Whether a formula over the signs of polynomials can hold anywhere inside the unit cube.

A formula in and, or, not over conditions (`truel_ref.studies.self_pays.systems`) is decided by these steps: (1) a
solver for plain logic proposes signs under which the formula is true; (2) as few of them as still make it true become
a system; (3) a small part of this system is refuted, and from then on the proposal must not contain that part; or (4)
a point is found that meets the system, and with it the formula. When no proposal is left the formula is refuted, and
the refuted parts are the whole proof.

Source: R. Nieuwenhuis, A. Oliveras, C. Tinelli, "Solving SAT and SAT modulo theories", Journal of the ACM 53 (2006),
937-977.

**Points inside the unit cube, which guess what the prover need not be asked.**
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError
from truel_ref.kernels.memory import remembered
from truel_ref.studies.self_pays.systems import (
    EVERY,
    Certificate,
    Condition,
    Point,
    Signs,
    System,
    SystemAnswer,
    decide,
    load_z3,
    new_context,
    weight,
)
from truel_ref.symbolic.algebra import Factors, Function, Polynomial
from truel_ref.symbolic.decisions import settled

__all__ = ["Formula", "Points", "Refuter"]


class Points:
    """Points inside the cube that guess which parts of a system cannot be met; they prove nothing.

    Floats are enough for a guess. Where a point is to be a witness, it is tested exactly. Many points lie near faces,
    edges and corners. On a surface all coordinates but one are at random, in turn for every one, and that one is a
    root.

    Parameters: `dimension`, how many coordinates there are; `surface`, a polynomial near whose zeros they lie, or None.

    Fields: `points`, rows of floats; `exact`, what a prover found, which tells of parts that only meet on a surface.
    """

    COUNT = 20_000
    GRAIN = 1 << 12
    TRIES = 12
    HIDDEN = 1e-9  # a float nearer to 0 than this tells no sign

    def __init__(self, dimension: int, surface: Polynomial | None = None) -> None:
        import numpy as np

        random = np.random.default_rng(1)
        even = random.random((self.COUNT, dimension)) ** random.integers(1, 5, (self.COUNT, dimension))
        mirrored = np.where(random.integers(0, 2, even.shape), even, 1 - even)
        self.points = np.clip(np.rint(mirrored * self.GRAIN), 1, self.GRAIN - 1) / self.GRAIN
        if surface is not None:
            self.points = self._on(surface, dimension)
        self.exact: list[Point] = []

    def _on(self, surface: Polynomial, dimension: int) -> Any:
        """Return points near a surface."""
        import numpy as np

        lifted: list[list[float]] = []
        size = self.COUNT // dimension
        for axis in range(dimension):
            own = self.points[axis * size : (axis + 1) * size]
            degree = max(powers[axis] for powers in surface.monoms())
            lines = np.zeros((len(own), degree + 1))
            for powers, coefficient in surface.terms():
                others = [0 if place == axis else power for place, power in enumerate(powers)]
                lines[:, degree - powers[axis]] += float(coefficient) * (own**others).prod(axis=1)
            for line, point in zip(lines, own, strict=True):
                roots = np.roots(line) if degree else np.zeros(0)
                places = roots.real[(np.abs(roots.imag) < self.HIDDEN) & (roots.real > 0) & (roots.real < 1)]
                lifted += [[*point[:axis], place, *point[axis + 1 :]] for place in places]
        return np.array(lifted).reshape(-1, dimension)

    @remembered
    def _mask(self, condition: Condition) -> Any:
        import numpy as np

        values = np.zeros(len(self.points))
        for powers, coefficient in condition.polynomial.terms():
            values += float(coefficient) * (self.points ** powers[: self.points.shape[1]]).prod(axis=1)
        above, below = values > self.HIDDEN, values < -self.HIDDEN
        return above & (1 in condition.signs) | below & (-1 in condition.signs)

    def rows(self, conditions: Sequence[Condition]) -> Any:
        """Return the numbers of the points that seem to meet the conditions."""
        import numpy as np

        every = np.ones(len(self.points), dtype=bool)
        return np.flatnonzero(reduce(np.logical_and, map(self._mask, conditions), every))

    def can_meet(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether some point is known that meets the conditions, floats taken at their word."""
        if not conditions or self.rows(conditions).size:
            return True
        return any(all(condition.at(point) for condition in conditions) for point in self.exact)

    def meeting(self, system: System) -> Point | None:
        """Return a point that meets a system, tested exactly, or None."""
        drawn = (tuple(map(Fraction, self.points[row].tolist())) for row in self.rows(system.conditions)[:100])
        return next((point for point in (*self.exact, *drawn) if system.at(point)), None)

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
                for one in sorted(part, key=lambda condition: -weight(condition.polynomial)):
                    fewer = [other for other in part if other is not one]
                    if not self.can_meet(fewer):
                        part = fewer
                if tuple(part) in tried:
                    break
                tried.add(tuple(part))
                yield System(system.names, tuple(part))


Formula: TypeAlias = Any
"""A formula of plain logic, as z3 writes it."""


class Refuter:
    """Formulas over the signs of polynomials inside the unit cube of some symbols, and whether they can hold anywhere.

    A formula is built from what `sign_is` and `choice` return, by the functions of z3, and given to `settle`. Systems
    refuted for one formula are known to the next.

    Parameters: `names`, the symbols, one per generator of the polynomials, or none where everything is a number;
    `seconds`, what z3 may take per system.

    Fields: `refuted`, the answers on the systems refuted so far; `names`, `logic` (the module z3) and `context`.

    >>> from truel_ref.studies.self_pays.systems import NEGATIVE, POSITIVE
    >>> from truel_ref.symbolic.algebra import Letters
    >>> letters = Letters([None, None, 1])
    >>> a, b = letters.hits[:2]
    >>> refuter = Refuter(letters.names)
    >>> both = refuter.logic.And(refuter.sign_is(a - b, POSITIVE), refuter.sign_is(a * a - b, POSITIVE))
    >>> refuter.settle(both)[0].kind
    'possible'
    >>> refuter.settle(refuter.logic.And(both, refuter.sign_is(b - a * b, NEGATIVE)))
    []
    """

    def __init__(self, names: Sequence[str], seconds: float = 60.0) -> None:
        self.logic = load_z3()
        self.context = new_context(self.logic)
        self.names = tuple(names)
        self.seconds = seconds
        self.refuted: list[SystemAnswer] = []
        self.true, self.false = (self.logic.BoolVal(value, self.context) for value in (True, False))
        self._atoms: dict[Polynomial, tuple[Any, Any]] = {}
        self._meaning: dict[str, tuple[Polynomial, int]] = {}
        self._choices: dict[str, Any] = {}
        self._points = Points(len(self.names))

    def know(self, certificates: Iterable[Certificate]) -> None:
        """Take as refuted the systems of certificates in these symbols.

        Raises `SymbolicError` if one of them proves nothing.
        """
        for certificate in certificates:
            if certificate.system.names == self.names:
                if not certificate.proves():
                    raise SymbolicError(f"the certificate against {certificate.system} proves nothing")
                for condition in certificate.system.conditions:
                    self._atom(condition.polynomial)
                self.refuted.append(SystemAnswer(certificate.system, "refuted", "certificate", None, 0.0))

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
        ways = [
            self.all(atom[one < 0] for atom, one in zip(odd, signed, strict=True))
            for signed in product((1, -1), repeat=len(odd))
            if sign * prod(signed) == wanted
        ]
        return self.all([self.any(ways), *even])

    def choice(self, name: str) -> Formula:
        """Return a proposition that is no condition on the point: true or false as whoever wants to claim likes."""
        if name not in self._choices:
            self._choices[name] = self.logic.Bool(f"choice {name}", self.context)
        return self._choices[name]

    def all(self, formulas: Iterable[Formula]) -> Formula:
        """Return the conjunction, shortened where something is true or false."""
        return self._joined(formulas, self.true, self.false, self.logic.And)

    def any(self, formulas: Iterable[Formula]) -> Formula:
        """Return the disjunction, shortened where something is true or false."""
        return self._joined(formulas, self.false, self.true, self.logic.Or)

    @staticmethod
    def _joined(formulas: Iterable[Formula], neutral: Formula, decisive: Formula, connective: Any) -> Formula:
        """Return what a connective makes of formulas: the neutral one counts for nothing, the decisive one for all."""
        parts = [formula for formula in formulas if formula is not neutral]
        if any(formula is decisive for formula in parts):
            return decisive
        return parts[0] if len(parts) == 1 else connective(parts) if parts else neutral

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

    def settle(self, formula: Formula, facts: Iterable[Formula] = (), most: int = 1) -> list[SystemAnswer]:
        """Return systems that make a formula true and are not refuted: none if the formula is refuted everywhere.

        Parameters: `formula`; `facts`, formulas that hold at every point, by an argument of their own; `most`, after
        how many systems found possible or undecided to stop.
        """
        z3 = self.logic
        formula = z3.simplify(formula)
        proposer = z3.Solver(ctx=self.context)
        for premise in self.premises(formula, facts):
            proposer.add(premise)
        against = z3.Solver(ctx=self.context)
        against.add(z3.Not(formula))
        left: list[SystemAnswer] = []
        while len(left) < most:
            proposal = proposer.check()
            if proposal == z3.unsat:
                break
            if proposal != z3.sat:
                raise SymbolicError("the solver for plain logic gave up; nothing is proved")
            kept = self._needed(against, proposer.model())
            answer = self._judge(self._system(kept))
            if answer.kind == "refuted":
                self.refuted.append(answer)
            else:
                left.append(answer)
            proposer.add(self._excluded(answer.system))
        return left

    def premises(self, formula: Formula, facts: Iterable[Formula] = ()) -> Iterator[Formula]:
        """Yield what plain logic is asked: a formula, the facts, and that signs exclude each other.

        No polynomial is both positive and negative, and not all conditions of a refuted system hold. If these formulas
        contradict each other, the formula holds nowhere.

        Parameters: `formula` and `facts`, as for `settle`.
        """
        yield formula
        yield from facts
        for above, below in self._atoms.values():
            yield self.logic.Or(self.logic.Not(above), self.logic.Not(below))
        for refuted in self.refuted:
            yield self._excluded(refuted.system)

    def _needed(self, against: Any, model: Any) -> list[Any]:
        """Return few of the signs in a model that still make the formula true, heavy polynomials dropped first."""
        z3 = self.logic
        weights = [(weight(polynomial), pair) for polynomial, pair in self._atoms.items()]
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
        conditions = sorted(signs.items(), key=lambda item: (weight(item[0]), str(item[0])))
        return System(self.names, tuple(Condition(*item) for item in conditions))

    def _excluded(self, system: System) -> Formula:
        """Return the formula that not all conditions of a system hold."""
        conditions = ((1, ((condition.polynomial, 1),), condition.signs) for condition in system.conditions)
        return self.any(self._not(self.product_is(*condition)) for condition in conditions)

    def _judge(self, system: System) -> SystemAnswer:
        """Return a refuted part of a system, or the answer for the whole."""
        for part in self._points.parts(system):
            answer = decide(part, min(self.seconds, 10.0))
            if answer.kind == "refuted":
                return answer
            if answer.witness is not None:
                self._points.exact.append(answer.witness)
        point = self._points.meeting(system)
        if point is not None:
            return SystemAnswer(system, "possible", "a point", point, 0.0)
        return decide(system, self.seconds)
