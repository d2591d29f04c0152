"""Doors of the command: its words, from the options that it declares, and lines of problems on standard input."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from fuzzing import grammar
from fuzzing.door import Door, expect
from truel_ref import Problem
from truel_ref.cli import main
from truel_ref.cli.entry import group
from truel_ref.files import json_text
from truel_ref.games.dicewars.board import seeded_board
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.strategies import breaker_by
from truel_ref.maps import store
from truel_ref.maps.builder import build
from truel_ref.maps.grid import MapSpec

__all__ = ["STATUSES", "command_lines", "lines"]

STATUSES = (0, 1, 2, 3, 130)
"""The statuses with which a command may end."""

BOUNDS = ["--time-limit", "2", "--memory-limit", "300MB"]
"""The options for every command that takes them."""

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
_PROMPT = "$ truel-ref "

# -- the declarations of the commands


class Declared(NamedTuple):
    """A command: the words that call it, and its parameters."""

    path: tuple[str, ...]
    parameters: tuple[click.Parameter, ...]

    @property
    def is_bounded(self) -> bool:
        """Whether it takes limits of time and memory."""
        return any("--time-limit" in parameter.opts for parameter in self.parameters)


def _commands(command: click.Command, path: tuple[str, ...], context: click.Context) -> Iterator[Declared]:
    if not isinstance(command, click.Group):
        yield Declared(path, tuple(command.params))
        return
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None  # it is listed
        yield from _commands(inner, (*path, name), click.Context(inner, info_name=name, parent=context))


@cache
def declared() -> dict[tuple[str, ...], Declared]:
    """Return all commands, by the words that call them."""
    return {command.path: command for command in _commands(group, (), click.Context(group))}


_FILES = (
    "board.json",
    "tree.json",
    "map.npz",
    "report.json",
    "nowhere/x",
    "",
    ".",
    "out.png",
    "out.svg",
    "out.html",
    "kept",
)
_BY_METAVAR: dict[str, tuple[str, ...]] = {
    "SECONDS": ("1", "0.5", "0", "1e3"),
    "SIZE": ("100MB", "1kB", "0", "1e9"),
    "T,T,T": ("Optimal,Miss,Strongest", "C,C,A", "Optimal", "0:1/3:1/3,B,A", "Random,Random,Random"),
    "WORDS": ("others,miss", "others", "all", "A:others,miss", "self,random", "strongest"),
    "RULE": ("1", "2", "-1", "4", "-4", "9", "first"),
    "W,W,W": ("25/63,8/21,2/9", "0.4,,", "1,0", "0e-99999999,-1,39.7 %"),
    "L,L,L": ("2,3,2", "2", "none,2,none", "0", "600,600,600"),
    "N,N,N": ("1,2,1", "2", "Ann,Bob,Cy", "0,0,0", "A,A,B"),
    "C,B,A": ("C,B,A", "B,A", "A,A,B"),
    "ORDER": ("A,B,C", "B,C", "C,A", "A"),
    "LABEL": ("A", "B", "Z"),
    "P,P,P": (",,1", "1/2,1/3,1", ",,"),
    "V,V,V": ("1/2,1/3,1/4", "1"),
    "AIMS": ("C,C,B", "B,A", "Miss,C,B", "0:1/2:1/2,C,B"),
    "B,C,D=C,D,B": ("B,C=C,B", "A,C=C,A", "=", "B,C=C"),
    "N": ("1", "2", "3", "4", "7", "20", "1e3", "1e9", "0", "-1"),
    "K": ("1", "2", "0", "99"),
    "A,B,C": ("1,3", "1,2", "2", "1,1"),
    "A,B": ("1,3", "3", "2", "A,B"),
    "NAMES": ("w,t", "random,greedy", "random,optimal,x", "dp", "w"),
    "FILE": _FILES,
    "DIR": ("out", ".", "nowhere/x"),
    "BOARD.json": _FILES[:4],
    "FILE.json": _FILES[:4],
    "-- COMMAND ARGS": ("nobody", "--", "x"),
    "ID": ("ties-00*", "optimal-0001", "*"),
    "TARGET": ("T20", "D25", "S1", "25", "T25"),
    "TOTAL": ("41", "170", "2", "501"),
    "[TOTAL]": ("41", "20", "2"),
    "GOAL": ("win", "points"),
    "STRATEGY": ("prize", "random", "high"),
    "DICE": ("3", "2", "8", "9"),
    "M": ("1/10", "0", "1", "m"),
    "[CODE]": ("112", "123", "11"),
    "[S3 ...]": ("S3", "Q1", "X9"),
    "MODE": ("store", "off", "read"),
    "PLAY": ("announced", "stationary"),
    "SET": ("others", "others,miss"),
    "A.npz B.npz": ("map.npz",),
    "W": ("1/10", "1/100000", "0"),
    "E": ("1e-3", "1e-9"),
    "S": ("1", "0.1", "1/3"),
    "T": ("1e-9", "0", "1"),
}


def _values(parameter: click.Parameter) -> tuple[str, ...]:
    """Return words that a parameter may take: its completions in a shell, and values of its kind."""
    metavar = str(parameter.metavar or "")
    context = click.Context(group)
    completed = tuple(item.value for item in parameter.shell_complete(context, "") if item.type == "plain")
    by_kind = _FILES if isinstance(parameter.type, click.Path) else _BY_METAVAR.get(metavar, ())
    if not by_kind and metavar.startswith(("P", "[P")):
        by_kind = ("1/3", "2/3", "1", "0", "1/2", "sqrt(2)/2")
    return (*completed, *by_kind) or ("1", "A")


def _words(dice: Random) -> list[str]:
    """Return the words of a command, most of them right."""
    command = declared()[dice.choice(list(declared()))]
    words: list[str] = []
    for parameter in command.parameters:
        if isinstance(parameter, click.Argument):
            number = dice.choice([2, 3, 3, 4]) if parameter.nargs == -1 else parameter.nargs
            words += [dice.choice(_values(parameter)) for _ in range(number if dice.random() < 0.97 else 1)]
        elif dice.random() < 0.13 and "--help" not in parameter.opts:
            assert isinstance(parameter, click.Option)
            option = dice.choice(parameter.opts)
            words += (
                [option]
                if parameter.is_flag
                else [option, *(dice.choice(_values(parameter)) for _ in range(parameter.nargs))]
            )
    return [*command.path, *words]


def _corpus() -> list[Any]:
    """Return the commands of the stored corpus, and a line of problems for their standard input."""
    printed = [line for file in sorted(CORPUS.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines()]
    listed = [shlex.split(line.removeprefix(_PROMPT)) for line in printed if line.startswith(_PROMPT)]
    return [[words, b"1\n2\n"] for words in listed] + [[["solve", "--jsonl"], b'{"hits": ["1/2", 1]}\n']]


def _line(dice: Random) -> Any:
    return [_words(dice), dice.choice([b"", b"1\n2\n3\n", b"112\n", b'{"hits": [1, "1/2"]}\n', b"\xff\n"])]


# -- running


def _bounded(words: Sequence[str]) -> list[str]:
    """Return the words of a command with limits after its name, if it takes them."""
    for length in (2, 1):
        command = declared().get(tuple(words[:length]))
        if command is not None and command.is_bounded:
            return [*words[:length], *BOUNDS, *words[length:]]
    return list(words)


def _files() -> None:
    """Create the files that the words name, and remove the files of other commands."""
    for path in Path().iterdir():
        if path.is_file() and path.name not in _kept_files():
            path.unlink()
    for name, content in _kept_files().items():
        path = Path(name)
        if not path.is_file() or path.stat().st_size != len(content):
            path.write_bytes(content)


@cache
def _kept_files() -> dict[str, bytes]:
    return {
        "board.json": json_text(seeded_board(1, 2, 4, 8).to_json()).encode(),
        "tree.json": json_text(breaker_by(Game(2, 3), "knuth").to_json()).encode(),
        "map.npz": store._packed(build(MapSpec(Problem([0, 0, 1]), points=3, method="normal"))),
        "report.json": b'{"client": null, "vectors": "1", "tolerance": 0.1, "ok": true, "results": []}',
    }


@contextmanager
def _standard(given: bytes, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    """Replace the three standard streams by files in memory."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    ours = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in ours:
            stream.detach()  # otherwise the file in memory is closed too


def _run(words: Sequence[str], given: bytes) -> tuple[int, bytes]:
    out, err = io.BytesIO(), io.BytesIO()
    with _standard(given, out, err):
        status = main(_bounded(words))
    expect(status in STATUSES, f"it ends with status {status}")
    complaints = err.getvalue().decode("utf-8", "replace")
    others = [line for line in complaints.splitlines() if not line.startswith("truel-ref: ")]
    expect(not others, f"on standard error: {others[:3]}")
    expect(status not in (2, 3) or complaints, f"it ends with status {status} and says nothing")
    left = [path.name for path in Path().iterdir() if path.name.endswith(".part")]
    expect(not left, f"files are left: {left}")
    return status, out.getvalue()


def _type(case: Any) -> None:
    """Run a command without the words of the case that no shell can pass."""
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[0], list) and isinstance(case[1], bytes)):
        return
    words = [word for word in case[0] if isinstance(word, str)]
    if not words or any("\0" in word or len(word) > 100_000 for word in words):
        return
    _files()
    _run(words, case[1])


command_lines = Door("commands", _type, _corpus, _line)

# -- lines of problems


def _answer_lines(case: Any) -> None:
    if not isinstance(case, bytes):
        return
    _, out = _run(["solve", "--jsonl"], case)
    said = [json.loads(line) for line in out.splitlines()]
    asked = [line for line in case.split(b"\n") if line.strip()]
    expect(len(said) == len(asked), f"{len(asked)} lines have {len(said)} answers")
    expect(all(("error" in answer) != ("win" in answer) for answer in said), "an answer is neither")


def _some_lines(dice: Random) -> bytes:
    listed = [
        grammar.problem(dice) | ({"id": dice.choice([1, "x", None, [1]])} if dice.random() < 0.3 else {})
        for _ in range(3)
    ]
    return b"".join(json_text(data).encode() + b"\n" for data in listed)


def _line_seeds() -> list[Any]:
    dice = Random(3)
    long = b"[" * 60_000 + b"\n"
    return [_some_lines(dice) for _ in range(60)] + [long, b"\n\n \n", b"\xff\xfe\n{}\n", b'{"hits": [1e400, 1]}']


lines = Door("lines", _answer_lines, _line_seeds, _some_lines)
