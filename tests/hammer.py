"""What the examples of all docstrings, and some different questions, give: one after the other, or in threads at once.

A program, too: `python tests/hammer.py '{"threads": 4, "rooms": ["fast"]}'` starts with all caches empty and prints the
answers of every thread as a line of JSON. The other keys are the parameters of `questions` and `hammered`.
"""

import contextlib
import doctest
import hashlib
import importlib
import io
import json
import pkgutil
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import truel_ref
from truel_ref.explain.pictures import picture
from truel_ref.fast import recursion
from truel_ref.maps import map_problem

# What sets something for the whole process, which is what it is for, or tells of the process.
OF_THE_PROCESS = {
    "truel_ref.cli.main",
}


def examples(rooms: Sequence[str] = ()) -> dict[str, Callable[[], list[str]]]:
    """Return what runs the examples of a docstring, for all of the package or of some rooms, by what it describes."""
    finder = doctest.DocTestFinder()
    modules = [truel_ref.__name__, *(module.name for module in pkgutil.walk_packages(truel_ref.__path__, "truel_ref."))]
    inside = tuple(f"truel_ref.{room}." for room in rooms) or ("truel_ref.",)
    tests = [
        test
        for name in modules
        if f"{name}.".startswith(inside) and not name.endswith("__main__")
        for test in finder.find(importlib.import_module(name), name)
    ]
    return {test.name: partial(answers, test) for test in tests if test.examples and test.name not in OF_THE_PROCESS}


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


# Small problems that share shapes, caches and fields of numbers, and differ in what must not be mixed up.
_NAMES = ["Ann", "Bob", "Cleo"]
_HITS = ["1/3", "2/3", 1]
_STATED: list[dict[str, Any]] = [
    *({"names": _NAMES, "targets": targets} for targets in (["Cleo", "Cleo", "Bob"], ["Bob", "Cleo", "Ann"], [])),
    *({"names": _NAMES[::step], "search": search} for step in (1, -1) for search in (["Others"], ["All"])),
    *({"order": order} for order in ("C, A, B", "B, C, A")),
    *({"target_later": word, "tie_rule": rule} for word in ("Strongest", "Self") for rule in (2, -1)),
    *({"search": ["Others", "Miss", "Random"], "random_levels": [level] * 3} for level in (2, 3)),
]
_IRRATIONAL = [["sqrt(2)/2", "1/2", 1], ["sqrt(3)/2", "sqrt(2)/2", "1/2"], ["root(1 0 1 -1; 0)", "sqrt(5)/3", 1]]


def _picture(hits: Sequence[object]) -> str:
    return hashlib.sha256(picture(truel_ref.why(hits).plot(), "svg")).hexdigest()


def _map(c: str, **more: Any) -> str:
    data = map_problem([c], points=3, **more)
    return repr([str(data.answer_at(row, column)) for column in range(4) for row in range(column + 1)])


def different(kind: str = "") -> dict[str, Callable[[], object]]:
    """Return different questions by what is asked, all of them or those whose names begin with a kind."""
    kinds = (truel_ref.by_lot, truel_ref.random_shooter, truel_ref.simultaneous_fire, truel_ref.opinion_contest)
    asked = [partial(truel_ref.solve, _HITS, **stated) for stated in _STATED]
    asked += [partial(truel_ref.solve, hits) for hits in _IRRATIONAL]
    asked += [partial(truel_ref.solve, ["1/5", "2/5", "3/5", last]) for last in ("4/5", 1)]
    asked += [partial(kind, ["1/2", "2/3", last]) for kind in kinds for last in ("4/5", 1)]
    asked += [partial(truel_ref.counted_bullets, ["1/2", "2/3", 1], bullets=shots) for shots in ([1, 1, 1], [2, 1, 1])]
    asked += [
        partial(each, [last, "1/2", 1]) for each in (truel_ref.why, truel_ref.all_outcomes) for last in ("1/2", 1)
    ]
    asked += [partial(each, ["1/2", "2/3", 1]) for each in (truel_ref.equilibria, truel_ref.compare)]
    asked += [partial(_map, c, **more) for c in ("1/2", "1") for more in ({}, {"search": ["Others"]})]
    asked += [partial(_map, "3/4", model=model) for model in ("stationary", "simultaneous")]
    asked += [partial(_picture, [first, "2/3", 1]) for first in ("1/3", "1/2")]
    named = {f"{each.func.__name__} {each.args} {each.keywords}": partial(_text, each) for each in asked}
    return {name: question for name, question in named.items() if name.startswith(kind)}


def _text(question: Callable[[], Any]) -> str:
    answer = question()
    return answer if isinstance(answer, str) else json.dumps(answer.to_json())


def questions(rooms: Sequence[str] = (), kind: str | None = None, share: Sequence[int] = (0, 1)) -> dict[str, Any]:
    """Return examples of rooms and questions of a kind, or a share of them: its number, from 0, and how many."""
    named: dict[str, Any] = (examples(rooms) if rooms else {}) | ({} if kind is None else different(kind))
    number, count = share
    return {name: named[name] for name in sorted(named)[number::count]}


def forget() -> None:
    """Empty every cache of the package."""
    recursion._known.clear()
    for module in [module for name, module in list(sys.modules.items()) if name.startswith("truel_ref.")]:
        for value in list(vars(module).values()):
            for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
                getattr(getattr(each, "__func__", each), "cache_clear", lambda: None)()


def hammered(
    asked: Mapping[str, Callable[[], object]], threads: int = 1, rounds: int = 1, interval: float = 1e-5
) -> list[dict[str, list[object]]]:
    """Return what each of some threads gets in each round, each in an order of its own; they begin together."""
    results: list[dict[str, list[object]]] = [{name: [] for name in asked} for _ in range(threads)]
    start = threading.Barrier(threads, action=forget if rounds > 1 else None)

    def work(number: int) -> None:
        for turn in range(rounds):
            order = sorted(asked)
            if number:  # the first two begin with the same, so that they fill the same caches
                Random(number // 2 + turn * threads).shuffle(order)
            start.wait()
            for name in order:
                try:
                    results[number][name].append(asked[name]())
                except Exception as error:  # an answer, too: the wrong one
                    results[number][name].append(f"{type(error).__name__}: {error}")

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(interval)
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(before)
    return results


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """Work in a folder of one's own, and let nothing be printed."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        yield


def main(threads: int, rounds: int = 1, interval: float = 1e-5, **asked: Any) -> None:
    """Print what the threads get."""
    with elsewhere():
        results = hammered(questions(**asked), threads, rounds, interval)
    for result in results:
        sys.stdout.write(json.dumps(result, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
