"""The vectors of the other games: truth by second derivations, and what the judge says of right and wrong answers."""

import json
from fractions import Fraction
from itertools import product
from math import prod

import independent_darts as again
import pytest
from answers import judged
from dicewars_plain import best, odds, region, success_only

from truel_ref.games.darts import turns
from truel_ref.games.goofspiel import State, solve
from truel_ref.oracle import check, vectors
from truel_ref.oracle.corpus import GAME_GROUPS
from truel_ref.oracle.judge import Judgement

F = Fraction
ALL = {game: vectors(game) for game in GAME_GROUPS}
CLAIM = ALL["goofspiel"][0]
QUICK = [one for one in ALL["dicewars"] if one["ask"] != "turn" or (one["moves"] or 0) < 3]


def asking(game, ask):
    return [vector for vector in ALL[game] if vector["ask"] == ask]


AGREES, TIE, VALUE, AIMS = Judgement.AGREES, Judgement.TIE, Judgement.VALUE, Judgement.AIMS
MALFORMED, NO_DISTRIBUTION = Judgement.MALFORMED, Judgement.NOT_A_DISTRIBUTION

OUTCOME, BEST, FINISH, LEG = (asking("darts", ask)[0] for ask in ("outcome", "best", "finish", "turns"))
TWO_TARGETS = next(vector for vector in asking("darts", "best") if vector["miss"] == "1/3")
STAR = next(one for one in ALL["dicewars"] if one.get("others") == [[1, 2]] and one["moves"] == 1)
LOST = next(one for one in ALL["goofspiel"] if len(one["own"]) == 2 and one["answer"]["value"] == "-1")
LENGTHS, FEEDBACK, LEAST = (asking("mastermind", ask)[0] for ask in ("lengths", "feedback", "least"))

CHANGES = [  # a vector, keys of its answer that are said otherwise, and the judgement
    (OUTCOME, {"score": "50"}, VALUE),
    (BEST, {"targets": ["T19"]}, VALUE),
    (BEST, {"targets": ["T20", "T19"]}, VALUE),
    (FINISH, {"darts": 2}, VALUE),
    (FINISH, {"darts": None}, VALUE),
    (asking("darts", "finish")[4], {"ways": []}, AGREES),
    (asking("darts", "finish")[4], {"ways": [["DB", "DB"]]}, VALUE),
    (TWO_TARGETS, {"targets": ["T20"]}, TIE),
    (TWO_TARGETS, {"targets": ["T19"]}, TIE),
    (TWO_TARGETS, {"targets": ["T20", "T18"]}, VALUE),
    (STAR, {"attack": [1, 0]}, AGREES),
    (STAR, {"attack": [1, 2]}, TIE),
    (STAR, {"attack": None}, AIMS),
    (STAR, {"attack": [0, 1]}, AIMS),
    (STAR, {"expected": 1.5}, VALUE),
    (STAR, {"attack": "1 on 0"}, MALFORMED),
    (STAR, {"attack": [1, True]}, MALFORMED),
    (CLAIM, {"own_bids": [1 / 2, 1 / 2]}, AIMS),
    (CLAIM, {"other_bids": [1, 0]}, AIMS),
    (CLAIM, {"own_bids": [1 / 2, 1 / 3]}, NO_DISTRIBUTION),
    (CLAIM, {"own_bids": [2, -1]}, NO_DISTRIBUTION),
    (CLAIM, {"own_bids": [1]}, MALFORMED),
    (LENGTHS, {"lengths": LENGTHS["answer"]["lengths"][:-1]}, VALUE),
    (LENGTHS, {"lengths": [*LENGTHS["answer"]["lengths"], 0]}, AGREES),
]
ANSWERS = [  # a vector, a whole answer, and the judgement
    (OUTCOME, {"chances": {"T20": 1}}, VALUE),
    (OUTCOME, {"chances": {"T20": "0.81"}}, NO_DISTRIBUTION),
    (OUTCOME, {"chances": {"T21": 1}}, MALFORMED),
    (OUTCOME, {"chances": [1]}, MALFORMED),
    (OUTCOME, {"score": 1}, MALFORMED),
    (BEST, {"targets": []}, MALFORMED),
    (BEST, {"targets": ["T20", "T20"]}, MALFORMED),
    (LEG, {"turns": 1.2}, VALUE),
    (LEG, {"error": "no"}, MALFORMED),
    (STAR, {"expected": STAR["answer"]["expected"]}, AGREES),
    (STAR, {"attack": [1, 0]}, MALFORMED),
    (STAR, {"error": "what?"}, MALFORMED),
    (STAR, 7, MALFORMED),
    (CLAIM, {"value": -1 / 3}, AGREES),
    (CLAIM, {"value": -1 / 3, "own_bids": [1 / 3, 2 / 3]}, AGREES),
    (CLAIM, {"value": "-1/4"}, VALUE),
    (CLAIM, {"own_bids": [1, 0]}, MALFORMED),
    (CLAIM, {"value": "x"}, MALFORMED),
    (CLAIM, {"error": "what?"}, MALFORMED),
    (CLAIM, 7, MALFORMED),
    (LENGTHS, {"lengths": 3}, MALFORMED),
    (asking("mastermind", "unsolved")[0], {"code": "x"}, MALFORMED),
    (asking("mastermind", "unsolved")[0], {"error": "too hard"}, MALFORMED),
    (FEEDBACK, {"black": FEEDBACK["answer"]["black"]}, MALFORMED),
    (LEAST, 5, MALFORMED),
    *(
        (one, {"code": None if one["answer"]["code"] else "1" * one["pegs"]}, VALUE)
        for one in asking("mastermind", "unsolved")
    ),
]


@pytest.mark.parametrize(
    ("vector", "answer", "judgement"),
    [*ANSWERS, *((vector, vector["answer"] | change, judgement) for vector, change, judgement in CHANGES)],
    ids=str,
)
def test_what_the_judge_says(vector, answer, judgement):
    assert judged(vector, answer).judgement is judgement


def test_who_has_lost_for_certain_may_bid_what_he_likes():
    assert LOST["goal"] == "win"
    verdicts = {judged(LOST, LOST["answer"] | {"own_bids": bids}).judgement for bids in ([1, 0], [0, 1])}
    assert verdicts == {AGREES, TIE}


def test_a_result_shows_what_was_asked():
    for vector, shown, key in ((STAR, "1 on 0", "attack"), (CLAIM, "own bids", "value")):
        [result] = check(lambda question: {"error": "what?"}, [vector]).results
        assert shown in str(result)
        assert json.loads(json.dumps(result.to_json()))["exact"][key] == vector["answer"][key]


# -- darts


@pytest.mark.parametrize("vector", asking("darts", "outcome"), ids=lambda vector: vector["id"])
def test_outcomes(vector):
    told = {place: F(chance) for place, chance in vector["answer"]["chances"].items()}
    assert told == again.lands(vector["target"], vector["miss"])
    assert F(vector["answer"]["score"]) == again.mean(vector["target"], vector["miss"])


@pytest.mark.parametrize("vector", asking("darts", "best"), ids=lambda vector: vector["id"])
def test_best_targets(vector):
    scores = {aim: again.mean(aim, vector["miss"]) for aim in again.AIMS}
    best = max(scores.values())
    assert vector["answer"] == {
        "targets": [aim for aim in again.AIMS if scores[aim] == best],
        "score": str(best),
    }


def test_turns():
    for vector in asking("darts", "turns"):
        if vector["total"] <= 40:
            values = {total: float(value) for total, value in turns(vector["total"], vector["miss"]).values.items()}
            assert values[vector["total"]] == float(F(vector["answer"]["turns"]))
            assert again.brackets_turns(values, F(vector["miss"]))


# -- Dice Wars


def turn_again(question, value_of=best):
    """Return what a turn is worth by the second derivation, and the first attacks that reach it."""
    board, player = question["board"], question["player"]
    around = [set() for _ in board["owners"]]
    for one, other in board["borders"]:
        around[one].add(other)
        around[other].add(one)
    scores = {
        "region": lambda owners, dice: region(owners, around, player),
        "fields": lambda owners, dice: owners.count(player),
    }
    moves = 12 if question["moves"] is None else question["moves"]
    return value_of(board["owners"], board["dice"], around, player, moves, scores[question["score"]])


def plain(question):
    """Answer a question by the second derivation."""
    if question["ask"] == "attack":
        return {"success": str(odds(question["attacker"], question["defender"]))}
    if question["ask"] == "holds":
        return {"holds": str(prod(1 - odds(dice, question["own"]) for dice in question["neighbours"] if dice > 1))}
    value, firsts = turn_again(question)
    return {"expected": str(value), "attack": firsts[0]}


def test_the_answers_are_those_of_the_second_derivation():
    report = check(plain, QUICK, tolerance=0)
    assert len(report.results) > 45
    assert {result.judgement for result in report.results} == {Judgement.AGREES}


@pytest.mark.slow
def test_all_answers_are_those_of_the_second_derivation():
    assert check(plain, ALL["dicewars"], tolerance=0).ok


TURNS = [vector for vector in QUICK if vector["ask"] == "turn"]


def test_the_others_are_as_good_and_no_more_are():
    for vector in TURNS:
        again = [attack and list(attack) for attack in turn_again(vector)[1]]
        assert [vector["answer"]["attack"], *vector["others"]] == again


def test_the_pseudocode_of_the_course_is_caught():
    def success(question):
        value, attack = turn_again(question, success_only)
        return {"expected": str(value), "attack": attack}

    report = check(success, TURNS)
    assert set(report.counts) == {Judgement.AGREES, Judgement.VALUE}


# -- Goofspiel


def against(mix, line):
    return sum(chance * entry for chance, entry in zip(mix, line, strict=True))


def test_the_bids_prove_the_values():
    """Over the matrix of the package, which is that of the plain rules in `tests/games`."""
    for vector in ALL["goofspiel"]:
        state = State(*(vector[key] for key in ("own", "other", "prize", "to_come", "lead")))
        rows, value = solve(state, vector["goal"]).matrix, F(vector["answer"]["value"])
        own, other = (list(map(F, vector["answer"][key])) for key in ("own_bids", "other_bids"))
        assert sum(own) == sum(other) == 1
        assert min(own + other) >= 0
        assert min(against(own, column) for column in zip(*rows, strict=True)) == value
        assert max(against(other, row) for row in rows) == value


# -- Mastermind


def test_trees_are_played_again_in_plain_steps():
    """Follow the nodes of each tree as FORMAT.md tells it."""
    assert {vector["answer"]["code"] is None for vector in asking("mastermind", "unsolved")} == {True, False}
    for vector in asking("mastermind", "unsolved") + asking("mastermind", "shorten"):
        signs = "123456789"[: vector["colors"]]
        codes = list(map("".join, product(signs, repeat=vector["pegs"])))
        follow = {(node["after"], *node["feedback"]): number for number, node in enumerate(vector["tree"]) if number}
        lengths = {}
        for code in codes:
            node, steps = 0, 1
            while node is not None and vector["tree"][node]["guess"] != code:
                guess = vector["tree"][node]["guess"]
                black = sum(mine == theirs for mine, theirs in zip(code, guess, strict=True))
                common = sum(min(code.count(sign), guess.count(sign)) for sign in signs)
                node, steps = follow.get((node, black, common - black)), steps + 1
            lengths[code] = None if node is None else steps
        if vector["ask"] == "unsolved":
            assert vector["answer"]["code"] == next((code for code in codes if lengths[code] is None), None)
        else:
            assert vector["answer"]["total"] == sum(lengths.values())


def test_larger_numbers_are_wrong():
    for vector in ALL["mastermind"]:
        if vector["ask"] not in ("lengths", "unsolved"):
            *_, last = answer = vector["answer"]
            larger = answer | {last: float(F(answer[last])) * 1.001 + 0.001}
            assert judged(vector, larger).judgement is VALUE
