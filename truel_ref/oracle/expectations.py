"""Failures that are known and accepted for now: a list of ids, which must not grow stale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from truel_ref.errors import FileError, VectorError, shown
from truel_ref.files import Pathlike, read_bytes
from truel_ref.oracle.corpus import vectors
from truel_ref.oracle.report import Report

__all__ = ["expecting", "failures_text", "read_failures"]

_SIZE_LIMIT = 1 << 24  # bytes of a list


def read_failures(path: Pathlike) -> tuple[str, ...]:
    """Return the ids of a list of failures: one on each line; what follows a # is a comment.

    Raises `VectorError`, naming the line, for a file that cannot be read, for two words on a line, and for an id twice.
    """
    name = str(path)
    try:
        text = read_bytes(path, _SIZE_LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise VectorError(f"{name}: this is not text in UTF-8") from None
    except FileError as error:
        raise VectorError(str(error)) from None
    names: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if len(words) > 1:
            raise VectorError(f"{name}, line {number}: one id on each line, not {shown(' '.join(words))}")
        for word in words:
            if word in names:
                raise VectorError(f"{name}, line {number}: {shown(word)} stands on line {names[word]} already")
            names[word] = number
    return tuple(names)


def failures_text(report: Report) -> str:
    """Return the list of the failures of a report, each with its judgement as a comment."""
    wrong = [result for result in report.results if result.wrong]
    width = max((len(result.name) for result in wrong), default=0)
    lines = [f"{result.name:{width}}  # {result.judgement.value}" for result in wrong]
    return "\n".join(["# Failures that are known; written by truel-ref check --write-failures.", *lines]) + "\n"


def expecting(report: Report, names: Iterable[str]) -> Report:
    """Return a report in which some failures are expected, and expectations that are stale are faults.

    Stale are the id of an answer that is acceptable now, and an id that no vector has; ids that were not asked, or
    skipped, say nothing. Where the first answers could not be read, the list says nothing either.

    Parameters: `report`; `names`, the ids.
    """
    listed = tuple(names)
    asked = {result.name: result for result in report.results}
    passed = [name for name in listed if name in asked and asked[name].accepted]
    unknown = [name for name in listed if name not in asked and not _is_known(name)]
    stale = [f"expected to fail, but accepted: {name}; take it off the list" for name in passed]
    stale += [f"expected to fail, but unknown: {shown(name)}; take it off the list" for name in unknown]
    return replace(report, expected_failures=frozenset(listed), stale=tuple(stale))


def _is_known(name: str) -> bool:
    """Tell whether the package ships a vector with this id."""
    try:
        return any(vector["id"] == name for vector in vectors(name.rpartition("-")[0]))
    except VectorError:
        return False
