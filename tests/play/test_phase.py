from fractions import Fraction

import cases
import strategies
import sympy
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


def test_sympy_flows_through_the_same_lines():
    """The closed form of Miss, C, B from symbols, and its value at the original problem."""
    p = sympy.symbols("a b c", positive=True)

    def duel(x, y):
        """Return the value of x against y, x on move, from the very same lines."""
        unit = [[int(i == j) for i in range(3)] for j in range(3)]
        return phase.value([phase.turn(p[x], [(1, unit[x])], 3), phase.turn(p[y], [(1, unit[y])], 3)])

    turns = [
        phase.turn(p[0], [], 3),  # A misses
        phase.turn(p[1], [(1, duel(0, 1))], 3),  # B at C; A is next
        phase.turn(p[2], [(1, duel(0, 2))], 3),  # C at B; A is next
    ]
    formula = [sympy.factor(win) for win in phase.value(turns)]
    at = dict(zip(p, (sympy.Rational(1, 3), sympy.Rational(2, 3), sympy.Integer(1)), strict=True))
    assert [win.subs(at) for win in formula] == [sympy.Rational(win) for win in ("25/63", "8/21", "2/9")]
    assert sympy.simplify(sum(formula)) == 1


def test_symbolic_weights_flow_too():
    p, weight = sympy.symbols("p w", positive=True)
    r, k = phase.turn(p, [(weight, [1, 0]), (1 - weight, [0, 1])], 2)
    assert [sympy.expand(entry) for entry in r] == [p * weight, sympy.expand(p * (1 - weight))]
    assert sympy.expand(k - (1 - p)) == 0


@given(st.lists(st.tuples(strategies.PLAIN, strategies.PLAIN), min_size=3, max_size=3))
def test_composition_is_associative(pairs):
    one, two, three = (([r], k) for r, k in pairs)
    assert phase.compose(phase.compose(one, two), three) == phase.compose(one, phase.compose(two, three))


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


def test_nobody_can_be_hit():
    assert phase.value([([F(0)], F(1)), ([F(0)], F(1))]) == [0]
    assert solve(cases.ORIGINAL, targets=["Miss"] * 3).stalemate == 1
