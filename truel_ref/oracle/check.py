"""The judge: what another implementation answers, set beside the exact answers.

An answer is plain data: `{"win": […], "aims": […], "stalemate": …}`, the last two optional, or just the list of win
probabilities. The tolerance is for values only. Aims are compared exactly, as weights. What counts as agreement stands
in `truel_ref/oracle/data/FORMAT.md`, and below it in `judge`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias
from xml.etree import ElementTree

from truel_ref.errors import TruelError, VectorError, shown
from truel_ref.fast.methods import all_outcomes, as_problem, solve
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.answers import Outcome
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers.algebraic import Number
from truel_ref.numbers.rational import decimal_text, exact
from truel_ref.oracle.vectors import CAP, THIN, Vector
from truel_ref.oracle.vectors import vectors as shipped_vectors

__all__ = ["ACCEPTED", "Report", "Result", "Verdict", "assert_agrees", "check", "judge"]

Solver: TypeAlias = Callable[[dict[str, Any]], Any]
"""What is tested: a function of a problem as plain data (the keys of `docs/formats.md`) that returns an answer."""


class Verdict(StrEnum):
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


ACCEPTED = (Verdict.AGREES, Verdict.TIE, Verdict.CLOSE)

_COLUMNS = {Verdict.TIE: "tie", Verdict.CLOSE: "close"}  # the heads of a table are shorter than the verdicts

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
        found = all_outcomes(self.problem, cap=CAP)
        return found.outcomes if found.complete else None

    @cached_property
    def near(self) -> Sequence[Outcome] | None:
        """What becomes possible if options that doubles cannot tell apart are equal."""
        found = all_outcomes(self.problem, cap=CAP, slack=THIN)
        return found.outcomes if found.complete else None


class _Listed(Expected):
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
    """An answer that could be read, in exact numbers; `aims` and `stalemate` are None where they were not told."""

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
            return exact(value)
        return Fraction(float(value))  # type: ignore[arg-type]  # anything may come here; what is no number raises
    except (TypeError, ValueError, OverflowError):
        raise _MalformedError(f"{what}: {shown(value)} is no number") from None


def _aim(problem: Problem, player: int, said: object) -> Aim | None:
    if said is None:
        return None
    found = target(said, player, problem.people)
    if found is Word.OPTIMAL:
        raise _MalformedError(f"aim of {label(player)}: 'Optimal' is no aim")
    return problem.resolve(problem.first_order, player, found)


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
# The verdict


@dataclass(frozen=True, repr=False)
class Result:
    """The verdict on one answer.

    Fields: `name`, the id of the vector, and its `group`; `problem`; `verdict`; `detail`, what is wrong, in words;
    `exact`, the exact answer; `theirs`, the answer as far as it could be read, else None; `error`, how far the worst
    of the win probabilities lies from the exact one, None without an answer.
    """

    name: str
    group: str
    problem: Problem
    verdict: Verdict
    detail: str
    exact: Outcome
    theirs: Answer | None = None
    error: Number | None = None

    @property
    def accepted(self) -> bool:
        """Whether the answer is acceptable."""
        return self.verdict in ACCEPTED

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        return {
            "id": self.name,
            "group": self.group,
            "verdict": self.verdict.value,
            "detail": self.detail,
            "win": None if self.theirs is None else [_decimal(value) for value in self.theirs.win],
            "exact": self.exact.to_json(),
            "error": None if self.error is None else _small(self.error),
        }

    def __repr__(self) -> str:
        return f"<Result {self.name}: {self.verdict.value}>"

    def __str__(self) -> str:
        """Return the verdict, the problem, and theirs and the exact answer side by side."""
        from tabulate import tabulate

        name = f"{self.name}: " if self.name else ""
        head = f"{name}{self.verdict.value}{': ' + self.detail if self.detail else ''}\n{self.problem!r}"
        theirs, own = self.theirs, self.exact
        told = self.exact.to_json()
        columns: dict[str, list[str]] = {"player": [label(player) for player in range(self.problem.players)]}
        if theirs is not None:
            columns["theirs"] = [_decimal(value) for value in theirs.win]
        columns["exact"] = told["win"]
        columns[""] = [_decimal(value) for value in own.win]
        if theirs is not None and theirs.aims is not None:
            columns["their aim"] = ["none" if aim is None else str(aim) for aim in theirs.aims]
        columns["aim"] = ["none" if aim is None else str(aim) for aim in own.aims]
        if own.stalemate or (theirs is not None and theirs.stalemate):
            columns["player"].append("nobody")
            last = {"exact": told["stalemate"], "": _decimal(own.stalemate)}
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


def judge(expected: Expected, data: object, tolerance: Fraction) -> Result:
    """Return the verdict on an answer.

    The steps: (1) read it; (2) each number lies in [0, 1] and together with the stalemate probability they add up to 1,
    else it is not a distribution (a stalemate that was not told may be 0 or that of an acceptable answer); (3) look
    for an acceptable answer with the same values and aims: the exact one, another outcome of a tie, one that doubles
    cannot tell from the best; (4) where outcomes are too many to be listed, any distribution will do; (5) else the
    aims are wrong if the values fit, and the values if not.

    Parameters: `expected`; `data`, the answer; `tolerance`, for each number of it.

    >>> judge(Expected(Problem(["1/2", "1/2"])), {"win": [0.6667, 0.3333]}, Fraction(1, 1000)).verdict
    <Verdict.AGREES: 'agrees'>
    """
    try:
        answer = read_answer(data, expected.problem)
    except _MalformedError as error:
        return _result(expected, Verdict.MALFORMED, str(error))
    bad = _no_distribution(expected, answer, tolerance)
    if bad:
        return _result(expected, Verdict.NOT_A_DISTRIBUTION, bad, answer)
    values_fit = False
    for verdict, outcomes in _acceptable(expected):
        if outcomes is None:
            return _result(expected, Verdict.TIE, "its outcomes are too many to be listed", answer)
        for outcome in outcomes:
            if _fits(outcome, answer, tolerance):
                if answer.aims is None or answer.aims == outcome.aims:
                    return _result(expected, verdict, "", answer)
                values_fit = True
    if values_fit:
        return _result(expected, Verdict.AIMS, "the values fit", answer)
    return _result(expected, Verdict.VALUE, f"off by {_small(_error(expected, answer))}", answer)


def _acceptable(expected: Expected) -> Iterable[tuple[Verdict, Sequence[Outcome] | None]]:
    yield Verdict.AGREES, [expected.own]
    yield Verdict.TIE, expected.tied
    yield Verdict.CLOSE, expected.near


def _result(expected: Expected, verdict: Verdict, detail: str, answer: Answer | None = None) -> Result:
    error = None if answer is None else _error(expected, answer)
    return Result(expected.name, expected.group, expected.problem, verdict, detail, expected.own, answer, error)


def failed(expected: Expected, verdict: Verdict, detail: str) -> Result:
    """Return the verdict on an answer that never came."""
    return _result(expected, verdict, detail)


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
    told = [] if answer.stalemate is None else [answer.stalemate]
    names = [*(f"win of {label(player)}" for player in range(len(answer.win))), "stalemate"]
    for name, value in zip(names, [*answer.win, *told], strict=False):
        if not -tolerance <= value <= 1 + tolerance:
            return f"{name}: {_decimal(value)} is not in [0, 1]"
    total = sum(answer.win, Fraction(0))
    within = len(answer.win) * tolerance

    def rest_is(stalemate: Number) -> bool:
        return -within <= total + stalemate - 1 <= within

    if told:
        return "" if rest_is(told[0]) else f"win and stalemate add up to {_decimal(total + told[0])}"
    if rest_is(Fraction(0)):
        return ""
    stalemates = (one.stalemate for _, outcomes in _acceptable(expected) for one in outcomes or ())
    if any(map(rest_is, stalemates)):
        return ""
    return f"win adds up to {_decimal(total)}, and no stalemate probability makes that 1"


# ---------------------------------------------------------------------------------------------------------
# The report


@dataclass(frozen=True, repr=False)
class Report:
    """What the judge found.

    Fields: `results`, one per vector, in their order; `tolerance`, exact; `notes`, what else happened, in sentences.
    """

    results: tuple[Result, ...]
    tolerance: Fraction
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every answer is acceptable, and there is one."""
        return bool(self.results) and all(result.accepted for result in self.results)

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many answers got each verdict, those that nobody got left out."""
        found = Counter(result.verdict for result in self.results)
        return {verdict: found[verdict] for verdict in Verdict if found[verdict]}

    def worst(self, most: int = 5) -> list[Result]:
        """Return the wrong answers that are furthest off, those without a number last."""
        wrong = [result for result in self.results if not result.accepted]
        return sorted(wrong, key=lambda result: (result.error is None, -(result.error or 0)))[:most]

    def __str__(self) -> str:
        """Return a table by group, the worst cases beside the exact answers, the notes, and a summary."""
        from tabulate import tabulate

        verdicts = [Verdict.AGREES, *(verdict for verdict in self.counts if verdict is not Verdict.AGREES)]
        groups: dict[str, Counter[Verdict]] = {}
        for result in self.results:
            groups.setdefault(result.group, Counter())[result.verdict] += 1
        rows = [[group, found.total(), *(found[one] for one in verdicts)] for group, found in groups.items()]
        if len(groups) > 1:
            rows.append(["in all", len(self.results), *(self.counts.get(one, 0) for one in verdicts)])
        heads = ["group", "vectors", *(_COLUMNS.get(one, one.value) for one in verdicts)]
        parts = [tabulate(rows, heads)]
        parts += [str(result) for result in self.worst()]
        if self.notes:
            parts.append("\n".join(self.notes))
        return "\n\n".join([*parts, self.summary])

    def __repr__(self) -> str:
        return f"<Report {self.summary}>"

    @property
    def summary(self) -> str:
        """One line: the verdicts, and the tolerance."""
        told = ", ".join(f"{verdict.value} {count:,}" for verdict, count in self.counts.items()) or "no vectors"
        return f"{'accepted' if self.ok else 'not accepted'}: {told} (tolerance {float(self.tolerance):g})"

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {
            "ok": self.ok,
            "tolerance": float(self.tolerance),
            "counts": {verdict.value: count for verdict, count in self.counts.items()},
            "notes": list(self.notes),
            "results": [result.to_json() for result in self.results],
        }

    def to_junit(self) -> str:
        """Return the report as JUnit XML: a suite for each group, a failure for each answer that is not acceptable."""
        root = ElementTree.Element("testsuites", name="truel-ref")
        groups: dict[str, list[Result]] = {}
        for result in self.results:
            groups.setdefault(result.group, []).append(result)
        for group, results in groups.items():
            wrong = [result for result in results if not result.accepted]
            suite = ElementTree.SubElement(root, "testsuite", name=group or "truel-ref")
            suite.attrib |= {"tests": str(len(results)), "failures": str(len(wrong))}
            for result in results:
                case = ElementTree.SubElement(suite, "testcase", name=result.name, classname=f"truel-ref.{group}")
                if not result.accepted:
                    message = f"{result.verdict.value}: {result.detail}"
                    failure = ElementTree.SubElement(case, "failure", message=_printable(message))
                    failure.text = _printable(str(result))
        if self.notes:
            ElementTree.SubElement(root, "system-err").text = _printable("\n".join(self.notes))
        ElementTree.indent(root)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _printable(text: str) -> str:
    """Return text without the characters that XML forbids."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


# ---------------------------------------------------------------------------------------------------------
# Who is judged


def allowed(tolerance: object) -> Fraction:
    """Return a tolerance as an exact number; raises `VectorError` for one below 0 or of 1 and more."""
    try:
        found = exact(tolerance, "tolerance")
    except TruelError as error:
        raise VectorError(str(error)) from None
    if not 0 <= found < 1:
        raise VectorError(f"tolerance: {shown(tolerance)} is not in [0, 1); it is for probabilities, like 1e-9")
    return found


def expected_of(vectors: Iterable[Vector] | None) -> list[Expected]:
    """Return what is expected of some vectors, by default of all that the package ships.

    Raises `VectorError` for what is no vector, and for an id that comes twice.
    """
    found: list[Expected] = [_Listed(vector) for vector in (shipped_vectors() if vectors is None else vectors)]
    twice = [name for name, count in Counter(one.name for one in found).items() if count > 1]
    if twice:
        raise VectorError(f"the id {shown(twice[0])} stands at two vectors")
    return found


def check(
    function: Solver,
    vectors: Iterable[Vector] | None = None,
    tolerance: object = "1e-9",
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Ask a function for the answers to test vectors and judge them.

    Each problem is handed over as plain data, a copy of its own. An exception is the verdict "crashed", and the next
    vector follows; a function that never returns cannot be stopped (a command can, see `check_command`).

    Parameters: `function`, from a problem to an answer; `vectors`, by default all that the package ships; `tolerance`,
    how far a value may lie from the exact one; `progress`, called with 1 after each.

    Raises `VectorError` for a tolerance outside [0, 1), and for what is no vector.

    >>> from truel_ref.oracle import make
    >>> def first_wins_two_thirds(problem):
    ...     return {"win": [2 / 3, 1 / 3], "aims": ["B", "A"]}
    >>> duels = [make(Problem(["1/2", hit]), f"duel-{n}", "duels") for n, hit in enumerate(["1/2", "1/3"])]
    >>> print(check(first_wins_two_thirds, duels))
    group      vectors    agrees    wrong value
    -------  ---------  --------  -------------
    duels            2         1              1
    <BLANKLINE>
    duel-1: wrong value: off by 8.3e-02
    Problem(['1/2', '1/3'])
    player    theirs          exact                    their aim    aim
    --------  --------------  -------  --------------  -----------  -----
    A         0.666666666667  3/4      0.750000000000  B            B
    B         0.333333333333  1/4      0.250000000000  A            A
    <BLANKLINE>
    not accepted: agrees 1, wrong value 1 (tolerance 1e-09)
    """
    within = allowed(tolerance)
    results = []
    for expected in expected_of(vectors):
        results.append(_asked(function, expected, within))
        if progress is not None:
            progress(1)
    return Report(tuple(results), within)


def _asked(function: Solver, expected: Expected, tolerance: Fraction) -> Result:
    try:
        data = function(expected.problem.to_json())
    except Exception as error:  # whatever a stranger's function raises is its verdict
        return _result(expected, Verdict.CRASHED, f"{type(error).__name__}: {error}")
    return judge(expected, data, tolerance)


def assert_agrees(
    function: Solver, problem: Problem | Mapping[str, Any] | Iterable[object], tolerance: object = "1e-9"
) -> None:
    """Raise `AssertionError` if a function answers a problem wrongly; any outcome of a tie will do.

    An answer that differs only because doubles cannot resolve a margin (below 1e-12) is accepted, too.

    Parameters: `function`, from a problem as plain data to an answer; `problem`, a `Problem`, its plain data, or hit
    probabilities; `tolerance`, how far a value may lie from the exact one.

    Raises `AssertionError` that shows the problem, the verdict, and the answer beside the exact one; what `Problem`
    raises for a problem that is none; and what the function raises, as it is.

    >>> assert_agrees(lambda problem: {"win": ["2/3", "1/3"], "aims": ["B", "A"]}, ["1/2", "1/2"])
    >>> assert_agrees(lambda problem: [0.6, 0.4], ["1/2", "1/2"])
    Traceback (most recent call last):
    ...
    AssertionError: wrong value: off by 6.7e-02
    Problem(['1/2', '1/2'])
    player    theirs          exact                    aim
    --------  --------------  -------  --------------  -----
    A         0.600000000000  2/3      0.666666666667  B
    B         0.400000000000  1/3      0.333333333333  A
    """
    stated = Problem.from_data(problem) if isinstance(problem, Mapping) else as_problem(problem, {})
    result = judge(Expected(stated), function(stated.to_json()), allowed(tolerance))
    if not result.accepted:
        raise AssertionError(str(result))
