from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import GameError, NumberError, ProblemError
from truel_ref.games.dicewars.board import Board, Position, hand_out, seeded_board

GOOD = {"owners": ["A", "B", "A"], "dice": [2, 1, 8], "borders": [[1, 0], [1, 2]]}


def test_a_board_from_json_and_back():
    board = Board.from_json(GOOD)
    assert board.borders == ((0, 1), (1, 2))
    assert board.neighbours == ((1,), (0, 2), (1,))
    assert Board.from_json(board.to_text("json")) == board == Board.stated("ABA", [2, 1, 8], [(0, 1), (2, 1)])
    placed = seeded_board(2)
    assert Board.from_json(placed.to_text("json").encode()) == placed
    assert (board.players, board.fields_of(0), board.largest_region(0)) == (2, (0, 2), 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dice": [2, 9, 1]}, "field 1: 9 dice; a field has 1 to 8"),
        ({"dice": [2, 0, 1]}, "field 1: 0 dice; a field has 1 to 8"),
        ({"dice": [2, -1, 1]}, "field 1: -1 is no number of dice"),
        ({"dice": [2, True, 1]}, "field 1: True is no number of dice"),
        ({"dice": [2, 1.5, 1]}, "field 1: 1.5 is no number of dice"),
        ({"dice": [2, None, 1]}, "field 1: None is no number of dice"),
        ({"dice": [2, 1]}, "dice: 2 numbers for 3 fields"),
        ({"dice": "218"}, "dice: '218' is not a list"),
        ({"owners": ["A", "B", "I"]}, "field 2: 'I' is no player; players are A to H"),
        ({"owners": ["A", "B", None]}, "field 2: None is no player"),
        ({"owners": []}, "owners: 0 fields; a board has 1 to 1,000"),
        ({"owners": ["A"] * 1001}, "owners: 1,001 fields"),
        ({"borders": [[0, 3]]}, "borders: there is no field 3; fields are numbered from 0 to 2"),
        ({"borders": [[0, -1]]}, "borders: -1 is not an integer"),
        ({"borders": [[1, 1]]}, "borders: field 1 is no neighbour of itself"),
        ({"borders": [[0, 1], [1, 0]]}, "borders: the pair of 0 and 1 stands there twice"),
        ({"borders": [[0, 1, 2]]}, r"borders: \[0, 1, 2\] is not a pair of integers"),
        ({"borders": [1]}, "borders: 1 is not a list"),
        ({"borders": {"0": 1}}, "borders: .* is not a list"),
        ({"places": [[0, 0], [1, 0]]}, "places: 2 for 3 fields"),
        ({"places": [[0, 0], [1, 0], [0, 0]]}, r"places: \[0, 0\] is given to two fields"),
        ({"sizes": []}, "a board has no key 'sizes'; there are owners, dice, borders, places"),
    ],
)
def test_bad_boards(change, says):
    with pytest.raises(GameError, match=says):
        Board.from_json(GOOD | change)


def test_what_is_no_object():
    with pytest.raises(GameError, match=r"a board is a JSON object with owners, dice and borders, not \[1\]"):
        Board.from_json("[1]")
    with pytest.raises(GameError, match="the key 'borders' is missing in the board"):
        Board.from_json({"owners": ["A"], "dice": [1]})
    with pytest.raises(ProblemError, match="not JSON"):
        Board.from_json("{")
    with pytest.raises(NumberError, match="NaN is not a number of JSON"):
        Board.from_json('{"dice": NaN}')


def test_a_board_that_is_built_by_hand_is_checked_too():
    with pytest.raises(GameError, match=r"ascending, or use Board\.stated"):
        Board((0, 1), (1, 1), ((1, 0),))
    with pytest.raises(GameError, match="field 0: 9 dice"):
        Board((0,), (9,), ())
    with pytest.raises(GameError, match="field 0: 8 is no player"):
        Board((8,), (1,), ())


# ---------------------------------------------------------------------------------------------------------
# Boards from a seed


def reached(board):
    """Return how many fields a walk from the first one reaches, over the list of pairs."""
    known = {0}
    while more := {b for pair in board.borders for a, b in (pair, pair[::-1]) if a in known} - known:
        known |= more
    return len(known)


@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(1, 10), st.data())
def test_seeded_boards_are_connected_and_fair(seed, players, fields, data):
    dice = data.draw(st.integers(fields, 8 * fields))
    board = seeded_board(seed, players, fields, dice)
    assert reached(board) == players * fields
    assert board.is_connected()
    assert Counter(board.owners) == dict.fromkeys(range(players), fields)
    assert all(sum(board.dice[field] for field in board.fields_of(player)) == dice for player in range(players))
    assert seeded_board(seed, players, fields, dice) == board
    # Neighbours are those hexagons whose centres are 1 apart: in units of (1/2, sqrt(3)/2), 4 = across^2 + 3 up^2.
    centres = [(2 * column + row % 2, row) for column, row in board.places]
    near = [
        (one, other)
        for one in range(len(centres))
        for other in range(one + 1, len(centres))
        if (centres[one][0] - centres[other][0]) ** 2 + 3 * (centres[one][1] - centres[other][1]) ** 2 == 4
    ]
    assert list(board.borders) == near
    # Every hexagon but the first two was put at two others, so nobody has fewer neighbours than two of three or more.
    assert all(len(around) >= min(2, players * fields - 1) for around in board.neighbours)


def test_other_seeds_are_other_boards():
    assert len({seeded_board(seed) for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 1}, "players: 1 is not an integer from 2 to 8"),
        ({"players": 9}, "players: 9 is not"),
        ({"fields": 0}, "fields: 0 is not an integer from 1 to 250"),
        ({"fields": 251}, "fields: 251 is not"),
        ({"dice": 7}, "dice: 7 is not between 8 and 64, which is what 8 fields hold"),
        ({"dice": 65}, "dice: 65 is not between"),
        ({"seed": -1}, "seed: -1 is not an integer >= 0"),
        ({"seed": "x"}, "seed: 'x' is not"),
    ],
)
def test_boards_that_cannot_be(arguments, says):
    with pytest.raises(GameError, match=says):
        seeded_board(**arguments)


@given(st.integers(0, 40), st.integers(0, 99))
def test_dice_are_handed_out_as_long_as_there_is_room(dice, seed):
    position = Position(Board.stated("AABA", [1, 8, 3, 5], [(0, 1)]))
    rest = hand_out(position, 0, dice, Random(seed))
    assert rest == max(0, dice - 10)
    assert sum(position.dice) == 17 + dice - rest
    assert position.dice[1:3] == [8, 3]
    assert max(position.dice) <= 8


def test_every_open_field_is_drawn_alike():
    """Of two dice on two open fields, all four ways are alike: one field gets both in half of the cases."""
    ways = Counter()
    for seed in range(4000):
        position = Position(Board.stated("AAB", [1, 1, 1], [(0, 1)]))
        hand_out(position, 0, 2, Random(seed))
        ways[tuple(position.dice)] += 1
    assert set(ways) == {(3, 1, 1), (2, 2, 1), (1, 3, 1)}
    # Five standard deviations of 4000 draws; the seeds are fixed, so this never fails by chance.
    assert all(abs(ways[dice] - mean) < 160 for dice, mean in [((3, 1, 1), 1000), ((2, 2, 1), 2000), ((1, 3, 1), 1000)])
