"""The base of every record: JSON both ways from the types of its fields, a table, and output for notebooks and pandas.

A record is a dataclass; one with a table defines `_table`. Its JSON has a key for each property in `_keys` and for each
field but those in `_unwritten`. The type of a field chooses its codec: `CODECS` has those of plain types, and a type
`Annotated[T, codec]` brings its own.

>>> from truel_ref.records.table import Percent
>>> @frozen
... class Share(Record):
...     name: str
...     share: Number
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

import collections.abc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import repeat
from types import NoneType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from truel_ref.errors import RecordError, TruelError, UnfinishedError, needs, shown
from truel_ref.files import json_text, read_json
from truel_ref.limits import check
from truel_ref.numbers import Number, number_text, read_count, read_number
from truel_ref.records.table import DIGITS, Table

FORMATS = ("table", "md", "latex", "html", "csv", "json")
"""The formats of `Record.to_text`: a table for terminals, Markdown, LaTeX, HTML, comma-separated values, JSON."""

DIGIT_LIMIT = 10_000

T = TypeVar("T")

Source: TypeAlias = str | bytes | Mapping[str, Any]
"""A record as JSON text, or as the plain data of such text."""

Known: TypeAlias = dict[str, Any]
"""The values of a record that have been read, by name, with those of the records around it."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """Make a class of records a frozen dataclass; the class or a base of it has the `repr`."""
    return dataclass(frozen=True, repr=False)(kind)


class Record:
    """The base of every record.

    `str` gives the table for a terminal, `to_text` the table in other formats, `to_records` a dictionary for each row,
    `to_pandas` a data frame; notebooks show HTML. Only percentages are rounded.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]  # every record is a dataclass

    _digits: ClassVar[int] = DIGITS
    _keys: ClassVar[tuple[str, ...]] = ()
    _unwritten: ClassVar[tuple[str, ...]] = ()

    def _table(self) -> Table:
        """Return the record as a table whose cells are numbers, aims and text."""
        raise RecordError(f"a {type(self).__name__} has no table; print it, or ask the answer it belongs to")

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON; `from_json` reads it back.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C").to_json()["aims"]
        {'B': 'C', 'C': 'B'}
        """
        check()
        codecs = _codecs(type(self))  # type: ignore[arg-type]  # a class with a method __hash__ is hashable, too
        return {key: codec.write(getattr(self, key), self) for key, codec in codecs.items()}

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Self:
        """Read a record from JSON text or its plain data, without computing it again: a wrong answer stays wrong.

        A key that follows from other keys must agree with them if it is given; unknown keys are ignored.

        Parameters: `source`; `known`, values that the data do not contain, such as the `problem` of a part of an
        answer.

        Raises `RecordError`, naming the key, and `ProblemError` for text that is not JSON.

        >>> from truel_ref import Phase, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Phase.from_json(solution.phases[1].to_json(), problem=solution.problem) == solution.phases[1]
        True
        """
        data = member(source, cls.__name__)
        codecs, own = _codecs(cls), {each.name: each for each in fields(cls)}  # type: ignore[arg-type]
        for key in [key for key in own if key in codecs]:
            if key in data:
                known[key] = at(key, codecs[key].read, data[key], known)
                known.setdefault("problem", getattr(known[key], "problem", None))  # of a variant, for its plays
            elif own[key].default is MISSING and own[key].default_factory is MISSING:
                raise RecordError(f"the key {key!r} is missing in a record {cls.__name__}")
        record = cls(**{name: known[name] for name in own if name in known})
        for key in [key for key in codecs if key in data and key not in own]:
            due = codecs[key].write(getattr(record, key), record)
            if data[key] != due:
                raise RecordError(f"{key}: {shown(data[key])} does not agree with the rest, which gives {shown(due)}")
        return record

    def to_records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return the rows of the record's table as dictionaries, with percentages in doubles and aims as text.

        The keys are the names of the columns with `_` for blanks and signs; the second of two equal names gets `_2`.

        Parameters: `exact`, whether numbers stay exact (a `Fraction`, or an `Algebraic` if irrational) or become
        doubles.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1").to_records()[0]
        {'player': 'A', 'hit': Fraction(1, 3), 'aim': 'Miss', 'wins': Fraction(25, 63), 'percent': 39.682539682539684}
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
        amsmath), "html", "csv" (the rows without notes, then further quantities of the answer: the quantity, of what,
        its value) or "json"; `digits`, from 0 to 10,000, the decimals of percentages, which are correctly rounded, ties
        to even; by default 3, in some records others. JSON has no percentages.

        Raises `RecordError` for another format, and `NumberError` for another number of digits.

        >>> from truel_ref import solve
        >>> print(solve(["1/3", "2/3", 1]).to_text("csv", digits=1))
        player,hit,aim,wins,percent
        A,1/3,Miss,25/63,39.7
        B,2/3,C,8/21,38.1
        C,1,B,2/9,22.2
        """
        if format not in FORMATS:
            raise RecordError(f"format: {shown(format)} is unknown; choose from {', '.join(FORMATS)}")
        digits = self._digits if digits is None else read_count(digits, "digits", 0, DIGIT_LIMIT)
        return json_text(self.to_json()) if format == "json" else self._table().text(format, digits)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, rows: {len(self._table().rows):,}>"

    def __str__(self) -> str:
        return self._table().text("table", self._digits)

    def _repr_html_(self) -> str | None:
        return None if type(self)._table is Record._table else self.to_text("html")  # without a table: the usual text


# ---------------------------------------------------------------------------------------------------------
# Codecs


@dataclass(frozen=True)
class Codec:
    """The conversion of a value to plain data and back.

    Fields: `write`, a function of the value and of its record; `read`, a function of the plain data and of the values
    that have been read.
    """

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Known], Any]


@cache
def _codecs(kind: Any) -> dict[str, Codec]:
    """Return the codecs of a class of records, by key."""
    keys = dict.fromkeys((*kind._keys, *(each.name for each in fields(kind) if each.name not in kind._unwritten)))
    return {name: codec_of(_type_of(kind, name)) for name in keys}


def _type_of(kind: Any, name: str) -> Any:
    """Return the type of a field or of a property."""
    found = getattr(kind, name, None)
    getter = found.func if isinstance(found, cached_property) else getattr(found, "fget", None)
    return get_type_hints(getter or kind, include_extras=True)["return" if getter else name]


def codec_of(kind: Any) -> Codec:
    """Return the codec of a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marker: Any = kind.__metadata__[0]
        return marker if isinstance(marker, Codec) else marker(arguments[0])
    if kind in CODECS:
        return CODECS[kind]
    if NoneType in arguments:
        given = codec_of(Union[tuple(set(arguments) - {NoneType})])  # noqa: UP007  made at run time
        return Codec(
            lambda value, record: None if value is None else given.write(value, record),
            lambda data, known: None if data is None else given.read(data, known),
        )
    if origin is tuple:
        every = arguments[-1] is ...
        return listed(repeat(codec_of(arguments[0]))) if every else listed([*map(codec_of, arguments)], len(arguments))
    if origin is collections.abc.Mapping:
        pairs = listed(repeat(listed([*map(codec_of, arguments)], len(arguments))))
        return Codec(
            lambda value, record: pairs.write(sorted(value.items()), record), lambda *given: dict(pairs.read(*given))
        )
    around = ("problem", "order", "living", "player")
    return Codec(
        lambda value, record: value.to_json(),
        lambda data, known: kind.from_json(data, **{key: known[key] for key in around if key in known}),
    )


def listed(codecs: Iterable[Codec], length: int | None = None) -> Codec:
    """Return the codec of a list from those of its entries; errors name the entry of a list of any length, from 1.

    Parameters: `codecs`, as many as a list may have entries; `length`, the number of entries if it is known.
    """

    def read(data: Any, known: Known) -> tuple[Any, ...]:
        given = entries(data, length, "is not a list" if length is None else f"is not a list of {length}")
        places = enumerate(zip(codecs, given, strict=False), 1)
        return tuple(
            codec.read(entry, known) if length else at(f"number {place}", codec.read, entry, known)
            for place, (codec, entry) in places
        )

    def write(values: Iterable[Any], record: Any) -> list[Any]:
        return [codec.write(value, record) for codec, value in zip(codecs, values, strict=False)]

    return Codec(write, read)


def at(where: str, read: Callable[[Any, Known], T], data: object, known: Known) -> T:
    """Return what a function reads; an error names the key or the entry."""
    check()
    try:
        return read(data, known)
    except UnfinishedError:  # the data are not the cause
        raise
    except TruelError as error:
        raise RecordError(f"{where}: {error}") from None


def member(source: object, what: str) -> Mapping[str, Any]:
    """Return an object of JSON, from its text or as plain data. Raises `RecordError` for other values."""
    data = read_json(source) if isinstance(source, str | bytes) else source
    if not isinstance(data, Mapping):
        raise RecordError(f"a record {what} is a JSON object, not {shown(data)}")
    return data


def entries(data: object, length: int | None, what: str) -> list[Any] | tuple[Any, ...]:
    """Return a list of plain data, perhaps of a certain length. Raises `RecordError` for other values."""
    if not isinstance(data, list | tuple) or length not in (None, len(data)):
        raise RecordError(f"{shown(data)} {what}")
    return data


def _checked(
    said: str,
    holds: Callable[[Any], bool],
    read: Callable[[Any], Any] = lambda data: data,
    write: Callable[[Any], Any] = lambda value: value,
) -> Codec:
    """Return the codec of plain data.

    Parameters: `said`, what the data must be; `holds`, whether a value is; `read` and `write`, its conversions.
    """

    def checked(data: object, _: Known) -> Any:
        value = read(data)
        if not holds(value):
            raise RecordError(f"{shown(data)} is {said}")
        return value

    return Codec(lambda value, record: write(value), checked)


def one_of(words: Iterable[str]) -> Codec:
    """Return the codec of one of the given texts."""
    return _checked(f"unknown; choose from {', '.join(words)}", lambda data: data in (*words,))


# A number may be long, because the library wrote it.
_number = partial(_checked, read=partial(read_number, digits=None), write=number_text)

Amount: TypeAlias = Annotated[Number, _number("not a number >= 0", lambda value: value >= 0)]
"""A number that is at least 0."""

Probability: TypeAlias = Annotated[
    Number, _number("not a probability, a number in [0, 1]", lambda value: 0 <= value <= 1)
]
"""A number in [0, 1]."""

CODECS: dict[Any, Codec] = {
    bool: _checked("not true or false", lambda data: isinstance(data, bool)),
    int: _checked("not an integer >= 0", lambda data: type(data) is int and data >= 0),
    str: _checked("not text", lambda data: isinstance(data, str)),
    Fraction: _number("", lambda value: True),
    Number: _number("", lambda value: True),
}
CODECS[ClassVar[str]] = CODECS[str]
"""The codecs of plain types."""
