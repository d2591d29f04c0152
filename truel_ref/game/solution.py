"""The answers of announced play: a phase, a tie, a decision, a whole game, and all ways of breaking ties.

Each answer is a frozen record. Values per player go in the order in which the players are stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import truel_ref
from truel_ref.errors import ProblemError, RecordError, shown
from truel_ref.game.aims import Aim, Word
from truel_ref.game.parts import (
    Announced,
    AnswerRecord,
    Chances,
    Cycle,
    Part,
    PerPlayer,
    PerSeat,
    Player,
    by_name,
    by_player,
    shown_numbers,
    side_by_side,
)
from truel_ref.game.people import Order, entries_of, player_named
from truel_ref.game.problem import TIE_RULES, Problem
from truel_ref.numbers import Number, nearly
from truel_ref.records.record import Probability, Record, frozen
from truel_ref.records.table import Percent, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


TIES_WRITTEN = 100
"""The most ties in the JSON of a solution, unless all are asked for."""


def favourites(win: Sequence[Number]) -> list[int]:
    """Return the players with the largest win probability, none if all are 0.

    >>> favourites([1, 2, 2]), favourites([0, 0])
    ([1, 2], [])
    """
    most = max(win)
    return [number for number, chance in enumerate(win) if chance == most] if most else []


@dataclass(frozen=True, init=False, repr=False)
class Phase(Chances, Part):
    """The aims and win probabilities of one phase.

    Fields: `order`, the shooting order that names the phase; `aims`, one per player of `order`, None for a player with
    a choice in a stalemate; `win`, the win probabilities at the start of the phase, one per player of the problem.

    >>> from truel_ref import solve
    >>> print(solve(["1/3", "2/3", 1]).phase("B,C"))
    B, C: C, B; win 0, 2/3, 1/3
    """

    order: Cycle
    aims: PerSeat[Aim | None]
    win: PerPlayer[Probability]

    _keys: ClassVar[tuple[str, ...]] = ("stalemate",)

    def __init__(
        self, order: Order, aims: tuple[Aim | None, ...], win: tuple[Number, ...], *, problem: Problem
    ) -> None:
        # The generated __init__ of a frozen dataclass takes twice as long, and phases are the most numerous records.
        self.__dict__.update(order=order, aims=aims, win=win, problem=problem)

    def __str__(self) -> str:
        aims = self.problem.aims_text(self.aims)
        return f"{self.problem.order_text(self.order)}: {aims}; win {shown_numbers(self.win)}"


@frozen
class Outcome(Chances, Part):
    """An outcome of the game: `win` probabilities and `aims` of the first phase (None in a stalemate)."""

    win: PerPlayer[Probability]
    aims: PerPlayer[Aim | None]

    _keys: ClassVar[tuple[str, ...]] = ("stalemate",)

    def __str__(self) -> str:
        return f"{self.problem.aims_text(self.aims)}: {shown_numbers(self.win)}"


@frozen
class Outcomes(Record):
    """Every optimal outcome over all ways of breaking ties.

    Fields: `problem`; `outcomes`, all different, the outcome of `solve` first; `complete`, False if the search reached
    the cap on combinations, so that more outcomes may exist; `combinations`, how many combinations of values of the
    later phases the search followed.
    """

    problem: Problem
    outcomes: tuple[Outcome, ...]
    complete: bool
    combinations: int

    def _table(self) -> Table:
        more = ", complete" if self.complete else " or more: the cap on combinations was hit"
        note = f"{len(self.outcomes)} optimal outcome{'s' if len(self.outcomes) > 1 else ''}{more}"
        plays = [(outcome.aims, outcome.win, outcome.stalemate) for outcome in self.outcomes]
        return side_by_side(self.problem, plays, ("stalemate",), [note])


@frozen
class _After(Part):
    """A history of a phase. Fields: `order`, the phase; `earlier`, the aims of its first players."""

    order: Cycle
    earlier: Announced[Aim]

    _keys: ClassVar[tuple[str, ...]] = ("player",)

    @property
    def player(self) -> Player:
        """The player who decides."""
        return self.order[len(self.earlier)]

    def _where(self) -> str:
        said = zip(map(self.problem.label, self.order), self.earlier, strict=False)  # the later players are silent yet
        before = ", ".join(f"{name} {self.problem.aim_text(aim)}" for name, aim in said)
        return f"in {self.problem.order_text(self.order)}{' after ' * bool(before)}{before}"


@frozen
class Tie(_After):
    """A history after which two or more allowed options share the best value.

    A solution lists the **material** ties (R3.10): a question of one phase. Whether a tie **matters**, so that another
    choice changes the answer, is a question of the whole game: `truel_ref.explain.outcomes.tie_report`.

    Fields: `order`, the phase; `earlier`, the history: the aims of the first players of `order`; `equal`, the best
    responses in canonical order; `chosen`, the option that the tie rule took; `on_path`, whether the chosen
    announcements of this phase lead to this history (play itself may never reach the phase).

    >>> from truel_ref import solve
    >>> print(solve(["1/2", "1/2", 1]).ties[0])
    in A, B, C after A C, B A: C chose B among A, B (off the path)
    """

    equal: tuple[Aim, ...]
    chosen: Aim
    on_path: bool

    def __str__(self) -> str:
        who, chosen = self.problem.label(self.player), self.problem.aim_text(self.chosen)
        among = f"{who} chose {chosen} among {self.problem.aims_text(self.equal)}"
        return f"{self._where()}: {among}{'' if self.on_path else ' (off the path)'}"


@frozen
class Worth(Part):
    """The worth of one option of a decision, with the replies to it.

    Fields: `player`, the decider; `aim`, the option; `replies`, the aims of the later players, None if every
    continuation is a stalemate of the phase, so that the option is not allowed; `win`, the win probabilities at the
    decider's first turn, all 0 in a stalemate.
    """

    player: Player
    aim: Aim
    replies: tuple[Aim, ...] | None
    win: PerPlayer[Probability]

    @property
    def allowed(self) -> bool:
        """Whether some continuation of the option is not a stalemate of the phase."""
        return self.replies is not None

    @property
    def value(self) -> Number:
        """The decider's win probability, which decides between options."""
        return self.win[self.player]

    def replies_text(self) -> str:
        """Return the replies as text."""
        return "stalemate" if self.replies is None else self.problem.aims_text(self.replies) or "none"

    def __str__(self) -> str:
        said = f"{self.problem.aim_text(self.aim)}: {shown_numbers([self.value])}, replies: {self.replies_text()}"
        return said if self.allowed else f"{said}, not allowed"


@frozen
class Decision(_After):
    """A history, and the worth of every option of the player who decides after it.

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

    worths: tuple[Worth, ...]
    chosen: Aim | None

    @cached_property
    def best(self) -> tuple[Aim, ...]:
        """The best responses: the allowed options with the best value, in canonical order; two or more are a tie."""
        allowed = [worth for worth in self.worths if worth.allowed]
        top = max((worth.value for worth in allowed), default=None)
        return tuple(worth.aim for worth in allowed if worth.value == top)

    def __repr__(self) -> str:
        return f"<Decision {self._caption()}: {self.problem.aim_text(self.chosen)}>"

    def _caption(self) -> str:
        return f"{self.problem.label(self.player)} decides {self._where()}"

    def _table(self) -> Table:
        aim_text, chosen = self.problem.aim_text, [worth.aim == self.chosen for worth in self.worths]
        rows = [
            (aim_text(worth.aim), worth.replies_text(), worth.value, Percent(worth.value), worth.allowed, taken)
            for worth, taken in zip(self.worths, chosen, strict=True)
        ]
        columns = ("aim", "replies", "wins", "percent", "allowed", "chosen")
        return Table(columns, rows, self._caption(), strong=[row for row, taken in enumerate(chosen) if taken])


class PlayerResult(NamedTuple):
    """The results of a player: name, hit probability, aim in the first phase, win probability."""

    name: str
    hit: Number
    aim: Aim | None
    win: Number


@frozen
class Solution(Chances, AnswerRecord):
    """The answer to a problem: numbers are fractions, and `Algebraic` where they are irrational.

    Fields: `problem`; `phases`, every phase that some options of the players lead to, the first phase first, then by
    decreasing size and by order; `ties`, two kinds of ties in all these phases: the material ties, whose equal options
    lead to different win probabilities at the decider's own turn after the replies, and the ties on the path of play of
    their phase; `method`, the way to the decisions: "definition", "integers" or "arrays"; `version`, the version of the
    package. Comparisons ignore the last two.

    >>> from truel_ref import solve
    >>> solution = solve("1/3 2/3 1")
    >>> print(solution)
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1/3    Miss   25/63    39.683 %
    B         2/3    C      8/21     38.095 %
    C         1      B      2/9      22.222 %
    >>> solution["A"].win, solution["B"].aim, solution.favourite
    (Fraction(25, 63), Aim<C>, 'A')
    """

    phases: tuple[Phase, ...]
    ties: tuple[Tie, ...]
    method: str = field(default="definition", compare=False)

    model: ClassVar[str] = "announced"
    _keys: ClassVar[tuple[str, ...]] = ("win", "aims", "stalemate", "model")

    def __post_init__(self) -> None:
        if not self.phases or self.phases[0].order != self.problem.order:
            raise RecordError(f"phases: the first one is not {self.problem.order_text(self.problem.order)}")

    @property
    def win(self) -> PerPlayer[Number]:  # type: ignore[override]
        """The win probability of every player."""
        return self.phases[0].win

    @cached_property
    def aims(self) -> PerPlayer[Aim | None]:
        """The aim of every player in the first phase; None for a player with a choice in a stalemate."""
        return by_player(self.problem.order, self.phases[0].aims)

    @property
    def favourite(self) -> str | tuple[str, ...]:
        """The name of the player most likely to win; a tuple of names if several are, empty if nobody can win.

        >>> from truel_ref import solve
        >>> solve([1, "1/2"]).favourite, solve("1/2 1", names="Ann,Bob").favourite, solve([0, 0]).favourite
        ('A', ('Ann', 'Bob'), ())
        """
        names = tuple(self.problem.label(player) for player in favourites(self.win))
        return names[0] if len(names) == 1 else names

    def __getitem__(self, name: str) -> PlayerResult:
        """Return the results of a player, by name or label. Raises `ProblemError` for an unknown name.

        >>> from truel_ref import solve
        >>> solve("1/3 2/3 1")["C"]
        PlayerResult(name='C', hit=Fraction(1, 1), aim=Aim<B>, win=Fraction(2, 9))
        """
        player = self.problem.player(name)
        return PlayerResult(self.problem.label(player), self.problem.hits[player], self.aims[player], self.win[player])

    @cached_property
    def policy(self) -> dict[Order, Phase]:
        """The phases by shooting order."""
        return {phase.order: phase for phase in self.phases}

    def phase(self, order: str | Iterable[int | str]) -> Phase:
        """Return a phase by its shooting order: names in text ("B, C, A"), or a list of names or players.

        Raises `ProblemError` if the solution holds no such phase.

        >>> from truel_ref import solve
        >>> solve(["1/3", "2/3", 1]).phase("B,C")
        <Phase B, C: C, B; win 0, 2/3, 1/3>
        """
        named = "a phase is named by its shooting order, like 'B,C'"
        entries = order.split(",") if isinstance(order, str) else entries_of(order, named)
        said: Any = tuple(player_named(entry, self.problem.names) for entry in entries)
        if said not in self.policy:
            known = "; ".join(self.problem.order_text(phase.order) for phase in self.phases[:6])
            more = f" … ({len(self.phases)} in all)" if len(self.phases) > 6 else ""
            raise ProblemError(f"{shown(order)} is not a phase of this solution; its phases are {known}{more}")
        return self.policy[said]

    def to_json(self, all_ties: bool = False) -> dict[str, Any]:
        """Return the answer as plain data for JSON, with the problem and the provenance.

        `docs/use/formats.md` describes the format; `from_json` reads it back. The data have the first 100 ties, and
        `tie_count`, their number; with `all_ties` they have all, and are read back to an equal solution.

        >>> from truel_ref import solve
        >>> answer = solve(["1/3", "2/3", 1]).to_json()
        >>> answer["win"], answer["aims"], answer["stalemate"], answer["ties"]
        (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], '0', [])
        >>> answer["problem"]["hits"], answer["model"], answer["tie_count"]
        (['1/3', '2/3', '1'], 'announced', 0)
        """
        written = self if all_ties else replace(self, ties=self.ties[:TIES_WRITTEN])
        return super(Solution, written).to_json() | {"tie_count": len(self.ties)}

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
        return self.why().plot()

    def _sentence(self) -> str:
        return f"win {shown_numbers(self.win)}"

    def _table(self) -> Table:
        problem, on_path = self.problem, [tie for tie in self.ties if tie.on_path]
        predefined = [player for player, said in enumerate(problem.targets) if said is not Word.OPTIMAL]
        near = [(name, nearly(hit)) for name, hit in zip(problem.names, problem.hits, strict=True)]
        meant = "{0} hits a number near {1}, not {1} itself; write '{1}' if you mean it"
        stated = [
            *(meant.format(name, short) for name, short in near if short),
            *(f"predefined: {problem.order_text(predefined)}" for _ in predefined[:1]),
        ]
        broken = (
            f"{len(self.ties)} tie{'s' * (len(self.ties) > 1)} broken by rule {problem.tie_rule} "
            f"({TIE_RULES[problem.tie_rule]}), {len(on_path)} on the path of a phase; use --all-outcomes, or "
            "all_outcomes(solution) in Python, to list the alternatives"
        )
        ties = [*[broken] * bool(self.ties), *(f"  {tie}" for tie in on_path if tie.order == problem.order)]
        aims = [*map(problem.aim_text, self.aims)]
        return by_name(self, aims, {}, (stated, ties), strong=favourites(self.win))
