"""Dice Wars a second time, plainly: dice enumerated, turns by recursion over copied boards. It shares no code with the
package and may not import it."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product


@cache
def throws(dice):
    """Return how many throws have which sum, by listing every throw."""
    return Counter(map(sum, product(range(1, 7), repeat=dice)))


@cache
def odds(a, d):
    """Return the chance that a dice beat d, by counting pairs of throws."""
    ways = sum(mine * theirs for i, mine in throws(a).items() for j, theirs in throws(d).items() if i > j)
    return Fraction(ways, 6 ** (a + d))


def region(owners, neighbours, player):
    """Return the size of the largest region: fields take the smallest number of their part until nothing changes."""
    parts = {field: field for field, owner in enumerate(owners) if owner == player}
    changed = True
    while changed:
        changed = False
        for field, part in parts.items():
            least = min([part, *(parts[other] for other in neighbours[field] if other in parts)])
            if least < part:
                parts[field], changed = least, True
    return max(Counter(parts.values()).values(), default=0)


def best(owners, dice, neighbours, player, moves, score):
    """Return the expected score of the best turn, and every attack that begins one, None for to stop."""
    options = [(score(owners, dice), None)]
    if moves:
        for start in range(len(owners)):
            for goal in sorted(neighbours[start]):
                if owners[start] == player and owners[goal] != player and dice[start] >= 2:
                    p = odds(dice[start], dice[goal])
                    won_owners = [player if field == goal else owner for field, owner in enumerate(owners)]
                    won_dice = list(dice)
                    won_dice[start], won_dice[goal] = 1, dice[start] - 1
                    lost_dice = list(dice)
                    lost_dice[start] = 1
                    won = best(won_owners, won_dice, neighbours, player, moves - 1, score)[0]
                    lost = best(owners, lost_dice, neighbours, player, moves - 1, score)[0]
                    options.append((p * won + (1 - p) * lost, (start, goal)))
    most = max(value for value, _ in options)
    return most, [attack for value, attack in options if value == most]


def success_only(owners, dice, neighbours, player, moves, score):
    """Return what a published pseudocode takes for the value of a turn: an attack counts its success only."""
    options = [(score(owners, dice), None)]
    if moves:
        for start in range(len(owners)):
            for goal in sorted(neighbours[start]):
                if owners[start] == player and owners[goal] != player and dice[start] >= 2:
                    won_owners = [player if field == goal else owner for field, owner in enumerate(owners)]
                    won_dice = list(dice)
                    won_dice[start], won_dice[goal] = 1, dice[start] - 1
                    won, _ = success_only(won_owners, won_dice, neighbours, player, moves - 1, score)
                    options.append((odds(dice[start], dice[goal]) * won, (start, goal)))
    return max(options, key=lambda option: option[0])
