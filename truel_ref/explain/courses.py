r"""The exact course of a duel with known aims: the number of turns, and the order in which players leave.

The rules of the simulation (`truel_ref.simulation.rules`) are a Markov chain: each position leads to other positions
with known probabilities. The number of players never grows, so the positions form **classes** with the same living
players. In each class the computation eliminates the positions one by one,

    p -> q with probability x_pq          becomes x_pq + x_pe x_eq / (1 - x_ee)    once e is eliminated,

until every position leads out of the class, or nowhere if the game can never leave the class. Each path has, beside
its probability `x`, the values `t = E[turns; path]` and `r = E[new rounds; path]`. They are the derivatives of its
generating function at 1, so they follow the product rule `(x, t)(x', t') = (x x', x t' + t x')`.

These sums omit games that never end. So `t / x` over the paths to a winner is the mean number of turns given this
winner, and the sum over all ends is the expectation if the probability of a stalemate is 0.

Source: the fundamental matrix of an absorbing chain, J. G. Kemeny and J. L. Snell, *Finite Markov Chains* (1960),
chapter 3.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, Unpack

from truel_ref.fast.solving import solve
from truel_ref.game.course import Course, Elimination
from truel_ref.game.equilibrium import Equilibrium, PeriodicEquilibrium
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Statement, refuse_keywords, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Variant, VariantAnswer, VariantPlay
from truel_ref.limits import check
from truel_ref.numbers import inside, public, read_count
from truel_ref.simulation.policies import Answer, game_of
from truel_ref.simulation.rules import DiceGame, Position
from truel_ref.variants import solve_variant
from truel_ref.variants.lot import game_of_lot

__all__ = ["LONGEST", "MOST_ELIMINATIONS", "course"]

LONGEST = 10_000
"""The most turns of a distribution; the digits of its numbers grow in proportion to the turns."""

MOST_ELIMINATIONS = 50_000
"""The most orders of elimination in a list."""


@states_a_problem
def course(
    play: Answer | Variant | AnyProblem,
    *,
    turns: int = 20,
    eliminations: bool = True,
    of: VariantPlay | None = None,
    **statement: Unpack[Statement],
) -> Course:
    """Return the exact course of a duel: turns, rounds, orders of elimination, last pairs.

    >>> from truel_ref import equilibria, random_shooter
    >>> announced = course("1/3 2/3 1")
    >>> announced.turns, announced.rounds
    (Fraction(272, 63), Fraction(46, 21))
    >>> course(equilibria("1/3 2/3 1")[0]).turns == announced.turns
    True
    >>> course(random_shooter("1/2 1/2")).turns
    Fraction(2, 1)

    Every shot is a turn, including deliberate misses. A round begins whenever the turn passes the first shooter's
    place; under simultaneous fire every volley is a round; if the shooter is drawn there are no rounds.

    The steps: (1) take the aims of the answer; (2) write the game as a Markov chain; (3) eliminate its positions, class
    by class; (4) sum over the ends, and over the orders that a lot can draw.

    Parameters: `play`, a solution, a stationary or periodic equilibrium of all players of a problem, a variant, the
    answer to a variant, or a problem with its keywords as for `solve`; `turns`, the last turn of the distribution, from
    0 to 10,000; `eliminations`, whether to list the orders of elimination; `of`, one of several plays of a variant
    (`answer[0]`).

    Raises the errors of `solve` and `game_of`, `ProblemError` for keywords beside an answer, and `NumberError` for
    a bad number of turns.
    """
    last = read_count(turns, "turns", 0, LONGEST)
    if isinstance(play, Answer | Variant):
        refuse_keywords(statement, "an answer")
    variant = play if isinstance(play, Variant) else play.variant if isinstance(play, VariantAnswer) else None
    if variant is not None and variant.model == "lot":
        return _course_of(game_of_lot(variant), "lot", last, eliminations)
    if isinstance(play, Variant):
        play = solve_variant(play)
    if not isinstance(play, Answer):
        play = solve(play, **statement)
    kinds = {Solution: "announced", Equilibrium: "stationary", PeriodicEquilibrium: "periodic"}
    model = play.model if isinstance(play, VariantAnswer) else kinds[type(play)]
    return _course_of(game_of(play, of), model, last, eliminations)


class Paths(NamedTuple):
    """Some paths of a game: their probability, and `E[turns; path]` and `E[new rounds; path]`.

    >>> Paths(1, 2, 0) + Paths(3, 0, 0), Paths(2, 1, 0).then(Paths(3, 1, 1))
    (Paths(chance=4, turns=2, rounds=0), Paths(chance=6, turns=5, rounds=2))
    """

    chance: Any
    turns: Any
    rounds: Any

    def __add__(self, other: Paths) -> Paths:  # type: ignore[override]  # of probabilities, not of tuples
        return Paths(*(mine + more for mine, more in zip(self, other, strict=True)))

    def then(self, other: Paths) -> Paths:
        """Return all concatenations of one of these paths and one of the other paths."""
        chance = self.chance * other.chance
        turns = self.chance * other.turns + self.turns * other.chance
        return Paths(chance, turns, self.chance * other.rounds + self.rounds * other.chance)

    def repeated(self) -> Paths:
        """Return all repetitions of these paths, including none: `1 / (1 - x)`, for a probability below 1."""
        times = 1 / (1 - self.chance)
        return Paths(times, times * times * self.turns, times * times * self.rounds)


_NONE = Paths(0, 0, 0)

State: TypeAlias = tuple[int, Position]
"""The number of a way to play that a lot can draw, and a position in it."""

Row: TypeAlias = dict[State, Paths]
"""The states that a state leads to, with the paths."""


class _Positions:
    """All states of a game, and where each leads: on its next turn, and out of its class."""

    def __init__(self, game: DiceGame) -> None:
        self.rules, share = game.lots, inside(Fraction(1, len(game.lots)))
        self.start: dict[State, Any] = {(lot, own.alike(own.start)): share for lot, own in enumerate(self.rules)}
        states = ((lot, position) for lot, own in enumerate(self.rules) for position in own.positions())
        self.steps = {state: self._row(*state) for state in states}
        self.classes: dict[tuple[int, Order], list[State]] = {}
        for lot, position in self.steps:
            self.classes.setdefault((lot, self.living((lot, position))), []).append((lot, position))

    def living(self, state: State) -> Order:
        """Return the living players of a state."""
        lot, position = state
        return tuple(sorted(self.rules[lot].situation(position).living))

    def is_end(self, state: State) -> bool:
        """Return whether a game ends in a state: at most one player lives, or nobody has a round left."""
        over = len(self.living(state)) < 2 or self.rules[state[0]].model == "bullets"
        return over and state not in self.steps

    def _row(self, lot: int, position: Position) -> Row:
        """Return where the turns of a position lead; a round begins if the turn passes the first shooter's place."""
        row: Row = {}
        rules = self.rules[lot]
        turns, place = rules.situation(position).turns, rules.problem.order.index
        for turn in turns:
            for chance, after in [*turn.hits, (turn.passing, turn.passes)]:
                if chance:
                    taken = inside(Fraction(1, len(turns))) * inside(chance)
                    mover, following = rules.situation(after).mover, (lot, rules.alike(after))
                    begins = mover is not None and place(mover) <= place(turn.shooter)
                    row[following] = row.get(following, _NONE) + Paths(taken, taken, taken if begins else 0)
        return row

    @cached_property
    def exits(self) -> dict[State, Row]:
        """Where each state leads out of its class, by the elimination in the module's docstring."""
        rows = {state: dict(row) for state, row in self.steps.items()}
        for states in self.classes.values():
            for gone in reversed(states):
                check()
                row = rows[gone]
                loop = row.pop(gone, _NONE)
                if loop.chance == 1:
                    row.clear()  # the game stays here for ever
                elif loop.chance:
                    rows[gone] = row = {after: loop.repeated().then(paths) for after, paths in row.items()}
                for state in states:
                    if through := rows[state].pop(gone, None):
                        for after, paths in row.items():
                            rows[state][after] = rows[state].get(after, _NONE) + through.then(paths)
        return rows

    def reached(self) -> tuple[dict[State, Paths], Counter[Order]]:
        """Return the paths to each end, and for each set the probability that exactly these players are ever left."""
        reached = {state: Paths(share, 0, 0) for state, share in self.start.items()}
        entered: Counter[Order] = Counter()
        for state, share in self.start.items():
            entered[self.living(state)] += share
        for lot, living in sorted(self.classes, key=lambda one: -len(one[1])):
            for state in self.classes[lot, living]:
                if paths := reached.pop(state, None):
                    for after, further in self.exits[state].items():
                        reached[after] = reached.get(after, _NONE) + paths.then(further)
                        if self.living(after) != living:
                            entered[self.living(after)] += paths.chance * further.chance
        return {state: paths for state, paths in reached.items() if self.is_end(state)}, entered

    def eliminations(self) -> Counter[Elimination] | None:
        """Return the probability of each order of elimination, None if there are too many."""
        front: Counter[tuple[Elimination, State]] = Counter({((), state): share for state, share in self.start.items()})
        ended: Counter[Elimination] = Counter()
        while front:
            check()
            if len(front) + len(ended) > MOST_ELIMINATIONS:
                return None
            grown: Counter[tuple[Elimination, State]] = Counter()
            for (gone, state), chance in front.items():
                exits = self.exits.get(state)
                if not exits:
                    ended[gone] += chance
                for after, paths in (exits or {}).items():
                    out = tuple(sorted({*self.living(state)} - {*self.living(after)}))
                    grown[(*gone, out) if out else gone, after] += chance * paths.chance
            front = grown
        return ended

    def distribution(self, turns: int) -> list[Any]:
        """Return the probabilities of `0, 1, …, turns` turns."""
        states, chances = self.start, []
        for _ in range(turns + 1):
            check()
            chances.append(sum((chance for state, chance in states.items() if self.is_end(state)), inside(Fraction(0))))
            following: Counter[State] = Counter()
            for state, chance in states.items():
                for after, paths in self.steps.get(state, {}).items():
                    following[after] += chance * paths.chance
            states = following
        return chances


def _course_of(game: DiceGame, model: str, turns: int, eliminations: bool) -> Course:
    """Return the exact course of a game."""
    duel = _Positions(game)
    ended, sets = duel.reached()
    ends: dict[Order, Paths] = {}
    for state, paths in ended.items():
        ends[duel.living(state)] = ends.get(duel.living(state), _NONE) + paths
    whole, nobody = sum(ends.values(), _NONE), ends.get((), _NONE).chance
    won = [ends.get((player,), _NONE) for player in range(game.problem.players)]
    given_end = _mean(whole.turns, whole.chance)
    rounds = None if model in ("shooter", "opinions") else _mean(whole.rounds + whole.chance, whole.chance)
    orders = duel.eliminations() if eliminations else None
    distribution = duel.distribution(turns)
    return Course(
        problem=game.problem,
        model=model,
        win=tuple(public(paths.chance) for paths in won),
        nobody=public(nobody),
        stalemate=public(1 - nobody - sum(paths.chance for paths in won)),
        turns=given_end if whole.chance == 1 else None,
        rounds=rounds if whole.chance == 1 else None,
        turns_given_end=given_end,
        rounds_given_end=rounds,
        turns_given_winner=tuple(_mean(paths.turns, paths.chance) for paths in won),
        distribution=tuple(map(public, distribution)),
        longer=public(1 - sum(distribution)),
        eliminations=None if orders is None else {order: public(chance) for order, chance in orders.items()},
        last_pairs={left: public(chance) for left, chance in sorted(sets.items()) if len(left) == 2},
    )


def _mean(total: Any, chance: Any) -> Any:
    return public(total / chance) if chance else None
