"""Mutation testing itself: which faults it makes and which it leaves out, which tests it runs, and what it says."""

from collections import Counter
from pathlib import Path

import pytest
from coverage import CoverageData
from mutations.__main__ import table
from mutations.plan import Executions, Mutation, drawn, mutations, statement
from mutations.trial import Checkout, Result

SOURCE = '''
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LEFT_OUT = 1


@lru_cache(maxsize=4)
def value(x: int | None, *, most: int = 7) -> "int | 3":
    """Say 1."""
    if x is None or x > most:
        raise ValueError(f"{x + 1} is more than {most}", 5)
    rows = {**{}, x: list(zip([x], [most], strict=True))}
    for row in rows:
        x += row * 2
    return -x
'''

TEST = """
from truel_ref.play.it import value


def test_it():
    assert value(3) == -9
"""


def package(folder):
    path = folder / "truel_ref/play/it.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOURCE, encoding="utf-8")
    for room in path.parents[:2]:
        (room / "__init__.py").touch()
    (folder / "truel_ref/pytest_plugin.py").touch()  # it is entered in this environment
    (folder / "test_it.py").write_text(TEST, encoding="utf-8")
    return "truel_ref/play/it.py"


def test_faults_are_put_where_something_is_computed_and_nowhere_else(tmp_path):
    path = package(tmp_path)
    lines = SOURCE.splitlines()
    changed = []
    for mutation in mutations(tmp_path, path):
        after = mutation.mutated(SOURCE).splitlines()
        (line,) = (number for number, pair in enumerate(zip(lines, after, strict=True)) if len(set(pair)) > 1)
        assert line + 1 == mutation.line
        assert mutation.at_import == ("def value" in lines[line])
        changed.append(after[line].strip())
    assert Counter(" ".join(line.split()) for line in changed) == Counter(
        [
            'def value(x: int | None, *, most: int = 8) -> "int | 3":',
            'def value(x: int | None, *, most: int = 6) -> "int | 3":',
            "if not x is None or x > most:",
            "if x is not None or x > most:",
            "if x is None and x > most:",
            "if x is None or x >= most:",
            "if x is None or x < most:",
            "for row in []:",
            "x += row + 2",
            "x += row * 3",
            "x += row * 1",
            "return x",
        ]
    )


def test_a_sample_takes_each_place_once_and_is_the_same_for_a_seed(tmp_path):
    package(tmp_path)
    sample = drawn(tmp_path, ["play"], 100, 1)
    assert len(sample) == len({(each.line, each.column) for each in sample}) == 9
    assert drawn(tmp_path, ["play"], 100, 1) == sample
    assert drawn(tmp_path, ["play"], 3, 2) != drawn(tmp_path, ["play"], 3, 3)
    assert drawn(tmp_path, ["fast"], 3, 2) == []


def test_the_lines_of_a_statement_are_those_of_its_head():
    source = "if (\n    x\n    and y\n):\n    z = (\n        1\n    )\n"
    assert [statement(source, line) for line in range(1, 9)] == [range(1, 5)] * 4 + [range(5, 8)] * 3 + [range(0)]


def test_the_nearest_tests_come_first_and_those_of_their_files_behind_them(tmp_path):
    path = package(tmp_path)
    data = CoverageData(str(tmp_path / "coverage"))
    ran = {"": [10], "a::broad": [12, 16, 17], "a::narrow": [16], "a::beside": [12], "b::other": [12], "gone": [16]}
    for name, lines in ran.items():
        data.set_context(name)
        data.add_lines({str(tmp_path / path): lines})
    data.write()
    tests = Executions(tmp_path, tmp_path / "coverage", {"a::broad": 2, "a::narrow": 1, "a::beside": 1, "b::other": 3})
    line = Mutation(path, 16, 0, "NumberReplacer", 0, at_import=False)
    assert tests.nearest(line, 10) == ["a::narrow", "a::broad", "a::beside"]
    assert tests.nearest(line, 3) == ["a::narrow", "a::broad"]
    assert tests.nearest(line, 0) == ["a::narrow"]
    assert tests.nearest(Mutation(path, 10, 0, "NumberReplacer", 0, at_import=True), 10) == [
        *("a::beside", "a::narrow", "b::other", "a::broad")
    ]
    assert tests.nearest(Mutation(path, 13, 0, "NumberReplacer", 0, at_import=False), 10) == []


@pytest.mark.slow
def test_what_becomes_of_a_mutation(tmp_path):
    path = package(tmp_path)
    checkout = Checkout(tmp_path)
    by_change = {mutation.mutated(SOURCE): mutation for mutation in mutations(tmp_path, path)}
    found = {}
    for line, change in {"return -x": "return x", "x > most:": "x >= most:", "is None or": "is not None or"}.items():
        ((text, mutation),) = (pair for pair in by_change.items() if change in " ".join(pair[0].split()))
        assert line not in text
        found[change] = checkout.tried(mutation, ["test_it.py::test_it"])
        assert Path(tmp_path, path).read_text(encoding="utf-8") == SOURCE
    assert [(each.outcome, each.by) for each in found.values()] == [
        ("noticed", "test_it.py::test_it"),
        ("survived", "1 tests pass"),
        ("noticed", "test_it.py::test_it"),
    ]
    assert checkout.tried(next(iter(by_change.values())), []).by == "no test runs the line"


def test_the_table_has_survivors_first_and_the_share_below():
    place = Mutation("truel_ref/a.py", 3, 1, "AddNot", 0, at_import=False)
    found = [Result(place, "if a | b:", "if not a | b:", "noticed", "t::x"), Result(place, "x", "y", "survived", "z")]
    lines = [line.split() for line in table(found).splitlines()]
    assert [line[1] for line in lines[2:4]] == ["survived", "noticed"]
    assert r"\|" in lines[3]
    assert " ".join(lines[-1]).endswith("1 of 2: 50.0% (interval 1.3% to 98.7%).")
