"""Reading exact real numbers: one grammar for the command, the library and the page; and numbers that others claim.

A text is a percentage or a sum of products of powers of numbers, roots and parentheses. The grammar runs no code.
Values that are not proved to be real algebraic numbers are refused.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Self

from truel_ref.errors import NumberError, imported, shown
from truel_ref.numbers.algebraic import Algebraic, Number, positive_root, refuse_work, root, size_of
from truel_ref.numbers.rational import (
    DIGITS_LIMIT,
    HOW_TO_WRITE,
    NotANumberError,
    decimal_text,
    fraction_text,
    rational_value,
    read_digits,
    refuse_long,
    scaled,
)

TEXT_LIMIT = 100_000
"""The most characters of the text of a number; longer text is refused unread."""

TOKENS_LIMIT = 200
"""The most numbers and signs of a text."""

DEPTH_LIMIT = 50
"""The deepest nesting of parentheses."""

_DECIMAL = r"[0-9]+(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?|\.[0-9]+(?:e[+-]?[0-9]+)?"
_PLAIN = re.compile(r"\s*-?[0-9]{1,300}(?:[./][0-9]{1,300})?\s*", re.ASCII)
_ROOT = r"root\s*\(((?:\s*[+-]?[0-9]+(?=[\s;]))*)\s*;\s*([+-]?[0-9]+)\s*\)"
_TOKEN = re.compile(rf"\s*({_DECIMAL}|{_ROOT}|sqrt\s*\(|\*\*|[-+*/^()]|\S+)", re.ASCII | re.IGNORECASE)
_WRAPPED = re.compile(r"(?!sqrt|root)[a-z_.][a-z0-9_.]*\s*\(|.*[][{}<>\"'=|:&`“”„«»$\\]", re.ASCII | re.IGNORECASE)
_OPERATIONS = ({"+": operator.add, "-": operator.sub}, {"*": operator.mul, "/": operator.truediv})


# ---------------------------------------------------------------------------------------------------------
# The grammar


def _number_of_text(text: str, digits: int | None) -> Number:
    """Return the number of a text: a sum, or a product before a percent sign.

    Raises `NumberError` and `ZeroDivisionError`, with messages about a part of the text.
    """
    if _PLAIN.fullmatch(text):  # the grammar, which gives the same, takes four times as long
        return Fraction(text) if "." in text else Fraction(*map(int, text.split("/")))
    body = text.rstrip()
    reader = _Reader(body.removesuffix("%"), digits)
    value = reader.operations(int(body.endswith("%")))
    if reader.tokens[-1]:
        raise NotANumberError(f"{shown(reader.tokens[-1], 20)} cannot stand where it does")
    return value / 100 if body.endswith("%") else value


def _decimal(text: str, digits: int | None) -> Fraction:
    """Return the number of decimal digits, perhaps with a point and an exponent."""
    figures, _, exponent = text.lower().partition("e")
    whole, _, decimals = figures.partition(".")
    return scaled(whole + decimals, _exponent(exponent) - len(decimals), digits)


def _exponent(text: str) -> int:
    """Return an exponent of any length, cut to one that is also beyond the limits."""
    return int(Decimal(text or 0).max(-9 * DIGITS_LIMIT).min(9 * DIGITS_LIMIT))


class _Reader:
    """Reads text by recursive descent: sums of products of signed powers of numbers, roots and parentheses."""

    def __init__(self, text: str, digits: int | None) -> None:
        self.digits = digits
        self.depth = 0
        self.whole = text.strip().lower()
        self.tokens = ["", *reversed([match[1].lower() for match in _TOKEN.finditer(text)])]  # the next one last
        if len(self.tokens) > TOKENS_LIMIT:
            raise NumberError(f"it has more than {TOKENS_LIMIT} numbers and signs, the limit")

    def take(self, wanted: Container[str]) -> str:
        """Return the next token and move on, if the token is wanted; otherwise return an empty text."""
        return self.tokens.pop() if self.tokens[-1] in wanted and self.tokens[-1] else ""

    def operations(self, level: int = 0) -> Number:
        """Return the value of a sum (level 0) or a product (level 1)."""
        if level == len(_OPERATIONS):
            return self.signed()
        value = self.operations(level + 1)
        while sign := self.take(_OPERATIONS[level]):
            value = self.bounded(_OPERATIONS[level][sign](value, self.operations(level + 1)))
        return value

    def signed(self) -> Number:
        if sign := self.take("+-"):
            value = self.signed()
            return -value if sign == "-" else value
        base = self.atom()
        return self.power(base, self.signed()) if self.take(("^", "**")) else base

    def power(self, base: Number, exponent: Number) -> Number:
        if isinstance(exponent, Algebraic):
            raise NumberError("an exponent is irrational")
        top, bottom = exponent.as_integer_ratio()
        if bottom > 1 and base < 0:
            raise NumberError("a root of a negative number is not real")
        base = positive_root(base, bottom) if bottom > 1 else base
        self.bounded(base, top)
        return base**top

    def atom(self) -> Number:
        token = self.tokens.pop()
        if re.fullmatch(_DECIMAL, token):
            return _decimal(token, self.digits)
        if re.fullmatch(_ROOT, token):
            *coefficients, index = map(read_digits, re.findall(r"[+-]?[0-9]+", token))
            return root(coefficients, index)
        if token != "(" and not re.fullmatch(r"sqrt\s*\(", token):
            found = shown(token, 20) if token else "its end"
            raise NotANumberError("" if token == self.whole else f"{found} comes instead of a number")
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise NumberError(f"its parentheses are nested more than {DEPTH_LIMIT} deep")
        value = self.operations()
        self.depth -= 1
        if not self.take(")"):
            raise NotANumberError(f"{shown(self.tokens[-1]) if self.tokens[-1] else 'its end'} comes instead of ')'")
        return self.power(value, Fraction(1, 2)) if token.startswith("sqrt") else value

    def bounded(self, value: Number, power: int = 1) -> Number:
        """Return a number, unless computations with its power would take too long."""
        degree, bits = size_of(value)
        refuse_work(degree, bits * abs(power))
        return value if isinstance(value, Algebraic) else refuse_long(value, self.digits)


# ---------------------------------------------------------------------------------------------------------
# Values as numbers


def read_number(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Number:
    """Return the exact real number of a value: a fraction if it is rational, otherwise an `Algebraic`.

    The function accepts integers, rational numbers, floats and decimals (`rational_value`); an `Algebraic`; text with
    decimals, `sqrt(…)`, `root(…; k)`, `+ - * /`, powers (`^` or `**`) with rational exponents, parentheses, and `%`
    after a product; and expressions of sympy that print as such a text. `root(2 0 -1; 1)` is the root number 1 of
    `2 x^2 - 1`, counted from 0 for the smallest.

    Parameters: `value`, the number; `name`, its name in messages ("player B"); `digits`, the limit: numerator and
    denominator are at most 10 to this power; None for numbers that the library has written.

    Raises `NumberError`, naming the value, for other values and beyond the limits on digits, degrees and work.

    >>> read_number("55%"), read_number(0.55), read_number("sqrt(1/4)")
    (Fraction(11, 20), Fraction(11, 20), Fraction(1, 2))
    >>> read_number("(sqrt(5) - 1)/2"), read_number("root(1 0 -1 -1; 0) - 1/3")
    (<Algebraic (sqrt(5) - 1)/2>, <Algebraic root(27 27 -18 -35; 0)>)
    >>> read_number("1e-1000000", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: '1e-1000000' is not accepted: an exponent is beyond 10,000, the limit
    """
    try:
        if type(value) is Fraction and type(value.numerator) is int is type(value.denominator):
            return refuse_long(value, digits)  # a frequent value
        text = str.__str__(value) if isinstance(value, str) else _sympy_text(value)
        if text is None:
            number = value if isinstance(value, Algebraic) else rational_value(value)
        elif digits is not None and len(text) > TEXT_LIMIT:
            raise NumberError(f"it is {len(text):,} characters long, more than {TEXT_LIMIT:,}, the limit")
        else:
            number = _number_of_text(text, digits)
        return number if isinstance(number, Algebraic) else refuse_long(number, digits)
    except NotANumberError as error:
        why = f"is not a number{': ' if str(error) else ''}{error}; {_way_out(value)}"
    except ZeroDivisionError:
        why = f"divides by zero; {HOW_TO_WRITE}"
    except NumberError as error:
        why = f"is not accepted: {error}"
    raise _refused(value, name, why)


_TYPESET = {0x2044: "/", 0x2215: "/", 0x00F7: "/", 0x2212: "-", 0x2013: "-", 0x2014: "-"} | {
    0x00D7: "*",
    0x00B7: "*",
    0x221A: "sqrt",
    0x066A: "%",
    0x066B: ".",
    0x2030: "/1000",
}
"""Signs of typesetting with their plain form."""

_GROUPS = re.compile(r"(?<=[0-9])[\s,_'\u2019](?=[0-9]{3}(?![0-9]))")
_FRACTION = re.compile(r"\s*[0-9]+\s*/\s*[0-9]+\s*")
_RAISED = "[¼-¾⅐-⅞]"


def _way_out(text: object) -> str:
    """Return how to write a number: without a wrapping, signs in plain form, commas or blanks between numbers.

    >>> _way_out("⅓"), _way_out("0,5 %"), _way_out("√½"), _way_out("1,000/3,000")
    ('write 1/3', 'write 0.5 %', 'write sqrt(1/2)', 'write 1000/3000')
    >>> _way_out("1/3; 2/3")
    'put commas between all numbers, or only blanks, and a point before decimals'
    """
    if not isinstance(text, str) or len(text) > 60:
        return HOW_TO_WRITE
    whole = _GROUPS.sub("", text)
    if whole != text and _FRACTION.fullmatch(whole):
        return f"write {whole}"
    if _WRAPPED.match(text):
        return "give the numbers alone, as in 1/3 2/3 1, without names, quotes and brackets"
    signs = re.sub(rf"(?:√|sqrt)\s*([0-9]+|{_RAISED})", r"sqrt(\1)", text)
    signs = re.sub(rf"(?<=[0-9])(?={_RAISED})", "+", signs)
    signs = unicodedata.normalize("NFKC", re.sub("[⁰¹²³⁴-⁹⁻]+", r"^\g<0>", signs))
    visible = [str(unicodedata.decimal(sign, sign)) for sign in signs if unicodedata.category(sign) != "Cf"]
    plain = re.sub(r"^(-?[0-9]*)[,\u00b7](?=[0-9]+ ?%?$)", r"\1.", " ".join("".join(visible).split()))
    plain = plain.translate(_TYPESET)
    if "(" not in plain and re.search(r"[;،、]|[0-9%]\s+[0-9]", plain):
        return "put commas between all numbers, or only blanks, and a point before decimals"
    if "," in plain and plain == " ".join(text.split()):
        return "give each number by itself, as in ['1/3', '2/3', '1'], or all in one text"
    plain += ")" * (plain.count("(") - plain.count(")"))
    try:
        _ = [_number_of_text(part, DIGITS_LIMIT) for part in plain.split(",")]
    except (NumberError, ZeroDivisionError):
        return HOW_TO_WRITE
    return f"write {plain}"


def _refused(value: object, name: str, why: str) -> NumberError:
    said = shown(str(value) if isinstance(value, Algebraic) else value)
    return NumberError(f"{name}: {said} {why}" if name else f"{said} {why}")


def _sympy_text(value: object) -> str | None:
    """Return the text of an expression of sympy that is exact and has no symbols; None for other values."""
    sympy = imported("sympy")
    if sympy is None or not isinstance(value, sympy.Expr) or isinstance(value, sympy.Rational):
        return None
    if value.has(sympy.Float) or not value.is_number:
        raise NumberError("it has floats or symbols of sympy, which are not exact numbers")
    if isinstance(value, sympy.CRootOf) and value.is_real:
        return f"root({' '.join(map(str, value.poly.all_coeffs()))}; {value.index})"
    return str(value)


def read_probability(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Number:
    """Return the exact probability of a value: `read_number`, restricted to [0, 1].

    Raises the errors of `read_number`, and `NumberError` for a number outside [0, 1].

    >>> read_probability("sqrt(2)/2")
    <Algebraic sqrt(2)/2>
    >>> read_probability("55", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: '55' is not in [0, 1]; a probability of 55 percent is written 55% or 0.55
    """
    number = read_number(value, name, digits)
    if 0 <= number.numerator <= number.denominator if isinstance(number, Fraction) else 0 <= number <= 1:
        return number  # comparing fractions takes longer than comparing integers
    hint = "a probability lies between 0 and 1"
    said = shown(value, 20).strip("' ")
    if 2 <= number <= 100 and said[-1] not in "%…":
        decimal = f" or {decimal_text(number / 100, 2)}" if number in range(101) else ""
        hint = f"a probability of {said} percent is written {said}%{decimal}"
    raise _refused(value, name, f"is not in [0, 1]; {hint}")


def nearly(number: Number) -> Fraction | None:
    """Return the short fraction that a sum of floats has missed by a few units of its last digit, else None.

    >>> nearly(read_number(0.1 * 3)), nearly(read_number(0.3)), nearly(read_number("0.1234567890123"))
    (Fraction(3, 10), None, None)
    """
    if not isinstance(number, Fraction) or number.denominator < 10**12:
        return None
    short = number.limit_denominator(1000)
    return short if number != short and abs(number - short) <= Fraction(8, 2**53) * short else None


def read_rational(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Fraction:
    """Return the exact fraction of a value: `read_number`, restricted to rational numbers.

    >>> read_rational(" 11 / 20 "), read_rational("sqrt(4)")
    (Fraction(11, 20), Fraction(2, 1))
    >>> read_rational("sqrt(2)", "miss")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: miss: 'sqrt(2)' is irrational; give a fraction near it, such as 1.414214
    """
    number = read_number(value, name, digits)
    if isinstance(number, Algebraic):
        near = decimal_text(number, 6)
        raise _refused(value, name, f"is irrational; give a fraction near it, such as {near}")
    return number


def read_rational_probability(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Fraction:
    """Return the exact probability of a value: `read_probability`, restricted to rational numbers.

    >>> read_rational_probability("2/3")
    Fraction(2, 3)
    """
    number = read_probability(value, name, digits)
    return number if isinstance(number, Fraction) else read_rational(value, name, digits)


def number_text(value: Number) -> str:
    """Return a number as text that `read_number` reads back to an equal number.

    >>> [number_text(read_number(text)) for text in ("2/6", "3/2 - sqrt(5/4)", "root(1 0 0 -2; 0)/2")]
    ['1/3', '(3 - sqrt(5))/2', 'root(4 0 0 -1; 0)']
    """
    return fraction_text(value) if isinstance(value, Fraction) else str(value)


def number_latex(value: Number) -> str:
    r"""Return a number for LaTeX.

    >>> print(number_latex(Fraction(1, 3)), number_latex(read_number("3/2 - sqrt(5/4)")))
    \frac{1}{3} \frac{3 - \sqrt{5}}{2}
    """
    text = number_text(value)
    if text.startswith("root"):
        return rf"\operatorname{{{text.replace(' ', ', ').replace(';,', f';{chr(92)},').replace('(', '}(')}"
    text = re.sub(r"sqrt\(([0-9]+)\)", r"\\sqrt{\1}", text).replace("*", " ")
    top, line, bottom = text.partition("/")
    sign = "-" if line and top.startswith("-") else ""
    return rf"{sign}\frac{{{top.removeprefix(sign).strip('()')}}}{{{bottom}}}" if line else text


# ---------------------------------------------------------------------------------------------------------
# Numbers that a publication or program claims, some of them rounded

_ROUNDED = re.compile(r"[+-]?\s*[0-9]*(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?\s*(%?)", re.ASCII)
_DIGITS_OF_DOUBLES = 17  # enough digits to read back any double


@dataclass(frozen=True)
class ClaimedNumber:
    """A number as a publication or program states it: exact, or rounded to its written digits.

    Fields: `text`, as written; `number`, its value; `digits`, the number of digits after the point of the value (two
    more for a percentage), None for an exact number.

    >>> ClaimedNumber.read("39.7 %")
    ClaimedNumber(text='39.7 %', number=Fraction(397, 1000), digits=3)
    """

    text: str
    number: Number
    digits: int | None

    @classmethod
    def read(cls, value: object, name: str = "") -> Self:
        """Return the number that a value claims, which may be outside [0, 1].

        Fractions, roots and integers ("1/3", "sqrt(2)/2", "1") are exact. Decimals, numbers with a negative exponent
        and percentages ("0.40", "4e-1", "40 %") are rounded; a float means the decimal that Python prints for it.

        Parameters: `value`, a value that `read_number` reads; `name`, its name in messages.

        Raises the errors of `read_number`.

        >>> [ClaimedNumber.read(value).digits for value in ("1", "1.000", "1e-3", "40 %", "2/5", 0.4)]
        [None, 3, 3, 2, None, 1]
        """
        if isinstance(value, float):
            value = float.__repr__(value)
        number = read_number(value, name)
        text = str(value).strip() if isinstance(value, str | Decimal) else number_text(number)
        match = _ROUNDED.fullmatch(text)
        decimals, exponent, percent = match.groups(default="") if match else ("", "", "")
        digits = len(decimals) + 2 * len(percent) - _exponent(exponent)  # zero may have any exponent
        return cls(text, number, digits if digits > 0 else None)

    def holds(self, value: Number) -> bool:
        """Return whether the claim is right for an exact number.

        An exact claim must equal the number. A rounded claim must equal the number rounded to the same digits, with
        ties to even as everywhere in this package. A decimal of at most 17 figures is also right if its nearest double
        is the nearest double of the number, because programs print doubles in this way.

        >>> claim = ClaimedNumber.read("0.12")
        >>> claim.holds(Fraction(1, 8)), claim.holds(Fraction(13, 100))
        (True, False)
        >>> ClaimedNumber.read(8 / 21).holds(Fraction(8, 21))
        True
        """
        if self.digits is None:
            return bool(value == self.number)
        figures = self.number * 10**self.digits
        same_double = abs(figures) < 10**_DIGITS_OF_DOUBLES and float(value) == float(self.number)
        return round(value * 10**self.digits) == figures or same_double
