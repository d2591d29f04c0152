"""Where the fault of a client is: its wrong answers by cause, the smallest of them, and the known fault that they show.

A **cause** is something that a problem has in it, or that an answer shows, and that wrong answers may have in common:
the number of players, a word, a tie, a stalemate. For each it is counted how many of the answers with it are wrong, so
that what they share stands on top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from truel_ref.explain.reasons import target_options
from truel_ref.game.aims import Aim, Word
from truel_ref.game.indices import Player
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.typed import command_text
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.corpus import make
from truel_ref.oracle.judge import Judgement, Result, Terms, failed, judge_answer, replaced_predefined
from truel_ref.oracle.recognition import MOST_WORK, Likeness, recognise, size_of, work
from truel_ref.oracle.shrinking import shrink

__all__ = ["Asking", "Cause", "Diagnosis", "causes", "diagnose", "where_to_look", "with_look"]

Asking: TypeAlias = Callable[[], AbstractContextManager[Callable[[dict[str, Any]], Any]]]
"""Opens a way to ask a client once more: a function of a problem as plain data that returns an answer, as it comes."""

SEVERAL = 2
"""Wrong answers that have something in common."""

MANY_ROWS = 1_000
"""Rows of an explanation from which only those are shown that its player chooses."""


@dataclass(frozen=True)
class Cause:
    """What wrong answers have in common.

    Fields: `name`; `wrong`, how many of the answers with it are wrong; `vectors`, how many have it; `smallest`, the
    id of the smallest problem among the wrong ones.
    """

    name: str
    wrong: int
    vectors: int
    smallest: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        return {"cause": self.name, "wrong": self.wrong, "vectors": self.vectors, "smallest": self.smallest}


@dataclass(frozen=True)
class Diagnosis:
    """What can be said of where a client is wrong; all of it is empty where it is not.

    Fields: `wrong`, how many answers in announced play are wrong; `kinds`, how many of them differ in which way;
    `causes`, those with the largest share of wrong answers first; `smallest`, the wrong answer to the smallest problem;
    `shrunk_from`, the id of the vector that this problem was made smaller from, None where it is a vector;
    `recognised`, the known faults that explain wrong answers; `too_large`, how many answers were not compared with
    those of known faults, because their problems have too many profiles.
    """

    wrong: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()
    smallest: Result | None = None
    shrunk_from: str | None = None
    recognised: tuple[Likeness, ...] = ()
    too_large: int = 0

    def __str__(self) -> str:
        return self.text()

    def text(self, shown: Sequence[Result] = ()) -> str:
        """Return the causes as a table, the smallest problem, unless it is shown already, and the faults."""
        from tabulate import tabulate

        parts = []
        if self.wrong >= SEVERAL:
            rows = [(each.name, each.wrong, each.vectors, f"{each.wrong / each.vectors:.0%}") for each in self.causes]
            heads = ["wrong answers where there is", "wrong", "of", "share"]
            parts.append(tabulate(rows, heads, colalign=("left", "right", "right", "right")))
            if len(self.kinds) > 1:
                parts.append("they are: " + ", ".join(f"{kind} {number:,}" for kind, number in self.kinds.items()))
        if self.smallest is not None and self.smallest not in shown:
            parts.append(f"the smallest problem that goes wrong:\n{with_look(self.smallest)}")
        parts += map(str, self.recognised)
        if self.too_large:
            reason = f"their problems have more than {MOST_WORK:,} profiles"
            parts.append(f"answers that were not compared with known faults, for {reason}: {self.too_large:,}")
        return "\n\n".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return the diagnosis as plain data for JSON."""
        smallest = self.smallest and self.smallest.to_json() | {"look_at": where_to_look(self.smallest)}
        return {
            "kinds": dict(self.kinds),
            "causes": [cause.to_json() for cause in self.causes],
            "smallest": smallest,
            "shrunk_from": self.shrunk_from,
            "recognised": [likeness.to_json() for likeness in self.recognised],
            **({"too_large": self.too_large} if self.too_large else {}),
        }


def diagnose(results: Iterable[Result], terms: Terms, asking: Asking | None = None) -> Diagnosis:
    """Return what can be said of the wrong answers of a client in announced play.

    Parameters: `results`, all of them, right and wrong; `terms`, what was asked of the answers; `asking`, opens a way
    to ask the client about further problems, to find a smaller one that goes wrong; None where there is none.
    """
    announced = [result for result in results if isinstance(result.expected, AnnouncedPlay)]
    wrong = [result for result in announced if not result.accepted]
    if not wrong:
        return Diagnosis()
    smallest = min(wrong, key=lambda result: (_telling(result.judgement), size_of(result)))
    shrunk = smallest if asking is None else _shrunk(smallest, terms, asking)
    return Diagnosis(
        len(wrong),
        dict(Counter(map(_kind, wrong)).most_common()),
        tuple(causes(announced)),
        shrunk,
        None if shrunk is smallest else smallest.name,
        tuple(recognise(announced, terms)),
        sum(result.theirs is not None and work(result.problem) > MOST_WORK for result in announced),
    )


# ---------------------------------------------------------------------------------------------------------
# Causes


def causes(results: Iterable[Result]) -> list[Cause]:
    """Return what wrong answers in announced play have in common, the largest share of wrong ones first."""
    wrong: Counter[str] = Counter()
    vectors: Counter[str] = Counter()
    smallest: dict[str, str] = {}
    for result in sorted(results, key=size_of):
        for name in _of_the_problem(result.expected):  # type: ignore[arg-type]  # all are of announced play
            vectors[name] += 1
            if not result.accepted:
                wrong[name] += 1
                smallest.setdefault(name, result.name)
    listed = [Cause(name, number, vectors[name], smallest[name]) for name, number in wrong.items()]
    return sorted(listed, key=lambda cause: (-Fraction(cause.wrong, cause.vectors), -cause.wrong, cause.name))


def _of_the_problem(expected: AnnouncedPlay) -> Iterator[str]:
    problem = expected.problem
    searched = {word for search in (*problem.searches, *problem.searches_later) for word in search}
    said = searched | {word for word in (*problem.targets, problem.target_later) if isinstance(word, Word)}
    chosen = problem.targets.count(Word.OPTIMAL)
    holds = {
        f"{problem.players} players": True,
        "Random": Word.RANDOM in said,
        "Self": Word.SELF in said or any(target == player for player, target in enumerate(problem.targets)),
        "Strongest": Word.STRONGEST in said,
        "random levels": problem.random_levels is not None,
        "explicit weights": any(isinstance(target, tuple) for target in problem.targets),
        "aims that are predefined": chosen < problem.players,
        "other words for later phases": problem.players > 3
        and (problem.target_later is not Word.OPTIMAL or problem.search_later != problem.search),
        "a choice in later phases only": problem.players > 3 and not chosen and problem.target_later is Word.OPTIMAL,
        "hit probabilities of 0 or 1": any(hit in (0, 1) for hit in problem.hits),
        "equal hit probabilities": len(set(problem.hits)) < problem.players,
        "a tie": expected.tied is None or bool(expected.tied),
        "a stalemate": expected.exact.stalemate > 0,
        "a thin margin": expected.is_thin,
    }
    return (name for name, does in holds.items() if does)


def _kind(result: Result) -> str:
    """Say how an answer that is wrong differs."""
    if result.judgement is not Judgement.VALUE or result.theirs is None or result.theirs.aims is None:
        return result.judgement.value
    differing = _differing(result.problem, result.theirs.aims, result.exact.aims)
    return f"{result.judgement.value} with {'other' if differing else 'the right'} aims"


# ---------------------------------------------------------------------------------------------------------
# The smallest problem, and where to look


_TELLING = (
    *(Judgement.VALUE, Judgement.NOT_A_DISTRIBUTION, Judgement.AIMS, Judgement.RULE),
    *(Judgement.MALFORMED, Judgement.CRASHED),
)
"""Judgements from the one that tells most; a client that says nothing is not asked again."""

_KIN = {Judgement.AIMS: (Judgement.AIMS, Judgement.VALUE)}
"""What a smaller problem may be judged as, other than the same; it may not fail for quite another reason."""


def _telling(judgement: Judgement) -> int:
    return _TELLING.index(judgement) if judgement in _TELLING else len(_TELLING)


def _shrunk(first: Result, terms: Terms, asking: Asking) -> Result:
    """Return the wrong answer to a problem as small as can be had from that of another one."""
    latest = first
    if first.judgement not in _TELLING:
        return first
    with asking() as ask:

        def fails(problem: Problem) -> bool:
            nonlocal latest
            expected = AnnouncedPlay.listed(make(problem, f"{first.name} made smaller", first.group))
            try:
                data = ask(expected.question())
            except Exception as error:  # whatever a stranger's function raises is judged
                result = failed(expected, Judgement.CRASHED, f"{type(error).__name__}: {error}")
            else:
                result = judge_answer(expected, data, terms)
            if result.judgement not in _KIN.get(first.judgement, (first.judgement,)):
                return False
            latest = result
            return True

        shrink(first.problem, fails)
    return latest


def where_to_look(result: Result) -> str:
    """Return the command that explains the decision at which an answer in announced play parts from the exact one.

    It is that of the first player who announces another aim; where all aims are right, the first later phase that play
    comes to and in which somebody chooses; else the first phase.

    >>> from truel_ref.oracle.judge import Terms
    >>> truel = AnnouncedPlay(Problem(["1/3", "2/3", 1]))
    >>> answer = {"win": ["59/189", "34/63", "4/27"], "aims": ["C", "C", "B"]}
    >>> where_to_look(judge_answer(truel, answer, Terms(Fraction(1, 10**9))))
    'truel-ref why 1/3 2/3 1 --player A'
    """
    problem: Problem = result.problem
    command = command_text("why", problem)
    aims = None if result.theirs is None else result.theirs.aims
    exact = result.exact.aims
    differing = [] if aims is None else _differing(problem, aims, exact)
    if differing:
        counts = [len(options) for options in target_options(problem)]
        many = " --only-chosen" if prod(counts[: differing[0] + 1]) > MANY_ROWS else ""
        return f"{command} --player {problem.label(differing[0])}{many}"
    later = next(_later_choices(result), None) if aims is not None else None
    if later is not None:
        return f"{command} --phase {problem.order_text(later).replace(' ', '')}"
    many = " --player A" if prod(len(options) for options in target_options(problem)) > MANY_ROWS else ""
    return f"{command}{many}"


def _differing(problem: Problem, aims: Iterable[Aim | None], exact: Iterable[Aim | None]) -> list[Player]:
    pairs = zip(replaced_predefined(problem, aims), replaced_predefined(problem, exact), strict=True)
    return [player for player, (theirs, own) in enumerate(pairs) if theirs != own]


def with_look(result: Result) -> str:
    """Return a result as text, and where to look into it."""
    look = isinstance(result.expected, AnnouncedPlay) and f"\nlook at: {where_to_look(result)}"
    return f"{result}{look or ''}"


def _later_choices(result: Result) -> Iterator[Order]:
    """Yield the phases after the first elimination, under the exact aims, in which somebody chooses."""
    problem = result.problem
    for player, aim in enumerate(result.exact.aims):
        for victim in aim.targets if aim is not None and problem.hits[player] else ():
            order = next_order(problem.first_order, player, victim)
            if len(order) > 2 and any(problem.has_choice(order, other) for other in order):
                yield order
