"""The numbers of the published notebook for players, words and algorithms, and the arguments of a cell as a `Problem`.

A cell writes lists, tuples, sets or arrays, and numbers for words: `Miss` is -1, `C` is 2.
"""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem

_PLAYERS = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5, "G": 6}
_WORDS = {"Miss": -1, "Random": -2, "Self": -3, "Strongest": -4, "Others": -5, "Optimal": -10, "Invalid": -11}
_ALGORITHMS = {"math": 21, "sim": 25, "fake": 29}
_CACHES = {"cNone": 0, "cUse": 1, "cUpdate": 2, "cReadOnly": 3}  # the source gives these numbers twice

# Members of equal value are one member: `cUse` is `B`. The place of an argument determines the meaning.
tg: Any = IntEnum("tg", [*(_PLAYERS | _WORDS | _ALGORITHMS | _CACHES).items()])  # type: ignore[misc]
A, B, C, D, E, F, G = map(tg, _PLAYERS.values())
Miss, Random, Self, Strongest, Others, Optimal, Invalid = map(tg, _WORDS.values())
algMath, algSim, algFake = map(tg, _ALGORITHMS.values())
cNone, cUse, cUpdate, cReadOnly = map(tg, _CACHES.values())

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
    """Return arrays, tuples and sets as lists, and NumPy's numbers as Python's.

    Floats of fewer than 64 bits stay, and `Problem` refuses them: 1/3 in 32 bits is not one third.
    """
    if isinstance(value, np.ndarray | np.generic) and value.dtype not in (np.float16, np.float32):
        value = value.tolist()
    return [plain(entry) for entry in value] if isinstance(value, list | tuple | set | frozenset) else value


def whole(value: Any) -> Any:
    """Return a whole float, such as 1e6 or an entry of a result, as an integer; other values as by `plain`."""
    value = plain(value)
    is_whole = isinstance(value, tg) or (isinstance(value, float) and value.is_integer())
    return int(value) if is_whole else value


def word_of(value: Any) -> Any:
    """Return the word that a number stands for, and other values as by `whole`."""
    value = whole(value)
    return _WORD.get(value, value) if type(value) is int else value


def targets_of(value: Any, players: int) -> Any:
    """Return one target per player; a single word counts for all players."""
    value = plain(value)
    if isinstance(value, list):
        return [word_of(entry) for entry in value]
    return [word_of(value)] * players if isinstance(word_of(value), str) else value


def search_of(value: Any, name: str) -> Any:
    """Return the words of a search; a set inside a list counts as its words."""
    value = plain(value)
    if not isinstance(value, list):
        return word_of(value)
    inside = [frozenset(map(word_of, entry)) for entry in value if isinstance(entry, list)]
    if len({*inside}) > 1:
        raise ProblemError(f"{name}: {shown(value)} holds different sets; every player searches the same one")
    return [*(word_of(entry) for entry in value if not isinstance(entry, list)), *(inside[0] if inside else ())]


def tie_rule_of(value: Any) -> Any:
    """Return the tie rule of an `ifEQ`: 1, 2 and 3 are themselves, others the shooting order or its reverse.

    >>> [tie_rule_of(number) for number in (1, 2.0, 3, 4, 7, 0, -1)]
    [1, 2, 3, 4, 4, -4, -4]
    """
    rule = whole(value)
    if type(rule) is not int or rule in (1, 2, 3):
        return rule
    return 4 if rule > 0 else -4


def levels_of(value: Any, players: int) -> Any:
    """Return one random level per player, None for the equal mix alone; a single level counts for all players."""
    value = plain(value)
    if value in (None, [], {}):
        return None
    listed = value if isinstance(value, list) else [value] * players
    return [None if level in (0, -1) else whole(level) for level in listed]


def stated(
    pHits: Any, targets: Any, search: Any, targetLater: Any, searchLater: Any, ifEQ: Any, optRndLevel: Any
) -> Problem:
    """Return the problem of a cell's arguments; an empty `searchLater` is the same as `search`."""
    hits = plain(pHits)
    players = len(hits) if isinstance(hits, list) else 0
    return Problem(
        hits,
        targets=targets_of(targets, players),
        search=search_of(search, "search"),
        target_later=word_of(targetLater),
        search_later=search_of(searchLater, "searchLater") or None,
        tie_rule=tie_rule_of(ifEQ),
        random_levels=levels_of(optRndLevel, players),
    )
