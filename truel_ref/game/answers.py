"""The parts of an answer: what happens in a phase, where ties were broken, what options are worth, all outcomes.

Each is a frozen record. What holds numbers and aims lists them by place in the shooting order; text and JSON go by
person (`truel_ref.game.people`). A part is read back beside the problem that it belongs to, because only the problem
knows how many players there are, what they are called and what `Random` means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self, TypeAlias, TypeVar

from truel_ref.errors import AimError, RecordError, shown
from truel_ref.files import read_json
from truel_ref.game.aims import Aim, Word, shown_number, target
from truel_ref.game.orders import Order, in_cycle, order_text, read_order
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.game.record import Cell, Fields, Percent, Record, Table, count, each, number, truth
from truel_ref.numbers import Number, fraction_text, number_text

__all__ = ["Decision", "Outcome", "Outcomes", "Phase", "Tie", "Worth"]

T = TypeVar("T")

_ZERO = Fraction(0)

Source: TypeAlias = str | bytes | Mapping[str, Any]
"""A record as JSON text, or as the plain data of such text."""

# ---------------------------------------------------------------------------------------------------------
# What they share


def stalemate_of(win: Sequence[Number]) -> Number:
    """Return the probability that nobody wins.

    >>> stalemate_of([Fraction(1, 3), Fraction(1, 2)]), stalemate_of([Fraction(1, 3), Fraction(2, 3)])
    (Fraction(1, 6), Fraction(0, 1))
    """
    # Over one denominator, because of a sum of fractions every step is reduced, which takes five times as long.
    top, whole = 0, 1
    for value in win:
        if type(value) is not Fraction:
            return 1 - sum(win, Fraction(0))
        mine, bottom = value.as_integer_ratio()
        if mine:
            if bottom != whole:
                both = math.lcm(whole, bottom)
                top, mine, whole = top * (both // whole), mine * (both // bottom), both
            top += mine
    return _ZERO if top == whole else Fraction(whole - top, whole)


def aim_json(aim: Aim | None) -> str | list[str] | None:
    """Return an aim as plain data for JSON, None where there is none."""
    return None if aim is None else aim.to_json()


def texts(values: Iterable[Number]) -> list[str]:
    """Return numbers as text."""
    return [fraction_text(value) if type(value) is Fraction else number_text(value) for value in values]


def aim_text(aim: Aim | None) -> str:
    """Return an aim as text, "none" where there is none."""
    return "none" if aim is None else str(aim)


def fields_of(source: object, what: str) -> Fields:
    """Return the keys of a record from JSON text or from its plain data. Raises `RecordError`."""
    return Fields(read_json(source) if isinstance(source, str | bytes) else source, what)


def order_of(problem: Problem) -> Callable[[object], Order]:
    """Return a function that reads the shooting order of a phase."""

    def read(value: object) -> Order:
        order = read_order(value, problem.people) if isinstance(value, list | tuple) else None
        if not in_cycle(order, problem.players):
            raise RecordError(f"{shown(value)} is no phase; a phase is a list of players in the order of their turns")
        return order  # type: ignore[return-value]  # in_cycle has seen that everybody is somebody

    return read


def aim_of(problem: Problem, order: Order, player: int) -> Callable[[object], Aim]:
    """Return a function that reads an aim of a player in a phase: its word, or its weights by person."""

    def read(value: object) -> Aim:
        canonical = target(value, player, problem.people, "aim ")
        if canonical in (Word.OPTIMAL, Word.STRONGEST):
            raise AimError(f"{canonical} is no aim; give a player, Miss, Random or weights")
        return problem.resolve(order, player, canonical)

    return read


def optional(read: Callable[[object], Aim]) -> Callable[[object], Aim | None]:
    """Return a function that reads an aim, or null for none."""
    return lambda value: None if value is None else read(value)


def one_each(problem: Problem, read: Callable[[Any], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a function that reads a list with one number per player, listed by person, into one by place."""

    def read_list(value: object) -> tuple[T, ...]:
        numbers = each(read)(value)
        if len(numbers) != problem.players:
            raise RecordError(f"there are {problem.players} players but {len(numbers)} numbers; give one each")
        return problem.people.by_place(numbers)

    return read_list


def wins_of(problem: Problem) -> Callable[[object], tuple[Number, ...]]:
    """Return a function that reads win probabilities, listed by person."""
    return one_each(problem, number)


def players_of(problem: Problem) -> Callable[[object], Order]:
    """Return a function that reads players from a list of their names."""

    def read(value: object) -> Order:
        players = read_order(value, problem.people) if isinstance(value, list | tuple) else (None,)
        known = tuple(player for player in players if player is not None)
        if not known or len(known) != len(players):
            raise RecordError(f"{shown(value)} is no list of players")
        return known

    return read


def _cut(values: Iterable[Number]) -> str:
    """Return numbers for a `repr`, each cut to a readable length."""
    return ", ".join(shown_number(value, 30) for value in values)


@dataclass(frozen=True, repr=False)
class Part(Record):
    """A part of an answer. Field: `people`, what the players are called, None for their labels; it is not compared."""

    people: People | None = field(default=None, compare=False, kw_only=True)

    def among(self, people: People) -> Self:
        """Return the same part, in which the players go by the names of these people."""
        changed = {name: _named(getattr(self, name), people) for name in self.__dataclass_fields__}
        return replace(self, **changed | {"people": None if people.are_usual else people})

    def _who(self, players: int) -> People:
        return self.people or People.of(players)

    def _label(self, player: int) -> str:
        return order_text((player,), self.people)

    def _order_text(self, order: Order) -> str:
        return order_text(order, self.people)


def _named(value: Any, people: People) -> Any:
    """Return a value with all aims and parts in it named as people are called."""
    if isinstance(value, Aim | Part):
        return value.among(people)
    return tuple(_named(entry, people) for entry in value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------------------------------------------------
# Phases and ties


@dataclass(frozen=True, init=False, repr=False)
class Phase(Part):
    """What happens in one phase.

    Fields: `order`, the shooting order that names it; `aims`, one per player of `order`, None where a player was to
    choose but the phase is a stalemate; `win`, the win probabilities at its start, one per player of the problem.

    >>> from truel_ref import solve
    >>> print(solve(["1/3", "2/3", 1]).phase("B,C").to_text())
    phase B, C
    <BLANKLINE>
    player    aim    wins      percent
    --------  -----  ------  ---------
    B         C      2/3      66.667 %
    C         B      1/3      33.333 %
    """

    order: Order
    aims: tuple[Aim | None, ...]
    win: tuple[Number, ...]

    def __init__(
        self, order: Order, aims: tuple[Aim | None, ...], win: tuple[Number, ...], *, people: People | None = None
    ) -> None:
        # What a frozen dataclass does by itself takes twice as long, and of nothing are there more than of phases.
        fields = self.__dict__
        fields["order"] = order
        fields["aims"] = aims
        fields["win"] = win
        fields["people"] = people

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins from here on."""
        return stalemate_of(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the phase as plain data for JSON; `from_json` reads it back beside its problem.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C").to_json()["aims"]
        {'B': 'C', 'C': 'B'}
        """
        people = self._who(len(self.win))
        names = [people.label(player) for player in self.order]
        return {
            "order": names,
            "aims": {name: aim_json(aim) for name, aim in zip(names, self.aims, strict=True)},
            "win": texts(people.by_person(self.win)),
            "stalemate": number_text(self.stalemate),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Phase:
        """Read a phase of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Phase.from_json(solution.phases[1].to_json(), solution.problem) == solution.phases[1]
        True
        """
        fields = fields_of(source, "a phase")
        order = fields.get("order", order_of(problem))
        aims = fields.get("aims", lambda data: _aims_by_player(data, problem, order, order))
        phase = cls(order, aims, fields.get("win", wins_of(problem))).among(problem.people)
        fields.agree("stalemate", number_text(phase.stalemate))
        return phase

    def __repr__(self) -> str:
        aims = ", ".join(map(aim_text, self.aims))
        return f"<Phase {self._order_text(self.order)}: {aims}; win {_cut(self.win)}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        rows = [
            (self._label(player), aim_text(None) if aim is None else aim, self.win[player], Percent(self.win[player]))
            for player, aim in zip(self.order, self.aims, strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, f"phase {self._order_text(self.order)}", notes)


def _aims_by_player(data: object, problem: Problem, order: Order, players: Order) -> tuple[Aim | None, ...]:
    """Read aims of some players of a phase from an object with one value for each of them."""
    fields = Fields(data, "the aims of a phase")
    return tuple(fields.get(problem.label(player), optional(aim_of(problem, order, player))) for player in players)


@dataclass(frozen=True, repr=False)
class Tie(Part):
    """A node of the announcements where two or more allowed options share the best value.

    Fields: `order`, the phase; `earlier`, the aims announced before, by the first players of `order`; `equal`, the
    options of equal value in canonical order; `chosen`, what the tie rule took; `on_path`, whether the chosen
    announcements of this phase lead here (the phase itself need not be on the path of play).

    >>> from truel_ref import solve
    >>> print(solve(["1/2", "1/2", 1]).ties[0])
    in A, B, C after A C, B A: C chose B among A, B (off the path)
    """

    order: Order
    earlier: tuple[Aim, ...]
    equal: tuple[Aim, ...]
    chosen: Aim
    on_path: bool

    @property
    def player(self) -> int:
        """The player who had the choice."""
        return self.order[len(self.earlier)]

    def to_json(self) -> dict[str, Any]:
        """Return the tie as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "order": [self._label(player) for player in self.order],
            "player": self._label(self.player),
            "earlier": _earlier_json(self),
            "equal": [aim.to_json() for aim in self.equal],
            "chosen": self.chosen.to_json(),
            "on_path": self.on_path,
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Tie:
        """Read a tie of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import solve
        >>> solution = solve(["1/2", "1/2", 1])
        >>> Tie.from_json(solution.ties[0].to_json(), solution.problem) == solution.ties[0]
        True
        """
        fields = fields_of(source, "a tie")
        order, earlier = _node_of(fields, problem)
        player = order[len(earlier)]
        fields.agree("player", problem.label(player))
        aim = aim_of(problem, order, player)
        equal, chosen = fields.get("equal", each(aim)), fields.get("chosen", aim)
        return cls(order, earlier, equal, chosen, fields.get("on_path", truth)).among(problem.people)

    def __str__(self) -> str:
        before = _before(self)
        return (
            f"in {self._order_text(self.order)}{' after ' + before if before else ''}: {self._label(self.player)} "
            f"chose {self.chosen} among {', '.join(map(str, self.equal))}{'' if self.on_path else ' (off the path)'}"
        )

    def __repr__(self) -> str:
        return f"<Tie {self}>"

    def _table(self) -> Table:
        equal = ", ".join(map(str, self.equal))
        row = (self._order_text(self.order), _before(self), self._label(self.player), equal, self.chosen, self.on_path)
        return Table(("phase", "announced before", "player", "equal", "chosen", "on path"), [row])


def _earlier_json(node: Tie | Decision) -> dict[str, Any]:
    announced = zip(node.order, node.earlier, strict=False)  # the later players have not announced yet
    return {order_text((player,), node.people): aim.to_json() for player, aim in announced}


def _before(node: Tie | Decision) -> str:
    announced = zip(node.order, node.earlier, strict=False)
    return ", ".join(f"{order_text((player,), node.people)} {aim}" for player, aim in announced)


def _node_of(fields: Fields, problem: Problem) -> tuple[Order, tuple[Aim, ...]]:
    """Read the phase of a node and the aims announced before it."""
    order = fields.get("order", order_of(problem))

    def read(data: object) -> tuple[Aim, ...]:
        announced = len(data) if isinstance(data, Mapping) else 0
        if announced >= len(order):
            raise RecordError("everybody has announced, so nobody is left to decide")
        aims = _aims_by_player(data, problem, order, order[:announced])
        return tuple(aim for aim in aims if aim is not None)

    earlier = fields.get("earlier", read)
    return order, earlier


# ---------------------------------------------------------------------------------------------------------
# Decisions


@dataclass(frozen=True, repr=False)
class Worth(Part):
    """What one option of a decision was worth, with the replies to it.

    Fields: `player`, who decides; `aim`, the option; `allowed`, False if all that can follow it is a stalemate of the
    phase; `replies`, the aims of the later announcers, None where all ends in a stalemate; `win`, the win
    probabilities at the decider's own first turn, all 0 in a stalemate.
    """

    player: int
    aim: Aim
    allowed: bool
    replies: tuple[Aim, ...] | None
    win: tuple[Number, ...]

    @property
    def value(self) -> Number:
        """The decider's own win probability, which is what he compares."""
        return self.win[self.player]

    def to_json(self) -> dict[str, Any]:
        """Return the worth as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "player": self._label(self.player),
            "aim": self.aim.to_json(),
            "allowed": self.allowed,
            "replies": None if self.replies is None else [aim.to_json() for aim in self.replies],
            "win": texts(self._who(len(self.win)).by_person(self.win)),
            "value": number_text(self.value),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem, order: Order | None = None) -> Worth:
        """Read a worth of a problem. Raises `RecordError`, naming the key.

        Parameters: `source`; `problem`; `order`, the phase in which the decision is taken, by default the first.

        >>> from truel_ref import decision, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> worth = decision(solution).worths[0]
        >>> Worth.from_json(worth.to_json(), solution.problem) == worth
        True
        """
        phase = problem.first_order if order is None else order
        fields = fields_of(source, "the worth of an option")
        player = fields.get("player", lambda name: _place(name, problem, phase))
        later = phase[phase.index(player) + 1 :]

        def replies(value: object) -> tuple[Aim, ...] | None:
            if value is None:
                return None
            if not isinstance(value, list | tuple) or len(value) != len(later):
                raise RecordError(f"{shown(value)} is neither null nor a list of {len(later)} aims")
            return tuple(aim_of(problem, phase, who)(aim) for who, aim in zip(later, value, strict=True))

        worth = cls(
            player=player,
            aim=fields.get("aim", aim_of(problem, phase, player)),
            allowed=fields.get("allowed", truth),
            replies=fields.get("replies", replies),
            win=fields.get("win", wins_of(problem)),
        )
        fields.agree("value", number_text(worth.value))
        return worth.among(problem.people)

    def _replies_text(self) -> str:
        return "stalemate" if self.replies is None else ", ".join(map(str, self.replies)) or "none"

    def __repr__(self) -> str:
        verdict = "" if self.allowed else ", not allowed"
        return f"<Worth {self.aim}: {_cut([self.value])}, replies: {self._replies_text()}{verdict}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        row = (self._label(self.player), self.aim, self._replies_text(), self.allowed, self.value, Percent(self.value))
        return Table(("player", "aim", "replies", "allowed", "wins", "percent"), [row])


def _place(name: object, problem: Problem, order: Order) -> int:
    place = problem.people.place(name) if isinstance(name, str) else None
    if place is None or place not in order:
        raise RecordError(f"{shown(name)} is nobody in the phase {problem.order_text(order)}")
    return place


@dataclass(frozen=True, repr=False)
class Decision(Part):
    """One node of the announcements: a player, what was announced before him, and every option weighed.

    Fields: `order`, the phase; `earlier`, the aims announced before; `worths`, one `Worth` per option in canonical
    order; `chosen`, the aim he announces, None if he has no allowed one.

    >>> from truel_ref import decision, solve
    >>> print(decision(solve(["1/3", "2/3", 1]), "B"))
    B decides in A, B, C after A B
    <BLANKLINE>
    aim    replies    wins      percent  allowed    chosen
    -----  ---------  ------  ---------  ---------  --------
    A      Miss       0         0.000 %  yes        no
    C      B          8/21     38.095 %  yes        yes
    Miss   Miss       0         0.000 %  yes        no
    """

    order: Order
    earlier: tuple[Aim, ...]
    worths: tuple[Worth, ...]
    chosen: Aim | None

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    @property
    def best(self) -> tuple[Aim, ...]:
        """The allowed options that share the best value, in canonical order: more than one is a tie."""
        allowed = [worth for worth in self.worths if worth.allowed]
        top = max((worth.value for worth in allowed), default=None)
        return tuple(worth.aim for worth in allowed if worth.value == top)

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data for JSON; `from_json` reads it back beside its problem."""
        return {
            "order": [self._label(player) for player in self.order],
            "player": self._label(self.player),
            "earlier": _earlier_json(self),
            "worths": [worth.to_json() for worth in self.worths],
            "chosen": aim_json(self.chosen),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Decision:
        """Read a decision of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import decision, solve
        >>> solution = solve(["1/3", "2/3", 1])
        >>> Decision.from_json(decision(solution).to_json(), solution.problem) == decision(solution)
        True
        """
        fields = fields_of(source, "a decision")
        order, earlier = _node_of(fields, problem)
        player = order[len(earlier)]
        fields.agree("player", problem.label(player))
        worths = fields.get("worths", each(lambda data: Worth.from_json(data, problem, order)))
        chosen = fields.get("chosen", optional(aim_of(problem, order, player)))
        return cls(order, earlier, worths, chosen).among(problem.people)

    def __repr__(self) -> str:
        return f"<Decision of {self._label(self.player)} in {self._order_text(self.order)}: {aim_text(self.chosen)}>"

    def _table(self) -> Table:
        before = _before(self)
        caption = f"{self._label(self.player)} decides in {self._order_text(self.order)}"
        rows = [
            (
                worth.aim,
                worth._replies_text(),
                worth.value,
                Percent(worth.value),
                worth.allowed,
                worth.aim == self.chosen,
            )
            for worth in self.worths
        ]
        columns = ("aim", "replies", "wins", "percent", "allowed", "chosen")
        return Table(columns, rows, f"{caption} after {before}" if before else caption)


# ---------------------------------------------------------------------------------------------------------
# Outcomes


@dataclass(frozen=True, repr=False)
class Outcome(Part):
    """One way the game can come out: `win` probabilities and `aims` of the first phase (None in a stalemate)."""

    win: tuple[Number, ...]
    aims: tuple[Aim | None, ...]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins."""
        return stalemate_of(self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data for JSON; `from_json` reads it back beside its problem."""
        who = self._who(len(self.win))
        return {
            "win": texts(who.by_person(self.win)),
            "aims": [aim_json(aim) for aim in who.by_person(self.aims)],
            "stalemate": number_text(self.stalemate),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Outcome:
        """Read an outcome of a problem. Raises `RecordError`, naming the key.

        >>> problem = Problem(["1/3", 1])
        >>> Outcome.from_json('{"win": ["1/3", "2/3"], "aims": ["B", "A"]}', problem)
        <Outcome B, A: 1/3, 2/3>
        """
        fields = fields_of(source, "an outcome")
        win, aims = fields.get("win", wins_of(problem)), fields.get("aims", first_aims_of(problem))
        outcome = cls(win, aims).among(problem.people)
        fields.agree("stalemate", number_text(outcome.stalemate))
        return outcome

    def __repr__(self) -> str:
        return f"<Outcome {', '.join(map(aim_text, self.aims))}: {_cut(self.win)}>"

    def __str__(self) -> str:
        return repr(self)

    def _table(self) -> Table:
        who = self._who(len(self.win))
        rows = [
            (name, aim_text(None) if aim is None else aim, win, Percent(win))
            for name, aim, win in zip(who.names, who.by_person(self.aims), who.by_person(self.win), strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, notes=notes)


def first_aims_of(problem: Problem) -> Callable[[object], tuple[Aim | None, ...]]:
    """Return a function that reads the aims of the first phase, listed by person."""

    def read(value: object) -> tuple[Aim | None, ...]:
        if not isinstance(value, list | tuple) or len(value) != problem.players:
            raise RecordError(f"{shown(value)} is not a list of {problem.players} aims")
        order = problem.first_order
        return tuple(
            optional(aim_of(problem, order, place))(aim) for place, aim in enumerate(problem.people.by_place(value))
        )

    return read


@dataclass(frozen=True, repr=False)
class Outcomes(Part):
    """Every optimal outcome over all ways of breaking ties.

    Fields: `outcomes`, distinct, the one that `solve` gives first; `complete`, False if the cap on combinations was
    hit, and then the list is a lower bound; `combinations`, how many ways to value the later phases were followed.
    """

    outcomes: tuple[Outcome, ...]
    complete: bool
    combinations: int

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as plain data for JSON; `from_json` reads them back beside their problem."""
        return {
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            "complete": self.complete,
            "combinations": self.combinations,
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Outcomes:
        """Read the outcomes of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import all_outcomes
        >>> problem = Problem(["1/2", "1/2", "1/2"])
        >>> Outcomes.from_json(all_outcomes(problem).to_json(), problem) == all_outcomes(problem)
        True
        """
        fields = fields_of(source, "a list of outcomes")
        outcomes = fields.get("outcomes", each(lambda data: Outcome.from_json(data, problem)))
        if not outcomes:
            raise RecordError("outcomes: the list is empty; every problem has an outcome")
        complete, combinations = fields.get("complete", truth), fields.get("combinations", count)
        return cls(outcomes, complete, combinations).among(problem.people)

    def __repr__(self) -> str:
        first = ", ".join(map(aim_text, self.outcomes[0].aims))
        return f"<Outcomes: {self._said()}; first {first}: {_cut(self.outcomes[0].win)}>"

    def _said(self) -> str:
        number_of = len(self.outcomes)
        said = f"{number_of} optimal outcome{'s' if number_of > 1 else ''}"
        return said + (", complete" if self.complete else " or more: the cap on combinations was hit")

    def _table(self) -> Table:
        who = self._who(len(self.outcomes[0].win))
        rows: list[Sequence[Cell]] = [
            [
                *(aim_text(None) if aim is None else aim for aim in who.by_person(outcome.aims)),
                *who.by_person(outcome.win),
                outcome.stalemate,
            ]
            for outcome in self.outcomes
        ]
        columns = [*(f"{name} aims" for name in who.names), *(f"{name} wins" for name in who.names), "stalemate"]
        return Table(columns, rows, notes=[self._said()])
