"""Volumes of the parts into which polynomials cut the unit cube, enclosed with proved bounds.

A part is told by the signs of polynomials: a question that looks at some signs and returns a class. The cube is halved
again and again along all axes, and for each box every polynomial is expanded around its centre (`expansions`).

1. Where the expansion proves the sign of a polynomial in a box, it has this sign in all boxes inside it.
2. Where the question has the same answer whatever the open signs are, the box belongs to one class. Boxes are counted,
   so their volume is an exact fraction.
3. At the finest level, where one open sign decides between two classes, the expansion encloses the share of the box
   where the polynomial is positive.
4. Boxes in which more is open, along edges, are halved some more times, and what is left is open: it counts as 0 in the
   lower bounds of all classes and in full in the upper ones.

**Rounding.** The bounds of step 3 hold for the rounded numbers; the volumes are summed exactly (`math.fsum`) and
rounded outwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Generic

from truel_ref.budget import check
from truel_ref.kernels.expansions import UNIT, Expansion, Terms
from truel_ref.kernels.sign_questions import Answers, Class, Question

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Halving", "Volumes", "class_volumes"]

_CHUNK = 1 << 16


@dataclass(frozen=True)
class Volumes(Generic[Class]):
    """The volumes of classes inside the unit cube.

    Fields: `bounds`, for each class that occurs bounds of its volume, exact fractions; `open`, the volume of the boxes
    that were left; `boxes`, how many boxes were looked at.
    """

    bounds: Mapping[Class, tuple[Fraction, Fraction]]
    open: Fraction
    boxes: int

    def of(self, wanted: Callable[[Class], bool]) -> tuple[Fraction, Fraction]:
        """Return bounds of the volume of all wanted classes together."""
        low = sum((ends[0] for name, ends in self.bounds.items() if wanted(name)), Fraction(0))
        others = sum((ends[0] for name, ends in self.bounds.items() if not wanted(name)), Fraction(0))
        high = sum((ends[1] - self.open for name, ends in self.bounds.items() if wanted(name)), self.open)
        return low, min(high, 1 - others)


def class_volumes(
    polynomials: Sequence[Terms],
    question: Question[Class],
    level: int = 8,
    edges: int = 3,
    progress: Callable[[int], object] | None = None,
) -> Volumes[Class]:
    """Return bounds of the volumes of the classes that a question sorts the points of the unit cube into.

    The steps are those of the module.

    Parameters: `polynomials`, in two or three letters, none 0 everywhere; `question`, of their signs; `level`, how
    often the cube is halved before step 3, whose bounds are about `4^-level` apart; `edges`, how often more the boxes
    of step 4 are; `progress`, called with the number of boxes done, of `8^level` for three letters.

    >>> halves = class_volumes([{(1, 0): 1, (0, 1): -1}], lambda sign: "a > b" if sign(0) > 0 else "a < b", level=3)
    >>> [round(float(end), 9) for end in halves.bounds["a > b"]], halves.open
    ([0.5, 0.5], Fraction(0, 1))
    """
    tally = _Tally(polynomials, Answers(question), level, edges, progress)
    tally.halving.run(tally.count)
    return tally.result()


class Halving:
    """Halves the cube along all axes, box by box, until every box is counted; signs proved in a box hold inside it.

    Parameters: `polynomials`, a list that may grow while boxes are counted; `dimensions`, how many letters they have;
    `chunk`, how many boxes are looked at together.

    Fields: `boxes`, how many were looked at.
    """

    def __init__(self, polynomials: Sequence[Terms], dimensions: int, chunk: int) -> None:
        self.polynomials = polynomials
        self.dimensions = dimensions
        self.chunk = chunk
        self.boxes = 0
        self._expansions: list[Expansion] = []

    def expansions(self) -> list[Expansion]:
        """Return the expansions of all polynomials that there are by now."""
        self._expansions += [Expansion(terms) for terms in self.polynomials[len(self._expansions) :]]
        return self._expansions

    def run(self, count: Callable[[int, tuple[int, ...], np.ndarray], Any]) -> None:
        """Halve until every box is counted.

        Parameters: `count`, which is given how often the cube was halved, the signs that some boxes have in common, 0
        where none is proved, and the places of these boxes, in units of their width; it returns whether they are to be
        halved, as one answer or one for each.
        """
        import numpy as np

        corners = np.array(list(product((0, 1), repeat=self.dimensions)), dtype=np.int64)
        waiting = [(0, np.zeros((1, self.dimensions), dtype=np.int64), np.zeros((1, 0), dtype=np.int8))]
        while waiting:
            check()
            depth, places, known = waiting.pop()
            self.boxes += len(places)
            signs = self._with_all_signs(places, known, 2.0**-depth)
            patterns, where = np.unique(signs, axis=0, return_inverse=True)
            where = where.reshape(-1)
            again = np.zeros(len(places), dtype=bool)
            for number, pattern in enumerate(patterns):
                these = np.flatnonzero(where == number)
                again[these] = count(depth, tuple(pattern.tolist()), places[these])
            if again.any():
                children = (2 * places[again][:, np.newaxis, :] + corners).reshape(-1, self.dimensions)
                inherited = np.repeat(signs[again], len(corners), axis=0)
                waiting.extend(
                    (depth + 1, children[start : start + self.chunk], inherited[start : start + self.chunk])
                    for start in range(0, len(children), self.chunk)
                )

    def _with_all_signs(self, places: np.ndarray, known: np.ndarray, width: float) -> np.ndarray:
        """Return the proved signs of all polynomials on boxes, of which some are known from larger boxes."""
        import numpy as np

        expansions = self.expansions()
        missing = np.zeros((len(places), len(expansions) - known.shape[1]), dtype=np.int8)
        signs = np.concatenate([known, missing], axis=1)
        centres = (places + 0.5) * width
        for number, expansion in enumerate(expansions):
            unknown = np.flatnonzero(signs[:, number] == 0)
            if unknown.size:
                signs[unknown, number] = expansion.signs(centres[unknown], width)
        return signs


class _Tally(Generic[Class]):
    """What is counted of volumes; the parameters are those of `class_volumes`."""

    def __init__(
        self,
        polynomials: Sequence[Terms],
        answers: Answers[Class],
        level: int,
        edges: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.halving = Halving(polynomials, len(next(iter(polynomials[0]))), _CHUNK)
        self.answers = answers
        self.level, self.edges, self.progress = level, edges, progress
        self.counted: dict[Class, Fraction] = {}
        self.partial: dict[Class, tuple[list[float], list[float]]] = {}
        self.left = Fraction(0)

    def count(self, depth: int, signs: tuple[int, ...], places: np.ndarray) -> bool:
        """Count boxes with the same signs; return whether they are to be halved instead."""
        split = self.answers.split(signs)
        volume = Fraction(len(places), 1 << (self.halving.dimensions * depth))
        if split is not None and split[0] < 0:
            self.counted[split[1]] = self.counted.get(split[1], Fraction(0)) + volume
        elif depth < self.level or (split is None and depth < self.level + self.edges):
            return True
        elif split is None:
            self.left += volume
        else:
            self._between(split, depth, places)
        if self.progress is not None:
            self.progress(len(places) << (self.halving.dimensions * max(self.level - depth, 0)))
        return False

    def _between(self, split: tuple[int, Class, Class], depth: int, places: np.ndarray) -> None:
        """Count boxes that one surface cuts (step 3)."""
        import numpy as np

        number, below, above = split
        width = 2.0**-depth
        low, high = self.halving.expansions()[number].shares((places + 0.5) * width, width)
        volume_of_box = width**self.halving.dimensions
        for name, least, most in ((above, low, high), (below, 1 - high, 1 - low)):
            ends = self.partial.setdefault(name, ([], []))
            # Scaling by a power of two is exact; 1 - x is off by less than its last place.
            ends[0].append(math.fsum(np.maximum(least - 2 * UNIT, 0)) * volume_of_box)
            ends[1].append(math.fsum(np.minimum(most + 2 * UNIT, 1)) * volume_of_box)

    def result(self) -> Volumes[Class]:
        """Return the volumes, rounded outwards."""
        bounds = {}
        for name in dict.fromkeys([*self.counted, *self.partial]):
            sums = zip(self.partial.get(name, ([], [])), (-1, 1), strict=True)
            low, high = (_outward(values, up) for values, up in sums)
            whole = self.counted.get(name, Fraction(0))
            bounds[name] = (whole + low, min(whole + high + self.left, Fraction(1)))
        return Volumes(bounds, self.left, self.halving.boxes)


def _outward(sums: Iterable[float], up: int) -> Fraction:
    """Return an exact bound of a sum of rounded sums: each was rounded once, by less than its last place."""
    return sum((Fraction(math.nextafter(value, up * math.inf)) for value in sums if value), Fraction(0))
