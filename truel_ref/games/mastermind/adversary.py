r"""Against an adversary who chooses the code: the value of Mastermind as a matrix game, exactly.

The adversary picks a code, the breaker a tree, and the adversary's payoff is the length of the game. Both may mix.

Each player may also shuffle the places of the pegs and the names of the colours: against any reply, a shuffled mix has
the mean of its payoffs over all codes that differ only by these. So the adversary needs one chance for each class of
such codes, within which all codes are equally likely, and the breaker a mix of trees, each played with shuffled places
and colours. The matrix has a row for each class and a column for each tree, too many to write down. The algorithm adds
trees one by one:

1. solve the matrix game on the trees known so far (`truel_ref.kernels.matrix_game`);
2. search the tree that is the best answer to the adversary's mix (`weighted_optimum`);
3. if it is no shorter than the value, this is the value of the whole game; otherwise add it as a column, and repeat.

It ends, because no tree comes twice. Both mixes prove the value: against the breaker's mix no code takes longer, and
against the adversary's mix no tree is shorter.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import GameError, RecordError, shown
from truel_ref.files import Progress
from truel_ref.games.mastermind.breakers import Breaker
from truel_ref.games.mastermind.codes import Game, classes_of_codes
from truel_ref.games.mastermind.search import weighted_optimum
from truel_ref.kernels.matrix_game import Mixes, optimal_mixes
from truel_ref.numbers import decimal_text, number_text
from truel_ref.records.record import Fields, Record, each, rational
from truel_ref.records.table import Percent, Table

__all__ = ["MOST_AGAINST", "Adversary", "against_adversary"]

MOST_AGAINST = 128
"""Largest number of codes for a value against an adversary."""


@dataclass(frozen=True)
class Adversary(Record):
    """The value of Mastermind against an adversary, with the mixes that prove it.

    Fields: `game`; `value`, the expected number of guesses if both play optimally; `classes`, the chance of each class
    of codes, in the order of `classes_of_codes`, within which the codes are equally likely; `breakers`, the trees with
    their chances, each played with shuffled places and colours.

    >>> answer = against_adversary(Game(2, 2))
    >>> str(answer.value), [str(chance) for chance in answer.classes], len(answer.breakers)
    ('2', ['1/2', '1/2'], 2)
    """

    game: Game
    value: Fraction
    classes: tuple[Fraction, ...]
    breakers: tuple[tuple[Fraction, Breaker], ...]

    def worst_means(self) -> list[Fraction]:
        """Return for each class of codes the expected length against the mix of the breaker."""
        means = zip(*(class_means(breaker) for _, breaker in self.breakers), strict=True)
        chances = [chance for chance, _ in self.breakers]
        return [_mean(chances, mean) for mean in means]

    def best_answer(self) -> Fraction:
        """Return the expected length of the best tree against the mix of the adversary, by a separate search."""
        return _mean_against(weighted_optimum(self.game, code_weights(self.game, self.classes)), self.classes)

    def proves(self) -> bool:
        """Return whether both mixes prove the value: no code takes longer, no tree is shorter."""
        return max(self.worst_means()) == self.value == self.best_answer()

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return {
            **self.game.to_json(),
            "value": number_text(self.value),
            "codes": [
                {"like": self.game.text(codes[0]), "codes": len(codes), "chance": number_text(chance)}
                for codes, chance in zip(classes_of_codes(self.game), self.classes, strict=True)
            ],
            "breakers": [
                {"chance": number_text(chance), "tree": breaker.to_json()["tree"]} for chance, breaker in self.breakers
            ],
        }

    @classmethod
    def from_json(cls, data: object) -> Adversary:
        """Return the record of plain data. Raises `RecordError`, also if `value` is not the breakers' worst mean."""
        fields = Fields(data, "a value against an adversary")
        game = Game.from_json(fields)

        def breaker(entry: object) -> tuple[Fraction, Breaker]:
            own = Fields(entry, "a breaker")
            tree = {**game.to_json(), "tree": own.get("tree", lambda nodes: nodes)}
            return own.get("chance", _chance), Breaker.from_json(tree)

        answer = cls(
            game,
            fields.get("value", rational),
            fields.get("codes", each(lambda entry: Fields(entry, "a class").get("chance", _chance))),
            fields.get("breakers", each(breaker)),
        )
        sums = sum(answer.classes), sum(chance for chance, _ in answer.breakers)
        if len(answer.classes) != len(classes_of_codes(game)) or sums != (1, 1):
            raise RecordError(
                "codes, breakers: one chance for each class of codes and for each tree, which add up to 1"
            )
        worst = max(answer.worst_means())
        if worst != answer.value:
            raise RecordError(f"value: the breakers take {worst} guesses at worst, not {shown(fields.data['value'])}")
        return answer

    def _table(self) -> Table:
        rows = [
            (self.game.text(codes[0]), len(codes), chance, Percent(chance), mean)
            for codes, chance, mean in zip(classes_of_codes(self.game), self.classes, self.worst_means(), strict=True)
        ]
        mix = ", ".join(f"{number_text(chance)} (total {tree.lengths().total})" for chance, tree in self.breakers)
        notes = [
            f"value {number_text(self.value)} ({decimal_text(self.value, 6)}) guesses, {self.game}",
            f"breakers, places and colors shuffled: {mix}",
        ]
        columns = ("codes like", "codes", "chance", "percent", "expected guesses")
        return Table(columns, rows, notes=notes, right=("codes", "percent"))


def _chance(value: object) -> Fraction:
    chance = rational(value)
    if not 0 <= chance <= 1:
        raise RecordError(f"{shown(value)} is not a probability")
    return chance


def against_adversary(game: Game, progress: Progress = lambda more: None) -> Adversary:
    """Return the value of a game against an adversary who chooses the code, exactly, with both mixes.

    Parameters: `game`, with at most 128 codes; `progress`, called for every new tree. Raises `GameError` for a larger
    game.

    >>> str(against_adversary(Game(2, 3)).value)
    '29/12'
    """
    if game.codes > MOST_AGAINST:
        raise GameError(
            f"{game} make {game.codes:,} codes; the value against an adversary is computed for {MOST_AGAINST} at most"
        )
    classes = classes_of_codes(game)
    mix = tuple(Fraction(len(codes), game.codes) for codes in classes)
    trees: list[Breaker] = []
    columns: list[list[Fraction]] = []
    mixes: Mixes | None = None
    while True:
        check()
        answer = weighted_optimum(game, code_weights(game, mix))
        if mixes is not None and _mean_against(answer, mix) == mixes.value:
            played = tuple((chance, tree) for chance, tree in zip(mixes.columns, trees, strict=True) if chance)
            return Adversary(game, mixes.value, mix, played)
        trees.append(answer)
        columns.append(class_means(answer))
        mixes = optimal_mixes([list(row) for row in zip(*columns, strict=True)])
        mix = mixes.rows
        progress(1)


def class_means(breaker: Breaker) -> list[Fraction]:
    """Return for each class of codes the mean length of its games.

    >>> from truel_ref.games.mastermind.search import least_total
    >>> [str(mean) for mean in class_means(least_total(Game(2, 2)))]
    ['3/2', '5/2']
    """
    return [
        Fraction(sum(len(breaker.solution(code)) for code in codes), len(codes))
        for codes in classes_of_codes(breaker.game)
    ]


def code_weights(game: Game, chances: Sequence[Fraction]) -> list[int]:
    """Return integers proportional to the chance of every code, from the chances of the classes.

    >>> code_weights(Game(2, 2), [Fraction(1, 3), Fraction(2, 3)])
    [1, 2, 2, 1]
    """
    classes = classes_of_codes(game)
    single = [chance / len(codes) for chance, codes in zip(chances, classes, strict=True)]
    scale = lcm(*(chance.denominator for chance in single))
    weights = [0] * game.codes
    for chance, codes in zip(single, classes, strict=True):
        for code in codes:
            weights[code] = int(chance * scale)
    return weights


def _mean_against(breaker: Breaker, chances: Sequence[Fraction]) -> Fraction:
    return _mean(chances, class_means(breaker))


def _mean(chances: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    return sum(map(operator.mul, chances, values), Fraction(0))
