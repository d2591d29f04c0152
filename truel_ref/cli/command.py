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
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from truel_ref import __version__
from truel_ref.errors import MapError, ProblemError, SymbolicError, TruelError, VectorError, missing, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.why import target_options, why
from truel_ref.fast.methods import all_outcomes, solve
from truel_ref.files import read_json
from truel_ref.game.aims import label, listed_targets
from truel_ref.game.problem import TIE_RULES, Problem
from truel_ref.game.solution import Outcomes, Solution
from truel_ref.numbers.rational import fraction_text, integer, percent_text
from truel_ref.simulation.estimate import simulate
from truel_ref.simulation.story import play_one

if TYPE_CHECKING:
    from truel_ref.maps import MapSpec

__all__ = ["main"]

_CAP = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 done; 1 done, but some lines could not be read, or some answers of a program under test are wrong; 2 refused;
    130 stopped.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        with _group.make_context("truel-ref", words, terminal_width=80) as context:
            status = _group.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as done:  # --help and --version
        return done.exit_code
    except click.ClickException as error:
        return _refused(error.format_message())
    except TruelError as error:
        return _refused(str(error))
    except ModuleNotFoundError as error:
        return _refused(str(missing(error.name or "a library")))
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
            "targets": None if targets is None else listed_targets(targets),
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
@click.option(
    "--boundaries", is_flag=True, help="Draw the exact curves between regions of constant aims (three players)."
)
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
    boundaries: bool,
    **others: str | None,
) -> int:
    """Draw a map over all hit probabilities of A (up) and B (right).

    \b
    truel-ref map --c 1 -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --square --boundaries --colors t -o regions.png
    truel-ref map --c 1 --data a.npz
    truel-ref map --diff a.npz b.npz -o difference.png
    """  # noqa: D301  click wants the character itself
    from truel_ref import maps
    from truel_ref.maps.colors import check_coloring
    from truel_ref.maps.render import difference_figure, figure, figure_format, save
    from truel_ref.studies import smart_maps  # noqa: F401  registers its method

    if output is None and (data is None or diff):
        raise MapError("nothing to write; name a figure with -o map.png, or the numbers with --data map.npz")
    if output is not None:
        figure_format(output)
    named = [others[name] for name in _MORE_PLAYERS]
    fixed = [hit for hit in named if hit is not None]
    if diff:
        if fixed or fields or data is not None or boundaries:
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
    lines = _boundaries(spec) if boundaries else []
    kept = maps.Store(mode=store, report=lambda text: _complain(f"note: {text}"))
    with _bar("rows", points + 1) as bar:
        made = maps.build(spec, jobs=jobs, progress=bar.update, store=kept)
    if data is not None:
        maps.save(made, data)
    if output is not None:
        save(figure(made, colors or "w", palette=palette, lines=[lines]), output)
    pixels = int(made.inside.sum())
    written = " and ".join(name for name in (output, data) if name is not None)
    click.echo(f"{written}: {spec.title()}; {pixels:,} pixels, {len(made.aims)} different sets of aims")
    return 0


def _boundaries(spec: MapSpec) -> list[list[tuple[float, float]]]:
    """Return the exact curves between the regions of a map, cut to the triangle where it shows only that."""
    from truel_ref.game.aims import Word
    from truel_ref.symbolic.partition import regions

    problem = spec.problem
    if problem.players != 3 or problem.random_levels or any(said is not Word.OPTIMAL for said in problem.targets):
        raise MapError("--boundaries are known for three players who all search their aims, without levels")
    found = regions([None, None, problem.hits[2]], problem.search, if_eq=problem.if_eq, report=_report())
    lines = [line for boundary in found.boundaries for line in found.polylines(boundary)]
    if spec.a_above_b:
        return lines
    return [kept for line in lines if len(kept := [(up, right) for up, right in line if up <= right]) > 1]


class _SymbolicGroup(click.Group):
    """A group whose first word is a subcommand or else the beginning of a profile."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        if arguments and arguments[0] not in self.commands and arguments[0] not in ("-h", "--help"):
            arguments = ["formula", *arguments]
        return super().parse_args(context, arguments)


@_group.group("symbolic", cls=_SymbolicGroup, invoke_without_command=True)
@click.pass_context
def _symbolic(context: click.Context) -> None:
    """Work with letters instead of numbers: formulas and what follows from them.

    Without one of the commands below, the words are a profile whose formulas are asked for.

    \b
    truel-ref symbolic Miss,C,B
    truel-ref symbolic Miss,C,B --c 1 --at 1/3,2/3
    truel-ref symbolic "(0, x, 1-x),C,B" --latex
    """  # noqa: D301  click wants the character itself
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


_LETTERS = "abcdefgh"


def _some_hits(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that fix some hit probabilities; the command gets `hits`, a function of the number of players."""

    @functools.wraps(command)
    def stated(hits: str | None, **others: Any) -> int:
        named = {name: others.pop(name) for name in _LETTERS}
        fixed = {name: hit for name, hit in named.items() if hit is not None}

        def listed(players: int) -> list[str | None]:
            entries = [hit or None for hit in _split(hits) or [""] * players]
            if len(entries) != players:
                raise SymbolicError(f"--hits: one entry per player, {players} in all, empty for a letter: --hits ,,1")
            for name, hit in fixed.items():
                place = _LETTERS.index(name)
                if place >= players:
                    raise SymbolicError(f"--{name}: there is no player {name.upper()} among {players}")
                if entries[place] is not None:
                    raise SymbolicError(f"--{name}: the hit probability of {name.upper()} stands in --hits, too")
                entries[place] = hit
            return entries

        return command(hits=listed, **others)

    for name in reversed(_LETTERS):
        stated = click.option(f"--{name}", metavar="P", help=f"Fix the hit probability of {name.upper()}.")(stated)
    return click.option("--hits", metavar="P,P,P", help="Fix several; empty entries stay letters: ,,1.")(stated)


def _phases(texts: tuple[str, ...]) -> dict[str, str]:
    """Read the aims of later phases: `B,C,D=C,D,B`."""
    phases: dict[str, str] = {}
    for text in texts:
        name, equals, told = text.partition("=")
        if not equals or name in phases:
            raise SymbolicError(f"--later: {shown(text)}: name each phase once, with its aims: --later B,C,D=C,D,B")
        phases[name] = told
    return phases


@_symbolic.command("formula")
@click.argument("aims", nargs=-1, metavar="AIMS")
@_some_hits
@click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="The aims in a later phase; may be repeated.")
@click.option("--at", "values", metavar="V,V,V", help="Values of the symbols: print the exact probabilities there.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@click.option("--json", "as_json", is_flag=True, help="Print the formulas as JSON.")
def _formula(
    aims: tuple[str, ...],
    hits: Callable[[int], list[str | None]],
    later: tuple[str, ...],
    values: str | None,
    latex: bool,
    as_json: bool,
) -> int:
    """Print the win probabilities of a profile as formulas, and where they hold.

    An aim is a label, Miss, Self, or one weight per player, where a weight may be a name: 0:x:1/2 or "(0, x, 1-x)".

    \b
    truel-ref symbolic Miss,C,B
    truel-ref symbolic Miss,C,B --c 1 --at 1/3,2/3
    truel-ref symbolic D,D,D,C --later B,C,A=A,A,B --later C,A,B=B,C,C --later A,B,C=C,C,B --later A,B,D=D,D,B
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.formulas import closed_form

    profile = listed_targets(",".join(aims))
    if not aims:
        raise SymbolicError("no profile; try: truel-ref symbolic Miss,C,B")
    form = closed_form(profile, hits(len(profile)), _phases(later))
    if values is None:
        click.echo(json.dumps(form.to_json()) if as_json else form.latex() if latex else str(form))
        return 0
    if latex:
        raise SymbolicError("--latex prints formulas and --at numbers; give one of them")
    win = form.at(values)
    if as_json:
        texts = dict(zip(form.players, map(fraction_text, win), strict=True))
        click.echo(json.dumps(form.to_json() | {"at": texts}))
        return 0
    click.echo("\n".join(f"{name} {fraction_text(each)}" for name, each in zip(form.players, win, strict=True)))
    return 0


@_symbolic.command("regions")
@_some_hits
@click.option(
    "--search", metavar="SET", help="What everybody searches: others, miss, self, random; default others,miss."
)
@click.option("--if-eq", type=int, default=1, show_default=True, help="The tie rule: 1, 2, 4 or -1.")
@click.option("--precision", default="1e-6", show_default=True, help="How wide the enclosure of an area may be.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def _regions(
    hits: Callable[[int], list[str | None]], search: str | None, if_eq: int, precision: str, as_json: bool
) -> int:
    """Cut the square of two hit probabilities into regions of constant optimal aims, exactly and completely.

    Three players, one of them with a fixed hit probability.

    \b
    truel-ref symbolic regions --c 1
    truel-ref symbolic regions --c 1/2 --search others,miss,random
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.partition import regions

    chosen = ["others", "miss"] if search is None else _split(search)
    found = regions(hits(3), chosen, if_eq=if_eq, precision=precision, report=_report())
    click.echo(json.dumps(found.to_json()) if as_json else str(found))
    return 0


@_symbolic.command("equal-chances")
@click.option("--c", "hits_of_c", metavar="P", help="The point with this hit probability of C, above 0.")
@click.option("--at", "ratio", metavar="S", help="The rational point with this ratio s = b/c.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def _equal_chances(hits_of_c: str | None, ratio: str | None, as_json: bool) -> int:
    """Print where all three win 1/3 with the aims Miss, C, B, and the proof that this is all.

    \b
    truel-ref symbolic equal-chances
    truel-ref symbolic equal-chances --c 1
    truel-ref symbolic equal-chances --at 2/3
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.equal_chances import equal_chance_curve, equal_chance_point

    if hits_of_c is not None and ratio is not None:
        raise SymbolicError("--c and --at each name one point; give one of them")
    if ratio is not None:
        texts = list(map(fraction_text, equal_chance_curve().at(ratio)))
        click.echo(json.dumps(texts) if as_json else " ".join(texts))
        return 0
    found = equal_chance_curve() if hits_of_c is None else equal_chance_point(hits_of_c)
    click.echo(json.dumps(found.to_json()) if as_json else str(found))
    return 0


@_symbolic.command("crossings", context_settings=_LENIENT)
@click.argument("start", metavar="P,P,P")
@click.argument("end", metavar="P,P,P")
@click.option("--aims", metavar="AIMS", help="Fixed aims, as for formulas; without them play is optimal.")
@click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="Fixed aims in a later phase; may be repeated.")
@click.option("--search", metavar="WORDS", help="What optimal play searches: Others, Self, Miss, Random or All.")
@click.option("--if-eq", type=int, metavar="RULE", help="The tie rule of optimal play: 1, 2, 4 or -1.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def _crossings(
    start: str,
    end: str,
    aims: str | None,
    later: tuple[str, ...],
    search: str | None,
    if_eq: int | None,
    as_json: bool,
) -> int:
    """Print who overtakes whom, and where the aims change, along a straight line of hit probabilities.

    \b
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1 --aims C,C,B
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.lines import crossings

    for point in (start, end):
        if point.startswith("--"):
            raise click.NoSuchOption(point)
    given = {"search": search, "if_eq": if_eq}
    fields = {name: value for name, value in given.items() if value is not None}
    found = crossings(start, end, aims, _phases(later), **fields)
    click.echo(json.dumps(found.to_json()) if as_json else str(found))
    return 0


@_group.command("vectors")
@click.option("--out", type=click.Path(), metavar="DIR", help="Write the files there, with schema.json and FORMAT.md.")
@click.option("--group", metavar="NAME", help="Only this group.")
@click.option("--anew", is_flag=True, help="Make the vectors again from their seed: the same bytes, in a minute.")
def _vectors(out: str | None, group: str | None, anew: bool) -> int:
    """Print the test vectors, one JSON object per line, or write them into a folder.

    \b
    truel-ref vectors --group boundary
    truel-ref vectors --out vectors
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.vectors import generate, line, lines, write

    if out is None:
        for text in map(line, generate(group)) if anew else lines(group):
            click.echo(text)
        return 0
    with _bar("vectors") as bar:
        for path in write(out, group, anew, bar.update):
            click.echo(str(path))
    return 0


@_group.command("check", context_settings={"allow_interspersed_args": False})
@click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="How far a value may be off.")
@click.option("--group", metavar="NAME", help="Only this group of vectors.")
@click.option("--players", type=int, metavar="N", help="Only problems with so many players.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Also write it as JUnit XML.")
@click.option("--timeout", type=float, default=60, show_default=True, metavar="S", help="Seconds without an answer.")
@click.option("--total", type=float, default=3600, show_default=True, metavar="S", help="Seconds for everything.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ARGS")
def _check(
    tolerance: str,
    group: str | None,
    players: int | None,
    as_json: bool,
    junit: str | None,
    timeout: float,
    total: float,
    command: tuple[str, ...],
) -> int:
    """Judge another program by the test vectors; status 0 if every answer is acceptable, 1 if not.

    COMMAND reads a problem (JSON) per line on its standard input and writes an answer per line, in any order:
    {"id": ..., "win": [...]}, with "aims" and "stalemate" if it knows them.

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -- ./solver --quick
    """  # noqa: D301  click wants the character itself
    from truel_ref.files import write_text
    from truel_ref.oracle import check_command, vectors

    chosen = vectors(group, players)
    if not chosen:
        raise VectorError(f"--players: no vector{f' of the group {group}' if group else ''} has {players} players")
    if junit is not None and not Path(junit).parent.is_dir():
        raise VectorError(f"--junit: there is no folder {shown(str(Path(junit).parent))}")
    with _bar("answers", len(chosen)) as bar:
        report = check_command(command, chosen, tolerance, timeout, total, bar.update)
    if junit is not None:
        write_text(Path(junit), report.to_junit())
    click.echo(json.dumps(report.to_json()) if as_json else str(report))
    return 0 if report.ok else 1


@_group.command("claims")
@click.argument("names", nargs=-1, metavar="[S3 ...]")
@click.option("--slow", is_flag=True, help="Check those that make many maps, too.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Processes for the maps.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def _claims(names: tuple[str, ...], slow: bool, jobs: int, as_json: bool) -> int:
    """Check what the published analysis claims, and print the verdicts.

    With ids, the whole findings; slow ones only with --slow.

    \b
    truel-ref claims
    truel-ref claims S14
    truel-ref claims Q1 --slow
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies import claims
    from truel_ref.studies.claims.page import finding_json, finding_text, table

    chosen = claims.named_claims(names)
    pictures = claims.Pictures(jobs, _report())
    found = [(claim, claim.check(pictures) if slow or not claim.slow else None) for claim in chosen]
    if as_json:
        click.echo(json.dumps([finding_json(*pair) for pair in found]))
    elif not names:
        click.echo(table(found))
    else:
        texts = [
            f"{claim.id}: {claim.statement}\n\nnot run; add --slow" if finding is None else finding_text(claim, finding)
            for claim, finding in found
        ]
        click.echo("\n\n".join(texts))
    return 0


def _report() -> Callable[[str], None]:
    """Return what tells the progress of long work in lines, on a terminal only."""
    return _complain if sys.stderr.isatty() else lambda text: None


def _bar(unit: str, total: int | None = None) -> Any:
    """Return a progress bar for what takes over a second, on a terminal only."""
    from tqdm import tqdm

    return tqdm(total=total, unit=f" {unit}", delay=1, miniters=1, leave=False, disable=not sys.stderr.isatty())


if __name__ == "__main__":
    sys.exit(main())
