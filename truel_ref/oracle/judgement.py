"""The judge: an answer is read, and compared with what its vector says is right.

A vector has all right answers, so the judge shares nothing with the solver. `truel_ref/oracle/data/FORMAT.md` has the
rules of judging.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.game.aims import Word
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, decimal_text, read_rational
from truel_ref.oracle.vector_files import Vector

Weights: TypeAlias = "tuple[Fraction | float, ...] | None"
"""An aim: a weight for each player; a float stands for every fraction to which it is the nearest double."""


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


ACCEPTED = (Judgement.AGREES, Judgement.TIE, Judgement.CLOSE)

_DIGITS = 10_000  # of one number of an answer
_ENTRIES = 10_000  # of one list of an answer


class MalformedError(Exception):
    """An answer that cannot be read; the text says why."""


@dataclass(frozen=True)
class Terms:
    """How answers are judged.

    Fields: `tolerance`, the largest error of a value, in [0, 1); `strict_ties`, whether ties must fall as the tie rule
    says; `stalemate_aims`, whether aims count in a certain stalemate, and those of a player who never hits.
    """

    tolerance: Fraction = Fraction(1, 10**9)
    strict_ties: bool = False
    stalemate_aims: bool = True

    @classmethod
    def stated(cls, tolerance: object, strict_ties: bool = False, stalemate_aims: bool = True) -> Terms:
        """Return terms; raises `ProblemError` for a tolerance that is not a number in [0, 1).

        >>> Terms.stated("1e-6").tolerance
        Fraction(1, 1000000)
        """
        number = read_rational(tolerance, "tolerance")
        refuse(ProblemError, (not 0 <= number < 1, f"tolerance: {shown(tolerance)} is not in [0, 1)"))
        return cls(number, strict_ties, stalemate_aims)


class Finding(NamedTuple):
    """The judgement on an answer that could be read, and what is wrong with it, in words."""

    judgement: Judgement
    detail: str = ""


def rank(finding: Finding) -> int:
    """Return how grave a finding is: its place among the judgements."""
    return list(Judgement).index(finding.judgement)


@dataclass(frozen=True)
class Result:
    """What the judge says of one answer.

    Fields: `vector`; `judgement`; `detail`, what is wrong, in words; `said`, the answer as it came, if any;
    `seconds`, how long it took, None if nobody measured it.
    """

    vector: Vector
    judgement: Judgement
    detail: str = ""
    said: Any = None
    seconds: float | None = None

    @property
    def name(self) -> str:
        """The id of the vector."""
        return str(self.vector["id"])

    @property
    def accepted(self) -> bool:
        """Whether the answer is acceptable."""
        return self.judgement in ACCEPTED

    @property
    def wrong(self) -> bool:
        """Whether the answer counts against the client: it is not acceptable, and the vector was not skipped."""
        return not self.accepted and self.judgement is not Judgement.SKIPPED

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        parts = {"id": self.name, "group": self.vector["group"], "judgement": self.judgement.value}
        return parts | {"detail": self.detail, "problem": self.vector["problem"], "seconds": self.seconds}

    def __str__(self) -> str:
        """Return the judgement, the problem, the answer and the right one."""
        right = self.vector.get("answer") or {key: self.vector[key] for key in ("win", "aims", "stalemate")}
        lines = [f"{self.name}: {self.judgement.value}{': ' if self.detail else ''}{self.detail}"]
        listed = {"problem": self.vector["problem"], "answer": self.said, "right": right}
        return "\n".join(
            [*lines, *(f"  {what:7} {shown(json.dumps(data, default=str), 1200)}" for what, data in listed.items())]
        )


def question(vector: Vector) -> dict[str, Any]:
    """Return what a vector asks, without its id: the problem, the way to play, and its settings."""
    settings = ("play", "period", "rounds", "clock", "model", "start", "bullets", "survivors")
    problem: dict[str, Any] = vector["problem"]
    return {key: vector[key] for key in settings if key in vector} | problem


# ---------------------------------------------------------------------------------------------------------
# Announced play


@dataclass(frozen=True)
class Answer:
    """An answer in announced play, in exact numbers; `aims` and `stalemate` are None where it does not say them."""

    win: tuple[Fraction, ...]
    aims: tuple[Weights, ...] | None
    stalemate: Fraction | None

    @classmethod
    def read(cls, vector: Vector, said: Any) -> Answer:
        """Return an answer; a list alone is the win probabilities. Raises `MalformedError`."""
        data = said if isinstance(said, Mapping) else {"win": said}
        problem = vector["problem"]
        players = len(problem["hits"])
        refuse(MalformedError, ("win" not in data, "it has no 'win'"))
        aims, stalemate = data.get("aims"), data.get("stalemate")
        return cls(
            numbers(data["win"], "win", players),
            None if aims is None else aims_said(aims, "aims", problem),
            None if stalemate is None else number(stalemate, "stalemate"),
        )

    def has_values(self, other: Answer, tolerance: Fraction) -> bool:
        """Return whether the values are those of another answer, as far as both say them."""
        pairs = list(zip(self.win, other.win, strict=True))
        if self.stalemate is not None and other.stalemate is not None:
            pairs.append((self.stalemate, other.stalemate))
        return all(abs(one - two) <= tolerance for one, two in pairs)


def compare_announced(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on an answer in announced play.

    The steps: (1) its numbers must be a distribution; (2) look for an acceptable answer with the same values and aims:
    the exact one, another outcome of a tie, one that doubles cannot tell from the best; (3) if the outcomes are too
    many to list, any distribution is right; (4) otherwise the aims are wrong if the values fit, and else the values.
    """
    answer, exact = Answer.read(vector, said), Answer.read(vector, vector)
    tied, near = ([Answer.read(vector, each) for each in vector[key]] for key in ("outcomes", "near"))
    bad = _no_distribution(answer, [exact, *tied, *near], terms.tolerance)
    if bad:
        return Finding(Judgement.NOT_A_DISTRIBUTION, bad + _scaled(answer, exact))
    accepted = [(Judgement.AGREES, [exact]), (Judgement.TIE, tied), (Judgement.CLOSE, near)]
    if terms.strict_ties:
        thin = near if "thin" in vector["flags"] else []
        accepted = [(Judgement.AGREES, [exact]), (Judgement.CLOSE, thin), (Judgement.RULE, tied)]
    fitting: list[Answer] = []
    for judgement, right in accepted:
        fit = [each for each in right if answer.has_values(each, terms.tolerance)]
        if any(_same_aims(answer, each, vector, terms) for each in fit):
            by_rule = f"rule {vector['problem']['if_eq']} gives {shown(vector['aims'], 200)}"
            return Finding(judgement, by_rule if judgement is Judgement.RULE else "")
        fitting += fit if judgement is not Judgement.RULE else []
    if "tie-open" in vector["flags"] and not terms.strict_ties:
        return Finding(Judgement.TIE, "its outcomes are too many to be listed")
    if fitting:
        return Finding(Judgement.AIMS, _wrong_aims(answer, fitting[0], vector, terms))
    return Finding(Judgement.VALUE, off(zip(answer.win, exact.win, strict=True)) + _rounded(answer, exact))


def _no_distribution(answer: Answer, right: Sequence[Answer], tolerance: Fraction) -> str:
    """Return why the values are not a distribution, empty if they are.

    A sum may be off by the tolerance once for each number in it, so numbers that are all right are never refused. A
    stalemate that the answer does not say may be 0, or that of an acceptable answer.
    """
    stated = [] if answer.stalemate is None else [answer.stalemate]
    bad = outside([*answer.win, *stated], tolerance)
    total, within = sum((*answer.win, *stated), Fraction(0)), len([*answer.win, *stated]) * tolerance
    rests = [Fraction(0)] if stated else [Fraction(0), *(each.stalemate or Fraction(0) for each in right)]
    if bad or any(abs(total + rest - 1) <= within for rest in rests):
        return bad
    return f"{'win and stalemate add' if stated else 'win adds'} up to {decimal_text(total, 12)}"


def _same_aims(answer: Answer, right: Answer, vector: Vector, terms: Terms) -> bool:
    """Return whether the aims that are judged are the right ones, as far as the answer says them."""
    if answer.aims is None or right.aims is None or (right.stalemate == 1 and not terms.stalemate_aims):
        return True
    judged = [terms.stalemate_aims or Fraction(hit) > 0 for hit in vector["problem"]["hits"]]
    pairs = zip(judged, free(answer.aims, vector), free(right.aims, vector), strict=True)
    return all(same_aim(one, two) for counts, one, two in pairs if counts)


def _wrong_aims(answer: Answer, right: Answer, vector: Vector, terms: Terms) -> str:
    as_floats = tuple(aim and tuple(map(float, aim)) for aim in answer.aims or ())
    if _same_aims(replace(answer, aims=as_floats), right, vector, terms):
        return "the values fit; send weights as numbers: a decimal in text is an exact number, not the nearest double"
    return "the values fit"


def _scaled(answer: Answer, exact: Answer) -> str:
    """Return a note if the answer is right in percent."""
    percent = replace(exact, win=tuple(100 * win for win in exact.win), stalemate=None)
    return "; it is right in percent" if answer.has_values(percent, Fraction(1, 10**7)) else ""


def _rounded(answer: Answer, exact: Answer) -> str:
    """Return a note if the answer is the right one, rounded."""
    for digits in range(2, 9):
        rounded = replace(exact, win=tuple(round(win, digits) for win in exact.win), stalemate=None)
        if answer.has_values(rounded, Fraction(1, 10**12)):
            return f"; it is right, but rounded to {digits} decimal places"
    return ""


# ---------------------------------------------------------------------------------------------------------
# Reading


def number(said: object, what: str) -> Fraction:
    """Return the exact value of a number of an answer; a length beyond all need is refused before it is read.

    >>> number("25/63", "win of A"), number(0.5, "win of B")
    (Fraction(25, 63), Fraction(1, 2))
    """
    try:
        if isinstance(said, int | str | Decimal | Fraction) and not isinstance(said, bool):
            return read_rational(said, digits=_DIGITS)
        return Fraction(float("true" if isinstance(said, bool) else said))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError, TruelError):
        wrong = f"{what}: {shown(said, 40)} is not a number of at most {_DIGITS:,} digits"
        raise MalformedError(wrong) from None


def entries(said: object, what: str, count: int | None = None) -> list[Any]:
    """Return the entries of a list, or of an object with an entry for each player."""
    if isinstance(said, Mapping) and count is not None:
        names = [*map(label, range(count))]
        wrong = f"{what}: there is one for each player, and for nobody else"
        refuse(MalformedError, ({*said} != {*names}, wrong))
        return [said[name] for name in names]
    odd = isinstance(said, str | bytes | Mapping) or not isinstance(said, Iterable)
    refuse(MalformedError, (odd, f"{what}: {shown(said)} is not a list"))
    listed: list[Any] = list(said)  # type: ignore[call-overload]
    bad = len(listed) > _ENTRIES or count not in (None, len(listed))
    refuse(MalformedError, (bad, f"{what}: {len(listed):,} entries, not {_ENTRIES if count is None else count:,}"))
    return listed


def numbers(said: object, what: str, count: int) -> tuple[Fraction, ...]:
    """Return a list of numbers, one for each player."""
    return tuple(number(each, f"{what} of {label(player)}") for player, each in enumerate(entries(said, what, count)))


def aims_said(said: object, what: str, problem: Mapping[str, Any]) -> tuple[Weights, ...]:
    """Return the aims of all players in the first phase."""
    listed = entries(said, what, len(problem["hits"]))
    return tuple(_aim(aim, player, f"{what} of {label(player)}", problem) for player, aim in enumerate(listed))


def _aim(said: object, player: int, what: str, problem: Mapping[str, Any]) -> Weights:
    """Return an aim: a label, Miss, Self, Strongest, Random, weights, or None."""
    players = len(problem["hits"])
    if said is None:
        return None
    if not isinstance(said, str):
        weights = tuple(_weight(each, f"weight in {what}") for each in entries(said, what, players))
        bad = min(weights) < 0 or sum(Fraction(weight) for weight in weights) > 1 + players * Fraction(1, 2**54)
        refuse(MalformedError, (bad, f"{what}: the weights {shown(said)} are not probabilities"))
        return weights
    word = said.strip().casefold()
    at = {"miss": -1, "self": player} | {label(each).casefold(): each for each in range(players)}
    if word in at:
        return tuple(Fraction(int(each == at[word])) for each in range(players))
    hint = "; send the weights of an aim as a list of numbers" if any(map(str.isdigit, word)) else ""
    known = word in ("random", "strongest")
    refuse(MalformedError, (not known, f"{what}: {shown(said)} is not an aim{hint}"))
    asked = Problem.from_json(problem)
    return tuple(map(Fraction, asked.resolve(asked.order, player, Word(word.capitalize())).weights))  # type: ignore[arg-type]


def _weight(said: object, what: str) -> Fraction | float:
    return float(said) if isinstance(said, float) and number(said, what) is not None else number(said, what)


def same_aim(one: Sequence[Number | float] | None, two: Sequence[Number | float] | None) -> bool:
    """Return whether two aims are the same; a double stands for each fraction to which it is the nearest.

    >>> same_aim((0, 1 / 3), (0, Fraction(1, 3))), same_aim((0, Fraction("0.3333")), (0, Fraction(1, 3)))
    (True, False)
    """
    if one is None or two is None:
        return one is two
    pairs = zip(one, two, strict=True)
    return all(float(a) == float(b) if isinstance(a, float) or isinstance(b, float) else a == b for a, b in pairs)


def free(aims: tuple[Weights, ...], vector: Vector) -> tuple[Weights, ...]:
    """Return aims with None in place of those that the problem states: nobody chooses them."""
    return tuple(
        aim if said == "Optimal" else None for aim, said in zip(aims, vector["problem"]["targets"], strict=True)
    )


# ---------------------------------------------------------------------------------------------------------
# Words


def outside(values: Iterable[Fraction], tolerance: Fraction) -> str:
    """Return which value is no probability, empty if all are."""
    bad = next((value for value in values if not -tolerance <= value <= 1 + tolerance), None)
    return "" if bad is None else f"{_short(bad)} is not in [0, 1]"


def off(pairs: Iterable[tuple[Fraction, Fraction]]) -> str:
    """Return by how much the worst of some values is off, in words."""
    return f"off by {_short(max(abs(one - two) for one, two in pairs))}"


def _short(value: Fraction) -> str:
    return f"{float(value):.2g}" if abs(value) < 10**9 else "very much"
