"""Certificates of best mixes: the checker accepts what the package writes, and refuses what is not true."""

import json
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from examples import one_in

import truel_ref
from truel_ref import Problem, best_mix, certificate
from truel_ref.certificates.checkers import check, check_mix
from truel_ref.certificates.writing_mix import contradiction
from truel_ref.cli import main
from truel_ref.errors import ProblemError
from truel_ref.explain.mix_bounds import mix_enclosure
from truel_ref.game.people import label

ROOM = Path(truel_ref.__file__).parent / "certificates" / "checkers"
SEED = 47
RULES = (1, 2, 4, -1, -4)
HITS = sorted({Fraction(top, bottom) for bottom in (1, 2, 3, 4) for top in range(bottom + 1)})


@pytest.fixture
def shown(tmp_path):
    """Return what the checker says of a certificate; it raises `Refused`."""

    def show(text):
        path = tmp_path / "mix.jsonl"
        path.write_text(text, encoding="ascii", newline="\n")
        return check_mix.checked(path)

    return show


@cache
def known(hits, **words):
    return certificate(best_mix(hits, **words))


def parsed(text):
    return [json.loads(line) for line in text.splitlines()]


def dumped(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def states(answer):
    how = "attained" if answer.attained else "approached and not attained"
    return f"the supremum is {answer.supremum}, {how}, "


# -- what is true is accepted

PUBLISHED = ("3/4 11/20 1", {})
KNOWN = [
    PUBLISHED,
    ("3/4 11/20 1", {"if_eq": -1}),
    ("1/3 2/3 1", {}),
    ("1/3 2/3 1", {"search": "All", "if_eq": 2}),
    ("3/5 11/20 1/2", {"search": "Others,Miss,Self", "if_eq": -4}),
    ("1/2 1/2 1/2", {}),
    ("1/2 1/2 1/2", {"if_eq": 4}),
    ("1 1 1", {}),
    ("1 1 1", {"if_eq": 2}),
    ("0 1 1", {}),
    ("0 0 1/2", {"search": "Miss,Self"}),
    ("1 0 0", {"if_eq": -4}),
    ("1/2 0 1/2", {"search": {"A": "Self,Miss", "B": "Miss", "C": "Miss"}}),
    ("1/2 1/2 1", {"search": {"A": "Others", "B": "Strongest,Miss", "C": "All"}}),
    ("1/3 2/3 1", {"targets": ["Optimal", "Random", "Miss"]}),
    ("1/2 1/3 1", {"targets": ["Optimal", "Optimal", ["1/4", "1/4", "1/4"]], "target_later": "Strongest"}),
]


@pytest.mark.parametrize(("hits", "words"), KNOWN)
def test_a_best_mix_has_a_certificate_that_holds(hits, words, shown):
    answer = best_mix(hits, **words)
    said = shown(certificate(answer))
    assert said.startswith(f"best mix of {', '.join(hits.split())}: {states(answer)}")
    assert said.endswith(f"ties by rule {answer.problem.tie_rule}")


def test_best_mixes_of_small_denominators_have_certificates(shown):
    rng = Random(SEED)
    manners = set()
    for _ in range(20):
        hits = [rng.choice(HITS[1:]) for _ in range(3)]
        hits[rng.randrange(3)] = hits[rng.randrange(3)]
        answer = best_mix(hits, if_eq=rng.choice(RULES))
        assert states(answer) in shown(certificate(answer))
        manners.add(answer.attained)
    assert manners == {True, False}


def test_the_order_counts_and_not_the_names(shown):
    asked = Problem(["1", "3/4", "11/20"], names="X,Y,Z", order="Y,Z,X")
    assert shown(certificate(best_mix(asked))) == shown(certificate(best_mix(PUBLISHED[0])))


def test_the_lines_of_a_known_certificate():
    _, stated, *cases = parsed(certificate(best_mix(PUBLISHED[0])))
    assert stated == {
        "supremum": "33/71",
        "attained": False,
        "mix": "Miss",
        "inside": ["0", "65397/185600", "1607/6400"],
    }
    assert (len(cases), cases[0]) == (30, {"signs": "+++++", "proof": ["0", "1200", "0", "0", "0", "2059"]})


def test_the_command_writes_what_can_be_checked(tmp_path, capsys):
    path = str(tmp_path / "mix.jsonl")
    assert main(["best-mix", "1/2", "1/2", "1/2", "--certificate", path]) == 0
    assert main(["certificate", "check", path]) == 0
    assert "the supremum is 8/15, attained, by 30 cases, ties by rule 1" in capsys.readouterr().out
    assert main(["best-mix", "1/2", "1/2", "1/2", "--mixed-replies", "--certificate", path]) == 2
    assert "an enclosure has no certificate" in capsys.readouterr().err


def test_the_checker_runs_with_check_beside_it_alone(tmp_path):
    for name in ("check.py", "check_mix.py"):
        (tmp_path / name).write_bytes((ROOM / name).read_bytes())
    (tmp_path / "good").write_text(known(PUBLISHED[0]), encoding="ascii", newline="\n")
    (tmp_path / "bad").write_text("{}\n", encoding="ascii", newline="\n")
    done = subprocess.run(
        [sys.executable, "-s", "-E", "check_mix.py", "good", "bad"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    first, second = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert first.startswith("good: holds: best mix of 3/4, 11/20, 1: the supremum is 33/71")
    assert second == "bad: refused: this program does not check None"


LONG = Fraction(10**5500, 10**5500 + 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda: best_mix("sqrt(2)/2 1/2 1"), "fractions only"),
        (lambda: best_mix("1/2 1/3 1", search={"B": "All"}, random_levels=[None, 2, None]), "random levels"),
        (lambda: best_mix("1/2 1/3 1", if_eq=3), "tie rule 3 compares quotients; take another tie rule"),
        (lambda: best_mix("0 0 0"), "nobody can be hit"),
        (lambda: best_mix([LONG, 0, 0]), "a number of more than 10,000 digits"),
        (lambda: mix_enclosure("1/2 1/3 1", work=1), "an enclosure against mixed replies has no certificate"),
    ],
)
def test_what_has_no_certificate_is_refused_by_name(answer, reason):
    with pytest.raises(ProblemError, match=reason):
        certificate(answer())


# -- what is changed is refused or true


def other(value, rng):
    """Return another value in place of one."""
    if isinstance(value, str):
        return rng.choice(["0", "1", "-1", "1/2", "2/3", "-1/3", "Miss", "Optimal", value + "1", value[1:], 1, "+", ""])
    if isinstance(value, list):
        place = rng.randrange(len(value) + 1)
        return rng.choice([value[:place] + value[place + 1 :], value[::-1], [*value, "0"], [*value[:place], "0"], None])
    return rng.choice([not value, None, [], -1, 0, 1, 2, 4, "Miss"])


def changed(lines, rng):
    """Return lines with one change."""
    row = rng.randrange(len(lines))
    if rng.random() < 0.2:
        others = [], [lines[row]] * 2, lines[row : row + 2][::-1], [lines[rng.randrange(row + 1)]]
        swapped = rng.choice(others)
        return lines[:row] + swapped + lines[row + len(swapped or [0]) :]
    lines = json.loads(json.dumps(lines))
    inner = lines[row]
    key = rng.choice([*inner])
    while isinstance(inner[key], list) and inner[key] and rng.random() < 0.8:
        inner, key = inner[key], rng.randrange(len(inner[key]))
    inner[key] = other(inner[key], rng)
    return lines


@cache
def true_answer(head):
    head = json.loads(head)
    sets = (head[key] for key in ("search", "search_later"))
    search, later = ({label(place): words for place, words in enumerate(mine)} for mine in sets)
    words = {"targets": head["targets"], "target_later": head["later"], "search": search, "search_later": later}
    return best_mix(head["hits"], **words, if_eq=head["ties"])


@pytest.mark.parametrize("part", one_in(4, range(4)))
def test_what_is_changed_is_refused_or_true(part, shown):
    rng = Random(f"{SEED} {part}")
    pool = [parsed(known(hits, **words)) for hits, words in (PUBLISHED, KNOWN[2], KNOWN[7], KNOWN[11])]
    refused = held = 0
    while refused + held < 500:
        lines = rng.choice(pool)
        forged = changed(lines, rng)
        if forged == lines:
            continue
        try:
            said = shown(dumped(forged))
        except check.Refused:
            refused += 1
        else:
            held += 1
            assert states(true_answer(json.dumps(forged[0]))) in said
    assert refused > 375
    assert held > 5


BY_A_HAIR = Fraction(1, 10**12)
CHANGES = {
    "a supremum too small by a hair": (
        1,
        {"supremum": str(Fraction(33, 71) - BY_A_HAIR)},
        "the mix does not",
    ),
    "a supremum too large by a hair": (
        1,
        {"supremum": str(Fraction(33, 71) + BY_A_HAIR)},
        "the mix does not",
    ),
    "attained where it is approached": (1, {"attained": True}, "attained must say"),
    "a mix with other replies": (1, {"inside": "Miss"}, "the mix does not have the supremum"),
    "a mix on the other side of a tie": (1, {"mix": 1}, "the replies at the mix are not those inside"),
    "weights at oneself": (1, {"mix": 0}, "is no mix of single options"),
    "another tie rule": (0, {"ties": 3}, "tie rule 3 compares quotients"),
    "a first player without a choice": (0, {"targets": [1, "Optimal", "Optimal"]}, "the first has a choice"),
    "multipliers of nothing": (2, {"proof": ["0"] * 6}, "no contradiction"),
    "a multiplier of the wrong sign": (2, {"proof": ["0", "-1200", "0", "0", "0", "2059"]}, "has no use"),
    "a multiplier above 0 of what is below 0": (4, {"proof": ["0", "60", "0", "0", "1", "71"]}, "has no use"),
    "a multiplier too small": (3, {"proof": ["0", "5480", "0", "0", "6034", "5183"]}, "no contradiction"),
    "a multiplier that is a number": (2, {"proof": ["0", -1, "0", "0", "0", "2059"]}, "no fraction"),
    "a multiplier too few": (2, {"proof": ["0"] * 5}, "not a list of 6"),
    "a case that ends too soon": (2, {"signs": "++++"}, "is not a list of 4"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_lie_is_refused_with_its_reason(name, shown):
    row, change, reason = CHANGES[name]
    lines = parsed(known(PUBLISHED[0]))
    lines[row] |= change
    with pytest.raises(check.Refused, match=reason.replace("+", r"\+")):
        shown(dumped(lines))


@pytest.mark.parametrize("row", [2, 15, -1])
def test_a_case_that_is_missing_is_refused(row, shown):
    lines = parsed(known(PUBLISHED[0]))
    gone = lines.pop(row)
    with pytest.raises(check.Refused, match="is missing"):
        shown(dumped(lines))
    with pytest.raises(check.Refused, match="out of order"):
        shown(dumped([*parsed(known(PUBLISHED[0])), gone]))


def test_a_mix_worth_less_than_the_supremum_does_not_pass_for_the_best(shown):
    """The best single aim of A is C, and wins 81/284 (R6.1)."""
    lines = parsed(known(PUBLISHED[0]))
    lines[1] = {"supremum": "81/284", "attained": True, "mix": 2, "inside": 2}
    with pytest.raises(check.Refused, match="no contradiction"):
        shown(dumped(lines))


def test_what_a_mix_attains_does_not_pass_for_approached(shown):
    """Under rule -1 a mix attains 33/71, and others approach it as under rule 1."""
    lines = parsed(known(PUBLISHED[0], if_eq=-1))
    assert lines[1]["attained"]
    lines[1] = parsed(known(PUBLISHED[0]))[1]
    with pytest.raises(check.Refused, match="no contradiction"):
        shown(dumped(lines))


# -- multipliers


def sums(rows, factors):
    return [sum(factor * values[j] for factor, (_, values) in zip(factors, rows, strict=True)) for j in range(3)]


def test_multipliers_exclude_every_point_or_some_point_has_the_signs():
    """Points are those of a grid, fine enough for these functions."""
    rng = Random(SEED)
    size = 12
    grid = [(i, j, size - i - j) for i in range(size + 1) for j in range(size + 1 - i)]
    holds = {"+": lambda x: x > 0, "-": lambda x: x < 0, "0": lambda x: x == 0, "at least": lambda x: x >= 0}
    none = some = 0
    for _ in range(400):
        rows = [(rng.choice([*holds]), [rng.randrange(-1, 2) for _ in range(3)]) for _ in range(rng.randrange(1, 5))]
        inside = any(all(holds[s](sum(map(int.__mul__, p, v))) for s, v in rows) for p in grid)
        factors = contradiction(rows)
        if factors is None:
            some += 1
            assert inside, rows
            continue
        none += 1
        assert not inside
        for factor, (said, _) in zip(factors, rows, strict=True):
            assert said == "0" or (factor <= 0 if said == "-" else factor >= 0)
        strict = any(factor and said in "+-" for factor, (said, _) in zip(factors, rows, strict=True))
        assert max(sums(rows, factors)) < (1 if strict else 0)
    assert min(none, some) > 50
