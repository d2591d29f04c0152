"""The first page of the atlas: its numbers are those of the pages that it leads to."""

from pages import numbers, page_text, section, table

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
