"""The seven errors of the library.

Every error is a `TruelError` and also the built-in kind that a caller would expect (`ValueError`, `OSError`, …). Every
message names the culprit (the player, the value) and the way out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

EXTRAS = {
    "flint": "symbolic",
    "gmpy2": "fast",
    "hypothesis": "test",
    "matplotlib": "maps",
    "numpy": "maps",
    "sympy": "symbolic",
}
"""The extra of truel-ref to which each optional library belongs."""

__all__ = [
    "FileError",
    "LibraryError",
    "NumberError",
    "ProblemError",
    "RecordError",
    "TruelError",
    "UnfinishedError",
]


def __dir__() -> list[str]:
    return __all__


_BITS_SHOWN = 14_000  # Python writes integers of at most 4,300 digits


class TruelError(Exception):
    """The base of all errors of truel-ref."""


class NumberError(TruelError, ValueError):
    """A value that is not an exact number, or not a probability."""


class ProblemError(TruelError, ValueError):
    """A question that cannot be answered: an invalid problem, aim, map, formula, simulation or move, or too much."""


class RecordError(TruelError, ValueError):
    """Data that are not a record, or an unknown format for a record."""


class FileError(TruelError, OSError):
    """A file that cannot be read or written, or a path that cannot be a file."""


class LibraryError(TruelError, ImportError):
    """A library that a part of truel-ref needs and that is not installed."""


class UnfinishedError(TruelError, RuntimeError):
    """Work that ended early: at a time limit, or because a process was killed.

    Field: `known`, by name the results so far: a number of finished items, or a sequence of records.

    >>> print(UnfinishedError("the time limit of 5 s was reached", {"phases": 1200}))
    the time limit of 5 s was reached; so far: 1,200 phases
    """

    def __init__(self, message: str, known: dict[str, Any] | None = None) -> None:
        super().__init__(message, known)
        self.known = dict(known or {})

    def __str__(self) -> str:
        counts = {name: value if isinstance(value, int) else len(value) for name, value in self.known.items()}
        done = [f"{n:,} {name if n != 1 else name.removesuffix('s')}" for name, n in counts.items() if n]
        return f"{self.args[0]}; so far: {', '.join(done)}" if done else str(self.args[0])


def refuse(error: Callable[[str], Exception], *cases: tuple[object, str]) -> None:
    """Raise an error with the message of the first true case.

    Parameters: `error`, its class; `cases`, pairs of a condition and a message.

    >>> refuse(ProblemError, (1 > 2, "never"), (True, "--a and --b are two questions; ask one of them"))
    Traceback (most recent call last):
    truel_ref.errors.ProblemError: --a and --b are two questions; ask one of them
    """
    for there, message in cases:
        if there:
            raise error(message)


# ---------------------------------------------------------------------------------------------------------
# Libraries


def needs(library: str) -> None:
    """Raise `LibraryError` if a library cannot be imported, with the command to install it.

    Parameters: `library`, its name for `import`.

    >>> needs("fractions")
    >>> needs("paper")
    Traceback (most recent call last):
    truel_ref.errors.LibraryError: this needs paper, which is not installed; install it with: pip install paper
    """
    try:
        _ = sys.modules.get(library) or import_module(library)
    except ModuleNotFoundError as error:
        raise missing(error.name or library) from None
    except ImportError as error:
        raise LibraryError(f"this needs {library}, which cannot be imported: {error}; install it again") from None


def missing(library: str) -> LibraryError:
    """Return the error for a library that is not installed, named as `import` knows it."""
    extra = f" (extra {EXTRAS[library]})" if library in EXTRAS else ""
    package = "python-flint" if library == "flint" else library
    message = f"this needs {library}{extra}, which is not installed; install it with: pip install {package}"
    return LibraryError(message, name=library)


def imported(library: str) -> Any:
    """Return a library if the program has imported it, otherwise None.

    Without the import no value of the library can exist. A library that another thread is still importing counts as not
    imported.

    >>> imported("fractions").__name__, imported("paper")
    ('fractions', None)
    """
    module = sys.modules.get(library)
    return None if getattr(getattr(module, "__spec__", None), "_initializing", False) else module


class _MissingLibraries:
    """Python's last finder: if truel-ref itself imports an optional library that is missing, raises `LibraryError`."""

    @staticmethod
    def find_spec(fullname: str, path: object, target: object = None) -> None:
        """Find nothing; the other finders have not found the library either."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        if fullname in EXTRAS and frame.f_globals.get("__name__", "").startswith("truel_ref."):
            raise missing(fullname)


sys.meta_path.append(_MissingLibraries)


# ---------------------------------------------------------------------------------------------------------
# Values in messages


def printable(text: str) -> str:
    r"""Return text with control characters, including those that change its direction, as escapes.

    >>> print(printable("Größe \x9b31m"))
    Größe \x9b31m
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def shown(value: object, limit: int = 60) -> str:
    """Return a value as text for a message: its `repr`, cut to a readable length.

    The function never fails, not even for an integer that is too long for Python's conversion to text, and is fast for
    values of any length.

    >>> shown("junk")
    "'junk'"
    >>> shown("x" * 100, limit=10)
    "'xxxxxxxx…"
    >>> shown(10**100_000), shown(Fraction(1, 10**100_000))
    ('an integer of 332,193 binary digits', 'Fraction(1, an integer of 332,193 binary digits)')
    """
    try:
        if type(value) is int and value.bit_length() > _BITS_SHOWN:
            text = f"an integer of {value.bit_length():,} binary digits"
        elif type(value) is Fraction:
            text = f"Fraction({shown(value.numerator, limit)}, {shown(value.denominator, limit)})"
        elif isinstance(value, str | bytes):
            text = repr(value[: limit + 1])
        else:
            text = " ".join(repr(value).split())  # an array has several lines
    except Exception:  # the repr of a value may fail, but the message is still needed
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"
