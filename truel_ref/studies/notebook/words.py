"""The numbers that the notebook gives to players, words, algorithms and ways to use the store."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from truel_ref.game.aims import Word

__all__ = [
    "GAMES",
    "SEARCH",
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
    "Several",
    "Strongest",
    "algFake",
    "algMath",
    "algSim",
    "cNone",
    "cReadOnly",
    "cUpdate",
    "cUse",
    "tg",
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
SEARCH = frozenset({Others, Miss})
GAMES = 10**6

Several: TypeAlias = Any
"""A `Test`, a list of hit probabilities for one, or lists of these, as deep as one likes."""
