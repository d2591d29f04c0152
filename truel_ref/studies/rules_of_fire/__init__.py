"""Rules of fire side by side: formulas, equilibria, and who is the favourite in which share of problems.

`shooter_wins` and `opinion_wins` are the closed forms if all aim at the strongest, `margins` and `prove_strongest` the
proof that this is an equilibrium of three (`truel_ref.studies.rules_of_fire.formulas`); `enclose` bounds the shares of
the cube of hit probabilities (`truel_ref.studies.rules_of_fire.favourites`), a few of which have a closed form
(`truel_ref.studies.rules_of_fire.formulas`).
"""

from __future__ import annotations

from truel_ref.studies.rules_of_fire.favourites import MODELS, PLAYERS, FireShare, enclose, possible_answers
from truel_ref.studies.rules_of_fire.formulas import (
    letters_of,
    margins,
    only_survivor_shares,
    opinion_values,
    opinion_wins,
    prove_strongest,
    shooter_shares,
    shooter_wins,
)

__all__ = [
    "MODELS",
    "PLAYERS",
    "FireShare",
    "enclose",
    "letters_of",
    "margins",
    "only_survivor_shares",
    "opinion_values",
    "opinion_wins",
    "possible_answers",
    "prove_strongest",
    "shooter_shares",
    "shooter_wins",
]
