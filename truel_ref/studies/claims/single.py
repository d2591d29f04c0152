"""Claims about single problems, but for those in which A aims at random (`random_aims`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product

from truel_ref.explain.decisions import decision
from truel_ref.explain.reasons import choose, profile_results, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, written
from truel_ref.studies.claims.solutions import (
    FOUR,
    MIXED,
    ORIGINAL,
    STRONGEST_FOUR,
    WITH_RANDOM,
    aims,
    likeliest,
    sentence,
    wins,
)


@checks("S1")
def _s1(pictures: Pictures) -> Finding:
    solution = solve(ORIGINAL)
    falling = all(chance > later for chance, later in zip(solution.win, solution.win[1:], strict=False))
    order = Line.fact("order of the chances", "reverse of the hit chances", "A, B, C" if falling else "not so", falling)
    misses = Line.fact("A's aim", "Miss", solution.aims[0], str(solution.aims[0]) == "Miss")
    return judged([misses, *wins(solution, ["39.7 %", "38.1 %", "22.2 %"]), order], sentence(solution))


@checks("S2")
def _s2(pictures: Pictures) -> Finding:
    solution = solve(ORIGINAL, targets=["Strongest"] * 3)
    less = Line.fact("A against B", "A wins less", written(solution.win[1]), solution.win[0] < solution.win[1])
    return judged([*wins(solution, ["31 %", "", ""]), less], sentence(solution))


@checks("S3")
def _s3(pictures: Pictures) -> Finding:
    solution = solve(ORIGINAL, search="Others")
    at_c = Line.fact("A's aim", "C", solution.aims[0], str(solution.aims[0]) == "C")
    return judged(
        [at_c, *wins(solution, ["33.3 %", "54 %", ""])],
        sentence(solution),
        counterexample=f"truel-ref solve 1/3 2/3 1 --search others: A wins {number_text(solution.win[0])}, "
        f"{percent_text(solution.win[0])}.",
        explanation="1/3 is A's chance to hit, not to win.",
    )


@checks("S4")
def _s4(pictures: Pictures) -> Finding:
    solution = solve(ORIGINAL)
    results = profile_results(solution)
    chosen = choose(solution.problem, solution.problem.first_order, results)[()].path
    lines = [Line.fact("profiles", "27", len(results), len(results) == 27)]
    readings = {
        "B": ("B, C, B", ("26.5 %", "25.4 %", "48.1 %")),
        "C": ("C, C, B", ("31.2 %", "54.0 %", "14.8 %")),
        "Miss": ("Miss, C, B", ("39.7 %", "38.1 %", "22.2 %")),
    }
    for worth in decision(solution).worths:
        path, published = readings[str(worth.aim)]
        ends = ", ".join(map(str, (worth.aim, *(worth.replies or ()))))
        lines.append(Line.fact(f"A announces {worth.aim}", path, ends, ends == path))
        for player, (win, percent) in enumerate(zip(worth.win, published, strict=True)):
            lines.append(Line.percent(f"{label(player)} wins then", win, percent))
    best = "none" if chosen is None else ", ".join(map(str, results[chosen].aims))
    lines.append(Line.fact("chosen", "Miss, C, B", best, best == "Miss, C, B"))
    return judged(lines, f"{len(results)} profiles; backward induction takes {best}.")


@checks("S5")
def _s5(pictures: Pictures) -> Finding:
    solution = solve(FOUR)
    least = label(solution.win.index(min(solution.win)))
    return judged(
        [
            aims(solution, "D, A, D, C"),
            *wins(solution, ["22.2 %", "41.8 %", "27.8 %", "8.2 %"]),
            Line.fact("the least chance", "D", least, least == "D" and solution.win.count(min(solution.win)) == 1),
        ],
        sentence(solution),
    )


@checks("S6")
def _s6(pictures: Pictures) -> Finding:
    solution = solve(FOUR, targets=STRONGEST_FOUR, target_later="Strongest")
    at_d = Line.fact("A's aim", "D", solution.aims[0], str(solution.aims[0]) == "D")
    return judged([at_d, *wins(solution, ["32.1 %", "30.5 %", "34.7 %", "2.6 %"])], sentence(solution))


@checks("S7")
def _s7(pictures: Pictures) -> Finding:
    solution = solve(FOUR, targets=STRONGEST_FOUR)
    return judged(wins(solution, ["34.2 %", "24.2 %", "38.0 %", "3.5 %"]), sentence(solution))


@checks("S8")
def _s8(pictures: Pictures) -> Finding:
    solution = solve(MIXED)
    at_c = Line.fact("A's aim", "C", solution.aims[0], str(solution.aims[0]) == "C")
    return judged([at_c, *wins(solution, ["28.5 %", "", ""])], sentence(solution))


@checks("S15")
def _s15(pictures: Pictures) -> Finding:
    solution, mixed = solve(["3/5", "11/20", "1/2"]), solve(["3/5", "11/20", "1/2"], search=WITH_RANDOM)
    return judged(
        [*wins(solution, ["27 %", "", "63 %"]), *wins(mixed, ["44 %", "", ""]), likeliest(mixed, "A")],
        f"Without: {sentence(solution)} With: {sentence(mixed)}",
    )


@checks("S16")
def _s16(pictures: Pictures) -> Finding:
    hits = ["0.72", "0.68", "1"]
    solution = solve(hits, search=WITH_RANDOM)
    fixed = solve(hits, search=WITH_RANDOM, targets=["Random", "C", "A"])
    total = sum((Fraction(percent) for percent in ("21.1", "28.0", "26.9")), Fraction(0))
    after = decision(solution, ["Random"])
    return judged(
        [aims(solution, "Random, C, A"), *wins(fixed, ["21.1 %", "28.0 %", "26.9 %"])],
        sentence(solution),
        counterexample=f"truel-ref solve 0.72 0.68 1 --search others,miss,random: {sentence(solution)} "
        f"After Random, B's choice is {after.chosen}.",
        explanation=f"The published chances sum to {float(total):.1f} %; they cannot be those of a game that somebody "
        f"wins. The exact numbers above are those of the aims Random, C, A.",
    )


@checks("S17")
def _s17(pictures: Pictures) -> Finding:
    hits = ["0.3", "0.3", "1"]
    fixed, free = solve(hits, targets=["Miss", "C", "B"]), solve(hits, targets=["Optimal", "C", "B"])
    at_c = Line.fact("A's aim", "C", free.aims[0], str(free.aims[0]) == "C")
    return judged(
        [likeliest(fixed, "C"), at_c, likeliest(free, "A")],
        f"[Miss, C, B]: {sentence(fixed)} [Optimal, C, B]: {sentence(free)}",
    )


@checks("S18")
def _s18(pictures: Pictures) -> Finding:
    lines = []
    for search, many, profiles in (("Others, Miss", 3, 27), (WITH_RANDOM, 4, 64), ("All", 5, 125)):
        options = target_options(Problem(ORIGINAL, search=search))
        counts = [len(aims) for aims in options]
        every = len(list(product(*options)))
        lines.append(
            Line.fact(
                f"search {search}",
                f"{many}^3 = {profiles}",
                f"{' * '.join(map(str, counts))} = {every}",
                counts == [many] * 3 and every == profiles,
            )
        )
    return judged(lines, "; ".join(line.exact for line in lines) + ".")


NINE_AFTER_B = {
    ("A", "A"): ("0.0 %", "14.8 %", "85.2 %"),
    ("A", "B"): ("7.4 %", "0.0 %", "92.6 %"),
    ("A", "Miss"): ("0.0 %", "0.0 %", "100.0 %"),
    ("C", "A"): ("19.0 %", "40.2 %", "40.7 %"),
    ("C", "B"): ("26.5 %", "25.4 %", "48.1 %"),
    ("C", "Miss"): ("24.5 %", "32.7 %", "42.9 %"),
    ("Miss", "A"): ("0.0 %", "44.4 %", "55.6 %"),
    ("Miss", "B"): ("22.2 %", "0.0 %", "77.8 %"),
    ("Miss", "Miss"): ("0.0 %", "0.0 %", "100.0 %"),
}
"""The published chances of A, B and C after A aims at B, by the aims of B and C."""


@checks("S19")
def _s19(pictures: Pictures) -> Finding:
    lines = []
    for (b, c), published in NINE_AFTER_B.items():
        solution = solve(ORIGINAL, targets=["B", b, c])
        lines += [
            Line.percent(f"B, {b}, {c}: {label(player)} wins", win, percent)
            for player, (win, percent) in enumerate(zip(solution.win, published, strict=True))
        ]
    fitting = sum(bool(line.holds) for line in lines)
    return judged(lines, f"{fitting} of {len(lines)} percentages agree.")


@checks("S20")
def _s20(pictures: Pictures) -> Finding:
    chances = {aim: solve(ORIGINAL, targets=["C", "C", aim]).win[2] for aim in ("B", "A", "Miss")}
    published = {"B": "14 %", "A": "7 %", "Miss": "0 %"}
    order = Line.fact("order", "B > A > Miss", " > ".join(chances), _falling(chances.values()))
    cut = [
        Line.fact(f"C at {aim}, cut off", share, percent_text(win), f"{int(win * 100)} %" == share)
        for (aim, win), share in zip(chances.items(), published.values(), strict=True)
    ]
    return judged(
        [*(Line.percent(f"C at {aim}", win, published[aim]) for aim, win in chances.items()), order],
        " > ".join(written(win) for win in chances.values()) + ".",
        [("if percentages are cut off and not rounded", [*cut, order])],
        counterexample=f"C at B wins {written(chances['B'])}, which rounds to 15 %.",
    )


def _falling(values: Iterable[Number]) -> bool:
    listed_values = list(values)
    return all(more > less for more, less in pairwise(listed_values))


EQUIVALENT: tuple[tuple[str, int, str, tuple[str, ...]], ...] = (
    ("Others", 0, "Self", ("1", "0", "0")),
    ("Others", 1, "A", ("1", "0", "0")),
    ("Others", 2, "Miss", ("0", "0", "0")),
    ("Others", 1, "Random", ("1/2", "0", "1/2")),
    ("Others, Miss", 0, "Random", ("0", "1/3", "1/3")),
    ("Others, Miss, Self", 0, "Random", ("1/4", "1/4", "1/4")),
    ("Others, Miss, Self", 1, "Random", ("1/4", "1/4", "1/4")),
    ("Others, Miss, Self", 2, "Random", ("1/4", "1/4", "1/4")),
)
"""What is said to be the same: the search, the player, his aim in a word, and the aim as weights."""


@checks("S21")
def _s21(pictures: Pictures) -> Finding:
    grid = [Fraction(step, 3) for step in range(4)]
    cases = [(*case, list(product(grid, repeat=3))) for case in EQUIVALENT]
    best_a = [hits for hits in product(grid, repeat=3) if hits[0] > hits[2]]
    cases.append(("Others", 1, "Strongest", ("1", "0", "0"), best_a))
    lines = []
    for search, player, word, weights, problems in cases:
        said = [["Optimal"] * player + [aim] + ["Optimal"] * (2 - player) for aim in (word, weights)]
        same = sum(_told_alike(*(solve(hits, targets=targets, search=search) for targets in said)) for hits in problems)
        what = f"[{', '.join(weights)}] and {word}, {label(player)}, search {{{search}}}"
        lines.append(Line.fact(what, "the same", f"{same} of {len(problems)} problems", same == len(problems)))
    return judged(lines, "All of them are." if all(line.holds for line in lines) else "Not all of them are.")


def _told_alike(first: Solution, second: Solution) -> bool:
    return (first.win, first.aims) == (second.win, second.aims)


@checks("S22")
def _s22(pictures: Pictures) -> Finding:
    solution = solve(ORIGINAL, targets=["B", "Optimal", "Optimal"])
    return judged(
        [aims(solution, "B, C, B"), *wins(solution, ["0 %", "", ""])],
        sentence(solution),
        counterexample=f"truel-ref solve 1/3 2/3 1 --targets B,Optimal,Optimal: A wins {number_text(solution.win[0])}, "
        f"{percent_text(solution.win[0])}.",
        explanation="The source's own table has 26.5 % in this row, and S4 quotes it.",
    )
