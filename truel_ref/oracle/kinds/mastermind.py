"""Vectors of Mastermind, and what is expected of an answer: numbers with names, compared one by one.

Eight questions are asked: the `feedback` on a guess; the `lengths` of a strategy; the `least` total and the least
longest game (`worst`) of all breakers; the first code that a tree does not solve (`unsolved`); what becomes of the
total of a tree (`shorten`); the `expectation` over all random breakers; and the value against an `adversary`.
`FORMAT.md` describes the keys. The random numbers are drawn from `SEED` and the name of the group, and no question
comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, islice
from random import Random
from typing import Any, TypeAlias

from truel_ref.errors import GameError
from truel_ref.games.mastermind.adversary import against_adversary
from truel_ref.games.mastermind.breakers import Breaker
from truel_ref.games.mastermind.codes import Game, judged
from truel_ref.games.mastermind.fresh import expected_totals, random_breaker, shrink, triangle
from truel_ref.games.mastermind.search import least_total, least_worst
from truel_ref.games.mastermind.strategies import STRATEGIES, breaker_by
from truel_ref.numbers import number_text
from truel_ref.oracle.corpus import SEED, once
from truel_ref.oracle.judge import MalformedError, entries_of, number_said, object_said
from truel_ref.oracle.kinds.measures import Measures, NamedNumbers
from truel_ref.records.record import Fields

__all__ = ["Mastermind", "answered", "questions"]

Question: TypeAlias = "dict[str, Any]"

_LENGTH = "codes of length "
_KEYS = {
    "feedback": ("black", "white"),
    "lengths": ("lengths",),
    "least": ("total",),
    "worst": ("longest",),
    "unsolved": ("code",),
    "shorten": ("total", "shrunk", "triangle"),
    "expectation": ("fresh", "shrunk", "triangle"),
    "adversary": ("value",),
}
"""The keys of an answer to each question; all of them are needed."""

_SIZES = {
    "lengths": [(2, 2), (3, 2), (2, 4), (3, 3), (4, 4), (4, 6)],
    "least": [(1, 5), (2, 2), (3, 2), (4, 2), (2, 3), (2, 6), (3, 3), (3, 4), (4, 3), (4, 4)],
    "worst": [(1, 5), (3, 2), (5, 2), (2, 4), (3, 3), (4, 4)],
    "expectation": [(1, 1), (1, 4), (2, 2), (3, 2), (4, 2), (2, 3), (2, 4), (3, 3)],
    "adversary": [(1, 4), (2, 2), (3, 2), (4, 2), (2, 3), (2, 4), (3, 3)],
}
"""The games that are asked about, pegs and colors."""

_DRAWN = {"feedback": 10, "unsolved": 6, "shorten": 8}
_TREES = [(1, 3), (2, 2), (3, 2), (3, 2), (2, 3), (2, 3)]


# ---------------------------------------------------------------------------------------------------------
# The vectors


def questions() -> Iterator[Question]:
    """Yield what is asked; the same in every run."""
    yield {"ask": "feedback", "pegs": 4, "colors": 6, "code": "1122", "guess": "2212"}
    rng = Random(f"{SEED} mastermind")
    for ask, number in _DRAWN.items():
        yield from islice(once((_drawn(ask, rng) for _ in count()), key=str), number)
    for ask, sizes in _SIZES.items():
        for pegs, colors in sizes:
            question = {"ask": ask, "pegs": pegs, "colors": colors}
            if ask != "lengths":
                yield question
                continue
            for strategy in STRATEGIES:
                yield question | {"strategy": strategy}


def _drawn(ask: str, rng: Random) -> Question:
    """Draw a question about two codes or a tree."""
    if ask == "feedback":
        game = Game(rng.randrange(2, 6), rng.randrange(2, 6))
        code, guess = (game.text(rng.randrange(game.codes)) for _ in range(2))
        return {"ask": ask, "pegs": game.pegs, "colors": game.colors, "code": code, "guess": guess}
    game = Game(*rng.choice(_TREES))
    tree = random_breaker(game, rng.randrange(10**6))
    if rng.randrange(2):
        tree = shrink(tree)
    nodes = tree.to_json()["tree"]
    if ask == "unsolved" and rng.randrange(2):
        nodes = _without(nodes, rng.randrange(1, len(nodes)))
    return {"ask": ask, "pegs": game.pegs, "colors": game.colors, "tree": nodes}


def _without(nodes: Sequence[Mapping[str, Any]], cut: int) -> list[dict[str, Any]]:
    """Return the nodes of a tree without one of them and all that come after it."""
    place: dict[int, int] = {}
    kept: list[dict[str, Any]] = []
    for number, node in enumerate(nodes):
        if number != cut and (number == 0 or node["after"] in place):
            place[number] = len(kept)
            kept.append({**node, **({"after": place[node["after"]]} if number else {})})
    return kept


def answered(question: Question) -> dict[str, Any]:
    """Return the exact answer to a question as plain data."""
    return {"answer": dict(zip(_KEYS[question["ask"]], _numbers(question), strict=True))}


def _numbers(question: Question) -> Sequence[Any]:
    """Return what the keys of an answer hold, in their order."""
    game = Game(question["pegs"], question["colors"])
    solvers: dict[str, Callable[[], Sequence[Any]]] = {
        "feedback": lambda: judged(question["code"], question["guess"]),
        "lengths": lambda: [list(breaker_by(game, question["strategy"]).lengths().counts)],
        "least": lambda: [least_total(game).lengths().total],
        "worst": lambda: [least_worst(game).lengths().worst],
        "unsolved": lambda: [_unsolved(question)],
        "shorten": lambda: [tree.lengths().total for tree in _shortened(Breaker.from_json(question))],
        "expectation": lambda: [expected_totals(game).to_json()[key] for key in _KEYS["expectation"]],
        "adversary": lambda: [number_text(against_adversary(game).value)],
    }
    return solvers[question["ask"]]()


def _shortened(fresh: Breaker) -> tuple[Breaker, Breaker, Breaker]:
    """Return a tree, shrunk and its triangle."""
    shrunk = shrink(fresh)
    return fresh, shrunk, triangle(shrunk)


def _unsolved(question: Question) -> str | None:
    """Return the first code that a tree does not solve, None if it solves all."""
    tree = Breaker.of_nodes(question)
    return next((tree.game.text(code) for code in range(tree.game.codes) if not tree.way(code)[1]), None)


# ---------------------------------------------------------------------------------------------------------
# The judge


class Mastermind(NamedNumbers):
    """The answer to one question about Mastermind: all its numbers are needed. A code counts as its number."""

    always_shown = counts = ("",)
    zero = (_LENGTH,)

    def __init__(self, asked: Any, name: str = "", group: str = "") -> None:
        super().__init__(asked, name, group)
        self.relative = ("",) if asked["ask"] in ("expectation", "adversary") else ()

    @classmethod
    def asked_of(cls, vector: Mapping[str, Any]) -> Question:
        """Return what is asked, as plain data."""
        keys = ("ask", "pegs", "colors", "code", "guess", "strategy", "tree")
        return {key: vector[key] for key in keys if key in vector}

    def question(self) -> dict[str, Any]:
        """Return what is asked, as plain data."""
        return {"game": "mastermind", **self.problem}

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        keys = _KEYS[self.problem["ask"]]
        said = object_said(data, *keys)
        if keys == ("lengths",):
            entries = entries_of(said["lengths"], "lengths") or [0]
            return {f"{_LENGTH}{length}": number_said(codes, "lengths") for length, codes in enumerate(entries, 1)}
        if keys == ("code",):
            return {"unsolved code": self._code(said["code"])}
        return {key: number_said(said[key], key) for key in keys}

    def _code(self, said: object) -> Fraction | None:
        """Return the number of a code, counted from 1, None for none."""
        if said is None:
            return None
        try:
            return Fraction(Game.from_json(Fields(self.problem, "a question")).number(said) + 1)
        except GameError as error:
            raise MalformedError(f"code: {error}") from None
