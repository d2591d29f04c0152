"""The frame of a command: what is asked, how much work may be done, and how the answer is printed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from inspect import signature
from typing import Any

import click

from truel_ref.cli.lazy import PageCommand
from truel_ref.cli.options import LENIENT, Decorator, added, problem_options, record_options
from truel_ref.cli.output import Shape, clock, say_record
from truel_ref.cli.shared import figure_writer
from truel_ref.cli.work import work_options
from truel_ref.files import progress_bar

__all__ = ["asks"]


def asks(
    name: str,
    *options: Decorator,
    group: Any = click,
    counts: str | None = None,
    total: str | None = None,
    prints: bool = True,
    limited: bool = True,
    draws: bool = False,
    **settings: Any,
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return what makes a function a command.

    A function with a parameter `problem` gets the problem that the words state. A record that it returns is printed in
    the form that was asked for; one with a parameter `shape` gets this form, to print more by itself. An integer that
    one returns which prints no record is the exit status.

    Parameters: `name`; `options`, its own, in the order of the help; `group` that it belongs to; `counts`, what its
    `progress` counts, and `total`, the parameter that says how many there are; `prints`, whether it prints a record;
    `limited`, whether its work may be limited; `draws`, whether it returns a record and a
    function that draws a figure of it into the file of the option `-o`; `settings`, as for `click.command`.
    """

    def made(function: Callable[..., Any]) -> click.Command:
        wanted = signature(function).parameters
        layers: list[Decorator] = [work_options] if limited else []
        if "problem" in wanted:
            layers.append(problem_options)
            settings.setdefault("context_settings", LENIENT)
        layers += options
        if draws:
            layers.append(_drawn)
        if prints:
            layers += [record_options, functools.partial(_printed, wants_shape="shape" in wanted)]
        if counts is not None:
            layers.append(functools.partial(_counted, unit=counts, total=total))
        settings.setdefault("cls", PageCommand)
        command: click.Command = group.command(name, **settings)(added(*layers)(function))
        return command

    return made


def _printed(command: Callable[..., Any], wants_shape: bool) -> Callable[..., Any]:
    """Return a command that prints the record which the given one returns."""

    @functools.wraps(command)
    def called(shape: Shape, **others: Any) -> Any:
        with clock():
            answer = command(shape=shape, **others) if wants_shape else command(**others)
        record, figure = answer if isinstance(answer, tuple) else (answer, None)
        if record is not None:
            say_record(record, shape)
        return figure

    return called


def _drawn(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that draws the figure which the given one returns a function for."""

    @functools.wraps(command)
    def called(output: str | None, **others: Any) -> None:
        draw = figure_writer(output)
        draw(command(**others))

    return called


def _counted(command: Callable[..., Any], unit: str, total: str | None) -> Callable[..., Any]:
    """Return a command whose `progress` is shown."""

    @functools.wraps(command)
    def called(**given: Any) -> Any:
        with progress_bar(unit, None if total is None else given[total]) as bar:
            return command(progress=bar.update, **given)

    return called
