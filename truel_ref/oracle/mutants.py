"""What solvers get wrong, in words, and how many vectors see it.

A **fault** is one rule of announced play that a solver has wrong; in everything else it is right, and computes in exact
numbers. Most of them are **mutants**: the backward induction of the rules, phase by phase, with one step replaced
(`truel_ref.oracle.steps`). The tests convict each of them, and the diagnosis of a report (`truel_ref.oracle.diagnosis`)
compares a client's wrong answers with theirs.

What a fault concerns, the problems in which the rule may have any part, is told by what a problem states, and by the
ties and the stalemates of its exact answer, never by what a solver with the fault answers: so the share of these
problems that convict one says how much the vectors see.

Rules: `docs/rules.md`; each fault has the number of the one that it goes against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, combinations, permutations, product
from operator import itemgetter
from types import MappingProxyType
from typing import Any, TypeAlias

from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.options import DEFAULT_SEARCH
from truel_ref.game.people import Place, Player, label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.oracle.judge import ACCEPTED, Terms, work
from truel_ref.oracle.kinds.announced import AnnouncedPlay, Answer, answer_of
from truel_ref.oracle.steps import MISS_FIRST, MUTANTS, Mutant, changed
from truel_ref.play.stationary import all_equilibria
from truel_ref.play.turns import Options

__all__ = ["FAULTS", "STRICT", "Conviction", "Fault", "convicts", "counted", "has_tie"]


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


def _all_options(problem: Problem) -> Iterator[tuple[Aim, ...]]:
    """Yield what each player may announce in each phase of three or more."""
    return (aims for _, options in _options(problem) for aims in options)


def _searches(problem: Problem) -> set[tuple[Word, ...]]:
    """Return the search sets of all players, in the first phase and later."""
    return {*problem.searches, *problem.searches_later}


def has_choices(expected: AnnouncedPlay) -> bool:
    """Tell whether anybody ever has several options."""
    return any(len(aims) > 1 for aims in _all_options(expected.problem))


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


def _counts(aims: Iterable[Aim]) -> Hashable:
    """Return how often each aim occurs."""
    return frozenset(Counter(aims).items())


def _ends(aims: Sequence[Aim]) -> Hashable:
    """Return the first and the last of some aims."""
    return aims[:1], aims[-1:]


def targets_are_shared(expected: AnnouncedPlay, kept: Callable[[Any], Hashable] = _counts) -> bool:
    """Whether a player may reply to different lists of announcements of which the same is kept.

    By default what is kept is how often each aim occurs: the lists differ only in who makes which.

    >>> targets_are_shared(AnnouncedPlay(Problem(["1/3", "2/3", 1])))  # A at C and B Miss, or A Miss and B at C
    True
    >>> targets_are_shared(AnnouncedPlay(Problem(["1/3", "2/3", 1], "Miss,Optimal,Optimal")))
    False
    """
    return any(
        _may_answer(options, place) and _has_alike(options[:place] if in_order else _but(options, place), kept)
        for in_order, options in _options(expected.problem)
        for place in range(len(options))
    )


def _has_alike(options: Options, kept: Callable[[Any], Hashable]) -> bool:
    """Whether the same is kept of two different lists of announcements."""
    seen: set[Hashable] = set()
    for number, announced in enumerate(product(*options)):
        seen.add(kept(announced))
        if len(seen) <= number:
            return True
    return False


def has_four(expected: AnnouncedPlay, concerns: Callable[[AnnouncedPlay], bool]) -> bool:
    """Tell whether there are four players or more, and something else holds, too."""
    return expected.problem.players > 3 and concerns(expected)


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


def has_choices_later(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody chooses in a later phase of three or more."""
    return any(not first and any(len(aims) > 1 for aims in options) for first, options in _options(expected.problem))


def says_random(expected: AnnouncedPlay) -> bool:
    """Tell whether Random is a target, the word for later phases, or in a search set."""
    problem = expected.problem
    return Word.RANDOM in {*problem.targets, problem.target_later, *chain.from_iterable(_searches(problem))}


def has_mixes(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may choose a mix."""
    return any(len(aims) > 1 and any(aim.is_mix for aim in aims) for aims in _all_options(expected.problem))


def has_partial_mix(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may take, or is to take, a mix with a part of Miss."""
    return any(aim.is_mix and aim.total < 1 for aims in _all_options(expected.problem) for aim in aims)


def has_levels(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody searches mixes of a random level."""
    return any(expected.problem.random_levels or ())


def has_several_levels(expected: AnnouncedPlay) -> bool:
    """Tell whether the random levels of two players differ."""
    return len(set(expected.problem.random_levels or ())) > 1


def has_levels_later(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody searches mixes of a random level in a later phase."""
    return has_levels(expected) and has_choices_later(expected)


def has_targets(expected: AnnouncedPlay) -> bool:
    """Tell whether some aim is predefined in the first phase."""
    return any(said is not Word.OPTIMAL for said in expected.problem.targets)


def has_lasting_target(expected: AnnouncedPlay) -> bool:
    """Tell whether a player is a stated target, and there are later phases in which that could be kept."""
    return expected.problem.players > 3 and any(isinstance(said, int) for said in expected.problem.targets)


def has_search(expected: AnnouncedPlay) -> bool:
    """Whether a search set other than the default matters: an aim is Optimal, or Random, the mix of the set."""
    problem = expected.problem
    asks = not {Word.OPTIMAL, Word.RANDOM}.isdisjoint((*problem.targets, problem.target_later))
    return asks and _searches(problem) != {DEFAULT_SEARCH}


def may_shoot_himself(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody may choose to shoot at himself."""
    return has_choices(expected) and any(Word.SELF in search for search in _searches(expected.problem))


def has_harmless_player(expected: AnnouncedPlay) -> bool:
    """Tell whether somebody never hits, and somebody chooses."""
    return 0 in expected.problem.hits and has_choices(expected)


def says_word_later(expected: AnnouncedPlay) -> bool:
    """Tell whether two players left of more have other options than each other, if the words count for them."""
    problem = expected.problem
    return problem.players > 2 and any(
        problem.free_options(order, order[0]) != problem.options(order, order[0])
        for order in permutations(range(problem.players), 2)
    )


def has_target_in_duel(expected: AnnouncedPlay) -> bool:
    """Tell whether a problem of two players states an aim."""
    return expected.problem.players == 2 and has_targets(expected)


def nobody_chooses_an_aim(expected: AnnouncedPlay) -> bool:
    """Tell whether the phase is a stalemate in which somebody was to choose."""
    return None in expected.exact.aims


def says_other_search_later(expected: AnnouncedPlay) -> bool:
    """Tell whether later phases have another search set, and a word that asks for it."""
    problem = expected.problem
    asks = problem.target_later in (Word.OPTIMAL, Word.RANDOM)
    return problem.players > 3 and asks and problem.search_later != problem.search


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


def has_tie_by_rule(expected: AnnouncedPlay, rules: Sequence[int]) -> bool:
    """Tell whether such ties are to be broken by one of these rules."""
    return expected.problem.tie_rule in rules and has_tie(expected)


def has_other_rule(expected: AnnouncedPlay, rule: int) -> bool:
    """Tell whether such ties are to be broken by another rule."""
    return expected.problem.tie_rule != rule and has_tie(expected)


def has_any(expected: AnnouncedPlay) -> bool:
    """Say that any problem will do."""
    return True


def has_player(expected: AnnouncedPlay, player: Player) -> bool:
    """Tell whether there is a player with this index."""
    return expected.problem.players > player


# ---------------------------------------------------------------------------------------------------------
# Solvers with one known fault each: what they answer, so that a wrong answer can be told by its cause.


@dataclass(frozen=True)
class Fault:
    """One known fault of solvers.

    Fields: `name`; `rule`, the number of the rule that it goes against; `sentence`, what a solver with it does, to
    follow "a solver that"; `answers`, from what is expected of a vector to what such a solver may answer: the first has
    its ties broken as the rules say, further ones otherwise, and there are none where it cannot be said; `concerns`,
    whether the rule in question may have any part in a problem; `is_tie`, whether all these are outcomes of a tie,
    wrong only where the tie rule is asked for; `settles_ties`, whether it says of every tie how it falls;
    `is_any_outcome`, whether another solver with it may answer any other of these; `is_by_order`, whether its answer
    hangs on the order in which options are gone through: that of finer mixes is not the same in every solver;
    `tie_rule`, the tie rule that it has wrong, None if it is about more than the ties of this rule;
    `may_spare_stalemates`, whether a solver with it may be right where nobody can win; `miss_first`, the answers of
    such a solver that goes through options with Miss first, None if that makes no difference.

    >>> FAULTS["phase-start"].sentence
    "compares a player's options by the chances at the start of the phase, not at the player's own turn"
    """

    name: str
    rule: str
    sentence: str
    answers: Callable[[AnnouncedPlay], Iterator[Answer]]
    concerns: Callable[[AnnouncedPlay], bool]
    is_tie: bool = False
    settles_ties: bool = False
    is_any_outcome: bool = False
    is_by_order: bool = False
    tie_rule: int | None = None
    may_spare_stalemates: bool = False
    miss_first: Callable[[AnnouncedPlay], Iterator[Answer]] | None = None

    def answer(self, problem: Problem) -> Answer | None:
        """Return what a solver with this fault answers that breaks ties as the rules say, None if nobody can say.

        >>> str(FAULTS["exchanged-A-B"].answer(Problem(["1/2", "1/3"])).win[0])
        '1/4'
        """
        return next(self.answers(AnnouncedPlay(problem)), None)


# ---------------------------------------------------------------------------------------------------------
# What solvers with a slip answer


def _by_mutant(
    expected: AnnouncedPlay,
    name: str,
    otherwise: tuple[int, ...] = (0, -1),
    more: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Answer]:
    """Yield what a mutant may answer: with ties broken as the rules say, then the first or last of equals."""
    answered = partial(_answered, expected.problem, name, tuple(more.items()))
    answer, has_tied = answered(None)
    yield answer
    if has_tied:
        yield from (answered(taken)[0] for taken in otherwise)


@lru_cache(maxsize=20_000)  # a diagnosis asks for most answers twice
def _answered(problem: Problem, name: str, more: tuple[tuple[str, Any], ...], taken: int | None) -> tuple[Answer, bool]:
    """Return what a mutant answers, and whether a tie was broken."""
    mutant = Mutant(problem, taken, {**MUTANTS[name], **dict(more)})
    return mutant.answer(), mutant.has_tied


def _right(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the exact answer, and those if ties and thin margins fall otherwise; none where they are not listed."""
    if expected.tied is not None and expected.near is not None:
        for outcome in (expected.exact, *expected.tied, *expected.near):
            yield answer_of(outcome.win, outcome.aims)


def _other_rule(expected: AnnouncedPlay, rule: int) -> Iterator[Answer]:
    yield Mutant(changed(expected.problem, if_eq=rule)).answer()


def _without_sign(expected: AnnouncedPlay) -> Iterator[Answer]:
    return _other_rule(expected, abs(expected.problem.tie_rule))


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


def _no_stalemate(expected: AnnouncedPlay) -> Iterator[Answer]:
    """Yield the right answers, scaled; where nobody wins there is nothing to scale.

    Those who never hit mostly find all aims equal: no aims are said where the right answers differ in them.
    """
    listed = list(_right(expected))
    says_aims = len({right.aims for right in listed}) == 1
    for right in listed:
        total, aims = sum(right.win, Fraction(0)), right.aims if says_aims else None
        yield Answer(tuple(chance / (total or 1) for chance in right.win), aims, Fraction(0))


def _of_another(expected: AnnouncedPlay, change: Callable[[Problem], Mapping[str, Any]]) -> Iterator[Answer]:
    """Yield what a solver may answer that reads some keys as others: ties as the rules say, then by each rule."""
    another = changed(expected.problem, **change(expected.problem))
    if work(another) > _MOST_READ:
        return
    solution = solve(another)
    yield answer_of(solution.win, solution.aims)
    for rule in TIE_RULES if solution.ties else ():
        otherwise = solve(changed(another, if_eq=rule))
        yield answer_of(otherwise.win, otherwise.aims)


_MOST_READ = 10_000
"""Profiles that a problem which is read for another one may have; an answer to a larger one takes long."""


def _rounded(expected: AnnouncedPlay, digits: int) -> Iterator[Answer]:
    """Yield the right answers with win probabilities as printed to some decimal places."""
    for right in _right(expected):
        yield Answer(tuple(round(chance, digits) for chance in right.win), right.aims, right.stalemate)


def _in_percent(expected: AnnouncedPlay) -> Iterator[Answer]:
    for right in _right(expected):
        yield Answer(tuple(100 * chance for chance in right.win), right.aims, right.stalemate and 100 * right.stalemate)


# ---------------------------------------------------------------------------------------------------------
# The table

_MOST_EXCHANGED = 6
"""Players among whom exchanged pairs are looked for."""

_ROUNDED = range(2, 9)
"""Decimal places to which answers may be rounded; the usual tolerance allows nine."""

_Concerns: TypeAlias = Callable[[AnnouncedPlay], bool]

_BY_ORDER: Mapping[str, Any] = {"is_by_order": True}
_BY_TIE: Mapping[str, Any] = {"is_tie": True, "settles_ties": True}

_READ: Mapping[str, Callable[[Problem], Mapping[str, Any]]] = {
    "no-targets": lambda problem: {"targets": None},
    "later-words": lambda problem: {"target_later": "Optimal", "search_later": None},
    "later-choice": lambda problem: {"target_later": "Optimal"},
    "search-later": lambda problem: {"search_later": None},
    "no-search": lambda problem: {"search": ["Others", "Miss"], "search_later": None},
    "no-levels": lambda problem: {"random_levels": None},
    "levels-of-a": lambda problem: {"random_levels": [(problem.random_levels or (None,))[0]] * problem.players},
    "levels-highest": lambda problem: {
        "random_levels": problem.random_levels
        and [max(filter(None, problem.random_levels), default=None)] * problem.players
    },
    "levels-more": lambda problem: {
        "random_levels": problem.random_levels and [level and level + 1 for level in problem.random_levels]
    },
}
"""What a solver takes some keys of a problem for; those of `_WRONG` that are no mutants."""

_WRONG: tuple[tuple[str, str, str, _Concerns, Mapping[str, Any]], ...] = (
    (
        "after-victim",
        "R1.7",
        "goes on with the player after the one who is out, not after the one who shot",
        is_truel,
        {},
    ),
    ("shooter-again", "R1.7", "lets the one who has hit somebody shoot again", is_truel, {}),
    (
        "values-of-set",
        "R1.7",
        "solves a later phase once for each set of living players, whoever is on move: the first label always is",
        is_truel,
        {},
    ),
    (
        "values-of-first-order",
        "R1.7",
        "solves a later phase once for each set of living players, and reuses it for every other shooting order",
        is_truel,
        {},
    ),
    (
        "aims-of-set",
        "R1.7",
        "decides the aims of a later phase once for each set of living players, whatever the shooting order",
        answers_count_later,
        {},
    ),
    ("targets-for-ever", "R1.7", "keeps stated targets for later phases", has_lasting_target, {}),
    ("duel-words", "R1.8", "lets two players who are left do what the words for later phases say", says_word_later, {}),
    (
        "duel-targets",
        "R1.9",
        "lets two players shoot each other although something else is stated",
        has_target_in_duel,
        {},
    ),
    ("stalemate-shared", "R1.10", "shares a stalemate among the living, and so chooses it", has_choices, {}),
    ("whole-mixes", "R1.3", "scales the weights of an aim so that they add up to 1", has_partial_mix, {}),
    ("one-round", "R2.2", "forgets that a round without a hit is followed by another one", has_any, {}),
    ("own-turns", "R2.2", "answers what each player wins at their own first turn, not at the start", has_any, {}),
    ("no-targets", "R3.1", "lets everybody choose, whatever aims are stated", has_targets, {}),
    (
        "spite",
        "R3.1",
        "takes what leaves the strongest of the others least, not what is best for the chooser",
        has_choices,
        {},
    ),
    ("first-option", "R3.1", "never takes the first of a player's options", has_choices, _BY_ORDER),
    ("last-option", "R3.1", "never takes the last of a player's options", has_choices, _BY_ORDER),
    ("first-row", "R3.1", "never takes the first row of its table of profiles", has_choices, _BY_ORDER),
    (
        "phase-start",
        "R3.1",
        "compares a player's options by the chances at the start of the phase, not at the player's own turn",
        somebody_hits_always,
        _BY_ORDER,
    ),
    (
        "phase-start-last",
        "R3.1",
        "compares a player's options by the chances at the start of the phase, and takes the last of equals there",
        somebody_hits_always,
        _BY_ORDER,
    ),
    (
        "phase-start-rule",
        "R3.1",
        "compares a player's options by the chances at the start of the phase, and lets the tie rule decide there",
        somebody_hits_always,
        _BY_ORDER,
    ),
    (
        "own-shot",
        "R3.2",
        "chooses by what follows the own hit, as if nobody else ever hit",
        has_choices,
        _BY_ORDER,
    ),
    (
        "announced-backwards",
        "R3.2",
        "lets the last player announce first, and the first one last",
        announcements_count,
        {},
    ),
    *(
        (
            f"replies-{name}",
            "R3.2",
            f"reuses replies although other targets were committed: {what}",
            concerns,
            _BY_ORDER,
        )
        for name, what, concerns in (
            ("remembered", "whatever was announced before", announcements_count),
            ("to-last", "the last one alone counts", announcements_count),
            ("to-first", "the first one alone counts", announcements_count),
            ("to-targets", "it forgets who aims at whom", targets_are_shared),
            ("to-set", "it knows only which targets there are", partial(targets_are_shared, kept=frozenset)),
            ("to-last-two", "the last two alone count", partial(targets_are_shared, kept=itemgetter(slice(-2, None)))),
            ("to-first-two", "the first two alone count", partial(targets_are_shared, kept=itemgetter(slice(2)))),
            ("to-ends", "the first and the last one alone count", partial(targets_are_shared, kept=_ends)),
            (
                "remembered-of-four",
                "from four players on it forgets whatever was announced before",
                partial(has_four, concerns=announcements_count),
            ),
            (
                "to-last-of-four",
                "from four players on the last one alone counts",
                partial(has_four, concerns=announcements_count),
            ),
            (
                "to-first-of-four",
                "from four players on the first one alone counts",
                partial(has_four, concerns=announcements_count),
            ),
            (
                "to-targets-of-four",
                "from four players on it forgets who aims at whom",
                partial(has_four, concerns=targets_are_shared),
            ),
            ("of-other-orders", "it knows the set of living players, not their shooting order", has_choices_later),
        )
    ),
    ("stalling", "R3.4", "allows announcements after which nobody can be hit, and counts them as 0", has_choices, {}),
    (
        "stalemate-aims",
        "R3.5",
        "says Miss in a stalemate where a player who was to choose has no aim",
        nobody_chooses_an_aim,
        {},
    ),
    (
        "later-words",
        "R3.6",
        "ignores the words for later phases and goes on with the search of the first",
        says_other_words_later,
        {},
    ),
    (
        "later-choice",
        "R4.2",
        "lets everybody choose in later phases, whatever the word for them",
        says_other_target_later,
        {},
    ),
    (
        "search-later",
        "R4.3",
        "goes on with the search of the first phase where another one is stated for later phases",
        says_other_search_later,
        {},
    ),
    ("no-search", "R4.3", "searches the others and Miss, whatever the search set is", has_search, {}),
    ("no-miss", "R4.4", "never lets anybody choose Miss", has_choices, {}),
    ("no-miss-later", "R4.4", "lets nobody choose Miss after the first elimination", has_choices_later, {}),
    ("no-self", "R4.4", "lets no player choose themselves", may_shoot_himself, {}),
    ("no-harmless", "R4.4", "never lets anybody choose a player who never hits", has_harmless_player, {}),
    ("strongest-only", "R4.4", "lets everybody who chooses shoot at the strongest", has_choices, {}),
    (
        "strongest-only-later",
        "R4.4",
        "lets everybody who chooses after the first elimination shoot at the strongest",
        has_choices_later,
        {},
    ),
    (
        "strongest-template",
        "R4.1",
        "takes Strongest from a template in which A and B never hit, as a map over A and B has it",
        says_strongest,
        {},
    ),
    (
        "strongest-of-all",
        "R4.1",
        "finds the Strongest once for the whole game, and lets shots at the dead be lost",
        says_strongest_later,
        {},
    ),
    ("strongest-weakest", "R4.1", "takes the worst shot for the Strongest", says_strongest, {}),
    ("strongest-earliest", "R4.1", "takes of equal shots the earliest for the Strongest", says_strongest, {}),
    ("no-mix", "R4.5", "never lets anybody choose a mix", has_mixes, {}),
    ("random-hits", "R4.5", "lets Random never miss, though Miss is in the search set", says_random, {}),
    (
        "random-misses",
        "R4.5",
        "lets Random miss as often as it takes each target, though Miss is not in the search set",
        says_random,
        {},
    ),
    ("random-others", "R4.5", "lets Random shoot at any other player, whatever the search set is", says_random, {}),
    (
        "random-anybody",
        "R4.5",
        "lets Random shoot at anybody, the shooter too, whatever the search set is",
        says_random,
        {},
    ),
    ("no-levels", "R4.6", "knows no random levels: it searches the equal mix instead", has_levels, {}),
    ("levels-at-first", "R4.6", "knows random levels in the first phase only", has_levels_later, {}),
    ("levels-more", "R4.6", "searches mixes of one level more than the stated one", has_levels, {}),
    ("levels-of-a", "R4.6", "takes the random level of the first player for everybody", has_several_levels, {}),
    (
        "levels-by-place",
        "R4.6",
        "takes the random level of a place in the shooting order, also in later phases",
        has_levels_later,
        {},
    ),
    ("levels-highest", "R4.6", "takes the highest random level for everybody", has_several_levels, {}),
    ("levels-full", "R4.6", "knows no mixes with a part of Miss", has_levels, {}),
    ("levels-and-random", "R4.6", "searches the equal mix beside the mixes of a random level", has_levels, {}),
    (
        "first-of-equals",
        "R3.7",
        "takes the first of equal options, whatever the tie rule",
        has_tie,
        {**_BY_TIE, **_BY_ORDER},
    ),
    (
        "last-of-equals",
        "R3.7",
        "takes the last of equal options, whatever the tie rule",
        has_tie,
        {**_BY_TIE, **_BY_ORDER},
    ),
    (
        "canonical-backwards",
        "R3.8",
        "takes the last of the options that the tie rule leaves equal",
        has_tie,
        {**_BY_TIE, **_BY_ORDER},
    ),
    *(
        (
            name,
            "R3.7",
            f"has rule {rule} wrong: it takes {what}",
            partial(has_tie_by_rule, rules=(rule,)),
            {**_BY_TIE, "tie_rule": rule},
        )
        for name, rule, what in (
            ("miss-before-single", 1, "Miss before a single"),
            ("mix-before-miss", 1, "a mix before Miss"),
            ("weaker-shot", 1, "the worse of two shots"),
            ("earlier-of-equal-shots", 1, "the earlier of equal shots"),
            ("weaker-mix", 1, "the mix with the smaller sum(q*p)"),
            ("weaker-first", 2, "the smaller sum(q*p)"),
            ("larger-weight", 2, "the larger sum(q)"),
            ("unlikeliest-winner", 3, "the smaller sum(q*w)"),
            ("likeliest-at-start", 3, "the larger sum(q*w) with the w of the start of the phase"),
            ("miss-before-mix", 4, "Miss before a mix"),
            ("later-label", 4, "the later of two players"),
            ("opposite-kinds", -1, "a single before Miss, and Miss before a mix"),
            ("opposite-miss", -1, "Miss before a mix"),
            ("opposite-shots", -1, "the better of two shots, and the larger sum(q*p)"),
            ("opposite-label", -1, "the later of equal shots"),
            ("opposite-order-miss", -4, "a mix before Miss"),
            ("opposite-order-label", -4, "the earlier of two players"),
        )
    ),
    (
        "tolerance",
        "R3.7",
        "takes the first of options that differ by less than 1e-6",
        partial(has_margin_below, limit=Fraction(1, 10**6)),
        {"settles_ties": True, **_BY_ORDER},
    ),
    (
        "float-noise",
        "R3.7",
        "leaves ties to the rounding of doubles",
        has_tie,
        {"is_tie": True, "is_any_outcome": True, **_BY_ORDER},
    ),
    (
        "fine-tolerance",
        "R3.7",
        "takes the first of options that differ by less than 1e-9",
        partial(has_margin_below, limit=Fraction(1, 10**9)),
        {"settles_ties": True, **_BY_ORDER},
    ),
)
"""The mutants: name, rule, what a solver with it does, what it concerns, and what is special to it."""


def _listed() -> Iterator[Fault]:
    for name, rule, sentence, concerns, more in _WRONG:
        answers = partial(_of_another, change=_READ[name]) if name in _READ else partial(_by_mutant, name=name)
        if name == "phase-start-rule":  # it is its own rule that the tie rule decides
            answers = partial(_by_mutant, name=name, otherwise=())
        reordered = partial(_by_mutant, name=name, more=MISS_FIRST) if name.startswith("replies") else None
        yield Fault(name, rule, sentence, answers, concerns, miss_first=reordered, **more)
    yield Fault(
        "stationary",
        "R3.2",
        "looks for aims that are best replies to each other, as if nothing were announced (stationary play)",
        _stationary,
        announcements_count,
    )
    yield Fault(
        "no-stalemate",
        "R1.10",
        "counts a stalemate as nothing: the win probabilities are scaled so that they add up to 1",
        _no_stalemate,
        may_stall,
        may_spare_stalemates=True,
    )
    for first, second in combinations(range(_MOST_EXCHANGED), 2):
        one, other = label(first), label(second)
        exchanged, concerns = partial(_exchanged, first=first, second=second), partial(has_player, player=second)
        yield Fault(
            f"exchanged-{one}-{other}", "R1.1", f"exchanges {one} and {other} in its answers", exchanged, concerns
        )
    for number, name in TIE_RULES.items():
        sentence = f"breaks ties by rule {number} ({name}), whatever the problem says"
        by_rule, concerns = partial(_other_rule, rule=number), partial(has_other_rule, rule=number)
        yield Fault(f"rule-{number}", "R3.7", sentence, by_rule, concerns, **_BY_TIE)
    for rules in ((-1, -4), (-1,), (-4,)):
        sentence = f"takes rule {' and '.join(map(str, rules))} for rule {' and '.join(str(-rule) for rule in rules)}"
        yield Fault(
            f"sign-of-{'-and-'.join(str(-rule) for rule in rules)}",
            "R3.7",
            sentence,
            _without_sign,
            partial(has_tie_by_rule, rules=rules),
            tie_rule=None if rules[1:] else rules[0],
            **_BY_TIE,
        )
    yield Fault("percent", "R5.1", "answers in percent", _in_percent, has_any)
    for digits in _ROUNDED:
        sentence = f"rounds win probabilities to {digits} decimal places"
        yield Fault(f"rounded-{digits}", "R5.1", sentence, partial(_rounded, digits=digits), has_any)


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
