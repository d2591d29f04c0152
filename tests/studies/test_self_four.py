"""Shooting at oneself among four: the numbers of the page, each derived a second time."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd

import independent
import independent_stationary
import numpy as np
import pytest
from pages import numbers, page_text

from truel_ref import Problem, all_outcomes, solve
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import evaluate, sign_of
from truel_ref.studies.self_four import (
    HISTORIES,
    KNOWN,
    SEARCH,
    aims_at_himself,
    all_edges,
    edges,
    first_hits,
    lattice_points,
    paying,
    random_points,
    reasons,
    sample,
    surface,
    win_with,
    with_denominator,
)
from truel_ref.studies.self_four.ends import always_pays
from truel_ref.studies.self_four.points import DENOMINATOR
from truel_ref.symbolic.algebra import value_at

F = Fraction
PAGE = page_text("atlas/self-four.md")
ENDS = "the ends are roots of ${} b^3 + {} b^2 + {} b - {}$ and of ${} b^3 + {} b^2 + {} b - {}$."
WORDS = ["A", "B", "C", "D", "Miss"]

# Hit probabilities times a denominator, the announcements before, the aims of all.
PAYS = [
    ((2, 4, 5, 17), 20, (), ("A", "Miss", "D", "C")),
    ((1, 2, 3, 8), 11, (), ("A", "Miss", "D", "C")),
    ((8, 19, 18, 16), 57, (), ("A", "C", "D", "A")),
    ((13, 38, 9, 10), 41, (), ("A", "Miss", "A", "B")),
    ((19, 18, 3, 14), 63, ("C", "A"), ("C", "A", "C", "Miss")),
    ((20, 8, 22, 19), 38, ("A",), ("A", "B", "Miss", "Miss")),
    ((6, 8, 7, 18), 27, ("A", "Miss"), ("A", "Miss", "C", "Miss")),
]


def over(tops, denominator):
    return [F(top, denominator) for top in tops]


def aim_of(word):
    return independent.miss(4) if word == "Miss" else independent.unit(4, WORDS.index(word))


def by_brute_force(hits, earlier):
    """What Self is worth, how much more than all else, and the replies, from the table of all profiles."""
    player = len(earlier)
    worths = independent.decision_values(
        hits, (0, 1, 2, 3), [aim_of(word) for word in earlier], search=["Others", "Miss", "Self"]
    )
    own = next(worth for worth in worths if worth.option == independent.unit(4, player))
    best = max(worth.value for worth in worths if worth.allowed and worth.option != own.option)
    replies = tuple("Miss" if not any(aim) else WORDS[aim.index(1)] for aim in own.replies)
    return own.value, own.value - best, (*earlier, WORDS[player], *replies)


# -- points


@pytest.mark.parametrize(("tops", "denominator", "earlier", "aims"), PAYS)
def test_it_pays_by_brute_force_too(tops, denominator, earlier, aims):
    found = paying(over(tops, denominator), earlier)
    assert (found.worth, found.gain, found.aims) == by_brute_force(over(tops, denominator), earlier)
    assert found.gain > 0
    assert found.aims == aims


@pytest.mark.parametrize(("tops", "denominator", "earlier", "aims"), PAYS[:5])
def test_on_the_path_no_way_of_breaking_ties_changes_it(tops, denominator, earlier, aims):
    outcomes = all_outcomes(over(tops, denominator), search=SEARCH)
    assert (outcomes.complete, {tuple(map(str, one.aims)) for one in outcomes.outcomes}) == (True, {aims})


def test_batches_say_what_single_points_say():
    """A planted point, ties, which are left to exact numbers, and two faces at once, at every decision."""
    rows = [(2, 4, 5, 17), (5, 5, 5, 5), (0, 4, 20, 17)]
    found = set(aims_at_himself(np.array(rows), 20, HISTORIES))
    for (number, row), earlier in product(enumerate(rows), HISTORIES):
        hits = over(row, 20)
        chosen = solve(hits, search=SEARCH, targets=[*earlier, *["Optimal"] * (4 - len(earlier))]).aims[len(earlier)]
        only = paying(hits, earlier)
        assert only is None or only.gain > 0
        assert ((number, earlier) in found) == (str(chosen) == WORDS[len(earlier)] and only is not None)


def test_points_that_floats_do_not_reach_are_left_to_exact_numbers():
    tiny = DENOMINATOR // 20
    points = np.array([[2 * tiny, 4 * tiny, 5 * tiny, 17 * tiny], [1, 4 * tiny, 5 * tiny, 17 * tiny]])
    assert list(aims_at_himself(points, DENOMINATOR)) == [(0, ())]


# -- the share


def test_a_sample_counts_what_single_points_say():
    draw, paid = random.Random(4), [0, 0, 0, 0]
    points = next(iter(random_points(40, 4))).tolist()
    assert points == [[2 * draw.getrandbits(29) + 1 for _ in range(4)] for _ in range(40)]
    for row in points:
        for player, aim in enumerate(solve(over(row, DENOMINATOR), search=SEARCH).aims):
            paid[player] += str(aim) == WORDS[player]
    assert [share.paying for share in sample(40, seed=4).shares] == paid


def check_rows(shares):
    for share in shares:
        row = f"| {share.where} | {share.paying} | {share.low * 10**6:.2f} | {share.high * 10**6:.2f} |"
        assert row in PAGE


@pytest.mark.slow
def test_a_million_points():
    counted = sample(1_000_000)
    check_rows(counted.shares[:3])
    for point in counted.found:
        assert (point.worth, point.gain, point.aims) == by_brute_force(point.hits, point.earlier)


@pytest.mark.slow
def test_every_decision_at_ten_thousand_points():
    paid = {share.where: share.paying for share in sample(10_000, off_path=True).shares if share.paying}
    assert paid == {
        "B after A at A": 1,
        "B after A at nobody": 2,
        "C after A at A and B at A": 3,
        "C after A at A and B at B": 5,
        "C after A at A and B at C": 1,
        "C after A at A and B at nobody": 2,
        "C after A at B and B at A": 1,
        "C after A at D and B at A": 1,
    }


# -- denominators


@pytest.mark.slow
def test_eleven_is_the_first_denominator():
    [only] = with_denominator(11).found
    assert only.hits == tuple(over((1, 2, 3, 8), 11))


def test_a_lattice_is_complete():
    wanted = [row for row in product(range(1, 6), repeat=4) if len(set(row)) == 4 and gcd(*row, 6) == 1]
    assert sorted(map(tuple, lattice_points(6).tolist())) == wanted
    assert len(lattice_points(2, different=False)) == 3**4 - 2**4


# -- ends


@cache
def ends_of(player):
    return edges(player)


def check_end(end, towards):
    """On both sides of an end the single points, which know no letters, say what the end says."""
    near, step = F(round(float(end.at) * 10**12), 10**12), F(towards, 10**9)
    signs = []
    for hit, pays in ((near + step, True), (near - step, False)):
        assert (paying([*KNOWN[: end.player], hit, *KNOWN[end.player + 1 :]]) is not None) == pays
        signs.append(sign_of(evaluate(end.polynomial, hit)))
    assert signs in ([1, -1], [-1, 1])


@pytest.mark.slow
def test_the_ends_for_b():
    low, high = ends_of(1)
    check_end(low, 1)
    check_end(high, -1)
    said = numbers(PAGE, ENDS)
    assert [*low.polynomial[:3], -low.polynomial[3], *high.polynomial[:3], -high.polynomial[3]] == said


ENDS_OF_B = {"10747647 31576451 111912229 -20929371": [4, -1], "10747647 22334571 115019829 -24516371": [1, 2, 3, -4]}
"""The ends of b as the page has them, and the tie rules under which Self is best there."""


@pytest.mark.parametrize("rule", TIE_RULES)
def test_at_an_end_itself_the_tie_rule_decides(rule):
    for end, rules in ENDS_OF_B.items():
        hits = [*KNOWN[:1], f"root({end}; 0)", *KNOWN[2:]]
        aims = solve(Problem(hits, search="others,miss,self", if_eq=rule)).aims
        assert (str(aims[0]) == "A") == (rule in rules)


# Where B, after A at A, changes from D to Miss as a grows; Self pays on both sides.
JOINT_OF_A = "root(357561 5051592 8567933 -886886; 2)"


def aims_with_ties(hits):
    """A's aims under all ways of breaking ties."""
    found = all_outcomes(hits, search=SEARCH)
    assert found.complete
    return {str(outcome.aims[0]) for outcome in found.outcomes}


def test_a_tie_on_the_line_counts_in_all_its_ways():
    joint = [JOINT_OF_A, *KNOWN[1:]]
    replies = {outcome.aims[1:] for outcome in all_outcomes(joint, search=SEARCH).outcomes}
    assert (len(replies), aims_with_ties(joint), always_pays(joint)) == (2, {"A"}, True)
    for end in ENDS_OF_B:
        hits = [*KNOWN[:1], f"root({end}; 0)", *KNOWN[2:]]
        assert "A" in aims_with_ties(hits)
        assert not always_pays(hits)


@pytest.mark.slow
def test_all_ends_lie_on_the_two_surfaces():
    polynomials = set()
    for end, towards in (
        (end, towards) for both in all_edges().edges for end, towards in zip(both, (1, -1), strict=True)
    ):
        check_end(end, towards)
        assert {"A"} < aims_with_ties([*KNOWN[: end.player], end.at, *KNOWN[end.player + 1 :]])
        polynomials.add((end.earlier, surface(end).deciding[0][0]))
    assert sorted(earlier for earlier, _ in polynomials) == [("A", "A"), ("B", "A")]


@pytest.mark.slow
def test_near_the_known_point_the_two_signs_tell():
    compared = [surface(end) for end in ends_of(1)]
    lot, paid = random.Random(1), 0
    for _ in range(400):
        hits = [hit + F(lot.randrange(-1000, 1001), 100_000) for hit in KNOWN]
        inside = all(one.sign * value_at(one.deciding[0][0], hits) > 0 for one in compared)
        assert (paying(hits) is not None) == inside
        paid += inside
    assert f"at {paid} of them it does" in PAGE


# -- why


def test_what_a_wins_is_taken_apart():
    assert reasons(["1/10", "3/10", "1/4", "17/20"]) is None  # where it does not pay
    found = reasons()
    own, other = ("A", "Miss", "D", "C"), ("D", "A", "D", "C")
    unchanged = ("A", *other[1:])
    assert (found.own, found.other) == (own, other)
    assert found.worths == tuple(map(win_by_chain, (own, unchanged, other)))
    for hits, worth in zip(found.first, found.worths[::2], strict=True):
        assert sum(hit.chance for hit in hits) == 1
        assert sum(hit.chance * hit.wins_then for hit in hits) == worth
    assert found.cost + found.reward == paying(KNOWN).gain == F(17216255975, 2319726374329)
    assert found.cost == F(-3025, 83629)  # the page's test derives it
    assert (first_hits(KNOWN, other), win_with(KNOWN, unchanged)[0]) == (found.first[1], found.worths[1])


def win_by_chain(aims):
    return independent.solve(KNOWN, search=["Others", "Miss", "Self"], targets=[*map(aim_of, aims)]).win[0]


# -- stationary play, where Self is never better than a miss (T11)


def test_the_known_point_has_no_equilibrium_with_self():
    records = independent_stationary.equilibria(KNOWN, search=["Others", "Miss", "Self"])
    assert not any(aim[player] for record in records for player, aim in enumerate(record.aims))
