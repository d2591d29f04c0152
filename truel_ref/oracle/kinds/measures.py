"""What is expected where the answer is a number of numbers with names, compared one by one: what these kinds share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

from truel_ref.errors import shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.judge import (
    SAID,
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    decimal,
    entries_of,
    number_said,
    numbers_of,
    size,
    within_tolerance,
)

__all__ = ["WIN", "CountedBullets", "DrawnByLot", "Measures", "NamedNumbers", "outside"]

Measures: TypeAlias = dict[str, "Number | None"]
"""The numbers of an answer by their names; None is one that is infinite, or of what there is not."""

WIN = "win of "
NAMED = 4
"""Wrong numbers of one answer that are told in words."""

ROWS = 20
"""Rows of a table."""


class NamedNumbers(Expected):
    """Numbers with names; what an answer leaves out is not judged.

    `has_tie_rule` says whether ties are broken by the rule that the problem states.
    """

    has_tie_rule = False

    @abstractmethod
    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the right answers, the exact one first, with what each is to be called; None for too many to list."""

    @abstractmethod
    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""

    def is_relative(self, name: str) -> bool:
        """Tell whether a number is compared in proportion to the exact one; probabilities are not."""
        return False

    def is_shown(self, name: str) -> bool:
        """Tell whether a number has its row in every table, wrong or not."""
        return name.startswith(WIN)

    def is_zero(self, name: str, answer: Measures) -> bool:
        """Tell whether a number of the exact answer that this one leaves out is said to be 0 thereby."""
        return False

    def no_number(self, name: str) -> str:
        """Return what it means where a number is None."""
        return "none"

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
            if rights is None:
                if by_rule:
                    open_to = judgement if terms.strict_ties else Judgement.TIE
                    return Finding(open_to, "its right answers are too many to be listed", error)
            elif any(not any(self._wrong(answer, own, terms.tolerance)) for own in rights):
                if by_rule:
                    return Finding(judgement, "", error)
                rule = self.problem.if_eq
                return Finding(Judgement.RULE, f"right for ties broken otherwise than by rule {rule}", error)
        wrong = list(self._wrong(answer, self.exact, terms.tolerance))
        more = [f"and {len(wrong) - NAMED} more"] if len(wrong) > NAMED else []
        return Finding(Judgement.VALUE, "; ".join([*wrong[:NAMED], *more]), error)

    def _gap(self, name: str, theirs: Number | None, exact: Measures) -> Number | None:
        """Return how far a number is off, in proportion where it is relative; None where one side has no number."""
        own = exact.get(name, Fraction(0))
        if theirs is None or own is None:
            return None
        gap: Number = abs(theirs - own) / (own if self.is_relative(name) else 1)
        return gap

    def _wrong(self, answer: Measures, own: Measures, tolerance: Fraction) -> Iterator[str]:
        """Yield every number of an answer that is not the right one, in words."""
        unlisted = [name for name in own if name not in answer and self.is_zero(name, answer)]
        for name in [*answer, *unlisted]:
            theirs = answer.get(name, Fraction(0))
            gap = self._gap(name, theirs, own)
            if gap is not None and not within_tolerance(gap, Fraction(0), tolerance):
                yield f"{name} is off by {size(gap)}{' of it' if self.is_relative(name) else ''}"
            elif gap is None and (theirs is None) != (own.get(name) is None):
                none = self.no_number(name)
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
        from tabulate import tabulate

        rows = []
        for name in dict.fromkeys([*self.exact, *(answer or {})]):
            own = self.exact.get(name, Fraction(0))
            texts = [_text(own, number_text), _text(own, decimal)]
            theirs = "" if answer is None or name not in answer else _text(answer[name], decimal)
            if self.is_shown(name) or theirs not in ("", texts[1]):
                rows.append([name, *([] if answer is None else [theirs]), *texts])
        heads = ["", *([] if answer is None else ["theirs"]), "exact", " "]
        table: str = tabulate(rows[:ROWS], heads, disable_numparse=True)
        return table + (f"\nand {len(rows) - ROWS} more" if len(rows) > ROWS else "")


def _text(value: Number | None, text: Callable[[Any], str]) -> str:
    return "none" if value is None else text(value)


def outside(numbers: Iterable[tuple[str, Number | None]], tolerance: Fraction) -> str:
    """Return which of some probabilities with names is not in [0, 1], in words, empty if none is."""
    for name, chance in numbers:
        if chance is not None and not -tolerance <= chance <= 1 + tolerance:
            return f"{name}: {decimal(chance)} is not in [0, 1]"
    return ""


# ---------------------------------------------------------------------------------------------------------
# What is expected by lot: the mean over all shooting orders, and, as far as they are told, the orders themselves.

STALEMATE = "stalemate"


class DrawnByLot(NamedNumbers):
    """The mean win probabilities, and those of every order; with ties, the others that each order may have.

    Fields, beside those of `Expected`: `variant`; `orders`, by labels; `others`, for an order the other win
    probabilities that ways of breaking its ties lead to; `other_means`, None where they are too many to be listed.
    """

    marks: Mapping[str, str] = {"model": "lot"}
    has_tie_rule = True
    problem: Problem

    def __init__(self, variant: Variant, name: str = "", group: str = "") -> None:
        variant.problem.check_plain("a test vector")
        super().__init__(variant.problem, name, group)
        self.variant = variant
        self.orders: list[tuple[str, ...]] = []
        self.others: dict[tuple[str, ...], list[tuple[Fraction, ...]]] = {}
        self.other_means: list[tuple[Fraction, ...]] | None = []

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> DrawnByLot:
        """Return what is expected, read from a vector."""
        expected = cls(Variant.from_json(dict(vector)), vector["id"], vector["group"])
        expected.orders = [tuple(entry["order"]) for entry in vector["answer"]["orders"]]
        expected.exact = expected.read(vector["answer"])
        players = expected.problem.players
        for entry in vector["order_outcomes"]:
            wins = expected.others.setdefault(tuple(entry["order"]), [])
            wins.append(numbers_of(entry["win"], "order_outcomes", players))
        outcomes = vector["outcomes"]
        expected.other_means = (
            None if outcomes is None else [numbers_of(entry["win"], "outcomes", players) for entry in outcomes]
        )
        return expected

    @property
    def asked(self) -> Variant:
        """The problem with its model and settings."""
        return self.variant

    def question(self) -> dict[str, Any]:
        """Return the model, how an order is drawn and played, and the problem as plain data."""
        return {"model": "lot", "play": self.variant.play, "start": self.variant.start} | self.problem.to_json()

    # -- an answer

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        if not isinstance(data, Mapping):
            raise MalformedError(f"{shown(data)} is no object with 'win'")
        if "win" not in data:
            raise MalformedError(f"it says: {shown(data['error'], SAID)}" if "error" in data else "it has no 'win'")
        measures = self._wins(data["win"], "", "win")
        if data.get(STALEMATE) is not None:
            measures[STALEMATE] = number_said(data[STALEMATE], STALEMATE)
        if data.get("orders") is not None:
            for number, entry in enumerate(entries_of(data["orders"], "orders"), 1):
                what = f"orders: number {number}"
                if not isinstance(entry, Mapping) or "order" not in entry or "win" not in entry:
                    raise MalformedError(f"{what}: {shown(entry)} has no 'order' and 'win'")
                order = tuple(entries_of(entry["order"], what))
                if order not in self.orders:
                    raise MalformedError(f"{what}: {shown(entry['order'])} is no order that can be drawn")
                if f"{_in(order)}{WIN}{label(0)}" in measures:
                    raise MalformedError(f"{what}: {', '.join(order)} stands there twice")
                measures |= self._wins(entry["win"], _in(order), f"{what}: win")
        return measures

    def _wins(self, data: object, start: str, what: str) -> Measures:
        """Return win probabilities by name, each None where there are none."""
        players = self.problem.players
        wins: Sequence[Number | None] = [None] * players if data is None else numbers_of(data, what, players)
        return {f"{start}{WIN}{label(player)}": win for player, win in enumerate(wins)}

    # -- the comparison

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
        nearest: Measures = {}
        total: list[Any] = [Fraction(0)] * self.problem.players
        stated = [order for order in self.orders if f"{_in(order)}{WIN}{label(0)}" in answer]
        for order in stated:
            own = _numbers(self.exact, _in(order))
            wins = [own, *self.others.get(order, ())]
            win = min(wins, key=lambda win: _distance(_numbers(answer, _in(order)), win))
            total = [known + more for known, more in zip(total, win, strict=True)]
            nearest |= self._wins(win, _in(order), "")
        said = _numbers(answer, "")
        if len(stated) == len(self.orders):
            mean: Sequence[Any] = [known / len(stated) for known in total]
        elif self.other_means is None:
            mean = [Fraction(0) if win is None else win for win in said]
        else:
            mean = min([_numbers(self.exact, ""), *self.other_means], key=lambda win: _distance(said, win))
        return nearest | self._wins(mean, "", "") | {STALEMATE: 1 - sum(mean, Fraction(0))}

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        bad = outside(answer.items(), tolerance)
        for start in ("", *map(_in, self.orders)):
            wins = [win for win in _numbers(answer, start) if win is not None]
            rest = None if start else answer.get(STALEMATE)
            total, within = sum(wins, rest or Fraction(0)), (len(wins) + 1) * tolerance
            if not bad and not (0 if rest is None else 1) - within <= total <= 1 + within:
                bad = f"{start}win{'' if rest is None else ' and stalemate'} adds up to {decimal(total)}"
        return bad


def _in(order: Sequence[str]) -> str:
    """Return how the names of the numbers of an order begin."""
    return f"in order {', '.join(order)}: "


def _numbers(measures: Measures, start: str) -> list[Number | None]:
    """Return the win probabilities among some numbers, empty where there are none."""
    return [value for name, value in measures.items() if name.startswith(f"{start}{WIN}")]


def _distance(theirs: Sequence[Number | None], win: Sequence[Number | None]) -> Any:
    """Return how far win probabilities are from others; a missing one is as far as can be."""
    return max(1 if said is None or own is None else abs(said - own) for said, own in zip(theirs, win, strict=True))


# ---------------------------------------------------------------------------------------------------------
# What is expected of counted bullets: worths, who is left alone, and the chance of every set of survivors.

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
