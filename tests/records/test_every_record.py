"""Every class of the package that is written or read: read back to an equal one, and shown alike."""

import importlib
import json
import pkgutil
from functools import cache

import pytest
from made_records import EVERY, READ, drawn, kind_of, made, read_again

import truel_ref
from truel_ref.game.parts import AnswerRecord, Part, Plays
from truel_ref.records.record import Record

BASES = {AnswerRecord, Record, Part, Plays}


@cache
def classes():
    """Return all classes of the package but games that are records, or are read from data."""
    modules = [module.name for module in pkgutil.walk_packages(truel_ref.__path__, "truel_ref.")]
    named = [vars(importlib.import_module(name)) for name in modules if "games" not in name and "__main__" not in name]
    every = {one for names in named for one in names.values() if isinstance(one, type)}
    every = {one for one in every - BASES if issubclass(one, Record) and not one.__name__.startswith("_")}
    return {one for one in every if "games" not in one.__module__}  # a command imports some


def test_every_record_of_the_package_is_among_them():
    assert {one.__name__ for one in classes()} <= set(map(kind_of, EVERY))


@pytest.mark.parametrize("name", READ)
def test_every_record_is_read_back(name):
    record, data = made(name), json.loads(json.dumps(made(name).to_json(), allow_nan=False))
    again = read_again(name, data)
    assert again == record
    assert hash(again) == hash(record)
    assert drawn(again) == drawn(record)


@pytest.mark.parametrize("name", EVERY)
def test_every_record_is_shown(name):
    assert type(made(name)).__name__ == kind_of(name)
    assert all(drawn(made(name)).values())
