"""T13 and T23: three different players have one stationary equilibrium. Page: ../equilibria.md.

X, Y, Z hit with 1 >= x > y > z > 0. With the chances u, v, w they shoot at their best targets, else they miss. For both
cyclic orders the program compares each identity of the page with what the turns themselves give. These are steps 1 to
6 of the proof of T13, with the sums of positive terms in step 5; all hold at x = 1, too. Of the boundary it checks the
gains of three equal players, and by the solver the numbers of their equilibria; the page proves the rest. For T23 it
checks the curves, their ends, the primitives and the areas.
"""

from sympy import Rational, cancel, diff, log, nsolve, simplify, sqrt, symbols, together

from truel_ref import equilibria

x, y, z, u, v, w, h, a, b, q = symbols("x y z u v w h a b q", positive=True)
BEST = {"X": "Y", "Y": "X", "Z": "X"}


def require(holds: object, claim: str) -> None:
    """End the program if a claim does not hold."""
    if not holds:
        raise SystemExit(f"This step fails: {claim}")


def equal(one, other, claim):
    """End the program if two rational functions differ."""
    require(cancel(together(one - other)) == 0, claim)


def s(p, q):
    """Return the chance that at least one of two shots hits."""
    return p + q - p * q


class Phase:
    """Three players: `hits`, `chances` of shooting, `targets`, and the cyclic `order`."""

    def __init__(self, order, hits, chances, targets):
        self.order, self.hits, self.chances, self.targets = order, hits, chances, targets

    def after(self, shooter, target):
        """Return what each of the two left wins after a hit; the next to shoot begins."""
        place = self.order.index(shooter)
        first, second = (one for one in (self.order * 2)[place + 1 : place + 4] if one != target)
        p, q = self.hits[first], self.hits[second]
        return {first: p / s(p, q), second: (1 - p) * q / s(p, q), target: 0}

    def rest(self, me):
        """Return v and kappa: what the turns of the two others win for a player, and how likely both pass."""
        place, value, passes = self.order.index(me), 0, 1
        for other in (self.order * 2)[place + 1 : place + 3]:
            hit = self.hits[other] * self.chances[other]
            value += passes * hit * self.after(other, self.targets[other])[me]
            passes *= 1 - hit
        return value, passes

    def gain(self, me):
        """Return f = R (1 - kappa) - v."""
        value, passes = self.rest(me)
        return self.after(me, self.targets[me])[me] * (1 - passes) - value


def three_different(order):
    """Carry out steps 1 to 6 for a cyclic order, and return T."""
    c, d = z * s(x, z), (1 - x) * y**2
    if order == "XZY":
        c, d = (1 - x) * z**2, d + x * y * (x - y) * (1 - z) / s(x, z)
    g, hits = x * (1 - y) * (1 - z) - y, {"X": x, "Y": y, "Z": z}
    play = Phase(order, hits, {"X": u, "Y": v, "Z": w}, BEST)
    sure = Phase(order, hits, {"X": 1, "Y": v, "Z": w}, BEST)
    for me, better, worse in ("XYZ", "YXZ", "ZXY"):
        p, j, k = hits[me], hits[better], hits[worse]
        difference = play.after(me, better)[me] - play.after(me, worse)[me]
        equal(difference, p * (j - k) / (s(p, j) * s(p, k)), f"step 1 for {me}")
    require(play.rest("X")[0] == 0, "step 2: no hit of another lets X win")
    equal(play.gain("X"), play.after("X", "Y")["X"] * s(y * v, z * w), "step 2: f_X")
    equal(play.gain("Y").subs(w, 0), play.after("Y", "X")["Y"] * x * u, "step 2: f_Y if Z misses")
    equal(sure.gain("Y"), y / s(y, z) * (x * (1 - z) - c * w), "step 3: f_Y")
    equal(sure.gain("Z"), z / (s(y, z) * s(x, z)) * (x * g - d * s(x, z) * v), "step 4: f_Z")
    if order == "XYZ":
        equal(x * (1 - z) - c - g, x * (1 - z) * (y - z) + (y - z) + z * (1 - z), "step 5 in the order X Y Z")
    else:
        equal(x * (1 - z) - c, (1 - z) * ((x - z) + z * (1 - z)) + z**2 * (x - z), "step 5 in the order X Z Y")
    deciding = cancel(x * g - d * s(x, z))
    require(deciding.is_polynomial(), "T is a polynomial")
    equal(sure.gain("Z").subs(v, 1), z / (s(y, z) * s(x, z)) * deciding, "step 6: f_Z has the sign of T")
    print(f"T13, order {order}: steps 1 to 6 hold, with T = {deciding.factor()}")
    return deciding


def equal_players():
    """Check the gains with three equal players, and the number of their equilibria."""
    hits, sure = dict.fromkeys("XYZ", h), dict.fromkeys("XYZ", 1)
    before = Phase("XYZ", hits, sure, {"X": "Z", "Y": "X", "Z": "Y"})
    after = Phase("XYZ", hits, sure, {"X": "Y", "Y": "Z", "Z": "X"})
    lone = Phase("XYZ", hits, {"X": 1, "Y": 1, "Z": 0}, {"X": "Z", "Y": "X", "Z": "X"})
    equal(before.after("X", "Y")["X"], (1 - h) / (2 - h), "R of equal players")
    equal(before.gain("X"), h * (1 - h) ** 2 / (2 - h), "all shoot at the player before them")
    equal(after.gain("X"), h * (h**2 - 3 * h + 1) / (2 - h), "all shoot at the player after them")
    equal(lone.after("X", "Z")["Y"], 1 / (2 - h), "after a hit on the third player the one not shot at begins")
    counts = {text: len(equilibria([text] * 3)) for text in ("1/3", "2/5", "1", "(3 - sqrt(5))/2")}
    require(list(counts.values()) == [5, 4, 11, 5], "the numbers of equilibria of three equal players")
    print("T13, three equal players: the gains hold; there are 5, 4, 11 and 5 equilibria at", ", ".join(counts))


def perfect_shot(deciding):
    """Prove T23: the areas of stationary play beside c = 1."""
    curve_b, curve_a = 1 - b / (1 - b) ** 2, 2 - 1 / (1 - a)
    lower, upper = b - 1 / (1 - b) - log(1 - b), 2 * a + log(1 - a)
    rho = (3 - sqrt(5)) / 2
    of_b, of_a = deciding["XZY"].subs({x: 1, y: b, z: a}), deciding["XYZ"].subs({x: 1, y: a, z: b})
    equal(of_b, (1 - a) * (1 - b) ** 2 - b, "T if A is the weakest")
    equal(of_a, (1 - a) * (1 - b) - a, "T if B is the weakest")
    equal(of_b, (1 - b) ** 2 * (curve_b - a), "A shoots below the curve of C, C, B")
    equal(of_a, (1 - a) * (curve_a - b), "B shoots below the curve of C, C, A")
    equal(diff(curve_b, b), -(1 + b) / (1 - b) ** 3, "the curve of C, C, B falls")
    equal(diff(curve_a, a), -1 / (1 - a) ** 2, "the curve of C, C, A falls")
    equal((curve_b - b) * (1 - b) ** 2, (1 - b) ** 3 - b, "it meets the diagonal at q")
    ends = (curve_b.subs(b, rho), (curve_a - a).subs(a, rho), curve_a.subs(a, Rational(1, 2)))
    require(all(simplify(end) == 0 for end in ends), "the ends of the curves")
    equal(diff(lower, b), curve_b, "the primitive of C, C, B")
    equal(diff(upper, a), curve_a, "the primitive of C, C, A")
    ccb = q**2 / 2 - q + 1 - sqrt(5) + 1 / (1 - q) + log(1 - q) - log((sqrt(5) - 1) / 2)
    cca = (sqrt(5) - 1) / 4 - log(sqrt(5) - 1)
    made = (
        q**2 / 2 + lower.subs(b, rho) - lower.subs(b, q),
        rho**2 / 2 + upper.subs(a, Rational(1, 2)) - upper.subs(a, rho),
    )
    require(all(simplify(one - other) == 0 for one, other in zip(made, (ccb, cca), strict=True)), "the areas")
    root = nsolve((1 - q) ** 3 - q, Rational(3, 10))
    shares = [float(100 * one) for one in (cca, ccb.subs(q, root))]
    shares += [50 - share for share in shares]
    require([f"{one:.4f}" for one in shares] == ["9.7082", "6.1256", "40.2918", "43.8744"], "the shares in percent")
    print("T23: the curves, primitives and areas hold; in percent", *(f"{one:.4f}" for one in shares))


def main():
    """Carry out all steps."""
    deciding = {order: three_different(order) for order in ("XYZ", "XZY")}
    example = deciding["XZY"].subs({x: 1, y: Rational(2, 3), z: Rational(1, 3)})
    require(example == Rational(-16, 27), "T at [1/3, 2/3, 1]")
    equal_players()
    perfect_shot(deciding)


if __name__ == "__main__":
    main()
