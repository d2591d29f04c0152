import json


def test_claims_by_name(run):
    status, out, err = run("claims", "S3", "--json")
    assert (status, err) == (0, "")
    assert [finding["verdict"] for finding in json.loads(out)] == ["refuted"]


def test_slips(refused):
    refused(["claims", "S33"], "no claim is called 'S33'; the nearest are S3")
    refused(["claims", "--slwo"], "claims has no option --slwo; did you mean --slow?")
    refused(["claims", "--jobs", "two"], "--jobs: 'two' is not a whole number")
