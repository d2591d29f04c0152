"""The oracle: test vectors with exact answers, and a judge for other implementations."""

from truel_ref.oracle.check import ACCEPTED, Report, Result, Verdict, assert_agrees, check
from truel_ref.oracle.command import check_command
from truel_ref.oracle.vectors import FLAGS, Vector, generate, make, vectors, write

__all__ = [
    "ACCEPTED",
    "FLAGS",
    "Report",
    "Result",
    "Vector",
    "Verdict",
    "assert_agrees",
    "check",
    "check_command",
    "generate",
    "make",
    "vectors",
    "write",
]
