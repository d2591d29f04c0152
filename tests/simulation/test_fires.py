"""The engines under other rules of fire against the exact numbers and against each other."""

import pytest
from fires import HALVES, OPINIONS, VARIANTS, VOLLEY, ZOO, answered, covers, games
from played import ENGINE

from truel_ref import Problem, Variant, simulate
from truel_ref.errors import ProblemError
from truel_ref.simulation import rules
from truel_ref.simulation.engines import one_by_one
from truel_ref.simulation.story import play_one

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=repr)


def played(game, engine="counts", many=10**6, seed=1):
    estimate = simulate(game, games=many, seed=seed, engine=engine)
    assert sum(counted for _, counted in estimate.ends) == sum(counted for _, counted in estimate.lengths) == many
    return estimate


@EACH
def test_exact_values_lie_in_the_intervals(variant):
    for game, play in games(variant)[:2]:
        assert covers(played(game), play), (variant, play)
    assert covers(played(game, "one", 300), play), (variant, play)


@ENGINE
def test_what_can_never_end_is_a_stalemate_at_once(engine):
    for variant in [
        Variant.stated("shooter", Problem(HALVES, targets="Miss, Miss, Miss")),
        Variant.stated("simultaneous", Problem(HALVES, targets="Miss, Miss, Miss")),
        Variant.stated("shooter", [0, 0]),
        Variant.stated("bullets", HALVES, bullets=0),
        Variant.stated("opinions", Problem([0, 0, 0], targets="B, A, A")),
    ]:
        estimate = simulate(answered(variant), games=100, seed=1, engine=engine)
        everybody = tuple(range(variant.problem.players))
        assert (estimate.ends, estimate.lengths, estimate.stalemates) == (((everybody, 100),), ((0, 100),), 100)


@ENGINE
def test_three_perfect_shots_at_once(engine):
    """By hand: with the aims B, C, A all are hit in one round of three turns; with the aims B, A, A nobody hits C."""
    all_hit, one_left = (
        simulate(
            answered(Variant.stated("simultaneous", Problem([1, 1, 1], targets=targets))),
            games=10,
            seed=1,
            engine=engine,
        )
        for targets in ("B, C, A", "B, A, A")
    )
    assert (all_hit.ends, all_hit.lengths, all_hit.nobodies) == ((((), 10),), ((3, 10),), 10)
    assert (one_left.ends, one_left.wins) == ((((2,), 10),), (0, 0, 10))


@ENGINE
def test_one_round_each_and_three_perfect_shots_by_hand(engine):
    """A misses; B hits C, and A, who has no bullet left, stays with B."""
    variant = Variant.stated("bullets", Problem([1, 1, 1], targets="Miss, C, B"), bullets=1)
    estimate = simulate(answered(variant), games=10, seed=1, engine=engine)
    assert (estimate.ends, estimate.lengths) == ((((0, 1), 10),), ((2, 10),))


@pytest.mark.parametrize("model", ZOO)
@ENGINE
def test_the_same_seed_gives_the_same_estimate(model, engine):
    game, _ = games(ZOO[model][0])[0]
    first, again, other = (played(game, engine, 1000, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    ended = []
    simulate(game, games=1000, seed=1, engine=engine, progress=ended.append)
    assert sum(ended) == 1000


@EACH
def test_the_first_game_of_the_engine_one_is_the_story_of_its_seed(variant):
    game, _ = games(variant)[0]
    for seed in range(12):
        story = play_one(game, seed=seed)
        assert [*one_by_one(game, 1, seed)] == [(len(story.moves), story.left, 1)]


def test_of_several_plays_one_is_chosen():
    answer = answered(VOLLEY)
    assert len(answer) == 2
    with pytest.raises(ProblemError, match=r"has 2 plays; choose one: play=answer\[0\]"):
        simulate(answer, games=10)
    first, second = (simulate(answer, play=play, games=1000, seed=1) for play in answer)
    assert first.wins != second.wins


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(rules, "MOST_POSITIONS", 3)
    with pytest.raises(ProblemError, match="more than 3 positions is too large"):
        simulate(answered(OPINIONS), games=10)
