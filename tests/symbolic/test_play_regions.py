"""Exact regions of stationary play and of both plays: against the searches for equilibria and for announced aims."""

import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from arc_points import points_on
from hypothesis import given
from hypothesis import strategies as st
from pages import formula, page_text
from sympy import Rational

from truel_ref import equilibria, regions, solve
from truel_ref.numbers import sign_of
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.borders import aims_text, share_text
from truel_ref.symbolic.decisions import Decisions

FIXED = ["1", "1/2"]


@cache
def cut(hit, play, precision="1/10"):
    return regions([None, None, hit], play=play, precision=precision)


def listed(hits, **fields):
    """Return the aims of all pure stationary equilibria, each once."""
    return tuple(dict.fromkeys(each.aims for each in equilibria(hits, **fields)))


# -- the aims at points


def check(hit, x, y):
    """Compare the regions of a point with the two searches; return whether it lies in one."""
    region = cut(hit, "both").at(x, y)
    if region is None:
        return False
    announced, answer = solve([x, y, hit]), equilibria([x, y, hit])
    gains = tuple((one > other) - (one < other) for one, other in zip(announced.win, answer[0].win, strict=True))
    aims, profiles = region.aims, tuple(each.aims for each in answer)
    assert (aims.announced, aims.stationary.profiles, aims.gains) == (announced.aims, profiles, gains)
    assert cut(hit, "stationary").at(x, y).aims == aims.stationary
    return True


def test_random_points_have_the_aims_of_both_searches():
    source = Random(11)
    below = [source.choice([9, 60, 1009, 10**6 + 3]) for _ in range(30)]
    points = [[Fraction(source.randrange(1, each), each) for _ in range(2)] for each in below]
    assert sum(check("1", *point) for point in points) > 20
    assert sum(check("1/2", *point) for point in points[:20]) > 14


def test_regions_beside_a_hit_probability_next_to_0_meet_where_they_meet_elsewhere():
    """With pC = c all meet within about 4 c^2 of a = b = c; each stands there as it does at pC = 1/10."""
    near = Fraction(1, 10**5)
    partition, far = cut(str(near), "stationary"), cut("1/10", "stationary")
    assert len(partition.meetings) == 7
    assert {meeting.aims for meeting in partition.meetings} == {meeting.aims for meeting in far.meetings}
    for meeting in partition.meetings:
        assert all(near - 5 * near**2 < value < near + 5 * near**2 for value in (meeting.x, meeting.y))
    for region in partition.regions:
        assert region.aims.profiles == listed([*region.sample, near])


HITS = st.fractions(0, 1, max_denominator=9).filter(lambda hit: 0 < hit < 1)


@given(HITS, HITS, st.sampled_from([0, "1/4", 1]), st.sampled_from(["others,miss", "others,self"]))
def test_signs_at_a_point_give_all_equilibria_ties_and_curves_included(a, b, hit, words):
    """Small denominators, so that points often lie on curves."""
    decisions = decisions_of(hit, words)
    paths = decisions.equilibria(lambda polynomial: sign_of(value_at(polynomial, [a, b])))
    assert tuple(map(decisions.aims, paths)) == listed([a, b, hit], search=words.split(","))


@cache
def decisions_of(hit, words):
    return Decisions(Letters([None, None, hit]), words.split(","))


@pytest.mark.parametrize(
    ("hits", "targets", "count"), [([None, 0, 0], None, 2), ([None, None, 0], ["Optimal", "Miss", "Miss"], 1)]
)
def test_no_player_prefers_a_stalemate(hits, targets, count):
    """The only player who can hit, or who may shoot, loses everything by a miss."""
    decisions, half = Decisions(Letters(hits), targets=targets), Fraction(1, 2)
    paths = decisions.equilibria(lambda polynomial: sign_of(value_at(polynomial, [half] * len(polynomial.ring.gens))))
    assert tuple(map(decisions.aims, paths)) == listed([half if hit is None else hit for hit in hits], targets=targets)
    assert len(paths) == count


@pytest.mark.parametrize(("hits", "words"), [([None, None, 1], "others,self"), ([None, None, 0], "others,miss")])
def test_other_searches_agree_with_the_equilibria(hits, words):
    """Self is an option as any other; a player who never hits has one aim."""
    search = words.split(",")
    made = regions(hits, search, play="stationary", precision="1/10")
    for x, y in product(range(1, 6), range(1, 8)):
        point = Fraction(x, 6), Fraction(y, 8)
        region = made.at(*point)
        assert region is None or region.aims.profiles == listed([*point, hits[2]], search=search)


# -- the theorem


def weakest_gains(hits):
    """T of T13, for three different players: above 0 the weakest shoots at the strongest, below 0 misses."""
    strongest, middle, _ = sorted(range(3), key=hits.__getitem__, reverse=True)
    x, y, z = sorted(map(Fraction, hits), reverse=True)
    gains = x * (x * (1 - y) * (1 - z) - y) - (1 - x) * y * y * (x + z - x * z)
    return gains - (x * y * (x - y) * (1 - z) if (middle - strongest) % 3 == 2 else 0)


@pytest.mark.parametrize("hit", FIXED)
def test_regions_are_those_of_the_theorem(hit):
    """The two strongest shoot at each other, and the weakest at the strongest where T > 0."""
    for x, y in product(range(1, 24), range(1, 26)):
        hits = [Fraction(x, 24), Fraction(y, 26), Fraction(hit)]
        region, gain = cut(hit, "stationary").at(*hits[:2]), weakest_gains(hits) if len({x * 26, y * 24}) > 1 else 0
        if region is None or not gain or len({*hits}) < 3:
            continue  # the next test has the curves
        (profile,) = region.aims.profiles
        weakest, middle, strongest = sorted(range(3), key=hits.__getitem__)
        expected = {strongest: "ABC"[middle], middle: "ABC"[strongest], weakest: "Miss"}
        expected |= {weakest: "ABC"[strongest]} if gain > 0 else {}
        assert list(map(str, profile)) == [expected[player] for player in range(3)]


@pytest.mark.parametrize("hit", FIXED)
def test_on_every_curve_two_players_are_equal_or_the_weakest_is_indifferent(hit):
    """On every curve two hit probabilities are equal or T is 0, at rational points exactly, with both equilibria."""
    made, step, rational = cut(hit, "stationary"), Fraction(1, 10**9), 0
    for boundary, arc, x, low, high in points_on(made):
        if low == high:
            assert len({x, low, Fraction(hit)}) < 3 or weakest_gains([x, low, Fraction(hit)]) == 0
            assert listed([x, low, hit]) in [on.profiles for on in boundary.on]
            rational += 1
        else:
            assert arc.number is not None
            assert weakest_gains([x, low - step, Fraction(hit)]) * weakest_gains([x, high + step, Fraction(hit)]) < 0
    assert rational > 3
    assert {len(on.profiles) for boundary in made.boundaries for on in boundary.on} == {2}


# -- both plays, and the pages


def test_beside_a_perfect_shot_the_plays_differ_in_one_region():
    both, precision = cut("1", "both", "1e-4"), Fraction(1, 10**4)
    assert {aims_text(region.aims) for region in both.regions if not region.aims.agree} == {
        "announced B, C, Miss; stationary C, Miss, A; gains + - +"
    }
    assert both.differing[0] <= Fraction("0.0225400292") <= both.differing[1]
    for play in ("announced", "stationary"):
        part = cut("1", play, "1e-4")
        assert {getattr(region.aims, play) for region in both.regions} == {region.aims for region in part.regions}
        for region in part.regions:
            low, high = both.area(lambda plays, own=region.aims, play=play: getattr(plays, play) == own)
            assert max(low, region.area[0]) <= min(high, region.area[1])
            assert high - low <= 2 * precision


def share_where(made, player, sign):
    area = made.area(lambda plays: plays.gains[player] == sign)
    return share_text(area) if area[1] else "0"


@pytest.mark.parametrize("hit", FIXED)
def test_the_page_says_whom_announcing_serves(hit):
    both = cut(hit, "both", "1e-7")
    gains = " | ".join(f"{share_where(both, player, 1)}, {share_where(both, player, -1)}" for player in range(3))
    assert f"| {hit} | {share_text(both.differing)} | {gains} |\n" in page_text("announced.md")


def test_the_page_shows_stationary_play_beside_a_perfect_shot():
    page = page_text("equilibria.md")
    for region in cut("1", "stationary", "1e-7").regions:
        assert f"\n| {region.aims} | {region.share} | " in page
    of_a, of_b = (formula(text.replace("^", "**")) for text in re.findall(r"T = ([^\\]+) \\quad\\text\{if \}", page))
    for a, b in permutations([Fraction(tenth, 10) for tenth in range(1, 10)], 2):
        stated = (of_a if a < b else of_b).subs({"a": Rational(a), "b": Rational(b)})
        assert stated == weakest_gains([a, b, 1])
