"""Four other games in exact arithmetic, one file each: darts, Goofspiel, Mastermind, Dice Wars.

They share the numbers, the kernels and the records with the truels, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from truel_ref.numbers import Algebraic, decimal_text, number_text
from truel_ref.records.record import Record

__all__ = ["darts", "dicewars", "goofspiel", "mastermind"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


class GameRecord(Record):
    """An answer about a game: a dataclass, whose fields are the keys of its JSON."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the fields as plain data for JSON; exact numbers are text."""
        return _by_field(self)


def _by_field(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction | Algebraic):
        return number_text(value)
    if isinstance(value, Record):
        return value.to_json()
    if is_dataclass(value):
        return _by_field(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


_SHORT = 10**12  # numbers in tables have shorter numerators and denominators; JSON has all digits


def short_text(number: Fraction) -> str:
    """Return a fraction as text; round a long fraction to nine decimals, marked by a tilde.

    >>> short_text(Fraction(1, 3)), short_text(Fraction(10**30, 3**64))
    ('1/3', '~0.291232406')
    """
    short = max(abs(number.numerator), number.denominator) < _SHORT
    return number_text(number) if short else f"~{decimal_text(number, 9)}"
