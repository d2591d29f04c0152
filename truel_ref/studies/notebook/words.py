"""The numbers that the notebook gives to players, words, algorithms and ways to use the store; its settings."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

from truel_ref.game.aims import Word

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
    "tg",
    "tg_",
]


class tg(IntEnum):
    """The numbers of the notebook: players, words for targets, algorithms, ways to use the store.

    Members of equal value are one member under two names: `cNone` is `A`, `cUse` is `B`, `cUpdate` is `C` and
    `cReadOnly` is `D`. Each function knows from the place of an argument which of the two is meant.

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
# What a parameter that is left out means. Lists, because cells compare and join them; nothing here changes one.
defaultSearch: list[Any] = [Miss, Others]
defaultTargets: list[Any] = []
defaultTargetLater = Optimal
defaultSearchLater: list[Any] = []
defaultAlg = algMath
defaultIterations = 1_000_000
defaultRndLevel = None


class Settings:
    """What a cell may set, as `tg_`; every number of `tg` can be read there, too.

    Attributes: `All`, the list of all words for a search; `ShowTimes`, whether pictures say how many milliseconds their
    matrix took; `maxSimSize`, the largest `points` of a map that is simulated; `defaultSearch` and the other defaults,
    which the functions took when they were defined: who sets one here changes no call, as in the source.

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
"""In place of the library, for cells that print its version."""
