"""The judge of every kind: any answer has a verdict, other lines are refused, and a silent command misses all."""

import json
import sys
from fractions import Fraction

import pytest
from answers import in_floats, judged
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem
from truel_ref.game.variant import Variant
from truel_ref.oracle import Judgement, check, check_command, vectors
from truel_ref.oracle.corpus import BESIDE, GAME_GROUPS, MODEL_GROUPS, PLAY_GROUPS
from truel_ref.oracle.judge import Terms, judge_answer
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.kinds.courses import AnnouncedCourse
from truel_ref.oracle.kinds.equilibria import StationaryPlay
from truel_ref.oracle.models import make_model
from truel_ref.oracle.plays import TURNS

VARIANTS = (
    Variant.stated("simultaneous", ["1/2", "1/3"]),
    Variant.stated("bullets", ["1/2", "1/3"], bullets=[1, 1]),
    Variant.stated("lot", [1, "4/5", "1/2"]),
)
WITHOUT_TIES = [
    AnnouncedPlay(Problem(["1/3", "2/3", 1])),
    StationaryPlay(Problem(["1/2", "1/3"])),
    AnnouncedCourse(Problem(["1/2", "1/3"])),
    *(expected_of_vector(make_model(variant)) for variant in VARIANTS),
]
KEYS = (
    "win",
    "stalemate",
    "equilibria",
    "aims",
    "values",
    "strict",
    "nobody",
    "turns",
    "eliminations",
    "out",
    "chance",
)
KEYS += ("worths", "survivors", "living", "orders", "order", "A", "B")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5) | st.sampled_from(["A", "Miss", "1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=14,
)


@given(ANYTHING)
def test_no_answer_confuses_the_judge(answer):
    for expected in WITHOUT_TIES:
        result = judge_answer(expected, answer, Terms(Fraction(1, 10**9)))
        assert result.accepted is (result.judgement is Judgement.AGREES)
        assert str(result)
        json.dumps(result.to_json())


@pytest.mark.parametrize("group", BESIDE)
def test_exact_answers_and_their_floats_are_accepted(group):
    for vector in vectors(group)[:: 1 if group in GAME_GROUPS else 5]:
        assert judged(vector, vector["answer"], 0).judgement is Judgement.AGREES
        assert judged(vector, in_floats(vector["answer"])).judgement is Judgement.AGREES


def test_what_is_asked_says_so():
    asked = {group: vectors(group)[0] for group in ("optimal", *PLAY_GROUPS, *MODEL_GROUPS)}
    questions = []
    check(questions.append, asked.values())
    beside = {"stationary": {"play": "stationary"}, "course": {"ask": "course", "turns": TURNS}}
    for group in ("periodic", "rounds", *MODEL_GROUPS):
        keys = ("model", "play", "start", "bullets", "survivors", "period", "rounds", "clock")
        beside[group] = {key: asked[group][key] for key in keys if key in asked[group]}
    assert questions == [beside.get(group, {}) | vector["problem"] for group, vector in asked.items()]


@pytest.mark.parametrize("group", ["optimal", *BESIDE])
def test_a_silent_command_misses_everything(group):
    report = check_command([sys.executable, "-c", "import sys; sys.stdin.read()"], vectors(group)[:3])
    assert report.counts == {Judgement.MISSING: 3}
    assert report.results[0].detail == "there was no answer"
    assert len(str(report)) < 20_000
