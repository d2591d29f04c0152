"""The judge: an answer is read, and compared with what its vector says is right.

A vector has all right answers, so the judge shares nothing with the solver. `truel_ref/oracle/data/FORMAT.md` has the
rules of judging.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import chain, product
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

    judgement = Judgement.MALFORMED


class ImproperError(MalformedError):
    """An answer with numbers that are no probabilities."""

    judgement = Judgement.NOT_A_DISTRIBUTION


@dataclass(frozen=True)
class Terms:
    """How answers are judged.

    Fields: `tolerance`, the largest error of a value, in [0, 1); `strict_ties`, whether ties must fall as the tie rule
    says; `stalemate_aims`, whether aims count in a certain stalemate, and those of a player who never hits.
    """

    tolerance: Fraction = Fraction(1, 10**9)
    strict_ties: bool = False
    stalemate_aims: bool = True

    @property
    def tie(self) -> Judgement:
        """The judgement on another outcome of a tie."""
        return Judgement.RULE if self.strict_ties else Judgement.TIE

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
        return {
            "id": self.name,
            "group": self.vector["group"],
            "judgement": self.judgement.value,
            "detail": self.detail,
            "problem": self.vector["problem"],
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        """Return the judgement, the problem, the answer and the right one."""
        right = self.vector.get("answer") or {key: self.vector[key] for key in ("win", "aims", "stalemate")}
        listed = {"problem": self.vector["problem"], "answer": self.said, "right": right}
        lines = (f"  {what:7} {shown(json.dumps(data, default=str), 1200)}" for what, data in listed.items())
        return "\n".join([f"{self.name}: {': '.join(filter(None, [self.judgement, self.detail]))}", *lines])


def question(vector: Vector) -> dict[str, Any]:
    """Return what a vector asks, without its id: the problem, the way to play, and its settings."""
    settings = ("play", "period", "rounds", "clock", "model", "start", "bullets", "survivors")
    return {**{key: vector[key] for key in settings if key in vector}, **vector["problem"]}


# ---------------------------------------------------------------------------------------------------------
# Answers


@dataclass(frozen=True)
class Answer:
    """What an answer says, or what is right, in exact numbers.

    Fields: `values`, the numbers by what they are; `aims`, with None for those that nobody chooses, or None if they
    are not said; for an entry of a list `strict`, if it says it, and `text`, the entry in words.
    """

    values: Mapping[str, tuple[Fraction, ...]]
    aims: tuple[Weights, ...] | None = None
    strict: bool | None = None
    text: str = ""

    @classmethod
    def read(cls, vector: Vector, said: Any, terms: Terms = Terms()) -> Answer:
        """Return an answer in announced play; a list alone is the win probabilities. Raises `MalformedError`."""
        data = said if isinstance(said, Mapping) else {"win": said}
        values = {"win": numbers(members(data, "win")[0], "win", vector)}
        if data.get("stalemate") is not None:
            values["stalemate"] = (number(data["stalemate"], "stalemate"),)
        aims = None if data.get("aims") is None else aims_said(data["aims"], "aims", vector, terms)
        certain = values.get("stalemate") == (Fraction(1),) and not terms.stalemate_aims
        return cls(values, None if certain else aims)

    def worst(self, right: Answer) -> tuple[Fraction, str]:
        """Return the largest error of the numbers that both say, and what it is of."""
        both = [
            (abs(one - two), name)
            for name in self.values.keys() & right.values.keys()
            for one, two in zip(self.values[name], right.values[name], strict=True)
        ]
        return max(both, default=(Fraction(0), ""))

    def near(self, right: Answer, tolerance: Fraction) -> bool:
        """Return whether no number is off by more than the tolerance."""
        return self.worst(right)[0] <= tolerance

    def has_aims(self, right: Answer) -> bool:
        """Return whether the aims are the same, as far as both say them."""
        one, two = self.aims, right.aims
        return one is None or two is None or (len(one) == len(two) and all(map(same_aim, one, two)))


def compare_announced(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on an answer in announced play.

    The steps: (1) its numbers must be a distribution; (2) look for an acceptable answer with the same values and aims:
    the exact one, another outcome of a tie, one that doubles cannot tell from the best; (3) if the outcomes are too
    many to list, any distribution is right; (4) otherwise the aims are wrong if the values fit, and else the values.
    """
    answer, exact = Answer.read(vector, said, terms), Answer.read(vector, vector, terms)
    tied, near = ([Answer.read(vector, each, terms) for each in vector[key]] for key in ("outcomes", "near"))
    right = [(Judgement.AGREES, exact), *((terms.tie, one) for one in tied), *((Judgement.CLOSE, one) for one in near)]
    rests = {Fraction(0)}  # a stalemate that the answer does not say
    if "stalemate" not in answer.values:
        rests |= {rest for _, one in right for rest in one.values["stalemate"]}
    refuse_improper([*chain(*answer.values.values())], terms.tolerance, rests, hint=lambda: _hint(answer, exact))
    best = nearest(answer, right, terms.tolerance)
    if best.judgement is Judgement.RULE:
        return best._replace(detail=f"rule {vector['problem']['if_eq']} gives {shown(vector['aims'], 200)}")
    is_open = "tie-open" in vector["flags"] and not terms.strict_ties and best.judgement is not Judgement.AGREES
    return Finding(Judgement.TIE) if is_open else best


def nearest(answer: Answer, right: Sequence[tuple[Judgement, Answer]], tolerance: Fraction) -> Finding:
    """Return the best judgement on an answer beside the right ones, each with the judgement on those who give it."""
    fitting = [(judgement, one) for judgement, one in right if answer.near(one, tolerance)]
    found = [Finding(judgement) for judgement, one in fitting if answer.has_aims(one)]
    values = [one for judgement, one in fitting if judgement is not Judgement.RULE]
    if found or not values:
        return min(found, key=rank, default=wrong_value(answer, right[0][1]))
    as_floats = replace(answer, aims=tuple(aim and tuple(map(float, aim)) for aim in answer.aims or ()))
    hint = "; send weights as numbers: a decimal in text is an exact number, not the nearest double"
    return Finding(Judgement.AIMS, f"the values fit{hint * as_floats.has_aims(values[0])}")


# ---------------------------------------------------------------------------------------------------------
# Values


def wrong_value(answer: Answer, right: Answer) -> Finding:
    """Return the finding on an answer whose values are not the right ones: by how much the worst is off."""
    error, name = answer.worst(right)
    off = f"{name}: off by {_short(error)}{_hint(answer, right)}" if name else "it says other quantities"
    return Finding(Judgement.VALUE, off)


def _hint(answer: Answer, right: Answer) -> str:
    """Return a note if the values are the right ones in percent, or rounded."""
    for scale, places in product((1, 100), (*range(2, 9), 15)):
        values = {
            name: tuple(scale * round(value, places) for value in numbers) for name, numbers in right.values.items()
        }
        if answer.near(Answer(values), Fraction(1, 10**12)):
            percent = " in percent" if scale > 1 else ""
            rounded = f", but rounded to {places} decimal places{' of a fraction' * bool(percent)}"
            return f"; it is right{percent}{rounded if places < 15 else ''}"
    return ""


def refuse_improper(
    values: Sequence[Fraction],
    tolerance: Fraction,
    rests: Collection[Fraction] = (Fraction(0),),
    where: str = "",
    hint: Callable[[], str] = str,
) -> None:
    """Raise `ImproperError` if values are no probabilities that add up to 1, less one of some rests.

    A sum may be off by the tolerance once for each number in it, so numbers that are all right are never refused.
    Without any rest, the sum is at most 1.
    """
    total, within = sum(values, Fraction(0)), len(values) * tolerance
    fits = any(abs(total + rest - 1) <= within for rest in rests) if rests else total <= 1 + within
    odd = [f"{_short(value)} is not in [0, 1]" for value in values if not -tolerance <= value <= 1 + tolerance]
    if odd or not fits:
        raise ImproperError(f"{where}{odd[0] if odd else f'the sum is {decimal_text(total, 12)}'}{hint()}")


def _short(value: Fraction) -> str:
    return f"{float(value):.2g}" if abs(value) < 10**9 else "very much"


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
        raise MalformedError(f"{what}: {shown(said, 40)} is not a number of at most {_DIGITS:,} digits") from None


def entries(said: object, what: str, count: int | None = None) -> list[Any]:
    """Return the entries of a list, or of an object with an entry for each player."""
    if isinstance(said, Mapping) and count is not None:
        names = [*map(label, range(count))]
        refuse(MalformedError, ({*said} != {*names}, f"{what}: there is one for each player, and for nobody else"))
        said = [said[name] for name in names]
    if isinstance(said, str | bytes | Mapping) or not isinstance(said, Iterable):
        raise MalformedError(f"{what}: {shown(said)} is not a list")
    listed: list[Any] = list(said)
    many = f"{what}: {len(listed):,} entries, not {_ENTRIES if count is None else count:,}"
    refuse(MalformedError, (len(listed) > _ENTRIES or count not in (None, len(listed)), many))
    return listed


def members(said: object, *keys: str) -> list[Any]:
    """Return the values of some keys of an object, which must have them."""
    data = said if isinstance(said, Mapping) else {}
    refuse(MalformedError, (not {*keys} <= {*data}, f"{shown(said, 40)}: it has no {' and '.join(map(repr, keys))}"))
    return [data[key] for key in keys]


def numbers(said: object, what: str, vector: Vector) -> tuple[Fraction, ...]:
    """Return a list of numbers, one for each player of a vector."""
    return tuple(
        number(each, f"{what} of {label(player)}")
        for player, each in enumerate(entries(said, what, len(vector["problem"]["hits"])))
    )


def aims_said(said: object, what: str, vector: Vector, terms: Terms = Terms()) -> tuple[Weights, ...]:
    """Return the aims of all players in the first phase, None for those that nobody chooses, or that do not count."""
    problem = vector["problem"]
    listed = entries(said, what, len(problem["hits"]))
    aims = [_aim(aim, player, f"{what} of {label(player)}", problem) for player, aim in enumerate(listed)]
    return tuple(
        aim if target == "Optimal" and (terms.stalemate_aims or Fraction(hit) > 0) else None
        for aim, hit, target in zip(aims, problem["hits"], problem["targets"], strict=True)
    )


def _aim(said: object, player: int, what: str, problem: Mapping[str, Any]) -> Weights:
    """Return an aim: a label, Miss, Self, Strongest, Random, weights, or None."""
    players = len(problem["hits"])
    if said is None:
        return None
    if not isinstance(said, str):
        listed = entries(said, what, players)
        exact = [number(each, f"weight in {what}") for each in listed]
        wrong = f"{what}: the weights {shown(said)} are not probabilities"
        refuse(MalformedError, (min(exact) < 0 or sum(exact) > 1 + players * Fraction(1, 2**54), wrong))
        return tuple(one if isinstance(one, float) else own for one, own in zip(listed, exact, strict=True))
    word = said.strip().casefold()
    at = {"miss": -1, "self": player} | {label(each).casefold(): each for each in range(players)}
    hint = "; send the weights of an aim as a list of numbers" * any(map(str.isdigit, word))
    refuse(MalformedError, (word not in (*at, "random", "strongest"), f"{what}: {shown(said)} is not an aim{hint}"))
    if word in at:
        return tuple(Fraction(int(each == at[word])) for each in range(players))
    asked = Problem.from_json(problem)
    aim: Any = asked.resolve(asked.order, player, Word(word.capitalize()))
    return tuple(map(Fraction, aim.weights))


def same_aim(one: Sequence[Number | float] | None, two: Sequence[Number | float] | None) -> bool:
    """Return whether two aims are the same; a double stands for each fraction to which it is the nearest.

    >>> same_aim((0, 1 / 3), (0, Fraction(1, 3))), same_aim((0, Fraction("0.3333")), (0, Fraction(1, 3)))
    (True, False)
    """
    if one is None or two is None:
        return one is two
    pairs = zip(one, two, strict=True)
    return all(float(a) == float(b) if isinstance(a, float) or isinstance(b, float) else a == b for a, b in pairs)
