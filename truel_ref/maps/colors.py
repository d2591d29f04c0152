"""From the data of a map to classes and colours: what a figure shows, before any figure.

A **colouring** has a short name: what it shows, then (for p, u and t) whose: nobody (all players together), `w` (the
winner) or a player's label. Capital letters are players, so `pW` is player W and `pw` the winner.

| name | shows |
|---|---|
| `w` | who is most likely to win; the brighter, the less likely |
| `o` | the order of all win probabilities, equal ones included |
| `p`, `pw`, `pA` | the best win probability, that of the winner (the same), that of a player |
| `u`, `uw`, `uA` | the most unusual aim in play, or of the winner, or of a player |
| `t`, `tw`, `tA` | the aims of all, or the target of the winner, or of a player |
| `dp`, `do` | of a difference of two maps: the largest difference of a player, and where the order differs |
"""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import factorial, inf
from typing import TYPE_CHECKING, Protocol

from truel_ref.errors import MapError, shown
from truel_ref.game.aims import Aim, label
from truel_ref.maps.grid import Aims, MapData, MapSpec
from truel_ref.maps.palettes import (
    DIFFERENCES,
    LIGHT_TO_DARK,
    PALETTES,
    RGB,
    Palette,
    lighten,
    lightened,
    mean,
    palette_named,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "DIFFERENCE_COLORINGS",
    "OUTSIDE",
    "PALETTES",
    "STALEMATE",
    "ColorBar",
    "DifferenceLike",
    "PaintClass",
    "Painting",
    "colorings",
    "paint",
    "paint_difference",
]

DIFFERENCE_COLORINGS = ("dp", "do")
STALEMATE = "stalemate"
OUTSIDE = "not in the map"

INTENSITY = (0.4, 0.9)
SHARED = "shared first place"
UNUSUAL = ("random", "self", "miss", "a weaker player", "the strongest")  # the most unusual first
RANDOM, SELF, MISS, WEAKER, STRONGEST, NO_AIM = range(6)


class DifferenceLike(Protocol):
    """What is drawn of a difference of two maps.

    Attributes: `first` and `second`, the maps; `largest`, per pixel the largest difference of a player in percentage
    points, nan outside; `order_differs`, per pixel whether the order of the win probabilities differs, bool.
    """

    @property
    def first(self) -> MapData:
        """The one map."""

    @property
    def second(self) -> MapData:
        """The other."""

    @property
    def largest(self) -> np.ndarray:
        """Per pixel the largest difference of a player in percentage points."""

    @property
    def order_differs(self) -> np.ndarray:
        """Per pixel whether the order differs."""


# ---------------------------------------------------------------------------------------------------------
# The result


@dataclass(frozen=True)
class PaintClass:
    """One class of pixels.

    Fields: `label`; `color`, the one that stands for it; `pixels`, how many there are; `share`, of the pixels of the
    map (0 for what is not in the map); `shades`, where its brightness varies, from the brightest to the darkest.
    """

    label: str
    color: RGB
    pixels: int = 0
    share: float = 0.0
    shades: tuple[RGB, ...] = ()


@dataclass(frozen=True)
class ColorBar:
    """What the continuous colours mean.

    Fields: `label`; `low` and `high`, the values at its ends, in percent or percentage points; `stops`, colours at
    equal distances, with straight lines between them.
    """

    label: str
    low: float
    high: float
    stops: tuple[RGB, ...]

    def colors(self, values: np.ndarray) -> np.ndarray:
        """Return the colours of some values, which are cut to the range; the result has one more axis, of length 3.

        >>> import numpy as np
        >>> bar = ColorBar("share", 0, 100, ((0.0, 0.0, 0.0), (1.0, 1.0, 0.0)))
        >>> [[float(part) for part in color] for color in bar.colors(np.array([0, 25, 200]))]
        [[0.0, 0.0, 0.0], [0.25, 0.25, 0.0], [1.0, 1.0, 0.0]]
        """
        import numpy as np

        places = np.linspace(self.low, self.high, len(self.stops))
        return np.stack([np.interp(values, places, parts) for parts in zip(*self.stops, strict=True)], axis=-1)


@dataclass(frozen=True, eq=False, repr=False)
class Painting:
    """A map in colours, ready to be drawn.

    Fields: `name` of the colouring; `title`, what it shows; `colors`, an RGB array (rows, columns, 3) of floats from
    0 to 1; `classes`, those that occur, the stalemate and what is not in the map last; `number`, per pixel the place
    of its class in that list, -1 for a pixel that the colour bar explains; `bar`, None where no colour bar is needed.
    The arrays are read-only.
    """

    name: str
    title: str
    colors: np.ndarray
    classes: tuple[PaintClass, ...]
    number: np.ndarray
    bar: ColorBar | None = None

    def __post_init__(self) -> None:
        self.colors.setflags(write=False)
        self.number.setflags(write=False)

    @property
    def needs_bar(self) -> bool:
        """Whether a colour bar is needed to read it."""
        return self.bar is not None

    def __repr__(self) -> str:
        parts = ", ".join(f"{entry.label} {entry.pixels}" for entry in self.classes)
        return f"<Painting {self.name}: {parts or 'by the colour bar'}>"


@dataclass
class _Canvas:
    """A painting in the making: the place of each pixel's class (-1 none yet), and colours that no class gives."""

    number: np.ndarray
    classes: list[PaintClass] = field(default_factory=list)
    free: np.ndarray | None = None  # where it is given, it holds the colours of all pixels but those of plain classes
    bar: ColorBar | None = None

    def add(self, where: np.ndarray, entry: PaintClass) -> None:
        """Put some pixels into a new class."""
        self.number[where] = len(self.classes)
        self.classes.append(entry)

    def finished(self, name: str, title: str, inside: np.ndarray) -> Painting:
        """Return the painting: classes counted, empty ones dropped, every pixel with its colour."""
        import numpy as np

        counts = np.bincount(self.number.ravel() + 1, minlength=len(self.classes) + 1)[1:]
        total = int(inside.sum())
        kept = [place for place, count in enumerate(counts) if count]
        classes = []
        for place in kept:
            entry, count = self.classes[place], int(counts[place])
            share = 0.0 if entry.label == OUTSIDE else count / total
            classes.append(PaintClass(entry.label, entry.color, count, share, entry.shades))
        renumbered = np.full(len(self.classes) + 1, -1, dtype=np.int32)
        renumbered[kept] = range(len(kept))
        number = renumbered[self.number]  # -1 reads the last entry, which stays -1
        plain = np.array([entry.color for entry in classes] + [(0.0, 0.0, 0.0)])
        colors = plain[number]
        if self.free is not None:
            varied = np.array([bool(entry.shades) for entry in classes] + [True])[number]
            colors[varied] = self.free[varied]
        return Painting(name, title, colors, tuple(classes), number, self.bar)


# ---------------------------------------------------------------------------------------------------------
# The colourings


def colorings(players: int) -> tuple[str, ...]:
    """Return the names of all colourings of a map of some players.

    >>> print(*colorings(2))
    w o p pw pA pB u uw uA uB t tw tA tB
    """
    whose = ("", "w", *map(label, range(players)))
    return "w", "o", *(kind + who for kind in "put" for who in whose)


def check_coloring(name: object, players: int) -> None:
    """Raise `MapError` for what is no colouring of a map of so many players."""
    if name not in colorings(players):
        raise MapError(
            f"colouring: {shown(name)} is unknown; a map of {players} players has {', '.join(colorings(players))}; "
            f"a difference of two maps has {', '.join(DIFFERENCE_COLORINGS)}"
        )


def paint(
    data: MapData,
    name: str = "w",
    *,
    palette: str = "standard",
    intensity: tuple[float, float] = INTENSITY,
    among: Sequence[MapData] = (),
) -> Painting:
    """Return a map in the colours of one colouring.

    Win probabilities count as equal where their correctly rounded doubles are. A pixel is a stalemate where nobody
    has any chance to win. Whether a target is the strongest is decided on the exact hit probabilities of the pixel.

    Parameters:
        data: the map.
        name: the colouring, one of `colorings(players)`.
        palette: "standard", or "okabe-ito" for the colour-blind.
        intensity: for `w` and `o`, the range of the lightness from 0 (black) to 1 (white). In `w` the dark end is a
            sure winner, and the bright one a winner with no more than his equal part, `1/n`.
        among: for `t`, the other maps that share its colours, so that equal aims look equal in all of them.

    Raises `MapError` for an unknown name, palette or range.

    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.grid import pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=4, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> for entry in paint(data, "w").classes:
    ...     print(f"{entry.label}: {entry.pixels} pixels, {entry.share:.0%}")
    A: 2 pixels, 13%
    B: 4 pixels, 27%
    C: 7 pixels, 47%
    A = B: 1 pixels, 7%
    B = C: 1 pixels, 7%
    not in the map: 10 pixels, 0%
    """
    players = data.spec.problem.players
    check_coloring(name, players)
    chosen, ends = palette_named(palette), _intensity(intensity)
    kind, whose = name[0], name[1:]
    if kind == "w":
        title, canvas = "winner (brighter: less likely to win)", _winner(data, chosen, ends)
    elif kind == "o":
        title, canvas = "order of the win probabilities", _order(data, chosen, ends)
    elif kind == "p":
        title, canvas = _chance(data, whose)
    elif kind == "u":
        title, canvas = _unusual(data, whose, chosen)
    elif whose:
        title, canvas = _target(data, whose, chosen)
    else:
        title, canvas = (
            "aims of " + ", ".join(map(label, range(players))),
            _aims(data, chosen, [data, *(each for each in among if each is not data)]),
        )
    nothing = data.win.max(axis=-1) == 0
    if canvas.bar is None:
        nothing |= canvas.number == -1  # nobody has an aim
    canvas.add(data.inside & nothing, PaintClass(STALEMATE, chosen.stalemate))
    canvas.add(~data.inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, data.inside)


def paint_difference(
    difference: DifferenceLike, name: str = "dp", *, palette: str = "standard", high: float | None = None
) -> Painting:
    """Return a difference of two maps in colours.

    Parameters: `difference`; `name`, "dp" for the largest difference of a player or "do" for where the order of the win
    probabilities differs; `palette`; `high`, the percentage points at the dark end, by default the
    largest that occurs.

    Raises `MapError` for an unknown name or palette, or no such points.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> largest, differs = np.array([[0.0, 2.5], [np.nan, 5.0]]), np.array([[False, False], [False, True]])
    >>> painting = paint_difference(SimpleNamespace(largest=largest, order_differs=differs), "do")
    >>> painting
    <Painting do: another order 1, the same order 2, not in the map 1>
    """
    import numpy as np

    if name not in DIFFERENCE_COLORINGS:
        raise MapError(f"colouring: {shown(name)} is unknown; a difference has {', '.join(DIFFERENCE_COLORINGS)}")
    if high is not None and not 0 < high < inf:
        raise MapError(f"high: {shown(high)} is no difference; give percentage points above 0")
    chosen = palette_named(palette)
    largest, differs = difference.largest, difference.order_differs
    inside = ~np.isnan(largest)
    canvas = _Canvas(np.full(largest.shape, -1, dtype=np.int32))
    if name == "do":
        title = "where the order differs"
        canvas.add(inside & differs, PaintClass("another order", chosen.differs))
        canvas.add(inside & ~differs, PaintClass("the same order", chosen.same))
    else:
        title = "largest difference of a player"
        top = float(np.max(largest, where=inside, initial=0)) if high is None else high
        canvas.bar = ColorBar("percentage points", 0.0, top or 1.0, DIFFERENCES)
        canvas.free = canvas.bar.colors(np.where(inside, largest, 0))
        canvas.add(inside & (largest == 0), PaintClass("equal", chosen.same))
    canvas.add(~inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, inside)


def _intensity(value: object) -> tuple[float, float]:
    try:
        low, high = (float(end) for end in value)  # type: ignore[attr-defined]  # what is no pair fails, and is told
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not 0 <= low < high <= 1:
        raise MapError(f"intensity: {shown(value)} is no range; give two numbers from 0 to 1, the darker first")
    return low, high


def _blank(data: MapData) -> _Canvas:
    import numpy as np

    return _Canvas(np.full(data.spec.shape, -1, dtype=np.int32))


def _wins(data: MapData) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the win probabilities per player, 0 outside the map, and the best of them."""
    import numpy as np

    wins = [np.where(data.inside, data.win[..., player], 0) for player in range(data.spec.problem.players)]
    return wins, reduce(np.maximum, wins)


def _codes(places: Sequence[np.ndarray]) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """Return the distinct lists of small numbers that pixels have.

    Parameters: `places`, per player an array with numbers below the number of players.

    Returns the list of numbers of every class, and per pixel its class.
    """
    import numpy as np

    count = len(places)
    code, bound = np.zeros(places[0].shape, dtype=np.int64), 1
    for place in places:
        if bound > 2**62 // count:
            code = np.unique(code, return_inverse=True)[1].reshape(code.shape)
            bound = code.size
        code, bound = code * count + place, bound * count
    _, sample, number = np.unique(code, return_index=True, return_inverse=True)
    lists = np.stack([place.ravel()[sample] for place in places], axis=-1)
    return [tuple(entry) for entry in lists.tolist()], number.reshape(code.shape)


def _winner(data: MapData, palette: Palette, ends: tuple[float, float]) -> _Canvas:
    """Paint who is most likely to win.

    A single winner has his colour, with the lightness `high - (high - low) * (best - 1/n) / (1 - 1/n)`. A shared
    first place has the mean colour of those who share it, darker than any single winner.
    """
    import numpy as np

    wins, best = _wins(data)
    players, (low, high) = len(wins), ends
    canvas = _blank(data)
    canvas.free = np.zeros((*data.spec.shape, 3))
    lightness = high - (high - low) * np.clip((best * players - 1) / (players - 1), 0, 1)
    lists, number = _codes([(win == best).astype(np.int64) for win in wins])
    groups = [tuple(player for player in range(players) if first[player]) for first in lists]
    for place in sorted(range(len(groups)), key=lambda place: (len(groups[place]), groups[place])):
        group, where = groups[place], data.inside & (number == place)
        name = " = ".join(map(label, group))
        if len(group) > 1:
            color = lighten(mean([palette.player(player) for player in group]), low / 2)
            canvas.add(where, PaintClass(name, color))
            continue
        color = palette.player(group[0])
        canvas.free[where] = lightened(color, lightness[where])
        shades = tuple(lighten(color, level) for level in (high, (low + high) / 2, low))
        canvas.add(where, PaintClass(name, shades[1], shades=shades))
    return canvas


def _order(data: MapData, palette: Palette, ends: tuple[float, float]) -> _Canvas:
    """Paint the order of the win probabilities.

    The hue is that of the first place (a mean where it is shared), a little turned from one order to the next; orders
    without equals are spread over the brightnesses of the range, those with equals are darker. The colour of an order
    depends on nothing but the order and the number of players.
    """
    import numpy as np

    wins, _ = _wins(data)
    canvas = _blank(data)
    lists, number = _codes([np.sum([other > win for other in wins], axis=0) for win in wins])
    for ranks, place in sorted((ranks, place) for place, ranks in enumerate(lists)):
        name = _order_text(ranks)
        canvas.add(data.inside & (number == place), PaintClass(name, _order_color(ranks, palette, ends)))
    return canvas


def _order_text(ranks: Sequence[int]) -> str:
    """Return the order of the players as text, from how many are before each.

    >>> _order_text((1, 1, 0))
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


def _chance(data: MapData, whose: str) -> tuple[str, _Canvas]:
    """Paint a win probability; the colour bar goes from 0 to 100 %, so that maps can be compared."""
    wins, best = _wins(data)
    canvas = _blank(data)
    player = _player(data, whose)
    if player is None:
        title = "win probability of the winner" if whose else "best win probability"
    else:
        title = f"win probability of {whose}"
    canvas.bar = ColorBar("win probability in %", 0.0, 100.0, LIGHT_TO_DARK)
    canvas.free = canvas.bar.colors(100 * (best if player is None else wins[player]))
    return title, canvas


def _player(data: MapData, whose: str) -> int | None:
    """Return the player that the end of a colouring's name means, None for all and for the winner."""
    names = [label(player) for player in range(data.spec.problem.players)]
    return names.index(whose) if whose in names else None


def _unusual(data: MapData, whose: str, palette: Palette) -> tuple[str, _Canvas]:
    """Paint the most unusual aim in play: of all, of those who share the first place, or of one player."""
    import numpy as np

    wins, best = _wins(data)
    player = _player(data, whose)
    players = range(len(wins)) if player is None else (player,)
    if player is None:
        title = "most unusual aim of the winner" if whose else "most unusual aim in play"
    else:
        title = f"kind of aim of {whose}"
    kinds: np.ndarray = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    strengths = _strengths(data.spec)
    for each in players:
        kind = _kinds(data, each, strengths)
        if whose == "w":
            kind = np.where(wins[each] == best, kind, NO_AIM)
        kinds = np.minimum(kinds, kind)
    canvas = _blank(data)
    for place, name in enumerate(UNUSUAL):
        canvas.add(kinds == place, PaintClass(name, palette.unusual[place]))
    return title, canvas


def _kinds(data: MapData, player: int, strengths: Sequence[np.ndarray]) -> np.ndarray:
    """Return the kind of a player's aim per pixel: RANDOM, SELF, MISS, WEAKER, STRONGEST or NO_AIM.

    An aim at another player is at the strongest if nobody but the shooter himself hits more often.
    """
    import numpy as np

    players = range(len(strengths))
    strongest = reduce(np.maximum, (strengths[other] for other in players if other != player))
    targets = _targets(data, player)
    found = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    for target in players:
        kind = np.where(strengths[target] < strongest, np.int8(WEAKER), np.int8(STRONGEST))
        np.copyto(found, kind, where=targets == target)
    found[targets == player] = SELF
    found[targets == len(players)] = MISS
    found[targets == len(players) + 1] = RANDOM
    return found


def _strengths(spec: MapSpec) -> list[np.ndarray]:
    """Return per player an array of integers, to be broadcast over the pixels, that compare as his hit probability.

    They are the places in the sorted list of all hit probabilities of the map, so that no rounding takes part.
    """
    import numpy as np

    steps = [Fraction(step, spec.points) for step in range(spec.points + 1)]
    fixed = spec.problem.hits[2:]
    place = {hit: number for number, hit in enumerate(sorted({*steps, *fixed}))}
    free = np.array([place[step] for step in steps])
    return [free[:, None], free[None, :], *(np.array([[place[hit]]]) for hit in fixed)]


def _place(aim: Aim | None, players: int) -> int:
    """Return the index of a single target; after the players follow Miss, any mix, and no aim."""
    if aim is None:
        return players + 2
    if aim.target is not None:
        return aim.target
    return players if aim.is_miss else players + 1


def _targets(data: MapData, player: int) -> np.ndarray:
    """Return per pixel the `_place` of a player's aim; no aim outside the map."""
    import numpy as np

    players = data.spec.problem.players
    table = [_place(aims[player], players) for aims in data.aims]
    found: np.ndarray = np.array([*table, players + 2])[data.index]  # -1, outside, reads the last entry
    return found


def _target(data: MapData, whose: str, palette: Palette) -> tuple[str, _Canvas]:
    """Paint the target of a player, or of the winner where there is one."""
    import numpy as np

    wins, best = _wins(data)
    players, player = len(wins), _player(data, whose)
    canvas = _blank(data)
    if player is not None:
        title, targets = f"target of {whose}", _targets(data, player)
    else:
        title, targets = "target of the winner", np.full(data.spec.shape, players + 2)
        for each in range(players):
            np.copyto(targets, _targets(data, each), where=wins[each] == best)
        targets[np.sum([win == best for win in wins], axis=0) > 1] = players + 3
    for other in range(players):
        name = f"{label(other)} (himself)" if other == player else label(other)
        canvas.add(targets == other, PaintClass(name, palette.player(other)))
    canvas.add(targets == players, PaintClass("Miss", palette.miss))
    canvas.add(targets == players + 1, PaintClass("a mix", palette.mix))
    canvas.add(targets == players + 3, PaintClass(SHARED, palette.shared))
    return title, canvas


def _aims(data: MapData, palette: Palette, among: Sequence[MapData]) -> _Canvas:
    """Paint all aims of the first phase together, every mix alike.

    Equal aims are painted alike in all maps of `among`; the more frequent they are there, the earlier, and so the
    better to tell apart, is their colour.
    """
    import numpy as np

    def key(aims: Aims) -> tuple[int, ...]:
        return tuple(_place(aim, len(aims)) for aim in aims)

    frequency: Counter[tuple[int, ...]] = Counter()
    for each in among:
        counts = np.bincount(each.index.ravel() + 1, minlength=len(each.aims) + 1)[1:]
        for aims, count in zip(each.aims, counts.tolist(), strict=True):
            frequency[key(aims)] += count
    together = sorted(frequency)
    colors = {
        places: palette.one_of_many(number)
        for number, places in enumerate(sorted(together, key=lambda places: (-frequency[places], places)))
    }
    canvas = _blank(data)
    own = [together.index(key(aims)) for aims in data.aims]
    number = np.array([*own, -1])[data.index]  # -1, outside, reads the last entry
    for place, places in enumerate(together):
        names = ", ".join([*map(label, range(len(places))), "Miss", "a mix", "none"][entry] for entry in places)
        canvas.add(number == place, PaintClass(names, colors[places]))
    return canvas
