"""The door for exact real numbers: fractions, and algebraic numbers where they are irrational.

Text is read by the grammar of `truel_ref.numbers.grammar` and never by sympy, which factorises and nothing else. What
is not proved to be a real algebraic number on the way is refused.
"""

from __future__ import annotations

from fractions import Fraction

from truel_ref.errors import NumberError, imported, shown
from truel_ref.numbers.algebraic import Algebraic, Number, by_form
from truel_ref.numbers.field import refuse_root, too_high
from truel_ref.numbers.grammar import names_a_root, number_of_text
from truel_ref.numbers.integers import integer_text
from truel_ref.numbers.limits import DEGREE_LIMIT, DIGITS_LIMIT, TEXT_LIMIT
from truel_ref.numbers.rational import in_unit_interval, read_rational, too_long
from truel_ref.numbers.writing import fraction_text

__all__ = ["number_latex", "number_text", "read_number", "read_probability"]

_SHORT = 40  # characters

_HOW_TO_WRITE = "write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"


def read_number(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Number:
    """Return the exact real number that a value stands for: a fraction where it is rational, else an `Algebraic`.

    Accepted is what `read_rational` reads; an `Algebraic`; text with `sqrt(…)` or `root(…; k)` in it, with
    numbers, `+ - * /`, integer powers (`^` or `**`) and parentheses; and sympy expressions made of rationals, sums,
    products, rational powers, `CRootOf`, the golden ratio, and sines and cosines of rational multiples of pi, where no
    step leaves the real numbers.

    Parameters: `value`, the number; `name`, how messages should call it ("player B"); `digits`, the limit on fractions
    as in `read_rational`, or None for numbers that the library itself has written.

    Raises `NumberError`, naming the value, for everything else, where a degree above 24 would be needed, and for
    numbers beyond the limits (`truel_ref.numbers.limits`).

    >>> read_number("(sqrt(5) - 1)/2"), read_number("sqrt(1/4)"), read_number("root(1 0 -1 -1; 0) - 1/3")
    (<Algebraic (sqrt(5) - 1)/2>, Fraction(1, 2), <Algebraic root(27 27 -18 -35; 0)>)
    """
    if isinstance(value, Algebraic):
        return value
    try:
        number = _irrational(value, limited=digits is not None)
        return read_rational(value, digits=digits) if number is None else number
    except NumberError as error:
        from truel_ref.numbers.transcendental import why_transcendental  # few need it, and starting is to be quick

        where = f"{name}: " if name else ""
        reason = why_transcendental(value)
        raise NumberError(f"{where}{shown(value)} {reason}" if reason else f"{where}{error}") from None


def _irrational(value: object, limited: bool) -> Number | None:
    """Return the number of text with roots or of a sympy expression, which may be rational; None for other values."""
    sympy = imported("sympy")
    try:
        if isinstance(value, str):
            text = str.__str__(value)
            if (limited and len(text) > TEXT_LIMIT) or not names_a_root(text):
                return None
            return _canonically(number_of_text(text, limited), limited)
        if sympy is None or not isinstance(value, sympy.Expr) or isinstance(value, sympy.Rational):
            return None
        from truel_ref.numbers.expressions import number_of_expression  # nobody needs it without sympy

        return _canonically(number_of_expression(sympy, value), limited)
    except (NumberError, ZeroDivisionError) as error:
        why = "it divides by zero" if isinstance(error, ZeroDivisionError) else error
        raise NumberError(f"{shown(value)} is not accepted: {why}; {_HOW_TO_WRITE}") from None


def _canonically(value: Number, limited: bool) -> Number:
    """Return a number in the field that it generates, which may be smaller than the one it was found in."""
    parts = (value,) if isinstance(value, Fraction) else (*map(Fraction, value._top), Fraction(value._bottom))
    if limited and any(too_long(part, DIGITS_LIMIT) for part in parts):
        raise NumberError(f"it has more than {DIGITS_LIMIT:,} digits, the limit")
    if isinstance(value, Fraction):
        return value
    if value.degree > DEGREE_LIMIT:
        raise NumberError(too_high(value.degree))
    if limited:
        refuse_root(value.polynomial)
    return by_form(value.polynomial, value.index)


def read_probability(value: object, name: str = "") -> Number:
    """Return the exact probability that a value stands for: `read_number`, and inside [0, 1].

    Raises `NumberError` where `read_number` does, and for anything outside [0, 1].

    >>> read_probability("sqrt(2)/2")
    <Algebraic sqrt(2)/2>
    >>> read_probability("sqrt(2)", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: 'sqrt(2)' is not in [0, 1]; a probability lies between 0 and 1
    """
    if type(value) is Fraction:
        top, bottom = value.numerator, value.denominator
        if type(top) is type(bottom) is int and 0 <= top <= bottom and bottom.bit_length() < DIGITS_LIMIT:
            return value  # by far the most frequent, and nothing is to be read
    if type(value) is str and len(value) < _SHORT and value.isascii():
        top_text, line, bottom_text = value.partition("/")
        if line and top_text.isdigit() and bottom_text.isdigit() and 0 <= int(top_text) <= int(bottom_text) != 0:
            return Fraction(int(top_text), int(bottom_text))  # the next most frequent
    number = read_number(value, name)
    if 0 <= number <= 1:
        return number
    if isinstance(number, Fraction) and not (isinstance(value, str) and names_a_root(value)):
        return in_unit_interval(number, value, name)  # it says more
    where = f"{name}: " if name else ""
    raise NumberError(f"{where}{shown(value)} is not in [0, 1]; a probability lies between 0 and 1")


def number_text(value: Number) -> str:
    """Return a number as text that `read_number` reads back to the equal number.

    >>> [number_text(read_number(text)) for text in ("2/6", "3/2 - sqrt(5/4)", "root(1 0 0 -2; 0)/2")]
    ['1/3', '(3 - sqrt(5))/2', 'root(4 0 0 -1; 0)']
    """
    return fraction_text(value) if isinstance(value, Fraction) else str(value)


def number_latex(value: Number) -> str:
    r"""Return a number for LaTeX.

    >>> print(number_latex(Fraction(1, 3)), number_latex(read_number("3/2 - sqrt(5/4)")))
    \frac{1}{3} \frac{3 - \sqrt{5}}{2}
    """
    if isinstance(value, Algebraic):
        return value.latex()
    if value.denominator == 1:
        return integer_text(value.numerator)
    return rf"\frac{{{integer_text(value.numerator)}}}{{{integer_text(value.denominator)}}}"
