"""Other rules of fire: a problem under a model with its settings, and the answers, of one form for all models.

A **state** is a point of decision: the living players and, if the model has them, the player on move and the rounds or
holders left. A **play** is a policy and its results. Some models have one play (a drawn order, counted bullets); the
other models list all equilibria, several or none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeAlias

import truel_ref
from truel_ref.errors import NumberError, ProblemError, RecordError, refuse, shown
from truel_ref.game.aims import DEFAULT_SEARCH, Aim, Word
from truel_ref.game.parts import (
    Chances,
    Part,
    PerPlayer,
    PerSeat,
    Player,
    Players,
    Plays,
    by_name,
    equilibria_text,
    shown_numbers,
    side_by_side,
)
from truel_ref.game.people import Order, one_each
from truel_ref.game.problem import AnyProblem, Problem, stated
from truel_ref.numbers import Number, read_count, read_digits
from truel_ref.records.record import Probability, Record, Source, frozen, member
from truel_ref.records.table import Cell, Table


class RulesOfFire(NamedTuple):
    """What all rooms say of a model.

    Fields: `summary`, the first sentence of its help; `title`, its name in titles, with a place for its settings if it
    has any; `in_order`, whether players fire one after the other in an order that can be stated.
    """

    summary: str
    title: str
    in_order: bool = False


MODELS = {
    "lot": RulesOfFire(
        "Draw the shooting order by lot: the mean over all orders, and the answer of each.", "by lot: {}", True
    ),
    "shooter": RulesOfFire("Draw the shooter for every shot: all pure equilibria.", "random shooter"),
    "simultaneous": RulesOfFire(
        "Let all players fire at once, round after round: all pure equilibria.", "simultaneous fire"
    ),
    "bullets": RulesOfFire(
        "Count the bullets: each player chooses every shot anew, knowing all that happened.", "{}", True
    ),
    "opinions": RulesOfFire(
        "Convince instead of shooting: P is the power of an opinion; each person starts with their own.", "opinions"
    ),
}
"""The models by name."""

PLAYS = ("announced", "stationary")
"""The ways to play a drawn order."""

SURVIVORS = ("equal", "none", "each")
"""The payoff of each of several survivors when the bullets are spent: an equal share of 1, nothing, or 1."""

MOST_BULLETS = 50
"""The most rounds of one player."""

FIRST_ONLY = "the first shooter ('lot start', or start=True)"
"""The lot with few orders, and its setting, for messages."""

_OWNER = {"play": "lot", "start": "lot", "bullets": "bullets", "survivors": "bullets"}
"""The model of each setting."""

SETTING_WORDS: dict[str, dict[str, dict[str, Any]]] = {
    "lot": {"start": {"start": True}, **{play: {"play": play} for play in PLAYS}},
    "bullets": {survivors: {"survivors": survivors} for survivors in SURVIVORS},
    "stationary": {"mixed": {"mixed": True}},
}
"""For each model, and for stationary play, the words for settings, and what they mean."""


def read_setting(model: str, word: str) -> dict[str, Any]:
    """Return the setting that a word of a text such as "bullets 2,1,3 none" states, empty if it states none.

    >>> read_setting("bullets", "2,1,3"), read_setting("bullets", "2"), read_setting("lot", "start")
    ({'bullets': [2, 1, 3]}, {'bullets': 2}, {'start': True})
    """
    if model == "bullets" and re.fullmatch("[0-9]+(,[0-9]+)*", word, re.ASCII):
        rounds = [*map(read_digits, word.split(","))]
        return {"bullets": rounds if len(rounds) > 1 else rounds[0]}
    if model == "periodic" and re.fullmatch("period +[0-9]+", word, re.ASCII):
        return {"period": read_digits(word.removeprefix("period").strip())}
    return SETTING_WORDS.get(model, {}).get(word, {})


@frozen
class Variant(Record):
    """A problem under other rules of fire.

    Fields: `model`, a name of `MODELS`; `problem`, the players, their hit probabilities, targets and searches; `play`,
    for "lot" the way to play a drawn order, "announced" or "stationary"; `start`, for "lot" whether the lot draws only
    the player who begins the stated cycle; `bullets`, for "bullets" one number of rounds per player, from 0 to
    50; `survivors`, for "bullets" a word of `SURVIVORS`.

    In "opinions" the players are opinions and persons at once, and a hit probability is the power to convince.

    >>> Variant.stated("bullets", ["1/2", 1], bullets=[2, 1])
    <Variant bullets of Problem(['1/2', '1']): bullets 2, 1; survivors equal>
    """

    model: str
    problem: Problem
    play: str = "announced"
    start: bool = False
    bullets: tuple[int, ...] = ()
    survivors: str = "equal"

    def __post_init__(self) -> None:
        """Raise `ProblemError` for an unknown model or setting, and for an order where the lot draws it."""
        for word, known, refusal in (
            (self.model, MODELS, "no model is called {}"),
            (self.play, PLAYS, "play: {} is not a way to play"),
            (self.survivors, SURVIVORS, "survivors: {} is not a rule"),
        ):
            if not isinstance(word, str) or word not in known:
                raise ProblemError(f"{refusal.format(shown(word))}; choose from {', '.join(known)}")
        not_drawn = f"order: the lot draws the shooting order; leave it out, or draw only {FIRST_ONLY}"
        refuse(
            ProblemError,
            (not isinstance(self.start, bool), f"start: {shown(self.start)} is neither true nor false"),
            (self.model == "lot" and not self.start and not self.problem.in_order, not_drawn),
        )

    @staticmethod
    def stated(model: str, problem: Variant | AnyProblem, **settings: Any) -> Variant:
        """Return a variant after checking its settings, or a given variant of this model.

        Parameters: `model`, its name; `problem`, a variant, a problem, a solution or hit probabilities; `settings`,
        those of the model, ignored for a variant: `play` and `start` for "lot", `bullets` (one number for all players,
        or one for each) and `survivors` for "bullets".

        Raises `ProblemError` for an unknown model, a variant or a setting of another model, and a problem that the
        model does not support.

        >>> Variant.stated("shooter", ["1/2", 1], bullets=2)
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: bullets: the model 'shooter' does not have it; leave it out, or take 'bullets'
        """
        if isinstance(problem, Variant):
            other = f"this is a variant {problem.model!r}, not {model!r}; ask solve_variant, which knows all"
            refuse(ProblemError, (problem.model != model, other))
            return problem
        for name in settings if isinstance(model, str) and model in MODELS else ():
            owner = f", or take {_OWNER[name]!r}" if name in _OWNER else ""
            without = f"{name}: the model {model!r} does not have it; leave it out{owner}"
            refuse(ProblemError, (_OWNER.get(name) != model, without))
        asked = stated(problem)
        if model == "bullets":
            settings["bullets"] = _bullets(asked, settings.get("bullets"))
        return Variant(model, _of_opinions(asked) if model == "opinions" else asked, **settings)

    def to_json(self) -> dict[str, Any]:
        """Return the variant as plain data for JSON, with the settings of its model only.

        >>> Variant.stated("lot", ["1/2", 1]).to_json()["start"]
        False
        """
        return {name: value for name, value in super().to_json().items() if _OWNER.get(name, self.model) == self.model}

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Variant:
        """Read a variant from JSON text or its plain data. Raises `RecordError`, naming the key.

        >>> asked = Variant.stated("bullets", ["1/2", 1], bullets=[2, 1])
        >>> Variant.from_json(asked.to_json()) == asked
        True
        """
        data = member(source, "Variant")
        refuse(RecordError, ("problem" not in data, "the key 'problem' is missing; its value has the key 'hits'"))
        settings = {name: data[name] for name in _OWNER if name in data}
        try:
            return cls.stated(data.get("model", ""), Problem.from_json(data["problem"]), **settings)
        except (ProblemError, NumberError) as error:  # it names the setting, which is the key
            raise RecordError(str(error)) from None

    def settings_text(self) -> str:
        """Return the settings of the model in words, empty if it has none.

        >>> Variant.stated("lot", ["1/2", 1], start=True).settings_text()
        'who begins is drawn, announced play'
        """
        lot = f"{'who begins' if self.start else 'the whole order'} is drawn, {self.play} play"
        bullets = f"bullets {', '.join(map(str, self.bullets))}; survivors {self.survivors}"
        return {"lot": lot, "bullets": bullets}.get(self.model, "")

    def __repr__(self) -> str:
        return f"<Variant {self.model} of {self.problem!r}{': ' * bool(self.settings_text())}{self.settings_text()}>"

    __str__ = __repr__


def _bullets(problem: Problem, bullets: object) -> tuple[int, ...]:
    """Return the rounds of every player, from one number for all or one for each."""
    if bullets is None:
        raise ProblemError("bullets: give the rounds of the players: one number for all, such as 2, or one per player")
    each = bullets if isinstance(bullets, Iterable) else [bullets] * problem.players
    said = zip(problem.names, one_each(each, problem.players, "bullets"), strict=True)
    return tuple(read_count(rounds, f"bullets: player {name}", 0, MOST_BULLETS) for name, rounds in said)


def _of_opinions(problem: Problem) -> Problem:
    """Return the problem with the search {Others}, as opinions need it; refuse other settings."""
    for name, searches in (("search", problem.searches), ("search_later", problem.searches_later)):
        for player, search in enumerate(searches):
            if search not in (DEFAULT_SEARCH, (Word.OTHERS,)):
                raise ProblemError(
                    f"{name}: player {problem.label(player)}: the holders of an opinion choose among other opinions, "
                    f"not {', '.join(search)}; leave it out"
                )
    if problem.target_later in (Word.MISS, Word.SELF):
        raise ProblemError(f"target_later: {problem.target_later} convinces nobody; take Optimal, Strongest or Random")
    for player, said in enumerate(problem.targets):
        mixed = isinstance(said, tuple)
        if said[player] or sum(said) < 1 if mixed else said in (Word.MISS, player):  # type: ignore[index, arg-type]
            raise ProblemError(
                f"targets: opinion {problem.label(player)}: every person tries to convince holders of another opinion; "
                "name one of them, Strongest, Random, or weights on the others that add up to 1"
            )
    return problem.changed(search=Word.OTHERS, search_later=None)


# ---------------------------------------------------------------------------------------------------------
# Answers

State: TypeAlias = tuple[Order, int | None, tuple[int, ...]]
"""The name of a state: the living players, the player on move, the counts."""


@frozen
class StatePlay(Chances, Part):
    """The aims in one state, and their results.

    Fields: `living`, the living players, or the opinions with holders; `aims`, one per player of `living`, None for a
    player without a decision here; `win`, the win probabilities from here on, one per player of the problem; `nobody`,
    the probability that all players are eliminated; `mover`, the player on move, None in a model without one; `counts`,
    one number per player: the rounds left, or the holders of an opinion, empty in other models; `worths`, with bullets
    the worth of the state to each player; `equal`, with bullets the mover's options that share the best worth.
    """

    living: Players
    aims: PerSeat[Aim | None]
    win: PerPlayer[Probability]
    nobody: Probability = Fraction(0)
    mover: Player | None = None
    counts: tuple[int, ...] = ()
    worths: tuple[Number, ...] = ()
    equal: tuple[Aim, ...] = ()

    @property
    def state(self) -> State:
        """The name of the state as a tuple: the living players, the player on move, the counts."""
        return self.living, self.mover, self.counts

    def __str__(self) -> str:
        problem, counts, mover = self.problem, dict(enumerate(self.counts)), self.mover
        living = [f"{problem.label(player)} {counts.get(player, '')}".strip() for player in self.living]
        on_move = "" if mover is None else f"; {problem.label(mover)} on move"
        aims = problem.aims_text(aim for aim in self.aims if aim is not None or mover is None)
        return f"{', '.join(living)}{on_move}: {aims}; wins {shown_numbers(self.win)}"


@frozen
class VariantPlay(Chances, Part):
    """A policy and its results.

    Fields: `aims`, the aims at the start, None for a player without a decision there (in a mean over orders, and with
    bullets for all but the first mover); `win`, for each player the probability to be the only survivor (in "opinions"
    that all hold this opinion); `nobody`, the probability that nobody is left; `strict`, whether every player loses by
    every other option at the start, None if the play is no equilibrium; `worths`, with bullets the worth of the game to
    each player; `survivors`, with bullets the probability of every set of survivors; `states`, the policy: the start
    first, then every state that can be reached.
    """

    aims: PerPlayer[Aim | None]
    win: PerPlayer[Probability]
    nobody: Probability = Fraction(0)
    strict: bool | None = None
    worths: tuple[Number, ...] = ()
    survivors: tuple[tuple[Players, Probability], ...] = ()
    states: tuple[StatePlay, ...] = ()

    _keys: ClassVar[tuple[str, ...]] = ("stalemate",)

    def __post_init__(self) -> None:
        start = self.states[0] if self.states else None
        if start and start.mover is None and start.aims != tuple(self.aims[player] for player in start.living):
            raise RecordError("aims: they do not agree with those of the first state")

    @property
    def policy(self) -> dict[State, StatePlay]:
        """The states by name, as a new dictionary."""
        return {play.state: play for play in self.states}

    def __str__(self) -> str:
        return f"{self.problem.aims_text(self.aims)}: wins {shown_numbers(self.win)}"


Policy: TypeAlias = Mapping[Order, tuple[tuple[Aim | None, ...]]]
"""The aims of play in turn in every round, by the shooting order of the phase."""

_LISTED = 24
"""The most drawn orders below a table; JSON has all."""


@frozen
class DrawnOrder(Part):
    """An order that the lot can draw.

    Fields: `order`, the players in shooting order; `plays`, the aims and win probabilities of all players, of the one
    play in announced play or of every equilibrium in stationary play; `complete`, whether `plays` has all of them;
    `policies`, for dice, of every equilibrium the aims in all phases that play can reach; JSON omits them.
    """

    order: Players
    plays: tuple[tuple[PerPlayer[Aim | None], PerPlayer[Probability]], ...]
    complete: bool = True
    policies: tuple[Policy, ...] = field(default=(), compare=False)

    _unwritten: ClassVar[tuple[str, ...]] = (*Part._unwritten, "policies")

    def _table(self) -> Table:
        order = self.problem.order_text(self.order)
        rows = [(order, self.problem.aims_text(aims), shown_numbers(win)) for aims, win in self.plays]
        return Table(("drawn order", "aims", "wins"), rows or [(order, "no pure equilibrium", "")])


@frozen
class VariantAnswer(Chances, Plays[VariantPlay]):
    """The answer to a problem under other rules of fire; a sequence of `VariantPlay`.

    Fields: `variant`, the problem and its rules; `plays`, one play, or all pure equilibria in canonical order of their
    aims, one for each selection of equilibria of the smaller sets, several or none; `complete`, False if there may be
    more; `selections`, the number of selections followed; `drawn`, with "lot" every order; `version`, that of the
    package, which comparisons ignore.
    """

    variant: Variant
    plays: tuple[VariantPlay, ...]
    complete: bool = True
    selections: int = 1
    drawn: tuple[DrawnOrder, ...] = ()
    version: str = field(default_factory=lambda: truel_ref.__version__, compare=False)

    _listed: ClassVar[str] = "plays"

    @property
    def model(self) -> str:
        """The name of the model."""
        return self.variant.model

    @property
    def problem(self) -> Problem:
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
    def win(self) -> tuple[Number, ...]:  # type: ignore[override]
        """The win probability of every player in the only play."""
        return self.only.win

    @property
    def aims(self) -> tuple[Aim | None, ...]:
        """The aim of every player at the start of the only play."""
        return self.only.aims

    @property
    def nobody(self) -> Number:  # type: ignore[override]
        """The probability that nobody is left in the only play."""
        return self.only.nobody

    @property
    def distinct(self) -> int:
        """The number of plays that differ in their aims or win probabilities at the start."""
        return len({(play.aims, play.win, play.nobody) for play in self.plays})

    def _table(self) -> Table:
        problem, notes = self.problem, [self.variant.settings_text() or self._sentence()]
        if not self.drawn and len(self.plays) != 1:
            kinds = ("not strict", "strict")
            rows = [(play.aims, play.win, play.nobody, play.stalemate, kinds[bool(play.strict)]) for play in self]
            return side_by_side(problem, rows, ("nobody", "stalemate", "kind"), notes)
        orders = [row for drawn in self.drawn for row in drawn._table().rows]
        notes += [f"the first {_LISTED} of {len(orders)} lines on orders; --json has all"] * (len(orders) > _LISTED)
        each: list[tuple[str, object, Cell]] = []
        for drawn in self.drawn:
            plays, order = side_by_side(problem, drawn.plays, (), ()), problem.order_text(drawn.order)
            each += [(name, order, cell) for row in plays.rows for name, cell in zip(plays.columns, row, strict=True)]
        below = Table(("drawn order", "aims", "wins"), orders[:_LISTED])
        if not self.plays:
            no_mean = "there is a mean only where every drawn order has exactly one equilibrium"
            return replace(below, notes=[*notes, no_mean], beside=each)
        play = self.plays[0]
        aims = ["" if aim is None and play.worths else problem.aim_text(aim) for aim in play.aims]
        worths = {"worth": play.worths}
        return by_name(play, [] if orders else aims, worths, ((), notes), self.model, beside=each, below=[below])

    def _sentence(self) -> str:
        if self.variant.settings_text():
            return str(self.plays[0]) if self.plays else "no mean over all orders"
        kind = "" if len(self) != 1 else " (strict)" if self.plays[0].strict else " (not strict)"
        return equilibria_text(len(self), "pure", self.complete) + kind

    def __repr__(self) -> str:
        return f"<VariantAnswer {self.model} of {shown(self.problem, 120)}: {self._sentence()}>"
