"""Certificates: an answer as lines of JSON with all that is needed to check it.

`truel_ref/certificates/checkers/check.py` checks them. It shares no code with this module, and its statements hold
whatever this module does. `docs/check/certificate.md` describes the format; the rules are those of `docs/rules.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from operator import mul
from typing import Any

from truel_ref.budget import WorkEstimate, admit, check
from truel_ref.certificates.checkers.check import AT_ONCE, DIGITS, LARGE, LINE, LINES, WORK, Game
from truel_ref.certificates.checkers.check_more import More
from truel_ref.errors import ProblemError, SizeError, refuse
from truel_ref.fast.sizes import option_count
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import Equilibria, Equilibrium, Living
from truel_ref.game.periodic_play import PeriodicEquilibria
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.statement import stated
from truel_ref.numbers import fraction_text, public
from truel_ref.numbers.polynomials import isolated
from truel_ref.play.announced import Chosen, backward_induction
from truel_ref.play.phases import reachable, survivors
from truel_ref.play.responses import StationaryNode, candidates, exact_profiles, gain_in, pure_equilibria
from truel_ref.play.stationary import CAP, Selections, reachable_sets, sets_after
from truel_ref.play.turns import lay_out

__all__ = [
    "EACH_PROFILE",
    "STEPS",
    "VERSION",
    "all_equilibria",
    "announced",
    "certifiable",
    "head",
    "lines_text",
    "steps_of_phases",
    "text",
    "texts",
    "truel_certificate",
    "within",
    "written",
]

VERSION = "truel 1"
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""One sign for each option of a player; a dash is no choice."""
EACH_PROFILE = 4e-4
"""Seconds for a profile, written and checked."""

STEPS = "that takes more than {:,} steps to check"
MOST_PLAYERS = {kind: most for kind, (_, most) in {**Game.KINDS, **More.KINDS, "best mix": (None, 3)}.items()}
"""The most players that the checker of a kind accepts."""


def truel_certificate(answer: Any) -> str:
    """Return the certificate of an answer: lines of JSON that a program without this package can check.

    >>> from truel_ref import equilibria, solve
    >>> print(truel_certificate(solve("1/2 1/3")), end="")
    {"certificate":"truel 1","kind":"fixed","hits":["1/2","1/3"]}
    {"order":[0,1],"aims":[1,0],"win":["3/4","1/4"]}
    >>> print(truel_certificate(solve("1/3 2/3 1")).splitlines()[-1])
    {"order":[0,1,2],"win":["25/63","8/21","2/9"],"choices":["2","111","212111211"]}
    >>> print(truel_certificate(equilibria("1/2 1/3")).splitlines()[1])
    {"set":[0,1],"below":[],"equilibria":[{"aims":[1,0],"values":[["3/4","1/4"],["1/2","1/2"]]}],"refuted":[]}

    The kinds: *fixed* if nobody has a choice in any phase, the values of all phases that can follow; *announced*, the
    value of each phase and the choice at each node of its announcements; *stationary*, all pure equilibria of every
    set of living players over every selection of those of smaller sets, and for each other profile of best kills who
    gains, by which aim and how much; for one `Equilibrium` that it is one, and nothing of others; *periodic*, that
    plans are equilibria.

    Parameters: `answer`, a `Solution`, an `Equilibria`, an `Equilibrium` or a `PeriodicEquilibria`, or what `solve`
    takes: hit probabilities, a text or a `Problem`.

    Irrational numbers are polynomials in a root `x`, which the head states.

    Raises `ProblemError` for random levels, `SizeError` for what would take more than an hour and for what is beyond
    the limits of the checkers.
    """
    if isinstance(answer, Equilibrium):
        assert answer.problem is not None  # every equilibrium that this package makes has one
        problem, lines = answer.problem, _one_equilibrium(answer)
    elif isinstance(answer, Equilibria):
        problem, lines = answer.problem, all_equilibria(answer.problem)
    elif isinstance(answer, PeriodicEquilibria):
        problem, lines = answer.problem, _plans(answer)
    else:
        problem = answer.problem if isinstance(answer, Solution) else stated(answer)
        lines = announced(problem)
    certifiable(problem)
    return lines_text(lines)


def certifiable(problem: Problem) -> None:
    """Raise `ProblemError` for random levels."""
    refuse(ProblemError, (problem.random_levels, "a certificate has no random levels; leave them out"))


def within(count: int, most: int, what: str, way_out: str = "state fewer players, or smaller search sets") -> None:
    """Raise `SizeError` for a certificate that no checker accepts, because a count exceeds a limit of the checkers.

    >>> within(2_000_001, 2_000_000, "with more than {:,} profiles in a phase")
    Traceback (most recent call last):
    ...
    truel_ref.errors.SizeError: no checker accepts a certificate with more than 2,000,000 profiles in a phase; state \
fewer players, or smaller search sets
    """
    refuse(SizeError, (count > most, f"no checker accepts a certificate {what.format(most)}; {way_out}"))


def lines_text(lines: Iterable[Mapping[str, Any]]) -> str:
    r"""Return lines as a certificate has them. Raises `SizeError` for more or longer lines than a checker reads.

    >>> lines_text([{"win": ["1", "0"]}])
    '{"win":["1","0"]}\n'
    """
    made = [json.dumps(line, separators=(",", ":")) + "\n" for line in lines]
    within(max(map(len, made)), LINE, "with a line of more than {:,} characters")
    within(len(made), LINES - 1, "with more than {:,} lines")
    return "".join(made)


def head(kind: str, problem: Problem) -> dict[str, Any]:
    """Return the first line. Raises `SizeError` for more players than the checker of the kind accepts."""
    refuse(ProblemError, (kind not in MOST_PLAYERS, f"no certificate of {kind!r} is known; leave it out"))
    within(problem.players, MOST_PLAYERS[kind], "of this kind with more than {} players", "state fewer players")
    first: dict[str, Any] = {"certificate": VERSION, "kind": kind}
    if problem.irrational:
        field = problem.irrational[0][1].field  # a problem has all its numbers in one
        polynomial, index = field.polynomial, field.index
        first |= {"polynomial": list(map(str, reversed(polynomial))), "between": texts(isolated(polynomial)[index])}
    first["hits"] = texts(problem.hits)
    if kind == "fixed":
        return first
    order = problem.first_order
    return first | {
        "targets": [
            "Optimal" if target is Word.OPTIMAL else written(problem.resolve(order, player, target))
            for player, target in enumerate(problem.targets)
        ],
        "later": str(problem.target_later),
        "search": [list(map(str, words)) for words in problem.searches],
        "search_later": [list(map(str, words)) for words in problem.searches_later],
        "ties": problem.tie_rule,
    }


def written(aim: Aim) -> Any:
    """Return an aim as a certificate writes it: a player, Miss, or the weights of a mix."""
    if aim.target is not None:
        return aim.target
    return "Miss" if aim.is_miss else texts(aim.weights)


def texts(numbers: Iterable[Any]) -> list[str]:
    """Return numbers as text."""
    return list(map(text, numbers))


def text(number: Any) -> str:
    """Return a number as a certificate writes it: a fraction, or those before the powers of the root.

    >>> from truel_ref.numbers import read_number
    >>> text(Fraction(1, 2)), text((read_number("sqrt(2)") + 1) / 3)
    ('1/2', '1/3 1/3')
    """
    shown = public(number)
    parts = [shown] if isinstance(shown, Fraction) else list(shown.coordinates)
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    made = " ".join(map(fraction_text, parts))
    within(len(made), DIGITS, "with a number of more than {:,} digits", "round the numbers")
    return made


# ---------------------------------------------------------------------------------------------------------
# Fixed aims and announced play


def announced(problem: Problem, kind: str = "") -> Iterator[dict[str, Any]]:
    """Yield the lines of a certificate of announced play; of kind *fixed* if nobody has a choice, or as `kind` says."""
    phases = reachable(problem)
    within(steps_of_phases(problem, phases), WORK, STEPS)
    profiles = sum(prod(map(len, options)) for options in phases.values())
    admit(WorkEstimate(profiles, "profiles to certify", EACH_PROFILE))
    kind = kind or (
        "announced" if any(problem.has_choice(order, player) for order in phases for player in order) else "fixed"
    )
    yield head(kind, problem)
    wins = survivors(problem)
    for order, options in phases.items():
        stage = lay_out(problem, order, options, wins)
        chosen = backward_induction(stage)
        path = chosen[()].path
        wins[order] = stage.start(path)
        win = texts(wins[order])
        if kind == "fixed":
            yield {"order": list(order), "aims": [written(aims[0]) for aims in options], "win": win}
        else:
            yield {"order": list(order), "win": win, "choices": list(_choices(options, chosen))}


def steps_of_value(problem: Problem) -> int:
    """Return the most steps of a checker for the value of a profile; long numbers count as more."""
    bits = accumulate(hit.denominator.bit_length() for hit in problem.hits if isinstance(hit, Fraction))
    return 1 + sum((length // LARGE) ** 2 for length in bits)


def steps_of_phases(problem: Problem, phases: Mapping[Any, Sequence[Sequence[Aim]]]) -> int:
    """Return how many steps a checker needs for announced play, for each profile and each option at a node.

    Raises `SizeError` for too many options of a player and too many profiles in a phase.
    """
    each = steps_of_value(problem)
    steps = len(phases) * (problem.players + each)
    for options in phases.values():
        nodes = list(accumulate(map(len, options), mul))
        within(max(map(len, options)), len(SIGNS), "with more than {} options of a player")
        within(nodes[-1], AT_ONCE, "with more than {:,} profiles in a phase")
        steps += nodes[-1] + each * sum(many for many, aims in zip(nodes, options, strict=True) if len(aims) > 1)
    return steps


def _choices(options: Iterable[tuple[Aim, ...]], chosen: Mapping[tuple[int, ...], Chosen]) -> Iterator[str]:
    """Yield for each place the choices at its nodes, in the order of the announcements before."""
    ranges = [range(len(aims)) for aims in options]
    for place in range(len(ranges)):
        paths = (chosen[node].path if node in chosen else None for node in product(*ranges[:place]))
        yield "".join("-" if path is None else SIGNS[path[place]] for path in paths)


# ---------------------------------------------------------------------------------------------------------
# Stationary play


def _one_equilibrium(play: Equilibrium) -> Iterator[dict[str, Any]]:
    assert play.problem is not None
    yield head("stationary", play.problem)
    lines = sorted(play.policy.values(), key=lambda one: (len(one.living), one.living))
    places = {one.living: place for place, one in enumerate(lines)}
    for one in lines:
        below = [places[left] for left in reachable_sets(play.problem, one.living)[:-1]]
        yield _line(one.living, below, [(one.aims, one.values)], None)


def _line(living: Living, below: list[int], found: Iterable[tuple[Any, Any]], refuted: Any) -> dict[str, Any]:
    equilibria = [
        {"aims": [written(aim) for aim in aims], "values": list(map(texts, values))} for aims, values in found
    ]
    return {"set": list(living), "below": below, "equilibria": equilibria, "refuted": refuted}


def all_equilibria(problem: Problem) -> Iterator[dict[str, Any]]:
    """Yield the lines of a certificate of all pure equilibria in stationary play."""
    sets = reachable_sets(problem)
    profiles = sum(prod(option_count(problem, living, player) for player in living) for living in sets)
    admit(WorkEstimate(profiles, "profiles to certify", EACH_PROFILE))
    yield head("stationary", problem)
    lines: list[dict[str, Any]] = []
    places: dict[int, int] = {}

    def solve(living: Living, below: Mapping[Living, StationaryNode]) -> list[StationaryNode]:
        nodes = pure_equilibria(problem, living, below, exact_profiles)
        options = [candidates(problem, living, player, below) for player in living]
        found = {node.aims for node in nodes}
        refuted = []
        for profile in product(*(range(len(mine)) for mine in options)):
            check()
            if tuple(mine[one].aim for mine, one in zip(options, profile, strict=True)) not in found:
                gain = gain_in(options, living, profile)
                refuted.append([gain.player, written(gain.better), text(gain.gain)])
        selected = [places[id(below[left])] for left in reachable_sets(problem, living)[:-1]]
        for node in nodes:
            places[id(node)] = len(places)
        lines.append(_line(living, selected, ((node.aims, node.values) for node in nodes), refuted))
        return nodes

    search = Selections(lambda living: sets_after(problem, living), solve)
    ways, complete = search.ways(sets[-1], CAP)
    refuse(ProblemError, (not complete, f"there are more than {CAP:,} selections of equilibria of smaller sets"))
    for way in ways:
        search.equilibria(sets[-1], way)
    rows = sum(len(line["refuted"]) for line in lines) * (1 + 2 * steps_of_value(problem))
    within(rows + 20 * (1 + len(ways)) * sum(2 ** len(living) for living in sets), WORK, STEPS)
    yield from lines


def _plans(answer: PeriodicEquilibria) -> Iterator[dict[str, Any]]:
    refuse(ProblemError, (not len(answer), "a certificate of no periodic equilibrium is not known"))
    yield head("periodic", answer.problem)
    lines: dict[Living, list[dict[str, Any]]] = {living: [] for living in reachable_sets(answer.problem)}
    places: list[dict[Living, Any]] = [{} for _ in answer]  # for each plan the line of each set, and its entry
    count = 0
    for living, known in lines.items():
        for play, place in zip(answer, places, strict=True):
            plan = next(one for one in (play, *play.below) if one.living == living)
            line = {
                "set": list(living),
                "below": [place[left] for left in reachable_sets(answer.problem, living)[:-1]],
                "aims": [[written(aim) for aim in aims] for aims in plan.aims],
                "values": [[texts(win) for win in row] for row in plan.values],
            }
            if line not in known:
                known.append(line)
            place[living] = [count + known.index(line), [begin - 1 for begin in plan.entry]]
        count += len(known)
        yield from known
