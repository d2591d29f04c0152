"""What the studies refuse, each with the error and a part of its message."""

import pytest
from refusing import assert_refused, refused

from truel_ref.errors import ProblemError
from truel_ref.studies.claims import check_claims, named_claims

CLAIMS = [
    *refused(ProblemError, check_claims, (["Z9"], "there is no claim 'Z9'")),
    *refused(ProblemError, named_claims, (["S3", "s 33"], "there is no claim 's 33'; the nearest are")),
]


@pytest.mark.parametrize(("kind", "call", "says"), CLAIMS)
def test_what_is_refused(kind, call, says):
    assert_refused(kind, call, says)
