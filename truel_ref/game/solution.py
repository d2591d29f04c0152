"""The answers of announced play: a phase, a node of the announcements, a whole game, and all ways of breaking ties.

Each answer is a frozen record. Its numbers and aims go by place in the shooting order; text and JSON go by person
(`truel_ref.game.people`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, SupportsIndex, TypeVar, overload

import truel_ref
from truel_ref.errors import PhaseError, ProblemError, RecordError, shown
from truel_ref.game.aims import Aim, Word
from truel_ref.game.parts import (
    AIM,
    FIRST_AIMS,
    ORDER,
    OWN_AIM,
    PLAYER,
    PROBLEM,
    WINS,
    Part,
    ProblemRecord,
    aim_text,
    left_beside,
    left_over,
    package_version,
    phase_of,
    shown_numbers,
    stalemate_of,
    under,
)
from truel_ref.game.people import Order, People, Player, read_order
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import COUNT, NUMBER, TEXT, TRUTH, Codec, Keys, derived, many, maybe, nested
from truel_ref.records.table import Cell, Marked, Note, Percent, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from typing_extensions import TypeVar as DefaultTypeVar

    N_co = DefaultTypeVar("N_co", bound=Number, covariant=True, default=Number)
else:
    N_co = TypeVar("N_co", bound=Number, covariant=True)

T = TypeVar("T")

__all__ = [
    "RENAMED_METHODS",
    "Decision",
    "Outcome",
    "Outcomes",
    "PerPlayer",
    "Phase",
    "PlayerResult",
    "Solution",
    "Tie",
    "Worth",
    "favourites",
]


@dataclass(frozen=True, init=False, repr=False)
class Phase(Part):
    """The aims and win probabilities of one phase.

    Fields: `order`, the shooting order that names the phase; `aims`, one per player of `order`, None for a player with
    a choice in a stalemate; `win`, the win probabilities at the start of the phase, one per player of the problem.

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

    _keys = Keys("a phase", order=ORDER, aims=under("order", maybe(AIM)), win=WINS, stalemate=derived(NUMBER))

    def __init__(
        self, order: Order, aims: tuple[Aim | None, ...], win: tuple[Number, ...], *, people: People | None = None
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and phases are the most numerous records.
        fields = self.__dict__
        fields["order"] = order
        fields["aims"] = aims
        fields["win"] = win
        fields["people"] = people

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins, from the start of the phase on."""
        return stalemate_of(self.win)

    def __repr__(self) -> str:
        aims = ", ".join(map(aim_text, self.aims))
        return f"<Phase {self._order_text(self.order)}: {aims}; win {shown_numbers(self.win)}>"

    __str__ = __repr__

    def _table(self) -> Table:
        rows = [
            (self._label(player), aim_text(None) if aim is None else aim, self.win[player], Percent(self.win[player]))
            for player, aim in zip(self.order, self.aims, strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, f"phase {self._order_text(self.order)}", notes)


@dataclass(frozen=True, repr=False)
class Outcome(Part):
    """An outcome of the game: `win` probabilities and `aims` of the first phase (None in a stalemate)."""

    win: tuple[Number, ...]
    aims: tuple[Aim | None, ...]

    _keys = Keys("an outcome", win=WINS, aims=FIRST_AIMS, stalemate=derived(NUMBER))

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins."""
        return stalemate_of(self.win)

    def __repr__(self) -> str:
        return f"<Outcome {', '.join(map(aim_text, self.aims))}: {shown_numbers(self.win)}>"

    __str__ = __repr__

    def _table(self) -> Table:
        who = self._who(len(self.win))
        rows = [
            (name, aim_text(None) if aim is None else aim, win, Percent(win))
            for name, aim, win in zip(who.names, who.by_person(self.aims), who.by_person(self.win), strict=True)
        ]
        notes = [f"stalemate: {number_text(self.stalemate)}"] if self.stalemate else []
        return Table(("player", "aim", "wins", "percent"), rows, notes=notes)


@dataclass(frozen=True, repr=False)
class Outcomes(Part):
    """Every optimal outcome over all ways of breaking ties.

    Fields: `outcomes`, all different, the outcome of `solve` first; `complete`, False if the search reached the cap on
    combinations, so that more outcomes may exist; `combinations`, how many combinations of values of the later phases
    the search followed.
    """

    outcomes: tuple[Outcome, ...]
    complete: bool
    combinations: int

    _keys = Keys("a list of outcomes", outcomes=many(nested(Outcome)), complete=TRUTH, combinations=COUNT)

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        if not known["outcomes"]:
            raise RecordError("outcomes: the list is empty; every problem has an outcome")
        return super()._made(known)

    def __repr__(self) -> str:
        first = ", ".join(map(aim_text, self.outcomes[0].aims))
        return f"<Outcomes: {self._said()}; first {first}: {shown_numbers(self.outcomes[0].win)}>"

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


@dataclass(frozen=True, repr=False)
class Tie(Part):
    """A node of the announcements where two or more allowed options share the best value.

    Fields: `order`, the phase; `earlier`, the history: the aims of the first players of `order`; `equal`, the best
    responses in canonical order; `chosen`, the option that the tie rule took; `on_path`, whether the chosen
    announcements of this phase lead to this node (play itself may never reach the phase).

    >>> from truel_ref import solve
    >>> print(solve(["1/2", "1/2", 1]).ties[0])
    in A, B, C after A C, B A: C chose B among A, B (off the path)
    """

    order: Order
    earlier: tuple[Aim, ...]
    equal: tuple[Aim, ...]
    chosen: Aim
    on_path: bool

    _keys = Keys(
        "a tie",
        order=ORDER,
        player=derived(PLAYER),
        earlier=under("order", AIM, announced=True),
        equal=many(OWN_AIM),
        chosen=OWN_AIM,
        on_path=TRUTH,
    )

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    def __str__(self) -> str:
        before = _before(self)
        return (
            f"in {self._order_text(self.order)}{' after ' + before if before else ''}: {self._label(self.player)} "
            f"chose {self.chosen} among {', '.join(map(str, self.equal))}{'' if self.on_path else ' (off the path)'}"
        )

    def _table(self) -> Table:
        equal = ", ".join(map(str, self.equal))
        row = (self._order_text(self.order), _before(self), self._label(self.player), equal, self.chosen, self.on_path)
        return Table(("phase", "announced before", "player", "equal", "chosen", "on path"), [row])


def _before(node: Tie | Decision) -> str:
    announced = zip(node.order, node.earlier, strict=False)  # the later players have not announced yet
    return ", ".join(f"{node._label(player)} {aim}" for player, aim in announced)


def _read_replies(data: Any, known: Mapping[str, Any]) -> tuple[Aim, ...]:
    """Read the aims of the players who announce after the decider."""
    order = phase_of(known)
    later = order[order.index(known["player"]) + 1 :]
    if not isinstance(data, list | tuple) or len(data) != len(later):
        raise RecordError(f"{shown(data)} is neither null nor a list of {len(later)} aims")
    return tuple(AIM.read(aim, {**known, "whose": player}) for player, aim in zip(later, data, strict=True))


@dataclass(frozen=True, repr=False)
class Worth(Part):
    """The worth of one option of a decision, with the replies to it.

    Fields: `player`, the decider; `aim`, the option; `allowed`, False if every continuation of the option is a
    stalemate of the phase; `replies`, the aims of the later players, None in a stalemate; `win`, the win probabilities
    at the decider's first turn, all 0 in a stalemate.
    """

    player: int
    aim: Aim
    allowed: bool
    replies: tuple[Aim, ...] | None
    win: tuple[Number, ...]

    _keys = Keys(
        "the worth of an option",
        player=PLAYER,
        aim=OWN_AIM,
        allowed=TRUTH,
        replies=maybe(Codec(_read_replies, many(AIM).write)),
        win=WINS,
        value=derived(NUMBER),
    )

    @property
    def value(self) -> Number:
        """The decider's win probability, which decides between options."""
        return self.win[self.player]

    def _replies_text(self) -> str:
        return "stalemate" if self.replies is None else ", ".join(map(str, self.replies)) or "none"

    def __repr__(self) -> str:
        verdict = "" if self.allowed else ", not allowed"
        return f"<Worth {self.aim}: {shown_numbers([self.value])}, replies: {self._replies_text()}{verdict}>"

    __str__ = __repr__

    def _table(self) -> Table:
        row = (self._label(self.player), self.aim, self._replies_text(), self.allowed, self.value, Percent(self.value))
        return Table(("player", "aim", "replies", "allowed", "wins", "percent"), [row])


@dataclass(frozen=True, repr=False)
class Decision(Part):
    """A node of the announcements: the history, and the worth of every option of the player who decides.

    Fields: `order`, the phase; `earlier`, the history, as aims; `worths`, one `Worth` per option in canonical order;
    `chosen`, the announced aim, None if no option is allowed.

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

    _keys = Keys(
        "a decision",
        order=ORDER,
        player=derived(PLAYER),
        earlier=under("order", AIM, announced=True),
        worths=many(nested(Worth, "order")),
        chosen=maybe(OWN_AIM),
    )

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    @property
    def best(self) -> tuple[Aim, ...]:
        """The best responses: the allowed options with the best value, in canonical order; two or more are a tie."""
        allowed = [worth for worth in self.worths if worth.allowed]
        top = max((worth.value for worth in allowed), default=None)
        return tuple(worth.aim for worth in allowed if worth.value == top)

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
        chosen = [row for row, worth in enumerate(self.worths) if worth.aim == self.chosen]
        return Table(columns, rows, f"{caption} after {before}" if before else caption, strong=chosen)


RENAMED_METHODS = {"plain": "floats", "filtered": "arrays", "no miss": "sets"}
"""The method names in records of truel-ref 0.1, and their names now."""


class PerPlayer(tuple[T, ...]):
    """Values by place in the shooting order, also indexed by the name of a player.

    Parameters: `values`, by place; `people`, the people at these places.

    Raises `ProblemError` for an unknown name.

    >>> wins = PerPlayer(["first", "second"], People(("Ann", "Bob"), (1, 0)))
    >>> wins[0], wins["Bob"], wins["b"], wins == ("first", "second")
    ('first', 'first', 'first', True)
    """

    people: People

    def __new__(cls, values: Iterable[T], people: People) -> Self:
        """Return the values, with their people as an attribute."""
        per_player = super().__new__(cls, values)
        per_player.people = people
        return per_player

    @overload
    def __getitem__(self, player: SupportsIndex | str) -> T: ...
    @overload
    def __getitem__(self, player: slice) -> tuple[T, ...]: ...
    def __getitem__(self, player: SupportsIndex | str | slice) -> T | tuple[T, ...]:
        return super().__getitem__(_known(player, self.people) if isinstance(player, str) else player)

    def __getnewargs__(self) -> tuple[tuple[T, ...], People]:
        return tuple(self), self.people


def _known(name: object, people: People) -> Player:
    """Return the place of the player with a name or label. Raises `ProblemError` if it names nobody."""
    place = people.place(name) if isinstance(name, str) else None
    if place is None:
        raise ProblemError(f"{shown(name)} is not a player's name; the names are {people.called()}")
    return place


def favourites(win: Sequence[Number]) -> list[int]:
    """Return the indices of the largest win probability, none if all are 0.

    >>> favourites([1, 2, 2]), favourites([0, 0])
    ([1, 2], [])
    """
    most = max(win)
    return [number for number, chance in enumerate(win) if chance == most] if most else []


class PlayerResult(NamedTuple):
    """The results of a player: name, hit probability, aim in the first phase, win probability."""

    name: str
    hit: Number
    aim: Aim | None
    win: Number


@dataclass(frozen=True, init=False, repr=False)
class Solution(ProblemRecord, Generic[N_co]):
    """The answer to a problem: numbers are fractions, and `Algebraic` where they are irrational.

    Fields: `problem`; `phases`, every phase that some options of the players lead to, the first phase first, then by
    decreasing size and by order; `ties`, two kinds of ties in all these phases: the material ties, whose equal options
    lead to different win probabilities at the decider's own turn after the replies, and the ties on the path of play of
    their phase; `method`, the way to the decisions (`truel_ref.fast.solving.solve`); `backend`, the number type of the
    computation; `model`, the rules of play; `version`, the version of the package. Comparisons ignore the last four.

    Fields with one value per player go by place in the shooting order (see `Problem`); `win` and `aims` also accept
    names. Text and JSON go by person.

    >>> from truel_ref import solve
    >>> solution = solve("1/3 2/3 1")
    >>> print(solution)
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1/3    Miss   25/63    39.683 %
    B         2/3    C      8/21     38.095 %
    C         1      B      2/9      22.222 %
    >>> solution.win["A"], solution["B"].aim, solution.favourite
    (Fraction(25, 63), Aim<C>, 'A')
    """

    problem: Problem
    phases: tuple[Phase, ...]
    ties: tuple[Tie, ...]
    method: str = field(compare=False)
    backend: str = field(compare=False)
    model: str = field(compare=False)
    version: str = field(compare=False)

    _keys = Keys(
        "a solution",
        win=derived(WINS),
        aims=derived(FIRST_AIMS),
        stalemate=derived(NUMBER),
        ties=many(nested(Tie)),
        phases=many(nested(Phase)),
        problem=PROBLEM,
        model=TEXT,
        method=TEXT,
        backend=TEXT,
        version=TEXT,
    )

    def __init__(
        self,
        problem: Problem,
        phases: tuple[Phase, ...],
        ties: tuple[Tie, ...],
        method: str = "definition",
        backend: str = "fractions",
        model: str = "announced",
        version: str | None = None,
    ) -> None:
        fields = self.__dict__  # as in `Phase`
        fields["problem"] = problem
        fields["phases"] = phases
        fields["ties"] = ties
        fields["method"] = method
        fields["backend"] = backend
        fields["model"] = model
        fields["version"] = package_version() if version is None else version
        self._call("phases", "ties")

    @property
    def win(self) -> PerPlayer[N_co]:
        """The win probability of every player."""
        return PerPlayer(self.phases[0].win, self.problem.people)  # type: ignore[arg-type]  # N_co is their type

    @property
    def aims(self) -> PerPlayer[Aim | None]:
        """The aim of every player in the first phase; None for a player with a choice in a stalemate."""
        return PerPlayer(self.phases[0].aims, self.problem.people)

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins: exactly 1 minus the sum of the win probabilities."""
        return self.phases[0].stalemate

    @property
    def favourite(self) -> str | tuple[str, ...]:
        """The name of the player most likely to win; a tuple of names if several are, empty if nobody can win.

        >>> from truel_ref import solve
        >>> solve([1, "1/2"]).favourite, solve("1/2 1", names="Ann,Bob").favourite, solve([0, 0]).favourite
        ('A', ('Ann', 'Bob'), ())
        """
        people = self.problem.people
        names = [people.names[person] for person in favourites(people.by_person(self.phases[0].win))]
        return names[0] if len(names) == 1 else tuple(names)

    @property
    def percent(self) -> dict[str, float]:
        """The win probability of every player in percent, rounded to a double, by name."""
        return {name: float(100 * self.win[name]) for name in self.problem.people.names}

    def __getitem__(self, name: str) -> PlayerResult:
        """Return the results of a player, by name or label. Raises `ProblemError` for an unknown name.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1")["C"]
        PlayerResult(name='C', hit=Fraction(1, 1), aim=Aim<B>, win=Fraction(2, 9))
        """
        place = _known(name, self.problem.people)
        phase = self.phases[0]
        return PlayerResult(self.problem.label(place), self.problem.hits[place], phase.aims[place], phase.win[place])

    @property
    def exact(self) -> bool:
        """Whether every number is exact: always true for a solution; part of the provenance of results."""
        return True

    @property
    def policy(self) -> dict[Order, Phase]:
        """The phases by shooting order, as a new dictionary."""
        return dict(self._policy)

    @cached_property
    def _policy(self) -> dict[Order, Phase]:
        return {phase.order: phase for phase in self.phases}

    def phase(self, order: str | Iterable[int | str]) -> Phase:
        """Return a phase by its shooting order: labels in text ("B, C, A"), or a list of labels or indices.

        Raises `PhaseError` if the solution holds no such phase.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C")
        <Phase B, C: C, B; win 0, 2/3, 1/3>
        """
        if not isinstance(order, Iterable):
            raise PhaseError(f"{shown(order)} is not a phase; name it by its shooting order, like 'B,C'")
        said = read_order(order, self.problem.people)
        if said in self._policy:
            return self._policy[said]  # type: ignore[index]  # no key contains None, and this is a key
        orders = "; ".join(self.problem.order_text(phase.order) for phase in self.phases[:6])
        raise PhaseError(
            f"{shown(order)} is not a phase of this solution; there are {len(self.phases)}: "
            f"{orders}{' …' if len(self.phases) > 6 else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON, with the problem and the provenance.

        `docs/use/formats.md` describes the format; `from_json` reads it back to an equal solution. The data list all
        ties. With many options there can be hundreds of thousands of ties.

        >>> from truel_ref import solve
        >>> answer = solve(["1/3", "2/3", 1]).to_json()
        >>> answer["win"], answer["aims"], answer["stalemate"], answer["ties"]
        (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], '0', [])
        >>> answer["problem"]["hits"], answer["model"], answer["method"]
        (['1/3', '2/3', '1'], 'announced', 'floats')
        """
        return super().to_json()

    # -- further questions, answered in the rooms above

    def why(self, **asked: Any) -> truel_ref.Why:
        """Explain the choice of aims; the keywords are those of `truel_ref.why`, such as `phase` and `player`.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1").why().conclusion
        'A misses because 25/63 > 59/189 (C) > 50/189 (B).'
        """
        return truel_ref.why(self, **asked)

    def plot(self) -> Figure:
        """Return a figure of what each option of the first player leads to, with the replies."""
        first = self.problem.label(0)
        return self.why(player=first, only_chosen=True).figure()

    def course(self, **asked: Any) -> truel_ref.Course:
        """Return the course of the duel; the keywords are those of `truel_ref.course`: `turns` and `eliminations`.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1").course().turns
        Fraction(272, 63)
        """
        return truel_ref.course(self, **asked)

    def simulate(self, **asked: Any) -> truel_ref.Estimate:
        """Simulate the game; the keywords are those of `truel_ref.simulate`, such as `games` and `seed`."""
        return truel_ref.simulate(self, **asked)

    def all_outcomes(self, **asked: Any) -> truel_ref.Outcomes:
        """Return every optimal outcome over all ways of breaking ties, as `truel_ref.all_outcomes` does.

        >>> from truel_ref import solve
        >>> len(solve("1/2 1/2 1/2").all_outcomes().outcomes)
        7
        """
        return truel_ref.all_outcomes(self, **asked)

    def deviations(self, order: str | Iterable[int | str] | None = None) -> truel_ref.BestResponses:
        """Return who could gain by another aim in a phase, by default the first phase (`truel_ref.best_responses`).

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1").deviations().is_nash
        True
        """
        return truel_ref.best_responses(self, order)

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        problem, phases = known["problem"], known["phases"]
        if not phases or phases[0].order != problem.first_order:
            raise RecordError(f"phases: the first one is not {problem.order_text(problem.first_order)}")
        return super()._made({**known, "method": RENAMED_METHODS.get(known["method"], known["method"])})

    def __repr__(self) -> str:
        return f"<Solution of {shown(self.problem, 120)}: win {shown_numbers(self.win)}>"

    def _table(self) -> Table:
        problem, people = self.problem, self.problem.people
        predefined = [said != Word.OPTIMAL for said in problem.targets]
        rows: list[list[Cell]] = []
        for place in people.places:
            own = self.aims[place]
            aim: Aim | str = aim_text(own) if own is None else own
            win = self.win[place]
            marked = Marked(aim) if predefined[place] else aim
            rows.append([people.label(place), problem.hits[place], marked, win, Percent(win)])
        strong = favourites(people.by_person(self.phases[0].win))
        columns, beside = ("player", "hit", "aim", "wins", "percent"), left_beside(Fraction(0), self.stalemate)
        return Table(columns, rows, notes=self._notes(), strong=strong, beside=beside)

    def _notes(self) -> list[Note]:
        notes = self._order_note()
        if any(said != Word.OPTIMAL for said in self.problem.targets):
            notes.append("* predefined")
        notes += left_over(Fraction(0), self.stalemate)
        if self.ties:
            on_path = [tie for tie in self.ties if tie.on_path]
            rule = self.problem.tie_rule
            count = f"{len(self.ties)} tie{'s' if len(self.ties) > 1 else ''}"
            where = f"{len(on_path)} on the path of a phase"
            otherwise = "use --all-outcomes, or .all_outcomes() in Python, to list the alternatives"
            notes.append(f"{count} broken by rule {rule} ({TIE_RULES[rule]}), {where}; {otherwise}")
            notes += [f"  {tie}" for tie in on_path if tie.order == self.problem.first_order]
        return notes
