"""What is expected of stationary play: all pure equilibria of a problem, as a set.

An entry of the list has `values`, by player those at his turn, or `win`, which is those at the first turn alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from truel_ref.fast.stationary import equilibria
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.corpus import CAP
from truel_ref.oracle.gaps import THIN
from truel_ref.oracle.judge import MalformedError, decimal, numbers_of
from truel_ref.oracle.listings import Listing, ListOfEquilibria, each_once
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

__all__ = ["StationaryPlay"]


class StationaryPlay(ListOfEquilibria):
    """All pure stationary equilibria of a problem, with the values at every turn."""

    marks: Mapping[str, str] = {"play": "stationary"}
    seen_from = " at the first turn"

    def __init__(self, problem: Problem, name: str = "", group: str = "") -> None:
        problem.check_plain("a test vector")
        super().__init__(problem, name, group)

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> StationaryPlay:
        """Return what is expected, read from a vector."""
        expected = cls(Problem.from_data(vector["problem"]), vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        if any(len(own.values) < expected.problem.players or own.strict is None for own in expected.exact):
            raise ValueError("an equilibrium of a vector has values at every turn, and says whether it is strict")
        return expected

    @cached_property
    def exact(self) -> tuple[Listing, ...]:
        """The equilibria of the set of all players, each once."""
        return _listings(equilibria(self.problem, cap=CAP))

    @cached_property
    def firm(self) -> Sequence[Listing]:
        """The equilibria that no solver in doubles may miss."""
        return _listings(all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=-THIN))

    @cached_property
    def loose(self) -> Sequence[Listing] | None:
        """The equilibria that a solver in doubles may list."""
        answer = all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=THIN)
        return _listings(answer) if answer.complete else None

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, and the way to play."""
        return {"play": "stationary"} | self.problem.to_json()

    # -- an answer

    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        players = self.problem.players
        if entry.get("values") is not None:
            return {
                label(mover): numbers_of(win, f"{what}: values at the turn of {label(mover)}", players)
                for mover, win in enumerate(self._by_player(entry["values"], f"{what}: values"))
            }
        if entry.get("win") is not None:
            return {label(0): numbers_of(entry["win"], f"{what}: win", players)}
        raise MalformedError(f"{what}: it has no 'values', and no 'win' at the first turn")

    def _no_values(self, theirs: Listing, tolerance: Fraction) -> str:
        for mover, win in theirs.values.items():
            where = f"{theirs}: at the turn of {mover}"
            for player, value in enumerate(win):
                if not -tolerance <= value <= 1 + tolerance:
                    return f"{where}, win of {label(player)}: {decimal(value)} is not in [0, 1]"
            if sum(win, Fraction(0)) > 1 + len(win) * tolerance:
                return f"{where}, win adds up to {decimal(sum(win, Fraction(0)))}"
        return ""


def _listings(answer: Equilibria) -> tuple[Listing, ...]:
    """Return the equilibria of an answer, those that differ in their selections only once."""
    return each_once(
        Listing(play.aims, {label(mover): win for mover, win in enumerate(play.values)}, play.strict) for play in answer
    )
