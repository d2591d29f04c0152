"""A cache of the results of methods, kept with the object."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from types import MethodType
from typing import Any, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])


def remembered(method: Method) -> Method:
    """Cache the results of a method in its object, by its hashable arguments.

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
