"""Darts: finishes, the board with misses, the best target, and 501 in the least expected number of turns, exactly.

Modules, each building on those before it: `board` (targets, double out, and where a dart lands), `aiming` (the best
target for every miss rate), `leg` (501).
"""

from truel_ref.games.darts.aiming import Aiming, BestTarget, Stretch, best_target, best_targets, expected_scores
from truel_ref.games.darts.board import (
    MISS,
    SECTIONS,
    TARGETS,
    Finishes,
    Finishing,
    Landing,
    double_out,
    double_outs,
    expected_score,
    finishes,
    finishing,
    landing,
    outcome,
    score_of,
)
from truel_ref.games.darts.leg import Turns, turns

__all__ = [
    "MISS",
    "SECTIONS",
    "TARGETS",
    "Aiming",
    "BestTarget",
    "Finishes",
    "Finishing",
    "Landing",
    "Stretch",
    "Turns",
    "best_target",
    "best_targets",
    "double_out",
    "double_outs",
    "expected_score",
    "expected_scores",
    "finishes",
    "finishing",
    "landing",
    "outcome",
    "score_of",
    "turns",
]
