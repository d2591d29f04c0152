"""The source files as syntax trees, each parsed once for all tests that read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "truel_ref"


@cache
def modules(top="truel_ref"):
    """Return the files of a folder of the repository."""
    return sorted((ROOT / top).rglob("*.py"))


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def import_statements(path):
    """Return what imports, wherever in a file it stands."""
    return [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports(path, everywhere=True):
    """Yield the names of the modules that a file imports, at its top only or everywhere."""
    for node in import_statements(path) if everywhere else parsed(path).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative name"
            if node.module == "truel_ref":
                yield from (f"truel_ref.{alias.name}" for alias in node.names)
            else:
                yield node.module


@cache
def files_by_module():
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in modules()
    }
