"""Specifications of maps: `MapSpec`.

A map is a grid of `points + 1` rows and columns. Row `i` stands for `pA = i / points`, column `j` for
`pB = j / points`; the other hit probabilities are fixed. Without `a_above_b` it is only the triangle `pA <= pB`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem, hit_text
from truel_ref.maps.plays import Model, model_named
from truel_ref.numbers import decimal_text, number_text, read_count

METHODS = ("exact", "normal", "smart", "simulated")
FILLS = ("exact", "linear")
POINTS_LIMIT = 5_000
SIMULATED_POINTS = 300
"""The most steps per side of a simulated map."""

_SHOWN = 60  # characters of a hit probability in a title
_UNUSUAL = {"target_later": "later", "search_later": "later search", "random_levels": "levels", "if_eq": "tie rule"}


@dataclass(frozen=True)
class MapSpec:
    """A map that can be computed; equal specs give equal data, byte for byte.

    Parameters:
        problem: the problem, with hit probabilities from C on and all other fields; the hit probabilities of A and B
            are free, and stored as 0.
        points: the steps per side, from 1 to 5,000, to 300 with the method "simulated"; the grid has one row and
            column more.
        a_above_b: whether the map includes pixels with `pA > pB`.
        method: "exact", all pixels at once; "normal", pixel by pixel; "smart", the published adaptive method; or
            "simulated". A model that has only "normal" takes it for "exact".
        fill: how "smart" fills inferred pixels: "exact" or "linear"; other methods ignore it.
        model: the kind of play: "announced"; "stationary" for stationary equilibria
            (`truel_ref.play.stationary.equilibria`); or other rules of fire (`truel_ref.maps.plays.variant_text`).
        games: the games for each profile of aims, for the method "simulated"; other methods ignore it.

    Raises `NumberError` for a number of points or games, and `ProblemError` for another field, naming the value.

    >>> spec = MapSpec(Problem([0, 0, 1]), points=4, a_above_b=False)
    >>> spec.at(1, 2)
    Problem(['1/4', '1/2', '1'])
    >>> len(list(spec.pixels()))
    15
    """

    problem: Problem
    points: int = 300
    a_above_b: bool = True
    method: str = "exact"
    fill: str = "exact"
    model: str = "announced"
    games: int = 10_000

    def __post_init__(self) -> None:
        if not isinstance(self.problem, Problem):
            raise ProblemError(f"problem: {shown(self.problem)} is not a Problem; give Problem([0, 0, pC, …])")
        self.problem.check_plain("a map")
        most = SIMULATED_POINTS if self.method == "simulated" else POINTS_LIMIT
        words = {"method": METHODS, "fill": FILLS, "a_above_b": (True, False)}
        for name, known in words.items():
            value = getattr(self, name)
            if not isinstance(value, type(known[0])) or value not in known:
                raise ProblemError(f"{name}: {shown(value)} is unknown; choose from {', '.join(map(str, known))}")
        needed = self.play.players
        refuse(
            ProblemError,
            (
                needed not in (None, self.problem.players),
                f"model: {self.model!r} is for {needed} players, and there are {self.problem.players}; give each of "
                "them a number of rounds",
            ),
            (
                self.method not in ("exact", *self.play.methods),
                f"method: {self.method!r} does not know {self.play.name}; leave it out, or use 'normal'",
            ),
        )
        for player, number in self.problem.irrational:
            raise ProblemError(
                f"player {label(player)}: {shown(number_text(number))} is irrational, and maps are of fractions; "
                f"give one near it, such as {decimal_text(number, 6)}"
            )
        points = read_count(self.points, "points", most=most)
        games = read_count(self.games, "games", most=10**9)
        # What the method ignores is as in any other map, so that equal maps have equal specs.
        settled = {
            "problem": self.problem.changed(hits=(Fraction(0), Fraction(0), *self.problem.hits[2:])),
            "points": points,
            "method": self.method if self.method in self.play.methods else "normal",
            "fill": self.fill if self.method == "smart" else MapSpec.fill,
            "games": games if self.method == "simulated" else MapSpec.games,
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    @property
    def play(self) -> Model:
        """The kind of play that `model` names."""
        return model_named(self.model)

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the grid."""
        return self.points + 1, self.points + 1

    @property
    def inside(self) -> np.ndarray:
        """Per pixel whether it belongs to the map."""
        return np.asarray(self.a_above_b | np.tri(self.points + 1, dtype=bool).T)

    @property
    def size(self) -> int:
        """The number of pixels.

        >>> MapSpec(Problem([0, 0, 1]), points=300).size
        90601
        """
        return int(self.inside.sum())

    def pixels(self) -> Iterator[tuple[int, int]]:
        """Yield the pixels of the map, row by row."""
        yield from map(tuple, np.argwhere(self.inside).tolist())

    def at(self, row: int, column: int) -> Problem:
        """Return the problem of a pixel. Raises `ProblemError` for a pixel outside the map."""
        if not 0 <= row <= self.points or not (0 if self.a_above_b else row) <= column <= self.points:
            side = "" if self.a_above_b else ", with the row at most the column"
            raise ProblemError(
                f"there is no pixel ({row}, {column}); rows and columns run from 0 to {self.points}{side}"
            )
        free = Fraction(row, self.points), Fraction(column, self.points)
        return self.problem.changed(hits=(*free, *self.problem.hits[2:]))

    def to_json(self) -> dict[str, Any]:
        """Return the spec as plain data for JSON; `from_json` reads it back to an equal spec."""
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return own | {"problem": self.problem.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MapSpec:
        """Return the spec of plain data.

        >>> spec = MapSpec(Problem([0, 0, "1/2"]), points=10)
        >>> MapSpec.from_json(spec.to_json()) == spec
        True
        """
        known = {field.name for field in dataclasses.fields(cls)}
        if not isinstance(data, Mapping) or set(data) - known or "problem" not in data:
            raise ProblemError(f"a map spec has the keys {', '.join(sorted(known))}, not {shown(data)}")
        return cls(**{**data, "problem": Problem.from_json(data["problem"])})

    def title(self) -> str:
        """Return all fields of the problem and the model that differ from the defaults, for the title of a figure."""
        fixed = ", ".join(f"p{name} = {hit}" for name, hit in self._fixed())
        return "; ".join([fixed or "A and B alone", *self._unusual()])

    def clause(self) -> str:
        """Return the title as a clause of a longer sentence, without the default search.

        >>> MapSpec(Problem([0, 0, "1/2", 1]), points=3).clause()
        'C hits 1/2 and D always hits'
        """
        said = " and ".join(hit_text(name, hit) for name, hit in self._fixed())
        usual = f"search {Problem(self.problem.hits).search_text()}"
        return "; ".join([said or "A and B are alone", *(part for part in self._unusual() if part != usual)])

    def _fixed(self) -> Iterator[tuple[str, str]]:
        """Yield the players after B, each with a hit probability."""
        for player, hit in enumerate(map(number_text, self.problem.hits)):
            if player > 1:
                yield label(player), hit if len(hit) <= _SHOWN else hit[: _SHOWN - 1] + "…"

    def _unusual(self) -> list[str]:
        """Return the search of the problem, and its other fields and the model if they differ from the defaults."""
        data, plain = self.problem.to_json(), Problem(self.problem.hits, search=self.problem.searches[0]).to_json()
        parts = []
        if data["targets"] != plain["targets"]:
            said = [entry if isinstance(entry, str) else f"({', '.join(entry)})" for entry in data["targets"]]
            parts.append("targets " + ", ".join(said))
        if "Optimal" in data["targets"] and self.model != "opinions":  # where players only choose among the others
            parts.append(f"search {self.problem.search_text()}")
        for key, name in _UNUSUAL.items():
            values = data[key] if isinstance(data[key], list) else [data[key]]
            if data[key] != plain[key]:
                parts.append(f"{name} " + ", ".join("none" if one is None else str(one) for one in values))
        return [*parts, *([self.play.name] if self.model != "announced" else [])]
