"""A table at a version, as a value: its State, its digest and its latest rows."""

import hmac
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rondel.kernel import AnyGame, Chance, Deadline, Ms, Outcome, Row, Seat
from rondel.kernel.digest import first_digest
from rondel.kernel.lesson import lesson_luck
from rondel.kernel.replay import Step
from rondel.table.lazy import lazy
from rondel.wire.codec import codec_of
from rondel.wire.transcript import Header

RECENT: Final = 64
"""How many rows a table remembers: for late actions, for taking back, and for viewers who missed some."""


class TableContext:
    """What does not change while a table is played: game, header, and the secret of its luck."""

    __slots__ = ("game", "header", "header_bytes", "lesson", "nonces", "secret")

    def __init__(self, game: AnyGame, header_bytes: bytes, secret: bytes, lesson: str | None = None) -> None:
        self.game = game
        self.header_bytes = header_bytes
        self.header = msgspec.json.decode(header_bytes, type=Header)
        self.nonces = tuple(bytes.fromhex(seat.nonce) for seat in self.header.seats)
        self.secret = secret
        self.lesson = lesson
        """The published seed of a lesson: all its luck, and none of its tokens, follows from it."""

    def chance(self, version: int) -> Chance:
        """The luck of a version."""
        if self.lesson is not None:
            return lesson_luck(self.lesson, version)
        return Chance(self.secret, self.header.table, self.nonces, version)

    def house_id(self, version: int, action: bytes) -> bytes:
        """The id of a House action: the same on every node, so firing twice is once; nobody can guess it."""
        return hmac.digest(self.secret, b"house" + version.to_bytes(8, "big") + action, "sha256")[:16]

    def token(self, *parts: object) -> bytes:
        """A token that only who has the table's secret can make, by what it is for."""
        return token_of(self.secret, *parts)

    def start(self) -> "TableState":
        """The table before its first row."""
        options = codec_of(self.game).options(bytes(self.header.options), self.header.rules)
        state = self.game.start(options, [seat.sitter for seat in self.header.seats])
        return TableState(self, 0, 0, first_digest(self.header_bytes), state)


def token_of(secret: bytes, *parts: object) -> bytes:
    """The token that a table with this secret gives for this."""
    return hmac.digest(secret, " ".join(map(str, parts)).encode(), "sha256")


class RecentRow(msgspec.Struct, frozen=True):
    """A row, and what was true before it: digest, who owed a move and, where the game has undo, the State."""

    row: Row
    prior_digest: bytes
    owed: frozenset[Seat]
    before: Any = None


class TableState(msgspec.Struct, frozen=True, dict=True):
    """The State of a table at a version, with up to RECENT of the latest rows."""

    context: TableContext
    version: int
    at: Ms
    digest: bytes
    state: Any
    recent: tuple[RecentRow, ...] = ()
    before: Any = None
    """The State before the newest row, where the game has a face: what is drawn between its events."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.context.game

    @lazy
    def to_act(self) -> frozenset[Seat]:
        """Who owes a move now."""
        return self.game.to_act(self.state)

    @lazy
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.game.outcome(self.state)

    @lazy
    def deadline(self) -> Deadline[Any] | None:
        """What falls due next, and when."""
        return self.game.deadline(self.state)

    @property
    def first_remembered(self) -> int:
        """The earliest version after which every row is remembered."""
        return self.version - len(self.recent)

    def since(self, version: int) -> Sequence[RecentRow]:
        """The rows after a version that is remembered."""
        assert self.first_remembered <= version <= self.version
        return self.recent[version - self.first_remembered :]

    def digest_at(self, version: int) -> bytes | None:
        """The digest of a version that is remembered, None of any other."""
        if version == self.version:
            return self.digest
        if not self.first_remembered <= version < self.version:
            return None
        return self.recent[version - self.first_remembered].prior_digest

    def steps(self) -> Sequence[Step[Any]]:
        """The remembered rows with the States around them, where the game has undo."""
        before = [recent.before for recent in self.recent]
        return [
            Step(recent.row, state, after)
            for recent, state, after in zip(self.recent, before, [*before[1:], self.state], strict=True)
        ]

    def state_at(self, version: int) -> Any | None:
        """The State of a version that is remembered, None of any other."""
        if version == self.version:
            return self.state
        if not self.first_remembered <= version < self.version:
            return None
        return self.recent[version - self.first_remembered].before

    def after(self, row: Row, state: Any, digest: bytes) -> "TableState":
        """This table one row later."""
        before = self.state if self.game.undo is not None else None
        recent = (*self.recent[1 - RECENT :], RecentRow(row, self.digest, self.to_act, before))
        shown_before = self.state if self.game.face is not None else None
        return TableState(self.context, row.version, row.at, digest, state, recent, shown_before)
