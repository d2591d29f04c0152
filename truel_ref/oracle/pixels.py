"""What a pixel of a map may say, in announced and in stationary play: the exact outcome, and others as good."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from truel_ref.fast.stationary import equilibria
from truel_ref.game.answers import Outcome
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.problem import Problem
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.corpus import CAP
from truel_ref.oracle.gaps import THIN
from truel_ref.oracle.judge import Judgement
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

__all__ = ["PLAYS", "AnnouncedPixel", "Pixel", "StationaryPixel", "different"]


class Pixel(ABC):
    """What is right at one pixel; `command` explains it."""

    command: str

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def exact(self) -> Outcome | None:
        """The outcome that is expected, None where there is none."""

    @abstractmethod
    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield what is right with what it is to be called; None stands for whatever is possible."""


class AnnouncedPixel(Pixel):
    """The solution, other outcomes of its ties, and those within a margin that doubles cannot resolve."""

    command = "why"

    @cached_property
    def _play(self) -> AnnouncedPlay:
        return AnnouncedPlay(self.problem)

    @property
    def exact(self) -> Outcome:
        """The solution."""
        return self._play.exact

    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield the solution, and the others."""
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self._play.tied
        yield Judgement.CLOSE, self._play.near


class StationaryPixel(Pixel):
    """The pure stationary equilibria: one is as right as another, and where there is none nothing is wrong.

    >>> problem = Problem(["1/2", "2/5", "3/5"])
    >>> [len(outcomes) for _, outcomes in StationaryPixel(problem).acceptable()]
    [1, 1]
    """

    command = "equilibria"

    @cached_property
    def _listed(self) -> Equilibria:
        return equilibria(self.problem, cap=CAP)

    @property
    def exact(self) -> Outcome | None:
        """The first of the equilibria."""
        return next(iter(_outcomes(self._listed)), None)

    def acceptable(self) -> Iterator[tuple[Judgement, Sequence[Outcome] | None]]:
        """Yield the equilibria, and lists of aims at which nobody gains more than doubles can resolve."""
        if not self._listed.complete or not self._listed.equilibria:
            yield Judgement.TIE, None
            return
        yield Judgement.AGREES, _outcomes(self._listed)
        near = all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=THIN)
        yield Judgement.CLOSE, _outcomes(near) if near.complete else None


def _outcomes(listed: Equilibria) -> Sequence[Outcome]:
    return different(Outcome(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


def different(outcomes: Iterable[Outcome]) -> Sequence[Outcome]:
    """Return outcomes, each once."""
    return list(dict.fromkeys(outcomes))


PLAYS: dict[str, type[Pixel]] = {"announced": AnnouncedPixel, "stationary": StationaryPixel}
"""What pixels are judged by, by the name of the way to play."""
