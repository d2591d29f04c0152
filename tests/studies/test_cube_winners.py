"""Who wins most often in the cube: bounds hold what is known otherwise, and points agree with solutions in numbers."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from box_shares import cube_shares_by_boxes
from pages import added, are_outwards, assert_numbers, numbers, page_text, section, spelled, table, unit_of
from test_cube import assert_one_wins, meet

from truel_ref.game.variant import PLAYS
from truel_ref.studies.cube import CubeQuestion, cube_table, cube_winner_table, winner_table
from truel_ref.studies.cube.questions import signs_at
from truel_ref.studies.cube.shares import DIFFERENT, fire_favourites
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.studies.rules_of_fire import enclose, shooter_shares
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import settled
from truel_ref.variants.fire import random_shooter, simultaneous_fire

RULES = {"random shooter": random_shooter, "simultaneous": simultaneous_fire}
PAGE = page_text("atlas/cube.md")
ROLES = {"strongest": "the best shot", "middle": "the middle one", "weakest": "the worst shot"}


def winners(plays):
    return frozenset(max(range(3), key=record.win.__getitem__) for record in plays)


@pytest.mark.parametrize("rule", RULES)
def test_favourites_are_those_of_all_equilibria_in_numbers(rule):
    """At random points with a > c > b."""
    fire, met, rng = fire_favourites(rule), set(), random.Random(5)
    for _ in range(40):
        b, c, a = sorted(Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3))
        plays = RULES[rule]([a, c, b]).plays
        assert fire(signs_at([a, b, c])) == winners(plays)
        assert not any(aim.is_miss for record in plays for aim in record.aims)
        met.add(winners(plays))
    assert len(met) >= 3
    assert fire(signs_at([b, a, c])) is None


@pytest.mark.parametrize("point", ["10/11 2/5 1/2", "3/13 1/6 1/5", "9/10 441/1381 7/20", "4/5 1/8 1/4"])
def test_favourites_on_the_surfaces_of_the_equilibria(point):
    """Where a condition of the theorem holds with equality, more equilibria count than on one of the sides."""
    a, b, c = hits = [Fraction(hit) for hit in point.split()]
    assert fire_favourites("simultaneous")(signs_at(hits)) == winners(simultaneous_fire([a, c, b]).plays)


@pytest.mark.slow
def test_the_random_shooter_has_closed_forms():
    made = cube_winner_table("random shooter", error=1e-5)
    for player, share in shooter_shares().items():
        low, high = made.of(f"{ROLES[player]} is the likeliest winner")
        assert low < Fraction(float(share)) < high < low + Fraction(1, 100)
    third = made.of("B is the likeliest winner")[0]
    assert_numbers(PAGE, {"with a random shooter in exactly {}.": [third]})
    (weakest,) = spelled(PAGE, r"- 2 \ln \varphi = {}\ldots$ of the cube")
    assert 0 < float(shooter_shares()["weakest"]) - float(weakest) < unit_of(weakest)
    shares = [made.of(name) for name in ("A is the likeliest winner", "B is the likeliest winner", "somebody misses")]
    assert shares == [(third, third), (third, third), (0, 0)]


def test_simultaneous_fire_by_columns_and_by_boxes():
    columns, boxes = simultaneous(), enclose("simultaneous", 5)
    names = {player: f"{role} is the likeliest winner" for player, role in ROLES.items()}
    for answer, name in {**names, "equilibria differ": DIFFERENT}.items():
        assert meet(columns.of(name), (boxes[answer].low, boxes[answer].high))


@cache
def simultaneous(error=1e-3):
    return cube_winner_table("simultaneous", error)


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_winners_in_turn_by_surfaces_and_by_decisions_in_boxes(play):
    columns = cube_winner_table(play, error=1e-5)
    boxes = cube_shares_by_boxes(CubeQuestion([None, None, None], play).standing, level=4, edges=1).volumes
    told = {f"{name} is the likeliest winner": (player,) for player, name in enumerate("ABC")}
    assert meet(columns.of("somebody misses"), boxes.of(lambda standing: standing and standing.somebody_misses))
    for name, who in told.items():
        assert meet(columns.of(name), boxes.of(lambda standing, who=who: standing and standing.winners == who)), name


@pytest.mark.slow
def test_winners_in_turn_are_those_of_the_page_and_miss_as_the_aims_say():
    columns = cube_winner_table("stationary", error=1e-3)
    misses = [ends for name, *ends in cube_table("stationary", error=1e-3).shares if "Miss" in name]
    assert meet(columns.of("somebody misses"), added(misses))
    assert_one_wins(columns)
    assert_around_the_page(columns, "stationary")


def page_of_winners():
    """Return for each share of the page its ends in stationary and in announced play."""
    _, *rows = table(section(PAGE, "Who wins most often, in the cube"))
    return {name: [tuple(map(Fraction, ends[at : at + 2])) for at in (0, 2)] for name, *ends in rows}


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1], ids=["stationary", "announced"])
def test_the_page_says_what_planes_add_up_to(place):
    """Another way, without columns or boxes: exact regions of 16 planes, added up as a sum of midpoints is."""
    planes, sums = 16, Counter()
    for number in range(planes):
        made = winner_table(Fraction(2 * number + 1, 2 * planes), ("stationary", "announced")[place], "1e-4")
        sums.update({name: (low + high) / planes for name, low, high in made.shares})
    page = page_of_winners()
    assert len(page) == 6
    assert all(abs(sums[name] - sum(page[name][place])) < Fraction(1, 1000) for name in page)


@pytest.mark.slow
@pytest.mark.parametrize(("play", "error"), [("stationary", 1e-4), ("announced", 1e-5)])
def test_the_page_says_what_coarser_columns_enclose(play, error):
    assert_around_the_page(cube_winner_table(play, error), play)


def assert_around_the_page(coarse, play):
    """And the six orders of strength have together what the worst shot has."""
    for name, ends in page_of_winners().items():
        least, most = ends[play == "announced"]
        low, high = coarse.of(name)
        assert low < least < most < high, name
    orders = [ends for name, *ends in coarse.shares if " > " in name]
    assert (len(orders), meet(added(orders), coarse.of("the worst shot is the likeliest winner"))) == (6, True)


@pytest.mark.parametrize("place", [0, 1], ids=["stationary", "announced"])
def test_the_shares_of_the_page_add_up(place):
    """One of the players wins most often, and the aims tell who misses.

    The worst shot does so in almost a third, or in little more than a quarter.
    """
    page = {name: ends[place] for name, ends in page_of_winners().items()}
    (apart,) = numbers(PAGE, "The bounds are less than {} millionths apart")
    assert all(0 < high - low <= apart / 10**6 for low, high in page.values())
    low, high = added(page[f"{player} is the likeliest winner"] for player in "ABC")
    assert low < 1 < high
    low, high = page["the worst shot is the likeliest winner"]
    assert (94, 75)[place] < 300 * low < 300 * high < (100, 81)[place]
    _, *aims = table(section(PAGE, "Which aims, in which share of the cube"))
    ends_of_aims = [row[1 + 2 * place : 3 + 2 * place] for row in aims if "Miss" in row[0]]
    assert meet(added(tuple(map(Fraction, ends)) for ends in ends_of_aims if all(ends)), page["somebody misses"])


@pytest.mark.slow
def test_how_many_polynomials_tell_who_wins():
    hits, counts = Letters([None, None, None]).hits, []
    for play in PLAYS:
        question, surfaces = CubeQuestion([None, None, None], play), cube_surfaces(play)
        tree = question.decisions
        paths = [tuple(map(list.index, map(list, tree.options), aims)) for aims in surfaces.classes]
        differences = [one - other for each in (hits, *map(tree.win, paths)) for one, other in combinations(each, 2)]
        asked = {polynomial for each in differences for polynomial, _ in settled(each)[1]}
        counts.append(len(asked | set(surfaces.polynomials)))
    sentence = "that part the classes: {} polynomials together in announced and {} in stationary play"
    assert_numbers(PAGE, {sentence: counts})


def test_the_claimed_area_is_twice_what_the_command_shows():
    page = page_text("atlas/closed-areas.md")
    (line,) = [line for line in page.splitlines() if line.startswith("A is the likeliest winner, and pA < pB  ")]
    ends = [200 * Fraction(end) for end in line.split()[-4:-2]]
    assert are_outwards(spelled(page, "A is the likeliest winner in {} to {} % of $a < b$"), *ends)


@pytest.mark.slow
@pytest.mark.parametrize("error", [1e-3, pytest.param(1e-9, marks=pytest.mark.slow)])
def test_what_the_page_says_of_simultaneous_fire_lies_in_coarser_columns(error):
    made = simultaneous(error)
    orders = [ends for name, *ends in made.shares if " > " in name]
    assert (len(orders), meet(added(orders), made.of("the worst shot is the likeliest winner"))) == (6, True)
    each = "Each of A, B and C is the favourite in {} to {}, and with a random"
    parts = {
        "the best shot is the likeliest winner": "the strongest is the favourite in {} to {} of the cube,",
        "the middle one is the likeliest winner": "of the cube, the middle one in {} to {}, the weakest in",
        "the worst shot is the likeliest winner": "the weakest in {} to {}, and equilibria differ",
        DIFFERENT: "and equilibria differ in {} to {}. Each of A, B and C",
    }
    for name, sentence in {
        **parts,
        **{f"{player} is the likeliest winner": each for player in "ABC"},
    }.items():
        low, high = made.of(name)
        least, most = numbers(PAGE, sentence)
        assert low <= least < most <= high, name
    low, high = added(numbers(PAGE, sentence) for sentence in parts.values())
    assert low < 1 < high  # one of three is the favourite, or equilibria differ
    assert made.of("somebody misses") == (0, 0)
