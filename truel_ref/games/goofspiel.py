"""Goofspiel, the game of pure strategy: the value of a state, and optimal bids for both players.

Both players hold cards, and prizes come up in random order. For each prize both players bid a card at the same time;
the higher bid takes the prize, equal bids discard it, and both cards are spent. docs/use/goofspiel.md has the rules and
the mathematics.

>>> print(solve(State(own=[1, 3], other=[2, 3], prize=2, to_come=[3], lead=1), goal="win"))
player      card  bids      percent
--------  ------  ------  ---------
own            1  1/3      33.333 %
own            3  2/3      66.667 %
other          2  2/3      66.667 %
other          3  1/3      33.333 %
the game is worth -1/3
own 1: -1, 1
own 3: 0, -1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import GameError, RecordError, shown
from truel_ref.files import Pathlike, Progress
from truel_ref.games.kept import Kept
from truel_ref.kernels.chance import Induction
from truel_ref.kernels.matrix_game import Mixes, game_value, optimal_mixes
from truel_ref.numbers import decimal_text, fraction_text, inside, public, read_rational
from truel_ref.records.record import Fields, Record, each, integer, one_of, rational
from truel_ref.records.table import Cell, Percent, Table

__all__ = [
    "GOALS",
    "Bids",
    "Continuations",
    "Known",
    "Openings",
    "State",
    "kept_values",
    "opening",
    "openings",
    "short_text",
    "solve",
]


# ---------------------------------------------------------------------------------------------------------
# States


MOST_CARDS = 6
"""The largest hand to solve. Six cards take seconds; with seven cards even `win` takes more than minutes."""

LARGEST_CARD = 1000
LARGEST_LEAD = 10**9


@dataclass(frozen=True)
class State:
    """A state in which a prize is on the table and both players are about to bid.

    Fields: `own` and `other`, the cards of the two players, ascending; `prize`; `to_come`, the later prizes, ascending;
    `lead`, the first player's points minus the other's.

    Raises `GameError` unless cards are distinct positive integers, hands have equal sizes, and the number of prizes
    equals the number of cards of a hand.

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
            cards = f"{len(self.other)} card{'' if len(self.other) == 1 else 's'}"
            raise GameError(f"other: {cards}, but own has {size}; both players hold equally many")
        if len(self.to_come) != size - 1:
            raise GameError(f"to_come: {len(self.to_come)} prizes, but after this bid there are {size - 1} cards")
        if self.prize in self.to_come:
            raise GameError(f"to_come: the prize {self.prize} is on the table already")
        if type(self.lead) is not int or abs(self.lead) > LARGEST_LEAD:
            raise GameError(f"lead: {shown(self.lead)} is not an integer up to {LARGEST_LEAD:,}")

    @property
    def sets(self) -> tuple[int, int, int]:
        """The cards of the two players and the prizes to come, each as the bits of an integer."""
        return set_of(self.own), set_of(self.other), set_of(self.to_come)

    def mirrored(self) -> State:
        """Return the state as the other player sees it.

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
        own, other, to_come = map(list, (self.own, self.other, self.to_come))
        return {"own": own, "other": other, "prize": self.prize, "to_come": to_come, "lead": self.lead}

    @classmethod
    def from_json(cls, data: object) -> State:
        """Return the state that `to_json` wrote; no prizes to come and a lead of 0 may be left out.

        Raises `RecordError` for data of another form, and `GameError` for an impossible state.

        >>> State.from_json({"own": [1], "other": [2], "prize": 3})
        State(own=(1,), other=(2,), prize=3, to_come=(), lead=0)
        """
        fields = Fields({"to_come": [], "lead": 0} | dict(data) if isinstance(data, Mapping) else data, "a state")
        own, other, to_come = (fields.get(key, each(integer)) for key in ("own", "other", "to_come"))
        return cls(own, other, fields.get("prize", integer), to_come, fields.get("lead", integer))


def _cards(cards: Any, name: str) -> tuple[int, ...]:
    listed = tuple(cards) if isinstance(cards, list | tuple | range | set | frozenset) else (cards,)
    for card in listed:
        if type(card) is not int or not 1 <= card <= LARGEST_CARD:
            raise GameError(f"{name}: {shown(card)} is not a card from 1 to {LARGEST_CARD:,}")
    if len(set(listed)) < len(listed):
        twice = next(card for card in listed if listed.count(card) > 1)
        raise GameError(f"{name}: {twice} occurs twice; every card is there once")
    return tuple(sorted(listed))


def _listed(cards: tuple[int, ...]) -> str:
    return ", ".join(map(str, cards))


def opening(cards: int, prize: int) -> State:
    """Return the first state of the game: both players hold the cards from 1 to `cards`, and `prize` has come up.

    Raises `GameError` for an invalid number of cards or prize.

    >>> opening(3, 2)
    State(own=(1, 2, 3), other=(1, 2, 3), prize=2, to_come=(1, 3), lead=0)
    """
    hand = full_hand(cards)
    if prize not in hand:
        raise GameError(f"prize: {shown(prize)} is not one of the prizes {_listed(hand)}")
    return State(hand, hand, prize, tuple(card for card in hand if card != prize))


def full_hand(cards: int) -> tuple[int, ...]:
    """Return the first hand of both players. Raises `GameError` if the game is too large.

    >>> full_hand(3)
    (1, 2, 3)
    """
    if type(cards) is not int or cards < 1:
        raise GameError(f"cards: {shown(cards)} is not a number of cards such as 5")
    refuse_many(cards)
    return tuple(range(1, cards + 1))


def refuse_many(cards: int) -> None:
    """Raise `GameError` for hands of more than `MOST_CARDS` cards.

    >>> refuse_many(7)
    Traceback (most recent call last):
    truel_ref.errors.GameError: cards: hands of 7 are too large to be solved; there may be up to 6
    """
    if cards > MOST_CARDS:
        raise GameError(f"cards: hands of {cards:,} are too large to be solved; there may be up to {MOST_CARDS}")


# ---------------------------------------------------------------------------------------------------------
# Values stored in a file, so that work on six cards can stop and resume


_FORMAT = 1  # raise it when the packing of states changes: then older files are refused

Packed: TypeAlias = tuple[int, int, int, int]
"""The sets of own cards, of the other's cards and of the prizes to come, each as bits, and the lead."""


class Known(NamedTuple):
    """The value of a state before a prize comes up.

    Fields: `kind`, "optimum" for optimal play of both, "reply" for a best response to a strategy; `state`; `value`.
    """

    kind: str
    state: Packed
    value: Fraction


def kept_values(keep: Pathlike | None, goal: str, strategy: str | None = None) -> Kept[Known]:
    """Return the stored values of a file, none without a file, as a context manager to add more.

    Parameters: `keep`, the file, None to store nothing; `goal`, "win" or "points"; `strategy`, the name of an exploited
    strategy, which identifies its values, None for optimal play.

    Raises `GameError` and `FileError` as `Kept` does.

    >>> with kept_values(None, "win") as kept:
    ...     print(kept.pieces)
    []
    """
    about = {"game": "goofspiel", "format": _FORMAT, "goal": goal}
    return Kept(keep, about if strategy is None else {**about, "strategy": strategy}, _read, _written)


def kept_of(
    kept: Kept[Known] | None, kind: str
) -> tuple[dict[Packed, Fraction], Callable[[Packed, Any], object] | None]:
    """Return the stored values of a kind by state, and a function to store another; empty and None without a file."""
    if kept is None:
        return {}, None
    known = {piece.state: piece.value for piece in kept.pieces if piece.kind == kind}
    return known, lambda state, value: kept.add(Known(kind, state, Fraction(public(value))))


def _written(known: Known) -> list[Any]:
    return [known.kind, *known.state, fraction_text(known.value)]


def _read(data: Any) -> Known:
    kind, own, other, prizes, lead, value = data
    if kind not in ("optimum", "reply") or any(type(number) is not int for number in (own, other, prizes, lead)):
        raise ValueError("a value belongs to a state")
    return Known(kind, (own, other, prizes, lead), read_rational(value, digits=None))


# ---------------------------------------------------------------------------------------------------------
# The values of states before a prize comes up: backward induction over packed states


GOALS = ("points", "win")
"""The goals of the players: a large expected difference of points, or more points at the end."""


def read_goal(goal: object) -> str:
    """Return a goal. Raises `GameError` for an unknown goal.

    >>> read_goal("draw")
    Traceback (most recent call last):
    truel_ref.errors.GameError: goal: 'draw' is unknown; choose from points, win
    """
    if not isinstance(goal, str) or goal not in GOALS:
        raise GameError(f"goal: {shown(goal)} is unknown; choose from {', '.join(GOALS)}")
    return goal


def set_of(cards: Iterable[int]) -> int:
    """Return a set of cards as bits.

    >>> set_of((1, 3))
    10
    """
    return sum(1 << card for card in cards)


@cache
def cards_in(bits: int) -> tuple[int, ...]:
    """Return the cards of a set in ascending order.

    >>> cards_in(10)
    (1, 3)
    """
    return tuple(card for card in range(bits.bit_length()) if bits >> card & 1)


class Continuations:
    """The values of Goofspiel before a prize comes up, exactly, each computed once: the game without its bids.

    With the sets `A` and `B` of cards, the set `P` of prizes and the lead `l` of the first player,

        V(A, B, P, l) = mean over p in P of the value of the matrix game with the entries
                        V(A - a, B - b, P - p, l + g)    where    g = p, 0, -p  for  a > b, a = b, a < b,

    and `V` is the sign of `l` when no card is left. This is the goal `win`; for `points` an entry is `g` plus the later
    value, the end has the value 0, and there is no lead. Some states have equal values, and are solved once:

    1. Swapping the players changes the sign. So equal hands without a lead have the value 0.
    2. Only comparisons between the hands matter, so ranks among all held cards may replace the cards.
    3. A lead above the sum of all prizes to come decides `win`.

    Parameters: `goal`, a word of `GOALS`; `progress`, called with 1 for every solved state; `kept`, the stored values
    (`kept_values`), to which new values are added.

    Raises `GameError` for another goal.

    Source: S. M. Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability 8 (1971), 621-625; G. C.
    Rhoads, L. Bartholdi, "Computer solution to the game of pure strategy", Games 3 (2012), 150-156.

    >>> win = Continuations("win")
    >>> print(win.value(set_of([1, 3]), set_of([2, 3]), set_of([2, 3]), 1))
    -1/3
    """

    def __init__(
        self,
        goal: str,
        progress: Progress | None = None,
        kept: Kept[Known] | None = None,
    ) -> None:
        self.goal = read_goal(goal)
        self._for_win = goal == "win"
        known, keep = kept_of(kept, "optimum")
        inner = {state: inside(value) for state, value in known.items()}
        self._induction: Induction[Packed, Any] = Induction(self._mean, progress, inner, keep)

    def __len__(self) -> int:
        """Return the number of solved states."""
        return len(self._induction.values)

    def value(self, own: int, other: int, prizes: int, lead: int) -> Any:
        """Return the value to the first player before a prize comes up, in the internal number type.

        Parameters: `own`, `other` and `prizes`, sets of equal size as bits; `lead`, of the first player.
        """
        if not self._for_win:
            lead = 0
        elif abs(lead) > sum(cards_in(prizes)):
            return 1 if lead > 0 else -1
        if own == other and lead == 0:
            return 0
        own, other = _ranked(own, other)
        if (own, other, lead) < (other, own, -lead):
            return -self._induction((other, own, prizes, -lead))
        return self._induction((own, other, prizes, lead))

    def matrix(self, prize: int, own: int, other: int, to_come: int, lead: int) -> list[list[Any]]:
        """Return the value of every pair of bids for a prize: own cards are rows, the other's columns, both ascending.

        Parameters: `prize`, on the table; `own` and `other`, the hands as bits; `to_come`, the later prizes as bits;
        `lead`, of the first player.
        """

        def worth(mine: int, theirs: int) -> Any:
            gain = prize * ((mine > theirs) - (mine < theirs))
            later = self.value(own ^ 1 << mine, other ^ 1 << theirs, to_come, lead + gain)
            return later if self._for_win else gain + later

        return [[worth(mine, theirs) for theirs in cards_in(other)] for mine in cards_in(own)]

    def _mean(self, state: Packed, value: Callable[[Packed], Any]) -> Any:
        """Return the value of a state from the values of later packed states."""
        own, other, prizes, lead = state
        total = inside(Fraction(0))
        for prize in cards_in(prizes):
            total += game_value(self.matrix(prize, own, other, prizes ^ 1 << prize, lead))
        return total / prizes.bit_count()

    def fraction(self, value: Any) -> Fraction:
        """Return an internal number as a fraction."""
        return Fraction(public(value))


@cache
def _ranked(own: int, other: int) -> tuple[int, int]:
    """Return both hands with every card replaced by its rank, from 0, among all held cards."""
    ranks = {card: rank for rank, card in enumerate(cards_in(own | other))}
    return set_of(ranks[card] for card in cards_in(own)), set_of(ranks[card] for card in cards_in(other))


LONGEST_SHOWN = 24  # longest fraction in tables, in characters; JSON has all digits


# ---------------------------------------------------------------------------------------------------------
# Solving


@dataclass(frozen=True)
class Bids(Record):
    """The value of a state to the first player, with an optimal mix of bids for each player as certificate.

    Fields: `state`; `goal`; `matrix`, the value of each pair of bids, own cards as rows and the other's as columns,
    both ascending; `mixes`, the value of this matrix game and a mix of each player (`kernels.matrix_game.Mixes`).
    """

    state: State
    goal: str
    matrix: tuple[tuple[Fraction, ...], ...]
    mixes: Mixes

    @property
    def value(self) -> Fraction:
        """The value of the state to the first player."""
        return self.mixes.value

    @property
    def own(self) -> dict[int, Fraction]:
        """The chance of each card of the first player."""
        return dict(zip(self.state.own, self.mixes.rows, strict=True))

    @property
    def other(self) -> dict[int, Fraction]:
        """The chance of each card of the other player."""
        return dict(zip(self.state.other, self.mixes.columns, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return goal, state, value, both mixes and the matrix as plain data for JSON; fractions are text.

        >>> solve(State([1], [2], 3)).to_json()["value"]
        '-1'
        """
        return {
            "goal": self.goal,
            **self.state.to_json(),
            "value": fraction_text(self.value),
            "own_bids": list(map(fraction_text, self.mixes.rows)),
            "other_bids": list(map(fraction_text, self.mixes.columns)),
            "matrix": [list(map(fraction_text, row)) for row in self.matrix],
        }

    @classmethod
    def from_json(cls, data: object) -> Bids:
        """Return the bids that `to_json` wrote, after checking that the mixes prove the value of the matrix.

        Raises `RecordError` for data of another form or without a proof, and `GameError` for an impossible state.

        >>> bids = solve(State([1, 3], [2, 3], 2, [3], lead=1))
        >>> Bids.from_json(bids.to_json()) == bids
        True
        """
        fields = Fields(data, "bids")
        own, other = (fields.get(key, _fractions) for key in ("own_bids", "other_bids"))
        mixes = Mixes(fields.get("value", rational), own, other)
        matrix = fields.get("matrix", each(_fractions))
        bids = cls(State.from_json(data), fields.get("goal", one_of(GOALS)), matrix, mixes)
        if not mixes.proves(bids.matrix):
            raise RecordError("own_bids and other_bids do not prove the value of the matrix")
        return bids

    def _table(self) -> Table:
        rows: list[tuple[Cell, ...]] = [
            (player, card, short_text(chance), Percent(chance))
            for player, bids in (("own", self.own), ("other", self.other))
            for card, chance in bids.items()
        ]
        lines = zip(self.state.own, self.matrix, strict=True)
        notes = [
            f"the game is worth {short_text(self.value)}",
            *(f"own {card}: {', '.join(map(short_text, row))}" for card, row in lines),
        ]
        return Table(("player", "card", "bids", "percent"), rows, notes=notes, right=("card", "percent"))


def short_text(number: Fraction) -> str:
    """Return a fraction as text; round a long fraction to nine decimals, marked by a tilde.

    >>> short_text(Fraction(1, 3)), short_text(Fraction(10**30, 3**64))
    ('1/3', '~0.291232406')
    """
    small = max(abs(number.numerator), number.denominator) < 10**LONGEST_SHOWN
    return text if small and len(text := fraction_text(number)) <= LONGEST_SHOWN else f"~{decimal_text(number, 9)}"


_fractions = each(rational)


def solve(
    state: State,
    goal: str = "win",
    progress: Progress | None = None,
    known: Continuations | None = None,
) -> Bids:
    """Return the value of a state, an optimal mix of bids for both players, and the matrix of their game.

    `win` is the chance that the first player has more points at the end minus the chance that the other has more;
    `points` is the expected difference of the points still to win, without the lead. The steps: (1) compute the value
    after each pair of bids, by backward induction (`Continuations`); (2) solve the matrix game of these values
    (`optimal_mixes`). If several mixes are optimal, the result has one of them; the value is unique.

    Parameters: `state`; `goal`, "win" or "points"; `progress`, called with 1 for every later solved state; `known`, the
    continuations of earlier questions, which then determine the goal.

    Raises `GameError` for another goal and for hands of more than six cards.

    >>> bids = solve(opening(3, 1), goal="win")
    >>> for row in bids.matrix:
    ...     print(*row)
    0 1/3 1
    -1/3 0 1/3
    -1 -1/3 0
    >>> bids.own
    {1: Fraction(1, 1), 2: Fraction(0, 1), 3: Fraction(0, 1)}
    """
    read_goal(goal)
    refuse_many(len(state.own))
    later = Continuations(goal, progress) if known is None else known
    matrix = tuple(tuple(map(later.fraction, row)) for row in later.matrix(state.prize, *state.sets, state.lead))
    return Bids(state, later.goal, matrix, optimal_mixes(matrix))


# ---------------------------------------------------------------------------------------------------------
# Openings


@dataclass(frozen=True)
class Openings(Record):
    """Optimal first bids for every first prize; both players may use the same bids.

    Fields: `goal`; `bids`, for each prize, ascending.
    """

    goal: str
    bids: tuple[Bids, ...]

    def to_json(self) -> dict[str, Any]:
        """Return goal, number of cards, and the first bids for every prize, as plain data for JSON.

        >>> openings(2).to_json()
        {'goal': 'win', 'cards': 2, 'openings': [['1', '0'], ['0', '1']]}
        """
        shares = [list(map(fraction_text, bids.mixes.rows)) for bids in self.bids]
        return {"goal": self.goal, "cards": len(self.bids), "openings": shares}

    def _table(self) -> Table:
        cards = self.bids[0].state.own
        names = [f"bid {card}" for card in cards]
        rows: list[tuple[Cell, ...]] = [
            (bids.state.prize, *(Percent(chance) for chance in bids.mixes.rows)) for bids in self.bids
        ]
        return Table(("prize", *names), rows, notes=[f"goal {self.goal}"], right=("prize", *names))


def openings(
    cards: int,
    goal: str = "win",
    progress: Progress | None = None,
    known: Continuations | None = None,
) -> Openings:
    """Return optimal first bids of the game with cards and prizes from 1 to a number, for every first prize.

    Parameters: `cards`, up to six; `goal`, "win" or "points"; `progress`, called with 1 for every later solved state;
    `known`, the continuations of earlier questions, which then determine the goal.

    Raises `GameError` for an unknown goal or number of cards.

    >>> print(openings(4, goal="points").to_text(digits=1))
      prize    bid 1    bid 2    bid 3    bid 4
    -------  -------  -------  -------  -------
          1  100.0 %    0.0 %    0.0 %    0.0 %
          2   33.7 %   13.6 %   52.7 %    0.0 %
          3   26.9 %    0.0 %   51.4 %   21.7 %
          4    0.0 %    0.0 %    0.0 %  100.0 %
    goal points
    """
    later = Continuations(goal, progress) if known is None else known
    return Openings(goal, tuple(solve(opening(cards, prize), goal, known=later) for prize in full_hand(cards)))
