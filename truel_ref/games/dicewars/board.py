"""The board of Dice Wars: fields with their owners and dice, the effect of attacks, and boards from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from truel_ref.errors import GameError, refuse, shown
from truel_ref.files import read_json
from truel_ref.games.dicewars.odds import MOST_DICE, dice_of, whole
from truel_ref.kernels.graphs import connected_parts
from truel_ref.records.record import Record
from truel_ref.records.table import Table

__all__ = [
    "DICE",
    "FIELDS",
    "LETTERS",
    "MOST_FIELDS",
    "Attack",
    "Board",
    "Position",
    "check_setup",
    "hand_out",
    "random_board",
    "regions",
    "seeded_board",
]


MOST_FIELDS = 1_000
LETTERS = "ABCDEFGH"
"""The names of the players."""

_PLAYERS = {
    spelling: player
    for player, letter in enumerate(LETTERS)
    for spelling in (player, str(player), letter, letter.lower())
}
_KEYS = ("owners", "dice", "borders", "places")


@dataclass(frozen=True)
class Board(Record):
    """A board: the owner and the dice of each field, and which fields are neighbours.

    Fields have numbers from 0, in the order of the lists.

    Fields of the record: `owners`, a player for each field, from 0; `dice`, 1 to 8 for each; `borders`, pairs of
    neighbours, the smaller number first, ascending; `places`, None, or for each field its column and row among
    hexagons, for the picture only (odd rows are shifted to the right by half a field).

    Raises `GameError`, naming the field, for an invalid board.

    >>> board = Board.stated("AB", [2, 1], [(0, 1)])
    >>> print(board)
    field    owner    dice    neighbours
    -------  -------  ------  ------------
    0        A        2       1
    1        B        1       0
    """

    owners: tuple[int, ...]
    dice: tuple[int, ...]
    borders: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...] | None = None

    def __post_init__(self) -> None:
        count = len(self.owners)
        places = count if self.places is None else len(self.places)
        refuse(
            GameError,
            (not 1 <= count <= MOST_FIELDS, f"owners: {count:,} fields; a board has 1 to {MOST_FIELDS:,}"),
            (len(self.dice) != count, f"dice: {len(self.dice)} numbers for {count} fields; give one for each field"),
        )
        for field, (owner, dice) in enumerate(zip(self.owners, self.dice, strict=True)):
            if type(owner) is not int:
                raise GameError(_nobody(owner, f"field {field}"))
            _player(owner, f"field {field}")
            dice_of(dice, f"field {field}")
        for one, other in self.borders:
            for field in (one, other):
                if not 0 <= field < count:
                    raise GameError(f"borders: there is no field {field}; fields are numbered from 0 to {count - 1}")
            if one == other:
                raise GameError(f"borders: field {one} is not a neighbour of itself")
        refuse(
            GameError,
            (
                any(one > other for one, other in self.borders) or list(self.borders) != sorted(set(self.borders)),
                "borders: give each pair once, the smaller number first, ascending, or use Board.stated",
            ),
            (places != count, f"places: {places} for {count} fields; give one for each field, or none at all"),
        )
        if self.places is not None and len(set(self.places)) < count:
            twice = next(place for place in self.places if self.places.count(place) > 1)
            raise GameError(f"places: {list(twice)} is given to two fields")

    @classmethod
    def stated(cls, owners: object, dice: object, borders: object, places: object = None) -> Board:
        """Return the board from a user's lists.

        Parameters: `owners`, a text of letters or a list of labels or numbers of players; `dice`, a list of integers
        from 1 to 8; `borders`, pairs of neighbours in any order, each once; `places`, pairs of integers, or None.

        Raises `GameError`, naming the field or the pair.

        >>> Board.stated("AAB", [2, 8, 9], [(0, 1), (2, 1)])
        Traceback (most recent call last):
        ...
        truel_ref.errors.GameError: field 2: 9 dice; a field has 1 to 8
        """
        listed = owners if isinstance(owners, str) else _list(owners, "owners")
        players = tuple(_player(owner, f"field {field}") for field, owner in enumerate(listed))
        pairs = [_pair(pair, "borders") for pair in _list(borders, "borders")]
        ordered = [(min(pair), max(pair)) for pair in pairs]
        for pair, following in pairwise(sorted(ordered)):
            if pair == following:
                raise GameError(f"borders: the pair of {pair[0]} and {pair[1]} occurs twice")
        return cls(
            players,
            tuple(dice_of(count, f"field {field}") for field, count in enumerate(_list(dice, "dice"))),
            tuple(sorted(ordered)),
            None if places is None else tuple(_pair(place, "places", -(10**6)) for place in _list(places, "places")),
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each field, ascending."""
        listed: list[list[int]] = [[] for _ in self.owners]
        for one, other in self.borders:
            listed[one].append(other)
            listed[other].append(one)
        return tuple(tuple(sorted(fields)) for fields in listed)

    @property
    def players(self) -> int:
        """The number of players, up to the last owner of a field."""
        return max(self.owners) + 1

    def player(self, name: object) -> int:
        """Return the player of a label or number. Raises `GameError` for a player who owns no field.

        >>> Board.stated("AB", [2, 1], [(0, 1)]).player("C")
        Traceback (most recent call last):
        ...
        truel_ref.errors.GameError: player: 'C' owns no field of this board
        """
        player = _player(name, "player")
        if player not in self.owners:
            raise GameError(f"player: {shown(name)} owns no field of this board")
        return player

    def fields_of(self, player: int) -> tuple[int, ...]:
        """Return the fields of a player, ascending."""
        return tuple(field for field, owner in enumerate(self.owners) if owner == player)

    def largest_region(self, player: int) -> int:
        """Return the size of a player's largest connected region, 0 for a player without a field.

        >>> Board.stated("ABAA", [1, 1, 1, 1], [(0, 1), (1, 2), (2, 3)]).largest_region(0)
        2
        """
        return max(map(len, regions(self.neighbours, self.fields_of(player))), default=0)

    def is_connected(self) -> bool:
        """Return whether every field can be reached from every other."""
        return len(regions(self.neighbours, range(len(self.owners)))) == 1

    # -- as data

    def to_json(self) -> dict[str, Any]:
        """Return the board as plain data for JSON.

        >>> Board.stated("AB", [2, 1], [(0, 1)]).to_json()
        {'owners': ['A', 'B'], 'dice': [2, 1], 'borders': [[0, 1]]}
        """
        places = {} if self.places is None else {"places": [list(place) for place in self.places]}
        return {
            "owners": [LETTERS[owner] for owner in self.owners],
            "dice": list(self.dice),
            "borders": [list(pair) for pair in self.borders],
            **places,
        }

    @classmethod
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Board:
        """Read a board from JSON text, or from the plain data of such text, as `to_json` returns it.

        Raises `GameError` for an invalid board, naming the key or the field, and the errors of `read_json`.

        >>> Board.from_json('{"owners": ["A"], "dice": [1], "borders": [[0, 1]]}')
        Traceback (most recent call last):
        ...
        truel_ref.errors.GameError: borders: there is no field 1; fields are numbered from 0 to 0
        """
        data = read_json(source) if isinstance(source, str | bytes) else source
        if not isinstance(data, Mapping):
            raise GameError(f"a board is a JSON object with owners, dice and borders, not {shown(data)}")
        for key in _KEYS[:3]:
            if key not in data:
                raise GameError(f"the key {key!r} is missing in the board")
        for key in data:
            if key not in _KEYS:
                raise GameError(f"a board has no key {shown(key)}; choose from {', '.join(_KEYS)}")
        return cls.stated(*(data.get(key) for key in _KEYS))

    def _table(self) -> Table:
        rows = [
            (str(field), LETTERS[owner], str(dice), " ".join(map(str, around)))
            for field, (owner, dice, around) in enumerate(zip(self.owners, self.dice, self.neighbours, strict=True))
        ]
        return Table(("field", "owner", "dice", "neighbours"), rows)


def regions(neighbours: Sequence[Sequence[int]], fields: Iterable[int]) -> list[list[int]]:
    """Return the connected parts of some fields.

    Parameters: `neighbours`, of every field; `fields`, the fields to connect.

    >>> regions([[1], [0, 2], [1]], [0, 2])
    [[0], [2]]
    """
    return connected_parts(fields, neighbours.__getitem__)


def _list(value: object, what: str) -> list[Any]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise GameError(f"{what}: {shown(value)} is not a list")
    return list(value)


def _player(name: object, what: str) -> int:
    """Return the player of a letter or number."""
    word = name.strip() if isinstance(name, str) else name
    if isinstance(word, bool) or not isinstance(word, int | str) or word not in _PLAYERS:
        raise GameError(_nobody(name, what))
    return _PLAYERS[word]


def _nobody(name: object, what: str) -> str:
    return f"{what}: {shown(name)} is not a player; players are A to {LETTERS[-1]}"


def _pair(value: object, what: str, least: int = 0) -> tuple[int, int]:
    """Return a pair of integers, by default from 0, up to a million."""
    pair = _list(value, what)
    if len(pair) != 2:
        raise GameError(f"{what}: {shown(value)} is not a pair of integers")
    one, other = (whole(number, what, least, 10**6) for number in pair)
    return one, other


# ---------------------------------------------------------------------------------------------------------
# A board on which attacks are done and undone


_BITS = 8  # of a field in the key of a position: four for its owner, four for its dice


class Attack(NamedTuple):
    """An attack from the field `start` on the field `goal`."""

    start: int
    goal: int


class Position:
    """A mutable board.

    Fields: `neighbours`, of each field; `owners` and `dice`, lists; `key`, an integer that differs for different owners
    or dice.

    >>> position = Position(Board.stated("AB", [3, 1], [(0, 1)]))
    >>> before = position.settle(Attack(0, 1), succeeds=True)
    >>> position.owners, position.dice
    ([0, 0], [1, 2])
    >>> position.undo(Attack(0, 1), before)
    >>> before = position.settle(Attack(0, 1), succeeds=False)
    >>> position.owners, position.dice
    ([0, 1], [1, 1])
    """

    def __init__(self, board: Board) -> None:
        self.neighbours = board.neighbours
        self._board = board
        self.owners = list(board.owners)
        self.dice = list(board.dice)
        codes = (owner << 4 | dice for owner, dice in zip(self.owners, self.dice, strict=True))
        self.key = sum(code << (_BITS * field) for field, code in enumerate(codes))

    def place(self, field: int, owner: int, dice: int) -> None:
        """Set the owner and the dice of a field."""
        change = (owner << 4 | dice) - (self.owners[field] << 4 | self.dice[field])
        self.owners[field] = owner
        self.dice[field] = dice
        self.key += change << (_BITS * field)

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board(tuple(self.owners), tuple(self.dice), self._board.borders, self._board.places)

    def fields_of(self, player: int) -> list[int]:
        """Return the fields of a player, ascending."""
        return [field for field, owner in enumerate(self.owners) if owner == player]

    def attacks(self, player: int) -> list[Attack]:
        """Return the possible attacks of a player, by (start, goal) ascending.

        >>> Position(Board.stated("ABA", [2, 1, 1], [(0, 1), (1, 2)])).attacks(0)
        [Attack(start=0, goal=1)]
        """
        owners, dice = self.owners, self.dice
        return [
            Attack(start, goal)
            for start, owner in enumerate(owners)
            if owner == player and dice[start] >= 2
            for goal in self.neighbours[start]
            if owners[goal] != player
        ]

    def settle(self, attack: Attack, succeeds: bool) -> tuple[int, int, int]:
        """Let an attack succeed or fail, and return the argument of `undo`.

        The attacking field keeps one die. If the attack succeeds, its other dice move in, and the owner changes.
        """
        start, goal = attack
        before = (self.dice[start], self.owners[goal], self.dice[goal])
        if succeeds:
            self.place(goal, self.owners[start], before[0] - 1)
        self.place(start, self.owners[start], 1)
        return before

    def branches(self, attack: Attack) -> Iterator[bool]:
        """Let an attack succeed (yield True), then fail (yield False); undo each when the caller goes on."""
        for succeeds in (True, False):
            before = self.settle(attack, succeeds)
            yield succeeds
            self.undo(attack, before)

    def undo(self, attack: Attack, before: tuple[int, int, int]) -> None:
        """Undo the last attack."""
        start, goal = attack
        dice, owner, there = before
        self.place(start, self.owners[start], dice)
        self.place(goal, owner, there)


# ---------------------------------------------------------------------------------------------------------
# Boards from a seed, and random distribution of dice


FIELDS = 8
DICE = 24
"""Default numbers of fields and dice of each player."""

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # steps to the neighbours of a hexagon


def seeded_board(seed: object = 1, players: int = 4, fields: int = FIELDS, dice: int = DICE) -> Board:
    """Return a random connected board from a seed, with equal numbers of fields and of dice for all players.

    The steps: (1) add hexagons one by one, each drawn from those that touch two of the board so far (the second touches
    the first); (2) number them row by row; (3) shuffle the owners; (4) put a die on every field, and each player's
    other dice one by one on random fields of that player with fewer than 8.

    Parameters: `seed`, an integer >= 0; `players`, 2 to 8; `fields` and `dice`, of each player.

    Raises `GameError` for numbers that do not fit.

    >>> board = seeded_board(seed=1, players=2, fields=3, dice=7)
    >>> board.is_connected(), sum(board.dice[field] for field in board.fields_of(1))
    (True, 7)
    """
    return random_board(Random(f"Dice Wars board {whole(seed, 'seed')}"), *check_setup(players, fields, dice))


def check_setup(players: object, fields: object, dice: object) -> tuple[int, int, int]:
    """Return the numbers of players, and of fields and dice of each player. Raises `GameError` if they do not fit.

    >>> check_setup(4, 3, 25)
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: dice: 25 is not between 3 and 24, which is what 3 fields hold
    """
    people = whole(players, "players", 2, len(LETTERS))
    each = whole(fields, "fields", 1, MOST_FIELDS // people)
    count = whole(dice, "dice")
    if not each <= count <= MOST_DICE * each:
        raise GameError(
            f"dice: {shown(count)} is not between {each} and {MOST_DICE * each}, which is what {each} fields hold"
        )
    return people, each, count


def random_board(rng: Random, players: int, fields: int, dice: int) -> Board:
    """Return a board as `seeded_board` does, from a generator of random numbers."""
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
    """Put dice one by one on random fields of a player with fewer than 8; return the number of dice without room.

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
