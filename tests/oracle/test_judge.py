"""Every judgement, by hand-made answers; and nobody who is right is accused, whatever the dress of the answer."""

from fractions import Fraction

import pytest

from truel_ref import Problem
from truel_ref.errors import ProblemError
from truel_ref.oracle import ACCEPTED, Judgement, Terms, assert_agrees, check, make, vectors
from truel_ref.oracle.kinds import judge
from truel_ref.oracle.vector_files import OTHERS

TRUEL = make(Problem(["1/3", "2/3", 1]))
EQUAL = make(Problem(["1/2", "1/2", 1]))
MIXED = next(one for one in vectors("random", players=3) if one["aims"][0] == "Random")
THIN = next(one for one in vectors("boundary", players=3) if one["near"])
OPEN = next(one for one in vectors() if "tie-open" in one["flags"])
PARTLY = next(one for one in vectors("stalemate") if one["stalemate"] not in ("0", "1"))
STALE = make(Problem(["1/2", "1/2"], targets=["Miss", "Miss"]))
WIN = [25 / 63, 8 / 21, 2 / 9]
AGREES, MALFORMED, AIMS, VALUE = Judgement.AGREES, Judgement.MALFORMED, Judgement.AIMS, Judgement.VALUE
NO_DISTRIBUTION = Judgement.NOT_A_DISTRIBUTION


def judged(vector, said, **terms):
    return judge(vector, said, Terms(**terms))


@pytest.mark.parametrize(
    ("said", "judgement", "detail"),
    [
        ({"win": WIN}, AGREES, ""),
        (WIN, AGREES, ""),
        ({"win": tuple(TRUEL["win"]), "aims": ["Miss", "C", "B"], "stalemate": "0"}, AGREES, ""),
        ({"win": list(map(str, WIN)), "aims": ["miss", " c", [0.0, 1.0, 0.0]]}, AGREES, ""),
        ({"win": {"A": WIN[0], "B": WIN[1], "C": WIN[2]}, "aims": None}, AGREES, ""),
        ({"win": [*WIN[:2], WIN[2] + 1e-10]}, AGREES, ""),
        ({"win": WIN, "aims": ["Miss", "C", "A"]}, AIMS, "the values fit"),
        ({"win": WIN, "aims": ["Miss", "C", None]}, AIMS, "the values fit"),
        ({"win": WIN, "aims": ["Miss", "C", [0.4, 0.4, 0.2]]}, AIMS, "the values fit"),  # as doubles they exceed 1
        ({"win": ["0.3968", "0.3810", "0.2222"]}, VALUE, "rounded to 4 decimal places"),
        ({"win": [100 * win for win in WIN]}, NO_DISTRIBUTION, "right in percent"),
        ({"win": [0.5, 0.25, 0.25]}, VALUE, "off by 0.13"),
        ({"win": ["39.7", "38.1", "22.2"]}, NO_DISTRIBUTION, "right in percent, but rounded"),
        ({"win": [0.40, 0.38, 0.22]}, VALUE, "rounded to 2 decimal places"),
        ({"win": ["0.397", "0.381", "0.223"]}, NO_DISTRIBUTION, "the sum is 1.001"),
        ({"win": [0.5, 0.5, 0.5]}, NO_DISTRIBUTION, "the sum is 1.5"),
        ({"win": [1.5, -0.5, 0]}, NO_DISTRIBUTION, "1.5 is not in [0, 1]"),
        ({"win": ["-0.25", "0.5", "0.75"]}, NO_DISTRIBUTION, "-0.25 is not in [0, 1]"),
        ({"win": WIN, "stalemate": 0.5}, NO_DISTRIBUTION, "the sum is 1.5"),
        ({"win": WIN[:2]}, MALFORMED, "2 entries, not 3"),
        ({"win": "25/63"}, MALFORMED, "is not a list"),
        ({"win": [*WIN[:2], float("nan")]}, MALFORMED, "win of C"),
        ({"win": [*WIN[:2], True]}, MALFORMED, "True is not a number"),
        ({"win": [*WIN[:2], "9" * 30_000]}, MALFORMED, "10,000 digits"),
        ({"win": WIN, "aims": ["Miss", "C", "D"]}, MALFORMED, "'D' is not an aim"),
        ({"win": WIN, "aims": ["Miss", "C", "0:1:0"]}, MALFORMED, "send the weights of an aim as a list of numbers"),
        ({"win": WIN, "aims": ["Miss", "C", [1, 1, 0]]}, MALFORMED, "not probabilities"),
        ({"aims": ["Miss", "C", "B"]}, MALFORMED, "it has no 'win'"),
        (None, MALFORMED, "win"),
        ({"skipped": "too hard"}, Judgement.SKIPPED, "too hard"),
        ({"error": "no memory"}, Judgement.CRASHED, "it says: 'no memory'"),
    ],
)
def test_an_answer_in_announced_play(said, judgement, detail):
    result = judged(TRUEL, said)
    assert result.judgement is judgement
    assert detail in result.detail
    assert result.accepted == (judgement in ACCEPTED)
    assert TRUEL["id"] in str(result)


def test_outcomes_of_ties():
    for outcome in EQUAL["outcomes"]:
        assert judged(EQUAL, outcome).judgement is Judgement.TIE
        strict = judged(EQUAL, outcome, strict_ties=True)
        assert strict.judgement is Judgement.RULE
        assert "rule 1 gives" in strict.detail
    others = [one["win"] for one in EQUAL["outcomes"] if one["win"] != EQUAL["win"]]
    for strict_ties, judgement in ((False, AIMS), (True, VALUE)):
        assert judged(EQUAL, {"win": others[0], "aims": EQUAL["aims"]}, strict_ties=strict_ties).judgement is judgement


def test_margins_that_doubles_cannot_resolve():
    for outcome in THIN["near"]:
        assert judged(THIN, outcome).judgement is Judgement.CLOSE
        assert judged(THIN, outcome, strict_ties=True).judgement is Judgement.CLOSE


def test_open_ties_accept_any_distribution():
    players = len(OPEN["win"])
    even = {"win": [Fraction(1, players)] * players}
    assert judged(OPEN, even).judgement is Judgement.TIE
    assert judged(OPEN, even, strict_ties=True).judgement is VALUE
    assert judged(OPEN, {"win": [1] * players}).judgement is NO_DISTRIBUTION


def test_weights_as_numbers_and_as_text():
    weights = [[float(Fraction(each)) for each in aim] for aim in MIXED["weights"]]
    assert judged(MIXED, {"win": MIXED["win"], "aims": weights}).judgement is AGREES
    as_text = judged(MIXED, {"win": MIXED["win"], "aims": [list(map(str, aim)) for aim in weights]})
    assert as_text.judgement is AIMS
    assert "send weights as numbers" in as_text.detail


def test_a_stalemate_that_is_not_said_is_a_right_one_or_none():
    win, rest = list(map(Fraction, PARTLY["win"])), Fraction(PARTLY["stalemate"])
    for more, judgement in ((0, AGREES), (rest / 2, NO_DISTRIBUTION), (rest, VALUE)):
        assert judged(PARTLY, {"win": [win[0] + more, *win[1:]]}).judgement is judgement


def test_aims_in_a_stalemate_and_predefined_aims():
    other = {"win": [0, 0], "aims": ["B", "A"]}
    assert judged(STALE, other).judgement is AGREES  # nobody chooses
    assert judged(STALE, other | {"stalemate": 1}).judgement is AGREES
    never = make(Problem([0, 0, "1/2"]))
    aims = ["C" if aim != "C" else "B" for aim in never["aims"][:2]] + never["aims"][2:]
    said = {"win": never["win"], "aims": aims}
    wrong = judged(never, said, strict_ties=True)
    assert wrong.judgement in (Judgement.RULE, AIMS)
    assert judged(never, said, strict_ties=True, stalemate_aims=False).judgement is AGREES
    wrong = said | {"aims": [*aims[:2], "Miss"]}
    assert judged(never, wrong, strict_ties=True, stalemate_aims=False).judgement is AIMS


@pytest.mark.parametrize("group", ["optimal", "random", "levels", "ties", "stalemate", "boundary", "many", *OTHERS])
def test_floats_of_the_right_answer_are_right(group):
    def floats(data):
        if isinstance(data, dict):
            return {key: value if key == "orders" else floats(value) for key, value in data.items()}
        if isinstance(data, list):
            return list(map(floats, data))
        return float(Fraction(data)) if isinstance(data, str) and data[:1].isdigit() else data

    for one in vectors(group)[:: 2 if group in OTHERS else 14]:
        right = one.get("answer") or {"win": one["win"], "aims": one["weights"], "stalemate": one["stalemate"]}
        assert judged(one, floats(right), strict_ties=True).judgement is AGREES, one["id"]


def test_a_function_is_judged_and_agrees():
    def fails(problem):
        raise ArithmeticError("no way")

    assert check(fails, [TRUEL]).results[0].detail == "ArithmeticError: no way"
    with pytest.raises(ProblemError, match="check: 7 is not a function of a question"):
        check(7)
    assert_agrees(lambda problem: {"win": WIN}, Problem(["1/3", "2/3", 1]))
    with pytest.raises(AssertionError, match="wrong value"):
        assert_agrees(lambda problem: {"win": [1, 0, 0]}, Problem(["1/3", "2/3", 1]))
