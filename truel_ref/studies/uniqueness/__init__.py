"""How many stationary equilibria there are: one for three different players, two or more for four, none for five.

`prove` checks the theorem about three players as identities of rational functions (`truel_ref.studies.uniqueness.three`
tells it), and `perfect_shot_areas` has the areas of its regions where one of them never misses;
`count_equilibria` counts the pure equilibria of many problems at once, with floats that have a proved bound
(`truel_ref.studies.uniqueness.search`), and `tally` leaves to exact numbers what floats do not decide.
"""

from __future__ import annotations

from truel_ref.studies.uniqueness.perfect_shot import perfect_shot_areas
from truel_ref.studies.uniqueness.search import Tally, count_equilibria, grid, random_rows, tally
from truel_ref.studies.uniqueness.three import ORDERS, Proof, Step, prove, weakest_gains

__all__ = [
    "ORDERS",
    "Proof",
    "Step",
    "Tally",
    "count_equilibria",
    "grid",
    "perfect_shot_areas",
    "prove",
    "random_rows",
    "tally",
    "weakest_gains",
]
