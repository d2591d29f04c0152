"""Claims about methods: the adaptive maps, simulation, speed, and general statements."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import ceil
from typing import TYPE_CHECKING

from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.maps import MapSpec, build, compare, replace
from truel_ref.numbers import number_text
from truel_ref.play import phase
from truel_ref.play.phase import advantage
from truel_ref.simulation.estimates import simulate
from truel_ref.studies.claims.areas import HITS_OF_C, SHOOTING
from truel_ref.studies.claims.pictures import Count, Pictures
from truel_ref.studies.claims.record import ClaimFinding, ClaimLine, checks, judged, ratio_line
from truel_ref.studies.claims.single import FOUR, ORIGINAL, STRONGEST_FOUR, profiles, sentence
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.decisions import proved_sign
from truel_ref.symbolic.text import function_text

if TYPE_CHECKING:
    import numpy as np

GAMES = 10**6
COARSE = 30
DIRECTIONS = 1000


@checks("M1", slow=True)
def _m1(pictures: Pictures) -> ClaimFinding:
    import numpy as np

    picture = pictures.square(1)
    gap = compare(build(replace(picture.data.spec, method="smart", fill="linear")), picture.data)
    distance = 100 * np.sqrt(((gap.first.win - gap.second.win) ** 2).sum(axis=-1))
    average, most = Fraction(float(distance.mean())), Fraction(float(distance.max()))
    place = np.unravel_index(int(distance.argmax()), distance.shape)
    where = picture.named(int(place[0]), int(place[1]))
    orders, aims = (picture.count(which) for which in (gap.order_differs, gap.aims))
    return judged(
        [
            ClaimLine.fact(
                "average error",
                "0.004 points",
                f"{float(average):.4f} points",
                round(average, 3) <= Fraction(4, 1000),
            ),
            ClaimLine.fact(
                "largest error", "0.06 points", f"{float(most):.4f} points", round(most, 2) <= Fraction(6, 100)
            ),
            ClaimLine.fact("wrong win orders", "none", orders, not orders.some),
            ClaimLine.fact("wrong aims", "none", aims, not aims.some),
            ClaimLine.note("largest error at", where),
        ],
        f"{float(average):.4f} points on average, {float(most):.4f} at most; {orders.some} wrong "
        f"orders, {aims.some} wrong aims.",
        counterexample=f"The largest error is at {where}.",
        explanation="The method can miss an island in principle; on this map it misses none." if not aims.some else "",
    )


def _played(games: int, seed: int) -> np.ndarray:
    """Return the simulated win probabilities of the coarse square, targets [Miss, C, B], by row, column and player."""
    import numpy as np

    spec = MapSpec(Problem([0, 0, 1], targets=SHOOTING), COARSE, a_above_b=True)
    win = np.zeros((COARSE + 1, COARSE + 1, 3))
    for row, column in spec.pixels():
        own_seed = seed * 10**6 + row * 1000 + column
        win[row, column] = [
            float(share) for share in simulate(solve(spec.at(row, column)), games=games, seed=own_seed).win
        ]
    return win


def expected_norm(win: np.ndarray, *games: int) -> tuple[float, float]:
    """Return the mean norm of a simulation's error, over all win vectors of three players, and a bound of its error.

    Along a direction u of the plane in which the errors lie, the error of n games is a sum of n independent terms of
    absolute value below sqrt(2) / n. Its mean absolute value differs from that of a normal variable,
    s(u) sqrt(2 / pi) with s(u) = sqrt(var(u) / n), by at most the sum of the third absolute moments over the variance
    (Goldstein 2010, The Annals of Probability 38, 1672-1689). A norm is pi / 2 times the mean over all u of the
    absolute values along u. The function takes this mean over the midpoints of equal steps; s(u) sqrt(n) changes by at
    most sqrt(1 / 2) per radian.

    Parameters: `win`, an array with the three win probabilities last; `games`, their number, or the two numbers of two
    compared simulations.
    """
    import numpy as np

    step = np.pi / DIRECTIONS
    angles = step * (np.arange(DIRECTIONS) + 0.5)
    along = np.outer(np.cos(angles), [1, -1, 0]) / 2**0.5 + np.outer(np.sin(angles), [1, 1, -2]) / 6**0.5
    deviations = (np.sqrt(np.maximum(win @ u**2 - (win @ u) ** 2, 0)).mean() for u in along)
    scale = (np.pi / 2 * sum(1 / n for n in games)) ** 0.5
    smooth = np.pi / 2**0.5 * sum(1 / n**2 for n in games) / sum(1 / n for n in games)
    return float(scale * sum(deviations) / DIRECTIONS), float(smooth + scale * 0.5**0.5 * step / 4)


@checks("M2", slow=True)
def _m2(pictures: Pictures) -> ClaimFinding:
    import numpy as np

    exact = pictures.square(1, points=COARSE, targets=SHOOTING).data.win
    first, second, fewer = _played(GAMES, 1), _played(GAMES, 2), _played(GAMES // 10, 3)
    fine = pictures.square(1, targets=SHOOTING).data.win
    lines, alone = [], []
    for what, games, published, gaps in (
        ("10^6 games and the exact values", (GAMES,), "0.02 to 0.03", first - exact),
        ("two runs of 10^6 games", (GAMES, GAMES), "0.03", first - second),
        ("10^5 and 10^6 games", (GAMES // 10, GAMES), "0.07", fewer - first),
    ):
        expected, bound = (100 * value for value in expected_norm(fine, *games))
        low, *_, high = (float(end) for end in (published.split(" to ") * 2))
        near = low - 0.005 <= expected + bound and expected - bound <= high + 0.005
        told = f"{expected:.4f} points, proved within {ceil(10**4 * bound + 0.5) / 10**4}"
        lines.append(ClaimLine.fact(f"{what}, expected", f"{published} points", told, near))
        played = 100 * np.linalg.norm(gaps, axis=-1).mean()
        lines.append(ClaimLine.note(f"{what}, played with fixed seeds on 31 x 31 pixels", f"{played:.3f} points"))
        single = 100 * float(np.sqrt(2 * fine * (1 - fine) / np.pi * sum(1 / n for n in games)).mean())
        near = low - 0.005 <= single <= high + 0.005
        name = f"{what}, the mean over the players of the absolute difference"
        alone.append(ClaimLine.fact(name, f"{published} points", f"{single:.4f} points", near))
    summary = "; ".join(f"{line.what}: {line.exact}" for line in lines[::2]) + "."
    reading = "if the absolute differences of the players are averaged in place of the norm"
    return judged(lines, summary, [(reading, alone)], counterexample=summary)


@checks("M3")
def _m3(pictures: Pictures) -> ClaimFinding:
    fixed, optimal, measured = _speeds()
    return judged(
        [
            ratio_line("fixed targets", "400 times", fixed, 400),
            ratio_line("optimal targets", "2000 times or more", optimal, 2000),
        ],
        "Both, with room to spare, for a pixel of a map against games played one by one.",
        explanation="This compares the programs here, on one machine, and not those of the source. The engine "
        "`counts` draws how many "
        "games go each way instead of playing every one, so against it the ratio is far smaller.",
        measured=measured,
    )


def _speeds() -> tuple[float, float, tuple[str, str]]:
    """Measure how many times faster exact numbers are than games, for fixed and for optimal aims, with texts."""
    seconds: dict[str, float] = {}
    for name, targets in (("fixed", SHOOTING), ("optimal", None)):
        spec = MapSpec(Problem([0, 0, 1], targets=targets), 300, a_above_b=True)
        seconds[name] = _least(partial(build, spec)) / 301**2
    original = solve(ORIGINAL, targets=SHOOTING)
    seconds["one call of solve"] = _least(lambda: solve(ORIGINAL, targets=SHOOTING), 20)
    seconds["one"] = 100 * _least(lambda: simulate(original, games=GAMES // 100, seed=1, engine="one"))
    seconds["counts"] = _least(lambda: simulate(original, games=GAMES, seed=1, engine="counts"))
    fixed = seconds["one"] / seconds["fixed"]
    optimal = profiles(Problem(ORIGINAL)) * seconds["one"] / seconds["optimal"]
    measured = (
        f"fixed targets: {fixed:,.0f} times; optimal: {optimal:,.0f} times",
        f"one call of solve against one: {seconds['one'] / seconds['one call of solve']:,.0f} times; "
        f"a pixel against counts: {seconds['counts'] / seconds['fixed']:,.0f} times",
    )
    return fixed, optimal, measured


def _least(work: Callable[[], object], times: int = 3) -> float:
    """Return the least time of several runs, in seconds."""
    return min(timeit.repeat(work, repeat=times, number=1))


@checks("M4", slow=True)
def _m4(pictures: Pictures) -> ClaimFinding:
    lines, measured = [], []
    for points, least, published in (
        (300, Fraction(5, 2), "2.5 times"),
        (1000, Fraction(24), "dozens of times, read as 24 or more"),
    ):
        spec = MapSpec(Problem([0, 0, 1]), points, a_above_b=False, method="smart", fill="linear")
        start = time.perf_counter()
        data = build(spec)
        smart = time.perf_counter() - start
        count = Count(int(data.solved.sum()), int(data.inside.sum()))
        saved = 1 / count.share
        lines.append(
            ClaimLine.fact(
                f"{points} points: solved pixels", published, f"{count}: {float(saved):.2f} times", saved >= least
            )
        )
        normal = replace(spec, method="normal")
        some = [normal.at(points // 2, column) for column in range(points // 2, points // 2 + 100)]
        start = time.perf_counter()
        for problem in some:
            solve(problem)
        each = (time.perf_counter() - start) / len(some)
        measured.append(
            f"{points} points: normal / smart = {each * count.every / smart:.1f} in time, with linear filling"
        )
    return judged(
        lines,
        "; ".join(line.exact for line in lines) + ".",
        [("at 300 points; at 1000 it saves less than that", lines[:1])],
        counterexample="; ".join(f"{line.what}: {line.exact}" for line in lines if not line.holds) + ".",
        explanation="The method `exact` solves every pixel and is faster than either.",
        measured=tuple(measured),
    )


@checks("M5")
def _m5(pictures: Pictures) -> ClaimFinding:
    lines = []
    for search, published in (("Others, Miss", 27), ("All", 125)):
        many = profiles(Problem(ORIGINAL, search=search))
        lines.append(ClaimLine.fact(f"profiles, {{{search}}}", str(published), many, many == published))
    turns = len(ORIGINAL)
    return judged(
        lines,
        f"{' and '.join(line.exact for line in lines)} profiles.",
        explanation=f"`search_by_simulation` here plays each profile from the first turn of each of the {turns} "
        "players, because "
        f"players compare there; so it takes {turns} times as much again.",
    )


@checks("M6")
def _m6(pictures: Pictures) -> ClaimFinding:
    steps = ("0", "1/2", "1")
    words = ("Miss", "Optimal", "Strongest", "Self")
    solutions = [solve(hits, targets=[word] * 3) for hits in product(steps, repeat=3) for word in words]
    short = [solution for solution in solutions if sum(solution.win) != 1]
    completed = all(sum(solution.win) + solution.stalemate == 1 for solution in solutions)
    maps = {hit: pictures.square(hit) for hit in HITS_OF_C}
    stalled = {hit: picture.count(picture.data.stalemate > 0) for hit, picture in maps.items()}
    optimal = [solution for solution in short if any(solution.problem.hits) and "Optimal" in solution.problem.targets]
    free = [
        ClaimLine.fact(f"optimal aims, pC = {hit}: pixels with a stalemate", "none", count, not count.some)
        for hit, count in stalled.items()
    ]
    example = max(short, key=lambda solution: (sum(solution.problem.hits), solution.stalemate)) if short else None
    free.append(
        ClaimLine.fact(
            "optimal aims and somebody who can hit: problems with a stalemate", "none", len(optimal), not optimal
        )
    )
    return judged(
        [
            ClaimLine.fact(
                "win probabilities sum to 1", "always", f"not in {len(short)} of {len(solutions)} problems", not short
            ),
            *free,
            ClaimLine.note("with the stalemate they sum to 1", "always" if completed else "not always"),
        ],
        f"Not where nobody can be hit any more; with the stalemate probability they do{'' if completed else ' not'}.",
        [("where aims are optimal and somebody can hit; fixed aims can stall", free)],
        counterexample=""
        if example is None
        else f"[{', '.join(map(number_text, example.problem.hits))}], targets "
        f"[{', '.join(str(aim) for aim in example.aims)}]: the win probabilities sum to "
        f"{number_text(sum(example.win, Fraction(0)))}, the "
        f"stalemate has probability {number_text(example.stalemate)}.",
        explanation="It holds at every pixel of the maps with optimal aims, and fails only for fixed aims that stall, "
        "and where nobody can hit at all.",
    )


@checks("M7")
def _m7(pictures: Pictures) -> ClaimFinding:
    letters = Letters([None, None])
    order = (0, 1)
    shoot_a, shoot_b = (letters.turn(order, player, letters.aims(["B", "A"])[player]) for player in order)
    miss_a, miss_b = (letters.turn(order, player, letters.aims(["Miss", "Miss"])[player]) for player in order)
    nothing = letters.identity()
    a, b = letters.hits
    gains = {
        "A shoots and B shoots, against A misses and B shoots": (
            advantage(phase.compose(shoot_a, shoot_b), phase.compose(miss_a, shoot_b), nothing, 0),
            a * b,
        ),
        "A shoots and B misses, against A misses and B shoots": (
            advantage(phase.compose(shoot_a, miss_b), phase.compose(miss_a, shoot_b), nothing, 0),
            a * b,
        ),
        "after A shoots, B shoots against B misses": (advantage(shoot_b, miss_b, shoot_a, 1), a * b),
    }
    lines = [
        ClaimLine.fact(what, ">= 0", function_text(gain), gain == expected and proved_sign(gain.numer) == 1)
        for what, (gain, expected) in gains.items()
    ]
    duels = []
    for hits in (("0", "1/2"), ("1/2", "0"), ("1", "1")):
        shot, missed = (solve(hits, targets=[first, "A"]).win[0] for first in ("B", "Miss"))
        duels.append(f"[{', '.join(hits)}]: {number_text(shot)} against {number_text(missed)}")
    return judged(
        [*lines, ClaimLine.note("A wins by shooting, against missing, at an edge", "; ".join(duels))],
        "Shooting gains a*b: it is never worse, and strictly better wherever both can hit.",
        explanation="If B never hits, missing for ever would stall, so A does better to shoot; if A never hits, it is "
        "all the same. The rules of this library let the last two always shoot.",
    )


@checks("M8")
def _m8(pictures: Pictures) -> ClaimFinding:
    hits = ("49/100", "23/50", "31/100", "19/50")
    solution = solve(hits)
    phases = [three for three in solution.phases if len(three.order) == 3]
    sets = {tuple(sorted(zip(three.order, map(str, three.aims), strict=True))) for three in phases}
    optimal, strongest = (solve(FOUR, targets=STRONGEST_FOUR, target_later=later) for later in ("Optimal", "Strongest"))
    same = optimal.aims == strongest.aims and optimal.win != strongest.win
    return judged(
        [
            ClaimLine.fact(
                "same first aims, different later ones", "different chances", "different" if same else "the same", same
            ),
            ClaimLine.fact("three-player phases of four players", "12", len(phases), len(phases) == 12),
            ClaimLine.fact(f"different sets of aims at [{', '.join(hits)}]", "up to 12", len(sets), len(sets) == 12),
            ClaimLine.note("ties there", len(solution.ties)),
        ],
        f"{len(phases)} phases; at [{', '.join(hits)}] their aims are {len(sets)} different sets, with "
        f"{len(solution.ties)} ties.",
        explanation=f"[{', '.join(FOUR)}], first aims {', '.join(map(str, optimal.aims))}: later optimal: "
        f"{sentence(optimal)} Later the strongest: {sentence(strongest)}",
    )


@checks("M9")
def _m9(pictures: Pictures) -> ClaimFinding:
    lines = []
    for hit in ("1/2", "1"):
        own = pictures.square(hit, targets=["Strongest"] * 3)
        fixed = pictures.square(hit, targets=["C", "C", "B"])
        for name, part in (("square", None), ("triangle", own.triangle)):
            count = own.count(own.winner != fixed.winner, part)
            lines.append(ClaimLine.note(f"pC = {hit}, {name}: another winner", count))
        lines.append(ClaimLine.note(f"pC = {hit}: different aims of Strongest in one map", len(own.data.aims)))
    return judged(
        lines,
        f"Not decided here; with the limitation, the winner would be another at {lines[0].exact} pixels "
        "for pC = 1/2, and at "
        f"{lines[3].exact} for pC = 1.",
    )


@checks("M10")
def _m10(pictures: Pictures) -> ClaimFinding:
    fixed, optimal, measured = _speeds()
    return judged(
        [
            ratio_line("at least, fixed targets", "200 times", fixed, 200),
            ratio_line("at most, optimal targets", "3000 times", optimal, 3000),
        ],
        "Exact numbers are faster by more than that, for a pixel of a map against games played one by one.",
        explanation="The range of the source is that of its programs on its machine; no range can hold for all. Here "
        "the lower end is passed, and the upper end is not a limit.",
        measured=measured,
    )
