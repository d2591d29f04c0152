"""The maps and areas that claims are checked with, drawn once for all tests of them."""

import pytest

from truel_ref.studies.claims import Pictures


@pytest.fixture(scope="session")
def pictures():
    return Pictures()
