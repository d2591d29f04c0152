"""What every record can do: be written as a table, as JSON, for notebooks and for pandas; and how records are read.

A record derives from `Record` and says two things, `to_json` and `_table`; all the rest follows. Reading back is the
record's own `from_json`, with `Fields` to name the key in every message.

>>> from truel_ref.numbers import read_rational as exact
>>> from truel_ref.records.table import Percent
>>> class Shares(Record):
...     def to_json(self):
...         return {"A": "1/3"}
...     def _table(self):
...         return Table(("player", "share", "percent"), [("A", exact("1/3"), Percent(exact("1/3")))])
>>> print(Shares().to_text("csv", digits=1))
player,share,percent
A,1/3,33.3
>>> Shares().to_records()
[{'player': 'A', 'share': '1/3', 'percent': 33.333333333333336}]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from truel_ref.budget import check
from truel_ref.errors import BudgetError, RecordError, TruelError, shown
from truel_ref.files import json_text
from truel_ref.numbers import Number, read_number
from truel_ref.records.table import DIGITS, Table

__all__ = ["FORMATS", "Fields", "Record"]

FORMATS = ("table", "md", "latex", "csv", "json")
"""What `Record.to_text` writes: a table for terminals, Markdown, LaTeX, comma-separated values, JSON."""

DIGIT_LIMIT = 10_000

T = TypeVar("T")


class Record:
    """The base of every public record: one that says `to_json` and `_table` gets all ways of being shown.

    `str` gives the table for a terminal (a part of an answer is one line), `to_text` the table in other formats,
    `to_records` plain dictionaries (for pandas: `pandas.DataFrame(record.to_records())`); notebooks draw it in HTML and
    LaTeX. Only percentages are rounded.
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        raise NotImplementedError

    def _table(self) -> Table:
        """Return the record as a table whose cells are numbers, aims and text."""
        raise NotImplementedError

    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows of the record's table as plain dictionaries: exact numbers as text, percentages as floats.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).to_records()[0]
        {'player': 'A', 'hit': '1/3', 'aim': 'Miss', 'wins': '25/63', 'percent': 39.682539682539684}
        """
        return self._table().records()

    def to_text(self, format: str = "table", digits: int = DIGITS) -> str:  # noqa: A002  the word people use
        r"""Return the record as text.

        Parameters: `format`, "table" (for a terminal), "md" (Markdown), "latex" (a tabular for a paper; it needs
        amsmath), "csv" (the rows without notes) or "json"; `digits`, from 0 to 10,000, the decimals of percentages,
        which are correctly rounded, ties to even. JSON holds no percentages.

        Raises `RecordError` for another format or number of digits.

        >>> from truel_ref import solve
        >>> print(solve(["1/3", "2/3", 1]).to_text("csv", digits=1))
        player,hit,aim,wins,percent
        A,1/3,Miss,25/63,39.7
        B,2/3,C,8/21,38.1
        C,1,B,2/9,22.2
        """
        if not isinstance(format, str) or format not in FORMATS:
            raise RecordError(f"format: {shown(format)} is unknown; there are {', '.join(FORMATS)}")
        if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= DIGIT_LIMIT:
            raise RecordError(f"digits: {shown(digits)} is not an integer from 0 to {DIGIT_LIMIT:,}")
        return json_text(self.to_json()) if format == "json" else self._table().text(format, digits)

    def __str__(self) -> str:
        return self._table().text("table", DIGITS)

    def _repr_html_(self) -> str:
        return self._table().html(DIGITS)

    def _repr_latex_(self) -> str:
        return self._table().array(DIGITS)


# ---------------------------------------------------------------------------------------------------------
# Reading


class Fields:
    """An object of JSON that is being read: every message names the key at which it went wrong.

    Keys that nobody asks for are passed over, so that an answer may carry more than a record does (an `id`, say).

    >>> Fields({"win": ["1/2", "x"]}, "an outcome").get("win", numbers)
    Traceback (most recent call last):
    ...
    truel_ref.errors.RecordError: win: number 2: 'x' is not a number; write it as 1/3, 0.55, 5.5e-1 or 55%
    """

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, Mapping):
            raise RecordError(f"{what} is a JSON object, not {shown(data)}")
        self.data = data
        self.what = what

    def get(self, key: str, read: Callable[[Any], T]) -> T:
        """Return what a function reads from the value of a key. Raises `RecordError`, naming the key."""
        if key not in self.data:
            raise RecordError(f"the key {key!r} is missing in {self.what}")
        return _at(key, read, self.data[key])

    def agree(self, key: str, own: object) -> None:
        """Raise `RecordError` if a key is there and says something else than what follows from the other keys."""
        if contradicts(self.data.get(key, own), own):
            raise RecordError(f"{key}: {shown(self.data[key])} does not agree with the rest, which gives {shown(own)}")


def contradicts(data: Any, own: Any) -> bool:
    """Tell whether plain data say something else than those of a record; other keys are passed over, and missing ones.

    >>> contradicts({"total": 1, "id": 7}, {"total": 1, "ways": []}), contradicts([{"total": 2}], [{"total": 1}])
    (False, True)
    """
    if isinstance(own, dict):
        return not isinstance(data, Mapping) or any(contradicts(data.get(key, said), said) for key, said in own.items())
    if isinstance(own, list):
        same_length = isinstance(data, list | tuple) and len(data) == len(own)
        return not same_length or any(map(contradicts, data, own))
    return bool(data != own)


def _at(where: str, read: Callable[[Any], T], value: object) -> T:
    try:
        return read(value)
    except BudgetError:  # it is no fault of what is read
        raise
    except TruelError as error:
        raise RecordError(f"{where}: {error}") from None


def each(read: Callable[[Any], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a function that reads every entry of a list; its errors name the entry, counted from 1."""

    def read_list(value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise RecordError(f"{shown(value)} is not a list")
        entries = []
        for place, entry in enumerate(value, start=1):
            check()
            entries.append(_at(f"number {place}", read, entry))
        return tuple(entries)

    return read_list


def written(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Return records as plain data for JSON, of which there may be very many."""
    data = []
    for record in records:
        check()
        data.append(record.to_json())
    return data


def number(value: object) -> Number:
    """Read an exact probability from its text, however long: it is one that the library wrote."""
    result = read_number(value, digits=None)
    if not 0 <= result <= 1:
        raise RecordError(f"{shown(value)} is no probability")
    return result


numbers = each(number)


def truth(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise RecordError(f"{shown(value)} is neither true nor false")
    return value


def text(value: object) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise RecordError(f"{shown(value)} is not text")
    return value


def count(value: object) -> int:
    """Read a whole number from 0 upwards."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{shown(value)} is not an integer >= 0")
    return int(value)


def one_of(record: Iterable[str]) -> Callable[[object], str]:
    """Return a function that reads one of some texts."""
    known = tuple(record)

    def read(value: object) -> str:
        if value not in known:
            raise RecordError(f"{shown(value)} is unknown; there are {', '.join(known)}")
        return str(value)

    return read
