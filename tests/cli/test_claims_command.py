import json


def test_claims_by_name(run):
    status, out, err = run("claims", "S3", "--json")
    assert (status, err) == (0, "")
    assert [finding["verdict"] for finding in json.loads(out)] == ["refuted"]
