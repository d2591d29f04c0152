"""How answers of each kind are compared: lists of equilibria, a last round, a drawn order, counted bullets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from truel_ref.errors import refuse, shown
from truel_ref.game.aims import Word
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import inside, public
from truel_ref.oracle.judgement import (
    ACCEPTED,
    Answer,
    Finding,
    Judgement,
    MalformedError,
    Result,
    Terms,
    Weights,
    aims_said,
    compare_announced,
    entries,
    members,
    nearest,
    number,
    numbers,
    question,
    rank,
    refuse_improper,
    same_aim,
    wrong_value,
)
from truel_ref.oracle.vector_files import THIN, Vector, read_data
from truel_ref.play.periodic import wins_in_rounds
from truel_ref.play.stationary import turn_of
from truel_ref.play.ties import break_tie

_NONE = (Fraction(0),)  # the rest that a complete set of probabilities leaves
_WORTHS = ("worths", "win")

# ---------------------------------------------------------------------------------------------------------
# Lists of equilibria: stationary and periodic play, random shooter, simultaneous fire, opinions


def _compare_lists(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on a list of equilibria.

    The steps: (1) the values of each entry must be probabilities; (2) collect the faults of the list; (3) if only
    equilibria that hang on a margin below 1e-12 make a difference, the list is close; (4) the gravest fault counts.
    """
    answer, right = _entries(vector, said), _entries(vector, vector["answer"])
    for entry in answer:
        parts: Any = entry.values.values()
        rests: tuple[Fraction, ...] = ()
        if "model" in vector:  # all values of an entry belong together, not those of a turn
            whole = right and entry.values.keys() == right[0].values.keys()
            parts, rests = [tuple(chain(*parts))], _NONE if whole else ()
        for each in parts:
            refuse_improper(each, terms.tolerance, rests, f"{entry.text}: ")
    soft = read_data("soft.json").get(vector["id"], [])  # in which an option is not worse by 1e-12 or more
    firm = [entry for at, entry in enumerate(right) if at not in soft]
    faults, grave = (list(_faults(answer, right, must, terms.tolerance)) for must in (right, firm))
    return min(faults, key=rank) if grave else Finding(Judgement.CLOSE if faults else Judgement.AGREES)


def _entries(vector: Vector, said: Any) -> list[Answer]:
    if isinstance(said, Mapping):
        (said,) = members(said, "equilibria")
    listed = []
    for place, entry in enumerate(entries(said, "equilibria"), 1):
        try:
            listed.append(_entry(vector, entry if isinstance(entry, Mapping) else {}, f"number {place}"))
        except MalformedError as error:
            raise MalformedError(f"number {place}: {error}") from None
    return listed


def _entry(vector: Vector, said: Mapping[str, Any], name: str) -> Answer:
    """Return an equilibrium: a plan, of which stationary play is one round, or a vector of another rule of fire."""
    plan, strict = vector.get("play") == "periodic", said.get("strict")
    by_turn = plan or ("model" not in vector and said.get("values") is not None)
    aims: Any = said.get("aims")
    values: Any = said.get("values" if by_turn else "win")
    refuse(
        MalformedError,
        (aims is None, "it has no 'aims'"),
        (not isinstance(strict, bool | None), "'strict' is neither true nor false"),
        (values is None, "it has no values"),
    )
    rounds, by_round = (entries(aims, "aims"), entries(values, "values")) if plan else ([aims], [values])
    read = [aims_said(each, "aims", vector) for each in rounds]
    texts = [map(str, each.values() if isinstance(each, Mapping) else each) for each in rounds]
    text = f"{name} ({'; '.join(map(', '.join, texts))})"
    if "model" in vector:
        rests = {what: (number(said[what], what),) for what in ("nobody", "stalemate") if said.get(what) is not None}
        return Answer({"win": numbers(values, "win", vector), **rests}, read[0], strict, text)
    most = vector.get("period", 1)
    wrong = f"give aims and values for each round, of 1 to {most} rounds"
    refuse(MalformedError, (not 1 <= len(read) == len(by_round) <= most, wrong))
    kept = _first_rounds(read)
    turns = [entries(by_round[at], "values", len(read[0])) if by_turn else [by_round[at]] for at in kept]
    own = {
        f"values of round {place} at {label(mover)}": numbers(win, "values", vector)
        for place, wins in enumerate(turns, 1)
        for mover, win in enumerate(wins)
    }
    return Answer(own, tuple(chain(*(read[at] for at in kept))), strict, text)


def _first_rounds(aims: Sequence[tuple[Weights, ...]]) -> list[int]:
    """Return the rounds of a plan, written once and begun where its list of aims is the smallest.

    >>> _first_rounds([((0.5, 0),), ((0.25, 0),), ((0.5, 0),), ((0.25, 0),)])
    [1, 0]
    """
    exact = [
        [() if aim is None else tuple(Fraction(weight).limit_denominator(10**6) for weight in aim) for aim in each]
        for each in aims
    ]
    many = len(exact)
    size = next(size for size in range(1, many + 1) if many % size == 0 and exact == exact[:size] * (many // size))
    start = min(range(size), key=lambda at: exact[at:size] + exact[:at])
    return [(start + at) % size for at in range(size)]


def _faults(
    answer: Sequence[Answer], may: Sequence[Answer], must: Sequence[Answer], tolerance: Fraction
) -> Iterator[Finding]:
    """Yield what is wrong with a list, of which `may` can be entries, and `must` must be."""
    for entry in answer:
        same = [own for own in may if entry.has_aims(own)]
        fitting = [own for own in same if entry.near(own, tolerance)]
        strict = {own.strict for own in fitting if own in must}
        if not same:
            yield Finding(Judgement.NO_EQUILIBRIUM, f"{entry.text} is none")
        elif not fitting:
            wrong = wrong_value(entry, same[0])
            yield wrong._replace(detail=f"{entry.text}: {wrong.detail}")
        elif strict and entry.strict is not None and entry.strict not in strict:
            yield Finding(Judgement.STRICTNESS, f"{entry.text} is {'not ' if entry.strict else ''}strict")
        if sum(map(entry.has_aims, answer)) > len(same):
            yield Finding(Judgement.TWICE, f"{entry.text} is listed too often")
    for own in must:
        if not any(entry.has_aims(own) and entry.near(own, tolerance) for entry in answer):
            yield Finding(Judgement.LEFT_OUT, f"{own.text} of the right list is left out")


# ---------------------------------------------------------------------------------------------------------
# A last round


def _compare_rounds(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on play with a last round.

    The steps: (1) read the aims and values for 1, 2, … rounds left; (2) follow the aims from the last round back: each
    must be best against the values that the later aims give, and the given values must be those; (3) the first round
    with a fault counts; without one, the answer agrees, or takes other options that are as good.
    """
    listed = [entries(each, "rounds", vector["rounds"]) for each in members(said, "aims", "values")]
    answers = [
        (aims_said(aims, f"aims with {left} left", vector), numbers(win, f"values with {left} left", vector))
        for left, (aims, win) in enumerate(zip(*listed, strict=True), 1)
    ]
    problem = Problem.from_json(vector["problem"])
    worst, after = Finding(Judgement.AGREES), [inside(Fraction(0))] * problem.players
    for (aims, win), wins in zip(answers, wins_in_rounds(problem, vector["clock"]), strict=False):
        after, found = _followed(problem, aims, after, wins)
        said_here, right = Answer({"win": win}), Answer({"win": tuple(map(public, after))})
        refuse_improper(win, terms.tolerance, ())
        if found.judgement is not Judgement.AIMS and not said_here.near(right, terms.tolerance):
            found = wrong_value(said_here, right)
        worst = max(worst, found, key=rank)
        if worst.judgement not in ACCEPTED:
            break
    return worst._replace(judgement=terms.tie) if worst.judgement is Judgement.TIE else worst


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
        free = problem.targets[player] is not Word.OPTIMAL or not problem.hits[player]
        same = [ruled] if free else [at for at, aim in enumerate(options) if same_aim(taken[player], aim.weights)]
        at = same[0] if same else ruled
        after = wins[at]
        loss = best - after[player]
        as_good = Judgement.CLOSE if loss else Judgement.AGREES if at == ruled else Judgement.TIE
        judgement = as_good if same and loss <= THIN else Judgement.AIMS
        worst = max(worst, Finding(judgement, f"{label(player)} does not aim at {options[ruled]}"), key=rank)
    return after, worst


# ---------------------------------------------------------------------------------------------------------
# A drawn order


def _compare_lot(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on the mean over all shooting orders, and on the orders that the answer lists.

    The steps: (1) each listed order must have one of its right outcomes: it may break ties in its own way; (2) the
    mean must be that of these outcomes if all orders are listed; if not, the exact one or another outcome, or any
    distribution if there are too many of them.
    """
    answer, exact = _mean(vector, said), _mean(vector, vector["answer"])
    right: dict[tuple[str, ...], list[Answer]] = {}
    for entry in (*vector["answer"]["orders"], *vector["order_outcomes"]):
        right.setdefault(tuple(entry["order"]), []).append(_mean(vector, entry))
    taken: dict[tuple[str, ...], Answer] = {}
    for entry in [] if said.get("orders") is None else entries(said["orders"], "orders"):
        order = tuple(map(str, entries(members(entry, "order")[0], "order")))
        wrong = f"orders: {', '.join(order)} is listed twice or cannot be drawn"
        refuse(MalformedError, (order in taken or order not in right, wrong))
        own = _first_near(_mean(vector, entry), right[order], terms.tolerance)
        if own is None:
            return Finding(Judgement.VALUE, f"in order {', '.join(order)}")
        taken[order] = own
    refuse_improper([*chain(*answer.values.values())], terms.tolerance, () if len(answer.values) < 2 else _NONE)
    means = [exact, *([answer] if vector["outcomes"] is None else [_mean(vector, each) for each in vector["outcomes"]])]
    if len(taken) == len(right) and all(own.values for own in taken.values()):
        wins = zip(*(own.values["win"] for own in taken.values()), strict=True)
        means = [Answer({"win": tuple(sum(each, Fraction(0)) / len(taken) for each in wins)})]
    mean = _first_near(answer, means, terms.tolerance)
    if mean is None:
        return wrong_value(answer, exact)
    by_rule = all(own is right[order][0] for order, own in taken.items())
    return Finding(Judgement.AGREES if by_rule and mean.values.get("win") == exact.values.get("win") else terms.tie)


def _mean(vector: Vector, entry: Any) -> Answer:
    """Return the numbers of an entry; without a mean there is nothing else, either."""
    (win,), rest = members(entry, "win"), entry.get("stalemate")
    if win is not None:
        return Answer.read(vector, {"win": win, "stalemate": rest})
    return Answer({} if rest is None else {"stalemate": (number(rest, "stalemate"),)})


def _first_near(answer: Answer, right: Sequence[Answer], tolerance: Fraction) -> Answer | None:
    """Return the first right answer that is near, and has a mean or nothing at all if the answer has."""
    kinds = [("win" in one.values, bool(one.values)) for one in (answer, *right)]
    fits = (own for own, kind in zip(right, kinds[1:], strict=True) if kind == kinds[0] and answer.near(own, tolerance))
    return next(fits, None)


# ---------------------------------------------------------------------------------------------------------
# Counted bullets


def _compare_bullets(vector: Vector, said: Any, terms: Terms) -> Finding:
    """Return the finding on worths, on who is left alone, and on the sets of survivors if the answer lists them."""
    answer, exact = _bullets_said(vector, said), _bullets_said(vector, vector["answer"])
    refuse_improper(answer.values["win"], terms.tolerance, ())
    refuse_improper(answer.values.get("survivors", (Fraction(1),)), terms.tolerance)
    right = [(Judgement.AGREES, exact), *((terms.tie, _bullets_said(vector, each)) for each in vector["outcomes"])]
    return nearest(answer, right, terms.tolerance)


def _bullets_said(vector: Vector, said: Any) -> Answer:
    """Return all numbers of an answer; a set of survivors that is not listed has no chance."""
    values = {what: numbers(one, what, vector) for what, one in zip(_WORTHS, members(said, *_WORTHS), strict=True)}
    if said.get("survivors") is None:
        return Answer(values)
    names = [*map(label, range(len(values["win"])))]
    chances = dict.fromkeys(chain(*(combinations(names, count) for count in range(len(names) + 1))), Fraction(0))
    for entry in entries(said["survivors"], "survivors"):
        listed, chance = members(entry, "living", "chance")
        living = tuple(sorted({*map(str, entries(listed, "living"))}))
        refuse(MalformedError, (living not in chances, f"survivors: {shown(listed)} is no list of players"))
        chances[living] = number(chance, "chance")
    return Answer(values | {"survivors": tuple(chances.values())})


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
        return Result(vector, error.judgement, str(error), said)
    return Result(vector, *finding, said)


def judge_function(function: Callable[[dict[str, Any]], Any], vector: Vector, terms: Terms) -> Result:
    """Return the judgement on what a function answers to a question; an exception counts as a crash."""
    try:
        said = function(question(vector))
    except Exception as error:  # whatever a stranger's function raises is judged
        return Result(vector, Judgement.CRASHED, f"{type(error).__name__}: {error}")
    return judge(vector, said, terms)
