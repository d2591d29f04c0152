"""Every answer under other rules of fire is written, drawn and read back; what is damaged is refused."""

import pytest
import stated
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from variant_data import profiles

from truel_ref import (
    Problem,
    Variant,
    counted_bullets,
    random_shooter,
    simultaneous_fire,
    solve_variant,
)

PLAIN = ["1/2", "1/3", "1/4"]
ASKED = {
    "lot": Variant.stated("lot", PLAIN),
    "lot without a mean": Variant.stated("lot", [1, 1, 1], play="stationary"),
    "shooter": Variant.stated("shooter", PLAIN),
    "bullets": Variant.stated("bullets", PLAIN, bullets=[2, 0, 1]),
    "opinions without an equilibrium": Variant.stated("opinions", ["4/5", "13/20", "1/4", "2/5", "1/4"]),
}
FEW = strategies.problems(2, 3, levels=False).filter(lambda problem: profiles(problem) <= 40)


@given(FEW.flatmap(lambda problem: st.tuples(st.just(problem), stated.typed(problem))))
@settings(max_examples=12)
def test_answers_are_the_same_and_labels_stay_with_people(both):
    usual, named = both[0], Problem.from_data(both[1])
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


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("lot without a mean", "no mean over all orders"),
        ("shooter", "1 pure equilibrium (strict)"),
        ("opinions without an equilibrium", "no pure equilibria"),
    ],
)
def test_how_answers_call_themselves(name, says):
    assert says in repr(solve_variant(ASKED[name]))
    assert not any("pure equilibrium" in repr(solve_variant(ASKED[other])) for other in ("bullets", "lot"))


def test_an_answer_is_true_if_it_has_a_play():
    assert [bool(solve_variant(asked)) for asked in ASKED.values()] == [True, False, True, True, False]
