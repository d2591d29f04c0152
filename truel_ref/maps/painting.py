"""The content of a figure: classes, colours per pixel, and the meaning of continuous colours.

The palettes come first; the default palette is safe for the colour-blind.
"""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeAlias

import numpy as np

from truel_ref.errors import MapError, shown
from truel_ref.game.people import label
from truel_ref.maps.data import MapData
from truel_ref.records.table import PLAYER_COLORS

__all__ = [
    "AROUND",
    "DIFFERENCES",
    "LIGHT_TO_DARK",
    "OUTSIDE",
    "PALETTES",
    "RGB",
    "Canvas",
    "ColorBar",
    "PaintClass",
    "Painting",
    "Palette",
    "blank",
    "codes",
    "lighten",
    "lightened",
    "mean",
    "palette_named",
    "player_of",
    "shifted",
    "spread",
    "wins_of",
]

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

    Fields: `name`; `source`; `players`, the colours of A, B, C, … (those of later players spread over the hues);
    `many`, for classes without a natural colour; `unusual`, of a random mix, self, miss, a weaker player, the
    strongest; `stalemate`; `outside`, for the empty triangle; `differs` and `same`, for differences; `miss`, `mix` and
    `shared`, the greys for Miss, a mix and a shared first place; `kinds`, of a difference of aims and winners, from
    equality to another winner; `no_value`, for pixels without an equilibrium, with several, and with an unknown number
    of equilibria: earth colours of three brightnesses, which all readers can distinguish.
    """

    name: str
    source: str
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
    kinds: tuple[RGB, RGB, RGB, RGB] = ((0.88, 0.88, 0.88), (0.66, 0.80, 0.86), (0.26, 0.58, 0.77), (0.07, 0.15, 0.38))
    no_value: tuple[RGB, RGB, RGB] = ((0.30, 0.24, 0.18), (0.87, 0.76, 0.55), (0.60, 0.51, 0.38))

    def player(self, index: int) -> RGB:
        """Return the colour of a player.

        >>> red, green, blue = PALETTES["okabe-ito"].player(0)
        >>> red > 2 * max(green, blue)
        True
        """
        return self.players[index] if index < len(self.players) else _spread(index)


def _spread(index: int) -> RGB:
    """Return the colour of a place in an endless list: hues by the golden ratio, three brightnesses in turn."""
    return colorsys.hls_to_rgb(index * 0.6180339887 % 1, (0.45, 0.65, 0.3)[index % 3], 0.65)


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
        name="okabe-ito",
        source="M. Okabe and K. Ito, Color Universal Design, 2008, https://jfly.uni-koeln.de/color/, and more",
        players=_OKABE_ITO,
        many=_colors(
            "56B4E9 E69F00 D55E00 0072B2 C5E86C CC79A7 009E73 111111 882255 D3EBFA F0E442 5E4B8B D0D0D0 FFE3D0"
        ),
        unusual=(_OKABE_ITO[1], _OKABE_ITO[0], _OKABE_ITO[2], (0.3, 0.3, 0.3), _LIGHT_GREY),
        differs=_OKABE_ITO[0],
    ),
    "standard": Palette(
        name="standard",
        source="red, green, blue and purple as in the published analysis; Tableau 20 for classes without a colour",
        players=(_RED, _GREEN, _BLUE, *_REST),
        many=_colors("1F77B4 FF7F0E 2CA02C D62728 9467BD 8C564B E377C2 17BECF AEC7E8 FFBB78"),
        unusual=(_GREEN, _RED, _BLUE, _BLACK, _LIGHT_GREY),
        differs=_RED,
    ),
}


def lighten(color: RGB, lightness: float) -> RGB:
    """Return a colour of the same hue with a given lightness, from 0 (black) to 1 (white).

    The lightness of a colour is `(max + min) / 2` of its parts. A darker colour is a multiple of the colour; a lighter
    colour has a multiple of its distance from white. Both have exactly the given lightness.

    >>> lighten((1.0, 0.0, 0.0), 0.25), lighten((1.0, 0.0, 0.0), 0.75)
    ((0.5, 0.0, 0.0), (1.0, 0.5, 0.5))
    """
    red, green, blue = lightened(color, lightness).tolist()
    return red, green, blue


def lightened(color: RGB, lightness: float | np.ndarray) -> np.ndarray:
    """Return a colour with many lightnesses: per part the piecewise linear path from black over the colour to white."""
    own = (max(color) + min(color)) / 2
    return np.stack([np.interp(lightness, (0, own, 1), (0, part, 1)) for part in color], axis=-1)


def mean(colors: Sequence[RGB]) -> RGB:
    """Return the mean of some colours, part by part."""
    red, green, blue = (sum(parts) / len(colors) for parts in zip(*colors, strict=True))
    return red, green, blue


def palette_named(name: str) -> Palette:
    """Return the palette of a name. Raises `MapError` for an unknown name."""
    if not isinstance(name, str) or name not in PALETTES:
        raise MapError(f"palette: {shown(name)} is unknown; choose from {', '.join(PALETTES)}")
    return PALETTES[name]


# -- paintings


OUTSIDE = "not in the map"


@dataclass(frozen=True)
class PaintClass:
    """One class of pixels.

    Fields: `label`; `color`, in the legend; `pixels`, their number; `share`, of the area of the map, counted in pixels
    (`cell_areas`; 0 for pixels outside the map); `shades`, from the brightest to the darkest, if the brightness varies;
    `broad`, whether the class contains a block of 2 x 2 pixels, and not only single pixels and lines one pixel wide;
    `always`, whether a legend lists it even if it is not broad; `tied`, whether players are equal there; `exact`, the
    proved share of the area as text, empty if unknown.
    """

    label: str
    color: RGB
    pixels: int = 0
    share: float = 0.0
    shades: tuple[RGB, ...] = ()
    broad: bool = True
    always: bool = False
    tied: bool = False
    exact: str = ""


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

        >>> import numpy as np
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

    def __post_init__(self) -> None:
        self.colors.setflags(write=False)
        self.number.setflags(write=False)

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

    def with_shares(self, exact: Mapping[str, str]) -> Painting:
        """Return the painting with proved shares of the area, as text by the names of classes, if all are given."""
        if any(entry.share and entry.label not in exact for entry in self.classes):
            return self
        classes = tuple(replace(entry, exact=exact.get(entry.label, "")) for entry in self.classes)
        return replace(self, classes=classes)

    def __repr__(self) -> str:
        parts = ", ".join(f"{entry.label} {entry.pixels}" for entry in self.classes)
        return f"<Painting {self.name}: {parts or 'by the colour bar'}>"


def _broad(number: np.ndarray) -> set[int]:
    """Return the classes that contain a block of 2 x 2 pixels."""
    corner = number[:-1, :-1]
    block = (corner == number[1:, :-1]) & (corner == number[:-1, 1:]) & (corner == number[1:, 1:])
    return set(np.unique(corner[block]).tolist())


AROUND = ((0, 1), (-1, 0), (0, -1), (1, 0), (-1, 1), (-1, -1), (1, -1), (1, 1))
"""From a pixel to its neighbours, as steps of row and column; the first valid neighbour lends a line its colour."""


def shifted(array: np.ndarray, row: int, column: int) -> np.ndarray:
    """Return an array shifted by at most one row and column; entries from outside are False or 0.

    >>> import numpy as np
    >>> shifted(np.array([[1, 2], [3, 4]]), 1, 0).tolist()
    [[3, 4], [0, 0]]
    """
    here, there = (
        tuple(slice(max(0, way * step), (way * step if way * step < 0 else None)) for step in (row, column))
        for way in (-1, 1)
    )
    moved = np.zeros_like(array)
    moved[here] = array[there]
    return moved


def on_lines(ties: np.ndarray) -> np.ndarray:
    """Return which of the pixels with ties lie on lines: those in no block of 3 x 3 pixels with ties.

    >>> import numpy as np
    >>> [int(on_lines(ties).sum()) for ties in (np.eye(5, dtype=bool), np.ones((5, 5), dtype=bool))]
    [5, 0]
    """
    whole = reduce(lambda one, two: one & two, (shifted(ties, *step) for step in AROUND), ties)
    lines: np.ndarray = ties & ~reduce(lambda one, two: one | two, (shifted(whole, *step) for step in AROUND), whole)
    return lines


def cell_areas(inside: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return per pixel its part of the area of a map, in units of 1/6720 of a cell.

    A pixel stands for the part inside the map of the square around its point: half of the square on an edge and on the
    diagonal of a triangle, a quarter or an eighth in a corner. Lines have no area: the part of a pixel on a line goes
    in equal parts to its neighbours off the lines, and is dropped without such neighbours.

    Parameters: `inside`, which pixels belong to the map; `lines`, which of them lie on lines.

    >>> import numpy as np
    >>> cell_areas(np.ones((3, 3), dtype=bool), np.zeros((3, 3), dtype=bool)).tolist()[0]
    [1680, 3360, 1680]
    """
    side = np.full(len(inside), 2)
    side[[0, -1]] = 1
    parts = np.where(inside, 1680 * np.outer(side, side), 0)
    if not inside.all():
        parts[np.diag_indices_from(parts)] //= 2
    plain = inside & ~lines
    if not lines.any() or not plain.any():
        return parts
    around = sum(shifted(plain, *step).astype(np.int64) for step in AROUND)
    lent = np.where(lines, parts // np.maximum(around, 1), 0)
    gained = sum(shifted(lent, *step) for step in AROUND)
    return np.where(plain, parts + gained, 0)


@dataclass
class Canvas:
    """An unfinished painting: the place of each pixel's class (-1 for no class yet), and colours without a class."""

    number: np.ndarray
    classes: list[PaintClass] = field(default_factory=list)
    free: np.ndarray | None = None  # if given, the colours of all pixels except those of plain classes
    lines: np.ndarray | bool = False  # further pixels on lines of ties
    bar: ColorBar | None = None

    def add(self, where: np.ndarray, entry: PaintClass) -> None:
        """Put some pixels into a new class."""
        self.number[where] = len(self.classes)
        self.classes.append(entry)

    def add_without_value(self, reasons: Mapping[str, np.ndarray], palette: Palette) -> None:
        """Put the pixels without a value into a class for each reason."""
        for (why, where), color in zip(reasons.items(), palette.no_value, strict=False):
            self.add(where, PaintClass(why, color, always=True))

    def finished(self, name: str, title: str, inside: np.ndarray, tie: np.ndarray | bool = False) -> Painting:
        """Return the painting: classes counted, empty ones dropped, every pixel with its colour.

        A pixel on a line of ties gets the class of a neighbour off the lines, unless it has no value. If A or B never
        hits, this player is indifferent between all targets, so these two edges are such lines.

        Parameters: `name` and `title` of the colouring; `inside`, which pixels belong to the map; `tie`, where a player
        is indifferent. Classes themselves state where players are equal or there is no value.
        """
        tied = np.array([entry.tied or entry.always for entry in self.classes] + [False])[self.number]
        never = np.zeros_like(inside)
        never[0] = never[:, 0] = True
        lines = on_lines((tie | tied | never | self.lines) & inside)
        if not _broad(np.where(inside, self.number, -2)) - {-2}:  # the map is too small to distinguish lines from areas
            lines[:] = False
        parts = cell_areas(inside, lines)
        self._lend(inside & ~lines, lines)
        broad = _broad(self.number)
        counts = np.bincount(self.number.ravel() + 1, minlength=len(self.classes) + 1)[1:]
        shares = np.bincount(self.number.ravel() + 1, parts.ravel(), len(self.classes) + 1)[1:]  # exact: integers
        total = int(parts.sum())
        kept = [place for place, count in enumerate(counts) if count]
        classes = [
            replace(
                self.classes[place],
                pixels=int(counts[place]),
                share=float(shares[place]) / total,
                broad=place in broad,
            )
            for place in kept
        ]
        renumbered = np.full(len(self.classes) + 1, -1, dtype=np.int32)
        renumbered[kept] = range(len(kept))
        number = renumbered[self.number]  # -1 reads the last entry, which stays -1
        plain = np.array([entry.color for entry in classes] + [(0.0, 0.0, 0.0)])
        colors = plain[number]
        if self.free is not None:
            varied = np.array([bool(entry.shades) for entry in classes] + [True])[number]
            colors[varied] = self.free[varied]
        return Painting(name, title, colors, tuple(classes), number, self.bar)

    def _lend(self, plain: np.ndarray, lines: np.ndarray) -> None:
        """Give pixels on lines the class and colour of a neighbour, if both have a value and a class."""
        lending = np.array([not entry.always for entry in self.classes] + [False])[self.number]
        left = lines & lending
        for row, column in AROUND:
            where = left & shifted(plain & lending, row, column)
            rows, columns = np.nonzero(where)
            self.number[rows, columns] = self.number[rows + row, columns + column]
            if self.free is not None:
                self.free[rows, columns] = self.free[rows + row, columns + column]
            left &= ~where


# -- the parts of a map that every colouring reads


def blank(data: MapData) -> Canvas:
    """Return the empty canvas of a map."""
    return Canvas(np.full(data.spec.shape, -1, dtype=np.int32))


def wins_of(data: MapData) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the win probabilities per player, 0 outside the map and without a value, and their maximum."""
    wins = [np.where(data.valued, data.win[..., player], 0) for player in range(data.spec.problem.players)]
    return wins, reduce(np.maximum, wins)


def codes(places: Sequence[np.ndarray]) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """Return the distinct lists of small numbers that pixels have.

    Parameters: `places`, per player an array with numbers below the number of players.

    Returns the lists, one per class, and per pixel its class.
    """
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


def player_of(data: MapData, whose: str) -> int | None:
    """Return the player that the end of a colouring's name means, None for all players and for the winner."""
    names = [label(player) for player in range(data.spec.problem.players)]
    return names.index(whose) if whose in names else None
