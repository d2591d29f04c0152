import json

import cases
import pytest


@pytest.mark.parametrize("games", ["2000", "2e3", "2,000", "2_000"])
def test_games_are_counted_as_people_write_numbers(run, games):
    status, out, err = run("simulate", *cases.ORIGINAL, "--games", games, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["games"] == 2000


@pytest.mark.parametrize("option", ["--games", "--seed", "--max-turns"])
def test_a_number_out_of_all_range(refused, option):
    refused(["simulate", *cases.ORIGINAL, option, "9" * 5000], f"{option}: '9999")
    refused(["simulate", *cases.ORIGINAL, option, "1.5"], f"{option}: '1.5' is not a whole number")
