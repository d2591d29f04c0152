"""The only way in and out for numbers: input becomes an exact number here, and numbers become exact text.

Other rooms import from this package, never from its modules. The modules, each built on the earlier ones: `rational`,
`roots` (polynomials and their real roots), `algebraic` (irrational numbers), `reading`.
"""

from truel_ref.numbers.algebraic import (
    Algebraic,
    Number,
    between,
    enclosed,
    floor_of,
    irreducible_roots,
    minimal_polynomial,
    numerators,
    one_field,
    real_roots,
    root,
)
from truel_ref.numbers.rational import (
    DIGITS_LIMIT,
    coprime_fraction,
    decimal_text,
    fraction_text,
    inside,
    integer_text,
    percent_text,
    public,
    read_count,
    read_digits,
    simplest_fraction,
)
from truel_ref.numbers.reading import (
    ClaimedNumber,
    nearly,
    number_latex,
    number_text,
    read_number,
    read_probability,
    read_rational,
    read_rational_probability,
)
from truel_ref.numbers.roots import (
    Integers,
    Interval,
    evaluate,
    factors_of,
    floors,
    floors_inside,
    primitive,
    root_among,
    scaled_value,
    sign_of,
)

__all__ = [
    "DIGITS_LIMIT",
    "Algebraic",
    "ClaimedNumber",
    "Integers",
    "Interval",
    "Number",
    "between",
    "coprime_fraction",
    "decimal_text",
    "enclosed",
    "evaluate",
    "factors_of",
    "floor_of",
    "floors",
    "floors_inside",
    "fraction_text",
    "inside",
    "integer_text",
    "irreducible_roots",
    "minimal_polynomial",
    "nearly",
    "number_latex",
    "number_text",
    "numerators",
    "one_field",
    "percent_text",
    "primitive",
    "public",
    "read_count",
    "read_digits",
    "read_number",
    "read_probability",
    "read_rational",
    "read_rational_probability",
    "real_roots",
    "root",
    "root_among",
    "scaled_value",
    "sign_of",
    "simplest_fraction",
]


def __dir__() -> list[str]:
    return __all__
