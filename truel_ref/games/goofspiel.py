"""Goofspiel, the game of pure strategy: the value of a state, optimal bids, and best responses.

Two players hold cards, and prizes come up in random order. For each prize both players bid a card at the same time; the
higher bid takes the prize, equal bids discard it, and both cards are spent. docs/use/goofspiel.md has the rules and the
mathematics.

>>> print(solve(State(own=[1, 3], other=[2, 3], prize=2, to_come=[3], lead=1)))
player      card  bids      percent
--------  ------  ------  ---------
own            1  1/3      33.333 %
own            3  2/3      66.667 %
other          2  2/3      66.667 %
other          3  1/3      33.333 %
the game is worth -1/3 (goal win)
own 1: -1, 1
own 3: 0, -1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games import GameRecord, short_text
from truel_ref.kernels.matrix_game import optimal_mixes
from truel_ref.limits import check
from truel_ref.numbers import inside, public, read_count, read_rational
from truel_ref.records.table import Cell, Percent, Table

Cards: TypeAlias = tuple[int, ...]

GOALS = ("win", "points")
"""The goals of the players: more points than the other at the end, or a large expected difference of the points."""

MOST_CARDS = 6
"""The largest hand to solve. For `points` six cards take minutes; their values have some 17,000 digits."""

_LARGEST = 10**9  # card, prize and lead


@dataclass(frozen=True)
class State:
    """A state in which a prize is on the table and both players are about to bid.

    Fields: `own` and `other`, the cards of the two players, ascending; `prize`; `to_come`, the later prizes, ascending;
    `lead`, the first player's points minus the other's.

    Raises `NumberError` or `ProblemError` unless hands are distinct positive integers, equally many on both sides and
    as many as there are prizes, at most six.

    >>> State([3, 1], [2, 3], 2, [3], lead=1)
    State(own=(1, 3), other=(2, 3), prize=2, to_come=(3,), lead=1)
    """

    own: Cards
    other: Cards
    prize: int
    to_come: Cards = ()
    lead: int = 0

    def __post_init__(self) -> None:
        for name in ("own", "other", "to_come"):
            object.__setattr__(self, name, _read_cards(getattr(self, name), name))
        for name, least in (("prize", 1), ("lead", -_LARGEST)):
            object.__setattr__(self, name, read_count(getattr(self, name), name, least, _LARGEST))
        sizes = len(self.own), len(self.other), len({self.prize, *self.to_come})
        wrong = len(set(sizes)) > 1 or self.prize in self.to_come or not 1 <= sizes[0] <= MOST_CARDS
        refuse(
            ProblemError,
            (
                wrong,
                f"own has {sizes[0]} cards, other {sizes[1]}, and there are {sizes[2]} different prizes with that on "
                f"the table; the three numbers must be the same, from 1 to {MOST_CARDS}",
            ),
        )

    def after(self, mine: int, theirs: int) -> tuple[Cards, Cards, Cards, int]:
        """Return both hands, the prizes to come and the lead after a pair of bids, before the next prize comes up.

        Raises `ProblemError` for a bid that is not in the hand.

        >>> State([1, 3], [2, 3], 2, [3], lead=1).after(1, 2)
        ((3,), (3,), (3,), -1)
        """
        gain = self.prize * ((mine > theirs) - (mine < theirs))
        return _without(self.own, mine), _without(self.other, theirs), self.to_come, self.lead + gain


def _read_cards(cards: Any, name: str) -> Cards:
    is_list = isinstance(cards, list | tuple | range) and len(set(cards)) == len(cards)
    refuse(ProblemError, (not is_list, f"{name}: {shown(cards)} is not a list of different cards"))
    return tuple(sorted(read_count(card, name, 1, _LARGEST) for card in cards))


@cache
def _without(cards: Cards, card: int) -> Cards:
    refuse(ProblemError, (card not in cards, f"the card {shown(card)} is not one of {', '.join(map(str, cards))}"))
    return tuple(other for other in cards if other != card)


def opening(cards: int, prize: int) -> State:
    """Return the first state of the game: both players hold the cards from 1 to `cards`, and `prize` has come up.

    Raises `NumberError` or `ProblemError` for an invalid number of cards or prize.

    >>> opening(3, 2)
    State(own=(1, 2, 3), other=(1, 2, 3), prize=2, to_come=(1, 3), lead=0)
    """
    hand = _full_hand(cards)
    return State(hand, hand, prize, _without(hand, prize))


def _full_hand(cards: int) -> Cards:
    return tuple(range(1, read_count(cards, "cards", 1, MOST_CARDS) + 1))


# ---------------------------------------------------------------------------------------------------------
# The values of states, by backward induction


class Values:
    """The values of Goofspiel before a prize comes up, exactly, each computed once.

    With the cards `A` and `B`, the prizes `P` and the lead `l` of the first player,

        V(A, B, P, l) = mean over p in P of the value of the matrix game with the entries
                        V(A - a, B - b, P - p, l + g)    where    g = p, 0, -p  for  a > b, a = b, a < b,

    and `V` is the sign of `l` when no card is left. This is the goal `win`; for `points` an entry is `g` plus the later
    value, the end has the value 0, and there is no lead. Some states have equal values, and are solved once:

    1. Swapping the players changes the sign. So equal hands without a lead have the value 0.
    2. Only comparisons between the hands matter, so ranks among all held cards may replace the cards.
    3. A lead above the sum of all prizes to come decides `win`.

    Parameters: `goal`, a word of `GOALS`; `progress`, called with 1 for every solved state. Raises `ProblemError` for
    another goal.

    Source: S. M. Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability 8 (1971), 621-625; G. C.
    Rhoads, L. Bartholdi, "Computer solution to the game of pure strategy", Games 3 (2012), 150-156.

    >>> print(Values("win")((1, 3), (2, 3), (2, 3), 1))
    -1/3
    """

    def __init__(self, goal: str, progress: Progress = lambda more: None) -> None:
        refuse(ProblemError, (goal not in GOALS, f"goal: {shown(goal)} is unknown; choose from {', '.join(GOALS)}"))
        self.goal, self.progress = goal, progress
        self.known: dict[tuple[Cards, Cards, Cards, int], Any] = {}

    def __call__(self, own: Cards, other: Cards, prizes: Cards, lead: int) -> Any:
        """Return the value to the first player before a prize comes up, as a number inside."""
        lead = lead if self.goal == "win" else 0
        if abs(lead) > sum(prizes):
            return 1 if lead > 0 else -1
        if own == other and lead == 0:
            return 0
        own, other = _ranked(own, other)
        if (own, other, lead) < (other, own, -lead):
            return -self(other, own, prizes, -lead)
        state = own, other, prizes, lead
        if state not in self.known:
            games = (self.matrix(own, other, prize, _without(prizes, prize), lead) for prize in prizes)
            worths = [inside(optimal_mixes(game).value) for game in games]
            self.known[state] = sum(worths, inside(Fraction(0))) / len(prizes)
            self.progress(1)
        return self.known[state]

    def matrix(self, own: Cards, other: Cards, prize: int, to_come: Cards, lead: int) -> list[list[Any]]:
        """Return the value of every pair of bids: own cards are rows, the other's columns, both ascending.

        Parameters: those of a `State`.
        """

        def worth(mine: int, theirs: int) -> Any:
            gain = prize * ((mine > theirs) - (mine < theirs))
            later = self(_without(own, mine), _without(other, theirs), to_come, lead + gain)
            return later if self.goal == "win" else later + gain

        return [[worth(mine, theirs) for theirs in other] for mine in own]


@cache
def _ranked(own: Cards, other: Cards) -> tuple[Cards, Cards]:
    """Return both hands with every card replaced by its rank, from 1, among all held cards."""
    ranks = {card: rank for rank, card in enumerate(sorted({*own, *other}), start=1)}
    return tuple(ranks[card] for card in own), tuple(ranks[card] for card in other)


# ---------------------------------------------------------------------------------------------------------
# Optimal bids


@dataclass(frozen=True)
class Bids(GameRecord):
    """The value of a state, with an optimal mix of bids for each player as its proof.

    Fields: `state`; `goal`; `value`, to the first player; `own` and `other`, the chance of each card of both players;
    `matrix`, the value of each pair of bids, own cards as rows and the other's as columns, both ascending.
    """

    state: State
    goal: str
    value: Fraction
    own: dict[int, Fraction]
    other: dict[int, Fraction]
    matrix: tuple[tuple[Fraction, ...], ...]

    def _table(self) -> Table:
        rows = [
            (player, card, short_text(chance), Percent(chance))
            for player, bids in (("own", self.own), ("other", self.other))
            for card, chance in bids.items()
        ]
        notes = (
            f"the game is worth {short_text(self.value)} (goal {self.goal})",
            *(
                f"own {card}: {', '.join(map(short_text, row))}"
                for card, row in zip(self.own, self.matrix, strict=True)
            ),
        )
        return Table(("player", "card", "bids", "percent"), rows, notes=notes)


def solve(state: State, goal: str = "win", values: Values | None = None) -> Bids:
    """Return the value of a state, an optimal mix of bids for both players, and the matrix of their game.

    `win` is the chance that the first player has more points at the end minus the chance that the other has more;
    `points` is the expected difference of the points still to win, without the lead. The steps: (1) compute the value
    after each pair of bids, by backward induction (`Values`); (2) solve the matrix game of these values. If several
    mixes are optimal, the result has one of them; the value is unique.

    Parameters: `state`; `goal`, "win" or "points"; `values`, those of earlier questions with the same goal.

    Raises `ProblemError` for another goal.

    >>> bids = solve(opening(3, 1))
    >>> for row in bids.matrix:
    ...     print(*row)
    0 1/3 1
    -1/3 0 1/3
    -1 -1/3 0
    >>> bids.own
    {1: Fraction(1, 1), 2: Fraction(0, 1), 3: Fraction(0, 1)}
    """
    later = values or Values(goal)
    matrix = tuple(tuple(Fraction(public(entry)) for entry in row) for row in later.matrix(*astuple(state)))
    mixes = optimal_mixes(matrix)
    own, other = (dict(zip(*pair, strict=True)) for pair in ((state.own, mixes.rows), (state.other, mixes.columns)))
    return Bids(state, later.goal, mixes.value, own, other, matrix)


@dataclass(frozen=True)
class Openings(GameRecord):
    """Optimal first bids; both players may use them: `goal`; `bids`, for every first prize the chance of each card."""

    goal: str
    bids: dict[int, dict[int, Fraction]]

    def _table(self) -> Table:
        names = ("prize", *(f"bid {card}" for card in self.bids))
        rows: list[list[Cell]] = [[prize, *map(Percent, mix.values())] for prize, mix in self.bids.items()]
        return Table(names, rows, notes=[f"goal {self.goal}"])


def openings(cards: int, goal: str = "win", progress: Progress = lambda more: None) -> Openings:
    """Return optimal first bids of the game with cards and prizes from 1 to a number, for every first prize.

    Parameters: `cards`, up to six; `goal`, "win" or "points"; `progress`, called with 1 for every solved later state.

    Raises `NumberError` or `ProblemError` for another number of cards or goal.

    >>> print(openings(4, goal="points").to_text(digits=1))
      prize    bid 1    bid 2    bid 3    bid 4
    -------  -------  -------  -------  -------
          1  100.0 %    0.0 %    0.0 %    0.0 %
          2   33.7 %   13.6 %   52.7 %    0.0 %
          3   26.9 %    0.0 %   51.4 %   21.7 %
          4    0.0 %    0.0 %    0.0 %  100.0 %
    goal points
    """
    values = Values(goal, progress)
    return Openings(goal, {prize: solve(opening(cards, prize), goal, values).own for prize in _full_hand(cards)})


# ---------------------------------------------------------------------------------------------------------
# What a strategy loses

Strategy: TypeAlias = Callable[[State], Mapping[int, Any]]
"""From a state, seen as the first player, to the chances of the player's cards."""


STRATEGIES: dict[str, Strategy] = {
    "uniform": lambda state: dict.fromkeys(state.own, Fraction(1, len(state.own))),
    "matching": lambda state: {state.own[sum(prize < state.prize for prize in state.to_come)]: Fraction(1)},
}
"""Simple strategies by name: any card with equal chance; the card with the rank of the prize among the prizes left."""


def optimal_strategy(goal: str = "win") -> Strategy:
    """Return the strategy that plays the optimal mix of `solve` in every state, for "win" or "points".

    >>> optimal_strategy("win")(State([1, 3], [2, 3], 2, [3], lead=1))
    {1: Fraction(1, 3), 3: Fraction(2, 3)}
    """
    values = Values(goal)
    return lambda state: solve(state, goal, values).own


@dataclass(frozen=True)
class Exploitation(GameRecord):
    """The value of a strategy against a best response of an opponent who knows it.

    With equal hands the value of the game is 0, so a negative value is the loss of the strategy.

    Fields: `goal`; `strategy`, its name; `value`, before the first prize comes up; `gets`, for every first prize,
    ascending; `replies`, a best first bid of the opponent for each.
    """

    goal: str
    strategy: str
    value: Fraction
    gets: tuple[Fraction, ...]
    replies: Cards

    def _table(self) -> Table:
        names = ("prize", "gets", "reply")
        rows = list(zip(count(1), map(short_text, self.gets), self.replies, strict=False))
        note = f"{self.strategy} gets {short_text(self.value)} (goal {self.goal}) from an opponent who knows it"
        return Table(names, rows, notes=[note])


def exploit(strategy: Strategy, cards: int, goal: str = "win", name: str = "the strategy") -> Exploitation:
    """Return the exact value of a strategy in the whole game against a best response.

    An opponent who knows the chances of all bids needs no mix: in every state, by backward induction, the opponent
    makes the bid that minimises the expected value of the strategy. This solves no matrix game and uses no symmetry. So
    the value 0 of the optimal strategy is a second proof of its optimality.

    Parameters: `strategy`, a function from a state, as its player sees it, to the chances of the player's cards, where
    missing cards have the chance 0; `cards`, up to six; `goal`, "win" or "points"; `name`, for tables.

    Raises `NumberError` or `ProblemError` for another number of cards or goal, and for a strategy whose answer is not a
    mix of the cards in hand.

    >>> print(exploit(STRATEGIES["matching"], 4, goal="points", name="matching"))
      prize  gets      reply
    -------  ------  -------
          1  -2            2
          2  -2            3
          3  -2            4
          4  -2            1
    matching gets -2 (goal points) from an opponent who knows it
    """
    for_win = Values(goal).goal == "win"

    @cache
    def before(own: Cards, other: Cards, prizes: Cards, lead: int) -> Fraction:
        if not prizes:
            return Fraction((lead > 0) - (lead < 0)) if for_win else Fraction(0)
        states = (State(own, other, prize, _without(prizes, prize), lead) for prize in prizes)
        return sum((best_reply(state)[0] for state in states), Fraction(0)) / len(prizes)

    def best_reply(state: State) -> tuple[Fraction, int]:
        check()
        mix = _read_mix(strategy(state), state)

        def gets(theirs: int) -> Fraction:
            states = [(chance, state.after(mine, theirs)) for mine, chance in mix.items()]
            gains = (chance * (before(*after) + (0 if for_win else after[-1] - state.lead)) for chance, after in states)
            return sum(gains, Fraction(0))

        return min((gets(theirs), theirs) for theirs in state.other)

    firsts = [best_reply(opening(cards, prize)) for prize in _full_hand(cards)]
    gets, replies = zip(*firsts, strict=True)
    return Exploitation(goal, name, sum(gets, Fraction(0)) / len(gets), gets, replies)


def _read_mix(answer: object, state: State) -> dict[int, Fraction]:
    """Return the chances above 0 of a strategy's answer; refuse an answer that is not a mix of the cards in hand."""
    if not isinstance(answer, Mapping) or not set(answer) <= set(state.own):
        in_hand = f"a strategy gives the chances of cards in hand, {shown(state.own)}"
        raise ProblemError(f"{in_hand}, and not {shown(answer)}")
    # No limit on digits: an optimal mix of six cards has thousands.
    mix = {card: read_rational(chance, f"card {card}", digits=None) for card, chance in answer.items()}
    must = f"the strategy's chances with {shown(state.own)} in hand must be at least 0 and add up to 1"
    refuse(ProblemError, (sum(mix.values()) != 1 or min(mix.values()) < 0, must))
    return {card: chance for card, chance in mix.items() if chance}
