"""Counted bullets: each player has a number of rounds, sees everything, and chooses every shot separately.

A **state** has the living players, the player on move, and the rounds of each living player. The mover is the first
living player with a round, from a place on: A's place at the start, and afterwards the place after the shooter, who
comes last. Every shot uses a round, including a deliberate miss. The game ends when one player is left or no living
player has a round; then `survivors` gives the payoffs of several survivors. Let `W(t)` be the worths after a hit on
`t`, and `W()` the worths after no hit. The worth of an aim is

    U = p sum over t of q[t] W(t) + (1 - p sum(q)) W()

The mover takes the largest own component; the rules for ties are those of announced play. Every shot uses a round, so
this is backward induction without cycles. The last two players have no special rule: they may wait, too.

Rules: `docs/rules.md`, R11. Source: D. M. Kilgour and S. J. Brams, "The truel", *Mathematics Magazine* 70 (1997),
315-326; W. Bossert, S. J. Brams and D. M. Kilgour, "Cooperative vs non-cooperative truels", *Games and Economic
Behavior* 40 (2002), 185-197.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from truel_ref.budget import check
from truel_ref.errors import ExplanationError, PhaseError, SizeError, shown
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, aim_does
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import read_order
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import StatePlay, VariantAnswer, VariantPlay
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import Number, backend_in_force, inside, number_text, public
from truel_ref.play.ties import break_tie

if TYPE_CHECKING:
    pass

__all__ = [
    "MOST_BRANCHES",
    "MOST_STATES",
    "Branch",
    "BulletsPolicy",
    "bullets_tree",
    "counted_bullets",
    "tree_text",
]


MOST_STATES = 2_000_000
"""The most states of a problem; ten players with fifty rounds each have at most 256,000."""


class BulletState(NamedTuple):
    """The living players, the player on move, and the rounds of all players, 0 for eliminated players."""

    living: Living
    mover: int
    rounds: tuple[int, ...]


@dataclass(frozen=True)
class BulletShot:
    """The choice in a state.

    Fields: `aim`; `equal`, the options of the best worth, in canonical order; `worths`, those of the state, one per
    player, in numbers inside.
    """

    aim: Aim
    equal: tuple[Aim, ...]
    worths: Sequence[Any]


def counted_bullets(
    problem: Problem | Variant | Iterable[object],
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
    (4) compute the probabilities of all sets of survivors from the chosen aims.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant` (which has the next two settings); `bullets`,
    the rounds of the players, from 0 to 50, one number for all or one per player; `survivors`, the payoff of each of
    several survivors: "equal" (1/number), "none" or "each" (1); `progress`, called from time to time with the number of
    newly solved states.

    Raises the errors of `Problem` and `Variant`, and `ProblemError` for more than 2,000,000 states.
    """
    variant = Variant.of_model("bullets", problem, bullets=bullets, survivors=survivors)
    policy = BulletsPolicy(variant, progress=progress)
    return VariantAnswer(variant, (policy.play(),), method="backward induction", backend=policy.backend)


class BulletsPolicy:
    """The best aim in every state of a duel with counted bullets, computed at its first use and cached.

    Parameters: `problem`, a `Problem`, hit probabilities, or a `Variant` (which has the next two settings); `bullets`,
    the rounds of the players; `survivors`, the payoff of each of several survivors.

    >>> policy = BulletsPolicy([1, "1/2", "1/2"], bullets=2)
    >>> print(policy.at("A, B, C", mover="B", rounds=[1, 2, 2]))
    A 1, B 2, C 2; B on move: Miss; wins 0, 1/4, 1/8
    """

    def __init__(
        self,
        problem: Problem | Variant | Iterable[object],
        *,
        bullets: object = None,
        survivors: str = "equal",
        progress: Progress | None = None,
    ) -> None:
        self.variant = Variant.of_model("bullets", problem, bullets=bullets, survivors=survivors)
        self.problem = self.variant.problem
        # The turn goes round, so the living players, the mover and the mover's rounds determine the other rounds.
        states = 2 ** (self.problem.players - 1) * sum(self.variant.bullets)
        if states > MOST_STATES:
            raise SizeError(
                f"bullets: these rounds mean up to {states:,} states, more than {MOST_STATES:,}; give fewer rounds"
            )
        self._progress = progress
        self.backend = backend_in_force(self.problem.hits)
        self._zero = inside(Fraction(0))
        self._one = inside(Fraction(1))
        self._shots: dict[BulletState, BulletShot] = {}
        self._ends: dict[BulletState, dict[Living, Any]] = {}
        self._options: dict[tuple[Living, int], tuple[Aim, ...]] = {}

    def at(self, living: object, mover: object, rounds: object) -> StatePlay:
        """Return the choice in a state, on the path of play or off it.

        Parameters: `living`, labels or names in one text or a list; `mover`, one of these players, with a round left;
        `rounds`, a list with one number per player, by person, at most the player's rounds at the start.

        Raises `PhaseError` for values that describe no state.
        """
        people = self.problem.people
        names = read_order(living, people) if isinstance(living, str | list | tuple) else (None,)
        first = read_order([mover], people)[0]
        left = list(rounds) if isinstance(rounds, list | tuple) else []
        counts = people.by_place(left) if len(left) == self.problem.players else ()
        players = tuple(sorted(player for player in names if player is not None))
        most = self.variant.bullets
        fits = len(players) == len(names) == len(set(players)) > 1 and first in players and len(counts) == len(most)
        if not fits or not all(type(here) is int and 0 <= here <= had for here, had in zip(counts, most, strict=True)):
            raise PhaseError(
                f"{shown(living)}, {shown(mover)} on move with {shown(rounds)}: name two or more living players, one "
                "of them on move, and one number of rounds per player, at most the rounds at the start"
            )
        assert first is not None
        state = self.state(players, first, counts)
        if state is None or state.mover != first:
            raise PhaseError(f"{shown(mover)} has no round left; the player on move needs one")
        return self._public(state).among(people)

    def play(self) -> VariantPlay:
        """Return the play from the start, with every state that play can reach."""
        whole = self.problem.first_order
        start = self.state(whole, 0, self.variant.bullets)
        if start is None:
            worths: Sequence[Any] = self.worths(whole)
            ends: dict[Living, Any] = {whole: self._one}
            states: list[StatePlay] = []
        else:
            worths, ends = self._shot(start).worths, self._survivors(start)
            states = [self._public(state) for state in self._reached(start)]
        aims = states[0].aims if states else (None,) * self.problem.players
        win = tuple(public(ends.get((player,), self._zero)) for player in whole)
        nobody = public(ends.get((), self._zero))
        listed = tuple((living, public(ends[living])) for living in sorted(ends, key=lambda left: (len(left), left)))
        return VariantPlay(aims, win, nobody, worths=tuple(map(public, worths)), survivors=listed, states=tuple(states))

    @property
    def start(self) -> StatePlay | None:
        """The choice at the start; None if nobody has a round."""
        state = self.state(self.problem.first_order, 0, self.variant.bullets)
        return None if state is None else self._public(state).among(self.problem.people)

    def after(self, play: StatePlay) -> list[tuple[int | None, Number, Living, StatePlay | None]]:
        """Return the possible events in a state under the chosen aim.

        Each event has the victim, or None for nobody; its probability; the living players after it; and the choice in
        the next state, or None if the game is over.

        >>> policy = BulletsPolicy(["1/2", 1], bullets=1)
        >>> [(victim, str(chance), living) for victim, chance, living, _ in policy.after(policy.start)]
        [(1, '1/2', (0,)), (None, '1/2', (0, 1))]
        """
        if play.mover is None:
            return []
        state = BulletState(play.living, play.mover, play.counts)
        steps: list[tuple[int | None, Number, Living, StatePlay | None]] = []
        for victim, share in self.shares(state, self._shot(state).aim):
            living, then = self.following(state, victim)
            following = None if then is None else self._public(then).among(self.problem.people)
            steps.append((victim, public(share), living, following))
        return steps

    # -- states

    def state(self, living: Living, place: int, rounds: Sequence[int]) -> BulletState | None:
        """Return the state in which the first player with a round from a place on is on move; None if it is over."""
        if len(living) < 2:
            return None
        counts = tuple(left if player in living else 0 for player, left in enumerate(rounds))
        players = range(self.problem.players)
        turns = (*players[place:], *players[:place])
        mover = next((player for player in turns if counts[player]), None)
        return None if mover is None else BulletState(living, mover, counts)

    def following(self, state: BulletState, victim: int | None) -> tuple[Living, BulletState | None]:
        """Return the living players after a shot, and the next state, None if the game is over."""
        living = tuple(player for player in state.living if player != victim)
        rounds = [left - (player == state.mover) for player, left in enumerate(state.rounds)]
        return living, self.state(living, (state.mover + 1) % self.problem.players, rounds)

    def aims(self, state: BulletState) -> tuple[Aim, ...]:
        """Return the options of the mover."""
        key = state.living, state.mover
        if key not in self._options:
            start = state.living.index(state.mover)
            order = state.living[start:] + state.living[:start]
            self._options[key] = self.problem.free_options(order, state.mover)
        return self._options[key]

    # -- worths

    def worths(self, living: Living) -> list[Any]:
        """Return the payoff of each player when these players are left and nobody can fire."""
        if len(living) < 2 or self.variant.survivors == "each":
            share = Fraction(1)
        else:
            share = Fraction(1, len(living)) if self.variant.survivors == "equal" else Fraction(0)
        return [inside(share) if player in living else self._zero for player in self.problem.first_order]

    def _shot(self, start: BulletState) -> BulletShot:
        """Return the choice in a state; a stack holds states until their later states are solved."""
        waiting = [start]
        solved = 0
        while waiting:
            check()
            state = waiting[-1]
            if state in self._shots:
                waiting.pop()
                continue
            hit = self.problem.hits[state.mover]
            aims = self.aims(state)
            aimed = sorted({victim for aim in aims for victim in aim.targets}) if hit else []
            following = {victim: self.following(state, victim) for victim in (None, *aimed)}
            missing = [after for _, after in following.values() if after is not None and after not in self._shots]
            if missing:
                waiting += missing
                continue
            after = {
                victim: self.worths(living) if then is None else self._shots[then].worths
                for victim, (living, then) in following.items()
            }
            self._shots[state] = self._chosen(state, aims, after)
            waiting.pop()
            solved += 1
            if self._progress is not None and solved % 1024 == 0:
                self._progress(1024)
        return self._shots[start]

    def _chosen(self, state: BulletState, aims: Sequence[Aim], after: Mapping[int | None, Sequence[Any]]) -> BulletShot:
        """Return the best aim of the mover, with all aims of equal worth."""
        worths = [self._mean(state, aim, after) for aim in aims]
        best = max(worth[state.mover] for worth in worths)
        equal = [index for index, worth in enumerate(worths) if worth[state.mover] == best]
        options = tuple(aims[index] for index in equal)
        taken = break_tie(self.problem, options, [worths[index] for index in equal])
        return BulletShot(options[taken], options, worths[equal[taken]])

    def _mean(self, state: BulletState, aim: Aim, after: Mapping[int | None, Sequence[Any]]) -> list[Any]:
        """Return the mean over the victims of a shot; None means nobody."""
        shares = self.shares(state, aim)
        return [
            sum((share * after[victim][player] for victim, share in shares), self._zero)
            for player in self.problem.first_order
        ]

    def shares(self, state: BulletState, aim: Aim) -> list[tuple[int | None, Any]]:
        """Return the positive probabilities of the victims of a shot, and last that of nobody."""
        hit = self.problem.hits[state.mover]
        shares: list[tuple[int | None, Any]] = [
            (victim, inside(hit * aim.weights[victim])) for victim in (aim.targets if hit else ())
        ]
        misses = 1 - hit * aim.total
        return [*shares, (None, inside(misses))] if misses else shares

    # -- results of the chosen aims

    def _reached(self, start: BulletState) -> Iterator[BulletState]:
        """Yield the states that the chosen aims lead to, those with the most players and rounds first."""

        def after(state: BulletState) -> Iterator[BulletState]:
            following = (self.following(state, victim)[1] for victim, _ in self.shares(state, self._shot(state).aim))
            return (then for then in following if then is not None)

        listed = reached([start], after)
        yield from sorted(listed, key=lambda state: (-sum(state.rounds) - len(state.living) * 10**6, state))

    def _survivors(self, start: BulletState) -> dict[Living, Any]:
        """Return the probability of every set of survivors from a state on, under the chosen aims."""
        # Every state is visited once.
        for state in reversed([] if start in self._ends else list(self._reached(start))):
            if state in self._ends:
                continue
            ends: dict[Living, Any] = {}
            for victim, share in self.shares(state, self._shot(state).aim):
                living, then = self.following(state, victim)
                for left, chance in ({living: self._one} if then is None else self._ends[then]).items():
                    ends[left] = ends.get(left, self._zero) + share * chance
            self._ends[state] = ends
        return self._ends[start]

    def _public(self, state: BulletState) -> StatePlay:
        """Return the public record of a state."""
        shot, ends = self._shot(state), self._survivors(state)
        return StatePlay(
            state.living,
            tuple(shot.aim if player == state.mover else None for player in state.living),
            tuple(public(ends.get((player,), self._zero)) for player in self.problem.first_order),
            public(ends.get((), self._zero)),
            state.mover,
            state.rounds,
            tuple(map(public, shot.worths)),
            shot.equal,
        )


# ---------------------------------------------------------------------------------------------------------
# Counted bullets as a tree: every state that the chosen aims lead to, with its possible events


MOST_BRANCHES = 200
"""The most ends of a printed tree."""


@dataclass(frozen=True)
class Branch:
    """An event, and what follows.

    Fields: `victim`, the player hit, None for nobody (and at the root); `chance`, the probability of the event in the
    state before; `living`, the living players after it; `state`, the choice in the next state, None if the game is
    over; `branches`, the events in the next state.
    """

    victim: int | None
    chance: Number
    living: Living
    state: StatePlay | None
    branches: tuple[Branch, ...]

    @property
    def ends(self) -> int:
        """The number of ends of the tree from here on."""
        return sum(branch.ends for branch in self.branches) or 1


def bullets_tree(policy: BulletsPolicy) -> Branch:
    """Return the tree of a duel with counted bullets under the chosen aims.

    Parameters: `policy`. Raises `ExplanationError` for more than 200 ends.

    >>> tree = bullets_tree(BulletsPolicy(["1/2", 1], bullets=1, survivors="none"))
    >>> tree.ends, [str(branch.chance) for branch in tree.branches]
    (2, ['1/2', '1/2'])
    """
    left = MOST_BRANCHES

    def branch(victim: int | None, chance: Number, living: Living, state: StatePlay | None) -> Branch:
        nonlocal left
        left -= state is None
        if left < 0:
            raise ExplanationError(
                f"this tree has more than {MOST_BRANCHES} ends; ask for single states instead: policy.at"
            )
        following = () if state is None else tuple(branch(*step) for step in policy.after(state))
        return Branch(victim, chance, living, state, following)

    return branch(None, Fraction(1), policy.problem.first_order, policy.start)


def tree_text(policy: BulletsPolicy) -> str:
    """Return the tree as text, one line for each event.

    Parameters: `policy`. Raises `ExplanationError` for more than 200 ends.

    >>> print(tree_text(BulletsPolicy(["1/2", 1], bullets=1, survivors="none")))
    A 1, B 1: A at B
      1/2 hits B: A is left
      1/2 hits nobody: A 0, B 1: B at A
        1 hits A: B is left
    """
    return "\n".join(_lines(policy, bullets_tree(policy), 0))


def _lines(policy: BulletsPolicy, branch: Branch, depth: int) -> Iterator[str]:
    happened = ""
    if depth:
        victim = "nobody" if branch.victim is None else policy.problem.label(branch.victim)
        happened = f"{number_text(branch.chance)} hits {victim}: "
    yield f"{'  ' * depth}{happened}{_then(policy, branch)}"
    for following in branch.branches:
        yield from _lines(policy, following, depth + 1)


def _then(policy: BulletsPolicy, branch: Branch) -> str:
    """Return the choice after an event, or the players left, as text."""
    problem, state = policy.problem, branch.state
    if state is None or state.mover is None:
        names = problem.order_text(branch.living) or "nobody"
        return f"{names} {'is' if len(branch.living) < 2 else 'are'} left"
    rounds = ", ".join(f"{problem.label(player)} {state.counts[player]}" for player in state.living)
    return f"{rounds}: {aim_does(problem.label(state.mover), state.chosen)}"
