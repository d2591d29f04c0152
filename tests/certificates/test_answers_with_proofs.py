"""Certificates: written for answers, accepted by a checker that imports nothing of ours, refused when changed."""

import ast
import json
import re
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from truel_ref import Problem, certificate, equilibria, random_shooter, simultaneous_fire, solve
from truel_ref.budget import Budget
from truel_ref.certificates import writing, writing_more
from truel_ref.certificates.checkers import check, check_more
from truel_ref.certificates.reading import read_aloud
from truel_ref.cli import main
from truel_ref.errors import BudgetError, ProblemError, SizeError

CHECKER = Path(check.__file__)
FIVE = ["1/5", "7/10", "2/5", "3/5", "1/2"]  # no pure equilibrium
FOUR = ["13/25", "1/2", "11/25", "2/5"]  # two strict ones and a mixed one


@pytest.fixture
def shown(tmp_path):
    """Return what the checker says of a text."""

    def say(text):
        path = tmp_path / "certificate.jsonl"
        path.write_text(text, encoding="utf-8")
        return check.checked(path)

    return say


def test_the_checker_imports_the_standard_library_only():
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names | {"fractions"}
    assert not any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("eval", "exec") for node in ast.walk(tree)
    )


PROBLEMS = {
    "the original": (["1/3", "2/3", "1"], {}),
    "two players": (["1/3", "2/3"], {}),
    "two players, one bound to miss": (["1/3", "2/3"], {"targets": ["Miss", "Optimal"]}),
    "two who never hit": (["0", "0"], {}),
    "three who never hit": (["0", "0", "0"], {}),
    "one who never hits": (["0", "1/2", "1"], {}),
    "two who never hit among three": (["0", "0", "1/2"], {"search": "all"}),
    "three perfect shots": (["1", "1", "1"], {}),
    "three equals": (["1/2", "1/2", "1/2"], {}),
    "targets": (["1/3", "2/3", "1"], {"targets": ["Optimal", "Strongest", "Random"], "target_later": "Strongest"}),
    "a mix as target": (["1/3", "2/3", "1"], {"targets": [["0", "1/2", "1/4"], "Optimal", "Miss"]}),
    "later Self": (["1/3", "2/3", "1", "1/2"], {"target_later": "Self"}),
    "later Random": (["1/3", "2/3", "1", "1/2"], {"target_later": "Random", "search": "others"}),
    "a search each": (["1/3", "2/3", "1"], {"search": {"A": "miss", "B": "strongest"}, "search_later": "others"}),
    "four": (["1/4", "1/2", "3/4", "1"], {}),
    "five without an equilibrium": (FIVE, {}),
    "four with two equilibria": (FOUR, {}),
}


@pytest.mark.parametrize("rule", [1, 2, 3, 4, -1, -4])
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_certificate_of_announced_play_holds(name, rule, shown):
    hits, statement = PROBLEMS[name]
    if name.startswith("five") and rule != 1:
        pytest.skip("one tie rule is enough for 9,000 profiles")
    solution = solve(hits, tie_rule=rule, **statement)
    text = solution.certificate()
    assert shown(text)
    last = json.loads(text.splitlines()[-1])
    assert [Fraction(win) for win in last["win"]] == list(solution.win)


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_certificate_of_stationary_play_says_how_many_equilibria_there_are(name, shown):
    hits, statement = PROBLEMS[name]
    answer = equilibria(hits, **statement)
    (many,) = re.findall(r"exactly (\d+) pure", shown(certificate(answer)))
    different = {(one.aims, one.values) for one in answer}
    assert int(many) >= len(different)
    assert int(many) == len(different) or len(answer) < int(many)  # R8.6 counts equal ones once
    for one in answer:
        assert "and nothing of others" in shown(certificate(one))


def test_a_mixed_equilibrium_is_certified(shown):
    mixed = [one for one in equilibria(FOUR, mixed=True) if not one.is_pure]
    assert mixed
    assert all(shown(certificate(one)) for one in mixed)


def test_what_has_no_certificate_is_refused():
    with pytest.raises(ProblemError, match="random levels"):
        certificate(Problem(["1/3", "2/3", "1"], search="others,miss,random", random_levels=[5, 5, 5]))
    with pytest.raises(SizeError, match="profiles to certify"):
        certificate(replace(equilibria("1/2 1/3"), problem=Problem(["1/2"] * 9)))


def test_the_command_writes_checks_and_reads_aloud(tmp_path, capsys):
    path = str(tmp_path / "truel.jsonl")
    assert main(["solve", "1/3", "2/3", "1", "--certificate", path]) == 0
    assert main(["certificate", "check", path]) == 0
    assert "holds: announced play of 1/3, 2/3, 1: backward induction in 7 phases" in capsys.readouterr().out
    assert len(Path(path).read_bytes()) < 10_000
    assert main(["certificate", "show", path]) == 0
    assert "the tightest inequality: A prefers Miss by 16/189" in capsys.readouterr().out
    assert main(["equilibria", *FIVE, "--certificate", path]) == 0
    assert any("no pure equilibrium" in line for line in read_aloud(path))
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(text.replace('[1,"Miss","102', '[1,"Miss","202'), encoding="utf-8")
    capsys.readouterr()
    assert main(["certificate", "check", path, str(tmp_path / "none")]) == 1
    said = capsys.readouterr().err
    assert "is refused: player 1 does not gain" in said
    assert "No such file or directory" in said


TOLD = {
    "variant shooter 1 2/3 1/3": ("in A, B, C: B, A, A; 3/8, 1/3, 7/24", "player C gains with aim A by 1/120"),
    "variant simultaneous 1 4/5 1/2": (
        "in A, B, C: C, A, B; 3/25, 2/5, 0, nobody 12/25",
        "A gains with aim B by 3/100",
    ),
    "variant opinions 1 2/3 1/3": (
        "in A, B held by 1, 2: B, A; 9/25, 16/25, 0",
        "in A, B, C held by 1, 1, 1, player C gains with aim A by 17/864",
    ),
    "variant lot 1 4/5 1/2": ("the mean over all orders: 3/10, 8/45, 47/90", "order A, B, C: C prefers Miss by 7/36"),
    "variant bullets 1 1/2 1/2 --bullets 2": (
        "bullets A 2, B 2, C 2: A chooses C; worth 1/2, 1/2, 0; survivors: A 1/2; B 1/2",
        "bullets A 0, B 1, C 1: B prefers C by 1/24",
    ),
    "goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1": (
        "own 1, 3, other 2, 3, prize 2, to come 3, lead 1: worth -1/3; own bids 1/3, 2/3; other bids 2/3, 1/3",
        None,
    ),
    "goofspiel solve --cards 3": ("own 1, 2, 3, other 1, 2, 3, prize 2, to come 1, 3, lead 0: worth 0", "by 1/3"),
    "verify 1/3 2/3 1 --win 25/63,38.1%,": ("in A, B, C: 25/63, 8/21, 2/9", "A prefers Miss by 16/189"),
}


@pytest.mark.parametrize("words", TOLD)
def test_every_answer_of_the_command_is_written_with_its_proof_and_read_aloud(words, tmp_path, capsys):
    path, (stated, tightest) = str(tmp_path / "answer.jsonl"), TOLD[words]
    assert main([*words.split(), "--certificate", path]) == 0
    lines = read_aloud(path)
    assert any(stated in line for line in lines)
    assert (lines[-1].startswith("the tightest inequality: "), tightest is not None) in {(True, True), (False, False)}
    assert tightest is None or f"{tightest} (" in f"{lines[-1]} ("


def test_the_tightest_inequality_without_a_miss(tmp_path):
    path = tmp_path / "answer.jsonl"
    problem = Problem(["1/3", "2/3", 1], search="Others")
    path.write_text(certificate(problem, without_miss=True), encoding="ascii")
    *_, whole, last = read_aloud(str(path))
    assert whole == "in A, B, C: C, C, B; at the first turn 59/189, 34/63, 4/27"
    # A's shot is worth 1/3 of what follows: alone with B, who is on move, A wins with 1/7, with C with 0
    assert last == "the tightest inequality: in A, B, C, player A prefers C by 1/21 (4.762 %)"
    assert Fraction(1, 21) == Fraction(1, 3) * Fraction(1, 7)


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        ("verify 1/3 2/3 1 --win 1/2,,", 1, "is not written: the claim is not the exact answer"),
        ("verify 1/2 1/2 1/2 --aims C,C,B --ties strongest", 0, "is not written: the claim is not the exact answer"),
        ("verify --jsonl", 2, "leave --jsonl out"),
    ],
)
def test_nothing_is_written_without_a_proof(words, status, reason, tmp_path, capsys):
    path = tmp_path / "answer.jsonl"
    assert main([*words.split(), "--certificate", str(path)]) == status
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_the_work(capsys):
    started = time.perf_counter()
    assert main(["variant", "simultaneous", *["1"] * 5, "--certificate", "nowhere/answer.jsonl"]) == 2
    assert "there is no folder 'nowhere'" in capsys.readouterr().err
    assert time.perf_counter() - started < 2


def test_answers_have_their_certificate_as_a_method():
    for answer in (equilibria(FOUR), equilibria(FOUR)[0], random_shooter(["1/2", "1/3"])):
        assert answer.certificate() == certificate(answer)


# -- the limits of the checkers


def test_what_no_checker_accepts_is_refused_with_the_limit():
    for question, reason in {
        lambda: certificate(["1/2"] * 9): "2,000,000 profiles in a phase",
        lambda: certificate(equilibria(Problem(["1/2"] * 13, targets=["Miss"] * 13))): "more than 12 players",
        lambda: certificate(Problem([0] * 17, search="Others"), without_miss=True): "more than 16 players",
        lambda: certificate(["1/" + "3" * 6000, "1/" + "7" * 6000, "1/3"]): "a number of more than 10,000 digits",
        lambda: certificate(Problem([0] * 40, targets=["Miss"] * 40)): "more than 39 players",
        lambda: certificate(Problem(["1/2"] * 2, search="Miss,Random,Others", targets=["Miss"] * 2)): None,
    }.items():
        if reason is None:
            assert question()
            continue
        with pytest.raises(SizeError, match=f"no checker accepts a certificate .*{reason}"):
            question()


def test_the_limits_are_those_of_the_checkers(monkeypatch, tmp_path, shown):
    """What the writer just accepts, the checker accepts; one step less, and the writer refuses."""
    text = certificate(solve(["1/3", "2/3", 1]))
    longest = max(map(len, text.splitlines(keepends=True)))
    for name, most, reason in (("LINE", longest, "characters"), ("LINES", 9, "lines"), ("DIGITS", 5, "digits")):
        for module in (writing, check):
            monkeypatch.setattr(module, name, most)
        assert shown(certificate(solve(["1/3", "2/3", 1])))
        monkeypatch.setattr(writing, name, most - 1)
        with pytest.raises(SizeError, match=f"more than {most - 1 - (name == 'LINES')} {reason}"):
            certificate(solve(["1/3", "2/3", 1]))
        monkeypatch.undo()
    fire = check_more.More(json.loads(certificate(random_shooter(["1/2", "1/3"])).splitlines()[0]))
    fire.count(writing_more.MORE_WORK)
    with pytest.raises(check.Refused, match="too much work"):
        fire.count(1)


@pytest.mark.parametrize(
    "answer",
    [
        lambda: Problem(["1/3", "2/3", 1]),
        lambda: Problem(["1/3", "2/3", "1/2", "3/4"], search="All"),
        lambda: Problem([f"{3**300}/{2 * 3**300 + 1}", "2/3", "1/2"]),
        lambda: equilibria(FIVE),
        lambda: equilibria(FOUR),
    ],
)
def test_the_steps_of_a_checker_are_estimated_from_above(answer, monkeypatch, tmp_path, shown):
    """The writer counts at least as many steps as the checker, and at most a few times as many."""
    steps = []
    monkeypatch.setattr(writing, "within", lambda count, most, what, *_: steps.append(count * (what is writing.STEPS)))
    text = certificate(answer())
    monkeypatch.setattr(check.Game, "count", counted := Counted())
    assert shown(text)
    assert counted.steps <= max(steps) <= 5 * counted.steps


class Counted:
    """Counts steps in the place of a method."""

    def __init__(self):
        self.steps = 0

    def __call__(self, more=1):
        self.steps += more


def test_selections_of_five_who_fire_at_once_are_announced():
    said = []
    with pytest.raises(BudgetError):
        simultaneous_fire(["1/3", "2/3", "1/2", "3/4", "2/5"], cap=200, budget=Budget(seconds=2, report=said.append))
    assert [line for line in said if line.startswith("200 selections, ")]
