r"""Announced play in whole numbers: the definition (`truel_ref.play.announced`) as one recursion, and the default.

A **turn** is a pair `(r, k)` as in `truel_ref.play.phase`, and two turns in a row compose to a turn:

    (r, k) and then (r', k')    is    (r + k r', k k')

**The choice** (R3.1 to R3.5). Compose the turns of the history to `(v, κ)`, and an option of the next player with the
replies to it to `(r, k)`. From this player's turn on `(r, k)` and `(v, κ)` repeat, so to the player the option is
worth, in own components,

    u = (r + k v) / (1 - k κ)                        k κ = 1 is a stalemate: not allowed

and the player announces an option of the largest worth. `Recursion.replies` is this sentence, and the whole recursion.

**The last player.** A worth is a mean: of `s = r / (1 - k)`, the worth of the option if everybody else passes, and of
`t = v / (1 - κ)`, the worth of passing, with weights proportional to `1 - k` and `k (1 - κ)`. So to hit is better than
to pass if and only if `s > t`, where `s` does not depend on the history (`Recursion.replies`).

**Whole numbers.** In a phase of `L` players write all chances of a hit over one denominator `n`. Multiply the `k` of
every turn by `n`, and the `r` of the turn of seat `j = 0, ..., L-1` by `n^(L-j)`. Then histories and continuations
compose by the formula above without further factors, and at seat `j`

    n^(L-j) u = (n^L r + k v) / (n^L - k κ)

**Later values** enter in whole multiples of `1 / UNIT`, rounded down. *A worth is a mean of later values*: it is
linear in them with weights that are not negative, and `u = 1` if all of them are 1, because `w = 1` solves
`w = r + k (v + κ w)`. So rounding them lowers `u UNIT` by less than 1, and the quotient above by less than `n^(L-j)`;
rounding down the quotient lowers it by less than 1. So of two worths that differ by more than `n^(L-j)` the larger one
is larger. Between closer ones exact values decide, and the tie rule if they are equal (`Recursion.settled`). Irrational
numbers are not rounded.

Rules: `docs/rules.md`, R2 and R3; theorems T1, T6, T7, T8. Sources: D. M. Kilgour, "The sequential truel",
International Journal of Game Theory 4 (1975), 151-174, for the value; M. J. Osborne and A. Rubinstein, *A Course in
Game Theory* (1994), section 6.2, for backward induction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import floordiv
from types import MappingProxyType
from typing import Any, TypeAlias

from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Profile, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.limits import check, so_far
from truel_ref.numbers import Number, coprime_fraction, numerators
from truel_ref.play.announced import Equal, aims_of, largest_first, listed_ties, reachable
from truel_ref.play.ties import break_tie, is_material

ZERO = Fraction(0)

UNIT = 2**64
"""Later values are rounded down to multiples of `1 / UNIT`; with any other number all answers are the same."""

SHORT = 3
"""After histories that leave more players than this, a time limit is looked at."""

KEPT = 64
"""The most problems whose layouts are kept."""

Turn: TypeAlias = "tuple[list[Any], Any, list[Any], Any]"
"""`(r, k)` of an option: `r` of the earlier seats, of the own seat and of the later seats, and `k`."""

Reply: TypeAlias = "tuple[Sequence[Any], Any, Profile]"
"""What follows a history: `r`, of the seats up to the latest of the history, and `k` of the later turns composed, and
their options."""

Rival: TypeAlias = "tuple[int, Turn, Reply]"
"""An option, its turn, and a reply to it."""


# ---------------------------------------------------------------------------------------------------------
# The phases of a problem, before any number


@dataclass(frozen=True, eq=False)
class Layout:
    """A phase and its options.

    Fields: `phase`, in shooting order; `options`, by seat; `shots`, by seat and option: the weights of the targets,
    over the denominator `scale`, each with the phase that a hit leads to.
    """

    phase: Order
    options: tuple[tuple[Aim, ...], ...]
    shots: list[list[list[tuple[Any, Order]]]]
    scale: int


@lru_cache(maxsize=KEPT)
def ranks_count(words: tuple[object, ...]) -> bool:
    """Return whether the options that words allow may depend on who is strongest."""
    return any(ranks_count(word) if isinstance(word, tuple) else word is Word.STRONGEST for word in words)


_known: dict[Any, tuple[Layout, ...]] = {}


def layouts(problem: Problem) -> tuple[Layout, ...]:
    """Return the phases that options of a problem can lead to (R3.11), the smallest first.

    They depend on the words of the problem, and on its numbers only by which are 0 and, for the word Strongest, by
    their ranks. So problems that agree in these share their layouts; without that a problem takes 2.5 times as long.

    >>> first, second = (layouts(Problem([*hits, 1])) for hits in (["1/3", "2/3"], ["1/2", "1/5"]))
    >>> first is second, [len(layout.phase) for layout in first]
    (True, [2, 2, 2, 2, 2, 2, 3])
    """
    words = problem.words
    ranks = sorted({0, *problem.hits}) if ranks_count(words) else ()
    key = words, tuple([ranks.index(hit) if ranks else bool(hit) for hit in problem.hits])
    found = _known.get(key)
    if found is None:
        if len(_known) >= KEPT:
            _known.clear()
        found = _known[key] = reached(problem, problem.order)
    return found


def reached(problem: Problem, start: Order) -> tuple[Layout, ...]:
    """Return the phases that options of a problem can lead to from some phase, the smallest first."""
    return tuple([laid_out(problem, phase, options) for phase, options in reachable(problem, start).items()])


def laid_out(problem: Problem, phase: Order, options: Iterable[tuple[Aim, ...]]) -> Layout:
    """Return a phase with the options of each player."""
    options = tuple(options)
    _, scale = numerators([weight for aims in options for aim in aims for weight in aim.weights])

    def shots_of(player: int, aim: Aim) -> list[tuple[Any, Order]]:
        weights, factor = numerators(aim.weights)
        targets = aim.targets if problem.hits[player] else ()
        return [(weights[target] * (scale // factor), next_order(phase, player, target)) for target in targets]

    shots = [[shots_of(player, aim) for aim in aims] for player, aims in zip(phase, options, strict=True)]
    return Layout(phase, options, shots, scale)


# ---------------------------------------------------------------------------------------------------------
# The values of phases


def ratio(top: Any, bottom: Any) -> Any:
    """Return the quotient of two numbers, of integers as a fraction."""
    return (ZERO + top) / bottom


def reduced(top: int, bottom: int) -> Fraction:
    """Return the fraction of an integer and a positive integer."""
    common = gcd(top, bottom)
    return coprime_fraction(top // common, bottom // common)


class PhaseValues:
    """A problem, and the values of its phases as far as they are known.

    Fields: `hits`, the hit probabilities times `n`; by phase, the win probabilities over a common denominator in
    `values`, and times `UNIT`, rounded down, in `rounded`; `near`, the largest difference of rounded numbers that
    decides nothing; `divide`, the division of worths, and `quotient`, that of exact numbers. Irrational numbers are not
    rounded: their unit is 1. If players hit equally well, `decided` has by what alike phases have in common their
    profile and ties (`Recursion.decide`).
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.hits, self.n = numerators(problem.hits)
        self.decided: dict[Any, Any] | None = {} if len({*self.hits}) < problem.players else None
        self.near = int(not problem.irrational)
        self.divide: Callable[[Any, Any], Any] = floordiv if self.near else ratio
        self.quotient: Callable[[Any, Any], Any] = reduced if self.near else ratio
        self.nothing = [0] * problem.players
        self.values: dict[Order, tuple[Sequence[Any], Any]] = {}
        self.rounded: dict[Order, Sequence[Any]] = {}
        for player in problem.order:
            alone = self.nothing.copy()
            alone[player] = 1
            self.values[player,] = alone, 1
            alone = self.nothing.copy()
            alone[player] = UNIT if self.near else 1
            self.rounded[player,] = alone

    def enter(self, phase: Order, tops: Sequence[Any], bottom: Any) -> tuple[Number, ...]:
        """Keep the win probabilities `tops / bottom` of a phase, and return them; 0 / 0 is a stalemate, worth 0."""
        if self.near:
            common = gcd(bottom, *tops) or 1
            tops, bottom = [top // common for top in tops], bottom // common or 1
            self.rounded[phase] = [top * UNIT // bottom for top in tops]
        win = tuple([self.quotient(top, bottom) if top else ZERO for top in tops])
        if not self.near:
            self.rounded[phase] = tops = win
            bottom = 1
        self.values[phase] = tops, bottom
        return win

    def changed(self, wins: Mapping[Order, Sequence[Number]]) -> PhaseValues:
        """Return the same problem with other values of some phases."""
        other = copy(self)
        other.values, other.rounded, other.decided = self.values.copy(), self.rounded.copy(), None
        for phase, win in wins.items():
            other.enter(phase, *numerators(win))
        return other

    def duel(self, phase: Order) -> tuple[Number, ...]:
        """Keep the win probabilities of two players who shoot at each other (R2.4), and return them.

        Without this, three players take twice as long.
        """
        (first, second), tops = phase, self.nothing.copy()
        top = self.hits[first] * self.n
        bottom = top + (self.n - self.hits[first]) * self.hits[second]
        if not (self.near and bottom):
            tops[first], tops[second] = top, bottom - top
            return self.enter(phase, tops, bottom)
        chance, win = reduced(top, bottom), [ZERO] * len(tops)
        tops[first], bottom = chance.numerator, chance.denominator
        tops[second] = bottom - tops[first]
        self.values[phase], self.rounded[phase] = (tops, bottom), [each * UNIT // bottom for each in tops]
        win[first], win[second] = chance, coprime_fraction(tops[second], bottom)
        return tuple(win)


# ---------------------------------------------------------------------------------------------------------
# One phase


class Recursion:
    """A phase whose later phases have values.

    Fields: `game`, these values; `phase`, in shooting order, and its `size`, which is `L`; `options`, by seat; `full`,
    which is `n^L`; `way`, by history the option to take among equal ones, in place of the tie rule's; `ties`, by
    history the equal options, the chosen one, and whether the tie is material (R3.10). For `replies`: `turns`, by seat
    and option in whole numbers; `near`, by seat the largest difference of worths that leaves a decision open; `last`,
    see `last_replies`.
    """

    def __init__(self, game: PhaseValues, layout: Layout, way: Mapping[Profile, int] = MappingProxyType({})) -> None:
        self.game, self.layout, self.way = game, layout, way
        self.phase, self.options, self.size = layout.phase, layout.options, len(layout.phase)
        self.hits, self.n = [game.hits[player] for player in self.phase], game.n * layout.scale
        self.full = self.n**self.size
        self.ties: dict[Profile, Equal] = {}

    def value(self, profile: Profile | None, seat: int = 0) -> tuple[list[Any], Any]:
        """Return the exact value of a profile at the first turn of a seat, `V / (1 - K)`, and 0 / 0 for None."""
        shots, values, passes, scale = [], self.game.values, 1, self.full
        for where in (*range(seat, len(profile)), *range(seat)) if profile else ():
            mine = self.layout.shots[where][profile[where]]  # type: ignore[index]
            scale //= self.n
            if mine:
                hit = self.hits[where]
                shots += [(passes * scale * hit * weight, *values[later]) for weight, later in mine]
                passes *= self.n - hit * sum([weight for weight, _ in mine])
            else:
                passes *= self.n
        common = lcm(*[bottom for _, _, bottom in shots])
        won = self.game.nothing
        for chance, tops, bottom in shots:
            share = chance * (common // bottom)
            won = [before + share * top for before, top in zip(won, tops)]  # noqa: B905  strict takes time
        return won, (self.full - passes) * common if shots else 0

    def win(self, profile: Profile | None, seat: int = 0) -> list[Number]:
        """Return the exact win probabilities of a profile at the first turn of a seat; all are 0 in a stalemate."""
        tops, bottom = self.value(profile, seat)
        return [self.game.quotient(top, bottom) if top else ZERO for top in tops]

    def stalls(self, profile: Sequence[int]) -> bool:
        """Return whether nobody can ever be hit under a profile (R2.3)."""
        return not any(every[option] for every, option in zip(self.layout.shots, profile, strict=True))

    # -- the recursion

    def decide(self, history: Profile = ()) -> Profile | None:
        """Return the profile that is announced after a history, None if only stalemates are; `ties` has its ties.

        Later phases are alike if a relabelling that keeps the order of the labels turns one into the other: all rules
        compare players by number, hit probability and search. Without this, six and seven equal players take 2 and 4
        times as long.
        """
        game = self.game
        if game.decided is None or history or self.way:
            return self._decided(history)
        places = [*map(game.problem.order.index, self.phase)]
        levels, searches = game.problem.random_levels or game.nothing, game.problem.searches_later
        ranks = map(sorted(places).index, places)
        alike = tuple([(game.hits[who], searches[who], levels[who], next(ranks)) for who in self.phase])
        if alike not in game.decided:
            game.decided[alike] = self._decided(history), self.ties
        profile, self.ties = game.decided[alike]
        return profile  # type: ignore[no-any-return]

    def _decided(self, history: Profile) -> Profile | None:
        self.ties = {}
        if not any(map(any, self.layout.shots)):  # a stalemate (R3.5), even of very many players
            return None
        if all(len(every) == 1 for every in self.options[len(history) :]):  # no choice, however many players
            only = history + (0,) * (self.size - len(history))
            return None if self.stalls(only) else only
        self.prepare()
        v, kappa = [0] * self.size, 1
        for every, option in zip(self.turns, history, strict=False):
            _, _, after, k = every[option]
            v, kappa = [won + kappa * more for won, more in zip(v[1:], after, strict=True)], kappa * k
        replies = self.replies(history, v, kappa)
        return history + replies[0][2] if replies else None

    def prepare(self) -> None:
        """Write every option as a turn."""
        scale, self.turns, self.near = self.full, [], []
        for seat, (hit, every) in enumerate(zip(self.hits, self.layout.shots, strict=True)):
            self.near.append(scale * self.game.near)
            scale //= self.n
            self.turns.append([self.turn(seat, hit, shots, scale) for shots in every])
        self.last = self.last_replies()

    def turn(self, seat: int, hit: Any, shots: list[tuple[Any, Order]], scale: int) -> Turn:
        """Return an option as a turn `(r, k)`."""
        k, parts = self.n, []
        for weight, later in shots:
            chance = hit * weight
            k -= chance
            chance *= scale
            worth = self.game.rounded[later]
            parts.append([chance * worth[player] for player in self.phase])
        r = parts[0] if len(parts) == 1 else [*map(sum, zip([0] * self.size, *parts))]  # noqa: B905  as in `value`
        return r[:seat], r[seat], r[seat + 1 :], k

    def replies(self, history: Profile, v: list[Any], kappa: Any) -> list[Reply]:
        """Return the reply to a history; none if nobody can be hit, whatever is announced (R3.2 to R3.5).

        Parameters: `history`; `v` and `kappa`, its turns composed; `v` has the seats that are left.
        """
        seat, full, divide = len(history), self.full, self.game.divide
        if not v:
            return [([0] * self.size, 1, ())] if kappa != full else []  # everybody passes: a stalemate
        if len(v) > SHORT:
            check()
        own, rest, near, most, least = v[0], v[1:], self.near[seat], -1, self.game.near
        clear, n = self.last if len(rest) == 1 else (), self.n
        rivals: list[Rival] = []
        for option, turn in enumerate(self.turns[seat]):
            _, mine, after, k = turn
            passed = kappa * k
            later: Sequence[Reply] = ()
            if clear and passed * n != full:  # the last player hits if `s > t`, and else passes
                ahead = clear[0] - divide(rest[0] + kappa * after[0], full - passed * n)
                later = clear[1] if ahead > least else clear[2] if ahead < -least else ()
            elif clear:
                later = clear[3]
            for reply in later or self.replies(
                (*history, option),
                [won + kappa * more for won, more in zip(rest, after)],  # noqa: B905  as in `value`
                passed,
            ):
                whole = k * reply[1]
                worth = divide(full * (mine + k * reply[0][seat]) + whole * own, full - whole * kappa)
                if worth < most - near:
                    continue
                if worth > most + near:
                    rivals = []
                if worth > most:
                    most = worth
                rivals.append((option, turn, reply))
        return [
            ([won + k * more for won, more in zip(before, then)], k * passes, (option, *profile))  # noqa: B905
            for option, (before, _, _, k), (then, passes, profile) in (
                self.settled(history, rivals) if len(rivals) > 1 else rivals
            )
        ]

    def last_replies(self) -> tuple[Any, ...]:
        """Return `s` of the last player's best target, and the replies to hit it and to pass; nothing if unclear.

        A mix is never better than the best of its targets and a miss, because `u` is a quotient of linear functions of
        its weights; and it is worse unless they are equal, which is not clear, or everybody else passes, so that a mix
        of a target and a miss is as good as the target. Without this, three, four and five players take 1.4, 2.1 and 6
        times as long.
        """
        turns, mixes, n = self.turns[-1], [aim.is_mix for aim in self.options[-1]], self.n
        hits = sorted([(r, option) for option, (_, r, _, k) in enumerate(turns) if k != n and not mixes[option]])
        passes = [option for option, (*_, k) in enumerate(turns) if k == n]
        if not hits or len(passes) > 1:
            return ()
        r, best = hits.pop()
        gone = n - turns[best][3]
        if hits and r - hits[-1][0] <= gone * self.game.near:
            return ()
        hit, none = ([(turns[option][0], turns[option][3], (option,))] for option in (best, *passes, best)[:2])
        return self.game.divide(r, gone), hit, none, [] if any(mixes) else hit

    def settled(self, history: Profile, rivals: list[Rival]) -> list[Rival]:
        """Return the best of close options, by exact values; of equal ones that of the tie rule, noted in `ties`."""
        return [rivals[self.best(len(history), [(*history, option, *reply[2]) for option, _, reply in rivals])]]

    def compared(self, profiles: Sequence[Profile], seat: int) -> tuple[list[list[Any]], int]:
        """Return the exact win probabilities of profiles at the first turn of a seat, all times one number, and it.

        Integers take less time than fractions: without this, six and seven players with ties take 1.3 times as long.
        """
        if not self.game.near:
            return [self.win(profile, seat) for profile in profiles], 1
        values = [self.value(profile, seat) for profile in profiles]
        common = lcm(*[bottom for _, bottom in values])
        return [[top * (common // bottom) for top in tops] for tops, bottom in values], common

    def best(self, seat: int, profiles: Sequence[Profile]) -> int:
        """Return which of the profiles that options of a seat lead to is best to its player, or the tie rule's."""
        player, (wins, _) = self.phase[seat], self.compared(profiles, seat)
        most = max([win[player] for win in wins])
        equal = [number for number, win in enumerate(wins) if win[player] == most]
        if len(equal) == 1:
            return equal[0]
        history, options, led_to = profiles[0][:seat], self.options[seat], [wins[number] for number in equal]
        tied = tuple([profiles[number][seat] for number in equal])
        chosen = self.way.get(history, -1)
        if chosen not in tied:
            chosen = tied[break_tie(self.game.problem, [options[option] for option in tied], led_to)]
        self.ties[history] = tied, chosen, is_material(led_to)
        return equal[tied.index(chosen)]

    # -- as records

    def aims(self, announced: Profile | None) -> tuple[Any, ...]:
        """Return the aims of a history or a profile, or those of a stalemate."""
        return aims_of(announced, self.game.problem, self.phase, self.options)


class EveryWay(Recursion):
    """The same phase, but every way of breaking ties counts (R3.12).

    Some way takes a continuation if and only if it is worth at least what its player gets in every way (T8): the
    largest, over the options, of the least worth of their continuations.
    """

    def profiles(self, slack: Fraction = ZERO) -> list[Profile]:
        """Return the profiles that some way of breaking ties announces, none in a stalemate.

        Options that differ by at most `slack` count as equal.
        """
        self.prepare()
        self.slack = slack
        self.last, self.near = (), [UNIT * self.full] * self.size  # all options are close
        return [profile for _, _, profile in self.replies((), [0] * self.size, 1)]

    def settled(self, history: Profile, rivals: list[Rival]) -> list[Rival]:
        """Return the options, each with replies, that some way of breaking ties takes."""
        check()
        seat, least = len(history), dict[int, Any]()
        wins, unit = self.compared([(*history, option, *reply[2]) for option, _, reply in rivals], seat)
        worths = [win[self.phase[seat]] for win in wins]
        for worth, (option, *_) in zip(worths, rivals, strict=True):
            least[option] = min(least.get(option, worth), worth)
        enough = max(least.values()) - self.slack * unit
        return [rival for worth, rival in zip(worths, rivals, strict=True) if worth >= enough]


# ---------------------------------------------------------------------------------------------------------
# The whole game


def solve_by_recursion(problem: Problem, progress: Progress | None = None) -> Solution:
    """Return the exact solution of a problem, phase by phase, the smallest first; it equals `solve_by_definition`.

    Parameters: `problem`; `progress`, called with 1 after each phase.

    >>> solution = solve_by_recursion(Problem("1/3 2/3 1"))
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])
    """
    game = PhaseValues(problem)
    phases: list[Phase] = []
    ties: list[Tie] = []
    with so_far(phases=lambda: tuple(reversed(phases))):
        for layout in layouts(problem):
            check()
            phase = layout.phase
            if len(phase) == 2 and problem.players > 2:
                aims, win = tuple([aims[0] for aims in layout.options]), game.duel(phase)
            else:
                stage = Recursion(game, layout)
                profile = stage.decide()
                aims, win = aims_of(profile, problem, phase, layout.options), game.enter(phase, *stage.value(profile))
                ties += listed_ties(problem, phase, stage.options, profile, stage.ties) if stage.ties else ()
            phases.append(Phase(phase, aims, win, problem=problem))
            if progress is not None:
                progress(1)
    return Solution(problem, largest_first(phases), largest_first(ties), method="integers")


def stage_of(solution: Solution, phase: Order) -> Recursion:
    """Return a phase of a solution, with the values of its later phases.

    >>> stage = stage_of(solve_by_recursion(Problem("1/3 2/3 1")), (0, 1, 2))
    >>> stage.decide((0,)), [str(win) for win in stage.win((2, 1, 1))]
    ((0, 1, 1), ['25/63', '8/21', '2/9'])
    """
    [layout] = [layout for layout in layouts(solution.problem) if layout.phase == phase]
    return Recursion(game_of(solution), layout)


def game_of(solution: Solution) -> PhaseValues:
    """Return the values of all phases of a solution."""
    return PhaseValues(solution.problem).changed({phase.order: phase.win for phase in solution.phases})
