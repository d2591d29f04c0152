"""Problem: what is asked, frozen, validated once, canonical; and the rules that need nothing but the problem.

A phase is named by its **shooting order**: the indices of the living players, the one on move first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, ProblemError, shown
from truel_ref.files import read_json
from truel_ref.game.aims import (
    Aim,
    Target,
    Word,
    canonical_search,
    equal_mix,
    label,
    later_target,
    options,
    single_options,
    strongest,
    target,
)
from truel_ref.numbers.algebraic import Algebraic, Number, number_text, one_field
from truel_ref.numbers.real import real_probability

__all__ = ["TIE_RULES", "Order", "Problem", "next_order", "order_text"]

Order: TypeAlias = tuple[int, ...]
"""The shooting order of a phase: the indices of the living players, the one on move first."""

TIE_RULES: dict[int, str] = {
    1: "simplest",
    2: "strongest",
    3: "likeliest winner",
    4: "shooting order",
    -1: "opposite of simplest",
}

_FINEST_LEVEL = 1_000_000
_DEFAULT_SEARCH = (Word.OTHERS, Word.MISS)


def next_order(order: Order, shooter: int, victim: int) -> Order:
    """Return the order after a player of this phase has eliminated somebody, himself perhaps.

    The living player after the shooter in the cycle is on move.

    >>> next_order((0, 1, 2), shooter=1, victim=2), next_order((0, 1, 2), shooter=1, victim=1)
    ((0, 1), (2, 0))
    """
    place = order.index(shooter)
    cycle = order[place + 1 :] + order[: place + 1]
    return tuple(player for player in cycle if player != victim)


def order_text(order: Order) -> str:
    """Return an order as labels.

    >>> order_text((1, 2, 0))
    'B, C, A'
    """
    return ", ".join(map(label, order))


@dataclass(frozen=True, init=False, repr=False)
class Problem:
    """A truel: who hits how often, and how everybody aims.

    Two spellings of the same problem compare and hash equal: labels, `Self` and unit vectors become indices, zero
    vectors `Miss`, `All` its list, missing targets `Optimal`; `Strongest` is dropped beside `Others` in a search;
    a missing `search_later` is filled in; levels are dropped where no search set contains `Random`.

    Parameters:
        hits: one hit probability per player, in [0, 1], as anything that `truel_ref.numbers.algebraic.real` reads: what
            `truel_ref.numbers.rational.exact` reads, and real algebraic numbers such as "sqrt(2)/2".
        targets: one per player (a word, label, index or list of weights), or none for `Optimal` throughout.
            They apply to the first phase only.
        search: the set of words that `Optimal` searches among; default {Others, Miss}.
        target_later: one word for everybody after the first elimination.
        search_later: the search set after the first elimination; default the same as `search`.
        if_eq: the tie rule: 1 simplest, 2 strongest, 3 likeliest winner, 4 shooting order, -1 opposite of 1.
        random_levels: one integer >= 1 or None per player, or None: how finely he searches random mixes.

    Raises `ProblemError`, `AimError` or `NumberError`, each a `TruelError` and a `ValueError` that names the player
    and the value.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> problem == Problem([1/3, 2/3, 1.0], targets=["optimal"] * 3, search={"Miss", "Others"})
    True
    >>> problem
    Problem(['1/3', '2/3', '1'])
    """

    hits: tuple[Number, ...]
    targets: tuple[Target, ...]
    search: tuple[Word, ...]
    target_later: Word
    search_later: tuple[Word, ...]
    if_eq: int
    random_levels: tuple[int | None, ...] | None

    def __init__(
        self,
        hits: Iterable[object],
        targets: Iterable[object] | None = None,
        search: object = _DEFAULT_SEARCH,
        target_later: object = Word.OPTIMAL,
        search_later: object = None,
        if_eq: int = 1,
        random_levels: Iterable[object] | None = None,
    ) -> None:
        canonical_hits = _hits(hits)
        players = len(canonical_hits)
        canonical_targets = _targets(targets, players)
        canonical_hits, canonical_targets = _in_one_field(canonical_hits, canonical_targets)
        first = canonical_search(search)
        later = first if search_later is None else canonical_search(search_later, "search_later")
        fields = {
            "hits": canonical_hits,
            "targets": canonical_targets,
            "search": first,
            "target_later": later_target(target_later),
            "search_later": later,
            "if_eq": _tie_rule(if_eq),
            "random_levels": _levels(random_levels, players, Word.RANDOM in (*first, *later)),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    # -- the rules that need nothing but the problem

    @cached_property
    def irrational(self) -> tuple[tuple[int, Algebraic], ...]:
        """The irrational hit probabilities and weights of explicit aims, each with its player.

        >>> Problem(["1/2", "sqrt(2)/2"]).irrational
        ((1, <Algebraic sqrt(2)/2>),)
        """
        numbers = [*enumerate(self.hits)]
        numbers += [
            (player, weight) for player, said in enumerate(self.targets) if isinstance(said, tuple) for weight in said
        ]
        return tuple((player, number) for player, number in numbers if isinstance(number, Algebraic))

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hits)

    @property
    def first_order(self) -> Order:
        """The shooting order of the first phase."""
        return tuple(range(self.players))

    def has_choice(self, order: Order, player: int) -> bool:
        """Tell whether a player searches his aim in a phase, instead of having it predefined.

        Two players left always shoot each other, so nobody has a choice there.
        """
        if len(order) == 2:
            return False
        return self._word_of(order, player) is Word.OPTIMAL

    def options(self, order: Order, player: int) -> tuple[Aim, ...]:
        """Return the aims that a player may announce in a phase, in canonical order; one if it is predefined.

        >>> problem = Problem(["1/3", "2/3", 1], targets=["Optimal", "C", "Strongest"])
        >>> [[str(aim) for aim in problem.options((0, 1, 2), player)] for player in (0, 1, 2)]
        [['B', 'C', 'Miss'], ['C'], ['B']]
        """
        if len(order) == 2 and (self.players > 2 or self.targets[player] is Word.OPTIMAL):
            return (Aim.at(order[order.index(player) - 1], self.players),)
        if self.has_choice(order, player):
            level = self.random_levels[player] if self.random_levels else None
            return options(self._search(order), level, player, order, self.hits)
        return (self.resolve(order, player, self._word_of(order, player)),)

    def _search(self, order: Order) -> tuple[Word, ...]:
        return self.search if len(order) == self.players else self.search_later

    def _word_of(self, order: Order, player: int) -> Target:
        return self.targets[player] if len(order) == self.players else self.target_later

    def resolve(self, order: Order, player: int, said: Target) -> Aim:
        """Return the aim that a canonical target, `Optimal` excepted, means for a player in a phase.

        >>> problem = Problem(["1/3", "2/3", 1])
        >>> print(problem.resolve((0, 1, 2), 1, Word.RANDOM), problem.resolve((0, 1, 2), 1, Word.STRONGEST))
        Random C
        """
        if isinstance(said, tuple):
            aim = Aim(said)
        elif said is Word.MISS:
            aim = Aim.miss(self.players)
        elif said is Word.SELF:
            aim = Aim.at(player, self.players)
        elif said is Word.STRONGEST:
            aim = Aim.at(strongest(player, order, self.hits), self.players)
        elif said is Word.RANDOM:
            aim = Aim(self._equal_mix(order, player))
        else:
            assert isinstance(said, int)
            aim = Aim.at(said, self.players)
        if aim.is_mix:
            return Aim(aim.weights, is_random=aim.weights == self._equal_mix(order, player))
        return aim

    def _equal_mix(self, order: Order, player: int) -> tuple[Number, ...]:
        return equal_mix(single_options(self._search(order), player, order, self.hits))

    # -- to and from JSON

    def to_json(self) -> dict[str, Any]:
        """Return the problem as plain data for JSON; `from_json` reads it back to an equal problem.

        >>> Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["0", "1/2", "0"]]).to_json()["targets"]
        ['Miss', 'C', ['0', '1/2', '0']]
        """
        return {
            "hits": [number_text(hit) for hit in self.hits],
            "targets": [_target_json(entry) for entry in self.targets],
            "search": [word.value for word in self.search],
            "target_later": self.target_later.value,
            "search_later": [word.value for word in self.search_later],
            "if_eq": self.if_eq,
            "random_levels": None if self.random_levels is None else list(self.random_levels),
        }

    @classmethod
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Problem:
        """Read a problem from JSON text, or from the plain data of such text.

        Only `hits` is required; what is missing has its default, and `null` counts as missing for `targets`,
        `search_later` and `random_levels`. Numbers may be JSON numbers, then read as floats are.

        Raises `ProblemError` for text that is not JSON, for unknown keys and a missing `hits`, and whatever
        `Problem` raises.

        >>> Problem.from_json('{"hits": ["1/3", "2/3", "1"], "targets": []}') == Problem(["1/3", "2/3", "1"])
        True
        """
        return cls.from_data(read_json(source) if isinstance(source, str | bytes) else source)

    @classmethod
    def from_data(cls, data: object) -> Problem:
        """Return the problem of plain data, as JSON text holds it; text is not read again.

        Raises what `from_json` raises.

        >>> Problem.from_data({"hits": ["1/2", "1/3"]})
        Problem(['1/2', '1/3'])
        """
        if not isinstance(data, Mapping):
            raise ProblemError(f'a problem is a JSON object like {{"hits": ["1/3", "2/3", "1"]}}, not {shown(data)}')
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise ProblemError(f"unknown key {shown(unknown[0])}; the keys of a problem are {', '.join(_KEYS)}")
        if "hits" not in data:
            raise ProblemError("the key 'hits' is missing; give one hit probability per player")
        return cls(**data)

    def __repr__(self) -> str:
        data = self.to_json()
        plain = Problem(self.hits).to_json() | {"search_later": data["search"]}
        changed = [f"{key}={value!r}" for key, value in data.items() if key != "hits" and value != plain[key]]
        return f"Problem({', '.join([repr(data['hits']), *changed])})"


_KEYS = tuple(Problem.__dataclass_fields__)


def _target_json(entry: Target) -> str | list[str]:
    if isinstance(entry, tuple):
        return [number_text(weight) for weight in entry]
    return entry.value if isinstance(entry, Word) else label(entry)


def _listed(value: object, what: str) -> list[object]:
    """Return an ordered collection as a list; text, sets and mappings are refused as slips."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping | frozenset | set):
        raise ProblemError(f"{what}, not {shown(value)}")
    return list(value)


def _hits(values: object) -> tuple[Number, ...]:
    entries = _listed(values, "hits: give a list with one hit probability per player")
    if len(entries) < 2:
        raise ProblemError(f"hits: at least two players are needed, not {len(entries)}")
    return tuple(real_probability(entry, f"player {label(player)}") for player, entry in enumerate(entries))


def _targets(values: object, players: int) -> tuple[Target, ...]:
    entries = [] if values is None else _listed(values, "targets: give a list with one target per player")
    if not entries:
        return (Word.OPTIMAL,) * players
    if len(entries) != players:
        raise ProblemError(f"targets: give one per player, {players} in all, or none; here are {len(entries)}")
    return tuple(target(entry, player, players) for player, entry in enumerate(entries))


def _in_one_field(
    hits: tuple[Number, ...], targets: tuple[Target, ...]
) -> tuple[tuple[Number, ...], tuple[Target, ...]]:
    """Return the same hit probabilities and targets, irrational numbers among them written in one number field."""
    mixes = [entry for entry in targets if isinstance(entry, tuple)]
    numbers = [*hits, *(weight for entry in mixes for weight in entry)]
    if all(type(number) is Fraction for number in numbers):
        return hits, targets
    try:
        written = iter(one_field(numbers))
    except NumberError as error:
        raise ProblemError(f"the irrational numbers of this problem do not fit into one field: {error}") from None
    hits = tuple(next(written) for _ in hits)
    return hits, tuple(tuple(next(written) for _ in entry) if isinstance(entry, tuple) else entry for entry in targets)


def _tie_rule(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in TIE_RULES:
        rules = ", ".join(f"{rule} ({name})" for rule, name in TIE_RULES.items())
        raise ProblemError(f"if_eq: {shown(value)} is no tie rule; they are {rules}")
    return int(value)


def _levels(values: object, players: int, random_is_searched: bool) -> tuple[int | None, ...] | None:
    if values is None:
        return None
    entries = _listed(values, "random_levels: give a list with one level per player")
    if len(entries) != players:
        raise ProblemError(f"random_levels: give one per player, {players} in all; here are {len(entries)}")
    levels: list[int | None] = []
    for player, entry in enumerate(entries):
        if entry is None:
            levels.append(None)
        elif isinstance(entry, bool) or not isinstance(entry, int) or entry < 1:
            raise ProblemError(
                f"player {label(player)}: random level {shown(entry)} is neither an integer >= 1 nor None"
            )
        elif entry > _FINEST_LEVEL:
            raise ProblemError(
                f"player {label(player)}: random level {shown(entry)} is too fine; the finest is {_FINEST_LEVEL:,}"
            )
        else:
            levels.append(int(entry))
    if not random_is_searched or not any(levels):
        return None
    return tuple(levels)
