#!/usr/bin/env python3
"""Check certificates of other kinds of play: python check_more.py FILE [FILE ...]

The kinds are no miss, lot, bullets, shooter, simultaneous and opinions. This program needs check.py beside it, which
reads files and knows the rules of a truel, and nothing else. docs/check/certificate.md is the format, docs/rules.md has
the rules by their numbers.

Under the last three rules of fire a state is (living, held): the living players, and for opinions how many persons hold
each. A place is a decision: a state and a player who shoots in it. The aims of all places lead from state to state, and
the values of the states solve one linear equation each: V(state) = sum of chance * V(state that follows).
"""

import functools
import itertools
import json
import sys
from fractions import Fraction

try:
    from .check import HEAD, Game, fraction, index, listed, main, need, objects, values_of
except ImportError:  # a program by itself
    from check import HEAD, Game, fraction, index, listed, main, need, objects, values_of

FIRE = ("shooter", "simultaneous", "opinions")


class More(Game):
    """The rules of the other kinds, and what a certificate must show."""

    KINDS = {
        "no miss": (HEAD, 16),
        "lot": ((*HEAD, "play", "start"), 9),
        "bullets": ((*HEAD, "bullets", "survivors"), 16),
        **dict.fromkeys(FIRE, (HEAD, 12)),
    }

    def __init__(self, head, number=fraction):
        super().__init__(head, number)
        self.two_shoot = self.kind != "bullets"
        self.each = (1 + len(str(head["hits"])) // 1000) * (10 if self.kind in FIRE else 1)  # long numbers take long
        if self.kind == "opinions":
            others = all(words == {"Others"} for sets in self.search for words in sets)
            others &= all(not aim or (not aim[who] and sum(aim) == 1) for who, aim in enumerate(self.targets))
            need(others and self.later not in ("Self", "Miss"), "an opinion aims at other opinions (R12.2)")

    def count(self, more=1):
        super().count(more * self.each)

    def check(self, lines):
        by_kind = {"no miss": self.no_miss, "lot": self.lot, "bullets": self.bullets}
        return by_kind.get(self.kind, self.check_stationary)(lines)

    def numbers(self, said, length=None):
        return [self.number(text) for text in listed(said, length)]

    # -- no miss

    def no_miss(self, lines):
        """Check that all aim where an elimination is worth most to them (T12), and break ties by the rule."""
        known, living = {}, ()

        def win(after):
            need(after in known, f"the phase {after} can follow and is missing")
            return known[after]

        for entry in lines:
            living, turns = self.living(entry, "set", living), []
            _, shown, values = values_of(entry, ("set", "aims", "values"))
            need(living not in known, f"{living} occurs twice")
            for player, aim in zip(living, listed(shown, len(living))):
                options = self.options(living, player)
                mine = [self.turn(living, player, option, win) for option in options]
                need(len({k for _, k in mine}) == 1, f"player {player} can hit more often in {living}: T12 is silent")
                best = max(r[player] for r, _ in mine)
                equal = [one for one, (r, _) in enumerate(mine) if r[player] == best]
                need(len(equal) == 1 or self.ties != 3, f"tie rule 3 breaks a tie in {living}: T12 is silent")
                taken = equal[self.preferred([options[one] for one in equal], [r for r, _ in mine])]
                need(self.aim(aim) == options[taken], f"player {player} has another aim in {living}")
                turns.append(mine[taken])
            for place in range(len(living)):
                known[living[place:] + living[:place]] = self.value(turns[place:] + turns[:place])
            rows = [self.numbers(row) for row in listed(values)]
            need(rows == [*known.values()][-len(living) :], f"the values of {living} differ")
        need(self.everybody in known, "the set of all players is missing")
        return f"the aims in {len(known)} phases, announced (ties by rule {self.ties}) or stationary (T12)"

    # -- drawn orders

    def lot(self, lines):
        """Check the mean over all orders, or all shifts of the stated order, each a problem of its own (R10.1)."""
        play, start = self.head["play"], self.head["start"]
        need(play in ("announced", "stationary"), "play: neither announced nor stationary")
        need(type(start) is bool, "start: neither true nor false")
        shifts = (self.everybody[first:] + self.everybody[:first] for first in self.everybody)
        totals, count = [self.miss], 0  # of every combination of plays; a mean needs exactly one
        for count, order in enumerate(shifts if start else itertools.permutations(self.everybody), 1):
            drawn, inside = values_of(next(lines, None), ("drawn", "lines"))
            need(json.dumps(drawn) == json.dumps(order), f"the order {order} is missing")
            head = {key: self.head[key] for key in HEAD} | {"kind": play}
            head |= {key: [head[key][player] for player in order] for key in ("hits", "search", "search_later")}
            head["targets"] = [self.moved(self.head["targets"][player], order) for player in order]
            game = Game(head, self.number)  # by place in the drawn order (R4.11)
            game.work = self.work
            if play == "announced":
                game.check_phases(listed(inside))
                wins = [game.win]
            else:
                game.check_stationary(listed(inside))
                need(game.complete, f"the equilibria of {order} may not be all")
                whole = (one for one in game.found if one["set"] == game.everybody)  # those in which only
                wins = [win for _, win in {(one["aims"], tuple(one["at"][0])) for one in whole}]  # smaller sets differ
            self.work = game.work
            single = len(wins) == len(totals) == 1
            totals = [[one + wins[0][order.index(who)] for who, one in enumerate(totals[0])]] if single else []
        (stated,) = values_of(next(lines, None), ("win",))
        mean = [one / count for one in totals[0]] if totals else None
        need((None if stated is None else self.numbers(stated)) == mean, "the mean differs")
        need(next(lines, None) is None, "more than the orders and their mean")
        if mean is None:
            return f"no mean over {count} orders: some have no pure equilibrium, or several (R10.1)"
        return f"the mean of {play} play over {count} orders, ties by rule {self.ties}"

    def moved(self, said, order):
        if isinstance(said, list):
            return [said[player] for player in order]
        return order.index(said) if type(said) is int else said

    # -- counted bullets

    def on_move(self, living, place, bullets):
        """The state with the first player on move who has a bullet at or after a place, or None (R11.1)."""
        bullets = tuple(count * (player in living) for player, count in enumerate(bullets))
        armed = [player for player in living if bullets[player] and len(living) > 1]
        return living, min(armed, key=lambda player: (player - place) % len(self.hits), default=None), bullets

    def bullets(self, lines):
        """Check the best shot in every state, and the chances of all sets of survivors (R11)."""
        start = self.on_move(self.everybody, 0, self.counts(self.head["bullets"]))
        need(self.head["survivors"] in ("equal", "none", "each"), "survivors: not a rule (R11.3)")
        known, before = {}, ()
        for entry in lines:
            living = self.living(entry, "set", ())
            _, mover, bullets, shown, worth, survivors = values_of(
                entry, ("set", "mover", "bullets", "aim", "worths", "survivors")
            )
            bullets = self.counts(bullets)
            state = self.on_move(living, index(mover, len(self.hits)), bullets)
            need(state == (living, mover, bullets), f"{mover} is not on move, or the dead have bullets")
            need(before < (sum(bullets), state), f"{state} is out of order, or occurs twice")
            before = sum(bullets), state
            aims = self.options(living, mover)
            ends = [self.fired(state, aim, known) for aim in aims]
            worths = [self.worths(end) for end in ends]
            best = max(one[mover] for one in worths)
            equal = [one for one, each in enumerate(worths) if each[mover] == best]
            taken = equal[self.preferred([aims[one] for one in equal], [worths[one] for one in equal])]
            need(self.aim(shown) == aims[taken], f"player {mover} has another aim in {state}")
            need(self.numbers(worth) == worths[taken], f"the worths in {state} differ")
            listed(survivors, len(ends[taken]))
            for said, (left, chance) in zip(survivors, sorted(ends[taken].items(), key=lambda one: (len(one[0]), one))):
                same = json.dumps(listed(said, 2)[0]) == json.dumps(left) and self.number(said[1]) == chance
                need(same, f"the survivors in {state} differ")
            known[state] = ends[taken]
        need(start in known or start[1] is None, "the first state is missing")
        return f"backward induction in {len(known)} states, ties by rule {self.ties}"

    def counts(self, said):
        return tuple(index(count, 51) for count in listed(said, len(self.hits)))

    def worths(self, ends):
        """What everybody gets on average (R11.3)."""
        total, rule = self.miss, self.head["survivors"]
        for left, chance in ends.items():
            share = Fraction(1, len(left) or 1) if rule == "equal" else int(rule == "each" or len(left) == 1)
            total = [one + chance * share * (player in left) for player, one in enumerate(total)]
        return [*total]

    def fired(self, state, aim, known):
        """The chances of all sets of survivors after a shot."""
        (living, mover, bullets), chances = state, {}
        for victim, share in self.shares(mover, aim):
            left = tuple(player for player in living if player != victim)
            after = self.on_move(left, mover + 1, [count - (who == mover) for who, count in enumerate(bullets)])
            need(after[1] is None or after in known, f"{after} can follow and is missing")
            for end, chance in known.get(after, {left: 1}).items():
                chances[end] = chances.get(end, 0) + share * chance
        self.count(len(chances))
        return chances

    def shares(self, shooter, aim):
        """Who is hit, None for nobody, and how likely."""
        hit = [(victim, self.hits[shooter] * weight) for victim, weight in enumerate(aim)]
        return [one for one in [(None, 1 - sum(share for _, share in hit)), *hit] if one[1]]

    # -- equilibria under other rules of fire

    @functools.cache
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
            for victim, share in self.shares(shooter, aim):
                for (living, held), chance in before.items():
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
            total = [one + chance * more for one, more in zip(total, known.get(state, ended))]
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

    def following(self, living):
        """The sets that can follow; the mean of all options leads wherever some option leads."""
        acting = {}
        for state, player in self.places(living):
            options = self.options(living, player)
            acting.setdefault(state, {})[player] = [sum(column) / len(options) for column in zip(*options)]
        return {players for state, aims in acting.items() for players, _ in self.step(state, aims)}

    def known(self, below):
        return {state: win for one in below.values() for state, win in one["at"].items()}

    def equilibrium(self, living, entry, below):
        """Check the values, and that nobody gains by another option at any place (R10.4, R12.3)."""
        (said, values), places, known = entry, self.places(living), self.known(below)
        aims = tuple(self.aim(one) for one in listed(said, len(places)))
        options = [self.choices(living, player) for _, player in places]
        need(all(aim in mine for aim, mine in zip(aims, options)), f"somebody has no such aim in {living}")
        at = self.values(places, aims, known)
        true = [row if self.kind == "simultaneous" else row[:-1] for row in at.values()]
        need([self.numbers(row) for row in listed(values)] == true, f"the values of {living} differ")
        for place, (state, player) in enumerate(places):
            for option in options[place] if len(options[place]) > 1 else ():
                other = self.values(places, [*aims[:place], option, *aims[place + 1 :]], known)
                need(other[state][player] <= at[state][player], f"player {player} gains by another aim in {living}")
        return {"set": living, "aims": aims, "at": at, "below": below}

    def refute(self, living, found, refuted, below):
        """Check that somebody gains in every other profile; of shots that miss equally often only the best count."""
        places, entries, met, known = self.places(living), iter(refuted), [], self.known(below)
        options = [self.choices(living, player) for _, player in places]
        for place, (state, player) in enumerate(places if self.kind == "shooter" else []):
            hits = [self.step(state, {player: aim}) for aim in options[place]]
            shots = [(chances.pop(state, 0), self.mean(chances, known)[player]) for chances in hits]
            best = dict(sorted(shots))
            options[place] = [aim for aim, (misses, won) in zip(options[place], shots) if won == best[misses]]
        for aims in itertools.product(*options):
            if aims in found:
                met.append(aims)
                continue
            player, said, gain, *held = listed(next(entries, None), 3 + (self.kind == "opinions"))
            state = living, self.counts(held[0]) if held else None
            need((state, index(player, len(self.hits))) in places, f"{living}: no decision of player {player}")
            place, better = places.index((state, player)), self.aim(said)
            need(better in options[place], f"player {player} has no such option in {living}")
            old = self.values(places, aims, known)[state][player]
            new = self.values(places, [*aims[:place], better, *aims[place + 1 :]], known)[state][player]
            need(0 < new - old == self.number(gain), f"player {player} does not gain {gain!r:.40} in {living}")
        need(not [*entries] and met == found, f"{living}: these are not its profiles, in order")


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    lines = objects(path)
    game = More(next(lines, {}))
    return f"{game.kind}, {', '.join(map(str, game.hits))}: {game.check(lines)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], checked))
