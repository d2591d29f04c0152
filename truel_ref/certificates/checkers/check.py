#!/usr/bin/env python3
"""Check certificates of truels: python check.py FILE [FILE ...]

A certificate states who wins how often in a truel, with all that is needed to check it. This program shares nothing
with the program that wrote the certificate: it needs the standard library of Python, and knows the rules below and no
others. docs/check/certificate.md is the format (version 1), docs/rules.md has the rules; the code cites their numbers.

A turn of player m with hit probability p and aim q is the pair r = p * sum of q[t] * W(after t), the win probabilities
after a hit, and k = 1 - p * sum of q[t], the probability that the turn passes (R2.1). The turns of a round compose to
(V, K). Their value is V / (1 - K); if K = 1, nobody can be hit and every player's value is 0 (R2.2).
"""

import functools
import itertools
import json
import math
import re
import sys
from fractions import Fraction

LINE, LINES, WORK = 20_000_000, 1_000_000, 20_000_000  # at most: characters of a line, lines, values of profiles
AT_ONCE, WAYS, DIGITS = 2_000_000, 100_000, 10_000  # profiles of a phase, selections, digits of a fraction
LARGE = 350  # binary digits; arithmetic with larger numbers counts as more work
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of choices; "-" is none
HEAD = ("certificate", "kind", "hits", "targets", "later", "search", "search_later", "ties")


class Refused(Exception):
    """The certificate does not show what it states."""


def need(holds, reason):
    if not holds:
        raise Refused(reason)


# -- reading: JSON lines in canonical form, fractions as text in lowest terms


def no_key_twice(pairs):
    need(len(pairs) == len(dict(pairs)), "a key occurs twice")
    return dict(pairs)


def no_number(text):
    raise Refused(f"{text[:20]} is not an integer; a fraction is written as text")


def small(text):
    need(len(text) < 10, f"{text[:20]} is too large")
    return int(text)


def objects(path):
    with open(path, encoding="ascii", newline="\n") as file:
        for count in range(1, LINES + 1):
            line = file.readline(LINE)
            if not line:
                return
            try:
                entry = json.loads(
                    line,
                    object_pairs_hook=no_key_twice,
                    parse_int=small,
                    parse_float=no_number,
                    parse_constant=no_number,
                )
            except (ValueError, RecursionError):
                raise Refused(f"line {count} is not JSON") from None
            need(isinstance(entry, dict), f"line {count} is not an object")
            need(json.dumps(entry, separators=(",", ":")) + "\n" == line, f"line {count} is not in canonical form")
            yield entry
    raise Refused(f"more than {LINES} lines")


def values_of(entry, keys):
    need(isinstance(entry, dict) and tuple(entry) == keys, f"the keys must be {', '.join(keys)}, in this order")
    return list(entry.values())


def fraction(text):
    form = isinstance(text, str) and re.fullmatch("-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?", text)
    need(form, f"{text!r:.40}: no fraction")
    need(len(text) <= DIGITS, f"a fraction has more than {DIGITS} digits")
    need(str(Fraction(text)) == text, f"{text:.40} is not in lowest terms")
    return Fraction(text)


def listed(value, length=None):
    need(isinstance(value, list) and length in (None, len(value)), f"{value!r:.40} is not a list of {length}")
    return value


def index(value, below, least=0):
    need(type(value) is int and least <= value < below, f"{value!r:.40} is not an integer from {least} to {below - 1}")
    return value


class Game:
    """The rules: the options of every player in every phase, and the turns that they are."""

    KINDS = {  # the keys of the head; the most players
        "fixed": (HEAD[:3], 39),
        "announced": (HEAD, 39),
        "stationary": (HEAD, 12),
        "periodic": (HEAD, 12),
    }
    two_shoot = True  # the last two shoot at each other (R1.8)

    def __init__(self, head, number=fraction):
        need(head.get("certificate") == "truel 1", "this is not a certificate of version 1")
        self.head, self.kind, self.number, self.work = head, head.get("kind"), number, 0
        known = isinstance(self.kind, str) and self.kind in self.KINDS
        need(known, f"this program does not check {self.kind!r:.40}")
        keys, most = self.KINDS[self.kind]
        hits = values_of(head, keys)[2]
        self.hits = [number(hit) for hit in listed(hits)]
        chances = 1 < len(hits) <= most and min(self.hits) >= 0 and max(self.hits) <= 1
        need(chances, f"hits must be 2 to {most} numbers from 0 to 1")
        self.everybody, self.miss = tuple(range(len(hits))), (Fraction(0),) * len(hits)
        if self.kind == "fixed":
            return
        targets, self.later, search, search_later, self.ties = [head[key] for key in HEAD[3:]]
        self.targets = [None if said == "Optimal" else self.aim(said) for said in listed(targets, len(hits))]
        need(self.later in ("Optimal", "Strongest", "Random", "Self", "Miss"), "later: not a word for all players")
        self.search = [
            [set(map(str, listed(words))) for words in listed(sets, len(hits))] for sets in (search, search_later)
        ]
        for words in itertools.chain(*self.search):
            need(
                words <= {"Others", "Strongest", "Self", "Miss", "Random"}, f"search: an unknown word in {words!r:.60}"
            )
            need(words - {"Random"}, "search: a set without Others, Strongest, Self and Miss")
        need(type(self.ties) is int and self.ties in (1, 2, 3, 4, -1, -4), "ties: not a tie rule")

    def single(self, target):
        return tuple(Fraction(int(player == target)) for player in self.everybody)

    def target(self, aim):
        return aim.index(1) if 1 in aim else None

    def aim(self, said):
        """Read an aim: a player, Miss, or one weight for each player."""
        if said == "Miss":
            return self.miss
        if type(said) is int:
            return self.single(index(said, len(self.hits)))
        weights = tuple(map(self.number, listed(said, len(self.hits))))
        mix = min(weights) >= 0 and sum(weights) <= 1 and any(weights) and self.target(weights) is None
        need(mix, f"{said!r:.40} is not a mix")
        return weights

    @functools.cache
    def options(self, living, player):
        """The options of a player, in canonical order (R1.8, R1.9, R3.6, R3.8, R4.3 to R4.5, R4.7)."""
        first = len(living) == len(self.hits)
        fixed = self.targets[player] if first else None
        others = [other for other in living if other != player]
        if self.two_shoot and len(living) == 2 and (len(self.hits) > 2 or fixed is None):
            return [self.single(others[0])]
        if fixed is not None:
            return [fixed]
        words = self.search[0 if first else 1][player]
        strongest = max(others, key=lambda other: (self.hits[other], other))
        at = set(others if "Others" in words else [])
        at |= {who for who, word in ((strongest, "Strongest"), (player, "Self")) if word in words}
        singles = [self.single(target) for target in sorted(at)] + [self.miss] * ("Miss" in words)
        mix = tuple(sum(column) / len(singles) for column in zip(*singles))
        if not first and self.later != "Optimal":
            means = {"Strongest": self.single(strongest), "Self": self.single(player), "Miss": self.miss, "Random": mix}
            return [means[self.later]]
        return singles + [mix] * ("Random" in words and mix not in singles)

    def preferred(self, aims, wins):
        """Which of several equal aims the tie rule takes (R3.7); the first of those that it leaves equal (R3.8)."""
        keys = []
        for aim, win in zip(aims, wins):
            strength = sum(weight * hit for weight, hit in zip(aim, self.hits))
            target = self.target(aim)
            kind = 0 if target is not None else 2 if any(aim) else 1
            simplest, in_order = (kind, -strength, -(target or 0)), ((0, 2, 1)[kind], target or 0)
            likeliest = (-sum(weight * won for weight, won in zip(aim, win)),)
            key = {1: simplest, 2: (-strength,), 3: likeliest, 4: in_order}[abs(self.ties)]
            keys.append(tuple(-part for part in key) if self.ties < 0 else key)
        return keys.index(min(keys))

    def turn(self, order, player, aim, win):
        """The turn (r, k) of an aim (R2.1); `win` gives the values of smaller phases (R1.7)."""
        r, k, here = [Fraction(0)] * len(self.hits), Fraction(1), order.index(player)
        for victim, weight in enumerate(aim if self.hits[player] else ()):
            if weight:
                need(victim in order, f"player {player} aims at {victim}, who is eliminated")
                after = tuple(other for other in order[here + 1 :] + order[: here + 1] if other != victim)
                later = self.single(after[0]) if len(after) == 1 else win(after)
                r = [won + self.hits[player] * weight * more for won, more in zip(r, later)]
                k -= self.hits[player] * weight
                self.count((k.denominator.bit_length() // LARGE) ** 2)
        return r, k

    def count(self, more=1):
        self.work += more
        need(self.work <= WORK, "this is too much work")

    def living(self, entry, key, before):
        """Read the living players of a line; smaller sets of players come first."""
        said = entry.get(key) if isinstance(entry, dict) else None
        players = tuple(index(player, len(self.hits)) for player in listed(said))
        need(1 < len(players) == len({*players}), f"{key}: not two or more different players")
        start = players.index(min(players))
        cycle = players[start:] + players[:start]
        need(cycle == tuple(sorted(players)), f"{key}: {players} is not in the cycle")
        need(key == "order" or players == cycle, f"{key}: {players} is not ascending")
        need(not before or (len(before), before) <= (len(players), players), f"{key}: {players} is out of order")
        return players

    def value(self, turns):
        """The value of turns that repeat (R2.2)."""
        win, passed = self.miss, Fraction(1)
        self.count()
        for r, k in turns:
            win, passed = [won + passed * more for won, more in zip(win, r)], passed * k
            self.count((passed.denominator.bit_length() // LARGE) ** 2)
        return [won / (1 - passed) for won in win] if passed != 1 else [*self.miss]

    def check(self, lines):
        other = {"stationary": self.check_stationary, "periodic": self.check_periodic}
        return other.get(self.kind, self.check_phases)(lines)

    # -- fixed aims and announced play

    def check_phases(self, lines):
        known, order = {}, ()

        def win(after):
            need(after in known, f"the phase {after} can follow and is missing")
            return known[after]

        for entry in lines:
            self.count(len(self.hits))
            order = self.living(entry, "order", order)
            need(order not in known, f"the phase {order} occurs twice")
            if self.kind == "fixed":
                _, said, stated = values_of(entry, ("order", "aims", "win"))
                aims = [self.aim(aim) for aim in listed(said, len(order))]
                forced = len(order) == 2 < len(self.hits)
                need(
                    not forced or [*map(self.target, aims)] == [*order[::-1]], "the last two shoot at each other (R1.8)"
                )
                reached = self.value([self.turn(order, player, aim, win) for player, aim in zip(order, aims)])
            else:
                _, stated, choices = values_of(entry, ("order", "win", "choices"))
                reached = self.announced(order, listed(choices, len(order)), win)
            need([self.number(text) for text in listed(stated)] == reached, f"the values of the phase {order} differ")
            known[order] = self.win = reached
        need(order == self.everybody, "the last line must be the first phase")
        if self.kind == "fixed":
            return f"the values of {len(known)} phases with these aims"
        return f"backward induction in {len(known)} phases, with ties by rule {self.ties}"

    def announced(self, order, choices, win):
        """The value of a phase, after checking the choice at every node (R3.1 to R3.5) and how it breaks ties."""
        options = [self.options(order, player) for player in order]
        profiles = math.prod(map(len, options))
        need(profiles <= AT_ONCE, f"a phase with more than {AT_ONCE} profiles")
        self.count(profiles)
        turns = [[self.turn(order, who, aim, win) for aim in aims] for who, aims in zip(order, options)]
        idle = [[not (self.hits[who] and any(aim)) for aim in aims] for who, aims in zip(order, options)]
        reached = []  # for every list of announcements, in order: the profile that follows, or None if all stall
        for profile in itertools.product(*map(range, map(len, options))):
            reached.append(None if all(row[option] for row, option in zip(idle, profile)) else profile)
        for place in reversed(range(len(order))):
            many, player, nodes = len(options[place]), order[place], []
            need(isinstance(choices[place], str) and len(choices[place]) * many == len(reached), "too few choices")
            for node, sign in enumerate(choices[place]):
                follow = reached[node * many : (node + 1) * many]
                allowed = [option for option in range(many) if follow[option]]
                need((sign == "-") == (not allowed), "no choice where there is one, or a choice where all stall (R3.5)")
                chosen = SIGNS.find(sign)
                need(sign == "-" or chosen in allowed, f"player {player} chooses no option, or stalls (R3.4)")
                if len(allowed) > 1:
                    worths = []
                    for option in allowed:
                        row = [turns[where][which] for where, which in enumerate(follow[option])]
                        worths.append(self.value(row[place:] + row[:place]))
                    best = max(worth[player] for worth in worths)
                    equal = [(option, worth) for option, worth in zip(allowed, worths) if worth[player] == best]
                    need(chosen in dict(equal), f"player {player} gains by another announcement (R3.1)")
                    taken = self.preferred([options[place][option] for option, _ in equal], [won for _, won in equal])
                    need(chosen == equal[taken][0], f"tie rule {self.ties} takes another option of player {player}")
                nodes.append(follow[chosen] if allowed else None)
            reached = nodes
        return (
            self.value([row[option] for row, option in zip(turns, reached[0])]) if reached[0] else [0] * len(self.hits)
        )

    # -- stationary play

    def check_stationary(self, lines):
        found, table, living, complete = [], {}, (), True
        for entry in lines:
            living = self.living(entry, "set", living)
            _, below, equilibria, refuted = values_of(entry, ("set", "below", "equilibria", "refuted"))
            sets = self.reachable(living)[:-1]
            chosen = dict(zip(sets, (found[index(one, len(found))] for one in listed(below, len(sets)))))
            need(all(one["set"] == left for left, one in chosen.items()), "below: an equilibrium of another set")
            inside = {left: one for each in chosen.values() for left, one in each["below"].items()}
            need(all(chosen[left] is one for left, one in inside.items()), "below: equilibria that do not go together")
            need((living, *below) not in table, f"the set {living} occurs twice with the same equilibria below")
            table[living, *below] = ids = []
            for one in listed(equilibria):
                ids.append(len(found))
                found.append(self.equilibrium(living, values_of(one, ("aims", "values")), chosen))
            aims = [found[one]["aims"] for one in ids]
            need(len({*aims}) == len(aims), "an equilibrium occurs twice")
            if refuted is None:
                complete = False
            else:
                self.refute(living, aims, listed(refuted), chosen)
        ways = [{}]
        for left in self.reachable(self.everybody) if complete else ():
            ids = [table.get((left, *(way[one] for one in self.reachable(left)[:-1])), None) for way in ways]
            need(None not in ids, f"the set {left} is missing with some equilibria below")
            need(sum(map(len, ids)) <= WAYS, f"more than {WAYS} selections")
            ways = [{**way, left: one} for way, each in zip(ways, ids) for one in each]
        need(complete or living == self.everybody, "the last line must be the set of all players")
        self.found, self.complete = found, complete
        if complete:
            return f"exactly {len(ways)} pure equilibria, over all equilibria of smaller sets"
        return f"{len(found)} equilibria of {len({key[0] for key in table})} sets, and nothing of others"

    def reachable(self, living):
        """The sets of two or more players that can follow, the smallest first, with the set itself (R3.11, R8.6)."""
        seen, left = {living}, [living]
        while left:
            more = {players for players in self.following(left.pop()) if len(players) > 1} - seen
            left, seen = [*left, *more], seen | more
        return sorted(seen, key=lambda players: (len(players), players))

    def following(self, living):
        """The sets that can follow a shot."""
        self.count(20)
        aims = [aim for who in living if self.hits[who] for aim in self.options(living, who)]
        hit = {target for aim in aims for target in living if aim[target]}
        return {tuple(who for who in living if who != target) for target in hit}

    def choices(self, living, player):
        """The options that a profile may have: one for a player who never hits (R8.5)."""
        aims = self.options(living, player)
        return aims if self.hits[player] else [aims[self.preferred(aims, [(1,) * len(aim) for aim in aims])]]

    def turns(self, living, aims, below):
        """The turns of all players of a set who keep these aims."""

        def win(after):
            return below[tuple(sorted(after))]["at"][after[0]]

        places = range(len(living))
        return [self.turn(living[i:] + living[:i], living[i], aims[i], win) for i in places]

    def worth(self, living, turns, place, turn):
        """What a turn is worth to its player while the others keep theirs (R8.2)."""
        return self.value([turn, *turns[place + 1 :], *turns[:place]])[living[place]]

    def equilibrium(self, living, entry, below):
        """Check that no option of a player is worth more than the aim (R8.3, R8.7), and the value at every turn."""
        aims = tuple(self.aim(said) for said in listed(entry[0], len(living)))
        for who, aim in zip(living, aims):
            options = self.choices(living, who)
            likely = {target for option in options for target in living if option[target]}
            free = all(target in likely for target in self.everybody if aim[target]) and len(options) > 1
            need(aim in options or (free and (self.miss in options or sum(aim) == 1)), f"{who} has no such aim")
        turns = self.turns(living, aims, below)
        at = {who: self.value(turns[i:] + turns[:i]) for i, who in enumerate(living)}
        stated = [[self.number(text) for text in listed(row)] for row in listed(entry[1], len(living))]
        need(stated == list(at.values()), f"the values of an equilibrium of {living} differ")
        for place, who in enumerate(living):
            for option in self.choices(living, who):
                other = self.turns(living, (*aims[:place], option, *aims[place + 1 :]), below)[place]
                need(self.worth(living, turns, place, other) <= at[who][who], f"player {who} gains in {living} (R8.3)")
        return {"set": living, "aims": aims, "at": at, "below": below}

    def refute(self, living, found, refuted, below):
        """Check that a player gains in every other profile; options with equal k and a smaller own r never count."""
        rows = []
        for place, who in enumerate(living):
            options = self.choices(living, who)
            turns = [
                self.turns(living, (*[self.miss] * place, aim, *[self.miss] * len(living)), below)[place]
                for aim in options
            ]
            best = {}
            for r, k in turns:
                best[k] = max(best.get(k, 0), r[who])
            rows.append([(aim, turn) for aim, turn in zip(options, turns) if turn[0][who] == best[turn[1]]])
        entries, met = iter(refuted), 0
        for profile in itertools.product(*rows):
            self.count()
            if tuple(aim for aim, _ in profile) in found:
                met += 1
                continue
            who, said, gain = listed(next(entries, None), 3)
            need(who in living, f"refuted: {who!r:.40} is no living player")
            place, turns = living.index(who), [turn for _, turn in profile]
            (turn,) = [turn for aim, turn in rows[place] if aim == self.aim(said)] or [profile[place][1]]
            more = self.worth(living, turns, place, turn) - self.worth(living, turns, place, turns[place])
            need(more > 0 and more == self.number(gain), f"player {who} does not gain {gain!r:.40} in {living}")
        need(next(entries, None) is None, f"refuted: {living} has fewer profiles")
        need(met == len(found), f"a mixed equilibrium of {living} in a list of pure ones")

    # -- plans that repeat after some rounds

    def check_periodic(self, lines):
        """Check that each plan is an equilibrium of its set (R13.4), and the values at every position (R13.2)."""
        found, living = [], ()
        for entry in lines:
            living = self.living(entry, "set", living)
            _, below, said, values = values_of(entry, ("set", "below", "aims", "values"))
            rounds = [[self.aim(one) for one in listed(aims, len(living))] for aims in listed(said)]
            shifts = [rounds[start:] + rounds[:start] for start in range(1, len(rounds))]
            need(rounds and rounds not in shifts, f"the plan of {living} repeats earlier, or has no round")
            sets, chosen = self.reachable(living)[:-1], {}
            for left, one in zip(sets, listed(below, len(sets))):
                which, begins = listed(one, 2)
                plan = found[index(which, len(found))]
                need(plan["set"] == left, "below: a plan of another set")
                begins = [index(begin, len(plan["rows"])) for begin in listed(begins, len(left))]
                at = {who: plan["rows"][begin][place] for place, (who, begin) in enumerate(zip(left, begins))}
                chosen[left] = {"chosen": (which, begins), "at": at}
                same = all(chosen[inside]["chosen"] == entered for inside, entered in plan["below"].items())
                need(same, "below: plans that do not go together")
            options = [self.choices(living, who) for who in living]
            known = all(aim in mine for aims in rounds for aim, mine in zip(aims, options))
            need(known, f"somebody has no such aim in {living}")
            turns = [turn for aims in rounds for turn in self.turns(living, aims, chosen)]
            at = [self.value(turns)]
            for r, k in reversed(turns[1:]):
                at.insert(0, [won + k * rest for won, rest in zip(r, at[0])])
            rows = at[-1:] + at[:-1]
            rows = [rows[start : start + len(living)] for start in range(0, len(rows), len(living))]
            stated = [[[self.number(text) for text in listed(row)] for row in listed(each)] for each in listed(values)]
            need(stated == rows, f"the values of the plan of {living} differ")
            for place, who in enumerate(living):
                for option in options[place]:
                    r, k = self.turns(living, [*rounds[0][:place], option, *rounds[0][place + 1 :]], chosen)[place]
                    for number, row in enumerate(rows):
                        behind = (row[place + 1 :] or rows[(number + 1) % len(rows)])[0]
                        holds = r[who] + k * behind[who] <= row[place][who]
                        need(holds, f"player {who} gains in round {number + 1} of the plan of {living} (R13.4)")
            entered = {left: one["chosen"] for left, one in chosen.items()}
            found.append({"set": living, "rows": rows, "below": entered})
        need(living == self.everybody, "the last line must be the set of all players")
        periods = [len(plan["rows"]) for plan in found if plan["set"] == living]
        said = ", ".join(map(str, sorted({*periods})))
        return f"{len(periods)} equilibria of all players, of period {said}, and nothing of others"


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    lines = objects(path)
    game = Game(next(lines, {}))
    return f"{game.kind} play of {', '.join(map(str, game.hits))}: {game.check(lines)}"


def main(paths, checked=checked):
    """Check files; the status is 0 if all hold."""
    sys.set_int_max_str_digits(0)
    status = 0
    for path in paths:
        try:
            print(f"{path}: holds: {checked(path)}")
        except (Refused, OSError, ValueError, RecursionError) as error:
            status = 1
            print(f"{path}: refused: {error}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
