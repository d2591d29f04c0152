"""Figures of maps and of their differences: images side by side, shown at once.

**The colourings of the notebook: their names, and the paintings of a map and of a difference.**
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from textwrap import fill
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.errors import ProblemError, needs, shown
from truel_ref.game.people import label
from truel_ref.maps.data import MapData, Part
from truel_ref.maps.figures import legend_entries, legend_texts
from truel_ref.maps.painting import (
    OUTSIDE,
    PALETTES,
    STALEMATE,
    Canvas,
    ColorBar,
    PaintClass,
    Painting,
    codes,
    colorings,
    lighten,
    mean,
    paint,
    paint_difference,
)
from truel_ref.maps.spec import MapSpec
from truel_ref.records.table import plain_texts
from truel_ref.studies.notebook.maps import (
    Replace,
    Test,
    described,
    inside_of,
    listed_tests,
    map_of_matrix,
    matrix_for,
    shaped,
    single,
    spec_of,
)
from truel_ref.studies.notebook.problems import SEED
from truel_ref.studies.notebook.words import (
    defaultAlg,
    defaultIterations,
    defaultSearch,
    defaultSearchLater,
    defaultTargetLater,
    defaultTargets,
    plain,
    tg_,
)

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

__all__ = ["Gap", "diffAB", "horizImages", "makeImageAB", "map_paintings", "names_of", "testAB", "testAB3", "testAB3t"]

PALETTE = PALETTES["okabe-ito"]
SEVERAL = 0.3  # the lightness of classes that several players share


def names_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the colourings in a text or a list, each as typed and in the spelling of `truel_ref.maps.painting`.

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
    """Yield the known colourings, and print a line for each unknown colouring."""
    listed = tuple(known)
    for typed, name in names_of(colors):
        if name in listed:
            yield name
        else:
            print(f"colour {shown(typed)} is unknown here; choose from {', '.join(listed)}")


def map_paintings(spec: MapSpec, mat: np.ndarray, colors: Any, intensity: Any) -> list[Painting]:
    """Return the map of a matrix in some colourings; print a line for each unknown colouring.

    Raises `ProblemError` for a matrix of another map, and for an invalid range of brightness.
    """
    names = list(_known(colors, colorings(spec.problem.players)))
    data = map_of_matrix(spec, mat)
    return [paint(data, name, intensity=intensity) for name in names]


@dataclasses.dataclass(frozen=True, eq=False)
class Gap:
    """The differences of two maps, number by number.

    Fields: `spec`, of the first map; `mat`, the absolute differences of their matrices; `inside`, the pixels in both
    maps; `other_order`, per pixel whether the order of the win probabilities differs, None if unknown.
    """

    spec: MapSpec
    mat: np.ndarray
    inside: np.ndarray
    other_order: np.ndarray | None = None

    @staticmethod
    def of(spec: MapSpec, mat: np.ndarray) -> Gap:
        """Return the difference from a matrix of absolute differences. Raises `ProblemError` for another shape."""
        return Gap(spec, shaped(spec, mat), inside_of(spec))

    @staticmethod
    def between(spec: MapSpec, first: np.ndarray, other: MapSpec, second: np.ndarray) -> Gap:
        """Return the difference of two matrices of one shape, with the specs of their maps."""
        import numpy as np

        inside = inside_of(spec) & inside_of(other)
        signs = [np.sign(mat[:, :, 0, :, None] - mat[:, :, 0, None, :]) for mat in (first, second)]
        other_order = inside & (signs[0] != signs[1]).any(axis=(2, 3))
        return Gap(spec, np.abs(first - second), inside, other_order)

    @property
    def wins(self) -> np.ndarray:
        """Per pixel and player the difference of the win probability to twelve decimals, 0 outside.

        The source draws differences of rounded numbers. Beyond these decimals they are noise, which would make equal
        differences look different.
        """
        import numpy as np

        return np.where(self.inside[:, :, None], self.mat[:, :, 0], 0.0).round(12)

    @property
    def points(self) -> np.ndarray:
        """Per pixel the Euclidean norm of the differences of the win probabilities, in percentage points.

        It is computed in doubles from differences to twelve decimals, so its error is below a billionth of a point.
        """
        import numpy as np

        points: np.ndarray = 100 * np.sqrt((self.wins**2).sum(axis=-1))
        return points

    def summary(self) -> str:
        """Return the mean and the largest difference in words."""
        points = self.points[self.inside]
        return f"{points.mean():.4g} points on average, at most {points.max():.4g}"

    def paintings(self, colors: Any, intensity: Any) -> list[Painting]:
        """Return the difference in some colourings; print a line for each unknown colouring.

        "dp" is the norm of the difference of the win vectors and "do" where the order differs. All other colourings use
        the absolute differences: "w" is the player with the largest difference, "o" their order, "p" and "pA" their
        sizes, "u" and "t", or "uA" and "tA", whose aims differ.
        """
        known = ["dp", *(["do"] if self.other_order is not None else []), *colorings(self.spec.problem.players)]
        return [self._painting(name, intensity) for name in _known(colors, known)]

    def _painting(self, name: str, intensity: Any) -> Painting:
        kind, whose = name[0], name[1:]
        if kind in "wo":
            return self._ranked(name, intensity)
        if kind in "ut":
            return self._aims(name, whose)
        if kind == "d":
            titles = {
                "do": "where the order of the win probabilities differs",
                "dp": "norm of the difference of the win probabilities",
            }
            return self._points(name, self.points, titles[name])
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
        """Paint who has the largest difference, or the order of all, as a map paints win probabilities."""
        import numpy as np

        spec = dataclasses.replace(self.spec, a_above_b=True)
        rows, columns = np.nonzero(spec.inside)
        none = np.zeros(spec.size, dtype=np.intp)
        aims = [(None,) * spec.problem.players]
        part = Part(rows, columns, aims, none, self.wins.reshape(spec.size, -1), none, none > 0)
        painted = paint(MapData.join(spec, [part]), name, intensity=intensity)
        titles = {"w": "player with the highest difference (brighter: smaller)", "o": "order of the differences"}
        colors = painted.colors.copy()
        equal = self.inside & (self.wins.max(axis=-1) == 0)
        colors[equal], colors[~self.inside] = PALETTE.same, PALETTE.outside
        total = int(self.inside.sum())
        classes = []
        for place, entry in enumerate(painted.classes):
            count = int((self.inside & (painted.number == place)).sum())
            kept = dataclasses.replace(entry, pixels=count, share=count / total)
            if entry.label == STALEMATE:  # the name on maps if all are 0
                kept = dataclasses.replace(kept, label="equal", color=PALETTE.same)
            if count:
                classes.append(kept)
        return Painting(name, titles[name], colors, tuple(classes), painted.number)

    def _aims(self, name: str, whose: str) -> Painting:
        """Paint whose aims differ, or where one player's aim, or that of the largest difference, differs."""
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


WRAP = 8  # panels in a row
TITLE, FONT, SMALL = 12.0, 10.0, 8.5  # points: titles, labels, legends
BELOW = 1.1  # inches for titles, labels and legends
FINE = 400  # points above which pixels are averaged, because the nearest pixel would drop thin lines


class Picture(NamedTuple):
    """One panel: `image`, an array of colours whose first row is pA = 0; the `label` below, the `title` above.

    The other fields explain the colours: `classes` for the legend, and the `bar` of continuous colours.
    """

    image: np.ndarray
    label: str
    title: str
    classes: Sequence[PaintClass] = ()
    bar: ColorBar | None = None


def _pictures(paintings: Iterable[Painting], title: str, label: str = "", ms: float = 0) -> list[Picture]:
    took = f" ({ms:.0f} ms)" if tg_.ShowTimes and ms else ""
    return [
        Picture(
            painting.colors,
            (label or painting.title) + took,
            title,
            legend_entries([entry for entry in painting.listed if entry.label != OUTSIDE]),
            painting.bar if painting.name[0] in "pd" else None,
        )
        for painting in paintings
    ]


def makeImageAB(
    test: Any, mat: Any, tm0: Any = 0, isDiff: Any = False, label: Any = ""
) -> list[tuple[np.ndarray, str, str]]:
    """Return the bare images of a matrix, one per colouring of the test, each with a label and a title.

    An image is an array (points + 1, points + 1, 3) of colours from 0 to 1, row 0 for pA = 0 and column 0 for pB = 0;
    pixels outside the map are white. For an unknown colouring it prints a line.

    Parameters: `test`; `mat`, the array from `makeMatAB`, None for no image; `tm0`, its milliseconds, which the label
    shows if `tg_.ShowTimes` is set; `isDiff`, whether `mat` holds the absolute differences of two such arrays; `label`,
    by default the content of the colouring.

    Raises `ProblemError` for a value that is not a test, and for another matrix.

    >>> test = Test([0, 0, 1], points=10, colors=["w", "o"])
    >>> from truel_ref.notebook import makeMatAB
    >>> [(image.shape, label) for image, label, title in makeImageAB(test, makeMatAB(test)[0])]
    [((11, 11, 3), 'Who wins most often'), ((11, 11, 3), 'Who wins more often than whom')]
    """
    drawn = single(test)
    if mat is None:
        return []
    spec = spec_of(drawn)
    if isDiff:
        paintings = Gap.of(spec, mat).paintings(drawn.colors, _ends(drawn))
    else:
        paintings = map_paintings(spec, mat, drawn.colors, _ends(drawn))
    return [(one.image.copy(), one.label, one.title) for one in _pictures(paintings, described(drawn), label, tm0)]


def _ends(test: Test) -> Any:
    ends = plain(test.intensityRange)
    return tuple(ends) if isinstance(ends, list) else ends


def horizImages(ImagesLabels: Any, figTitle: str = "", inches: float = 7) -> None:
    """Draw images side by side, and show them.

    More than eight images make several rows. Without images it shows nothing.

    Parameters: `ImagesLabels`, a list of `(image, label, title)`, as `makeImageAB` returns it; `figTitle`, the heading;
    `inches`, the width of each.

    Raises `ProblemError` for another list, and for an impossible size.

    >>> from truel_ref.notebook import makeMatAB
    >>> test = Test([0, 0, 1], points=4)
    >>> horizImages(makeImageAB(test, makeMatAB(test)[0]), "four points", inches=3)
    """
    pictures = []
    for entry in ImagesLabels:
        if not isinstance(entry, tuple | list) or len(entry) != 3 or getattr(entry[0], "ndim", 0) != 3:
            raise ProblemError(f"{shown(entry)} is not an image; give (image, label, title), as makeImageAB returns it")
        pictures.append(Picture(entry[0], str(entry[1]), str(entry[2])))
    _show(pictures, figTitle, inches)


def testAB(tests: Any, title: str = "", inches: float = 7) -> None:
    """Draw one or several tests side by side, a panel per colouring, and show the figure.

    Each panel has the title of its test. For an unknown colouring it prints a line.

    Parameters: `tests`, a `Test` or a list of them; `title`, the heading of the figure; `inches`, the size of each
    panel.

    Raises the errors of `makeMatAB`, and `ProblemError` for an invalid range of brightness.

    >>> testAB([Test([0, 0, 1], points=4, colors=["w", "u"]), Test([0, 0, 1/2], points=4)], "three panels")
    """
    pictures = []
    for place, test in enumerate(listed_tests(tests)):
        mat, ms = matrix_for(test, SEED + place)
        if mat is not None:
            pictures += _pictures(map_paintings(spec_of(test), mat, test.colors, _ends(test)), described(test), ms=ms)
    _show(pictures, title, inches)


def diffAB(
    test1: Any,
    tests2: Any,
    colors: Any = ["w", "dp", "do"],  # noqa: B006  nothing changes it
    title: str = "",
    inches: float = 7,
) -> None:
    """Draw the differences of a test from others, a panel per other test and colouring, and show the figure.

    The title of a panel is "X vs Y" if both tests have titles; the panel of "dp" adds the mean and the largest
    difference. Of two equal simulated tests the second has other dice.

    Parameters: `test1`; `tests2`, a test or a list; `colors`, "dp" for the Euclidean norm of the difference of the win
    vectors, "do" for where the order of the win probabilities differs, and any colouring of a map, drawn from the
    absolute differences: "w" is the player with the largest difference; `title`, the heading; `inches`, the size of
    each panel.

    Raises the errors of `testAB`, and `ProblemError` for maps of different sizes.

    >>> from truel_ref.notebook import Others
    >>> diffAB(Test(points=4), [Test(points=4, search=[Others]), Test(points=4, ifEQ=4)], ["dp"])
    """
    first = single(test1)
    mat = matrix_for(first)[0]
    pictures = []
    for place, test in enumerate(listed_tests(tests2), 1):
        other = matrix_for(test, SEED + place)[0]
        if mat is None or other is None:
            continue
        if mat.shape != other.shape:
            raise ProblemError(
                f"maps of shapes {mat.shape} and {other.shape} cannot be compared; give both as many points"
            )
        gap = Gap.between(spec_of(first), mat, spec_of(test), other)
        both = f"{first.title} vs {test.title}" if first.title and test.title else "difference"
        paintings = gap.paintings(colors, _ends(first))
        pictures += [
            one._replace(title=f"{both}: {gap.summary()}" if painting.name == "dp" else both)
            for one, painting in zip(_pictures(paintings, both), paintings, strict=True)
        ]
    _show(pictures, title, inches)


def testAB3(
    search: Any = defaultSearch,
    targets: Any = defaultTargets,
    targetLater: Any = defaultTargetLater,
    searchLater: Any = defaultSearchLater,
    ifEQ: Any = +1,
    alg: Any = defaultAlg,
    iterations: Any = defaultIterations,
    AgtB: Any = False,
    intensityRange: Any = (0.4, 0.9),
    points: Any = 300,
    inches: float = 7,
    pC: Any = [1.0],  # noqa: B006  nothing changes it
    method: Any = "smart",
    colors: Any = "w",
) -> None:
    """Draw maps of three players for some hit probabilities of C, a panel each, and show the figure.

    Parameters: `pC`, the hit probabilities of C, or one; `inches`, the size of each panel; the others are the fields of
    a `Test`, with the default False of `AgtB`: only the triangle pA <= pB is drawn.

    Raises the errors of `testAB`.

    >>> testAB3(points=4, pC=[1/2, 1])
    """
    test = Test(
        [0, 0, 1], targets, search, targetLater, searchLater, ifEQ, alg, iterations,
        points=points, method=method, colors=colors, AgtB=AgtB, intensityRange=intensityRange,
    )  # fmt: skip
    testAB3t(test, pC, inches)


def testAB3t(test: Any, pC: Any = [1.0], inches: float = 7) -> None:  # noqa: B006  nothing changes it
    """Draw a test for some hit probabilities of C, a panel each, and show the figure.

    Parameters: `test`, with all other fields; if it has a title, each panel adds its hit probability; `pC`, one or a
    list; `inches`, the size of each panel.

    Raises the errors of `testAB`, and `ProblemError` for two players.

    >>> testAB3t(Test(points=4), [1/2, 1])
    """
    own = single(test)
    hits = plain(own.pHits)
    if not isinstance(hits, list) or len(hits) < 3:
        raise ProblemError(f"pHits: {shown(own.pHits)} has no player C; give [0, 0, pC, …]")
    chances = plain(list(pC) if isinstance(pC, Iterable) and not isinstance(pC, str) else [pC])
    tests = [Replace(own, pHits=[*hits[:2], hit, *hits[3:]]) for hit in chances]
    if own.title:
        tests = [Replace(each, title=f"{own.title}, pC = {spec_of(each).problem.hits[2]}") for each in tests]
    testAB(tests, inches=inches)


# pytest would take them for tests.
testAB.__test__ = testAB3.__test__ = testAB3t.__test__ = False  # type: ignore[attr-defined]


# -- drawing


def _show(pictures: Sequence[Picture], heading: str, inches: Any) -> None:
    """Draw pictures side by side in a pyplot figure, and show it; in a notebook it appears at once."""
    size = plain(inches)
    if not isinstance(size, int | float) or isinstance(size, bool) or not 0 < size < 100:
        raise ProblemError(f"inches: {shown(inches)} is not a size of a panel; give a number such as 7")
    if not pictures:
        return
    needs("matplotlib")
    from matplotlib import pyplot

    across = min(len(pictures), WRAP)
    down = ceil(len(pictures) / across)
    made, grid = pyplot.subplots(
        down, across, figsize=(size * across, (size + BELOW) * down), squeeze=False, layout="constrained"
    )
    places = grid.ravel()
    for picture, axes in zip(pictures, places, strict=False):
        _draw(axes, picture, size)
    for axes in places[len(pictures) :]:
        axes.remove()
    if heading:
        made.suptitle(str(heading))
    plain_texts(made)
    pyplot.show()


def _draw(axes: Axes, picture: Picture, inches: float) -> None:
    rows, columns = picture.image.shape[:2]
    right, top = (
        50 / max(columns - 1, 1),
        50 / max(rows - 1, 1),
    )  # half a pixel: its middle stands for its hit probabilities
    axes.imshow(
        picture.image,
        origin="lower",
        extent=(-right, 100 + right, -top, 100 + top),
        interpolation="nearest" if rows <= FINE else "antialiased",
    )
    axes.grid(False)  # whatever the reader's settings say
    axes.set_title(_wrapped(picture.title, inches, TITLE), fontsize=TITLE)
    axes.set_xlabel(f"chance of B to hit, %\n{_wrapped(picture.label, inches, FONT)}", fontsize=FONT)
    axes.set_ylabel("chance of A to hit, %", fontsize=FONT)
    if picture.bar is not None:
        _scale(axes, picture.bar)
    if picture.classes:
        _legend(axes, picture.classes, inches)


def _wrapped(text: str, inches: float, points: float) -> str:
    """Return a text in lines that fit into a width; the width of a letter is a little more than half its height."""
    return "\n".join(fill(line, max(12, int(72 * inches / (0.6 * points)))) for line in text.splitlines())


def _scale(axes: Axes, bar: ColorBar) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    mapping = ScalarMappable(Normalize(bar.low, bar.high), LinearSegmentedColormap.from_list("map", bar.stops))
    # An inset belongs to its panel, so that a figure has as many axes as panels.
    axes.figure.colorbar(mapping, cax=axes.inset_axes((1.03, 0, 0.04, 1)), label=bar.label).ax.grid(False)


def _legend(axes: Axes, classes: Sequence[PaintClass], inches: float) -> None:
    from matplotlib.patches import Patch
    from matplotlib.transforms import ScaledTranslation

    texts = legend_texts(classes)
    longest = max(map(len, texts))
    lines = axes.get_xlabel().count("\n") + 2
    below = ScaledTranslation(0, -(16 + 14 * lines) / 72, axes.figure.dpi_scale_trans)  # points, below ticks and label
    axes.legend(
        [Patch(facecolor=entry.color, edgecolor="0.4", linewidth=0.5) for entry in classes],
        texts,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=axes.transAxes + below,
        ncols=max(1, min(3, int(72 * inches / (36 + 0.55 * SMALL * longest)))),
        fontsize=SMALL,
        frameon=False,
        borderaxespad=0,
    )
