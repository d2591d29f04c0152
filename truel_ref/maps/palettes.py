"""The colours of the maps: palettes, one of them for the colour-blind, and brightness."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.errors import MapError, shown

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "DIFFERENCES",
    "LIGHT_TO_DARK",
    "PALETTES",
    "RGB",
    "Palette",
    "lighten",
    "lightened",
    "mean",
    "palette_named",
    "spread",
]

RGB: TypeAlias = tuple[float, float, float]

# From light to dark, so that both print in grey and are read by the colour-blind.
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
    """Return the colours of words with six hexadecimal digits each, as numbers from 0 to 1."""
    parts = [[int(word[start : start + 2], 16) / 255 for start in (0, 2, 4)] for word in text.split()]
    return tuple((red, green, blue) for red, green, blue in parts)


@dataclass(frozen=True)
class Palette:
    """The colours of everything that is painted.

    Fields: `name`; `source`; `players`, the colours of A, B, C, … (later ones are spread over the hues); `many`, for
    classes without a natural colour; `unusual`, of a random mix, self, miss, a weaker player, the strongest;
    `stalemate`; `outside`, for the empty triangle; `differs` and `same`, for differences; `miss`, `mix` and `shared`,
    the greys for targets that are no player; `kinds`, of a difference of aims and winners, from none to another winner;
    `no_value`, for pixels without an equilibrium, with several, and with a
    number of them that is not known: earth colours of three brightnesses, whatever a reader's eyes tell apart.
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

        >>> red, green, blue = PALETTES["standard"].player(0)
        >>> red > 2 * max(green, blue)
        True
        """
        return self.players[index] if index < len(self.players) else _spread(index)


def _spread(index: int) -> RGB:
    """Return the colour of a place in an endless list: hues by the golden ratio, three brightnesses in turn."""
    return colorsys.hls_to_rgb(index * 0.6180339887 % 1, (0.45, 0.65, 0.3)[index % 3], 0.65)


def spread(index: int) -> RGB:
    """Return the colour of a place in an endless list whose hue, lightness and saturation all vary.

    The places are spread over the box of colours by multiples of the powers of `1/g`, where `g^4 = g + 1`, so that any
    few of them are unlikely to look alike.

    Source: M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.

    >>> all(0 <= part <= 1 for index in range(100) for part in spread(index))
    True
    """
    hue, light, saturation = (index * step % 1 for step in (0.8191725134, 0.6710436067, 0.5497004779))
    return colorsys.hls_to_rgb(hue, 0.3 + 0.45 * light, 0.4 + 0.5 * saturation)


_TABLEAU = _colors("1F77B4 FF7F0E 2CA02C D62728 9467BD 8C564B E377C2 17BECF AEC7E8 FFBB78 98DF8A FF9896 C5B0D5 C49C94")
_RED, _GREEN, _BLUE, *_REST = _colors("D62728 2CA02C 1F60CC 7F2DB3 FF7F0E 17BECF E35BB2 8C564B")
_VERMILION, _BLUISH_GREEN, _DEEP_BLUE, *_OTHERS = _colors("D55E00 009E73 0072B2 CC79A7 E69F00 56B4E9")
_BLACK, _LIGHT_GREY = (0.0, 0.0, 0.0), (0.84, 0.84, 0.84)
_OKABE_ITO = (_VERMILION, _BLUISH_GREEN, _DEEP_BLUE, *_OTHERS)

PALETTES = {
    "standard": Palette(
        name="standard",
        source="red, green, blue and purple as in the published analysis; Tableau 20 for classes without a colour",
        players=(_RED, _GREEN, _BLUE, *_REST),
        many=_TABLEAU,
        unusual=(_GREEN, _RED, _BLUE, _BLACK, _LIGHT_GREY),
        differs=_RED,
    ),
    "okabe-ito": Palette(
        name="okabe-ito",
        source="M. Okabe and K. Ito, Color Universal Design, 2008, https://jfly.uni-koeln.de/color/",
        players=_OKABE_ITO,
        many=(*_OKABE_ITO, *((red / 2, green / 2, blue / 2) for red, green, blue in _OKABE_ITO)),
        unusual=(_BLUISH_GREEN, _VERMILION, _DEEP_BLUE, _BLACK, _LIGHT_GREY),
        differs=_VERMILION,
    ),
}


def lighten(color: RGB, lightness: float) -> RGB:
    """Return a colour of the same hue with a given lightness, from 0 (black) to 1 (white).

    The lightness of a colour is `(max + min) / 2` of its parts. A darker one is a multiple of the colour, and a
    lighter one has a multiple of its distance from white; both have the lightness that is asked for.

    >>> lighten((1.0, 0.0, 0.0), 0.25), lighten((1.0, 0.0, 0.0), 0.75)
    ((0.5, 0.0, 0.0), (1.0, 0.5, 0.5))
    """
    red, green, blue = lightened(color, lightness).tolist()
    return red, green, blue


def lightened(color: RGB, lightness: float | np.ndarray) -> np.ndarray:
    """Return a colour with many lightnesses: per part the broken line from black over the colour to white."""
    import numpy as np

    own = (max(color) + min(color)) / 2
    return np.stack([np.interp(lightness, (0, own, 1), (0, part, 1)) for part in color], axis=-1)


def mean(colors: Sequence[RGB]) -> RGB:
    """Return the mean of some colours, part by part."""
    red, green, blue = (sum(parts) / len(colors) for parts in zip(*colors, strict=True))
    return red, green, blue


def palette_named(name: str) -> Palette:
    """Return a palette; `MapError` lists the names if there is none of this one."""
    if not isinstance(name, str) or name not in PALETTES:
        raise MapError(f"palette: {shown(name)} is unknown; there are {', '.join(PALETTES)}")
    return PALETTES[name]
