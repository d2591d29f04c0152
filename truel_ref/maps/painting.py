"""What a map looks like before it is a figure: classes, colours per pixel, and what continuous colours mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

from truel_ref.game.people import label
from truel_ref.maps.data import MapData
from truel_ref.maps.palettes import RGB, Palette

if TYPE_CHECKING:
    import numpy as np

__all__ = ["OUTSIDE", "Canvas", "ColorBar", "PaintClass", "Painting", "blank", "codes", "player_of", "wins_of"]

OUTSIDE = "not in the map"


@dataclass(frozen=True)
class PaintClass:
    """One class of pixels.

    Fields: `label`; `color`, the one that stands for it; `pixels`, how many there are; `share`, of the pixels of the
    map (0 for what is not in the map); `shades`, where its brightness varies, from the brightest to the darkest;
    `broad`, whether a block of 2 x 2 pixels belongs to it, and not only single pixels and lines one pixel wide;
    `always`, whether a legend lists it even if it is not broad.
    """

    label: str
    color: RGB
    pixels: int = 0
    share: float = 0.0
    shades: tuple[RGB, ...] = ()
    broad: bool = True
    always: bool = False


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
    of its class in that list, -1 for a pixel that the colour bar explains; `bar`, what continuous colours mean, or what
    the brightness of the classes means, None where neither varies. The arrays are read-only.
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
        """The classes for a legend: those of a block of 2 x 2 pixels, no value, and what is not in the map.

        The others are single pixels or lines one pixel wide, of which no area would be seen. On a map so small that no
        class has a block, all are listed.
        """
        broad = any(entry.broad and entry.label != OUTSIDE for entry in self.classes)
        return tuple(
            entry for entry in self.classes if not broad or entry.broad or entry.always or entry.label == OUTSIDE
        )

    def __repr__(self) -> str:
        parts = ", ".join(f"{entry.label} {entry.pixels}" for entry in self.classes)
        return f"<Painting {self.name}: {parts or 'by the colour bar'}>"


def _broad(number: np.ndarray) -> set[int]:
    """Return the classes that a block of 2 x 2 pixels belongs to."""
    import numpy as np

    corner = number[:-1, :-1]
    block = (corner == number[1:, :-1]) & (corner == number[:-1, 1:]) & (corner == number[1:, 1:])
    return set(np.unique(corner[block]).tolist())


@dataclass
class Canvas:
    """A painting in the making: the place of each pixel's class (-1 none yet), and colours that no class gives."""

    number: np.ndarray
    classes: list[PaintClass] = field(default_factory=list)
    free: np.ndarray | None = None  # where it is given, it holds the colours of all pixels but those of plain classes
    bar: ColorBar | None = None

    def add(self, where: np.ndarray, entry: PaintClass) -> None:
        """Put some pixels into a new class."""
        self.number[where] = len(self.classes)
        self.classes.append(entry)

    def add_without_value(self, reasons: Mapping[str, np.ndarray], palette: Palette) -> None:
        """Put the pixels that have no value into a class for each reason."""
        for (why, where), color in zip(reasons.items(), palette.no_value, strict=False):
            self.add(where, PaintClass(why, color, always=True))

    def finished(self, name: str, title: str, inside: np.ndarray) -> Painting:
        """Return the painting: classes counted, empty ones dropped, every pixel with its colour."""
        import numpy as np

        broad = _broad(self.number)
        counts = np.bincount(self.number.ravel() + 1, minlength=len(self.classes) + 1)[1:]
        total = int(inside.sum())
        kept = [place for place, count in enumerate(counts) if count]
        classes = []
        for place in kept:
            entry, count = self.classes[place], int(counts[place])
            share = 0.0 if entry.label == OUTSIDE else count / total
            classes.append(replace(entry, pixels=count, share=share, broad=place in broad))
        renumbered = np.full(len(self.classes) + 1, -1, dtype=np.int32)
        renumbered[kept] = range(len(kept))
        number = renumbered[self.number]  # -1 reads the last entry, which stays -1
        plain = np.array([entry.color for entry in classes] + [(0.0, 0.0, 0.0)])
        colors = plain[number]
        if self.free is not None:
            varied = np.array([bool(entry.shades) for entry in classes] + [True])[number]
            colors[varied] = self.free[varied]
        return Painting(name, title, colors, tuple(classes), number, self.bar)


# -- what every colouring reads of a map


def blank(data: MapData) -> Canvas:
    """Return the canvas of a map, on which nothing is painted yet."""
    import numpy as np

    return Canvas(np.full(data.spec.shape, -1, dtype=np.int32))


def wins_of(data: MapData) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the win probabilities per player, 0 outside the map and without a value, and the best of them."""
    import numpy as np

    wins = [np.where(data.valued, data.win[..., player], 0) for player in range(data.spec.problem.players)]
    return wins, reduce(np.maximum, wins)


def codes(places: Sequence[np.ndarray]) -> tuple[list[tuple[int, ...]], np.ndarray]:
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


def player_of(data: MapData, whose: str) -> int | None:
    """Return the player that the end of a colouring's name means, None for all and for the winner."""
    names = [label(player) for player in range(data.spec.problem.players)]
    return names.index(whose) if whose in names else None
