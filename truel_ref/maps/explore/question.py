"""The questions of the page of `truel-ref explore`, `Question`, and their answers, without the page and Bokeh."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias
from urllib.parse import urlencode

from truel_ref.errors import MapError, refuse, shown
from truel_ref.explain.comparison import Comparison, compare_play
from truel_ref.explain.reasons import Why, why
from truel_ref.fast.stationary import equilibria
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES, tie_rule_named
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
from truel_ref.numbers import fraction_text, read_rational_probability

__all__ = ["LONGEST", "PLAYS", "Maps", "Point", "Question", "coloring_names", "tie_rule_words", "usual_coloring"]

PLAYS = ("announced", "stationary", "both")
"""The kinds of play that the page offers; the last shows where the first two differ."""
COMMANDS: dict[str, tuple[str, Callable[..., Why | Equilibria | Comparison]]] = {
    "announced": ("why", why),
    "stationary": ("equilibria", equilibria),
    "both": ("compare", compare_play),
}
"""For each kind of play the command that explains a point, and its function."""

COARSE, COARSEST = 40, 10
"""Steps per side of the first picture, for fast models and for models with a millisecond per pixel."""
YES = ("no", "yes")
"""The words for an option without a value in the address."""
MOST = 4
"""Largest number of players whose profiles are all shown; five have 3,125, a table of ten seconds in a browser."""
LONGEST = 40
"""Largest number of characters of a typed setting, or of a setting in the address of the page."""

Maps: TypeAlias = tuple[MapData, ...]
"""The maps of a picture: a single map, or the two maps whose difference it shows."""

Point: TypeAlias = tuple[Fraction, Fraction]
"""The hit probabilities of A and B."""


@dataclass(frozen=True)
class Question:
    """A map to look at, and its appearance.

    Parameters:
        problem: the problem, with hit probabilities from C on and all other fields.
        play: one of `PLAYS`.
        colors: a colouring of a map, or for "both" one of a difference.
        palette: "okabe-ito", safe for the colour-blind, or "standard", the colours of the published analysis.
        points: steps per side of the fine picture.
        a_above_b: whether pixels with `pA > pB` are in the map.

    Raises `MapError` for an unknown play, colouring or palette, and the errors of `MapSpec`.

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
            raise MapError(f"play: {shown(self.play)} is unknown; choose from {', '.join(PLAYS)}")
        palette_named(self.palette)
        if self.play != "both":
            check_coloring(self.colors, self.problem.players)
        elif self.colors not in DIFFERENCE_COLORINGS:
            raise MapError(
                f"colouring: {shown(self.colors)} is unknown; a difference has {', '.join(DIFFERENCE_COLORINGS)}"
            )
        object.__setattr__(self, "problem", self.specs(self.points)[0].problem)

    @property
    def models(self) -> tuple[str, ...]:
        """The models of the maps to compute."""
        return PLAYS[:2] if self.play == "both" else (self.play,)

    @property
    def stages(self) -> tuple[int, ...]:
        """The steps per side of the pictures, first of the coarse picture, which is fast, then of the fine picture."""
        slow = self.play != "announced" or self.problem.players > 3
        coarse = (COARSEST, COARSE) if slow else (COARSE,)
        return (*(points for points in coarse if points < self.points), self.points)

    def specs(self, points: int) -> tuple[MapSpec, ...]:
        """Return the maps to compute for a picture."""
        return tuple(MapSpec(self.problem, points, self.a_above_b, model=model) for model in self.models)

    def maps(self, points: int, progress: Progress | None = None) -> Maps:
        """Return the maps of a picture, computed."""
        return tuple(build(spec, progress=progress) for spec in self.specs(points))

    def painting(self, maps: Maps) -> Painting:
        """Return computed maps of this question in its colours."""
        if self.play == "both":
            return paint_difference(compare(*maps), self.colors, palette=self.palette)
        return paint(maps[0], self.colors, palette=self.palette)

    def curves(self, report: Callable[[str], object] | None = None) -> Lines:
        """Return the exact curves of the colouring. Raises `MapError` if none are known."""
        if self.play == "both":
            raise MapError("exact curves are known for announced play, not for a difference")
        from truel_ref.maps.curves import exact_curves

        return exact_curves(self.specs(self.points)[0], [self.colors], report)[self.colors]

    def title(self) -> str:
        """Return the title of the question."""
        said = self.specs(self.points)[0].title()
        return f"{said}; announced against stationary play" if self.play == "both" else said

    # -- the address of the page

    def settings(self, point: Point | None = None) -> dict[str, str]:
        """Return a point and the settings of the page, in the words of the command line."""
        data = self.problem.to_json()
        place = zip(("pA", "pB"), map(fraction_text, point or ()), strict=False)
        return dict([*place, *zip(("pC",), data["hits"][2:3], strict=False)]) | {
            "play": self.play,
            "search": ",".join(data["search"]),
            "ties": tie_rule_words(self.problem.tie_rule),
            "colors": self.colors,
            "palette": self.palette,
            "triangle": YES[not self.a_above_b],
        }

    def address(self, point: Point | None) -> str:
        """Return the settings and a point as the query of an address, which `with_settings` reads.

        >>> Question(Problem([0, 0])).address((Fraction(1, 3), Fraction(2, 3)))[:43]
        '?pA=1/3&pB=2/3&play=announced&search=Others'
        """
        return f"?{urlencode(self.settings(point), safe='/,')}"

    def with_settings(self, said: Mapping[str, str]) -> tuple[Question, Point | None]:
        """Return the question with some settings changed, and the point among these settings.

        Raises `MapError` for an unknown name, a text longer than `LONGEST` and a wrong value, and the errors of
        `Question` and of the readers of numbers and problems.

        >>> question, point = Question(Problem([0, 0, 1])).with_settings({"pC": "50%", "pA": "0.2", "pB": "1"})
        >>> question.title(), point
        ('pC = 1/2; search Others, Miss', (Fraction(1, 5), Fraction(1, 1)))
        """
        old, settings = self.problem, self.settings()
        if said.get("play", self.play) != self.play:
            settings["colors"] = usual_coloring(said["play"])
        names, asked = ("pA", "pB", *settings), settings | dict(said)
        refuse(
            MapError,
            *((name not in names, f"{shown(name)} is unknown; choose from {', '.join(names)}") for name in said),
            *(
                (len(said[name]) > LONGEST, f"{name}: {shown(said[name], 20)} is longer than {LONGEST} characters")
                for name in said
            ),
            (("pA" in said) != ("pB" in said), "a point needs both pA and pB"),
            (asked["triangle"] not in YES, f"triangle: {shown(asked['triangle'])} is unknown; choose from yes, no"),
        )
        hits = {name: read_rational_probability(asked[name], name) for name in ("pA", "pB", "pC") if name in asked}
        search = Problem([1, 1], search=asked["search"]).search
        problem = replace(
            old,
            hits=(*old.hits[:2], *(hits[name] for name in ("pC",) if name in hits), *old.hits[3:]),
            search=search,
            search_later=search if old.search_later == old.search else old.search_later,
            tie_rule=tie_rule_named(asked["ties"], "ties"),
        )
        return (
            Question(
                *(problem, asked["play"], asked["colors"], asked["palette"]),
                *(self.points, asked["triangle"] == YES[False]),
            ),
            (hits["pA"], hits["pB"]) if "pA" in hits else None,
        )

    # -- one point of the map

    def problem_at(self, hit_a: Fraction, hit_b: Fraction) -> Problem:
        """Return the problem of a point of the map."""
        return replace(self.problem, hits=(hit_a, hit_b, *self.problem.hits[2:]))

    def point_text(self, hit_a: Fraction, hit_b: Fraction) -> str:
        """Return the exact answers at a point, in short lines."""
        if not self.a_above_b and hit_a > hit_b:
            return OUTSIDE
        problem, place = self.problem_at(hit_a, hit_b), place_text(hit_a, hit_b)
        plays = [(model, model_named(model)) for model in self.models]
        texts = [(model, answer_lines(play, play.answer(problem))) for model, play in plays]
        if len(texts) == 1:
            return f"{place}\n{texts[0][1]}"
        return "\n".join([place, *(f"{model}:\n{text}" for model, text in texts)])

    def explanation(
        self, hit_a: Fraction, hit_b: Fraction, progress: Progress | None = None
    ) -> Why | Equilibria | Comparison:
        """Return the result of the command that `command` names."""
        return COMMANDS[self.play][1](self.problem_at(hit_a, hit_b), progress=progress, **self._only)

    def command(self, hit_a: Fraction, hit_b: Fraction) -> str:
        """Return the command that explains a point.

        >>> Question(Problem([0, 0, 1], search="others")).command(Fraction(1, 3), Fraction(2, 3))
        'truel-ref why 1/3 2/3 1 --search Others'
        """
        only = (f"--{name} {value}" for name, value in self._only.items())
        return " ".join([command_text(COMMANDS[self.play][0], self.problem_at(hit_a, hit_b)), *only])

    @property
    def _only(self) -> dict[str, str]:
        """The options that keep the table of profiles short: with many players, only the profiles that A compares."""
        return {"player": "A"} if self.play == "announced" and self.problem.players > MOST else {}


def tie_rule_words(rule: int) -> str:
    """Return a tie rule in the words of the command line."""
    return TIE_RULES[rule].replace(" ", "-")


def usual_coloring(play: str) -> str:
    """Return the default colouring of a kind of play."""
    return "da" if play == "both" else "w"


def coloring_names(play: str, players: int) -> list[tuple[str, str]]:
    """Return the colourings of a kind of play, each with a description.

    >>> coloring_names("announced", 2)[:3]
    [('w', 'w: winner'), ('o', 'o: order of win probabilities'), ('p', 'p: best win probability')]
    """
    if play == "both":
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
