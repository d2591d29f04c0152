"""Isolated zeros of single polynomials are refused; curves that turn, cross or end are not mistaken for them."""

import pytest
from sympy import QQ, ring

from truel_ref.errors import ProblemError
from truel_ref.symbolic import partition
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.plane import Plane, refuse_isolated_zeros

_, X, Y = ring("a, b", QQ)
HALF, THIRD = QQ(1, 2), QQ(1, 3)
POINT = (X - HALF) ** 2 + (Y - THIRD) ** 2


def whole(polynomial):
    """Return the primitive integer polynomial with the same zeros."""
    return polynomial.clear_denoms()[1].primitive()[1]


@pytest.mark.parametrize(
    "polynomial",
    [
        POINT + QQ(1, 10**9),  # no zero at all, by little
        POINT - QQ(1, 10**9),  # a circle of radius 1/31623
        (X - 2) ** 2 + (Y - THIRD) ** 2,  # a point outside the square
        X**2 + (Y - THIRD) ** 2,  # a point on its edge
        (Y - HALF) ** 2 - (X - HALF) ** 2 * (X - QQ(1, 4)),  # a node, and a turning point at x = 1/4
        (Y - HALF) ** 2 - (X - HALF) ** 3,  # a cusp
        (2 * X**2 - 1) ** 2 - (2 * Y**2 - 1) ** 2 * X,  # a node at an irrational point
        2 * X**2 - 1,  # a line of constant x
        2 * Y**2 - 1,  # one of constant y
        (1000 * Y - 501) ** 2 - 2,  # two of constant y, close together
        X * Y - X - Y + 2 * X**2,
    ],
)
def test_curves_are_not_mistaken_for_isolated_zeros(polynomial):
    refuse_isolated_zeros(Plane(), whole(polynomial))


def test_a_partition_that_would_overlook_a_point_is_refused(monkeypatch):
    """A decision with an isolated zero: the signs in all cells and on all curves say nothing of that point."""

    class Asking(Decisions):
        def solve(self, sign_of, ranks=None):
            sign_of(whole(POINT.set_ring(self.letters.field.ring)))
            return super().solve(sign_of, ranks)

    assert len(regions([None, None, 1], precision="1/10").regions) == 5
    monkeypatch.setattr(partition, "Decisions", Asking)
    with pytest.raises(ProblemError, match=r"a = 0\.500000, b = 0\.333333"):
        regions([None, None, 1], precision="1/10")
