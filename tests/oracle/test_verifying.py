"""Claims of strangers: every verdict by itself, and against the answers of the vectors, which others have derived."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from examples import one_in

from truel_ref.numbers import ClaimedNumber, read_number
from truel_ref.oracle import vectors, verify
from truel_ref.oracle.kinds import announced
from truel_ref.oracle.verifying import PlayClaim

THIRDS = ["1/3", "2/3", 1]
OPTIMAL = "right values of aims that are not optimal"
HALVES = ["1/2", "1/2", "1/2"]
EQUAL = {"hits": HALVES, "search": "others"}


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("25/63", "25/63", True),
        ("0", "1/1000", False),
        ("0 %", "1/1000", True),
        ("0.", "1/1000", False),
        ("1", "999/1000", False),
        ("1.000", "9995/10000", True),  # a tie goes to the even digit
        ("1.000", "9994/10000", False),
        ("1e-3", "1/1000", True),
        ("1e-3", "16/10000", False),
        ("0.1e-2", "16/10000", False),
        ("0.12", "1/8", True),
        ("0.13", "1/8", False),
        ("13 %", "1/8", False),
        (" 12.5% ", "1/8", True),
        ("50/4 %", "1/8", True),
        ("0e-99999999", "0", True),
        ("-0.4", "2/5", False),
        ("1e400", "1", False),
        ("sqrt(2)/2", "1/sqrt(2)", True),
        ("0.7071", "sqrt(2)/2", True),
        ("0.5*sqrt(2)", "sqrt(2)/2", True),
        ("0.38095238095238093", "8/21", True),  # the double next to it
        ("0.38095238095238099", "8/21", False),
        ("0.380952380952380930", "8/21", False),  # 18 figures
        (8 / 21, "8/21", True),
        (0.4, "25/63", True),
        (Decimal("0.40"), "25/63", True),
        (Decimal("0.400"), "25/63", False),
        (Fraction(2, 5), "25/63", False),
        (1, "1", True),
        ("0." + "3" * 9000, "1/3", True),
        ("0." + "3" * 8999 + "4", "1/3", False),
    ],
)
def test_a_claimed_number_is_compared_as_it_is_written(text, value, holds):
    assert ClaimedNumber.read(text).holds(read_number(value)) is holds


@pytest.mark.parametrize(
    ("data", "verdict", "detail"),
    [
        ({"hits": THIRDS, "aims": "Miss,C,B", "win": "25/63,0.381,22.2 %", "stalemate": "0.0"}, "right", ""),
        ({"hits": THIRDS, "aims": ["", "C", ""], "win": None}, "right", ""),
        ({"hits": THIRDS, "aims": "Miss,A,B", "stalemate": 1}, "wrong", "stalemate: claimed 1, exact 0 = 0.000 %"),
        ({"hits": THIRDS, "win": ",-1,2"}, "wrong", "win of B: claimed -1, exact 8/21 = 38.095 %"),
        ({"hits": THIRDS, "aims": "C,C,B"}, "wrong", "aim of A: claimed C, exact Miss"),
        (
            {"hits": THIRDS, "aims": "C,C,B", "win": "0.3,0.5,0.2"},
            "wrong",
            "win of A: claimed 0.3, exact 25/63 = 39.683 %",
        ),
        ({"hits": THIRDS, "aims": "C,C,B", "win": "59/189,,"}, OPTIMAL, "A gains 16/189 by Miss while"),
        ({"hits": THIRDS, "targets": "Miss,C,B", "aims": "C,C,B", "win": "59/189,34/63,4/27"}, "wrong", "win of A: "),
        ({"hits": THIRDS, "aims": "C,Self,B", "win": "23/189,2/7,16/27"}, OPTIMAL, "B gains 8/21 by C while"),
        ({"hits": [0, 0, 0], "aims": [None, "none", ""], "stalemate": 1.0}, "right", ""),
        ({"hits": [0, 0, 0], "aims": "B,C,A", "stalemate": 1}, OPTIMAL, "Nobody gains by another aim while"),
        ({"hits": ["1/2", 1], "aims": "Miss,A", "win": [0, 1]}, OPTIMAL, "A gains 1/2 by B"),
        ({**EQUAL, "aims": "B,C,A"}, "another outcome of a tie", "ties are broken otherwise than by rule 1 (simplest)"),
        ({**EQUAL, "win": "8/21,,", "tie_rule": 2}, "another outcome of a tie", "otherwise than by rule 2 (strongest)"),
        (
            {
                "hits": THIRDS,
                "names": "Ann,Bob,Carl",
                "order": "Carl,Bob,Ann",
                "win": "1/3,0,2/3",
                "aims": "m,Carl,Bob",
            },
            "right",
            "",
        ),
        ({"hits": THIRDS, "order": "C,B,A", "win": "2/3,0,1/3"}, "wrong", "win of A: claimed 2/3, exact 1/3"),
    ],
)
def test_every_verdict(data, verdict, detail):
    found = PlayClaim.from_data(data).judged()
    assert found.verdict.value == verdict
    assert detail in found.detail
    assert (found.detail == "") is (verdict == "right")
    assert found.is_right is (verdict in ("right", "another outcome of a tie"))


def test_too_many_outcomes_leave_it_undecided(monkeypatch):
    monkeypatch.setattr(announced, "CAP", 1)
    found = verify(["1/2"] * 4, search="others", win="1,,,")
    assert (found.verdict.value, found.is_right) == ("undecided", False)
    assert "too many to be listed; win of A: claimed 1, ex" in found.detail


def test_who_gains_is_said_as_the_deviations_say_it():
    """B's replies in announced play differ from his aim, so that a Nash equilibrium need not be optimal."""
    gains = verify(HALVES, aims="Miss,C,B", win="2/3,2/9,1/9").gains
    assert (gains.is_nash, gains.is_announced, gains.best(1, announced=True).announced_gain) == (
        True,
        False,
        Fraction(1, 9),
    )
    assert str(gains.best(1, announced=True).aim) == "A"


@pytest.mark.parametrize(
    "vector", one_in(4, [*vectors("ties")[::20], *vectors("optimal")[::40], *vectors("stalemate")[::9]])
)
def test_the_answers_of_the_vectors_are_right_and_no_other(vector):
    """Also each with the last digit of a win changed."""
    for number, outcome in enumerate([vector, *(vector["outcomes"] or ())]):
        said = {key: outcome[key] for key in ("win", "aims", "stalemate")}
        claim = PlayClaim.from_data(vector["problem"] | said)
        verdict, strict = claim.judged().verdict.value, claim.judged(strict_ties=True).verdict.value
        if number == 0 or all(said[key] == vector[key] for key in said):
            assert (verdict, strict) == ("right", "right")
        else:
            assert (verdict, strict) == ("another outcome of a tie", "not by the tie rule")
    off = str(Fraction(vector["win"][0]) + Fraction(1, 10**30))
    found = PlayClaim.from_data(vector["problem"] | {"win": [off, *vector["win"][1:]]}).judged()
    assert (found.is_right, found.first_difference.what) == (False, "win of A")


LINES = b"""\xef\xbb\xbf{"id": 1, "hits": [1, 1], "win": [1.0, 0]}\r

{"hits": [1, 1], "aims": ["B", ""], "stalemate": null, "win": "1/2,"}
{"hits": [1, 1], "win": [1]}"""


@pytest.mark.parametrize(
    ("lines", "status", "said"),
    [
        (LINES, 1, [("right", 1), ("wrong", None), (None, None)]),
        (LINES.splitlines()[0], 0, [("right", 1)]),
        (LINES.splitlines()[2], 1, [("wrong", None)]),
        (b"", 0, []),
        (b"[1]\n", 1, [(None, None)]),
    ],
)
def test_a_claim_per_line(run, lines, status, said):
    found, out, err = run("verify", "--jsonl", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (found, err, [(answer.get("verdict"), answer.get("id")) for answer in answers]) == (status, "", said)
