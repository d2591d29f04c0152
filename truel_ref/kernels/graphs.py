"""Reachable nodes of a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from truel_ref.limits import check

S = TypeVar("S", bound=Hashable)


def reached(start: Iterable[S], after: Callable[[S], Iterable[S]]) -> list[S]:
    """Return the given states and all states that they lead to, nearer states first.

    Parameters: `start`, the given states; `after`, gives the states one step after a state.

    >>> reached([1], lambda number: [number + 1, 2 * number] if number < 4 else [])
    [1, 2, 3, 4, 6]
    """
    known = dict.fromkeys(start)
    listed = list(known)
    for state in listed:  # the list grows during the loop
        check()
        for then in after(state):
            if then not in known:
                known[then] = None
                listed.append(then)
    return listed
