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

from collections import Counter, defaultdict
from fractions import Fraction
from operator import add
from typing import Any, NamedTuple, TypeAlias, Unpack

from truel_ref.fast.solving import solve
from truel_ref.game.course import Course, Elimination
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Statement, refuse_keywords, states_a_problem
from truel_ref.game.variant import Variant, VariantPlay
from truel_ref.limits import check
from truel_ref.numbers import inside, public, read_count
from truel_ref.simulation.policies import Answer, game_of
from truel_ref.simulation.rules import DiceGame, Position
from truel_ref.variants import solve_variant

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
    else:
        play = solve(play, **statement)
    answer: Answer = solve_variant(play) if isinstance(play, Variant) else play
    return _Chain(game_of(answer, of)).course(answer.model, last, eliminations)


class Paths(NamedTuple):
    """Some paths of a game: their probability, and `E[turns; path]` and `E[new rounds; path]`.

    >>> Paths(1, 2, 0) + Paths(3, 0, 0), Paths(2, 1, 0).then(Paths(3, 1, 1))
    (Paths(chance=4, turns=2, rounds=0), Paths(chance=6, turns=5, rounds=2))
    """

    chance: Any = 0
    turns: Any = 0
    rounds: Any = 0

    def __add__(self, other: Paths) -> Paths:  # type: ignore[override]  # of probabilities, not of tuples
        return Paths(*map(add, self, other))

    def then(self, other: Paths) -> Paths:
        """Return all concatenations of one of these paths and one of the other paths."""
        turns = self.chance * other.turns + self.turns * other.chance
        rounds = self.chance * other.rounds + self.rounds * other.chance
        return Paths(self.chance * other.chance, turns, rounds)

    def repeated(self) -> Paths:
        """Return all repetitions of these paths, including none: `1 / (1 - x)`, for a probability below 1."""
        times = 1 / (1 - self.chance)
        return Paths(times, times * times * self.turns, times * times * self.rounds)


State: TypeAlias = tuple[int, Position]
"""The number of a way to play that a lot can draw, and a position in it."""

Row: TypeAlias = defaultdict[State, Paths]
"""The states that a state leads to, with the paths."""


class _Chain:
    """All states of a game, and where each leads: in `steps` on its next turn, in `exits` out of its class."""

    def __init__(self, game: DiceGame) -> None:
        self.problem, self.rules, share = game.problem, game.lots, inside(Fraction(1, len(game.lots)))
        self.start: dict[State, Any] = {(lot, own.alike(own.start)): share for lot, own in enumerate(self.rules)}
        states = [(lot, position) for lot, own in enumerate(self.rules) for position in own.positions()]
        self.steps = {state: self.step(*state) for state in states}
        self.exits = {state: self.steps[state].copy() for state in states}
        classes: defaultdict[tuple[int, Order], list[State]] = defaultdict(list)
        for state in states:
            classes[state[0], self.living(state)].append(state)
        for alike in classes.values():
            for gone in reversed(alike):
                self.eliminate(gone, alike)

    def living(self, state: State) -> Order:
        """Return the living players of a state."""
        lot, position = state
        return tuple(sorted(self.rules[lot].situation(position).living))

    def is_over(self, living: Order) -> bool:
        """Return whether a game that goes on no more has ended: one player lives at most, or nobody has a round."""
        return len(living) < 2 or self.rules[0].model == "bullets"

    def step(self, lot: int, position: Position) -> Row:
        """Return where the turns of a position lead; a round begins if the turn passes the first shooter's place.

        If the rules draw the shooter there are no rounds, and nobody asks.
        """
        row: Row = defaultdict(Paths)
        rules = self.rules[lot]
        turns, place = rules.situation(position).turns, rules.problem.order.index
        for turn in turns:
            for chance, after in turn.ways:
                taken, then = inside(chance) / len(turns), rules.situation(after).turns
                begins = any(place(one.shooter) <= place(turn.shooter) for one in then)
                row[lot, rules.alike(after)] += Paths(taken, taken, taken if begins else 0)
        return row

    def eliminate(self, gone: State, alike: list[State]) -> None:
        """Replace the steps to a state by the steps through it."""
        check()
        row = self.exits[gone]
        loop = row.pop(gone, Paths())
        if loop.chance == 1:
            row.clear()  # the game stays here for ever
        elif loop.chance:
            self.exits[gone] = row = defaultdict(Paths, {after: loop.repeated().then(row[after]) for after in row})
        for state in alike:
            through = self.exits[state].pop(gone, Paths())
            for after in row if through.chance else ():
                self.exits[state][after] += through.then(row[after])

    def ends(self, in_order: bool) -> tuple[dict[tuple[Elimination, Order], Paths], Counter[Order]]:
        """Return the paths to each end, and for each set the probability that exactly these players are ever left.

        An end is an order of elimination with the players left; the orders count as one unless `in_order`. They are
        empty if there are too many.
        """
        ended: defaultdict[tuple[Elimination, Order], Paths] = defaultdict(Paths)
        entered = Counter[Order]()
        front: dict[tuple[Elimination, State], Paths] = {}
        for state, share in self.start.items():
            front[(), state] = Paths(share)
            entered[self.living(state)] += share
        while front:
            check()
            if in_order and len(front) + len(ended) > MOST_ELIMINATIONS:
                return {}, entered
            grown: defaultdict[tuple[Elimination, State], Paths] = defaultdict(Paths)
            for (gone, state), paths in front.items():
                exits, living = self.exits.get(state), self.living(state)
                if not exits:
                    ended[gone, living] += paths
                for after, further in (exits or {}).items():
                    left, whole = self.living(after), paths.then(further)
                    out = (tuple(sorted({*living} - {*left})),) if left != living else ()
                    grown[gone + out if in_order else gone, after] += whole
                    entered[left] += whole.chance if out else 0
            front = grown
        return ended, entered

    def distribution(self, turns: int) -> list[Any]:
        """Return the probabilities of `0, 1, …, turns` turns."""
        states, chances = Counter(self.start), [inside(Fraction(0))] * (turns + 1)
        for turn in range(turns + 1):
            check()
            following = Counter[State]()
            for state, chance in states.items():
                for after, paths in self.steps.get(state, {}).items():
                    following[after] += chance * paths.chance
                if state not in self.steps and self.is_over(self.living(state)):
                    chances[turn] += chance
            states = following
        return chances

    def course(self, model: str, turns: int, eliminations: bool) -> Course:
        """Return the exact course."""
        listed, entered = self.ends(in_order=True) if eliminations else ({}, Counter())
        orders = Counter[Elimination]()
        for (gone, _), paths in listed.items():
            orders[gone] += paths.chance
        ended, entered = (listed, entered) if listed else self.ends(in_order=False)
        ends: defaultdict[Order, Paths] = defaultdict(Paths)
        for (_, left), paths in ended.items():
            if self.is_over(left):
                ends[left] += paths
        whole, won = sum(ends.values(), Paths()), [ends[(player,)] for player in range(self.problem.players)]
        given_end = _mean(whole.turns, whole.chance)
        has_rounds = model not in ("shooter", "opinions")
        rounds = _mean(whole.rounds + whole.chance, whole.chance) if has_rounds else None
        distribution = self.distribution(turns)
        return Course(
            problem=self.problem,
            model=model,
            win=tuple(public(paths.chance) for paths in won),
            nobody=public(ends[()].chance),
            stalemate=public(1 - ends[()].chance - sum(paths.chance for paths in won)),
            turns=given_end if whole.chance == 1 else None,
            rounds=rounds if whole.chance == 1 else None,
            turns_given_end=given_end,
            rounds_given_end=rounds,
            turns_given_winner=tuple(_mean(paths.turns, paths.chance) for paths in won),
            distribution=tuple(map(public, distribution)),
            longer=public(1 - sum(distribution)),
            eliminations={order: public(chance) for order, chance in orders.items()} or None,
            last_pairs={left: public(chance) for left, chance in sorted(entered.items()) if len(left) == 2},
        )


def _mean(total: Any, chance: Any) -> Any:
    return public(total / chance) if chance else None
