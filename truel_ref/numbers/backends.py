"""The number types that the solver computes in: `gmpy2.mpq` where gmpy2 is installed, else `fractions.Fraction`.

At the public edge every rational number is a `fractions.Fraction`, whatever is computed with inside.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import BackendError, shown

__all__ = ["Backend", "backend_in_force", "backend_names", "force_backend", "get_backend"]


@dataclass(frozen=True)
class Backend:
    """A number type for the inside of the solver.

    Fields: `name`; `number` turns a Fraction into the type and `fraction` turns it back (the backend of
    `truel_ref.numbers.algebraic` takes and returns irrational numbers too); `numerators` takes
    a list of its numbers and returns them multiplied by a common positive factor, with that factor, so that
    what only needs `+ - *` and comparison can run on integers.
    """

    name: str
    number: Callable[[Any], Any]
    fraction: Callable[[Any], Any]
    numerators: Callable[[Sequence[Any]], tuple[list[Any], Any]]


def _numerators(values: Sequence[Any]) -> tuple[list[Any], Any]:
    common = math.lcm(*(int(value.denominator) for value in values))
    return [int(value.numerator) * (common // int(value.denominator)) for value in values], common


def _fractions_backend() -> Backend:
    return Backend("fractions", lambda value: value, Fraction, _numerators)


def _gmpy2_backend() -> Backend:
    try:
        import gmpy2
    except ImportError:
        raise BackendError(
            "the backend 'gmpy2' is not installed; install it with pip install 'truel-ref[fast]', "
            "or use the backend 'fractions'"
        ) from None

    def fraction(value: Any) -> Fraction:
        return Fraction(int(value.numerator), int(value.denominator))

    return Backend("gmpy2", gmpy2.mpq, fraction, _numerators)


_MAKERS: dict[str, Callable[[], Backend]] = {"gmpy2": _gmpy2_backend, "fractions": _fractions_backend}
_ENVIRONMENT = "TRUEL_REF_BACKEND"
_forced: str | None = None


def backend_names() -> tuple[str, ...]:
    """Return the names of the backends that can be used here, the fastest first.

    >>> "fractions" in backend_names()
    True
    """
    names = []
    for name, make in _MAKERS.items():
        try:
            make()
        except BackendError:
            continue
        names.append(name)
    return tuple(names)


def get_backend(name: str | None = None) -> Backend:
    """Return a backend by name; without a name, the one in force (see `backend_in_force`).

    >>> get_backend("fractions").name
    'fractions'
    """
    chosen = name or backend_in_force()
    if chosen not in _MAKERS:
        raise BackendError(f"no backend is called {shown(chosen)}; there are {', '.join(_MAKERS)}")
    return _MAKERS[chosen]()


def backend_in_force() -> str:
    """Return the name of the number type in force: "gmpy2" where installed, else "fractions".

    `force_backend` overrides it, and so does the environment variable `TRUEL_REF_BACKEND`. The results are the
    same fractions whatever it is.

    >>> backend_in_force() in ("gmpy2", "fractions")
    True
    """
    return _forced or os.environ.get(_ENVIRONMENT) or backend_names()[0]


def force_backend(name: str | None) -> None:
    """Force the number type inside for this process; None returns to the choice that `backend_in_force` describes.

    Raises `BackendError` if there is no such backend or it is not installed.

    >>> force_backend("fractions")
    >>> backend_in_force()
    'fractions'
    >>> force_backend(None)
    """
    global _forced  # noqa: PLW0603  one switch for the process, as documented
    if name is not None:
        get_backend(name)
    _forced = name
