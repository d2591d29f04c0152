"""What is fast equals the definition, field by field, ties included: every method against `play.announced`."""

from fractions import Fraction

import cases
import pytest
import strategies
from examples import examples, one_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.fast import integers
from truel_ref.fast.skeleton import skeleton_of
from truel_ref.fast.solving import METHODS
from truel_ref.play import announced
from truel_ref.play.phases import stage_of

F = Fraction
OTHERS_MISS = st.just({"Others", "Miss"})


def assert_every_method_is_the_definition(problem):
    """Compare all fields of the solutions, and the announcements of every phase by itself."""
    expected = solve(problem, method="definition")
    for method in METHODS:
        solution = solve(problem, method=method)
        # Floats have nothing to decide where no phase is plain, or their bound does not hold.
        assert solution.method in ((method, "integers") if method == "floats" else (method,))
        assert solution.phases == expected.phases
        assert solution.ties == expected.ties
        assert solution == expected
    for phase in expected.phases:
        stage = stage_of(expected, phase.order)
        assert integers.IntegerInduction(stage).complete() == announced.decide(stage)


@given(strategies.problems(least=2, most=3))
@examples(200)
def test_two_and_three_players_of_every_kind(problem):
    assert_every_method_is_the_definition(problem)


@given(strategies.problems(least=4, most=4, levels=False))
@examples(40)
def test_four_players_of_every_kind(problem):
    assert_every_method_is_the_definition(problem)


@given(strategies.optimal_problems(least=4, most=4, search=OTHERS_MISS))
@examples(20)
def test_four_players_who_all_search(problem):
    assert_every_method_is_the_definition(problem)


@given(strategies.problems(least=5, most=5, search=OTHERS_MISS, levels=False))
@examples(5)
def test_five_players(problem):
    assert_every_method_is_the_definition(problem)


@pytest.mark.parametrize("rule", one_in(2, [1, 2, 3, 4, -1, -4]))
@pytest.mark.parametrize("hits", [["1/2"] * 4, [0, 1, 1, "1/2"], ["1/3", 0, 0, "1/3"], [1, 1, 1, 0]], ids=str)
def test_equal_shots_and_those_who_never_or_always_hit(hits, rule):
    """Full of ties: most nodes have several equal options."""
    problem = Problem(hits, tie_rule=rule)
    assert_every_method_is_the_definition(problem)
    assert solve(problem).ties


@pytest.mark.parametrize("rule", [1, 2, 3, 4, -1, -4])
def test_levels(rule):
    everything = {"search": {"All"}, "random_levels": [3, None, 2], "if_eq": rule}
    for hits in (["1/2", "1/2", "1"], ["0", "1/2", "1/4"], cases.SECOND):
        assert_every_method_is_the_definition(Problem(hits, **everything))


@given(strategies.problems(least=3, most=4, levels=False), st.data())
def test_completions_of_given_announcements(problem, data):
    """After any announcements, those of the others in the same phase are completed alike."""
    solution = solve(problem)
    stage = stage_of(solution, data.draw(st.sampled_from(solution.phases)).order)
    before = stage.options[: data.draw(st.integers(0, len(stage.order)))]
    earlier = tuple(data.draw(st.integers(0, len(aims) - 1)) for aims in before)
    expected = announced.decide(stage, earlier)
    assert integers.decide(stage, earlier) == expected
    assert integers.IntegerInduction(stage).complete(earlier) == expected


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(("truel_ref.fast.integers.tie_ranks", lambda problem, aims: range(len(aims))), id="rule"),
        pytest.param(("truel_ref.fast.integers.is_material", lambda wins: False), id="material"),
    ],
)
def test_the_check_can_fail(broken, monkeypatch):
    """A test of the test: another tie rule, or a forgotten tie, is caught."""
    problem = Problem(["1/2"] * 3)
    assert_every_method_is_the_definition(problem)
    monkeypatch.setattr(*broken)
    with pytest.raises(AssertionError):
        assert_every_method_is_the_definition(problem)


def test_problems_of_one_kind_share_a_skeleton_and_others_do_not():
    """Words that ask who is strongest, zeros, people and levels make a skeleton of their own."""
    plain = [Problem(["1/3", "2/3", 1]), Problem(["1/2", "1/5", "1/7"])]
    assert skeleton_of(plain[0]) is skeleton_of(plain[1])
    others = [
        Problem([0, "2/3", 1]),
        Problem(["1/3", "2/3", 1], order="C,A,B"),
        Problem(["1/3", "2/3", 1], search="others"),
        Problem(["1/3", "2/3", 1], search="others,miss,random", random_levels=[2, None, None]),
        Problem(["1/3", "2/3", 1], targets="Strongest,Optimal,Optimal"),
        Problem(["1/3", 1, "2/3"], targets="Strongest,Optimal,Optimal"),
    ]
    shapes = [skeleton_of(problem) for problem in [plain[0], *others]]
    assert len({id(shape) for shape in shapes}) == len(shapes)
    for problem in others * 2:
        assert solve(problem) == solve(problem, method="definition")
