import json

from truel_ref.explain.mixes import best_mix

MIXED = ("3/4", "11/20", "1")


def test_the_best_mix(run):
    best = best_mix(MIXED)
    assert run("best-mix", *MIXED) == (0, f"{best}\n", "")
    assert json.loads(run("best-mix", *MIXED, "--json")[1]) == json.loads(best.to_text("json"))
    assert run("best-mix", *MIXED, "--format", "latex", "--digits", "1")[1] == f"{best.to_text('latex', 1)}\n"
    opposite = run("best-mix", *MIXED, "--if-eq", "-1")[1]
    assert opposite.startswith("A's best mix wins 33/71, attained under tie rule -1 (opposite of simplest).")


def test_mixed_replies(run, refused):
    status, text, _ = run("best-mix", "1/3", "2/3", "1", "--mixed-replies", "--width", "1/100", "--json")
    assert status == 0
    assert set(json.loads(text)) == {"problem", "lower", "upper", "mix", "answer", "halved"}
    refused(["best-mix", *MIXED, "--width", "1/100"], "--width belongs to --mixed-replies")
    refused(["best-mix", *MIXED, "--mixed-replies", "--width", "x"], "width: 'x' is not a number")
    refused(["best-mix", *MIXED, "--mixed-replies", "--work", "0"], "--work: 0 is below 1")


def test_what_is_refused(refused):
    refused(["best-mix"], "no hit probabilities; try: truel-ref best-mix 1/3 2/3 1")
    refused(["best-mix", "1/2", "1/2"], "the best mix is known for three players, not for 2")
    refused(["best-mix", *MIXED, "--targets", "C,C,B"], "player A has a predefined aim")
    refused(["best-mix", *MIXED, "--sarch", "miss"], "best-mix has no option --sarch")
