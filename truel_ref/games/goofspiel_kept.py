"""What is known of Goofspiel kept in a file, so that six cards can be stopped and gone on with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from truel_ref.files import Pathlike
from truel_ref.games.kept import Kept
from truel_ref.numbers import fraction_text, read_rational

__all__ = ["Known", "Packed", "kept_values"]

_FORMAT = 1  # to be raised when states are packed otherwise: older files are then refused

Packed: TypeAlias = tuple[int, int, int, int]
"""The sets of own cards, of the other's cards and of the prizes to come, each as bits, and the lead."""


class Known(NamedTuple):
    """What a state is worth before a prize comes up: `kind` says to whom.

    Fields: `kind`, "optimum" if both play well, "reply" if the other one answers a strategy; `state`; `value`.
    """

    kind: str
    state: Packed
    value: Fraction


def kept_values(keep: Pathlike | None, goal: str, strategy: str | None = None) -> Kept[Known]:
    """Return the values that a file keeps, none if there is no file: a block in which more can be added.

    Parameters: `keep`, the file, None to keep nothing; `goal`, "win" or "points"; `strategy`, the name of the one that
    is exploited, None if there is none: it must be known by its name what is kept.

    Raises `GameError` and `FileError` as `Kept` does.

    >>> with kept_values(None, "win") as kept:
    ...     print(kept.pieces)
    []
    """
    about = {"game": "goofspiel", "format": _FORMAT, "goal": goal}
    return Kept(keep, about if strategy is None else {**about, "strategy": strategy}, _read, _written)


def _written(known: Known) -> list[Any]:
    return [known.kind, *known.state, fraction_text(known.value)]


def _read(data: Any) -> Known:
    kind, own, other, prizes, lead, value = data
    if kind not in ("optimum", "reply") or any(type(number) is not int for number in (own, other, prizes, lead)):
        raise ValueError("a value belongs to a state")
    return Known(kind, (own, other, prizes, lead), read_rational(value, digits=None))
