"""The surfaces of the cube: points on them tie, and points off them have the aims that their signs tell."""

import random
import re
from fractions import Fraction
from itertools import combinations, product

import pytest
from examples import one_in
from pages import assert_numbers, formula, page_text
from sympy import symbols

from truel_ref import Problem, all_outcomes, equilibria, solve
from truel_ref.game.variant import PLAYS
from truel_ref.numbers import read_number, sign_of
from truel_ref.studies.cube.occurring import Systems
from truel_ref.studies.cube.questions import CubeQuestion, signs_at
from truel_ref.studies.cube.surfaces import (
    crosses_once,
    cube_surfaces,
    degree_of,
    prove_surfaces,
)
from truel_ref.symbolic.algebra import Letters, value_at
from truel_ref.symbolic.pieces import aims_text
from truel_ref.symbolic.polynomials import line_through

PAGE = page_text("atlas/cube.md")


def best_aims(play, point):
    """Return all lists of aims that are best at a point under some way of breaking ties, by numbers alone."""
    if play == "announced":
        return {tuple(outcome.aims) for outcome in all_outcomes(Problem(point)).outcomes}
    return {tuple(equilibrium.aims) for equilibrium in equilibria(point)}


def random_point(rng, denominator=10007):
    return [Fraction(rng.randrange(1, denominator), denominator) for _ in range(3)]


def test_how_many_there_are_and_of_which_degrees():
    both = [cube_surfaces(play) for play in PLAYS]
    lengths = [sorted({len(end.signs) for end in one.ends}) for one in both]
    assert_numbers(
        PAGE,
        {
            "exactly {} ({}) sign lists are consistent": [len(one.ends) for one in both],
            "They contain {} ({}) irreducible polynomials": [len(one.asked) for one in both],
            "irreducible polynomials and have {} ({}) classes": [len(one.classes) for one in both],
            "The polynomials of which this is true are {} ({}).": [len(one.polynomials) for one in both],
            "They have the degrees {}, {}, {}, {} and {} ({} and {})": [
                degree for one in both for degree in sorted(set(map(degree_of, one.polynomials)))
            ],
            "A consistent list contains between {} and {} of the {} signs ({} or {} of the {})": [
                *(lengths[0][0], lengths[0][-1], len(both[0].asked), *lengths[1], len(both[1].asked)),
            ],
            "there are {} ({}) such lines": [len(one.crossings) for one in both],
            "These are all: {} triples in stationary and {} in announced play": [
                len(one.classes) for one in both[::-1]
            ],
        },
    )


def test_the_surfaces_of_stationary_play_are_three_in_a_circle():
    a, b, c = symbols("a b c")
    listed = {each.as_expr() for each in cube_surfaces("stationary").polynomials}
    shown = [formula(text).expand() for text in re.findall(r"^- `(.*?)`, ", PAGE, re.MULTILINE)]
    renamed = [dict(zip((a, b, c), names, strict=True)) for names in ((a, b, c), (b, c, a), (c, a, b))]
    images = {each.subs(names, simultaneous=True).expand() for each in shown for names in renamed}
    assert (len(shown), {*images, *(-each for each in images)}) == (3, {*listed, *(-each for each in listed)})
    surfaces = [
        crossing for crossing in cube_surfaces("stationary").crossings if crossing.polynomial.as_expr() in shown
    ]
    for one in surfaces:
        negative, positive = aims_text(one.negative), aims_text(one.positive)
        assert degree_of(one.polynomial) == 1 or f"negative in ({negative}), positive in ({positive})" in PAGE


@pytest.mark.parametrize("play", one_in(2, PLAYS[::-1]))
def test_each_surface_parts_its_classes(play):
    surfaces = cube_surfaces(play)
    for crossing in surfaces.crossings:
        assert crosses_once(surfaces.asked, crossing.polynomial, crossing.below, crossing.above)
        assert value_at(crossing.polynomial, crossing.below) < 0 < value_at(crossing.polynomial, crossing.above)
        assert best_aims(play, crossing.below) == {crossing.negative} != {crossing.positive}
        assert best_aims(play, crossing.above) == {crossing.positive}


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("count", [60, pytest.param(20_000, marks=pytest.mark.slow)])
def test_signs_of_the_surfaces_tell_the_aims(play, count):
    """As decisions do, and equilibria in numbers; and who wins most often, as decisions say."""
    surfaces, question, rng, met = cube_surfaces(play), CubeQuestion([None, None, None], play), random.Random(5), set()
    for number in range(count):
        signs = signs_at(point := random_point(rng))
        of_surfaces = {polynomial: signs(polynomial) for polynomial in surfaces.polynomials}
        if not all(of_surfaces.values()):
            continue  # a point of a surface
        told = surfaces.aims_by(signs)
        assert best_aims(play, point) == {told} == {*surfaces.classes_with(of_surfaces)}
        met.add(told)
        if number < 60:
            assert told == question.aims(signs)
        if number < 15:
            assert question.standing_with(told, signs) == question.standing(signs)
    assert met <= set(surfaces.classes)
    assert len(met) >= (7 if count == 60 else len(surfaces.classes))


def on_a_line(crossing, axis, rng):
    """Yield a point of a surface near a crossing on another line along an axis, and rational points on both sides."""
    near = [(one + other) / 2 + Fraction(rng.randrange(-99, 100), 10**6) for one, other in crossing_ends(crossing)]
    (*two, one, none) = line_through(crossing.polynomial, near, axis)
    if two:
        inside = one * one - 4 * two[0] * none
        roots = [read_number(f"({-one} {sign} sqrt({inside}))/{2 * two[0]}") for sign in "+-"] if inside > 0 else []
    else:
        roots = [Fraction(-none, one)]
    for root in roots:
        if abs(float(root) - float(near[axis])) < 1e-3:
            sides = [Fraction(round(float(root) * 10**9) + side, 10**9) for side in (-1000, 1000)]
            yield tuple([*near[:axis], value, *near[axis + 1 :]] for value in (root, *sides))


def crossing_ends(crossing):
    return zip(crossing.below, crossing.above, strict=True)


def ties_on(play, crossing, count, rng):
    """Check so many points of a surface near a crossing: its neighbours are listed, and both are best there."""
    surfaces, checked = cube_surfaces(play), 0
    listed = {(one.polynomial, one.negative, one.positive) for one in surfaces.crossings}
    degrees = [max(powers[axis] for powers in crossing.polynomial.monoms()) or 9 for axis in range(3)]
    axis = degrees.index(min(degrees))
    for _ in range(20 * count):
        for point, *sides in on_a_line(crossing, axis, rng):
            below, above = sorted(sides, key=lambda side: value_at(crossing.polynomial, side))
            inside = all(0 < value < 1 for side in sides for value in side)
            if checked < count and inside and crosses_once(surfaces.asked, crossing.polynomial, below, above):
                (negative,), (positive,) = (best_aims(play, side) for side in (below, above))
                if negative != positive:
                    assert (crossing.polynomial, negative, positive) in listed
                    assert {negative, positive} <= best_aims(play, point)
                    checked += 1
    return checked


@pytest.mark.parametrize("play", PLAYS)
def test_on_a_surface_both_neighbours_are_best(play):
    rng = random.Random(1)
    chosen = rng.sample(cube_surfaces(play).crossings, 6)
    assert [ties_on(play, crossing, 1, rng) for crossing in chosen] == [1] * 6


@pytest.mark.parametrize("c", [Fraction(1, 3), Fraction(1, 2)])
def test_no_other_list_of_aims_is_best_at_a_tie(c):
    """Players who hit equally often, and points of other surfaces: all ways of breaking ties."""
    announced, stationary = (set(cube_surfaces(play).classes) for play in PLAYS)
    met = set()
    for a, b in product([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)], repeat=2):
        met |= best_aims("announced", [a, b, c])
        others = {aims_text(aims) for aims in best_aims("stationary", [a, b, c]) - stationary}
        assert others <= ({"B, C, A", "C, A, B"} if a == b == c else set())
    assert met <= announced
    assert len(met) > 6


def last_ones_gain(hits, aims, own, target):
    """Return by what sign of T5 a player does better with one turn than with a miss, the aims of the others fixed."""

    def left(shooter, victim):
        """What the duel is worth to the player in which who follows the shooter begins."""
        first = next(player % 3 for player in (shooter + 1, shooter + 2) if player % 3 != victim)
        (last,) = {0, 1, 2} - {first, victim}
        begins = hits[first] / (hits[first] + hits[last] - hits[first] * hits[last])
        return {first: begins, last: 1 - begins}.get(own, 0)

    v, kappa = Fraction(0), Fraction(1)
    for player in ((own + 1) % 3, (own + 2) % 3):
        if aims[player] is not None:
            v, kappa = v + kappa * hits[player] * left(player, aims[player]), kappa * (1 - hits[player])
    return left(own, target) * (1 - kappa) - v


def test_the_formulas_of_that_proof():
    """Each sign is that of the gain by a shot over a miss, from T5, at random points."""
    rng = random.Random(8)
    for _ in range(40):
        a, b, c = hits = random_point(rng, 31)
        m = b**2 - a * b - a * (1 - b) ** 2
        gains = {
            ((2, 0, None), 2, 0): -m,
            ((2, 0, None), 2, 1): b**2 * (1 - a) - c * m,
            ((2, None, 1), 1, 0): a**2 * (1 - b) + c * (a * (b - a) + b * (1 - a) ** 2),
            ((None, 0, None), 2, 1): (1 - a) * (1 - c) * b - a,
            ((None, 0, 1), 0, 1): b * (1 - c + c**2) - c**2,
        }
        assert [sign_of(last_ones_gain(hits, *case)) for case in gains] == [*map(sign_of, gains.values())]
        s_ab, s_ac, s_bc = a + b - a * b, a + c - a * c, b + c - b * c
        for left, right in (
            (b**2 * (1 - a) - m, a * (1 - b)),
            (s_ac * s_bc - (1 - b) * c * s_ab, a * b + b**2 * c * (1 - a) + c**2 * (1 - a) * (1 - b)),
            ((1 - c) * s_bc - (1 - b) * c, b * (1 - c + c**2) - c**2),
        ):
            assert left == right
        waits, shoots = (solve(hits, targets=targets).win for targets in (["Miss", "A", "B"], ["B", "A", "Miss"]))
        more = a * b * (1 - c) ** 2 + a * c * (b - c) - b * c * (1 - a) * (1 - b)
        assert sign_of(shoots[0] - waits[0]) == sign_of(more)
        # B's own turn comes first if he is named first: C, A, B are then the players 2, 0, 1 from his place on.
        shoots, waits = (solve([b, c, b], targets=targets).win for targets in (["C", "C", "B"], ["Miss", "A", "B"]))
        assert shoots[0] > waits[0]


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_two_hundred_points_on_each_surface(play):
    rng, surfaces = random.Random(2), cube_surfaces(play)
    for polynomial in surfaces.polynomials:
        own = [crossing for crossing in surfaces.crossings if crossing.polynomial == polynomial]
        assert sum(ties_on(play, crossing, -(-200 // len(own)), rng) for crossing in own) >= 200, polynomial


@pytest.mark.parametrize(("play", "many"), [("announced", 1), ("stationary", 0)])
def test_classes_are_told_apart_by_surfaces_alone(play, many):
    """Two ends with different aims differ in a sign of a surface, or one of their signs contradicts the others."""
    surfaces, alike = cube_surfaces(play), []
    listed = set(surfaces.polynomials)
    for one, other in combinations(surfaces.ends, 2):
        own, others = ({each: end.signs[each] for each in end.signs if each in listed} for end in (one, other))
        if one.answer != other.answer and all(others.get(each, sign) == sign for each, sign in own.items()):
            alike.append(own | others)
    assert len(alike) == many
    assert not any(map(Systems(("a", "b", "c")).occur, alike))


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_the_list_is_proved_again(play):
    proved, stored = (
        (made.ends, [(one.polynomial, one.negative, one.positive) for one in made.crossings])
        for made in (prove_surfaces(play), cube_surfaces(play))
    )
    assert proved == stored


@pytest.mark.slow
def test_signs_that_occur_nowhere_are_refuted():
    a, b, c = (hit.numer for hit in Letters([None, None, None]).hits)
    systems, circle = Systems(("a", "b", "c")), {a - b: 0, b - c: 1, a - c: -1}
    asked = ({a - b: 0, b - c: 1}, circle, circle | {a + b - c: 1})
    assert [systems.occur(signs) for signs in asked] == [True, False, False]
    assert systems.refuted == [frozenset(circle.items())]


def test_a_line_on_which_another_polynomial_vanishes_shows_nothing():
    """A test of the test: every crossing fails with its points moved apart to the ends of the cube."""
    surfaces = cube_surfaces("stationary")
    crossing = surfaces.crossings[0]
    (axis,) = (place for place, (one, other) in enumerate(crossing_ends(crossing)) if one != other)
    ends = [(*crossing.below[:axis], Fraction(top, 99), *crossing.below[axis + 1 :]) for top in (1, 98)]
    assert not crosses_once(surfaces.asked, crossing.polynomial, *ends)
