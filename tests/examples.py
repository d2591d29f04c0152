"""How many examples a property draws."""

import os

from hypothesis import settings

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""Whether all properties draw a hundred times the examples, fresh ones each time."""


def examples(number):
    """Return settings with a third of a number of examples, or with a hundred times as many in a long run."""
    return settings(max_examples=max(1, number // 3) * (100 if LONG else 1))
