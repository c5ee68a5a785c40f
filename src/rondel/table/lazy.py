"""Values that are computed when they are first asked for."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - reads as `property` does
    """`functools.cached_property` without its lock, which costs more than what is computed here.

    Python 3.12 has dropped the lock; on that version, this can go.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[T]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> "T | lazy[T]":
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value
