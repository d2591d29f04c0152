"""Kinds of play: how `--play` and FIRE are read, and the answers in each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from truel_ref.cli.output import note
from truel_ref.cli.words import Read, one_word, option, whole_number
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.aims import Word
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS, SETTING_WORDS, Variant, read_setting

BY_CHANCE = [name for name, model in MODELS.items() if not model.in_order]
"""The rules of fire without an order."""

_NUMBERS = {
    "periodic": ("period", "begin", "equilibrium"),
    **dict.fromkeys(("stationary", *BY_CHANCE), ("equilibrium",)),
}
"""For each kind of play the settings that a number follows; `SETTING_WORDS` has those of one word."""


@dataclass(frozen=True)
class PlayKind:
    """A kind of play: `kind`, its `settings`, and the `number` of the equilibrium to take of several, from 1."""

    kind: str = "announced"
    settings: dict[str, Any] = field(default_factory=dict)
    number: int | None = None


_EXAMPLES = ("stationary mixed", "stationary equilibrium 2", "periodic period 3", "lot start", "bullets 2,1,3")

KINDS = ("announced", "stationary", "periodic", *MODELS)
"""The kinds of play."""


def read_play(text: str, name: str, known: Sequence[str] = KINDS) -> PlayKind:
    """Return the kind of play that a text names, with its settings.

    >>> read_play("stationary mixed equilibrium 2", "--play")
    PlayKind(kind='stationary', settings={'mixed': True}, number=2)
    >>> read_play("bullets 2,1,3 none", "--play").settings
    {'bullets': [2, 1, 3], 'survivors': 'none'}
    """
    kind, *words = text.casefold().split() or [""]
    one_word(kind, name, known)
    settings: dict[str, Any] = {}
    numbers, left = _NUMBERS.get(kind, ()), iter(words)
    for word in left:
        setting = read_setting(kind, word)
        if word in numbers:
            setting = {word: whole_number(next(left, ""), f"{name}: {kind} {word}", 1)}
        has = [*SETTING_WORDS.get(kind, ()), *(f"{each} N" for each in numbers), *["2,1,3"] * (kind == "bullets")]
        unknown = f"{name}: {shown(word)} is no setting of {kind}, which has {', '.join(has) or 'none'}"
        refuse(ProblemError, (not setting, unknown))
        settings |= setting
    return PlayKind(kind, settings, settings.pop("equilibrium", None))


def play_option(*kinds: str) -> click.Option:
    """Return the option for a kind of play, by default the first."""
    examples = "', '".join(each for each in _EXAMPLES if each.split(" ")[0] in kinds)
    help_text = f"Kind of play: {', '.join(kinds[:-1])} or {kinds[-1]}; with settings: '{examples}'."
    return option("--play PLAY", help_text, type=Read(partial(read_play, known=kinds), kinds), default=kinds[0])


def note_unheard(problem: Problem, fields: dict[str, Any], play: PlayKind | None, path: str) -> None:
    """Print a note for each option without effect in a kind of play, or in a command named by its path."""
    kind = play.kind if play else path.rpartition(" ")[2]
    if "order" in fields and kind in BY_CHANCE:
        note("--order has no effect unless players fire one after the other")
    announced = kind not in ("equilibria", "stationary", "periodic", *BY_CHANCE)
    announced = announced and not (play and play.settings.get("play") == "stationary")
    has_ties = announced or 0 in problem.hits  # R8.5
    if "tie_rule" in fields and not (has_ties and Word.OPTIMAL in (*problem.targets, problem.target_later)):
        note("--ties has no effect unless an aim is Optimal, and announced, or of a player who never hits")


def answer_in(problem: Problem, play: PlayKind, progress: Progress | None = None) -> tuple[Any, Any]:
    """Return the answer to a problem in a kind of play, and which of its plays counts if it lists several, else None.

    Raises `ProblemError` if there is no equilibrium, or none with the stated number.
    """
    kind, settings = play.kind, dict(play.settings)
    begin = settings.pop("begin", None)
    answer: Any
    match kind:
        case "announced":
            from truel_ref.fast.solving import solve

            answer = solve(problem, progress=progress)
        case "stationary":
            from truel_ref.play.stationary import equilibria

            answer = equilibria(problem, progress=progress, **settings)
        case "periodic":
            from truel_ref.play.periodic import periodic_equilibria

            answer = periodic_equilibria(problem, **settings)
        case _:
            from truel_ref.variants import solve_variant

            answer = solve_variant(Variant.stated(kind, problem, **settings), progress=progress)
    if kind in ("announced", "lot"):
        return answer, None
    many, number = len(answer), play.number or 1
    pure = "" if kind == "periodic" or settings.get("mixed") else "pure "
    several = f"there are {many} {kind} equilibria; name one, from 1 to {many}: --play '{kind} equilibrium 1'"
    refuse(
        ProblemError,
        (not many, f"there is no {pure}{kind} equilibrium; name another kind of play"),
        (play.number is None and many > 1, several),
        (number > many, f"--play: there {'are' if many > 1 else 'is'} only {many:,}"),
    )
    chosen = answer[number - 1]
    if kind in ("stationary", "periodic"):
        return (chosen if begin is None else chosen.begun(begin)), None
    return answer, chosen
