from fractions import Fraction
from itertools import product

import pytest
from fixed_point import best_fixed_point, components, improvements, solve_fixed_point
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import NumberError

F = Fraction
STATES = "abc"


@st.composite
def choices(draw):
    """An `a` and weights that leave a way out from every state."""
    weights = {state: draw(st.integers(0, 3)) for state in STATES}
    below = sum(weights.values()) + draw(st.integers(1, 4))
    return F(draw(st.integers(-5, 5))), {state: F(weight, below) for state, weight in weights.items() if weight}


systems = st.fixed_dictionaries({state: choices() for state in STATES})
options = st.fixed_dictionaries({state: st.lists(choices(), min_size=1, max_size=3) for state in STATES})


def applied(system, values):
    return {state: a + sum(weight * values[then] for then, weight in k.items()) for state, (a, k) in system.items()}


@given(systems, st.permutations(STATES), st.integers(-3, 3))
def test_the_values_fit_whatever_the_states_are_called(system, names, factor):
    values = solve_fixed_point(system)
    assert applied(system, values) == values
    name = dict(zip(STATES, names, strict=True))
    renamed = {name[state]: (a, {name[then]: weight for then, weight in k.items()}) for state, (a, k) in system.items()}
    assert solve_fixed_point(renamed) == {name[state]: value for state, value in values.items()}
    scaled = {state: (a * factor, k) for state, (a, k) in system.items()}
    assert solve_fixed_point(scaled) == {state: value * factor for state, value in values.items()}


@given(options, st.booleans())
def test_no_policy_of_all_is_better(options, least):
    best = best_fixed_point(options, least=least)
    better = min if least else max
    every = [
        solve_fixed_point({state: options[state][number] for state, number in zip(STATES, policy, strict=True)})
        for policy in product(*(range(len(options[state])) for state in STATES))
    ]
    assert best.values == {state: better(values[state] for values in every) for state in STATES}
    chosen = {state: options[state][number] for state, number in best.policy.items()}
    assert solve_fixed_point(chosen) == best.values
    assert improvements(options, best.values, least=least) == {}
    assert all(best.policy[state] in best.ties[state] for state in STATES)
    for policy in product(*(best.ties[state] for state in STATES)):
        mixed = {state: options[state][number] for state, number in zip(STATES, policy, strict=True)}
        assert solve_fixed_point(mixed) == best.values


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_components_are_the_sets_that_lead_to_one_another(arrows):
    leads = {state: {b: 1 for a, b in arrows if a == state} for state in range(8)}
    reached = {state: {state} for state in leads}
    for _ in leads:
        reached = {a: ends | {b for end in ends for b in leads[end]} for a, ends in reached.items()}
    found = list(components(leads))
    assert sorted(state for states in found for state in states) == list(leads)
    earlier = set()
    for states in found:
        for state in states:
            assert {other for other in reached[state] if state in reached[other]} == set(states)
            assert reached[state] <= earlier | set(states)
        earlier |= set(states)


def test_what_has_no_single_value():
    with pytest.raises(NumberError, match="no way out"):
        solve_fixed_point({"here": (F(1), {"there": F(1)}), "there": (F(0), {"here": F(1)})})
    with pytest.raises(NumberError, match="'here' has no option"):
        best_fixed_point({"here": []})
