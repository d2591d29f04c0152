"""Random numbers, problems and other inputs: mostly valid, so that the code after reading runs."""

from __future__ import annotations

from random import Random
from typing import Any

from fuzzing import hostile

__all__ = ["LETTERS", "formula", "hits", "probability", "problem"]

LETTERS = "ABCDEFGH"


def formula(dice: Random, depth: int = 3) -> str:
    """Return the text of a number, by the grammar of irrational numbers or slightly wrong."""
    kind = dice.randrange(9) if depth else 0
    if kind <= 1:
        return dice.choice(
            [str(dice.randrange(10)), f"{dice.randrange(9)}/{dice.randrange(9)}", dice.choice(hostile.NUMBERS)]
        )
    inner = formula(dice, depth - 1)
    if kind == 2:
        return f"sqrt({inner})"
    if kind == 3:
        return f"({inner})^{dice.choice(['2', '3', '-1', '1/2', '1/3', '0', '99', '100000'])}"
    if kind == 4:
        return f"root({' '.join(str(dice.randint(-3, 3)) for _ in range(dice.randrange(6)))}; {dice.randrange(3)})"
    if kind == 5:
        return f"-{inner}"
    space = dice.choice(["", " "])
    return f"({inner}){space}{dice.choice('+-*/')}{space}({formula(dice, depth - 1)})"


def probability(dice: Random) -> str:
    """Return the text of a probability."""
    bottom = dice.choice([1, 2, 3, 4, 5, 7, 12, 60])
    top = dice.randint(0, bottom)
    return dice.choice(
        [f"{top}/{bottom}"] * 6 + [f"{top / bottom:.3g}", f"{100 * top // bottom}%", "sqrt(2)/2", "1", "0"]
    )


def hits(dice: Random) -> list[str]:
    """Return the hit probabilities of two to five players."""
    return [probability(dice) for _ in range(dice.choice([2, 3, 3, 3, 3, 4, 4, 5]))]


def _target(dice: Random, players: int) -> Any:
    listed = [f"{dice.randrange(2)}/{dice.choice([1, 2, 3])}" for _ in range(players)]
    return dice.choice(
        ["Optimal"] * 4 + ["Strongest", "Random", "Self", "Miss", LETTERS[dice.randrange(players)], listed]
    )


def _search(dice: Random) -> str:
    known = ["Others", "Strongest", "Self", "Miss", "Random", "All"]
    return ",".join(dice.sample(known, dice.choice([1, 1, 2, 2, 3])))


def problem(dice: Random) -> dict[str, Any]:
    """Return the plain data of a problem, small enough for a fast solution."""
    listed = hits(dice)
    players = len(listed)
    data: dict[str, Any] = {"hits": listed}
    if dice.random() < 0.4:
        data["targets"] = [_target(dice, players) for _ in range(players)]
    if dice.random() < 0.5:
        data["search"] = _search(dice)
    if dice.random() < 0.2:
        data["target_later"] = dice.choice(["Optimal", "Strongest", "Miss", "Random"])
    if dice.random() < 0.2:
        data["search_later"] = _search(dice)
    if dice.random() < 0.3:
        data[dice.choice(["if_eq", "tie_rule"])] = dice.choice([0, 1, 2, 3, 4, -1, -2, -3, -4])
    if dice.random() < 0.2:
        data["random_levels"] = [dice.choice([None, 1, 2, 3]) for _ in range(players)]
    if dice.random() < 0.1:
        data["names"] = [f"P{number}" for number in range(players)]
    if dice.random() < 0.1:
        data["order"] = dice.sample(range(players), players)
    return data
