#!/usr/bin/env python3
"""Check certificates of drawn orders with announced play: python check_lot.py FILE [FILE ...]

This program shares nothing with the program that wrote the certificate. docs/check/certificate.md is the format,
docs/rules.md has the rules by their numbers.

A turn of player m with hit probability p and aim q is the pair r = p * sum of q[t] * W(after t), the win probabilities
after a hit, and k = 1 - p * sum of q[t], the probability that the turn passes (R2.1). The turns of a round compose to
(V, K). Their value is V / (1 - K); if K = 1, nobody can be hit and every player's value is 0 (R2.2).
"""

import itertools
import json
import math
import re
import sys
from fractions import Fraction

LINE, DIGITS, WORK = 20_000_000, 50_000, 20_000_000  # at most: characters of a line, of a fraction; steps
PROFILES = 1_000_000  # at most, of a phase
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of choices; "-" is none
HEAD = ("certificate", "kind", "hits", "targets", "later", "search", "search_later", "ties", "start")
WORDS = {"Others", "Strongest", "Self", "Miss", "Random"}


class Refused(Exception):
    """The certificate does not show what it states."""


def need(holds, reason):
    if not holds:
        raise Refused(reason)


def objects(path):
    """The lines of a file: objects of JSON in canonical form, so that no key occurs twice."""
    with open(path, encoding="ascii", newline="\n") as file:
        for line in iter(lambda: file.readline(LINE), ""):
            entry = json.loads(line)
            canonical = isinstance(entry, dict) and json.dumps(entry, separators=(",", ":")) + "\n" == line
            need(canonical, f"{line!r:.40} is not an object in canonical form")
            yield entry


def fields(entry, *keys):
    need(isinstance(entry, dict) and tuple(entry) == keys, f"the keys must be {', '.join(keys)}, in this order")
    return entry.values()


def fraction(text):
    form = isinstance(text, str) and re.fullmatch("(0|[1-9][0-9]*)(/[1-9][0-9]*)?", text)
    need(form and len(text) <= DIGITS, f"{text!r:.40}: no fraction")
    need(str(Fraction(text)) == text, f"{text:.40} is not in lowest terms")
    return Fraction(text)


def listed(value, length=None):
    need(isinstance(value, list) and length in (None, len(value)), f"{value!r:.40} is not a list of {length}")
    return value


def index(value, below):
    need(type(value) is int and 0 <= value < below, f"{value!r:.40} is no integer from 0 to {below - 1}")
    return value


def value(turns):
    """The win probabilities at the first of these turns, which repeat (R2.2)."""
    win, passed = [Fraction(0)] * len(turns[0][0]), Fraction(1)
    for r, k in turns:
        win, passed = [won + passed * more for won, more in zip(win, r)], passed * k
    return [won / (1 - passed) for won in win] if passed != 1 else [Fraction(0)] * len(win)


class Game:
    """The rules, and what a certificate must show of a game."""

    def __init__(self, head):
        need(head.get("certificate") == "truel 1", "this is not a certificate of version 1")
        _, kind, hits, targets, self.later, *search, self.ties, self.start = fields(head, *HEAD)
        need(kind == "lot", f"this program does not check {kind!r:.40}")
        self.head, self.hits, self.work = head, [fraction(hit) for hit in listed(hits)], 0
        self.everybody, self.miss = tuple(range(len(hits))), (Fraction(0),) * len(hits)
        need(1 < len(hits) < 17 and max(self.hits) <= 1, "hits must be 2 to 16 numbers from 0 to 1")
        self.targets = [None if said == "Optimal" else self.aim(said) for said in listed(targets, len(hits))]
        need(self.later in ("Optimal", "Strongest", "Random", "Self", "Miss"), "later: not a word for all players")
        self.search = [[{*map(str, listed(words))} for words in listed(sets, len(hits))] for sets in search]
        fitting = all(words <= WORDS and words - {"Random"} for sets in self.search for words in sets)
        need(fitting, "search: an unknown word, or a set without Others, Strongest, Self and Miss")
        self.each = 1 + len(str(hits)) // 1000  # of steps: long numbers take long
        need(type(self.ties) is int and self.ties in (1, 2, 3, 4, -1, -4), "ties: not a tie rule")

    def count(self, steps):
        self.work += steps * self.each
        need(self.work <= WORK, "this is too much work")

    def single(self, target):
        return tuple(Fraction(int(player == target)) for player in self.everybody)

    def aim(self, said):
        """Read an aim: a player, Miss, or the weights of a mix."""
        if said == "Miss" or type(said) is int:
            return self.miss if said == "Miss" else self.single(index(said, len(self.hits)))
        weights = tuple(map(fraction, listed(said, len(self.hits))))
        need(any(weights) and sum(weights) <= 1 and 1 not in weights, f"{said!r:.40} is not a mix")
        return weights

    def options(self, living, player):
        """The options of a player, in canonical order (R1.8, R1.9, R3.6, R3.8, R4.3 to R4.5, R4.7)."""
        first = len(living) == len(self.hits)
        fixed = self.targets[player] if first else None
        others = [other for other in living if other != player]
        if len(living) == 2 and (len(self.hits) > 2 or fixed is None):
            return [self.single(others[0])]
        if fixed is not None:
            return [fixed]
        words = self.search[not first][player]
        strongest = max(others, key=lambda other: (self.hits[other], other))
        at = {*others} if "Others" in words else set()
        at |= {who for who, word in ((strongest, "Strongest"), (player, "Self")) if word in words}
        singles = [self.single(target) for target in sorted(at)] + [self.miss] * ("Miss" in words)
        mix = tuple(sum(column) / len(singles) for column in zip(*singles))
        if not first and self.later != "Optimal":
            means = {"Strongest": self.single(strongest), "Self": self.single(player), "Miss": self.miss, "Random": mix}
            return [means[self.later]]
        return singles + [mix] * ("Random" in words and mix not in singles)

    def preferred(self, aims, wins):
        """Which of several equal aims the tie rule takes (R3.7): the first of those that it leaves equal (R3.8)."""
        keys = []
        for aim, win in zip(aims, wins):
            strength = sum(weight * hit for weight, hit in zip(aim, self.hits))
            kind, target = (0, aim.index(1)) if 1 in aim else (2 if any(aim) else 1, 0)
            likeliest = -sum(weight * won for weight, won in zip(aim, win))
            rules = ((kind, -strength, -target), (-strength,), (likeliest,), ((0, 2, 1)[kind], target))
            keys.append([part if self.ties > 0 else -part for part in rules[abs(self.ties) - 1]])
        return keys.index(min(keys))

    def turn(self, order, player, aim, known):
        """The turn (r, k) of an aim (R2.1); `known` has the values of smaller phases (R1.7)."""
        r, k, here = [Fraction(0)] * len(self.hits), Fraction(1), order.index(player)
        self.count(1)
        for victim, weight in enumerate(aim if self.hits[player] else ()):
            if weight:
                need(victim in order, f"player {player} aims at {victim}, who is eliminated")
                after = tuple(other for other in order[here + 1 :] + order[: here + 1] if other != victim)
                later = self.single(after[0]) if len(after) == 1 else known.get(after)
                need(later, f"the phase {after} can follow and is missing")
                r = [won + self.hits[player] * weight * more for won, more in zip(r, later)]
                k -= self.hits[player] * weight
        return r, k

    def lot(self, lines):
        """Check the mean over all orders, or all shifts of the stated order (R10.1), with announced play."""
        need(type(self.start) is bool, "start: neither true nor false")
        shifts = (self.everybody[first:] + self.everybody[:first] for first in self.everybody)
        total, count = list(self.miss), 0
        for count, order in enumerate(shifts if self.start else itertools.permutations(self.everybody), 1):
            drawn, phases = fields(next(lines, None), "drawn", "lines")
            need(json.dumps(drawn) == json.dumps(order), f"the order {order} is missing")
            head = self.head | {"targets": [self.moved(self.head["targets"][player], order) for player in order]}
            head |= {key: [head[key][player] for player in order] for key in ("hits", "search", "search_later")}
            game = Game(head)  # by place in the drawn order (R4.11)
            game.work = self.work
            win = game.phases(listed(phases))
            self.work = game.work
            total = [one + win[order.index(player)] for player, one in enumerate(total)]
        (stated,) = fields(next(lines, None), "win")
        mean = [one / count for one in total]
        need([fraction(text) for text in listed(stated)] == mean and next(lines, None) is None, "the mean differs")
        return f"the mean of backward induction over {count} orders, ties by rule {self.ties}"

    def moved(self, said, order):
        if isinstance(said, list):
            return [said[player] for player in order]
        return order.index(said) if type(said) is int else said

    def phases(self, lines):
        """The values of the first phase, after checking those of all phases."""
        known, before = {}, ()
        for entry in lines:
            order, win, choices = fields(entry, "order", "win", "choices")
            order = tuple(index(player, len(self.hits)) for player in listed(order))
            need(1 < len(order) == len({*order}), f"{order}: not two or more different players")
            need(before < (len(order), order), f"the phase {order} is out of order, or occurs twice")
            before, known[order] = (len(order), order), self.announced(order, listed(choices, len(order)), known)
            need([fraction(text) for text in listed(win)] == known[order], f"the values of the phase {order} differ")
        need(self.everybody in known, "the first phase is missing")
        return known[self.everybody]

    def announced(self, order, choices, known):
        """The value of a phase, after checking the choice at every node (R3.1 to R3.5) and how it breaks ties."""
        options = [self.options(order, player) for player in order]
        turns = [[self.turn(order, who, aim, known) for aim in aims] for who, aims in zip(order, options)]
        idle = [[not (self.hits[who] and any(aim)) for aim in aims] for who, aims in zip(order, options)]
        need(math.prod(map(len, options)) <= PROFILES, f"the phase {order} has too many profiles")
        reached = []  # for every list of announcements, in order: the profile that follows, or None if all stall
        for profile in itertools.product(*map(range, map(len, options))):
            self.count(1)
            reached.append(None if all(row[option] for row, option in zip(idle, profile)) else profile)
        for place in reversed(range(len(order))):
            many, player, nodes = len(options[place]), order[place], []
            need(isinstance(choices[place], str) and len(choices[place]) * many == len(reached), "too few choices")
            for node, sign in enumerate(choices[place]):
                follow = reached[node * many : (node + 1) * many]
                allowed = [option for option in range(many) if follow[option]]
                chosen = SIGNS.find(sign)
                need(chosen in allowed if allowed else sign == "-", f"player {player}: no option, or it stalls (R3.4)")
                worths = {}
                for option in allowed if len(allowed) > 1 else ():
                    self.count(1)
                    row = [turns[where][which] for where, which in enumerate(follow[option])]
                    worths[option] = value(row[place:] + row[:place])
                best = max((worth[player] for worth in worths.values()), default=None)
                equal = [option for option in worths if worths[option][player] == best] or [chosen]
                need(chosen in equal, f"player {player} gains by another announcement (R3.1)")
                if len(equal) > 1:
                    taken = self.preferred([options[place][one] for one in equal], [worths[one] for one in equal])
                    need(chosen == equal[taken], f"tie rule {self.ties} takes another option of player {player} (R3.7)")
                nodes.append(follow[chosen] if allowed else None)
            reached = nodes
        return value([row[option] for row, option in zip(turns, reached[0])]) if reached[0] else [*self.miss]


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    try:
        lines = objects(path)
        game = Game(next(lines, {}))
        shown = game.lot(lines)
    except (ValueError, RecursionError, OSError) as error:
        raise Refused(f"it cannot be read: {error!s:.80}") from None
    return f"lot, {', '.join(map(str, game.hits))}: {shown}"


def main(paths):
    """Check files; the status is 1 if one is refused."""
    sys.set_int_max_str_digits(0)
    status = 0
    for path in paths:
        try:
            print(f"{path} holds: {checked(path)}")
        except Refused as error:
            print(f"{path} is refused: {error}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
