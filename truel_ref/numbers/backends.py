"""The number types that the solver computes in: `gmpy2.mpq` where gmpy2 is installed, else `fractions.Fraction`.

At the public edge every rational number is a `fractions.Fraction`, whatever is computed with inside.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from truel_ref.errors import BackendError, shown
from truel_ref.numbers.rational import coprime_fraction

__all__ = ["Backend", "backend_in_force", "backend_names", "force_backend", "get_backend"]


@dataclass(frozen=True)
class Backend:
    """A number type for the inside of the solver.

    Fields: `name`; `number` turns a Fraction into the type and `fraction` turns it back (the backend of
    `truel_ref.numbers.algebraic` takes and returns irrational numbers too); `numerators` takes
    a list of its numbers and returns them multiplied by a common positive factor, with that factor, so that
    what only needs `+ - *` and comparison can run on integers; `integer` turns an int into the integers that are
    fastest with it where they are long, and `gcd` takes any number of these.
    """

    name: str
    number: Callable[[Any], Any]
    fraction: Callable[[Any], Any]
    numerators: Callable[[Sequence[Any]], tuple[list[Any], Any]]
    integer: Callable[[int], Any] = int
    gcd: Callable[..., Any] = math.gcd


def _numerators(values: Sequence[Any]) -> tuple[list[Any], Any]:
    common = math.lcm(*(int(value.denominator) for value in values))
    return [int(value.numerator) * (common // int(value.denominator)) for value in values], common


@cache
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
    return _backend_of(gmpy2)


@cache
def _backend_of(gmpy2: Any) -> Backend:
    """Return the backend of a module that is installed, made once."""

    def fraction(value: Any) -> Fraction:
        return coprime_fraction(int(value.numerator), int(value.denominator))

    return Backend("gmpy2", gmpy2.mpq, fraction, _numerators, gmpy2.mpz, gmpy2.gcd)


_MAKERS: dict[str, Callable[[], Backend]] = {"gmpy2": _gmpy2_backend, "fractions": _fractions_backend}
"""The fastest first, each raising `BackendError` where its library is missing."""

_forced: list[str] = []  # the name that is forced, if one is


def _usable(name: str) -> bool:
    try:
        _MAKERS[name]()
    except BackendError:
        return False
    return True


def backend_names() -> tuple[str, ...]:
    """Return the names of the backends that can be used here, the fastest first.

    >>> "fractions" in backend_names()
    True
    """
    return tuple(filter(_usable, _MAKERS))


def get_backend(name: str | None = None) -> Backend:
    """Return a backend by name; without a name, the one in force (see `backend_in_force`).

    >>> get_backend("fractions").name
    'fractions'
    """
    chosen = name or backend_in_force()
    if not isinstance(chosen, str) or chosen not in _MAKERS:
        raise BackendError(f"no backend is called {shown(chosen)}; there are {', '.join(_MAKERS)}")
    return _MAKERS[chosen]()


def backend_in_force() -> str:
    """Return the name of the number type in force: "gmpy2" where installed, else "fractions".

    `force_backend` overrides it, and so does the environment variable `TRUEL_REF_BACKEND`. The results are the
    same fractions whatever it is.

    >>> backend_in_force() in ("gmpy2", "fractions")
    True
    """
    return next(iter(_forced), "") or os.environ.get("TRUEL_REF_BACKEND") or next(filter(_usable, _MAKERS))


def force_backend(name: str | None) -> None:
    """Force the number type inside for this process; None returns to the choice that `backend_in_force` describes.

    Raises `BackendError` if there is no such backend or it is not installed.

    >>> force_backend("fractions")
    >>> backend_in_force()
    'fractions'
    >>> force_backend(None)
    """
    if name is not None:
        get_backend(name)
    _forced[:] = [] if name is None else [name]
