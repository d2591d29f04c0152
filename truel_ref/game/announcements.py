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
from truel_ref.game.orders import Order
from truel_ref.game.parts import AIM, ORDER, OWN_AIM, PLAYER, WINS, Part, aim_text, shown_numbers, under
from truel_ref.numbers import Number
from truel_ref.records.record import NUMBER, TRUTH, Codec, Keys, derived, many, maybe, nested
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

    _keys = Keys(
        "a tie",
        order=ORDER,
        player=derived(PLAYER),
        earlier=under("order", AIM, announced=True),
        equal=many(OWN_AIM),
        chosen=OWN_AIM,
        on_path=TRUTH,
    )

    @property
    def player(self) -> int:
        """The player who had the choice."""
        return self.order[len(self.earlier)]

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


def _before(node: Tie | Decision) -> str:
    announced = zip(node.order, node.earlier, strict=False)  # the later players have not announced yet
    return ", ".join(f"{node._label(player)} {aim}" for player, aim in announced)


def _read_replies(data: Any, known: Mapping[str, Any]) -> tuple[Aim, ...]:
    """Read the aims of those who announce after the player."""
    order = known.get("order") or known["problem"].first_order
    later = order[order.index(known["player"]) + 1 :]
    if not isinstance(data, list | tuple) or len(data) != len(later):
        raise RecordError(f"{shown(data)} is neither null nor a list of {len(later)} aims")
    return tuple(AIM.read(aim, {**known, "whose": player}) for player, aim in zip(later, data, strict=True))


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

    _keys = Keys(
        "the worth of an option",
        player=PLAYER,
        aim=OWN_AIM,
        allowed=TRUTH,
        replies=maybe(Codec(_read_replies, many(AIM).write)),
        win=WINS,
        value=derived(NUMBER),
    )

    @property
    def value(self) -> Number:
        """The decider's own win probability, which is what he compares."""
        return self.win[self.player]

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

    _keys = Keys(
        "a decision",
        order=ORDER,
        player=derived(PLAYER),
        earlier=under("order", AIM, announced=True),
        worths=many(nested(Worth, "order")),
        chosen=maybe(OWN_AIM),
    )

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
