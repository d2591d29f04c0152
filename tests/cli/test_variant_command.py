import json

import pytest

from truel_ref import Variant, VariantAnswer, VariantEstimate, solve_variant

GARDNER = ["1", "4/5", "1/2"]


def test_one_question_per_line(run):
    asked = [
        Variant.stated("shooter", GARDNER),
        Variant.stated("bullets", GARDNER, bullets=[1, 2, 0]),
        Variant.stated("lot", GARDNER, play="stationary"),
    ]
    first, *others = [json.dumps({"id": number, **variant.to_json()}) for number, variant in enumerate(asked)]
    bad = ['{"id": "x", "model": "shooter", "problem": {"hits": ["1/2"]}}', '{"model": "dice"}']
    status, out, err = run("variant", "--jsonl", lines="\n".join([first, *bad, *others]).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert [(answer.get("id"), answer.get("line")) for answer in answers] == [
        *((0, None), ("x", 2), (None, 3), (1, None), (2, None))
    ]
    assert "at least two players" in answers[1]["error"]
    assert "model: 'dice' is unknown" in answers[2]["error"]
    assert [VariantAnswer.from_json(answers[number]) for number in (0, 3, 4)] == list(map(solve_variant, asked))


@pytest.mark.parametrize("model", ["lot", "shooter", "simultaneous --equilibrium 2", "bullets --bullets 2", "opinions"])
def test_dice_beside_the_exact_answer(printed, model):
    name, *options = model.split()
    words = ("variant", name, *GARDNER, *options, "--games", "1e4", "--story")
    data = json.loads(printed(*words, "--json"))
    play = VariantAnswer.from_json(data)["--equilibrium" in options]
    estimate = VariantEstimate.from_json(data["simulation"])
    for player, win in zip("ABC", play.win, strict=True):
        low, high = estimate.interval(player, confidence=0.99999)
        assert low <= win <= high
    assert data["story"]
    assert printed(*words).count("\n\n") == 2
