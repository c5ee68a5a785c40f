"""A table at a version, as a value: its State, its digest and its latest rows."""

import hmac
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import AnyGame, Chance, Deadline, Ms, Outcome, Row, Seat
from rondel.kernel.digest import first_digest, seal_of
from rondel.kernel.draws import NO_DRAWS, Draws, counted
from rondel.kernel.keys import derived_key
from rondel.kernel.lesson import lesson_luck
from rondel.kernel.replay import Step
from rondel.table.lazy import lazy
from rondel.wire.codec import codec_of
from rondel.wire.transcript import Header

RECENT: Final = 64
"""How many rows a table remembers: for late actions, for taking back, and for viewers who missed some."""


class TableContext:
    """What does not change while a table is played: game, header, and the secret of its luck."""

    __slots__ = ("game", "header", "header_bytes", "lesson", "nonces", "seal_key", "secret")

    def __init__(self, game: AnyGame, header_bytes: bytes, secret: bytes, lesson: str | None = None) -> None:
        self.game = game
        self.header_bytes = header_bytes
        self.header = msgspec.json.decode(header_bytes, type=Header)
        self.nonces = tuple(bytes.fromhex(seat.nonce) for seat in self.header.seats)
        self.secret = secret
        self.lesson = lesson
        """The published seed of a lesson: all its luck, and none of its tokens, follows from it."""
        self.seal_key = None if lesson is not None else derived_key(secret, "seal")

    def chance(self, earlier: Draws) -> Chance:
        """The luck of the row after these draws."""
        if self.lesson is not None:
            return lesson_luck(self.lesson, earlier)
        return Chance(self.secret, self.header.table, self.nonces, earlier)

    def house_id(self, version: int, action: bytes) -> bytes:
        """Return the id of a House action: secret, and the same on every node, so firing is idempotent."""
        return hmac.digest(derived_key(self.secret, "house"), version.to_bytes(8, "big") + action, "sha256")[
            :16
        ]

    def token(self, purpose: str, *parts: object) -> bytes:
        """A token that only somebody with the table's secret can make, by what it is for."""
        return token_of(self.secret, purpose, *parts)

    def seal(self, version: int, digest: bytes) -> str | UnsetType:
        """The seal of a version, in hex. A lesson has none: nothing of it is to be proven."""
        return UNSET if self.seal_key is None else seal_of(self.seal_key, version, digest).hex()

    def start(self) -> "TableState":
        """The table before its first row."""
        options = codec_of(self.game).options(bytes(self.header.options), self.header.rules)
        state = self.game.start(options, [seat.sitter for seat in self.header.seats])
        return TableState(self, 0, 0, first_digest(self.header_bytes), state, NO_DRAWS)


def token_of(secret: bytes, purpose: str, *parts: object) -> bytes:
    """The token that a table with this secret gives for this: each purpose has a key of its own."""
    return hmac.digest(derived_key(secret, purpose), " ".join(map(str, parts)).encode(), "sha256")


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
    draws: Draws
    """How many rows have drawn from each stream of luck so far."""

    recent: tuple[RecentRow, ...] = ()
    before: Any = None
    """The State before the newest row, where the game has a face: what is drawn between its events."""

    @lazy
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

    @lazy
    def seal(self) -> str | UnsetType:
        """The seal of this version, the same for every viewer."""
        return self.context.seal(self.version, self.digest)

    @property
    def chance(self) -> Chance:
        """The luck of the next row, from its first draw on."""
        return self.context.chance(self.draws)

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

    def seal_at(self, version: int) -> str | UnsetType:
        """The seal of a version that is remembered."""
        if version == self.version:
            return self.seal
        digest = self.digest_at(version)
        assert digest is not None, f"version {version} is not remembered"
        return self.context.seal(version, digest)

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
        draws = counted(self.draws, row.draws)
        return TableState(self.context, row.version, row.at, digest, state, draws, recent, shown_before)
