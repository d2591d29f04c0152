"""How many examples a property draws, and how many of a list a run takes."""

import os

import pytest
from hypothesis import settings

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""Whether all properties draw many more examples, fresh ones each time."""


def examples(number):
    """Return settings with a third of a number of examples, or with ten times the number in a long run."""
    return settings(max_examples=10 * number if LONG else max(1, number // 3))


def one_in(number, values):
    """Return the values as parameters of a test; without --slow it takes the first of each so many."""
    return one_row_in(number, [(value,) for value in values])


def one_row_in(number, rows):
    """Return rows of several parameters, as `one_in` does with values."""
    return [pytest.param(*row, marks=pytest.mark.slow if place % number else ()) for place, row in enumerate(rows)]
