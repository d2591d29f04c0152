"""What dice refuse: settings, policies of announced play and of other rules of fire, and estimates that are none."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from fires import BULLETS, HALVES, LOT, LOT_OF_FOUR, SHOOTER, THIRDS, TIED, answered
from played import EXAMPLE
from refusing import assert_refused, changed, refused
from truel_ref.simulation.policy import prepare_variant

from truel_ref import TruelError, Variant, VariantEstimate, equilibria, simulate_variant, solve
from truel_ref.errors import AimError, NumberError, RecordError, SimulationError
from truel_ref.game.aims import Aim
from truel_ref.simulation.estimates import Estimate, simulate
from truel_ref.simulation.story import play_one, play_variant

SETTINGS = [
    ({"games": 0}, r"games: 0 is not an integer from 1 to 10\*\*12; try 1000000"),
    ({"games": -5}, "games: -5 is not"),
    ({"games": 1e6}, "games: 1000000.0 is not"),
    ({"games": True}, "games: True is not"),
    ({"games": "10"}, "games: '10' is not"),
    ({"games": 10**13}, "games: 10000000000000 is not"),
    ({"seed": None}, r"seed: None is not an integer from 0 to 2\*\*128 - 1; give seed=1, or any other"),
    ({"seed": -1}, "seed: -1 is not"),
    ({"seed": 1.0}, "seed: 1.0 is not"),
    ({"seed": False}, "seed: False is not"),
    ({"seed": 2**128}, "seed: 340282366920938463463374607431768211456 is not"),
    ({"engine": "fast"}, "there is no engine 'fast'; choose from counts, batch, one"),
    ({"engine": None}, "there is no engine None"),
    ({"engine": ["one"]}, "there is no engine .'one'.; choose from"),
    ({"max_turns": 0}, r"max_turns: 0 is neither an integer from 1 to 10\*\*18 nor None, which means no cap"),
    ({"max_turns": 2.0}, "max_turns: 2.0 is neither"),
    ({"max_turns": 10**18 + 1}, "max_turns: 1000000000000000001 is neither"),
    ({"max_turns": 10**5000}, "max_turns: 10{58}… is neither"),
    ({"games": 10**5000}, "games: 10{58}… is not"),
]
"""Keywords of `simulate`, of ten games of the original problem with seed 1."""

FIRST = {(0, 1, 2): ["Miss", "C", "B"]}
POLICIES = [
    ([1, 1, 1, 1], {(0, 1, 2, 3): "B"}, SimulationError, "in the phase A, B, C, D: 'B' is not a list of aims"),
    (
        [1, 1, 1, 1],
        {(0, 1, 2, 3): ["B", "A", "A", "A"]},
        SimulationError,
        r"no aims for the phase C, D, A, reached when A hits B in the phase A, B, C, D; add them under \(2, 3, 0\)",
    ),
    ([1, 1, 1], {}, SimulationError, r"no aims for the phase A, B, C, where the game begins; add .* \(0, 1, 2\)"),
    ([1, 1], {}, SimulationError, r"no aims for the phase A, B, where the game begins"),
    ([1, 1, 1], {(0, 1, 2): ["B", "C"]}, SimulationError, "in the phase A, B, C: there are 3 players but 2 aims"),
    ([1, 1, 1], {(0, 1, 2): ["B", "C", "Z"]}, AimError, "in the phase A, B, C: player C: target 'Z' is unknown"),
    ([1, 1, 1], {(0, 1, 2): ["B", 3, "A"]}, AimError, "in the phase A, B, C: player B: target 3 is not a player's"),
    (
        [1, 1, 1],
        {(0, 1, 2): ["B", ["1/2", "1/2", "1/2"], "A"]},
        AimError,
        "in the phase A, B, C: player B: the weights of an aim add up to 3/2, more than 1",
    ),
    (
        [1, 1, 1],
        {(0, 1, 2): [Aim((Fraction(-1), Fraction(1), Fraction(1))), "A", "A"]},
        NumberError,
        "in the phase A, B, C: player A: weight on A: .* is not in .0, 1.",
    ),
    (
        [1, 1, 1],
        {(0, 1, 2): [Aim.at(1, 4), "A", "A"]},
        AimError,
        "in the phase A, B, C: player A: an aim needs one weight per player, 3 in all, not 4",
    ),
    (
        [1, 1, 1],
        {(0, 1, 2): ["Optimal", "A", "A"]},
        SimulationError,
        "in the phase A, B, C: player A: Optimal is not an aim; give a player, Miss, Self or 3 weights",
    ),
    (
        [1, 1, 1, 1],
        {(0, 1, 2, 3): ["B", "A", "A", "A"], (2, 3, 0): ["B", "A", "C"]},
        SimulationError,
        "in the phase C, D, A: player C aims at B, who is not alive in it",
    ),
    ([1, 1, 1], FIRST | {(0, 1): ["Miss", "A"]}, SimulationError, "in the phase A, B: two players left always"),
    ([1, 1, 1], FIRST | {(0, 2): None}, SimulationError, "in the phase A, C: two players left always"),
    ([1, 1, 1], FIRST | {(0, 2, 1): ["B", "A", "A"]}, SimulationError, r"\(0, 2, 1\) is not a phase; .* cyclic"),
    ([1, 1, 1], FIRST | {(0,): ["A"]}, SimulationError, r"\(0,\) is not a phase"),
    ([1, 1, 1], FIRST | {(0, 3): ["A", "B"]}, SimulationError, r"\(0, 3\) is not a phase"),
    ([1, 1, 1], FIRST | {(1, 1): ["A", "B"]}, SimulationError, r"\(1, 1\) is not a phase"),
    ([1, 1, 1], {"ABC": ["A", "B", "C"]}, SimulationError, "'ABC' is not a phase"),
    ([1, 1, 1], ["Miss", "C", "B"], SimulationError, "policy: .* is not a mapping of phases to aims"),
    ([1, 2, 1], FIRST, NumberError, "player B: 2 is not in"),
    ([1], {}, TruelError, "at least two players"),
]
"""Hit probabilities, a policy, the error, and what it says."""

OF_VARIANTS = [
    (SHOOTER, None, "no aim of player A in the state A, B, C; give a play of the answer"),
    (SHOOTER, {"A,B,C": ["B", "A", "A"]}, "is not a play of an answer; give answer[0]"),
    (SHOOTER, solve, "is not a play of an answer; give answer[0]"),
    (BULLETS, answered(SHOOTER)[0], "no aim of player A in the state A 2, B 2, C 2; A on move"),
    (
        LOT,
        None,
        "the drawn order A, B, C: player A is to choose in the phase A, B, C; say how each order is played",
    ),
    (LOT, [1], "says nothing about drawn orders; say how each order is played"),
    (LOT, lambda problem: solve(THIRDS), "the drawn order A, C, B: "),
    (
        LOT,
        lambda problem: equilibria([1, 1, 1]),
        "the drawn order A, B, C: there are 11 equilibria; give a function that chooses one",
    ),
    (
        LOT,
        lambda problem: {(0, 1, 2): ["B", "C"]},
        "the drawn order A, B, C: in the phase A, B, C: there are 3 players",
    ),
    (
        answered(LOT_OF_FOUR),
        None,
        "the drawn order A, B, C, D: the answer of a lot knows the aims of the first phases only; say how",
    ),
    (Variant.stated("lot", ["1/2"] * 8), solve, "8 players have too many orders to draw one"),
    (answered(TIED), None, "it can be played in 11 ways; say how each order is played"),
    ("shooter", None, "'shooter' is not a game; give a Variant or the answer to one"),
    (solve(THIRDS), None, "is not a game"),
]
"""What is asked, a policy, and words of the message."""

ESTIMATE = simulate(solve(EXAMPLE), games=10, seed=1, engine="one")
CORRECT = ESTIMATE.to_json()
ESTIMATES = [
    ({"games": 11}, "must each add up to games, 11"),
    ({"games": 0}, "games: 0 is not an integer from 1"),
    ({"wins": [10, 0]}, "wins: give one number per player, 3 in all; here are 2"),
    ({"wins": [10, 10, 0]}, "must each add up to games, 10"),
    ({"wins": [10, -1, 1]}, "wins: number 2: -1 is not an integer >= 0"),
    ({"wins": "abc"}, "wins: 'abc' is not a list"),
    ({"lengths": [[1, 9]]}, "must each add up to games, 10"),
    ({"lengths": [[1]]}, r"lengths: number 1: \[1\] is not a pair"),
    ({"lengths": [[10**18 + 1, 10]]}, "is not a pair of a number of turns"),
    ({"lengths": [["1", 10]]}, "lengths: number 1: number 1: '1' is not an integer"),
    ({"engine": "fast"}, "engine: 'fast' is unknown; choose from counts, batch, one"),
    ({"policy": "mine"}, "policy: 'mine' is unknown; choose from solution, given"),
    ({"seed": -1}, "seed: -1 is not"),
    ({"max_turns": 0}, "max_turns: 0 is neither"),
    ({"cut": True}, "cut: True is not"),
    ({"problem": {"hits": ["1/3"]}}, "at least two players"),
]
"""Changes of a correct estimate."""

NO_CHANCE = r"is not a random.Random; give random.Random\(1\)"


def simulated(changes):
    given = {"played": solve(EXAMPLE), "games": 10, "seed": 1} | changes
    return simulate(given.pop("played"), **given)


def variant_simulated(changes):
    return simulate_variant(answered(SHOOTER), **{"games": 1000, "seed": 1} | changes)


ROWS = [
    *refused(SimulationError, simulated, *SETTINGS),
    *((error, partial(simulate, hits, policy, games=10, seed=1), says) for hits, policy, error, says in POLICIES),
    *((TruelError, partial(prepare_variant, *given), re.escape(says)) for *given, says in OF_VARIANTS),
    *changed(RecordError, Estimate.from_json, CORRECT, *ESTIMATES),
    *refused(
        RecordError,
        Estimate.from_json,
        ("[]", "an estimate is a JSON object"),
        *(
            (
                {key: value for key, value in CORRECT.items() if key != name},
                f"the key '{name}' is missing in an estimate",
            )
            for name in Estimate.__dataclass_fields__
        ),
    ),
    *changed(
        RecordError,
        VariantEstimate.from_json,
        lambda: simulate_variant(answered(SHOOTER), games=9, seed=1).to_json(),
        ({"ends": []}, "wins"),
        (lambda data: {"ends": data["ends"] * 2}, "wins"),
        ({"model": None}, "model"),
        ({"games": "9"}, "games"),
    ),
    *refused(
        SimulationError,
        ESTIMATE.interval,
        *((player, "is not a player; the players are A to C") for player in ("D", 3, -1, True, "Miss", None)),
    ),
    *refused(
        SimulationError,
        variant_simulated,
        ({"games": 0}, "games: 0 is not"),
        ({"seed": None}, "seed: None is not"),
        ({"engine": "fast"}, "there is no engine 'fast'"),
        ({"max_turns": 0}, "max_turns: 0 is neither"),
    ),
    (
        SimulationError,
        lambda: simulate_variant(replace(answered(SHOOTER), plays=()), games=1, seed=1),
        "the answer has no play, so the dice cannot play it",
    ),
    *(
        (SimulationError, partial(play, asked, rng=rng), NO_CHANCE)
        for play, asked in [
            (play_one, solve(EXAMPLE)),
            (play_variant, answered(Variant.stated("bullets", HALVES, bullets=1))),
        ]
        for rng in (None, 1, np.random.default_rng(1))
    ),
]


@pytest.mark.parametrize(("kind", "call", "says"), ROWS, ids=range(len(ROWS)))
def test_what_is_refused(kind, call, says):
    assert issubclass(kind, TruelError)
    assert_refused(kind, call, says)
