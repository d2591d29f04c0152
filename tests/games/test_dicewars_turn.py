from fractions import Fraction

import pytest
from dicewars_plain import best, odds, region, success_only
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import GameError
from truel_ref.games.dicewars.best_turn import DicewarsTurn, Search, search_estimate, turn
from truel_ref.games.dicewars.board import Board, Position, regions, seeded_board

F = Fraction
PATH = Board.stated("AB", [2, 1], [(0, 1)])


@st.composite
def boards(draw, most=6, dice=8):
    """Draw a board in which A owns a field; its borders need not connect it."""
    count = draw(st.integers(1, most))
    owners = [0, *draw(st.lists(st.integers(0, 2), min_size=count - 1, max_size=count - 1))]
    pairs = [(one, other) for one in range(count) for other in range(one + 1, count)]
    borders = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Board.stated(owners, draw(st.lists(st.integers(1, dice), min_size=count, max_size=count)), borders)


def scores(board):
    """The scores of the library, and the same plainly; the last is not a function of the fields alone."""
    return {
        "region": lambda owners, dice: region(owners, board.neighbours, 0),
        "fields": lambda owners, dice: owners.count(0),
        "function": lambda owners, dice: F(sum(d for o, d in zip(owners, dice, strict=True) if o == 0), 7) - dice[0],
    }


def own_dice(board):
    return F(sum(board.dice[field] for field in board.fields_of(0)), 7) - board.dice[0]


@pytest.mark.parametrize(
    ("name", "most", "moves"),
    [
        *((name, 4, 2) for name in ("region", "fields", "function")),
        pytest.param("region", 6, 3, marks=pytest.mark.slow),
    ],
)
@given(data=st.data())
def test_the_best_turn_is_that_of_plain_recursion_over_copied_boards(name, most, moves, data):
    board = data.draw(boards(most))
    moves = data.draw(st.integers(0, moves))
    plain = scores(board)[name]
    value, firsts = best(list(board.owners), list(board.dice), board.neighbours, 0, moves, plain)
    made = turn(board, "A", moves, own_dice if name == "function" else name)
    assert made.expected == value
    assert made.root.attack == firsts[0]  # to stop, else the least (from, to)
    assert name == "function" or DicewarsTurn.from_json(made.to_json()) == made
    renamed = Board.stated([7 - owner for owner in board.owners], board.dice, board.borders)
    assert name == "function" or turn(renamed, 7, moves, name).root == made.root


@given(boards(most=5, dice=3))
def test_without_a_limit_it_is_as_many_attacks_as_there_are_spare_dice(board):
    spare = sum(board.dice[field] - 1 for field in board.fields_of(0))
    free = turn(board)
    assert free.expected == turn(board, moves=spare).expected == turn(board, moves=spare + 3).expected
    if spare <= 3:
        plain = scores(board)["region"]
        assert free.expected == best(list(board.owners), list(board.dice), board.neighbours, 0, spare + 1, plain)[0]


@given(boards(), st.integers(0, 3))
def test_the_expected_score_is_that_of_playing_the_tree(board, moves):
    """Every end of the tree with its chance and its score, read off a board that nobody changed back."""

    def ends(node, owners, dice, chance):
        if node.attack is None:
            yield chance, len(max(regions(board.neighbours, [f for f, o in enumerate(owners) if o == 0]), key=len))
            return
        start, goal = node.attack
        assert (owners[start], owners[goal] == 0) == (0, False)
        assert node.chance == odds(dice[start], dice[goal])
        won = {goal: dice[start] - 1, start: 1}
        after = [won.get(field, count) for field, count in enumerate(dice)]
        taken = [0 if field == goal else owner for field, owner in enumerate(owners)]
        yield from ends(node.success, taken, after, chance * node.chance)
        lost = [1 if field == start else count for field, count in enumerate(dice)]
        yield from ends(node.failure, owners, lost, chance * (1 - node.chance))

    made = turn(board, moves=moves)
    listed = list(ends(made.root, list(board.owners), list(board.dice), F(1)))
    assert sum(chance for chance, _ in listed) == 1
    assert sum(chance * score for chance, score in listed) == made.expected


# ---------------------------------------------------------------------------------------------------------
# Known turns


def test_what_the_enemy_has_can_be_the_score():
    line = Board.stated("ABCB", [3, 1, 1, 1], [(0, 1), (0, 2), (1, 3)])
    most = turn(line, moves=1, score=lambda board: -board.largest_region(1))
    assert most.root.attack == (0, 1)
    assert most.expected == -2 + odds(3, 1)
    assert most.score == "a function"


# ---------------------------------------------------------------------------------------------------------
# The pseudocode that multiplies by the chance of success only


def row(fields, dice=2):
    """A row of fields of A, the last with some dice, and an enemy with one die at its end."""
    count = fields + 1
    return Board.stated("A" * fields + "B", [1] * (fields - 1) + [dice, 1], [(f, f + 1) for f in range(count - 1)])


def pseudocode(board, moves):
    plain = scores(board)["region"]
    return success_only(list(board.owners), list(board.dice), board.neighbours, 0, moves, plain)


def test_the_pseudocode_has_another_value_and_stops_too_soon():
    assert pseudocode(PATH, 1) == (F(181, 108), (0, 1))
    assert turn(PATH, moves=1).expected == F(397, 216)
    for fields in range(1, 12):
        _, first = pseudocode(row(fields), 1)
        # It attacks only if p (r + 1) > r, though a failure costs nothing at all.
        assert (first is not None) == (odds(2, 1) > F(fields, fields + 1)) == (fields <= 5)
        assert turn(row(fields), moves=1).expected == fields + odds(2, 1)


def test_the_pseudocode_takes_another_attack():
    """A sure field in the wrong place: with five dice one attack joins two regions, seven dice take one field."""
    line = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)]
    likely = Board.stated("AAABAAAB", [1, 1, 5, 5, 1, 1, 7, 1], line)
    made = turn(likely, moves=1)
    assert pseudocode(likely, 1) == (F(4), (6, 7))
    assert (made.root.attack, made.expected) == ((2, 3), 3 + 4 * odds(5, 5))


# ---------------------------------------------------------------------------------------------------------
# Records and refusals


def test_how_large_a_search_is_is_reckoned_before_it():
    board = seeded_board(1)
    searched = Search(Position(board), 0)
    searched.value(4)
    assert searched.looked_at / 2 < search_estimate(board, 0, "region", 4).count < 2 * searched.looked_at
    # Two attacks at first; then the other one, after a success and after a failure of the first.
    two = Board.stated("ABAB", [2, 1, 2, 1], [(0, 1), (2, 3)])
    assert [search_estimate(two, 0, "region", moves).count for moves in (0, 1, 2, 9)] == [1, 2, 6, 6]


def test_a_turn_that_is_too_large_is_refused_before_it_is_searched(monkeypatch):
    monkeypatch.setattr("truel_ref.games.dicewars.best_turn.MOST_NODES", 3)
    with pytest.raises(GameError, match="more than 3 nodes"):
        turn(seeded_board(1), moves=3)
