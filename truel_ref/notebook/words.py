"""The numbers of the published notebook for players, words and algorithms, and the arguments of a cell as a `Problem`.

A cell writes lists, tuples, sets or arrays, and numbers for words: `Miss` is -1, `C` is 2.
"""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem

_NUMBERS = (
    {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5, "G": 6}
    | {"Miss": -1, "Random": -2, "Self": -3, "Strongest": -4, "Others": -5, "Optimal": -10, "Invalid": -11}
    | {"math": 21, "sim": 25, "fake": 29}
    | {"cNone": 0, "cUse": 1, "cUpdate": 2, "cReadOnly": 3}  # the source gives these numbers twice
)

# Members of equal value are one member: `cUse` is `B`. The place of an argument determines the meaning.
tg: Any = IntEnum("tg", [*_NUMBERS.items()])  # type: ignore[misc]
A, B, C, D, E, F, G, *_others = map(tg, _NUMBERS.values())
Miss, Random, Self, Strongest, Others, Optimal, Invalid, *_others = _others
algMath, algSim, algFake, cNone, cUse, cUpdate, cReadOnly = _others

_WORD = {int(tg[word.value]): word for word in Word if word is not Word.ALL}

# The defaults of parameters. They are lists, because cells compare and join them; nothing here changes them.
DEFAULTS: dict[str, Any] = {
    "defaultSearch": [Miss, Others],
    "defaultTargets": [],
    "defaultTargetLater": Optimal,
    "defaultSearchLater": [],
    "defaultAlg": algMath,
    "defaultIterations": 1_000_000,
    "defaultRndLevel": None,
}
(
    defaultSearch,
    defaultTargets,
    defaultTargetLater,
    defaultSearchLater,
    defaultAlg,
    defaultIterations,
    defaultRndLevel,
) = DEFAULTS.values()

# The settings of a cell: `All` searches every word, `ShowTimes` shows the milliseconds of a map, simulated maps have at
# most `maxSimSize` points. Functions took the defaults at their definition, as in the source.
tg_ = SimpleNamespace(
    All=[Others, Strongest, Self, Miss, Random], ShowTimes=False, maxSimSize=300, **tg.__members__, **DEFAULTS
)

# In place of the library numba, for cells that print its version.
numba = SimpleNamespace(__version__="none (the exact engine compiles nothing)")


def plain(value: Any) -> Any:
    """Return arrays, tuples and sets as lists, and numbers as Python's; whole ones, such as 1e6, as integers.

    Floats of fewer than 64 bits stay, and `Problem` refuses them: 1/3 in 32 bits is not one third.
    """
    if isinstance(value, np.ndarray | np.generic) and value.dtype not in (np.float16, np.float32):
        value = value.tolist()
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(entry) for entry in value]
    return int(value) if isinstance(value, tg) or (isinstance(value, float) and value.is_integer()) else value


def words_of(value: Any) -> Any:
    """Return the words that numbers stand for, also in lists, and other values as by `plain`."""
    value = plain(value)
    word = _WORD.get(value, value) if type(value) is int else value
    return [*map(words_of, value)] if isinstance(value, list) else word


def search_of(value: Any, name: str) -> Any:
    """Return the words of a search; a set inside a list counts as its words."""
    listed = words_of(value)
    if not isinstance(listed, list):
        return listed
    inside = [frozenset(entry) for entry in listed if isinstance(entry, list)]
    wrong = f"{name}: {shown(plain(value))} holds different sets; every player searches the same one"
    refuse(ProblemError, (len({*inside}) > 1, wrong))
    return [*(entry for entry in listed if not isinstance(entry, list)), *(inside[0] if inside else ())]


def tie_rule_of(value: Any) -> Any:
    """Return the tie rule of an `ifEQ`: 1, 2 and 3 are themselves, others the shooting order or its reverse.

    >>> [tie_rule_of(number) for number in (1, 2.0, 3, 4, 7, 0, -1)]
    [1, 2, 3, 4, 4, -4, -4]
    """
    rule = plain(value)
    return rule if type(rule) is not int or rule in (1, 2, 3) else 4 if rule > 0 else -4


def stated(
    pHits: Any,
    targets: Any = defaultTargets,
    search: Any = defaultSearch,
    targetLater: Any = defaultTargetLater,
    searchLater: Any = defaultSearchLater,
    ifEQ: Any = +1,
    optRndLevel: Any = defaultRndLevel,
) -> Problem:
    """Return the problem of a cell's arguments.

    A single target or level counts for all players; an empty `searchLater` is `search`; levels of 0, -1 and None are
    the equal mix alone.
    """
    hits, aims = plain(pHits), words_of(targets)
    players = len(hits) if isinstance(hits, list) else 0
    levels = plain(optRndLevel) or None
    listed = levels if isinstance(levels, list) else [levels] * players
    return Problem(
        hits,
        targets=[aims] * players if isinstance(aims, str) else aims,
        search=search_of(search, "search"),
        target_later=words_of(targetLater),
        search_later=search_of(searchLater, "searchLater") or None,
        tie_rule=tie_rule_of(ifEQ),
        random_levels=[None if level in (0, -1) else level for level in listed],
    )
