"""What comes out: in one phase, in a whole game, and in all ways of breaking ties.

Each is a frozen record. What holds numbers and aims lists them by place in the shooting order; text and JSON go by
person (`truel_ref.game.people`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import RecordError
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.parts import (
    Part,
    Source,
    aim_json,
    aim_text,
    aims_by_player,
    fields_of,
    first_aims_of,
    order_of,
    shown_numbers,
    stalemate_of,
    texts,
    wins_of,
)
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import count, each, truth
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["Outcome", "Outcomes", "Phase"]


@dataclass(frozen=True, init=False, repr=False)
class Phase(Part):
    """What happens in one phase.

    Fields: `order`, the shooting order that names it; `aims`, one per player of `order`, None where a player was to
    choose but the phase is a stalemate; `win`, the win probabilities at its start, one per player of the problem.

    >>> from truel_ref import solve
    >>> print(solve(["1/3", "2/3", 1]).phase("B,C").to_text())
    phase B, C
    <BLANKLINE>
    player    aim    wins      percent
    --------  -----  ------  ---------
    B         C      2/3      66.667 %
    C         B      1/3      33.333 %
    """

    order: Order
    aims: tuple[Aim | None, ...]
    win: tuple[Number, ...]

    def __init__(
        self, order: Order, aims: tuple[Aim | None, ...], win: tuple[Number, ...], *, people: People | None = None
    ) -> None:
        # What a frozen dataclass does by itself takes twice as long, and of nothing are there more than of phases.
        fields = self.__dict__
        fields["order"] = order
        fields["aims"] = aims
        fields["win"] = win
        fields["people"] = people

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins from here on."""
        return stalemate_of(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the phase as plain data for JSON; `from_json` reads it back beside its problem.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C").to_json()["aims"]
        {'B': 'C', 'C': 'B'}
        """
        people = self._who(len(self.win))
        names = [people.label(player) for player in self.order]
        return {
            "order": names,
            "aims": {name: aim_json(aim) for name, aim in zip(names, self.aims, strict=True)},
            "win": texts(people.by_person(self.win)),
            "stalemate": number_text(self.stalemate),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Phase:
        """Read a phase of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Phase.from_json(solution.phases[1].to_json(), solution.problem) == solution.phases[1]
        True
        """
        fields = fields_of(source, "a phase")
        order = fields.get("order", order_of(problem))
        aims = fields.get("aims", lambda data: aims_by_player(data, problem, order, order))
        phase = cls(order, aims, fields.get("win", wins_of(problem))).among(problem.people)
        fields.agree("stalemate", number_text(phase.stalemate))
        return phase

    def __repr__(self) -> str:
        aims = ", ".join(map(aim_text, self.aims))
        return f"<Phase {self._order_text(self.order)}: {aims}; win {shown_numbers(self.win)}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        rows = [
            (self._label(player), aim_text(None) if aim is None else aim, self.win[player], Percent(self.win[player]))
            for player, aim in zip(self.order, self.aims, strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, f"phase {self._order_text(self.order)}", notes)


@dataclass(frozen=True, repr=False)
class Outcome(Part):
    """One way the game can come out: `win` probabilities and `aims` of the first phase (None in a stalemate)."""

    win: tuple[Number, ...]
    aims: tuple[Aim | None, ...]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins."""
        return stalemate_of(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data for JSON; `from_json` reads it back beside its problem."""
        who = self._who(len(self.win))
        return {
            "win": texts(who.by_person(self.win)),
            "aims": [aim_json(aim) for aim in who.by_person(self.aims)],
            "stalemate": number_text(self.stalemate),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Outcome:
        """Read an outcome of a problem. Raises `RecordError`, naming the key.

        >>> problem = Problem(["1/3", 1])
        >>> Outcome.from_json('{"win": ["1/3", "2/3"], "aims": ["B", "A"]}', problem)
        <Outcome B, A: 1/3, 2/3>
        """
        fields = fields_of(source, "an outcome")
        win, aims = fields.get("win", wins_of(problem)), fields.get("aims", first_aims_of(problem))
        outcome = cls(win, aims).among(problem.people)
        fields.agree("stalemate", number_text(outcome.stalemate))
        return outcome

    def __repr__(self) -> str:
        return f"<Outcome {', '.join(map(aim_text, self.aims))}: {shown_numbers(self.win)}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        who = self._who(len(self.win))
        rows = [
            (name, aim_text(None) if aim is None else aim, win, Percent(win))
            for name, aim, win in zip(who.names, who.by_person(self.aims), who.by_person(self.win), strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, notes=notes)


@dataclass(frozen=True, repr=False)
class Outcomes(Part):
    """Every optimal outcome over all ways of breaking ties.

    Fields: `outcomes`, distinct, the one that `solve` gives first; `complete`, False if the cap on combinations was
    hit, and then the list is a lower bound; `combinations`, how many ways to value the later phases were followed.
    """

    outcomes: tuple[Outcome, ...]
    complete: bool
    combinations: int

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as plain data for JSON; `from_json` reads them back beside their problem."""
        return {
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            "complete": self.complete,
            "combinations": self.combinations,
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Outcomes:
        """Read the outcomes of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import all_outcomes
        >>> problem = Problem(["1/2", "1/2", "1/2"])
        >>> Outcomes.from_json(all_outcomes(problem).to_json(), problem) == all_outcomes(problem)
        True
        """
        fields = fields_of(source, "a list of outcomes")
        outcomes = fields.get("outcomes", each(lambda data: Outcome.from_json(data, problem)))
        if not outcomes:
            raise RecordError("outcomes: the list is empty; every problem has an outcome")
        complete, combinations = fields.get("complete", truth), fields.get("combinations", count)
        return cls(outcomes, complete, combinations).among(problem.people)

    def __repr__(self) -> str:
        first = ", ".join(map(aim_text, self.outcomes[0].aims))
        return f"<Outcomes: {self._said()}; first {first}: {shown_numbers(self.outcomes[0].win)}>"

    def _said(self) -> str:
        number_of = len(self.outcomes)
        said = f"{number_of} optimal outcome{'s' if number_of > 1 else ''}"
        return said + (", complete" if self.complete else " or more: the cap on combinations was hit")

    def _table(self) -> Table:
        who = self._who(len(self.outcomes[0].win))
        rows: list[Sequence[Cell]] = [
            [
                *(aim_text(None) if aim is None else aim for aim in who.by_person(outcome.aims)),
                *who.by_person(outcome.win),
                outcome.stalemate,
            ]
            for outcome in self.outcomes
        ]
        columns = [*(f"{name} aims" for name in who.names), *(f"{name} wins" for name in who.names), "stalemate"]
        return Table(columns, rows, notes=[self._said()])
