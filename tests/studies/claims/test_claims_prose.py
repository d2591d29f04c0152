"""The prose in its file, and that prose and checks belong together."""

from functools import partial

import pytest
from refusing import assert_refused

from truel_ref.errors import ProblemError
from truel_ref.studies.claims import claims, named_claims
from truel_ref.studies.claims.pages import joined
from truel_ref.studies.claims.record import checks, read_prose, stored_prose

TEXT = """
[groups]
S = "Single"
T = "Ties"

[sentences]
solve = "Solved
exactly."

[T1]
statement = "Rare."
how = "Counted."

[S10]
statement = "A wins."
how = "$solve"

[S2]
statement = "B   wins $$5."
how = "Twice: $solve"
""".replace('"Solved\nexactly."', '"""Solved\nexactly."""')


def check_of(name):
    return checks(name)(lambda pictures: None)


def test_prose_is_in_the_order_of_the_groups_and_numbers():
    prose = read_prose(TEXT)
    assert list(prose.claims) == ["S2", "S10", "T1"]
    assert (prose.claims["S2"].statement, prose.claims["S2"].how) == ("B wins $5.", "Twice: Solved exactly.")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[T1]", "[T1", r"claims\.toml: .*line 10"),
        ("[T1]", "[U1]", "'U1' is not an id; give a letter of .groups. and a number"),
        ("[T1]", "[T01]", "'T01' is not an id"),
        ("[T1]", "[S10]", r"claims\.toml: .*line 1[0-9]"),
        ("[groups]", "[group]", r"there is no table \[groups\]"),
        ("[sentences]", "[more]", r"there is no table \[sentences\]"),
        ('how = "Counted."', "", r"\[T1\] has the keys statement and how; 'how'"),
        ('how = "Counted."', 'how = ""', r"\[T1\] how: '' is not text"),
        ('how = "Counted."', "how = 5", r"\[T1\] how: 5 is not text"),
        ('how = "Counted."', 'how = "Counted."\nslow = true', r"\[T1\] has the keys statement and how; 'slow'"),
        ("Twice: $solve", "$solved", r"\[S2\] how: there is no sentence 'solved' above it"),
        ("Twice: $solve", "5 $.", r"\[S2\] how: a dollar sign is written \$\$"),
    ],
)
def test_what_is_wrong_with_the_file_is_named(old, new, says):
    assert old in TEXT
    assert_refused(ProblemError, lambda: read_prose(TEXT.replace(old, new, 1)), says)


def test_prose_and_checks_belong_together():
    prose = read_prose(TEXT)
    every = [check_of(name) for name in prose.claims]
    assert list(joined(prose, every)) == ["S2", "S10", "T1"]
    for some, says in (
        ([every[0], every[2]], r'S10 has prose in claims\.toml and no check; .* @checks\("S10"\)'),
        ([*every, check_of("S3")], r"S3 has a check and no prose; write \[S3\] in claims\.toml"),
        ([*every, check_of("T1")], "T1 has two checks"),
    ):
        assert_refused(ProblemError, partial(joined, prose, some), says)


def test_every_claim_of_the_file_has_its_words():
    words = {name: (own.statement, own.how) for name, own in stored_prose().claims.items()}
    assert {claim.id: (claim.statement, claim.how) for claim in claims().values()} == words
    assert list(words) == list(claims())


def test_no_id_is_all_claims():
    assert len(named_claims([])) == len(claims())
