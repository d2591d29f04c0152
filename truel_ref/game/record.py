"""What every record can do: be written as a table, as JSON, for notebooks and for pandas; and how records are read.

A record derives from `Record` and says two things, `to_json` and `_table`; all the rest follows. Reading back is the
record's own `from_json`, with `Fields` to name the key in every message.

>>> from truel_ref.numbers import read_rational as exact
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

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import BudgetError, RecordError, TruelError, shown
from truel_ref.files import json_text
from truel_ref.game.aims import Aim, latex_text
from truel_ref.numbers import (
    Algebraic,
    Number,
    decimal_text,
    number_latex,
    number_text,
    percent_text,
    read_number,
    read_rational,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "DIGITS",
    "FORMATS",
    "Cell",
    "Fields",
    "Marked",
    "Percent",
    "Record",
    "Table",
    "markdown_text",
    "plain_texts",
]

FORMATS = ("table", "md", "latex", "csv", "json")
"""What `Record.to_text` writes: a table for terminals, Markdown, LaTeX, comma-separated values, JSON."""

DIGITS = 3
"""Decimal digits of a percentage, unless somebody asks for others."""

DIGIT_LIMIT = 10_000

T = TypeVar("T")


@dataclass(frozen=True)
class Percent:
    """A number in a table that is shown in percent and rounded: the only rounding there is; with `most`, a range.

    >>> Percent(Fraction(25, 63)).text(3), Percent(Fraction(1, 3), Fraction(1, 2)).text(3)
    ('39.683 %', '33.333 to 50.000 %')
    """

    value: Number
    most: Number | None = None

    def text(self, digits: int) -> str:
        """Return the percentage, correctly rounded."""
        least = "" if self.most in (None, self.value) else f"{decimal_text(self.value * 100, digits)} to "
        return least + percent_text(self.value if self.most is None else self.most, digits)

    def __float__(self) -> float:
        """Return the double nearest to the percentage."""
        return float(self.value * 100)


@dataclass(frozen=True)
class Marked:
    """A cell with a star for readers, whose meaning the notes tell; data (CSV and `to_records`) leave it out.

    >>> Marked("C").cell
    'C'
    """

    cell: Aim | str


Cell: TypeAlias = "Number | Percent | Aim | Marked | str | int | bool | None"
"""What may stand in a table: exact numbers and aims stay what they are until the table is written."""


Note: TypeAlias = "str | Sequence[str | Percent]"
"""A line below a table: text, or parts of text with percentages between them."""


@dataclass(frozen=True)
class Table:
    """A table before it is written: cells that are numbers, aims or text, and how they are to be shown.

    Fields: `columns`, their headings; `rows`, one cell per column; `caption`, said above; `notes`, said below, one line
    each; `right`, the columns that are set flush right.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    notes: Sequence[Note] = ()
    right: Sequence[str] = ("percent",)

    def text(self, style: str, digits: int) -> str:
        """Return the table as `Record.to_text` does; `style` is one of "table", "md", "latex" and "csv"."""
        if style == "csv":
            return self._csv(digits)
        if style == "latex":
            return self._latex(digits)
        notes = self._notes(digits)
        if style == "md":
            parts = [markdown_text(self.caption), self._tabulated("pipe", digits), *map(markdown_text, notes)]
            return "\n\n".join(filter(None, parts))
        caption = [self.caption, ""] if self.caption else []
        return "\n".join([*caption, self._tabulated("simple", digits), *notes])

    def _notes(self, digits: int) -> list[str]:
        """Return the notes as lines of text."""
        return [
            note
            if isinstance(note, str)
            else "".join(part.text(digits) if isinstance(part, Percent) else part for part in note)
            for note in self.notes
        ]

    def html(self, digits: int) -> str:
        """Return the table for HTML."""
        from html import escape

        def line(tag: str, cells: Iterable[str]) -> str:
            styled = zip(self.columns, cells, strict=True)
            right = ' style="text-align: right"'
            inner = (f"<{tag}{right if name in self.right else ''}>{escape(cell)}</{tag}>" for name, cell in styled)
            return f"<tr>{''.join(inner)}</tr>"

        body = "".join(line("td", (_text_cell(cell, digits) for cell in row)) for row in self.rows)
        caption, *notes = (f"<p>{escape(part)}</p>" if part else "" for part in (self.caption, *self._notes(digits)))
        table = f"<table><thead>{line('th', self.columns)}</thead><tbody>{body}</tbody></table>"
        return "".join([caption, table, *notes])

    def array(self, digits: int) -> str:
        """Return the table as an array in mathematical LaTeX, which is what notebooks can show."""
        head = " & ".join(rf"\text{{{latex_text(name)}}}" for name in self.columns)
        cells = [[_latex_cell(cell, digits, mathematical=True) for cell in row] for row in self.rows]
        lines = [rf"{head} \\ \hline", *(rf"{' & '.join(row)} \\" for row in cells)]
        columns = "".join("r" if name in self.right else "l" for name in self.columns)
        body = "\n".join([rf"\begin{{array}}{{{columns}}}", *lines, r"\end{array}"])
        notes = [rf"\text{{{latex_text(note)}}} \\" for note in (self.caption, *self._notes(digits)) if note]
        if notes:
            body = "\n".join([r"\begin{array}{l}", rf"{body} \\", *notes, r"\end{array}"])
        return rf"$\displaystyle {body}$"

    def records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary per row: exact numbers and aims as text, percentages as the nearest doubles."""
        return [dict(zip(self.columns, map(_plain_cell, row), strict=True)) for row in self.rows]

    def _tabulated(self, style: str, digits: int) -> str:
        from tabulate import tabulate

        rows, names = [[_text_cell(cell, digits) for cell in row] for row in self.rows], self.columns
        if style == "pipe":
            names, *rows = [[markdown_text(cell, begins=False) for cell in row] for row in (names, *rows)]
        table: str = tabulate(rows, names, tablefmt=style, disable_numparse=True, colalign=self._aligned())
        return table

    def _aligned(self) -> Sequence[str] | None:
        """Return the alignment of every column; tabulate takes none where there are no rows."""
        return ["right" if name in self.right else "left" for name in self.columns] if self.rows else None

    def _latex(self, digits: int) -> str:
        from tabulate import tabulate

        rows = [[_latex_cell(cell, digits, mathematical=False) for cell in row] for row in self.rows]
        names = [latex_text(name) for name in self.columns]
        table = tabulate(rows, names, tablefmt="latex_raw", disable_numparse=True, colalign=self._aligned())
        return "\n\n".join(filter(None, [latex_text(self.caption), table, *map(latex_text, self._notes(digits))]))

    def _csv(self, digits: int) -> str:
        import csv

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(_no_formula, self.columns))
        for row in self.rows:
            writer.writerow(_value_cell(cell, digits) for cell in row)
        return text.getvalue().removesuffix("\n")


def _text_cell(cell: Cell, digits: int) -> str:
    if isinstance(cell, Marked):
        return f"{cell.cell} *"
    if isinstance(cell, Percent):
        return cell.text(digits)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Fraction | Algebraic):
        return number_text(cell)
    return "" if cell is None else str(cell)


def _value_cell(cell: Cell, digits: int) -> str:
    """Return a cell for a file of values, in which a percentage is a number and has no sign behind it."""
    if isinstance(cell, Percent):
        return cell.text(digits).removesuffix(" %")
    cell = cell.cell if isinstance(cell, Marked) else cell
    text = _text_cell(cell, digits)
    return _no_formula(text) if isinstance(cell, str | Aim) else text


def _no_formula(text: str) -> str:
    """Return text for a file of values, after an apostrophe if a spreadsheet would take it for a formula.

    >>> [_no_formula(text) for text in ("=1+1", "-x", "-1/3", "A")]
    ["'=1+1", "'-x", '-1/3', 'A']
    """
    return f"'{text}" if text[:1] in _FORMULA and not _NUMBER.fullmatch(text) else text


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?([0-9]+/[0-9]+|[0-9]*\.?[0-9]+(e[+-]?[0-9]+)?)( ?%)?|[+-]", re.ASCII | re.IGNORECASE)


def _latex_cell(cell: Cell, digits: int, mathematical: bool) -> str:
    if isinstance(cell, Fraction | Algebraic):
        formula = number_latex(cell)
    elif isinstance(cell, Aim):
        if cell.word is not None:
            return _latex_cell(cell.word, digits, mathematical)
        formula = cell.latex()
    elif isinstance(cell, Marked):
        return _latex_cell(cell.cell, digits, mathematical) + (r"\text{ *}" if mathematical else " *")
    else:
        text = latex_text(_text_cell(cell, digits))
        return rf"\text{{{text}}}" if mathematical and text else text
    return formula if mathematical else f"${formula}$"


def _plain_cell(cell: Cell) -> str | int | float | bool | None:
    if isinstance(cell, Percent) and cell.most in (None, cell.value):
        return float(cell)
    if isinstance(cell, Marked):
        return str(cell.cell)
    return cell if cell is None or isinstance(cell, bool | int) else _text_cell(cell, DIGITS)


def markdown_text(text: str, begins: bool = True) -> str:
    r"""Return plain text for Markdown, on one line: what would be read as a mark gets a backslash.

    Parameters: `text`; `begins`, whether it begins a line, so that it could be a heading or an entry of a list.

    >>> print(markdown_text("a|b* <script> [x](y) $z$"))
    a\|b\* \<script\> \[x\](y) \$z\$
    """
    plain = re.sub(r"([\\|*_`<>\[\]~$&])", r"\\\1", " ".join(filter(None, text.splitlines())))
    return re.sub(r"^([0-9]*)([#.)+-])(?= |#|$)", r"\1\\\2", plain) if begins else plain


def plain_texts(figure: Figure) -> Figure:
    """Return a figure of matplotlib after all its texts were told to stand as they are: no sign begins a formula."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)
    return figure


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


def integer(value: object) -> int:
    """Read a whole number."""
    if type(value) is not int:
        raise RecordError(f"{shown(value)} is not an integer")
    return value


def rational(value: object) -> Fraction:
    """Read a fraction from its text, however long: it is one that the library wrote."""
    return read_rational(value, digits=None)


def one_of(record: Iterable[str]) -> Callable[[object], str]:
    """Return a function that reads one of some texts."""
    known = tuple(record)

    def read(value: object) -> str:
        if value not in known:
            raise RecordError(f"{shown(value)} is unknown; there are {', '.join(known)}")
        return str(value)

    return read
