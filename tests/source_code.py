"""What the source files say, each parsed and walked through once for all tests that ask."""

import ast
import gc
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "truel_ref"


@dataclass(frozen=True)
class Source:
    """What one walk through the statements of a file sees; its tree, which is large, is not kept."""

    statements: int  # without imports and docstrings
    imports: list  # wherever in the file they stand
    early: list  # those at its top only
    classes: list  # names, of those inside of others too
    functions: set  # names at its top


@cache
def modules(top="truel_ref"):
    """Return the files of a folder of the repository."""
    return sorted((ROOT / top).rglob("*.py"))


def within(node):
    """Yield the statements in a block, a clause or a statement, and all in them; no expression holds one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from within(child)


def counts(node):
    """Tell whether a node is a statement that counts."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.stmt) and not isinstance(node, ast.Import | ast.ImportFrom) and not is_docstring


def imported(nodes):
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def is_from(node):
    return isinstance(node, ast.ImportFrom)


@cache
def source(path):
    collecting = gc.isenabled()
    gc.disable()  # going through a growing tree again and again takes longer than reading it
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if collecting:
        gc.enable()
    nodes = [*within(tree)]
    return Source(
        sum(map(counts, nodes)),
        imported(nodes),
        imported(tree.body),
        [node.name for node in nodes if isinstance(node, ast.ClassDef)],
        {node.name for node in tree.body if isinstance(node, ast.FunctionDef)},
    )


def imports(path, everywhere=True):
    """Yield the names of the modules that a file imports, at its top only or everywhere."""
    for node in source(path).imports if everywhere else source(path).early:
        alone = path.parent.name == "checkers"  # programs that also run outside the package
        assert not is_from(node) or node.level == 0 or alone, f"{path.name} imports by a relative name"
        if is_from(node) and node.module != "truel_ref":
            yield node.module
        else:
            yield from (("truel_ref." if is_from(node) else "") + alias.name for alias in node.names)


def room(path):
    """Return the name of the room that a file of the package belongs to: its module, or its folder."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def files_by_module():
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in modules()
    }


@cache
def neighbours(path):
    """Return the other modules of the package that a file imports; of what is not a module, the one that has it."""
    every, taken = files_by_module(), set()
    for node in source(path).imports:
        names = {f"{node.module}.{alias.name}" if is_from(node) else alias.name for alias in node.names}
        taken |= {name if name in every else name.rpartition(".")[0] for name in names}
    return {name for name in taken & every.keys() if every[name] != path}
