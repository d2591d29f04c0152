"""Dice Wars a second time, plainly: dice enumerated, turns by recursion over copied boards, whole games.

It shares no code with the package and may not import it. Only the draws are the same: what is drawn, from what list,
and in which order.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random


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


def possible(owners, dice, neighbours, player):
    mine = [field for field, owner in enumerate(owners) if owner == player and dice[field] > 1]
    return [(start, goal) for start in mine for goal in sorted(neighbours[start]) if owners[goal] != player]


def attacked(owners, dice, start, goal):
    """Return the owners and the dice after a success, and the dice after a failure."""
    won_owners = [owners[start] if field == goal else owner for field, owner in enumerate(owners)]
    won_dice, lost_dice = list(dice), list(dice)
    won_dice[start], won_dice[goal], lost_dice[start] = 1, dice[start] - 1, 1
    return won_owners, won_dice, lost_dice


def best(owners, dice, neighbours, player, moves, score):
    """Return the expected score of the best turn, and every attack that begins one, None for to stop."""
    options = [(score(owners, dice), None)]
    for start, goal in possible(owners, dice, neighbours, player) if moves else []:
        p = odds(dice[start], dice[goal])
        won_owners, won_dice, lost_dice = attacked(owners, dice, start, goal)
        won = best(won_owners, won_dice, neighbours, player, moves - 1, score)[0]
        lost = best(owners, lost_dice, neighbours, player, moves - 1, score)[0]
        options.append((p * won + (1 - p) * lost, (start, goal)))
    most = max(value for value, _ in options)
    return most, [attack for value, attack in options if value == most]


def success_only(owners, dice, neighbours, player, moves, score):
    """Return what a published pseudocode takes for the value of a turn: an attack counts its success only."""
    options = [(score(owners, dice), None)]
    for start, goal in possible(owners, dice, neighbours, player) if moves else []:
        won_owners, won_dice, _ = attacked(owners, dice, start, goal)
        won, _ = success_only(won_owners, won_dice, neighbours, player, moves - 1, score)
        options.append((odds(dice[start], dice[goal]) * won, (start, goal)))
    return max(options, key=lambda option: option[0])


# -- whole games


def drawn_board(rng, players, fields, dice):
    """Return owners, dice and neighbours of a board of hexagons, drawn as the docs say."""
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    cells = [(0, 0)]
    while len(cells) < players * fields:
        around = [(x + dx, y + dy) for x, y in cells for dx, dy in steps]
        free = [cell for cell in dict.fromkeys(around) if cell not in cells]
        cells.append(rng.choice([cell for cell in free if around.count(cell) >= min(2, len(cells))]))
    cells.sort(key=lambda cell: (cell[1], cell[0]))
    neighbours = [
        sorted(cells.index((x + dx, y + dy)) for dx, dy in steps if (x + dx, y + dy) in cells) for x, y in cells
    ]
    owners = [player for player in range(players) for _ in range(fields)]
    rng.shuffle(owners)
    counts = [1] * len(owners)
    for player in range(players):
        give(rng, owners, counts, player, dice - fields)
    return owners, counts, neighbours


def give(rng, owners, dice, player, more):
    """Put dice one by one on a player's fields below 8; return how many are left."""
    while more and (room := [field for field, owner in enumerate(owners) if owner == player and dice[field] < 8]):
        dice[rng.choice(room)] += 1
        more -= 1
    return more


def next_attack(name, rng, owners, dice, neighbours, player, made):
    """Return what a player of a tournament attacks next, None to stop."""
    options = possible(owners, dice, neighbours, player)
    if name == "random":
        return rng.choice([None, *options])
    if name == "single":
        worths = {}
        for start, goal in options if not made else []:
            worths[start, goal] = odds(dice[start], dice[goal])
            for field in neighbours[goal]:
                if owners[field] != player and dice[field] > 1:
                    worths[start, goal] *= 1 - odds(dice[field], dice[start] - 1)
        return max(worths, key=worths.get, default=None)
    moves = int(name.removeprefix("best")) - made
    return best(owners, dice, neighbours, player, moves, lambda whose, _: known_region(whose, neighbours, player))[1][0]


_regions = {}


def known_region(owners, neighbours, player):
    """Return `region`, looked up where it has been asked before."""
    key = (player, tuple(owner == player for owner in owners), tuple(map(tuple, neighbours)))
    if key not in _regions:
        _regions[key] = region(owners, neighbours, player)
    return _regions[key]


def game(names, seed, fields, dice, number):
    """Return who sat where, the seat that won (None for nobody), and the rounds of a game of a tournament."""
    rng = Random(f"Dice Wars game {number} of {seed}")
    seats = rng.sample(range(len(names)), len(names))
    owners, counts, neighbours = drawn_board(rng, len(names), fields, dice)
    reserve = [0] * len(names)
    for rounds in range(1, 201):
        for seat, person in enumerate(seats):
            if seat not in owners:
                continue
            made = 0
            while attack := next_attack(names[person], rng, owners, counts, neighbours, seat, made):
                start, goal = attack
                chance = odds(counts[start], counts[goal])
                if rng.randrange(chance.denominator) < chance.numerator:
                    owners[goal], counts[goal] = seat, counts[start] - 1
                counts[start] = 1
                made += 1
            if set(owners) == {seat}:
                return seats, seat, rounds
            gets = reserve[seat] + region(owners, neighbours, seat)
            reserve[seat] = min(64, give(rng, owners, counts, seat, gets))
    sizes = [owners.count(seat) for seat in range(len(seats))]
    first, second = sorted(sizes)[-1:-3:-1]
    return seats, None if first == second else sizes.index(first), 200
