"""Pictures of decisions and courses: the options of a decision, the length of a duel.

The figures do not use pyplot. With one version of matplotlib, equal decisions give equal files, byte for byte
(`picture`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem, hit_text
from truel_ref.game.solution import Decision, Worth
from truel_ref.limits import LIBRARIES
from truel_ref.numbers import decimal_text, number_text, percent_text
from truel_ref.records.table import PLAYER_COLORS as COLORS
from truel_ref.records.table import ink, plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from truel_ref.game.course import Course

__all__ = ["bars", "picture", "turns"]

_NOBODY = "#bbbbbb"
_GREY, _FAINT = "#777777", "#c8c8c8"
_BAR = COLORS[2]
_SHOWN = Fraction(1, 2000)  # of a bar; below, its label would say 0.0 %
_LABELLED_BARS = 40  # more bars are too narrow for numbers above them
_SHORT = 14  # the most characters of a number in a bar
_NAME = 10  # the most characters of a name
_METADATA = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}


def picture(figure: Figure, format: str = "png", dpi: int = 150, **metadata: str) -> bytes:  # noqa: A002  the usual word
    """Return a figure as the bytes of a file, without a date.

    Parameters: `figure`; `format`, "png", "svg" or "pdf"; `dpi`, dots per inch; `metadata`, texts for the file.

    Raises `ProblemError` for another format.

    >>> from truel_ref import why
    >>> picture(why(["1/3", "2/3", 1]).figure(), "svg")[:5]
    b'<?xml'
    """
    import matplotlib as mpl

    if not isinstance(format, str) or format not in _METADATA:
        raise ProblemError(f"pictures are written as {', '.join(_METADATA)}, not as {shown(format)}")
    written = BytesIO()
    with LIBRARIES, mpl.rc_context({"svg.hashsalt": "truel_ref"}):
        figure.savefig(written, format=format, dpi=dpi, metadata=_METADATA[format] | metadata)
    return written.getvalue()


def _given(problem: Problem, players: Iterable[int]) -> str:
    """Return the hit probabilities of some players as text."""
    return ", ".join(hit_text(_called(problem, player), number_text(problem.hits[player])) for player in players)


def _does(problem: Problem, player: int, aim: Aim) -> str:
    """Return a player's aim in a few words."""
    if aim.target is not None:
        return f"{_called(problem, player)} at {_cut(str(aim))}"
    return aim.does(_called(problem, player), problem.names)


def _called(problem: Problem, player: int) -> str:
    """Return a player's name for a picture."""
    return _cut(problem.label(player))


def _cut(name: str) -> str:
    """Return a name cut to a length that fits."""
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


# ---------------------------------------------------------------------------------------------------------
# Bars


def bars(decision: Decision, problem: Problem, title: str = "") -> Figure:
    """Return a figure with one bar for each option of a decision: the win probabilities after the replies to it.

    The chosen option is bold. A part of a bar that is too narrow for its label has the label below. The win
    probabilities are those at the first turn of the player who decides.

    Parameters: `decision`; `problem`, the problem of the decision; `title`, the title, by default a question.

    >>> from truel_ref import decision, solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> figure = bars(decision(solution), solution.problem)
    >>> [" ".join(tick.get_text().split()) for tick in figure.axes[0].get_yticklabels()]
    ['A at B, then B at C, C at B', 'A at C, then B at C, C at B', 'A misses, then B at C, C at B']
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.8 + 0.7 * len(decision.worths)), layout="constrained")
    axes = figure.add_subplot()
    for row, worth in enumerate(decision.worths):
        _bar(axes, row, worth, problem)
    axes.set_yticks(range(len(decision.worths)), [_row_name(decision, worth, problem) for worth in decision.worths])
    for tick, worth in zip(axes.get_yticklabels(), decision.worths, strict=True):
        tick.set_fontweight("bold" if worth.aim == decision.chosen else "normal")
    axes.set(xlim=(0, 1), xticks=[])
    axes.invert_yaxis()
    axes.spines[:].set_visible(False)
    axes.tick_params(left=False)
    axes.set_title(title or _title(decision, problem), fontsize=11, loc="left")
    return plain_texts(figure)


def _bar(axes: Axes, row: int, worth: Worth, problem: Problem) -> None:
    left, beside = 0.0, []
    parts = [(_called(problem, player), COLORS[player % len(COLORS)], win) for player, win in enumerate(worth.win)]
    for name, color, win in [*parts, ("nobody", _NOBODY, 1 - sum(worth.win, Fraction(0)))]:
        share = float(win)
        axes.barh(row, share, left=left, color=color, edgecolor="white", height=0.72)
        exact = number_text(win)
        said = f"{name}  {exact}\n{percent_text(win, 1)}" if len(exact) <= _SHORT else f"{name}\n{percent_text(win, 1)}"
        if share > 0.012 * max(map(len, said.splitlines())):
            axes.text(left + share / 2, row, said, ha="center", va="center", color=ink(color), fontsize=9)
        elif win:  # a part too narrow for its text has the text below
            beside.append((left + share / 2, said.replace("\n", "  ")))
        left += share
    if beside:
        middle, _ = beside[0]
        side = "left" if middle < 0.5 else "right"
        axes.text(middle, row + 0.5, ",  ".join(said for _, said in beside), ha=side, va="center", fontsize=7.5)
        axes.plot([middle] * 2, [row + 0.3, row + 0.43], color="black", lw=0.7)


def _row_name(decision: Decision, worth: Worth, problem: Problem) -> str:
    own = _does(problem, decision.player, worth.aim)
    if worth.replies is None:
        return f"{own}\n(only a stalemate can follow)"
    later = decision.order[len(decision.earlier) + 1 :]
    replies = [_does(problem, player, aim) for player, aim in zip(later, worth.replies, strict=True)]
    return f"{own},\nthen {', '.join(replies)}" if replies else own


def _title(decision: Decision, problem: Problem) -> str:
    before = zip(decision.order, decision.earlier, strict=False)
    said = "; ".join(_does(problem, player, aim) for player, aim in before)
    after = f" after {said}" if said else ""
    text = f"{_given(problem, decision.order)}. What does {_called(problem, decision.player)} do{after}, and who wins?"
    return text if len(text) <= 90 else f"What does {_called(problem, decision.player)} do{after}, and who wins?"


# ---------------------------------------------------------------------------------------------------------
# The course


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
    longer = course.longer + sum(course.distribution[last + 1 :])
    figure = Figure(figsize=(max(5.0, min(16.0, 1.6 + 0.34 * last)), 3.4), layout="constrained")
    axes = figure.add_subplot()
    labelled = last <= _LABELLED_BARS
    for turn, chance in enumerate(course.distribution[1 : last + 1], 1):
        axes.bar(turn, float(chance), color=_BAR, width=0.84)
        if labelled and chance >= _SHOWN:
            axes.text(
                turn, float(chance), f" {percent_text(chance, 1)}", rotation=90, ha="center", va="bottom", fontsize=7
            ).set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0})
    more = last + 1.5
    axes.bar(more, float(longer), color=_NOBODY, width=0.84)
    axes.bar(more, float(course.stalemate), color=_GREY, width=0.84)
    axes.text(
        more,
        float(longer),
        f" {percent_text(longer, 1)}" if longer >= _SHOWN or not longer else " < 0.1 %",
        rotation=90,
        ha="center",
        va="bottom",
        fontsize=7,
    )
    if course.turns is not None and course.turns <= last:
        axes.axvline(float(course.turns), color=COLORS[0], lw=1.2, ls="--", zorder=0)
        mean = f" mean {decimal_text(course.turns, 2)}"
        axes.annotate(
            mean, (float(course.turns), 1), xycoords=("data", "axes fraction"), color=COLORS[0], fontsize=8, va="top"
        )
    step = max(1, -(-last // _LABELLED_BARS))
    ticks = [turn for turn in range(1, last + 1) if step == 1 or turn % step == 0]
    axes.set_xticks([*ticks, more], [*map(str, ticks), "more\n(dark: stalemate)" if course.stalemate else "more"])
    axes.margins(y=0.22)
    axes.set(ylim=(0, None), yticks=[], xlabel="turns until one is left")
    axes.spines[["top", "left", "right"]].set_visible(False)
    title = f"How long {course.model} play lasts"
    given = f"{title} if {_given(course.problem, range(course.problem.players))}"
    axes.set_title(given if len(given) <= 80 else title, fontsize=10, loc="left")
    return plain_texts(figure)
