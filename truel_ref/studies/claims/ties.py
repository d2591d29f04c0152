"""Claims about ties."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import number_text
from truel_ref.studies.claims.four import RULES
from truel_ref.studies.claims.pictures import Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, listed
from truel_ref.studies.claims.solutions import WITH_RANDOM

if TYPE_CHECKING:
    import numpy as np


def _differ(first: Picture, second: Picture) -> np.ndarray:
    """Per pixel whether the win probabilities differ."""
    apart: np.ndarray = (first.data.win != second.data.win).any(axis=-1)
    return apart


@checks("T1", slow=True)
def _t1(pictures: Pictures) -> Finding:
    import numpy as np

    lines: list[Line] = []
    rare: list[Line] = []
    example, counts_of_rules, on_curves, diagonal = "", [], [], 0
    for hits, points in ((("1",), 300), (("1/2",), 300), (("1/2", "1"), 100)):
        name = ", ".join(f"p{label(player)} = {hit}" for player, hit in enumerate(hits, start=2))
        first = pictures.square(*hits, points=points)
        others = {rule: pictures.square(*hits, points=points, tie_rule=rule) for rule in RULES}
        differ = {rule: _differ(first, other) for rule, other in others.items()}
        anywhere = np.any(list(differ.values()), axis=0)
        count = first.count(anywhere)
        rare.append(Line.fact(f"{name}: the rule matters", "rare", count, count.share < Fraction(1, 100)))
        elsewhere = first.places(anywhere & ~first.boundary_like())
        mostly = 2 * len(elsewhere) < count.some
        lines += [rare[-1], Line.fact(f"{name}: of them not boundary-like", "fewer than half", len(elsewhere), mostly)]
        if len(hits) == 1:
            partition = pictures.regions(hits[0])
            diagonal += int(np.trace(anywhere))
            on_curves += [partition.at(*first.data.spec.at(*place).hits[:2]) is None for place in elsewhere]
        each = ", ".join(f"rule {rule} at {int(pixels.sum())}" for rule, pixels in differ.items())
        counts_of_rules.append(f"{name}: other win probabilities than under rule 1 by {each}")
        if elsewhere and not example:
            place = elsewhere[len(elsewhere) // 2]
            problem = first.data.spec.at(*place)
            rule = next(rule for rule, pixels in differ.items() if pixels[place])
            own, other = solve(problem), others[rule].data.solution_at(*place)
            example = (
                f"{first.named(*place)}: rule 1 takes {listed(own.aims)}, rule {rule} takes {listed(other.aims)}; "
                f"{first.tie_towards(*place, other.aims)}."
            )
    return judged(
        lines,
        "; ".join(f"{line.what} at {line.exact}" for line in rare) + ".",
        [("for three players", lines[:4])],
        counterexample=f"{rare[-1].what} at {rare[-1].exact}.",
        explanation="; ".join(counts_of_rules)
        + f". Of the {len(on_curves)} pixels of three players that are not boundary-like "
        f"{sum(on_curves)} lie on a curve between [the exact regions](regions.md), where the coordinates are rational. "
        f"{diagonal} of the pixels of three players lie on the diagonal pA = pB; see A7. "
        f"One that is not boundary-like: {example}",
    )


@checks("T2", slow=True)
def _t2(pictures: Pictures) -> Finding:
    by_rule = {rule: pictures.square("1/2", 1, points=100, search=WITH_RANDOM, tie_rule=rule) for rule in (1, 2, 3, 4)}
    counts = {rule: by_rule[1].count(_differ(by_rule[1], by_rule[rule])) for rule in (2, 3, 4)}
    two = counts[2]
    aims = {rule: by_rule[1].count(_aims(by_rule[1]) != _aims(by_rule[rule])) for rule in (2, 3, 4)}
    return judged(
        [
            Line.fact("rule 2 against rule 1", "practically the same", two, two.share < Fraction(1, 100)),
            *(
                Line.fact(f"rule {rule} against rule 1", "more pixels", counts[rule], counts[rule].share > two.share)
                for rule in (3, 4)
            ),
            Line.note("different aims, rules 2, 3, 4 against 1", "; ".join(map(str, aims.values()))),
        ],
        "; ".join(f"rule {rule}: {count}" for rule, count in counts.items()) + " differ from rule 1.",
        counterexample="; ".join(f"rule {rule} differs from rule 1 at {count}" for rule, count in counts.items()) + ".",
    )


def _aims(picture: Picture) -> np.ndarray:
    """Per pixel the aims of the first phase, as text."""
    import numpy as np

    names = np.array([", ".join(map(str, aims)) for aims in picture.data.aims])
    aims: np.ndarray = names[picture.data.index]
    return aims


@checks("T3")
def _t3(pictures: Pictures) -> Finding:
    steps = [Fraction(step, 4) for step in range(1, 5)]
    problems = [Problem([equal, equal, other], tie_rule=4) for equal in steps for other in steps]
    problems += [Problem([equal, other, equal], tie_rule=4) for equal in steps for other in steps if equal != other]
    problems += [Problem([other, equal, equal], tie_rule=4) for equal in steps for other in steps if equal != other]
    ties = [tie for problem in problems for tie in solve(problem).ties]
    single = [tie for tie in ties if sum(aim.target is not None for aim in tie.equal) > 1]
    kept = [
        tie for tie in single if tie.chosen.target == min(aim.target for aim in tie.equal if aim.target is not None)
    ]
    choices = sorted({(label(tie.player), str(tie.chosen)) for tie in single})
    return judged(
        [
            Line.fact(
                "the earlier label is taken",
                "always",
                f"{len(kept)} of {len(single)} ties",
                bool(single) and kept == single,
            )
        ],
        f"This library's own rule 4 does, at {len(kept)} of {len(single)} ties of {len(problems)} problems.",
        explanation="A test of a definition of this library. Choices that occur: "
        + ", ".join(f"{player} takes {chosen}" for player, chosen in choices)
        + ".",
    )


@checks("T4")
def _t4(pictures: Pictures) -> Finding:
    steps = [Fraction(step, 5) for step in range(6)]
    same, apart = 0, []
    for hits in product(steps, repeat=3):
        solution = solve(hits)
        for tie in solution.ties:
            players = [aim.target for aim in tie.equal if aim.target is not None]
            if len(players) > 1:
                better = max(players, key=lambda player: (hits[player], player))
                if better == max(players):
                    same += 1
                else:
                    apart.append((solution, tie, better, max(players)))
    example = ""
    if apart:
        # The plainest example: everybody can hit, and the numbers are small.
        solution, tie, better, later = max(apart, key=lambda case: min(case[0].problem.hits))
        example = (
            f"[{', '.join(map(number_text, solution.problem.hits))}], order "
            f"{''.join(map(label, tie.order))}: {label(tie.player)} is indifferent between {listed(tie.equal)}; the "
            f"better shot is {label(better)}, the higher index is {label(later)}."
        )
    every = same + len(apart)
    return judged(
        [Line.fact("ties at which both take the same player", "all", f"{same} of {every}", not apart)],
        f"The definitions part at {len(apart)} of {every} ties.",
        counterexample=example,
        explanation="Miss comes before mixes in all of them. This library follows the first, and for equal shots the "
        "second.",
    )
