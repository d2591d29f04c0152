"""Boards from a seed, and dice handed out at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from truel_ref.errors import GameError, NumberError, shown
from truel_ref.games.dicewars.board import MOST_FIELDS, MOST_PLAYERS, Board
from truel_ref.games.dicewars.odds import MOST_DICE
from truel_ref.games.dicewars.position import Position
from truel_ref.numbers import read_count

__all__ = ["DICE", "FIELDS", "check_setup", "hand_out", "random_board", "seeded_board"]

FIELDS = 8
DICE = 24
"""What each player has on a board of usual size."""

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # steps to the neighbours of a hexagon


def seeded_board(seed: object = 1, players: int = 4, fields: int = FIELDS, dice: int = DICE) -> Board:
    """Return a board drawn from a seed: connected, and everybody has the same number of fields and of dice.

    The steps: (1) hexagons are added one by one, each drawn from those that touch two of the board so far (the second
    touches the first); (2) they are numbered row by row; (3) the owners are shuffled; (4) every field gets a die, and
    each player's other dice are put one by one on fields of his, drawn from those with fewer than 8.

    Parameters: `seed`, an integer >= 0; `players`, 2 to 8; `fields` and `dice`, so many for each player.

    Raises `GameError` for numbers that do not fit.

    >>> board = seeded_board(seed=1, players=2, fields=3, dice=7)
    >>> board.is_connected(), sum(board.dice[field] for field in board.fields_of(1))
    (True, 7)
    """
    try:
        number = read_count(seed, "seed", 0)
    except NumberError as error:
        raise GameError(str(error)) from None
    return random_board(Random(f"Dice Wars board {number}"), *check_setup(players, fields, dice))


def check_setup(players: object, fields: object, dice: object) -> tuple[int, int, int]:
    """Return the numbers of players, and of fields and dice of each, or raise `GameError` if they do not fit.

    >>> check_setup(4, 3, 25)
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: dice: 25 is not between 3 and 24, which is what 3 fields hold
    """
    try:
        people = read_count(players, "players", 2, MOST_PLAYERS)
        each = read_count(fields, "fields", 1, MOST_FIELDS // people)
        count = read_count(dice, "dice", 0)
    except NumberError as error:
        raise GameError(str(error)) from None
    if not each <= count <= MOST_DICE * each:
        raise GameError(
            f"dice: {shown(count)} is not between {each} and {MOST_DICE * each}, which is what {each} fields hold"
        )
    return people, each, count


def random_board(rng: Random, players: int, fields: int, dice: int) -> Board:
    """Return a board as `seeded_board` does, drawn by a generator of random numbers."""
    hexagons = {(0, 0): None}
    while len(hexagons) < players * fields:
        touching = Counter(cell for known in hexagons for cell in _near(known) if cell not in hexagons)
        least = min(2, len(hexagons))
        hexagons[rng.choice([cell for cell, touched in touching.items() if touched >= least])] = None
    first_row = min(row for _, row in hexagons)
    rows = sorted((row - first_row, across) for across, row in hexagons)
    cells = {(across, row): number for number, (row, across) in enumerate(rows)}
    borders = [(cells[cell], cells[other]) for cell in cells for other in _near(cell) if other in cells]
    columns = [across + row // 2 for across, row in cells]
    owners = [player for player in range(players) for _ in range(fields)]
    rng.shuffle(owners)
    bare = Board(
        tuple(owners),
        (1,) * len(owners),
        tuple(sorted(pair for pair in borders if pair[0] < pair[1])),
        tuple((column - min(columns), row) for column, (_, row) in zip(columns, cells, strict=True)),
    )
    position = Position(bare)
    for player in range(players):
        hand_out(position, player, dice - fields, rng)
    return position.board()


def hand_out(position: Position, player: int, dice: int, rng: Random) -> int:
    """Put dice one by one on random fields of a player with fewer than 8; return how many find no room.

    >>> position = Position(Board.stated("AB", [7, 1], [(0, 1)]))
    >>> hand_out(position, 0, 3, Random(1)), position.dice
    (2, [8, 1])
    """
    open_fields = [field for field in position.fields_of(player) if position.dice[field] < MOST_DICE]
    while dice and open_fields:
        field = rng.choice(open_fields)
        position.place(field, player, position.dice[field] + 1)
        if position.dice[field] == MOST_DICE:
            open_fields.remove(field)
        dice -= 1
    return dice


def _near(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + across, cell[1] + down) for across, down in _AROUND]
