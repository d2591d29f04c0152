"""Which gun of three is the best choice, when their hit probabilities are drawn uniformly at random.

`averages` has the answers for every rule of fire and order; `closed_wins` the closed forms
(`truel_ref.studies.which_gun.closed`), `enclosed_wins` proved bounds (`truel_ref.studies.which_gun.enclosed`), and
`kept_bounds` those that take minutes.
"""

from __future__ import annotations

from truel_ref.studies.which_gun.closed import CONSTANTS, DERIVED, ClosedForm, closed_wins
from truel_ref.studies.which_gun.enclosed import GUNS, ORDERS, RULES, enclosed_wins, wins_of_profile
from truel_ref.studies.which_gun.published import SETTINGS, kept_bounds
from truel_ref.studies.which_gun.table import Average, GunAverages, averages

__all__ = [
    "CONSTANTS",
    "DERIVED",
    "GUNS",
    "ORDERS",
    "RULES",
    "SETTINGS",
    "Average",
    "ClosedForm",
    "GunAverages",
    "averages",
    "closed_wins",
    "enclosed_wins",
    "kept_bounds",
    "wins_of_profile",
]
