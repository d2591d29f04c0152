"""The stories against the rules, written down once more."""

import random
from fractions import Fraction
from unittest import mock

import pytest
from played import NUMBERS, quick, solved

from truel_ref import Problem
from truel_ref.simulation.policy import policy_of, prepare
from truel_ref.simulation.story import play_one


def check_story(story, policy):
    """Follow a story by the rules, written down once more."""
    hits = story.problem.hits
    living, last = set(range(len(hits))), len(hits) - 1
    for phase in story.phases:
        cycle = [(last + step) % len(hits) for step in range(1, len(hits) + 1)]
        order = tuple(player for player in cycle if player in living)
        assert (phase.order, phase.aims) == (order, tuple(policy[order]))
        aims = dict(zip(order, phase.aims, strict=True))
        for place, shot in enumerate(phase.shots):
            last = shot.shooter
            assert (shot.living, last) == (order, order[place % len(order)])
            assert sum(aims[last].weights) < 1 if shot.target is None else aims[last].weights[shot.target] > 0
            assert shot.hit in ({False} if shot.target is None else {hits[last] > 0, hits[last] == 1})
        ends = [shot.hit for shot in phase.shots]
        assert not any(ends[:-1])
        assert phase is story.phases[-1] or ends[-1]
        living -= {shot.target for shot in phase.shots if shot.hit}
    idle = None in aims.values() or all(hits[player] * sum(aim.weights) == 0 for player, aim in aims.items())
    stalls = len(living) > 1 and not story.cut
    assert story.stalemate == stalls
    assert not stalls or (idle and not phase.shots)  # seen at once
    assert {story.winner} == (living if len(living) == 1 else {None})
    assert story.length == len(story.shots)


@pytest.mark.parametrize("number", quick(NUMBERS[::2]))
def test_stories_obey_the_rules(number):
    solution = solved(number)
    game = prepare(solution)
    rng = random.Random(number)
    for _ in range(10):
        check_story(play_one(game, rng=rng), policy_of(solution))
        check_story(play_one(game, rng=rng, max_turns=3), policy_of(solution))


def test_the_text_of_a_story():
    named = Problem([1, 1, 0], names="Ann, Bob, Carl")
    policy = {(0, 1, 2): ["Miss", "Self", ["1/4", 0, 0]], (2, 0): ["Ann", "Carl"]}
    story = play_one(named, policy, rng=random.Random(1))
    assert str(story).splitlines() == [
        "Ann, Bob, Carl: Ann announces Miss, Bob announces Bob, Carl announces (1/4, 0, 0)",
        "   1  Ann misses on purpose",
        "   2  Bob shoots at Bob and hits",
        "Carl, Ann: Carl announces Ann, Ann announces Carl",
        "   3  Carl shoots at Ann and misses",
        "   4  Ann shoots at Carl and hits",
        "Ann wins after 4 turns",
    ]
    first = story.to_json()["phases"][0]
    assert (story.to_json()["winner"], first["aims"]) == ("Ann", ["Miss", "Bob", ["1/4", "0", "0"]])
    assert first["shots"][1] == {"shooter": "Bob", "target": "Bob", "hit": True}
    assert str(play_one([1, 0, 0], {(0, 1, 2): ["Self", "A", "A"]}, rng=random.Random(1))).splitlines() == [
        "A, B, C: A announces A, B announces A, C announces A",
        "   1  A shoots at A and hits",
        "B, C: B announces C, C announces B",
        "a stalemate after 1 turn: nobody can be hit any more",
    ]
    cut = play_one(["1/1000000", 0], {(0, 1): ["B", "A"]}, rng=random.Random(1), max_turns=2)
    assert (str(cut).splitlines()[-1], cut.stalemate) == ("cut off after 2 turns", False)


def test_draws_of_single_games_are_exact():
    rng = random.Random(0)
    huge = 10**40
    hits = [Fraction(huge - 1, huge), 1]
    policy = {(0, 1): [["1/6", "1/4"], "A"]}
    # A throws below 12: 0 and 1 are himself, 2 to 4 are B, the rest is a deliberate miss.
    for throw, aimed in [(0, 0), (1, 0), (2, 1), (4, 1)]:
        for second, hit in [(huge - 2, True), (huge - 1, False)]:
            rng.randrange = mock.Mock(side_effect=[throw, second, 0, 0])
            shot = play_one(hits, policy, rng=rng).shots[0]
            assert (shot.target, shot.hit) == (aimed, hit)
            assert rng.randrange.call_args_list[:2] == [mock.call(12), mock.call(huge)]
    rng.randrange = mock.Mock(side_effect=[5, 0, 0])
    assert play_one(hits, policy, rng=rng).shots[0].target is None
