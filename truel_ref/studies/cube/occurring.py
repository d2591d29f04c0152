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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import SymbolicError
from truel_ref.kernels.memory import remembered
from truel_ref.studies.self_pays.refuter import Points
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

__all__ = ["Signs", "StretchEnd", "Systems", "ends_of", "stored_systems"]

Answer = TypeVar("Answer")

Signs: TypeAlias = Mapping[Polynomial, int]
"""For some polynomials whether each is negative, zero or positive: -1, 0 or 1."""

_PACKAGE = "truel_ref.studies.cube"
_PART_SECONDS = 5.0
_WHOLE_SECONDS = 120.0


@dataclass(frozen=True)
class StretchEnd(Generic[Answer]):
    """An end of the tree of a question: the signs it asked for, in this order, and what it answered."""

    signs: Signs
    answer: Answer


class _OpenCubeError(Exception):
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
        zero = {polynomial: sign for polynomial, sign in signs.items() if not sign}
        for unmet in self._near(signs).parts(self._off_surface(signs)):
            part = zero | {condition.polynomial: min(condition.signs) for condition in unmet.conditions}
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

    def point_with(self, signs: Signs) -> Point | None:
        """Return a known point that has the signs, none of them 0, tested exactly; None if none is known."""
        return None if 0 in signs.values() else self._near(signs).meeting(self.system_of(signs))

    def near(self, surface: Polynomial, signs: Signs) -> np.ndarray:
        """Return points in floats near a surface that seem to have the signs, as rows."""
        drawn = self._near({surface: 0})
        rows: np.ndarray = drawn.points[drawn.rows(self._off_surface(signs).conditions)]
        return rows

    def _near(self, signs: Signs) -> Points:
        """Return random points, near the surface on which a sign is 0 if there is one."""
        return self._drawn(next((polynomial for polynomial, sign in signs.items() if not sign), None))

    @remembered
    def _drawn(self, surface: Polynomial | None) -> Points:
        return Points(len(self.names), surface)

    def _off_surface(self, signs: Signs) -> System:
        """Return the signs that are not 0 as conditions."""
        return self.system_of({polynomial: sign for polynomial, sign in signs.items() if sign})


def stored_systems() -> Systems:
    """Return what decides all lists of signs that the proofs about the cube ask for, without z3.

    >>> systems = stored_systems()
    >>> len(systems.refuted), len(systems.points)
    (94, 12)
    """
    return Systems(("a", "b", "c"), certificates_of(_PACKAGE), points_of(_PACKAGE))


def ends_of(question: Callable[[SignOf], Answer], systems: Systems) -> list[StretchEnd[Answer]]:
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
    ends: list[StretchEnd[Answer]] = []
    waiting: list[dict[Polynomial, int]] = [{}]
    while waiting:
        signs = waiting.pop()

        def sign_of(polynomial: Polynomial, signs: Signs = signs) -> int:
            if polynomial not in signs:
                raise _OpenCubeError(polynomial)
            return signs[polynomial]

        try:
            ends.append(StretchEnd(signs, question(sign_of)))
        except _OpenCubeError as opened:
            below = ({**signs, opened.polynomial: sign} for sign in (1, -1))
            waiting += [more for more in below if systems.occur(more)]
    return ends
