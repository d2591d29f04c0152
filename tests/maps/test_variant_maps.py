"""Maps of other rules of fire: every pixel is what the variant itself answers."""

import pytest

from truel_ref import Problem, Variant, by_lot, counted_bullets, solve_variant
from truel_ref.errors import MapError
from truel_ref.maps import MapSpec, build, load_map, save_map
from truel_ref.maps.models import model_named, variant_text

MODELS = [
    ("lot", {}),
    ("lot start stationary", {"start": True, "play": "stationary"}),
    ("shooter", {}),
    ("simultaneous", {}),
    ("bullets 1,1,1", {"bullets": 1}),
    ("bullets 2,1,0 none", {"bullets": [2, 1, 0], "survivors": "none"}),
    ("opinions", {}),
]


@pytest.mark.parametrize(("text", "settings"), MODELS, ids=[text for text, _ in MODELS])
def test_every_pixel_is_what_the_variant_answers(text, settings, tmp_path):
    spec = MapSpec(Problem([0, 0, "1/2"]), points=6, a_above_b=True, model=text)
    made = build(spec)
    values = 0
    for row, column in spec.pixels():
        asked = Variant.stated(text.split()[0], spec.at(row, column), **settings)
        assert variant_text(asked) == text
        answer = solve_variant(asked)
        if answer.distinct == 1:
            values += 1
            play = answer[0]
            shares = play.worths or play.win
            assert tuple(made.win[row, column]) == tuple(map(float, shares))
            assert made.stalemate[row, column] == float(1 - sum(shares))
            assert made.aims_at(row, column) == play.aims
        else:
            assert not made.valued[row, column]
            assert made.equilibria[row, column] != 1
    assert values > 10
    save_map(made, tmp_path / "map.npz")
    assert load_map(tmp_path / "map.npz") == made
    assert MapSpec.from_data(spec.to_json()) == spec
    assert made.spec.play.name in spec.title()
    assert made.spec.play.text(made.answer_at(1, 2))


def test_gardner_is_a_pixel():
    spec = MapSpec(Problem([0, 0, "1/2"]), points=5, a_above_b=True, model="lot")
    assert tuple(build(spec).win[5, 4]) == (3 / 10, 8 / 45, 47 / 90)
    assert by_lot(spec.at(5, 4)).win == build(spec).answer_at(5, 4).win


def test_bullets_show_worths():
    answer = counted_bullets([1, "4/5", "1/2"], bullets=1)
    spec = MapSpec(Problem([0, 0, "1/2"]), points=5, a_above_b=True, model="bullets 1,1,1")
    assert tuple(build(spec).win[5, 4]) == tuple(map(float, answer[0].worths))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dice", "model: 'dice' is unknown; there are announced, stationary, lot"),
        ("lot now", "'now' says nothing of lot"),
        ("lot announced", "is written 'lot'"),
        ("bullets", "say how many rounds everybody has"),
        ("bullets 1,51", "51 is not a number of rounds"),
        ("bullets 1,1", "is for 2 players, and there are 3"),
        ("bullets 1,1,1 each", "worths are no shares of 1"),
        ("bullets 1,1,1 equal", "is written 'bullets 1,1,1'"),
        (3, "model: 3 is unknown"),
    ],
)
def test_slips(text, says):
    with pytest.raises(MapError, match=says):
        MapSpec(Problem([0, 0, 1]), points=4, model=text)


def test_methods_that_do_not_know_it():
    with pytest.raises(MapError, match="does not know random shooter"):
        MapSpec(Problem([0, 0, 1]), points=4, model="shooter", method="smart")
    assert MapSpec(Problem([0, 0, 1]), points=4, model="shooter").method == "normal"
    assert model_named("shooter") is model_named("shooter")
