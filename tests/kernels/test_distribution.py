from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from truel_ref.kernels.chance import Distribution

F = Fraction


@st.composite
def distributions(draw):
    weights = draw(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1, max_size=5))
    total = sum(weights.values())
    return Distribution((outcome, F(weight, total)) for outcome, weight in weights.items())


@given(distributions(), distributions())
def test_sums_of_independent_outcomes(first, second):
    total = first.plus(second)
    assert sum(total.values()) == 1
    assert total.expectation() == first.expectation() + second.expectation()
    assert total == second.plus(first)
    assert total.chance(lambda value: value > 0) == sum(
        first[mine] * second[theirs] for mine in first for theirs in second if mine + theirs > 0
    )


@given(distributions())
def test_maps_and_mixtures(first):
    assert sum(first.map(abs).values()) == 1
    assert first.map(lambda outcome: outcome) == first == first.plus(Distribution.certain(0))
    assert first.expectation(lambda outcome: outcome**2) == first.map(lambda outcome: outcome**2).expectation()
    assert first[99] == 0
    assert 99 not in first


def test_outcomes_that_are_named_twice_or_have_no_chance():
    assert dict(Distribution([("a", F(1, 2)), ("b", F(0)), ("a", F(1, 2))])) == {"a": 1}
