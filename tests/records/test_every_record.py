"""Every class of the package that is written or read: read back to an equal one, and shown as the snapshots say."""

import importlib
import json
import pkgutil
import re
from functools import cache

import pytest
from made_records import EVERY, READ, SNAPSHOTS, drawn, kind_of, made, read_again, snapshot

import truel_ref
from truel_ref.game.parts import Part, ProblemRecord
from truel_ref.records.record import Declared, Record

SAID = dict(re.findall(r"^== (.*)\n((?s:.*?))(?=^== |\Z)", SNAPSHOTS.read_text(encoding="utf-8"), flags=re.MULTILINE))
BASES = {Record, Declared, Part, ProblemRecord}


@cache
def classes():
    """Return all classes of the package that are records, or are read from data."""
    modules = [module.name for module in pkgutil.walk_packages(truel_ref.__path__, "truel_ref.")]
    named = [vars(importlib.import_module(name)) for name in modules if not name.endswith("__main__")]
    every = {one for names in named for one in names.values() if isinstance(one, type)}
    read = {one for one in every - BASES if issubclass(one, Record) or hasattr(one, "from_json")}
    return {one for one in read if not one.__name__.startswith("_")}  # such a one is a base of others


def test_every_record_of_the_package_is_among_them():
    assert list(SAID) == list(EVERY)
    assert {one.__name__ for one in classes()} == set(map(kind_of, EVERY))
    assert {one.__name__ for one in classes() if hasattr(one, "from_json")} == set(map(kind_of, READ))


@pytest.mark.parametrize("name", READ)
def test_every_record_is_read_back(name):
    record, data = made(name), json.loads(json.dumps(made(name).to_json(), allow_nan=False))
    again = read_again(name, data)
    assert again == record
    assert name == "Turns" or hash(again) == hash(record)  # turns are kept in a dictionary
    assert drawn(again) == drawn(record)


@pytest.mark.parametrize("name", EVERY)
def test_every_record_is_shown_as_the_snapshots_say(name):
    """After a change on purpose write them anew: `python tests/made_records.py`."""
    assert type(made(name)).__name__ == kind_of(name)
    assert snapshot(name) == SAID[name]
