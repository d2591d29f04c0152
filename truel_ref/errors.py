"""The errors of the library: one small tree.

Every error is a `TruelError` and also the built-in kind that a caller would expect (`ValueError`, `LookupError`
or `OSError`). Every message names the culprit (the player, the value) and the way out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

__all__ = [
    "EXTRAS",
    "AimError",
    "BudgetError",
    "ClaimError",
    "ExplanationError",
    "FileError",
    "GameError",
    "LibraryError",
    "MapError",
    "NumberError",
    "PhaseError",
    "ProblemError",
    "RecordError",
    "SimulationError",
    "SizeError",
    "SymbolicError",
    "TruelError",
    "VectorError",
    "WorkerError",
    "imported",
    "missing",
    "needs",
    "printable",
    "refuse",
    "shown",
]


_BITS_WRITTEN = 20_000  # the most bits of an integer whose leading digits are shown
_PACKAGES = {"flint": "python-flint"}
"""The name of a library for `pip`, if it differs from its name for `import`."""

EXTRAS = {
    "flint": "symbolic",
    "gmpy2": "fast",
    "hypothesis": "test",
    "matplotlib": "maps",
    "numpy": "maps",
    "sympy": "symbolic",
}
"""The extra of truel-ref to which each optional library belongs."""


class TruelError(Exception):
    """The base of all errors of truel-ref."""


class NumberError(TruelError, ValueError):
    """A value that is not an exact number, or not a probability."""


class AimError(TruelError, ValueError):
    """A word, label or list of weights that is not an aim."""


class ProblemError(TruelError, ValueError):
    """A problem that cannot be stated: too few players, lists of different lengths, unknown keys."""


class BudgetError(TruelError, RuntimeError):
    """Work that ended at a limit of time or memory.

    Fields: `known`, by name the results so far: a number of finished items, or a sequence of records; `way_on`, a
    sentence on how to continue, empty if the work must begin again.

    >>> print(BudgetError("the time limit of 5 s was reached", {"phases": 1200}))
    the time limit of 5 s was reached; so far: 1,200 phases
    """

    def __init__(self, message: str, known: dict[str, Any] | None = None, way_on: str = "") -> None:
        super().__init__(message, known, way_on)
        self.known = dict(known or {})
        self.way_on = way_on

    def __str__(self) -> str:
        counts = {name: value if isinstance(value, int) else len(value) for name, value in self.known.items()}
        done = {name if count != 1 else name.removesuffix("s"): count for name, count in counts.items() if count}
        told = ", ".join(f"{count:,} {name}" for name, count in done.items())
        return "; ".join(filter(None, [str(self.args[0]), told and f"so far: {told}", self.way_on]))


class SizeError(BudgetError, ProblemError):
    """Work that is refused before it begins, because it would take too much time or memory."""


class ExplanationError(TruelError, ValueError):
    """A request for an explanation that is too long, or about a player who is not in the phase."""


class FileError(TruelError, OSError):
    """A file that cannot be read or written, or a path that cannot be a file."""


class GameError(TruelError, ValueError):
    """An invalid question about one of the other games, or an invalid board, code, hand or tree."""


class MapError(TruelError, ValueError):
    """A map that cannot be computed, or a pixel outside it."""


class LibraryError(TruelError, ImportError):
    """A library that a part of truel-ref needs and that is not installed."""


class ClaimError(TruelError, LookupError):
    """An unknown published claim."""


class PhaseError(TruelError, LookupError):
    """A phase or a decision that is not in the solution."""


class RecordError(TruelError, ValueError):
    """Data that are not a record, or an unknown format for a record."""


class SimulationError(TruelError, ValueError):
    """A simulation that cannot run: a bad seed, an unknown engine, a policy with a gap."""


class SymbolicError(TruelError, ValueError):
    """A request for a formula, a region or a proof that cannot be met."""


class VectorError(TruelError, ValueError):
    """A test vector, a group of them, or a request to a judge that cannot be met."""


class WorkerError(TruelError, RuntimeError):
    """A worker process that was ended from outside, so that its part of the work is lost."""


def needs(library: str) -> None:
    """Raise `LibraryError` if a library is missing, with the command to install it.

    Parameters: `library`, its name for `import`.

    >>> needs("fractions")
    >>> needs("paper")
    Traceback (most recent call last):
    truel_ref.errors.LibraryError: this needs paper, which is not installed; install it with: pip install paper
    """
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        raise missing(error.name or library) from None
    except ImportError as error:
        package = _PACKAGES.get(library, library)
        message = f"this needs {library}, which cannot be imported: {error}; pip install --force-reinstall {package}"
        raise LibraryError(message, name=library) from None


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


def imported(library: str) -> Any:
    """Return a library if the program has imported it, otherwise None.

    Without the import no value of the library can exist. A library that another thread is still importing counts as not
    imported.

    >>> imported("fractions").__name__, imported("paper")
    ('fractions', None)
    """
    module = sys.modules.get(library)
    return None if getattr(getattr(module, "__spec__", None), "_initializing", False) else module


def missing(library: str) -> LibraryError:
    """Return the error for a library that is not installed, named as `import` knows it."""
    package = _PACKAGES.get(library, library)
    extra = f" (extra {EXTRAS[library]})" if library in EXTRAS else ""
    message = f"this needs {library}{extra}, which is not installed; install it with: pip install {package}"
    return LibraryError(message, name=library)


class _MissingLibraries:
    """Python's last finder: if truel-ref itself imports an optional library that is missing, raises `LibraryError`."""

    @staticmethod
    def find_spec(fullname: str, path: object, target: object = None) -> None:
        """Find nothing; the other finders have not found the library either."""
        if fullname in EXTRAS:
            frame = sys._getframe(1)
            while frame.f_back is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
                frame = frame.f_back
            if frame.f_globals.get("__name__", "").startswith("truel_ref."):
                raise missing(fullname)


sys.meta_path.append(_MissingLibraries)


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
        text = _represented(value, limit)
    except Exception:  # the repr of a value may fail, but the message is still needed
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _represented(value: object, limit: int) -> str:
    if type(value) is int:
        bits = value.bit_length()
        return str(Decimal(value)) if bits <= _BITS_WRITTEN else f"an integer of {bits:,} binary digits"
    if type(value) is Fraction:
        return f"Fraction({_represented(value.numerator, limit)}, {_represented(value.denominator, limit)})"
    if isinstance(value, str | bytes) and len(value) > limit:
        return repr(value[:limit])  # longer than the limit, with its quotes
    return repr(value)
