"""A phase as a file for Gambit, so that other programs can check the equilibria.

* The **strategic form** (`.nfg`) of a set of living players: all announce at once and keep their aims; the payoff of
  a player is the win probability **at this player's turn**, given equilibria of the smaller sets. Its pure Nash
  equilibria are the pure stationary equilibria of the set. (Its mixed equilibria are lotteries over policies; they
  differ from mixed stationary equilibria.)
* The **extensive form** (`.efg`) of a phase of announced play: a tree in which the players announce in shooting order,
  and each player knows the history. An option that can only end in a stalemate is not allowed while another option
  exists; the tree expresses this by a payoff of -1 for all players at the leaves that are stalemates.

All payoffs are exact rationals. Source of the formats: the documentation of Gambit, "Game representation formats" (R.
D. McKelvey, A. M. McLennan and T. L. Turocy, *Gambit: Software Tools for Game Theory*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from truel_ref.errors import ExplanationError, refuse
from truel_ref.explain.reasons import profile_results, target_options
from truel_ref.fast.stationary import float_profiles
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Equilibrium, Living
from truel_ref.game.people import Order, label, order_text
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import fraction_text, integer_text, number_text, public
from truel_ref.play.phases import first_irrational
from truel_ref.play.responses import candidates, turn_of, values_at_every_turn
from truel_ref.play.stationary import CAP, smaller_selections

__all__ = ["MOST_PROFILES", "extensive_form", "selections", "strategic_form"]

MOST_PROFILES = 1_000_000
"""The most profiles of a file; each is a line of payoffs."""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _refuse_irrational(problem: Problem) -> None:
    if problem.irrational:
        raise ExplanationError(f"Gambit reads rational numbers only; {first_irrational(problem)}")


def _refuse_too_many(options: Sequence[Sequence[Aim]]) -> None:
    profiles = prod(map(len, options))
    if profiles > MOST_PROFILES:
        raise ExplanationError(
            f"the file would have {integer_text(profiles)} profiles, more than {MOST_PROFILES:,}; "
            "search among fewer words, or predefine some aims"
        )


def strategic_form(problem: Problem, below: Mapping[Living, Equilibrium] | None = None) -> str:
    """Return the game in which all players announce at once, as the text of an `.nfg` file.

    Parameters: `problem`, of rational numbers; `below`, the equilibria of the smaller sets; by default the only
    selection.

    Raises `ExplanationError` for irrational numbers, for too many profiles, and without `below` if there is no
    selection or more than one.

    >>> print(strategic_form(Problem(["1/2", "1/3"])), end="")
    NFG 1 R "truel 1/2, 1/3: stationary play of A, B"
    { "A" "B" } { { "B" } { "A" } }
    ""
    <BLANKLINE>
    3/4 1/2
    """
    _refuse_irrational(problem)
    living = tuple(range(problem.players))
    if below is None:
        below = _only_selection(problem)
    options = []
    for player in living:
        aims = problem.options(living, player)
        if not problem.hits[player]:  # a player who can hit nobody has one option
            aims = tuple(one.aim for one in candidates(problem, living, player, below))
        options.append(aims)
    _refuse_too_many(options)
    turns = [
        [turn_of(problem, living, player, aim, below) for aim in aims]
        for player, aims in zip(living, options, strict=True)
    ]
    hits = ", ".join(map(number_text, problem.hits))
    strategies = " ".join("{ " + " ".join(_quoted(str(aim)) for aim in aims) + " }" for aims in options)
    lines = [
        f"NFG 1 R {_quoted(f'truel {hits}: stationary play of {order_text(living)}')}",
        f"{{ {' '.join(_quoted(label(player)) for player in living)} }} {{ {strategies} }}",
        '""',
        "",
    ]
    # The first player's strategy changes fastest.
    for reversed_profile in product(*(range(len(aims)) for aims in reversed(options))):
        profile = reversed_profile[::-1]
        values = values_at_every_turn([mine[index] for mine, index in zip(turns, profile, strict=True)])
        lines.append(" ".join(fraction_text(public(values[place][player])) for place, player in enumerate(living)))
    return "\n".join(lines) + "\n"


def selections(problem: Problem, cap: int = CAP) -> tuple[dict[Living, Equilibrium], ...]:
    """Return every selection of one pure stationary equilibrium for each smaller set, up to a cap.

    Parameters: `problem`, of rational numbers; `cap`, the largest number of selections.

    Raises `ExplanationError` for irrational numbers, and `ProblemError` for more than 16 players.

    >>> len(selections(Problem(["1/3", "2/3", 1]))), len(selections(Problem([1, 1, 1, 1]), cap=100))
    (1, 100)
    """
    _refuse_irrational(problem)
    return smaller_selections(problem, cap=cap, sieve=float_profiles)


def _only_selection(problem: Problem) -> Mapping[Living, Equilibrium]:
    ways = selections(problem, cap=2)
    refuse(
        ExplanationError,
        (not ways, "a smaller set has no pure equilibrium, so the payoffs are not determined"),
        (
            len(ways) > 1,
            "there are several selections of equilibria of the smaller sets, so the payoffs are not determined; give "
            "one as `below`",
        ),
    )
    return ways[0]


def extensive_form(solution: Solution, order: str | Order | None = None) -> str:
    """Return a phase of announced play as a tree, the text of an `.efg` file.

    Parameters: `solution`, of rational numbers; `order`, the phase (see `Solution.phase`), by default the first.

    Raises `PhaseError` for an unknown phase, and `ExplanationError` for irrational numbers and too many profiles.

    >>> from truel_ref import solve
    >>> print(extensive_form(solve(["1/2", "1/3"])), end="")
    EFG 2 R "truel 1/2, 1/3: announced play of A, B" { "A" "B" }
    ""
    p "" 1 1 "" { "B" } 0
    p "" 2 1 "" { "A" } 0
    t "" 1 "B, A" { 3/4 1/2 }
    """
    problem = solution.problem
    _refuse_irrational(problem)
    living = (solution.phases[0] if order is None else solution.phase(order)).order
    options = target_options(problem, living)
    _refuse_too_many(options)
    profiles = profile_results(solution, living)
    hits = ", ".join(map(number_text, problem.hits))
    names = " ".join(_quoted(label(player)) for player in living)
    lines = [f"EFG 2 R {_quoted(f'truel {hits}: announced play of {order_text(living)}')} {{ {names} }}", '""']
    sets = [0] * len(living)
    for leaf, path in enumerate(product(*(range(len(aims)) for aims in options)), 1):
        # Depth first: a node is new if only first options follow it.
        places = range(len(living))
        for place in (place for place in places if not any(path[place:])):
            sets[place] += 1
            actions = " ".join(_quoted(str(aim)) for aim in options[place])
            lines.append(f'p "" {place + 1} {sets[place]} "" {{ {actions} }} 0')
        profile = profiles[path]
        own = [
            "-1" if profile.stalls else fraction_text(win[player])
            for win, player in zip(profile.wins, living, strict=True)
        ]
        aims = ", ".join(str(aim) for aim in profile.aims)
        lines.append(f't "" {leaf} {_quoted(aims)} {{ {" ".join(own)} }}')
    return "\n".join(lines) + "\n"
