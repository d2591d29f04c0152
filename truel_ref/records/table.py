"""Tables of numbers, aims and text, and their output for terminals, papers, notebooks and files.

>>> from fractions import Fraction
>>> print(Table(("player", "share"), [("A", Fraction(1, 3)), ("B", Percent(Fraction(2, 3)))]).text("csv", 1))
player,share
A,1/3
B,66.7
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from truel_ref.numbers import Algebraic, Number, decimal_text, number_latex, number_text, percent_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "DIGITS",
    "LUMINANCE",
    "PLAYER_COLORS",
    "Cell",
    "Formula",
    "Marked",
    "Note",
    "Percent",
    "Rounded",
    "Table",
    "ink",
    "latex_text",
    "markdown_text",
    "plain_texts",
    "wrapped",
]

_TURNED = 8  # the most rows of a table that may be transposed

DIGITS = 3
"""The decimals of a percentage, by default."""


@runtime_checkable
class Formula(Protocol):
    """A cell with a formula: its text by `str`, and `latex` in mathematical mode."""

    def latex(self) -> str:
        """Return the formula."""


@dataclass(frozen=True)
class Percent:
    """A number in a table, shown in percent and rounded; only percentages are rounded.

    Fields: `value`, a probability; `most`, the end of a range that begins at `value`, or None; `apart`, whether only 1
    and 0 read as 100 and 0, with as many decimals as that needs; `exact`, whether data (CSV and `to_records`) have the
    exact number instead, because it is too long for readers.

    >>> Percent(Fraction(25, 63)).text(3), Percent(Fraction(1, 3), Fraction(1, 2)).text(3)
    ('39.683 %', '33.333 to 50.000 %')
    >>> Percent(Fraction(279935, 279936)).text(3), Percent(Fraction(279935, 279936), apart=True).text(3)
    ('100.000 %', '99.9996 %')
    """

    value: Number
    most: Number | None = None
    apart: bool = False
    exact: bool = False

    def text(self, digits: int) -> str:
        """Return the percentage, correctly rounded."""
        while self.apart and 0 < self.value < 1 and Fraction(decimal_text(self.value * 100, digits)) in (0, 100):
            digits += 1
        least = "" if self.most in (None, self.value) else f"{decimal_text(self.value * 100, digits)} to "
        return least + percent_text(self.value if self.most is None else self.most, digits)

    def __float__(self) -> float:
        """Return the nearest double to the percentage."""
        return float(self.value * 100)


@dataclass(frozen=True)
class Marked:
    """A cell with a star for readers, which a note explains; data (CSV and `to_records`) omit the star.

    >>> Marked("C").cell
    'C'
    """

    cell: Formula | str


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


Cell: TypeAlias = "Number | Percent | Rounded | Formula | Marked | str | int | bool | None"
"""A cell of a table; exact numbers and aims become text only in the output."""


Note: TypeAlias = "str | Sequence[str | Percent]"
"""A line below a table: text, or parts of text with percentages between them."""


@dataclass(frozen=True)
class Table:
    """A table before output: cells with numbers, aims or text, and their presentation.

    Fields: `columns`, the headings; `rows`, one cell per column; `caption`, the text above; `notes`, the lines below;
    `right`, the right-aligned columns; `strong`, the numbers of rows that a terminal shows bold; `beside`, further
    quantities of the answer for files of values: a quantity, of whom or what, and its value.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    notes: Sequence[Note] = ()
    right: Sequence[str] = ("percent",)
    strong: Collection[int] = ()
    beside: Sequence[tuple[str, object, Cell]] = ()

    def terminal(self, digits: int, width: int, bold: bool) -> str:
        """Return the table for a terminal: bold rows, wrapped notes, and no line wider than the terminal.

        A table that is too wide is transposed; if it is still too wide, its lines are cut.
        """
        lines, strong = self._tabulated("simple", digits).splitlines(), self.strong
        cut: list[str] = []
        if max(map(len, lines)) > width:
            cells = [[_text_cell(cell, digits) for cell in row] for row in self.rows]
            turned = Table(["", *map(str, range(1, len(cells) + 1))], list(zip(self.columns, *cells, strict=True)))
            if (
                len(cells) <= _TURNED
                and max(map(len, other := turned._tabulated("simple", digits).splitlines())) <= width
            ):
                lines, strong = other, ()
            else:
                lines = [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines]
                cut = ["(cut to the width of the terminal; --format csv and --json have everything)"]
        for row in strong if bold and len(lines) == len(self.rows) + 2 else ():
            lines[row + 2] = f"\x1b[1m{lines[row + 2]}\x1b[0m"
        caption = [*wrapped(self.caption, width), ""] if self.caption else []
        notes = [part for note in (*self._notes(digits), *cut) for part in wrapped(note, width)]
        return "\n".join([*caption, *lines, *notes])

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

    def quantities(self, of: str) -> list[tuple[str, object, Cell]]:
        """Return the cells as quantities beside another table, each with `of` and the number of its row from 1."""
        return [
            (name, f"{of} {number}", cell)
            for number, row in enumerate(self.rows, 1)
            for name, cell in zip(self.columns, row, strict=True)
        ]

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
        """Return the table as an array in mathematical LaTeX, which notebooks can show."""
        head = " & ".join(rf"\text{{{latex_text(name)}}}" for name in self.columns)
        cells = [[_latex_cell(cell, digits, mathematical=True) for cell in row] for row in self.rows]
        lines = [rf"{head} \\ \hline", *(rf"{' & '.join(row)} \\" for row in cells)]
        columns = "".join("r" if name in self.right else "l" for name in self.columns)
        body = "\n".join([rf"\begin{{array}}{{{columns}}}", *lines, r"\end{array}"])
        notes = [rf"\text{{{latex_text(note)}}} \\" for note in (self.caption, *self._notes(digits)) if note]
        if notes:
            body = "\n".join([r"\begin{array}{l}", rf"{body} \\", *notes, r"\end{array}"])
        return rf"$\displaystyle {body}$"

    def records(self, exact: bool = True) -> list[dict[str, Any]]:
        """Return one plain dictionary per row, as `truel_ref.records.record.Record.to_records` does."""
        names: list[str] = []
        for column in self.columns:
            name = re.sub(r"\W+", "_", column).strip("_") or "column"
            again = names.count(name) + sum(taken.rpartition("_")[0] == name for taken in names)
            names.append(f"{name}_{again + 1}" if name in names else name)
        return [{name: _plain_cell(cell, exact) for name, cell in zip(names, row, strict=True)} for row in self.rows]

    def _tabulated(self, style: str, digits: int) -> str:
        from tabulate import tabulate

        rows, names = [[_text_cell(cell, digits) for cell in row] for row in self.rows], self.columns
        if style == "pipe":
            names, *rows = [[markdown_text(cell, begins=False) for cell in row] for row in (names, *rows)]
        table: str = tabulate(rows, names, tablefmt=style, disable_numparse=True, colalign=self._aligned())
        return table

    def _aligned(self) -> Sequence[str] | None:
        """Return the alignment of every column, None for a table without rows, as tabulate needs it."""
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
        more = ("quantity", "of", "value") if self.beside else ()
        rows: list[Sequence[Cell]] = [(*row, *[None] * len(more)) for row in self.rows]
        rows += [(*[None] * len(self.columns), what, str(of), value) for what, of, value in self.beside]
        writer.writerow(map(_no_formula, (*self.columns, *more)))
        for row in rows:
            writer.writerow(_value_cell(cell, digits) for cell in row)
        return text.getvalue().removesuffix("\n")


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width`; all lines after the first are indented by two more blanks."""
    import textwrap

    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [text]


def _text_cell(cell: Cell, digits: int) -> str:
    if isinstance(cell, Marked):
        return f"{cell.cell} *"
    if isinstance(cell, Percent):
        return cell.text(digits)
    if isinstance(cell, Rounded):
        return cell.text
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Fraction | Algebraic):
        return number_text(cell)
    return "" if cell is None else str(cell)


def _value_cell(cell: Cell, digits: int) -> str:
    """Return a cell for a file of values, with percentages as numbers without a sign."""
    if isinstance(cell, Percent):
        return number_text(cell.value) if cell.exact else cell.text(digits).removesuffix(" %")
    cell = cell.cell if isinstance(cell, Marked) else cell
    text = _text_cell(cell, digits)
    return _no_formula(text) if isinstance(cell, str | Formula) else text


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
    elif isinstance(cell, Formula):
        formula = cell.latex()
    elif isinstance(cell, Marked):
        return _latex_cell(cell.cell, digits, mathematical) + (r"\text{ *}" if mathematical else " *")
    else:
        text = latex_text(_text_cell(cell, digits))
        return rf"\text{{{text}}}" if mathematical and text else text
    return formula if mathematical else f"${formula}$"


def _plain_cell(cell: Cell, exact: bool) -> str | int | float | bool | Number | None:
    if isinstance(cell, Percent) and cell.exact:
        cell = cell.value
    if isinstance(cell, Percent) and cell.most in (None, cell.value):
        return float(cell)
    if isinstance(cell, Marked):
        return str(cell.cell)
    cell = cell.value if isinstance(cell, Rounded) else cell
    if isinstance(cell, Fraction | Algebraic):
        return cell if exact else float(cell)
    return cell if cell is None or isinstance(cell, bool | int) else _text_cell(cell, DIGITS)


def markdown_text(text: str, begins: bool = True) -> str:
    r"""Return plain text for Markdown, on one line, with a backslash before every character with a meaning.

    Parameters: `text`; `begins`, whether the text begins a line, so that it could be a heading or an entry of a list.

    >>> print(markdown_text("a|b* <script> [x](y) $z$"))
    a\|b\* \<script\> \[x\](y) \$z\$
    """
    plain = re.sub(r"([\\|*_`<>\[\]~$&])", r"\\\1", " ".join(filter(None, text.splitlines())))
    return re.sub(r"^([0-9]*)([#.)+-])(?= |#|$)", r"\1\\\2", plain) if begins else plain


_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_LATEX |= {sign: f"\\{sign}" for sign in "&%$#_{}"}


def latex_text(text: str) -> str:
    r"""Return plain text for LaTeX, outside mathematical mode.

    >>> print(latex_text("39.683 % & more"))
    39.683 \% \& more
    """
    return "".join(_LATEX.get(sign, sign) for sign in text)


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
