#!/usr/bin/env python3
"""Check certificates of Goofspiel: python check_goofspiel.py FILE [FILE ...]

This program needs check.py beside it, which reads files, and nothing else. docs/check/certificate.md is the format,
docs/use/goofspiel.md has the rules. A state is (own cards, other cards, prize, prizes to come, lead). Its matrix has a
row for each own card and a column for each card of the other, with the values after these bids. A mix of rows that gets
at least v against every column, and a mix of columns that allows at most v against every row, prove the value v.

Three facts save states: after a swap of the players the value has the opposite sign; only comparisons of cards count,
so ranks can replace cards; and for the goal "win" a lead above all prizes to come decides.
"""

import sys

try:
    from .check import fraction, index, listed, main, need, objects, values_of
except ImportError:  # a program by itself
    from check import fraction, index, listed, main, need, objects, values_of

WORK = 20_000_000  # at most, entries of matrices
KEYS = ("own", "other", "prize", "to_come", "lead", "value", "own_bids", "other_bids")


def cards(said):
    numbers = [index(card, 1001, 1) for card in listed(said)]
    need(len(numbers) < 13 and sorted({*numbers}) == numbers, f"{said!r:.40}: not up to 12 cards, ascending")
    return tuple(numbers)


class Game:
    """The values that are proved, and what a certificate must show."""

    def __init__(self, head):
        need(head.get("certificate") == "truel 1", "this is not a certificate of version 1")
        _, kind, self.goal = values_of(head, ("certificate", "kind", "goal"))
        need(kind == "goofspiel", f"this program does not check {kind!r:.40}")
        need(self.goal in ("win", "points"), "goal: neither win nor points")
        self.known, self.work = {}, 0

    def canonical(self, own, other, prize, to_come, lead):
        """A state of the same value, and the sign of its value: ranks for cards, no lead for points, a fixed side."""
        held = sorted({*own, *other})
        own, other = (tuple(held.index(card) for card in hand) for hand in (own, other))
        lead = lead if self.goal == "win" else 0
        here, swapped = (own, other, prize, to_come, lead), (other, own, prize, to_come, -lead)
        return (here, 1) if here <= swapped else (swapped, -1)

    def before(self, own, other, prizes, lead):
        """The value before a prize comes up: all prizes are equally likely."""
        if self.goal == "win" and (not prizes or abs(lead) > sum(prizes)):
            return (lead > 0) - (lead < 0)
        if not prizes or (own == other and (self.goal == "points" or lead == 0)):
            return 0
        total = 0
        for prize in prizes:
            state, sign = self.canonical(own, other, prize, tuple(card for card in prizes if card != prize), lead)
            need(state in self.known, f"the state {own}, {other}, {prize}, {prizes}, {lead} can follow and is missing")
            total += sign * self.known[state]
        return total / len(prizes)

    def check(self, lines):
        size, last = 0, None
        for entry in lines:
            own, other, prize, to_come, lead, *stated = values_of(entry, KEYS)
            own, other, to_come = cards(own), cards(other), cards(to_come)
            index(prize, 1001, 1)
            index(lead, 10**9 + 1, -(10**9))
            last = own, other, prize, to_come, lead
            need(len(own) == len(other) == len(to_come) + 1 and prize not in to_come, f"{last} is not a state")
            need(size <= len(own), f"{last} is out of order")
            size, (state, sign) = len(own), self.canonical(*last)
            need(state not in self.known, f"{last} occurs twice, perhaps by ranks or with the players swapped")
            self.known[state] = sign * self.solved(last, *stated)
        need(last, "there is no state")
        whole = range(1, size + 1)
        openings = [(prize, tuple(card for card in whole if card != prize)) for prize in whole]
        if all(self.canonical((*whole,), (*whole,), *opening, 0)[0] in self.known for opening in openings):
            return f"optimal bids in {len(self.known)} states: the whole game of {size} cards"
        own, other, prize, to_come, lead = last
        said = f"own {own}, other {other}, prize {prize}, to come {to_come}, lead {lead}"
        return f"optimal bids in {len(self.known)} states, the last of which ({said}) is worth {stated[0]}"

    def solved(self, state, said, own_bids, other_bids):
        """The value of a state, which two mixes of bids prove."""
        own, other, prize, to_come, lead = state
        value, matrix = fraction(said), []
        self.work += len(own) ** 2
        need(self.work <= WORK, "this is too much work")
        for mine in own:
            row = []
            for theirs in other:
                gain = prize * ((mine > theirs) - (mine < theirs))
                left = [tuple(card for card in hand if card != bid) for hand, bid in ((own, mine), (other, theirs))]
                row.append(self.before(*left, to_come, lead + gain) + gain * (self.goal == "points"))
            matrix.append(row)
        rows, columns = ([fraction(text) for text in listed(mix, len(own))] for mix in (own_bids, other_bids))
        need(
            all(min(mix) >= 0 and sum(mix) == 1 for mix in (rows, columns)), f"{state}: bids are chances that sum to 1"
        )
        gets = [sum(chance * entry for chance, entry in zip(rows, column)) for column in zip(*matrix)]
        allows = [sum(chance * entry for chance, entry in zip(columns, row)) for row in matrix]
        need(min(gets) >= value, f"{state}: the own bids do not get {said}")
        need(max(allows) <= value, f"{state}: the other bids allow more than {said}")
        return value


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    lines = objects(path)
    game = Game(next(lines, {}))
    return f"goofspiel, goal {game.goal}: {game.check(lines)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], checked))
