"""The names that the published notebook uses, over the exact engine: `from truel_ref.notebook import *`.

The notebook "Truel problem analysis" (github gmnenad/Truel, 2020-2021) has its own solver and its own names. This
module offers its names with this library behind them, so that its analysis cells run unchanged.
`docs/check/notebook.md` describes every name, its result, and the differences from the source.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from truel_ref.errors import needs
from truel_ref.notebook.calls import (
    Replace,
    Test,
    allTargetOptions,
    allTargetResults,
    makeMatAB,
    preCalc,
    ptruel,
    ptruelWhy,
    selectOptimalResult,
    truel,
)
from truel_ref.notebook.figures import diffAB, horizImages, makeImageAB, testAB, testAB3, testAB3t
from truel_ref.notebook.words import (
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    Invalid,
    Miss,
    Optimal,
    Others,
    Random,
    Self,
    Strongest,
    algFake,
    algMath,
    algSim,
    cNone,
    cReadOnly,
    cUpdate,
    cUse,
    defaultAlg,
    defaultIterations,
    defaultRndLevel,
    defaultSearch,
    defaultSearchLater,
    defaultTargetLater,
    defaultTargets,
    numba,
    tg,
    tg_,
)

__all__ = [
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
    "Replace",
    "Self",
    "Strongest",
    "Test",
    "algFake",
    "algMath",
    "algSim",
    "allTargetOptions",
    "allTargetResults",
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
    "diffAB",
    "horizImages",
    "makeImageAB",
    "makeMatAB",
    "math",
    "np",
    "numba",
    "plt",
    "preCalc",
    "ptruel",
    "ptruelWhy",
    "selectOptimalResult",
    "testAB",
    "testAB3",
    "testAB3t",
    "tg",
    "tg_",
    "time",
    "truel",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name != "plt":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    needs("matplotlib")  # imported when a star asks for it
    from matplotlib import pyplot

    return pyplot
