"""The cube of three hit probabilities: how large the parts with equal aims are, and where who is the favourite.

`cube_table` encloses the shares of the cube by the aims of a play, `integrated_table` some of them to as many digits as
one likes, `both_plays_table` those by the aims of announced beside stationary play (`truel_ref.studies.cube.shares`),
`winner_table` the shares of a square of two hit probabilities by who wins most often, `closed_winner_table` has these
in closed form where it can, and `cube_winner_table` encloses those of the cube; what is asked of a point is
`CubeQuestion` (`truel_ref.studies.cube.questions`). `cube_surfaces` lists all
surfaces that part regions of equal aims, and `prove_surfaces` proves the list; `pairs_of_plays` proves which aims of
both plays stand beside each other; `critical_values` has all values of pC at which the picture of a play changes, and
`prove_critical` proves that list.
"""

from __future__ import annotations

from truel_ref.studies.cube.critical import Critical, CriticalValues, critical_values, prove_critical
from truel_ref.studies.cube.questions import CubeQuestion, Standing
from truel_ref.studies.cube.shares import (
    ShareTable,
    both_plays_table,
    closed_winner_table,
    cube_table,
    cube_winner_table,
    integrated_table,
    winner_table,
)
from truel_ref.studies.cube.surfaces import Crossing, Surfaces, cube_surfaces, pairs_of_plays, prove_surfaces

__all__ = [
    "Critical",
    "CriticalValues",
    "Crossing",
    "CubeQuestion",
    "ShareTable",
    "Standing",
    "Surfaces",
    "both_plays_table",
    "closed_winner_table",
    "critical_values",
    "cube_surfaces",
    "cube_table",
    "cube_winner_table",
    "integrated_table",
    "pairs_of_plays",
    "prove_critical",
    "prove_surfaces",
    "winner_table",
]
