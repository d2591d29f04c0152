"""Every answer under other rules of fire is written, drawn and read back; what is damaged is refused."""

import copy
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
    Variant,
    VariantAnswer,
    by_lot,
    counted_bullets,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve_variant,
)
from truel_ref.errors import RecordError, VectorError
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
        assert [(play.win, play.aims) for play in other] == [(play.win, play.aims) for play in own]
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
        if (path[0] == "problem" and len(path) > 1) or (path[0] == "plays" and path[1:2] > (0,)):
            continue  # problems have tests of their own, and all plays are alike
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


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("lot without a mean", "no mean over all orders"),
        ("shooter", "1 pure equilibrium (strict)"),
        ("opinions without an equilibrium", "no pure equilibria"),
    ],
)
def test_how_answers_call_themselves(name, says):
    assert says in repr(solve_variant(ASKED[name]))
    assert not any("pure equilibrium" in repr(solve_variant(ASKED[other])) for other in ("bullets", "lot"))


def test_an_answer_is_true_if_it_has_a_play():
    assert simultaneous_fire(PLAIN)
    assert not by_lot([1, 1, 1], play="stationary")
    assert not opinion_contest(ASKED["opinions without an equilibrium"])


def test_a_new_model_is_not_played_as_another_one(monkeypatch):
    monkeypatch.setitem(MODELS, "duel", "a model that nothing can play yet")
    asked = Variant("duel", Problem(PLAIN))
    with pytest.raises(VectorError, match="the model 'duel' has no equilibria within a slack"):
        equilibria_within(asked, Fraction(0), 1)
    with pytest.raises(KeyError):
        prepare_variant(asked, {"A, B, C": ["B", "A", "A"]})
