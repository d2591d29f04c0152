"""All ways of breaking ties under other rules of fire: what else may come out by lot and with counted bullets.

A way is one choice at every decision, the same one however the decision is reached. Options within a slack of the best
one count as equal to it, so that the same lists tell what a solver that cannot resolve so little may come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from truel_ref.explain.outcomes import all_outcomes
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import Number
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria
from truel_ref.variants.models import drawn_problems

__all__ = ["Drawn", "Ending", "bullet_endings", "drawn_wins", "means"]

Win: TypeAlias = tuple[Number, ...]


# ---------------------------------------------------------------------------------------------------------
# By lot


class Drawn(NamedTuple):
    """A drawn order, by labels, and all win probabilities that it can lead to, by player."""

    order: tuple[str, ...]
    wins: frozenset[Win]


def drawn_wins(variant: Variant, cap: int, slack: Fraction = Fraction(0)) -> list[Drawn] | None:
    """Return every order that the lot can give with all that it leads to, None if there is too much to follow.

    In announced play these are the outcomes of all ways of breaking ties, in stationary play all pure equilibria.

    Parameters: `variant`, of the model "lot"; `cap`, as for `all_outcomes` and `equilibria`; `slack`, by how much
    options may differ and count as equal (in stationary play, below 0: by how much they must differ to differ).

    >>> [sorted(map(str, drawn.wins)) for drawn in drawn_wins(Variant.stated("lot", ["1/2", 1]), 10)]
    [['(Fraction(1, 2), Fraction(1, 2))'], ['(Fraction(0, 1), Fraction(1, 1))']]
    """
    listed = []
    for ordered in drawn_problems(variant.problem, start=variant.start):
        answer: Any
        if variant.play == "announced":
            answer = all_outcomes(ordered, cap=cap, slack=slack)
            plays = answer.outcomes
        else:
            answer = plays = all_equilibria(ordered, backend_for(ordered), cap=cap, slack=slack)
        if not answer.complete:
            return None
        people = ordered.people
        labels = tuple(map(label, people.order))
        listed.append(Drawn(labels, frozenset(tuple(people.by_person(play.win)) for play in plays)))
    return listed


def means(drawn: Sequence[Drawn], cap: int) -> set[Win] | None:
    """Return every mean over orders with one play each, None if there are more than `cap` sums on the way.

    >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> both = [Drawn(("A", "B"), frozenset([(one, none)])), Drawn(("B", "A"), frozenset([(half, half), (none, one)]))]
    >>> sorted(str(win[0]) for win in means(both, 10))
    ['1/2', '3/4']
    """
    sums: set[Win] = {(Fraction(0),) * len(drawn[0].order)}
    for order in drawn:
        sums = {tuple(won + more for won, more in zip(known, win, strict=True)) for known in sums for win in order.wins}
        if len(sums) > cap:
            return None
    return {tuple(total / len(drawn) for total in known) for known in sums}


# ---------------------------------------------------------------------------------------------------------
# Counted bullets


class Ending(NamedTuple):
    """What follows from a state: its worths, one per player, and the chance of every set of survivors, in order."""

    worths: tuple[Fraction, ...]
    survivors: tuple[tuple[Living, Fraction], ...]


class Position(NamedTuple):
    """Who lives, who is on move, and the rounds of everybody, 0 for the dead."""

    living: Living
    mover: int
    rounds: tuple[int, ...]


def bullet_endings(variant: Variant, cap: int, slack: Fraction = Fraction(0)) -> list[Ending] | None:
    """Return what follows from the start over all ways of breaking ties, None if there are more ways than `cap`.

    The steps: (1) list the states that some options lead to; (2) for those with the fewest rounds first, and every way
    so far, take each of the best options; those with the same ending are the same way.

    Parameters: `variant`, of the model "bullets"; `cap`; `slack`, by how much options may differ and count as equal.

    >>> sure = Variant.stated("bullets", [1, 1, 1], bullets=1)
    >>> sorted([str(worth) for worth in ending.worths] for ending in bullet_endings(sure, 100))
    [['0', '0', '1'], ['0', '1', '0'], ['0', '1/2', '1/2'], ['1/2', '1/2', '0']]
    """
    problem = variant.problem
    whole = problem.first_order
    start = _position(whole, 0, variant.bullets)
    if start is None:
        return [_ended(variant, whole)]
    ways: list[dict[Position, Ending]] = [{}]
    for position in sorted(_reached(problem, start), key=lambda position: sum(position.rounds)):
        forked = []
        for way in ways:
            first, *others = _best(variant, position, way, slack)
            forked += [way | {position: ending} for ending in others]
            way[position] = first
        ways += forked
        if len(ways) > cap:
            return None
    return list(dict.fromkeys(way[start] for way in ways))


def _position(living: Living, place: int, rounds: Sequence[int]) -> Position | None:
    """Return the state in which the first with a round at or after a place is on move; None where it is over."""
    counts = tuple(left if player in living else 0 for player, left in enumerate(rounds))
    turns = (*range(place, len(counts)), *range(place))
    mover = next((player for player in turns if counts[player]), None)
    return None if mover is None or len(living) < 2 else Position(living, mover, counts)


def _after(position: Position, victim: int | None) -> tuple[Living, Position | None]:
    """Return who lives after a shot, and the state that follows, None where it is over."""
    living = tuple(player for player in position.living if player != victim)
    rounds = [left - (player == position.mover) for player, left in enumerate(position.rounds)]
    return living, _position(living, (position.mover + 1) % len(rounds), rounds)


def _options(problem: Problem, position: Position) -> tuple[Aim, ...]:
    """Return what the mover may do; two left are no exception."""
    start = position.living.index(position.mover)
    return problem.free_options(position.living[start:] + position.living[:start], position.mover)


def _shares(problem: Problem, position: Position, aim: Aim) -> Iterator[tuple[int | None, Any]]:
    """Yield the chance of each victim of a shot, and that of nobody; none of them is 0."""
    hit = problem.hits[position.mover]
    if hit:
        yield from ((victim, hit * aim.weights[victim]) for victim in aim.targets)
    if hit * aim.total < 1:
        yield None, 1 - hit * aim.total


def _reached(problem: Problem, start: Position) -> set[Position]:
    """Return the states that some options of the players lead to."""
    reached, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        victims = {victim for aim in _options(problem, position) for victim, _ in _shares(problem, position, aim)}
        following = {then for _, then in (_after(position, victim) for victim in victims) if then is not None}
        waiting += following - reached
        reached |= following
    return reached


def _ended(variant: Variant, living: Living) -> Ending:
    """Return the ending when these are left and nobody can fire any more."""
    shares = {"equal": Fraction(1, len(living) or 1), "none": Fraction(0), "each": Fraction(1)}
    share = Fraction(1) if len(living) == 1 else shares[variant.survivors]
    players = variant.problem.first_order
    return Ending(tuple(share if player in living else Fraction(0) for player in players), ((living, Fraction(1)),))


def _best(variant: Variant, position: Position, way: Mapping[Position, Ending], slack: Fraction) -> list[Ending]:
    """Return the different endings of the best options of a state under a way for the states after it."""
    endings = {}
    for aim in _options(variant.problem, position):
        worths = [Fraction(0)] * variant.problem.players
        survivors: dict[Living, Fraction] = {}
        for victim, share in _shares(variant.problem, position, aim):
            living, then = _after(position, victim)
            ending = _ended(variant, living) if then is None else way[then]
            worths = [known + share * more for known, more in zip(worths, ending.worths, strict=True)]
            for left, chance in ending.survivors:
                survivors[left] = survivors.get(left, Fraction(0)) + share * chance
        listed = sorted(survivors.items(), key=lambda entry: (len(entry[0]), entry[0]))
        endings[Ending(tuple(worths), tuple(listed))] = worths[position.mover]
    most = max(endings.values())
    return [ending for ending, worth in endings.items() if worth >= most - slack]
