"""What was committed and what was lost again, as the database saw it: the history the checker judges by."""

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Outage, Seat
from rondel.kernel.digest import first_digest
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.journal import StoredRow

if TYPE_CHECKING:
    from tests.simulate.world import World


class Commit:
    """One row that was committed, with the row before it, and from when until when it stood.

    A row that was lost may be written again, byte for byte: by the House, or by somebody who sends it again.
    """

    __slots__ = ("parent", "row", "spans")

    def __init__(self, row: StoredRow, parent: bytes, at: Ms) -> None:
        self.row = row
        self.parent = parent
        self.spans: list[tuple[Ms, Ms | None]] = [(at, None)]

    @property
    def at(self) -> Ms:
        """When it was committed first."""
        return self.spans[0][0]

    @property
    def stands(self) -> bool:
        """Whether it is there now."""
        return self.spans[-1][1] is None

    def stood(self, since: Ms, until: Ms) -> bool:
        """Whether it stood all the while between the two, and before."""
        return any(begins < since and (ends is None or ends > until) for begins, ends in self.spans)

    def stood_once(self, since: Ms, until: Ms) -> bool:
        """Whether it stood at some moment between the two."""
        return any(begins <= until and (ends is None or ends >= since) for begins, ends in self.spans)


class Ledger:
    """Every row that ever was, every change of seats, every line of chat."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.commits: dict[UUID, dict[bytes, Commit]] = defaultdict(dict)
        self.by_version: dict[UUID, dict[int, list[Commit]]] = defaultdict(lambda: defaultdict(list))
        self.by_id: dict[tuple[UUID, UUID], list[Commit]] = defaultdict(list)
        self.seats: dict[UUID, list[tuple[Ms, dict[Seat, UUID | None]]]] = defaultdict(list)
        self.chats: dict[UUID, list[ChatMessage]] = defaultdict(list)
        self.outages: list[Outage] = []
        self.committed_at: Ms = 0
        self.went_back_at: Ms = 0
        self._set_backs: list[Ms] = []
        self.unraised: list[tuple[Ms, Ms]] = []
        """From when until when a tail was lost and no epoch told of it: a resume cannot know."""
        self._known: dict[UUID, int] = defaultdict(int)
        self._places: dict[UUID, object] = {}

    def look(self) -> None:
        """Something was done at the database: note what is new."""
        memory = self._world.database.memory
        if memory.outages and memory.outages[-1] not in self.outages:
            self._world.note("no node served", memory.outages[-1])
            self.outages.append(memory.outages[-1])
        for table in self._world.tables:
            rows = memory.rows[table]
            while self._known[table] < len(rows):
                self._commit(table, rows, self._known[table])
                self._known[table] += 1
            places = memory.tables[table].places
            if self._places.get(table) is not places:
                self._places[table] = places
                held = {place.seat: place.account for place in places}
                if not self.seats[table] or self.seats[table][-1][1] != held:
                    self._world.note("seats", table, sorted(held.items()))
                    self.seats[table].append((self._world.now_ms(), held))

    def _commit(self, table: UUID, rows: list[StoredRow], index: int) -> None:
        row = rows[index]
        header = self._world.database.memory.tables[table].header
        assert header is not None
        parent = rows[index - 1].digest if index else first_digest(header)
        if self._world.database.memory.tables[table].halted is not None:
            self._world.found("halted and moved", f"row {row.version} was written at a halted table")
        if row.version != index + 1:
            self._world.found("journal", f"row {row.version} stands at place {index + 1}")
        self._world.note("commit", table, row.version, row.seat, row.action_id, row.action)
        self.committed_at = self._world.now_ms()
        known = self.commits[table].get(row.digest)
        if known is not None:
            known.spans.append((self._world.now_ms(), None))
            return
        commit = self.commits[table][row.digest] = Commit(row, parent, self._world.now_ms())
        self.by_version[table][row.version].append(commit)
        self.by_id[table, row.action_id].append(commit)

    def went_back(self) -> None:
        """The database has lost its tail."""
        memory, now = self._world.database.memory, self._world.now_ms()
        self.went_back_at = now
        self._set_backs.append(now)
        for table in self._world.tables:
            standing = {row.digest for row in memory.rows[table]}
            for digest, commit in self.commits[table].items():
                if digest not in standing and commit.stands:
                    commit.spans[-1] = (commit.spans[-1][0], now)
            self._known[table] = len(memory.rows[table])
            self._world.note("went back", table, self._known[table], memory.epoch)
        self.look()

    def was_set_back(self, since: Ms, until: Ms) -> bool:
        """Whether the database lost its tail between the two, and with it which node served when."""
        return any(since <= at <= until for at in self._set_backs)

    def raised(self) -> None:
        """The epoch is raised, for a tail that was lost before."""
        self.unraised.append((self.went_back_at, self._world.now_ms()))

    def is_unraised(self, at: Ms) -> bool:
        """Whether at that moment no epoch told of a tail that was lost."""
        return any(begins <= at <= ends for begins, ends in self.unraised)

    def holds(self, table: UUID, account: UUID, seat: Seat, since: Ms, until: Ms) -> bool:
        """Whether the account had the seat at some moment between the two."""
        history = self.seats[table]
        for index, (begins, held) in enumerate(history):
            ends = history[index + 1][0] if index + 1 < len(history) else until
            if begins <= until and ends >= since and held.get(seat) == account:
                return True
        return False

    def is_committed(self, table: UUID, move: UUID, before: Ms, until: Ms) -> Commit | None:
        """The row with this id, if it stood from a moment before `before` on until `until`."""
        for commit in self.by_id.get((table, move), ()):
            if commit.stood(before, until):
                return commit
        return None


class Acked(NamedTuple):
    """An ack: when it came, of which version, and when and as what the move was sent."""

    at: Ms
    version: int
    sent_at: Ms
    action: bytes


class Nacked(NamedTuple):
    """A nack: when it came, and when the move was sent."""

    at: Ms
    code: str
    sent_at: Ms


class Move(msgspec.Struct):
    """A move of a person: what was sent when, and what was answered."""

    id: UUID
    table: UUID
    seat: Seat | None
    expected_version: int
    action: bytes
    sent: list[Ms] = []
    acks: list[Acked] = []
    nacks: list[Nacked] = []
    is_done: bool = False
    is_forged: bool = False
