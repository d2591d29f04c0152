"""The proofs about the cube from identities and points alone, and a checker of its own for the identities."""

import sys
from fractions import Fraction
from pathlib import Path

import independent_certificates as plain
import pytest
from find_certificates import certificate_data
from pages import assert_numbers, numbers, page_text
from test_cube import shares_of_page
from test_integrated_shares import SAME_IN_BOTH

from truel_ref.errors import SymbolicError
from truel_ref.files import read_json
from truel_ref.game.variant import PLAYS
from truel_ref.studies.cube import CubeQuestion, cube_surfaces, occurring, pairs_of_plays, prove_surfaces
from truel_ref.studies.cube.occurring import Systems, ends_of, stored_systems
from truel_ref.studies.self_pays.systems import certificates_of
from truel_ref.symbolic.pieces import aims_text

DATA = read_json(Path(occurring.__file__).with_name("certificates.json").read_text(encoding="utf-8"))
CERTIFICATES = certificates_of("truel_ref.studies.cube")


@pytest.fixture
def no_z3(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)


@pytest.mark.slow
def test_a_checker_of_its_own_accepts_each():
    """So no point meets any of these systems."""
    assert certificate_data(CERTIFICATES) == DATA["certificates"]
    for certificate, data in zip(CERTIFICATES, DATA["certificates"], strict=True):
        assert plain.refutes(data)
        assert " and ".join(condition["text"] for condition in data["conditions"]) == str(certificate.system)
    assert len({str(certificate.system) for certificate in CERTIFICATES}) == len(CERTIFICATES)


def test_how_large_they_are():
    sizes = sorted(len(certificate.system.conditions) for certificate in CERTIFICATES)
    page = page_text("atlas/cube.md")
    sentence = "All contradictions follow from {} lists, all but {} of at most {} signs, for both plays"
    lists, larger, most = numbers(page, sentence)
    assert (lists, sizes[-int(larger) - 1]) == (len(CERTIFICATES), most)
    assert sizes[-int(larger)] > most
    assert_numbers(
        page,
        {
            "a sum of at most {} products of the polynomials and of": [max(len(one.terms) for one in CERTIFICATES)],
            "certificates.json`, with {} points for lists of signs that hold in small places only": [
                len(DATA["points"])
            ],
        },
    )


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_the_list_of_surfaces_is_proved_without_z3(play, no_z3):
    systems = stored_systems()
    assert prove_surfaces(play, systems) == cube_surfaces(play)
    assert len(systems.refuted) == len(CERTIFICATES)


@pytest.mark.slow
def test_the_ends_of_stationary_decisions_are_proved_without_z3(no_z3):
    question = CubeQuestion([None, None, None], "stationary")
    assert tuple(ends_of(question.aims, stored_systems())) == cube_surfaces("stationary").ends


@pytest.mark.slow
def test_the_pairs_of_plays_are_proved_without_z3_and_are_those_of_the_page(no_z3):
    """No list of signs of the decisions of both plays but those of these pairs occurs in the cube.

    At points `beside` says what equilibria say in numbers.
    """
    pairs = pairs_of_plays(stored_systems())
    assert (len(pairs), sum(announced != stationary for announced, stationary in pairs)) == (20, 11)
    texts = [tuple(map(aims_text, pair)) for pair in pairs]
    announced, stationary, differing, _ = shares_of_page()
    assert {pair for pair in texts if pair[0] != pair[1]} == set(differing)
    assert {pair[0] for pair in texts if pair[0] == pair[1]} == set(stationary) < set(announced)
    for name in SAME_IN_BOTH:
        assert [pair for pair in texts if name in pair] == [(name, name)]


@pytest.mark.parametrize(
    "place",
    [place if place in (20, 60) else pytest.param(place, marks=pytest.mark.slow) for place in range(len(CERTIFICATES))],
)
def test_none_of_the_certificates_is_idle(place, no_z3):
    """Without it z3 would be asked, which is not there."""
    systems = Systems(("a", "b", "c"), [*CERTIFICATES[:place], *CERTIFICATES[place + 1 :]], stored_systems().points)
    signs = {
        condition.polynomial: sign for condition in CERTIFICATES[place].system.conditions for sign in condition.signs
    }
    with pytest.raises(SymbolicError, match="proofs need z3"):
        systems.occur(signs)


def test_a_point_on_a_side_is_not_taken():
    assert Systems(("a", "b", "c"), points=[(Fraction(0), Fraction(1, 2), Fraction(1, 2))]).points == []


@pytest.mark.slow
def test_the_command_needs_no_z3(no_z3, run):
    words = ("atlas", "surfaces", "--play", "stationary")
    status, listed, _ = run(*words, "--certificates")  # a note says that it takes long
    assert (status, listed) == run(*words)[:2]
    assert status == 0
