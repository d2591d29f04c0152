"""The loop over all phases, and what decides each of them."""

from fractions import Fraction

import cases
from truel_ref.play.phases import reachable, solve_phases, stage_of

from truel_ref import Problem, solve
from truel_ref.play import announced
from truel_ref.play.announced import Announced

F = Fraction


def test_another_way_to_decide_can_be_given():
    """Everybody's first option, instead of the best: what decides a phase is a parameter, and nothing else decides."""
    asked = []

    def first_options(stage):
        asked.append(stage.order)
        return Announced((0,) * len(stage.order))

    solution = solve_phases(Problem(cases.ORIGINAL), decide=first_options, method="first")
    assert [str(aim) for aim in solution.aims] == ["B", "A", "A"]
    assert solution.win == (0, F(4, 27), F(23, 27))
    assert solution.method == "first"
    assert asked == list(reachable(solution.problem))


def test_a_phase_is_decided_once_and_progress_is_told():
    orders, done = [], []

    def counted(stage):
        orders.append(stage.order)
        return announced.decide(stage)

    solution = solve_phases(Problem(cases.FOUR), decide=counted, progress=done.append)
    assert len(orders) == len(set(orders)) == len(solution.phases) == sum(done)


def test_values_of_another_way_can_stand_in():
    solution = solve(cases.ORIGINAL)
    own = stage_of(solution, (0, 1, 2))
    other = stage_of(solution, (0, 1, 2), {(2, 0): [F(1), F(0), F(0)]})
    # A at B leads to (2, 0); everything else leads elsewhere
    assert other.public(other.turns[0][0][0]) == (F(1, 3), 0, 0)
    assert own.public(own.turns[0][0][0]) == (0, 0, F(1, 3))
    assert own.turns[0][1:] == other.turns[0][1:]
    assert own.turns[2] == other.turns[2]
