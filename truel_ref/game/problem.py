"""Problem: a frozen, canonical record, validated once; and the rules that need only the problem.

Rules: `docs/rules.md`, R1.2, R1.8, R1.9, R3.1, R3.6, R4.6 to R4.8, R4.10 and R4.11; numbers, R5.
"""

from __future__ import annotations

import functools
import inspect
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Integral
from typing import Any, ParamSpec, TypeAlias, TypedDict, TypeVar, Unpack

from truel_ref.errors import NumberError, ProblemError, refuse, shown
from truel_ref.files import read_json
from truel_ref.game.aims import (
    DEFAULT_SEARCH,
    TARGET_WORDS,
    Aim,
    Target,
    Word,
    Words,
    equal_mix,
    options_of,
    read_search,
    read_target,
    single_options,
    strongest,
    word_named,
)
from truel_ref.game.people import (
    PLAYER_LIMIT,
    Order,
    entries_of,
    labels,
    one_each,
    parts_of,
    read_names,
    read_order,
    the_player,
)
from truel_ref.numbers import Algebraic, Number, number_text, one_field, read_count, read_probability
from truel_ref.records.record import Record, Source

P = ParamSpec("P")
R = TypeVar("R")

TIE_RULES: dict[int, str] = {
    1: "simplest",
    2: "strongest",
    3: "likeliest winner",
    4: "shooting order",
    -1: "opposite of simplest",
    -4: "opposite of shooting order",
}

_RULES: dict[object, int] = {**{name: rule for rule, name in TIE_RULES.items()}, "opposite": -1}
_RULES |= {key: rule for rule in TIE_RULES for key in (rule, str(rule))}
_FINEST_LEVEL = 1_000_000

# Digits in groups of three with blanks between them, in a fraction or after a point: `1 000/3 000`.
_GROUPED = re.compile(
    r"(?<![0-9./,])(?:[1-9][0-9]{0,2}(?: [0-9]{3}){1,20} ?/ ?[1-9][0-9]{0,4000}(?: [0-9]{3}){0,20}"
    r"|[0-9]{1,4000} ?/ ?[1-9][0-9]{0,2}(?: [0-9]{3}){1,20}|[0-9]{0,4000}\.[0-9]{3}(?: [0-9]{3}){1,20})(?![0-9.%]| ?/)"
)
_DECIMAL_COMMA = re.compile(r"[0-9]+(?:,[0-9]+)?%?")
_DECIMAL_COMMAS = re.compile(
    r"(?=.*[0-9],[0-9])[0-9]+(?:,[0-9]+)?%?(?:(?:[,;]? |;)[0-9]+(?:,[0-9]+)?%?)+"
    r"|[0-9]+,(?!0*1?%?$)[0-9]+%?"  # 0,5 but not 0,1, which are two chances
)


@dataclass(frozen=True, init=False, repr=False)
class Problem(Record):
    """A truel: the hit probability of every player, and how every player aims.

    Two spellings of one problem are equal and have equal hashes. Labels, `Self` and unit vectors become players, zero
    vectors `Miss`, `All` its list, missing targets `Optimal`. A search drops `Strongest` beside `Others`. A missing
    `search_later` becomes `search`. Players who never search `Random` lose their levels.

    Parameters:
        hits: one hit probability per player, in [0, 1], as anything that `truel_ref.numbers.read_number` reads, such as
            "1/3" or "sqrt(2)/2": a list of at most 1,000, or all in one text ("1/3 2/3 1").
        targets: one per player (a word, label, name, index, `Aim` or list of weights), or all in one text
            ("Miss,C,B"), or none for `Optimal` throughout. They apply to the first phase only.
        search: the set of words that `Optimal` searches, as a collection or in one text ("others,miss"); or one set
            for each player, by label ({"A": "others", "B": "miss"}) or in a list; default {Others, Miss}.
        target_later: one word for all players after the first elimination.
        search_later: the search after the first elimination, in the form of `search`; by default `search`.
        tie_rule: by number or name: 1 simplest (the default), 2 strongest, 3 likeliest winner, 4 shooting order,
            -1 opposite (of simplest), -4 opposite of shooting order.
        random_levels: one integer >= 1 or None per player, or None: a level `L` searches mixes of multiples of `1/L`.
        if_eq: the tie rule under its name in JSON.
        names: the names of the players, in place of A, B, C, …: a list or one text ("Ann, Bob, Carl").
        order: the shooting order, by label or name: a list or one text ("C,B,A"); by default the order in which the
            players are stated.

    Fields: `hits`, `targets`, `searches`, `searches_later` and `random_levels` (None without levels), each with one
    value per player, in the order in which the players are stated; `target_later`; `tie_rule`; `names`; `order`, the
    first shooting order. The rules refer to this order: "the last label" among equal players is the last to shoot.

    Raises `ProblemError` or `NumberError`, each a `TruelError` and a `ValueError` that names the player
    and the value.

    >>> problem = Problem(["1/3", "2/3", 1])
    >>> problem == Problem([1/3, 2/3, 1.0], targets=["optimal"] * 3, search={"Miss", "Others"})
    True
    >>> problem
    Problem(['1/3', '2/3', '1'])
    >>> Problem(["1/3", "2/3", 1], targets="Miss,C,B", order="C,A,B").order
    (2, 0, 1)
    """

    hits: tuple[Number, ...]
    targets: tuple[Target, ...]
    searches: tuple[Words, ...]
    target_later: Word
    searches_later: tuple[Words, ...]
    tie_rule: int
    random_levels: tuple[int | None, ...] | None
    names: tuple[str, ...]
    order: Order

    def __init__(
        self,
        hits: str | Iterable[object],
        targets: str | Iterable[object] | None = None,
        search: object = DEFAULT_SEARCH,
        target_later: object = Word.OPTIMAL,
        search_later: object = None,
        tie_rule: object = None,
        random_levels: Iterable[object] | None = None,
        *,
        if_eq: object = None,
        names: object = None,
        order: object = None,
    ) -> None:
        said = listed_hits(hits)
        players = len(said)
        called_by = labels(players) if names is None else read_names(names, players)
        numbers = [read_probability(entry, f"player {name}") for entry, name in zip(said, called_by, strict=True)]
        exact, *aimed = _in_one_field([tuple(numbers), *_targets(targets, called_by)])
        searches = _searches(search, called_by, (DEFAULT_SEARCH,) * players, "search")
        later = searches if search_later is None else _searches(search_later, called_by, searches, "search_later")
        word = word_named(target_later)
        if word not in TARGET_WORDS:
            raise ProblemError(
                f"target_later: {shown(target_later)} is unknown; it is one of {', '.join(TARGET_WORDS)}"
            )
        if tie_rule is not None and if_eq is not None:
            raise ProblemError("tie_rule and if_eq have the same meaning; give one of them")
        self.__dict__.update(
            hits=exact,
            targets=tuple(aimed),
            searches=searches,
            target_later=word,
            searches_later=later,
            tie_rule=tie_rule_named(tie_rule) if if_eq is None else tie_rule_named(if_eq, "if_eq"),
            random_levels=None if random_levels is None else _levels(random_levels, called_by, searches, later),
            names=called_by,
            order=tuple(range(players)) if order is None else read_order(order, called_by),
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, computed once: fractions are slow to hash, and caches use a problem as key."""
        return hash((self.hits, self.tie_rule, self.words))

    def __getstate__(self) -> dict[str, Any]:
        return {name: own for name, own in self.__dict__.items() if name != "_hash"}  # it differs between processes

    # -- the rules that need only the problem

    @cached_property
    def irrational(self) -> tuple[tuple[int, Algebraic], ...]:
        """The irrational hit probabilities and weights of explicit aims, each with its player.

        >>> Problem(["1/2", "sqrt(2)/2"]).irrational
        ((1, <Algebraic sqrt(2)/2>),)
        """
        mixes = [said if isinstance(said, tuple) else () for said in self.targets]
        numbers = enumerate(zip(self.hits, mixes, strict=True))
        return tuple(
            (player, number)
            for player, (hit, mix) in numbers
            for number in (hit, *mix)
            if isinstance(number, Algebraic)
        )

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hits)

    @property
    def in_order(self) -> bool:
        """Whether the players shoot in the order in which they are stated."""
        return self.order == tuple(range(self.players))

    def check_plain(self, what: str) -> None:
        """Raise `ProblemError` if the problem states names, an order or a search of each player: `what` supports none.

        >>> Problem([1, 1], names="Ann,Bob").check_plain("a map")
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: names: a map works only with labels and one search set for all players
        """
        usual = {
            "names": self.names == labels(self.players),
            "order": self.in_order,
            "search": len({*self.searches}) == 1,
            "search_later": len({*self.searches_later}) == 1,
        }
        for name, plain in usual.items():
            if not plain:
                raise ProblemError(f"{name}: {what} works only with labels and one search set for all players")

    @property
    def if_eq(self) -> int:
        """The tie rule, under its name in JSON."""
        return self.tie_rule

    @cached_property
    def words(self) -> tuple[object, ...]:
        """All fields of the problem except its hit probabilities and its tie rule.

        >>> Problem(["1/3", "2/3"]).words == Problem([1, 1], tie_rule=2).words
        True
        """
        aims = (self.targets, self.target_later, self.searches, self.searches_later, self.random_levels)
        return aims, self.names, self.order

    def changed(self, **statement: object) -> Problem:
        """Return this problem with other values of some keywords of `Problem`.

        >>> Problem(["1/3", "2/3", 1], targets="Miss,C,B").changed(tie_rule=2, targets=None).tie_rule
        2
        """
        fields = {"search": "searches", "search_later": "searches_later"}
        kept = {name: getattr(self, fields.get(name, name)) for name in ("hits", *_KEYWORDS) if name != "if_eq"}
        return Problem(**kept | statement)

    def label(self, player: int) -> str:
        """Return a player's name, or the label of a player without a name."""
        return self.names[player]

    def order_text(self, order: Iterable[int]) -> str:
        """Return some players in their names.

        >>> Problem(["1/3", 1], names="Ann, Bob").order_text((1, 0))
        'Bob, Ann'
        """
        return ", ".join([self.names[player] for player in order])

    def aim_text(self, aim: Aim | None) -> str:
        """Return an aim in the names of the players, or "none"."""
        return "none" if aim is None else aim.text(self.names)

    def aims_text(self, aims: Iterable[Aim | None]) -> str:
        """Return some aims in the names of the players.

        >>> Problem(["1/3", 1], names="Ann, Bob").aims_text([Aim.at(1, 2), None])
        'Bob, none'
        """
        return ", ".join(map(self.aim_text, aims))

    def player(self, name: object) -> int:
        """Return the player with a name, label or index. Raises `ProblemError` if it names nobody.

        >>> Problem(["1/3", 1], names="Ann, Bob").player("b")
        1
        """
        return the_player(name, self.names)

    def in_cycle(self, players: Iterable[int]) -> Order:
        """Return some players in the order of the first phase: the name of a set of living players."""
        living = set(players)
        return tuple(player for player in self.order if player in living)

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
            return (Aim.at(order[order.index(player) - 1], self.players),)
        return self.free_options(order, player)

    def free_options(self, order: Order, player: int) -> tuple[Aim, ...]:
        """Return the aims that the words of the problem give a player in a phase, also in a phase of two players.

        With unlimited bullets the last two players shoot each other (`options`); with counted bullets they may wait.

        >>> [str(aim) for aim in Problem(["1/3", "2/3", 1]).free_options((1, 2), 1)]
        ['C', 'Miss']
        """
        said = self._word_of(order, player)
        if said is not Word.OPTIMAL:
            return (self.resolve(order, player, said),)
        level = self.random_levels[player] if self.random_levels else None
        return options_of(self._search(order, player), level, player, order, self.hits, self.order)

    def _search(self, order: Order, player: int) -> Words:
        return (self.searches if len(order) == self.players else self.searches_later)[player]

    def _word_of(self, order: Order, player: int) -> Target:
        return self.targets[player] if len(order) == self.players else self.target_later

    def resolve(self, order: Order, player: int, said: Target) -> Aim:
        """Return the aim that a canonical target means for a player in a phase; not for `Optimal`.

        >>> problem = Problem(["1/3", "2/3", 1])
        >>> print(problem.resolve((0, 1, 2), 1, Word.RANDOM), problem.resolve((0, 1, 2), 1, Word.STRONGEST))
        Random C
        """
        if said is Word.MISS:
            return Aim.miss(self.players)
        if said in (Word.STRONGEST, Word.SELF):
            said = player if said is Word.SELF else strongest(player, order, self.hits, self.order)
        if isinstance(said, int):
            return Aim.at(said, self.players)
        mix = equal_mix(single_options(self._search(order, player), player, order, self.hits, self.order))
        aim = Aim(said if isinstance(said, tuple) else mix)
        return Aim(aim.weights, is_random=aim.is_mix and aim.weights == mix)

    # -- to and from JSON

    def to_json(self) -> dict[str, Any]:
        """Return the problem as plain data for JSON; `from_json` reads it back to an equal problem.

        `names` and `order` are omitted if they are usual.

        >>> Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["0", "1/2", "0"]]).to_json()["targets"]
        ['Miss', 'C', ['0', '1/2', '0']]
        """
        data = {
            "hits": [number_text(hit) for hit in self.hits],
            "targets": [_target_json(entry, self.names) for entry in self.targets],
            "search": _search_json(self.searches, self.names),
            "target_later": self.target_later.value,
            "search_later": _search_json(self.searches_later, self.names),
            "if_eq": self.tie_rule,
            "random_levels": None if self.random_levels is None else list(self.random_levels),
        }
        names = {} if self.names == labels(self.players) else {"names": list(self.names)}
        return data | names | ({} if self.in_order else {"order": [self.names[player] for player in self.order]})

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Problem:
        """Read a problem from JSON text, or from the plain data of such text.

        Only `hits` is required; missing keys have their defaults, and `null` counts as missing for `targets`,
        `search_later`, `random_levels`, `names` and `order`. JSON numbers are read as floats.

        Raises `ProblemError` for text that is not JSON, for unknown keys and a missing `hits`, and the errors of
        `Problem`.

        >>> Problem.from_json('{"hits": ["1/3", "2/3", "1"], "targets": []}') == Problem(["1/3", "2/3", "1"])
        True
        """
        data = read_json(source) if isinstance(source, str | bytes) else source
        if not isinstance(data, Mapping):
            raise ProblemError(f'a problem is a JSON object like {{"hits": ["1/3", "2/3", "1"]}}, not {shown(data)}')
        keys = ("hits", *_KEYWORDS)
        for key in data:
            refuse(
                ProblemError,
                (key not in keys, f"unknown key {shown(key)}; the keys of a problem are {', '.join(keys)}"),
            )
        refuse(ProblemError, ("hits" not in data, "the key 'hits' is missing; give one hit probability per player"))
        return cls(**data)

    # -- printing

    def _stated(self) -> dict[str, Any]:
        """Return the plain data of all fields that are not as usual."""
        data = self.to_json()
        usual = Problem(self.hits).to_json() | {"search_later": data["search"]}
        return {key: value for key, value in data.items() if value != usual.get(key)}

    def __repr__(self) -> str:
        said = [f"{key.replace('if_eq', 'tie_rule')}={value!r}" for key, value in self._stated().items()]
        return f"Problem({', '.join([repr([*map(number_text, self.hits)]), *said])})"

    __str__ = __repr__

    def search_text(self, later: bool = False) -> str:
        """Return the search of the first phase or of later phases as text: one set, or one set per player.

        >>> Problem([1, 1], search={"B": "miss"}).search_text()
        'A: Others, Miss; B: Miss'
        """
        searched = _search_json(self.searches_later if later else self.searches, self.names)
        if isinstance(searched, list):
            return ", ".join(searched)
        return "; ".join(f"{name}: {', '.join(words)}" for name, words in searched.items())


def _search_json(searches: Sequence[Words], names: Sequence[str]) -> Any:
    if searches.count(searches[0]) == len(searches):
        return [word.value for word in searches[0]]
    return {name: [word.value for word in words] for name, words in zip(names, searches, strict=True)}


def _target_json(said: Target, names: Sequence[str]) -> str | list[str]:
    if isinstance(said, tuple):
        return [number_text(weight) for weight in said]
    return said.value if isinstance(said, Word) else names[said]


# ---------------------------------------------------------------------------------------------------------
# One reader for each field


def listed_hits(hits: object) -> list[object]:
    """Return the hit probabilities in a list or in a text, with commas or else blanks between them.

    Brackets around the whole list are taken off. Other parentheses, and blanks around operators, separate nothing.

    >>> listed_hits("[1/3, 2/3, 1]"), listed_hits("(3 - sqrt(5))/2, 1 / 2")
    (['1/3', '2/3', '1'], ['(3-sqrt(5))/2', '1/2'])
    """
    if isinstance(hits, str):
        refuse_other_marks(hits)
        lines = [_parts_of_hits(line) for line in hits.splitlines() if line.strip()]
        entries: list[object] = [*(lines[0] if len(lines) == 1 else _parts_of_hits(hits))]
        several = len(lines) > 1 and min(map(len, lines)) > 1
        if "" in entries:
            raise ProblemError(f"hits: {shown(hits)} has a comma with no number before it")
    else:
        several = hasattr(hits, "columns")  # a data frame yields their names
        indexed = "hits: a row of itertuples() begins with its index; take the rows of itertuples(index=False)"
        refuse(ProblemError, (getattr(hits, "_fields", ())[:1] == ("Index",), indexed))
        what = "hits: give one hit probability per player, as in [0.3, 0.6, 1] or '0.3 0.6 1'"
        entries = [] if several else entries_of(hits, what)
        several |= bool(entries) and isinstance(entries[0], Sized) and not isinstance(entries[0], str | bytes)
    many = "hits: these are rows of several numbers; one row is a problem, and solve_many(rows) answers all"
    refuse(ProblemError, (several, many))
    if len(entries) == 1:
        read_probability(entries[0], "player A")  # what is no number at all is the first mistake
    endless = f"hits: more than {PLAYER_LIMIT:,} players; aims hold a weight for each, so state fewer"
    refuse(
        ProblemError,
        (len(entries) < 2, f"hits: at least two players are needed, not {len(entries)}"),
        (len(entries) > PLAYER_LIMIT, endless),
    )
    return entries


def refuse_other_marks(text: str, what: str = "hits") -> None:
    """Refuse a list of numbers with decimal commas, or with blanks between the digits of a number.

    >>> refuse_other_marks("1/3, 2/3, 1")
    >>> refuse_other_marks("0,3; 0,5")
    Traceback (most recent call last):
    truel_ref.errors.NumberError: hits: '0,3; 0,5' has decimal commas; write 0.3 0.5
    """
    line = " ".join(text.split()).replace(" %", "%")
    for grouped in _GROUPED.finditer(line):
        plain = grouped[0].replace(" ", "")
        if Fraction(plain) <= 1:
            write = shown(plain).strip("'")
            raise NumberError(f"{what}: {shown(grouped[0])} has blanks between digits; write {write}, or put commas")
    if _DECIMAL_COMMAS.fullmatch(line):
        plain = " ".join(_DECIMAL_COMMA.findall(line)).replace(",", ".")
        raise NumberError(f"{what}: {shown(text)} has decimal commas; write {plain}")


def _parts_of_hits(text: str) -> list[str]:
    """Return the parts of a text between commas or else blanks, in which a comma may follow the last."""
    text = " ".join(text.split())  # blanks of every kind
    tight = re.sub(r" ?([/*^+]) ?| (-) | (%)|(?<=[^,; ]) ?[,;]$", r"\1\2\3", text)
    separator = "," if "," in tight else " "
    try:
        parts = parts_of(tight, separator)
    except ProblemError:
        return re.split(f"{separator} *", tight)  # the reader of numbers says what the parenthesis needs
    return parts if parts[-1] else parts[:-1]


def _targets(values: object, names: Sequence[str]) -> tuple[Target, ...]:
    """Return the canonical targets, from a list or text; if it is empty, all are `Optimal`."""
    entries = [] if values is None else one_each(values, len(names), "targets", or_none=True)
    read = tuple([read_target(entry, player, names) for player, entry in enumerate(entries)])
    return read or (Word.OPTIMAL,) * len(names)


def _in_one_field(values: list[Any]) -> list[Any]:
    """Return the hit probabilities and the targets with all irrational numbers in one number field."""
    numbers = [number for value in values if isinstance(value, tuple) for number in value]
    if {*map(type, numbers)} == {Fraction}:
        return values
    try:
        written = dict(zip(numbers, one_field(numbers), strict=True))
    except NumberError as error:
        raise ProblemError(f"the irrational numbers of this problem do not fit into one field: {error}") from None
    return [tuple(map(written.__getitem__, value)) if isinstance(value, tuple) else value for value in values]


def _searches(value: object, names: Sequence[str], missing: tuple[Words, ...], name: str) -> tuple[Words, ...]:
    """Return the search set of every player, from one set for all players or one set for each.

    Parameters: `value`, a search set as `read_search` reads it; or search sets by player, as a mapping of labels or
    names, or a list with one per player; `names`; `missing`, the sets of players whom a mapping omits; `name`, for
    messages.

    >>> [", ".join(words) for words in _searches({"B": "miss"}, "AB", (DEFAULT_SEARCH,) * 2, "search")]
    ['Others, Miss', 'Miss']
    """
    if value is DEFAULT_SEARCH:  # the usual case, at no cost
        return (DEFAULT_SEARCH,) * len(names)
    sets = isinstance(value, list | tuple) and [isinstance(one, Iterable) and not isinstance(one, str) for one in value]
    if sets and all(sets):
        value = dict(enumerate(one_each(value, len(names), name)))
    if not isinstance(value, Mapping):
        return (read_search(value, name),) * len(names)
    given: dict[int, Words] = {}
    for key, words in value.items():
        player = the_player(key, names, f"{name}: ")
        twice = f"{name}: player {names[player]} occurs twice; give each player one search set"
        refuse(ProblemError, (player in given, twice))
        given[player] = read_search(words, f"player {names[player]}: {name}")
    return tuple(given.get(player, own) for player, own in enumerate(missing))


def _levels(
    values: object, names: Sequence[str], searches: Sequence[Words], later: Sequence[Words]
) -> tuple[int | None, ...] | None:
    """Return the random levels, without those of players who never search `Random`; None if none is left."""
    levels: list[int | None] = []
    entries = one_each(values, len(names), "random_levels")
    for name, entry, own, after in zip(names, entries, searches, later, strict=True):
        level = None if entry is None else read_count(entry, f"player {name}: random level", 1, _FINEST_LEVEL)
        levels.append(level if Word.RANDOM in own + after else None)
    return tuple(levels) if any(levels) else None


def tie_rule_named(value: object, name: str = "tie_rule") -> int:
    """Return the number of a tie rule from its number or name, 1 for None. Raises `ProblemError` for another value.

    >>> tie_rule_named("likeliest winner"), tie_rule_named("Opposite"), tie_rule_named(2)
    (3, -1, 2)
    """
    if value is None:
        return 1
    said = " ".join(re.split(r"(?<=\w)[-_ ]+", value.strip().casefold())) if isinstance(value, str) else value
    if isinstance(said, bool) or not isinstance(said, str | Integral) or said not in _RULES:
        rules = ", ".join(f"{rule} ({text})" for rule, text in TIE_RULES.items())
        raise ProblemError(f"{name}: {shown(value)} is not a tie rule; the tie rules are {rules}")
    return _RULES[said]


# ---------------------------------------------------------------------------------------------------------
# Stating a problem in a call and on a command line


AnyProblem: TypeAlias = Record | str | Iterable[object]
"""A problem, a record with a problem such as a solution, or hit probabilities in a list or in one text."""


class Statement(TypedDict, total=False):
    """The keywords of `Problem` beside the hit probabilities."""

    targets: object
    search: object
    target_later: object
    search_later: object
    tie_rule: object
    random_levels: object
    if_eq: object
    names: object
    order: object


_KEYWORDS = tuple(Statement.__annotations__)


def states_a_problem(function: Callable[P, R]) -> Callable[P, R]:
    """Let the signature of a function name the keywords that it passes to `stated`.

    A call with too many positional arguments raises a `TypeError` that shows the hit probabilities in one list, or says
    what is given by name.

    >>> @states_a_problem
    ... def players(problem: AnyProblem, **statement: Unpack[Statement]) -> int:
    ...     return stated(problem, **statement).players
    >>> players([1, "1/2"], targets="B, A"), "if_eq" in inspect.signature(players).parameters
    (2, True)
    >>> players(0.3, 1)
    Traceback (most recent call last):
    ...
    TypeError: give all hit probabilities in one list or text: players([0.3, 1])
    """
    own = inspect.signature(function)
    *kept, _ = own.parameters.values()  # the last takes the keywords
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation="object") for name in _KEYWORDS
    ]
    by_name = [parameter.name for parameter in (*kept, *named) if parameter.kind is parameter.KEYWORD_ONLY]
    most = len(kept) + len(named) - len(by_name)

    @functools.wraps(function)
    def called_with(*arguments: P.args, **keywords: P.kwargs) -> R:
        if len(arguments) <= most:
            return function(*arguments, **keywords)
        if isinstance(arguments[0], Sized | Record) and not isinstance(arguments[0], str):
            raise TypeError(f"{function.__name__}: give by name what follows a problem: {', '.join(by_name)}")
        said = ", ".join(shown(argument, 20) for argument in arguments)
        raise TypeError(f"give all hit probabilities in one list or text: {function.__name__}([{said}])")

    called_with.__signature__ = own.replace(parameters=[*kept, *named])  # type: ignore[attr-defined]
    return called_with


@states_a_problem
def stated(problem: AnyProblem, **statement: Unpack[Statement]) -> Problem:
    """Return the problem that a caller states: a problem, the problem of a solution, or hit probabilities and keywords.

    Raises `ProblemError` for a keyword beside a problem or a solution, and for other records; and the errors of
    `Problem`.

    >>> stated("1/3 2/3 1", targets="Miss,C,B") == stated(Problem(["1/3", "2/3", 1], targets="Miss,C,B"))
    True
    """
    given: dict[str, Any] = {**statement}
    for name in sorted(given.keys() - {*_KEYWORDS}):
        raise TypeError(f"{name!r} is not a keyword here; a problem is stated with {', '.join(_KEYWORDS)}")
    if not isinstance(problem, Record):
        return Problem(problem, **given)
    own = getattr(problem, "problem", None) if hasattr(problem, "phases") else problem
    if not isinstance(own, Problem):
        way_out = "; of several plays give one, such as answer[0]" if hasattr(problem, "__getitem__") else ""
        raise ProblemError(
            f"{shown(problem)} states no problem; give hit probabilities, a Problem or a Solution{way_out}"
        )
    refuse_keywords(given, "a Problem")
    return own


def refuse_keywords(statement: Statement | dict[str, Any], beside: str) -> None:
    """Raise `ProblemError` for a keyword of a problem beside a value that has a problem.

    >>> refuse_keywords({"targets": "B,A"}, "a Problem")
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: 'targets' cannot be given with a Problem; state it in the Problem
    """
    for name in statement:
        raise ProblemError(f"{shown(name)} cannot be given with {beside}; state it in the Problem")


def hit_text(name: str, hit: str) -> str:
    """Return a player's hit probability as a phrase.

    >>> hit_text("A", "1/3"), hit_text("C", "1")
    ('A hits 1/3', 'C always hits')
    """
    return f"{name} {({'0': 'never hits', '1': 'always hits'}).get(hit, f'hits {hit}')}"


def command_text(command: str, problem: Problem) -> str:
    """Return a command line for a problem with labels and one search set: the options state all that is not default.

    >>> command_text("solve", Problem(["1/3", "2/3", 1], targets=["Miss", "C", ["1/4", "1/2", 0]], tie_rule=2))
    'truel-ref solve 1/3 2/3 1 --targets Miss,C,1/4:1/2:0 --ties 2'
    """
    words = [command, *map(number_text, problem.hits)]
    for key, value in problem._stated().items():
        entries = value if isinstance(value, list) else [value]
        words += [
            _OPTIONS[key],
            ",".join(":".join(one) if isinstance(one, list) else str(one or "none") for one in entries),
        ]
    return shlex.join(["truel-ref", *words])


_OPTIONS = {
    "targets": "--targets",
    "search": "--search",
    "target_later": "--later",
    "search_later": "--search-later",
    "if_eq": "--ties",
    "random_levels": "--levels",
}
"""The option of each field of a problem that a command line can state."""
