"""The names of the published notebook, over the exact engine: `from truel_ref.notebook import *`.

The notebook "Truel problem analysis" (github gmnenad/Truel, 2020-2021) has its own solver and its own names. This
module offers its names with this library behind them, so that its analysis cells run unchanged.
`docs/check/notebook.md` describes every name, its result, and the differences from the source.

This module computes nothing itself: problems go to `solve`, `why`, `simulate` and `search_by_simulation`, maps to
`truel_ref.maps`. Results are arrays of floats, correctly rounded from exact fractions.
"""

from __future__ import annotations

import math
import time
from typing import Any

from truel_ref.errors import needs
from truel_ref.studies.notebook.figures import diffAB, horizImages, makeImageAB, testAB, testAB3, testAB3t
from truel_ref.studies.notebook.maps import Replace, Test, makeMatAB, preCalc
from truel_ref.studies.notebook.problems import (
    allTargetOptions,
    allTargetResults,
    ptruel,
    ptruelWhy,
    selectOptimalResult,
    truel,
)
from truel_ref.studies.notebook.words import (
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


def __getattr__(name: str) -> Any:
    # These two take half a second, so import them only on use, as a star import does.
    if name == "np":
        import numpy

        return numpy
    if name == "plt":
        needs("matplotlib")
        from matplotlib import pyplot

        return pyplot
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
