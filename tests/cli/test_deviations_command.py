import json

import cases

from truel_ref import solve
from truel_ref.explain.deviations import best_responses


def test_who_could_gain(run):
    responses = best_responses(solve(cases.ORIGINAL))
    assert run("deviations", *cases.ORIGINAL) == (0, f"{responses}\n", "")
    assert json.loads(run("deviations", *cases.ORIGINAL, "--json")[1]) == responses.to_json()
    assert run("deviations", *cases.ORIGINAL, "--format", "md")[1] == f"{responses.to_text('md')}\n"
    assert "gains" in run("deviations", *cases.ORIGINAL, "--targets", "C,C,B")[1]


def test_a_later_phase(run, refused):
    responses = best_responses(solve(cases.FOUR), "B,C,D")
    assert run("deviations", *cases.FOUR, "--phase", "B,C,D")[1] == f"{responses}\n"
    refused(["deviations", *cases.FOUR, "--phase", "A,E"], "'A,E' is no phase of this solution")
    refused(["deviations"], "no hit probabilities; try: truel-ref deviations 1/3 2/3 1")
