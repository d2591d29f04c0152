import json
import sys

import pytest


@pytest.mark.parametrize(("group", "answer"), [("stationary", {"equilibria": []}), ("lot", {"win": [1, 0]})])
def test_other_questions_are_asked_by_name(run, group, answer):
    client = f"import json, sys\nfor line in sys.stdin: print(json.dumps({{'id': json.loads(line)['id']}} | {answer}))"
    words = ("check", "--group", group, "--players", "2", "--json", "--", sys.executable, "-c", client)
    status, out, err = run(*words)
    noted = json.loads(out)
    assert (status, err, noted["ok"]) == (1, "", False)
    assert {result["group"] for result in noted["results"]} == {group}
    assert "stationary, periodic, rounds" in run("check", "--help")[1]
