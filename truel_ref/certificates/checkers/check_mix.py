#!/usr/bin/env python3
"""Check certificates of a best mix: python check_mix.py FILE [FILE ...]; needs check.py beside it.

The first of three players announces a mix of single options, with the weights w; the others reply by backward
induction (R3.1 to R3.8). A comparison of two replies has the sign of a linear function of w, so a few signs decide who
replies how: a case. In a case the first player wins V / (1 - K), and both are linear in w. The file has the supremum, a
mix that attains or approaches it, and for every case multipliers of its inequalities whose sum is a contradiction to
"a mix of this case is worth more". A linear function is given by its values at the single options.
"""

import functools
import sys

try:
    from .check import Game, fraction, listed, main, need, objects, values_of
except ImportError:  # a program by itself
    from check import Game, fraction, listed, main, need, objects, values_of


class Open(Exception):
    """The signs so far leave a comparison open; the argument has the signs that it can have."""


def then(first, second):
    """The turns (r, k) of two players, one after the other (R2.2)."""
    return [won + first[1] * more for won, more in zip(first[0], second[0])], first[1] * second[1]


def sign(number):
    return "+" if number > 0 else "-" if number < 0 else "0"


def signs_of(values):
    """The signs that a function can have, given its values at the single options."""
    signs = sign(max(values)), "0" if min(values) <= 0 <= max(values) else "", sign(min(values))
    return "".join(dict.fromkeys(signs))


def at(values, weights):
    return sum(value * weight for value, weight in zip(values, weights))


class Mixing(Game):
    """A game of three in which the first player may mix; a path has one option of each replier from some place on."""

    def __init__(self, head):
        need(head.get("kind") == "best mix", f"this program does not check {head.get('kind')!r:.40}")
        super().__init__({**head, "kind": "announced"})
        need(len(self.hits) == 3 and self.targets[0] is None, "three players, and the first has a choice")
        need(self.ties != 3, "tie rule 3 compares quotients, and this program linear functions only")
        self.aims = [self.options(self.everybody, player) for player in self.everybody]
        self.aims[0] = [aim for aim in self.aims[0] if 1 in aim or not any(aim)]  # the single options (R4.4)
        self.rows = [
            [self.turn(self.everybody, player, aim, self.duel) for aim in self.aims[player]]
            for player in self.everybody
        ]
        self.each = 20 + sum(map(len, head["hits"])) ** 2 // 500  # work of a case: long numbers take long

    def duel(self, order):
        aims = [self.single(other) for other in reversed(order)]
        return self.value([self.turn(order, player, aim, None) for player, aim in zip(order, aims)])

    def weights(self, said):
        """Read an aim as weights of the single options."""
        aim = self.aim(said)
        weights = [aim[single.index(1)] if 1 in single else 1 - sum(aim) for single in self.aims[0]]
        need(sum(weights) == 1, f"{said!r:.40} is no mix of single options")
        return weights

    @functools.cache
    def after(self, path):
        """The turns of the first player and of a path, composed, at each single option."""
        return [then(turn, self.rows[len(path)][path[-1]]) for turn in self.after(path[:-1])] if path else self.rows[0]

    @functools.cache
    def rounds(self, path):
        """V of the first player, 1 - K, and the signs that this can have."""
        hit = [1 - passed for _, passed in self.after(path)]
        return [won[0] for won, _ in self.after(path)], hit, signs_of(hit)

    @functools.cache
    def gain(self, before, path, other):
        """What the next player gains by a path over another, times both denominators (R * K cancels), and its signs."""
        player = len(before) + 1
        (r, k), (s, m) = (
            functools.reduce(then, [self.rows[player + place][option] for place, option in enumerate(one)])
            for one in (path, other)
        )
        more, less, both = r[player] - s[player], r[player] * m - s[player] * k, k - m
        values = [more - less * passed + both * won[player] for won, passed in self.after(before)]
        return values, signs_of(values)

    def reply(self, signed, before=()):
        """The path that follows, or None if all stall (R3.1 to R3.8); `signed` gives the sign of a function."""
        if len(before) == 2:
            return None if signed(*self.rounds(before)[1:]) == "0" else ()
        player, best = len(before) + 1, []
        for option in range(len(self.rows[player])):
            rest = self.reply(signed, (*before, option))
            if rest is not None:
                path = option, *rest
                gains = signed(*self.gain(before, path, best[0])) if best else "+"
                best = {"+": [path], "0": [*best, path], "-": best}[gains]
        if len(best) < 2:
            return best[0] if best else None
        return best[self.taken(player, tuple(path[0] for path in best))]

    @functools.cache
    def taken(self, player, options):
        aims = [self.aims[player][option] for option in options]
        return self.preferred(aims, aims)

    def case(self, signs, supremum):
        """The functions whose signs are given, the signs that the next can have, and what must not exceed 0."""
        self.count(self.each)
        facts = []

        def signed(values, possible):
            if len(possible) == 1:
                return possible
            if len(facts) == len(signs):
                raise Open(possible)
            facts.append(values)
            return signs[len(facts) - 1]

        try:
            path = self.reply(signed)
        except Open as signal:
            return facts, signal.args[0], None
        return facts, "", path and [won - supremum * hit for won, hit in zip(*self.rounds(path)[:2])]

    def closed(self, signs, facts, bound, attained, proof):
        """Whether no weights fulfil a case and are worth more than the supremum, or as much if none attains it."""
        rows = [*zip(signs, facts)] + ([("+" if attained else "at least", bound)] if bound else [])
        total, strict = [0] * len(self.aims[0]), False
        for (said, values), text in zip(rows, listed(proof, len(rows))):
            factor = fraction(text)
            need(factor >= 0 if said in ("+", "at least") else factor <= 0 or said == "0", "a multiplier has no use")
            total = [before + factor * value for before, value in zip(total, values)]
            strict |= said in "+-" and factor != 0
        need(max(total) <= 0 and (strict or max(total) < 0), f"the multipliers of {signs!r:.40} are no contradiction")

    def check(self, lines):
        supremum, attained, mix, inside = values_of(next(lines, {}), ("supremum", "attained", "mix", "inside"))
        bound, mix, inside = fraction(supremum), self.weights(mix), self.weights(inside)

        def signed(values, _):
            here, there = sign(at(values, inside)), sign(at(values, mix))
            need(there in (here, "0"), "the replies at the mix are not those inside")
            return here

        path = self.reply(signed)
        won, hit = (at(values, mix) for values in self.rounds(path)[:2]) if path else (0, 0)
        need(hit and won == bound * hit, "the mix does not have the supremum")
        need(attained is (mix == inside), "attained must say whether the mix is inside")
        cases, proofs, entry = [""], 0, next(lines, None)
        while cases:
            signs = cases.pop()
            facts, more, over = self.case(signs, bound)
            if entry and entry.get("signs") == signs:
                self.closed(signs, facts, over, attained, values_of(entry, ("signs", "proof"))[1])
                proofs, entry = proofs + 1, next(lines, None)
            else:
                need(more or not over, f"the case {signs!r:.40} is missing")
                cases += [signs + one for one in reversed(more)]
        need(entry is None, "a case is out of order, or there is no such case")
        how = "attained" if attained else "approached and not attained"
        return f"the supremum is {supremum}, {how}, by {proofs} cases, ties by rule {self.ties}"


def checked(path):
    """Say what a certificate shows."""
    lines = objects(path)
    game = Mixing(next(lines, {}))
    return f"best mix of {', '.join(map(str, game.hits))}: {game.check(lines)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], checked))
