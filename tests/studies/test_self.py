"""Shooting at oneself: the proofs, what they would do with false statements, and brute force at points."""

import random
import sys
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path

import independent
import pytest
from examples import one_in
from from_scripts import script
from prove_self import gain_at

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.errors import SymbolicError
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import read_number
from truel_ref.studies.self_pays import (
    FACES,
    MISS,
    SEARCH,
    STATEMENTS,
    SURFACES,
    Condition,
    Face,
    System,
    decide,
    faces,
    last_announcer,
    prove,
    prove_rule_3,
)
from truel_ref.studies.self_pays.refuter import Refuter
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.decisions import Decisions, settled

ROOT = Path(__file__).parents[2]
F = Fraction
INSIDE = (None, None, None)
SMALL = [face for face in FACES if face.count(None) < 2]
FOUR = ["1/10", "1/5", "1/4", "17/20"]


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


@cache
def second_announcer_inside():
    return tuple(prove([INSIDE], players=[1]))


def check(cases, many):
    assert [case for case in cases if not case.proved] == []
    assert len(cases) == many
    assert all(answer.kind == "refuted" for case in cases for answer in case.refuted)


def test_the_second_announcer_everywhere_inside():
    check(second_announcer_inside(), 3)


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_both_on_edges_and_corners(step):
    check(list(prove(SMALL[::step])), 20 // step * 2 * 3)


@pytest.mark.parametrize("hits", one_in(2, [(1, None, None), (None, None, 1)]))
def test_both_on_sides(hits):
    check([face_of(hits).prove(statement, player) for player in (1, 0) for statement in STATEMENTS], 6)


def test_the_last_announcer_on_every_face():
    found = [last_announcer(face) for face in FACES]
    assert all(case.identities + case.stalls == 16 for case in found)
    assert sum(case.identities for case in found) == 324


def test_rule_3_on_all_surfaces_but_the_largest():
    check(list(prove_rule_3(SURFACES[1:])), 4)


def test_the_pieces_lie_on_their_surfaces():
    """Otherwise what is proved about rule 3 would be empty."""
    for surface in SURFACES:
        for hits, piece in surface.pieces:
            face = Face(hits, piece=piece)
            assert face.refuter.settle(face.hold(surface.conditions))[0].kind == "possible"
            if surface.rule_3 is not None and hits.count(None) == 2:
                both = face.refuter.all([face.hold(surface.conditions), face.hold(surface.rule_3)])
                assert face.refuter.settle(both)[0].kind == "possible"


@pytest.mark.parametrize("count", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_rule_3_in_numbers(count):
    made, seen = script("prove_self"), set()
    steps = [F(step, count) for step in range(1, count)]
    for a, b in product(steps, [*steps, F(1)]):
        curve = (F(1), a, (1 - 2 * a) / (1 - a)) if a < F(1, 2) else (a, a, b)
        for surface, point in zip(SURFACES, ((a, b, a), (a, a, F(1)), curve, (a, a, b)), strict=True):
            if surface.holds(point):
                pays = made.pays_under_rule_3(point, surface)
                assert pays == surface.holds_with_rule_3(point), (surface.text, point)
                seen.add((surface.text, pays))
    assert len(seen) == 6


@pytest.mark.slow
def test_everything_and_the_page():
    cases = list(prove())
    check(cases, 27 * 2 * 3)
    rule_3 = list(prove_rule_3())
    check(rule_3, 6)
    page = script("prove_self").page(cases, [last_announcer(face) for face in FACES], rule_3)
    assert shown() == page


# -- the page


def shown():
    text = (ROOT / "docs" / "self-shots.md").read_text(encoding="utf-8")
    return text.partition("\n" + script("prove_self").TIMES)[0]


def test_the_page_says_what_the_code_says():
    made, page = script("prove_self"), shown()
    for part in (made.INTRODUCTION, made.STATED, made.AT_TIES, made.surfaces(), made.SHOWN, made.four_players()):
        assert part in page
    few = list(prove([face for face in FACES if face.count(None) == 0]))
    rows = [line for line in made.table(few).splitlines() if line.startswith("| its corners | 8 ")]
    assert len(rows) == 6
    assert all(row in page for row in rows)
    inside = made.table(list(second_announcer_inside())).splitlines()
    rows = [line for line in inside if line.startswith("| the inside of the cube | 1 | second")]
    assert len(rows) == 3
    assert all(row in page for row in rows)
    assert "Not everything" not in page


# -- soundness: false statements, planted denominators, witnesses


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize(("hits", "earlier"), [((None, None, 1), ()), (INSIDE, (2,)), (INSIDE, (MISS,))])
def test_that_miss_never_pays_is_not_provable(hits, earlier, statement):
    """The same machinery, asked about Miss, finds a point, and there the numeric solver says that Miss pays."""
    face = face_of(hits)
    pays = face.pays(earlier, statement, option=MISS)
    found = face.refuter.settle(pays, face.facts(earlier, statement))
    assert [answer.kind for answer in found] == ["possible"]
    assert found[0].system.at(found[0].witness)
    free = iter(found[0].witness)
    point = [next(free) if hit is None else F(hit) for hit in hits]
    fav, some, ordered = brute(point, earlier, MISS)
    assert {"favourable": fav, "some way": some, "fixed order": ordered}[statement]
    gain = gain_at(point, [["A", "B", "C", "Miss"][option] for option in earlier], "Miss")
    assert (gain.some_way if statement == "some way" else gain.favourable) > 0 or statement == "fixed order"


def test_the_original_problem_is_such_a_point():
    """A hits 1/3, B 2/3, C always, and A does best to miss: the formula says so, and the solver."""
    face = face_of((None, None, 1))
    for statement in STATEMENTS:
        pays, facts = face.pays((), statement, MISS), face.facts((), statement)
        assert can_hold_at(face.refuter, pays, [F(1, 3), F(2, 3)], facts)
        assert not can_hold_at(face.refuter, face.pays((), statement), [F(1, 3), F(2, 3)], facts)
    worths = decision(solve(["1/3", "2/3", 1], search=SEARCH)).worths
    values = {str(worth.aim): worth.win[0] for worth in worths}
    assert all(values["Miss"] > value for aim, value in values.items() if aim != "Miss")


def test_a_surface_left_out_is_found(monkeypatch):
    """Self pays off the surfaces that remain, so the statement fails, at a point that the numeric solver confirms."""
    monkeypatch.setattr(faces, "SURFACES", SURFACES[:3])
    case = Face(INSIDE).prove("some way", 1)
    assert not case.proved
    witness = case.left[0].witness
    assert witness is not None
    assert SURFACES[3].holds(witness)
    assert gain_at(witness, ["C"]).some_way > 0 >= gain_at(witness, ["C"]).favourable


def plant(letters, phase, wins):
    """Let a later phase begin with these win probabilities."""
    start = letters.start
    letters.start = lambda order: wins if order == phase else start(order)


def test_a_denominator_of_unsettled_sign_is_refused():
    letters = Letters([None, None, None])
    a, b, c = letters.hits
    with pytest.raises(SymbolicError, match=r"denominator a - b .* not settled"):
        settled(c / (a - b))
    with pytest.raises(SymbolicError, match="denominator"):
        Refuter(letters.names).sign_is((a - c) / (b - c), frozenset({1}))
    planted = Letters([None, None, None])
    plant(planted, (1, 2), [one / (a - b) for one in planted.start((1, 2))])
    with pytest.raises(SymbolicError, match="denominator"):
        list(Decisions(planted, SEARCH).every())
    face = Face((None, None, None))
    plant(face.letters, (2, 0), [a / (b - c)] * 3)
    face.tree = Decisions(face.letters, SEARCH)
    with pytest.raises(SymbolicError, match="denominator"):
        face.prove("favourable", 1)


def test_what_is_undecided_is_left_and_not_refuted():
    letters = Letters([None, None, None])
    a, b, c = letters.hits
    hard = (a**5 - b**4 * c + c**3 - a * b * c / 3 - b / 7).numer
    harder = (b**5 * a - c**4 + a**3 * c - b / 5).numer
    conditions = (Condition(hard, frozenset({0})), Condition(harder, frozenset({0})))
    answer = decide(System(letters.names, conditions), seconds=0.001)
    assert answer.kind in ("undecided", "possible")  # a fast machine may find a point; nobody may refute it
    refuter = Refuter(letters.names, seconds=0.001)
    formula = refuter.all(refuter.sign_is(one, frozenset({0})) for one in (letters.field(hard), letters.field(harder)))
    assert [one.kind for one in refuter.settle(formula)] != []


def test_a_point_that_does_not_meet_its_system_is_refused(monkeypatch):
    letters = Letters([None, 1])
    system = System(letters.names, (Condition(letters.hits[0].numer - 2, frozenset({-1})),))
    assert decide(system).kind == "possible"
    monkeypatch.setattr(System, "at", lambda self, point: False)
    with pytest.raises(SymbolicError, match="false"):
        decide(system)


def test_without_z3_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(SymbolicError, match=r"pip install 'truel-ref\[proofs\]'"):
        Face(INSIDE)


@pytest.mark.parametrize(
    "call",
    [
        lambda: gain_at(FOUR, [], "B"),
        lambda: Face((None, 2, 1)),
        lambda: face_of(INSIDE).prove("often", 1),
        lambda: face_of(INSIDE).prove("some way", 2),
    ],
)
def test_bad_input_is_named(call):
    with pytest.raises(SymbolicError, match=r"there is no|is no face|neither"):
        call()


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

    worths = ends(None)
    if asked not in worths or len(worths) < 2:
        return False, False, False
    mine = max(worths[asked])
    others = [found for one, found in worths.items() if one != asked]
    fav, some = mine > max(map(max, others)), mine > max(map(min, others))
    ordered = False
    if some and orders_too:  # an order is one of the ways
        for orders in product([None], permutations(range(4)) if place < 1 else [None], permutations(range(4))):
            worths = ends(orders)
            others = [found[0] for one, found in worths.items() if one != asked]
            ordered |= worths[asked][0] > max(others)
    return fav, some, ordered


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


@pytest.mark.parametrize("count", [25, pytest.param(1500, marks=pytest.mark.slow)])
def test_brute_force_agrees_with_the_statements(count):
    paying = 0
    for point in some_points(count, seed=4):
        for earlier in decisions():
            said = tuple("ABC"[option] if option < MISS else "Miss" for option in earlier)
            fav, some, ordered = brute(point, earlier)
            assert not fav, (point, said)
            assert not ordered, (point, said)
            on = any(surface.earlier == said and surface.holds(point) for surface in SURFACES)
            assert some == on, (point, said)
            paying += some
    assert paying > 10


def test_brute_force_agrees_with_the_edge_of_the_first_surface():
    grid = [F(step, 12) for step in range(1, 13)]
    for a, b in product(grid, grid):
        _, some, _ = brute((a, b, a), (), orders_too=False)
        assert some == SURFACES[0].holds((a, b, a)), (a, b)


def test_on_the_very_edges_of_the_surfaces():
    """Where a condition of the page holds with equality: the first set at an irrational point, and rule 3."""
    a, edge = F(1, 2), read_number("sqrt(3) - 1")
    assert a**2 * (1 - edge) == edge**2 * (1 - a) ** 3
    for b, pays in ((edge, True), (F(74, 100), True), (F(73, 100), False)):
        outcomes = all_outcomes(Problem([a, b, a], search=SEARCH)).outcomes
        assert ("A" in {str(one.aims[0]) for one in outcomes}) == pays
    made = script("prove_self")
    for a in (F(1, 4), F(1, 5), F(1, 7)):
        edge = (a**2 - 4 * a + 2) / ((1 - a) * (3 - a))
        for surface, point, pays in ((SURFACES[0], (a, edge, a), False), (SURFACES[3], (a, a, edge), True)):
            assert surface.holds(point)
            assert made.pays_under_rule_3(point, surface) == surface.holds_with_rule_3(point) == pays


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_brute_force_agrees_with_the_formulas(count):
    """At points of a face, with exact signs, the formulas say what the second derivation says: of Self and of Miss."""
    dice = random.Random(8)
    seen = set()
    for hits, nodes in (((None, None, 1), [()]), ((None, None, 1), [(2,)]), (INSIDE, [(2,), (0,)])):
        face = face_of(hits)
        for _ in range(count):
            a, b = F(dice.randint(1, 11), 12), F(dice.randint(1, 11), 12)
            values = [a, dice.choice([a, b]), F(dice.randint(1, 11), 12)]
            free = [value for value, hit in zip(values, hits, strict=True) if hit is None]
            point = [value if hit is None else F(hit) for value, hit in zip(values, hits, strict=True)]
            for earlier, option in product(nodes, (None, MISS)):
                expected = brute(point, earlier, option)
                for statement, answer in zip(("favourable", "some way", "fixed order"), expected, strict=True):
                    formula = face.pays(earlier, statement, option)
                    facts = face.facts(earlier, statement)
                    assert can_hold_at(face.refuter, formula, free, facts) == answer, (
                        point,
                        earlier,
                        option,
                        statement,
                    )
                    seen.add((statement, answer, option))
    assert {(statement, True, MISS) for statement in STATEMENTS} <= seen
    assert ("some way", True, None) in seen


def test_the_gain_in_numbers_agrees_with_brute_force():
    for point in some_points(12, seed=6):
        for earlier in decisions()[:5]:
            fav, some, _ = brute(point, earlier, orders_too=False)
            gain = gain_at(point, [["A", "B", "C", "Miss"][option] for option in earlier])
            assert (gain is not None and gain.favourable > 0, gain is not None and gain.some_way > 0) == (fav, some)


def test_on_the_first_surface_an_outcome_has_self():
    for surface in SURFACES[:2]:
        for point in surface.points:
            assert any(str(outcome.aims[0]) == "A" for outcome in all_outcomes(point, search=SEARCH).outcomes)


def test_under_orders_self_is_never_the_only_best_and_under_rule_3_it_can_be():
    for point in some_points(20, seed=5):
        for rule in TIE_RULES.keys() - {3}:
            worths = [worth for worth in decision(solve(point, search=SEARCH, if_eq=rule)).worths if worth.allowed]
            best = max((worth.win[0] for worth in worths), default=0)
            assert [str(worth.aim) for worth in worths if worth.win[0] == best] != ["A"] or len(worths) == 1
    worths = decision(solve(["9/200", "31/50", "9/200"], search=SEARCH, if_eq=3)).worths
    best = max(worth.win[0] for worth in worths)
    assert [str(worth.aim) for worth in worths if worth.win[0] == best] == ["A"]


def test_four_players_and_mixes_break_it():
    gain = gain_at(FOUR)
    assert gain.favourable == F(1011246165, 5048370782) - F(1244649115, 6452646382) > 0
    for rule in TIE_RULES:
        second = independent.decision_values(
            [F(hit) for hit in FOUR], (0, 1, 2, 3), [], search=("Others", "Miss", "Self"), if_eq=rule
        )
        best = max(second, key=lambda option: option.value)
        assert best.option == independent.unit(4, 0)
        assert best.value == F(1011246165, 5048370782)
        assert [option.value for option in second].count(best.value) == 1
    worths = decision(solve(["63/200", "63/100", "69/200"], search=["All"])).worths
    best = max(worth.win[0] for worth in worths)
    assert [str(worth.aim) for worth in worths if worth.win[0] == best] == ["Random"]
