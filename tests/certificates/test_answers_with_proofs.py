"""Certificates: written for answers, accepted by a checker that imports nothing of ours, refused when changed."""

import ast
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from truel_ref import Problem, certificate, equilibria, solve
from truel_ref.certificates.checkers import check
from truel_ref.certificates.reading import read_aloud
from truel_ref.cli import main
from truel_ref.errors import ProblemError, SizeError

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
    "two players, one told to miss": (["1/3", "2/3"], {"targets": ["Miss", "Optimal"]}),
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
    with pytest.raises(ProblemError, match="player A has 'sqrt"):
        certificate(solve(["sqrt(2)/2", "1/2", "1"]))
    with pytest.raises(ProblemError, match="random levels"):
        certificate(Problem(["1/3", "2/3", "1"], search="others,miss,random", random_levels=[5, 5, 5]))
    with pytest.raises(SizeError, match="profiles to certify"):
        certificate(equilibria(Problem(["1/2"] * 8, targets=["B"] * 8), cap=1))


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
