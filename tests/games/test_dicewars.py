"""Dice Wars against a second derivation (dicewars_plain), published claims, and the command."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from unittest import mock

import pytest
from dicewars_plain import best, game, odds, region, success_only
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import NumberError, ProblemError
from truel_ref.games import dicewars
from truel_ref.games.dicewars import (
    STRATEGIES,
    Board,
    attack,
    holds,
    odds_table,
    play_game,
    play_turn,
    seeded_board,
    tournament,
    turn,
)
from truel_ref.kernels.confidence import clopper_pearson

F = Fraction
PATH = Board("AB", [2, 1], [(0, 1)])


# -- odds


def test_attacks_are_those_of_all_pairs_of_throws():
    for a, d in product(range(2, 7), range(1, 7)):
        assert attack(a, d) == odds(a, d)


def test_known_odds():
    assert attack(2, 1) == F(181, 216)
    assert attack(8, 7) == F(35183192065, 52242776064)
    assert 1 - attack(8, 2) == F(1001, 6**10)
    certain = [(a, d) for a, d in product(range(2, 9), range(1, 9)) if attack(a, d) in (0, 1)]
    assert certain == [(7, 1), (8, 1)]
    assert odds_table().attacks == {a: {d: attack(a, d) for d in range(1, 9)} for a in range(2, 9)}


def test_holding_a_field():
    assert holds(3, []) == holds(3, [1, 1]) == 1
    assert holds(3, [2, 1, 4]) == (1 - odds(2, 3)) * (1 - odds(4, 3))
    assert holds(1, [8]) == 0


# -- boards


@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(1, 10), st.data())
def test_seeded_boards_are_connected_and_fair(seed, players, fields, data):
    dice = data.draw(st.integers(fields, 8 * fields))
    board = seeded_board(seed, players, fields, dice)
    assert region(["A"] * len(board.owners), board.neighbours, "A") == len(board.owners)
    assert Counter(board.owners) == dict.fromkeys("ABCDEFGH"[:players], fields)
    assert all(sum(board.dice[field] for field in board.fields_of(player)) == dice for player in set(board.owners))
    assert seeded_board(seed, players, fields, dice) == board == Board.from_json(board.to_json())
    # Every hexagon but the first two was put at two others.
    assert all(len(around) >= min(2, players * fields - 1) for around in board.neighbours)


# -- the best turn


@st.composite
def boards(draw, most=4, dice=4):
    size = draw(st.integers(2, most))
    owners = ["A", *draw(st.lists(st.sampled_from("ABC"), min_size=size - 1, max_size=size - 1))]
    counts = draw(st.lists(st.integers(1, dice), min_size=size, max_size=size))
    pairs = [(one, other) for other in range(size) for one in range(other)]
    return Board(owners, counts, draw(st.lists(st.sampled_from(pairs), unique=True)))


def scores(board):
    return {
        "region": lambda owners, dice: region(owners, board.neighbours, "A"),
        "fields": lambda owners, dice: owners.count("A"),
        "function": lambda owners, dice: F(sum(dice), 3) - region(owners, board.neighbours, "B"),
    }


@given(boards(), st.integers(0, 3), st.sampled_from(["region", "fields", "function"]))
def test_the_best_turn_is_that_of_a_plain_recursion(board, moves, name):
    """In every node of the tree, whose boards are done again on copies."""
    plain = scores(board)[name]
    before = board.to_json()
    made = turn(board, "A", moves, name if name != "function" else lambda own: plain(own.owners, own.dice))
    assert board.to_json() == before

    def compare(node, owners, dice, left):
        expected, attacks = best(owners, dice, board.neighbours, "A", left, plain)
        first = None if None in attacks else min(attacks)
        assert (node.expected, node.attack) == (expected, first)
        if first is not None:
            start, goal = first
            assert node.chance == odds(dice[start], dice[goal])
            lost = [1 if field == start else own for field, own in enumerate(dice)]
            won = [dice[start] - 1 if field == goal else own for field, own in enumerate(lost)]
            taken = ["A" if field == goal else owner for field, owner in enumerate(owners)]
            compare(node.success, taken, won, left - 1)
            compare(node.failure, owners, lost, left - 1)

    compare(made.root, list(board.owners), list(board.dice), moves)


@given(boards(most=5, dice=3))
def test_without_a_limit_it_is_as_many_attacks_as_there_are_spare_dice(board):
    spare = sum(board.dice[field] - 1 for field in board.fields_of("A"))
    assert (
        turn(board).root.expected
        == turn(board, moves=spare).root.expected
        == turn(board, moves=spare + 3).root.expected
    )
    if spare <= 3:
        plain = scores(board)["region"]
        assert turn(board).root.expected == best(board.owners, board.dice, board.neighbours, "A", spare + 1, plain)[0]


def test_the_pseudocode_that_counts_successes_only_has_another_value():
    """As the page says: 181/108 for 397/216; from six fields on it stops, though a failure costs no field."""
    for fields in range(1, 12):
        line = [(field, field + 1) for field in range(fields)]
        row = Board("A" * fields + "B", [1] * (fields - 1) + [2, 1], line)
        value, first = success_only(row.owners, row.dice, row.neighbours, "A", 1, scores(row)["region"])
        assert (first is not None) == (fields <= 5)
        assert turn(row, moves=1).root.expected == fields + odds(2, 1)
        assert fields > 1 or value == F(181, 108)


def test_searches_and_trees_that_are_too_large(monkeypatch):
    long = Board("A" * 50 + "B", [8] * 51, [(49, 50)])
    with pytest.raises(ProblemError, match="moves: a turn of up to 350 attacks is too long; allow 300 at most"):
        turn(long)
    for name, says in (("MOST_NODES", "more than 3 nodes"), ("MOST_POSITIONS", "more than 3 positions")):
        with monkeypatch.context() as patch, pytest.raises(ProblemError, match=says):
            patch.setattr(dicewars, name, 3)
            turn(seeded_board(1), moves=3)


# -- games and tournaments


@pytest.mark.parametrize(
    ("names", "fields", "dice", "games"),
    [
        (["best3", "best2", "single"], 2, 9, 4),
        (["random", "random", "random"], 3, 24, 2),
        (["single", "random", "single"], 5, 20, 8),
        (["random", "single"], 1, 1, 20),
    ],
)
def test_games_are_those_of_a_plain_player(names, fields, dice, games):
    played = [game(names, 7, fields, dice, number) for number in range(games)]
    assert [tuple(play_game(number, names, 7, fields, dice)) for number in range(games)] == played
    made = tournament(names, games, 7, fields, dice)
    for own in made.rates:
        at = [
            seat == winner
            for seats, winner, _ in played
            for seat, player in enumerate(seats)
            if own["seat"] in ("all", "ABC"[seat]) and own["player"] in (names[player], "anybody")
        ]
        unique = names.count(own["player"]) < 2
        assert not unique or (own["games"], own["wins"]) == (len(at), sum(at))
        assert not own["games"] or (own["low"], own["high"]) == clopper_pearson(own["wins"], own["games"], "0.95")


@pytest.mark.parametrize(("drawn", "owner"), [(180, "A"), (181, "B")])
def test_an_attack_succeeds_with_its_exact_chance(drawn, owner):
    """Of 216 equally likely numbers, 181 make 2 dice beat 1."""
    board, dice = Board("AB", [2, 1], [(0, 1)]), mock.Mock(**{"randrange.return_value": drawn})
    play_turn(board, "A", STRATEGIES["best1"], dice)
    assert (board.owners, dice.mock_calls) == (["A", owner], [mock.call.randrange(216)])


# -- the command, and refusals


def test_the_command_prints_the_records(printed, tmp_path):
    file = tmp_path / "board.json"
    file.write_text(printed("dicewars", "turn", "--seed", "3", "--moves", "0", "--json"))
    assert Board.from_json(json.loads(file.read_text())["board"]) == seeded_board(3)
    assert (
        printed("dicewars", "turn", str(file), "--player", "b", "--moves", "1") == f"{turn(seeded_board(3), 'B', 1)}\n"
    )
    assert printed("dicewars", "odds") == f"{odds_table()}\n"
    small = "--players random,best1 --fields 2 --dice 4 --games 6"
    answer = tournament(["random", "best1"], 6, fields=2, dice=4)
    assert printed("dicewars", "tournament", *small.split()) == f"{answer}\n"
    assert json.loads(printed("dicewars", "tournament", *small.split(), "--json", "--jobs", "2")) == answer.to_json()
    assert json.loads(printed("dicewars", "odds", "3", "--neighbours", "2,4", "--json"))["chance"] == str(
        holds(3, [2, 4])
    )
    assert "35183192065/52242776064   67.346 %" in printed("dicewars", "odds", "8", "7")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("odds 1 1", "dice of the attacker: '1' is not an integer from 2 to 8"),
        ("odds 2 x", "dice of the defender: 'x' is not an integer from 1 to 8"),
        ("turn --players 9", "--players: 9 is not an integer from 2 to 8"),
        ("turn --dice 65", "--dice: 65 is not an integer from 8 to 64"),
        ("turn docs/boards/path.json --player C", "--player: C owns no field of this board"),
        ("turn docs/boards/path.json --player z", "--player: 'Z' is not a player; players are A to H"),
        ("turn docs/boards/path.json --moves x", "--moves: 'x' is not an integer"),
        ("turn docs/boards/path.json --score luck", "--score: 'luck' is unknown; choose from region, fields"),
        ("tournament --players random,joe", "--players: 'joe' is unknown; choose from random, single"),
        ("tournament --games 0", "--games: 0 is not an integer from 1"),
    ],
)
def test_refusals_of_the_command(refused, words, says):
    refused(["dicewars", *words.split()], says)


BOARD = {"owners": ["A", "B", "A"], "dice": [2, 1, 8], "borders": [[1, 0], [1, 2]]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dice": [2, 9, 1]}, "dice of field 1: 9 is not an integer from 1 to 8"),
        ({"dice": [2, True, 1]}, "dice of field 1: True is not"),
        ({"dice": [2, 1]}, "dice: 2 numbers for 3 fields"),
        ({"dice": 218}, "dice: 218 is not a list"),
        ({"owners": ["A", "B", "I"]}, "field 2: 'I' is not a player; players are A to H"),
        ({"owners": ["A", "B", ["A"]]}, "field 2: .'A'. is not a player"),
        ({"owners": [], "dice": []}, "number of fields: 0 is not an integer from 1 to 1,000"),
        ({"borders": [[0, 3]]}, "borders: 3 is not an integer from 0 to 2"),
        ({"borders": [[1, 1]]}, "borders: .1, 1. is not a pair of different fields"),
        ({"borders": [[0, 1], [1, 0]]}, "borders: .1, 0. is not a pair of different fields that occurs once"),
        ({"borders": [[0, 1, 2]]}, "borders: .0, 1, 2. is not a pair"),
        ({"borders": [1]}, "borders: 1 is not a list"),
        ({"sizes": []}, "a board is a JSON object with owners, dice, borders, not"),
    ],
)
def test_boards_that_are_refused(change, says):
    with pytest.raises((ProblemError, NumberError), match=says):
        Board.from_json(BOARD | change)


def test_a_score_must_be_an_exact_number():
    with pytest.raises(NumberError, match="'much' is not a number"):
        turn(PATH, score=lambda board: "much")
