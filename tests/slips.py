"""Clients of the judge: the second derivation, sound or with one rule read wrongly: `CLIENTS`.

Each has the name by which the package knows its fault, and shares nothing with the table of known faults.
"""

from unittest import mock

import independent
from independent import _choose, after_hit, allowed_options, equal_mix, options_of, preference, read_problem

KEYS = ("hits", "targets", "search", "target_later", "search_later", "if_eq", "random_levels")


def answer(problem, **functions):
    """Answer a question, some functions of the second derivation exchanged for others."""
    with mock.patch.multiple(independent, solve=independent.solve, **functions):
        found = independent.solve(**{key: problem[key] for key in KEYS if key in problem})
    aims = [aim and [*map(str, aim)] for aim in found.aims]
    return {"win": [*map(str, found.win)], "aims": aims, "stalemate": str(found.stalemate)}


def slip(**functions):
    return lambda problem: answer(problem, **functions)


def remembering(problem):
    """Replies are remembered, whatever was announced before."""
    known = {}

    def choose(hits, order, options, table, rule, earlier, nodes):
        again = earlier + known.get((order, len(earlier)), ())
        if not earlier or len(again) < len(order) or not any(map(any, table[again])):
            again = _choose(hits, order, options, table, rule, earlier, nodes)
            known[order, len(earlier)] = again[len(earlier) :]
        return again

    return answer(problem, _choose=choose)


def spite(hits, order, options, table, rule, earlier, nodes):
    """Players want the strongest of the others to win as seldom as possible."""
    place = len(earlier)
    if place == len(order):
        return earlier
    rival = independent.strongest(hits, order, order[place])
    after = [(*earlier, aim) for aim in allowed_options(hits, order, options, earlier)]
    ends = [spite(hits, order, options, table, rule, each, nodes) for each in after]
    return min(ends, key=lambda end: table[end][place][rival])


def never_missing(problem, order, player):
    """Nobody thinks of a miss in later phases, if there are other options."""
    chooses, usual = options_of(problem, order, player)
    return chooses, (order != problem.first and tuple(filter(any, usual))) or usual


def miss_first(rule, hits, aim, win):
    """Under rule 1 a miss is preferred to a shot."""
    kind, *rest = preference(rule, hits, aim, win)
    return kind + 2 * (rule == 1 and not any(aim)), *rest


def exchanged(problem):
    said = answer(problem)
    return said | {key: [said[key][1], said[key][0], *said[key][2:]] for key in ("win", "aims")}


CLIENTS = {
    "first-option": slip(allowed_options=lambda *at: allowed_options(*at)[1:] or allowed_options(*at)),
    "replies-remembered": remembering,
    "after-victim": slip(after_hit=lambda order, shooter, victim: after_hit(order, victim, victim)),
    "shooter-again": slip(after_hit=lambda *hit: after_hit(*hit)[-1:] + after_hit(*hit)[:-1]),
    "spite": slip(_choose=spite),
    "no-levels": slip(read_problem=lambda hits, random_levels=None, **typed: read_problem(hits, **typed)),
    "no-miss-later": slip(options_of=never_missing),
    "random-hits": slip(equal_mix=lambda *who: equal_mix(*who[:3], who[3] - {"miss", "random"} or who[3])),
    "miss-before-single": slip(preference=miss_first),
    "exchanged-A-B": exchanged,
}
