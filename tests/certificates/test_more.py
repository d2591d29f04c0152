"""Certificates of other kinds of play: checkers accept what the package writes, and refuse what is not true."""

import ast
import json
import operator
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from examples import one_in

import truel_ref
from truel_ref import (
    Problem,
    by_lot,
    counted_bullets,
    equilibria,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve,
)
from truel_ref.certificates.checkers import check
from truel_ref.certificates.checkers.check import Refused
from truel_ref.certificates.checkers.check_algebraic import Field
from truel_ref.certificates.reading import checked
from truel_ref.certificates.writing import text as as_text
from truel_ref.certificates.writing import texts
from truel_ref.errors import FileError, ProblemError, SizeError
from truel_ref.fast.sets import applies
from truel_ref.game.people import label
from truel_ref.game.variant import Variant
from truel_ref.games import goofspiel
from truel_ref.games.goofspiel import State, openings
from truel_ref.numbers import read_number
from truel_ref.numbers.polynomials import isolated
from truel_ref.oracle import vectors
from truel_ref.variants.models import solve_variant

ROOM = Path(truel_ref.__file__).parent / "certificates" / "checkers"
CHECKERS = {
    "no miss": "check_more",
    "bullets": "check_more",
    "lot": "check_more",
    "shooter": "check_more",
    "simultaneous": "check_more",
    "opinions": "check_more",
    "goofspiel": "check_goofspiel",
}
SEED = 31


def certificate(answer):
    """Return the certificate of an answer; of problems that without a miss."""
    return truel_ref.certificate(answer, without_miss=isinstance(answer, Problem))


FIRE = ("shooter", "simultaneous", "opinions")
MODELS = ("shooter", "simultaneous", "opinions", "bullets", "lot")
SETTINGS = ("model", "problem", "play", "start", "bullets", "survivors")


def parsed(text):
    return [json.loads(line) for line in text.splitlines()]


def dumped(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def accepted(text, path, kind=None):
    """Return what the checker of a kind says that a certificate shows; raises `Refused`."""
    path.write_text(text, encoding="ascii", newline="\n")
    return checker(kind or parsed(text)[0]["kind"]).checked(path)


def checker(kind):
    return import_module(f"truel_ref.certificates.checkers.{CHECKERS[kind]}")


def refusal(text, path, kind=None):
    """Return why the checker refuses a certificate; None if it accepts."""
    kind = kind or parsed(text)[0]["kind"]
    try:
        accepted(text, path, kind)
    except (Refused, ValueError, RecursionError) as error:
        return str(error)
    return None


@pytest.fixture
def path(tmp_path):
    return tmp_path / "certificate.jsonl"


# -- the programs stand alone


@pytest.mark.parametrize("name", sorted({*CHECKERS.values(), "check_algebraic", "check_mix"}))
def test_a_checker_is_short_and_needs_the_standard_library_and_check_only(name):
    text = (ROOM / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.walk(ast.parse(text))
    used = {
        node.module if isinstance(node, ast.ImportFrom) else one.name
        for node in tree
        if isinstance(node, ast.Import | ast.ImportFrom)
        for one in node.names
    }
    assert used <= {"functools", "itertools", "json", "math", "sys", "fractions", "check", "check_more"}
    assert len(text.splitlines()) <= 310


@pytest.mark.parametrize("name", [*sorted({*CHECKERS.values()}), "check_algebraic"])
def test_a_checker_runs_where_nothing_else_is(name, tmp_path):
    answers = (
        [solve("sqrt(2)/2 1/2")]
        if name == "check_algebraic"
        else [answer() for kind, (answer, _) in KNOWN.items() if CHECKERS[kind] == name]
    )
    for program in ("check", "check_more", name):
        (tmp_path / f"{program}.py").write_bytes((ROOM / f"{program}.py").read_bytes())
    for number, answer in enumerate(answers):
        (tmp_path / f"good {number}").write_text(certificate(answer), encoding="ascii", newline="\n")
    (tmp_path / "bad").write_text("{}\n", encoding="ascii", newline="\n")
    files = [*(f"good {number}" for number in range(len(answers))), "bad"]
    done = subprocess.run(
        [sys.executable, "-E", "-s", f"{name}.py", *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    said = [line.split(": ")[:2] for line in done.stdout.splitlines()]
    assert said == [[file, "refused" if file == "bad" else "holds"] for file in files]


# -- known problems

KNOWN = {
    "no miss": (
        lambda: Problem(["1/3", "2/3", 1], search="Others"),
        "no miss, 1/3, 2/3, 1: the aims in 9 phases, announced (ties by rule 1) or stationary (T12)",
    ),
    "shooter": (
        lambda: random_shooter([1, "2/3", "1/3"]),
        "shooter, 1, 2/3, 1/3: exactly 1 pure equilibria, over all equilibria of smaller sets",
    ),
    "simultaneous": (
        lambda: simultaneous_fire([1, "4/5", "1/2"]),
        "simultaneous, 1, 4/5, 1/2: exactly 4 pure equilibria, over all equilibria of smaller sets",
    ),
    "opinions": (
        lambda: opinion_contest([1, "2/3", "1/3"]),
        "opinions, 1, 2/3, 1/3: exactly 1 pure equilibria, over all equilibria of smaller sets",
    ),
    "lot": (
        lambda: by_lot([1, "4/5", "1/2"]),
        "lot, 1, 4/5, 1/2: the mean of announced play over 6 orders, ties by rule 1",
    ),
    "bullets": (
        lambda: counted_bullets([1, "1/2", "1/2"], bullets=2),
        "bullets, 1, 1/2, 1/2: backward induction in 15 states, ties by rule 1",
    ),
    "goofspiel": (lambda: openings(3), "goofspiel, goal win: optimal bids in 33 states: the whole game of 3 cards"),
}


@pytest.mark.parametrize("kind", KNOWN)
def test_a_known_problem_has_a_certificate_that_holds(kind, path):
    answer, said = KNOWN[kind]
    assert accepted(certificate(answer()), path) == said


def test_the_numbers_of_known_answers_stand_in_the_certificate():
    assert parsed(certificate(random_shooter([1, "2/3", "1/3"])))[-1]["equilibria"] == [
        {"aims": [1, 0, 0], "values": [["3/8", "1/3", "7/24"]]}
    ]
    assert parsed(certificate(simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A"))))[-1]["equilibria"] == [
        {"aims": [1, 0, 0], "values": [["1/20", "0", "9/10", "1/20"]]}
    ]
    assert parsed(certificate(by_lot([1, "4/5", "1/2"])))[-1] == {"win": ["3/10", "8/45", "47/90"]}
    state = State([1, 3], [2, 3], 2, [3], lead=1)
    assert parsed(certificate(goofspiel.solve(state, goal="win")))[-1] == {
        **state.to_json(),
        "value": "-1/3",
        "own_bids": ["1/3", "2/3"],
        "other_bids": ["2/3", "1/3"],
    }


def fire(model, hits, **words):
    return lambda: solve_variant(Variant.stated(model, Problem(hits, **words)))


NONE = {
    "targets": ["Optimal"] * 4,
    "search": [
        ["Self", "Miss", "Random"],
        ["Miss", "Random", "Others"],
        ["Random", "Others"],
        ["Miss", "Strongest", "Random"],
    ],
    "target_later": "Random",
}
BOUNDARIES = {
    "no miss: nobody hits": lambda: Problem([0, 0, 0], search="Others"),
    "no miss: one hits": lambda: Problem([0, 1, 0], search="Others"),
    "no miss: equal": lambda: Problem(["1/2"] * 4, search="Others", if_eq=-4),
    "no miss: self and mix": lambda: Problem([1, "1/2", "1/3"], search="Others,Self,Random", if_eq=2),
    "no miss: all must miss": lambda: Problem([1, "1/2", 1, 0], search="Miss"),
    "no miss: two at themselves": lambda: Problem([1, "1/2"], targets="A,B"),
    "no miss: fixed mixes": lambda: Problem(
        ["1/2", "1/3", 1], targets=[["0", "1/3", "1/3"], "Random", "A"], target_later="Random"
    ),
    "shooter: two": fire("shooter", ["1/2", "1/3"]),
    "shooter: nobody hits": fire("shooter", [0, 0, 0]),
    "shooter: equal": fire("shooter", ["1/2", "1/2", "1/2"]),
    "shooter: ones": fire("shooter", [1, 1, 1]),
    "shooter: one never hits": fire("shooter", [0, "1/2", 1], if_eq=3),
    "shooter: mixes": fire("shooter", [1, "1/2", "1/3"], search="All"),
    "shooter: nobody else": fire("shooter", ["1/2", "1/3", 1], targets="Self,Self,Self"),
    "simultaneous: two": fire("simultaneous", ["1/2", 1]),
    "simultaneous: nobody hits": fire("simultaneous", [0, 0, 0]),
    "simultaneous: nobody left": fire("simultaneous", [1, 1, 1]),
    "simultaneous: nobody reached": fire("simultaneous", [1, 1, "1/2"], targets="B,A,A"),
    "simultaneous: all at themselves": fire("simultaneous", [1, 1], targets="A,B"),
    "simultaneous: none": fire("simultaneous", ["7/12", "5/8", "5/12", "3/8"], **NONE),
    "simultaneous: several": fire("simultaneous", ["5/12", "1/6", "7/12", "1/6"]),
    "opinions: two": fire("opinions", ["1/2", "1/3"]),
    "opinions: nobody convinces": fire("opinions", [0, 0, 0]),
    "opinions: one convinces": fire("opinions", [0, 1, 0], if_eq=4),
    "opinions: equal": fire("opinions", ["1/2", "1/2", "1/2"]),
    "opinions: a mix": fire("opinions", ["1/2", "1/3", 1], targets=["Random", "A", "A"]),
    "opinions: later words": fire("opinions", [1, "1/2", 0, "1/3"], target_later="Strongest"),
    "lot: two": lambda: by_lot(["1/2", 1]),
    "lot: only the start": lambda: by_lot(Problem(["1/2", "1/3", 1], names="X,Y,Z", order="Z,X,Y"), start=True),
    "lot: nobody hits": lambda: by_lot([0, 0, 0]),
    "lot: equal": lambda: by_lot(Problem(["1/2", "1/2", 1], if_eq=3)),
    "lot: stationary": lambda: by_lot(Problem(["1/2", "1/3", 1], targets=["Optimal", "A", "Miss"]), play="stationary"),
    "lot: no mean": lambda: by_lot([1, 1, 1], play="stationary"),
    "lot: one mean though smaller sets differ": lambda: by_lot(
        Problem([0, 0, "1/2", "1/3"], targets=["Miss", "Miss", "Miss", "Optimal"]), play="stationary", start=True
    ),
    "lot: fixed": lambda: by_lot(
        Problem(["1/2", "1/3", 1], targets=[["0", "1/3", "1/3"], "A", "Self"], target_later="Strongest")
    ),
    "bullets: nobody has any": lambda: counted_bullets(["1/2", "1/2"], bullets=0),
    "bullets: one has any": lambda: counted_bullets([1, 0, "1/2"], bullets=[0, 0, 2], survivors="none"),
    "bullets: two may wait": lambda: counted_bullets([1, 1], bullets=2, survivors="each"),
    "bullets: nobody left but oneself": lambda: counted_bullets(Problem([1, 1], targets="A,B"), bullets=1),
    "bullets: equal, rule 3": lambda: counted_bullets(Problem([1, 1, 1], if_eq=3), bullets=1, survivors="each"),
    "goofspiel: one card": lambda: goofspiel.solve(State([2], [1], 5)),
    "goofspiel: a decided lead": lambda: goofspiel.solve(State([1, 3], [2, 4], 1, [2], lead=-9), goal="win"),
    "goofspiel: points": lambda: goofspiel.solve(State([2, 7, 9], [2, 5, 8], 3, [1, 4], lead=3), goal="points"),
    "goofspiel: equal hands": lambda: openings(1),
}


@pytest.mark.parametrize("name", BOUNDARIES)
def test_boundaries_have_certificates_that_hold(name, path):
    answer = BOUNDARIES[name]()
    said = accepted(certificate(answer), path)
    kind = name.partition(":")[0]
    assert said.startswith(kind)
    if kind in FIRE:
        assert f"exactly {len(answer)} pure equilibria" in said


def test_where_there_is_no_equilibrium_every_profile_is_refuted(path):
    text = certificate(BOUNDARIES["simultaneous: none"]())
    assert "exactly 0 pure" in accepted(text, path)
    last = parsed(text)[-1]
    assert (last["equilibria"], len(last["refuted"])) == ([], 3 * 5 * 4 * 3)


def test_a_list_that_is_not_complete_is_certified_as_it_is(path):
    answer = random_shooter(["1/2", "1/3", "1/3", "1/3"], cap=1)
    assert not answer.complete
    text = certificate(answer)
    assert accepted(text, path).endswith("nothing of others")
    assert {line["refuted"] for line in parsed(text)[1:]} == {None}
    five = opinion_contest(["4/5", "3/5", "2/5", "1/5", "1/6"])
    assert accepted(certificate(five), path).endswith("nothing of others")


# -- irrational numbers

ROOTS = {
    "fixed": lambda hits: solve(Problem(hits, targets=[1, 2, 0], target_later="Strongest")),
    "announced": solve,
    "stationary": equilibria,
    "one equilibrium": lambda hits: next(iter(equilibria(hits))),
    "lot": by_lot,
    "bullets": lambda hits: counted_bullets(hits, bullets=2),
    "shooter": random_shooter,
    "simultaneous": simultaneous_fire,
    "opinions": opinion_contest,
}
NUMBERS = {
    "a root": ["sqrt(2)/2", "1/3", "sqrt(2)/2"],
    "a smaller root of three": ["root(8 0 -6 1; 1)", "1/2", 1],
    "two fields": ["1/sqrt(2)", "1/sqrt(3)", 0],
}


@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("kind", ROOTS)
def test_irrational_numbers_have_certificates(kind, numbers, path):
    text = truel_ref.certificate(ROOTS[kind](numbers))
    path.write_text(text, encoding="ascii", newline="\n")
    assert "x a root of" in checked(path)


def test_numbers_of_a_field_are_those_of_the_package():
    """Sums, quotients, signs and equality in the field of the checker and in that of the package."""
    rng = Random(SEED)
    for one in ("sqrt(2)", "root(1 0 -3 1; 1)", "sqrt(2) + sqrt(3)"):
        root = read_number(one)
        head = [str(part) for part in reversed(root.field.polynomial)]
        field = Field(head, texts(isolated(root.field.polynomial)[root.field.index]))
        ours, theirs = [Fraction(1, 3), root], [Fraction(1, 3), field.read(as_text(root))]
        for _ in range(60):
            i, j = rng.randrange(len(ours)), rng.randrange(len(ours))
            act = rng.choice([operator.add, operator.sub, operator.mul, operator.truediv])
            if act is operator.truediv and not ours[j]:
                continue
            ours.append(act(ours[i], ours[j]))
            theirs.append(act(theirs[i], theirs[j]))
            text = as_text(ours[-1])
            assert field.read(text) == theirs[-1]
            assert (theirs[-1] < theirs[i], theirs[-1] == theirs[j]) == (ours[-1] < ours[i], ours[-1] == ours[j])
            if len(text) > 300:
                ours.pop(), theirs.pop()


FIELDS = {
    "no root in the interval": ({"between": ["2", "3"]}, "not exactly one root"),
    "two roots in the interval": ({"between": ["-4", "4"]}, "not exactly one root"),
    "the other root": ({"between": ["-4", "0"]}, "hits must be"),
    "an end that is a root": ({"polynomial": ["0", "-2", "1"], "between": ["0", "4"]}, "a root at an end"),
    "no integers": ({"polynomial": ["-2", "0", "1/2"]}, "polynomial"),
    "degree 1": ({"polynomial": ["-1", "1"]}, "polynomial"),
    "another field": ({"polynomial": ["-3", "0", "1"]}, "differ"),
    "a number of too high a degree": ({"hits": ["0 0 1/4", "1/3"]}, "below the degree"),
    "a power without a number": ({"hits": ["1/2 0", "1/3"]}, "below the degree"),
    "a polynomial with a factor": ({"polynomial": ["2", "-2", "-1", "1"], "between": ["5/4", "2"]}, None),
    "no polynomial": ({"polynomial": None}, "not a list"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_the_field_is_checked(name, path):
    """A polynomial that is not irreducible does no harm: the root and the statements are the same."""
    change, reason = FIELDS[name]
    lines = parsed(truel_ref.certificate(solve("sqrt(2)/2 1/3")))
    lines[0] |= change
    path.write_text(dumped(lines), encoding="ascii", newline="\n")
    if reason is None:
        assert "fixed play" in checked(path)
    else:
        with pytest.raises(FileError, match=reason):
            checked(path)


@pytest.mark.parametrize("many", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_changed_numbers_of_a_field_are_refused_or_the_same(path, many):
    rng = Random(SEED)
    texts_of = [
        truel_ref.certificate(ROOTS[kind](["sqrt(2)/2", "1/2", 1])) for kind in ("announced", "stationary", "lot")
    ]
    for _ in range(many):
        text = rng.choice(texts_of)
        changed = mutated(text, rng)
        path.write_text(changed, encoding="ascii", newline="\n")
        try:
            said = checked(path)
        except FileError:
            continue
        head = parsed(changed)[0]
        assert head["hits"] == parsed(text)[0]["hits"], changed
        assert head["polynomial"] == parsed(text)[0]["polynomial"], changed
        path.write_text(text, encoding="ascii", newline="\n")
        assert said.split("between")[0] == checked(path).split("between")[0]


# -- vectors


@cache
def asked(group):
    """Return vectors of a group of up to five players."""
    return [vector for vector in vectors(group) if group == "goofspiel" or len(vector["problem"]["hits"]) <= 5]


def sample(group, number):
    rows = asked(group)
    taken = {vector["id"] for vector in Random(f"{SEED} {group}").sample(rows, number)}
    return [
        pytest.param(vector, id=vector["id"], marks=() if vector["id"] in taken else pytest.mark.slow)
        for vector in rows
    ]


def variant_vectors():
    for model in MODELS:
        yield from sample(model, 8)


@pytest.mark.parametrize("vector", [*variant_vectors()])
def test_vectors_of_variants_have_certificates(vector, path):
    answer = solve_variant(Variant.from_json({key: vector[key] for key in SETTINGS if key in vector}))
    text = certificate(answer)
    said, last = accepted(text, path), parsed(text)[-1]
    if "equilibria" in vector["answer"]:  # those that differ in aims or win probabilities at the start
        assert f"exactly {len(answer)} pure" in said
        whole = [line for line in parsed(text)[1:] if line["set"] == last["set"]]
        shown = {tuple(entry["values"][0][: len(last["set"])]) for line in whole for entry in line["equilibria"]}
        assert shown == {tuple(entry["win"]) for entry in vector["answer"]["equilibria"]}
    elif vector["group"] == "lot":
        assert last["win"] == vector["answer"]["win"]
    elif "worths" in last:
        assert last["worths"] == vector["answer"]["worths"]
        assert [chance for _, chance in last["survivors"]] == [end["chance"] for end in vector["answer"]["survivors"]]


@pytest.mark.parametrize("vector", sample("goofspiel", 12))
def test_vectors_of_goofspiel_have_certificates(vector, path):
    text = certificate(goofspiel.solve(State.from_json(vector), vector["goal"]))
    accepted(text, path)
    last = parsed(text)[-1]
    assert {key: last[key] for key in ("value", "own_bids", "other_bids")} == vector["answer"]


def without_a_miss():
    """Return the vectors of announced play in which T12 holds and tie rule 3 breaks no tie."""
    rows = []
    for vector in vectors():
        problem = Problem.from_json(vector["problem"])
        if problem.players <= 5 and not problem.random_levels and not problem.irrational and applies(problem):
            rows.append(vector)
    return rows


@pytest.mark.parametrize("part", one_in(12, range(12)))
def test_vectors_without_a_miss_have_certificates(part, path):
    rows = Random(SEED).sample(without_a_miss(), len(without_a_miss()))[part::12]
    held = 0
    for vector in rows:
        problem = Problem.from_json(vector["problem"])
        try:
            text = certificate(problem)
        except ProblemError as error:
            assert (problem.if_eq, "tie rule 3" in str(error)) == (3, True)
            continue
        accepted(text, path)
        assert parsed(text)[-1]["values"][0] == vector["win"], vector["id"]
        held += 1
    assert held > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        lambda: random_shooter(["1/5", "7/10", "2/5", "3/5", "1/2"]),
        lambda: simultaneous_fire(["2/3", "1/2", "11/12", "5/12"]),
        lambda: counted_bullets(["1/5", "7/10", "2/5", "3/5", "1/2"], bullets=2),
        lambda: Problem([f"1/{number}" for number in range(2, 11)], search="Others"),
        lambda: openings(4, goal="win"),
        lambda: openings(5, goal="points"),
        lambda: by_lot(["1/5", "7/10", "2/5", "3/5"]),
    ],
)
def test_larger_games(answer, path):
    accepted(certificate(answer()), path)


# -- what is not true is refused

POOL = [
    *(answer for answer, _ in KNOWN.values()),
    *(
        BOUNDARIES[name]
        for name in (
            "no miss: self and mix",
            "no miss: fixed mixes",
            "shooter: ones",
            "simultaneous: nobody left",
            "opinions: a mix",
            "opinions: one convinces",
            "lot: only the start",
            "bullets: equal, rule 3",
            "goofspiel: points",
        )
    ),
]


@cache
def pool():
    return [certificate(answer()) for answer in POOL]


def leaves(value, way=()):
    """Yield the ways to all values inside a value, those of lists and objects as well."""
    yield way
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from leaves(inner, (*way, key))


def other(value, rng):
    """Return another value in place of one."""
    if isinstance(value, bool) or value is None:
        return rng.choice([not value, None, [], "Miss"])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, 0, 1, 2, True, 10**30, "Miss"])
    if isinstance(value, str):
        return rng.choice(
            ["0", "1", "1/2", "2/3", "2/4", "-1/3", "Miss", "Others", "Optimal", "00", value + "1", 1, ""]
        )
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        return rng.choice(
            [
                value[:place] + value[place + 1 :],
                [*value[:place], value[place], *value[place:]],
                value[::-1],
                rng.sample(value, len(value)),
                [],
                None,
                [*value, None],
            ]
        )
    return rng.choice([None, [], {}, 0, "0"])


def mutated(text, rng):
    """Return a certificate with one change."""
    if rng.random() < 0.3:
        rows = text.splitlines(keepends=True)
        one, two = rng.randrange(len(rows)), rng.randrange(len(rows))
        place = rng.randrange(len(text))
        return rng.choice(
            [
                "".join(rows[:one] + rows[one + 1 :]),
                "".join([*rows[:one], rows[one], *rows[one:]]),
                "".join([*rows[:one], rows[two], *rows[one + 1 :]]),
                text[:place] + rng.choice("0123456789/-,[] ") + text[place + 1 :],
                text[:place] + rng.choice("0123456789") + text[place:],
                text.replace('{"set"', '{"set":[0,1],"set"', 1),
                text[:-1],
                text + rng.choice(["{}\n", "null\n", "\n", rows[-1]]),
            ]
        )
    lines = parsed(text)
    for _ in range(rng.choice([1, 1, 1, 2])):
        row = rng.randrange(len(lines))
        *way, last = rng.choice([way for way in leaves(lines[row]) if way])
        inner = lines[row]
        for key in way:
            inner = inner[key]
        inner[last] = other(inner[last], rng)
    return dumped(lines)


def asked_by(head):
    """Return what the head of a certificate asks, as the package states it."""
    words = {"targets": head["targets"], "target_later": head["later"], "if_eq": head["ties"]}
    if head["kind"] != "opinions":
        for key in ("search", "search_later"):
            words[key] = {label(place): mine for place, mine in enumerate(head[key])}
    problem = Problem(head["hits"], **words)
    if head["kind"] == "no miss":
        return problem
    settings = {key: head[key] for key in ("start", "bullets", "survivors") if key in head}
    return solve_variant(Variant.stated(head["kind"], problem, **settings))


def is_true(text, said):
    """Tell by the solver whether a certificate states nothing but what is true."""
    head, *lines = parsed(text)
    if head["kind"] == "goofspiel":
        solved = [goofspiel.solve(State.from_json(line), head["goal"]).to_json() | line for line in lines]
        return all(goofspiel.Bids.from_json(line).to_json()["value"] == line["value"] for line in solved)
    answer = asked_by(head)
    true = parsed(certificate(answer))[1:]
    if head["kind"] not in FIRE:
        return all(line in lines for line in true)
    known = [(line["set"], entry) for line in true for entry in line["equilibria"]]
    if "exactly" in said and f"exactly {len(answer)} pure" not in said:
        return False
    return all((line["set"], entry) in known for line in lines for entry in line["equilibria"])


@pytest.mark.parametrize("part", one_in(10, range(10)))
def test_what_is_changed_is_refused_or_true(part, path):
    rng = Random(f"{SEED} {part}")
    refused = held = 0
    for _ in range(400):
        text = rng.choice(pool())
        changed = mutated(text, rng)
        if changed == text:
            continue
        kind = parsed(text)[0]["kind"]
        if refusal(changed, path, kind) is not None:
            refused += 1
        else:
            held += 1
            assert is_true(changed, accepted(changed, path, kind)), changed
    assert refused > 300
    assert held < 60


def altered(answer, row, change):
    """Return a certificate with one line changed."""
    lines = parsed(certificate(answer))
    change(lines[row])
    return dumped(lines)


def put(*way, value):
    def change(line):
        *inner, last = way
        for key in inner:
            line = line[key]
        line[last] = value

    return change


SHOTS, VOLLEY, CONTEST = (KNOWN[kind][0] for kind in ("shooter", "simultaneous", "opinions"))
LIES = {
    "a head of another version": (SHOTS, 0, put("certificate", value="truel 2"), "not a certificate of version 1"),
    "a value that differs": (
        SHOTS,
        -1,
        put("equilibria", 0, "values", 0, 0, value="1/3"),
        "the values of (0, 1, 2) differ",
    ),
    "an aim that is not best": (SHOTS, -1, put("equilibria", 0, "aims", 2, value=1), "the values of (0, 1, 2) differ"),
    "a gain that differs": (SHOTS, -1, put("refuted", 0, 2, value="1/7"), "does not gain '1/7'"),
    "a player who does not gain": (VOLLEY, -1, put("refuted", 0, 0, value=1), "player 1"),
    "a profile that is missing": (VOLLEY, -1, lambda line: line["refuted"].pop(), "not a list of 3"),
    "a profile too many": (SHOTS, 1, lambda line: line["refuted"].append(None), "not its profiles"),
    "an equilibrium that is missing": (VOLLEY, -1, lambda line: line["equilibria"].pop(), "(0, 1, 2)"),
    "an equilibrium twice": (VOLLEY, -1, lambda line: line["equilibria"].append(line["equilibria"][0]), "occurs twice"),
    "equilibria in another order": (VOLLEY, -1, lambda line: line["equilibria"].reverse(), "in order"),
    "an equilibrium of another set below": (SHOTS, -1, put("below", 0, value=1), "below"),
    "a state that is no state": (CONTEST, -1, put("equilibria", 0, "aims", value=[1, 0]), "not a list of 3"),
    "opinions that may miss": (CONTEST, 0, put("search", 0, value=["Others", "Miss"]), "R12.2"),
    "a mean that differs": (KNOWN["lot"][0], -1, put("win", 0, value="1/3"), "the mean differs"),
    "an order that is missing": (KNOWN["lot"][0], 1, put("drawn", value=[0, 2, 1]), "the order (0, 1, 2) is missing"),
    "an announcement that is not best": (
        KNOWN["lot"][0],
        1,
        put("lines", -1, "choices", 0, value="1"),
        "gains by another",
    ),
    "no miss where one may miss": (KNOWN["no miss"][0], 0, put("search", 0, value=["Others", "Miss"]), "T12 is silent"),
    "another aim": (KNOWN["no miss"][0], -1, put("aims", 0, value=1), "player 0 has another aim"),
    "a best shot that is not": (KNOWN["bullets"][0], -1, put("aim", value="Miss"), "player 0 has another aim"),
    "survivors that differ": (KNOWN["bullets"][0], -1, put("survivors", 0, 1, value="1/3"), "the survivors"),
    "worths that differ": (KNOWN["bullets"][0], -1, put("worths", 0, value="1/3"), "the worths"),
    "too many bullets": (KNOWN["bullets"][0], 0, put("bullets", 0, value=51), "not an integer from 0 to 50"),
    "a bullet of a dead player": (KNOWN["bullets"][0], 1, put("bullets", value=[1, 1, 1]), "the dead have bullets"),
    "a value that the own bids do not get": (KNOWN["goofspiel"][0], -1, put("value", value="1/9"), "do not get"),
    "a value that the other bids exceed": (KNOWN["goofspiel"][0], -1, put("value", value="-1/9"), "allow more"),
    "bids that are no chances": (KNOWN["goofspiel"][0], -1, put("own_bids", value=["-1", "1", "1"]), "sum to 1"),
    "a prize twice": (KNOWN["goofspiel"][0], -1, put("prize", value=1), "is not a state"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_refused_with_its_reason(name, path):
    answer, row, change, reason = LIES[name]
    assert reason in refusal(altered(answer(), row, change), path, parsed(certificate(answer()))[0]["kind"])


@pytest.mark.parametrize("kind", KNOWN)
def test_lines_that_are_missing_or_twice_or_out_of_order_are_refused(kind, path):
    text = certificate(KNOWN[kind][0]())
    head, *lines = text.splitlines(keepends=True)
    assert refusal(head + "".join(lines[1:]), path, kind) is not None
    assert refusal(head + "".join(lines[:1] + lines), path, kind) is not None
    if kind != "goofspiel":  # which states what its lines show, those of equally many cards in any order
        assert refusal(head + "".join(lines[1:2] + lines[:1] + lines[2:]), path, kind) is not None
        assert "missing" in refusal(head + "".join(lines[:-1]), path, kind) or kind == "lot"
        assert refusal(head + "".join(lines[:-1]), path, kind) is not None
        assert refusal(head, path, kind) is not None


PROFILES = {
    "shooter": ([1, "2/3", "1/3"], "C,A,A", [2, 0, 0], 0),
    "simultaneous": (["1/2", "1/3", 1], "B,A,A", [1, 0, 0], 1),
    "opinions": ([1, "2/3", "1/3"], "C,A,A", [2, 0, 0], 0),
}


@pytest.mark.parametrize("kind", PROFILES)
def test_a_profile_in_which_somebody_gains_is_no_equilibrium(kind, path):
    """The values are right, because targets that are predefined have the same."""
    hits, targets, aims, player = PROFILES[kind]
    bound = fire(kind, hits, targets=targets)()
    lines = parsed(certificate(fire(kind, hits)()))
    [entry] = parsed(certificate(bound))[-1]["equilibria"]
    assert entry["aims"] == aims
    lines[-1] |= {"equilibria": [entry], "refuted": None}
    assert f"player {player} gains by another aim" in refusal(dumped(lines), path)


def test_an_equilibrium_is_not_refuted_by_a_gain_of_nothing(path):
    lines = parsed(certificate(fire("shooter", ["1/2", "1/3"])()))
    [entry] = lines[-1]["equilibria"]
    lines[-1] |= {"equilibria": [], "refuted": [[0, entry["aims"][0], "0"]]}
    assert "does not gain '0'" in refusal(dumped(lines), path)


def test_a_gain_by_an_aim_that_is_no_option_counts_for_nothing(path):
    """A would gain by shooting at B, but has to shoot at C."""
    lines = parsed(certificate(fire("shooter", [1, "2/3", "1/3"], targets="C,A,A")()))
    free = parsed(certificate(fire("shooter", [1, "2/3", "1/3"])()))[-1]["refuted"]
    [gain] = [entry for entry in free if entry[:2] == [0, 1]][:1]
    lines[-1] |= {"equilibria": [], "refuted": [gain]}
    assert "player 0 has no such option" in refusal(dumped(lines), path)


def test_equilibria_below_must_go_together(path):
    """The equilibrium of four rests on one of several of three; the set of all may not rest on another of these."""
    targets = ["E", "E", "E", "E", "A"]
    answer = fire("shooter", ["1/3", "2/3", "2/3", "1/12", 0], targets=targets)()
    lines = parsed(certificate(answer))
    sets = [line["set"] for line in lines[1:] for _ in line["equilibria"]]
    below = lines[-1]["below"]
    place, one = next((place, one) for place, one in enumerate(below) if sets.count(sets[one]) > 1)
    assert len(sets[below[-1]]) == 4
    below[place] = next(two for two, living in enumerate(sets) if living == sets[one] and two != one)
    assert "do not go together" in refusal(dumped(lines), path)


def test_a_tie_in_a_drawn_order_is_broken_by_the_rule(path):
    text = certificate(by_lot(["1/2", "1/2", 1]))
    assert "tie rule -1 takes another" in refusal(text.replace('"ties":1', '"ties":-1'), path)
    lines = parsed(text)
    lines[1]["lines"][-1]["choices"][0] = "-"
    assert "no choice where there is one" in refusal(dumped(lines), path)
    idle = parsed(certificate(by_lot([0, 0, 0])))
    idle[1]["lines"][-1]["choices"][0] = "0"
    assert "a choice where all stall (R3.5)" in refusal(dumped(idle), path)


ORDERED = {
    "no miss": (1, 2, "out of order"),
    "bullets": (1, 2, "out of order"),
    "shooter": (1, 2, "out of order"),
    "goofspiel": (1, -1, "out of order"),
}


@pytest.mark.parametrize("kind", ORDERED)
def test_smaller_sets_come_first_and_each_line_once(kind, path):
    one, two, reason = ORDERED[kind]
    lines = parsed(certificate(KNOWN[kind][0]()))
    twice = [*lines[: one + 1], lines[one], *lines[one + 1 :]]
    assert "twice" in refusal(dumped(twice), path)
    if kind == "goofspiel":  # a state that nothing else needs, behind larger ones
        state = {"own": [1], "other": [2], "prize": 999, "to_come": [], "lead": 0, "value": "-1", "own_bids": ["1"]}
        assert reason in refusal(dumped([*lines, state | {"other_bids": ["1"]}]), path)
        return
    lines[one], lines[two] = lines[two], lines[one]
    assert reason in refusal(dumped(lines), path)


def test_phases_of_a_drawn_order_stand_in_order(path):
    lines = parsed(certificate(KNOWN["lot"][0]()))
    phases = lines[1]["lines"]
    phases[0], phases[1] = phases[1], phases[0]
    assert "out of order" in refusal(dumped(lines), path)


def test_tie_rules_are_part_of_what_is_checked(path):
    """The same lines with another tie rule are refused, as it takes other aims."""
    text = certificate(Problem(["1/2", "1/2", 1], search="Others"))
    assert "another aim" in refusal(text.replace('"ties":1}', '"ties":-1}'), path)
    assert "tie rule 3 breaks a tie" in refusal(text.replace('"ties":1}', '"ties":3}'), path)
    spent = certificate(counted_bullets([1, 1, 1], bullets=1))
    assert "another aim" in refusal(spent.replace('"ties":1', '"ties":-1'), path)


@pytest.mark.parametrize("kind", KNOWN)
def test_hostile_files_are_refused_at_once(kind, path):
    good = certificate(KNOWN[kind][0]())
    first, *_ = good.splitlines(keepends=True)
    hostile = {
        "": None,
        "[" * 100_000 + "\n": None,
        first + "[" * 100_000 + "]" * 100_000 + "\n": None,
        good.replace("\n", "\r\n"): None,
        good.replace('":', '": ', 1): "canonical",
        first + good: None,
        first.replace('"truel 1"', '"truel 1","certificate":"truel 1"') + good.partition("\n")[2]: "twice",
        first.replace('"1/3"', '"1/' + "3" * 60_000 + '"') if "1/3" in first else first + "{}\n": None,
        first.replace('"hits":[', '"hits":[' + '"1/2",' * 60): None,
        first + '{"set":[0,1],"below":[' + "9" * 10_000 + '],"equilibria":[],"refuted":[]}\n': None,
    }
    for text, reason in hostile.items():
        assert (reason or "") in refusal(text, path, kind)


def test_a_large_claim_with_few_lines_ends_early(path, monkeypatch):
    """All sets of sixteen, or all orders of sixteen, are never walked through for one line."""
    monkeypatch.setattr(check, "WORK", 20_000)
    places = list(range(9))
    head = parsed(certificate(fire("simultaneous", ["1/2"] * 2)()))[0]
    head |= {key: [head[key][0]] * 9 for key in ("hits", "targets", "search", "search_later")}
    line = {"set": places, "below": [], "equilibria": [], "refuted": []}
    assert "too much work" in refusal(dumped([head, line]), path)
    lot = head | {"kind": "lot", "play": "announced", "start": False}
    assert refusal(dumped([lot, {"drawn": places, "lines": []}]), path) == "the last line must be the first phase"
    others = lot | {"targets": ["Optimal", *["Miss"] * 8], "search": [["Others"]] * 9}
    phase = {"order": places, "win": ["0"] * 9, "choices": ["0"] * 9}
    assert "is missing" in refusal(dumped([others, {"drawn": places, "lines": [phase]}]), path)
    wide = lot | {"hits": ["0"] * 9}
    assert "a phase with more than 2000000 profiles" in refusal(
        dumped([wide, {"drawn": places, "lines": [phase]}]), path
    )


# -- what has no certificate


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda: Problem(["1/3", "2/3", 1]), "may miss on purpose"),
        (lambda: Problem(["1/4", "1/4", "1/6"], search="Others", if_eq=3), "tie rule 3"),
        (lambda: random_shooter(Problem(["1/2", "1/3", 1], search="All", random_levels=[2, 2, 2])), "random levels"),
        (lambda: opinion_contest(["4/5", "13/20", "1/4", "2/5", "1/4"]), "no equilibrium"),
    ],
)
def test_what_has_no_certificate_is_refused(answer, reason):
    with pytest.raises(ProblemError, match=reason):
        certificate(answer())


def test_work_is_announced_and_may_be_refused():
    drawn = replace(by_lot([1, "1/2"]), variant=Variant.stated("lot", ["1/2"] * 6))
    with pytest.raises(SizeError, match="profiles"):
        certificate(drawn)
