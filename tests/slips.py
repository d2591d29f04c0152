"""Solvers with one fault each, in floats and by somebody who has not read `truel_ref.oracle.mutants`: `CLIENTS`.

Each has the name that the package knows its fault by. Those that go against the tie rule need exact ties, so they are
in fractions.
"""

from fractions import Fraction

from faulty import FloatTies, NeverTheFirstRow, Sound, Stationary, Swapped, WrongLaterWord


class FirstRow(Sound):
    """The profile in which everybody takes his first option stands in row 0, and the search begins with row 1."""

    def phase(self, order):
        choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
        self.row_0 = None if all(len(turns) == 1 for turns in choices) else tuple(turns[0] for turns in choices)
        return self.replies(order, choices, ())

    def replies(self, order, choices, said):
        return None if said == self.row_0 else super().replies(order, choices, said)


class PhaseStart(Sound):
    def best(self, found, place, player):
        return max(found, key=lambda turns: self.value(turns, 0)[player], default=None)


class PhaseStartLast(Sound):
    def best(self, found, place, player):
        return max(found[::-1], key=lambda turns: round(self.value(turns, 0)[player], 12), default=None)


class ValuesOfSet(Sound):
    def win(self, order):
        return super().win(order if len(order) == self.n else tuple(sorted(order)))


class ValuesOfFirstOrder(Sound):
    def win(self, order):
        self.first = getattr(self, "first", {})
        return super().win(self.first.setdefault(frozenset(order), order))


class AimsOfSet(Sound):
    def phase(self, order):
        usual = tuple(sorted(order))
        if order == usual or len(order) == 2:
            return super().phase(order)
        turns = self.phase(usual)
        return turns and tuple(self.turn(order, player, turns[usual.index(player)][0]) for player in order)


class Remembering(Sound):
    """Replies are remembered by what `name` keeps of the aims that were announced before."""

    def phase(self, order):
        choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
        self.known_replies = {}
        return self.replies(order, choices, ())

    def name(self, aims):
        return ()

    def replies(self, order, choices, said):
        if not 0 < len(said) < len(order):
            return super().replies(order, choices, said)
        name = len(said), self.name([aim for aim, _, _ in said])
        again = said + self.known_replies[name] if name in self.known_replies else None
        if again and any(chance for _, _, chance in again):
            return again
        turns = super().replies(order, choices, said)
        if turns:
            self.known_replies[name] = turns[len(said) :]
        return turns


class RepliesToLast(Remembering):
    def name(self, aims):
        return aims[-1]


class RepliesToFirst(Remembering):
    def name(self, aims):
        return aims[0]


class RepliesToTargets(Remembering):
    def name(self, aims):
        return tuple(sorted(aims))


class RepliesToSet(Remembering):
    def name(self, aims):
        return frozenset(aims)


class RepliesToLastTwo(Remembering):
    def name(self, aims):
        return tuple(aims[-2:])


class RepliesToFirstTwo(Remembering):
    def name(self, aims):
        return tuple(aims[:2])


class RepliesToEnds(Remembering):
    def name(self, aims):
        return aims[0], aims[-1]


def from_four(slip):
    """Return a solver with a slip in phases of four and more players only."""

    def replies(self, order, choices, said):
        return (slip if len(order) > 3 else Sound).replies(self, order, choices, said)

    return type("FromFour", (slip,), {"replies": replies})


class RepliesOfOtherOrders(Sound):
    """Replies are remembered for a set of living players, whatever their shooting order, and for all phases."""

    def __init__(self, problem):
        super().__init__(problem)
        self.seen = {}

    def replies(self, order, choices, said):
        if not 0 < len(said) < len(order):
            return super().replies(order, choices, said)
        name = frozenset(order), tuple(aim for aim, _, _ in said)
        for_each = zip(choices[len(said) :], self.seen.get(name, ()), strict=False)
        again = said + tuple(turn for turns, kept in for_each for turn in turns if turn[0] == kept)
        if len(again) == len(order) and any(chance for _, _, chance in again):
            return again
        turns = super().replies(order, choices, said)
        if turns:
            self.seen[name] = [aim for aim, _, _ in turns[len(said) :]]
        return turns


class StrongestByTemplate(Sound):
    def __init__(self, problem):
        super().__init__(problem)
        self.exact_hits = [Fraction(0), Fraction(0), *self.exact_hits[2:]]  # only Strongest looks at them


class StrongestOfAll(Sound):
    def options(self, order, player):
        if self.later_word() != "Strongest" or len(order) in (2, self.n):
            return super().options(order, player)
        others = [other for other in range(self.n) if other != player]
        target = max(others, key=lambda other: (self.exact_hits[other], other))
        return [self.unit(target) if target in order else (Fraction(0),) * self.n]


class SameWordsLater(WrongLaterWord):
    def __init__(self, problem):
        super().__init__(problem | {"search_later": problem["search"]})


class NoStalemate(Sound):
    def answer(self):
        answer = super().answer()
        total = sum(answer["win"])
        return answer | {"win": [chance / (total or 1) for chance in answer["win"]], "stalemate": 0}


class Exchanged(Sound):
    def answer(self):
        answer = super().answer()
        for key in ("win", "aims"):
            answer[key][1], answer[key][2] = answer[key][2], answer[key][1]
        return answer


class FirstOfEquals(Sound):
    """In fractions, so that equal is equal; `max` takes the first."""

    number = Fraction

    def answer(self):
        answer = super().answer()
        return answer | {"win": [str(chance) for chance in answer["win"]], "stalemate": str(answer["stalemate"])}


class StrongestOfEquals(FirstOfEquals):
    """Rule 2, whatever the problem says; what it leaves equal goes to the first in the order of the rules."""

    def options(self, order, player):
        return sorted(super().options(order, player), key=self.place)

    @staticmethod
    def place(aim):
        kind = 0 if 1 in aim else 2 if any(aim) else 1
        return kind, [-weight for weight in aim]

    def best(self, found, place, player):
        values = [self.value(turns, place)[player] for turns in found]
        equal = [turns for turns, value in zip(found, values, strict=True) if value == max(values)]
        return max(equal, key=lambda turns: sum(map(Fraction.__mul__, turns[place][0], self.exact_hits)), default=None)


class FinelyTolerant(FloatTies):
    within = 1e-9


class LastOption(Sound):
    def best(self, found, place, player):
        return super().best(found[:-1] or found, place, player)


class Spite(Sound):
    def best(self, found, place, player):
        alive = {victim for turns in found for victim in range(self.n) if self.value(turns, place)[victim]}
        others = [other for other in self.now if other != player]
        return (
            min(found, key=lambda turns: self.value(turns, place)[self.strongest(others)], default=None)
            if alive
            else (found[0] if found else None)
        )

    def phase(self, order):
        choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
        self.now = order
        return self.replies(order, choices, ())


class Backwards(Sound):
    """`said` is what the last ones have announced."""

    def replies(self, order, choices, said):
        place = len(order) - 1 - len(said)
        if place < 0:
            return said if any(chance for _, _, chance in said) else None
        found = [self.replies(order, choices, (turn, *said)) for turn in choices[place]]
        return self.best([turns for turns in found if turns], place, order[place])


class OwnShot(Sound):
    def replies(self, order, choices, said):
        turns = tuple(
            max(turns, key=lambda turn: turn[1][player] / (turn[2] or 1))
            for player, turns in zip(order, choices, strict=True)
        )
        return turns if any(chance for _, _, chance in turns) else None


class AfterVictim(Sound):
    def after(self, order, shooter, victim):
        place = order.index(victim) + 1
        return order[place:] + order[: place - 1]


class ShooterAgain(Sound):
    def after(self, order, shooter, victim):
        later = super().after(order, shooter, victim)
        return later[-1:] + later[:-1]


class DuelWords(Sound):
    def just_shoots(self, order, said):
        return len(order) == self.n == 2 and said == "Optimal"


class DuelTargets(Sound):
    def just_shoots(self, order, said):
        return len(order) == 2


class OneRound(Sound):
    def value(self, turns, place):
        found = super().value(turns, place)
        passed = 1
        for _, _, chance in turns:
            passed *= 1 - chance
        return [one * (1 - passed) for one in found]


class OwnTurns(Sound):
    def answer(self):
        found = super().answer()
        turns = self.phase(tuple(range(self.n)))
        return found | {"win": [self.value(turns, player)[player] for player in range(self.n)]} if turns else found


class Stalling(Sound):
    number = Fraction
    share = 0

    def phase(self, order):
        choices = [[self.turn(order, player, aim) for aim in self.options(order, player)] for player in order]
        self.now = order
        return self.replies(order, choices, ())

    def replies(self, order, choices, said):
        return said if len(said) == len(order) else super().replies(order, choices, said)

    def value(self, turns, place):
        if any(chance for _, _, chance in turns):
            return super().value(turns, place)
        return [
            self.number(self.share and Fraction(int(player in self.now), len(self.now))) for player in range(self.n)
        ]


class StalemateShared(Stalling):
    share = 1


class StalemateAims(Sound):
    def answer(self):
        found = super().answer()
        return found | {"aims": [aim or ["0"] * self.n for aim in found["aims"]]}


class NoTargets(Sound):
    def word(self, first, player):
        return "Optimal" if first else super().word(first, player)


class TargetsForEver(Sound):
    def options(self, order, player):
        said = self.problem["targets"][player]
        stays = said in list("ABCDEFGH") and "ABCDEFGH".index(said) in order and len(order) > 2
        return [self.unit("ABCDEFGH".index(said))] if stays else super().options(order, player)


class SearchLater(Sound):
    def __init__(self, problem):
        super().__init__(problem | {"search_later": problem["search"]})


class NoSearch(Sound):
    def __init__(self, problem):
        super().__init__(problem | {"search": ["Others", "Miss"], "search_later": ["Others", "Miss"]})


class Fewer(Sound):
    """Some options are not thought of, if there are others."""

    def options(self, order, player):
        usual = super().options(order, player)
        some = [aim for aim in usual if self.keeps(order, player, aim)]
        return some if some and len(usual) > 1 else usual


class NoMiss(Fewer):
    def keeps(self, order, player, aim):
        return any(aim)


class NoMissLater(Fewer):
    def keeps(self, order, player, aim):
        return any(aim) or len(order) == self.n


class NoSelf(Fewer):
    def keeps(self, order, player, aim):
        return aim[player] != 1


class NoHarmless(Fewer):
    def keeps(self, order, player, aim):
        return 1 not in aim or self.exact_hits[aim.index(1)] > 0


class StrongestOnly(Fewer):
    def keeps(self, order, player, aim):
        return aim == self.unit(self.strongest([other for other in order if other != player]))


class StrongestOnlyLater(StrongestOnly):
    def keeps(self, order, player, aim):
        return len(order) == self.n or super().keeps(order, player, aim)


class StrongestWeakest(Sound):
    def strongest(self, others):
        return min(others, key=lambda other: (self.exact_hits[other], -other))


class LevelsMore(Sound):
    def level(self, first, player):
        stated = super().level(first, player)
        return stated and stated + 1


class StrongestEarliest(Sound):
    def strongest(self, others):
        return max(others, key=lambda other: (self.exact_hits[other], -other))


class NoMix(Fewer):
    def keeps(self, order, player, aim):
        return 1 in aim or not any(aim)


class WholeMixes(Sound):
    def options(self, order, player):
        return [tuple(weight / (sum(aim) or 1) for weight in aim) for aim in super().options(order, player)]


class RandomHits(Sound):
    def in_the_mix(self, aims, order, player):
        return [aim for aim in aims if any(aim)] or aims


class RandomMisses(Sound):
    def in_the_mix(self, aims, order, player):
        return [*(aim for aim in aims if any(aim)), (Fraction(0),) * self.n]


class RandomOthers(Sound):
    def in_the_mix(self, aims, order, player):
        return [self.unit(other) for other in order if other != player] if any(map(any, aims)) else aims


class RandomAnybody(Sound):
    def in_the_mix(self, aims, order, player):
        return [self.unit(other) for other in order] if any(map(any, aims)) else aims


class NoLevels(Sound):
    def level(self, first, player):
        return None


class LevelsAtFirst(Sound):
    def level(self, first, player):
        return super().level(first, player) if first else None


class LevelsOfA(Sound):
    def level(self, first, player):
        return super().level(first, 0)


class LevelsHighest(Sound):
    def level(self, first, player):
        return max((level for level in self.problem["random_levels"] or [] if level), default=None)


class LevelsFull(Fewer):
    def keeps(self, order, player, aim):
        return sum(aim) in (0, 1)


class LevelsAndRandom(Sound):
    def options(self, order, player):
        usual = super().options(order, player)
        levels, self.problem = self.problem["random_levels"], self.problem | {"random_levels": None}
        plain = super().options(order, player)
        self.problem |= {"random_levels": levels}
        return usual + [aim for aim in plain if aim not in usual] if len(usual) > 1 else usual


class LastOfEquals(FirstOfEquals):
    def best(self, found, place, player):
        return super().best(found[::-1], place, player)

    def options(self, order, player):
        return sorted(super().options(order, player), key=StrongestOfEquals.place)


class ByTheRules(FirstOfEquals):
    """In fractions, and every tie as the rules have it; `wrong` is the rule that is known otherwise."""

    wrong = None

    def options(self, order, player):
        return sorted(super().options(order, player), key=StrongestOfEquals.place)

    def best(self, found, place, player):
        values = [self.value(turns, place) for turns in found]
        most = max((value[player] for value in values), default=0)
        equal = [(turns, value) for turns, value in zip(found, values, strict=True) if value[player] == most]
        return min(equal, key=lambda each: self.rank(each[0][place][0], each[1]))[0] if equal else None

    def rank(self, aim, win):
        kind = "single" if 1 in aim else "mix" if any(aim) else "Miss"
        strength = sum(map(Fraction.__mul__, aim, self.exact_hits))
        at = aim.index(1) if 1 in aim else 0
        rule = self.problem["if_eq"]
        return (self.otherwise if rule == self.wrong else self.usual)(rule, kind, strength, at, aim, win)

    def usual(self, rule, kind, strength, at, aim, win):
        if abs(rule) == 1:
            found = ("single", "Miss", "mix").index(kind), -strength, -at
        elif rule == 2:
            found = (-strength,)
        elif rule == 3:
            found = (-sum(map(Fraction.__mul__, aim, map(Fraction, win))),)
        else:
            found = ("single", "mix", "Miss").index(kind), at
        return tuple(-part for part in found) if rule < 0 else found


class LevelsByPlace(ByTheRules):
    def options(self, order, player):
        self.place = order.index(player)
        return super().options(order, player)

    def level(self, first, player):
        return super().level(first, self.place)


class LikeliestAtStart(ByTheRules):
    def rank(self, aim, win):
        return super().rank(aim, self.at_start if self.problem["if_eq"] == 3 else win)

    def best(self, found, place, player):
        values = [self.value(turns, place)[player] for turns in found]
        equal = [turns for turns, value in zip(found, values, strict=True) if value == max(values)]
        ranks = []
        for turns in equal:
            self.at_start = self.value(turns, 0)
            ranks.append(self.rank(turns[place][0], self.value(turns, place)))
        return equal[ranks.index(min(ranks))] if equal else None


def without_sign(*rules):
    def start(self, problem):
        ByTheRules.__init__(
            self, problem | {"if_eq": abs(problem["if_eq"]) if problem["if_eq"] in rules else problem["if_eq"]}
        )

    return type("WithoutSign", (ByTheRules,), {"__init__": start})


def tied(wrong, rank):
    """Return a solver with one tie rule wrong: it prefers by kind, strength, label, weights and win probabilities."""
    return type("Tied", (ByTheRules,), {"wrong": wrong, "otherwise": lambda self, rule, *what: rank(*what)})


def order(*kinds):
    return {kind: place for place, kind in enumerate(kinds)}


SINGLES, MISSES, MIXES = order("single", "Miss", "mix"), order("Miss", "single", "mix"), order("single", "mix", "Miss")
MISS_MIX, MIX_MISS = order("Miss", "mix", "single"), order("mix", "Miss", "single")


class PhaseStartRule(ByTheRules):
    def best(self, found, place, player):
        most = max((self.value(turns, 0)[player] for turns in found), default=0)
        equal = [turns for turns in found if self.value(turns, 0)[player] == most]
        return min(equal, key=lambda turns: self.rank(turns[place][0], self.value(turns, place)), default=None)


class CanonicalBackwards(ByTheRules):
    def best(self, found, place, player):
        return super().best(found[::-1], place, player)


def rounded(digits):
    def answer(self):
        return {"win": [round(win, digits) for win in Sound.answer(self)["win"]]}

    return type("Rounded", (Sound,), {"answer": answer})


class Percent(Sound):
    def answer(self):
        found = super().answer()
        return found | {"win": [100 * win for win in found["win"]], "stalemate": 100 * found["stalemate"]}


CLIENTS = {
    "first-option": NeverTheFirstRow,
    "first-row": FirstRow,
    "phase-start": PhaseStart,
    "values-of-set": ValuesOfSet,
    "values-of-first-order": ValuesOfFirstOrder,
    "aims-of-set": AimsOfSet,
    "replies-remembered": Remembering,
    "replies-to-last": RepliesToLast,
    "replies-to-first": RepliesToFirst,
    "replies-to-targets": RepliesToTargets,
    "replies-to-set": RepliesToSet,
    "replies-to-last-two": RepliesToLastTwo,
    "replies-to-first-two": RepliesToFirstTwo,
    "replies-to-ends": RepliesToEnds,
    "replies-remembered-of-four": from_four(Remembering),
    "replies-to-last-of-four": from_four(RepliesToLast),
    "replies-to-first-of-four": from_four(RepliesToFirst),
    "replies-to-targets-of-four": from_four(RepliesToTargets),
    "replies-of-other-orders": RepliesOfOtherOrders,
    "strongest-template": StrongestByTemplate,
    "strongest-of-all": StrongestOfAll,
    "stationary": Stationary,
    "later-words": SameWordsLater,
    "later-choice": WrongLaterWord,
    "no-stalemate": NoStalemate,
    "tolerance": FloatTies,
    "fine-tolerance": FinelyTolerant,
    "exchanged-A-B": Swapped,
    "exchanged-B-C": Exchanged,
    "rule-2": StrongestOfEquals,
    "first-of-equals": FirstOfEquals,
    "float-noise": Sound,
    "last-option": LastOption,
    "spite": Spite,
    "announced-backwards": Backwards,
    "own-shot": OwnShot,
    "after-victim": AfterVictim,
    "shooter-again": ShooterAgain,
    "duel-words": DuelWords,
    "duel-targets": DuelTargets,
    "one-round": OneRound,
    "own-turns": OwnTurns,
    "stalling": Stalling,
    "stalemate-shared": StalemateShared,
    "stalemate-aims": StalemateAims,
    "no-targets": NoTargets,
    "targets-for-ever": TargetsForEver,
    "search-later": SearchLater,
    "no-search": NoSearch,
    "no-miss": NoMiss,
    "no-miss-later": NoMissLater,
    "no-self": NoSelf,
    "no-harmless": NoHarmless,
    "strongest-only": StrongestOnly,
    "strongest-only-later": StrongestOnlyLater,
    "strongest-earliest": StrongestEarliest,
    "no-mix": NoMix,
    "whole-mixes": WholeMixes,
    "random-hits": RandomHits,
    "random-misses": RandomMisses,
    "random-others": RandomOthers,
    "random-anybody": RandomAnybody,
    "no-levels": NoLevels,
    "levels-at-first": LevelsAtFirst,
    "levels-of-a": LevelsOfA,
    "levels-by-place": LevelsByPlace,
    "levels-highest": LevelsHighest,
    "levels-full": LevelsFull,
    "levels-and-random": LevelsAndRandom,
    "last-of-equals": LastOfEquals,
    "canonical-backwards": CanonicalBackwards,
    "miss-before-single": tied(1, lambda kind, strength, at, *_: (MISSES[kind], -strength, -at)),
    "mix-before-miss": tied(1, lambda kind, strength, at, *_: (MIXES[kind], -strength, -at)),
    "weaker-shot": tied(
        1, lambda kind, strength, at, *_: (SINGLES[kind], strength if kind == "single" else -strength, -at)
    ),
    "earlier-of-equal-shots": tied(1, lambda kind, strength, at, *_: (SINGLES[kind], -strength, at)),
    "weaker-mix": tied(
        1, lambda kind, strength, at, *_: (SINGLES[kind], strength if kind == "mix" else -strength, -at)
    ),
    "weaker-first": tied(2, lambda kind, strength, *_: strength),
    "larger-weight": tied(2, lambda kind, strength, at, aim, win: -sum(aim)),
    "likeliest-at-start": LikeliestAtStart,
    "sign-of-1-and-4": without_sign(-1, -4),
    "sign-of-1": without_sign(-1),
    "sign-of-4": without_sign(-4),
    "unlikeliest-winner": tied(
        3, lambda kind, strength, at, aim, win: sum(map(Fraction.__mul__, aim, map(Fraction, win)))
    ),
    "miss-before-mix": tied(4, lambda kind, strength, at, *_: (SINGLES[kind], at)),
    "later-label": tied(4, lambda kind, strength, at, *_: (MIXES[kind], -at)),
    "opposite-kinds": tied(-1, lambda kind, strength, at, *_: (SINGLES[kind], strength, at)),
    "opposite-miss": tied(-1, lambda kind, strength, at, *_: (MISS_MIX[kind], strength, at)),
    "opposite-shots": tied(-1, lambda kind, strength, at, *_: (MIX_MISS[kind], -strength, at)),
    "opposite-label": tied(-1, lambda kind, strength, at, *_: (MIX_MISS[kind], strength, -at)),
    "opposite-order-miss": tied(-4, lambda kind, strength, at, *_: (MIX_MISS[kind], -at)),
    "opposite-order-label": tied(-4, lambda kind, strength, at, *_: (MISS_MIX[kind], at)),
    "phase-start-last": PhaseStartLast,
    "phase-start-rule": PhaseStartRule,
    "strongest-weakest": StrongestWeakest,
    "levels-more": LevelsMore,
    "percent": Percent,
    **{f"rounded-{digits}": rounded(digits) for digits in range(2, 9)},
}
"""A solver for each fault; of those that differ only in two players, or in a number, one or two."""
