"""Goofspiel, the game of pure strategy: what a state is worth, and optimal bids for both players.

Both players hold cards, and prizes come up in random order. For each prize both bid one of their cards at once; the
higher bid takes the prize, equal bids discard it, and the cards are gone. docs/goofspiel.md has the rules and the
mathematics.

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

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import RecordError
from truel_ref.files import Progress
from truel_ref.games.goofspiel_state import State, full_hand, opening, refuse_many
from truel_ref.games.goofspiel_values import GOALS, Continuations, read_goal, set_of
from truel_ref.kernels.matrix_game import Mixes, optimal_mixes
from truel_ref.numbers import decimal_text, fraction_text, read_rational
from truel_ref.records.record import Fields, Record, each, one_of
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["Bids", "Openings", "State", "opening", "openings", "short_text", "solve"]

LONGEST_SHOWN = 24  # characters of a fraction that tables still show; JSON has them all


# ---------------------------------------------------------------------------------------------------------
# Solving


@dataclass(frozen=True)
class Bids(Record):
    """What a state is worth to the first player, with an optimal mix of bids for each: the certificate.

    Fields: `state`; `goal`; `matrix`, what each pair of bids is worth, own cards as rows and the other's as columns,
    both ascending; `mixes`, the value of this matrix game and a mix of each player (`kernels.matrix_game.Mixes`).
    """

    state: State
    goal: str
    matrix: tuple[tuple[Fraction, ...], ...]
    mixes: Mixes

    @property
    def value(self) -> Fraction:
        """What the state is worth to the first player."""
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

        Raises `RecordError` for data that are no bids or prove nothing, and `GameError` for a state that cannot be.

        >>> bids = solve(State([1, 3], [2, 3], 2, [3], lead=1))
        >>> Bids.from_json(bids.to_json()) == bids
        True
        """
        fields = Fields(data, "bids")
        own, other = (fields.get(key, _fractions) for key in ("own_bids", "other_bids"))
        mixes = Mixes(fields.get("value", _fraction), own, other)
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
    """Return a fraction as text, or rounded to nine decimals with a sign that says so where it would be long.

    >>> short_text(Fraction(1, 3)), short_text(Fraction(10**30, 3**64))
    ('1/3', '~0.291232406')
    """
    small = max(abs(number.numerator), number.denominator) < 10**LONGEST_SHOWN
    text = fraction_text(number) if small else ""
    return text if text and len(text) <= LONGEST_SHOWN else f"~{decimal_text(number, 9)}"


def _fraction(value: object) -> Fraction:
    return read_rational(value, digits=None)


_fractions = each(_fraction)


def solve(
    state: State,
    goal: str = "win",
    progress: Progress | None = None,
    backend: str | None = None,
    known: Continuations | None = None,
) -> Bids:
    """Return what a state is worth, an optimal mix of bids for both players, and the matrix that they play.

    `win` is the chance that the first player has more points at the end minus the chance that the other has, `points`
    the expected difference of the points still to be had; the lead is no part of it. The steps: (1) what each pair of
    bids leads to, by backward induction (`Continuations`); (2) the matrix game over that (`optimal_mixes`). Where
    several mixes are optimal this is one of them; the value is the same for all.

    Parameters: `state`; `goal`, "win" or "points"; `progress`, called with 1 for every later state solved; `backend`,
    as for `truel_ref.solve`; `known`, the continuations of earlier questions, which then say goal and backend.

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
    later = Continuations(goal, progress, backend) if known is None else known
    sets = set_of(state.own), set_of(state.other), state.prize, set_of(state.to_come)
    fraction = later.backend.fraction
    matrix = tuple(tuple(Fraction(fraction(entry)) for entry in row) for row in later.matrix(*sets, state.lead))
    return Bids(state, later.goal, matrix, optimal_mixes(matrix))


# ---------------------------------------------------------------------------------------------------------
# Openings


@dataclass(frozen=True)
class Openings(Record):
    """Optimal first bids for every prize that may come up first; both players may play the same ones.

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
    backend: str | None = None,
    known: Continuations | None = None,
) -> Openings:
    """Return optimal first bids of the game with cards and prizes from 1 to a number, for every first prize.

    Parameters: `cards`, up to six; the others as for `solve`.

    Raises `GameError` for a goal or a number of cards that there is not.

    >>> print(openings(4, goal="points").to_text(digits=1))
      prize    bid 1    bid 2    bid 3    bid 4
    -------  -------  -------  -------  -------
          1  100.0 %    0.0 %    0.0 %    0.0 %
          2   33.7 %   13.6 %   52.7 %    0.0 %
          3   26.9 %    0.0 %   51.4 %   21.7 %
          4    0.0 %    0.0 %    0.0 %  100.0 %
    goal points
    """
    later = Continuations(goal, progress, backend) if known is None else known
    return Openings(goal, tuple(solve(opening(cards, prize), goal, known=later) for prize in full_hand(cards)))
