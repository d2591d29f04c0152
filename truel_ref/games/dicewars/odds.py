"""The odds of one attack, `a` dice against `d`, and the chance that a field holds against its neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from truel_ref.errors import GameError, NumberError, RecordError, shown
from truel_ref.kernels.chance import Distribution
from truel_ref.numbers import read_count
from truel_ref.records.record import NUMBER, Declared, Fields, Keys, Record, contradicts, derived, plain
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["MOST_DICE", "Odds", "OddsTable", "attack", "dice_of", "dice_sum", "holds"]

MOST_DICE = 8
"""Largest number of dice of a field; the least is 1."""


def dice_of(value: object, what: str, least: int = 1) -> int:
    """Return a number of dice, or refuse it.

    Parameters: `value`; `what`, its name in messages; `least`, 2 for an attacking field.

    Raises `GameError`, naming the value.

    >>> dice_of(9, "field 3")
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: field 3: 9 dice; a field has 1 to 8
    """
    try:
        dice = read_count(value, what, 0)
    except NumberError:
        raise GameError(f"{what}: {shown(value)} is not a number of dice, which is an integer from 1 to 8") from None
    if not 1 <= dice <= MOST_DICE:
        raise GameError(f"{what}: {shown(dice)} dice; a field has 1 to {MOST_DICE}")
    if dice < least:
        raise GameError(f"{what}: {dice} die cannot attack; it takes 2 to {MOST_DICE} dice")
    return dice


def whole(value: object, what: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number in a range. Raises `GameError`, naming the value, for anything else.

    >>> whole("12", "games", 1)
    12
    """
    try:
        return read_count(value, what, least, most)
    except NumberError as error:
        raise GameError(str(error)) from None


@cache
def dice_sum(dice: int) -> Distribution[int]:
    """Return the distribution of the sum of some dice, each with the sides 1 to 6.

    >>> dice_sum(2)[7]
    Fraction(1, 6)
    """
    if not dice:
        return Distribution.certain(0)
    return dice_sum(dice - 1).plus(Distribution.uniform(range(1, 7)))


def attack(a: object, d: object) -> Fraction:
    """Return the chance that the sum of `a` dice is strictly greater than the sum of `d` dice.

    It follows from the distribution of the difference of both sums.

    Parameters: `a`, the dice of the attacking field, 2 to 8; `d`, the dice of the attacked field, 1 to 8.

    Raises `GameError` for any other number of dice.

    >>> attack(2, 1), attack(8, 2)
    (Fraction(181, 216), Fraction(60465175, 60466176))
    >>> attack(1, 1)
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: the attacker: 1 die cannot attack; it takes 2 to 8 dice
    """
    return _chance(dice_of(a, "the attacker", least=2), dice_of(d, "the defender"))


@cache
def _chance(a: int, d: int) -> Fraction:
    lead = dice_sum(a).plus(dice_sum(d).map(lambda total: -total))
    chance: Fraction = lead.chance(lambda difference: difference > 0)
    return chance


def holds(own: object, neighbours: Iterable[object]) -> Fraction:
    """Return the chance that a field withstands one attack from each enemy neighbour, all with their present dice.

    It is the product of `1 - attack(n, own)` over the neighbours with `n >= 2` dice; a neighbour with a single die
    cannot attack. Each attack meets the same number of dice, because a field loses no dice in a failed attack on it.

    Parameters: `own`, the dice of the field; `neighbours`, the dice of its enemy neighbours.

    Raises `GameError` for an invalid number of dice.

    >>> holds(1, [2, 1])
    Fraction(35, 216)
    """
    mine = dice_of(own, "the field")
    if isinstance(neighbours, str | bytes) or not isinstance(neighbours, Iterable):
        raise GameError(f"neighbours: {shown(neighbours)} is not a list of numbers of dice, such as [2, 1]")
    theirs = [dice_of(dice, f"neighbour {place}") for place, dice in enumerate(neighbours, 1)]
    return prod((1 - _chance(dice, mine) for dice in theirs if dice >= 2), start=Fraction(1))


@dataclass(frozen=True)
class Odds(Declared):
    """The odds of one attack.

    Fields: `attacker`, 2 to 8 dice; `defender`, 1 to 8.

    Raises `GameError` for other numbers.

    >>> print(Odds(2, 1))
    attacker    defender    success      percent
    ----------  ----------  ---------  ---------
    2           1           181/216     83.796 %
    """

    attacker: int
    defender: int

    def __post_init__(self) -> None:
        dice_of(self.attacker, "the attacker", least=2)
        dice_of(self.defender, "the defender")

    @property
    def success(self) -> Fraction:
        """The chance that the attack succeeds."""
        return attack(self.attacker, self.defender)

    _keys = Keys(
        "the odds of an attack",
        attacker=plain(lambda value: dice_of(value, "the attacker", least=2)),
        defender=plain(lambda value: dice_of(value, "the defender")),
        success=derived(NUMBER),
    )

    def _table(self) -> Table:
        row = (self.attacker, self.defender, self.success, Percent(self.success, apart=True))
        return Table(("attacker", "defender", "success", "percent"), [row])


@dataclass(frozen=True)
class OddsTable(Record):
    """The odds of every attack: a row for each number of dice of the defender, a column for each of the attacker.

    >>> OddsTable().to_records()[0]["2"]
    83.79629629629629
    """

    def to_json(self) -> dict[str, Any]:
        """Return the odds as plain data for JSON."""
        return {"attacks": [Odds(a, d).to_json() for a in _ATTACKERS for d in _DEFENDERS]}

    @classmethod
    def from_json(cls, data: object) -> OddsTable:
        """Read the table from plain data. Raises `RecordError` for data with other odds."""
        table = cls()
        attacks = Fields(data, "the odds of all attacks").get("attacks", lambda value: value)
        if contradicts(attacks, table.to_json()["attacks"]):
            raise RecordError("attacks: this is not the list of all attacks with their odds")
        return table

    def _table(self) -> Table:
        columns = [str(a) for a in _ATTACKERS]
        rows: list[list[Cell]] = [
            [str(d), *(Percent(_chance(a, d), apart=True) for a in _ATTACKERS)] for d in _DEFENDERS
        ]
        notes = (
            "a column for the dice of the attacker; the fractions are in the JSON",
            "only 7 and 8 dice against 1 always succeed, and no attack always fails",
        )
        return Table(["defender / attacker", *columns], rows, notes=notes, right=columns)


_ATTACKERS = range(2, MOST_DICE + 1)
_DEFENDERS = range(1, MOST_DICE + 1)
