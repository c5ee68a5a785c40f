"""A sitting: a table as this node has folded it, at a version. A value; the next version is a new one."""

import hmac
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import (
    EVERYONE,
    HOUSE,
    Actor,
    AnyGame,
    Audience,
    Chance,
    Commit,
    Ms,
    Row,
    Seat,
    take_turn,
)
from rondel.kernel.digest import first_digest, next_digest
from rondel.kernel.replay import fold
from rondel.server.ports import Entry, Errand, Snapshot, Status, StoredRow, TableRow
from rondel.wire.codec import codec_of
from rondel.wire.transcript import Header, Line, SeatLine, line_bytes, row_of

TAIL: Final = 64
"""How many rows a sitting remembers, for late actions and for viewers who missed some."""

SLOW_MS: Final = 3_600_000
"""Where a move may take so long, people go away in between."""


class Ground:
    """What does not change while a table is played: game, table, header, and the secret of its luck."""

    __slots__ = ("game", "header", "header_bytes", "nonces", "players", "secret", "table")

    def __init__(self, game: AnyGame, table: TableRow, secret: bytes) -> None:
        assert table.header is not None, "a table is folded once play has begun"
        self.game = game
        self.table = table
        self.secret = secret
        self.header_bytes = table.header
        self.header = msgspec.json.decode(table.header, type=Header)
        self.nonces = tuple(bytes.fromhex(seat.nonce) for seat in self.header.seats)
        self.players = tuple(str(place.id) for place in table.places)

    def chance(self, version: int) -> Chance:
        """The luck of a version."""
        return Chance(self.secret, self.header.table, self.nonces, version)

    def house_id(self, version: int, action: bytes) -> UUID:
        """The id of a House action: the same on every node, so firing twice is once; nobody can guess it."""
        told = b"house" + version.to_bytes(8, "big") + action
        return UUID(bytes=hmac.digest(self.secret, told, "sha256")[:16])

    def start(self) -> "Sitting":
        """The table before its first row."""
        sitters = [line.sitter for line in self.header.seats]
        options = codec_of(self.game).options(bytes(self.header.options))
        state = self.game.start(options, sitters)
        return Sitting(self, 0, 0, first_digest(self.header_bytes), state, (), self.game.to_act(state))


class Passed(msgspec.Struct, frozen=True):
    """A row that has passed, and who owed a move after it."""

    row: Row
    to_act: frozenset[Seat]


class Sitting(msgspec.Struct, frozen=True, dict=True):
    """The State of a table at a version, with the latest rows; before those, `base` owed a move."""

    ground: Ground
    version: int
    at: Ms
    digest: bytes
    state: Any
    tail: tuple[Passed, ...]
    base: frozenset[Seat]

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.ground.game

    @property
    def id(self) -> UUID:
        """The table's id."""
        return self.ground.table.id

    @cached_property
    def to_act(self) -> frozenset[Seat]:
        """Who owes a move now."""
        return self.tail[-1].to_act if self.tail else self.base

    @cached_property
    def status(self) -> Status:
        """Running, or how it ended: by the rules, or because the table itself was given up."""
        if self.ground.table.status == "abandoned":
            return "abandoned"
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return "active"
        return "abandoned" if outcome.is_abandoned else "completed"

    @cached_property
    def due_at(self) -> Ms | None:
        """When the next deadline falls due."""
        deadline = None if self.status == "abandoned" else self.game.deadline(self.state)
        return None if deadline is None else deadline.at_ms

    @property
    def is_slow(self) -> bool:
        """Whether people need not sit there together: a move may take an hour, or as long as one likes.

        A game that asks who is connected is played live, and nobody waits for whoever plays alone.
        """
        if self.game.presence is not None or len(self.ground.table.places) < 2:
            return False
        clock = self.game.clock(self.state)
        if clock is not None:
            return clock.control.bank_ms + clock.control.allowance_ms >= SLOW_MS
        return self.due_at is None or self.due_at - self.at >= SLOW_MS

    @cached_property
    def bots(self) -> Mapping[Seat, str | None]:
        """The seats that a bot plays now, with its level: by the rules, or because the table says so."""
        seated = {
            place.seat: place.level
            for place in self.ground.table.places
            if place.kind == "bot" or place.level is not None
        }
        return {**self.game.bots(self.state), **seated}

    @cached_property
    def clocks(self) -> msgspec.Raw:
        """The clocks as everybody is told them."""
        return msgspec.Raw(codec_of(self.game).noun_bytes(self.game.clock(self.state)))

    @cached_property
    def told(self) -> Sequence[tuple[Audience, msgspec.Raw]]:
        """The newest row's events as they are told, each with its audience: encoded once for all."""
        return told(self.game, self.tail[-1].row)

    @property
    def first_remembered(self) -> int:
        """The earliest version after which every row is remembered."""
        return self.version - len(self.tail)

    def since(self, version: int) -> Sequence[Passed]:
        """The rows after a version, if they are remembered."""
        assert version >= self.first_remembered
        return self.tail[len(self.tail) - (self.version - version) :]

    def owed_at(self, version: int) -> frozenset[Seat]:
        """Who owed a move at a version that is remembered."""
        index = len(self.tail) - (self.version - version)
        return self.base if index == 0 else self.tail[index - 1].to_act

    def reseated(self, table: TableRow) -> "Sitting":
        """The same State at the table as it is stored now."""
        ground = Ground(self.game, table, self.ground.secret)
        return Sitting(ground, self.version, self.at, self.digest, self.state, self.tail, self.base)

    def after(self, row: Row, state: Any, digest: bytes) -> "Sitting":
        """This table one row later."""
        tail = (*self.tail, Passed(row, self.game.to_act(state)))
        base = self.base
        if len(tail) > TAIL:
            base, tail = tail[0].to_act, tail[1:]
        return Sitting(self.ground, row.version, row.at, digest, state, tail, base)


def told(game: AnyGame, row: Row) -> Sequence[tuple[Audience, msgspec.Raw]]:
    """The row's events as they are told, each with its audience; everyone hears of a move taken back."""
    codec = codec_of(game)
    return [
        (
            EVERYONE if row.undoes_to is not None else game.audience(event),
            msgspec.Raw(codec.observation(event, row.version, row.at)),
        )
        for event in row.events
    ]


def decided(sitting: Sitting, actor: Actor | None, action: Any, now: Ms) -> tuple[Row, Any]:
    """The row an action would be, and the State after it; or its Refusal."""
    at, version = max(now, sitting.at), sitting.version + 1
    turn = take_turn(sitting.game, sitting.state, actor, action, sitting.ground.chance(version), at)
    assert actor is not None, "the rules let a spectator act"
    return Row(version, at, actor, sitting.game.rules, action, turn.events), turn.state


def written(
    before: Sitting, row: Row, state: Any, action_id: UUID, every: int, account: UUID | None = None
) -> tuple[Sitting, Entry]:
    """The table after the row, and what the journal is to keep of it.

    There is a snapshot of the first version, which names the pieces, of the last, and `every` so many.
    """
    game, ground = before.game, before.ground
    codec = codec_of(game)
    action, events = codec.action_bytes(row.action), codec.events_bytes(row.events)
    digest = next_digest(before.digest, row.version, row.at, row.actor, row.rules, action, events)
    after = before.after(row, state, digest)
    outcome = game.outcome(state)
    to_act = tuple(sorted(after.to_act))
    seat = None if row.actor is HOUSE else row.actor
    return after, Entry(
        ground.table.id,
        StoredRow(row.version, action_id, seat, row.rules, action, events, row.at, digest),
        after.status,
        to_act,
        tuple(seat for seat in to_act if seat in after.bots),
        None if outcome is None else outcome.ending,
        after.due_at,
        snapshot_of(after) if outcome is not None or row.version == 1 or row.version % every == 0 else None,
        _errands(before, after),
        account,
    )


def _errands(before: Sitting, after: Sitting) -> tuple[Errand, ...]:
    """What is to be done about it later: somebody who owes a move from now on may have to be told."""
    if after.game.outcome(after.state) is not None:
        return (Errand("ended"),)
    owing = after.to_act - before.to_act
    if not owing or not after.is_slow:
        return ()
    away = owing - after.bots.keys()
    places = after.ground.table.places
    seats = sorted(place.seat for place in places if place.seat in away and place.account is not None)
    return tuple(Errand("turn", seat) for seat in seats)


def snapshot_of(sitting: Sitting) -> Snapshot:
    """The State as it is kept, so that a table need not be folded from its first row."""
    game = sitting.game
    cards = None
    if game.record is not None:
        cards = msgspec.json.encode(game.record.cards(sitting.state, _commit(sitting)))
    return Snapshot(
        sitting.version,
        game.rules,
        sitting.at,
        codec_of(game).state_bytes(sitting.state),
        sitting.digest,
        cards,
    )


def _commit(sitting: Sitting) -> Commit:
    ground = sitting.ground
    return Commit(str(ground.table.id), sitting.version, sitting.at, ground.players)


class FoldsFromEarlier(Exception):  # noqa: N818 - reads as a sentence
    """A row goes back to a version before the State this fold began with."""


def folded(sitting: Sitting, rows: Sequence[StoredRow]) -> Sitting:
    """The table after these stored rows."""
    return deque(folding(sitting, rows), maxlen=1).pop() if rows else sitting


def folding(sitting: Sitting, rows: Iterable[StoredRow]) -> Iterator[Sitting]:
    """The table after each of these stored rows."""
    kept = {sitting.version: sitting.state}
    for stored in rows:
        row = row_of(sitting.game, line_of(stored))
        if row.undoes_to is not None and row.undoes_to not in kept:
            raise FoldsFromEarlier
        step = fold(sitting.game, sitting.state, row, kept.__getitem__)
        sitting = sitting.after(row, step.after, stored.digest)
        if sitting.game.undo is not None:
            kept[sitting.version] = step.after
        yield sitting


def from_snapshot(ground: Ground, snapshot: Snapshot) -> Sitting:
    """The table as a snapshot has it."""
    state = codec_of(ground.game).state(snapshot.state)
    return Sitting(
        ground, snapshot.version, snapshot.at, snapshot.digest, state, (), ground.game.to_act(state)
    )


def line_of(stored: StoredRow) -> Line:
    """The row as a line of a transcript."""
    return Line(
        stored.version,
        stored.at,
        stored.seat,
        stored.rules,
        msgspec.Raw(stored.action),
        msgspec.Raw(stored.events),
        stored.digest.hex(),
    )


def header_of(game: AnyGame, table: TableRow) -> bytes:
    """What is fixed when play begins, as its digest is taken."""
    places = sorted(table.places, key=lambda place: place.seat)
    return line_bytes(
        Header(
            1,
            game.name,
            game.rules,
            str(table.id),
            msgspec.Raw(table.options),
            tuple(SeatLine(place.kind, place.level, place.nonce.hex()) for place in places),
            table.commitment.hex(),
        )
    )
