"""The states of Goofspiel: who holds which cards, and which prizes are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

from truel_ref.budget import Estimate, admit, forced
from truel_ref.errors import GameError, RecordError, shown
from truel_ref.records.record import Fields, each

__all__ = ["MOST_CARDS", "State", "full_hand", "opening", "refuse_many"]

MOST_CARDS = 6
_EACH_SETS = 2e-3  # seconds for two hands and the prizes, with every lead
"""The largest hand that is solved. Six cards take seconds; of seven not even `win` ends within minutes."""

LARGEST_CARD = 1000
LARGEST_LEAD = 10**9


@dataclass(frozen=True)
class State:
    """A state in which a prize is on the table and both players are about to bid.

    Fields: `own` and `other`, the cards of the two players, ascending; `prize`; `to_come`, the prizes after it,
    ascending; `lead`, how many points the first player has more than the other.

    Raises `GameError` for cards that are no different positive integers, hands of different sizes, and as many prizes
    as there are no cards for.

    >>> State([3, 1], [2, 3], 2, [3], lead=1)
    State(own=(1, 3), other=(2, 3), prize=2, to_come=(3,), lead=1)
    >>> State([1, 3], [2], 2, [3])
    Traceback (most recent call last):
    truel_ref.errors.GameError: other: 1 card, but own has 2; both players hold equally many
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    prize: int
    to_come: tuple[int, ...] = ()
    lead: int = 0

    def __post_init__(self) -> None:
        for name in ("own", "other", "to_come"):
            object.__setattr__(self, name, _cards(getattr(self, name), name))
        _cards([self.prize], "prize")
        size = len(self.own)
        if not size:
            raise GameError("own: a player without cards cannot bid")
        if len(self.other) != size:
            raise GameError(f"other: {_counted(self.other)}, but own has {size}; both players hold equally many")
        if len(self.to_come) != size - 1:
            raise GameError(f"to_come: {len(self.to_come)} prizes, but after this bid there are {size - 1} cards")
        if self.prize in self.to_come:
            raise GameError(f"to_come: the prize {self.prize} is on the table already")
        if type(self.lead) is not int or abs(self.lead) > LARGEST_LEAD:
            raise GameError(f"lead: {shown(self.lead)} is not an integer up to {LARGEST_LEAD:,}")

    def mirrored(self) -> State:
        """Return the same state as the other player sees it.

        >>> State([1, 3], [2, 3], 2, [3], lead=1).mirrored()
        State(own=(2, 3), other=(1, 3), prize=2, to_come=(3,), lead=-1)
        """
        return State(self.other, self.own, self.prize, self.to_come, -self.lead)

    def after(self, mine: int, theirs: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
        """Return both hands, the prizes to come and the lead after a pair of bids, before the next prize comes up.

        Raises `GameError` for a bid that is not in the hand.

        >>> State([1, 3], [2, 3], 2, [3], lead=1).after(1, 2)
        ((3,), (3,), (3,), -1)
        """
        for name, bid, hand in (("own", mine, self.own), ("other", theirs, self.other)):
            if bid not in hand:
                raise GameError(f"{name}: the bid {shown(bid)} is not in the hand {_listed(hand)}")
        gain = self.prize * ((mine > theirs) - (mine < theirs))
        return (
            tuple(card for card in self.own if card != mine),
            tuple(card for card in self.other if card != theirs),
            self.to_come,
            self.lead + gain,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain data for JSON.

        >>> State([1], [2], 3).to_json()
        {'own': [1], 'other': [2], 'prize': 3, 'to_come': [], 'lead': 0}
        """
        return {
            "own": list(self.own),
            "other": list(self.other),
            "prize": self.prize,
            "to_come": list(self.to_come),
            "lead": self.lead,
        }

    @classmethod
    def from_json(cls, data: object) -> State:
        """Return the state that `to_json` wrote; prizes to come and lead may be left out where they are none and 0.

        Raises `RecordError` for data that are no state, and `GameError` for a state that cannot be.

        >>> State.from_json({"own": [1], "other": [2], "prize": 3})
        State(own=(1,), other=(2,), prize=3, to_come=(), lead=0)
        """
        fields = Fields({"to_come": [], "lead": 0} | dict(data) if isinstance(data, Mapping) else data, "a state")
        own, other, to_come = (fields.get(key, each(_whole)) for key in ("own", "other", "to_come"))
        return cls(own, other, fields.get("prize", _whole), to_come, fields.get("lead", _whole))


def _cards(cards: Any, name: str) -> tuple[int, ...]:
    listed = tuple(cards) if isinstance(cards, list | tuple | range | set | frozenset) else (cards,)
    for card in listed:
        if type(card) is not int or not 1 <= card <= LARGEST_CARD:
            raise GameError(f"{name}: {shown(card)} is not a card from 1 to {LARGEST_CARD:,}")
    if len(set(listed)) < len(listed):
        twice = next(card for card in listed if listed.count(card) > 1)
        raise GameError(f"{name}: {twice} stands twice; every card is there once")
    return tuple(sorted(listed))


def _whole(value: object) -> int:
    if type(value) is not int:
        raise RecordError(f"{shown(value)} is not an integer")
    return value


def _counted(cards: tuple[int, ...]) -> str:
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"


def _listed(cards: tuple[int, ...]) -> str:
    return ", ".join(map(str, cards))


def opening(cards: int, prize: int) -> State:
    """Return the first state of the game: both hold the cards from 1 on, and one of as many prizes has come up.

    Raises `GameError` for a number of cards or a prize that there is not.

    >>> opening(3, 2)
    State(own=(1, 2, 3), other=(1, 2, 3), prize=2, to_come=(1, 3), lead=0)
    """
    hand = full_hand(cards)
    if prize not in hand:
        raise GameError(f"prize: {shown(prize)} is none of the prizes {_listed(hand)}")
    return State(hand, hand, prize, tuple(card for card in hand if card != prize))


def full_hand(cards: int) -> tuple[int, ...]:
    """Return the hand with which everybody begins, or raise `GameError` where it cannot be solved.

    >>> full_hand(3)
    (1, 2, 3)
    """
    if type(cards) is not int or cards < 1:
        raise GameError(f"cards: {shown(cards)} is not a number of cards such as 5")
    refuse_many(cards)
    return tuple(range(1, cards + 1))


def refuse_many(cards: int) -> None:
    """Raise `GameError` for hands of more cards than are solved.

    >>> refuse_many(7)
    Traceback (most recent call last):
    truel_ref.errors.GameError: cards: hands of 7 are too large to be solved; there may be up to 6; --force, or \
Budget(forced=True), begins all the same
    """
    if cards > MOST_CARDS and not forced():
        raise GameError(
            f"cards: hands of {cards:,} are too large to be solved; there may be up to {MOST_CARDS}; --force, or "
            "Budget(forced=True), begins all the same"
        )
    sets = sum(comb(cards, left) ** 3 for left in range(cards + 1))
    admit(Estimate(sets, "sets of cards and prizes", _EACH_SETS, way_out="take fewer cards"))
