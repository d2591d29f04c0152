"""The board of Dice Wars: fields with their owners and dice, and which of them are neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from truel_ref.errors import GameError, NumberError, shown
from truel_ref.files import read_json
from truel_ref.game.people import label, player_named
from truel_ref.games.dicewars.odds import dice_of
from truel_ref.numbers import read_count
from truel_ref.records.record import Record
from truel_ref.records.table import Table

__all__ = ["MOST_FIELDS", "MOST_PLAYERS", "Board", "regions"]

MOST_FIELDS = 1_000
MOST_PLAYERS = 8

_KEYS = ("owners", "dice", "borders", "places")


@dataclass(frozen=True)
class Board(Record):
    """A board: who owns which field, how many dice stand there, and which fields are neighbours.

    Fields are numbered from 0, as the lists go.

    Fields of the record: `owners`, a player for each field, from 0; `dice`, 1 to 8 for each; `borders`, pairs of
    neighbours, the smaller number first, ascending; `places`, None, or for each field its column and row among
    hexagons, for the picture only (a row with an odd number is shifted to the right by half a field).

    Raises `GameError`, naming the field, for a board that is none.

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
        if not 1 <= count <= MOST_FIELDS:
            raise GameError(f"owners: {count:,} fields; a board has 1 to {MOST_FIELDS:,}")
        if len(self.dice) != count:
            raise GameError(f"dice: {len(self.dice)} numbers for {count} fields; give one for each field")
        for field, (owner, dice) in enumerate(zip(self.owners, self.dice, strict=True)):
            if type(owner) is not int or not 0 <= owner < MOST_PLAYERS:
                raise GameError(f"field {field}: {shown(owner)} is no player; players are A to {_LAST}")
            dice_of(dice, f"field {field}")
        for one, other in self.borders:
            for field in (one, other):
                if not 0 <= field < count:
                    raise GameError(f"borders: there is no field {field}; fields are numbered from 0 to {count - 1}")
            if one == other:
                raise GameError(f"borders: field {one} is no neighbour of itself")
        if any(one > other for one, other in self.borders) or list(self.borders) != sorted(set(self.borders)):
            raise GameError("borders: give each pair once, the smaller number first, ascending, or use Board.stated")
        if self.places is not None and len(self.places) != count:
            raise GameError(f"places: {len(self.places)} for {count} fields; give one for each field, or none at all")
        if self.places is not None and len(set(self.places)) < count:
            twice = next(place for place in self.places if self.places.count(place) > 1)
            raise GameError(f"places: {list(twice)} is given to two fields")

    @classmethod
    def stated(cls, owners: object, dice: object, borders: object, places: object = None) -> Board:
        """Return the board of what a person states.

        Parameters: `owners`, a text of letters or a list of labels or numbers of players; `dice`, a list of integers
        from 1 to 8; `borders`, pairs of neighbours in any order, each once; `places`, pairs of integers, or None.

        Raises `GameError`, naming the field or the pair.

        >>> Board.stated("AAB", [2, 8, 9], [(0, 1), (2, 1)])
        Traceback (most recent call last):
        ...
        truel_ref.errors.GameError: field 2: 9 dice; a field has 1 to 8
        """
        players = tuple(
            _owner(owner, field)
            for field, owner in enumerate(owners if isinstance(owners, str) else _list(owners, "owners"))
        )
        pairs = [_pair(pair, "borders") for pair in _list(borders, "borders")]
        ordered = [(min(pair), max(pair)) for pair in pairs]
        for pair, following in pairwise(sorted(ordered)):
            if pair == following:
                raise GameError(f"borders: the pair of {pair[0]} and {pair[1]} stands there twice")
        return cls(
            players,
            tuple(dice_of(count, f"field {field}") for field, count in enumerate(_list(dice, "dice"))),
            tuple(sorted(ordered)),
            None if places is None else tuple(_pair(place, "places", None) for place in _list(places, "places")),
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
        """How many players there are: up to the last who owns a field."""
        return max(self.owners) + 1

    def player(self, name: object) -> int:
        """Return the player of a label or number. Raises `GameError` for one who owns no field.

        >>> Board.stated("AB", [2, 1], [(0, 1)]).player("C")
        Traceback (most recent call last):
        ...
        truel_ref.errors.GameError: player: 'C' owns no field of this board
        """
        player = player_named(name, MOST_PLAYERS)
        if player is None:
            raise GameError(f"player: {shown(name)} is no player; players are A to {_LAST}")
        if player not in self.owners:
            raise GameError(f"player: {shown(name)} owns no field of this board")
        return player

    def fields_of(self, player: int) -> tuple[int, ...]:
        """Return the fields of a player, ascending."""
        return tuple(field for field, owner in enumerate(self.owners) if owner == player)

    def largest_region(self, player: int) -> int:
        """Return the size of a player's largest connected region, 0 for one without a field.

        >>> Board.stated("ABAA", [1, 1, 1, 1], [(0, 1), (1, 2), (2, 3)]).largest_region(0)
        2
        """
        return max(map(len, regions(self.neighbours, self.fields_of(player))), default=0)

    def is_connected(self) -> bool:
        """Tell whether every field can be reached from every other."""
        return len(regions(self.neighbours, range(len(self.owners)))) == 1

    # -- as data

    def to_json(self) -> dict[str, Any]:
        """Return the board as plain data for JSON.

        >>> Board.stated("AB", [2, 1], [(0, 1)]).to_json()
        {'owners': ['A', 'B'], 'dice': [2, 1], 'borders': [[0, 1]]}
        """
        places = {} if self.places is None else {"places": [list(place) for place in self.places]}
        return {
            "owners": [label(owner) for owner in self.owners],
            "dice": list(self.dice),
            "borders": [list(pair) for pair in self.borders],
            **places,
        }

    @classmethod
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Board:
        """Read a board from JSON text, or from the plain data of such text, as `to_json` returns it.

        Raises `GameError` for a board that is none, naming the key or the field, and what `read_json` raises.

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
                raise GameError(f"a board has no key {shown(key)}; there are {', '.join(_KEYS)}")
        return cls.stated(*(data.get(key) for key in _KEYS))

    def _table(self) -> Table:
        rows = [
            (str(field), label(owner), str(dice), " ".join(map(str, around)))
            for field, (owner, dice, around) in enumerate(zip(self.owners, self.dice, self.neighbours, strict=True))
        ]
        return Table(("field", "owner", "dice", "neighbours"), rows)


_LAST = label(MOST_PLAYERS - 1)


def regions(neighbours: Sequence[Sequence[int]], fields: Iterable[int]) -> list[list[int]]:
    """Return the connected parts of some fields.

    Parameters: `neighbours` of every field; `fields`, those that count.

    >>> regions([[1], [0, 2], [1]], [0, 2])
    [[0], [2]]
    """
    left = dict.fromkeys(fields)
    parts = []
    while left:
        first = next(iter(left))
        del left[first]
        part = [first]
        for field in part:  # it grows as we go
            for other in neighbours[field]:
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts


def _list(value: object, what: str) -> list[Any]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise GameError(f"{what}: {shown(value)} is not a list")
    return list(value)


def _owner(name: object, field: int) -> int:
    player = player_named(name, MOST_PLAYERS)
    if player is None:
        raise GameError(f"field {field}: {shown(name)} is no player; players are A to {_LAST}")
    return player


def _pair(value: object, what: str, least: int | None = 0) -> tuple[int, int]:
    """Return a pair of integers, by default from 0, up to a million."""
    pair = _list(value, what)
    if len(pair) != 2:
        raise GameError(f"{what}: {shown(value)} is not a pair of integers")
    try:
        one, other = (read_count(number, what, -(10**6) if least is None else least, 10**6) for number in pair)
    except NumberError as error:
        raise GameError(str(error)) from None
    return one, other
