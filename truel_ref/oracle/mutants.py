"""Backward induction as the rules have it, and the same with one step replaced: what solvers get wrong.

`Sound` is announced play told phase by phase, each decided when it is needed; what its subclasses do not replace is
what `truel_ref.play` says. `truel_ref.oracle.faults` names each of them, and says what it concerns.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.

It is told by what a problem states, and by the ties and the stalemates of its exact answer, never by what a solver with
the fault answers: so the share of these problems that convict one says how much the vectors see.

A **fault** is one rule of announced play that a solver has wrong; in everything else it is right, and computes in exact
numbers. Most of them are the backward induction of the rules with one step replaced (`truel_ref.oracle.slips`). The
tests convict each of them, and the diagnosis of a report (`truel_ref.oracle.diagnosis`) compares a client's wrong
answers with theirs.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
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
from truel_ref.oracle.judge import ACCEPTED, Terms
from truel_ref.oracle.kinds.announced import AnnouncedPlay, Answer, answer_of
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar, Vector, value
from truel_ref.play.phases import aims_of, backend_for
from truel_ref.play.stationary import all_equilibria
from truel_ref.play.ties import break_tie
from truel_ref.play.turns import Options, Stage, lay_out, victims

__all__ = [
    "FAULTS",
    "STRICT",
    "AimsOfTheSet",
    "ChoiceLater",
    "Conviction",
    "Fault",
    "FinelyTolerant",
    "FirstOfEquals",
    "InDoubles",
    "NeverTheFirstOption",
    "NeverTheFirstRow",
    "OptionsOfAnother",
    "PhaseStart",
    "RememberedReplies",
    "RepliesToTheFirst",
    "RepliesToTheLast",
    "RepliesToTheTargets",
    "SameWordsLater",
    "Sound",
    "StrongestByTemplate",
    "StrongestOfAll",
    "Tolerant",
    "ValuesOfTheOrderMetFirst",
    "ValuesOfTheSet",
    "announcements_count",
    "answers_count_later",
    "convicts",
    "counted",
    "has_choices",
    "has_margin_below",
    "has_other_rule",
    "has_player",
    "has_tie",
    "is_truel",
    "may_stall",
    "profiles_of",
    "says_other_target_later",
    "says_other_words_later",
    "says_strongest",
    "says_strongest_later",
    "somebody_hits_always",
    "targets_are_shared",
]

# ruff: noqa: D102  what a method is for stands at Sound; a subclass says as a whole what it replaces


class Sound:
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
        """Return the numbers that are computed with."""
        return backend_for(self.problem)

    def options(self, order: Order) -> Options:
        """Return what each player of a phase may announce."""
        return tuple(self.problem.options(order, player) for player in order)

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        """Return the profile of a phase, None in a stalemate."""
        return self.replies(stage, ())

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        """Return the profile that completes some announcements, None where all that can follow is a stalemate."""
        if len(earlier) == len(stage.order):
            return None if stage.stalls(earlier) else earlier
        followed = [self.replies(stage, (*earlier, option)) for option in range(len(stage.options[len(earlier)]))]
        allowed = [path for path in followed if path is not None]
        return self.choose(stage, allowed, len(earlier)) if allowed else None

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        """Return the profile that the player at a place takes of those that his options lead to."""
        worths = [self.worth(stage, path, place) for path in paths]
        best = max(worths)
        equal = [path for path, worth in zip(paths, worths, strict=True) if worth == best]
        return self.of_equals(stage, equal, place) if len(equal) > 1 else equal[0]

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        """Return what a profile is worth to the player at a place when he decides."""
        return self.chance(stage, path, place, place)

    def chance(self, stage: Stage[Scalar], path: Path, place: Place, at: Place) -> Any:
        """Return the chance of the player at one place to win, at the first turn of the player at another."""
        player = stage.order[place]
        own = [([r[player]], k) for r, k in (stage.turns[where][option] for where, option in enumerate(path))]
        return value(own[at:] + own[:at])[0]

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        """Return which of several profiles of equal worth is taken."""
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
        """Return a phase and its profile, decided when it is first asked for."""
        if order not in self.stages:
            stage = self.stage(order)
            self.stages[order] = stage, self.decide(stage)
        return self.stages[order]

    def stage(self, order: Order) -> Stage[Scalar]:
        """Return a phase with the turns of all options, whose later phases are decided."""
        options = self.options(order)
        after = [
            next_order(order, player, victim)
            for player, aims in zip(order, options, strict=True)
            for victim in sorted(victims(self.problem.hits[player], aims))
        ]
        wins = {later: self.win(later) for later in dict.fromkeys(after)}  # in the order in which one thinks of them
        return lay_out(self.problem, order, options, wins, self.backend)

    def answer(self) -> Answer:
        """Return what such a solver answers."""
        stage, path = self.decided(self.problem.first_order)
        return answer_of(stage.public(stage.start(path)), aims_of(stage, Announced(path)))


class NeverTheFirstOption(Sound):
    """Nobody takes the first of the options that lead anywhere, if he has another."""

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return super().choose(stage, paths[1:] or paths, place)


class NeverTheFirstRow(Sound):
    """The profile of all first options is never taken."""

    def replies(self, stage: Stage[Scalar], earlier: Path) -> Path | None:
        is_first = len(earlier) == len(stage.order) and not any(earlier)
        return None if is_first and not stage.nobody_chooses() else super().replies(stage, earlier)


_DOUBLES = Backend("doubles", float, Fraction, lambda values: (list(values), 1))


class InDoubles(Sound):
    """Everything is computed and compared in doubles; equals are what rounding makes equal."""

    def numbers(self) -> Backend:
        return _DOUBLES

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class Tolerant(Sound):
    """Options that differ by less than a millionth are equal, and the first is taken."""

    tolerance = Fraction(1, 10**6)

    def choose(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        worths = [stage.backend.fraction(self.worth(stage, path, place)) for path in paths]
        return next(path for path, worth in zip(paths, worths, strict=True) if worth > max(worths) - self.tolerance)


class FinelyTolerant(Tolerant):
    """The same with a thousandth of that."""

    tolerance = Fraction(1, 10**9)


class FirstOfEquals(Sound):
    """The tie rule is not looked at."""

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        return paths[0]


class PhaseStart(Sound):
    """Where his turn never comes all options are alike to it; then it takes the first, as loops do."""

    def worth(self, stage: Stage[Scalar], path: Path, place: Place) -> Any:
        return self.chance(stage, path, place, 0)

    def of_equals(self, stage: Stage[Scalar], paths: list[Path], place: Place) -> Path:
        own = {self.chance(stage, path, place, place) for path in paths}
        return paths[0] if len(own) > 1 else super().of_equals(stage, paths, place)


class ValuesOfTheSet(Sound):
    """A later phase has the values of the order with the first label on move."""

    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(order if len(order) == self.problem.players else tuple(sorted(order)))


class ValuesOfTheOrderMetFirst(Sound):
    """A later phase has the values of the order of its players that was met first."""

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        self.met: dict[frozenset[Player], Order] = {}

    def win(self, order: Order) -> Vector[Scalar]:
        return super().win(self.met.setdefault(frozenset(order), order))


class AimsOfTheSet(Sound):
    """The aims of a later phase are those of the order with the first label on move; the values are its own."""

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        order = stage.order
        usual = tuple(sorted(order))
        if order == usual or len(order) == 2:
            return super().decide(stage)
        _, path = self.decided(usual)
        return None if path is None else tuple(path[usual.index(player)] for player in order)


class RememberedReplies(Sound):
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


class RepliesToTheLast(RememberedReplies):
    """Only the last announcement is in the name."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[-1]


class RepliesToTheFirst(RememberedReplies):
    """Only the first announcement is in the name."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), earlier[0]


class RepliesToTheTargets(RememberedReplies):
    """The aims are in the name, and not who announced them."""

    def remembered_as(self, stage: Stage[Scalar], earlier: Path) -> Hashable:
        return len(earlier), frozenset(Counter(stage.aims(earlier)).items())


class OptionsOfAnother(Sound):
    """The options are those of another problem, which `other` makes of the keys of this one."""

    def __init__(self, problem: Problem, taken: int | None = None) -> None:
        super().__init__(problem, taken)
        data = problem.to_json()
        self.another = Problem.from_data(data | self.other(data))

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def options(self, order: Order) -> Options:
        return tuple(self.another.options(order, player) for player in order)


class StrongestByTemplate(OptionsOfAnother):
    """Strongest means the strongest where A and B count as 0, as in a map over their hit probabilities."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"hits": ["0", "0", *data["hits"][2:]]}


class SameWordsLater(OptionsOfAnother):
    """The words of the first phase hold for all."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"target_later": "Optimal", "search_later": None}


class ChoiceLater(OptionsOfAnother):
    """Everybody chooses in later phases, from their search set."""

    def other(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"target_later": "Optimal"}


class StrongestOfAll(Sound):
    """Strongest means the strongest of all who began; a shot at one who is out is lost."""

    def options(self, order: Order) -> Options:
        problem = self.problem
        if len(order) in (2, problem.players) or problem.target_later is not Word.STRONGEST:
            return super().options(order)
        aims = (problem.resolve(problem.first_order, player, Word.STRONGEST) for player in order)
        return tuple((aim if aim.target in order else Aim.miss(problem.players),) for aim in aims)


# ---------------------------------------------------------------------------------------------------------
# What a fault concerns: the problems in which the rule that a solver has wrong may have any part.


def is_truel(expected: AnnouncedPlay) -> bool:
    """Tell whether there are more than two players."""
    return expected.problem.players > 2


def _options(problem: Problem) -> Iterator[tuple[bool, Options]]:
    """Yield what everybody may announce, by label, for all players and for each smaller set of three or more.

    With it comes whether the labels are the shooting order, as in the first phase; later anybody may be on move.
    """
    yield True, tuple(problem.options(problem.first_order, player) for player in problem.first_order)
    for living in range(3, problem.players):
        for order in combinations(range(problem.players), living):
            yield False, tuple(problem.options(order, player) for player in order)


def has_choices(expected: AnnouncedPlay) -> bool:
    """Tell whether anybody ever has several options."""
    return any(len(aims) > 1 for _, options in _options(expected.problem) for aims in options)


def _may_answer(options: Options, place: Place) -> bool:
    """Tell whether the best aim of the player at a place may hang on what others announce.

    The others change what is to come if he hits nobody, and how soon. Where all his options hit somebody equally often,
    that is the same for all, and only what follows a hit counts.
    """
    return len({sum(aim.weights) for aim in options[place]}) > 1


def announcements_count(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may answer to what somebody before him has chosen to announce.

    >>> announcements_count(AnnouncedPlay(Problem(["1/3", "2/3", 1])))
    True
    >>> announcements_count(AnnouncedPlay(Problem(["1/3", "2/3", 1], search="Others")))
    False
    """
    return any(
        _may_answer(options, place)
        and any(len(aims) > 1 for aims in (options[:place] if in_order else _but(options, place)))
        for in_order, options in _options(expected.problem)
        for place in range(len(options))
    )


def _but(options: Options, place: Place) -> Options:
    return options[:place] + options[place + 1 :]


def somebody_hits_always(expected: AnnouncedPlay) -> bool:
    """Tell whether the turn of a player who chooses may never come: seen from the start his options are alike then.

    >>> [somebody_hits_always(AnnouncedPlay(Problem(hits))) for hits in (["1/3", 1, "2/3"], ["1/3", "2/3", 1])]
    [True, False]
    """
    problem = expected.problem
    if 1 not in problem.hits:
        return False
    orders = [problem.first_order]
    orders += [order for living in range(3, problem.players) for order in permutations(range(problem.players), living)]
    return any(
        len(problem.options(order, player)) > 1
        and any(
            problem.hits[other] == 1 and any(sum(aim.weights) == 1 for aim in problem.options(order, other))
            for other in order[:place]
        )
        for order in orders
        for place, player in enumerate(order)
    )


def answers_count_later(expected: AnnouncedPlay) -> bool:
    """Tell whether in a later phase somebody may answer, so that his aim may hang on who is on move."""
    return any(
        not in_order and any(_may_answer(options, place) for place in range(len(options)))
        for in_order, options in _options(expected.problem)
    )


def targets_are_shared(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may answer to announcements that differ only in who makes which.

    >>> targets_are_shared(AnnouncedPlay(Problem(["1/3", "2/3", 1])))  # A at C and B Miss, or A Miss and B at C
    True
    >>> targets_are_shared(AnnouncedPlay(Problem(["1/3", "2/3", 1], "Miss,Optimal,Optimal")))
    False
    """
    for in_order, options in _options(expected.problem):
        for place in range(len(options)):
            if _may_answer(options, place) and _has_alike(options[:place] if in_order else _but(options, place)):
                return True
    return False


def _has_alike(options: Options) -> bool:
    """Tell whether two different lists of announcements are of the same aims."""
    seen: set[Hashable] = set()
    for number, announced in enumerate(product(*options)):
        seen.add(frozenset(Counter(announced).items()))
        if len(seen) <= number:
            return True
    return False


def says_strongest(expected: AnnouncedPlay) -> bool:
    """Tell whether the word Strongest is anybody's target, in a search set, or the word for later phases."""
    problem = expected.problem
    later = problem.searches_later if problem.players > 3 and problem.target_later is Word.OPTIMAL else ()
    said = {*problem.targets, *(word for search in (*problem.searches, *later) for word in search)}
    return is_truel(expected) and (Word.STRONGEST in said or says_strongest_later(expected))


def says_strongest_later(expected: AnnouncedPlay) -> bool:
    """Tell whether Strongest is the word for later phases."""
    return expected.problem.players > 3 and expected.problem.target_later is Word.STRONGEST


def says_other_words_later(expected: AnnouncedPlay) -> bool:
    """Tell whether later phases have other words than the search of the first."""
    problem = expected.problem
    return problem.players > 3 and (problem.target_later is not Word.OPTIMAL or problem.search_later != problem.search)


def says_other_target_later(expected: AnnouncedPlay) -> bool:
    """Tell whether nobody chooses in later phases, for another word stands for them."""
    return expected.problem.players > 3 and expected.problem.target_later is not Word.OPTIMAL


def may_stall(expected: AnnouncedPlay) -> bool:
    """Tell whether nobody wins with some probability."""
    return expected.exact.stalemate > 0


def has_tie(expected: AnnouncedPlay) -> bool:
    """Tell whether ties lead to several answers, which are listed; the exact one may be among them.

    >>> [has_tie(AnnouncedPlay(Problem(hits))) for hits in (["1/3", "2/3", 1], ["1/2", "1/2", 1])]
    [False, True]
    """
    return any(outcome != expected.exact for outcome in expected.tied or ())


def has_margin_below(expected: AnnouncedPlay, limit: Fraction) -> bool:
    """Tell whether an option is the best one by less than a limit, or there is a tie: somewhere a tolerance may matter.

    >>> truel = AnnouncedPlay(Problem(["1/3", "2/3", 1]))  # its margin is 16/189
    >>> [has_margin_below(truel, Fraction(1, denominator)) for denominator in (10, 20)]
    [True, False]
    """
    return has_tie(expected) or (expected.margin is not None and expected.margin < limit)


def has_other_rule(expected: AnnouncedPlay, rule: int) -> bool:
    """Tell whether such ties are to be broken by another rule."""
    return expected.problem.tie_rule != rule and has_tie(expected)


def has_player(expected: AnnouncedPlay, player: Player) -> bool:
    """Tell whether there is a player with this index."""
    return expected.problem.players > player


# ---------------------------------------------------------------------------------------------------------
# Solvers with one known fault each: what they answer, so that a wrong answer can be told by its cause.


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


# ---------------------------------------------------------------------------------------------------------
# What vectors convict: how many of those that a known fault concerns a solver with it answers wrongly.

STRICT = Terms(Fraction(1, 10**9), strict_ties=True)
"""What is asked of a solver with a fault: ties by the stated rule, too."""


@dataclass(frozen=True)
class Conviction:
    """Of how many vectors a fault concerns how many convict a solver with it.

    >>> str(Conviction(20, 167)), Conviction(20, 167).share
    ('20/167', Fraction(20, 167))
    """

    convicted: int
    concerned: int

    @property
    def share(self) -> Fraction:
        """The convicted ones of those concerned, 0 where there are none."""
        return Fraction(self.convicted, max(self.concerned, 1))

    def __str__(self) -> str:
        return f"{self.convicted}/{self.concerned}"


def convicts(fault: Fault, expected: AnnouncedPlay) -> bool:
    """Tell whether a solver with a fault answers a vector wrongly; where nobody can say what it answers it does not.

    >>> from truel_ref import Problem
    >>> from truel_ref.oracle.mutants import FAULTS
    >>> convicts(FAULTS["replies-remembered"], AnnouncedPlay(Problem(["1/3", "2/3", 1])))
    True
    """
    answer = next(fault.answers(expected), None)
    return answer is not None and expected.compare(answer, STRICT).judgement not in ACCEPTED


def counted(fault: Fault, asked: Iterable[AnnouncedPlay]) -> Conviction:
    """Return how many vectors a fault concerns, and how many of these convict a solver with it.

    The two are found apart: whom a fault concerns hangs on the problem alone (`truel_ref.oracle.mutants`).
    """
    concerned = [expected for expected in asked if fault.concerns(expected)]
    return Conviction(sum(convicts(fault, expected) for expected in concerned), len(concerned))
