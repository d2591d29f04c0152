"""Exact regions of stationary play and of both plays: against the searches for equilibria and for announced aims."""

import copy
import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import equilibria, solve
from truel_ref.cli import main
from truel_ref.errors import RecordError, SymbolicError
from truel_ref.numbers import between
from truel_ref.studies.uniqueness import weakest_gains
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.areas import root_at
from truel_ref.symbolic.decisions import DecidedResponses, Decisions
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.pieces import aims_text, share_text
from truel_ref.symbolic.plane import PlaneCurve
from truel_ref.symbolic.plays import compared_regions, read_partition, stationary_regions

SLOW = pytest.mark.slow
ROOT = Path(__file__).parents[2]
FIXED = ["1", pytest.param("1/2", marks=SLOW), pytest.param("1/4", marks=SLOW)]


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
    assert region.aims.announced == announced.aims
    assert region.aims.stationary.profiles == tuple(each.aims for each in answer)
    pairs = zip(announced.win, answer[0].win, strict=True)
    assert region.aims.gains == tuple((one > other) - (one < other) for one, other in pairs)
    alone = stationary(hit).at(x, y)
    assert alone is not None
    assert alone.aims == region.aims.stationary
    return True


def check_random(hit, count, seed):
    source = Random(seed)
    inside = 0
    for _ in range(count):
        denominator = source.choice([9, 60, 1009, 10**6 + 3])
        point = (Fraction(source.randrange(1, denominator), denominator) for _ in range(2))
        inside += check(hit, *point)
    assert inside > count * 3 // 4


def check_grid(hit, steps):
    points = [(Fraction(i, steps), Fraction(j, steps)) for i in range(1, steps) for j in range(1, steps)]
    assert sum(check(hit, x, y) for x, y in points) > len(points) * 9 // 10


# -- the aims at points


def test_random_points_beside_a_perfect_shot_have_the_aims_of_both_searches():
    check_random("1", 600, seed=11)


def test_a_grid_beside_a_perfect_shot_has_the_aims_of_both_searches():
    check_grid("1", 20)


def test_regions_beside_a_hit_probability_next_to_0_meet_where_they_meet_elsewhere():
    """With pC = c all meet within about 4 c^2 of a = b = c; each stands there as it does at pC = 1/10."""
    near, far = Fraction(1, 10**14), stationary_regions([None, None, "1/10"], precision="1/10")
    partition = stationary_regions([None, None, near], precision="1/10")
    assert partition.complete and len(partition.meetings) == 7
    assert {meeting.aims for meeting in partition.meetings} == {meeting.aims for meeting in far.meetings}
    assert {meeting.aims for meeting in partition.meetings if (meeting.x, meeting.y) == (near, near)} == {
        meeting.aims for meeting in far.meetings if meeting.x == meeting.y == Fraction(1, 10)
    }
    for meeting in partition.meetings:
        assert all(near - 5 * near**2 < value < near + 5 * near**2 for value in (meeting.x, meeting.y))
    for region in partition.regions:
        assert region.aims.profiles == listed([*region.sample, near])


@SLOW
@pytest.mark.parametrize("hit", ["1", "1/2", "1/4"])
def test_many_points_have_the_aims_of_both_searches(hit):
    check_random(hit, 20_000 if hit == "1" else 4000, seed=12)
    check_grid(hit, 60)


HITS = st.fractions(0, 1, max_denominator=9)
INNER = HITS.filter(lambda hit: 0 < hit < 1)


@given(INNER, INNER, st.sampled_from([0, "1/4", 1]), st.sampled_from(["others,miss", "others,self"]))
def test_signs_at_a_point_give_all_equilibria_ties_and_curves_included(a, b, hit, words):
    """Small denominators, so that points often lie on curves."""
    search = words.split(",")
    responses = responses_of(hit, words)

    def sign_of(polynomial):
        value = value_at(polynomial, [a, b])
        return (value > 0) - (value < 0)

    paths = responses.equilibria(sign_of)
    assert tuple(map(responses.decisions.aims, paths)) == listed([a, b, hit], search=search)


@cache
def responses_of(hit, words):
    return DecidedResponses(Decisions(Letters([None, None, hit]), words.split(",")))


@pytest.mark.parametrize("hit", FIXED)
def test_on_rational_points_of_curves_all_equilibria_are_listed(hit):
    made = stationary(hit)
    checked = 0
    for boundary in made.boundaries:
        for arc in boundary.arcs:
            assert [len(on.profiles) for on in boundary.on] == [2]
            if arc.number is None:
                middle = between(arc.bottom, arc.top)
                point = (arc.left, middle)
            else:
                x = between(arc.left, arc.right)
                low, high = root_at(PlaneCurve(boundary.polynomial), arc.number, x)
                point = (x, low) if low == high else None
            if point:
                assert listed([*point, hit]) in [on.profiles for on in boundary.on]
                checked += 1
    assert checked > 3


# -- the theorem


@pytest.mark.parametrize("hit", FIXED)
def test_regions_are_those_of_the_theorem(hit):
    """The two strongest shoot at each other, and the weakest at the strongest where T > 0."""
    for x in range(1, 24):
        for y in range(1, 26):
            hits = [Fraction(x, 24), Fraction(y, 26), Fraction(hit)]
            region = stationary(hit).at(*hits[:2])
            gain = weakest_gains(hits) if len({*hits}) == 3 else 0
            if gain == 0:  # equal players, or T = 0: the next test has the curves
                assert region is None or len(region.aims.profiles) == 1
                continue
            weakest, middle, strongest = sorted(range(3), key=hits.__getitem__)
            expected = {strongest: middle, middle: strongest, weakest: strongest if gain > 0 else None}
            names = tuple("Miss" if expected[player] is None else "ABC"[expected[player]] for player in range(3))
            assert region is None or tuple(map(str, region.aims.profiles[0])) == names


@pytest.mark.parametrize("hit", FIXED)
def test_where_the_weakest_is_indifferent_the_theorem_says_so(hit):
    """On every curve two hit probabilities are equal or T is 0, at rational points exactly."""
    checked = 0
    for boundary in stationary(hit).boundaries:
        curve = PlaneCurve(boundary.polynomial)
        for arc in boundary.arcs:
            if arc.number is None:
                assert arc.left == Fraction(hit)  # an upright line, on which A and C are equal
                continue
            x = between(arc.left, arc.right)
            low, high = root_at(curve, arc.number, x, Fraction(1, 10**30))
            hits = [x, low, Fraction(hit)]
            if low == high:
                assert len({*hits}) < 3 or weakest_gains(hits) == 0
            else:
                assert (
                    weakest_gains([x, low - Fraction(1, 10**9), hit])
                    * weakest_gains([x, high + Fraction(1, 10**9), hit])
                    < 0
                )
            checked += 1
    assert checked > 3


# -- both plays


def names(made):
    return [(str(region.aims), region.aims.agree) for region in made.regions]


def test_beside_a_perfect_shot_the_plays_differ_in_one_region():
    made = compared("1")
    assert {aims_text(region.aims) for region in made.regions if not region.aims.agree} == {
        "announced B, C, Miss; stationary C, Miss, A; gains + - +"
    }
    announced = regions([None, None, 1], precision="1/10")
    assert {region.aims.announced for region in made.regions} == {region.aims for region in announced.regions}
    assert {region.aims.stationary for region in made.regions} == {region.aims for region in stationary("1").regions}


@pytest.mark.parametrize("hit", FIXED)
def test_gains_are_constant_on_every_pair_of_aims(hit):
    made = compared(hit)
    pairs = [(region.aims.announced, region.aims.stationary) for region in made.regions]
    assert len(pairs) == len({*pairs})
    for region in made.regions:
        assert (region.aims.gains == (0, 0, 0)) == region.aims.agree
        if not region.aims.agree:
            assert {1, -1} <= {*region.aims.gains}


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
    low, high = both.differing
    assert low <= Fraction("0.0225400292") <= high


# -- records and the command


@pytest.mark.parametrize(
    "cut", [pytest.param(regions, marks=SLOW), stationary_regions, pytest.param(compared_regions, marks=SLOW)]
)
def test_a_partition_is_read_back(cut):
    for search in (["others", "miss"], ["others"]):
        made = cut([None, None, 1], search, if_eq=2, precision="1/10")
        data = json.loads(json.dumps(made.to_json()))
        again = read_partition(data)
        assert again.to_json() == data
        assert type(again) is type(made)
        assert str(again) == str(made)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["play"], "loud", "play: 'loud' is unknown"),
        (["hits", 2], "1/2", "names|boundaries|regions|meetings"),
        (["boundaries", 0, "polynomial"], "a + b", "boundaries"),
        (["meetings", 0, "a"], "1/3", "meetings"),
        (["regions", 0, "aims"], [["C", "C", "A"]], "aims"),
        (["regions", 0, "where", 0, 0], "a - b > 0", "where"),
        (["regions", 0, "area"], ["1/2", "2/3"], "no bounds of an area"),
        (["regions", 0, "area"], ["1/2"], "no bounds of an area"),
        (["regions", 0, "sample"], ["2/3", "1/3"], "not in the region Miss, C, B"),
        (["regions"], [], "there are 4 and not 0"),
    ],
)
def test_what_is_no_partition_is_refused(path, value, message):
    data = copy.deepcopy(stationary("1").to_json())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(RecordError, match=message):
        read_partition(data)


def test_the_command_prints_both_plays(capsys):
    assert main(["symbolic", "regions", "--c", "1", "--play", "both", "--precision", "1e-4"]) == 0
    printed = capsys.readouterr().out
    assert "is cut into 5 regions." in printed
    assert "gains + - +" in printed
    assert "The aims of the two plays differ on 2.3 % of the square." in printed
    assert main(["symbolic", "regions", "--c", "1", "--play", "stationary", "--precision", "1/10", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(json.dumps(stationary("1").to_json()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--c", "1", "--play", "aloud"], "'aloud' is not one of 'announced', 'stationary', 'both'"),
        (["--hits", ",,1,1", "--play", "both"], "one entry per player, 3 in all"),
        (["--c", "1", "--play", "stationary", "--search", "strongest"], "name the players"),
        (["--play", "stationary"], "three players with one hit probability fixed"),
        (["--c", "1", "--play", "both", "--precision", "0"], "width above 0"),
        (["--c", "1", "--play", "both", "--ties", "3"], "rule 3"),
    ],
)
def test_bad_commands_are_told_in_one_line(words, message, capsys):
    assert main(["symbolic", "regions", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_bad_requests_are_told():
    for cut in (stationary_regions, compared_regions):
        with pytest.raises(SymbolicError, match="three players with one hit probability fixed"):
            cut([None, None, 1, 1])
        with pytest.raises(SymbolicError, match="rule 3"):
            cut([None, None, 1], if_eq=3)


def test_other_searches_agree_with_the_equilibria():
    """Random and Self are options as any others; a player who never hits has one aim."""
    for hits, search in (([None, None, 1], ["others", "self"]), ([None, None, 0], ["others", "miss"])):
        made = stationary_regions(hits, search, precision="1/10")
        for x in range(1, 12):
            for y in range(1, 14):
                point = Fraction(x, 12), Fraction(y, 14)
                region = made.at(*point)
                assert region is None or region.aims.profiles == listed([*point, hits[2]], search=search)


@SLOW
def test_random_mixes_agree_with_the_equilibria():
    made = stationary_regions([None, None, 1], ["others", "miss", "random"], precision="1/10")
    for x in range(1, 20):
        for y in range(1, 22):
            point = Fraction(x, 20), Fraction(y, 22)
            region = made.at(*point)
            assert region is None or region.aims.profiles == listed([*point, 1], search=["others", "miss", "random"])


# -- the page


def rows_of(made, both):
    """Return the rows of a table of the page: aims, gains, share and conditions."""
    for region in made.regions:
        where = "<br>or ".join(" and ".join(f"`{sign}`" for sign in signs) for signs in region.conditions)
        if not both:
            yield f"| {region.aims} | {region.share} | {where} |"
        elif not region.aims.agree:
            gains = " ".join("0+-"[sign] for sign in region.aims.gains)
            aims = f"{aims_text(region.aims.announced)} | {region.aims.stationary}"
            yield f"| {aims} | {gains} | {region.share} | {where} |"


def share_where(made, player, sign):
    area = made.area(lambda plays: plays.gains[player] == sign)
    return share_text(area) if area[1] else "0"


@SLOW
@pytest.mark.parametrize("hit", ["1", "1/2", "1/4"])
def test_the_page_shows_these_regions(hit):
    page = (ROOT / "docs" / "equilibria.md").read_text(encoding="utf-8")
    both = compared_regions([None, None, hit], precision="1e-7")
    gains = " | ".join(f"{share_where(both, player, 1)}, {share_where(both, player, -1)}" for player in range(3))
    assert f"| {hit} | {share_text(both.differing)} | {gains} |\n" in page
    alone = stationary_regions([None, None, hit], precision="1e-7")
    if hit == "1":
        for row in rows_of(alone, both=False):
            assert row in page
        return
    section = page.split(f"### pC = {hit}\n")[1].split("\n#")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "share" not in line]
    assert rows == [*rows_of(alone, both=False), *rows_of(both, both=True)]
