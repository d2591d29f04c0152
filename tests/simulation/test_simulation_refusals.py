"""What dice refuse: settings, aims of announced play, answers without one play, and estimates that are none."""

from dataclasses import fields, replace
from functools import partial

from fires import SHOOTER, THIRDS, TIED, VOLLEY, answered
from played import EXAMPLE
from refusing import assert_each_refused, changed, refused, with_keywords

from truel_ref import TruelError, VariantAnswer, by_lot, equilibria, simulate, solve
from truel_ref.errors import NumberError, ProblemError, RecordError
from truel_ref.simulation.estimates import Estimate
from truel_ref.simulation.policies import game_of
from truel_ref.simulation.story import play_one

SETTINGS = [
    ({"games": 0}, "games: 0 is not an integer from 1 to 1,000,000,000,000"),
    ({"games": -5}, "games: -5 is not"),
    ({"games": 1e6}, "games: 1000000.0 is not"),
    ({"games": True}, "games: True is not"),
    ({"games": "ten"}, "games: 'ten' is not"),
    ({"games": 10**13}, "games: 10000000000000 is not"),
    ({"games": 10**5000}, "games: an integer of 16,610 binary digits is not"),
    ({"seed": None}, "seed: None is not an integer from 0 to 340,282,366,920,938,463,463,374,607,431,768,211,455"),
    ({"seed": -1}, "seed: -1 is not"),
    ({"seed": 1.0}, "seed: 1.0 is not"),
    ({"seed": False}, "seed: False is not"),
    ({"seed": 2**128}, "seed: 340282366920938463463374607431768211456 is not"),
]
"""Keywords of `simulate`, of ten games of the original problem with seed 1."""

ESTIMATE = simulate(solve(EXAMPLE), games=10, seed=1, engine="one")
CORRECT = ESTIMATE.to_json()
ESTIMATES = [
    ({"games": 11}, "must each add up to games, 11"),
    ({"games": 0}, "games: an estimate is of one game or more, not 0"),
    ({"wins": [10, 0]}, "wins: .10, 0. does not agree with the rest"),
    ({"wins": "abc"}, "wins: 'abc' does not agree with the rest"),
    ({"ends": []}, "must each add up to games, 10"),
    ({"ends": CORRECT["ends"] * 2}, "must each add up to games, 10"),
    ({"ends": [[["A"], 11], [["B"], -1]]}, "ends: number 2: -1 is not an integer >= 0"),
    ({"ends": [[["D"], 10]]}, "ends: number 1: 'D' is not a player"),
    ({"lengths": [[1, 9]]}, "must each add up to games, 10"),
    ({"lengths": []}, "must each add up to games, 10"),
    ({"lengths": [[1]]}, r"lengths: number 1: \[1\] is not a list of 2"),
    ({"lengths": [[-1, 10]]}, "lengths: number 1: -1 is not an integer >= 0"),
    ({"lengths": [["1", 10]]}, "lengths: number 1: '1' is not an integer"),
    ({"engine": "fast"}, "engine: 'fast' is unknown; choose from counts, one"),
    ({"seed": -1}, "seed: -1 is not"),
    ({"problem": {"hits": ["1/3"]}}, "at least two players"),
]
"""Changes of a correct estimate."""

ROWS = [
    *with_keywords(NumberError, partial(simulate, solve(EXAMPLE)), *SETTINGS),
    *with_keywords(
        ProblemError,
        partial(simulate, solve(EXAMPLE)),
        ({"engine": "fast"}, "there is no engine 'fast'; choose from counts, one"),
        ({"engine": ["one"]}, "there is no engine .'one'.; choose from"),
    ),
    *refused(
        ProblemError,
        game_of,
        (None, "None is not an answer"),
        ("shooter", "'shooter' is not an answer"),
        (SHOOTER, "is not an answer"),
        (answered(TIED), "the drawn order A, B, C has 11 equilibria; a lot for dice needs exactly one"),
        (
            VariantAnswer.from_json(by_lot(THIRDS).to_json()),
            "A, B, C has no policy: JSON does not have it; take by_lot",
        ),
        (answered(VOLLEY), "the answer has 2 plays; choose one"),
        (replace(answered(SHOOTER), plays=()), "the answer has no play"),
        (equilibria(THIRDS)[0].below[0], "a duel begins with all players"),
    ),
    (ProblemError, lambda: simulate(answered(SHOOTER), play=5), "play: 5 is not a play of this answer"),
    (ProblemError, lambda: simulate(solve(EXAMPLE), play=answered(SHOOTER)[0]), "is not a play of this answer"),
    (
        ProblemError,
        lambda: simulate(["1/10000000000", 0]),
        "the first hit takes more than 1,000,000,000 turns on average",
    ),
    *changed(RecordError, Estimate.from_json, CORRECT, *ESTIMATES),
    *refused(
        RecordError,
        Estimate.from_json,
        ("[]", "a record Estimate is a JSON object"),
        *(
            ({key: value for key, value in CORRECT.items() if key != name}, f"the key '{name}' is missing")
            for name in [field.name for field in fields(Estimate)]
        ),
    ),
    *refused(
        ProblemError,
        ESTIMATE.interval,
        *((player, "is not a player; the players are A to C") for player in ("D", 3, -1, True, "Miss", None)),
    ),
    *with_keywords(
        NumberError,
        partial(play_one, game_of(solve(EXAMPLE))),
        ({"seed": None}, "seed: None is not"),
        ({"seed": -1}, "seed: -1 is not"),
    ),
]


def test_what_is_refused():
    assert all(issubclass(kind, TruelError) for kind, _, _ in ROWS)
    assert_each_refused(ROWS)
