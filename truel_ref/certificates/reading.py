"""A certificate read aloud: what it states, and which of its inequalities is the tightest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from truel_ref.errors import FileError, printable, shown
from truel_ref.explain.deviations import decision
from truel_ref.fast.solving import solve
from truel_ref.files import read_bytes
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import percent_text

__all__ = ["checked", "read_aloud"]

_CHECKERS = {
    "no miss": "check_best",
    "bullets": "check_best",
    "lot": "check_lot",
    "shooter": "check_more",
    "simultaneous": "check_more",
    "opinions": "check_more",
    "goofspiel": "check_goofspiel",
    "best mix": "check_mix",
}
"""The programs for the kinds that `check` does not know."""

LARGEST = 100_000_000
"""Bytes of a certificate that is read aloud."""


def checked(path: str) -> str:
    """Return what a certificate shows, by the checker of its kind, which shares nothing with this package.

    Raises `FileError` with the reason of a refusal.
    """
    first, _, _ = read_bytes(path, LARGEST).partition(b"\n")
    name = next((name for kind, name in _CHECKERS.items() if f'"kind":"{kind}"'.encode() in first), "check")
    checker: Any = import_module(f"truel_ref.certificates.checkers.{name}")
    try:
        return str(checker.checked(path))
    except (checker.Refused, ValueError, RecursionError) as error:
        raise FileError(f"{shown(path)} is refused: {printable(str(error))}") from None


def read_aloud(path: str) -> list[str]:
    """Return the statements of a certificate that holds, in words, the whole game last."""
    lines = [checked(path)]
    head, *entries = map(json.loads, read_bytes(path, LARGEST).decode("ascii").splitlines())
    if head["kind"] in _CHECKERS:
        return lines
    lines.append(", ".join(f"{label(player)} hits with {hit}" for player, hit in enumerate(head["hits"])))
    for entry in entries:
        lines += _stationary(entry) if head["kind"] == "stationary" else _phase(entry)
    tightest = min(_margins(head, entries), default=None)
    if tightest is not None:
        margin, where = tightest
        lines.append(f"the tightest inequality: {where} by {margin} ({percent_text(margin)})")
    return lines


def _names(players: list[int]) -> str:
    return ", ".join(map(label, players))


def _aims(aims: list[Any]) -> str:
    return ", ".join(
        label(aim) if isinstance(aim, int) else aim if isinstance(aim, str) else f"({', '.join(aim)})" for aim in aims
    )


def _phase(entry: Mapping[str, Any]) -> Iterator[str]:
    aims = f"{_aims(entry['aims'])}: " if "aims" in entry else ""
    yield f"in {_names(entry['order'])}: {aims}{', '.join(entry['win'])}"


def _stationary(entry: Mapping[str, Any]) -> Iterator[str]:
    where = f"in {_names(entry['set'])}"
    for one in entry["equilibria"]:
        yield f"{where}: {_aims(one['aims'])}; at the first turn {', '.join(one['values'][0])}"
    if not entry["equilibria"]:
        yield f"{where}: no pure equilibrium"


def _margins(head: Mapping[str, Any], entries: list[dict[str, Any]]) -> Iterator[tuple[Fraction, str]]:
    """Yield how far inequalities are from equalities: gains of deviators, choices on the path of the first phase."""
    if head["kind"] == "stationary":
        for entry in entries:
            for who, aim, gain in entry["refuted"] or ():
                yield Fraction(gain), f"in {_names(entry['set'])} {label(who)} gains by {_aims([aim])}"
    elif head["kind"] == "announced":
        yield from _choices(head)


def _choices(head: Mapping[str, Any]) -> Iterator[tuple[Fraction, str]]:
    targets = [label(aim) if isinstance(aim, int) else aim for aim in head["targets"]]
    search, search_later = (
        {label(player): words for player, words in enumerate(head[name])} for name in ("search", "search_later")
    )
    problem = Problem(
        head["hits"],
        targets=targets,
        target_later=head["later"],
        search=search,
        search_later=search_later,
        tie_rule=head["ties"],
    )
    solution = solve(problem)
    for place, player in enumerate(problem.first_order):
        aims = solution.aims[:place]
        if None in aims or not problem.has_choice(problem.first_order, player):
            continue
        worths = decision(solution, aims).worths
        own = sorted((worth.value for worth in worths if worth.allowed), reverse=True)
        lower = [value for value in own if value < own[0]] if own else []
        if lower:
            yield own[0] - lower[0], f"{label(player)} prefers {solution.aims[player]}"
