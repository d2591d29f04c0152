"""Closed forms: the win probabilities of a profile as formulas in the hit probabilities, and where they hold.

The lines of `play.phase`, applied to rational functions, give the formulas, in lowest terms and factored. A formula
holds where every phase that enters it has `K < 1`, that is, where somebody in the phase can be hit. On the faces of the
cube where a `K` is 1, this phase is a stalemate, and the formula does not hold.

**Aims over symbols, as a user writes them: weights that are numbers, names, or sums of such terms.**

User text never goes to a general parser: a weight is a sum of terms, each a number, a name, or a number times a name;
other text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, ProblemError, shown
from truel_ref.game.aims import Aim, Word, listed_targets, read_target
from truel_ref.game.people import Order, label, labels, next_order, player_named
from truel_ref.numbers import read_digits, read_rational
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    evaluated,
    factors,
    order_text,
    rational,
    rational_probability,
    value_at,
)
from truel_ref.symbolic.text import function_latex, function_text, sympy_factored

__all__ = [
    "ClosedForm",
    "Resolves",
    "Weight",
    "aim_text",
    "closed_form",
    "later_order",
    "listed_aims",
    "symbols_of",
    "weight_function",
    "weights_of",
]


# ---------------------------------------------------------------------------------------------------------
# Aims over symbols, as a person writes them: weights that are numbers, names, or sums of such terms


Weight: TypeAlias = dict[str, Fraction]
"""A weight before the symbols are known: names with their coefficients, "" for the constant."""


def listed_aims(aims: object) -> list[object]:
    """Return aims in a list, one entry per player. Raises `ProblemError` for a value that is no text and no list."""
    if isinstance(aims, str):
        if "," not in aims and ":" not in aims and len(words := aims.split()) > 1:
            raise ProblemError(f"{shown(aims)}: put commas between the aims: {shown(','.join(words))}")
        return list(listed_targets(aims))
    if not isinstance(aims, Iterable):
        raise ProblemError(f"{shown(aims)} is not a list of aims; give one per player, like 'Miss,C,B'")
    return list(aims)


def later_order(name: object, players: int) -> Order:
    """Return the shooting order of a later phase from its name, `"B,C,D"` or a list of players or labels.

    >>> later_order("B,C,D", 4)
    (1, 2, 3)
    """
    entries = name.split(",") if isinstance(name, str) else name
    named = (
        []
        if not isinstance(entries, Iterable)
        else [entry if isinstance(entry, int) else player_named(str(entry), labels(players)) for entry in entries]
    )
    order = tuple(player for player in named if player is not None)
    turned = order[order.index(min(order)) :] + order[: order.index(min(order))] if order else ()
    if len(order) < len(named) or not 3 <= len(order) < players or turned != tuple(sorted(set(order))):
        raise ProblemError(
            f"{shown(name)} is not a later phase with a choice; name it by its shooting order, three or more players "
            "in the cycle from the player on move, like 'B,C,D'"
        )
    return order


_LETTER, _EXPONENT = re.compile("[A-Za-z]"), re.compile("[0-9.][Ee][+-]?[0-9]", re.ASCII)
_ROOT = re.compile(r"\b(sqrt|root)\s*\(", re.ASCII | re.IGNORECASE)
_TERM = re.compile(r"(?:([0-9./]+)\s*\*?\s*)?([A-Za-z][A-Za-z0-9_]*)(?:\s*/\s*([0-9]+))?", re.ASCII)


def weights_of(said: object, player: int, order: Order, players: int) -> tuple[Weight, ...]:
    """Return the weights of a player's aim in a phase, from the user's words.

    >>> weights_of(("0", "x", "1/2"), 0, (0, 1, 2), 3)
    ({'': Fraction(0, 1)}, {'x': Fraction(1, 1)}, {'': Fraction(1, 2)})

    Raises `ProblemError` for an invalid aim, and for a target who is not alive in that phase.
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
            raise ProblemError(f"{where}an aim needs one weight per player, {players} in all, not {len(listed)}")
        weights = tuple(_weight(weight, f"{where}weight on {label(at)}") for at, weight in enumerate(listed))
    else:
        weights = tuple({"": value} for value in _fixed(said, player, players))
    for at, weight in enumerate(weights):
        if at not in order and any(weight.values()):
            raise ProblemError(
                f"{where}{label(at)} is not alive in the phase {order_text(order)}; choose another target"
            )
    return weights


def _fixed(said: object, player: int, players: int) -> tuple[Fraction, ...]:
    canonical = read_target(said, player, labels(players))
    if isinstance(canonical, tuple):
        return tuple(rational(weight, f"player {label(player)}") for weight in canonical)
    if canonical is Word.MISS:
        return (Fraction(0),) * players
    if isinstance(canonical, Word):
        raise ProblemError(
            f"player {label(player)}: {canonical} is not a fixed aim; "
            "give a player, Miss, Self, or weights like 0:x:1/2"
        )
    return tuple(Fraction(int(at == canonical)) for at in range(players))


def _weight(said: object, where: str) -> Weight:
    """Read `1/2`, `x`, `2*x`, `x/3`, `1 - x - y`, without a general parser."""
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
    raise ProblemError(
        f"{where}: {shown(text)} is not a weight; write a number, a name, or a sum of such: x, 1/2, 1-x, 2*x"
    )


def symbols_of(entry: Sequence[Weight]) -> Iterator[str]:
    """Return the names of the symbols in an aim, with repetitions."""
    return (name for weight in entry for name in weight if name)


def weight_function(weight: Weight, letters: Letters) -> Function:
    """Return a weight as a function of the symbols."""
    return sum(
        (letters.constant(value) * (letters.symbols[name] if name else 1) for name, value in weight.items()),
        letters.constant(0),
    )


def aim_text(entry: Sequence[Weight], letters: Letters) -> str:
    """Return an aim as the command prints it, with its symbols."""
    if not any(symbols_of(entry)):
        return str(Aim(tuple(weight[""] for weight in entry)))
    return f"({', '.join(function_text(weight_function(weight, letters)) for weight in entry)})"


# ---------------------------------------------------------------------------------------------------------
# Closed forms: the win probabilities of a profile as formulas in the hit probabilities, and where they hold


@dataclass(frozen=True)
class Resolves:
    """The condition that a phase is not a stalemate: `1 - K > 0`, so that somebody in it can be hit.

    Fields: `orders`, the phases that share this condition; `function`, the polynomial `1 - K`; `chances`, for each
    player the chance to hit anybody on their turn, without constant factors, if it is not always 0. `1 - K` vanishes
    exactly where all of them vanish.
    """

    orders: tuple[Order, ...]
    function: Function
    chances: tuple[Function, ...]

    @property
    def names(self) -> str:
        """The phases, as labels."""
        return " and ".join(order_text(order) for order in self.orders)

    @property
    def in_words(self) -> str:
        """When somebody can be hit: `b > 0 or c > 0`."""
        return " or ".join(f"{function_text(chance)} > 0" for chance in self.chances)

    @property
    def excluded(self) -> str:
        """Where the formula does not hold: `b = c = 0`."""
        return " = ".join([*map(function_text, self.chances), "0"])

    def __str__(self) -> str:
        return f"1 - K = {function_text(self.function)} > 0 in {self.names}: {self.in_words}"


@dataclass(frozen=True, repr=False, eq=False)
class ClosedForm:
    """The win probabilities of a profile as formulas.

    Fields: `letters`, the symbols and the algebra; `aims`, one text per player; `functions`, per player the win
    probability as an element of sympy's field of fractions; `domain`, the phases that must not stall, the first phase
    first; `weights`, functions of symbolic weights that must not be negative. The symbols are probabilities: they lie
    in [0, 1].

    >>> from truel_ref.symbolic.formulas import closed_form
    >>> form = closed_form("Miss,C,B", hits=[None, None, 1])
    >>> print(form)
    player    hit    aim    wins
    --------  -----  -----  -------------------------------------------------
    A         a      Miss   a*(a + 2*b - 2*a*b - b**2 + a*b**2)/(a + b - a*b)
    B         b      C      b**2*(1 - a)/(a + b - a*b)
    C         1      B      (1 - a)*(1 - b)
    holds where
      1 - K = a + b - a*b > 0 in A, B: a > 0 or b > 0
    >>> [str(win) for win in form.at(["1/3", "2/3"])]
    ['25/63', '8/21', '2/9']
    """

    letters: Letters
    aims: tuple[str, ...]
    functions: tuple[Function, ...]
    domain: tuple[Resolves, ...]
    weights: tuple[Function, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(label(player) for player in range(len(self.functions)))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the symbols: first the letters of the free hit probabilities, then the weights."""
        return self.letters.names

    @cached_property
    def win(self) -> tuple[Any, ...]:
        """The win probability of every player as a sympy expression, factored."""
        return tuple(map(sympy_factored, self.functions))

    @cached_property
    def stalemate(self) -> Function:
        """The probability that nobody wins: 1 minus the sum of the win probabilities."""
        return self.letters.constant(1) - sum(self.functions, self.letters.constant(0))

    def at(self, values: object) -> tuple[Fraction, ...]:
        """Return the exact win probabilities at values of the symbols.

        Parameters: `values`, one fraction in [0, 1] per symbol, in the order of `symbols` or as a mapping from their
        names, in any form that `exact` reads.

        Raises `ProblemError` outside the domain, naming the condition, and for a wrong number of values.

        >>> from truel_ref.symbolic.formulas import closed_form
        >>> closed_form("Miss,C,B").at({"a": 1, "b": 0, "c": 0})
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: b = c = 0: nobody can be hit in the phase A, B, C, so the formula says nothing \
there; fix these values before making it, or ask truel_ref.solve
        """
        point = self._numbers(values)
        for condition in self.domain:
            if not value_at(condition.function.numer, point):
                phases = "phases" if len(condition.orders) > 1 else "phase"
                raise ProblemError(
                    f"{condition.excluded}: nobody can be hit in the {phases} {condition.names}, so the formula says "
                    "nothing there; fix these values before making it, or ask truel_ref.solve"
                )
        for weight in self.weights:
            if evaluated(weight, point) < 0:
                raise ProblemError(f"{function_text(weight)} is negative there, so the weights are not those of an aim")
        return tuple(evaluated(function, point) for function in self.functions)

    def _numbers(self, values: object) -> list[Fraction]:
        names = ", ".join(self.symbols) or "no symbol"
        if isinstance(values, str):
            values = [part for part in values.split(",") if part.strip()]
        if isinstance(values, Mapping):
            if set(values) != set(self.symbols):
                raise ProblemError(f"values are needed for {names}; here are {', '.join(map(str, values)) or 'none'}")
            values = [values[name] for name in self.symbols]
        if not isinstance(values, Iterable):
            raise ProblemError(f"{shown(values)} is not a list of values for {names}")
        listed = list(values)
        if len(listed) != len(self.symbols):
            raise ProblemError(f"one value for each of {names}, {len(self.symbols)} in all; here are {len(listed)}")
        return [rational_probability(value, name) for name, value in zip(self.symbols, listed, strict=True)]

    # -- printing

    def _hits(self) -> list[str]:
        return [function_text(hit) for hit in self.letters.hits]

    def __str__(self) -> str:
        from tabulate import tabulate

        rows = [
            (*row, function_text(win))
            for *row, win in zip(self.players, self._hits(), self.aims, self.functions, strict=True)
        ]
        lines = [tabulate(rows, headers=("player", "hit", "aim", "wins"), disable_numparse=True)]
        if self.stalemate:
            lines.append(f"stalemate: {function_text(self.stalemate)}")
        conditions = [*map(str, self.domain), *(f"{function_text(weight)} >= 0" for weight in self.weights)]
        if conditions:
            lines += ["holds where", *(f"  {condition}" for condition in conditions)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<ClosedForm {', '.join(self.aims)}: hits {', '.join(self._hits())}>"

    def latex(self) -> str:
        r"""Return the formulas as LaTeX, aligned, without dollar signs.

        >>> from truel_ref.symbolic.formulas import closed_form
        >>> print(closed_form("B,A").latex())
        \begin{aligned}
        w_{A} &= \frac{a}{a + b - a b} \\
        w_{B} &= \frac{b \left(1 - a\right)}{a + b - a b}
        \end{aligned}
        """
        named = zip(self.players, self.functions, strict=True)
        lines = [rf"w_{{{name}}} &= {function_latex(win)}" for name, win in named]
        if self.stalemate:
            lines.append(rf"\text{{stalemate}} &= {function_latex(self.stalemate)}")
        return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def to_json(self) -> dict[str, Any]:
        """Return the formulas and their domain as plain data for JSON.

        >>> from truel_ref.symbolic.formulas import closed_form
        >>> closed_form("B,A").to_json()["win"]
        {'A': 'a/(a + b - a*b)', 'B': 'b*(1 - a)/(a + b - a*b)'}
        """
        return {
            "hits": self._hits(),
            "aims": list(self.aims),
            "symbols": list(self.symbols),
            "win": dict(zip(self.players, map(function_text, self.functions), strict=True)),
            "stalemate": function_text(self.stalemate),
            "domain": [
                {
                    "phases": [[label(player) for player in order] for order in condition.orders],
                    "positive": function_text(condition.function),
                    "excluded": condition.excluded,
                }
                for condition in self.domain
            ],
            "not_negative": [function_text(weight) for weight in self.weights],
        }


# ---------------------------------------------------------------------------------------------------------
# Making them


def closed_form(
    aims: object, hits: Iterable[object] | None = None, later: Mapping[Any, object] | None = None
) -> ClosedForm:
    """Return the win probabilities of a profile as formulas, with the domain where they hold.

    The algorithm values every phase that the profile can reach with symbols, from the duels up: `w = V / (1 - K)`. The
    formula holds wherever no `1 - K` on the way vanishes: then substituting numbers commutes with every operation
    `+ - * /`. `1 - K` is a polynomial, because no later value enters it, and it vanishes exactly where nobody in the
    phase can be hit.

    Parameters: `aims`, one per player, as text (`"Miss,C,B"`) or a list: a label, `Miss`, `Self`, or one weight per
    player, `0:x:1/2` or `(0, x, 1-x)`, where a weight is a number, the name of a symbol, or a sum of such terms;
    `hits`, one per player, a number in [0, 1] or None (or empty text) for the player's own letter, by default all
    letters; `later`, for the shooting order of every reachable later phase of three or more players (`"B,C,D"`) its
    aims, one per player of that phase in this order. Two players left shoot each other.

    Raises `ProblemError` and `NumberError` for invalid aims and numbers, and for a later phase without aims, naming it.

    >>> closed_form("Miss,C,B").win[1]
    b**2*(1 - a)/((-a*b + a + b)*(-b*c + b + c))
    >>> print(closed_form("0:x,Miss", hits=["1/2", None]))
    player    hit    aim     wins
    --------  -----  ------  ------
    A         1/2    (0, x)  1
    B         b      Miss    0
    holds where
      1 - K = x/2 > 0 in A, B: x > 0
      x >= 0
      1 - x >= 0
    """
    profile = listed_aims(aims)
    players = len(profile)
    if hits is not None and not isinstance(hits, Iterable):
        raise ProblemError(f"hits: {shown(hits)} is not a list; give one entry per player, None for a letter")
    given = [None] * players if hits is None else [None if hit in (None, "") else hit for hit in hits]
    if len(given) != players:
        raise ProblemError(f"{players} aims and {len(given)} hit probabilities; give one of each per player")
    order = tuple(range(players))
    stated = {order: [weights_of(aim, player, order, players) for player, aim in enumerate(profile)]}
    for name, entries in (later or {}).items():
        phase = later_order(name, players)
        those = listed_aims(entries)
        if len(those) != len(phase):
            raise ProblemError(f"the phase {order_text(phase)} needs {len(phase)} aims, not {len(those)}")
        stated[phase] = [weights_of(aim, player, phase, players) for player, aim in zip(phase, those, strict=True)]
    names = dict.fromkeys(name for entries in stated.values() for entry in entries for name in symbols_of(entry))

    def policy(letters: Letters, phase: Order) -> list[tuple[Function, ...]]:
        if phase not in stated:
            raise ProblemError(
                f"the profile can reach the phase {order_text(phase)}, whose aims are not given; "
                f'name them: later={{"{order_text(phase).replace(" ", "")}": …}}'
            )
        return [tuple(weight_function(weight, letters) for weight in entry) for entry in stated[phase]]

    letters = Letters(given, more=tuple(names), policy=policy)
    functions = letters.win(order, policy(letters, order))
    reached = list(_reached(letters, order, {}))
    return ClosedForm(
        letters=letters,
        aims=tuple(aim_text(entry, letters) for entry in stated[order]),
        functions=tuple(functions),
        domain=tuple(_conditions(letters, reached)),
        weights=tuple(_not_negative(aims for _, aims in reached)),
    )


# -- the domain


def _reached(
    letters: Letters, order: Order, seen: dict[Order, Sequence[Sequence[Function]]]
) -> Iterator[tuple[Order, Sequence[Sequence[Function]]]]:
    """Yield the phases that enter the formula with their aims, the given one first."""
    assert letters.policy is not None
    if len(order) < 2 or order in seen:
        return
    first = len(order) == letters.players
    if first or len(order) > 2:
        aims = letters.policy(letters, order)
    else:
        aims = [letters.weights(Aim.at(other, letters.players)) for other in reversed(order)]
    seen[order] = aims
    yield order, aims
    for player, weights in zip(order, aims, strict=True):
        for victim, weight in enumerate(weights):
            if letters.hits[player] and weight:
                yield from _reached(letters, next_order(order, player, victim), seen)


def _conditions(letters: Letters, reached: Iterable[tuple[Order, Sequence[Sequence[Function]]]]) -> Iterator[Resolves]:
    shared: dict[Function, tuple[list[Order], tuple[Function, ...]]] = {}
    for order, aims in reached:
        hits = [letters.hits[player] * sum(weights) for player, weights in zip(order, aims, strict=True)]
        chances = tuple(chance for chance in hits if chance)
        if not chances or any(_is_constant(chance) for chance in chances):
            continue  # a structural stalemate, valued as such; or somebody can be hit for all values of the symbols
        stays = letters.constant(1)
        for chance in chances:
            stays = stays * (1 - chance)
        orders, _ = shared.setdefault(1 - stays, ([], chances))
        # Phases of the same players in another order have the same condition.
        if not any(set(other) == set(order) for other in orders):
            orders.append(order)
    for function, (orders, chances) in shared.items():
        without = (chance / letters.constant(factors(chance)[0]) for chance in chances)
        yield Resolves(tuple(orders), function, tuple(without))


def _is_constant(function: Function) -> bool:
    return bool(function.numer.is_ground and function.denom.is_ground)


def _not_negative(profiles: Iterable[Sequence[Sequence[Function]]]) -> Iterable[Function]:
    """Return the functions that must not be negative for symbolic weights: each weight, and 1 minus their sum."""
    every = (function for aims in profiles for weights in aims for function in (*weights, 1 - sum(weights)))
    return dict.fromkeys(function for function in every if not _is_constant(function))
