"""What comes out: in one phase, in a whole game, and in all ways of breaking ties.

Each is a frozen record. What holds numbers and aims lists them by place in the shooting order; text and JSON go by
person (`truel_ref.game.people`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from truel_ref.errors import RecordError
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.parts import AIM, FIRST_AIMS, ORDER, WINS, Part, aim_text, shown_numbers, stalemate_of, under
from truel_ref.game.people import People
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import COUNT, NUMBER, TRUTH, Keys, derived, many, maybe, nested
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

    _keys = Keys("a phase", order=ORDER, aims=under("order", maybe(AIM)), win=WINS, stalemate=derived(NUMBER))

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

    _keys = Keys("an outcome", win=WINS, aims=FIRST_AIMS, stalemate=derived(NUMBER))

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins."""
        return stalemate_of(self.win)

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

    _keys = Keys("a list of outcomes", outcomes=many(nested(Outcome)), complete=TRUTH, combinations=COUNT)

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        if not known["outcomes"]:
            raise RecordError("outcomes: the list is empty; every problem has an outcome")
        return super()._made(known)

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
