"""Rules of fire beside each other: formulas, equilibria and shares, against the solvers at rational points."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
import sympy
from measure_favourites import main
from pages import page_text, table
from refusing import assert_refused

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
    InTurn,
    conditions,
    volley_leads,
)
from truel_ref.variants.bullets import counted_bullets
from truel_ref.variants.fire import random_shooter, simultaneous_fire
from truel_ref.variants.opinions import opinion_contest

DOWN, UP = (0, 1, 2), (2, 1, 0)
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
    assert opinion_wins((a, b, c))[:2] == [
        a**2 * (a + 2 * c) / ((a + b + c) * (a + c) ** 2),
        b**2 * (b + 3 * c) / ((a + b + c) * (b + c) ** 2),
    ]
    assert sum(shooter_wins((a, b, c))) == sum(opinion_wins((a, b, c))) == 1
    assert shooter_wins((a, b)) == opinion_wins((a, b)) == [a / (a + b), b / (a + b)]


def test_margins_are_positive_for_three_and_not_for_four():
    assert [prove_strongest(model) for model in ("shooter", "opinions")] == [6, 3]
    four = [Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]
    assert margins("shooter", four)["C", "D"] == Fraction(-1, 135)
    assert [1, 0, 0, 0] not in [[aim.target for aim in play.aims] for play in random_shooter(four)]


def test_a_margin_that_can_be_negative_or_is_0_is_not_proved(monkeypatch):
    a, b, _ = letters_of(3)
    for margin in (a - b, a - a):
        monkeypatch.setattr(formulas, "margins", lambda model, hits, margin=margin: {("B", "C"): margin})
        says = "shooter: that B does worse with C is not proved"
        assert_refused(SymbolicError, lambda: prove_strongest("shooter"), says)


def test_margins_are_what_another_aim_loses():
    """Against three with fixed aims, by hand."""
    hits = [Fraction(4, 5), Fraction(3, 5), Fraction(1, 5)]
    for (name, aim), margin in margins("shooter", hits).items():
        player, won = "ABC".index(name), Fraction(0)
        aims = {0: 1, 1: 0, 2: 0} | {player: "ABC".index(aim) if aim != "Miss" else None}
        shooters = {shooter: target for shooter, target in aims.items() if target is not None}
        for shooter, target in shooters.items():
            left = {shooter, 3 - shooter - target}
            won += hits[shooter] * hits[player] / sum(hits[one] for one in left) if player in left else 0
        assert random_shooter(hits).win[player] - won / sum(hits[one] for one in shooters) == margin


def test_four_opinions_may_do_better_at_another():
    values = opinion_values([Fraction(4, 5), Fraction(3, 5), Fraction(2, 5), Fraction(1, 5)])
    at_the_strongest, at_b = values[0, 2, 2, 0][2], values[1, 1, 2, 0][2]
    assert (at_the_strongest, at_b) == (Fraction(44, 125), Fraction(17648, 37125))
    assert at_b > at_the_strongest


# ---------------------------------------------------------------------------------------------------------
# The theorem about simultaneous fire; that it holds is tested with the other theorems (T20)


def test_the_steps_of_that_proof_are_identities():
    x, y, z = i, j, k = letters_of(3)

    def s(p, q):
        return p + q - p * q

    def duel(i, j):
        return i * (1 - j) / s(i, j)

    def f(p, q, r):
        return (1 - q) * p * s(q, r) - q * s(p, r)

    wins_j, wins_k = j + (1 - j) * duel(i, k), k + (1 - k) * duel(i, j)
    passing = (j * k + j * (1 - k) * duel(i, j) + (1 - j) * k * duel(i, k)) / s(j, k)
    for computed, claimed in (
        ((1 - k) * duel(i, j) - (1 - k) * wins_j, (1 - k) * f(k, j, i) / (s(i, j) * s(i, k))),
        (wins_j - wins_k, (1 - k) * j / s(i, j) - (1 - j) * k / s(i, k)),
        ((wins_j - passing) * s(j, k), j * (1 - k) * (j / s(i, j) - (1 - j) * k / s(i, k))),
        (f(x, y, z), s(y, z) * s(x, z) * ((1 - y) * x / s(x, z) - y / s(y, z))),
        (f(x, z, y) - f(y, z, x), (1 - z) * z * (x - y)),
        (f(x, z, y) - f(x, y, z), x * (y - z) * (1 + s(y, z))),
        (conditions((x, y, z)), (f(x, z, y), f(y, z, x), f(x, y, z))),
    ):
        assert computed == claimed


def test_the_script_prints_a_row_for_each_question(capsys):
    assert main(["only survivor, weakest first", "simultaneous, equilibria", "--level", "3"]) == 0
    with pytest.raises(SystemExit):
        main(["noon"])
    (alone, many), complaint = map(str.splitlines, capsys.readouterr())
    assert alone.startswith("| only survivor, weakest first | 0 | 0.")
    assert ", two 0." in many
    assert "there is no question 'noon'" in complaint[-1]


# ---------------------------------------------------------------------------------------------------------
# Shares: what is possible on a box holds at its points


def favourite(wins):
    """Return who wins most often; nobody else may win as often."""
    (best,) = [player for player in range(3) if wins[player] == max(wins)]
    return PLAYERS[best]


def turned(solver, hits, order):
    """Return what three win who shoot in an order."""
    win = solver([hits[player] for player in order])
    return [win[order.index(player)] for player in range(3)]


def in_order(solver, order):
    return lambda hits: favourite(turned(solver, hits, order))


def worths(hits):
    return counted_bullets(hits, bullets=1).only.worths


PLAY = {"announced": lambda hits: solve(hits).win, "stationary": lambda hits: equilibria(hits)[0].win}


def by_lot(solver):
    def favourite_at(hits):
        rows = [turned(solver, hits, order) for order in permutations(range(3))]
        return favourite([sum(wins) for wins in zip(*rows, strict=True)])

    return favourite_at


def at_once(hits):
    chosen = {favourite(play.win) for play in simultaneous_fire(hits)}
    return chosen.pop() if len(chosen) == 1 else "equilibria differ"


def strongest_at_once(hits):
    return favourite(next(iter(simultaneous_fire(Problem(hits, targets="B,A,A")))).win)


def only_survivor(order):
    def survivor_at(hits):
        win = turned(lambda hits: counted_bullets(hits, bullets=1).only.win, hits, order)
        alone = [PLAYERS[player] for player in range(3) if win[player]]
        assert len(alone) < 2
        return alone[0] if alone else "nobody"

    return survivor_at


def whether(hits):
    return "yes" if any([aim.target for aim in play.aims] == [1, 0, 0] for play in simultaneous_fire(hits)) else "no"


EXACT = {
    **{f"{play}, weakest first": in_order(solver, UP) for play, solver in PLAY.items()},
    **{f"{play}, strongest first": in_order(solver, DOWN) for play, solver in PLAY.items()},
    **{f"{play}, by lot": by_lot(solver) for play, solver in PLAY.items()},
    "random shooter": lambda hits: favourite(random_shooter(hits).win),
    "opinions": lambda hits: favourite(opinion_contest(hits).win),
    "simultaneous": at_once,
    "simultaneous, all at the strongest": strongest_at_once,
    "simultaneous, equilibria": lambda hits: ["none", "one", "two"][len(simultaneous_fire(hits))],
    "simultaneous, strongest is an equilibrium": whether,
    "one bullet, weakest first": in_order(worths, UP),
    "one bullet, strongest first": in_order(worths, DOWN),
    "only survivor, weakest first": only_survivor(UP),
    "only survivor, strongest first": only_survivor(DOWN),
}


def dyadic_points(seed, many):
    """Return hit probabilities of three, the best shot first, that are doubles."""
    generator = random.Random(seed)
    rows = [sorted(generator.sample(range(1, 2**20), 3), reverse=True) for _ in range(many)]
    return [[Fraction(k, 2**20) for k in row] for row in rows]


def point_boxes(points):
    """Return boxes that are points; coordinates are multiples of a power of 2."""
    columns = [np.array([float(hit) for hit in column]) for column in zip(*points, strict=True)]
    return Boxes(*((column, column) for column in columns))


@pytest.mark.parametrize("name", MODELS)
def test_what_is_possible_on_a_box_holds_at_its_points_and_at_a_point_one_answer_is_left(name):
    model, level, points = MODELS[name], 6, dyadic_points(name, 10 if "lot" in name else 30)
    square = model.dimensions == 2
    places = [[hit / most for hit in others] if square else [most, *others] for most, *others in points]
    corners = np.array([[int(2**level * hit) for hit in place] for place in places])
    possible = possible_answers(name, HalvedCells(level, corners, np.zeros((len(points), 0))))
    here, of_point = (
        [[answer for answer, is_left in zip(model.answers, row, strict=True) if is_left] for row in rows]
        for rows in (possible, model.classify(point_boxes(points)))
    )
    exact = [EXACT[name](point) for point in points]
    assert of_point == [[answer] for answer in exact]
    assert all(answer in answers for answer, answers in zip(exact, here, strict=True))
    assert sum(len(answers) == 1 for answers in here) > len(points) // 3


@pytest.mark.parametrize("aims", [*product((1, 2), (0, 2), (0, 1))])
def test_leads_at_a_point_are_those_of_the_solver(aims):
    points = dyadic_points(1, 5)
    problems = [Problem(hits, targets=["ABC"[target] for target in aims]) for hits in points]
    boxes = point_boxes(points)
    for leads, solver in (
        (volley_leads(boxes, aims), simultaneous_fire),
        (InTurn(boxes, (0, 1, 2)).leads(aims), solve),
    ):
        for at, (a, b, c) in enumerate(solver(problem).win[:3] for problem in problems):
            for (low, high), lead in zip(leads, (a - b, a - c, b - c), strict=True):
                assert Fraction(low[at]) < lead < Fraction(high[at])
                assert high[at] - low[at] < 4 * MARGIN


@pytest.mark.parametrize("name", MODELS)
def test_shares_are_bounds_that_narrow(name):
    first = 5 if MODELS[name].dimensions == 2 else 3
    coarse, finer = enclose(name, first), enclose(name, first + 1)
    for answer, share in coarse.items():
        assert 0 <= share.low <= finer[answer].low <= finer[answer].high <= share.high <= 1
    before, low, high = (
        sum(ends) for ends in zip(*((coarse[one].low, finer[one].low, finer[one].high) for one in coarse), strict=True)
    )
    assert before < low <= 1 <= high


def test_the_bounds_of_the_page_lie_within_coarser_ones():
    listed = table(page_text("mathematics/other-rules.md"))
    rows = {row[0]: row[1:] for row in listed if " to 0." in "".join(row) and row[0] in MODELS}
    assert list(rows) == [name for name, model in MODELS.items() if model.answers[0] == PLAYERS[0]]
    unit = Fraction(1, 10**5)
    for name, cells in rows.items():
        coarse = enclose(name, 7 if MODELS[name].dimensions == 2 else 3)
        for (answer, share), cell in zip(coarse.items(), cells, strict=False):
            low, _, high = cell.removeprefix(answer).partition(" to ")
            assert share.low - unit <= Fraction(low) <= Fraction(high or low) <= share.high + unit


def assert_shares(shares, expected, bounds):
    """Check closed forms against others, and that they lie between bounds."""
    for player, share in shares.items():
        assert abs((share - expected[player]).evalf(60)) < sympy.Float(10) ** -55
        assert bounds[player].low < Fraction(str(share.evalf(20))) < bounds[player].high


def test_the_shares_of_the_random_shooter():
    root2, golden = sympy.sqrt(2), (1 + sympy.sqrt(5)) / 2
    expected = {
        "strongest": sympy.log(2) - 3 + 2 * root2,
        "middle": golden - 1 - 2 * sympy.log(2) + 2 * sympy.log(golden),
        "weakest": 5 - 2 * root2 - golden + sympy.log(2) - 2 * sympy.log(golden),
    }
    assert_shares(shooter_shares(), expected, enclose("random shooter", 8))


@pytest.mark.slow
def test_the_shares_of_the_only_survivor():
    root3, root21 = sympy.sqrt(3), sympy.sqrt(21)
    weakest = 73 - 15 * root21 - 18 * sympy.log((3 + root21) / 6)
    strongest = sympy.Rational(27, 8) * sympy.log(3) + sympy.Rational(3, 2) * root3 - sympy.Rational(23, 4)
    for first, player, expected in (("weakest first", "middle", weakest), ("strongest first", "weakest", strongest)):
        bounds = enclose(f"only survivor, {first}", 6)
        assert_shares({player: only_survivor_shares()[first]}, {player: expected}, bounds)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_cells_fill_the_whole(dimensions):
    weights, unit = shares_of_cells(ordered(ordered(HalvedCells.whole(3, dimensions)).halved()))
    assert int(weights.sum()) * unit == 1


def test_bounds_of_a_mean():
    assert blend([(0.25, 0.5), (0.5, 0.75)], [(0.0, 0.0), (1.0, 1.0)]) == (0.5 - MARGIN, 0.75 + MARGIN)
