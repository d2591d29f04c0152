"""A model of other rules of fire is an entry and a solver: all doors know it, and what it lacks is said in a line."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from truel_ref import Variant, random_shooter, solve_variant
from truel_ref.errors import ProblemError
from truel_ref.game.variant import MODELS, RulesOfFire
from truel_ref.maps.plays import model_named, variant_text
from truel_ref.simulation.estimates import simulate
from truel_ref.variants import SOLVERS


@pytest.fixture
def dealt(monkeypatch):
    """The answer of a model that the package does not have."""
    monkeypatch.setitem(MODELS, "dealt", RulesOfFire("Deal the shots like cards.", "dealt shots"))
    monkeypatch.setitem(
        SOLVERS, "dealt", lambda asked, progress=None, cap=None: replace(random_shooter(asked.problem), variant=asked)
    )
    return solve_variant(Variant.stated("dealt", [1, "2/3", "1/3"]))


def test_a_new_model_is_answered_at_every_door(dealt, run):
    assert type(dealt).from_json(dealt.to_json()) == dealt
    status, out, _ = run("variant", "--jsonl", lines=json.dumps(dealt.variant.to_json()).encode())
    assert (status, json.loads(out)) == (0, dealt.to_json())
    drawn = model_named(variant_text(dealt.variant))
    assert (drawn.name, drawn.pixel(drawn.answer(dealt.problem)).win) == (
        "dealt shots",
        (Fraction(3, 8), Fraction(1, 3), Fraction(7, 24)),
    )


def test_what_a_new_model_lacks_is_said_in_a_line(dealt):
    with pytest.raises(ProblemError, match="the dice do not know the rules of 'dealt', only the exact solver does"):
        simulate(dealt, games=10)
