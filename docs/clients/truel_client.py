"""A client of the judge in Python: one question per line of input, one answer per line of output, both JSON.

truel-ref check -- python truel_client.py

`solve` at the top is the solver; put your own in its place. `main` at the end is the harness, which can stay as it
is. Nothing is needed but Python; the numbers are floats, and what differs by less than 9e-13 is a tie.
"""

import json
import sys
from fractions import Fraction
from itertools import product

HELLO = {
    "name": "truel-client",
    "version": "1.0",
    "language": "Python",
    "supports": {"players": 26},  # at most; what else is not for it is skipped below
}


# ---------------------------------------------------------------------------------------------------------
# Your solver


def solve(problem):
    """Return the answer to a problem of announced play: `aims` and `stalemate` may be left out."""
    truel = Truel(problem)
    order = tuple(truel.players)
    win = truel.win(order)
    turns = truel.known[order]
    aims = [turn[0] for turn in turns] if turns else [None] * len(order)
    if len(order) == 2 and not turns:
        aims = [truel.single(1), truel.single(0)]  # of two, each aims at the other, even in a stalemate
    aims = [said if said != "Optimal" else aim for said, aim in zip(problem["targets"], aims, strict=True)]
    return {"win": win, "aims": aims, "stalemate": max(0.0, 1 - sum(win))}


class Truel:
    """One problem, and the phases of it that have been solved, by shooting order: the turns, None for a stalemate.

    A turn is an aim (one weight per player), what it wins for each player when it hits, and the chance that it hits.
    """

    def __init__(self, problem):
        self.problem = problem
        self.exact = [Fraction(hit) for hit in problem["hits"]]  # who is strongest is decided by the exact numbers
        self.hits = [float(hit) for hit in self.exact]
        self.players = range(len(self.hits))
        self.known = {}

    def win(self, order):
        """Return the win probabilities at the start of the phase with a shooting order."""
        if len(order) == 1:
            return [float(player == order[0]) for player in self.players]
        if order not in self.known:
            choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
            self.known[order] = self.announced(order, choices, ())
        turns = self.known[order]
        return [value(turns, 0, player) if turns else 0.0 for player in self.players]

    def turn(self, order, player, aim):
        """Return the turn of a player with an aim."""
        place, gains = order.index(player), [0.0] * len(self.hits)
        for victim, weight in enumerate(aim):
            if weight and self.hits[player]:
                left = tuple(other for other in order[place + 1 :] + order[: place + 1] if other != victim)
                for other, chance in enumerate(self.win(left)):
                    gains[other] += self.hits[player] * weight * chance
        return aim, gains, self.hits[player] * sum(aim)

    def options(self, order, player):
        """Return the aims that a player may announce; there is one where his target is predefined."""
        problem, first = self.problem, len(order) == len(self.hits)
        said = problem["targets"][player] if first else problem["target_later"]
        search = problem["search"] if first else problem["search_later"]
        others = [other for other in order if other != player]
        if len(order) == 2 and (said == "Optimal" or not first):
            return [self.single(others[0])]
        strongest = max(others, key=lambda other: (self.exact[other], other))
        targets = {*others} if "Others" in search else {strongest} if "Strongest" in search else set()
        targets |= {player} if "Self" in search else set()
        miss = (0.0,) * len(self.hits)
        aims = [self.single(target) for target in sorted(targets)] + [miss] * ("Miss" in search)
        mix = tuple(sum(weights) / len(aims) for weights in zip(*aims, strict=True))
        if isinstance(said, list):
            return [tuple(float(Fraction(weight)) for weight in said)]
        words = {"Miss": miss, "Strongest": self.single(strongest), "Self": self.single(player), "Random": mix}
        if said != "Optimal":
            return [words[said] if said in words else self.single("ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(said))]
        level = problem["random_levels"] and problem["random_levels"][player]
        if "Random" not in search or len(aims) == 1:
            return aims
        if not level:
            return [*aims, mix]
        counts = product(*(range(level + 1) if target in targets else [0] for target in self.players))
        whole = [each for each in counts if sum(each) == level or ("Miss" in search and sum(each) < level)]
        return [tuple(count / level for count in each) for each in whole]

    def single(self, target):
        """Return the aim at one player."""
        return tuple(float(player == target) for player in self.players)

    def announced(self, order, choices, turns):
        """Return the turns that all announce, given the first ones; None where nobody can ever be hit."""
        place = len(turns)
        if place == len(order):
            return turns if any(chance for _, _, chance in turns) else None
        completed = (self.announced(order, choices, (*turns, turn)) for turn in choices[place])
        worths = [(value(every, place, order[place]), every) for every in completed if every]
        if not worths:
            return None
        best = max(worth for worth, _ in worths)
        equal = [every for worth, every in worths if worth > best - 9e-13]
        return equal[0] if len(equal) == 1 else min(equal, key=lambda every: self.preference(every, place))

    def preference(self, turns, place):
        """Return what orders options of equal worth, the preferred one first: by the tie rule, then canonically."""
        aim, rule = turns[place][0], self.problem["if_eq"]
        kind = 0 if 1 in aim else 2 if any(aim) else 1  # a single aim, Miss, a mix
        target = aim.index(1) if kind == 0 else 0
        weights = [Fraction(weight).limit_denominator(10**6) for weight in aim]
        strength = sum(weight * hit for weight, hit in zip(weights, self.exact, strict=True))
        if rule == 3:
            first = [-round(sum(weight * value(turns, place, player) for player, weight in enumerate(aim)), 12)]
        else:
            first = {1: [kind, -strength, -target], 2: [-strength], 4: [(0, 2, 1)[kind], target]}[abs(rule)]
        return [key if rule > 0 else -key for key in first], kind, [-weight for weight in weights]


def value(turns, place, player):
    """Return how likely a player wins at the turn of a place: what a round wins over the chance that it hits."""
    won, passed, hit = 0.0, 1.0, 0.0
    for _, gains, chance in turns[place:] + turns[:place]:
        won += passed * gains[player]
        hit += passed * chance
        passed *= 1 - chance
    return won / hit


# ---------------------------------------------------------------------------------------------------------
# The harness


def answer(question):
    """Return the answer to a question: skipped, with a reason, where it is of a kind that is not supported."""
    other = [key for key in ("play", "ask", "model", "game") if key in question]
    return {"skipped": f"{other[0]} {question[other[0]]} is not supported"} if other else solve(question)


def main():
    """Say who answers, then answer line by line; every line is sent off at once."""
    print(json.dumps({"hello": HELLO}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **answer(question)}), flush=True)


if __name__ == "__main__":
    main()
