"""Run a command and report its errors: every refusal is one line on standard error and exit status 2."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

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
    **dict.fromkeys(("--tie-rule", "--rule"), "--ties"),
    **dict.fromkeys(("--figure", "--image", "--plot", "--picture"), "-o"),
    **dict.fromkeys(("--equilibrium", "--mixed"), "--play 'stationary mixed equilibrium 2'"),
    "--d": "--c 1/2,1",
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
    match error:
        case TruelError():
            said = str(error)
        case click.ClickException():
            said = _in_words(error)
        case ModuleNotFoundError():
            said = str(missing(error.name or "a library"))
        case RecursionError() | MemoryError():
            said = "this is too large for the memory of this machine; state fewer players, options or levels"
        case UnicodeDecodeError():
            said = f"cannot read the input: it is not UTF-8 text: {error.reason}"
        case _:
            drop_output()
            said = f"cannot write the output: {error}"
    complain(said)
    return 2


def _in_words(error: click.ClickException) -> str:
    """Return the message of an error of click; words of the user are cut to a readable length."""
    said, context = error.format_message().removesuffix("."), getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and context:
        name = error.option_name
        known = [each for parameter in context.command.get_params(context) for each in parameter.opts]
        meant = _MEANT.get(name.replace("_", "-"), "")
        asked = f"; did you mean {meant}?" if meant.split(" ")[0] in known else nearest(name, known)
        below = (
            "no number here is below 0" if re.match("-[.0-9]", name) else f"{context.command_path} --help lists them"
        )
        said = f"{context.info_name} has no option {name}{asked}; {below}"
    elif isinstance(error, click.MissingParameter) and context:
        said += f"; {context.command_path} --help has examples"
    return re.sub(r"\S{80,}", lambda word: f"{word[0][:59]}…", said)


def _end_in_order() -> None:
    """Turn the signals that end a program into an exception, so that no temporary file remains."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that the caller ignores, as nohup does, stays ignored; only the main thread may set another one.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, lambda number, _: sys.exit(128 + number))
