"""What the other games refuse, each with the error and a part of its message."""

from fractions import Fraction
from functools import cache, partial

import pytest
from refusing import assert_refused, changed, refused, with_keywords

from truel_ref.errors import GameError, NumberError, ProblemError, RecordError, SizeError
from truel_ref.games import darts
from truel_ref.games.dicewars.best_turn import DicewarsTurn, turn
from truel_ref.games.dicewars.board import Board, seeded_board
from truel_ref.games.dicewars.odds import Odds, OddsTable, attack, holds
from truel_ref.games.dicewars.standings import DicewarsRules, Standings, tournament
from truel_ref.games.goofspiel import Bids, State, opening, solve
from truel_ref.games.goofspiel_exploit import exploit
from truel_ref.games.mastermind.adversary import Adversary, against_adversary
from truel_ref.games.mastermind.breakers import Breaker, validate
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.fresh import Shortened, expected_totals, random_breaker, shortened
from truel_ref.games.mastermind.search import breaker_named, least_total, weighted_optimum

DARTS = [
    *refused(
        GameError,
        darts.outcome,
        ("OFF", 0, "OFF is where a dart may land, not a target"),
        ("T21", 0, "'T21' is not a target"),
        (20, 0, "20 is not a target"),
    ),
    *refused(
        GameError,
        darts.double_out,
        (-1, "the total -1 is not a whole number from 0 to 10,000"),
        (1.5, r"the total 1\.5 is not"),
    ),
    *refused(
        GameError,
        darts.turns,
        (1, "the total 1 is not a whole number from 2 to 1,001"),
        (True, "the total True is not"),
        (9, Fraction(1, 10**50), "has more than 40 digits"),
    ),
    (GameError, lambda: darts.turns(9).best_target(9, 8, 3), "nobody who begins a turn at 9 has 8 left with 3 darts"),
    (GameError, lambda: darts.turns(9).best_target(9, 8, 0), "with 0 darts"),
    (GameError, lambda: darts.turns(9).value(10), "from 2 to 9"),
    *(
        (NumberError, partial(call, *of, miss), "miss: ")
        for miss in ("1.2", -1, "x", None, True)
        for call, of in ((darts.outcome, ("T20",)), (darts.best_target, ()), (darts.turns, (9,)))
    ),
    *(
        row
        for make, key, says in [
            (partial(darts.finishing, 100), "ways", "these are not the finishes of the total 100"),
            (partial(darts.finishing, 169), "darts", "these are not the finishes of the total 169"),
            (
                partial(darts.landing, "DB", "1/4"),
                "score",
                "not the chances of target and miss rate 'DB', '1/4'",
            ),
            (partial(darts.landing, "DB", "m"), "score", "not the chances of target and miss rate 'DB', 'm'"),
            (partial(darts.best_target, "1/3"), "targets", "these are not the best targets for the miss rate '1/3'"),
            (darts.best_targets, "best", "these are not the best targets for all miss rates"),
            (partial(darts.turns, 6, "1/7"), "turns", "these are not the least number of turns"),
        ]
        for row in [
            (GameError, lambda make=make, key=key: type(make()).from_json(make().to_json() | {key: "nothing"}), says),
            (GameError, lambda make=make: type(make()).from_json([]), "; these are "),
        ]
    ),
]

BOARD = {"owners": ["A", "B", "A"], "dice": [2, 1, 8], "borders": [[1, 0], [1, 2]]}
PATH = Board.stated("AB", [2, 1], [(0, 1)])
SMALL = DicewarsRules.stated("random,single,best1,best2", 1, 2, 4)
PLAYED = cache(lambda: tournament(SMALL, 6).to_json())

DICEWARS = [
    *refused(
        GameError,
        attack,
        (1, 1, "the attacker: 1 die cannot attack"),
        (9, 1, "the attacker: 9 dice; a field has 1 to 8"),
        (2, 0, "the defender: 0 dice; a field has 1 to 8"),
        (2, True, "the defender: True is not a number of dice"),
        (2.5, 1, "the attacker: 2.5 is not a number of dice"),
        (-3, 1, "the attacker: -3 is not a number of dice"),
    ),
    *refused(
        GameError,
        holds,
        (3, 7, "neighbours: 7 is not a list"),
        (True, [], "the field: True is not a number of dice"),
        (1, [1, 9], "neighbour 2: 9 dice"),
    ),
    *changed(RecordError, Odds.from_json, Odds(8, 7).to_json(), ({"success": "1/2"}, r"success: .* does not agree")),
    *refused(RecordError, Odds.from_json, ({"attacker": 9, "defender": 1}, "attacker: the attacker: 9 dice")),
    *refused(RecordError, OddsTable.from_json, ({"attacks": []}, "attacks")),
    *changed(
        GameError,
        Board.from_json,
        BOARD,
        ({"dice": [2, 9, 1]}, "field 1: 9 dice; a field has 1 to 8"),
        ({"dice": [2, 0, 1]}, "field 1: 0 dice; a field has 1 to 8"),
        ({"dice": [2, -1, 1]}, "field 1: -1 is not a number of dice"),
        ({"dice": [2, True, 1]}, "field 1: True is not a number of dice"),
        ({"dice": [2, 1.5, 1]}, "field 1: 1.5 is not a number of dice"),
        ({"dice": [2, None, 1]}, "field 1: None is not a number of dice"),
        ({"dice": [2, 1]}, "dice: 2 numbers for 3 fields"),
        ({"dice": "218"}, "dice: '218' is not a list"),
        ({"owners": ["A", "B", "I"]}, "field 2: 'I' is not a player; players are A to H"),
        ({"owners": ["A", "B", None]}, "field 2: None is not a player"),
        ({"owners": []}, "owners: 0 fields; a board has 1 to 1,000"),
        ({"owners": ["A"] * 1001}, "owners: 1,001 fields"),
        ({"borders": [[0, 3]]}, "borders: there is no field 3; fields are numbered from 0 to 2"),
        ({"borders": [[0, -1]]}, "borders: -1 is not an integer"),
        ({"borders": [[1, 1]]}, "borders: field 1 is not a neighbour of itself"),
        ({"borders": [[0, 1], [1, 0]]}, "borders: the pair of 0 and 1 occurs twice"),
        ({"borders": [[0, 1, 2]]}, r"borders: \[0, 1, 2\] is not a pair of integers"),
        ({"borders": [1]}, "borders: 1 is not a list"),
        ({"borders": {"0": 1}}, "borders: .* is not a list"),
        ({"places": [[0, 0], [1, 0]]}, "places: 2 for 3 fields"),
        ({"places": [[0, 0], [1, 0], [0, 0]]}, r"places: \[0, 0\] is given to two fields"),
        ({"sizes": []}, "a board has no key 'sizes'; choose from owners, dice, borders, places"),
    ),
    *refused(
        GameError,
        Board.from_json,
        ("[1]", r"a board is a JSON object with owners, dice and borders, not \[1\]"),
        ({"owners": ["A"], "dice": [1]}, "the key 'borders' is missing in the board"),
    ),
    (ProblemError, lambda: Board.from_json("{"), "not JSON"),
    (NumberError, lambda: Board.from_json('{"dice": NaN}'), "NaN is not a number of JSON"),
    *refused(
        GameError,
        Board,
        ((0, 1), (1, 1), ((1, 0),), r"ascending, or use Board\.stated"),
        ((0,), (9,), (), "field 0: 9 dice"),
        ((8,), (1,), (), "field 0: 8 is not a player"),
    ),
    *with_keywords(
        GameError,
        seeded_board,
        ({"players": 1}, "players: 1 is not an integer from 2 to 8"),
        ({"players": 9}, "players: 9 is not"),
        ({"fields": 0}, "fields: 0 is not an integer from 1 to 250"),
        ({"fields": 251}, "fields: 251 is not"),
        ({"dice": 7}, "dice: 7 is not between 8 and 64, which is what 8 fields hold"),
        ({"dice": 65}, "dice: 65 is not between"),
        ({"seed": -1}, "seed: -1 is not an integer >= 0"),
        ({"seed": "x"}, "seed: 'x' is not"),
    ),
    *with_keywords(
        GameError,
        partial(turn, PATH),
        ({"player": "C"}, "player: 'C' owns no field of this board"),
        ({"player": "z"}, "player: 'z' is not a player; players are A to H"),
        ({"moves": -1}, "moves: -1 is not an integer >= 0; None sets no limit"),
        ({"moves": 1.5}, "moves: 1.5 is not an integer >= 0"),
        ({"score": "luck"}, "score: 'luck' is unknown; choose from region, fields"),
    ),
    (NumberError, lambda: turn(PATH, score=lambda board: "much"), "'much' is not a number"),
    (
        SizeError,
        lambda: turn(seeded_board(3, dice=40), moves=12),
        r"attacks, .* of memory; allow fewer attacks; --force",
    ),
    (
        GameError,
        lambda: turn(Board.stated("A" * 99 + "B", [8] * 100, [(98, 99)])),
        "moves: a turn of up to 693 attacks is too long; allow 500 at most",
    ),
    *changed(
        RecordError,
        DicewarsTurn.from_json,
        lambda: turn(PATH).to_json(),
        ({"expected": "2"}, "expected"),
        ({"player": "C"}, "player"),
        ({"score": "luck"}, "score"),
        ({"moves": -1}, "moves"),
        *(
            (lambda data, change=change: {"policy": data["policy"] | change}, "policy")
            for change in ({"chance": "1/2"}, {"expected": "2"}, {"attack": [1, 0]}, {"attack": [0]}, {"success": 3})
        ),
    ),
    *changed(
        RecordError,
        Standings.from_json,
        PLAYED,
        ({"wins": [[7, 0, 0, 0]] * 4}, "wins and drawn must add up"),
        ({"wins": [[0] * 4] * 4, "drawn": 7}, "wins and drawn must add up"),
        ({"seated": [[6, 0, 0, 0]] * 4}, "seated: every player"),
        ({"seated": [[0] * 4] * 4, "wins": [[0] * 4] * 4, "drawn": 0}, "seated: every player"),
        ({"wins": [[0, 0]]}, "wins: give 4 numbers"),
        ({"full": 7}, "drawn, full, rounds: 6 games"),
        ({"rounds": 5}, "drawn, full, rounds: 6 games"),
        ({"games": 7}, "games: 7 does not agree"),
        ({"rules": {"players": ["random"]}}, "rules: the rules of a tournament"),
    ),
    *refused(
        GameError,
        DicewarsRules.stated,
        ("random,joe", "players: 'joe' is unknown; choose from random, single, best1, best2, best3"),
        ("random", "players: 1 is not an integer from 2 to 8"),
        (7, "players: 7 is not a list of names"),
        (["random", 3], "players: 3 is unknown"),
        ("random,single", -1, "seed: -1"),
        ("random,single", 1, 0, "fields: 0"),
        ("random,single", 1, 2, 17, "dice: 17 is not between 2 and 16"),
    ),
    *with_keywords(
        GameError,
        partial(tournament, SMALL),
        *(
            (given, "is not an integer from 1 to")
            for given in ({"games": 0}, {"games": "many"}, {"games": 5, "jobs": 0})
        ),
    ),
]

CLAIM = partial(State, [1, 3], [2, 3], 2, [3], lead=1)
GOOFSPIEL = [
    *refused(
        GameError,
        State,
        ([1, 1], [2, 3], 2, [3], "own: 1 occurs twice"),
        ([], [], 2, [], "own: a player without cards"),
        ([1, 2], [3], 2, [3], "other: 1 card, but own has 2"),
        ([1, 2], [2, 3], 2, [], "to_come: 0 prizes"),
        ([1, 2], [2, 3], 2, [2], "the prize 2 is on the table"),
        ([1, 0], [2, 3], 2, [3], "own: 0 is not a card"),
        ([1, 2.0], [2, 3], 2, [3], "own: 2.0 is not a card"),
        ([1, 2], [2, 3], True, [3], "prize: True is not a card"),
        ([1, 2], [2, 3], 2, [3], 0.5, "lead: 0.5 is not an integer"),
    ),
    (GameError, lambda: CLAIM().after(2, 3), "the bid 2 is not in the hand 1, 3"),
    (GameError, lambda: solve(CLAIM(), "draw"), "goal: 'draw' is unknown"),
    (GameError, lambda: solve(State(range(1, 8), range(1, 8), 1, range(2, 8))), "hands of 7"),
    (GameError, lambda: opening(3, 4), "prize: 4 is not one of the prizes 1, 2, 3"),
    *changed(
        RecordError,
        Bids.from_json,
        lambda: solve(CLAIM(), "win").to_json(),
        ({"value": "-1/4"}, "do not prove"),
        ({"own_bids": ["x", "1"]}, "number 1: 'x'"),
    ),
    (RecordError, lambda: State.from_json({}), "'own' is missing"),
    (GameError, lambda: exploit(lambda state: {9: 1}, 2), "the strategy bids 9"),
    (GameError, lambda: exploit(lambda state: {1: Fraction(1, 2)}, 2), r"add up to Fraction\(1, 2\)"),
    (NumberError, lambda: exploit(lambda state: {1: Fraction(3, 2), 2: Fraction(-1, 2)}, 2), "card 1"),
    (GameError, lambda: exploit(lambda state: [1, 0], 2), "answers with the chances of cards"),
]

TREE = {
    "pegs": 1,
    "colors": 3,
    "tree": [
        {"guess": "1"},
        {"guess": "2", "after": 0, "feedback": [0, 0]},
        {"guess": "3", "after": 1, "feedback": [0, 0]},
    ],
}

TWO = Game(2, 2)


def first_changed(key, change):
    """Return what changes the first of a list in data."""
    return lambda data: {key: [data[key][0] | change, *data[key][1:]]}


MASTERMIND = [
    *refused(
        GameError,
        lambda guesses, children: validate(Breaker(TWO, guesses, children)),
        ([0, 3, 1], {0: 1, 3: 2}, r"does not solve 21: nothing is guessed after 11 \(1,0\), 12 \(0,2\)"),
        (
            [0, 3, 1, 2, 0],
            {0: 1, 3: 2, 2 * 5 + 2: 3, 5: 4},
            r"a child that no code can reach: node 2, after 22 \(0,0\) at node 1",
        ),
        ([0, 1], {0: 1, 2: 1, 5: 0}, "not a tree"),
    ),
    *changed(
        RecordError,
        Adversary.from_json,
        cache(lambda: against_adversary(TWO).to_json()),
        (first_changed("breakers", {"tree": 5}), "breakers: number 1: tree: 5 is not a list"),
        (first_changed("breakers", {"chance": "sqrt(2)/2"}), r"breakers: number 1: chance: 'sqrt\(2\)/2'"),
        (first_changed("breakers", {"chance": "4/3"}), "chance: '4/3' is not a probability"),
        (first_changed("codes", {"chance": "-1/3"}), "codes: number 1: chance: '-1/3' is not a probability"),
        ({"value": "sqrt(2)"}, "value: "),
    ),
    *changed(
        RecordError,
        Shortened.from_json,
        lambda: shortened(TWO, 1).to_json(),
        ({"seed": "1"}, "seed: '1' is not an integer"),
        ({"seed": True}, "seed: "),
        ({"fresh": 5}, "fresh is a JSON object, not 5"),
        ({"shrunk": [1]}, "shrunk"),
    ),
    *refused(
        GameError,
        random_breaker,
        (Game(4, 7), 1, "4 pegs, 7 colors make 2,401 codes; random breakers are drawn for 2,000 at most"),
        (TWO, "x", "seed: 'x'"),
    ),
    *(
        (GameError, partial(asked, Game(4, 6)), "1,296 codes")
        for asked in (least_total, expected_totals, against_adversary)
    ),
    *refused(GameError, weighted_optimum, (TWO, [1, 2, 3, 4], "weigh the same"), (TWO, [1, -1, -1, 1], "none below 0")),
    *changed(
        (GameError, RecordError),
        Breaker.from_json,
        TREE,
        ({"tree": []}, "no node"),
        ({"tree": [{"guess": "12"}]}, "tree: number 1: guess: '12' is not a code of 1 peg, 3 colors: it has 2 signs"),
        ({"tree": [{"guess": "4"}]}, "'4' is not one of 123"),
        ({"tree": [{"guess": 1}]}, "write it as text"),
        ({"tree": [{"guess": "1", "after": 0}]}, "the root"),
        ({"tree": TREE["tree"][:2]}, r"does not solve 3: nothing is guessed after 1 \(0,0\), 2 \(0,0\)"),
        ({"tree": [TREE["tree"][0], TREE["tree"][2]]}, "after: 1 is not a node before this one"),
        ({"tree": [TREE["tree"][0], *[TREE["tree"][1]] * 2]}, "two nodes stand after node 0"),
        ({"tree": [TREE["tree"][0], TREE["tree"][1] | {"feedback": [1, 0]}]}, "after the solved one"),
        ({"tree": [TREE["tree"][0], TREE["tree"][1] | {"feedback": [0, 1]}]}, "is not a feedback of 1 peg"),
        ({"pegs": 0}, "pegs: 0 is not an integer from 1 to 13"),
        ({"colors": 36}, "colors: 36 is not an integer from 1 to 35"),
        ({"pegs": 9, "colors": 9}, "387,420,489 codes"),
    ),
    (GameError, lambda: breaker_named(TWO, "best"), "'best' is unknown"),
]


@pytest.mark.parametrize(("kind", "call", "says"), [*DARTS, *DICEWARS, *GOOFSPIEL, *MASTERMIND])
def test_what_is_refused_names_the_culprit(kind, call, says):
    assert_refused(kind, call, says)
