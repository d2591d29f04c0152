"""Solvers with one known fault each: what they answer, so that a wrong answer can be told by its cause.

A **fault** is one rule of announced play that a solver has wrong; in everything else it is right, and computes in exact
numbers. Most of them are the backward induction of the rules with one step replaced (`_Sound` and its subclasses); what
is not replaced is what `truel_ref.play` says. The tests convict each of them, and the diagnosis of a report
(`truel_ref.oracle.diagnosis`) compares a client's wrong answers with theirs.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.indices import Path, Place, Player
from truel_ref.game.orders import Order, next_order
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import Backend
from truel_ref.oracle.announced import AnnouncedPlay, Answer
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar, Vector, value
from truel_ref.play.phases import aims_of, backend_for
from truel_ref.play.stationary import all_equilibria
from truel_ref.play.ties import break_tie
from truel_ref.play.turns import Options, Stage, lay_out, victims

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


def _answer(win: Iterable[Any], aims: tuple[Aim | None, ...]) -> Answer:
    chances = tuple(map(Fraction, win))
    return Answer(chances, aims, 1 - sum(chances, Fraction(0)))


# ---------------------------------------------------------------------------------------------------------
# Backward induction, and its slips


class _Sound:
    """Announced play by backward induction, phase by phase, each decided when it is needed.

    `taken` is which of several equal options is taken, the first or the last, by default the one of the tie rule;
    `has_tied` says afterwards whether there ever were several.
    """

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        self.problem = problem
        self.taken = taken
        self.has_tied = False
        self.backend = self.numbers()
        self.stages: dict[Hashable, tuple[Stage[Scalar], Path | None]] = {}

    # -- what a slip may replace

    def numbers(self) -> Backend:
        return backend_for(self.problem)

    def options(self, order: Order) -> Options:
        return tuple(self.problem.options(order, player) for player in order)

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        return self.replies(stage, ())

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        """Return the profile that completes some announcements, None where all that can follow is a stalemate."""
        if len(earlier) == len(stage.order):
            return None if stage.stalls(earlier) else earlier
        followed = [self.replies(stage, (*earlier, option)) for option in range(len(stage.options[len(earlier)]))]
        allowed = [path for path in followed if path is not None]
        return self.choose(stage, allowed, len(earlier)) if allowed else None

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        worths = [self.worth(stage, path, place) for path in paths]
        best = max(worths)
        equal = [path for path, worth in zip(paths, worths, strict=True) if worth == best]
        return self.of_equals(stage, equal, place) if len(equal) > 1 else equal[0]

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        return self.chance(stage, path, place, place)

    def chance(self, stage: Stage[Scalar], path: Path, place: Place, at: Place) -> Any:
        """Return the chance of the player at one place to win, at the first turn of the player at another."""
        player = stage.order[place]
        own = [([r[player]], k) for r, k in (stage.turns[where][option] for where, option in enumerate(path))]
        return value(own[at:] + own[:at])[0]

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        self.has_tied = True
        if self.taken is not None:
            return paths[self.taken]
        aims = [stage.options[place][path[place]] for path in paths]
        return paths[break_tie(self.problem, aims, [stage.win(path, place) for path in paths], stage.number)]

    def win(self, order: Order) -> Vector[Scalar]:
        """Return the win probabilities at the start of a phase."""
        if len(order) == 1:
            return [self.backend.number(Fraction(int(player == order[0]))) for player in range(self.problem.players)]
        stage, path = self.decided(order)
        return stage.start(path)

    # -- what stays

    def decided(self, order: Order) -> tuple[Stage[Scalar], Path | None]:
        if order not in self.stages:
            stage = self.stage(order)
            self.stages[order] = stage, self.decide(stage)
        return self.stages[order]

    def stage(self, order: Order) -> Stage[Scalar]:
        options = self.options(order)
        after = [
            next_order(order, player, victim)
            for player, aims in zip(order, options, strict=True)
            for victim in sorted(victims(self.problem.hits[player], aims))
        ]
        wins = {later: self.win(later) for later in dict.fromkeys(after)}  # in the order in which one thinks of them
        return lay_out(self.problem, order, options, wins, self.backend)

    def answer(self) -> Answer:
        stage, path = self.decided(self.problem.first_order)
        return _answer(stage.public(stage.start(path)), aims_of(stage, Announced(path)))


class _NeverTheFirstOption(_Sound):
    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return super().choose(stage, paths[1:] or paths, place)


class _NeverTheFirstRow(_Sound):
    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        is_first = len(earlier) == len(stage.order) and not any(earlier)
        return None if is_first and not stage.nobody_chooses() else super().replies(stage, earlier)


_DOUBLES = Backend("doubles", float, Fraction, lambda values: (list(values), 1))


class _InDoubles(_Sound):
    def numbers(self) -> Backend:
        return _DOUBLES

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class _Tolerant(_Sound):
    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        worths = [stage.backend.fraction(self.worth(stage, path, place)) for path in paths]
        return next(path for path, worth in zip(paths, worths, strict=True) if worth > max(worths) - Fraction(1, 10**6))


class _FirstOfEquals(_Sound):
    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class _PhaseStart(_Sound):
    """Where his turn never comes all options are alike to it; then it takes the first, as loops do."""

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        return self.chance(stage, path, place, 0)

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class _ValuesOfTheSet(_Sound):
    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(order if len(order) == self.problem.players else tuple(sorted(order)))


class _ValuesOfTheOrderMetFirst(_Sound):
    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        self.met: dict[frozenset[Player], Order] = {}

    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(self.met.setdefault(frozenset(order), order))


class _AimsOfTheSet(_Sound):
    """The aims of a later phase are those of the order with the first label on move; the values are its own."""

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        order = stage.order
        usual = tuple(sorted(order))
        if order == usual or len(order) == 2:
            return super().decide(stage)
        _, path = self.decided(usual)
        return None if path is None else tuple(path[usual.index(player)] for player in order)


class _RememberedReplies(_Sound):
    """What follows some announcements is remembered under a name that leaves out some of what was announced."""

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        self.remembered: dict[Hashable, Path] = {}
        return super().decide(stage)

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier)

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        if not 0 < len(earlier) < len(stage.order):
            return super().replies(stage, earlier)
        name = self.remembered_as(stage, earlier)
        if name in self.remembered:
            path = earlier + self.remembered[name]
            if not stage.stalls(path):
                return path
        fresh = super().replies(stage, earlier)
        if fresh is not None:
            self.remembered[name] = fresh[len(earlier) :]
        return fresh


class _RepliesToTheLast(_RememberedReplies):
    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[-1]


class _RepliesToTheFirst(_RememberedReplies):
    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[0]


class _RepliesToTheTargets(_RememberedReplies):
    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), frozenset(Counter(stage.aims(earlier)).items())


class _OptionsOfAnother(_Sound):
    """The options are those of another problem, which `other` makes of the keys of this one."""

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        data = problem.to_json()
        self.another = Problem.from_data(data | self.other(data))

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def options(self, order: Order) -> Options:
        return tuple(self.another.options(order, player) for player in order)


class _StrongestByTemplate(_OptionsOfAnother):
    """Strongest means the strongest where A and B count as 0, as in a map over their hit probabilities."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"hits": ["0", "0", *data["hits"][2:]]}


class _SameWordsLater(_OptionsOfAnother):
    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"target_later": "Optimal", "search_later": None}


class _StrongestOfAll(_Sound):
    """Strongest means the strongest of all who began; a shot at one who is out is lost."""

    def options(self, order: Order) -> Options:
        problem = self.problem
        if len(order) in (2, problem.players) or problem.target_later is not Word.STRONGEST:
            return super().options(order)
        aims = (problem.resolve(problem.first_order, player, Word.STRONGEST) for player in order)
        return tuple((aim if aim.target in order else Aim.miss(problem.players),) for aim in aims)


def _by(solver: type[_Sound]) -> Callable[[AnnouncedPlay], Iterator[Answer]]:
    def answers(expected: AnnouncedPlay) -> Iterator[Answer]:
        stated = solver(expected.problem)
        yield stated.answer()
        if stated.has_tied:
            yield from (solver(expected.problem, taken).answer() for taken in (0, -1))

    return answers


# ---------------------------------------------------------------------------------------------------------
# Slips outside the induction


def _right(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the exact answer, and those that follow if ties and thin margins fall otherwise."""
    yield _answer(expected.exact.win, expected.exact.aims)
    yield from (_answer(outcome.win, outcome.aims) for outcome in (*(expected.tied or ()), *(expected.near or ())))


def _other_rule(expected: AnnouncedPlay, rule: int) -> Iterator[Answer]:
    yield _Sound(Problem.from_data(expected.problem.to_json() | {"if_eq": rule})).answer()


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
        yield from (_answer(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


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


def _decides_otherwise(expected: AnnouncedPlay, solver: type[_Sound]) -> bool:
    """Tell whether a solver takes other aims in a phase that can be reached, be it off the path of play."""
    if not _announcements_count(expected):
        return False
    right, slipping = _Sound(expected.problem), solver(expected.problem)
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
            _by(_NeverTheFirstOption),
            _has_choices,
        ),
        Fault(
            "first-row",
            "never takes the first row of its table of profiles",
            _by(_NeverTheFirstRow),
            _takes_first_row,
        ),
        Fault(
            "phase-start",
            "compares a player's options by his chances at the start of the phase instead of at his own turn",
            _by(_PhaseStart),
            _somebody_hits_always,
        ),
        Fault(
            "values-of-set",
            "solves a later phase once for each set of living players, whoever is on move: the first label always is",
            _by(_ValuesOfTheSet),
            _is_truel,
        ),
        Fault(
            "values-of-first-order",
            "solves a later phase once for each set of living players, and reuses it for every other shooting order",
            _by(_ValuesOfTheOrderMetFirst),
            _is_truel,
        ),
        Fault(
            "aims-of-set",
            "decides the aims of a later phase once for each set of living players, whatever the shooting order",
            _by(_AimsOfTheSet),
            partial(_decides_otherwise, solver=_AimsOfTheSet),
        ),
        Fault(
            "replies-remembered",
            "reuses replies although other targets were committed: whatever was announced before",
            _by(_RememberedReplies),
            _announcements_count,
        ),
        Fault(
            "replies-to-last",
            "reuses replies although other targets were committed: the last one alone counts",
            _by(_RepliesToTheLast),
            _announcements_count,
        ),
        Fault(
            "replies-to-first",
            "reuses replies although other targets were committed: the first one alone counts",
            _by(_RepliesToTheFirst),
            _announcements_count,
        ),
        Fault(
            "replies-to-targets",
            "reuses replies although other targets were committed: it forgets who aims at whom",
            _by(_RepliesToTheTargets),
            partial(_decides_otherwise, solver=_RepliesToTheTargets),
        ),
        Fault(
            "strongest-template",
            "takes Strongest from a template in which A and B never hit, as a map over A and B has it",
            _by(_StrongestByTemplate),
            _says_strongest,
        ),
        Fault(
            "strongest-of-all",
            "finds the Strongest once for the whole game, and lets shots at the dead be lost",
            _by(_StrongestOfAll),
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
            _by(_SameWordsLater),
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
            _by(_FirstOfEquals),
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
            _by(_Tolerant),
            _has_choices,
        ),
        Fault(
            "float-noise",
            "leaves ties to the rounding of doubles",
            _by(_InDoubles),
            _has_tie,
            is_tie=True,
            is_any_outcome=True,
        ),
    ]


FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _listed()}
"""Every known fault by its name."""
