"""The first four vectors, and what a command is taught whose answers to none of them can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from truel_ref.oracle.conversation import question_line
from truel_ref.oracle.judge import Expected, Judgement, Result

__all__ = ["first_four", "lesson"]

_UNREAD = (Judgement.MISSING, Judgement.MALFORMED, Judgement.CRASHED, Judgement.TIMED_OUT)

_PLAIN = {
    "search": ["Others", "Miss"],
    "target_later": "Optimal",
    "search_later": ["Others", "Miss"],
    "if_eq": 1,
    "random_levels": None,
}


def first_four(asked: Sequence[Expected]) -> list[Expected]:
    """Return four vectors, or all where there are fewer: the plainest, and among equals those with the shortest lines.

    >>> from truel_ref.oracle import vectors
    >>> from truel_ref.oracle.report import expected_of
    >>> [expected.name for expected in first_four(expected_of(vectors("optimal")))]
    ['optimal-0099', 'optimal-0173', 'optimal-0001', 'optimal-0272']
    """
    return sorted(asked, key=lambda expected: (_oddities(expected), len(question_line(expected))))[:4]


def _oddities(expected: Expected) -> int:
    """Count what is special in a question: whoever cannot hit, and every key that says more than it must."""
    question = expected.question()
    hits = question.get("hits")
    if not isinstance(hits, list):
        return 0
    aimed = sum(said != "Optimal" for said in question["targets"])
    keys = sum(question.get(key) not in (None, plain) for key, plain in _PLAIN.items())
    return int(sum(hit == "0" for hit in hits) + aimed + keys)


def lesson(results: Sequence[Result], lines: Sequence[str], notes: Sequence[str]) -> str:
    """Return what is to be said to somebody whose command has answered none of the first vectors, else nothing.

    Parameters: `results`, of these vectors; `lines`, the first ones that the command has written; `notes`, what else
    was seen.
    """
    asked = [result for result in results if result.judgement is not Judgement.SKIPPED]
    if not asked or any(result.judgement not in _UNREAD for result in asked):
        return ""
    first = asked[0]
    came = [f"  {line}" for line in lines] or ["  nothing"]
    parts = [
        f"None of the first {len(asked)} answers can be read, so no more was asked. {_fault(first, lines, notes)}",
        f"This was written to its standard input, among others:\n  {question_line(first.expected).decode()}",
        "\n".join(["This came from its standard output first:", *came]),
    ]
    example = _example(first.expected)
    if example:
        parts.append(f"This would have been right, numbers as decimals as well:\n  {example}")
    if notes:
        parts.append("\n".join(notes))
    parts.append(
        "What is written and read is described by `truel-ref vectors --out DIR`, in DIR/FORMAT.md. "
        "With --no-smoke everything is asked all the same."
    )
    return "\n\n".join(parts)


def _fault(first: Result, lines: Sequence[str], notes: Sequence[str]) -> str:
    """Return what went wrong and how to go on."""
    kinds = " ".join(notes)
    if first.judgement is Judgement.MALFORMED:
        return f"There is an answer, but {first.detail}."
    if "id that was not asked" in kinds:
        return 'The answers have an "id" that was not asked: each answer repeats the "id" of its question, as it is.'
    if lines:
        return 'It writes, but no line is a JSON object with an "id": write one such line for each question.'
    if first.judgement is Judgement.CRASHED:
        said = "; what it said on its standard error stands below" if "standard error" in kinds else ""
        return f"It {first.detail} before it had answered{said}."
    if first.judgement is Judgement.TIMED_OUT:
        return (
            f"There was {first.detail.partition(';')[0]}. Either it takes longer (--timeout, --start), or it waits for "
            "more, or its lines wait in a buffer: flush the output after every line, and end when the input ends."
        )
    return "It ended without a word: read questions from standard input and write answers to standard output."


def _example(expected: Expected) -> str:
    """Return the line that would have been right, empty where the exact answer has another form than an answer."""
    exact = expected.data_of(None)["exact"]
    if not isinstance(exact, Mapping) or "win" not in exact:
        return ""
    return json.dumps({"id": expected.name} | dict(exact))
