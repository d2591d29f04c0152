"""What a fault concerns: the problems in which the rule that a solver has wrong may have any part.

It is told by what a problem states, and by the ties and the stalemates of its exact answer, never by what a solver with
the fault answers: so the share of these problems that convict one says how much the vectors see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from truel_ref.game.aims import Word
from truel_ref.game.indices import Place, Player
from truel_ref.game.problem import Problem
from truel_ref.oracle.announced import AnnouncedPlay
from truel_ref.play.turns import Options

__all__ = [
    "announcements_count",
    "answers_count_later",
    "has_choices",
    "has_margin_below",
    "has_other_rule",
    "has_player",
    "has_tie",
    "is_truel",
    "may_stall",
    "says_other_target_later",
    "says_other_words_later",
    "says_strongest",
    "says_strongest_later",
    "somebody_hits_always",
    "targets_are_shared",
]


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
