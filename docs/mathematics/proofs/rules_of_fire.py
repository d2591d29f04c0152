"""T19, T20 and T22: three players under other rules of fire. Page: ../other-rules.md.

With a = u + v + w, b = v + w, c = w and positive u, v, w the program works out, from the rules, what everybody wins.

* T19 (random shooter) and T22 (opinions), a > b > c > 0: the formulas of the wins hold. While the others aim
  at the strongest, each other aim of a player loses a quotient with positive coefficients only. That there is no other
  equilibrium, and what holds for zeros and equal players, is proved on the page without a machine.
* T20 (simultaneous fire): the differences of cases (a) to (d), the identities of the last step, F at x = 1;
  and the numbers of equilibria on the surfaces and at x = y = 1, where the solver tries all lists.
* The two examples of four, in fractions.
"""

from itertools import groupby, product

from sympy import Matrix, Poly, Rational, cancel, fraction, symbols, together
from sympy import zeros as zeros_of

from truel_ref import simultaneous_fire

u, v, w, i, j, k, x, y, z = symbols("u v w i j k x y z", positive=True)
A, B, C = u + v + w, v + w, w


def require(holds: object, claim: str) -> None:
    """End the program if a claim does not hold."""
    if not holds:
        raise SystemExit(f"This step fails: {claim}")


def equal(one, other, claim):
    """End the program if two rational functions differ."""
    require(cancel(together(one - other)) == 0, claim)


def positive(function, claim):
    """End the program unless a function is a quotient with positive coefficients only."""
    sides = fraction(cancel(together(function)))
    require(function != 0 and all(value > 0 for side in sides for value in Poly(side, u, v, w).coeffs()), claim)


def strongest(living, player):
    """Return the strongest of the others; players are numbered from the strongest on."""
    return min(other for other in living if other != player)


def shooter(hits, living, changed=()):
    """Return the win probabilities with a random shooter, if all but the changed aim at the strongest."""
    if len(living) == 1:
        return [int(player == living[0]) for player in range(len(hits))]
    total, chance = [0] * len(hits), 0
    for player in living:
        target = dict(changed).get(player, strongest(living, player))
        if target is not None:
            later = shooter(hits, tuple(one for one in living if one != target))
            total = [one + hits[player] * more for one, more in zip(total, later, strict=True)]
            chance += hits[player]
    return [one / chance for one in total]


def opinions(powers):
    """Return the chances of all opinions from each state (numbers of holders), if all aim at the strongest."""
    players, values = len(powers), {}
    states = sorted(
        (state for state in product(range(players + 1), repeat=players) if sum(state) == players),
        key=lambda state: (-state.count(0), [not count for count in state]),
    )
    for zeros, group in groupby(states, key=lambda state: [not count for count in state]):
        own = list(group)
        living = [player for player, zero in enumerate(zeros) if not zero]
        if len(living) == 1:
            values[own[0]] = [int(player == living[0]) for player in range(players)]
            continue
        passes, wins = zeros_of(len(own), len(own)), zeros_of(len(own), players)
        for row, player in product(range(len(own)), living):
            rate, after = own[row][player] * powers[player], convinced(own[row], player, strongest(living, player))
            passes[row, row] += rate
            if after in own:
                passes[row, own.index(after)] -= rate
            else:
                wins[row, :] += rate * Matrix([values[after]])
        solved = passes.LUsolve(wins)
        values |= {state: list(solved.row(row)) for row, state in enumerate(own)}
    return values


def convinced(state, player, target):
    """Return the state after a holder of one opinion has convinced one of another."""
    return tuple(count + (at == player) - (at == target) for at, count in enumerate(state))


def all_at_the_strongest():
    """Prove T19 and T22 for a > b > c > 0, and check the examples of four."""
    hits, total = (A, B, C), A + B + C
    wins = shooter(hits, (0, 1, 2))
    stated = (A**2 / ((A + C) * total), B / total, C * (2 * A + C) / ((A + C) * total))
    values = opinions(hits)
    chances = (A**2 * (A + 2 * C) / (total * (A + C) ** 2), B**2 * (B + 3 * C) / (total * (B + C) ** 2))
    chances += (C**2 / total * (A / (A + C) ** 2 + (3 * B + C) / (B + C) ** 2),)
    for player in range(3):
        equal(wins[player], stated[player], "T19: the win probabilities")
        equal(values[1, 1, 1][player], chances[player], "T22: the chances of the opinions")
        best = strongest(range(3), player)
        for target in {0, 1, 2, None} - {player, best}:
            other = shooter(hits, (0, 1, 2), {player: target}.items())[player]
            positive(wins[player] - other, f"T19: player {player} loses by the aim {target}")
        after = [values[convinced((1, 1, 1), player, target)][player] for target in (best, 3 - player - best)]
        positive(after[0] - after[1], f"T22: opinion {player} loses by the other aim")
    print("T19 and T22: for a > b > c > 0 the formulas hold, and each other aim (6 and 3) loses.")
    four = [Rational(part, 4) for part in (4, 3, 2, 1)]
    loss = shooter(four, (0, 1, 2, 3))[2] - shooter(four, (0, 1, 2, 3), ((2, 3),))[2]
    require(loss == Rational(-1, 135), "T19: of four, C gains 1/135 by a shot at D")
    values = opinions([Rational(part, 5) for part in (4, 3, 2, 1)])
    pair = values[0, 2, 2, 0][2], values[1, 1, 2, 0][2]
    require(pair == (Rational(44, 125), Rational(17648, 37125)), "T22: the example of four")
    print("Four: C gains 1/135 with a random shooter at D; of opinions", *pair, "after C has convinced A, and B.")


def s(p, q):
    """Return the chance that at least one of two shots hits."""
    return p + q - p * q


def d(p, q):
    """Return how often the first of two who fire at once is left alone."""
    return p * (1 - q) / s(p, q)


def turns_on(p, q, r):
    """Return F of T20."""
    return (1 - q) * p * s(q, r) - q * s(p, r)


def volley(of_j, of_k):
    """Return N(j), N(k) and u for a player i, given the targets of the two others; None is a miss."""
    events = []
    for j_hits, k_hits in product((0, 1), repeat=2):
        gone = {of_j} if j_hits and of_j else set()
        gone |= {of_k} if k_hits and of_k else set()
        events.append(((j if j_hits else 1 - j) * (k if k_hits else 1 - k), gone))
    duels = {frozenset("j"): d(i, k), frozenset("k"): d(i, j), frozenset("jk"): 1}

    def mean(more):
        return sum(chance * duels.get(frozenset(gone | more), 0) for chance, gone in events)

    some = sum(chance for chance, gone in events if gone)
    return mean({"j"}), mean({"k"}), mean(set()) / some if some != 0 else 0


def at_once():
    """Check the differences and identities in the proof of T20."""
    for aims in (("i", "i"), ("i", None), (None, "i"), (None, None)):
        of_j, of_k, missed = volley(*aims)
        others = (1 - j) ** int(aims[0] == "i") * (1 - k) ** int(aims[1] == "i")
        equal(of_j - of_k, others * i * (j - k) / (s(i, j) * s(i, k)), "(a): the stronger target is best")
        require(missed == 0, "(a): a miss is worth nothing")
    of_j, of_k, missed = volley("k", "i")
    equal(of_k, (1 - k) * d(i, j), "(b): N(k)")
    equal(missed, of_k * j / s(j, k), "(b): u")
    equal(of_k - of_j, (1 - k) * turns_on(k, j, i) / (s(i, j) * s(i, k)), "(b): N(k) - N(j)")
    of_j, of_k, missed = volley("k", "j")
    equal(of_j - of_k, (1 - k) * j / s(i, j) - (1 - j) * k / s(i, k), "(c): N(j) - N(k)")
    equal((of_j - of_k) * s(i, j) * s(i, k), (j - k) * s(i, j * k), "(c): its sign is that of j - k")
    equal(s(j, k) * (of_j - missed), j * (1 - k) * (j / s(i, j) - (1 - j) * k / s(i, k)), "(c): N(j) - u")
    of_j, of_k, missed = volley("k", None)
    require(cancel(of_k - missed) == 0 and cancel(missed - d(i, j)) == 0, "(d): u = N(k) = d(i, j)")
    equal(turns_on(x, y, z), -x * y * s(y, z) - z * (y - x), "F(p, q, r) < 0 where p <= q")
    equal(turns_on(x, z, y) - turns_on(y, z, x), (1 - z) * z * (x - y), "the first difference of F")
    equal(turns_on(x, z, y) - turns_on(x, y, z), x * (y - z) * (1 + s(y, z)), "the second difference of F")
    equal(turns_on(x, x, x), -(x**3) * (2 - x), "F of equal players")
    equal(turns_on(y, z, 1), (1 - z) * y - z, "F beside a perfect shot")
    print("T20: the identities of the cases (a) to (d), of the last step and of the boundary x = 1 hold.")


POINTS = (
    ("3/13 1/5 1/6", 3),
    ("2/7 2/7 1/5", 4),
    ("1115235770/1124039363 7370/22173 4279/17161", 2),
    ("1/2 1/2 1/2", 2),
    ("1 1 1/2", 11),
    ("1 1 0", 5),
    ("1 1 1", 18),
)
"""Points of T20 with their numbers of equilibria."""


def main():
    """Carry out all steps."""
    all_at_the_strongest()
    at_once()
    for text, many in POINTS:
        require(len(simultaneous_fire(text.split())) == many, f"T20: {many} equilibria at {text}")
    print("T20: the solver tried all lists at the points of the page, and has 3, 4, 2, 2, 11, 5 and 18 equilibria.")


if __name__ == "__main__":
    main()
