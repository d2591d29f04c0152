"""Shooting at oneself: the proofs, what they would do with false statements, and brute force at points."""

import random
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path

import independent
import prove_self
import pytest
from pages import page_text
from prove_self import gain_at

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import read_number
from truel_ref.studies.self_pays import (
    FACES,
    MISS,
    SEARCH,
    STATEMENTS,
    SURFACES,
    Face,
    faces,
    last_announcer,
    prove,
    prove_rule_3,
)
from truel_ref.studies.self_pays.refuter import Refuter
from truel_ref.symbolic.algebra import Letters, value_at

ROOT = Path(__file__).parents[2]
F = Fraction
INSIDE = (None, None, None)
SIDE = (None, None, 1)
FOUR = ["1/10", "1/5", "1/4", "17/20"]
NAMES = ["A", "B", "C", "Miss"]
SENSES = ("favourable", "some way", "fixed order")


@cache
def face_of(hits):
    return Face(hits)


def can_hold_at(refuter, formula, point, facts=()):
    """Tell whether a formula holds at a point, for some value of every `choice`; the signs there are exact."""
    solver = refuter.logic.Solver(ctx=refuter.context)
    solver.add(formula, *facts)
    for polynomial, (above, below) in refuter._atoms.items():
        value = value_at(polynomial, point)
        solver.add(above == (value > 0), below == (value < 0))
    return solver.check() == refuter.logic.sat


# -- the theorem


def check(cases, many):
    assert [case for case in cases if not case.proved] == []
    assert len(cases) == many
    assert all(answer.kind == "refuted" for case in cases for answer in case.refuted)


def test_both_on_two_edges():
    check(list(prove([face for face in FACES if face.count(None) < 2][::10])), 2 * 2 * 3)


def test_both_on_a_side():
    check([face_of(SIDE).prove(statement, player) for player in (1, 0) for statement in STATEMENTS], 6)


def test_the_last_announcer_on_every_face():
    found = last_on_each_face()
    assert {case.identities + case.stalls for case in found} == {16}
    assert sum(case.identities for case in found) == 324


@cache
def last_on_each_face():
    return [last_announcer(face) for face in FACES]


@pytest.mark.slow
def test_rule_3_on_the_second_surface():
    check(list(prove_rule_3(SURFACES[1:2])), len(SURFACES[1].pieces))


def test_the_pieces_lie_on_their_surfaces():
    """Otherwise what is proved about rule 3 would be empty."""
    for surface in SURFACES:
        for hits, piece in surface.pieces:
            face = Face(hits, piece=piece)
            assert face.refuter.settle(face.hold(surface.conditions))[0].kind == "possible"
            if surface.rule_3 is not None and hits.count(None) == 2:
                both = face.refuter.all([face.hold(surface.conditions), face.hold(surface.rule_3)])
                assert face.refuter.settle(both)[0].kind == "possible"


@pytest.mark.parametrize("count", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_rule_3_in_numbers(count):
    seen = set()
    steps = [F(step, count) for step in range(1, count)]
    for a, b in product(steps, [*steps, F(1)]):
        curve = (F(1), a, (1 - 2 * a) / (1 - a)) if a < F(1, 2) else (a, a, b)
        for surface, point in zip(SURFACES, ((a, b, a), (a, a, F(1)), curve, (a, a, b)), strict=True):
            if surface.holds(point):
                pays = prove_self.pays_under_rule_3(point, surface)
                assert pays == surface.holds_with_rule_3(point), (surface.text, point)
                seen.add((surface.text, pays))
    assert len(seen) == 6


@pytest.mark.slow
def test_the_second_announcer_everywhere_inside():
    check(list(prove([INSIDE], players=[1])), 3)


@pytest.mark.slow
def test_everything_and_the_page():
    import z3

    cases, rule_3 = list(prove()), list(prove_rule_3())
    check(cases, 27 * 2 * 3)
    check(rule_3, 6)
    # Which parts of a system are refuted, and so how many systems there are, is left to z3.
    if f"z3 {z3.get_version_string()}." in PAGE:
        assert shown() == prove_self.page(cases, last_on_each_face(), rule_3)


# -- the page


PAGE = page_text("self-shots.md")


def shown():
    return PAGE.partition("\n" + prove_self.COMMANDS)[0]


def test_the_page_says_what_the_code_says():
    """The long version makes the whole page; here are the parts that need no proof."""
    stated = (prove_self.INTRODUCTION, prove_self.STATED, prove_self.RULES, prove_self.NEXT)
    parts = (*stated, prove_self.surfaces(), prove_self.four_players())
    assert [part for part in parts if part not in PAGE] == []
    assert "Not everything" not in shown()


# -- soundness: false statements, planted denominators, witnesses


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hits", "earlier"), [pytest.param(SIDE, (), marks=pytest.mark.slow), (INSIDE, (2,)), (INSIDE, (MISS,))]
)
def test_that_miss_never_pays_is_not_provable(hits, earlier):
    """The same machinery, asked about Miss, finds a point, and there the numeric solver says that Miss pays."""
    face = face_of(hits)
    for place, statement in enumerate(SENSES):
        (answer,) = face.refuter.settle(face.pays(earlier, statement, option=MISS), face.facts(earlier, statement))
        assert answer.kind == "possible"
        assert answer.system.at(answer.witness)
        free = iter(answer.witness)
        point = [next(free) if hit is None else F(hit) for hit in hits]
        assert brute(point, earlier, MISS)[place]
        gain = gain_at(point, [NAMES[option] for option in earlier], "Miss")
        assert (gain.favourable > 0, gain.some_way > 0, True)[place]


def best_of(hits, **fields):
    """Return the first announcements that are worth most."""
    worths = [worth for worth in decision(solve(hits, **fields)).worths if worth.allowed]
    best = max((worth.win[0] for worth in worths), default=None)
    return [str(worth.aim) for worth in worths if worth.win[0] == best]


@pytest.mark.slow
def test_a_surface_left_out_is_found(monkeypatch):
    """Self pays off the surfaces that remain, so the statement fails, at a point that the numeric solver confirms."""
    monkeypatch.setattr(faces, "SURFACES", SURFACES[:3])
    case = Face(INSIDE).prove("some way", 1)
    assert not case.proved
    witness = case.left[0].witness
    assert SURFACES[3].holds(witness)
    assert gain_at(witness, ["C"]).some_way > 0 >= gain_at(witness, ["C"]).favourable


def test_what_is_undecided_is_left_and_not_refuted():
    letters = Letters([None, None, None])
    a, b, c = letters.hits
    hard = (a**5 - b**4 * c + c**3 - a * b * c / 3 - b / 7, b**5 * a - c**4 + a**3 * c - b / 5)
    refuter = Refuter(letters.names, seconds=0.001)
    formula = refuter.all(refuter.sign_is(one, frozenset({0})) for one in hard)
    assert "refuted" not in [one.kind for one in refuter.settle(formula)]


# -- brute force, by the second derivation


def brute(hits, earlier, option=None, orders_too=True):
    """Tell in which senses an option (by default Self) is strictly better than all others at a decision.

    The senses: with most favourable replies; under some way of breaking ties; under some orders of the options.
    """
    values = table_of(tuple(hits))
    place = len(earlier)
    asked = place if option is None else option

    def lists(before, orders):
        if len(before) == 3:
            return [()] if values[before] is not None else []
        at = len(before)
        after = {one: [(one, *rest) for rest in lists((*before, one), orders)] for one in range(4)}
        after = {one: found for one, found in after.items() if found}
        if not after:
            return []
        if orders is None:
            least = max(min(values[before + path][at] for path in found) for found in after.values())
            return [path for found in after.values() for path in found if values[before + path][at] >= least]
        best = max(values[before + path][at] for (path,) in after.values())
        tied = [one for one, (path,) in after.items() if values[before + path][at] == best]
        return after[min(tied, key=orders[at].index)]

    def ends(orders):
        found = {one: lists((*earlier, one), orders) for one in range(4)}
        return {one: [values[(*earlier, one, *path)][place] for path in paths] for one, paths in found.items() if paths}

    def leads(worths, of_others):
        return max(worths[asked]) > max(of_others(found) for one, found in worths.items() if one != asked)

    worths = ends(None)
    if asked not in worths or len(worths) < 2:
        return False, False, False
    some = leads(worths, min)
    earlier_orders = permutations(range(4)) if place < 1 else [None]
    orders = product([None], earlier_orders, permutations(range(4))) if some and orders_too else []  # each is one way
    return leads(worths, max), some, any(leads(ends(one), max) for one in orders)


@cache
def table_of(hits):
    order = (0, 1, 2)
    options = [[*(independent.unit(3, target) for target in order), independent.miss(3)] for _ in order]
    later = {
        rest: independent.phase_values_by_chain(
            hits, rest, [independent.unit(3, rest[1]), independent.unit(3, rest[0])], {}
        )[0]
        for rest in permutations(order, 2)
    }
    table = independent.phase_table(hits, order, options, later)
    values = {}
    for path in product(range(4), repeat=3):
        profile = tuple(options[place][option] for place, option in enumerate(path))
        moving = any(independent.can_hit(hits, place, aim) for place, aim in enumerate(profile))
        values[path] = [win[place] for place, win in enumerate(table[profile])] if moving else None
    return values


def some_points(count, seed):
    """Return points full of ties: faces, equal probabilities, the surfaces, and a few of no kind."""
    dice = random.Random(seed)
    points = [tuple(map(F, point)) for surface in SURFACES for point in surface.points]
    while len(points) < count:
        a, b, c = (F(dice.randint(0, 12), 12) for _ in range(3))
        kind = dice.randrange(4)
        points.append(
            [(a, b, c), (a, b, a), (a, a, c), (F(1), b, (1 - 2 * b) / (1 - b)) if b <= F(1, 2) else (a, b, b)][kind]
        )
    return points


def decisions():
    return [earlier for count in range(3) for earlier in product(range(4), repeat=count)]


@pytest.mark.parametrize("count", [10, pytest.param(1500, marks=pytest.mark.slow)])
def test_brute_force_agrees_with_the_statements(count):
    paying = 0
    for point, earlier in product(some_points(count, seed=4), decisions()):
        said = tuple(NAMES[option] for option in earlier)
        on = any(surface.earlier == said and surface.holds(point) for surface in SURFACES)
        assert brute(point, earlier) == (False, on, False), (point, said)
        paying += on
    assert paying > 10


def test_on_the_very_edges_of_the_surfaces():
    """Where a condition of the page holds with equality: the first set at an irrational point, and rule 3."""
    a, edge = F(1, 2), read_number("sqrt(3) - 1")
    assert a**2 * (1 - edge) == edge**2 * (1 - a) ** 3
    for b, pays in ((edge, True), (F(74, 100), True), (F(73, 100), False)):
        outcomes = all_outcomes(Problem([a, b, a], search=SEARCH)).outcomes
        assert ("A" in {str(one.aims[0]) for one in outcomes}) == pays
    for a in (F(1, 4), F(1, 5), F(1, 7)):
        edge = (a**2 - 4 * a + 2) / ((1 - a) * (3 - a))
        for surface, point, pays in ((SURFACES[0], (a, edge, a), False), (SURFACES[3], (a, a, edge), True)):
            assert surface.holds(point)
            assert prove_self.pays_under_rule_3(point, surface) == surface.holds_with_rule_3(point) == pays


@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_brute_force_agrees_with_the_formulas(count):
    """At points of a face, with exact signs, the formulas say what the second derivation says: of Self and of Miss."""
    dice = random.Random(8)
    seen = set()
    for hits, nodes in ((SIDE, [()]), (SIDE, [(2,)]), (INSIDE, [(2,), (0,)])):
        face = face_of(hits)
        for _ in range(count):
            a, b = F(dice.randint(1, 11), 12), F(dice.randint(1, 11), 12)
            values = [a, dice.choice([a, b]), F(dice.randint(1, 11), 12)]
            free = [value for value, hit in zip(values, hits, strict=True) if hit is None]
            point = [value if hit is None else F(hit) for value, hit in zip(values, hits, strict=True)]
            for earlier, option in product(nodes, (None, MISS)):
                answers = {
                    statement: can_hold_at(
                        face.refuter, face.pays(earlier, statement, option), free, face.facts(earlier, statement)
                    )
                    for statement in SENSES
                }
                assert tuple(answers.values()) == brute(point, earlier, option), (point, earlier, option)
                seen |= {(statement, answer, option) for statement, answer in answers.items()}
    assert seen >= {("some way", True, None), *((statement, True, MISS) for statement in STATEMENTS)}


def test_the_gain_in_numbers_agrees_with_brute_force():
    for point, earlier in product(some_points(12, seed=6)[::2], decisions()[:5]):
        gain = gain_at(point, [NAMES[option] for option in earlier])
        found = gain is not None and (gain.favourable > 0, gain.some_way > 0)
        assert (found or (False, False)) == brute(point, earlier, orders_too=False)[:2]


def test_under_orders_self_is_never_the_only_best_and_under_rule_3_it_can_be():
    for point, rule in product(some_points(20, seed=5), TIE_RULES.keys() - {3}):
        assert best_of(point, search=SEARCH, if_eq=rule) != ["A"]
    assert best_of(["9/200", "31/50", "9/200"], search=SEARCH, if_eq=3) == ["A"]


def test_four_players_and_mixes_break_it():
    """The number itself is derived a second time for T18."""
    assert gain_at(FOUR).favourable == F(1011246165, 5048370782) - F(1244649115, 6452646382) > 0
    for rule in TIE_RULES:
        assert best_of(FOUR, search=SEARCH, if_eq=rule) == ["A"]
    assert best_of(["63/200", "63/100", "69/200"], search=["All"]) == ["Random"]
