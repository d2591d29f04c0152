"""What the page of `truel-ref explore` is asked: `Question`, and the answers to it; there is no page and no Bokeh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from truel_ref.errors import MapError, shown
from truel_ref.explain.comparison import compare_play
from truel_ref.explain.reasons import why
from truel_ref.fast.stationary import equilibria
from truel_ref.files import Progress
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.statement import command_text
from truel_ref.maps.builder import build
from truel_ref.maps.colors import DIFFERENCE_COLORINGS, check_coloring, colorings, paint, paint_difference
from truel_ref.maps.comparison import compare
from truel_ref.maps.data import MapData
from truel_ref.maps.draw import Lines
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.labels import answer_lines, place_text
from truel_ref.maps.models import model_named
from truel_ref.maps.painting import OUTSIDE, Painting, palette_named

__all__ = ["PLAYS", "Maps", "Question", "coloring_names"]

PLAYS = ("announced", "stationary", "difference")
"""The ways to play that the page offers; the last shows where the first two differ."""
COMMANDS = dict(zip(PLAYS, ("why", "equilibria", "compare"), strict=True))
"""The command that says more of a point, for each of them."""

COARSE, COARSEST = 40, 10
"""Steps per side of the first picture: of what is soon done, and of what takes a millisecond a pixel."""
WIDTH = 100
"""Characters in a line of an explanation."""

Maps: TypeAlias = tuple[MapData, ...]
"""The maps that a picture is painted from: one, or the two whose difference it shows."""


@dataclass(frozen=True)
class Question:
    """A map that somebody looks at, and how.

    Parameters:
        problem: whose hit probabilities from C on count, with everything else that a problem says.
        play: one of `PLAYS`.
        colors: a colouring of a map, or for "difference" one of a difference.
        palette: "okabe-ito", safe for the colour-blind, or "standard", the colours of the published analysis.
        points: steps per side of the fine picture.
        a_above_b: whether pixels with `pA > pB` are in the map.

    Raises `MapError` for an unknown play, colouring or palette, and what `MapSpec` raises.

    >>> question = Question(Problem([0, 0, 1]), points=60)
    >>> question.stages, question.point_text(Fraction(1, 3), Fraction(2, 3)).splitlines()[1]
    ((40, 60), 'A 25/63 (39.683 %)')
    """

    problem: Problem
    play: str = "announced"
    colors: str = "w"
    palette: str = "okabe-ito"
    points: int = 200
    a_above_b: bool = True

    def __post_init__(self) -> None:
        if self.play not in PLAYS:
            raise MapError(f"play: {shown(self.play)} is unknown; there are {', '.join(PLAYS)}")
        palette_named(self.palette)
        if self.play != "difference":
            check_coloring(self.colors, self.problem.players)
        elif self.colors not in DIFFERENCE_COLORINGS:
            raise MapError(
                f"colouring: {shown(self.colors)} is unknown; a difference has {', '.join(DIFFERENCE_COLORINGS)}"
            )
        object.__setattr__(self, "problem", self.specs(self.points)[0].problem)

    @property
    def models(self) -> tuple[str, ...]:
        """The ways to play of the maps that are computed."""
        return PLAYS[:2] if self.play == "difference" else (self.play,)

    @property
    def stages(self) -> tuple[int, ...]:
        """The steps per side of the pictures, from the coarse one, which is soon there, to the fine one."""
        slow = self.play != "announced" or self.problem.players > 3
        coarse = (COARSEST, COARSE) if slow else (COARSE,)
        return (*(points for points in coarse if points < self.points), self.points)

    def specs(self, points: int) -> tuple[MapSpec, ...]:
        """Return the maps to be computed for a picture."""
        return tuple(MapSpec(self.problem, points, self.a_above_b, model=model) for model in self.models)

    def maps(self, points: int, progress: Progress | None = None) -> Maps:
        """Return the maps of a picture, computed."""
        return tuple(build(spec, progress=progress) for spec in self.specs(points))

    def painting(self, maps: Maps) -> Painting:
        """Return maps that were computed for this question in its colours."""
        if self.play == "difference":
            return paint_difference(compare(*maps), self.colors, palette=self.palette)
        return paint(maps[0], self.colors, palette=self.palette)

    def curves(self, report: Callable[[str], object] | None = None) -> Lines:
        """Return the exact curves that belong to the colouring. Raises `MapError` where none are known."""
        if self.play == "difference":
            raise MapError("exact curves are known for announced play, not for a difference")
        from truel_ref.maps.curves import exact_curves

        return exact_curves(self.specs(self.points)[0], [self.colors], report)[self.colors]

    def title(self) -> str:
        """Return what is shown, in words."""
        said = self.specs(self.points)[0].title()
        return f"{said}; announced against stationary play" if self.play == "difference" else said

    # -- one point of the map

    def problem_at(self, hit_a: Fraction, hit_b: Fraction) -> Problem:
        """Return the problem of a point of the map."""
        return replace(self.problem, hits=(hit_a, hit_b, *self.problem.hits[2:]))

    def point_text(self, hit_a: Fraction, hit_b: Fraction) -> str:
        """Return the exact answers at a point, in lines for a pointer."""
        if not self.a_above_b and hit_a > hit_b:
            return OUTSIDE
        problem, place = self.problem_at(hit_a, hit_b), place_text(hit_a, hit_b)
        plays = [(model, model_named(model)) for model in self.models]
        texts = [(model, answer_lines(play, play.answer(problem))) for model, play in plays]
        if len(texts) == 1:
            return f"{place}\n{texts[0][1]}"
        return "\n".join([place, *(f"{model}:\n{text}" for model, text in texts)])

    def explanation(self, hit_a: Fraction, hit_b: Fraction, progress: Progress | None = None) -> str:
        """Return what the command that `command` names prints of a point."""
        problem = self.problem_at(hit_a, hit_b)
        if self.play == "announced":
            return why(problem, progress=progress).to_text(width=WIDTH)
        if self.play == "stationary":
            return str(equilibria(problem, progress=progress))
        return str(compare_play(problem, progress=progress))

    def command(self, hit_a: Fraction, hit_b: Fraction) -> str:
        """Return the command that says the same of a point.

        >>> Question(Problem([0, 0, 1], search="others")).command(Fraction(1, 3), Fraction(2, 3))
        'truel-ref why 1/3 2/3 1 --search Others'
        """
        return command_text(COMMANDS[self.play], self.problem_at(hit_a, hit_b))


def coloring_names(play: str, players: int) -> list[tuple[str, str]]:
    """Return the colourings that a way to play offers, each with what it shows.

    >>> coloring_names("announced", 2)[:3]
    [('w', 'w: winner'), ('o', 'o: order of win probabilities'), ('p', 'p: best win probability')]
    """
    if play == "difference":
        shows = ("largest difference", "where the order differs", "aims and winners", "who gains")
        return [(name, f"{name}: {text}") for name, text in zip(DIFFERENCE_COLORINGS, shows, strict=True)]
    whole = {"w": "winner", "o": "order of win probabilities"} | {
        "p": "best win probability",
        "u": "most unusual aim in play",
        "t": "aims of all",
    }
    part = {"p": "win probability", "u": "aim by kind", "t": "target"}
    owners = {"w": "of the winner"} | {label(player): f"of {label(player)}" for player in range(players)}
    return [
        (name, f"{name}: {whole[name] if name in whole else f'{part[name[0]]} {owners[name[1:]]}'}")
        for name in colorings(players)
    ]
