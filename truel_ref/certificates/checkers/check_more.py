#!/usr/bin/env python3
"""Check certificates of equilibria under other rules of fire: python check_more.py FILE [FILE ...]

The kinds are the random shooter, simultaneous fire and opinions. This program shares nothing with the program that
wrote the certificate. docs/check/certificate.md is the format, docs/rules.md has the rules by their numbers.

A state is (living, held): the living players, and for opinions how many persons hold each. A place is a decision: a
state and a player who shoots in it. The aims of all places lead from state to state, and the values of the states solve
one linear equation each: V(state) = sum of chance * V(state that follows).
"""

import itertools
import json
import re
import sys
from fractions import Fraction

LINE, DIGITS, WORK = 20_000_000, 50_000, 2_000_000  # at most: characters of a line, of a fraction; steps
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


class Game:
    """The rules, and what a certificate must show of a game."""

    def __init__(self, head):
        need(head.get("certificate") == "truel 1", "this is not a certificate of version 1")
        _, self.kind, hits, targets, self.later, *search, self.ties = fields(head, *HEAD)
        need(self.kind in ("shooter", "simultaneous", "opinions"), f"this program does not check {self.kind!r:.40}")
        self.hits, self.work = [fraction(hit) for hit in listed(hits)], 0
        self.everybody, self.miss = tuple(range(len(hits))), (Fraction(0),) * len(hits)
        need(1 < len(hits) < 17 and max(self.hits) <= 1, "hits must be 2 to 16 numbers from 0 to 1")
        self.targets = [None if said == "Optimal" else self.aim(said) for said in listed(targets, len(hits))]
        need(self.later in ("Optimal", "Strongest", "Random", "Self", "Miss"), "later: not a word for all players")
        self.search = [[{*map(str, listed(words))} for words in listed(sets, len(hits))] for sets in search]
        fitting = all(words <= WORDS and words - {"Random"} for sets in self.search for words in sets)
        need(fitting, "search: an unknown word, or a set without Others, Strongest, Self and Miss")
        self.each = 1 + len(str(hits)) // 1000  # of steps: long numbers take long
        need(type(self.ties) is int and self.ties in (1, 2, 3, 4, -1, -4), "ties: not a tie rule")
        if self.kind == "opinions":
            others = all(words == {"Others"} for sets in self.search for words in sets)
            others &= all(not aim or (not aim[who] and sum(aim) == 1) for who, aim in enumerate(self.targets))
            need(others and self.later not in ("Self", "Miss"), "an opinion aims at other opinions (R12.2)")

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

    def choices(self, living, player):
        """The options in a profile: for a player who never hits only what the tie rule prefers (R8.5, R10.4, R12.2)."""
        aims, keys = self.options(living, player), []
        for aim in aims:
            strength = sum(weight * hit for weight, hit in zip(aim, self.hits))
            kind, target = (0, aim.index(1)) if 1 in aim else (2 if any(aim) else 1, 0)
            rules = ((kind, -strength, -target), (-strength,), (-sum(aim),), ((0, 2, 1)[kind], target))
            keys.append([part if self.ties > 0 else -part for part in rules[abs(self.ties) - 1]])
        return aims if self.hits[player] else [aims[keys.index(min(keys))]]

    def places(self, living):
        """The decisions in a set of living players, state by state."""
        if self.kind != "opinions":
            return [((living, None), player) for player in living]
        cuts = [(0, *cut, len(self.hits)) for cut in itertools.combinations(self.everybody[1:], len(living) - 1)]
        held = [dict(zip(living, (end - start for start, end in itertools.pairwise(cut)))) for cut in cuts]
        states = [(living, tuple(counts.get(player, 0) for player in self.everybody)) for counts in held]
        return [(state, player) for state in states for player in living]

    def step(self, state, aims):
        """The states that can follow when these players have these aims, each with its weight (R10.2, R10.3, R12.1)."""
        before, after = {state: Fraction(1)}, {}
        for shooter, aim in aims.items():
            after = {} if self.kind == "simultaneous" else after
            shares = [(victim, self.hits[shooter] * weight) for victim, weight in enumerate(aim)]
            for victim, share in [(None, 1 - sum(share for _, share in shares)), *shares]:
                for (living, held), chance in before.items() if share else ():
                    gone = (victim,) if held is None or (victim is not None and held[victim] == 1) else ()
                    left = tuple(player for player in living if player not in gone)
                    chance *= held[shooter] if held else 1
                    if held and victim is not None:
                        held = tuple(count + (who == shooter) - (who == victim) for who, count in enumerate(held))
                    after[left, held] = after.get((left, held), 0) + chance * share
            self.count(len(before) * (1 + sum(map(bool, aim))))
            before = after if self.kind == "simultaneous" else before
        return after

    def mean(self, chances, known):
        """The values in these states, summed with their weights."""
        total = [Fraction(0)] * (len(self.hits) + 1)
        for state, chance in chances.items():
            need(len(state[0]) < 2 or state in known, f"{state} can follow and is missing")
            ended = [*(int(state[0] == (player,)) for player in self.everybody), int(not state[0])]  # the last: nobody
            win = known.get(state, ended)
            total = [one + chance * more for one, more in zip(total, win)]
        return total

    def values(self, places, aims, known):
        """The values in each state of a set while all keep their aims; 0 where no state can be left."""
        acting, matrix = {state: {} for state, _ in places}, []
        for (state, player), aim in zip(places, aims):
            acting[state][player] = aim
        self.count(len(acting) ** 3)
        for state in acting:
            chances = self.step(state, acting[state])
            total = sum(chances.values())
            line = [total * (state == other) - chances.pop(other, 0) for other in acting]
            matrix.append([*line, *self.mean(chances, known)])
        left = any(any(line[len(acting) :]) for line in matrix)  # if so, every state is left at last, and no pivot is 0
        for row in range(len(matrix) if left else 0):
            pivot = [entry / matrix[row][row] for entry in matrix[row]]
            matrix = [[one - line[row] * more for one, more in zip(line, pivot)] for line in matrix]
            matrix[row] = pivot
        return {state: line[len(acting) :] for state, line in zip(acting, matrix)}

    def check(self, lines):
        found, table, before, complete = [], {}, (), True
        for entry in lines:
            said, below, equilibria, refuted = fields(entry, "set", "below", "equilibria", "refuted")
            living = tuple(index(player, len(self.hits)) for player in listed(said))
            need(1 < len(living) and sorted({*living}) == said, f"{living}: not two or more players, ascending")
            sets = self.reachable(living)[:-1]
            chosen = dict(zip(sets, (found[index(one, len(found))] for one in listed(below, len(sets)))))
            need(all(one["set"] == left for left, one in chosen.items()), "below: an equilibrium of another set")
            inside = [pair for one in chosen.values() for pair in one["below"].items()]
            need(all(chosen[left] is one for left, one in inside), "below: equilibria that do not go together")
            need(before <= (len(living), living), f"{living} is out of order")
            need((living, *below) not in table, f"{living} occurs twice with the same equilibria below")
            before = len(living), living
            known = {state: win for one in chosen.values() for state, win in one["at"].items()}
            need(len({*map(json.dumps, listed(equilibria))}) == len(equilibria), "an equilibrium occurs twice")
            new = [self.equilibrium(living, fields(one, "aims", "values"), chosen, known) for one in equilibria]
            table[living, *below], found = range(len(found), len(found) + len(new)), found + new
            if refuted is not None:
                self.refute(living, [one["aims"] for one in new], listed(refuted), known)
            complete = complete and refuted is not None
        if not complete:
            return f"{len(found)} equilibria of {len({key[0] for key in table})} sets; of others it says nothing"
        ways = [{}]
        for left in self.reachable(self.everybody):
            keys = [(left, *(way[one] for one in self.reachable(left)[:-1])) for way in ways]
            need(all(key in table for key in keys), f"{left} is missing somewhere")
            ways = [{**way, left: one} for way, key in zip(ways, keys) for one in table[key]]
            self.count(len(ways))
        return f"exactly {len(ways)} pure equilibria, over all equilibria of the smaller sets"

    def reachable(self, living):
        """The sets of two or more players that can follow, the smallest first, with the set itself (R3.11, R10.4)."""
        seen, left = {living}, [living]
        while left:
            here, acting = left.pop(), {}
            for state, player in self.places(here):  # the mean of all options leads wherever some option leads
                options = self.options(here, player)
                acting.setdefault(state, {})[player] = [sum(column) / len(options) for column in zip(*options)]
            after = {players for state, aims in acting.items() for players, _ in self.step(state, aims)}
            more = {players for players in after if len(players) > 1} - seen
            seen, left = seen | more, [*left, *more]
        return sorted(seen, key=lambda players: (len(players), players))

    def equilibrium(self, living, entry, chosen, known):
        """Check the values, and that nobody gains by another option at any place (R10.4, R12.3)."""
        (said, values), places = entry, self.places(living)
        aims = [self.aim(one) for one in listed(said, len(places))]
        options = [self.choices(living, player) for _, player in places]
        need(all(aim in mine for aim, mine in zip(aims, options)), f"somebody has no such aim in {living}")
        at = self.values(places, aims, known)
        true = [row if self.kind == "simultaneous" else row[:-1] for row in at.values()]
        need(
            [[fraction(text) for text in listed(row)] for row in listed(values)] == true,
            f"the values of {living} differ",
        )
        for place, (state, player) in enumerate(places):
            for option in options[place] if len(options[place]) > 1 else ():
                other = self.values(places, [*aims[:place], option, *aims[place + 1 :]], known)
                need(other[state][player] <= at[state][player], f"player {player} gains by another aim in {living}")
        return {"set": living, "aims": aims, "below": chosen, "at": at}

    def refute(self, living, found, refuted, known):
        """Check that somebody gains in every other profile."""
        places, entries, met = self.places(living), iter(refuted), []
        options = [self.choices(living, player) for _, player in places]
        for place, (state, player) in enumerate(places if self.kind == "shooter" else []):
            hits = [self.step(state, {player: aim}) for aim in options[place]]
            shots = [(chances.pop(state, 0), self.mean(chances, known)[player]) for chances in hits]
            best = dict(
                sorted(shots)
            )  # of options that miss equally often, those that are worth less than the best lose
            options[place] = [aim for aim, (misses, won) in zip(options[place], shots) if won == best[misses]]
        for aims in map(list, itertools.product(*options)):
            if aims in found:
                met.append(aims)
                continue
            player, said, gain, *held = listed(next(entries, None), 3 + (self.kind == "opinions"))
            state = living, tuple(index(count, len(self.hits)) for count in listed(held[0])) if held else None
            need((state, index(player, len(self.hits))) in places, f"{living}: no decision of player {player}")
            place, better = places.index((state, player)), self.aim(said)
            need(better in options[place], f"player {player} has no such option in {living}")
            old = self.values(places, aims, known)[state][player]
            new = self.values(places, [*aims[:place], better, *aims[place + 1 :]], known)[state][player]
            need(0 < new - old == fraction(gain), f"player {player} does not gain {gain!r:.40} in {living}")
        need(not [*entries] and met == found, f"{living}: these are not its profiles, in order")


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    try:
        lines = objects(path)
        game = Game(next(lines, {}))
        return f"{game.kind}, {', '.join(map(str, game.hits))}: {game.check(lines)}"
    except (ValueError, RecursionError, OSError) as error:
        raise Refused(f"it cannot be read: {error!s:.80}") from None


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
