r"""All stationary equilibria of a problem: one aim per player for every set of living players.

No player announces anything, and who began does not matter. A **profile** of a set of living players is one aim per
player, whose turns `(r, k)` repeat until somebody is hit (`truel_ref.play.phase`). It gives the player at each turn a
value `v`, and an option `(r, k)`, taken once, is worth `r + k v'` with the value `v'` at the next turn. If the turns of
the others compose to `(v, κ)`, an option that is always taken is worth

    u = (r + k v) / (1 - k κ)          own components; 0 where k κ = 1, a stalemate

A profile is an **equilibrium** if no option has a larger `u` than the aim in the profile; equivalently, if no option is
worth more at a single turn, because the gain there is `(1 - k κ)` times the gain for ever. Then no strategy gains (T10,
`docs/mathematics/theorems.md`): the equilibrium is Markov perfect. This holds for aims that repeat after several
rounds, too, so `truel_ref.play.periodic` decides its plans here: a plan of one round is a stationary equilibrium.

**One best kill is enough.** Of a player's options with equal `k` the option with the largest own `r` is a best
response to every play of the others, because both worths grow with `r`. So only these options are compared. With single
targets and Miss every player has two of them, except for ties.

Rules: `docs/rules.md`, R8. Source: D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4
(1975), 151-174; Markov perfect equilibrium: E. Maskin and J. Tirole, "Markov perfect equilibrium", Journal of Economic
Theory 100 (2001), 191-219.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias, Unpack

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import Equilibria, Equilibrium, Gain
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.limits import admit, check
from truel_ref.numbers import inside, number_text, public
from truel_ref.play.announced import survivors
from truel_ref.play.mixing import mixed_equilibria
from truel_ref.play.phase import (
    Turn,
    Vector,
    others,
    turn,
    value,
    values_at_every_turn,
)
from truel_ref.play.selections import (
    CAP,
    SetPlay,
    choices,
    option_count,
    over_selections,
    reachable_from,
    recorded,
    sets_after,
)

MOST_PLAYERS = 16
"""A set of 17 players would have 131,072 subsets, each with up to 131,072 profiles."""

MOST_WORK = 200_000
"""The profiles decided after which a search solves each set for one selection only: well below a minute."""

SMALL = 64
"""The most profiles of a set without an equilibrium for which the answer lists every deviation."""

Wins: TypeAlias = Mapping[Order, Vector]
"""The win probabilities at the start of every phase that can follow."""


class Option(NamedTuple):
    """An option of a player that may be best: the aim and its turn, in numbers inside."""

    aim: Aim
    turn: Turn


Options: TypeAlias = Sequence[Sequence[Option]]
"""By seat, the options that may be best, in canonical order."""


# ---------------------------------------------------------------------------------------------------------
# One set of living players


def reachable_sets(problem: Problem) -> list[Order]:
    """Return the sets of two or more players that can be reached, the smallest first.

    A step leads from a set to the set without `t` if some living player with `p > 0` has an option that aims at `t`.

    >>> reachable_sets(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]))
    [(0, 1), (0, 2), (0, 1, 2)]
    """
    return reachable_from(problem.order, lambda here: sets_after(problem, here))


def wins_after(problem: Problem, plays: Iterable[SetPlay]) -> dict[Order, Vector]:
    """Return the win probabilities after a hit that leaves one player, or a set with one of these plays."""
    wins = survivors(problem)
    for play in plays:
        wins |= play.wins()
    return wins


def turn_of(problem: Problem, living: Order, player: int, aim: Aim, wins: Wins) -> Turn:
    """Return the turn of a player with an aim (R2.1), in numbers inside."""
    hit = problem.hits[player]
    aimed = [
        (inside(aim.weights[victim]), wins[next_order(living, player, victim)])
        for victim in (aim.targets if hit else ())
    ]
    return turn(inside(hit), aimed, problem.players)


def options_of(problem: Problem, living: Order, wins: Wins, slack: Any = 0) -> Options:
    """Return by seat the options that can be best responses: see the module's docstring.

    With a `slack`, options with an own `r` that is smaller by at most the slack stay.
    """
    return [best_kills(problem, living, player, choices(problem, living, player), wins, slack) for player in living]


def best_kills(
    problem: Problem, living: Order, player: int, aims: Iterable[Aim], wins: Wins, slack: Any = 0
) -> list[Option]:
    """Return of a player's aims those with the largest own `r` among the ones with equal `k`."""
    options = [Option(aim, turn_of(problem, living, player, aim, wins)) for aim in aims]
    best: dict[Any, Any] = {}
    for _, (r, k) in options:
        best[k] = max(best.get(k, r[player]), r[player])
    return [one for one in options if one.turn[0][player] >= best[one.turn[1]] - slack]


def decided(options: Options, living: Order, taken: Sequence[Option], slack: Any = 0) -> SetPlay | None:
    """Return the play of the options taken at each turn, if nobody gains more than `slack` at a turn, or None.

    Their rounds repeat. Another option loses if it is worth less at a turn. If it is worth as much because
    nobody else can hit and it cannot hit, either, it loses if it is always taken: then nobody wins.
    """
    check()
    size = len(living)
    turns = [one.turn for one in taken]
    shooting = [at for at, (_, k) in enumerate(turns) if k != 1]
    values, strict = values_at_every_turn(turns), True
    for seat, player in enumerate(living):
        own = [win[player] for win in values]
        for at in range(seat, len(taken), size):
            here, following = own[at], own[(at + 1) % len(own)]
            for option in options[seat]:
                if option is not taken[at]:
                    r, k = option.turn
                    worth = r[player] + k * following
                    if worth > here + slack:
                        return None
                    strict = strict and (worth < here or (k == 1 and here > 0 and shooting == [at]))
    return SetPlay(living, tuple(one.aim for one in taken), values, strict)


# ---------------------------------------------------------------------------------------------------------
# All sets of living players


@states_a_problem
def equilibria(
    problem: AnyProblem,
    *,
    mixed: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Equilibria:
    """Return all pure stationary equilibria of a problem, over all selections, and with `mixed` also mixed equilibria.

    >>> for equilibrium in equilibria(["1/2", "2/5", "3/5"]):
    ...     print(equilibrium)
    in A, B, C: C, Miss, A; at the first turn 15/56, 295/532, 27/152 (strict)
    >>> len(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    0

    In stationary play nobody announces: a policy gives each living player one aim for every set of living players.
    The steps for all sets that can be reached, the smallest first, and every selection of equilibria of the smaller
    sets: (1) write every option as a turn; (2) decide every profile of options that may be best. Equilibria with equal
    aims, values and strictness are listed once, with the number of selections that lead to them.

    Parameters:
        problem: a `Problem`, or hit probabilities in [0, 1], of at most 16 players.
        mixed: whether to search mixes of shooting and missing by one or two players, too; then every player must
            search {Others, Miss} or {Others}, and all numbers must be rational. Mixes of three or more players are not
            searched.
        cap: the largest number of selections with different values that are followed. Beyond it, and after 200,000
            profiles, which equal players can reach, the answer says `complete=False`.
        progress: called with 1 after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `ProblemError` for too many profiles, for more than
    16 players, and for `mixed` with other words in a search or with irrational numbers.
    """
    return equilibria_within(stated(problem, **statement), mixed=mixed, cap=cap, progress=progress)


def equilibria_within(
    problem: Problem,
    slack: Fraction = Fraction(0),
    *,
    mixed: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
) -> Equilibria:
    """Return what `equilibria` returns, if a gain at a turn counts only if it is larger than a slack.

    >>> [len(equilibria_within(Problem(["1/3", "2/3", 1]), Fraction(slack, 10))) for slack in (0, 1)]
    [1, 2]
    """
    _refuse(problem, mixed)
    whole, work, unsettled, complete = problem.order, 0, 0, True

    def canonical(play: SetPlay) -> Any:
        aims = [aim.canonical_key(whole) for aim in play.aims]
        return aims, [[-win[player] for player in whole] for win in play.values]

    def solve(living: Order, below: Mapping[Order, SetPlay]) -> list[SetPlay]:
        nonlocal work, unsettled, complete
        options = options_of(problem, living, wins_after(problem, below.values()), inside(slack))
        work += prod(map(len, options))
        tried = (decided(options, living, taken, inside(slack)) for taken in product(*options))
        plays = [play for play in tried if play is not None]
        if mixed and len(living) > 2:
            mixes, left_open = mixed_equilibria(problem, living, options)
            plays, unsettled = plays + mixes, unsettled + left_open
        if living != whole:  # no selection can follow a whole interval
            followed = [play for play in plays if not any(mix.is_continuum for mix in play.mixing)]
            complete = complete and len(followed) == len(plays)
            plays = followed
        return sorted(plays, key=canonical)

    def same(play: SetPlay) -> Any:
        return (*play.values, *((play.aims, play.strict, play.mixing) if play.living == whole else ()))

    found = over_selections(
        whole,
        lambda living: sets_after(problem, living),
        solve,
        same,
        cap=cap,
        progress=progress,
        tired=lambda: work >= MOST_WORK,
    )

    def record(play: SetPlay) -> Equilibrium:
        values = tuple(tuple(map(public, win)) for win in play.values)
        return Equilibrium(play.living, play.aims, values, play.strict, play.mixing, problem=problem)

    listed = tuple(recorded(sorted(found.selections, key=lambda one: canonical(one.chosen[whole])), record))
    gains = () if listed or found.dead_end is None else _gains(problem, *found.dead_end)
    return Equilibria(problem, listed, complete and found.complete, mixed, gains, unsettled)


def _gains(problem: Problem, living: Order, below: Mapping[Order, SetPlay]) -> tuple[Gain, ...]:
    """Return who gains most in every profile of a set without a pure equilibrium, for at most 64 profiles."""
    options = options_of(problem, living, wins_after(problem, below.values()))
    profiles = product(*options) if prod(map(len, options)) <= SMALL else ()
    return tuple(_largest_gain(problem, living, options, taken) for taken in profiles)


def _largest_gain(problem: Problem, living: Order, options: Options, taken: Sequence[Option]) -> Gain:
    """Return who gains most by always taking another option in a profile that is no equilibrium."""
    gains = []
    for seat, player in enumerate(living):
        rest = others([one.turn for one in taken], seat)
        kept, *worths = [value([one.turn, rest])[player] for one in (taken[seat], *options[seat])]
        best = max(worths)
        gains.append((best - kept, -seat, kept, best, options[seat][worths.index(best)].aim))
    _, seat, kept, best, aim = max(gains, key=lambda gain: gain[:2])
    aims = tuple(one.aim for one in taken)
    return Gain(living, aims, living[-seat], aim, public(kept), public(best), problem=problem)


def _refuse(problem: Problem, mixed: bool) -> None:
    refuse(
        ProblemError,
        (
            problem.players > MOST_PLAYERS,
            f"{problem.players} players have 2^{problem.players} sets of living players; "
            f"stationary play is for at most {MOST_PLAYERS}",
        ),
        (not isinstance(mixed, bool), f"mixed: {shown(mixed)} is neither true nor false"),
    )
    for player, search in (*enumerate(problem.searches), *enumerate(problem.searches_later)) if mixed else ():
        if {*search} not in ({Word.OTHERS, Word.MISS}, {Word.OTHERS}):
            raise ProblemError(
                f"mixed: every player must search Others and Miss, or Others, but player {problem.label(player)} "
                f"searches {', '.join(search)}; leave mixed out for the pure equilibria"
            )
    for player, number in problem.irrational if mixed else ():
        raise ProblemError(
            f"mixed: mixes need rational numbers, but player {problem.label(player)} has "
            f"{shown(number_text(number))}, which is irrational; leave mixed out"
        )
    admit(prod(_kinds(problem, player) for player in problem.order))


def _kinds(problem: Problem, player: int) -> int:
    """Return how many aims of a player count: of those with equal `k`, only the best; of mixes, all."""
    if problem.random_levels and problem.random_levels[player]:
        return option_count(problem, problem.order, player)
    return len({aim.total for aim in problem.options(problem.order, player)})
