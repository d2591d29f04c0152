"""The proofs about the cube from identities and points alone, and a checker of its own for the identities."""

import random
import sys
from fractions import Fraction
from pathlib import Path

import independent_certificates as plain
import pytest
from examples import one_in
from from_scripts import script
from pages import numbers, page_text

from truel_ref.cli import main
from truel_ref.errors import SymbolicError
from truel_ref.files import read_json
from truel_ref.game.variant import PLAYS
from truel_ref.studies.cube import CubeQuestion, cube_surfaces, occurring, pairs_of_plays, prove_surfaces
from truel_ref.studies.cube.occurring import Systems, ends_of, stored_systems
from truel_ref.studies.self_pays import Certificate
from truel_ref.studies.self_pays.systems import certificates_of

FINDING = script("find_certificates")
certificate_data = FINDING.certificate_data

DATA = read_json(Path(occurring.__file__).with_name("certificates.json").read_text(encoding="utf-8"))
CERTIFICATES = certificates_of("truel_ref.studies.cube")


@pytest.fixture
def no_z3(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)


def test_a_checker_of_its_own_accepts_each():
    assert certificate_data(CERTIFICATES) == DATA["certificates"]
    for certificate, data in zip(CERTIFICATES, DATA["certificates"], strict=True):
        assert plain.refutes(data)
        assert " and ".join(condition["text"] for condition in data["conditions"]) == str(certificate.system)
    assert len({str(certificate.system) for certificate in CERTIFICATES}) == len(CERTIFICATES)


def test_how_large_they_are():
    sizes = sorted(len(certificate.system.conditions) for certificate in CERTIFICATES)
    sentence = (
        "What z3 refutes comes down to {} lists, all but {} of at most {} signs, for both plays and for the pairs"
    )
    lists, larger, most = numbers(page_text("atlas/cube.md"), sentence)
    assert lists == len(CERTIFICATES)
    assert sizes[-int(larger) - 1] == most < sizes[-int(larger)]
    sentence = "with positive coefficients, of at most {} terms, whose sum is 0. They are kept in"
    assert numbers(page_text("atlas/cube.md"), sentence) == [max(len(one.terms) for one in CERTIFICATES)]
    sentence = "certificates.json`, with {} points for lists of signs that hold in small places only"
    assert numbers(page_text("atlas/cube.md"), sentence) == [len(DATA["points"])]


def test_no_point_meets_a_refuted_system():
    dice = random.Random(4)
    for certificate in CERTIFICATES:
        for _ in range(20):
            a, b, c = (Fraction(dice.randint(1, 30), 31) for _ in range(3))
            for point in ((a, b, c), (a, a, c), (a, b, a), (a, b, b)):
                assert not certificate.system.at(point)


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_the_list_of_surfaces_is_proved_without_z3(play, no_z3):
    systems = stored_systems()
    assert prove_surfaces(play, systems) == cube_surfaces(play)
    assert len(systems.refuted) == len(CERTIFICATES)


@pytest.mark.parametrize("play", PLAYS)
def test_the_ends_of_the_decisions_are_proved_without_z3(play, no_z3):
    question = CubeQuestion([None, None, None], play)
    assert tuple(ends_of(question.aims, stored_systems())) == cube_surfaces(play).ends


def test_the_pairs_of_plays_are_proved_without_z3(no_z3):
    pairs = pairs_of_plays(stored_systems())
    assert (len(pairs), sum(announced != stationary for announced, stationary in pairs)) == (20, 11)


@pytest.mark.parametrize("place", one_in(20, range(len(CERTIFICATES))))
def test_none_of_the_certificates_is_idle(place, no_z3):
    """Without it z3 would be asked, which is not there."""
    systems = Systems(("a", "b", "c"), [*CERTIFICATES[:place], *CERTIFICATES[place + 1 :]], stored_systems().points)
    with pytest.raises(SymbolicError, match="proofs need z3"):
        systems.occur(dict(signs_of(CERTIFICATES[place])))


def signs_of(certificate):
    for condition in certificate.system.conditions:
        (sign,) = condition.signs
        yield condition.polynomial, sign


def test_what_proves_nothing_is_not_taken():
    sound = CERTIFICATES[0]
    with pytest.raises(SymbolicError, match="proves nothing"):
        Systems(("a", "b", "c"), [Certificate(sound.system, sound.terms[1:])])
    with pytest.raises(SymbolicError, match="proves nothing"):
        Systems(("a", "b"), [sound])
    assert Systems(("a", "b", "c"), points=[(Fraction(0), Fraction(1, 2), Fraction(1, 2))]).points == []


@pytest.mark.slow
def test_the_command_needs_no_z3(no_z3, capsys, refused):
    assert main(["atlas", "surfaces", "--play", "stationary", "--certificates"]) == 0
    proved = capsys.readouterr().out
    assert main(["atlas", "surfaces", "--play", "stationary"]) == 0
    assert capsys.readouterr().out == proved
    refused(["atlas", "surfaces", "--prove", "--certificates"], "ask for one of them")
