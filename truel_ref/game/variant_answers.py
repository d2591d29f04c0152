"""The answers under other rules of fire: one form of record for all models.

A **state** is a point of decision: the living players and, if the model has them, the player on move and the rounds or
holders left. A **play** is a policy and its results. Some models have one play (a drawn order, counted bullets); the
other models list all equilibria, several or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from truel_ref.errors import RecordError, refuse, shown
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
    ProblemRecord,
    aim_text,
    by_person,
    in_runs,
    left_beside,
    left_over,
    of_player,
    package_version,
    texts,
    under,
)
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import Number, number_text, read_number
from truel_ref.records.record import (
    COUNT,
    NUMBER,
    TEXT,
    TRUTH,
    Codec,
    Fields,
    Keys,
    Source,
    derived,
    each,
    entry,
    fields_of,
    many,
    maybe,
    nested,
    plain,
    spared,
    truth,
)
from truel_ref.records.table import Cell, Note, Percent, Table

__all__ = ["DrawnOrder", "StatePlay", "VariantAnswer", "VariantPlay", "left_over"]


# If each survivor gets 1, a worth is not a share of 1.
_WORTHS = spared(by_person(plain(lambda value: read_number(value, digits=None), number_text)))


@dataclass(frozen=True, repr=False)
class StatePlay(Part):
    """The aims in one state, and their results.

    Fields: `living`, the living players, or the opinions with holders; `aims`, one per player of `living`, None for a
    player without a decision here; `win`, the win probabilities from here on, one per player of the problem; `nobody`,
    the probability that all players are eliminated; `mover`, the player on move, None in a model without one; `counts`,
    one number per player: the rounds left, or the holders of an opinion, empty in other models; `worths`, with bullets
    the worth of the state to each player; `equal`, with bullets the mover's options that share the best worth.
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

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        if known["worths"] and known["mover"] is not None and not known["equal"]:
            raise RecordError("the key 'equal' is missing in a state")
        return super()._made({**known, "equal": known["equal"] if known["worths"] else ()})

    @property
    def state(self) -> tuple[Living, int | None, tuple[int, ...]]:
        """The name of the state as a tuple: the living players, the player on move, the counts."""
        return self.living, self.mover, self.counts

    @property
    def stalemate(self) -> Number:
        """The probability that, from here on, somebody stays alive but nobody wins."""
        return 1 - self.nobody - sum(self.win, Fraction(0))

    @property
    def chosen(self) -> Aim:
        """The aim of the player on move. Raises `RecordError` in a model where all decide at once."""
        aim = None if self.mover is None else self.aims[self.living.index(self.mover)]
        if aim is None:
            raise RecordError("nobody is on move here; use `aims`")
        return aim

    def name(self) -> str:
        """Return the state in words: the living players, the counts, the player on move."""
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


@dataclass(frozen=True, repr=False)
class VariantPlay(Part):
    """A policy and its results.

    Fields: `aims`, the aims at the start, by place, None for a player without a decision there (in a mean over orders,
    and with bullets for all but the first mover); `win`, for each player the probability to be the only survivor (in
    "opinions" that all hold this opinion); `nobody`, the probability that nobody is left; `strict`, whether every
    player loses by every other option at the start, None if the play is no equilibrium; `worths`, with bullets the
    worth of the game to each player; `survivors`, with bullets the probability of every set of survivors; `states`, the
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
        """The probability that somebody stays alive but nobody wins: 1 minus `nobody` and all of `win`."""
        return 1 - self.nobody - sum(self.win, Fraction(0))

    @property
    def policy(self) -> dict[tuple[Living, int | None, tuple[int, ...]], StatePlay]:
        """The states by name, as a new dictionary."""
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


_STATE_KEYS = {"bullets": ("mover", "counts", "worths", "equal"), "opinions": ("counts",)}
"""The further keys of a state in some models."""

_LISTED = 24
"""The most drawn orders below a table; JSON has all."""


@dataclass(frozen=True, repr=False)
class DrawnOrder(Part):
    """An order that the lot can draw.

    Fields: `order`, the players in shooting order; `plays`, the aims and win probabilities, by place in the **stated**
    order, of the one play in announced play or of every equilibrium in stationary play; `complete`, whether `plays` has
    all of them.
    """

    order: Order
    plays: tuple[tuple[tuple[Aim | None, ...], tuple[Number, ...]], ...]
    complete: bool = True

    _keys = Keys(
        "a drawn order",
        order=PLAYERS,
        plays=many(entry("a play", aims=FIRST_AIMS, win=WINS)),
        complete=TRUTH,
    )

    def __str__(self) -> str:
        who = self._who(len(self.order))
        said = [
            f"{', '.join(aim_text(aim) for aim in who.by_person(aims))}; {', '.join(texts(who.by_person(win)))}"
            for aims, win in self.plays
        ]
        return f"{self._order_text(self.order)}: {' | '.join(said) or 'no pure equilibrium'}"

    def _table(self) -> Table:
        return Table(("order", "play"), [(self._order_text(self.order), str(self))])


def _require(fields: Fields, keys: Iterable[str]) -> None:
    """Raise `RecordError` for the first of some keys that is missing."""
    for key in keys:
        fields.get(key, lambda value: value)


def _play_of(variant: Variant, data: object) -> VariantPlay:
    """Read a play of a variant, with the keys of its model."""
    fields = Fields(data, "a play")
    if variant.model == "bullets":
        _require(fields, ("worths", "survivors"))
    states = fields.get("states", each(lambda state: Fields(state, "a state")))
    for state in states:
        _require(state, _STATE_KEYS.get(variant.model, ()))
    play = VariantPlay.from_json(fields.data, variant.problem)
    if variant.model not in ("lot", "bullets"):
        fields.get("strict", truth)
        refuse(
            RecordError,
            (
                play.states and play.states[0].aims != play.aims,
                "aims: they do not agree with those of the first of the states",
            ),
            (
                any(aim is None for state in play.states for aim in state.aims),
                "states: in this model everybody has an aim in every state",
            ),
        )
    return play


@dataclass(frozen=True, repr=False)
class VariantAnswer(ProblemRecord):
    """The answer to a problem under other rules of fire; a sequence of `VariantPlay`.

    Fields: `variant`, the problem and its rules; `plays`, one play, or all pure equilibria in canonical order of their
    aims, one for each selection of equilibria of the smaller sets, several or none; `complete`, False if there may be
    more; `selections`, the number of selections followed; `drawn`, with "lot" every order; `method`, `backend` and
    `version`, the provenance, which comparisons ignore.
    """

    variant: Variant
    plays: tuple[VariantPlay, ...]
    complete: bool = True
    selections: int = 1
    drawn: tuple[DrawnOrder, ...] = ()
    method: str = field(default="exact", compare=False)
    backend: str = field(default="fractions", compare=False)
    version: str = field(default_factory=package_version, compare=False)

    _keys = Keys(
        "an answer",
        plays=many(Codec(lambda data, known: _play_of(known["variant"], data), lambda play, record: play.to_json())),
        distinct=derived(COUNT),
        complete=TRUTH,
        selections=COUNT,
        drawn=spared(many(nested(DrawnOrder))),
        method=TEXT,
        backend=TEXT,
        version=TEXT,
    )

    def __post_init__(self) -> None:
        self._call("plays", "drawn")

    def __iter__(self) -> Iterator[VariantPlay]:
        return iter(self.plays)

    def __len__(self) -> int:
        return len(self.plays)

    def __getitem__(self, index: int) -> VariantPlay:
        return self.plays[index]

    @property
    def model(self) -> str:
        """The name of the model."""
        return self.variant.model

    @property
    def problem(self) -> Problem:  # type: ignore[override]  # that of the variant
        """The players and what they may do."""
        return self.variant.problem

    @property
    def only(self) -> VariantPlay:
        """The only play. Raises `RecordError` if there are several plays, or none."""
        if len(self.plays) != 1 or not self.complete:
            raise RecordError(
                f"there are {len(self.plays)} plays{'' if self.complete else ' or more'}, not one; "
                "iterate over them: for play in answer"
            )
        return self.plays[0]

    @property
    def win(self) -> tuple[Number, ...]:
        """The win probability of every player in the only play."""
        return self.only.win

    @property
    def aims(self) -> tuple[Aim | None, ...]:
        """The aim of every player at the start of the only play."""
        return self.only.aims

    @property
    def nobody(self) -> Number:
        """The probability that nobody is left in the only play."""
        return self.only.nobody

    @property
    def stalemate(self) -> Number:
        """The probability that somebody stays alive but nobody wins, in the only play."""
        return self.only.stalemate

    @property
    def distinct(self) -> int:
        """The number of plays that differ in their aims or win probabilities at the start."""
        return len({(play.aims, play.win, play.nobody) for play in self.plays})

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON, the keys of the variant first."""
        return self.variant.to_json() | super().to_json()

    @classmethod
    def from_json(cls, source: Source, problem: Any = None, **known: Any) -> Self:
        """Read an answer with its variant, without solving again. Raises `RecordError`, naming the key."""
        fields = fields_of(source, "an answer")
        variant = Variant.from_json(fields.data)
        _require(fields, [*variant.to_json(), *(["drawn"] if variant.model == "lot" else [])])
        data = {key: value for key, value in fields.data.items() if key != "drawn" or variant.model == "lot"}
        if not data.get("drawn", True):
            raise RecordError(f"drawn: {shown(data['drawn'])} has no order that is drawn")
        return super().from_json(data, variant.problem, variant=variant)

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        return cls(variant=known["variant"], **{key: known[key] for key in cls._keys.read})

    def _table(self) -> Table:
        return self._one() if len(self.plays) == 1 else self._several()

    def _one(self) -> Table:
        people, play = self.problem.people, self.plays[0]
        columns = ["player", "hit", "aim", "wins", "percent"]
        if self.model == "lot":
            columns.remove("aim")
        if play.worths:
            columns.append("worth")
        rows: list[list[Cell]] = []
        for place in people.places:
            aim, win = play.aims[place], play.win[place]
            cells: dict[str, Cell] = {
                "player": people.label(place),
                "hit": self.problem.hits[place],
                "aim": "" if aim is None and play.worths else aim_text(None) if aim is None else aim,
                "wins": win,
                "percent": Percent(win),
                "worth": play.worths[place] if play.worths else None,
            }
            rows.append([cells[name] for name in columns])
        notes = [*left_over(play.nobody, play.stalemate, self.model), *self._notes()]
        beside = [*left_beside(play.nobody, play.stalemate, self.model), *self._orders_beside()]
        return Table(columns, rows, notes=notes, beside=beside)

    def _orders_beside(self) -> Iterator[tuple[str, str, Cell]]:
        """Yield the aims and win probabilities of all players in each order that the lot can draw."""
        people = self.problem.people
        for drawn in self.drawn:
            order = self.problem.order_text(drawn.order)
            for aims, win in drawn.plays:
                yield from ((f"{people.label(place)} aims", order, aim_text(aims[place])) for place in people.places)
                yield from ((f"{people.label(place)} wins", order, win[place]) for place in people.places)

    def _several(self) -> Table:
        people = self.problem.people
        rows: list[list[Cell]] = [
            [
                *(aim_text(aim) for aim in people.by_person(play.aims)),
                *people.by_person(play.win),
                play.nobody,
                play.stalemate,
                "strict" if play.strict else "weak",
            ]
            for play in self.plays
        ]
        columns = [*(f"{name} aims" for name in people.names), *(f"{name} wins" for name in people.names)]
        return Table(*in_runs([*columns, "nobody", "stalemate", "kind"], rows), notes=self._notes())

    def _notes(self) -> list[Note]:
        notes: list[Note] = []
        if settings := self.variant.settings_text():
            notes.append(settings)
        if self.drawn:
            notes += [f"  {drawn}" for drawn in self.drawn[:_LISTED]]
            more = len(self.drawn) - _LISTED
            notes += [f"  and {more} orders more"] if more > 0 else []
            if not self.plays:
                notes.append("there is a mean only where every drawn order has exactly one equilibrium")
        elif not self.plays or self.plays[0].strict is not None:
            notes.append(self._sentence())
        return notes

    def _sentence(self) -> str:
        many = len(self.plays)
        if not many and not self.complete:
            return "no pure equilibrium was found; there may be some"
        said = f"{many or 'no'} pure equilibri{'um' if many == 1 else 'a'}"
        if many == 1:
            said += " (strict)" if self.plays[0].strict else " (not strict)"
        if many != self.distinct:
            said += f", {self.distinct} of them distinct in aims and win probabilities"
        return said + ("" if self.complete else "; there may be more: the list is not complete")

    def __repr__(self) -> str:
        said = self._sentence()
        if self.model in ("lot", "bullets"):
            said = str(self.plays[0]) if self.plays else "no mean over all orders"
        return f"<VariantAnswer {self.model} of {shown(self.problem, 120)}: {said}>"
