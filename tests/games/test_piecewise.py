from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused, refused

from truel_ref.errors import NumberError
from truel_ref.games.darts._piecewise import Piecewise
from truel_ref.numbers import read_number

F = Fraction
small = st.fractions(-3, 3, max_denominator=4)
inside = st.fractions(0, 1, max_denominator=50)


@st.composite
def lines(draw):
    """A continuous broken line over [0, 1], with the function that it is."""
    places = sorted({F(0), F(1), *draw(st.lists(st.fractions(0, 1, max_denominator=6), max_size=2))})
    heights = [draw(small) for _ in places]
    parts = []
    for low, high, start, end in zip(places, places[1:], heights, heights[1:], strict=False):
        slope = (end - start) / (high - low)
        parts.append([slope, start - slope * low])
    return Piecewise(places, parts)


@given(lines(), lines(), small, inside)
def test_arithmetic_is_that_of_the_values(first, second, number, x):
    assert (first + second)(x) == first(x) + second(x)
    assert (first - second)(x) == first(x) - second(x)
    assert (first * second)(x) == first(x) * second(x)
    assert (number - first)(x) == number - first(x)
    assert (first / 3 + number * first)(x) == first(x) / 3 + number * first(x)
    assert first.at_most(number)(x) == min(first(x), number)
    assert first - first == 0
    assert first + second == second + first
    assert hash(first + second) == hash(second + first)
    assert first.at_most(10) == first


def test_text_and_values():
    x = Piecewise([0, 1], [[1, 0]])
    bent = Piecewise([0, F(1, 3), F(1, 2), 1], [[1, 0], [F(1, 3)], [2, F(-2, 3)]])
    texts = ["m - 1", "-1/2 m^2", "0", "m up to 1/3, then 1/3 up to 1/2, then 2 m - 2/3"]
    assert list(map(str, (x - 1, -x * x / 2, x - x, bent))) == texts
    assert (x * x)(read_number("sqrt(2)/2")) == F(1, 2)
    assert (x != 1, x == Piecewise([0, F(1, 2), 1], [[1, 0], [1, 0]])) == (True, True)


LINE = Piecewise([0, 1], [[1, 0]])
ROWS = [
    *refused(
        NumberError,
        Piecewise,
        ([], [], "ascending break points"),
        ([0, 1], [], "ascending break points"),
        ([1, 0], [[1]], "ascending break points"),
        ([0, 1, 2], [[1]], "ascending break points"),
        ([0, 0], [[1]], "ascending break points"),
    ),
    (NumberError, lambda: LINE(F(2)), "is not between 0 and 1"),
    (NumberError, lambda: (LINE * LINE).at_most(1), "higher degree"),
    (NumberError, lambda: LINE + Piecewise([0, 2], [[1]]), "same interval"),
]


@pytest.mark.parametrize(("kind", "call", "says"), ROWS)
def test_what_is_refused_names_the_culprit(kind, call, says):
    assert_refused(kind, call, says)
