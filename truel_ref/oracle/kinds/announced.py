"""What is expected of announced play: the win probabilities, the aims, and the probability of a stalemate.

An answer is plain data: `{"win": […], "aims": […], "stalemate": …}`, the last two optional, or just the list of win
probabilities. Aims are compared exactly, as weights; those that the problem states are nobody's choice, and not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import Any, Self

from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.integers import IntegerInduction
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.parts import aim_json
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome
from truel_ref.numbers import Number
from truel_ref.oracle.corpus import CAP, THIN, margin
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    Terms,
    aim_said,
    decimal,
    entries_of,
    no_distribution,
    number_said,
    numbers_of,
    object_said,
    replaced_predefined,
    size,
    within_tolerance,
)
from truel_ref.play.phases import stage_of
from truel_ref.play.turns import Stage

__all__ = ["AnnouncedPlay", "Answer", "answer_of", "fits"]


class AnnouncedPlay(Expected):
    """The exact answer to a problem and the other acceptable ones.

    `exact` is the exact answer. `tied` and `near` are the other outcomes, None where they are too many to list; they
    are asked for only if an answer is not the exact one. `is_thin` says whether some margin is one that doubles cannot
    resolve, `indifferent` whose choices make no difference to anybody.
    """

    may_have_names = True
    problem: Problem

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        is_open = "tie-open" in vector["flags"]
        expected.exact = expected._outcome(vector)
        expected.margin = None if vector["margin"] is None else Fraction(vector["margin"])
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
        return self._outcomes(Fraction(0))

    @cached_property
    def near(self) -> Sequence[Outcome] | None:
        """What becomes possible if options that doubles cannot tell apart are equal."""
        return self._outcomes(THIN)

    def _outcomes(self, slack: Fraction) -> Sequence[Outcome] | None:
        outcomes = all_outcomes(self.problem, cap=CAP, slack=slack)
        return outcomes.outcomes if outcomes.complete else None

    @cached_property
    def margin(self) -> Fraction | None:
        """By how much the best option of some player is better than another one, at least; None without any choice."""
        return margin(solve(self.problem))

    @property
    def is_thin(self) -> bool:
        """Whether two options of some player differ by less than doubles can resolve."""
        return self.margin is not None and self.margin < THIN

    @cached_property
    def indifferent(self) -> frozenset[int]:
        """The players none of whose options changes anybody's win probability at their turn, as the others aim."""
        stage = stage_of(solve(self.problem), self.problem.first_order)
        if stage.nobody_chooses():
            return frozenset()
        induction = IntegerInduction(stage)
        path = induction.complete(()).path or ()
        options = [_wins_of_options(stage, induction, path[:place]) for place in range(len(path))]
        return frozenset(place for place, wins in enumerate(options) if len(wins) == 1)

    def question(self) -> dict[str, Any]:
        """Return the problem, as plain data."""
        return self.problem.to_json()

    def read(self, data: object) -> Answer:
        """Return an answer in exact numbers; raises `MalformedError` for what cannot be read."""
        said = object_said(data if isinstance(data, Mapping) else {"win": data}, "win")
        players, aims, stalemate = self.problem.players, said.get("aims"), said.get("stalemate")
        win = numbers_of(said["win"], "win", players)
        listed = None if aims is None else enumerate(entries_of(aims, "aims", players))
        return Answer(
            win,
            None if listed is None else tuple(aim_said(self.problem, player, aim) for player, aim in listed),
            None if stalemate is None else number_said(stalemate, "stalemate"),
        )

    def compare(self, answer: Answer, terms: Terms) -> Finding:
        """Return what is to be said of an answer.

        The steps: (1) each number lies in [0, 1] and together with the stalemate probability they add up to 1, else it
        is not a distribution (a stalemate that was not told may be 0 or that of an acceptable answer); (2) look for an
        acceptable answer with the same values and aims: the exact one, another outcome of a tie, one that doubles
        cannot tell from the best; (3) where outcomes are too many to be listed, any distribution will do; (4) else it
        goes against the tie rule if that was asked for and another one leads to the answer, the aims are wrong if the
        values fit, and the values if not.
        """
        error = max(abs(theirs - own) for theirs, own in zip(answer.win, self.exact.win, strict=True))
        bad = no_distribution(answer.win, answer.stalemate, terms.tolerance, self._stalemates)
        if bad:
            return Finding(Judgement.NOT_A_DISTRIBUTION, bad, error)
        fitting: list[Outcome] = []
        for judgement, outcomes in self._acceptable(terms):
            if outcomes is None:
                open_to = judgement if terms.strict_ties else Judgement.TIE
                return Finding(open_to, "its outcomes are too many to be listed", error)
            fit = [outcome for outcome in outcomes if fits(outcome, answer, terms.tolerance)]
            if any(self._same_aims(outcome, answer, terms) for outcome in fit):
                detail = f"right for ties broken otherwise than by rule {self.problem.if_eq}"
                return Finding(judgement, detail if judgement is Judgement.RULE else "", error)
            fitting += fit if judgement is not Judgement.RULE else []
        if fitting:
            return Finding(Judgement.AIMS, "the values fit", error)
        return Finding(Judgement.VALUE, f"off by {size(error)}", error)

    def _acceptable(self, terms: Terms) -> Iterable[tuple[Judgement, Sequence[Outcome] | None]]:
        yield Judgement.AGREES, [self.exact]
        if not terms.strict_ties:
            yield Judgement.TIE, self.tied
            yield Judgement.CLOSE, self.near
            return
        exact_ties = self.tied or ()
        if self.is_thin:
            yield Judgement.CLOSE, None if self.near is None else [far for far in self.near if far not in exact_ties]
        yield Judgement.RULE, exact_ties

    def _same_aims(self, outcome: Outcome, answer: Answer, terms: Terms) -> bool:
        """Tell whether the aims of an answer, if it has any, are those of an outcome, as far as they are judged."""
        if answer.aims is None or (not terms.stalemate_aims and outcome.stalemate == 1):
            return True
        aims = replaced_predefined(self.problem, answer.aims)
        own = replaced_predefined(self.problem, outcome.aims)
        different = {player for player in range(self.problem.players) if aims[player] != own[player]}
        return not different or (not terms.stalemate_aims and different <= self.indifferent)

    def _stalemates(self) -> Iterable[Number]:
        """Yield the stalemate probabilities of all outcomes that are known, whatever is asked."""
        return (outcome.stalemate for outcome in (self.exact, *(self.tied or ()), *(self.near or ())))

    def data_of(self, answer: Answer | None) -> dict[str, Any]:
        """Return the win probabilities of the answer and the exact outcome as plain data for JSON."""
        return {
            "win": None if answer is None else [decimal(value) for value in answer.win],
            "aims": None if answer is None or answer.aims is None else list(map(aim_json, answer.aims)),
            "exact": self.exact.to_json(),
        }

    def table(self, answer: Answer | None) -> str:
        """Return the answer, as far as there is one, and the exact one, a row for each player."""
        from tabulate import tabulate

        heads = ["player", "theirs", "exact", "", "their aim", "aim"]
        kept = [True, answer is not None, True, True, answer is not None and answer.aims is not None, True]
        players = range(self.problem.players)
        theirs = [""] * len(players) if answer is None else list(map(decimal, answer.win))
        their_aims = (answer and answer.aims) or [None] * len(players)
        texts = self.exact.to_json()
        rows = [
            [label(who), theirs[who], texts["win"][who], decimal(self.exact.win[who])]
            + ["none" if aim is None else str(aim) for aim in (their_aims[who], self.exact.aims[who])]
            for who in players
        ]
        if self.exact.stalemate or (answer is not None and answer.stalemate):
            said = "" if answer is None or answer.stalemate is None else decimal(answer.stalemate)
            rows.append(["nobody", said, texts["stalemate"], decimal(self.exact.stalemate), "", ""])
        table: str = tabulate(
            [list(compress(row, kept)) for row in rows], list(compress(heads, kept)), disable_numparse=True
        )
        return table


def _wins_of_options(
    stage: Stage[Any], induction: IntegerInduction, earlier: tuple[int, ...]
) -> set[tuple[Number, ...]]:
    """Return what all win at the turn of the next player to announce, under each option that he is allowed."""
    place = len(earlier)
    paths = (induction.complete((*earlier, option)).path for option in range(len(stage.options[place])))
    return {tuple(stage.public(stage.win(path, place))) for path in paths if path is not None}


def fits(own: Outcome | Answer, answer: Answer, tolerance: Fraction) -> bool:
    """Tell whether the values of an answer, as far as it tells them, are those of an outcome or of another answer."""
    pairs: list[tuple[Number, Any]] = list(zip(answer.win, own.win, strict=True))
    if answer.stalemate is not None:
        pairs.append((answer.stalemate, own.stalemate))
    return all(within_tolerance(theirs, mine, tolerance) for theirs, mine in pairs)


# ---------------------------------------------------------------------------------------------------------
# An answer in announced play, as the judge compares it: what clients say, and what solvers with a known fault say.


@dataclass(frozen=True)
class Answer:
    """An answer that could be read, in exact numbers; `aims` and `stalemate` are None where it does not have them."""

    win: tuple[Fraction, ...]
    aims: tuple[Aim | None, ...] | None
    stalemate: Fraction | None


def answer_of(win: Iterable[Any], aims: tuple[Aim | None, ...]) -> Answer:
    """Return an answer; what the win probabilities leave is the stalemate."""
    chances = tuple(map(Fraction, win))
    return Answer(chances, aims, 1 - sum(chances, Fraction(0)))
