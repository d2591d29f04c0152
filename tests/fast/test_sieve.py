"""The float filter of stationary play gives what exact numbers give, near-ties included, and its margin is needed."""

import random
from fractions import Fraction
from unittest import mock

import pytest
import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from stationary_data import records, solved

from truel_ref import Problem
from truel_ref.fast import stationary
from truel_ref.fast.stationary import float_profiles
from truel_ref.game.aims import Aim
from truel_ref.play.responses import Candidate, exact_profiles, verdict
from truel_ref.play.stationary import all_equilibria

F = Fraction


def floats_always():
    """Let floats look at sets of any size."""
    return mock.patch.object(stationary, "FEWEST", 1)


def assert_same_as_exact(problem):
    with floats_always():
        filtered = all_equilibria(problem, sieve=float_profiles, cap=200)
    exact = solved(problem, cap=200)
    assert records(filtered) == records(exact)
    assert filtered.complete == exact.complete
    assert filtered.gains == exact.gains


TWENTIETHS = st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=5, max_size=5, unique=True)
TOO_SMALL = st.lists(st.fractions(0, F(1, 10**14), max_denominator=10**18), min_size=3, max_size=4, unique=True)


@given(
    strategies.problems(most=3)
    | strategies.problems(least=4, most=4, levels=False)
    | (TWENTIETHS | TOO_SMALL).map(Problem)
)
@examples(90)
def test_every_kind_of_problem(problem):
    assume(problem.players < 4 or len(set(problem.hits)) > 1)
    assert_same_as_exact(problem)


@pytest.mark.parametrize(
    "hits",
    [
        ["1/5", "7/10", "2/5", "3/5", "1/2", "3/10"],
        pytest.param([1, "1/2", "2/3", "3/4", "1/3", "1/4", 0], marks=pytest.mark.slow),
    ],
)
def test_six_and_seven_players(hits):
    assert_same_as_exact(Problem(hits))


@given(
    st.lists(st.sampled_from([F(1, 4), F(1, 2), F(2, 3)]), min_size=3, max_size=5),
    st.lists(st.integers(-2, 2), min_size=5, max_size=5),
    st.sampled_from([40, 50, 60, 100]),
)
@examples(40)
def test_near_ties(hits, steps, digits):
    """Players who differ by less than doubles tell apart, or by a little more."""
    near = [hit + F(step, 2**digits) for hit, step in zip(hits, steps, strict=False)]
    assume(len(set(near)) > len(near) - 2)
    assert_same_as_exact(Problem(near))


# -- the bound itself


def nearly_tied(seed):
    """Return the candidates of two players; the first one's two are worth the same up to one part in 2^60."""
    rng = random.Random(seed)
    kappa = F(rng.randrange(1, 1000), 1000)
    k, other_k = F(rng.randrange(1, 997), 997), F(rng.randrange(1, 991), 991)
    own = F(rng.randrange(1, 10**6), 10**6) * (1 - k)
    worth = own / (1 - k * kappa) * (1 + F(1, 2**60))
    first = candidate(own, k)
    second = candidate(worth * (1 - other_k * kappa), other_k)
    return [[first, second], [candidate(F(0), kappa)]]


def candidate(own, k):
    return Candidate(Aim.miss(2), ([own, F(0)], k), own)


def exact_verdicts(options, profiles=exact_profiles):
    """Return what is known of each profile, from exact numbers where a filter leaves it open."""
    passed = dict(profiles(options, (0, 1)))
    known = {profile: verdict(options, (0, 1), profile) if sure is None else sure for profile, sure in passed.items()}
    return {profile: strict for profile, strict in known.items() if strict is not None}


def test_no_near_tie_is_decided_wrongly():
    """Without a margin floats decide some of these the other way."""
    for seed in range(200):
        options = nearly_tied(seed)
        assert exact_verdicts(options) == {(1, 0): True}
        with floats_always():
            assert exact_verdicts(options, float_profiles) == {(1, 0): True}


HALF = candidate(F(1, 2), F(1, 2))
CLEAR = [[HALF, candidate(F(1, 3), F(1, 2))], [candidate(F(0), F(1, 3))]]
TIED = [[HALF, candidate(F(5, 9), F(1, 3))], [candidate(F(0), F(1, 2))]]


def test_what_is_clear_is_decided_by_floats_and_a_tie_is_left_to_exact_numbers():
    """The filter rules out, and proves, so that exact numbers need not look."""
    assert exact_verdicts(TIED) == {(0, 0): False, (1, 0): False}
    with floats_always():
        assert list(float_profiles(CLEAR, (0, 1))) == [((0, 0), True)]
        assert list(float_profiles(TIED, (0, 1))) == [((0, 0), None), ((1, 0), None)]


def test_small_sets_and_small_numbers_are_left_to_exact_numbers():
    few = nearly_tied(1)
    assert list(float_profiles(few, (0, 1))) == list(exact_profiles(few, (0, 1)))
    tiny = [[candidate(F(1, 10**16), F(1, 2)), candidate(F(1, 3), F(1, 2))], [candidate(F(0), F(1, 3))]]
    with floats_always():
        assert list(float_profiles(tiny, (0, 1))) == list(exact_profiles(tiny, (0, 1)))
