"""The page of `truel-ref explore`: its settings, its content, and the work between them.

The page only asks and shows. Three workers do the slow work, each only the newest job: pictures (first the coarse
picture, then the fine picture, then the exact curves), the text beside the pointer, and the explanation of a point.
They hand their results to the loop of the server, which drops results of old jobs.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from html import escape
from math import isfinite
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from truel_ref.errors import TruelError, needs, shown
from truel_ref.game.aims import Word
from truel_ref.game.reading import TIE_RULES
from truel_ref.maps.draw import Lines
from truel_ref.maps.explore.export import STYLE, Plot, legend_html, page_template
from truel_ref.maps.explore.question import (
    LONGEST,
    PLAYS,
    YES,
    Maps,
    Point,
    Question,
    coloring_names,
    tie_rule_words,
    usual_coloring,
)
from truel_ref.maps.labels import answer_rows, nearest_pixel
from truel_ref.maps.painting import PALETTES, Painting
from truel_ref.numbers import fraction_text, number_text, read_rational_probability

if TYPE_CHECKING:
    from bokeh.document import Document

__all__ = ["Job", "Newest", "Page", "Stale", "Ticket", "Worker"]

SEARCHES = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM)
STEPS = 100
"""Of the slider."""
KEPT = 48
"""Largest number of stored pictures, with which going back is instant."""
PATIENCE = 0.3
"""Seconds between two lines on the progress of a picture."""


class Stale(Exception):  # noqa: N818  no error: the visitor has asked something else in the meantime
    """Raised inside a job that a newer job has replaced."""


class Ticket:
    """The state of a job: `current` until a newer job replaces it.

    >>> ticket = Ticket()
    >>> ticket.check()
    >>> ticket.current = False
    >>> ticket.check()
    Traceback (most recent call last):
    truel_ref.maps.explore.page.Stale
    """

    current = True

    def check(self, *progress: Any) -> None:
        """Raise `Stale` if a newer job has replaced this job; reports of progress may call it."""
        if not self.current:
            raise Stale


Job: TypeAlias = Callable[[Ticket], None]
"""A job: it checks its ticket now and again, and hands over its result itself."""


class Worker(Protocol):
    """An object that does jobs."""

    def ask(self, job: Job) -> object:
        """Do a job, in place of all earlier jobs."""

    def end(self) -> object:
        """Accept no more jobs."""


class Newest:
    """A thread that does the newest job.

    A new job replaces a waiting job, and ends a running job at its next check.

    Parameters: `failed`, called in the thread with the error of a job.

    >>> from queue import SimpleQueue
    >>> done, worker = SimpleQueue(), Newest(print)
    >>> ticket = worker.ask(lambda ticket: done.put("done"))
    >>> done.get(timeout=60)
    'done'
    >>> worker.end()
    """

    def __init__(self, failed: Callable[[Exception], object]) -> None:
        self._failed = failed
        self._asked: SimpleQueue[tuple[Job, Ticket] | None] = SimpleQueue()
        self._newest = Ticket()
        # A daemon, so that the end of the program does not wait for a picture.
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def ask(self, job: Job) -> Ticket:
        """Do a job, in place of all earlier jobs, and return its ticket."""
        self._newest.current = False
        self._newest = ticket = Ticket()
        self._asked.put((job, ticket))
        return ticket

    def end(self) -> None:
        """Accept no more jobs, and drop the present jobs."""
        self._newest.current = False
        self._asked.put(None)

    def _work(self) -> None:
        for job, ticket in iter(self._asked.get, None):
            try:
                ticket.check()
                job(ticket)
            except Stale:
                pass
            except Exception as error:  # the thread must survive any error of a job; `failed` reports it
                self._failed(error)


class Page:
    """The page of one visitor.

    Parameters: `document`, of Bokeh, to fill; `question`, the first question; `point`, the hit probabilities of A and B
    to explain first, if any; `worker`, the maker of workers, by default threads; `said`, the settings in the address of
    the page, which override the first question and point.

    Attributes: `question`, the current question; the widgets `hit`, `slider`, `play`, `search`, `ties`, `colors`,
    `palette`, `square`, `curves`; `plot`, whose figure has the rows of the table beside it as its tags; and the texts
    `title`, whose tag is the address, `notice`, `legend`, `status`, `command` and `why`.
    """

    def __init__(
        self,
        document: Document,
        question: Question,
        point: Point | None = None,
        worker: Callable[[Callable[[Exception], object]], Worker] = Newest,
        said: Mapping[str, str] | None = None,
    ) -> None:
        needs("bokeh")
        self.document = document
        self.first = question
        wrong = ""
        try:
            question, point = question.with_settings(said) if said else (question, point)
        except TruelError as error:
            wrong = f"The address has a mistake, so this is the map of the command: {error}"
        self.question = question
        self.point = point
        self.pictures, self.pointer, self.points = (worker(self._failed) for _ in range(3))
        self._kept: OrderedDict[Any, Any] = OrderedDict()
        self._under: tuple[int, int] | None = None
        self._actions: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._settling = False
        self.plot = Plot(question.points)
        self._make_widgets()
        self._listen()
        document.title = "truel-ref explore"
        document.template = page_template(question.points)
        for part in (self.title, self.notice, self.plot.figure, self.legend, self._settings(), self.command, self.why):
            document.add_root(part)
        document.on_session_destroyed(self._end)
        document.add_next_tick_callback(partial(self._begin, wrong))  # then the loop has the document

    def _begin(self, wrong: str) -> None:
        self.redraw()
        self.explain()
        self.complain(wrong)

    # -- the content of the page

    def _make_widgets(self) -> None:
        from bokeh.events import DocumentReady
        from bokeh.models import (
            Checkbox,
            CheckboxGroup,
            CustomJS,
            Div,
            RadioButtonGroup,
            Select,
            Slider,
            TextInput,
        )

        question, hits = self.question, self.question.problem.hits
        third = number_text(hits[2]) if len(hits) > 2 else ""
        self.hit = TextInput(title="pC", value=third, max_length=LONGEST, width=80, name="hit")
        self.slider = Slider(
            start=0,
            end=STEPS,
            step=1,
            value=_step(third or "0"),
            title="C hits, %",
            width=150,
            name="slider",
        )
        self.play = RadioButtonGroup(labels=list(PLAYS), active=PLAYS.index(question.play), width=240, name="play")
        self.search = CheckboxGroup(
            labels=[word.value for word in SEARCHES],
            active=[place for place, word in enumerate(SEARCHES) if word in question.problem.search],
            width=240,
            name="search",
        )
        rules = [(tie_rule_words(rule), f"{rule}: {name}") for rule, name in TIE_RULES.items()]
        self.ties = Select(
            title="tie rule", options=rules, value=tie_rule_words(question.problem.tie_rule), width=240, name="ties"
        )
        self.colors = Select(
            title="colouring",
            options=coloring_names(question.play, len(hits)),
            value=question.colors,
            width=240,
            name="colors",
        )
        self.palette = Select(
            title="palette", options=list(PALETTES), value=question.palette, width=240, name="palette"
        )
        self.square = Checkbox(label="also where A hits more often than B", active=question.a_above_b, name="square")
        self.curves = Checkbox(label="exact curves between regions", active=False, name="curves")
        self.title, self.notice, self.status, self.command, self.why, self.legend = (
            Div(name=name, disable_math=True, sizing_mode="stretch_width", stylesheets=[STYLE])
            for name in ("title", "notice", "status", "command", "why", "legend")
        )
        self.title.styles = {"font-size": "17px"}
        self.notice.styles = {"color": "#b00020"}
        self.command.styles = {"font": "bold 14px monospace"}
        # Content that scripts of the page show, and not Bokeh, goes to the browser as tags.
        self.plot.figure.js_on_change("tags", CustomJS(code="show(cb_obj.tags)"))
        self.document.js_on_event(DocumentReady, CustomJS(args={"map": self.plot.figure}, code="show(map.tags)"))
        self.title.js_on_change("tags", CustomJS(code="history.replaceState(null, '', cb_obj.tags[0])"))

    def _settings(self) -> Any:
        from bokeh.layouts import column, row
        from bokeh.models import Div

        return column(
            *([row(self.hit, self.slider)] if self.question.problem.players > 2 else []),
            Div(text="play"),
            self.play,
            Div(text="search"),
            self.search,
            self.ties,
            self.colors,
            self.palette,
            self.square,
            self.curves,
            self.status,
            width=250,
            name="settings",
        )

    def _listen(self) -> None:
        from bokeh.events import MouseLeave, MouseMove, Tap

        self.slider.on_change("value", lambda attribute, old, new: self._slide(new))
        for widget, attribute in (
            (self.hit, "value"),
            (self.search, "active"),
            (self.ties, "value"),
            (self.colors, "value"),
            (self.palette, "value"),
            (self.square, "active"),
        ):
            widget.on_change(attribute, lambda attribute, old, new: self.changed())
        self.play.on_change("active", lambda attribute, old, new: self._replay())
        self.curves.on_change("active", lambda attribute, old, new: self.redraw())
        self.plot.figure.on_event(MouseMove, lambda event: self.move(event.x, event.y))
        self.plot.figure.on_event(MouseLeave, lambda event: self.leave())
        self.plot.figure.on_event(Tap, lambda event: self.click(event.x, event.y))
        self.plot.chosen.on_change("data", lambda attribute, old, new: self.step())

    # -- the settings

    @contextmanager
    def _settled(self) -> Iterator[None]:
        """Set dependent widgets in a block, without a new question for each."""
        self._settling = True
        try:
            yield
        finally:
            self._settling = False
        self.changed()

    def _slide(self, step: float) -> None:
        if not self._settling:
            with self._settled():
                self.hit.value = fraction_text(Fraction(round(step), STEPS))

    def _replay(self) -> None:
        play = PLAYS[self.play.active or 0]
        with self._settled():
            names = coloring_names(play, self.question.problem.players)
            if self.colors.value not in dict(names):
                self.colors.value = usual_coloring(play)
            self.colors.options = names

    def asked(self) -> Question:
        """Return the question that the widgets state. Raises a `TruelError` for invalid settings."""
        settings = ({"pC": self.hit.value} if self.question.problem.players > 2 else {}) | {
            "play": PLAYS[self.play.active or 0],
            "search": ",".join(SEARCHES[place].value for place in self.search.active),
            "ties": self.ties.value,
            "colors": self.colors.value,
            "palette": self.palette.value,
            "triangle": YES[not self.square.active],
        }
        return self.first.with_settings(settings)[0]

    def changed(self) -> None:
        """Show the question of the widgets, or say why it is invalid."""
        if self._settling:
            return
        try:
            question = self.asked()
        except TruelError as error:
            self.complain(str(error))
            return
        self.complain("")
        if question == self.question:
            return
        self.question = question
        if len(question.problem.hits) > 2:
            self._settling = True
            self.slider.value = _step(self.hit.value)
            self._settling = False
        self.redraw()
        self.leave()
        self.explain()

    # -- the pictures

    def redraw(self) -> None:
        """Show the map, first coarse and then fine, and the exact curves if they are switched on."""
        question, curves = self.question, bool(self.curves.active)
        self.title.text = escape(question.title())
        self.complain("")
        self.plot.show_curves([])

        def job(ticket: Ticket) -> None:
            for points in self._stages(question):
                painting = question.painting(self._maps(question, points, ticket))
                more = self._more(points, question, curves)
                self._hand_over(ticket, partial(self._show, painting, points, more))
            if curves:
                key = question.problem, question.play, question.colors, question.a_above_b
                lines = self._known(key, lambda: question.curves(ticket.check))
                self._hand_over(ticket, lambda: self._show_curves(lines))

        self._ask(self.pictures, job)

    def _stages(self, question: Question) -> tuple[int, ...]:
        """Return the steps per side of the successive pictures: only those of the fine picture if it is stored."""
        return question.stages[-1:] if question.specs(question.points) in self._kept else question.stages

    def _maps(self, question: Question, points: int, ticket: Ticket) -> Maps:
        """Return the maps of a picture, and show the progress now and again."""
        specs, done, last = question.specs(points), 0, monotonic()
        whole = sum(spec.size for spec in specs)

        def progress(more: int) -> None:
            nonlocal done, last
            ticket.check()
            done += more
            if monotonic() > last + PATIENCE:
                last = monotonic()
                text = f"{points + 1} x {points + 1} pixels: {done / whole:.0%}"
                self._hand_over(ticket, lambda: self.say(text))

        made: Maps = self._known(specs, lambda: question.maps(points, progress))
        return made

    def _known(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Return the stored value of a key, or make and store it; only one worker calls this."""
        if key not in self._kept:
            self._kept[key] = make()
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    @staticmethod
    def _more(points: int, question: Question, curves: bool) -> str:
        """Return a text on the parts that are still missing when a picture appears."""
        if points < question.points:
            return f"{points + 1} x {points + 1} pixels, finer ones follow"
        return "computing the exact curves" if curves else ""

    def _show(self, painting: Painting, points: int, more: str) -> None:
        self.plot.show(painting, points)
        self.legend.text = legend_html(painting)
        self.say(more)

    def _show_curves(self, lines: Lines) -> None:
        self.plot.show_curves(lines)
        self.say("")

    def say(self, text: str) -> None:
        """Show a text in the status line."""
        self.status.text = escape(text)

    def complain(self, text: str) -> None:
        """Show a mistake and the way out."""
        self.notice.text = escape(text)

    # -- the pointer

    def _pixel(self, right: object, up: object) -> tuple[int, int] | None:
        """Return the pixel of a place in percent, or None outside the map."""
        if not all(isinstance(place, int | float) and isfinite(place) for place in (right, up)):
            return None
        row, column = nearest_pixel(self.question.points, right, up)  # type: ignore[arg-type]  # both are numbers here
        return (row, column) if self.question.specs(self.question.points)[0].holds(row, column) else None

    def _hits(self, pixel: tuple[int, int]) -> tuple[Fraction, Fraction]:
        row, column = pixel
        return Fraction(row, self.question.points), Fraction(column, self.question.points)

    def move(self, right: object, up: object) -> None:
        """Show the exact answer at the pixel under the pointer, a place in percent."""
        pixel = self._pixel(right, up)
        if pixel is None:
            self.leave()
            return
        if pixel == self._under:
            return
        self._under = pixel
        self.plot.frame([pixel], self.question.points)
        self._answer(self._hits(pixel))

    def leave(self) -> None:
        """Show the answer at the chosen point again."""
        self._under = None
        self.plot.frame([], 1)
        self._answer(self.point)

    def _answer(self, point: Point | None) -> None:
        """Show the exact answer at a point in the table, or clear the table."""
        question = self.question

        def job(ticket: Ticket) -> None:
            rows = answer_rows(question.point_text(*point)) if point else []
            self._hand_over(ticket, lambda: self.plot.figure.update(tags=rows))

        self._ask(self.pointer, job)

    def click(self, right: object, up: object) -> None:
        """Explain the point under the pointer, a place in percent."""
        pixel = self._pixel(right, up)
        if pixel is not None:
            self.point = self._hits(pixel)
            self.explain()

    def step(self) -> None:
        """Explain the point to which the arrow keys have moved the cross; outside the map the cross moves back."""
        place, before = [*self.plot.chosen.data.get("x", ()), *self.plot.chosen.data.get("y", ())], self._place()
        pixel = self._pixel(*place) if len(place) == 2 and place != before else None
        if pixel is not None:
            after = self._hits(pixel)
            hit_a, hit_b = self.point or after
            self.point = (
                hit_a if place[1:] == before[1:] else after[0],
                hit_b if place[:1] == before[:1] else after[1],
            )
            self.explain()
        self.plot.choose(*self._place())

    def _place(self) -> list[float]:
        """Return the place of the chosen point, right and up in percent; empty without a point."""
        return [float(100 * hit) for hit in reversed(self.point or ())]

    def explain(self) -> None:
        """Show the answer at the chosen point, its explanation and the equivalent command; and set the address."""
        self.title.tags = [self.question.address(self.point)]
        if self.point is None:
            return
        question, point = self.question, self.point
        self.plot.choose(*self._place())
        self._answer(point)
        self.command.text = escape(question.command(*point))
        self.why.text = "…"

        def job(ticket: Ticket) -> None:
            try:
                text = question.explanation(*point, progress=ticket.check)._repr_html_()
            except TruelError as error:
                text = f"<p>{escape(str(error))}</p>"
            # A narrow table breaks a fraction after its slash.
            text = re.sub("(<td[^>]*>[0-9]+/)", r"\1<wbr>", text)
            self._hand_over(ticket, lambda: self.why.update(text=text))

        self._ask(self.points, job)

    # -- work

    def _ask(self, worker: Worker, job: Job) -> None:
        def careful(ticket: Ticket) -> None:
            try:
                job(ticket)
            except TruelError as error:
                text = str(error)
                self._hand_over(ticket, lambda: self.complain(text))

        worker.ask(careful)

    def _hand_over(self, ticket: Ticket, action: Callable[[], object]) -> None:
        """Let the loop of the server change the page, unless a newer job replaces this job before."""
        ticket.check()
        self._do(lambda: action() if ticket.current else None)

    def _do(self, action: Callable[[], object]) -> None:
        """Let the loop do an action after all earlier actions: the loop itself keeps no order."""
        self._actions.put(action)
        self.document.add_next_tick_callback(self._act)

    def _act(self) -> None:
        self._actions.get()()

    def _failed(self, error: Exception) -> None:
        text = f"internal error: {shown(error)}"
        self._do(lambda: self.complain(text))

    def _end(self, context: object) -> None:
        for worker in (self.pictures, self.pointer, self.points):
            worker.end()


def _step(hit: str) -> int:
    """Return the step of the slider nearest to a hit probability."""
    return round(STEPS * read_rational_probability(hit))
