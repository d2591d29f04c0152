#!/usr/bin/env python3
"""Check certificates of truels: python check.py FILE [FILE ...]

A certificate states who wins how often in a truel, with all that is needed to check it. This program shares nothing
with the program that wrote it. docs/check/certificate.md is the format, docs/rules.md has the rules by their numbers.

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

LINE, DIGITS, WORK, SETS = 20_000_000, 100_000, 2_000_000, 1_100  # at most: characters, digits, profiles, sets
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of choices; "-" is none
HEAD = ("certificate", "kind", "hits", "targets", "later", "search", "search_later", "ties")
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
    need(isinstance(text, str) and re.fullmatch("(0|[1-9][0-9]*)(/[1-9][0-9]*)?", text), f"{text!r:.40}: no fraction")
    need(str(Fraction(text)) == text, f"{text:.40} is not in lowest terms")
    return Fraction(text)


def listed(value, length=None):
    need(isinstance(value, list) and length in (None, len(value)), f"{value!r:.40} is not a list of {length}")
    return value


def index(value, below):
    need(type(value) is int and 0 <= value < below, f"{value!r:.40} is not an integer from 0 to {below - 1}")
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
        self.kind, self.hits, self.work = head.get("kind"), [fraction(hit) for hit in listed(head.get("hits"))], 0
        need(self.kind in ("fixed", "announced", "stationary"), f"this program does not check {self.kind!r:.40}")
        need(1 < len(self.hits) < 17 and max(self.hits) <= 1, "hits must be 2 to 16 numbers from 0 to 1")
        self.everybody, self.miss = tuple(range(len(self.hits))), (Fraction(0),) * len(self.hits)
        if self.kind == "fixed":
            fields(head, *HEAD[:3])
            return
        _, _, hits, targets, self.later, *search, self.ties = fields(head, *HEAD)
        self.targets = [None if said == "Optimal" else self.aim(said) for said in listed(targets, len(hits))]
        need(self.later in ("Optimal", "Strongest", "Random", "Self", "Miss"), "later: not a word for all players")
        self.search = [[{*map(str, listed(words))} for words in listed(sets, len(hits))] for sets in search]
        fitting = all(words <= WORDS and words - {"Random"} for sets in self.search for words in sets)
        need(fitting, "search: an unknown word, or a set without Others, Strongest, Self and Miss")
        need(type(self.ties) is int and self.ties in (1, 2, 3, 4, -1, -4), "ties: not a tie rule")

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

    def turn(self, order, player, aim, win):
        """The turn (r, k) of an aim (R2.1); `win` gives the values of a smaller phase (R1.7), or None."""
        r, k, here = [Fraction(0)] * len(self.hits), Fraction(1), order.index(player)
        need(self.work <= WORK, "this is too much work")
        for victim, weight in enumerate(aim if self.hits[player] else ()):
            if weight:
                need(victim in order, f"player {player} aims at {victim}, who is eliminated")
                after = tuple(other for other in order[here + 1 :] + order[: here + 1] if other != victim)
                later = self.single(after[0]) if len(after) == 1 else win(after)
                need(later, f"the phase {after} can follow and is missing")
                r = [won + self.hits[player] * weight * more for won, more in zip(r, later)]
                k -= self.hits[player] * weight
        return r, k

    def living(self, said, before):
        """Read the living players of a line, who come after those of the line before."""
        players = tuple(index(player, len(self.hits)) for player in listed(said))
        need(1 < len(players) == len({*players}), f"{players}: not two or more different players")
        need(not before or (len(before), before) <= (len(players), players), f"{players} is out of order")
        return players

    def check_phases(self, lines):
        """Check the values of phases: with fixed aims, or by backward induction over announcements."""
        known, order = {}, ()
        for entry in lines:
            said, shown, win = fields(entry, "order", "aims" if self.kind == "fixed" else "choices", "win")
            order = self.living(said, order)
            need(order not in known, f"the phase {order} occurs twice")
            known[order] = getattr(self, self.kind)(order, listed(shown, len(order)), known)
            need([fraction(text) for text in listed(win)] == known[order], f"the values of the phase {order} differ")
        need(order == self.everybody, "the last line must be the first phase")
        how = "with these aims" if self.kind == "fixed" else f"by backward induction, ties by rule {self.ties}"
        return f"the values of {len(known)} phases {how}"

    def fixed(self, order, said, known):
        return value([self.turn(order, player, self.aim(aim), known.get) for player, aim in zip(order, said)])

    def announced(self, order, choices, known):
        """The value of a phase, after checking the choice at every node (R3.1 to R3.5) and how it breaks ties."""
        options = [self.options(order, player) for player in order]
        turns = [[self.turn(order, who, aim, known.get) for aim in aims] for who, aims in zip(order, options)]
        idle = [[not (self.hits[who] and any(aim)) for aim in aims] for who, aims in zip(order, options)]
        reached = []  # for every list of announcements, in order: the profile that follows, or None if all stall
        self.work += math.prod(map(len, options))
        need(self.work <= WORK, "this is too much work")
        for profile in itertools.product(*map(range, map(len, options))):
            reached.append(None if all(row[option] for row, option in zip(idle, profile)) else profile)
        for place in reversed(range(len(order))):
            many, player, nodes = len(options[place]), order[place], []
            need(isinstance(choices[place], str) and len(choices[place]) * many == len(reached), "too few choices")
            for node, sign in enumerate(choices[place]):
                follow = reached[node * many : (node + 1) * many]
                allowed = [option for option in range(many) if follow[option]]
                chosen = SIGNS.find(sign)
                need(chosen in allowed if allowed else sign == "-", f"player {player}: no option, or it stalls (R3.4)")
                if len(allowed) > 1:
                    worths = {}
                    for option in allowed:
                        self.work += 1
                        row = [turns[where][which] for where, which in enumerate(follow[option])]
                        worths[option] = value(row[place:] + row[:place])
                    best = max(worth[player] for worth in worths.values())
                    equal = [option for option in allowed if worths[option][player] == best]
                    need(chosen in equal, f"player {player} gains by another announcement (R3.1)")
                    taken = self.preferred(
                        [options[place][option] for option in equal], [worths[option] for option in equal]
                    )
                    need(chosen == equal[taken], f"tie rule {self.ties} takes another option of player {player} (R3.7)")
                nodes.append(follow[chosen] if allowed else None)
            reached = nodes
        return value([row[option] for row, option in zip(turns, reached[0])]) if reached[0] else [*self.miss]

    def check_stationary(self, lines):
        found, table, living, complete = [], {}, (), True
        for entry in lines:
            said, below, equilibria, refuted = fields(entry, "set", "below", "equilibria", "refuted")
            living = self.living(said, living)
            need(said == sorted(said), f"{living} is not ascending")
            sets = self.reachable(living)[:-1]
            chosen = dict(zip(sets, (found[index(one, len(found))] for one in listed(below, len(sets)))))
            need(all(one["set"] == left for left, one in chosen.items()), "below: an equilibrium of another set")
            inside = [pair for one in chosen.values() for pair in one["below"].items()]
            need(all(chosen[left] is one for left, one in inside), "below: equilibria that do not go together")
            need((living, *below) not in table, f"{living} occurs twice with the same equilibria below")
            known = {order: win for one in chosen.values() for order, win in one["at"].items()}
            new = [self.equilibrium(living, fields(one, "aims", "values"), chosen, known) for one in listed(equilibria)]
            table[living, *below], found = range(len(found), len(found) + len(new)), found + new
            if refuted is not None:
                self.refute(living, [one["aims"] for one in new], listed(refuted), known)
            complete = complete and refuted is not None
        if not complete:
            return f"{len(found)} equilibria of {len({key[0] for key in table})} sets; of others it says nothing"
        ways = [{}]
        for left in self.reachable(self.everybody):
            sets = self.reachable(left)[:-1]
            need(all((left, *(way[one] for one in sets)) in table for way in ways), f"{left} is missing somewhere")
            ways = [{**way, left: one} for way in ways for one in table[left, *(way[one] for one in sets)]]
        return f"exactly {len(ways)} pure equilibria, over all equilibria of the smaller sets"

    def reachable(self, living):
        """The sets of two or more players that can follow, the smallest first, with the set itself (R3.11, R8.6)."""
        seen, left = {living}, [living]
        while left:
            here = left.pop()
            need(len(seen) <= SETS, "this is too much work")
            aims = [aim for who in here if self.hits[who] for aim in self.options(here, who)]
            hit = {target for aim in aims for target in here if aim[target]} if len(here) > 2 else ()
            more = {tuple(who for who in here if who != target) for target in hit} - seen
            seen, left = seen | more, [*left, *more]
        return sorted(seen, key=lambda players: (len(players), players))

    def choices(self, living, player):
        """The options that a profile may have: one for a player who never hits (R8.5)."""
        aims = self.options(living, player)
        return aims if self.hits[player] else [aims[self.preferred(aims, [(1,) * len(self.hits)] * len(aims))]]

    def worth(self, living, turns, place, turn):
        """What a turn is worth to its player while the others keep theirs (R8.2)."""
        self.work += 1
        return value([turn, *turns[place + 1 :], *turns[:place]])[living[place]]

    def equilibrium(self, living, entry, below, known):
        """Check the values at every turn, and that no option is worth more than the aim (R8.3, R8.7)."""
        said, values = entry
        aims = tuple(self.aim(one) for one in listed(said, len(living)))
        turns = [self.turn(living, who, aim, known.get) for who, aim in zip(living, aims)]
        at = [value(turns[place:] + turns[:place]) for place in range(len(living))]
        stated = [[fraction(text) for text in listed(row)] for row in listed(values, len(living))]
        need(stated == at, f"the values of an equilibrium of {living} differ")
        for place, (who, aim) in enumerate(zip(living, aims)):
            options = self.choices(living, who)
            parts = [self.miss] * (sum(aim) < 1) + [self.single(target) for target in self.everybody if aim[target]]
            need(aim in options or all(part in options for part in parts), f"player {who} has no such aim in {living}")
            for option in options:
                worth = self.worth(living, turns, place, self.turn(living, who, option, known.get))
                need(worth <= at[place][who], f"player {who} gains by another aim in {living} (R8.3)")
        on_move = {living[place:] + living[:place]: win for place, win in enumerate(at)}
        return {"set": living, "aims": aims, "below": below, "at": on_move}

    def refute(self, living, found, refuted, known):
        """Check that somebody gains in every other profile; of options with equal k those with a smaller r lose."""
        rows, entries, pure = [], iter(refuted), 0
        for place, who in enumerate(living):
            mine = [(aim, self.turn(living, living[place], aim, known.get)) for aim in self.choices(living, who)]
            best = {turn[1]: max(r[who] for _, (r, k) in mine if k == turn[1]) for _, turn in mine}
            rows.append([(aim, turn) for aim, turn in mine if turn[0][who] == best[turn[1]]])
        for profile in itertools.product(*rows):
            self.work += 1
            if tuple(aim for aim, _ in profile) in found:
                pure += 1
            else:
                who, said, gain = listed(next(entries, None), 3)
                need(index(who, len(self.hits)) in living, f"player {who} is eliminated in {living}")
                place = living.index(who)
                turns, better = [turn for _, turn in profile], dict(rows[place]).get(self.aim(said))
                need(better, f"{said!r:.40} is no option of player {who} in {living}")
                more = self.worth(living, turns, place, better) - self.worth(living, turns, place, turns[place])
                need(0 < more == fraction(gain), f"player {who} does not gain {gain!r:.40} in {living}")
        need(next(entries, None) is None and pure == len(found), f"{living}: these are not its pure profiles")


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    try:
        lines = objects(path)
        game = Game(next(lines, {}))
        shown = (game.check_stationary if game.kind == "stationary" else game.check_phases)(lines)
    except (ValueError, RecursionError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)[:80]
        raise Refused(f"it cannot be read: {reason}") from None
    return f"{game.kind} play of {', '.join(map(str, game.hits))}: {shown}"


def main(paths):
    """Check files; the status is 1 if one is refused."""
    sys.set_int_max_str_digits(DIGITS)
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
