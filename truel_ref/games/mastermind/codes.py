"""Codes and feedback: a game of Mastermind, with numbers for its codes and feedbacks in their canonical orders.

Internally a code is its number in lexicographic order, from 0, and a feedback its number in ascending order of black
and white, from 0, so that the solved feedback is the last. Users read and write text: `1122` and `1,2`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from truel_ref.errors import GameError, shown
from truel_ref.records.record import Fields, count

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "COLORS",
    "MOST_CODES",
    "MOST_PEGS",
    "Game",
    "classes_of_codes",
    "feedback_rows",
    "feedback_table",
    "judged",
    "swaps",
]

COLORS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of the colours."""

MOST_PEGS = 13
MOST_CODES = 10_000
"""Largest number of codes of a game: its feedback table has a hundred million entries of one byte."""

_BLOCK = 4_000_000  # entries of a table to compute at once


def judged(code: str, guess: str) -> tuple[int, int]:
    """Return the feedback on a guess, (black, white), by its definition.

    The steps: (1) black counts the places where both agree; (2) for each colour take the smaller of its two numbers of
    pegs; white is the sum of these minus black.

    Parameters: `code` and `guess`, texts of equal length; the feedback is symmetric in them. Raises `GameError` for
    other values.

    >>> judged("1122", "2212"), judged("1122", "1122")
    ((1, 2), (4, 0))
    """
    if not (isinstance(code, str) and isinstance(guess, str)) or len(code) != len(guess):
        raise GameError(f"{shown(code)} and {shown(guess)} are not texts of equal length; give one sign for each peg")
    black = sum(own == other for own, other in zip(code, guess, strict=True))
    common = sum(min(code.count(color), guess.count(color)) for color in set(code))
    return black, common - black


@dataclass(frozen=True)
class Game:
    """A game of Mastermind, by its numbers of pegs and colours.

    Parameters: `pegs`, from 1 to 13; `colors`, from 1 to 35. Raises `GameError` for other numbers, and for more than
    10,000 codes.

    >>> game = Game(4, 6)
    >>> game.codes, game.number("1122"), game.text(7), game.feedbacks[-1]
    (1296, 7, '1122', (4, 0))
    """

    pegs: int
    colors: int

    def __post_init__(self) -> None:
        for name, value, most in (("pegs", self.pegs, MOST_PEGS), ("colors", self.colors, len(COLORS))):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise GameError(f"{name}: {shown(value)} is not an integer from 1 to {most}")
        if self.codes > MOST_CODES:
            raise GameError(f"{self} make {self.codes:,} codes, more than {MOST_CODES:,}; take fewer")

    @property
    def codes(self) -> int:
        """The number of codes."""
        return int(self.colors**self.pegs)

    @cached_property
    def feedbacks(self) -> tuple[tuple[int, int], ...]:
        """The feedbacks (black, white) in canonical order; (pegs - 1, 1) is impossible."""
        return tuple(
            (black, white)
            for black in range(self.pegs + 1)
            for white in range(self.pegs - black + 1)
            if (black, white) != (self.pegs - 1, 1)
        )

    @property
    def solved(self) -> int:
        """The number of the feedback that ends a game."""
        return len(self.feedbacks) - 1

    def text(self, code: int) -> str:
        """Return a code as text, one sign for each peg."""
        places = reversed(range(self.pegs))
        return "".join(COLORS[code // self.colors**place % self.colors] for place in places)

    def number(self, text: object) -> int:
        """Return the number of a code from its text. Raises `GameError` for text that is not a code of this game.

        >>> Game(4, 6).number("1127")
        Traceback (most recent call last):
        truel_ref.errors.GameError: '1127' is not a code of 4 pegs, 6 colors: '7' is not one of 123456
        """
        signs = COLORS[: self.colors]
        what = f"{shown(text)} is not a code of {self}"
        if not isinstance(text, str):
            raise GameError(f"{what}; write it as text, such as {signs[0] * self.pegs!r}")
        if len(text) != self.pegs:
            raise GameError(f"{what}: it has {len(text)} signs")
        code = 0
        for sign in text:
            if sign not in signs:
                raise GameError(f"{what}: {shown(sign)} is not one of {signs}")
            code = code * self.colors + signs.index(sign)
        return code

    def feedback_number(self, feedback: Any) -> int:
        """Return the number of a feedback (black, white). Raises `GameError` for an impossible feedback.

        >>> Game(4, 6).feedback_number((3, 1))
        Traceback (most recent call last):
        truel_ref.errors.GameError: (3, 1) is not a feedback of 4 pegs, 6 colors; write it as black and white
        """
        pair = tuple(feedback) if isinstance(feedback, list | tuple) else None
        if pair not in self.feedbacks or any(isinstance(count, bool) for count in pair):
            raise GameError(f"{shown(feedback)} is not a feedback of {self}; write it as black and white")
        return self.feedbacks.index(pair)

    def feedback_text(self, feedback: int) -> str:
        """Return a feedback as text: black, comma, white."""
        return "{},{}".format(*self.feedbacks[feedback])

    def to_json(self) -> dict[str, Any]:
        """Return the common first fields of all records of the game, as plain data for JSON."""
        return {"game": "mastermind", "pegs": self.pegs, "colors": self.colors}

    @classmethod
    def from_json(cls, fields: Fields) -> Game:
        """Return the game from the fields of a JSON object."""
        return cls(fields.get("pegs", count), fields.get("colors", count))

    def __str__(self) -> str:
        pegs, colors = ("" if number == 1 else "s" for number in (self.pegs, self.colors))
        return f"{self.pegs} peg{pegs}, {self.colors} color{colors}"


@lru_cache(maxsize=2)
def feedback_table(game: Game) -> np.ndarray[Any, Any]:
    """Return the number of the feedback for every guess (row) and code (column): a square array of bytes, symmetric.

    >>> feedback_table(Game(2, 2)).tolist()
    [[4, 3, 3, 0], [3, 4, 2, 3], [3, 2, 4, 3], [0, 3, 3, 4]]
    """
    import numpy as np

    numbers = np.arange(game.codes)
    pegs = np.array([numbers // game.colors**place % game.colors for place in range(game.pegs)], dtype=np.uint8)
    counts = np.array([(pegs == color).sum(axis=0) for color in range(game.colors)], dtype=np.uint8)
    index = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.uint8)  # by black, and by agreement in any place
    for number, (placed, misplaced) in enumerate(game.feedbacks):
        index[placed, placed + misplaced] = number
    table = np.empty((game.codes, game.codes), dtype=np.uint8)
    step = max(1, _BLOCK // game.codes)
    for first in range(0, game.codes, step):
        rows = slice(first, first + step)
        black = sum((own[rows, None] == own for own in pegs), np.uint8(0))
        common = sum((np.minimum(own[rows, None], own) for own in counts), np.uint8(0))
        table[rows] = index[black, common]
    table.flags.writeable = False
    return table


@lru_cache(maxsize=2)
def feedback_rows(game: Game) -> tuple[bytes, ...]:
    """Return the rows of the feedback table as bytes, whose entries are fast to read."""
    return tuple(row.tobytes() for row in feedback_table(game))


@lru_cache(maxsize=2)
def swaps(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the permutation of codes for each swap of two pegs and each swap of two colours.

    The swaps generate all symmetries of the game: they change no feedback when applied to both codes.

    >>> swaps(Game(2, 2))
    ((3, 2, 1, 0), (0, 2, 1, 3))
    """
    texts = [game.text(code) for code in range(game.codes)]
    names = combinations(COLORS[: game.colors], 2)
    images = [[text.translate(str.maketrans(one + other, other + one)) for text in texts] for one, other in names]
    for one, other in combinations(range(game.pegs), 2):
        places = [{one: other, other: one}.get(place, place) for place in range(game.pegs)]
        images.append(["".join(text[place] for place in places) for text in texts])
    return tuple(tuple(map(game.number, image)) for image in images)


def classes_of_codes(game: Game) -> list[list[int]]:
    """Return the classes of codes that differ only by places of pegs and names of colours.

    The sorted numbers of pegs per colour determine the class.

    >>> game = Game(3, 2)
    >>> [[game.text(code) for code in codes] for codes in classes_of_codes(game)]
    [['111', '222'], ['112', '121', '122', '211', '212', '221']]
    """
    classes: dict[tuple[int, ...], list[int]] = {}
    for code in range(game.codes):
        text = game.text(code)
        classes.setdefault(tuple(sorted(map(text.count, set(text)))), []).append(code)
    return list(classes.values())
