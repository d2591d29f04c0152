"""Counted bullets as a tree: every state that the chosen aims lead to, with what can happen in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from truel_ref.errors import ExplanationError
from truel_ref.game.aims import aim_does
from truel_ref.game.equilibrium import Living
from truel_ref.game.variant_plays import StatePlay
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.records.table import plain_texts
from truel_ref.variants.bullets import BulletsPolicy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["MOST_BRANCHES", "Branch", "bullets_tree", "tree_figure", "tree_text"]

MOST_BRANCHES = 200
"""Ends of a tree that is printed or drawn."""


@dataclass(frozen=True)
class Branch:
    """One thing that can happen, and what follows.

    Fields: `victim`, who is hit, None for nobody (and at the root); `chance`, of this after the state before; `living`,
    who lives then; `state`, what is done then, None where it is over; `branches`, what can happen there.
    """

    victim: int | None
    chance: Number
    living: Living
    state: StatePlay | None
    branches: tuple[Branch, ...]

    @property
    def ends(self) -> int:
        """How many ends the tree has from here on."""
        return sum(branch.ends for branch in self.branches) or 1


def bullets_tree(policy: BulletsPolicy) -> Branch:
    """Return the tree of a duel with counted bullets under the chosen aims.

    Parameters: `policy`. Raises `ExplanationError` for more than 200 ends.

    >>> tree = bullets_tree(BulletsPolicy(["1/2", 1], bullets=1, survivors="none"))
    >>> tree.ends, [str(branch.chance) for branch in tree.branches]
    (2, ['1/2', '1/2'])
    """
    left = MOST_BRANCHES

    def branch(victim: int | None, chance: Number, living: Living, state: StatePlay | None) -> Branch:
        nonlocal left
        left -= state is None
        if left < 0:
            raise ExplanationError(
                f"this tree has more than {MOST_BRANCHES} ends; ask for single states instead: policy.at"
            )
        following = () if state is None else tuple(branch(*step) for step in policy.after(state))
        return Branch(victim, chance, living, state, following)

    start = policy.start
    whole = policy.problem.first_order
    return branch(None, Fraction(1), whole, start)


def tree_text(policy: BulletsPolicy) -> str:
    """Return the tree as text, one line for each thing that can happen.

    Parameters and errors as for `bullets_tree`.

    >>> print(tree_text(BulletsPolicy(["1/2", 1], bullets=1, survivors="none")))
    A 1, B 1: A at B
      1/2 hits B: A is left
      1/2 hits nobody: A 0, B 1: B at A
        1 hits A: B is left
    """
    return "\n".join(_lines(policy, bullets_tree(policy), 0))


def _lines(policy: BulletsPolicy, branch: Branch, depth: int) -> Iterator[str]:
    happened = ""
    if depth:
        victim = "nobody" if branch.victim is None else policy.problem.label(branch.victim)
        happened = f"{number_text(branch.chance)} hits {victim}: "
    yield f"{'  ' * depth}{happened}{_then(policy, branch)}"
    for following in branch.branches:
        yield from _lines(policy, following, depth + 1)


def _then(policy: BulletsPolicy, branch: Branch) -> str:
    """Return what is done after something has happened, or who is left."""
    problem, state = policy.problem, branch.state
    if state is None or state.mover is None:
        names = problem.order_text(branch.living) or "nobody"
        return f"{names} {'is' if len(branch.living) < 2 else 'are'} left"
    rounds = ", ".join(f"{problem.label(player)} {state.counts[player]}" for player in state.living)
    return f"{rounds}: {aim_does(problem.label(state.mover), state.chosen)}"


def tree_figure(policy: BulletsPolicy) -> Figure:
    """Return the tree as a figure: states from left to right, the chance of every branch on its line.

    Parameters and errors as for `bullets_tree`.

    >>> len(tree_figure(BulletsPolicy(["1/2", 1], bullets=1, survivors="none")).axes)
    1
    """
    from matplotlib.figure import Figure

    tree = bullets_tree(policy)
    depth = _depth(tree)
    figure = Figure(figsize=(1.2 + 2.6 * depth, 0.8 + 0.34 * tree.ends), layout="constrained")
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set_xlim(-0.05, depth + 0.95)
    axes.set_ylim(-0.6, tree.ends - 0.4)
    axes.invert_yaxis()
    hits = ", ".join(
        f"{policy.problem.label(player)} {number_text(hit)}" for player, hit in enumerate(policy.problem.hits)
    )
    axes.set_title(f"{hits}; {policy.variant.settings_text()}", fontsize=10, loc="left")

    def draw(branch: Branch, left: float, top: float, chance: Number) -> float:
        """Draw a branch whose ends begin at a height; return the height of its own text."""
        below = top
        heights = []
        for following in branch.branches:
            heights.append(draw(following, left + 1, below, chance * following.chance))
            below += following.ends
        height = sum(heights) / len(heights) if heights else top
        text = _then(policy, branch)
        if branch.state is None:
            text = f"{text}  {percent_text(chance, 2)}"
        # The state and what is done in it stand on two lines.
        axes.text(
            left,
            height,
            text.replace(": ", "\n"),
            ha="left",
            va="center",
            fontsize=8,
            fontweight="bold" if branch.state is None else "normal",
        )
        for following, at in zip(branch.branches, heights, strict=True):
            victim = "miss" if following.victim is None else policy.problem.label(following.victim)
            axes.plot([left + 0.52, left + 0.97], [height, at], color="#999999", linewidth=0.8)
            axes.text(
                left + 0.78,
                height + (at - height) * 0.58,
                f"{victim} {number_text(following.chance)}",
                ha="center",
                va="bottom",
                fontsize=7,
                color="#1f60cc",
            )
        return height

    draw(tree, 0.0, 0.0, Fraction(1))
    return plain_texts(figure)


def _depth(branch: Branch) -> int:
    return 1 + max(map(_depth, branch.branches)) if branch.branches else 0
