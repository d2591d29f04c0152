"""The oracle: test vectors with exact answers, and a judge for other implementations."""

from truel_ref.oracle.corpus import FLAGS, Vector, generate, make, vectors, write
from truel_ref.oracle.judge import ACCEPTED, Judgement, Result
from truel_ref.oracle.report import Report, assert_agrees, check
from truel_ref.oracle.run import Asker, check_command
from truel_ref.oracle.run.conversation import Conduct
from truel_ref.oracle.verifying import Verification, verify

__all__ = [
    "ACCEPTED",
    "FLAGS",
    "Asker",
    "Conduct",
    "Judgement",
    "Report",
    "Result",
    "Vector",
    "Verification",
    "assert_agrees",
    "check",
    "check_command",
    "generate",
    "make",
    "vectors",
    "verify",
    "write",
]
