"""A table as a node knows it at a version: its record, and what was played. A value."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import EVERYONE, AnyGame, Audience, Ms, Row, Seat, Summary, Viewer
from rondel.server.ports.journal import Entry, OutboxRow, Snapshot, StoredRow
from rondel.server.ports.tables import Status, TableRow
from rondel.table.beats import RowInside, views_of
from rondel.table.decide import Decision, Undoable, undoable
from rondel.table.lazy import lazy
from rondel.table.state import TableState
from rondel.wire.codec import codec_of
from rondel.wire.transcript import Header, SeatLine, draws_bytes, line_bytes

SLOW_MS: Final = 3_600_000
"""Where a move may take so long, people go away in between."""


class Position(msgspec.Struct, frozen=True, dict=True):
    """The record says who sits where and whether the table was halted or ended; the rest is played."""

    table: TableRow
    played: TableState

    @property
    def id(self) -> UUID:
        """The table's id."""
        return self.table.id

    @property
    def name(self) -> str:
        """The table's id as frames have it."""
        return self.played.context.header.table

    @lazy
    def game(self) -> AnyGame:
        """The rules."""
        return self.played.game

    @property
    def state(self) -> Any:
        """The State."""
        return self.played.state

    @property
    def version(self) -> int:
        """How many rows were played."""
        return self.played.version

    @property
    def at(self) -> Ms:
        """When the last row was played."""
        return self.played.at

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that owe a move now."""
        return self.played.to_act

    @property
    def players(self) -> tuple[str, ...]:
        """The players' ids, in seat order."""
        return tuple(str(place.id) for place in self.table.places)

    @property
    def documented_players(self) -> tuple[str, ...]:
        """The players as the game's documents tell them, in seat order: ids, or names made distinct."""
        form = self.game.documented
        if form is None or not form.is_by_name:
            return self.players
        names: list[str] = []
        for place in self.table.places:
            others = (f"{place.name} ({number})" for number in count(2))
            names.append(next(name for name in chain((place.name,), others) if name not in names))
        return tuple(names)

    @lazy
    def status(self) -> Status:
        """Running, or how it ended: by the rules, or because the table itself was given up."""
        if self.table.status == "abandoned":
            return "abandoned"
        outcome = self.played.outcome
        if outcome is None:
            return "active"
        return "abandoned" if outcome.is_abandoned else "completed"

    @lazy
    def due_at(self) -> Ms | None:
        """When the next deadline falls due."""
        deadline = None if self.status == "abandoned" else self.played.deadline
        return None if deadline is None else deadline.at_ms

    @property
    def is_slow(self) -> bool:
        """Whether people need not sit there together: a move may take an hour, or as long as one likes.

        A game that asks who is connected is played live, and nobody waits for somebody who plays alone.
        """
        if self.game.presence is not None or len(self.table.places) < 2:
            return False
        clock = self.game.clock(self.state)
        if clock is not None:
            return clock.control.bank_ms + clock.control.allowance_ms >= SLOW_MS
        return self.due_at is None or self.due_at - self.at >= SLOW_MS

    @property
    def notifies_immediately(self) -> bool:
        """Whether the opener wants whoever is up to be told at once, however fast the game is."""
        return len(self.table.places) > 1 and notifies_immediately(self.game, self.table)

    @lazy
    def bots(self) -> Mapping[Seat, str | None]:
        """The seats that a bot plays now, with its level: by the rules, or because the record says so."""
        seated = {
            place.seat: place.level
            for place in self.table.places
            if place.kind == "bot" or place.level is not None
        }
        return {**self.game.bots(self.state), **seated}

    @lazy
    def undoable(self) -> Undoable | None:
        """Whose latest move can be taken back now, and its version; None if nobody's."""
        if self.status != "active" or self.table.halted is not None:
            return None
        return undoable(self.played)

    @lazy
    def view(self) -> Callable[[Viewer], Any]:
        """What each viewer is shown; what all of them are is made once."""
        return views_of(self.game, self.state)

    @lazy
    def summary(self) -> Summary | None:
        """What a list of tables says of it: no more than a spectator sees."""
        if self.game.summary is None:
            return None
        return self.game.summary(self.view(None))

    @lazy
    def clocks(self) -> msgspec.Raw:
        """The clocks as JSON."""
        return msgspec.Raw(codec_of(self.game).noun_bytes(self.game.clock(self.state)))

    @lazy
    def events(self) -> Sequence[tuple[Audience, msgspec.Raw]]:
        """The newest row's events as they are sent, each with its audience: encoded once for all."""
        return addressed(self.game, self.played.recent[-1].row)

    @lazy
    def shown(self) -> dict[Any, Any]:
        """What viewers were shown of it, by viewer: `frames.shown_to` fills and reads it."""
        return {}

    @lazy
    def inside(self) -> RowInside:
        """The newest row from inside: what is seen between its events."""
        return RowInside(self.game, self.played.before, self.played.recent[-1].row)


def addressed(game: AnyGame, row: Row) -> Sequence[tuple[Audience, msgspec.Raw]]:
    """A row's events as they are sent, each with its audience; everyone hears of a move taken back."""
    codec = codec_of(game)
    return [
        (
            EVERYONE if row.is_tables_own else game.audience(event),
            msgspec.Raw(codec.observation(event, row.version, row.at)),
        )
        for event in row.events
    ]


def entry_of(
    before: Position, decision: Decision, action_id: UUID, *, epoch: int, snapshot_every: int
) -> tuple[Position, Entry]:
    """The position after a decision, and what the journal stores of it.

    There is a snapshot every so often, and of the last version.
    """
    row, after = decision.row, Position(before.table, decision.after)
    has_ended = after.played.outcome is not None
    is_snapshot_due = has_ended or row.version % snapshot_every == 0
    to_act = tuple(sorted(after.to_act))
    return after, Entry(
        before.table.id,
        StoredRow(
            row.version,
            action_id,
            decision.seat,
            row.rules,
            decision.action,
            decision.events,
            row.at,
            after.played.digest,
            decision.draws,
        ),
        before.played.digest,
        epoch,
        before.table.revision,
        after.status,
        to_act,
        tuple(seat for seat in to_act if seat in after.bots),
        after.played.outcome,
        after.due_at,
        snapshot_of(after) if is_snapshot_due else None,
        () if has_ended else _outbox(before, after),
        after.summary,
    )


def snapshot_of(position: Position) -> Snapshot:
    """The State as it is stored, so that a table need not be folded from its first row."""
    game, played = position.game, position.played
    state = codec_of(game).state_bytes(played.state)
    draws = draws_bytes(played.draws)
    return Snapshot(played.version, game.rules, played.at, state, played.digest, draws)


def header_of(game: AnyGame, table: TableRow) -> bytes:
    """What is fixed when play begins, as its digest is taken."""
    places = sorted(table.places, key=lambda place: place.seat)
    return line_bytes(
        Header(
            1,
            game.name,
            game.rules,
            str(table.id),
            msgspec.Raw(options_of(game, table)),
            tuple(SeatLine(place.kind, place.level, place.nonce.hex()) for place in places),
            table.commitment.hex(),
        )
    )


def options_of(game: AnyGame, table: TableRow) -> bytes:
    """The table's options as they are written under today's rules; those of newer rules as they stand."""
    if table.rules >= game.rules:
        return table.options
    codec = codec_of(game)
    return codec.noun_bytes(codec.options(table.options, table.rules))


def notifies_immediately(game: AnyGame, table: TableRow) -> bool:
    """Whether the table was opened so that whoever is up is told at once."""
    asks = game.notifies_immediately
    if asks is None or table.rules > game.rules:
        return False
    return asks(codec_of(game).options(table.options, table.rules))


def _outbox(before: Position, after: Position) -> tuple[OutboxRow, ...]:
    """A player who owes a move of a slow game from now on may have to be notified later, or at once."""
    owing = after.to_act - before.to_act
    if not owing or not (after.is_slow or after.notifies_immediately):
        return ()
    away = owing - after.bots.keys()
    places = after.table.places
    seats = sorted(place.seat for place in places if place.seat in away and place.account is not None)
    return tuple(OutboxRow("turn", seat) for seat in seats)
