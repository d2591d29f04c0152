"""The options that several commands share, each declared once, and the readers of their words."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import click

from truel_ref.cli.output import Shape, note
from truel_ref.cli.shared import one_word
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Word, listed_targets
from truel_ref.game.problem import TIE_RULES, Problem, listed_hits, tie_rule_named
from truel_ref.game.variant import MODELS
from truel_ref.records.record import DIGIT_LIMIT, FORMATS

__all__ = [
    "LENIENT",
    "SELECTIONS",
    "Decorator",
    "TieRule",
    "WholeNumber",
    "added",
    "aims_by_phase",
    "begin_option",
    "cap_option",
    "equilibrium_option",
    "field_options",
    "gathered",
    "given",
    "hit_words",
    "jobs_option",
    "json_option",
    "mixed_option",
    "named_option",
    "number_option",
    "period_option",
    "play_option",
    "player_options",
    "problem_of",
    "problem_options",
    "problem_words",
    "record_options",
    "refuse_options",
    "rounds_of",
    "some_hits",
    "stated_problem",
    "words",
]

if TYPE_CHECKING:
    _IntegerType = click.ParamType[int]
else:
    _IntegerType = click.ParamType  # older versions of click have no type parameter

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
"""A function that adds options to a command."""

# Negative numbers look like options. click lets them pass, so that the message can name the player.
LENIENT = {"ignore_unknown_options": True}


# ---------------------------------------------------------------------------------------------------------
# Kinds of values


class WholeNumber(_IntegerType):
    """A whole number: 1000000, 1,000,000, 1_000_000 or 1e6.

    Parameters: `least` and `most`, the ends of its range; without them, the command checks the number.
    """

    name = "count"
    LONGEST: ClassVar[int] = 40  # digits; no option needs more
    _WRITTEN = re.compile(r"([+-]?)([0-9]+(?:[,_][0-9]{3})*)(?:[eE]\+?([0-9]{1,2}))?", re.ASCII)

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        """Return the number; refuse other text and numbers outside the range."""
        if isinstance(value, int):  # a default
            return value
        match = self._WRITTEN.fullmatch(value.strip())
        if match is None:
            raise click.UsageError(f"{_named(parameter)}: {shown(value)} is not a whole number such as 1000 or 1e6")
        sign, digits, power = match.groups(default="")
        digits = re.sub("[,_]", "", digits) + "0" * int(power or 0)
        if len(digits) > self.LONGEST:
            raise click.UsageError(f"{_named(parameter)}: {shown(value, 30)} is too large")
        number = int(sign + digits)
        if self.least is not None and number < self.least:
            raise click.UsageError(f"{_named(parameter)}: {number} is below {self.least:,}")
        if self.most is not None and number > self.most:
            raise click.UsageError(f"{_named(parameter)}: {number} is above {self.most:,}")
        return number


class TieRule(_IntegerType):
    """A tie rule by its number or its name."""

    name = "rule"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        """Return the number of the rule."""
        if isinstance(value, int):  # a default
            return value
        number = int(value) if re.fullmatch("-?[0-9]", value, re.ASCII) else value
        return tie_rule_named(number, _named(parameter))


def _named(parameter: click.Parameter | None) -> str:
    return parameter.opts[0] if parameter is not None else "a number"


def words(*known: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a function that completes a list of words, separated by commas, in a shell.

    >>> words("Others", "Miss")(None, None, "others,m")
    ['others,Miss']
    """

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{word}" for word in known if word.casefold().startswith(last.casefold())]

    return complete


# ---------------------------------------------------------------------------------------------------------
# Problems

_TARGETS = (Word.OPTIMAL, Word.STRONGEST, Word.RANDOM, Word.SELF, Word.MISS)
_SEARCHES = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM, Word.ALL)


def added(*options: Decorator) -> Decorator:
    """Return a decorator that adds options to a command, in the order of its help."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def gathered(name: str, collect: Callable[..., Any], *options: Decorator, of: Sequence[str] | None = None) -> Decorator:
    """Return a decorator that adds options and combines their values into one value.

    Parameters: `name`, of the combined value; `collect`, the function that combines the values, given by name;
    `options`, to add; `of`, the names of the values, by default the parameters of `collect`.
    """
    names = tuple(signature(collect).parameters) if of is None else of

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def called(**others: Any) -> Any:
            value = collect(**{each: others.pop(each) for each in names})
            return command(**{name: value}, **others)

        return added(*options)(called)

    return add


def _fields(
    targets: str | None,
    search: tuple[str, ...],
    target_later: str | None,
    search_later: tuple[str, ...],
    tie_rule: int | None,
    random_levels: str | None,
) -> dict[str, Any]:
    """Return the parts of a problem beside its hit probabilities that the options state."""
    return given(
        targets=None if targets is None else listed_targets(targets),
        search=_searches("--search", search),
        target_later=target_later,
        search_later=_searches("--search-later", search_later),
        tie_rule=tie_rule,
        random_levels=_levels(random_levels),
    )


def given(**values: Any) -> dict[str, Any]:
    """Return the values that are not None, by name."""
    return {name: value for name, value in values.items() if value is not None}


field_options = gathered(
    "fields",
    _fields,
    click.option(
        "--targets",
        metavar="T,T,T",
        shell_complete=words(*_TARGETS),
        help="One per player: Optimal, Strongest, Random, Self, Miss, a label, or 0:1/3:1/3.",
    ),
    click.option(
        "--search",
        multiple=True,
        metavar="WORDS",
        shell_complete=words(*_SEARCHES),
        help="What Optimal searches: Others, Strongest, Self, Miss, Random or All; "
        "A:others,miss is for player A only (repeat it for more).",
    ),
    click.option(
        "--later",
        "--target-later",
        "target_later",
        metavar="WORD",
        shell_complete=words(*_TARGETS),
        help="Target of every player after the first elimination.",
    ),
    click.option(
        "--search-later",
        multiple=True,
        metavar="WORDS",
        shell_complete=words(*_SEARCHES),
        help="Search after the first elimination. Default: as --search.",
    ),
    click.option(
        "--ties",
        "--if-eq",
        "tie_rule",
        type=TieRule(),
        metavar="RULE",
        shell_complete=words(*(name.replace(" ", "-") for name in TIE_RULES.values())),
        help=f"The tie rule, by number or name: {', '.join(f'{rule} {name}' for rule, name in TIE_RULES.items())}.",
    ),
    click.option(
        "--levels",
        "--random-levels",
        "random_levels",
        metavar="L,L,L",
        help="Step 1/L of the mixes that each player searches; one L for all players, or one each.",
    ),
)
"""The options that state a problem except its hit probabilities; the command gets their values as `fields`."""


def _searches(option: str, texts: Sequence[str]) -> str | dict[str, str] | None:
    """Read search sets: words for all players, or one `A:others,miss` per player."""
    if not texts:
        return None
    if len(texts) == 1 and ":" not in texts[0]:
        return texts[0]
    by_player: dict[str, str] = {}
    for text in texts:
        player, colon, said = (part.strip() for part in text.partition(":"))
        refuse(
            ProblemError,
            (not colon, f"{option}: {shown(text)}: several search sets need one player each: {option} A:others,miss"),
            (player in by_player, f"{option}: {shown(text)}: player {player} has a search set already"),
        )
        by_player[player] = said
    return by_player


def _levels(text: str | None) -> list[int | None] | None:
    if text is None:
        return None
    levels: list[int | None] = []
    for part in map(str.strip, text.split(",")):
        if part.casefold() in ("none", "-"):
            levels.append(None)
        elif part.isascii() and part.isdigit() and len(part) <= WholeNumber.LONGEST:
            levels.append(int(part))
        else:
            raise ProblemError(f"--levels: {shown(part)} is not an integer >= 1 or 'none'")
    return levels


def refuse_options(context: click.Context, parameter: click.Parameter, said: Any) -> Any:
    """Refuse unknown options, which click lets pass as negative numbers."""
    for word in (said,) if isinstance(said, str) else said:
        if word.startswith("--") or re.fullmatch("-[A-Za-z]", word):
            raise click.NoSuchOption(word.partition("=")[0], ctx=context)
    return said


problem_words = added(
    click.argument("hits", nargs=-1, metavar="P P P ...", callback=refuse_options),
    field_options,
    gathered(
        "fields",
        lambda fields, order, names: fields | given(order=order, names=names),
        click.option("--names", metavar="N,N,N", help="Names of the players in place of A, B, C."),
        click.option("--order", metavar="C,B,A", help="Shooting order. Everything else stays as stated."),
    ),
)
"""The words of a problem, and names and order of the players; the command gets `hits` and `fields`."""


def hit_words(said: Sequence[str]) -> list[str]:
    """Return the hit probabilities of words; a single word may hold them all (`truel_ref.game.problem.listed_hits`).

    >>> hit_words(["1/3 2/3 1"]), hit_words(["1/3,", "2/3,", "1"])
    (['1/3', '2/3', '1'], ['1/3', '2/3', '1'])
    """
    return [*map(str, listed_hits(said[0]))] if len(said) == 1 else [word.removesuffix(",") for word in said]


def problem_of(hits: Sequence[str], fields: dict[str, Any]) -> Problem:
    """Return the problem that the words of the current command state."""
    listed = hit_words(hits)
    if not listed:
        raise ProblemError(f"no hit probabilities; try: {click.get_current_context().command_path} 1/3 2/3 1")
    return stated_problem(listed, fields)


def stated_problem(hits: Sequence[object], fields: dict[str, Any]) -> Problem:
    """Return a problem; a single level counts for all players, and a note warns of levels without effect."""
    levels = fields.get("random_levels")
    if levels is not None and len(levels) == 1:
        fields = fields | {"random_levels": levels * len(hits)}
    problem = Problem(hits, **fields)
    if levels and problem.random_levels is None:
        note("--levels has no effect unless --search contains Random")
    _note_unheard(problem, fields)
    return problem


_BY_CHANCE = [name for name, model in MODELS.items() if not model.in_order]
_EQUILIBRIA = ("equilibria", "stationary", "periodic", *_BY_CHANCE)


def _note_unheard(problem: Problem, fields: dict[str, Any]) -> None:
    """Print a note for each option without effect in the current command and its play."""
    context = click.get_current_context()
    play = context.params.get("variant") or context.params.get("play") or context.info_name
    if "order" in fields and play in _BY_CHANCE:
        note("--order has no effect unless players fire one after the other")
    if "tie_rule" in fields and (play in _EQUILIBRIA or Word.OPTIMAL not in (*problem.targets, problem.target_later)):
        note("--ties has no effect unless aims are announced and a player's aim is Optimal")


problem_options = added(problem_words, gathered("problem", problem_of))
"""The words of a problem; the command gets the `problem`."""


def rounds_of(text: str, problem: Problem) -> int | list[int]:
    """Read numbers of bullets: `2` for all players, or one for each, `2,1,3`.

    >>> rounds_of("2, 1", Problem([1, 1]))
    [2, 1]
    """
    parts = [part.strip() for part in text.split(",")]
    for name, part in zip(problem.names, parts, strict=False):
        if not (part.isascii() and part.isdigit() and len(part) <= WholeNumber.LONGEST):
            raise ProblemError(f"--bullets: player {name}: {shown(part)} is not a number of rounds")
    return int(parts[0]) if len(parts) == 1 else [int(part) for part in parts]


# ---------------------------------------------------------------------------------------------------------
# Players by letter

_LETTERS = "abcdefgh"


def _hit_options(letters: str, help: str) -> list[Decorator]:  # noqa: A002 as click calls it
    return [click.option(f"--{name}", metavar="P", help=help.format(name.upper())) for name in letters]


def _more_hits(**by_player: str | None) -> list[str]:
    """Return the hit probabilities of the players after B."""
    hits = list(by_player.values())
    known = [hit for hit in hits if hit is not None]
    if None in hits[: len(known)]:
        missing = list(by_player)[hits.index(None)]
        raise ProblemError(f"--{missing} is missing: give the players after B from C on")
    return known


player_options = gathered(
    "more_hits", _more_hits, *_hit_options(_LETTERS[2:7], "The hit probability of {}."), of=_LETTERS[2:7]
)
"""An option for each player after B; the command gets the hit probabilities from C on as `more_hits`."""


def _some_hits(hits: str | None, **named: str | None) -> Callable[[int], list[str | None]]:
    """Return the fixed hit probabilities as a function of the number of players."""

    def listed(players: int) -> list[str | None]:
        texts = [""] * players if hits is None else hits.split(",")
        entries = [text.strip() or None for text in texts]
        if len(entries) != players:
            raise ProblemError(f"--hits: one entry per player, {players} in all, empty for a letter: --hits ,,1")
        for place, (name, hit) in enumerate(named.items()):
            if hit is None:
                continue
            if place >= players:
                raise ProblemError(f"--{name}: there is no player {name.upper()} among {players}")
            if entries[place] is not None:
                raise ProblemError(f"--{name}: the hit probability of {name.upper()} is in --hits already")
            entries[place] = hit
        return entries

    return listed


some_hits = gathered(
    "hits",
    _some_hits,
    click.option("--hits", metavar="P,P,P", help="Fix several hit probabilities; an empty entry stays a letter: ,,1."),
    *_hit_options(_LETTERS, "Fix the hit probability of {}."),
    of=("hits", *_LETTERS),
)
"""The options that fix some hit probabilities; the command gets `hits`, a function of the number of players."""


def aims_by_phase(texts: Sequence[str]) -> dict[str, str]:
    """Read the aims of later phases, as in `B,C,D=C,D,B`."""
    phases: dict[str, str] = {}
    for text in texts:
        name, equals, aims = text.partition("=")
        if not equals or name in phases:
            raise ProblemError(f"--later: {shown(text)}: name each phase once, with its aims: --later B,C,D=C,D,B")
        phases[name] = aims
    return phases


# ---------------------------------------------------------------------------------------------------------
# Results

SELECTIONS = 10_000
"""Default of the largest number of selections."""


jobs_option = click.option(
    "--jobs",
    type=WholeNumber(1, 1_000),
    default=1,
    show_default=True,
    metavar="N",
    help="With --jsonl: number of processes.",
)


def named_option(
    flag: str,
    *names: str,
    help: str,  # noqa: A002 as click calls it
    metavar: str = "NAME",
) -> Decorator:
    """Return an option for one of several names, by default the first; the command checks the name."""
    return click.option(
        flag, default=names[0], show_default=True, metavar=metavar, shell_complete=words(*names), help=help
    )


def number_option(flag: str, default: int, help: str) -> Decorator:  # noqa: A002 as click calls it
    """Return an option for a whole number; the command checks its range."""
    return click.option(flag, type=WholeNumber(), default=default, show_default=True, metavar="N", help=help)


_PLAYS_ONCE = {
    "difference": "both",
    "random shooter": "shooter",
    "random-shooter": "shooter",
    "without a miss": "without-a-miss",
}
"""Earlier names of kinds of play."""


def play_option(*names: str, help: str) -> Decorator:  # noqa: A002 as click calls it
    """Return the option for a kind of play, by default the first of the names."""

    def called(context: click.Context, parameter: click.Parameter, value: str) -> str:
        return one_word(_PLAYS_ONCE.get(value, value), names, "--play")

    listed = f"{', '.join(names[:-1])} or {names[-1]}"
    return click.option(
        "--play",
        default=names[0],
        show_default=True,
        metavar="PLAY",
        callback=called,
        shell_complete=words(*names),
        help=f"{help}: {listed}.",
    )


cap_option = click.option(
    "--cap",
    type=WholeNumber(1, 10**9),
    default=SELECTIONS,
    show_default=True,
    metavar="N",
    help="Largest number of selections of equilibria of the smaller sets.",
)


period_option = click.option(
    "--period",
    type=WholeNumber(),
    metavar="P",
    help="List all plans up to the period P, at most 12. Default: 2; for smaller sets of --rounds 1.",
)


begin_option = click.option(
    "--begin", type=WholeNumber(1), metavar="R", help="With --play periodic: begin with round R of the plan."
)


equilibrium_option = click.option(
    "--equilibrium", type=WholeNumber(1), metavar="K", help="Number of the equilibrium, if there are several."
)


mixed_option = click.option(
    "--mixed", is_flag=True, help="Also list equilibria in which one or two players mix a shot and a miss."
)


def _shape(format: str | None, as_json: bool, digits: int | None, color: str) -> Shape:  # noqa: A002 as click calls it
    """Return the form of a result that the options state."""
    refuse(
        click.UsageError,
        (
            format is not None and format not in FORMATS,
            f"--format: {shown(format)} is unknown; choose from {', '.join(FORMATS)}",
        ),
        (as_json and format not in (None, "json"), "--json is short for --format json; give one of them"),
    )
    return Shape("json" if as_json else format or "table", digits, color)


record_options = gathered(
    "shape",
    _shape,
    click.option(
        "--format", metavar="NAME", shell_complete=words(*FORMATS), help=f"Output format: {', '.join(FORMATS)}."
    ),
    click.option("--digits", type=WholeNumber(0, DIGIT_LIMIT), metavar="N", help="Decimals of percentages."),
    click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        metavar="WHEN",
        help="Print favourites and choices in bold: auto (on a terminal), always, never.",
    ),
)
"""The options for the form of a result; the command gets them as `shape`."""


def json_option(what: str) -> Decorator:
    """Return a decorator that adds `--json` to a command, which gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as JSON.")
