"""Traces: how long each step of a move took, for a host who collects them.

Facts are a closed list of ids, names of games, numbers and outcomes. No action, event, View, name, address or
token can be noted, nor by which door a move came: a standing order is its player's secret.
"""

from typing import Final, Literal, Protocol, Self, TypeAlias, TypedDict, Unpack
from uuid import UUID

SpanName: TypeAlias = Literal[
    "rondel.move",  # from the arrival of a move to its answer
    "rondel.queue",  # waiting for others at the same table
    "rondel.decide",  # the rules
    "rondel.append",  # the commit, in one statement with moves of other tables
    "rondel.deliver",  # frames for everybody who looks, made and queued
]

Result: TypeAlias = Literal[
    "committed", "repeated", "refused", "denied", "malformed", "unavailable", "failed"
]


class Facts(TypedDict, total=False):
    """What may be noted of a step."""

    table: UUID
    game: str
    version: int
    outcome: Result
    watchers: int


class Span(Protocol):
    """A step under way: it ends with its `with` block, which notes the outcome of an exception."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None: ...


class Traces(Protocol):
    """Where a node's steps are recorded. A node that records none has None instead: it makes no calls."""

    def span(self, name: SpanName, **facts: Unpack[Facts]) -> Span:
        """Begin a step. All but moves and deliveries are recorded within a move alone."""
        ...

    def note(self, **facts: Unpack[Facts]) -> None:
        """Add to the step that is under way."""
        ...

    async def close(self) -> None:
        """Send what waits, for a few seconds at most."""
        ...


class _NoSpan:
    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        pass


NO_SPAN: Final = _NoSpan()
"""Stands for a step that nobody records: `with traces.span(...) if traces else NO_SPAN`."""
