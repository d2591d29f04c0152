"""Claims about ties."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from truel_ref.fast.methods import solve
from truel_ref.game.aims import label
from truel_ref.game.problem import Problem
from truel_ref.studies.claims.four import RULES
from truel_ref.studies.claims.pictures import Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, claimed, judged, listed
from truel_ref.studies.claims.single import WITH_RANDOM

if TYPE_CHECKING:
    import numpy as np


def _differ(one: Picture, other: Picture) -> np.ndarray:
    """Per pixel whether the win probabilities differ."""
    found: np.ndarray = (one.data.win != other.data.win).any(axis=-1)
    return found


@claimed(
    "T1",
    "The tie rule matters only on rare, boundary-like pixels: equal hit probabilities, p in {0, 1}.",
    "All five tie rules; a pixel counts where any two of them give different win probabilities. Three players, pC = 1 "
    "and pC = 1/2, 301 x 301 pixels; four, pC = 1/2 and pD = 1, 101 x 101. 'Rare' is read as below 1 %; boundary-like: "
    "two hit probabilities are equal, or that of A or B is 0 or 1.",
    slow=True,
)
def _t1(pictures: Pictures) -> Finding:
    import numpy as np

    lines: list[Line] = []
    rare: list[Line] = []
    example, told, on_curves = "", [], []
    for hits, points in ((("1",), 300), (("1/2",), 300), (("1/2", "1"), 100)):
        name = ", ".join(f"p{label(player)} = {hit}" for player, hit in enumerate(hits, start=2))
        first = pictures.square(*hits, points=points)
        others = {rule: pictures.square(*hits, points=points, if_eq=rule) for rule in RULES}
        differ = {rule: _differ(first, other) for rule, other in others.items()}
        anywhere = np.any(list(differ.values()), axis=0)
        count = first.count(anywhere)
        rare.append(Line.fact(f"{name}: the rule matters", "rare", count, count.share < Fraction(1, 100)))
        elsewhere = first.places(anywhere & ~first.boundary_like())
        lines += [rare[-1], Line.fact(f"{name}: of them not boundary-like", "none", len(elsewhere), not elsewhere)]
        if len(hits) == 1:
            found = pictures.regions(hits[0])
            on_curves += [found.at(*first.data.spec.at(*place).hits[:2]) is None for place in elsewhere]
        each = ", ".join(f"rule {rule} at {int(one.sum())}" for rule, one in differ.items())
        told.append(f"{name}: other win probabilities than under rule 1 by {each}")
        if elsewhere and not example:
            place = elsewhere[len(elsewhere) // 2]
            problem = first.data.spec.at(*place)
            rule = next(rule for rule, one in differ.items() if one[place])
            own, other = solve(problem), others[rule].data.solution_at(*place)
            ties = [tie for tie in own.ties if tie.order == problem.first_order]
            example = (
                f"{first.named(*place)}: rule 1 takes {listed(own.aims)}, rule {rule} takes {listed(other.aims)}; "
                f"{ties[0] if ties else 'the tie is in a later phase'}."
            )
    return judged(
        lines,
        "; ".join(f"{line.what} at {line.exact}" for line in rare) + ".",
        [
            ("they are rare, but some of them are not boundary-like", rare),
            ("for three players they are rare, but some of them are not boundary-like", rare[:2]),
        ],
        counterexample=example,
        explanation="; ".join(told) + f". Of the {len(on_curves)} pixels of three players that are not boundary-like "
        f"{sum(on_curves)} lie on a curve between [the exact regions](regions.md), where the coordinates are rational. "
        "What is equal for every rule goes to the earlier label, so the diagonal is not counted here; see A7.",
    )


@claimed(
    "T2",
    "pC = 1/2, pD = 1, with Random, 100 points: rule 2 gives practically the same picture as rule "
    "1; rules 3 and 4 show more isolated "
    "pixels.",
    "101 x 101 pixels under the rules 1 to 4. 'Practically the same' is read as: win probabilities "
    "differ at below 1 % of the pixels. "
    "'More' as: rules 3 and 4 differ from rule 1 at more pixels than rule 2 does.",
    slow=True,
)
def _t2(pictures: Pictures) -> Finding:
    by_rule = {rule: pictures.square("1/2", 1, points=100, search=WITH_RANDOM, if_eq=rule) for rule in (1, 2, 3, 4)}
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
            Line.told("different aims, rules 2, 3, 4 against 1", "; ".join(map(str, aims.values()))),
        ],
        "; ".join(f"rule {rule}: {count}" for rule, count in counts.items()) + " differ from rule 1.",
        counterexample="; ".join(f"rule {rule} differs from rule 1 at {count}" for rule, count in counts.items()) + ".",
    )


def _aims(picture: Picture) -> np.ndarray:
    """Per pixel the aims of the first phase, as text."""
    import numpy as np

    names = np.array([", ".join(map(str, aims)) for aims in picture.data.aims])
    found: np.ndarray = names[picture.data.index]
    return found


@claimed(
    "T3",
    "Rule 4 prefers A over B over C.",
    "A definition, and no theorem: it is checked that this library does so, at every material tie "
    "between single players of 40 "
    "problems with equal hit probabilities. The source's own code does otherwise than its text; the text is followed.",
)
def _t3(pictures: Pictures) -> Finding:
    steps = [Fraction(step, 4) for step in range(1, 5)]
    problems = [Problem([one, one, other], if_eq=4) for one in steps for other in steps]
    problems += [Problem([one, other, one], if_eq=4) for one in steps for other in steps if one != other]
    problems += [Problem([other, one, one], if_eq=4) for one in steps for other in steps if one != other]
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
        f"At {len(kept)} of {len(single)} ties of {len(problems)} problems.",
        explanation="Choices that occur: " + ", ".join(f"{player} takes {chosen}" for player, chosen in choices) + ".",
    )
