"""Questions that look at the signs of polynomials and return a class, and what they answer where signs are open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.budget import check

__all__ = ["Answers", "Class", "Question"]

Class = TypeVar("Class", bound=Hashable)

Question: TypeAlias = "Callable[[Callable[[int], int]], Class]"
"""What asks for signs, -1 or 1, of polynomials by their numbers, and returns a class; it asks nothing else."""

_BRANCHES = 64


class Answers(Generic[Class]):
    """What a question answers, kept as a tree of the signs it asks for, each path asked once.

    >>> answers = Answers(lambda sign: "both" if sign(0) > 0 and sign(1) > 0 else "not both")
    >>> answers.split((1, 0)), answers.split((-1, 0)), answers.split((0, 0))
    ((1, 'not both', 'both'), (-1, 'not both', 'not both'), None)
    """

    def __init__(self, question: Question[Class]) -> None:
        self._question = question
        self._root: list[Any] = []
        self._outcomes: dict[tuple[int, ...], tuple[tuple[int, Class, Class] | None, frozenset[int] | None]] = {}

    def split(self, signs: Sequence[int]) -> tuple[int, Class, Class] | None:
        """Return what the answer is where some signs are known and others, 0 here, are open.

        The result is the number of the polynomial that decides, -1 if none does, with the answers where it is negative
        and where it is positive; None where more than one decides, or it would take too long to tell.
        """
        return self.outcome(signs)[0]

    def outcome(self, signs: Sequence[int]) -> tuple[tuple[int, Class, Class] | None, frozenset[int] | None]:
        """Return what `split` does, and all polynomials that may be asked for; None where that is not known.

        >>> Answers(lambda sign: sign(0) > 0 and sign(2) > 0).outcome((1, 1, 0))
        ((2, False, True), frozenset({0, 2}))
        """
        key = tuple(signs)
        if key not in self._outcomes:
            self._outcomes[key] = self._outcome(dict(enumerate(key)))
        return self._outcomes[key]

    def _outcome(self, known: Mapping[int, int]) -> tuple[tuple[int, Class, Class] | None, frozenset[int] | None]:
        possible = self._classes(known)
        if possible is None:
            return None, None
        classes, asked = possible
        if len(classes) > 2:
            return None, frozenset(asked)
        if len(classes) == 1:
            (only,) = classes
            return (-1, only, only), frozenset(asked)
        for number in asked:
            if known.get(number, 0):
                continue
            both = [self._classes({**known, number: sign}) for sign in (-1, 1)]
            if all(part is not None and len(part[0]) == 1 for part in both):
                negative, positive = (next(iter(part[0])) for part in both if part is not None)
                return (number, negative, positive), frozenset(asked)
        return None, frozenset(asked)

    def _classes(self, known: Mapping[int, int]) -> tuple[set[Class], list[int]] | None:
        """Return the answers that are possible, and the signs asked for; None for too many branches."""
        classes: set[Class] = set()
        asked: dict[int, None] = {}
        waiting: list[tuple[tuple[tuple[int, int], ...], dict[int, int]]] = [((), {})]
        steps = 0
        while waiting:
            check()
            path, chosen = waiting.pop()
            node = self._node(path)
            while node[0] is not None:
                asked[node[0]] = None
                sign = chosen.get(node[0]) or known.get(node[0], 0)
                if not sign:
                    waiting.append(((*path, (node[0], -1)), {**chosen, node[0]: -1}))
                    chosen = {**chosen, node[0]: 1}
                    sign = 1
                    steps += 1
                    if steps > _BRANCHES:
                        return None
                path = (*path, (node[0], sign))
                node = self._node(path)
            classes.add(node[1])
        return classes, list(asked)

    def _node(self, path: tuple[tuple[int, int], ...]) -> list[Any]:
        """Return the node at the end of a path: the number that is asked for next, or None and the answer."""
        node = self._root
        if not node:
            node += self._asked({})
        for number, sign in path:
            child = node[2].get(sign)
            if child is None:
                child = node[2][sign] = self._asked(dict(path))
            node = child
            del number
        return node

    def _asked(self, signs: Mapping[int, int]) -> list[Any]:
        def sign(number: int) -> int:
            if number not in signs:
                raise _OpenError(number)
            return signs[number]

        try:
            return [None, self._question(sign), {}]
        except _OpenError as opened:
            return [opened.number, None, {}]


class _OpenError(Exception):
    """A sign that is not known was asked for."""

    def __init__(self, number: int) -> None:
        self.number = number
