"""What the other rules of fire refuse: problems and settings that they do not know, and answers that are none."""

import dataclasses
from fractions import Fraction
from functools import partial

from refusing import assert_each_refused, changed, refused, with_keywords

from truel_ref import (
    Problem,
    TruelError,
    Variant,
    VariantAnswer,
    by_lot,
    counted_bullets,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve_variant,
)
from truel_ref.errors import NumberError, ProblemError, RecordError

HITS = ["1/2", "1/3", "1/4"]
DUEL = ["1/3", "2/3"]
MANY = [Fraction(1, place + 2) for place in range(17)]
SHOOTER = Variant.stated("shooter", ["1/2", "1/3"])
BULLETS = Variant.stated("bullets", ["1/2", "1/3"], bullets=1)
OF_THREE = partial(counted_bullets, HITS)
OF_TWO = partial(counted_bullets, DUEL)
NO_ROUNDS = [[1, 2], [1, 2, 3, 4], 51, -1, True, "x", [1, 51, 1], [1, -1, 1], [1, True, 1], 0.5]
NO_CONTESTS = [
    ({"search": "Miss"}, r"^search: player A: "),
    ({"search": "Others,Self"}, r"^search: player A: "),
    ({"search_later": "Strongest"}, r"^search_later: player A: "),
    ({"target_later": "Miss"}, r"^target_later: Miss convinces nobody"),
    ({"target_later": "Self"}, r"^target_later: Self convinces nobody"),
    ({"targets": "Miss,Optimal,Optimal"}, r"^targets: opinion A: "),
    ({"targets": "Optimal,Self,Optimal"}, r"^targets: opinion B: "),
    ({"targets": "Optimal,Optimal,C"}, r"^targets: opinion C: "),
    ({"targets": "Optimal,(1/2,1/4,1/4),A"}, r"^targets: opinion B: "),
    ({"targets": "(0,1/2,1/4),Optimal,A"}, r"^targets: opinion A: "),
]
OF_ANOTHER = [
    ({"model": "sequential"}, "no model is called 'sequential'"),
    ({"model": None}, "no model is called None"),
    ({"model": "shooter", "bullets": 2}, "bullets: the model 'shooter' does not have it"),
    ({"model": "lot", "survivors": "each"}, "survivors: the model 'lot' does not have it"),
    ({"model": "bullets", "bullets": 1, "play": "announced"}, "play: the model 'bullets' does not have it"),
    ({"model": "simultaneous", "start": True}, "start: the model 'simultaneous' does not have it"),
    ({"model": "opinions", "rounds": 3}, "rounds: the model 'opinions' does not have it"),
]
# An unknown model was played as simultaneous fire, an unknown play as stationary.
NO_WORDS = [
    ({"model": "duel"}, "no model is called 'duel'; choose from lot, shooter"),
    ({"model": ["lot"]}, "no model is called"),
    ({"play": "perfect"}, "play: 'perfect' is not a way to play; choose from announced, stationary"),
    ({"survivors": "all"}, "survivors: 'all' is not a rule; choose from equal, none, each"),
]
ANSWER = solve_variant(Variant.stated("shooter", HITS)).to_json()
PLAY = ANSWER["plays"][0]
CONTRADICTIONS = [
    ({"plays": [PLAY | {"win": ["1/2", "1/4", "1/8"]}]}, "stalemate"),
    ({"plays": [PLAY | {"aims": ["C", "A", "A"]}]}, "aims"),
    ({"variant": ANSWER["variant"] | {"model": "sequential"}}, "no model is called 'sequential'"),
    ({"variant": ANSWER["variant"] | {"bullets": 3}}, "bullets: the model 'shooter' does not have it"),
]
ROWS = [
    *with_keywords(ProblemError | NumberError, OF_THREE, *(({"bullets": one}, "^bullets: ") for one in NO_ROUNDS)),
    *with_keywords(
        ProblemError,
        OF_TWO,
        ({}, r"^bullets: give the rounds"),
        ({"bullets": 1, "survivors": "some"}, r"^survivors: 'some' is not a rule"),
    ),
    *with_keywords(
        ProblemError | NumberError,
        counted_bullets,
        ({"problem": Problem(DUEL, names="Ann,Bob"), "bullets": [1, 77]}, "bullets: player Bob: 77"),
        ({"problem": ["1/2"] * 14, "bullets": 50}, "up to 5,734,400 states, more than 2,000,000; give fewer"),
    ),
    *refused(
        ProblemError,
        opinion_contest,
        *((Problem(HITS, **fields), says) for fields, says in NO_CONTESTS),
        (MANY[:7], "7 persons are too many; state at most 6"),
        (SHOOTER, "'shooter', not 'opinions'"),
    ),
    *refused(ProblemError, random_shooter, (MANY, "17 players"), (BULLETS, "'bullets', not 'shooter'")),
    (ProblemError, partial(simultaneous_fire, MANY), "17 players are too many; state at most 16"),
    *refused(
        ProblemError,
        by_lot,
        (Problem(["1/3", "2/3", "1"], order="C,A,B"), r"^order: the lot draws the shooting order"),
        (MANY[:8], "40,320 orders"),
        (SHOOTER, "'shooter', not 'lot'"),
    ),
    *with_keywords(
        ProblemError,
        partial(by_lot, DUEL),
        ({"play": "mixed"}, r"^play: 'mixed' is not a way to play"),
        ({"start": 1}, r"^start: 1 is neither true nor false"),
    ),
    (NumberError, partial(by_lot, DUEL, play="stationary", cap=0), "^cap"),
    *with_keywords(NumberError, partial(random_shooter, HITS), *(({"cap": cap}, "cap") for cap in (0, True, 0.5))),
    *(
        (TruelError, partial(solve_variant, Variant.stated(model, HITS), cap=cap), "cap")
        for model in ("lot", "shooter", "simultaneous", "opinions")
        for cap in (0, -1, "many")
    ),
    *with_keywords(ProblemError, partial(Variant.stated, problem=HITS), *OF_ANOTHER),
    *with_keywords(ProblemError, partial(dataclasses.replace, Variant.stated("simultaneous", HITS)), *NO_WORDS),
    *changed(RecordError, VariantAnswer.from_json, ANSWER, *CONTRADICTIONS),
    (RecordError, lambda: simultaneous_fire(HITS).win, "2 plays, not one"),
]


def test_what_is_refused():
    assert_each_refused(ROWS)
