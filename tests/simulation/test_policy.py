"""What may be played: policies, how they may be said, and what is wrong with others."""

from fractions import Fraction

import pytest
from played import EXAMPLE

from truel_ref import TruelError, solve
from truel_ref.errors import AimError, NumberError, SimulationError
from truel_ref.game.aims import Aim
from truel_ref.simulation.estimate import simulate
from truel_ref.simulation.policy import policy_of, prepare

FIRST = {(0, 1, 2): ["Miss", "C", "B"]}


@pytest.mark.parametrize(
    ("hits", "policy", "error", "message"),
    [
        ([1, 1, 1, 1], {(0, 1, 2, 3): "B"}, SimulationError, "in the phase A, B, C, D: 'B' is no list of aims"),
        (
            [1, 1, 1, 1],
            {(0, 1, 2, 3): ["B", "A", "A", "A"]},
            SimulationError,
            r"no aims for the phase C, D, A, reached when A hits B in the phase A, B, C, D; add them under \(2, 3, 0\)",
        ),
        ([1, 1, 1], {}, SimulationError, r"no aims for the phase A, B, C, where the game begins; add .* \(0, 1, 2\)"),
        ([1, 1], {}, SimulationError, r"no aims for the phase A, B, where the game begins"),
        ([1, 1, 1], {(0, 1, 2): ["B", "C"]}, SimulationError, "in the phase A, B, C: there are 3 players but 2 aims"),
        ([1, 1, 1], {(0, 1, 2): ["B", "C", "Z"]}, AimError, "in the phase A, B, C: player C: target 'Z' is unknown"),
        ([1, 1, 1], {(0, 1, 2): ["B", 3, "A"]}, AimError, "in the phase A, B, C: player B: target 3 is nobody's"),
        (
            [1, 1, 1],
            {(0, 1, 2): ["B", ["1/2", "1/2", "1/2"], "A"]},
            AimError,
            "in the phase A, B, C: player B: the weights of an aim add up to 3/2, more than 1",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): [Aim((Fraction(-1), Fraction(1), Fraction(1))), "A", "A"]},
            NumberError,
            "in the phase A, B, C: player A: weight on A: .* is not in .0, 1.",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): [Aim.at(1, 4), "A", "A"]},
            AimError,
            "in the phase A, B, C: player A: an aim needs one weight per player, 3 in all, not 4",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): ["Optimal", "A", "A"]},
            SimulationError,
            "in the phase A, B, C: player A: Optimal is no aim; give a player, Miss, Self or 3 weights",
        ),
        (
            [1, 1, 1, 1],
            {(0, 1, 2, 3): ["B", "A", "A", "A"], (2, 3, 0): ["B", "A", "C"]},
            SimulationError,
            "in the phase C, D, A: player C aims at B, who is not alive in it",
        ),
        ([1, 1, 1], FIRST | {(0, 1): ["Miss", "A"]}, SimulationError, "in the phase A, B: two players left always"),
        ([1, 1, 1], FIRST | {(0, 2): None}, SimulationError, "in the phase A, C: two players left always"),
        ([1, 1, 1], FIRST | {(0, 2, 1): ["B", "A", "A"]}, SimulationError, r"\(0, 2, 1\) is no phase; .* cyclic"),
        ([1, 1, 1], FIRST | {(0,): ["A"]}, SimulationError, r"\(0,\) is no phase"),
        ([1, 1, 1], FIRST | {(0, 3): ["A", "B"]}, SimulationError, r"\(0, 3\) is no phase"),
        ([1, 1, 1], FIRST | {(1, 1): ["A", "B"]}, SimulationError, r"\(1, 1\) is no phase"),
        ([1, 1, 1], {"ABC": ["A", "B", "C"]}, SimulationError, "'ABC' is no phase"),
        ([1, 1, 1], ["Miss", "C", "B"], SimulationError, "policy: .* is no mapping of phases to aims"),
        ([1, 2, 1], FIRST, NumberError, "player B: 2 is not in"),
        ([1], {}, TruelError, "at least two players"),
    ],
)
def test_bad_policies(hits, policy, error, message):
    with pytest.raises(error, match=message) as caught:
        simulate(hits, policy, games=10, seed=1)
    assert isinstance(caught.value, TruelError)


def test_what_cannot_be_reached_needs_no_aims():
    # B misses for ever and C cannot hit, so only A ever eliminates anybody, and it is B.
    game = prepare([1, 1, 0], {(0, 1, 2): ["B", "Miss", "A"]})
    assert list(game.aims) == [(0, 1, 2), (2, 0)]
    # Only A can hit: first B, then D.
    four = prepare([1, 0, 0, 0], {(0, 1, 2, 3): ["B", "A", "A", "A"], (2, 3, 0): ["Miss", "A", "D"]})
    assert list(four.aims) == [(0, 1, 2, 3), (2, 3, 0), (2, 0)]


def test_aims_may_be_said_in_any_way():
    said = [{(0, 1): [aim, "A"]} for aim in ("B", "b", 1, "1", [0, 1], Aim.at(1, 2), (0.0, 1.0))]
    assert {prepare([1, 1], policy).aims[0, 1] for policy in said} == {(Aim.at(1, 2), Aim.at(0, 2))}
    random_aims = solve(["3/4", "11/20", 1], search=["Others", "Miss", "Random"])
    assert str(prepare(random_aims).aims[0, 1, 2][0]) == "Random"  # the name survives


def test_the_policy_beside_a_solution_takes_its_place():
    policy = policy_of(solve(EXAMPLE)) | {(0, 1, 2): ["C", "C", "B"]}
    game = prepare(solve(EXAMPLE), policy)
    assert (game.policy, str(game.aims[0, 1, 2][0])) == ("given", "C")
    assert prepare(game) is game
