"""How answers of each kind are compared: lists of equilibria, a last round, a drawn order, counted bullets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from truel_ref.errors import shown
from truel_ref.files import package_text, read_json
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import inside, public
from truel_ref.oracle.judgement import (
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
    """One equilibrium of a list: the aims of all rounds, lists of values by name, and whether it is strict, if said."""

    aims: tuple[Weights, ...]
    values: Mapping[str, tuple[Fraction, ...]]
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
    order = list(Judgement)
    return min(faults, key=lambda fault: order.index(fault.judgement))


@cache
def _soft() -> dict[str, list[int]]:
    """Return, by vector, the places of equilibria in which an option is not worse by 1e-12 or more."""
    data: dict[str, list[int]] = read_json(package_text("truel_ref.oracle", "data", "soft.json"))
    return data


def _entries(vector: Vector, said: Any) -> list[_Entry]:
    if isinstance(said, Mapping):
        if "equilibria" not in said:
            raise MalformedError("it has no 'equilibria'")
        said = said["equilibria"]
    read = _plan if vector.get("play") == "periodic" else _entry
    return [read(vector, entry, f"number {at}") for at, entry in enumerate(entries(said, "equilibria"), 1)]


def _parts(entry: object, what: str) -> tuple[Mapping[str, Any], bool | None]:
    if not isinstance(entry, Mapping) or entry.get("aims") is None:
        raise MalformedError(f"{what}: it has no 'aims'")
    strict = entry.get("strict")
    if not isinstance(strict, bool | None):
        raise MalformedError(f"{what}: 'strict' is neither true nor false")
    return entry, strict


def _entry(vector: Vector, said: object, what: str) -> _Entry:
    """Return an entry with one aim for each player."""
    entry, strict = _parts(said, what)
    players = len(vector["problem"]["hits"])
    aims = free(aims_said(entry["aims"], f"{what}: aims", vector["problem"]), vector)
    if entry.get("values") is not None and "play" in vector:
        values = _by_mover(entry["values"], what, players)
    elif entry.get("win") is not None:
        first = "win" if "model" in vector else label(0)
        values = {first: numbers(entry["win"], f"{what}: win", players)}
        rests = [name for name in ("nobody", "stalemate") if "model" in vector and entry.get(name) is not None]
        values |= {name: (number(entry[name], f"{what}: {name}"),) for name in rests}
    else:
        raise MalformedError(f"{what}: it has no 'win'")
    return _Entry(aims, values, strict, f"{what} ({_aims_text(entry['aims'])})")


def _by_mover(said: object, what: str, players: int, where: str = "") -> dict[str, tuple[Fraction, ...]]:
    """Return the win probabilities at the turn of each player."""
    listed = enumerate(entries(said, f"{what}: values", players))
    return {f"{label(mover)}{where}": numbers(win, f"{what}: values", players) for mover, win in listed}


def _plan(vector: Vector, said: object, what: str) -> _Entry:
    """Return a plan: written once, and begun with the round with which its list of aims is the smallest."""
    entry, strict = _parts(said, what)
    aims, values = (entries(entry.get(key), f"{what}: {key}") for key in ("aims", "values"))
    if not 1 <= len(aims) == len(values) <= vector["period"]:
        raise MalformedError(f"{what}: give aims and values for each round, of 1 to {vector['period']} rounds")
    players = len(vector["problem"]["hits"])
    read = [free(aims_said(each, f"{what}: aims", vector["problem"]), vector) for each in aims]
    exact = [[None if aim is None else tuple(map(_simplest, aim)) for aim in each] for each in read]
    size = next(
        size
        for size in range(1, len(read) + 1)
        if len(read) % size == 0 and all(each == exact[at % size] for at, each in enumerate(exact))
    )
    start = min(range(size), key=lambda at: [[aim or () for aim in each] for each in exact[at:size] + exact[:at]])
    rounds = [(start + at) % size for at in range(size)]
    named: dict[str, tuple[Fraction, ...]] = {}
    for number_, at in enumerate(rounds, 1):
        named |= _by_mover(values[at], what, players, f" in round {number_}")
    flat = tuple(aim for at in rounds for aim in read[at])
    return _Entry(flat, named, strict, f"{what} ({'; '.join(map(_aims_text, aims))})")


def _simplest(weight: Fraction | float) -> Fraction:
    return Fraction(weight).limit_denominator(10**6)


def _aims_text(aims: Any) -> str:
    return ", ".join(map(str, aims.values() if isinstance(aims, Mapping) else aims))


def _no_chances(entry: _Entry, rests: int, tolerance: Fraction) -> str:
    """Return which values of an entry are no probabilities: those of one turn add up to 1 at most."""
    lists: list[Sequence[Fraction]] = list(entry.values.values())
    complete = False
    if "win" in entry.values:
        complete = len(lists) == 1 + rests
        lists = [[value for values in lists for value in values]]
    for values in lists:
        total, within = sum(values, Fraction(0)), len(values) * tolerance
        bad = outside(values, tolerance)
        if bad or total > 1 + within or (complete and total < 1 - within):
            return bad or f"they add up to {float(total):.12g}"
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
    if not isinstance(said, Mapping) or not {"aims", "values"} <= {*said}:
        raise MalformedError("it has not both 'aims' and 'values'")
    players = len(vector["problem"]["hits"])
    listed = [entries(said[key], key, None) for key in ("aims", "values")]
    if any(len(each) != vector["rounds"] for each in listed):
        raise MalformedError(f"it has not {vector['rounds']} rounds of aims and of values")
    aims = [aims_said(each, f"aims with {left} left", vector["problem"]) for left, each in enumerate(listed[0], 1)]
    values = [numbers(each, f"values with {left} left", players) for left, each in enumerate(listed[1], 1)]
    judgements = {Judgement.AGREES: ""}
    for left, (win, (own, found)) in enumerate(zip(values, _followed(vector, aims), strict=True), 1):
        bad = outside(win, terms.tolerance)
        if bad or sum(win) > 1 + players * terms.tolerance:
            return Finding(Judgement.NOT_A_DISTRIBUTION, f"{left} left: {bad or 'win adds up to more than 1'}")
        if Judgement.AIMS in found:
            return Finding(Judgement.AIMS, f"{left} left: {found[Judgement.AIMS]}")
        if max(abs(one - two) for one, two in zip(win, own, strict=True)) > terms.tolerance:
            return Finding(Judgement.VALUE, f"{left} left: {off(zip(win, own, strict=True))}")
        judgements |= {judgement: f"{left} left: {detail}" for judgement, detail in found.items()}
    order = list(Judgement)
    worst = max(judgements, key=order.index)
    by_rule = worst is Judgement.TIE and terms.strict_ties
    return Finding(Judgement.RULE if by_rule else worst, judgements[worst])


def _followed(
    vector: Vector, aims: Sequence[tuple[Weights, ...]]
) -> Iterator[tuple[tuple[Fraction, ...], dict[Judgement, str]]]:
    """Yield for each round the values that its aims give, and which aims are not those of the tie rule."""
    problem = Problem.from_json(vector["problem"])
    whole = problem.order
    after: Sequence[Any] = [inside(Fraction(0))] * problem.players
    for taken, wins_of in zip(aims, wins_in_rounds(problem, vector["clock"]), strict=False):
        found: dict[Judgement, str] = {}
        for player in reversed(whole):
            options = problem.options(whole, player)
            turns = [turn_of(problem, whole, player, aim, wins_of(player)) for aim in options]
            wins = [[won + k * rest for won, rest in zip(r, after, strict=True)] for r, k in turns]
            best = max(win[player] for win in wins)
            equal = [at for at, win in enumerate(wins) if win[player] == best]
            ruled = equal[break_tie(problem, [options[at] for at in equal], [wins[at] for at in equal])]
            judged = vector["problem"]["targets"][player] == "Optimal" and problem.hits[player]
            theirs = [at for at, aim in enumerate(options) if same_aim(taken[player], aim.weights)]
            at = theirs[0] if theirs and judged else ruled
            loss = best - wins[at][player]
            if judged and (not theirs or loss > THIN):
                found[Judgement.AIMS] = f"the aim of {label(player)} is not {options[ruled]}"
            elif at != ruled:
                found[Judgement.CLOSE if loss else Judgement.TIE] = f"{label(player)} does not take {options[ruled]}"
            after = wins[at]
        yield tuple(map(public, after)), found


# ---------------------------------------------------------------------------------------------------------
# A drawn order


def _compare_lot(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on the mean over all shooting orders, and on the orders that the answer lists.

    Each order may break its ties in its own way. If all orders are listed, the mean must be theirs.
    """
    right = vector["answer"]
    win, stalemate = _mean_said(said, len(vector["problem"]["hits"]), terms.tolerance)
    listed = _orders_said(said.get("orders"), vector)
    outcomes = vector["outcomes"]
    others = [] if outcomes is None else [_win(each) for each in outcomes]
    exact = _win(right)
    by_rule = True
    taken: list[tuple[Fraction, ...] | None] = []
    for order, theirs in listed.items():
        first, *more = _right_orders(vector)[order]
        fit = [own for own in (first, *more) if _near(theirs, own, terms.tolerance)]
        if not fit:
            return Finding(Judgement.VALUE, f"in order {', '.join(order)}")
        by_rule, taken = by_rule and fit[0] == first, [*taken, fit[0]]
    means = [exact, *others]
    drawn = [own for own in taken if own is not None]
    if drawn and len(drawn) == len(right["orders"]):
        means = [tuple(sum(each, Fraction(0)) / len(drawn) for each in zip(*drawn, strict=True))]
    elif outcomes is None and win is not None:
        means.append(win)
    fit = [own for own in means if _near(win, own, terms.tolerance)]
    rest = None if not fit or fit[0] is None else 1 - sum(fit[0])
    if not fit or (stalemate is not None and rest is not None and abs(stalemate - rest) > terms.tolerance):
        return Finding(
            Judgement.VALUE, "the mean" if win is None or exact is None else off(zip(win, exact, strict=True))
        )
    if by_rule and fit[0] == exact:
        return Finding(Judgement.AGREES)
    return Finding(Judgement.RULE if terms.strict_ties else Judgement.TIE)


def _mean_said(said: Any, players: int, tolerance: Fraction) -> tuple[tuple[Fraction, ...] | None, Fraction | None]:
    if not isinstance(said, Mapping) or "win" not in said:
        raise MalformedError("it has no 'win'")
    win = None if said["win"] is None else numbers(said["win"], "win", players)
    stalemate = None if said.get("stalemate") is None else number(said["stalemate"], "stalemate")
    return win, stalemate


def _orders_said(said: Any, vector: Vector) -> dict[tuple[str, ...], tuple[Fraction, ...] | None]:
    listed: dict[tuple[str, ...], tuple[Fraction, ...] | None] = {}
    for entry in [] if said is None else entries(said, "orders"):
        if not isinstance(entry, Mapping) or not {"order", "win"} <= {*entry}:
            raise MalformedError("orders: an entry has 'order' and 'win'")
        order = tuple(map(str, entries(entry["order"], "order")))
        if order in listed or order not in _right_orders(vector):
            raise MalformedError(f"orders: {', '.join(order)} is listed twice or cannot be drawn")
        win = entry["win"]
        listed[order] = None if win is None else numbers(win, "win", len(vector["problem"]["hits"]))
    return listed


def _right_orders(vector: Vector) -> dict[tuple[str, ...], list[tuple[Fraction, ...] | None]]:
    """Return what each order may give, that of the tie rule first."""
    found = {tuple(entry["order"]): [_win(entry)] for entry in vector["answer"]["orders"]}
    for entry in vector["order_outcomes"]:
        found[tuple(entry["order"])].append(_win(entry))
    return found


def _win(entry: Mapping[str, Any]) -> tuple[Fraction, ...] | None:
    return None if entry["win"] is None else tuple(map(Fraction, entry["win"]))


def _near(one: Sequence[Fraction] | None, two: Sequence[Fraction] | None, tolerance: Fraction) -> bool:
    if one is None or two is None:
        return one is two
    return all(abs(a - b) <= tolerance for a, b in zip(one, two, strict=True))


# ---------------------------------------------------------------------------------------------------------
# Counted bullets


def _compare_bullets(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on worths, on who is left alone, and on the sets of survivors if the answer lists them."""
    answer = _bullets_said(said, vector)
    chances = [value for name, value in answer.items() if not name.startswith("worth")]
    left = [value for name, value in answer.items() if name.startswith("left")]
    bad = outside(chances, terms.tolerance)
    if bad or (left and abs(sum(left, Fraction(0)) - 1) > len(left) * terms.tolerance):
        return Finding(Judgement.NOT_A_DISTRIBUTION, bad or "the survivors do not add up to 1")
    right = [_bullets_said(each, vector) for each in (vector["answer"], *vector["outcomes"])]
    fit = [all(abs(value - own[name]) <= terms.tolerance for name, value in answer.items()) for own in right]
    if fit[0]:
        return Finding(Judgement.AGREES)
    if any(fit):
        return Finding(Judgement.RULE if terms.strict_ties else Judgement.TIE)
    worst = max(answer, key=lambda name: abs(answer[name] - right[0][name]))
    return Finding(Judgement.VALUE, f"{worst} is {off([(answer[worst], right[0][worst])])}")


def _bullets_said(said: Any, vector: Vector) -> dict[str, Fraction]:
    """Return all numbers of an answer by name; a set of survivors that is not listed has no chance."""
    if not isinstance(said, Mapping) or not {"worths", "win"} <= {*said}:
        raise MalformedError("it has not both 'worths' and 'win'")
    players = [label(player) for player in range(len(vector["problem"]["hits"]))]
    named = {
        f"{name} of {player}": value
        for key, name in (("worths", "worth"), ("win", "win"))
        for player, value in zip(players, numbers(said[key], key, len(players)), strict=True)
    }
    if said.get("survivors") is None:
        return named
    sets = {
        frozenset(living): Fraction(0) for count in range(len(players) + 1) for living in combinations(players, count)
    }
    for entry in entries(said["survivors"], "survivors"):
        living = (
            frozenset(entries(entry["living"], "living")) if isinstance(entry, Mapping) and "living" in entry else None
        )
        if living not in sets or "chance" not in entry:
            raise MalformedError("survivors: an entry has 'living', a list of players, and 'chance'")
        sets[living] = number(entry["chance"], "chance")
    return named | {f"left {', '.join(sorted(living)) or 'nobody'}": chance for living, chance in sets.items()}


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
