"""Random shooter and simultaneous fire against chains over all sets, brute force over profiles, and closed forms."""

from fractions import Fraction

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from variant_data import ENDS, assert_fire, records, small

from truel_ref import Problem, random_shooter, simultaneous_fire

F = Fraction
UNEQUAL = st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=3, max_size=3, unique=True)
SOLVERS = {"random": random_shooter, "simultaneous": simultaneous_fire}
EITHER = pytest.mark.parametrize("fire", SOLVERS)


def aims(answer):
    return [[str(aim) for aim in play.aims] for play in answer]


# -- worked values and closed forms


def test_worked_examples():
    shooter = random_shooter([1, "2/3", "1/3"])
    assert (aims(shooter), shooter.win) == ([["B", "A", "A"]], (F(3, 8), F(1, 3), F(7, 24)))
    assert shooter.only.strict and shooter.complete
    volley = simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A"))
    assert (volley.win, volley.nobody, volley.stalemate) == ((F(1, 20), F(0), F(9, 10)), F(1, 20), 0)
    answer = simultaneous_fire(["1/2", "1/3", "1/4"])
    assert aims(answer) == [["B", "A", "A"], ["C", "A", "B"]]
    assert all(play.strict for play in answer)


@given(UNEQUAL)
@examples(30)
def test_all_at_the_strongest_have_the_published_formulas(hits):
    a, b, c = sorted(hits, reverse=True)
    formulas = (a**2 / ((a + c) * (a + b + c)), b / (a + b + c), c * (2 * a + c) / ((a + c) * (a + b + c)))
    noted = random_shooter(Problem([a, b, c], targets=["Strongest"] * 3))
    [chosen] = random_shooter([a, b, c])  # nobody has to be noted: it is the only equilibrium
    assert (noted.win, noted.stalemate, chosen.win, chosen.strict) == (formulas, 0, formulas, True)


@given(st.tuples(strategies.PLAIN, strategies.PLAIN))
def test_duels_have_their_closed_forms(hits):
    x, y = hits
    by_lot, at_once = random_shooter(hits), simultaneous_fire(hits)
    s, t = x + y, x + y - x * y
    assert by_lot.win == ((x / s, y / s) if s else (0, 0))
    assert at_once.win == ((x * (1 - y) / t, y * (1 - x) / t) if t else (0, 0))
    assert at_once.nobody == (x * y / t if t else 0)
    assert by_lot.stalemate == at_once.stalemate == (0 if s else 1)


def test_irrational_hit_probabilities():
    for hits in (["sqrt(2)/2", "1/3", "1/5"], ["sqrt(3)/2", "sqrt(3)/3", "1/7"]):
        [play] = random_shooter(hits)
        a, b, c = Problem(hits).hits
        assert (play.win[0] * (a + c) * (a + b + c), play.win[1] * (a + b + c), sum(play.win)) == (a * a, b, 1)
    answer = simultaneous_fire(["sqrt(2)/2", "1/3"])
    x, y = answer.problem.hits
    s = x + y - x * y
    assert [value * s for value in (*answer.win, answer.nobody)] == [x * (1 - y), y * (1 - x), x * y]
    assert all(sum(play.win) + play.nobody == 1 for play in simultaneous_fire(["sqrt(2)/2", "1/3", "1/4"]))


# -- limits


@EITHER
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_can_hit_and_one_among_those_who_cannot(players, fire):
    answer = SOLVERS[fire]([0] * players)
    assert (answer.win, answer.nobody, answer.stalemate) == ((0,) * players, 0, 1)
    one = SOLVERS[fire]([0] * (players - 1) + ["1/3"])
    assert {play.win for play in one} == {(*(F(0),) * (players - 1), F(1))}


def test_three_who_never_miss():
    # Each is first with 1/3, hits the next one, and then the two left have equal chances.
    assert random_shooter(Problem([1, 1, 1], targets="B,C,A")).win == (F(1, 3),) * 3
    mixed = simultaneous_fire(Problem([1, 1, 1], search="Others", targets=["Random"] * 3))
    assert (mixed.win, mixed.nobody) == ((F(1, 4),) * 3, F(1, 4))
    gone = simultaneous_fire(Problem([1, 1, 1], targets="B,C,A"))
    assert (gone.win, gone.nobody) == ((0, 0, 0), 1)
    # No smaller set is ever reached, so none is listed.
    assert [state.living for state in gone.only.states] == [(0, 1, 2)]


def test_sets_that_no_volley_can_leave_do_not_count():
    """A and B always hit each other, so that nobody meets the set of A, B and C, nor that of A and B."""
    problem = Problem([1, 1, "1/2", "1/2"], targets="B,A,D,C", search_later="Miss")
    living = {state.living for play in simultaneous_fire(problem) for state in play.states}
    assert living == {(0, 1, 2, 3), (2, 3)}


def test_three_equal_players_have_symmetric_lists():
    answer = assert_fire("random", random_shooter, Problem(["1/2"] * 3))
    for turn in ((1, 2, 0), (2, 0, 1)):
        assert sorted(play.win for play in answer) == sorted(tuple(play.win[one] for one in turn) for play in answer)


# -- brute force

TIED = st.builds(Problem, st.lists(ENDS, min_size=3, max_size=3), search=strategies.SEARCH, if_eq=strategies.TIE_RULE)


@EITHER
@given(small(3, levels=True) | TIED)
@examples(45)
def test_two_and_three_players_of_every_kind(fire, problem):
    assert_fire(fire, SOLVERS[fire], problem)


FOUR = ["1/2", "1/3", "1/4", "1/5"]


@pytest.mark.parametrize(
    ("fire", "problem"),
    [
        ("random", Problem(FOUR, search="Others")),
        ("random", Problem([1, 0, "1/2", "2/3"], search="Others")),
        ("simultaneous", Problem(FOUR, targets="Optimal,Optimal,A,B")),
    ],
)
def test_four_players(fire, problem):
    assert_fire(fire, SOLVERS[fire], problem)


@EITHER
@given(strategies.problems(2, 4, levels=False) | strategies.problems(5, 5, levels=False, finest=4), st.data())
@examples(45)
def test_fixed_aims_from_one_chain_over_all_sets(fire, problem, data):
    """The strongest in every smaller set, anything in the full one."""
    everybody = problem.order
    aims = [data.draw(st.sampled_from(problem.options(everybody, player))).weights for player in everybody]
    fixed = Problem(problem.hits, targets=list(map(list, aims)), target_later="Strongest")
    sets = [living for living in independent_variants.sets_of(problem.players) if living != everybody]
    policy = {everybody: tuple(aims), **independent_variants.strongest_policy(problem.hits, sets)}
    answer = SOLVERS[fire](fixed)
    assert answer.win == answer.only.states[0].win
    if fire == "random":
        values = independent_variants.shooter_values(problem.hits, policy)
        assert [state.win for state in answer.only.states] == [values[state.living] for state in answer.only.states]
    else:
        values = independent_variants.simultaneous_values(problem.hits, policy)
        assert all((*state.win, state.nobody) == values[state.living] for state in answer.only.states)


def test_ten_players_with_fixed_aims():
    """The last four of ten meet as any four do."""
    hits = [F(1, place + 2) for place in range(10)]
    answer = simultaneous_fire(Problem(hits, targets=["Strongest"] * 10, target_later="Strongest"))
    assert sum(answer.win) + answer.nobody == 1
    last = next(state for state in answer.only.states if state.living == (6, 7, 8, 9))
    four = independent_variants.strongest_policy(hits[6:], independent_variants.sets_of(4))
    expected = independent_variants.simultaneous_values(hits[6:], four)[0, 1, 2, 3]
    assert (*last.win[6:], last.nobody) == expected


@pytest.mark.parametrize(
    ("fire", "problem"),
    [("random", Problem(["1/2", "1/2", "1/3", "1/3"])), ("simultaneous", Problem(FOUR, search="Others"))],
)
def test_a_cap_says_that_there_may_be_more(fire, problem):
    whole, few = SOLVERS[fire](problem), SOLVERS[fire](problem, cap=1)
    assert (whole.complete, few.complete, few.selections) == (True, False, 1)
    assert 0 < len(few) < len(whole)
    assert all(row in records(whole) for row in records(few))
