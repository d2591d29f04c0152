"""AB maps: every hit probability of the first two players, the others fixed.

`spec` defines maps and `plays` the answer to a pixel; `builder` computes maps into `data`, by the `engine`, which
leaves close choices to `ties`, or by another method (`adaptive`). Other modules compare maps (`differences`), store
them (`store`), paint them (`paint`), draw them (`figures`) and add exact curves (`borders`).
"""

from __future__ import annotations

from truel_ref.maps.builder import build, difference, map_problem, replace
from truel_ref.maps.data import MapData
from truel_ref.maps.differences import Difference, compare
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import Store, StoreWarning, load_map, save_map

__all__ = [
    "Difference",
    "MapData",
    "MapSpec",
    "Store",
    "StoreWarning",
    "build",
    "compare",
    "difference",
    "load_map",
    "map_problem",
    "replace",
    "save_map",
]


def __dir__() -> list[str]:
    return __all__
