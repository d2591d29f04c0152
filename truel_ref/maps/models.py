"""The kinds of play that maps can show: `MODELS`, one entry each, and other rules of fire by their settings.

A new kind of play needs only an entry: the names that a `MapSpec` may state, the method "normal", figures, tables,
hover texts and files read it from here. The entries are part of this file, and not added at run time, so that every
process that computes a map has them. A text with settings names other rules of fire, such as "lot stationary" or
"bullets 2,1,3 none" (`model_named`, `variant_text`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import nan
from typing import Any, TypeAlias

from truel_ref.errors import MapError, TruelError, shown
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import equilibria
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import MODELS as VARIANTS
from truel_ref.game.variant import PLAYS, SURVIVORS, Variant, VariantAnswer, VariantPlay
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.variants.models import solve_variant

__all__ = [
    "MANY",
    "MODELS",
    "OPEN",
    "Aims",
    "Model",
    "Pixel",
    "announced_text",
    "model_named",
    "pixel_of",
    "pixel_of_equilibria",
    "pixel_of_plays",
    "plays_text",
    "stationary_text",
    "variant_text",
]

Aims: TypeAlias = tuple[Aim | None, ...]
"""The aims of the first phase, one per player; None where a player had no allowed aim."""

OPEN = -1
"""The entry for an unknown number of equilibria, because the cap on selections left some out."""
MANY = 2**15 - 1
"""The largest stored number of equilibria; it means this number or more."""


SHOWN = 2
"""Largest number of equilibria that a pointer shows."""


@dataclass(frozen=True)
class Pixel:
    """The data of one pixel of a map.

    Fields: `aims`, of the first phase; `win`, correctly rounded doubles; `stalemate`, a correctly rounded double;
    `tie`, whether there is a tie on the path of the first phase, or an equilibrium that is not strict; `solved`, False
    if the pixel was inferred from its neighbours; `equilibria`, if the kind of play may have none or several, the
    number of distinct equilibria: `OPEN` if unknown, and at most `MANY`, which means this number or more. If it is not
    1, the pixel has no value: `aims` is empty, `win` and `stalemate` are nan.
    """

    aims: Aims
    win: tuple[float, ...]
    stalemate: float
    tie: bool
    solved: bool = True
    equilibria: int | None = None


def pixel_of(solution: Solution) -> Pixel:
    """Return the pixel of an exact solution.

    >>> from truel_ref.fast.solving import solve
    >>> pixel = pixel_of(solve(["1/3", "2/3", 1]))
    >>> [str(aim) for aim in pixel.aims], pixel.win[0] == 25 / 63, pixel.tie
    (['Miss', 'C', 'B'], True, False)
    """
    first = solution.problem.order
    return Pixel(
        aims=solution.aims,
        win=tuple(map(float, solution.win)),
        stalemate=float(solution.stalemate),
        tie=any(tie.on_path and tie.order == first for tie in solution.ties),
    )


def pixel_of_equilibria(answer: Equilibria) -> Pixel:
    """Return the pixel of stationary play: the play of the only equilibrium, or the number of equilibria.

    Equilibria are distinct if their aims or values differ at some turn.

    >>> from truel_ref.fast.stationary import equilibria
    >>> pixel = pixel_of_equilibria(equilibria(["1/2", "2/5", "3/5"]))
    >>> [str(aim) for aim in pixel.aims], pixel.win[0] == 15 / 56, pixel.tie
    (['C', 'Miss', 'A'], True, False)
    >>> pixel_of_equilibria(equilibria([1, 1, 1])).equilibria
    11
    """
    if answer.distinct != 1 or not answer.complete:
        return _without_value(answer.problem, answer.distinct if answer.complete else OPEN)
    tied = not all(play.strict for play in answer)
    return Pixel(answer[0].aims, tuple(map(float, answer[0].win)), float(answer[0].stalemate), tied, equilibria=1)


def pixel_of_plays(answer: VariantAnswer) -> Pixel:
    """Return the pixel of other rules of fire: the only play, or the number of plays.

    With counted bullets `win` holds the values. `stalemate` is 1 minus the sum of `win`.

    >>> from truel_ref.variants.fire import simultaneous_fire
    >>> pixel_of_plays(simultaneous_fire(["1/2", "1/2"])).stalemate == 1 / 3
    True
    """
    if answer.distinct != 1 or not answer.complete:
        # By lot, an order with no or several equilibria leaves no mean.
        many = max((len(drawn.plays) for drawn in answer.drawn if len(drawn.plays) != 1), default=answer.distinct)
        return _without_value(answer.problem, many if answer.complete else OPEN)
    play, bullets = answer[0], answer.model == "bullets"
    shares = play.worths or play.win
    tied = any(len(state.equal) > 1 for state in play.states[:1]) if bullets else play.strict is False
    stalemate = float(1 - sum(shares, Fraction(0)))
    return Pixel(play.aims, tuple(map(float, shares)), stalemate, tied, equilibria=None if bullets else 1)


def _without_value(problem: Problem, equilibria: int) -> Pixel:
    """Return the pixel of a problem with no or several equilibria, or an unknown number of them."""
    return Pixel((), (nan,) * problem.players, nan, tie=False, equilibria=min(equilibria, MANY))


@dataclass(frozen=True)
class Model:
    """A kind of play, with its functions for maps.

    Fields: `name`, in titles; `methods`, which can compute its maps; `answer`, from a problem to its exact answer;
    `pixel`, from that answer to a pixel; `text`, from that answer to the text for a pointer, with a separator between
    the chances (`apart`); `counts`, whether a problem may have no or several equilibria, so that its pixel states their
    number; `players`, the required number of players, None for any number.
    """

    name: str
    methods: tuple[str, ...]
    answer: Callable[[Problem], Any]
    pixel: Callable[[Any], Pixel]
    text: Callable[..., str]
    counts: bool
    players: int | None = None

    def pixel_at(self, problem: Problem) -> Pixel:
        """Return the pixel of a problem.

        >>> MODELS["stationary"].pixel_at(Problem(["1/3", "2/3", 1])).win == (25 / 63, 8 / 21, 2 / 9)
        True
        """
        return self.pixel(self.answer(problem))


def announced_text(solution: Solution, apart: str = ", ") -> str:
    """Return the win probabilities and the aims of a solution, with a separator between the chances.

    >>> announced_text(solve(["1/2", 1]))
    'A 1/2 (50.000 %), B 1/2 (50.000 %);  aims B, A'
    """
    return _line(solution.win, solution.stalemate, solution.aims, apart=apart)


def stationary_text(answer: Equilibria, apart: str = ", ") -> str:
    """Return the only equilibrium in one line, or the number of equilibria with the first of them.

    >>> stationary_text(equilibria(["1/2", 1]))
    'A 1/2 (50.000 %), B 1/2 (50.000 %);  aims B, A'
    >>> stationary_text(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    'no pure equilibrium'
    """
    plays = {(play.aims, play.values): play for play in answer}.values()
    lines = [_line(play.win, play.stalemate, play.aims, apart=apart) for play in plays]
    return _listed(lines, answer.complete)


def plays_text(answer: VariantAnswer, apart: str = ", ") -> str:
    """Return the only play under other rules of fire in one line, or the number of plays with the first of them.

    >>> plays_text(solve_variant(Variant.stated("shooter", ["1/2", 1])))
    'A 1/3 (33.333 %), B 2/3 (66.667 %);  aims B, A'
    """
    plays: dict[Any, VariantPlay] = {(play.aims, play.win, play.nobody): play for play in answer}
    return _listed(
        [
            _line(
                *(play.worths or play.win, play.stalemate, play.aims, play.nobody),
                has_aims=answer.model != "lot",
                apart=apart,
            )
            for play in plays.values()
        ],
        answer.complete,
    )


def _listed(lines: list[str], complete: bool) -> str:
    if complete and len(lines) < 2:
        return lines[0] if lines else "no pure equilibrium"
    many = str(len(lines)) if complete else f"at least {len(lines)}"
    return "\n  ".join([f"{many} equilibria", *lines[:SHOWN], *(["..."] if len(lines) > SHOWN else [])])


def _line(
    win: tuple[Number, ...],
    stalemate: Number,
    aims: tuple[Aim | None, ...],
    nobody: Number = 0,  # type: ignore[assignment]  # an integer is as good
    *,
    has_aims: bool = True,
    apart: str,
) -> str:
    chances = [(label(player), chance) for player, chance in enumerate(win)]
    chances += [(name, chance) for name, chance in (("nobody", nobody), ("stalemate", stalemate)) if chance]
    wins = apart.join(f"{name} {number_text(chance)} ({percent_text(chance)})" for name, chance in chances)
    if not has_aims:
        return wins
    before = apart if "\n" in apart else ";  "
    return f"{wins}{before}aims {', '.join('none' if aim is None else str(aim) for aim in aims)}"


MODELS: dict[str, Model] = {
    "announced": Model(
        name="announced play",
        methods=("cells", "certified", "normal", "smart"),
        answer=solve,
        pixel=pixel_of,
        text=announced_text,
        counts=False,
    ),
    "stationary": Model(
        name="stationary play",
        methods=("normal",),
        answer=equilibria,
        pixel=pixel_of_equilibria,
        text=stationary_text,
        counts=True,
    ),
}
"""The kinds of play by the names that a `MapSpec` states; the names are part of the format of stored maps."""


def variant_text(variant: Variant) -> str:
    """Return the text that names the rules of a variant, without its problem; `model_named` reads it.

    >>> variant_text(Variant.stated("bullets", [0, 0, 1], bullets=[2, 1, 3], survivors="none"))
    'bullets 2,1,3 none'
    """
    words: list[str] = []
    if variant.model == "lot":
        words = ["start"] * variant.start + [variant.play] * (variant.play != PLAYS[0])
    if variant.model == "bullets":
        words = [",".join(map(str, variant.bullets)), *[variant.survivors] * (variant.survivors != SURVIVORS[0])]
    return " ".join([variant.model, *words])


@cache
def model_named(text: str) -> Model:
    """Return the kind of play that a text names.

    Raises `MapError` for a text that names no kind of play.

    >>> model_named("stationary").name, model_named("bullets 2,1,3 none").name
    ('stationary play', 'bullets 2, 1, 3; survivors none')
    """
    if text in MODELS:
        return MODELS[text]
    model, *words = text.split(" ")
    if model not in VARIANTS:
        raise MapError(f"model: {shown(text)} is unknown; choose from {', '.join((*MODELS, *VARIANTS))}")
    settings = _settings(model, words, text)
    if settings.get("survivors") == "each":
        raise MapError("model: where each survivor gets 1, worths are no shares of 1, and a map shows shares")
    try:
        asked = Variant.stated(model, Problem([1] * len(settings.get("bullets", [1, 1]))), **settings)
    except TruelError as error:
        raise MapError(f"model: {error}") from None
    if variant_text(asked) != text:
        raise MapError(f"model: {shown(text)} is written {shown(variant_text(asked))}")
    return Model(
        name=VARIANTS[model].title.format(asked.settings_text()),
        methods=("normal",),
        answer=partial(_answer, model, settings),
        pixel=pixel_of_plays,
        text=plays_text,
        counts=model != "bullets",
        players=len(asked.bullets) or None,
    )


def _answer(model: str, settings: Mapping[str, Any], problem: Problem) -> VariantAnswer:
    return solve_variant(Variant.stated(model, problem, **settings))


def _settings(model: str, words: list[str], text: str) -> dict[str, Any]:
    """Return the settings of a model from the words after its name."""
    settings: dict[str, Any] = {}
    for word in words:
        if model == "lot" and word == "start":
            settings["start"] = True
        elif model == "lot" and word in PLAYS:
            settings["play"] = word
        elif model == "bullets" and word in SURVIVORS:
            settings["survivors"] = word
        elif model == "bullets" and all(part.isascii() and part.isdigit() for part in word.split(",")):
            settings["bullets"] = [int(part) for part in word.split(",")]
        else:
            raise MapError(f"model: {shown(text)}: {shown(word)} is not a setting of {model}")
    return settings
