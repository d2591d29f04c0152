r"""Values of the third letter at which the picture of surfaces, in the square of the first two, may change.

Let polynomials in `x`, `y` and `z` be given, irreducible, no two the same. For a fixed `z` they are curves in the open
square of `x` and `y`, whose cells `plane` describes by what happens at values of `x`. As `z` moves, those values are
roots in `x` of polynomials in `x` and `z`, which are the factors of

1. the discriminant in `y` of a polynomial, its values at `y = 0` and `y = 1`, and its coefficients in `y`;
2. the resultant in `y` of two polynomials;
3. a polynomial without `y`.

While `z` runs through an open interval in which no two of those factors share a root in `x`, and none has a multiple
one, nor one at 0 or at 1, nor vanishes as a polynomial in `x`, the values of `x` keep their order, and so do the roots
in `y` over each of them and between them: the cells stay what they are, and so does how they touch. So the picture can
change only at the **candidates**: the roots in `z` of the discriminants in `x` of the factors, of their values at
`x = 0` and `x = 1`, of their coefficients in `x`, and of the resultants in `x` of two of them. Most of them change
nothing that one would look at: for `events` a root counts only where it is one of something that happens in one point
of the square. This longer list is its second derivation.

That discriminants, resultants and coefficients are enough, without further subresultants, needs that no polynomial
vanishes along a whole line over the interval. It would, at `(x, z)`, where all its coefficients in `y` vanish; two of
them have no common factor, as it is irreducible, so `z` is a root of a resultant of two factors of theirs, and so a
candidate. In the same way a factor vanishes for all `x` only where its coefficients do, which are candidates, too.

Sources: G. E. Collins, "Quantifier elimination for real closed fields by cylindrical algebraic decomposition", Lecture
Notes in Computer Science 33 (1975), 134-183; S. McCallum, "An improved projection operation for cylindrical algebraic
decomposition", in *Quantifier Elimination and Cylindrical Algebraic Decomposition* (1998), 242-268.
"""

from functools import partial
from itertools import combinations

from truel_ref.symbolic.isolation import ordered, roots_inside
from truel_ref.symbolic.polynomials import discriminant, irreducible_factors, resultant, univariate


def projected(polynomials):
    """Return the factors in `x` and `z` whose roots in `x` say where something happens in the plane of a fixed `z`.

    Parameters: `polynomials`, in three letters `x`, `y`, `z`.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> projected([x**2 + y**2 - z])
    [x**2 - z, x**2 - z + 1]
    """
    from sympy import QQ, ring
    from sympy.polys.rings import PolyElement

    lifted = ring("y, x, z", QQ)[0]
    turned = [
        lifted.from_dict({(powers[1], powers[0], powers[2]): value for powers, value in polynomial.terms()})
        for polynomial in polynomials
    ]
    parts = {
        part
        for made in eliminated(turned, PolyElement.discriminant, PolyElement.resultant)
        for part in irreducible_factors(made)
    }
    return sorted(parts, key=lambda one: (sum(one.degrees()), str(one)))


def eliminated(polynomials, discriminant_of, resultant_of):
    """Yield what the steps 1 to 3 make of polynomials, in a ring without their first letter."""
    whole = polynomials[0].ring
    first = whole.gens[0]
    made = [one for one in polynomials if not one.degree(first)]
    with_it = [one for one in polynomials if one.degree(first)]
    for one in with_it:
        made += [discriminant_of(one)] if one.degree(first) > 1 else []
        made += [one.evaluate(first, end) for end in (0, 1)]
        made += [one.coeff_wrt(first, power) for power in range(one.degree(first) + 1)]
    made += [resultant_of(one, other) for one, other in combinations(with_it, 2)]
    for one in made:
        if one:
            yield one.drop(0) if getattr(one, "ring", None) == whole else one


def candidates(polynomials):
    """Return the values of the third letter in (0, 1) at which the picture may change, in increasing order.

    The steps are those of the module.

    Parameters: `polynomials`, in three letters.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> [str(root.value) for root in candidates([x + y - z, x - y])]
    []
    >>> [str(root.value) for root in candidates([2 * x + y - z, x - y, 4 * x - 1])]
    ['1/2', '3/4']
    """
    made = eliminated(projected(polynomials), partial(discriminant, variable=0), partial(resultant, variable=0))
    lines = {one if isinstance(one, tuple) else univariate(one) for one in made}
    return ordered([root for line in sorted(lines) for root in roots_inside(line)])
