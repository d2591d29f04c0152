"""Proved bounds of what each gun wins on the average where aims depend on the numbers, kept because they take minutes.

`truel_ref.studies.which_gun.enclosed` makes them, at level 7, with the settings below. A test makes coarser
ones, which must meet them, and its long version these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from truel_ref.studies.which_gun.enclosed import Bounds, Order

__all__ = ["SETTINGS", "kept_bounds"]

SETTINGS: Mapping[str, tuple[int, int, float]] = {"announced": (7, 3, 1e-6), "stationary": (7, 2, 1e-7)}
"""The level, the further halvings and the width with which the bounds of each rule were made."""

_UNIT = 10**8

_BOUNDS: Mapping[str, Mapping[Order, Sequence[tuple[int, int]]]] = {
    "announced": {
        (0, 1, 2): ((60_962_366, 60_966_581), (8_754_095, 8_758_271), (30_277_849, 30_282_931)),
        (0, 2, 1): ((60_914_736, 60_917_662), (9_349_691, 9_355_627), (29_728_223, 29_734_859)),
        (1, 0, 2): ((32_410_252, 32_413_337), (34_727_121, 34_728_294), (32_858_865, 32_862_094)),
        (1, 2, 0): ((37_636_393, 37_656_283), (37_090_694, 37_099_225), (25_250_519, 25_269_201)),
        (2, 0, 1): ((58_947_871, 58_961_300), (11_438_710, 11_455_900), (29_593_798, 29_604_727)),
        (2, 1, 0): ((30_477_133, 30_479_234), (36_422_074, 36_427_063), (33_095_573, 33_099_013)),
    },
    "stationary": {
        (0, 1, 2): ((60_613_249, 60_613_978), (8_578_259, 8_578_811), (30_807_655, 30_807_999)),
        (0, 2, 1): ((60_726_355, 60_727_073), (8_477_581, 8_478_132), (30_795_241, 30_795_569)),
        (1, 0, 2): ((31_820_022, 31_820_439), (34_682_696, 34_683_261), (33_496_596, 33_496_937)),
        (1, 2, 0): ((30_442_424, 30_443_876), (35_884_087, 35_885_912), (33_671_548, 33_672_103)),
        (2, 0, 1): ((58_855_806, 58_858_553), (10_124_494, 10_127_476), (31_016_483, 31_017_139)),
        (2, 1, 0): ((30_941_929, 30_943_375), (35_439_850, 35_441_703), (33_616_258, 33_616_836)),
    },
}


def kept_bounds(rule: str, order: Sequence[int]) -> tuple[Bounds, ...] | None:
    """Return bounds for the strongest, the middle and the weakest gun, None for a rule without kept ones.

    >>> [float(end) for end in kept_bounds("stationary", (2, 1, 0))[0]]
    [0.30941929, 0.30943375]
    """
    if rule not in _BOUNDS:
        return None
    return tuple((Fraction(low, _UNIT), Fraction(high, _UNIT)) for low, high in _BOUNDS[rule][tuple(order)])
