"""How many stationary equilibria there are: the theorem about three, the searches, and every number on the pages."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import pytest
from pages import page_text, table
from search_equilibria import count_equilibria, grid, main, random_rows, tally

from truel_ref import equilibria, solve
from truel_ref.studies import uniqueness
from truel_ref.studies.self_pays import Condition, System, decide
from truel_ref.studies.uniqueness import (
    ORDERS,
    prove,
    weakest_gains,
)
from truel_ref.symbolic.algebra import Letters, evaluated
from truel_ref.symbolic.decisions import proved_sign

F = Fraction
FOUR = [F(hit, 13) for hit in (10, 9, 8, 7)]
FIVE = [F(hit, 7) for hit in (6, 3, 5, 4, 2)]
OTHER_FIVE = [F(hit, 7) for hit in (6, 5, 4, 2, 3)]
TEN = [F(hit, 20) for hit in range(7, 17)]


def said(equilibrium):
    return [str(aim) for aim in equilibrium.aims]


# -- three players


@pytest.mark.parametrize("order", ORDERS)
def test_what_the_proof_calls_positive_is_so_by_bernstein_coefficients_and_z3_says_what_cannot_hold(order):
    """Over x > y > z as functions of three letters that are free in the cube. That its steps are identities is T13.

    Not both can hold: that Y may wait, and that Z may shoot; in the order X Z Y the first cannot hold by itself.
    """
    pytest.importorskip("z3")
    letters = Letters([None, None, None])
    z, b, c = letters.hits
    y = z + (1 - z) * b
    x = y + (1 - y) * c
    margin, g, d_s = uniqueness._formulas(order, x, y, z)
    waits = x * (1 - z) - margin
    found = [(each.denom, proved_sign(each.numer)) for each in (waits - (order == "XYZ") * g, d_s, x - y, y - z, 1 - y)]
    assert found == [(1, 1)] * 5
    y_may_wait, z_may_shoot = (Condition(each.numer, frozenset({0, sign})) for each, sign in ((waits, -1), (g, 1)))
    some = ((y_may_wait, z_may_shoot), (y_may_wait,), (z_may_shoot,))
    kinds = [decide(System(letters.names, conditions)).kind for conditions in some]
    assert kinds == ["refuted", "possible" if order == "XYZ" else "refuted", "possible"]


def check_theorem(hits):
    """The aims that the theorem allows, by player, and how many equilibria there are."""
    answer, sign = equilibria(hits, mixed=True), weakest_gains(hits)
    x, y, z = sorted(range(3), key=hits.__getitem__, reverse=True)
    aims = {x: {"ABC"[y]}, y: {"ABC"[x]}, z: {"ABC"[x]} if sign > 0 else {"Miss"} if sign else {"ABC"[x], "Miss"}}
    pure = [one for one in answer if one.is_pure]
    for one in pure:
        assert all(aim in aims[player] for player, aim in enumerate(said(one))), hits
    mixes = [[(mix.least, mix.most) for mix in one.mixing] for one in answer if not one.is_pure]
    assert (len(pure), mixes) == ((1, []) if sign else (2, [[(0, 1)]])), hits
    assert not sign or pure[0].strict or 1 in hits


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_the_theorem_at_tenths_and_at_random_points(step):
    for chosen in [*combinations([F(hit, 10) for hit in range(1, 11)], 3)][::step]:
        for hits in permutations(chosen):
            check_theorem(hits)
    for row in random_rows(3, 10**6, 120 // step, seed=4):
        check_theorem([F(hit, 10**6) for hit in row])


@pytest.mark.parametrize("hits", [(1, F(2, 5), F(1, 3)), (1, F(1, 4), F(1, 3)), (F(2, 5), F(1, 3), 1)])
def test_at_ties_there_is_a_whole_line(hits):
    assert weakest_gains(hits) == 0
    check_theorem(hits)


def test_the_deciding_polynomial_is_the_one_in_numbers():
    for order, hits in (("XYZ", ("9/10", "1/2", "1/7")), ("XZY", ("9/10", "1/7", "1/2"))):
        point = [*map(F, hits), F(0), F(0), F(0)]  # its ring has three letters more
        assert evaluated(prove(order).deciding, point) == weakest_gains(hits)


# -- searches


def test_the_grid_is_every_list_up_to_rotation():
    rows = [row for denominator in (5, 10) for row in grid(4, denominator)]
    scaled = {tuple(F(hit, d) for hit in row) for d in (5, 10) for row in grid(4, d)}
    assert len(rows) == len(scaled) == 1260
    every = {hits[turn:] + hits[:turn] for hits in scaled for turn in range(4)}
    assert every == set(permutations([F(hit, 10) for hit in range(1, 11)], 4))


def test_floats_count_as_exact_numbers_do():
    rows = [*[*grid(4, 7)][::6], (10, 9, 8, 7)]
    assert count_equilibria(rows, 13) == [len(equilibria([F(hit, 13) for hit in row])) for row in rows]
    rows = [*grid(5, 7)][::3]
    counts = count_equilibria(rows, 7)
    assert counts.count(None) == 26
    for row, count in [*zip(rows, counts, strict=True)][::9]:
        assert count in (None, len(equilibria([F(hit, 7) for hit in row])))


@pytest.mark.parametrize(("scale", "more", "counts"), [(1, 0, [None]), (10**15, 1, [None]), (1000, 1, [1])])
def test_floats_leave_what_is_too_close_to_exact_numbers(scale, more, counts):
    """A tie of the three without the first, and what is next to one."""
    assert count_equilibria([(15 * scale, 6 * scale, 5 * scale + more)], 15 * scale) == counts


def test_random_rows_come_again():
    rows = [*random_rows(4, 50, 50, seed=2)]
    assert rows == [*random_rows(4, 50, 50, seed=2)]
    assert all(len({*row}) == 4 and min(row) > 0 and max(row) <= 50 for row in rows)
    assert count_equilibria([], 8) == []


@cache
def tallied(players, denominator):
    return tally(grid(players, denominator), denominator)


@pytest.mark.slow
def test_thirteen_is_the_least_denominator_of_four_with_two():
    assert {count for denominator in range(4, 13) for count, _ in tallied(4, denominator).untied} == {1}
    of_13 = tallied(4, 13)
    assert (of_13.problems, of_13.untied, of_13.tied) == (4290, ((1, 4289), (2, 1)), ())
    assert of_13.examples == ((2, ((10, 9, 8, 7),)),)


@pytest.mark.slow
def test_seven_is_the_least_denominator_of_five_with_none():
    assert [tallied(5, denominator).having(0) for denominator in (5, 6)] == [0, 0]
    of_7 = tallied(5, 7)
    assert (of_7.problems, of_7.untied, of_7.tied) == (504, ((0, 2), (1, 460), (2, 1)), ((2, 41),))
    assert of_7.examples == ((0, ((6, 3, 5, 4, 2), (6, 5, 4, 2, 3))), (2, ((7, 5, 4, 3, 2),)))


TWELFTHS = "denominator 12: 2874 problems; untied 2835 with 1; tied 34 with 2, 4 with 3, 1 with 4; exact 40"


def test_the_script_prints_what_is_counted(capsys):
    assert main(["4", "--denominators", "12"]) == 0
    assert main(["4", "--denominators", "97", "--random", "500", "--seed", "3"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == TWELFTHS
    assert second.startswith("denominator 97: 500 problems; untied ")


# -- the witnesses; more of them, from a file in the form of Gambit, too, in T14, T15 and `tests/explain/test_gambit.py`


def mixes(equilibrium):
    return [("ABCDE"[mix.player], "ABCDE"[mix.target], mix.least, mix.most) for mix in equilibrium.mixing]


def test_four_have_two_pure_ones_and_a_mixed_one():
    first, second, mixed = equilibria(FOUR, mixed=True)
    a, b = F(13, 11775), F(475891, 1045854)
    assert [(said(one), one.strict) for one in (first, second)] == [
        (["B", "A", "D", "A"], True),
        (["Miss", "Miss", "D", "A"], True),
    ]
    assert (mixes(mixed), said(mixed)[2:]) == ([("A", "B", a, a), ("B", "A", b, b)], ["D", "A"])


@pytest.mark.parametrize(
    ("hits", "mixers", "others"),
    [
        (
            FIVE,
            {"A": ("C", F(105113026981389, 248741767202042)), "C": ("D", F(477258346997028219, 1225638678730916830))},
            ["E", "B", "C"],
        ),
        (
            OTHER_FIVE,
            {"B": ("C", F(7408847262493, 43000684697500)), "C": ("E", F(5605357816056733, 5890947157611826))},
            ["Miss", "E", "D"],
        ),
    ],
)
def test_five_have_a_mixed_one_only(hits, mixers, others):
    answer = equilibria(hits, mixed=True)
    (only,) = answer
    assert (len(equilibria(hits)), answer.unsettled) == (0, 0)
    assert mixes(only) == [(player, aim, share, share) for player, (aim, share) in mixers.items()]
    assert [aim for player, aim in zip("ABCDE", said(only), strict=True) if player not in mixers] == others


# -- the pages


def rows(page, head):
    """Return the cells of the table under a head that starts so."""
    _, below = page_text(page).split(f"\n| {head}", 1)
    return table(below.split("\n\n")[0])


def counted(players, denominators):
    """Return a row of a table of counts: problems, untied ones with none, one and two equilibria, tied ones."""
    tallies = [tallied(players, denominator) for denominator in denominators]
    untied = [sum(dict(one.untied).get(count, 0) for one in tallies) for count in (0, 1, 2)]
    problems, tied = sum(one.problems for one in tallies), sum(many for one in tallies for _, many in one.tied)
    assert sum(untied) + tied == problems
    return [str(number) for number in (problems, *untied, tied)]


def test_the_counts_of_four_players_on_the_page():
    shown = [row[1:] for row in rows("equilibria.md", "denominators |")]
    assert shown == [counted(4, denominators) for denominators in (range(4, 13), [13])]


def test_the_counts_of_five_players_on_the_page():
    shown = {int(row[0]): row[1:] for row in rows("equilibria.md", "denominator |")}
    assert shown == {denominator: counted(5, [denominator]) for denominator in (5, 6, 7)}


@pytest.mark.slow
def test_the_counts_of_five_players_for_larger_denominators():
    found = {denominator: [int(number) for number in counted(5, [denominator])] for denominator in (8, 9, 10)}
    assert found == {8: [1344, 1, 1244, 2, 97], 9: [3024, 10, 2827, 4, 183], 10: [6024, 20, 5670, 11, 323]}


@pytest.mark.slow
def test_the_counts_of_four_players_for_larger_denominators():
    assert [[int(number) for number in counted(4, some)] for some in ([5, 10], [20])] == [
        [1260, 0, 1260, 0, 0],
        [27804, 0, 27720, 25, 59],
    ]


@pytest.mark.slow
def test_four_players_have_a_pure_one_up_to_denominator_32_and_at_a_million_random_points():
    tallies = [tallied(4, denominator) for denominator in range(4, 33)]
    assert (sum(one.problems for one in tallies), sum(one.having(0) for one in tallies)) == (1384020, 0)
    at_random = tally(random_rows(4, 10007, 1000000, seed=1), 10007)
    assert (at_random.untied, at_random.tied) == (((1, 997970), (2, 2030)), ())


def strongest_but(living, player):
    return max(other for other in living if other != player)


@pytest.mark.slow
def test_ten_players_without_a_miss_on_the_page():
    (only,) = equilibria(TEN, search="others")
    right = {size: Counter() for size in range(10, 2, -1)}
    for living, node in only.policy.items():
        if len(living) > 2:
            assert node.strict
            right[len(living)].update(
                aim.target == strongest_but(living, player) for player, aim in zip(living, node.aims, strict=True)
            )
    shown = [[str(size), str(aims.total()), str(aims[True])] for size, aims in right.items()]
    assert rows("ten-players.md", "players left | right aims") == shown
    assert min(only.win) == only.win[-1]
    assert 9 not in [aim.target for aim in only.aims]
    assert only.aims[9].target != 8


WITHOUT = {(2, 3, 4, *two) for two in combinations(range(5, 10), 2)} | {
    (3, 4, 5, *two) for two in combinations(range(6, 10), 2)
}


@pytest.mark.parametrize("size", [3, *(pytest.param(size, marks=pytest.mark.slow) for size in (4, 5))])
def test_the_small_sets_of_ten_players_on_the_page(size):
    aims, none, met = Counter(), set(), set()
    for living in combinations(range(10), size):
        answer = equilibria([TEN[player] for player in living])
        assert len(answer) < 2
        none |= set() if answer else {living}
        for one in answer:
            met.add(tuple(said(one)))
            aims.update(
                "strongest" if aim.target == strongest_but(range(size), place) else str(aim)
                for place, aim in enumerate(one.aims)
            )
    assert none == (WITHOUT if size == 5 else set())
    assert len(WITHOUT) == 16
    assert size > 3 or met == {("Miss", "C", "B")}
    (shown,) = [row for row in rows("ten-players.md", "players left | aims, over") if int(row[0]) == size]
    others = aims.total() - aims["strongest"] - aims["Miss"]
    assert shown == list(map(str, (size, aims.total(), aims["strongest"], aims["Miss"], others)))


@pytest.mark.slow
def test_the_large_sets_of_ten_players():
    for size, many in ((6, 164), (7, 70), (8, 18), (9, 2)):
        free = [living for living in combinations(range(10), size) if not any({*none} <= {*living} for none in WITHOUT)]
        assert len(free) == many
        assert all(len(equilibria([TEN[player] for player in living])) == 1 for living in free)
        if size == 9:
            assert free == [tuple(p for p in range(10) if p != gone) for gone in (4, 3)]
    for living in WITHOUT:
        (mixed,) = equilibria([TEN[player] for player in living], mixed=True)
        assert len(mixed.mixing) == 2
        assert not mixed.is_continuum


PLAYS = {
    "stationary": lambda hits: equilibria(hits)[0],
    "announced": solve,
    "nobody may miss": lambda hits: equilibria(hits, search="others")[0],
}


def test_the_last_six_five_four_and_three_on_the_page():
    table = rows("ten-players.md", "left |")
    assert len(table) == 12
    for left, play, aims, percents in table:
        names = left.split(", ")
        answer = PLAYS[play]([TEN["ABCDEFGHIJ".index(name)] for name in names])
        assert ["Miss" if aim.target is None else names[aim.target] for aim in answer.aims] == aims.split(", ")
        assert [f"{float(round(100 * win, 2)):.2f}" for win in answer.win] == percents.split(", ")
    for first, same in ((7, True), (6, True), (5, False), (4, False)):
        (only,), announced = equilibria(TEN[first:]), solve(TEN[first:])
        assert (only.win == announced.win) == same
        assert not same or only.aims == announced.aims
