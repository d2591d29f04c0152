"""Doors of the judge: vectors, answers, a client's first line, reports, lists of failures, claims."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import hostile
from fuzzing.door import Door, expect
from truel_ref.errors import TruelError
from truel_ref.files import json_text
from truel_ref.oracle import vectors
from truel_ref.oracle.comparison import ReportComparison as Reports
from truel_ref.oracle.comparison import badge_json, badge_svg, read_report
from truel_ref.oracle.corpus import shipped_manifest
from truel_ref.oracle.judge import Expected, Terms, judge_answer
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.report import check, read_failures
from truel_ref.oracle.run.conversation import HelloError, answer_line, read_hello
from truel_ref.studies.claims import claims_of_file, named_claims

__all__ = ["answers", "claims", "hellos", "reports", "statements", "vectors_read"]

_TERMS = (
    Terms(Fraction(0)),
    Terms(Fraction(1, 10**9)),
    Terms(Fraction(1, 100), strict_ties=True),
    Terms(Fraction(1, 2), False, False),
)


@cache
def _vectors() -> list[Any]:
    """Return some vectors of every group."""
    return [vector for group in shipped_manifest()["groups"] for vector in vectors(group)[:12]]


def _read_vector(case: Any) -> None:
    expected = expected_of_vector(case)
    json_text(expected.question())
    expect(repr(expected.asked), "it is not shown")


vectors_read = Door("vectors", _read_vector, _vectors)

# -- answers: the words of a client about a vector


@cache
def _expected(name: str) -> Expected:
    return expected_of_vector(next(vector for vector in _vectors() if vector["id"] == name))


@cache
def _answers() -> list[Any]:
    return [[vector["id"], number % 4, _exact(vector)] for number, vector in enumerate(_vectors())]


def _exact(vector: Any) -> Any:
    return vector.get("answer") or {key: vector[key] for key in ("win", "aims", "stalemate") if key in vector}


def _judge(case: Any) -> None:
    if not (isinstance(case, list) and len(case) == 3 and isinstance(case[0], str)):
        return
    name, terms, data = case
    if name not in {answer[0] for answer in _answers()}:
        return
    if isinstance(data, str | bytes):
        line = answer_line(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
        data = None if line is None else line.data
    chosen = _TERMS[terms % 4] if isinstance(terms, int) else _TERMS[0]
    result = judge_answer(_expected(name), data, chosen)
    json_text(result.to_json())
    expect("\n" not in result.detail, "what is wrong takes more than a line")
    expect(str(result), "it is not shown")


def _answer(dice: Random) -> Any:
    name, terms, data = dice.choice(_answers())
    if dice.random() < 0.3:
        return [name, terms, json_text({"id": name, **data} if isinstance(data, dict) else data)]
    return [
        name,
        terms,
        {"win": [hostile.number(dice) for _ in range(3)], "aims": [hostile.value(dice, True) for _ in range(3)]},
    ]


answers = Door("answers", _judge, _answers, _answer)

# -- the first line of a client


def _hello(case: Any) -> None:
    try:
        hello = read_hello(case)
    except HelloError:
        return
    expect(str(hello) is not None and json_text(hello.to_json()), "it is not shown")


_HELLOS = (
    {"name": "x", "version": "1", "supports": {"players": 3, "groups": ["optimal"], "search": ["Others", "Miss"]}},
    {"name": "solver", "language": "C", "supports": {"tie_rules": [1, 4], "targets": True, "random_levels": False}},
    {"name": "y", "supports": {}},
)

hellos = Door("hellos", _hello, lambda: list(_HELLOS))

# -- files of the judge


def _reports() -> list[Any]:
    def halves(problem: Any) -> Any:
        return {"win": [0.5, 0.5]}

    data = check(
        halves, [vector for vector in _vectors() if vector["id"].startswith(("optimal", "ties"))][:5]
    ).to_json()
    text = json_text(data | {"client": {"name": "x", "version": "2"}, "expected_failures": ["ties-0001"]})
    return [text.encode(), json_text(data).encode(), b"# what fails\nties-0001\noptimal-0002\n"]


def _read_report(case: Any) -> None:
    if not isinstance(case, bytes):
        return
    file = Path("given.json")
    file.write_bytes(case)
    refusals = 0
    try:
        report = read_report(file)
        badge_json(report), badge_svg(report)
        both = Reports((report, report))
        expect(both.page() and str(both) and both.to_text("md"), "it is not shown")
    except TruelError:
        refusals += 1
    try:
        read_failures(file)
    except TruelError:
        refusals += 1


reports = Door("reports", _read_report, _reports)


def _name_claims(case: Any) -> None:
    for claim in named_claims(case):
        expect(claim.id, "it has no id")


def _claim_names() -> list[Any]:
    return [[claim.id] for claim in named_claims(())] + [["S3", "s14"], []]


claims = Door("claims", _name_claims, _claim_names)


def _read_statements(case: Any) -> None:
    if not isinstance(case, bytes):
        return
    file = Path("given.toml")
    file.write_bytes(case)
    for claim in claims_of_file(file).values():
        expect(claim.statement and claim.source, "it says nothing")


def _statements() -> list[Any]:
    whole = b"""[[claim]]
title = "x"
source = 'y'
page = 3
hits = ["1/3", 0.5, 1]
aims = "Miss,C,none"
win = ["39.7 %", 0.40, ""]
stalemate = 1e-3
"""
    return [
        whole,
        whole * 2,
        b"claim = [{title = 'x', source = 'y', hits = [1, 1], win = '1,0'}]",
        b"x = " + b"[" * 9999,
    ]


statements = Door("statements", _read_statements, _statements)
