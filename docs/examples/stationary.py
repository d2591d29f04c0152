"""Stationary play in floats: for each line of input all pure equilibria, one answer per line of output."""

import json
import sys
from fractions import Fraction
from itertools import combinations, product

CLOSE = 1e-12


def round_of(p, living, aims, after, start):
    """The win probabilities of all at a player's turn: what one round wins over the chance that it hits."""
    won, passed, hit = [0.0] * len(p), 1.0, 0.0
    turns = list(zip(living, aims, strict=True))
    for me, aim in turns[start:] + turns[:start]:
        if aim is not None and p[me] > 0:
            won = [sofar + passed * p[me] * more for sofar, more in zip(won, after[me, aim], strict=True)]
            hit += passed * p[me]
            passed *= 1 - p[me]
    return [each / hit for each in won] if hit else won


def equilibria(problem, p, living, known):
    """The equilibria of one set of living players: aims (None is a miss), values at every turn, strict or not."""
    after = {}
    for me, target in product(living, living):
        left = tuple(player for player in living if player != target)
        mover = min(left, key=lambda player: (player - me - 1) % len(p))
        alone = [float(player == mover) for player in range(len(p))]
        after[me, target] = known[left][left.index(mover)] if len(left) > 1 else alone
    options = []
    for me in living:
        others = [player for player in living if player != me]
        best = max(after[me, target][me] for target in others)
        kills = [target for target in others if after[me, target][me] > best - CLOSE]  # no other aim can be better
        never = [max(others, key=lambda player: (Fraction(problem["hits"][player]), player))]  # who hits nobody
        options.append(never if not p[me] else kills + [None] * ("Miss" in problem["search"] and len(living) > 2))
    for aims in product(*options):
        values = [round_of(p, living, aims, after, start) for start in range(len(living))]
        gains = []
        for place, me in enumerate(living):
            for other in set(options[place]) - {aims[place]}:
                changed = (*aims[:place], other, *aims[place + 1 :])
                gains.append(round_of(p, living, changed, after, place)[me] - values[place][me])
        if all(gain <= CLOSE for gain in gains):
            yield aims, values, all(gain < -CLOSE for gain in gains)


def solve(problem):
    """Return the answer to a problem."""
    p = [float(Fraction(hit)) for hit in problem["hits"]]
    ways = [{}]
    for size in range(2, len(p)):
        for living in combinations(range(len(p)), size):
            ways = [way | {living: values} for way in ways for _, values, _ in equilibria(problem, p, living, way)]
    listed = {}
    for way in ways:
        for aims, values, strict in equilibria(problem, p, tuple(range(len(p))), way):
            same = aims, tuple(round(each, 9) for win in values for each in win)
            said = ["Miss" if aim is None else "ABCDE"[aim] for aim in aims]
            listed[same] = {"aims": said, "values": values, "strict": strict}
    return {"equilibria": list(listed.values())}


if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **solve(question)}), flush=True)
