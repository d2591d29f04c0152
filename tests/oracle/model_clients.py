"""Clients that answer other rules of fire from the second derivation, in fractions or in doubles, and faulty ones.

A client is a function of a question. `solver` makes it: `number` is Fraction or float, `close` by how much a gain
counts for nothing, `faults` the names of what it does wrong.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product

import independent
import independent_variants as derivation
from plain_data import plain

from truel_ref import Problem

KEYS = ("hits", "targets", "search", "target_later", "search_later", "if_eq", "random_levels")


def solver(number=Fraction, close=0, faults: Iterable[str] = ()):
    return partial(answer, number=number, close=close, faults=frozenset(faults))


def answer(question, number, close, faults):
    problem = Problem.from_data({key: question[key] for key in KEYS})
    model = question["model"]
    if model == "lot":
        return by_lot(question, problem, number, faults)
    if model == "bullets":
        return Bullets(question, problem, number, faults).answer()
    game = (opinions if model == "opinions" else fires)(problem, model, number, faults)
    return {"equilibria": listed(game, problem, model, close, faults)}


# -- lists of equilibria


class Unit:
    """One set: its states, the options of those who choose in it, and the moves of a state under some aims."""

    def __init__(self, name, states, options, moves):
        self.name, self.states, self.options, self.moves = name, states, options, moves


def fires(problem, model, number, faults):
    """Return the sets that can be reached, the smallest first; a state is a set."""
    read = derivation.read_problem(**plain(problem))
    hits = list(map(number, problem.hits))
    moves = derivation.shooter_moves if model == "shooter" else derivation.volley_moves
    if "the better shot is drawn more often" in faults:
        moves = drawn_by_skill
    if "one after the other" in faults:
        moves = one_after_the_other

    def options(living):
        return derivation.stationary_options(read, living, problem.if_eq)

    reached = [tuple(range(problem.players))]
    for living in reached:
        for aims in product(*options(living)):
            for chance, rest in moves(problem.hits, living, aims):
                if chance and len(rest) > 1 and rest not in reached:
                    reached.append(rest)
    reached.sort(key=len)
    return [Unit(living, [living], options, partial(moves, hits)) for living in reached], list


def drawn_by_skill(hits, living, aims):
    total = sum(hits[player] for player in living) or 1
    moves = derivation.shooter_moves(hits, living, aims)
    share = {player: hits[player] / total * len(living) for player in living}
    step = 1 + len(living)
    return [(chance * share[living[at // step]], rest) for at, (chance, rest) in enumerate(moves)]


def one_after_the_other(hits, living, aims):
    """A volley in which whoever has been hit before his shot does not fire."""
    ways = [(1, living)]
    for player, aim in zip(living, aims, strict=True):
        grown = []
        for chance, left in ways:
            if player not in left:
                grown.append((chance, left))
                continue
            shots = [(hits[player] * aim[other], other) for other in living]
            grown += [(chance * part, tuple(one for one in left if one != other)) for part, other in shots]
            grown.append((chance * (1 - hits[player] * sum(aim)), left))
        ways = grown
    return [way for way in ways if way[0]]


def opinions(problem, model, number, faults):
    """Return the sets of opinions that can be held, the smallest first; a state is how many hold each."""
    read = derivation.read_problem(**{**plain(problem), "search": "Others"})
    hits = list(map(number, problem.hits))
    players = problem.players

    def moves(counts, aims):
        listed = derivation.opinion_moves(hits, counts, aims)
        if "every opinion speaks as often" in faults:
            step, here = 1 + len(derivation.held(counts)), derivation.held(counts)
            scale = [Fraction(players, len(here) * counts[opinion]) for opinion in here]
            listed = [(chance * number(scale[at // step]), to) for at, (chance, to) in enumerate(listed)]
        return listed

    def options(counts):
        choices = derivation.opinion_options(read, counts, problem.if_eq)
        if "random means persons" in faults:
            choices = [
                tuple(by_persons(counts, opinion) if 0 < max(aim) < 1 else aim for aim in aims)
                for opinion, aims in zip(derivation.held(counts), choices, strict=True)
            ]
        return choices

    reached = [tuple(range(players))]
    for held in reached:
        for counts in derivation.counts_of(players, held):
            for aims in product(*options(counts)):
                for chance, to in derivation.opinion_moves(problem.hits, counts, aims):
                    rest = derivation.held(to)
                    if chance and len(rest) > 1 and rest not in reached:
                        reached.append(rest)
    reached.sort(key=len)
    return [Unit(held, derivation.counts_of(players, held), options, moves) for held in reached], derivation.held


def by_persons(counts, opinion):
    others = sum(counts) - counts[opinion]
    return tuple(Fraction(0 if at == opinion else count, others) for at, count in enumerate(counts))


def listed(game, problem, model, close, faults):
    """Return the entries of the last set over all selections, each once."""
    units, members = game
    players = problem.players
    ways = [{}]
    for unit in units[:-1]:
        ways = [way | values for way in ways for _, values, _ in equilibria(unit, way, members, players, close, faults)]
    entries = []
    for way in ways:
        for policy, values, strict in equilibria(units[-1], way, members, players, close, faults):
            [state] = units[-1].states
            *win, nobody = values[state]
            entry = {"aims": [list(map(str, aim)) for aim in policy[state]], "win": win, "strict": strict}
            if model == "simultaneous":
                entry["nobody"] = 0 if "nobody is forgotten" in faults else nobody
            entry["stalemate"] = 0 if "nobody is forgotten" in faults else 1 - sum(values[state])
            if "all is strict" in faults:
                entry["strict"] = True
            entries.append((entry, [round(float(won), 9) for won in values[state]]))
    if "selections are not merged" in faults:
        return [entry for entry, _ in entries]
    once = {}
    for entry, rounded in entries:
        once[str(entry["aims"]), str(rounded)] = entry
    kept = list(once.values())
    return kept[:-1] if "the last is lost" in faults else kept


def equilibria(unit, below, members, players, close, faults):
    """Yield the policies of a set in which nobody gains by another aim in one state, values, and strictness."""
    choices = [list(product(*unit.options(state))) for state in unit.states]
    values = {
        profiles: chain(unit, dict(zip(unit.states, profiles, strict=True)), below, players)
        for profiles in product(*choices)
    }
    for profiles, mine in values.items():
        gains = []
        for row, state in enumerate(unit.states):
            for seat, player in enumerate(members(state)):
                for other in unit.options(state)[seat]:
                    if other != profiles[row][seat] and not ("only the first chooses" in faults and seat):
                        changed = (*profiles[row][:seat], other, *profiles[row][seat + 1 :])
                        worth = values[*profiles[:row], changed, *profiles[row + 1 :]][state][player]
                        gains.append(worth - mine[state][player])
        if all(gain <= close for gain in gains):
            yield dict(zip(unit.states, profiles, strict=True)), mine, all(gain < -close for gain in gains)


def chain(unit, policy, below, players):
    """Return what the states of a set are worth: one number per player, and one for nobody, by elimination."""
    rows = []
    for state, aims in policy.items():
        row, leaving = dict.fromkeys(unit.states, 0), 0
        right = [0] * (players + 1)
        for chance, to in unit.moves(state, aims):
            if to == state:
                continue
            leaving += chance
            if to in policy:
                row[to] += chance
                continue
            worth = below[to] if to in below else ended(to, players)
            right = [sofar + chance * more for sofar, more in zip(right, worth, strict=True)]
        rows.append(([leaving * (here == state) - row[here] for here in unit.states], right, leaving))
    if not any(leaving for *_, leaving in rows):
        return {state: [0] * (players + 1) for state in unit.states}
    for pivot, (row, right, _) in enumerate(rows):
        head = row[pivot]
        row[:], right[:] = [part / head for part in row], [part / head for part in right]
        for other, (others, rest, _) in enumerate(rows):
            if other != pivot and others[pivot]:
                by = others[pivot]
                others[:] = [mine - by * part for mine, part in zip(others, row, strict=True)]
                rest[:] = [mine - by * part for mine, part in zip(rest, right, strict=True)]
    return {state: right for state, (_, right, _) in zip(unit.states, rows, strict=True)}


def ended(left, players):
    """Return the worth of an end: a set of at most one player, or the counts in which one opinion has all."""
    winner = left[0] if len(left) == 1 else players
    if len(left) == players and sum(left) == players:
        winner = next(at for at, count in enumerate(left) if count)
    return [int(player == winner) for player in range(players + 1)]


# -- counted bullets


class Bullets:
    """Backward induction that takes the first of the best options, whatever the tie rule says."""

    def __init__(self, question, problem, number, faults):
        self.read = derivation.read_problem(**plain(problem))
        self.hits = list(map(number, problem.hits))
        self.rounds, self.survivors = tuple(question["bullets"]), question["survivors"]
        self.faults, self.players = faults, problem.players
        self.known = {}

    def answer(self):
        everybody = tuple(range(self.players))
        ending = self.ending(everybody, derivation.first_mover(self.players, everybody, 0, self.rounds), self.rounds)
        worths = [
            sum(chance * derivation.payment(self.players, left, self.survivors)[player] for left, chance in ending)
            for player in everybody
        ]
        win = [
            sum(
                chance
                for left, chance in ending
                if left == (player,) or ("all who live win" in self.faults and player in left)
            )
            for player in everybody
        ]
        survivors = [{"living": ["ABCD"[player] for player in left], "chance": chance} for left, chance in ending]
        return {"worths": worths, "win": win, "survivors": survivors}

    def ending(self, living, mover, rounds):
        """Return the sets of survivors with their chances."""
        if mover is None or len(living) == 1:
            return [(living, 1)]
        if (living, mover, rounds) not in self.known:
            options = derivation.free_options(self.read, living, mover)
            if "two left must shoot" in self.faults and len(living) == 2:
                other = next(player for player in living if player != mover)
                options = [independent.unit(self.players, other)]
            endings = [self.after(living, mover, rounds, aim) for aim in options]
            self.known[living, mover, rounds] = max(endings, key=lambda ending: self.worth(ending, mover))
        return self.known[living, mover, rounds]

    def worth(self, ending, player):
        payment = derivation.payment
        return sum(chance * payment(self.players, left, self.survivors)[player] for left, chance in ending)

    def after(self, living, mover, rounds, aim):
        hit = self.hits[mover]
        chances = {}
        for share, victim in [(1 - hit * sum(aim), None), *((hit * aim[other], other) for other in living)]:
            if not share:
                continue
            left = tuple(player for player in living if player != victim)
            free = "a miss costs no round" in self.faults and victim is None
            fewer = tuple(
                0 if player not in left else have - (player == mover and not free) for player, have in enumerate(rounds)
            )
            place = 0 if "the turn begins anew" in self.faults else (mover + 1) % self.players
            following = derivation.first_mover(self.players, left, place, fewer)
            for sets, chance in self.ending(left, following, fewer):
                chances[sets] = chances.get(sets, 0) + share * chance
        return list(chances.items())


# -- by lot


def by_lot(question, problem, number, faults):
    """Return the mean over the orders, and all of them."""
    start = question["start"] and "the whole order is drawn" not in faults
    typed = plain(problem)
    if_eq = 4 if "another tie rule" in faults else problem.if_eq
    if "predefined aims are passed over" in faults:
        typed["targets"] = ()
    table = derivation.lot_table(**typed, play=question["play"], start=start, if_eq=if_eq)
    if "cyclic shifts are the same" in faults:
        table = {order: plays for order, plays in table.items() if order[0] == 0}
    orders = []
    for order, plays in table.items():
        single = len(plays) == 1 or "the first equilibrium counts" in faults
        labels = ["ABCD"[player] for player in order]
        orders.append({"order": labels, "win": list(map(number, plays[0][1])) if single else None})
    if any(entry["win"] is None for entry in orders):
        return {"win": None, "orders": orders}
    mean = [sum(column) / len(orders) for column in zip(*(entry["win"] for entry in orders), strict=True)]
    return {"win": mean, "stalemate": 1 - sum(mean), "orders": orders}
