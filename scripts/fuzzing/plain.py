"""Cases as JSON and back: other values become an object whose only key begins with an exclamation mark."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

__all__ = ["case_of", "text_of"]


def text_of(case: Any) -> str:
    r"""Return a case as one line of JSON.

    >>> text_of([1, (2, Fraction(1, 3)), b"\xff"])
    '[1, {"!tuple": [2, {"!fraction": ["1", "3"]}]}, {"!bytes": "ff"}]'
    """
    return json.dumps(_plain(case))


def case_of(text: str) -> Any:
    """Return the case that a line of JSON holds.

    >>> case_of(text_of({1: (True, Decimal("1e5")), "!x": {3}}))
    {1: (True, Decimal('1E+5')), '!x': {3}}
    """
    return _made(json.loads(text))


def _plain(value: Any) -> Any:
    if isinstance(value, bool | float | str) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**18 else {"!int": hex(value)}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("!") for key in value):
            return {key: _plain(part) for key, part in value.items()}
        return {"!dict": [[_plain(key), _plain(part)] for key, part in value.items()]}
    if isinstance(value, bytes):
        return {"!bytes": value.hex()}
    if isinstance(value, Fraction):
        return {"!fraction": [_digits(value.numerator), _digits(value.denominator)]}
    if isinstance(value, Decimal):
        return {"!decimal": str(value)}
    if isinstance(value, complex):
        return {"!complex": [value.real, value.imag]}
    if isinstance(value, tuple):
        return {"!tuple": [_plain(part) for part in value]}
    if isinstance(value, set):
        return {"!set": sorted(map(_plain, value), key=repr)}
    raise TypeError(f"no case holds {type(value).__name__}")


def _digits(number: int) -> str:
    return str(number) if abs(number) < 10**18 else hex(number)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


_MAKERS = {
    "!int": lambda text: int(text, 16),
    "!dict": lambda pairs: {_hashable(_made(key)): _made(part) for key, part in pairs},
    "!bytes": bytes.fromhex,
    "!fraction": lambda pair: Fraction(*(int(text, 0) for text in pair)),
    "!decimal": Decimal,
    "!complex": lambda pair: complex(*pair),
    "!tuple": lambda parts: tuple(map(_made, parts)),
    "!set": lambda parts: set(map(_made, parts)),
}


def _made(data: Any) -> Any:
    if isinstance(data, list):
        return [_made(part) for part in data]
    if not isinstance(data, dict):
        return data
    (key, *more) = data or [""]
    if not more and key in _MAKERS:
        return _MAKERS[key](data[key])
    return {name: _made(part) for name, part in data.items()}
