"""What can be given to dice under other rules of fire, and what is said of what cannot."""

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from fires import FOUR, HALVES, THIRDS, answered

from truel_ref import Problem, TruelError, Variant, VariantEstimate, equilibria, simulate_variant, solve
from truel_ref.errors import RecordError, SimulationError
from truel_ref.simulation import rules
from truel_ref.simulation.policy import prepare_variant
from truel_ref.simulation.story import play_variant

SHOOTER = Variant.stated("shooter", THIRDS)
VOLLEY = Variant.stated("simultaneous", HALVES)
BULLETS = Variant.stated("bullets", THIRDS, bullets=2)
OPINIONS = Variant.stated("opinions", THIRDS)
LOT = Variant.stated("lot", THIRDS)
TIED = Variant.stated("lot", [1, 1, 1], play="stationary")
LOT_OF_FOUR = Variant.stated("lot", FOUR)


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
    with pytest.raises(SimulationError, match=r"has 2 plays; say which, as in simulate_variant\(answer, answer\[0\]"):
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
    with pytest.raises(SimulationError, match="the state A 1, B 2; B on move is there twice"):
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
    names = {
        problem.order_text(problem.first_order): solution
        for problem, solution in zip(orders, solutions.values(), strict=True)
    }
    assert run(LOT, names).wins == by_function.wins
    chosen = {order: equilibria(problem)[0] for problem, order in orders.items()}
    assert run(LOT, chosen).wins == run(LOT, equilibria).wins


@pytest.mark.parametrize(
    ("asked", "policy", "message"),
    [
        (SHOOTER, None, "no aim of player A in the state A, B, C; add the aims there under 'A, B, C' or (0, 1, 2)"),
        (SHOOTER, {}, "no aim of player A in the state A, B, C"),
        (SHOOTER, {"A,B,C": ["B", None, "A"]}, "no aim of player B in the state A, B, C"),
        (SHOOTER, {"A,B,C": ["B", "A"]}, "in the state A, B, C: there are 3 players but 2 aims"),
        (SHOOTER, {"A,B,C": ["B", "A", "D"]}, "in the state A, B, C: player C: target 'D' is unknown"),
        (
            SHOOTER,
            {"A,B,C": ["B", "A", [1, 1, 0]]},
            "in the state A, B, C: player C: the weights of an aim add up to 2",
        ),
        (SHOOTER, {"A,B,C": ["B", "A", "Random"]}, "in the state A, B, C: player C: Random is no aim"),
        (SHOOTER, {"A,B,C": "BAA"}, "in the state A, B, C: 'BAA' is no list of aims"),
        (SHOOTER, {"A,B": ["Miss", "A"]}, "in the state A, B: two players left always shoot each other"),
        (SHOOTER, {"A,B": ["B", "C"]}, "in the state A, B: player B aims at C, who is not alive in it"),
        (SHOOTER, {"A,D": ["B", "C"]}, "'A,D' is no state; name the living players"),
        (SHOOTER, {"A": ["B"]}, "'A' is no state; name the living players, two or more"),
        (SHOOTER, {5: ["B"]}, "5 is no state"),
        (SHOOTER, {"A,B,C": ["C", "C", "A"], (2, 1, 0): ["A", "C", "C"]}, "the state A, B, C is there twice"),
        (
            SHOOTER,
            {((0, 1, 2), 0, ()): ["C", "C", "A"]},
            "is no state; with the model 'shooter' one is (who lives, None, ()",
        ),
        (SHOOTER, ["C", "C", "A"], "is no mapping of states to aims"),
        (SHOOTER, solve, "a function says what a drawn order plays; the model is 'shooter'"),
        (SHOOTER, {(0, 1): answered(SHOOTER)[0].states[0]}, "is the play of another state"),
        (BULLETS, {((0, 1, 2), None, (2, 2, 2)): ["C", "C", "A"]}, "one is (who lives, the mover, the rounds of all)"),
        (BULLETS, {((0, 1, 2), 0, (2, 2)): ["C", "C", "A"]}, "is no state"),
        (BULLETS, {"A,B,C": ["C", "C", "A"]}, "no aim of player B in the state A 1, B 2; B on move"),
        (OPINIONS, {"A,B,C": ["C", "Miss", "A"]}, "opinion B: Miss is no aim; its holders speak to those of others"),
        (OPINIONS, {"A,B,C": ["A", "C", "A"]}, "opinion A: A is no aim"),
        (
            LOT,
            None,
            "the drawn order A, B, C: player A is to choose in the phase A, B, C; say how each order is played",
        ),
        (LOT, [1], "says nothing about drawn orders; say how each order is played"),
        (
            LOT,
            {"A, B": solve(THIRDS)},
            "'A, B' is no order that can be drawn, or is there twice; an order is like 'C, B, A'",
        ),
        (LOT, dict.fromkeys(["A,B,C", "C,B,A"], solve(THIRDS)), "the drawn order A, C, B: player A is to choose"),
        (LOT, {"C,B,A": solve(THIRDS)}, "the drawn order A, B, C: player A is to choose"),
        (LOT, lambda problem: solve(THIRDS), "the drawn order A, C, B: "),
        (LOT, lambda problem: equilibria([1, 1, 1]), "the drawn order A, B, C: there are 11 equilibria; say which"),
        (
            LOT,
            lambda problem: {(0, 1, 2): ["B", "C"]},
            "the drawn order A, B, C: in the phase A, B, C: there are 3 players",
        ),
        (
            answered(LOT_OF_FOUR),
            None,
            "the drawn order A, B, C, D: the answer of a lot knows the aims of the first phases only; say how",
        ),
        (Variant.stated("lot", ["1/2"] * 8), solve, "8 players have too many orders to draw one"),
        (answered(TIED), None, "it can be played in 11 ways; say how each order is played"),
        ("shooter", None, "'shooter' is nothing to play; give a Variant or the answer to one"),
        (solve(THIRDS), None, "is nothing to play"),
    ],
)
def test_what_cannot_be_played_is_named(asked, policy, message):
    with pytest.raises(TruelError, match=re.escape(message)):
        prepare_variant(asked, policy)


def test_an_answer_without_a_play_and_other_arguments_are_refused():
    with pytest.raises(SimulationError, match="the answer has no play; give aims"):
        run(replace(answered(SHOOTER), plays=()))
    for wrong, message in [
        ({"games": 0}, "games: 0 is not"),
        ({"seed": None}, "seed: None is not"),
        ({"engine": "fast"}, "no engine is called 'fast'"),
        ({"max_turns": 0}, "max_turns: 0 is neither"),
    ]:
        with pytest.raises(SimulationError, match=message):
            run(answered(SHOOTER), **wrong)


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(rules, "MOST_POSITIONS", 3)
    with pytest.raises(SimulationError, match="more than 3 positions is too large"):
        run(answered(OPINIONS))


NAMED = Variant.stated(
    "bullets", Problem(THIRDS, names="Ann, Bob, Carl", order="Carl, Ann, Bob"), bullets=[1, 2, 0], survivors="none"
)


@pytest.mark.parametrize(
    "variant", [SHOOTER, BULLETS, OPINIONS, LOT, NAMED, Variant.stated("simultaneous", [1, 1])], ids=repr
)
def test_an_estimate_is_read_back_as_it_was(variant):
    estimate = run(answered(variant), max_turns=4)
    data = estimate.to_json()
    for key in ("model", "ends", "wins", "games"):
        with pytest.raises(RecordError, match=f"the key '{key}' is missing"):
            VariantEstimate.from_json({name: value for name, value in data.items() if name != key})
    for wrong in ([], data["ends"] * 2):
        with pytest.raises(RecordError, match="wins"):
            VariantEstimate.from_json(data | {"ends": wrong})


def test_an_estimate_goes_by_person():
    estimate = run(answered(NAMED))
    data = estimate.to_json()
    assert data["bullets"] == [1, 2, 0]
    for name, wins in zip(["Ann", "Bob", "Carl"], data["wins"], strict=True):
        place = estimate.problem.people.place(name)
        assert estimate.wins[place] == wins == next((games for left, games in estimate.ends if left == (place,)), 0)
        assert estimate.interval(name) == estimate.survivors_interval([name]) == estimate.survivors_interval(name)
    with pytest.raises(SimulationError, match="'Ann, Dora' is no set of players"):
        estimate.survivors_interval("Ann, Dora")


def test_what_survivors_get():
    wins = {"A,B,C": ["B", "Miss", "Miss"], "A,C": ["Miss", "Miss"]}
    for survivors, worth in [("none", [0, 0, 0]), ("equal", ["1/2", 0, "1/2"]), ("each", [1, 0, 1])]:
        variant = Variant.stated("bullets", [1, 1, 1], bullets=1, survivors=survivors)
        assert run(variant, wins).worth == tuple(map(Fraction, worth))
    text = str(run(variant, wins))
    assert "several left" in text and "nobody left" not in text
    assert "model: bullets (bullets 1, 1, 1; survivors each)" in text
