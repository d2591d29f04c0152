"""Shooting at oneself among four: what the page says in sentences and tables, read there and derived a second time."""

from fractions import Fraction
from functools import cache

import independent
import pytest
from pages import assert_numbers, assert_rounded, is_rounded, numbers, page_text, section, table
from test_self_four import KNOWN, PAYS, WORDS, aim_of, by_brute_force, ends_of, over, win_by_chain

from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.numbers import decimal_text
from truel_ref.studies.self_four import (
    all_edges,
    better_than_self,
    paying,
    surface,
    with_denominator,
)

F = Fraction
PAGE = page_text("atlas/self-four.md")
BEFORE = {
    "A": (),
    "C, on the path of play": None,
    "B, after A at A": ("A",),
    "C, after A at A and B at nobody": ("A", "Miss"),
}


@cache
def worths_after(hits, earlier):
    """Return by the next player's options his worth at his own first turn, and the replies, from the table of all."""
    worths = independent.decision_values(
        hits, (0, 1, 2, 3), [aim_of(word) for word in earlier], search=["Others", "Miss", "Self"]
    )
    named = {}
    for worth in worths:
        option, *replies = ("Miss" if not any(aim) else WORDS[aim.index(1)] for aim in (worth.option, *worth.replies))
        named[option] = (worth.value, replies)
    return named


def percent(text, value):
    """Tell whether a percentage of the page is a number, rounded."""
    return is_rounded(text.removesuffix(" %"), 100 * value)


def test_each_row_of_the_examples():
    """The third is not the weakest, as the page says."""
    head, *rows = table(section(PAGE, "Where it can pay"))
    assert (head[-2:], len(rows)) == (["worth", "more than the next best"], 6)
    weakest, planted = [], [(over(tops, denominator), earlier, aims) for tops, denominator, earlier, aims in PAYS]
    for who, written, listed, worth, gain in rows:
        hits, aims = list(map(F, written.split(", "))), tuple(listed.split(", "))
        earlier = BEFORE[who] if BEFORE[who] is not None else aims[:2]
        assert (hits, earlier, aims) in planted  # derived a second time there
        found = paying(hits, earlier)
        assert percent(worth, found.worth)
        assert percent(gain, found.gain)
        weakest.append(min(hits) == hits[len(earlier)])
    assert not weakest[2]


def test_where_somebody_is_indifferent_to_himself():
    """The difference of theorem 1, in the proof and in the solver; for a shot r of it times what is above 0."""
    places = [F(place, 7) for place in range(1, 7)]
    for p, v, kappa, r in zip(places, places[::-1], places[2:] + places[:2], places[3:] + places[:3], strict=True):
        told = [
            better_than_self(*one, kappa)
            for one in ((r, 1 - p, p, v), (F(0), F(1), p, v), (F(0), 1 - p, p, v), (F(0), F(1), p, F(0)))
        ]
        assert [(solver > 0, solver == proof) for solver, proof in told] == [(True, True)] * 2 + [(False, True)] * 2
        assert told[2][0] == told[3][0] == 0


def test_the_intervals_of_the_page_are_those_of_its_counts():
    rows = [row for row in table(section(PAGE, "How much of the cube")) if row[1].isdigit()]
    assert len(rows) == 3
    for where, count, *ends in rows:
        if where == "A":
            assert_rounded(PAGE, {"So it pays to A at some {} to {} points in a million": ends})
        assert ends == [f"{end * 10**6:.2f}" for end in clopper_pearson(int(count), 10**6, F(99, 100))]


@pytest.mark.slow
def test_each_row_of_the_ends():
    """The ends themselves, on which of the two surfaces each lies, and its degree; and the degrees of the surfaces."""
    (degrees,) = {surface(end).deciding[0][0].degrees() for end in ends_of(1)}
    assert_numbers(PAGE, {"polynomials of degree {}, {}, {} and {} in $a$, $b$, $c$ and $d$": [*degrees]})
    names = {("A", "A"): "P", ("B", "A"): "Q"}
    _, *rows = table(section(PAGE, "The region around a known point"))
    for row, both in zip(rows, all_edges().edges, strict=True):
        (degree,) = {len(end.polynomial) - 1 for end in both}
        assert row == [
            "abcd"[both[0].player],
            *(decimal_text(end.at, 12) for end in both),
            *(names[end.earlier] for end in both),
            str(degree),
        ]


def denominators_of_page():
    _, *rows = table(section(PAGE, "The smallest denominators"))
    return {
        int(denominator): [tuple(map(int, point.split(", "))) for point in points.split(" and ")]
        for denominator, points in rows
    }


def test_the_problems_of_the_smallest_denominators_are_such():
    page = denominators_of_page()
    first = min(page)
    assert_numbers(
        PAGE,
        {
            "Up to {} there are {} such problems": [max(page), sum(map(len, page.values()))],
            "at which Self pays on the path of play is {}, with ({}, {}, {}, {}) alone": [
                first,
                *over(page[first][0], first),
            ],
        },
    )
    assert len(page[first]) == 1
    assert all(paying(over(point, at)).gain > 0 for at, points in page.items() for point in points)


@pytest.mark.slow
def test_the_list_of_denominators():
    """With four different hit probabilities between 0 and 1 up to the last of the page, and a few with all others."""
    page = denominators_of_page()
    for denominator in range(1, max(page) + 1):
        found = [tuple(int(hit * denominator) for hit in one.hits) for one in with_denominator(denominator).found]
        assert found == page.get(denominator, [])
    (coinciding,) = numbers(PAGE, "the search is complete up to the denominator {}, and there is none")
    assert not any(with_denominator(common, different=False).found for common in range(1, int(coinciding) + 1))


def test_why_b_waits():
    """Each percentage of the explanation is the worth of an option, with the replies that are told."""
    after = {words: worths_after(tuple(KNOWN), words) for words in (("A",), ("A", "A"), ("D", "A"), ("B", "A"))}
    told = {
        "C is better off with B dead ({} %) than with D dead ({} %)": (("A", "A"), "B", "D"),
        "D then waits, and B would win {} %, against {} % if B waits": (("A",), "A", "Miss"),
        "C shoots at D even if B shoots at A ({} % against {} %)": (("D", "A"), "D", "B"),
        "after A at B and B at A, C still shoots at D ({} % against {} %)": (("B", "A"), "D", "B"),
    }
    worths = {words: [100 * after[earlier][one][0] for one in options] for words, (earlier, *options) in told.items()}
    assert_rounded(section(PAGE, "Why it pays"), worths)
    chosen = {earlier: max(worths, key=lambda option: worths[option][0]) for earlier, worths in after.items()}
    assert chosen == {("A",): "Miss", ("A", "A"): "B", ("D", "A"): "D", ("B", "A"): "D"}
    assert after["A",]["A"][1] == ["B", "Miss"]  # if B shoots at A, C shoots at B, and D waits
    assert worths_after(tuple(KNOWN), ())["D"][1][0] == "A"  # the next best announcement makes B aim at A


def test_what_self_costs_and_brings():
    text = section(PAGE, "Why it pays")
    own, gain, _ = by_brute_force(KNOWN, ())
    unchanged = win_by_chain(["A", *worths_after(tuple(KNOWN), ())["D"][1]])
    cost = own - gain - unchanged
    assert_numbers(
        text,
        {
            "(exactly {}: the wins that A's own shots at D bring)": [cost],
            "The gain of A is the difference, {}.": [gain],
        },
    )
    assert_rounded(
        text,
        {
            "would lose {} %": [100 * cost],
            "and that is worth {} % to A.": [100 * (own - unchanged)],
        },
    )
