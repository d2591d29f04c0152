"""A game of Goofspiel against the optimum, card by card, with seeded dice."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from truel_ref.budget import check
from truel_ref.games.goofspiel import solve
from truel_ref.games.goofspiel_state import State, full_hand
from truel_ref.games.goofspiel_values import Continuations

__all__ = ["Trick", "drawn_card", "standing", "tricks"]


@dataclass(frozen=True)
class Trick:
    """One prize and who bid what for it.

    Fields: `state`, as the first player, who was asked, saw it; `mine` and `theirs`, the bids; `lead`, of the first
    player after it.
    """

    state: State
    mine: int
    theirs: int
    lead: int

    def __str__(self) -> str:
        order = (self.mine > self.theirs) - (self.mine < self.theirs)
        taken = {1: "you take it", 0: "nobody takes it", -1: "I take it"}[order]
        return f"prize {self.state.prize}: you bid {self.mine}, I bid {self.theirs}, {taken}; {standing(self.lead)}"


def standing(lead: int) -> str:
    """Return who leads by how much, as the second player says it.

    >>> standing(2), standing(0), standing(-1)
    ('you lead by 2', 'we are level', 'I lead by 1')
    """
    return f"{'you' if lead > 0 else 'I'} lead by {abs(lead)}" if lead else "we are level"


def tricks(cards: int, goal: str, rng: random.Random, ask: Callable[[State], int]) -> Iterator[Trick]:
    """Play a game in which the second player bids optimally, and yield it trick by trick.

    The same dice and the same bids of the first player make the same game. Every bid of the second player is drawn
    with exactly its chance: no float has a part in it.

    Parameters: `cards`, from 1 to so many; `goal`, "win" or "points"; `rng`, the dice; `ask`, which returns the bid of
    the first player for a state, before the other's is drawn.

    Raises `GameError` for a number of cards or a goal that there is not, and for a bid that is not in the hand.

    >>> for trick in tricks(3, "win", random.Random(1), ask=lambda state: state.own[-1]):
    ...     print(trick)
    prize 1: you bid 3, I bid 1, you take it; you lead by 1
    prize 3: you bid 2, I bid 2, nobody takes it; you lead by 1
    prize 2: you bid 1, I bid 3, I take it; I lead by 1
    """
    own = other = to_come = full_hand(cards)
    known = Continuations(goal)
    lead = 0
    while to_come:
        check()
        prize = rng.choice(to_come)
        state = State(own, other, prize, tuple(card for card in to_come if card != prize), lead)
        mine = ask(state)
        theirs = drawn_card(solve(state, goal, known=known).other, rng)
        own, other, to_come, lead = state.after(mine, theirs)
        yield Trick(state, mine, theirs, lead)


def drawn_card(mix: dict[int, Fraction], rng: random.Random) -> int:
    """Return a card drawn with exactly its chance.

    >>> drawn_card({1: Fraction(0), 2: Fraction(1)}, random.Random(1))
    2
    """
    common = math.lcm(*(chance.denominator for chance in mix.values()))
    number = rng.randrange(common)
    for card, chance in mix.items():
        number -= int(chance * common)
        if number < 0:
            return card
    raise AssertionError("the chances of a mix add up to 1")
