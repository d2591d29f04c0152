"""How often play repeats: the arrays against exact numbers, and the counts on the page against both."""

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import independent_stationary
import pytest
from count_periodic import (
    DENOMINATOR,
    PARTS,
    Exact,
    count_grid,
    every_problem,
    kind,
    least_shift,
    main,
    plans,
    random_rows,
    shooters,
)
from pages import numbers, page_text, section, table

from truel_ref import equilibria, periodic_equilibria

FILE = Path(__file__).parents[2] / "docs" / "counts" / "periodic.json"
COUNTS = json.loads(FILE.read_text(encoding="utf-8"))
PAGE = page_text("periodic-counts.md")
TWO = (2, 8, 5, 7, 6)


def exact_plans(row, denominator):
    """Who shoots in each round of the plans that the package finds."""
    found = set()
    for play in periodic_equilibria([Fraction(hit, denominator) for hit in row]):
        found.add(
            least_shift([sum(bool(aim.targets) << place for place, aim in enumerate(aims)) for aims in play.aims])
        )
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_arrays_find_plans_that_exact_numbers_prove(players):
    rows = [*random_rows(players, 50, 3, seed=players)]
    rows += {3: [], 4: [(26, 25, 22, 20)], 5: [tuple(5 * hit for hit in TWO)]}[players]
    for row, found in zip(rows, plans(rows, 51, players + 1), strict=True):
        assert {*found} == exact_plans(row, 51)


def test_a_kind_does_not_depend_on_the_seat_where_the_list_begins():
    (plan,) = plans([TWO], 10, 6)[0]
    kinds = set()
    for start in range(5):
        row = (*TWO[start:], *TWO[:start])
        ((other,),) = plans([row], 10)
        kinds.add(kind(row, other))
    assert kinds == {kind(TWO, plan)}
    assert (kind(TWO, plan).waiting, kind(TWO, plan).misses) == ("1 2", "1 | 2")


def test_exact_numbers_refuse_other_plans_and_accept_every_shift():
    search = Exact(TWO, 10, 1)
    assert search.plans_of(search.whole, search.ways[0]) == []
    assert [search.proved(rounds) is None for rounds in ((23, 29), (29, 23), (31,), (23,), (23, 29, 29))] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert shooters(search.proved((29, 23))) == (23, 29)


def test_floats_that_are_too_close_leave_a_problem_to_exact_numbers():
    """A tie of the three, in the last player's decision; and two best kills, which are equal in an open set."""
    assert plans([(15, 6, 5)], 15) == [[()]]
    assert plans([(6636, 8374, 8118, 7931, 7120)], DENOMINATOR) == [[]]


def test_the_least_denominator_without_a_pure_equilibrium_has_plans_of_period_2():
    count = count_grid(5, 7, every=False).as_data()
    assert (count["problems"], count["no pure"], count["exact"]) == (144, 2, 2)
    assert count["periods"] == [[(1,), 142, (6, 5, 4, 3, 2)], [(2,), 2, (6, 5, 4, 2, 3)]]
    for row in ((6, 3, 5, 4, 2), (6, 5, 4, 2, 3)):
        (play,) = periodic_equilibria([Fraction(hit, 7) for hit in row])
        assert play.period == 2 and play.strict and len(play.waiting) == 2


@pytest.mark.parametrize(("part", "problems"), [("five", 1000), ("six", 100), ("four", 1000), ("grid4", 8)])
def test_a_part_is_written_and_counts_every_problem(part, problems, tmp_path):
    place = tmp_path / "counts.json"
    assert [main([part, "--problems", str(problems), "--write", str(place)]) for _ in range(2)] == [0, 0]
    data = json.loads(place.read_text(encoding="utf-8"))[part]
    size = 750 if part == "grid4" else problems
    assert sum(count for _, count, _ in data["periods"]) + data["tied"] + data["undecided"] == data["problems"] == size


def test_the_file_has_every_part_and_an_example_of_each_kind_is_what_it_says():
    assert [*COUNTS] == [*PARTS]
    source = Random(1)
    for part, size in (("five", 6), ("six", 1), ("tenths", 3), ("twelfths", 3)):
        data = COUNTS[part]
        assert sum(count for _, count, _ in data["periods"]) + data["tied"] + data["undecided"] == data["problems"]
        for period, waiting, _, _, row, misses in source.sample(data["waiting"], size):
            found = plans([tuple(row)], data["denominator"], len(row) + 1)[0]
            (plan,) = [plan for plan in found if kind(tuple(row), plan).misses == misses]
            kept = kind(tuple(row), plan)
            assert (kept.period, kept.waiting) == (period, waiting) and len(waiting) > 1
            assert Exact(tuple(row), data["denominator"], 1).proved(plan).strict


@pytest.mark.parametrize(
    ("part", "denominator"),
    [
        pytest.param("tenths", 10, marks=pytest.mark.slow),
        pytest.param("twelfths", 12, marks=pytest.mark.slow(minutes=5)),
    ],
)
def test_the_grids_are_counted_again(part, denominator):
    again = count_grid(5, denominator, every=False).as_data()
    kept = COUNTS[part]
    assert json.loads(json.dumps([again[key] for key in ("problems", "periods", "no pure", "waiting", "seats")])) == [
        kept[key] for key in ("problems", "periods", "no pure", "waiting", "seats")
    ]
    assert sum(1 for row in every_problem(5, denominator)) == again["problems"]


def by(part, column):
    """How many plans of a part have each entry of a column of `waiting`."""
    total = Counter()
    for entry in COUNTS[part]["waiting"]:
        total[entry[column]] += entry[2]
    return total


def test_the_tables_of_the_page_are_the_counts():
    head, *rest = table(section(PAGE, "How often play repeats"))
    rows, (ranks, who, orders, plans_of) = rest[:3], rest[3:7]
    periods = [int(cell.removeprefix("period ")) for cell in head[3:]]
    assert periods == sorted({*by("tenths", 0), *by("twelfths", 0), *by("five", 0)})
    for row, part in zip(rows, ("tenths", "twelfths", "five"), strict=True):
        many = by(part, 0)
        kept = [COUNTS[part]["problems"], COUNTS[part]["no pure"], *(many[period] for period in periods)]
        assert [int(cell.replace(",", "")) for cell in row[1:]] == kept
    many = by("five", 1)
    common = [cell.replace(", ", " ") for cell in ranks[1:-1]]
    assert common == [key for key, _ in many.most_common(len(common))]
    assert [*map(int, who[1:])] == [*(many[key] for key in common), many.total() - sum(many[key] for key in common)]
    seats = Counter(dict(COUNTS["five"]["seats"]))
    shown = [cell.replace(", ", " ") for cell in orders[1:-1]]
    assert shown == [key for key, _ in seats.most_common(len(shown))]
    assert [*map(int, plans_of[1:])] == [
        *(seats[key] for key in shown),
        seats.total() - sum(seats[key] for key in shown),
    ]
    assert {" ".join(map(str, (1, *order))) for order in permutations(range(2, 6))} - {*seats} == {"1 4 3 2 5"}


def test_the_sentences_of_the_page_are_the_counts():
    five, six, four, grid4 = (COUNTS[part] for part in ("five", "six", "four", "grid4"))
    coexist = sum(count for periods, count, _ in five["periods"] if periods[0] == 1 and periods[-1] > 1)
    assert numbers(PAGE, "of {} kinds among the random problems") == [five["kinds"]]
    assert numbers(PAGE, "In {} of the random problems backward") == [coexist]
    none = sum(count for ranks, count in by("five", 1).items() if not {*"12"} & {*ranks.split()})
    assert numbers(PAGE, "changes in all but {} plans") == [none]
    assert numbers(PAGE, "Among {} plans of the random problems") == [by("five", 0).total()]
    assert numbers(PAGE, "Of {} random problems {} have a set of five") == [six["problems"], six["undecided"]]
    assert numbers(PAGE, "prove all {} kinds") == [six["kinds"]]
    assert [*by("six", 0).items()] == [
        *zip((2, 3, 4, 8), numbers(PAGE, "periods 2 ({} problems), 3 ({}), 4 ({}) and 8 ({})"), strict=True)
    ]
    assert numbers(PAGE, "Among {} random problems with numerators 1 to 10006 over 10007, {} have") == [
        four["problems"],
        four["no pure"],
    ]
    assert numbers(PAGE, "all {} problems with different") == [grid4["problems"]]
    assert numbers(PAGE, "In {} of them floats leave") == [grid4["exact"]]
    assert numbers(PAGE, "decide: {} of the twelfths and {} of the random") == [
        COUNTS["twelfths"]["tied"],
        five["tied"],
    ]
    assert (grid4["no pure"], grid4["waiting"], four["exact"]) == (0, [], 0)
    kept = [[", ".join(map(str, row)), str(period)] for period, _, _, _, row, _ in four["waiting"]]
    assert sorted(row[:2] for row in [row for row in table(PAGE) if len(row) == 3][-3:]) == sorted(kept)


@pytest.mark.parametrize("row", [entry[4] for entry in COUNTS["four"]["waiting"]] + [[21, 10, 19, 11]])
def test_four_players_without_a_pure_equilibrium_settle_on_a_longer_period(row):
    """The exact solver and the second derivation find none, and the plan is strict."""
    hits = [Fraction(hit, 60 if row[0] == 21 else DENOMINATOR) for hit in row]
    answer = equilibria(hits)
    assert len(answer) == len(independent_stationary.equilibria(hits)) == 0
    assert answer.complete and len(answer.gains) == 16
    (play,) = periodic_equilibria(hits)
    assert play.strict and play.period in (5, 7) and len(play.waiting) == 2
