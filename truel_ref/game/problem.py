"""Problem: a frozen, canonical record, validated once; and the rules that need only the problem.

The **shooting order** names a phase: the indices of the living players, with the player on move first.

Rules: `docs/rules.md`, R1.8, R1.9, R3.1, R3.6, R4.8 and R4.10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.files import read_json
from truel_ref.game.aims import Aim, Target, Word, without_hash
from truel_ref.game.options import DEFAULT_SEARCH, Search, Words, equal_mix, options_of, single_options, strongest
from truel_ref.game.people import Order, People, check_players, listed, order_text
from truel_ref.game.reading import (
    TIE_RULES,
    UNSTATED,
    as_typed,
    in_one_field,
    later_target,
    listed_hits,
    one_or_each,
    one_tie_rule,
    read_hits,
    read_levels,
    read_people,
    read_targets,
    searches,
)
from truel_ref.numbers import Algebraic, Number, number_text
from truel_ref.records.record import Record
from truel_ref.records.table import Cell, Table

__all__ = ["Problem"]


@dataclass(frozen=True, init=False, repr=False)
class Problem(Record):
    """A truel: the hit probability of every player, and how every player aims.

    Two spellings of one problem are equal and have equal hashes. Labels, `Self` and unit vectors become indices, zero
    vectors `Miss`, `All` its list, missing targets `Optimal`. A search drops `Strongest` beside `Others`. A missing
    `search_later` becomes `search`. Players who never search `Random` lose their levels. The usual names and the usual
    order count as not given.

    Parameters:
        hits: one hit probability per player, in [0, 1], as anything that `truel_ref.numbers.read_number` reads, such as
            "1/3" or "sqrt(2)/2": a list of at most 1,000, or all in one text ("1/3 2/3 1").
        targets: one per player (a word, label, name, index, `Aim` or list of weights), or all in one text
            ("Miss,C,B"), or none for `Optimal` throughout. They apply to the first phase only.
        search: the set of words that `Optimal` searches, as a collection or in one text ("others,miss"); or one set
            for each player, by label ({"A": "others", "B": "miss"}); default {Others, Miss}.
        target_later: one word for all players after the first elimination.
        search_later: the search after the first elimination, in the form of `search`; by default `search`.
        tie_rule: by number or name: 1 simplest (the default), 2 strongest, 3 likeliest winner, 4 shooting order,
            -1 opposite (of simplest), -4 opposite of shooting order.
        random_levels: one integer >= 1 or None per player, or None: a level `L` searches mixes of multiples of `1/L`.
        if_eq: the tie rule under its name in JSON.
        names: the names of the players, in place of A, B, C, …: a list or one text ("Ann, Bob, Carl").
        order: the shooting order, by label or name: a list or one text ("C,B,A"); by default the order in which the
            players are stated.
        people: names and order together, as in another problem; then every list goes by place (see below), including
            weights of aims, and an integer target is a place.

    With an `order`, input and output still go by person: the second hit probability, target or search set belongs to B
    at any place, and so do the second row of a table and the second entry of a list in JSON. Attributes go by **place**
    in the shooting order: `hits[0]` and `win[0]` belong to the player who shoots first, `people.label(0)` is the name
    of this player, and `people.by_person(problem.hits)` puts values in the order of the people. The rules refer to
    places: "the last label" among equal players is the last to shoot. Names and order count in comparisons.

    Raises `ProblemError`, `AimError` or `NumberError`, each a `TruelError` and a `ValueError` that names the player
    and the value.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> problem == Problem([1/3, 2/3, 1.0], targets=["optimal"] * 3, search={"Miss", "Others"})
    True
    >>> problem
    Problem(['1/3', '2/3', '1'])
    >>> Problem(["1/3", "2/3", 1], targets="Miss,C,B", order="C,A,B").hits
    (Fraction(1, 1), Fraction(1, 3), Fraction(2, 3))
    """

    hits: tuple[Number, ...]
    targets: tuple[Target, ...]
    search: Search
    target_later: Word
    search_later: Search
    tie_rule: int
    random_levels: tuple[int | None, ...] | None
    people: People

    def __init__(
        self,
        hits: str | Iterable[object],
        targets: str | Iterable[object] | None = None,
        search: object = DEFAULT_SEARCH,
        target_later: object = Word.OPTIMAL,
        search_later: object = None,
        tie_rule: object = UNSTATED,
        random_levels: Iterable[object] | None = None,
        *,
        if_eq: object = UNSTATED,
        names: object = None,
        order: object = None,
        people: People | None = None,
    ) -> None:
        if not isinstance(people, People | None):
            raise ProblemError(f"people: {shown(people)} is not the `people` of a problem; give names and order")
        if people is not None and not people.are_usual:
            hits, targets, search, search_later, random_levels = as_typed(
                hits, targets, search, search_later, random_levels, people
            )
            names = people.names if names is None else names
            order = people.order if order is None else order
        said = listed_hits(hits) if isinstance(hits, str) else hits
        typed = listed(said, "hits: give one hit probability per player, as in [0.3, 0.6, 1] or '0.3 0.6 1'")
        check_players(len(typed))
        players = len(typed)
        who = People.of(players) if names is None and order is None else read_people(players, names, order)
        canonical_hits = read_hits(typed, who)
        canonical_hits, canonical_targets = in_one_field(canonical_hits, read_targets(targets, who))
        first = searches(search, who, (DEFAULT_SEARCH,) * players)
        later = first if search_later is None else searches(search_later, who, first, "search_later")
        fields = {
            "hits": canonical_hits,
            "targets": canonical_targets,
            "search": one_or_each(first),
            "target_later": later_target(target_later),
            "search_later": one_or_each(later),
            "tie_rule": one_tie_rule(tie_rule, if_eq),
            "random_levels": read_levels(random_levels, who, first, later),
            "people": who,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, computed once: fractions are slow to hash, and many caches use a problem as key."""
        return hash((self.hits, self.tie_rule, *self.words))

    def __getstate__(self) -> dict[str, Any]:
        return without_hash(self)

    # -- the rules that need only the problem

    @cached_property
    def irrational(self) -> tuple[tuple[int, Algebraic], ...]:
        """The irrational hit probabilities and weights of explicit aims, each with its player.

        >>> Problem(["1/2", "sqrt(2)/2"]).irrational
        ((1, <Algebraic sqrt(2)/2>),)
        """
        if tuple not in map(type, self.targets) and {*map(type, self.hits)} == {Fraction}:
            return ()  # the usual case
        numbers = [*enumerate(self.hits)]
        numbers += [
            (player, weight) for player, said in enumerate(self.targets) if isinstance(said, tuple) for weight in said
        ]
        return tuple((player, number) for player, number in numbers if isinstance(number, Algebraic))

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hits)

    @cached_property
    def searches(self) -> tuple[Words, ...]:
        """The search set of each player in the first phase, by place."""
        return _each_of(self.search, self.players)

    @cached_property
    def searches_later(self) -> tuple[Words, ...]:
        """The search set of each player after the first elimination, by place."""
        return _each_of(self.search_later, self.players)

    def search_text(self, later: bool = False) -> str:
        """Return the search of the first phase or of later phases as text: one set, or one set per player.

        >>> Problem([1, 1], search={"B": "miss"}).search_text()
        'A: Others, Miss; B: Miss'
        """
        searched = _search_json(self.search_later if later else self.search, self.people)
        if isinstance(searched, list):
            return ", ".join(searched)
        return "; ".join(f"{name}: {', '.join(words)}" for name, words in searched.items())

    def check_plain(self, what: str) -> None:
        """Raise `ProblemError` if the problem states names, an order or a search of each player: `what` supports none.

        >>> Problem([1, 1], names="Ann,Bob").check_plain("a map")
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: names: a map works only with labels and one search set for all players
        """
        stated = {
            "names": self.people.names != People.of(self.players).names,
            "order": not self.people.in_order,
            "search": not isinstance(self.search[0], Word),
            "search_later": not isinstance(self.search_later[0], Word),
        }
        for name, holds in stated.items():
            if holds:
                raise ProblemError(f"{name}: {what} works only with labels and one search set for all players")

    @property
    def if_eq(self) -> int:
        """The tie rule, under its name in JSON."""
        return self.tie_rule

    @property
    def words(self) -> tuple[object, ...]:
        """All fields of the problem except its hit probabilities and its tie rule.

        >>> Problem(["1/3", "2/3"]).words == Problem([1, 1], tie_rule=2).words
        True
        """
        return (
            *(self.targets, self.target_later, self.search, self.search_later),
            *(self.random_levels, self.people),
        )

    def label(self, player: int) -> str:
        """Return a player's name, or the label of a player without a name.

        >>> Problem(["1/3", "2/3", 1], order="C,B,A").label(0)
        'C'
        """
        return self.people.label(player)

    def order_text(self, order: Order) -> str:
        """Return a shooting order in the names of the players.

        >>> Problem(["1/3", 1], names="Ann, Bob").order_text((1, 0))
        'Bob, Ann'
        """
        return order_text(order, self.people)

    @property
    def first_order(self) -> Order:
        """The shooting order of the first phase."""
        return tuple(range(self.players))

    def has_choice(self, order: Order, player: int) -> bool:
        """Return whether a player searches an aim in a phase, instead of a predefined aim.

        The last two players always shoot each other, so neither has a choice.
        """
        return len(order) != 2 and self._word_of(order, player) is Word.OPTIMAL

    def options(self, order: Order, player: int) -> tuple[Aim, ...]:
        """Return the aims that a player may announce in a phase, in canonical order; only one if it is predefined.

        >>> problem = Problem(["1/3", "2/3", 1], targets=["Optimal", "C", "Strongest"])
        >>> [[str(aim) for aim in problem.options((0, 1, 2), player)] for player in (0, 1, 2)]
        [['B', 'C', 'Miss'], ['C'], ['B']]
        """
        if len(order) == 2 and (self.players > 2 or self.targets[player] is Word.OPTIMAL):
            aim = Aim.at(order[order.index(player) - 1], self.players)
            return (aim if self.people.are_usual else aim.among(self.people),)
        return self.free_options(order, player)

    def free_options(self, order: Order, player: int) -> tuple[Aim, ...]:
        """Return the aims that the words of the problem give a player in a phase, also in a phase of two players.

        With unlimited bullets the last two players shoot each other (`options`); with counted bullets they may wait.

        >>> [str(aim) for aim in Problem(["1/3", "2/3", 1]).free_options((1, 2), 1)]
        ['C', 'Miss']
        """
        if self._word_of(order, player) is Word.OPTIMAL:
            level = self.random_levels[player] if self.random_levels else None
            aims = options_of(self._search(order, player), level, player, order, self.hits)
            return aims if self.people.are_usual else tuple(aim.among(self.people) for aim in aims)
        return (self.resolve(order, player, self._word_of(order, player)),)

    def _search(self, order: Order, player: int) -> tuple[Word, ...]:
        return (self.searches if len(order) == self.players else self.searches_later)[player]

    def _word_of(self, order: Order, player: int) -> Target:
        return self.targets[player] if len(order) == self.players else self.target_later

    def resolve(self, order: Order, player: int, said: Target) -> Aim:
        """Return the aim that a canonical target means for a player in a phase; not for `Optimal`.

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
            aim = Aim(aim.weights, is_random=aim.weights == self._equal_mix(order, player))
        return aim.among(self.people)

    def _equal_mix(self, order: Order, player: int) -> tuple[Number, ...]:
        return equal_mix(single_options(self._search(order, player), player, order, self.hits))

    # -- to and from JSON

    def to_json(self) -> dict[str, Any]:
        """Return the problem as plain data for JSON; `from_json` reads it back to an equal problem.

        Lists go by person, in the order in which people are stated. `names` and `order` are omitted if they are usual.

        >>> Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["0", "1/2", "0"]]).to_json()["targets"]
        ['Miss', 'C', ['0', '1/2', '0']]
        """
        people = self.people
        data = {
            "hits": [number_text(hit) for hit in people.by_person(self.hits)],
            "targets": [_target_json(entry, people) for entry in people.by_person(self.targets)],
            "search": _search_json(self.search, people),
            "target_later": self.target_later.value,
            "search_later": _search_json(self.search_later, people),
            "if_eq": self.tie_rule,
            "random_levels": None if self.random_levels is None else list(people.by_person(self.random_levels)),
        }
        if people.names != People.of(self.players).names:
            data["names"] = list(people.names)
        if not people.in_order:
            data["order"] = [people.names[person] for person in people.order]
        return data

    @classmethod
    def from_json(cls, source: str | bytes | Mapping[str, Any]) -> Problem:
        """Read a problem from JSON text, or from the plain data of such text.

        Only `hits` is required; missing keys have their defaults, and `null` counts as missing for `targets`,
        `search_later`, `random_levels`, `names` and `order`. JSON numbers are read as floats.

        Raises `ProblemError` for text that is not JSON, for unknown keys and a missing `hits`, and the errors of
        `Problem`.

        >>> Problem.from_json('{"hits": ["1/3", "2/3", "1"], "targets": []}') == Problem(["1/3", "2/3", "1"])
        True
        """
        return cls.from_data(read_json(source) if isinstance(source, str | bytes) else source)

    @classmethod
    def from_data(cls, data: object) -> Problem:
        """Return the problem that the plain data of JSON text describe.

        Raises `ProblemError` for unknown keys and a missing `hits`, and the errors of `Problem`.

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

    # -- printing

    def __repr__(self) -> str:
        data = self.to_json()
        plain = Problem(self.hits).to_json() | {"search_later": data["search"]}
        data["tie_rule"], plain["tie_rule"] = data.pop("if_eq"), plain.pop("if_eq")
        changed = [f"{key}={value!r}" for key, value in data.items() if key != "hits" and value != plain.get(key)]
        return f"Problem({', '.join([repr(data['hits']), *changed])})"

    __str__ = __repr__

    def _table(self) -> Table:
        data = self.to_json()
        columns = ["player", "hit", "target"]
        each: list[Sequence[Cell]] = [
            self.people.names,
            self.people.by_person(self.hits),
            [entry if isinstance(entry, str) else f"({', '.join(entry)})" for entry in data["targets"]],
        ]
        for key, name in (("search", "search"), ("search_later", "later search")):
            if isinstance(data[key], dict):
                columns.append(name)
                each.append([", ".join(words) for words in data[key].values()])
        if self.random_levels is not None:
            columns.append("level")
            each.append(data["random_levels"])
        notes = [f"shooting order: {self.order_text(self.first_order)}"] if "order" in data else []
        if not isinstance(data["search"], dict):
            notes.append(f"search: {', '.join(data['search'])}")
        notes.append(f"later target: {data['target_later']}")
        if data["search_later"] != data["search"] and not isinstance(data["search_later"], dict):
            notes.append(f"later search: {', '.join(data['search_later'])}")
        notes.append(f"tie rule: {self.tie_rule} ({TIE_RULES[self.tie_rule]})")
        return Table(columns, list(zip(*each, strict=True)), notes=notes)


_KEYS = (
    *("hits", "targets", "search", "target_later", "search_later", "if_eq", "tie_rule", "random_levels"),
    *("names", "order"),
)


def _each_of(search: Search, players: int) -> tuple[Words, ...]:
    return (search,) * players if isinstance(search[0], Word) else search


def _search_json(search: Search, people: People) -> Any:
    if isinstance(search[0], Word):
        return [str(word) for word in search]
    sets = people.by_person(_each_of(search, len(people.names)))
    return {name: [word.value for word in words] for name, words in zip(people.names, sets, strict=True)}


def _target_json(entry: Target, people: People) -> str | list[str]:
    if isinstance(entry, tuple):
        return [number_text(weight) for weight in people.by_person(entry)]
    return entry.value if isinstance(entry, Word) else people.label(entry)
