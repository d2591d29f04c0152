"""The examples of `docs/announced.md`: stationary equilibria by brute force, from the second derivation alone."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import independent
import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "announced.md").read_text(encoding="utf-8")
NAMES = "ABCDE"


def turned(order):
    """Every order of the same players in the same cycle, beginning with each of them in turn."""
    return [order[start:] + order[:start] for start in range(len(order))]


def options(players, order, mover):
    """Others and Miss."""
    return [independent.unit(players, other) for other in order if other != mover] + [independent.miss(players)]


def pure_equilibria(hits):
    """All pure stationary equilibria of the whole set, as pairs of aims and win vectors at every turn.

    Every smaller set must have exactly one; its values at every turn are returned, too, by order.
    """
    players = len(hits)
    later = {}
    for size in range(2, players + 1):
        for order in combinations(range(players), size):
            if size == 2:
                aims = (independent.unit(players, order[1]), independent.unit(players, order[0]))
                of_set = [(aims, independent.phase_values_by_chain(hits, order, aims, later))]
            else:
                of_each = [options(players, order, mover) for mover in order]
                table = independent.phase_table(hits, order, of_each, later)
                of_set = [
                    (profile, values)
                    for profile, values in table.items()
                    if not any(
                        table[(*profile[:place], other, *profile[place + 1 :])][place][mover] > values[place][mover]
                        for place, mover in enumerate(order)
                        for other in of_each[place]
                    )
                ]
            if size < players:
                [(_, values)] = of_set
                later |= dict(zip(turned(order), values, strict=True))
    return of_set, later


def words(profile):
    return ", ".join("Miss" if not any(aim) else NAMES[aim.index(1)] for aim in profile)


def fractions(*values):
    return [Fraction(value) for value in values]


@pytest.mark.parametrize(
    ("hits", "expected"),
    [
        (fractions("1/3", "2/3", 1), {"Miss, C, B": "25/63, 8/21, 2/9"}),
        (fractions("1/2", "2/5", "3/5"), {"C, Miss, A": "15/56, 295/532, 27/152"}),
        (
            fractions("13/25", "1/2", "11/25", "2/5"),
            {
                "Miss, Miss, D, A": "130130/720689, 860/4731, 79262381/179451561, 1350/6889",
                "B, A, D, A": "1707930/13137379, 315/4199, 43849674/159272269, 387703100/746064839",
            },
        ),
        pytest.param(fractions("1/5", "7/10", "2/5", "3/5", "1/2"), {}, marks=pytest.mark.slow),  # in T15, too
    ],
    ids=str,
)
def test_the_equilibria_in_pure_aims_are_those_of_the_page(hits, expected):
    of_set, _ = pure_equilibria(hits)
    assert {words(profile): ", ".join(map(str, values[0])) for profile, values in of_set} == expected
    assert all(number in PAGE for numbers in expected.values() for number in numbers.split(", "))


def test_the_two_equilibria_of_the_page_are_strict():
    hits = fractions("13/25", "1/2", "11/25", "2/5")
    of_set, later = pure_equilibria(hits)
    order = tuple(range(4))
    for profile, values in of_set:
        for place, mover in enumerate(order):
            for other in options(4, order, mover):
                if other != profile[place]:
                    deviated = (*profile[:place], other, *profile[place + 1 :])
                    chain = independent.phase_values_by_chain(hits, order, deviated, later)
                    assert chain[place][mover] < values[place][mover]
    first, second = (
        dict(zip(map(words, [p for p, _ in of_set]), [v[0] for _, v in of_set], strict=True))[aims]
        for aims in ("Miss, Miss, D, A", "B, A, D, A")
    )
    assert first[0] > second[0]
    assert first[1] > second[1]


@pytest.mark.parametrize(("of_a", "of_b", "holds"), [("275/798", "328/7289", True), ("275/798", "1/20", False)])
def test_the_mixed_equilibrium_of_the_page(of_a, of_b, holds):
    """A and B mix; everybody's other options are worth no more, and to A and B exactly as much as the mix."""
    hits = fractions("13/25", "1/2", "11/25", "2/5")
    _, later = pure_equilibria(hits)
    order = tuple(range(4))
    aims = (
        (Fraction(0), Fraction(of_a), Fraction(0), Fraction(0)),
        (Fraction(of_b), Fraction(0), Fraction(0), Fraction(0)),
        independent.unit(4, 3),
        independent.unit(4, 0),
    )
    values = independent.phase_values_by_chain(hits, order, aims, later)
    best = []
    for place, mover in enumerate(order):
        worths = {
            words([other]): independent.phase_values_by_chain(
                hits, order, (*aims[:place], other, *aims[place + 1 :]), later
            )[place][mover]
            for other in options(4, order, mover)
        }
        best.append({word for word, worth in worths.items() if worth == max(worths.values())})
        assert max(worths.values()) >= values[place][mover]
    assert (best == [{"B", "Miss"}, {"A", "Miss"}, {"D"}, {"A"}]) is holds
    assert f"{of_a} and" in PAGE
    assert (f"{of_b}, and" in PAGE) is holds


def test_to_announce_first_can_help_and_can_harm():
    """By brute force: the one equilibrium of each of the two problems, and what announced play gives A there."""
    for hits, aims, stationary, announced in (
        (fractions("1/2", "2/5", "3/5"), "C, Miss, A", "15/56", "75/196"),
        (fractions("1/4", "1/2", "3/8"), "Miss, C, B", "392/935", "1576/4165"),
    ):
        of_set, _ = pure_equilibria(hits)
        assert [(words(profile), str(values[0][0])) for profile, values in of_set] == [(aims, stationary)]
        assert str(independent.solve(hits).win[0]) == announced
        assert f"from {stationary} to {announced}" in " ".join(PAGE.split())


def test_a_mix_lies_between_its_parts_against_fixed_aims():
    hits, order = fractions("3/4", "11/20", 1), (0, 1, 2)
    later = {}
    for rest in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)):
        aims = (independent.unit(3, rest[1]), independent.unit(3, rest[0]))
        later[rest] = independent.phase_values_by_chain(hits, rest, aims, {})[0]
    third = Fraction(1, 3)
    singles = [independent.unit(3, 1), independent.unit(3, 2), independent.miss(3)]
    worths = [
        independent.phase_values_by_chain(hits, order, (aim, independent.unit(3, 2), independent.unit(3, 0)), later)[0][
            0
        ]
        for aim in (*singles, (Fraction(0), third, third))
    ]
    assert [str(worth) for worth in worths] == ["33/284", "57/142", "33/71", "93/284"]
    assert min(worths) < worths[3] < max(worths)
