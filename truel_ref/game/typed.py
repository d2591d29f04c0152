"""A problem as somebody types it: the command line that asks something of it."""

from __future__ import annotations

import shlex

from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES

__all__ = ["command_text"]


def command_text(command: str, problem: Problem) -> str:
    """Return the command line that asks something of a problem, with whatever the problem says that is not usual.

    >>> command_text("solve", Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["1/4", "1/2", 0]], tie_rule=2))
    'truel-ref solve 1/3 2/3 1 --targets Miss,C,1/4:1/2:0 --ties strongest'
    """
    data, plain = problem.to_json(), Problem(problem.hits).to_json()
    words = ["truel-ref", command, *data["hits"]]
    if data["targets"] != plain["targets"]:
        targets = [entry if isinstance(entry, str) else ":".join(entry) for entry in data["targets"]]
        words += ["--targets", ",".join(targets)]
    if data["search"] != plain["search"]:
        words += ["--search", ",".join(data["search"])]
    if data["target_later"] != plain["target_later"]:
        words += ["--later", data["target_later"]]
    if data["search_later"] != data["search"]:
        words += ["--search-later", ",".join(data["search_later"])]
    if data["if_eq"] != plain["if_eq"]:
        words += ["--ties", TIE_RULES[data["if_eq"]].replace(" ", "-")]
    if data["random_levels"] is not None:
        words += ["--levels", ",".join("none" if level is None else str(level) for level in data["random_levels"])]
    return shlex.join(words)
