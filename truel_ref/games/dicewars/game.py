"""Whole games of Dice Wars, played with dice from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import GameError, NumberError, shown
from truel_ref.games.dicewars.board import regions
from truel_ref.games.dicewars.odds import attack
from truel_ref.games.dicewars.players import PLAYERS, player_called
from truel_ref.games.dicewars.position import Position
from truel_ref.games.dicewars.setup import DICE, FIELDS, check_setup, hand_out, random_board
from truel_ref.numbers import read_count

__all__ = ["RESERVE", "ROUNDS", "Played", "Rules", "play_game", "play_turn", "refill", "seating"]

RESERVE = 64
"""So many dice a player keeps that find no room on his fields."""

ROUNDS = 200
"""After so many rounds a game ends, and most fields win."""


@dataclass(frozen=True)
class Rules:
    """Who plays, on what boards, and from which seed; together with the number of a game this settles the game.

    Fields: `players`, names of `PLAYERS`, one may come several times; `seed`; `fields` and `dice`, so many for each
    player at the start.
    """

    players: tuple[str, ...]
    seed: int = 1
    fields: int = FIELDS
    dice: int = DICE

    @classmethod
    def stated(cls, players: object, seed: object = 1, fields: object = FIELDS, dice: object = DICE) -> Rules:
        """Return the rules of what a person states.

        Raises `GameError` for unknown players, and for numbers that do not fit.

        >>> Rules.stated("random,best2").players
        ('random', 'best2')
        """
        listed = [name.strip() for name in players.split(",")] if isinstance(players, str) else players
        if not isinstance(listed, Iterable):
            raise GameError(f"players: {shown(players)} is no list of names; there are {', '.join(PLAYERS)}")
        names = tuple(map(player_called, listed))
        try:
            number = read_count(seed, "seed", 0)
        except NumberError as error:
            raise GameError(str(error)) from None
        _, each, count = check_setup(len(names), fields, dice)
        return cls(names, number, each, count)

    def to_json(self) -> dict[str, Any]:
        """Return the rules as plain data for JSON."""
        return {"players": list(self.players), "seed": self.seed, "fields": self.fields, "dice": self.dice}

    @classmethod
    def from_json(cls, data: Any) -> Rules:
        """Read the rules from plain data, as `to_json` returns them. Raises `GameError` for what are none."""
        keys = ("players", "seed", "fields", "dice")
        if not isinstance(data, Mapping) or set(data) != set(keys):
            raise GameError(f"the rules of a tournament are an object with {', '.join(keys)}, not {shown(data)}")
        return cls.stated(*(data[key] for key in keys))


@dataclass(frozen=True)
class Played:
    """How a game ended.

    Fields: `winner`, a seat, None where several had most fields in the end; `rounds`, how many were begun.
    """

    winner: int | None
    rounds: int


def _generator(rules: Rules, number: object) -> Random:
    return Random(f"Dice Wars game {read_count(number, 'number of a game', 0)} of {rules.seed}")


def seating(rules: Rules, number: int) -> list[int]:
    """Return who sits where in a game, from the seat that begins on: the players by their numbers, drawn at random.

    >>> sorted(seating(Rules.stated("random,random,single"), 7))
    [0, 1, 2]
    """
    return _seated(_generator(rules, number), len(rules.players))


def _seated(rng: Random, players: int) -> list[int]:
    return rng.sample(range(players), players)


def play_game(rules: Rules, number: int) -> Played:
    """Play a game to its end.

    The steps: (1) the seats and the board are drawn, so that all games are alike and independent; (2) round after
    round everybody who still owns a field takes his turn, from the first seat on; (3) after it he gets as many dice as
    his largest region has fields, and those of his reserve; what finds no room is his reserve, up to 64; (4) who owns
    every field wins, at once; after 200 rounds it is who owns most, and nobody if several do.

    Parameters: `rules`; `number` of the game, from 0.

    >>> play_game(Rules.stated("best1,random", fields=2, dice=4), 0)
    Played(winner=0, rounds=4)
    """
    rng = _generator(rules, number)
    seats = [PLAYERS[rules.players[player]] for player in _seated(rng, len(rules.players))]
    position = Position(random_board(rng, len(seats), rules.fields, rules.dice))
    reserve = [0] * len(seats)
    for rounds in range(1, ROUNDS + 1):
        for seat, player in enumerate(seats):
            if seat not in position.owners:
                continue
            play_turn(position, seat, player, rng)
            if len(position.fields_of(seat)) == len(position.owners):
                return Played(seat, rounds)
            reserve[seat] = refill(position, seat, reserve[seat], rng)
    sizes = [len(position.fields_of(seat)) for seat in range(len(seats))]
    most = max(sizes)
    return Played(sizes.index(most) if sizes.count(most) == 1 else None, ROUNDS)


def refill(position: Position, seat: int, reserve: int, rng: Random) -> int:
    """Give a player his dice after a turn, those of his reserve with them; return his new reserve.

    >>> from truel_ref.games.dicewars.board import Board
    >>> position = Position(Board.stated("ABB", [8, 1, 1], [(0, 1), (1, 2)]))
    >>> refill(position, 0, 64, Random(1)), refill(position, 1, 1, Random(1)), position.dice
    (64, 0, [8, 3, 2])
    """
    largest = max(map(len, regions(position.neighbours, position.fields_of(seat))))
    return min(RESERVE, hand_out(position, seat, reserve + largest, rng))


def play_turn(position: Position, seat: int, player: Any, rng: Random) -> int:
    """Let a player attack until he stops, with dice drawn at random; return how many attacks he made.

    One draw settles an attack: an integer below the denominator of its exact odds.
    """
    made = 0
    while (option := player(position, seat, made, rng)) is not None:
        check()
        odds = attack(position.dice[option.start], position.dice[option.goal])
        succeeds = rng.randrange(odds.denominator) < odds.numerator
        (position.succeed if succeeds else position.fail)(option)
        made += 1
    return made
