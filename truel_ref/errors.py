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
    "AimError",
    "BackendError",
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


_BITS_WRITTEN = 20_000  # of integers whose leading digits are still shown
_PACKAGES = {"flint": "python-flint"}
"""What `pip` calls a library, where that is not what `import` calls it."""


class TruelError(Exception):
    """Anything that truel-ref refuses to do; catch this to catch them all."""


class NumberError(TruelError, ValueError):
    """A value that is no exact number, or no probability."""


class AimError(TruelError, ValueError):
    """A word, label or list of weights that says no aim."""


class ProblemError(TruelError, ValueError):
    """A problem that cannot be stated: too few players, lists of different lengths, unknown keys."""


class BackendError(TruelError, ValueError):
    """A number type that is unknown or not installed."""


class BudgetError(TruelError, RuntimeError):
    """Work that ended because its budget of time or memory was used up.

    Fields: `known`, by name what was known by then: a number of things done, or a sequence of records; `way_on`, a
    sentence on how to go on from there, empty if there is no way but to begin again.

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
    """Work that is refused before it begins, because nobody could wait for it or no memory could hold it."""


class ExplanationError(TruelError, ValueError):
    """A request for an explanation that is too long, or about somebody who has no part in it."""


class FileError(TruelError, OSError):
    """A file that cannot be written, or a place where no file can stand."""


class GameError(TruelError, ValueError):
    """A question about one of the other games that cannot be asked, or a board, code, hand or tree that is none."""


class MapError(TruelError, ValueError):
    """A map that cannot be computed, or a pixel outside it."""


class LibraryError(TruelError, ImportError):
    """A library that a part of truel-ref needs, and that is not installed."""


class ClaimError(TruelError, LookupError):
    """A published claim that is asked for and unknown."""


class PhaseError(TruelError, LookupError):
    """A phase or a decision that the solution does not hold."""


class RecordError(TruelError, ValueError):
    """Data that are no record, or a record asked for in a form that there is not."""


class SimulationError(TruelError, ValueError):
    """A simulation that cannot be run: no seed, an unknown engine, a policy with a gap."""


class SymbolicError(TruelError, ValueError):
    """A request for a formula, a region or a proof that cannot be met."""


class VectorError(TruelError, ValueError):
    """A test vector, a group of them, or a request to a judge that cannot be met."""


class WorkerError(TruelError, RuntimeError):
    """A process that worked for us and was ended from outside, and its part of the work with it."""


def needs(library: str) -> None:
    """Refuse what cannot be done without a library, and say how to install it.

    Parameters: `library`, its name for `import`. Raises `LibraryError`.

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
    """Raise an error for the first case that is there, each of which comes with its message.

    >>> refuse(ProblemError, (1 > 2, "never"), (True, "--a and --b are two questions; ask one of them"))
    Traceback (most recent call last):
    truel_ref.errors.ProblemError: --a and --b are two questions; ask one of them
    """
    for there, message in cases:
        if there:
            raise error(message)


def imported(library: str) -> Any:
    """Return a library if the program has imported it, else None: nobody has a value of a library that is not there.

    While another thread is still importing it, that holds, too.

    >>> imported("fractions").__name__, imported("paper")
    ('fractions', None)
    """
    module = sys.modules.get(library)
    return None if getattr(getattr(module, "__spec__", None), "_initializing", False) else module


def missing(library: str) -> LibraryError:
    """Return the error for a library that is not installed, named as `import` knows it."""
    package = _PACKAGES.get(library, library)
    message = f"this needs {library}, which is not installed; install it with: pip install {package}"
    return LibraryError(message, name=library)


def printable(text: str) -> str:
    r"""Return text in which control characters, also those that turn its direction, are written as escapes.

    >>> print(printable("Größe \x9b31m"))
    Größe \x9b31m
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def shown(value: object, limit: int = 60) -> str:
    """Return a value as it may stand in a message: its `repr`, cut to a readable length.

    It never fails, not even for an integer too long for Python's own conversion to text, and takes no time for values
    of any length.

    >>> shown("junk")
    "'junk'"
    >>> shown("x" * 100, limit=10)
    "'xxxxxxxx…"
    >>> shown(10**100_000), shown(Fraction(1, 10**100_000))
    ('an integer of 332,193 binary digits', 'Fraction(1, an integer of 332,193 binary digits)')
    """
    try:
        text = _represented(value, limit)
    except Exception:  # a value's own repr may do anything; the message must still be written
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _represented(value: object, limit: int) -> str:
    if type(value) is int:
        bits = value.bit_length()
        return str(Decimal(value)) if bits <= _BITS_WRITTEN else f"an integer of {bits:,} binary digits"
    if type(value) is Fraction:
        return f"Fraction({_represented(value.numerator, limit)}, {_represented(value.denominator, limit)})"
    if isinstance(value, str | bytes) and len(value) > limit:
        return repr(value[:limit])  # with its quotes longer than the limit
    return repr(value)
