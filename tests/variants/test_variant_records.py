"""Every answer under other rules of fire is written, drawn and read back; what is damaged is refused."""

import copy
import dataclasses
import json
from fractions import Fraction

import pytest
import stated
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from variant_data import profiles

from truel_ref import (
    Problem,
    TruelError,
    Variant,
    VariantAnswer,
    by_lot,
    counted_bullets,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve_variant,
)
from truel_ref.errors import ProblemError, RecordError, VectorError
from truel_ref.game.variant import MODELS
from truel_ref.oracle.kinds.equilibria import equilibria_within
from truel_ref.simulation.policy import prepare_variant

PLAIN = ["1/2", "1/3", "1/4"]
IRRATIONAL = ["sqrt(2)/2", "1/3", "1/4"]
NAMED = {"names": "Ann,Bob,Carl", "order": "Carl,Ann,Bob"}
ASKED = {
    "lot": Variant.stated("lot", PLAIN),
    "lot, who begins": Variant.stated("lot", Problem(PLAIN, **NAMED), play="stationary", start=True),
    "lot without a mean": Variant.stated("lot", [1, 1, 1], play="stationary"),
    "shooter": Variant.stated("shooter", PLAIN),
    "shooter, irrational": Variant.stated("shooter", IRRATIONAL),
    "simultaneous": Variant.stated("simultaneous", Problem(PLAIN, **NAMED)),
    "bullets": Variant.stated("bullets", PLAIN, bullets=[2, 0, 1]),
    "bullets, irrational": Variant.stated("bullets", IRRATIONAL, bullets=1, survivors="none"),
    "bullets, named": Variant.stated(
        "bullets", Problem(PLAIN, search="Others,Self,Random", **NAMED), bullets=[2, 1, 0], survivors="each"
    ),
    "bullets, none": Variant.stated("bullets", [1, 1], bullets=0),
    "opinions": Variant.stated("opinions", Problem(PLAIN, **NAMED)),
    "opinions without an equilibrium": Variant.stated("opinions", ["4/5", "13/20", "1/4", "2/5", "1/4"]),
}
FEW = strategies.problems(2, 3, levels=False).filter(lambda problem: profiles(problem) <= 40)


@given(FEW.flatmap(lambda problem: st.tuples(st.just(problem), stated.typed(problem))))
@settings(max_examples=12)
def test_answers_are_the_same_and_labels_stay_with_people(both):
    usual, named = both[0], Problem.from_data(both[1])
    rounds = list(range(1, usual.players + 1))
    for solve in (
        random_shooter,
        simultaneous_fire,
        lambda problem: counted_bullets(problem, bullets=problem.people.by_person(rounds)),
    ):
        own, other = solve(usual), solve(named)
        assert [play.win for play in other] == [play.win for play in own]
        assert [play.aims for play in other] == [play.aims for play in own]
        assert [row["player"] for row in other.to_records() if "player" in row] == (
            list(named.people.names) if len(other) == 1 else []
        )
        for play, twin in zip(other.to_json()["plays"], own.to_json()["plays"], strict=True):
            assert play["win"] == list(named.people.by_person(twin["win"]))


def paths(data, path=()):
    """Yield the way to everything in some JSON."""
    if path:
        yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from paths(value, (*path, key))


@pytest.mark.parametrize("name", ["lot", "shooter", "simultaneous", "bullets", "opinions"])
def test_damaged_json_is_refused_with_the_key(name):
    answer = solve_variant(ASKED[name])
    whole = json.loads(json.dumps(answer.to_json()))
    for path in paths(whole):
        if path[0] == "problem" and len(path) > 1:
            continue  # problems have tests of their own
        for junk in (None, {"x": 1}):
            if path[-1] in ("method", "backend", "version") and len(path) > 1:
                continue
            data = copy.deepcopy(whole)
            inside = data
            for key in path[:-1]:
                inside = inside[key]
            if junk is None and isinstance(inside, list):
                continue
            if junk is None:
                del inside[path[-1]]
            else:
                inside[path[-1]] = junk
            try:
                again = VariantAnswer.from_json(data)
            except RecordError as error:
                assert path[0] in str(error)
                assert "\n" not in str(error)
            else:
                assert again == answer  # the key said nothing new
                assert again.to_json() == answer.to_json()


def test_records_that_contradict_themselves():
    data = solve_variant(ASKED["shooter"]).to_json()
    with pytest.raises(RecordError, match="stalemate"):
        VariantAnswer.from_json({**data, "plays": [{**data["plays"][0], "win": ["1/2", "1/4", "1/8"]}]})
    with pytest.raises(RecordError, match="aims"):
        VariantAnswer.from_json({**data, "plays": [{**data["plays"][0], "aims": ["C", "A", "A"]}]})
    with pytest.raises(RecordError, match="distinct"):
        VariantAnswer.from_json({**data, "distinct": 5})
    with pytest.raises(RecordError, match="model: "):
        VariantAnswer.from_json({**data, "model": "sequential"})
    with pytest.raises(RecordError, match="bullets: the model 'shooter' does not have it"):
        VariantAnswer.from_json({**data, "bullets": 3})


def test_only_is_for_one_play():
    answer = simultaneous_fire(PLAIN)
    assert answer
    with pytest.raises(RecordError, match="2 plays, not one"):
        _ = answer.win
    assert not by_lot([1, 1, 1], play="stationary")
    assert not opinion_contest(ASKED["opinions without an equilibrium"])


@pytest.mark.parametrize(
    ("model", "settings_of", "says"),
    [
        ("sequential", {}, "no model is called 'sequential'"),
        (None, {}, "no model is called None"),
        ("shooter", {"bullets": 2}, "bullets: the model 'shooter' does not have it"),
        ("lot", {"survivors": "each"}, "survivors: the model 'lot' does not have it"),
        ("bullets", {"bullets": 1, "play": "announced"}, "play: the model 'bullets' does not have it"),
        ("simultaneous", {"start": True}, "start: the model 'simultaneous' does not have it"),
        ("opinions", {"rounds": 3}, "rounds: the model 'opinions' does not have it"),
    ],
)
def test_unknown_models_and_settings_of_another(model, settings_of, says):
    with pytest.raises(ProblemError, match=says):
        Variant.stated(model, PLAIN, **settings_of)


def test_bad_arguments_of_all_models():
    for asked in ASKED.values():
        if asked.model != "bullets":
            with pytest.raises(TruelError, match="cap"):
                solve_variant(asked, cap="many")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"model": "duel"}, "no model is called 'duel'; there are lot, shooter"),
        ({"model": ["lot"]}, "no model is called"),
        ({"play": "perfect"}, "play: 'perfect' is no way to play; there are announced, stationary"),
        ({"survivors": "all"}, "survivors: 'all' is no rule; there are equal, none, each"),
    ],
)
def test_no_unknown_word_is_taken_for_another_one(changes, says):
    """An unknown model was played as simultaneous fire, an unknown play as stationary."""
    with pytest.raises(ProblemError, match=says):
        dataclasses.replace(Variant.stated("simultaneous", PLAIN), **changes)


def test_a_new_model_is_not_played_as_another_one(monkeypatch):
    monkeypatch.setitem(MODELS, "duel", "a model that nothing can play yet")
    asked = Variant("duel", Problem(PLAIN))
    with pytest.raises(VectorError, match="the model 'duel' has no equilibria within a slack"):
        equilibria_within(asked, Fraction(0), 1)
    with pytest.raises(KeyError):
        prepare_variant(asked, {"A, B, C": ["B", "A", "A"]})
