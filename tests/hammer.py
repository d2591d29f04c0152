"""What the examples of all docstrings give, run one after the other or from many threads at once.

A program, too: `python tests/hammer.py THREADS ROOM,ROOM [NUMBER/COUNT]` starts from nothing, with all memories empty,
and prints the answers of every thread as a line of JSON. With a number, from 0, and a count it takes a share of the
examples: so many processes together have all of them.
"""

import contextlib
import doctest
import importlib
import io
import json
import pkgutil
import re
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

import truel_ref

T = TypeVar("T")

# What sets something for the whole process, which is what it is for, or tells of the process.
OF_THE_PROCESS = {
    "truel_ref.budget.resident_bytes",
    "truel_ref.cli.main",
    "truel_ref.numbers.backends.force_backend",
    "truel_ref.symbolic.polynomial_backends.force_polynomial_backend",
}


def examples(rooms: Sequence[str] = ()) -> dict[str, doctest.DocTest]:
    """Return the examples of every docstring of the package, or of some rooms, by the name of what it describes."""
    finder = doctest.DocTestFinder()
    modules = [truel_ref.__name__, *(module.name for module in pkgutil.walk_packages(truel_ref.__path__, "truel_ref."))]
    inside = tuple(f"truel_ref.{room}." for room in rooms) or ("truel_ref.",)
    tests = [
        test
        for name in modules
        if f"{name}.".startswith(inside) and not name.endswith("__main__")
        for test in finder.find(importlib.import_module(name), name)
    ]
    return {test.name: test for test in tests if test.examples and test.name not in OF_THE_PROCESS}


def share(named: dict[str, T], number: int, count: int) -> dict[str, T]:
    """Return one of so many shares of what has names, by its number from 0."""
    return {name: named[name] for name in sorted(named)[number::count]}


def answers(test: doctest.DocTest) -> list[str]:
    """Return what each example gives: what it prints or is, or its error; standard output is left alone."""
    said: list[str] = []

    def say(*values: object, sep: str = " ", end: str = "\n", **others: object) -> None:
        said.append(sep.join(map(str, values)) + end)

    names = dict(test.globs) | {"print": say, "__name__": "__main__"}
    for example in test.examples:
        try:
            try:
                code = compile(example.source, test.name, "eval")
            except SyntaxError:
                exec(compile(example.source, test.name, "exec"), names)
            else:
                said.append(repr(eval(code, names)))
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
    # Where an object lies in memory, and the names of folders that are made for a moment, are no answers.
    return [re.sub(r"0x[0-9a-f]+|/[\w/]*/tmp\w+|/tmp/\w+", "…", text) for text in said]


def hammered(tests: dict[str, doctest.DocTest], threads: int) -> list[dict[str, list[str]]]:
    """Return what each of some threads gets, each in an order of its own; they begin together."""
    results: list[dict[str, list[str]]] = [{} for _ in range(threads)]
    start = threading.Barrier(threads)

    def work(number: int) -> None:
        order = sorted(tests)
        if number:  # the first two begin with the same, so that they fill the same memories
            Random(number // 2).shuffle(order)
        start.wait()
        for name in order:
            results[number][name] = answers(tests[name])

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(interval)
    return results


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """Work in a folder of one's own, and let nothing be printed."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        yield


def main(words: list[str]) -> None:
    """Print what the threads get."""
    tests = examples(words[1].split(","))
    if words[2:]:
        tests = share(tests, *map(int, words[2].split("/")))
    with elsewhere():
        results = hammered(tests, int(words[0]))
    for result in results:
        sys.stdout.write(json.dumps(result, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
