"""Claims about single problems.

**The common problems of several claims, and their published quantities: lines of a finding, and a sentence.**

**Claims about a problem in which A aims at random: the word, weights, finer and finer levels, and their supremum.**
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import Any, TypeAlias

from truel_ref.explain.gains import decision
from truel_ref.explain.mix_regions import MixedReplies, MixRegion, regions, spots
from truel_ref.explain.mixes import mixed_stage
from truel_ref.explain.reasons import choose, profile_results, target_options
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import Profile, label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Outcome, Solution
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import ClaimFinding, ClaimLine, ClaimProse, checks, judged, listed, written

__all__ = ["FOUR", "MIXED", "ORIGINAL", "STRONGEST_FOUR", "WITH_RANDOM", "profiles", "sentence", "solved", "wins"]

ORIGINAL = ("1/3", "2/3", "1")
FOUR = ("1/4", "1/2", "3/4", "1")
MIXED = ("3/4", "11/20", "1")
WITH_RANDOM = "Others, Miss, Random"
STRONGEST_FOUR = ["Optimal", "Strongest", "Strongest", "Strongest"]

Kind: TypeAlias = "Callable[[Solution, Any], list[ClaimLine]]"
"""A function that makes lines from a solution and its published quantity."""


def wins(solution: Solution, published: Iterable[str]) -> list[ClaimLine]:
    """Return a line per player with a published percentage; skip empty entries."""
    pairs = zip(solution.problem.order, solution.win, published, strict=True)
    return [ClaimLine.percent(f"{label(player)} wins", win, percent) for player, win, percent in pairs if percent]


def sentence(solution: Solution | Outcome) -> str:
    """Return a solution in one sentence."""
    text = listed(solution.aims)
    percents = " / ".join(percent_text(win, 2).removesuffix(" %") for win in solution.win)
    return f"Aims {text}; {percents} %."


def weight_on_b(solution: Solution) -> Number:
    """Return A's weight on B."""
    return Fraction(0) if solution.aims[0] is None else solution.aims[0].weights[1]


def on_b(solution: Solution, published: str) -> list[ClaimLine]:
    """Return the line of A's weight on B."""
    return [ClaimLine.percent("A aims at B", weight_on_b(solution), published)]


def profiles(problem: Problem) -> int:
    """Return the number of profiles of a problem in its first phase."""
    return prod(map(len, target_options(problem)))


# ---------------------------------------------------------------------------------------------------------
# Claims as data: problems, and the published quantities of their solutions


def _who(solution: Solution, extreme: Callable[[Iterable[Number]], Number]) -> str:
    """Return who wins most or least often."""
    return " and ".join(label(player) for player, win in enumerate(solution.win) if win == extreme(solution.win))


def _equal(what: str, found: Callable[[Solution], object]) -> Kind:
    """Return the kind of a line that holds if a text equals the published text."""

    def line(solution: Solution, published: str) -> list[ClaimLine]:
        text = str(found(solution))
        return [ClaimLine.fact(what, published, text, text == published)]

    return line


def _falling_chances(solution: Solution, published: str) -> list[ClaimLine]:
    falling = _falling(solution.win)
    return [ClaimLine.fact("order of the chances", published, "A, B, C" if falling else "not so", falling)]


def _a_against_b(solution: Solution, published: str) -> list[ClaimLine]:
    a, b = solution.win[:2]
    return [ClaimLine.fact("A against B", published, written(b), a < b)]


def _else_miss(solution: Solution, published: str) -> list[ClaimLine]:
    aim = solution.aims[0]
    return [ClaimLine.fact("A's aim", published, aim, aim is not None and aim.targets == (1,))]


KINDS: Mapping[str, Kind] = {
    "wins": wins,
    "aims": _equal("aims", lambda solution: listed(solution.aims)),
    "A's aim": _equal("A's aim", lambda solution: solution.aims[0]),
    "aims of B and C": _equal("aims of B and C", lambda solution: listed(solution.aims[1:])),
    "the likeliest winner": _equal("the likeliest winner", lambda solution: _who(solution, max)),
    "the least chance": _equal("the least chance", lambda solution: _who(solution, min)),
    "profiles": _equal("profiles", lambda solution: profiles(solution.problem)),
    "A aims at B": on_b,
    "A's mix": _else_miss,
    "order of the chances": _falling_chances,
    "A against B": _a_against_b,
}
"""The kinds of published quantities: functions of a solution and of a published text."""


def solved(prose: ClaimProse, pictures: Pictures) -> ClaimFinding:
    """Return the finding on a claim with problems in its prose."""
    lines: list[ClaimLine] = []
    texts = []
    for entry in prose.problems or ():
        solution, name = solve(entry["hits"], **entry.get("fields", {})), entry.get("name")
        texts.append(f"{name}: {sentence(solution)}" if name else sentence(solution))
        for what in entry:
            if what not in ("hits", "fields", "name"):
                lines += KINDS[what](solution, entry[what])
    number = solution.win[0]
    counterexample = prose.counterexample.format(number=number_text(number), percent=percent_text(number))
    return judged(lines, " ".join(texts), counterexample=counterexample, explanation=prose.explanation)


@checks("S4")
def _s4(pictures: Pictures) -> ClaimFinding:
    solution = solve(ORIGINAL)
    results = profile_results(solution)
    chosen = choose(solution.problem, solution.problem.order, results)[()].path
    lines = [ClaimLine.fact("profiles", "27", len(results), len(results) == 27)]
    readings = {
        "B": ("B, C, B", ("26.5 %", "25.4 %", "48.1 %")),
        "C": ("C, C, B", ("31.2 %", "54.0 %", "14.8 %")),
        "Miss": ("Miss, C, B", ("39.7 %", "38.1 %", "22.2 %")),
    }
    for worth in decision(solution).worths:
        path, published = readings[str(worth.aim)]
        ends = ", ".join(map(str, (worth.aim, *(worth.replies or ()))))
        lines.append(ClaimLine.fact(f"A announces {worth.aim}", path, ends, ends == path))
        for player, (win, percent) in enumerate(zip(worth.win, published, strict=True)):
            lines.append(ClaimLine.percent(f"{label(player)} wins then", win, percent))
    best = "none" if chosen is None else ", ".join(map(str, results[chosen].aims))
    lines.append(ClaimLine.fact("chosen", "Miss, C, B", best, best == "Miss, C, B"))
    return judged(lines, f"{len(results)} profiles; backward induction takes {best}.")


@checks("S16")
def _s16(pictures: Pictures) -> ClaimFinding:
    hits = ["0.72", "0.68", "1"]
    solution = solve(hits, search=WITH_RANDOM)
    fixed = solve(hits, search=WITH_RANDOM, targets=["Random", "C", "A"])
    total = sum((Fraction(percent) for percent in ("21.1", "28.0", "26.9")), Fraction(0))
    after = decision(solution, ["Random"])
    return judged(
        [*KINDS["aims"](solution, "Random, C, A"), *wins(fixed, ["21.1 %", "28.0 %", "26.9 %"])],
        sentence(solution),
        counterexample=f"truel-ref solve 0.72 0.68 1 --search others,miss,random: {sentence(solution)} "
        f"After Random, B's choice is {after.chosen}.",
        explanation=f"The published chances sum to {float(total):.1f} %; they cannot be those of a game that somebody "
        f"wins. The exact numbers above are those of the aims Random, C, A.",
    )


@checks("S18")
def _s18(pictures: Pictures) -> ClaimFinding:
    lines = []
    for search, many, profiles in (("Others, Miss", 3, 27), (WITH_RANDOM, 4, 64), ("All", 5, 125)):
        options = target_options(Problem(ORIGINAL, search=search))
        counts = [len(aims) for aims in options]
        every = len(list(product(*options)))
        lines.append(
            ClaimLine.fact(
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
def _s19(pictures: Pictures) -> ClaimFinding:
    lines = []
    for (b, c), published in NINE_AFTER_B.items():
        solution = solve(ORIGINAL, targets=["B", b, c])
        lines += [
            ClaimLine.percent(f"B, {b}, {c}: {label(player)} wins", win, percent)
            for player, (win, percent) in enumerate(zip(solution.win, published, strict=True))
        ]
    fitting = sum(bool(line.holds) for line in lines)
    return judged(lines, f"{fitting} of {len(lines)} percentages agree.")


@checks("S20")
def _s20(pictures: Pictures) -> ClaimFinding:
    chances = {aim: solve(ORIGINAL, targets=["C", "C", aim]).win[2] for aim in ("B", "A", "Miss")}
    published = {"B": "14 %", "A": "7 %", "Miss": "0 %"}
    order = ClaimLine.fact("order", "B > A > Miss", " > ".join(chances), _falling(chances.values()))
    cut = [
        ClaimLine.fact(f"C at {aim}, cut off", share, percent_text(win), f"{int(win * 100)} %" == share)
        for (aim, win), share in zip(chances.items(), published.values(), strict=True)
    ]
    return judged(
        [*(ClaimLine.percent(f"C at {aim}", win, published[aim]) for aim, win in chances.items()), order],
        " > ".join(written(win) for win in chances.values()) + ".",
        [("if percentages are cut off and not rounded", [*cut, order])],
        counterexample=f"C at B wins {written(chances['B'])}, which rounds to 15 %.",
    )


def _falling(values: Iterable[Number]) -> bool:
    return all(more > less for more, less in pairwise(values))


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
"""Claimed equalities: the search, the player, the aim as a word, and the aim as weights."""


@checks("S21")
def _s21(pictures: Pictures) -> ClaimFinding:
    grid = [Fraction(step, 3) for step in range(4)]
    cases = [(*case, list(product(grid, repeat=3))) for case in EQUIVALENT]
    best_a = [hits for hits in product(grid, repeat=3) if hits[0] > hits[2]]
    cases.append(("Others", 1, "Strongest", ("1", "0", "0"), best_a))
    lines = []
    for search, player, word, weights, problems in cases:
        said = [["Optimal"] * player + [aim] + ["Optimal"] * (2 - player) for aim in (word, weights)]
        same = sum(_told_alike(*(solve(hits, targets=targets, search=search) for targets in said)) for hits in problems)
        what = f"[{', '.join(weights)}] and {word}, {label(player)}, search {{{search}}}"
        lines.append(ClaimLine.fact(what, "the same", f"{same} of {len(problems)} problems", same == len(problems)))
    return judged(lines, "All of them are." if all(line.holds for line in lines) else "Not all of them are.")


def _told_alike(first: Solution, second: Solution) -> bool:
    return (first.win, first.aims) == (second.win, second.aims)


FINER_B = (3, 4, 5)
RULES = (1, 2, 3, 4, -1)

Point = tuple[Fraction, Fraction]
"""Weights on the two others, in their order."""


@dataclass(frozen=True)
class Approach:
    """A point at which the win probability approaches the supremum over all mixes.

    Fields: `weights`, of the point; `replies`, on the polygon of the approach; `corners`, of that polygon, in order;
    `win`, the limits of the win probabilities; `attained`, per tie rule the mixer's win probability at the point
    itself.
    """

    weights: Point
    replies: tuple[Aim, ...]
    corners: tuple[Point, ...]
    win: tuple[Fraction, ...]
    attained: dict[int, Number]


class ClaimedMixes:
    """The triangle of a player's mixes cut into pieces, as for the best mix (`truel_ref.explain.mix_regions`).

    Parameters: `problem`, of three players who search {Others, Miss} or more; `place`, of the player who mixes.

    Fields: `replies`, of the later announcers; `pieces`, all polygons, segments and points; `polygons`, these alone;
    `lines`, the number of cutting lines; `supremum`, over all ways of breaking ties; `inside`, over the polygons alone.
    """

    def __init__(self, problem: Problem, place: int = 0) -> None:
        self.problem = problem
        self.replies = MixedReplies(mixed_stage(problem, place), place)
        self.pieces, self.lines = regions(self.replies, ())
        self.polygons = [piece for piece in self.pieces if piece.cell.dimension == 2]
        self.supremum, self.inside = (
            max(spot.value for spot in spots(self.replies, some)) for some in (self.pieces, self.polygons)
        )

    def reaching(self, pieces: Sequence[MixRegion]) -> list[tuple[MixRegion, Profile, tuple[Fraction, ...]]]:
        """Return the corners at which the supremum is a limit, each with its piece and the replies."""
        best = [spot for spot in spots(self.replies, pieces) if spot.value == self.supremum]
        return [(spot.region, spot.replies, point) for spot in best for point in spot.points]

    def aims(self, path: Profile) -> tuple[Aim, ...]:
        """Return replies as aims."""
        options = self.replies.stage.options[-len(path) :]
        return tuple(aims[option] for aims, option in zip(options, path, strict=True))

    def approaches(self) -> list[Approach]:
        """Return the places at which A's win probability approaches the supremum from a polygon."""
        found = [
            Approach(
                weights=(point[0], point[1]),
                replies=self.aims(path),
                corners=outline(region),
                win=self.replies.formula(path).win(point) or (),
                attained={rule: self._attained(rule, point) for rule in RULES},
            )
            for region, path, point in self.reaching(self.polygons)
        ]
        return sorted(found, key=lambda place: (place.weights, place.corners))

    def _attained(self, rule: int, point: tuple[Fraction, ...]) -> Number:
        """Return A's win probability with a mix under a tie rule."""
        targets: Any = [(0, *point[:2]), *self.problem.targets[1:]]
        worth: Number = solve(self.problem.changed(targets=targets, tie_rule=rule)).win[0]
        return worth


def outline(region: MixRegion) -> tuple[Point, ...]:
    """Return the corners of a polygon of mixes in order, counterclockwise from the leftmost."""
    first, *others = ((point[0], point[1]) for point in region.cell.points)

    def slope(corner: Point) -> tuple[bool, Fraction]:
        across, up = corner[0] - first[0], corner[1] - first[1]
        return not across, up / across if across else up

    return first, *sorted(others, key=slope)


@checks("S10")
def _s10(pictures: Pictures) -> ClaimFinding:
    word = solve(MIXED, targets=["Random", "C", "A"], search=WITH_RANDOM)
    weights = solve(MIXED, targets=[["0", "1/3", "1/3"], "C", "A"], search=WITH_RANDOM)
    texts = [", ".join(map(number_text, solution.win)) for solution in (word, weights)]
    same = word.win == weights.win and word.aims == weights.aims
    return judged([ClaimLine.fact("win probabilities", "the same", " against ".join(texts), same)], sentence(word))


@cache
def levels(*given: int) -> Solution:
    """Return the solution of the mixed problem with random levels."""
    return solve(MIXED, search=WITH_RANDOM, random_levels=given)


@checks("S12")
def _s12(pictures: Pictures) -> ClaimFinding:
    every = [levels(20, *rest) for rest in ((20, 20), (5, 5), (2, 2))]
    same = all((solution.win, solution.aims) == (every[0].win, every[0].aims) for solution in every)
    equal = ClaimLine.fact("the three results", "the same", "the same" if same else "different", same)
    return judged([equal, *wins(every[0], ["44 %", "", ""]), *on_b(every[0], "45 %")], sentence(every[0]))


@checks("S13")
def _s13(pictures: Pictures) -> ClaimFinding:
    fifty, hundred, more = levels(50, 2, 2), levels(100, 2, 2), levels(200, 2, 2)
    same = fifty.win[0] == hundred.win[0]
    equal = ClaimLine.fact("A with level 100", "the same as with level 50", written(hundred.win[0]), same)
    finer = ClaimLine.note(
        "A with level 200", f"{written(more.win[0])}, at B in {percent_text(weight_on_b(more), 1)} of cases"
    )
    return judged(
        [*wins(fifty, ["46 %", "", ""]), *on_b(fifty, "42 %"), equal, finer],
        sentence(fifty),
        explanation="Level 100 is a multiple of 50, so it cannot be worse. Level 200 is better; S14 has the "
        "limit." * (more.win[0] > hundred.win[0]),
    )


@checks("S14")
def _s14(pictures: Pictures) -> ClaimFinding:
    plain = ClaimedMixes(Problem(MIXED))
    twos = ClaimedMixes(Problem(MIXED, search=WITH_RANDOM, random_levels=[None, 2, 2]))
    finer = [
        ClaimedMixes(Problem(MIXED, search=WITH_RANDOM, random_levels=[None, level, 1])).supremum for level in FINER_B
    ]
    lines: list[ClaimLine] = []
    for name, best in (("B, C in {Others, Miss}", plain), ("levels [2, 2]", twos)):
        approaches = best.approaches()
        main = approaches[-1]
        x, y = main.weights
        lines += [
            ClaimLine.percent(f"{name}: A's supremum", best.supremum, "46 %"),
            ClaimLine.percent(f"{name}: weight on B", x, "42 %"),
            ClaimLine.percent(f"{name}: Miss", 1 - x - y, "58 %"),
            ClaimLine.fact(
                f"{name}: the likeliest winner",
                "A",
                " / ".join(map(written, main.win)),
                all(main.win[0] > win for win in main.win[1:]),
            ),
            *(ClaimLine.note(f"{name}: approached", _place(place)) for place in approaches),
            ClaimLine.note(
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
        lines.append(ClaimLine.note(f"levels {list(given)}", f"A wins {written(own)}"))
    corner = twos.approaches()[-1]
    rules = {name: _attaining(best) for name, best in (("plain", plain), ("twos", twos))}
    best_of_b = _best_of_b(corner.weights[0] + Fraction(1, 10**6))
    return judged(
        lines,
        f"A's supremum is {written(twos.supremum)}, approached as A's weight on B falls to "
        f"{written(corner.weights[0])}. With B and C in {{Others, Miss}} it is attained by {rules['plain']}, "
        f"with levels [2, 2] by {rules['twos']}.",
        figure="![A's chance over all mixes, with the exact lines and the places where the supremum is approached]"
        "(../figures/mixes-of-a.png)",
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
                "B and C. For C it makes no difference to allow arbitrary mixes: C's chance is "
                "linear-fractional in C's "
                "own weights, so a mix lies between two of C's single options, is never better than the better "
                "one, and "
                "ties only where they tie; A's chance under such a mix lies between those under the two. For B, with a "
                "fixed aim of A, the same cutting works in B's own triangle, so B's best mix is at a corner there, or "
                "approached at a "
                "corner.",
                best_of_b,
                f"For B with levels {', '.join(map(str, FINER_B))} the supremum is "
                + ("the same." if set(finer) == {twos.supremum} else f"{', '.join(map(number_text, finer))}."),
                "**What is not proved**: that no mix of A is worth more to him when B may answer with arbitrary "
                "mixes. The "
                "places where B's best mix changes are then curves in A's triangle, and no longer straight lines.",
            ]
        ),
    )


def _place(place: Approach) -> str:
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


def _attaining(best: ClaimedMixes) -> str:
    """Return in words the tie rules that attain the supremum."""
    rules = {rule for place in best.approaches() for rule, win in place.attained.items() if win == best.supremum}
    if not rules:
        return "none of the tie rules 1 to 4 and -1"
    return f"{', '.join(map(str, sorted(rules)))} alone of the tie rules 1 to 4 and -1"


def _best_of_b(x: Fraction) -> str:
    """Return in words whether B has a better answer, among all mixes of B, to A's weight x on B."""
    near = solve(MIXED, targets=[(0, x, 0), "Optimal", "Optimal"])
    reply = near.aims[1]
    assert reply is not None
    best = ClaimedMixes(Problem(MIXED, targets=[(0, x, 0), "Optimal", "Optimal"]), place=1)
    reaching = {(point[:2], best.aims(path)) for _, path, point in best.reaching(best.pieces)}
    same = reaching == {((reply.weights[0], reply.weights[2]), (near.aims[2],))}
    return (
        f"With x = {number_text(x)} B's supremum over all mixes, at B's own first turn, is "
        f"{written(best.supremum)}, and "
        + (f"only B's single shot at {reply} reaches it" if same else "it is not that of B's searched reply")
        + f", so A's {percent_text(near.win[0], 4)} {'stands' if same else 'does not stand'} there against arbitrary "
        "mixes of B and of C."
    )
