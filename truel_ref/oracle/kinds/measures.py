"""What is expected where the answer is a number of numbers with names, compared one by one: what these kinds share.

By lot the numbers are those of the mean over all shooting orders and, as far as they are told, of the orders
themselves; with counted bullets worths, who is left alone, and the chance of every set of survivors.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, Self, TypeAlias

from truel_ref.errors import shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    decimal,
    entries_of,
    listed_once,
    number_said,
    numbers_of,
    object_said,
    side_by_side,
    size,
    within_tolerance,
)

__all__ = ["WIN", "CountedBullets", "DrawnByLot", "Measures", "NamedNumbers", "outside"]

Measures: TypeAlias = dict[str, "Number | None"]
"""The numbers of an answer by their names; None is one that is infinite, or of what there is not."""

Wins: TypeAlias = "Sequence[Number | None]"

WIN = "win of "
NAMED = 4
"""Wrong numbers of one answer that are told in words."""

ROWS = 20
"""Rows of a table."""


class NamedNumbers(Expected):
    """Numbers with names; what an answer leaves out is not judged.

    Fields: `tied` and `near`, the numbers of other outcomes of ties, and of those that doubles cannot tell from the
    best, None where they are too many to list; `has_tie_rule`, whether ties are broken by the rule that the problem
    states. The following say how names begin: `relative`, of numbers that are compared in proportion to the exact
    ones; `counts`, of further ones that are no probabilities; `always_shown`, of those with a row in every table, wrong
    or not; `zero`, of lists in which what an answer leaves out is 0; `infinite`, where no number means infinite;
    `sums`, of lists of probabilities, with what they are called, and whether they add up to 1 or at most to it.
    """

    exact: Measures
    tied: Sequence[Measures] | None = ()
    near: Sequence[Measures] | None = ()
    has_tie_rule = False
    relative: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    always_shown: tuple[str, ...] = (WIN,)
    zero: tuple[str, ...] = ()
    infinite: tuple[str, ...] = ()
    sums: tuple[tuple[str, str, int], ...] = ()

    @abstractmethod
    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the right answers, the exact one first, with what each is to be called; None for too many to list."""
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self.tied
        yield Judgement.CLOSE, self.near

    def is_shown(self, name: str) -> bool:
        """Tell whether a number has its row in every table, wrong or not."""
        return name.startswith(self.always_shown)

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        no_chances = (*self.relative, *self.counts)
        bad = outside(((name, chance) for name, chance in answer.items() if not name.startswith(no_chances)), tolerance)
        for start, what, least in self.sums:
            chances: list[Any] = [chance for name, chance in answer.items() if name.startswith(start)]
            parts = self.parts(start) or len(chances)
            bad = bad or (wrong_sum(f"{what} add", chances, least, parts, tolerance) if chances else "")
        return bad

    def parts(self, start: str) -> int:
        """Return how many numbers a sum has, those that an answer need not list included; 0 for the ones it lists."""
        return 0

    # -- the comparison

    def compare(self, answer: Measures, terms: Terms) -> Finding:
        """Return what is to be said of an answer.

        The steps: (1) probabilities that must add up to 1 do, else it is not a distribution; (2) look for a right
        answer with the same numbers, as far as they are told: the exact one, that of another way of breaking ties, one
        that doubles cannot tell from it; (3) where they are too many to be followed, any distribution will do; (4) else
        the values are wrong, and the worst are named. Where the tie rule is asked for, another way of breaking ties is
        against it.
        """
        gaps = (self._gap(name, value, self.exact) for name, value in answer.items())
        error = max((gap for gap in gaps if gap is not None), default=None)
        bad = self.no_distribution(answer, terms.tolerance)
        if bad:
            return Finding(Judgement.NOT_A_DISTRIBUTION, bad, error)
        for judgement, rights in self.acceptable(answer):
            by_rule = judgement is not Judgement.TIE or not (terms.strict_ties and self.has_tie_rule)
            if rights is None and by_rule:
                open_to = judgement if terms.strict_ties else Judgement.TIE
                return Finding(open_to, "its right answers are too many to be listed", error)
            if any(not any(self._wrong(answer, own, terms.tolerance)) for own in rights or ()):
                if by_rule:
                    return Finding(judgement, "", error)
                rule = self.problem.if_eq
                return Finding(Judgement.RULE, f"right for ties broken otherwise than by rule {rule}", error)
        return Finding(Judgement.VALUE, some(self._wrong(answer, self.exact, terms.tolerance)), error)

    def _gap(self, name: str, theirs: Number | None, exact: Measures) -> Number | None:
        """Return how far a number is off, in proportion where it is relative; None where one side has no number."""
        own = exact.get(name, Fraction(0))
        if theirs is None or own is None:
            return None
        gap: Number = abs(theirs - own) / (own if name.startswith(self.relative) else 1)
        return gap

    def _wrong(self, answer: Measures, own: Measures, tolerance: Fraction) -> Iterator[str]:
        """Yield every number of an answer that is not the right one, in words."""
        closed = tuple(start for start in self.zero if any(name.startswith(start) for name in answer))
        for name in dict.fromkeys([*answer, *(name for name in own if name.startswith(closed))]):
            theirs = answer.get(name, Fraction(0))
            gap = self._gap(name, theirs, own)
            if gap is not None and not within_tolerance(gap, Fraction(0), tolerance):
                yield f"{name} is off by {size(gap)}{' of it' if name.startswith(self.relative) else ''}"
            elif gap is None and (theirs is None) != (own.get(name) is None):
                none = "infinite" if name in self.infinite else "none"
                yield f"{name} is {none}" if theirs is not None else f"{name} is not {none}"

    # -- what is shown

    def data_of(self, answer: Measures | None) -> dict[str, Any]:
        """Return the numbers of the answer and the exact ones as plain data for JSON."""
        return {
            "theirs": None if answer is None else {name: _text(value, decimal) for name, value in answer.items()},
            "exact": {name: _text(value, number_text) for name, value in self.exact.items()},
        }

    def table(self, answer: Measures | None) -> str:
        """Return both sides, a row for each number that is always shown, and for what else differs visibly."""
        rows = []
        for name in dict.fromkeys([*self.exact, *(answer or {})]):
            own = self.exact.get(name, Fraction(0))
            theirs = "" if answer is None or name not in answer else _text(answer[name], decimal)
            if self.is_shown(name) or theirs not in ("", _text(own, decimal)):
                rows.append((name, theirs, _text(own, number_text), _text(own, decimal)))
        more = f"\nand {len(rows) - ROWS} more" if len(rows) > ROWS else ""
        return side_by_side(rows[:ROWS], answer is not None) + more


def _text(value: Number | None, text: Callable[[Any], str]) -> str:
    return "none" if value is None else text(value)


def some(texts: Iterable[str]) -> str:
    """Return the first few of some texts, and how many more there are."""
    listed = list(texts)
    return "; ".join([*listed[:NAMED], *([f"and {len(listed) - NAMED} more"] if len(listed) > NAMED else [])])


def outside(numbers: Iterable[tuple[str, Number | None]], tolerance: Fraction) -> str:
    """Return which of some probabilities with names is not in [0, 1], in words, empty if none is."""
    for name, chance in numbers:
        if chance is not None and not -tolerance <= chance <= 1 + tolerance:
            return f"{name}: {decimal(chance)} is not in [0, 1]"
    return ""


def wrong_sum(what: str, chances: Iterable[Number | None], least: int, parts: int, tolerance: Fraction) -> str:
    """Return in words that probabilities do not add up to 1, or to more than it, empty if they do what they must.

    A sum may be off by the tolerance once for each number in it, so numbers that are all right are never refused.
    """
    total = sum((chance for chance in chances if chance is not None), Fraction(0))
    fits = least - parts * tolerance <= total <= 1 + parts * tolerance
    return "" if fits else f"{what} up to {decimal(total)}"


def wins_said(data: object, start: str, what: str, players: int) -> Measures:
    """Return one number for each player by name, each None where there are none."""
    wins: Sequence[Number | None] = [None] * players if data is None else numbers_of(data, what, players)
    return {f"{start}{label(player)}": win for player, win in enumerate(wins)}


# ---------------------------------------------------------------------------------------------------------
# By lot

STALEMATE = "stalemate"


class DrawnByLot(NamedNumbers):
    """The mean win probabilities, and those of every order; with ties, the others that each order may have.

    Fields, beside those of `Expected`: `orders`, by their labels; `others`, for an order the other
    win probabilities that ways of breaking its ties lead to; `other_means`, None where they are too many to be listed.
    """

    problem: Problem
    has_tie_rule = True
    orders: Sequence[str] = ()
    others: dict[str, list[Wins]]
    other_means: list[Wins] | None

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        players, outcomes = expected.problem.players, vector["outcomes"]
        expected.orders = [", ".join(entry["order"]) for entry in vector["answer"]["orders"]]
        expected.exact = expected.read(vector["answer"])
        expected.others = {}
        for entry in vector["order_outcomes"]:
            wins = numbers_of(entry["win"], "order_outcomes", players)
            expected.others.setdefault(", ".join(entry["order"]), []).append(wins)
        expected.other_means = (
            None if outcomes is None else [numbers_of(entry["win"], "outcomes", players) for entry in outcomes]
        )
        return expected

    def question(self) -> dict[str, Any]:
        """Return the model, how an order is drawn and played, and the problem as plain data."""
        return {"model": "lot", "play": self.asked.play, "start": self.asked.start} | self.problem.to_json()

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        said = object_said(data, "win")
        players = self.problem.players
        measures = wins_said(said["win"], WIN, "win", players)
        if said.get(STALEMATE) is not None:
            measures[STALEMATE] = number_said(said[STALEMATE], STALEMATE)
        if said.get("orders") is not None:
            for entry in listed_once(said["orders"], "orders", "order", "win", self._order):
                measures |= wins_said(entry.value, f"{_in(entry.name)}{WIN}", f"{entry.what}: win", players)
        return measures

    def _order(self, said: object, what: str) -> str:
        """Return an order by the labels of its players."""
        name = ", ".join(map(str, entries_of(said, what)))
        if name not in self.orders:
            raise MalformedError(f"{what}: {shown(said)} is not an order that can be drawn")
        return name

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the exact answer, and the nearest one that other ways of breaking ties lead to."""
        yield Judgement.AGREES, [self.exact]
        if self.others:
            yield Judgement.TIE, [self._nearest(answer)]

    def _nearest(self, answer: Measures) -> Measures:
        """Return the outcome nearest to an answer: for every order that it tells, and for the mean.

        The mean is that of the orders, if all of them are told; else one of those that are listed, or, where they are
        too many, any.
        """
        stated = {order: said for order in self.orders if (said := _wins(answer, _in(order)))}
        nearest = {
            order: min([_wins(self.exact, _in(order)), *self.others.get(order, ())], key=partial(_distance, said))
            for order, said in stated.items()
        }
        mean: Sequence[Any] = [Fraction(0) if win is None else win for win in _wins(answer, "")]
        if len(stated) == len(self.orders):
            mean = [sum(wins, Fraction(0)) / len(stated) for wins in zip(*nearest.values(), strict=True)]
        elif self.other_means is not None:
            mean = min([_wins(self.exact, ""), *self.other_means], key=partial(_distance, _wins(answer, "")))
        measures: Measures = {STALEMATE: 1 - sum(mean, Fraction(0))}
        for start, wins in {"": mean, **{_in(order): win for order, win in nearest.items()}}.items():
            measures |= {f"{start}{WIN}{label(player)}": win for player, win in enumerate(wins)}
        return measures

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        rest = answer.get(STALEMATE)
        mean = [*_wins(answer, ""), *([] if rest is None else [rest])]
        sums = [(f"{_in(order)}win adds", _wins(answer, _in(order)), 0) for order in self.orders]
        sums.append(("win adds", mean, 0) if rest is None else ("win and stalemate adds", mean, 1))
        wrong = (
            wrong_sum(what, wins, least, max(len(wins), self.problem.players + 1), tolerance)
            for what, wins, least in sums
        )
        return outside(answer.items(), tolerance) or next(filter(None, wrong), "")


def _in(order: str) -> str:
    """Return how the names of the numbers of an order begin."""
    return f"in order {order}: "


def _wins(measures: Measures, start: str) -> Wins:
    """Return the win probabilities among some numbers, empty where there are none."""
    return [value for name, value in measures.items() if name.startswith(f"{start}{WIN}")]


def _distance(theirs: Wins, win: Wins) -> Any:
    """Return how far win probabilities are from others; a missing one is as far as can be."""
    return max(1 if said is None or own is None else abs(said - own) for said, own in zip(theirs, win, strict=True))


# ---------------------------------------------------------------------------------------------------------
# Counted bullets

WORTH = "worth for "
LEFT = "left: "


class CountedBullets(NamedNumbers):
    """Worths, wins and survivors, and those that other ways of breaking ties lead to."""

    problem: Problem
    has_tie_rule = True
    always_shown = (WIN, WORTH)
    sums = ((WIN, "win: the probabilities", 0), (LEFT, "survivors: the probabilities", 1))

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = super().listed(vector)
        if not all("survivors" in ending for ending in (vector["answer"], *vector["outcomes"])):
            raise ValueError("an outcome of a vector has all sets of survivors")
        expected.tied = list(map(expected.read, vector["outcomes"]))
        return expected

    def question(self) -> dict[str, Any]:
        """Return the model, the rounds of everybody, what survivors get, and the problem as plain data."""
        settings = {"bullets": list(self.asked.bullets), "survivors": self.asked.survivors}
        return {"model": "bullets"} | settings | self.problem.to_json()

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read.

        A set of survivors that is not listed has no chance.
        """
        said = object_said(data, "worths", "win")
        players = self.problem.players
        measures: Measures = {
            f"{start}{label(player)}": number
            for key, start in (("worths", WORTH), ("win", WIN))
            for player, number in enumerate(numbers_of(said[key], key, players))
        }
        if said.get("survivors") is not None:
            labels = list(map(label, range(players)))
            sets = [living for count in range(players + 1) for living in combinations(labels, count)]
            measures |= {_left(living): Fraction(0) for living in sets}
            listed = listed_once(said["survivors"], "survivors", "living", "chance", self._living)
            measures |= {entry.name: number_said(entry.value, entry.what) for entry in listed}
        return measures

    def _living(self, said: object, what: str) -> str:
        labels = list(map(label, range(self.problem.players)))
        living = entries_of(said, what)
        if not all(name in labels for name in living) or len(set(living)) < len(living):
            raise MalformedError(f"{what}: {shown(said)} is not a set of players")
        return _left(sorted(living))


def _left(living: Sequence[str]) -> str:
    return LEFT + (", ".join(living) or "nobody")
