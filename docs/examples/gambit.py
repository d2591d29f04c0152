"""Write a duel of three players as a game for Gambit, with exact payoffs.

    python gambit.py 1/3 2/3 1 >truel.nfg           stationary play, in strategic form
    python gambit.py --tree 1/3 2/3 1 >truel.efg    announced play, as a tree of announcements

The payoff of a player is the win probability at this player's own turn. So the pure Nash equilibria of the strategic
form are the pure stationary equilibria; the strategies of a player who cannot hit are equal. An announcement that can
only end in a stalemate is not allowed while another one exists; the tree says so by a payoff of -1 for everybody at the
leaves that are stalemates.
"""

import sys
from itertools import product

from truel_ref import Problem, solve

NAMES = "ABC"


def options(hits):
    """Return the aims of each player as texts."""
    problem = Problem(hits)
    return [[str(aim) for aim in problem.options((0, 1, 2), player)] for player in range(3)]


def payoffs(hits, aims, stalemate="0"):
    """Return the payoffs of a profile: each player's win probability if this player is the first to shoot."""
    won = []
    for player in range(3):
        order = NAMES[player:] + NAMES[:player]
        solution = solve(hits, targets=list(aims), order=",".join(order))
        won.append(stalemate if solution.stalemate == 1 else str(solution.win[player]))
    return won


def listed(texts):
    """Return texts in quotes and braces."""
    return "{ " + " ".join(f'"{text}"' for text in texts) + " }"


def strategic_form(hits):
    """Return the file of stationary play; the first player's strategy changes fastest."""
    choices = options(hits)
    profiles = (backwards[::-1] for backwards in product(*reversed(choices)))
    numbers = [" ".join(payoffs(hits, aims)) for aims in profiles]
    head = [f'NFG 1 R "stationary play" {listed(NAMES)} {{ {" ".join(map(listed, choices))} }}', '""', ""]
    return "\n".join([*head, *numbers]) + "\n"


def extensive_form(hits):
    """Return the file of announced play; a node comes before the nodes and leaves after it."""
    choices = options(hits)
    lines = [f'EFG 2 R "announced play" {listed(NAMES)}', '""']
    sets = [0, 0, 0]
    for leaf, path in enumerate(product(*(range(len(own)) for own in choices)), 1):
        for place in range(3):
            if not any(path[place:]):  # the first leaf below a node
                sets[place] += 1
                lines.append(f'p "" {place + 1} {sets[place]} "" {listed(choices[place])} 0')
        aims = [own[option] for own, option in zip(choices, path, strict=True)]
        lines.append(f't "" {leaf} "" {{ {" ".join(payoffs(hits, aims, stalemate="-1"))} }}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--tree"]
    print(extensive_form(words) if "--tree" in sys.argv else strategic_form(words), end="")
