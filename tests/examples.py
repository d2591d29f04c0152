"""How many examples a property gets that asks for a number of its own."""

from hypothesis import settings

USUAL = 40
"""What the usual run draws for a property that asks for no number."""


def examples(number):
    """Return settings with so many examples; the usual run draws half of them, the long ones all."""
    return settings(max_examples=number // 2 if settings().max_examples == USUAL else number)
