"""What can be given to dice under other rules of fire, and what is said of what cannot."""

from fractions import Fraction

import pytest
from fires import LOT, OPINIONS, SHOOTER, THIRDS, VOLLEY, answered

from truel_ref import Problem, Variant, equilibria, simulate_variant, solve
from truel_ref.errors import SimulationError
from truel_ref.simulation import rules
from truel_ref.simulation.policy import prepare_variant


def run(asked, policy=None, **settings):
    return simulate_variant(asked, policy, **{"games": 1000, "seed": 1} | settings)


def test_an_answer_with_one_play_is_played():
    answer = answered(SHOOTER)
    estimates = [run(answer), run(answer, answer[0]), run(SHOOTER, answer[0]), run(prepare_variant(answer))]
    assert len({estimate.wins for estimate in estimates}) == 1
    assert [estimate.policy for estimate in estimates] == ["solution"] * 4


def test_of_several_plays_one_is_chosen():
    answer = answered(VOLLEY)
    assert len(answer) == 2
    with pytest.raises(SimulationError, match=r"has 2 plays; choose with --equilibrium 1, or policy=answer\[0\]"):
        run(answer)
    assert run(answer, answer[0]).wins != run(answer, answer[1]).wins


def test_lots_take_a_function_for_the_play_of_an_order():
    assert run(LOT, solve).wins == run(answered(LOT)).wins
    assert run(LOT, lambda problem: equilibria(problem)[0]).wins == run(LOT, equilibria).wins


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(rules, "MOST_POSITIONS", 3)
    with pytest.raises(SimulationError, match="more than 3 positions is too large"):
        run(answered(OPINIONS))


NAMED = Variant.stated(
    "bullets", Problem(THIRDS, names="Ann, Bob, Carl", order="Carl, Ann, Bob"), bullets=[1, 2, 0], survivors="none"
)


def test_an_estimate_goes_by_person():
    estimate = run(answered(NAMED))
    data = estimate.to_json()
    assert data["bullets"] == [1, 2, 0]
    for name, wins in zip(["Ann", "Bob", "Carl"], data["wins"], strict=True):
        place = estimate.problem.people.place(name)
        assert estimate.wins[place] == wins == next((games for left, games in estimate.ends if left == (place,)), 0)
        assert estimate.interval(name) == estimate.survivors_interval([name]) == estimate.survivors_interval(name)
    with pytest.raises(SimulationError, match="'Ann, Dora' is not a set of players"):
        estimate.survivors_interval("Ann, Dora")


def test_what_survivors_get():
    for survivors, worth in [("none", [0, 0, 0]), ("equal", ["1/2", 0, "1/2"]), ("each", [1, 0, 1])]:
        problem = Problem([1, 1, 1], targets="B, Miss, Miss", target_later="Miss")
        variant = Variant.stated("bullets", problem, bullets=1, survivors=survivors)
        assert run(variant).worth == tuple(map(Fraction, worth))
    text = str(run(variant))
    assert "several left" in text and "nobody left" not in text
    assert "model: bullets (bullets 1, 1, 1; survivors each)" in text
