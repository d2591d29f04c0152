"""Pictures of decisions and courses: the options of a decision, the length of a duel.

The figures do not use pyplot. With one version of matplotlib, equal decisions give equal files, byte for byte
(`truel_ref.records.drawing.picture`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem, hit_text
from truel_ref.game.solution import Decision, Worth
from truel_ref.numbers import decimal_text, number_text, percent_text
from truel_ref.records.drawing import picture, usual_settings
from truel_ref.records.table import PLAYER_COLORS as COLORS
from truel_ref.records.table import ink, plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from truel_ref.game.course import Course

__all__ = ["bars", "picture", "turns"]

_NOBODY = "#bbbbbb"
_GREY = "#777777"
_BAR = COLORS[2]
_SHOWN = Fraction(1, 2000)  # of a bar; below, its label would say 0.0 %
_LABELLED_BARS = 40  # more bars are too narrow for numbers above them
_SHORT = 14  # the most characters of a number in a bar
_NAME = 10  # the most characters of a name


def _called(problem: Problem, player: int) -> str:
    """Return a player's name cut to a length that fits."""
    name = problem.label(player)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _given(problem: Problem, players: Iterable[int]) -> str:
    """Return the hit probabilities of some players as text."""
    return ", ".join(hit_text(_called(problem, player), _number(problem.hits[player])) for player in players)


def _number(value: Any) -> str:
    text = number_text(value)
    return text if len(text) <= _SHORT else f"about {percent_text(value, 3)}"


def _does(problem: Problem, player: int, aim: Aim) -> str:
    """Return a player's aim in a few words."""
    if aim.is_mix and len(aim.text(problem.names)) > 2 * _NAME:
        return f"{_called(problem, player)} mixes"
    if aim.target is not None:
        return f"{_called(problem, player)} at {_called(problem, aim.target)}"
    return aim.does(_called(problem, player), problem.names)


# ---------------------------------------------------------------------------------------------------------
# Bars, all sizes in inches

_LEFT, _ACROSS, _RIGHT = 2.6, 6.3, 0.2  # the names of the rows, the bars, the margin
_HEIGHT, _LINE = 0.46, 0.16  # of a bar, of a line of text
_LETTERS = 110  # in a line of the title
_ROW = 34  # letters in a line of the name of a row


@usual_settings()
def bars(decision: Decision, problem: Problem, title: str = "") -> Figure:
    """Return a figure with one bar for each option of a decision: the win probabilities after the replies to it.

    The chosen option is bold. A part of a bar that is too narrow for its label has the label below, with a line to it.
    The win probabilities are those at the first turn of the player who decides.

    Parameters: `decision`; `problem`, the problem of the decision; `title`, the title, by default a question.

    >>> from truel_ref import decision, solve
    >>> solution = solve(["1/3", "2/3", 1])
    >>> figure = bars(decision(solution), solution.problem)
    >>> [" ".join(tick.get_text().split()) for tick in figure.axes[0].get_yticklabels()]
    ['A at B, then B at C, C at B', 'A at C, then B at C, C at B', 'A misses, then B at C, C at B']
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    figure = Figure()
    renderer: Any = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]

    def width(text: str, size: float) -> float:
        """Return the share of a bar that a text takes."""
        font = FontProperties(size=size)
        lines = (renderer.get_text_width_height_descent(line, font, False)[0] for line in text.splitlines())
        return float(max(lines) / figure.dpi / _ACROSS + 0.012)

    rows = [_parts(problem, worth, width) for worth in decision.worths]
    levels = [ceil(sum(width(text, 7.5) for _, text in beside)) for _, beside in rows]
    names = [_row_name(decision, worth, problem) for worth in decision.worths]
    half = max(_HEIGHT, _LINE * max(name.count("\n") + 1 for name in names)) / 2
    pitch = max(half + _HEIGHT / 2 + 0.14 + _LINE * max(levels), 2 * half + 0.12)
    head = fill(title or _title(decision, problem), _LETTERS)
    above, plot = 0.15 + 0.19 * (head.count("\n") + 1), pitch * len(rows)
    size = _LEFT + _ACROSS + _RIGHT, above + plot
    figure.set_size_inches(*size)
    axes = figure.add_axes((_LEFT / size[0], 0, _ACROSS / size[0], plot / size[1]))
    for row, ((parts, beside), some) in enumerate(zip(rows, levels, strict=True)):
        middle, left = pitch * row + half, 0.0
        for color, share, text in parts:
            axes.barh(middle, share, left=left, color=color, edgecolor="white", height=_HEIGHT)
            if text:
                axes.text(left + share / 2, middle, text, ha="center", va="center", color=ink(color), fontsize=9)
            left += share
        for level in range(some):
            _below(axes, middle + _HEIGHT / 2, 0.17 + _LINE * level, beside[level::some], width)
    axes.set_yticks([pitch * row + half for row in range(len(rows))], names, fontsize=9)
    for tick, worth in zip(axes.get_yticklabels(), decision.worths, strict=True):
        tick.set_fontweight("bold" if worth.aim == decision.chosen else "normal")
    axes.set(xlim=(0, 1), ylim=(plot, 0), xticks=[])
    axes.spines[:].set_visible(False)
    axes.tick_params(left=False)
    figure.text(0.1 / size[0], 1 - 0.08 / size[1], head, fontsize=10.5, va="top")
    return plain_texts(figure)


def _parts(
    problem: Problem, worth: Worth, width: Callable[[str, float], float]
) -> tuple[list[tuple[str, float, str]], list[tuple[float, str]]]:
    """Return the parts of a bar: colour, share and label; and the labels that do not fit, each with its place."""
    chances = [(_called(problem, player), COLORS[player % len(COLORS)], win) for player, win in enumerate(worth.win)]
    parts, beside, left = [], [], 0.0
    for name, color, win in [*chances, ("nobody", _NOBODY, 1 - sum(worth.win, Fraction(0)))]:
        share, exact, percent = float(win), number_text(win), percent_text(win, 1)
        labels = [f"{name}  {exact}\n{percent}"] if len(exact) <= _SHORT else []
        text = next((label for label in (*labels, f"{name}\n{percent}") if width(label, 9) < share), "")
        parts.append((color, share, text))
        if win and not text:
            beside.append((left + share / 2, f"{name} {percent}"))
        left += share
    return parts, beside


def _below(
    axes: Axes,
    bottom: float,
    down: float,
    labels: Sequence[tuple[float, str]],
    width: Callable[[str, float], float],
) -> None:
    """Write labels below a bar, beside each other, each with a line to its place."""
    widths, lefts = [width(text, 7.5) for _, text in labels], []
    free = 0.0
    for (place, _), own in zip(labels, widths, strict=True):
        lefts.append(max(free, place - own / 2))
        free = lefts[-1] + own
    end = 1.0
    for at in reversed(range(len(labels))):
        end = lefts[at] = min(lefts[at], end - widths[at])
        middle = end + widths[at] / 2
        axes.text(middle, bottom + down, labels[at][1], ha="center", va="center", fontsize=7.5)
        axes.plot([labels[at][0], middle], [bottom - 0.04, bottom + down - 0.07], color="black", lw=0.6)


def _row_name(decision: Decision, worth: Worth, problem: Problem) -> str:
    own = _does(problem, decision.player, worth.aim)
    if worth.replies is None:
        return f"{own}\n(only a stalemate can follow)"
    later = decision.order[len(decision.earlier) + 1 :]
    replies = [_does(problem, player, aim) for player, aim in zip(later, worth.replies, strict=True)]
    whole = ", ".join(reply.replace(" ", "\xa0") for reply in replies)  # no reply is broken
    return "\n".join([f"{own},", *wrap(f"then {whole}", _ROW)]).replace("\xa0", " ") if replies else own


def _title(decision: Decision, problem: Problem) -> str:
    before = [_does(problem, player, aim) for player, aim in zip(decision.order, decision.earlier, strict=False)]
    after = f" after {'; '.join(before)}" if before else ""
    return f"{_given(problem, decision.order)}. What does {_called(problem, decision.player)} do{after}, and who wins?"


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
    longer = course.longer + sum(course.distribution[last + 1 :])
    across = max(5.0, min(16.0, 1.6 + 0.34 * last))
    figure = Figure(figsize=(across, 3.4), layout="constrained")
    axes = figure.add_subplot()
    more = last + 1.5
    columns = [*enumerate(course.distribution[1 : last + 1], 1), (more, longer)]
    for turn, chance in columns:
        axes.bar(turn, float(chance), color=_NOBODY if turn == more else _BAR, width=0.84)
        if turn == more or (last <= _LABELLED_BARS and chance >= _SHOWN):
            said = f" {percent_text(chance, 1)}" if chance >= _SHOWN or not chance else " < 0.1 %"
            text = axes.text(turn, float(chance), said, rotation=90, ha="center", va="bottom", fontsize=7)
            text.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0})
    axes.bar(more, float(course.stalemate), color=_GREY, width=0.84)
    if course.turns is not None and course.turns <= last:
        axes.axvline(float(course.turns), color=COLORS[0], lw=1.2, ls="--", zorder=0)
        mean, top = f" mean {decimal_text(course.turns, 2)}", (float(course.turns), 1)
        axes.annotate(mean, top, xycoords=("data", "axes fraction"), color=COLORS[0], fontsize=8, va="top")
    step = max(1, -(-last // _LABELLED_BARS))
    ticks = [turn for turn in range(1, last + 1) if turn % step == 0]
    axes.set_xticks([*ticks, more], [*map(str, ticks), "more\n(dark: stalemate)" if course.stalemate else "more"])
    axes.margins(y=0.22)
    axes.set(ylim=(0, None), yticks=[], xlabel="turns until one is left")
    axes.spines[["top", "left", "right"]].set_visible(False)
    title = f"How long {course.model} play lasts if {_given(course.problem, range(course.problem.players))}"
    axes.set_title(fill(title, int(14 * across)), fontsize=10, loc="left")
    return plain_texts(figure)
