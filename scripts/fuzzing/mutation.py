"""Mutations: they change some places of a valid case of any form."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from fuzzing import hostile

__all__ = ["mutated"]

_TOKEN = re.compile(r"[A-Za-z_]+|[0-9]+|\s+|.", re.DOTALL)
_LONGEST = 200_000  # largest number of characters or bytes of a mutated text


def mutated(case: Any, dice: Random, other: Callable[[], Any], plain: bool) -> Any:
    """Return a case with one to five changes.

    Parameters: `case`, which does not change; `dice`; `other`, which returns another valid case, to take parts from;
    `plain`, whether to insert only values that JSON can express.
    """
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3, 5])):
        case = _changed(case, dice, other, plain)
    return case


def _changed(value: Any, dice: Random, other: Callable[[], Any], plain: bool) -> Any:
    """Change a place in a value: deeper parts are as likely as the whole."""
    if isinstance(value, list | tuple) and value:
        made = _changed_list(list(value), dice, other, plain)
        return tuple(made) if isinstance(value, tuple) else made
    if isinstance(value, dict) and value:
        return _changed_object(dict(value), dice, other, plain)
    if isinstance(value, str) and dice.random() < 0.85:
        return _changed_text(value, dice)
    if isinstance(value, bytes) and value and dice.random() < 0.97:
        return _changed_bytes(value, dice)
    if isinstance(value, int) and not isinstance(value, bool) and dice.random() < 0.6:
        if abs(value) > 2**64:
            return dice.choice([value + 1, -value, value >> 1])
        return dice.choice(
            [value + 1, value - 1, -value, value * 2, value * 10**6, value ^ 1, float(value), str(value)]
        )
    return hostile.value(dice, plain)


def _changed_list(parts: list[Any], dice: Random, other: Callable[[], Any], plain: bool) -> list[Any]:
    place = dice.randrange(len(parts))
    kind = dice.randrange(16)
    if kind == 0:
        del parts[place]
    elif kind == 1:
        parts.insert(place, parts[dice.randrange(len(parts))])
    elif kind == 2:
        parts.insert(place, hostile.value(dice, plain))
    elif kind == 3:
        other_place = dice.randrange(len(parts))
        parts[place], parts[other_place] = parts[other_place], parts[place]
    elif kind == 4:
        parts[place] = [parts[place]]
    elif kind == 5:
        parts[place] = _part(other(), dice)
    elif kind == 6 and dice.random() < 0.2:
        parts = parts * dice.choice([2, 3, 40])
    else:
        parts[place] = _changed(parts[place], dice, other, plain)
    return parts


def _changed_object(data: dict[Any, Any], dice: Random, other: Callable[[], Any], plain: bool) -> dict[Any, Any]:
    key = dice.choice(list(data))
    kind = dice.randrange(12)
    if kind == 0:
        del data[key]
    elif kind == 1:
        data[dice.choice(hostile.WORDS)] = data[key]
    elif kind == 2:
        data[key] = data[dice.choice(list(data))]
    elif kind == 3:
        data[key] = _part(other(), dice)
    elif kind == 4:
        data[key] = hostile.value(dice, plain)
    else:
        data[key] = _changed(data[key], dice, other, plain)
    return data


def _part(value: Any, dice: Random) -> Any:
    """Return a part of a value, at any depth."""
    while isinstance(value, list | tuple | dict) and value and dice.random() < 0.7:
        value = dice.choice(list(value.values()) if isinstance(value, dict) else list(value))
    return value


def _changed_text(text: str, dice: Random) -> str:
    kind = dice.randrange(8)
    if kind == 0:
        return dice.choice(hostile.NUMBERS)
    if kind == 1:
        return dice.choice(hostile.WORDS)
    if kind <= 4:  # at tokens
        tokens = _TOKEN.findall(text) or [""]
        place = dice.randrange(len(tokens))
        tokens[place : place + dice.randrange(2)] = [dice.choice((*hostile.MARKS, *hostile.NUMBERS, *hostile.WORDS))]
        return "".join(tokens)[:_LONGEST]
    first, last = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    if kind == 5:
        return text[:first] + text[last:]
    if kind == 6:
        return (text[:last] + text[first:last] * dice.choice([1, 1, 2, 50]) + text[last:])[:_LONGEST]
    return text[:first] + dice.choice(hostile.MARKS) + text[first + dice.randrange(2) :]


def _changed_bytes(data: bytes, dice: Random) -> bytes:
    made = bytearray(data)
    first, last = sorted((dice.randint(0, len(data)), dice.randint(0, len(data))))
    kind = dice.randrange(8)
    if kind == 0:
        made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
    elif kind == 1:
        made[dice.randrange(len(made))] = dice.choice(b"\0\xff\x80\n{[\"'0")
    elif kind == 2:
        del made[first:last]
    elif kind == 3:
        made[last:last] = made[first:last]
    elif kind == 4:
        made[first:first] = dice.choice((*hostile.NUMBERS, *hostile.WORDS)).encode("utf-8", "surrogatepass")
    elif kind == 5:
        made[first : first + 4] = dice.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\0\0\0\x80"])
    else:
        text = _changed_text(data.decode("latin-1"), dice)
        return text.encode("latin-1", "replace")[:_LONGEST]
    return bytes(made[:_LONGEST])
