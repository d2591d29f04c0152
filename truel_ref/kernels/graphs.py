"""Reachable nodes and connected parts of a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from truel_ref.budget import check

__all__ = ["connected_parts", "reached"]

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


def connected_parts(nodes: Iterable[S], neighbours: Callable[[S], Iterable[S]]) -> list[list[S]]:
    """Return the connected parts of the given nodes, in the order of their first nodes; other neighbours are ignored.

    >>> connected_parts([0, 2], lambda node: [node - 1, node + 1])
    [[0], [2]]
    """
    left = dict.fromkeys(nodes)
    parts = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for node in part:  # the list grows during the loop
            for other in neighbours(node):
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts
