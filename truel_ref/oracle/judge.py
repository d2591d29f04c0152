"""The judge: what another implementation answers, set beside the exact answers.

An answer is plain data: `{"win": […], "aims": […], "stalemate": …}`, the last two optional, or just the list of win
probabilities. The tolerance is for values only. Aims are compared exactly, as weights. What counts as agreement stands
in `truel_ref/oracle/data/FORMAT.md`, and below it in `judge_answer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from truel_ref.errors import TruelError, VectorError, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.answers import Outcome
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, decimal_text, read_rational
from truel_ref.oracle.corpus import CAP, THIN, Vector

__all__ = ["ACCEPTED", "Answer", "Expected", "Judgement", "Listed", "Result", "failed", "judge_answer", "read_answer"]


class Judgement(StrEnum):
    """What the judge says of one answer; the first three are acceptable."""

    AGREES = "agrees"
    TIE = "another outcome of a tie"
    CLOSE = "within a margin that doubles cannot resolve"
    VALUE = "wrong value"
    AIMS = "wrong aims"
    NOT_A_DISTRIBUTION = "not a distribution"
    MALFORMED = "malformed"
    MISSING = "missing"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"


ACCEPTED = (Judgement.AGREES, Judgement.TIE, Judgement.CLOSE)

# ---------------------------------------------------------------------------------------------------------
# What is expected


class Expected:
    """The exact answer to a problem and the other acceptable ones.

    Fields: `name` and `group`; `problem`; `own`, the exact answer. `tied` and `near` are the other outcomes, None where
    they are too many to list; they are asked for only if an answer is not `own`.
    """

    def __init__(self, problem: Problem, name: str = "", group: str = "") -> None:
        self.problem = problem
        self.name = name
        self.group = group

    @cached_property
    def own(self) -> Outcome:
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


class Listed(Expected):
    """What is expected, read from a vector."""

    def __init__(self, vector: Vector) -> None:
        try:
            super().__init__(Problem.from_data(vector["problem"]), vector["id"], vector["group"])
            self._vector = vector
            self._open = "tie-open" in vector["flags"]
            self.own = self._outcome(vector)
            self.tied = None if self._open else list(map(self._outcome, vector["outcomes"]))
            self.near = None if self._open else list(map(self._outcome, vector["near"]))
        except (LookupError, TypeError, ValueError, TruelError) as error:
            raise VectorError(f"{shown(vector)} is no test vector: {error}") from None

    def _outcome(self, data: Mapping[str, Any]) -> Outcome:
        aims = tuple(_aim(self.problem, player, said) for player, said in enumerate(data["aims"]))
        return Outcome(tuple(map(Fraction, data["win"])), aims)


# ---------------------------------------------------------------------------------------------------------
# What is answered


class _MalformedError(Exception):
    """An answer that cannot be read; the text says why."""


@dataclass(frozen=True)
class Answer:
    """An answer that could be read, in exact numbers; `aims` and `stalemate` are None where it does not have them."""

    win: tuple[Fraction, ...]
    aims: tuple[Aim | None, ...] | None
    stalemate: Fraction | None


def _number(value: object, what: str) -> Fraction:
    """Return the exact value of a number of an answer; a double stands for itself here."""
    try:
        if isinstance(value, bool):
            raise _MalformedError(f"{what}: {value} is no number")
        if isinstance(value, int | Fraction):
            return Fraction(value)
        if isinstance(value, str | Decimal):
            return read_rational(value, digits=None)  # an answer is as long as it has to be
        return Fraction(float(value))  # type: ignore[arg-type]  # anything may come here; what is no number raises
    except (TypeError, ValueError, OverflowError):
        raise _MalformedError(f"{what}: {shown(value)} is no number") from None


def _aim(problem: Problem, player: int, said: object) -> Aim | None:
    if said is None:
        return None
    stated = target(said, player, problem.people)
    if stated is Word.OPTIMAL:
        raise _MalformedError(f"aim of {label(player)}: 'Optimal' is no aim")
    return problem.resolve(problem.first_order, player, stated)


def _entries(data: object, what: str, players: int) -> list[Any]:
    if isinstance(data, str | bytes | Mapping) or not isinstance(data, Iterable):
        raise _MalformedError(f"{what}: {shown(data)} is no list")
    entries = list(data)
    if len(entries) != players:
        raise _MalformedError(f"{what}: {len(entries)} entries for {players} players")
    return entries


def read_answer(data: object, problem: Problem) -> Answer:
    """Return an answer in exact numbers; raises `_MalformedError` for what cannot be read."""
    if not isinstance(data, Mapping):
        data = {"win": data}
    if "error" in data and "win" not in data:
        raise _MalformedError(f"it says: {shown(data['error'])}")
    if "win" not in data:
        raise _MalformedError("it has no 'win'")
    win = _entries(data["win"], "win", problem.players)
    aims = data.get("aims")
    stalemate = data.get("stalemate")
    try:
        return Answer(
            tuple(_number(value, f"win of {label(player)}") for player, value in enumerate(win)),
            None
            if aims is None
            else tuple(
                _aim(problem, player, said) for player, said in enumerate(_entries(aims, "aims", problem.players))
            ),
            None if stalemate is None else _number(stalemate, "stalemate"),
        )
    except TruelError as error:
        raise _MalformedError(str(error)) from None


# ---------------------------------------------------------------------------------------------------------
# The judgement


@dataclass(frozen=True, repr=False)
class Result:
    """What the judge says of one answer.

    Fields: `name`, the id of the vector, and its `group`; `problem`; `judgement`; `detail`, what is wrong, in words;
    `exact`, the exact answer; `theirs`, the answer as far as it could be read, else None; `error`, how far the worst
    of the win probabilities lies from the exact one, None without an answer.
    """

    name: str
    group: str
    problem: Problem
    judgement: Judgement
    detail: str
    exact: Outcome
    theirs: Answer | None = None
    error: Number | None = None

    @property
    def accepted(self) -> bool:
        """Whether the answer is acceptable."""
        return self.judgement in ACCEPTED

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        return {
            "id": self.name,
            "group": self.group,
            "verdict": self.judgement.value,
            "detail": self.detail,
            "win": None if self.theirs is None else [_decimal(value) for value in self.theirs.win],
            "exact": self.exact.to_json(),
            "error": None if self.error is None else _small(self.error),
        }

    def __repr__(self) -> str:
        return f"<Result {self.name}: {self.judgement.value}>"

    def __str__(self) -> str:
        """Return the judgement, the problem, and theirs and the exact answer side by side."""
        from tabulate import tabulate

        name = f"{self.name}: " if self.name else ""
        head = f"{name}{self.judgement.value}{': ' + self.detail if self.detail else ''}\n{self.problem!r}"
        theirs, own = self.theirs, self.exact
        texts = self.exact.to_json()
        columns: dict[str, list[str]] = {"player": [label(player) for player in range(self.problem.players)]}
        if theirs is not None:
            columns["theirs"] = [_decimal(value) for value in theirs.win]
        columns["exact"] = texts["win"]
        columns[""] = [_decimal(value) for value in own.win]
        if theirs is not None and theirs.aims is not None:
            columns["their aim"] = ["none" if aim is None else str(aim) for aim in theirs.aims]
        columns["aim"] = ["none" if aim is None else str(aim) for aim in own.aims]
        if own.stalemate or (theirs is not None and theirs.stalemate):
            columns["player"].append("nobody")
            last = {"exact": texts["stalemate"], "": _decimal(own.stalemate)}
            if theirs is not None:
                last["theirs"] = "" if theirs.stalemate is None else _decimal(theirs.stalemate)
            for key, column in columns.items():
                if key != "player":
                    column.append(last.get(key, ""))
        return f"{head}\n{tabulate(columns, headers='keys', disable_numparse=True)}"


def _decimal(value: Number) -> str:
    """Return a number of an answer to 12 places; one far out of place is told by its size."""
    if not -(10**6) <= value <= 10**6:
        return "very large" if value > 0 else "very large and negative"
    return decimal_text(value, 12)


def _small(value: Number) -> str:
    """Return the size of an error with two digits."""
    if value > 10**6:
        return "very large"
    return f"{float(value):.1e}" if value else "0"


def judge_answer(expected: Expected, data: object, tolerance: Fraction) -> Result:
    """Return the judgement on an answer.

    The steps: (1) read it; (2) each number lies in [0, 1] and together with the stalemate probability they add up to 1,
    else it is not a distribution (a stalemate that was not told may be 0 or that of an acceptable answer); (3) look
    for an acceptable answer with the same values and aims: the exact one, another outcome of a tie, one that doubles
    cannot tell from the best; (4) where outcomes are too many to be listed, any distribution will do; (5) else the
    aims are wrong if the values fit, and the values if not.

    Parameters: `expected`; `data`, the answer; `tolerance`, for each number of it.

    >>> judge_answer(Expected(Problem(["1/2", "1/2"])), {"win": [0.6667, 0.3333]}, Fraction(1, 1000)).judgement
    <Judgement.AGREES: 'agrees'>
    """
    try:
        answer = read_answer(data, expected.problem)
    except _MalformedError as error:
        return _result(expected, Judgement.MALFORMED, str(error))
    bad = _no_distribution(expected, answer, tolerance)
    if bad:
        return _result(expected, Judgement.NOT_A_DISTRIBUTION, bad, answer)
    values_fit = False
    for judgement, outcomes in _acceptable(expected):
        if outcomes is None:
            return _result(expected, Judgement.TIE, "its outcomes are too many to be listed", answer)
        for outcome in outcomes:
            if _fits(outcome, answer, tolerance):
                if answer.aims is None or answer.aims == outcome.aims:
                    return _result(expected, judgement, "", answer)
                values_fit = True
    if values_fit:
        return _result(expected, Judgement.AIMS, "the values fit", answer)
    return _result(expected, Judgement.VALUE, f"off by {_small(_error(expected, answer))}", answer)


def _acceptable(expected: Expected) -> Iterable[tuple[Judgement, Sequence[Outcome] | None]]:
    yield Judgement.AGREES, [expected.own]
    yield Judgement.TIE, expected.tied
    yield Judgement.CLOSE, expected.near


def _result(expected: Expected, judgement: Judgement, detail: str, answer: Answer | None = None) -> Result:
    error = None if answer is None else _error(expected, answer)
    return Result(expected.name, expected.group, expected.problem, judgement, detail, expected.own, answer, error)


def failed(expected: Expected, judgement: Judgement, detail: str) -> Result:
    """Return the judgement on an answer that never came."""
    return _result(expected, judgement, detail)


def _error(expected: Expected, answer: Answer) -> Number:
    gaps: list[Number] = [theirs - own for theirs, own in zip(answer.win, expected.own.win, strict=True)]
    return max(gap if gap > 0 else -gap for gap in gaps)


def _fits(outcome: Outcome, answer: Answer, tolerance: Fraction) -> bool:
    pairs = list(zip(answer.win, outcome.win, strict=True))
    if answer.stalemate is not None:
        pairs.append((answer.stalemate, outcome.stalemate))
    return all(-tolerance <= theirs - own <= tolerance for theirs, own in pairs)


def _no_distribution(expected: Expected, answer: Answer, tolerance: Fraction) -> str:
    """Return what is wrong with the numbers of an answer, empty if they are a distribution."""
    stated = [] if answer.stalemate is None else [answer.stalemate]
    names = [*(f"win of {label(player)}" for player in range(len(answer.win))), "stalemate"]
    for name, value in zip(names, [*answer.win, *stated], strict=False):
        if not -tolerance <= value <= 1 + tolerance:
            return f"{name}: {_decimal(value)} is not in [0, 1]"
    total = sum(answer.win, Fraction(0))
    within = len(answer.win) * tolerance

    def rest_is(stalemate: Number) -> bool:
        return -within <= total + stalemate - 1 <= within

    if stated:
        return "" if rest_is(stated[0]) else f"win and stalemate add up to {_decimal(total + stated[0])}"
    if rest_is(Fraction(0)):
        return ""
    stalemates = (outcome.stalemate for _, outcomes in _acceptable(expected) for outcome in outcomes or ())
    if any(map(rest_is, stalemates)):
        return ""
    return f"win adds up to {_decimal(total)}, and no stalemate probability makes that 1"
