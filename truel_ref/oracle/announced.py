"""What is expected of announced play: the win probabilities, the aims, and the probability of a stalemate.

An answer is plain data: `{"win": […], "aims": […], "stalemate": …}`, the last two optional, or just the list of win
probabilities. Aims are compared exactly, as weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from truel_ref.errors import shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim
from truel_ref.game.answers import Outcome
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.corpus import CAP, THIN
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    aim_said,
    decimal,
    entries_of,
    no_distribution,
    number_said,
    numbers_of,
    size,
    within_tolerance,
)

__all__ = ["AnnouncedPlay", "Answer"]


@dataclass(frozen=True)
class Answer:
    """An answer that could be read, in exact numbers; `aims` and `stalemate` are None where it does not have them."""

    win: tuple[Fraction, ...]
    aims: tuple[Aim | None, ...] | None
    stalemate: Fraction | None


class AnnouncedPlay(Expected):
    """The exact answer to a problem and the other acceptable ones.

    `exact` is the exact answer. `tied` and `near` are the other outcomes, None where they are too many to list; they
    are asked for only if an answer is not the exact one.
    """

    marks: Mapping[str, str] = {}
    problem: Problem

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> AnnouncedPlay:
        """Return what is expected, read from a vector."""
        expected = cls(Problem.from_data(vector["problem"]), vector["id"], vector["group"])
        is_open = "tie-open" in vector["flags"]
        expected.exact = expected._outcome(vector)
        expected.tied = None if is_open else list(map(expected._outcome, vector["outcomes"]))
        expected.near = None if is_open else list(map(expected._outcome, vector["near"]))
        return expected

    def _outcome(self, data: Mapping[str, Any]) -> Outcome:
        aims = tuple(aim_said(self.problem, player, said) for player, said in enumerate(data["aims"]))
        return Outcome(tuple(map(Fraction, data["win"])), aims)

    @cached_property
    def exact(self) -> Outcome:
        """The exact answer."""
        solution = solve(self.problem)
        return Outcome(solution.win, solution.aims)

    @cached_property
    def tied(self) -> Sequence[Outcome] | None:
        """What other ways of breaking ties lead to."""
        outcomes = all_outcomes(self.problem, cap=CAP)
        return outcomes.outcomes if outcomes.complete else None

    @cached_property
    def near(self) -> Sequence[Outcome] | None:
        """What becomes possible if options that doubles cannot tell apart are equal."""
        outcomes = all_outcomes(self.problem, cap=CAP, slack=THIN)
        return outcomes.outcomes if outcomes.complete else None

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data."""
        return self.problem.to_json()

    def read(self, data: object) -> Answer:
        """Return an answer in exact numbers; raises `MalformedError` for what cannot be read."""
        if not isinstance(data, Mapping):
            data = {"win": data}
        if "error" in data and "win" not in data:
            raise MalformedError(f"it says: {shown(data['error'])}")
        if "win" not in data:
            raise MalformedError("it has no 'win'")
        problem = self.problem
        win = numbers_of(data["win"], "win", problem.players)
        aims = data.get("aims")
        stalemate = data.get("stalemate")
        return Answer(
            win,
            None
            if aims is None
            else tuple(
                aim_said(problem, player, said) for player, said in enumerate(entries_of(aims, "aims", problem.players))
            ),
            None if stalemate is None else number_said(stalemate, "stalemate"),
        )

    def compare(self, answer: Answer, terms: Terms) -> Finding:
        """Return what is to be said of an answer.

        The steps: (1) each number lies in [0, 1] and together with the stalemate probability they add up to 1, else it
        is not a distribution (a stalemate that was not told may be 0 or that of an acceptable answer); (2) look for an
        acceptable answer with the same values and aims: the exact one, another outcome of a tie, one that doubles
        cannot tell from the best; (3) where outcomes are too many to be listed, any distribution will do; (4) else the
        aims are wrong if the values fit, and the values if not.
        """
        error = max(abs(theirs - own) for theirs, own in zip(answer.win, self.exact.win, strict=True))
        bad = no_distribution(answer.win, answer.stalemate, terms.tolerance, self._stalemates)
        if bad:
            return Finding(Judgement.NOT_A_DISTRIBUTION, bad, error)
        values_fit = False
        for judgement, outcomes in self._acceptable():
            if outcomes is None:
                return Finding(Judgement.TIE, "its outcomes are too many to be listed", error)
            for outcome in outcomes:
                if _fits(outcome, answer, terms.tolerance):
                    if answer.aims is None or answer.aims == outcome.aims:
                        return Finding(judgement, "", error)
                    values_fit = True
        if values_fit:
            return Finding(Judgement.AIMS, "the values fit", error)
        return Finding(Judgement.VALUE, f"off by {size(error)}", error)

    def _acceptable(self) -> Iterable[tuple[Judgement, Sequence[Outcome] | None]]:
        yield Judgement.AGREES, [self.exact]
        yield Judgement.TIE, self.tied
        yield Judgement.CLOSE, self.near

    def _stalemates(self) -> Iterable[Number]:
        return (outcome.stalemate for _, outcomes in self._acceptable() for outcome in outcomes or ())

    def data_of(self, answer: Answer | None) -> dict[str, Any]:
        """Return the win probabilities of the answer and the exact outcome as plain data for JSON."""
        return {
            "win": None if answer is None else [decimal(value) for value in answer.win],
            "exact": self.exact.to_json(),
        }

    def table(self, answer: Answer | None) -> str:
        """Return the answer, as far as there is one, and the exact one, a row for each player."""
        from tabulate import tabulate

        texts = self.exact.to_json()
        columns: dict[str, list[str]] = {"player": [label(player) for player in range(self.problem.players)]}
        if answer is not None:
            columns["theirs"] = [decimal(value) for value in answer.win]
        columns["exact"] = texts["win"]
        columns[""] = [decimal(value) for value in self.exact.win]
        if answer is not None and answer.aims is not None:
            columns["their aim"] = ["none" if aim is None else str(aim) for aim in answer.aims]
        columns["aim"] = ["none" if aim is None else str(aim) for aim in self.exact.aims]
        if self.exact.stalemate or (answer is not None and answer.stalemate):
            columns["player"].append("nobody")
            last = {"exact": texts["stalemate"], "": decimal(self.exact.stalemate)}
            if answer is not None:
                last["theirs"] = "" if answer.stalemate is None else decimal(answer.stalemate)
            for key, column in columns.items():
                if key != "player":
                    column.append(last.get(key, ""))
        table: str = tabulate(columns, headers="keys", disable_numparse=True)
        return table


def _fits(outcome: Outcome, answer: Answer, tolerance: Fraction) -> bool:
    pairs = list(zip(answer.win, outcome.win, strict=True))
    if answer.stalemate is not None:
        pairs.append((answer.stalemate, outcome.stalemate))
    return all(within_tolerance(theirs, own, tolerance) for theirs, own in pairs)
