"""Closed forms: the win probabilities of a profile as formulas in the hit probabilities, and where they hold.

The lines of `play.phase`, applied to rational functions, give the formulas, in lowest terms and factored. A formula
holds where every phase that enters it has `K < 1`, that is, where somebody in the phase can be hit. On the faces of the
cube where a `K` is 1, this phase is a stalemate, and the formula does not hold.

A weight of an aim may have letters. Text from users never goes to a general parser: a weight is a sum of terms, each a
number, a name, or a number times a name; other text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.aims import Aim, Word, listed_weights, read_target
from truel_ref.game.people import Order, entries_of, label, labels, parts_of, player_named
from truel_ref.numbers import (
    Number,
    fraction_text,
    read_digits,
    read_number,
    read_rational,
    read_rational_probability,
)
from truel_ref.records.table import Table
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    evaluated,
    factors,
    fixed_value,
    function_latex,
    function_text,
    is_constant,
    order_text,
    sympy_factored,
    value_at,
)

_NAME, _EXPONENT = re.compile("[A-Za-z][A-Za-z0-9_]*"), re.compile("[0-9.][Ee][+-]?[0-9]", re.ASCII)
_ROOT = re.compile(r"\b(sqrt|root)\s*\(", re.ASCII | re.IGNORECASE)
_TERM = re.compile(rf"\s*(?:([0-9./]+)\s*\*?\s*)?({_NAME.pattern})(?:\s*/\s*([0-9]+))?\s*", re.ASCII)


# ---------------------------------------------------------------------------------------------------------
# Aims with letters, as a person writes them


def listed_aims(aims: object) -> list[object]:
    """Return aims in a list, one entry per player. Raises `ProblemError` for a value that is no text and no list."""
    if isinstance(aims, str):
        if "," not in aims and ":" not in aims and len(words := aims.split()) > 1:
            raise ProblemError(f"{shown(aims)}: put commas between the aims: {shown(','.join(words))}")
        return [listed_weights(part) or part for part in parts_of(aims, ",")]
    return entries_of(aims, "aims: give a list with one per player, like 'Miss,C,B'")


def _later_order(name: object, players: int) -> Order:
    """Return the shooting order of a later phase from its name, `"B,C,D"` or a list of players or labels."""
    entries = name.split(",") if isinstance(name, str) else name if isinstance(name, Iterable) else ()
    order = [entry if isinstance(entry, int) else player_named(str(entry), labels(players)) for entry in entries]
    known = tuple(player for player in order if player is not None)
    begin = known.index(min(known)) if known else 0
    if known != tuple(order) or not 3 <= len(known) < players or [*known[begin:], *known[:begin]] != sorted(set(known)):
        raise ProblemError(
            f"{shown(name)} is not a later phase with a choice; name it by its shooting order, three or more players "
            "in the cycle from the player on move, like 'B,C,D'"
        )
    return known


def _entries(aim: object) -> list[object]:
    """Return the weights of an aim that is stated as a list."""
    return list(aim) if isinstance(aim, Iterable) and not isinstance(aim, str | Mapping) else []


def _names(weight: object) -> list[str]:
    """Return the names of letters in a weight, which numbers such as 1e-3 and sqrt(1/2) have not."""
    return [] if not isinstance(weight, str) or _ROOT.search(weight) else _NAME.findall(_EXPONENT.sub("", weight))


def _weights(aim: object, player: int, order: Order, letters: Letters) -> tuple[Function, ...]:
    """Return the weights of a player's aim in a phase, from the user's words.

    Raises `ProblemError` for an invalid aim, and for a target who is not alive in that phase.

    >>> _weights(("0", "x", "1/2"), 0, (0, 1, 2), Letters([None] * 3, more=["x"]))
    (0, x, 1/2)
    """
    where, listed = f"player {label(player)}", _entries(aim)
    weight_on = [f"{where}: weight on {label(at)}" for at in range(letters.players)]
    if any(map(_names, listed)):
        if len(listed) != letters.players:
            raise ProblemError(
                f"{where}: an aim needs one weight per player, {letters.players} in all, not {len(listed)}"
            )
        weights = [_weight(weight, letters, name) for weight, name in zip(listed, weight_on, strict=True)]
    else:
        target = read_target(aim, player, labels(letters.players))
        if isinstance(target, Word) and target is not Word.MISS:
            raise ProblemError(
                f"{where}: {target} is not a fixed aim; give a player, Miss, Self, or weights like 0:x:1/2"
            )
        numbers = target if isinstance(target, tuple) else [Fraction(at == target) for at in range(letters.players)]
        weights = [letters.constant(read_rational(*each)) for each in zip(numbers, weight_on, strict=True)]
    for at, weight in enumerate(weights):
        if at not in order and weight:
            raise ProblemError(
                f"{where}: {label(at)} is not alive in the phase {order_text(order)}; choose another target"
            )
    return tuple(weights)


def _weight(weight: object, letters: Letters, where: str) -> Function:
    """Read `1/2`, `x`, `2*x`, `x/3`, `1 - x - y`, without a general parser."""
    if not _names(weight):
        return letters.constant(read_rational_probability(weight, where))
    text, total = str(weight).strip(), letters.constant(0)
    for sign, part in re.findall(r"([+-])([^+-]*)", text if text[0] in "+-" else f"+{text}"):
        match = _TERM.fullmatch(part)
        number, name, under = match.groups() if match else (part, "", None)
        below = read_digits(under) if under else 1
        if not (part.strip() and below) or (_NAME.search(part) and not match):
            raise ProblemError(
                f"{where}: {shown(text)} is not a weight; write a number, a name, or a sum of such: x, 1/2, 1-x, 2*x"
            )
        value = (read_rational(number, where) if number or not name else Fraction(1)) / below
        total += letters.constant(value if sign == "+" else -value) * (letters.symbols[name] if name else 1)
    return total


def _aim_text(weights: Sequence[Function]) -> str:
    """Return an aim as the command prints it, with its letters."""
    if all(map(is_constant, weights)):
        return str(Aim(tuple(map(fixed_value, weights))))  # type: ignore[arg-type]  # all are numbers
    return f"({', '.join(map(function_text, weights))})"


# ---------------------------------------------------------------------------------------------------------
# Closed forms


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
        return " and ".join(map(order_text, self.orders))

    @property
    def excluded(self) -> str:
        """Where the formula does not hold: `b = c = 0`."""
        return " = ".join([*map(function_text, self.chances), "0"])

    def __str__(self) -> str:
        can_hit = " or ".join(f"{function_text(chance)} > 0" for chance in self.chances)
        return f"1 - K = {function_text(self.function)} > 0 in {self.names}: {can_hit}"


@dataclass(frozen=True, repr=False, eq=False)
class ClosedForm:
    """The win probabilities of a profile as formulas.

    Fields: `letters`, the letters and the algebra; `aims`, one text per player; `functions`, per player the win
    probability as an element of sympy's field of fractions; `domain`, the phases that must not stall, the first phase
    first; `weights`, functions of weights with letters that must not be negative. The letters are probabilities: they
    lie in [0, 1].

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
        return tuple(map(label, range(len(self.functions))))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the letters: first those of the free hit probabilities, then those of the weights."""
        return self.letters.names

    @cached_property
    def win(self) -> tuple[Any, ...]:
        """The win probability of every player as a sympy expression, factored."""
        return tuple(map(sympy_factored, self.functions))

    @cached_property
    def stalemate(self) -> Function:
        """The probability that nobody wins: 1 minus the sum of the win probabilities."""
        return 1 - sum(self.functions)

    def at(self, values: object) -> tuple[Fraction, ...]:
        """Return the exact win probabilities at values of the letters.

        Parameters: `values`, one fraction in [0, 1] per letter, in the order of `symbols` or as a mapping from their
        names.

        Raises `ProblemError` outside the domain, naming the condition, and for a wrong number of values.

        >>> closed_form("Miss,C,B").at({"a": 1, "b": 0, "c": 0})
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: b = c = 0: nobody can be hit in the phase A, B, C, so the formula says nothing \
there; fix these values before making it, or ask truel_ref.solve
        """
        point = self._point(values)
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

    def _point(self, values: object) -> list[Fraction]:
        names, count = ", ".join(self.symbols) or "no symbol", len(self.symbols)
        if isinstance(values, str):
            values = [part for part in values.split(",") if part.strip()]
        refuse(ProblemError, (not isinstance(values, Iterable), f"{shown(values)} is not a list of values for {names}"))
        if isinstance(values, Mapping):
            here = ", ".join(map(str, values)) or "none"
            refuse(ProblemError, ({*values} != {*self.symbols}, f"values are needed for {names}; here are {here}"))
            values = [values[name] for name in self.symbols]
        listed: list[Any] = list(values)  # type: ignore[call-overload]
        missed = f"one value for each of {names}, {count} in all; here are {len(listed)}"
        refuse(ProblemError, (count != len(listed), missed))
        return [read_rational_probability(value, name) for name, value in zip(self.symbols, listed, strict=True)]

    def __str__(self) -> str:
        hits, wins = (list(map(function_text, functions)) for functions in (self.letters.hits, self.functions))
        rows = list(zip(self.players, hits, self.aims, wins, strict=True))
        notes = [f"stalemate: {function_text(self.stalemate)}"] if self.stalemate else []
        conditions = [*map(str, self.domain), *(f"{function_text(weight)} >= 0" for weight in self.weights)]
        notes += [*["holds where"][: len(conditions)], *(f"  {condition}" for condition in conditions)]
        return Table(("player", "hit", "aim", "wins"), rows, notes=notes).text("table", 0)

    def __repr__(self) -> str:
        return f"<ClosedForm {', '.join(self.aims)}: hits {', '.join(map(function_text, self.letters.hits))}>"

    def latex(self) -> str:
        r"""Return the formulas as LaTeX, aligned, without dollar signs.

        >>> print(closed_form("B,A").latex())
        \begin{aligned}
        w_{A} &= \frac{a}{a + b - a b} \\
        w_{B} &= \frac{b \left(1 - a\right)}{a + b - a b}
        \end{aligned}
        """
        named = [(f"w_{{{name}}}", win) for name, win in zip(self.players, self.functions, strict=True)]
        if self.stalemate:
            named.append((r"\text{stalemate}", self.stalemate))
        lines = [f"{name} &= {function_latex(function)}" for name, function in named]
        return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def to_json(self) -> dict[str, Any]:
        """Return the formulas and their domain as plain data for JSON.

        >>> closed_form("B,A").to_json()["win"]
        {'A': 'a/(a + b - a*b)', 'B': 'b*(1 - a)/(a + b - a*b)'}
        """
        return {
            "hits": list(map(function_text, self.letters.hits)),
            "aims": list(self.aims),
            "symbols": list(self.symbols),
            "win": dict(zip(self.players, map(function_text, self.functions), strict=True)),
            "stalemate": function_text(self.stalemate),
            "domain": [
                {
                    "phases": [list(map(label, order)) for order in condition.orders],
                    "positive": function_text(condition.function),
                    "excluded": condition.excluded,
                }
                for condition in self.domain
            ],
            "not_negative": list(map(function_text, self.weights)),
        }


# ---------------------------------------------------------------------------------------------------------
# Making them


def closed_form(
    aims: object, hits: Iterable[object] | None = None, later: Mapping[Any, object] | None = None
) -> ClosedForm:
    """Return the win probabilities of a profile as formulas, with the domain where they hold.

    The algorithm values every phase that the profile can reach with letters, from the duels up: `w = V / (1 - K)`. The
    formula holds wherever no `1 - K` on the way vanishes: then substituting numbers commutes with every operation
    `+ - * /`. `1 - K` is a polynomial, because no later value enters it, and it vanishes exactly where nobody in the
    phase can be hit.

    Parameters: `aims`, one per player, as text (`"Miss,C,B"`) or a list: a label, `Miss`, `Self`, or one weight per
    player, `0:x:1/2` or `(0, x, 1-x)`, where a weight is a number, the name of a letter, or a sum of such terms;
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
    players, order = len(profile), tuple(range(len(profile)))
    if hits is not None and not isinstance(hits, Iterable):
        raise ProblemError(f"hits: {shown(hits)} is not a list; give one entry per player, None for a letter")
    given = [None] * players if hits is None else [None if hit in (None, "") else hit for hit in hits]
    if len(given) != players:
        raise ProblemError(f"{players} aims and {len(given)} hit probabilities; give one of each per player")
    named = 'later: name each later phase with its aims, as in {"B,C,D": ["C", "D", "B"]}, not '
    refuse(ProblemError, (not isinstance(later, Mapping | None), named + shown(later)))
    stated = {order: profile} | {
        _later_order(name, players): listed_aims(entries) for name, entries in (later or {}).items()
    }
    for phase, entries in stated.items():
        if len(entries) != len(phase):
            raise ProblemError(f"the phase {order_text(phase)} needs {len(phase)} aims, not {len(entries)}")
    listed = chain(*(_entries(aim) for entries in stated.values() for aim in entries))
    weights: dict[Order, list[tuple[Function, ...]]] = {}

    def policy(letters: Letters, phase: Order) -> list[tuple[Function, ...]]:
        if phase not in weights:
            raise ProblemError(
                f"the profile can reach the phase {order_text(phase)}, whose aims are not given; "
                f'name them: later={{"{order_text(phase).replace(" ", "")}": …}}'
            )
        return weights[phase]

    letters = Letters(given, more=tuple(dict.fromkeys(chain(*map(_names, listed)))), policy=policy)
    for phase, entries in stated.items():
        weights[phase] = [_weights(*each, phase, letters) for each in zip(entries, phase, strict=True)]
    functions = letters.win(order, weights[order])
    valued = chain(*letters.valued.values())
    may_be_negative = dict.fromkeys(function for aim in valued for function in (*aim, 1 - sum(aim)))
    return ClosedForm(
        letters=letters,
        aims=tuple(map(_aim_text, weights[order])),
        functions=tuple(functions),
        domain=tuple(_conditions(letters)),
        weights=tuple(function for function in may_be_negative if not is_constant(function)),
    )


def _conditions(letters: Letters) -> Iterator[Resolves]:
    shared: dict[Function, tuple[dict[frozenset[int], Order], list[Function]]] = {}
    for order, aims in letters.valued.items():
        chances = [
            chance
            for player, weights in zip(order, aims, strict=True)
            if (chance := letters.hits[player] * sum(weights))
        ]
        if chances and not any(map(is_constant, chances)):
            # Otherwise it is a stalemate by structure, valued as such, or somebody can be hit for all values.
            function = 1 - prod(1 - chance for chance in chances)
            # Phases of the same players in another order have the same condition.
            shared.setdefault(function, ({}, chances))[0].setdefault(frozenset(order), order)
    for function, (orders, chances) in shared.items():
        without = tuple(chance / letters.constant(factors(chance)[0]) for chance in chances)
        yield Resolves(tuple(orders.values()), function, without)


def equal_chances(hit_of_c: object = 1) -> tuple[Number, Number, Fraction]:
    """Return the only point with a given hit probability of C at which Miss, C, B gives each of three players 1/3.

    The steps: with `s = b/c`, all three win 1/3 where `(c + 2) s^2 + 2 c s = 2`, which has one positive root, and where
    `a = 2 (1 - s)/(4 - s)`. In announced and in stationary play these aims are the optimal ones there.

    Parameters: `hit_of_c`, a rational hit probability above 0.

    Raises `NumberError` for no rational probability, and `ProblemError` for 0, where C never wins.

    Source: docs/mathematics/atlas/equal-chances.md, with the proof.

    >>> print(*equal_chances(1))
    (5 - sqrt(7))/9 (sqrt(7) - 1)/3 1
    """
    c = read_rational_probability(hit_of_c, "c")
    refuse(ProblemError, (not c, "with c = 0 C never wins; give a hit probability above 0"))
    ratio = (read_number(f"sqrt({fraction_text(c * c + 2 * c + 4)})") - c) / (c + 2)
    return 2 * (1 - ratio) / (4 - ratio), ratio * c, c
