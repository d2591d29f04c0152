"""The base of every record: writing as a table, as JSON, for notebooks and for pandas; and reading from JSON.

A record derives from `Record` and defines `to_json` and `_table`; all other methods follow. A record with declared keys
(`Declared`) gets JSON both ways from them.

>>> from truel_ref.records.table import Percent
>>> @dataclass(frozen=True)
... class Share(Declared):
...     name: str
...     share: Number
...     _keys = Keys("a share", name=TEXT, share=NUMBER)
...     def _table(self):
...         return Table(("player", "share", "percent"), [(self.name, self.share, Percent(self.share))])
>>> share = Share.from_json('{"name": "A", "share": "1/3"}')
>>> print(share.to_text("csv", digits=1))
player,share,percent
A,1/3,33.3
>>> share.to_records(), share.to_json()
([{'player': 'A', 'share': Fraction(1, 3), 'percent': 33.333333333333336}], {'name': 'A', 'share': '1/3'})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import BudgetError, RecordError, TruelError, needs, shown
from truel_ref.files import json_text, read_json
from truel_ref.numbers import Number, number_text, read_number, read_rational
from truel_ref.records.table import DIGITS, Table

__all__ = [
    "COUNT",
    "FORMATS",
    "NUMBER",
    "NUMBERS",
    "TEXT",
    "TRUTH",
    "Codec",
    "Declared",
    "Fields",
    "Keys",
    "Record",
    "Source",
    "derived",
    "each",
    "entry",
    "fields_of",
    "many",
    "maybe",
    "nested",
    "said",
    "spared",
]

FORMATS = ("table", "md", "latex", "csv", "json")
"""The formats of `Record.to_text`: a table for terminals, Markdown, LaTeX, comma-separated values, JSON."""

DIGIT_LIMIT = 10_000

T = TypeVar("T")


class Record:
    """The base of every public record: a subclass defines `to_json` and `_table`, and gets all output formats.

    `str` gives the table for a terminal (one line for a part of an answer), `to_text` the table in other formats,
    `to_records` a dictionary for each row, `to_pandas` a data frame; notebooks show HTML and LaTeX. Only percentages
    are rounded.
    """

    __slots__ = ()

    _digits = DIGITS

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        raise NotImplementedError

    def _table(self) -> Table:
        """Return the record as a table whose cells are numbers, aims and text."""
        raise NotImplementedError

    def to_records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return the rows of the record's table as dictionaries, with percentages in doubles and aims as text.

        The keys are the names of the columns with `_` for blanks and signs; the second of two equal names gets `_2`.

        Parameters: `exact`, whether numbers stay exact (a `Fraction`, or an `Algebraic` if irrational) or become
        doubles.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1").to_records()[0]
        {'player': 'A', 'hit': Fraction(1, 3), 'aim': 'Miss', 'wins': Fraction(25, 63), 'percent': 39.682539682539684}
        >>> solve("1/3 2/3 1").all_outcomes().to_records(exact=False)[0]["A_wins"]
        0.3968253968253968
        """
        return self._table().records(exact)

    def to_pandas(self, exact: bool = True) -> Any:
        """Return the rows of `to_records` as a data frame of pandas. Raises `LibraryError` if pandas is not installed.

        Parameters: `exact`, as for `to_records`; only doubles make columns that pandas can sum fast and draw.
        """
        needs("pandas")
        import pandas

        return pandas.DataFrame(self.to_records(exact))

    def to_text(self, format: str = "table", digits: int | None = None) -> str:  # noqa: A002  the word people use
        r"""Return the record as text.

        Parameters: `format`, "table" (for a terminal), "md" (Markdown), "latex" (a tabular for a paper; it needs
        amsmath), "csv" (the rows without notes, then further quantities of the answer: the quantity, of what, its
        value) or "json"; `digits`, from 0 to 10,000, the decimals of percentages, which are correctly rounded, ties to
        even; by default 3, in some records others. JSON has no percentages.

        Raises `RecordError` for another format or number of digits.

        >>> from truel_ref import solve
        >>> print(solve(["1/3", "2/3", 1]).to_text("csv", digits=1))
        player,hit,aim,wins,percent
        A,1/3,Miss,25/63,39.7
        B,2/3,C,8/21,38.1
        C,1,B,2/9,22.2
        """
        digits = self._digits if digits is None else digits
        if not isinstance(format, str) or format not in FORMATS:
            raise RecordError(f"format: {shown(format)} is unknown; choose from {', '.join(FORMATS)}")
        if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= DIGIT_LIMIT:
            raise RecordError(f"digits: {shown(digits)} is not an integer from 0 to {DIGIT_LIMIT:,}")
        return json_text(self.to_json()) if format == "json" else self._table().text(format, digits)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, rows: {len(self._table().rows):,}>"

    def __str__(self) -> str:
        return self._table().text("table", self._digits)

    def _terminal(self, digits: int, width: int, bold: bool) -> str:
        """Return the record for a terminal.

        Parameters: `digits`, the decimals of percentages; `width`, that of the terminal; `bold`, whether it shows bold.
        """
        return self._table().terminal(digits, width, bold)

    def _repr_html_(self) -> str:
        return self._table().html(self._digits)

    def _repr_latex_(self) -> str:
        return self._table().array(self._digits)


# ---------------------------------------------------------------------------------------------------------
# Declared keys


Source: TypeAlias = str | bytes | Mapping[str, Any]
"""A record as JSON text, or as the plain data of such text."""

_NEEDED: Any = object()


@dataclass(frozen=True)
class Codec:
    """The conversion of the value of a key to plain data and back.

    Fields: `reading`, a function of the plain data and of the values of earlier keys (None for a key that is only
    written); `write`, a function of the value and of its record; `derived`, whether the value follows from other keys,
    and must agree with them if it is given; `default`, the value for which the key is omitted.
    """

    reading: Callable[[Any, dict[str, Any]], Any] | None
    write: Callable[[Any, Any], Any]
    derived: bool = False
    default: Any = _NEEDED

    def read(self, data: Any, known: dict[str, Any]) -> Any:
        """Return the value that plain data describe."""
        assert self.reading is not None, "a key that is only written"
        return self.reading(data, known)

    @property
    def is_read(self) -> bool:
        """Whether the record takes the value from the data."""
        return self.reading is not None and not self.derived


def plain(read: Callable[[Any], Any], write: Callable[[Any], Any] = lambda value: value) -> Codec:
    """Return the codec of a value that does not depend on other keys."""
    return Codec(lambda data, known: read(data), lambda value, record: write(value))


def many(codec: Codec) -> Codec:
    """Return the codec of a list, perhaps with very many entries; errors name the entry, counted from 1."""

    def write(values: Iterable[Any], record: Any) -> list[Any]:
        data = []
        for value in values:
            check()
            data.append(codec.write(value, record))
        return data

    return Codec(lambda data, known: each(lambda one: codec.read(one, known))(data), write)


def maybe(codec: Codec) -> Codec:
    """Return the codec of a value that may be None, null in JSON."""
    return Codec(
        lambda data, known: None if data is None else codec.read(data, known),
        lambda value, record: None if value is None else codec.write(value, record),
    )


def entry(what: str, **codecs: Codec) -> Codec:
    """Return the codec of a tuple, written as an object with a key for each of its values."""

    def read(data: Any, known: dict[str, Any]) -> tuple[Any, ...]:
        fields = Fields(data, what)
        return tuple(fields.get(key, partial(codec.read, known=known)) for key, codec in codecs.items())

    def write(values: Iterable[Any], record: Any) -> dict[str, Any]:
        return {key: codec.write(value, record) for (key, codec), value in zip(codecs.items(), values, strict=True)}

    return Codec(read, write)


def nested(kind: Any, *beside: str) -> Codec:
    """Return the codec of another record with declared keys.

    Parameters: `kind`, its class; `beside`, the keys whose values it needs for reading, in addition to the problem.
    """

    def read(data: Any, known: dict[str, Any]) -> Any:
        return kind.from_json(data, known["problem"], **{key: known[key] for key in beside})

    return Codec(read, lambda value, record: value.to_json())


def derived(codec: Codec) -> Codec:
    """Return the codec of a value that follows from the other keys."""
    return replace(codec, derived=True)


def spared(codec: Codec, default: Any = ()) -> Codec:
    """Return the codec of a value whose key is omitted if the value is the default."""
    return replace(codec, default=default)


def said(value: Callable[[], Any]) -> Codec:
    """Return the codec of a key that is written for people and ignored by readers."""
    return Codec(None, lambda _, record: value())


class Keys:
    """The keys of a record, in the order of JSON, each with its codec.

    A key has the name of a field, or of a property if its codec is `derived`.

    Parameters: `what`, the record in messages; `codecs`, by key.
    """

    def __init__(self, what: str, **codecs: Codec) -> None:
        self.what = what
        self.codecs: dict[str, Codec] = {}
        self.read: list[str] = []
        self.add(**codecs)

    def add(self, **codecs: Codec) -> None:
        """Add keys, such as keys with records of the same class."""
        self.codecs |= codecs
        self.read += [key for key, codec in codecs.items() if codec.is_read]
        self.read.sort(key=lambda key: key != "problem")  # the other keys need it


class Declared(Record):
    """A record whose keys are declared."""

    __slots__ = ()

    _keys: ClassVar[Keys]

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON; `from_json` reads it back.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C").to_json()["aims"]
        {'B': 'C', 'C': 'B'}
        """
        data = {}
        for key, codec in self._keys.codecs.items():
            value = getattr(self, key) if codec.reading else None
            if codec.default is _NEEDED or value != codec.default:
                data[key] = codec.write(value, self)
        return data

    @classmethod
    def from_json(cls, source: Source, problem: Any = None, **known: Any) -> Self:
        """Read a record from JSON text or its plain data, without computing it again: a wrong answer stays wrong.

        A key that follows from other keys must agree with them if it is given; unknown keys are ignored.

        Parameters: `source`; `problem`, for a part of an answer, because only the problem has the number of players,
        their names and the meaning of `Random`; `known`, other values that the data do not contain.

        Raises `RecordError`, naming the key, and `ProblemError` for text that is not JSON.

        >>> from truel_ref import Phase, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Phase.from_json(solution.phases[1].to_json(), solution.problem) == solution.phases[1]
        True
        """
        fields, codecs = fields_of(source, cls._keys.what), cls._keys.codecs
        known["problem"] = problem
        for key in cls._keys.read:
            codec = codecs[key]
            spare = codec.default is not _NEEDED and key not in fields.data
            known[key] = codec.default if spare else fields.get(key, partial(codec.read, known=known))
        record = cls._made(known)
        for key, codec in codecs.items():
            if codec.derived:
                fields.agree(key, codec.write(getattr(record, key), record))
        return record

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        """Return the record with the fields that were read. Raises `RecordError` if they contradict each other."""
        return cls(**{key: known[key] for key in cls._keys.read})


# ---------------------------------------------------------------------------------------------------------
# Reading


class Fields:
    """An object of JSON that is being read: every message names the key with the error.

    Unknown keys are ignored, so an answer may have more keys than a record (for example an `id`).

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
        """Return the value of a key after reading it with a function. Raises `RecordError`, naming the key."""
        if key not in self.data:
            raise RecordError(f"the key {key!r} is missing in {self.what}")
        return _at(key, read, self.data[key])

    def agree(self, key: str, own: object) -> None:
        """Raise `RecordError` if a key is given and contradicts the value that follows from the other keys."""
        if contradicts(self.data.get(key, own), own):
            raise RecordError(f"{key}: {shown(self.data[key])} does not agree with the rest, which gives {shown(own)}")


def fields_of(source: object, what: str) -> Fields:
    """Return the keys of a record from JSON text or from its plain data. Raises `RecordError`."""
    return Fields(read_json(source) if isinstance(source, str | bytes) else source, what)


def contradicts(data: Any, own: Any) -> bool:
    """Return whether plain data contradict those of a record, ignoring unknown and missing keys.

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
    except BudgetError:  # the data are not the cause
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
    """Return records, perhaps very many, as plain data for JSON."""
    data = []
    for record in records:
        check()
        data.append(record.to_json())
    return data


def number(value: object) -> Number:
    """Read an exact probability from its text, which may be long, because the library wrote it."""
    result = read_number(value, digits=None)
    if not 0 <= result <= 1:
        raise RecordError(f"{shown(value)} is not a probability")
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
    """Read an integer >= 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{shown(value)} is not an integer >= 0")
    return int(value)


def integer(value: object) -> int:
    """Read an integer."""
    if type(value) is not int:
        raise RecordError(f"{shown(value)} is not an integer")
    return value


def rational(value: object) -> Fraction:
    """Read a fraction from its text, which may be long, because the library wrote it."""
    return read_rational(value, digits=None)


def one_of(record: Iterable[str]) -> Callable[[object], str]:
    """Return a function that reads one of the given texts."""
    known = tuple(record)

    def read(value: object) -> str:
        if value not in known:
            raise RecordError(f"{shown(value)} is unknown; choose from {', '.join(known)}")
        return str(value)

    return read


NUMBER = plain(number, number_text)
TEXT = plain(text)
TRUTH = plain(truth)
COUNT = plain(count)
NUMBERS = many(NUMBER)
