"""The judge: what another implementation answers, set beside the exact answers, for vectors of every kind.

Each kind of vectors has one class, a subclass of `Expected`, that knows all that is special to it: what is asked, how
an answer is read, which answers are right, and how theirs and the exact one are shown. They are registered in
`truel_ref.oracle.kinds`. An answer is plain data; the tolerance is for values only. What counts as agreement stands
in `truel_ref/oracle/data/FORMAT.md`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any, NamedTuple, Self

from truel_ref.errors import TruelError, shown
from truel_ref.fast.sizes import option_count
from truel_ref.game.aims import Aim, Word, target
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import Number, decimal_text, read_rational

__all__ = [
    "ACCEPTED",
    "ENTRIES_LIMIT",
    "NUMBER_LIMIT",
    "SAID",
    "Expected",
    "Finding",
    "Judgement",
    "MalformedError",
    "Result",
    "Terms",
    "aim_said",
    "decimal",
    "entries_of",
    "judge_answer",
    "judge_function",
    "listed_once",
    "no_distribution",
    "number_said",
    "numbers_of",
    "object_said",
    "profiles_of",
    "replaced_predefined",
    "side_by_side",
    "size",
    "within_tolerance",
    "work",
]


class Judgement(StrEnum):
    """What the judge says of one answer; the first three are acceptable."""

    AGREES = "agrees"
    TIE = "another outcome of a tie"
    CLOSE = "within a margin that doubles cannot resolve"
    RULE = "not by the tie rule"
    VALUE = "wrong value"
    AIMS = "wrong aims"
    NO_EQUILIBRIUM = "no equilibrium"
    LEFT_OUT = "equilibrium left out"
    STRICTNESS = "wrong strictness"
    TWICE = "listed twice"
    NOT_A_DISTRIBUTION = "not a distribution"
    MALFORMED = "malformed"
    MISSING = "missing"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"
    NOT_REACHED = "not reached"
    SKIPPED = "skipped"


NUMBER_LIMIT = 10_000
"""Characters of one number of an answer; the exact numbers of the vectors have a third of that at most."""

ENTRIES_LIMIT = 10_000
"""Entries of one list of an answer."""

ACCEPTED = (Judgement.AGREES, Judgement.TIE, Judgement.CLOSE)

SAID = 4_000
"""Characters of what a client says of its own failure that are shown."""


class MalformedError(Exception):
    """An answer that cannot be read; the text says why."""


@dataclass(frozen=True)
class Terms:
    """What is asked of an answer beyond what everybody agrees on.

    Fields: `tolerance`, how far a value may lie from the exact one, in [0, 1); `strict_ties`, whether ties must fall as
    the stated tie rule says; `stalemate_aims`, whether aims are judged where they make no difference to anybody.

    >>> Terms(Fraction(1, 10**9))
    Terms(tolerance=Fraction(1, 1000000000), strict_ties=False, stalemate_aims=True)
    """

    tolerance: Fraction
    strict_ties: bool = False
    stalemate_aims: bool = True


class Finding(NamedTuple):
    """What a comparison says: the judgement, what is wrong, in words, and how far the worst value is off, if any."""

    judgement: Judgement
    detail: str = ""
    error: Number | None = None


class Listed(NamedTuple):
    """An entry of a list of an answer: what it is of, its value as it is said, and where it stands."""

    name: str
    value: Any
    what: str


class Expected(ABC):
    """What is expected of one vector; each kind of vectors has a subclass.

    Fields: `name` and `group` of the vector;
    `asked`, what heads a result: the problem, or all that is asked about it; `problem`; `exact`, the exact answer.
    """

    may_have_names = False
    """Whether players may have names; a vector knows them by their labels."""

    exact: Any

    def __init__(self, asked: Any, name: str = "", group: str = "") -> None:
        self.asked: Any = asked
        self.problem: Any = getattr(asked, "problem", asked)
        self.name = name
        self.group = group
        if isinstance(self.problem, Problem) and not self.may_have_names:
            self.problem.check_plain("a test vector")

    @property
    def effort(self) -> int:
        """Roughly how much work an answer is: what is dear is asked last."""
        return work(self.problem) if isinstance(self.problem, Problem) else 0

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector of this kind; any slip in it raises some error."""
        expected = cls(cls.asked_of(vector), vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        return expected

    @classmethod
    def asked_of(cls, vector: Mapping[str, Any]) -> Any:
        """Return what a vector asks about: its problem, with the model and its settings where there is one."""
        return Variant.from_json(dict(vector)) if "model" in vector else Problem.from_data(vector["problem"])

    @abstractmethod
    def question(self) -> dict[str, Any]:
        """Return what is asked, as plain data for JSON, without the id."""

    @abstractmethod
    def read(self, data: object) -> Any:
        """Return an answer in exact numbers; raises `MalformedError` for what cannot be read."""

    @abstractmethod
    def compare(self, answer: Any, terms: Terms) -> Finding:
        """Return what is to be said of an answer that could be read."""

    @abstractmethod
    def data_of(self, answer: Any | None) -> dict[str, Any]:
        """Return the answer, as far as there is one, and the exact one as plain data for JSON."""

    @abstractmethod
    def table(self, answer: Any | None) -> str:
        """Return the answer, as far as there is one, and the exact one side by side."""


# ---------------------------------------------------------------------------------------------------------
# How much work an answer is


def profiles_of(problem: Problem) -> int:
    """Return how many profiles the first phase has: what the work of a solver grows with.

    >>> profiles_of(Problem(["1/3", "2/3", 1]))
    27
    """
    return prod(option_count(problem, problem.first_order, player) for player in range(problem.players))


@lru_cache(maxsize=10_000)  # every answer is compared by size several times
def work(problem: Problem) -> int:
    """Return roughly how many profiles a solution weighs: those of the first phase, and of the later ones.

    >>> work(Problem(["1/3", "2/3", 1])), work(Problem(["1/3", "2/3", 1, 1]))
    (33, 592)
    """
    total = profiles_of(problem)
    for living in range(problem.players - 1, 1, -1):
        order = problem.first_order[:living]
        options = len(problem.options(order, 0)) if problem.target_later is Word.OPTIMAL else 1
        total += comb(problem.players, living) * living * options**living
    return total


# ---------------------------------------------------------------------------------------------------------
# The judgement


@dataclass(frozen=True, repr=False)
class Result:
    """What the judge says of one answer.

    Fields: `expected`, what was expected; `judgement`; `detail`, what is wrong, in words; `theirs`, the answer as far
    as it could be read, else None; `error`, how far the worst of its values lies from the exact one, None without an
    answer or a value to compare.
    """

    expected: Expected
    judgement: Judgement
    detail: str
    theirs: Any | None = None
    error: Number | None = None

    @property
    def name(self) -> str:
        """The id of the vector."""
        return self.expected.name

    @property
    def group(self) -> str:
        """The group of the vector."""
        return self.expected.group

    @property
    def problem(self) -> Any:
        """What was asked about."""
        return self.expected.problem

    @property
    def exact(self) -> Any:
        """The exact answer."""
        return self.expected.exact

    @property
    def accepted(self) -> bool:
        """Whether the answer is acceptable."""
        return self.judgement in ACCEPTED

    @property
    def wrong(self) -> bool:
        """Whether the answer is a mistake: not acceptable, and asked for in the first place."""
        return not self.accepted and self.judgement is not Judgement.SKIPPED

    @property
    def was_reached(self) -> bool:
        """Whether the vector was asked, so that the judgement says something about it."""
        return self.judgement is not Judgement.NOT_REACHED

    def by_size(self) -> tuple[int, int, int, str]:
        """Return what orders answers by the size of what was asked."""
        return getattr(self.problem, "players", 0), self.expected.effort, len(repr(self.expected.asked)), self.name

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        return {
            "id": self.name,
            "group": self.group,
            "problem": self.expected.question(),
            "verdict": self.judgement.value,
            "detail": self.detail,
            **self.expected.data_of(self.theirs),
            "error": None if self.error is None else size(self.error),
        }

    def __repr__(self) -> str:
        return f"<Result {self.name}: {self.judgement.value}>"

    def __str__(self) -> str:
        """Return the judgement, the problem, and theirs and the exact answer side by side."""
        name = f"{self.name}: " if self.name else ""
        head = f"{name}{self.judgement.value}{': ' + self.detail if self.detail else ''}"
        return f"{head}\n{self.expected.asked!r}\n{self.expected.table(self.theirs)}"


def judge_answer(expected: Expected, data: object, terms: Terms) -> Result:
    """Return the judgement on an answer: it is read, and compared with what is expected.

    Parameters: `expected`; `data`, the answer; `terms`, what is asked of it.

    >>> from truel_ref.oracle.kinds.announced import AnnouncedPlay
    >>> duel = AnnouncedPlay(Problem(["1/2", "1/2"]))
    >>> judge_answer(duel, {"win": [0.6667, 0.3333]}, Terms(Fraction(1, 1000))).judgement
    <Judgement.AGREES: 'agrees'>
    """
    try:
        answer = expected.read(data)
    except (MalformedError, TruelError) as error:  # the latter is an aim or a number that the library refuses
        return Result(expected, Judgement.MALFORMED, str(error))
    finding = expected.compare(answer, terms)
    return Result(expected, finding.judgement, finding.detail, answer, finding.error)


def judge_function(function: Callable[[dict[str, Any]], Any], expected: Expected, terms: Terms) -> Result:
    """Return the judgement on what a function answers to a question; an exception is "crashed"."""
    try:
        data = function(expected.question())
    except Exception as error:  # whatever a stranger's function raises is judged
        return Result(expected, Judgement.CRASHED, f"{type(error).__name__}: {error}")
    return judge_answer(expected, data, terms)


# ---------------------------------------------------------------------------------------------------------
# Reading


def number_said(value: object, what: str) -> Fraction:
    """Return the exact value of a number of an answer; a double stands for itself here.

    A number that is too long is refused by its length, before it is read, so that no answer can hold up the judge.

    >>> number_said("0.25", "win of A"), number_said(0.5, "win of A")
    (Fraction(1, 4), Fraction(1, 2))
    """
    try:
        if isinstance(value, bool | list | tuple | Mapping):
            raise MalformedError(f"{what}: {value if isinstance(value, bool) else 'a list or object'} is not a number")
        if _is_too_long(value):
            raise MalformedError(f"{what}: {shown(value, 20)} is too long; a number has up to {NUMBER_LIMIT:,} digits")
        if isinstance(value, int | Fraction):
            return Fraction(value)
        if isinstance(value, str | Decimal):
            return read_rational(value, digits=None)  # an answer is as long as it has to be
        return Fraction(float(value))  # type: ignore[arg-type]  # anything may come here; what is not a number raises
    except (TypeError, ValueError, OverflowError):
        raise MalformedError(f"{what}: {shown(value)} is not a number") from None


def _is_too_long(value: object) -> bool:
    if isinstance(value, str):
        return len(value) > NUMBER_LIMIT
    if isinstance(value, int | Fraction):
        return max(abs(value.numerator), value.denominator).bit_length() > 4 * NUMBER_LIMIT
    return isinstance(value, Decimal) and len(value.as_tuple().digits) > NUMBER_LIMIT


def aim_said(problem: Problem, player: int, said: object) -> Aim | None:
    """Return the aim of an answer in the first phase, None where it says that there is none.

    A weight that is a double stands for the simplest fraction that rounds to it. That is the exact weight of every
    option that a player can choose, whose weights have denominators of at most a million, if the double is the one
    nearest to it.

    >>> aim_said(Problem(["1/3", "2/3", 1]), 0, [0.0, 0.3333333333333333, 0.6666666666666666])
    Aim<(0, 1/3, 2/3)>
    """
    if said is None:
        return None
    stated = target(_rounded_to_a_whole(said), player, problem.people)
    if stated is Word.OPTIMAL:
        raise MalformedError(f"aim of {label(player)}: 'Optimal' is not an aim")
    return problem.resolve(problem.first_order, player, stated)


def _rounded_to_a_whole(said: object) -> object:
    """Return the weights of an aim, those that only the rounding of doubles makes add up to more than 1 in proportion.

    Each double below 1 is within 2^-54 of what it stands for.
    """
    if not isinstance(said, Iterable) or isinstance(said, str | bytes | Mapping):
        return said
    entries = list(said)
    if not any(isinstance(entry, float) for entry in entries):
        return entries
    try:
        weights = [read_rational(entry, digits=None) for entry in entries]
    except TruelError:
        return entries  # the reader of targets says what is wrong
    total = sum(weights, Fraction(0))
    return [weight / total for weight in weights] if 1 < total <= 1 + Fraction(len(weights), 2**54) else entries


def replaced_predefined(problem: Problem, aims: Iterable[Aim | None]) -> tuple[Aim | None, ...]:
    """Return the aims of an answer with those that the problem states put in: nobody's choice, they are not judged.

    >>> duel = Problem(["1/2", "1/3"], targets=["Miss", "Optimal"])
    >>> replaced_predefined(duel, [Aim.at(1, 2), Aim.at(0, 2)])
    (Aim<Miss>, Aim<A>)
    """
    return tuple(
        aim if said is Word.OPTIMAL else problem.resolve(problem.first_order, player, said)
        for player, (aim, said) in enumerate(zip(aims, problem.targets, strict=True))
    )


def object_said(data: object, *needed: str) -> Mapping[str, Any]:
    """Return an answer that is an object with some keys."""
    if not isinstance(data, Mapping):
        raise MalformedError(f"{shown(data)} is not an object with {' and '.join(map(repr, needed))}")
    for key in needed:
        if key not in data:
            raise MalformedError(f"it says: {shown(data['error'], SAID)}" if "error" in data else f"it has no {key!r}")
    return data


def listed_once(data: object, key: str, said: str, value: str, read: Callable[[Any, str], str]) -> Iterator[Listed]:
    """Yield the entries of a list of objects with two keys each, no two of which are of the same.

    Parameters: `data`; `key`, where it stands; `said`, the key of what an entry is of, and `value`, that of its
    numbers; `read`, what an entry is of by name, from what it says and where it stands.
    """
    stated: set[str] = set()
    for number, entry in enumerate(entries_of(data, key), 1):
        what = f"{key}: number {number}"
        if not isinstance(entry, Mapping) or said not in entry or value not in entry:
            raise MalformedError(f"{what}: {shown(entry)} has no {said!r} and {value!r}")
        name = read(entry[said], what)
        if name in stated:
            raise MalformedError(f"{what}: {name} occurs twice")
        stated.add(name)
        yield Listed(name, entry[value], what)


def entries_of(data: object, what: str, players: int | None = None) -> list[Any]:
    """Return the entries of a list, which has one for each player if their number is given."""
    if isinstance(data, str | bytes | Mapping) or not isinstance(data, Iterable):
        raise MalformedError(f"{what}: {shown(data)} is not a list")
    entries = list(data)
    if len(entries) > ENTRIES_LIMIT:
        raise MalformedError(f"{what}: {len(entries):,} entries, more than {ENTRIES_LIMIT:,}, the limit")
    if players is not None and len(entries) != players:
        raise MalformedError(f"{what}: {len(entries)} entries for {players} players")
    return entries


def numbers_of(data: object, what: str, players: int) -> tuple[Fraction, ...]:
    """Return the numbers of a list that has one for each player."""
    entries = entries_of(data, what, players)
    return tuple(number_said(value, f"{what} of {label(player)}") for player, value in enumerate(entries))


# ---------------------------------------------------------------------------------------------------------
# Comparing and showing


def within_tolerance(theirs: Number, own: Number, tolerance: Number) -> bool:
    """Tell whether a value is right."""
    return -tolerance <= theirs - own <= tolerance


def no_distribution(
    win: Sequence[Fraction],
    stalemate: Fraction | None,
    tolerance: Fraction,
    stalemates: Callable[[], Iterable[Number]],
) -> str:
    """Return what is wrong with the win probabilities of an answer, empty if they are a distribution.

    Each number lies in [0, 1] and together with the stalemate probability they add up to 1. A sum may be off by the
    tolerance once for each number in it, so numbers that are all right are never refused.

    Parameters: `win`; `stalemate`, None if it was not told, and then it may be 0 or one of `stalemates`; `tolerance`;
    `stalemates`, those of the acceptable answers, only looked at if they are needed.
    """
    stated = [] if stalemate is None else [stalemate]
    names = [*(f"win of {label(player)}" for player in range(len(win))), "stalemate"]
    for name, value in zip(names, [*win, *stated], strict=False):
        if not -tolerance <= value <= 1 + tolerance:
            return f"{name}: {decimal(value)} is not in [0, 1]"
    total = sum(win, Fraction(0))
    within = len([*win, *stated]) * tolerance

    def rest_is(stalemate: Number) -> bool:
        return -within <= total + stalemate - 1 <= within

    if stated:
        return "" if rest_is(stated[0]) else f"win and stalemate add up to {decimal(total + stated[0])}"
    if rest_is(Fraction(0)) or any(map(rest_is, stalemates())):
        return ""
    return f"win adds up to {decimal(total)}, and no stalemate probability makes that 1"


def side_by_side(rows: Iterable[tuple[str, str, str, str]], has_answer: bool) -> str:
    """Return a table of numbers: what each is, theirs (if there is an answer), the exact one, and that rounded."""
    from tabulate import tabulate

    kept = [(name, *([theirs] if has_answer else []), *exact) for name, theirs, *exact in rows]
    table: str = tabulate(kept, ["", *(["theirs"] if has_answer else []), "exact", " "], disable_numparse=True)
    return table


def decimal(value: Number) -> str:
    """Return a number of an answer to 12 places; one far out of place is told by its size."""
    if not -(10**6) <= value <= 10**6:
        return "very large" if value > 0 else "very large and negative"
    return decimal_text(value, 12)


def size(value: Number) -> str:
    """Return the size of an error with two digits."""
    if value > 10**6:
        return "very large"
    return f"{float(value):.1e}" if value else "0"
