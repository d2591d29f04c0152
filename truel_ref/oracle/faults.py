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

from truel_ref.fast.solving import solve
from truel_ref.game.indices import Player
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.oracle.answer import Answer, answer_of
from truel_ref.oracle.concerns import (
    announcements_count,
    answers_count_later,
    has_choices,
    has_margin_below,
    has_other_rule,
    has_player,
    has_tie,
    is_truel,
    may_stall,
    says_other_target_later,
    says_other_words_later,
    says_strongest,
    says_strongest_later,
    somebody_hits_always,
    targets_are_shared,
)
from truel_ref.oracle.slips import (
    AimsOfTheSet,
    ChoiceLater,
    FinelyTolerant,
    FirstOfEquals,
    InDoubles,
    NeverTheFirstOption,
    NeverTheFirstRow,
    OptionsOfAnother,
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
)
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

__all__ = ["FAULTS", "Fault", "profiles_of"]


@dataclass(frozen=True)
class Fault:
    """One known fault of solvers.

    Fields: `name`; `sentence`, what a solver with it does, to follow "a solver that"; `answers`, from what is expected
    of a vector to what such a solver may answer: the first has its ties broken as the rules say, further ones
    otherwise, and there are none where it cannot be said; `concerns`, whether the rule in question may have any part
    in a problem; `is_tie`, whether all these are outcomes of a tie, wrong only where the tie rule is asked for;
    `settles_ties`, whether it says of every tie how it falls; `is_any_outcome`, whether another solver with it may
    answer any other of these; `is_by_order`, whether its answer hangs on the order in which options are gone through:
    that of finer mixes is not the same in every solver.

    >>> FAULTS["phase-start"].sentence
    "compares a player's options by his chances at the start of the phase instead of at his own turn"
    """

    name: str
    sentence: str
    answers: Callable[[AnnouncedPlay], Iterator[Answer]]
    concerns: Callable[[AnnouncedPlay], bool]
    is_tie: bool = False
    settles_ties: bool = False
    is_any_outcome: bool = False
    is_by_order: bool = False

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
# What solvers with a slip answer


def _answered_by(solver: type[Sound]) -> Callable[[AnnouncedPlay], Iterator[Answer]]:
    """Return what a solver may answer: with ties broken as the rules say, then the first or last of equals."""

    def answers(expected: AnnouncedPlay) -> Iterator[Answer]:
        stated = solver(expected.problem)
        yield stated.answer()
        if stated.has_tied:
            yield from (solver(expected.problem, taken).answer() for taken in (0, -1))

    return answers


def _right(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the exact answer, and those if ties and thin margins fall otherwise; none where they are not listed."""
    if expected.tied is not None and expected.near is not None:
        for outcome in (expected.exact, *expected.tied, *expected.near):
            yield answer_of(outcome.win, outcome.aims)


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


def _with_options_of_another(
    solver: type[OptionsOfAnother],
) -> Callable[[AnnouncedPlay], Iterator[Answer]]:
    """Return what a solver may answer that takes a problem for another: ties as the rules say, then by each rule."""

    def answers(expected: AnnouncedPlay) -> Iterator[Answer]:
        another = solver(expected.problem).another
        solution = solve(another)
        yield answer_of(solution.win, solution.aims)
        for rule in TIE_RULES if solution.ties else ():
            otherwise = solve(Problem.from_data(another.to_json() | {"if_eq": rule}))
            yield answer_of(otherwise.win, otherwise.aims)

    return answers


def _no_stalemate(expected: AnnouncedPlay) -> Iterator[Answer]:
    for right in _right(expected):
        total = sum(right.win, Fraction(0))
        win = tuple(chance / total for chance in right.win) if total else right.win
        yield Answer(win, right.aims, Fraction(0))


# ---------------------------------------------------------------------------------------------------------
# The table

_MOST_EXCHANGED = 6
"""Players among whom exchanged pairs are looked for."""


def _tolerant(name: str, limit: str, solver: type[Tolerant]) -> Fault:
    return Fault(
        name,
        f"takes the first of options that differ by less than {limit}",
        _answered_by(solver),
        partial(has_margin_below, limit=solver.tolerance),
        settles_ties=True,
        is_by_order=True,
    )


def _listed() -> list[Fault]:
    return [
        Fault(
            "first-option",
            "never takes the first of a player's options",
            _answered_by(NeverTheFirstOption),
            has_choices,
            is_by_order=True,
        ),
        Fault(
            "first-row",
            "never takes the first row of its table of profiles",
            _answered_by(NeverTheFirstRow),
            has_choices,
            is_by_order=True,
        ),
        Fault(
            "phase-start",
            "compares a player's options by his chances at the start of the phase instead of at his own turn",
            _answered_by(PhaseStart),
            somebody_hits_always,
            is_by_order=True,
        ),
        Fault(
            "values-of-set",
            "solves a later phase once for each set of living players, whoever is on move: the first label always is",
            _answered_by(ValuesOfTheSet),
            is_truel,
        ),
        Fault(
            "values-of-first-order",
            "solves a later phase once for each set of living players, and reuses it for every other shooting order",
            _answered_by(ValuesOfTheOrderMetFirst),
            is_truel,
        ),
        Fault(
            "aims-of-set",
            "decides the aims of a later phase once for each set of living players, whatever the shooting order",
            _answered_by(AimsOfTheSet),
            answers_count_later,
        ),
        Fault(
            "replies-remembered",
            "reuses replies although other targets were committed: whatever was announced before",
            _answered_by(RememberedReplies),
            announcements_count,
            is_by_order=True,
        ),
        Fault(
            "replies-to-last",
            "reuses replies although other targets were committed: the last one alone counts",
            _answered_by(RepliesToTheLast),
            announcements_count,
            is_by_order=True,
        ),
        Fault(
            "replies-to-first",
            "reuses replies although other targets were committed: the first one alone counts",
            _answered_by(RepliesToTheFirst),
            announcements_count,
            is_by_order=True,
        ),
        Fault(
            "replies-to-targets",
            "reuses replies although other targets were committed: it forgets who aims at whom",
            _answered_by(RepliesToTheTargets),
            targets_are_shared,
            is_by_order=True,
        ),
        Fault(
            "strongest-template",
            "takes Strongest from a template in which A and B never hit, as a map over A and B has it",
            _answered_by(StrongestByTemplate),
            says_strongest,
        ),
        Fault(
            "strongest-of-all",
            "finds the Strongest once for the whole game, and lets shots at the dead be lost",
            _answered_by(StrongestOfAll),
            says_strongest_later,
        ),
        Fault(
            "stationary",
            "looks for aims that are best replies to each other, as if nothing were announced (stationary play)",
            _stationary,
            announcements_count,
        ),
        Fault(
            "later-words",
            "ignores the words for later phases and goes on with the search of the first",
            _with_options_of_another(SameWordsLater),
            says_other_words_later,
        ),
        Fault(
            "later-choice",
            "lets everybody choose in later phases, whatever the word for them",
            _with_options_of_another(ChoiceLater),
            says_other_target_later,
        ),
        Fault(
            "no-stalemate",
            "counts a stalemate as nothing: the win probabilities are scaled so that they add up to 1",
            _no_stalemate,
            may_stall,
        ),
        *(
            Fault(
                f"exchanged-{label(first)}-{label(second)}",
                f"exchanges {label(first)} and {label(second)} in its answers",
                partial(_exchanged, first=first, second=second),
                partial(has_player, player=second),
            )
            for first, second in combinations(range(_MOST_EXCHANGED), 2)
        ),
        Fault(
            "first-of-equals",
            "takes the first of equal options, whatever the tie rule",
            _answered_by(FirstOfEquals),
            has_tie,
            is_tie=True,
            settles_ties=True,
            is_by_order=True,
        ),
        *(
            Fault(
                f"rule-{rule}",
                f"breaks ties by rule {rule} ({name}), whatever the problem says",
                partial(_other_rule, rule=rule),
                partial(has_other_rule, rule=rule),
                is_tie=True,
                settles_ties=True,
            )
            for rule, name in TIE_RULES.items()
        ),
        _tolerant("tolerance", "1e-6", Tolerant),
        Fault(
            "float-noise",
            "leaves ties to the rounding of doubles",
            _answered_by(InDoubles),
            has_tie,
            is_tie=True,
            is_any_outcome=True,
            is_by_order=True,
        ),
        _tolerant("fine-tolerance", "1e-9", FinelyTolerant),
    ]


FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _listed()}
"""Every known fault by its name."""
