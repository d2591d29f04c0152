r"""Which signs of polynomials occur together inside the open cube, and so which ends a tree of questions has.

A question asks for the sign of one polynomial after the other until its answer is certain: a tree, whose ends are lists
of signs with an answer. Most lists occur nowhere. An end is kept unless a part of its list is refuted:

1. Signs that a known point has occur. Points are random ones, tested exactly where it matters.
2. Of a list that no known point has, small parts that no known point has are given to z3, the lightest polynomials
   first; a part that z3 refutes is known from then on, and refutes every list that contains it.
3. Where no small part is refuted, the whole list is given to z3. What z3 cannot decide is an error, so nothing is
   left out without a proof.
4. What certificates refute is known from the beginning, and so are some points that are met by few lists only. With
   all of them (`stored_systems`) nothing is left to z3: the proofs rest on identities that a few lines multiply out.

With one sign 0 the points are taken on that surface: two coordinates at random, the third a root.

Source: the prover is that of `truel_ref.studies.self_pays.systems`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import SymbolicError
from truel_ref.studies.self_pays.systems import (
    Certificate,
    Condition,
    Point,
    System,
    certificates_of,
    decide,
    points_of,
    weight,
)
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.decisions import SignOf

if TYPE_CHECKING:
    import numpy as np

__all__ = ["End", "Signs", "Systems", "ends_of", "stored_systems", "surface_points"]

Answer = TypeVar("Answer")

Signs: TypeAlias = Mapping[Polynomial, int]
"""For some polynomials whether each is negative, zero or positive: -1, 0 or 1."""

_PACKAGE = "truel_ref.studies.cube"
_COUNT = 20_000
_GRAIN = 1 << 12
_TURNS = 8
_HIDDEN = 1e-9  # a float nearer to 0 than this tells no sign
_PART_SECONDS = 5.0
_WHOLE_SECONDS = 120.0


@dataclass(frozen=True)
class End(Generic[Answer]):
    """An end of the tree of a question: the signs it asked for, in this order, and what it answered."""

    signs: Signs
    answer: Answer


class _OpenError(Exception):
    """The sign of a polynomial was asked for that is not known."""

    def __init__(self, polynomial: Polynomial) -> None:
        self.polynomial = polynomial


class Systems:
    """Decides whether signs of polynomials occur together inside the open cube of some letters.

    Parameters: `names`, the letters; `certificates`, of systems that need not be refuted again; `points`, rational ones
    of the open cube, for lists that no random point has.

    Fields: `refuted`, the lists of signs that are proved to occur nowhere, each a set of pairs; `points`, those given
    and those that z3 has given since.

    Raises `SymbolicError` if a certificate proves nothing, or is about other letters.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b, c = (hit.numer for hit in Letters([None, None, None]).hits)
    >>> systems = Systems(("a", "b", "c"))
    >>> systems.occur({a - b: 1, b - c: 1}), systems.occur({a - b: 1, b - c: 1, a - c: -1})
    (True, False)
    """

    def __init__(
        self, names: Sequence[str], certificates: Iterable[Certificate] = (), points: Iterable[Point] = ()
    ) -> None:
        self.names = tuple(names)
        self.refuted: list[frozenset[tuple[Polynomial, int]]] = []
        self.points = [point for point in points if all(0 < place < 1 for place in point)]
        for certificate in certificates:
            if certificate.system.names != self.names or not certificate.proves():
                raise SymbolicError(f"the certificate against {certificate.system} proves nothing")
            signs = ((condition.polynomial, *condition.signs) for condition in certificate.system.conditions)
            self.refuted.append(frozenset((polynomial, sign) for polynomial, sign in signs))
        self._points: dict[Polynomial | None, np.ndarray] = {}
        self._known: dict[tuple[Polynomial | None, Polynomial], np.ndarray] = {}

    def occur(self, signs: Signs) -> bool:
        """Tell whether some point of the open cube has the signs, of which at most one is 0.

        Raises `SymbolicError` without z3, or if it is not decided in time.
        """
        check()
        listed = frozenset(signs.items())
        if any(part <= listed for part in self.refuted):
            return False
        if self.point_with(signs) is not None:
            return True
        for part in self._unmet_parts(signs):
            if self._decided(part, _PART_SECONDS) == "refuted":
                self.refuted.append(frozenset(part.items()))
                return False
        kind = self._decided(signs, _WHOLE_SECONDS)
        if kind == "undecided":
            raise SymbolicError(f"it is not decided whether {self.system_of(signs)} occurs; nothing is proved")
        if kind == "refuted":
            self.refuted.append(listed)
        return kind != "refuted"

    def _decided(self, signs: Signs, seconds: float) -> str:
        """Return whether signs are refuted, possible or undecided, by points that are known, or else by z3."""
        system = self.system_of(signs)
        if any(map(system.at, self.points)):
            return "possible"
        answer = decide(system, seconds)
        if answer.witness is not None:
            self.points.append(answer.witness)
        return answer.kind

    def system_of(self, signs: Signs) -> System:
        """Return signs as conditions, the lightest polynomials first."""
        lightest = sorted(signs.items(), key=lambda item: (weight(item[0]), str(item[0])))
        return System(self.names, tuple(Condition(polynomial, frozenset({sign})) for polynomial, sign in lightest))

    def point_with(self, signs: Signs) -> tuple[Fraction, ...] | None:
        """Return a known point that has the signs, none of them 0, tested exactly; None if none is known."""
        if 0 in signs.values():
            return None
        system = self.system_of(signs)
        for row in self._meeting(None, signs)[:20]:
            point = tuple(map(Fraction, self._of(None)[row].tolist()))
            if system.at(point):
                return point
        return None

    def near(self, surface: Polynomial, signs: Signs) -> np.ndarray:
        """Return points in floats near a surface that seem to have the signs, as rows."""
        rows: np.ndarray = self._of(surface)[self._meeting(surface, signs)]
        return rows

    def _of(self, surface: Polynomial | None) -> np.ndarray:
        if surface not in self._points:
            self._points[surface] = surface_points(surface, len(self.names))
        return self._points[surface]

    def _meeting(self, surface: Polynomial | None, signs: Signs) -> np.ndarray:
        """Return which points, of the cube or of a surface, seem to have the signs."""
        import numpy as np

        kept = np.ones(len(self._of(surface)), dtype=bool)
        for polynomial, sign in signs.items():
            if sign:
                key = surface, polynomial
                if key not in self._known:
                    values = _values(polynomial, self._of(surface))
                    self._known[key] = np.sign(np.where(np.abs(values) < _HIDDEN, 0.0, values)).astype(np.int8)
                kept &= self._known[key] == sign
        return np.flatnonzero(kept)

    def _unmet_parts(self, signs: Signs) -> Iterator[dict[Polynomial, int]]:
        """Yield small parts of the signs that no known point has, the lightest polynomials first."""
        surface = next((polynomial for polynomial, sign in signs.items() if not sign), None)
        zero = {surface: 0} if surface is not None else {}
        rest = sorted((item for item in signs.items() if item[1]), key=lambda item: (weight(item[0]), str(item[0])))
        tried = set()
        for turn in range(min(_TURNS, len(rest))):
            ordered = [rest[-turn], *rest[: len(rest) - turn], *rest[len(rest) - turn + 1 :]] if turn else rest
            part: list[tuple[Polynomial, int]] = []
            for item in ordered:
                part.append(item)
                if not self._meeting(surface, dict(part)).size:
                    break
            else:
                return
            for item in part[::-1]:
                fewer = [other for other in part if other is not item]
                if not self._meeting(surface, dict(fewer)).size:
                    part = fewer
            if frozenset(part) not in tried:
                tried.add(frozenset(part))
                yield {**zero, **dict(part)}


def stored_systems() -> Systems:
    """Return what decides all lists of signs that the proofs about the cube ask for, without z3.

    >>> systems = stored_systems()
    >>> len(systems.refuted), len(systems.points)
    (94, 12)
    """
    return Systems(("a", "b", "c"), certificates_of(_PACKAGE), points_of(_PACKAGE))


def surface_points(surface: Polynomial | None, letters: int) -> np.ndarray:
    """Return random points inside the unit cube, as rows of floats; with a surface, near to it.

    Many of them lie near faces, edges and corners. With a surface, all coordinates but one are at random, in turn for
    every one, and that one is a root.

    Parameters: `surface`, a polynomial or None; `letters`, how many there are.
    """
    import numpy as np

    random = np.random.default_rng(1)
    even = random.random((_COUNT, letters)) ** random.integers(1, 5, (_COUNT, letters))
    mirrored = np.where(random.integers(0, 2, even.shape), even, 1 - even)
    points: np.ndarray = np.clip(np.rint(mirrored * _GRAIN), 1, _GRAIN - 1) / _GRAIN
    if surface is None:
        return points
    lifted = []
    for axis in range(letters):
        degree = max(powers[axis] for powers in surface.monoms())
        lines = np.zeros((_COUNT // letters, degree + 1))
        own = points[axis * len(lines) : (axis + 1) * len(lines)]
        for powers, coefficient in surface.terms():
            term = np.full(len(lines), float(coefficient))
            for other in range(letters):
                if other != axis:
                    term *= own[:, other] ** powers[other]
            lines[:, degree - powers[axis]] += term
        for line, point in zip(lines, own, strict=True):
            roots = np.roots(line) if degree else np.zeros(0)
            places = roots.real[(np.abs(roots.imag) < _HIDDEN) & (roots.real > 0) & (roots.real < 1)]
            lifted += [[*point[:axis], place, *point[axis + 1 :]] for place in places]
    return np.array(lifted).reshape(-1, letters)


def _values(polynomial: Polynomial, points: np.ndarray) -> np.ndarray:
    import numpy as np

    values = np.zeros(len(points))
    for powers, coefficient in polynomial.terms():
        term = np.full(len(points), float(coefficient))
        for axis, power in enumerate(powers):
            term *= points[:, axis] ** power
        values += term
    return values


def ends_of(question: Callable[[SignOf], Answer], systems: Systems) -> list[End[Answer]]:
    """Return the ends of the tree of a question that occur inside the open cube, off all its surfaces.

    Parameters: `question`, of signs, of which none is 0; `systems`, what decides which signs occur together.

    Raises what `Systems.occur` raises.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b, c = (hit.numer for hit in Letters([None, None, None]).hits)
    >>> def largest(sign_of):
    ...     return "c" if min(sign_of(c - a), sign_of(c - b)) > 0 else "a" if sign_of(a - b) > 0 else "b"
    >>> [(len(end.signs), end.answer) for end in ends_of(largest, Systems(("a", "b", "c")))]
    [(3, 'b'), (3, 'a'), (3, 'a'), (3, 'b'), (2, 'c')]
    """
    ends: list[End[Answer]] = []
    waiting: list[dict[Polynomial, int]] = [{}]
    while waiting:
        signs = waiting.pop()

        def sign_of(polynomial: Polynomial, signs: Signs = signs) -> int:
            if polynomial not in signs:
                raise _OpenError(polynomial)
            return signs[polynomial]

        try:
            ends.append(End(signs, question(sign_of)))
        except _OpenError as opened:
            below = ({**signs, opened.polynomial: sign} for sign in (1, -1))
            waiting += [more for more in below if systems.occur(more)]
    return ends
