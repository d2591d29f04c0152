"""Backward induction as the rules have it, and the same with one step replaced: what solvers get wrong.

A **fault** is one rule of announced play that a solver has wrong; in everything else it is right, and computes in exact
numbers. Most of them are **mutants**: the backward induction of the rules, phase by phase, with one step replaced
(`MUTANTS`); what is not replaced is what `truel_ref.play` says. The tests convict each of them, and the diagnosis of a
report (`truel_ref.oracle.diagnosis`) compares a client's wrong answers with theirs.

What a fault concerns, the problems in which the rule may have any part, is told by what a problem states, and by the
ties and the stalemates of its exact answer, never by what a solver with the fault answers: so the share of these
problems that convict one says how much the vectors see.

Rules: `docs/rules.md`, R1.5 to R1.8, R2.2, R3.1 to R3.8 and R4.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Path, Place, Player, label, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import Number, inside, public
from truel_ref.oracle.judge import ACCEPTED, Terms
from truel_ref.oracle.kinds.announced import AnnouncedPlay, Answer, answer_of
from truel_ref.play.announced import Announced, Chosen, backward_induction, best_profiles, chosen_after
from truel_ref.play.phase import Scalar, Vector
from truel_ref.play.phases import aims_of
from truel_ref.play.stationary import all_equilibria
from truel_ref.play.ties import break_tie
from truel_ref.play.turns import Options, Profiles, Stage, lay_out, survivor, victims

__all__ = [
    "FAULTS",
    "MUTANTS",
    "STRICT",
    "Conviction",
    "Fault",
    "Mutant",
    "convicts",
    "counted",
    "has_tie",
]


Steps: TypeAlias = Mapping[str, Callable[..., Any]]
_AS_THE_RULES: Steps = {}

Led: TypeAlias = "Mapping[Path, Sequence[Any]]"
"""For the profile that each allowed option of a player leads to, what all win at his turn."""


class Mutant:
    """Announced play by the definition, phase by phase, each decided when it is needed, with some steps replaced.

    `taken` is which of several equal options is taken, the first or the last, by default the one of the tie rule;
    `has_tied` says afterwards whether there ever were several. `steps` are functions that replace methods of the same
    name; each gets the mutant first, and then what the method gets.
    """

    def __init__(self, problem: Problem, taken: int | None = None, steps: Steps = _AS_THE_RULES) -> None:
        self.problem = problem
        self.taken = taken
        self.has_tied = False
        for name, step in steps.items():
            setattr(self, name, partial(step, self))
        self.stages: dict[Hashable, tuple[Stage[Scalar], Path | None]] = {}
        self.kept: dict[Hashable, Any] = {}  # what a step remembers
        self.passed_over: set[tuple[Order, Path]] = set()  # announcements whose replies were not worked out

    # -- what may be replaced

    def number(self, value: Number) -> Any:
        """Return an exact number in the type that is computed with."""
        return inside(value)

    def options(self, order: Order) -> Options:
        """Return what each player of a phase may announce."""
        return tuple(self.problem.options(order, player) for player in order)

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        """Return the profile of a phase, None in a stalemate."""
        chosen = backward_induction(stage, best=self.best, prefer=self.prefer, replies=self.replies)
        ties = (node for node, here in chosen.items() if len(here.equal) > 1)
        self.has_tied = self.has_tied or not all(self._is_passed_over(stage.order, node) for node in ties)
        return chosen[()].path

    def _is_passed_over(self, order: Order, node: Path) -> bool:
        """Tell whether nobody asked what is chosen at a node, because something else is remembered there or before."""
        return any((order, node[:place]) in self.passed_over for place in range(1, len(node) + 1))

    def replies(self, profiles: Profiles, chosen: Mapping[Path, Chosen], earlier: Path) -> Path | None:
        """Return the profile that follows some announcements: step 1."""
        return chosen_after(profiles, chosen, earlier)

    def best(self, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        """Return the profiles that count as equally good: step 3."""
        return best_profiles(profiles, place, wins)

    def win(self, order: Order) -> Vector[Scalar]:
        """Return the win probabilities at the start of a phase."""
        if len(order) == 1:
            return list(map(self.number, map(public, survivor(order[0], self.problem.players))))
        stage, path = self.decided(order)
        return stage.start(path)

    # -- what stays

    def prefer(self, problem: Problem, aims: Sequence[Aim], wins: Sequence[Any], number: Callable[[Any], Any]) -> int:
        """Return which of some equal options is taken, by its index among them: step 4."""
        if len(aims) == 1:
            return 0
        return break_tie(problem, aims, wins, number) if self.taken is None else self.taken

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
        return lay_out(self.problem, order, options, wins, self.number)

    def answer(self) -> Answer:
        """Return what such a solver answers."""
        stage, path = self.decided(self.problem.first_order)
        win = (Fraction(share) if isinstance(share, float) else public(share) for share in stage.start(path))
        return answer_of(tuple(win), aims_of(stage, Announced(path)))


# ---------------------------------------------------------------------------------------------------------
# Steps that replace those of the rules


def _never_the_first_option(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
    """Take none of the first options that lead anywhere, if there is another."""
    return best_profiles(profiles, place, dict(list(wins.items())[1:]))


def _never_the_first_row(
    mutant: Mutant, profiles: Profiles, chosen: Mapping[Path, Chosen], earlier: Path
) -> Path | None:
    """Never take the profile of all first options."""
    is_first = len(earlier) == len(profiles.order) and not any(earlier)
    nobody_chooses = all(len(aims) == 1 for aims in profiles.options)
    return None if is_first and not nobody_chooses else chosen_after(profiles, chosen, earlier)


def _first_of_equals(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
    """Take the first of equal options; the tie rule is not looked at."""
    return best_profiles(profiles, place, wins)[:1]


def _first_within(tolerance: Fraction) -> Callable[..., Sequence[Path]]:
    """Return a choice that takes the first of the options that differ by less than a tolerance."""

    def best(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        worths = {path: public(win[profiles.order[place]]) for path, win in wins.items()}
        least = max(worths.values()) - tolerance
        return [path for path, worth in worths.items() if worth > least][:1]

    return best


def _best_at_the_start(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
    """Compare the chances at the start of the phase; where his turn never comes, all options are alike to it.

    Of options that are alike at the start and not at his own turn the first is taken, as loops do.
    """
    equal = best_profiles(profiles, place, {path: profiles.win(path) for path in wins})
    own = {wins[path][profiles.order[place]] for path in equal}
    return equal[:1] if len(own) > 1 else equal


def _win_of_the_set(mutant: Mutant, order: Order) -> Vector[Scalar]:
    """Return for a later phase the values of the order with the first label on move."""
    return Mutant.win(mutant, order if len(order) == mutant.problem.players else tuple(sorted(order)))


def _win_of_the_order_met_first(mutant: Mutant, order: Order) -> Vector[Scalar]:
    """Return for a later phase the values of the order of its players that was met first."""
    return Mutant.win(mutant, mutant.kept.setdefault(frozenset(order), order))


def _aims_of_the_set(mutant: Mutant, stage: Stage[Scalar]) -> Path | None:
    """Return for a later phase the aims of the order with the first label on move; the values are its own."""
    order = stage.order
    usual = tuple(sorted(order))
    if order == usual or len(order) == 2:
        return Mutant.decide(mutant, stage)
    _, path = mutant.decided(usual)
    return None if path is None else tuple(path[usual.index(player)] for player in order)


def _remembering(kept: Callable[[tuple[Aim, ...]], Hashable]) -> Callable[..., Path | None]:
    """Return replies that are remembered under a name that keeps some only of what was announced."""

    def replies(mutant: Mutant, stage: Stage[Scalar], chosen: Mapping[Path, Chosen], earlier: Path) -> Path | None:
        fresh = chosen_after(stage, chosen, earlier)
        if len(earlier) == len(stage.order):
            return fresh
        name = stage.order, len(earlier), kept(stage.aims(earlier))
        path: Path | None = earlier + mutant.kept[name] if name in mutant.kept else None
        if path is not None and not stage.stalls(path):
            mutant.passed_over.add((stage.order, earlier))
            return path
        if fresh is not None:
            mutant.kept[name] = fresh[len(earlier) :]
        return fresh

    return replies


def _strongest_by_template(mutant: Mutant, order: Order) -> Options:
    """Return options in which Strongest is the strongest where A and B count as 0, as in a map over both."""
    another = _changed(mutant.problem, hits=["0", "0", *mutant.problem.to_json()["hits"][2:]])
    return tuple(another.options(order, player) for player in order)


def _strongest_of_all(mutant: Mutant, order: Order) -> Options:
    """Return options in which Strongest is the strongest of all who began; a shot at one who is out is lost."""
    problem = mutant.problem
    if len(order) in (2, problem.players) or problem.target_later is not Word.STRONGEST:
        return Mutant.options(mutant, order)
    aims = (problem.resolve(problem.first_order, player, Word.STRONGEST) for player in order)
    return tuple((aim if aim.target in order else Aim.miss(problem.players),) for aim in aims)


def _changed(problem: Problem, **keys: Any) -> Problem:
    """Return a problem some of whose keys say something else."""
    return Problem.from_data(problem.to_json() | keys)


MUTANTS: dict[str, Steps] = {
    "first-option": {"best": _never_the_first_option},
    "first-row": {"replies": _never_the_first_row},
    "phase-start": {"best": _best_at_the_start},
    "values-of-set": {"win": _win_of_the_set},
    "values-of-first-order": {"win": _win_of_the_order_met_first},
    "aims-of-set": {"decide": _aims_of_the_set},
    "replies-remembered": {"replies": _remembering(lambda aims: None)},
    "replies-to-last": {"replies": _remembering(lambda aims: aims[-1])},
    "replies-to-first": {"replies": _remembering(lambda aims: aims[0])},
    "replies-to-targets": {"replies": _remembering(lambda aims: frozenset(Counter(aims).items()))},
    "strongest-template": {"options": _strongest_by_template},
    "strongest-of-all": {"options": _strongest_of_all},
    "first-of-equals": {"best": _first_of_equals},
    "tolerance": {"best": _first_within(Fraction(1, 10**6))},
    "fine-tolerance": {"best": _first_within(Fraction(1, 10**9))},
    "float-noise": {"number": lambda mutant, value: float(value), "best": _first_of_equals},
}
"""The steps that each mutant replaces; `FAULTS` says what they mean."""


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


# ---------------------------------------------------------------------------------------------------------
# What solvers with a slip answer


def _by_mutant(expected: AnnouncedPlay, name: str) -> Iterator[Answer]:
    """Yield what a mutant may answer: with ties broken as the rules say, then the first or last of equals."""
    stated = Mutant(expected.problem, None, MUTANTS[name])
    yield stated.answer()
    if stated.has_tied:
        yield from (Mutant(expected.problem, taken, MUTANTS[name]).answer() for taken in (0, -1))


def _right(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the exact answer, and those if ties and thin margins fall otherwise; none where they are not listed."""
    if expected.tied is not None and expected.near is not None:
        for outcome in (expected.exact, *expected.tied, *expected.near):
            yield answer_of(outcome.win, outcome.aims)


def _other_rule(expected: AnnouncedPlay, rule: int) -> Iterator[Answer]:
    yield Mutant(_changed(expected.problem, if_eq=rule)).answer()


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
    listed = all_equilibria(problem, cap=_SELECTIONS)
    if listed.complete:
        yield from (answer_of(equilibrium.win, equilibrium.aims) for equilibrium in listed.equilibria)


_SELECTIONS = 50  # of equilibria of smaller sets; where there are more, nobody can say what such a solver answers


def _of_another(expected: AnnouncedPlay, **keys: Any) -> Iterator[Answer]:
    """Yield what a solver may answer that reads some keys as others: ties as the rules say, then by each rule."""
    another = _changed(expected.problem, **keys)
    solution = solve(another)
    yield answer_of(solution.win, solution.aims)
    for rule in TIE_RULES if solution.ties else ():
        otherwise = solve(_changed(another, if_eq=rule))
        yield answer_of(otherwise.win, otherwise.aims)


def _no_stalemate(expected: AnnouncedPlay) -> Iterator[Answer]:
    for right in _right(expected):
        total = sum(right.win, Fraction(0))
        win = tuple(chance / total for chance in right.win) if total else right.win
        yield Answer(win, right.aims, Fraction(0))


# ---------------------------------------------------------------------------------------------------------
# The table

_MOST_EXCHANGED = 6
"""Players among whom exchanged pairs are looked for."""


def _mutant(name: str, sentence: str, concerns: Callable[[AnnouncedPlay], bool], **more: bool) -> Fault:
    return Fault(name, sentence, partial(_by_mutant, name=name), concerns, **more)


def _listed() -> list[Fault]:
    return [
        _mutant(
            "first-option",
            "never takes the first of a player's options",
            has_choices,
            is_by_order=True,
        ),
        _mutant(
            "first-row",
            "never takes the first row of its table of profiles",
            has_choices,
            is_by_order=True,
        ),
        _mutant(
            "phase-start",
            "compares a player's options by his chances at the start of the phase instead of at his own turn",
            somebody_hits_always,
            is_by_order=True,
        ),
        _mutant(
            "values-of-set",
            "solves a later phase once for each set of living players, whoever is on move: the first label always is",
            is_truel,
        ),
        _mutant(
            "values-of-first-order",
            "solves a later phase once for each set of living players, and reuses it for every other shooting order",
            is_truel,
        ),
        _mutant(
            "aims-of-set",
            "decides the aims of a later phase once for each set of living players, whatever the shooting order",
            answers_count_later,
        ),
        _mutant(
            "replies-remembered",
            "reuses replies although other targets were committed: whatever was announced before",
            announcements_count,
            is_by_order=True,
        ),
        _mutant(
            "replies-to-last",
            "reuses replies although other targets were committed: the last one alone counts",
            announcements_count,
            is_by_order=True,
        ),
        _mutant(
            "replies-to-first",
            "reuses replies although other targets were committed: the first one alone counts",
            announcements_count,
            is_by_order=True,
        ),
        _mutant(
            "replies-to-targets",
            "reuses replies although other targets were committed: it forgets who aims at whom",
            targets_are_shared,
            is_by_order=True,
        ),
        _mutant(
            "strongest-template",
            "takes Strongest from a template in which A and B never hit, as a map over A and B has it",
            says_strongest,
        ),
        _mutant(
            "strongest-of-all",
            "finds the Strongest once for the whole game, and lets shots at the dead be lost",
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
            partial(_of_another, target_later="Optimal", search_later=None),
            says_other_words_later,
        ),
        Fault(
            "later-choice",
            "lets everybody choose in later phases, whatever the word for them",
            partial(_of_another, target_later="Optimal"),
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
        _mutant(
            "first-of-equals",
            "takes the first of equal options, whatever the tie rule",
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
        _mutant(
            "tolerance",
            "takes the first of options that differ by less than 1e-6",
            partial(has_margin_below, limit=Fraction(1, 10**6)),
            settles_ties=True,
            is_by_order=True,
        ),
        _mutant(
            "float-noise",
            "leaves ties to the rounding of doubles",
            has_tie,
            is_tie=True,
            is_any_outcome=True,
            is_by_order=True,
        ),
        _mutant(
            "fine-tolerance",
            "takes the first of options that differ by less than 1e-9",
            partial(has_margin_below, limit=Fraction(1, 10**9)),
            settles_ties=True,
            is_by_order=True,
        ),
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
