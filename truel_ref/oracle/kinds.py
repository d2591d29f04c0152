"""How answers of each kind are compared: lists of equilibria, a last round, a drawn order, counted bullets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from typing import Any, TypeAlias

from truel_ref.errors import refuse, shown
from truel_ref.files import package_text, read_json
from truel_ref.game.aims import Word
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import inside, public
from truel_ref.oracle.judgement import (
    ACCEPTED,
    Finding,
    Judgement,
    MalformedError,
    Result,
    Terms,
    Weights,
    aims_said,
    compare_announced,
    entries,
    free,
    number,
    numbers,
    off,
    outside,
    question,
    rank,
    same_aim,
)
from truel_ref.oracle.vector_files import THIN, Vector
from truel_ref.play.periodic import wins_in_rounds
from truel_ref.play.stationary import turn_of
from truel_ref.play.ties import break_tie

# ---------------------------------------------------------------------------------------------------------
# Lists of equilibria: stationary and periodic play, random shooter, simultaneous fire, opinions


@dataclass(frozen=True)
class _Entry:
    """One equilibrium of a list.

    Fields: `aims`, those of all rounds; `values`, by round and player on move, or by name; `strict`, if the answer says
    it; `said`, the entry in words.
    """

    aims: tuple[Weights, ...]
    values: Mapping[object, tuple[Fraction, ...]]
    strict: bool | None
    said: str

    def has_aims(self, other: _Entry) -> bool:
        return len(self.aims) == len(other.aims) and all(map(same_aim, self.aims, other.aims))

    def pairs(self, own: _Entry) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield each value that this entry says beside that of another one, which has them all."""
        for name, said in self.values.items():
            yield from zip(said, own.values[name], strict=True)

    def fits(self, own: _Entry, tolerance: Fraction) -> bool:
        return self.has_aims(own) and all(abs(one - two) <= tolerance for one, two in self.pairs(own))


def _compare_lists(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on a list of equilibria.

    The steps: (1) the values of each entry must be probabilities; (2) collect the faults of the list; (3) if only
    equilibria that hang on a margin below 1e-12 make a difference, the list is close; (4) the gravest fault counts.
    """
    answer, right = _entries(vector, said), _entries(vector, vector["answer"])
    rests = 2 if vector.get("model") == "simultaneous" else 1
    for entry in answer:
        bad = _no_chances(entry, rests, terms.tolerance)
        if bad:
            return Finding(Judgement.NOT_A_DISTRIBUTION, f"{entry.said}: {bad}")
    faults = list(_faults(answer, right, right, terms.tolerance))
    if not faults:
        return Finding(Judgement.AGREES)
    soft = _soft().get(vector["id"], [])
    firm = [entry for at, entry in enumerate(right) if at not in soft]
    if not any(_faults(answer, right, firm, terms.tolerance)):
        return Finding(Judgement.CLOSE)
    return min(faults, key=rank)


@cache
def _soft() -> dict[str, list[int]]:
    """Return, by vector, the places of equilibria in which an option is not worse by 1e-12 or more."""
    data: dict[str, list[int]] = read_json(package_text("truel_ref.oracle", "data", "soft.json"))
    return data


def _entries(vector: Vector, said: Any) -> list[_Entry]:
    if isinstance(said, Mapping):
        refuse(MalformedError, ("equilibria" not in said, "it has no 'equilibria'"))
        said = said["equilibria"]
    return [_entry(vector, entry, f"number {at}") for at, entry in enumerate(entries(said, "equilibria"), 1)]


def _entry(vector: Vector, said: Any, what: str) -> _Entry:
    """Return an entry: a plan, of which stationary play is one round, or values by name in other rules of fire."""
    said = said if isinstance(said, Mapping) else {}
    strict = said.get("strict")
    refuse(
        MalformedError,
        (said.get("aims") is None, f"{what}: it has no 'aims'"),
        (not isinstance(strict, bool | None), f"{what}: 'strict' is neither true nor false"),
        (said.get("values") is None and said.get("win") is None, f"{what}: it has no 'win'"),
    )
    plan, players = vector.get("play") == "periodic", len(vector["problem"]["hits"])
    rounds = entries(said["aims"], f"{what}: aims") if plan else [said["aims"]]
    aims = [free(aims_said(each, f"{what}: aims", vector["problem"]), vector) for each in rounds]
    texts = [map(str, each.values() if isinstance(each, Mapping) else each) for each in rounds]
    text = f"{what} ({'; '.join(map(', '.join, texts))})"
    values: dict[object, tuple[Fraction, ...]] = {}
    if plan or (said.get("values") is not None and "play" in vector):
        by_round = entries(said.get("values"), f"{what}: values") if plan else [said["values"]]
        most = vector.get("period", 1)
        fits = 1 <= len(aims) == len(by_round) <= most
        refuse(MalformedError, (not fits, f"{what}: give aims and values for each round, of 1 to {most} rounds"))
        for number_, at in enumerate(_first_rounds(aims)):
            for mover, win in enumerate(entries(by_round[at], f"{what}: values", players)):
                values[number_, mover] = numbers(win, f"{what}: values", players)
        aims = [aims[at] for at in _first_rounds(aims)]
    else:
        values["win" if "model" in vector else (0, 0)] = numbers(said["win"], f"{what}: win", players)
        rests = [name for name in ("nobody", "stalemate") if "model" in vector and said.get(name) is not None]
        values |= {name: (number(said[name], f"{what}: {name}"),) for name in rests}
    return _Entry(tuple(chain(*aims)), values, strict, text)


def _first_rounds(aims: Sequence[tuple[Weights, ...]]) -> list[int]:
    """Return the rounds of a plan, written once and begun where its list of aims is the smallest."""
    exact = [
        [() if aim is None else tuple(Fraction(weight).limit_denominator(10**6) for weight in aim) for aim in each]
        for each in aims
    ]
    many = len(exact)
    size = next(size for size in range(1, many + 1) if many % size == 0 and exact == exact[:size] * (many // size))
    start = min(range(size), key=lambda at: exact[at:size] + exact[:at])
    return [(start + at) % size for at in range(size)]


def _no_chances(entry: _Entry, rests: int, tolerance: Fraction) -> str:
    """Return which values of an entry are no probabilities: those of one turn add up to 1 at most."""
    whole = "win" in entry.values
    for values in [[*chain(*entry.values.values())]] if whole else entry.values.values():
        total, within = sum(values, Fraction(0)), len(values) * tolerance
        short = whole and len(entry.values) == 1 + rests and total < 1 - within
        if outside(values, tolerance) or total > 1 + within or short:
            return outside(values, tolerance) or f"they add up to {float(total):.12g}"
    return ""


def _faults(
    answer: Sequence[_Entry], may: Sequence[_Entry], must: Sequence[_Entry], tolerance: Fraction
) -> Iterator[Finding]:
    """Yield what is wrong with a list, of which `may` can be entries, and `must` must be."""
    wrong_values: list[_Entry] = []
    for entry in answer:
        same = [own for own in may if entry.has_aims(own)]
        fitting = [own for own in same if entry.fits(own, tolerance)]
        strict = {own.strict for own in fitting if own in must}
        if not same:
            yield Finding(Judgement.NO_EQUILIBRIUM, f"{entry.said} is none")
        elif not fitting:
            wrong_values.append(entry)
            yield Finding(Judgement.VALUE, f"{entry.said} is {off(entry.pairs(same[0]))}")
        elif strict and entry.strict is not None and entry.strict not in strict:
            yield Finding(Judgement.STRICTNESS, f"{entry.said} is {'not ' if entry.strict else ''}strict")
        if fitting and sum(map(entry.has_aims, answer)) > len(same):
            yield Finding(Judgement.TWICE, f"{entry.said} is listed too often")
    for own in must:
        known = any(own.has_aims(entry) for entry in wrong_values)
        if not known and not any(entry.fits(own, tolerance) for entry in answer):
            yield Finding(Judgement.LEFT_OUT, f"{own.said} of the right list is left out")


# ---------------------------------------------------------------------------------------------------------
# A last round


def _compare_rounds(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on play with a last round.

    The steps: (1) read the aims and values for 1, 2, … rounds left; (2) follow the aims from the last round back: each
    must be best against the values that the later aims give, and the given values must be those; (3) the first round
    with a fault counts; without one, the answer agrees, or takes other options that are as good.
    """
    whole = isinstance(said, Mapping) and {"aims", "values"} <= {*said}
    refuse(MalformedError, (not whole, "it has not both 'aims' and 'values'"))
    problem = Problem.from_json(vector["problem"])
    listed = [entries(said[key], key) for key in ("aims", "values")]
    wrong = f"it has not {vector['rounds']} rounds of aims and of values"
    refuse(MalformedError, (any(len(each) != vector["rounds"] for each in listed), wrong))
    aims = [aims_said(each, f"aims with {left} left", vector["problem"]) for left, each in enumerate(listed[0], 1)]
    values = [numbers(each, f"values with {left} left", problem.players) for left, each in enumerate(listed[1], 1)]
    worst, after = Finding(Judgement.AGREES), [inside(Fraction(0))] * problem.players
    for left, (taken, win, wins) in enumerate(
        zip(aims, values, wins_in_rounds(problem, vector["clock"]), strict=False), 1
    ):
        after, found = _followed(problem, taken, after, wins)
        pairs = list(zip(win, map(public, after), strict=True))
        bad = outside(win, terms.tolerance)
        if bad or sum(win) > 1 + problem.players * terms.tolerance:
            found = Finding(Judgement.NOT_A_DISTRIBUTION, bad or "win adds up to more than 1")
        elif found.judgement is not Judgement.AIMS and any(abs(one - two) > terms.tolerance for one, two in pairs):
            found = Finding(Judgement.VALUE, off(pairs))
        worst = max(worst, found._replace(detail=f"{left} left: {found.detail}"), key=rank)
        if worst.judgement not in ACCEPTED:
            return worst
    if worst.judgement is Judgement.TIE and terms.strict_ties:
        return worst._replace(judgement=Judgement.RULE)
    return worst if worst.judgement is not Judgement.AGREES else Finding(Judgement.AGREES)


def _followed(
    problem: Problem, taken: tuple[Weights, ...], after: list[Any], wins_of: Callable[[int], Any]
) -> tuple[list[Any], Finding]:
    """Return the values of a round that its aims give, and the gravest finding on them.

    Parameters: `problem`; `taken`, the aims by player; `after`, the values after the round; `wins_of`, those after a
    hit, by shooter.
    """
    worst = Finding(Judgement.AGREES)
    for player in reversed(problem.order):
        options = problem.options(problem.order, player)
        turns = [turn_of(problem, problem.order, player, aim, wins_of(player)) for aim in options]
        wins = [[won + k * rest for won, rest in zip(r, after, strict=True)] for r, k in turns]
        best = max(win[player] for win in wins)
        equal = [at for at, win in enumerate(wins) if win[player] == best]
        ruled = equal[break_tie(problem, [options[at] for at in equal], [wins[at] for at in equal])]
        judged = problem.targets[player] is Word.OPTIMAL and problem.hits[player]
        theirs = [at for at, aim in enumerate(options) if same_aim(taken[player], aim.weights)] if judged else [ruled]
        at = (theirs or [ruled])[0]
        loss = best - wins[at][player]
        if not theirs or loss > THIN:
            found = Finding(Judgement.AIMS, f"the aim of {label(player)} is not {options[ruled]}")
        else:
            judgement = Judgement.CLOSE if loss else Judgement.AGREES if at == ruled else Judgement.TIE
            found = Finding(judgement, f"{label(player)} does not take {options[ruled]}")
        worst, after = max(worst, found, key=rank), wins[at]
    return after, worst


# ---------------------------------------------------------------------------------------------------------
# A drawn order


_Win: TypeAlias = tuple[Fraction, ...]
"""Win probabilities, empty if there is no mean."""


def _compare_lot(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on the mean over all shooting orders, and on the orders that the answer lists.

    Each order may break its ties in its own way. If all orders are listed, the mean must be theirs.
    """
    refuse(MalformedError, (not isinstance(said, Mapping) or "win" not in said, "it has no 'win'"))
    players, answer = len(vector["problem"]["hits"]), vector["answer"]
    win, exact = _win(said, players), _win(answer, players)
    stalemate = None if said.get("stalemate") is None else number(said["stalemate"], "stalemate")
    right = {tuple(entry["order"]): [_win(entry, players)] for entry in answer["orders"]}
    for entry in vector["order_outcomes"]:
        right[tuple(entry["order"])].append(_win(entry, players))
    taken: dict[tuple[str, ...], _Win] = {}
    for entry in [] if said.get("orders") is None else entries(said["orders"], "orders"):
        whole = isinstance(entry, Mapping) and {"order", "win"} <= {*entry}
        refuse(MalformedError, (not whole, "orders: an entry has 'order' and 'win'"))
        order = tuple(map(str, entries(entry["order"], "order")))
        wrong = f"orders: {', '.join(order)} is listed twice or cannot be drawn"
        refuse(MalformedError, (order in taken or order not in right, wrong))
        theirs = _win(entry, players)
        fit = [own for own in right[order] if _near(theirs, own, terms.tolerance)]
        if not fit:
            return Finding(Judgement.VALUE, f"in order {', '.join(order)}")
        taken[order] = fit[0]
    others = vector["outcomes"]
    means = [exact, *([win] if others is None and win else [_win(each, players) for each in others or ()])]
    if len(taken) == len(right) and all(taken.values()):
        means = [tuple(sum(each, Fraction(0)) / len(taken) for each in zip(*taken.values(), strict=True))]
    fit = [own for own in means if _near(win, own, terms.tolerance)]
    if not fit or (fit[0] and stalemate is not None and abs(stalemate + sum(fit[0]) - 1) > terms.tolerance):
        return Finding(Judgement.VALUE, off(zip(win, exact, strict=True)) if win and exact else "the mean")
    if fit[0] == exact and all(own == right[order][0] for order, own in taken.items()):
        return Finding(Judgement.AGREES)
    return Finding(Judgement.RULE if terms.strict_ties else Judgement.TIE)


def _win(entry: Mapping[str, Any], players: int) -> _Win:
    return () if entry["win"] is None else numbers(entry["win"], "win", players)


def _near(one: _Win, two: _Win, tolerance: Fraction) -> bool:
    return len(one) == len(two) and all(abs(a - b) <= tolerance for a, b in zip(one, two, strict=True))


# ---------------------------------------------------------------------------------------------------------
# Counted bullets


def _compare_bullets(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on worths, on who is left alone, and on the sets of survivors if the answer lists them."""
    answer = _bullets_said(said, vector)
    left = [value for name, value in answer.items() if name.startswith("left")]
    bad = outside((value for name, value in answer.items() if not name.startswith("worth")), terms.tolerance)
    if bad or (left and abs(sum(left, Fraction(0)) - 1) > len(left) * terms.tolerance):
        return Finding(Judgement.NOT_A_DISTRIBUTION, bad or "the survivors do not add up to 1")
    right = [_bullets_said(each, vector) for each in (vector["answer"], *vector["outcomes"])]
    fit = [all(abs(value - own[name]) <= terms.tolerance for name, value in answer.items()) for own in right]
    if any(fit):
        return Finding(Judgement.AGREES if fit[0] else Judgement.RULE if terms.strict_ties else Judgement.TIE)
    worst = max(answer, key=lambda name: abs(answer[name] - right[0][name]))
    return Finding(Judgement.VALUE, f"{worst} is {off([(answer[worst], right[0][worst])])}")


def _bullets_said(said: Any, vector: Vector) -> dict[str, Fraction]:
    """Return all numbers of an answer by name; a set of survivors that is not listed has no chance."""
    whole = isinstance(said, Mapping) and {"worths", "win"} <= {*said}
    refuse(MalformedError, (not whole, "it has not both 'worths' and 'win'"))
    players = [label(player) for player in range(len(vector["problem"]["hits"]))]
    named = {
        f"{name} of {player}": value
        for key, name in (("worths", "worth"), ("win", "win"))
        for player, value in zip(players, numbers(said[key], key, len(players)), strict=True)
    }
    if said.get("survivors") is None:
        return named
    sets = [frozenset(living) for count in range(len(players) + 1) for living in combinations(players, count)]
    chances = dict.fromkeys(sets, Fraction(0))
    for entry in entries(said["survivors"], "survivors"):
        whole = isinstance(entry, Mapping) and {"living", "chance"} <= {*entry}
        living = frozenset(map(str, entries(entry["living"], "living"))) if whole else None
        wrong = "survivors: an entry has 'living', a list of players, and 'chance'"
        refuse(MalformedError, (living not in chances, wrong))
        chances[living] = number(entry["chance"], "chance")  # type: ignore[index]
    return named | {f"left {', '.join(sorted(living)) or 'nobody'}": chance for living, chance in chances.items()}


KINDS: Mapping[str, Callable[[Vector, Any, Terms], Finding]] = {
    "announced": compare_announced,
    **dict.fromkeys(("stationary", "periodic", "shooter", "simultaneous", "opinions"), _compare_lists),
    "rounds": _compare_rounds,
    "lot": _compare_lot,
    "bullets": _compare_bullets,
}
"""How the answers of each kind are compared, by the model of a vector or its way to play."""


def judge(vector: Vector, said: Any, terms: Terms) -> Result:
    """Return the judgement on an answer to a vector.

    The steps: (1) `skipped` or `error` in place of an answer is what it says; (2) read the answer; (3) compare it.

    >>> from truel_ref.oracle.vector_files import vectors
    >>> judge(vectors("optimal")[0], {"win": [0.5, 0.25, 0.2]}, Terms()).judgement
    <Judgement.NOT_A_DISTRIBUTION: 'not a distribution'>
    """
    if isinstance(said, Mapping) and said.get("skipped"):
        return Result(vector, Judgement.SKIPPED, shown(said["skipped"], 200), said)
    if isinstance(said, Mapping) and said.get("error"):
        return Result(vector, Judgement.CRASHED, f"it says: {shown(said['error'], 1000)}", said)
    compare = KINDS[vector.get("model") or vector.get("play") or "announced"]
    try:
        finding = compare(vector, said, terms)
    except MalformedError as error:
        return Result(vector, Judgement.MALFORMED, str(error), said)
    return Result(vector, *finding, said)


def judge_function(function: Callable[[dict[str, Any]], Any], vector: Vector, terms: Terms) -> Result:
    """Return the judgement on what a function answers to a question; an exception counts as a crash."""
    try:
        said = function(question(vector))
    except Exception as error:  # whatever a stranger's function raises is judged
        return Result(vector, Judgement.CRASHED, f"{type(error).__name__}: {error}")
    return judge(vector, said, terms)
