"""What is expected of random shooter, simultaneous fire and opinions: all pure equilibria of a problem, as a set.

An entry of the list has `win`, the win probabilities at the start, and, if it tells them, `nobody` (simultaneous fire)
and `stalemate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from typing import Any, TypeAlias

from truel_ref.errors import VectorError
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Backend, Number
from truel_ref.oracle.corpus import CAP
from truel_ref.oracle.gaps import THIN
from truel_ref.oracle.judge import MalformedError, decimal, number_said, numbers_of
from truel_ref.oracle.listings import Listing, ListOfEquilibria, each_once
from truel_ref.oracle.measures import outside
from truel_ref.play import phase
from truel_ref.play.phase import Turn
from truel_ref.play.phases import backend_for
from truel_ref.play.responses import choices
from truel_ref.play.stationary import sets_after
from truel_ref.variants.fire import Below, Settled, Situation, after, chances_of_hits, largest_first, list_equilibria
from truel_ref.variants.opinions import states_of, values_of

__all__ = ["OpinionContest", "RandomShooter", "SimultaneousFire", "equilibria_within"]

Counts: TypeAlias = tuple[int, ...]


class _Fire(ListOfEquilibria):
    """All pure equilibria of a model in which nothing is announced."""

    rests: tuple[str, ...] = ("stalemate",)
    """What the win probabilities leave of 1."""

    def __init__(self, variant: Variant, name: str = "", group: str = "") -> None:
        variant.problem.check_plain("a test vector")
        super().__init__(variant.problem, name, group)
        self.variant = variant

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> _Fire:
        """Return what is expected, read from a vector."""
        expected = cls(Variant.from_json(dict(vector)), vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        if any(set(own.values) != {"win", *cls.rests} or own.strict is None for own in expected.exact):
            raise ValueError("an equilibrium of a vector has all its values, and says whether it is strict")
        return expected

    @cached_property
    def firm(self) -> Sequence[Listing]:
        """The equilibria that no solver in doubles may miss."""
        return self._listings(equilibria_within(self.variant, -THIN, CAP))

    @cached_property
    def loose(self) -> Sequence[Listing] | None:
        """The equilibria that a solver in doubles may list."""
        answer = equilibria_within(self.variant, THIN, CAP)
        return self._listings(answer) if answer.complete else None

    def _listings(self, answer: VariantAnswer) -> tuple[Listing, ...]:
        rests = {"nobody": lambda play: play.nobody, "stalemate": lambda play: play.stalemate}
        return each_once(
            Listing(play.aims, {"win": play.win} | {name: (rests[name](play),) for name in self.rests}, play.strict)
            for play in answer
        )

    @property
    def asked(self) -> Variant:
        """The problem with its model and settings."""
        return self.variant

    def question(self) -> dict[str, Any]:
        """Return the model, and the problem as plain data."""
        return {"model": self.variant.model} | self.problem.to_json()

    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        if entry.get("win") is None:
            raise MalformedError(f"{what}: it has no 'win'")
        values: dict[str, tuple[Number, ...]] = {"win": numbers_of(entry["win"], f"{what}: win", self.problem.players)}
        for name in self.rests:
            if entry.get(name) is not None:
                values[name] = (number_said(entry[name], f"{what}: {name}"),)
        return values

    def _no_values(self, theirs: Listing, tolerance: Fraction) -> str:
        named = {f"win of {label(player)}": value for player, value in enumerate(theirs.values["win"])}
        named |= {name: theirs.values[name][0] for name in self.rests if name in theirs.values}
        bad = outside(named.items(), tolerance)
        total, within = sum(named.values(), Fraction(0)), len(named) * tolerance
        least = Fraction(len(named) == self.problem.players + len(self.rests))
        if not bad and not least - within <= total <= 1 + within:
            bad = f"{' and '.join(theirs.values)} add up to {decimal(total)}"
        return f"{theirs}: {bad}" if bad else ""


class RandomShooter(_Fire):
    """All pure equilibria where for every shot one of the living is drawn."""

    marks: Mapping[str, str] = {"model": "shooter"}


class SimultaneousFire(_Fire):
    """All pure equilibria where all living players fire at once."""

    marks: Mapping[str, str] = {"model": "simultaneous"}
    rests = ("nobody", "stalemate")


class OpinionContest(_Fire):
    """All pure equilibria of the contest of opinions."""

    marks: Mapping[str, str] = {"model": "opinions"}


# ---------------------------------------------------------------------------------------------------------
# Equilibria within a slack, by looking at every policy


def equilibria_within(variant: Variant, slack: Fraction, cap: int) -> VariantAnswer:
    """Return all pure equilibria if an option must be better by more than a slack to be better.

    The steps, for every set and every selection of equilibria of the smaller ones: (1) value every policy of the set;
    (2) list those in which no other aim of one player in one state is worth more to him there by more than the slack.

    Parameters: `variant`, of a model in which nothing is announced; `slack`, below 0: by how much every other option
    must be worse; `cap`, how many selections are followed.

    Raises `VectorError` for another model.

    >>> even = Variant.stated("shooter", [1, "1/2", "1/2"])
    >>> [len(equilibria_within(even, Fraction(slack, 100), 10)) for slack in (-1, 0, 1)]
    [0, 2, 2]
    """
    if variant.model not in _VALUES:
        raise VectorError(f"the model {variant.model!r} has no equilibria within a slack; {', '.join(_VALUES)} have")
    problem = variant.problem
    backend = backend_for(problem)
    steps = _left_by_a_round if variant.model == "simultaneous" else sets_after

    def solve(living: Living, below: Below) -> list[Settled]:
        states = states_of(living, problem.players) if variant.model == "opinions" else [()]
        options = [choices(problem, living, player) for player in living]
        policies = product(product(*options), repeat=len(states))
        values = {
            policy: _VALUES[variant.model](problem, living, dict(zip(states, policy, strict=True)), below, backend)
            for policy in policies
        }
        settled = []
        for policy, worths in values.items():
            losses = list(_losses(states, living, options, policy, values))
            if all(loss >= -slack for loss in losses):
                situations = tuple(
                    Situation(counts, aims, worths[counts]) for counts, aims in zip(states, policy, strict=True)
                )
                settled.append(Settled(living, situations, all(loss > 0 for loss in losses), largest_first(below)))
        return settled

    return list_equilibria(variant, backend, lambda living: steps(problem, living), solve, cap)


def _losses(
    states: Sequence[Counts],
    living: Living,
    options: Sequence[Sequence[Aim]],
    policy: tuple[tuple[Aim, ...], ...],
    values: Mapping[tuple[tuple[Aim, ...], ...], Mapping[Counts, Sequence[Any]]],
) -> Iterator[Any]:
    """Yield for every other aim of one player in one state what it would cost him there."""
    for row, counts in enumerate(states):
        for place, player in enumerate(living):
            for aim in options[place]:
                if aim != policy[row][place]:
                    changed = (*policy[row][:place], aim, *policy[row][place + 1 :])
                    other = (*policy[:row], changed, *policy[row + 1 :])
                    yield values[policy][counts][player] - values[other][counts][player]


def _left_by_a_round(problem: Problem, living: Living) -> set[Living]:
    """Return the sets of two or more players that one round of simultaneous fire can leave."""
    backend = backend_for(problem)
    options = [choices(problem, living, player) for player in living]
    left = {
        tuple(player for player in living if player not in hit)
        for aims in product(*options)
        for hit in chances_of_hits(problem, dict(zip(living, aims, strict=True)), backend)
    }
    return {players for players in left if 1 < len(players) < len(living)}


def _in_one_state(
    turn: Callable[..., Turn[Any]],
    problem: Problem,
    living: Living,
    policy: Mapping[Counts, Sequence[Aim]],
    below: Below,
    backend: Backend,
) -> Mapping[Counts, Sequence[Any]]:
    """Return what a policy is worth in a set that has one state: a number per player, and one for nobody."""
    return {(): phase.value([turn(problem, dict(zip(living, policy[()], strict=True)), below, backend)])}


def _shot(problem: Problem, aims: Mapping[int, Aim], below: Below, backend: Backend) -> Turn[Any]:
    """Return the mean over who is drawn: what his shot wins, and the chance that it hits nobody."""
    wins, passes = [backend.number(Fraction(0))] * (problem.players + 1), backend.number(Fraction(0))
    for player, aim in aims.items():
        hits = chances_of_hits(problem, {player: aim}, backend)
        won, passed = _mean(hits, tuple(aims), below, problem.players, backend)
        wins = [known + more / len(aims) for known, more in zip(wins, won, strict=True)]
        passes += passed / len(aims)
    return wins, passes


def _round(problem: Problem, aims: Mapping[int, Aim], below: Below, backend: Backend) -> Turn[Any]:
    """Return what a round of all wins, and the chance that it hits nobody."""
    return _mean(chances_of_hits(problem, aims, backend), tuple(aims), below, problem.players, backend)


def _mean(
    hits: Mapping[frozenset[int], Any], living: Living, below: Below, players: int, backend: Backend
) -> Turn[Any]:
    """Return the mean value of the sets that hits leave, and the chance that nobody is hit."""
    wins = [backend.number(Fraction(0))] * (players + 1)
    for gone, chance in hits.items():
        if gone:
            value = after((player for player in living if player not in gone), below, players, backend)
            wins = [known + chance * more for known, more in zip(wins, value, strict=True)]
    return wins, hits.get(frozenset(), backend.number(Fraction(0)))


_VALUES: dict[str, Callable[..., Mapping[Counts, Sequence[Any]]]] = {
    "shooter": partial(_in_one_state, _shot),
    "simultaneous": partial(_in_one_state, _round),
    "opinions": values_of,
}
"""What a policy of a set is worth in every state of it, by model."""
