"""Tables of records for notebooks: HTML, and LaTeX as an array, which is what a notebook can set."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["html_table", "latex_table"]

_ESCAPED = str.maketrans(
    {
        "\\": r"\backslash ",
        **{letter: f"\\{letter}" for letter in "&%$#_{}"},
        "~": r"\sim ",
        "^": r"\hat{ }",
        "<": r"$<$",
        ">": r"$>$",
    }
)


def html_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table for HTML, every cell escaped.

    >>> html_table(["t"], [["0 < t"]]).splitlines()[-3]
    '<tr><td>0 &lt; t</td></tr>'
    """
    from tabulate import tabulate

    table: str = tabulate(rows, headers=headers, tablefmt="html", disable_numparse=True)
    return table


def latex_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Return a table as a displayed array of text.

    >>> print(latex_table(["t", "what"], [["0", "A & B"]]))
    $$\begin{array}{ll}
    \text{t} & \text{what} \\ \hline
    \text{0} & \text{A \& B} \\
    \end{array}$$
    """
    lines = [" & ".join(rf"\text{{{cell.translate(_ESCAPED)}}}" for cell in row) + r" \\" for row in (headers, *rows)]
    lines[0] += r" \hline"
    return "\n".join([rf"$$\begin{{array}}{{{'l' * len(headers)}}}", *lines, r"\end{array}$$"])
