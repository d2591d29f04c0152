"""Who wins most often in the cube: bounds hold what is known otherwise, and points agree with solutions in numbers."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from box_shares import cube_shares_by_boxes
from pages import added, are_outwards, numbers, page_text, section, spelled, table

from truel_ref import Problem
from truel_ref.errors import SymbolicError
from truel_ref.studies.cube import CubeQuestion, cube_table, cube_winner_table, winner_table
from truel_ref.studies.cube.questions import beside, signs_at
from truel_ref.studies.cube.shares import DIFFERENT, fire_favourites, volley_wins
from truel_ref.studies.cube.surfaces import cube_surfaces, pairs_of_plays
from truel_ref.studies.rules_of_fire import enclose, shooter_shares
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import settled
from truel_ref.variants.fire import random_shooter, simultaneous_fire

RULES = {"random shooter": random_shooter, "simultaneous": simultaneous_fire}
ROLES = {"strongest": "the best shot", "middle": "the middle one", "weakest": "the worst shot"}


def meet(one, other):
    return max(one[0], other[0]) <= min(one[1], other[1])


def sorted_points(seed, count):
    """Return random points with a > c > b."""
    rng = random.Random(seed)
    for _ in range(count):
        b, c, a = sorted(Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3))
        yield [a, b, c]


def test_the_surfaces_tell_the_standings_that_the_decisions_tell():
    rng = random.Random(3)
    for play in ("announced", "stationary"):
        question, surfaces = CubeQuestion([None, None, None], play), cube_surfaces(play)
        for _ in range(20):
            sign_of = signs_at([Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)])
            assert question.standing_with(surfaces.aims_by(sign_of), sign_of) == question.standing(sign_of)


@pytest.mark.parametrize("rule", RULES)
def test_favourites_are_those_of_all_equilibria_in_numbers(rule):
    fire, met = fire_favourites(rule), set()
    for a, b, c in sorted_points(5, 60):
        answer = RULES[rule]([a, c, b])
        favourites = fire(signs_at([a, b, c]))
        assert not any(aim.is_miss for record in answer.plays for aim in record.aims)
        winners = [max(range(3), key=record.win.__getitem__) for record in answer.plays]
        assert favourites == frozenset(winners)
        met.add(favourites)
    assert len(met) >= 3
    assert fire(signs_at([b, a, c])) is None


@pytest.mark.parametrize("point", ["10/11 2/5 1/2", "3/13 1/6 1/5", "9/10 441/1381 7/20", "4/5 1/8 1/4"])
def test_favourites_on_the_surfaces_of_the_equilibria(point):
    """Where a condition of the theorem holds with equality, more equilibria count than on one of the sides."""
    a, b, c = hits = [Fraction(hit) for hit in point.split()]
    winners = [max(range(3), key=record.win.__getitem__) for record in simultaneous_fire([a, c, b]).plays]
    assert fire_favourites("simultaneous")(signs_at(hits)) == frozenset(winners)


def test_a_volley_in_numbers():
    hits = [Fraction(3, 5), Fraction(2, 5), Fraction(1, 5)]
    for aims in ([1, 0, 0], [1, 2, 0], [2, 0, 1], [2, 2, 1]):
        words = ",".join("ABC"[aim] for aim in aims)
        (record,) = simultaneous_fire(Problem(hits, targets=words)).plays
        assert tuple(volley_wins(hits, aims)) == tuple(record.win)


def test_the_random_shooter_has_closed_forms():
    table = cube_winner_table("random shooter", error=1e-5)
    for player, share in shooter_shares().items():
        low, high = table.of(f"{ROLES[player]} is the likeliest winner")
        assert low < Fraction(float(share)) < high < low + Fraction(1, 100)
    assert table.of("B is the likeliest winner") == (Fraction(1, 3), Fraction(1, 3))


def test_simultaneous_fire_by_columns_and_by_boxes():
    columns, boxes = cube_winner_table("simultaneous", error=1e-4), enclose("simultaneous", 6)
    for player, role in ROLES.items():
        assert meet(columns.of(f"{role} is the likeliest winner"), (boxes[player].low, boxes[player].high))
    assert meet(columns.of(DIFFERENT), (boxes["equilibria differ"].low, boxes["equilibria differ"].high))


def assert_winners_meet(columns, boxes):
    for player in range(3):
        ends = boxes.of(lambda standing, player=player: standing is not None and standing.winners == (player,))
        assert meet(columns.of(f"{'ABC'[player]} is the likeliest winner"), ends)


@pytest.mark.slow
@pytest.mark.parametrize("play", ["announced", "stationary"])
def test_winners_in_turn_by_surfaces_and_by_decisions_in_boxes(play):
    columns = cube_winner_table(play, error=1e-5)
    boxes = cube_shares_by_boxes(CubeQuestion([None, None, None], play).standing, level=4, edges=1).volumes
    assert_winners_meet(columns, boxes)
    misses = boxes.of(lambda standing: standing is not None and standing.somebody_misses)
    assert meet(columns.of("somebody misses"), misses)


def test_winners_in_turn_by_surfaces_and_by_decisions():
    """The decisions themselves, in large boxes, and what misses there are by the shares of the aims."""
    columns = cube_winner_table("stationary", error=1e-3)
    decided = cube_shares_by_boxes(CubeQuestion([None, None, None], "stationary").standing, level=2, edges=0).volumes
    assert_winners_meet(columns, decided)
    aims = cube_table("stationary", error=1e-3).shares
    assert meet(columns.of("somebody misses"), [sum(each[end] for each in aims if "Miss" in each[0]) for end in (1, 2)])
    players = [columns.of(f"{player} is the likeliest winner") for player in "ABC"]
    assert sum(low for low, _ in players) <= 1 <= sum(high for _, high in players)


def test_pairs_of_aims_of_both_plays_are_all():
    """No list of signs of the decisions of both plays but those of these pairs occurs in the cube."""
    pairs = pairs_of_plays()
    agreeing = {announced for announced, stationary in pairs if announced == stationary}
    assert agreeing == set(cube_surfaces("stationary").classes)
    assert len(pairs) == 20
    both = beside()
    rng = random.Random(9)
    for _ in range(40):
        told = both(signs_at([Fraction(place, 1009) for place in rng.sample(range(1, 1009), 3)]))
        assert (told.announced, *told.stationary.profiles) in pairs


PAGE = page_text("atlas/cube.md")


def page_of_winners():
    """Return for each share of the page its ends in stationary and in announced play."""
    _, *rows = table(section(PAGE, "Who wins most often, in the cube"))
    return {name: [tuple(map(Fraction, ends[at : at + 2])) for at in (0, 2)] for name, *ends in rows}


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1], ids=["stationary", "announced"])
def test_the_page_says_what_planes_add_up_to(place):
    """Another way, without columns or boxes: exact regions of 16 planes, added up as a sum of midpoints is."""
    planes, sums = 16, {}
    for number in range(planes):
        table = winner_table(Fraction(2 * number + 1, 2 * planes), ("stationary", "announced")[place], "1e-4")
        for name, low, high in table.shares:
            sums[name] = sums.get(name, 0) + (low + high) / (2 * planes)
    page = page_of_winners()
    for name in page.keys() & sums.keys():
        least, most = page[name][place]
        assert abs(sums[name] - (least + most) / 2) < Fraction(1, 2000)
    assert len(page.keys() & sums.keys()) == 6


@pytest.mark.parametrize(
    ("play", "error"), [("stationary", 1e-4), pytest.param("announced", 1e-5, marks=pytest.mark.slow)]
)
def test_the_page_says_what_coarser_columns_enclose(play, error):
    page, coarse = page_of_winners(), cube_winner_table(play, error)
    assert len(page) == len(coarse.shares) == 12
    for name, low, high in coarse.shares:
        least, most = page[name][play == "announced"]
        assert low < least < most < high


def test_the_page_meets_the_boxes_of_two_orders():
    page, variants = page_of_winners(), page_text("variants.md")
    orders = {"weakest first": "pC > pB > pA", "strongest first": "pA > pB > pC"}
    for place, play in enumerate(("stationary", "announced")):
        for first, order in orders.items():
            row = next(line for line in variants.splitlines() if line.startswith(f"| {play}, {first} |"))
            low, high = map(Fraction, row.split("|")[4].split(" to "))
            assert meet((low / 6, high / 6), page[f"the worst shot is the likeliest winner, and {order}"][place])


@pytest.mark.parametrize("place", [0, 1], ids=["stationary", "announced"])
def test_the_shares_of_the_page_add_up(place):
    """One of the players wins most often, the worst shot in one of six orders, and who misses is told by the aims."""
    page = {name: ends[place] for name, ends in page_of_winners().items()}
    (apart,) = numbers(PAGE, "in 62 and 17 minutes of processor time; the bounds are less than {} millionth apart")
    assert all(0 < high - low <= apart / 10**6 for low, high in page.values())
    low, high = added(page[f"{player} is the likeliest winner"] for player in "ABC")
    assert low < 1 < high
    orders = [ends for name, ends in page.items() if " > " in name]
    assert len(orders) == 6
    assert meet(added(orders), page["the worst shot is the likeliest winner"])
    _, *aims = table(section(PAGE, "Which aims, in which share of the cube"))
    ends_of_aims = [row[1 + 2 * place : 3 + 2 * place] for row in aims if "Miss" in row[0]]
    assert meet(added(tuple(map(Fraction, ends)) for ends in ends_of_aims if all(ends)), page["somebody misses"])


def test_announcements_help_the_last_as_the_page_says():
    """C is the favourite more often, A and B less; the worst shot in almost a third, or little more than a quarter."""
    page = page_of_winners()
    for player in "AB":
        stationary, announced = page[f"{player} is the likeliest winner"]
        assert announced[1] < stationary[0]
    stationary, announced = page["C is the likeliest winner"]
    assert stationary[1] < announced[0]
    stationary, announced = page["the worst shot is the likeliest winner"]
    assert Fraction(1, 3) - Fraction(1, 50) < stationary[0] < stationary[1] < Fraction(1, 3)
    assert Fraction(1, 4) < announced[0] < announced[1] < Fraction(1, 4) + Fraction(1, 50)


def test_how_many_polynomials_tell_who_wins():
    hits = Letters([None, None, None]).hits
    counts = []
    for play in ("announced", "stationary"):
        question, surfaces = CubeQuestion([None, None, None], play), cube_surfaces(play)
        asked = set(surfaces.polynomials)
        differences = [one - other for one, other in combinations(hits, 2)]
        for aims in surfaces.classes:
            path = [options.index(aim) for options, aim in zip(question.decisions.options, aims, strict=True)]
            win = question.decisions.win(tuple(path))
            differences += [win[one] - win[other] for one, other in combinations(range(3), 2)]
        asked |= {polynomial for each in differences for polynomial, _ in settled(each)[1]}
        counts.append(len(asked))
    sentence = "that part the classes: {} polynomials together in announced and {} in stationary play"
    assert numbers(PAGE, sentence) == counts


def test_the_claimed_area_is_twice_what_the_command_shows():
    shown = section(PAGE, "Who wins most often, for pC = 1")
    (line,) = [line for line in shown.splitlines() if line.startswith("A is the likeliest winner, and pA < pB")]
    low, high = map(Fraction, line.split()[-4:-2])
    assert are_outwards(spelled(PAGE, "A is the likeliest winner in {} to {} % of `pA < pB`"), 200 * low, 200 * high)
    again = spelled(
        page_text("atlas/closed-areas.md"), "*A is the likeliest winner in {} to {} % of* `pA < pB` at pC = 1"
    )
    assert are_outwards(again, 200 * low, 200 * high)


@pytest.mark.parametrize("error", [1e-4, pytest.param(1e-9, marks=pytest.mark.slow)])
def test_what_the_page_says_of_simultaneous_fire_lies_in_coarser_columns(error):
    made = cube_winner_table("simultaneous", error)
    orders = {name: "which is {} to {} in each of the six orders" for name, _, _ in made.shares if " > " in name}
    assert len(orders) == 6
    sentences = {
        "the best shot is the likeliest winner": "the strongest is the favourite in {} to {} of the cube,",
        "the middle one is the likeliest winner": "of the cube, the middle one in {} to {}, the weakest in",
        "the worst shot is the likeliest winner": "the weakest in {} to {}, which is",
        DIFFERENT: "and equilibria differ in {} to {}. Each of A, B and C",
        **orders,
        **{
            f"{player} is the likeliest winner": "Each of A, B and C is the favourite in {} to {}, and with a random"
            for player in "ABC"
        },
    }
    for name, sentence in sentences.items():
        low, high = made.of(name)
        least, most = numbers(PAGE, sentence)
        assert low <= least < most <= high, name
    low, high = added(numbers(PAGE, sentence) for sentence in list(sentences.values())[:4])
    assert low < 1 < high  # one of three is the favourite, or equilibria differ
    for rule in RULES:
        nobody = (Fraction(0), Fraction(0))
        assert cube_winner_table(rule, 1e-2).of("somebody misses") == nobody
    (third,) = numbers(PAGE, "with a random shooter in exactly {}.")
    assert cube_winner_table("random shooter", 1e-2).of("A is the likeliest winner") == (third, third)


def test_an_unknown_rule_is_not_taken_for_simultaneous_fire():
    with pytest.raises(SymbolicError, match="no rule of fire is called 'lot'; there are random shooter, simultaneous"):
        fire_favourites("lot")
