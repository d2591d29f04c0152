"""What may be played: policies, how they may be said, and what is wrong with others."""

from played import EXAMPLE

from truel_ref import solve
from truel_ref.game.aims import Aim
from truel_ref.simulation.policy import policy_of, prepare

FIRST = {(0, 1, 2): ["Miss", "C", "B"]}


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
