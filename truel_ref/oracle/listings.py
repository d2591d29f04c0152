"""What is expected where the answer is a list of equilibria, compared as sets: what all kinds of them share.

An answer is plain data: `{"equilibria": [{"aims": {…}, …, "strict": …}]}`, or just that list. Aims are compared
exactly, as weights, but those that the problem states are not judged; values are compared within the tolerance. The
order of the list counts for nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, decimal_text, number_text
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
    replaced_predefined,
    size,
    within_tolerance,
)

__all__ = ["ListOfEquilibria", "Listing", "each_once"]

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
