"""How many examples the usual run takes, of a property and of a list; the long versions take all."""

import pytest
from hypothesis import settings

USUAL = 30
"""What the usual run draws for a property that asks for no number."""


def examples(number):
    """Return settings with so many examples; the usual run draws a third of them, the long ones all."""
    return settings(max_examples=number // 3 if settings().max_examples == USUAL else number)


def one_in(number, values):
    """Return the values as parameters of a test: the usual run takes the first of each so many, the long ones all."""
    return [
        value if place % number == 0 else pytest.param(value, marks=pytest.mark.slow)
        for place, value in enumerate(values)
    ]
