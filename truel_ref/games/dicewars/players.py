"""Those who play tournaments: what each attacks next, and when he stops."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeAlias

from truel_ref.errors import GameError, shown
from truel_ref.games.dicewars.odds import attack, holds
from truel_ref.games.dicewars.position import Attack, Position
from truel_ref.games.dicewars.search import Search

__all__ = ["PLAYERS", "Player", "player_called"]

Player: TypeAlias = Callable[[Position, int, int, Random], "Attack | None"]
"""Given a position, whose turn it is, and how many attacks he has made in this turn: his next attack, None to stop."""


def _at_random(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Draw from all attacks and to stop, all equally likely."""
    return rng.choice([None, *position.attacks(player)])


def _single(position: Position, player: int, made: int, rng: Random) -> Attack | None:
    """Make one attack: the likeliest to succeed and to be held, by `attack` and `holds`; the first of equal ones.

    The field is held against one attack from each enemy neighbour, with the dice that move in.
    """
    options = [] if made else position.attacks(player)
    return max(options, key=lambda option: _taken_and_held(position, player, option), default=None)


def _taken_and_held(position: Position, player: int, option: Attack) -> Fraction:
    start, goal = option
    dice = position.dice[start]
    enemies = [position.dice[field] for field in position.neighbours[goal] if position.owners[field] != player]
    return attack(dice, position.dice[goal]) * holds(dice - 1, enemies)


def _best(position: Position, player: int, made: int, rng: Random, depth: int) -> Attack | None:
    """Follow the best turn of at most so many attacks, for the largest region.

    The rest of a best turn is the best turn of the rest, so it is looked for again after every attack.
    """
    return Search(position, player).attack(depth - made)


PLAYERS: dict[str, Player] = {
    "random": _at_random,
    "single": _single,
    **{f"best{depth}": partial(_best, depth=depth) for depth in (1, 2, 3)},
}
"""By name: random, the single best attack, and the best turn of at most 1, 2 or 3 attacks."""


def player_called(name: object) -> str:
    """Return the name of one who plays. Raises `GameError` for nobody's name.

    >>> player_called("best4")
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: players: 'best4' is unknown; there are random, single, best1, best2, best3
    """
    if not isinstance(name, str) or name not in PLAYERS:
        raise GameError(f"players: {shown(name)} is unknown; there are {', '.join(PLAYERS)}")
    return name
