"""The truth of a table: its commits folded, and what each viewer may be sent of them."""

from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import EVERYONE, HOUSE, AnyGame, Row, Seat, observes
from rondel.kernel.digest import first_digest
from rondel.kernel.replay import fold
from rondel.wire.codec import codec_of
from rondel.wire.transcript import Header
from tests.simulate.node import GAMES

if TYPE_CHECKING:
    from tests.simulate.world import World


class Shown(NamedTuple):
    """What a seat is shown of a version."""

    view: bytes
    legal: bytes
    clocks: bytes
    deadline: int | None


class Truth:
    """A table as its commits tell it: the State after each, and what each viewer may be sent of it."""

    def __init__(self, world: "World", table: UUID) -> None:
        self.world = world
        self.table = table
        stored = world.database.memory.tables[table]
        assert stored.header is not None
        header = msgspec.json.decode(stored.header, type=Header)
        self.game: AnyGame = GAMES[header.game]
        self.codec = codec_of(self.game)
        self.root = first_digest(stored.header)
        seat_specs = [line.sitter for line in header.seats]
        self.start = self.game.start(self.codec.options(bytes(header.options)), seat_specs)
        self.commits = world.ledger.commits[table]
        self._states: dict[bytes, Any] = {self.root: self.start}
        self._sent: dict[tuple[bytes, Seat | None], Shown] = {}
        self._events: dict[tuple[bytes, Seat | None], list[bytes]] = {}
        self._rows: dict[bytes, Row] = {}

    def row(self, digest: bytes) -> Row:
        """The row, read."""
        if digest not in self._rows:
            stored = self.commits[digest].row
            actor = HOUSE if stored.seat is None else stored.seat
            action = self.codec.action(stored.action)
            events = self.codec.events(stored.events, stored.rules)
            self._rows[digest] = Row(stored.version, stored.at, actor, stored.rules, action, events)
        return self._rows[digest]

    def state(self, digest: bytes) -> Any:
        """The State after the row of this digest."""
        line = []
        while digest not in self._states:
            line.append(digest)
            digest = self.commits[digest].parent
        for later in reversed(line):
            before = self._states[self.commits[later].parent]
            self._states[later] = fold(self.game, before, self.row(later), self._back_to(later)).after
            digest = later
        return self._states[digest]

    def _back_to(self, digest: bytes) -> Any:
        def state_of(version: int) -> Any:
            at = digest
            while at != self.root and self.commits[at].row.version > version:
                at = self.commits[at].parent
            return self.state(at)

        return state_of

    def shown(self, digest: bytes, seat: Seat | None) -> Shown:
        """What a seat is shown after this row."""
        key = digest, seat
        if key not in self._sent:
            state = self.state(digest)
            view = self.codec.noun_bytes(self.game.view(state, seat))
            legal = b"[]" if seat is None else self.codec.legal_bytes(self.game.legal(state, seat))
            deadline = self.game.deadline(state)
            clocks = self.codec.noun_bytes(self.game.clock(state))
            self._sent[key] = Shown(view, legal, clocks, None if deadline is None else deadline.at_ms)
        return self._sent[key]

    def events(self, digest: bytes, seat: Seat | None) -> list[bytes]:
        """The events of this row that a viewer may observe."""
        key = digest, seat
        if key not in self._events:
            row = self.row(digest)
            self._events[key] = [
                self.codec.observation(event, row.version, row.at)
                for event in row.events
                if observes(seat, EVERYONE if row.is_tables_own else self.game.audience(event))
            ]
        return self._events[key]
