"""The stories of other rules of fire against these rules, written down once more."""

import json
import random

import pytest
from fires import THIRDS, VARIANTS, ZOO, answered, policies

from truel_ref import Problem, Variant
from truel_ref.simulation.engines import one_by_one
from truel_ref.simulation.policy import prepare_variant
from truel_ref.simulation.story import play_variant

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=repr)


def after_in_cycle(player, able, players):
    """Return the first able player after somebody, he himself last."""
    return next((player + step) % players for step in range(1, players + 1) if (player + step) % players in able)


class Table:
    """What the rules say happens, turn by turn; an assertion fails at the first turn that breaks them."""

    def __init__(self, story):
        self.model = story.variant.model
        self.hits = story.variant.problem.hits
        self.players = len(self.hits)
        self.alive = set(range(self.players))
        self.rounds = list(story.variant.bullets)
        self.held = list(range(self.players))
        self.fired, self.doomed, self.last = set(), set(), self.players - 1

    def take(self, turn):
        chance = self.hits[self.held[turn.shooter] if self.model == "opinions" else turn.shooter]
        assert turn.hit in ({False} if turn.target is None else {chance > 0, chance == 1})
        getattr(self, self.model)(turn)

    def shot(self, turn):
        assert turn.living == tuple(sorted(self.alive))
        assert {turn.shooter, turn.target} <= self.alive | {None}
        aim = turn.aims[turn.living.index(turn.shooter)]
        assert aim is not None
        assert aim.total < 1 if turn.target is None else aim.weights[turn.target] > 0

    def shooter(self, turn):
        self.shot(turn)
        self.alive -= {turn.target} if turn.hit else set()

    def simultaneous(self, turn):
        self.shot(turn)
        assert turn.shooter == min(self.alive - self.fired)
        self.fired.add(turn.shooter)
        self.doomed |= {turn.target} if turn.hit else set()
        if self.fired == self.alive:
            self.alive -= self.doomed
            self.fired, self.doomed = set(), set()

    def bullets(self, turn):
        self.shot(turn)
        armed = {player for player in self.alive if self.rounds[player]}
        assert turn.shooter == after_in_cycle(self.last, armed, self.players)
        assert turn.counts == tuple(left * (player in self.alive) for player, left in enumerate(self.rounds))
        assert [aim is not None for aim in turn.aims] == [player == turn.shooter for player in turn.living]
        self.rounds[turn.shooter] -= 1
        self.last = turn.shooter
        self.alive -= {turn.target} if turn.hit else set()

    def opinions(self, turn):
        assert turn.held == tuple(self.held)
        assert turn.counts == tuple(map(self.held.count, range(self.players)))
        own, other = self.held[turn.shooter], self.held[turn.target]
        assert own != other and turn.aims[turn.living.index(own)].weights[other] > 0
        if turn.hit:
            self.held[turn.target] = own
        self.alive = set(self.held)

    def over(self):
        """Tell whether the game is over, knowing nothing of the aims."""
        if self.fired:
            return False
        if self.model == "bullets" and not any(self.rounds[player] for player in self.alive):
            return True
        return len(self.alive) < 2 or not any(self.hits[player] for player in self.alive)


def check(story):
    table = Table(story)
    for turn in story.turns:
        assert not table.over()
        table.take(turn)
    if story.cut:
        assert not table.over() and story.winner is None and not story.stalemate
        return
    assert story.survivors == tuple(sorted(table.alive))
    misses_for_ever = story.variant.model in ("shooter", "simultaneous") and story.stalemate
    assert table.over() or misses_for_ever
    assert story.winner == (story.survivors[0] if len(story.survivors) == 1 else None)
    assert story.length == len(story.turns)


@EACH
def test_stories_obey_the_rules(variant):
    policy, _ = policies(variant)[0]
    game = prepare_variant(variant, policy)
    rng = random.Random(1)
    for most in (None, 3) * 6:
        story = play_variant(game, rng=rng, max_turns=most)
        assert str(story) and json.dumps(story.to_json())
        if variant.model != "lot":
            check(story)


@pytest.mark.parametrize("model", ZOO)
def test_the_engine_one_tells_what_the_stories_tell(model):
    for variant in ZOO[model][:3]:
        policy, play = policies(variant)[0]
        game = prepare_variant(variant, policy)
        rng = random.Random(4)
        stories = [play_variant(game, rng=rng) for _ in range(150)]
        tally = one_by_one(game.rules, 150, 4)
        assert tally.wins == [sum(story.winner == player for story in stories) for player in range(len(play.win))]
        assert tally.ends.total() == 150 and sum(turns * games for turns, games in tally.lengths.items()) == sum(
            story.length for story in stories
        )


def test_a_lot_tells_what_was_drawn():
    variant = ZOO["lot"][1]
    game = prepare_variant(variant, policies(variant)[0][0])
    drawn = set()
    for seed in range(40):
        story = play_variant(game, rng=random.Random(seed))
        own, order = story.drawn, story.drawn.problem.people.order
        drawn.add(order)
        person = dict(enumerate(order)) | {None: None}
        assert story.winner == person[own.winner]
        shots = [(person[shot.shooter], person[shot.target]) for shot in own.shots]
        assert [(turn.shooter, turn.target) for turn in story.turns] == shots
        own_aims = [(turn.aims[turn.living.index(turn.shooter)], turn.target) for turn in story.turns]
        assert all(target is None or aim.weights[target] > 0 for aim, target in own_aims)
        first = variant.problem.order_text(order)
        assert str(story).startswith(f"the lot draws {first}\n{first}: {first[0]} announces")
        assert story.to_json()["drawn"]["problem"].get("order", ["A", "B", "C"]) == first.split(", ")
    assert len(drawn) == 6


def told(asked, policy=None, seed=1, **settings):
    return str(play_variant(asked, policy, rng=random.Random(seed), **settings)).splitlines()


def test_stories_in_words():
    def three(targets, **more):
        return Problem([1, 1, 1], names="Ann, Bob, Carl", targets=targets, **more)

    assert told(Variant.stated("simultaneous", three("Bob, Ann, Miss"))) == [
        "round 1: Ann, Bob, Carl: aims Bob, Ann, Miss",
        "   1  Ann shoots at Bob and hits",
        "   2  Bob shoots at Ann and hits",
        "   3  Carl misses on purpose",
        "out: Ann, Bob",
        "Carl wins after 3 turns",
    ]
    assert told(Variant.stated("simultaneous", three("Bob, Carl, Ann")))[-2:] == [
        "out: Ann, Bob, Carl",
        "nobody is left after 3 turns",
    ]
    bullets = Variant.stated("bullets", three("Carl, Miss, Miss", target_later="Miss"), bullets=[1, 1, 0])
    assert told(bullets) == [
        "Ann 1, Bob 1, Carl 0",
        "   1  Ann shoots at Carl and hits",
        "Ann 0, Bob 1",
        "   2  Bob misses on purpose",
        "Ann, Bob are left after 2 turns: nobody has a round",
    ]
    shooter = Variant.stated("shooter", Problem([1, 0, 0], targets="Self, B, Miss"))
    lines = told(shooter)
    assert lines[0] == "A, B, C: aims A, B, Miss"
    assert {line[6:] for line in lines[1:-1]} <= {
        "A is drawn: shoots at A and hits",
        "B is drawn: shoots at B and misses",
        "C is drawn: misses on purpose",
    }
    turns = len(lines) - 2
    assert lines[-1] == f"a stalemate after {turns} turn{'s' * (turns > 1)}: nobody can be hit any more"
    persons = told(answered(Variant.stated("opinions", THIRDS)))
    assert persons[0].startswith("A 1, B 1, C 1: aims ") and persons[1].startswith("   1  person ")
    assert persons[-1].startswith("all hold ")
    assert told(Variant.stated("opinions", [0, 0]))[-1] == "a stalemate of A, B after 0 turns"
    halves = Variant.stated("shooter", Problem(["1/1000000"] * 3, targets="B, C, A"))
    assert told(halves, max_turns=2)[-1] == "cut off after 2 turns"
