"""Truels of three in floats: one problem per line of input, as JSON, and one answer per line of output."""

import json
import sys
from fractions import Fraction
from itertools import product


def options(problem, p, me):
    """The aims that a player may announce: one weight per player, the rest a deliberate miss."""
    others = [player for player in range(3) if player != me]
    strongest = max(others, key=lambda player: (p[player], player))
    said, search = problem["targets"][me], problem["search"]
    at = set(others if "Others" in search else [strongest] if "Strongest" in search else [])
    at |= {me} if "Self" in search else set()
    unit = [tuple(Fraction(int(player == target)) for player in range(3)) for target in range(3)]
    miss = (Fraction(0),) * 3
    aims = [unit[target] for target in sorted(at)] + [miss] * ("Miss" in search)
    mix = tuple(sum(weights) / len(aims) for weights in zip(*aims, strict=True))
    if isinstance(said, list):
        return [tuple(map(Fraction, said))]
    if said != "Optimal":
        return [{"Miss": miss, "Random": mix, "Strongest": unit[strongest]}.get(said) or unit["ABC".index(said)]]
    level = problem["random_levels"] and problem["random_levels"][me]
    if "Random" in search and level:
        counts = product(*(range(level + 1) if target in at else [0] for target in range(3)))
        shares = [each for each in counts if sum(each) == level or ("Miss" in search and sum(each) < level)]
        return [tuple(Fraction(count, level) for count in each) for each in shares]
    return [*aims, mix] if "Random" in search else aims


def turn(p, me, aim):
    """An aim, what it wins for each player when it hits, and the chance that it hits."""
    won = [0.0, 0.0, 0.0]
    for victim, weight in enumerate(aim):
        first, second = [player for player in ((me + 1) % 3, (me + 2) % 3, me) if player != victim]
        if p[first] or p[second]:
            duel = p[first] / (p[first] + (1 - p[first]) * p[second])
            won[first] += p[me] * float(weight) * duel
            won[second] += p[me] * float(weight) * (1 - duel)
    return aim, won, p[me] * float(sum(aim))


def value(turns, start):
    """The win probabilities at a player's turn: what one round wins over the chance that it hits."""
    win, passed, hit = [0.0, 0.0, 0.0], 1.0, 0.0
    for _, won, chance in turns[start:] + turns[:start]:
        win = [mine + passed * more for mine, more in zip(win, won, strict=True)]
        hit += passed * chance
        passed *= 1 - chance
    return [each / hit for each in win]


def play(choices, said=()):
    """The announcements of all, given the first ones; None where nobody can ever be hit."""
    me = len(said)
    if me == 3:
        return said if any(chance for _, _, chance in said) else None
    found = [turns for one in choices[me] if (turns := play(choices, (*said, one)))]
    return max(found, key=lambda turns: value(turns, me)[me], default=None)


def solve(problem):
    """Return the answer to a problem."""
    p = [float(Fraction(hit)) for hit in problem["hits"]]
    choices = [[turn(p, me, aim) for aim in options(problem, p, me)] for me in range(3)]
    turns = play(choices)
    said = zip(choices, problem["targets"], strict=True)
    chosen = [each[0][0] if word != "Optimal" else None for each, word in said]
    aims = [aim for aim, _, _ in turns] if turns else chosen
    win = value(turns, 0) if turns else [0.0, 0.0, 0.0]
    return {"win": win, "aims": [aim and [str(weight) for weight in aim] for aim in aims], "stalemate": 1 - sum(win)}


if __name__ == "__main__":
    for line in sys.stdin:
        problem = json.loads(line)
        print(json.dumps({"id": problem["id"], **solve(problem)}), flush=True)
