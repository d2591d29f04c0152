import json

MIXED = ("3/4", "11/20", "1")


def test_the_best_mix(run):
    opposite = run("best-mix", *MIXED, "--if-eq", "-1")[1]
    assert opposite.startswith("A's best mix wins 33/71, attained under tie rule -1 (opposite of simplest).")


def test_mixed_replies(run):
    status, text, _ = run("best-mix", "1/3", "2/3", "1", "--mixed-replies", "--width", "1/100", "--json")
    assert status == 0
    assert set(json.loads(text)) == {"problem", "lower", "upper", "mix", "answer", "halved"}
