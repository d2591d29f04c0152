"""What the corpus asks: for every group a sequence of problems, the same in every run.

Every group has its own random numbers, drawn from `SEED` and its name, and no problem comes twice in a group. Only
`randrange` and `choice` are used, whose results do not change between versions of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

from truel_ref.errors import VectorError, shown
from truel_ref.game.aims import TARGET_WORDS
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.oracle.boundary import triplets
from truel_ref.oracle.generic import RULES, chosen_in_general, fixed_in_general, himself_in_general, under_all_rules
from truel_ref.oracle.margins import thin_margins
from truel_ref.oracle.telling import told_apart

__all__ = ["GROUPS", "SEED", "asked", "check_group"]

SEED = 2026

Asked = tuple[Problem, str]
"""A problem and a note on it, empty where there is nothing to say."""

Maker = Callable[[Random], Iterator[Asked]]

OTHERS_MISS = ("Others", "Miss")
WITH_RANDOM = ("Others", "Miss", "Random")
WITH_SELF = ("Others", "Miss", "Self")


# ---------------------------------------------------------------------------------------------------------
# What all groups draw from


def _inside(rng: Random, most: int = 12) -> Fraction:
    """Draw a fraction strictly between 0 and 1 with a denominator of at most `most`."""
    bottom = rng.randrange(2, most + 1)
    return Fraction(rng.randrange(1, bottom), bottom)


def _hit(rng: Random, most: int = 12) -> Fraction:
    """The same, one time in ten 0 or 1 instead."""
    return Fraction(rng.randrange(2)) if rng.randrange(10) == 0 else _inside(rng, most)


def _hits(rng: Random, players: int, most: int = 12) -> list[Fraction]:
    return [_hit(rng, most) for _ in range(players)]


def _apart(rng: Random, players: int, bottom: int) -> list[Fraction]:
    """Draw different multiples of 1/bottom, at most 1 and above 0: one denominator keeps long answers short."""
    different: list[Fraction] = []
    while len(different) < players:
        hit = Fraction(rng.randrange(1, bottom + 1), bottom)
        if hit not in different:
            different.append(hit)
    return different


def _weights(rng: Random, players: int) -> list[Fraction]:
    """Draw the weights of an explicit aim, the rest of them a deliberate miss."""
    shares = [rng.randrange(4) for _ in range(players)]
    whole = max(1, sum(shares) + rng.randrange(4))
    return [Fraction(share, whole) for share in shares]


def _predefined(rng: Random, players: int) -> Any:
    """Draw a target that leaves no choice: mostly a player, sometimes a word or an explicit aim."""
    kind = rng.randrange(10)
    if kind < 5:
        return label(rng.randrange(players))
    if kind < 8:
        return rng.choice(["Strongest", "Random", "Self", "Miss", "Strongest"])
    return _weights(rng, players)


def _problem(rng: Random, hits: Sequence[Fraction], search: Sequence[str] = OTHERS_MISS, **fields: Any) -> Asked:
    return Problem(hits, search=list(search), **({"if_eq": rng.choice(RULES)} | fields)), ""


# ---------------------------------------------------------------------------------------------------------
# The groups


def _fixed(rng: Random) -> Iterator[Asked]:
    """Every aim of the first phase is predefined."""
    while True:
        players = rng.choice([2, 3, 3, 3, 4])
        targets = [_predefined(rng, players) for _ in range(players)]
        search = rng.choice([OTHERS_MISS, WITH_RANDOM, WITH_SELF])
        later = rng.choice(TARGET_WORDS) if players > 3 else "Optimal"
        yield _problem(rng, _hits(rng, players, 12 if players < 4 else 5), search, targets=targets, target_later=later)


def _optimal(rng: Random) -> Iterator[Asked]:
    """Everybody searches among the others and Miss; the published problems first."""
    yield Problem(["1/3", "2/3", 1]), ""
    yield Problem(["3/4", "11/20", 1]), ""
    yield Problem(["3/5", "11/20", "1/2"]), ""
    yield Problem(["1/4", "1/2", "3/4", 1]), ""
    while True:
        four = rng.randrange(4) == 0
        hits = _apart(rng, 4, rng.choice([5, 6, 8])) if four else _hits(rng, 3, 20)
        yield _problem(rng, hits, rng.choice([OTHERS_MISS, OTHERS_MISS, ("Others",)]))


def _random(rng: Random) -> Iterator[Asked]:
    """The equal mix may be searched too, or is predefined for somebody."""
    yield Problem(["3/4", "11/20", 1], search=WITH_RANDOM), ""
    yield Problem(["3/5", "11/20", "1/2"], search=WITH_RANDOM), ""
    while True:
        players = 4 if rng.randrange(6) == 0 else 3
        hits = _apart(rng, 4, rng.choice([4, 5])) if players == 4 else _hits(rng, 3)
        targets = [rng.choice(["Optimal"] * 4 + ["Random"]) for _ in range(players)]
        later = rng.choice(["Optimal", "Random"]) if players == 4 else "Optimal"
        yield _problem(
            rng, hits, rng.choice([WITH_RANDOM, WITH_RANDOM, ("Others", "Random")]), targets=targets, target_later=later
        )


def _levels(rng: Random) -> Iterator[Asked]:
    """Random mixes are searched in multiples of 1/L."""
    yield Problem(["3/4", "11/20", 1], search=WITH_RANDOM, random_levels=[5, 5, 5]), ""
    yield Problem(["3/4", "11/20", 1], search=WITH_RANDOM, random_levels=[100, 2, 2]), ""
    while True:
        players = 4 if rng.randrange(8) == 0 else 3
        hits = _apart(rng, 4, 4) if players == 4 else _hits(rng, 3, 8)
        finest = 5 if players == 3 else 2
        levels: list[int | None] = [rng.randrange(1, finest + 1) for _ in range(players)]
        if rng.randrange(3) == 0:
            levels[rng.randrange(players)] = None
        search = rng.choice([WITH_RANDOM, WITH_RANDOM, ("Others", "Random"), ("Strongest", "Miss", "Random")])
        later = {"search_later": ["Others", "Miss"]} if players == 4 else {}
        yield _problem(rng, hits, search, random_levels=levels, **later)


def _self(rng: Random) -> Iterator[Asked]:
    """A player may shoot at himself; the known case in which it is his only best aim first."""
    yield Problem(["1/10", "1/5", "1/4", "17/20"], search=WITH_SELF), ""
    yield Problem(["63/200", "63/100", "69/200"], search="All"), ""
    yield Problem(["9/200", "31/50", "9/200"], search=WITH_SELF, if_eq=3), ""
    while True:
        players = 4 if rng.randrange(6) == 0 else 3
        hits = _apart(rng, 4, rng.choice([4, 5])) if players == 4 else _hits(rng, 3)
        targets = [rng.choice(["Optimal"] * 5 + ["Self"]) for _ in range(players)]
        later = rng.choice(["Optimal", "Self", "Strongest"]) if players == 4 else "Optimal"
        search = rng.choice([WITH_SELF, WITH_SELF, ("Self", "Others"), ("All",), ("Strongest", "Self")])
        yield _problem(rng, hits, search, targets=targets, target_later=later)


def _strongest(rng: Random) -> Iterator[Asked]:
    """Strongest as a target, as an option, and as the word for later phases; equal hit probabilities are frequent."""
    while True:
        players = rng.choice([3, 3, 3, 4])
        bottom = rng.randrange(2, 9 if players == 3 else 6)
        hits = [Fraction(rng.randrange(1, bottom + 1), bottom) for _ in range(players)]
        targets = [rng.choice(["Optimal", "Optimal", "Strongest"]) for _ in range(players)]
        later = rng.choice(["Optimal", "Strongest"]) if players == 4 else "Optimal"
        search = rng.choice([("Strongest", "Miss"), ("Strongest", "Self", "Miss"), ("Strongest",), OTHERS_MISS])
        yield _problem(rng, hits, search, targets=targets, target_later=later)


def _ties(rng: Random) -> Iterator[Asked]:
    """Problems full of ties, each under all five rules."""
    while True:
        players = 4 if rng.randrange(5) == 0 else 3
        values = [_inside(rng, 6), Fraction(1), _inside(rng, 4)]
        hits = [rng.choice(values) for _ in range(players)]
        if len(set(hits)) == players:
            continue
        search = rng.choice([OTHERS_MISS, WITH_RANDOM, WITH_SELF]) if players == 3 else OTHERS_MISS
        targets = ["Optimal"] * players
        if players == 4:
            targets = [rng.choice(["Optimal", "Strongest"]) for _ in range(players)]
        later = "Strongest" if players == 4 else "Optimal"
        for rule in RULES:
            yield _problem(rng, hits, search, targets=targets, target_later=later, if_eq=rule)


def _many(rng: Random) -> Iterator[Asked]:
    """4, 5 and 6 players, with each word for the time after the first elimination in turn."""
    for word in _for_ever(["Optimal", "Strongest", "Random", "Self", "Miss"]):
        for players in (4, 5, 6):
            hits = _apart(rng, players, rng.choice([6, 7, 8]))
            free = rng.choice({4: [4], 5: [1, 2, 3, 5], 6: [1, 2, 3, 4]}[players])
            targets: list[Any] = ["Optimal"] * free
            targets += [rng.choice(["Strongest", "Strongest", label(0), "Miss"]) for _ in range(players - free)]
            turn = rng.randrange(players)
            targets = targets[turn:] + targets[:turn]
            small = ("Strongest", "Miss")
            narrow: list[tuple[str, ...]] = [small, ("Others",), OTHERS_MISS]
            search_later = {4: OTHERS_MISS, 5: rng.choice(narrow), 6: rng.choice(narrow[:2])}[players]
            search = rng.choice([OTHERS_MISS, WITH_SELF])
            yield _problem(rng, hits, search, targets=targets, target_later=word, search_later=list(search_later))


def _for_ever(words: Sequence[str]) -> Iterator[str]:
    while True:
        yield from words


def _zero_one(rng: Random) -> Iterator[Asked]:
    """Hit probabilities of 0 and 1 only, all of them for three players; then some with one other value."""
    every = [list(map(Fraction, hits)) for hits in product((0, 1), repeat=3)]
    for search, rule in product((OTHERS_MISS, ("Others",)), RULES):
        for hits in every:
            yield _problem(rng, hits, search, if_eq=rule)
    while True:
        players = rng.choice([2, 3, 3, 4])
        hits = [Fraction(rng.randrange(2)) for _ in range(players)]
        if rng.randrange(2):
            hits[rng.randrange(players)] = _inside(rng, 6)
        free = ["Optimal", "Optimal", "Strongest", "Miss"] if players > 3 else ["Optimal"] * 4 + ["Strongest"]
        targets = [rng.choice(free) for _ in range(players)]
        later = "Optimal" if players < 4 else rng.choice(["Strongest", "Miss", "Optimal"])
        yield _problem(rng, hits, rng.choice([OTHERS_MISS, WITH_SELF]), targets=targets, target_later=later)


def _equal(rng: Random) -> Iterator[Asked]:
    """Everybody hits equally often, or all but one do."""
    while True:
        players = rng.choice([2, 3, 3, 3, 3, 4])
        hits = [_inside(rng, 10 if players < 4 else 4)] * players
        if rng.randrange(3) == 0:
            hits[rng.randrange(players)] = _hit(rng, 10 if players < 4 else 4)
        few = ["Optimal"] * 3 + ["Strongest"] if players < 4 else ["Optimal", "Strongest", "Strongest", "A"]
        targets = [rng.choice(few) for _ in range(players)]
        later = "Strongest" if players == 4 else "Optimal"
        search = rng.choice([OTHERS_MISS, ("Others",), WITH_RANDOM]) if players < 4 else OTHERS_MISS
        yield _problem(rng, hits, search, targets=targets, target_later=later)


def _stalemate(rng: Random) -> Iterator[Asked]:
    """Where play may stall: players who miss on purpose, who cannot hit, or who stop after the first elimination."""
    while True:
        players = rng.choice([2, 3, 3, 3, 4])
        most = 8 if players < 4 else 4
        hits = [Fraction(0) if rng.randrange(4) == 0 else _inside(rng, most) for _ in range(players)]
        words: list[Any] = ["Miss", "Miss", "Optimal", "Self", "Random", label(rng.randrange(players))]
        targets = [rng.choice(words) for _ in range(players)]
        search = rng.choice([OTHERS_MISS, ("Miss",), ("Self", "Miss"), ("Strongest", "Miss")])
        later = rng.choice(["Miss", "Miss", "Self", "Random", "Optimal"]) if players == 4 else "Optimal"
        yield _problem(rng, hits, search, targets=targets, target_later=later)


def _extreme(rng: Random) -> Iterator[Asked]:
    """Hit probabilities next to 0 and 1, and fractions that no double can hold apart from others."""
    while True:
        hits = [_inside(rng, 6) for _ in range(3)]
        for _ in range(rng.randrange(1, 3)):
            small = Fraction(rng.randrange(1, 10), 10 ** rng.choice([7, 8, 9, 12, 20]))
            place = rng.randrange(3)
            kind = rng.randrange(3)
            hits[place] = [small, 1 - small, hits[place] + Fraction(1, 2**70)][kind]
        targets = [rng.choice(["Optimal"] * 5 + ["Strongest"]) for _ in range(3)]
        yield _problem(rng, hits, rng.choice([OTHERS_MISS, WITH_RANDOM]), targets=targets)


GROUPS: dict[str, tuple[int, Maker]] = {
    "fixed": (360, _fixed),
    "optimal": (360, _optimal),
    "random": (260, _random),
    "levels": (230, _levels),
    "self": (220, _self),
    "strongest": (220, _strongest),
    "ties": (300, _ties),
    "many": (360, _many),
    "zero-one": (220, _zero_one),
    "equal": (220, _equal),
    "stalemate": (240, _stalemate),
    "extreme": (80, _extreme),
    "boundary": (600, triplets),
    "generic": (300, chosen_in_general),
    "generic-fixed": (100, fixed_in_general),
    "tie-rules": (200, under_all_rules),
    "telling": (200, told_apart),
    "generic-self": (60, himself_in_general),
    "margins": (120, thin_margins),
}
"""For every group how many vectors it has, and what makes its problems."""


def check_group(group: str | None, beside: Iterable[str] = ()) -> None:
    """Refuse the name of a group that there is not, naming those that there are; `beside` are further ones to name.

    >>> check_group("fixed")
    >>> check_group("fixd")
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: no group is called 'fixd'; there are fixed, optimal, random, levels, self, \
strongest, ties, many, zero-one, equal, stalemate, extreme, boundary, generic, generic-fixed, tie-rules, telling, \
generic-self, margins
    """
    if group is not None and group not in list(GROUPS):
        raise VectorError(f"no group is called {shown(group)}; there are {', '.join([*GROUPS, *beside])}")


def asked(group: str) -> Iterator[Asked]:
    """Yield the problems of a group, each with its note; the same ones in every run.

    Raises `VectorError` for a group that there is not.

    >>> next(asked("optimal"))
    (Problem(['1/3', '2/3', '1']), '')
    """
    check_group(group)
    count, maker = GROUPS[group]
    return islice(_once(maker(Random(f"{SEED} {group}"))), count)


def _once(problems: Iterator[Asked]) -> Iterator[Asked]:
    """Yield every problem the first time that it comes."""
    seen: set[Problem] = set()
    for problem, note in problems:
        if problem not in seen:
            seen.add(problem)
            yield problem, note
