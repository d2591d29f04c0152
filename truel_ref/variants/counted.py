"""Counted bullets: each player has a number of rounds, sees everything, and chooses every shot separately.

A **state** has the living players, the player on move, and the rounds of each living player. The mover is the first
living player with a round, from a place on: the first player's place at the start, and afterwards the place after the
shooter, who comes last. Every shot uses a round, including a deliberate miss. The game ends when one player is left or
no living player has a round; then `survivors` gives the payoffs of several survivors. Let `W(t)` be the worths after a
hit on `t`, and `W()` the worths after no hit. The worth of an aim is

    U = p sum over t of q[t] W(t) + (1 - p sum(q)) W()

The mover takes the largest own component; the rules for ties are those of announced play. Every shot uses a round, so
this is backward induction without cycles. The last two players have no special rule: they may wait, too.

Rules: `docs/rules.md`, R11. Source: D. M. Kilgour and S. J. Brams, "The truel", *Mathematics Magazine* 70 (1997),
315-326; W. Bossert, S. J. Brams and D. M. Kilgour, "Cooperative vs non-cooperative truels", *Games and Economic
Behavior* 40 (2002), 185-197.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from truel_ref.errors import ProblemError, refuse
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.parts import by_player
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem
from truel_ref.game.variant import StatePlay, Variant, VariantAnswer, VariantPlay
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check
from truel_ref.numbers import inside, public
from truel_ref.play.ties import break_tie

MOST_STATES = 2_000_000
"""The most states of a problem; ten players with fifty rounds each have at most 256,000."""


def counted_bullets(
    problem: Variant | AnyProblem,
    *,
    bullets: object = None,
    survivors: str = "equal",
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return the play of a duel with counted bullets, by backward induction over all states.

    >>> answer = counted_bullets([1, 1, 1], bullets=1, survivors="each")
    >>> [str(win) for win in answer.win], str(answer.stalemate)
    (['0', '0', '0'], '1')

    The steps: (1) from the start, follow every option to the states after it; (2) in a state without further shots,
    take the worths from `survivors`; (3) in every other state, choose the aim with the largest worth to the mover;
    (4) follow the chosen aims from the start, for the probabilities of all sets of survivors.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant` (which has the next two settings); `bullets`,
    the rounds of the players, from 0 to 50, one number for all or one per player; `survivors`, the payoff of each of
    several survivors: "equal" (1/number), "none" or "each" (1); `progress`, called with 1 after each state.

    Raises the errors of `Problem` and `Variant`, and `ProblemError` for more than 2,000,000 states.
    """
    variant = Variant.stated("bullets", problem, bullets=bullets, survivors=survivors)
    # The turn goes round, so the living players, the mover and the mover's rounds determine the other rounds.
    states = 2 ** (variant.problem.players - 1) * sum(variant.bullets)
    many = f"bullets: these rounds mean up to {states:,} states, more than {MOST_STATES:,}; give fewer"
    refuse(ProblemError, (states > MOST_STATES, many))
    return VariantAnswer(variant, (Duel(variant, progress).play(),))


class _State(NamedTuple):
    """The living players, the player on move (None when the game is over), and the rounds, 0 for who is out."""

    living: Order
    mover: int | None
    rounds: tuple[int, ...]


class _Shot(NamedTuple):
    """The choice in a state.

    Fields: `worths`, those of the state, one per player; `aim`, None when the game is over; `equal`, the options of the
    best worth, in canonical order; `chances`, of the states after it.
    """

    worths: Sequence[Any]
    aim: Aim | None = None
    equal: tuple[Aim, ...] = ()
    chances: Mapping[_State, Any] = MappingProxyType({})


class Duel:
    """The choices in all states of a duel with counted bullets that some options lead to."""

    def __init__(self, variant: Variant, progress: Progress | None = None) -> None:
        self.variant, self.problem, report = variant, variant.problem, progress or (lambda done: None)
        self.options = cache(self.problem.free_options)
        self.start = self.state(self.problem.order, 0, variant.bullets)
        self.shots: dict[_State, _Shot] = {}
        for state in _last_first(self.start, lambda state: self.after(state).values()):
            check()
            self.shots[state] = self.shot(state)
            report(1)

    def play(self) -> VariantPlay:
        """Return the play from the start, with every state that play can reach."""
        ends: dict[_State, Counter[Order]] = {}
        for state in _last_first(self.start, lambda state: self.shots[state].chances):
            chances = self.shots[state].chances
            ends[state] = Counter({} if chances else {state.living: 1})
            for then, chance in chances.items():
                for living, share in ends[then].items():
                    ends[state][living] += chance * share
        first, *later = sorted(ends, key=lambda state: (-len(state.living), -sum(state.rounds), state))
        start = self.public(first, ends[first])
        sets = sorted(ends[first].items(), key=lambda one: (len(one[0]), one[0]))
        shown = (self.public(state, ends[state]) for state in later if state.mover is not None)
        return VariantPlay(
            by_player(start.living, start.aims),
            start.win,
            start.nobody,
            worths=start.worths,
            survivors=tuple((living, public(share)) for living, share in sets),
            states=(start, *shown) if start.mover is not None else (),
            problem=self.problem,
        )

    # -- states

    def state(self, living: Order, place: int, rounds: Sequence[int]) -> _State:
        """Return the state in which the first living player with a round from a place on is on move."""
        counts = tuple(left if player in living else 0 for player, left in enumerate(rounds))
        turns = self.problem.order[place:] + self.problem.order[:place]
        mover = next((player for player in turns if counts[player]), None)
        return _State(living, mover if len(living) > 1 else None, counts)

    def after(self, state: _State) -> dict[int | None, _State]:
        """Return the states after a shot that hits nobody, and after hits on those at whom some option aims."""
        mover, problem = state.mover, self.problem
        if mover is None:
            return {}
        place = (problem.order.index(mover) + 1) % problem.players
        rounds = [left - (player == mover) for player, left in enumerate(state.rounds)]
        aimed = {victim for aim in self.options(state.living, mover) for victim in aim.targets}
        return {
            victim: self.state(tuple(player for player in state.living if player != victim), place, rounds)
            for victim in (None, *(aimed if problem.hits[mover] else ()))
        }

    # -- worths

    def shot(self, state: _State) -> _Shot:
        """Return the best aim of the mover, with all aims of equal worth; without a mover the payoffs."""
        if state.mover is None:
            shares = {"each": 1, "none": 0, "equal": inside(Fraction(1, len(state.living) or 1))}
            share = shares[self.variant.survivors] if len(state.living) > 1 else 1
            return _Shot([share if player in state.living else 0 for player in range(self.problem.players)])
        best = self.best(state, lambda then: self.shots[then].worths)
        aims, led_to, worths = zip(*best, strict=True)
        taken = break_tie(self.problem, aims, [[*map(public, worth)] for worth in worths])
        return _Shot(worths[taken], aims[taken], aims, led_to[taken])

    def best(
        self, state: _State, worths: Callable[[_State], Sequence[Any]]
    ) -> list[tuple[Aim, dict[_State, Any], list[Any]]]:
        """Return the mover's aims of the best own worth, each with the chances of the states after it, and all worths.

        `worths` has those of the states after it: one for each player, and any further expectations behind them.
        """
        mover: Any = state.mover
        after, hit, found = self.after(state), inside(self.problem.hits[mover]), []
        for aim in self.options(state.living, mover):
            chances = {after[victim]: hit * inside(aim.weights[victim]) for victim in (aim.targets if hit else ())}
            missed = 1 - sum(chances.values())
            chances |= {after[None]: missed} if missed else {}
            won = [[chance * own for own in worths(then)] for then, chance in chances.items()]
            found.append((aim, chances, [*map(sum, zip(*won, strict=True))]))
        most = max(worth[mover] for *_, worth in found)
        return [one for one in found if one[-1][mover] == most]

    # -- as records

    def public(self, state: _State, ends: Counter[Order]) -> StatePlay:
        """Return a state with its choice and the probabilities of the sets of survivors, as a record."""
        shot = self.shots[state]
        return StatePlay(
            state.living,
            tuple(shot.aim if player == state.mover else None for player in state.living),
            tuple(public(ends[(player,)]) for player in range(self.problem.players)),
            public(ends[()]),
            *state[1:],
            tuple(map(public, shot.worths)),
            shot.equal,
            problem=self.problem,
        )


def _last_first(start: _State, after: Callable[[_State], Iterable[_State]]) -> list[_State]:
    """Return all states that a state leads to, the last ones first: every shot uses a round."""
    return sorted(reached([start], after), key=lambda state: sum(state.rounds))
