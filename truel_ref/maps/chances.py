"""Colourings by win probabilities: who wins, in what order, and how likely."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from functools import reduce
from math import factorial

from truel_ref.game.people import label
from truel_ref.maps.data import MapData
from truel_ref.maps.painting import Canvas, ColorBar, PaintClass, blank, codes, player_of, wins_of
from truel_ref.maps.palettes import LIGHT_TO_DARK, RGB, Palette, lighten, lightened, mean

__all__ = ["chance", "order_text", "win_order", "winner", "winners_text"]

GREY = (0.5, 0.5, 0.5)


def winner(data: MapData, palette: Palette, ends: tuple[float, float]) -> Canvas:
    """Paint who is most likely to win.

    A single winner has his colour, with the lightness `high - (high - low) * (best - 1/n) / (1 - 1/n)`. A shared
    first place has the mean colour of those who share it, darker than any single winner.
    """
    import numpy as np

    wins, best = wins_of(data)
    players, (low, high) = len(wins), ends
    canvas = blank(data)
    canvas.free = np.zeros((*data.spec.shape, 3))
    # What the brightness says, in grey: it is the same for all players.
    greys = tuple(lighten(GREY, high - (high - low) * step / 8) for step in range(9))
    canvas.bar = ColorBar("brightness: the\nwinner wins in %", 100 / players, 100.0, greys)
    lightness = high - (high - low) * np.clip((best * players - 1) / (players - 1), 0, 1)
    lists, number = codes([(win == best).astype(np.int64) for win in wins])
    groups = [tuple(player for player in range(players) if first[player]) for first in lists]
    for place in sorted(range(len(groups)), key=lambda place: (len(groups[place]), groups[place])):
        group, where = groups[place], data.inside & (number == place)
        name = winners_text(group)
        if len(group) > 1:
            color = lighten(mean([palette.player(player) for player in group]), low / 2)
            canvas.add(where, PaintClass(name, color, tied=True))
            continue
        color = palette.player(group[0])
        canvas.free[where] = lightened(color, lightness[where])
        shades = tuple(lighten(color, level) for level in (high, (low + high) / 2, low))
        canvas.add(where, PaintClass(name, shades[1], shades=shades))
    return canvas


def winners_text(group: Sequence[int]) -> str:
    """Return what the class of those who win most often is called."""
    return " = ".join(map(label, group))


def win_order(data: MapData, palette: Palette, ends: tuple[float, float]) -> Canvas:
    """Paint the order of the win probabilities.

    The hue is that of the first place (a mean where it is shared), a little turned from one order to the next; orders
    without equals are spread over the brightnesses of the range, those with equals are darker. The colour of an order
    depends on nothing but the order and the number of players.
    """
    import numpy as np

    wins, _ = wins_of(data)
    canvas = blank(data)
    lists, number = codes([np.sum([other > win for other in wins], axis=0) for win in wins])
    for ranks, place in sorted((ranks, place) for place, ranks in enumerate(lists)):
        name = order_text(ranks)
        tied = len(set(ranks)) < len(ranks)
        canvas.add(data.inside & (number == place), PaintClass(name, _order_color(ranks, palette, ends), tied=tied))
    return canvas


def order_text(ranks: Sequence[int]) -> str:
    """Return the order of the players as text, from how many are before each.

    >>> order_text((1, 1, 0))
    'C > A = B'
    """
    groups = [[label(player) for player, own in enumerate(ranks) if own == rank] for rank in sorted(set(ranks))]
    return " > ".join(" = ".join(group) for group in groups)


def _order_color(ranks: Sequence[int], palette: Palette, ends: tuple[float, float]) -> RGB:
    (low, high), players = ends, len(ranks)
    if len(set(ranks)) == players:
        place, places = _permutation_place([rank for rank in ranks if rank]), factorial(players - 1)
        lightness = low + 0.85 * (high - low) * (place / (places - 1) if places > 1 else 0.5)
    else:
        place, places = reduce(lambda code, rank: code * players + rank, ranks, 0), players**players
        lightness = low * (0.3 + 0.6 * place / places)
    color = mean([palette.player(player) for player, rank in enumerate(ranks) if rank == 0])
    hue, level, saturation = colorsys.rgb_to_hls(*color)
    turn = (place % 3 - 1) / 50 if places > 2 else 0  # up to 7 degrees
    return lighten(colorsys.hls_to_rgb((hue + turn) % 1, level, saturation), lightness)


def _permutation_place(numbers: Sequence[int]) -> int:
    """Return the place of a list of distinct numbers among its permutations in ascending order.

    >>> [_permutation_place(numbers) for numbers in ([1, 2, 3], [1, 3, 2], [3, 2, 1])]
    [0, 1, 5]
    """
    place = 0
    for position, number in enumerate(numbers):
        smaller = sum(other < number for other in numbers[position + 1 :])
        place = place * (len(numbers) - position) + smaller
    return place


def chance(data: MapData, whose: str) -> tuple[str, Canvas]:
    """Paint a win probability; the colour bar goes from 0 to 100 %, so that maps can be compared."""
    wins, best = wins_of(data)
    canvas = blank(data)
    player = player_of(data, whose)
    if player is None:
        title = "win probability of the winner" if whose else "best win probability"
    else:
        title = f"win probability of {whose}"
    canvas.bar = ColorBar("win probability in %", 0.0, 100.0, LIGHT_TO_DARK)
    canvas.free = canvas.bar.colors(100 * (best if player is None else wins[player]))
    return title, canvas
