"""Solution: the frozen record of an answer. It prints itself in a terminal, in a notebook, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from truel_ref.budget import Estimate, admit, so_far
from truel_ref.errors import PhaseError, RecordError, shown
from truel_ref.game.aims import Aim, Word
from truel_ref.game.announcements import Tie
from truel_ref.game.answers import Phase
from truel_ref.game.orders import Order, read_order
from truel_ref.game.parts import FIRST_AIMS, PROBLEM, WINS, Answer, aim_text, package_version, shown_numbers
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import NUMBER, TEXT, Keys, derived, many, nested
from truel_ref.records.table import Cell, Marked, Note, Percent, Table

__all__ = ["RENAMED_METHODS", "Solution"]

RENAMED_METHODS = {"plain": "floats", "filtered": "arrays", "no miss": "sets"}
"""What records of truel-ref 0.1 call the methods, and their names. It said "plain" of floats that decide, too."""

# What it takes to write a tie as plain data and that as text, roughly, without and for each of its equal aims.
_SECONDS_OF_TIE, _SECONDS_OF_AIM = 1e-5, 2e-6
_BYTES_OF_TIE, _BYTES_OF_AIM = 1000, 150


@dataclass(frozen=True, init=False, repr=False)
class Solution(Answer):
    """The answer to a problem: numbers are fractions, and `Algebraic` where they are irrational.

    Fields: `problem`; `phases`, every phase that can be reached under some option of somebody, the first phase
    first, then by size downwards and by order; `ties`, the material ones of all these phases: those where the equal
    options lead to different win probabilities (at the chooser's own turn, after the replies), and those on the
    path of play of their phase; `method`, who made the decisions (`truel_ref.fast.solving.solve`), and `backend`, the
    numbers that were computed with; `model`, whose rules were followed, and `version`, of the package that computed it:
    these four count for nothing in comparisons.

    Everything that lists one value per player lists by place in the shooting order, as `Problem` says; text and JSON
    go by person.

    >>> from truel_ref import solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> print(solution)
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1/3    Miss   25/63    39.683 %
    B         2/3    C      8/21     38.095 %
    C         1      B      2/9      22.222 %
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
    def win(self) -> tuple[Number, ...]:
        """The win probability of every player."""
        return self.phases[0].win

    @property
    def aims(self) -> tuple[Aim | None, ...]:
        """The aim of every player in the first phase; None where he had no allowed one (a stalemate)."""
        return self.phases[0].aims

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins; with the win probabilities it is exactly 1."""
        return self.phases[0].stalemate

    @property
    def exact(self) -> bool:
        """Whether every number is exact; always so here, and said because results carry their provenance."""
        return True

    @property
    def policy(self) -> dict[Order, Phase]:
        """Every reported phase under its shooting order, as a new dictionary."""
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
            raise PhaseError(f"{shown(order)} is no phase; name it by its shooting order, like 'B,C'")
        said = read_order(order, self.problem.people)
        if said in self._policy:
            return self._policy[said]  # type: ignore[index]  # no key contains None, and this is a key
        orders = "; ".join(self.problem.order_text(phase.order) for phase in self.phases[:6])
        raise PhaseError(
            f"{shown(order)} is no phase of this solution; there are {len(self.phases)}: "
            f"{orders}{' …' if len(self.phases) > 6 else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON, with the problem and how it was computed.

        `docs/formats.md` describes it; `from_json` reads it back to an equal solution. All ties are in it, and where
        options are many there can be hundreds of thousands of them, so that the budget of work counts for it, too.

        Raises `SizeError` and `BudgetError`.

        >>> from truel_ref import solve
        >>> answer = solve(["1/3", "2/3", 1]).to_json()
        >>> answer["win"], answer["aims"], answer["stalemate"], answer["ties"]
        (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'], '0', [])
        >>> answer["problem"]["hits"], answer["model"], answer["method"]
        (['1/3', '2/3', '1'], 'announced', 'floats')
        """
        admit(_record_estimate(self.ties))
        with so_far(phases=lambda: self.phases):
            return super().to_json()

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
        return Table(("player", "hit", "aim", "wins", "percent"), rows, notes=self._notes())

    def _notes(self) -> list[Note]:
        notes: list[Note] = []
        if not self.problem.people.in_order:
            notes.append(f"shooting order: {self.problem.order_text(self.problem.first_order)}")
        if any(said != Word.OPTIMAL for said in self.problem.targets):
            notes.append("* predefined")
        if self.stalemate:
            notes.append((f"stalemate: {number_text(self.stalemate)} (", Percent(self.stalemate), ")"))
        if self.ties:
            on_path = [tie for tie in self.ties if tie.on_path]
            rule = self.problem.tie_rule
            count = f"{len(self.ties)} tie{'s' if len(self.ties) > 1 else ''}"
            where = f"{len(on_path)} on the path of a phase"
            otherwise = "all_outcomes tells what else can come out"
            notes.append(f"{count} broken by rule {rule} ({TIE_RULES[rule]}), {where}; {otherwise}")
            first = [tie for tie in on_path if tie.order == self.problem.first_order]
            notes.extend(f"  {tie}" for tie in first)
        return notes


def _record_estimate(ties: Sequence[Tie]) -> Estimate:
    """Return how much work it is to write ties as plain data, nearly all of which is their equal aims.

    >>> from truel_ref import solve
    >>> print(_record_estimate(solve(["1/2"] * 4).ties * 100))
    10,200 ties to write, less than a second; Solution.ties has them unwritten, and tables tell how many there are
    """
    aims = sum(len(tie.equal) for tie in ties)
    return Estimate(
        len(ties),
        "ties to write",
        _SECONDS_OF_TIE + _SECONDS_OF_AIM * aims / max(1, len(ties)),
        _BYTES_OF_TIE * len(ties) + _BYTES_OF_AIM * aims,
        way_out="Solution.ties has them unwritten, and tables tell how many there are",
    )
