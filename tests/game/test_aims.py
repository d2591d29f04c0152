"""Aims and their texts, and targets as people write them."""

import copy
import dataclasses
from fractions import Fraction

import strategies
from hypothesis import given

from truel_ref import Aim, Problem, Word, decision, solve
from truel_ref.game.aims import read_target
from truel_ref.game.people import labels

F = Fraction
NAMES = ("Ann", "Bob", "Carl")


def aims(players=3):
    return strategies.weights(players).map(lambda weights: Aim(tuple(weights)))


def test_the_aims_of_a_solution_are_their_texts():
    assert solve(["1/3", "2/3", 1]).aims == ("Miss", "C", "B")
    assert solve(["3/4", "11/20", 1], search="all", random_levels=[5, 5, 5]).aims[0] == "(0, 3/5, 0)"
    assert (Aim.at(2, 3), Aim.miss(3)) == ("C", Word.MISS)
    assert not {Aim.at(2, 3)} & {"c", " C", 2, None, Aim.at(2, 4)}


@given(aims(), aims())
def test_equal_aims_have_equal_hashes_and_are_found_by_their_text(one, other):
    assert (one == other) is (one.weights == other.weights)
    if one == other:
        assert hash(one) == hash(other)
    assert (one, hash(one)) == (str(one), hash(str(one)))
    assert {str(one): "text"}[one] == {one: "aim"}[str(one)].replace("aim", "text")
    for twin in (Aim(one.weights, is_random=True), dataclasses.replace(one)):
        assert (twin, hash(twin), twin) == (one, hash(one), str(twin))


@given(aims())
def test_an_aim_is_shown_and_made_from_its_text(aim):
    assert [Aim.of(said, 3) for said in (str(aim), aim.weights, aim)] == [aim] * 3
    assert (repr(aim), aim.text("ABC")) == (f"Aim<{aim}>", str(aim))
    assert aim.target is None or aim.text(NAMES) == NAMES[aim.target]


def test_an_aim_is_made_from_what_people_write():
    assert Aim.of("c", 3) == Aim.of("2", 3) == Aim.of(2, 3) == Aim.of((0, 0, 1), 3) == Aim.at(2, 3)
    assert Aim.of("m", 3) == Aim.of(" MISS ", 3) == Aim.of("0:0:0", 3) == Aim.miss(3)
    assert Aim.of("(0, sqrt(2)/2, 0)", 3).weights[1] ** 2 == F(1, 2)


def test_targets_are_stated_in_text():
    hits = ["1/3", "2/3", 1]
    assert Problem(hits, targets="m, (0, 0, sqrt(2)/2), b") == Problem(hits, targets=["Miss", [0, 0, "sqrt(2)/2"], 1])
    assert Problem.from_json({"hits": hits, "targets": "Miss,C,B"}) == Problem(hits, targets="Miss,C,B")


def test_m_is_short_for_miss_where_nobody_is_called_m():
    assert read_target("M", 0, labels(12)) is Word.MISS
    assert read_target("M", 0, labels(13)) == 12
    assert read_target("m", 0, ["Ann", "M", "Carl"]) == 1


def test_what_goes_to_another_process_takes_no_hash_along():
    """Texts have other hashes there, so that sets and memories would not find what came over."""
    for value, twin in ((Problem(["1/3", "2/3", 1]), Problem(["1/3", "2/3", 1])), (Aim.at(1, 3), "B")):
        assert hash(value) == hash(twin)
        there = copy.copy(value)  # by the same way as pickling
        assert ("_hash" in value.__dict__, "_hash" in there.__dict__) == (True, False)
        assert (there, hash(there)) == (value, hash(value))


def test_the_worth_of_an_option_is_shown_with_the_replies_to_it():
    solution, stalled = solve("1/3 2/3 1"), solve("1/2 1/2 0", targets="Miss,Miss,Optimal")
    shown = [str(decision(solution, earlier).worths[0]) for earlier in ([], ["B"], ["B", "A"])]
    shown.append(str(decision(stalled, ["Miss", "Miss"]).worths[0]))
    assert shown == [
        "B: 50/189, replies: C, B",
        "A: 0, replies: Miss",
        "A: 1/3, replies: none",
        "A: 0, replies: stalemate, not allowed",
    ]
