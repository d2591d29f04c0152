"""The only way in and out for numbers: input becomes an exact number here, and numbers become exact text.

Other rooms import from this package, never from its modules. The modules, each built on the earlier ones: `limits`,
`writing`, `rational` · `polynomials`, `field`, `algebraic`, `roots` (irrational numbers) · `backends` (the number type
of the solver) · `real` (reading numbers).
"""

from truel_ref.numbers.algebraic import Algebraic, Number, by_form, minimal_polynomial, one_field
from truel_ref.numbers.backends import (
    backend_in_force,
    backend_names,
    common_divisor,
    common_multiple,
    force_backend,
    inside,
    inside_integer,
    numerators,
    public,
)
from truel_ref.numbers.limits import DIGITS_LIMIT, EXPONENT_LIMIT, TEXT_LIMIT
from truel_ref.numbers.polynomials import (
    Integers,
    Interval,
    RootInterval,
    evaluate,
    factors_of,
    isolated_inside,
    primitive,
    scaled_value,
    separation,
    sign_of,
    square_part,
    value_at_cell,
    which_root,
)
from truel_ref.numbers.rational import coprime_fraction, read_rational, read_rational_probability, simplest_fraction
from truel_ref.numbers.real import ClaimedNumber, number_latex, number_text, read_number, read_probability
from truel_ref.numbers.roots import between, enclosed, irreducible_roots, positive_root, real_roots, root, sign_at
from truel_ref.numbers.writing import (
    decimal_text,
    fraction_text,
    integer_text,
    outward_texts,
    percent_text,
    read_count,
    read_digits,
)

__all__ = [
    "DIGITS_LIMIT",
    "EXPONENT_LIMIT",
    "TEXT_LIMIT",
    "Algebraic",
    "ClaimedNumber",
    "Integers",
    "Interval",
    "Number",
    "RootInterval",
    "backend_in_force",
    "backend_names",
    "between",
    "by_form",
    "common_divisor",
    "common_multiple",
    "coprime_fraction",
    "decimal_text",
    "enclosed",
    "evaluate",
    "factors_of",
    "force_backend",
    "fraction_text",
    "inside",
    "inside_integer",
    "integer_text",
    "irreducible_roots",
    "isolated_inside",
    "minimal_polynomial",
    "number_latex",
    "number_text",
    "numerators",
    "one_field",
    "outward_texts",
    "percent_text",
    "positive_root",
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
    "scaled_value",
    "separation",
    "sign_at",
    "sign_of",
    "simplest_fraction",
    "square_part",
    "value_at_cell",
    "which_root",
]
