"""Vectors of other rules of fire: a group for each model, asked for by name.

A vector has `model`, a problem as in every other vector, the settings of that model beside it (`play` and `start` by
lot, `bullets` and `survivors` with counted bullets), and `answer`. Where ties have other outcomes, these are listed. In
announced play and with counted bullets only problems are taken in which no option is worse than the best one by less
than 1e-9 unless it is exactly as good, so that nothing but an exact tie can be broken either way. `FORMAT.md` describes
the keys. Each group has its own random numbers, drawn from `SEED` and its name, and no problem comes twice in it.

A way is one choice at every decision, the same one however the decision is reached. Options within a slack of the best
one count as equal to it, so that the same lists tell what a solver that cannot resolve so little may come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, count, islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import VectorError, refuse, shown
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import SURVIVORS, Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import Number, number_text
from truel_ref.oracle.corpus import MODEL_GROUPS, SEED, check_group, distinct, once
from truel_ref.play.stationary import all_equilibria
from truel_ref.variants.bullets import BulletsPolicy, BulletState
from truel_ref.variants.models import drawn_problems, solve_variant

__all__ = [
    "Drawn",
    "Ending",
    "bullet_endings",
    "drawn_wins",
    "make_model",
    "means",
    "variants",
]

CAP = 500
"""Ways of breaking ties, sums over orders, or selections of equilibria; a problem with more is not asked."""

MOST = 40
"""Different equilibria or outcomes of a vector; a problem with more is not asked."""

CLEAR = Fraction(1, 10**9)
"""Worths are equal, or they differ by more than this."""

STRONGEST = "Strongest"

_KNOWN: dict[str, list[dict[str, Any]]] = {
    "lot": [
        {"hits": ["1", "4/5", "1/2"]},
        {"hits": ["1/2", "1/2", "1/2"]},
        {"hits": ["1", "4/5", "1/2"], "play": "stationary"},
        {"hits": ["13/25", "1/2", "11/25", "2/5"], "play": "stationary", "start": True},
        {"hits": ["1/3", "2/3", "1"], "start": True},
        {"hits": ["1/2", "1/2", "1"], "start": True},
        {"hits": ["0", "0", "1/2"]},
        {"hits": ["1/2", "1/3"]},
    ],
    "shooter": [
        {"hits": ["1", "2/3", "1/3"], "targets": [STRONGEST] * 3},
        {"hits": ["1", "2/3", "1/3"]},
        {"hits": ["1", "1", "1"]},
        {"hits": ["0", "0", "0"]},
        {"hits": ["1/2", "1/3"]},
        {"hits": ["1/3", "1/3", "0"], "targets": ["Miss"] * 3},
    ],
    "simultaneous": [
        {"hits": ["1/2", "1/3"]},
        {"hits": ["1", "4/5", "1/2"], "targets": ["B", "A", "A"]},
        {"hits": ["1", "1", "1"], "targets": ["Random"] * 3, "search": ["Others"]},
        {"hits": ["1", "1"]},
        {"hits": ["1", "1", "1"]},
        {"hits": ["0", "0", "1/2"]},
    ],
    "bullets": [
        *({"hits": ["1", "1", "1"], "bullets": [1, 1, 1], "survivors": survivors} for survivors in SURVIVORS),
        {"hits": ["1/2", "1/3"], "bullets": [3, 2], "survivors": "equal"},
        {"hits": ["1/2", "1/3", "1/4"], "bullets": [0, 0, 0], "survivors": "equal"},
        {"hits": ["1/2", "1/3"], "bullets": [0, 1], "survivors": "none"},
    ],
    "opinions": [
        {"hits": ["1", "2/3", "1/3"], "targets": [STRONGEST] * 3},
        {"hits": ["1", "2/3", "1/3"]},
        {"hits": ["4/5", "3/5", "2/5", "1/5"]},
        {"hits": ["0", "0", "1/2"]},
        {"hits": ["0", "0"]},
        {"hits": ["1/2", "1/2", "1/2"]},
    ],
}


# ---------------------------------------------------------------------------------------------------------
# The problems


def variants(group: str) -> Iterator[Variant]:
    """Yield what a group asks, the published problems first; the same in every run.

    Raises `VectorError` for a group that there is not.

    >>> next(variants("bullets"))
    <Variant bullets of Problem(['1', '1', '1']): bullets 1, 1, 1; survivors equal>
    """
    check_group(group, MODEL_GROUPS)
    known = [_stated(group, asked) for asked in _KNOWN[group]]
    rng = Random(f"{SEED} {group}")
    drawn = (_stated(group, _drawn(group, rng)) for _ in count())
    fitting = (variant for variant in once(chain(known, drawn)) if variant in known or _is_short(variant))
    return islice(fitting, MODEL_GROUPS[group])


def _stated(group: str, asked: dict[str, Any]) -> Variant:
    settings = {key: asked[key] for key in ("play", "start", "bullets", "survivors") if key in asked}
    return Variant.stated(group, Problem(**{key: asked[key] for key in asked if key not in settings}), **settings)


def _drawn(group: str, rng: Random) -> dict[str, Any]:
    """Draw the keys of a problem and the settings of the model."""
    players = rng.choice([2, 3, 3, 3, 3, 4] if group == "lot" else [2, 3, 3, 3, 3, 4, 4])
    bottom = rng.randrange(2, 9)
    hits = [Fraction(rng.randrange(bottom + 1), bottom) for _ in range(players)]
    asked: dict[str, Any] = {"hits": hits, "if_eq": rng.choice([1, 1, 1, 2, 3, 4, -1])}
    if group == "opinions":
        asked["target_later"] = rng.choice(["Optimal", "Optimal", STRONGEST, "Random"])
    else:
        asked["search"] = rng.choice([["Others", "Miss"], ["Others", "Miss"], ["Others"], ["Others", "Random"]])
        asked["target_later"] = rng.choice(["Optimal", "Optimal", "Optimal", STRONGEST, "Random", "Miss"])
    if rng.randrange(2):
        asked["targets"] = [_target(rng, player, players, group) for player in range(players)]
    if group == "lot":
        asked |= {"play": rng.choice(["announced", "announced", "stationary"]), "start": rng.choice([False, True])}
    if group == "bullets":
        most = {2: 5, 3: 3, 4: 1}[players]
        asked["bullets"] = [rng.randrange(most + 1) for _ in range(players)]
        asked["survivors"] = rng.choice(SURVIVORS)
    return asked


def _target(rng: Random, player: int, players: int, group: str) -> Any:
    """Draw what a player does while all live: a choice, a word, another player, or a mix of the others."""
    others = [other for other in range(players) if other != player]
    kind = rng.randrange(6)
    if kind == 3:
        return label(rng.choice(others))
    if kind == 4:
        shares = [0 if other == player else rng.randrange(1, 4) for other in range(players)]
        rest = 0 if group == "opinions" else rng.randrange(2)
        return [Fraction(share, sum(shares) + rest) for share in shares]
    words = ["Optimal", "Optimal", "Optimal", STRONGEST, "Random", STRONGEST if group == "opinions" else "Miss"]
    return rng.choice(words)


def _is_short(variant: Variant) -> bool:
    """Tell whether an answer has few parts, and hangs on no margin that is small but not 0."""
    if variant.model == "bullets":
        endings = bullet_endings(variant, CAP)
        return endings is not None and len(endings) <= MOST and endings == bullet_endings(variant, CAP, CLEAR)
    if variant.model == "lot":
        drawn = drawn_wins(variant, CAP)
        averages = None if drawn is None else means(drawn, CAP)
        clear = drawn_wins(variant, CAP, CLEAR)
        if variant.play == "stationary":
            return drawn is not None and drawn == clear == drawn_wins(variant, CAP, -CLEAR)
        return averages is not None and len(averages) <= MOST and drawn == clear
    answer = solve_variant(variant, cap=CAP)
    return answer.complete and answer.distinct <= MOST


# ---------------------------------------------------------------------------------------------------------
# The vectors


def make_model(variant: Variant, name: str = "") -> dict[str, Any]:
    """Return the vector of a variant.

    Parameters: `variant`; `name`, the id of the vector.

    Raises `VectorError` where the answer is not complete, or has too many ways of breaking ties to be followed.

    >>> vector = make_model(Variant.stated("simultaneous", ["1/2", "1/2"]))
    >>> vector["answer"]["equilibria"][0]["win"], vector["answer"]["equilibria"][0]["nobody"]
    (['1/3', '1/3'], '1/3')
    """
    variant.problem.check_plain("a test vector")
    return {"id": name, "group": variant.model} | variant.to_json() | _answered(variant)


def _answered(variant: Variant) -> dict[str, Any]:
    """Return the answer to a variant, and the other outcomes of ties where its model has one answer."""
    answer = solve_variant(variant, cap=CAP)
    refuse(VectorError, (not answer.complete, f"{shown(variant, 120)} has too many equilibria for a test vector"))
    return {"lot": _by_lot, "bullets": _with_bullets}.get(variant.model, _equilibria)(answer)


def _equilibria(answer: VariantAnswer) -> dict[str, Any]:
    told = (
        ("win", "nobody", "stalemate", "strict") if answer.model == "simultaneous" else ("win", "stalemate", "strict")
    )
    plays = [play.to_json() for play in answer]
    aims = [{label(player): aim for player, aim in enumerate(data["aims"])} for data in plays]
    entries = [{"aims": each} | {key: data[key] for key in told} for each, data in zip(aims, plays, strict=True)]
    return {"answer": {"equilibria": distinct(entries), "complete": True}}


def _by_lot(answer: VariantAnswer) -> dict[str, Any]:
    drawn = drawn_wins(answer.variant, CAP)
    if drawn is None:
        raise VectorError(f"{shown(answer.variant, 120)} has too many ways of breaking ties for a test vector")
    orders: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    for entry, own in zip(drawn, answer.drawn, strict=True):
        win = own.plays[0][1] if len(own.plays) == 1 else None
        orders.append({"order": list(entry.order), "win": None if win is None else _texts(win)})
        if answer.variant.play == "announced":
            others += [{"order": list(entry.order), "win": _texts(win)} for win in sorted(entry.wins - {win})]
    if not answer.plays:
        return {"answer": {"win": None, "stalemate": None, "orders": orders}, "outcomes": [], "order_outcomes": []}
    averages = means(drawn, CAP) if others else set()
    return {
        "answer": {"win": _texts(answer.win), "stalemate": number_text(answer.stalemate), "orders": orders},
        "outcomes": None if averages is None else [{"win": _texts(win)} for win in sorted(averages - {answer.win})],
        "order_outcomes": others,
    }


def _with_bullets(answer: VariantAnswer) -> dict[str, Any]:
    endings = bullet_endings(answer.variant, CAP)
    if endings is None:
        raise VectorError(f"{shown(answer.variant, 120)} has too many ways of breaking ties for a test vector")
    play = answer.only
    own = Ending(play.worths, play.survivors)  # type: ignore[arg-type]  # no vector holds an irrational number
    return {
        "answer": _ending(own),
        "outcomes": [_ending(ending) for ending in sorted(endings) if ending != own],
    }


def _ending(ending: Ending) -> dict[str, Any]:
    chances = dict(ending.survivors)
    return {
        "worths": _texts(ending.worths),
        "win": _texts([chances.get((player,), Fraction(0)) for player in range(len(ending.worths))]),
        "survivors": [
            {"living": [label(player) for player in living], "chance": number_text(chance)}
            for living, chance in ending.survivors
        ],
    }


def _texts(numbers: Sequence[Any]) -> list[str]:
    return list(map(number_text, numbers))


# ---------------------------------------------------------------------------------------------------------
# All ways of breaking ties under other rules of fire: what else may come out by lot and with counted bullets.

Win: TypeAlias = tuple[Number, ...]


# ---------------------------------------------------------------------------------------------------------
# By lot


class Drawn(NamedTuple):
    """A drawn order, by labels, and all win probabilities that it can lead to, by player."""

    order: tuple[str, ...]
    wins: frozenset[Win]


def drawn_wins(variant: Variant, cap: int, slack: Fraction = Fraction(0)) -> list[Drawn] | None:
    """Return every order that the lot can give with all that it leads to, None if there is too much to follow.

    In announced play these are the outcomes of all ways of breaking ties, in stationary play all pure equilibria.

    Parameters: `variant`, of the model "lot"; `cap`, as for `all_outcomes` and `equilibria`; `slack`, by how much
    options may differ and count as equal (in stationary play, below 0: by how much they must differ to differ).

    >>> [sorted(map(str, drawn.wins)) for drawn in drawn_wins(Variant.stated("lot", ["1/2", 1]), 10)]
    [['(Fraction(1, 2), Fraction(1, 2))'], ['(Fraction(0, 1), Fraction(1, 1))']]
    """
    listed = []
    for ordered in drawn_problems(variant.problem, start=variant.start):
        answer: Any
        if variant.play == "announced":
            answer = all_outcomes(ordered, cap=cap, slack=slack)
            plays = answer.outcomes
        else:
            answer = plays = all_equilibria(ordered, cap=cap, slack=slack)
        if not answer.complete:
            return None
        people = ordered.people
        labels = tuple(map(label, people.order))
        listed.append(Drawn(labels, frozenset(tuple(people.by_person(play.win)) for play in plays)))
    return listed


def means(drawn: Sequence[Drawn], cap: int) -> set[Win] | None:
    """Return every mean over orders with one play each, None if there are more than `cap` sums on the way.

    >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> both = [Drawn(("A", "B"), frozenset([(one, none)])), Drawn(("B", "A"), frozenset([(half, half), (none, one)]))]
    >>> sorted(str(win[0]) for win in means(both, 10))
    ['1/2', '3/4']
    """
    sums: set[Win] = {(Fraction(0),) * len(drawn[0].order)}
    for order in drawn:
        sums = {tuple(won + more for won, more in zip(known, win, strict=True)) for known in sums for win in order.wins}
        if len(sums) > cap:
            return None
    return {tuple(total / len(drawn) for total in known) for known in sums}


# ---------------------------------------------------------------------------------------------------------
# Counted bullets


class Ending(NamedTuple):
    """What follows from a state: its worths, one per player, and the chance of every set of survivors, in order."""

    worths: tuple[Fraction, ...]
    survivors: tuple[tuple[Living, Fraction], ...]


def bullet_endings(variant: Variant, cap: int, slack: Fraction = Fraction(0)) -> list[Ending] | None:
    """Return what follows from the start over all ways of breaking ties, None if there are more ways than `cap`.

    The steps: (1) list the states that some options lead to; (2) for those with the fewest rounds first, and every way
    so far, take each of the best options; those with the same ending are the same way.

    Parameters: `variant`, of the model "bullets"; `cap`; `slack`, by how much options may differ and count as equal.

    >>> sure = Variant.stated("bullets", [1, 1, 1], bullets=1)
    >>> sorted([str(worth) for worth in ending.worths] for ending in bullet_endings(sure, 100))
    [['0', '0', '1'], ['0', '1', '0'], ['0', '1/2', '1/2'], ['1/2', '1/2', '0']]
    """
    whole = variant.problem.first_order
    policy = BulletsPolicy(variant)
    start = policy.state(whole, 0, variant.bullets)
    if start is None:
        return [_ended(variant, whole)]
    ways: list[dict[BulletState, Ending]] = [{}]
    for state in sorted(reached([start], partial(_after, policy)), key=lambda state: sum(state.rounds)):
        forked = []
        for way in ways:
            first, *others = _best(policy, state, way, slack)
            forked += [way | {state: ending} for ending in others]
            way[state] = first
        ways += forked
        if len(ways) > cap:
            return None
    return list(dict.fromkeys(way[start] for way in ways))


def _after(policy: BulletsPolicy, state: BulletState) -> list[BulletState]:
    """Return the states that some option of the mover leads to."""
    victims = {victim for aim in policy.aims(state) for victim, _ in policy.shares(state, aim)}
    return [then for _, then in (policy.following(state, victim) for victim in victims) if then is not None]


def _ended(variant: Variant, living: Living) -> Ending:
    """Return the ending when these are left and nobody can fire any more."""
    shares = {"equal": Fraction(1, len(living) or 1), "none": Fraction(0), "each": Fraction(1)}
    share = Fraction(1) if len(living) == 1 else shares[variant.survivors]
    players = variant.problem.first_order
    return Ending(tuple(share if player in living else Fraction(0) for player in players), ((living, Fraction(1)),))


def _best(
    policy: BulletsPolicy, state: BulletState, way: Mapping[BulletState, Ending], slack: Fraction
) -> list[Ending]:
    """Return the different endings of the best options of a state under a way for the states after it."""
    endings = {}
    for aim in policy.aims(state):
        worths = [Fraction(0)] * policy.problem.players
        survivors: dict[Living, Fraction] = {}
        for victim, share in policy.shares(state, aim):
            living, then = policy.following(state, victim)
            ending = _ended(policy.variant, living) if then is None else way[then]
            worths = [known + Fraction(share) * more for known, more in zip(worths, ending.worths, strict=True)]
            for left, chance in ending.survivors:
                survivors[left] = survivors.get(left, Fraction(0)) + Fraction(share) * chance
        listed = sorted(survivors.items(), key=lambda entry: (len(entry[0]), entry[0]))
        endings[Ending(tuple(worths), tuple(listed))] = worths[state.mover]
    most = max(endings.values())
    return [ending for ending, worth in endings.items() if worth >= most - slack]
