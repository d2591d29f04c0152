"""Which known fault a client has: its wrong answers beside those of solvers with one fault each.

A vector **can tell** a fault if what a solver with it answers is not acceptable there, and does not depend on how that
solver breaks ties: a client whose answer is the
same has the fault, at least there, and a client whose answer is another one has not. So a fault is recognised if the
client agrees with it on all, or nearly all, of the vectors that can tell. Vectors that the client got right are looked
at, too, for they can speak against a fault. Who breaks ties by any fixed rule, in exact numbers, does so always: one
answer that is another outcome of a tie than his is enough to say that the client leaves ties to rounding instead.

All of it is bounded by the number of profiles that the faulty solvers would have to weigh, never by a clock, so that
the same answers are always recognised as the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import comb
from typing import Any

from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.answer import Answer
from truel_ref.oracle.concerns import has_tie
from truel_ref.oracle.faults import FAULTS, Fault, profiles_of
from truel_ref.oracle.judge import ACCEPTED, Judgement, Result, Terms, replaced_predefined, within_tolerance

__all__ = ["MOST_WORK", "Likeness", "recognise", "size_of", "work"]

NEARLY_ALL = 0.9
"""The share of the vectors that can tell on which a client must agree with a fault to be said to have it."""
LEAST = 3
"""Vectors that must tell; fewer may agree by chance."""
MISSED = 10
"""Vectors on which a client agrees with a fault that weigh as much as one on which it does not."""
PATIENCE = 15
"""Wrong answers after which a fault is given up that explains none of them."""
WORK = 10_000
"""Profiles that the solvers with one fault weigh at most, each."""
MOST_WORK = 4_000
"""Profiles of a problem that is looked at; six players who search Others and Miss have ten times as many."""


_OUTCOMES = (Judgement.AGREES, Judgement.RULE)
"""Judgements of answers that are outcomes of a tie: the one of the stated rule, or another."""


@dataclass(frozen=True)
class Likeness:
    """A fault that a client seems to have.

    Fields: `fault`; `matched`, on how many of the `telling` vectors the client answers as a solver with it does;
    `looked_at`, how many of its `answers` were compared, the smallest problems first.
    """

    fault: Fault
    matched: int
    telling: int
    looked_at: int
    answers: int

    def __str__(self) -> str:
        text = (
            f"your answers are those of a solver that {self.fault.sentence}, "
            f"on {self.matched:,} of {self.telling:,} vectors that can tell"
        )
        return text if self.looked_at == self.answers else f"{text} ({self.looked_at:,} of {self.answers:,} looked at)"

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        return {
            "fault": self.fault.name,
            "sentence": str(self),
            "matched": self.matched,
            "telling": self.telling,
            "looked_at": self.looked_at,
            "answers": self.answers,
        }


def work(problem: Problem) -> int:
    """Return roughly how many profiles a solution weighs: those of the first phase, and of the later ones.

    >>> work(Problem(["1/3", "2/3", 1])), work(Problem(["1/3", "2/3", 1, 1]))
    (33, 592)
    """
    total = profiles_of(problem)
    for living in range(problem.players - 1, 1, -1):
        order = problem.first_order[:living]
        options = len(problem.options(order, 0)) if problem.target_later is Word.OPTIMAL else 1
        total += comb(problem.players, living) * living * options**living
    return total


def recognise(results: Iterable[Result], terms: Terms) -> list[Likeness]:
    """Return the known faults that explain wrong answers, the one that explains most first.

    The steps: (1) take the wrong answers in turn with the right ones, the smallest problems first, as far as the work
    allows; (2) for each fault count the vectors that can tell, and those on which the client agrees with it, and give
    it up once it agrees on too few; (3) leave out a fault that explains nothing beyond what one before it explains.

    Parameters: `results`; `terms`, what was asked of the answers.
    """
    answered = [
        result for result in results if isinstance(result.expected, AnnouncedPlay) and result.theirs is not None
    ]
    wrong = sorted((result for result in answered if not result.accepted), key=size_of)
    if len(wrong) < LEAST:
        return []
    right = sorted((result for result in answered if result.accepted), key=size_of)
    looked_at = list(_within_reach(wrong, right))
    compared = [(fault, _compared(fault, looked_at, terms)) for fault in FAULTS.values()]
    likely = [(fault, *counts) for fault, counts in compared if counts is not None]
    likely.sort(key=lambda entry: (entry[0].is_any_outcome, MISSED * (entry[2] - len(entry[1])) - len(entry[1])))
    kept: list[Likeness] = []
    explained: set[str] = set()
    for fault, matched, telling in likely:
        if matched - explained:
            explained |= matched
            kept.append(Likeness(fault, len(matched), telling, len(looked_at), len(answered)))
    return kept


def size_of(result: Result) -> tuple[int, int, int, str]:
    """Return what orders answers in announced play by the size of their problems."""
    problem = result.problem
    return problem.players, work(problem), len(repr(problem)), result.name


def _within_reach(wrong: Sequence[Result], right: Sequence[Result]) -> Iterator[Result]:
    """Yield wrong and right answers in turn until all the work is spent."""
    left = WORK
    for pair in zip_longest(wrong, right):
        for result in pair:
            if result is not None and (effort := work(result.problem)) <= min(left, MOST_WORK):
                left -= effort
                yield result


def _compared(fault: Fault, results: Sequence[Result], terms: Terms) -> tuple[set[str], int] | None:
    """Return on which vectors the client agrees with a fault, and how many can tell; None if it has not the fault."""
    matched: set[str] = set()
    telling = unexplained = 0
    for result in results if terms.strict_ties or not fault.is_tie else ():
        verdict = _alike(fault, result, terms)
        if verdict is False and _is_another_outcome(fault, result):
            return None
        telling += verdict is not None
        if verdict:
            matched.add(result.name)
        unexplained += not result.accepted and not verdict
        if (telling >= LEAST and 2 * len(matched) < telling) or (unexplained >= PATIENCE and not matched):
            return None
    return (matched, telling) if telling >= LEAST and len(matched) >= NEARLY_ALL * telling else None


def _is_another_outcome(fault: Fault, result: Result) -> bool:
    """Tell whether an answer that is not that of a fault speaks against it by itself: ties fell otherwise."""
    has_ties = has_tie(result.expected)  # type: ignore[arg-type]  # all are of announced play
    return fault.settles_ties and has_ties and result.judgement in _OUTCOMES


def _alike(fault: Fault, result: Result, terms: Terms) -> bool | None:
    """Tell whether an answer is that of a solver with a fault, None where it cannot tell."""
    expected = result.expected
    if fault.is_by_order and any(result.problem.random_levels or ()):
        return None
    if not any(result.problem.hits):  # nobody can hit, so all aims are a convention, which every solver may know
        return None
    if fault.is_any_outcome:
        lenient = replace(terms, strict_ties=False)
        return None if result.accepted else expected.compare(result.theirs, lenient).judgement in ACCEPTED
    # Where the fault leads to the right outcome of a tie, a client that comes to another one has not this fault.
    otherwise = False if fault.settles_ties and result.judgement is Judgement.RULE else None
    if not fault.concerns(expected):  # type: ignore[arg-type]  # all are of announced play
        return otherwise
    answers = (_as_told(answer, result.theirs) for answer in fault.answers(expected))  # type: ignore[arg-type]
    predicted = next(answers, None)
    if predicted is None or expected.compare(predicted, terms).judgement in ACCEPTED:
        return otherwise
    if any(answer != predicted for answer in answers):  # what a solver with this fault answers hangs on its ties
        return None
    return not result.accepted and _same(result.problem, predicted, result.theirs, terms)


def _as_told(predicted: Answer, theirs: Any) -> Answer:
    """Return an answer that says as much as another one does."""
    return replace(
        predicted,
        aims=None if theirs.aims is None else predicted.aims,
        stalemate=None if theirs.stalemate is None else predicted.stalemate,
    )


def _same(problem: Problem, predicted: Answer, theirs: Any, terms: Terms) -> bool:
    values = [*zip(predicted.win, theirs.win, strict=True)]
    if predicted.stalemate is not None:
        values.append((predicted.stalemate, theirs.stalemate))
    if not all(within_tolerance(mine, own, terms.tolerance) for mine, own in values):
        return False
    if predicted.aims is None:
        return True
    return replaced_predefined(problem, predicted.aims) == replaced_predefined(problem, theirs.aims)
