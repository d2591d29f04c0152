"""What the corpus asks: for every group a sequence of problems, the same in every run.

Every group has its own random numbers, drawn from `SEED` and its name, and no problem comes twice in a group. Only
`randrange` and `choice` are used, whose results do not change between versions of Python.

With denominators of 8 and odd words many faults do not show: options coincide, and words leave nothing to choose.
Here hit probabilities have denominators around 1,000 and mostly everybody chooses, in every phase.

Four faults of backward induction show in few problems, however the hit probabilities are drawn: who forgets which of
the others aims at whom answers rightly nine times in ten. Here problems are drawn until a solver with the fault whose
turn it is has other win probabilities, by more than a millionth. So what is drawn hangs on `truel_ref.oracle.steps`:
its solvers must go on answering these problems as they do, or the vectors would be others (a test refuses that).

A solver that takes options for equal which differ by less than some tolerance decides wrongly where the margin is
smaller than that, mostly on one side of the boundary. At 2^-33 from it the margin is below 1e-9, at 2^-23 below 1e-6;
and it is above 1e-11, which doubles resolve with ease, so that a solver without a tolerance is never at a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import cycle, islice, product
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

from truel_ref.fast.solving import solve
from truel_ref.game.aims import TARGET_WORDS
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number, fraction_text
from truel_ref.oracle.boundary import boundaries, chosen_aims, moved, triplets, varying
from truel_ref.oracle.corpus import GROUPS, SEED, check_group, margin, once
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.mutants import FAULTS
from truel_ref.oracle.sentences import noticed
from truel_ref.oracle.steps import MUTANTS, Mutant

__all__ = ["MAKERS", "RANGES", "asked"]

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


def _apart(rng: Random, players: int, bottom: int, ones: bool = True) -> list[Fraction]:
    """Draw different multiples of 1/bottom above 0, up to 1 or below it: one denominator keeps long answers short."""
    different: list[Fraction] = []
    while len(different) < players:
        hit = Fraction(rng.randrange(1, bottom + ones), bottom)
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


def _problem(rng: Random, hits: Sequence[Fraction], search: Sequence[str] = OTHERS_MISS, **fields: Any) -> Problem:
    return Problem(hits, search=list(search), **({"if_eq": rng.choice(RULES)} | fields))


# ---------------------------------------------------------------------------------------------------------
# The groups


def _fixed(rng: Random) -> Problem:
    """Every aim of the first phase is predefined."""
    players = rng.choice([2, 3, 3, 3, 4])
    targets = [_predefined(rng, players) for _ in range(players)]
    search = rng.choice([OTHERS_MISS, WITH_RANDOM, WITH_SELF])
    later = rng.choice(TARGET_WORDS) if players > 3 else "Optimal"
    return _problem(rng, _hits(rng, players, 12 if players < 4 else 5), search, targets=targets, target_later=later)


def _optimal(rng: Random) -> Problem:
    """Everybody searches among the others and Miss; the published problems first."""
    four = rng.randrange(4) == 0
    hits = _apart(rng, 4, rng.choice([5, 6, 8])) if four else _hits(rng, 3, 20)
    return _problem(rng, hits, rng.choice([OTHERS_MISS, OTHERS_MISS, ("Others",)]))


def _random(rng: Random) -> Problem:
    """The equal mix may be searched too, or is predefined for somebody."""
    players = 4 if rng.randrange(6) == 0 else 3
    hits = _apart(rng, 4, rng.choice([4, 5])) if players == 4 else _hits(rng, 3)
    targets = [rng.choice(["Optimal"] * 4 + ["Random"]) for _ in range(players)]
    later = rng.choice(["Optimal", "Random"]) if players == 4 else "Optimal"
    return _problem(
        rng, hits, rng.choice([WITH_RANDOM, WITH_RANDOM, ("Others", "Random")]), targets=targets, target_later=later
    )


def _levels(rng: Random) -> Problem:
    """Random mixes are searched in multiples of 1/L."""
    players = 4 if rng.randrange(8) == 0 else 3
    hits = _apart(rng, 4, 4) if players == 4 else _hits(rng, 3, 8)
    finest = 5 if players == 3 else 2
    levels: list[int | None] = [rng.randrange(1, finest + 1) for _ in range(players)]
    if rng.randrange(3) == 0:
        levels[rng.randrange(players)] = None
    search = rng.choice([WITH_RANDOM, WITH_RANDOM, ("Others", "Random"), ("Strongest", "Miss", "Random")])
    later = {"search_later": ["Others", "Miss"]} if players == 4 else {}
    return _problem(rng, hits, search, random_levels=levels, **later)


def _self(rng: Random) -> Problem:
    """A player may shoot at himself; the known case in which it is his only best aim first."""
    players = 4 if rng.randrange(6) == 0 else 3
    hits = _apart(rng, 4, rng.choice([4, 5])) if players == 4 else _hits(rng, 3)
    targets = [rng.choice(["Optimal"] * 5 + ["Self"]) for _ in range(players)]
    later = rng.choice(["Optimal", "Self", "Strongest"]) if players == 4 else "Optimal"
    search = rng.choice([WITH_SELF, WITH_SELF, ("Self", "Others"), ("All",), ("Strongest", "Self")])
    return _problem(rng, hits, search, targets=targets, target_later=later)


def _strongest(rng: Random) -> Problem:
    """Strongest as a target, as an option, and as the word for later phases; equal hit probabilities are frequent."""
    players = rng.choice([3, 3, 3, 4])
    bottom = rng.randrange(2, 9 if players == 3 else 6)
    hits = [Fraction(rng.randrange(1, bottom + 1), bottom) for _ in range(players)]
    targets = [rng.choice(["Optimal", "Optimal", "Strongest"]) for _ in range(players)]
    later = rng.choice(["Optimal", "Strongest"]) if players == 4 else "Optimal"
    search = rng.choice([("Strongest", "Miss"), ("Strongest", "Self", "Miss"), ("Strongest",), OTHERS_MISS])
    return _problem(rng, hits, search, targets=targets, target_later=later)


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
            yield _problem(rng, hits, search, targets=targets, target_later=later, if_eq=rule), ""


def _many(rng: Random) -> Iterator[Asked]:
    """4, 5 and 6 players, with each word for the time after the first elimination in turn."""
    for word in cycle(["Optimal", "Strongest", "Random", "Self", "Miss"]):
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
            yield _problem(rng, hits, search, targets=targets, target_later=word, search_later=list(search_later)), ""


def _zero_one(rng: Random) -> Iterator[Asked]:
    """Hit probabilities of 0 and 1 only, all of them for three players; then some with one other value."""
    every = [list(map(Fraction, hits)) for hits in product((0, 1), repeat=3)]
    for search, rule in product((OTHERS_MISS, ("Others",)), RULES):
        for hits in every:
            yield _problem(rng, hits, search, if_eq=rule), ""
    while True:
        players = rng.choice([2, 3, 3, 4])
        hits = [Fraction(rng.randrange(2)) for _ in range(players)]
        if rng.randrange(2):
            hits[rng.randrange(players)] = _inside(rng, 6)
        free = ["Optimal", "Optimal", "Strongest", "Miss"] if players > 3 else ["Optimal"] * 4 + ["Strongest"]
        targets = [rng.choice(free) for _ in range(players)]
        later = "Optimal" if players < 4 else rng.choice(["Strongest", "Miss", "Optimal"])
        yield _problem(rng, hits, rng.choice([OTHERS_MISS, WITH_SELF]), targets=targets, target_later=later), ""


def _equal(rng: Random) -> Problem:
    """Everybody hits equally often, or all but one do."""
    players = rng.choice([2, 3, 3, 3, 3, 4])
    hits = [_inside(rng, 10 if players < 4 else 4)] * players
    if rng.randrange(3) == 0:
        hits[rng.randrange(players)] = _hit(rng, 10 if players < 4 else 4)
    few = ["Optimal"] * 3 + ["Strongest"] if players < 4 else ["Optimal", "Strongest", "Strongest", "A"]
    targets = [rng.choice(few) for _ in range(players)]
    later = "Strongest" if players == 4 else "Optimal"
    search = rng.choice([OTHERS_MISS, ("Others",), WITH_RANDOM]) if players < 4 else OTHERS_MISS
    return _problem(rng, hits, search, targets=targets, target_later=later)


def _stalemate(rng: Random) -> Problem:
    """Where play may stall: players who miss on purpose, who cannot hit, or who stop after the first elimination."""
    players = rng.choice([2, 3, 3, 3, 4])
    most = 8 if players < 4 else 4
    hits = [Fraction(0) if rng.randrange(4) == 0 else _inside(rng, most) for _ in range(players)]
    words: list[Any] = ["Miss", "Miss", "Optimal", "Self", "Random", label(rng.randrange(players))]
    targets = [rng.choice(words) for _ in range(players)]
    search = rng.choice([OTHERS_MISS, ("Miss",), ("Self", "Miss"), ("Strongest", "Miss")])
    later = rng.choice(["Miss", "Miss", "Self", "Random", "Optimal"]) if players == 4 else "Optimal"
    return _problem(rng, hits, search, targets=targets, target_later=later)


def _extreme(rng: Random) -> Problem:
    """Hit probabilities next to 0 and 1, and fractions that no double can hold apart from others."""
    hits = [_inside(rng, 6) for _ in range(3)]
    for _ in range(rng.randrange(1, 3)):
        small = Fraction(rng.randrange(1, 10), 10 ** rng.choice([7, 8, 9, 12, 20]))
        place = rng.randrange(3)
        kind = rng.randrange(3)
        hits[place] = [small, 1 - small, hits[place] + Fraction(1, 2**70)][kind]
    targets = [rng.choice(["Optimal"] * 5 + ["Strongest"]) for _ in range(3)]
    return _problem(rng, hits, rng.choice([OTHERS_MISS, WITH_RANDOM]), targets=targets)


# ---------------------------------------------------------------------------------------------------------
# Groups that separate right solvers from nearly right ones: generic numbers, and tie rules that differ.

RULES = [-1, 1, 2, 3, 4]
"""The tie rules of the first version of the vectors, which are for ever."""


SIZES = [4, 4, 5, 4, 4] * 4 + [4, 4, 5, 4, 6]
"""Numbers of players, again and again: an exact answer for six takes twenty times as long as for five."""

DIFFERENT = 3
"""How many different lists of win probabilities the five tie rules must lead to."""


def chosen_in_general(rng: Random) -> Iterator[Asked]:
    """Yield problems of 4 to 6 players in which everybody chooses, in every phase."""
    for players in cycle(SIZES):
        search = rng.choice([OTHERS_MISS, OTHERS_MISS, OTHERS_MISS, ["Others"]])
        later = ["Others"] if players == 6 else search
        yield Problem(_apart(rng, players, rng.randrange(900, 1100), ones=False), search=search, search_later=later), ""


def himself_in_general(rng: Random) -> Problem:
    """Draw four players who choose among the others, Miss and themselves, in every phase.

    The same two aims may then be announced by different players in many more ways.
    """
    return Problem(_apart(rng, 4, rng.randrange(900, 1100), ones=False), search=WITH_SELF)


def fixed_in_general(rng: Random) -> Iterator[Asked]:
    """Yield problems of 4 to 6 players in which one or more aims of the first phase are predefined, later none."""
    for players in cycle(SIZES):
        targets: list[Any] = ["Optimal"] * players
        for _ in range(rng.choice([1, 1, 1, 2, players - 1])):
            player = rng.randrange(players)
            targets[player] = _predefined_in_general(rng, players, player)
        later = ["Others"] if players == 6 else OTHERS_MISS
        yield (
            Problem(
                _apart(rng, players, rng.randrange(900, 1100), ones=False),
                targets,
                search=OTHERS_MISS,
                search_later=later,
            ),
            "",
        )


def _predefined_in_general(rng: Random, players: int, player: int) -> Any:
    """Draw a target that leaves no choice: another player, a word, or a mix of the others with odd weights."""
    kind = rng.randrange(6)
    if kind < 3:
        return label((player + rng.randrange(1, players)) % players)
    if kind < 5:
        return rng.choice(["Strongest", "Miss", "Random"])
    shares = [rng.randrange(1, 200) if other != player else 0 for other in range(players)]
    return [Fraction(share, sum(shares) + rng.randrange(100)) for share in shares]


def under_all_rules(rng: Random) -> Iterator[Asked]:
    """Yield problems of three whose tie rule decides who wins how often, each under all five rules.

    The same hit probabilities lead to at least three different lists of win probabilities.
    """
    while True:
        often = Fraction(rng.randrange(1, 12), 12)
        hits = [rng.choice([often, often, Fraction(rng.randrange(1, 7), 6), Fraction(1)]) for _ in range(3)]
        search = rng.choice([OTHERS_MISS, WITH_RANDOM, WITH_SELF])
        problems = [Problem(hits, search=search, if_eq=rule) for rule in RULES]
        if len({solve(problem).win for problem in problems}) >= DIFFERENT:
            for rule, problem in zip(RULES, problems, strict=True):
                yield problem, f"the tie rule decides; it is {rule}: {TIE_RULES[rule]}"


# ---------------------------------------------------------------------------------------------------------
# The group that convicts rare faults: problems drawn until a solver with one of them answers otherwise.


Wins: TypeAlias = Sequence[Sequence[Number]]
"""Lists of win probabilities."""

CLEAR = Fraction(1, 10**6)
"""The least difference of somebody's win probabilities."""


def _wins_of(problem: Problem, name: str) -> Wins:
    """Return the only answer of a mutant, nothing where a tie makes it doubtful."""
    mutant = Mutant(problem, steps=MUTANTS[name])
    answer = mutant.answer()
    return [] if mutant.has_tied else [answer.win]


def _in_equilibria(problem: Problem) -> Wins:
    return [answer.win for answer in FAULTS["stationary"].answers(AnnouncedPlay(problem))]


_Told = tuple[str, Callable[[Problem], Wins], Sequence[Sequence[str]]]

_WITH_RANDOM = [OTHERS_MISS, OTHERS_MISS, WITH_RANDOM]
_FORGETS, _ONCE = (partial(_wins_of, name=name) for name in ("replies-to-targets", "aims-of-set"))
_TARGETS: _Told = ("who forgets who aims at whom", _FORGETS, [OTHERS_MISS, OTHERS_MISS, WITH_SELF])
_TARGETS_OF_THREE: _Told = (*_TARGETS[:2], [WITH_SELF])  # of three, two have the same aims only if one is at himself
_ROW: _Told = ("who never takes the first row", partial(_wins_of, name="first-row"), _WITH_RANDOM)
_STATIONARY: _Told = ("who plays as if nothing were announced", _in_equilibria, _WITH_RANDOM)
_AIMS: _Told = ("who decides later phases once for all shooting orders", _ONCE, [OTHERS_MISS])

TURNS: list[tuple[int, _Told]] = [
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _STATIONARY)),
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _STATIONARY)),
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _TARGETS)),
    *((3, told) for told in (_TARGETS_OF_THREE, _ROW, _STATIONARY)),
]
"""How many players the next problem has, and what it must tell apart, again and again."""


def told_apart(rng: Random) -> Iterator[Asked]:
    """Yield problems of 3 and 4 players in which everybody chooses and a solver with a rare fault answers otherwise.

    Hit probabilities are different multiples of one fraction around 1/100, and there is no tie.
    """
    for players, (who, wins, searches) in cycle(TURNS):
        while True:
            problem = Problem(_apart(rng, players, rng.randrange(90, 110), ones=False), search=rng.choice(searches))
            solution = solve(problem)
            if not solution.ties and _all_far(wins(problem), solution.win):
                yield problem, f"it tells apart {who}"
                break


def _all_far(wins: Wins, exact: Sequence[Number]) -> bool:
    """Tell whether there are win probabilities, and each list of them is clearly another one."""
    return bool(wins) and all(
        any(abs(theirs - own) > CLEAR for theirs, own in zip(each, exact, strict=True)) for each in wins
    )


# ---------------------------------------------------------------------------------------------------------
# The group that convicts tolerances: problems near an exact boundary, where the best option is better by very little.

_COARSE, _FINE = Fraction(1, 10**6), Fraction(1, 10**9)

RANGES: dict[str, tuple[Fraction, Fraction, Fraction]] = {
    "2^-23 below": (-Fraction(1, 2**23), _FINE, _COARSE),
    "2^-33 below": (-Fraction(1, 2**33), Fraction(1, 10**11), _FINE),
    "2^-33 above": (Fraction(1, 2**33), Fraction(1, 10**11), _FINE),
    "2^-23 above": (Fraction(1, 2**23), _FINE, _COARSE),
}
"""Where the problems of a boundary lie, seen along its coordinate: the step, and between what their margin lies."""


def thin_margins(rng: Random) -> Iterator[tuple[Problem, str]]:
    """Yield for one boundary after the other the problems beside it, in the order of `RANGES`, with a note on each."""
    for line, at in boundaries(rng):
        beside = {where: solve(moved(line, at + step)) for where, (step, _, _) in RANGES.items()}
        below, *_, above = (chosen_aims(solution) for solution in beside.values())
        if below != above and all(_is_between(beside[where], *ends) for where, (_, *ends) in RANGES.items()):
            for where, solution in beside.items():
                yield solution.problem, f"{where} the boundary where {varying(line)} is {fraction_text(at)}"


def _is_between(solution: Solution, least: Fraction, limit: Fraction) -> bool:
    gap = margin(solution)
    return gap is not None and least <= gap < limit


# ---------------------------------------------------------------------------------------------------------
# All groups


def _each(draw: Callable[[Random], Problem], *known: Problem) -> Maker:
    """Return what makes problems without notes: some that are known, and those that are drawn one by one."""

    def problems(rng: Random) -> Iterator[Asked]:
        yield from ((problem, "") for problem in known)
        while True:
            yield draw(rng), ""

    return problems


MAKERS: dict[str, Maker] = {
    "fixed": _each(_fixed),
    "optimal": _each(
        _optimal,
        Problem(["1/3", "2/3", 1]),
        Problem(["3/4", "11/20", 1]),
        Problem(["3/5", "11/20", "1/2"]),
        Problem(["1/4", "1/2", "3/4", 1]),
    ),
    "random": _each(
        _random, Problem(["3/4", "11/20", 1], search=WITH_RANDOM), Problem(["3/5", "11/20", "1/2"], search=WITH_RANDOM)
    ),
    "levels": _each(
        _levels,
        Problem(["3/4", "11/20", 1], search=WITH_RANDOM, random_levels=[5, 5, 5]),
        Problem(["3/4", "11/20", 1], search=WITH_RANDOM, random_levels=[100, 2, 2]),
    ),
    "self": _each(
        _self,
        Problem(["1/10", "1/5", "1/4", "17/20"], search=WITH_SELF),
        Problem(["63/200", "63/100", "69/200"], search="All"),
        Problem(["9/200", "31/50", "9/200"], search=WITH_SELF, if_eq=3),
    ),
    "strongest": _each(_strongest),
    "ties": _ties,
    "many": _many,
    "zero-one": _zero_one,
    "equal": _each(_equal),
    "stalemate": _each(_stalemate),
    "extreme": _each(_extreme),
    "boundary": triplets,
    "generic": chosen_in_general,
    "generic-fixed": fixed_in_general,
    "tie-rules": under_all_rules,
    "telling": told_apart,
    "generic-self": _each(himself_in_general),
    "margins": thin_margins,
    "sentences": noticed,
}
"""For every group what makes its problems."""


def asked(group: str) -> Iterator[Asked]:
    """Yield the problems of a group, each with its note; the same ones in every run.

    Raises `VectorError` for a group that there is not.

    >>> next(asked("optimal"))
    (Problem(['1/3', '2/3', '1']), '')
    """
    check_group(group)
    return islice(once(MAKERS[group](Random(f"{SEED} {group}")), itemgetter(0)), GROUPS[group])
