"""What follows from one policy under other rules of fire, and what is done in each of its states.

A **play** is all that follows from one policy. A **state** is where a decision is made: the living players and, where
the model has it, who is on move and what everybody has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from truel_ref.errors import RecordError
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.parts import (
    AIM,
    COUNTS,
    FIRST_AIMS,
    PLAYER,
    PLAYERS,
    WINS,
    Part,
    aim_text,
    by_person,
    of_player,
    texts,
    under,
)
from truel_ref.numbers import Number, number_text, read_number
from truel_ref.records.record import NUMBER, TRUTH, Keys, derived, entry, many, maybe, nested, plain, spared
from truel_ref.records.table import Cell, Note, Percent, Table

__all__ = ["StatePlay", "VariantPlay", "left_over"]


# A worth, where each survivor gets 1, is no share of 1.
_WORTHS = spared(by_person(plain(lambda value: read_number(value, digits=None), number_text)))


@dataclass(frozen=True, repr=False)
class StatePlay(Part):
    """What is done in one state, and what that leads to.

    Fields: `living`, the players who live, or the opinions that are held; `aims`, one per player of `living`, None for
    one who has nothing to decide here; `win`, the win probabilities from here on, one per player of the problem;
    `nobody`, the probability that all are eliminated; `mover`, who is on move, None where the model has nobody;
    `counts`, one number per player: the rounds that are left, or how many persons hold his opinion, empty where the
    model has none; `worths`, with bullets what the rest is worth to each player; `equal`, with bullets the mover's
    options that share the best worth.
    """

    living: Living
    aims: tuple[Aim | None, ...]
    win: tuple[Number, ...]
    nobody: Number = Fraction(0)
    mover: int | None = None
    counts: tuple[int, ...] = ()
    worths: tuple[Number, ...] = ()
    equal: tuple[Aim, ...] = ()

    _keys = Keys(
        "a state",
        living=PLAYERS,
        aims=under("living", maybe(AIM)),
        win=WINS,
        nobody=NUMBER,
        stalemate=derived(NUMBER),
        mover=spared(PLAYER, None),
        counts=spared(COUNTS),
        worths=_WORTHS,
        equal=spared(many(of_player("mover", AIM))),
    )

    @property
    def state(self) -> tuple[Living, int | None, tuple[int, ...]]:
        """What names the state: who lives, who is on move, what is left."""
        return self.living, self.mover, self.counts

    @property
    def stalemate(self) -> Number:
        """The probability that from here on nobody wins although somebody lives."""
        return 1 - self.nobody - sum(self.win, Fraction(0))

    @property
    def chosen(self) -> Aim:
        """The aim of the player on move. Raises `RecordError` in a model where all decide at once."""
        aim = None if self.mover is None else self.aims[self.living.index(self.mover)]
        if aim is None:
            raise RecordError("nobody is on move here; look at the aims of all")
        return aim

    def name(self) -> str:
        """Return the state in words: who lives, who is on move, what is left."""
        counts = dict(enumerate(self.counts))
        living = ", ".join(
            self._label(player) + (f" {counts[player]}" if self.counts else "") for player in self.living
        )
        return living if self.mover is None else f"{living}; {self._label(self.mover)} on move"

    def _table(self) -> Table:
        rows: list[list[Cell]] = [
            [self._label(player), aim_text(None) if aim is None else aim, self.win[player], Percent(self.win[player])]
            for player, aim in zip(self.living, self.aims, strict=True)
        ]
        return Table(("player", "aim", "wins", "percent"), rows, self.name(), left_over(self.nobody, self.stalemate))

    def __str__(self) -> str:
        aims = ", ".join(aim_text(aim) for aim in self.aims if aim is not None or self.mover is None)
        return f"{self.name()}: {aims}; wins {', '.join(texts(self._who(len(self.win)).by_person(self.win)))}"

    def __repr__(self) -> str:
        return f"<StatePlay {self}>"


def left_over(nobody: Number, stalemate: Number, model: str = "") -> list[Note]:
    """Return what a table says of games that nobody wins."""
    notes: list[Note] = []
    without = "several are left" if model == "bullets" else "stalemate"
    for name, chance in (("nobody is left", nobody), (without, stalemate)):
        if chance:
            notes.append((f"{name}: {number_text(chance)} (", Percent(chance), ")"))
    return notes


@dataclass(frozen=True, repr=False)
class VariantPlay(Part):
    """All that follows from one policy.

    Fields: `aims`, everybody's aim at the start, by place, None for one who has nothing to decide there (in a mean over
    orders, and with bullets for all but the first mover); `win`, the probability of each to be the only one left (in
    "opinions" that all hold his); `nobody`, the probability that nobody is left; `strict`, whether every other option
    of every player gives him strictly less at the start, None where it is no equilibrium; `worths`, with bullets what
    the game is worth to each; `survivors`, with bullets the probability of every set of survivors; `states`, the
    policy: the start first, then every state that can be reached.
    """

    aims: tuple[Aim | None, ...]
    win: tuple[Number, ...]
    nobody: Number = Fraction(0)
    strict: bool | None = None
    worths: tuple[Number, ...] = ()
    survivors: tuple[tuple[Living, Number], ...] = ()
    states: tuple[StatePlay, ...] = ()

    _keys = Keys(
        "a play",
        aims=FIRST_AIMS,
        win=WINS,
        nobody=NUMBER,
        stalemate=derived(NUMBER),
        strict=maybe(TRUTH),
        worths=_WORTHS,
        survivors=spared(many(entry("a set of survivors", living=PLAYERS, chance=NUMBER))),
        states=many(nested(StatePlay)),
    )

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins although somebody lives; with `win` and `nobody` exactly 1."""
        return 1 - self.nobody - sum(self.win, Fraction(0))

    @property
    def policy(self) -> dict[tuple[Living, int | None, tuple[int, ...]], StatePlay]:
        """What is done in every state, as a new dictionary."""
        return {play.state: play for play in self.states}

    def _table(self) -> Table:
        who = self._who(len(self.win))
        rows: list[list[Cell]] = [
            [who.label(place), aim_text(self.aims[place]), self.win[place], Percent(self.win[place])]
            for place in who.places
        ]
        return Table(("player", "aim", "wins", "percent"), rows, notes=left_over(self.nobody, self.stalemate))

    def __str__(self) -> str:
        who = self._who(len(self.win))
        aims = ", ".join(aim_text(aim) for aim in who.by_person(self.aims))
        return f"{aims}: wins {', '.join(texts(who.by_person(self.win)))}"

    def __repr__(self) -> str:
        return f"<VariantPlay {self}>"
