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
from functools import cached_property, partial
from itertools import product
from typing import Any, TypeAlias

from truel_ref.errors import VectorError, shown
from truel_ref.fast.stationary import equilibria
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria, Living
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Backend, Number, decimal_text, number_text
from truel_ref.oracle.corpus import CAP, THIN
from truel_ref.oracle.judge import (
    SAID,
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
    replaced_predefined,
    size,
    within_tolerance,
)
from truel_ref.oracle.kinds.measures import outside
from truel_ref.play import phase
from truel_ref.play.phase import Turn
from truel_ref.play.phases import backend_for
from truel_ref.play.responses import choices
from truel_ref.play.stationary import all_equilibria, sets_after
from truel_ref.variants.fire import Below, Settled, Situation, after, chances_of_hits, largest_first, list_equilibria
from truel_ref.variants.opinions import states_of, values_of

__all__ = [
    "ListOfEquilibria",
    "Listing",
    "OpinionContest",
    "RandomShooter",
    "SimultaneousFire",
    "StationaryPlay",
    "each_once",
    "equilibria_within",
]

NAMED = 4
"""Faults of one answer that are told in words."""

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
    seen_from: str = ""

    @property
    @abstractmethod
    def firm(self) -> Sequence[Listing]:
        """The equilibria that no solver in doubles may miss."""

    @property
    @abstractmethod
    def loose(self) -> Sequence[Listing] | None:
        """The equilibria that a solver in doubles may list."""

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
            if "equilibria" not in data:
                raise MalformedError(
                    f"it says: {shown(data['error'], SAID)}" if "error" in data else "it has no 'equilibria'"
                )
            data = data["equilibria"]
        return tuple(
            self._listing(entry, f"number {number}") for number, entry in enumerate(entries_of(data, "equilibria"), 1)
        )

    def _listing(self, entry: object, what: str) -> Listing:
        if not isinstance(entry, Mapping) or "aims" not in entry:
            raise MalformedError(f"{what}: {shown(entry)} has no 'aims'")
        aims = self._by_player(entry["aims"], f"{what}: aims")
        values = self._values(entry, what)
        strict = entry.get("strict")
        if not isinstance(strict, bool | None):
            raise MalformedError(f"{what}: strict: {shown(strict)} is neither true nor false")
        said = tuple(aim_said(self.problem, player, aim) for player, aim in enumerate(aims))
        return Listing(replaced_predefined(self.problem, said), values, strict)

    def _by_player(self, data: object, what: str) -> list[Any]:
        """Return the entries of a list or of an object that has one for each player."""
        names = [label(player) for player in range(self.problem.players)]
        if not isinstance(data, Mapping):
            return entries_of(data, what, len(names))
        if set(data) != set(names):
            raise MalformedError(f"{what}: there is one for each of {', '.join(names)}, and for nobody else")
        return [data[name] for name in names]

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
        texts = [text for _, text in faults]
        more = [f"and {len(texts) - NAMED} more"] if len(texts) > NAMED else []
        return Finding(faults[0][0], "; ".join([*texts[:NAMED], *more]), error)

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


def each_once(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """Return listings, those that are equal (as under two selections) only once."""
    different: list[Listing] = []
    for listing in listings:
        if listing not in different:
            different.append(listing)
    return tuple(different)


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

    marks: Mapping[str, str] = {"play": "stationary"}
    seen_from = " at the first turn"

    def __init__(self, problem: Problem, name: str = "", group: str = "") -> None:
        problem.check_plain("a test vector")
        super().__init__(problem, name, group)

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> StationaryPlay:
        """Return what is expected, read from a vector."""
        expected = cls(Problem.from_data(vector["problem"]), vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        if any(len(own.values) < expected.problem.players or own.strict is None for own in expected.exact):
            raise ValueError("an equilibrium of a vector has values at every turn, and says whether it is strict")
        return expected

    @cached_property
    def exact(self) -> tuple[Listing, ...]:
        """The equilibria of the set of all players, each once."""
        return _listings(equilibria(self.problem, cap=CAP))

    @cached_property
    def firm(self) -> Sequence[Listing]:
        """The equilibria that no solver in doubles may miss."""
        return _listings(all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=-THIN))

    @cached_property
    def loose(self) -> Sequence[Listing] | None:
        """The equilibria that a solver in doubles may list."""
        answer = all_equilibria(self.problem, backend_for(self.problem), cap=CAP, slack=THIN)
        return _listings(answer) if answer.complete else None

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data, and the way to play."""
        return {"play": "stationary"} | self.problem.to_json()

    # -- an answer

    def _values(self, entry: Mapping[Any, Any], what: str) -> dict[str, tuple[Number, ...]]:
        players = self.problem.players
        if entry.get("values") is not None:
            return {
                label(mover): numbers_of(win, f"{what}: values at the turn of {label(mover)}", players)
                for mover, win in enumerate(self._by_player(entry["values"], f"{what}: values"))
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


def _listings(answer: Equilibria) -> tuple[Listing, ...]:
    """Return the equilibria of an answer, those that differ in their selections only once."""
    return each_once(
        Listing(play.aims, {label(mover): win for mover, win in enumerate(play.values)}, play.strict) for play in answer
    )


# ---------------------------------------------------------------------------------------------------------
# What is expected of random shooter, simultaneous fire and opinions: all pure equilibria of a problem, as a set.

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
