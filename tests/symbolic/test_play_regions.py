"""Exact regions of stationary play and of both plays: against the searches for equilibria and for announced aims."""

import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from arc_points import points_on
from hypothesis import given
from hypothesis import strategies as st
from pages import formula, page_text
from sympy import Rational

from truel_ref import equilibria, solve
from truel_ref.numbers import sign_of
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.pieces import aims_text, share_text
from truel_ref.symbolic.plays import compared_regions, stationary_regions

SLOW = pytest.mark.slow
ROOT = Path(__file__).parents[2]
FIXED = ["1", pytest.param("1/2", marks=SLOW), pytest.param("1/4", marks=SLOW)]
ALONE = ["1", "1/2", pytest.param("1/4", marks=SLOW)]  # where only stationary play is looked at


@cache
def compared(hit):
    return compared_regions([None, None, hit], precision="1/10")


@cache
def stationary(hit):
    return stationary_regions([None, None, hit], precision="1/10")


def listed(hits, **fields):
    """Return the aims of all pure stationary equilibria, each once."""
    return tuple(dict.fromkeys(each.aims for each in equilibria(hits, **fields)))


def check(hit, x, y):
    """Compare the regions of a point with the two searches; tell whether it lies in one."""
    region = compared(hit).at(x, y)
    if region is None:
        return False
    announced, answer = solve([x, y, hit]), equilibria([x, y, hit])
    gains = tuple((one > other) - (one < other) for one, other in zip(announced.win, answer[0].win, strict=True))
    profiles = tuple(each.aims for each in answer)
    aims = region.aims
    assert (aims.announced, aims.stationary.profiles, aims.gains) == (announced.aims, profiles, gains)
    assert stationary(hit).at(x, y).aims == aims.stationary
    return True


# -- the aims at points


@pytest.mark.parametrize(
    ("hit", "count", "steps"),
    [
        ("1", 200, 13),
        *(pytest.param(hit, count, 60, marks=SLOW) for hit, count in [("1", 20000), ("1/2", 4000), ("1/4", 4000)]),
    ],
)
def test_random_points_and_a_grid_have_the_aims_of_both_searches(hit, count, steps):
    source = Random(11)
    below = [source.choice([9, 60, 1009, 10**6 + 3]) for _ in range(count)]
    points = [[Fraction(source.randrange(1, each), each) for _ in range(2)] for each in below]
    assert sum(check(hit, *point) for point in points) > count * 3 // 4
    grid = [(Fraction(i, steps), Fraction(j, steps)) for i in range(1, steps) for j in range(1, steps)]
    assert sum(check(hit, *point) for point in grid) > len(grid) * 9 // 10


@pytest.mark.slow
@pytest.mark.parametrize("power", [5, pytest.param(14, marks=SLOW)])
def test_regions_beside_a_hit_probability_next_to_0_meet_where_they_meet_elsewhere(power):
    """With pC = c all meet within about 4 c^2 of a = b = c; each stands there as it does at pC = 1/10."""
    near, far = Fraction(1, 10**power), stationary("1/10")
    partition = stationary_regions([None, None, near], precision="1/10")
    assert len(partition.meetings) == 7

    def met(meetings, third, equal):
        return {meeting.aims for meeting in meetings if not equal or meeting.x == meeting.y == third}

    for equal in (False, True):
        assert met(partition.meetings, near, equal) == met(far.meetings, Fraction(1, 10), equal)
    for meeting in partition.meetings:
        assert all(near - 5 * near**2 < value < near + 5 * near**2 for value in (meeting.x, meeting.y))
    for region in partition.regions:
        assert region.aims.profiles == listed([*region.sample, near])


HITS = st.fractions(0, 1, max_denominator=9)
INNER = HITS.filter(lambda hit: 0 < hit < 1)


@given(INNER, INNER, st.sampled_from([0, "1/4", 1]), st.sampled_from(["others,miss", "others,self"]))
def test_signs_at_a_point_give_all_equilibria_ties_and_curves_included(a, b, hit, words):
    """Small denominators, so that points often lie on curves."""
    search = words.split(",")
    decisions = decisions_of(hit, words)

    def sign_of(polynomial):
        value = value_at(polynomial, [a, b])
        return (value > 0) - (value < 0)

    paths = decisions.equilibria(sign_of)
    assert tuple(map(decisions.aims, paths)) == listed([a, b, hit], search=search)


@cache
def decisions_of(hit, words):
    return Decisions(Letters([None, None, hit]), words.split(","))


def sign_at_one_half(polynomial):
    return sign_of(value_at(polynomial, [Fraction(1, 2)] * len(polynomial.ring.gens)))


@pytest.mark.parametrize(
    ("hits", "targets", "count"), [([None, 0, 0], None, 2), ([None, None, 0], ["Optimal", "Miss", "Miss"], 1)]
)
def test_nobody_prefers_a_stalemate(hits, targets, count):
    """The only player who can hit, or who may shoot, loses everything by a miss."""
    decisions = Decisions(Letters(hits), targets=targets)
    found = tuple(map(decisions.aims, decisions.equilibria(sign_at_one_half)))
    numbers = [Fraction(1, 2) if hit is None else hit for hit in hits]
    assert found == listed(numbers, targets=targets)
    assert len(found) == count


@pytest.mark.parametrize("hit", ALONE)
def test_on_rational_points_of_curves_all_equilibria_are_listed(hit):
    made = stationary(hit)
    assert {len(on.profiles) for boundary in made.boundaries for on in boundary.on} == {2}
    points = [(boundary, x, low) for boundary, _, x, low, high in points_on(made) if low == high]
    assert len(points) > 3
    for boundary, x, y in points:
        assert listed([x, y, hit]) in [on.profiles for on in boundary.on]


# -- the theorem


def weakest_gains(hits):
    """T of T13, for three different players: above 0 the weakest shoots at the strongest, below 0 misses."""
    strongest, middle, _ = sorted(range(3), key=hits.__getitem__, reverse=True)
    x, y, z = sorted(map(Fraction, hits), reverse=True)
    gains = x * (x * (1 - y) * (1 - z) - y) - (1 - x) * y * y * (x + z - x * z)
    return gains - (x * y * (x - y) * (1 - z) if (middle - strongest) % 3 == 2 else 0)


@pytest.mark.parametrize("hit", ALONE)
def test_regions_are_those_of_the_theorem(hit):
    """The two strongest shoot at each other, and the weakest at the strongest where T > 0."""
    for x, y in product(range(1, 24), range(1, 26)):
        hits = [Fraction(x, 24), Fraction(y, 26), Fraction(hit)]
        region = stationary(hit).at(*hits[:2])
        if region is None:
            continue
        gain = weakest_gains(hits) if len({*hits}) == 3 else 0
        assert len(region.aims.profiles) == 1
        if gain:  # else equal players, or T = 0: the next test has the curves
            weakest, middle, strongest = sorted(range(3), key=hits.__getitem__)
            expected = {strongest: "ABC"[middle], middle: "ABC"[strongest]}
            expected[weakest] = "ABC"[strongest] if gain > 0 else "Miss"
            assert list(map(str, region.aims.profiles[0])) == [expected[player] for player in range(3)]


@pytest.mark.parametrize("hit", ALONE)
def test_where_the_weakest_is_indifferent_the_theorem_says_so(hit):
    """On every curve two hit probabilities are equal or T is 0, at rational points exactly."""
    points, step = list(points_on(stationary(hit))), Fraction(1, 10**9)
    assert len(points) > 4
    for _, arc, x, low, high in points:
        if arc.number is None:
            assert x == Fraction(hit)  # an upright line, on which A and C are equal
        elif low == high:
            assert len({x, low, Fraction(hit)}) < 3 or weakest_gains([x, low, Fraction(hit)]) == 0
        else:
            assert weakest_gains([x, low - step, Fraction(hit)]) * weakest_gains([x, high + step, Fraction(hit)]) < 0


# -- both plays


def test_beside_a_perfect_shot_the_plays_differ_in_one_region():
    made = compared("1")
    assert {aims_text(region.aims) for region in made.regions if not region.aims.agree} == {
        "announced B, C, Miss; stationary C, Miss, A; gains + - +"
    }
    announced = regions([None, None, 1], precision="1/10")
    assert {region.aims.announced for region in made.regions} == {region.aims for region in announced.regions}
    assert {region.aims.stationary for region in made.regions} == {region.aims for region in stationary("1").regions}


def test_areas_of_the_common_refinement_sum_to_those_of_the_parts():
    precision = "1e-4"
    both = compared_regions([None, None, 1], precision=precision)
    for part, of in (
        (regions([None, None, 1], precision=precision), lambda plays: plays.announced),
        (stationary_regions([None, None, 1], precision=precision), lambda plays: plays.stationary),
    ):
        for region in part.regions:
            low, high = both.area(lambda plays, own=region.aims, of=of: of(plays) == own)
            assert max(low, region.area[0]) <= min(high, region.area[1])
            assert high - low <= 2 * Fraction(precision)
    assert both.differing[0] <= Fraction("0.0225400292") <= both.differing[1]


# -- records and the command


@pytest.mark.parametrize(
    ("hits", "words"),
    [
        ([None, None, 1], "others,self"),
        ([None, None, 0], "others,miss"),
        pytest.param([None, None, 1], "others,miss,random", marks=SLOW),
    ],
)
def test_other_searches_agree_with_the_equilibria(hits, words):
    """Random and Self are options as any others; a player who never hits has one aim."""
    search = words.split(",")
    made = stationary_regions(hits, search, precision="1/10")
    for x, y in product(range(1, 12), range(1, 14)):
        point = Fraction(x, 12), Fraction(y, 14)
        region = made.at(*point)
        assert region is None or region.aims.profiles == listed([*point, hits[2]], search=search)


# -- the page


def share_where(made, player, sign):
    area = made.area(lambda plays: plays.gains[player] == sign)
    return share_text(area) if area[1] else "0"


@SLOW
@pytest.mark.parametrize("hit", ["1", "1/2", "1/4"])
def test_the_page_says_whom_announcing_serves(hit):
    both = compared_regions([None, None, hit], precision="1e-7")
    gains = " | ".join(f"{share_where(both, player, 1)}, {share_where(both, player, -1)}" for player in range(3))
    assert f"| {hit} | {share_text(both.differing)} | {gains} |\n" in page_text("announced.md")
    differing = [region.aims for region in both.regions if not region.aims.agree]
    assert len({(aims.announced, str(aims.stationary)) for aims in differing}) == len(differing) == (7, 1)[hit == "1"]
    for aims in differing:
        profile = str(aims.stationary).split(", ")
        ((weakest,),) = ({0, 1, 2} - {x, y} for x, y in [(0, 1), (0, 2), (1, 2)] if mutual(profile, x, y))
        others = [gain for player, gain in enumerate(aims.gains) if player != weakest]
        assert (aims.gains[weakest], sorted(others)) == (-1, [1, 1] if weakest else [-1, 1])


def mutual(profile, x, y):
    return (profile[x], profile[y]) == ("ABC"[y], "ABC"[x])


def test_the_page_shows_stationary_play_beside_a_perfect_shot():
    page = page_text("equilibria.md")
    for region in stationary_regions([None, None, 1], precision="1e-7").regions:
        assert f"\n| {region.aims} | {region.share} | " in page
    of_a, of_b = (formula(text.replace("^", "**")) for text in re.findall(r"T = ([^\\]+) \\quad\\text\{if \}", page))
    for a, b in permutations([Fraction(tenth, 10) for tenth in range(1, 10)], 2):
        stated = (of_a if a < b else of_b).subs({"a": Rational(a), "b": Rational(b)})
        assert stated == weakest_gains([a, b, 1])
