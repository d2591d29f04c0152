#!/usr/bin/env python3
"""Check an answer of truel-ref: `truel-ref solve 1/3 2/3 1 --json | python checker.py`.

The checker reads what `solve` and `equilibria` print with --json. It derives the answer from docs/rules.md
(docstrings and comments cite its numbers) and shares nothing with the solver: the standard library is enough. It prints
one line and ends with a status: "right" and what that covers (0), "wrong" and the first difference (1), or "not
checked" and why (2).

A player is a number, 0 for the first that the problem states. An aim is a tuple with a weight for each player. A phase
is a tuple of living players: in announced play the shooting order, in other play the set, in the order of the first
phase. A turn is (r, k, scale) in integers: r / scale and k / scale are the r and k of R2.1.
"""

import sys

if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file has a package `numbers`, which is not that of the standard library

import collections
import functools
import itertools
import json
import math
import re
import time
from fractions import Fraction
from itertools import repeat

RIGHT, WRONG, NOT_CHECKED = range(3)  # the statuses
BYTES, DIGITS, PLAYERS = 20_000_000, 20_000, 12  # the most of an answer, of a number, of a problem
LISTED, PROFILES = 10_000, 100_000  # of options, phases or selections; of profiles of a phase, or plans of a set
SECONDS, PERIOD, TIES_WRITTEN = 120, 12, 100  # in all; rounds of plans that are searched; ties unless all are written

WORDS = {"Strongest", "Self", "Miss", "Random"}  # targets have Optimal, too, and search sets Others
KEYS = {
    "problem": ("hits", "targets", "search", "target_later", "search_later", "if_eq", "random_levels"),
    "announced": ("win", "aims", "stalemate", "phases", "tie_count", "ties"),
    "stationary": ("equilibria", "complete", "mixed"),
    "periodic": ("equilibria", "complete", "searched"),
    "unchecked": ("method", "backend", "version", "gains", "unsettled"),  # about the search
}


class Refused(Exception):  # noqa: N818  no error of the program
    """An answer is wrong or cannot be checked: the status and the reason."""


def need(holds, reason, status=WRONG):
    """Refuse the answer unless something holds."""
    if not holds:
        raise Refused(status, reason)


# ---------------------------------------------------------------------------------------------------------
# Reading


def shown(value):
    """Return a value for a message, cut to a readable length."""
    return json.dumps(value, ensure_ascii=False)[:60]


def once(pairs):
    """Return the pairs of a JSON object as a dictionary; no key may occur twice."""
    need(len(pairs) == len(dict(pairs)), "a key occurs twice in an object")
    return dict(pairs)


def short(digits):
    """Refuse an answer with a number of too many digits, for the checker or for this Python."""
    most = min(DIGITS, sys.get_int_max_str_digits() or DIGITS)
    need(digits <= most, f"a number of more than {most} digits", NOT_CHECKED)


def fraction(text):
    """Read an exact number: the text of a fraction in lowest terms."""
    need(isinstance(text, str), f"{shown(text)} is not a text; exact numbers are texts")
    need("sqrt" not in text and "root" not in text, "irrational numbers are not supported", NOT_CHECKED)
    short(len(text))
    plain = re.fullmatch("[0-9]+(/0*[1-9][0-9]*)?", text)
    need(plain and str(Fraction(text)) == text, f"{shown(text)} is not a fraction in lowest terms")
    return Fraction(text)


def listed(data, where, count=None):
    """Return data that must be a list, of a certain length if one is given."""
    need(isinstance(data, list), f"{where}: {shown(data)} is not a list")
    need(count in (None, len(data)), f"{where}: {len(data)} entries instead of {count}")
    return data


def members(data, keys, where, optional=()):
    """Return the values of an object that must have these keys, and may have the optional ones."""
    need(isinstance(data, dict), f"{where}: {shown(data)} is not an object")
    need({*keys} <= {*data} <= {*keys, *optional}, f"{where}: the keys are not {', '.join(keys)}, but {shown([*data])}")
    return [data[key] for key in keys]


def compare(theirs, ours, where):
    """Refuse the first difference between what an answer says and what the rules give."""
    if isinstance(ours, dict):
        for key, value in zip(ours, members(theirs, ours, where), strict=True):
            compare(value, ours[key], f"{where}, {key}")
    elif isinstance(ours, list | tuple):
        for number, value in enumerate(listed(theirs, where, len(ours))):
            compare(value, ours[number], f"{where}, number {number + 1}")
    elif isinstance(ours, Fraction):  # a probability: its denominator is the longer part
        short(ours.denominator.bit_length() * math.log10(2))
        compare(theirs, str(ours), where)
    else:
        need(type(theirs) is type(ours) and theirs == ours, f"{where}: {shown(theirs)} instead of {shown(ours)}")


# ---------------------------------------------------------------------------------------------------------
# The rules of all play


def after(order, shooter, victim):
    """Return the phase that follows a hit (R1.7)."""
    here = order.index(shooter) + 1
    return tuple(player for player in order[here:] + order[:here] if player != victim)


def set_after(living, shooter, victim):
    """Return the set that a hit leaves (R8.1)."""
    return tuple(player for player in living if player != victim)


def mean(aims):
    """Return the mean of some aims."""
    return tuple(sum(column) / len(aims) for column in zip(*aims, strict=True))


class Game:
    """A problem: the options of each player in canonical order, the tie rule, and the worth of turns."""

    def __init__(self, data):
        hits, targets, search, later, search_later, self.rule, levels = members(
            data, KEYS["problem"], "problem", ("names", "order")
        )
        self.hits, count = [*map(fraction, listed(hits, "hits"))], len(hits)
        need(1 < count <= PLAYERS, f"{count} players; the checker takes 2 to {PLAYERS}", NOT_CHECKED)
        self.names = listed(data.get("names", [chr(ord("A") + player) for player in range(count)]), "names", count)
        order = listed(data.get("order", self.names), "order", count)
        need(sorted(order) == sorted({*self.names} - WORDS - {"Optimal"}), "names, order: not every player once")
        self.first, self.ends = tuple(map(self.names.index, order)), time.monotonic() + SECONDS
        self.miss, self.options = (Fraction(0),) * count, functools.cache(self.options)
        self.at = [tuple(Fraction(int(one == target)) for one in range(count)) for target in range(count)]
        self.targets = {True: listed(targets, "targets", count), False: [later] * count}  # by: do all live?
        self.searches = {True: self.by_player(search), False: self.by_player(search_later)}
        self.levels = listed([None] * count if levels is None else levels, "random_levels", count)
        known = later in {*WORDS, "Optimal"} and re.fullmatch("-?[14]|[23]", shown(self.rule))
        counts = all(re.fullmatch("null|[1-9][0-9]*", shown(level)) for level in self.levels)
        wrong = "a hit above 1, an unknown target_later or if_eq, or random_levels that are no counts"
        need(known and counts and max(self.hits) <= 1, wrong)

    def by_player(self, search):
        """Return the search set of each player, from one list of words or one for each player (R4.3, R4.10)."""
        by_name = search if isinstance(search, dict) else dict.fromkeys(self.names, search)
        sets = [{*listed(words, "search")} for words in members(by_name, self.names, "search")]
        need(all(words - {"Random"} and words <= WORDS | {"Others"} for words in sets), f"search: {shown(search)}")
        return sets

    def named(self, players):
        """Return the names of players."""
        return [self.names[player] for player in players]

    def strongest(self, living, player):
        """Return the best other shot, of equal ones the last in the first order (R4.1)."""
        return max((one for one in living if one != player), key=lambda one: (self.hits[one], self.first.index(one)))

    def aim(self, said, living, player):
        """Return the aim that a word or a list of weights means for a player in a phase (R1.3, R4.1)."""
        if isinstance(said, list):
            weights = tuple(map(fraction, listed(said, "aim", len(self.hits))))
            need(sum(weights) <= 1, f"aim: the weights {shown(said)} add up to more than 1")
            return weights
        words = {
            "Miss": self.miss,
            "Self": self.at[player],
            "Random": mean(self.singles(living, player)),
            "Strongest": self.at[self.strongest(living, player)],
            **dict(zip(self.names, self.at, strict=True)),
        }
        need(isinstance(said, str) and said in words, f"{shown(said)} is not an aim")
        return words[said]

    def said(self, aim, living, player):
        """Return an aim as an answer writes it: a name, Miss, Random or weights."""
        words = [name for name, weight in zip(self.names, aim, strict=True) if weight == 1] + ["Miss"] * (not any(aim))
        return words[0] if words else "Random" if aim == mean(self.singles(living, player)) else [*map(str, aim)]

    def singles(self, living, player):
        """Return the single options of a player, Miss among them (R4.4)."""
        words = self.searches[len(living) == len(self.hits)][player]
        at = {other for other in living if ("Self" if other == player else "Others") in words} | (
            {self.strongest(living, player)} if "Strongest" in words else set()
        )
        return [self.at[other] for other in self.first if other in at] + [self.miss] * ("Miss" in words)

    def options(self, living, player):
        """Return what a player may announce in a phase, in canonical order (R3.1, R4)."""
        said = self.target(living, player)
        if said != "Optimal":
            return [self.aim(said, living, player)]
        singles, level = self.singles(living, player), self.levels[player]
        if "Random" not in self.searches[len(living) == len(self.hits)][player]:
            return singles
        need(
            math.comb((level or 1) + len(singles) - 1, len(singles) - 1) * (level or 1) <= 100 * LISTED,
            f"more than {LISTED} options of a player",
            NOT_CHECKED,
        )
        mixes = itertools.combinations_with_replacement(singles, level) if level else [*zip(singles), singles]
        return sorted({*map(mean, mixes)}, key=self.canonical)  # all mixes of a level are such means (R4.6)

    def target(self, living, player):
        """Return the stated target of a player (R3.6); the last two aim at each other (R1.8, R1.9)."""
        said = self.targets[len(living) == len(self.hits)][player]
        last = len(living) == 2 and (len(self.hits) > 2 or said == "Optimal")
        return self.names[living[1 - living.index(player)]] if last else said

    def canonical(self, aim):
        """Return the place of an aim in canonical order (R3.8): singles are of kind 0, Miss of 1, mixes of 2."""
        return 0 if 1 in aim else 2 if any(aim) else 1, [-aim[player] for player in self.first]

    def preferred(self, aims, wins):
        """Return which of several equal options the tie rule takes (R3.7), with the win probabilities under each."""
        ranks = []
        for aim, win in zip(aims, wins, strict=True):
            kind, target = self.canonical(aim)[0], self.first.index(aim.index(1)) if 1 in aim else 0
            strength, likeliest = (sum(map(Fraction.__mul__, aim, chances)) for chances in (self.hits, win))
            keys = {1: [kind, -strength, -target], 2: [-strength], 3: [-likeliest], 4: [-kind % 3, target]}
            ranks.append([key if self.rule > 0 else -key for key in keys[abs(self.rule)]])
        return ranks.index(min(ranks))

    def turn(self, living, player, aim, wins):
        """Return the turn of a player (R2.1); `wins` has the values at the start of smaller phases."""
        r, k = self.miss, Fraction(1)
        for victim in living if self.hits[player] else ():
            if aim[victim]:
                share, left = self.hits[player] * aim[victim], after(living, player, victim)
                later = wins[left] if len(left) > 1 else self.at[left[0]]
                r, k = [won + share * more for won, more in zip(r, later, strict=True)], k - share
        scale = math.lcm(k.denominator, *[won.denominator for won in r])
        return [int(won * scale) for won in r], int(k * scale), scale

    def value(self, turns, whose):
        """Return the worth of turns that repeat, to some players (R2.2, R2.3)."""
        won, passed, whole = [0] * len(whose), 1, 1  # over the common denominator `whole`
        for r, k, scale in turns:
            won = [one * scale + passed * r[player] for one, player in zip(won, whose, strict=True)]
            passed, whole = passed * k, whole * scale
        need(whole.bit_length() < 50 * DIGITS, f"a number of more than {DIGITS} digits", NOT_CHECKED)
        self.check_time()
        return [Fraction(one, whole - passed if passed < whole else 1) for one in won]

    def check_time(self):
        """Refuse the answer if checking it takes too long."""
        need(time.monotonic() < self.ends, f"it takes more than {SECONDS} seconds", NOT_CHECKED)

    def hits_of(self, living):
        """Return who can hit whom in a phase of three or more: pairs of a shooter and a victim."""
        return {
            (who, victim)
            for who in living
            for aim in (self.options(living, who) if self.hits[who] and len(living) > 2 else ())
            for victim in living
            if aim[victim]
        }

    def reachable(self, start, follow):
        """Return a phase and all that can come after it (R3.11), the larger ones first; `follow` is what a hit does."""
        found = [start]
        for phase in found:  # the list grows
            self.check_time()
            found += {follow(phase, *hit) for hit in self.hits_of(phase)} - {*found}
            need(len(found) <= LISTED, f"more than {LISTED} phases", NOT_CHECKED)
        return sorted(found, key=lambda phase: (-len(phase), phase))


# ---------------------------------------------------------------------------------------------------------
# Announced play (R3)


class Choices:
    """The choices after every history of a phase, by backward induction.

    A profile has the number of an option for each player, a history for the first few. Fields: `options` and `turns` by
    seat; `ties`; `path`, the chosen profile, None in a stalemate; `win`, the win probabilities.
    """

    def __init__(self, game, order, wins):
        self.game, self.order, self.ties = game, order, []
        self.options = [game.options(order, player) for player in order]
        need(math.prod(map(len, self.options)) <= PROFILES, f"more than {PROFILES} profiles of a phase", NOT_CHECKED)
        self.turns = [[game.turn(order, who, aim, wins) for aim in game.options(order, who)] for who in order]
        self.path = self.reply(())
        self.win = list(game.miss) if self.path is None else self.worth(self.path, 0, range(len(game.hits)))

    def worth(self, profile, seat, whose):
        """Return the worth of a profile at the first turn of a seat, to some players (R3.1)."""
        turns = [mine[option] for mine, option in zip(self.turns, profile, strict=True)]
        return self.game.value(turns[seat:] + turns[:seat], whose)

    def reply(self, history):
        """Return the profile that follows a history, None if every continuation stalls (R3.2 to R3.4)."""
        seat = len(history)
        if seat == len(self.order):
            ends = any(mine[option][1] < mine[option][2] for mine, option in zip(self.turns, history, strict=True))
            return history if ends else None
        follow = (self.reply((*history, option)) for option in range(len(self.options[seat])))
        allowed = [profile for profile in follow if profile is not None]
        own = [self.worth(profile, seat, self.order[seat : seat + 1]) for profile in allowed]
        best = max(own, default=None)
        equal = [profile for profile, worth in zip(allowed, own, strict=True) if worth == best]
        if len(equal) < 2:
            return equal[0] if equal else None
        wins = [self.worth(profile, seat, range(len(self.game.hits))) for profile in equal]
        taken = self.game.preferred([self.options[seat][profile[seat]] for profile in equal], wins)
        self.ties.append((seat, history, wins.count(wins[0]) < len(wins), [*equal, equal[taken]]))
        return equal[taken]

    def aims(self, profile):
        """Return the options in a profile or a history as an answer writes them."""
        return [
            self.game.said(mine[option], self.order, player)
            for option, mine, player in zip(profile, self.options, self.order)  # noqa: B905  as many as the history has
        ]

    def listed_ties(self):
        """Return what an answer says about the ties: the material ones and those on the path (R3.9, R3.10)."""
        names, found = self.game.named(self.order), []
        for seat, history, material, profiles in sorted(self.ties, key=lambda tie: tie[:2]):
            on_path = self.path is not None and self.path[:seat] == history
            *equal, chosen = [self.aims(profile)[seat] for profile in profiles]
            tie = {
                "order": names,
                "player": names[seat],
                "earlier": dict(zip(names, self.aims(history))),  # noqa: B905  the later players have not announced yet
                "equal": equal,
                "chosen": chosen,
                "on_path": on_path,
            }
            found += [tie] * (material or on_path)
        return found

    def data(self):
        """Return what an answer says about the phase; in a stalemate a player with a choice has no aim (R3.5)."""
        aims = self.aims(self.path or [0] * len(self.order))
        by_name = {
            self.game.names[who]: aim if self.path or self.game.target(self.order, who) != "Optimal" else None
            for who, aim in zip(self.order, aims, strict=True)
        }
        return {"order": [*by_name], "aims": by_name, "win": self.win, "stalemate": 1 - sum(self.win)}


def check_announced(game, data):
    """Check an answer of `solve`; return what is right."""
    phases, wins, orders = {}, {}, game.reachable(game.first, after)
    for order in reversed(orders):
        phases[order] = Choices(game, order, wins)
        wins[order] = phases[order].win
    ties = [tie for order in orders for tie in phases[order].listed_ties()]
    ours = phases[game.first].data()
    ours |= {
        "aims": [ours["aims"][name] for name in game.names],
        "phases": [phases[order].data() for order in orders],
        "tie_count": len(ties),
        "ties": ties if len(data["ties"]) == len(ties) else ties[:TIES_WRITTEN],
    }
    for key in KEYS["announced"]:
        compare(data[key], ours[key], key)
    return f"backward induction in {len(orders)} phases, {len(ties)} ties"


# ---------------------------------------------------------------------------------------------------------
# Play without announcements: plans that repeat (R13); a plan of one round is stationary play (R8)


class Plan:
    """Rounds of aims of a set, under a selection of plans for the smaller sets.

    Fields: `living`; `rounds`; `values`, by round the win probabilities at each turn (R13.2); `gains`, the players who
    gain by an option at some turn (R8.3, R13.4); `strict`, whether every other option of everybody loses; `stated`,
    what two equilibria of all players must share to be one (R8.6).
    """

    def __init__(self, game, living, rounds, selection):
        self.living, self.rounds = living, rounds
        players, aims = living * len(rounds), [*itertools.chain(*rounds)]
        turns = [game.turn_under(living, *one, selection) for one in zip(players, aims, strict=True)]
        around = [turns[here:] + turns[:here] for here in range(len(turns))]
        values = [game.value(each, range(len(game.hits))) for each in around]
        self.values = [values[start : start + len(living)] for start in range(0, len(values), len(living))]
        others = [  # an option that is taken at one turn of every period gains if and only if it gains once
            (player, game.value([game.turn_under(living, player, option, selection), *later], [player])[0], own[player])
            for player, aim, own, (_, *later) in zip(players, aims, values, around, strict=True)
            for option in game.choices(living, player)
            if option != aim
        ]
        self.gains = sorted({game.names[player] for player, other, own in others if other > own})
        self.strict = all(other < own for _, other, own in others)
        self.stated = rounds, tuple(map(tuple, values)), self.strict


class RepeatedGame(Game):
    """A problem in play without announcements.

    A selection is a tuple of chosen plans: a plan, and for each player of its set the round, from 0, in which it begins
    with this player. Fields: `sets`, the smaller ones first; `below`, by set the smaller ones that it can lead to;
    `beginners`, who can be the first on move in a smaller set.
    """

    def __init__(self, data):
        super().__init__(data)
        self.sets = self.reachable(self.first, set_after)[::-1]
        self.below = {living: self.reachable(living, set_after)[:0:-1] for living in self.sets}
        self.beginners = {
            (set_after(living, *hit), after(living, *hit)[0]) for living in self.sets for hit in self.hits_of(living)
        }
        self.plan = functools.cache(functools.partial(Plan, self))  # one object for equal arguments
        self.turn_under, self.plans = functools.cache(self.turn_under), functools.cache(self.plans)

    def choices(self, living, player):
        """Return the options that count: one for a player who never hits (R8.5)."""
        options = self.options(living, player)
        return options if self.hits[player] else [options[self.preferred(options, [self.miss] * len(options))]]

    def turn_under(self, living, player, aim, selection):
        """Return a turn under a selection (R13.3)."""
        begun = [(plan, seat, begin) for plan, begins in selection for seat, begin in enumerate(begins)]
        wins = {plan.living[seat:] + plan.living[:seat]: plan.values[begin][seat] for plan, seat, begin in begun}
        return self.turn(living, player, aim, wins)

    def plans(self, living, selection, period):
        """Return the plans of all pure equilibria of a set under a selection, up to a period."""
        rows = []
        for player in living:
            options = self.choices(living, player)
            turns = [self.turn_under(living, player, aim, selection) for aim in options]
            worths = [(Fraction(k, scale), Fraction(r[player], scale)) for r, k, scale in turns]
            best = dict(sorted(worths)).items()  # an option with equal k and a smaller r is never best
            rows.append([aim for aim, worth in zip(options, worths, strict=True) if worth in best])
        rounds = [*itertools.product(*rows)]
        need(len(rounds) ** period <= PROFILES, f"more than {PROFILES} plans of a set", NOT_CHECKED)
        picked = itertools.chain(*(itertools.product(rounds, repeat=length + 1) for length in range(period)))
        return [  # a plan that is dropped must not stay in the cache of self.plan
            self.plan(living, one, selection)
            for one in filter(self.is_first, picked)
            if not Plan(self, living, one, selection).gains
        ]

    def is_first(self, rounds):
        """Return whether rounds come before their shifts in canonical order, and do not repeat earlier (R13.1)."""
        keys = [[self.canonical(aim) for aim in aims] for aims in rounds] if len(rounds) > 1 else []
        return all(keys < keys[start:] + keys[:start] for start in range(1, len(keys)))

    def limits(self, living, rounds):
        """Return for each player in how many rounds a plan may begin with them: in the first only if they never do."""
        return [len(rounds) if (living, player) in self.beginners else 1 for player in living]

    def ways(self, period):
        """Return all selections of a pure plan for every set, as chosen plans by set."""
        ways = [{}]
        for living in self.sets:
            ways = [
                way | {living: (plan, begins)}
                for way in ways
                for plan in self.plans(living, tuple(map(way.get, self.below[living])), period)
                for begins in itertools.product(*map(range, self.limits(living, plan.rounds)))
            ]
            need(len(ways) <= LISTED, f"more than {LISTED} selections", NOT_CHECKED)
        return ways

    def read(self, entry, living, way, stationary):
        """Return the chosen plan that an entry of an answer describes; all that the entry says is right."""
        names, whole = self.named(living), living == self.first
        rounds = tuple(
            tuple(map(self.aim, members(one, names, "aims"), repeat(living), living))
            for one in ([entry["aims"]] if stationary else listed(entry["aims"], "aims"))
        )
        aims = [dict(zip(names, map(self.said, one, repeat(living), living), strict=True)) for one in rounds]
        text = shown(entry["aims"])
        pure = all(aim in self.choices(living, who) for one in rounds for aim, who in zip(one, living, strict=True))
        need(rounds and pure, f"{text}: not every aim is an option")
        need(self.is_first(rounds), f"{text}: the rounds repeat earlier, or begin with another one")
        plan = self.plan(living, rounds, tuple(map(way.get, self.below[living])))
        need(not plan.gains, f"{text}: {' and '.join(plan.gains)} would gain")
        begins = entry.get("entry") or [1] * len(living)  # all players have no entry
        limits = zip(begins, self.limits(living, rounds), strict=True)
        need(all(type(one) is int and 0 < one <= most for one, most in limits), f"{text}: entry {shown(begins)}")
        values = [dict(zip(names, each, strict=True)) for each in plan.values]
        many = entry["selections"]
        need(type(many) is int and many > 0, f"{text}: selections: {shown(many)}")
        ours = {"living": names, "strict": plan.strict, "selections": 1, "below": []}
        if whole:
            ours |= {"selections": many, "below": entry["below"]}  # the sets below are read as entries of their own
        if stationary:
            ours |= {"aims": aims[0], "values": values[0], "stalemate": 1 - sum(plan.values[0][0]), "mixing": []}
        else:
            ours |= {"aims": aims, "values": values, "period": len(rounds), "entry": [] if whole else begins}
        compare(entry, ours, text)
        return plan, tuple(one - 1 for one in begins)


def check_repeated(game, data):
    """Check an answer of `equilibria` or `periodic`; return what is right."""
    found, period = [], data.get("searched", 1)
    need(data.get("mixed", False) is False, "mixed equilibria are not supported", NOT_CHECKED)
    need(
        type(data["complete"]) is bool and type(period) is int and 0 < period <= PERIOD,
        f"complete, searched: {shown([data['complete'], period])}",
    )
    for entry in listed(data["equilibria"], "equilibria"):
        below, way = listed(entry["below"], "below", len(game.sets) - 1), {}
        entries = {tuple(one["living"]): one for one in [*below, entry]}
        for living in game.sets:
            way[living] = game.read(entries[tuple(game.named(living))], living, way, "mixed" in data)
        found.append((way[game.first][0].stated, entry["selections"]))
    said = dict(found)
    need(len(said) == len(found), "an equilibrium is listed twice")
    if not data["complete"]:
        return f"{len(found)} equilibria; there may be more"
    due = collections.Counter(way[game.first][0].stated for way in game.ways(period))
    need(not {*due} - {*said}, f"{len({*due} - {*said})} equilibria are left out")
    for one, many in due.items():  # plans that are longer than `searched` may lead to more
        need(many == said[one] or (many < said[one] and "searched" in data), f"selections: {said[one]}, not {many}")
    return f"{len(found)} equilibria, and no other pure ones" + f" of up to {period} rounds" * ("searched" in data)


# ---------------------------------------------------------------------------------------------------------
# The answer


def check(text):
    """Return what is right about the text of an answer, or raise `Refused`."""
    need(len(text) <= BYTES, f"more than {BYTES} bytes", NOT_CHECKED)
    try:
        data = json.loads(text, object_pairs_hook=once, parse_constant=fraction)
    except (ValueError, RecursionError) as error:
        raise Refused(NOT_CHECKED, f"no JSON: {error}") from None
    need(
        data.get("model") in ["announced", "stationary", "periodic"] and not {*data} & {"outcomes", "turns"},
        "only solve, equilibria and periodic can be checked, without all outcomes",
        NOT_CHECKED,
    )
    members(data, ("model", "problem", *KEYS[data["model"]]), "answer", KEYS["unchecked"])
    if data["model"] == "announced":
        return check_announced(Game(data["problem"]), data)
    return check_repeated(RepeatedGame(data["problem"]), data)


def verdict(text):
    """Return the status of the text of an answer, and the line to print."""
    try:
        status, said = RIGHT, check(text)
    except Refused as refused:
        status, said = refused.args
    except (ArithmeticError, LookupError, AttributeError, TypeError, ValueError) as error:
        status, said = WRONG, f"not shaped like an answer: {error!r:.90}"
    return status, f"{('right', 'wrong', 'not checked')[status]}: {said}"


if __name__ == "__main__":
    sys.set_int_max_str_digits(2 * DIGITS)
    status, said = verdict(sys.stdin.buffer.read(BYTES + 1))
    print(said.encode("ascii", "backslashreplace").decode())
    sys.exit(status)
