"""A second, deliberately plain derivation of the rules, by brute force, to compare the library with.

Nothing here is shared with the library.  Win probabilities come from absorbing Markov chains, solved as
exact linear systems.  Optimal aims come from the table of *all* profiles of a phase, and from reading
that table backwards.  Only ``Fraction`` and the standard library are used.

Words used throughout:

* an *order* is a tuple of the living players, the one on move first; it names a phase;
* an *aim* is a tuple of ``n`` weights, one per player, dead ones included (they get 0);
* a *profile* is a tuple of aims, one per living player, in the order in which they announce;
* a *win vector* is a tuple of ``n`` probabilities; what is missing to 1 is the stalemate.

A number such as R3.4 names a rule in ``docs/rules.md``, from which alone all this was written, the
reading of what people type included.  Problems come here as they are typed, not as the library has
read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import count, product
from math import gcd, lcm, prod
from typing import Any

Order = tuple[int, ...]
Aim = tuple[Fraction, ...]
Profile = tuple[Aim, ...]
Win = tuple[Fraction, ...]
Target = int | str | Aim
Row = dict[int, Fraction]
Equation = list[int]
Table = dict[Profile, list[Win]]
Tie = tuple[Order, Profile, tuple[Aim, ...], Aim, bool]
Outcome = tuple[Win, tuple[Aim | None, ...]]

ZERO = Fraction(0)
ONE = Fraction(1)


class TooManyError(Exception):
    """There are more ways of breaking ties than the caller wanted to see enumerated."""


# ---------------------------------------------------------------------------------------------------
# Plain linear algebra
# ---------------------------------------------------------------------------------------------------


def equation(size: int, row: Row, values: Sequence[Fraction]) -> Equation:
    """One linear equation in ``size`` unknowns, multiplied by its common denominator.

    ``row`` maps an unknown to its factor (none is 0); ``values`` are one or more right-hand sides.
    """
    entries = [row.get(column, ZERO) for column in range(size)] + list(values)
    common = lcm(*[entry.denominator for entry in entries])
    return [entry.numerator * (common // entry.denominator) for entry in entries]


def solve_linear(equations: Sequence[Equation]) -> list[Win]:
    """Solve as many equations as there are unknowns exactly, by Gauss-Jordan elimination.

    The equations are whole numbers, which are much faster than fractions, and stay so on the way.  The
    answer is one tuple for each unknown, with one value for each right-hand side.
    """
    size = len(equations)
    rows = list(equations)
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        source = rows[column]
        for r in range(size):
            factor = rows[r][column]
            if r != column and factor != 0:
                reduced = [source[column] * a - factor * b for a, b in zip(rows[r], source, strict=True)]
                divisor = gcd(*reduced)
                rows[r] = [a // divisor for a in reduced]
    return [tuple(Fraction(a, row[r]) for a in row[size:]) for r, row in enumerate(rows)]


# ---------------------------------------------------------------------------------------------------
# Fixed aims
# ---------------------------------------------------------------------------------------------------


def unit(n: int, player: int) -> Aim:
    """The aim at one single player; also the win vector when only this player is left."""
    return tuple(ONE if i == player else ZERO for i in range(n))


def miss(n: int) -> Aim:
    """The deliberate miss; also the win vector of a stalemate."""
    return (ZERO,) * n


def after_hit(order: Order, shooter: int, victim: int) -> Order:
    """The next phase: it starts with the living player after the shooter (R1.7)."""
    at = order.index(shooter)
    turned = order[at + 1 :] + order[: at + 1]
    return tuple(player for player in turned if player != victim)


def can_hit(hits: Sequence[Fraction], shooter: int, aim: Aim) -> bool:
    """Whether a player with this aim can ever hit anybody (R2.3)."""
    return hits[shooter] > 0 and any(weight > 0 for weight in aim)


def _turn_equation(hits: Sequence[Fraction], order: Order, turn: int, aim: Aim, later: Mapping[Order, Win]) -> Equation:
    """One turn of a phase, as one state of its absorbing chain.

    The unknown ``x[turn]`` is the win vector at this turn.  A hit leads to the next phase, whose win
    vector is known, and otherwise the turn passes on: ``x[turn] - passes * x[turn + 1] = won``.
    ``later`` has the win vectors of the next phases; phases with one player need not be in it.
    """
    n = len(hits)
    shooter = order[turn]
    passes = ONE
    won = miss(n)
    for victim, weight in enumerate(aim):
        if weight and victim not in order:
            raise ValueError(f"player {shooter} aims at {victim}, who is not alive in {order}")
        chance = hits[shooter] * weight
        if chance:
            passes -= chance
            rest = after_hit(order, shooter, victim)
            value = unit(n, rest[0]) if len(rest) == 1 else later[rest]
            won = tuple(a + chance * b for a, b in zip(won, value, strict=True))
    row = {turn: ONE}
    if passes:
        row[(turn + 1) % len(order)] = -passes
    return equation(len(order), row, won)


def phase_values_by_chain(
    hits: Sequence[Fraction],
    order: Order,
    aims: Sequence[Aim | None],
    later: Mapping[Order, Win],
) -> list[Win]:
    """The win vectors of one phase with fixed aims, one at each player's turn, in shooting order.

    ``aims`` are in shooting order as well; ``None`` (nothing announced in a stalemate) is a miss.
    A phase in which nobody can hit anybody is a stalemate: zero vectors (R1.10, R2.2).
    """
    n = len(hits)
    full = [miss(n) if aim is None else aim for aim in aims]
    if not any(can_hit(hits, m, aim) for m, aim in zip(order, full, strict=True)):
        return [miss(n)] * len(order)
    return solve_linear([_turn_equation(hits, order, turn, aim, later) for turn, aim in enumerate(full)])


def _duel_aims(n: int, order: Order) -> Profile:
    """Two players left always shoot each other (R1.8)."""
    return (unit(n, order[1]), unit(n, order[0]))


def chain_value(hits: Sequence[Fraction], aims_of_phase: Callable[[Order], Sequence[Aim | None]]) -> Win:
    """The win vector of a whole game with fixed aims, phase by phase, each phase as a chain.

    ``aims_of_phase(order)`` gives the aims of a phase in shooting order.
    """
    n = len(hits)
    known: dict[Order, Win] = {}

    def value(order: Order) -> Win:
        if order not in known:
            aims = aims_of_phase(order)
            for m, aim in zip(order, aims, strict=True):
                for victim in order:
                    rest = after_hit(order, m, victim)
                    if aim is not None and hits[m] * aim[victim] and len(rest) > 1:
                        value(rest)
            known[order] = phase_values_by_chain(hits, order, aims, known)[0]
        return known[order]

    return value(tuple(range(n)))


def game_chain(hits: Sequence[Fraction], policy: Mapping[Order, Sequence[Aim | None]]) -> Win:
    """The same as ``chain_value``, from ONE linear system over all states of the whole game at once.

    ``policy`` maps every order that can be reached to its aims in shooting order; orders of two players
    may be left out (they shoot each other).  A state is (order of the phase, turn within the phase).
    States from which nobody can ever become the last one are stalemates: they are worth nothing to
    anybody, and leaving them out makes the system regular.
    """
    n = len(hits)
    first = (tuple(range(n)), 0)
    steps: dict[tuple[Order, int], list[tuple[Fraction, tuple[Order, int]]]] = {}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        order, turn = state
        if state in steps or len(order) == 1:
            continue
        aims = policy[order] if order in policy or len(order) != 2 else _duel_aims(n, order)
        aim = aims[turn]
        shooter = order[turn]
        moves: list[tuple[Fraction, tuple[Order, int]]] = []
        passes = ONE
        for victim, weight in enumerate(miss(n) if aim is None else aim):
            chance = hits[shooter] * weight
            if chance:
                passes -= chance
                moves.append((chance, (after_hit(order, shooter, victim), 0)))
        if passes:
            moves.append((passes, (order, (turn + 1) % len(order))))
        steps[state] = moves
        waiting.extend(state_after for _, state_after in moves)

    # States from which somebody can still win, found backwards from the states with one player left.
    alive: set[tuple[Order, int]] = set()
    growing = True
    while growing:
        growing = False
        for state, moves in steps.items():
            if state not in alive and any(len(to[0]) == 1 or to in alive for _, to in moves):
                alive.add(state)
                growing = True
    if first not in alive:
        return miss(n)

    column = {state: i for i, state in enumerate(s for s in steps if s in alive)}
    equations: list[Equation] = []
    for state, here in column.items():
        row = {here: ONE}
        won = [ZERO] * n
        for chance, to in steps[state]:
            if len(to[0]) == 1:
                won[to[0][0]] += chance
            elif to in alive:
                row[column[to]] = row.get(column[to], ZERO) - chance
        equations.append(equation(len(column), row, won))
    return solve_linear(equations)[column[first]]


# ---------------------------------------------------------------------------------------------------
# What a player may announce
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Problem:
    """A problem as the rules state it, with words in lower case and ``All`` written out."""

    hits: tuple[Fraction, ...]
    targets: tuple[Target, ...]
    search: tuple[frozenset[str], ...]
    later: str
    search_later: tuple[frozenset[str], ...]
    levels: tuple[int | None, ...]

    @property
    def first(self) -> Order:
        """The order of the first phase."""
        return tuple(range(len(self.hits)))


SEARCH_WORDS = frozenset({"others", "strongest", "self", "miss", "random"})
TARGET_WORDS = frozenset({"optimal", "strongest", "self", "miss", "random"})


def read_number(typed: object) -> Fraction:
    """The number that a person typed (R5.2 to R5.4); exact numbers of other kinds stay what they are."""
    if isinstance(typed, str):
        text = "".join(typed.split())
        if text.endswith("%"):
            return read_number(text[:-1]) / 100
        top, slash, bottom = text.partition("/")
        return Fraction(int(top), int(bottom)) if slash else Fraction(Decimal(text))
    if isinstance(typed, float):
        return simplest(typed)
    if isinstance(typed, Decimal):
        return Fraction(typed)
    if hasattr(typed, "numerator"):  # whole numbers and rationals, whatever library they come from
        return Fraction(int(typed.numerator), int(typed.denominator))
    return typed  # type: ignore[return-value]  # an irrational number, which + - * / treat alike


def simplest(typed: float) -> Fraction:
    """The fraction with the smallest denominator that rounds to this float, by trying them in turn (R5.4)."""
    whole = Fraction(typed)
    for bottom in count(1):
        top = round(whole * bottom)
        if top / bottom == typed:  # the quotient of two integers is rounded correctly
            return Fraction(top, bottom)
    raise AssertionError("every float is a fraction itself")


@dataclass(frozen=True)
class _People:
    """Who stands where: the persons by place, and the place of everybody by all that they are called (R4.11)."""

    persons: tuple[int, ...]
    places: Mapping[str, int]

    def place(self, typed: object) -> int:
        """The place of a player whom a name, a label or an index names, in any case and with spaces around it."""
        return self.places[str(typed).strip().upper()]

    def by_place(self, stated: Iterable[Any]) -> tuple[Any, ...]:
        """What is stated person by person, in the order in which they shoot."""
        listed = list(stated)
        if len(listed) != len(self.persons):
            raise ValueError(f"one entry is needed for each player: {listed}")
        return tuple(listed[person] for person in self.persons)


def read_people(names: Any, order: Any, n: int) -> _People:
    """The people of a problem, who may have names and another order (R1.1, R4.11); lists may stand in one text."""
    called = {str(person): person for person in range(n)}
    called |= {letter: person for person, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n])}
    given = names.split(",") if isinstance(names, str) else names or ()
    called |= {name.strip().upper(): person for person, name in enumerate(given)}
    turns = order.split(",") if isinstance(order, str) else order or range(n)
    persons = tuple(called[str(typed).strip().upper()] for typed in turns)
    return _People(persons, {name: persons.index(person) for name, person in called.items()})


def read_target(typed: object, people: _People) -> Target:
    """What one entry of ``targets`` means (R4.1, R4.2): a word in lower case, a place, or a list of weights."""
    if isinstance(typed, str) and typed.strip().lower() in TARGET_WORDS:
        return typed.strip().lower()
    if isinstance(typed, str | int):
        return people.place(typed)
    aim = people.by_place(read_number(weight) for weight in typed)  # type: ignore[attr-defined]
    if min(aim) < 0 or sum(aim, ZERO) > 1:
        raise ValueError(f"not an aim: {typed}")
    return aim


def read_search(typed: str | Iterable[str]) -> frozenset[str]:
    """A search set; ``All`` stands for Others, Self, Miss and Random (R4.1, R4.3)."""
    words = {word.strip().lower() for word in (typed.split(",") if isinstance(typed, str) else typed)}
    if "all" in words:
        words = (words - {"all"}) | {"others", "self", "miss", "random"}
    if not words <= SEARCH_WORDS or not words - {"random"}:
        raise ValueError(f"not a search set: {typed}")
    return frozenset(words)


def read_searches(typed: Any, default: Sequence[frozenset[str]], people: _People) -> tuple[frozenset[str], ...]:
    """The search set of every player: one for all, or a mapping of players to sets, the rest left out (R4.10)."""
    if typed is None:
        return tuple(default)
    if not isinstance(typed, Mapping):
        return (read_search(typed),) * len(default)
    own = {people.place(player): read_search(words) for player, words in typed.items()}
    return tuple(own.get(player, words) for player, words in enumerate(default))


def read_listed(text: str) -> list[object]:
    """Targets in one text: commas separate them, an aim stands in parentheses or has colons between weights (R4.9)."""
    while "(" in text:
        before, _, rest = text.partition("(")
        inside, _, after = rest.partition(")")
        text = before + inside.replace(",", ":") + after
    return [part.split(":") if ":" in part else part for part in text.split(",")]


RULE_NAMES = {"simplest": 1, "strongest": 2, "likeliest winner": 3, "shooting order": 4, "opposite": -1}
RULE_NAMES["opposite of shooting order"] = -4


def read_rule(typed: Any) -> int:
    """The number of a tie rule that is stated by its number or its name (R3.7)."""
    return RULE_NAMES[typed.strip().lower()] if isinstance(typed, str) else typed


def read_problem(
    hits: Iterable[object],
    targets: str | Iterable[object] | None = None,
    search: Any = None,
    target_later: str = "Optimal",
    search_later: Any = None,
    random_levels: Iterable[int | None] | None = None,
    names: Any = None,
    order: Any = None,
) -> _Problem:
    """A problem as a person types it (R4, R5), with everything in the order in which they shoot.

    What is left open is filled in: no targets are ``Optimal`` for all, ``search_later`` is ``search``.
    """
    stated = tuple(map(read_number, hits))
    n = len(stated)
    people = read_people(names, order, n)
    wanted = (read_listed(targets) if isinstance(targets, str) else list(targets or ())) or ["Optimal"] * n
    levels = people.by_place(random_levels or [None] * n)
    later = target_later.strip().lower()
    if n < 2 or later not in TARGET_WORDS:
        raise ValueError("at least two players are needed, and a word for later")
    first = read_searches(search, [frozenset({"others", "miss"})] * n, people)
    return _Problem(
        people.by_place(stated),
        people.by_place(read_target(typed, people) for typed in wanted),
        first,
        later,
        read_searches(search_later, first, people),
        levels,
    )


def strongest(hits: Sequence[Fraction], order: Order, m: int) -> int:
    """The living other player with the highest hit probability; among equals the last label."""
    return max((t for t in order if t != m), key=lambda t: (hits[t], t))


def _single_players(hits: Sequence[Fraction], order: Order, m: int, search: frozenset[str]) -> list[int]:
    """The players at whom ``m`` may aim as a single target under this search set, by index."""
    players: set[int] = set()
    if "others" in search:
        players |= set(order) - {m}
    if "strongest" in search:
        players.add(strongest(hits, order, m))
    if "self" in search:
        players.add(m)
    return sorted(players)


def equal_mix(hits: Sequence[Fraction], order: Order, m: int, search: frozenset[str]) -> Aim:
    """``Random``: equal chances for each single option, Miss counted as one (R4.5)."""
    players = _single_players(hits, order, m, search)
    weight = Fraction(1, len(players) + ("miss" in search))
    return tuple(weight if t in players else ZERO for t in range(len(hits)))


def level_aims(n: int, players: Sequence[int], level: int, may_miss: bool) -> list[Aim]:
    """All aims on these players in multiples of ``1/level``, by trying all of them (R4.6).

    The weights sum to at most 1 where Miss is an option, and to exactly 1 where it is not.
    """
    found: list[Aim] = []
    for parts in product(range(level + 1), repeat=len(players)):
        if sum(parts) == level or (may_miss and sum(parts) < level):
            weight = {t: Fraction(part, level) for t, part in zip(players, parts, strict=True)}
            found.append(tuple(weight.get(t, ZERO) for t in range(n)))
    return found


def kind(aim: Aim) -> str:
    """``single`` for a unit vector, ``miss`` for the zero vector, ``mix`` for anything else."""
    if not any(aim):
        return "miss"
    return "single" if max(aim) == 1 else "mix"


def canonical_key(aim: Aim) -> tuple[int, tuple[Fraction, ...]]:
    """Sorts into canonical order: singles by player, Miss, mixes by descending weights (R3.8)."""
    rank = {"single": 0, "miss": 1, "mix": 2}[kind(aim)]
    return rank, tuple(-weight for weight in aim)


def options_of(problem: _Problem, order: Order, m: int) -> tuple[bool, tuple[Aim, ...]]:
    """Whether ``m`` has to choose in this phase, and all he may announce, in canonical order.

    A predefined target is a single option without a choice.  So is the other player for one of two
    players, always in later phases, and for ``Optimal`` in a problem stated with two (R1.8, R1.9, R3.1).
    """
    hits, n = problem.hits, len(problem.hits)
    is_first = order == problem.first
    if len(order) == 2 and (not is_first or problem.targets[m] == "optimal"):
        return False, (unit(n, order[1] if m == order[0] else order[0]),)
    target = problem.targets[m] if is_first else problem.later
    search = (problem.search if is_first else problem.search_later)[m]
    if isinstance(target, tuple):
        return False, (target,)
    if isinstance(target, int):
        return False, (unit(n, target),)
    if target == "miss":
        return False, (miss(n),)
    if target == "self":
        return False, (unit(n, m),)
    if target == "strongest":
        return False, (unit(n, strongest(hits, order, m)),)
    if target == "random":
        return False, (equal_mix(hits, order, m, search),)
    if target != "optimal":
        raise ValueError(f"not a target: {target}")
    players = _single_players(hits, order, m, search)
    found = {unit(n, t) for t in players}
    if "miss" in search:
        found.add(miss(n))
    level = problem.levels[m]
    if "random" in search and level is None:
        found.add(equal_mix(hits, order, m, search))
    if "random" in search and level is not None:
        found |= set(level_aims(n, players, level, "miss" in search))
    return True, tuple(sorted(found, key=canonical_key))


# ---------------------------------------------------------------------------------------------------
# One phase with optimal aims
# ---------------------------------------------------------------------------------------------------


def phase_table(
    hits: Sequence[Fraction],
    order: Order,
    options: Sequence[Sequence[Aim]],
    later: Mapping[Order, Win],
) -> Table:
    """Every profile of a phase with its win vectors, one at each player's turn, by the chain."""
    turns = [
        {aim: (_turn_equation(hits, order, turn, aim, later), can_hit(hits, order[turn], aim)) for aim in of_m}
        for turn, of_m in enumerate(options)
    ]
    nothing = [miss(len(hits))] * len(order)
    table: Table = {}
    for states in product(*[of_m.items() for of_m in turns]):
        profile = tuple(aim for aim, _ in states)
        moving = any(hitting for _, (_, hitting) in states)
        table[profile] = solve_linear([state for _, (state, _) in states]) if moving else nothing
    return table


def only_stalls(hits: Sequence[Fraction], order: Order, options: Sequence[Sequence[Aim]], announced: Profile) -> bool:
    """Whether these announcements can only be completed to a stalemate of this phase (R3.3, R3.4).

    That is so if none of those who have announced can hit anybody with his announcement, and none of
    those who are still to announce has any option with which he could.
    """
    done = [(m, aim) for m, aim in zip(order, announced, strict=False)]
    left = slice(len(announced), None)
    to_come = [(m, aim) for m, of_m in zip(order[left], options[left], strict=True) for aim in of_m]
    return not any(can_hit(hits, m, aim) for m, aim in done + to_come)


def allowed_options(
    hits: Sequence[Fraction], order: Order, options: Sequence[Sequence[Aim]], earlier: Profile
) -> list[Aim]:
    """The announcements after ``earlier`` that need not end in a stalemate; none if all of them must."""
    return [aim for aim in options[len(earlier)] if not only_stalls(hits, order, options, (*earlier, aim))]


def preference(rule: int, hits: Sequence[Fraction], aim: Aim, win: Win) -> tuple[Fraction, ...]:
    """How much a tie rule likes an option: larger is better (R3.7).

    ``win`` is the win vector at the chooser's own turn, after the replies to this option.
    """
    sort = kind(aim)
    strength = sum((q * p for q, p in zip(aim, hits, strict=True)), ZERO)
    label = Fraction(aim.index(ONE) if sort == "single" else 0)
    if rule == 1:  # single, Miss, mix; the better shot, the later label; the larger strength.  Miss has 0.
        return Fraction({"single": 2, "miss": 1, "mix": 0}[sort]), strength, label
    if rule == 2:
        return (strength,)
    if rule == 3:
        return (sum((q * w for q, w in zip(aim, win, strict=True)), ZERO),)
    if rule == 4:  # single, mix, Miss; the earlier label
        return Fraction({"single": 2, "mix": 1, "miss": 0}[sort]), -label
    if rule == -1:
        return tuple(-part for part in preference(1, hits, aim, win))
    if rule == -4:  # Miss, mix, single; the later label
        return Fraction({"miss": 2, "mix": 1, "single": 0}[sort]), label
    raise ValueError(f"no tie rule {rule}")


@dataclass(frozen=True)
class OptionValue:
    """What one option of the next player to announce is worth.

    ``value`` is his own win probability and ``win`` everybody's, both at his own turn and after the
    ``replies`` of those who announce after him.  An option that is not allowed is worth nothing, and
    nobody replies to it.
    """

    option: Aim
    allowed: bool
    value: Fraction
    win: Win
    replies: Profile | None


def _choose(
    hits: Sequence[Fraction],
    order: Order,
    options: Sequence[Sequence[Aim]],
    table: Table,
    rule: int,
    earlier: Profile,
    nodes: list[tuple[Profile, tuple[Aim, ...], Aim, bool]],
) -> Profile:
    """The complete profile that follows ``earlier``, by backward induction (R3.1, R3.2).

    ``earlier`` must be open: it must have a completion that is not a stalemate.  Every node met where
    several allowed options share the best value is put into ``nodes``, together with whether the win
    vectors of the equal options differ.
    """
    turn = len(earlier)
    if turn == len(order):
        return earlier
    m = order[turn]
    ends = {
        aim: _choose(hits, order, options, table, rule, (*earlier, aim), nodes)
        for aim in allowed_options(hits, order, options, earlier)
    }
    wins = {aim: table[end][turn] for aim, end in ends.items()}
    best = max(win[m] for win in wins.values())
    equal = tuple(aim for aim, win in wins.items() if win[m] == best)
    # The options are in canonical order, and ``max`` keeps the first of equals.
    chosen = max(equal, key=lambda aim: preference(rule, hits, aim, wins[aim]))
    if len(equal) > 1:
        nodes.append((earlier, equal, chosen, len({wins[aim] for aim in equal}) > 1))
    return ends[chosen]


@dataclass(frozen=True)
class _Phase:
    """A resolved phase: its aims and its win vector at the start, and its material ties."""

    aims: tuple[Aim | None, ...]
    win: Win
    ties: tuple[Tie, ...]


def _next_orders(problem: _Problem, order: Order) -> list[Order]:
    """The phases of two or more players that some option of some player can lead to (R3.11)."""
    found: dict[Order, None] = {}
    for m in order:
        for aim in options_of(problem, order, m)[1]:
            for victim in order:
                if problem.hits[m] > 0 and aim[victim] > 0:
                    found[after_hit(order, m, victim)] = None
    return [rest for rest in found if len(rest) > 1]


def _stalled_aims(problem: _Problem, order: Order) -> tuple[Aim | None, ...]:
    """The aims of a phase that is a stalemate: the predefined ones, none for who was to choose (R3.5)."""
    given = [options_of(problem, order, m) for m in order]
    return tuple(None if chooses else options[0] for chooses, options in given)


def _resolve(problem: _Problem, rule: int, order: Order, known: dict[Order, _Phase]) -> _Phase:
    """Resolve a phase, and before it all the phases it can lead to; each one only once."""
    if order in known:
        return known[order]
    hits = problem.hits
    later = {rest: _resolve(problem, rule, rest, known).win for rest in _next_orders(problem, order)}
    options = [options_of(problem, order, m)[1] for m in order]
    if only_stalls(hits, order, options, ()):
        known[order] = _Phase(_stalled_aims(problem, order), miss(len(hits)), ())
        return known[order]
    table = phase_table(hits, order, options, later)
    nodes: list[tuple[Profile, tuple[Aim, ...], Aim, bool]] = []
    path = _choose(hits, order, options, table, rule, (), nodes)
    ties: list[Tie] = []
    for earlier, equal, chosen, differ in nodes:
        on_path = path[: len(earlier)] == earlier
        if differ or on_path:
            ties.append((order, earlier, equal, chosen, on_path))
    known[order] = _Phase(path, table[path][0], tuple(ties))
    return known[order]


# ---------------------------------------------------------------------------------------------------
# The whole problem
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solution:
    """A solved problem.  Aims are in shooting order; ``None`` where nobody chose in a stalemate.

    ``phases`` maps every phase reported (R3.11), the first included, to its aims and win vector.
    ``ties`` are the material ties of these phases: order, earlier aims, equal options in canonical
    order, the chosen one, and whether the node is on the path of its phase.
    """

    win: Win
    stalemate: Fraction
    aims: tuple[Aim | None, ...]
    phases: dict[Order, tuple[tuple[Aim | None, ...], Win]]
    ties: list[Tie]


def _reported(problem: _Problem) -> list[Order]:
    """The phases that a solution reports, the first one first (R3.11)."""
    found = [problem.first]
    for order in found:  # the list grows while it is read
        found.extend(rest for rest in _next_orders(problem, order) if rest not in found)
    return found


def solve(hits: Iterable[object], *, if_eq: int = 1, tie_rule: int | str | None = None, **typed: Any) -> Solution:
    """Solve a problem by enumerating all profiles of all its phases (R3).

    ``typed`` is the rest of the problem, as ``read_problem`` takes it.
    """
    problem = read_problem(hits, **typed)
    known: dict[Order, _Phase] = {}
    result = _resolve(problem, if_eq if tie_rule is None else read_rule(tie_rule), problem.first, known)
    reported = _reported(problem)
    return Solution(
        win=result.win,
        stalemate=1 - sum(result.win, ZERO),
        aims=result.aims,
        phases={order: (known[order].aims, known[order].win) for order in reported},
        ties=[tie for order in reported for tie in known[order].ties],
    )


def decision_values(
    hits: Iterable[object],
    order: Order,
    earlier: Sequence[Aim],
    *,
    if_eq: int = 1,
    tie_rule: int | str | None = None,
    **typed: Any,
) -> list[OptionValue]:
    """What each option of the next player is worth at his own turn, in canonical order of the options.

    ``order`` is any phase of the problem, ``earlier`` are the aims announced in it so far (any aims,
    not only options); those still to come reply by backward induction with the tie rule.
    ``typed`` is the rest of the problem, as ``read_problem`` takes it.
    """
    problem = read_problem(hits, **typed)
    rule = if_eq if tie_rule is None else read_rule(tie_rule)
    hits = problem.hits
    announced = tuple(earlier)
    turn = len(announced)
    if turn >= len(order):
        raise ValueError("everybody has announced already")
    fixed: list[tuple[Aim, ...]] = [(aim,) for aim in announced]
    options = fixed + [options_of(problem, order, m)[1] for m in order[turn:]]
    known: dict[Order, _Phase] = {}
    values: dict[Order, Win] = {}
    for m, of_m in zip(order, options, strict=True):
        for victim in order:
            rest = after_hit(order, m, victim)
            if len(rest) > 1 and hits[m] > 0 and any(aim[victim] > 0 for aim in of_m):
                values[rest] = _resolve(problem, rule, rest, known).win
    table = phase_table(hits, order, options, values)
    allowed = allowed_options(hits, order, options, announced)
    found: list[OptionValue] = []
    for aim in options[turn]:
        if aim in allowed:
            end = _choose(hits, order, options, table, rule, (*announced, aim), [])
            win = table[end][turn]
            found.append(OptionValue(aim, True, win[order[turn]], win, end[turn + 1 :]))
        else:
            found.append(OptionValue(aim, False, ZERO, miss(len(hits)), None))
    return found


# ---------------------------------------------------------------------------------------------------
# Every way of breaking ties
# ---------------------------------------------------------------------------------------------------


def _all_paths(
    hits: Sequence[Fraction],
    order: Order,
    options: Sequence[Sequence[Aim]],
    table: Table,
    earlier: Profile,
    limit: int,
) -> set[Profile]:
    """Every profile that can follow ``earlier`` under some choice at every tie below this node.

    The subtrees of the options do not touch each other, so the ways below this node are all the
    combinations of one way per subtree; in each of them, any option with the best value may be chosen.
    """
    turn = len(earlier)
    if turn == len(order):
        return {earlier}
    m = order[turn]
    subtrees = [
        sorted(_all_paths(hits, order, options, table, (*earlier, aim), limit))
        for aim in allowed_options(hits, order, options, earlier)
    ]
    if prod(len(subtree) for subtree in subtrees) > limit:
        raise TooManyError(f"more than {limit} ways in phase {order} after {earlier}")
    found: set[Profile] = set()
    for ends in product(*subtrees):
        best = max(table[end][turn][m] for end in ends)
        found |= {end for end in ends if table[end][turn][m] == best}
    return found


def _phase_outcomes(problem: _Problem, order: Order, later: Mapping[Order, Win], limit: int) -> set[Outcome]:
    """Every (win vector, aims) of one phase, once it is fixed how all the later ones are resolved."""
    hits = problem.hits
    options = [options_of(problem, order, m)[1] for m in order]
    if only_stalls(hits, order, options, ()):
        return {(miss(len(hits)), _stalled_aims(problem, order))}
    table = phase_table(hits, order, options, later)
    return {(table[path][0], path) for path in _all_paths(hits, order, options, table, (), limit)}


def all_outcomes(hits: Iterable[object], *, limit: int = 10_000, **typed: Any) -> set[Outcome]:
    """The distinct (win vector, first-phase aims) over all ways of breaking ties (R3.12, R3.13).

    A later phase is resolved in one way however it is reached.  So all combinations of ways of the
    later phases are built up, the phases with fewest players first, and the first phase is enumerated
    in each of them.  Ways of a later phase with the same win vector are the same to earlier phases.
    ``TooManyError`` is raised when more than ``limit`` combinations would have to be looked at in one place.
    ``typed`` is the rest of the problem, as ``read_problem`` takes it.
    """
    problem = read_problem(hits, **typed)
    ways: list[dict[Order, Win]] = [{}]
    reported = _reported(problem)
    follows = {order: _next_orders(problem, order) for order in reported}
    seen: dict[tuple[Order, tuple[Win, ...]], set[Outcome]] = {}

    def outcomes(order: Order, way: Mapping[Order, Win]) -> set[Outcome]:
        later = {rest: way[rest] for rest in follows[order]}
        key = order, tuple(later.values())
        if key not in seen:
            seen[key] = _phase_outcomes(problem, order, later, limit)
        return seen[key]

    for size in range(2, len(problem.hits)):
        orders = [order for order in reported if len(order) == size]
        longer: list[dict[Order, Win]] = []
        for way in ways:
            wins = [sorted({win for win, _ in outcomes(order, way)}) for order in orders]
            if len(longer) + prod(len(of_order) for of_order in wins) > limit:
                raise TooManyError(f"more than {limit} ways to resolve the phases of {size} players")
            longer.extend({**way, **dict(zip(orders, choice, strict=True))} for choice in product(*wins))
        ways = longer
    found: set[Outcome] = set()
    for way in ways:
        found |= outcomes(problem.first, way)
    return found
