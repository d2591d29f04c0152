"""Shooting at oneself among four: the numbers of the page, each derived a second time."""

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import independent
import independent_stationary
import numpy as np
import pytest
from examples import one_in
from pages import numbers, page_text

from truel_ref import Problem, all_outcomes, solve
from truel_ref.errors import NumberError, SymbolicError
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import decimal_text, evaluate, sign_of
from truel_ref.studies import self_four
from truel_ref.studies.self_four import (
    HISTORIES,
    KNOWN,
    SEARCH,
    aims_at_himself,
    all_edges,
    better_than_self,
    edges,
    first_hits,
    lattice_points,
    paying,
    pieces,
    random_points,
    reasons,
    sample,
    surface,
    win_with,
    with_denominator,
)
from truel_ref.studies.self_four import points as points_of_study
from truel_ref.studies.self_four.points import DENOMINATOR
from truel_ref.symbolic.algebra import value_at

F = Fraction
PAGE = page_text("atlas/self-four.md")
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
    assert found.aims == aims
    assert found.gain > 0


@pytest.mark.parametrize(("tops", "denominator", "earlier", "aims"), PAYS[:5])
def test_on_the_path_no_way_of_breaking_ties_changes_it(tops, denominator, earlier, aims):
    outcomes = all_outcomes(over(tops, denominator), search=SEARCH)
    assert outcomes.complete
    assert {tuple(map(str, outcome.aims)) for outcome in outcomes.outcomes} == {aims}


def test_batches_say_what_single_points_say():
    """Planted points, ties, faces, and some beyond what floats reach, at every decision."""
    rows = [(2, 4, 5, 17), (2, 4, 5, 16), (5, 5, 5, 5), (0, 4, 5, 17), (20, 4, 5, 17), (4, 2, 17, 5)]
    lot = random.Random(2)
    points = np.array([*rows, [lot.randrange(1, 20) for _ in range(4)]])
    found = set(aims_at_himself(points, 20, HISTORIES))
    for number, row in enumerate(points.tolist()):
        for earlier in HISTORIES:
            hits = over(row, 20)
            chosen = solve(hits, search=SEARCH, targets=[*earlier, *["Optimal"] * (4 - len(earlier))]).aims
            if chosen[len(earlier)] is not None and str(chosen[len(earlier)]) == WORDS[len(earlier)]:
                assert ((number, earlier) in found) == (paying(hits, earlier) is not None)
            else:
                assert (number, earlier) not in found


def test_points_that_floats_do_not_reach_are_left_to_exact_numbers():
    tiny = DENOMINATOR // 20
    points = np.array([[2 * tiny, 4 * tiny, 5 * tiny, 17 * tiny], [1, 4 * tiny, 5 * tiny, 17 * tiny]])
    assert list(aims_at_himself(points, DENOMINATOR)) == [(0, ())]


def test_what_floats_leave_open_is_decided_exactly(monkeypatch):
    decide = points_of_study._of_phase

    def nothing_is_sure(phase, *others):
        miss = np.full_like(phase.path, 4)
        return decide(replace(phase, path=miss, sure=np.zeros_like(phase.sure)), *others)

    monkeypatch.setattr(points_of_study, "_of_phase", nothing_is_sure)
    assert list(aims_at_himself(np.array([[2, 4, 5, 17], [2, 4, 5, 16]]), 20)) == [(0, ())]


# -- the share


def test_the_same_seed_draws_the_same_points():
    first = next(iter(random_points(2, 4))).tolist()
    draw = random.Random(4)
    assert first == [[2 * draw.getrandbits(29) + 1 for _ in range(4)] for _ in range(2)]
    assert first != next(iter(random_points(2, 5))).tolist()


def test_a_sample_counts_what_single_points_say():
    seeds = sample(60, seed=1)
    paid = [0, 0, 0, 0]
    for row in next(iter(random_points(60, 1))).tolist():
        for player, aim in enumerate(solve(over(row, DENOMINATOR), search=SEARCH).aims):
            paid[player] += str(aim) == WORDS[player]
    assert [share.paying for share in seeds.shares] == paid
    with pytest.raises(NumberError):
        sample(0)


def check_rows(shares):
    for share in shares:
        row = f"| {share.where} | {share.paying} | {share.low * 10**6:.2f} | {share.high * 10**6:.2f} |"
        assert (row in PAGE) == (share.paying > 0 or share.points > 10_000)


@pytest.mark.slow
def test_a_million_points():
    counted = sample(1_000_000)
    check_rows(counted.shares[:3])
    patterns = Counter(", ".join(point.aims) for point in counted.found)
    shown = re.sub(r"\s+", " ", PAGE)
    assert "; ".join(f"{aims}: {times}" for aims, times in patterns.most_common()) in shown
    for point in counted.found:
        assert (point.worth, point.gain, point.aims) == by_brute_force(point.hits, point.earlier)


@pytest.mark.slow
def test_every_decision_at_ten_thousand_points():
    check_rows(sample(10_000, off_path=True).shares)


# -- denominators


def test_eleven_is_the_first_denominator():
    assert with_denominator(5).found == ()
    [only] = with_denominator(11).found
    assert only.hits == tuple(over((1, 2, 3, 8), 11))


def test_a_lattice_is_complete():
    wanted = [row for row in product(range(1, 6), repeat=4) if len(set(row)) == 4]
    assert sorted(map(tuple, lattice_points(6).tolist())) == [
        row for row in wanted if np.gcd(np.gcd.reduce(row), 6) == 1
    ]
    assert len(lattice_points(2, different=False)) == 3**4 - 2**4


# -- ends


@cache
def ends_of(player):
    return edges(player)


def check_end(end, towards):
    """On both sides of an end the single points, which know no letters, say what the end says."""
    step = F(towards, 10**9)
    near = F(round(end.at * 10**12) if isinstance(end.at, F) else round(float(end.at) * 10**12), 10**12)
    for hit, pays in ((near + step, True), (near - step, False)):
        hits = [*KNOWN[: end.player], hit, *KNOWN[end.player + 1 :]]
        assert (paying(hits) is not None) == pays
    assert sign_of(evaluate(end.polynomial, near + step)) != sign_of(evaluate(end.polynomial, near - step))


def test_the_ends_for_b():
    low, high = ends_of(1)
    check_end(low, 1)
    check_end(high, -1)
    said = numbers(PAGE, "the ends are roots of {} b^3 + {} b^2 + {} b - {} and of {} b^3 + {} b^2 + {} b - {}.")
    assert (*low.polynomial[:3], -low.polynomial[3], *high.polynomial[:3], -high.polynomial[3]) == tuple(said)


ENDS_OF_B = {"10747647 31576451 111912229 -20929371": [4, -1], "10747647 22334571 115019829 -24516371": [1, 2, 3, -4]}
"""The ends of b as the page has them, and the tie rules under which Self is best there."""


@pytest.mark.parametrize("rule", one_in(3, TIE_RULES))
def test_at_an_end_itself_the_tie_rule_decides(rule):
    for end, rules in ENDS_OF_B.items():
        hits = [*KNOWN[:1], f"root({end}; 0)", *KNOWN[2:]]
        aims = solve(Problem(hits, search="others,miss,self", if_eq=rule)).aims
        assert (str(aims[0]) == "A") == (rule in rules)


def test_the_two_surfaces():
    """In brute force the decision that changes is indifferent where the polynomial says, and the signs agree."""
    for end, word, other in zip(ends_of(1), "BD", "DB", strict=True):
        compared = surface(end)
        [(polynomial, power)] = compared.deciding
        assert power == 1
        lot = random.Random(1)
        for _ in range(3):
            hits = [hit + F(lot.randrange(-100, 101), 20_000) for hit in KNOWN]
            worths = independent.decision_values(
                hits, (0, 1, 2, 3), [aim_of(before) for before in end.earlier], search=["Others", "Miss", "Self"]
            )
            values = {WORDS[worth.option.index(1)]: worth.value for worth in worths if any(worth.option)}
            difference = values[word] - values[other]
            sign = compared.sign * sign_of(value_at(polynomial, hits))
            assert sign == (difference > 0) - (difference < 0)


@pytest.mark.slow
def test_all_ends_lie_on_the_two_surfaces():
    found = all_edges()
    polynomials = {}
    for both in found.edges:
        shown = " | ".join(decimal_text(end.at, 12) for end in both)
        assert f"| {'abcd'[both[0].player]} | {shown} |" in PAGE
        check_end(both[0], 1)
        check_end(both[1], -1)
        for end in both:
            [(polynomial, _)] = surface(end).deciding
            polynomials.setdefault(end.earlier, set()).add(polynomial)
    assert sorted(polynomials) == [("A", "A"), ("B", "A")]
    assert all(len(same) == 1 for same in polynomials.values())


@pytest.mark.slow
def test_where_it_does_not_pay_there_are_no_ends():
    with pytest.raises(SymbolicError, match="does not pay"):
        edges(1, [F(1, 10), F(3, 10), F(1, 4), F(17, 20)])


def test_what_has_no_ends():
    with pytest.raises(SymbolicError, match="four different"):
        pieces(0, [F(1, 2)] * 4)
    with pytest.raises(NumberError, match="player"):
        pieces(4)


def plane_polynomial(name):
    """The polynomial that the page shows for the plane c = 1/4, d = 17/20, as coefficients by the powers of a and b."""
    [text] = re.findall(rf"    {name} = (.*?)  > 0", PAGE, flags=re.DOTALL)
    terms = {}
    for sign, number, letters in re.findall(r"([+-]?) ?(\d+)((?: [ab](?:\^\d)?)*)", text):
        powers = dict.fromkeys("ab", 0) | {
            letter: int(power or 1) for letter, power in re.findall(r"(.)\^?(\d?)", letters.replace(" ", ""))
        }
        terms[powers["a"], powers["b"]] = int(f"{sign}{number}")
    return terms


@pytest.mark.slow
def test_the_page_shows_the_surfaces_in_the_plane():
    for name, end in zip("PQ", ends_of(1), strict=True):
        compared = surface(end)
        [(polynomial, _)] = compared.deciding
        shown = plane_polynomial(name)
        assert len(shown) == 16
        ratios = set()
        for a, b in product(range(1, 5), repeat=2):  # as many points as a polynomial cubic in both needs
            point = [F(a, 9), F(b, 7), *KNOWN[2:]]
            value = sum(number * point[0] ** i * point[1] ** j for (i, j), number in shown.items())
            ratios.add(value / (compared.sign * value_at(polynomial, point)))
        [ratio] = ratios
        assert ratio > 0


@pytest.mark.slow
def test_near_the_known_point_the_two_signs_tell():
    compared = [surface(end) for end in ends_of(1)]
    lot, radius, paid = random.Random(1), F(1, 100), 0
    for _ in range(400):
        hits = [hit + radius * F(lot.randrange(-1000, 1001), 1000) for hit in KNOWN]
        inside = all(one.sign * value_at(one.deciding[0][0], hits) > 0 for one in compared)
        assert (paying(hits) is not None) == inside
        paid += inside
    assert f"at {paid} of them it does" in PAGE


# -- why


def test_what_a_wins_is_taken_apart():
    found = reasons()
    own, other = found.own, found.other
    assert (own, other) == (("A", "Miss", "D", "C"), ("D", "A", "D", "C"))
    for aims, hits, worth in zip((own, other), found.first, (found.worths[0], found.worths[2]), strict=True):
        assert sum(hit.chance for hit in hits) == 1
        assert sum(hit.chance * hit.wins_then for hit in hits) == worth
        again = independent.solve(KNOWN, search=["Others", "Miss", "Self"], targets=[*map(aim_of, aims)])
        assert again.win[0] == worth
    unchanged = independent.solve(KNOWN, search=["Others", "Miss", "Self"], targets=[*map(aim_of, ("A", *other[1:]))])
    assert unchanged.win[0] == found.worths[1] == win_with(KNOWN, ("A", *other[1:]))[0]
    own_shots = next(hit for hit in found.first[1] if hit.shooter == 0)
    assert found.cost == -own_shots.chance * own_shots.wins_then == F(-3025, 83629)
    assert found.cost + found.reward == paying(KNOWN).gain == F(17216255975, 2319726374329)
    assert first_hits(KNOWN, other) == found.first[1]


def test_where_it_does_not_pay_there_is_no_reason():
    assert reasons(["1/10", "3/10", "1/4", "17/20"]) is None


# -- stationary play


def test_self_is_the_worst_option_when_nobody_replies():
    """Against any aims of the others and any later values, by solving the chain: no option is worth less than Self."""
    lot = random.Random(3)
    order = (0, 1, 2, 3)
    later_orders = {independent.after_hit(order, m, victim) for m in order for victim in order}
    for _ in range(30):
        hits = [F(lot.randrange(1, 13), 12) for _ in order]
        later = {}
        for rest in sorted(later_orders):
            parts = [lot.randrange(4) if player in rest else 0 for player in order]
            later[rest] = tuple(F(part, 9) for part in parts)
        aims = [aim_of(lot.choice(WORDS)) for _ in order]
        player = lot.randrange(4)
        worths = {}
        for word in WORDS:
            mine = [*aims[:player], aim_of(word), *aims[player + 1 :]]
            worths[word] = independent.phase_values_by_chain(hits, order, mine, later)[player][player]
        assert min(worths.values()) == worths[WORDS[player]]


def test_the_proof_is_the_formula_of_the_solver():
    lot = random.Random(4)
    for _ in range(20):
        numbers = [F(lot.randrange(10), 9) for _ in range(5)]
        solver, proof = better_than_self(*numbers)
        assert solver == proof


def test_the_known_point_has_no_equilibrium_with_self():
    for record in independent_stationary.equilibria(KNOWN, search=["Others", "Miss", "Self"]):
        assert all(not aim[player] for player, aim in enumerate(record.aims))


def test_every_public_name_is_there():
    assert all(hasattr(self_four, name) for name in self_four.__all__)
