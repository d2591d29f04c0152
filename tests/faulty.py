"""A sound solver in floats that shares nothing with the library: `SOLVERS`; tests/slips.py makes it go wrong.

`python faulty.py NAME` reads problems as JSON Lines and answers them.
"""

import json
import sys
from fractions import Fraction
from itertools import product


class Sound:
    """All phases by backward induction in floats. Ties fall as rounding will have it."""

    number = float

    def __init__(self, problem):
        self.problem = problem
        self.hits = [self.number(Fraction(hit)) for hit in problem["hits"]]
        self.exact_hits = [Fraction(hit) for hit in problem["hits"]]
        self.n = len(self.hits)
        self.known = {}

    # -- what may be announced

    def unit(self, player):
        return tuple(Fraction(int(each == player)) for each in range(self.n))

    def word(self, first, player):
        return self.problem["targets"][player] if first else self.later_word()

    def later_word(self):
        return self.problem["target_later"]

    def just_shoots(self, order, said):
        return len(order) == 2 and (self.n > 2 or said == "Optimal")

    def strongest(self, others):
        return max(others, key=lambda other: (self.exact_hits[other], other))

    def in_the_mix(self, aims, order, player):
        return aims

    def mean(self, aims):
        return tuple(sum(column) / len(aims) for column in zip(*aims, strict=True))

    def level(self, first, player):
        return (self.problem["random_levels"] or [None] * self.n)[player]

    def options(self, order, player):
        first = len(order) == self.n
        said = self.word(first, player)
        if self.just_shoots(order, said):
            return [self.unit(order[1 - order.index(player)])]
        search = self.problem["search" if first else "search_later"]
        others = [other for other in order if other != player]
        strongest = self.strongest(others)
        at = set(others if "Others" in search else [strongest] if "Strongest" in search else [])
        at |= {player} if "Self" in search else set()
        singles = [self.unit(target) for target in sorted(at)]
        aims = singles + [(Fraction(0),) * self.n] * ("Miss" in search)
        mix = self.mean(self.in_the_mix(aims, order, player))
        if isinstance(said, list):
            return [tuple(map(Fraction, said))]
        if said != "Optimal":
            words = {"Miss": (Fraction(0),) * self.n, "Strongest": self.unit(strongest), "Random": mix}
            words["Self"] = self.unit(player)
            return [words[said] if said in words else self.unit("ABCDEFGH".index(said))]
        level = self.level(first, player)
        if "Random" in search and level is None:
            return [*aims, mix] if mix not in aims else aims
        if "Random" in search:
            places = [range(level + 1) if target in at else [0] for target in range(self.n)]
            aims = [
                tuple(Fraction(count, level) for count in counts)
                for counts in product(*places)
                if sum(counts) == level or ("Miss" in search and sum(counts) < level)
            ]
        return aims

    # -- one phase

    def after(self, order, shooter, victim):
        place = order.index(shooter) + 1
        return tuple(player for player in order[place:] + order[:place] if player != victim)

    def win(self, order):
        if len(order) == 1:
            return [self.number(player == order[0]) for player in range(self.n)]
        if order not in self.known:
            turns = self.phase(order)
            self.known[order] = [self.number(0)] * self.n if turns is None else self.value(turns, 0)
        return self.known[order]

    def turn(self, order, player, aim):
        r = [self.number(0)] * self.n
        for victim, weight in enumerate(aim):
            if weight and self.hits[player]:
                share = self.hits[player] * self.number(weight)
                later = self.win(self.after(order, player, victim))
                r = [mine + share * other for mine, other in zip(r, later, strict=True)]
        return aim, r, self.hits[player] * self.number(sum(aim))

    def value(self, turns, place):
        win, passed, hit = [self.number(0)] * self.n, self.number(1), self.number(0)
        for _, r, chance in turns[place:] + turns[:place]:
            win = [mine + passed * other for mine, other in zip(win, r, strict=True)]
            hit += passed * chance
            passed *= 1 - chance
        return [one / hit for one in win]

    def phase(self, order):
        choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
        return self.replies(order, choices, ())

    def replies(self, order, choices, said):
        place = len(said)
        if place == len(order):
            return said if any(chance for _, _, chance in said) else None
        found = [self.replies(order, choices, (*said, turn)) for turn in choices[place]]
        return self.best([turns for turns in found if turns], place, order[place])

    def best(self, found, place, player):
        return max(found, key=lambda turns: self.value(turns, place)[player], default=None)

    def answer(self):
        order = tuple(range(self.n))
        win = self.win(order)
        turns = self.phase(order)
        if turns is None:
            aims = [
                None if self.word(True, player) == "Optimal" and self.n > 2 else self.options(order, player)[0]
                for player in order
            ]
        else:
            aims = [aim for aim, _, _ in turns]
        noted = [None if aim is None else [str(weight) for weight in aim] for aim in aims]
        return {"win": win, "aims": noted, "stalemate": 1 - sum(win) if turns else 1}


SOLVERS = {"sound": lambda problem: Sound(problem).answer()}


if __name__ == "__main__":
    for line in sys.stdin:
        problem = json.loads(line)
        print(json.dumps({"id": problem["id"]} | SOLVERS[sys.argv[1]](problem)), flush=True)
