"""The Python side of the page in the browser, in ordinary Python."""

import doctest
import importlib.util
import json
import re
from itertools import groupby
from pathlib import Path

import pytest

from truel_ref import Problem, equilibria, periodic_equilibria, solve, why
from truel_ref.numbers import percent_text

FOLDER = Path(__file__).parents[2] / "docs" / "play"
specification = importlib.util.spec_from_file_location("answers_of_the_page", FOLDER / "answers.py")
answers = importlib.util.module_from_spec(specification)
specification.loader.exec_module(answers)

THREE, FOUR, FIVE = ["1/3", "2/3", "1"], ["1/4", "1/2", "3/4", "1"], ["1/5", "4/5", "1/2", "7/10", "3/5"]


def ask(part, hits, play="announced", points=(), **more):
    question = {"part": part, "problem": {"hits": hits, **more}, "play": play, "points": points}
    return json.loads(answers.ask(json.dumps(question)))


def shown(aims, win):
    return [[str(aim), str(chance), percent_text(chance)] for aim, chance in zip(aims, win, strict=True)]


def tables(answer):
    return [[row[2:] for row in play["rows"]] for play in answer["plays"]]


def test_the_table_has_the_exact_answer_of_each_play():
    first = solve(FOUR).phases[0]
    answer = ask("answer", FOUR)
    assert tables(answer) == [shown(first.aims, first.win)]
    assert [row[:2] for row in answer["plays"][0]["rows"]] == [list(row) for row in zip("ABCD", FOUR, strict=True)]
    listed = [shown(each.aims, each.win) for each in equilibria("1/2 1/2 1/2")]
    assert tables(ask("answer", ["1/2"] * 3, "stationary")) == listed
    (plan,) = periodic_equilibria(FIVE)
    expected = [shown(aims, win) for aims, win in zip(plan.aims, plan.starts, strict=True)]
    assert tables(ask("answer", FIVE, "periodic")) == expected
    answer = ask("answer", FIVE, "stationary")
    assert (answer["plays"], answer["notes"][0]) == ([], "no pure stationary equilibria")


def test_each_player_has_their_own_row_in_any_shooting_order():
    """The first, the second and the third to shoot win 25/63, 8/21 and 2/9, and miss or aim at the other of the two."""
    stated = {"names": "Bob,Carl,Ann", "order": "Ann,Bob,Carl"}
    rows = [["Bob", "2/3", "Carl", "8/21"], ["Carl", "1", "Bob", "2/9"], ["Ann", "1/3", "Miss", "25/63"]]
    for play in ("announced", "stationary", "periodic"):
        answer = ask("answer", ["2/3", "1", "1/3"], play, **stated)
        assert [row[:4] for row in answer["plays"][0]["rows"]] == rows
    cells = ask("map", ["2/3", "1", "1/3"], points=[["2/3", "1"]], **stated)["cells"]
    assert cells == [["Ann", "Carl, Bob, Miss", "39.683 %"]]


def test_of_many_equilibria_it_shows_some_and_says_so():
    answer = ask("answer", ["1/2", "1/2", "1/2", "1/4"], "stationary")
    number = len(equilibria(["1/2", "1/2", "1/2", "1/4"]))
    assert number > len(answer["plays"]) == 8
    assert answer["notes"][-1] == f"the page shows 8 of {number} tables; the command truel-ref shows all"


@pytest.mark.parametrize(("hits", "nobody"), [(["0", "0", "0"], ["1", "100.000 %"]), (THREE, None)])
def test_nobody_may_win(hits, nobody):
    assert ask("answer", hits)["plays"][0]["nobody"] == nobody


@pytest.mark.parametrize("hits", [THREE, ["1/2"] * 3])
@pytest.mark.parametrize("more", [{}, {"search": "others"}, {"names": "Ann,Bob,Carl", "order": "Carl,Ann,Bob"}])
def test_the_tree_has_every_profile_and_what_is_chosen(hits, more):
    answer = ask("why", hits, **more)
    explained = why(hits, **more)
    assert (answer["conclusion"], answer["steps"]) == (explained.conclusion, list(explained.steps))
    problem = explained.solution.problem
    profiles = [row.profile for row in explained.rows]
    assert [row["aims"] for row in answer["rows"]] == [[*map(problem.aim_text, each.aims)] for each in profiles]
    own = [[each.wins[place][player] for place, player in enumerate(problem.order)] for each in profiles]
    assert [row["wins"] for row in answer["rows"]] == [[percent_text(win, 2) for win in wins] for wins in own]
    assert answer["players"] == [problem.names[player] for player in problem.order]
    assert answer["numbers"] == [*problem.order], "the colours of the players"
    (played,) = (row["aims"] for row in answer["rows"] if all(row["chosen"]))
    assert played == [problem.aim_text(aim) for aim in explained.solution.phases[0].aims]
    for _, group in groupby(answer["rows"], key=lambda row: row["aims"][:2]):
        assert sum(row["chosen"][2] for row in group) == 1, "the last player chooses one announcement"
    assert answer["whole"]


def test_the_tree_of_more_players_has_the_replies_to_each_announcement_of_the_first():
    answer = ask("why", FOUR)
    assert [row["aims"][0] for row in answer["rows"]] == [str(aim) for aim in Problem(FOUR).options((0, 1, 2, 3), 0)]
    assert all(all(row["chosen"][1:]) and not answer["whole"] for row in answer["rows"])


def test_tables_of_the_package_come_as_it_writes_them():
    assert "announcing changes nobody&#x27;s chances" in ask("compare", THREE)["html"]
    assert "what each option is worth in A, B, C, D, E" in ask("why", FIVE, "periodic")["html"]
    assert ask("why", THREE, "stationary") == {}


def test_a_map_has_the_favourite_and_the_aims_of_each_point():
    points = [["0", "1/8"], ["1/2", "1/2"], ["1/3", "2/3"]]
    cells = ask("map", ["1", *THREE[1:]], points=points)["cells"]
    solved = [solve([*point, "1"]) for point in points]
    assert cells == [
        ["C", "C, C, B", percent_text(solved[0]["C"].win)],
        ["A", "Miss, C, B", percent_text(solved[1]["A"].win)],
        ["A", "Miss, C, B", "39.683 %"],
    ]
    assert ask("map", ["1/2"] * 3, "stationary", points=[["1/2", "1/2"]])["cells"] == [
        ["several equilibria"] * 2 + [""]
    ]
    none = ask("map", ["0", "0", *FIVE[2:]], "stationary", points=[FIVE[:2]])["cells"]
    assert none == [["no pure equilibrium", "no pure equilibrium", ""]]
    assert ask("map", ["0", "0", "0"], points=[["0", "0"]])["cells"][0][0] == "nobody"


@pytest.mark.parametrize(
    ("part", "hits", "more", "said"),
    [
        ("answer", ["1/2"] * 7, {}, "hits: 7 players are too many for this page; state two to 6, or use the command"),
        ("answer", ["1/2", "x"], {}, "player B: 'x' is not a number; write it as 1/3"),
        ("answer", THREE, {"play": "fair"}, "play: 'fair' is unknown; choose from announced, stationary, periodic"),
        ("answer", THREE, {"colour": "red"}, "unknown key 'colour'; the keys of a problem are hits"),
        ("map", THREE, {"play": "periodic"}, "play: the page draws maps of announced and stationary play only"),
    ],
)
def test_errors_are_those_of_the_package(part, hits, more, said):
    assert ask(part, hits, **more)["error"].startswith(said)


def test_its_example_does_what_it_shows():
    assert doctest.testmod(answers) == (0, 3)


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("", ""),
        ("x = 1", ""),
        ("print(x)\n'x'", "1\n'x'"),
        ("\n1/0", "line 2: ZeroDivisionError: division by zero"),
        ("print(2)\nx = (", "line 2: SyntaxError: '(' was never closed"),
    ],
)
def test_a_cell_gives_what_it_prints_and_its_value_or_what_is_wrong_in_it(source, printed):
    got = json.loads(answers.ask(json.dumps({"part": "cell", "source": source})))
    assert got == {"printed": printed, "html": ""}


def test_it_uses_public_names_only():
    imported = re.findall(r"^(?:from|import) (truel_ref[\w.]*)", (FOLDER / "answers.py").read_text(), re.M)
    assert {*imported} == {"truel_ref", "truel_ref.errors", "truel_ref.numbers"}


def test_no_text_becomes_code_or_markup():
    """A policy in the page forbids it, too: the tests in a browser see no complaint of it."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")}
    words = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|runPython"
    assert {name: re.findall(words, text) for name, text in scripts.items() if re.search(words, text)} == {}
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', (FOLDER / "index.html").read_text())[1]
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert policy.startswith("default-src 'none';")
