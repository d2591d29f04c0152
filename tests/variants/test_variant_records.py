"""Answers under other rules of fire keep the names of the players, and are true if there is a play."""

import stated
import strategies
from examples import examples
from hypothesis import given
from variant_data import profiles

from truel_ref import Problem, by_lot, counted_bullets, opinion_contest, random_shooter, simultaneous_fire

FEW = strategies.problems(2, 3, levels=False).filter(lambda problem: profiles(problem) <= 40)


@given(FEW)
@examples(36)
def test_answers_do_not_depend_on_names(problem):
    named = problem.changed(names=stated.NAMES[: problem.players])
    rounds = list(range(1, problem.players + 1))
    for solve in (random_shooter, simultaneous_fire, lambda asked: counted_bullets(asked, bullets=rounds)):
        own, other = solve(problem), solve(named)
        assert [(play.win, play.aims) for play in other] == [(play.win, play.aims) for play in own]
        assert [row["player"] for row in other.to_records() if "player" in row] == (
            list(named.names) if len(other) == 1 else []
        )


def test_an_order_is_a_relabelling_with_bullets():
    plain = counted_bullets(["1/3", "2/3", 1], bullets=[1, 2, 3])
    turned = counted_bullets(Problem([1, "1/3", "2/3"], order="B,C,A"), bullets=[3, 1, 2])
    assert [turned.win[player] for player in (1, 2, 0)] == list(plain.win)


def test_an_answer_is_true_if_it_has_a_play():
    none = by_lot([1, 1, 1], play="stationary"), opinion_contest(["4/5", "13/20", "1/4", "2/5", "1/4"])
    assert list(map(bool, [random_shooter(["1/2", "1/3", "1/4"]), *none])) == [True, False, False]
