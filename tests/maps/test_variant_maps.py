"""Maps of other rules of fire: every pixel is what the variant itself answers."""

import pytest

from truel_ref import Problem, Variant, simultaneous_fire, solve_variant
from truel_ref.maps import MapSpec, build, load_map, save_map
from truel_ref.maps.models import OPEN, model_named, pixel_of_plays, variant_text

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
    spec = MapSpec(Problem([0, 0, "1/2"]), points=4, a_above_b=True, model=text)
    made = build(spec)
    for where in spec.pixels():
        asked = Variant.stated(text.split()[0], spec.at(*where), **settings)
        answer = solve_variant(asked)
        assert (variant_text(asked), made.valued[where]) == (text, answer.distinct == 1)
        if answer.distinct == 1:
            shares = answer[0].worths or answer[0].win
            said = tuple(made.win[where]), made.stalemate[where], made.aims_at(*where)
            assert said == (tuple(map(float, shares)), float(1 - sum(shares)), answer[0].aims)
        else:
            assert made.equilibria[where] != 1
    assert made.valued.sum() > 5
    save_map(made, tmp_path / "map.npz")
    assert (load_map(tmp_path / "map.npz"), MapSpec.from_data(spec.to_json())) == (made, spec)
    assert made.spec.play.name in spec.title()
    assert made.spec.play.text(made.answer_at(1, 2))


def test_gardner_is_a_pixel():
    spec = MapSpec(Problem([0, 0, "1/2"]), points=5, a_above_b=True, model="lot")
    assert tuple(build(spec).win[5, 4]) == (3 / 10, 8 / 45, 47 / 90)


def test_a_map_of_a_variant_is_made_pixel_by_pixel():
    assert MapSpec(Problem([0, 0, 1]), points=4, model="shooter").method == "normal"
    assert model_named("shooter") is model_named("shooter")


def test_a_cap_leaves_the_number_open():
    answer = simultaneous_fire(["1/2", "1/2", "1/2", 1], cap=1)
    assert (answer.complete, answer.distinct > 1, pixel_of_plays(answer).equilibria) == (False, True, OPEN)
