import json

import cases

from truel_ref import why


def test_the_table_the_json_and_the_markdown(run):
    explained = why(cases.ORIGINAL)
    assert json.loads(run("why", *cases.ORIGINAL, "--json")[1]) == explained.to_json()
    assert run("why", *cases.ORIGINAL, "--markdown")[1] == f"{explained.to_markdown()}\n"
    assert run("why", " ".join(cases.ORIGINAL)) == run("why", *cases.ORIGINAL)


def test_slips(refused):
    refused(["why"], "no hit probabilities; try: truel-ref why 1/3 2/3 1")
    refused(["why", *cases.ORIGINAL, "--plaier", "A"], "why has no option --plaier; did you mean --player?")
