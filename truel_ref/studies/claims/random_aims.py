"""Claims about one problem in which A aims at random: the word, weights, finer and finer levels, and their supremum."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from truel_ref.explain.reasons import target_options
from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, written
from truel_ref.studies.claims.solutions import MIXED, WITH_RANDOM, sentence, wins
from truel_ref.symbolic.mixes import Optimum, at, optimum

FINER_B = (3, 4, 5)


@checks("S9")
def _s9(pictures: Pictures) -> Finding:
    solution = solve(MIXED, search=WITH_RANDOM)
    profiles = len(list(product(*target_options(solution.problem))))
    at_random = Line.fact("A's aim", "Random", solution.aims[0], str(solution.aims[0]) == "Random")
    count = Line.fact("profiles", "64", profiles, profiles == 64)
    return judged([at_random, *wins(solution, ["32.7 %", "", ""]), count], sentence(solution))


@checks("S10")
def _s10(pictures: Pictures) -> Finding:
    word = solve(MIXED, targets=["Random", "C", "A"], search=WITH_RANDOM)
    weights = solve(MIXED, targets=[["0", "1/3", "1/3"], "C", "A"], search=WITH_RANDOM)
    texts = [", ".join(map(number_text, solution.win)) for solution in (word, weights)]
    same = word.win == weights.win and word.aims == weights.aims
    return judged([Line.fact("win probabilities", "the same", " against ".join(texts), same)], sentence(word))


@cache
def levels(*given: int) -> Solution:
    """Return the solution of the mixed problem with random levels."""
    return solve(MIXED, search=WITH_RANDOM, random_levels=given)


def weight_on_b(solution: Solution) -> Number:
    """Return how often A aims at B."""
    return Fraction(0) if solution.aims[0] is None else solution.aims[0].weights[1]


def on_b(solution: Solution, published: str) -> Line:
    """Return the line of A's weight on B."""
    return Line.percent("A aims at B", weight_on_b(solution), published)


def otherwise_misses(solution: Solution) -> Line:
    """Return the line that says that A misses where he does not aim at B."""
    aim = solution.aims[0]
    return Line.fact("A's aim", "at B, else Miss", aim, aim is not None and aim.targets == (1,))


@checks("S11")
def _s11(pictures: Pictures) -> Finding:
    solution = levels(5, 5, 5)
    replies = ", ".join(map(str, solution.aims[1:]))
    reply = Line.fact("aims of B and C", "C, Miss", replies, replies == "C, Miss")
    return judged(
        [*wins(solution, ["34 %", "", ""]), on_b(solution, "60 %"), otherwise_misses(solution), reply],
        sentence(solution),
    )


@checks("S12")
def _s12(pictures: Pictures) -> Finding:
    every = [levels(20, *rest) for rest in ((20, 20), (5, 5), (2, 2))]
    same = all((solution.win, solution.aims) == (every[0].win, every[0].aims) for solution in every)
    equal = Line.fact("the three results", "the same", "the same" if same else "different", same)
    return judged([equal, *wins(every[0], ["44 %", "", ""]), on_b(every[0], "45 %")], sentence(every[0]))


@checks("S13")
def _s13(pictures: Pictures) -> Finding:
    fifty, hundred, more = levels(50, 2, 2), levels(100, 2, 2), levels(200, 2, 2)
    same = fifty.win[0] == hundred.win[0]
    equal = Line.fact("A with level 100", "the same as with level 50", written(hundred.win[0]), same)
    finer = Line.note(
        "A with level 200", f"{written(more.win[0])}, at B in {percent_text(weight_on_b(more), 1)} of cases"
    )
    return judged(
        [*wins(fifty, ["46 %", "", ""]), on_b(fifty, "42 %"), equal, finer],
        sentence(fifty),
        explanation="Level 100 is a multiple of 50, so it cannot be worse. Level 200 is better; the end of this road "
        "is in S14." * (more.win[0] > hundred.win[0]),
    )


@checks("S14")
def _s14(pictures: Pictures) -> Finding:
    plain = optimum(Problem(MIXED))
    twos = optimum(Problem(MIXED, search=WITH_RANDOM, random_levels=[None, 2, 2]))
    finer = [optimum(Problem(MIXED, search=WITH_RANDOM, random_levels=[None, level, 1])).supremum for level in FINER_B]
    lines: list[Line] = []
    for name, best in (("B, C in {Others, Miss}", plain), ("levels [2, 2]", twos)):
        main = max(best.approaches, key=lambda place: place.weights)
        x, y = main.weights
        lines += [
            Line.percent(f"{name}: A's supremum", best.supremum, "46 %"),
            Line.percent(f"{name}: weight on B", x, "42 %"),
            Line.percent(f"{name}: Miss", 1 - x - y, "58 %"),
            Line.fact(
                f"{name}: the likeliest winner",
                "A",
                " / ".join(map(written, main.win)),
                all(main.win[0] > win for win in main.win[1:]),
            ),
            *(Line.note(f"{name}: approached", _place(place)) for place in best.approaches),
            Line.note(
                f"{name}: pieces",
                f"{len(best.pieces)} ({len(best.polygons)} polygons) by {best.lines} lines; on the lines and "
                "points, "
                f"however ties are broken, {'no more' if best.supremum == best.inside else 'more'} than inside",
            ),
        ]
    below = []
    for given in ((5, 5, 5), (20, 2, 2), (50, 2, 2), (100, 2, 2), (200, 2, 2)):
        own = levels(*given).win[0]
        below.append(own < twos.supremum)
        lines.append(Line.note(f"levels {list(given)}", f"A wins {written(own)}"))
    corner = max(twos.approaches, key=lambda place: place.weights)
    rules = {name: _attaining(best) for name, best in (("plain", plain), ("twos", twos))}
    best_of_b = _best_of_b(corner.weights[0] + Fraction(1, 10**6))
    return judged(
        lines,
        f"A's supremum is {written(twos.supremum)}, approached as his weight on B falls to "
        f"{written(corner.weights[0])}. With B and C in {{Others, Miss}} it is attained by {rules['plain']}, "
        f"with levels [2, 2] by {rules['twos']}.",
        figure="![A's chance over all his mixes, with the exact lines and the places where the supremum is approached]"
        "(figures/mixes-of-a.png)",
        counterexample=f"The aim (0, x, 0) with x just above {number_text(corner.weights[0])}: 42 % is only the best "
        f"multiple of 1/50 and of 1/100. With x = {number_text(weight_on_b(levels(200, 2, 2)))} A wins "
        f"{percent_text(levels(200, 2, 2).win[0])} against {percent_text(levels(100, 2, 2).win[0])} with x = 21/50.",
        explanation=" ".join(
            [
                "All level optima lie below the supremum." if all(below) else "A level optimum reaches the supremum.",
                "The two problems have the same supremum."
                if plain.supremum == twos.supremum
                else "The suprema differ.",
                "**What is proved.** The supremum is that over all mixes of A, for each tie rule, for the "
                "stated searches of "
                "B and C. For C it makes no difference to allow arbitrary mixes: his chance is "
                "linear-fractional in his "
                "own weights, so a mix lies between two of his single options, is never better than the better "
                "one, and "
                "ties only where they tie; A's chance under such a mix lies between those under the two. For B, with a "
                "fixed aim of A, the same cutting works in B's own triangle, so his best mix is found, or "
                "approached, at a "
                "corner there.",
                best_of_b,
                f"For B with levels {', '.join(map(str, FINER_B))} the supremum is "
                + ("the same." if set(finer) == {twos.supremum} else f"{', '.join(map(number_text, finer))}."),
                "**What is not proved**: that no mix of A is worth more to him when B may answer with arbitrary "
                "mixes. The "
                "places where B's best mix changes are then curves in A's triangle, and no longer straight lines.",
            ]
        ),
    )


def _place(place: Any) -> str:
    weights = f"(x, y) -> ({', '.join(map(number_text, place.weights))})"
    replies = ", ".join(map(str, place.replies))
    reached = [str(rule) for rule, win in place.attained.items() if win == place.win[0]]
    others = {rule: win for rule, win in place.attained.items() if win != place.win[0]}
    rest = "; ".join(
        f"rule{'s' if len(rules) > 1 else ''} {', '.join(rules)}: {written(win)}"
        for win in dict.fromkeys(others.values())
        for rules in [[str(rule) for rule, other in others.items() if other == win]]
    )
    corners = " ".join(f"({', '.join(map(number_text, corner))})" for corner in place.corners)
    return (
        f"{weights} inside the polygon {corners}, replies {replies}: "
        f"{' / '.join(map(written, place.win))}. At the place itself: "
        + (
            "; ".join(filter(None, [f"attained by rule {', '.join(reached)}" if reached else "", rest]))
            or "attained by all"
        )
    )


def _attaining(best: Optimum) -> str:
    """Return in words by which tie rules the supremum is attained."""
    rules = {rule for place in best.approaches for rule, win in place.attained.items() if win == best.supremum}
    if not rules:
        return "none of the tie rules 1 to 4 and -1"
    return f"{', '.join(map(str, sorted(rules)))} alone of the tie rules 1 to 4 and -1"


def _best_of_b(x: Fraction) -> str:
    """Return in words whether B has a better answer, among all his mixes, to A's weight x on B."""
    near = solve(MIXED, targets=[(0, x, 0), "Optimal", "Optimal"])
    reply = near.aims[1]
    assert reply is not None
    best = optimum(Problem(MIXED, targets=[(0, x, 0), "Optimal", "Optimal"]), player=1)
    reaching = {
        (corner, replies)
        for piece in best.pieces
        for which, replies in enumerate(piece.replies)
        for corner in piece.corners
        if at(piece.formulas[which][1], corner) and piece.win(corner, which)[1] == best.supremum
    }
    same = reaching == {((reply.weights[0], reply.weights[2]), (near.aims[2],))}
    return (
        f"With x = {number_text(x)} B's supremum over all his mixes, at his own first turn, is "
        f"{written(best.supremum)}, and "
        + (f"only his single shot at {reply} reaches it" if same else "it is not that of his searched reply")
        + f", so A's {percent_text(near.win[0], 4)} {'stands' if same else 'does not stand'} there against arbitrary "
        "mixes of B and of C."
    )
