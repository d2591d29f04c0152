"""`truel-ref atlas`."""

import json


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


def test_winners_under_other_rules_of_fire(run):
    status, out, err = run("atlas", "winners", "--cube", "1e-3", "--play", "random-shooter", "--json")
    assert (status, err) == (0, "")
    shares = {share["name"]: (share["low"], share["high"]) for share in json.loads(out)["shares"]}
    assert shares["A is the likeliest winner"] == ("1/3", "1/3")
    assert shares["somebody misses"] == ("0", "0")
