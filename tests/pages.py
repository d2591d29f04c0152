"""What the pages of the docs say, as numbers that tests compare: the rows of tables, and the numbers of a sentence."""

import re
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"

WORDS = [
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
]
NUMBER = rf"(\d+(?:,\d{{3}})*(?:\.\d+)?(?:/\d+(?:,\d{{3}})*)?|(?i:{'|'.join(WORDS)}))"


def page_text(name):
    """Return a page of the docs by its name, such as "atlas/cube.md", in any part of the docs."""
    (page,) = DOCS.rglob(name)
    return page.read_text(encoding="utf-8")


@cache
def repository_texts():
    """Return by path what code, tests, scripts and pages say."""
    folders = [DOCS.parent / name for name in ("truel_ref", "tests", "docs", "scripts")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    return {path: path.read_text(encoding="utf-8") for path in [*found, *DOCS.parent.glob("*.md")]}


def section(page, title):
    """Return what stands below a heading, up to the next one that is not lower."""
    ((level, below),) = re.findall(rf"^(#+) {re.escape(title)}\n(.*)", page, flags=re.MULTILINE | re.DOTALL)
    return re.split(rf"^#{{1,{len(level)}}} ", below, flags=re.MULTILINE)[0]


def table(text):
    """Return the rows of all tables in a text, each as its cells; lines that rule a table are left out."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|-")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def spelled(page, sentence):
    """Return the numbers of a sentence as they are written; `{}` in it stands for each of them.

    Where lines end does not matter. The sentence must stand on the page, and once only.
    """
    pattern = NUMBER.join(re.escape(part) for part in " ".join(sentence.split()).split("{}"))
    found = re.findall(rf"(?<![\w.]){pattern}", " ".join(page.split()))
    assert len(found) == 1, f"{len(found)} times on the page: {sentence}"
    return [found[0]] if isinstance(found[0], str) else list(found[0])


def number(text):
    """Return the number that digits or a word mean.

    >>> number("3/10,000,000"), number("Fourteen")
    (Fraction(3, 10000000), Fraction(14, 1))
    """
    word = text.lower()
    return Fraction(WORDS.index(word)) if word in WORDS else Fraction(text.replace(",", ""))


def numbers(page, sentence):
    """Return the numbers of a sentence of a page, `{}` in it standing for each."""
    return [number(text) for text in spelled(page, sentence)]


def assert_numbers(page, said):
    """Check by sentence the numbers that stand at the places `{}` of sentences of a page."""
    assert {sentence: numbers(page, sentence) for sentence in said} == said


def assert_rounded(page, said):
    """Check by sentence that the decimals at the places `{}` are these numbers, rounded to the digits shown."""
    shown = {sentence: spelled(page, sentence) for sentence in said}
    assert {
        sentence: [
            text if is_rounded(text, Fraction(value)) else value
            for text, value in zip(texts, said[sentence], strict=True)
        ]
        for sentence, texts in shown.items()
    } == shown


def formula(text, names=None):
    """Return a formula of a page as sympy has it; products may be written without a sign."""
    from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, standard_transformations

    return parse_expr(text, names, transformations=(*standard_transformations, implicit_multiplication))


def added(bounds):
    """Return the ends of a sum by the ends of its parts."""
    return tuple(map(sum, zip(*bounds, strict=True)))


def unit_of(text):
    """Return what the last digit of a decimal counts."""
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def is_rounded(text, value):
    """Tell whether a decimal is an exact number, rounded to the digits that it has.

    >>> is_rounded("0.67", Fraction(2, 3)), is_rounded("0.66", Fraction(2, 3))
    (True, False)
    """
    return abs(Fraction(text) - value) <= unit_of(text) / 2


def are_outwards(texts, low, high):
    """Tell whether two decimals are the ends of an interval, rounded outwards to the digits that they have.

    >>> third = Fraction(1, 3)
    >>> are_outwards(["0.3", "0.4"], third, third), are_outwards(["0.2", "0.4"], third, third)
    (True, False)
    """
    least, most = map(unit_of, texts)
    return [Fraction(text) for text in texts] == [floor(low / least) * least, ceil(high / most) * most]
