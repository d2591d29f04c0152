"""The first page of the atlas: its numbers are those of the pages that it leads to."""

import re
from fractions import Fraction

import pytest
from pages import DOCS, numbers, page_text, section, table

PAGE = page_text("atlas.md")


def test_what_other_pages_have_more_of():
    cube, equal, self_four = (page_text(f"atlas/{name}.md") for name in ("cube", "equal-chances", "self-four"))
    _, *pairs, _ = table(section(cube, "Where the two plays aim differently"))
    assert numbers(PAGE, "where the two plays differ, in {} ways and no others off these surfaces") == [len(pairs)]
    (profiles,) = numbers(equal, "There are {} profiles.")
    (nowhere,) = numbers(equal, "*With {} profiles the three players never win 1/3 each")
    somewhere = len(table(equal)) - 1
    sentence = (
        "one curve for {} of the {} profiles, none for the other {}; on {} of them the profile is optimal somewhere"
    )
    assert numbers(PAGE, sentence) == [profiles - nowhere, profiles, nowhere, somewhere]
    counted = {row[0]: row[1] for row in table(section(self_four, "How much of the cube"))}
    (times,) = numbers(PAGE, "in announced play in {} of a million random problems")
    assert times == sum(int(counted[player]) for player in "ABC")
    (bound,) = numbers(cube, "those of announced play less than {}")
    assert numbers(PAGE, "The others are known to {} millionths") == [10**6 * bound]


@pytest.mark.parametrize("name", re.findall(r"\(\.\./(figures/\S+)\) \(A2\)", PAGE))
def test_a_poster_is_as_large_as_paper(name):
    """A2 is 420 mm wide and 594 mm high, or turned; a point is 1/72 of 25.4 mm."""
    sides = re.findall(r'(?:width|height)="([\d.]+)pt"', (DOCS / name).read_text(encoding="utf-8"))
    sides = sorted(Fraction(side) * Fraction("25.4") / 72 for side in sides[:2])
    assert [round(side) for side in sides] == [420, 594]
