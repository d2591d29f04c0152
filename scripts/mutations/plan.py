"""The possible faults, a sample of them, and the tests that run their lines."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider
from coverage import CoverageData
from parso.tree import NodeOrLeaf

from truel_ref.kernels.memory import remembered

# Changes of computations and decisions, but not of decorators (most are caches) and caught errors.
OPERATORS = (
    *(
        f"ReplaceBinaryOperator_{change}"
        for change in ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul")
    ),
    *(f"ReplaceBinaryOperator_{change}" for change in ("LShift_RShift", "RShift_LShift", "BitAnd_BitOr")),
    *(f"ReplaceComparisonOperator_{change}" for change in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{change}" for change in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt")),
    *(f"ReplaceUnaryOperator_{change}" for change in ("Delete_USub", "Delete_Not")),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop"),
)


@dataclass(frozen=True, order=True)
class Mutation:
    """One change of one place; `occurrence` counts the places in the file that the operator can change."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int
    at_import: bool

    def mutated(self, source: str) -> str:
        """Return the text of the file with the change."""
        changed = mutate_code(source, OperatorProvider()[self.operator](), self.occurrence)
        assert changed is not None, f"{self} changes nothing"
        return str(changed)


def mutations(root: Path, path: str) -> Iterator[Mutation]:
    """Yield all mutations of a file, by operator."""
    nodes = list(ast_nodes(parso.parse((root / path).read_text(encoding="utf-8"))))
    for name in OPERATORS:
        operator = OperatorProvider()[name]()
        places = ((node, start) for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (node, (line, column)) in enumerate(places):
            around = ancestors(node)
            if not any(map(is_left_out, [node, *around], [node, node, *around])):
                yield Mutation(path, line, column, name, occurrence, runs_at_import(around))


def ancestors(node: NodeOrLeaf) -> list[NodeOrLeaf]:
    """Return the ancestors of a node, from the inside to the outside."""
    return [] if node.parent is None else [node.parent, *ancestors(node.parent)]


def runs_at_import(around: Sequence[NodeOrLeaf]) -> bool:
    """Return whether a place is outside functions, or in a default of the outermost function."""
    types = [node.type for node in around if node.type in ("funcdef", "lambdef", "param")]
    return types in ([], ["param", "funcdef"], ["param", "lambdef"])


NO_COMPUTATION = ("tfpdef", "decorator", "raise_stmt", "fstring", "fstring_expr", "fstring_format_spec")


def is_left_out(node: NodeOrLeaf, child: NodeOrLeaf) -> bool:
    """Return whether a part of a node is not a computation: a type, a message, a guard against errors of our own."""

    def word(place: int) -> str:
        return str(node.children[place].get_code()).strip()

    match node.type:
        case "atom_expr":
            return word(0) in ("refuse", "needs", "cast", "TypeVar") or word(0).endswith("Error")
        case "argument":
            return word(0) == "strict"  # of zip
        case "annassign":
            return child is node.children[1]
        case "funcdef":
            return word(node.children.index(child) - 1) == "->"
        case "if_stmt":
            return word(1) == "TYPE_CHECKING"
        case "parameters" | "dictorsetmaker":
            return child.type == "operator"  # the stars of `f(*, x)` and `{**x}`, which cosmic-ray treats as products
    return node.type in NO_COMPUTATION


def drawn(root: Path, rooms: Sequence[str], number: int, seed: int) -> list[Mutation]:
    """Return a sample of the mutations of rooms: first draw a place, all equally likely, then a change there."""
    files = sorted(
        path.relative_to(root).as_posix()
        for room in rooms
        for path in [*root.glob(f"truel_ref/{room}.py"), *root.glob(f"truel_ref/{room}/**/*.py")]
    )
    by_place: dict[tuple[str, int, int], list[Mutation]] = defaultdict(list)
    for path in files:
        for mutation in mutations(root, path):
            by_place[mutation.path, mutation.line, mutation.column].append(mutation)
    chance = random.Random(seed)
    places = sorted(by_place)
    return [chance.choice(by_place[place]) for place in chance.sample(places, min(number, len(places)))]


class Executions:
    """The tests that run each line, from one run of all tests under coverage."""

    def __init__(self, root: Path, recorded: Path, durations: Mapping[str, float]) -> None:
        """Take the folder of the package, the file of coverage, and the times of the tests in seconds."""
        self.root = root
        self.durations = durations
        self.data = CoverageData(str(recorded))
        self.data.read()

    @remembered
    def of(self, path: str) -> dict[int, set[str]]:
        """Return for each line of a file the present tests that run it."""
        found = self.data.contexts_by_lineno(str(self.root / path))
        return {line: self.durations.keys() & names for line, names in found.items()}

    @cached_property
    def breadth(self) -> dict[str, int]:
        """The number of lines of the package that each test runs: with fewer lines, a test is nearer to each."""
        lines = dict.fromkeys(self.durations, 0)
        for file in self.data.measured_files():
            for names in self.of(file).values():
                for name in names:
                    lines[name] += 1
        return lines

    def nearest(self, mutation: Mutation, seconds: float) -> list[str]:
        """Return tests that run the changed line, the nearest first, up to a total time in seconds.

        Code that runs on import concerns all tests that run any line of the module. After the tests of the line come
        the other tests of their files: they may check results of the first.
        """
        by_line = self.of(mutation.path)
        source = (self.root / mutation.path).read_text(encoding="utf-8")
        lines = by_line if mutation.at_import else statement(source, mutation.line)
        direct = set().union(*(by_line.get(line, set()) for line in lines))
        files = {file_of(name) for name in direct}
        beside = {name for name in self.durations if file_of(name) in files} - direct
        chosen = []
        for name in [*self.sorted(direct), *self.sorted(beside)]:
            seconds -= self.durations[name]
            if seconds < 0 and chosen:
                break
            chosen.append(name)
        return chosen

    def sorted(self, names: set[str]) -> list[str]:
        """Return names of tests, the nearest first."""
        return sorted(names, key=lambda name: (self.breadth[name], name))


def statement(source: str, line: int) -> range:
    """Return the lines of the innermost statement at a line, or of the head of a compound statement.

    Coverage does not know every line of a long statement.
    """
    found = [range(0)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            lines = range(node.lineno, body[0].lineno if body else (node.end_lineno or line) + 1)
            if line in lines:
                found.append(lines)
    return found[-1]


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]
