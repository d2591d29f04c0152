"""A stranger's claim about a problem: win probabilities, aims, a stalemate, each right or wrong.

A number is compared as it is written: a fraction must be equal, a decimal or a percentage must be the exact number
rounded to its digits (`truel_ref.numbers.ClaimedNumber`). So no tolerance is needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import chain, islice, product
from operator import add, mul
from typing import Any, NamedTuple, Self, TypeAlias, Unpack

from truel_ref.errors import NumberError, ProblemError, RecordError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.files import Pathlike, read_bytes
from truel_ref.game.aims import Word, read_target
from truel_ref.game.parts import by_player, shown_numbers
from truel_ref.game.people import entries_of, parts_of
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Outcome
from truel_ref.game.variant import MODELS, Variant, read_setting
from truel_ref.limits import check
from truel_ref.numbers import ClaimedNumber, Number, percent_text, read_probability
from truel_ref.oracle.vector_files import CAP
from truel_ref.play.periodic import periodic_equilibria
from truel_ref.play.stationary import equilibria
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Percent, Table, readable
from truel_ref.variants import solve_variant

Win: TypeAlias = tuple[Any, ...]
"""A number for each player."""

PLAYS = ("announced", "stationary", "periodic", *MODELS)
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


class Compared(NamedTuple):
    """One claimed quantity beside that of an outcome: what it is, as claimed, the exact one, and whether they agree."""

    what: str
    claimed: str
    exact: Cell
    agrees: bool


class Possible(NamedTuple):
    """Outcomes, and whether these are all that are possible."""

    outcomes: Sequence[Outcome]
    complete: bool = True


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
        kind, *words = str(play).split() or [""]
        refuse(
            ProblemError,
            (kind not in PLAYS, f"play: {shown(play)} is unknown; choose from {', '.join(PLAYS)}"),
            (not isinstance(settings, Mapping | None), f"settings: {shown(settings)} is not a dictionary"),
        )
        own = dict(settings or {})
        for word in words:
            setting = read_setting(kind, word)
            refuse(ProblemError, (not setting, f"play: {shown(word)} is no setting of {kind}; leave it out"))
            own |= setting
        unknown = next((shown(name) for name in own if name not in _SETTINGS.get(kind, ())), None)
        refuse(ProblemError, (unknown, f"{unknown}: play {kind!r} does not have it; leave it out"))
        said: dict[tuple[str, int | None], Any] = {}
        for player, entry in _of_players(problem, "win", win):
            said["win", player] = _chance(entry, f"win of {problem.label(player)}")
        if stalemate is not None and str(stalemate).strip():
            said["stalemate", None] = _chance(stalemate, "stalemate")
        for player, entry in _of_players(problem, "aims", aims):
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
        given = data if isinstance(data, Mapping) else {}
        claimed = {key: given[key] for key in ("win", "aims", "stalemate", "play") if key in given}
        settings = {key: given[key] for key in chain(*_SETTINGS.values()) if key in given and key not in claimed}
        problem = {key: given[key] for key in given if key not in claimed and key not in settings}
        return cls.stated(Problem.from_json(problem if given else data), **claimed, settings=settings)

    def compared(self, outcome: Outcome) -> list[Compared]:
        """Return every claimed quantity beside that of an outcome: wins, the stalemate, then the aims."""
        found, text = list[Compared](), self.problem.aim_text
        for (key, player), said in self.said.items():
            exact: Any = outcome.stalemate if player is None else getattr(outcome, key)[player]
            what = key if player is None else f"{key.removesuffix('s')} of {self.problem.label(player)}"
            if key == "aims":
                found.append(Compared(what, text(said), text(exact), said == exact))
            else:
                found.append(Compared(what, said.text, exact, said.holds(exact)))
        return found

    def fits(self, outcome: Outcome) -> bool:
        """Return whether nothing that is claimed differs from an outcome."""
        return all(one.agrees for one in self.compared(outcome))

    def judged(self, strict_ties: bool = False) -> Verification:
        """Return what can be said of the claim.

        The steps: (1) it is right if nothing in it differs from an answer; (2) it may be another outcome of a tie;
        (3) it may be right for another reading (`readings`); (4) otherwise it is wrong, or undecided if more answers or
        outcomes of ties are possible than those that were listed.

        Parameters: `strict_ties`, whether ties must fall by the tie rule.

        Raises `ProblemError` if nothing is claimed, and the errors of the solver.
        """
        refuse(ProblemError, (not self.said, "nothing is claimed; give win, aims or stalemate (--win, --aims)"))
        right = possible(self.problem, self.play, self.settings)
        refuse(ProblemError, (not right.outcomes, f"this problem has no {self.play} answer; no claim can be right"))
        # With bullets every second outcome has worths, which say nothing of how often nobody wins.
        step = 2 if self.play == "bullets" and ("stalemate", None) in self.said else 1
        exact = max(right.outcomes[::step], key=lambda outcome: sum(one.agrees for one in self.compared(outcome)))
        if self.fits(exact):
            return Verification(self, ClaimVerdict.RIGHT, exact)
        tied = _tied(self.problem, self.play, self.settings)
        by_tie = ClaimVerdict.RULE if strict_ties else ClaimVerdict.TIE
        otherwise = f"ties fall otherwise than by rule {self.problem.tie_rule}"
        for verdict, words, outcomes in chain([(by_tie, otherwise, tied.outcomes[::step])], readings(self)):
            found = next(filter(self.fits, outcomes), None)
            if found is not None:
                return Verification(self, verdict, exact, found, words)
        if tied.complete and right.complete:
            return Verification(self, ClaimVerdict.WRONG, exact)
        return Verification(
            self, ClaimVerdict.UNDECIDED, exact, None, "the possible outcomes are too many to be listed"
        )


def possible(problem: Problem, play: str, settings: Mapping[str, Any]) -> Possible:
    """Return all right answers of a way to play, the one of the tie rule where one decides.

    With bullets both the chances to be left alone and the worths of the game are answers.

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
    found = solve_variant(Variant.stated(play, problem, **settings), **({} if play == "bullets" else {"cap": CAP}))
    if play == "lot":
        return _means(problem, [[win for _, win in one.plays] for one in found.drawn], found.complete)
    plays = [(one.aims, win) for one in found for win in (one.win, one.worths) if win]
    return _possible(problem, plays, found.complete)


def _possible(problem: Problem, plays: Iterable[tuple[Any, Win]], complete: bool = True) -> Possible:
    return Possible([Outcome(win, aims, problem=problem) for aims, win in plays], complete)


def _means(problem: Problem, drawn: Sequence[Collection[Win]], complete: bool) -> Possible:
    """Return the means over drawn orders, each with one of its win probabilities."""
    sums = {(Fraction(0),) * problem.players}
    for wins in drawn:
        complete = complete and len(sums) * len(wins) <= _WAYS
        sums = {tuple(map(add, one, win)) for one, win in islice(product(sums, wins), _WAYS)}
    means = [((None,) * problem.players, tuple(won / len(drawn) for won in one)) for one in sums]
    return _possible(problem, means, complete)


def _tied(problem: Problem, play: str, settings: Mapping[str, Any]) -> Possible:
    """Return the outcomes over all ways of breaking ties, none where no tie rule decides.

    Every drawn order, and every history of a duel with bullets, may break its ties in its own way.
    """
    if play == "announced":
        found = all_outcomes(problem, cap=CAP)
        return Possible(found.outcomes, found.complete)
    if play == "bullets":
        return _with_bullets(Variant.stated(play, problem, **settings))
    if play != "lot" or settings.get("play") == "stationary":
        return Possible(())
    drawn = solve_variant(Variant.stated(play, problem, **settings)).drawn
    cap = max(1, 100 // len(drawn))
    every = [all_outcomes(problem.changed(order=[*map(problem.label, one.order)]), cap=cap) for one in drawn]
    return _means(problem, [{each.win for each in one.outcomes} for one in every], all(one.complete for one in every))


def _with_bullets(variant: Variant) -> Possible:
    """Return the outcomes with counted bullets: for each of them the win probabilities, then the worths."""
    problem, many, complete = variant.problem, variant.problem.players, True
    nobody: tuple[Any, ...] = (None,) * many
    shares = {"each": Fraction(1), "none": Fraction(0)}

    @cache
    def ways(turns: tuple[tuple[int, int], ...]) -> set[tuple[Any, Win]]:
        """Return all aims, with wins and worths in one tuple; `turns` has the players who come next, with bullets."""
        nonlocal complete
        check()
        armed = next((seat for seat, (_, left) in enumerate(turns) if left), 0)
        (mover, left), *others = turns[armed:] + turns[:armed]
        if not left or not others:
            alone = Fraction(not others)
            share = alone or shares.get(variant.survivors, Fraction(1, len(turns)))
            return {(nobody, tuple(part * (who in dict(turns)) for part in (alone, share) for who in range(many)))}
        hit, options = problem.hits[mover], problem.free_options((mover, *dict(others)), mover)
        victims: list[Any] = [None, *{victim for aim in options for victim in aim.targets if hit}]
        chances = [[hit * aim.weights[victim] for victim in victims[1:]] for aim in options]
        then = [tuple(turn for turn in (*others, (mover, left - 1)) if turn[0] != victim) for victim in victims]
        every, found = product(*({value for _, value in ways(turns)} for turns in then)), set[tuple[Any, Win]]()
        for led_to in islice(every, CAP):
            columns = [*zip(*led_to, strict=True)]
            values = [tuple(sum(map(mul, [1 - sum(each), *each], column)) for column in columns) for each in chances]
            best = max(value[many + mover] for value in values)
            equal = [option for option, value in enumerate(values) if value[many + mover] == best]
            found |= {((*nobody[:mover], options[one], *nobody[mover + 1 :]), values[one]) for one in equal}
        complete = complete and next(every, None) is None
        return found

    start = ways(tuple((player, variant.bullets[player]) for player in problem.order))
    plays = [(aims, value[half:][:many]) for aims, value in start for half in (0, many)]
    return _possible(problem, plays, complete)


_OTHER_PLAYS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("in announced play", "announced", {}),
    ("in stationary play", "stationary", {}),
    ("with the shooting order drawn by lot", "lot", {"start": False}),
    ("with the first shooter drawn by lot", "lot", {"start": True}),
    ("with a random shooter for each shot", "shooter", {}),
    ("with simultaneous fire", "simultaneous", {}),
)


def readings(claim: PlayClaim) -> Iterator[tuple[ClaimVerdict, str, Sequence[Outcome]]]:
    """Yield other readings of a claim with numbers: the verdict, the reading in words, its right answers.

    Each changes one thing: the aims, the way to play, the drawing of the order, or deliberate misses.
    """
    problem, play, settings = claim.problem, claim.play, claim.settings
    others: list[tuple[str, Problem, str, Any]] = [(words, problem, other, own) for words, other, own in _OTHER_PLAYS]
    free = {*problem.targets} == {Word.OPTIMAL}
    aims = [aim for (key, _), aim in claim.said.items() if key == "aims"]
    if free and len(aims) == problem.players and None not in aims:
        others.insert(0, ("if these aims are fixed", problem.changed(targets=aims), play, settings))
    miss = any(Word.MISS in words for words in problem.searches)
    sets = [[word for word in words if word is not Word.MISS] + [Word.MISS] * (not miss) for words in problem.searches]
    if all({*words} - {Word.RANDOM} for words in sets):
        by_name = dict(zip(problem.names, sets, strict=True))
        words = f"{'without' if miss else 'with'} deliberate misses"
        others.append((words, problem.changed(search=by_name, search_later=by_name), play, settings))
    for words, word in (("at the strongest", Word.STRONGEST), ("at random", Word.RANDOM)) if free else ():
        targets = [word] * problem.players
        others.append(
            (f"if everybody shoots {words}", problem.changed(targets=targets, target_later=word), play, settings)
        )
    numbers = any(key != "aims" for key, _ in claim.said)
    for words, asked, other, own in others if numbers and problem.players <= _MOST else ():
        with suppress(ProblemError, NumberError):  # a problem may refuse a reading
            yield ClaimVerdict.READING, words, possible(asked, other, own).outcomes


def _chance(said: object, what: str) -> ClaimedNumber:
    read_probability(said, what)  # what cannot be one is refused, with a hint at percentages
    return ClaimedNumber.read(said, what)


def _of_players(problem: Problem, what: str, said: object) -> Iterator[tuple[int, Any]]:
    """Yield players and what is claimed of them, from a text or list in the order in which players are stated."""
    said = parts_of(said, ",") if isinstance(said, str) else said
    entries = [] if said is None else entries_of(said, f"{what}: give a list with an entry for each player")
    wrong = f"{what}: entries: {len(entries)}, players: {problem.players}; leave an entry empty to claim nothing"
    refuse(ProblemError, (said is not None and len(entries) != problem.players, wrong))
    yield from ((player, entry) for player, entry in enumerate(entries) if str(entry).strip())


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
    def detail(self) -> str:
        """What is wrong, in words: the first claimed quantity that differs from the exact one; empty if none does."""
        differs = next((one for one in self.claim.compared(self.exact) if not one.agrees), None)
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
        raise ProblemError(f"{name}: not TOML: {error}") from None
    entries = data.pop("claim", None)
    what = f"{shown(min(data))} is not a key of this file" if data else "it has none"
    no_list = data or not isinstance(entries, list) or not entries
    refuse(ProblemError, (no_list, f"{name}: every claim is a table [[claim]]; {what}"))
    verified = []
    for number, entry in enumerate(entries, 1):
        try:
            refuse(ProblemError, (not isinstance(entry, Mapping), f"{shown(entry)} is not a table"))
            texts = {key: " ".join(str(entry.get(key, "")).split()) for key in _TEXTS}
            missing = next((key for key in ("title", "source") if not texts[key]), "")
            refuse(ProblemError, (missing, f'{missing}: missing; write {missing} = "…"'))
            claim = PlayClaim.from_data({key: value for key, value in entry.items() if key not in texts})
            verified.append((texts, claim.judged()))
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
    asked = stated(problem, **statement)
    return PlayClaim.stated(asked, win, aims, stalemate, play, settings).judged(strict_ties)
