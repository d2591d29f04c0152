"""What ties can lead to: all outcomes of a solution, the range that is printed, and the ties that decide it."""

import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, all_outcomes, solve
from truel_ref.explain import outcomes as outcomes_module
from truel_ref.explain.outcomes import tie_report
from truel_ref.fast.recursion import PhaseValues, Recursion, layouts
from truel_ref.numbers import number_text


@given(strategies.problems(most=3))
@examples(40)
def test_a_solution_or_its_problem_is_the_same(problem):
    assert all_outcomes(solve(problem)) == all_outcomes(problem)


def broken_otherwise(problem, tie, aim):
    """Return the win probabilities with one tie broken in another way."""
    game, win = PhaseValues(problem), ()
    for layout in layouts(problem):
        way = {}
        if layout.phase == tie.order:
            earlier = tuple(layout.options[seat].index(said) for seat, said in enumerate(tie.earlier))
            way = {earlier: layout.options[len(earlier)].index(aim)}
        stage = Recursion(game, layout, way)
        win = game.enter(layout.phase, *stage.value(stage.decide()))
    return win


def named(report):
    return [line.strip() for line in report if line.startswith("  ")]


@given(
    strategies.problems(least=3, most=3, levels=False, search=st.just({"Others", "Miss"}))
    | strategies.problems(least=4, most=4, levels=False, search=st.just({"Strongest", "Miss"}))
)
@examples(60)
def test_the_report_says_the_range_and_the_ties_that_decide_it(problem):
    solution = solve(problem)
    report = tie_report(solution)
    if not solution.ties:
        assert report == []
        return
    outcomes = all_outcomes(solution)
    assert outcomes.complete
    ranges = [(min(wins), max(wins)) for wins in zip(*(outcome.win for outcome in outcomes.outcomes), strict=True)]
    if all(low == high for low, high in ranges):
        assert report == []
        return
    for line, name, (low, high) in zip(report, "ABCD", ranges, strict=False):
        texts = number_text(low), number_text(high)
        said = f"{texts[0]} in any case" if low == high else f"{texts[0]} to {texts[1]}, depending on ties"
        assert line == f"{name} wins {said}"
    decisive = [
        str(tie)
        for tie in solution.ties
        if any(broken_otherwise(problem, tie, aim) != solution.win for aim in tie.equal)
    ]
    assert named(report)[:12] == decisive[:12]


def test_nothing_holds_in_any_case_where_not_all_ways_were_followed(monkeypatch):
    solution = solve(Problem([0, "1/2", "1/2", 1], search="Others"))
    monkeypatch.setattr(outcomes_module, "EFFORT", 200)
    assert tie_report(solution)[0] == "A wins 0 in all ways that were followed"


def test_a_tie_among_three_of_five_is_followed_through_four():
    """It decides what four play, and so what five do; two others among the same three change nothing at the start."""
    problem = Problem(["1/4", 0, "1/2", 0, "1/2"], search="Others")
    solution = solve(problem)
    among = [tie for tie in solution.ties if set(tie.order) == {0, 2, 4}]
    decisive = [
        str(tie) for tie in among if any(broken_otherwise(problem, tie, aim) != solution.win for aim in tie.equal)
    ]
    assert named(tie_report(solution)) == decisive
    assert 0 < len(decisive) < len(among)


def test_a_cap_that_is_reached_leaves_nothing_out_and_one_below_says_so():
    """What is followed first are the later phases as they are solved, with all ways of the first."""
    problem = Problem([0, "1/2", "1/2", 1], search="Others")
    solution = solve(problem)
    whole = all_outcomes(solution)
    assert whole.complete
    assert all_outcomes(solution, cap=whole.combinations) == whole
    fewer = all_outcomes(solution, cap=whole.combinations - 1)
    assert (fewer.complete, fewer.combinations) == (False, whole.combinations - 1)
    assert (fewer.outcomes[0].win, fewer.outcomes[0].aims) == (solution.win, solution.aims)
    followed = {outcome.win for outcome in all_outcomes(solution, cap=1).outcomes}
    ties = [tie for tie in solution.ties if tie.order == problem.order and tie.on_path]
    assert {broken_otherwise(problem, tie, aim) for tie in ties for aim in tie.equal} <= followed


def test_phases_in_which_nobody_shoots_have_one_way():
    """Three miss on purpose, so the first of four wins nothing whatever the aim: every one of 3^4 lists is optimal."""
    outcomes = all_outcomes(Problem(["1/2"] * 4, search="Others", search_later="Miss"))
    assert (len(outcomes.outcomes), outcomes.complete) == (81, True)
    assert {outcome.win for outcome in outcomes.outcomes} == {(0, 0, 0, 0)}


@pytest.mark.parametrize(
    ("most", "last"),
    [(1, "  and 1 more"), (2, "  in A, B, C after A Miss, B Miss: C chose B among A, B (off the path)")],
)
def test_ties_beyond_those_that_are_named_are_counted(most, last, monkeypatch):
    monkeypatch.setattr(outcomes_module, "NAMED", most)
    assert tie_report(solve(["1/2", "1/2", 1]))[-1] == last


def test_a_bounded_effort_says_so(monkeypatch):
    solution = solve(["1/2"] * 4)
    monkeypatch.setattr(outcomes_module, "EFFORT", 1000)
    says = "this is a lower bound: it is what the 3 ways of breaking them that were followed can lead to"
    assert says in "\n".join(tie_report(solution))
    monkeypatch.setattr(outcomes_module, "EFFORT", 100)
    assert tie_report(solution) == [
        "whether these ties matter is not computed here: use --all-outcomes, or all_outcomes(solution) in Python"
    ]
