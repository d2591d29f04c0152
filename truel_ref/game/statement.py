"""Stating a problem in a call and on a command line: the keywords beside its hit probabilities.

Rules: `docs/rules.md`, R4.
"""

from __future__ import annotations

import functools
import inspect
import shlex
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeAlias, TypedDict, TypeVar, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES, UNSTATED
from truel_ref.game.solution import Solution
from truel_ref.records.record import Record

__all__ = ["AnyProblem", "Statement", "command_text", "hit_text", "refuse_keywords", "stated", "states_a_problem"]

P = ParamSpec("P")
R = TypeVar("R")

AnyProblem: TypeAlias = Solution | Problem | str | Iterable[object]
"""A solution, a problem, or the hit probabilities of a problem, in a list or in one text."""


class Statement(TypedDict, total=False):
    """The keywords of `Problem` beside the hit probabilities."""

    targets: object
    search: object
    target_later: object
    search_later: object
    tie_rule: object
    random_levels: object
    if_eq: object
    names: object
    order: object


def states_a_problem(function: Callable[P, R]) -> Callable[P, R]:
    """Let the signature of a function name the keywords that it passes to `stated`,.

    A call with too many positional arguments raises a `TypeError` that shows the hit probabilities in one list.

    >>> @states_a_problem
    ... def players(problem: AnyProblem, **statement: Unpack[Statement]) -> int:
    ...     return stated(problem, **statement).players
    >>> players([1, "1/2"], targets="B, A"), "if_eq" in inspect.signature(players).parameters
    (2, True)
    >>> players(0.3, 1)
    Traceback (most recent call last):
    ...
    TypeError: give all hit probabilities in one list or text: players([0.3, 1])
    """
    own = inspect.signature(function)
    kept = [parameter for parameter in own.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=UNSTATED, annotation="object")
        for name in Statement.__annotations__
    ]
    most = sum(parameter.kind is not parameter.KEYWORD_ONLY for parameter in kept)

    @functools.wraps(function)
    def called(*arguments: P.args, **keywords: P.kwargs) -> R:
        if len(arguments) > most:
            hits = ", ".join(shown(argument, 20) for argument in arguments)
            raise TypeError(f"give all hit probabilities in one list or text: {function.__name__}([{hits}])")
        return function(*arguments, **keywords)

    called.__signature__ = own.replace(parameters=[*kept, *named])  # type: ignore[attr-defined]
    return called


@states_a_problem
def stated(problem: AnyProblem, **statement: Unpack[Statement]) -> Problem:
    """Return the problem that a caller states: a problem, the problem of a solution, or hit probabilities and keywords.

    Raises `ProblemError` for a keyword beside a problem or a solution, and for other records; and the errors of
    `Problem`.

    >>> stated("1/3 2/3 1", targets="Miss,C,B") == stated(Problem(["1/3", "2/3", 1], targets="Miss,C,B"))
    True
    """
    given: dict[str, Any] = {name: value for name, value in statement.items() if value is not UNSTATED}
    unknown = given.keys() - Statement.__annotations__
    if unknown:
        raise TypeError(
            f"{min(unknown)!r} is not a keyword here; a problem is stated with {', '.join(Statement.__annotations__)}"
        )
    if isinstance(problem, Solution):
        problem = problem.problem
    if isinstance(problem, Record) and not isinstance(problem, Problem):
        way_out = "; of several plays give one, such as answer[0]" if hasattr(problem, "__getitem__") else ""
        raise ProblemError(
            f"{shown(problem)} states no problem; give hit probabilities, a Problem or a Solution{way_out}"
        )
    if not isinstance(problem, Problem):
        return Problem(problem, **given)
    refuse_keywords(given, "a Problem")
    return problem


def refuse_keywords(statement: Statement | dict[str, Any], beside: str) -> None:
    """Raise `ProblemError` for a keyword of a problem beside a value that has a problem.

    >>> refuse_keywords({"targets": "B,A"}, "a Problem")
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: 'targets' cannot be given with a Problem; state it in the Problem
    """
    for name, value in statement.items():
        if value is not UNSTATED:
            raise ProblemError(f"{shown(name)} cannot be given with {beside}; state it in the Problem")


def hit_text(name: str, hit: str) -> str:
    """Return a player's hit probability as a phrase.

    >>> hit_text("A", "1/3"), hit_text("C", "1")
    ('A hits 1/3', 'C always hits')
    """
    return f"{name} {({'0': 'never hits', '1': 'always hits'}).get(hit, f'hits {hit}')}"


def command_text(command: str, problem: Problem) -> str:
    """Return a command line for a problem with labels and one search set: the options state all that is not default.

    >>> command_text("solve", Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["1/4", "1/2", 0]], tie_rule=2))
    'truel-ref solve 1/3 2/3 1 --targets Miss,C,1/4:1/2:0 --ties strongest'
    """
    data, plain = problem.to_json(), Problem(problem.hits).to_json()
    words = ["truel-ref", command, *data["hits"]]
    if data["targets"] != plain["targets"]:
        targets = [entry if isinstance(entry, str) else ":".join(entry) for entry in data["targets"]]
        words += ["--targets", ",".join(targets)]
    if data["search"] != plain["search"]:
        words += ["--search", ",".join(data["search"])]
    if data["target_later"] != plain["target_later"]:
        words += ["--later", data["target_later"]]
    if data["search_later"] != data["search"]:
        words += ["--search-later", ",".join(data["search_later"])]
    if data["if_eq"] != plain["if_eq"]:
        words += ["--ties", TIE_RULES[data["if_eq"]].replace(" ", "-")]
    if data["random_levels"] is not None:
        words += ["--levels", ",".join("none" if level is None else str(level) for level in data["random_levels"])]
    return shlex.join(words)
