"""From the data of a map to colours: the palettes, the classes of a colouring, and the colour of every pixel.

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

A pixel without a value, where stationary play has no or several equilibria, has a colour of its own in every colouring.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.maps.data import MapData
from truel_ref.maps.differences import Difference
from truel_ref.maps.plays import Aims
from truel_ref.records.table import PLAYER_COLORS

DIFFERENCE_COLORINGS = ("dp", "do")
STALEMATE = "stalemate"
NOISE = 1e-10
"""Percentage points: two maps with equal chances may differ by less, because their doubles are within 2^-45."""

Ends: TypeAlias = tuple[float, float]
"""A range of lightness, the darker end first."""

INTENSITY: Ends = (0.4, 0.9)

RGB: TypeAlias = tuple[float, float, float]

# From light to dark, so that both are readable in grey and by the colour-blind.
LIGHT_TO_DARK = (
    (0.90, 0.96, 0.92),
    (0.60, 0.83, 0.79),
    (0.28, 0.65, 0.72),
    (0.16, 0.44, 0.62),
    (0.15, 0.25, 0.46),
    (0.07, 0.08, 0.20),
)
DIFFERENCES = ((1.00, 0.85, 0.55), (0.98, 0.60, 0.30), (0.85, 0.30, 0.20), (0.50, 0.05, 0.15), (0.20, 0.00, 0.10))


def _colors(text: str) -> tuple[RGB, ...]:
    """Return the colours from words of six hexadecimal digits, as numbers from 0 to 1."""
    parts = [[int(word[start : start + 2], 16) / 255 for start in (0, 2, 4)] for word in text.split()]
    return tuple((red, green, blue) for red, green, blue in parts)


@dataclass(frozen=True)
class Palette:
    """The colours of a painting.

    Fields: `players`, the colours of A, B, C, … (those of later players spread over the hues); `many`, for classes
    without a natural colour; `unusual`, of a random mix, self, miss, a weaker player, the strongest; `stalemate`;
    `outside`, for the empty triangle; `differs` and `same`, for differences; `miss`, `mix` and `shared`, the greys for
    Miss, a mix and a shared first place; `no_value`, for pixels without an equilibrium, with several, and with an
    unknown number of equilibria: earth colours of three brightnesses, which all readers can distinguish.
    """

    players: tuple[RGB, ...]
    many: tuple[RGB, ...]
    unusual: tuple[RGB, ...]
    differs: RGB
    stalemate: RGB = (0.94, 0.89, 0.26)
    outside: RGB = (1.0, 1.0, 1.0)
    same: RGB = (0.88, 0.88, 0.88)
    miss: RGB = (0.84, 0.84, 0.84)
    shared: RGB = (0.55, 0.55, 0.55)
    mix: RGB = (0.20, 0.20, 0.20)
    no_value: tuple[RGB, RGB, RGB] = ((0.30, 0.24, 0.18), (0.87, 0.76, 0.55), (0.60, 0.51, 0.38))

    def player(self, index: int) -> RGB:
        """Return the colour of a player.

        >>> red, green, blue = PALETTES["okabe-ito"].player(0)
        >>> red > 2 * max(green, blue)
        True
        """
        return self.players[index] if index < len(self.players) else spread(index)


def spread(index: int) -> RGB:
    """Return the colour of a place in an endless list whose hue, lightness and saturation all vary.

    Multiples of the powers of `1/g`, where `g^4 = g + 1`, spread the places over the box of colours, so that any few of
    them are unlikely to look alike.

    Source: M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.

    >>> all(0 <= part <= 1 for index in range(100) for part in spread(index))
    True
    """
    hue, light, saturation = (index * step % 1 for step in (0.8191725134, 0.6710436067, 0.5497004779))
    return colorsys.hls_to_rgb(hue, 0.3 + 0.45 * light, 0.4 + 0.5 * saturation)


_RED, _GREEN, _BLUE, *_REST = _colors("D62728 2CA02C 1F60CC 7F2DB3 FF7F0E 17BECF E35BB2 8C564B")
_OKABE_ITO = _colors(" ".join(PLAYER_COLORS).replace("#", ""))
_BLACK, _LIGHT_GREY = (0.0, 0.0, 0.0), (0.84, 0.84, 0.84)

PALETTES = {
    "okabe-ito": Palette(
        # M. Okabe and K. Ito, Color Universal Design, 2008, https://jfly.uni-koeln.de/color/, and more
        players=_OKABE_ITO,
        many=_colors(
            "56B4E9 E69F00 D55E00 0072B2 C5E86C CC79A7 009E73 111111 882255 D3EBFA F0E442 5E4B8B D0D0D0 FFE3D0"
        ),
        unusual=(_OKABE_ITO[1], _OKABE_ITO[0], _OKABE_ITO[2], (0.3, 0.3, 0.3), _LIGHT_GREY),
        differs=_OKABE_ITO[0],
    ),
    "standard": Palette(
        # red, green, blue and purple as in the published analysis; Tableau 20 for classes without a colour
        players=(_RED, _GREEN, _BLUE, *_REST),
        many=_colors("1F77B4 FF7F0E 2CA02C D62728 9467BD 8C564B E377C2 17BECF AEC7E8 FFBB78"),
        unusual=(_GREEN, _RED, _BLUE, _BLACK, _LIGHT_GREY),
        differs=_RED,
    ),
}


def lightened(color: RGB, lightness: float | np.ndarray) -> np.ndarray:
    """Return a colour of the same hue with a given lightness, from 0 (black) to 1 (white), or with many.

    The lightness of a colour is `(max + min) / 2` of its parts. Each part follows the piecewise linear path from black
    over the colour to white, so the result has exactly the given lightness.

    >>> [lightened((1.0, 0.0, 0.0), light).tolist() for light in (0.25, 0.75)]
    [[0.5, 0.0, 0.0], [1.0, 0.5, 0.5]]
    """
    own = (max(color) + min(color)) / 2
    return np.stack([np.interp(lightness, (0, own, 1), (0, part, 1)) for part in color], axis=-1)


def palette_named(name: str) -> Palette:
    """Return the palette of a name. Raises `ProblemError` for an unknown name."""
    if not isinstance(name, str) or name not in PALETTES:
        raise ProblemError(f"palette: {shown(name)} is unknown; choose from {', '.join(PALETTES)}")
    return PALETTES[name]


# -- paintings


OUTSIDE = "not in the map"


@dataclass(frozen=True)
class PaintClass:
    """One class of pixels.

    Fields: `label`; `color`, in the legend; `pixels`, their number; `share`, of the area of the map, counted in pixels
    (`cell_areas`; 0 for pixels outside the map); `varied`, whether the brightness varies;
    `broad`, whether the class contains a block of 2 x 2 pixels, and not only single pixels and lines one pixel wide;
    `always`, whether a legend lists it even if it is not broad; `tied`, whether players are equal there.
    """

    label: str
    color: RGB
    pixels: int = 0
    share: float = 0.0
    varied: bool = False
    broad: bool = True
    always: bool = False
    tied: bool = False


@dataclass(frozen=True)
class ColorBar:
    """The meaning of continuous colours.

    Fields: `label`; `low` and `high`, the values at its ends, in percent or percentage points; `stops`, colours at
    equal distances, with linear interpolation between them.
    """

    label: str
    low: float
    high: float
    stops: tuple[RGB, ...]

    def colors(self, values: np.ndarray) -> np.ndarray:
        """Return the colours of some values, clipped to the range; the result has one more axis, of length 3.

            >>> bar = ColorBar("share", 0, 100, ((0.0, 0.0, 0.0), (1.0, 1.0, 0.0)))
        >>> [[float(part) for part in color] for color in bar.colors(np.array([0, 25, 200]))]
        [[0.0, 0.0, 0.0], [0.25, 0.25, 0.0], [1.0, 1.0, 0.0]]
        """
        places = np.linspace(self.low, self.high, len(self.stops))
        return np.stack([np.interp(values, places, parts) for parts in zip(*self.stops, strict=True)], axis=-1)


@dataclass(frozen=True, eq=False, repr=False)
class Painting:
    """A map in colours, ready to be drawn.

    Fields: `name`, of the colouring; `title`, its content in words; `colors`, an RGB array (rows, columns, 3) of floats
    from 0 to 1; `classes`, the classes that occur, with stalemate and "not in the map" last; `number`, per pixel the
    place of its class in that list, -1 for a pixel that the colour bar explains; `bar`, the meaning of continuous
    colours or of the brightness of the classes, None if neither varies. The arrays are read-only.
    """

    name: str
    title: str
    colors: np.ndarray
    classes: tuple[PaintClass, ...]
    number: np.ndarray
    bar: ColorBar | None = None
    proved: bool = False

    @property
    def listed(self) -> tuple[PaintClass, ...]:
        """The classes for a legend: those with a block of 2 x 2 pixels, no value, and "not in the map".

        Other classes are single pixels or lines one pixel wide, without a visible area. If no class of a small map has
        a block, all are listed.
        """
        broad = any(entry.broad and entry.label != OUTSIDE for entry in self.classes)
        return tuple(
            entry for entry in self.classes if not broad or entry.broad or entry.always or entry.label == OUTSIDE
        )

    def with_shares(self, proved: Mapping[str, float]) -> Painting:
        """Return the painting with proved shares of the area, by the names of classes, if all are given."""
        if any(entry.share and entry.label not in proved for entry in self.classes):
            return self
        classes = tuple(replace(entry, share=proved.get(entry.label, 0.0)) for entry in self.classes)
        return replace(self, classes=classes, proved=True)

    def __repr__(self) -> str:
        parts = ", ".join(f"{entry.label} {entry.pixels}" for entry in self.classes)
        return f"<Painting {self.name}: {parts or 'by the colour bar'}>"


def _broad(number: np.ndarray, classes: int) -> np.ndarray:
    """Return per class whether it contains a block of 2 x 2 pixels; the last entry is for the number -1."""
    corner = number[:-1, :-1]
    block = (corner == number[1:, :-1]) & (corner == number[:-1, 1:]) & (corner == number[1:, 1:])
    broad = np.zeros(classes + 1, dtype=bool)
    broad[corner[block]] = True
    return broad


AROUND = ((0, 1), (-1, 0), (0, -1), (1, 0), (-1, 1), (-1, -1), (1, -1), (1, 1))
"""From a pixel to its neighbours, as steps of row and column; the first valid neighbour lends a line its colour."""


def shifted(array: np.ndarray, row: int, column: int) -> np.ndarray:
    """Return an array shifted by at most one row and column; entries from outside are False or 0.

    >>> shifted(np.array([[1, 2], [3, 4]]), 1, 0).tolist()
    [[3, 4], [0, 0]]
    """
    rows, columns = array.shape
    return np.pad(array, 1)[1 + row : 1 + row + rows, 1 + column : 1 + column + columns]


def on_lines(ties: np.ndarray) -> np.ndarray:
    """Return which of the pixels with ties lie on lines: those in no block of 3 x 3 pixels with ties.

    >>> [int(on_lines(ties).sum()) for ties in (np.eye(5, dtype=bool), np.ones((5, 5), dtype=bool))]
    [5, 0]
    """
    whole = reduce(np.logical_and, (shifted(ties, *step) for step in AROUND), ties)
    return np.asarray(ties & ~reduce(np.logical_or, (shifted(whole, *step) for step in AROUND), whole))


def cell_areas(inside: np.ndarray) -> np.ndarray:
    """Return per pixel its part of the area of a map, in eighths of a cell.

    A pixel stands for the part inside the map of the square around its point: half of the square on an edge and on the
    diagonal of a triangle, a quarter or an eighth in a corner.

    >>> cell_areas(np.ones((3, 3), dtype=bool)).tolist()[0]
    [2, 4, 2]
    """
    side = np.full(len(inside), 2)
    side[[0, -1]] = 1
    parts = np.where(inside, 2 * np.outer(side, side), 0)
    return parts if inside.all() else parts - np.diag(np.diag(parts)) // 2


@dataclass
class Canvas:
    """An unfinished painting: the place of each pixel's class (-1 for no class yet), and colours without a class."""

    number: np.ndarray
    classes: list[PaintClass] = field(default_factory=list)
    free: np.ndarray | None = None  # if given, the colours of all pixels except those of plain classes
    bar: ColorBar | None = None

    def add(self, where: np.ndarray, entry: PaintClass) -> None:
        """Put some pixels into a new class."""
        self.number[where] = len(self.classes)
        self.classes.append(entry)

    def add_each(self, digits: Sequence[np.ndarray], base: int, entry_of: Callable[[list[int]], PaintClass]) -> None:
        """Put the pixels with equal digits, all below a base, into a class, in the order of the digits."""
        shape = (base,) * len(digits)
        codes = np.ravel_multi_index(tuple(digits), shape)
        kept = np.unique(codes)
        self.number[...] = len(self.classes) + np.searchsorted(kept, codes)
        self.classes += map(entry_of, np.transpose(np.unravel_index(kept, shape)).tolist())

    def add_outside(self, inside: np.ndarray, reasons: Mapping[str, np.ndarray], palette: Palette) -> None:
        """Put the pixels without a value into a class for each reason, and those outside the map into one."""
        for (why, where), color in zip(reasons.items(), palette.no_value, strict=False):
            self.add(where, PaintClass(why, color, always=True))
        self.add(~inside, PaintClass(OUTSIDE, palette.outside))

    def finished(self, name: str, title: str, inside: np.ndarray, tie: np.ndarray | bool = False) -> Painting:
        """Return the painting: classes counted, empty ones dropped, every pixel with its colour.

        A pixel on a line of ties gets the class of a neighbour off the lines, unless it has no value. If A or B never
        hits, this player is indifferent between all targets, so these two edges are such lines.

        Parameters: `name` and `title` of the colouring; `inside`, which pixels belong to the map; `tie`, where a player
        is indifferent. Classes themselves state where players are equal or there is no value.
        """
        tied = tie | self._of(lambda entry: entry.tied or entry.always, False)
        tied[0] = tied[:, 0] = True
        lines, parts = on_lines(tied & inside), cell_areas(inside)
        plain = inside & ~lines
        # A map may be too small to distinguish lines from areas.
        outside = len(self.classes)
        broad = _broad(np.where(inside, self.number, outside), outside + 1)
        if np.delete(broad, outside).any() and plain.any():
            parts[self._lend(plain, lines)] = 0
        broad, numbers = _broad(self.number, len(self.classes)), self.number.ravel() + 1
        counts, shares = np.bincount(numbers), np.bincount(numbers, parts.ravel()) / parts.sum()
        kept = np.flatnonzero(counts[1:])
        classes = [
            replace(
                self.classes[own], pixels=int(counts[1 + own]), share=float(shares[1 + own]), broad=bool(broad[own])
            )
            for own in kept.tolist()
        ]
        colors = self._of(lambda entry: entry.color, (0.0, 0.0, 0.0))
        if self.free is not None:
            varied = self._of(lambda entry: entry.varied, True)
            colors[varied] = self.free[varied]
        renumbered = np.full(len(self.classes) + 1, -1)
        renumbered[kept] = range(len(kept))
        return Painting(name, title, colors, tuple(classes), renumbered[self.number], self.bar)

    def _of(self, what: Callable[[PaintClass], Any], none: Any) -> np.ndarray:
        """Return per pixel what its class states, or the last value for a pixel without a class."""
        return np.asarray(np.array([*map(what, self.classes), none])[self.number])

    def _lend(self, plain: np.ndarray, lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Give pixels on lines the class and colour of a neighbour, if both have a value; return the pixels left."""
        lending = self._of(lambda entry: not entry.always, False)
        left, givers = np.argwhere(lines & lending), np.pad(plain & lending, 1)
        for step in AROUND:
            beside = left + step
            given = givers[tuple(beside.T + 1)]
            here, there = tuple(left[given].T), tuple(beside[given].T)
            for array in (self.number, self.free):
                if array is not None:
                    array[here] = array[there]
            left = left[~given]
        rows, columns = left.T
        return rows, columns


# -- colourings


def colorings(players: int) -> tuple[str, ...]:
    """Return the names of all colourings of a map with a number of players.

    >>> print(*colorings(2))
    w o p pw pA pB u uw uA uB t tw tA tB
    """
    whose = ("", "w", *map(label, range(players)))
    return "w", "o", *(kind + who for kind in "put" for who in whose)


def check_coloring(name: object, players: int) -> None:
    """Raise `ProblemError` unless a name is a colouring of a map with this number of players."""
    if name not in colorings(players):
        raise ProblemError(
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

    The order of the win probabilities is exact (`MapData`). A pixel is a stalemate if nobody can win. The exact hit
    probabilities of the pixel decide whether a target is the strongest.

    Parameters:
        data: the map.
        name: the colouring, one of `colorings(players)`.
        palette: "okabe-ito", safe for the colour-blind, or "standard", the colours of the published analysis.
        intensity: for `w` and `o`, the range of the lightness from 0 (black) to 1 (white). In `w` the dark end means a
            sure winner, and the bright end a winner with the win probability `1/n`.

    Raises `ProblemError` for an unknown name, palette or range.

    >>> from truel_ref.maps import map_problem
    >>> data = map_problem([1], points=4, a_above_b=False)
    >>> for entry in paint(data, "w").classes:
    ...     print(f"{entry.label}: {entry.pixels} pixels, {entry.share:.0%}")
    A: 5 pixels, 33%
    B: 5 pixels, 35%
    C: 5 pixels, 32%
    not in the map: 10 pixels, 0%
    """
    check_coloring(name, data.spec.problem.players)
    sight = Sight(data, palette_named(palette), _intensity(intensity))
    kind, whose = name[0], name[1:]
    canvas = Canvas(np.full(data.spec.shape, -1, dtype=np.int32))
    PAINTERS[kind](sight, canvas, whose)
    nothing = ~data.win.any(axis=-1)
    if kind != "p":
        nothing |= canvas.number == -1  # no player has an aim
    canvas.add(data.valued & nothing, PaintClass(STALEMATE, sight.palette.stalemate))
    canvas.add_outside(data.inside, data.no_value, sight.palette)
    title = (TITLES.get(name) or TITLES[f"{kind}."]).format(whose or ", ".join(sight.labels))
    return canvas.finished(name, title, data.inside, data.tie)


def paint_difference(difference: Difference, name: str = "dp", *, palette: str = "okabe-ito") -> Painting:
    """Return a difference of two maps in colours.

    Parameters: `difference`; `name`, "dp" for the largest difference of a player, "do" for where the order of the win
    probabilities differs; `palette`.

    Raises `ProblemError` for an unknown name or palette.

    >>> from truel_ref.maps import compare, map_problem
    >>> maps = (map_problem([1], points=4, a_above_b=False, search=search) for search in ("Others, Miss", "Others"))
    >>> paint_difference(compare(*maps), "do")
    <Painting do: another order 10, the same order 5, not in the map 10>
    """
    if name not in DIFFERENCE_COLORINGS:
        raise ProblemError(f"colouring: {shown(name)} is unknown; a difference has {', '.join(DIFFERENCE_COLORINGS)}")
    chosen = palette_named(palette)
    largest, differs = difference.largest, difference.order_differs
    compared = ~np.isnan(largest)
    inside = reduce(np.logical_or, difference.no_value.values(), compared)
    canvas = Canvas(np.full(largest.shape, -1, dtype=np.int32))
    if name == "do":
        title = "Where the order differs"
        canvas.add(compared & differs, PaintClass("another order", chosen.differs))
        canvas.add(compared & ~differs, PaintClass("the same order", chosen.same))
    else:
        title = "By how much the chance of a player differs"
        top = float(np.max(largest, where=compared, initial=0))
        canvas.bar = ColorBar("percentage points", 0.0, top or 1.0, DIFFERENCES)
        canvas.free = canvas.bar.colors(np.where(compared, largest, 0))
        canvas.add(compared & (largest < NOISE), PaintClass("equal, or below 1e-10", chosen.same))
    canvas.add_outside(inside, difference.no_value, chosen)
    return canvas.finished(name, title, inside, difference.tie)


def _intensity(value: Any) -> Ends:
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    if not is_pair or not all(isinstance(end, int | float) for end in value) or not 0 <= value[0] < value[1] <= 1:
        raise ProblemError(f"intensity: {shown(value)} is not a range; give two numbers from 0 to 1, the darker first")
    return float(value[0]), float(value[1])


# -- the parts of a map that every colouring reads


class Sight:
    """A map as colourings read it.

    Parameters: `data`; `palette`; `ends`, the range of lightness.

    Fields: `labels`, of the players; `places`, for each entry of the table of aims, and last for no aims, per player
    the `place_of` of the aim.
    """

    def __init__(self, data: MapData, palette: Palette, ends: Ends) -> None:
        self.data, self.palette, self.ends = data, palette, ends
        self.players = data.spec.problem.players
        self.labels = [label(player) for player in range(self.players)]
        none: Aims = (None,) * self.players
        self.places = [[place_of(aim, self.players) for aim in aims] for aims in (*data.aims, none)]

    @cached_property
    def win(self) -> np.ndarray:
        """The win probabilities, players x rows x columns, 0 outside the map and without a value."""
        win = np.moveaxis(self.data.win, -1, 0).copy()
        win[:, ~self.data.valued] = 0.0
        return win

    @cached_property
    def best(self) -> np.ndarray:
        """The largest win probability."""
        return np.asarray(self.win.max(axis=0))

    @cached_property
    def behind(self) -> np.ndarray:
        """Per player whether another wins more often."""
        return np.asarray(self.win < self.best)

    def targets(self, player: int) -> np.ndarray:
        """Return per pixel the place of a player's aim."""
        own = np.array([places[player] for places in self.places], dtype=np.int16)
        return np.asarray(own[self.data.index])

    def whose(self, values: Callable[[int], np.ndarray], whose: str) -> np.ndarray:
        """Return per pixel the value of a player, or of the first of the winners."""
        if whose != "w":
            return values(self.labels.index(whose))
        return np.asarray(np.choose(self.win.argmax(axis=0), [values(player) for player in range(self.players)]))

    def mean_color(self, behind: Sequence[int], lightness: float) -> RGB:
        """Return the mean of the colours of the players with nobody before them, with a given lightness."""
        first = [self.palette.player(player) for player, before in enumerate(behind) if not before]
        red, green, blue = lightened(np.mean(first, axis=0).tolist(), lightness).tolist()
        return red, green, blue


def coded(digits: Sequence[int], base: int) -> int:
    """Return small numbers as the digits of one.

    >>> coded([1, 0, 1], 2)
    5
    """
    return reduce(lambda code, digit: code * base + digit, digits, 0)


# -- by win probabilities: who wins, in what order, and how likely


def winner(sight: Sight, canvas: Canvas, whose: str) -> None:
    """Paint who is most likely to win.

    A single winner has the player's colour, with the lightness `high - (high - low) * (best - 1/n) / (1 - 1/n)`. A
    shared first place has the mean colour of its players, darker than any single winner.
    """
    players, (low, high) = sight.players, sight.ends
    # The scale of the brightness in grey, the same for all players; it is linear up to white and down to black.
    canvas.bar = ColorBar("brightness: the\nwinner wins in %", 100 / players, 100.0, ((high,) * 3, (low,) * 3))
    lightness = high - (high - low) * np.clip((sight.best * players - 1) / (players - 1), 0, 1)
    canvas.free = np.zeros((*sight.best.shape, 3))
    for player, behind in enumerate(sight.behind):
        canvas.free[~behind] = lightened(sight.palette.player(player), lightness[~behind])

    def entry_of(digits: list[int]) -> PaintClass:
        count, *behind = digits
        color = sight.mean_color(behind, low / 2 if count > 1 else (low + high) / 2)
        return PaintClass(winners_text(behind), color, varied=count == 1, tied=count > 1)

    canvas.add_each([players - sight.behind.sum(axis=0), *sight.behind], players + 1, entry_of)


def winners_text(behind: Sequence[int]) -> str:
    """Return the name of the class of the players who win most often, from the number of players before each.

    >>> winners_text((0, 1, 0))
    'A = C'
    """
    return " = ".join(label(player) for player, before in enumerate(behind) if not before)


def win_order(sight: Sight, canvas: Canvas, whose: str) -> None:
    """Paint the order of the win probabilities.

    The colour is that of the first place (a mean if it is shared); orders without equal players spread over the range
    of brightness, orders with equal players are darker. It depends only on the order and the number of players.
    """

    def entry_of(ranks: list[int]) -> PaintClass:
        color = sight.mean_color(ranks, _order_lightness(ranks, sight.ends))
        return PaintClass(order_text(ranks), color, tied=len(set(ranks)) < len(ranks))

    canvas.add_each([(sight.win > own).sum(axis=0) for own in sight.win], sight.players, entry_of)


def order_text(ranks: Sequence[int]) -> str:
    """Return the order of the players as text, from the number of players before each.

    >>> order_text((1, 1, 0))
    'C > A = B'
    """
    groups = [[label(player) for player, own in enumerate(ranks) if own == rank] for rank in sorted(set(ranks))]
    return " > ".join(" = ".join(group) for group in groups)


def _order_lightness(ranks: Sequence[int], ends: Ends) -> float:
    (low, high), players = ends, len(ranks)
    if len(set(ranks)) < players:
        return low * (0.3 + 0.6 * coded(ranks, players) / float(players**players))
    others = [rank for rank in ranks if rank]
    own, least, most = (coded(each, players) for each in (others, sorted(others), sorted(others, reverse=True)))
    return low + 0.85 * (high - low) * ((own - least) / (most - least) if most > least else 0.5)


def chance(sight: Sight, canvas: Canvas, whose: str) -> None:
    """Paint a win probability; the colour bar goes from 0 to 100 %, so that maps can be compared."""
    canvas.bar = ColorBar("win probability in %", 0.0, 100.0, LIGHT_TO_DARK)
    canvas.free = canvas.bar.colors(
        100 * (sight.best if whose in ("", "w") else sight.whose(sight.win.__getitem__, whose))
    )


# -- by aims: targets, how unusual they are, and the aims of all players together


SHARED = "shared first place"
UNUSUAL = ("random", "self", "miss", "a weaker player", "the strongest")  # the most unusual first
RANDOM, SELF, MISS, WEAKER, STRONGEST, NO_AIM = range(6)

# The aims of three players that have a colour of their own, - for Miss and * for a mix. Append new aims only at the
# end: the order keeps the colours of aims the same in all figures.
COMMON = ("-CB", "C-A", "CCA", "CCB", "BC-", "BCB", "BA-", "CAB", "BCA", "-CA", "CAA", "BAA", "BAB", "B-A")


def unusual(sight: Sight, canvas: Canvas, whose: str) -> None:
    """Paint the most unusual aim in play: of all players, of the winners, or of one player."""
    kinds = _kinds(sight)
    if whose in sight.labels:
        kinds = [kinds[sight.labels.index(whose)]]
    elif whose:
        kinds = [np.where(behind, NO_AIM, own) for behind, own in zip(sight.behind, kinds, strict=True)]
    canvas.number[...] = reduce(np.minimum, kinds)
    canvas.number[canvas.number == NO_AIM] = -1
    canvas.classes += map(PaintClass, UNUSUAL, sight.palette.unusual)


def _kinds(sight: Sight) -> list[np.ndarray]:
    """Return by player per pixel the kind of the aim: RANDOM, SELF, MISS, WEAKER, STRONGEST or NO_AIM.

    An aim at another player is at the strongest if nobody except the shooter hits more often. Hit probabilities are
    compared by their places in the list of all those of the map, which needs no rounding.
    """
    players, spec = range(sight.players), sight.data.spec
    steps = [Fraction(step, spec.points) for step in range(spec.points + 1)]
    place = {hit: number for number, hit in enumerate(sorted({*steps, *spec.problem.hits[2:]}))}
    free = np.array([place[step] for step in steps], dtype=np.int16)
    strengths: list[Any] = [free[:, None], free[None], *(place[hit] for hit in spec.problem.hits[2:])]
    kinds = []
    for player in players:
        targets = sight.targets(player)
        own = np.array([WEAKER] * sight.players + [MISS, RANDOM, NO_AIM], dtype=np.int8)
        own[player] = SELF
        own = own[targets]
        strongest: Any = reduce(np.maximum, [strengths[other] for other in players if other != player])
        for other in players:
            if other != player:
                own[(targets == other) & (strengths[other] >= strongest)] = STRONGEST
        kinds.append(own)
    return kinds


def place_of(aim: Aim | None, players: int) -> int:
    """Return the index of a single target; after the players follow Miss, any mix, and no aim."""
    if aim is None:
        return players + 2
    if aim.target is not None:
        return aim.target
    return players if aim.is_miss else players + 1


def target_of(sight: Sight, canvas: Canvas, whose: str) -> None:
    """Paint the target of a player, or of the winner if there is a single winner, or the aims of all players.

    The colour of the aims of all depends only on the aims: it is the same in every map, legend and figure.
    """
    players, palette = sight.players, sight.palette
    if not whose:

        def entry_of(places: list[int]) -> PaintClass:
            return PaintClass(profile_name(places), profile_color(places, palette))

        canvas.add_each([*map(sight.targets, range(players))], players + 3, entry_of)
        return
    targets = sight.whose(sight.targets, whose)
    if whose == "w":
        targets[players - sight.behind.sum(axis=0) > 1] = players + 3
    names = [f"{name} (Self)" if name == whose else name for name in sight.labels]
    colors = [palette.player(player) for player in range(players)]
    for place, name, color in zip(
        (*range(players + 2), players + 3),
        (*names, "Miss", "a mix", SHARED),
        (*colors, palette.miss, palette.mix, palette.shared),
        strict=True,
    ):
        canvas.add(targets == place, PaintClass(name, color, tied=name == SHARED))


def profile_name(places: Sequence[int]) -> str:
    """Return the name of the class of the aims of all players, from their places; every mix has the same name."""
    return ", ".join([*map(label, range(len(places))), "Miss", "a mix", "none"][place] for place in places)


def profile_color(places: Sequence[int], palette: Palette) -> RGB:
    """Return the colour of the aims of all players together.

    Common aims of three players have the colours of a list, other aims a place in an endless list.

    Parameters: `places`, per player the number of the target; after the players follow Miss, any mix, and no aim;
    `palette`.

    >>> profile_color((3, 2, 1), PALETTES["okabe-ito"]) == PALETTES["okabe-ito"].many[0]
    True
    """
    players = len(places)
    named = "".join("ABC-*."[place] for place in places) if players == 3 else ""
    if named in COMMON[: len(palette.many)]:
        return palette.many[COMMON.index(named)]
    return spread(coded([players, *places], players + 3))


PAINTERS: dict[str, Callable[[Sight, Canvas, str], None]] = {
    "w": winner,
    "o": win_order,
    "p": chance,
    "u": unusual,
    "t": target_of,
}
"""By the first letter of a colouring, its function of a map, a canvas, and of whom it shows something."""

TITLES = {
    "w": "Who wins most often",
    "o": "Who wins more often than whom",
    "p": "How often the likeliest winner wins",
    "pw": "How often the winner wins",
    "p.": "How often {} wins",
    "u": "How unusual the aims are",
    "uw": "How unusual the winner's aim is",
    "u.": "How unusual {}'s aim is",
    "t": "Whom {} aim at",
    "tw": "Whom the winner aims at",
    "t.": "Whom {} aims at",
}
"""The titles of colourings; those of a player by their letter and a point."""
