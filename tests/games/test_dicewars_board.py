from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from truel_ref.games.dicewars.board import Board, Position, hand_out, seeded_board

GOOD = {"owners": ["A", "B", "A"], "dice": [2, 1, 8], "borders": [[1, 0], [1, 2]]}


def test_a_board_from_json_and_back():
    board = Board.from_json(GOOD)
    assert (board.borders, board.neighbours) == (((0, 1), (1, 2)), ((1,), (0, 2), (1,)))
    assert Board.from_json(board.to_text("json").encode()) == board == Board.stated("ABA", [2, 1, 8], [(0, 1), (2, 1)])
    assert (board.players, board.fields_of(0), board.largest_region(0)) == (2, (0, 2), 1)


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


@given(st.integers(0, 40), st.integers(0, 99))
def test_dice_are_handed_out_as_long_as_there_is_room(dice, seed):
    position = Position(Board.stated("AABA", [1, 8, 3, 5], [(0, 1)]))
    rest = hand_out(position, 0, dice, Random(seed))
    assert rest == max(0, dice - 10)
    assert sum(position.dice) == 17 + dice - rest
    assert position.dice[1:3] == [8, 3]
    assert max(position.dice) <= 8
