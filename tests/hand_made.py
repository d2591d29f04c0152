"""Maps made by hand: every pixel says what its maker wants, whatever the rules would say."""

from fractions import Fraction

from truel_ref import Problem
from truel_ref.game.aims import Aim
from truel_ref.maps.data import MapData
from truel_ref.maps.plays import Pixel
from truel_ref.maps.spec import MapSpec


def aim(word, players):
    """Return the aim of a label, "Miss", "mix" or "none"."""
    if word == "none":
        return None
    if word == "Miss":
        return Aim.miss(players)
    if word == "mix":
        return Aim((Fraction(1, 3),) * 2 + (Fraction(0),) * (players - 2))
    return Aim.at(ord(word) - ord("A"), players)


def pixel(aims, win):
    """Return a pixel of aims like "B A Miss" and win probabilities."""
    words = aims.split()
    return Pixel(tuple(aim(word, len(words)) for word in words), tuple(win), 1 - sum(win), False)


def grid(hits, rows, **fields):
    """Return the map whose pixels are listed row by row, from the bottom; None where there is none."""
    spec = MapSpec(Problem(hits), points=len(rows) - 1, method="normal", **fields)
    return MapData.assemble(spec, {where: rows[where[0]][where[1]] for where in spec.pixels()})


def square(hits, pixels):
    """Return a whole square of 2 by 2 from its four pixels: bottom left and right, top left and right."""
    return grid(hits, [pixels[:2], pixels[2:]], a_above_b=True)
