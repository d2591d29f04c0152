"""Figures of maps and of their differences, and images side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, shown
from truel_ref.maps.comparison import compare
from truel_ref.studies.notebook.maps import Test, listed_tests, maps_of, one_test, spec_of
from truel_ref.studies.notebook.problems import algorithm
from truel_ref.studies.notebook.reading import plain, whole
from truel_ref.studies.notebook.words import Several, algFake, algMath, algSim, cNone, tg

if TYPE_CHECKING:
    import os

    import numpy as np
    from matplotlib.figure import Figure

__all__ = ["diffAB", "horizImages", "makeImageAB", "testAB", "testAB3", "testAB3t"]

HEIGHT = 3.4
"""Inches, of images side by side where none of them is a figure."""


def _colors(value: Any) -> tuple[str, ...]:
    """Return the names of colourings in a text or a list."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(","))
    return tuple(name for entry in value for name in _colors(entry)) if isinstance(value, Iterable) else (value,)


def _described(test: Test) -> str:
    """Return the title of a test: its own, or what it says and how it was computed."""
    if test.title:
        return str(test.title)
    method = {"smart": ["smart"]}.get(test.method, [])
    games = f"{whole(test.iterations):,} games"
    how = {algSim: [f"simulated, {games}"], algFake: ["made up"]}.get(tg(algorithm(test.alg)), method)
    return "; ".join([spec_of(test).title(), *how])


def _titles(tests: Sequence[Test]) -> list[str] | None:
    """Return the titles of tests, None where the maps themselves say enough."""
    titles = [_described(test) for test in tests]
    plain = all(not test.title and algorithm(test.alg) == algMath for test in tests)
    return None if plain else titles


def _saved(made: Figure, file: str | os.PathLike[str] | None) -> Figure:
    from truel_ref.maps.output import save_figure

    if file is not None:
        save_figure(made, file)
    return made


def makeImageAB(
    test: Several = Test(),  # noqa: B008  a tuple, which nobody changes
    colors: Any = None,
    cache: int = cNone,
    *,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    **fields: Any,
) -> np.ndarray:
    """Return the bare picture of a map, without axes: an array (rows, columns, 3) of colours from 0 to 1.

    The top row has pA = 100 %, the left column pB = 0. Several colourings stand side by side, with a white line.

    Parameters: `test`; `colors`, by default those of the test; `palette`, "standard" or "okabe-ito"; the others as for
    `makeMatAB`.

    Raises what `makeMatAB` raises, and `MapError` for an unknown colouring.

    >>> makeImageAB(Test([0, 0, 1], points=10)).shape, makeImageAB(Test([0, 0, 1], points=10), "w,o").shape
    ((11, 11, 3), (11, 23, 3))
    """
    import numpy as np

    from truel_ref.maps.colors import paint

    drawn = one_test(test, fields)
    data = maps_of([drawn], cache, folder, jobs, seed)[0]
    names = _colors(drawn.colors if colors is None else colors)
    white = np.ones((data.spec.points + 1, 1, 3))
    parts: list[np.ndarray] = []
    for name in names:
        parts += [white] if parts else []
        parts.append(paint(data, name, palette=palette, intensity=tuple(drawn.intensityRange)).colors[::-1])
    if not parts:
        raise MapError("colors: name at least one colouring")
    return np.hstack(parts)


def testAB(
    *tests: Several,
    cache: int = cNone,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    file: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Figure:
    """Return the figure of one or several tests, which a notebook shows.

    Tests with one colouring stand side by side; otherwise each test is a row, with a column per colouring.

    Parameters: `tests`, each a `Test`, hit probabilities, or a list of these, and a text with the colourings, if they
    are not those of the tests; `palette`, "standard" or "okabe-ito"; `file`, a png, svg or pdf to write too; the others
    as for `makeMatAB`, so `testAB(test, points=50, colors="w,o")` draws the test with these fields. Several simulated
    tests have seeds one after the other.

    Raises what `makeMatAB` raises, `MapError` for an unknown colouring, and `OSError` where the file cannot be written.

    >>> made = testAB(Test([0, 0, 1]), [0, 0, 1/2], points=6, colors="w,u")
    >>> [axes.get_title() for axes in made.axes if axes.images][:2]
    ['winner (brighter: less likely to win)', 'most unusual aim in play']
    """
    from truel_ref.maps.render import figure, rows_figure

    for test in tests:
        if isinstance(test, str):
            fields["colors"] = test
    listed = listed_tests([test for test in tests if not isinstance(test, str)], fields)
    maps = maps_of(listed, cache, folder, jobs, seed)
    colors = [_colors(test.colors) for test in listed]
    ranges = [_range(test) for test in listed]
    titles = _titles(listed)
    if all(each == colors[0] for each in colors) and all(each == ranges[0] for each in ranges):
        made = figure(maps, colors[0], palette=palette, intensity=ranges[0], titles=titles)
    else:
        made = rows_figure(maps, colors, ranges, titles, palette=palette)
    return _saved(made, file)


testAB.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test


def _range(test: Test) -> tuple[float, float]:
    ends: Any = plain(test.intensityRange)
    return tuple(ends) if isinstance(ends, list) else ends


def diffAB(
    first: Several,
    second: Several = None,
    colors: Any = None,
    *,
    cache: int = cNone,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    seed: int = 1,
    palette: str = "standard",
    file: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Figure:
    """Print how far two maps differ, and return the figure of both and of their difference.

    Parameters: `first` and `second`, or a list of the two; `colors`, of the maps, and with "dp" (the largest
    difference of a player) or "do" (where their order differs) among them only this of the difference; by default
    those of the first test, and both; the others as for `testAB`. Of two equal simulated tests the second has another
    seed.

    Raises what `testAB` raises, and `MapError` for other than two tests, and for grids that cannot be compared.

    >>> from truel_ref.notebook import Others, Test
    >>> made = diffAB(Test(points=6), Test(points=6, search={Others}))
    pC = 1; search Others, Miss against pC = 1; search Others: 19.85 points on average, at most 100;
    the win order differs in 50.00% of the pixels, aims in 67.86%
    """
    from truel_ref.maps.colors import DIFFERENCE_COLORINGS
    from truel_ref.maps.render import difference_figure

    if isinstance(second, str):
        second, colors = None, second
    listed = listed_tests([first] if second is None else [first, second], fields)
    if len(listed) != 2:
        raise MapError(f"give two Tests to compare, not {len(listed)}")
    gap = compare(*maps_of(listed, cache, folder, jobs, seed))
    names = _colors(listed[0].colors if colors is None else colors)
    parts = [name for name in names if name in DIFFERENCE_COLORINGS]
    made = difference_figure(
        gap,
        [name for name in names if name not in parts] or "w",
        parts or ("dp", "do"),
        palette=palette,
        intensity=_range(listed[0]),
        titles=_titles(listed),
    )
    both = " against ".join(_described(test) for test in listed)
    print(f"{both}: {gap.average:.4g} points on average, at most {gap.maximum:.4g};")
    print(f"the win order differs in {gap.share_order:.2%} of the pixels, aims in {gap.share_aims:.2%}")
    return _saved(made, file)


def testAB3(
    *tests: Several,
    pC: Iterable[Any] = (Fraction(1, 4), Fraction(1, 2), 1),
    **how: Any,
) -> Figure:
    """Return the figure of tests for three hit probabilities of C, over the whole square.

    Parameters: `tests`, by default the plain one; `pC`, the hit probabilities of C that take the place of theirs, by
    default 1/4, 1/2 and 1; `how`, whatever `testAB` takes.

    Raises what `testAB` raises, and `MapError` for two players.

    >>> [axes.get_title() for axes in testAB3(points=4).axes if axes.images]
    ['pC = 1/4; search Others, Miss', 'pC = 1/2; search Others, Miss', 'pC = 1; search Others, Miss']
    """
    return _for_each_c(tests, pC, {"AgtB": True} | how)


def testAB3t(
    *tests: Several,
    pC: Iterable[Any] = (Fraction(1, 4), Fraction(1, 2), 1),
    **how: Any,
) -> Figure:
    """Return the figure of tests for three hit probabilities of C, over the triangle pA <= pB.

    Parameters and errors are those of `testAB3`.

    >>> sum(bool(axes.images) for axes in testAB3t(points=4, pC=[1/2, 1]).axes)
    2
    """
    return _for_each_c(tests, pC, {"AgtB": False} | how)


testAB3.__test__ = testAB3t.__test__ = False  # type: ignore[attr-defined]


def _for_each_c(tests: Sequence[Several], several: Any, how: dict[str, Any]) -> Figure:
    fields = {name: how.pop(name) for name in list(how) if name in Test._fields}
    chances = plain(list(several) if isinstance(several, Iterable) and not isinstance(several, str) else [several])
    every = []
    for test in listed_tests(tests, fields):
        hits = plain(test.pHits)
        if not isinstance(hits, list) or len(hits) < 3:
            raise MapError(f"pHits: {shown(test.pHits)} has no player C; give [0, 0, pC, …]")
        every += [test._replace(pHits=[*hits[:2], hit, *hits[3:]]) for hit in chances]
    if not every:
        raise MapError("pC: give at least one hit probability of C")
    return testAB(every, **how)


def horizImages(*images: Any, titles: Sequence[str] = (), file: str | os.PathLike[str] | None = None) -> Figure:
    """Return a figure with images side by side, all of one height.

    Parameters: `images`, each an array of colours (rows, columns, 3 or 4), anything that NumPy reads as one, a figure,
    or a list of these; `titles`, one per image, or none; `file`, a png, svg or pdf to write too.

    Raises `MapError` for no images, for what is none, and for a wrong number of titles.

    >>> image = makeImageAB(Test(points=4))
    >>> len(horizImages(image, [image, image]).axes)
    3
    """
    from matplotlib.figure import Figure

    from truel_ref.maps.output import self_drawing

    pictures = [_picture(image) for image in _images(images)]
    if not pictures:
        raise MapError("give at least one image")
    if isinstance(titles, str) or len(titles) not in (0, len(pictures)):
        raise MapError(f"titles: give one for each of the {len(pictures)} images, not {shown(titles)}")
    high = max((height for _, height in pictures if height is not None), default=HEIGHT)
    gap, top = 0.15, 0.3 if titles else 0.0
    widths = [high * picture.shape[1] / picture.shape[0] for picture, _ in pictures]
    width, height = sum(widths) + gap * (len(pictures) - 1), high + top
    made = Figure(figsize=(width, height))
    left = 0.0
    for place, ((picture, inches), own) in enumerate(zip(pictures, widths, strict=True)):
        axes = made.add_axes((left / width, 0, own / width, high / height))
        # The pixels of a map keep their edges, and the letters of a figure their shapes.
        axes.imshow(picture, interpolation="antialiased" if inches else "nearest", aspect="auto")
        axes.set_axis_off()
        if titles:
            axes.set_title(titles[place], fontsize=10)
        left += own + gap
    return _saved(self_drawing(made), file)


def _images(images: Iterable[Any]) -> Iterator[Any]:
    for image in images:
        if isinstance(image, list | tuple):
            yield from _images(image)
        else:
            yield image


def _picture(image: Any) -> tuple[np.ndarray, float | None]:
    """Return an image as an array, and of a figure its height in inches."""
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.image import imread

    if isinstance(image, Figure):
        written = BytesIO()
        image.savefig(written, format="png", dpi=200)
        written.seek(0)
        return imread(written), float(image.get_figheight())
    picture = np.asarray(image)
    if picture.ndim != 3 or picture.shape[-1] not in (3, 4) or not picture.size or picture.dtype.kind not in "fu":
        raise MapError(f"{shown(image)} is no image; give an array (rows, columns, 3) of colours, or a figure")
    return picture, None
