"""Figures as files, the same bytes on every day, and figures and pages in notebooks."""

from __future__ import annotations

import os
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, shown
from truel_ref.files import write_bytes
from truel_ref.workers import LIBRARIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "Inline", "figure_format", "png", "save_figure", "self_drawing"]

# What each kind of file would say of the day and the program it was made with, so that equal figures are equal files.
FORMATS: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}

HEIGHT = 860
"""Of a page in a notebook, in dots."""


class Inline:
    """A page for the output of a notebook cell, in a frame of its own.

    Parameters: `html`, the page.

    >>> Inline("<p>A, B and C</p>")._repr_html_()[:14]
    '<iframe srcdoc'
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {HEIGHT}px; border: none"
        return f'<iframe srcdoc="{escape(self.html)}" style="{style}"></iframe>'


def png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG.

    >>> from matplotlib.figure import Figure
    >>> png(Figure())[1:4]
    b'PNG'
    """
    written = BytesIO()
    with LIBRARIES:
        figure.savefig(written, format="png", metadata=FORMATS["png"])
    return written.getvalue()


def self_drawing(figure: Figure) -> Figure:
    """Return a figure after it was told how a notebook may show it.

    Notebooks show the figures that pyplot manages. The others, which are free of its memory of open windows, are shown
    as `_repr_png_` says.

    >>> from matplotlib.figure import Figure
    >>> self_drawing(Figure())._repr_png_()[1:4]
    b'PNG'
    """
    figure._repr_png_ = lambda: png(figure)  # type: ignore[attr-defined]  # what IPython asks every object for
    return figure


def figure_format(path: str | os.PathLike[str]) -> str:
    """Return the format that a file name says. Raises `MapError` if it says none."""
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise MapError(
            f"{shown(str(path))}: a figure is written as {', '.join(FORMATS)}; end the name with one of them"
        )
    return kind


def save_figure(figure: Figure, path: str | os.PathLike[str], dpi: int = 150) -> Path:
    """Write a figure to a file, whose ending says the format: png, svg or pdf.

    The same figure gives the same bytes on every day, with the same version of matplotlib. There is a whole figure in
    the end or the old one.

    Parameters: `figure`; `path`; `dpi`, dots per inch, also of the pictures within svg and pdf.

    Returns the path. Raises `MapError` for another ending, and `FileError` where the file cannot be written.

    >>> from matplotlib.figure import Figure
    >>> save_figure(Figure(), "map.gif")
    Traceback (most recent call last):
    truel_ref.errors.MapError: 'map.gif': a figure is written as png, svg, pdf; end the name with one of them
    """
    import matplotlib

    path = Path(path)
    kind = figure_format(path)
    written = BytesIO()
    with LIBRARIES, matplotlib.rc_context({"svg.hashsalt": "truel_ref"}):
        options: dict[str, Any] = {"metadata": FORMATS[kind], "dpi": dpi}
        figure.savefig(written, format=kind, **options)
    write_bytes(path, written.getvalue())
    return path
