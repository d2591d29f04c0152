"""Ties as identities: what is proved is an identity of rational functions, and what is not is none."""

from fractions import Fraction
from itertools import combinations, product
from types import SimpleNamespace

import pytest

from truel_ref.game.aims import Aim
from truel_ref.maps.engine import identities
from truel_ref.maps.engine.identities import Identities, _Bound, identical, in_parts
from truel_ref.numbers import read_number
from truel_ref.symbolic.algebra import Letters

F = Fraction


def aim(at, players):
    return tuple(F(int(index == at)) for index in range(players))


def parts(weights):
    return in_parts(Aim(weights))


def same(hits, order, place, first, second, play=()):
    """What is asked of `identical`, with fractions for weights."""
    first, second = (tuple(map(parts, profile)) for profile in (first, second))
    return identical(hits, order, place, first, second, tuple((later, tuple(map(parts, aims))) for later, aims in play))


def every_profile(players):
    """Every profile of single targets and deliberate misses."""
    options = [[aim(at, players) for at in (*range(players), None) if at != player] for player in range(players)]
    return [profile for profile in product(*options) if any(any(weights) for weights in profile)]


def symbolic(letters, aims, place):
    """Return what a player gets at his own turn, by sympy."""
    order = tuple(range(len(aims)))
    turned = order[place:] + order[:place]
    weights = [tuple(map(letters.constant, aims[player])) for player in turned]
    return letters.win(turned, weights)[place]


@pytest.mark.parametrize("hits", [[None, None, F(1)], [None, None, F(1, 2)], [None, F(1), F(1)], [F(0), None, F(1)]])
def test_three_players_against_sympy(hits):
    letters = Letters(hits)
    named = tuple(name if hit is None else hit for hit, name in zip(hits, "abc", strict=True))
    found = {}
    for place in range(3):
        valued = [(profile, symbolic(letters, profile, place)) for profile in every_profile(3)[::2]]
        for (first, value), (second, other) in combinations(valued, 2):
            found[place, first, second] = same(named, (0, 1, 2), place, first, second)
            assert found[place, first, second] == (value == other)
    assert any(found.values())


def test_equal_letters_are_equal_hit_probabilities():
    """C gets the same from A and from B where these hit equally often, and only there."""
    miss, at_a, at_b, at_c = aim(None, 3), aim(0, 3), aim(1, 3), aim(2, 3)
    first, second = (at_c, at_c, at_a), (at_c, at_c, at_b)
    assert same(("a", "a", F(1)), (0, 1, 2), 2, first, second)
    assert not same(("a", "b", F(1)), (0, 1, 2), 2, first, second)
    assert not same(("a", "a", F(1)), (0, 1, 2), 0, (at_c, at_c, at_a), (miss, at_c, at_a))


def test_hits_decide_between_options_that_hit_equally_often_only():
    """Half a shot at C is worth as much as a shot if it hits, but it hits less often."""
    hits, order = ("a", "b", F(1)), (0, 1, 2)
    half, at_c, at_a = (F(0), F(0), F(1, 2)), aim(2, 3), aim(0, 3)
    assert not same(hits, order, 0, (half, at_c, at_a), (at_c, at_c, at_a))
    asked = Identities(hits, order, [[Aim(half), Aim(at_c)], [Aim(at_c)], [Aim(at_a)]], {}, 1, {})
    assert not asked.identical(0, [(0, 0, 0), (1, 0, 0)], 0)
    assert asked.identical(0, [(1, 0, 0), (1, 0, 0)], 0)


def test_later_phases_count():
    """What four players play depends on what three of them will play."""
    hits = ("a", "b", F(1, 2), F(1, 2))
    first = tuple(aim(at, 4) for at in (1, 0, 0, 0))
    second = tuple(aim(at, 4) for at in (1, 0, 0, 1))
    order = (0, 1, 2, 3)
    play = tuple(
        (three, tuple(aim(three[(place + 1) % 3], 4) for place in range(3)))
        for three in ((2, 3, 0), (2, 3, 1), (3, 0, 1), (0, 1, 2), (0, 1, 3), (1, 2, 3), (0, 2, 3), (3, 1, 2), (2, 0, 1))
    )
    assert same(hits, order, 1, first, first, play)
    assert not same(hits, order, 1, first, second, play)


def test_the_proof_does_not_rest_on_the_guess(monkeypatch):
    """A test of the test: with a guess that is always right, the proof still tells functions apart."""
    identical.cache_clear()
    monkeypatch.setattr(identities, "_at_small", lambda hits: SimpleNamespace(difference=lambda *asked: 0))
    at_a, at_b, at_c = (aim(player, 3) for player in range(3))
    assert not same(("a", "b", F(1)), (0, 1, 2), 2, (at_c, at_c, at_a), (at_c, at_c, at_b))
    identical.cache_clear()


def test_what_is_kept_changes_nothing(monkeypatch):
    """Asked in any order, with room for one value only, the answers are the same."""

    def answered(asked):
        """Return the answers, none of which was known before, and forget them."""
        for cache in (identical, identities._at_small, identities._of_bounds, identities._at_a_point):
            cache.cache_clear()
        answers = [identical(*question) for question in asked]
        identical.cache_clear()
        return answers

    profiles = [tuple(map(parts, profile)) for profile in every_profile(3)[::2]]
    pairs = list(combinations(profiles, 2))
    asked = [(("a", "b", F(1)), (0, 1, 2), place, *pair) for place in range(3) for pair in pairs]
    answers = answered(asked)
    assert {*answers} == {True, False}
    monkeypatch.setattr(identities, "KEPT", 1)
    assert answered(asked[::-1]) == answers[::-1]
    monkeypatch.undo()
    answered([])


def test_weights_in_parts():
    assert parts((F(0), F(1, 2), F(1, 3))) == (6, 0, 3, 2)
    assert parts((F(0), F(0))) == (1, 0, 0)
    with pytest.raises(AssertionError):
        parts((read_number("sqrt(2)/2"), F(0)))


def test_bounds_of_polynomials():
    """`(x y + y + 2 x) (3 - y) x`: coefficients of 4 times 4, and two factors with `y`."""
    x, y = _Bound(1), _Bound(1, y=1)
    bound = (x * y + y + _Bound(2) * x) * (_Bound(3) - y) * x
    assert (bound.height, bound.y) == (16, 2)


def test_points_of_proofs_are_beyond_all_bounds(monkeypatch):
    """At a point, larger than all coefficients, different monomials are different powers; steps hide nothing here."""
    hits, points, exact = ("a", "b", F(1, 2)), [], identities._at_a_point
    monkeypatch.setattr(identities, "BITS", 1)
    monkeypatch.setattr(identities, "POWERS", 1)
    monkeypatch.setattr(identities, "_at_a_point", lambda *asked: points.append(asked[1:]) or exact(*asked))
    identical.cache_clear()
    aims = tuple(parts(aim(at, 3)) for at in (1, 0, 0))
    assert identical(hits, (0, 1, 2), 0, aims, aims)
    identical.cache_clear()
    bound = identities._of_bounds(hits).difference((0, 1, 2), 0, aims, aims, {})
    [(bits, powers)] = points
    assert (2**bits > bound.height, powers > bound.y) == (True, True)
    letters = [(hit.top.height, hit.top.y) for hit in identities._of_bounds(hits).hits]
    assert letters == [(1, 1), (1, 0), (1, 0)]
    assert [hit.top for hit in exact(hits, 1, 3).hits] == [2, 2**3, 1]


def test_what_four_win_is_known_by_all_that_is_played_after_them():
    four, three = (0, 1, 2, 3), (2, 3, 0)
    ring = identities._Ring((F(1, 2),) * 4, F, ())
    aims = tuple(parts(aim(at, 4)) for at in (1, 2, 3, 0))
    wins = []
    for players in ((3, 2, 2), (0, 0, 3)):  # whom C, D and A aim at when B is hit
        play = {four: aims, three: tuple(parts(aim(at, 4)) for at in players)}
        wins.append([F(*ring.parts(won)) for won in ring.after(four, play)])
    assert wins[0] != wins[1]
