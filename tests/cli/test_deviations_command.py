import cases


def test_who_could_gain(run):
    assert "gains" in run("deviations", *cases.ORIGINAL, "--targets", "C,C,B")[1]
