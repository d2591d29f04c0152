"""The examples of `announced.md` and `equilibria.md`: stationary equilibria by brute force, a second derivation."""

from fractions import Fraction
from itertools import product

import independent
import pytest
from independent_stationary import equilibria, gains
from pages import page_text

from truel_ref import solve

PAGE = page_text("announced.md") + page_text("equilibria.md")


def words(profile):
    return ", ".join("Miss" if not any(aim) else "ABCDE"[aim.index(1)] for aim in profile)


FOUR = ["13/25", "1/2", "11/25", "2/5"]


@pytest.mark.parametrize(
    ("hits", "expected"),
    [
        (["1/3", "2/3", 1], {"Miss, C, B": "25/63, 8/21, 2/9"}),
        (["1/2", "2/5", "3/5"], {"C, Miss, A": "15/56, 295/532, 27/152"}),
        (
            FOUR,
            {
                "Miss, Miss, D, A": "130130/720689, 860/4731, 79262381/179451561, 1350/6889",
                "B, A, D, A": "1707930/13137379, 315/4199, 43849674/159272269, 387703100/746064839",
            },
        ),
    ],
    ids=str,
)
def test_the_equilibria_in_pure_aims_are_those_of_the_page(hits, expected):
    found = equilibria(hits)
    assert {words(one.aims): ", ".join(map(str, one.values[0])) for one in found} == expected
    assert [number for numbers in expected.values() for number in numbers.split(", ") if number not in PAGE] == []


def test_the_two_equilibria_of_the_page_are_strict():
    found = {words(one.aims): one for one in equilibria(FOUR)}
    first, second = (found[aims] for aims in ("Miss, Miss, D, A", "B, A, D, A"))
    assert first.strict and second.strict
    assert all(one > other for one, other in zip(first.values[0][:2], second.values[0], strict=False))


@pytest.mark.parametrize(("of_a", "of_b", "holds"), [("275/798", "328/7289", True), ("275/798", "1/20", False)])
def test_the_mixed_equilibrium_of_the_page(of_a, of_b, holds):
    """A and B mix, and nobody has an option that is worth more: so both are indifferent."""
    (selection,) = {tuple(sorted(one.selection.items())) for one in equilibria(FOUR)}
    mixes = tuple(tuple(Fraction(share) * (place == at) for place in range(4)) for share, at in ((of_a, 1), (of_b, 0)))
    policy = {**dict(selection), (0, 1, 2, 3): (*mixes, independent.unit(4, 3), independent.unit(4, 0))}
    assert (gains(FOUR, policy) == []) is holds
    assert f"{of_a} and" in PAGE
    assert (f"{of_b}, and" in PAGE) is holds


@pytest.mark.parametrize(
    ("hits", "aims", "stationary", "announced"),
    [
        (["1/2", "2/5", "3/5"], "C, Miss, A", "15/56", "75/196"),
        (["1/4", "1/2", "3/8"], "Miss, C, B", "392/935", "1576/4165"),
    ],
    ids=str,
)
def test_to_announce_first_can_help_and_can_harm(hits, aims, stationary, announced):
    """By brute force: the one equilibrium of each of the two problems, and what announced play gives A there."""
    assert [(words(one.aims), str(one.values[0][0])) for one in equilibria(hits)] == [(aims, stationary)]
    assert str(independent.solve(hits).win[0]) == announced
    assert f"from {stationary} to {announced}" in " ".join(PAGE.split())


def test_aims_that_bind_unheard():
    """At each player's own turn the pure Nash equilibria are the stationary ones; at the first turn there are more."""
    hits, options = [1, "1/3", "1/2"], (["B", "C", "Miss"], ["A", "C", "Miss"], ["A", "B", "Miss"])

    def nash(worth):
        return [
            ", ".join(aims)
            for aims in product(*options)
            if all(
                worth(aims, m) >= worth((*aims[:m], other, *aims[m + 1 :]), m) for m in range(3) for other in options[m]
            )
        ]

    assert len(nash(lambda aims, m: solve(hits, targets=list(aims)).win[m])) == 6
    own = nash(lambda aims, m: solve(hits, targets=list(aims), order=[*"ABCAB"[m : m + 3]]).win[m])
    assert own == [words(one.aims) for one in equilibria(hits)] == ["C, Miss, A"]
