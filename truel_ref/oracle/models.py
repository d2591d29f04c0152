"""Vectors of other rules of fire: a group for each model, asked for by name.

A vector has `model`, a problem as in every other vector, the settings of that model beside it (`play` and `start` by
lot, `bullets` and `survivors` with counted bullets), and `answer`. Where ties have other outcomes, these are listed. In
announced play and with counted bullets only problems are taken in which no option is worse than the best one by less
than 1e-9 unless it is exactly as good, so that nothing but an exact tie can be broken either way. `FORMAT.md` describes
the keys. Each group has its own random numbers, drawn from `SEED` and its name, and no problem comes twice in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from truel_ref.errors import VectorError, shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import SURVIVORS, Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import number_text
from truel_ref.oracle.groups import SEED
from truel_ref.oracle.ways import Ending, bullet_endings, drawn_wins, means
from truel_ref.variants.models import solve_variant

__all__ = ["MODEL_GROUPS", "generate_models", "make_model", "variants"]

MODEL_GROUPS = {"lot": 40, "shooter": 60, "simultaneous": 60, "bullets": 60, "opinions": 40}
"""How many vectors each group has; each is called like its model."""

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
    for variant, _ in _listed(group):
        yield variant


def _listed(group: str) -> Iterator[tuple[Variant, dict[str, Any]]]:
    """Yield what a group asks, each with what is answered."""
    if group not in list(MODEL_GROUPS):
        raise VectorError(f"no group is called {shown(group)}; there are {', '.join(MODEL_GROUPS)}")
    return islice(_once(group), MODEL_GROUPS[group])


def _once(group: str) -> Iterator[tuple[Variant, dict[str, Any]]]:
    known = [_stated(group, asked) for asked in _KNOWN[group]]
    yield from ((variant, _answered(variant)) for variant in known)
    seen = set(known)
    rng = Random(f"{SEED} {group}")
    while True:
        variant = _stated(group, _drawn(group, rng))
        if variant not in seen and _is_short(variant):
            yield variant, _answered(variant)
        seen.add(variant)


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


def generate_models(group: str) -> Iterator[dict[str, Any]]:
    """Yield the vectors of a group, made anew; they are those that the package ships.

    Raises `VectorError` for a group that there is not.

    >>> next(generate_models("lot"))["answer"]["win"]
    ['3/10', '8/45', '47/90']
    """
    for number, (variant, answered) in enumerate(_listed(group), 1):
        yield {"id": f"{group}-{number:04}", "group": group} | variant.to_json() | answered


def _answered(variant: Variant) -> dict[str, Any]:
    """Return the answer to a variant, and the other outcomes of ties where its model has one answer."""
    answer = solve_variant(variant, cap=CAP)
    if not answer.complete:
        raise VectorError(f"{shown(variant, 120)} has too many equilibria for a test vector")
    return {"lot": _by_lot, "bullets": _with_bullets}.get(variant.model, _equilibria)(answer)


def _equilibria(answer: VariantAnswer) -> dict[str, Any]:
    distinct: list[dict[str, Any]] = []
    for play in answer:
        data = play.to_json()
        entry: dict[str, Any] = {
            "aims": {label(player): aim for player, aim in enumerate(data["aims"])},
            "win": data["win"],
            "nobody": data["nobody"],
            "stalemate": data["stalemate"],
            "strict": data["strict"],
        }
        if answer.model != "simultaneous":
            del entry["nobody"]
        if entry not in distinct:  # the same under two selections of equilibria of the smaller sets
            distinct.append(entry)
    return {"answer": {"equilibria": distinct, "complete": True}}


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
