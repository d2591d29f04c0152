"""A stranger's claim about a problem: win probabilities, aims, a stalemate, each right or wrong.

A number is compared as it is written: a fraction must be equal, a decimal or a percentage must be the exact number
rounded to its digits (`truel_ref.numbers.ClaimedNumber`). So no tolerance is needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple, Self, TypeVar, Unpack

from truel_ref.errors import ProblemError, TruelError, UnfinishedError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.files import Pathlike, read_bytes
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.parts import by_player, shown_numbers
from truel_ref.game.people import entries_of, parts_of
from truel_ref.game.problem import TIE_RULES, AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Outcome
from truel_ref.game.variant import MODELS, Variant
from truel_ref.numbers import ClaimedNumber, Number, percent_text, read_probability
from truel_ref.oracle.vector_files import CAP
from truel_ref.play.periodic import periodic_equilibria
from truel_ref.play.stationary import equilibria
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table, readable
from truel_ref.variants import solve_variant

T = TypeVar("T")

PLAYS = ("announced", "stationary", "periodic", *MODELS)
_SETTINGS = {"lot": ("start",), "bullets": ("bullets", "survivors"), "periodic": ("period",)}
_MOST = 4  # players up to which other readings are tried


class ClaimVerdict(StrEnum):
    """What can be said of a claim; the first two are right."""

    RIGHT = "right"
    TIE = "another outcome of a tie"
    RULE = "not by the tie rule"
    READING = "right for another reading"
    UNDECIDED = "undecided"
    WRONG = "wrong"


class Compared(NamedTuple):
    """One claimed quantity beside that of an outcome: what it is, as claimed, the exact one, and whether they agree."""

    what: str
    claimed: str
    exact: Cell
    agrees: bool


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

        >>> PlayClaim.stated(Problem([1, 1]), win="100 %,").judged().verdict.value
        'right'
        """

        def aim(player: int, said: Any) -> Aim | None:
            stated = None if said == "none" else read_target(said, player, problem.names)
            refuse(ProblemError, (stated is Word.OPTIMAL, f"aim of {problem.label(player)}: 'Optimal' is not an aim"))
            return None if stated is None else problem.resolve(problem.order, player, stated)

        refuse(ProblemError, (play not in PLAYS, f"play: {shown(play)} is unknown; choose from {', '.join(PLAYS)}"))
        unknown = next((name for name in settings if name not in _SETTINGS.get(play, ())), None)
        refuse(ProblemError, (unknown, f"{unknown}: play {play!r} does not have it; leave it out"))
        return cls(
            problem,
            _of_players(problem, "win", win, lambda player, said: _chance(said, f"win of {problem.label(player)}")),
            _of_players(problem, "aims", aims, aim),
            None if not str("" if stalemate is None else stalemate).strip() else _chance(stalemate, "stalemate"),
            play,
            settings,
        )

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the claim of plain data: the keys of a problem, and beside them what `stated` takes.

        >>> PlayClaim.from_data({"hits": ["1/3", "2/3", 1], "aims": ["Miss", "C", ""]}).judged().verdict.value
        'right'
        """
        keys = {"win", "aims", "stalemate", "play", *chain(*_SETTINGS.values())}
        given = data if isinstance(data, Mapping) else {}
        problem = {key: given[key] for key in given if key not in keys}
        claimed = {key: given[key] for key in given if key in keys}
        return cls.stated(Problem.from_json(problem if given else data), **claimed)

    def compared(self, outcome: Outcome) -> list[Compared]:
        """Return every claimed quantity beside that of an outcome: wins, the stalemate, then the aims."""
        name, text = self.problem.label, self.problem.aim_text
        numbers = [(f"win of {name(player)}", said, outcome.win[player]) for player, said in self.win.items()]
        numbers += [("stalemate", self.stalemate, outcome.stalemate)] if self.stalemate is not None else []
        aims = [(f"aim of {name(player)}", said, outcome.aims[player]) for player, said in self.aims.items()]
        return [
            *(Compared(what, said.text, own, said.holds(own)) for what, said, own in numbers),
            *(Compared(what, text(said), text(own), said == own) for what, said, own in aims),
        ]

    def fits(self, outcome: Outcome) -> bool:
        """Return whether nothing that is claimed differs from an outcome."""
        return all(one.agrees for one in self.compared(outcome))

    def judged(self, strict_ties: bool = False) -> Verification:
        """Return what can be said of the claim.

        The steps: (1) it is right if nothing in it differs from an answer; (2) in announced play it may be another
        outcome of a tie; (3) it may be right for another reading (`readings`); (4) otherwise it is wrong.

        Parameters: `strict_ties`, whether ties must fall by the tie rule.

        Raises `ProblemError` if nothing is claimed, and the errors of the solver.
        """
        empty = not self.win and not self.aims and self.stalemate is None
        refuse(ProblemError, (empty, "nothing is claimed; give win, aims or stalemate (--win, --aims)"))
        right = answers(self.problem, self.play, self.settings)
        refuse(ProblemError, (not right, f"this problem has no {self.play} answer; nothing can be right about it"))
        exact = max(right, key=lambda outcome: sum(one.agrees for one in self.compared(outcome)))  # the nearest
        if self.fits(exact):
            return Verification(self, ClaimVerdict.RIGHT, exact)
        for verdict, why, outcomes in self._others(strict_ties):
            found = next(filter(self.fits, outcomes), None)
            if found is not None or verdict is ClaimVerdict.UNDECIDED:
                return Verification(self, verdict, exact, found, why)
        return Verification(self, ClaimVerdict.WRONG, exact)

    def _others(self, strict_ties: bool) -> Iterator[tuple[ClaimVerdict, str, Sequence[Outcome]]]:
        """Yield what else may be meant: the verdict if so, what it is in words, and its outcomes."""
        verdict = ClaimVerdict.RULE if strict_ties else ClaimVerdict.TIE
        for rule in TIE_RULES if self.play in ("lot", "bullets") else ():
            by_rule = answers(self.problem.changed(tie_rule=rule), self.play, self.settings)
            yield verdict, f"ties fall by rule {rule}, not {self.problem.tie_rule}", by_rule
        if self.play == "announced":
            tied = all_outcomes(self.problem, cap=CAP)
            yield verdict, f"ties fall otherwise than by rule {self.problem.tie_rule}", tied.outcomes
            if not tied.complete:
                yield ClaimVerdict.UNDECIDED, "the outcomes of the ties are too many to be listed", ()
        for why, problem, play, settings in readings(self):
            try:
                found = answers(problem, play, settings)
            except UnfinishedError:  # the reading is not refused: nothing is known about it
                raise
            except TruelError:
                continue
            yield ClaimVerdict.READING, why, found


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
        found = equilibria(problem, cap=CAP)
        return [Outcome(each.win, by_player(each.living, each.aims), problem=problem) for each in found]
    if play == "periodic":
        repeated = periodic_equilibria(problem, **settings)
        return [Outcome(each.win, by_player(each.living, each.aims[0]), problem=problem) for each in repeated]
    plays = solve_variant(Variant.stated(play, problem, **settings)).plays
    worths = [Outcome(each.worths, each.aims, problem=problem) for each in plays if each.worths]
    return [*(Outcome(each.win, each.aims, problem=problem) for each in plays), *worths]


def readings(claim: PlayClaim) -> Iterator[tuple[str, Problem, str, Mapping[str, Any]]]:
    """Yield other readings of a claim with numbers: in words, with the problem and the way to play that they mean.

    Each changes one thing: the aims, the way to play, the drawing of the order, or deliberate misses.
    """
    problem, play, settings = claim.problem, claim.play, claim.settings
    if problem.players > _MOST or (not claim.win and claim.stalemate is None):
        return
    free = set(problem.targets) == {Word.OPTIMAL} and play != "opinions"
    if free and play == "announced" and len(claim.aims) == problem.players and None not in claim.aims.values():
        yield "if these aims are fixed", problem.changed(targets=list(claim.aims.values())), play, settings
    for words, other, own in (
        ("in announced play", "announced", {}),
        ("in stationary play", "stationary", {}),
        ("with the shooting order drawn by lot", "lot", {"start": False}),
        ("with the first shooter drawn by lot", "lot", {"start": True}),
        ("with a random shooter for each shot", "shooter", {}),
    ):
        if (other, own.get("start", False)) != (play, bool(settings.get("start", False))):
            yield words, problem, other, own
    miss = any(Word.MISS in words for words in problem.searches)
    sets = [[word for word in words if word is not Word.MISS] + [Word.MISS] * (not miss) for words in problem.searches]
    if all({*words} - {Word.RANDOM} for words in sets) and play != "opinions":
        by_name = dict(zip(problem.names, sets, strict=True))
        changed = problem.changed(search=by_name, search_later=by_name)
        yield f"{'without' if miss else 'with'} deliberate misses", changed, play, settings
    for words, word in (("at the strongest", Word.STRONGEST), ("at random", Word.RANDOM)) if free else ():
        fixed = problem.changed(targets=[word] * problem.players, target_later=word)
        yield f"if everybody shoots {words}", fixed, play, settings


def _chance(said: object, what: str) -> ClaimedNumber:
    read_probability(said, what)  # what cannot be one is refused, with a hint at percentages
    return ClaimedNumber.read(said, what)


def _of_players(problem: Problem, what: str, said: object, read: Callable[[int, Any], T]) -> dict[int, T]:
    """Return what is claimed of each player, from a text or list in the order in which players are stated."""
    if said is None:
        return {}
    said = parts_of(said, ",") if isinstance(said, str) else said
    entries = entries_of(said, f"{what}: give a list with an entry for each player")
    wrong = f"{what}: entries: {len(entries)}, players: {problem.players}; leave an entry empty to claim nothing"
    refuse(ProblemError, (len(entries) != problem.players, wrong))
    empty = [isinstance(entry, str) and not entry.strip() for entry in entries]
    return {player: read(player, entry) for player, entry in enumerate(entries) if not empty[player]}


@dataclass(frozen=True, repr=False)
class Verification(Record):
    """What can be said of a claim.

    Fields: `claim`; `verdict`; `exact`, the right answer; `outcome`, another one that fits the claim: of another tie,
    another reading, None if there is none; `reading`, in words, or how the ties fall.
    """

    claim: PlayClaim
    verdict: ClaimVerdict
    exact: Outcome
    outcome: Outcome | None = None
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
        own = differs.exact
        own = f"{readable(own)} = {percent_text(own)}" if isinstance(own, Number) else own
        return "; ".join(filter(None, [self.reading, f"{differs.what}: claimed {differs.claimed}, exact {own}"]))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        claim, compared = self.claim, self.claim.compared(self.exact)
        return {
            "problem": claim.problem.to_json(),
            "play": claim.play,
            "verdict": self.verdict.value,
            "right": self.is_right,
            "detail": self.detail,
            "compared": [{"what": one.what, "claimed": one.claimed, "agrees": one.agrees} for one in compared],
            "exact": self.exact.to_json(),
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "reading": self.reading or None,
        }

    def _table(self) -> Table:
        rows = [
            (what, said, own, Percent(own) if isinstance(own, Number) else "", agrees)
            for what, said, own, agrees in self.claim.compared(self.exact)
        ]
        caption = f"{self.verdict.value}: {self.detail}" if self.detail else self.verdict.value
        listed = {} if self.verdict is ClaimVerdict.RIGHT else {"exact": self.exact, self.reading: self.outcome}
        text = self.claim.problem.aim_text
        notes = [
            f"{what}: {', '.join(map(text, each.aims))}; {shown_numbers(each.win)}"
            for what, each in listed.items()
            if each is not None
        ]
        return Table(("what", "claimed", "exact", "percent", "agrees"), rows, caption, notes)


_LONGEST = 1 << 20  # bytes
_TEXTS = ("title", "source", "page", "url")


@dataclass(frozen=True, repr=False)
class VerifiedClaims(Record):
    """The claims of a file: of each its texts, as `title` and `source`, and its verification."""

    entries: tuple[tuple[Mapping[str, str], Verification], ...]

    def _table(self) -> Table:
        rows = [(texts["title"], one.verdict.value, one.detail) for texts, one in self.entries]
        return Table(("claim", "verdict", "why"), rows)

    def to_json(self) -> dict[str, Any]:
        """Return the claims as plain data for JSON."""
        return {"claims": [{**texts, **one.to_json()} for texts, one in self.entries]}


def verify_file(path: Pathlike) -> VerifiedClaims:
    """Return whether the claims of a file are right.

    Each claim is a table `[[claim]]` of a TOML file, with the keys of a problem, those of `verify`, `title` and
    `source`, and optionally `page` and `url`.

    Raises `FileError` for a file that cannot be read, and `ProblemError` naming the number of the claim and the key.
    """
    name = shown(str(path), 1000)
    try:
        # Decimals stay text, to keep all written digits.
        data = tomllib.loads(read_bytes(path, _LONGEST).decode("utf-8-sig"), parse_float=str)
    except (ValueError, RecursionError) as error:  # text that is not UTF-8 or not TOML, or a very long integer
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ProblemError(f"{name}: not TOML: {reason}") from None
    entries = data.pop("claim", None)
    if data or not isinstance(entries, list) or not entries:
        what = f"{shown(min(data))} is not a key of this file" if data else "it has none"
        raise ProblemError(f"{name}: every claim is a table [[claim]]; {what}")
    verified = []
    for number, entry in enumerate(entries, 1):
        try:
            refuse(ProblemError, (not isinstance(entry, Mapping), f"{shown(entry)} is not a table"))
            texts = {key: " ".join(str(entry.get(key, "")).split()) for key in _TEXTS}
            missing = next((key for key in ("title", "source") if not texts[key]), "")
            refuse(ProblemError, (missing, f'{missing}: missing; write {missing} = "…"'))
            claim = PlayClaim.from_data({key: value for key, value in entry.items() if key not in texts})
            verified.append((texts, claim.judged()))
        except UnfinishedError:
            raise
        except TruelError as error:
            raise ProblemError(f"{name}: claim {number}: {error}") from None
    return VerifiedClaims(tuple(verified))


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
