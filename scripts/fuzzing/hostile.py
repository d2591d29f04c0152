"""Hostile values for all doors: numbers, words, marks and other values that have broken programs."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

__all__ = ["MARKS", "NUMBERS", "WORDS", "nested", "number", "value"]

NUMBERS = (
    *("0", "1", "-1", "-0", "2", "1/3", "0.5", "50%", "100%", "1/0", "0/0", "-1/3", "3/-4", "1//2", "1/2/3"),
    *("1 / 2", "1e5", "1e-5", "1e308", "1e309", "1e-400", "1e999999999", "1e-999999999", "1E+99999999999999999999"),
    *("e1", "1e", "1e+", ".", "1.", ".5", "0.", "..5", "1.5.2", "+1", "+-1", "--1", "0x10", "0b1", "1_000"),
    *("1,000", "1'000", "007", "1%%", "%", "/2", "nan", "NaN", "-nan", "inf", "-Infinity", "None", "True", "1j"),
    *("i", "pi", "e", "π", "∞", "√2", "½", "²", "\uff11/\uff12", "٣", "१/२", "sqrt(2)/2", "sqrt(-1)", "sqrt(0)"),
    *("sqrt()", "sqrt(sqrt(2))", "(sqrt(5) - 1)/2", "sqrt(2)^99999999", "2^99999999", "2^2^2^2^2^2", "(1/3)^(1/3)"),
    *("1/(sqrt(2)-sqrt(2))", "root(1 0 1 -1; 0)", "root(1 0 1 -1; 7)", "root(; 0)", "root(0 0; 0)"),
    *("root(1 -2; 99999999999)", "cos(pi/7)", "cos(1)", "9" * 400, "9" * 5000, "0." + "0" * 4000 + "1"),
    *("1/" + "7" * 3000, "1e" + "9" * 500, "(" * 300 + "1", "-" * 500 + "1", "sqrt(" * 60 + "2" + ")" * 60),
    *("1" + "+1" * 2000),
)  # fmt: skip

WORDS = (
    *("", " ", "A", "B", "C", "Z", "a", "Optimal", "strongest", "Random", "Self", "Miss", "Others", "All"),
    *("others,miss", ",", ",,", "A:others", "A:", ":", "0:1/3:1/3", "none", "null", "true", "NaN", "{}", "[]", "-"),
    *("--", "--help", "-o", "--json", "=", "A=B", "\0", "\ud800", "\udcff", "\u202e", "\ufeff", "é", "ß", "İ", "ﬀ"),
    *("\U0001d7d9", "\n", "\r\n", "\t", "\x1b[31m", "\x7f", "\u2028", "%s", "%n", "{0}", "{x.__class__}", "$HOME"),
    *("`id`", "$(id)", ";", "|", "'", '"', "\\", "<b>", "&amp;", "../x", "/", "~", ".", "__import__('os')"),
    *("lambda: 0", "x" * 300, "x" * 20_000, "A," * 3000, "A" + "\u0300" * 500, "🂡" * 50),
)  # fmt: skip

MARKS = (*",;:/%.+-*^()[]{}<>=|&'\"\\ \t\n\0_eE019AZaz", "\ud800", "٣", "²", "é", "\ufeff")

_EDGES = (
    *(0, 1, -1, 2, 3, 7, 8, 16, 17, 64, 100, 255, 256, 1000, 4301),
    *(2**31, 2**32, 2**53 + 1, 2**63, 2**64, 10**18, 10**30),
)
_FLOATS = (0.0, -0.0, 0.1, 0.5, 1.0, 1.0000000000000002, 5e-324, 1e308, -1e308, math.inf, -math.inf, math.nan, 1 / 3)
_EXACT = (Fraction(1, 3), Fraction(-1, 2), Fraction(4, 3), Fraction(1, 10**400), Decimal("0.1"), Decimal("NaN"))
_MORE = (Decimal("1e999999"), Decimal("-Infinity"), Decimal("sNaN"), 1j, b"", b"\xff\xfe", (), set(), {1, 2})


def number(dice: Random) -> Any:
    """Return a number of any type, or the text of a number."""
    kind = dice.randrange(6)
    if kind == 0:
        return dice.choice(_FLOATS)
    if kind == 1:
        return dice.choice(_EXACT)
    if kind == 2:
        return dice.choice((*_EDGES, 10**400, -(10**5000)))
    return dice.choice(NUMBERS)


def nested(dice: Random) -> Any:
    """Return nested lists or objects, some tens or hundreds deep."""
    inner: Any = dice.choice(["1/2", 1, None, [], {}])
    as_list = dice.random() < 0.5
    for _ in range(dice.choice([2, 5, 40, 300])):
        inner = [inner] if as_list else {"x": inner}
    return inner


def value(dice: Random, plain: bool) -> Any:
    """Return any value; with `plain`, only values that JSON can express."""
    kind = dice.randrange(10)
    if kind < 3:
        given = number(dice)
        return given if not plain or isinstance(given, int | float | str) else str(given)
    if kind < 5:
        return dice.choice(WORDS)
    if kind == 5:
        return dice.choice([None, True, False, [], {}, [[]], [None], {"": None}, [[], []]])
    if kind == 6:
        return nested(dice)
    if kind == 7 and not plain:
        return dice.choice(_MORE)
    if kind == 8:
        return [value(dice, plain) for _ in range(dice.choice([0, 1, 2, 3, 9]))]
    return dice.choice(_EDGES)
