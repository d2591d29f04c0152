"""What the pages of the docs say, as numbers that tests compare: the rows of tables, and the numbers of a sentence."""

import re
from fractions import Fraction
from functools import cache
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
    lines = [line.strip().strip("|") for line in text.splitlines() if re.search(r"^\||.\|.", line)]
    return [[cell.strip() for cell in line.split("|")] for line in lines if not re.fullmatch(r"[-| ]+", line)]


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


def formula(text, names=None):
    """Return a formula of a page as sympy has it; products may be written without a sign."""
    from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, standard_transformations

    return parse_expr(text, names, transformations=(*standard_transformations, implicit_multiplication))


def unit_of(text):
    """Return what the last digit of a decimal counts."""
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def is_rounded(text, value):
    """Tell whether a decimal is an exact number, rounded to the digits that it has.

    >>> is_rounded("0.67", Fraction(2, 3)), is_rounded("0.66", Fraction(2, 3))
    (True, False)
    """
    return abs(Fraction(text) - value) <= unit_of(text) / 2
