"""What is expected where the answer is a list of equilibria, compared as sets: what all kinds of them share.

An answer is plain data: `{"equilibria": [{"aims": {…}, …, "strict": …}]}`, or just that list. Aims are compared
exactly, as weights, but those that the problem states are not judged; values are compared within the tolerance. The
order of the list counts for nothing.

An entry of the list has `values`, by player those at his turn, or `win`, which is those at the first turn alone.

An entry of the list has `win`, the win probabilities at the start, and, if it tells them, `nobody` (simultaneous fire)
and `stalemate`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Self, TypeAlias

from truel_ref.errors import VectorError, shown
from truel_ref.fast.stationary import equilibria
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Number, decimal_text, number_text
from truel_ref.oracle.corpus import CAP, THIN, distinct
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    aim_said,
    decimal,
    entries_of,
    number_said,
    numbers_of,
    object_said,
    replaced_predefined,
    size,
    within_tolerance,
)
from truel_ref.oracle.kinds.measures import outside, some
from truel_ref.play.responses import choices
from truel_ref.play.stationary import all_equilibria, sets_after
from truel_ref.variants.fire import (
    Below,
    SettledFire,
    Situation,
    after,
    chances_of_hits,
    largest_first,
    list_equilibria,
    sets_after_volley,
    shot_as_turn,
    value_of_hits,
    value_of_shots,
)
from truel_ref.variants.opinions import states_of, values_of

__all__ = [
    "FireKind",
    "ListOfEquilibria",
    "Listing",
    "SimultaneousFireKind",
    "StationaryPlay",
    "by_player",
    "equilibria_within",
]

ROWS = 12
"""Equilibria of a table; a problem may have dozens."""


@dataclass(frozen=True)
class Listing:
    """One equilibrium as a list has it.

    Fields: `aims`, by player; `values`, lists of numbers by name, as far as they are told (win probabilities, by whose
    turn it is, for example); `strict`, None where it is not told.
    """

    aims: tuple[Aim | None, ...]
    values: Mapping[str, tuple[Number, ...]]
    strict: bool | None

    def __str__(self) -> str:
        return ", ".join("none" if aim is None else str(aim) for aim in self.aims)

    def gap(self, own: Listing) -> Number:
        """Return how far the worst value that is told lies from that of another listing, which has them all."""
        gaps: list[Number] = [
            abs(theirs - mine)
            for name, numbers in self.values.items()
            for theirs, mine in zip(numbers, own.values[name], strict=True)
        ]
        return max(gaps)

    def fits(self, own: Listing, tolerance: Fraction) -> bool:
        """Tell whether aims and values are those of another listing."""
        return self.aims == own.aims and within_tolerance(self.gap(own), Fraction(0), tolerance)


class ListOfEquilibria(Expected):
    """All pure equilibria of a problem, and those that doubles cannot tell from one.

    `exact` has the equilibria, each once. `firm` are those that stay if an option must be worse by more than 1e-12 to
    be no better, in the set of all players and in every smaller one; `loose` those that come in if an option must be
    better by more than 1e-12 to be better, None where they are too many to list. Both are asked for only if an answer
    is not exact. `seen_from` ends the head of the column of values in a table.
    """

    problem: Problem
    exact: tuple[Listing, ...]
    seen_from: str = ""

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = super().listed(vector)
        if any(set(own.values) != expected.names or own.strict is None for own in expected.exact):
            raise ValueError("an equilibrium of a vector has all its values, and says whether it is strict")
        return expected

    @cached_property
    def firm(self) -> Sequence[Listing]:
        """The equilibria that no solver in doubles may miss."""
        return self._listings(self.within(-THIN))

    @cached_property
    def loose(self) -> Sequence[Listing] | None:
        """The equilibria that a solver in doubles may list."""
        answer = self.within(THIN)
        return self._listings(answer) if answer.complete else None

    def _listings(self, answer: Iterable[Any]) -> tuple[Listing, ...]:
        """Return the equilibria of an answer, those that differ in their selections only once."""
        return tuple(distinct(Listing(play.aims, self.values_of(play), play.strict) for play in answer))

    @property
    @abstractmethod
    def names(self) -> set[str]:
        """The names of the values that an equilibrium has."""

    @abstractmethod
    def within(self, slack: Fraction) -> Any:
        """Return all pure equilibria if an option must be better by more than a slack to be better."""

    @abstractmethod
    def values_of(self, play: Any) -> dict[str, tuple[Number, ...]]:
        """Return the values of an equilibrium by name."""

    @abstractmethod
    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        """Return the values of an entry by name; raises `MalformedError` where they cannot be read."""

    @abstractmethod
    def _no_values(self, theirs: Listing, tolerance: Fraction) -> str:
        """Return what is wrong with the values of an entry by themselves, empty if nothing is."""

    # -- an answer

    def read(self, data: object) -> tuple[Listing, ...]:
        """Return an answer in exact numbers; raises `MalformedError` for what cannot be read."""
        if isinstance(data, Mapping):
            data = object_said(data, "equilibria")["equilibria"]
        return tuple(
            self._listing(entry, f"number {number}") for number, entry in enumerate(entries_of(data, "equilibria"), 1)
        )

    def _listing(self, entry: object, what: str) -> Listing:
        if not isinstance(entry, Mapping) or "aims" not in entry:
            raise MalformedError(f"{what}: {shown(entry)} has no 'aims'")
        aims = by_player(entry["aims"], f"{what}: aims", self.problem.players)
        values = self._values(entry, what)
        strict = entry.get("strict")
        if not isinstance(strict, bool | None):
            raise MalformedError(f"{what}: strict: {shown(strict)} is neither true nor false")
        said = tuple(aim_said(self.problem, player, aim) for player, aim in enumerate(aims))
        return Listing(replaced_predefined(self.problem, said), values, strict)

    # -- the comparison

    def compare(self, answer: Sequence[Listing], terms: Terms) -> Finding:
        """Return what is to be said of an answer.

        The steps: (1) each value lies in [0, 1], and those of one turn add up to 1 at most; (2) if there are no
        faults (`_faults`), it agrees; (3) if there are none with what doubles cannot tell apart, that is it; (4) else
        the first kind of fault is the judgement, and the faults are named.
        """
        error = _error(answer, self.exact)
        bad = next(filter(None, (self._no_values(theirs, terms.tolerance) for theirs in answer)), "")
        if bad:
            return Finding(Judgement.NOT_A_DISTRIBUTION, bad, error)
        faults = list(_faults(answer, self.exact, self.exact, terms.tolerance))
        if not faults:
            return Finding(Judgement.AGREES, "", error)
        if self.loose is None:
            return Finding(Judgement.CLOSE, "its equilibria are too many to be listed", error)
        if not any(_faults(answer, self.loose, self.firm, terms.tolerance)):
            return Finding(Judgement.CLOSE, "", error)
        order = list(Judgement)
        faults.sort(key=lambda fault: order.index(fault[0]))
        return Finding(faults[0][0], some(text for _, text in faults), error)

    # -- what is shown

    def data_of(self, answer: Sequence[Listing] | None) -> dict[str, Any]:
        """Return the equilibria of the answer and the exact ones as plain data for JSON."""
        return {
            "theirs": None if answer is None else [_data(theirs, decimal) for theirs in answer],
            "exact": [_data(own, number_text) for own in self.exact],
        }

    def table(self, answer: Sequence[Listing] | None) -> str:
        """Return the equilibria of both lists with their first values, a row for each."""
        from tabulate import tabulate

        rows: list[list[str]] = []
        left = list(self.exact)
        for theirs in answer or ():
            # Beside each of theirs the nearest with the same aims that stands beside nobody yet.
            own = min((own for own in left if own.aims == theirs.aims), key=theirs.gap, default=None)
            if own is not None:
                left.remove(own)
            rows.append([str(theirs), _first(theirs), _first(own), _kind(theirs), _kind(own)])
        rows += [[str(own), "", _first(own), "", _kind(own)] for own in left]
        if not rows:
            return "there is no equilibrium"
        heads = ["aims", f"theirs{self.seen_from}", "exact", "they say", "is"]
        kept = [column for column in range(5) if answer or column in (0, 2, 4)]
        table: str = tabulate([[row[at] for at in kept] for row in rows[:ROWS]], [heads[at] for at in kept])
        return table + (f"\nand {len(rows) - ROWS} more" if len(rows) > ROWS else "")


def by_player(data: object, what: str, players: int) -> list[Any]:
    """Return the entries of a list or of an object that has one for each player."""
    names = [label(player) for player in range(players)]
    if not isinstance(data, Mapping):
        return entries_of(data, what, len(names))
    if set(data) != set(names):
        raise MalformedError(f"{what}: there is one for each of {', '.join(names)}, and for nobody else")
    return [data[name] for name in names]


def _faults(
    answer: Sequence[Listing], may: Sequence[Listing], must: Sequence[Listing], tolerance: Fraction
) -> Iterator[tuple[Judgement, str]]:
    """Yield what is wrong with a list: each fault with a text.

    Parameters: `answer`; `may`, the equilibria that may be listed; `must`, those that must be, and whose strictness
    counts; `tolerance`.
    """
    misfits = set()
    for theirs in answer:
        same = [own for own in may if own.aims == theirs.aims]
        if not same:
            yield Judgement.NO_EQUILIBRIUM, f"{theirs} is none"
        elif not any(theirs.fits(own, tolerance) for own in same):
            misfits.add(theirs.aims)
            yield Judgement.VALUE, f"{theirs} is off by {size(min(map(theirs.gap, same)))}"
    for own in must:
        fitting = [theirs for theirs in answer if theirs.fits(own, tolerance)]
        if not fitting and own.aims not in misfits:  # a wrong value is not told as one left out, too
            yield Judgement.LEFT_OUT, f"{own} is left out"
    for theirs in answer:
        kinds = {own.strict for own in must if theirs.fits(own, tolerance)}
        if theirs.strict is not None and kinds and theirs.strict not in kinds:
            yield Judgement.STRICTNESS, f"{theirs} is {'not ' if theirs.strict else ''}strict"
    often = Counter(own.aims for own in may)
    for aims, times in Counter(theirs.aims for theirs in answer).items():
        if often[aims] and times > often[aims] and aims not in misfits:
            yield Judgement.TWICE, f"{', '.join(map(str, aims))} is listed {times} times"


def _error(answer: Iterable[Listing], own: Sequence[Listing]) -> Number | None:
    """Return how far the values of the worst entry lie from the nearest equilibrium with the same aims."""
    gaps = (min((theirs.gap(each) for each in own if each.aims == theirs.aims), default=None) for theirs in answer)
    return max((gap for gap in gaps if gap is not None), default=None)


def _data(listing: Listing, text: Any) -> dict[str, Any]:
    return {
        "aims": [None if aim is None else aim.to_json() for aim in listing.aims],
        "values": {name: list(map(text, numbers)) for name, numbers in listing.values.items()},
        "strict": listing.strict,
    }


def _first(listing: Listing | None) -> str:
    """Return the first values in a short form."""
    if listing is None:
        return ""
    values = next(iter(listing.values.values()))
    return ", ".join(decimal_text(value, 9) if -10 < value < 10 else "very large" for value in values)


def _kind(listing: Listing | None) -> str:
    if listing is None or listing.strict is None:
        return ""
    return "strict" if listing.strict else "not strict"


# ---------------------------------------------------------------------------------------------------------
# What is expected of stationary play: all pure equilibria of a problem, as a set.


class StationaryPlay(ListOfEquilibria):
    """All pure stationary equilibria of a problem, with the values at every turn."""

    seen_from = " at the first turn"

    @property
    def names(self) -> set[str]:
        """The labels of who is on move."""
        return {label(player) for player in range(self.problem.players)}

    @cached_property
    def exact(self) -> tuple[Listing, ...]:  # type: ignore[override]  # nobody changes it but who reads a vector
        """The equilibria of the set of all players, each once."""
        return self._listings(equilibria(self.problem, cap=CAP))

    def within(self, slack: Fraction) -> Any:
        """Return all pure equilibria within a slack."""
        return all_equilibria(self.problem, cap=CAP, slack=slack)

    def values_of(self, play: Any) -> dict[str, tuple[Number, ...]]:
        """Return the values at every turn."""
        return {label(mover): win for mover, win in enumerate(play.values)}

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, and the way to play."""
        return {"play": "stationary"} | self.problem.to_json()

    # -- an answer

    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        players = self.problem.players
        if entry.get("values") is not None:
            return {
                label(mover): numbers_of(win, f"{what}: values at the turn of {label(mover)}", players)
                for mover, win in enumerate(by_player(entry["values"], f"{what}: values", self.problem.players))
            }
        if entry.get("win") is not None:
            return {label(0): numbers_of(entry["win"], f"{what}: win", players)}
        raise MalformedError(f"{what}: it has no 'values', and no 'win' at the first turn")

    def _no_values(self, theirs: Listing, tolerance: Fraction) -> str:
        for mover, win in theirs.values.items():
            where = f"{theirs}: at the turn of {mover}"
            for player, value in enumerate(win):
                if not -tolerance <= value <= 1 + tolerance:
                    return f"{where}, win of {label(player)}: {decimal(value)} is not in [0, 1]"
            if sum(win, Fraction(0)) > 1 + len(win) * tolerance:
                return f"{where}, win adds up to {decimal(sum(win, Fraction(0)))}"
        return ""


# ---------------------------------------------------------------------------------------------------------
# What is expected of random shooter, simultaneous fire and opinions: all pure equilibria of a problem, as a set.

Counts: TypeAlias = tuple[int, ...]


class FireKind(ListOfEquilibria):
    """All pure equilibria of a model in which nothing is announced: random shooter, and opinions."""

    rests: tuple[str, ...] = ("stalemate",)
    """What the win probabilities leave of 1."""

    @property
    def names(self) -> set[str]:
        """The win probabilities, and what they leave of 1."""
        return {"win", *self.rests}

    def within(self, slack: Fraction) -> VariantAnswer:
        """Return all pure equilibria within a slack."""
        return equilibria_within(self.asked, slack, CAP)

    def values_of(self, play: Any) -> dict[str, tuple[Number, ...]]:
        """Return the values at the start."""
        return {"win": play.win} | {name: (getattr(play, name),) for name in self.rests}

    def question(self) -> dict[str, Any]:
        """Return the model, and the problem as plain data."""
        return {"model": self.asked.model} | self.problem.to_json()

    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        if entry.get("win") is None:
            raise MalformedError(f"{what}: it has no 'win'")
        values: dict[str, tuple[Number, ...]] = {"win": numbers_of(entry["win"], f"{what}: win", self.problem.players)}
        rests = [name for name in self.rests if entry.get(name) is not None]
        return values | {name: (number_said(entry[name], f"{what}: {name}"),) for name in rests}

    def _no_values(self, theirs: Listing, tolerance: Fraction) -> str:
        named = {f"win of {label(player)}": value for player, value in enumerate(theirs.values["win"])}
        named |= {name: theirs.values[name][0] for name in self.rests if name in theirs.values}
        bad = outside(named.items(), tolerance)
        total, within = sum(named.values(), Fraction(0)), len(named) * tolerance
        least = Fraction(len(named) == self.problem.players + len(self.rests))
        if not bad and not least - within <= total <= 1 + within:
            bad = f"{' and '.join(theirs.values)} add up to {decimal(total)}"
        return f"{theirs}: {bad}" if bad else ""


class SimultaneousFireKind(FireKind):
    """All pure equilibria where all living players fire at once."""

    rests = ("nobody", "stalemate")


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
    steps = sets_after_volley if variant.model == "simultaneous" else sets_after

    def solve(living: Living, below: Below) -> list[SettledFire]:
        states = states_of(living, problem.players) if variant.model == "opinions" else [()]
        options = [choices(problem, living, player) for player in living]
        policies = product(product(*options), repeat=len(states))
        values = {
            policy: _VALUES[variant.model](problem, living, dict(zip(states, policy, strict=True)), below)
            for policy in policies
        }
        settled = []
        for policy, worths in values.items():
            losses = list(_losses(states, living, options, policy, values))
            if all(loss >= -slack for loss in losses):
                situations = tuple(
                    Situation(counts, aims, worths[counts]) for counts, aims in zip(states, policy, strict=True)
                )
                settled.append(SettledFire(living, situations, all(loss > 0 for loss in losses), largest_first(below)))
        return settled

    return list_equilibria(variant, lambda living: steps(problem, living), solve, cap)


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


def _of_shots(
    problem: Problem, living: Living, policy: Mapping[Counts, Sequence[Aim]], below: Below
) -> Mapping[Counts, Sequence[Any]]:
    """Return what a policy is worth where one shooter is drawn: a number per player, and one for nobody."""
    aims = zip(living, policy[()], strict=True)
    return {(): value_of_shots([shot_as_turn(problem, living, player, aim, below) for player, aim in aims])}


def _of_volleys(
    problem: Problem, living: Living, policy: Mapping[Counts, Sequence[Aim]], below: Below
) -> Mapping[Counts, Sequence[Any]]:
    """Return what a policy is worth where all fire at once: a number per player, and one for nobody."""

    def value(gone: frozenset[int]) -> Sequence[Any]:
        return after((player for player in living if player not in gone), below, problem.players)

    hits = chances_of_hits(problem, dict(zip(living, policy[()], strict=True)))
    return {(): value_of_hits(hits, value, problem.players)}


_VALUES: dict[str, Callable[..., Mapping[Counts, Sequence[Any]]]] = {
    "shooter": _of_shots,
    "simultaneous": _of_volleys,
    "opinions": values_of,
}
"""What a policy of a set is worth in every state of it, by model."""
