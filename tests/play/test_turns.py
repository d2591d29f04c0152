"""How an option becomes a turn, who cannot hit anybody, and what is gained by one option instead of another."""

from fractions import Fraction
from itertools import product

import strategies
from hypothesis import assume, given
from hypothesis import strategies as st
from truel_ref.play.phases import stage_of
from truel_ref.play.turns import advantage, kinds, victims

from truel_ref import solve
from truel_ref.play import phase

F = Fraction


@given(strategies.problems(least=3, most=4, levels=False), st.data())
def test_the_advantage_has_the_sign_of_the_difference_of_values(problem, data):
    """Against the values of whole profiles, which divide by `1 - K`."""
    solution = solve(problem)
    stage = stage_of(solution, problem.first_order)
    place = data.draw(st.integers(0, len(stage.order) - 1))
    paths = st.tuples(*(st.integers(0, len(aims) - 1) for aims in stage.options))
    first, other = data.draw(paths), data.draw(paths)
    second = first[:place] + other[place:]
    assume(not stage.stalls(first) and not stage.stalls(second))
    player = stage.order[place]

    def composed(path, start, end):
        turn = [F(0)] * problem.players, F(1)
        for where in range(start, end):
            turn = phase.compose(turn, stage.turns[where][path[where]])
        return turn

    length = len(stage.order)
    found = advantage(
        composed(first, place, length), composed(second, place, length), composed(first, 0, place), player
    )
    worth = stage.win(first, place)[player] - stage.win(second, place)[player]
    assert (found > 0) - (found < 0) == (worth > 0) - (worth < 0)


@given(strategies.problems(least=2, most=3))
def test_what_only_stalls_stalls_however_it_is_completed(problem):
    solution = solve(problem)
    stage = stage_of(solution, problem.first_order)
    for place in range(len(stage.order) + 1):
        for earlier in product(*(range(len(aims)) for aims in stage.options[:place])):
            rest = product(*(range(len(aims)) for aims in stage.options[place:]))
            assert stage.only_stalls(earlier) == all(stage.stalls(earlier + more) for more in rest)


def test_who_never_hits_has_no_victims():
    stage = stage_of(solve(["0", "1/2", "1"]), (0, 1, 2))
    assert victims(F(0), stage.options[0]) == set()
    assert victims(F(1, 2), stage.options[0]) == {1, 2}
    assert kinds(stage.turns[0]) == [0, 0, 0]
