"""Count how play repeats, problem by problem (R13): arrays of backward turns look for plans, exact numbers prove them.

    python scripts/count_periodic.py PART [--problems N] [--seed S] [--write FILE]

Hit probabilities are all different, above 0 and below 1 (in `grid4` at most 1), and all players search {Others, Miss}.
The parts:

| part | problems |
|---|---|
| `tenths`, `twelfths` | five players, all multiples of 1/10 or 1/12, up to rotation of the players; 4 minutes each |
| `five`, `six`, `four` | random numerators over 10007; 1.5, 10 and 0.3 minutes for 10^6 |
| `grid4` | four players, all common denominators to N, up to rotation; 2 minutes for 32 |

Floats only look for plans. Exact numbers decide every problem of `tenths`, and in `twelfths` every problem with an
answer other than a single equilibrium, pure and stationary. In the random parts they prove an example of each kind of
plan, and decide all problems that floats leave open; with six players these are not decided.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, permutations
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from search_equilibria import count_equilibria, grid, random_rows

from truel_ref import Problem, equilibria
from truel_ref.game.equilibrium import Living
from truel_ref.play.periodic import Entered, Plan, PlanSearch, decided, every_plan

Row: TypeAlias = tuple[int, ...]
"""Numerators of the hit probabilities over a common denominator."""

Rounds: TypeAlias = tuple[int, ...]
"""A plan: for each round of the period, in the order of play, a number whose bit `i` says whether place `i` shoots."""

STAGES = ((4, 1), (8, 1), (16, 1), (32, 4), (192, 24), (768, 64), (3072, 64), (12288, 64))
"""Rounds that are played backwards in one go, and the longest period for which the play is then examined."""

DENOMINATOR = 10007
"""Of random problems."""

MARGIN = 1e-12
CHUNK = 4096


@dataclass
class Turns:
    """The turns of one set of living players in many problems, one array element per problem.

    Fields: `players`, who is on move at each place; `own`, for each place what the best kill is worth to the shooter;
    `after`, for each place the win probabilities after it; `hit`, for each place the hit probability.
    """

    players: tuple[int, ...]
    own: Any
    after: Any
    hit: Any

    def of(self, index: Any) -> Turns:
        """Return the turns of some of the problems."""
        return Turns(self.players, self.own[:, index], self.after[:, :, index], self.hit[:, index])

    def back(self, value: Any, rounds: int) -> tuple[Any, Any]:
        """Return the values after backward induction, and who shoots in each round, the last round first."""
        shooters = np.zeros((rounds, value.shape[1]), dtype=np.uint8)
        value = value.copy()
        for number in range(rounds):
            for place in reversed(range(len(self.players))):
                shoots = self.own[place] >= value[self.players[place]]
                value += (shoots * self.hit[place]) * (self.after[place] - value)
                shooters[number] |= shoots.astype(np.uint8) << place
        return value, shooters

    def follow(self, plan: Any) -> tuple[list[Any], Any]:
        """Return the values of a plan at each turn of its first round, and the least margin of its decisions.

        The margin is the difference between what a kill and what the next turn is worth to the shooter; it is negative
        if a decision is wrong.
        """
        turns = [(round_ >> place & 1, place) for round_ in plan for place in range(len(self.players))]
        value, ends = np.zeros_like(self.after[0]), np.zeros_like(self.hit[0])
        for shoots, place in reversed(turns):
            chance = shoots * self.hit[place]
            value += chance * (self.after[place] - value)
            ends += chance * (1.0 - ends)
        value = np.divide(value, ends, out=np.zeros_like(value), where=ends > 0.0)
        margin = np.full_like(ends, 2.0)
        values = []
        for shoots, place in reversed(turns):
            gain = self.own[place] - value[self.players[place]]
            margin = np.minimum(margin, np.where(shoots, gain, -gain))
            value = value + (shoots * self.hit[place]) * (self.after[place] - value)
            values.append(value)
        return values[: -len(self.players) - 1 : -1], margin

    def settle(self, value: Any) -> tuple[Any, list[tuple[Any, Any]]]:
        """Play backwards from values at the end until the decisions repeat for ever.

        Return the problems that stay open, and pairs: the problems of a period, and their plans (rounds, problems).
        Decisions that repeat for ever are recognised by their margins: a turn does not increase the distance of two
        values, so nothing changes any more if the values are closer to those of the plan than each margin.
        """
        settled = []
        waiting = np.arange(value.shape[1])
        for rounds, most in STAGES:
            turns = self.of(waiting)
            value, shooters = turns.back(value, rounds)
            left = np.ones(len(waiting), dtype=bool)
            for period in range(1, min(most, rounds // 2) + 1):
                same = left & (shooters[-period:] == shooters[-2 * period : -period]).all(axis=0)
                some = np.flatnonzero(same)
                if not len(some):
                    continue
                plan = shooters[: -period - 1 : -1, some]
                values, margin = turns.of(some).follow(plan)
                fine = margin > np.abs(values[0] - value[:, some]).max(axis=0) + MARGIN
                settled.append((waiting[some[fine]], plan[:, fine]))
                left[some[fine]] = False
            waiting, value = waiting[left], value[:, left]
            if not len(waiting):
                break
        return waiting, settled


class Play:
    """The sets of living players of many problems, the smaller ones played with period 1 as backward induction says.

    Fields: `whole`, the turns of the set of all players; `sure`, in which problems every smaller set settles with
    period 1 and every best kill is the only one.
    """

    def __init__(self, rows: Sequence[Row], denominator: int) -> None:
        numerators = np.array(rows, dtype=np.int64).T
        self.hit = numerators / denominator
        self.players, self.problems = self.hit.shape
        self.sure = np.ones(self.problems, dtype=bool)
        self.values: dict[tuple[int, ...], Any] = {}
        for player in range(self.players):
            alone = np.zeros((1, self.players, self.problems))
            alone[0, player] = 1.0
            self.values[(player,)] = alone
        for size in range(2, self.players):
            for living in combinations(range(self.players), size):
                self._settle(living)
        self.whole = self._turns(tuple(range(self.players)))

    def _turns(self, living: tuple[int, ...]) -> Turns:
        own, after = [], []
        for player in living:
            best, second = None, np.full(self.problems, -1.0)
            for victim in living:
                if victim == player:
                    continue
                left = tuple(other for other in living if other != victim)
                mover = next((other for other in left if other > player), left[0])
                win = self.values[left][left.index(mover)]
                if best is None:
                    best = win
                    continue
                second = np.maximum(second, np.minimum(win[player], best[player]))
                best = np.where(win[player] > best[player], win, best)
            self.sure &= best[player] - second > MARGIN
            own.append(best[player])
            after.append(best)
        return Turns(living, np.array(own), np.array(after), self.hit[list(living)])

    def _settle(self, living: tuple[int, ...]) -> None:
        turns = self._turns(living)
        _, settled = turns.settle(np.zeros((self.players, self.problems)))
        plan = np.zeros((1, self.problems), dtype=np.uint8)
        for some, rounds in settled:
            plan[:, some] = rounds if len(rounds) == 1 else 0
        self.sure &= plan[0] > 0
        self.values[living] = np.array(turns.follow(plan)[0])


# ---------------------------------------------------------------------------------------------------------
# Plans in floats


def least_shift(plan: Sequence[int]) -> Rounds:
    """Return the least shift of a plan."""
    return min((*plan[start:], *plan[:start]) for start in range(len(plan)))


def plans(rows: Sequence[Row], denominator: int, ends: int = 1) -> list[list[Rounds]]:
    """Return for each problem the plans that backward induction reaches, first from the value 0 at the end.

    Parameters: `rows`, `denominator`, the problems; `ends`, how many values at the end are tried: after 0 to all, 1 to
    the first player, 1 to the second, and so on. A list is empty if a smaller set does not settle with period 1, or if
    floats do not decide; a plan is empty if play is not seen to repeat.

    >>> plans([(2, 8, 5, 7, 6), (5, 3, 4, 2, 1)], 10)
    [[(23, 29)], [(31,)]]
    """
    play = Play(rows, denominator)
    found: list[list[Rounds]] = [[] for _ in rows]
    index = np.flatnonzero(play.sure)
    turns = play.whole.of(index)
    for end in range(ends):
        value = np.zeros((play.players, len(index)))
        if end:
            value[end - 1] = 1.0
        waiting, settled = turns.settle(value)
        reached = [(problem, ()) for problem in index[waiting]]
        for some, rounds in settled:
            reached += zip(index[some], map(least_shift, rounds.T.tolist()), strict=True)
        for problem, plan in reached:
            if plan not in found[problem]:
                found[problem].append(plan)
    return found


@dataclass(frozen=True, order=True)
class Kind:
    """A plan in words that do not depend on the seat of the strongest player.

    Fields: `period`; `waiting`, the ranks of the players whose decision changes, the strongest has rank 1; `seats`,
    all ranks in the order of play from the strongest; `misses`, for each round from a turn of the strongest the ranks
    of those who miss.
    """

    period: int
    waiting: str
    seats: str
    misses: str


def kind(row: Row, plan: Rounds) -> Kind:
    """Return the kind of a plan.

    >>> kind((2, 8, 5, 7, 6), (23, 29))
    Kind(period=2, waiting='1 2', seats='1 4 2 3 5', misses='1 | 2')
    """
    size = len(row)
    first = row.index(max(row))
    ranks = [1 + sum(other > hit for other in row) for hit in (*row[first:], *row[:first])]
    turns = [bool(each >> place & 1) for each in plan for place in range(size)]
    turns = [*turns[first:], *turns[:first]]
    rounds = [
        tuple(sorted(ranks[place] for place in range(size) if not turns[start + place]))
        for start in range(0, len(turns), size)
    ]
    rounds = min([*rounds[start:], *rounds[:start]] for start in range(len(rounds)))
    waiting = [rank for rank in range(1, size + 1) if len({rank in each for each in rounds}) > 1]
    return Kind(
        len(plan),
        " ".join(map(str, waiting)),
        " ".join(map(str, ranks)),
        " | ".join(" ".join(map(str, each)) or "-" for each in rounds),
    )


# ---------------------------------------------------------------------------------------------------------
# Plans in exact numbers


class Exact(PlanSearch):
    """All plans up to a period of all sets of living players, without longer plans from backward induction."""

    def __init__(self, row: Row, denominator: int, period: int) -> None:
        super().__init__(Problem([Fraction(hit, denominator) for hit in row]), period, 10_000)

    def plans_of(self, living: Living, below: Mapping[Living, Entered]) -> list[Plan]:
        """Return all plans of a set up to the period, under a selection."""
        plans, complete = every_plan(self.options(living, below), living, below, self.period)
        self.complete &= complete
        return plans

    def proved(self, rounds: Rounds) -> Plan | None:
        """Return a plan, given by who shoots in each round, if it is an equilibrium under some selection."""
        for way in self.ways:
            options = self.options(self.whole, way)
            shots = [place if each >> place & 1 else None for each in rounds for place in self.whole]
            profile = []
            for turn, shooter in enumerate(shots):
                passes = [option.turn[1] == 1 for option in options[turn % len(self.whole)]]
                profile.append(passes.index(shooter is None) if (shooter is None) in passes else -1)
            plan = None if -1 in profile else decided(options, self.whole, tuple(profile), way)
            if plan is not None:
                return plan
        return None


def shooters(plan: Plan) -> Rounds:
    """Return who shoots in each round of a plan."""
    size = len(plan.living)
    bits = [
        sum(bool(aim.targets) << place for place, aim in enumerate(plan.aims[start : start + size]))
        for start in range(0, len(plan.aims), size)
    ]
    return least_shift(bits)


# ---------------------------------------------------------------------------------------------------------
# Counts


class Count:
    """The numbers of one part: how many plans of which periods the problems have, and of which kinds.

    Fields: `periods`, for the ascending periods of all plans of a problem, the number of such problems; `kinds`, for
    each kind of plan with a period above 1, the number of problems; `no_pure`, how many problems have no pure
    stationary equilibrium; `exact`, how many problems exact numbers decided; `open`, how many are not decided;
    `tied`, how many have a plan that is not strict or several selections, and are not in `periods`; `proofs`, how many
    plans of examples exact numbers proved; `examples`, a problem and its plans for each kind and list of periods.
    """

    def __init__(self, denominator: int) -> None:
        self.denominator = denominator
        self.periods: Counter[tuple[int, ...]] = Counter()
        self.kinds: Counter[Kind] = Counter()
        self.no_pure = self.open = self.exact = self.tied = self.proofs = 0
        self.examples: dict[Any, tuple[Row, Sequence[Rounds]]] = {}

    def add(self, row: Row, found: Sequence[Rounds]) -> None:
        """Count the plans of a problem."""
        periods = tuple(sorted(map(len, found)))
        self.periods[periods] += 1
        self.examples.setdefault(periods, (row, found))
        for plan in found:
            if len(plan) > 1:
                self.kinds[kind(row, plan)] += 1
                self.examples.setdefault(kind(row, plan), (row, [plan]))

    def add_exact(self, row: Row, found: Sequence[Rounds] = ()) -> None:
        """Decide a problem by exact numbers and count it; the plans that floats find must be equilibria."""
        self.exact += 1
        search = Exact(row, self.denominator, 2)
        short = [plan for way in search.ways for plan in search.plans_of(search.whole, way)]
        long = [require(search, rounds) for rounds in found if len(rounds) > 2]
        exact = [*short, *long]
        assert search.complete, row
        self.no_pure += all(plan.period > 1 for plan in exact)
        if len(search.ways) > 1 or not all(plan.strict for plan in exact):
            self.tied += 1
            self.examples.setdefault("tied", (row, ()))
            return
        rounds = [*map(shooters, exact)]
        assert {*found} <= {*rounds, ()}, row
        self.add(row, rounds)

    def prove(self) -> None:
        """Prove the plans of the example of each kind, and of each list of periods, by exact numbers."""
        for row, found in self.examples.values():
            search = Exact(row, self.denominator, 1)
            for plan in found:
                require(search, plan)
                self.proofs += 1

    def as_data(self) -> dict[str, Any]:
        """Return the numbers for JSON: kinds by period and by who waits, and by seats; each with an example."""
        kinds: dict[tuple[int, str], list[Any]] = {}
        seats: Counter[str] = Counter()
        for each, count in sorted(self.kinds.items(), key=lambda pair: (-pair[1], pair[0])):
            example = kinds.setdefault((each.period, each.waiting), [0, 0, self.examples[each][0], each.misses])
            example[0] += count
            example[1] += 1
            seats[each.seats] += count
        return {
            "denominator": self.denominator,
            "problems": self.periods.total() + self.tied + self.open,
            "periods": [[periods, count, self.examples[periods][0]] for periods, count in sorted(self.periods.items())],
            "no pure": self.no_pure,
            "tied": self.tied,
            "exact": self.exact,
            "undecided": self.open,
            "kinds": len(self.kinds),
            "proofs": self.proofs,
            "waiting": [[*key, *kinds[key]] for key in sorted(kinds)],
            "seats": sorted(seats.items()),
        }


def require(search: Exact, rounds: Rounds) -> Plan:
    """Return a plan that exact numbers must find to be an equilibrium."""
    plan = search.proved(rounds)
    assert plan is not None, (search.problem, rounds)
    return plan


def every_problem(players: int, denominator: int) -> Iterator[Row]:
    """Yield all lists of different numerators below a denominator up to rotation, the largest first.

    >>> sum(1 for row in every_problem(5, 10))
    3024
    """
    for chosen in combinations(range(denominator - 1, 0, -1), players):
        for rest in permutations(chosen[1:]):
            yield chosen[0], *rest


def chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield problems in lists of the size of an array."""
    while some := [*islice(rows, CHUNK)]:
        yield some


def count_grid(players: int, denominator: int, every: bool) -> Count:
    """Count all problems with a common denominator.

    Exact numbers decide every problem, or only those with a plan of a period above 1, with several plans, with another
    number of pure equilibria than 1, and those that floats leave open.
    """
    count = Count(denominator)
    for rows in chunks(every_problem(players, denominator)):
        numbers = count_equilibria(rows, denominator)
        for row, found, number in zip(rows, plans(rows, denominator, players + 1), numbers, strict=True):
            if every or number != 1 or [*map(len, found)] != [1]:
                count.add_exact(row, found)
            else:
                count.add(row, found)
    return count


def count_random(players: int, problems: int, seed: int) -> dict[str, Any]:
    """Count random problems in floats, and prove an example of each kind by exact numbers.

    Exact numbers decide a problem that floats leave open if it has at most five players.
    """
    count = Count(DENOMINATOR)
    ends = 1 if players == 4 else players + 1
    for rows in chunks(random_rows(players, DENOMINATOR - 1, problems, seed)):
        add(count, rows, ends)
    count.prove()
    return {"seed": seed, **count.as_data()}


def add(count: Count, rows: Sequence[Row], ends: int) -> None:
    """Count problems in floats; exact numbers decide what floats leave open."""
    changing = []
    for row, found in zip(rows, plans(rows, count.denominator, ends), strict=True):
        if () not in found and found:
            count.add(row, found)
            if len(found[0]) > 1:
                changing.append(row)
        elif len(row) < 6:
            count.add_exact(row)
        else:
            count.open += 1
    for row, number in zip(changing, count_equilibria(changing, count.denominator), strict=True):
        sure = len(equilibria([Fraction(hit, count.denominator) for hit in row])) if number is None else number
        count.no_pure += sure == 0


def count_grids(most: int) -> dict[str, Any]:
    """Count all problems of four players with common denominators up to `most`, each once."""
    total = Count(0)
    for denominator in range(4, most + 1):
        count = Count(denominator)
        for rows in chunks(grid(4, denominator)):
            add(count, rows, 1)
        total.periods += count.periods
        total.kinds += count.kinds
        total.no_pure += count.no_pure
        total.tied += count.tied
        total.exact += count.exact
        total.examples = {**count.examples, **total.examples}
    return {**total.as_data(), "denominator": [4, most]}


PARTS: dict[str, Callable[[int, int], dict[str, Any]]] = {
    "tenths": lambda problems, seed: count_grid(5, 10, True).as_data(),
    "twelfths": lambda problems, seed: count_grid(5, 12, False).as_data(),
    "five": lambda problems, seed: count_random(5, problems, seed),
    "six": lambda problems, seed: count_random(6, problems, seed),
    "four": lambda problems, seed: count_random(4, problems, seed),
    "grid4": lambda problems, seed: count_grids(problems),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts of a part, or write them into a file."""
    parser = argparse.ArgumentParser(description="Count how play repeats.")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--problems", type=int, default=1000, help="random problems; for grid4 the last denominator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="a file of JSON that gets this part")
    said = parser.parse_args(arguments)
    data = PARTS[said.part](said.problems, said.seed)
    if said.write is None:
        print(json.dumps(data))
        return 0
    file = json.loads(said.write.read_text(encoding="utf-8")) if said.write.exists() else {}
    file[said.part] = data
    parts = ",\n".join(
        f'"{part}": {{\n'
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in file[part].items())
        + "}"
        for part in PARTS
        if part in file
    )
    said.write.write_text(f"{{{parts}}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
