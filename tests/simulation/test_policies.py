"""The aims that dice can play, and the messages for others."""

import pytest

from truel_ref import Problem, equilibria, simulate
from truel_ref.errors import ProblemError
from truel_ref.game.aims import Aim
from truel_ref.simulation.policies import game_of, phases_of

THREE = Problem([1, 1, 1])


def aims_of(game):
    """Return the aims of the phases that can be reached."""
    (rules,) = game.lots
    here = (rules.situation(position) for position in rules.positions())
    return {situation.living: situation.aims for situation in here}


def test_what_cannot_be_reached_needs_no_aims():
    # B misses for ever and C cannot hit, so only A ever eliminates anybody, and it is B.
    game = phases_of(Problem([1, 1, 0]), {(0, 1, 2): ["B", "Miss", "A"]})
    assert list(aims_of(game)) == [(0, 1, 2), (2, 0)]


def test_aims_may_be_stated_in_any_way():
    ways = [["Miss", "C", "B"], [[0, 0, 0], 2, "b"], [Aim.miss(3), [0, 0, 1], Aim.at(1, 3)]]
    games = [aims_of(phases_of(THREE, {(0, 1, 2): aims})) for aims in ways]
    assert games[0] == games[1] == games[2]
    named = THREE.changed(names="Ann,Bob,Carl", order="Carl,Ann,Bob")
    game = phases_of(named, {(2, 0, 1): ["Bob", "Self", "miss"]})
    assert [*map(str, aims_of(game)[2, 0, 1])] == ["B", "A", "Miss"]


@pytest.mark.parametrize(
    ("policy", "kind", "says"),
    [
        (5, ProblemError, r"policy: 5 is not a mapping of phases to aims, like \{\(0, 1\)"),
        ({(1, 0): ["A", "B"], 5: []}, ProblemError, "policy: 5 is not a phase, a tuple of players like"),
        ({(0, 2, 1): []}, ProblemError, "is not a phase, a tuple of players like"),
        ({}, ProblemError, "in the phase A, B, C: the policy has no aims; add them under"),
        ({(0, 1, 2): "B"}, ProblemError, "in the phase A, B, C: 'B' is not a list of 3 aims"),
        ({(0, 1, 2): ["B", "C"]}, ProblemError, "is not a list of 3 aims, one per living player"),
        ({(0, 1, 2): ["D", "C", "B"]}, ProblemError, "in the phase A, B, C: player A: target 'D' is unknown"),
        ({(0, 1, 2): ["Random", "C", "B"]}, ProblemError, "player A: Random is not an aim; give a player or Miss"),
    ],
)
def test_other_policies_are_refused(policy, kind, says):
    with pytest.raises(kind, match=says):
        phases_of(THREE, policy)


def test_nobody_aims_at_the_dead():
    four = Problem([1, 1, 1, 1])
    with pytest.raises(ProblemError, match="in the phase C, D, A: player C aims at B, who is not alive"):
        phases_of(
            four,
            {(0, 1, 2, 3): ["Miss", "Miss", "Miss", "Miss"], (2, 3, 0): ["B", "A", "C"]}
            | {(0, 1, 2, 3): ["B", "Miss", "Miss", "Miss"]},
        )


def test_only_equilibria_of_all_players_are_played():
    smaller = equilibria("1/3 2/3 1")[0].below[0]
    with pytest.raises(ProblemError, match="a duel begins with all players"):
        game_of(smaller)
    with pytest.raises(ProblemError, match="a duel begins with all players"):
        simulate(smaller, games=10)
