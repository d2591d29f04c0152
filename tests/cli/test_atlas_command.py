"""`truel-ref atlas`."""

import json

import pytest


def test_why_it_pays(run):
    status, out, err = run("atlas", "self", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data["worths"] == [
        "1011246165/5048370782",
        "1011246165/6452646382",
        "1244649115/6452646382",
    ]
    assert data["own"] == ["A", "Miss", "D", "C"]
    assert data["first"][0][0] == {"shooter": "A", "victim": "A", "chance": "80/719", "A wins then": "0"}


def test_random_points_and_a_lattice(run):
    status, out, err = run("atlas", "self", "--points", "20", "--seed", "1", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert [share["paying"] for share in data["shares"]] == [0, 0, 0, 0]
    assert (data["points"], data["seed"], data["found"]) == (20, 1, [])
    status, out, err = run("atlas", "self", "--denominator", "5")
    assert (status, err) == (0, "")
    assert "24 points of denominator 5" in out


def test_surfaces_and_critical_values(run):
    status, out, err = run("atlas", "surfaces", "--play", "stationary", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert (len(data["classes"]), len(data["ends"]), len(data["crossings"])) == (9, 17, 15)
    status, out, err = run("atlas", "critical", "--play", "stationary", "--json")
    assert (status, err) == (0, "")
    assert [one["root_of"] for one in json.loads(out)["values"]] == [
        "-1 + 4*c - 3*c**2 + c**3",
        "1 - 3*c + c**2",
        "-1 + 2*c",
    ]


def test_the_plane_and_the_cube_are_two_questions(run):
    status, out, err = run("atlas", "winners", "--cube", "1e-3", "--c", "1/2")
    assert (status, out) == (2, "")
    assert "ask one of them" in err
    status, out, err = run("atlas", "winners", "--play", "simultaneous")
    assert (status, out) == (2, "")
    assert "for the cube only; add --cube" in err


def test_how_narrow_bounds_are_is_said_once(run):
    status, out, err = run("atlas", "winners", "--cube", "1e-3", "--precision", "1e-3")
    assert (status, out) == (2, "")
    assert "--precision belongs to a square" in err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["cube", "--error", "1e-400"], "error: '1e-400' is below 1/1000000000000"),
        (["cube", "--error", "inf"], "error: 'inf' is not a number"),
        (["cube", "--error", "\N{ARABIC-INDIC DIGIT THREE}"], "is not a number"),
        (["winners", "--cube", "1/0"], "error: '1/0' divides by zero"),
        (["winners", "--precision", "1e-400"], "precision: '1e-400' is not from 1/100000000000 to 1"),
    ],
)
def test_bounds_that_are_never_reached_are_refused(run, words, wrong):
    status, out, err = run("atlas", *words)
    assert (status, out) == (2, "")
    assert wrong in err
    assert err.count("\n") == 1


def test_winners_under_other_rules_of_fire(run):
    status, out, err = run("atlas", "winners", "--cube", "1e-3", "--play", "random-shooter", "--json")
    assert (status, err) == (0, "")
    shares = {share["name"]: (share["low"], share["high"]) for share in json.loads(out)["shares"]}
    assert shares["A is the likeliest winner"] == ("1/3", "1/3")
    assert shares["somebody misses"] == ("0", "0")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--ends", "--points", "3"], "ask one of them"),
        (["--seed", "3"], "--off-path and --seed belong to --points; say how many points"),
        (["--coinciding"], "--coinciding belongs to --denominator; say which"),
        (["--denominator", "41"], "41"),
    ],
)
def test_what_is_refused(run, words, wrong):
    status, out, err = run("atlas", "self", *words)
    assert (status, out) == (2, "")
    assert wrong in err
    assert err.count("\n") == 1
