"""Equal chances: every point of the curve and its proof, against resultants, another number type and the solver."""

import json
import random
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import pytest
from refusing import assert_refused
from surds import Surd, brute_force

from truel_ref import decision, solve
from truel_ref.numbers import decimal_text, enclosed, evaluate, minimal_polynomial
from truel_ref.studies import equal_chances
from truel_ref.studies.equal_chances import AIMS, equal_chance_curve, equal_chance_point
from truel_ref.symbolic.formulas import closed_form


def common_roots(equations, one, other):
    """Eliminate each letter by a resultant, and return every pair of roots in the unit square at which both are 0."""
    from sympy import Poly, resultant

    candidates = []
    for gone, left in ((other, one), (one, other)):
        eliminated = Poly(resultant(*equations, gone), left)
        assert not eliminated.is_zero
        # Roots at the ends 0 and 1 are on the border of the square, where nobody can have 1/3 beside two others.
        candidates.append({root for root in eliminated.real_roots() if 0 < root < 1})
    return [
        pair
        for pair in product(*candidates)
        if all(abs(each.subs(dict(zip((one, other), pair, strict=True))).evalf(60)) < 1e-40 for each in equations)
    ]


@pytest.mark.parametrize("c", [Fraction(1), Fraction(1, 2), Fraction(1, 50)])
def test_it_is_the_only_one_by_resultants(c):
    from sympy import Rational, Symbol, numer, together

    form = closed_form("Miss,C,B", [None, None, c])
    equations = [numer(together(win - Rational(1, 3))) for win in form.win[1:]]
    (pair,) = common_roots(equations, Symbol("a"), Symbol("b"))
    for hit, found in zip(equal_chance_point(c).hits, pair, strict=False):
        assert abs(found.evalf(30) - Rational(decimal_text(hit, 20))) < Rational(1, 10**19)


@pytest.mark.parametrize("c", ["1", "1/2", "2/3", "9/10", "1/50"])
def test_points_by_another_number_type(c):
    """All 27 profiles in numbers p + q sqrt(d), for c = 1 in Q(sqrt(7)), say the same as the polynomials."""
    point, fixed = equal_chance_point(c), Fraction(c)
    # s is the root of (c + 2) s^2 + 2 c s - 2 between 0 and 1
    inside = fixed**2 + 2 * (fixed + 2)
    d = inside.numerator * inside.denominator
    s = Surd(-fixed / (fixed + 2), Fraction(1, inside.denominator) / (fixed + 2), d)
    assert (s * s * (fixed + 2) + s * (2 * fixed) - 2).sign() == 0
    hits = [(2 - s * 2) / (4 - s), s * fixed, Surd(fixed, Fraction(0), d)]
    ways = brute_force(hits)
    assert list(ways) == [point.aims] == [("Miss", "C", "B")]
    assert all(each == Fraction(1, 3) for each in ways[point.aims])
    for exact, hit in zip(hits[:2], point.hits, strict=False):
        low, high = enclosed(hit, Fraction(1, 10**9))
        assert (exact - low).sign() >= 0 >= (exact - high).sign()
        assert evaluate(minimal_polynomial(hit), exact) == 0


def test_the_family():
    family = equal_chance_curve()
    (stretch,) = family.optimal
    ends = ("(sqrt(7) - 1)/3", "1")
    assert (str(family.low), (str(stretch.low), str(stretch.high)), stretch.aims) == (ends[0], ends, AIMS)
    listed = family.rational_points(8)
    assert len(listed) == 10
    assert [s for s, _ in listed[:3]] == [Fraction(2, 3), Fraction(4, 7), Fraction(3, 4)]
    assert dict(listed)[Fraction(2, 3)] == (Fraction(1, 5), Fraction(5, 12), Fraction(5, 8))
    rng = random.Random(2)
    drawn = [Fraction(rng.randint(5486, 9999), 10000) for _ in range(30)]
    for s, hits in [*listed, *((s, family.at(s)) for s in drawn)]:
        truth = solve(hits)
        assert (truth.win, tuple(map(str, truth.aims))) == ((Fraction(1, 3),) * 3, AIMS)
        assert hits[1] / hits[2] == s


def test_off_the_path_a_reply_is_tied_where_it_is_told():
    """On either side of such a point some reply differs, off the path of play, and the aims do not."""
    family = equal_chance_curve()
    assert [decimal_text(root, 6) for root in family.switches] == ["0.748272", "0.809689"]
    nodes = list(product(("B", "C", "Miss"), ("A", "C", "Miss")))

    def replies(s):
        solution = solve(family.at(s))
        return [str(decision(solution, node).chosen) for node in nodes]

    for root in family.switches:
        before, after = map(replies, enclosed(root, Fraction(1, 10**8)))
        (differing,) = [node for node, one, other in zip(nodes, before, after, strict=True) if one != other]
        assert differing != ("Miss", "C")
    seen = [replies(Fraction(n, 1000)) for n in range(549, 1000, 25)]
    assert sum(one != two for one, two in pairwise(seen)) == 2


def test_the_proof_can_fail(monkeypatch):
    """With other aims the identities do not hold, and the proof says so instead of printing it."""
    monkeypatch.setattr(equal_chances, "AIMS", ("C", "C", "B"))
    for asked in (equal_chance_curve.__wrapped__, partial(equal_chance_point, 1)):
        assert_refused(AssertionError, asked, "the proof fails at: B wins 1/3")


# -- as records


def test_records_show_the_same_points():
    """All forms are those of the records."""
    family, point = equal_chance_curve(), equal_chance_point(1)
    shown = [tuple(row[column] for column in ("s", "A", "B", "C")) for row in family.to_records()]
    assert shown == [(str(s), *map(str, hits)) for s, hits in family.rational_points()]
    assert [(row["hit"], row["aim"]) for row in point.to_records()] == [
        ("(5 - sqrt(7))/9", "Miss"),
        ("(sqrt(7) - 1)/3", "C"),
        ("1", "B"),
    ]
    assert decimal_text(point.hits[1], 20) == "0.54858377035486353017"
    assert point.signs and all(sign for _, sign in point.signs)


# -- the command


def test_the_command(printed):
    run = partial(printed, "symbolic", "equal-chances")
    assert run() == f"{equal_chance_curve()}\n"
    assert json.loads(run("--json")) == equal_chance_curve().to_json()
    assert run("--c", "1/2") == f"{equal_chance_point('1/2')}\n"
    assert run("--at", "2/3") == "1/5 5/12 5/8\n"
    assert json.loads(run("--at", "2/3", "--json")) == ["1/5", "5/12", "5/8"]
