"""`truel-ref vectors`, `check`, `verify`, `claims`: test vectors, and judges of programs, of maps and of claims."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import Command, command
from truel_ref.cli.jsonl import answer_lines, one_by_one
from truel_ref.cli.output import Shape, note, say, say_record
from truel_ref.cli.plays import KINDS, PlayKind, play_option
from truel_ref.cli.problems import JSONL, MAP_PROBLEM, PROBLEM
from truel_ref.cli.words import given, option, outputs
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import output_path, progress_bar, write_text
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.oracle.claims_of_others import PlayClaim

GROUP = option(
    "--group NAME",
    "Only these vectors: a group, an id, a pattern such as 'ties-00*', or a flag (repeat for more).",
    name="groups",
    multiple=True,
)
STRICT = option("--strict-ties", "Accept only the outcome of the tie rule.")


def _selected(words: tuple[str, ...], players: int | None = None) -> list[Any]:
    """Return the vectors that the words name: groups, ids, patterns, flags, a file or a folder of vectors."""
    from truel_ref.oracle.vector_files import ANNOUNCED, FLAGS, OTHERS, selected

    groups = [word for word in words if word in (*ANNOUNCED, *OTHERS)]
    flags = [word for word in words if word in FLAGS]
    places = [word for word in words if "/" in word or word.endswith(".jsonl")]
    ids = [word for word in words if word not in (*groups, *flags, *places) and ("*" in word or word[-1:].isdigit())]
    other = next((word for word in words if word not in (*groups, *flags, *places, *ids)), None)
    known = f"choose from {', '.join((*ANNOUNCED, *OTHERS))}; or a flag: {', '.join(FLAGS)}"
    refuse(ProblemError, (other, f"--group: there is no group {shown(other)}; {known}"))
    return selected(groups, players, ids, flags, places[0] if places else None)


@command("vectors", GROUP, formats=(), limited=False)
def _vectors(groups: tuple[str, ...]) -> None:
    """Print the test vectors, one JSON object per line; FORMAT.md describes them.

    \b
    truel-ref vectors > vectors.jsonl
    truel-ref vectors --group boundary

    Without --group these are the vectors of announced play. Other groups are stationary, periodic, rounds, lot,
    shooter, simultaneous, bullets and opinions.
    """  # noqa: D301  click wants the character itself
    for vector in _selected(groups):
        say(json.dumps(vector))


class _Check(Command):
    """The command whose words after two dashes are a program."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Read the words before the dashes, and keep the program."""
        end = [*arguments, "--"].index("--")
        context.obj = arguments[end + 1 :]
        return super().parse_args(context, arguments[:end])


@command(
    "check",
    click.Argument(["file"], nargs=-1, metavar="[FILE] [-- PROGRAM ARGS]"),
    MAP_PROBLEM,
    option("--tolerance T", "Largest error of a value.", default="1e-9"),
    STRICT,
    GROUP,
    option("--players N", "Only vectors with N players."),
    option("--timeout S", "Seconds until it hangs.", type=float, default=60),
    option("--expect-failures FILE", "File with the ids of known mistakes.", name="known"),
    outputs("Write the report as JUnit XML (.xml), or the ids of all mistakes (.txt)"),
    option(
        "--as WORDS",
        "How to read FILE: winners, aims or wins; a player; rows and columns A,B or B,A; steps ends, centres, "
        "from-0 or to-1; stationary; the name of its array.",
        name="reading",
    ),
    formats=("json",),
    digits=False,
    limited=False,
    kind=_Check,
)
def _check(
    file: tuple[str, ...], problem: Problem, reading: str | None, tolerance: str, shape: Shape, **asked: Any
) -> int:
    """Judge another program by the test vectors, or a map that it has computed. Status 0: all is right; 1: not all.

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --players 2 -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -o report.xml -- ./solver --quick
    truel-ref check winners.csv --c 1
    truel-ref check aims.npy --c 1 --as 'aims B B,A'

    PROGRAM reads one problem (JSON) per line of standard input and writes one answer per line, in any order: {"id":
    ..., "win": [...]}; "aims" and "stalemate" are optional. Without --group the vectors are those of announced play,
    the easiest first. Other groups are stationary, periodic, rounds, lot, shooter, simultaneous, bullets, opinions.

    FILE is an array with a row for each hit probability of A and a column for each of B: .npz or .npy as NumPy writes
    them, or text with a line for each row. Texts or whole numbers are winners (A or 0, B or 1); with one entry for
    each player they are aims (Miss is -1). Other numbers are win probabilities. Pixels with pA > pB may be left out.
    """  # noqa: D301  click wants the character itself
    program = click.get_current_context().obj
    refuse(
        ProblemError,
        (not file and not program, "there is no program to judge; name it after two dashes: -- ./solver"),
        (file and program, f"{shown(' '.join(file))}: give a map, or a program after two dashes"),
        (len(file) > 1, f"{shown(''.join(file[1:2]))}: name a program after two dashes: -- {' '.join(file)}"),
    )
    if file:
        return _check_map(file[0], problem, reading, tolerance, shape)
    return _check_program(program, tolerance, shape, **asked)


def _check_program(
    program: list[str],
    tolerance: str,
    shape: Shape,
    groups: tuple[str, ...],
    players: int | None,
    strict_ties: bool,
    timeout: float,
    known: str | None,
    outputs: tuple[str, ...],
) -> int:
    """Judge a program, print the report and write it into files; return 0 if all answers are accepted, else 1."""
    from truel_ref.oracle.judgement import Terms
    from truel_ref.oracle.reports import check_command, read_failures

    terms = Terms.stated(tolerance, strict_ties)
    failures = frozenset() if known is None else read_failures(known)
    asked = _selected(groups, players)
    for name in outputs:
        output_path(name)
        refuse(click.UsageError, (not name.endswith((".xml", ".txt")), f"-o: {shown(name)}: end it in .xml or .txt"))
    with progress_bar("answers", len(asked)) as advance:
        judged = check_command(program, asked, terms, timeout=timeout, known=failures, progress=advance)
    say_record(judged, shape)
    for name in outputs:
        write_text(name, judged.to_junit() if name.endswith(".xml") else judged.failures_text())
    return 0 if judged.ok else 1


def _check_map(file: str, problem: Problem, reading: str | None, tolerance: str, shape: Shape) -> int:
    """Judge a map, and print the report; return 0 if all pixels are accepted, else 1."""
    from truel_ref.oracle.maps import GRIDS, HOLDS, judge_map, read_array

    kinds = {"holds": HOLDS, "axes": ("A,B", "B,A"), "grid": tuple(GRIDS), "play": ("announced", "stationary")}
    labels = [problem.label(player) for player in range(problem.players)]
    how: dict[str, Any] = {}
    for word in (reading or "").split():
        key = next((key for key, words in {**kinds, "player": labels}.items() if word in words), "array")
        refuse(ProblemError, (key in how, f"--as: {shown(word)} and {shown(how.get(key))} exclude each other"))
        how[key] = word
    array, left_out = read_array(file, how.pop("array", None))
    with progress_bar("pixels") as advance:
        judged = judge_map(array, problem, tolerance=tolerance, progress=advance, **how)
    if left_out:
        note(f"{file} is read {left_out}")
    say_record(judged, shape)
    return 0 if judged.ok else 1


@command(
    "verify",
    PROBLEM,
    option(
        "--win W,W,W",
        "Claimed win probabilities; leave an entry empty to claim nothing; one entry more is that nobody wins.",
    ),
    option("--aims T,T,T", "Claimed aims: Miss, a label, 0:1/3:1/3, or none in a stalemate."),
    play_option(*KINDS),
    STRICT,
    JSONL,
    digits=False,
)
def _verify(
    problem: Problem | None,
    win: str | None,
    aims: str | None,
    play: PlayKind,
    strict_ties: bool,
    jsonl: bool,
    shape: Shape,
) -> int:
    """Check a claim about a problem. Status 0: right; 1: wrong.

    \b
    truel-ref verify 1/3 2/3 1 --aims Miss,C,B --win 25/63,8/21,2/9
    truel-ref verify 1/3 2/3 1 --win 39.7%,,
    truel-ref verify 1 4/5 1/2 --play lot --win 30%,,
    truel-ref verify 1/2 1/2 1/2 --aims C,C,B --ties strongest --strict-ties

    A fraction must equal the exact number; a decimal or a percentage must be the exact number rounded to its digits.
    Another way to break a tie is right too, unless you give --strict-ties.
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.claims_of_others import PlayClaim

    if problem is not None:
        wins = (win or "").split(",")
        stalemate = wins.pop() if len(wins) == problem.players + 1 else None
        refuse(click.UsageError, (play.number is not None, "--play: a claim has no equilibrium"))
        claimed = given(win=win and ",".join(wins), aims=aims, stalemate=stalemate)
        verification = PlayClaim.stated(problem, play=play.kind, **claimed, settings=play.settings).judged(strict_ties)
        say_record(verification, shape)
        return 0 if verification.is_right else 1
    stated = win or aims or play != PlayKind()
    refuse(click.UsageError, (stated, "--jsonl reads each claim whole from its line; leave --win, --aims, --play out"))
    return answer_lines(PlayClaim.from_data, partial(one_by_one, partial(_judged, strict_ties)), shape)


def _judged(strict_ties: bool, claim: PlayClaim) -> dict[str, Any]:
    return claim.judged(strict_ties).to_json()


@command(
    "claims",
    click.Argument(["names"], nargs=-1, metavar="[S3 ...]"),
    option("--file FILE", "Check the claims of FILE (TOML) instead."),
)
def _claims(names: tuple[str, ...], file: str | None, shape: Shape) -> int:
    """List published claims on truels with their verdicts.

    \b
    truel-ref claims
    truel-ref claims S14
    truel-ref claims --file mine.toml

    With ids, compute these claims and print the published numbers beside the exact ones. With --file, check the claims
    of FILE; the status is 1 if one is not right.
    """  # noqa: D301  click wants the character itself
    from truel_ref.ledger import claims
    from truel_ref.oracle.claims_of_others import verify_file

    refuse(ProblemError, (names and file, "ids are those of the published claims; leave them out with --file"))
    if file is None:
        say_record(claims(names), shape)
        return 0
    verified = verify_file(file)
    say_record(verified, shape)
    return int(not all(one.is_right for _, one in verified.entries))
