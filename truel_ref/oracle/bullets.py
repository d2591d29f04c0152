"""What is expected of counted bullets: worths, who is left alone, and the chance of every set of survivors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from truel_ref.errors import shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.oracle.judge import SAID, Judgement, MalformedError, decimal, entries_of, number_said, numbers_of
from truel_ref.oracle.measures import WIN, Measures, NamedNumbers, outside

__all__ = ["CountedBullets"]

WORTH = "worth for "
LEFT = "left: "


class CountedBullets(NamedNumbers):
    """Worths, wins and survivors, and those that other ways of breaking ties lead to.

    Fields, beside those of `Expected`: `variant`; `others`, the numbers of the other outcomes.
    """

    marks: Mapping[str, str] = {"model": "bullets"}
    has_tie_rule = True
    problem: Problem

    def __init__(self, variant: Variant, name: str = "", group: str = "") -> None:
        variant.problem.check_plain("a test vector")
        super().__init__(variant.problem, name, group)
        self.variant = variant
        self.others: list[Measures] = []

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> CountedBullets:
        """Return what is expected, read from a vector."""
        expected = cls(Variant.from_json(dict(vector)), vector["id"], vector["group"])
        endings = [vector["answer"], *vector["outcomes"]]
        if not all("survivors" in ending for ending in endings):
            raise ValueError("an outcome of a vector has all sets of survivors")
        expected.exact, *expected.others = map(expected.read, endings)
        return expected

    @property
    def asked(self) -> Variant:
        """The problem with its model and settings."""
        return self.variant

    def question(self) -> dict[str, Any]:
        """Return the model, the rounds of everybody, what survivors get, and the problem as plain data."""
        settings = {"bullets": list(self.variant.bullets), "survivors": self.variant.survivors}
        return {"model": "bullets"} | settings | self.problem.to_json()

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        if not isinstance(data, Mapping):
            raise MalformedError(f"{shown(data)} is no object with 'worths' and 'win'")
        for key in ("worths", "win"):
            if key not in data:
                raise MalformedError(
                    f"it says: {shown(data['error'], SAID)}" if "error" in data else f"it has no {key!r}"
                )
        players = self.problem.players
        measures: Measures = {}
        for key, start in (("worths", WORTH), ("win", WIN)):
            numbers = numbers_of(data[key], key, players)
            measures |= {f"{start}{label(player)}": number for player, number in enumerate(numbers)}
        if data.get("survivors") is not None:
            measures |= self._survivors(data["survivors"])
        return measures

    def _survivors(self, data: object) -> Measures:
        """Return the chance of every set of survivors by name; one that is not listed has none."""
        labels = list(map(label, range(self.problem.players)))
        sets = [living for left in range(len(labels) + 1) for living in combinations(labels, left)]
        chances: Measures = {_left(living): Fraction(0) for living in sets}
        stated = set()
        for number, entry in enumerate(entries_of(data, "survivors"), 1):
            what = f"survivors: number {number}"
            if not isinstance(entry, Mapping) or "living" not in entry or "chance" not in entry:
                raise MalformedError(f"{what}: {shown(entry)} has no 'living' and 'chance'")
            living = entries_of(entry["living"], what)
            if not all(name in labels for name in living) or len(set(living)) < len(living):
                raise MalformedError(f"{what}: {shown(entry['living'])} is no set of players")
            name = _left(sorted(living))
            if name in stated:
                raise MalformedError(f"{what}: {name} stands there twice")
            stated.add(name)
            chances[name] = number_said(entry["chance"], what)
        return chances

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the exact outcome, and those of other ways of breaking ties."""
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self.others

    def is_shown(self, name: str) -> bool:
        """Tell whether it is a worth or a win probability."""
        return super().is_shown(name) or name.startswith(WORTH)

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        bad = outside(answer.items(), tolerance)
        for start, what, least in ((WIN, "win", 0), (LEFT, "survivors", 1)):
            chances: list[Any] = [chance for name, chance in answer.items() if name.startswith(start)]
            total, within = sum(chances, Fraction(0)), len(chances) * tolerance
            if chances and not bad and not least - within <= total <= 1 + within:
                bad = f"{what}: the probabilities add up to {decimal(total)}"
        return bad


def _left(living: Sequence[str]) -> str:
    return LEFT + (", ".join(living) or "nobody")
