"""What can be reached in a graph, and its connected parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from truel_ref.budget import check

__all__ = ["connected_parts", "reached"]

S = TypeVar("S", bound=Hashable)


def reached(start: Iterable[S], after: Callable[[S], Iterable[S]]) -> list[S]:
    """Return every state to which some states lead, these first, the nearer ones before the farther ones.

    Parameters: `start`; `after`, the states to which one leads in one step.

    >>> reached([1], lambda number: [number + 1, 2 * number] if number < 4 else [])
    [1, 2, 3, 4, 6]
    """
    known = dict.fromkeys(start)
    listed = list(known)
    for state in listed:  # it grows as we go
        check()
        for then in after(state):
            if then not in known:
                known[then] = None
                listed.append(then)
    return listed


def connected_parts(nodes: Iterable[S], neighbours: Callable[[S], Iterable[S]]) -> list[list[S]]:
    """Return the connected parts of some nodes, in the order of their first ones; other neighbours are passed over.

    >>> connected_parts([0, 2], lambda node: [node - 1, node + 1])
    [[0], [2]]
    """
    left = dict.fromkeys(nodes)
    parts = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for node in part:  # it grows as we go
            for other in neighbours(node):
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts
