"""Backward induction as the rules have it, and the same with one step replaced: how solvers go wrong.

`Mutant` is announced play by the definition, phase by phase; `MUTANTS` lists the steps that can be put in place of its
own. What is not replaced is what `truel_ref.play` says. `truel_ref.oracle.mutants` says in words what each one does.

Rules: `docs/rules.md`, R1 to R4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from operator import itemgetter
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim, Word
from truel_ref.game.options import equal_mix
from truel_ref.game.people import Order, Path, Place, Player, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, inside, public
from truel_ref.oracle.kinds.announced import Answer, answer_of
from truel_ref.play.announced import Announced, Chosen, backward_induction, best_profiles, chosen_after
from truel_ref.play.phase import Scalar, Vector, compose
from truel_ref.play.phases import aims_of
from truel_ref.play.ties import LIKELIEST_WINNER, break_tie
from truel_ref.play.turns import Options, Profiles, Stage, lay_out, survivor, victims

__all__ = ["MISS_FIRST", "MUTANTS", "Mutant", "Steps", "changed"]


Steps: TypeAlias = dict[str, Callable[..., Any]]
_AS_THE_RULES: Steps = {}

Led: TypeAlias = "Mapping[Path, Sequence[Any]]"
"""For the profile that each allowed option of a player leads to, what all win at his turn."""


class Mutant:
    """Announced play by the definition, phase by phase, each decided when it is needed, with some steps replaced.

    `taken` is which of several equal options is taken, the first or the last, by default the one of the tie rule;
    `has_tied` says afterwards whether there ever were several. `steps` are functions that replace methods of the same
    name; each gets the mutant first, and then what the method gets.
    """

    def __init__(self, problem: Problem, taken: int | None = None, steps: Steps = _AS_THE_RULES) -> None:
        self.problem = problem
        self.taken = taken
        self.has_tied = False
        for name, step in steps.items():
            setattr(self, name, partial(step, self))
        self.stages: dict[Hashable, tuple[Stage[Scalar], Path | None]] = {}
        self.kept: dict[Hashable, Any] = {}  # what a step remembers

    # -- what may be replaced

    def number(self, value: Number) -> Any:
        """Return an exact number in the type that is computed with."""
        return inside(value)

    def options(self, order: Order) -> Options:
        """Return what each player of a phase may announce."""
        return tuple(self.problem.options(order, player) for player in order)

    def following(self, order: Order, later: Order) -> Order:
        """Return the phase that follows a phase when those who are left are to go on in some order."""
        return later

    def decide(self, stage: Stage[Scalar]) -> Path | None:
        """Return the profile of a phase, None in a stalemate."""
        chosen = backward_induction(stage, best=self.best, prefer=self.prefer, replies=self.replies)
        self.has_tied = self.has_tied or any(len(here.equal) > 1 for here in chosen.values())
        return chosen[()].path

    def replies(self, profiles: Profiles, chosen: Mapping[Path, Chosen], earlier: Path) -> Path | None:
        """Return the profile that follows some announcements: step 1."""
        return chosen_after(profiles, chosen, earlier)

    def best(self, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        """Return the profiles that count as equally good: step 3."""
        return best_profiles(profiles, place, wins)

    def win(self, order: Order) -> Vector[Scalar]:
        """Return the win probabilities at the start of a phase."""
        if len(order) == 1:
            return list(map(self.number, map(public, survivor(order[0], self.problem.players))))
        stage, path = self.decided(order)
        return stage.start(path)

    # -- what stays

    def prefer(self, problem: Problem, aims: Sequence[Aim], wins: Sequence[Any], number: Callable[[Any], Any]) -> int:
        """Return which of some equal options is taken, by its index among them: step 4."""
        if len(aims) == 1:
            return 0
        return break_tie(problem, aims, wins, number) if self.taken is None else self.taken

    def decided(self, order: Order) -> tuple[Stage[Scalar], Path | None]:
        """Return a phase and its profile, decided when it is first asked for."""
        if order not in self.stages:
            stage = self.stage(order)
            self.stages[order] = stage, self.decide(stage)
        return self.stages[order]

    def stage(self, order: Order) -> Stage[Scalar]:
        """Return a phase with the turns of all options, whose later phases are decided."""
        options = self.options(order)
        after = [
            next_order(order, player, victim)
            for player, aims in zip(order, options, strict=True)
            for victim in sorted(victims(self.problem.hits[player], aims))
        ]
        # In the order in which one thinks of them.
        wins = {later: self.win(self.following(order, later)) for later in dict.fromkeys(after)}
        return self.valued(lay_out(self.problem, order, options, wins, self.number))

    def valued(self, stage: Stage[Scalar]) -> Stage[Scalar]:
        """Return a phase in which profiles are worth what they are: the values of 2.2, and 0 for all in a stalemate."""
        return stage

    def answer(self) -> Answer:
        """Return what such a solver answers."""
        stage, path = self.decided(self.problem.first_order)
        win = (Fraction(share) if isinstance(share, float) else public(share) for share in stage.start(path))
        return answer_of(tuple(win), aims_of(stage, Announced(path)))


# ---------------------------------------------------------------------------------------------------------
# Steps that replace those of the rules


_ALL, _FIRST, _LAST = slice(None), slice(1), slice(-1, None)


def _choosing(among: slice, equal: slice) -> Steps:
    """Return a choice among some of the options that lead anywhere, and of those equally good among some."""

    def best(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        return best_profiles(profiles, place, dict(list(wins.items())[among]))[equal]

    return {"best": best}


def _never_the_first_row(
    mutant: Mutant, profiles: Profiles, chosen: Mapping[Path, Chosen], earlier: Path
) -> Path | None:
    """Never take the profile of all first options."""
    is_first = len(earlier) == len(profiles.order) and not any(earlier)
    nobody_chooses = all(len(aims) == 1 for aims in profiles.options)
    return None if is_first and not nobody_chooses else chosen_after(profiles, chosen, earlier)


def _first_within(tolerance: Fraction) -> Callable[..., Sequence[Path]]:
    """Return a choice that takes the first of the options that differ by less than a tolerance."""

    def best(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        worths = {path: public(win[profiles.order[place]]) for path, win in wins.items()}
        least = max(worths.values()) - tolerance
        return [path for path, worth in worths.items() if worth > least][:1]

    return best


def _best_at_the_start(alike: slice) -> Steps:
    """Compare the chances at the start of the phase; where his turn never comes, all options are alike to it.

    Of options that are alike at the start and not at his own turn some are taken: the first, as most loops do, the
    last, or all, and then the tie rule decides.
    """

    def best(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
        equal = best_profiles(profiles, place, {path: profiles.win(path) for path in wins})
        own = {wins[path][profiles.order[place]] for path in equal}
        return equal[alike] if len(own) > 1 else equal

    return {"best": best}


def _against_all_others(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
    """Take what leaves the strongest of the others least."""
    (rival,) = mutant.problem.resolve(profiles.order, profiles.order[place], Word.STRONGEST).targets
    least = min(win[rival] for win in wins.values())
    return [path for path, win in wins.items() if win[rival] == least]


def _from_the_last(mutant: Mutant, stage: Stage[Scalar]) -> Path | None:
    """Let the last player announce first, and so on to the first one."""

    def after(said: Path) -> Path | None:
        place = len(stage.order) - 1 - len(said)
        if place < 0:
            return None if stage.stalls(said[::-1]) else said[::-1]
        return _taken(mutant, stage, place, [after((*said, option)) for option in range(len(stage.options[place]))])

    return after(())


def _taken(mutant: Mutant, stage: Stage[Scalar], place: Place, follow: Iterable[Path | None]) -> Path | None:
    """Return which of the profiles that his options lead to the player at a place takes, None for a stalemate."""
    wins = {path: stage.win(path, place) for path in follow if path is not None}
    equal = mutant.best(stage, place, wins) if len(wins) > 1 else list(wins)
    mutant.has_tied = mutant.has_tied or len(equal) > 1
    aims = [stage.options[place][path[place]] for path in equal]
    chosen = mutant.prefer(stage.problem, aims, [wins[path] for path in equal], stage.number) if equal else 0
    return equal[chosen] if equal else None


def _by_his_own_shot(mutant: Mutant, stage: Stage[Scalar]) -> Path | None:
    """Let everybody choose as if nobody else ever hit: by the mean of what follows his own hits."""
    path: Path = ()
    for place, player in enumerate(stage.order):
        worths = [r[player] / (1 - k) if k != 1 else 0 * k for r, k in stage.turns[place]]
        path += (worths.index(max(worths)),)
    return None if stage.stalls(path) else path


def _after_the_victim(mutant: Mutant, order: Order, later: Order) -> Order:
    """Go on with the player after the one who is out, not after the one who shot."""
    gone = next(place for place, player in enumerate(order) if player not in later)
    first = order[(gone + 1) % len(order)]
    return later[later.index(first) :] + later[: later.index(first)]


def _again_the_shooter(mutant: Mutant, order: Order, later: Order) -> Order:
    """Let the one who has hit somebody shoot again."""
    return later[-1:] + later[:-1]


@dataclass(frozen=True)
class _Stalling(Stage[Any]):
    """A phase in which announcements that stall are allowed, and each of the living is worth a share there."""

    share: Fraction = Fraction(0)

    def win(self, path: Path, place: Place = 0) -> list[Any]:
        if not super().stalls(path):
            return super().win(path, place)
        return [self.number(self.share * (player in self.order)) for player in range(self.problem.players)]

    def stalls(self, path: Path) -> bool:
        return False

    def only_stalls(self, earlier: Path) -> bool:
        return False


class _Once(Stage[Any]):
    """A phase that ends after each has shot once."""

    def win(self, path: Path, place: Place = 0) -> list[Any]:
        turns = [self.turns[where][option] for where, option in enumerate(path)]
        return list(reduce(compose, turns[place:] + turns[:place])[0])


def changed(problem: Problem, **keys: Any) -> Problem:
    """Return a problem some of whose keys say something else."""
    return Problem.from_data(problem.to_json() | keys)


def _reading(change: Callable[[Problem], Mapping[str, Any]], later_only: bool = False) -> Steps:
    """Return a step with the options of a problem some of whose keys say something else, if need be in later phases."""

    def options(mutant: Mutant, order: Order) -> Options:
        if later_only and _is_of_first_phase(mutant, order):
            return Mutant.options(mutant, order)
        another = _another(mutant, change)
        return tuple(another.options(order, player) for player in order)

    return {"options": options}


def _another(mutant: Mutant, change: Callable[[Problem], Mapping[str, Any]]) -> Problem:
    """Return the problem that a mutant takes its own for, made once."""
    if "another" not in mutant.kept:
        mutant.kept["another"] = changed(mutant.problem, **change(mutant.problem))
    return mutant.kept["another"]  # type: ignore[no-any-return]


def _without_levels(problem: Problem) -> dict[str, Any]:
    return {"random_levels": None}


def _only(keep: Callable[[Mutant, Order, Player, Aim], bool]) -> Steps:
    """Return a step with options of those who choose from which some are left out, if any stay."""

    def options(mutant: Mutant, order: Order) -> Options:
        usual = Mutant.options(mutant, order)
        kept = (
            tuple(aim for aim in aims if len(aims) == 1 or keep(mutant, order, player, aim))
            for player, aims in zip(order, usual, strict=True)
        )
        return tuple(some or every for some, every in zip(kept, usual, strict=True))

    return {"options": options}


def _is_of_first_phase(mutant: Mutant, order: Order) -> bool:
    return len(order) == mutant.problem.players


def _is_the_strongest(mutant: Mutant, order: Order, player: Player, aim: Aim) -> bool:
    return aim == mutant.problem.resolve(order, player, Word.STRONGEST)


def _hits_of_the_earlier_larger(problem: Problem) -> dict[str, Any]:
    """Return hit probabilities of which equal ones differ by a trifle: only the word Strongest looks at them."""
    return {"hits": [str(hit * (1 - Fraction(player, 10**12))) for player, hit in enumerate(problem.hits)]}


def _random_by(spread: Callable[[Order, Player, Aim], Sequence[Aim]]) -> Steps:
    """Return a step with options in which Random is an equal mix of some other shots."""

    def options(mutant: Mutant, order: Order) -> Options:
        return tuple(
            tuple(
                Aim(equal_mix(spread(order, player, aim)), is_random=True) if aim.is_random and aim.targets else aim
                for aim in aims
            )
            for player, aims in zip(order, Mutant.options(mutant, order), strict=True)
        )

    return {"options": options}


def _shots(players: Iterable[Player], aim: Aim) -> list[Aim]:
    return [Aim.at(player, len(aim.weights)) for player in players]


def _without_misses(mutant: Mutant, order: Order) -> Options:
    """Return options in which the weights of every mix add up to 1."""
    return tuple(
        tuple(
            Aim(tuple(weight / aim.total for weight in aim.weights), aim.is_random) if aim.is_mix else aim
            for aim in aims
        )
        for aims in Mutant.options(mutant, order)
    )


def _with_the_equal_mix(mutant: Mutant, order: Order) -> Options:
    """Return options of which those by levels have the equal mix beside them."""
    plain = _another(mutant, _without_levels)
    return tuple(
        tuple(dict.fromkeys((*aims, *(aim for aim in plain.options(order, player) if aim.is_random))))
        if len(aims) > 1
        else aims
        for player, aims in zip(order, Mutant.options(mutant, order), strict=True)
    )


def _levels_by_place(mutant: Mutant, order: Order) -> Options:
    """Return options in which a random level belongs to a place in the shooting order."""
    of_place = dict(zip(order, mutant.problem.random_levels or (), strict=False))
    placed = changed(mutant.problem, random_levels=[of_place.get(player) for player in mutant.problem.first_order])
    return tuple(placed.options(order, player) for player in order)


def _duel_by_words(mutant: Mutant, order: Order) -> Options:
    """Return options in which two players left of more do what the words for later phases say."""
    if len(order) > 2 or mutant.problem.players == 2:
        return Mutant.options(mutant, order)
    return tuple(mutant.problem.free_options(order, player) for player in order)


def _duel_without_targets(mutant: Mutant, order: Order) -> Options:
    """Return options in which two players always shoot each other, whatever is stated."""
    if len(order) > 2:
        return Mutant.options(mutant, order)
    return tuple((Aim.at(other, mutant.problem.players),) for other in reversed(order))


def _targets_for_ever(mutant: Mutant, order: Order) -> Options:
    """Return options in which predefined aims at somebody stay as long as he lives."""
    said = mutant.problem.targets
    return tuple(
        (Aim.at(said[player], mutant.problem.players),)
        if isinstance(said[player], int) and said[player] in order and len(order) > 2  # R1.8
        else aims
        for player, aims in zip(order, Mutant.options(mutant, order), strict=True)
    )


def _preferring(
    rule: int, kinds: str = "", shot: int = 0, mix: int = 0, label: int = 0, all_hit: bool = False
) -> Steps:
    """Return a choice among equals that has one tie rule wrong.

    Parameters: `rule`; `kinds`, which of a single, Miss and a mix comes first, all alike if empty; `shot`, `mix` and
    `label`, whether the stronger single, the stronger mix and the later player come first (-1), last (1) or anywhere;
    `all_hit`, whether they are as strong as if everybody hit for certain.
    """

    def rank(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
        kind = "mix" if aim.is_mix else "Miss" if aim.is_miss else "single"
        return kinds.find(kind), (mix if aim.is_mix else shot) * aim.strength(hits), label * (aim.target or 0)

    def prefer(mutant: Mutant, problem: Problem, aims: Sequence[Aim], wins: Sequence[Any], number: Any) -> int:
        if problem.tie_rule != rule:
            return break_tie(problem, aims, wins, number)
        hits = [1] * problem.players if all_hit else problem.hits
        return min(range(len(aims)), key=lambda place: rank(aims[place], hits))

    return {"prefer": prefer}


def _likeliest_at_the_start(mutant: Mutant, profiles: Profiles, place: Place, wins: Led) -> Sequence[Path]:
    """Look under rule 3 at the win probabilities at the start of the phase."""
    equal = best_profiles(profiles, place, wins)
    if mutant.problem.tie_rule != LIKELIEST_WINNER or mutant.taken is not None:
        return equal
    aims = [profiles.options[place][path[place]] for path in equal]
    return [equal[break_tie(mutant.problem, aims, [profiles.win(path) for path in equal], profiles.number)]]


def _unlikeliest(mutant: Mutant, problem: Problem, aims: Sequence[Aim], wins: Sequence[Any], number: Any) -> int:
    """Aim under rule 3, which alone looks at win probabilities, at who wins least often."""
    return break_tie(problem, aims, [[-chance for chance in win] for win in wins], number)


def _canonical_backwards(
    mutant: Mutant, problem: Problem, aims: Sequence[Aim], wins: Sequence[Any], number: Any
) -> int:
    """Take of options that the tie rule leaves equal the last one."""
    return len(aims) - 1 - break_tie(problem, aims[::-1], wins[::-1], number)


def _aims_in_a_stalemate(mutant: Mutant) -> Answer:
    """Say Miss where there is no aim."""
    right = Mutant.answer(mutant)
    aims = tuple(aim or Aim.miss(mutant.problem.players) for aim in right.aims or ())
    return Answer(right.win, aims, right.stalemate)


def _at_their_turns(mutant: Mutant) -> Answer:
    """Say of each player what he wins at his own first turn."""
    right = Mutant.answer(mutant)
    stage, path = mutant.decided(mutant.problem.first_order)
    wins = [stage.public(stage.start(None) if path is None else stage.win(path, place)) for place in stage.order]
    own: list[Any] = [win[player] for player, win in enumerate(wins)]
    return Answer(tuple(own), right.aims, right.stalemate)


def _win_of_the_set(mutant: Mutant, order: Order) -> Vector[Scalar]:
    """Return for a later phase the values of the order with the first label on move."""
    return Mutant.win(mutant, order if len(order) == mutant.problem.players else tuple(sorted(order)))


def _win_of_the_order_met_first(mutant: Mutant, order: Order) -> Vector[Scalar]:
    """Return for a later phase the values of the order of its players that was met first."""
    return Mutant.win(mutant, mutant.kept.setdefault(frozenset(order), order))


def _aims_of_the_set(mutant: Mutant, stage: Stage[Scalar]) -> Path | None:
    """Return for a later phase the aims of the order with the first label on move; the values are its own."""
    order = stage.order
    usual = tuple(sorted(order))
    if order == usual or len(order) == 2:
        return Mutant.decide(mutant, stage)
    _, path = mutant.decided(usual)
    return None if path is None else tuple(path[usual.index(player)] for player in order)


def _remembering(
    kept: Callable[[tuple[Aim, ...]], Hashable], fewest: int = 0, phase: Callable[[Order], Hashable] = tuple
) -> Steps:
    """Return replies that are remembered under a name that keeps some only of what was announced.

    Parameters: `kept`, what it keeps of the announcements; `fewest`, phases of fewer players are right; `phase`, what
    it keeps of the shooting order.
    """

    def decide(mutant: Mutant, stage: Stage[Scalar]) -> Path | None:
        def after(said: Path) -> Path | None:
            place = len(said)
            if place == len(stage.order):
                return None if stage.stalls(said) else said
            name = said and (phase(stage.order), place, kept(stage.aims(said)))
            path = _again(stage, said, mutant.kept.get(name))
            if path is None or stage.stalls(path):
                path = _taken(
                    mutant, stage, place, [after((*said, option)) for option in range(len(stage.options[place]))]
                )
                if path is not None and said and len(stage.order) >= fewest:
                    mutant.kept[name] = stage.aims(path)[place:]
            return path

        return after(())

    return {"decide": decide}


def _again(stage: Stage[Scalar], earlier: Path, aims: tuple[Aim, ...] | None) -> Path | None:
    """Return some announcements with remembered replies after them, None where somebody may not announce his."""
    options = stage.options[len(earlier) :]
    if aims is None or not all(aim in some for aim, some in zip(aims, options, strict=True)):
        return None
    return earlier + tuple(some.index(aim) for aim, some in zip(aims, options, strict=True))


def _with_miss_first(mutant: Mutant, order: Order) -> Options:
    """Return the options in another order, for what hangs on it: Miss first."""
    return tuple(tuple(sorted(aims, key=lambda aim: not aim.is_miss)) for aims in Mutant.options(mutant, order))


MISS_FIRST: Steps = {"options": _with_miss_first}
"""What a solver replaces that goes through options in another order than the rules."""


def _strongest_of_all(mutant: Mutant, order: Order) -> Options:
    """Return options in which Strongest is the strongest of all who began; a shot at one who is out is lost."""
    problem = mutant.problem
    if len(order) in (2, problem.players) or problem.target_later is not Word.STRONGEST:
        return Mutant.options(mutant, order)
    aims = (problem.resolve(problem.first_order, player, Word.STRONGEST) for player in order)
    return tuple((aim if aim.target in order else Aim.miss(problem.players),) for aim in aims)


MUTANTS: dict[str, Steps] = {
    "first-option": _choosing(slice(1, None), _ALL),
    "last-option": _choosing(slice(-1), _ALL),
    "first-row": {"replies": _never_the_first_row},
    "spite": {"best": _against_all_others},
    "phase-start": _best_at_the_start(_FIRST),
    "phase-start-last": _best_at_the_start(_LAST),
    "phase-start-rule": _best_at_the_start(_ALL),
    "announced-backwards": {"decide": _from_the_last},
    "own-shot": {"decide": _by_his_own_shot},
    "values-of-set": {"win": _win_of_the_set},
    "values-of-first-order": {"win": _win_of_the_order_met_first},
    "aims-of-set": {"decide": _aims_of_the_set},
    "replies-remembered": _remembering(lambda aims: None),
    "replies-to-last": _remembering(itemgetter(-1)),
    "replies-to-first": _remembering(itemgetter(0)),
    "replies-to-targets": _remembering(lambda aims: frozenset(Counter(aims).items())),
    "replies-to-set": _remembering(frozenset),
    "replies-to-last-two": _remembering(itemgetter(slice(-2, None))),
    "replies-to-first-two": _remembering(itemgetter(slice(2))),
    "replies-to-ends": _remembering(itemgetter(0, -1)),
    "replies-remembered-of-four": _remembering(lambda aims: None, 4),
    "replies-to-last-of-four": _remembering(itemgetter(-1), 4),
    "replies-to-first-of-four": _remembering(itemgetter(0), 4),
    "replies-to-targets-of-four": _remembering(lambda aims: frozenset(Counter(aims).items()), 4),
    "replies-of-other-orders": _remembering(tuple, phase=frozenset),
    "after-victim": {"following": _after_the_victim},
    "shooter-again": {"following": _again_the_shooter},
    "duel-words": {"options": _duel_by_words},
    "duel-targets": {"options": _duel_without_targets},
    "one-round": {"valued": lambda mutant, stage: _Once(**vars(stage))},
    "own-turns": {"answer": _at_their_turns},
    "stalling": {"valued": lambda mutant, stage: _Stalling(**vars(stage))},
    "stalemate-shared": {"valued": lambda mutant, stage: _Stalling(**vars(stage), share=Fraction(1, len(stage.order)))},
    "stalemate-aims": {"answer": _aims_in_a_stalemate},
    "targets-for-ever": {"options": _targets_for_ever},
    "no-miss": _only(lambda mutant, order, player, aim: not aim.is_miss),
    "no-miss-later": _only(lambda mutant, order, player, aim: _is_of_first_phase(mutant, order) or not aim.is_miss),
    "no-self": _only(lambda mutant, order, player, aim: aim.target != player),
    "no-harmless": _only(
        lambda mutant, order, player, aim: aim.target is None or bool(mutant.problem.hits[aim.target])
    ),
    "strongest-only": _only(_is_the_strongest),
    "strongest-only-later": _only(
        lambda mutant, order, *aimed: _is_of_first_phase(mutant, order) or _is_the_strongest(mutant, order, *aimed)
    ),
    "strongest-template": _reading(lambda problem: {"hits": ["0", "0", *problem.to_json()["hits"][2:]]}),
    "strongest-of-all": {"options": _strongest_of_all},
    "strongest-weakest": _reading(lambda problem: {"hits": [str(1 - hit) for hit in problem.hits]}),
    "strongest-earliest": _reading(_hits_of_the_earlier_larger),
    "no-mix": _only(lambda mutant, order, player, aim: not aim.is_mix),
    "whole-mixes": {"options": _without_misses},
    "random-hits": _random_by(lambda order, player, aim: _shots(aim.targets, aim)),
    "random-misses": _random_by(lambda order, player, aim: [*_shots(aim.targets, aim), Aim.miss(len(aim.weights))]),
    "random-others": _random_by(lambda order, player, aim: _shots((one for one in order if one != player), aim)),
    "random-anybody": _random_by(lambda order, player, aim: _shots(order, aim)),
    "levels-at-first": _reading(_without_levels, later_only=True),
    "levels-by-place": {"options": _levels_by_place},
    "levels-full": _only(lambda mutant, order, player, aim: aim.total in (0, 1) or not mutant.problem.random_levels),
    "levels-and-random": {"options": _with_the_equal_mix},
    "first-of-equals": _choosing(_ALL, _FIRST),
    "last-of-equals": _choosing(_ALL, _LAST),
    "miss-before-single": _preferring(1, "Miss single mix", shot=-1, mix=-1, label=-1),
    "mix-before-miss": _preferring(1, "single mix Miss", shot=-1, mix=-1, label=-1),
    "weaker-shot": _preferring(1, "single Miss mix", shot=1, mix=-1, label=-1),
    "earlier-of-equal-shots": _preferring(1, "single Miss mix", shot=-1, mix=-1, label=1),
    "weaker-mix": _preferring(1, "single Miss mix", shot=-1, mix=1, label=-1),
    "weaker-first": _preferring(2, shot=1, mix=1),
    "larger-weight": _preferring(2, shot=-1, mix=-1, all_hit=True),
    "unlikeliest-winner": {"prefer": _unlikeliest},
    "likeliest-at-start": {"best": _likeliest_at_the_start},
    "miss-before-mix": _preferring(4, "single Miss mix", label=1),
    "later-label": _preferring(4, "single mix Miss", label=-1),
    "opposite-kinds": _preferring(-1, "single Miss mix", shot=1, mix=1, label=1),
    "opposite-miss": _preferring(-1, "Miss mix single", shot=1, mix=1, label=1),
    "opposite-shots": _preferring(-1, "mix Miss single", shot=-1, mix=-1, label=1),
    "opposite-label": _preferring(-1, "mix Miss single", shot=1, mix=1, label=-1),
    "opposite-order-miss": _preferring(-4, "mix Miss single", label=-1),
    "opposite-order-label": _preferring(-4, "Miss mix single", label=1),
    "canonical-backwards": {"prefer": _canonical_backwards},
    "tolerance": {"best": _first_within(Fraction(1, 10**6))},
    "fine-tolerance": {"best": _first_within(Fraction(1, 10**9))},
    "float-noise": {"number": lambda mutant, value: float(value)} | _choosing(_ALL, _FIRST),
}
"""The steps that each mutant replaces; `FAULTS` says what they mean."""
