"""What the states of Goofspiel are worth before a prize comes up: backward induction over packed states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from truel_ref.errors import GameError, shown
from truel_ref.files import Progress
from truel_ref.games.goofspiel_kept import Known, Packed
from truel_ref.games.kept import Kept
from truel_ref.kernels.chance import Induction
from truel_ref.kernels.matrix_game import game_value
from truel_ref.numbers import get_backend

__all__ = ["GOALS", "Continuations", "cards_in", "read_goal", "set_of"]

GOALS = ("points", "win")
"""What the players want: a large difference of points in expectation, or to have more points at the end."""


def read_goal(goal: object) -> str:
    """Return a goal, or raise `GameError` for what is none.

    >>> read_goal("draw")
    Traceback (most recent call last):
    truel_ref.errors.GameError: goal: 'draw' is unknown; there are points, win
    """
    if not isinstance(goal, str) or goal not in GOALS:
        raise GameError(f"goal: {shown(goal)} is unknown; there are {', '.join(GOALS)}")
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

    and `V` is the sign of `l` when nothing is left. That is the goal `win`; for `points` an entry is `g` plus the later
    value, the end is worth 0, and there is no lead. Some states are worth the same, and are solved once:

    1. Who swaps the players changes the sign. So equal hands without a lead are worth 0.
    2. Of the cards only comparisons between the hands count, and cards may be replaced by their ranks among all that
       are held.
    3. A lead above the sum of all prizes to come decides `win`.

    Parameters: `goal`, a word of `GOALS`; `progress`, called with 1 for every state solved; `backend`, as for
    `truel_ref.solve`; `kept`, the values that a file keeps (`kept_values`), to which new ones are added.

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
        backend: str | None = None,
        kept: Kept[Known] | None = None,
    ) -> None:
        self.goal = read_goal(goal)
        self.backend = get_backend(backend)
        self._for_win = goal == "win"
        self._kept = kept
        pieces = kept.pieces if kept is not None else []
        known = {piece.state: self.backend.number(piece.value) for piece in pieces if piece.kind == "optimum"}
        self._induction: Induction[Packed, Any] = Induction(self._mean, progress, known, self._keep)

    def __len__(self) -> int:
        """Return how many states have been solved."""
        return len(self._induction.values)

    def value(self, own: int, other: int, prizes: int, lead: int) -> Any:
        """Return what it is worth to the first player that a prize is about to come up, as a number of the backend.

        Parameters: `own`, `other` and `prizes`, sets of equally many cards as bits; `lead`, of the first player.
        """
        if not self._for_win:
            lead = 0
        elif abs(lead) > _sum_of(prizes):
            return 1 if lead > 0 else -1
        if own == other and lead == 0:
            return 0
        own, other = _ranked(own, other)
        if (own, other, lead) < (other, own, -lead):
            return -self._induction((other, own, prizes, -lead))
        return self._induction((own, other, prizes, lead))

    def matrix(self, own: int, other: int, prize: int, to_come: int, lead: int) -> list[list[Any]]:
        """Return what every pair of bids for a prize is worth: own cards are rows, the other's columns, both ascending.

        Parameters: as for `value`; `prize`, on the table; `to_come`, the set of the prizes after it.
        """
        value, for_win = self.value, self._for_win
        rows = []
        for mine in cards_in(own):
            own_left = own ^ 1 << mine
            row = []
            for theirs in cards_in(other):
                gain = prize if mine > theirs else -prize if mine < theirs else 0
                later = value(own_left, other ^ 1 << theirs, to_come, lead + gain)
                row.append(later if for_win else gain + later)
            rows.append(row)
        return rows

    def _mean(self, state: Packed, value: Callable[[Packed], Any]) -> Any:
        """Return the value of a state from those of later states, which `matrix` asks for in their packed form."""
        own, other, prizes, lead = state
        total = self.backend.number(Fraction(0))
        for prize in cards_in(prizes):
            total += game_value(self.matrix(own, other, prize, prizes ^ 1 << prize, lead), self.backend)
        return total / prizes.bit_count()

    def _keep(self, state: Packed, value: Any) -> None:
        if self._kept is not None:
            self._kept.add(Known("optimum", state, Fraction(self.backend.fraction(value))))


@cache
def _sum_of(prizes: int) -> int:
    return sum(cards_in(prizes))


@cache
def _ranked(own: int, other: int) -> tuple[int, int]:
    """Return both hands with every card replaced by its rank, from 0, among all that are held."""
    ranks = {card: rank for rank, card in enumerate(cards_in(own | other))}
    return set_of(ranks[card] for card in cards_in(own)), set_of(ranks[card] for card in cards_in(other))
