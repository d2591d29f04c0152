"""Equal chances: every point of the curve and its proof, against resultants, another number type and the solver."""

import json
import random
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import pytest
from surds import Surd, brute_force

from truel_ref import solve
from truel_ref.errors import SymbolicError
from truel_ref.numbers import between, decimal_text, enclosed, evaluate, minimal_polynomial
from truel_ref.studies.equal_chances import equal_chance_curve, equal_chance_point
from truel_ref.symbolic.curves import HitCurve, stretches
from truel_ref.symbolic.formulas import closed_form


def test_the_point_for_c_1_by_another_number_type():
    """At (5 - sqrt(7))/9, (sqrt(7) - 1)/3, 1 all 27 profiles in Q(sqrt(7)) say the same as the polynomials."""
    point = equal_chance_point(1)
    assert [str(hit) for hit in point.hits] == ["(5 - sqrt(7))/9", "(sqrt(7) - 1)/3", "1"]
    hits = [Surd(Fraction(5, 9), Fraction(-1, 9), 7), Surd(Fraction(-1, 3), Fraction(1, 3), 7)]
    ways = brute_force([*hits, Surd(Fraction(1), Fraction(0), 7)])
    assert list(ways) == [("Miss", "C", "B")] == [point.aims]
    assert all(each == Fraction(1, 3) for each in ways[point.aims])
    assert decimal_text(point.hits[1], 20) == "0.54858377035486353017"
    assert point.signs and all(sign for _, sign in point.signs)


@pytest.mark.parametrize("c", [Fraction(1), Fraction(1, 2), Fraction(9, 10), Fraction(1, 50)])
def test_it_is_the_only_one_by_resultants(c):
    """Eliminate each letter by a resultant, and look at every pair of roots in the unit square."""
    from sympy import Poly, Rational, Symbol, numer, resultant, together

    form = closed_form("Miss,C,B", [None, None, c])
    a, b = Symbol("a"), Symbol("b")
    equations = [numer(together(win - Rational(1, 3))) for win in form.win[1:]]
    candidates = []
    for gone, left in ((b, a), (a, b)):
        eliminated = Poly(resultant(*equations, gone), left)
        assert not eliminated.is_zero
        # Roots at the ends 0 and 1 are on the border of the square, where nobody can have 1/3 beside two others.
        inside = [root for root in eliminated.real_roots() if 0 < root < 1]
        candidates.append(sorted(set(inside)))
    pairs = []
    for at_a, at_b in product(*candidates):
        rests = [equation.subs({a: at_a, b: at_b}).evalf(60) for equation in equations]
        if all(abs(rest) < 1e-40 for rest in rests):
            pairs.append((at_a, at_b))
    assert len(pairs) == 1
    point = equal_chance_point(c)
    for hit, found in zip(point.hits, pairs[0], strict=False):
        assert abs(found.evalf(30) - Rational(decimal_text(hit, 20))) < Rational(1, 10**19)


@pytest.mark.parametrize("c", ["1/2", "2/3", "9/10", "1/50"])
def test_points_for_other_c_by_another_number_type(c):
    point = equal_chance_point(c)
    fixed = Fraction(c)
    # s is the root of (c + 2) s^2 + 2 c s - 2 between 0 and 1
    inside = fixed**2 + 2 * (fixed + 2)
    d = inside.numerator * inside.denominator
    s = Surd(-fixed / (fixed + 2), Fraction(1, inside.denominator) / (fixed + 2), d)
    assert (s * s * (fixed + 2) + s * (2 * fixed) - 2).sign() == 0
    a, b = (2 - s * 2) / (4 - s), s * fixed
    ways = brute_force([a, b, Surd(fixed, Fraction(0), d)])
    assert list(ways) == [point.aims]
    assert all(each == Fraction(1, 3) for each in ways[point.aims])
    for exact, hit in zip((a, b), point.hits, strict=False):
        low, high = enclosed(hit, Fraction(1, 10**9))
        assert (exact - low).sign() >= 0 >= (exact - high).sign()
        assert evaluate(minimal_polynomial(hit), exact) == 0


def test_the_family():
    family = equal_chance_curve()
    assert str(family.low) == "(sqrt(7) - 1)/3"
    assert [(str(stretch.low), str(stretch.high), stretch.aims) for stretch in family.optimal] == [
        ("(sqrt(7) - 1)/3", "1", ("Miss", "C", "B"))
    ]
    rng = random.Random(2)
    for _ in range(60):
        s = Fraction(rng.randint(5486, 9999), 10000)
        hits = family.at(s)
        truth = solve(hits)
        assert truth.win == (Fraction(1, 3),) * 3
        assert [str(aim) for aim in truth.aims] == ["Miss", "C", "B"]
        assert hits[1] / hits[2] == s
    listed = family.rational_points(8)
    assert [s for s, _ in listed[:3]] == [Fraction(2, 3), Fraction(4, 7), Fraction(3, 4)]
    assert dict(listed)[Fraction(2, 3)] == (Fraction(1, 5), Fraction(5, 12), Fraction(5, 8))
    assert len(listed) == 10
    for _, hits in listed:
        assert solve(hits).win == (Fraction(1, 3),) * 3
    for outside in ("0.5485", 1, 0, "1/2"):
        with pytest.raises(SymbolicError, match="outside the range"):
            family.at(outside)


def test_off_the_path_a_reply_is_tied_where_it_is_told():
    """On either side of such a point some reply differs, off the path of play, and the aims do not."""
    from truel_ref import decision

    family = equal_chance_curve()
    assert [decimal_text(root, 6) for root in family.switches] == ["0.748272", "0.809689"]

    def replies(s):
        solution = solve(family.at(s))
        nodes = [(one, two) for one in ("B", "C", "Miss") for two in ("A", "C", "Miss")]
        return {node: str(decision(solution, node).chosen) for node in nodes}

    for root in family.switches:
        before, after = map(replies, enclosed(root, Fraction(1, 10**8)))
        differing = [node for node in before if before[node] != after[node]]
        assert len(differing) == 1
        assert differing != [("Miss", "C")]
    between_them = [Fraction(n, 1000) for n in range(549, 1000, 9)]
    seen = [replies(s) for s in between_them]
    assert sum(one != two for one, two in pairwise(seen)) == 2


def test_the_proof_can_fail(monkeypatch):
    """With other aims the identities do not hold, and the proof says so instead of printing it."""
    from truel_ref.studies import equal_chances

    monkeypatch.setattr(equal_chances, "AIMS", ("C", "C", "B"))
    with pytest.raises(AssertionError, match="the proof fails at: B wins 1/3"):
        equal_chances.equal_chance_curve.__wrapped__()
    with pytest.raises(AssertionError, match="the proof fails at: B wins 1/3"):
        equal_chances.equal_chance_point(1)


def test_a_curve_on_which_the_aims_change_is_split():
    """The same machine on the curve pulled to the side, so that it cannot only ever say Miss, C, B."""
    family = equal_chance_curve()
    a, b, c = family.hits
    pulled = HitCurve([a + (1 - a) / 2, b, c])
    found = stretches(pulled, family.low, family.high)
    assert len(found) > 1
    for stretch in found:
        if not stretch.is_point:
            s = between(stretch.low, stretch.high)
            assert tuple(map(str, solve(pulled.at(s)).aims)) == stretch.aims


def test_c_0_is_refused():
    with pytest.raises(SymbolicError, match="with c = 0 C never wins"):
        equal_chance_point(0)


def test_irrational_numbers_are_refused_where_only_fractions_can_stand():
    for refused in (equal_chance_point, equal_chance_curve().at):
        with pytest.raises(
            SymbolicError, match=r"sqrt\(2\)/2 is irrational, .* such as 0.707107, or ask truel_ref.solve"
        ):
            refused("sqrt(2)/2")


# -- as records


def test_records_show_the_same_points():
    family, point = equal_chance_curve(), equal_chance_point(1)
    rows = family.to_records()
    assert [(row["s"], row["A"], row["B"], row["C"]) for row in rows] == [
        (str(s), *map(str, hits)) for s, hits in family.rational_points()
    ]
    assert "5/12" in family._repr_html_()
    assert "a = 2*(1 - s)/(4 - s)" in family._repr_html_()
    assert family.to_text("csv").splitlines()[1] == "2/3,1/5,5/12,5/8"
    assert [row["hit"] for row in point.to_records()] == ["(5 - sqrt(7))/9", "(sqrt(7) - 1)/3", "1"]
    assert [row["aim"] for row in point.to_records()] == ["Miss", "C", "B"]
    assert "(sqrt(7) - 1)/3" in point._repr_html_()
    assert r"\sqrt{7}" in point._repr_latex_()


# -- the command


def test_the_command(printed):
    run = partial(printed, "symbolic", "equal-chances")
    assert run() == f"{equal_chance_curve()}\n"
    assert json.loads(run("--json")) == equal_chance_curve().to_json()
    assert run("--c", "1/2") == f"{equal_chance_point('1/2')}\n"
    assert run("--at", "2/3") == "1/5 5/12 5/8\n"
    assert json.loads(run("--at", "2/3", "--json")) == ["1/5", "5/12", "5/8"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--c", "0"], "with c = 0 C never wins"),
        (["--c", "2"], "c: '2' is not in [0, 1]"),
        (["--at", "1/3"], "outside the range"),
        (["--at", "1/3", "--c", "1"], "each name one point"),
    ],
)
def test_slips_are_told_in_one_line(words, says, refused):
    refused(["symbolic", "equal-chances", *words], says)
