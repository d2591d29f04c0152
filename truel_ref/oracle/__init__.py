"""The oracle: test vectors with exact answers, and judges of other programs, of maps and of claims."""

from truel_ref.oracle.claims_of_others import Verification, verify
from truel_ref.oracle.judgement import ACCEPTED, Judgement, Result, Terms
from truel_ref.oracle.reports import Report, assert_agrees, check, check_command
from truel_ref.oracle.vector_files import FLAGS, Vector, make, read_vectors, selected, vectors

__all__ = [
    "ACCEPTED",
    "FLAGS",
    "Judgement",
    "Report",
    "Result",
    "Terms",
    "Vector",
    "Verification",
    "assert_agrees",
    "check",
    "check_command",
    "make",
    "read_vectors",
    "selected",
    "vectors",
    "verify",
]


def __dir__() -> list[str]:
    return __all__
