"""How many examples the usual run takes, of a property and of a list; the long versions take all."""

import pytest
from hypothesis import settings

USUAL = 20
"""What the usual run draws for a property that asks for no number."""

FAST = 10
"""What a fast run draws for it."""

FRESH = 3
"""What a run with fresh examples draws for it."""


def examples(number):
    """Return settings with a number of examples: the long runs draw all, the usual one a third, fewer the others."""
    drawn = {USUAL: max(1, number // 3), FAST: max(1, number // 9), FRESH: max(1, number // 30)}
    return settings(max_examples=drawn.get(settings().max_examples, number))


def one_in(number, values):
    """Return the values as parameters of a test: the usual run takes the first of each so many, the long ones all."""
    return one_row_in(number, [(value,) for value in values])


def one_row_in(number, rows):
    """Return rows of several parameters, as `one_in` does with values."""
    return [pytest.param(*row, marks=pytest.mark.slow if place % number else ()) for place, row in enumerate(rows)]
