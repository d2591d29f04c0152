"""How the words of options are read."""

import click
import pytest

from truel_ref.cli.plays import read_play
from truel_ref.cli.words import TIE_RULE, whole_number
from truel_ref.errors import TruelError
from truel_ref.game.problem import TIE_RULES


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
    assert whole_number(text, "--games") == number


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *(
            (text, "is not a whole number such as 1000 or 1e6")
            for text in ("", "many", "1.5", "1e-3", "1e", "e6", "1,00")
        ),
        *((text, "is not a whole number such as 1000 or 1e6") for text in ("0x10", "1 000", "٣", "nan", "9" * 51)),
        *((text, "is not an integer from 1 to 1,000") for text in ("0", "-5", "1001", "1e40")),
    ],
)
def test_what_is_no_whole_number_or_out_of_range(text, says):
    with pytest.raises((click.UsageError, TruelError)) as caught:
        whole_number(text, "--games", 1, 1000)
    assert str(caught.value).startswith("--games: ") and says in str(caught.value)


def test_every_tie_rule_has_a_number_and_a_name():
    for rule, name in TIE_RULES.items():
        for text in (str(rule), name, name.upper(), name.replace(" ", "-"), name.replace(" ", "_")):
            assert TIE_RULE.read(text, "--ties") == rule
    for text in ("", "simple", "7", "-2", "--1", "winner", "1.0", "٣"):
        with pytest.raises(TruelError, match=r"--ties: .* is not a tie rule; the tie rules are 1 \(simplest\)"):
            TIE_RULE.read(text, "--ties")


@pytest.mark.parametrize(
    ("text", "kind", "settings", "number"),
    [
        ("announced", "announced", {}, None),
        (" stationary  mixed ", "stationary", {"mixed": True}, None),
        ("stationary equilibrium 2 mixed", "stationary", {"mixed": True}, 2),
        ("periodic period 3 begin 2 equilibrium 1", "periodic", {"period": 3, "begin": 2}, 1),
        ("lot start stationary", "lot", {"start": True, "play": "stationary"}, None),
        ("bullets 2,1,3 none", "bullets", {"bullets": [2, 1, 3], "survivors": "none"}, None),
        ("bullets 2", "bullets", {"bullets": 2}, None),
        ("simultaneous equilibrium 3", "simultaneous", {}, 3),
    ],
)
def test_a_kind_of_play_has_its_settings(text, kind, settings, number):
    play = read_play(text, "--play")
    assert (play.kind, play.settings, play.number) == (kind, settings, number)


@pytest.mark.parametrize(
    ("said", "hits"),
    [
        (["1/3 2/3 1"], ["1/3", "2/3", "1"]),
        (["1/3, 2/3, 1"], ["1/3", "2/3", "1"]),
        (["1/3\t2/3\n1"], ["1/3", "2/3", "1"]),
        (["1/3,", "2/3,", "1"], ["1/3", "2/3", "1"]),
        (["1 / 3 2 / 3 1"], ["1/3", "2/3", "1"]),
        (["50 % 1"], ["50%", "1"]),
        (["3 - sqrt(5) 1/2"], ["3-sqrt(5)", "1/2"]),
    ],
)
def test_words_of_hit_probabilities(run, said, hits):
    assert run("solve", *said, "--json") == run("solve", *hits, "--json")
