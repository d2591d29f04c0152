"""The answers of play without announcements: equilibria, plans that repeat after some rounds, play with a last round.

Rules: `docs/rules.md`, R8 and R13.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar

from truel_ref.game.aims import Aim
from truel_ref.game.parts import (
    AnswerRecord,
    Chances,
    Cycle,
    Part,
    PerPlayer,
    PerSeat,
    Player,
    Plays,
    by_player,
    equilibria_text,
    shown_numbers,
    side_by_side,
)
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text, percent_text, read_count
from truel_ref.records.record import Probability, frozen
from truel_ref.records.table import Cell, Percent, Table, readable

CLOCKS = ("phase", "game")
"""What the rounds of play with a last round belong to: the set of all players, or the whole game."""

_LISTED = 10
"""The most equilibria, or ties, that notes name; JSON has all."""


@frozen
class Mixing(Part):
    """How a player mixes between a best kill and a deliberate miss.

    Fields: `player`; `target`, the target of the best kill; `least` and `most`, which are equal if the probability to
    shoot is one number, and otherwise the ends of an open interval of probabilities.
    """

    player: Player
    target: Player
    least: Probability
    most: Probability

    @property
    def is_continuum(self) -> bool:
        """Whether every probability in an interval gives an equilibrium."""
        return self.least != self.most

    def __str__(self) -> str:
        between = f"any probability between {number_text(self.least)} and " * self.is_continuum
        shooter, target = self.problem.label(self.player), self.problem.label(self.target)
        return f"{shooter} shoots at {target} with {between}{number_text(self.most)}, else misses"


@frozen
class Equilibrium(Chances, Part):
    """One stationary equilibrium of a set of living players, over one equilibrium of every smaller set.

    Fields: `living`, the set, in the order of the first phase; `aims`, one per living player; `values`, for each living
    player the win probabilities of all players of the problem at **this** player's turn; `strict`, whether every player
    loses by every other option in this set; `mixing`, how players mix shooting and missing, empty in a pure
    equilibrium; `below`, the selected equilibria of the smaller sets that can be reached from here, the largest first,
    each with an empty `below`; `selections`, how many selections of equilibria of the smaller sets lead to these aims
    and values, of which `below` is the first. In a continuum `aims` and `values` describe one point inside it.

    >>> from truel_ref import equilibria
    >>> print(equilibria(["1/3", "2/3", 1])[0])
    in A, B, C: Miss, C, B; at the first turn 25/63, 8/21, 2/9 (strict)
    """

    living: Cycle
    aims: PerSeat[Aim]
    values: PerSeat[PerPlayer[Probability]]
    strict: bool
    mixing: tuple[Mixing, ...] = ()
    below: tuple[Equilibrium, ...] = ()
    selections: int = 1

    model: ClassVar[str] = "stationary"
    _keys: ClassVar[tuple[str, ...]] = ("stalemate",)

    @property
    def win(self) -> PerPlayer[Number]:  # type: ignore[override]
        """The win probabilities at the turn of the first living player."""
        return self.values[0]

    @property
    def kind(self) -> str:
        """What the equilibrium is: "strict", "not strict", "mixed" or "continuum", an interval or surface of mixes."""
        mixed = "continuum" if any(mix.is_continuum for mix in self.mixing) else "mixed"
        return mixed if self.mixing else "strict" if self.strict else "not strict"

    @cached_property
    def policy(self) -> dict[Order, Equilibrium]:
        """The equilibrium of every set that can be reached from here, this one first."""
        return {play.living: play for play in (self, *self.below)}

    def aims_in(self, order: Order) -> tuple[Aim, ...]:
        """Return the aims of the players of a shooting order, in that order."""
        play = self.policy[self.problem.in_cycle(order)]
        return tuple(play.aims[play.living.index(player)] for player in order)

    def __str__(self) -> str:
        said = f"in {self.problem.order_text(self.living)}: {self.problem.aims_text(self.aims)}"
        return f"{said}; at the first turn {shown_numbers(self.win)} ({self.kind})"


@frozen
class Gain(Part):
    """Why a profile is not an equilibrium: a player has a better aim.

    Fields: `living`, the set; `aims`, the profile; `player`, who gains most by deviating; `better`, this player's best
    other aim; `worth` and `better_worth`, this player's win probabilities at the own turn with the aim in the profile
    and with `better`, while the other players keep their aims.
    """

    living: Cycle
    aims: PerSeat[Aim]
    player: Player
    better: Aim
    worth: Probability
    better_worth: Probability

    @property
    def gain(self) -> Number:
        """The gain in win probability by the deviation."""
        return self.better_worth - self.worth

    def __str__(self) -> str:
        who, better = self.problem.label(self.player), self.problem.aim_text(self.better)
        gain = f"{readable(self.gain)} ({percent_text(self.gain)})"
        return f"{self.problem.aims_text(self.aims)}: {who} gains {gain} with {better}"


@frozen
class Equilibria(Plays[Equilibrium], AnswerRecord):
    """All stationary equilibria of a problem, as far as they were asked for; a sequence of `Equilibrium`.

    Fields: `problem`; `equilibria`, in canonical order of their aims, one for equal aims, values and strictness;
    `complete`, False if the search reached a limit or a smaller set has a continuum, so that more equilibria may exist;
    `mixed`, whether the search included mixes of shooting and missing by one or two players; `gains`, the best
    deviation from every profile of a set without an equilibrium, empty if there is an equilibrium or the set is large;
    `unsettled`, the number of unsettled surfaces of mixes, of which at most a rectangle or a point is listed (0 except
    for degenerate problems).
    """

    equilibria: tuple[Equilibrium, ...]
    complete: bool
    mixed: bool = False
    gains: tuple[Gain, ...] = ()
    unsettled: int = 0

    model: ClassVar[str] = "stationary"
    _keys: ClassVar[tuple[str, ...]] = ("model",)

    def _sentence(self) -> str:
        return equilibria_text(len(self), "stationary" if self.mixed else "pure stationary", self.complete)

    def _table(self) -> Table:
        notes = [
            self._sentence(),
            *["mixes of one or two players were searched, three or more were not searched"] * self.mixed,
            *[f"{self.unsettled} surfaces of mixes could not be settled"] * bool(self.unsettled),
            *(f"in {self.problem.order_text(one.living)} somebody gains in every profile:" for one in self.gains[:1]),
            *(f"  {gain}" for gain in self.gains),
            *(f"{number}: {mix}" for number, play in enumerate(self, 1) for mix in play.mixing),
        ]
        plays = [(by_player(play.living, play.aims), play.win, play.stalemate, play.kind) for play in self]
        return side_by_side(self.problem, plays, ("stalemate", "kind"), [*notes, *_selections_notes(self)])


def _selections_notes(plays: Iterable[Any]) -> list[str]:
    """Return the note of a table on equilibria to which several selections lead, as a list of at most one."""
    several = [f"{number} ({play.selections:,})" for number, play in enumerate(plays, 1) if play.selections > 1]
    note = f"several selections of equilibria of the smaller sets lead to number {_first(several)}"
    return [note] * bool(several)


def _first(named: Sequence[str]) -> str:
    """Return the first names of a list as text, and how many more there are."""
    more = f" and {len(named) - _LISTED:,} more" * (len(named) > _LISTED)
    return ", ".join(named[:_LISTED]) + more


# ---------------------------------------------------------------------------------------------------------
# Plans that repeat


@frozen
class PeriodicEquilibrium(Part):
    """A plan of a set of living players that repeats after some rounds, and in which nobody gains.

    Fields: `living`, the set; `aims`, for each round of the period one aim per living player; `values`, in the same
    order the win probabilities of all players of the problem at these turns; `strict`, whether every player loses by
    every other option, taken at the same turn of every period; `entry`, in a plan of a smaller set the round, from 1,
    in which it begins with each living player, otherwise empty; `below`, the selected plans of the smaller sets that
    can be reached, the largest first, each with an empty `below`; `selections`, how many selections of plans and
    positions of the smaller sets lead to these aims and values, of which `below` is the first.

    >>> from truel_ref import periodic_equilibria
    >>> [play] = periodic_equilibria("1/5 4/5 1/2 7/10 3/5")
    >>> print(play)
    in A, B, C, D, E, period 2: C, D, A, Miss, C; C, Miss, A, E, C (strict)
    """

    living: Cycle
    aims: tuple[PerSeat[Aim], ...]
    values: tuple[PerSeat[PerPlayer[Probability]], ...]
    strict: bool
    entry: tuple[int, ...] = ()
    below: tuple[PeriodicEquilibrium, ...] = ()
    selections: int = 1

    model: ClassVar[str] = "periodic"
    _keys: ClassVar[tuple[str, ...]] = ("period",)

    @property
    def period(self) -> int:
        """How many rounds it takes until the plan repeats."""
        return len(self.aims)

    @property
    def win(self) -> PerPlayer[Number]:
        """The win probabilities at the first turn of the first round."""
        return self.values[0][0]

    def begun(self, number: int) -> PeriodicEquilibrium:
        """Return this plan begun with another of its rounds, from 1: a shift.

        >>> from truel_ref import periodic_equilibria
        >>> print(periodic_equilibria("1/5 4/5 1/2 7/10 3/5")[0].begun(2))
        in A, B, C, D, E, period 2: C, Miss, A, E, C; C, D, A, Miss, C (strict)

        Raises `NumberError` for a round that the plan does not have.
        """
        last = read_count(number, "round of the plan", 1, self.period) - 1
        return replace(self, aims=self.aims[last:] + self.aims[:last], values=self.values[last:] + self.values[:last])

    @property
    def starts(self) -> tuple[tuple[Number, ...], ...]:
        """For each round of the plan, the win probabilities if the game begins with this round: the shifts."""
        return tuple(values[0] for values in self.values)

    def __str__(self) -> str:
        rounds = "; ".join(map(self.problem.aims_text, self.aims))
        begins = zip(map(self.problem.label, self.living), self.entry, strict=False) if self.period > 1 else ()
        entry = "".join(f"; {name} begins in round {number}" for name, number in begins)
        said = f"in {self.problem.order_text(self.living)}, period {self.period}: {rounds}"
        return f"{said} ({'strict' if self.strict else 'not strict'}){entry}"


@frozen
class PeriodicEquilibria(Plays[PeriodicEquilibrium], AnswerRecord):
    """Equilibria that repeat after some rounds; a sequence of `PeriodicEquilibrium`.

    Fields: `problem`; `equilibria`, one for equal aims, values and strictness, shifts of a plan by rounds not counted;
    `searched`, the period up to which the search looked for all; `complete`, whether it left none of these
    out, while longer periods are there as far as backward induction finds them.
    """

    equilibria: tuple[PeriodicEquilibrium, ...]
    searched: int
    complete: bool

    model: ClassVar[str] = "periodic"
    _keys: ClassVar[tuple[str, ...]] = ("model",)
    _digits = 2

    def _sentence(self) -> str:
        up_to = f"up to period {self.searched} the list is {'' if self.complete else 'not '}complete"
        many = equilibria_text(len(self), "periodic", complete=True)
        return f"{many}; {up_to}, beyond it has what backward induction finds"

    def _table(self) -> Table:
        begins = "a game may begin with each round of a plan; the row has the win probabilities for this start"
        weak = [str(number) for number, play in enumerate(self, 1) if not play.strict]
        notes = [
            self._sentence(),
            *[begins] * any(play.period > 1 for play in self),
            *[f"plan{'s' * (len(weak) > 1)} {_first(weak)}: not strict"] * bool(weak),
            *_selections_notes(self),
        ]
        shifts = [
            ((number, shift), by_player(play.living, aims), win)
            for number, play in enumerate(self, 1)
            for shift, (aims, win) in enumerate(zip(play.aims, play.starts, strict=True), 1)
        ]
        return _rounds_table(self.problem, ("plan", "round"), shifts, "of each round", notes)


def _rounds_table(
    problem: Problem,
    heads: Sequence[str],
    rounds: Sequence[tuple[Sequence[int], Sequence[Aim], Sequence[Number]]],
    when: str,
    notes: Sequence[str],
) -> Table:
    """Return a table with a row for each round: its numbers, its aims, the win probabilities at its first turn.

    Parameters: `problem`; `heads`, the names of the numbers of a round; `rounds`; `when`, the turn in the caption;
    `notes`.
    """
    rows: list[Sequence[Cell]] = [
        (
            *numbers,
            problem.aims_text(aims),
            *(Percent(share, exact=True) for share in (*win, 1 - sum(win, Fraction(0)))),
        )
        for numbers, aims, win in rounds
    ]
    caption = f"aims and win probabilities of {', '.join(problem.names)} at the first turn {when}"
    rounded = "percentages are rounded; --json and --format csv have the exact numbers"
    return Table((*heads, "aims", *problem.names, "nobody"), rows, caption, [*notes, rounded])


# ---------------------------------------------------------------------------------------------------------
# A last round


@frozen
class RoundTie(Part):
    """A tie in play with a last round.

    Fields: `left`, the rounds that are left, this one included; `player`, on move; `equal`, the aims with the best
    value; `chosen`, the one that the tie rule takes.
    """

    left: int
    player: Player
    equal: tuple[Aim, ...]
    chosen: Aim

    def __str__(self) -> str:
        who, chosen = self.problem.label(self.player), self.problem.aim_text(self.chosen)
        return f"{self.left} left: {who} takes {chosen} of {self.problem.aims_text(self.equal)}"


@frozen
class FiniteRounds(AnswerRecord):
    """Play with a last round, after which nobody wins; backward induction, the last round first.

    Fields: `problem`; `clock`, "phase" if only the set of all players has a last round and smaller sets play for ever,
    "game" if the rounds count over the whole game; `aims`, for 1, 2, … rounds left one aim per player; `values`, in
    the same order the win probabilities at the first turn of these rounds; `ties`, those of the set of all players.
    """

    clock: str
    aims: tuple[PerPlayer[Aim], ...]
    values: tuple[PerPlayer[Number], ...]
    ties: tuple[RoundTie, ...] = ()

    model: ClassVar[str] = "rounds"
    _keys: ClassVar[tuple[str, ...]] = ("model", "rounds")
    _digits = 2

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.values)

    @property
    def win(self) -> PerPlayer[Number]:
        """The win probabilities of the game with all rounds."""
        return self.values[-1]

    @property
    def repeats(self) -> tuple[int, int] | None:
        """The least period of the aims, and from how many rounds left on they have it; None if not three times."""
        for period in range(1, self.rounds // 3 + 1):
            pairs = zip(self.aims[::-1], self.aims[-period - 1 :: -1], strict=False)
            same = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
            if same >= 2 * period:
                return period, self.rounds - period - same + 1
        return None

    def _table(self) -> Table:
        period, first = self.repeats or (0, 0)
        when = f"with {first} or more rounds left " * (first > 1)
        repeated = f"{when}the aims {'stay the same' if period == 1 else f'repeat every {period} rounds'}"
        more = [f"and {len(self.ties) - _LISTED:,} more ties, which --json lists"] * (len(self.ties) > _LISTED)
        notes = [*[repeated] * (period > 0), *map(str, self.ties[:_LISTED]), *more]
        rounds = [((left,), *played) for left, played in enumerate(zip(self.aims, self.values, strict=True), 1)]
        return _rounds_table(self.problem, ("left",), rounds, "with 1, 2, ... rounds left", notes)

    def _sentence(self) -> str:
        return f"{self.rounds} rounds, clock {self.clock}: {shown_numbers(self.win)}"
