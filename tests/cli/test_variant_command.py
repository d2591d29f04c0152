import json

from truel_ref import Variant, VariantAnswer, solve_variant

GARDNER = ["1", "4/5", "1/2"]


def test_one_question_per_line(run):
    asked = [
        Variant.stated("shooter", GARDNER),
        Variant.stated("bullets", GARDNER, bullets=[1, 2, 0]),
        Variant.stated("lot", GARDNER, play="stationary"),
    ]
    first, *others = [json.dumps({"id": number, **variant.to_json()}) for number, variant in enumerate(asked)]
    bad = ['{"id": "x", "model": "shooter", "problem": {"hits": ["1/2"]}}']
    bad += ['{"model": "dice", "problem": {"hits": [1, 1]}}']
    status, out, err = run("variant", "--jsonl", lines="\n".join([first, *bad, *others]).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert [(answer.get("id"), answer.get("line")) for answer in answers] == [
        *((0, None), ("x", 2), (None, 3), (1, None), (2, None))
    ]
    assert "at least two players" in answers[1]["error"]
    assert "no model is called 'dice'" in answers[2]["error"]
    assert [VariantAnswer.from_json(answers[number]) for number in (0, 3, 4)] == list(map(solve_variant, asked))
