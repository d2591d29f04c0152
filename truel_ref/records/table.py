"""Tables: rows of exact numbers, aims and text, which become text only in the output.

A table is written for a terminal, in Markdown, LaTeX, HTML and CSV, and as plain rows for pandas.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from operator import mul
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from truel_ref.numbers import Algebraic, Number, decimal_text, number_latex, number_text, percent_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


DIGITS = 3
"""The decimals of a percentage, by default."""

_TURNED = 8  # the most rows of a table that may be turned on its side
_LONG = 60  # the most characters of an exact number for readers
_SHOWN = 12  # the first characters of a longer one


@runtime_checkable
class Formula(Protocol):
    """A cell with a formula: its text by `str`, and `latex` in mathematical mode."""

    def latex(self) -> str:
        """Return the formula."""


@dataclass(frozen=True)
class Percent:
    """A number in a table, shown in percent and rounded; only percentages are rounded.

    Fields: `value`, a probability; `apart`, whether only 1 and 0 read as 100 and 0, with as many decimals as that
    needs; `exact`, whether data (CSV and `to_records`) have the exact number instead, because it is too long to read.

    >>> Percent(Fraction(25, 63)).text(3), Percent(Fraction(279935, 279936), apart=True).text(3)
    ('39.683 %', '99.9996 %')
    """

    value: Number
    apart: bool = False
    exact: bool = False

    def text(self, digits: int) -> str:
        """Return the percentage, correctly rounded."""
        while self.apart and 0 < self.value < 1 and Fraction(decimal_text(self.value * 100, digits)) in (0, 100):
            digits += 1
        return percent_text(self.value, digits)


@dataclass(frozen=True)
class Rounded:
    """An exact number, shown with some decimals; `to_records` has the exact number.

    >>> Rounded(Fraction(272, 63), 3).text
    '4.317'
    """

    value: Number
    digits: int

    @property
    def text(self) -> str:
        """The number, correctly rounded."""
        return decimal_text(self.value, self.digits)


Cell: TypeAlias = "Number | Percent | Rounded | Formula | str | int | bool | None"
"""A cell of a table."""

Note: TypeAlias = "str | Sequence[str | Percent]"
"""A line below a table: text, or parts of text with percentages between them."""


@dataclass(frozen=True)
class Table:
    """A table before output: cells with numbers, aims or text, and their presentation.

    Fields: `columns`, the headings; `rows`, one cell per column; `caption`, the text above; `notes`, the lines below;
    `strong`, the numbers of rows that a terminal shows bold; `beside`, further quantities of the answer for
    files of values: a quantity, of whom or what, and its value; `widest`, the most characters of a line of a cell for a
    terminal, if its cells may be wrapped; `below`, further tables for readers. Columns of percentages and counts are
    right-aligned.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    notes: Sequence[Note] = ()
    strong: Collection[int] = ()
    beside: Sequence[tuple[str, object, Cell]] = ()
    widest: int | None = None
    below: Sequence[Table] = ()

    def text(self, style: str, digits: int) -> str:
        """Return the table as `Record.to_text` does; `style` is one of "table", "md", "latex", "html" and "csv"."""
        if style in ("csv", "table"):
            return self._csv(digits) if style == "csv" else self.terminal(digits)
        _, write, between = _STYLES[style]
        caption, *notes = (line and write(line) for line in (self.caption, *self._notes(digits)))
        below = [each.text(style, digits) for each in self.below if each.rows]
        return between.join(filter(None, [caption, self._grid(style, digits), *below, *notes]))

    def terminal(self, digits: int, width: int = 10**6, bold: bool = False) -> str:
        """Return the table for a terminal: bold rows, wrapped notes, and no line wider than the terminal.

        A table that is too wide is turned on its side; if it is still too wide, its lines are cut.
        """
        lines, strong, notes = self._grid("table", digits).splitlines(), self.strong, self._notes(digits)
        if max(map(len, lines)) > width and not self.widest:
            cells = [[_text(cell, digits) for cell in row] for row in self.rows]  # a row for each column
            side = Table(["", *map(str, range(1, len(cells) + 1))], list(zip(self.columns, *cells, strict=True)))
            turned = side._grid("table", digits).splitlines()
            if len(self.rows) <= _TURNED and max(map(len, turned)) <= width:
                lines, strong = turned, ()
            else:
                lines = [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines]
                notes.append("(cut to the width of the terminal; --format csv and --json have everything)")
        for row in strong if bold and len(lines) == len(self.rows) + 2 else ():
            lines[row + 2] = f"\x1b[1m{lines[row + 2]}\x1b[0m"
        caption, notes = (
            [part for line in said for part in wrapped(line, width)] for said in (self.caption.splitlines(), notes)
        )
        below = [[each.terminal(digits, width, bold)] for each in self.below if each.rows]
        blocks = [lines, *below, notes] if below else [lines + notes]
        return "\n\n".join(map("\n".join, filter(None, [caption, *blocks])))

    def records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return one plain dictionary per row, as `truel_ref.records.record.Record.to_records` does."""
        names: list[str] = []
        for column in self.columns:
            name = re.sub(r"\W+", "_", column).strip("_") or "column"
            again = (f"{name}_{number}" for number in count(2))
            names.append(next(new for new in chain([name], again) if new not in names))
        return [{name: _plain(cell, exact) for name, cell in zip(names, row, strict=True)} for row in self.rows]

    def quantities(self, of: str) -> list[tuple[str, object, Cell]]:
        """Return the cells as quantities beside another table, each with `of` and the number of its row from 1."""
        return [
            (name, f"{of} {number}", cell)
            for number, row in enumerate(self.rows, 1)
            for name, cell in zip(self.columns, row, strict=True)
        ]

    def _notes(self, digits: int) -> list[str]:
        """Return the notes as lines of text; a note that is text has its letters as parts."""
        return ["".join([part if isinstance(part, str) else part.text(digits) for part in note]) for note in self.notes]

    def _grid(self, style: str, digits: int) -> str:
        """Return the rows below their headings."""
        from tabulate import tabulate

        names, *rows = [[_styled(cell, style, digits) for cell in row] for row in (self.columns, *self.rows)]
        said = [{*map(type, column)} - {str, NoneType} for column in zip(*self.rows, strict=True)]
        aligned = ["right" if kinds and kinds <= {Percent, Rounded, int} else "left" for kinds in said]
        widest = self.widest if style == "table" else None
        form_of_cells: dict[str, Any] = {"colalign": aligned or None, "maxcolwidths": widest, "disable_numparse": True}
        return str(tabulate(rows, names, tablefmt=_STYLES[style][0], **form_of_cells))

    def _csv(self, digits: int) -> str:
        more = ("quantity", "of", "value") if self.beside else ()
        rows: list[Sequence[Cell]] = [(*self.columns, *more)]
        rows += [(*row, *[None] * len(more)) for row in self.rows]
        rows += [(*[None] * len(self.columns), what, str(of), value) for what, of, value in self.beside]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([_csv_cell(cell, digits) for cell in row] for row in rows)
        return text.getvalue().removesuffix("\n")


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width`; all lines after the first are indented by two more blanks."""
    import textwrap

    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [text]


def readable(number: Number) -> str:
    """Return a number for readers: if it is very long, its beginning and its length.

    >>> readable(Fraction(25, 63)), readable(Fraction(1, 7**200))
    ('25/63', '1/1046183829… (172 characters)')
    """
    text = number_text(number)
    return text if len(text) <= _LONG else f"{text[:_SHOWN]}… ({len(text):,} characters)"


# ---------------------------------------------------------------------------------------------------------
# Cells as text and as data


def _text(cell: Cell, digits: int) -> str:
    match cell:
        case Percent():
            return cell.text(digits)
        case Rounded():
            return cell.text
        case bool():
            return "yes" if cell else "no"
        case Fraction() | Algebraic():
            return readable(cell)
    return "" if cell is None else str(cell)


def _csv_cell(cell: Cell, digits: int) -> str:
    """Return a cell for a file of values: numbers in full, percentages without a sign."""
    if isinstance(cell, Percent):
        return number_text(cell.value) if cell.exact else cell.text(digits).removesuffix(" %")
    if isinstance(cell, Fraction | Algebraic):
        return number_text(cell)
    text = _text(cell, digits)
    return _no_formula(text) if isinstance(cell, str | Formula) else text


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?([0-9]+/[0-9]+|[0-9]*\.?[0-9]+(e[+-]?[0-9]+)?)( ?%)?|[+-]", re.ASCII | re.IGNORECASE)


def _no_formula(text: str) -> str:
    """Return text for a file of values, after an apostrophe if a spreadsheet would take it for a formula.

    >>> [_no_formula(text) for text in ("=1+1", "-x", "-1/3", "A")]
    ["'=1+1", "'-x", '-1/3', 'A']
    """
    return f"'{text}" if text[:1] in _FORMULA and not _NUMBER.fullmatch(text) else text


def _styled(cell: Cell, style: str, digits: int) -> str:
    """Return a cell or a heading as text in a style of `_STYLES`."""
    if style == "latex" and isinstance(cell, Fraction | Algebraic | Formula):
        return f"${number_latex(cell) if isinstance(cell, Fraction | Algebraic) else cell.latex()}$"
    text = _text(cell, digits)
    return markdown_text(text, begins=False) if style == "md" else latex_text(text) if style == "latex" else text


def _plain(cell: Cell, exact: bool) -> str | int | float | bool | Number | None:
    match cell:
        case Percent(exact=False):
            return float(cell.value * 100)
        case Percent() | Rounded():
            return _plain(cell.value, exact)
        case Fraction() | Algebraic():
            return cell if exact else float(cell)
        case bool() | int() | None:
            return cell
    return str(cell)


def markdown_text(text: str, begins: bool = True) -> str:
    r"""Return plain text for Markdown, on one line, with a backslash before every character with a meaning.

    Parameters: `text`; `begins`, whether the text begins a line, so that it could be a heading or an entry of a list.

    >>> print(markdown_text("a|b* <script> [x](y) $z$"))
    a\|b\* \<script\> \[x\](y) \$z\$
    """
    plain = re.sub(r"([\\|*_`<>\[\]~$&])", r"\\\1", " ".join(filter(None, text.splitlines())))
    return re.sub(r"^([0-9]*)([#.)+-])(?= |#|$)", r"\1\\\2", plain) if begins else plain


_LATEX: dict[str, Any] = {sign: f"\\{sign}" for sign in "&%$#_{}"}
_LATEX |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def latex_text(text: str) -> str:
    r"""Return plain text for LaTeX, outside mathematical mode.

    >>> print(latex_text("39.683 % & more"))
    39.683 \% \& more
    """
    return text.translate(str.maketrans(_LATEX))


def _paragraph(text: str) -> str:
    from html import escape

    return f"<p>{escape(text)}</p>"


_STYLES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "table": ("simple", str, "\n\n"),
    "md": ("pipe", markdown_text, "\n\n"),
    "latex": ("latex_raw", latex_text, "\n\n"),
    "html": ("html", _paragraph, ""),
}
"""By style: the form of tabulate, how a caption or a note is written, and what stands between the parts of a text."""


# ---------------------------------------------------------------------------------------------------------
# Colours and texts of pictures

PLAYER_COLORS = ("#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#5e4b8b", "#404040")
"""The colours of players by place in the shooting order, in all pictures; the ninth player has the first colour."""
LUMINANCE = (0.299, 0.587, 0.114)  # the brightness of red, green and blue to the eye (ITU-R BT.601)


def ink(color: str) -> str:
    """Return the colour of readable letters on a background colour.

    >>> ink("#f0e442"), ink("#0072b2")
    ('black', 'white')
    """
    from matplotlib.colors import to_rgb

    return "black" if sum(map(mul, to_rgb(color), LUMINANCE)) > 0.5 else "white"


def plain_texts(figure: Figure) -> Figure:
    """Return a figure of matplotlib in which all texts are plain: no sign begins a formula."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)
    return figure
