from matplotlib.colors import to_hex
from matplotlib.patches import Circle, RegularPolygon

from truel_ref.games.dicewars.best_turn import turn
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.pictures import COLORS, board_figure, odds_figure
from truel_ref.games.dicewars.setup import seeded_board


def test_the_odds_say_certain_only_where_they_are():
    axes = odds_figure().axes[0]
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("always") == 2
    assert not {"0.00", "100.00"} & set(texts)
    assert (texts[0], texts[13], texts[-7]) == ("83.80", "99.998", "0.0005")


def test_a_board_shows_owners_dice_and_numbers():
    board = seeded_board(3)
    axes = board_figure(board, turn(board, moves=1).root.attack).axes[0]
    hexagons = [patch for patch in axes.patches if isinstance(patch, RegularPolygon)]
    assert [COLORS.index(to_hex(each.get_facecolor())) for each in hexagons] == list(board.owners)
    texts = [text.get_text() for text in axes.texts]
    assert texts[: 2 * len(hexagons) : 2] == list(map(str, board.dice))
    assert texts[1 : 2 * len(hexagons) : 2] == [str(field) for field in range(len(hexagons))]
    # Hexagons touch and do not overlap: neighbours are 1 apart, everybody else farther.
    centres = [each.xy for each in hexagons]
    for one, (x, y) in enumerate(centres):
        near = [other for other, (u, v) in enumerate(centres) if other != one and (x - u) ** 2 + (y - v) ** 2 < 1.0001]
        assert tuple(near) == board.neighbours[one]


def test_a_board_without_places_is_a_circle_with_lines():
    axes = board_figure(Board.stated("ABA", [1, 2, 3], [(0, 1), (1, 2)])).axes[0]
    assert sum(isinstance(patch, Circle) for patch in axes.patches) == 3
    assert len(axes.lines) == 2
