"""The errors of the library: one small tree.

Every error is a `TruelError` and also the built-in kind that a caller would expect (`ValueError` or
`LookupError`). Every message names the culprit (the player, the value) and the way out.
"""

from __future__ import annotations

from decimal import Decimal

__all__ = [
    "AimError",
    "BackendError",
    "ClaimError",
    "ExplanationError",
    "MapError",
    "NumberError",
    "PhaseError",
    "ProblemError",
    "RecordError",
    "SimulationError",
    "SymbolicError",
    "TruelError",
    "VectorError",
    "shown",
]


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


class ExplanationError(TruelError, ValueError):
    """A request for an explanation that is too long, or about somebody who has no part in it."""


class MapError(TruelError, ValueError):
    """A map that cannot be computed, or a pixel outside it."""


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


def shown(value: object, limit: int = 60) -> str:
    """Return a value as it may stand in a message: its `repr`, cut to a readable length.

    It never fails, not even for an integer too long for Python's own conversion to text.

    >>> shown("junk")
    "'junk'"
    >>> shown("x" * 100, limit=10)
    "'xxxxxxxx…"
    """
    try:
        text = str(Decimal(value)) if type(value) is int else repr(value)
    except Exception:  # a value's own repr may do anything; the message must still be written
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"
