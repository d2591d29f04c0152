"""What can be given to dice under other rules of fire, and what is said of what cannot."""

import random
from fractions import Fraction

import pytest
from fires import BULLETS, LOT, OPINIONS, SHOOTER, THIRDS, VOLLEY, answered

from truel_ref import Problem, Variant, equilibria, simulate_variant, solve
from truel_ref.errors import SimulationError
from truel_ref.simulation import rules
from truel_ref.simulation.policy import prepare_variant
from truel_ref.simulation.story import play_variant


def run(asked, policy=None, **settings):
    return simulate_variant(asked, policy, **{"games": 1000, "seed": 1} | settings)


def test_an_answer_with_one_play_is_played():
    answer = answered(SHOOTER)
    estimates = [run(answer), run(answer, answer[0]), run(SHOOTER, answer[0]), run(prepare_variant(answer))]
    assert len({estimate.wins for estimate in estimates}) == 1
    assert [estimate.policy for estimate in estimates] == ["solution"] * 4
    assert run(SHOOTER, answer[0].policy) == run(SHOOTER, {"A,B,C": answer.aims})
    assert run(SHOOTER, {(2, 0, 1): ["B", "C", "C"]}).wins == estimates[0].wins
    assert run(SHOOTER, {(2, 0, 1): ["B", "C", "C"]}).policy == "given"


def test_of_several_plays_one_is_chosen():
    answer = answered(VOLLEY)
    assert len(answer) == 2
    with pytest.raises(SimulationError, match=r"has 2 plays; choose with --equilibrium 1, or policy=answer\[0\]"):
        run(answer)
    assert run(answer, answer[0]).wins != run(answer, answer[1]).wins


def test_a_whole_state_goes_before_its_living_players():
    policy = {"A,B,C": ["Miss", "Miss", "Miss"], ((0, 1, 2), 0, (2, 2, 2)): ["C", None, None]}
    assert run(BULLETS, policy | {"A,B": ["Miss", "Miss"]}).wins == (0, 0, 0)
    story = play_variant(BULLETS, policy | {"A,B": ["Miss", "Miss"]}, rng=random.Random(1))
    turns = [turn.target for turn in story.turns]
    assert turns[0] == 2 and set(turns[1:]) == {None}
    gone = {"A,B,C": ["C", "C", "A"], ((0, 1), 1, (1, 2, 2)): [None, "A"], "A,B": ["Miss", "Miss"], "A,C": ["Miss"] * 2}
    same = gone | {((0, 1), 1, (1, 2, 0)): [None, "A"]}
    with pytest.raises(SimulationError, match="the state A 1, B 2; B on move occurs twice"):
        run(BULLETS, same | {"B,C": ["Miss"] * 2})
    # The rounds of who has left do not matter.
    assert run(BULLETS, gone | {"B,C": ["Miss"] * 2}).wins[1] > 0


def test_lots_take_solutions_equilibria_policies_and_functions():
    by_function = run(LOT, solve)
    orders = {rules.problem: order for order, rules in prepare_variant(LOT, solve).rules.lots}
    solutions = {order: solve(problem) for problem, order in orders.items()}
    by_place = {order: solve(Problem([THIRDS[player] for player in order])) for order in solutions}
    policies = {order: {phase.order: phase.aims for phase in answer.phases} for order, answer in solutions.items()}
    same = [run(LOT, given).wins for given in (solutions, by_place, policies)]
    assert same == [by_function.wins] * 3 == [run(answered(LOT)).wins] * 3
    names = {problem.order_text(problem.first_order): solutions[order] for problem, order in orders.items()}
    assert run(LOT, names).wins == by_function.wins
    chosen = {order: equilibria(problem)[0] for problem, order in orders.items()}
    assert run(LOT, chosen).wins == run(LOT, equilibria).wins


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
    wins = {"A,B,C": ["B", "Miss", "Miss"], "A,C": ["Miss", "Miss"]}
    for survivors, worth in [("none", [0, 0, 0]), ("equal", ["1/2", 0, "1/2"]), ("each", [1, 0, 1])]:
        variant = Variant.stated("bullets", [1, 1, 1], bullets=1, survivors=survivors)
        assert run(variant, wins).worth == tuple(map(Fraction, worth))
    text = str(run(variant, wins))
    assert "several left" in text and "nobody left" not in text
    assert "model: bullets (bullets 1, 1, 1; survivors each)" in text
