"""Solvers with one fault each, in floats, that share nothing with the table of known faults: `CLIENTS`.

Each has the name by which the package knows its fault. Those that go against the tie rule need exact ties, so they are
in fractions.
"""

from fractions import Fraction

from faulty import Sound


def slip(base=Sound, **methods):
    """Return a solver with other methods."""
    return type("Slip", (base,), methods)


class Remembering(Sound):
    """Replies are remembered by what `name` keeps of the aims that were announced before."""

    def __init__(self, problem):
        super().__init__(problem)
        self.known_replies = {}

    def name(self, aims):
        return ()

    def replies(self, order, choices, said):
        if not 0 < len(said) < len(order):
            return super().replies(order, choices, said)
        name = order, len(said), self.name([aim for aim, _, _ in said])
        again = said + self.known_replies[name] if name in self.known_replies else None
        if again and any(chance for _, _, chance in again):
            return again
        turns = super().replies(order, choices, said)
        if turns:
            self.known_replies[name] = turns[len(said) :]
        return turns


class Fewer(Sound):
    """Some options are not thought of, if there are others."""

    def options(self, order, player):
        usual = super().options(order, player)
        some = [aim for aim in usual if self.keeps(order, player, aim)]
        return some if some and len(usual) > 1 else usual


class Spite(Sound):
    """Players want the strongest of the others to win as seldom as possible."""

    def replies(self, order, choices, said):
        self.now = order
        return super().replies(order, choices, said)

    def best(self, found, place, player):
        rival = self.strongest([other for other in self.now if other != player])
        return min(found, key=lambda turns: self.value(turns, place)[rival], default=None)


class OneRound(Sound):
    def value(self, turns, place):
        passed = 1
        for _, _, chance in turns:
            passed *= 1 - chance
        return [one * (1 - passed) for one in super().value(turns, place)]


class OwnTurns(Sound):
    def answer(self):
        turns = self.phase(tuple(range(self.n)))
        win = [self.value(turns, player)[player] for player in range(self.n)] if turns else [0] * self.n
        return super().answer() | {"win": win}


class ByTheRules(Sound):
    """In fractions, and every tie as the rules have it; a rule in `otherwise` ranks in its own way."""

    number = Fraction
    otherwise = {}

    def options(self, order, player):
        kinds = [
            (0 if 1 in aim else 2 if any(aim) else 1, [-weight for weight in aim], aim)
            for aim in super().options(order, player)
        ]
        return [aim for *_, aim in sorted(kinds)]

    def best(self, found, place, player):
        values = [self.value(turns, place) for turns in found]
        most = max((value[player] for value in values), default=0)
        equal = [(turns, value) for turns, value in zip(found, values, strict=True) if value[player] == most]
        return min(equal, key=lambda each: self.rank(each[0][place][0], each[1]))[0] if equal else None

    def rank(self, aim, win):
        kind = "single" if 1 in aim else "mix" if any(aim) else "Miss"
        strength, likeliest = (sum(map(Fraction.__mul__, aim, map(Fraction, of))) for of in (self.exact_hits, win))
        at, rule = aim.index(1) if 1 in aim else 0, self.problem["if_eq"]
        if rule in self.otherwise:
            return self.otherwise[rule](kind, strength, at)
        ranks = {
            1: [("single", "Miss", "mix").index(kind), -strength, -at],
            2: [-strength],
            3: [-likeliest],
            4: [("single", "mix", "Miss").index(kind), at],
        }
        return [part if rule > 0 else -part for part in ranks[abs(rule)]]

    def answer(self):
        found = super().answer()
        return found | {"win": [*map(str, found["win"])], "stalemate": str(found["stalemate"])}


def tied(rule, rank):
    """Return a solver with one tie rule wrong: it ranks by kind, strength and label."""
    return slip(ByTheRules, otherwise={rule: rank})


def stating(**keys):
    """Return a solver that reads other values of some keys: functions of the problem."""
    return slip(
        __init__=lambda self, problem: Sound.__init__(self, problem | {key: of(problem) for key, of in keys.items()})
    )


def reported(change):
    """Return a solver that reports something else."""
    return slip(answer=lambda self: change(Sound.answer(self)))


CLIENTS = {
    "first-option": slip(best=lambda self, found, *who: Sound.best(self, found[1:] or found, *who)),
    "last-option": slip(best=lambda self, found, *who: Sound.best(self, found[:-1] or found, *who)),
    "phase-start": slip(
        best=lambda self, found, place, who: max(found, key=lambda turns: self.value(turns, 0)[who], default=None)
    ),
    "values-of-set": slip(
        win=lambda self, order: Sound.win(self, order if len(order) == self.n else tuple(sorted(order)))
    ),
    "replies-remembered": Remembering,
    "replies-to-last": slip(Remembering, name=lambda self, aims: aims[-1]),
    "replies-to-first": slip(Remembering, name=lambda self, aims: aims[0]),
    "after-victim": slip(
        after=lambda self, order, shooter, at: order[order.index(at) + 1 :] + order[: order.index(at)]
    ),
    "shooter-again": slip(
        after=lambda self, *who: Sound.after(self, *who)[-1:] + Sound.after(self, *who)[:-1],
    ),
    "duel-targets": slip(just_shoots=lambda self, order, said: len(order) == 2),
    "one-round": OneRound,
    "own-turns": OwnTurns,
    "spite": Spite,
    "no-targets": slip(word=lambda self, first, player: "Optimal" if first else self.later_word()),
    "later-choice": slip(later_word=lambda self: "Optimal"),
    "search-later": stating(search_later=lambda problem: problem["search"]),
    "no-levels": stating(random_levels=lambda problem: None),
    "levels-of-a": slip(level=lambda self, first, player: Sound.level(self, first, 0)),
    "levels-more": slip(level=lambda self, *who: (Sound.level(self, *who) or -1) + 1 or None),
    "no-miss": slip(Fewer, keeps=lambda self, order, player, aim: any(aim)),
    "no-miss-later": slip(Fewer, keeps=lambda self, order, player, aim: any(aim) or len(order) == self.n),
    "no-mix": slip(Fewer, keeps=lambda self, order, player, aim: 1 in aim or not any(aim)),
    "strongest-weakest": slip(strongest=lambda self, others: min(others, key=lambda one: (self.exact_hits[one], -one))),
    "strongest-earliest": slip(
        strongest=lambda self, others: max(others, key=lambda one: (self.exact_hits[one], -one))
    ),
    "random-hits": slip(in_the_mix=lambda self, aims, order, player: [aim for aim in aims if any(aim)] or aims),
    "exchanged-A-B": reported(
        lambda said: said | {key: [said[key][1], said[key][0], *said[key][2:]] for key in ("win", "aims")},
    ),
    "rounded-4": reported(lambda said: {"win": [round(win, 4) for win in said["win"]]}),
    "weaker-shot": tied(
        1, lambda kind, strength, at: (("single", "Miss", "mix").index(kind), strength * (-1, 1)[kind == "single"], -at)
    ),
    "miss-before-single": tied(1, lambda kind, strength, at: (("Miss", "single", "mix").index(kind), -strength, -at)),
    "weaker-first": tied(2, lambda kind, strength, at: strength),
    "later-label": tied(4, lambda kind, strength, at: (("single", "mix", "Miss").index(kind), -at)),
}
"""A solver for each of some faults, of every kind of rule."""
