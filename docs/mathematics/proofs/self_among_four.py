"""T18, and what is exact on the page on shooting at oneself among four (atlas/self-four.md).

Everybody searches Others, Miss and Self; the solver gives the worth of each announcement with the replies to it.

1. T18: at [1/10, 1/5, 1/4, 17/20] Self is the only best announcement of A, under each tie rule, with the page's worth.
2. Theorem 2: at the six examples the decision is met after the page's announcements, Self is strictly better than every
   other allowed option, and worth what the page says. In the first four all ways of breaking ties have the same aims.
3. Theorem 4 up to the denominator 11: of all problems of four different hit probabilities in (0, 1) only
   (1/11, 2/11, 3/11, 8/11) has a player on the path of play for whom Self is strictly best, under tie rule 1.
   If hit probabilities may be equal, or 0 or 1, there is none up to the denominator 5.

A player for whom Self is strictly best announces it, so step 3 looks at the players who aim at themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

from truel_ref import Decision, Problem, Solution, all_outcomes, decision, solve_many

TIE_RULES = (1, 2, 3, 4, -1, -4)
WORTH, NEXT = Fraction(1011246165, 5048370782), Fraction(1244649115, 6452646382)

EXAMPLES = (
    ("1/11 2/11 3/11 8/11", "", "A Miss D C", "20.361 1.067"),
    ("8/57 1/3 6/19 16/57", "", "A C D A", "22.366 6.699"),
    ("13/41 38/41 9/41 10/41", "", "A Miss A B", "9.446 3.423"),
    ("19/63 2/7 1/21 2/9", "C A", "C A C Miss", "6.021 0.866"),
    ("10/19 4/19 11/19 1/2", "A", "A B Miss Miss", "21.505 4.322"),
    ("2/9 8/27 7/27 2/3", "A Miss", "A Miss C Miss", "16.433 9.916"),
)
"""Hit probabilities, the announcements before, the aims, and in percent the worth and the distance to the next best."""

UNTIED = 4
LARGEST = 11
LARGEST_WITH_EQUALS = 5


def require(holds: bool, step: str) -> None:
    """End the program if a step fails."""
    if not holds:
        raise SystemExit(f"not shown: {step}")


def solved(problems: Iterable[Sequence[object]], tie_rule: int = 1) -> Iterator[Solution]:
    """Yield announced play with Self among the options."""
    return solve_many(Problem(hits, search="Others, Miss, Self", if_eq=tie_rule) for hits in problems)


def lead_of_self(node: Decision) -> tuple[Fraction, Fraction]:
    """Return the worth of Self, and how much more it is than that of the next best allowed option."""
    worths = {worth.aim.targets: worth.value for worth in node.worths if worth.allowed}
    own = worths.pop((node.player,))
    return own, own - max(worths.values())


def show_the_certificate() -> None:
    """Show T18."""
    for rule in TIE_RULES:
        [solution] = solved([["1/10", "1/5", "1/4", "17/20"]], rule)
        node = decision(solution)
        require(lead_of_self(node) == (WORTH, WORTH - NEXT), f"T18 under tie rule {rule}")
    require(WORTH > NEXT, "T18: Self is worth more")
    print(f"T18: Self is worth {WORTH} against {NEXT} for the next best, under {len(TIE_RULES)} tie rules")


def show_examples() -> None:
    """Show Theorem 2 by its six examples."""
    for number, (hits, earlier, aims, percents) in enumerate(EXAMPLES):
        [solution] = solved([hits.split()])
        before = earlier.split()
        node = decision(solution, before)
        worth, lead = lead_of_self(node)
        rounded = " ".join(f"{float(100 * value):.3f}" for value in (worth, lead))
        require(lead > 0 and rounded == percents, f"{hits}: Self is worth {percents}")
        replies = next(each.replies for each in node.worths if each.aim.targets == (node.player,))
        path = [*before, "ABCD"[node.player], *map(str, replies)]
        require(path == aims.split(), f"{hits}: the aims are {aims}")
        if number < UNTIED:
            require([*map(str, solution.aims)] == path, f"{hits}: on the path of play")
            outcomes = all_outcomes(solution)
            require(outcomes.complete and len({tuple(one.aims) for one in outcomes.outcomes}) == 1, f"{hits}: no tie")
    print(f"Theorem 2: Self pays in all {len(EXAMPLES)} examples, in the first {UNTIED} whatever the ties")


def self_pays(solution: Solution) -> bool:
    """Tell whether Self is strictly best for a player on the path of play; a stalemate has no path."""
    aims = solution.aims
    return any(
        aim is not None and aim.targets == (player,) and lead_of_self(decision(solution, aims[:player]))[1] > 0
        for player, aim in enumerate(aims)
    )


def show_the_smallest() -> None:
    """Show Theorem 4 up to a denominator."""
    different = dict.fromkeys(
        tuple(Fraction(top, below) for top in tops)
        for below in range(2, LARGEST + 1)
        for tops in permutations(range(1, below), 4)
    )
    others = dict.fromkeys(
        tuple(Fraction(top, below) for top in tops)
        for below in range(1, LARGEST_WITH_EQUALS + 1)
        for tops in product(range(below + 1), repeat=4)
    )
    problems = list(different | others)
    paying = [hits for hits, solution in zip(problems, solved(problems), strict=True) if self_pays(solution)]
    require(paying == [tuple(Fraction(top, 11) for top in (1, 2, 3, 8))], "Theorem 4: 1/11, 2/11, 3/11, 8/11 alone")
    more = len(problems) - len(different)
    print(f"Theorem 4: of {len(different)} different and {more} other problems just one: 1/11, 2/11, 3/11, 8/11")


if __name__ == "__main__":
    show_the_certificate()
    show_examples()
    show_the_smallest()
    print("shown: T18, and on the page Theorem 2, and Theorem 4 up to the denominator 11")
