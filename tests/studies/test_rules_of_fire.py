"""Rules of fire beside each other: formulas, equilibria and shares, against the solvers at rational points."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
import sympy
from from_scripts import script

from truel_ref import Problem, equilibria, solve
from truel_ref.errors import SymbolicError
from truel_ref.kernels.halving import HalvedCells
from truel_ref.studies.rules_of_fire import (
    MODELS,
    PLAYERS,
    enclose,
    formulas,
    letters_of,
    margins,
    only_survivor_shares,
    opinion_values,
    opinion_wins,
    possible_answers,
    prove_strongest,
    shooter_shares,
    shooter_wins,
)
from truel_ref.studies.rules_of_fire.boxes import MARGIN, Boxes, blend, ordered, shares_of_cells
from truel_ref.studies.rules_of_fire.outcomes import (
    ALL_AT_THE_STRONGEST,
    CYCLES,
    InTurn,
    conditions,
    profiles,
    volley_leads,
)
from truel_ref.variants.bullets import counted_bullets
from truel_ref.variants.fire import random_shooter, simultaneous_fire
from truel_ref.variants.opinions import opinion_contest

DOWN, UP = (0, 1, 2), (2, 1, 0)
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "variants.md"


# ---------------------------------------------------------------------------------------------------------
# Formulas


def published(a, b, c):
    """Return the formulas of Toral and Amengual for three with a random shooter."""
    total = a + b + c
    return [a**2 / ((a + c) * total), b / total, c * (2 * a + c) / ((a + c) * total)]


def by_hand(a, b, c):
    """Return the chances of three opinions, from the gambler's ruin between two against one."""

    def two(p, q):
        return p * (p + 2 * q) / (p + q) ** 2

    total = a + b + c
    return [
        a * two(a, c) / total,
        (b * two(b, c) + c * (1 - two(c, b))) / total,
        (a * (1 - two(a, c)) + b * (1 - two(b, c)) + c * two(c, b)) / total,
    ]


def test_the_formulas_are_the_published_ones():
    a, b, c = letters_of(3)
    assert shooter_wins((a, b, c)) == published(a, b, c)
    assert opinion_wins((a, b, c)) == by_hand(a, b, c)
    assert opinion_wins((a, b, c))[0] == a**2 * (a + 2 * c) / ((a + b + c) * (a + c) ** 2)
    assert opinion_wins((a, b, c))[1] == b**2 * (b + 3 * c) / ((a + b + c) * (b + c) ** 2)
    assert sum(shooter_wins((a, b, c))) == sum(opinion_wins((a, b, c))) == 1


def test_two_have_their_closed_forms():
    a, b = letters_of(2)
    assert shooter_wins((a, b)) == opinion_wins((a, b)) == [a / (a + b), b / (a + b)]


@pytest.mark.parametrize("seed", range(12))
def test_everybody_at_the_strongest_is_the_only_equilibrium(seed):
    hits = sorted(random.Random(seed).sample([Fraction(k, 60) for k in range(1, 61)], 3), reverse=True)
    for answer, formula in ((random_shooter(hits), shooter_wins(hits)), (opinion_contest(hits), opinion_wins(hits))):
        assert [aim.target for aim in answer.aims] == [1, 0, 0]
        assert list(answer.win) == formula
        assert answer.only.strict


def test_margins_are_positive_for_three_and_not_for_four():
    assert prove_strongest("shooter") == 6
    assert prove_strongest("opinions") == 3
    four = [Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]
    assert margins("shooter", four)["C", "D"] == Fraction(-1, 135)
    assert all([aim.target for aim in play.aims] != [1, 0, 0, 0] for play in random_shooter(four))


def test_a_margin_that_can_be_negative_is_not_proved(monkeypatch):
    a, b, _ = letters_of(3)
    monkeypatch.setattr(formulas, "margins", lambda model, hits: {("B", "C"): a - b})
    with pytest.raises(SymbolicError, match="shooter: that B does worse with C is not proved"):
        prove_strongest("shooter")


def test_margins_are_what_another_aim_loses():
    hits = [Fraction(4, 5), Fraction(3, 5), Fraction(1, 5)]
    for (player, aim), margin in margins("shooter", hits).items():
        aims = ["B", "A", "A"]
        aims["ABC".index(player)] = aim
        assert random_shooter(hits).win["ABC".index(player)] - aimed_shooter(hits, aims)["ABC".index(player)] == margin


def aimed_shooter(hits, aims):
    """Return the win probabilities of three with fixed aims, by hand."""
    ends, won = Fraction(0), [Fraction(0)] * 3
    for player, aim in enumerate(aims):
        if aim == "Miss":
            continue
        third = 3 - player - "ABC".index(aim)
        ends += hits[player]
        won[player] += hits[player] * hits[player] / (hits[player] + hits[third])
        won[third] += hits[player] * hits[third] / (hits[player] + hits[third])
    return [win / ends for win in won]


def test_four_opinions_may_do_better_at_another():
    values = opinion_values([Fraction(4, 5), Fraction(3, 5), Fraction(2, 5), Fraction(1, 5)])
    at_the_strongest, at_b = values[0, 2, 2, 0][2], values[1, 1, 2, 0][2]
    assert at_the_strongest == Fraction(44, 125)
    assert at_b == Fraction(17648, 37125)
    assert at_b > at_the_strongest


def test_refusals():
    with pytest.raises(SymbolicError, match="'lot' is no model with formulas"):
        margins("lot", letters_of(3))
    with pytest.raises(SymbolicError, match="4 opinions have several states"):
        margins("opinions", letters_of(4))
    with pytest.raises(SymbolicError, match="no question is called 'noon'"):
        enclose("noon")


# ---------------------------------------------------------------------------------------------------------
# The theorem about simultaneous fire; that it holds is tested with the other theorems (T20)


def test_the_steps_of_that_proof_are_identities():
    x, y, z = letters_of(3)

    def s(p, q):
        return p + q - p * q

    def duel(i, j):
        return i * (1 - j) / s(i, j)

    def f(p, q, r):
        return (1 - q) * p * s(q, r) - q * s(p, r)

    i, j, k = x, y, z
    both = (1 - k) * (j + (1 - j) * duel(i, k))
    assert (1 - k) * duel(i, j) - both == (1 - k) * f(k, j, i) / (s(i, j) * s(i, k))
    wins_j, wins_k = j + (1 - j) * duel(i, k), k + (1 - k) * duel(i, j)
    assert wins_j - wins_k == (1 - k) * j / s(i, j) - (1 - j) * k / s(i, k)
    passing = (j * k + j * (1 - k) * duel(i, j) + (1 - j) * k * duel(i, k)) / s(j, k)
    assert (wins_j - passing) * s(j, k) == j * (1 - k) * (j / s(i, j) - (1 - j) * k / s(i, k))
    assert f(x, y, z) == s(y, z) * s(x, z) * ((1 - y) * x / s(x, z) - y / s(y, z))
    assert f(x, z, y) - f(y, z, x) == (1 - z) * z * (x - y)
    assert f(x, z, y) - f(x, y, z) == x * (y - z) * (1 + s(y, z))
    assert conditions((x, y, z)) == (f(x, z, y), f(y, z, x), f(x, y, z))


def test_the_script_prints_a_row_for_each_question(capsys):
    module = script("measure_favourites")
    assert module.main(["only survivor, weakest first", "simultaneous, equilibria", "--level", "3"]) == 0
    alone, many = capsys.readouterr().out.splitlines()
    assert alone.startswith("| only survivor, weakest first | 0 | 0.")
    assert ", two 0." in many
    with pytest.raises(SystemExit):
        module.main(["noon"])
    assert "no question is called 'noon'" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------------------
# Shares: what is possible on a box holds at its points


def favourite(wins):
    """Return who wins most often; nobody else may win as often."""
    (best,) = [player for player in range(3) if wins[player] == max(wins)]
    return PLAYERS[best]


def in_order(solver):
    def answer(order):
        def favourite_at(hits):
            win = solver([hits[player] for player in order])
            return favourite([win[order.index(player)] for player in range(3)])

        return favourite_at

    return answer


def announced(hits):
    return solve(hits).win


def stationary(hits):
    (equilibrium,) = equilibria(hits)
    return equilibrium.win


def by_lot(solver):
    def favourite_at(hits):
        total = [Fraction(0)] * 3
        for order in permutations(range(3)):
            win = solver([hits[player] for player in order])
            total = [won + win[order.index(player)] for player, won in enumerate(total)]
        return favourite(total)

    return favourite_at


def at_once(hits):
    chosen = {favourite(play.win) for play in simultaneous_fire(hits)}
    return chosen.pop() if len(chosen) == 1 else "equilibria differ"


def strongest_at_once(hits):
    a, b, c = hits
    # Everybody shoots at the strongest: A is hit unless B and C miss, B by A, and C never, so he is in every duel.
    a_hit, b_hit = b + c - b * c, a
    ends = 1 - (1 - a_hit) * (1 - b_hit)
    wins = [
        (1 - a_hit) * b_hit * a * (1 - c) / (a + c - a * c) / ends,
        a_hit * (1 - b_hit) * b * (1 - c) / (b + c - b * c) / ends,
        (
            a_hit * b_hit
            + (1 - a_hit) * b_hit * c * (1 - a) / (a + c - a * c)
            + a_hit * (1 - b_hit) * c * (1 - b) / (b + c - b * c)
        )
        / ends,
    ]
    return favourite(wins)


def worth_of_bullets(order):
    def favourite_at(hits):
        worths = counted_bullets([hits[player] for player in order], bullets=1).only.worths
        return favourite([worths[order.index(player)] for player in range(3)])

    return favourite_at


def only_survivor(order):
    def survivor_at(hits):
        win = counted_bullets([hits[player] for player in order], bullets=1).only.win
        alone = [player for player in range(3) if win[order.index(player)]]
        assert len(alone) < 2
        return PLAYERS[alone[0]] if alone else "nobody"

    return survivor_at


def whether(hits):
    return "yes" if any([aim.target for aim in play.aims] == [1, 0, 0] for play in simultaneous_fire(hits)) else "no"


EXACT = {
    "announced, weakest first": in_order(announced)(UP),
    "announced, strongest first": in_order(announced)(DOWN),
    "announced, by lot": by_lot(announced),
    "stationary, weakest first": in_order(stationary)(UP),
    "stationary, strongest first": in_order(stationary)(DOWN),
    "stationary, by lot": by_lot(stationary),
    "random shooter": lambda hits: favourite(random_shooter(hits).win),
    "opinions": lambda hits: favourite(opinion_contest(hits).win),
    "simultaneous": at_once,
    "simultaneous, all at the strongest": strongest_at_once,
    "simultaneous, equilibria": lambda hits: ["none", "one", "two"][len(simultaneous_fire(hits))],
    "simultaneous, strongest is an equilibrium": whether,
    "one bullet, weakest first": worth_of_bullets(UP),
    "one bullet, strongest first": worth_of_bullets(DOWN),
    "only survivor, weakest first": only_survivor(UP),
    "only survivor, strongest first": only_survivor(DOWN),
}


def test_every_question_has_an_exact_answer_here():
    assert list(EXACT) == list(MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_what_is_possible_on_a_box_holds_at_its_points(name):
    generator = random.Random(name)
    model, level, denominator = MODELS[name], 6, 10**6 + 3
    sample = 12 if "lot" in name else 40
    points = [sorted(generator.sample(range(1, denominator), 3), reverse=True) for _ in range(sample)]
    hits = [[Fraction(k, denominator) for k in point] for point in points]
    if model.dimensions == 2:
        corners = [[int(2**level * hit / most) for hit in others] for most, *others in hits]
    else:
        corners = [[int(2**level * hit) for hit in point] for point in hits]
    possible = possible_answers(name, HalvedCells(level, np.array(corners), np.zeros((len(corners), 0))))
    for point, row in zip(hits, possible, strict=True):
        assert EXACT[name](point) in [answer for answer, here in zip(model.answers, row, strict=True) if here]
    assert (possible.sum(axis=-1) == 1).sum() > sample // 3


def point_boxes(points):
    """Return boxes that are points; coordinates are multiples of a power of 2."""
    columns = [np.array([float(hit) for hit in column]) for column in zip(*points, strict=True)]
    return Boxes(*((column, column) for column in columns))


def dyadic_points(seed, many):
    generator = random.Random(seed)
    rows = [sorted(generator.sample(range(1, 2**20), 3), reverse=True) for _ in range(many)]
    return [[Fraction(k, 2**20) for k in row] for row in rows]


@pytest.mark.parametrize("name", MODELS)
def test_at_a_point_one_answer_is_left_and_it_is_the_exact_one(name):
    points = dyadic_points(name, 12 if "lot" in name else 40)
    for point, row in zip(points, MODELS[name].classify(point_boxes(points)), strict=True):
        (answer,) = [answer for answer, here in zip(MODELS[name].answers, row, strict=True) if here]
        assert answer == EXACT[name](point)


@pytest.mark.parametrize("aims", [*product((1, 2), (0, 2), (0, 1))])
def test_leads_at_a_point_are_those_of_the_solver(aims):
    points = dyadic_points(1, 5)
    boxes = point_boxes(points)
    targets = ["ABC"[target] for target in aims]
    both = (volley_leads(boxes, aims), InTurn(boxes, (0, 1, 2)).leads(aims))
    for at, hits in enumerate(points):
        problem = Problem(hits, targets=targets)
        for leads, win in zip(both, (simultaneous_fire(problem).win, solve(problem).win), strict=True):
            exact = (win[0] - win[1], win[0] - win[2], win[1] - win[2])
            for (low, high), lead in zip(leads, exact, strict=True):
                assert Fraction(low[at]) < lead < Fraction(high[at])
                assert high[at] - low[at] < 4 * MARGIN


def test_equilibria_at_a_point_are_those_of_the_solver():
    points = dyadic_points(2, 60)
    listed = profiles(point_boxes(points))
    for at, hits in enumerate(points):
        plays = {tuple(aim.target for aim in play.aims): play.win for play in simultaneous_fire(hits)}
        for aims, profile in zip((ALL_AT_THE_STRONGEST, *CYCLES), listed, strict=True):
            assert profile.possible[at] == profile.certain[at] == (aims in plays)
            if profile.certain[at]:
                win = plays[aims]
                low, high = profile.leads[0]
                assert Fraction(low[at]) < win[0] - win[1] < Fraction(high[at])


@pytest.mark.parametrize("name", MODELS)
def test_shares_are_bounds_that_narrow(name):
    first = 5 if MODELS[name].dimensions == 2 else 3
    coarse, finer = enclose(name, first), enclose(name, first + 1)
    for answer, share in coarse.items():
        assert 0 <= share.low <= finer[answer].low <= finer[answer].high <= share.high <= 1
    assert sum(share.low for share in finer.values()) <= 1 <= sum(share.high for share in finer.values())
    assert sum(share.low for share in finer.values()) > sum(share.low for share in coarse.values())


def test_the_bounds_of_the_page_lie_within_coarser_ones():
    rows = [line.split("|")[1:-1] for line in PAGE.read_text(encoding="utf-8").splitlines() if " to 0." in line]
    named = {row[0].strip(): row[1:] for row in rows if row and row[0].strip() in MODELS}
    assert list(named) == [name for name, model in MODELS.items() if model.answers[0] == PLAYERS[0]]
    for name, cells in named.items():
        coarse = enclose(name, 8 if MODELS[name].dimensions == 2 else 4)
        for (answer, share), cell in zip(coarse.items(), cells, strict=False):
            low, _, high = cell.strip().removeprefix(answer).partition(" to ")
            assert share.low - Fraction(1, 10**5) <= Fraction(low) <= Fraction(high or low)
            assert Fraction(high or low) <= share.high + Fraction(1, 10**5)


def test_the_shares_of_the_random_shooter():
    root2, golden = sympy.sqrt(2), (1 + sympy.sqrt(5)) / 2
    expected = {
        "strongest": sympy.log(2) - 3 + 2 * root2,
        "middle": golden - 1 - 2 * sympy.log(2) + 2 * sympy.log(golden),
        "weakest": 5 - 2 * root2 - golden + sympy.log(2) - 2 * sympy.log(golden),
    }
    bounds = enclose("random shooter", 10)
    for player, share in shooter_shares().items():
        assert abs((share - expected[player]).evalf(60)) < sympy.Float(10) ** -55
        assert bounds[player].low < Fraction(str(share.evalf(20))) < bounds[player].high


def test_the_shares_of_the_only_survivor():
    root3, root21 = sympy.sqrt(3), sympy.sqrt(21)
    expected = {
        "weakest first": 73 - 15 * root21 - 18 * sympy.log((3 + root21) / 6),
        "strongest first": sympy.Rational(27, 8) * sympy.log(3) + sympy.Rational(3, 2) * root3 - sympy.Rational(23, 4),
    }
    survivors = only_survivor_shares()
    for first, player in (("weakest first", "middle"), ("strongest first", "weakest")):
        assert abs((survivors[first] - expected[first]).evalf(60)) < sympy.Float(10) ** -55
        share = enclose(f"only survivor, {first}", 7)[player]
        assert share.low < Fraction(str(survivors[first].evalf(20))) < share.high


def test_cells_fill_the_whole():
    for dimensions in (2, 3):
        cells = ordered(HalvedCells.whole(3, dimensions))
        for some in (cells, ordered(cells.halved())):
            weights, unit = shares_of_cells(some)
            assert int(weights.sum()) * unit == 1


def test_bounds_of_a_mean():
    assert blend([(0.25, 0.5), (0.5, 0.75)], [(0.0, 0.0), (1.0, 1.0)]) == (0.5 - MARGIN, 0.75 + MARGIN)
    boxes = Boxes(*((np.array([low]), np.array([low + 0.125])) for low in (0.5, 0.25, 0.125)))
    for order in permutations(range(3)):
        lows, highs = zip(*boxes.first_to_hit(order), strict=True)
        assert sum(lows) < 1 < sum(highs)
    assert len(boxes.volley((0, 1, 2))) == 7
    assert sum(low for low, _ in boxes.volley((0, 1, 2)).values()) < 1
