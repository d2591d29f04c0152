"""The engines under other rules of fire against the exact numbers, against each other, and with faults put in."""

from fractions import Fraction

import pytest
from examples import one_in
from fires import HALVES, VARIANTS, ZOO, answered, covers, policies
from played import ENGINE, EXAMPLE, SURE

from truel_ref import Problem, Variant, solve
from truel_ref.simulation.engines import ENGINES
from truel_ref.simulation.estimate import simulate, simulate_variant
from truel_ref.simulation.rules import Turn

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=repr)
EVERY_OTHER = pytest.mark.parametrize("variant", one_in(2, VARIANTS), ids=repr)


PINNED = {
    "counts": ((376, 395, 229), Fraction(4353, 1000)),
    "batch": ((369, 399, 232), Fraction(2197, 500)),
    "one": ((381, 377, 242), Fraction(2159, 500)),
}


def played(variant, policy, engine="counts", games=10**6, seed=1):
    estimate = simulate_variant(variant, policy, games=games, seed=seed, engine=engine)
    assert sum(games for _, games in estimate.ends) == sum(games for _, games in estimate.lengths) == estimate.games
    return estimate


@EACH
def test_exact_values_lie_in_the_intervals(variant):
    for policy, play in policies(variant)[:3]:
        assert covers(played(variant, policy), play), (variant, play)


@EVERY_OTHER
@pytest.mark.parametrize(("engine", "games"), [("batch", 10**4), ("one", 300)])
def test_the_other_engines_agree(variant, engine, games):
    for policy, play in policies(variant)[:1]:
        assert covers(played(variant, policy, engine, games), play), (variant, play)


@pytest.mark.slow
@EACH
@pytest.mark.parametrize(("engine", "games"), [("counts", 10**9), ("batch", 10**6), ("one", 10**5)])
def test_many_games_of_every_engine_agree(variant, engine, games):
    for policy, play in policies(variant):
        assert covers(played(variant, policy, engine, games, seed=2), play, SURE), (variant, play)


def test_announced_play_is_what_it_always_was():
    """The numbers that the engines gave before they knew other rules."""
    solution = solve(EXAMPLE)
    seen = {engine: simulate(solution, games=1000, seed=1, engine=engine) for engine in ENGINES}
    assert {engine: (estimate.wins, estimate.mean_length) for engine, estimate in seen.items()} == PINNED


# ---------------------------------------------------------------------------------------------------------
# Faults


# ---------------------------------------------------------------------------------------------------------
# Ends


@ENGINE
def test_what_can_never_end_is_a_stalemate_at_once(engine):
    for variant, policy in [
        (Variant.stated("shooter", Problem(HALVES, targets="Miss, Miss, Miss")), None),
        (Variant.stated("simultaneous", Problem(HALVES, targets="Miss, Miss, Miss")), None),
        (Variant.stated("shooter", [0, 0]), None),
        (Variant.stated("bullets", HALVES, bullets=0), None),
        (Variant.stated("opinions", Problem([0, 0, 0], targets="B, A, A")), None),
    ]:
        estimate = simulate_variant(variant, policy, games=100, seed=1, engine=engine)
        everybody = tuple(range(variant.problem.players))
        assert (estimate.ends, estimate.lengths, estimate.stalemates) == (((everybody, 100),), ((0, 100),), 100)


@ENGINE
def test_three_perfect_shots_at_once(engine):
    """By hand: with the aims B, C, A all are hit in one round of three turns; with the aims B, A, A nobody hits C."""
    all_hit, one_left = (
        simulate_variant(
            Variant.stated("simultaneous", Problem([1, 1, 1], targets=targets)), games=10, seed=1, engine=engine
        )
        for targets in ("B, C, A", "B, A, A")
    )
    assert (all_hit.ends, all_hit.lengths, all_hit.nobody) == ((((), 10),), ((3, 10),), 1)
    assert (one_left.ends, one_left.wins) == ((((2,), 10),), (0, 0, 10))


@ENGINE
def test_one_round_each_and_three_perfect_shots_by_hand(engine):
    """A misses, B has nothing to hit but A or C: he hits C, and A, who has shot, is left with B."""
    variant = Variant.stated("bullets", Problem([1, 1, 1], targets="Miss, C, B"), bullets=1)
    estimate = simulate_variant(variant, games=10, seed=1, engine=engine)
    assert (estimate.ends, estimate.lengths) == ((((0, 1), 10),), ((2, 10),))
    assert estimate.worth == (Fraction(1, 2), Fraction(1, 2), 0)


@ENGINE
def test_the_cap_cuts_and_says_so(engine):
    variant = Variant.stated("shooter", Problem(["1/10"] * 3, targets="B, C, A"))
    estimate = simulate_variant(variant, games=1000, seed=1, engine=engine, max_turns=5)
    assert estimate.longest == 5 and estimate.cut + sum(estimate.wins) == 1000
    assert covers(estimate, answered(variant)[0])
    assert "were cut off after 5 turns" in str(estimate)


@pytest.mark.parametrize("model", ZOO)
@ENGINE
def test_the_same_seed_gives_the_same_estimate(model, engine):
    variant = ZOO[model][0]
    policy, _ = policies(variant)[0]
    first, again, other = (played(variant, policy, engine, 1000, seed) for seed in (1, 1, 2))
    assert first == again and first != other
    ended = []
    simulate_variant(variant, policy, games=1000, seed=1, engine=engine, progress=ended.append)
    assert sum(ended) == 1000


# ---------------------------------------------------------------------------------------------------------
# Positions


def test_dice_of_an_aim_are_exact():
    turn = Turn(0, Fraction(3, 7), ((Fraction(1, 6), 1, "b"), (Fraction(1, 4), 2, "c")), "missed")
    assert (turn.die, turn.follows) == ((12, ((2, 1, "b"), (5, 2, "c")), 7, 3), ["b", "c", "missed"])
    one = ((Fraction(1), 1, "b"),)
    assert [Turn(0, Fraction(hit), one, "missed").follows for hit in (1, 0)] == [["b"], ["missed"]]
