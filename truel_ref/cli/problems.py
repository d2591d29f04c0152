"""The options that state a problem, and the answers in a kind of play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from truel_ref.cli.output import note
from truel_ref.cli.words import TIE_RULE, Read, option, whole, whole_number
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import SEARCH_WORDS, TARGET_WORDS, Word
from truel_ref.game.problem import TIE_RULES, Problem, listed_hits, refuse_other_marks

_FILE = re.compile(r"\.(jsonl?|csv|tsv|txt|toml|xlsx?)$", re.IGNORECASE)


def _read_levels(text: str, name: str) -> list[int | None]:
    levels = map(str.strip, text.split(","))
    return [None if level.casefold() in ("none", "-") else whole_number(level, name) for level in levels]


def _read_searches(texts: Sequence[str], name: str) -> str | dict[str, str]:
    """Read search sets: words for all players, or one `A:others,miss` per player."""
    if ":" not in texts[0] and len(texts) == 1:
        return texts[0]
    by_player = {player.strip(): said for player, _, said in (text.partition(":") for text in texts)}
    once = f"{name}: several search sets need one player each, each player once: {name} A:others,miss"
    refuse(ProblemError, (len(by_player) < len(texts) or not all(":" in text for text in texts), once))
    return by_player


_words = Read(words=(*SEARCH_WORDS, Word.ALL))

SEARCH = option(
    "--search WORDS",
    "What Optimal searches: Others, Strongest, Self, Miss, Random or All; A:others,miss is for player A only "
    "(repeat it for more).",
    multiple=True,
    type=_words,
)
TIES = option(
    "--ties RULE",
    f"The tie rule, by number or name: {', '.join(f'{rule} {name}' for rule, name in TIE_RULES.items())}.",
    name="tie_rule",
    type=TIE_RULE,
)
_FIELDS = [
    option(
        "--targets T,T,T",
        "One per player: Optimal, Strongest, Random, Self, Miss, a label, or 0:1/3:1/3.",
        type=Read(words=TARGET_WORDS),
    ),
    SEARCH,
    option(
        "--later WORD",
        "Target of every player after the first elimination.",
        name="target_later",
        type=Read(words=TARGET_WORDS),
    ),
    option(
        "--search-later WORDS", "Search after the first elimination. Default: as --search.", multiple=True, type=_words
    ),
    TIES,
    option(
        "--levels L,L,L",
        "Step 1/L of the mixes that each player searches; one L for all players, or one each.",
        name="random_levels",
        type=Read(_read_levels),
    ),
]


_NAMES = ("targets", "search", "target_later", "search_later", "tie_rule", "random_levels", "order", "names")


def _read_fields(values: dict[str, Any]) -> None:
    """Read the parts of a problem beside its hit probabilities."""
    for name in ("search", "search_later"):
        texts = values[name]
        values[name] = _read_searches(texts, f"--{name.replace('_', '-')}") if texts else None
    said = {name: values.pop(name, None) for name in _NAMES}
    fields = values["fields"] = {name: value for name, value in said.items() if value is not None}
    for name, value in fields.items():
        if isinstance(value, str) and value.endswith(",") and value.count(",") != len(values.get("hits", ())):
            raise ProblemError(f"{name}: {shown(value)} ends at a blank; write A,B,C, or 'A, B, C' in quotes")


def _read_problem(values: dict[str, Any]) -> None:
    """Read the problem; with `--jsonl` refuse its words."""
    _read_fields(values)
    hits, fields, path = values.pop("hits"), values.pop("fields"), click.get_current_context().command_path
    fire = f" {values['fire'].kind if values['fire'] else 'lot'}" if "fire" in values else ""
    file = next((word for word in hits if _FILE.search(word)), None)
    alone = "--jsonl reads each problem whole from its line; leave the options of a problem out"
    refuse(
        ProblemError,
        (values.get("jsonl") and (hits or fields), alone),
        (not values.get("jsonl") and not hits, f"no hit probabilities; try: {path}{fire} 1/3 2/3 1"),
        (file, f"{file!r}: a file of problems, each a line of JSON, is read by: truel-ref solve --jsonl < {file}"),
    )
    words = [word.removesuffix(",") for word in hits]
    text = " ".join(words if all(words) else hits)
    problem = values["problem"] = stated_problem(text, fields) if hits else None
    if problem is not None and not values.get("rounds") and not fields.keys().isdisjoint(("order", "tie_rule")):
        from truel_ref.cli.plays import note_unheard

        note_unheard(problem, fields, values.get("play") or values.get("fire"), path)


def _read_others(values: dict[str, Any]) -> None:
    """Read the problem of a map, in which the hit probabilities of A and B count for nothing."""
    _read_fields(values)
    others = values.pop("c")
    refuse_other_marks(others or "", "--c")
    values["problem"] = stated_problem([0, 0, *(others.split(",") if others else [])], values.pop("fields"))


PROBLEM = (
    [
        click.Argument(["hits"], nargs=-1, metavar="P P P ..."),
        *_FIELDS,
        option("--names N,N,N", "Names of the players in place of A, B, C."),
        option("--order C,B,A", "Shooting order. Everything else stays as stated."),
    ],
    _read_problem,
)
"""The words of a problem; the command gets the `problem`, None with `--jsonl`."""

MAP_PROBLEM = (
    [
        option("--c P", "Hit probability of C; of C, D and more players with commas: 1/2,1."),
        *_FIELDS,
    ],
    _read_others,
)
"""The options for the problem of a map; the command gets the `problem`."""

JOBS = option("--jobs N", "With --jsonl: number of processes.", type=whole(1, 1000), default=1)

JSONL = option("--jsonl", "Answer one question (JSON) per line of standard input.")

PHASE = option("--phase ORDER", 'A later phase by its shooting order: "B,C,D".')

MIXED = option("--mixed", "Also list equilibria in which one or two players mix a shot and a miss.")


def stated_problem(hits: str | Sequence[object], fields: dict[str, Any]) -> Problem:
    """Return a problem; a single level counts for all players, and a note warns of levels without effect."""
    levels = fields.get("random_levels", ())
    if len(levels) == 1:
        fields = fields | {"random_levels": levels * len(listed_hits(hits))}
    problem = Problem(hits, **fields)
    if levels and problem.random_levels is None:
        note("--levels has no effect unless --search contains Random")
    return problem


# ---------------------------------------------------------------------------------------------------------
# Letters

_LETTERS = "abcdefgh"


def letters(names: str = _LETTERS) -> list[click.Option]:
    """Return the options that fix hit probabilities."""
    return [option(f"--{name} P", f"Fix the hit probability of {name.upper()}.") for name in names]


def fixed_hits(values: dict[str, Any], players: int) -> list[str | None]:
    """Take the fixed hit probabilities out of the values; None stays a letter."""
    fixed = [values.pop(name, None) for name in _LETTERS]
    for name, hit in zip(_LETTERS[players:], fixed[players:], strict=False):
        refuse(ProblemError, (hit is not None, f"--{name}: there is no player {name.upper()} among {players}"))
    return (fixed + [None] * players)[:players]


def aims_by_phase(texts: Sequence[str]) -> dict[str, str]:
    """Read the aims of later phases, as in `B,C,D=C,D,B`."""
    phases = {name: aims for name, _, aims in (text.partition("=") for text in texts)}
    if len(phases) < len(texts) or not all(phases.values()):
        raise ProblemError(f"--later: {shown(texts[-1])}: name each phase once, with its aims: --later B,C,D=C,D,B")
    return phases


LATER_AIMS = option("--later B,C,D=C,D,B", "The aims in a later phase; may be repeated.", multiple=True)
