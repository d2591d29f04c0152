"""The stories of all rules of fire against these rules, written down once more."""

import json

import pytest
from fires import VARIANTS, games
from played import NUMBERS, solved

from truel_ref import Problem, solve
from truel_ref.simulation.policies import game_of
from truel_ref.simulation.story import play_one


class Table:
    """A game as the rules describe it, turn by turn; an assertion fails at the first turn that breaks them."""

    def __init__(self, model, problem, bullets=()):
        self.model, self.hits, self.order = model, problem.hits, problem.order
        self.alive = list(problem.order)
        self.rounds = list(bullets)
        self.held = list(range(problem.players))
        self.fired, self.doomed, self.last = set(), set(), problem.order[-1]

    def after_in_cycle(self, able):
        """Return the first able player after the last shooter, the shooter last."""
        first = self.order.index(self.last) + 1
        return next(player for player in (*self.order[first:], *self.order[:first]) if player in able)

    def take(self, move, situation):
        shooter, target = move.turn.shooter, move.target
        chance = self.hits[self.held[shooter] if self.model == "opinions" else shooter]
        assert move.hit in ({False} if target is None else {chance > 0, chance == 1})
        if self.model != "opinions":
            assert set(situation.living) == set(self.alive)
            aim = situation.aims[situation.living.index(shooter)]
            assert aim.total < 1 if target is None else aim.weights[target] > 0
        getattr(self, self.model)(shooter, target, move.hit, situation)

    def leave(self, gone):
        self.alive = [player for player in self.alive if player not in gone]

    def announced(self, shooter, target, hit, situation):
        assert shooter == self.after_in_cycle(self.alive)
        self.last = shooter
        self.leave({target} if hit else ())

    def shooter(self, shooter, target, hit, situation):
        self.leave({target} if hit else ())

    def simultaneous(self, shooter, target, hit, situation):
        assert shooter == next(player for player in self.alive if player not in self.fired)
        self.fired.add(shooter)
        self.doomed |= {target} if hit else set()
        if self.fired == set(self.alive):
            self.leave(self.doomed)
            self.fired, self.doomed = set(), set()

    def bullets(self, shooter, target, hit, situation):
        assert shooter == self.after_in_cycle([player for player in self.alive if self.rounds[player]])
        self.rounds[shooter] -= 1
        self.last = shooter
        self.leave({target} if hit else ())

    def opinions(self, shooter, target, hit, situation):
        own, other = self.held[shooter], self.held[target]
        aims = dict(zip(situation.living, situation.aims, strict=True))
        assert own != other
        assert aims[own].weights[other] > 0
        if hit:
            self.held[target] = own
        self.alive = [player for player in self.order if player in self.held]

    def over(self):
        """Return whether the game is over, whatever the aims are."""
        if self.fired:
            return False
        if self.model == "bullets" and not any(self.rounds[player] for player in self.alive):
            return True
        return len(self.alive) < 2 or not any(self.hits[player] for player in self.alive)


def check(story, model, bullets=()):
    table = Table(model, story.rules.problem, bullets)
    for move in story.moves:
        assert not table.over()
        table.take(move, story.rules.situation(move.position))
    assert str(story)
    assert json.dumps(story.to_json())
    assert set(story.left) == set(table.alive)
    assert table.over() or model in ("announced", "shooter", "simultaneous")  # aims that miss for ever
    assert story.winner == (story.left[0] if len(story.left) == 1 else None)


@pytest.mark.parametrize("number", NUMBERS)
def test_stories_of_announced_play_obey_the_rules(number):
    game = game_of(solved(number))
    for seed in range(10):
        check(play_one(game, seed=seed), "announced")


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_stories_of_other_rules_obey_them(variant):
    game, _ = games(variant)[0]
    for seed in range(6):
        check(play_one(game, seed=seed), "announced" if variant.model == "lot" else variant.model, variant.bullets)


def test_the_text_of_a_story():
    named = Problem([1, 1, 0], names="Ann, Bob, Carl")
    story = play_one(game_of(solve(named.changed(targets=["Miss", "Self", ["1/4", 0, 0]]))), seed=1)
    assert str(story).splitlines() == [
        "Ann, Bob, Carl: aims Miss, Bob, (1/4, 0, 0)",
        "   1  Ann misses on purpose",
        "   2  Bob shoots at Bob and hits",
        "Carl, Ann: aims Ann, Carl",
        "   3  Carl shoots at Ann and misses",
        "   4  Ann shoots at Carl and hits",
        "Ann wins after 4 turns",
    ]
    data = story.to_json()
    assert (data["winner"], data["left"]) == ("Ann", ["Ann"])
    assert data["turns"][1] == {"living": ["Ann", "Bob", "Carl"], "shooter": "Bob", "target": "Bob", "hit": True}
    assert str(play_one(game_of(solve([1, 0, 0], targets="Self, A, A")))).splitlines() == [
        "A, B, C: aims A, A, A",
        "   1  A shoots at A and hits",
        "B, C are left after 1 turn: nobody can be hit any more",
    ]
