"""What the plugin for pytest does once it is asked: an item for each vector, or for each group, and a diagnosis.

The steps: (1) select the vectors, as `truel-ref check` does; (2) add an item for each to those that pytest has
collected, so that `-k`, `-x`, `--lf` and the like choose among them; (3) an item asks the function, or the one process
of the command that serves all items, and judges the answer; (4) the answers travel with the reports of pytest, also
from the processes of pytest-xdist, and in the end they are one report with its diagnosis.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from truel_ref.errors import TruelError, VectorError, refuse, shown
from truel_ref.files import json_text, read_json
from truel_ref.numbers import number_text
from truel_ref.oracle.diagnosis import Asking
from truel_ref.oracle.judge import Expected, Judgement, MalformedError, Result, Terms, judge_function
from truel_ref.oracle.report import Report, allowed, expecting, read_failures, vectors_version
from truel_ref.oracle.run import Asker
from truel_ref.oracle.run.client import check_program
from truel_ref.oracle.selection import select

__all__ = ["VectorItem", "VectorItems"]

_AGAIN = 5.0  # seconds for each answer when a command is asked again to find a smaller problem that goes wrong
_PATIENCE = 10.0  # seconds until a command is thought to wait for the end of its input; some take long to start


class VectorItem(pytest.Item):
    """An item of pytest: vectors that are asked one after the other, one or those of a group."""

    def __init__(self, *, asked: Sequence[Expected], judge: VectorItems, **others: Any) -> None:
        super().__init__(**others)
        self.asked = asked
        self.judge = judge
        self.said: list[tuple[str, ...]] = []
        """What became of each vector, as text that pytest-xdist can send."""

    def runtest(self) -> None:
        """Ask, and fail with what the judge says; what was not asked is skipped."""
        results = []
        for expected in self.asked:
            result, said = self.judge.judged(expected)
            results.append(result)
            self.said.append(said)
        by_group = self.judge.by_group
        report = Report(tuple(results), self.judge.terms)
        report = expecting(report, self.judge.known_failures(self.asked)) if by_group else report
        if all(result.judgement is Judgement.SKIPPED for result in results):
            pytest.skip(results[0].detail)
        if report.wrong or report.stale:
            head = [report.summary, *report.stale] if by_group else []
            pytest.fail("\n\n".join([*head, *map(str, report.worst())]), pytrace=False)


class VectorItems:
    """The plugin while it is at work.

    Parameters: `config`, of pytest; `given`, its options, by their names without `--truel-`.

    Raises `pytest.UsageError` for what cannot be judged.
    """

    def __init__(self, config: pytest.Config, given: Mapping[str, Any]) -> None:
        self._rows: dict[str, tuple[str, ...]] = {}
        self._asker: Asker | None = None
        try:
            self._read(config, given)
        except TruelError as error:
            raise pytest.UsageError(" ".join(str(error).split())) from None

    def _read(self, config: pytest.Config, given: Mapping[str, Any]) -> None:
        solver, command = given["solver"], given["command"]
        refuse(
            VectorError,
            (solver is not None and command is not None, "--truel-solver and --truel-command: give one of them"),
            (solver is None and command is None, "nothing to judge; give --truel-solver or --truel-command, too"),
            (solver is not None and given["timeout"] is not None, "--truel-timeout belongs to --truel-command"),
        )
        tolerance = "1e-9" if given["tolerance"] is None else given["tolerance"]
        self.terms = Terms(allowed(tolerance), given["strict_ties"], not given["no_stalemate_aims"])
        self.by_group = given["by"] == "group"
        self._ask: Callable[[dict[str, Any]], Any]
        self._asking: Asking
        if solver is not None:
            self._ask = function = _function(solver, str(config.invocation_params.dir))
            self._asking = lambda: nullcontext(function)
        else:
            words = _words(command)
            check_program(words)
            seconds = 60.0 if given["timeout"] is None else given["timeout"]
            self._ask = self._asker = Asker(words, seconds, _PATIENCE)
            self._asking = partial(Asker, words, min(seconds, _AGAIN))
        chosen = {"groups": given["group"], "flags": given["flag"], "path": given["vectors"]}
        self.selection = select(players=given["players"], only=given["only"], prefix="--truel-", **chosen)
        place = given["expect_failures"]
        self._failures = () if place is None else read_failures(place)
        unknown = expecting(Report((), self.terms), self._failures, self._known()).stale
        refuse(VectorError, (unknown, f"{shown(place, 1000)}: {unknown[0]}" if unknown else ""))
        self._source = (
            f"{solver or command}, judged by the vectors of {self.selection.source or f'version {vectors_version()}'}"
        )

    def _known(self) -> set[str]:
        return {*self.selection.known, *(expected.name for expected in self.selection.asked)}

    def known_failures(self, asked: Iterable[Expected]) -> list[str]:
        """Return the ids among those asked whose mistakes are known."""
        return [expected.name for expected in asked if expected.name in self._failures]

    # -- asking

    def judged(self, expected: Expected) -> tuple[Result, tuple[str, ...]]:
        """Return the judgement on a vector, and all of it as text."""
        data: Any = None

        def ask(question: dict[str, Any]) -> Any:
            nonlocal data
            data = self._ask(question)
            return data

        lacks = self._lacks(expected)
        result = Result(expected, Judgement.SKIPPED, lacks) if lacks else judge_function(ask, expected, self.terms)
        lacks = lacks or self._lacks(expected)  # the first answer comes with a hello
        if self._asker is not None and isinstance(data, dict) and data.get("skipped"):
            lacks = f"it says: {shown(data['skipped'], 1000)}"
        if lacks:
            result = Result(expected, Judgement.SKIPPED, lacks)
        answer = "" if result.theirs is None else json_text(_plain(data))
        error = "" if result.error is None else number_text(result.error)
        return result, (expected.name, result.judgement.value, result.detail, answer, error)

    def _lacks(self, expected: Expected) -> str:
        hello = None if self._asker is None else self._asker.hello
        return "" if hello is None else hello.supports.lacks(expected, self.terms.strict_ties)

    # -- hooks of pytest

    def pytest_report_header(self) -> str:
        """Say who is judged, and by which vectors."""
        return f"truel-ref: {self._source}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add an item for each vector or group, before others choose among them; known mistakes must be made."""
        shares: dict[str, list[Expected]] = {}
        for expected in self.selection.asked:
            shares.setdefault(expected.group if self.by_group else expected.name, []).append(expected)
        for name, asked in shares.items():
            item = VectorItem.from_parent(session, name=name, nodeid=f"truel::{name}", asked=asked, judge=self)
            item.extra_keyword_matches.add("truel")  # so that -k truel chooses them all
            if not self.by_group and self.known_failures(asked):
                item.add_marker(pytest.mark.xfail(strict=True, reason="expected failure"))
            items.append(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Put the answers beside the report, with which they travel."""
        report = yield
        if isinstance(item, VectorItem) and call.when == "call":
            report.truel_ref = item.said  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the answers, whichever process they come from."""
        self._rows |= {row[0]: tuple(row) for row in getattr(report, "truel_ref", ())}

    def pytest_sessionfinish(self) -> None:
        """End the process of the command."""
        if self._asker is not None:
            self._asker.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table by group, where the fault is, and a summary."""
        if self._rows:
            terminalreporter.section("truel-ref")
            terminalreporter.write_line(self._report().text(0))

    def _report(self) -> Report:
        results = tuple(_read(each, self._rows[each.name]) for each in self.selection.asked if each.name in self._rows)
        report = Report(results, self.terms, asking=self._asking, vectors=self.selection.source)
        return expecting(report, self._failures, self._known())


# ---------------------------------------------------------------------------------------------------------
# Whom to ask, and what was answered


def _function(said: str, folder: str) -> Callable[[dict[str, Any]], Any]:
    """Return the function that `module:function` names, of a module that stands in a folder or is installed."""
    module, _, name = said.partition(":")
    refuse(VectorError, (not module or not name, f"--truel-solver: {shown(said)} is not like module:function"))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        function: Any = import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
    except Exception as error:  # whatever the module of a stranger raises
        raise VectorError(
            f"--truel-solver: {shown(said)} cannot be imported: {type(error).__name__}: {error}"
        ) from None
    refuse(VectorError, (not callable(function), f"--truel-solver: {shown(said)} is not a function"))
    return function  # type: ignore[no-any-return]


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise VectorError(f"--truel-command: {shown(command)}: {error}") from None


def _plain(data: Any) -> Any:
    """Return an answer as plain data; a number that JSON cannot say is its text."""
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, Iterable):
        return list(map(_plain, data))
    return float(data) if isinstance(data, float) else str(data)


def _read(expected: Expected, row: Sequence[str]) -> Result:
    """Return the result that was written as text."""
    _, judgement, detail, answer, error = row
    try:
        theirs = expected.read(read_json(answer)) if answer else None
    except (MalformedError, TruelError):  # a number of a kind of its own, which its text does not say
        theirs = None
    return Result(expected, Judgement(judgement), detail, theirs, Fraction(error) if error else None)
