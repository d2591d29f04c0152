"""Announced and stationary play side by side."""

from truel_ref import compare


def test_whom_announcing_serves():
    assert str(compare(["1/2", "2/5", "3/5"])).endswith("announcing serves A and C, at the cost of B")
    assert str(compare(["1/3", "2/3", 1])).endswith("announcing changes nobody's chances")
    assert str(compare(["1/3", "2/3", "1/2", 1])).endswith("serves B and C, at the cost of A")  # all one to D
    assert compare(["1/3", "2/3", 1]).same_aims
