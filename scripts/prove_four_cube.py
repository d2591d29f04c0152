"""Prove where four players have a pure stationary equilibrium, and where they have none, box by box of [0, 1]^4.

    python scripts/prove_four_cube.py [--share K] [--none N] [--write FILE] [--boxes FILE]

Everybody searches {Others, Miss}. Players are numbered by strength, `p0 >= p1 >= p2 >= p3`. Who begins does not matter
in stationary play, so six orders of play, each with player 0 first, stand for all 24. A box is a product of intervals
of the *ratios* `u0 = p0, u1 = p1/p0, u2 = p2/p1, u3 = p3/p2`, each in [0, 1]; its sides lie along equal players. With
its rotations it is the share `(h0^4-l0^4) (h1^3-l1^3) (h2^2-l2^2) (h3-l3) / 6` of the cube.

**Signs.** Three players have the equilibria of T13: the two stronger shoot at each other; the weakest shoots at the
strongest if `f >= 0`, and misses if `f <= 0`. Four compare the best kill, worth `R`, with a miss in the same way:

    f = sum over the others who shoot, in the order of play, of w (R - W),    w = p * (chances of misses before)

where `W` is what a hit by this other is worth to the player (`truel_ref.play.responses`: `f = R (1 - κ) - v`). If
nobody else shoots, the shot is best. A list of shots and misses is an equilibrium unless the sign of some `f` fails it.

**A box.** A *way* says which weakest players shoot in the sets of three, and who is the best kill of each of the four.
The script judges each way that is possible somewhere in the box. An undecided sign joins two lists, which differ in the
aim of one player; if it fails one of them, it does not fail the other. Take a tree of lists that no other sign fails:
it has fewer signs than lists, so one of its lists is an equilibrium.

- *has*: each way has a tree (mostly a single list). This holds in the closed box, for positive hit probabilities.
- *none*: in each way decided signs fail all lists. This holds for different hit probabilities between 0 and 1.
- *open*: all others. They are halved as long as their share is at least 2^-K, or 2^-N if their centre has none.

**Enclosures.** Over a box a number is `c + g.t + r` with `|t_k| <= 1` and `|r| <= e`. Let `G` be the sum of the
`|g_k|`, and `u = 2^-53`. Rounding changes a sum by at most `4 u (|c| + G + e)` for each of the two, a product by
`14 u (|c| + G + e) (|c'| + G' + e')`, and `1/x`, where `G + e < 3c/4`, by `80 u/c`: all parts of the results together.
`SLACK = 128 u` times these terms, and 8 times for `1/x`, is more. Ratios are exact, because sides are at least
`2^-(N+3)` and N is at most 48; products of so few ratios do not underflow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np

PLAYERS = range(4)
OTHERS = [[other for other in PLAYERS if other != player] for player in PLAYERS]
ORDERS = [(0, *rest) for rest in permutations((1, 2, 3))]
SLACK = 2.0**-46
EDGES = [
    (8 * player + shooters, misses, misses | 1 << player)
    for player, shooters in product(PLAYERS, range(8))
    for misses in [sum(1 << OTHERS[player][place] for place in range(3) if shooters >> place & 1)]
]
"""For each function its bit, and the two lists, without and with the shot, that its sign compares."""

MOST_HALVED = 48
MOST_WAYS = 8  # in the sets of three, or to choose the best kills; a box with more is halved at once
CHUNK = 4096
ANSWERS = ("open", "has", "none")
OPEN, HAS, NONE = range(3)


class Enclosure:
    """Numbers over many boxes: the rows are `c`, the four `g`, and `e`."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def at(self, index: Any) -> Enclosure:
        """Return the numbers of some boxes."""
        return Enclosure(self.rows[:, index])

    @cached_property
    def radius(self) -> Any:
        """The largest distance from the centre."""
        w, x, y, z = np.abs(self.rows[1:5])
        return w + x + y + z + self.rows[5]

    def __add__(self, other: Enclosure, sign: float = 1.0) -> Enclosure:
        a, b = self.rows, other.rows
        rows = a + sign * b
        rows[5] = a[5] + b[5] + SLACK * (np.abs(a[0]) + np.abs(b[0]) + self.radius + other.radius)
        return Enclosure(rows)

    def __sub__(self, other: Enclosure) -> Enclosure:
        return self.__add__(other, -1.0)

    def __mul__(self, other: Enclosure) -> Enclosure:
        a, b, x, y = self.rows, other.rows, np.abs(self.rows[0]), np.abs(other.rows[0])
        rows = a[0] * b + b[0] * a
        rows[0] = a[0] * b[0]
        rows[5] = x * b[5] + y * a[5] + self.radius * other.radius
        rows[5] += SLACK * (x + self.radius) * (y + other.radius)
        return Enclosure(rows)

    def inverse(self) -> Enclosure:
        """Return `1/x` of a positive number; `e` is infinite where the box is too large."""
        a, near, one = self.rows, self.radius, 1.0 / self.rows[0]
        rows = -a * (one * one)
        rows[0] = one
        fine = near < 0.75 * a[0]
        rest = near * near * one * one / np.where(fine, a[0] - near, 1.0)
        rows[5] = np.where(fine, a[5] * one * one + rest + 8.0 * SLACK * one, np.inf)
        return Enclosure(rows)

    def signs(self) -> tuple[Any, Any, Any]:
        """Return where the number is positive, and negative; where undecided, the part of each axis in this."""
        near = self.radius + SLACK * (np.abs(self.rows[0]) + self.radius)
        up, down = self.rows[0] > near, self.rows[0] < -near
        return up, down, np.nan_to_num(np.abs(self.rows[1:5]) / (self.radius + 1e-300)) * ~(up | down)


def ways(possible: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Return the rows and choices of all ways, and which rows have few, from where each choice is possible."""
    few = np.prod([np.sum(each, axis=0) for each in possible], axis=0) <= MOST_WAYS
    rows, choices = [], []
    for choice in product(*(range(len(each)) for each in possible)):
        each_possible = [each[k] for each, k in zip(possible, choice, strict=True)]
        rows.append(np.flatnonzero(np.logical_and.reduce([few, *each_possible])))
        choices.append(np.repeat(np.array([choice]).T, len(rows[-1]), axis=1))
    return np.concatenate(rows), np.concatenate(choices, axis=1), few


@np.errstate(invalid="ignore")
def judge(order: Sequence[int], low: Any, size: Any) -> tuple[Any, Any, tuple[Any, Any, Any, Any]]:
    """Return the answers for boxes, for each axis how much it leaves undecided, and all ways.

    Parameters: `order`, the players by strength in the order of play; `low` and `size`, four ratios for each box.

    A way is a box; for each set of three, by the player left out, whether its weakest shoots; for each player the place
    of the best kill among the others; and the signs of the 32 functions, in two bits each.
    """
    rows = np.zeros((4, 6, low.shape[1]))
    rows[:, 0] = low + size / 2
    rows[PLAYERS, 1 + np.arange(4)] = size / 2
    one = Enclosure(np.eye(6)[:, :1].repeat(low.shape[1], axis=1))
    ratio = {(i, i): one for i in PLAYERS}
    for i, j in product(PLAYERS, PLAYERS):
        if i < j:
            ratio[i, j] = ratio[i, j - 1] * Enclosure(rows[j])
    hit = [Enclosure(rows[0]) * ratio[0, j] for j in PLAYERS]
    miss = [one - each for each in hit]
    first = {}  # in a duel player i wins first[i, j] if i begins, and second[i, j] if j begins
    for (i, j), part in ratio.items():
        if i < j:
            first[i, j] = (one + part * miss[i]).inverse()
            first[j, i] = part * first[i, j]
    second = {(i, j): one - first[j, i] for i, j in first}

    possible, axes = [], np.zeros((4, low.shape[1]))
    threes = [[player for player in order if player != out] for out in PLAYERS]
    for (x, y, z), turns in zip(OTHERS, threes, strict=True):
        i, j = (turns[(turns.index(z) + step) % 3] for step in (1, 2))
        gain = {k: (second[z, y] - first[z, k]) * ratio[x, k] for k in (x, y)}
        up, down, undecided = (gain[i] + miss[i] * gain[j]).signs()
        possible.append((~up, ~down))
        axes += undecided
    row, shoots, few = ways(possible)

    hit, miss = [each.at(row) for each in hit], [each.at(row) for each in miss]
    one, zero = one.at(row), Enclosure(np.zeros((6, len(row))))
    first, second, ratio = ({key: each.at(row) for key, each in table.items()} for table in (first, second, ratio))
    won = {}  # what a hit of the first on the second is worth to the third, while all four live
    for out, turns in enumerate(threes):
        x, y, z = OTHERS[out]
        weight = {x: one, y: ratio[x, y], z: Enclosure(ratio[x, z].rows * shoots[out])}
        keep = {x: miss[x], y: miss[y], z: one - Enclosure(hit[z].rows * shoots[out])}
        i, j, k = turns
        ends = (weight[i] + keep[i] * (weight[j] + keep[j] * weight[k])).inverse()
        weight = {player: each * ends for player, each in weight.items()}
        for start in range(3):
            i, j, k = (*turns[start:], *turns[:start])
            here = {i: weight[i], j: keep[i] * weight[j], k: keep[i] * (keep[j] * weight[k])}
            won[k, out, out] = zero  # after a hit of k, i is on move
            won[k, out, x] = here[x] * second[x, z]
            won[k, out, y] = here[y] * second[y, z] + here[z] * first[y, z]
            won[k, out, z] = here[x] * first[z, x] + here[y] * first[z, y] + here[z] * second[z, y]

    possible = []
    for player, others in enumerate(OTHERS):
        beaten = np.zeros((3, len(row)), dtype=bool)
        for i, j in ((0, 1), (0, 2), (1, 2)):
            up, down, _ = (won[player, others[i], player] - won[player, others[j], player]).signs()
            beaten[j] |= up
            beaten[i] |= down
        possible.append(~beaten)
    picked, targets, few_targets = ways(possible)
    few[row[~few_targets]] = False

    box, hits, miss = row[picked], [ratio[0, player].at(picked) for player in PLAYERS], [m.at(picked) for m in miss]
    worth = {}  # what the hit of the first is worth to the second
    for shooter, player in product(PLAYERS, PLAYERS):
        rows = np.stack([won[shooter, target, player].rows for target in OTHERS[shooter]])
        worth[shooter, player] = Enclosure(np.ascontiguousarray(rows[targets[shooter], :, picked].T))
    signs, parts = np.zeros(len(box), dtype=np.uint64), np.zeros((4, len(box)))
    for player in PLAYERS:
        sums: dict[tuple[int, ...], Any] = {}
        for step in (3, 2, 1):
            other = order[(order.index(player) + step) % 4]
            gain = (worth[player, player] - worth[other, player]) * hits[other]
            sums |= {(other,): gain} | {(other, *later): gain + miss[other] * f for later, f in sums.items()}
        signs |= np.uint64(1 << 8 * player)  # if nobody else shoots
        for shooters, f in sums.items():
            bit = np.uint64(8 * player + sum(1 << OTHERS[player].index(other) for other in shooters))
            up, down, undecided = f.signs()
            signs |= up.astype(np.uint64) << bit | down.astype(np.uint64) << (bit + np.uint64(32))
            parts += undecided
    patterns, places = np.unique(signs, return_inverse=True)
    found = np.array([verdict(int(each))[0] for each in patterns], dtype=np.int8)[places]
    answers = np.zeros(low.shape[1], dtype=np.int8)
    for answer in (HAS, NONE):
        every_way = few.copy()
        every_way[box[found != answer]] = False
        answers[every_way] = answer
    np.add.at(axes.T, box, (parts * (found == OPEN)).T)
    return answers, axes, (box, shoots[:, picked], targets, signs)


@cache
def verdict(signs: int) -> tuple[int, tuple[int, ...]]:
    """Return the answer for the signs of a way, and the lists of the smallest tree; bit i of a list: i shoots."""
    failed, undecided = set(), []
    for bit, misses, shoots in EDGES:
        if signs >> bit & 1 or signs >> bit + 32 & 1:
            failed.add(misses if signs >> bit & 1 else shoots)
        else:
            undecided.append({misses, shoots})
    trees, left = [], set(range(16)) - failed
    while left:
        group = {min(left)}
        while more := set().union(*(pair for pair in undecided if pair & group)) - failed - group:
            group |= more
        signs_of_group = [pair for pair in undecided if pair & group]  # in a tree none leads to a failed list
        if len(signs_of_group) == len(group) - 1:
            trees.append(tuple(sorted(group)))
        left -= group
    if trees:
        return HAS, min(trees, key=lambda tree: (len(tree), tree))
    return NONE if len(failed) == 16 else OPEN, ()


def certificates(order: Sequence[int], low: Any, size: Any) -> Iterator[dict[str, Any]]:
    """Yield for each proved box the ratios, the answer, and for each way the lists of shots and misses."""
    answers, _, (box, shoots, targets, signs) = judge(order, low, size)
    listed: list[list[Any]] = [[] for _ in answers]
    for number, *way, pattern in zip(box.tolist(), shoots.T.tolist(), targets.T.tolist(), signs.tolist(), strict=True):
        listed[number].append([*way, verdict(pattern)[1]])
    for number in np.flatnonzero(answers != OPEN):
        sides = [[str(Fraction(a)), str(Fraction(a + b))] for a, b in zip(low[:, number], size[:, number], strict=True)]
        yield {"order": order, "ratios": sides, "answer": ANSWERS[answers[number]], "ways": listed[number]}


def shares(exponents: Any, places: Any) -> Fraction:
    """Return the share of the boxes `[n/2^e, (n+1)/2^e]`, exactly."""
    n, total = places.astype(object), (np.array([[4], [3], [2], [1]]) * exponents).sum(axis=0)
    numerators = np.prod([(n[k] + 1) ** (4 - k) - n[k] ** (4 - k) for k in PLAYERS], axis=0)
    return sum((Fraction(int(numerators[total == e].sum()), 6 << int(e)) for e in np.unique(total)), Fraction(0))


def prove(order: Sequence[int], share: int, none: int, boxes: Any = None) -> dict[str, Any]:
    """Return the shares of the cube for an order of play, the number of boxes by answer and depth, and a hash."""
    low, size = np.zeros((4, 1)), np.ones((4, 1))
    total = dict.fromkeys((*ANSWERS, "open with a centre that has none"), Fraction(0))
    depths: dict[str, list[int]] = {answer: [] for answer in ANSWERS}
    listed = hashlib.sha256()
    while low.shape[1]:
        starts = range(0, low.shape[1], CHUNK)
        judged = [judge(order, low[:, at : at + CHUNK], size[:, at : at + CHUNK]) for at in starts]
        answers, axes = (np.concatenate(each, axis=-1) for each in zip(*(each[:2] for each in judged), strict=True))
        large = np.prod([(low[k] + size[k]) ** (4 - k) - low[k] ** (4 - k) for k in PLAYERS], axis=0) / 6
        empty = (answers == OPEN) & (large < 2.0**-share)
        for part in np.array_split(np.flatnonzero(empty), len(starts)):
            empty[part] = judge(order, low[:, part] + size[:, part] / 2, 0 * size[:, part])[0] == NONE
        halved = (answers == OPEN) & (large >= np.where(empty, 2.0**-none, 2.0**-share))
        rows = np.vstack([answers, -np.log2(size), low / size]).astype("<i8")
        for answer, name in enumerate(ANSWERS):
            ended = rows[:, (answers == answer) & ~halved]
            depths[name].append(ended.shape[1])
            total[name] += shares(ended[1:5], ended[5:])
        lost = rows[:, empty & ~halved]
        total["open with a centre that has none"] += shares(lost[1:5], lost[5:])
        proved = answers != OPEN
        listed.update(rows[:, proved][:, np.lexsort(rows[::-1, proved])].T.tobytes())
        if boxes is not None:
            boxes.writelines(json.dumps(line) + "\n" for line in certificates(order, low[:, proved], size[:, proved]))
        low, size, axes = low[:, halved], size[:, halved], axes[:, halved]
        axis = np.argmax(axes / (axes.sum(axis=0) + 1e-300) + size, axis=0)
        size[axis, np.arange(len(axis))] /= 2
        upper = low.copy()
        upper[axis, np.arange(len(axis))] += size[axis, np.arange(len(axis))]
        low, size = np.concatenate([low, upper], axis=1), np.concatenate([size, size], axis=1)
    return {
        "order": order,
        "shares": {key: str(each) for key, each in total.items()},
        "boxes by depth": depths,
        "sha256": listed.hexdigest(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the shares of the cube, and write them."""
    parser = argparse.ArgumentParser(description="Prove where four players have a pure stationary equilibrium.")
    parser.add_argument("--share", type=int, default=30, help="halve boxes of at least 2^-SHARE of the cube")
    parser.add_argument("--none", type=int, default=42, help="the same if the centre has no pure equilibrium")
    parser.add_argument("--write", type=Path, help="write the numbers as JSON")
    parser.add_argument("--boxes", type=Path, help="write a line for each proved box")
    said = parser.parse_args(arguments)
    if max(said.share, said.none) > MOST_HALVED:
        parser.error(f"--share and --none: at most {MOST_HALVED}, because doubles hold no smaller sides")
    with said.boxes.open("w", encoding="utf-8") if said.boxes else nullcontext() as boxes:
        found = [prove(order, said.share, said.none, boxes) for order in ORDERS]
    total = {key: str(sum(Fraction(each["shares"][key]) for each in found)) for key in found[0]["shares"]}
    for key, share in total.items():
        print(f"{key}: {float(Fraction(share)):.9f}")
    if said.write:
        data = {"share": said.share, "none": said.none, "shares": total, "orders": found}
        said.write.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
