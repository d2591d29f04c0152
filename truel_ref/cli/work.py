"""Limit the work of a command: `--time-limit`, and the results so far at the limit or at an interrupt."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from truel_ref.cli.options import added
from truel_ref.cli.output import complain, say, say_json
from truel_ref.errors import UnfinishedError
from truel_ref.limits import known_results, time_limit

__all__ = ["ENDED", "INTERRUPTED", "known_data", "stated_limit", "work_options"]

ENDED = 3
"""The exit status of a command that a limit ended."""

INTERRUPTED = 130
"""The exit status of a command that the keyboard interrupted."""

SHOWN = 100
"""Largest number of partial results in the printed text; JSON has all of them."""


def work_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option that limits the time of a command, and enforce it; with `--jsonl`, for each line separately."""

    @functools.wraps(command)
    def limited(time_limit: float | None, **others: Any) -> int:
        if others.get("jsonl"):
            return command(**others)
        try:
            return _within(time_limit, command, others)
        except (UnfinishedError, KeyboardInterrupt) as error:
            _say_known(error, as_json=bool(others.get("as_json")) or others.get("format") == "json")
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else ENDED

    option = click.option(
        "--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Stop after SECONDS."
    )
    return added(option)(limited)


def _within(seconds: float | None, command: Callable[..., int], arguments: dict[str, Any]) -> int:
    with time_limit(seconds):
        return command(**arguments)


def stated_limit() -> float | None:
    """Return the time limit of the current command in seconds."""
    seconds: float | None = click.get_current_context().params.get("time_limit")
    return seconds


def _say_known(error: BaseException, as_json: bool) -> None:
    """Print the results so far, and complain that the work ended early."""
    message = "stopped" if isinstance(error, KeyboardInterrupt) else str(error)
    if as_json:
        say_json({"unfinished": message} | known_data(error))
    else:
        for name, value in known_results(error).items():
            if value and not isinstance(value, int):
                say(f"{name} so far:")
                for record in value[:SHOWN]:
                    say(f"  {record}")
                if len(value) > SHOWN:
                    say(f"  and {len(value) - SHOWN:,} more, which --json has")
    complain(message)


def known_data(error: BaseException) -> dict[str, Any]:
    """Return the results before a limit as plain data: numbers, and lists of records."""
    return {
        name: value if isinstance(value, int) else [record.to_json() for record in value]
        for name, value in known_results(error).items()
    }
