"""The kinds of play that maps can show, and the answer to one pixel.

A `MapSpec` states a kind of play by its text: a name of `MODELS`, or other rules of fire with their settings, such as
"lot stationary", "bullets 2,1,3 none", or "bullets 2" for any number of players (`model_named`, `variant_text`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from math import nan
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, TruelError, refuse, shown
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.variant import MODELS as VARIANTS
from truel_ref.game.variant import PLAYS, SURVIVORS, Variant, VariantAnswer, read_setting
from truel_ref.numbers import Number
from truel_ref.play.stationary import equilibria
from truel_ref.simulation.estimates import simulate
from truel_ref.variants import solve_variant

Aims: TypeAlias = tuple[Aim | None, ...]
"""The aims of the first phase, one per player; None where a player had no allowed aim."""

OPEN = -1
"""The entry for an unknown number of equilibria, because the cap on selections left some out."""
MANY = 2**15 - 1
"""The largest stored number of equilibria; it means this number or more."""


@dataclass(frozen=True)
class Pixel:
    """The answer at one pixel of a map.

    Fields: `aims`, of the first phase; `win` and `stalemate`, the exact probabilities; `tie`, whether there is a tie on
    the path of the first phase, or an equilibrium that is not strict; `solved`, False if the pixel was inferred;
    `equilibria`, if the kind of play may have none or several, the number of distinct equilibria: `OPEN` if unknown, at
    most `MANY`. If it is not 1, the pixel has no value: `aims` is empty, `win` and `stalemate` are nan.
    """

    aims: Aims
    win: tuple[Number | float, ...]
    stalemate: Number | float
    tie: bool
    solved: bool = True
    equilibria: int | None = None


def pixel_of(solution: Solution) -> Pixel:
    """Return the pixel of an exact solution.

    >>> pixel = pixel_of(solve(["1/3", "2/3", 1]))
    >>> [str(aim) for aim in pixel.aims], pixel.win[0], pixel.tie
    (['Miss', 'C', 'B'], Fraction(25, 63), False)
    """
    first = solution.problem.order
    tie = any(tie.on_path and tie.order == first for tie in solution.ties)
    return Pixel(tuple(solution.aims), tuple(solution.win), solution.stalemate, tie)


def pixel_of_equilibria(answer: Equilibria) -> Pixel:
    """Return the pixel of stationary play: the play of the only equilibrium, or the number of equilibria.

    Equilibria are distinct if their aims or values differ at some turn.

    >>> [str(aim) for aim in pixel_of_equilibria(equilibria(["1/2", "2/5", "3/5"])).aims]
    ['C', 'Miss', 'A']
    >>> pixel_of_equilibria(equilibria([1, 1, 1])).equilibria
    11
    """
    distinct = len({(play.aims, play.values) for play in answer})  # a list may have one as strict and as not strict
    if distinct != 1 or not answer.complete:
        return _without_value(answer.problem, distinct if answer.complete else OPEN)
    only = answer[0]
    strict = all(play.strict for play in answer)
    return Pixel(tuple(only.aims), tuple(only.win), only.stalemate, not strict, equilibria=1)


def pixel_of_plays(answer: VariantAnswer) -> Pixel:
    """Return the pixel of other rules of fire: the only play, or the number of plays.

    With counted bullets `win` holds the values. `stalemate` is 1 minus the sum of `win`.

    >>> from truel_ref.variants.fire import simultaneous_fire
    >>> pixel_of_plays(simultaneous_fire(["1/2", "1/2"])).stalemate
    Fraction(1, 3)
    """
    if answer.distinct != 1 or not answer.complete:
        # By lot, an order with no or several equilibria leaves no mean.
        many = max((len(drawn.plays) for drawn in answer.drawn if len(drawn.plays) != 1), default=answer.distinct)
        return _without_value(answer.problem, many if answer.complete else OPEN)
    play, bullets = answer[0], answer.model == "bullets"
    shares = tuple(play.worths or play.win)
    tied = any(len(state.equal) > 1 for state in play.states[:1]) if bullets else play.strict is False
    return Pixel(tuple(play.aims), shares, 1 - sum(shares, Fraction(0)), tied, equilibria=None if bullets else 1)


def _without_value(problem: Problem, equilibria: int) -> Pixel:
    """Return the pixel of a problem with no or several equilibria, or an unknown number of them."""
    return Pixel((), (nan,) * problem.players, nan, tie=False, equilibria=min(equilibria, MANY))


def simulated_pixel(problem: Problem, games: int, seed: int) -> Pixel:
    """Return the pixel of a problem by dice, as in the published notebook: aims and win probabilities are estimates.

    Parameters: `problem`; `games`, for each profile of aims; `seed`.

    >>> [str(aim) for aim in simulated_pixel(Problem(["1/3", "2/3", 1]), 10_000, seed=1).aims]
    ['Miss', 'C', 'B']
    """
    order = problem.order
    if any(problem.has_choice(order, player) for player in order):
        searched = search_by_simulation(problem, games=games, seed=seed)
        return Pixel(tuple(searched.aims), tuple(searched.win), 1 - sum(searched.win), tie=False)
    solution = solve(problem)  # simulation plays aims and chooses none
    estimate = simulate(solution, games=games, seed=seed)
    return Pixel(tuple(solution.aims), tuple(estimate.win), estimate.stalemate, tie=False)


@dataclass(frozen=True)
class Model:
    """A kind of play, with its functions for maps.

    Fields: `name`, in titles; `methods`, which can compute its maps; `answer`, from a problem to its exact answer;
    `pixel`, from that answer to a pixel; `counts`, whether a problem may have no or several equilibria, so that its
    pixel states their number; `players`, the required number of players, None for any number.
    """

    name: str
    methods: tuple[str, ...]
    answer: Callable[[Problem], Any]
    pixel: Callable[[Any], Pixel]
    counts: bool
    players: int | None = None


MODELS: dict[str, Model] = {
    "announced": Model("announced play", ("exact", "normal", "smart", "simulated"), solve, pixel_of, counts=False),
    "stationary": Model("stationary play", ("normal",), equilibria, pixel_of_equilibria, counts=True),
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
    """Return the kind of play that a text names. Raises `ProblemError` for a text that names none.

    >>> model_named("stationary").name, model_named("bullets 2,1,3 none").name
    ('stationary play', 'bullets 2, 1, 3; survivors none')
    """
    if text in MODELS:
        return MODELS[text]
    model, *words = text.split(" ") if isinstance(text, str) else [""]
    if model not in VARIANTS:
        raise ProblemError(f"model: {shown(text)} is unknown; choose from {', '.join((*MODELS, *VARIANTS))}")
    settings: dict[str, Any] = {}
    for word in words:
        setting = read_setting(model, word)
        refuse(ProblemError, (not setting, f"model: {shown(text)}: {shown(word)} is not a setting of {model}"))
        settings |= setting
    if settings.get("survivors") == "each":
        raise ProblemError("model: where each survivor gets 1, worths are no shares of 1, and a map shows shares")
    rounds = settings.get("bullets")  # one number for each player, or one for all of any number of players
    players = len(rounds) if isinstance(rounds, list) else None
    try:
        asked = Variant.stated(model, Problem([1] * (players or 2)), **settings)
    except TruelError as error:
        raise ProblemError(f"model: {error}") from None
    if not players:
        asked = replace(asked, bullets=asked.bullets[:1])
    written = variant_text(asked)
    refuse(ProblemError, (written != text, f"model: {shown(text)} is written {shown(written)}"))
    return Model(
        name=VARIANTS[model].title.format(asked.settings_text()),
        methods=("normal",),
        answer=partial(_answer, model, settings),
        pixel=pixel_of_plays,
        counts=model != "bullets",
        players=players,
    )


def _answer(model: str, settings: Mapping[str, Any], problem: Problem) -> VariantAnswer:
    return solve_variant(Variant.stated(model, problem, **settings))
