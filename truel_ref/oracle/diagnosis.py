"""Where the fault of a client is: its wrong answers by cause, the smallest of them, and the known fault that they show.

A **cause** is something that a problem has in it, or that an answer shows, and that wrong answers may have in common:
the number of players, a word, a tie, a stalemate. For each it is counted how many of the answers with it are wrong, so
that what they share stands on top.

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

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count, islice, permutations, product, zip_longest
from math import prod
from typing import Any, TypeAlias

from truel_ref.explain.gains import decision
from truel_ref.explain.reasons import profile_results, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Place, Player, label, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.game.solution import Worth
from truel_ref.game.statement import command_text
from truel_ref.numbers import Number
from truel_ref.oracle.boundary import replaced
from truel_ref.oracle.corpus import make
from truel_ref.oracle.judge import (
    ACCEPTED,
    Judgement,
    Result,
    Terms,
    decimal,
    judge_function,
    replaced_predefined,
    within_tolerance,
    work,
)
from truel_ref.oracle.kinds.announced import AnnouncedPlay, Answer, fits
from truel_ref.oracle.mutants import FAULTS, Fault, has_tie
from truel_ref.play.ties import LIKELIEST_WINNER

__all__ = [
    "MOST_WORK",
    "Asking",
    "Cause",
    "Diagnosis",
    "Likeness",
    "causes",
    "diagnose",
    "kind_of_mistake",
    "recognise",
    "shrink",
    "simpler",
    "where_to_look",
    "with_look",
]

Asking: TypeAlias = Callable[[], AbstractContextManager[Callable[[dict[str, Any]], Any]]]
"""Opens a way to ask a client once more: a function of a problem as plain data that returns an answer, as it comes."""

SEVERAL = 2
"""Wrong answers that have something in common."""

FEW = 3
"""Things in common that are said, those first that fewest problems have."""

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
    `recognised`, the known faults that explain wrong answers; `unexplained`, how many of the wrong answers that were
    compared with theirs they do not explain; `too_large`, how many answers were not compared with those of known
    faults, because their problems have too many profiles; `sentences`, what else can be said of all wrong answers, and
    of the smallest: what only they have, how small their errors are, after which announcements they go wrong.
    """

    wrong: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()
    smallest: Result | None = None
    shrunk_from: str | None = None
    recognised: tuple[Likeness, ...] = ()
    unexplained: int = 0
    too_large: int = 0
    sentences: tuple[str, ...] = ()

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
        parts += [*self.sentences, *map(str, self.recognised)]
        if self.recognised and self.unexplained:
            parts.append(f"wrong answers that this does not explain: {self.unexplained:,}; mend it, and ask again")
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
            "sentences": list(self.sentences),
            "recognised": [likeness.to_json() for likeness in self.recognised],
            **({"unexplained": self.unexplained} if self.unexplained else {}),
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
    smallest = min(wrong, key=lambda result: (_telling(result.judgement), result.by_size()))
    shrunk, found = (smallest, []) if asking is None else _asked_again(smallest, terms, asking)
    recognised, unexplained = recognise(announced, terms)
    return Diagnosis(
        len(wrong),
        dict(Counter(map(kind_of_mistake, wrong)).most_common()),
        tuple(causes(announced)),
        shrunk,
        None if shrunk is smallest else smallest.name,
        tuple(recognised),
        unexplained,
        sum(result.theirs is not None and work(result.problem) > MOST_WORK for result in announced),
        tuple(filter(None, [_shared(announced), _small_errors(wrong), *found])),
    )


# ---------------------------------------------------------------------------------------------------------
# Causes


def causes(results: Iterable[Result]) -> list[Cause]:
    """Return what wrong answers in announced play have in common, the largest share of wrong ones first."""
    wrong: Counter[str] = Counter()
    vectors: Counter[str] = Counter()
    smallest: dict[str, str] = {}
    for result in sorted(results, key=Result.by_size):
        for name in _of_the_problem(result.expected):  # type: ignore[arg-type]  # all are of announced play
            vectors[name] += 1
            if not result.accepted:
                wrong[name] += 1
                smallest.setdefault(name, result.name)
    listed = [Cause(name, number, vectors[name], smallest[name]) for name, number in wrong.items()]
    return sorted(listed, key=lambda cause: (-Fraction(cause.wrong, cause.vectors), -cause.wrong, cause.name))


def _shared(results: Iterable[Result]) -> str:
    """Say what all wrong answers have and not all right ones, if there is such a thing."""
    features = {result.name: (result, {*_of_the_problem(result.expected)}) for result in results}  # type: ignore[arg-type]
    wrong = [has for result, has in features.values() if not result.accepted]
    of_all = set.intersection(*(has for _, has in features.values()))
    counts = Counter(name for _, has in features.values() for name in has)
    common = sorted(set.intersection(*wrong) - of_all, key=lambda name: (counts[name], name))[:FEW]
    with_it = [result for result, has in features.values() if has.issuperset(common)]
    if len(wrong) < SEVERAL or not common:
        return ""
    return f"every wrong answer has {', and '.join(common)}: {len(wrong):,} of the {len(with_it):,} with that are wrong"


def _small_errors(wrong: Sequence[Result]) -> str:
    """Say how many errors are small, if nearly all are."""
    of_values = (Judgement.VALUE, Judgement.NOT_A_DISTRIBUTION)
    small = [result for result in wrong if result.judgement in of_values and (result.error or 0) < NEARLY]
    if len(wrong) < SEVERAL or len(small) < NEARLY_ALL * len(wrong):
        return ""
    what = f"{len(small):,} of {len(wrong):,} wrong answers are off by less than {decimal(NEARLY).rstrip('0')}"
    return f"{what}: something is rounded, or stops too early"


def _of_the_problem(expected: AnnouncedPlay) -> Iterator[str]:
    problem = expected.problem
    searched = {word for search in (*problem.searches, *problem.searches_later) for word in search}
    said = searched | {word for word in (*problem.targets, problem.target_later) if isinstance(word, Word)}
    chosen = problem.targets.count(Word.OPTIMAL)
    holds = {
        f"{problem.players} players": True,
        "four players or more": problem.players > 3,
        "a choice with Miss": chosen > 0 and any(Word.MISS in search for search in problem.searches),
        "a search set for later phases": problem.players > 3 and problem.search_later != problem.search,
        "another word for later phases": problem.players > 3 and problem.target_later is not Word.OPTIMAL,
        f"tie rule {problem.tie_rule}": bool(expected.tied),
        "Random": Word.RANDOM in said,
        "Self": Word.SELF in said or any(target == player for player, target in enumerate(problem.targets)),
        "Strongest": Word.STRONGEST in said,
        "random levels": problem.random_levels is not None,
        "explicit weights": any(isinstance(target, tuple) for target in problem.targets),
        "aims that are predefined": chosen < problem.players,
        "a choice in later phases only": problem.players > 3 and not chosen and problem.target_later is Word.OPTIMAL,
        "hit probabilities of 0 or 1": any(hit in (0, 1) for hit in problem.hits),
        "equal hit probabilities": len(set(problem.hits)) < problem.players,
        "a tie": expected.tied is None or bool(expected.tied),
        "a stalemate": expected.exact.stalemate > 0,
        "a thin margin": expected.is_thin,
    }
    return (name for name, does in holds.items() if does)


def kind_of_mistake(result: Result) -> str:
    """Say how an answer that is wrong differs."""
    aims = getattr(result.theirs, "aims", None) if isinstance(result.expected, AnnouncedPlay) else None
    if result.judgement is not Judgement.VALUE or aims is None:
        return result.judgement.value
    differing = _differing(result.problem, aims, result.exact.aims)
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


def _asked_again(first: Result, terms: Terms, asking: Asking) -> tuple[Result, list[str]]:
    """Return the wrong answer to a problem as small as can be had from that of another one, and what is said of it."""
    latest = first
    if first.judgement not in _TELLING:
        return first, []
    with asking() as ask:

        def judged(problem: Problem, name: str = "") -> Result:
            expected = AnnouncedPlay.listed(make(problem, name or f"{first.name} made smaller", first.group))
            return judge_function(ask, expected, terms)

        def fails(problem: Problem) -> bool:
            nonlocal latest
            result = judged(problem)
            if result.judgement not in _KIN.get(first.judgement, (first.judgement,)):
                return False
            latest = result
            return True

        if judged(first.problem, first.name).accepted:
            return first, [f"asked again, {first.name} is answered rightly: answers hang on what was asked before"]
        shrink(first.problem, fails)
        return latest, [_located(latest, judged)]


NEARLY = Fraction(1, 1000)
"""Errors below this look like rounding."""

SECONDS = 5.0
"""After which no further question is asked to make a problem smaller, or to find where it goes wrong."""

MOST_STATED = 150
"""Lists of announcements that are stated one by one to find where a client goes wrong."""


def _located(wrong: Result, judged: Callable[[Problem], Result]) -> str:
    """Say after which announcements of the first phase a client first goes wrong, in the order of backward induction.

    The steps: (1) state all aims, each list of them: a wrong value then is none of a choice; (2) state all but the
    last, then fewer: the first wrong answer is at a choice all of whose replies are right; (3) where none is, it is
    the choice of the first player, who is asked about last. A place with too many lists before it is passed over.
    Nothing is said of a client that takes long, or fails.
    """
    end = time.monotonic() + SECONDS
    problem: Problem = wrong.problem
    options = target_options(problem)
    if wrong.theirs is None:
        return ""
    data = problem.to_json()
    for place in reversed(range(1, problem.players + 1)):
        if prod(map(len, options[:place])) > MOST_STATED:
            continue
        if place < problem.players and len(options[place]) == 1:
            continue  # nobody chooses next: that was asked with his aim stated
        for earlier in product(*options[:place]):
            targets = [aim.to_json() for aim in earlier] + data["targets"][place:]
            result = judged(Problem.from_data(data | {"targets": targets}))
            if result.theirs is None or time.monotonic() > end:
                return ""
            if not result.accepted:
                return _at_a_node(result, place)
    return _at_a_node(wrong, 0)


def _at_a_node(result: Result, place: Place) -> str:
    """Say how a client chooses, or values, after the first announcements of a problem, and how it is exactly."""
    problem: Problem = result.problem
    options, solution = target_options(problem), solve(problem)
    theirs: Any = result.theirs
    earlier = [aims[0] for aims in options[:place]]
    where = f"with the first aims stated as {', '.join(map(str, earlier))}, " if earlier else ""
    if place < problem.players and theirs.aims is not None and theirs.aims[place] != solution.aims[place]:
        worths: dict[Any, Worth] = {worth.aim: worth for worth in decision(solution, earlier).worths if worth.allowed}
        said, right = (worths.get(aim) for aim in (theirs.aims[place], solution.aims[place]))
        if said is not None and right is not None and said.value == right.value:
            return f"on {problem!r}, {where}{_by_the_tie_rule(problem, label(place), right, said)}"
        taken, optimal = (
            f"{aim}, worth {worth.value}" if worth else str(aim)
            for aim, worth in ((theirs.aims[place], said), (solution.aims[place], right))
        )
        return f"on {problem!r}, {where}{label(place)} takes {taken}; right is {optimal}"
    few = prod(map(len, options)) <= MOST_WORK
    profiles = (each for each in (profile_results(solution).values() if few else ()) if not each.stalls)
    alike = next((each for each in profiles if _is_worth(each.wins[0], theirs.win)), None)
    of = "" if alike is None or place == problem.players else f", as with the aims {', '.join(map(str, alike.aims))}"
    player = max(range(problem.players), key=lambda each: abs(theirs.win[each] - solution.win[each]))
    where = "with all aims stated" if place == problem.players else f"where {label(place)} is the first to choose"
    return (
        f"on {problem!r}, {where}, {label(player)} wins {decimal(theirs.win[player])} in your answer{of}; "
        f"right is {solution.win[player]}"
    )


def _by_the_tie_rule(problem: Problem, player: str, right: Worth, theirs: Worth) -> str:
    """Say why the tie rule takes an option and not another one that is worth as much."""
    rule, aims = problem.tie_rule, (right.aim, theirs.aim)
    kinds = ["a mix" if aim.is_mix else "Miss" if aim.is_miss else "a single" for aim in aims]
    by_win = rule == LIKELIEST_WINNER
    scores = [worth.aim.strength(worth.win if by_win else problem.hits) for worth in (right, theirs)]
    if rule not in (2, LIKELIEST_WINNER) and kinds[0] != kinds[1]:
        why = f"it puts {kinds[0]} before {kinds[1]}"
    elif abs(rule) != 4 and scores[0] != scores[1]:
        which = "smaller" if rule == -1 else "larger"
        why = f"its sum(q*{'w' if by_win else 'p'}) is {which}, {scores[0]} against {scores[1]}"
    elif rule not in (2, LIKELIEST_WINNER) and kinds[0] == "a single":
        why = f"it prefers the {'earlier' if rule in (4, -1) else 'later'} label"
    else:
        why = f"it finds them equal, and {aims[0]} comes first in canonical order"
    return (
        f"{player}'s options {aims[0]} and {aims[1]} are equal, worth {right.value} each; "
        f"rule {rule} ({TIE_RULES[rule]}) takes {aims[0]} because {why}; you took {aims[1]}"
    )


def _is_worth(own: Sequence[Number], theirs: Sequence[Number]) -> bool:
    return all(within_tolerance(one, other, NEARLY) for one, other in zip(theirs, own, strict=True))


def where_to_look(result: Result) -> str:
    """Return the command that explains the decision at which an answer in announced play parts from the exact one.

    It is that of the first player who announces another aim; where all aims are right, the first later phase that play
    comes to and in which somebody chooses; else the first phase.

    >>> from truel_ref.oracle.judge import Terms, judge_answer
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


# ---------------------------------------------------------------------------------------------------------
# Which known fault a client has: its wrong answers beside those of solvers with one fault each.

NEARLY_ALL = 0.9
"""The share of the vectors that can tell on which a client must agree with a fault to be said to have it."""
MOSTLY = 0.8
"""The same of one that has another fault, too."""
NOTABLE = Fraction(1, 20)
"""The share of the wrong answers that a fault must explain: it agrees on a few by chance."""
PARTLY = 10
"""Vectors on which a client must agree with a fault to be said to have it beside another one."""
LEAST = 3
"""Vectors that must tell; fewer may agree by chance."""
MISSED = 10
"""Vectors on which a client agrees with a fault that weigh as much as one on which it does not."""
PATIENCE = 15
"""Wrong answers after which a fault is given up that explains none of them."""
FURTHER = 60
"""Right answers that a fault which explains wrong answers must withstand besides."""
BY_CHANCE = Fraction(1, 1000)
"""What is less likely is no chance."""
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
        some = "" if self.matched >= NEARLY_ALL * self.telling else "many of "
        text = (
            f"{some}your answers are those of a solver that {self.fault.sentence}, "
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


def recognise(results: Iterable[Result], terms: Terms) -> tuple[list[Likeness], int]:
    """Return the known faults that explain wrong answers, the one that explains most first, and how many they do not.

    The steps: (1) take the wrong answers and as many right ones, the smallest problems first, as far as the work
    allows; (2) for each fault count the vectors that can tell, and those on which the client agrees with it, and give
    it up once it agrees on too few; (3) compare a fault that is left with right answers to further problems that it
    concerns, as the smallest problems often concern no fault at all; (4) leave out a fault that explains a few wrong
    answers only, or next to nothing beyond what another fault before it does.

    Parameters: `results`; `terms`, what was asked of the answers.
    """
    answered = [
        result for result in results if isinstance(result.expected, AnnouncedPlay) and result.theirs is not None
    ]
    wrong = sorted((result for result in answered if not result.accepted), key=Result.by_size)
    if len(wrong) < LEAST:
        return [], len(wrong)
    right = sorted((result for result in answered if result.accepted), key=Result.by_size)
    # Most faults explain no wrong answer, and are given up before a right one is compared.
    looked_at = sorted(_within_reach(wrong, right), key=lambda result: result.accepted)
    named = {result.name for result in looked_at}
    further = [result for result in right if result.name not in named]
    likely = []
    for fault in _in_both_orders():
        if (fault.is_any_outcome and not _falls_anyhow(answered)) or _compared(fault, looked_at, terms) is None:
            continue
        counts = _compared(fault, [*looked_at, *_that_may_tell(fault, further)], terms)
        if counts is not None:
            likely.append((fault, *counts))
    whole = [entry for entry in likely if len(entry[1]) >= NEARLY_ALL * entry[2]]
    if not whole:  # another fault beside it has the rest
        whole = sorted((entry for entry in likely if len(entry[1]) >= PARTLY), key=lambda entry: -len(entry[1]))[:1]
    compared = [result for result in looked_at if not result.accepted]
    notable = NOTABLE * len(compared)
    whole.sort(key=lambda entry: (entry[0].is_any_outcome, MISSED * (entry[2] - len(entry[1])) - len(entry[1])))
    kept: list[Likeness] = []
    explained: set[str] = set()
    for fault, matched, telling in whole:
        others = (result for result in compared if result.name not in matched)
        few = len(matched) < PARTLY and len(matched) < sum(not _may_explain(fault, one, terms) for one in others)
        if len(matched - explained) >= notable and not few and not (kept and fault.is_any_outcome):
            explained |= matched
            kept.append(Likeness(fault, len(matched), telling, len(looked_at), len(answered)))
    faults = [likeness.fault for likeness in kept]
    open_to = (result for result in compared if result.name not in explained)
    return kept, sum(not any(_may_explain(fault, result, terms) for fault in faults) for result in open_to)


def _in_both_orders() -> Iterator[Fault]:
    """Yield every known fault, and those whose answers hang on the order of options once more, with Miss first."""
    for fault in FAULTS.values():
        yield fault
        if fault.miss_first is not None:
            yield replace(fault, answers=fault.miss_first)


def _may_explain(fault: Fault, result: Result, terms: Terms) -> bool:
    """Tell whether an answer may be that of a solver with a fault, ties falling in one of the usual ways."""
    if fault.is_by_order and any(result.problem.random_levels or ()):
        return True
    answers = list(fault.answers(result.expected))  # type: ignore[arg-type]  # all are of announced play
    return not answers or any(
        _same(result.problem, _as_told(each, result.theirs), result.theirs, terms) for each in answers
    )


def _within_reach(*answers: Iterable[Result]) -> Iterator[Result]:
    """Yield answers of all kinds, wrong and right, in turn until all the work is spent."""
    left = WORK
    for together in zip_longest(*answers):
        for result in together:
            if result is not None and (effort := work(result.problem)) <= min(left, MOST_WORK):
                left -= effort
                yield result


def _that_may_tell(fault: Fault, right: Sequence[Result]) -> Iterator[Result]:
    """Yield right answers to problems that a fault concerns, the smallest first, until all the work is spent."""
    concerned = (result for result in right if fault.concerns(result.expected))  # type: ignore[arg-type]
    return islice(_within_reach(concerned), FURTHER)


def _falls_anyhow(results: Iterable[Result]) -> bool:
    """Tell whether ties go wrong under every tie rule: rounding does not spare a rule, but for chance.

    With a share `s` of all ties gone wrong, `n` ties of a rule are all right by chance with probability (1 - s)^n.
    """
    tied = [result for result in results if has_tie(result.expected)]  # type: ignore[arg-type]
    share = Fraction(sum(not result.accepted for result in tied), max(len(tied), 1))
    by_rule = Counter(result.problem.tie_rule for result in tied)
    spared = by_rule.keys() - {result.problem.tie_rule for result in tied if not result.accepted}
    return all((1 - share) ** by_rule[rule] > BY_CHANCE for rule in spared)


def _compared(
    fault: Fault, results: Sequence[Result], terms: Terms, with_ties: bool = False
) -> tuple[set[str], int] | None:
    """Return on which vectors the client agrees with a fault, and how many can tell; None if it has not the fault.

    Who has another fault beside it agrees on four of five of them at least, and is right on hardly any. Where few
    can tell because of ties, the same answer with ties broken as the rules say counts `with_ties`, if it is the
    client's on all wrong answers.
    """
    matched: set[str] = set()
    telling = unexplained = right = 0
    for result in results if terms.strict_ties or not fault.is_tie else ():
        verdict = _alike(fault, result, terms, with_ties)
        if verdict is False and _is_another_outcome(fault, result):
            return None
        telling += verdict is not None
        right += verdict is False and result.accepted
        if verdict:
            matched.add(result.name)
        unexplained += not result.accepted and not verdict
        if (telling >= LEAST and 2 * len(matched) < telling) or (unexplained >= PATIENCE and not matched):
            return None
    if matched and telling < LEAST and not with_ties:
        return _compared(fault, results, terms, with_ties=True)
    if with_ties and unexplained:
        return None
    is_whole = len(matched) >= NEARLY_ALL * telling
    is_part = not fault.is_any_outcome and len(matched) >= MOSTLY * telling and right <= (1 - NEARLY_ALL) * telling
    return (matched, telling) if telling >= LEAST and (is_whole or is_part) else None


def _is_another_outcome(fault: Fault, result: Result) -> bool:
    """Tell whether an answer that is not that of a fault speaks against it by itself: ties fell otherwise."""
    has_ties = has_tie(result.expected)  # type: ignore[arg-type]  # all are of announced play
    return _settles(fault, result) and has_ties and result.judgement in _OUTCOMES


def _settles(fault: Fault, result: Result) -> bool:
    """Tell whether a fault says how the ties of a problem fall: who has a tie rule wrong may have others wrong, too."""
    return fault.settles_ties and fault.tie_rule in (None, result.problem.tie_rule)


def _alike(fault: Fault, result: Result, terms: Terms, with_ties: bool = False) -> bool | None:
    """Tell whether an answer is that of a solver with a fault, None where it cannot tell.

    Parameters: `with_ties`, whether it tells, too, where the solver breaks ties by the rules and not otherwise.
    """
    expected = result.expected
    if fault.is_by_order and any(result.problem.random_levels or ()):
        return None
    if not any(result.problem.hits):  # nobody can hit, so all aims are a convention, which every solver may know
        return None
    if fault.may_spare_stalemates and result.accepted and not any(result.exact.win):
        return None
    if fault.is_any_outcome:
        lenient = replace(terms, strict_ties=False)
        return None if result.accepted else expected.compare(result.theirs, lenient).judgement in ACCEPTED
    # Where the fault leads to the right outcome of a tie, a client that comes to another one has not this fault.
    otherwise = False if _settles(fault, result) and result.judgement is Judgement.RULE else None
    if not fault.concerns(expected):  # type: ignore[arg-type]  # all are of announced play
        return otherwise
    answers = (_as_told(answer, result.theirs) for answer in fault.answers(expected))  # type: ignore[arg-type]
    predicted = next(answers, None)
    if predicted is None or expected.compare(predicted, terms).judgement in ACCEPTED:
        return otherwise
    same = not result.accepted and _same(result.problem, predicted, result.theirs, terms)
    if any(answer != predicted for answer in answers):  # what a solver with this fault answers hangs on its ties
        return (same and with_ties) or None
    return same


def _as_told(predicted: Answer, theirs: Any) -> Answer:
    """Return an answer that says as much as another one does."""
    return replace(
        predicted,
        aims=None if theirs.aims is None else predicted.aims,
        stalemate=None if theirs.stalemate is None else predicted.stalemate,
    )


def _same(problem: Problem, predicted: Answer, theirs: Any, terms: Terms) -> bool:
    same_values = fits(predicted, theirs, terms.tolerance)
    if predicted.aims is None:
        return same_values
    return same_values and replaced_predefined(problem, predicted.aims) == replaced_predefined(problem, theirs.aims)


# ---------------------------------------------------------------------------------------------------------
# Smaller problems that a client answers wrongly, too: fewer players, fewer words, simpler fractions.

_PLAIN: dict[str, Any] = {
    "random_levels": None,
    "target_later": "Optimal",
    "search_later": None,
    "if_eq": 1,
    "search": ["Others", "Miss"],
}
"""What the keys of a problem say that asks for nothing special."""


def shrink(problem: Problem, fails: Callable[[Problem], bool], most: int = 300, seconds: float = SECONDS) -> Problem:
    """Return a problem on which a client still fails and which none of the steps makes simpler any more.

    The steps are those of `simpler`; the first that keeps the failure is taken, and from there it starts anew.

    Parameters: `problem`, on which it fails; `fails`, whether it fails on another one; `most`, how many problems are
    tried; `seconds`, after which no other one is tried.

    >>> str(shrink(Problem(["2/7", "3/5", "1"], tie_rule=2), lambda problem: max(problem.hits) == 1))
    "Problem(['1', '1/2'])"
    """
    end = time.monotonic() + seconds
    tried: set[Problem] = {problem}
    numbers = count(1)
    smaller: Problem | None = problem
    while smaller is not None:
        problem, smaller = smaller, None
        for candidate in simpler(problem):
            if candidate in tried:
                continue
            tried.add(candidate)
            if next(numbers) > most or time.monotonic() > end:
                return problem
            if fails(candidate):
                smaller = candidate
                break
    return problem


def simpler(problem: Problem) -> Iterator[Problem]:
    """Yield problems one step simpler than this one, those with fewer players first.

    >>> [str(each) for each in simpler(Problem(["2/5", 1], targets=["B", "Optimal"]))]
    ["Problem(['2/5', '1'])", "Problem(['1/2', '1'], targets=['B', 'Optimal'])", \
"Problem(['1/3', '1'], targets=['B', 'Optimal'])"]
    """
    if problem.players > 2:
        for shooter, gone in permutations(range(problem.players), 2):
            yield from _among(problem, next_order(problem.first_order, shooter, gone))
    data = problem.to_json()
    for key, plain in _PLAIN.items():
        if data[key] != (data["search"] if key == "search_later" else plain):
            yield Problem.from_data(data | {key: plain})
    for player, said in enumerate(data["targets"]):
        if said != "Optimal":
            yield Problem.from_data(data | {"targets": replaced(data["targets"], player, "Optimal")})
    for player, hit in enumerate(problem.hits):
        for other in _simpler_numbers(hit):
            yield Problem.from_data(data | {"hits": replaced(data["hits"], player, str(other))})


def _among(problem: Problem, order: Order) -> Iterator[Problem]:
    """Yield the problem with fewer players, who shoot in this order: its first phase, and as the later phase it is.

    Who is told to shoot at somebody who is not there chooses.
    """
    data = problem.to_json()
    renamed = {label(player): label(place) for place, player in enumerate(order)}
    labels = set(map(label, range(problem.players)))

    def said(player: int) -> str | list[str]:
        target = data["targets"][player]
        if isinstance(target, list):
            return [target[other] for other in order]
        return renamed.get(target, "Optimal") if target in labels else target

    levels = data["random_levels"]
    fewer = data | {
        "hits": [data["hits"][player] for player in order],
        "targets": list(map(said, order)),
        "random_levels": None if levels is None else [levels[player] for player in order],
    }
    yield Problem.from_data(fewer)
    if problem.players > 3:
        yield Problem.from_data(
            fewer | {"targets": [data["target_later"]] * len(order), "search": data["search_later"]}
        )


def _simpler_numbers(hit: Number) -> list[Fraction]:
    """Return fractions with smaller denominators, the simplest first; 0 and 1 are left out, which ask other things."""
    assert isinstance(hit, Fraction)
    fractions = [Fraction(1, 2), *(hit.limit_denominator(most) for most in (3, 4, 5, 6, 8, 10, 20, 100))]
    return list(dict.fromkeys(number for number in fractions if 1 < number.denominator < hit.denominator))
