import json

import cases

from truel_ref import why
from truel_ref.maps.draw import save_figure


def test_the_table_the_json_and_the_markdown(run):
    explained = why(cases.ORIGINAL)
    assert json.loads(run("why", *cases.ORIGINAL, "--json")[1]) == explained.to_json()
    assert run("why", *cases.ORIGINAL, "--markdown")[1] == f"{explained.to_markdown()}\n"
    assert run("why", " ".join(cases.ORIGINAL)) == run("why", *cases.ORIGINAL)


def test_slips(refused):
    refused(["why"], "no hit probabilities; try: truel-ref why 1/3 2/3 1")
    refused(["why", *cases.ORIGINAL, "--plaier", "A"], "why has no option --plaier; did you mean --player?")


def test_pictures(run, refused, tmp_path):
    explained = why(cases.ORIGINAL)
    for words, figure in (((), explained.figure()), (("--tree",), explained.tree())):
        ours, theirs = tmp_path / "ours.svg", tmp_path / "theirs.svg"
        assert run("why", *cases.ORIGINAL, *words, "-o", str(ours))[0] == 0
        save_figure(figure, theirs)
        assert ours.read_bytes() == theirs.read_bytes()
    refused(["why", *cases.ORIGINAL, "--tree"], "--tree draws a picture; name it with -o tree.svg")
    refused(["why", *cases.ORIGINAL, "-o", str(tmp_path / "why.gif")], "a figure is written as png, svg, pdf")
    refused(["why", *cases.FOUR, "--tree", "-o", str(tmp_path / "tree.svg")], "three players")
    assert not (tmp_path / "tree.svg").exists()
