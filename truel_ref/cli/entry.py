"""Run a command and report its errors: every refusal is one line on standard error and exit status 2."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from truel_ref import __version__
from truel_ref.cli.lazy import LazyGroup, nearest
from truel_ref.cli.output import complain, drop_output
from truel_ref.errors import EXTRAS, LibraryError, TruelError, missing
from truel_ref.files import hold_standard_streams

__all__ = ["group", "run"]

PROGRAM = "truel-ref"
COMPLETED = (PROGRAM, "truel")  # the names that a shell may complete; scripts/truel is the second


_MEANT = {
    **{f"--{name}": f"--format {name}" for name in ("csv", "md", "markdown", "latex")},
    **dict.fromkeys(("--tie-rule", "--rule"), "--ties"),
    **dict.fromkeys(("--figure", "--image", "--plot", "--picture"), "-o"),
    "--cells": "--points",
}
"""The option that a wrong name probably means, if the command has it."""


_HEADINGS = {
    "One duel": {
        "solve": "Exact win probabilities and optimal aims.",
        "why": "Why these aims are optimal.",
        "course": "How long a duel lasts, and who leaves when.",
        "deviations": "Who could gain by another aim.",
        "equilibria": "All stationary equilibria, where nothing is announced.",
        "periodic": "Equilibria that repeat after some rounds; play with a last round.",
        "compare": "Announced and stationary play side by side.",
        "best-mix": "The best mix of aims that the first of three players can announce.",
    },
    "All duels": {
        "map": "A map over all hit probabilities of A and B.",
        "line": "Who overtakes whom along a line of hit probabilities.",
        "formula": "Win probabilities as formulas in a, b, c.",
        "regions": "The exact regions of constant optimal aims.",
    },
    "Dice": {"simulate": "Play many games, and compare with the exact answer."},
    "Other rules": {"variant": "By lot, random shooter, simultaneous, bullets, opinions."},
    "Test a solver": {
        "vectors": "The test vectors, one JSON object per line.",
        "check": "Judge another program by the test vectors.",
        "check-map": "Judge a map that another program has computed.",
    },
    "The mathematics": {
        "claims": "What a published analysis claims, and the verdicts.",
        "verify": "Whether a claim about a problem is right.",
    },
    "Other games": {
        "darts": "What to aim at on the dartboard.",
        "goofspiel": "Bid cards for prizes.",
        "dicewars": "Odds of attacks, the best turn, tournaments.",
        "mastermind": "Shortest games, random and best breakers.",
    },
}
"""The commands on the first page of help by heading, each with its description."""


class _Group(LazyGroup):
    """The group of all commands, under headings; hit probabilities without a command mean `solve`."""

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        if arguments[0][:1].isdigit() or arguments[0].startswith((".", "sqrt(", "root(")):
            arguments = ["solve", *arguments]
        return super().resolve_command(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, commands in _HEADINGS.items():
            with formatter.section(heading):
                formatter.write_dl(list(commands.items()))


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    modules={
        "solve": "solve",
        "why": "why",
        "deviations": "deviations",
        "best-mix": "best_mix",
        "equilibria": "equilibria",
        "periodic": "periodic",
        "compare": "compare",
        "course": "course",
        "variant": "variant",
        "darts": "darts",
        "goofspiel": "goofspiel",
        "dicewars": "dicewars",
        "mastermind": "mastermind",
        "simulate": "simulate",
        "map": "map",
        "line": "symbolic:line_command",
        "formula": "symbolic:formula_command",
        "regions": "symbolic:regions_command",
        "vectors": "vectors",
        "check": "check",
        "check-map": "check_map",
        "verify": "verify",
        "claims": "claims",
    },
)
@click.version_option(__version__, message=f"{PROGRAM} %(version)s")
def group() -> None:
    """Solve truels, duels between three or more people, exactly.

    \b
    truel-ref 1/3 2/3 1
    truel-ref why 1/3 2/3 1 --player A
    """  # noqa: D301  click wants the character itself


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; `truel_ref.cli.main` lists them."""
    if arguments is None:
        hold_standard_streams()
        _end_in_order()
    words = sys.argv[1:] if arguments is None else list(arguments)
    if sys.stdout is None:
        return _refused("cannot write the output: standard output is closed")
    try:
        for name in COMPLETED:
            variable = f"_{name.replace('-', '_').upper()}_COMPLETE"
            if instruction := os.environ.get(variable):
                from click.shell_completion import shell_complete

                return shell_complete(group, {}, name, variable, instruction)
        with group.make_context(PROGRAM, words, terminal_width=80) as context:
            status = group.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:  # --help and --version
        return done.exit_code
    except click.NoSuchOption as error:
        return _refused(_cut(_no_option(error)))
    except click.ClickException as error:
        way_out = ""
        if isinstance(error, click.MissingParameter) and error.ctx:
            way_out = f"; {error.ctx.command_path} --help has examples"
        return _refused(_cut(error.format_message().removesuffix(".") + way_out))
    except BrokenPipeError:
        drop_output()
        return 0  # the reader of our output has closed the pipe
    except LibraryError as error:
        return _missing(error)
    except TruelError as error:
        return _refused(str(error))
    except ModuleNotFoundError as error:
        return _refused(str(missing(error.name or "a library")))
    except (RecursionError, MemoryError):
        return _refused("this is too large for the memory of this machine; state fewer players, options or levels")
    except (click.Abort, KeyboardInterrupt):
        complain("stopped")
        return 130
    except UnicodeDecodeError as error:
        return _refused(f"cannot read the input: it is not UTF-8 text: {error.reason}")
    except (OSError, UnicodeEncodeError) as error:
        drop_output()
        return _refused(f"cannot write the output: {error}")
    return status if isinstance(status, int) else 0


def _missing(error: LibraryError) -> int:
    """Name the extra that is missing in the file that `scripts/truel` gives, or else refuse."""
    asked, extra = os.environ.get("TRUEL_REF_MISSING"), EXTRAS.get(error.name or "")
    if not asked or extra is None:
        return _refused(str(error))
    Path(asked).write_text(extra, encoding="utf-8")
    return 4


def _refused(message: str) -> int:
    complain(message)
    return 2


def _cut(message: str) -> str:
    """Return a message of click, which quotes the user's input, cut to a readable length."""
    return re.sub(r"\S{80,}", lambda word: f"{word[0][:59]}…", message)


def _no_option(error: click.NoSuchOption) -> str:
    """Return the message for an unknown option."""
    if error.ctx is None:
        return error.format_message()
    path = error.ctx.command_path
    known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
    meant = _MEANT.get(error.option_name, "")
    where = f"{path.removeprefix(PROGRAM).strip()} has" if path != PROGRAM else "there is"
    asked = f"; did you mean {meant}?" if meant.split(" ")[0] in known else nearest(error.option_name, known)
    return f"{where} no option {error.option_name}{asked}; {path} --help lists them"


def _end_in_order() -> None:
    """Turn the signals that end a program into an exception, so that no temporary file remains."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that the caller ignores, as nohup does, stays ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
