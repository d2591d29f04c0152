"""Studies stand on what the other rooms offer to everybody: the names in `__all__` of the module that has them.

A module without `__all__` offers what it defines under a name without a leading underscore.
"""

import ast
import importlib

from source_code import PACKAGE, files_by_module, source

NAMED_TUPLE = {"_asdict", "_fields", "_replace"}  # public, and written so to leave names to the fields


def offered(module):
    return getattr(importlib.import_module(module), "__all__", None) or [*defined(files_by_module()[module])]


def defined(path):
    """Yield the names that a module defines itself, without those that are private."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        names = [getattr(target, "id", getattr(target, "name", "_")) for target in targets]
        yield from (name for name in names if not name.startswith("_"))


def hidden(path):
    """Yield what a file takes from other rooms and none of them offers, and what is private to another object."""
    modules = {}  # what a module of another room is called in this file
    for node in source(path).imports:
        home = getattr(node, "module", "")
        for alias in node.names:
            name = f"{home}.{alias.name}".removeprefix(".")
            if name in files_by_module() and not name.startswith("truel_ref.studies"):
                modules[alias.asname or alias.name] = name
            elif home.startswith("truel_ref") and not home.startswith("truel_ref.studies"):
                yield from {alias.name} - {*offered(home)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else "an expression"
            private = node.attr.startswith("_") and not node.attr.endswith("__") and owner not in ("self", "cls")
            known = offered(modules[owner]) if owner in modules else NAMED_TUPLE if private else {node.attr}
            if node.attr not in known:
                yield f"{owner}.{node.attr}"


def test_studies_use_public_names_only():
    found = {str(path): [*hidden(path)] for path in (PACKAGE / "studies").rglob("*.py")}
    assert len(found) > 15
    assert {path: names for path, names in found.items() if names} == {}
