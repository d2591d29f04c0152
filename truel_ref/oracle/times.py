"""How long answers took."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Times"]


@dataclass(frozen=True)
class Times:
    """How long the answers took, of a command that gets one question at a time.

    The time of an answer runs from its question to the moment when it was read; the judge is idle meanwhile. The first
    answer of a process is left out, because its start is in it, unless a hello came before.

    Fields: `seconds` by id; `judging`, the seconds that the judge took himself, in all.

    >>> print(Times({"a": 0.25, "b": 0.75, "c": 0.5}, 0.125))
    time for an answer: median 500 ms, quartiles 250 ms and 750 ms, slowest 750 ms (b); the judge took 125 ms in all
    """

    seconds: Mapping[str, float]
    judging: float

    @property
    def quartiles(self) -> tuple[float, float, float] | None:
        """The first quartile, the median and the third quartile in seconds, None without an answer."""
        if not self.seconds:
            return None
        values = sorted(self.seconds.values())
        if len(values) == 1:
            return values[0], values[0], values[0]
        first, median, third = statistics.quantiles(values, n=4)
        # The method puts the ends of few values outside of them.
        return max(first, values[0]), median, min(third, values[-1])

    @property
    def slowest(self) -> str:
        """The id of the answer that took longest, empty without an answer."""
        return max(self.seconds, key=lambda name: self.seconds[name], default="")

    def __str__(self) -> str:
        """Return all of it on one line."""
        judge = f"the judge took {_written(self.judging)} in all"
        if self.quartiles is None:
            return f"time for an answer: none can be told; {judge}"
        first, median, third = map(_written, self.quartiles)
        slowest = f"slowest {_written(self.seconds[self.slowest])} ({self.slowest})"
        return f"time for an answer: median {median}, quartiles {first} and {third}, {slowest}; {judge}"

    def to_json(self) -> dict[str, Any]:
        """Return the times in seconds as plain data for JSON."""
        first, median, third = self.quartiles or (None, None, None)
        return {
            "median": median,
            "quartiles": [first, third],
            "slowest": self.slowest or None,
            "judge": self.judging,
            "each": dict(self.seconds),
        }


def _written(seconds: float) -> str:
    """Return a time with three digits."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
