"""Simultaneous fire and the random shooter: all pure equilibria, set by set, over all selections.

A policy gives each living player one aim for every set of living players; nobody announces. The last two players shoot
each other. A value is a vector with one number per player and a last number for the event that nobody is left. So
`list_equilibria` serves both models, and opinions (`truel_ref.variants.opinions`), where the last number is 0.

**Simultaneous fire.** In every round all living players fire at once. A shooter hits target `t` with probability
`p q[t]` and nobody with `1 - p sum(q)`, independently of the others; every player hit at least once is eliminated.
Adding the shooters one after the other gives the probability `P(D)` that `D` is the set of players hit in a round. Then

    V(S) = sum over D other than {} of P(D) V(S without D) / (1 - P({}))

and 0 if `P({}) = 1`, a stalemate. The event that nobody is left has a separate probability. For best responses of
player `i`, let `P(D)` be the probabilities of the others' hits only. The aim `q` of player `i` enters linearly:

    N(t) = sum over D of P(D) V_i(S without D and t)      N() = sum over D other than {} of P(D) V_i(S without D)
    u_i(q) = (sum over t of p q[t] N(t) + (1 - p sum(q)) N()) / (1 - (1 - p sum(q)) P({}))

So one computation values all options of player `i` against the others' aims. A profile is an equilibrium if every
player's aim is a best response.

**Random shooter.** Every shot is fired by a uniformly drawn living player. With `L` living players and their turns
`(r_i, k_i)` (`truel_ref.play.phase`), a shot is the mean of the turns, so

    V = (sum of r_i + sum of k_i · V) / L          V = sum of r_i / (L - sum of k_i)

and `V = 0` if `sum of k_i = L`, a stalemate. A profile is an equilibrium if no option of a player increases the
player's own component of `V`. As in stationary play, of a player's options with equal `k` the option with the largest
own `r` is best, because the denominator is equal; so a player nearly always has two candidates.

Rules: `docs/rules.md`, R10. Sources: M. Shubik, "Does the fittest necessarily survive?", in *Readings in Game Theory
and Political Behavior* (1954), 43-46 (the recurrence is that of an absorbing chain without return); R. Toral and P.
Amengual, "Distribution of winners in truel games", in *Modelling Cooperative Behavior in the Social Sciences*, AIP
Conference Proceedings 779 (2005), 128-141, where everybody shoots at the strongest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.budget import admit, check
from truel_ref.errors import ProblemError
from truel_ref.fast.stationary import CAP_LIMIT
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import StatePlay, VariantAnswer, VariantPlay
from truel_ref.numbers import backend_in_force, inside, public, read_count
from truel_ref.play import phase
from truel_ref.play.phase import Turn, survivor, victims
from truel_ref.play.responses import Candidate, choices, undominated
from truel_ref.play.stationary import CAP, MOST_PLAYERS, Selections, Steps, sets_after

__all__ = [
    "SettledFire",
    "Situation",
    "Solve",
    "after",
    "chances_of_hits",
    "list_equilibria",
    "random_shooter",
    "sets_after_volley",
    "shot_as_turn",
    "simultaneous_fire",
    "value_of_hits",
    "value_of_shots",
]


Hits: TypeAlias = "dict[frozenset[int], Any]"
"""The probability of every set of players hit in a round."""

Options: TypeAlias = "Sequence[Sequence[Aim]]"
"""The options of each living player."""

Profile: TypeAlias = tuple[int, ...]
"""The index of one option of each living player."""

ValueOf: TypeAlias = "Callable[[frozenset[int]], Sequence[Any]]"
"""Gives the values of the game after the elimination of these players."""


def simultaneous_fire(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return all pure equilibria of simultaneous fire: all living players fire at once, round after round.

    >>> print(simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A")))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      1/20      5.000 %
    B         4/5    A      0         0.000 %
    C         1/2    A      9/10     90.000 %
    nobody is left: 1/20 (5.000 %)
    1 pure equilibrium (strict)

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) in large sets, use floats with a proved error to exclude profiles in which some player's aim is certainly
    no best response; (2) of the other profiles, list those in which every player's aim is a best response (see the
    module's docstring), by exact numbers.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant`; `cap`, the largest number of selections;
    `progress`, called with 1 after each set.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `SizeError` for too many profiles.
    """
    variant = Variant.of_model("simultaneous", problem)
    asked = variant.problem
    whole = asked.first_order
    _admit(asked, "simultaneous fire", [len(choices(asked, whole, player)) for player in whole])
    return list_equilibria(variant, partial(sets_after_volley, asked), Volleys(asked).equilibria, cap, progress)


def _admit(problem: Problem, what: str, kinds: Sequence[int]) -> None:
    """Refuse too many players, or too many profiles of the first set: `kinds` has the number of aims of each player."""
    if problem.players > MOST_PLAYERS:
        raise ProblemError(f"{what}: {problem.players} players are too many; state at most {MOST_PLAYERS}")
    admit(prod(kinds))


def sets_after_volley(problem: Problem, living: Living) -> set[Living]:
    """Return the sets of two or more players that a round can leave, over all combinations of the players' options.

    A player who never misses and may not wait hits somebody in every round.

    >>> sorted(sets_after_volley(Problem([1, 1, "1/2"], targets="B,A,A"), (0, 1, 2)))
    []
    """
    hit: set[frozenset[int]] = {frozenset()}
    for player in living:
        options = problem.options(living, player)
        aimed = victims(problem.hits[player], options)
        may_miss = any(problem.hits[player] * aim.total < 1 for aim in options)
        hit = {gone | {victim} for gone in hit for victim in aimed} | (hit if may_miss else set())
    left = {tuple(player for player in living if player not in gone) for gone in hit if gone}
    return {players for players in left if len(players) > 1}


def chances_of_hits(problem: Problem, aims: Mapping[int, Aim]) -> Hits:
    """Return the probability of every set of players hit when these players fire once, at the same time.

    Parameters: `problem`; `aims`, the aims of the players who fire.

    >>> half = Problem(["1/2", "1/2"])
    >>> hits = chances_of_hits(half, {0: Aim.at(1, 2), 1: Aim.at(0, 2)})
    >>> {tuple(sorted(gone)): str(chance) for gone, chance in hits.items()}
    {(): '1/4', (1,): '1/4', (0,): '1/4', (0, 1): '1/4'}
    """
    chances: Hits = {frozenset(): inside(Fraction(1))}
    for player, aim in aims.items():
        chances = fired(problem, player, aim, chances)
    return chances


def fired(problem: Problem, player: int, aim: Aim, before: Hits) -> Hits:
    """Return the probability of every set of players hit when one more player fires, at the same time.

    Parameters: `problem`; `player` and `aim`, the further shooter and the aim; `before`, the hits of the others.
    """
    hit = problem.hits[player]
    shares = [({victim}, inside(hit * aim.weights[victim])) for victim in (aim.targets if hit else ())]
    misses = inside(1 - hit * aim.total)
    grown: Hits = {}
    for more, share in [(set(), misses), *shares] if misses else shares:
        for gone, chance in before.items():
            grown[gone | more] = grown.get(gone | more, 0) + chance * share
    return grown


class Volleys:
    """The results of a volley in every set, and the equilibria of a set.

    The probabilities of hits do not depend on play in the smaller sets, so all selections share them.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.zero = inside(Fraction(0))
        self._outcomes: dict[tuple[Living, int, Profile], list[tuple[Hits, Any]]] = {}

    def equilibria(self, living: Living, below: Below) -> list[SettledFire]:
        """Return the pure equilibria of a set, given those of the smaller sets."""

        @cache
        def value(gone: frozenset[int]) -> Sequence[Any]:
            left = (player for player in living if player not in gone)
            return after(left, below, self.problem.players)

        @cache
        def best(place: int, others: Profile) -> list[int]:
            player = living[place]
            return best_of(
                sum((chance * value(gone)[player] for gone, chance in hits.items()), self.zero) / ends
                for hits, ends in self._after(living, place, others, options)
            )

        options = [choices(self.problem, living, player) for player in living]
        settled = []
        for profile in product(*(range(len(mine)) for mine in options)):
            check()
            strict = verdict(
                (best(place, profile[:place] + profile[place + 1 :]), own) for place, own in enumerate(profile)
            )
            if strict is not None:
                aims = tuple(mine[index] for mine, index in zip(options, profile, strict=True))
                hits = chances_of_hits(self.problem, dict(zip(living, aims, strict=True)))
                state = Situation((), aims, value_of_hits(hits, value, self.problem.players))
                settled.append(SettledFire(living, (state,), strict, largest_first(below)))
        return settled

    def _after(self, living: Living, place: int, others: Profile, options: Options) -> list[tuple[Hits, Any]]:
        """Return for every option of a player the probability of each non-empty set of hit players, and their sum.

        If nobody can be hit, the sum is 1 instead of 0, so that the worth of the option is 0.
        """
        key = living, place, others
        if key not in self._outcomes:
            player = living[place]
            rivals = [(rival, mine) for rival, mine in zip(living, options, strict=True) if rival != player]
            aims = {rival: mine[index] for (rival, mine), index in zip(rivals, others, strict=True)}
            before = chances_of_hits(self.problem, aims)
            self._outcomes[key] = []
            for aim in options[place]:
                hits = fired(self.problem, player, aim, before)
                hits.pop(frozenset(), None)
                self._outcomes[key].append((hits, sum(hits.values(), self.zero) or 1))
        return self._outcomes[key]


def value_of_hits(hits: Hits, value: ValueOf, players: int) -> list[Any]:
    """Return `V` of a profile from the probabilities of its hits."""
    somebody = {gone: chance for gone, chance in hits.items() if gone}
    ends = sum(somebody.values())
    zero = inside(Fraction(0))
    return [
        sum((chance * value(gone)[player] for gone, chance in somebody.items()), zero) / (ends or 1)
        for player in range(players + 1)
    ]


# ---------------------------------------------------------------------------------------------------------
# All pure equilibria, set by set, over all selections: shared with opinions


@dataclass(frozen=True)
class Situation:
    """One state of a set of living players under an equilibrium.

    Fields: `counts`, the name of the state within the set, empty if the set has only one state; `aims`, one per living
    player; `win`, one number per player and one for nobody, in numbers inside.
    """

    counts: tuple[int, ...]
    aims: tuple[Aim, ...]
    win: Sequence[Any]


@dataclass(frozen=True, eq=False)
class SettledFire:
    """An equilibrium of a set of living players; `below` are the selected equilibria of the smaller sets."""

    living: Living
    situations: tuple[Situation, ...]
    strict: bool
    below: tuple[SettledFire, ...]

    @property
    def win(self) -> Sequence[Any]:
        """The values in the first state, which is the only state in a model without counts."""
        return self.situations[0].win

    def canonical_key(self) -> tuple[Any, ...]:
        """Return the key of the canonical order: by aims, then by values, larger values first."""
        aims = tuple(aim.canonical_key() for state in self.situations for aim in state.aims)
        return aims, tuple(tuple(-won for won in state.win) for state in self.situations)


Below: TypeAlias = Mapping[Living, SettledFire]

Solve: TypeAlias = Callable[[Living, Below], list[SettledFire]]
"""Gives the equilibria of a set under a selection of equilibria of the smaller sets."""


def largest_first(below: Below) -> tuple[SettledFire, ...]:
    """Return the equilibria of a selection, those of the largest sets first."""
    return tuple(below[left] for left in sorted(below, key=lambda left: (-len(left), left)))


def after(living: Iterable[int], below: Below, players: int) -> Sequence[Any]:
    """Return the values when exactly these players are left: a single player has won.

    Parameters: `living`, the players left, perhaps nobody; `below`, the selected equilibria; `players`, the number of
    players of the problem.
    """
    left = tuple(living)
    if len(left) > 1:
        return below[left].win
    winner = left[0] if left else players
    return survivor(winner, players + 1)


def list_equilibria(
    variant: Variant, steps: Steps, solve: Solve, cap: int, progress: Progress | None = None
) -> VariantAnswer:
    """Return all pure equilibria of a variant, over every selection of one equilibrium for each smaller set.

    Parameters: `variant`; `steps`, gives the sets that one step can lead to; `solve`, gives the equilibria of a set;
    `cap`, the largest number of selections; `progress`, called with 1 after each set.

    Raises `NumberError` for a bad cap.
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    whole = tuple(range(variant.problem.players))
    search: Selections[SettledFire] = Selections(steps, solve)
    ways, complete = search.ways(whole, cap, progress)
    nodes = sorted((node for way in ways for node in search.equilibria(whole, way)), key=SettledFire.canonical_key)
    states: dict[int, tuple[StatePlay, ...]] = {}
    plays = tuple(_play(node, variant.problem, states) for node in nodes)
    return VariantAnswer(
        variant, plays, complete, len(ways), method="equilibria", backend=backend_in_force(variant.problem.hits)
    )


def _play(node: SettledFire, problem: Problem, states: dict[int, tuple[StatePlay, ...]]) -> VariantPlay:
    """Return the record of an equilibrium; equilibria with the same smaller sets share the states of these."""
    for settled in (node, *node.below):
        if id(settled) not in states:
            states[id(settled)] = tuple(_state(settled.living, state) for state in settled.situations)
    listed = tuple(state for settled in (node, *node.below) for state in states[id(settled)])
    return VariantPlay(listed[0].aims, listed[0].win, listed[0].nobody, node.strict, states=listed)


def _state(living: Living, state: Situation) -> StatePlay:
    *win, nobody = map(public, state.win)
    return StatePlay(living, state.aims, tuple(win), nobody, counts=state.counts)


def best_of(worths: Iterable[Any]) -> list[int]:
    """Return the indices of the options with the largest worth.

    >>> best_of([1, 2, 2])
    [1, 2]
    """
    listed = list(worths)
    most = max(listed)
    return [index for index, worth in enumerate(listed) if worth == most]


def verdict(taken: Iterable[tuple[Sequence[int], int]]) -> bool | None:
    """Return True for a strict equilibrium, False for another equilibrium, None for any other profile.

    Parameters: `taken`, for each player the best options and the option taken; read only as far as needed.
    """
    strict = True
    for best, own in taken:
        if own not in best:
            return None
        strict = strict and len(best) == 1
    return strict


# ---------------------------------------------------------------------------------------------------------
# Random shooter: every shot is fired by a uniformly drawn living player


def random_shooter(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return all pure equilibria of the random shooter: every shot is fired by a uniformly drawn living player.

    >>> print(random_shooter(["1", "2/3", "1/3"]))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      3/8      37.500 %
    B         2/3    A      1/3      33.333 %
    C         1/3    A      7/24     29.167 %
    1 pure equilibrium (strict)

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) write every option as a turn `(r, k)`; (2) keep each player's candidates; (3) list a profile of candidates
    if no other candidate of a player increases this player's own component of `V` (see the module's docstring).

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant`; `cap`, the largest number of selections;
    `progress`, called with 1 after each set.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `SizeError` for too many profiles.
    """
    variant = Variant.of_model("shooter", problem)
    asked = variant.problem
    whole = asked.first_order
    _admit(asked, "random shooter", [len({aim.total for aim in choices(asked, whole, player)}) for player in whole])
    return list_equilibria(variant, partial(sets_after, asked), partial(_equilibria, asked), cap, progress)


def value_of_shots(turns: Sequence[Turn]) -> list[Any]:
    """Return `V = sum of r_i / (L - sum of k_i)`, or 0 if nobody can be hit.

    >>> from fractions import Fraction as F
    >>> value_of_shots([([F(1, 2), F(0)], F(1, 2)), ([F(0), F(1, 3)], F(2, 3))])
    [Fraction(3, 5), Fraction(2, 5)]
    """
    ends = len(turns) - sum(k for _, k in turns)
    hits = [sum(column) for column in zip(*(r for r, _ in turns), strict=True)]
    return [0 * won for won in hits] if ends == 0 else [won / ends for won in hits]


def _equilibria(problem: Problem, living: Living, below: Below) -> list[SettledFire]:
    """Return the pure equilibria of a set, given those of the smaller sets."""
    options = []
    for player in living:
        aims = choices(problem, living, player)
        options.append(undominated(aims, [shot_as_turn(problem, living, player, aim, below) for aim in aims], player))
    settled = []
    for profile in product(*(range(len(mine)) for mine in options)):
        check()
        taken = [mine[index] for mine, index in zip(options, profile, strict=True)]
        strict = verdict(zip(_best(options, living, taken), profile, strict=True))
        if strict is not None:
            win = value_of_shots([candidate.turn for candidate in taken])
            state = Situation((), tuple(candidate.aim for candidate in taken), win)
            settled.append(SettledFire(living, (state,), strict, largest_first(below)))
    return settled


def shot_as_turn(problem: Problem, living: Living, player: int, aim: Aim, below: Below) -> Turn:
    """Return the shot of a player with an aim as a turn."""
    hit = problem.hits[player]
    aimed = [
        (
            inside(aim.weights[victim]),
            after((left for left in living if left != victim), below, problem.players),
        )
        for victim in (aim.targets if hit else ())
    ]
    return phase.turn(inside(hit), aimed, problem.players + 1)


def _best(options: Sequence[Sequence[Candidate]], living: Living, taken: Sequence[Candidate]) -> Iterator[list[int]]:
    """Yield for each player the indices of the best candidates against the aims of the others."""
    ends = len(living) - sum(candidate.turn[1] for candidate in taken)
    for mine, player, own in zip(options, living, taken, strict=True):
        rest = sum(candidate.turn[0][player] for candidate in taken) - own.own
        left = [(ends + own.turn[1] - candidate.turn[1], candidate.own) for candidate in mine]
        yield best_of((rest + gain) / end if end else 0 * rest for end, gain in left)
