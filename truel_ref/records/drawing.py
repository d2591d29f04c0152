"""Pictures: matplotlib with its own defaults and backend, whatever the user's environment says.

Every picture of the package is drawn and written within `usual_settings`. The bytes of a file depend only on the figure
and the version of matplotlib.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING

from truel_ref.errors import RecordError, needs, shown
from truel_ref.limits import LIBRARIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure


PICTURES: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
"""By format, the metadata with the date and the program, which are removed so that equal figures are equal files."""


def load_matplotlib() -> None:
    """Import matplotlib, whatever backend the environment names. Raises `LibraryError` if it is missing."""
    if "matplotlib" not in sys.modules and "MPLBACKEND" in os.environ:
        given = os.environ.pop("MPLBACKEND")  # an unknown backend would end the import
        needs("matplotlib")
        os.environ["MPLBACKEND"] = given
        with suppress(ValueError):
            sys.modules["matplotlib"].rcParams["backend"] = given
    needs("matplotlib")


@contextmanager
def usual_settings() -> Iterator[None]:
    """Give matplotlib its default settings for a while; also a decorator. Raises `LibraryError` without matplotlib."""
    load_matplotlib()
    import matplotlib

    with LIBRARIES, warnings.catch_warnings(), matplotlib.rc_context():
        # A sign that no font has is a box in the picture.
        warnings.filterwarnings("ignore", r"Glyph .* missing from|Matplotlib currently does not support \w+ natively")
        matplotlib.rcdefaults()
        matplotlib.rcParams["svg.hashsalt"] = "truel_ref"  # equal figures are equal files
        yield


@usual_settings()
def picture(
    figure: Figure,
    format: str = "png",  # noqa: A002  the usual word
    dpi: int = 150,
    **metadata: str,
) -> bytes:
    """Return a figure as the bytes of a file, without a date.

    Parameters: `figure`; `format`, "png", "svg" or "pdf"; `dpi`, dots per inch; `metadata`, texts for the file.

    Raises `RecordError` for another format.

    >>> from truel_ref import why
    >>> picture(why(["1/3", "2/3", 1]).plot(), "svg")[:5]
    b'<?xml'
    """
    if not isinstance(format, str) or format not in PICTURES:
        raise RecordError(f"pictures are written as {', '.join(PICTURES)}, not as {shown(format)}")
    written = BytesIO()
    figure.savefig(written, format=format, dpi=dpi, metadata=PICTURES[format] | metadata)
    return written.getvalue()
