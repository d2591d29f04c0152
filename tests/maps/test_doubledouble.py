"""Double-double arithmetic against fractions: the bound that the maps rely on holds."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from truel_ref.maps.engine.pixels import added, double, doubles, product, quotient, times

F = Fraction
BOUND = F(1, 2**100)
NUMBERS = st.fractions(F(1, 10**6), F(1)).filter(bool) | st.sampled_from([F(1), F(1, 3), F(1) - F(1, 10**12)])


def value(pair):
    return F(pair[0]) + F(pair[1])


@given(NUMBERS)
def test_a_number_keeps_more_than_a_hundred_bits(x):
    assert abs(value(double(x)) - x) <= x / 2**104


@given(NUMBERS, NUMBERS)
def test_operations_stay_within_the_bound(x, y):
    one, other = double(x), double(y)
    a, b = value(one), value(other)
    for found, exact in ((added(one, other), a + b), (times(one, other), a * b), (quotient(one, other), a / b)):
        assert abs(value(found) - exact) <= exact * BOUND
        assert found[0] == found[0] + found[1]  # the second part is below half a unit of the first


@given(st.floats(1e-6, 1), st.floats(1e-6, 1))
def test_the_product_of_two_floats_is_exact(x, y):
    assert value(product(x, y)) == F(x) * F(y)


@given(st.lists(NUMBERS, min_size=1, max_size=5))
def test_arrays_hold_the_same_numbers(numbers):
    high, low = doubles(numbers)
    assert [(float(h), float(m)) for h, m in zip(high, low, strict=True)] == [double(number) for number in numbers]
