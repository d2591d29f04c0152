"""The command line: `truel-ref solve …`.

Every refusal is one line on standard error and exit status 2; nobody who uses the command sees a traceback.
"""

from __future__ import annotations

import contextlib
import functools
import json
import math
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import click

from truel_ref import __version__
from truel_ref.errors import MapError, ProblemError, TruelError, shown
from truel_ref.exact import integer, percent_text
from truel_ref.explain import target_options, why
from truel_ref.problem import TIE_RULES, Problem, read_json
from truel_ref.simulate import play_one, simulate
from truel_ref.simulated_search import search_by_simulation
from truel_ref.solution import Outcomes, Solution
from truel_ref.solve import all_outcomes, solve
from truel_ref.targets import label

__all__ = ["main"]

_CAP = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 1 some lines unreadable, 2 refused, 130 stopped."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        with _group.make_context("truel-ref", words) as context:
            status = _group.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as done:  # --help and --version
        return done.exit_code
    except click.ClickException as error:
        return _refused(error.format_message())
    except TruelError as error:
        return _refused(str(error))
    except (RecursionError, MemoryError):
        return _refused("this is too large for the memory at hand; state fewer players, options or levels")
    except (click.Abort, KeyboardInterrupt):
        _complain("stopped")
        return 130
    except BrokenPipeError:
        _drop_output()
        return 0  # who reads our output has seen enough
    except (OSError, UnicodeEncodeError) as error:
        _drop_output()
        return _refused(f"cannot write the output: {error}")
    return status if isinstance(status, int) else 0


def _refused(message: str) -> int:
    _complain(message)
    return 2


def _complain(message: str) -> None:
    with contextlib.suppress(OSError):  # nobody can be told if standard error fails too
        click.echo(f"truel-ref: {' '.join(message.split())}", err=True)


def _drop_output() -> None:
    """See to it that what could not be written is not written again on the way out."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Group(click.Group):
    """A group that tells who forgot the command how to go on."""

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        try:
            return super().resolve_command(context, arguments)
        except click.UsageError as error:
            if arguments and arguments[0][:1].isdigit():
                raise click.UsageError(f"say what to do first: truel-ref solve {' '.join(arguments)}") from None
            raise error


@click.group(cls=_Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="truel-ref %(version)s")
@click.pass_context
def _group(context: click.Context) -> None:
    """Solve truels, duels between three or more people, exactly."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",")]


def _targets(text: str | None) -> list[str | list[str]] | None:
    """Read `Miss,0:1/3:1/3,B`: targets separated by commas, the weights of an aim by colons."""
    parts = _split(text)
    return None if parts is None else [part.split(":") if ":" in part else part for part in parts]


def _levels(text: str | None) -> list[int | None] | None:
    levels: list[int | None] = []
    for part in _split(text) or ():
        if part.casefold() in ("none", "-"):
            levels.append(None)
        elif part.isascii() and part.isdigit():
            levels.append(integer(part))
        else:
            raise ProblemError(f"--levels: {shown(part)} is neither an integer >= 1 nor 'none'")
    return levels or None


def _field_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that state a problem but for its hit probabilities; the command gets those given as `fields`."""

    @functools.wraps(command)
    def stated(
        targets: str | None,
        search: str | None,
        later: str | None,
        search_later: str | None,
        if_eq: int | None,
        levels: str | None,
        **others: Any,
    ) -> int:
        given: dict[str, Any] = {
            "targets": _targets(targets),
            "search": search,
            "target_later": later,
            "search_later": search_later,
            "if_eq": if_eq,
            "random_levels": _levels(levels),
        }
        return command(fields={name: value for name, value in given.items() if value is not None}, **others)

    rules = ", ".join(f"{rule} {name}" for rule, name in TIE_RULES.items())
    for option in reversed(
        [
            click.option(
                "--targets",
                metavar="T,T,T",
                help="One per player: Optimal, Strongest, Random, Self, Miss, a label, or 0:1/3:1/3.",
            ),
            click.option(
                "--search",
                metavar="WORDS",
                help="What Optimal searches: Others, Strongest, Self, Miss, Random or All.",
            ),
            click.option("--later", metavar="WORD", help="Everybody's target after the first elimination."),
            click.option("--search-later", metavar="WORDS", help="The search after it; default as --search."),
            click.option("--if-eq", type=int, metavar="RULE", help=f"The tie rule: {rules}."),
            click.option(
                "--levels", metavar="L,L,L", help="How finely each player searches random mixes: multiples of 1/L."
            ),
        ]
    ):
        stated = option(stated)
    return stated


def _problem_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the hit probabilities, too."""
    stated = _field_options(command)

    @functools.wraps(stated)
    def checked(hits: tuple[str, ...], **others: Any) -> int:
        for hit in hits:
            if hit.startswith("--"):
                raise click.NoSuchOption(hit)
        return stated(hits=hits, **others)

    return click.argument("hits", nargs=-1, metavar="P P P ...")(checked)


# Negative numbers look like options; they are let through, so that the message can name the player.
_LENIENT = {"ignore_unknown_options": True}

_backend_option = click.option("--backend", metavar="NAME", help="The number type inside: gmpy2 or fractions.")


def _stated(command: str, hits: tuple[str, ...], fields: dict[str, Any]) -> Problem:
    if not hits:
        raise ProblemError(f"no hit probabilities; try: truel-ref {command} 1/3 2/3 1")
    if len(hits) == 1 and "," in hits[0]:
        raise ProblemError(f"separate the hit probabilities by spaces: {hits[0].replace(',', ' ')}")
    problem = Problem(hits, **fields)
    if fields.get("random_levels") and problem.random_levels is None:
        _complain("note: --levels counts only where --search contains Random")
    return problem


@_group.command("solve", context_settings=_LENIENT)
@_problem_options
@click.option("--all-outcomes", "with_outcomes", is_flag=True, help="Also list every outcome over all ties.")
@click.option(
    "--cap", type=click.IntRange(min=1), default=_CAP, show_default=True, help="Combinations for --all-outcomes."
)
@_backend_option
@click.option("--json", "as_json", is_flag=True, help="Print the solution as JSON.")
@click.option("--jsonl", is_flag=True, help="Read one problem (JSON) per line on standard input, answer each.")
def _solve(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    with_outcomes: bool,
    cap: int,
    backend: str | None,
    as_json: bool,
    jsonl: bool,
) -> int:
    """Print the exact win probabilities and the optimal aims.

    P is the hit probability of a player, in shooting order: 1/3, 0.55, 55% or sqrt(2)/2.

    \b
    truel-ref solve 1/3 2/3 1
    truel-ref solve 1/3 2/3 1 --targets Miss,C,B
    truel-ref solve 3/4 11/20 1 --search others,miss,random
    """  # noqa: D301  click wants the character itself
    if jsonl:
        if hits or fields:
            raise ProblemError("--jsonl reads each problem whole from its line; state nothing of a problem beside it")
        if sys.stdin is None:
            raise ProblemError("--jsonl reads standard input, which is closed")
        return _solve_lines(sys.stdin.buffer, with_outcomes, cap, backend)
    problem = _stated("solve", hits, fields)
    if as_json:
        click.echo(json.dumps(_answer(problem, with_outcomes, cap, backend)))
        return 0
    solution, outcomes = _solved(problem, with_outcomes, cap, backend)
    click.echo(str(solution))
    if outcomes is not None:
        click.echo(f"\n{outcomes}")
    return 0


def _answer(problem: Problem, with_outcomes: bool, cap: int, backend: str | None) -> dict[str, Any]:
    solution, outcomes = _solved(problem, with_outcomes, cap, backend)
    return solution.to_json() | (outcomes.to_json() if outcomes is not None else {})


def _solved(problem: Problem, with_outcomes: bool, cap: int, backend: str | None) -> tuple[Solution, Outcomes | None]:
    with _bar("phases") as bar:
        solution = solve(problem, backend=backend, progress=bar.update)
    if not with_outcomes:
        return solution, None
    with _bar("combinations") as bar:
        return solution, all_outcomes(problem, cap=cap, backend=backend, progress=bar.update)


def _solve_lines(lines: BinaryIO, with_outcomes: bool, cap: int, backend: str | None) -> int:
    status = 0
    for number, line in _numbered(lines):
        known: dict[str, Any] = {}
        try:
            data = read_json(line)
            if isinstance(data, Mapping) and "id" in data:
                known = {"id": _echoed(data["id"])}
                data = {key: value for key, value in data.items() if key != "id"}
            answer = known | _answer(Problem.from_data(data), with_outcomes, cap, backend)
        except (TruelError, RecursionError, MemoryError) as error:
            status = 1
            text = str(error) if isinstance(error, TruelError) else "this is too large for the memory at hand"
            answer = {"line": number} | known | {"error": text}
        click.echo(json.dumps(answer))
    return status


def _numbered(lines: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers from 1."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line


def _echoed(identity: Any) -> Any:
    """Return an id if it can be written as JSON again, which a number out of range cannot."""
    try:
        json.dumps(identity, allow_nan=False)
    except (ValueError, RecursionError):
        raise ProblemError("the id is a number too large to repeat; write it as text") from None
    return identity


@_group.command("why", context_settings=_LENIENT)
@_problem_options
@click.option("--phase", metavar="ORDER", help='A later phase by its shooting order: "B,C,D".')
@click.option("--player", metavar="LABEL", help="Only the profiles that this player weighs.")
@click.option("--only-chosen", is_flag=True, help="Only the profiles that this player, or else the last one, chooses.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def _why(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    phase: str | None,
    player: str | None,
    only_chosen: bool,
    markdown: bool,
    as_json: bool,
) -> int:
    """Explain the optimal aims: every profile, who would choose it, and where the ties are.

    C+ marks what C prefers given the announcements before him, C! his only option, C+=1 a tie broken by rule 1, and
    C= an equal option that was not taken.

    \b
    truel-ref why 1/3 2/3 1
    truel-ref why 1/4 1/2 3/4 1 --player A
    truel-ref why 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    problem = _stated("why", hits, fields)
    with _bar("rows") as bar:
        explained = why(problem, phase=phase, player=player, only_chosen=only_chosen, progress=bar.update)
    if as_json:
        click.echo(json.dumps(explained.to_json()))
    else:
        click.echo(explained.to_markdown() if markdown else str(explained))
    return 0


@_group.command("simulate", context_settings=_LENIENT)
@_problem_options
@click.option("--games", type=int, default=1_000_000, show_default=True, help="How many games are played.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--engine", metavar="NAME", default="counts", show_default=True, help="counts, batch or one.")
@click.option("--max-turns", type=int, metavar="N", help="Cut games off after so many turns; what was cut is reported.")
@click.option("--story", is_flag=True, help="Play one game and tell it turn by turn.")
@click.option("--choose-aims", is_flag=True, help="Let simulation choose the aims of the first phase too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def _simulate(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    games: int,
    seed: int,
    engine: str,
    max_turns: int | None,
    story: bool,
    choose_aims: bool,
    as_json: bool,
) -> int:
    """Play the rules with dice and set the result beside the exact one.

    \b
    truel-ref simulate 1/3 2/3 1 --games 1000000000
    truel-ref simulate 1/3 2/3 1 --story --seed 7
    truel-ref simulate 1/3 2/3 1 --choose-aims
    """  # noqa: D301  click wants the character itself
    problem = _stated("simulate", hits, fields)
    if story and choose_aims:
        raise ProblemError("--story tells one game and --choose-aims plays many; give one of them")
    if choose_aims:
        if max_turns is not None:
            raise ProblemError("--max-turns cannot be given beside --choose-aims, whose games are played to their end")
        profiles = math.prod(map(len, target_options(problem)))
        with _bar("profiles", profiles) as bar:
            found = search_by_simulation(problem, games=games, seed=seed, engine=engine, progress=bar.update)
        click.echo(json.dumps(found.to_json()) if as_json else str(found))
        return 0
    solution = solve(problem)
    if story:
        told = play_one(solution, rng=random.Random(seed), max_turns=max_turns)
        click.echo(json.dumps(told.to_json()) if as_json else str(told))
        return 0
    with _bar("games", games) as bar:
        estimate = simulate(solution, games=games, seed=seed, engine=engine, max_turns=max_turns, progress=bar.update)
    if as_json:
        click.echo(json.dumps(estimate.to_json() | {"exact": solution.to_json()["win"]}))
        return 0
    click.echo(str(estimate))
    exact = ", ".join(f"{label(player)} {percent_text(win)}" for player, win in enumerate(solution.win))
    click.echo(f"exact values: {exact}")
    return 0


_MORE_PLAYERS = "cdefg"


def _more_players(command: Callable[..., int]) -> Callable[..., int]:
    for name in reversed(_MORE_PLAYERS):
        command = click.option(f"--{name}", metavar="P", help=f"The hit probability of {name.upper()}.")(command)
    return command


@_group.command("map")
@_more_players
@_field_options
@click.option("--points", type=int, default=300, show_default=True, help="Steps per side.")
@click.option("--square", is_flag=True, help="Also where A hits more often than B, not only the triangle.")
@click.option("--method", default="certified", show_default=True, help="certified, normal or smart.")
@click.option("--fill", default="exact", show_default=True, help="How smart fills what it infers: exact or linear.")
@click.option("--colors", metavar="NAMES", help="w winner, o order, p, pA chances, u, uA unusual aims, t, tA targets.")
@click.option("--palette", default="standard", show_default=True, help="standard or okabe-ito.")
@click.option("--diff", nargs=2, type=click.Path(), metavar="A.npz B.npz", help="Draw two maps and what differs.")
@click.option("-o", "--output", type=click.Path(), help="The figure: .png, .svg or .pdf.")
@click.option("--data", type=click.Path(), help="Write the numbers: .npz.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Processes.")
@click.option("--store", default="none", show_default=True, help="Kept maps: none, use, update or read-only.")
def _map(
    fields: dict[str, Any],
    points: int,
    square: bool,
    method: str,
    fill: str,
    colors: str | None,
    palette: str,
    diff: tuple[str, str] | None,
    output: str | None,
    data: str | None,
    jobs: int,
    store: str,
    **others: str | None,
) -> int:
    """Draw a map over all hit probabilities of A (up) and B (right).

    \b
    truel-ref map --c 1 -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --data a.npz
    truel-ref map --diff a.npz b.npz -o difference.png
    """  # noqa: D301  click wants the character itself
    from truel_ref import maps
    from truel_ref.maps.colors import check_coloring
    from truel_ref.maps.render import difference_figure, figure, figure_format, save

    if output is None and (data is None or diff):
        raise MapError("nothing to write; name a figure with -o map.png, or the numbers with --data map.npz")
    if output is not None:
        figure_format(output)
    named = [others[name] for name in _MORE_PLAYERS]
    fixed = [hit for hit in named if hit is not None]
    if diff:
        if fixed or fields or data is not None:
            raise MapError("--diff takes two files of maps and writes a figure; state nothing of a problem beside it")
        found = maps.compare(maps.load(diff[0]), maps.load(diff[1]))
        save(difference_figure(found, colors or "w,o", palette=palette), str(output))
        click.echo(str(found))
        return 0
    if None in named[: len(fixed)]:
        missing = _MORE_PLAYERS[named.index(None)]
        raise MapError(f"--{missing} is missing: the players after B are given from C on")
    spec = maps.MapSpec(Problem([0, 0, *fixed], **fields), points, square, method, fill)
    # What cannot be drawn is told before the work and not after it.
    for name in (colors or "w").split(","):
        check_coloring(name.strip(), spec.problem.players)
    kept = maps.Store(mode=store, report=lambda text: _complain(f"note: {text}"))
    with _bar("rows", points + 1) as bar:
        made = maps.build(spec, jobs=jobs, progress=bar.update, store=kept)
    if data is not None:
        maps.save(made, data)
    if output is not None:
        save(figure(made, colors or "w", palette=palette), output)
    pixels = int(made.inside.sum())
    written = " and ".join(name for name in (output, data) if name is not None)
    click.echo(f"{written}: {spec.title()}; {pixels:,} pixels, {len(made.aims)} different sets of aims")
    return 0


def _bar(unit: str, total: int | None = None) -> Any:
    """Return a progress bar for what takes over a second, on a terminal only."""
    from tqdm import tqdm

    return tqdm(total=total, unit=f" {unit}", delay=1, miniters=1, leave=False, disable=not sys.stderr.isatty())


if __name__ == "__main__":
    sys.exit(main())
