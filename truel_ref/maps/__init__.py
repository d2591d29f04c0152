"""AB maps: every hit probability of the first two players, the others fixed."""

from truel_ref.maps.builder import build, difference, map_problem, maps_for_c, replace
from truel_ref.maps.comparison import Difference, compare
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.showing import enter
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
    "maps_for_c",
    "replace",
    "save_map",
]

enter()
