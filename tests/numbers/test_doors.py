"""The door: what is read and what is refused, by which limit, and that only plain numbers pass."""

import enum
import json
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import door_table
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, all_outcomes, solve
from truel_ref.errors import NumberError, TruelError, shown
from truel_ref.numbers import (
    DIGITS_LIMIT,
    EXPONENT_LIMIT,
    TEXT_LIMIT,
    fraction_text,
    number_text,
    read_count,
    read_digits,
    read_number,
    read_probability,
    read_rational,
    read_rational_probability,
)
from truel_ref.numbers.limits import COEFFICIENT_DIGITS_LIMIT
from truel_ref.numbers.roots import bounded_power

F = Fraction
READERS = (read_rational, read_number, read_rational_probability, read_probability)


@pytest.mark.parametrize(("text", "expected"), door_table.TEXTS.items())
def test_texts_stand_for_what_they_stood_for(text, expected):
    if expected.startswith("! "):
        with pytest.raises(NumberError, match=re.escape(expected.removeprefix("! "))):
            read_number(text)
        return
    number = read_number(text)
    assert number_text(number) == expected
    assert read_number(expected) == number
    assert isinstance(number, F) is ("t" not in expected)
    if type(number) is F and not set("rs^*()") & set(text.casefold()):
        assert read_rational(text) == number


# -- only plain numbers pass


class Shot(Fraction):
    """A fraction that lies about itself."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __le__(self, other):
        return True


class Words(str):
    __slots__ = ()

    def __str__(self):
        return "1"

    def strip(self, chars=None):
        return "1"


class Whole(int):
    def __int__(self):
        return 7


class Inexact(float):
    def __float__(self):
        return 7.0


class Figures(Decimal):
    pass


Level = enum.IntEnum("Level", "LOW HIGH")
SUBCLASSES = [
    (Shot(1, 3), F(1, 3)),
    (Words("1/3"), F(1, 3)),
    (Words("sqrt(1/9)"), F(1, 3)),
    (Whole(1), F(1)),
    (Inexact(0.25), F(1, 4)),
    (Figures("0.25"), F(1, 4)),
    (Level.LOW, F(1)),
    (F(Whole(1), Whole(2)), F(1, 2)),
]


@pytest.mark.parametrize(("value", "expected"), SUBCLASSES, ids=lambda value: type(value).__name__)
def test_subclasses_become_plain_fractions_at_the_door(value, expected):
    for read in (read_number, read_probability) if "sqrt" in repr(value) else READERS:
        number = read(value)
        assert type(number) is F
        assert repr((number.numerator, number.denominator)) == repr((expected.numerator, expected.denominator))
        assert type(number.numerator) is type(number.denominator) is int
    problem = Problem([value, "1/2", 1])
    assert {type(hit) for hit in problem.hits} == {F}
    assert solve(problem) == solve([expected, "1/2", 1])


def test_fractions_of_other_libraries_become_plain_ones():
    gmpy2 = pytest.importorskip("gmpy2")
    number = read_rational(F(gmpy2.mpz(1), gmpy2.mpz(3)))
    assert (number, type(number.numerator), type(number.denominator)) == (F(1, 3), int, int)
    whole = read_rational(gmpy2.mpz(1))
    assert (read_rational(gmpy2.mpq(2, 7)), whole, type(whole.numerator)) == (F(2, 7), 1, int)
    assert read_number(Words("sqrt(2)/2")) == read_number("sqrt(2)/2")


# -- limits


def test_numbers_up_to_the_limit_are_read():
    for text in ("1e-10000", "0." + "3" * DIGITS_LIMIT, "1/" + "3" * DIGITS_LIMIT, f"1/{'0' * 90_000}7", "1e10000"):
        for read in (read_rational, read_number):
            assert read(fraction_text(read(text))) == read(text)
    assert read_rational("1e-10000") == F(1, 10**10_000) == read_rational(Decimal("1e-10000"))
    assert read_rational(10**DIGITS_LIMIT) == read_rational(F(10**DIGITS_LIMIT)) == 10**DIGITS_LIMIT
    assert read_rational("0e99") == read_rational(Decimal("0e-99")) == 0
    assert bounded_power(F(2**15_624), 64) == 2**999_936  # 64 times 15,625 binary digits


LONG = "7" * (DIGITS_LIMIT + 1)


def test_the_limits_are_those_that_the_messages_name():
    assert (DIGITS_LIMIT, EXPONENT_LIMIT, TEXT_LIMIT, COEFFICIENT_DIGITS_LIMIT) == (10_000, 10_000, 100_000, 1000)


def test_nothing_is_parsed_before_its_length_is_known(monkeypatch):
    """A hundred megabytes are refused at once: no digit of them is read."""

    def short(text, limit=None):
        assert len(text) < 10
        return read_digits(text, limit)

    monkeypatch.setattr("truel_ref.numbers.rational.read_digits", short)
    monkeypatch.setattr("truel_ref.numbers.real.read_digits", short)
    for text in ("1" * 100_000_000, "1/" + "3" * 99_000, "0." + "3" * 99_000, "root(1 0 -" + "3" * 99_000 + "; 1)"):
        with pytest.raises(NumberError):
            read_number(text)


def test_what_the_library_writes_is_read_back_however_long():
    number = F(1, int(Decimal("7" * 30_000)))
    for read in (read_rational, read_number):
        assert read(fraction_text(number), digits=None) == number
    irrational = read_number("sqrt(2)") / 10**2000
    assert read_number(number_text(irrational), digits=None) == irrational
    solution = solve([F(1, 3) + F(1, 10**5000), F(2, 3), F(1)])
    written = json.loads(json.dumps(solution.to_json()))["win"]
    assert tuple(read_number(text, digits=None) for text in written) == solution.win


def test_problems_in_json_keep_to_the_limits():
    assert Problem.from_json('{"hits": [1, 0, "1/3"]}').hits == (1, 0, F(1, 3))
    for text in ('{"hits": [' + LONG * 2 + ", 1]}", '{"hits": ["1/' + LONG + '", 1]}'):
        with pytest.raises(TruelError, match="more than 10,000 digits"):
            Problem.from_json(text)


# -- counts


@pytest.mark.parametrize("value", [5, "5", " +5 ", Whole(5), enum.IntEnum("Five", {"IT": 5}).IT])
def test_counts_are_plain_integers(value):
    number = read_count(value, "games", 1, 5)
    assert (number, type(number)) == (5, int)


@given(st.integers(-30, 30) | st.integers())
def test_counts_are_those_within_the_range(number):
    for value in (number, str(number)):
        if -10 <= number <= 10:
            assert read_count(value, "level", -10, 10) == number
        else:
            with pytest.raises(NumberError, match="is not an integer from -10 to 10"):
                read_count(value, "level", -10, 10)


@pytest.mark.parametrize(
    "value",
    [0, -1, True, None, 1.0, 0.5, "x", "", "1.0", "1_0", "\u0661", F(2), 10**5000, "9" * 20_000, numpy.int64(3), [1]],
    ids=repr if sys.get_int_max_str_digits() == 0 else lambda value: type(value).__name__,
)
def test_what_is_no_count(value):
    with pytest.raises(NumberError) as caught:
        read_count(value, "games", 1, 10**12)
    assert str(caught.value) == f"games: {shown(value)} is not an integer from 1 to 1,000,000,000,000"
    assert len(str(caught.value)) < 120


def test_a_cap_beyond_all_memory_is_refused():
    with pytest.raises(NumberError, match="cap: 999999999999999999999 is not an integer from 1 to 1,000,000,000"):
        all_outcomes(["1/2", "1/2", "1/2"], cap=999999999999999999999)


def test_digits_are_limited_unless_it_is_said_that_they_are_not():
    assert read_digits(LONG, None) == int(Decimal(LONG))
    assert read_digits("-12") == -12
    with pytest.raises(NumberError, match="more than 10,000 digits"):
        read_digits(LONG * 2)


# -- messages and imports


def test_values_of_any_length_are_shown_short():
    assert list(map(shown, [1 << 100_000_000, F(1, 3**20_000), 10**5000, "x" * 10**8, "x" * 58, [10**5000]])) == [
        "an integer of 100,000,001 binary digits",
        "Fraction(1, an integer of 31,700 binary digits)",
        "1" + "0" * 58 + "…",
        "'" + "x" * 58 + "…",
        "'" + "x" * 58 + "'",
        "<list>",
    ]


def test_the_door_opens_without_heavy_libraries():
    code = "import sys, truel_ref.numbers; print(*sorted({'sympy', 'numpy', 'mpmath', 'gmpy2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
