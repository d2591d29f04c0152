r"""Play without a deliberate miss: every player takes the best kill, in announced and in stationary play.

# In exact numbers: equal to `truel_ref.play.phases.solve_phases`

If the weights of all options of a player have the same sum, all options have the same `k`. Then the worth of an option
to the player, `u = (r + k v) / (1 - k κ)`, increases with the own `r`, for every play of the others. So the player
takes the option with the largest own `r`, that is the target with the largest `W(m, t)[m]`. Hence announced and
stationary play agree, and aims depend on the set of living players alone, so all phases of a set are solved together.
The `n 2^(n-1)` phases need at most `n` comparisons each, instead of a search through `n^n` profiles. This is theorem
T12 of `docs/mathematics/theorems.md`.

The tie rule of the problem breaks ties. Rule 3 compares win probabilities, which depend on the history, so the general
method solves problems with such ties.

# In doubles with proved bounds: `enclosure_without_a_miss` for up to sixteen players

This computation takes all sets of one size together, in arrays over (set, player on move, player who wins). It never
subtracts: `1 - K` is composed as `p + (1-p)(p' + (1-p')(…))`, so relative errors only add up, and one bound holds for
all values of a size.

**The bound.** Let the values of the sets of `L - 1` players have a relative error of at most `e`, and `u = 2^-53`.
With a hit probability rounded to a double (`u`), and `1 - p` rounded from the exact number (`u`), a turn's `r` has
`e + 2u`; composing `L` turns adds `3u` each (one conversion, one product, one sum); `1 - K` has `3 L u`; the division
and the walk back through the turns add `u` and `3 L u`. So the values of `L` players have a relative error of at most
`e + (9 L + 3) u`, times 1.01 for products of errors. Two kills are separated if the larger exceeds the smaller by twice
this bound. Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), section 3.1.

A set is **proved** if all its choices are separated and all sets below it are proved. A tie is never proved: use exact
play. The bound is relative, so nothing may underflow: if NumPy reports an underflow, the problem is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product
from typing import Any

from truel_ref.budget import check, so_far
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import Living
from truel_ref.game.parts import FIRST_AIMS, PROBLEM, WINS, ProblemRecord, package_version
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Tie
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import decimal_text, inside, public
from truel_ref.numbers.algebraic import Number
from truel_ref.play.responses import turn_of, value_after, values_at_every_turn
from truel_ref.play.stationary import reachable_sets
from truel_ref.play.ties import LIKELIEST_WINNER, tie_ranks
from truel_ref.play.turns import victims
from truel_ref.records.record import Keys, said
from truel_ref.records.table import Percent, Table

__all__ = [
    "LISTED_TIES",
    "MOST_PLAYERS",
    "Enclosure",
    "SetPlay",
    "applies",
    "enclosure_without_a_miss",
    "no_miss_phases",
    "sets_without_a_miss",
]

LISTED_TIES = 100_000
"""The most nodes of one player in one phase in the list of ties; beyond, the list has only the node on the path."""

MOST_PLAYERS = 16
"""Arrays of 2^16 * 16 * 16 doubles take 134 MB."""

UNIT = 2.0**-53
LEAST = 1e-15
"""The least hit probability above 0; products of smaller numbers would soon underflow."""

DECIMALS = 15
"""The decimals of bounds in a table."""


def applies(problem: Problem) -> bool:
    """Return whether the weights of all options of a player have the same sum, in every phase.

    This holds if no search contains Miss (then all sums are 1), except a search of Miss alone (then the sum is 0).

    >>> applies(Problem(["1/3", "2/3", 1], search="others")), applies(Problem(["1/3", "2/3", 1]))
    (True, False)
    """
    searches = [
        search
        for search, said in zip(problem.searches, problem.targets, strict=True)
        if said is Word.OPTIMAL and problem.players > 2
    ]
    if problem.target_later is Word.OPTIMAL and problem.players > 3:
        searches += problem.searches_later
    return all(Word.MISS not in search or search == (Word.MISS,) for search in searches)


@dataclass(frozen=True)
class SetPlay:
    """The play of a set of living players.

    Fields: `living`, the set; `options`, per living player; `equal`, for each player the indices of the options with
    the largest own `r`; `chosen`, the index of the chosen option; `values`, at every turn, in numbers inside; `stalls`,
    whether nobody can ever be hit.
    """

    living: Living
    options: tuple[tuple[Aim, ...], ...]
    equal: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    values: tuple[Sequence[Any], ...]
    alike: tuple[bool, ...]
    """For each player whether all equal options have equal numbers."""
    stalls: bool

    def at(self, mover: int) -> Sequence[Any]:
        """Return the win probabilities when this player is on move."""
        return self.values[self.living.index(mover)]


def sets_without_a_miss(problem: Problem, progress: Progress | None = None) -> dict[Living, SetPlay] | None:
    """Return the play of every set of two or more players that can be reached, the smallest first.

    Returns None if tie rule 3 would have to choose among equal options. The steps for a set: (1) compute the own `r` of
    every option of every player, from the smaller sets; (2) take the largest; (3) break ties by the tie rule;
    (4) compute the values `V / (1 - K)` at every turn.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.
    """
    solved: dict[Living, SetPlay] = {}
    with so_far(sets=lambda: len(solved)):
        for living in reachable_sets(problem):
            check()
            play = _solved(problem, living, solved)
            if play is None:
                return None
            solved[living] = play
            if progress is not None:
                progress(1)
    return solved


def _solved(problem: Problem, living: Living, solved: Mapping[Living, SetPlay]) -> SetPlay | None:
    options, equal, chosen, turns, alike = [], [], [], [], []
    for player in living:
        aims = problem.options(living, player)
        own = [_own(problem, living, player, aim, solved) for aim in aims]
        best = max(own)
        tied = tuple(index for index, value in enumerate(own) if value == best)
        if len(tied) > 1 and problem.if_eq == LIKELIEST_WINNER:
            return None
        taken = tied[0] if len(tied) == 1 else min(tied, key=tie_ranks(problem, aims).__getitem__)
        mine = [turn_of(problem, living, player, aims[index], solved) for index in tied]
        options.append(aims)
        equal.append(tied)
        chosen.append(taken)
        turns.append(mine[tied.index(taken)])
        alike.append(all(turn == mine[0] for turn in mine))
    stalls = all(k == 1 for _, k in turns)
    return SetPlay(
        living, tuple(options), tuple(equal), tuple(chosen), tuple(values_at_every_turn(turns)), tuple(alike), stalls
    )


def _own(problem: Problem, living: Living, player: int, aim: Aim, solved: Mapping[Living, SetPlay]) -> Any:
    """Return the own component of `r` without its factor, the hit probability, which all options share."""
    if not problem.hits[player]:
        return 0
    return sum(
        inside(aim.weights[victim]) * value_after(problem, living, player, victim, solved)[player]
        for victim in aim.targets
    )


def no_miss_phases(problem: Problem, progress: Progress | None = None) -> tuple[list[Phase], list[Tie]] | None:
    """Return every phase that can be reached, and their ties, as in announced play.

    The list begins with the first phase; the other phases follow by decreasing size and by order, and the ties in the
    order of their phases. The result is None if `sets_without_a_miss` returns None.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.
    """
    solved = sets_without_a_miss(problem, progress)
    if solved is None:
        return None
    values = {living: [tuple(map(public, win)) for win in play.values] for living, play in solved.items()}
    phases: list[Phase] = []
    ties: list[Tie] = []
    for order in _orders(problem, solved):
        living = tuple(sorted(order))
        play = solved[living]
        start = living.index(order[0])
        places = [(start + step) % len(living) for step in range(len(living))]
        aims: list[Aim | None] = [play.options[place][play.chosen[place]] for place in places]
        if play.stalls:  # nobody has an allowed announcement
            searching = [problem.has_choice(living, living[place]) for place in places]
            aims = [None if searches else aim for searches, aim in zip(searching, aims, strict=True)]
        phases.append(Phase(order, tuple(aims), values[living][start]))
        if not play.stalls:
            ties.extend(_ties(order, play, places))
    return phases, ties


def _orders(problem: Problem, solved: Mapping[Living, SetPlay]) -> list[Order]:
    """Return the shooting orders that can be reached: the first order, then by decreasing size and by order."""

    def following(order: Order) -> Iterator[Order]:
        play = solved[tuple(sorted(order))]
        for player, aims in zip(play.living, play.options, strict=True) if len(order) > 2 else ():
            yield from (next_order(order, player, victim) for victim in victims(problem.hits[player], aims))

    return sorted(reached([problem.first_order], following), key=lambda order: (-len(order), order))


def _ties(order: Order, play: SetPlay, places: Sequence[int]) -> Iterator[Tie]:
    """Yield the ties of a phase: those on its path, and elsewhere those whose equal options differ in numbers."""
    path = tuple(play.chosen[place] for place in places)
    nodes: list[tuple[int, tuple[int, ...], int]] = []
    for depth, place in enumerate(places):
        if len(play.equal[place]) == 1:
            continue
        counts = [len(play.options[earlier]) for earlier in places[:depth]]
        everywhere = not play.alike[place] and math.prod(counts) <= LISTED_TIES
        lists = product(*map(range, counts)) if everywhere else [path[:depth]]
        nodes.extend((depth, earlier, place) for earlier in lists)
    for depth, earlier, place in sorted(nodes):
        yield Tie(
            order,
            earlier=tuple(play.options[places[step]][option] for step, option in enumerate(earlier)),
            equal=tuple(play.options[place][option] for option in play.equal[place]),
            chosen=play.options[place][play.chosen[place]],
            on_path=earlier == path[:depth],
        )


# ---------------------------------------------------------------------------------------------------------
# In doubles


@dataclass(frozen=True, repr=False)
class Enclosure(ProblemRecord):
    """Proved aims, and bounds of the win probabilities.

    Fields: `problem`; `aims`, those of the first phase (the tie rule gives the aims of players who cannot hit); `low`
    and `high`, fractions that bound each win probability. All go by place in the shooting order; text and JSON go by
    person.

    >>> print(enclosure_without_a_miss(Problem(["1/3", "2/3", 1], search="others")))
    player    hit    aim    wins at least      at most              percent
    --------  -----  -----  -----------------  -----------------  ---------
    A         1/3    C      0.312169312169308  0.312169312169316   31.217 %
    B         2/3    C      0.539682539682533  0.539682539682546   53.968 %
    C         1      B      0.148148148148146  0.148148148148150   14.815 %
    floats with proved bounds; the win probabilities are rounded outwards
    """

    problem: Problem
    aims: tuple[Aim, ...]
    low: tuple[Number, ...]
    high: tuple[Number, ...]

    _keys = Keys(
        "an enclosure",
        aims=FIRST_AIMS,
        low=WINS,
        high=WINS,
        problem=PROBLEM,
        model=said(lambda: "announced"),
        version=said(package_version),
    )

    def _table(self) -> Table:
        people = self.problem.people
        rows = [
            (
                people.label(place),
                self.problem.hits[place],
                self.aims[place],
                _outwards(self.low[place], math.floor),
                _outwards(self.high[place], math.ceil),
                Percent((self.low[place] + self.high[place]) / 2),
            )
            for place in people.places
        ]
        notes = [*self._order_note(), "floats with proved bounds; the win probabilities are rounded outwards"]
        return Table(("player", "hit", "aim", "wins at least", "at most", "percent"), rows, notes=notes)

    def __repr__(self) -> str:
        return f"<Enclosure of {shown(self.problem, 120)}: aims {', '.join(map(str, self.aims))}>"


def _outwards(value: Number, rounding: Callable[[Number], int]) -> str:
    """Return a bound in decimals, rounded outwards."""
    return decimal_text(Fraction(rounding(value * 10**DECIMALS), 10**DECIMALS), DECIMALS)


def error_bound(players: int) -> float:
    """Return the bound of the relative error of the values of a set of `players` players."""
    return 1.01 * sum(9 * size + 3 for size in range(2, players + 1)) * UNIT


def enclosure_without_a_miss(problem: Problem) -> Enclosure:
    """Return the aims of a problem whose search is {Others}, proved in floats, and bounds of the win probabilities.

    Parameters: `problem`, with rational hit probabilities that are 0, 1, or at least 10^-15 away from both, with Others
    as the only search word and no predefined aims.

    Raises `ProblemError` for other problems, for more than 16 players, if doubles cannot separate two kills, and if
    numbers are too small for doubles.
    """
    import numpy as np

    _check(problem)
    try:
        with np.errstate(under="raise"):
            return _enclosure(problem)
    except FloatingPointError:
        raise ProblemError("some win probabilities are too small for floats; solve it exactly") from None


def _enclosure(problem: Problem) -> Enclosure:
    """Solve all sets of living players in doubles. Raises `FloatingPointError` on underflow."""
    import numpy as np

    players = problem.players
    p = np.array([float(hit) for hit in problem.hits])
    k = np.array([float(1 - hit) for hit in problem.hits])
    sets = np.arange(2**players)
    member = (sets[:, np.newaxis] >> np.arange(players)) & 1 == 1
    size = member.sum(axis=1)
    # values[set, mover, winner]; the mover must live.
    values = np.zeros((2**players, players, players))
    for player in range(players):
        values[1 << player, player, player] = 1.0
    proved = size == 1
    aims = np.full((2**players, players), -1, dtype=np.int8)
    following = _following(member)
    for count in range(2, players + 1):
        here = sets[size == count]
        proved[here] = True
        r = np.zeros((len(here), players, players))
        for shooter in compress(range(players), problem.hits):
            mine = here[member[here, shooter]]
            where = np.flatnonzero(member[here, shooter])
            target, told_apart = _best_kill(values, proved, member, following, mine, shooter, error_bound(count - 1))
            proved[mine] &= told_apart
            aims[mine, shooter] = target
            left = mine & ~(1 << target)
            r[where, shooter] = p[shooter] * values[left, following[left, shooter]]
        values[here] = _values(r, p, k, member[here])
    whole = 2**players - 1
    if not proved[whole]:
        smallest = min(sets[(size > 1) & ~proved], key=lambda one: (size[one], one))
        names = problem.order_text(tuple(int(player) for player in np.flatnonzero(member[smallest])))
        raise ProblemError(f"two kills in {names} are equal or too close for floats; solve it exactly")
    bound = Fraction(error_bound(players))
    wins = [Fraction(float(win)) for win in values[whole, 0]]
    return Enclosure(
        problem,
        tuple(
            Aim.at(int(target), players).among(problem.people) if target >= 0 else _idle_aim(problem, player)
            for player, target in enumerate(aims[whole])
        ),
        tuple(max(win * (1 - 2 * bound), Fraction(0)) for win in wins),
        tuple(min(win * (1 + 2 * bound), Fraction(1)) for win in wins),
    )


def _idle_aim(problem: Problem, player: int) -> Aim:
    """Return the aim of a player who cannot hit: all aims are equal, so the tie rule decides."""
    options = problem.options(problem.first_order, player)
    return options[0] if len(options) == 1 else options[tie_ranks(problem, options).index(0)]


def _check(problem: Problem) -> None:
    plain = set(problem.targets) == {Word.OPTIMAL} and problem.target_later is Word.OPTIMAL
    refuse(
        ProblemError,
        (
            not plain or {*problem.searches, *problem.searches_later} != {(Word.OTHERS,)},
            "floats without a miss are for the search Others and no predefined aims",
        ),
        (
            problem.players > MOST_PLAYERS,
            f"{problem.players} players are too many for floats without a miss; the most is {MOST_PLAYERS}",
        ),
    )
    irrational = [player for player, _ in problem.irrational]
    for player, hit in enumerate(problem.hits):
        refuse(
            ProblemError,
            (
                not hit and problem.if_eq == LIKELIEST_WINNER and problem.players > 2,
                f"player {problem.label(player)} hits nobody, and tie rule 3 would compare win probabilities for the "
                "aim; solve it exactly",
            ),
            (
                player in irrational or (hit and (float(hit) < LEAST or 0 < float(1 - hit) < LEAST)),
                f"player {problem.label(player)}: floats without a miss need rational hit probabilities that are 0, 1, "
                f"or between {LEAST} and 1 - {LEAST}; solve it exactly",
            ),
        )


def _following(member: Any) -> Any:
    """Return for every set and player the next living player in the cycle."""
    import numpy as np

    players = member.shape[1]
    result = np.zeros(member.shape, dtype=np.int64)
    for player in range(players):
        order = [(player + step) % players for step in range(1, players + 1)]
        result[:, player] = np.array(order)[member[:, order].argmax(axis=1)]
    return result


def _best_kill(
    values: Any, proved: Any, member: Any, following: Any, mine: Any, shooter: int, bound: float
) -> tuple[Any, Any]:
    """Return for these sets the best target of a shooter, and whether it is proved to be the only best target."""
    import numpy as np

    players = member.shape[1]
    own = np.full((len(mine), players), -1.0)
    sure = np.ones(len(mine), dtype=bool)
    for victim in set(range(players)) - {shooter}:
        has = member[mine, victim]
        left = mine[has] & ~(1 << victim)
        own[has, victim] = values[left, following[left, shooter], shooter]
        sure[has] &= proved[left]
    target = own.argmax(axis=1)
    ordered = np.sort(own, axis=1)
    best, second = ordered[:, -1], ordered[:, -2]
    return target, sure & ((second < 0.0) | (best > second * (1.0 + 4.0 * bound)))


def _values(r: Any, p: Any, k: Any, member: Any) -> Any:
    """Return the values at every turn of sets of one size; eliminated players pass every turn."""
    import numpy as np

    players = len(p)
    v = np.zeros((len(r), players))
    ends = np.zeros(len(r))
    passes = np.where(member, k, 1.0)
    hits = np.where(member, p, 0.0)
    for player in reversed(range(players)):
        v = r[:, player] + passes[:, player, np.newaxis] * v
        ends = hits[:, player] + passes[:, player] * ends
    with np.errstate(divide="ignore", invalid="ignore"):
        at = np.where(ends[:, np.newaxis] > 0.0, v / ends[:, np.newaxis], 0.0)
    result = np.zeros((len(r), players, players))
    for player in reversed(range(players)):
        at = r[:, player] + passes[:, player, np.newaxis] * at
        result[:, player] = at
    return result
