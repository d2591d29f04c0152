"""How the words of options are read."""

import click
import pytest

from truel_ref.cli.options import TieRule, WholeNumber, hit_words
from truel_ref.errors import TruelError
from truel_ref.game.problem import TIE_RULES


def count(text, *ends):
    return WholeNumber(*ends).convert(text, click.Option(["--games"]), None)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("1000000", 10**6),
        ("1e6", 10**6),
        ("1E+06", 10**6),
        ("25e2", 2500),
        ("1,000,000", 10**6),
        ("1_000_000", 10**6),
        ("-1", -1),
        ("+3", 3),
        (" 4 ", 4),
        ("9" * 40, 10**40 - 1),
    ],
)
def test_whole_numbers(text, number):
    assert count(text) == number


@pytest.mark.parametrize("text", ["", "many", "1.5", "1e-3", "1e", "e6", "1,00", "1,0000", "0x10", "1 000", "٣", "nan"])
def test_what_is_no_whole_number(text):
    with pytest.raises(click.UsageError, match=r"--games: .* is not a whole number such as 1000 or 1e6"):
        count(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9" * 41, "is too large"),
        ("1e40", "is too large"),
        ("1" + "0" * 10**6, "is too large"),
        ("0", "--games: 0 is below 1"),
        ("-5", "--games: -5 is below 1"),
        ("1001", "--games: 1001 is above 1,000"),
    ],
)
def test_whole_numbers_out_of_range(text, message):
    with pytest.raises(click.UsageError) as caught:
        count(text, 1, 1000)
    assert message in caught.value.message
    assert len(caught.value.message) < 100


def test_every_tie_rule_has_a_number_and_a_name():
    read, option = TieRule(), click.Option(["--ties", "--if-eq"])
    for rule, name in TIE_RULES.items():
        for text in (str(rule), name, name.upper(), name.replace(" ", "-"), name.replace(" ", "_")):
            assert read.convert(text, option, None) == rule
    for text in ("", "simple", "7", "-2", "--1", "winner", "1.0", "٣"):
        with pytest.raises(
            TruelError, match=r"--ties: .* is not a tie rule; the tie rules are 1 \(simplest\), 2 \(strongest\)"
        ):
            read.convert(text, option, None)


@pytest.mark.parametrize(
    ("said", "hits"),
    [
        (["1/3", "2/3", "1"], ["1/3", "2/3", "1"]),
        (["1/3 2/3 1"], ["1/3", "2/3", "1"]),
        (["1/3, 2/3, 1"], ["1/3", "2/3", "1"]),
        (["1/3\t2/3\n1"], ["1/3", "2/3", "1"]),
        (["1 / 3 2 / 3 1"], ["1/3", "2/3", "1"]),
        (["50 % 1"], ["50%", "1"]),
        (["1/3 -1/2 1"], ["1/3", "-1/2", "1"]),
        (["3 - sqrt(5) 1/2"], ["3-sqrt(5)", "1/2"]),
        (["root(3 1 5 -1; 0) 1/2"], ["root(3 1 5 -1; 0)", "1/2"]),
        (["root(3 1 5 -1; 0)", "1/2"], ["root(3 1 5 -1; 0)", "1/2"]),
        (["0,5 0,7"], ["0", "5 0", "7"]),
        (["0,5", "0,7"], ["0,5", "0,7"]),
        (["1/2"], ["1/2"]),
        ([""], []),
        ([], []),
        ([")1/2 1"], [")1/2", "1"]),
    ],
)
def test_words_of_hit_probabilities(said, hits):
    assert hit_words(said) == hits
