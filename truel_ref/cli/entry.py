"""Run a command and report its errors: every refusal is one line on standard error and exit status 2."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from truel_ref import __version__
from truel_ref.cli.frame import INTERRUPTED, group
from truel_ref.cli.output import complain, drop_output
from truel_ref.cli.words import nearest
from truel_ref.errors import EXTRAS, LibraryError, TruelError, missing
from truel_ref.files import hold_standard_streams

PROGRAM = "truel-ref"
COMPLETED = (PROGRAM, "truel")  # the names that a shell may complete; scripts/truel is the second

_MEANT = {
    **{f"--{name}": f"--format {name}" for name in ("csv", "md", "markdown", "latex", "html")},
    **dict.fromkeys(("--if-eq", "--tie-rule", "--rule"), "--ties"),
    **dict.fromkeys(("--figure", "--image", "--plot", "--picture", "--data", "--junit"), "-o"),
    **dict.fromkeys(("--bullets", "--survivors", "--start"), "FIRE 'bullets 2,1,3 none'"),
    **dict.fromkeys(("--equilibrium", "--mixed"), "--play 'stationary mixed equilibrium 2'"),
    **dict.fromkeys(("--period", "--begin"), "--play 'periodic period 3 begin 2'"),
    **dict.fromkeys(("--axes", "--grid", "--holds", "--array"), "--as"),
    **dict.fromkeys(("--only", "--flag", "--vectors"), "--group"),
    "--story": "--games 1",
    "--target-later": "--later",
    "--random-levels": "--levels",
    "--d": "--c 1/2,1",
    "--cells": "--points",
    "--precision": "--tolerance",
}
"""What a wrong name of an option probably means, if the command has it."""

group.headings = {
    "One duel": {"solve": "solve", "equilibria": "equilibria"}
    | dict.fromkeys(("why", "course", "deviations", "compare", "best-mix"), "explained"),
    "All duels": {"map": "map", "formula": "symbols", "regions": "symbols"},
    "Dice": {"simulate": "simulate"},
    "Other rules": {"variant": "variant"},
    "Test a solver": {"vectors": "oracle", "check": "oracle"},
    "The mathematics": {"verify": "oracle", "claims": "oracle"},
    "Other games": {name: name for name in ("darts", "goofspiel", "dicewars", "mastermind")},
}
click.version_option(__version__, message=f"{PROGRAM} %(version)s")(group)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or complete one for a shell; return the exit status, of which `truel_ref.cli.main` has a list."""
    if arguments is None:
        hold_standard_streams()
        _end_in_order()
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        for name in COMPLETED:
            variable = f"_{name.replace('-', '_').upper()}_COMPLETE"
            if instruction := os.environ.get(variable):
                from click.shell_completion import shell_complete

                return shell_complete(group, {}, name, variable, instruction)
        words = sys.argv[1:] if arguments is None else list(arguments)
        with group.make_context(PROGRAM, words, terminal_width=80) as context:
            status = group.invoke(context)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as done:  # --help and --version
        return done.exit_code
    except BrokenPipeError:
        drop_output()
        return 0  # the reader of our output has closed the pipe
    except (click.Abort, KeyboardInterrupt):
        complain("stopped")
        return INTERRUPTED
    except (
        click.ClickException,
        TruelError,
        RecursionError,
        MemoryError,
        OSError,
        UnicodeError,
        ModuleNotFoundError,
    ) as error:
        return _answer(error)


def _answer(error: Exception) -> int:
    """Say in one line why a command ended, and return its status."""
    asked = os.environ.get("TRUEL_REF_MISSING")
    if isinstance(error, LibraryError) and asked and error.name in EXTRAS:  # scripts/truel installs it
        Path(asked).write_text(EXTRAS[error.name], encoding="utf-8")
        return 4
    if isinstance(error, OSError | UnicodeEncodeError) and not isinstance(error, TruelError):
        drop_output()
    complain(next(words(error) for kinds, words in _WORDS.items() if isinstance(error, kinds)))
    return 2


def _in_words(error: click.ClickException) -> str:
    """Return the message of an error of click; words of the user are cut to a readable length."""
    said = error.format_message().removesuffix(".")
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        path, name = error.ctx.command_path, error.option_name
        known = [each for parameter in error.ctx.command.get_params(error.ctx) for each in parameter.opts]
        meant = _MEANT.get(name, "")
        asked = f"; did you mean {meant}?" if meant.split(" ")[0].lower() in known else nearest(name, known)
        where = f"{path.removeprefix(PROGRAM).strip()} has" if path != PROGRAM else "there is"
        way_out = "; no number here is below 0" if re.match("-[.0-9]", name) else f"; {path} --help lists them"
        said = f"{where} no option {name}{asked}{way_out}"
    elif isinstance(error, click.MissingParameter) and error.ctx:
        said += f"; {error.ctx.command_path} --help has examples"
    return re.sub(r"\S{80,}", lambda word: f"{word[0][:59]}…", said)


_WORDS: dict[Any, Callable[[Any], str]] = {
    TruelError: str,
    ModuleNotFoundError: lambda error: str(missing(error.name or "a library")),
    click.ClickException: _in_words,
    (RecursionError, MemoryError): lambda error: (
        "this is too large for the memory of this machine; state fewer players, options or levels"
    ),
    UnicodeDecodeError: lambda error: f"cannot read the input: it is not UTF-8 text: {error.reason}",
    Exception: lambda error: f"cannot write the output: {error}",
}
"""What is said of each kind of error."""


def _end_in_order() -> None:
    """Turn the signals that end a program into an exception, so that no temporary file remains."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that the caller ignores, as nohup does, stays ignored; only the main thread may set another one.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, lambda number, _: sys.exit(128 + number))
