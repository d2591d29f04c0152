"""Small phases by plain floats: what they prove is so, and their bound is what makes it so."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from unittest import mock

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from truel_ref.fast.integers import Shots
from truel_ref.play.phases import stage_of

from truel_ref import Problem, solve
from truel_ref.fast import floats, integers
from truel_ref.fast.solving import solve_alike

F = Fraction


def by_floats(problem):
    """Solve with floats wherever they prove it, exact integers elsewhere."""
    (solution,) = solve_alike([problem])
    return solution


@pytest.mark.parametrize(
    ("hits", "orders"),
    [(["1/3", "2/3", 1], []), (["1/2", "1/2", 1], []), ([0, 0, 0], [(0, 1, 2)]), (["1/5", "1/3", "1/2", "2/3"], [])],
)
def test_integers_decide_stalemates_only(hits, orders):
    """The floats prove the other decisions, or the exact values of a few profiles do."""
    with mock.patch.object(integers, "decide", side_effect=integers.decide) as decide:
        by_floats(Problem(hits))
    assert [call.args[0].order for call in decide.call_args_list] == orders


@given(st.lists(st.fractions(F(1, 10**6), 1 - F(1, 10**6), max_denominator=10**7), min_size=3, max_size=4))
@examples(45)
def test_errors_stay_within_the_bound(hits):
    """The worth of every option of the last announcer, in floats and exactly, after all announcements before."""
    problem = Problem(hits)
    stage = stage_of(solve(problem), problem.first_order)
    turns = [
        [([float(r[player]) for player in stage.order], float(k), float(1 - k)) for r, k in mine]
        for mine in stage.turns
    ]
    last = len(hits) - 1
    for path in product(*(range(len(mine)) for mine in stage.options)):
        if stage.stalls(path):
            continue
        v, kappa, ends = 0.0, 1.0, 0.0
        for place, option in enumerate(path[:-1]):
            r, k, g = turns[place][option]
            v, ends, kappa = v + kappa * r[last], ends + kappa * g, kappa * k
        r, k, g = turns[last][path[-1]]
        worth = (r[last] + k * v) / (g + k * ends)
        exact = F(int(stage.win(path, last)[last].numerator), int(stage.win(path, last)[last].denominator))
        bound = (F(floats.margin(len(hits))) - 1) / 2  # for a comparison of two
        assert abs(F(worth) - exact) <= exact * bound


@pytest.mark.parametrize("length", range(2, floats.MOST_PLAYERS + 1))
def test_the_margin_is_twice_the_errors_that_are_counted_and_a_tenth_more(length):
    """Doubles above 1 are 2 / 2^53 apart."""
    numerator, denominator, quotient = 5 + 4 * length, 4 * length, 1
    counted = 2 * (numerator + denominator + quotient)
    assert abs((F(floats.margin(length)) - 1) * 2**53 - F(11, 10) * counted) <= 1


def induced(turns, tied, earlier=()):
    """Return the announced profile after some announcements, by fractions; the nodes with a tie are noted."""
    profile = [mine[option] for mine, option in zip(turns, earlier, strict=False)]
    if len(earlier) == len(turns):
        return earlier if any(g for _, _, g in profile) else None
    place = len(earlier)

    def worth(path):
        taken = [mine[option] for mine, option in zip(turns, path, strict=True)]
        won, passes = F(0), F(1)
        for r, k, _ in taken[place:] + taken[:place]:
            won, passes = won + passes * F(r[place]), passes * F(k)
        return won / (1 - passes)

    following = [induced(turns, tied, (*earlier, option)) for option in range(len(turns[place]))]
    worths = {path: worth(path) for path in following if path is not None}
    best = max(worths.values(), default=None)
    if [*worths.values()].count(best) > 1:
        tied.append(earlier)
    return next((path for path, value in worths.items() if value == best), None)


def test_what_is_proved_is_without_ties_and_the_rest_has_some():
    """Turns of sixteenths, often worth nothing to anybody, so that ties are frequent, and floats are exact."""
    rng, seen = Random(6), Counter()
    for _ in range(300):
        length = rng.choice([2, 3, 3])
        turns = []
        for _ in range(length):
            g = rng.choice([0.5, 0.5, 1.0])
            hits = [[rng.choice([0, 0, 0, 1, 2]) * g / 8 for _ in range(length)] for _ in range(rng.randint(1, 2))]
            turns.append([(r, 1 - g, g) for r in hits] + [([0.0] * length, 1.0, 0.0)] * rng.randint(0, 1))
        tied = []
        expected, proved = induced(turns, tied), floats.proved_path(turns)
        seen[bool(tied), proved is not None] += 1
        assert proved in (None, expected)
        if proved is None:
            own = [r[-1] for r, _, g in turns[-1] if g]
            assert tied or expected is None or len({*own}) < len(own)
    assert seen[True, True] == 0 < min(seen[True, False], seen[False, True])


@pytest.mark.parametrize("hits", [["1e-9", "1/2", 1], ["1/2"] * 9, ["1/3", "2/3", 1 - F(1, 10**8)]])
def test_what_the_bound_does_not_hold_for_is_left_to_exact_numbers(hits):
    assert not Shots(Problem(hits).hits).in_reach
