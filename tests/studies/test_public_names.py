"""Studies stand on what the other rooms offer to everybody: the names in `__all__` of the module that has them."""

import ast
import importlib
from pathlib import Path

import pytest

import truel_ref

PACKAGE = Path(truel_ref.__file__).parent
STUDIES = sorted((PACKAGE / "studies").rglob("*.py"))


def is_module(name):
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def hidden(path, tree):
    """Yield what a file takes from other rooms and none of them offers, as module.name."""
    modules = {}  # what a module of another room is called in this file
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("truel_ref") for alias in node.names), f"{path.name}: say what of it"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "truel_ref":
            if node.module.startswith("truel_ref.studies"):
                continue
            for alias in node.names:
                if is_module(f"{node.module}.{alias.name}"):
                    modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                elif alias.name not in offered(node.module):
                    yield f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            module = modules[node.value.id]
            if node.attr not in offered(module):
                yield f"{module}.{node.attr}"


def offered(module):
    return getattr(importlib.import_module(module), "__all__", ())


NAMED_TUPLE = {"_asdict", "_fields", "_replace"}  # public, and written so to leave names to the fields


def private(tree):
    """Yield the attributes with a leading underscore of anything but the object itself and its class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            if node.attr in NAMED_TUPLE:
                continue
            owner = node.value.id if isinstance(node.value, ast.Name) else "an expression"
            if owner not in ("self", "cls"):
                yield f"{owner}.{node.attr}"


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.relative_to(PACKAGE / "studies").as_posix())
def test_a_study_uses_public_names_only(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [*hidden(path, tree)] == []
    assert [*private(tree)] == []


def test_what_is_hidden_is_seen():
    source = (
        "from truel_ref.fast.solving import solve, PhaseSolver\n"
        "from truel_ref.play import phase\n"
        "phase.value([]); phase.nothing(); self._own; other._theirs\n"
    )
    tree = ast.parse(source)
    assert [*hidden(Path("some.py"), tree)] == ["truel_ref.fast.solving.PhaseSolver", "truel_ref.play.phase.nothing"]
    assert [*private(tree)] == ["other._theirs"]
