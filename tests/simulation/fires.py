"""Answers under other rules of fire to be played, of every kind, and whether what was played agrees with them."""

from fractions import Fraction
from functools import cache

from truel_ref import Problem, Variant, solve_variant
from truel_ref.simulation.policies import game_of

USUAL = Fraction(999, 1000)
"""The confidence at which the exact values lie in the intervals, for the seeds that are fixed here."""

THIRDS = ["1/3", "2/3", 1]
HALVES = ["1/2", "1/2", "1/2"]
FOUR = ["4/5", "3/5", "2/5", "1/5"]

SHOOTER = Variant.stated("shooter", THIRDS)
VOLLEY = Variant.stated("simultaneous", HALVES)
BULLETS = Variant.stated("bullets", THIRDS, bullets=2)
OPINIONS = Variant.stated("opinions", THIRDS)
TIED = Variant.stated("lot", [1, 1, 1], play="stationary")

# Several equilibria, ties, zeros and ones, stalemates, nobody left, mixes, Random, Self, names and a stated order.
ZOO = {
    "lot": [
        Variant.stated("lot", THIRDS),
        Variant.stated("lot", [1, "4/5", "1/2"]),
        Variant.stated("lot", HALVES),
        Variant.stated("lot", [1, "4/5", "1/2"], play="stationary"),
        Variant.stated("lot", Problem(THIRDS, names="Ann, Bob, Carl", order="Carl, Ann, Bob"), start=True),
        Variant.stated("lot", Problem(["1/2", 0, 1], search="All"), start=True),
        Variant.stated("lot", Problem(THIRDS, targets=["Random", "Self", ["1/2", "1/4", 0]], target_later="Random")),
        Variant.stated("lot", Problem([1, 0, 0], targets=["Self", "A", "Miss"])),
    ],
    "shooter": [
        Variant.stated("shooter", THIRDS),
        Variant.stated("shooter", HALVES),
        Variant.stated("shooter", FOUR),
        Variant.stated("shooter", [1, 1, 1]),
        Variant.stated("shooter", Problem([1, 0, "1/2"], search="All", names="Ann, Bob, Carl", order="Bob, Carl, Ann")),
        Variant.stated("shooter", Problem(["1/2", 0, 0], targets="Random, Miss, Self", search="All")),
        Variant.stated("shooter", Problem(["1/2", "1/3"], targets=["Self", [0, "1/4"]])),
        Variant.stated("shooter", Problem(THIRDS, targets=["Random", [0, "1/4", "1/2"], "Strongest"])),
        Variant.stated("shooter", Problem([0, 0, 0])),
    ],
    "simultaneous": [
        Variant.stated("simultaneous", THIRDS),
        Variant.stated("simultaneous", HALVES),
        Variant.stated("simultaneous", Problem([1, "4/5", "1/2"], targets="B, A, A")),
        Variant.stated("simultaneous", Problem([1, 1, 1], targets="Random, Random, Random", search="Others")),
        Variant.stated("simultaneous", Problem(FOUR, targets=["Random"] * 4, target_later="Random", search="All")),
        Variant.stated("simultaneous", Problem(["1/2", 0, 0], targets=["Random", "Self", "Miss"], search="All")),
        Variant.stated("simultaneous", Problem(["1/2", "1/3"], targets=[["1/4", "1/4"], [0, "1/2"]])),
        Variant.stated("simultaneous", Problem(["1/4", "1/2", 1], names="Ann, Bob, Carl", order="Carl, Ann, Bob")),
        Variant.stated("simultaneous", [0, 0, 1]),
        Variant.stated("simultaneous", [1, 1]),
    ],
    "bullets": [
        Variant.stated("bullets", THIRDS, bullets=2),
        Variant.stated("bullets", THIRDS, bullets=[3, 1, 2], survivors="none"),
        Variant.stated("bullets", FOUR, bullets=[1, 2, 0, 1], survivors="each"),
        Variant.stated("bullets", [1, 1, 1], bullets=1),
        Variant.stated("bullets", ["1/2", "1/2"], bullets=[0, 5]),
        Variant.stated("bullets", Problem(HALVES, targets=["Random", "Self", ["1/3", "1/3", 0]]), bullets=[2, 1, 2]),
        Variant.stated("bullets", Problem(THIRDS, names="Ann, Bob, Carl", order="Carl, Ann, Bob"), bullets=[1, 2, 3]),
        Variant.stated("bullets", Problem([0, "1/2", 1], targets="Miss, Miss, Miss", target_later="Miss"), bullets=1),
    ],
    "opinions": [
        Variant.stated("opinions", [1, "2/3", "1/3"]),
        Variant.stated("opinions", Problem(FOUR, targets="B, A, B, A", target_later="Strongest")),
        Variant.stated("opinions", HALVES),
        Variant.stated("opinions", [1, 0, 0]),
        Variant.stated("opinions", Problem(["1/2", 0, 0, 0], targets="C, A, A, B", target_later="Strongest")),
        Variant.stated("opinions", Problem([0, 0, "1/4"], targets="B, A, A")),
        Variant.stated("opinions", Problem([0, 0, 0], targets="Random, Random, Random", target_later="Strongest")),
        Variant.stated(
            "opinions",
            Problem(
                ["1/2", "1/3", "1/4", 1], targets=["Random", "C", [0, "1/2", 0, "1/2"], "Random"], target_later="Random"
            ),
        ),
        Variant.stated("opinions", Problem([1, "1/2", "1/4"], names="Ann, Bob, Carl", order="Carl, Ann, Bob")),
    ],
}

VARIANTS = [variant for zoo in ZOO.values() for variant in zoo]


@cache
def answered(variant):
    return solve_variant(variant)


def games(variant):
    """Return what can be played: pairs of a game and its exact play."""
    answer = answered(variant)
    return [(game_of(answer, play), play) for play in answer]


def covers(estimate, play, confidence=USUAL):
    """Return whether every exact value of a play lies in its interval."""
    ends = {frozenset(left): counted for left, counted in estimate.ends}
    pairs = [(estimate.interval(player, confidence), win) for player, win in enumerate(play.win)]
    pairs.append((estimate.interval_of(estimate.nobodies, confidence), play.nobody))
    pairs.append((estimate.interval_of(estimate.stalemates, confidence), play.stalemate))
    pairs += [
        (estimate.interval_of(ends.get(frozenset(left), 0), confidence), chance) for left, chance in play.survivors
    ]
    return all(low <= value <= high for (low, high), value in pairs)
