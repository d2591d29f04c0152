"""The oracle: test vectors with exact answers, and a judge for other implementations."""

from truel_ref.oracle.asker import Asker
from truel_ref.oracle.assertions import assert_agrees
from truel_ref.oracle.conduct import Conduct
from truel_ref.oracle.corpus import FLAGS, Vector, generate, make, vectors, write
from truel_ref.oracle.judge import ACCEPTED, Judgement, Result
from truel_ref.oracle.report import Report, check
from truel_ref.oracle.runner import check_command

__all__ = [
    "ACCEPTED",
    "FLAGS",
    "Asker",
    "Conduct",
    "Judgement",
    "Report",
    "Result",
    "Vector",
    "assert_agrees",
    "check",
    "check_command",
    "generate",
    "make",
    "vectors",
    "write",
]
