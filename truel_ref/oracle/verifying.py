"""A stranger's claim: win probabilities, aims, a stalemate probability of a problem, each right or wrong.

A claim may leave out whatever it likes. A number is compared as it is written: a fraction must be equal, a decimal or a
percentage must be the exact number rounded to as many digits (`truel_ref.numbers.ClaimedNumber`). No tolerance is
needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeVar, Unpack

from truel_ref.errors import AimError, ProblemError
from truel_ref.explain.deviations import BestResponses, best_responses
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim, Word, listed_targets, shown_number
from truel_ref.game.parts import aim_text, shown_numbers
from truel_ref.game.people import listed
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES
from truel_ref.game.solution import Outcome, Phase, Solution
from truel_ref.game.statement import AnyProblem, Statement, stated, states_a_problem
from truel_ref.numbers import ClaimedNumber, Number, percent_text
from truel_ref.oracle.judge import Judgement, MalformedError, aim_said
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["ClaimVerdict", "Compared", "PlayClaim", "Verification", "verify"]

T = TypeVar("T")


class ClaimVerdict(StrEnum):
    """What can be said of a claim; the first two are right."""

    RIGHT = "right"
    TIE = Judgement.TIE.value
    RULE = Judgement.RULE.value
    NOT_OPTIMAL = "right values of aims that are not optimal"
    UNDECIDED = "undecided"
    WRONG = "wrong"


class Compared(NamedTuple):
    """One claimed quantity beside that of an outcome: `what` it is, the two of them, and whether they agree."""

    what: str
    claimed: ClaimedNumber | Aim | None
    own: Number | Aim | None
    agrees: bool

    @property
    def claimed_text(self) -> str:
        """The claimed one as it is written."""
        return self.claimed.text if isinstance(self.claimed, ClaimedNumber) else aim_text(self.claimed)

    @property
    def own_cells(self) -> tuple[Cell, Cell]:
        """That of the outcome for a table: a number beside its percentage, an aim beside nothing."""
        own = self.own
        return (aim_text(own), "") if own is None or isinstance(own, Aim) else (own, Percent(own))

    @property
    def own_text(self) -> str:
        """That of the outcome: a number cut to a readable length, and in percent."""
        own = self.own
        return aim_text(own) if own is None or isinstance(own, Aim) else f"{shown_number(own)} = {percent_text(own)}"


@dataclass(frozen=True)
class PlayClaim:
    """What somebody says of announced play.

    Fields: `problem`; `win`, the claimed win probabilities by player, only of those of whom one is claimed; `aims`,
    likewise, with None where somebody is said to have none; `stalemate`, None if it is not claimed.
    """

    problem: Problem
    win: Mapping[int, ClaimedNumber]
    aims: Mapping[int, Aim | None]
    stalemate: ClaimedNumber | None

    @classmethod
    def stated(cls, problem: Problem, win: object = None, aims: object = None, stalemate: object = None) -> Self:
        """Return a claim, read from what `verify` takes. Raises what that raises.

        >>> PlayClaim.stated(Problem([1, 1]), win="100 %,").said()
        'win of A: 100 %'
        """

        def of_player(player: int, said: Any) -> Aim | None:
            try:
                return None if said == "none" else aim_said(problem, player, said)
            except MalformedError as error:
                raise AimError(str(error)) from None

        claim = cls(
            problem,
            _of_players(
                problem,
                "win",
                win.split(",") if isinstance(win, str) else win,
                lambda player, said: ClaimedNumber.read(said, f"win of {problem.label(player)}"),
            ),
            _of_players(problem, "aims", listed_targets(aims) if isinstance(aims, str) else aims, of_player),
            None if _is_empty(stalemate) else ClaimedNumber.read(stalemate, "stalemate"),
        )
        if not claim.win and not claim.aims and claim.stalemate is None:
            raise ProblemError("nothing is claimed; give win, aims or stalemate (--win, --aims or --stalemate)")
        return claim

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return the claim of plain data: the keys of a problem, and beside them `win`, `aims` and `stalemate`.

        Raises what `Problem.from_data` and `verify` raise.

        >>> PlayClaim.from_data({"hits": ["1/3", "2/3", 1], "aims": ["Miss", "C", ""]}).said()
        'aim of A: Miss, aim of B: C'
        """
        claimed: dict[str, Any] = {}
        if isinstance(data, Mapping):
            claimed = {key: data[key] for key in ("win", "aims", "stalemate") if key in data}
            data = {key: value for key, value in data.items() if key not in claimed}
        return cls.stated(Problem.from_data(data), **claimed)

    def compared(self, outcome: Outcome) -> Iterator[Compared]:
        """Yield every claimed quantity beside that of an outcome: wins by player, the stalemate, then the aims."""
        name = self.problem.label
        for player, number in self.win.items():
            own = outcome.win[player]
            yield Compared(f"win of {name(player)}", number, own, number.holds(own))
        if self.stalemate is not None:
            rest = outcome.stalemate
            yield Compared("stalemate", self.stalemate, rest, self.stalemate.holds(rest))
        for player, aim in self.aims.items():
            yield Compared(f"aim of {name(player)}", aim, outcome.aims[player], aim == outcome.aims[player])

    def said(self) -> str:
        """Return what is claimed, in one line."""
        some = Outcome((Fraction(0),) * self.problem.players, (None,) * self.problem.players)
        return ", ".join(f"{one.what}: {one.claimed_text}" for one in self.compared(some))

    def is_right(self, outcome: Outcome) -> bool:
        """Tell whether nothing that is claimed differs from an outcome."""
        return all(one.agrees for one in self.compared(outcome))

    @cached_property
    def all_aims(self) -> Any:
        """The aims by place if the claim says at whom everybody aims, else None."""
        aims = [self.aims.get(player) for player in range(self.problem.players)]
        return tuple(aims) if None not in aims else None

    def judged(self, strict_ties: bool = False) -> Verification:
        """Return what is to be said of the claim.

        The steps: (1) it is right if nothing in it differs from the exact answer; (2) if nothing differs from another
        outcome of the ties, it is that; (3) if it names the aims of all, and nothing differs from what these are worth,
        however later ties are broken, only the aims are wrong; (4) else it is wrong. Where the outcomes are too many to
        be listed, nobody knows after (1). An aim other than the problem states is wrong. Where all aims are claimed and
        one that is free is wrong, the gains by other aims are known, too.

        Parameters: `strict_ties`, whether ties must fall as the problem states.
        """
        play = AnnouncedPlay(self.problem)
        exact, aims = play.exact, self.all_aims
        if self.is_right(exact):
            return Verification(self, ClaimVerdict.RIGHT, exact)
        if not solve(self.problem).ties:
            play.tied = ()  # to list them takes long, also where there is one only
        if (other := self._fitting(play)) is not None:
            return Verification(self, ClaimVerdict.RULE if strict_ties else ClaimVerdict.TIE, exact, other)
        if play.tied is None:
            return Verification(self, ClaimVerdict.UNDECIDED, exact)
        if aims is None or aims == exact.aims or self._contradicts(exact):
            return Verification(self, ClaimVerdict.WRONG, exact)
        fixed, gains = AnnouncedPlay(dataclasses.replace(self.problem, targets=aims)), _gains(self.problem, aims)
        worth = fixed.exact if self.is_right(fixed.exact) else self._fitting(fixed)
        if worth is not None and (self.win or self.stalemate is not None):
            return Verification(self, ClaimVerdict.NOT_OPTIMAL, exact, worth, gains)
        return Verification(self, ClaimVerdict.WRONG, exact, fixed.exact, gains)

    def _contradicts(self, exact: Outcome) -> bool:
        """Tell whether a claimed aim is another one than the problem states."""
        stated = (player for player, said in enumerate(self.problem.targets) if said is not Word.OPTIMAL)
        return any(player in self.aims and self.aims[player] != exact.aims[player] for player in stated)

    def _fitting(self, play: AnnouncedPlay) -> Outcome | None:
        """Return the first outcome of ties that the claim agrees with, if any."""
        return next(filter(self.is_right, play.tied or ()), None)


def _is_empty(said: object) -> bool:
    return said is None or (isinstance(said, str) and not said.strip())


def _of_players(problem: Problem, what: str, said: object, read: Callable[[int, Any], T]) -> dict[int, T]:
    """Return what is claimed of each player by place, in the order in which people are stated; empty text is none."""
    if said is None:
        return {}
    entries = listed(said, f"{what}: give a list with an entry for each player")
    if len(entries) != problem.players:
        raise ProblemError(
            f"{what}: {len(entries)} entr{'y' if len(entries) == 1 else 'ies'} for {problem.players} players; "
            "give one for each, empty where nothing is claimed"
        )
    pairs = zip(problem.people.places, entries, strict=True)
    return {place: read(place, entry) for place, entry in pairs if not (isinstance(entry, str) and _is_empty(entry))}


def _gains(problem: Problem, aims: tuple[Aim, ...]) -> BestResponses:
    """Return who could gain by another aim if these were announced, with the replies that the problem allows.

    An aim that its player may not announce counts as predefined.
    """
    order = problem.first_order
    targets: Any = [
        problem.targets[player] if aim in problem.options(order, player) else aim for player, aim in enumerate(aims)
    ]
    solution = solve(dataclasses.replace(problem, targets=targets))
    first = Phase(order, aims, solution.win)
    return best_responses(Solution(solution.problem, (first, *solution.phases[1:]), ()))


@dataclass(frozen=True, repr=False)
class Verification(Record):
    """What is to be said of a claim.

    Fields: `claim`; `verdict`; `exact`, the outcome of the stated tie rule; `outcome`, another one that the claim is
    about: that of other ties, or what its aims are worth if they are not the optimal ones, None if there is none;
    `gains`, what other aims are worth if the claimed ones are announced, None where they are optimal or not all known.
    """

    claim: PlayClaim
    verdict: ClaimVerdict
    exact: Outcome
    outcome: Outcome | None = None
    gains: BestResponses | None = None

    @property
    def is_right(self) -> bool:
        """Whether the claim is right, or another outcome of a tie where ties may fall as they like."""
        return self.verdict in (ClaimVerdict.RIGHT, ClaimVerdict.TIE)

    @property
    def first_difference(self) -> Compared | None:
        """The first claimed quantity that differs from the exact answer, None if none does."""
        return next((one for one in self.claim.compared(self.exact) if not one.agrees), None)

    @property
    def detail(self) -> str:
        """What is wrong, in words: empty if nothing is."""
        problem, differs = self.claim.problem, self.first_difference
        if differs is None:
            return ""
        said = f"{differs.what}: claimed {differs.claimed_text}, exact {differs.own_text}"
        reasons = {
            ClaimVerdict.WRONG: "",
            ClaimVerdict.UNDECIDED: "the outcomes of the ties are too many to be listed",
            ClaimVerdict.NOT_OPTIMAL: "" if self.gains is None else self.gains.conclusion,
        }
        by_rule = f"ties are broken otherwise than by rule {problem.tie_rule} ({TIE_RULES[problem.tie_rule]})"
        return "; ".join(filter(None, [reasons.get(self.verdict, by_rule).removesuffix("."), said]))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        people = self.claim.problem.people
        return {
            "problem": self.claim.problem.to_json(),
            "verdict": self.verdict.value,
            "right": self.is_right,
            "detail": self.detail,
            "compared": [
                {"what": one.what, "claimed": one.claimed_text, "agrees": one.agrees}
                for one in self.claim.compared(self.exact)
            ],
            "exact": self.exact.among(people).to_json(),
            "outcome": None if self.outcome is None else self.outcome.among(people).to_json(),
            "gains": None if self.gains is None else self.gains.to_json()["deviations"],
        }

    def _table(self) -> Table:
        rows = [(one.what, one.claimed_text, *one.own_cells, one.agrees) for one in self.claim.compared(self.exact)]
        columns = ("what", "claimed", "exact", "percent", "agrees")
        caption = f"{self.verdict.value}: {self.detail}" if self.detail else self.verdict.value
        return Table(columns, rows, caption, self._notes())

    def _notes(self) -> list[str]:
        """Return the outcomes that a wrong claim stands beside, and who gains if its aims are announced."""
        others = {"exact": None if self.verdict is ClaimVerdict.RIGHT else self.exact}
        others["these aims" if self.gains else "with other ties"] = self.outcome
        people = self.claim.problem.people
        notes = [
            f"{what}: {', '.join(map(aim_text, people.by_person(outcome.aims)))}; "
            f"{shown_numbers(people.by_person(outcome.win))}"
            for what, outcome in others.items()
            if outcome is not None
        ]
        return notes + ([self.gains.conclusion] if self.gains and self.verdict is ClaimVerdict.WRONG else [])

    def __repr__(self) -> str:
        return f"<Verification: {self.verdict.value}{', ' if self.detail else ''}{self.detail}>"


@states_a_problem
def verify(
    problem: AnyProblem,
    *,
    win: object = None,
    aims: object = None,
    stalemate: object = None,
    strict_ties: bool = False,
    **statement: Unpack[Statement],
) -> Verification:
    """Return whether a claim about a problem is right, and if not, what is wrong with it.

    Parameters: `problem` and the keywords of a `Problem`, as for `solve`; `win`, the claimed win probabilities, one for
    each player in a list or in one text ("25/63,8/21,2/9"), with empty text for those of whom none is claimed; `aims`,
    likewise ("Miss,C,B"), "none" for a player who has no aim in a stalemate; `stalemate`, the claimed probability that
    nobody wins; at least one of the three. How a number is read and compared says
    `truel_ref.numbers.real.ClaimedNumber`; one outside [0, 1] is a wrong claim. `strict_ties`, whether ties must fall
    as the problem states.

    Raises what `solve` raises, `ProblemError` where nothing is claimed or a list has another length, and `NumberError`
    and `AimError` for what is not a number or no aim.

    >>> print(verify(["1/3", "2/3", 1], aims="Miss,C,B", win="39.7 %,0.38,1/4"))
    wrong: win of C: claimed 1/4, exact 2/9 = 22.222 %
    <BLANKLINE>
    what      claimed    exact      percent  agrees
    --------  ---------  -------  ---------  --------
    win of A  39.7 %     25/63     39.683 %  yes
    win of B  0.38       8/21      38.095 %  yes
    win of C  1/4        2/9       22.222 %  no
    aim of A  Miss       Miss                yes
    aim of B  C          C                   yes
    aim of C  B          B                   yes
    exact: Miss, C, B; 25/63, 8/21, 2/9
    >>> verify(["1/3", "2/3", 1], aims="C,C,B", win="59/189,34/63,4/27").verdict.value
    'right values of aims that are not optimal'
    """
    return PlayClaim.stated(stated(problem, **statement), win, aims, stalemate).judged(strict_ties)
