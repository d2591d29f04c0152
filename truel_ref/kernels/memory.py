"""Answers of methods that are kept with their objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from types import MethodType
from typing import Any, TypeVar, cast

__all__ = ["remembered"]

Method = TypeVar("Method", bound=Callable[..., Any])


def remembered(method: Method) -> Method:
    """Let a method be computed once for each list of arguments, which can be hashed; the object keeps the results.

    >>> class Squares:
    ...     @remembered
    ...     def of(self, number):
    ...         print("computed")
    ...         return number * number
    >>> squares = Squares()
    >>> squares.of(3) + squares.of(3)
    computed
    18
    """
    return cast(Method, cached_property(lambda owner: cache(MethodType(method, owner))))
