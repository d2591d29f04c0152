from fractions import Fraction

import cases
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref import solve
from truel_ref.play import phase

F = Fraction


@given(strategies.hits(least=2, most=2))
def test_a_duel_with_fixed_aims(hits):
    p, q = hits
    turns = [phase.turn(p, [(F(1), [F(1), F(0)])], 2), phase.turn(q, [(F(1), [F(0), F(1)])], 2)]
    found = phase.value(turns)
    assert found == ([p / (p + q - p * q), q * (1 - p) / (p + q - p * q)] if p or q else [0, 0])


@given(st.lists(st.tuples(strategies.PLAIN, strategies.PLAIN), min_size=2, max_size=4))
def test_the_value_solves_its_equation(pairs):
    turns = [([r], k) for r, k in pairs]
    product = 1
    for _, k in pairs:
        product *= k
    assume(product < 1)
    values = [phase.value(turns[place:] + turns[:place])[0] for place in range(len(turns))]
    for place, (r, k) in enumerate(pairs):
        assert values[place] == r + k * values[(place + 1) % len(turns)]


TURN = st.tuples(strategies.PLAIN.map(lambda won: [won]), strategies.PLAIN)


@given(TURN, TURN, TURN)
def test_the_advantage_has_the_sign_of_the_difference_of_worths(first, second, before):
    assume(first[1] * before[1] < 1 and second[1] * before[1] < 1)
    more, less = (phase.value([turn, before])[0] for turn in (first, second))
    found = phase.advantage(first, second, before, 0)
    assert (found > 0) - (found < 0) == (more > less) - (more < less)


def test_nobody_can_be_hit():
    assert phase.value([([F(0)], F(1)), ([F(0)], F(1))]) == [0]
    assert solve(cases.ORIGINAL, targets=["Miss"] * 3).stalemate == 1
