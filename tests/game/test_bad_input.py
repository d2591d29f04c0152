"""What a person can get wrong, each with the message that names the culprit, through the API and the command."""

import pytest

from truel_ref import Problem, TruelError, all_outcomes, decision, solve

ORIGINAL = ["1/3", "2/3", "1"]

# (hit probabilities, further fields, what the message says)
BAD = [
    ([], {}, "hits: at least two players are needed, not 0"),
    (["1/2"], {}, "hits: at least two players are needed, not 1"),
    ("1/3 2/3 1", {}, "hits: give a list with one hit probability per player, not '1/3 2/3 1'"),
    (0.5, {}, "hits: give a list with one hit probability per player, not 0.5"),
    ({"1/3", "2/3"}, {}, "hits: give a list with one hit probability per player"),
    ({"A": 1}, {}, "hits: give a list with one hit probability per player"),
    (["1/3", "x", "1"], {}, "player B: 'x' is not a number; write it as 1/3, 0.55, 5.5e-1 or 55%"),
    (["1/3", "2/3", "-1"], {}, "player C: '-1' is not in [0, 1]"),
    (["1/3", "33", "1"], {}, "player B: '33' is not in [0, 1]; a probability of 33 percent is written 33% or 0.33"),
    (["1/3", "2/0", "1"], {}, "player B: '2/0' divides by zero"),
    (["1/2"] * 27 + ["2"], {}, "player 27: '2' is not in [0, 1]"),
    ([True, 1], {}, "player A: True is a bool"),
    (ORIGINAL, {"targets": ["Miss"]}, "targets: give one per player, 3 in all, or none; here are 1"),
    (ORIGINAL, {"targets": "Miss"}, "targets: give one per player, 3 in all, or none; here are 1"),
    (ORIGINAL, {"targets": ["Miss", "C", "D"]}, "player C: target 'D' is unknown; targets are Optimal, Strongest"),
    (ORIGINAL, {"targets": ["Miss", "C", 3]}, "player C: target 3 is nobody's index; they run from 0 to 2"),
    (ORIGINAL, {"targets": ["Miss", "C", -1]}, "player C: target -1 is nobody's index"),
    (ORIGINAL, {"targets": ["Miss", "C", 10**5000]}, "is nobody's index; they run from 0 to 2"),
    (ORIGINAL, {"targets": ["Miss", "C", True]}, "player C: target True is unknown"),
    (ORIGINAL, {"targets": ["Miss", "C", None]}, "player C: target None is unknown"),
    (ORIGINAL, {"targets": ["Others", "C", "B"]}, "player A: target Others is a word for the search"),
    (ORIGINAL, {"targets": [[0, 1], "C", "B"]}, "player A: an aim needs one weight per player, 3 in all, not 2"),
    (ORIGINAL, {"targets": [[0, "x", 0], "C", "B"]}, "player A: weight on B: 'x' is not a number"),
    (
        ORIGINAL,
        {"targets": [[0, "3/4", "1/2"], "C", "B"]},
        "player A: the weights of an aim add up to 5/4, more than 1",
    ),
    (ORIGINAL, {"targets": [[0, -1, 0], "C", "B"]}, "player A: weight on B: -1 is not in [0, 1]"),
    (ORIGINAL, {"targets": [{"B": 1}, "C", "B"]}, "player A: target {'B': 1} is unknown"),
    (ORIGINAL, {"search": []}, "search: at least one of Others, Strongest, Self, Miss is needed"),
    (ORIGINAL, {"search": ["Random"]}, "search: at least one of Others, Strongest, Self, Miss is needed"),
    (ORIGINAL, {"search": ["Others", "Misss"]}, "search: 'Misss' is not a word for a search"),
    (ORIGINAL, {"search": ["Optimal"]}, "search: 'Optimal' is not a word for a search"),
    (ORIGINAL, {"search": ["A", "Miss"]}, "search: 'A' is not a word for a search"),
    (ORIGINAL, {"search": 5}, "search: 5 is no set of words"),
    (ORIGINAL, {"search_later": ["C"]}, "search_later: 'C' is not a word for a search"),
    (
        ORIGINAL,
        {"target_later": "C"},
        "target_later: 'C' is unknown; it is one of Optimal, Strongest, Random",
    ),
    (ORIGINAL, {"target_later": ["Miss"]}, "target_later: ['Miss'] is unknown"),
    (ORIGINAL, {"if_eq": 5}, "if_eq: 5 is no tie rule; they are 1 (simplest), 2 (strongest)"),
    (ORIGINAL, {"if_eq": "1"}, "if_eq: '1' is no tie rule"),
    (ORIGINAL, {"if_eq": True}, "if_eq: True is no tie rule"),
    (ORIGINAL, {"if_eq": 1.0}, "if_eq: 1.0 is no tie rule"),
    (ORIGINAL, {"random_levels": [5, 5]}, "random_levels: give one per player, 3 in all; here are 2"),
    (ORIGINAL, {"random_levels": 5}, "random_levels: give a list with one level per player, not 5"),
    (ORIGINAL, {"random_levels": [5, 0, 5]}, "player B: random level 0 is neither an integer >= 1 nor None"),
    (ORIGINAL, {"random_levels": [5, 5, 2.0]}, "player C: random level 2.0 is neither"),
    (ORIGINAL, {"random_levels": [10**5000, 5, 5]}, "too fine; the finest is 1,000,000"),
    (ORIGINAL, {"random_levels": [True, 5, 5]}, "player A: random level True is neither"),
]


@pytest.mark.parametrize(("hits", "fields", "message"), BAD, ids=range(len(BAD)))
def test_a_problem_that_cannot_be_stated(hits, fields, message):
    with pytest.raises(TruelError) as caught:
        Problem(hits, **fields)
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 300
    with pytest.raises(type(caught.value)):
        solve(hits, **fields)


BAD_JSON = [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("[]", "a problem is a JSON object"),
    ("3", "a problem is a JSON object"),
    ("{}", "the key 'hits' is missing"),
    ('{"hits": "1/2"}', "hits: give a list"),
    ('{"hits": null}', "hits: give a list"),
    ('{"hits": [1, null]}', "player B: None is not a number"),
    ('{"hits": [1, 1], "search": null}', "search: None is no set of words"),
    ('{"hits": [1, 1], "if_eq": null}', "if_eq: None is no tie rule"),
    ('{"hits": [1, 1], "targets": {"A": "B"}}', "targets: give a list"),
    ('{"hits": [1, 1], "Search": ["Miss"]}', "unknown key 'Search'; the keys of a problem are hits, targets"),
    ('{"hits": [1, Infinity]}', "Infinity is not a number of JSON"),
    (b"\xff\xfe", "not UTF-8 text"),
]


@pytest.mark.parametrize(("text", "message"), BAD_JSON)
def test_json_that_is_no_problem(text, message):
    with pytest.raises(TruelError) as caught:
        Problem.from_json(text)
    assert message in str(caught.value)


BAD_COMMANDS = [
    (["solve"], "no hit probabilities; try: truel-ref solve 1/3 2/3 1"),
    (["solve", "1/2"], "at least two players are needed, not 1"),
    (["solve", "1/3", "2/3", "one"], "player C: 'one' is not a number; write it as 1/3, 0.55"),
    (["solve", "1/3", "2/3", "-1"], "player C: '-1' is not in [0, 1]"),
    (["solve", "1/3", "2/3", "-x/y"], "player C: '-x/y' is not a number"),
    (["solve", "1/3", "2/3", "1/0"], "player C: '1/0' divides by zero"),
    (["solve", "33", "66", "100"], "player A: '33' is not in [0, 1]; a probability of 33 percent is written 33%"),
    (["solve", *ORIGINAL, "--targets", "Miss,C"], "targets: give one per player, 3 in all, or none; here are 2"),
    (["solve", *ORIGINAL, "--targets", "Miss,C,"], "player C: target '' is unknown"),
    (["solve", *ORIGINAL, "--targets", "Miss,C,D"], "player C: target 'D' is unknown"),
    (["solve", *ORIGINAL, "--targets", "0:1/2,C,B"], "player A: an aim needs one weight per player, 3 in all, not 2"),
    (["solve", *ORIGINAL, "--targets", "0:x:0,C,B"], "player A: weight on B: 'x' is not a number"),
    (["solve", *ORIGINAL, "--targets", "0:1:1,C,B"], "player A: the weights of an aim add up to 2"),
    (["solve", *ORIGINAL, "--search", "other"], "search: 'other' is not a word for a search"),
    (["solve", *ORIGINAL, "--search", ""], "search: '' is not a word for a search"),
    (["solve", *ORIGINAL, "--search", "random"], "search: at least one of Others"),
    (["solve", *ORIGINAL, "--search-later", "C"], "search_later: 'C' is not a word"),
    (["solve", *ORIGINAL, "--later", "C"], "target_later: 'C' is unknown"),
    (["solve", *ORIGINAL, "--if-eq", "7"], ": 7 is no tie rule"),
    (["solve", *ORIGINAL, "--if-eq", "x"], "'x' is no tie rule"),
    (["solve", *ORIGINAL, "--if-eq"], "--if-eq"),
    (["solve", *ORIGINAL, "--levels", "5,5"], "random_levels: give one per player, 3 in all; here are 2"),
    (["solve", *ORIGINAL, "--levels", "5,5,x"], "--levels: 'x' is neither an integer >= 1 nor 'none'"),
    (["solve", *ORIGINAL, "--levels", "5,5,0"], "player C: random level 0"),
    (["solve", "1/3,2/3,x"], "player C: 'x' is not a number"),
    (ORIGINAL, "say what to do first: truel-ref solve 1/3 2/3 1"),
    (
        ["solve", *ORIGINAL, "--search", "all", "--levels", "999999,1,1"],
        "refused for its size: about 2 * 10^18 profiles",
    ),
    (["solve", *ORIGINAL, "--levels", "9" * 30 + ",1,1"], "too fine; the finest is 1,000,000"),
    (["solve", *ORIGINAL, "--levels", ""], "--levels: '' is neither"),
    (["solve", *ORIGINAL, "--backend", "floats"], "no backend is called 'floats'; there are gmpy2, fractions"),
    (["solve", *ORIGINAL, "--cap", "0", "--all-outcomes"], "--cap: 0 is below 1"),
    (["solve", *ORIGINAL, "--serch", "others"], "solve has no option --serch; did you mean --search"),
    (["solve", *ORIGINAL, "--jsonl"], "--jsonl reads each problem whole from its line"),
    (["solve", "--jsonl", "--if-eq", "2"], "--jsonl reads each problem whole from its line"),
    (["solv", *ORIGINAL], "there is no command 'solv'; did you mean solve?"),
    (["--nonsense"], "there is no option --nonsense"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_COMMANDS, ids=range(len(BAD_COMMANDS)))
def test_a_command_that_is_refused(arguments, message, refused):
    refused(arguments, message)


def test_questions_that_a_solution_cannot_answer():
    solution = solve(ORIGINAL)
    questions = [
        (lambda: solution.phase("A,D"), "'A,D' is no phase of this solution; there are 7: A, B, C; A, B"),
        (lambda: solution.phase((0, 9)), "is no phase of this solution"),
        (lambda: solution.phase(5), "5 is no phase; name it by its shooting order"),
        (lambda: solution.phase([10**5000, 1]), "is no phase of this solution"),
        (lambda: decision(solution, 5), "earlier: 5 is no list of announcements"),
        (lambda: decision(solution, "B, X"), "player B: target ' X' is unknown"),
        (lambda: solution.phase(""), "is no phase of this solution"),
        (lambda: decision(solution, ["A"]), "player A may not announce A in the phase A, B, C; his options are B, C"),
        (lambda: decision(solution, ["Optimal"]), "'Optimal' is no announcement"),
        (lambda: decision(solution, ["B", "C", "A"]), "at most 2 can have announced before the one who decides"),
        (lambda: decision(solution, ["X"]), "player A: target 'X' is unknown"),
        (lambda: decision(solution, order="C,A,B"), "'C,A,B' is no phase"),
        (lambda: all_outcomes(ORIGINAL, cap=0), "cap: 0 is not an integer from 1 to 1,000,000,000"),
        (lambda: all_outcomes(ORIGINAL, cap=True), "cap: True is not an integer from 1 to 1,000,000,000"),
        (lambda: solve(Problem(ORIGINAL), if_eq=2), "'if_eq' cannot be given beside a Problem"),
    ]
    for ask, message in questions:
        with pytest.raises(TruelError) as caught:
            ask()
        assert message in str(caught.value)
        assert isinstance(caught.value, ValueError | LookupError)
