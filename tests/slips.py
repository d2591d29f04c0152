"""Solvers with one fault each, in floats, that share nothing with the table of known faults: `CLIENTS`.

Each has the name by which the package knows its fault. The one that goes against a tie rule needs exact ties, so it is
in fractions.
"""

from fractions import Fraction

from faulty import Sound


def slip(**methods):
    """Return a solver with other methods."""
    return type("Slip", (Sound,), methods)


class Remembering(Sound):
    """Replies are remembered, whatever was announced before."""

    def replies(self, order, choices, said):
        if not 0 < len(said) < len(order):
            return super().replies(order, choices, said)
        known = self.known.setdefault("replies", {})
        again = said + known[order, len(said)] if (order, len(said)) in known else None
        if again and any(chance for _, _, chance in again):
            return again
        turns = super().replies(order, choices, said)
        if turns:
            known[order, len(said)] = turns[len(said) :]
        return turns


class NeverMissing(Sound):
    """Nobody thinks of a miss in later phases, if there are other options."""

    def options(self, order, player):
        usual = super().options(order, player)
        return [aim for aim in usual if any(aim) or len(order) == self.n] or usual


class Spite(Sound):
    """Players want the strongest of the others to win as seldom as possible."""

    def replies(self, order, choices, said):
        self.now = order
        return super().replies(order, choices, said)

    def best(self, found, place, player):
        rival = self.strongest([other for other in self.now if other != player])
        return min(found, key=lambda turns: self.value(turns, place)[rival], default=None)


class MissFirst(Sound):
    """In fractions; under rule 1 a miss is preferred to a shot."""

    number = Fraction

    def best(self, found, place, player):
        values = [self.value(turns, place)[player] for turns in found]
        equal = [turns for turns, value in zip(found, values, strict=True) if value == max(values)]
        return min(equal, key=lambda turns: self.rank(turns[place][0]), default=None)

    def rank(self, aim):
        kind = "single" if 1 in aim else "mix" if any(aim) else "Miss"
        strength = sum(map(Fraction.__mul__, aim, self.exact_hits))
        return ("Miss", "single", "mix").index(kind), -strength, -(aim.index(1) if 1 in aim else 0)

    def answer(self):
        found = super().answer()
        return found | {"win": [*map(str, found["win"])], "stalemate": str(found["stalemate"])}


class Exchanged(Sound):
    def answer(self):
        said = super().answer()
        return said | {key: [said[key][1], said[key][0], *said[key][2:]] for key in ("win", "aims")}


CLIENTS = {
    "first-option": slip(best=lambda self, found, *who: Sound.best(self, found[1:] or found, *who)),
    "replies-remembered": Remembering,
    "after-victim": slip(
        after=lambda self, order, shooter, at: order[order.index(at) + 1 :] + order[: order.index(at)]
    ),
    "shooter-again": slip(
        after=lambda self, *who: Sound.after(self, *who)[-1:] + Sound.after(self, *who)[:-1],
    ),
    "spite": Spite,
    "no-levels": slip(__init__=lambda self, problem: Sound.__init__(self, problem | {"random_levels": None})),
    "no-miss-later": NeverMissing,
    "random-hits": slip(in_the_mix=lambda self, aims, order, player: [aim for aim in aims if any(aim)] or aims),
    "miss-before-single": MissFirst,
    "exchanged-A-B": Exchanged,
}
"""A solver for each of some faults: of choice, memory, order, wish, statement, options, mixes, ties and report."""
