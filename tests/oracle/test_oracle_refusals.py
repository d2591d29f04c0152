"""What the oracle refuses: vectors, answers to be judged, maps, ways of asking, strategies; each with the message."""

from functools import partial
from math import inf, nan

import numpy as np
import pytest
from refusing import assert_refused, changed, refused, with_keywords

from truel_ref import Problem, all_outcomes
from truel_ref.errors import GameError, VectorError
from truel_ref.oracle import Conduct, check, check_command, make, plays, strategies, vectors
from truel_ref.oracle.corpus import MODEL_GROUPS, PLAY_GROUPS, kind_of, make_game
from truel_ref.oracle.models import variants
from truel_ref.oracle.run.conversation import HelloError, read_hello


def judged(vector):
    return check(lambda question: pytest.fail("it was asked"), [vector])


ORIGINAL = make(Problem(["1/3", "2/3", 1]), "original", "known")
MINE = make(Problem(["1/3", "2/3", 1]), "mine", "my own")
SHIPPED = vectors("optimal")[3]
CLAIM = vectors("goofspiel")[0]

VECTORS = [
    *refused(VectorError, vectors, *((wrong, "there is no group") for wrong in ("none", ["none"], 1))),
    *changed(
        VectorError,
        judged,
        SHIPPED,
        (
            {"win": [SHIPPED["win"][0].replace("1", "7", 1), *SHIPPED["win"][1:]]},
            "^'optimal-0004' is not a test vector: its 'win' is not as truel-ref ships it",
        ),
        ({"more": 1}, "'more'"),
    ),
    *refused(
        VectorError,
        judged,
        ({key: value for key, value in SHIPPED.items() if key != "flags"}, "'flags'"),
        (vectors("darts")[0] | {"answer": {}}, "'answer'"),
        (CLAIM | {"own": [1]}, "is not a test vector"),
        ({"game": "dicewars", "ask": "luck"}, "is not a test vector"),
        (ORIGINAL | {"problem": {"hits": []}}, "not a test vector"),
        (ORIGINAL | {"win": ["x"]}, "not a test vector"),
        *(
            (wrong, "is not a test vector: it has no 'id' and 'group' that are text")
            for wrong in (None, 3, [], {}, {"id": 1, "group": "fixed"}, {"id": "mine"})
        ),
        ({"id": "mine", "group": "", "game": "chess"}, "there is no game 'chess'"),
        ({"id": "mine", "group": "", "game": ["chess"]}, r"there is no game \['chess'\]"),
    ),
    *changed(
        VectorError,
        judged,
        MINE,
        ({"win": ["1/0", "1/2", "1/2"]}, "^'mine' .* by schema.json: win: number 1: '1/0' is not like"),
        ({"win": ["1/63", "8/21", "2/9"]}, "^'mine' .*: win and stalemate add up to 13/21, not to 1"),
        ({"stalemate": "1/7"}, ": win and stalemate add up to 8/7, not to 1"),
        ({"outcomes": [{"win": ["1/2", "1/4", "1/8"], "aims": ["B", "A", "A"], "stalemate": "0"}]}, "add up to 7/8"),
        ({"flags": ["thick"]}, "flags: number 1: 'thick' is none of"),
        ({"flags": ["tie", "tie"]}, "has an entry twice"),
        ({"problem": {"hits": ["1/2", "1/2"]}}, "problem: "),
        ({"aims": ["B", "C", 3]}, "aims: number 3: "),
        ({"margin": True}, "margin: "),
        ({"extra": 1}, "'extra' is not a key of it"),
    ),
    *(
        row
        for group in (*PLAY_GROUPS, *MODEL_GROUPS)
        for row in changed(
            VectorError,
            judged,
            vectors(group)[0],
            ({"answer": {}}, "is not a test vector"),
            ({"problem": {"hits": []}}, "is not a test vector"),
            ({"play" if group in PLAY_GROUPS else "model": "blind"}, "is not a test vector"),
            (
                {"id": "mine", "problem": Problem(["1/2", 1], names="Ann, Bob").to_json()},
                r"'mine' is not a test vector .*: problem: 'names' is not a key of it",
            ),
        )
    ),
    (VectorError, lambda: check(len, [ORIGINAL, ORIGINAL]), "'original' stands at two vectors"),
    (
        VectorError,
        lambda: make_game("dicewars", {"ask": "luck"}),
        "ask: 'luck' is unknown; choose from attack, holds, t",
    ),
    (GameError, lambda: make_game("dicewars", {"ask": "attack", "attacker": 9, "defender": 1}), "9 dice"),
    (VectorError, lambda: next(variants("fixed")), "there is no group 'fixed'; choose from lot, shooter"),
    (VectorError, lambda: next(plays.problems("fixed")), "there is no group 'fixed'; choose from stationary, course"),
    (VectorError, lambda: plays.make_play(Problem(["1/2", "1/2"]), "shooter"), "there is no group 'shooter'"),
    (KeyError, lambda: kind_of({"play": "perfect"}), "perfect"),
    (ValueError, lambda: all_outcomes(["1/2", "1/3"], slack=-1), "slack: -1 is below 0"),
]

ASKING = [
    *refused(VectorError, check, *((wrong, "tolerance") for wrong in (-1, 1, "much", nan, True)), of=(len, [ORIGINAL])),
    *refused(
        VectorError,
        lambda command: check_command(command, [ORIGINAL]),
        (["no-such-program-at-all"], "cannot start"),
        (["/tmp"], "cannot start"),
        (["a\0b"], "cannot start"),
        (["x" * 5000], "cannot start"),
        ([], "no command to judge"),
        ("python", "no command to judge"),
    ),
    *(
        (VectorError, partial(check_command, ["true"], [ORIGINAL], timeout=seconds), "timeout")
        for seconds in (0, -1, nan, inf)
    ),
    (VectorError, lambda: check_command(["no-such-program"], [ORIGINAL, MINE], conduct=Conduct(jobs=2)), "cannot star"),
    *with_keywords(
        VectorError,
        Conduct,
        ({"start": 0}, "start: 0 is not a number of seconds above 0"),
        ({"each": -1}, "each: -1 is not a number of seconds above 0"),
        ({"grace": nan}, "grace: nan is not a number of seconds above 0"),
        ({"restarts": -1}, "restarts: -1 is not an integer from 0 to 1,000,000"),
        ({"window": 0}, "window: 0 is not an integer from 1 to 1,000,000"),
        ({"jobs": True}, "jobs: True is not an integer from 1 to 1,000"),
        ({"each": 1, "window": 2}, "window: 2 questions at a time leave no limit for each"),
    ),
    *refused(
        HelloError,
        read_hello,
        (7, "7 is no JSON object"),
        ({"name": ["x"]}, "name: "),
        ({"name": "a\nb"}, "name: "),
        ({"version": "1" * 101}, "version: "),
        ({"supports": []}, "supports: "),
        ({"supports": {"groups": "optimal"}}, "groups: "),
        ({"supports": {"rules": [True]}}, "rules: "),
        ({"supports": {"players": "three"}}, "players: "),
        ({"supports": {"levels": -1}}, "levels: "),
        ({"supports": {"weights": 1}}, "weights: "),
    ),
    *refused(
        VectorError,
        strategies.thin_margins,
        *((below, "not above 0 and at most 1/100") for below in (0, -1, "1/50", 1)),
    ),
    (VectorError, lambda: strategies.ties(finest=1), "give 2 or more"),
]

HALF = Problem([0, 0, "1/2"])


def judged(array, **how):
    from truel_ref.oracle.map_judge import judge_map

    return judge_map(array, HALF, **how)


SQUARE, CUBE = np.zeros((2, 2)), np.zeros((2, 2, 3))
MAPS = [
    (VectorError, partial(judged, array, **how), says)
    for array, how, says in [
        (np.zeros((3, 4)), {}, "3 x 4 is not a map"),
        (np.zeros((4, 4, 2)), {}, "third dimension of 3"),
        (np.zeros(5), {}, "is not a map"),
        (np.zeros((1, 1)), {}, "from 2 to"),
        *(
            (np.zeros(shape), {}, "is not a map")
            for shape in ((0, 0), (0, 3), (3, 0), (0, 0, 3), (3, 0, 0), (2, 2, 0), ())
        ),
        (np.zeros((0, 0), dtype=int), {}, "0 x 0 is not a map; it has no pixel"),
        (np.zeros((2, 2), dtype=bool), {}, "are 'bool'; give numbers or short texts"),
        (np.ones((2, 2), dtype=bool), {"holds": "wins"}, "are 'bool'"),
        (np.zeros((2, 2), dtype=[(f"a{place}", "f8") for place in range(500)]), {}, "^.{,160}$"),
        (np.full((2, 2), 1e300), {"holds": "winners"}, "row 0, column 0 .* 1e\\+300 is not a player"),
        (np.full((2, 2), np.datetime64(0, "s")), {}, "datetime64"),
        (np.full((2, 2), b"A"), {}, "S1"),
        (np.full((2, 2), 7), {}, "row 0, column 0 .* 7 is not a player"),
        (np.full((2, 2), "D"), {}, "'D' is not a player"),
        (np.full((2, 2, 3), "Self"), {}, "not the same aim for everybody"),
        (np.full((2, 2, 3), "Strongest"), {}, "not the same aim for everybody"),
        (np.full((2, 2, 3), "Mist"), {}, "row 0, column 0 .*'Mist' is unknown"),
        (np.full((2, 2, 3), "A"), {"holds": "wins"}, "'A' is not a number"),
        (np.full((2, 2, 3), 1), {"holds": "winners"}, "third dimension"),
        (np.full((2, 2), 1), {"holds": "chances"}, "choose from winners, aims, wins"),
        (SQUARE, {"player": "Z"}, "choose from A, B, C"),
        (CUBE, {"player": "A"}, "all players"),
        (SQUARE, {"axes": "C,B"}, "axes"),
        (SQUARE, {"grid": "middle"}, "grid"),
        (SQUARE, {"tolerance": 2}, "tolerance"),
        (np.zeros((2, 2), dtype=complex), {}, "complex"),
        (CUBE, {"play": None}, "play: None is unknown"),
        *(
            (
                np.where(np.arange(27).reshape(3, 3, 3) == 20, value, 0.0),
                {},
                rf"row 2, column 0 .* {value}.* not a number",
            )
            for value in (nan, inf, -inf)
        ),
    ]
]


@pytest.mark.parametrize(("kind", "call", "says"), [*VECTORS, *ASKING, *MAPS])
def test_what_is_refused_is_one_line(kind, call, says):
    assert_refused(kind, call, says)
