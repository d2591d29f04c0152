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
| `da`, `dg` | of a difference: whether aims and winners are the same, and who wins more often in the first map |

A pixel that has no value, where stationary play has no or several equilibria, has a colour of its own in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Protocol

from truel_ref.errors import MapError, shown
from truel_ref.game.people import label
from truel_ref.maps.chances import chance, win_order, winner
from truel_ref.maps.data import MapData
from truel_ref.maps.painting import OUTSIDE, Canvas, ColorBar, PaintClass, Painting, codes
from truel_ref.maps.palettes import DIFFERENCES, PALETTES, Palette, lighten, mean, palette_named
from truel_ref.maps.targets import all_aims, target_of, unusual

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "DIFFERENCE_COLORINGS",
    "INTENSITY",
    "OUTSIDE",
    "PALETTES",
    "STALEMATE",
    "ColorBar",
    "DifferenceLike",
    "PaintClass",
    "Painting",
    "check_coloring",
    "colorings",
    "paint",
    "paint_difference",
]

DIFFERENCE_COLORINGS = ("dp", "do", "da", "dg")
STALEMATE = "stalemate"

INTENSITY = (0.4, 0.9)
DARK = 0.3  # the lightness of what several players share


class DifferenceLike(Protocol):
    """What is drawn of a difference of two maps.

    Attributes: `first` and `second`, the maps; `largest`, per pixel the largest difference of a player in percentage
    points, nan outside and where they are not compared; `order_differs`, per pixel whether the order of the win
    probabilities differs, bool; `no_value`, `tie`, `kinds` and `better`, as in `truel_ref.maps.comparison.Difference`.
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

    @property
    def no_value(self) -> Mapping[str, np.ndarray]:
        """Per reason why pixels are not compared, where."""

    @property
    def tie(self) -> np.ndarray:
        """Per pixel whether one of the maps has a tie there."""

    @property
    def kinds(self) -> Mapping[str, np.ndarray]:
        """Per kind of difference of aims and winners, where."""

    @property
    def better(self) -> Sequence[np.ndarray]:
        """Per player, where he wins more often in the first map."""


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
    if kind == "w":
        title, canvas = "winner (brighter: less likely to win)", winner(data, chosen, ends)
    elif kind == "o":
        title, canvas = "order of the win probabilities", win_order(data, chosen, ends)
    elif kind == "p":
        title, canvas = chance(data, whose)
    elif kind == "u":
        title, canvas = unusual(data, whose, chosen)
    elif whose:
        title, canvas = target_of(data, whose, chosen)
    else:
        title, canvas = (
            "aims of " + ", ".join(map(label, range(players))),
            all_aims(data, chosen),
        )
    nothing = data.win.max(axis=-1) == 0
    if kind != "p":
        nothing |= canvas.number == -1  # nobody has an aim
    canvas.add(data.valued & nothing, PaintClass(STALEMATE, chosen.stalemate))
    canvas.add_without_value(data.no_value, chosen)
    canvas.add(~data.inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, data.inside, data.tie)


def paint_difference(
    difference: DifferenceLike, name: str = "dp", *, palette: str = "standard", high: float | None = None
) -> Painting:
    """Return a difference of two maps in colours.

    Parameters: `difference`; `name`, "dp" for the largest difference of a player, "do" for where the order of the win
    probabilities differs, "da" for the kinds of difference of aims and winners, "dg" for who wins more often in the
    first map; `palette`; `high`, the percentage points at the dark end, by default the
    largest that occurs.

    Raises `MapError` for an unknown name or palette, or no such points.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> largest, differs = np.array([[0.0, 2.5], [np.nan, 5.0]]), np.array([[False, False], [False, True]])
    >>> drawn = SimpleNamespace(largest=largest, order_differs=differs, no_value={}, tie=differs)
    >>> painting = paint_difference(drawn, "do")
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
    compared = ~np.isnan(largest)
    inside = reduce(np.logical_or, difference.no_value.values(), compared)
    canvas = Canvas(np.full(largest.shape, -1, dtype=np.int32))
    if name == "da":
        title = "aims and winners"
        for (kind, where), color in zip(difference.kinds.items(), chosen.kinds, strict=True):
            canvas.add(where, PaintClass(kind, color))
    elif name == "dg":
        title = f"who wins more often in {_distinct_name(difference)}"
        _gainers(canvas, compared, difference.better, chosen)
    elif name == "do":
        title = "where the order differs"
        canvas.add(compared & differs, PaintClass("another order", chosen.differs))
        canvas.add(compared & ~differs, PaintClass("the same order", chosen.same))
    else:
        title = "largest difference of a player"
        top = float(np.max(largest, where=compared, initial=0)) if high is None else high
        canvas.bar = ColorBar("percentage points", 0.0, top or 1.0, DIFFERENCES)
        canvas.free = canvas.bar.colors(np.where(compared, largest, 0))
        canvas.add(compared & (largest == 0), PaintClass("equal", chosen.same))
    canvas.add_without_value(difference.no_value, chosen)
    canvas.add(~inside, PaintClass(OUTSIDE, chosen.outside))
    return canvas.finished(name, title, inside, difference.tie)


def _distinct_name(difference: DifferenceLike) -> str:
    """Return what the first of two maps is called where they differ in the way to play."""
    first, second = difference.first.spec, difference.second.spec
    return "the first map" if first.model == second.model else first.play.name


def _gainers(canvas: Canvas, compared: np.ndarray, better: Sequence[np.ndarray], palette: Palette) -> None:
    """Paint who wins more often in the first map: the colour of a player, of several their mean, darker."""
    import numpy as np

    lists, number = codes([where.astype(np.int64) for where in better])
    for place in sorted(range(len(lists)), key=lambda place: (sum(lists[place]), [-gains for gains in lists[place]])):
        group = [player for player, gains in enumerate(lists[place]) if gains]
        color = mean([palette.player(player) for player in group]) if group else palette.same
        name = " and ".join(map(label, group)) or "nobody"
        canvas.add(compared & (number == place), PaintClass(name, lighten(color, DARK) if len(group) > 1 else color))


def _intensity(value: object) -> tuple[float, float]:
    try:
        low, high = (float(end) for end in value)  # type: ignore[attr-defined]  # what is no pair fails, and is told
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not 0 <= low < high <= 1:
        raise MapError(f"intensity: {shown(value)} is no range; give two numbers from 0 to 1, the darker first")
    return low, high
