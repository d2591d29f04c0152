"""Pictures of maps and of their differences: panels of `truel_ref.maps.figures`, side by side, shown at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, needs, refuse, shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.maps.figures import Panel, sheet
from truel_ref.maps.painting import (
    OUTSIDE,
    PALETTES,
    STALEMATE,
    Canvas,
    PaintClass,
    Painting,
    colorings,
    paint,
    paint_difference,
)
from truel_ref.maps.spec import MapSpec
from truel_ref.notebook.calls import (
    SEED,
    Replace,
    Test,
    described,
    map_of,
    matrix_for,
    shape_of,
    shaped,
    spec_of,
    tests_of,
)
from truel_ref.notebook.words import (
    defaultAlg,
    defaultIterations,
    defaultSearch,
    defaultSearchLater,
    defaultTargetLater,
    defaultTargets,
    plain,
    tg_,
)

ACROSS = 8  # panels in a row
PALETTE = PALETTES["okabe-ito"]


# -- colourings


def colorings_of(colors: Any, known: Sequence[str]) -> list[str]:
    """Return the known colourings of a text or a list; print a line for each unknown colouring.

    >>> colorings_of([" W", "Uw,pa", "x"], ("w", "uw", "pA"))
    colour 'x' is unknown here; choose from w, uw, pA
    ['w', 'uw', 'pA']
    """
    listed, own = plain(colors), {name.lower(): name for name in known}
    entries = [one for entry in (listed if isinstance(listed, list) else [listed]) for one in str(entry).split(",")]
    names = {typed: own.get(typed.strip().lower()) for typed in entries}
    for typed in (typed for typed in entries if names[typed] is None):
        print(f"colour {shown(typed)} is unknown here; choose from {', '.join(known)}")
    return [name for typed in entries if (name := names[typed])]


def _paintings(test: Any, mat: np.ndarray) -> list[Painting]:
    """Return the map of a matrix in the colourings of a test."""
    data = map_of(spec_of(test), mat)
    names = colorings_of(test.colors, colorings(data.spec.problem.players))
    return [paint(data, name, intensity=tuple(plain(test.intensityRange))) for name in names]


def differences(test: Any, gap: np.ndarray, colors: Any, other_order: np.ndarray | None = None) -> list[Painting]:
    """Return the absolute differences of two matrices in some colourings.

    "dp" is the norm of the difference of the win vectors, "do" where the order of the win probabilities differs. All
    other colourings use the differences of the numbers: "w" is the player with the highest difference, "o" their order,
    "p" and "pA" their sizes; "u" and "t", or "uA" and "tA", where an aim differs.

    Parameters: `test`, of the first map; `gap`, the differences; `colors`; `other_order`, per pixel, None if unknown.
    """
    spec = spec_of(test)
    players = [label(player) for player in range(spec.problem.players)]
    # The source draws differences of rounded numbers. Beyond twelve decimals they are noise.
    win = np.where(spec.inside[..., None], shaped(spec, gap)[:, :, 0], 0.0).round(12)
    aims = (gap[:, :, 2:] != 0).any(axis=-1)

    def of(whose: str, values: np.ndarray) -> np.ndarray:
        """Return per pixel the largest value, or that of a player, or of the player with the highest difference."""
        if not whose:
            return np.asarray(values.max(axis=-1))
        who = win.argmax(axis=-1) if whose == "w" else np.full(spec.shape, players.index(whose))
        return np.take_along_axis(values, who[..., None], axis=-1)[..., 0]

    def painted(name: str) -> Painting:
        kind, whose = name[0], name[1:]
        said = {"": "a player", "w": "the player with the highest difference"}.get(whose, whose)
        if kind in "wo":
            return _ranked(spec, win, name, tuple(plain(test.intensityRange)))
        if name == "do":
            return _where(spec, np.asarray(other_order), "where the order of the win probabilities differs")
        if kind in "ut":
            return _where(spec, of(whose, aims), f"where the aim of {said} differs")
        if kind == "p":
            return _sizes(spec, 100 * of(whose, win), f"difference of the win probability of {said}")
        norm = 100 * np.sqrt((win**2).sum(axis=-1))
        mean, most = norm[spec.inside].mean(), norm[spec.inside].max()
        return _sizes(spec, norm, f"norm: {mean:.4g} points on average, at most {most:.4g}")

    known = ["dp", *([] if other_order is None else ["do"]), *colorings(len(players))]
    return [painted(name) for name in colorings_of(colors, known)]


def _sizes(spec: MapSpec, points: np.ndarray, title: str) -> Painting:
    drawn: Any = SimpleNamespace(
        largest=np.where(spec.inside, points, np.nan), order_differs=None, no_value={}, tie=False
    )
    return replace(paint_difference(drawn, "dp"), title=title)


def _where(spec: MapSpec, where: np.ndarray, title: str) -> Painting:
    canvas = Canvas(np.full(spec.shape, -1, dtype=np.int32))
    for pixels, name, color in (
        (spec.inside & where, "different", PALETTE.differs),
        (spec.inside & ~where, "the same", PALETTE.same),
        (~spec.inside, OUTSIDE, PALETTE.outside),
    ):
        canvas.add(pixels, PaintClass(name, color))
    return canvas.finished("do", title, spec.inside)


def _ranked(spec: MapSpec, win: np.ndarray, name: str, ends: Any) -> Painting:
    """Paint who has the highest difference, or the order of all, as a map paints win probabilities."""
    mat = np.zeros(shape_of(spec))
    mat[:, :, 0] = win
    painted = paint(map_of(spec, mat), name, intensity=ends)
    title = "player with the highest difference (brighter: smaller)" if name == "w" else "order of the differences"
    classes = (replace(one, label="equal") if one.label == STALEMATE else one for one in painted.classes)
    return replace(painted, title=title, classes=tuple(classes), bar=None)


# -- panels


def makeImageAB(
    test: Any, mat: Any, tm0: Any = 0, isDiff: Any = False, label: Any = ""
) -> list[tuple[np.ndarray, str, str]]:
    """Return the bare images of a matrix, one per colouring of the test, each with a label and a title.

    An image is an array (points + 1, points + 1, 3) of colours from 0 to 1, row 0 for pA = 0 and column 0 for pB = 0;
    pixels outside the map are white. For an unknown colouring it prints a line.

    Parameters: `test`; `mat`, the array from `makeMatAB`, None for no image; `tm0`, its milliseconds, which the label
    shows if `tg_.ShowTimes` is set; `isDiff`, whether `mat` holds the absolute differences of two such arrays; `label`,
    by default the content of the colouring.

    Raises `ProblemError` for another matrix.

    >>> test = Test([0, 0, 1], points=10, colors=["w", "o"])
    >>> from truel_ref.notebook import makeMatAB
    >>> [(image.shape, label) for image, label, title in makeImageAB(test, makeMatAB(test)[0])]
    [((11, 11, 3), 'Who wins most often'), ((11, 11, 3), 'Who wins more often than whom')]
    """
    if mat is None:
        return []
    paintings = differences(test, np.asarray(mat), test.colors) if isDiff else _paintings(test, mat)
    return [(one.colors.copy(), _label(label or one.title, tm0), described(test)) for one in paintings]


def _label(text: str, ms: float) -> str:
    return f"{text} ({ms:.0f} ms)" if tg_.ShowTimes and ms else text


def horizImages(ImagesLabels: Any, figTitle: str = "", inches: float = 7) -> None:
    """Draw images side by side, and show them.

    Parameters: `ImagesLabels`, a list of `(image, label, title)`, as from `makeImageAB`; `figTitle`, the heading;
    `inches`, the width of each.

    >>> from truel_ref.notebook import makeMatAB
    >>> test = Test([0, 0, 1], points=4)
    >>> horizImages(makeImageAB(test, makeMatAB(test)[0]), "four points", inches=3)
    """
    pictures = [
        (
            Painting("", "", image, (), np.full(image.shape[:2], -1)),
            MapSpec(Problem([0, 0]), len(image) - 1, a_above_b=True),
            f"{title}\n{text}",
        )
        for image, text, title in ImagesLabels
    ]
    _show(pictures, figTitle, inches)


def testAB(tests: Any, title: str = "", inches: float = 7) -> None:
    """Draw one or several tests side by side, a panel per colouring, and show the figure.

    A panel has the title of its test, and below what its colouring shows. For an unknown colouring it prints a line.

    Parameters: `tests`, a `Test` or a list of them; `title`, the heading of the figure; `inches`, the width of each
    panel.

    Raises the errors of `makeMatAB`, and `ProblemError` for an invalid range of brightness.

    >>> testAB([Test([0, 0, 1], points=4, colors=["w", "u"]), Test([0, 0, 1/2], points=4)], "three panels")
    """
    pictures: list[tuple[Painting, MapSpec, str]] = []
    for place, test in enumerate(tests_of(tests)):
        mat, ms = matrix_for(test, SEED + place)
        paintings = [] if mat is None else _paintings(test, mat)
        pictures += [(one, spec_of(test), f"{described(test)}\n{_label(one.title, ms)}") for one in paintings]
    _show(pictures, title, inches)


def diffAB(
    test1: Any,
    tests2: Any,
    colors: Any = ["w", "dp", "do"],  # noqa: B006  nothing changes it
    title: str = "",
    inches: float = 7,
) -> None:
    """Draw the differences of a test from others, a panel per other test and colouring, and show the figure.

    The title of a panel is "X vs Y" if both tests have titles, and below stands what the colouring shows; for "dp" with
    the mean and the largest difference. Of two equal simulated tests the second has other dice.

    Parameters: `test1`; `tests2`, a test or a list; `colors`, as for `differences`; `title`, the heading; `inches`, the
    width of each panel.

    Raises the errors of `testAB`, and `ProblemError` for maps of different sizes.

    >>> from truel_ref.notebook import Others
    >>> diffAB(Test(points=4), [Test(points=4, search=[Others]), Test(points=4, ifEQ=4)], ["dp"])
    """
    pictures: list[tuple[Painting, MapSpec, str]] = []
    mat = matrix_for(test1)[0]
    for place, test in enumerate(tests_of(tests2), 1):
        other = matrix_for(test, SEED + place)[0]
        if mat is None or other is None:
            continue
        refuse(
            ProblemError,
            (
                mat.shape != other.shape,
                f"maps of shapes {mat.shape} and {other.shape} cannot be compared; give both as many points",
            ),
        )
        both = Replace(test1, AgtB=test1.AgtB and test.AgtB)  # what both maps have
        ahead = [np.sign(one[:, :, 0, :, None] - one[:, :, 0, None, :]) for one in (mat, other)]
        paintings = differences(both, abs(mat - other), colors, (ahead[0] != ahead[1]).any(axis=(2, 3)))
        said = f"{test1.title} vs {test.title}" if test1.title and test.title else "difference"
        pictures += [(painting, spec_of(both), f"{said}\n{painting.title}") for painting in paintings]
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

    Parameters: `pC`, the hit probabilities of C, or one; `inches`, the width of each panel; the others, fields of a
    `Test`, with the default False of `AgtB`: only the triangle pA <= pB is drawn.

    Raises the errors of `testAB`.

    >>> testAB3(points=4, pC=[1/2, 1])
    """
    testAB3t(
        Replace(
            Test(),
            targets=targets,
            search=search,
            targetLater=targetLater,
            searchLater=searchLater,
            ifEQ=ifEQ,
            alg=alg,
            iterations=iterations,
            AgtB=AgtB,
            intensityRange=intensityRange,
            points=points,
            method=method,
            colors=colors,
        ),
        pC,
        inches,
    )


def testAB3t(test: Any, pC: Any = [1.0], inches: float = 7) -> None:  # noqa: B006  nothing changes it
    """Draw a test for some hit probabilities of C, a panel each, and show the figure.

    Parameters: `test`, with all other fields; if it has a title, each panel adds its hit probability; `pC`, one or a
    list; `inches`, the width of each panel.

    Raises the errors of `testAB`, and `ProblemError` for two players.

    >>> testAB3t(Test(points=4), [1/2, 1])
    """
    a, b, *others = plain(test.pHits)
    refuse(ProblemError, (not others, f"pHits: {shown(test.pHits)} has no player C; give [0, 0, pC, …]"))
    given = plain(pC)
    tests = [Replace(test, pHits=[a, b, hit, *others[1:]]) for hit in (given if isinstance(given, list) else [given])]
    titles = [own.title and f"{own.title}, pC = {spec_of(own).problem.hits[2]}" for own in tests]
    testAB([Replace(own, title=title) for own, title in zip(tests, titles, strict=True)], inches=inches)


# pytest would take them for tests.
testAB.__test__ = testAB3.__test__ = testAB3t.__test__ = False  # type: ignore[attr-defined]


def _show(pictures: Sequence[tuple[Painting, MapSpec, str]], heading: str, inches: Any) -> None:
    """Draw paintings, with their titles, side by side in a figure of pyplot, and show it at once."""
    if not pictures:
        return
    needs("matplotlib")
    from matplotlib import pyplot

    panels = [Panel(painting, spec, labels=False) for painting, spec, _ in pictures]
    made = sheet(panels, [title for _, _, title in pictures], str(heading), ACROSS, pyplot.figure)
    width, height = made.get_size_inches()
    wanted = float(inches) * min(ACROSS, len(panels))
    made.set_size_inches(wanted, height * wanted / width + 1)  # a row alone needs more for titles and legends
    pyplot.show()
