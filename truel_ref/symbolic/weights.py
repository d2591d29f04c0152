"""Aims over symbols, as a person writes them: weights that are numbers, names, or sums of such terms.

What a person wrote never goes to a general parser: a weight is a sum of terms, each a number, a name, or a number times
a name, and anything else is refused with the text in question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from truel_ref.errors import AimError, NumberError, SymbolicError, shown
from truel_ref.game.aims import Aim, Word, listed_targets, target
from truel_ref.game.orders import Order, order_text
from truel_ref.game.people import People, label, player_named
from truel_ref.numbers import read_digits, read_rational
from truel_ref.symbolic.algebra import Function, Letters, rational, rational_probability
from truel_ref.symbolic.text import function_text

__all__ = ["Weight", "aim_text", "later_order", "listed_aims", "symbols_of", "weight_function", "weights_of"]


Weight: TypeAlias = dict[str, Fraction]
"""What a weight says until the symbols are known: names with their coefficients, "" for the constant."""


def listed_aims(aims: object) -> list[object]:
    """Return aims in a list, one entry per player. Raises `AimError` for what is neither text nor a list."""
    if isinstance(aims, str):
        return list(listed_targets(aims))
    if not isinstance(aims, Iterable):
        raise AimError(f"{shown(aims)} is no list of aims; give one per player, like 'Miss,C,B'")
    return list(aims)


def later_order(name: object, players: int) -> Order:
    """Return the shooting order of a later phase that is named by it, `"B,C,D"` or a list of players or labels.

    >>> later_order("B,C,D", 4)
    (1, 2, 3)
    """
    entries = name.split(",") if isinstance(name, str) else name
    named = (
        []
        if not isinstance(entries, Iterable)
        else [entry if isinstance(entry, int) else player_named(str(entry), players) for entry in entries]
    )
    order = tuple(player for player in named if player is not None)
    turned = order[order.index(min(order)) :] + order[: order.index(min(order))] if order else ()
    if len(order) < len(named) or not 3 <= len(order) < players or turned != tuple(sorted(set(order))):
        raise SymbolicError(
            f"{shown(name)} is no later phase with a choice; it is named by its shooting order, three players or more "
            "in the cycle from the one on move, like 'B,C,D'"
        )
    return order


_LETTER, _EXPONENT = re.compile("[A-Za-z]"), re.compile("[0-9.][Ee][+-]?[0-9]", re.ASCII)
_ROOT = re.compile(r"\b(sqrt|root)\s*\(", re.ASCII | re.IGNORECASE)
_TERM = re.compile(r"(?:([0-9./]+)\s*\*?\s*)?([A-Za-z][A-Za-z0-9_]*)(?:\s*/\s*([0-9]+))?", re.ASCII)


def weights_of(said: object, player: int, order: Order, players: int) -> tuple[Weight, ...]:
    """Return the weights of an aim that a player has in a phase, as they were said.

    >>> weights_of(("0", "x", "1/2"), 0, (0, 1, 2), 3)
    ({'': Fraction(0, 1)}, {'x': Fraction(1, 1)}, {'': Fraction(1, 2)})

    Raises `AimError` for what is no aim, and for one at somebody who does not live in that phase.
    """
    where = f"player {label(player)}: "
    symbolic = (
        isinstance(said, Iterable)
        and not isinstance(said, str | Mapping)
        and any(isinstance(weight, str) and _LETTER.search(_EXPONENT.sub("", weight)) for weight in said)
    )
    if symbolic:
        listed = list(said)  # type: ignore[call-overload]  # an Iterable, see above
        if len(listed) != players:
            raise AimError(f"{where}an aim needs one weight per player, {players} in all, not {len(listed)}")
        weights = tuple(_weight(weight, f"{where}weight on {label(at)}") for at, weight in enumerate(listed))
    else:
        weights = tuple({"": value} for value in _fixed(said, player, players))
    for at, weight in enumerate(weights):
        if at not in order and any(weight.values()):
            raise AimError(f"{where}{label(at)} does not live in the phase {order_text(order)}, so he is no target")
    return weights


def _fixed(said: object, player: int, players: int) -> tuple[Fraction, ...]:
    canonical = target(said, player, People.of(players))
    if isinstance(canonical, tuple):
        return tuple(rational(weight, f"player {label(player)}") for weight in canonical)
    if canonical is Word.MISS:
        return (Fraction(0),) * players
    if isinstance(canonical, Word):
        raise AimError(
            f"player {label(player)}: {canonical} is no fixed aim; name a player, Miss, Self, or weights like 0:x:1/2"
        )
    return tuple(Fraction(int(at == canonical)) for at in range(players))


def _weight(said: object, where: str) -> Weight:
    """Read `1/2`, `x`, `2*x`, `x/3`, `1 - x - y`; what a person wrote never goes to a general parser."""
    text = str(said).strip() if isinstance(said, str) else ""
    if not _LETTER.search(_EXPONENT.sub("", text)) or _ROOT.search(text):
        return {"": rational_probability(said, where)}
    coefficients: Weight = {}
    body = text if text[:1] in "+-" else "+" + text
    parts = re.findall(r"([+-])([^+-]*)", body)
    for sign, part in parts:
        name, value = _term(part.strip(), text, where)
        coefficients[name] = coefficients.get(name, Fraction(0)) + (value if sign == "+" else -value)
    return coefficients


def _term(part: str, text: str, where: str) -> tuple[str, Fraction]:
    if match := _TERM.fullmatch(part):
        number, name, under = match.groups()
        below = read_digits(under) if under else 1
        if below:
            return name, (read_rational(number, where) if number else Fraction(1)) / below
    elif not _LETTER.search(part):
        try:
            return "", read_rational(part)
        except NumberError:
            pass
    raise AimError(f"{where}: {shown(text)} is no weight; write a number, a name, or a sum of such: x, 1/2, 1-x, 2*x")


def symbols_of(entry: Sequence[Weight]) -> Iterator[str]:
    """Yield the names of the symbols in an aim, as often as they stand there."""
    for weight in entry:
        yield from (name for name in weight if name)


def weight_function(weight: Weight, letters: Letters) -> Function:
    """Return a weight as a function of the symbols."""
    return sum(
        (letters.constant(value) * (letters.symbols[name] if name else 1) for name, value in weight.items()),
        letters.constant(0),
    )


def aim_text(entry: Sequence[Weight], letters: Letters) -> str:
    """Return an aim as the command prints it, with its symbols where it has some."""
    if not any(symbols_of(entry)):
        return str(Aim(tuple(weight[""] for weight in entry)))
    return f"({', '.join(function_text(weight_function(weight, letters)) for weight in entry)})"
