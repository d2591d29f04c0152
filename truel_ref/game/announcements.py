"""The nodes of the announcements: where ties were broken, and what every option of a decision was worth.

Each is a frozen record. What holds numbers and aims lists them by place in the shooting order; text and JSON go by
person (`truel_ref.game.people`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import RecordError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order, order_text
from truel_ref.game.parts import (
    Part,
    Source,
    aim_json,
    aim_of,
    aim_text,
    aims_by_player,
    fields_of,
    optional,
    order_of,
    shown_numbers,
    texts,
    wins_of,
)
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import Fields, each, truth
from truel_ref.records.table import Percent, Table

__all__ = ["Decision", "Tie", "Worth"]


@dataclass(frozen=True, repr=False)
class Tie(Part):
    """A node of the announcements where two or more allowed options share the best value.

    Fields: `order`, the phase; `earlier`, the aims announced before, by the first players of `order`; `equal`, the
    options of equal value in canonical order; `chosen`, what the tie rule took; `on_path`, whether the chosen
    announcements of this phase lead here (the phase itself need not be on the path of play).

    >>> from truel_ref import solve
    >>> print(solve(["1/2", "1/2", 1]).ties[0])
    in A, B, C after A C, B A: C chose B among A, B (off the path)
    """

    order: Order
    earlier: tuple[Aim, ...]
    equal: tuple[Aim, ...]
    chosen: Aim
    on_path: bool

    @property
    def player(self) -> int:
        """The player who had the choice."""
        return self.order[len(self.earlier)]

    def to_json(self) -> dict[str, Any]:
        """Return the tie as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "order": [self._label(player) for player in self.order],
            "player": self._label(self.player),
            "earlier": _earlier_json(self),
            "equal": [aim.to_json() for aim in self.equal],
            "chosen": self.chosen.to_json(),
            "on_path": self.on_path,
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Tie:
        """Read a tie of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import solve
        >>> solution = solve(["1/2", "1/2", 1])
        >>> Tie.from_json(solution.ties[0].to_json(), solution.problem) == solution.ties[0]
        True
        """
        fields = fields_of(source, "a tie")
        order, earlier = _node_of(fields, problem)
        player = order[len(earlier)]
        fields.agree("player", problem.label(player))
        aim = aim_of(problem, order, player)
        equal, chosen = fields.get("equal", each(aim)), fields.get("chosen", aim)
        return cls(order, earlier, equal, chosen, fields.get("on_path", truth)).among(problem.people)

    def __str__(self) -> str:
        before = _before(self)
        return (
            f"in {self._order_text(self.order)}{' after ' + before if before else ''}: {self._label(self.player)} "
            f"chose {self.chosen} among {', '.join(map(str, self.equal))}{'' if self.on_path else ' (off the path)'}"
        )

    def __repr__(self) -> str:
        return f"<Tie {self}>"

    def _table(self) -> Table:
        equal = ", ".join(map(str, self.equal))
        row = (self._order_text(self.order), _before(self), self._label(self.player), equal, self.chosen, self.on_path)
        return Table(("phase", "announced before", "player", "equal", "chosen", "on path"), [row])


def _earlier_json(node: Tie | Decision) -> dict[str, Any]:
    announced = zip(node.order, node.earlier, strict=False)  # the later players have not announced yet
    return {order_text((player,), node.people): aim.to_json() for player, aim in announced}


def _before(node: Tie | Decision) -> str:
    announced = zip(node.order, node.earlier, strict=False)
    return ", ".join(f"{order_text((player,), node.people)} {aim}" for player, aim in announced)


def _node_of(fields: Fields, problem: Problem) -> tuple[Order, tuple[Aim, ...]]:
    """Read the phase of a node and the aims announced before it."""
    order = fields.get("order", order_of(problem))

    def read(data: object) -> tuple[Aim, ...]:
        announced = len(data) if isinstance(data, Mapping) else 0
        if announced >= len(order):
            raise RecordError("everybody has announced, so nobody is left to decide")
        aims = aims_by_player(data, problem, order, order[:announced])
        return tuple(aim for aim in aims if aim is not None)

    earlier = fields.get("earlier", read)
    return order, earlier


@dataclass(frozen=True, repr=False)
class Worth(Part):
    """What one option of a decision was worth, with the replies to it.

    Fields: `player`, who decides; `aim`, the option; `allowed`, False if all that can follow it is a stalemate of the
    phase; `replies`, the aims of the later announcers, None where all ends in a stalemate; `win`, the win
    probabilities at the decider's own first turn, all 0 in a stalemate.
    """

    player: int
    aim: Aim
    allowed: bool
    replies: tuple[Aim, ...] | None
    win: tuple[Number, ...]

    @property
    def value(self) -> Number:
        """The decider's own win probability, which is what he compares."""
        return self.win[self.player]

    def to_json(self) -> dict[str, Any]:
        """Return the worth as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "player": self._label(self.player),
            "aim": self.aim.to_json(),
            "allowed": self.allowed,
            "replies": None if self.replies is None else [aim.to_json() for aim in self.replies],
            "win": texts(self._who(len(self.win)).by_person(self.win)),
            "value": number_text(self.value),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem, order: Order | None = None) -> Worth:
        """Read a worth of a problem. Raises `RecordError`, naming the key.

        Parameters: `source`; `problem`; `order`, the phase in which the decision is taken, by default the first.

        >>> from truel_ref import decision, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> worth = decision(solution).worths[0]
        >>> Worth.from_json(worth.to_json(), solution.problem) == worth
        True
        """
        phase = problem.first_order if order is None else tuple(order)
        fields = fields_of(source, "the worth of an option")
        player = fields.get("player", lambda name: _place(name, problem, phase))
        later = phase[phase.index(player) + 1 :]

        def replies(value: object) -> tuple[Aim, ...] | None:
            if value is None:
                return None
            if not isinstance(value, list | tuple) or len(value) != len(later):
                raise RecordError(f"{shown(value)} is neither null nor a list of {len(later)} aims")
            return tuple(aim_of(problem, phase, who)(aim) for who, aim in zip(later, value, strict=True))

        worth = cls(
            player=player,
            aim=fields.get("aim", aim_of(problem, phase, player)),
            allowed=fields.get("allowed", truth),
            replies=fields.get("replies", replies),
            win=fields.get("win", wins_of(problem)),
        )
        fields.agree("value", number_text(worth.value))
        return worth.among(problem.people)

    def _replies_text(self) -> str:
        return "stalemate" if self.replies is None else ", ".join(map(str, self.replies)) or "none"

    def __repr__(self) -> str:
        verdict = "" if self.allowed else ", not allowed"
        return f"<Worth {self.aim}: {shown_numbers([self.value])}, replies: {self._replies_text()}{verdict}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        row = (self._label(self.player), self.aim, self._replies_text(), self.allowed, self.value, Percent(self.value))
        return Table(("player", "aim", "replies", "allowed", "wins", "percent"), [row])


def _place(name: object, problem: Problem, order: Order) -> int:
    place = problem.people.place(name) if isinstance(name, str) else None
    if place is None or place not in order:
        raise RecordError(f"{shown(name)} is nobody in the phase {problem.order_text(order)}")
    return place


@dataclass(frozen=True, repr=False)
class Decision(Part):
    """One node of the announcements: a player, what was announced before him, and every option weighed.

    Fields: `order`, the phase; `earlier`, the aims announced before; `worths`, one `Worth` per option in canonical
    order; `chosen`, the aim he announces, None if he has no allowed one.

    >>> from truel_ref import decision, solve
    >>> print(decision(solve(["1/3", "2/3", 1]), "B"))
    B decides in A, B, C after A B
    <BLANKLINE>
    aim    replies    wins      percent  allowed    chosen
    -----  ---------  ------  ---------  ---------  --------
    A      Miss       0         0.000 %  yes        no
    C      B          8/21     38.095 %  yes        yes
    Miss   Miss       0         0.000 %  yes        no
    """

    order: Order
    earlier: tuple[Aim, ...]
    worths: tuple[Worth, ...]
    chosen: Aim | None

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    @property
    def best(self) -> tuple[Aim, ...]:
        """The allowed options that share the best value, in canonical order: more than one is a tie."""
        allowed = [worth for worth in self.worths if worth.allowed]
        top = max((worth.value for worth in allowed), default=None)
        return tuple(worth.aim for worth in allowed if worth.value == top)

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "order": [self._label(player) for player in self.order],
            "player": self._label(self.player),
            "earlier": _earlier_json(self),
            "worths": [worth.to_json() for worth in self.worths],
            "chosen": aim_json(self.chosen),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Decision:
        """Read a decision of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import decision, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Decision.from_json(decision(solution).to_json(), solution.problem) == decision(solution)
        True
        """
        fields = fields_of(source, "a decision")
        order, earlier = _node_of(fields, problem)
        player = order[len(earlier)]
        fields.agree("player", problem.label(player))
        worths = fields.get("worths", each(lambda data: Worth.from_json(data, problem, order)))
        chosen = fields.get("chosen", optional(aim_of(problem, order, player)))
        return cls(order, earlier, worths, chosen).among(problem.people)

    def __repr__(self) -> str:
        return f"<Decision of {self._label(self.player)} in {self._order_text(self.order)}: {aim_text(self.chosen)}>"

    def _table(self) -> Table:
        before = _before(self)
        caption = f"{self._label(self.player)} decides in {self._order_text(self.order)}"
        rows = [
            (
                worth.aim,
                worth._replies_text(),
                worth.value,
                Percent(worth.value),
                worth.allowed,
                worth.aim == self.chosen,
            )
            for worth in self.worths
        ]
        columns = ("aim", "replies", "wins", "percent", "allowed", "chosen")
        return Table(columns, rows, f"{caption} after {before}" if before else caption)
