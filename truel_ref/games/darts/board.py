"""The board: 62 targets, what they score, and which sections are neighbours."""

from __future__ import annotations

from typing import Any

from truel_ref.errors import GameError, shown

__all__ = ["OFF", "OUTCOMES", "SECTIONS", "TARGETS", "is_double", "neighbours", "read_target", "read_total", "score_of"]

SECTIONS = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""The sections, clockwise from the top."""

TARGETS = (
    *(f"T{section}" for section in range(20, 0, -1)),
    *(f"D{section}" for section in range(20, 0, -1)),
    "DB",
    *(f"S{section}" for section in range(20, 0, -1)),
    "SB",
)
"""What can be aimed at, in the canonical order: trebles, doubles, the double bull, singles, the single bull."""

OFF = "OFF"
"""Off the board, or between the wires: an outcome that scores 0, and never a target."""

OUTCOMES = (*TARGETS, OFF)
"""Where a dart can land."""

_TIMES = {"S": 1, "D": 2, "T": 3}
_SCORES = {
    OFF: 0,
    "SB": 25,
    "DB": 50,
    **{f"{ring}{section}": times * section for ring, times in _TIMES.items() for section in SECTIONS},
}


def score_of(outcome: str) -> int:
    """Return what a dart scores that landed there.

    >>> score_of("T20"), score_of("SB"), score_of("OFF")
    (60, 25, 0)
    """
    return _SCORES[outcome]


def is_double(outcome: str) -> bool:
    """Tell whether a leg may end with a dart that landed there.

    >>> is_double("D20"), is_double("DB"), is_double("T20")
    (True, True, False)
    """
    return outcome[0] == "D"


def neighbours(section: int) -> tuple[int, int]:
    """Return the sections on both sides of one, clockwise.

    >>> neighbours(20), neighbours(6)
    ((5, 1), (13, 10))
    """
    place = SECTIONS.index(section)
    return SECTIONS[place - 1], SECTIONS[(place + 1) % 20]


def read_target(value: object) -> str:
    """Return a target in its usual spelling. Raises `GameError` for everything else, OFF included.

    >>> read_target("t20")
    'T20'
    >>> read_target("T21")
    Traceback (most recent call last):
    ...
    truel_ref.errors.GameError: 'T21' is no target; aim at S1 to S20, D1 to D20, T1 to T20, SB or DB
    """
    word = value.strip().upper() if isinstance(value, str) else value
    if word in TARGETS:
        return str(word)
    known = "aim at S1 to S20, D1 to D20, T1 to T20, SB or DB"
    if word == OFF:
        raise GameError(f"OFF is where a dart may land, not a target; {known}")
    raise GameError(f"{shown(value)} is no target; {known}")


def read_total(value: Any, least: int, most: int) -> int:
    """Return a total that is left to score. Raises `GameError` for what is no whole number in the range.

    >>> read_total(501, 2, 1001)
    501
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise GameError(f"the total {shown(value)} is not a whole number from {least} to {most:,}")
    return int(value)
