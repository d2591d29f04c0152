"""The plugin for pytest at work: an item for each vector, or for each group.

The steps: (1) select the vectors; (2) add the items to those that pytest has collected, so that `-k`, `-x` and `--lf`
choose among them; (3) an item asks the function and fails with what the judge says.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import pytest

from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.oracle.judgement import Judgement, Terms
from truel_ref.oracle.kinds import judge_function
from truel_ref.oracle.reports import Report, read_failures
from truel_ref.oracle.vector_files import Vector, selected


class VectorItem(pytest.Item):
    """An item of pytest: vectors that are asked one after the other."""

    def __init__(self, *, asked: Sequence[Vector], plugin: VectorItems, **others: Any) -> None:
        super().__init__(**others)
        self.asked, self.plugin = asked, plugin

    def runtest(self) -> None:
        """Ask, and fail with what the judge says; skip if the function skips all."""
        plugin = self.plugin
        results = tuple(judge_function(plugin.function, vector, plugin.terms) for vector in self.asked)
        if all(result.judgement is Judgement.SKIPPED for result in results):
            pytest.skip(results[0].detail)
        report = Report(results, plugin.terms, plugin.known)
        if not report.ok:
            stale = [f"known mistakes that are right now: {', '.join(report.stale)}"] if report.stale else []
            pytest.fail("\n\n".join([*map(str, report.wrong[:5]), *stale]), pytrace=False)


class VectorItems:
    """The plugin. Raises `pytest.UsageError` for options that cannot be met.

    Parameters: `config`, of pytest; `given`, the options by their names without `--truel-`.
    """

    def __init__(self, config: pytest.Config, given: Mapping[str, Any]) -> None:
        try:
            self.function = _function(given["solver"], str(config.invocation_params.dir))
            self.terms = Terms.stated(given["tolerance"] or "1e-9", given["strict_ties"])
            self.asked = selected(given["group"], given["players"], given["only"], given["flag"], given["vectors"])
            self.known = frozenset() if given["expect_failures"] is None else read_failures(given["expect_failures"])
        except TruelError as error:
            raise pytest.UsageError(" ".join(str(error).split())) from None
        self.by_group = given["by"] == "group"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add an item for each vector or group, before others choose among them."""
        shares: dict[str, list[Vector]] = {}
        for vector in self.asked:
            shares.setdefault(vector["group"] if self.by_group else vector["id"], []).append(vector)
        for name, asked in shares.items():
            item = VectorItem.from_parent(session, name=name, nodeid=f"truel::{name}", asked=asked, plugin=self)
            item.extra_keyword_matches.add("truel")  # so that -k truel chooses them all
            items.append(item)


def _function(said: str | None, folder: str) -> Callable[[dict[str, Any]], Any]:
    """Return the function that `module:function` names, of a module in a folder or an installed one."""
    module, _, name = (said or "").partition(":")
    refuse(ProblemError, (not module or not name, f"--truel-solver: {shown(said)} is not like module:function"))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        function: Any = getattr(import_module(module), name)
    except Exception as error:  # whatever the module of a stranger raises
        raise ProblemError(f"--truel-solver: {shown(said)} cannot be imported: {error}") from None
    refuse(ProblemError, (not callable(function), f"--truel-solver: {shown(said)} is not a function"))
    return function  # type: ignore[no-any-return]
