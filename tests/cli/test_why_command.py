import json

import cases

from truel_ref import why
from truel_ref.maps.draw import save_figure


def test_the_table_the_json_and_the_markdown(run):
    explained = why(cases.ORIGINAL)
    assert json.loads(run("why", *cases.ORIGINAL, "--json")[1]) == explained.to_json()
    assert run("why", *cases.ORIGINAL, "--markdown")[1] == f"{explained.to_markdown()}\n"
    assert run("why", " ".join(cases.ORIGINAL)) == run("why", *cases.ORIGINAL)


def test_pictures(run, tmp_path):
    explained = why(cases.ORIGINAL)
    for words, figure in (((), explained.figure()), (("--tree",), explained.tree())):
        ours, theirs = tmp_path / "ours.svg", tmp_path / "theirs.svg"
        assert run("why", *cases.ORIGINAL, *words, "-o", str(ours))[0] == 0
        save_figure(figure, theirs)
        assert ours.read_bytes() == theirs.read_bytes()
