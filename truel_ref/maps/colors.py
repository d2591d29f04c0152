"""From the data of a map to classes and colours: the content of a figure, before any figure.

A **colouring** has a short name: first what it shows, then (for p, u and t) for whom: nothing (all players together),
`w` (the winner) or a player's label. Capital letters are players, so `pW` is player W and `pw` the winner.

| name | shows |
|---|---|
| `w` | who is most likely to win; the brighter, the less likely |
| `o` | the order of all win probabilities, equal ones included |
| `p`, `pw`, `pA` | the best win probability, the winner's win probability (they are equal), or a player's |
| `u`, `uw`, `uA` | the most unusual aim in play, or the winner's, or a player's |
| `t`, `tw`, `tA` | the aims of all players, or the winner's target, or a player's |
| `dp`, `do` | of a difference of two maps: the largest difference of a player, and where the order differs |
| `da`, `dg` | of a difference: whether aims and winners are the same, and who wins more often in the first map |

A pixel without a value, where stationary play has no or several equilibria, has a colour of its own in every colouring.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import factorial, inf
from typing import TypeAlias

import numpy as np

from truel_ref.errors import MapError, refuse, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.maps.comparison import Difference
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.painting import (
    DIFFERENCES,
    LIGHT_TO_DARK,
    OUTSIDE,
    PALETTES,
    RGB,
    Canvas,
    ColorBar,
    PaintClass,
    Painting,
    Palette,
    blank,
    codes,
    lighten,
    lightened,
    mean,
    palette_named,
    player_of,
    spread,
    wins_of,
)

__all__ = [
    "DIFFERENCE_COLORINGS",
    "INTENSITY",
    "OUTSIDE",
    "PALETTES",
    "STALEMATE",
    "ColorBar",
    "PaintClass",
    "Painting",
    "aim_color",
    "all_aims",
    "chance",
    "check_coloring",
    "colorings",
    "gainers_color",
    "order_text",
    "paint",
    "paint_difference",
    "place_of",
    "profile_color",
    "profile_name",
    "target_of",
    "unusual",
    "win_order",
    "winner",
    "winners_text",
]

DIFFERENCE_COLORINGS = ("dp", "do", "da", "dg")
STALEMATE = "stalemate"

Ends: TypeAlias = tuple[float, float]
"""A range of lightness, the darker end first."""

INTENSITY: Ends = (0.4, 0.9)
SEVERAL = (0.45, 0.7, 0.2)  # the lightness of classes that several players share, in turn


def colorings(players: int) -> tuple[str, ...]:
    """Return the names of all colourings of a map with a number of players.

    >>> print(*colorings(2))
    w o p pw pA pB u uw uA uB t tw tA tB
    """
    whose = ("", "w", *map(label, range(players)))
    return "w", "o", *(kind + who for kind in "put" for who in whose)


def check_coloring(name: object, players: int) -> None:
    """Raise `MapError` unless a name is a colouring of a map with this number of players."""
    if name not in colorings(players):
        raise MapError(
            f"colouring: {shown(name)} is unknown; a map of {players} players has {', '.join(colorings(players))}; "
            f"a difference of two maps has {', '.join(DIFFERENCE_COLORINGS)}"
        )


def paint(
    data: MapData,
    name: str = "w",
    *,
    palette: str = "okabe-ito",
    intensity: tuple[float, float] = INTENSITY,
) -> Painting:
    """Return a map in the colours of one colouring.

    Win probabilities count as equal if their correctly rounded doubles are equal. A pixel is a stalemate if nobody can
    win. The exact hit probabilities of the pixel decide whether a target is the strongest.

    Parameters:
        data: the map.
        name: the colouring, one of `colorings(players)`.
        palette: "okabe-ito", safe for the colour-blind, or "standard", the colours of the published analysis.
        intensity: for `w` and `o`, the range of the lightness from 0 (black) to 1 (white). In `w` the dark end means a
            sure winner, and the bright end a winner with the win probability `1/n`.

    Raises `MapError` for an unknown name, palette or range.

    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=4, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> for entry in paint(data, "w").classes:
    ...     print(f"{entry.label}: {entry.pixels} pixels, {entry.share:.0%}")
    A: 5 pixels, 32%
    B: 5 pixels, 35%
    C: 5 pixels, 33%
    not in the map: 10 pixels, 0%
    """
    players = data.spec.problem.players
    check_coloring(name, players)
    chosen, ends = palette_named(palette), _intensity(intensity)
    kind, whose = name[0], name[1:]
    title, canvas = PAINTERS[kind](data, whose, chosen, ends)
    nothing = data.win.max(axis=-1) == 0
    if kind != "p":
        nothing |= canvas.number == -1  # no player has an aim
    canvas.add(data.valued & nothing, PaintClass(STALEMATE, chosen.stalemate))
    canvas.add_without_value(data.no_value, chosen)
    canvas.add(~data.inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, data.inside, data.tie)


def paint_difference(
    difference: Difference, name: str = "dp", *, palette: str = "okabe-ito", high: float | None = None
) -> Painting:
    """Return a difference of two maps in colours.

    Parameters: `difference`; `name`, "dp" for the largest difference of a player, "do" for where the order of the win
    probabilities differs, "da" for the kinds of difference of aims and winners, "dg" for who wins more often in the
    first map; `palette`; `high`, the percentage points at the dark end, by default the largest that occurs.

    Raises `MapError` for an unknown name or palette, or for a `high` that is not a difference above 0.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> largest, differs = np.array([[0.0, 2.5], [np.nan, 5.0]]), np.array([[False, False], [False, True]])
    >>> drawn = SimpleNamespace(largest=largest, order_differs=differs, no_value={}, tie=differs)
    >>> painting = paint_difference(drawn, "do")
    >>> painting
    <Painting do: another order 1, the same order 2, not in the map 1>
    """
    refuse(
        MapError,
        (
            name not in DIFFERENCE_COLORINGS,
            f"colouring: {shown(name)} is unknown; a difference has {', '.join(DIFFERENCE_COLORINGS)}",
        ),
        (
            high is not None and not 0 < high < inf,
            f"high: {shown(high)} is not a difference; give percentage points above 0",
        ),
    )
    chosen = palette_named(palette)
    largest, differs = difference.largest, difference.order_differs
    compared = ~np.isnan(largest)
    inside = reduce(np.logical_or, difference.no_value.values(), compared)
    canvas = Canvas(np.full(largest.shape, -1, dtype=np.int32))
    if name == "da":
        title = "Where aims and winners differ"
        for (kind, where), color in zip(difference.kinds.items(), chosen.kinds, strict=True):
            canvas.add(where, PaintClass(kind, color))
    elif name == "dg":
        title = f"Who wins more often in {_distinct_name(difference)}"
        _gainers(canvas, compared, difference.better, chosen)
    elif name == "do":
        title = "Where the order differs"
        canvas.add(compared & differs, PaintClass("another order", chosen.differs))
        canvas.add(compared & ~differs, PaintClass("the same order", chosen.same))
    else:
        title = "By how much the chance of a player differs"
        top = float(np.max(largest, where=compared, initial=0)) if high is None else high
        canvas.bar = ColorBar("percentage points", 0.0, top or 1.0, DIFFERENCES)
        canvas.free = canvas.bar.colors(np.where(compared, largest, 0))
        canvas.add(compared & (largest == 0), PaintClass("equal", chosen.same))
    canvas.add_without_value(difference.no_value, chosen)
    canvas.add(~inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, inside, difference.tie)


def _distinct_name(difference: Difference) -> str:
    """Return the name of the first of two maps: its kind of play if the maps differ in it."""
    first, second = difference.first.spec, difference.second.spec
    return "the first map" if first.model == second.model else first.play.name


def _gainers(canvas: Canvas, compared: np.ndarray, better: Sequence[np.ndarray], palette: Palette) -> None:
    """Paint who wins more often in the first map: a player's colour, or the mean of several, darker or brighter."""
    lists, number = codes([where.astype(np.int64) for where in better])
    for place in sorted(range(len(lists)), key=lambda place: (sum(lists[place]), [-gains for gains in lists[place]])):
        group = [player for player, gains in enumerate(lists[place]) if gains]
        name = " and ".join(map(label, group)) or "nobody"
        canvas.add(compared & (number == place), PaintClass(name, gainers_color(group, palette)))


def gainers_color(group: Sequence[int], palette: Palette) -> RGB:
    """Return the colour of the players who win more often: a player's, or the mean of several, darker or brighter.

    >>> gainers_color([1], PALETTES["okabe-ito"]) == PALETTES["okabe-ito"].player(1)
    True
    """
    color = mean([palette.player(player) for player in group]) if group else palette.same
    return lighten(color, SEVERAL[sum(group) % 3]) if len(group) > 1 else color


def _intensity(value: object) -> tuple[float, float]:
    try:
        low, high = (float(end) for end in value)  # type: ignore[attr-defined]  # anything but a pair raises, and the handler below refuses it
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not 0 <= low < high <= 1:
        raise MapError(f"intensity: {shown(value)} is not a range; give two numbers from 0 to 1, the darker first")
    return low, high


# -- by win probabilities: who wins, in what order, and how likely


GREY = (0.5, 0.5, 0.5)


def winner(data: MapData, whose: str, palette: Palette, ends: Ends) -> tuple[str, Canvas]:
    """Paint who is most likely to win.

    A single winner has the player's colour, with the lightness `high - (high - low) * (best - 1/n) / (1 - 1/n)`. A
    shared first place has the mean colour of its players, darker than any single winner.
    """
    wins, best = wins_of(data)
    players, (low, high) = len(wins), ends
    canvas = blank(data)
    canvas.free = np.zeros((*data.spec.shape, 3))
    # The scale of the brightness in grey, the same for all players.
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
        else:
            color = palette.player(group[0])
            canvas.free[where] = lightened(color, lightness[where])
            shades = tuple(lighten(color, level) for level in (high, (low + high) / 2, low))
            canvas.add(where, PaintClass(name, shades[1], shades=shades))
    return "Who wins most often", canvas


def winners_text(group: Sequence[int]) -> str:
    """Return the name of the class of the players who win most often."""
    return " = ".join(map(label, group))


def win_order(data: MapData, whose: str, palette: Palette, ends: Ends) -> tuple[str, Canvas]:
    """Paint the order of the win probabilities.

    The hue is that of the first place (a mean if it is shared), slightly turned from one order to the next; orders
    without equal players spread over the range of brightness, orders with equal players are darker. The colour depends
    only on the order and the number of players.
    """
    wins, _ = wins_of(data)
    canvas = blank(data)
    lists, number = codes([np.sum([other > win for other in wins], axis=0) for win in wins])
    for ranks, place in sorted((ranks, place) for place, ranks in enumerate(lists)):
        name = order_text(ranks)
        tied = len(set(ranks)) < len(ranks)
        canvas.add(data.inside & (number == place), PaintClass(name, _order_color(ranks, palette, ends), tied=tied))
    return "Who wins more often than whom", canvas


def order_text(ranks: Sequence[int]) -> str:
    """Return the order of the players as text, from the number of players before each.

    >>> order_text((1, 1, 0))
    'C > A = B'
    """
    groups = [[label(player) for player, own in enumerate(ranks) if own == rank] for rank in sorted(set(ranks))]
    return " > ".join(" = ".join(group) for group in groups)


def _order_color(ranks: Sequence[int], palette: Palette, ends: Ends) -> RGB:
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


def chance(data: MapData, whose: str, palette: Palette, ends: Ends) -> tuple[str, Canvas]:
    """Paint a win probability; the colour bar goes from 0 to 100 %, so that maps can be compared."""
    wins, best = wins_of(data)
    canvas = blank(data)
    player = player_of(data, whose)
    titles = {"": "How often the likeliest winner wins", "w": "How often the winner wins"}
    canvas.bar = ColorBar("win probability in %", 0.0, 100.0, LIGHT_TO_DARK)
    canvas.free = canvas.bar.colors(100 * (best if player is None else wins[player]))
    return titles.get(whose, f"How often {whose} wins"), canvas


# -- by aims: targets, how unusual they are, and the aims of all players together


SHARED = "shared first place"
UNUSUAL = ("random", "self", "miss", "a weaker player", "the strongest")  # the most unusual first
RANDOM, SELF, MISS, WEAKER, STRONGEST, NO_AIM = range(6)

# The aims of three players that have a colour of their own, - for Miss and * for a mix. Append new aims only at the
# end: the order keeps the colours of aims the same in all figures.
COMMON = ("-CB", "C-A", "CCA", "CCB", "BC-", "BCB", "BA-", "CAB", "BCA", "-CA", "CAA", "BAA", "BAB", "B-A")


def unusual(data: MapData, whose: str, palette: Palette, ends: Ends) -> tuple[str, Canvas]:
    """Paint the most unusual aim in play: of all players, of the winners, or of one player."""
    wins, best = wins_of(data)
    player = player_of(data, whose)
    players = range(len(wins)) if player is None else (player,)
    titles = {"": "How unusual the aims are", "w": "How unusual the winner's aim is"}
    kinds: np.ndarray = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    strengths = _strengths(data.spec)
    for each in players:
        kind = _kinds(data, each, strengths)
        if whose == "w":
            kind = np.where(wins[each] == best, kind, NO_AIM)
        kinds = np.minimum(kinds, kind)
    canvas = blank(data)
    for place, name in enumerate(UNUSUAL):
        canvas.add(kinds == place, PaintClass(name, palette.unusual[place]))
    return titles.get(whose, f"How unusual {whose}'s aim is"), canvas


def _kinds(data: MapData, player: int, strengths: Sequence[np.ndarray]) -> np.ndarray:
    """Return the kind of a player's aim per pixel: RANDOM, SELF, MISS, WEAKER, STRONGEST or NO_AIM.

    An aim at another player is at the strongest if nobody except the shooter hits more often.
    """
    players = range(len(strengths))
    strongest = reduce(np.maximum, (strengths[other] for other in players if other != player))
    targets = _targets(data, player)
    values = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    for target in players:
        kind = np.where(strengths[target] < strongest, np.int8(WEAKER), np.int8(STRONGEST))
        np.copyto(values, kind, where=targets == target)
    values[targets == player] = SELF
    values[targets == len(players)] = MISS
    values[targets == len(players) + 1] = RANDOM
    return values


def _strengths(spec: MapSpec) -> list[np.ndarray]:
    """Return per player an array of integers, to broadcast over the pixels, in the order of the hit probabilities.

    They are the places in the sorted list of all hit probabilities of the map, so that comparisons need no rounding.
    """
    steps = [Fraction(step, spec.points) for step in range(spec.points + 1)]
    fixed = spec.problem.hits[2:]
    place = {hit: number for number, hit in enumerate(sorted({*steps, *fixed}))}
    free = np.array([place[step] for step in steps])
    return [free[:, None], free[None, :], *(np.array([[place[hit]]]) for hit in fixed)]


def place_of(aim: Aim | None, players: int) -> int:
    """Return the index of a single target; after the players follow Miss, any mix, and no aim."""
    if aim is None:
        return players + 2
    if aim.target is not None:
        return aim.target
    return players if aim.is_miss else players + 1


def _targets(data: MapData, player: int) -> np.ndarray:
    """Return per pixel the `place_of` of a player's aim; no aim outside the map."""
    players = data.spec.problem.players
    table = [place_of(aims[player], players) for aims in data.aims]
    values: np.ndarray = np.array([*table, players + 2])[data.index]  # -1, outside, reads the last entry
    return values


def target_of(data: MapData, whose: str, palette: Palette, ends: Ends) -> tuple[str, Canvas]:
    """Paint the target of a player, or of the winner if there is a single winner, or the aims of all players."""
    if not whose:
        return all_aims(data, palette)
    wins, best = wins_of(data)
    players, player = len(wins), player_of(data, whose)
    canvas = blank(data)
    if player is not None:
        title, targets = f"Whom {whose} aims at", _targets(data, player)
    else:
        title, targets = "Whom the winner aims at", np.full(data.spec.shape, players + 2)
        for each in range(players):
            np.copyto(targets, _targets(data, each), where=wins[each] == best)
        targets[np.sum([win == best for win in wins], axis=0) > 1] = players + 3
    for other in range(players):
        name = f"{label(other)} (Self)" if other == player else label(other)
        canvas.add(targets == other, PaintClass(name, palette.player(other)))
    canvas.add(targets == players, PaintClass("Miss", palette.miss))
    canvas.add(targets == players + 1, PaintClass("a mix", palette.mix))
    canvas.add(targets == players + 3, PaintClass(SHARED, palette.shared, tied=True))
    return title, canvas


def all_aims(data: MapData, palette: Palette) -> tuple[str, Canvas]:
    """Paint all aims of the first phase together, every mix alike.

    The colour depends only on the aims: it is the same in every map, legend and figure.
    """
    players = data.spec.problem.players
    own = [tuple(place_of(aim, players) for aim in aims) for aims in data.aims]
    together = sorted(set(own))
    number = np.array([*(together.index(places) for places in own), -1])[data.index]  # -1, outside, reads the last
    canvas = blank(data)
    for place, places in enumerate(together):
        canvas.add(number == place, PaintClass(profile_name(together[place]), profile_color(places, palette)))
    return f"Whom {', '.join(map(label, range(players)))} aim at", canvas


def profile_name(places: Sequence[int]) -> str:
    """Return the name of the class of the aims of all players, from their places; every mix has the same name."""
    return ", ".join([*map(label, range(len(places))), "Miss", "a mix", "none"][place] for place in places)


def profile_color(places: Sequence[int], palette: Palette) -> RGB:
    """Return the colour of the aims of all players together.

    Common aims of three players have the colours of a list, other aims a place in an endless list.

    Parameters: `places`, per player the number of the target; after the players follow Miss, any mix, and no aim;
    `palette`.

    >>> from truel_ref.maps.painting import PALETTES
    >>> profile_color((3, 2, 1), PALETTES["okabe-ito"]) == PALETTES["okabe-ito"].many[0]
    True
    """
    kinds = len(places) + 3
    named = [f"{'ABC'[place]}" if place < 3 else "-*."[place - 3] for place in places] if len(places) == 3 else []
    common = COMMON.index("".join(named)) if "".join(named) in COMMON else None
    if common is not None and common < len(palette.many):
        return palette.many[common]
    return spread(reduce(lambda code, place: code * kinds + place, places, len(places)))


def aim_color(aim: Aim | None, palette: Palette) -> RGB:
    """Return the colour of one aim: the target's colour, or the grey of Miss or of a mix.

    >>> from truel_ref.maps.painting import PALETTES
    >>> aim_color(Aim.at(1, 3), PALETTES["okabe-ito"]) == PALETTES["okabe-ito"].player(1)
    True
    """
    if aim is None:
        return palette.outside
    if aim.target is not None:
        return palette.player(aim.target)
    return palette.miss if aim.is_miss else palette.mix


PAINTERS: dict[str, Callable[[MapData, str, Palette, Ends], tuple[str, Canvas]]] = {
    "w": winner,
    "o": win_order,
    "p": chance,
    "u": unusual,
    "t": target_of,
}
"""By the first letter of a colouring, its function of a map, the player, the palette and the range of lightness."""
