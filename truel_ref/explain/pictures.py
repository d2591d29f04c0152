"""Pictures of decisions and courses: the options of a decision, the length of a duel.

The figures do not use pyplot. With one version of matplotlib, equal decisions give equal files, byte for byte
(`truel_ref.records.drawing.picture`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import cycle
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from truel_ref.errors import ProblemError
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem, hit_text
from truel_ref.game.solution import Decision, Worth
from truel_ref.numbers import decimal_text, number_text, percent_text
from truel_ref.records.drawing import usual_settings
from truel_ref.records.table import PLAYER_COLORS as COLORS
from truel_ref.records.table import plain_texts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from truel_ref.game.course import Course

_NOBODY = "#bbbbbb"
_GREY = "#777777"
_BAR = COLORS[2]
_SHOWN = Fraction(1, 2000)  # of a bar; below, its label would say 0.0 %
_LABELLED_BARS = 40  # more bars are too narrow for numbers above them
_SHORT = 14  # the most characters of a number in a bar
_NAME = 10  # the most characters of a name


def _names(problem: Problem) -> list[str]:
    """Return the names of all players, cut to a length that fits; names with an equal beginning get numbers."""
    cut = [name if len(name) <= _NAME else name[: _NAME - 1] + "…" for name in problem.names]
    return [name if cut.count(name) == 1 else f"{name[: _NAME - 3]}… {number}" for number, name in enumerate(cut, 1)]


def _given(problem: Problem, players: Iterable[int]) -> str:
    """Return the hit probabilities of some players as text."""
    names, said = _names(problem), []
    for player in players:
        exact = number_text(problem.hits[player])
        short = exact if len(exact) <= _SHORT else f"about {percent_text(problem.hits[player], 3)}"
        said.append(hit_text(names[player], short))
    return ", ".join(said)


def _do(problem: Problem, order: Iterable[int], aims: Iterable[Aim]) -> list[str]:
    """Return what some players do, each in a few words."""
    names, listed = _names(problem), zip(order, aims, strict=False)
    long = {aim for aim in aims if aim.is_mix and len(aim.text(problem.names)) > 2 * _NAME}
    return [f"{names[one]} mixes" if aim in long else aim.does(names[one], names) for one, aim in listed]


# ---------------------------------------------------------------------------------------------------------
# The options of a decision, all sizes in inches

_LEFT, _ACROSS, _COLUMN = 3.2, 3.2, 1.2  # the names of the rows, the bars, a column of numbers
_HEIGHT, _LINE = 0.4, 0.16  # of a bar, of a line of text
_ROW = 34  # letters in a line of the name of a row


@usual_settings()
def bars(decision: Decision, title: str = "") -> Figure:
    r"""Return a figure with one bar for each option of a decision: the win probabilities after the replies to it.

    The numbers stand beside the bars, in a column for each player, headed by the name in the player's colour. The
    chosen option is bold. The win probabilities are those at the first turn of the player who decides.

    Parameters: `decision`; `title`, the title, by default a question.

    >>> from truel_ref import decision
    >>> figure = bars(decision(["1/3", "2/3", 1]))
    >>> [text.get_text() for text in figure.axes[0].texts[-3:]]
    ['25/63\n39.7 %', '8/21\n38.1 %', '2/9\n22.2 %']
    """
    from matplotlib.figure import Figure

    problem = decision.problem
    names = [_row_name(decision, worth) for worth in decision.worths]
    pitch = 0.1 + max(_HEIGHT, _LINE * max(name.count("\n") + 1 for name in names))
    columns = [*zip(_names(problem), cycle(COLORS), strict=False)]
    columns += [("nobody", _NOBODY)] * any(sum(worth.win) != 1 for worth in decision.worths)
    width = _LEFT + _ACROSS + _COLUMN * len(columns)
    before = "; ".join(_do(problem, decision.order, decision.earlier))
    asked = f"What does {columns[decision.player][0]} do{' after ' * bool(before)}{before}, and who wins?"
    head = fill(title or f"{_given(problem, decision.order)}. {asked}", int(12 * width))
    above = 0.5 + 0.19 * (head.count("\n") + 1)
    height = above + pitch * len(names)
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    axes.text(0.1, 0.08, head, fontsize=10.5, va="top")
    centers = [_LEFT + _ACROSS + _COLUMN * (number + 0.5) for number in range(len(columns))]
    for (name, color), center in zip(columns, centers, strict=True):
        axes.text(center, above - 0.12, name, ha="center", color=color, fontsize=8.5, fontweight="bold")
    for row, (worth, name) in enumerate(zip(decision.worths, names, strict=True)):
        middle, left = above + pitch * (row + 0.5), _LEFT
        weight = "bold" if worth.aim == decision.chosen else "normal"
        axes.text(left - 0.1, middle, name, ha="right", va="center", fontsize=9, fontweight=weight)
        chances = (*worth.win, 1 - sum(worth.win, Fraction(0)))
        for (_, color), center, chance in zip(columns, centers, chances, strict=False):
            share, exact = _ACROSS * float(chance), number_text(chance)
            axes.barh(middle, share, left=left, color=color, edgecolor="white", height=_HEIGHT)
            written = "\n".join([exact] * (len(exact) <= _SHORT) + [percent_text(chance, 1)])
            axes.text(center, middle, written, ha="center", va="center", fontsize=8, fontweight=weight)
            left += share
    return plain_texts(figure)


def _row_name(decision: Decision, worth: Worth) -> str:
    later = decision.order[len(decision.earlier) :]
    own, *replies = _do(decision.problem, later, (worth.aim, *(worth.replies or ())))
    if not worth.allowed:
        return f"{own}\n(only a stalemate can follow)"
    whole = ", ".join(reply.replace(" ", "\xa0") for reply in replies)  # no reply is broken
    return "\n".join([f"{own},", *wrap(f"then {whole}", _ROW)]).replace("\xa0", " ") if replies else own


# ---------------------------------------------------------------------------------------------------------
# The course


@usual_settings()
def turns(course: Course) -> Figure:
    """Return a figure with one bar for each number of turns: the probability that the duel takes exactly this number.

    A grey bar at the right is for all longer duels, including the last bars below 1/2000; its darker part is a
    stalemate. A line marks the mean if it is finite and within the bars.

    Parameters: `course`, with a distribution of at least one turn.

    Raises `ProblemError` for a course without a distribution.

    >>> from truel_ref import course, solve
    >>> figure = turns(course(solve(["1/3", "2/3", 1]), turns=8))
    >>> [tick.get_text() for tick in figure.axes[0].get_xticklabels()]
    ['1', '2', '3', '4', '5', '6', '7', '8', 'more']
    """
    from matplotlib.figure import Figure

    if len(course.distribution) < 2:
        raise ProblemError("there is nothing to draw; ask for at least one turn, such as --turns 20, or turns=20")
    last = max((turn for turn, chance in enumerate(course.distribution) if chance >= _SHOWN), default=1)
    step = -(-last // _LABELLED_BARS)
    more, across = last + step + 0.5, max(5.0, min(16.0, 1.6 + 0.34 * last))
    figure = Figure(figsize=(across, 3.4), layout="constrained")
    axes = figure.add_subplot()
    chances = [*course.distribution[1 : last + 1], course.longer + sum(course.distribution[last + 1 :])]
    places, colors = [*range(1, last + 1), more], [_BAR] * last + [_NOBODY]
    drawn = axes.bar(places, [*map(float, chances)], color=colors, width=0.84)
    labels = ["< 0.1 %" if 0 < chance < _SHOWN else percent_text(chance, 1) for chance in chances]
    few = last <= _LABELLED_BARS
    axes.bar_label(drawn, labels if few else [""] * last + labels[last:], rotation=90, fontsize=7, padding=3)
    axes.bar(more, float(course.stalemate), color=_GREY, width=0.84)
    if course.turns is not None and course.turns <= last:
        label = f"mean {decimal_text(course.turns, 2)}"
        axes.axvline(float(course.turns), color=COLORS[0], lw=1.2, ls="--", zorder=0, label=label)
        axes.legend(frameon=False, fontsize=8)
    ticks = range(step, last + 1, step)
    axes.set_xticks([*ticks, more], [*map(str, ticks), "more\n(dark: stalemate)" if course.stalemate else "more"])
    axes.set(ymargin=0.22, yticks=[], xlabel="turns until one is left")
    axes.spines[["top", "left", "right"]].set_visible(False)
    title = f"How long {course.model} play lasts if {_given(course.problem, range(course.problem.players))}"
    axes.set_title(fill(title, int(14 * across)), fontsize=10, loc="left")
    return plain_texts(figure)
