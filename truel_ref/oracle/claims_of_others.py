"""A stranger's claim about a problem: win probabilities, aims, a stalemate, each right or wrong.

A number is compared as it is written: a fraction must be equal, a decimal or a percentage must be the exact number
rounded to its digits (`truel_ref.numbers.ClaimedNumber`). So no tolerance is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar, Unpack

from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.explain.gains import BestResponses, deviations
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import equilibria
from truel_ref.game.aims import Aim, Word, listed_targets, read_target, shown_number
from truel_ref.game.parts import by_player, shown_numbers
from truel_ref.game.people import entries_of
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Outcome, Phase, Solution
from truel_ref.game.variant import Variant
from truel_ref.numbers import ClaimedNumber, Number, percent_text
from truel_ref.oracle.vector_files import CAP
from truel_ref.play.periodic import periodic_equilibria
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table
from truel_ref.variants.models import solve_variant

T = TypeVar("T")

PLAYS = ("announced", "stationary", "periodic", "lot", "shooter", "simultaneous", "bullets", "opinions")
_SETTINGS = {"lot": ("start",), "bullets": ("bullets", "survivors"), "periodic": ("period",)}
_MOST = 4  # players up to which other readings are tried


class ClaimVerdict(StrEnum):
    """What can be said of a claim; the first two are right."""

    RIGHT = "right"
    TIE = "another outcome of a tie"
    RULE = "not by the tie rule"
    READING = "right for another reading"
    NOT_OPTIMAL = "right values of aims that are not optimal"
    UNDECIDED = "undecided"
    WRONG = "wrong"


class Compared(NamedTuple):
    """One claimed quantity beside that of an outcome: the `problem`, `what` it is, both, and whether they agree."""

    problem: Problem
    what: str
    claimed: ClaimedNumber | Aim | None
    own: Number | Aim | None
    agrees: bool

    @property
    def claimed_text(self) -> str:
        """The claimed quantity as it is written."""
        return self.claimed.text if isinstance(self.claimed, ClaimedNumber) else self.problem.aim_text(self.claimed)

    @property
    def own_cells(self) -> tuple[Cell, Cell]:
        """The quantity of the outcome for a table: a number and its percentage, or an aim."""
        own = self.own
        return (self.problem.aim_text(own), "") if own is None or isinstance(own, Aim) else (own, Percent(own))

    @property
    def own_text(self) -> str:
        """The quantity of the outcome: a number cut to a readable length, and in percent."""
        own = self.own
        return (
            self.problem.aim_text(own)
            if own is None or isinstance(own, Aim)
            else f"{shown_number(own)} = {percent_text(own)}"
        )


@dataclass(frozen=True)
class PlayClaim:
    """What somebody says of a problem.

    Fields: `problem`; `win` and `aims`, what is claimed of each player; `stalemate`, the claimed probability
    that nobody wins, None if it is not claimed; `play`, one of `PLAYS`; `settings` of that way to play.
    """

    problem: Problem
    win: Mapping[int, ClaimedNumber]
    aims: Mapping[int, Aim | None]
    stalemate: ClaimedNumber | None
    play: str = "announced"
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def stated(
        cls,
        problem: Problem,
        win: object = None,
        aims: object = None,
        stalemate: object = None,
        play: str = "announced",
        **settings: Any,
    ) -> Self:
        """Return a claim, read from what `verify` takes. Raises the errors of `verify`.

        >>> PlayClaim.stated(Problem([1, 1]), win="100 %,").said()
        'win of A: 100 %'
        """

        def aim(player: int, said: Any) -> Aim | None:
            stated = None if said == "none" else read_target(said, player, problem.names)
            refuse(ProblemError, (stated is Word.OPTIMAL, f"aim of {problem.label(player)}: 'Optimal' is not an aim"))
            return None if stated is None else problem.resolve(problem.order, player, stated)

        def number(player: int, said: Any) -> ClaimedNumber:
            return ClaimedNumber.read(said, f"win of {problem.label(player)}")

        refuse(ProblemError, (play not in PLAYS, f"play: {shown(play)} is unknown; choose from {', '.join(PLAYS)}"))
        unknown = next((name for name in settings if name not in _SETTINGS.get(play, ())), None)
        refuse(ProblemError, (unknown, f"{unknown}: play {play!r} does not have it; leave it out"))
        claim = cls(
            problem,
            _of_players(problem, "win", win.split(",") if isinstance(win, str) else win, number),
            _of_players(problem, "aims", listed_targets(aims) if isinstance(aims, str) else aims, aim),
            None if _is_empty(stalemate) else ClaimedNumber.read(stalemate, "stalemate"),
            play,
            settings,
        )
        if not claim.win and not claim.aims and claim.stalemate is None:
            raise ProblemError("nothing is claimed; give win, aims or stalemate (--win, --aims or --stalemate)")
        return claim

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the claim of plain data: the keys of a problem, and beside them what `stated` takes.

        >>> PlayClaim.from_data({"hits": ["1/3", "2/3", 1], "aims": ["Miss", "C", ""]}).said()
        'aim of A: Miss, aim of B: C'
        """
        claimed: dict[str, Any] = {}
        if isinstance(data, Mapping):
            keys = ("win", "aims", "stalemate", "play", "start", "bullets", "survivors", "period")
            claimed = {key: data[key] for key in keys if key in data}
            data = {key: value for key, value in data.items() if key not in claimed}
        return cls.stated(Problem.from_json(data), **claimed)

    def compared(self, outcome: Outcome) -> Iterator[Compared]:
        """Yield every claimed quantity beside that of an outcome: wins, the stalemate, then the aims."""
        name = self.problem.label
        for player, number in self.win.items():
            own = outcome.win[player]
            yield Compared(self.problem, f"win of {name(player)}", number, own, number.holds(own))
        if self.stalemate is not None:
            yield Compared(
                self.problem, "stalemate", self.stalemate, outcome.stalemate, self.stalemate.holds(outcome.stalemate)
            )
        for player, aim in self.aims.items():
            yield Compared(
                self.problem, f"aim of {name(player)}", aim, outcome.aims[player], aim == outcome.aims[player]
            )

    def said(self) -> str:
        """Return what is claimed, in one line."""
        nobody: tuple[Aim | None, ...] = (None,) * self.problem.players
        nothing = Outcome((Fraction(0),) * self.problem.players, nobody, problem=self.problem)
        return ", ".join(f"{one.what}: {one.claimed_text}" for one in self.compared(nothing))

    def fits(self, outcome: Outcome) -> bool:
        """Return whether nothing that is claimed differs from an outcome."""
        return all(one.agrees for one in self.compared(outcome))

    def judged(self, strict_ties: bool = False) -> Verification:
        """Return what can be said of the claim.

        The steps: (1) it is right if nothing in it differs from an answer; (2) in announced play it may be another
        outcome of a tie; (3) it may be right for another reading of the problem (`readings`); (4) if it names the aims
        of all and has the values of these, only the aims are wrong; (5) otherwise it is wrong.

        Parameters: `strict_ties`, whether ties must fall by the tie rule.
        """
        right = answers(self.problem, self.play, self.settings)
        exact = self._nearest(right)
        if self.fits(exact):
            return Verification(self, ClaimVerdict.RIGHT, exact)
        if self.play == "announced":
            tied = all_outcomes(self.problem, cap=CAP)
            other = next(filter(self.fits, tied.outcomes), None)
            if other is not None or not tied.complete:
                by_tie = ClaimVerdict.RULE if strict_ties else ClaimVerdict.TIE
                return Verification(self, ClaimVerdict.UNDECIDED if other is None else by_tie, exact, other)
        if self.win and (fixed := self._of_its_aims()) is not None:
            return fixed
        for reading, problem, play, settings in readings(self) if self.win or self.stalemate else ():
            try:
                found = next(filter(self.fits, answers(problem, play, settings)), None)
            except TruelError:
                continue
            if found is not None:
                return Verification(self, ClaimVerdict.READING, exact, found, reading=reading)
        return Verification(self, ClaimVerdict.WRONG, exact)

    def _nearest(self, right: Sequence[Outcome]) -> Outcome:
        """Return the answer with which most of the claim agrees."""
        if not right:
            raise ProblemError(f"this problem has no {self.play} answer; nothing can be right about it")
        return max(right, key=lambda outcome: sum(one.agrees for one in self.compared(outcome)))

    def _of_its_aims(self) -> Verification | None:
        """Return the verification of announced play in which the values are those of the claimed aims, if they are."""
        problem, aims = self.problem, tuple(self.aims.get(player) for player in range(self.problem.players))
        stated = [player for player, said in enumerate(problem.targets) if said is not Word.OPTIMAL]
        exact = answers(problem, "announced", {})[0] if self.play == "announced" and None not in aims else None
        if exact is None or any(aims[player] != exact.aims[player] for player in stated):
            return None
        fixed = problem.changed(targets=aims)
        worth = next(filter(self.fits, all_outcomes(fixed, cap=CAP).outcomes), None)
        verdict = ClaimVerdict.NOT_OPTIMAL
        return None if worth is None else Verification(self, verdict, exact, worth, _gains(problem, aims))


def answers(problem: Problem, play: str, settings: Mapping[str, Any]) -> list[Outcome]:
    """Return all right answers of a way to play, the one of the tie rule in announced play.

    With bullets both the worths of the game and the chances to be left alone are answers.

    >>> [[str(win) for win in outcome.win] for outcome in answers(Problem(["1/2", "1/3"]), "simultaneous", {})]
    [['1/2', '1/4']]
    """
    if play == "announced":
        solution = solve(problem)
        return [Outcome(solution.win, solution.aims, problem=problem)]
    if play == "stationary":
        return [
            Outcome(each.win, by_player(each.living, each.aims), problem=problem)
            for each in equilibria(problem, cap=CAP)
        ]
    if play == "periodic":
        return [
            Outcome(each.win, by_player(each.living, each.aims[0]), problem=problem)
            for each in periodic_equilibria(problem, **settings)
        ]
    plays = solve_variant(Variant.stated(play, problem, **settings)).plays
    worths = [Outcome(each.worths, each.aims, problem=problem) for each in plays if each.worths]
    return [*(Outcome(each.win, each.aims, problem=problem) for each in plays), *worths]


def readings(claim: PlayClaim) -> Iterator[tuple[str, Problem, str, Mapping[str, Any]]]:
    """Yield other readings of a problem: in words, with the problem and the way to play that they mean.

    Each changes one thing: the way to play, the drawing of the order, deliberate misses, or the aims.
    """
    problem, play, settings = claim.problem, claim.play, claim.settings
    if problem.players > _MOST:
        return
    ways = {
        ("announced", None): "in announced play",
        ("stationary", None): "in stationary play",
        ("lot", False): "with the shooting order drawn by lot",
        ("lot", True): "with the first shooter drawn by lot",
        ("shooter", None): "with a random shooter for each shot",
    }
    for (other, start), words in ways.items():
        if other != play or (other == "lot" and bool(start) != bool(settings.get("start"))):
            yield words, problem, other, {} if start is None else {"start": start}
    data = problem.to_json()
    if play == "opinions":
        return
    misses = "Miss" in data["search"]
    search = [word for word in data["search"] if word != "Miss"] + ([] if misses else ["Miss"])
    changed: dict[str, dict[str, Any]] = {
        f"{'without' if misses else 'with'} deliberate misses": {"search": search, "search_later": search}
    }
    if set(data["targets"]) == {"Optimal"}:
        fixed: dict[str, Any] = {"targets": ["Strongest"] * problem.players, "target_later": "Strongest"}
        changed |= {
            "if everybody shoots at the strongest": fixed,
            "if everybody shoots at random": {name: _instead(said) for name, said in fixed.items()},
        }
    for words, keys in changed.items():
        if keys.get("search") != []:
            yield words, Problem.from_json(data | keys), play, settings


def _instead(said: Any) -> Any:
    return ["Random"] * len(said) if isinstance(said, list) else "Random"


def _is_empty(said: object) -> bool:
    return said is None or (isinstance(said, str) and not said.strip())


def _of_players(problem: Problem, what: str, said: object, read: Callable[[int, Any], T]) -> dict[int, T]:
    """Return what is claimed of each player, from a list in the order in which players are stated."""
    if said is None:
        return {}
    entries = entries_of(said, f"{what}: give a list with an entry for each player")
    if len(entries) != problem.players:
        raise ProblemError(
            f"{what}: entries: {len(entries)}, players: {problem.players}; leave an entry empty to claim nothing"
        )
    claimed = {
        player: entry for player, entry in enumerate(entries) if not (isinstance(entry, str) and _is_empty(entry))
    }
    return {player: read(player, entry) for player, entry in claimed.items()}


def _gains(problem: Problem, aims: tuple[Aim | None, ...]) -> BestResponses:
    """Return who could gain by another aim if these were announced; an aim that is not an option is predefined."""
    order = problem.order
    targets: Any = [
        problem.targets[player] if aim in problem.options(order, player) else aim for player, aim in enumerate(aims)
    ]
    solution = solve(problem.changed(targets=targets))
    first = Phase(order, tuple(aims[player] for player in order), solution.win, problem=solution.problem)
    return deviations(Solution(solution.problem, (first, *solution.phases[1:]), ()))


@dataclass(frozen=True, repr=False)
class Verification(Record):
    """What can be said of a claim.

    Fields: `claim`; `verdict`; `exact`, the right answer; `outcome`, another one that fits the claim: of another tie,
    another reading, or of its own aims, None if there is none; `gains`, what other aims would be worth, None if the
    aims are not all claimed; `reading`, for which the claim is right, in words.
    """

    claim: PlayClaim
    verdict: ClaimVerdict
    exact: Outcome
    outcome: Outcome | None = None
    gains: BestResponses | None = None
    reading: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the claim is right, or another outcome of a tie."""
        return self.verdict in (ClaimVerdict.RIGHT, ClaimVerdict.TIE)

    @property
    def first_difference(self) -> Compared | None:
        """The first claimed quantity that differs from the exact answer, None if none does."""
        return next((one for one in self.claim.compared(self.exact) if not one.agrees), None)

    @property
    def detail(self) -> str:
        """What is wrong, in words: empty if nothing is."""
        differs = self.first_difference
        if differs is None:
            return ""
        rule = self.claim.problem.tie_rule
        reasons = {
            ClaimVerdict.TIE: f"ties fall otherwise than by rule {rule}",
            ClaimVerdict.RULE: f"ties fall otherwise than by rule {rule}",
            ClaimVerdict.READING: self.reading,
            ClaimVerdict.UNDECIDED: "the outcomes of the ties are too many to be listed",
            ClaimVerdict.NOT_OPTIMAL: "" if self.gains is None else self.gains.conclusion.removesuffix("."),
        }
        said = f"{differs.what}: claimed {differs.claimed_text}, exact {differs.own_text}"
        return "; ".join(filter(None, [reasons.get(self.verdict, ""), said]))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        claim = self.claim
        compared = list(claim.compared(self.exact))
        return {
            "problem": claim.problem.to_json(),
            "play": claim.play,
            "verdict": self.verdict.value,
            "right": self.is_right,
            "detail": self.detail,
            "compared": [{"what": one.what, "claimed": one.claimed_text, "agrees": one.agrees} for one in compared],
            "exact": self.exact.to_json(),
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "reading": self.reading or None,
        }

    def _table(self) -> Table:
        rows = [(one.what, one.claimed_text, *one.own_cells, one.agrees) for one in self.claim.compared(self.exact)]
        caption = f"{self.verdict.value}: {self.detail}" if self.detail else self.verdict.value
        return Table(("what", "claimed", "exact", "percent", "agrees"), rows, caption, self._notes())

    def _notes(self) -> list[str]:
        """Return the exact answer and the one that fits the claim, if the claim is not right."""
        if self.verdict is ClaimVerdict.RIGHT:
            return []
        names = {ClaimVerdict.NOT_OPTIMAL: "these aims", ClaimVerdict.READING: self.reading}
        listed = {"exact": self.exact, names.get(self.verdict, "with other ties"): self.outcome}
        text = self.claim.problem.aim_text
        return [
            f"{what}: {', '.join(map(text, each.aims))}; {shown_numbers(each.win)}"
            for what, each in listed.items()
            if each is not None
        ]

    def __repr__(self) -> str:
        return f"<Verification: {self.verdict.value}{', ' if self.detail else ''}{self.detail}>"


@states_a_problem
def verify(
    problem: AnyProblem,
    *,
    win: object = None,
    aims: object = None,
    stalemate: object = None,
    play: str = "announced",
    settings: Mapping[str, Any] | None = None,
    strict_ties: bool = False,
    **statement: Unpack[Statement],
) -> Verification:
    """Return whether a claim about a problem is right, and if not, what is wrong with it.

    >>> verify(["1/3", "2/3", 1], win=["39.7 %", "", "2/9"], aims="Miss,C,B").verdict.value
    'right'
    >>> print(verify(["1/3", "2/3", 1], win="0.5,,"))
    wrong: win of A: claimed 0.5, exact 25/63 = 39.683 %
    <BLANKLINE>
    what      claimed    exact      percent  agrees
    --------  ---------  -------  ---------  --------
    win of A  0.5        25/63     39.683 %  no
    exact: Miss, C, B; 25/63, 8/21, 2/9

    Parameters: `problem`, a `Problem` or hit probabilities; `win`, `aims`, a list with an entry for each player, empty
    text where nothing is claimed, or a text with commas; `stalemate`, the claimed probability that nobody wins; `play`,
    one of `PLAYS`; `settings` of that way to play: `start` (lot), `bullets` and `survivors` (bullets), `period`
    (periodic); `strict_ties`, whether ties must fall by the tie rule; the rest as for
    `Problem`, if only hit probabilities are given.

    Raises `ProblemError` or `NumberError` if nothing is claimed, or a list does not fit or cannot be read; and the
    errors of the solver.
    """
    asked = stated(problem, **statement)
    return PlayClaim.stated(asked, win, aims, stalemate, play, **(settings or {})).judged(strict_ties)
