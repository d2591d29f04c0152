"""The best mix over all mixes: nothing is left out, no mix does better, and what is attained is attained."""

import random
from fractions import Fraction
from functools import cache

import independent
import pytest
from pages import is_rounded, numbers, page_text, spelled
from triangle_mixes import supremum

from truel_ref import Aim, Problem, solve
from truel_ref import best_mix as found_best_mix
from truel_ref.explain.mixes import MixPiece, _Cut, _OpenPiece, _places, _roots, _rule_best
from truel_ref.game.problem import TIE_RULES

F = Fraction
MIXED = ("3/4", "11/20", "1")
PAGE = page_text("atlas/best-mix.md")
HITS = [Fraction(top, bottom) for bottom in (1, 2, 3, 4, 5, 7, 20) for top in range(bottom + 1)]


@cache
def found(hits, fields):
    return found_best_mix(hits, **dict(fields))


def best_mix(hits, **fields):
    """Return a best mix, each worked out once."""
    return found(tuple(hits), tuple(fields.items()))


def random_hits(rng):
    """Return hit probabilities, often equal, zero or one."""
    drawn = [rng.choice(HITS) for _ in range(3)]
    if rng.random() < 0.3:
        drawn[rng.randrange(3)] = drawn[rng.randrange(3)]
    return drawn


def mean(aims, shares):
    """Return a mix of aims as a list of weights."""
    total = sum(shares)
    columns = zip(*(aim.weights for aim in aims), strict=True)
    return [sum(share * weight for share, weight in zip(shares, column, strict=True)) / total for column in columns]


def replied(problem_hits, weights, **fields):
    """Return what the second derivation says of a mix of A."""
    return independent.solve(problem_hits, targets=[weights, "Optimal", "Optimal"], **fields)


# -- what is known


def test_the_published_problem():
    best = best_mix(MIXED)
    assert (best.supremum, best.highest, best.attained) == (Fraction(33, 71), Fraction(33, 71), False)
    assert [str(place.mixes[0]) for place in best.places] == ["Miss", "(0, 12/29, 0)"]
    assert [best.under(rule).attained for rule in (1, 2, 3, 4, -1, -4)] == [False] * 4 + [True] * 2


def test_equal_players_zeros_and_ones():
    best = best_mix(["1/2"] * 3)
    assert {one.rule: (str(one.supremum), one.attained) for one in best.rules} == {
        1: ("8/15", True),
        2: ("4/9", False),
        3: ("1/2", False),
        4: ("4/9", False),
        -1: ("4/9", False),
        -4: ("8/15", False),
    }
    assert [best_mix([1, 1, 1]).under(rule).supremum for rule in (1, 2, 3, 4, -1, -4)] == [1, 0, 0, 0, 0, 1]
    nobody, never, original = (best_mix(hits) for hits in ([0, 0, 0], [0, "1/2", 1], ["1/3", "2/3", 1]))
    assert (nobody.supremum, nobody.places, "nobody can be hit" in str(nobody)) == (0, (), True)
    assert (never.supremum, never.attained, str(*never.places)) == (0, True, "all inside Miss, C, B")  # the largest
    assert (original.supremum, original.attained, original.places[0].mixes) == (Fraction(25, 63), True, ("Miss",))


def test_just_above_a_weight_and_at_it():
    """At the weight of the page most tie rules give A less than the supremum, to which A comes near just above it."""
    sentence = "The supremum is {}, and A comes as near to it as they like by aiming at B with a weight just above {}"
    supremum, weight = numbers(PAGE, sentence)
    assert numbers(PAGE, "both sums come to {}, with different replies") == [supremum] == [best_mix(MIXED).supremum]
    at_it = {rule: replied(MIXED, [0, weight, 0], if_eq=rule).win[0] for rule in TIE_RULES}
    assert sum(win < supremum for win in at_it.values()) > len(TIE_RULES) / 2
    assert max(at_it.values()) == supremum
    little = Fraction(1, 10**6)
    near = [replied(MIXED, mix) for mix in ([0, weight + little, 0], [0, little * 741 / 1600, little * 859 / 1600])]
    assert all(supremum - 10 * little < one.win[0] < supremum for one in near)
    assert near[0].aims[1:] != near[1].aims[1:]


def test_what_replies_without_mixes_leave_to_the_first():
    exact, percent, _ = spelled(
        PAGE, "Against replies from {Others, Miss} A comes to {}, {} %; against mixes they cannot have more than {} %."
    )
    best = best_mix(["3/5", "11/20", "1/2"])
    assert best.supremum == Fraction(exact)
    assert is_rounded(percent, 100 * best.supremum)


def test_hit_probabilities_may_be_irrational():
    given_hits = ["sqrt(2)/2", "1/2", 1]
    best = best_mix(given_hits)
    place = best.places[0]
    near = mean([*place.mixes[:1], *place.corners], [10**6] + [1] * len(place.corners))
    win = solve(given_hits, targets=[near, "Optimal", "Optimal"]).win[0]
    assert best.supremum - Fraction(1, 10**4) < win <= best.supremum >= solve(given_hits).win[0]


# -- a second derivation


def check_places(problem_hits, fields, best):
    """Check by solving with explicit weights that every place of every tie rule is what it says."""
    for one in best.rules:
        for place in one.places:
            values = []
            for parts in (2, 2**8, 2**40):
                # Nearer and nearer to the mix, always inside the piece; what is attained is so all the way.
                shares = [1] * len(place.corners)
                weights = mean([place.mixes[0], *place.corners], [parts, *shares])
                values.append(replied(problem_hits, weights, if_eq=one.rule, **fields).win[0])
                assert values[-1] <= one.supremum
            if place.attained:
                assert set(values) == {one.supremum}
            else:
                assert values[0] < values[1] < values[2] < one.supremum
                assert one.supremum - values[2] < Fraction(1, 2**30)


def check_nothing_is_better(problem_hits, fields, best, rng, many):
    """Check at random mixes of the options that no tie rule gives more than its supremum."""
    for _ in range(many):
        shares = [rng.choice([0, 0, 1, rng.randint(1, 60)]) for _ in best.options]
        if not any(shares):
            shares[0] = 1
        rule = rng.choice(list(TIE_RULES))
        win = replied(problem_hits, mean(best.options, shares), if_eq=rule, **fields).win[0]
        one = best.under(rule)
        assert win <= one.at_most <= best.highest
        if one.attained is False and one.places:
            assert win < one.at_most


def check_some(rng, problems, many):
    for _ in range(problems):
        drawn = random_hits(rng)
        fields = {"search": rng.choice(["others,miss", "others", "others,miss,random", "strongest,miss"])}
        best = found_best_mix(drawn, **fields)
        check_places(drawn, fields, best)
        check_nothing_is_better(drawn, fields, best, rng, many)


@pytest.mark.parametrize("seed", range(4))
def test_no_mix_is_better_and_the_best_is_come_by(seed):
    check_some(random.Random(seed), 1, 8)


@pytest.mark.parametrize(
    ("given_hits", "search"),
    [(MIXED, "others,miss"), (("1/2", "1/2", "1/2"), "others,miss"), (("2/3", "2/3", "1/3"), "others,self")],
)
def test_every_piece_has_the_replies_that_solving_gives(given_hits, search):
    rng = random.Random(3)
    best = best_mix(given_hits, search=search)
    for piece in rng.sample(best.pieces, min(5, len(best.pieces))):
        weights = mean(piece.corners, [rng.randint(1, 9) for _ in piece.corners])
        rule = rng.choice(sorted(piece.by_rule))
        known, which = replied(given_hits, weights, search=search, if_eq=rule), piece.by_rule[rule]
        if which is None:
            assert known.win[0] == 0
        else:
            assert [Aim(aim) for aim in known.aims[1:]] == list(piece.replies[which])


def test_a_triangle_cut_by_lines_of_two_letters_leads_to_the_same():
    rng = random.Random(5)
    problem = Problem([rng.choice(HITS[2:]) for _ in range(3)])
    assert best_mix(problem.hits).highest == supremum(problem)


def test_where_scores_of_tie_rule_3_change_places_inside_a_segment():
    """5 t / (1 + 2 t) less 2 (1 + t) / (3 - 2 t), with t the weight of an end, is negative all along."""
    ends = _OpenPiece(((F(0), F(1)), (F(1), F(0))), (), 1)
    for scale in (1, F(1, 8)):
        one, other = ((5 * scale, 0), (3, 1)), ((4 * scale, 2 * scale), (1, 3))
        assert [ends.lead(*both) for both in ((one, other), (other, one))] == [-1, 1]
    with pytest.raises(_Cut):  # t against 1 - t
        ends.lead(((1, 0), (1, 2)), ((0, 1), (2, 1)))
    triangle = _OpenPiece(tuple(tuple(F(place == at) for place in range(3)) for at in range(3)), (), 2)
    with pytest.raises(_Cut):  # along a straight line, because the denominators are proportional
        triangle.lead(((1, 0, 0), (1, 2, 3)), ((0, 2, 1), (2, 4, 6)))
    for form, shares in [((1, 0, 1), []), ((0, -1, 1), [F(2, 3)]), ((1, -1, 1), [F(1, 2)])]:
        assert _roots(*map(F, form)) == shares
    (root,) = _roots(F(1), F(-1), F(-1))
    assert (1 - root) ** 2 - 2 * root * (1 - root) - root**2 == 0


def test_what_is_not_decided_leaves_two_bounds():
    problem, aims = Problem(MIXED), (Aim.miss(3), Aim.at(1, 3))
    limits = [[((F(win), F(0), F(0)),) * 2 for win in wins] for wins in (["1/2"], ["1/3", "2/3"])]
    pieces = [
        MixPiece(aims, 1, (aims,) * len(wins), by_rule, tuple(wins), problem=problem)
        for wins, by_rule in zip(limits, ({3: 0}, {}), strict=True)
    ]
    found = [(each, which, _places(each, which)) for each in pieces for which in range(len(each.wins))]
    assert str(_rule_best(problem, found, 3)) == "rule 3: 1/2 to 2/3, not decided whether attained"


# -- levels


def test_levels_come_near_and_never_beyond():
    fields = {"search": {"A": "others,miss,random"}, "search_later": "others,miss"}
    for given_hits in (MIXED, ("3/5", "11/20", "1/2")):
        supremum = best_mix(given_hits).supremum
        wins = [solve(given_hits, random_levels=[level, None, None], **fields).win[0] for level in (1, 5, 30)]
        assert wins[0] == solve(given_hits).win[0] <= wins[1] <= supremum
        assert wins[0] <= wins[2] <= supremum < wins[2] + Fraction(1, 50)


# -- names


def test_names_and_orders_are_those_of_the_problem():
    named = best_mix(["1", "3/4", "11/20"], names="Carl,Ann,Bob", order="Ann,Bob,Carl")
    assert named.supremum == Fraction(33, 71)
    assert "Ann's best mix" in str(named)
    assert [str(mix) for place in named.places for mix in place.mixes] == ["Miss", "(0, 0, 12/29)"]
