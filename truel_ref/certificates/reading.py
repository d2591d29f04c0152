"""A certificate read aloud: what it states, and which of its inequalities is the tightest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any, TypeAlias

from truel_ref.certificates.checkers.check import Refused
from truel_ref.certificates.checkers.check_more import More
from truel_ref.errors import FileError, printable, shown
from truel_ref.explain.deviations import decision
from truel_ref.fast.sets import sets_without_a_miss
from truel_ref.fast.solving import solve
from truel_ref.files import read_bytes
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.games.goofspiel import Continuations, State
from truel_ref.games.goofspiel import solve as solve_state
from truel_ref.numbers import percent_text, public
from truel_ref.play.responses import turn_of
from truel_ref.variants.bullets import BulletsPolicy, BulletState
from truel_ref.variants.models import drawn_problems
from truel_ref.variants.opinions import states_of

__all__ = ["checked", "read_aloud"]

Entry: TypeAlias = Mapping[str, Any]
Entries: TypeAlias = Sequence[Mapping[str, Any]]
Decisions: TypeAlias = Iterator[tuple[str, Sequence[Any]]]

_CHECKERS = dict.fromkeys(More.KINDS, "check_more") | {
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
    name = "check_algebraic" if b'"polynomial":' in first else name
    checker: Any = import_module(f"truel_ref.certificates.checkers.{name}")
    try:
        return str(checker.checked(path))
    except (Refused, ValueError, RecursionError) as error:
        raise FileError(f"{shown(path)} is refused: {printable(str(error))}") from None


def read_aloud(path: str) -> list[str]:
    """Return the statements of a certificate that holds, in words, the whole game last.

    The tightest inequality comes last; not with irrational numbers, and not for orders drawn for stationary play.
    """
    lines = [checked(path)]
    head, *entries = map(json.loads, read_bytes(path, LARGEST).decode("ascii").splitlines())
    if "hits" in head:
        lines.append(", ".join(f"{label(player)} hits with {hit}" for player, hit in enumerate(head["hits"])))
    for entry in entries if head["kind"] in _SAID else ():
        lines += _SAID[head["kind"]](head, entry)
    tightest = None if "polynomial" in head else min(_margins(head, entries), default=None)
    if tightest is not None:
        margin, where = tightest
        lines.append(f"the tightest inequality: {where} by {margin} ({percent_text(margin)})")
    return lines


# ---------------------------------------------------------------------------------------------------------
# What the lines of each kind state


def _names(players: Iterable[int]) -> str:
    return ", ".join(map(label, players))


def _aims(aims: Iterable[Any]) -> str:
    return ", ".join(
        label(aim) if isinstance(aim, int) else aim if isinstance(aim, str) else f"({', '.join(aim)})" for aim in aims
    )


def _phase(head: Entry, entry: Entry) -> Iterator[str]:
    aims = f"{_aims(entry['aims'])}: " if "aims" in entry else ""
    yield f"in {_names(entry['order'])}: {aims}{', '.join(entry['win'])}"


def _drawn(head: Entry, entry: Entry) -> Iterator[str]:
    """Say the phases of a drawn order, whose players are numbered by their places in it; or the mean."""
    drawn = entry.get("drawn", ())
    for line in entry.get("lines", ()):
        if "set" in line:
            said = _equilibria({"kind": "stationary"}, line)
            yield from (f"order {_names(drawn)}, by place in it: {sentence}" for sentence in said)
            continue
        wins = (f"{label(drawn[place])} {win}" for place, win in enumerate(line["win"]))
        yield f"order {_names(drawn)}, in {_names(drawn[place] for place in line['order'])}: {', '.join(wins)}"
    if "win" in entry:
        yield f"the mean over all orders: {', '.join(entry['win'] or ['none'])}"


def _equilibria(head: Entry, entry: Entry) -> Iterator[str]:
    """Say the aims and values of a set of living players; of opinions, in every state."""
    kind, living = head["kind"], entry["set"]
    first = "at the first turn " if kind in ("stationary", "no miss") else ""
    states = states_of(tuple(living), len(head["hits"])) if kind == "opinions" else [()]
    plays = entry.get("equilibria", [entry])
    for play, (place, state) in product(plays, enumerate(states)):
        held = f" held by {', '.join(str(state[player]) for player in living)}" if state else ""
        aims = play["aims"][place * len(living) : (place + 1) * len(living)]
        *values, last = play["values"][place]
        values.append(f"nobody {last}" if kind == "simultaneous" else last)
        yield f"in {_names(living)}{held}: {_aims(aims)}; {first}{', '.join(values)}"
    if not plays:
        yield f"in {_names(living)}: no pure equilibrium"


def _plan(head: Entry, entry: Entry) -> Iterator[str]:
    for number, (aims, values) in enumerate(zip(entry["aims"], entry["values"], strict=True), 1):
        where = f"in {_names(entry['set'])}, round {number} of {len(entry['aims'])}"
        yield f"{where}: {_aims(aims)}; at the first turn {', '.join(values[0])}"


def _shot(head: Entry, entry: Entry) -> Iterator[str]:
    left = "; ".join(f"{_names(living) or 'nobody'} {chance}" for living, chance in entry["survivors"])
    mover = _mover(entry["set"], entry["mover"], entry["bullets"])
    yield f"{mover} chooses {_aims([entry['aim']])}; worth {', '.join(entry['worths'])}; survivors: {left}"


def _mover(living: Iterable[int], mover: int, bullets: Sequence[int]) -> str:
    return f"bullets {', '.join(f'{label(player)} {bullets[player]}' for player in living)}: {label(mover)}"


def _bids(head: Entry, entry: Entry) -> Iterator[str]:
    yield f"{_state(entry)}: worth {entry['value']}; own bids {', '.join(entry['own_bids'])}; other bids " + ", ".join(
        entry["other_bids"]
    )


def _state(entry: Entry) -> str:
    own, other, to_come = (", ".join(map(str, entry[key])) or "nothing" for key in ("own", "other", "to_come"))
    return f"own {own}, other {other}, prize {entry['prize']}, to come {to_come}, lead {entry['lead']}"


_SAID: Mapping[str, Callable[[Entry, Entry], Iterator[str]]] = {
    **dict.fromkeys(("fixed", "announced"), _phase),
    **dict.fromkeys(("stationary", "no miss", "shooter", "simultaneous", "opinions"), _equilibria),
    "lot": _drawn,
    "bullets": _shot,
    "goofspiel": _bids,
    "periodic": _plan,
}


# ---------------------------------------------------------------------------------------------------------
# The tightest inequality


def _margins(head: Entry, entries: list[dict[str, Any]]) -> Iterator[tuple[Fraction, str]]:
    """Yield how far inequalities are from equalities: gains of deviators, and what the next best option is worth less.

    Of announced play only the decisions on the path of the first phase count.
    """
    for entry in entries:
        for who, aim, gain, *held in entry.get("refuted") or ():
            state = f" held by {', '.join(str(held[0][player]) for player in entry['set'])}" if held else ""
            yield Fraction(gain), f"in {_names(entry['set'])}{state}, player {label(who)} gains with aim {_aims([aim])}"
    decisions = None if head.get("play") == "stationary" else _DECISIONS.get(head["kind"])
    for where, worths in decisions(head, entries) if decisions else ():
        best = max(worths, default=0)
        yield from ((best - worth, where) for worth in worths if worth < best)


def _problem(head: Entry) -> Problem:
    targets = [_aims([aim]) if isinstance(aim, int) else aim for aim in head["targets"]]
    search, later = ({label(who): words for who, words in enumerate(head[key])} for key in ("search", "search_later"))
    return Problem(
        head["hits"],
        targets=targets,
        target_later=head["later"],
        search=search,
        search_later=later,
        tie_rule=head["ties"],
    )


def _announced(head: Entry, entries: Entries) -> Decisions:
    lot = head["kind"] == "lot"
    for problem in drawn_problems(_problem(head), start=head["start"]) if lot else [_problem(head)]:
        solution = solve(problem)
        order = f"order {problem.order_text(problem.first_order)}: " if lot else ""
        for place, player in enumerate(problem.first_order):
            aims = solution.aims[:place]
            if None not in aims and problem.has_choice(problem.first_order, player):
                worths = [worth.value for worth in decision(solution, aims).worths if worth.allowed]
                yield f"{order}{problem.label(player)} prefers {solution.aims[player]}", worths


def _no_miss(head: Entry, entries: Entries) -> Decisions:
    problem, solved = _problem(head), sets_without_a_miss(_problem(head)) or {}
    for entry, (living, play) in zip(entries, solved.items(), strict=True):
        for player, aim, options in zip(living, entry["aims"], play.options, strict=True):
            worths = [public(turn_of(problem, living, player, option, solved)[0][player]) for option in options]
            yield f"in {_names(living)}, player {label(player)} prefers {_aims([aim])}", worths


def _bullets(head: Entry, entries: Entries) -> Decisions:
    policy = BulletsPolicy(_problem(head), bullets=head["bullets"], survivors=head["survivors"])
    known: dict[BulletState, list[Fraction]] = {}
    for entry in entries:
        state = BulletState(tuple(entry["set"]), entry["mover"], tuple(entry["bullets"]))
        known[state] = list(map(Fraction, entry["worths"]))

        def worth(aim: Aim, state: BulletState = state) -> Any:
            total: Any = 0
            for victim, share in policy.shares(state, aim):
                living, then = policy.following(state, victim)
                worths = policy.worths(living) if then is None else known[then]
                total += public(share) * public(worths[state.mover])
            return total

        yield f"{_mover(*state)} prefers {_aims([entry['aim']])}", list(map(worth, policy.aims(state)))


def _goofspiel(head: Entry, entries: Entries) -> Decisions:
    """Yield what each bid is worth to its player against the mix of the other, beside the value."""
    later = Continuations(head["goal"])
    for entry in entries:
        bids = solve_state(State.from_json(entry), head["goal"], known=later)
        for whose, sign, mix, rows in (
            ("own", 1, entry["other_bids"], bids.matrix),
            ("other", -1, entry["own_bids"], zip(*bids.matrix, strict=True)),
        ):
            worths = (sign * sum(Fraction(x) * y for x, y in zip(mix, row, strict=True)) for row in rows)
            yield f"{_state(entry)}: the {whose} bids are better than another bid", [sign * bids.value, *worths]


_DECISIONS: Mapping[str, Callable[[Entry, Entries], Decisions]] = {
    **dict.fromkeys(("announced", "lot"), _announced),
    "no miss": _no_miss,
    "bullets": _bullets,
    "goofspiel": _goofspiel,
}
"""For each kind the decisions of a certificate: who prefers what, and the worths of all options."""
