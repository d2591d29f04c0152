"""What is expected where the answer is a number of numbers with names, compared one by one: what these kinds share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.numbers import Number, number_text
from truel_ref.oracle.judge import Expected, Finding, Judgement, Terms, decimal, size, within_tolerance

__all__ = ["WIN", "Measures", "NamedNumbers", "outside"]

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
