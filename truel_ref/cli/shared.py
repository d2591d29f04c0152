"""Helpers that commands share: figures, input files and typed lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from truel_ref.cli.lazy import nearest
from truel_ref.cli.output import note, picture_ending
from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.files import Progress, output_path, read_bytes, read_json, write_bytes
from truel_ref.game.equilibrium import Equilibrium
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "chosen_equilibrium",
    "figure_writer",
    "one_of_several",
    "one_word",
    "output_option",
    "read_game_file",
    "refuse_of_play",
    "refuse_places",
    "typed_line",
]

T = TypeVar("T")

_LONGEST = 1 << 28  # bytes; the tree of a random breaker has millions of nodes
_DIGITS = re.compile(rb"[0-9]{101}")  # no board and no tree has such a number; converting very long numbers is slow


output_option = click.option("-o", "--output", type=click.Path(), help="Also draw the result: .png, .svg or .pdf.")


def figure_writer(output: str | None) -> Callable[[Callable[[], Figure]], None]:
    """Return a function that draws a figure into a file; refuse an unusable name or place before the work.

    Parameters: `output`, the name of the file, None to draw nothing.
    """
    if output is None:
        return lambda draw: None
    output_path(output)
    ending = picture_ending(output)

    def write(draw: Callable[[], Figure]) -> None:
        from truel_ref.explain.pictures import picture

        write_bytes(output, picture(draw(), ending))
        note(f"wrote {output}")

    return write


def refuse_places(*outputs: str | None) -> None:
    """Refuse names of files that cannot be written before the work, not after it; skip None."""
    for output in outputs:
        if output is not None:
            output_path(output)


def one_word(value: str, known: Sequence[str], option: str) -> str:
    """Return a word if it is known, or refuse it with the known words."""
    if value not in known:
        raise click.UsageError(
            f"{option}: {shown(value)} is unknown; choose from {', '.join(known)}{nearest(value, known)}"
        )
    return value


def one_of_several(listed: Sequence[T], number: int | None, option: str, several: str) -> T:
    """Return the entry with a number from 1, or the only entry.

    Parameters: `listed`, at least one entry; `number`, the value of `option`; `option`, its name; `several`, the
    message if there are several entries and no number.
    """
    refuse(
        ProblemError,
        (number is None and len(listed) > 1, several),
        ((number or 1) > len(listed), f"{option}: there {'are' if len(listed) > 1 else 'is'} only {len(listed):,}"),
    )
    return listed[(number or 1) - 1]


def refuse_of_play(play: str, equilibrium: int | None, period: int | None, begin: int | None = None) -> None:
    """Refuse options that count for nothing in a kind of play."""
    refuse(
        click.UsageError,
        (
            equilibrium is not None and play in ("announced", "lot"),
            f"--equilibrium: there is one answer to --play {play}; leave it out",
        ),
        (period is not None and play != "periodic", "--period is for --play periodic"),
        (begin is not None and play != "periodic", "--begin is for --play periodic"),
    )


def chosen_equilibrium(
    problem: Problem,
    play: str,
    number: int | None,
    *,
    mixed: bool = False,
    period: int | None = None,
    begin: int | None = None,
    progress: Progress | None = None,
) -> Equilibrium | PeriodicEquilibrium:
    """Return an equilibrium of a problem: that with a number from 1, or the only equilibrium.

    Parameters: `problem`; `play`, "stationary" or "periodic"; `number`, that of `--equilibrium`; `mixed`, whether
    players may mix; `period`, that of `--period`; `begin`, the round of a plan in which play begins; `progress`.
    """
    from truel_ref.fast.stationary import equilibria
    from truel_ref.play.periodic import periodic_equilibria

    answer: Any
    if play == "stationary":
        answer = equilibria(problem, mixed=mixed, progress=progress)
    else:
        answer = periodic_equilibria(problem, period=2 if period is None else period)
    if not answer:
        pure = "pure " if play == "stationary" and not mixed else ""
        raise ProblemError(
            f"there is no {pure}{play} equilibrium; truel-ref {'equilibria' if pure else play} says more"
        )
    several = f"there are {len(answer)} {play} equilibria; name one: --equilibrium 1 to {len(answer)}"
    chosen: Equilibrium | PeriodicEquilibrium = one_of_several(list(answer), number, "--equilibrium", several)
    return chosen.begun(begin) if isinstance(chosen, PeriodicEquilibrium) and begin is not None else chosen


def read_game_file(file: str, read: Callable[[Any], T], longest: int = _LONGEST) -> T:
    """Return the content of a JSON file.

    Parameters: `file`, its name; `read`, the reader of its plain data; `longest`, its largest number of bytes.

    Raises `FileError` if the file cannot be read or is too long, and `ProblemError`, naming the file, if its content is
    invalid.
    """
    data = read_bytes(file, longest)
    try:
        refuse(ProblemError, (_DIGITS.search(data), "it contains a number of more than 100 digits"))
        return read(read_json(data))
    except TruelError as error:
        raise ProblemError(f"{shown(file, 1000)}: {error}") from None


def typed_line(question: str = "") -> str:
    """Return the next line of standard input that is not blank, without the space around it.

    Parameters: `question`, printed before each line. Raises `ProblemError` if the input has ended or is closed.
    """
    while True:
        if question:
            click.echo(f"{question}: ", nl=False)
        line = "" if sys.stdin is None else sys.stdin.readline()
        refuse(ProblemError, (not line, "the input ended before the game did; type an answer to each question"))
        if line.strip():
            return line.strip()
