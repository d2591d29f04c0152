"""Mixed stationary equilibria: every record passes a certificate that knows nothing of how it was obtained."""

from fractions import Fraction
from itertools import product

import independent_stationary
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from stationary_data import records, solved, values_below, weights

from truel_ref import Problem
from truel_ref.play.mixing import _Mixers

F = Fraction
TWO_PURE = ["13/25", "1/2", "11/25", "2/5"]
NONE_PURE = ["1/5", "7/10", "2/5", "3/5", "1/2"]


def objections(problem, one, shoots=()):
    """Ask the second derivation what is wrong with an equilibrium, some mixers shooting with other probabilities."""
    aims = list(weights(one.aims))
    for mix, chance in shoots:
        at_target = tuple(chance if player == mix.target else F(0) for player in range(problem.players))
        aims[one.living.index(mix.player)] = at_target
    return independent_stationary.objections(problem.hits, one.living, tuple(aims), values_below(one))


def inside(mix):
    """Return two points of an interval, near its ends, or the one number that it is."""
    width = mix.most - mix.least
    return [mix.least + width * part for part in (F(1, 1000), F(999, 1000))] if width else [mix.least]


def assert_certified(problem, one):
    """Check the aims themselves, what is said of the mixers, the values, and for a continuum points near its ends."""
    assert objections(problem, one) == []
    aims = dict(zip(one.living, weights(one.aims), strict=True))
    for mix in one.mixing:
        chance = sum(aims[mix.player])
        assert 0 < chance == aims[mix.player][mix.target] < 1
        assert mix.least < chance < mix.most if mix.is_continuum else mix.least == chance == mix.most
    mixers = {mix.player for mix in one.mixing}
    assert {player for player, aim in aims.items() if 0 < sum(aim) < 1} == mixers
    for chances in product(*map(inside, one.mixing)):
        assert objections(problem, one, zip(one.mixing, chances, strict=True)) == []
    kept = {living: weights(phase.aims) for living, phase in one.policy.items()}
    worths = independent_stationary.whole_duel(problem.hits, kept)
    assert one.values == tuple(worths[one.living, player] for player in one.living)


def assert_complete(problem, equilibria):
    """Compare with all mixes of exactly two players, and of one, in the full set over the same selections."""
    for below in {tuple(one.below): one for one in equilibria}.values():
        listed = [one for one in equilibria if one.below == below.below]
        points, continua = independent_stationary.mixed_phases(problem.hits, below.living, values_below(below))
        assert {weights(one.aims) for one in listed if one.kind == "mixed"} == set(points)
        alone = [one for one in listed if one.kind == "continuum" and len(one.mixing) == 1]
        for continuum in continua:
            assert any(is_within(continuum, one) for one in alone)


def is_within(continuum, one):
    (mix,) = one.mixing
    same = [
        mine == theirs
        for player, mine, theirs in zip(one.living, weights(one.aims), continuum.aims, strict=True)
        if player != mix.player
    ]
    chance = continuum.aims[one.living.index(continuum.free)][mix.target]
    return mix.player == continuum.free and all(same) and mix.least < chance < mix.most


# -- worked values


@pytest.mark.parametrize(
    ("hits", "pure", "mixed"),
    [(TWO_PURE, 2, 1), (NONE_PURE, 0, 1), (["1/2"] * 3, 4, 0), ([1, 1, 1], 11, 15), ([0, "1/2", 1], 1, 0)],
    ids=str,
)
def test_how_many_there_are_and_that_nothing_is_missing(hits, pure, mixed):
    problem = Problem(hits)
    equilibria = solved(problem, mixed=True)
    assert (equilibria.complete, equilibria.unsettled) == (True, 0)
    assert [sum(not one.mixing for one in equilibria), sum(bool(one.mixing) for one in equilibria)] == [pure, mixed]
    for one in equilibria:
        assert_certified(problem, one)
    assert_complete(problem, equilibria)


# -- many problems


@given(st.lists(st.fractions(0, 1, max_denominator=10), min_size=2, max_size=3))
@examples(75)
def test_two_and_three_players(hits):
    problem = Problem(hits)
    equilibria = solved(problem, mixed=True)
    assert equilibria.complete
    for one in equilibria:
        assert_certified(problem, one)
    if len(hits) > 2:
        assert_complete(problem, equilibria)
    pure = [one for one in equilibria if not one.mixing]
    assert records(pure) == records(solved(problem))


@given(st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=4, max_size=4, unique=True))
@examples(24)
def test_four_different_players(hits):
    problem = Problem(hits)
    equilibria = solved(problem, mixed=True)
    for one in equilibria:
        assert_certified(problem, one)
    assert_complete(problem, equilibria)


@given(st.lists(st.fractions(F(1, 10), 1, max_denominator=10), min_size=3, max_size=4, unique=True))
@examples(20)
def test_without_a_miss_nobody_mixes(hits):
    problem = Problem(hits, search=["Others"])
    assert records(solved(problem, mixed=True)) == records(solved(problem))


# -- continua


def test_the_ends_of_a_continuum():
    """Beyond an end between 0 and 1 somebody gains; 0 and 1 themselves are no mixes."""
    problem = Problem(["1/2", "1/2", "1/2", "1/3"])
    equilibria = solved(problem, mixed=True)
    assert equilibria.complete
    alone = [(one, *one.mixing) for one in equilibria if one.kind == "continuum" and len(one.mixing) == 1]
    for one, mix in alone:
        assert 0 <= mix.least < mix.most <= 1
        assert_certified(problem, one)
        outside = [mix.least / 2] * (mix.least > 0) + [(mix.most + 1) / 2] * (mix.most < 1)
        for chance in outside:
            assert objections(problem, one, [(mix, chance)]) != []
    assert any(mix.least > 0 or mix.most < 1 for _, mix in alone)


def test_one_mix_is_free_where_the_other_is_fixed():
    """B has to miss; of the others nobody minds if C shoots at A with any chance above 1/5, and below somebody does."""
    problem = Problem(["1/3", "1/3", "1/3", "1/4"], targets="Optimal, Miss, Optimal, Optimal")
    found = solved(problem, mixed=True)
    [one] = [one for one in found if sorted(mix.is_continuum for mix in one.mixing) == [False, True]]
    free, fixed = one.mixing
    assert (free.least, free.most, fixed.least, fixed.most) == (F(1, 5), 1, F(4, 7), F(4, 7))
    for chance, nobody_minds in ((F(1, 6), False), (F(1, 4), True), (F(99, 100), True)):
        assert ({player for player, _ in objections(problem, one, [(free, chance)])} <= {1}) == nobody_minds


def test_where_both_mix_freely_only_what_will_do_is_listed():
    """Two of them do not mind what they do; where both are too tame, somebody else would rather shoot."""
    problem = Problem(["3/5", "3/5", "3/5", "1/10"])
    equilibria = solved(problem, mixed=True)
    assert equilibria.complete
    surfaces = [one for one in equilibria if len(one.mixing) == 2 and all(mix.is_continuum for mix in one.mixing)]
    for one in surfaces:
        assert_certified(problem, one)
    cut = [one for one in surfaces if any(mix.most - mix.least < 1 for mix in one.mixing)]
    assert len(cut) > 0
    assert equilibria.unsettled >= len(cut)
    for one in cut:
        assert objections(problem, one, [(mix, F(1, 50)) for mix in one.mixing]) != []


def test_a_smaller_set_with_a_continuum_is_not_called_complete():
    problem = Problem([0, 0, "1/2", "1/3"])
    assert not solved(problem, mixed=True).complete
    assert solved(problem).complete


def test_who_never_hits_has_the_aim_that_the_tie_rule_prefers():
    """R8.5 holds beside mixes, too."""
    found = solved(Problem(["0", "1/2", "1/2", "1/3"]), mixed=True)
    assert len(found.equilibria) == 3
    assert {str(one.aims[0]) for one in found.equilibria} == {"C"}


@pytest.mark.parametrize("middle", [F(3, 4), F(1, 4), F(1, 2)])
def test_of_a_line_of_equilibria_in_the_square_the_middle_of_a_box_is_listed(middle):
    """Nobody gains only where x + y = 2 * middle: no box is an answer; the first with its middle there is found."""

    class Line(_Mixers):
        def conditions(self):
            return [(2, 1), (3, -1)]

        def advantage(self, seat, point):
            return point[0] + point[1] - 2 * middle

    found, settled = Line((), (), (0, 1), {}).surface()
    assert found == [{0: (middle, middle), 1: (middle, middle)}]
    assert not settled
