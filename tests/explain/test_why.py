from fractions import Fraction

import cases
import pytest
import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref import Problem, decision, solve, why
from truel_ref.errors import ProblemError
from truel_ref.explain.reasons import _read, choose, profile_results, target_options

F = Fraction

# The whole table of the original problem, typed from a calculation by the Markov chain: aims; who wins, seen from A's
# turn; what B and C have at their own turns.
TABLE = """
B    A    A    | 0      4/27    23/27 | 2/9   1/3
B    A    B    | 2/27   0       25/27 | 0     2/3
B    A    Miss | 0      0       1     | 0     1     C+
B    C    A    | 4/21   76/189  11/27 | 38/63 1/3
B    C    B    | 50/189 16/63   13/27 | 8/21  2/3   C+ B+
B    C    Miss | 12/49  16/49   3/7   | 24/49 3/7
B    Miss A    | 0      4/9     5/9   | 2/3   1/3
B    Miss B    | 2/9    0       7/9   | 0     2/3
B    Miss Miss | 0      0       1     | 0     1     C+
C    A    A    | 1/21   82/189  14/27 | 2/9   1/3
C    A    B    | 23/189 2/7     16/27 | 0     2/3   C+
C    A    Miss | 3/49   18/49   4/7   | 6/49  4/7
C    C    A    | 5/21   130/189 2/27  | 38/63 1/3
C    C    B    | 59/189 34/63   4/27  | 8/21  2/3   C+ B+
C    C    Miss | 15/49  34/49   0     | 30/49 0
C    Miss A    | 1/21   46/63   2/9   | 2/3   1/3
C    Miss B    | 17/63  2/7     4/9   | 0     2/3   C+
C    Miss Miss | 1/7    6/7     0     | 6/7   0
Miss A    A    | 0      2/9     7/9   | 2/9   1/3
Miss A    B    | 1/9    0       8/9   | 0     2/3
Miss A    Miss | 0      0       1     | 0     1     C+
Miss C    A    | 2/7    38/63   1/9   | 38/63 1/3
Miss C    B    | 25/63  8/21    2/9   | 8/21  2/3   C+ B+ A+
Miss C    Miss | 3/7    4/7     0     | 4/7   0
Miss Miss A    | 0      2/3     1/3   | 2/3   1/3
Miss Miss B    | 1/3    0       2/3   | 0     2/3   C+
Miss Miss Miss | 0      0       0     | 0     0     stalemate
"""


def test_the_27_rows_of_the_original_problem():
    explained = why(cases.ORIGINAL)
    lines = TABLE.strip().splitlines()
    assert len(explained.rows) == len(lines) == 27
    for number, (row, line) in enumerate(zip(explained.rows, lines, strict=True), start=1):
        aims, wins, rest = (part.split() for part in line.split("|"))
        own, marks = rest[:2], tuple(rest[2:])
        assert row.number == number
        assert [str(aim) for aim in row.profile.aims] == aims
        assert row.profile.wins[0] == tuple(map(F, wins))
        assert [row.profile.wins[1][1], row.profile.wins[2][2]] == list(map(F, own))
        assert marks == ("stalemate",) if row.profile.stalls else row.marks == marks


def solution_row(explained):
    """Return the row that everybody would choose."""
    rows = [row for row in explained.rows if len(row.marks) == len(explained.order) and "=" not in row.marks[-1][1:2]]
    assert len(rows) <= 1
    return rows[0] if rows else None


def assert_chosen(phase, explained):
    """Compare the row that everybody would choose with the solution."""
    row = solution_row(explained)
    if None in phase.aims or (phase.stalemate == 1 and row is None):
        assert row is None
    else:
        assert (row.profile.aims, row.profile.wins[0]) == (phase.aims, phase.win)


@given(strategies.problems(least=3, most=3))
def test_the_choice_is_the_solution(problem):
    solution = solve(problem)
    for phase in solution.phases:
        assert_chosen(phase, why(solution, phase=phase.order))


@given(strategies.problems(least=4, most=4, levels=False))
@examples(25)
def test_the_choice_of_four_is_the_solution(problem):
    solution = solve(problem)
    assert_chosen(solution.phases[0], why(solution, player="A"))


@given(strategies.problems(least=3, most=4, levels=False), st.data())
@examples(40)
def test_the_choice_among_given_results_is_the_same(problem, data):
    solution = solve(problem)
    order = data.draw(st.sampled_from([phase.order for phase in solution.phases]))
    assume(len(order) < 4 or sum(map(len, target_options(problem, order))) <= 16)
    chosen = choose(problem, order, profile_results(solution, order))
    rows = why(solution, phase=order).rows
    for row in rows:
        path = tuple(map(tuple.index, target_options(problem, order), row.profile.aims))
        by_table = [chosen[path[:place]].path == path for place in reversed(range(len(order)))]
        marked = [mark[1:2] in ("+", "!") for mark in row.marks]
        taken = by_table.index(False) if False in by_table else len(by_table)
        assert sum(marked) == (0 if row.profile.stalls else taken)
    path = chosen[()].path
    aims = None if path is None else tuple(target_options(problem, order)[i][option] for i, option in enumerate(path))
    assert aims is None or aims == solution.phase(order).aims


def test_ties_say_the_rule_and_who_was_passed_over():
    by_aims = {" ".join(map(str, row.profile.aims)): row.marks for row in why(["1/2", "1/2", "1"]).rows}
    assert (by_aims["C C A"], by_aims["C C B"]) == (("C=",), ("C+=1", "B+"))
    assert why(["1/2", "1/2", "1"], tie_rule=4).rows[12].marks == ("C+=4",)


def test_one_option_and_stalemates_are_marked():
    explained = why(["1/2", "1/2", "0"], targets=["Miss", "Optimal", "Optimal"])
    assert [row.marks for row in explained.rows[:2]] == [("C=",), ("C+=1", "B+", "A!")]
    assert [(row.number, row.marks) for row in explained.rows if row.profile.stalls] == [(7, ()), (8, ()), (9, ())]
    said = str(why(["1/2", "1/3", "1/4"], targets=["Optimal", "C", "Miss"], search="Strongest, Miss"))
    assert "If A misses, B aims at C, the only option; C misses, the only option; A wins with probability" in said
    dead = why(["0", "0", "0"])
    assert {(row.profile.stalls, row.marks) for row in dead.rows} == {(True, ())}
    assert dead.conclusion == "Nobody can be hit whatever is announced: the phase is a stalemate."


def test_the_text_reads_the_chain_of_choices():
    fixed = why(cases.ORIGINAL, targets=["Miss", "C", "B"])
    assert (fixed.conclusion, fixed.steps[0]) == ("Nobody has a choice.", "A has one option and misses.")
    tied = str(why(["1/2", "1/2", "1"]))
    assert "C aims at B by tie rule 1 (simplest) among equals of 1/2 (A, B), more than 0 (Miss)" in tied
    himself = why(["1/10", "1/5", "1/4", "17/20"], search={"Others", "Miss", "Self"}, player="A").conclusion
    assert himself.startswith("A aims at A because")


def test_of_many_options_the_best_have_lines():
    many = why(cases.SECOND, search="others,miss,random", random_levels=[9, 1, 1], player="A")
    worths = sorted((row.profile.wins[0][0] for row in many.rows), reverse=True)
    lines = [step.rpartition(" wins with probability ")[2].rstrip(".") for step in many.steps[:-1]]
    assert sorted(lines) == sorted(_read(worth) for worth in worths[:12])
    assert many.steps[-1] == f"The other 43 options are worth at most {_read(worths[12])}."


def test_numbers_of_many_digits_are_rounded_and_mixes_go_by_player():
    """More than the 4,300 digits that Python's own conversion allows."""
    tiny = F(1, 10**5000)
    assert "about 39.682540 %" in why([F(1, 3) + tiny, F(2, 3), 1]).conclusion
    fields = {"names": ["Carl", "Ann", "Bob"], "order": "Ann, Bob, Carl"}
    noted = why(["1", "1/3", "2/3"], targets=["Optimal", "Optimal", [tiny, "2/3", 2 * tiny]], **fields).steps
    assert "Bob mixes (about 0.000000 %, 2/3, about 0.000000 %)" in noted[0]


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"player": "A"}, [5, 14, 23]),
        ({"player": 1}, [3, 5, 9, 11, 14, 17, 21, 23, 26]),
        ({"player": "C"}, list(range(1, 28))),
    ],
)
def test_filters(asked, numbers):
    assert [row.number for row in why(cases.ORIGINAL, **asked).rows] == numbers


@pytest.mark.parametrize(
    "problem",
    [
        Problem(cases.FOUR),
        Problem(["1/2", 0, "1/2", "1/3"], targets=["Optimal", "Miss", "Optimal", "Optimal"], search="all"),
        Problem([F(k, 7) for k in (3, 1, 6, 2, 5)]),
        Problem(cases.SECOND, search="others,miss,random", random_levels=[9, 2, 1]),
    ],
    ids=repr,
)
def test_a_long_table_has_the_rows_on_the_way_to_the_answer(problem):
    """These are, for each player after the chosen announcements, the best options with the replies to them."""
    solution = solve(problem)
    explained = why(solution)
    expected = set()
    for seat, aim in enumerate(solution.aims):
        choice = decision(solution, solution.aims[:seat])
        worths = sorted((worth for worth in choice.worths if worth.allowed), key=lambda worth: -worth.value)
        assert aim in [worth.aim for worth in worths]
        expected |= {(*solution.aims[:seat], worth.aim, *worth.replies) for worth in worths[:12]}
    listed = [row.profile.aims for row in explained.way()]
    assert (set(listed), len(listed)) == (expected, len(expected))
    assert str(explained).endswith("--format csv or --json prints all of them.")
    assert len(explained._table().rows) == len(expected) < len(explained.rows)
    assert len(explained.to_records()) == len(explained.to_json()["rows"]) == len(explained.rows)
    assert len(explained.to_text("csv").splitlines()) == len(explained.rows) + 1
    assert str(explained).count("\x1b") == 0
    assert "--format csv" not in str(why(cases.ORIGINAL))


def test_rows_are_computed_where_they_are_read():
    """Six players with seven options have 117,649 profiles; the answer needs few of them."""
    many = why([F(k, 9) for k in (3, 1, 6, 2, 5, 4)], search="Others, Miss, Self")
    assert "A " in many.conclusion
    assert len(many.way()) < 60
    with pytest.raises(ProblemError, match="117,649 rows are more than 100,000; ask for the profiles that one"):
        _ = many.rows


@pytest.mark.parametrize("width", [34, 40, 60])
def test_a_narrow_terminal_cuts_the_names_of_those_who_choose_last(width):
    lines = why(cases.ORIGINAL)._table().terminal(3, width, bold=False).splitlines()
    head = next(line for line in lines if line.strip().startswith("#"))
    assert "chosen by" in head
    assert any("C+ B+ A+" in line for line in lines)
    assert max(map(len, lines)) <= width
