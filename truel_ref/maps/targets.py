"""Colourings by aims: whom somebody aims at, how unusual that is, and the aims of all together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.painting import Canvas, PaintClass, blank, player_of, wins_of
from truel_ref.maps.palettes import RGB, Palette, spread

if TYPE_CHECKING:
    import numpy as np

__all__ = ["aim_color", "all_aims", "place_of", "profile_color", "profile_name", "target_of", "unusual"]

SHARED = "shared first place"
UNUSUAL = ("random", "self", "miss", "a weaker player", "the strongest")  # the most unusual first
RANDOM, SELF, MISS, WEAKER, STRONGEST, NO_AIM = range(6)

# The aims of three players that have a colour of their own, - for Miss and * for a mix. The order may be added to at
# its end and never changed: it is what keeps the colour of some aims the same in all figures.
COMMON = ("-CB", "C-A", "CCA", "CCB", "BC-", "BCB", "BA-", "CAB", "BCA", "-CA")


def unusual(data: MapData, whose: str, palette: Palette) -> tuple[str, Canvas]:
    """Paint the most unusual aim in play: of all, of those who share the first place, or of one player."""
    import numpy as np

    wins, best = wins_of(data)
    player = player_of(data, whose)
    players = range(len(wins)) if player is None else (player,)
    if player is None:
        title = "most unusual aim of the winner" if whose else "most unusual aim in play"
    else:
        title = f"kind of aim of {whose}"
    kinds: np.ndarray = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    strengths = _strengths(data.spec)
    for each in players:
        kind = _kinds(data, each, strengths)
        if whose == "w":
            kind = np.where(wins[each] == best, kind, NO_AIM)
        kinds = np.minimum(kinds, kind)
    canvas = blank(data)
    for place, name in enumerate(UNUSUAL):
        canvas.add(kinds == place, PaintClass(name, palette.unusual[place]))
    return title, canvas


def _kinds(data: MapData, player: int, strengths: Sequence[np.ndarray]) -> np.ndarray:
    """Return the kind of a player's aim per pixel: RANDOM, SELF, MISS, WEAKER, STRONGEST or NO_AIM.

    An aim at another player is at the strongest if nobody but the shooter himself hits more often.
    """
    import numpy as np

    players = range(len(strengths))
    strongest = reduce(np.maximum, (strengths[other] for other in players if other != player))
    targets = _targets(data, player)
    values = np.full(data.spec.shape, NO_AIM, dtype=np.int8)
    for target in players:
        kind = np.where(strengths[target] < strongest, np.int8(WEAKER), np.int8(STRONGEST))
        np.copyto(values, kind, where=targets == target)
    values[targets == player] = SELF
    values[targets == len(players)] = MISS
    values[targets == len(players) + 1] = RANDOM
    return values


def _strengths(spec: MapSpec) -> list[np.ndarray]:
    """Return per player an array of integers, to be broadcast over the pixels, that compare as his hit probability.

    They are the places in the sorted list of all hit probabilities of the map, so that no rounding takes part.
    """
    import numpy as np

    steps = [Fraction(step, spec.points) for step in range(spec.points + 1)]
    fixed = spec.problem.hits[2:]
    place = {hit: number for number, hit in enumerate(sorted({*steps, *fixed}))}
    free = np.array([place[step] for step in steps])
    return [free[:, None], free[None, :], *(np.array([[place[hit]]]) for hit in fixed)]


def place_of(aim: Aim | None, players: int) -> int:
    """Return the index of a single target; after the players follow Miss, any mix, and no aim."""
    if aim is None:
        return players + 2
    if aim.target is not None:
        return aim.target
    return players if aim.is_miss else players + 1


def _targets(data: MapData, player: int) -> np.ndarray:
    """Return per pixel the `place_of` of a player's aim; no aim outside the map."""
    import numpy as np

    players = data.spec.problem.players
    table = [place_of(aims[player], players) for aims in data.aims]
    values: np.ndarray = np.array([*table, players + 2])[data.index]  # -1, outside, reads the last entry
    return values


def target_of(data: MapData, whose: str, palette: Palette) -> tuple[str, Canvas]:
    """Paint the target of a player, or of the winner where there is one."""
    import numpy as np

    wins, best = wins_of(data)
    players, player = len(wins), player_of(data, whose)
    canvas = blank(data)
    if player is not None:
        title, targets = f"target of {whose}", _targets(data, player)
    else:
        title, targets = "target of the winner", np.full(data.spec.shape, players + 2)
        for each in range(players):
            np.copyto(targets, _targets(data, each), where=wins[each] == best)
        targets[np.sum([win == best for win in wins], axis=0) > 1] = players + 3
    for other in range(players):
        name = f"{label(other)} (himself)" if other == player else label(other)
        canvas.add(targets == other, PaintClass(name, palette.player(other)))
    canvas.add(targets == players, PaintClass("Miss", palette.miss))
    canvas.add(targets == players + 1, PaintClass("a mix", palette.mix))
    canvas.add(targets == players + 3, PaintClass(SHARED, palette.shared, tied=True))
    return title, canvas


def all_aims(data: MapData, palette: Palette) -> Canvas:
    """Paint all aims of the first phase together, every mix alike.

    The colour of some aims depends on nothing but these aims: it is the same in every map, legend and figure.
    """
    import numpy as np

    players = data.spec.problem.players
    own = [tuple(place_of(aim, players) for aim in aims) for aims in data.aims]
    together = sorted(set(own))
    number = np.array([*(together.index(places) for places in own), -1])[data.index]  # -1, outside, reads the last
    canvas = blank(data)
    for place, places in enumerate(together):
        canvas.add(number == place, PaintClass(profile_name(together[place]), profile_color(places, palette)))
    return canvas


def profile_name(places: Sequence[int]) -> str:
    """Return what the class of the aims of all players is called, from their places; every mix has the same name."""
    return ", ".join([*map(label, range(len(places))), "Miss", "a mix", "none"][place] for place in places)


def profile_color(places: Sequence[int], palette: Palette) -> RGB:
    """Return the colour of the aims of all players together.

    Those that are common among three players have the colours of a list, the others a place in an endless one.

    Parameters: `places`, per player whom he aims at; after the players follow Miss, any mix, and no aim; `palette`.

    >>> from truel_ref.maps.palettes import PALETTES
    >>> profile_color((3, 2, 1), PALETTES["standard"]) == PALETTES["standard"].many[0]
    True
    """
    kinds = len(places) + 3
    named = [f"{'ABC'[place]}" if place < 3 else "-*."[place - 3] for place in places] if len(places) == 3 else []
    common = COMMON.index("".join(named)) if "".join(named) in COMMON else None
    if common is not None and common < len(palette.many):
        return palette.many[common]
    return spread(reduce(lambda code, place: code * kinds + place, places, len(places)))


def aim_color(aim: Aim | None, palette: Palette) -> RGB:
    """Return the colour of one aim: that of the player aimed at, or the greys of Miss and of a mix.

    >>> from truel_ref.maps.palettes import PALETTES
    >>> aim_color(Aim.at(1, 3), PALETTES["standard"]) == PALETTES["standard"].player(1)
    True
    """
    if aim is None:
        return palette.outside
    if aim.target is not None:
        return palette.player(aim.target)
    return palette.miss if aim.is_miss else palette.mix
