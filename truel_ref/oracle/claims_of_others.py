"""A stranger's claim about a problem: win probabilities, aims, a stalemate, each right or wrong.

A claim is compared with the answers of its way to play, then with other outcomes of ties, then with other readings: the
first that fits gives the verdict. A number is compared as it is written: a fraction must be equal, a decimal or a
percentage must be the exact number rounded to its digits (`truel_ref.numbers.ClaimedNumber`), without any tolerance.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import chain, islice, product
from operator import add
from typing import Any, NamedTuple, Self, TypeAlias, Unpack

from truel_ref.errors import NumberError, ProblemError, RecordError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.files import Pathlike, read_bytes
from truel_ref.game.aims import Word, read_target
from truel_ref.game.parts import by_player, shown_numbers
from truel_ref.game.people import one_each
from truel_ref.game.problem import AnyProblem, Problem, Statement, refuse_other_marks, stated, states_a_problem
from truel_ref.game.solution import Outcome, Outcomes
from truel_ref.game.variant import MODELS, Variant, read_setting
from truel_ref.limits import check
from truel_ref.numbers import ClaimedNumber, Number, percent_text, public, read_probability
from truel_ref.oracle.vector_files import CAP
from truel_ref.play.periodic import periodic_equilibria
from truel_ref.play.stationary import equilibria
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Cell, Percent, Table, readable
from truel_ref.variants import solve_variant
from truel_ref.variants.counted import Duel

Win: TypeAlias = tuple[Any, ...]
"""A number for each player."""

PLAYS = ("announced", "stationary", "periodic", *MODELS)
_CLAIMED = ("win", "aims", "stalemate", "play")
_SETTINGS = {"lot": ("start", "play"), "bullets": ("bullets", "survivors"), "periodic": ("period",)}
_MOST = 4  # players up to which other readings are tried
_WAYS = 2_000  # of breaking the ties of drawn orders that are followed at once


class ClaimVerdict(StrEnum):
    """What can be said of a claim; the first two are right."""

    RIGHT = "right"
    TIE = "another outcome of a tie"
    RULE = "not by the tie rule"
    READING = "right for another reading"
    UNDECIDED = "undecided"
    WRONG = "wrong"


# ---------------------------------------------------------------------------------------------------------
# A statement


class Compared(NamedTuple):
    """One claimed quantity beside that of an outcome: what it is, as claimed, the exact one, and whether they agree."""

    what: str
    claimed: str
    exact: Cell
    agrees: bool


@dataclass(frozen=True)
class PlayClaim:
    """What somebody says of a problem.

    Fields: `problem`; `said`, what is claimed: numbers under ("win", player) and ("stalemate", None), aims under
    ("aims", player); `play`, one of `PLAYS`; `settings` of that way to play.
    """

    problem: Problem
    said: Mapping[tuple[str, int | None], Any]
    play: str
    settings: Mapping[str, Any]

    @classmethod
    def stated(
        cls,
        problem: Problem,
        win: object = None,
        aims: object = None,
        stalemate: object = None,
        play: object = "announced",
        settings: Mapping[str, Any] | None = None,
    ) -> Self:
        """Return a claim, read from what `verify` takes. Raises the errors of `verify`.

        >>> PlayClaim.stated(Problem([1, 1]), win="100 %,").judged().verdict.value
        'right'
        """
        kind, *words = re.findall(r"period +\d+|\S+", str(play).casefold()) or [""]
        refuse(
            ProblemError,
            (kind not in PLAYS, f"play: {shown(play)} is unknown; choose from {', '.join(PLAYS)}"),
            (not isinstance(settings, Mapping | None), f"settings: {shown(settings)} is not a dictionary"),
        )
        own = dict(settings or {})
        for word in words:
            own |= read_setting(kind, word) or {word: None}
        known = _SETTINGS.get(kind, ())
        unknown = f"play: a claim about {kind} play has no setting {{}}; leave it out"
        refuse(ProblemError, *((name not in known, unknown.format(shown(name))) for name in own))
        said: dict[tuple[str, int | None], Any] = {}
        for player, entry in _claimed(problem, "win", win):
            said["win", player] = _chance(entry, f"win of {problem.label(player)}")
        if _is_claimed(stalemate):
            said["stalemate", None] = _chance(stalemate, "stalemate")
        for player, entry in _claimed(problem, "aims", aims):
            aim = None if entry == "none" else read_target(entry, player, problem.names)
            refuse(ProblemError, (aim is Word.OPTIMAL, f"aim of {problem.label(player)}: 'Optimal' is not an aim"))
            said["aims", player] = None if aim is None else problem.resolve(problem.order, player, aim)
        return cls(problem, said, kind, own)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the claim of plain data: the keys of a problem, and beside them what `stated` takes.

        >>> PlayClaim.from_data({"hits": ["1/3", "2/3", 1], "aims": ["Miss", "C", ""]}).judged().verdict.value
        'right'
        """
        given = dict(data) if isinstance(data, Mapping) else {}
        claimed = {key: given.pop(key) for key in _CLAIMED if key in given}
        settings = {key: given.pop(key) for key in chain(*_SETTINGS.values()) if key in given}
        problem = Problem.from_json(given if isinstance(data, Mapping) else data)
        return cls.stated(problem, **claimed, settings=settings)

    def compared(self, outcome: Outcome) -> list[Compared]:
        """Return every claimed quantity beside that of an outcome: wins, the stalemate, then the aims."""
        found, text = list[Compared](), self.problem.aim_text
        for (key, player), said in self.said.items():
            exact: Any = outcome.stalemate if player is None else getattr(outcome, key)[player]
            what = key if player is None else f"{key.removesuffix('s')} of {self.problem.label(player)}"
            own = (text(said), text(exact), said == exact) if key == "aims" else (said.text, exact, said.holds(exact))
            found.append(Compared(what, *own))
        return found

    def judged(self, strict_ties: bool = False) -> Verification:
        """Return what can be said of the claim.

        The steps: (1) list the readings, the nearest first (`readings`); (2) the first with an answer from which
        nothing that is claimed differs gives the verdict; (3) otherwise the claim is wrong, or undecided if more
        answers or outcomes of ties are possible than those that were listed.

        Parameters: `strict_ties`, whether ties must fall by the tie rule.

        Raises `ProblemError` if nothing is claimed, and the errors of the solver.
        """
        refuse(ProblemError, (not self.said, "nothing is claimed; give win, aims or stalemate (--win, --aims)"))

        def agreeing(outcome: Outcome) -> int:
            return sum(one.agrees for one in self.compared(outcome))

        exact: Any = None
        complete = True
        for verdict, words, found in readings(self):
            nearest = max(found.outcomes, key=agreeing, default=None)
            exact, complete = exact or nearest, complete and found.complete
            refuse(ProblemError, (exact is None, f"this problem has no {self.play} answer; no claim can be right"))
            if nearest is not None and agreeing(nearest) == len(self.said):
                by_rule = ClaimVerdict.RULE if strict_ties and verdict is ClaimVerdict.TIE else verdict
                return Verification(self, by_rule, exact, None if nearest is exact else nearest, words)
        too_many = (ClaimVerdict.UNDECIDED, "the possible outcomes are too many to be listed")
        verdict, why = (ClaimVerdict.WRONG, "") if complete else too_many
        return Verification(self, verdict, exact, reading=why)


def _is_claimed(entry: object) -> bool:
    """Return whether an entry claims something; an empty one and a dash, as in a table, do not."""
    return entry is not None and bool(str(entry).strip(" -\N{EN DASH}\N{EM DASH}"))


def _claimed(problem: Problem, what: str, said: object) -> Iterator[tuple[int, Any]]:
    """Yield players and what is claimed of them, from a text or list in the order in which players are stated."""
    if isinstance(said, str):
        refuse_other_marks(said, what)
    if said is not None:
        entries = one_each(said, problem.players, f"{what} (an empty entry claims nothing)")
        yield from ((player, entry) for player, entry in enumerate(entries) if _is_claimed(entry))


def _chance(said: object, what: str) -> ClaimedNumber:
    read_probability(said, what)  # what cannot be one is refused, with a hint at percentages
    return ClaimedNumber.read(said, what)


# ---------------------------------------------------------------------------------------------------------
# Readings and their answers


class Possible(NamedTuple):
    """Outcomes, and whether these are all that are possible."""

    outcomes: Sequence[Outcome]
    complete: bool = True


_OTHER_PLAYS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("in announced play", "announced", {}),
    ("in stationary play", "stationary", {}),
    ("with the shooting order drawn by lot", "lot", {"start": False}),
    ("with the first shooter drawn by lot", "lot", {"start": True}),
    ("with a random shooter for each shot", "shooter", {}),
    ("with simultaneous fire", "simultaneous", {}),
)
_EVERYBODY = (("if everybody shoots at the strongest", Word.STRONGEST), ("if everybody shoots at random", Word.RANDOM))


def readings(claim: PlayClaim) -> Iterator[tuple[ClaimVerdict, str, Possible | Outcomes]]:
    """Yield the readings of a claim, the nearest first: as stated, with other ties, and of claimed numbers others.

    Each of the others changes one thing: the aims, the way to play, the drawing of the order, or deliberate misses.
    A reading has the verdict on a claim that is right in it, words, and its right answers.
    """
    problem, stated_play = claim.problem, (claim.play, claim.settings)
    worths = ("stalemate", None) not in claim.said
    yield ClaimVerdict.RIGHT, "", possible(problem, *stated_play, worths)
    yield ClaimVerdict.TIE, f"ties fall otherwise than by rule {problem.tie_rule}", _tied(problem, *stated_play, worths)
    miss = any(Word.MISS in words for words in problem.searches)
    sets = [{*words} - {Word.MISS} if miss else {*words, Word.MISS} for words in problem.searches]
    aims = [aim for (key, _), aim in claim.said.items() if key == "aims"]
    others: list[tuple[str, dict[str, Any], tuple[str, Any]]] = [
        ("if these aims are fixed", {"targets": aims}, stated_play),
        *((words, {}, (play, settings)) for words, play, settings in _OTHER_PLAYS),
        (f"{'without' if miss else 'with'} deliberate misses", {"search": sets, "search_later": sets}, stated_play),
        *((words, {"targets": [aim] * problem.players, "target_later": aim}, stated_play) for words, aim in _EVERYBODY),
    ]
    numbers, free = len(aims) < len(claim.said), {*problem.targets} == {Word.OPTIMAL}
    for words, changes, other in others if numbers and problem.players <= _MOST else ():
        with suppress(ProblemError, NumberError):  # a problem may refuse a reading
            asked = problem.changed(**changes)
            if (asked, other) != (problem, stated_play) and (free or "targets" not in changes):
                yield ClaimVerdict.READING, words, Possible(possible(asked, *other, worths).outcomes)


def possible(problem: Problem, play: str, settings: Mapping[str, Any], worths: bool = True) -> Possible:
    """Return all right answers of a way to play, the one of the tie rule where one decides.

    With bullets both the chances to be left alone and the worths of the game are answers, or without `worths` only the
    chances.

    >>> [str(outcome) for outcome in possible(Problem(["1/2", "1/3"]), "simultaneous", {}).outcomes]
    ['B, A: 1/2, 1/4']
    """
    found: Any
    if play == "announced":
        found = solve(problem)
        return _possible(problem, [(found.aims, found.win)])
    if play == "stationary":
        found = equilibria(problem, cap=CAP)
        return _possible(problem, [(by_player(one.living, one.aims), one.win) for one in found], found.complete)
    if play == "periodic":
        found = periodic_equilibria(problem, **settings)
        return _possible(problem, [(by_player(one.living, one.aims[0]), one.win) for one in found], found.complete)
    variant = Variant.stated(play, problem, **settings)
    if play == "lot":
        return _by_lot(variant, ties=False)
    found = solve_variant(variant, **({} if play == "bullets" else {"cap": CAP}))
    plays = [(one.aims, win) for one in found for win in (one.win, one.worths)[: 1 + worths] if win]
    return _possible(problem, plays, found.complete)


def _possible(problem: Problem, plays: Iterable[tuple[Any, Win]], complete: bool = True) -> Possible:
    return Possible([Outcome(win, aims, problem=problem) for aims, win in plays], complete)


def _tied(problem: Problem, play: str, settings: Mapping[str, Any], worths: bool) -> Possible | Outcomes:
    """Return the outcomes over all ways of breaking ties, none where no tie rule decides."""
    if play == "announced":
        return all_outcomes(problem, cap=CAP)
    if play == "bullets":
        return _with_bullets(Variant.stated(play, problem, **settings), worths)
    if play == "lot" and settings.get("play") != "stationary":
        return _by_lot(Variant.stated(play, problem, **settings), ties=True)
    return Possible(())


def _by_lot(variant: Variant, ties: bool) -> Possible:
    """Return the means over drawn orders, each with one of its answers, or with `ties` one outcome of its ties."""
    problem, drawn = variant.problem, solve_variant(variant, cap=CAP).drawn
    sums, complete = {(Fraction(0),) * problem.players}, True
    for one in drawn:
        wins, listed = {win for _, win in one.plays}, one.complete
        if ties:
            ordered = problem.changed(order=[*map(problem.label, one.order)])
            found = all_outcomes(ordered, cap=max(1, 100 // len(drawn)))
            wins, listed = {outcome.win for outcome in found.outcomes}, found.complete
        complete = complete and listed and len(sums) * len(wins) <= _WAYS
        sums = {tuple(map(add, summed, win)) for summed, win in islice(product(sums, wins), _WAYS)}
    means = [((None,) * problem.players, tuple(won / len(drawn) for won in summed)) for summed in sums]
    return _possible(problem, means, complete)


def _with_bullets(variant: Variant, worths: bool) -> Possible:
    """Return the outcomes with counted bullets, over all aims of the best worth in every state."""
    duel, players, complete = Duel(variant), range(variant.problem.players), True
    # By state: the mover's aim, with the worths of all players and then their chances to be left alone.
    ways: dict[Any, Iterable[tuple[Any, Win]]] = {}
    for state, shot in duel.shots.items():  # the last states first
        check()
        if state.mover is None:
            ways[state] = [(None, (*shot.worths, *(own * (len(state.living) == 1) for own in shot.worths)))]
            continue
        after = dict.fromkeys(duel.after(state).values())
        every = product(*(dict.fromkeys(value for _, value in ways[then]) for then in after))
        led_to = [dict(zip(after, values, strict=True)) for values in islice(every, CAP)]
        complete = complete and next(every, None) is None
        ways[state] = dict.fromkeys(
            (aim, tuple(own)) for later in led_to for aim, _, own in duel.best(state, later.__getitem__)
        )
    plays = [
        (tuple(aim if player == duel.start.mover else None for player in players), tuple(map(public, part)))
        for aim, own in ways[duel.start]
        for part in (own[len(players) :], own[: len(players)])[: 1 + worths]
    ]
    return _possible(variant.problem, plays, complete)


# ---------------------------------------------------------------------------------------------------------
# Verdicts


@frozen
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
    def detail(self) -> str:
        """What is wrong, in words: the first claimed quantity that differs from the exact one; empty if none does."""
        differs = next((one for one in self.claim.compared(self.exact) if not one.agrees), None)
        if differs is None:
            return ""
        exact = differs.exact
        own = f"{readable(exact)} = {percent_text(exact)}" if isinstance(exact, Number) else exact
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
        caption = ": ".join(filter(None, [self.verdict.value, self.detail]))
        listed = {} if self.verdict is ClaimVerdict.RIGHT else {"exact": self.exact, self.reading: self.outcome}
        notes = [
            f"{what}: {self.claim.problem.aims_text(each.aims)}; {shown_numbers(each.win)}"
            for what, each in listed.items()
            if each is not None
        ]
        return Table(("what", "claimed", "exact", "percent", "agrees"), rows, caption, notes)


_LONGEST = 1 << 20  # bytes
_TEXTS = ("title", "source", "page", "url")  # of a claim in a file, which must have the first two


@frozen
class VerifiedClaims(Record):
    """The claims of a file: of each its texts, as `title` and `source`, and its verification."""

    entries: tuple[tuple[Mapping[str, str], Verification], ...]

    def _table(self) -> Table:
        return Table(
            ("claim", "verdict", "why"),
            [(texts["title"], one.verdict.value, one.detail) for texts, one in self.entries],
        )

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
        raise ProblemError(f"{name}: not TOML: {error}") from None
    entries = data.pop("claim", None)
    form = f"{name}: every claim is a table [[claim]]; "
    refuse(
        ProblemError,
        (data, f"{form}{shown(min(data, default=''))} is not a key of this file"),
        (not isinstance(entries, list) or not entries, f"{form}it has none"),
    )
    verified = []
    for number, entry in enumerate(entries, 1):
        try:
            refuse(ProblemError, (not isinstance(entry, dict), f"{shown(entry)} is not a table"))
            texts = {key: " ".join(str(entry.pop(key, "")).split()) for key in _TEXTS}
            refuse(ProblemError, *((not texts[key], f'{key}: missing; write {key} = "…"') for key in _TEXTS[:2]))
            verified.append((texts, PlayClaim.from_data(entry).judged()))
        except (ProblemError, NumberError, RecordError) as error:
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
    one of `PLAYS`; `settings` of that way to play: `start` and `play` (lot), `bullets` and `survivors` (bullets),
    `period` (periodic); `strict_ties`, whether ties must fall by the tie rule; the rest as for
    `Problem`, if only hit probabilities are given.

    Raises `ProblemError` or `NumberError` if nothing is claimed, or a list does not fit or cannot be read; and the
    errors of the solver.
    """
    claim = PlayClaim.stated(stated(problem, **statement), win, aims, stalemate, play, settings)
    return claim.judged(strict_ties)
