#!/usr/bin/env python3
"""Check certificates without a miss or with counted bullets: python check_best.py FILE [FILE ...]

This program shares nothing with the program that wrote the certificate. docs/check/certificate.md is the format,
docs/rules.md has the rules by their numbers. Both kinds have a best aim in every state, whatever the others do.

A turn of player m with hit probability p and aim q is the pair r = p * sum of q[t] * W(after t), the win probabilities
after a hit, and k = 1 - p * sum of q[t], the probability that the turn passes (R2.1). The turns of a round compose to
(V, K). Their value is V / (1 - K); if K = 1, nobody can be hit and every player's value is 0 (R2.2).
"""

import json
import re
import sys
from fractions import Fraction

LINE, DIGITS, WORK = 20_000_000, 50_000, 20_000_000  # at most: characters of a line, of a fraction; steps
HEAD = ("certificate", "kind", "hits", "targets", "later", "search", "search_later", "ties")
MORE = {"no miss": (), "bullets": ("bullets", "survivors")}
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
        self.kind, self.work = head.get("kind"), 0
        need(isinstance(self.kind, str) and self.kind in MORE, f"this program does not check {self.kind!r:.40}")
        _, _, hits, targets, self.later, *search, self.ties = [*fields(head, *HEAD, *MORE[self.kind])][: len(HEAD)]
        self.head, self.hits = head, [fraction(hit) for hit in listed(hits)]
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
        """The options of a player, in canonical order (R1.8, R1.9, R3.6, R3.8, R4.3 to R4.5, R4.7, R11.2)."""
        first = len(living) == len(self.hits)
        fixed = self.targets[player] if first else None
        others = [other for other in living if other != player]
        if len(living) == 2 and (len(self.hits) > 2 or fixed is None) and self.kind != "bullets":
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

    def living(self, said):
        players = tuple(index(player, len(self.hits)) for player in listed(said))
        need(1 < len(players) and sorted({*players}) == said, f"{players}: not two or more players, ascending")
        return players

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

    def no_miss(self, lines):
        """Check that all aim where an elimination is worth most to them (T12), and break ties by the rule."""
        known, before = {}, ()
        for entry in lines:
            said, shown, values = fields(entry, "set", "aims", "values")
            living, turns = self.living(said), []
            need(before < (len(living), living), f"{living} is out of order, or occurs twice")
            before = len(living), living
            for player, aim in zip(living, listed(shown, len(living))):
                options = self.options(living, player)
                mine = [self.turn(living, player, option, known) for option in options]
                need(len({k for _, k in mine}) == 1, f"player {player} can hit more often in {living}: T12 is silent")
                best = max(r[player] for r, _ in mine)
                equal = [one for one, (r, _) in enumerate(mine) if r[player] == best]
                need(len(equal) == 1 or self.ties != 3, f"tie rule 3 breaks a tie in {living}: T12 is silent")
                taken = equal[self.preferred([options[one] for one in equal], [r for r, _ in mine])]
                need(self.aim(aim) == options[taken], f"player {player} has another aim in {living}")
                turns.append(mine[taken])
            for place in range(len(living)):
                known[living[place:] + living[:place]] = value(turns[place:] + turns[:place])
            rows = [[fraction(text) for text in listed(row)] for row in listed(values)]
            need(rows == [*known.values()][-len(living) :], f"the values of {living} differ")
        need(self.everybody in known, "the set of all players is missing")
        return f"the aims in {len(known)} phases, announced (ties by rule {self.ties}) or stationary (T12)"

    def on_move(self, living, place, bullets):
        """The state with the first player on move who has a bullet at or after a place, or None (R11.1)."""
        bullets = tuple(count * (player in living) for player, count in enumerate(bullets))
        armed = [player for player in living if bullets[player] and len(living) > 1]
        return living, min(armed, key=lambda player: (player - place) % len(self.hits), default=None), bullets

    def bullets(self, lines):
        """Check the best shot in every state, and the chances of all sets of survivors (R11)."""
        bullets = [index(count, 51) for count in listed(self.head["bullets"], len(self.hits))]
        start = self.on_move(self.everybody, 0, bullets)
        need(self.head["survivors"] in ("equal", "none", "each"), "survivors: not a rule (R11.3)")
        known, before = {}, ()
        for entry in lines:
            said, mover, bullets, shown, *stated = fields(
                entry, "set", "mover", "bullets", "aim", "worths", "survivors"
            )
            living = self.living(said)
            bullets = [index(count, 51) for count in listed(bullets, len(self.hits))]
            state = self.on_move(living, index(mover, len(self.hits)), bullets)
            need(state == (living, mover, tuple(bullets)), f"{mover} is not on move, or the dead have bullets")
            need(before < (sum(bullets), state), f"{state} is out of order, or occurs twice")
            before = sum(bullets), state
            aims = self.options(living, mover)
            ends = [self.fired(state, aim, known) for aim in aims]
            worths = [self.worths(end) for end in ends]
            best = max(worth[mover] for worth in worths)
            equal = [one for one, worth in enumerate(worths) if worth[mover] == best]
            taken = equal[self.preferred([aims[one] for one in equal], [worths[one] for one in equal])]
            need(self.aim(shown) == aims[taken], f"player {mover} has another aim in {state}")
            need([fraction(text) for text in listed(stated[0])] == worths[taken], f"the worths in {state} differ")
            in_order = sorted(ends[taken].items(), key=lambda pair: (len(pair[0]), pair))
            true = [[left, str(chance)] for left, chance in in_order]
            need(json.dumps(stated[1]) == json.dumps(true), f"the survivors in {state} differ")
            known[state] = ends[taken]
        need(start in known or start[1] is None, "the first state is missing")
        return f"backward induction in {len(known)} states, ties by rule {self.ties}"

    def worths(self, ends):
        """What everybody gets on average (R11.3)."""
        total, rule = [Fraction(0)] * len(self.hits), self.head["survivors"]
        for left, chance in ends.items():
            share = Fraction(1, len(left) or 1) if rule == "equal" else int(rule == "each" or len(left) == 1)
            total = [one + chance * share * (player in left) for player, one in enumerate(total)]
        return total

    def fired(self, state, aim, known):
        """The chances of all sets of survivors after a shot."""
        (living, mover, bullets), chances = state, {}
        shares = [(victim, self.hits[mover] * weight) for victim, weight in enumerate(aim)]
        for victim, share in [(None, 1 - sum(share for _, share in shares)), *shares]:
            if share:
                left = tuple(player for player in living if player != victim)
                after = self.on_move(left, mover + 1, [count - (who == mover) for who, count in enumerate(bullets)])
                need(after[1] is None or after in known, f"{after} can follow and is missing")
                for end, chance in known.get(after, {left: 1}).items():
                    chances[end] = chances.get(end, 0) + share * chance
        self.count(len(chances))
        return chances


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    try:
        lines = objects(path)
        game = Game(next(lines, {}))
        shown = (game.no_miss if game.kind == "no miss" else game.bullets)(lines)
    except (ValueError, RecursionError, OSError) as error:
        raise Refused(f"it cannot be read: {error!s:.80}") from None
    return f"{game.kind}, {', '.join(map(str, game.hits))}: {shown}"


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
