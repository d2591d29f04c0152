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
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, Unpack

from truel_ref.budget import check
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.solving import solve, solved
from truel_ref.fast.stationary import equilibria
from truel_ref.game.course import Course, Elimination
from truel_ref.game.equilibrium import Equilibrium, Living
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.statement import AnyProblem, Statement, refuse_keywords, states_a_problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import inside, public
from truel_ref.simulation.policy import PlayChoice, prepare, prepare_equilibrium, prepare_variant
from truel_ref.simulation.rules import Bullets, Lot, Opinions, Position, RandomShooter, Rules, SimultaneousFire, Turn

__all__ = ["LONGEST", "MOST_ELIMINATIONS", "course", "course_of"]

LONGEST = 10_000
"""The most turns of a distribution; the digits of its numbers grow in proportion to the turns."""

MOST_ELIMINATIONS = 50_000
"""The most orders of elimination in a list."""


class Paths(NamedTuple):
    """Some paths of a game: their probability, and `E[turns; path]` and `E[new rounds; path]`.

    >>> Paths(1, 2, 0) + Paths(3, 0, 0), Paths(2, 1, 0).then(Paths(3, 1, 1))
    (Paths(chance=4, turns=2, rounds=0), Paths(chance=6, turns=5, rounds=2))
    """

    chance: Any
    turns: Any
    rounds: Any

    def __add__(self, other: Paths) -> Paths:  # type: ignore[override]  # of probabilities, not of tuples
        return Paths(self.chance + other.chance, self.turns + other.turns, self.rounds + other.rounds)

    def then(self, other: Paths) -> Paths:
        """Return all concatenations of one of these paths and one of the other paths."""
        return Paths(
            self.chance * other.chance,
            self.chance * other.turns + self.turns * other.chance,
            self.chance * other.rounds + self.rounds * other.chance,
        )

    def repeated(self) -> Paths:
        """Return all repetitions of these paths, including none: `1 / (1 - x)`, for a probability below 1."""
        times = 1 / (1 - self.chance)
        return Paths(times, times * times * self.turns, times * times * self.rounds)


_NONE = Paths(0, 0, 0)

Row: TypeAlias = dict[Position, Paths]
"""The positions that a position leads to, with the paths."""


class _Chain:
    """All positions of a game, and where each leads: on its next turn, and out of its class."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.start = rules.alike(rules.start)
        self.steps: dict[Position, Row] = {}
        positions = dict.fromkeys(rules.positions())
        for position in positions:
            check()
            self.steps[position] = self._row(rules.turns(position), positions)
        self.classes: dict[Living, list[Position]] = {}
        for position in self.steps:
            self.classes.setdefault(self.living(position), []).append(position)

    @cached_property
    def new_round(self) -> Callable[[Turn, Any], bool] | None:
        """Whether a new round begins when a turn leads to a position; None if the game has no rounds."""
        if isinstance(self.rules, RandomShooter | Opinions):
            return None
        if isinstance(self.rules, SimultaneousFire):
            return lambda turn, after: not after[1]
        return lambda turn, after: after[1] <= turn.shooter

    def _row(self, turns: tuple[Turn, ...], positions: Container[Position]) -> Row:
        """Return where some turns lead; a turn that never passes may still have its next turn in the list."""
        row: Row = {}
        for turn in turns:
            hit = inside(turn.hit) / len(turns)
            chances = [(after, hit * inside(weight)) for weight, _, after in turn.aimed if turn.hit]
            passes = inside(Fraction(1)) / len(turns) - sum(chance for _, chance in chances)
            for after, chance in [*chances, (turn.passes, passes)]:
                if chance or after in positions:
                    goes_on = self.rules.survivors(after) is None
                    is_new = goes_on and self.new_round is not None and self.new_round(turn, after)
                    following = self.rules.alike(after)
                    row[following] = row.get(following, _NONE) + Paths(chance, chance, chance if is_new else 0)
        return row

    def living(self, position: Position) -> Living:
        """Return the living players of a position, by place."""
        left = self.rules.survivors(position)
        return tuple(sorted(self.rules.found(position).living)) if left is None else left

    def is_end(self, position: Position) -> bool:
        """Return whether a game ends in a position: at most one player lives, or nobody has a round left."""
        left = self.rules.survivors(position)
        return left is not None and (len(left) < 2 or isinstance(self.rules, Bullets))

    @cached_property
    def exits(self) -> dict[Position, Row]:
        """Where each position leads out of its class, by the elimination in the module's docstring."""
        rows = {position: dict(row) for position, row in self.steps.items()}
        for positions in self.classes.values():
            for gone in reversed(positions):
                check()
                row = rows[gone]
                loop = row.pop(gone, _NONE)
                if loop.chance == 1:
                    row.clear()  # the game stays here for ever
                elif loop.chance:
                    rows[gone] = row = {after: loop.repeated().then(paths) for after, paths in row.items()}
                for position in positions:
                    if through := rows[position].pop(gone, None):
                        for after, paths in row.items():
                            rows[position][after] = rows[position].get(after, _NONE) + through.then(paths)
        return rows

    def reached(self) -> tuple[dict[Position, Paths], Counter[Living]]:
        """Return the paths to each end, and for each set the probability that exactly these players are ever left."""
        reached: dict[Position, Paths] = {self.start: Paths(inside(Fraction(1)), 0, 0)}
        entered = Counter({self.living(self.start): inside(Fraction(1))})
        for living in sorted(self.classes, key=len, reverse=True):
            for position in self.classes[living]:
                if paths := reached.pop(position, None):
                    for after, further in self.exits[position].items():
                        reached[after] = reached.get(after, _NONE) + paths.then(further)
                        if self.living(after) != living:
                            entered[self.living(after)] += paths.chance * further.chance
        return reached, entered

    def eliminations(self) -> dict[Elimination, Any] | None:
        """Return the probability of each order of elimination, None if there are too many."""
        front: dict[tuple[Elimination, Position], Any] = {((), self.start): inside(Fraction(1))}
        ended: Counter[Elimination] = Counter()
        while front:
            check()
            if len(front) + len(ended) > MOST_ELIMINATIONS:
                return None
            grown: Counter[tuple[Elimination, Position]] = Counter()
            for (gone, position), chance in front.items():
                exits = self.exits.get(position)
                if not exits:
                    ended[gone] += chance
                    continue
                for after, paths in exits.items():
                    out = tuple(sorted({*self.living(position)} - {*self.living(after)}))
                    grown[(*gone, out) if out else gone, after] += chance * paths.chance
            front = grown
        return dict(ended)

    def distribution(self, turns: int) -> tuple[list[Any], Any]:
        """Return the probabilities of `0, 1, …, turns` turns, and the probability of more."""
        states: dict[Position, Any] = {self.start: inside(Fraction(1))}
        chances = [inside(Fraction(0))]
        for turn in range(turns + 1):
            check()
            if turn:
                following: Counter[Position] = Counter()
                for position, chance in states.items():
                    for after, paths in self.steps.get(position, {position: Paths(1, 0, 0)}).items():
                        following[after] += chance * paths.chance
                states = following
                chances.append(inside(Fraction(0)))
            for position in [each for each in states if self.is_end(each)]:
                chances[-1] += states.pop(position)
        return chances, sum(states.values(), inside(Fraction(0)))


@dataclass
class _Sums:
    """Sums over the orders that a lot can draw, by place in the problem."""

    ends: dict[int | None, Paths] = field(default_factory=dict)
    distribution: list[Any] = field(default_factory=list)
    longer: Any = 0
    eliminations: Counter[Elimination] | None = field(default_factory=Counter)
    pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    nobody: Any = 0
    has_rounds: bool = True

    def add(self, chain: _Chain, order: Living, share: Fraction, turns: int, eliminations: bool) -> None:
        """Add a game that has the probability `share`; `order` gives the places of its players in the problem."""
        weight = Paths(inside(share), 0, 0)
        ends, entered = chain.reached()
        for position, paths in ends.items():
            if chain.is_end(position):
                living = chain.living(position)
                who = order[living[0]] if len(living) == 1 else None
                self.ends[who] = self.ends.get(who, _NONE) + weight.then(paths)
                if not living:
                    self.nobody += weight.chance * paths.chance
        for living, chance in entered.items():
            if len(living) == 2:
                first, second = sorted(order[player] for player in living)
                self.pairs[first, second] += weight.chance * chance
        chances, longer = chain.distribution(turns)
        self.distribution = [
            before + weight.chance * chance
            for before, chance in zip(self.distribution or [0] * len(chances), chances, strict=True)
        ]
        self.longer += weight.chance * longer
        self.has_rounds &= chain.new_round is not None
        listed = chain.eliminations() if eliminations and self.eliminations is not None else None
        if listed is None or self.eliminations is None:
            self.eliminations = None
            return
        for steps, chance in listed.items():
            own = tuple(tuple(sorted(order[player] for player in step)) for step in steps)
            self.eliminations[own] += weight.chance * chance


def course_of(game: Rules | Lot, model: str, turns: int = 20, eliminations: bool = True) -> Course:
    """Return the exact course of a game, given its rules; `course` takes an answer instead.

    Parameters: `game`, the rules with the aims of all players; `model`, the name of the way to play; `turns`, the last
    turn of the distribution, at most 10,000; `eliminations`, whether to list the orders of elimination (at most 50,000,
    otherwise the field is None).

    Raises `ProblemError` for a bad number of turns.
    """
    if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= LONGEST:
        raise ProblemError(f"turns: {shown(turns)} is not an integer between 0 and {LONGEST:,}")
    sums = _Sums()
    for order, rules in game.lots:
        chain = _Chain(rules)
        sums.add(chain, order, Fraction(1, len(game.lots)), turns, eliminations)
    players = range(game.problem.players)
    won = [sums.ends.get(player, _NONE) for player in players]
    ends = sum(sums.ends.values(), _NONE)

    def mean(total: Any, chance: Any) -> Any:
        return public(total / chance) if chance else None

    given_end = mean(ends.turns, ends.chance), mean(ends.rounds + ends.chance, ends.chance) if sums.has_rounds else None
    return Course(
        problem=game.problem,
        model=model,
        win=tuple(public(paths.chance) for paths in won),
        nobody=public(sums.nobody),
        stalemate=public(1 - sums.nobody - sum(paths.chance for paths in won)),
        turns=given_end[0] if ends.chance == 1 else None,
        rounds=given_end[1] if ends.chance == 1 else None,
        turns_given_end=given_end[0],
        rounds_given_end=given_end[1],
        turns_given_winner=tuple(mean(paths.turns, paths.chance) for paths in won),
        distribution=tuple(map(public, sums.distribution)),
        longer=public(sums.longer),
        eliminations=None if sums.eliminations is None or not eliminations else _public(sums.eliminations),
        last_pairs=_public(dict(sorted(sums.pairs.items()))),
    )


def _public(chances: dict[Any, Any]) -> dict[Any, Any]:
    return {key: public(chance) for key, chance in chances.items()}


@states_a_problem
def course(
    play: Equilibrium | PeriodicEquilibrium | Variant | VariantAnswer | AnyProblem,
    *,
    turns: int = 20,
    eliminations: bool = True,
    policy: PlayChoice | None = None,
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

    Parameters: `play`, a solution, a stationary or periodic equilibrium of all players of a problem, a variant, the
    answer to a variant with only one play, or a problem with its keywords as for `solve`; `turns`, the last turn of the
    distribution, from 0 to 10,000; `eliminations`, whether to list the orders of elimination; `policy`, one of several
    plays of a variant (`answer[0]`), or another policy for `prepare_variant`.

    Raises the errors of `solve` and `prepare_variant`, and `ProblemError` for an equilibrium of fewer players than the
    problem has, for keywords beside an answer, and for a bad number of turns.
    """
    if isinstance(play, Variant | VariantAnswer | Equilibrium | PeriodicEquilibrium):
        refuse_keywords(statement, "an answer")
    refuse(
        ProblemError,
        (
            policy is not None and not isinstance(play, Variant | VariantAnswer),
            "policy: it selects a play of a variant; leave it out",
        ),
    )
    if isinstance(play, Variant | VariantAnswer):
        variant = play if isinstance(play, Variant) else play.variant
        if policy is None and variant.model == "lot":
            policy = solve if variant.play == "announced" else equilibria
        return course_of(prepare_variant(play, policy).rules, variant.model, turns, eliminations)
    if isinstance(play, Equilibrium | PeriodicEquilibrium):
        model = "stationary" if isinstance(play, Equilibrium) else "periodic"
        return course_of(prepare_equilibrium(play), model, turns, eliminations)
    return course_of(prepare(solved(play, **statement)), "announced", turns, eliminations)
