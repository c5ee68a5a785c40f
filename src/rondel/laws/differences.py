"""Where two values differ: paths with both values, for whoever has to find out why."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

MISSING: Final = "(nothing)"
_MOST: Final = 5
_WIDTH: Final = 60


def differences(one: Any, other: Any) -> tuple[str, ...]:
    """The first few places where two GameTypes differ, each with both values."""
    found = [
        f"{path or 'all of it'}: {_short(here)} / {_short(there)}"
        for path, here, there in apart(msgspec.to_builtins(one), msgspec.to_builtins(other))
    ]
    more = len(found) - _MOST
    return (*found[:_MOST], *([f"and {more} more"] if more > 0 else []))


def apart(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The leaves in which two trees differ, by path."""
    if one == other:
        return
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys((*one, *other)):
            inner = f"{path}.{key}" if path else str(key)
            yield from apart(one.get(key, MISSING), other.get(key, MISSING), inner)
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for index in range(max(len(one), len(other))):
            yield from apart(_at(one, index), _at(other, index), f"{path}[{index}]")
    else:
        yield path, one, other


def _at(row: Any, index: int) -> Any:
    return row[index] if index < len(row) else MISSING


def _short(value: Any) -> str:
    text = str(value) if value == MISSING else repr(value)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
