import json

import pytest

from truel_ref import (
    Variant,
    VariantAnswer,
    VariantEstimate,
    simultaneous_fire,
    solve_variant,
)

GARDNER = ["1", "4/5", "1/2"]


def test_the_policy_of_every_state(run):
    _, out, _ = run("variant", "opinions", "1", "2/3", "1/3", "--all")
    assert "the policy of every state:\n  A 1, B 1, C 1: B, A, A; wins 15/32, 10/27, 139/864\n" in out
    _, out, _ = run("variant", "simultaneous", *GARDNER, "--all")
    assert out.count("equilibrium ") == len(simultaneous_fire(GARDNER))
    assert run("variant", "shooter", *GARDNER, "--all", "--format", "md")[1].count("| player") == 5


def test_the_tree(run, tmp_path):
    words = ["variant", "bullets", "1/3", "2/3", "1", "--bullets", "1,2,1", "--survivors", "none"]
    status, out, err = run(*words, "--tree", "-o", str(tmp_path / "tree.svg"))
    assert (status, err) == (0, f"truel-ref: note: wrote {tmp_path / 'tree.svg'}\n")
    assert out.endswith(
        "A 1, B 2, C 1: A at C\n"
        "  1/3 hits C: A 0, B 2: B at A\n"
        "    2/3 hits A: B is left\n"
        "    1/3 hits nobody: A 0, B 1: B at A\n"
        "      2/3 hits A: B is left\n"
        "      1/3 hits nobody: A, B are left\n"
        "  2/3 hits nobody: A 0, B 2, C 1: B at C\n"
        "    2/3 hits C: A 0, B 1: B at A\n"
        "      2/3 hits A: B is left\n"
        "      1/3 hits nobody: A, B are left\n"
        "    1/3 hits nobody: A 0, B 1, C 1: C at B\n"
        "      1 hits B: A, C are left\n"
    )
    first = (tmp_path / "tree.svg").read_bytes()
    run(*words, "-o", str(tmp_path / "tree.svg"))
    assert (tmp_path / "tree.svg").read_bytes() == first


def test_one_question_per_line(run):
    asked = [
        Variant.stated("shooter", GARDNER),
        Variant.stated("bullets", GARDNER, bullets=[1, 2, 0]),
        Variant.stated("lot", GARDNER, play="stationary"),
    ]
    lines = [json.dumps({"id": number, **variant.to_json()}) for number, variant in enumerate(asked)]
    lines.insert(1, '{"id": "x", "model": "shooter", "problem": {"hits": ["1/2"]}}')
    lines.insert(2, '{"model": "dice"}')
    status, out, err = run("variant", "--jsonl", lines="\n".join(lines).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert [answer.get("id") for answer in answers] == [0, "x", None, 1, 2]
    assert answers[1]["line"] == 2
    assert "at least two players" in answers[1]["error"]
    assert answers[2]["line"] == 3
    assert "model: 'dice' is unknown" in answers[2]["error"]
    for variant, answer in zip(asked, [answers[0], *answers[3:]], strict=True):
        assert VariantAnswer.from_json(answer) == solve_variant(variant)


@pytest.mark.parametrize(
    "words",
    [
        ["lot", *GARDNER],
        ["shooter", *GARDNER],
        ["simultaneous", *GARDNER, "--equilibrium", "2"],
        ["bullets", *GARDNER, "--bullets", "2"],
        ["opinions", "1", "2/3", "1/3"],
    ],
    ids=lambda words: words[0],
)
def test_dice_beside_the_exact_answer(run, words):
    status, out, err = run("variant", *words, "--games", "1e4", "--story", "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    answer, simulation = VariantAnswer.from_json(data), data["simulation"]
    play = answer[1 if "--equilibrium" in words else 0]
    estimate = VariantEstimate.from_json(simulation)
    for player, win in zip("ABC", play.win, strict=True):
        low, high = estimate.interval(player, confidence=0.99999)
        assert low <= win <= high
    assert data["story"]
    assert run("variant", *words, "--games", "1e4", "--story")[1].count("\n\n") == 2
