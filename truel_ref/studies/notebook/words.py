"""The numbers of the notebook for players, words, algorithms and ways to use the store; its settings.

**The arguments of a notebook cell as a `Problem`.**
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem

__all__ = [
    "WORDS",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "Invalid",
    "Miss",
    "Optimal",
    "Others",
    "Random",
    "Self",
    "Strongest",
    "algFake",
    "algMath",
    "algSim",
    "cNone",
    "cReadOnly",
    "cUpdate",
    "cUse",
    "defaultAlg",
    "defaultIterations",
    "defaultRndLevel",
    "defaultSearch",
    "defaultSearchLater",
    "defaultTargetLater",
    "defaultTargets",
    "numba",
    "plain",
    "search_of",
    "stated",
    "targets_of",
    "tg",
    "tg_",
    "tie_rule_of",
    "whole",
    "word_of",
]


class tg(IntEnum):
    """The numbers of the notebook: players, words for targets, algorithms, ways to use the store.

    Members of equal value are one member under two names: `cNone` is `A`, `cUse` is `B`, `cUpdate` is `C` and
    `cReadOnly` is `D`. The place of an argument determines the meaning.

    >>> tg.Miss, tg(2), tg.cUpdate is tg.C
    (<tg.Miss: -1>, <tg.C: 2>, True)
    """

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6
    Miss = -1
    Random = -2
    Self = -3
    Strongest = -4
    Others = -5
    Optimal = -10
    Invalid = -11
    math = 21
    sim = 25
    fake = 29
    cNone = 0  # the source gives these numbers twice
    cUse = 1
    cUpdate = 2
    cReadOnly = 3


A, B, C, D, E, F, G = tg.A, tg.B, tg.C, tg.D, tg.E, tg.F, tg.G
Miss, Random, Self, Strongest, Others = tg.Miss, tg.Random, tg.Self, tg.Strongest, tg.Others
Optimal, Invalid = tg.Optimal, tg.Invalid
algMath, algSim, algFake = tg.math, tg.sim, tg.fake
cNone, cUse, cUpdate, cReadOnly = tg.cNone, tg.cUse, tg.cUpdate, tg.cReadOnly

WORDS = {int(tg[word.value]): word for word in Word if word is not Word.ALL}
# The defaults of parameters. They are lists, because cells compare and join them; nothing here changes them.
defaultSearch: list[Any] = [Miss, Others]
defaultTargets: list[Any] = []
defaultTargetLater = Optimal
defaultSearchLater: list[Any] = []
defaultAlg = algMath
defaultIterations = 1_000_000
defaultRndLevel = None


class Settings:
    """The settings of a cell, `tg_`, with every number of `tg` as an attribute.

    Attributes: `All`, the list of all words for a search; `ShowTimes`, whether pictures show the milliseconds of their
    matrix; `maxSimSize`, the largest `points` of a simulated map; `defaultSearch` and the other defaults, which the
    functions took at their definition: setting them changes no call, as in the source.

    >>> tg_.All == [Others, Strongest, Self, Miss, Random], tg_.Miss is Miss, tg_.defaultSearch is defaultSearch
    (True, True, True)
    """

    def __init__(self) -> None:
        self.All: list[Any] = [Others, Strongest, Self, Miss, Random]
        self.ShowTimes = False
        self.maxSimSize = 300
        vars(self).update({name: value for name, value in globals().items() if name.startswith("default")})

    def __getattr__(self, name: str) -> tg:
        try:
            return tg[name]
        except KeyError:
            raise AttributeError(f"tg_ has no {name}; it has All, ShowTimes, maxSimSize and what tg has") from None


tg_ = Settings()

numba = SimpleNamespace(__version__="none (the exact engine compiles nothing)")
"""A replacement of the library numba, for cells that print its version."""


def plain(value: Any) -> Any:
    """Return arrays and integers of NumPy as lists and integers of Python, inside lists too.

    Arrays of shorter floats stay unchanged, and are refused later: 1/3 in 32 bits does not mean one third.
    """
    if hasattr(value, "dtype") and any(kind.__module__ == "numpy" for kind in type(value).__mro__):
        exact = value.dtype.kind in "iuOU" or value.dtype == float
        return plain(value.tolist()) if exact else list(value) if value.ndim else value
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def whole(value: Any) -> Any:
    """Return a whole float, such as 1e6 or an entry of a result, as an integer."""
    value = plain(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def word_of(value: Any) -> Any:
    """Return the word that a number stands for, and other values unchanged."""
    value = whole(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return WORDS.get(int(value), value) if is_number else value


def _target(value: Any) -> Any:
    target = word_of(value)
    if isinstance(target, int) and target == Invalid:
        raise ProblemError("targets: Invalid is not an aim; it marks a player of a result who had none")
    return target


def targets_of(value: Any, players: int) -> list[Any] | None:
    """Return one target per player, None for all optimal; a single word counts for all players."""
    value = plain(value)
    if value is None:
        return None
    if not isinstance(value, list):
        if isinstance(word_of(value), Word) or isinstance(value, str):
            return [word_of(value)] * players
        raise ProblemError(f"targets: give a list with one target per player, not {shown(value)}")
    return [_target(entry) for entry in value]


def search_of(value: Any, name: str) -> Any:
    """Return the words of a search; sets inside lists count as their words, and other values stay unchanged."""
    value = plain(value)
    if isinstance(value, Mapping) or not isinstance(value, Iterable) or isinstance(value, str | bytes):
        return [word_of(value)] if isinstance(word_of(value), Word) else value
    inside = [frozenset(search_of(entry, name)) for entry in value if isinstance(entry, Set | list)]
    if len(set(inside)) > 1:
        raise ProblemError(f"{name}: {shown(value)} holds different sets; every player searches the same one")
    words = [word_of(entry) for entry in value if not isinstance(entry, Set | list)]
    return [*words, *(word for words in inside[:1] for word in words)]


def tie_rule_of(value: Any) -> Any:
    """Return the tie rule that an `ifEQ` means: 1, 2, 3 themselves, others the shooting order or its reverse.

    >>> [tie_rule_of(number) for number in (1, 2.0, 3, 4, 7, 0, -1)]
    [1, 2, 3, 4, 4, -4, -4]
    """
    rule = whole(value)
    if not isinstance(rule, int) or isinstance(rule, bool) or rule in (1, 2, 3):
        return rule
    return 4 if rule > 0 else -4


def _levels(value: Any, players: int) -> list[Any] | None:
    """Return one level per player, or None; an integer counts for all players, and 0 and -1 mean the equal mix."""
    value = plain(value)
    if value is None or (isinstance(value, list | Mapping | Set) and not value):
        return None
    listed = value if isinstance(value, list) else [value] * players
    levels = [whole(level) for level in listed]
    return [None if not isinstance(level, bool) and level in (0, -1) else level for level in levels]


def stated(
    pHits: Any, targets: Any, search: Any, targetLater: Any, searchLater: Any, ifEQ: Any, optRndLevel: Any
) -> Problem:
    """Return the problem that the arguments of the notebook state."""
    hits = plain(pHits)
    players = len(hits) if isinstance(hits, list) else 0
    empty = searchLater is None or (isinstance(searchLater, Mapping | Set | Sequence) and not searchLater)
    return Problem(
        hits,
        targets=targets_of(targets, players),
        search=search_of(search, "search"),
        target_later=word_of(targetLater),
        search_later=None if empty else search_of(searchLater, "searchLater"),
        tie_rule=tie_rule_of(ifEQ),
        random_levels=_levels(optRndLevel, players),
    )
