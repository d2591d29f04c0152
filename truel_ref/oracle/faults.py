"""Solvers with one known fault each: what they answer, so that a wrong answer can be told by its cause.

A **fault** is one rule of announced play that a solver has wrong; in everything else it is right, and computes in exact
numbers. Most of them are the backward induction of the rules with one step replaced (`truel_ref.oracle.slips`). The
tests convict each of them, and the diagnosis of a report (`truel_ref.oracle.diagnosis`) compares a client's wrong
answers with theirs.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod

from truel_ref.fast.methods import solve
from truel_ref.game.aims import Word
from truel_ref.game.indices import Player
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.oracle.announced import AnnouncedPlay, Answer
from truel_ref.oracle.slips import (
    AimsOfTheSet,
    FirstOfEquals,
    InDoubles,
    NeverTheFirstOption,
    NeverTheFirstRow,
    PhaseStart,
    RememberedReplies,
    RepliesToTheFirst,
    RepliesToTheLast,
    RepliesToTheTargets,
    SameWordsLater,
    Sound,
    StrongestByTemplate,
    StrongestOfAll,
    Tolerant,
    ValuesOfTheOrderMetFirst,
    ValuesOfTheSet,
    answer_of,
    answered_by,
)
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

__all__ = ["FAULTS", "Fault", "profiles_of"]


@dataclass(frozen=True)
class Fault:
    """One known fault of solvers.

    Fields: `name`; `sentence`, what a solver with it does, to follow "a solver that"; `answers`, from what is expected
    of a vector to what such a solver may answer: the first has its ties broken as the rules say, further ones
    otherwise, and there are none where it cannot be said; `concerns`, whether the rule in question has any part in a
    problem; `is_tie`, whether all these are outcomes of a tie, which are wrong only where the tie rule is asked for;
    `is_any_outcome`, whether another solver with it may answer any other of these.

    >>> FAULTS["phase-start"].sentence
    "compares a player's options by his chances at the start of the phase instead of at his own turn"
    """

    name: str
    sentence: str
    answers: Callable[[AnnouncedPlay], Iterator[Answer]]
    concerns: Callable[[AnnouncedPlay], bool]
    is_tie: bool = False
    is_any_outcome: bool = False

    def answer(self, problem: Problem) -> Answer | None:
        """Return what a solver with this fault answers that breaks ties as the rules say, None if nobody can say.

        >>> str(FAULTS["exchanged-A-B"].answer(Problem(["1/2", "1/3"])).win[0])
        '1/4'
        """
        return next(self.answers(AnnouncedPlay(problem)), None)


def profiles_of(problem: Problem) -> int:
    """Return how many profiles the first phase has: what the work of these solvers grows with.

    >>> profiles_of(Problem(["1/3", "2/3", 1]))
    27
    """
    return prod(len(problem.options(problem.first_order, player)) for player in range(problem.players))


# ---------------------------------------------------------------------------------------------------------
# Slips outside the induction


def _right(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the exact answer, and those that follow if ties and thin margins fall otherwise."""
    yield answer_of(expected.exact.win, expected.exact.aims)
    yield from (answer_of(outcome.win, outcome.aims) for outcome in (*(expected.tied or ()), *(expected.near or ())))


def _other_rule(expected: AnnouncedPlay, rule: int) -> Iterator[Answer]:
    yield Sound(Problem.from_data(expected.problem.to_json() | {"if_eq": rule})).answer()


def _exchanged(expected: AnnouncedPlay, first: Player, second: Player) -> Iterator[Answer]:
    places = list(range(expected.problem.players))
    if len(places) <= second:
        return
    places[first], places[second] = second, first
    for right in _right(expected):
        aims = right.aims and tuple(right.aims[place] for place in places)
        yield Answer(tuple(right.win[place] for place in places), aims, right.stalemate)


def _stationary(expected: AnnouncedPlay) -> Iterator[Answer]:
    problem = expected.problem
    listed = all_equilibria(problem, backend_for(problem), cap=_SELECTIONS)
    if listed.complete:
        yield from (answer_of(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


_SELECTIONS = 50  # of equilibria of smaller sets; where there are more, nobody can say what such a solver answers


def _no_stalemate(expected: AnnouncedPlay) -> Iterator[Answer]:
    for right in _right(expected):
        total = sum(right.win, Fraction(0))
        win = tuple(chance / total for chance in right.win) if total else right.win
        yield Answer(win, right.aims, Fraction(0))


# ---------------------------------------------------------------------------------------------------------
# What each of them concerns


def _is_truel(expected: AnnouncedPlay) -> bool:
    return expected.problem.players > 2


def _has_later_choice(expected: AnnouncedPlay) -> bool:
    return expected.problem.players > 3 and expected.problem.target_later is Word.OPTIMAL


def _has_choices(expected: AnnouncedPlay, least: int = 1) -> bool:
    choosing = expected.problem.targets.count(Word.OPTIMAL)
    return _is_truel(expected) and (choosing >= least or _has_later_choice(expected))


def _announcements_count(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may answer to what was announced: without a miss or a mix nobody has a reason to."""
    problem = expected.problem
    searched = problem.searches + (problem.searches_later if _has_later_choice(expected) else ())
    return _has_choices(expected, 2) and any(set(search) - {Word.OTHERS} for search in searched)


def _somebody_hits_always(expected: AnnouncedPlay) -> bool:
    """Tell whether a turn may never come: only then do the start of a phase and his own turn order options apart."""
    return _announcements_count(expected) and 1 in expected.problem.hits


def _takes_first_row(expected: AnnouncedPlay) -> bool:
    """Tell whether the right choice of some phase is that of everybody's first option."""
    problem = expected.problem
    return _has_choices(expected) and any(
        all(problem.options(phase.order, player)[0] == aim for player, aim in zip(phase.order, phase.aims, strict=True))
        and any(problem.has_choice(phase.order, player) for player in phase.order)
        for phase in solve(problem).phases
    )


def _decides_otherwise(expected: AnnouncedPlay, solver: type[Sound]) -> bool:
    """Tell whether a solver takes other aims in a phase that can be reached, be it off the path of play."""
    if not _announcements_count(expected):
        return False
    right, slipping = Sound(expected.problem), solver(expected.problem)
    orders = [phase.order for phase in solve(expected.problem).phases if len(phase.order) > 2]
    return any(right.decided(order)[1] != slipping.decided(order)[1] for order in orders)


def _says_strongest(expected: AnnouncedPlay) -> bool:
    problem = expected.problem
    said = {*problem.targets, *(word for search in problem.searches for word in search)}
    return _is_truel(expected) and (Word.STRONGEST in said or _says_strongest_later(expected))


def _says_strongest_later(expected: AnnouncedPlay) -> bool:
    return expected.problem.players > 3 and expected.problem.target_later is Word.STRONGEST


def _says_other_words_later(expected: AnnouncedPlay) -> bool:
    problem = expected.problem
    return problem.players > 3 and (problem.target_later is not Word.OPTIMAL or problem.search_later != problem.search)


def _may_stall(expected: AnnouncedPlay) -> bool:
    return expected.exact.stalemate > 0


def _has_tie(expected: AnnouncedPlay) -> bool:
    return bool(expected.tied)


def _has_other_rule(expected: AnnouncedPlay, rule: int) -> bool:
    return expected.problem.tie_rule != rule and _has_tie(expected)


def _has_player(expected: AnnouncedPlay, player: Player) -> bool:
    return expected.problem.players > player


# ---------------------------------------------------------------------------------------------------------
# The table

_MOST_EXCHANGED = 6
"""Players among whom exchanged pairs are looked for."""


def _listed() -> list[Fault]:
    return [
        Fault(
            "first-option",
            "never takes the first of a player's options",
            answered_by(NeverTheFirstOption),
            _has_choices,
        ),
        Fault(
            "first-row",
            "never takes the first row of its table of profiles",
            answered_by(NeverTheFirstRow),
            _takes_first_row,
        ),
        Fault(
            "phase-start",
            "compares a player's options by his chances at the start of the phase instead of at his own turn",
            answered_by(PhaseStart),
            _somebody_hits_always,
        ),
        Fault(
            "values-of-set",
            "solves a later phase once for each set of living players, whoever is on move: the first label always is",
            answered_by(ValuesOfTheSet),
            _is_truel,
        ),
        Fault(
            "values-of-first-order",
            "solves a later phase once for each set of living players, and reuses it for every other shooting order",
            answered_by(ValuesOfTheOrderMetFirst),
            _is_truel,
        ),
        Fault(
            "aims-of-set",
            "decides the aims of a later phase once for each set of living players, whatever the shooting order",
            answered_by(AimsOfTheSet),
            partial(_decides_otherwise, solver=AimsOfTheSet),
        ),
        Fault(
            "replies-remembered",
            "reuses replies although other targets were committed: whatever was announced before",
            answered_by(RememberedReplies),
            _announcements_count,
        ),
        Fault(
            "replies-to-last",
            "reuses replies although other targets were committed: the last one alone counts",
            answered_by(RepliesToTheLast),
            _announcements_count,
        ),
        Fault(
            "replies-to-first",
            "reuses replies although other targets were committed: the first one alone counts",
            answered_by(RepliesToTheFirst),
            _announcements_count,
        ),
        Fault(
            "replies-to-targets",
            "reuses replies although other targets were committed: it forgets who aims at whom",
            answered_by(RepliesToTheTargets),
            partial(_decides_otherwise, solver=RepliesToTheTargets),
        ),
        Fault(
            "strongest-template",
            "takes Strongest from a template in which A and B never hit, as a map over A and B has it",
            answered_by(StrongestByTemplate),
            _says_strongest,
        ),
        Fault(
            "strongest-of-all",
            "finds the Strongest once for the whole game, and lets shots at the dead be lost",
            answered_by(StrongestOfAll),
            _says_strongest_later,
        ),
        Fault(
            "stationary",
            "looks for aims that are best replies to each other, as if nothing were announced (stationary play)",
            _stationary,
            _announcements_count,
        ),
        Fault(
            "later-words",
            "ignores the words for later phases and goes on with the search of the first",
            answered_by(SameWordsLater),
            _says_other_words_later,
        ),
        Fault(
            "no-stalemate",
            "counts a stalemate as nothing: the win probabilities are scaled so that they add up to 1",
            _no_stalemate,
            _may_stall,
        ),
        *(
            Fault(
                f"exchanged-{label(first)}-{label(second)}",
                f"exchanges {label(first)} and {label(second)} in its answers",
                partial(_exchanged, first=first, second=second),
                partial(_has_player, player=second),
            )
            for first, second in combinations(range(_MOST_EXCHANGED), 2)
        ),
        Fault(
            "first-of-equals",
            "takes the first of equal options, whatever the tie rule",
            answered_by(FirstOfEquals),
            _has_tie,
            is_tie=True,
        ),
        *(
            Fault(
                f"rule-{rule}",
                f"breaks ties by rule {rule} ({name}), whatever the problem says",
                partial(_other_rule, rule=rule),
                partial(_has_other_rule, rule=rule),
                is_tie=True,
            )
            for rule, name in TIE_RULES.items()
        ),
        Fault(
            "tolerance",
            "takes the first of options that differ by less than 1e-6",
            answered_by(Tolerant),
            _has_choices,
        ),
        Fault(
            "float-noise",
            "leaves ties to the rounding of doubles",
            answered_by(InDoubles),
            _has_tie,
            is_tie=True,
            is_any_outcome=True,
        ),
    ]


FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _listed()}
"""Every known fault by its name."""
