"""What vectors convict: how many of those that a known fault concerns a solver with it answers wrongly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.faults import Fault
from truel_ref.oracle.judge import ACCEPTED, Terms

__all__ = ["STRICT", "Conviction", "convicts", "counted"]

STRICT = Terms(Fraction(1, 10**9), strict_ties=True)
"""What is asked of a solver with a fault: ties by the stated rule, too."""


@dataclass(frozen=True)
class Conviction:
    """Of how many vectors a fault concerns how many convict a solver with it.

    >>> str(Conviction(20, 167)), Conviction(20, 167).share
    ('20/167', Fraction(20, 167))
    """

    convicted: int
    concerned: int

    @property
    def share(self) -> Fraction:
        """The convicted ones of those concerned, 0 where there are none."""
        return Fraction(self.convicted, max(self.concerned, 1))

    def __str__(self) -> str:
        return f"{self.convicted}/{self.concerned}"


def convicts(fault: Fault, expected: AnnouncedPlay) -> bool:
    """Tell whether a solver with a fault answers a vector wrongly; where nobody can say what it answers it does not.

    >>> from truel_ref import Problem
    >>> from truel_ref.oracle.faults import FAULTS
    >>> convicts(FAULTS["replies-remembered"], AnnouncedPlay(Problem(["1/3", "2/3", 1])))
    True
    """
    answer = next(fault.answers(expected), None)
    return answer is not None and expected.compare(answer, STRICT).judgement not in ACCEPTED


def counted(fault: Fault, asked: Iterable[AnnouncedPlay]) -> Conviction:
    """Return how many vectors a fault concerns, and how many of these convict a solver with it.

    The two are found apart: whom a fault concerns hangs on the problem alone (`truel_ref.oracle.concerns`).
    """
    concerned = [expected for expected in asked if fault.concerns(expected)]
    return Conviction(sum(convicts(fault, expected) for expected in concerned), len(concerned))
