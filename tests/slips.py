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
}
"""A solver for each fault; of those that differ only in two players, or in a number, one or two."""
