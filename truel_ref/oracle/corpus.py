"""Test vectors: problems with their exact answers, as plain data, made from a seed and never edited.

The vectors that the package ships stand in `truel_ref/oracle/data`, one file of JSON Lines for each group, with a JSON
Schema, `manifest.json`, which says what each group holds, and `FORMAT.md`, which says what every key means and states
the rules of the game for readers who have never seen Python.

The manifest is made together with the vectors. It has their version, which is not that of the package: it grows
whenever vectors are added or corrected, and an id is never given to another problem.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import VectorError, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.integers import IntegerInduction
from truel_ref.fast.solving import solve
from truel_ref.files import make_folder, output_path, package_text, write_text
from truel_ref.game.aims import Word
from truel_ref.game.parts import aim_json
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome, Outcomes, Solution
from truel_ref.numbers import Number, decimal_text, fraction_text, number_text, simplest_fraction
from truel_ref.play.phases import stage_of

__all__ = [
    "BESIDE",
    "CAP",
    "FLAGS",
    "GAME_GROUPS",
    "GROUPS",
    "MANIFEST",
    "MODEL_GROUPS",
    "PLAY_GROUPS",
    "SEED",
    "THIN",
    "VERSION",
    "Vector",
    "check_group",
    "checked",
    "distinct",
    "generate",
    "kind_of",
    "lines",
    "make",
    "make_game",
    "manifest_text",
    "margin",
    "once",
    "packaged",
    "schema_file",
    "selected",
    "shipped_manifest",
    "vectors",
    "write",
]

T = TypeVar("T")

Vector: TypeAlias = dict[str, Any]
"""One test vector as plain data; `truel_ref/oracle/data/FORMAT.md` describes its keys."""

SEED = 2026

VERSION = 5
"""The version of the vectors; `CONTRIBUTING.md` says when it grows."""

GROUPS = {
    "fixed": 360,
    "optimal": 360,
    "random": 260,
    "levels": 230,
    "self": 220,
    "strongest": 220,
    "ties": 300,
    "many": 360,
    "zero-one": 220,
    "equal": 220,
    "stalemate": 240,
    "extreme": 80,
    "boundary": 600,
    "generic": 300,
    "generic-fixed": 100,
    "tie-rules": 200,
    "telling": 200,
    "generic-self": 60,
    "margins": 120,
    "sentences": 500,
}
"""How many vectors of announced play each group has; `truel_ref.oracle.problems` makes their problems."""

PLAY_GROUPS = {"stationary": 150, "course": 100, "periodic": 120, "rounds": 100}
"""Other ways to play: how many vectors each group has."""

MODEL_GROUPS = {"lot": 40, "shooter": 60, "simultaneous": 60, "bullets": 60, "opinions": 40}
"""Other rules of fire: how many vectors each group has; each is called like its model."""

GAME_GROUPS = ("darts", "dicewars", "goofspiel", "mastermind")
"""The groups of the other games; each is called like the game, and its module in `truel_ref.oracle.kinds`."""

BESIDE = (*PLAY_GROUPS, *MODEL_GROUPS, *GAME_GROUPS)
"""Groups that come only when they are named: other ways to play, other rules of fire, and other games."""

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

THIN = Fraction(1, 10**12)
"""Gaps below this are too small to be told apart reliably with doubles."""

NEAR = Fraction(1, 10**6)
"""Hit probabilities as near as this to 0 or 1, but not there, are extreme."""

MANIFEST = "manifest.json"

_ALL, _GROUP = 300.0, 20.0  # seconds, roughly, to make all vectors, and those of one group
CAP = 500  # combinations of values of later phases that are followed for the outcomes of a tie
LISTED = 60  # outcomes of a tie that are listed
DIGITS = 20


def check_group(group: object, known: Iterable[str] = GROUPS) -> None:
    """Refuse the name of a group that is not among the known ones, naming these; None is not a name.

    >>> check_group("fixed")
    >>> check_group("fixd")
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: there is no group 'fixd'; choose from fixed, optimal, random, levels, self, \
strongest, ties, many, zero-one, equal, stalemate, extreme, boundary, generic, generic-fixed, tie-rules, telling, \
generic-self, margins, sentences
    """
    if group is not None and group not in list(known):
        raise VectorError(f"there is no group {shown(group)}; choose from {', '.join(known)}")


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
        "win": list(map(number_text, solution.win)),
        "win_decimal": [decimal_text(win, DIGITS) for win in solution.win],
        "stalemate": number_text(solution.stalemate),
        "aims": list(map(aim_json, solution.aims)),
        "weights": [None if aim is None else list(map(number_text, aim.weights)) for aim in solution.aims],
        "flags": [flag for flag, holds in _flags(problem, solution, thin, listed).items() if holds],
        "margin": None if gap is None else fraction_text(gap),
        "outcomes": _others(tied, {own}) if listed else [],
        "near": _others(near, {*tied.outcomes}) if listed else [],
    }


def margin(solution: Solution) -> Fraction | None:
    """Return the smallest gap above 0 between the chosen option and another allowed one, None if there is none.

    It is taken over every decision of every reported phase, on the path of play and off it, in win probabilities of
    the player who decides, at his own first turn, after the replies. A solver whose errors are smaller than half of
    it decides everything as the exact solution does, but for exact ties.

    >>> margin(solve(["1/3", "2/3", 1]))
    Fraction(16, 189)
    """
    gaps: set[Fraction] = set()
    for reported in solution.phases:
        stage = stage_of(solution, reported.order)
        if stage.nobody_chooses():
            continue
        induction = IntegerInduction(stage)
        for place, player in enumerate(reported.order):
            ways = [range(len(options)) for options in stage.options]
            for earlier in product(*ways[:place]):
                paths = [induction.complete((*earlier, option)).path for option in ways[place]]
                values = sorted({stage.public(stage.win(path, place))[player] for path in paths if path is not None})
                if len(values) > 1:
                    gaps.add(values[-1] - values[-2])
    return min(gaps, default=None)


def _flags(problem: Problem, solution: Solution, thin: bool, listed: bool) -> dict[str, bool]:
    searched_apart = problem.target_later is not Word.OPTIMAL or problem.search_later != problem.search
    return {
        "tie": bool(solution.ties),
        "tie-open": not listed,
        "thin": thin,
        "stalemate": solution.stalemate > 0,
        "extreme": any(map(_is_extreme, _stated(problem))),
        "later": problem.players > 3 and searched_apart,
        "mixture": any(aim is not None and aim.is_mix for aim in solution.aims),
    }


def _stated(problem: Problem) -> list[Number]:
    """Return the numbers of a problem: hit probabilities, and the weights of explicit aims."""
    return [*problem.hits, *(weight for said in problem.targets if isinstance(said, tuple) for weight in said)]


def _is_extreme(number: Number) -> bool:
    close = 0 < min(number, 1 - number) < NEAR
    return close or simplest_fraction(float(number)) != number


def _others(outcomes: Outcomes, known: set[Outcome]) -> list[dict[str, Any]]:
    return [outcome.to_json() for outcome in outcomes.outcomes if outcome not in known]


def distinct(entries: Iterable[Any]) -> list[Any]:
    """Return entries, those that are equal (as equilibria under two selections are) only once.

    >>> distinct([{"win": [1]}, {"win": [0]}, {"win": [1]}])
    [{'win': [1]}, {'win': [0]}]
    """
    different: list[Any] = []
    for entry in entries:
        if entry not in different:
            different.append(entry)
    return different


def once(entries: Iterable[T], key: Callable[[Any], Hashable] = lambda entry: entry) -> Iterator[T]:
    """Yield every entry the first time that it comes, for entries without end.

    >>> list(once([1, 2, 1, 3]))
    [1, 2, 3]
    """
    seen: set[Hashable] = set()
    for entry in entries:
        if key(entry) not in seen:
            seen.add(key(entry))
            yield entry


# ---------------------------------------------------------------------------------------------------------
# The corpus


def generate(group: str | None = None) -> Iterator[Vector]:
    """Yield the vectors of a group, or of all, made anew from the seed; they are those that the package ships.

    The groups of `BESIDE` come only when they are named.

    Raises `VectorError` for a group that there is not.

    >>> next(generate("optimal")) == vectors("optimal")[0]
    True
    """
    check_group(group, (*GROUPS, *BESIDE))
    for name in GROUPS if group is None else [group]:
        for number, vector in enumerate(_made(name), 1):
            yield vector | {"id": f"{name}-{number:04}", "group": name}


def _made(group: str) -> Iterator[Vector]:
    """Yield the vectors of a group; what makes them is imported here, for few people make them."""
    problems, plays, models = (import_module(f"{__package__}.{name}") for name in ("problems", "plays", "models"))
    if group in GROUPS:
        yield from (make(problem, note=note) for problem, note in problems.asked(group))
    elif group in GAME_GROUPS:
        yield from (make_game(group, question) for question in _game(group).questions())
    elif group in PLAY_GROUPS:
        yield from (plays.make_play(problem, group, **settings) for problem, settings in plays.asked(group))
    else:
        yield from map(models.make_model, models.variants(group))


def make_game(game: str, question: Mapping[str, Any]) -> Vector:
    """Return the vector of a question about another game: what is asked with its keys, and the exact answer.

    Parameters: `game`, one of `GAME_GROUPS`; `question`, as plain data.

    Raises `VectorError` for what cannot be asked, and `GameError` for what its game does not have.

    >>> make_game("dicewars", {"ask": "attack", "attacker": 2, "defender": 1})["answer"]
    {'success': '181/216'}
    >>> state = {"own": [1, 3], "other": [2, 3], "prize": 2, "to_come": [3], "lead": 1}
    >>> make_game("goofspiel", {"ask": "bids", "goal": "win"} | state)["answer"]
    {'value': '-1/3', 'own_bids': ['1/3', '2/3'], 'other_bids': ['2/3', '1/3']}
    """
    return {"id": "", "group": game, "game": game, **question, **_game(game).answered(question)}


def _game(name: str) -> Any:
    """Return the module of a game, with the questions that are asked, and what answers them."""
    return import_module(f"truel_ref.oracle.kinds.{name}")


def line(vector: Vector) -> str:
    """Return a vector as its line of a file, without the end of the line."""
    return json.dumps(vector, separators=(",", ":"))


def data_files() -> list[str]:
    """Return the names of the files of announced play: the vectors by group, the schema, the manifest, the format."""
    return [*(f"{group}.jsonl" for group in GROUPS), "schema.json", MANIFEST, "FORMAT.md"]


def files_beside(group: str) -> list[str]:
    """Return the names of the files that belong to a group: its vectors, their schema, the manifest, the format."""
    kind = "play" if group in PLAY_GROUPS else "model" if group in MODEL_GROUPS else group
    schema = "schema.json" if group in GROUPS else f"schema-{kind}.json"
    return [f"{group}.jsonl", schema, MANIFEST, "FORMAT.md"]


def packaged(name: str) -> str:
    """Return the text of a file of the package's folder of vectors, as it stands there."""
    return package_text("truel_ref.oracle", "data", name)


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
    check_group(group, (*GROUPS, *BESIDE))
    names = GROUPS if group is None else [group]
    return [text for name in names for text in shipped(f"{name}.jsonl").splitlines()]


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
    return [vector for vector in listed if players is None or _players(vector) == players]


def _players(vector: Vector) -> int:
    """Return how many players a vector has, 0 for one of another game."""
    return len(vector.get("problem", {}).get("hits", ()))


def selected(
    groups: Sequence[str] = (),
    players: int | None = None,
    only: Sequence[str] = (),
    flags: Sequence[str] = (),
    among: Sequence[Vector] | None = None,
) -> list[Vector]:
    """Return the vectors that meet all that is asked.

    Parameters: `groups`, by default all of announced play (of a set without any, all), and those that an id of `only`
    names; `players`, their number; `only`, ids, or patterns with `*`, `?` and `[…]`, one of which the id must fit;
    `flags`, all of which a vector must have; `among`, the vectors of another set, by default those that the package
    ships.

    Raises `VectorError` for a group or a flag that there is not, and for a pattern that no id fits.

    >>> [vector["id"] for vector in selected(only=["optimal-000[12]", "course-0001"])]
    ['optimal-0001', 'optimal-0002', 'course-0001']
    >>> [vector["id"] for vector in selected(["optimal", "boundary"], players=3, flags=["thin", "tie"])][:2]
    ['boundary-0022', 'boundary-0024']
    """
    for flag in flags:
        if not isinstance(flag, str) or flag not in FLAGS:
            raise VectorError(f"there is no flag {shown(flag)}; choose from {', '.join(FLAGS)}")
    there = list(dict.fromkeys((*GROUPS, *BESIDE) if among is None else (vector["group"] for vector in among)))
    for group in groups:
        check_group(group, there)
    asked = [group for group in there if group not in BESIDE] or there
    asked += [group for group in there if group in BESIDE and any(name.startswith(f"{group}-") for name in only)]
    listed: list[Vector] = []
    for group in dict.fromkeys(groups or asked):
        listed += vectors(group) if among is None else (vector for vector in among if vector["group"] == group)
    for pattern in only:
        if not any(fnmatchcase(vector["id"], pattern) for vector in listed):
            where = (
                f"of the groups {', '.join(groups)}" if groups else "of announced play" if among is None else "there"
            )
            known = "optimal-0001 or optimal-*" if among is None else shown(among[0]["id"])
            raise VectorError(f"no vector {where} is called {shown(pattern)}; ids are like {known}")
    return [
        vector
        for vector in listed
        if (players is None or _players(vector) == players)
        and (not only or any(fnmatchcase(vector["id"], pattern) for pattern in only))
        and set(flags) <= set(vector.get("flags", ()))
    ]


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
    check_group(group, (*GROUPS, *BESIDE))
    wanted = data_files() if group is None else files_beside(group)
    into = make_folder(folder)
    for name in wanted:
        output_path(into / name)
    made = {name: _anew(name.removesuffix(".jsonl"), progress) for name in wanted if anew and name.endswith(".jsonl")}
    if made:
        files = {known: f"{known}.jsonl" for known in (*GROUPS, *BESIDE)}
        made[MANIFEST] = manifest_text({known: made.get(name) or packaged(name) for known, name in files.items()})
    for name in wanted:
        write_text(into / name, made.get(name) or shipped(name))
    return [into / name for name in wanted]


def _anew(group: str, progress: Callable[[int], object] | None) -> str:
    """Return the text of the file of a group, made from the seed."""
    texts = []
    for vector in generate(group):
        check()
        texts.append(f"{line(vector)}\n")
        if progress is not None:
            progress(1)
    return "".join(texts)


# ---------------------------------------------------------------------------------------------------------
# The manifest: what each group holds, what a client must support for it, and the hash of its file


@cache
def shipped_manifest() -> dict[str, Any]:
    """Return the manifest that the package ships.

    >>> shipped_manifest()["version"], shipped_manifest()["groups"]["extreme"]["vectors"]
    (5, 80)
    """
    data: dict[str, Any] = json.loads(packaged(MANIFEST))
    return data


def checked(name: str, text: str) -> str:
    """Return the text of a file, which must be the one that the manifest knows if it is one with vectors.

    Raises `VectorError` for another text.
    """
    entry = shipped_manifest()["groups"].get(name.removesuffix(".jsonl"), {}) if name.endswith(".jsonl") else {}
    if entry.get("sha256", "") not in ("", _sha256(text)):
        raise VectorError(f"the test vectors of {name} are not those of {MANIFEST}; install truel-ref again")
    return text


def kind_of(vector: Mapping[str, Any]) -> str:
    """Return what a vector asks for: `announced`, another way to play, another rule of fire, or another game.

    >>> kind_of({"problem": {}}), kind_of({"play": "announced"}), kind_of({"model": "lot", "play": "stationary"})
    ('announced', 'course', 'lot')
    """
    kinds = {None: "announced", "announced": "course"} | {play: play for play in ("stationary", "periodic", "rounds")}
    return str(vector.get("game") or vector.get("model") or kinds[vector.get("play")])


def schema_file(vector: Mapping[str, Any]) -> str:
    """Return the name of the schema of a vector.

    >>> schema_file({"problem": {}}), schema_file({"model": "lot", "play": "stationary"})
    ('schema.json', 'schema-model.json')
    """
    if "game" in vector:
        return f"schema-{vector['game']}.json"
    return "schema-model.json" if "model" in vector else "schema-play.json" if "play" in vector else "schema.json"


def manifest_text(files: Mapping[str, str]) -> str:
    """Return the manifest of some groups as JSON text, a line for each group.

    Parameters: `files`, for each group the text of its file.
    """
    whole = {"version": VERSION, "generator": "truel-ref vectors --anew", "seed": SEED}
    head = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
    rows = [f"    {json.dumps(group)}: {json.dumps(_described(group, text))}" for group, text in files.items()]
    groups = ",\n".join(rows)
    return f'{{\n{head},\n  "groups": {{\n{groups}\n  }}\n}}\n'


def _described(group: str, text: str) -> dict[str, Any]:
    vectors = [json.loads(line) for line in text.splitlines()]
    problems = [vector["problem"] for vector in vectors if "problem" in vector]
    flags = Counter(flag for vector in vectors for flag in vector.get("flags", ()))
    return {
        "file": f"{group}.jsonl",
        "schema": schema_file(vectors[0]),
        "vectors": len(vectors),
        "sha256": _sha256(text),
        "by_default": group in GROUPS,
        "needs": {
            "kinds": sorted({kind_of(vector) for vector in vectors}),
            "players": sorted({len(problem["hits"]) for problem in problems}),
            "words": sorted({word for problem in problems for word in _words(problem)}),
            "tie_rules": sorted({problem["if_eq"] for problem in problems}),
        },
        "flags": dict(sorted(flags.items())),
    }


def _words(problem: Mapping[str, Any]) -> Iterable[str]:
    """Yield the words that a problem has; `weights` stands for explicit aims, `levels` for random levels."""
    for said in problem["targets"]:
        if isinstance(said, list):
            yield "weights"
        elif len(said) > 1:
            yield said
    yield from (*problem["search"], *problem["search_later"], problem["target_later"])
    if problem["random_levels"]:
        yield "levels"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
