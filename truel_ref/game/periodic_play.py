"""The answers for play that repeats after some rounds, and for play with a last round (R13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import ClassVar

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import selections_notes
from truel_ref.game.parts import (
    Cycle,
    Part,
    PerPlayer,
    PerSeat,
    Player,
    Plays,
    by_player,
    equilibria_text,
    package_version,
    stalemate_of,
    texts,
)
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.records.record import Probability, Record
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["CLOCKS", "FiniteRounds", "PeriodicEquilibria", "PeriodicEquilibrium", "RoundTie"]

CLOCKS = ("phase", "game")
"""What the rounds of play with a last round belong to: the set of all players, or the whole game."""


@dataclass(frozen=True, repr=False)
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
    >>> play.waiting
    (1, 3)
    """

    living: Cycle
    aims: tuple[PerSeat[Aim], ...]
    values: tuple[PerSeat[PerPlayer[Probability]], ...]
    strict: bool
    entry: tuple[int, ...] = ()
    below: tuple[PeriodicEquilibrium, ...] = ()
    selections: int = 1

    _keys: ClassVar[tuple[str, ...]] = (
        *("living", "period", "aims", "values", "strict", "entry", "below", "selections"),
    )

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

        Raises `ProblemError` for a round that the plan does not have.
        """
        if number not in range(1, self.period + 1):
            many = f"{self.period} round{'s' * (self.period > 1)}"
            raise ProblemError(f"round: the plan has {many}, and no round {shown(number)}")
        first = number - 1
        return replace(
            self, aims=self.aims[first:] + self.aims[:first], values=self.values[first:] + self.values[:first]
        )

    @property
    def starts(self) -> tuple[tuple[Number, ...], ...]:
        """For each round of the plan, the win probabilities if the game begins with this round: the shifts."""
        return tuple(values[0] for values in self.values)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players whose aim changes from round to round."""
        changes = zip(self.living, zip(*self.aims, strict=True), strict=True)
        return tuple(player for player, aims in changes if len({*aims}) > 1)

    def __str__(self) -> str:
        rounds = "; ".join(", ".join(map(self.problem.aim_text, aims)) for aims in self.aims)
        kind = "strict" if self.strict else "not strict"
        begins = zip(map(self.problem.label, self.living), self.entry, strict=False) if self.period > 1 else ()
        entry = "".join(f"; {name} begins in round {number}" for name, number in begins)
        return f"in {self.problem.order_text(self.living)}, period {self.period}: {rounds} ({kind}){entry}"


@dataclass(frozen=True, repr=False)
class PeriodicEquilibria(Plays[PeriodicEquilibrium]):
    """Equilibria that repeat after some rounds; a sequence of `PeriodicEquilibrium`.

    Fields: `problem`; `equilibria`, one for equal aims, values and strictness, shifts of a plan by rounds not counted;
    `searched`, the period up to which the search looked for all; `complete`, whether it left none of these
    out, while longer periods are there as far as backward induction finds them.
    """

    problem: Problem
    equilibria: tuple[PeriodicEquilibrium, ...]
    searched: int
    complete: bool
    version: str = field(default_factory=package_version, compare=False)

    model: ClassVar[str] = "periodic"
    _keys: ClassVar[tuple[str, ...]] = ("problem", "model", "equilibria", "searched", "complete", "version")
    _digits = 2

    def _plays(self) -> tuple[PeriodicEquilibrium, ...]:
        return self.equilibria

    def _sentence(self) -> str:
        up_to = f"up to period {self.searched} the list is {'' if self.complete else 'not '}complete"
        many = equilibria_text(len(self), "periodic", complete=True)
        return f"{many}; {up_to}, beyond it has what backward induction finds"

    def _table(self) -> Table:
        shifts = [
            ((number, shift), by_player(play.living, aims), values[0])
            for number, play in enumerate(self.equilibria, 1)
            for shift, (aims, values) in enumerate(zip(play.aims, play.values, strict=True), 1)
        ]
        notes = [self._sentence()]
        if any(play.period > 1 for play in self.equilibria):
            notes.append("a game may begin with each round of a plan; the row has the win probabilities for this start")
        weak = [str(number) for number, play in enumerate(self.equilibria, 1) if not play.strict]
        if weak:
            notes.append(f"plan{'s' * (len(weak) > 1)} {', '.join(weak)}: not strict")
        notes += selections_notes(self.equilibria)
        return _rounds_table(self.problem, ("plan", "round"), shifts, "of each round", notes)

    def __repr__(self) -> str:
        return f"<PeriodicEquilibria of {self.problem!r}: {self._sentence()}>"


_LISTED = 10
"""The most ties below a table; JSON has all."""


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
    rows: list[Sequence[Cell]] = []
    for numbers, aims, win in rounds:
        shares = [Percent(share, exact=True) for share in (*win, stalemate_of(win))]
        rows.append((*numbers, ", ".join(map(problem.aim_text, aims)), *shares))
    caption = f"aims and win probabilities of {', '.join(problem.names)} at the first turn {when}"
    wins = (*problem.names, "nobody")
    rounded = "percentages are rounded; --json and --format csv have the exact numbers"
    return Table((*heads, "aims", *wins), rows, caption, [*notes, rounded], right=wins)


@dataclass(frozen=True, repr=False)
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
        who, text = self.problem.label(self.player), self.problem.aim_text
        return f"{self.left} left: {who} takes {text(self.chosen)} of {', '.join(map(text, self.equal))}"


@dataclass(frozen=True, repr=False)
class FiniteRounds(Record):
    """Play with a last round, after which nobody wins; backward induction, the last round first.

    Fields: `problem`; `clock`, "phase" if only the set of all players has a last round and smaller sets play for ever,
    "game" if the rounds count over the whole game; `aims`, for 1, 2, … rounds left one aim per player; `values`, in
    the same order the win probabilities at the first turn of these rounds; `ties`, those of the set of all players.
    """

    problem: Problem
    clock: str
    aims: tuple[PerPlayer[Aim], ...]
    values: tuple[PerPlayer[Number], ...]
    ties: tuple[RoundTie, ...] = ()
    version: str = field(default_factory=package_version, compare=False)

    model: ClassVar[str] = "rounds"
    _keys: ClassVar[tuple[str, ...]] = ("problem", "model", "clock", "rounds", "aims", "values", "ties", "version")
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
            pairs = zip(reversed(self.aims), reversed(self.aims[:-period]), strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if same >= 2 * period:
                return period, self.rounds - period - same + 1
        return None

    def _table(self) -> Table:
        rounds = [((left,), *played) for left, played in enumerate(zip(self.aims, self.values, strict=True), 1)]
        notes = [*self._sentence(), *map(str, self.ties[:_LISTED])]
        if len(self.ties) > _LISTED:
            notes.append(f"and {len(self.ties) - _LISTED:,} more ties, which --json lists")
        return _rounds_table(self.problem, ("left",), rounds, "with 1, 2, ... rounds left", notes)

    def _sentence(self) -> Iterator[str]:
        if self.repeats is not None:
            period, first = self.repeats
            when = "" if first == 1 else f"with {first} or more rounds left "
            yield f"{when}the aims {'stay the same' if period == 1 else f'repeat every {period} rounds'}"

    def __repr__(self) -> str:
        wins = ", ".join(texts(self.win))
        return f"<FiniteRounds of {self.problem!r}: {self.rounds} rounds, clock {self.clock}: {wins}>"
