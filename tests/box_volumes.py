"""Volumes of the parts into which polynomials cut the unit cube, box by box: the second derivation of `fibres`.

A part is told by the signs of polynomials: a question that looks at some signs and returns a class. The cube is halved
again and again along all axes, and for each box every polynomial is expanded around its centre (`kernels.halving`).

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

from fractions import Fraction

import numpy as np

from truel_ref.kernels.halving import UNIT, Answers, Halving, Volumes, outward_sum

CHUNK = 1 << 16


def class_volumes(polynomials, question, level=8, edges=3, progress=None):
    """Return bounds of the volumes of the classes that a question sorts the points of the unit cube into.

    Parameters: `polynomials`, in two or three letters, none 0 everywhere; `question`, of their signs; `level`, how
    often the cube is halved before step 3, whose bounds are about `4^-level` apart; `edges`, how often more the boxes
    of step 4 are; `progress`, called with the number of boxes done, of `8^level` for three letters.
    """
    dimensions = len(next(iter(polynomials[0])))
    halving, answers = Halving(polynomials, dimensions, CHUNK), Answers(question)
    counted, lows, highs, left = {}, {}, {}, []

    def count(signs, boxes):
        split = answers.split(signs)
        volume = Fraction(len(boxes), 1 << (dimensions * boxes.level))
        if split is not None and split[0] < 0:
            counted[split[1]] = counted.get(split[1], 0) + volume
        elif boxes.level < level + (edges if split is None else 0):
            return True
        elif split is None:
            left.append(volume)
        else:
            number, below, above = split
            low, high = halving.expansions()[number].shares(boxes.centres, boxes.width)
            for name, least, most in ((above, low, high), (below, 1 - high, 1 - low)):
                # Scaling by a power of two is exact; 1 - x is off by less than its last place.
                ends = outward_sum(np.maximum(least - 2 * UNIT, 0), -1), outward_sum(np.minimum(most + 2 * UNIT, 1), 1)
                for sums, end in zip((lows, highs), ends, strict=True):
                    sums[name] = sums.get(name, 0) + Fraction(end) * Fraction(boxes.width) ** dimensions
        if progress is not None:
            progress(len(boxes) << (dimensions * max(level - boxes.level, 0)))
        return False

    halving.run(count)
    open_volume = sum(left, Fraction(0))
    bounds = {
        name: (whole + lows.get(name, 0), min(whole + highs.get(name, 0) + open_volume, Fraction(1)))
        for name in dict.fromkeys([*counted, *lows])
        for whole in [counted.get(name, Fraction(0))]
    }
    return Volumes(bounds, open_volume, halving.boxes)
