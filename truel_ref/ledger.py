"""The ledger of published claims: published numbers beside exact ones.

`claims.toml` states each claim, its source, its verdict and the reason, by hand, and problems that need no more than a
solution. For every other claim a function here returns its rows. The verdict must follow from the rows (`verdict_of`);
a test compares both.

The **winner** of a pixel is the player with the strictly highest win probability. Grids include the edges.
"""

from __future__ import annotations

import timeit
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.explain.mixes import best_mix
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.explain.reasons import target_options
from truel_ref.fast.solving import solve
from truel_ref.files import package_text
from truel_ref.game.people import entries_of, label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome, Solution, favourites
from truel_ref.maps import MapData, MapSpec, build
from truel_ref.numbers import ClaimedNumber, number_text, percent_text
from truel_ref.oracle.claims_of_others import PlayClaim, possible
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Table
from truel_ref.simulation.estimates import simulate

__all__ = ["Claim", "Findings", "Quantity", "claims", "every_claim", "verdict_of"]


def __dir__() -> list[str]:
    return __all__


# -- rows and verdicts


class Quantity(NamedTuple):
    """A published quantity beside the exact one: `what` it is, both, and whether they agree, None for a note.

    `reading` names another reading of the claim to which the row belongs, empty for the claim as stated.
    """

    what: str
    published: Any
    exact: Any
    agrees: bool | None
    reading: str = ""


def row(what: str, published: Any, exact: Any, agrees: bool | None = None, reading: str = "") -> Quantity:
    """Return a row, which by default agrees if the exact value fits the published one (`fits`)."""
    return Quantity(what, published, exact, fits(published, exact) if agrees is None else bool(agrees), reading)


def fits(published: Any, exact: Any) -> bool:
    """Return whether an exact value equals the published one, rounds to it, or lies in a published range of percent.

    >>> fits("39.7 %", Fraction(25, 63)), fits("41 to 42 %", Fraction(2, 5)), fits("over 50 %", Fraction(2, 3))
    (True, False, True)
    """
    if not isinstance(published, str) or isinstance(exact, str):
        return bool(published == exact)
    word, _, bound = published.partition(" ")
    if word in ("over", "below"):
        return bool((exact > ClaimedNumber.read(bound).number) == (word == "over"))
    low, _, high = published.removesuffix(" %").partition(" to ")
    return Fraction(low) <= 100 * exact < Fraction(high) if high else ClaimedNumber.read(published).holds(exact)


def verdict_of(rows: Sequence[Quantity]) -> tuple[str, set[str]]:
    """Return the verdict that follows from rows, and the readings in which a claim that fails as stated holds.

    >>> verdict_of([row("A wins", "41 %", Fraction(2, 5)), row("A wins", "41 %", Fraction(41, 100), reading="coarse")])
    ('true with a condition', {'coarse'})
    """
    held = {
        reading: [one.agrees for one in rows if one.reading == reading and one.agrees is not None]
        for reading in ("", *(one.reading for one in rows))
    }
    stated = held.pop("")
    if not stated or all(stated):
        return "confirmed" if stated else "undecided", set()
    others = {reading for reading, agreed in held.items() if all(agreed)}
    return "true with a condition" if others else "refuted", others


@dataclass(frozen=True)
class Claim:
    """A published claim, as `claims.toml` states it.

    Fields: `id`; `statement`, in our words unless quoted; `verdict` and `reason`; `condition`, the reading in which the
    claim is true, for that verdict; `source`; `slow`, whether its rows take more than some seconds; `problems`, each
    the keys of `verify` and of `SEEN` with published values, and `reading`; `shares`, each what `counted` takes, and
    what is `said`.
    """

    id: str
    statement: str
    verdict: str
    reason: str
    source: str
    condition: str = ""
    slow: bool = False
    problems: Sequence[Mapping[str, Any]] = ()
    shares: Sequence[Mapping[str, Any]] = ()

    def rows(self) -> list[Quantity]:
        """Return the published numbers beside the exact ones.

        >>> [(one.published, str(one.exact), one.agrees) for one in claims(["S8"]).claims[0].rows()]
        [('28.5 %', '81/284', True), ('C', 'C', True)]
        """
        rows = [each for problem in self.problems for each in solved(problem)] + measured(self.shares)
        return rows or CHECKS[self.id]()


@frozen
class Findings(Record):
    """Some claims, and the rows of each if they were computed."""

    claims: tuple[Claim, ...]
    rows: tuple[list[Quantity], ...] = ()

    def _table(self) -> Table:
        if not self.rows:
            listed = [(one.id, one.verdict, one.statement, one.reason) for one in self.claims]
            return Table(("claim", "verdict", "what is claimed", "why"), listed)
        caption = "\n\n".join(
            f"{one.id}: {one.statement}\n{one.verdict}{one.condition and ', ' + one.condition}: {one.reason}\n"
            f"Source: {one.source}"
            for one in self.claims
        )
        cells = [
            (claim.id, one.what, written(one.published), written(one.exact), one.agrees, one.reading)
            for claim, rows in zip(self.claims, self.rows, strict=True)
            for one in rows
        ]
        return Table(("claim", "what", "published", "exact", "agrees", "if"), cells, caption)

    def to_json(self) -> dict[str, Any]:
        """Return the claims, and their rows if they were computed, as plain data for JSON."""
        keys = ("id", "statement", "source", "verdict", "condition", "reason")
        entries: list[dict[str, Any]] = [{key: getattr(one, key) for key in keys} for one in self.claims]
        for entry, rows in zip(entries, self.rows, strict=False):
            entry["rows"] = [
                one._asdict() | {"published": written(one.published), "exact": written(one.exact)} for one in rows
            ]
        return {"claims": entries}


def written(value: Any) -> str:
    """Return a value as text, a number in percent and, if it is short, exactly."""
    exact = number_text(value) if isinstance(value, Fraction) else str(value)
    return percent_text(value) + f" = {exact}" * (len(exact) <= 40) if isinstance(value, Fraction) else exact


@cache
def every_claim() -> dict[str, Claim]:
    """Return all claims by id, as `claims.toml` states them."""
    data = tomllib.loads(package_text("truel_ref", "claims.toml"))
    source = data.pop("source")
    return {name: Claim(**{"id": name, "source": source, **entry}) for name, entry in data.items()}


def claims(names: Iterable[str] = ()) -> Findings:
    """Return claims with their verdicts: those with an id or some ids, with their numbers, or without ids all of them.

    >>> print(claims("s3").rows[0][0])
    Quantity(what='win of A', published='33.3 %', exact=Fraction(59, 189), agrees=False, reading='')

    Raises `ProblemError` for an unknown id, and for what is no list of ids.
    """
    ids = [names] if isinstance(names, str) else entries_of(names, "claims: give an id or a list of ids")
    known, wanted = every_claim(), [str(name).upper() for name in ids]
    unknown = [name for name in wanted if name not in known]
    refuse(
        ProblemError,
        (unknown, f"there is no claim {shown(', '.join(unknown))}; the claims are {', '.join(known)}"),
    )
    listed = tuple(known[name] for name in wanted) or tuple(known.values())
    return Findings(listed, tuple(one.rows() for one in listed) if wanted else ())


# -- single problems

ORIGINAL = ("1/3", "2/3", "1")
RANDOM = "Others, Miss, Random"
SELF = "Others, Miss, Self"

SEEN: dict[str, Callable[[Problem, Any, Any], Any]] = {
    "likeliest": lambda problem, outcome, said: label(favourites(outcome.win)[0]),
    "winner_mixes": lambda problem, outcome, said: outcome.aims[favourites(outcome.win)[0]].is_mix,
    "weight_on_self": lambda problem, outcome, said: outcome.aims[0].weights[0],
    "win_of_C": lambda problem, outcome, said: outcome.win[2],
    "least": lambda problem, outcome, said: label(outcome.win.index(min(outcome.win))),
    "profiles": lambda problem, outcome, said: len(list(product(*target_options(problem)))),
    "order": lambda problem, outcome, said: " > ".join(
        sorted(said.split(" > "), key=lambda name: -outcome.win[problem.names.index(name)])
    ),
}
"""Further published quantities of a problem: functions of it, of its answer and of the published value."""


def solved(entry: Mapping[str, Any]) -> list[Quantity]:
    """Return the rows of a problem with published values."""
    said = dict(entry)
    reading, asked = said.pop("reading", ""), {key: said.pop(key) for key in SEEN if key in said}
    claim = PlayClaim.from_data(said)
    outcome = possible(claim.problem, claim.play, claim.settings).outcomes[0]
    rows = [Quantity(*one, reading) for one in claim.compared(outcome)]
    return rows + [
        row(key.replace("_", " "), one, SEEN[key](claim.problem, outcome, one), reading=reading)
        for key, one in asked.items()
    ]


def listed(aims: Iterable[Any]) -> str:
    """Return aims as text."""
    return ", ".join(map(str, aims))


def _s14() -> list[Quantity]:
    best = best_mix(("3/4", "11/20", "1"))
    place = max(best.places, key=lambda place: place.mixes[0].weights[1])
    weight = place.mixes[0].weights[1]
    rows = [row("A wins at most", "46 %", best.highest), row("A aims at B", "42 %", weight)]
    return [*rows, row("A misses", "58 %", 1 - weight), row("the likeliest winner", 0, place.win.index(max(place.win)))]


def _s21() -> list[Quantity]:
    grid = list(product((Fraction(step, 3) for step in range(4)), repeat=3))

    def same(search: str, player: int, *aims: Any) -> Quantity:
        before, after = ["Optimal"] * player, ["Optimal"] * (2 - player)
        problems = [hits for hits in grid if aims[0] != "Strongest" or hits[0] > hits[2]]
        both = [[solve(hits, targets=[*before, aim, *after], search=search) for hits in problems] for aim in aims]
        agree = sum((one.win, one.aims) == (other.win, other.aims) for one, other in zip(*both, strict=True))
        return row(f"{label(player)} at {aims[0]} or {aims[1]}, search {{{search}}}", len(problems), agree)

    return [
        same("Others", 0, "Self", (1, 0, 0)),
        same("Others", 1, "A", (1, 0, 0)),
        same("Others", 1, "Strongest", (1, 0, 0)),
        same("Others", 2, "Miss", (0, 0, 0)),
        same("Others", 1, "Random", ("1/2", 0, "1/2")),
        same("Others, Miss", 0, "Random", (0, "1/3", "1/3")),
        *(same(SELF, player, "Random", ("1/4", "1/4", "1/4")) for player in range(3)),
    ]


# -- squares of pA and pB

HITS_OF_C = ("1/10", "1/4", "1/2", "1")
ALWAYS = ", in every way of breaking ties"
SHOOTING = ("Miss", "C", "B")
KINDS: dict[str, Callable[[int, Any], bool]] = {
    "Miss": lambda player, aim: aim.is_miss,
    "Random": lambda player, aim: aim.is_mix,
    "Self": lambda player, aim: aim.target == player,
}


@lru_cache(maxsize=12)
def square(*others: object, points: int = 300, **fields: Any) -> MapData:
    """Return the map of the whole square for hit probabilities from C on."""
    return build(MapSpec(Problem([0, 0, *others], **fields), points, a_above_b=True))


def winner(data: MapData) -> np.ndarray:
    """Return per pixel the winner, -1 if several players share the highest win probability."""
    best = data.win == data.win.max(axis=-1, keepdims=True)
    return np.where(best.sum(axis=-1) == 1, best.argmax(axis=-1), -1)


def share(which: np.ndarray, part: Any = True) -> Fraction:
    """Return the share of some pixels in a part of the square, by default all of it."""
    inside = np.broadcast_to(part, which.shape)
    return Fraction(int((which & inside).sum()), int(inside.sum()))


def uses(data: MapData, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return per pixel whether the aim of somebody, and of the winner, is of a kind."""
    table = [[aim is not None and KINDS[kind](player, aim) for player, aim in enumerate(aims)] for aims in data.aims]
    marks, who = np.array(table)[data.index], winner(data)
    own = np.take_along_axis(marks, np.maximum(who, 0)[..., None], axis=-1)[..., 0]
    return marks.any(axis=-1), own & (who >= 0)


def differ(first: MapData, second: MapData) -> np.ndarray:
    """Return per pixel whether the win probabilities of two maps differ; close ones are solved again, exactly."""
    gap = abs(first.win - second.win).max(axis=-1)
    which = np.asarray(gap > 2**-44)  # each is within 2^-45
    for row, column in np.argwhere((gap > 0) & ~which).tolist():
        which[row, column] = first.answer_at(row, column).win != second.answer_at(row, column).win
    return which


def always_mixed(data: MapData, which: np.ndarray, of_winner: bool) -> np.ndarray:
    """Return at which of some pixels a mix is the aim of somebody, or of the winner, in every way of breaking ties."""

    def holds(outcome: Outcome | Solution) -> bool:
        ahead = favourites(outcome.win)
        who = range(len(outcome.win)) if not of_winner else ahead if len(ahead) == 1 else []
        return any(aim is not None and aim.is_mix for aim in (outcome.aims[player] for player in who))

    always = which.copy()
    for place in np.argwhere(which).tolist():
        always[tuple(place)] = all(map(holds, _outcomes(data.spec.at(*place))))
    return always


def _outcomes(problem: Problem) -> Iterator[Outcome | Solution]:
    """Yield all outcomes over the ways of breaking ties, those of the rules first: one alone may refute a claim.

    With equal players there may be millions of ways.
    """
    yield from (solve(problem.changed(tie_rule=rule)) for rule in (1, 2, 3, 4))
    every = all_outcomes(problem)
    assert every.complete
    yield from every.outcomes


def part_of(points: int, part: str) -> np.ndarray:
    """Return which pixels belong to the square or the triangle, "half-open" without pA = 1 and pB = 1."""
    inside = np.arange(points + 1) < points + ("half-open" not in part)
    below = np.tri(points + 1, dtype=bool).T  # pA <= pB
    return np.asarray(inside[:, None] & inside & (below | ("triangle" not in part)))


def counted(what: str, *others: object, points: int = 300, part: str = "square", **fields: Any) -> Fraction:
    """Return a share of a part of a map, of three players by default, for hit probabilities from C on.

    What is counted: "A wins"; "Miss", where it is somebody's aim; "Miss for the winner"; "Miss for others"; and with
    `ALWAYS` after it only pixels at which it is so in every way of breaking ties.
    """
    data = square(*others or (1,), points=points, **fields)
    kind, _, of = what.removesuffix(ALWAYS).partition(" ")
    if of == "wins":
        return share(winner(data) == "AB".index(kind), part_of(points, part))
    somebody, own = uses(data, kind)
    which = {"": somebody, "for the winner": own, "for others": somebody & ~own}[of]
    return share(always_mixed(data, which, bool(of)) if what.endswith(ALWAYS) else which, part_of(points, part))


def measured(entries: Iterable[Mapping[str, Any]]) -> list[Quantity]:
    """Return the rows of shares of maps with published values; "more" and "less" compare with the share before.

    With `gain` the difference from the share before is published.
    """
    rows, before = list[Quantity](), Fraction(0)

    def measure(
        what: str, said: Any, others: Any = (), readings: Any = ("",), gain: bool = False, **fields: Any
    ) -> Fraction:
        exact = counted(what, *others, **fields) - before * gain
        agrees = {"more": exact > before, "less": exact < before}.get(said)
        name = f"{what}{' more' * gain}, {fields.get('part', 'square')}, from C on {listed(others or (1,))}"
        rows.extend(row(name, said, exact, agrees, reading) for reading in readings)
        return exact

    for entry in entries:
        stated: dict[str, Any] = {key: tuple(own) if isinstance(own, list) else own for key, own in entry.items()}
        before = measure(**stated)
    return rows


def _also(one: Quantity, *readings: str) -> list[Quantity]:
    """Return a row, and the same row in other readings."""
    return [one, *(one._replace(reading=reading) for reading in readings)]


def _a2() -> list[Quantity]:
    data = square(1, targets=("Strongest",) * 3)
    which = (winner(data) == 0) & part_of(300, "triangle")
    means = [Fraction(int(places.sum()), 300 * len(places)) for places in np.nonzero(which)]
    around = [row(f"mean of p{name}", "35 to 45 %", mean) for name, mean in zip("AB", means, strict=True)]
    return [row("A wins", "4.4 %", share(which, part_of(300, "triangle"))), *around]


def _a5() -> list[Quantity]:
    every, above = square(1), np.triu(np.ones((301, 301), dtype=bool), 1)
    others = np.array([listed(aims[1:]) != "C, B" for aims in every.aims])[every.index]
    others[0] = others[:, -1] = False  # on these edges somebody is indifferent
    changed = differ(square(1, targets=("Optimal", "C", "B")), every) & part_of(300, "triangle")
    return [
        row("pixels that differ", 0, int(changed.sum())),
        row("pixels where B or C aims otherwise, 0 < pA < pB < 1", 0, int((others & above).sum())),
    ]


def _densest(amount: np.ndarray, side: int = 31) -> tuple[Fraction, ...]:
    """Return the hit probabilities at the centre of the square of pixels with the largest sum."""
    sums = np.pad(amount.astype(float).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    boxes = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return tuple(Fraction(int(at) + side // 2, 300) for at in np.unravel_index(boxes.argmax(), boxes.shape))


def _a11() -> list[Quantity]:
    data, near = square(1), [Fraction(1, 5), Fraction(2, 5)]
    swap = [1, 0, 2]
    distance = np.linalg.norm(data.win - data.win.transpose(1, 0, 2)[..., swap], axis=-1)
    every: list[Any] = [[tuple(map(float, aim.weights)) if aim else () for aim in aims] for aims in data.aims]
    weights = np.array(every)[data.index]
    aims = (weights != weights.transpose(1, 0, 2, 3)[:, :, swap][..., swap]).any(axis=(2, 3))
    agree = share(winner(data) == np.array([1, 0, 2, -1])[winner(data)].T)
    places = {"": _densest(distance), "measured by the aims": _densest(aims)}
    return [
        row("winners agree", "almost", agree, agree >= Fraction(9, 10)),
        row("differ", True, bool(distance.any())),
        *(
            row("most asymmetry around", "(30 %, 30 %)", at, all(near[0] <= step <= near[1] for step in at), reading)
            for reading, at in places.items()
        ),
    ]


# -- Random and Self


def _mixed(hit: str, level: int | None = None, points: int = 300) -> MapData:
    return square(hit, points=points, search=RANDOM, random_levels=level and (level,) * 3)


def _r4() -> list[Quantity]:
    def more(hit: str) -> Quantity:
        equal, twos = (share(uses(_mixed(hit, level), "Random")[0]) for level in (None, 2))
        said = f"noticeably more than {written(equal)}"
        return row(f"pC = {hit}: Random for somebody", said, twos, 2 * twos >= 3 * equal)

    rows = [one for hit in HITS_OF_C for one in _also(more(hit), "from level 3 on")]
    for coarse, level in product((2, 3), (5, 7)):
        same = share(winner(_mixed("1", level, 20)) == winner(_mixed("1", coarse, 20)))
        reading = "from level 3 on" * (coarse == 3)
        rows.append(row(f"same winner, levels {coarse} and {level}", "95 to 101 %", same, reading=reading))
    return rows


def _f1() -> list[Quantity]:
    def seen(hit: str) -> Iterator[tuple[str, MapData, np.ndarray]]:
        own, every = (square(hit, search=search) for search in (SELF, "All"))
        yield "pixels with Self", own, uses(own, "Self")[0]
        yield "pixels that differ", own, differ(own, square(hit))
        yield "pixels with Self, search All", every, uses(every, "Self")[0]

    return [
        row(f"pC = {hit}: {what}", 0, int(where.sum()), reading=reading)
        for hit in HITS_OF_C
        for what, data, which in seen(hit)
        for reading, where in (("", which), ("but for pixels with a tie", which & ~data.tie))
    ]


def _e6() -> list[Quantity]:
    never, half, always = (solve(ORIGINAL, targets=[(y, 0, 0), "C", "B"]).win[0] for y in (0, Fraction(1, 2), 1))
    than = "against suicide alone"
    return [row("A wins", "more than by missing", half, half > never), row("A wins", "more", half, half > always, than)]


# -- ties


def _t1() -> list[Quantity]:
    rows = []
    for others, points in (((1,), 300), (("1/2",), 300), (("1/2", 1), 100)):
        maps = [square(*others, points=points, tie_rule=rule) for rule in (1, 2, 3, 4, -1)]
        matters = np.any([differ(maps[0], other) for other in maps[1:]], axis=0)
        last, hits = maps[0].spec.points, maps[0].spec.problem.hits
        special = [0, last, *(int(hit * last) for hit in hits[2:])]
        a, b = np.ogrid[: last + 1, : last + 1]
        every, elsewhere = share(matters), share(matters & ~((a == b) | np.isin(a, special) | np.isin(b, special)))
        own = [
            row("the rule matters", "below 1 %", every, every < Fraction(1, 100)),
            row("elsewhere than on edges", "less than half", elsewhere, 2 * elsewhere < every),
        ]
        rows += [*own, *(one._replace(reading="for three players") for one in own if len(others) == 1)]
    return rows


def _t2() -> list[Quantity]:
    maps = {rule: square("1/2", 1, points=100, search=RANDOM, tie_rule=rule) for rule in (1, 2, 3, 4)}
    two, three, four = (share(differ(maps[1], maps[rule])) for rule in (2, 3, 4))
    rows = [row(f"rule {rule}", "more", own, own > two) for rule, own in ((3, three), (4, four))]
    return [row("rule 2 against rule 1", "below 1 %", two, two < Fraction(1, 100)), *rows]


def _ties(problems: Iterable[Problem]) -> list[tuple[Problem, int, list[int]]]:
    """Return the ties between several players: the problem, the player taken, and the players who tie."""
    ties = ((problem, tie) for problem in problems for tie in solve(problem).ties)
    every = ((one, tie.chosen.target, [aim.target for aim in tie.equal if aim.target is not None]) for one, tie in ties)
    return [(problem, taken, tied) for problem, taken, tied in every if len(tied) > 1]  # type: ignore[misc]


def _t3() -> list[Quantity]:
    steps = [Fraction(step, 4) for step in range(1, 5)]
    ties = _ties(Problem(hits, tie_rule=4) for hits in product(steps, repeat=3) if len({*hits}) < 3)
    return [row("ties at which the earlier is taken", len(ties), sum(taken == min(tied) for _, taken, tied in ties))]


def _t4() -> list[Quantity]:
    ties = _ties(map(Problem, product((Fraction(step, 5) for step in range(6)), repeat=3)))
    same = [max(tied, key=lambda player: (problem.hits[player], player)) == max(tied) for problem, _, tied in ties]
    return [row("ties at which the better shot is the later player", len(ties), sum(same))]


# -- methods


def _m1() -> list[Quantity]:
    exact = square(1)
    smart = build(MapSpec(exact.spec.problem, 300, a_above_b=True, method="smart", fill="linear"))
    error = 100 * np.linalg.norm(smart.win - exact.win, axis=-1)
    orders = [np.sign(data.win[..., None] - data.win[..., None, :]) for data in (smart, exact)]
    aims = [np.array(list(map(listed, data.aims)))[data.index] for data in (smart, exact)]
    return [
        row("average error, points", 0.004, round(float(error.mean()), 4), error.mean() < 0.0045),
        row("largest error, points", 0.06, round(float(error.max()), 4), error.max() < 0.065),
        row("pixels with wrong orders", 0, int((orders[0] != orders[1]).any(axis=(2, 3)).sum())),
        row("pixels with wrong aims", 0, int((aims[0] != aims[1]).sum())),
    ]


def expected_norm(win: np.ndarray, *games: int) -> float:
    """Return the mean norm of the error of a simulation, or of the difference of two, taken as normal, in points.

    The mean norm is pi / 2 times the mean, over all directions in the plane of the errors, of the mean absolute value.
    """
    angles = np.pi / 500 * (np.arange(500) + 0.5)
    along = np.outer(np.cos(angles), [1, -1, 0]) / 2**0.5 + np.outer(np.sin(angles), [1, 1, -2]) / 6**0.5
    deviations = [np.sqrt(np.maximum(win @ u**2 - (win @ u) ** 2, 0)).mean() for u in along]
    return float(100 * (np.pi / 2 * sum(1 / n for n in games)) ** 0.5 * np.mean(deviations))


def _m2() -> list[Quantity]:
    win = square(1, targets=SHOOTING).win
    ranges = [
        ("10^6 games and the exact values, points", 0.02, 0.03, expected_norm(win, 10**6)),
        ("two runs of 10^6 games, points", 0.03, 0.03, expected_norm(win, 10**6, 10**6)),
        ("10^5 and 10^6 games, points", 0.07, 0.07, expected_norm(win, 10**5, 10**6)),
    ]
    return [
        row(what, f"{low} to {high}", round(norm, 4), low - 0.005 <= norm < high + 0.005)
        for what, low, high, norm in ranges
    ]


@cache
def _speeds() -> tuple[float, float]:
    """Return how many times faster a pixel of an exact map is than 10^6 games, for fixed and for optimal aims."""
    fixed, optimal = (
        min(timeit.repeat(partial(build, MapSpec(Problem([0, 0, 1], targets=targets), 300)), repeat=3, number=1))
        for targets in (SHOOTING, None)
    )
    play = partial(simulate, solve(ORIGINAL, targets=SHOOTING), games=10**4, seed=1, engine="one")
    games = 100 * min(timeit.repeat(play, repeat=3, number=1)) * 301**2
    return games / fixed, 27 * games / optimal


def _faster(*least: float) -> list[Quantity]:
    pairs = zip(("fixed aims", "optimal aims"), least, _speeds(), strict=True)
    return [row(what, f"{low} times", "at least twice as much", ratio > 2 * low) for what, low, ratio in pairs]


def _m4() -> list[Quantity]:
    def saved(points: int, least: float) -> Quantity:
        data = build(MapSpec(Problem([0, 0, 1]), points, a_above_b=False, method="smart", fill="linear"))
        ratio = 1 / share(data.solved, data.inside)
        return row(f"{points} points: all pixels to those solved", least, round(float(ratio), 2), ratio >= least)

    return [*_also(saved(300, 2.5), "at 300 points"), saved(1000, 24)]


def _m6() -> list[Quantity]:
    problems = product(product(("0", "1/2", "1"), repeat=3), ("Miss", "Optimal", "Strongest", "Self"))
    sums = [sum(solve(hits, targets=[aim] * 3).win) for hits, aim in problems]
    optimal = "where aims are optimal and somebody can hit"
    return [
        row("problems in which the chances sum to 1", len(sums), sum(one == 1 for one in sums)),
        *(
            row(f"pC = {hit}: largest stalemate", 0, float(square(hit).stalemate.max()), reading=optimal)
            for hit in HITS_OF_C
        ),
    ]


def _m7() -> list[Quantity]:
    steps = [Fraction(step, 6) for step in range(7)]
    least = min(
        solve((a, b), targets=["B", reply]).win[0] - solve((a, b), targets=["Miss", reply]).win[0]
        for a, b, reply in product(steps, steps, ("A", "Miss"))
    )
    return [row("the least gain by shooting", "not below 0", least, least >= 0)]


def _m8() -> list[Quantity]:
    targets = ["Optimal", *["Strongest"] * 3]
    later = [solve(("1/4", "1/2", "3/4", "1"), targets=targets, target_later=word) for word in ("Optimal", "Strongest")]
    differs = later[0].aims == later[1].aims and later[0].win != later[1].win
    phases = [one for one in solve(("49/100", "23/50", "31/100", "19/50")).phases if len(one.order) == 3]
    sets = {tuple(sorted(zip(one.order, map(str, one.aims), strict=True))) for one in phases}
    rows = [row("the same first aims, other chances", True, differs), row("phases of three", 12, len(phases))]
    return [*rows, row("different sets of aims", 12, len(sets))]


def _m9() -> list[Quantity]:
    own, fixed = (winner(square("1/2", targets=targets)) for targets in (("Strongest",) * 3, ("C", "C", "B")))
    return [Quantity("pC = 1/2: another winner with the limitation", "", share(own != fixed), None)]


CHECKS: dict[str, Callable[[], list[Quantity]]] = {
    name[1:].upper(): function for name, function in list(vars().items()) if name[:1] == "_" and name[2:3].isdigit()
}
CHECKS |= {"M3": partial(_faster, 400, 2000), "M10": partial(_faster, 200, 3000)}
"""The function of each claim that needs more than solved problems and shares of maps."""
