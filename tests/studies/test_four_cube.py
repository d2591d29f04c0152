"""Boxes of the four-cube: certificates against exact equilibria and the checker, enclosures against exact numbers."""

import json
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from itertools import accumulate, product
from math import ceil, floor, prod
from operator import mul
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pages import page_text, section, table
from prove_four_cube import ANSWERS, HAS, NONE, OPEN, ORDERS, PLAYERS, Enclosure, certificates, main, prove, verdict

from truel_ref import certificate, equilibria
from truel_ref.certificates.checkers import check

F = Fraction
RESULT = json.loads((Path(__file__).parents[2] / "docs" / "counts" / "four-cube.json").read_text(encoding="utf-8"))
EMPTY = {  # by the players by strength in the order of play: boxes of ratios without a pure equilibrium
    (0, 3, 1, 2): (("21/64", "43/128"), ("59/64", "119/128"), ("71/128", "9/16"), ("63/64", "1")),
    (0, 1, 3, 2): (("127/128", "1"), ("21/64", "337/1024"), ("255/256", "1"), ("51/64", "103/128")),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """What the command writes: the result, and the lines of the proved boxes."""
    result, lines = (tmp_path_factory.mktemp("four") / name for name in ("result.json", "boxes.jsonl"))
    assert main(["--share", "13", "--none", "13", "--write", str(result), "--boxes", str(lines)]) == 0
    return json.loads(result.read_text(encoding="utf-8")), list(
        map(json.loads, lines.read_text(encoding="utf-8").splitlines())
    )


def hits_at(line, parts):
    """The hit probabilities, in the order of play, at a point of a box; 0 and 1 are its sides."""
    ratios = [F(low) + (F(high) - F(low)) * part for (low, high), part in zip(line["ratios"], parts, strict=True)]
    ranked = list(accumulate(ratios, mul))
    return [ranked[player] for player in line["order"]]


def holds(line, answer):
    """Whether an exact answer has an equilibrium that a certificate lists, or none if it says so."""
    if line["answer"] == "none":
        return len(answer) == 0
    order = line["order"]
    for play in answer:
        aims = {
            tuple(sorted(order[seat] for seat in part.living)): {
                order[seat]: order[aim.targets[0]] if aim.targets else None
                for seat, aim in zip(part.living, part.aims, strict=True)
            }
            for part in (*play.below, play)
        }
        for shoots, targets, lists in line["ways"]:
            threes = [[player for player in PLAYERS if player != out] for out in PLAYERS]
            below = all(
                aims[x, y, z] == {x: y, y: x, z: x if shoots[out] else None} for out, (x, y, z) in enumerate(threes)
            )
            listed = [{p: threes[p][targets[p]] if aims_ >> p & 1 else None for p in PLAYERS} for aims_ in lists]
            if below and aims[0, 1, 2, 3] in listed:
                return True
    return False


def sampled(written, count, seed):
    """Some boxes, and some in which a way or an aim is undecided."""
    source, lines = Random(seed), written[1]
    many = [line for line in lines if len(line["ways"]) > 1 or any(len(way[2]) > 1 for way in line["ways"])]
    return source, source.sample(lines, count) + source.sample(many, count)


@pytest.mark.parametrize("count", [16, pytest.param(500, marks=pytest.mark.slow)])
def test_certificates_hold_at_random_points(count, written):
    source, lines = sampled(written, count, 1)
    for line in lines:
        hits = hits_at(line, [F(source.randint(1, 99), 100) for _ in PLAYERS])
        assert holds(line, equilibria(hits)), (line, hits)


@pytest.mark.parametrize("count", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_certificates_hold_at_corners_whose_equilibria_the_checker_accepts(count, written, tmp_path):
    source, lines = sampled(written, count, 2)
    path = tmp_path / "certificate.jsonl"
    for line in lines:
        hits = hits_at(line, source.choice([*product((0, 1), repeat=4)]))
        if 0 not in hits:
            answer = equilibria(hits)
            path.write_text(certificate(answer), encoding="ascii")
            assert f"exactly {len(answer)} pure" in check.checked(path)
            assert holds(line, answer), (line, hits)


def test_a_certificate_with_another_list_of_shots_fails(written):
    source, lines = sampled(written, 20, 3)
    failed = 0
    for line in lines:
        hits = hits_at(line, [F(source.randint(1, 99), 100) for _ in PLAYERS])
        swapped = deepcopy(line)
        for way in swapped["ways"]:
            way[2] = [aims ^ 2 for aims in way[2]]  # the other aim of the second strongest
        answer = equilibria(hits)
        assert len(answer) > 1 or not holds(swapped, answer)
        failed += not holds(swapped, answer)
    assert failed > 30


@pytest.mark.parametrize("order", EMPTY)
def test_two_boxes_have_no_pure_equilibrium(order, tmp_path):
    sides = np.array([[float(F(side)) for side in ratio] for ratio in EMPTY[order]])
    low, size = sides[:, :1], sides[:, 1:] - sides[:, :1]
    (line,) = certificates(order, low, size)
    assert line["answer"] == "none"
    source, path = Random(4), tmp_path / "certificate.jsonl"
    for _ in range(4):
        answer = equilibria(hits_at(line, [F(source.choice((1, 50, 99)), 100) for _ in PLAYERS]))
        assert holds(line, answer)
        path.write_text(certificate(answer), encoding="ascii")
        assert "exactly 0 pure" in check.checked(path)
    assert not [*certificates(order, low - size, 3 * size)]


def sign_of(aims, player):
    """The number of the function that compares the aims of a player with the other aim."""
    others = [other for other in PLAYERS if other != player]
    return 8 * player + sum((aims >> other & 1) << place for place, other in enumerate(others))


def test_the_verdict_is_that_of_all_ways_to_decide_the_signs():
    source, seen = Random(5), Counter()
    for case in range(200):
        group = [source.randrange(16)] if case % 4 else []
        for _ in range(source.randint(0, 4) if group else 0):
            group.append(source.choice(group) ^ 1 << source.randrange(4))
        signs = [source.choice((-1, 1)) for _ in range(32)]
        for aims, player in product(group, PLAYERS):
            inside = aims ^ 1 << player in group
            wanted = 1 if aims >> player & 1 else -1
            signs[sign_of(aims, player)] = 0 if source.random() < (0.9 if inside else 0.1) else wanted
        undecided = [number for number, sign in enumerate(signs) if not sign]
        results = set()
        for chosen in product((-1, 1), repeat=len(undecided)):
            decided = signs.copy()
            for number, sign in zip(undecided, chosen, strict=True):
                decided[number] = sign
            results.add(
                any(
                    all(decided[sign_of(aims, player)] == (1 if aims >> player & 1 else -1) for player in PLAYERS)
                    for aims in range(16)
                )
            )
        answer, lists = verdict(sum(1 << number + (0 if sign > 0 else 32) for number, sign in enumerate(signs) if sign))
        assert (answer == HAS) == (results == {True}) == bool(lists)
        assert answer != NONE or results == {False}
        seen[answer, len(lists)] += 1
    assert {OPEN, HAS, NONE} == {answer for answer, _ in seen} and {1, 2, 3, 4} <= {count for _, count in seen}


def test_enclosures_hold_the_exact_numbers():
    source = Random(6)
    rows = np.array([[source.uniform(0.5, 2), *(source.uniform(-0.05, 0.05) for _ in "wxyz"), 0.0] for _ in "ab"]).T
    slopes = rows * np.array([[1], [0], [0], [0], [0], [0]])
    for part in (rows, slopes):  # with sides, and single points, where only rounding is enclosed
        numbers = [Enclosure(part[:, [k]]) for k in (0, 1)]
        for _ in range(200):
            at = [F(source.randint(-8, 8), 8) for _ in PLAYERS]
            a, b = (sum((F(row) * t for row, t in zip(part[1:5, k], at, strict=True)), F(part[0, k])) for k in (0, 1))
            x, y = numbers
            for form, exact in ((x + y, a + b), (x - y, a - b), (x * y, a * b), (x.inverse(), 1 / a), (
                (x * y - x) * x.inverse() * (y + x * y).inverse() - y, (a * b - a) / a / (b + a * b) - b
            )):  # fmt: skip
                c, *g, e = map(F, form.rows[:, 0])
                assert abs(exact - c - sum(map(mul, g, at))) <= e < F(1, 2)


def test_the_shares_of_the_result_add_up_and_are_those_of_the_page():
    total = {key: F(share) for key, share in RESULT["shares"].items()}
    assert sum(total[answer] for answer in ANSWERS) == 1
    for key, share in total.items():
        assert share == sum(F(each["shares"][key]) for each in RESULT["orders"])
    text = section(page_text("periodic-counts.md"), "The four-cube")
    rows = [row for row in table(text) if len(row) == 4][1:]
    for row, each in zip(rows, [*RESULT["orders"], RESULT], strict=True):
        scale = 6 if "order" in each else 1
        has, none, left = (scale * F(each["shares"][answer]) for answer in ("has", "none", "open"))
        order = ", ".join(f"$p_{player + 1}$" for player in each["order"]) if "order" in each else "all"
        shown = (floor(has * 10**5), floor(none * 10**10), ceil(left * 10**5))
        assert row == [
            order,
            *(f"{number / 1000:.3f}{unit}" for number, unit in zip(shown, (" %", "", " %"), strict=True)),
        ]
    boxes = [sum(numbers) for each in RESULT["orders"] for numbers in each["boxes by depth"].values()]
    assert f"{sum(boxes):,} boxes" in text
    assert ceil(total["open with a centre that has none"] * 10**9) == 14 and "$1.4\\cdot10^{-8}$" in text
    listed = {tuple(row[1:]) for row in table(text) if len(row) == 5}
    assert listed >= {tuple(f"{low} to {high}" for low, high in sides) for sides in EMPTY.values()}


@pytest.mark.slow(minutes=2)
def test_an_order_of_the_result_is_the_same_again():
    again = prove(ORDERS[5], RESULT["share"], RESULT["none"])
    assert {**again, "order": [*again["order"]]} == RESULT["orders"][5]


def test_the_command_lists_all_proved_boxes_whose_shares_add_up(written):
    result, lines = written
    assert len(lines) == sum(sum(each["boxes by depth"]["has"]) for each in result["orders"]) > 0
    total = F(0)
    for line in lines:
        sides = [tuple(map(F, side)) for side in line["ratios"]]
        total += F(1, 6) * prod(high ** (4 - k) - low ** (4 - k) for k, (low, high) in enumerate(sides))
    assert total == F(result["shares"]["has"]) == 1 - F(result["shares"]["open"])
