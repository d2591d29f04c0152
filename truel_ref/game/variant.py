"""A problem under other rules of fire: the problem, the name of a model, and the settings of this model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from truel_ref.errors import ProblemError, RecordError, refuse, shown
from truel_ref.game.aims import Word
from truel_ref.game.options import DEFAULT_SEARCH
from truel_ref.game.people import listed
from truel_ref.game.problem import Problem
from truel_ref.game.statement import AnyProblem, stated
from truel_ref.records.record import Record, Source, fields_of, one_of
from truel_ref.records.table import Table

__all__ = ["FIRST_ONLY", "MODELS", "MOST_BULLETS", "PLAYS", "SURVIVORS", "Variant"]


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

FIRST_ONLY = "the first shooter (--start, or start=True)"
"""The lot with few orders, and its setting, for messages."""

_FOR = {"play": "lot", "start": "lot", "bullets": "bullets", "survivors": "bullets"}


@dataclass(frozen=True, repr=False)
class Variant(Record):
    """A problem under other rules of fire.

    Fields: `model`, a name of `MODELS`; `problem`, the players, their hit probabilities, targets and searches; `play`,
    for "lot" the way to play a drawn order, "announced" or "stationary"; `start`, for "lot" whether the lot draws only
    the player who begins the stated cycle; `bullets`, for "bullets" one number of rounds per player, from 0 to 50, by
    place; `survivors`, for "bullets" a word of `SURVIVORS`.

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
        """Raise `ProblemError` for an unknown model, way to play or rule for survivors."""
        _check_word(self.model, MODELS, "no model is called {}")
        _check_word(self.play, PLAYS, "play: {} is not a way to play")
        _check_word(self.survivors, SURVIVORS, "survivors: {} is not a rule")

    @staticmethod
    def stated(model: object, problem: AnyProblem, **settings: Any) -> Variant:
        """Return a variant after checking its settings.

        Parameters: `model`, its name; `problem`, a problem, a solution or hit probabilities; `settings`, those of the
        model: `play` and `start` for "lot", `bullets` (one number for all players, or one for each, by person) and
        `survivors` for "bullets".

        Raises `ProblemError` for an unknown model, a setting of another model, and a problem that the model does not
        support.

        >>> Variant.stated("shooter", ["1/2", 1], bullets=2)
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: bullets: the model 'shooter' does not have it; leave it out, or take 'bullets'
        """
        _check_word(model, MODELS, "no model is called {}")
        asked = stated(problem)
        for name in settings:
            if _FOR.get(name) != model:
                owner = f", or take {_FOR[name]!r}" if name in _FOR else ""
                raise ProblemError(f"{name}: the model {model!r} does not have it; leave it out{owner}")
        if model == "lot":
            return _lot(asked, **settings)
        if model == "bullets":
            return _bullets(asked, **settings)
        return Variant(str(model), _opinions(asked) if model == "opinions" else asked)

    @staticmethod
    def of_model(model: str, problem: Variant | AnyProblem, **settings: Any) -> Variant:
        """Return a variant of a model: the given variant, or a new variant of a problem.

        Parameters: `model`, the name of the model; `problem`, a variant, or a problem, a solution or hit probabilities;
        `settings`, those of the model, ignored for a variant.

        Raises the errors of `stated`, and `ProblemError` for a variant of another model.

        >>> Variant.of_model("lot", Variant.stated("shooter", ["1/2", 1]))
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: this is a variant 'shooter', not 'lot'; ask solve_variant, which knows all
        """
        if not isinstance(problem, Variant):
            return Variant.stated(model, problem, **settings)
        if problem.model != model:
            raise ProblemError(
                f"this is a variant {problem.model!r}, not {model!r}; ask solve_variant, which knows all"
            )
        return problem

    def to_json(self) -> dict[str, Any]:
        """Return the variant as plain data for JSON, with the settings of its model only.

        >>> Variant.stated("lot", ["1/2", 1]).to_json()["start"]
        False
        """
        data: dict[str, Any] = {"model": self.model, "problem": self.problem.to_json()}
        if self.model == "lot":
            data |= {"play": self.play, "start": self.start}
        if self.model == "bullets":
            data |= {"bullets": list(self.problem.people.by_person(self.bullets)), "survivors": self.survivors}
        return data

    @classmethod
    def from_json(cls, source: Source) -> Variant:
        """Read a variant from JSON text or its plain data. Raises `RecordError`, naming the key.

        >>> asked = Variant.stated("bullets", ["1/2", 1], bullets=[2, 1])
        >>> Variant.from_json(asked.to_json()) == asked
        True
        """
        fields = fields_of(source, "a variant")
        settings = {name: fields.data[name] for name in _FOR if name in fields.data}
        model = fields.get("model", one_of(MODELS))
        problem = fields.get("problem", Problem.from_data)
        try:
            return cls.stated(model, problem, **settings)
        except ProblemError as error:  # it names the setting, which is the key
            raise RecordError(str(error)) from None

    def settings_text(self) -> str:
        """Return the settings of the model in words, empty if it has none.

        >>> Variant.stated("lot", ["1/2", 1], start=True).settings_text()
        'who begins is drawn, announced play'
        """
        if self.model == "lot":
            return f"{'who begins' if self.start else 'the whole order'} is drawn, {self.play} play"
        if self.model == "bullets":
            rounds = ", ".join(map(str, self.problem.people.by_person(self.bullets)))
            return f"bullets {rounds}; survivors {self.survivors}"
        return ""

    def _table(self) -> Table:
        table = self.problem._table()
        settings = self.settings_text()
        return replace(table, notes=[f"model: {self.model}", *([settings] if settings else []), *table.notes])

    def __repr__(self) -> str:
        settings = self.settings_text()
        return f"<Variant {self.model} of {self.problem!r}{': ' if settings else ''}{settings}>"


def _check_word(word: object, known: Iterable[str], refusal: str) -> None:
    if not isinstance(word, str) or word not in known:
        raise ProblemError(f"{refusal.format(shown(word))}; choose from {', '.join(known)}")


def _lot(problem: Problem, play: str = "announced", start: object = False) -> Variant:
    refuse(
        ProblemError,
        (not isinstance(start, bool), f"start: {shown(start)} is neither true nor false"),
        (
            not start and not problem.people.in_order,
            f"order: the lot draws the shooting order; leave it out, or draw only {FIRST_ONLY}",
        ),
    )
    return Variant("lot", problem, play=play, start=bool(start))


def _bullets(problem: Problem, bullets: object = None, survivors: str = "equal") -> Variant:
    if bullets is None:
        raise ProblemError("bullets: give the rounds of the players: one number for all, such as 2, or one per player")
    hint = "bullets: give one number of rounds for all, or a list with one number per player"
    given = [bullets] * problem.players if type(bullets) is int else listed(bullets, hint)
    if len(given) != problem.players:
        raise ProblemError(f"bullets: give one number of rounds per player, {problem.players} in all, not {len(given)}")
    for name, rounds in zip(problem.people.names, given, strict=True):
        if type(rounds) is not int or not 0 <= rounds <= MOST_BULLETS:
            raise ProblemError(
                f"bullets: player {name}: {shown(rounds)} is not a number of rounds from 0 to {MOST_BULLETS}"
            )
    return Variant("bullets", problem, bullets=problem.people.by_place(given), survivors=survivors)  # type: ignore[arg-type]  # all are integers by now


def _opinions(problem: Problem) -> Problem:
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
        convinces = said not in (Word.MISS, Word.SELF, player)
        if isinstance(said, tuple):
            convinces = not said[player] and sum(said) == 1
        if not convinces:
            raise ProblemError(
                f"targets: opinion {problem.label(player)}: every person tries to convince holders of another opinion; "
                "name one of them, Strongest, Random, or weights on the others that add up to 1"
            )
    return Problem(**{**problem.to_json(), "search": [Word.OTHERS.value], "search_later": None})
