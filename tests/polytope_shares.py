"""The share of a simplex that a piece takes, from determinants: it checks that cutting loses nothing.

The sides of a piece are those that the package lists; one that it lost would be missing in the sum.
"""

from fractions import Fraction

from truel_ref.explain.polytopes import sides


def determinant(rows):
    """Return a determinant by expansion along the first row."""
    if not rows:
        return Fraction(1)
    minors = ([row[:place] + row[place + 1 :] for row in rows[1:]] for place in range(len(rows)))
    return sum(
        (-1) ** place * entry * determinant(minor)
        for place, (entry, minor) in enumerate(zip(rows[0], minors, strict=True))
    )


def triangulated(cell):
    """Return simplices whose union a piece is: cones from its first corner over the sides that do not hold it."""
    if not cell.dimension:
        return [cell.points]
    apex = cell.points[0]
    return [(apex, *base) for side in sides(cell) if apex not in side.points for base in triangulated(side)]


def triangulated_share(cell):
    """Return the share of the whole simplex that a piece of full dimension takes."""
    return sum(abs(determinant([list(point) for point in part])) for part in triangulated(cell))
