"""Certificates of other kinds of play: without a miss, under other rules of fire, and Goofspiel; the door to all.

`truel_ref/certificates/checkers` has the programs that check them, and that share no code with this module:
`check_goofspiel.py` for Goofspiel, `check_more.py` for the others. `docs/check/certificate.md` describes the format;
the rules are those of `docs/rules.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from math import comb, factorial, prod
from typing import Any

from truel_ref.budget import WorkEstimate, admit, check
from truel_ref.certificates.checkers.check import WORK
from truel_ref.certificates.writing import (
    EACH_PROFILE,
    STEPS,
    VERSION,
    all_equilibria,
    announced,
    certifiable,
    head,
    lines_text,
    steps_of_phases,
    text,
    texts,
    truel_certificate,
    within,
    written,
)
from truel_ref.certificates.writing_mix import mix_lines
from truel_ref.errors import ProblemError, refuse
from truel_ref.explain.mixes import BestMix, MixEnclosure
from truel_ref.fast.sets import applies, sets_without_a_miss
from truel_ref.fast.sizes import profiles_estimate, sets_estimate
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.game.statement import stated
from truel_ref.game.variant_answers import StatePlay, VariantAnswer
from truel_ref.games.goofspiel import Bids, Continuations, Openings, State, solve
from truel_ref.kernels.graphs import reached
from truel_ref.play.phases import reachable
from truel_ref.play.responses import choices, undominated
from truel_ref.play.stationary import CAP, Selections, reachable_from, sets_after
from truel_ref.variants.bullets import BulletsPolicy, BulletState
from truel_ref.variants.fire import (
    Below,
    SettledFire,
    Situation,
    after,
    chances_of_hits,
    sets_after_volley,
    shot_as_turn,
    value_of_hits,
    value_of_shots,
)
from truel_ref.variants.models import drawn_problems
from truel_ref.variants.opinions import ALL_POLICIES, states_of, values_of

__all__ = ["certificate"]

EACH_STATE = 2e-3
"""Seconds for a state, written and checked."""

MORE_WORK = WORK // 10
"""The most steps of `check_more.py` for other rules of fire, where each counts for ten."""


def certificate(answer: Any, *, without_miss: bool = False) -> str:
    """Return the certificate of an answer: lines of JSON that a program without this package can check.

    >>> from truel_ref import random_shooter
    >>> print(certificate(random_shooter("1/2 1/3")).splitlines()[1])
    {"set":[0,1],"below":[],"equilibria":[{"aims":[1,0],"values":[["3/5","2/5"]]}],"refuted":[]}
    >>> print(certificate(Problem(["1/2", "1/3"]), without_miss=True).splitlines()[1])
    {"set":[0,1],"aims":[1,0],"values":[["3/4","1/4"],["1/2","1/2"]]}

    The kinds: *fixed*, *announced* and *stationary* (`truel_certificate`); *no miss*, the aims and values of each set
    of living players where nobody may miss on purpose; *shooter*, *simultaneous* and *opinions*, all pure equilibria of
    every set over every selection for the smaller ones, and for each other profile who gains; *lot*, the backward
    induction of every drawn order and their mean; *bullets*, the best shot in every state; *goofspiel*, the value and
    optimal bids of both players in every state; *best mix*, the supremum over all mixes under the tie rule of the
    problem, with a mix that attains or approaches it and a proof that none is worth more.

    Parameters: `answer`, a `Solution`, an `Equilibria`, an `Equilibrium`, a `VariantAnswer`, `Bids`, `Openings`, a
    `BestMix`, or what `solve` takes; `without_miss`, whether a problem in which nobody may miss on purpose gets the
    shorter certificate of kind *no miss*.

    Raises `ProblemError` for what has no such certificate: random levels, deliberate misses or tie rule 3 where it
    breaks a tie without a miss or for a best mix, irrational numbers in a best mix, a best mix where nobody can be hit
    or against mixed replies; `SizeError` for what would take more than an hour and for what is beyond the limits of
    the checkers.
    """
    if isinstance(answer, Bids):
        return lines_text(_goofspiel(answer.goal, [answer]))
    if isinstance(answer, Openings):
        return lines_text(_goofspiel(answer.goal, answer.bids))
    if isinstance(answer, BestMix):
        return lines_text(mix_lines(answer))
    refuse(
        ProblemError,
        (isinstance(answer, MixEnclosure), "an enclosure against mixed replies has no certificate; take `best_mix`"),
    )
    if isinstance(answer, VariantAnswer):
        certifiable(answer.problem)
        write = {"lot": _lot, "bullets": _bullets}.get(answer.model, _equilibria)
        return lines_text(write(answer))
    if not without_miss:
        return truel_certificate(answer)
    problem = answer.problem if isinstance(answer, Solution) else stated(answer)
    certifiable(problem)
    return lines_text(_no_miss(problem))


# ---------------------------------------------------------------------------------------------------------
# Backward induction: without a miss, by lot, counted bullets


def _no_miss(problem: Problem) -> Iterator[dict[str, Any]]:
    refuse(ProblemError, (not applies(problem), "somebody may miss on purpose; take a certificate of announced play"))
    admit(sets_estimate(problem))
    solved = sets_without_a_miss(problem)
    if solved is None:
        raise ProblemError("tie rule 3 breaks a tie; take another rule, or a certificate of announced play")
    yield head("no miss", problem)
    within(sum(len(mine) for play in solved.values() for mine in play.options) * _each_step(problem), WORK, STEPS)
    for living, play in solved.items():
        aims = [written(aims[chosen]) for aims, chosen in zip(play.options, play.chosen, strict=True)]
        yield {"set": list(living), "aims": aims, "values": list(map(texts, play.values))}


def _each_step(problem: Problem) -> int:
    """Return how many steps a step counts for; long numbers take long."""
    return 1 + len(str(texts(problem.hits))) // 1000


def _lot(answer: VariantAnswer) -> Iterator[dict[str, Any]]:
    variant, problem = answer.variant, answer.problem
    orders = problem.players if variant.start else factorial(problem.players)
    admit(WorkEstimate(orders * profiles_estimate(problem).count, "profiles to certify", EACH_PROFILE))
    within(orders * steps_of_phases(problem, reachable(problem)), WORK, STEPS)
    yield head("lot", problem) | {"play": variant.play, "start": variant.start}
    for drawn in drawn_problems(problem, start=variant.start):
        _, *lines = announced(drawn, "announced") if variant.play == "announced" else all_equilibria(drawn)
        places = [problem.people.places[person] for person in drawn.people.order]
        yield {"drawn": places, "lines": lines}
    yield {"win": texts(answer.win) if len(answer) else None}


def _bullets(answer: VariantAnswer) -> Iterator[dict[str, Any]]:
    variant, problem = answer.variant, answer.problem
    policy, people, steps = BulletsPolicy(variant), problem.people, 0
    yield head("bullets", problem) | {"bullets": list(variant.bullets), "survivors": variant.survivors}

    def following(state: BulletState) -> Iterator[BulletState]:
        for aim in policy.aims(state):
            for victim, _ in policy.shares(state, aim):
                then = policy.following(state, victim)[1]
                if then is not None:
                    yield then

    start = policy.state(problem.first_order, 0, variant.bullets)
    ends: dict[BulletState, dict[Living, Any]] = {}
    states = reached([] if start is None else [start], following)
    for state in sorted(states, key=lambda state: (sum(state.rounds), *state)):
        names = [problem.label(player) for player in state.living]
        play = policy.at(names, problem.label(state.mover), list(people.by_person(state.rounds)))
        survivors: dict[Living, Any] = {}
        for victim, share in policy.shares(state, play.chosen):
            living, then = policy.following(state, victim)
            for left, chance in ({living: 1} if then is None else ends[then]).items():
                survivors[left] = survivors.get(left, 0) + share * chance
        ends[state] = survivors
        steps += len(policy.aims(state)) * len(survivors) * _each_step(problem)
        within(steps, WORK, STEPS, "give fewer bullets")
        listed = sorted(survivors, key=lambda left: (len(left), left))
        yield {
            "set": list(state.living),
            "mover": state.mover,
            "bullets": list(state.rounds),
            "aim": written(play.chosen),
            "worths": texts(play.worths),
            "survivors": [[list(left), text(survivors[left])] for left in listed],
        }


# ---------------------------------------------------------------------------------------------------------
# Equilibria under other rules of fire


def _equilibria(answer: VariantAnswer) -> Iterator[dict[str, Any]]:
    problem, model = answer.problem, answer.model
    steps = partial(sets_after_volley if model == "simultaneous" else sets_after, problem)
    whole = problem.first_order
    sets = reachable_from(whole, steps)
    counts = [
        prod(len(choices(problem, living, player)) for _, player in _places(model, problem, living)) for living in sets
    ]
    yield head(model, problem)
    if not answer.complete or (model == "opinions" and max(counts) > ALL_POLICIES):
        refuse(
            ProblemError,
            (not answer.plays, "a certificate of no equilibrium needs every profile, and these are too many"),
        )
        yield from _listed(answer, steps)
        return
    admit(
        WorkEstimate(
            counts[-1] * answer.selections + sum(counts),
            "profiles to certify",
            EACH_PROFILE * (len(whole) if model == "shooter" else 2 ** len(whole)),
        )
    )
    each = 2 * _each_step(problem) * (2 ** (len(whole) + 1) if model == "simultaneous" else 2 * len(whole) + 1)
    within(counts[-1] * answer.selections * each * (model == "simultaneous"), MORE_WORK, STEPS)
    lines: list[dict[str, Any]] = []
    ids: dict[int, int] = {}

    def settle(living: Living, below: Below) -> list[SettledFire]:
        nodes, refuted = _settled(model, problem, living, below)
        selected = [ids[id(below[left])] for left in reachable_from(living, steps)[:-1]]
        ids.update({id(node): len(ids) + more for more, node in enumerate(nodes)})
        entries = [_entry(model, node.situations, [state.win for state in node.situations]) for node in nodes]
        lines.append({"set": list(living), "below": selected, "equilibria": entries, "refuted": refuted})
        return nodes

    search: Selections[SettledFire] = Selections(steps, settle)
    ways, complete = search.ways(whole, CAP)
    refuse(ProblemError, (not complete, f"there are more than {CAP:,} selections of equilibria of smaller sets"))
    for way in ways:
        search.equilibria(whole, way)
    within(sum(len(line["refuted"]) for line in lines) * each, MORE_WORK, STEPS)
    yield from lines


def _entry(model: str, states: Sequence[Situation | StatePlay], wins: Iterable[Sequence[Any]]) -> dict[str, Any]:
    size = -1 if model != "simultaneous" else None
    return {
        "aims": [written(aim) for state in states for aim in state.aims if aim is not None],
        "values": [texts(win[:size]) for win in wins],
    }


def _listed(answer: VariantAnswer, steps: Any) -> Iterator[dict[str, Any]]:
    """Yield the equilibria of an answer that may not be complete, and nothing of other profiles."""
    chosen: list[dict[Living, int]] = [{} for _ in answer]
    count = 0
    for living in reachable_from(answer.problem.first_order, steps):
        lines: dict[tuple[int, ...], list[dict[str, Any]]] = {}
        entries = []
        for mine, play in zip(chosen, answer, strict=True):
            states = sorted((state for state in play.states if state.living == living), key=lambda state: state.counts)
            entry = _entry(answer.model, states, [(*state.win, state.nobody) for state in states])
            line = lines.setdefault(tuple(mine[left] for left in reachable_from(living, steps)[:-1]), [])
            if entry not in line:
                line.append(entry)
            entries.append((line, entry))
        first = {}
        for below, line in lines.items():
            yield {"set": list(living), "below": list(below), "equilibria": line, "refuted": None}
            first[id(line)] = count
            count += len(line)
        for mine, (line, entry) in zip(chosen, entries, strict=True):
            mine[living] = first[id(line)] + line.index(entry)


def _places(model: str, problem: Problem, living: Living) -> list[tuple[tuple[int, ...], int]]:
    """Return the decisions of a set: how many hold each opinion, empty in other models, and who decides."""
    states = states_of(living, problem.players) if model == "opinions" else [()]
    return [(state, player) for state in states for player in living]


def _settled(model: str, problem: Problem, living: Living, below: Below) -> tuple[list[SettledFire], list[Any]]:
    """Return the pure equilibria of a set, and who gains how much in every other profile."""
    places = _places(model, problem, living)
    options: list[Sequence[Aim]] = [choices(problem, living, player) for _, player in places]
    if model == "shooter":
        for place, (_, player) in enumerate(places):
            turns = [shot_as_turn(problem, living, player, aim, below) for aim in options[place]]
            options[place] = [one.aim for one in undominated(tuple(options[place]), turns, player)]
    states = list(dict.fromkeys(state for state, _ in places))

    def aims_of(profile: tuple[int, ...]) -> list[tuple[Aim, ...]]:
        aims = [mine[one] for mine, one in zip(options, profile, strict=True)]
        return [tuple(aims[start : start + len(living)]) for start in range(0, len(aims), len(living))]

    @cache
    def values(profile: tuple[int, ...]) -> Mapping[tuple[int, ...], Sequence[Any]]:
        check()
        policy = dict(zip(states, aims_of(profile), strict=True))
        if model == "opinions":
            return values_of(problem, living, policy, below)
        aims = policy[()]
        if model == "shooter":
            turns = [
                shot_as_turn(problem, living, player, aim, below) for player, aim in zip(living, aims, strict=True)
            ]
            return {(): value_of_shots(turns)}
        hits = chances_of_hits(problem, dict(zip(living, aims, strict=True)))

        def value(gone: frozenset[int]) -> Sequence[Any]:
            return after((player for player in living if player not in gone), below, problem.players)

        return {(): value_of_hits(hits, value, problem.players)}

    nodes, refuted = [], []
    for profile in product(*(range(len(mine)) for mine in options)):
        at, gains = values(profile), []
        for place, (state, player) in enumerate(places):
            for option in range(len(options[place])):
                other = values((*profile[:place], option, *profile[place + 1 :]))
                gains.append((other[state][player] - at[state][player], -place, -option))
        gain, place, option = max(gains)
        if gain > 0:
            state, player = places[-place]
            where = [list(state)] if model == "opinions" else []
            refuted.append([player, written(options[-place][-option]), text(gain), *where])
        else:
            situations = tuple(
                Situation(state, aims, at[state]) for state, aims in zip(states, aims_of(profile), strict=True)
            )
            nodes.append(SettledFire(living, situations, False, ()))
    return nodes, refuted


# ---------------------------------------------------------------------------------------------------------
# Goofspiel


def _goofspiel(goal: str, answers: Sequence[Bids]) -> Iterator[dict[str, Any]]:
    """Yield the bids of every state that can follow, those with few cards first, and at last those of the answer."""
    later = Continuations(goal)
    cards = len(answers[0].state.own)
    counts = [comb(cards, left) ** 3 * left for left in range(cards + 1)]
    within(sum(many * left**2 for left, many in enumerate(counts)), WORK, STEPS, "state fewer cards")
    admit(WorkEstimate(sum(counts), "states to certify", EACH_STATE))
    asked = {_canonical(goal, answer.state) for answer in answers}
    states = reached(asked, partial(_after, goal))
    small = sorted((state for state in states if state not in asked), key=_order)
    yield {"certificate": VERSION, "kind": "goofspiel", "goal": goal}
    for bids in (*(solve(state, goal, known=later) for state in small), *answers):
        yield {
            **bids.state.to_json(),
            "value": text(bids.value),
            "own_bids": texts(bids.mixes.rows),
            "other_bids": texts(bids.mixes.columns),
        }


def _order(state: State) -> tuple[Any, ...]:
    return len(state.own), state.own, state.other, state.prize, state.to_come, state.lead


def _canonical(goal: str, state: State) -> State:
    """Return a state of the same value, perhaps of the opposite sign: ranks for cards, and the smaller hand first."""
    ranks = {card: rank for rank, card in enumerate(sorted({*state.own, *state.other}), 1)}
    own, other = (tuple(ranks[card] for card in hand) for hand in (state.own, state.other))
    ranked = State(own, other, state.prize, state.to_come, state.lead if goal == "win" else 0)
    return min(ranked, ranked.mirrored(), key=_order)


def _after(goal: str, state: State) -> Iterator[State]:
    """Yield the states that can follow and are not decided: by a large lead, or by equal hands without a lead."""
    for mine, theirs in product(state.own, state.other):
        own, other, prizes, lead = state.after(mine, theirs)
        open_still = goal == "points" or abs(lead) <= sum(prizes)
        for prize in prizes if open_still and (own != other or (goal == "win" and lead)) else ():
            left = tuple(card for card in prizes if card != prize)
            yield _canonical(goal, State(own, other, prize, left, lead))
