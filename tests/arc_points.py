"""The middle of every arc of a partition's curves."""

from fractions import Fraction

from truel_ref.numbers import between, enclosed
from truel_ref.symbolic.plane import PlaneCurve


def points_on(partition):
    """Yield for each arc its boundary, itself, and a point: x, and bounds of y, which are equal if it is rational."""
    for boundary in partition.boundaries:
        for arc in boundary.arcs:
            if arc.number is None:
                x, low, high = arc.left, *[between(arc.bottom, arc.top)] * 2
            else:
                x = between(arc.left, arc.right)
                low, high = enclosed(PlaneCurve(boundary.polynomial).roots_at(x)[arc.number], Fraction(1, 10**30))
            yield boundary, arc, x, low, high
