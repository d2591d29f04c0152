"""The number type of the solver: `gmpy2.mpq` if gmpy2 is installed, otherwise `fractions.Fraction`.

The first number fixes the type for the whole process. `inside` converts an exact number to it, `public` converts it
back: in all results every rational number is a `fractions.Fraction`. Irrational numbers do not change.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from truel_ref.errors import BackendError, shown
from truel_ref.numbers.algebraic import Algebraic, Number
from truel_ref.numbers.rational import coprime_fraction

__all__ = [
    "backend_in_force",
    "backend_names",
    "common_divisor",
    "common_multiple",
    "force_backend",
    "inside",
    "inside_integer",
    "numerators",
    "public",
]


class _Backend(NamedTuple):
    """A number type: its name, its conversions of a Fraction and an int, and the gcd and lcm of its integers."""

    name: str
    rational: Callable[[Fraction], Any]
    integer: Callable[[int], Any]
    gcd: Callable[..., Any]
    lcm: Callable[..., Any]


def _gmpy2() -> _Backend:
    try:
        import gmpy2
    except ImportError:
        raise BackendError(
            "the backend 'gmpy2' is not installed; install it with pip install gmpy2, or use the backend 'fractions'"
        ) from None
    return _Backend("gmpy2", gmpy2.mpq, gmpy2.mpz, gmpy2.gcd, gmpy2.lcm)


def _fractions() -> _Backend:
    return _Backend("fractions", lambda value: value, int, math.gcd, math.lcm)


_MAKERS: dict[str, Callable[[], _Backend]] = {"gmpy2": _gmpy2, "fractions": _fractions}
"""The backends, the fastest first; each raises `BackendError` if its library is missing."""

_chosen: list[_Backend] = []  # the backend in force, from the first number on


def _in_force() -> _Backend:
    for backend in _chosen:  # at most one; another thread may add or remove it at any moment
        return backend
    backend = _named(os.environ.get("TRUEL_REF_BACKEND") or backend_names()[0])
    _chosen[:] = [backend]
    return backend


def _named(name: object) -> _Backend:
    if not isinstance(name, str) or name not in _MAKERS:
        raise BackendError(f"there is no backend {shown(name)}; choose from {', '.join(_MAKERS)}")
    return _MAKERS[name]()


def _usable(name: str) -> bool:
    try:
        _MAKERS[name]()
    except BackendError:
        return False
    return True


def backend_names() -> tuple[str, ...]:
    """Return the names of the installed backends, the fastest first.

    >>> "fractions" in backend_names()
    True
    """
    return tuple(filter(_usable, _MAKERS))


def backend_in_force(values: Iterable[Number] = ()) -> str:
    """Return the name of the number type in force: "gmpy2" if installed, otherwise "fractions".

    `force_backend` and the environment variable `TRUEL_REF_BACKEND` override this choice. The results do not depend on
    the backend.

    Parameters: `values`, the numbers of the computation; if one of them is irrational, the name is "algebraic".

    >>> backend_in_force() in ("gmpy2", "fractions")
    True
    """
    return "algebraic" if any(isinstance(value, Algebraic) for value in values) else _in_force().name


def force_backend(name: str | None) -> None:
    """Force the number type inside for this process; None restores the choice of `backend_in_force`.

    Raises `BackendError` if the backend is unknown or not installed.

    >>> force_backend("fractions")
    >>> backend_in_force()
    'fractions'
    >>> force_backend(None)
    """
    _chosen[:] = [] if name is None else [_named(name)]


def inside(value: Number) -> Any:
    """Return an exact number in the type in force; an irrational number does not change.

    >>> inside(Fraction(1, 2)) + inside(Fraction(1, 3)) == Fraction(5, 6)
    True
    """
    return _in_force().rational(value) if isinstance(value, Fraction) else value


def public(value: Any) -> Any:
    """Return a number inside as a `Fraction`; an irrational number stays an `Algebraic`.

    >>> public(inside(Fraction(1, 2)) / 3)
    Fraction(1, 6)
    """
    if isinstance(value, Fraction | Algebraic):
        return value
    return coprime_fraction(int(value.numerator), int(value.denominator))


def inside_integer(value: int) -> Any:
    """Return an integer in the type of the backend in force for long integers.

    >>> inside_integer(2) ** 100 == 2**100
    True
    """
    return _in_force().integer(value)


def common_divisor(*values: Any) -> Any:
    """Return the greatest common divisor of integers inside.

    >>> common_divisor(inside_integer(6), inside_integer(4)) == 2
    True
    """
    return _in_force().gcd(*values)


def common_multiple(*values: Any) -> Any:
    """Return the least common multiple of integers inside.

    >>> common_multiple(inside_integer(6), inside_integer(4)) == 12
    True
    """
    return _in_force().lcm(*values)


def numerators(values: Sequence[Any]) -> tuple[list[Any], int]:
    """Return numbers multiplied by a common positive factor that clears their denominators, and this factor.

    Computations with `+ - *` and comparisons can then use integers, or the ring `Z[theta]` of algebraic integers.

    >>> from truel_ref.numbers import read_number
    >>> numerators([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    >>> numerators([read_number("sqrt(2)/2"), Fraction(1, 3)])
    ([<Algebraic 3*sqrt(2)>, 2], 6)
    """
    common = math.lcm(*(_bottom(value) for value in values))
    return [value * common if isinstance(value, Algebraic) else _cleared(value, common) for value in values], common


def _bottom(value: Any) -> int:
    return value.bottom if isinstance(value, Algebraic) else int(value.denominator)


def _cleared(value: Any, common: int) -> int:
    return int(value.numerator) * (common // int(value.denominator))
