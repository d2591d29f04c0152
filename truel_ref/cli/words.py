"""How the words of options are read: whole numbers, one word of several, tie rules, kinds of play."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import click
from click.shell_completion import CompletionItem

from truel_ref.errors import shown
from truel_ref.game.problem import TIE_RULES, tie_rule_named
from truel_ref.numbers import read_count

# At most 50 characters: no option needs more digits.
_WHOLE = re.compile(r"(?=.{1,50}$)([+-]?[0-9]+(?:[,_][0-9]{3})*)(?:[eE]\+?([0-9]{1,2}))?", re.ASCII)


def option(usage: str, help_text: str, name: str | None = None, **settings: Any) -> click.Option:
    """Return an option.

    Parameters: `usage`, as the help prints it: `-o, --output FILE`; a flag has no value, and the value N is by default
    a whole number; `help_text`; `name`, that of the parameter if it is not that of the option; `settings` for click.
    """
    flags, value = re.fullmatch("(.*-[-a-z]+) ?(.*)", usage).groups()  # type: ignore[union-attr]
    names = [*flags.split(", "), *[name] * bool(name)]
    settings |= {"metavar": value} if value else {"is_flag": True}
    settings |= {"type": whole()} if value == "N" and "type" not in settings else {}
    return click.Option(names, help=help_text, show_default="default" in settings, **settings)


def outputs(help_text: str) -> click.Option:
    """Return the option for the files that a command writes, each in the form that its ending says."""
    return option("-o, --output FILE", f"{help_text}; may be repeated.", name="outputs", multiple=True)


def given(**values: Any) -> dict[str, Any]:
    """Return the values that are not None, by name."""
    return {name: value for name, value in values.items() if value is not None}


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question that names the closest known name, or an empty text.

    >>> nearest("--target", ["--targets", "--ties"])
    '; did you mean --targets?'
    >>> nearest("--players", ["--later", "--names"]), nearest("lottery", ["lot", "opinions"])
    ('', '; did you mean lot?')
    """
    words = {word.lstrip("-"): word for word in known}
    word = name.lstrip("-")
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.75)  # the default, 0.6, likens player to later
    close = close or [other for other in words if len(other) > 2 and word.startswith(other)]
    return f"; did you mean {words[close[0]]}?" if close else ""


class Read(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # older versions have no type parameter
    """The type of an option whose text a function reads.

    Parameters: `read`, a function of the text and the name of the option, by default the text itself; `words`, which a
    shell completes, also in a list with commas.
    """

    name = "text"

    def __init__(self, read: Callable[[str, str], Any] = lambda text, _: text, words: Sequence[str] = ()) -> None:
        self.read, self.words = read, words

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Return the value of a text; defaults stay as they are."""
        name = parameter.opts[0] if parameter else ""
        return self.read(value, name if name.startswith("-") else name.upper()) if isinstance(value, str) else value

    def shell_complete(self, context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
        """Complete the last word of a list."""
        before, comma, last = incomplete.rpartition(",")
        fits = [word for word in self.words if word.casefold().startswith(last.casefold())]
        return [CompletionItem(f"{before}{comma}{word}") for word in fits]


def whole(least: int | None = None, most: int | None = None) -> Read:
    """Return the type of a whole number: 1000000, 1,000,000, 1_000_000 or 1e6.

    Parameters: `least` and `most`, the ends of its range; without them, the command checks the number.
    """
    return Read(partial(whole_number, least=least, most=most))


def whole_number(text: str, name: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number between two bounds; refuse other texts.

    >>> whole_number("1e6", "--games"), whole_number("1,000", "--games")
    (1000000, 1000)
    """
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        raise click.UsageError(f"{name}: {shown(text)} is not a whole number such as 1000 or 1e6")
    number = int(re.sub("[,_]", "", match[1])) * 10 ** int(match[2] or 0)
    return number if least is None else read_count(number, name, least, most)


def seconds(text: str, name: str) -> float:
    """Return a number of seconds above 0; refuse other texts.

    >>> seconds("1.5", "--time-limit")
    1.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not number > 0:  # "not >" refuses NaN, too
        raise click.UsageError(f"{name}: {shown(text)} is not a number of seconds above 0, such as 60")
    return number


def one_of(*known: str) -> Read:
    """Return the type of one of several words."""
    return Read(partial(one_word, known=known), known)


def one_word(text: str, name: str, known: Sequence[str]) -> str:
    """Return a known word, in whatever case it is typed; refuse another one with the known words."""
    word = text.casefold()
    if word not in known:
        listed = f"choose from {', '.join(known)}{nearest(word, known)}"
        raise click.UsageError(f"{name}: {shown(text)} is unknown; {listed}")
    return word


TIE_RULE = Read(tie_rule_named, [name.replace(" ", "-") for name in TIE_RULES.values()])
"""The type of a tie rule, by its number or name."""
