"""The house stays as small as it is: statements, files and names are counted, and may not grow unseen.

Statements are those of the syntax tree without imports and docstrings, so that neither line breaks nor dropped
explanations count. `tests/house/size.toml` holds the numbers, which may fall.
"""

import sys
import tomllib
from collections import Counter

import pytest
from source_code import ROOT, imports, modules, neighbours, source

HELD = tomllib.loads((ROOT / "tests" / "house" / "size.toml").read_text(encoding="utf-8"))
APART = ("games", "ledger.py", "notebook")


def statements(top, left_out=()):
    counted = (path for path in modules(top) if path.relative_to(ROOT / top).parts[0] not in left_out)
    return sum(source(path).statements for path in counted)


def single_importers():
    """Return the modules with exactly one importer, without the doors of rooms and the files of commands."""
    doors = {f"truel_ref.{path.name}" for path in (ROOT / "truel_ref").iterdir()} | {"truel_ref"}
    times = Counter(name for path in modules() for name in neighbours(path))
    return [name for name in times if times[name] == 1 and name not in doors and not name.startswith("truel_ref.cli.")]


def repeated_classes():
    ours = (path for path in modules() if path.stem != "checker")  # it is a program of its own
    names = Counter(name for path in ours for name in source(path).classes)
    return [name for name, times in names.items() if times > 1]


def lines_of_the_plain_path():
    return sum(len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in HELD["plain path"]["modules"])


MEASURED = {
    "statements of truel_ref": lambda: statements("truel_ref"),
    "of these, all rooms but games and studies": lambda: statements("truel_ref", APART),
    "files of truel_ref": lambda: len(modules()),
    "statements of truel_ref, tests and scripts": lambda: sum(map(statements, ("truel_ref", "tests", "scripts"))),
    "modules with exactly one importer": lambda: len(single_importers()),
    "class names that occur twice": lambda: len(repeated_classes()),
    "lines of the plain path": lines_of_the_plain_path,
}


def test_the_numbers_that_are_held_are_those_that_are_measured():
    assert list(HELD["most"]) == list(MEASURED)


@pytest.mark.parametrize("what", MEASURED)
def test_the_house_does_not_grow(what):
    measured, most = MEASURED[what](), HELD["most"][what]
    assert measured <= most, f"{what}: {measured}, more than {most}; make it smaller"
    assert measured >= most * 0.99 - 1, f"{what}: {measured} is far below {most}; let size.toml hold the smaller number"


def test_the_plain_path_needs_the_standard_library_only():
    needed = {name.split(".")[0] for file in HELD["plain path"]["modules"] for name in imports(ROOT / file)}
    assert needed <= {*sys.stdlib_module_names, "truel_ref"}
