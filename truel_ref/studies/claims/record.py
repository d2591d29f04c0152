"""The records of claims and findings. Code computes every verdict; none is typed in.

**The prose of the claims, read from `claims.toml`, an editable text file.**
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from string import Template
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import ProblemError, shown
from truel_ref.files import package_text
from truel_ref.numbers import ClaimedNumber, Number, decimal_text, number_text, percent_text

if TYPE_CHECKING:
    from truel_ref.game.aims import Aim
    from truel_ref.studies.claims.pictures import Pictures

__all__ = [
    "FILE",
    "Check",
    "Checker",
    "Claim",
    "ClaimFinding",
    "ClaimLine",
    "ClaimProse",
    "Prose",
    "Verdict",
    "checks",
    "judged",
    "listed",
    "points",
    "ratio_line",
    "read_prose",
    "stored_prose",
    "written",
]


class Verdict(StrEnum):
    """The possible verdicts on a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    CONDITION = "true with a condition"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class ClaimLine:
    """A published quantity beside the exact quantity.

    Fields: `what`, the quantity in words; `published`, the text of the source, with a meaning for words like "almost";
    `exact`, the exact result; `holds`, whether the two agree, None for a mere note.

    >>> ClaimLine.percent("A wins", Fraction(25, 63), "39.7 %")
    ClaimLine(what='A wins', published='39.7 %', exact='39.683 % = 25/63', holds=True)
    """

    what: str
    published: str
    exact: str
    holds: bool | None = None

    @classmethod
    def percent(cls, what: str, value: Number, published: str, exact: str = "") -> ClaimLine:
        """Compare an exact probability with a percentage, which agrees if the value rounds to it.

        Parameters: `what`, the quantity in words; `value`, a fraction; `published`, as "39.7 %", whose digits after the
        point are compared; `exact`, the text of the value, by default percentage and fraction.
        """
        return cls(what, published, exact or written(value), ClaimedNumber.read(published).holds(value))

    @classmethod
    def within(cls, what: str, value: Number, words: str, low: object, high: object, exact: str = "") -> ClaimLine:
        """Compare an exact probability with words that mean `low <= value < high`, in percent.

        >>> ClaimLine.within("A wins", Fraction(2, 5), "almost 42 %", 41, 42).published
        'almost 42 %, read as 41 % <= x < 42 %'
        """
        ends = [Fraction(str(end)) for end in (low, high)]
        texts = [decimal_text(end, 0 if end.denominator == 1 else 1) for end in ends]
        return cls(
            what,
            f"{words}, read as {texts[0]} % <= x < {texts[1]} %",
            exact or written(value),
            ends[0] <= value * 100 < ends[1],
        )

    @classmethod
    def fact(cls, what: str, published: str, exact: object, holds: bool | None) -> ClaimLine:
        """Return the line of an exact comparison of other quantities than percentages."""
        return cls(what, published, str(exact), holds)

    @classmethod
    def note(cls, what: str, exact: object) -> ClaimLine:
        """Return a note that the source does not state."""
        return cls(what, "", str(exact), None)


def written(value: Number, digits: int = 3) -> str:
    """Return a probability as percentage and, if this is short enough, as fraction.

    >>> written(Fraction(1, 3))
    '33.333 % = 1/3'
    """
    exact = number_text(value)
    return percent_text(value, digits) + (f" = {exact}" if len(exact) <= 40 else "")


def points(value: Fraction | float, digits: int = 3) -> str:
    """Return a difference of probabilities, given in [0, 1], in percentage points."""
    return f"{decimal_text(Fraction(value) * 100, digits)} points"


def ratio_line(what: str, published: str, ratio: float, least: float) -> ClaimLine:
    """Compare a measured ratio with a published one, with room for noise.

    It holds if it is at least twice the claimed ratio, fails if it is at most half of it, and is open in between.
    """
    holds = True if ratio >= 2 * least else False if ratio <= least / 2 else None
    words = {True: "at least twice as much", False: "at most half as much", None: "about as much"}[holds]
    return ClaimLine(what, published, words, holds)


@dataclass(frozen=True)
class ClaimFinding:
    """The finding on a claim.

    Fields:
        verdict: computed from the lines.
        summary: a sentence.
        lines: the exact numbers beside the published numbers.
        condition: under which the claim is true, for that verdict.
        explanation: sentences on the result and on the reading of the claim.
        counterexample: for a refuted claim, an example that readers can check.
        measured: times on one machine, which differ from run to run; no verdict depends on them.
        figure: an image for the page, as Markdown.
    """

    verdict: Verdict
    summary: str
    lines: tuple[ClaimLine, ...]
    condition: str = ""
    explanation: str = ""
    counterexample: str = ""
    measured: tuple[str, ...] = ()
    figure: str = ""


def judged(
    lines: Iterable[ClaimLine],
    summary: str,
    otherwise: Iterable[tuple[str, Iterable[ClaimLine]]] = (),
    counterexample: str = "",
    **more: Any,
) -> ClaimFinding:
    """Return the finding that follows from lines.

    If all lines hold, the claim is confirmed. Otherwise, if all lines of another reading hold, it is true with the
    condition of this reading; if no reading holds, it is refuted. Notes do not count; without a line that can hold, the
    claim is undecided.

    Parameters: `lines`, of the claim as stated; `summary`; `otherwise`, pairs of a condition and its lines, tried in
    order; `counterexample`, included unless the claim is confirmed; `more`, further fields of the `ClaimFinding`.

    >>> lines = ClaimLine.percent("A", Fraction(1, 3), "33.4 %"), ClaimLine.percent("A", Fraction(1, 3), "33 %")
    >>> print(judged(lines[1:], "").verdict, judged(lines, "").verdict, judged([], "").verdict, sep=", ")
    confirmed, refuted, undecided
    >>> judged(lines, "", [("to whole percents", lines[1:])]).condition
    'to whole percents'
    """
    stated = tuple(lines)
    others = [(condition, tuple(more_lines)) for condition, more_lines in otherwise]
    every = stated + tuple(line for _, more_lines in others for line in more_lines if line not in stated)
    verdict, condition = _verdict(stated), ""
    if verdict is Verdict.REFUTED:
        for name, reading in others:
            if _verdict(reading) is Verdict.CONFIRMED:
                verdict, condition = Verdict.CONDITION, name
                break
    if verdict is not Verdict.CONFIRMED:
        more["counterexample"] = counterexample
    return ClaimFinding(verdict, summary, every, condition, **more)


def _verdict(lines: Iterable[ClaimLine]) -> Verdict:
    held = [line.holds for line in lines if line.holds is not None]
    if not held:
        return Verdict.UNDECIDED
    return Verdict.CONFIRMED if all(held) else Verdict.REFUTED


Checker: TypeAlias = "Callable[[Pictures], ClaimFinding]"


@dataclass(frozen=True)
class Check:
    """The function that computes the `ClaimFinding` of a claim.

    Fields: `id`, of the claim, as `S3`; `run`, the function of a `Pictures`; `slow`, whether it takes more than a few
    seconds.
    """

    id: str
    run: Checker
    slow: bool = False


@dataclass(frozen=True)
class Claim:
    """A published statement, and its check.

    Fields: `id`, as `S3`; `statement`, in our own words; `how`, a description of the check and of the reading of the
    words; `check`, which computes the `ClaimFinding` from a `Pictures`; `slow`, whether this takes more than a few
    seconds; `source`, of the statement, empty for the published analysis, whose prose is in `claims.toml`.
    """

    id: str
    statement: str
    how: str
    check: Checker
    slow: bool = False
    source: str = ""


def checks(
    id: str,  # noqa: A002  its name everywhere
    slow: bool = False,
) -> Callable[[Checker], Check]:
    """Return a decorator that makes a function the check of the claim with an id.

    >>> @checks("S3")
    ... def _s3(pictures):
    ...     return judged([ClaimLine.percent("A wins", Fraction(1, 3), "33 %")], "")
    >>> _s3.id, _s3.slow
    ('S3', False)
    """
    return partial(Check, id, slow=slow)


def listed(aims: Iterable[Aim | None]) -> str:
    """Return aims as the command prints them, "none" for a player without one.

    >>> from truel_ref.game.aims import Aim
    >>> listed([Aim.miss(2), None])
    'Miss, none'
    """
    return ", ".join("none" if aim is None else str(aim) for aim in aims)


FILE = "claims.toml"
_ID = re.compile(r"[A-Z][1-9][0-9]*")


@dataclass(frozen=True)
class ClaimProse:
    """The statement of a claim in our own words, and a description of its check.

    Fields: `statement`; `how`; `problems`, the published solutions of problems, None if code checks the claim;
    `counterexample` and `explanation`, texts of the finding.
    """

    statement: str
    how: str
    problems: list[dict[str, Any]] | None = None
    counterexample: str = ""
    explanation: str = ""


@dataclass(frozen=True)
class Prose:
    """All prose: `groups`, a title for each first letter of an id, in order; `claims`, under their ids, in order."""

    groups: dict[str, str]
    claims: dict[str, ClaimProse]


def stored_prose() -> Prose:
    """Return the prose in the file beside this module.

    >>> stored_prose().claims["S2"].statement
    '[1/3, 2/3, 1], everybody at the strongest: A wins 31 %, less than B.'
    """
    return read_prose(package_text("truel_ref.studies.claims", FILE))


def read_prose(text: str) -> Prose:
    r"""Return the prose in a TOML text.

    A table `groups` has a title for each first letter, a table `sentences` the sentences that several claims share, and
    every other table is a claim under its id, with `statement` and `how`, and optionally the other fields of
    `ClaimProse`. In all texts `$name` stands for a sentence; a sentence may use those above it. Any white space counts
    as a single space.

    Raises `ProblemError`, naming the table and the key.

    >>> text = "[groups]\nS = 'Single'\n[sentences]\nx = 'Solved.'\n[S1]\nstatement = 'A wins.'\nhow = '$x Twice.'"
    >>> read_prose(text).claims["S1"].how
    'Solved. Twice.'
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"{FILE}: {error}") from None
    groups = {letter: _text(title, f"[groups] {letter}") for letter, title in _table(data, "groups").items()}
    sentences: dict[str, str] = {}
    for name, sentence in _table(data, "sentences").items():
        sentences[name] = _filled(sentence, sentences, f"[sentences] {name}")
    claims = {}
    for name in data:
        if name in ("groups", "sentences"):
            continue
        if not _ID.fullmatch(name) or name[0] not in groups:
            raise ProblemError(f"{FILE}: {shown(name)} is not an id; give a letter of [groups] and a number, like S1")
        entry = _table(data, name)
        wrong = sorted(entry.keys() - {"problems", "counterexample", "explanation"} ^ {"statement", "how"})
        if wrong:
            raise ProblemError(
                f"{FILE}: [{name}] has the keys statement and how; {shown(wrong[0])} is not as it should be"
            )
        texts = {key: _filled(entry[key], sentences, f"[{name}] {key}") for key in entry if key != "problems"}
        claims[name] = ClaimProse(problems=entry.get("problems"), **texts)
    order = list(groups)
    return Prose(groups, dict(sorted(claims.items(), key=lambda item: (order.index(item[0][0]), int(item[0][1:])))))


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, Mapping):
        raise ProblemError(f"{FILE}: there is no table [{name}]")
    return table


def _text(value: object, where: str) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        raise ProblemError(f"{FILE}: {where}: {shown(value)} is not text")
    return text


def _filled(value: object, sentences: Mapping[str, str], where: str) -> str:
    text = _text(value, where)
    try:
        return Template(text).substitute(sentences)
    except KeyError as unknown:
        raise ProblemError(f"{FILE}: {where}: there is no sentence {unknown} above it in [sentences]") from None
    except ValueError:
        raise ProblemError(f"{FILE}: {where}: a dollar sign is written $$, and a shared sentence $name") from None
