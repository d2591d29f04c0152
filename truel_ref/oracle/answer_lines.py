"""Lines of a command as answers: what is JSON with an id, in time that grows with the length of the line only.

A number that is too long to be converted in no time stays text, and `truel_ref.oracle.judge.number_said` refuses it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from truel_ref.errors import shown
from truel_ref.oracle.judge import NUMBER_LIMIT

__all__ = ["Line", "answer_line", "plain_text"]

_AT_ONCE = 600  # digits of an integer that Python converts in no time, whatever limit it is set to
_EXPONENT = 5  # signs of an exponent that a double may have: one for minus, three digits, and a zero in front


class Line(NamedTuple):
    """A line that is a JSON object: its keys and values, and a key that stands twice in it, else empty."""

    data: dict[str, Any]
    twice: str


def answer_line(line: bytes | None) -> Line | None:
    """Return the JSON object of a line that has an id or says hello, None for any other line.

    Parameters: `line`, None for one that was too long.

    >>> answer_line(b'{"id": "x", "win": [1, 0]}')
    Line(data={'id': 'x', 'win': [1, 0]}, twice='')
    >>> answer_line(b'{"id": "x", "win": [1, 0], "id": "y"}').twice
    "'id'"
    >>> answer_line(b"solving x") is None
    True
    """
    twice: list[str] = []

    def collect(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) < len(pairs) and not twice:
            counts = Counter(key for key, _ in pairs)
            twice.append(shown(next(key for key in data if counts[key] > 1)))
        return data

    if line is None:
        return None
    try:
        data = json.loads(line, parse_int=_integer, parse_float=_double, object_pairs_hook=collect)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not ("id" in data or "hello" in data):
        return None
    return Line(data, twice[0] if twice else "")


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _AT_ONCE else digits


def _double(number: str) -> float | str:
    """Return a double, or the text where it would take long to read or is far beyond what a double can say."""
    exponent = number.lower().partition("e")[2]
    return float(number) if len(number) <= NUMBER_LIMIT and len(exponent) <= _EXPONENT else number


def plain_text(data: bytes) -> str:
    r"""Return what a command said as text without control characters.

    >>> plain_text(b"a\tb\x1b[31m")
    'a b\ufffd[31m'
    """
    text = data.decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text.replace("\t", " "))
