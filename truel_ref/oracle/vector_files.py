"""The test vectors: problems with their exact answers, as data.

Each line of `truel_ref/oracle/data/GROUP.jsonl` is a vector; `FORMAT.md` beside these files describes its keys. An id
belongs to one problem for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.recursion import stage_of
from truel_ref.fast.solving import solve
from truel_ref.files import Pathlike, package_text, read_bytes, read_json
from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import decimal_text, number_text, simplest_fraction

Vector: TypeAlias = dict[str, Any]
"""One test vector as plain data."""

ANNOUNCED = (
    *("fixed", "optimal", "zero-one", "equal", "stalemate", "random", "strongest", "self", "many", "levels"),
    *("levels-by-place", "weaker-mix", "telling", "generic-fixed", "generic", "generic-self"),
    *("extreme", "margins", "boundary", "ties", "tie-rules", "sentences"),
)
"""The groups of announced play, the easiest first."""

OTHERS = ("stationary", "periodic", "rounds", "lot", "shooter", "simultaneous", "bullets", "opinions")
"""The groups of other ways to play and other rules of fire, which are asked only by name."""

FLAGS = ("tie", "tie-open", "thin", "stalemate", "extreme", "later", "mixture")

THIN = Fraction(1, 10**12)
"""Doubles cannot resolve smaller gaps."""

CAP = 500  # combinations of values of later phases that are followed for the outcomes of a tie
_LISTED = 60  # outcomes of a tie that a vector lists
_LONGEST = 1 << 26  # bytes of a file of vectors


def vectors(group: str | None = None, players: int | None = None) -> list[Vector]:
    """Return the test vectors of a group, or of all groups of announced play.

    Parameters: `group`, one of `ANNOUNCED` or `OTHERS`; `players`, only problems with this number of players.

    Raises `ProblemError` for an unknown group.

    >>> vectors("optimal", players=3)[0]["id"]
    'optimal-0001'
    """
    return selected([] if group is None else [group], players)


def selected(
    groups: Sequence[str] = (),
    players: int | None = None,
    only: Sequence[str] = (),
    flags: Sequence[str] = (),
    path: Pathlike | None = None,
) -> list[Vector]:
    """Return the vectors that meet all conditions, in the order of their groups.

    Parameters: `groups`, by default those of announced play, or all of `path`; `players`, how many; `only`, ids or
    patterns such as `ties-00*`; `flags`, which a vector must have; `path`, a file of vectors or a folder of such files
    to take in place of those of the package.

    Raises `ProblemError` for unknown groups and flags, and if no vector is left.
    """
    known = read_vectors(path) if path is not None else {}
    names = tuple(known or (*ANNOUNCED, *OTHERS))
    refuse(
        ProblemError,
        *(
            (name not in every, f"there is no {what} {shown(name)}; choose from {', '.join(every)}")
            for what, asked, every in (("group", groups, names), ("flag", flags, FLAGS))
            for name in asked
        ),
    )
    wanted = groups or tuple(known) or (ANNOUNCED + OTHERS if only else ANNOUNCED)
    chosen = [
        vector
        for group in wanted
        for vector in (known[group] if known else _shipped(group))
        if players in (None, len(vector["problem"]["hits"]))
        and (not only or any(fnmatchcase(vector["id"], pattern) for pattern in only))
        and set(flags) <= set(vector.get("flags", ()))
    ]
    refuse(ProblemError, (not chosen, "no vector meets all these conditions; leave one out"))
    return chosen


@cache
def read_data(name: str) -> Any:
    """Return the data of a JSON file beside the vectors."""
    return read_json(package_text("truel_ref.oracle", "data", name))


@cache
def _shipped(group: str) -> list[Vector]:
    return _lines(package_text("truel_ref.oracle", "data", f"{group}.jsonl").encode(), f"{group}.jsonl")


def read_vectors(path: Pathlike) -> dict[str, list[Vector]]:
    """Return the vectors of a file, or of all files `*.jsonl` of a folder, by group.

    Raises `FileError` for a file that cannot be read, and `ProblemError` that names the file and the line.
    """
    place = Path(path)
    files = sorted(place.glob("*.jsonl")) if place.is_dir() else [place]
    listed = [vector for file in files for vector in _lines(read_bytes(file, _LONGEST), str(file))]
    refuse(ProblemError, (not listed, f"there are no vectors in {shown(str(path), 1000)}"))
    groups = dict.fromkeys(vector["group"] for vector in listed)
    return {name: [vector for vector in listed if vector["group"] == name] for name in groups}


def _lines(text: bytes, file: str) -> list[Vector]:
    listed = []
    for number, line in enumerate(text.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            vector = read_json(line)
            schema = "schema-model" if "model" in vector else "schema-play" if "play" in vector else "schema"
            keys = read_data(f"{schema}.json")["required"]
            refuse(ProblemError, *((key not in vector, f"the key {shown(key)} is missing") for key in keys))
            refuse(
                ProblemError, ({type(vector["id"]), type(vector["group"])} != {str}, "its id and group are not text")
            )
            Problem.from_json(vector["problem"])
        except (LookupError, TypeError, ValueError) as error:
            raise ProblemError(f"{shown(file, 1000)}, line {number}: this is not a vector: {error}") from None
        listed.append(vector)
    return listed


# ---------------------------------------------------------------------------------------------------------
# The vector of a problem of announced play


def make(problem: Problem, name: str = "", group: str = "", note: str = "") -> Vector:
    """Return the test vector of a problem: the exact answer, and everything else that is acceptable.

    Parameters: `problem`; `name`, the id of the vector; `group`; `note`, a sentence on it.

    Raises `ProblemError` for a problem with an irrational number: vectors hold fractions.

    >>> vector = make(Problem(["1/3", "2/3", 1]))
    >>> vector["win"], vector["aims"], vector["flags"], vector["margin"]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], [], '16/189')
    """
    problem.check_plain("a test vector")
    stated = [*problem.hits, *(weight for said in problem.targets if isinstance(said, tuple) for weight in said)]
    refuse(
        ProblemError,
        (
            not all(isinstance(number, Fraction) for number in stated),
            f"{shown(problem)} holds an irrational number; a test vector holds fractions",
        ),
    )
    solution = solve(problem)
    gap = margin(solution)
    thin = gap is not None and gap < THIN
    tied = all_outcomes(solution, cap=CAP)
    near = all_outcomes(solution, cap=CAP, slack=THIN) if thin else tied
    own, *others = tied.outcomes
    listed = tied.complete and near.complete and max(len(tied.outcomes), len(near.outcomes)) <= _LISTED
    other_rules = problem.target_later is not Word.OPTIMAL or problem.searches_later != problem.searches
    flags = {
        "tie": bool(solution.ties),
        "tie-open": not listed,
        "thin": thin,
        "stalemate": solution.stalemate > 0,
        "extreme": any(
            0 < min(number, 1 - number) < Fraction(1, 10**6) or simplest_fraction(float(number)) != number
            for number in stated
        ),
        "later": problem.players > 3 and other_rules,
        "mixture": any(aim is not None and aim.is_mix for aim in solution.aims),
    }
    return {
        "id": name,
        "group": group,
        **({"note": note} if note else {}),
        "problem": problem.to_json(),
        "win": list(map(number_text, solution.win)),
        "win_decimal": [decimal_text(win, 20) for win in solution.win],
        "stalemate": number_text(solution.stalemate),
        "aims": own.to_json()["aims"],
        "weights": [None if aim is None else list(map(number_text, aim.weights)) for aim in solution.aims],
        "flags": [flag for flag, holds in flags.items() if holds],
        "margin": None if gap is None else number_text(gap),
        "outcomes": [one.to_json() for one in others if listed],
        "near": [one.to_json() for one in near.outcomes if listed and one not in tied.outcomes],
    }


def margin(solution: Solution) -> Fraction | None:
    """Return the smallest gap above 0 between the best options of a decision, None if there is none.

    It is taken over every decision of every reported phase, on the path of play and off it, in win probabilities of
    the player who decides, at their own first turn, after the replies.

    >>> margin(solve(["1/3", "2/3", 1]))
    Fraction(16, 189)
    """
    gaps: set[Fraction] = set()
    for phase in solution.phases:
        stage = stage_of(solution, phase.order)
        if all(len(options) == 1 for options in stage.options):
            continue
        for place, player in enumerate(phase.order):
            counts = [range(len(options)) for options in stage.options[: place + 1]]
            for earlier in product(*counts[:place]):
                paths = [stage.decide((*earlier, option)) for option in counts[place]]
                values = sorted({stage.win(path, place)[player] for path in paths if path is not None})
                if len(values) > 1:
                    gaps.add(values[-1] - values[-2])
    return min(gaps, default=None)
