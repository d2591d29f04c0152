"""Answers under other rules of fire go by person, and are true if there is a play."""

import stated
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from variant_data import profiles

from truel_ref import Problem, by_lot, counted_bullets, opinion_contest, random_shooter, simultaneous_fire

FEW = strategies.problems(2, 3, levels=False).filter(lambda problem: profiles(problem) <= 40)


@given(FEW.flatmap(lambda problem: st.tuples(st.just(problem), stated.typed(problem))))
@examples(36)
def test_answers_are_the_same_and_labels_stay_with_people(both):
    usual, named = both[0], Problem.from_json(both[1])
    rounds = list(range(1, usual.players + 1))
    for solve in (
        random_shooter,
        simultaneous_fire,
        lambda problem: counted_bullets(problem, bullets=problem.people.by_person(rounds)),
    ):
        own, other = solve(usual), solve(named)
        assert [(play.win, play.aims) for play in other] == [(play.win, play.aims) for play in own]
        assert [row["player"] for row in other.to_records() if "player" in row] == (
            list(named.people.names) if len(other) == 1 else []
        )
        for play, twin in zip(other.to_json()["plays"], own.to_json()["plays"], strict=True):
            assert play["win"] == list(named.people.by_person(twin["win"]))


def test_an_answer_is_true_if_it_has_a_play():
    none = by_lot([1, 1, 1], play="stationary"), opinion_contest(["4/5", "13/20", "1/4", "2/5", "1/4"])
    assert list(map(bool, [random_shooter(["1/2", "1/3", "1/4"]), *none])) == [True, False, False]
