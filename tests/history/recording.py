"""A recording: every operation of a run with the moments it began and ended, and what it was answered."""

import hashlib
import time
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Nanoseconds: TypeAlias = int
"""Of one monotonic clock: all clients of a run live in one process, so their moments can be compared."""


@dataclass
class Sending:
    """One sending of a move. The same id may be sent again: each sending is an operation of its own."""

    table: str
    seat: int
    id: str
    body: str
    began: Nanoseconds
    ended: Nanoseconds | None = None
    version: int | None = None
    is_dup: bool = False
    code: str | None = None

    @property
    def is_definite(self) -> bool:
        """Whether it was answered with yes or no; without an answer nothing is known."""
        return self.version is not None or self.code is not None

    def acknowledge(self, version: int, *, is_dup: bool) -> None:
        self.ended, self.version, self.is_dup = now(), version, is_dup

    def refuse(self, code: str) -> None:
        """A definite no. What cannot be done at the moment is left unknown: the same id is sent again."""
        if code not in NOT_NOW:
            self.ended, self.code = now(), code


NOT_NOW = frozenset(("UNAVAILABLE", "TOO_MANY"))


class Read(NamedTuple):
    """A View that was requested: its version, and a hash of what it shows."""

    table: str
    seat: int
    began: Nanoseconds
    ended: Nanoseconds
    version: int
    shown: str


class Frame(NamedTuple):
    """One frame of a socket, in the order in which it arrived. `shown` is None where it has no View."""

    table: str
    seat: int
    connection: int
    at: Nanoseconds
    kind: Literal["view", "step", "ack"]
    version: int
    shown: str | None = None


class StoredMove(NamedTuple):
    """A row of the final journal, and what each seat is shown after it. Seat None is the House."""

    version: int
    id: str
    seat: int | None
    body: str
    shown: dict[int, str]


@dataclass
class Recording:
    """What the clients saw, and what the journal of each table holds in the end."""

    sendings: list[Sending] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    journals: dict[str, list[StoredMove]] = field(default_factory=dict)

    @property
    def operations(self) -> int:
        """Sendings and reads; frames that were pushed are not counted."""
        return len(self.sendings) + len(self.reads)


def now() -> Nanoseconds:
    return time.monotonic_ns()


def hash_of(view: bytes, legal: bytes) -> str:
    """A short name for what a seat is shown."""
    return hashlib.blake2b(view + b"\n" + legal, digest_size=8).hexdigest()
