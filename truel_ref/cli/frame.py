"""The frame of a command: its question, its limits of work, and the form of its answer."""

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
    """Return a decorator that makes a function a command.

    A function with a parameter `problem` gets the problem that the words state. The command prints the record that the
    function returns, in the form that the options state; a function with a parameter `shape` gets this form, to print
    more. If `prints` is false, an integer that the function returns is the exit status.

    Parameters: `name`, of the command; `options`, its own, in the order of the help; `group`, to which the command
    belongs; `counts`, the unit of its `progress`; `total`, the name of the parameter with the number of units;
    `prints`, whether the function returns a record to print; `limited`, whether the command has the options that limit
    its work; `draws`, whether the function returns a record and a function that draws its figure into the file of the
    option `-o`; `settings`, as for `click.command`.
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
    """Return a command that prints the record which `command` returns."""

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
    """Return a command that draws a figure with the function which `command` returns beside its record."""

    @functools.wraps(command)
    def called(output: str | None, **others: Any) -> None:
        draw = figure_writer(output)
        draw(command(**others))

    return called


def _counted(command: Callable[..., Any], unit: str, total: str | None) -> Callable[..., Any]:
    """Return a command that shows its `progress`."""

    @functools.wraps(command)
    def called(**given: Any) -> Any:
        with progress_bar(unit, None if total is None else given[total]) as bar:
            return command(progress=bar.update, **given)

    return called
