"""Old import paths work for one release, and warn with the new ones."""

import importlib
import re
import sys
from pathlib import Path

import pytest
from pages import page_text

from truel_ref.moved import PATHS

PAGE = page_text("moved.md")


@pytest.mark.parametrize("old", PATHS)
def test_an_old_path_has_the_names_of_the_new_one(old, monkeypatch):
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"{old} is {PATHS[old]} now"):
        before = importlib.import_module(old)
    new = importlib.import_module(PATHS[old])
    assert new.__all__
    assert all(getattr(before, name) is getattr(new, name) for name in new.__all__)


@pytest.mark.parametrize(
    ("old", "name"),
    [
        ("explain.decisions", "decision"),
        ("fast.many", "solve_many"),
        ("fast.methods", "solve"),
        ("game.answers", "Outcomes"),
        ("game.orders", "next_order"),
        ("game.record", "Record"),
        ("maps.render", "figure"),
        ("simulation.variant_story", "play_variant"),
        ("variants.lot", "by_lot"),
        ("variants.shooter", "random_shooter"),
        ("variants.simultaneous", "simultaneous_fire"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_people_took_from_an_old_path_is_there(old, name):
    assert getattr(importlib.import_module(f"truel_ref.{old}"), name)


def test_the_page_lists_them():
    assert dict(re.findall(r"^\| `(\S+)` \| `(\S+)` \|$", PAGE, flags=re.MULTILINE)) == PATHS


def test_no_old_path_is_in_the_house():
    places = [Path(__file__).parents[2].joinpath(*old.split(".")) for old in PATHS]
    assert not [place for place in places if place.is_dir() or place.with_suffix(".py").exists()]
