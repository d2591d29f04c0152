"""Equal chances with the aims (Miss, C, B): all points, and optimal play there. Page: ../atlas/equal-chances.md.

The page on special points has the theorem and its proof; the program carries out these steps for 0 < a, b, c < 1, and
at the end of the curve c = 1:

1. B and C win 1/3 exactly where (1 - a) P = D and (1 - a) Q = D, that is, where P = Q and a = 1 - D/P.
2. With b = s c, P - Q is c^2 times a factor linear in c: so c, b and a are functions of s.
3. The range of s, and that a, b, c lie in the cube there.
4. The solver has the aims Miss, C, B and wins of 1/3 at the rational points of the pages and at c = 1; so it has C,
   Miss, A and C, C, A at their points.
5. Miss, C, B are optimal on the whole curve with c = 1, and strictly on the path. On the curve the lead of a list of
   aims over another is a rational function of s. Between the roots of all leads the solver decides at one point. At a
   root the replies are those of a stretch beside it, and no lead of Miss, C, B over what they lead to is 0 there.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import Poly, Rational, cancel, expand, fraction, intervals, sqrt, symbols, together

from truel_ref import decision, solve

a, b, c, s = symbols("a b c s", positive=True)
D = b + c - b * c
P, Q = 3 * b**2 + D * (1 - b), 3 * c**2 * (1 - b) + D * (1 - c)
CURVE = (2 * (1 - s) / (4 - s), 2 * (1 - s**2) / (2 + s), 2 * (1 - s**2) / (s * (2 + s)))
LOW = (sqrt(7) - 1) / 3
MISS = 3


def require(holds: object, claim: str) -> None:
    """End the program if a claim does not hold."""
    if not holds:
        raise SystemExit(f"This step fails: {claim}")


def equal(one, other, claim):
    """End the program if two rational functions differ."""
    require(cancel(together(one - other)) == 0, claim)


def duel(first, second, player):
    """Return how often a player wins if the first of two begins."""
    hits = {0: a, 1: b, 2: c}
    some = hits[first] + hits[second] - hits[first] * hits[second]
    return hits[first] / some if player == first else (1 - hits[first]) * hits[second] / some if player == second else 0


def turn(player, option):
    """Return what the turn of a player wins for each, and the chance that it passes."""
    hit = (a, b, c)[player]
    if option == MISS:
        return (0, 0, 0), 1
    first, second = (one % 3 for one in range(player + 1, player + 4) if one % 3 != option)
    return tuple(hit * duel(first, second, one) for one in range(3)), 1 - hit


def wins(path, start=0):
    """Return what everybody wins with a list of aims, at the turn of a player."""
    value, passes = (0, 0, 0), 1
    for player in ((start + step) % 3 for step in range(3)):
        more, rest = turn(player, path[player])
        value = tuple(one + passes * other for one, other in zip(value, more, strict=True))
        passes *= rest
    return tuple(one / (1 - passes) for one in value)


def on_curve(function):
    """Return a function of the hit probabilities on the curve, as a function of s."""
    return cancel(together(function.subs(dict(zip((a, b, c), CURVE, strict=True)))))


def the_curve():
    """Carry out steps 1 to 3."""
    value = wins((MISS, 2, 1))
    for player, hit, factor in ((1, b, P), (2, c, Q)):
        below = 3 * D * (a + hit - a * hit)
        equal(value[player] - Rational(1, 3), ((1 - a) * factor - D) / below, f"where player {player} wins 1/3")
    equal(sum(value), 1, "the chances add up to 1")
    equal((P - Q).subs(b, s * c), c**2 * (c * s * (s + 2) - 2 * (1 - s**2)), "P - Q with b = s c")
    equal(on_curve(1 - D / P), CURVE[0], "a on the curve")
    equal(CURVE[1] / CURVE[2], s, "s is b / c")
    equal(1 - CURVE[2], (3 * s**2 + 2 * s - 2) / (s * (2 + s)), "c <= 1 where 3 s^2 + 2 s - 2 >= 0")
    require(expand(3 * LOW**2 + 2 * LOW - 2) == 0, "the lower end")
    print("1-3. All three win 1/3 with Miss, C, B exactly on the curve, for (sqrt(7) - 1)/3 <= s < 1.")


def points():
    """Carry out step 4."""
    for text, aims in POINTS:
        solution = solve(text.split(","))
        require(all(win == Fraction(1, 3) for win in solution.win), f"equal chances at {text}")
        require(" ".join(map(str, solution.aims)) == aims, f"the aims at {text}")
    print(f"4. The solver has the stated aims, and 1/3 for each, at {len(POINTS)} points of three curves.")


def leads():
    """Return for two lists of aims, of which a player starts the second, the lead of the first on the curve."""
    worths, made = {}, {}
    for one, other in combinations(product((1, 2, MISS), (0, 2, MISS), (0, 1, MISS)), 2):
        player = next(at for at in range(3) if one[at] != other[at])
        if {MISS} not in (set(one), set(other)):
            for path in (one, other):
                if (path, player) not in worths:
                    worths[path, player] = on_curve(wins(path, player)[player])
            made[one, other] = Poly(fraction(cancel(worths[one, player] - worths[other, player]))[0], s)
    return made


def roots(made):
    """Return the roots of all leads from the lower end of the curve on: fractions around each, and what is 0 there."""
    low = Poly(3 * s**2 + 2 * s - 2, s)
    factors = [low, *({factor for lead in made.values() for factor, _ in lead.factor_list()[1]} - {low})]
    isolated = intervals(factors, inf=Rational(1, 2), sup=1, eps=Rational(1, 10**9))
    first = next(at for at, (_, which) in enumerate(isolated) if 0 in which)
    return [(ends, {factors[at] for at in which}) for ends, which in isolated[first:] if ends[0] < 1]


def followed(sample, decisions):
    """Return the lists of aims that follow each option of some decisions, by the solver at a value of s."""
    solution = solve([str(hit.subs(s, sample)) for hit in CURVE])
    require([str(aim) for aim in solution.aims] == ["Miss", "C", "B"], f"the aims at s = {sample}")
    names = {"A": 0, "B": 1, "C": 2, "Miss": MISS}
    return {
        tuple(names[str(aim)] for aim in (*earlier, worth.aim, *(worth.replies or ())))
        for earlier in decisions
        for worth in decision(solution, earlier).worths
    }


def optimal():
    """Carry out step 5."""
    made, path = leads(), (MISS, 2, 1)
    found = roots(made)
    ends = [*(one for one, _ in found), (Rational(1), Rational(1))]
    samples = [(one[1] + other[0]) / 2 for one, other in pairwise(ends)]
    lists = [followed(sample, ((), ("Miss",), ("Miss", "C"))) - {path} for sample in samples]
    others = [followed(sample, (("B",), ("C",), ("Miss",))) for sample in samples]
    for number, (place, zero) in enumerate(found):
        for other in lists[number] | lists[max(number - 1, 0)]:
            lead = made[min(path, other), max(path, other)]
            require(lead != 0, f"the lead over {other}")
            require(not zero & {one for one, _ in lead.factor_list()[1]}, f"it is not 0 at {float(place[0])}")
    changes = [float(ends[number][0]) for number in range(1, len(samples)) if others[number] != others[number - 1]]
    require([str(one)[:7] for one in changes] == ["0.74827", "0.80968"], "where replies off the path change")
    print(f"5. At {len(found) - 1} roots, between them and at c = 1 Miss, C, B are best, strictly on the path;")
    print("   a reply off the path changes at s =", *(f"{str(one)[:7]}..." for one in changes))


POINTS = (
    ("1/5,5/12,5/8", "Miss C B"),
    ("2/13,7/22,14/33", "Miss C B"),
    ("1/4,11/21,11/12", "Miss C B"),
    ("(5 - sqrt(7))/9,(sqrt(7) - 1)/3,1", "Miss C B"),
    ("11/21,1/4,11/12", "C Miss A"),
    ("15/37,30/121,90/91", "C C A"),
)
"""Points with equal chances and the aims that are optimal there."""


def main():
    """Carry out all steps."""
    the_curve()
    points()
    optimal()


if __name__ == "__main__":
    main()
