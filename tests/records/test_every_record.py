"""Every class of the package that is written or read: read back to an equal one, and shown alike."""

import csv
import importlib
import io
import json
import pkgutil
from fractions import Fraction
from functools import cache

import pytest
from made_records import EVERY, READ, drawn, kind_of, made, read_again
from refusing import assert_refused

import truel_ref
from truel_ref.errors import RecordError
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
    record, text = made(name), json.dumps(made(name).to_json(), allow_nan=False)
    for data in (text, text.encode(), json.loads(text)):
        again = read_again(name, data)
        assert again == record
        assert hash(again) == hash(record)
    assert drawn(again) == drawn(record)


@pytest.mark.parametrize("name", EVERY)
def test_every_record_is_shown(name):
    record = made(name)
    assert type(record).__name__ == kind_of(name)
    assert all(drawn(record).values())
    assert "\n" not in repr(record)
    if type(record)._table is Record._table:
        assert record._repr_html_() is None
        assert_refused(RecordError, record.to_records, "has no table")


@pytest.mark.parametrize("name", [name for name in EVERY if name not in ("Why", "Sweep")])
def test_the_csv_of_a_record_has_its_rows_and_the_quantities_beside_them(name):
    record = made(name)
    if type(record)._table is not Record._table:
        rows, beside = record._table().rows, record._table().beside
        lines = list(csv.DictReader(io.StringIO(record.to_text("csv"))))
        assert len(lines) == len(rows) + len(beside)
        assert [[*line.values()][-3:-1] for line in lines[len(rows) :]] == [[what, str(of)] for what, of, _ in beside]
        for line, row in zip(lines, rows, strict=False):
            cells = zip(line.values(), row, strict=False)
            assert all(said == str(cell) for said, cell in cells if isinstance(cell, str | Fraction))
        tables = [record._table(), *(table for table in record._table().below if table.rows)]
        assert record._repr_html_().count("<tr>") == sum(len(table.rows) + 1 for table in tables)
