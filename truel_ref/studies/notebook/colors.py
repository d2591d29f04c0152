"""The colourings of the notebook: how their names are read, and what is painted of a map and of a difference."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from truel_ref.errors import shown
from truel_ref.game.people import label
from truel_ref.maps.colors import STALEMATE, colorings, paint, paint_difference
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import Block, MapSpec
from truel_ref.maps.painting import OUTSIDE, PALETTES, Canvas, PaintClass, Painting, codes, lighten, mean
from truel_ref.studies.notebook.matrices import inside_of, map_of_matrix, shaped

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Gap", "map_paintings", "names_of"]

PALETTE = PALETTES["standard"]
SEVERAL = 0.3  # the lightness of what several players share


def names_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the colourings in a text or a list, each as it is typed and in the spelling of `truel_ref.maps.colors`.

    >>> list(names_of([" W", "Uw,pa"]))
    [(' W', 'w'), ('Uw', 'uw'), ('pa', 'pA')]
    """
    if isinstance(value, str):
        for entry in value.split(","):
            name = entry.strip().lower()
            whose = name[1:]
            yield entry, name if name in ("dp", "do") or whose == "w" else name[:1] + whose.upper()
    elif isinstance(value, Iterable):
        for entry in value:
            yield from names_of(entry)
    else:
        yield value, value


def _known(colors: Any, known: Iterable[str]) -> Iterator[str]:
    """Yield the colourings that there are, and print a line for each that there is not."""
    listed = tuple(known)
    for typed, name in names_of(colors):
        if name in listed:
            yield name
        else:
            print(f"colour {shown(typed)} is unknown here; there are {', '.join(listed)}")


def map_paintings(spec: MapSpec, mat: np.ndarray, colors: Any, intensity: Any) -> list[Painting]:
    """Return the map of a matrix in some colourings; a line is printed for each that is unknown.

    Raises `MapError` for a matrix of another map, and for no range of brightness.
    """
    names = list(_known(colors, colorings(spec.problem.players)))
    data = map_of_matrix(spec, mat)
    return [paint(data, name, intensity=intensity) for name in names]


@dataclasses.dataclass(frozen=True, eq=False)
class Gap:
    """How two maps differ, number by number.

    Fields: `spec`, of the first; `mat`, the absolute differences of their matrices; `inside`, the pixels that both
    have; `other_order`, per pixel whether the order of the win probabilities differs, None where it is not known.
    """

    spec: MapSpec
    mat: np.ndarray
    inside: np.ndarray
    other_order: np.ndarray | None = None

    @staticmethod
    def of(spec: MapSpec, mat: np.ndarray) -> Gap:
        """Return the difference that a matrix of absolute differences says. Raises `MapError` for another shape."""
        return Gap(spec, shaped(spec, mat), inside_of(spec))

    @staticmethod
    def between(spec: MapSpec, first: np.ndarray, other: MapSpec, second: np.ndarray) -> Gap:
        """Return the difference of two matrices of one shape, with the maps that they are of."""
        import numpy as np

        inside = inside_of(spec) & inside_of(other)
        signs = [np.sign(mat[:, :, 0, :, None] - mat[:, :, 0, None, :]) for mat in (first, second)]
        other_order = inside & (signs[0] != signs[1]).any(axis=(2, 3))
        return Gap(spec, np.abs(first - second), inside, other_order)

    @property
    def wins(self) -> np.ndarray:
        """Per pixel and player the difference of the win probability to twelve decimals, 0 outside.

        What the source draws are differences of rounded numbers. Beyond these decimals they are noise, by which equal
        differences would be drawn as higher and lower ones in turn.
        """
        import numpy as np

        wins: np.ndarray = np.where(self.inside[:, :, None], self.mat[:, :, 0], 0.0).round(12)
        return wins

    @property
    def points(self) -> np.ndarray:
        """Per pixel the Euclidean norm of the differences of the win probabilities, in percentage points.

        It is taken in doubles of differences to twelve decimals, so it is right to a billionth of a point.
        """
        import numpy as np

        points: np.ndarray = 100 * np.sqrt((self.wins**2).sum(axis=-1))
        return points

    def summary(self) -> str:
        """Say how large the differences are."""
        points = self.points[self.inside]
        return f"{points.mean():.4g} points on average, at most {points.max():.4g}"

    def paintings(self, colors: Any, intensity: Any) -> list[Painting]:
        """Return the difference in some colourings; a line is printed for each that is unknown.

        "dp" is the norm of the difference of the win vectors and "do" where the order differs. All others are drawn
        from the absolute differences: "w" is the player with the highest, "o" their order, "p" and "pA" how high they
        are, "u" and "t", or "uA" and "tA", whose aims differ.
        """
        known = ["dp", *(["do"] if self.other_order is not None else []), *colorings(self.spec.problem.players)]
        return [self._painting(name, intensity) for name in _known(colors, known)]

    def _painting(self, name: str, intensity: Any) -> Painting:
        kind, whose = name[0], name[1:]
        if kind in "wo":
            return self._ranked(name, intensity)
        if kind in "ut":
            return self._aims(name, whose)
        if name == "do":
            return self._points(name, self.points, "where the order of the win probabilities differs")
        if name == "dp":
            return self._points(name, self.points, "norm of the difference of the win probabilities")
        if whose in ("", "w"):
            return self._points(name, 100 * self.wins.max(axis=-1), "largest difference of a player")
        player = [label(each) for each in range(self.wins.shape[-1])].index(whose)
        return self._points(name, 100 * self.wins[..., player], f"difference of {whose}'s win probability")

    def _points(self, name: str, points: np.ndarray, title: str) -> Painting:
        import numpy as np

        largest = np.where(self.inside, points, np.nan)
        drawn: Any = SimpleNamespace(largest=largest, order_differs=self.other_order, no_value={}, tie=False)
        kind = "do" if name == "do" else "dp"
        return dataclasses.replace(paint_difference(drawn, kind), name=name, title=title)

    def _ranked(self, name: str, intensity: Any) -> Painting:
        """Paint who has the highest difference, or the order of all, as a map paints win probabilities."""
        spec = dataclasses.replace(self.spec, a_above_b=True)
        block = Block.empty(spec, range(spec.points + 1), [(None,) * spec.problem.players])
        block.index[:], block.stalemate[:], block.solved[:] = 0, 0, True
        block.win[:] = self.wins
        painted = paint(MapData.join(spec, [block]), name, intensity=intensity)
        titles = {"w": "player with the highest difference (brighter: smaller)", "o": "order of the differences"}
        colors = painted.colors.copy()
        equal = self.inside & (self.wins.max(axis=-1) == 0)
        colors[equal], colors[~self.inside] = PALETTE.same, PALETTE.outside
        total = int(self.inside.sum())
        classes = []
        for place, entry in enumerate(painted.classes):
            count = int((self.inside & (painted.number == place)).sum())
            kept = dataclasses.replace(entry, pixels=count, share=count / total)
            if entry.label == STALEMATE:  # which is what a map calls it if all are 0
                kept = dataclasses.replace(kept, label="equal", color=PALETTE.same)
            if count:
                classes.append(kept)
        return Painting(name, titles[name], colors, tuple(classes), painted.number)

    def _aims(self, name: str, whose: str) -> Painting:
        """Paint whose aims differ; of one player, or of the one with the highest difference, whether his does."""
        import numpy as np

        players = range(self.wins.shape[-1])
        differs = [self.inside & (self.mat[:, :, 2 + player] != 0).any(axis=-1) for player in players]
        canvas = Canvas(np.full(self.inside.shape, -1, dtype=np.int32))
        if whose:
            names = [label(player) for player in players]
            who = self.wins.argmax(axis=-1) if whose == "w" else names.index(whose)
            where = np.choose(who, differs)
            title = f"where the aim of {'the player with the highest difference' if whose == 'w' else whose} differs"
            canvas.add(self.inside & where, PaintClass("another aim", PALETTE.differs))
            canvas.add(self.inside & ~where, PaintClass("the same aim", PALETTE.same))
        else:
            title = "whose aims differ"
            lists, number = codes([own.astype(np.int64) for own in differs])
            for place in sorted(range(len(lists)), key=lambda place: (sum(lists[place]), lists[place])):
                group = [player for player in players if lists[place][player]]
                color = mean([PALETTE.player(player) for player in group]) if group else PALETTE.same
                shade = lighten(color, SEVERAL) if len(group) > 1 else color
                canvas.add(
                    self.inside & (number == place), PaintClass(", ".join(map(label, group)) or "nobody's", shade)
                )
        canvas.add(~self.inside, PaintClass(OUTSIDE, PALETTE.outside))
        return canvas.finished(name, title, self.inside)
