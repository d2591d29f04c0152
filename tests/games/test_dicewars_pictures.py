from itertools import product

from dicewars_plain import odds
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Circle, RegularPolygon

from truel_ref.games.dicewars.best_turn import turn
from truel_ref.games.dicewars.board import Board, seeded_board
from truel_ref.games.pictures import COLORS, odds_figure
from truel_ref.games.pictures import dicewars_board_figure as board_figure


def test_the_odds_say_certain_only_where_they_are():
    axes = odds_figure().axes[0]
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("always") == 2
    assert not {"0.00", "100.00"} & set(texts)
    assert (texts[0], texts[13], texts[-7]) == ("83.80", "99.998", "0.0005")
    shades = axes.images[0].get_cmap()
    for text, (d, a) in zip(axes.texts, product(range(1, 9), range(2, 9)), strict=True):
        assert contrast(text.get_color(), shades(float(odds(a, d)))[:3]) > 4.5


def contrast(one, other):
    """Return the contrast of two colours as the guidelines for readable pages (WCAG 2) define it; 4.5 is asked for."""

    low, high = sorted(
        sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(color), strict=True))
        for color in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def linear(color):
    """Return how much light each part of a colour gives."""
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(color)]


def test_whoever_sees_no_green_or_no_red_tells_the_owners_apart_and_can_read():
    """Colours as they look to people without the cones for red or green (Viénot, Brettel and Mollon, 1999)."""
    sights = {
        "red": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "green": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }
    for rows in sights.values():
        seen = [[sum(w * part for w, part in zip(row, linear(color), strict=True)) for row in rows] for color in COLORS]
        for place, one in enumerate(seen[:4]):
            for other in seen[:place]:
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 0.1**2
    assert all(contrast("black", color) > 7 for color in COLORS)


def test_a_board_shows_owners_dice_and_numbers():
    board = seeded_board(3)
    axes = board_figure(board, turn(board, moves=1).root.attack).axes[0]
    hexagons = [patch for patch in axes.patches if isinstance(patch, RegularPolygon)]
    assert [COLORS.index(to_hex(each.get_facecolor())) for each in hexagons] == list(board.owners)
    texts = [text.get_text() for text in axes.texts]
    assert texts[: 3 * len(hexagons) : 3] == list(map(str, board.dice))
    assert texts[1 : 3 * len(hexagons) : 3] == ["ABCD"[owner] for owner in board.owners]
    assert texts[2 : 3 * len(hexagons) : 3] == [str(field) for field in range(len(hexagons))]
    # Hexagons touch and do not overlap: neighbours are 1 apart, everybody else farther.
    centres = [each.xy for each in hexagons]
    for one, (x, y) in enumerate(centres):
        near = [other for other, (u, v) in enumerate(centres) if other != one and (x - u) ** 2 + (y - v) ** 2 < 1.0001]
        assert tuple(near) == board.neighbours[one]


def test_a_board_without_places_is_a_circle_with_lines():
    axes = board_figure(Board.stated("ABA", [1, 2, 3], [(0, 1), (1, 2)])).axes[0]
    assert sum(isinstance(patch, Circle) for patch in axes.patches) == 3
    assert len(axes.lines) == 2
