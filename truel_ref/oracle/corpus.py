"""Test vectors: problems with their exact answers, as plain data, made from a seed and never edited.

The vectors that the package ships stand in `truel_ref/oracle/data`, one file of JSON Lines for each group, with a JSON
Schema, `manifest.json`, which says what each group holds, and `FORMAT.md`, which says what every key means and states
the rules of the game for readers who have never seen Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from truel_ref.budget import Estimate, admit, check
from truel_ref.errors import VectorError, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.files import make_folder, output_path, write_text
from truel_ref.game.aims import Aim, Word
from truel_ref.game.answers import Outcome, Outcomes
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number, decimal_text, fraction_text, number_text, simplest_fraction
from truel_ref.oracle.games import GAME_GROUPS
from truel_ref.oracle.gaps import THIN, margin
from truel_ref.oracle.groups import GROUPS, asked, check_group
from truel_ref.oracle.manifest import MANIFEST, checked, manifest_text, packaged
from truel_ref.oracle.models import MODEL_GROUPS, generate_models
from truel_ref.oracle.plays import PLAY_GROUPS, generate_plays

__all__ = ["FLAGS", "Vector", "generate", "lines", "make", "vectors", "write"]

Vector: TypeAlias = dict[str, Any]
"""One test vector as plain data; `truel_ref/oracle/data/FORMAT.md` describes its keys."""

NEAR = Fraction(1, 10**6)
"""Hit probabilities as near as this to 0 or 1, but not there, are extreme."""

FLAGS: dict[str, str] = {
    "tie": "two or more best options at some decision, and it makes a difference or lies on the path of play",
    "tie-open": "a tie whose outcomes are too many to be listed: any distribution is accepted",
    "thin": "some margin is below 1e-12: doubles cannot be trusted to decide it",
    "stalemate": "with a probability above 0 nobody wins",
    "extreme": "a number within 1e-6 of 0 or 1 but not there, or one that a double cannot hold apart from others",
    "later": "four or more players, and other rules after the first elimination: another word or search set",
    "mixture": "an aim of the answer is a mix: neither a single player nor a miss",
}
"""The flags of a vector and what each says."""

BESIDE = (*PLAY_GROUPS, *MODEL_GROUPS, *GAME_GROUPS)
"""Groups that come only when they are named: other ways to play, other rules of fire, and other games."""

_ALL, _GROUP = 300.0, 20.0  # seconds, roughly, to make all vectors, and those of one group
CAP = 500  # combinations of values of later phases that are followed for the outcomes of a tie
LISTED = 60  # outcomes of a tie that are listed
DIGITS = 20


# ---------------------------------------------------------------------------------------------------------
# The answer to a problem


def make(problem: Problem, name: str = "", group: str = "", note: str = "") -> Vector:
    """Return the test vector of a problem: the exact answer, what else is acceptable, and what to beware of.

    Parameters: `problem`; `name`, the id of the vector; `group`, where it belongs; `note`, a sentence on it.

    Raises `VectorError` for a problem with an irrational number: vectors hold fractions.

    >>> vector = make(Problem(["1/3", "2/3", 1]))
    >>> vector["win"], vector["aims"], vector["flags"], vector["margin"]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], [], '16/189')
    """
    problem.check_plain("a test vector")
    if not all(isinstance(number, Fraction) for number in _stated(problem)):
        raise VectorError(f"{shown(problem)} holds an irrational number; a test vector holds fractions only")
    solution = solve(problem)
    gap = margin(solution)
    own = Outcome(solution.win, solution.aims)
    nothing = Outcomes((own,), True, 1)
    tied = all_outcomes(problem, cap=CAP) if solution.ties else nothing
    thin = gap is not None and gap < THIN
    near = all_outcomes(problem, cap=CAP, slack=THIN) if thin else nothing
    listed = tied.complete and near.complete and max(len(tied.outcomes), len(near.outcomes)) <= LISTED
    return {
        "id": name,
        "group": group,
        **({"note": note} if note else {}),
        "problem": problem.to_json(),
        "win": [number_text(win) for win in solution.win],
        "win_decimal": [decimal_text(win, DIGITS) for win in solution.win],
        "stalemate": number_text(solution.stalemate),
        "aims": [_aim(aim) for aim in solution.aims],
        "weights": [_weights(aim) for aim in solution.aims],
        "flags": [flag for flag, holds in _flags(problem, solution, thin, listed).items() if holds],
        "margin": None if gap is None else fraction_text(gap),
        "outcomes": _others(tied, {own}) if listed else [],
        "near": _others(near, {*tied.outcomes}) if listed else [],
    }


def _flags(problem: Problem, solution: Solution, thin: bool, listed: bool) -> dict[str, bool]:
    searched_apart = problem.target_later is not Word.OPTIMAL or problem.search_later != problem.search
    flags = {
        "tie": bool(solution.ties),
        "tie-open": not listed,
        "thin": thin,
        "stalemate": solution.stalemate > 0,
        "extreme": any(map(_is_extreme, _stated(problem))),
        "later": problem.players > 3 and searched_apart,
        "mixture": any(aim is not None and aim.is_mix for aim in solution.aims),
    }
    assert list(flags) == list(FLAGS)
    return flags


def _stated(problem: Problem) -> list[Number]:
    """Return the numbers of a problem: hit probabilities, and the weights of explicit aims."""
    return [*problem.hits, *(weight for said in problem.targets if isinstance(said, tuple) for weight in said)]


def _is_extreme(number: Number) -> bool:
    close = 0 < min(number, 1 - number) < NEAR
    return close or simplest_fraction(float(number)) != number


def _aim(aim: Aim | None) -> str | list[str] | None:
    return None if aim is None else aim.to_json()


def _weights(aim: Aim | None) -> list[str] | None:
    return None if aim is None else [number_text(weight) for weight in aim.weights]


def _others(outcomes: Outcomes, known: set[Outcome]) -> list[dict[str, Any]]:
    return [outcome.to_json() for outcome in outcomes.outcomes if outcome not in known]


# ---------------------------------------------------------------------------------------------------------
# The corpus


def generate(group: str | None = None) -> Iterator[Vector]:
    """Yield the vectors of a group, or of all, made anew from the seed; they are those that the package ships.

    The groups of `truel_ref.oracle.plays`, `models` and `games` come only when they are named.

    Raises `VectorError` for a group that there is not.

    >>> next(generate("optimal")) == vectors("optimal")[0]
    True
    """
    admit(Estimate(1, "set of vectors", _ALL if group is None else _GROUP, way_out="without --anew they are read"))
    if _is_beside(group):
        if group in GAME_GROUPS:
            yield from GAME_GROUPS[group]()
        else:
            yield from generate_plays(group) if group in PLAY_GROUPS else generate_models(group)
        return
    check_group(group, BESIDE)
    for name in GROUPS:
        if group in (None, name):
            for number, (problem, note) in enumerate(asked(name), start=1):
                yield make(problem, f"{name}-{number:04}", name, note)


def _is_beside(group: object) -> TypeGuard[str]:
    return isinstance(group, str) and group in BESIDE


def line(vector: Vector) -> str:
    """Return a vector as its line of a file, without the end of the line."""
    return json.dumps(vector, separators=(",", ":"))


def data_files() -> list[str]:
    """Return the names of the files of the corpus: the vectors by group, the schema, the manifest, the format."""
    return [*(f"{group}.jsonl" for group in GROUPS), "schema.json", MANIFEST, "FORMAT.md"]


def files_beside(group: str) -> list[str]:
    """Return the names of the files of a group of `BESIDE`: its vectors, their schema, the manifest, the format."""
    kind = "play" if group in PLAY_GROUPS else "model" if group in MODEL_GROUPS else group
    return [f"{group}.jsonl", f"schema-{kind}.json", MANIFEST, "FORMAT.md"]


@cache
def shipped(name: str) -> str:
    """Return the text of one of the files of `data_files`, as the package ships it.

    Raises `VectorError` for vectors that are not those of the manifest.
    """
    return checked(name, packaged(name))


def lines(group: str | None = None) -> list[str]:
    """Return the lines of the shipped files, of one group or of all those of announced play.

    Raises `VectorError` for a group that there is not.
    """
    if _is_beside(group):
        return shipped(f"{group}.jsonl").splitlines()
    check_group(group, BESIDE)
    return [text for name in GROUPS if group in (None, name) for text in shipped(f"{name}.jsonl").splitlines()]


def vectors(group: str | None = None, players: int | None = None) -> list[Vector]:
    """Return the test vectors that the package ships, as plain data.

    Parameters: `group`, one of them, those of `BESIDE` included, by default all groups of announced play; `players`,
    only problems with so many players.

    Raises `VectorError` for a group that there is not.

    >>> first = vectors("optimal", players=3)[0]
    >>> first["id"], first["problem"]["hits"], first["win"]
    ('optimal-0001', ['1/3', '2/3', '1'], ['25/63', '8/21', '2/9'])
    """
    listed: list[Vector] = [json.loads(text) for text in lines(group)]
    return [vector for vector in listed if players is None or len(vector.get("problem", {}).get("hits", ())) == players]


def write(
    folder: str | Path,
    group: str | None = None,
    anew: bool = False,
    progress: Callable[[int], object] | None = None,
) -> list[Path]:
    """Write the corpus into a folder and return the files written: vectors, schema, `manifest.json`, `FORMAT.md`.

    The manifest is that of all groups, also where only one is written.

    Parameters: `folder`, made if there is none; `group`, only its vectors; `anew`, make the vectors again from the
    seed instead of copying those that the package ships, with the same bytes as the result; `progress`, called with 1
    after each vector that is made.

    Raises `VectorError` for a group that there is not, and `FileError` for a folder that cannot be written.
    """
    if _is_beside(group):
        wanted = files_beside(group)
    else:
        check_group(group, BESIDE)
        shared = (f"{group}.jsonl", "schema.json", MANIFEST, "FORMAT.md")
        wanted = [name for name in data_files() if group is None or name in shared]
    into = make_folder(folder)
    for name in wanted:
        output_path(into / name)
    made = {name: _made(name.removesuffix(".jsonl"), progress) for name in wanted if anew and name.endswith(".jsonl")}
    if made:
        files = {known: f"{known}.jsonl" for known in (*GROUPS, *BESIDE)}
        made[MANIFEST] = manifest_text({known: made.get(name) or packaged(name) for known, name in files.items()})
    written = []
    for name in wanted:
        write_text(into / name, made.get(name) or shipped(name))
        written.append(into / name)
    return written


def _made(group: str, progress: Callable[[int], object] | None) -> str:
    """Return the text of the file of a group."""
    texts = []
    for vector in generate(group):
        check()
        texts.append(f"{line(vector)}\n")
        if progress is not None:
            progress(1)
    return "".join(texts)
