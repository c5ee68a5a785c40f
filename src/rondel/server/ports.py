"""What the flows need from the world, as Protocols. Adapters: postgres/, redis/, memory/, mail/.

The journal is the truth. Everything else here may be lost (Bus, Presence, Limits) or can be read off it.
Every adapter of a port passes the same contract tests (tests/contracts).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Outage, Outcome, Seat, Summary

NO_TABLE: Final = UUID(int=0)
NO_ACTION: Final = UUID(int=0)
"""An id that no table has: looking at it shows whether the database answers, and its epoch."""

Access: TypeAlias = Literal["public", "unlisted", "private"]
Status: TypeAlias = Literal["open", "active", "completed", "abandoned", "closed"]
"""`open`: seats may be taken. `closed`: ended before it began. A halted table keeps its status."""


class Value(msgspec.Struct, frozen=True):
    """What passes through a port: frozen, equal by its fields."""


class Place(Value, frozen=True):
    """A seat that is taken: a row of `player`. `nonce` is the seat's share of the luck; a bot's is empty.

    `level` is a bot's; a human seat has one while a bot plays for its person.
    """

    id: UUID
    seat: Seat
    account: UUID | None
    name: str
    kind: Literal["human", "bot"]
    level: str | None = None
    nonce: bytes = b""
    is_ready: bool = False


class Removed(Value, frozen=True):
    """Somebody whom the host has removed, by the name at that table."""

    id: UUID
    account: UUID
    name: str


class TableRow(Value, frozen=True):
    """A table's record, with the places taken. `header` is fixed when play begins, and never before.

    `revision` is another number after every change of the record outside the journal: who sits where and who
    plays for whom, what it is called, that play has begun, and that it was halted, resumed or ended.
    `due_at` is when its next deadline falls due, as of when the record was read. `summary` is what a list of
    tables says of it, from a spectator's View of its newest version. `lesson` is the published
    seed of a lesson, which counts for nothing: no history, no proof, no relational record. While it is
    `is_shut`, nobody new sits down; those in `removed` do not in any case. Somebody who was removed during
    play keeps a place, and is a spectator: a bot plays the seat.
    """

    id: UUID
    game: str
    rules: int
    options: bytes
    seats: int
    code: str
    access: Access
    key: str | None
    host: UUID
    commitment: bytes
    created_at: Ms
    status: Status = "open"
    version: int = 0
    to_act: tuple[Seat, ...] = ()
    header: bytes | None = None
    places: tuple[Place, ...] = ()
    rematch_of: UUID | None = None
    halted: str | None = None
    halted_at: Ms | None = None
    ending: str | None = None
    revision: int = 0
    lesson: str | None = None
    name: str | None = None
    outcome: Outcome | None = None
    due_at: Ms | None = None
    summary: Summary | None = None
    is_shut: bool = False
    removed: tuple[Removed, ...] = ()


class TooManyOpen(Exception):  # noqa: N818 - an answer, not an error
    """The host has as many tables that have not ended as one may have."""


class Tables(Protocol):
    """Tables by id and code. A table's secret is kept apart, by a role of its own."""

    async def open(self, table: TableRow, secret: bytes, *, most: int | None = None) -> bool:
        """Store a new table and its secret at once; False if the code is taken.

        Raises TooManyOpen if its host has `most` tables that are open or running, lessons included. Counting
        and storing are one step, however many are opened at once.
        """
        ...

    async def get(self, table: UUID) -> TableRow | None: ...

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        """The table, if this account may look at it, in its seat, as its host or by its key.

        A table that it may not look at is found no sooner and no later than one that is not there.
        """
        ...

    async def by_code(self, code: str) -> TableRow | None: ...

    async def rematch_of(self, table: UUID) -> TableRow | None:
        """The table that was opened as this one's rematch."""
        ...

    async def secret(self, table: UUID) -> bytes: ...

    async def public(self, *, limit: int) -> Sequence[TableRow]:
        """Open public tables that new people can join, the newest first."""
        ...

    async def running(self, *, limit: int) -> Sequence[TableRow]:
        """Public tables that are played, the newest first."""
        ...

    async def rename(self, table: UUID, name: str | None) -> None:
        """Call a table something else, or nothing."""
        ...

    async def of_account(self, account: UUID, *, limit: int) -> Sequence[TableRow]:
        """Tables where the account has a seat or is host, no lessons: running ones first, then the newest."""
        ...

    async def running_lesson(self, account: UUID, seed: str) -> TableRow | None:
        """The newest lesson with this seed that the account has begun and not ended."""
        ...

    async def halt(self, table: UUID, because: str) -> None:
        """Stop the table at its version, until `resume`. The first reason and its time are kept."""
        ...

    async def resume(self, table: UUID) -> None: ...

    async def halted(self, *, limit: int) -> Sequence[TableRow]:
        """Halted tables, the longest halted first."""
        ...

    async def active(self, *, after: UUID, limit: int) -> Sequence[TableRow]:
        """Tables that are played, private ones and lessons too, by id, after this one."""
        ...


class Seating(Protocol):
    """Who sits where before play, and who moves in afterwards. Each call is one atomic change.

    Each answers whether it could be done; the flow then reads the table and says why not.
    """

    async def take(self, table: UUID, place: Place, *, revision: int | None = None) -> bool:
        """Into an empty seat of an open table; one seat for each account.

        With a `revision`, only while the table's record has it: one's name depends on who sits there.
        """
        ...

    async def rename(self, table: UUID, seat: Seat, account: UUID, name: str, *, revision: int) -> bool:
        """Give the account's seat another name, at a table that has not ended, if it has this revision."""
        ...

    async def leave(self, table: UUID, seat: Seat, account: UUID | None) -> bool:
        """Out of the seat, while the table is open; `account` None removes a bot."""
        ...

    async def remove(self, table: UUID, seat: Seat, removed: Removed) -> bool:
        """Out of the seat, while the table is open, and onto the list of those who were removed."""
        ...

    async def remove_absent(self, table: UUID, seat: Seat, removed: Removed) -> bool:
        """Onto that list, at a running table, while a bot plays for the person in the seat."""
        ...

    async def let_back(self, table: UUID, removed: UUID) -> bool:
        """Off that list again, until the table ends."""
        ...

    async def shut(self, table: UUID, is_shut: bool) -> bool:
        """Whether new people may sit down at an open table; False if it is so already."""
        ...

    async def make_host(self, table: UUID, before: UUID, host: UUID) -> bool:
        """The table has another host, who is seated there, until it ends."""
        ...

    async def ready(self, table: UUID, seat: Seat, account: UUID, is_ready: bool) -> bool: ...

    async def begin(self, table: UUID, header: bytes, places: Collection[UUID]) -> bool:
        """Fix the header while exactly these players sit there; true again for the same header."""
        ...

    async def close(self, table: UUID) -> bool:
        """End a table that has not begun."""
        ...

    async def stand_in(
        self, table: UUID, seat: Seat, level: str | None, line: "ChatMessage | None" = None
    ) -> bool:
        """From now on a bot of this level plays for the person in a seat of a running table; None: no bot.

        The line is stored with the change: once, however often and by whomever it is asked for.
        """
        ...

    async def hand_over(self, table: UUID, seat: Seat, before: UUID, account: UUID, name: str) -> bool:
        """The seat of a running table goes from one account to another, which has none there yet."""
        ...

    async def abandon(self, table: UUID) -> bool:
        """End a running table as it stands: nothing more is appended, and no deadline is left."""
        ...


class StoredRow(Value, frozen=True):
    """One row of the journal, as its bytes stand. Seat None is the house."""

    version: int
    action_id: UUID
    seat: Seat | None
    rules: int
    action: bytes
    events: bytes
    at: Ms
    digest: bytes


class Snapshot(Value, frozen=True):
    """A State as msgpack at a version, with the digest of that version."""

    version: int
    rules: int
    at: Ms
    state: bytes
    digest: bytes


class OutboxRow(Value, frozen=True):
    """Work for later that must not be forgotten, by its kind."""

    kind: str
    seat: Seat | None = None


class Entry(Value, frozen=True):
    """A row to append, and all that is stored in the same commit.

    It is stored only as version + 1 of its table, on the row with `prior_digest`, and only while the table's
    record has this `revision`: so nobody appends to another history, nor for a seat that has changed hands.
    A restore brings revisions back, so the database must also be of the `epoch` that the record was read in.
    """

    table: UUID
    row: StoredRow
    prior_digest: bytes
    epoch: int
    revision: int
    status: Status
    to_act: tuple[Seat, ...]
    bots_to_act: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    due_at: Ms | None = None
    snapshot: Snapshot | None = None
    outbox: tuple[OutboxRow, ...] = ()
    summary: Summary | None = None


class Kept(Value, frozen=True):
    """It is committed. The database's time, and the cell's epoch as read inside the commit."""

    now: Ms
    epoch: int


class Look(Value, frozen=True):
    """One look at the truth: the head with its digest, the record's revision, and the row with the wanted id.

    `digest` is None before the first row.
    """

    head: int
    now: Ms
    epoch: int
    digest: bytes | None = None
    revision: int = 0
    row: StoredRow | None = None


Head: TypeAlias = tuple[int, int]
"""A table's version, and the revision of its record."""

NO_HEAD: Final[Head] = (-1, -1)
"""Of a table of which nothing is known."""


class Heads(Value, frozen=True):
    """The heads of some tables."""

    now: Ms
    epoch: int
    tables: Mapping[UUID, Head]


class Unavailable(Exception):  # noqa: N818 - an answer, not an error
    """The store cannot answer now. Nothing is known of what was asked: it may be asked again.

    `cause` is one of a few words for logs and metrics, where the adapter knows why.
    """

    def __init__(self, said: str = "", cause: str | None = None) -> None:
        super().__init__(said)
        self.cause = cause


class ArchivedRows(Protocol):
    """Where rows are that the journal no longer has."""

    async def rows(self, table: UUID) -> Sequence[StoredRow]:
        """The rows of a table from its first one on, with NO_ACTION as their ids; none if it is not there."""
        ...


class Journal(Protocol):
    """Append-only rows. (table, version) is the lock, (table, action id) is idempotency."""

    async def append(self, entry: Entry) -> Kept | None:
        """Store it with its commit, or None: the table is not as the entry says, or the id is there already.

        Raises Unavailable if it is not known whether it was stored.
        """
        ...

    async def look(self, table: UUID, action_id: UUID | None = None) -> Look: ...

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        """Rows after a version, up to and with another, in order."""
        ...

    async def snapshot(self, table: UUID, *, until: int | None = None) -> Snapshot | None:
        """The newest snapshot, not newer than `until`."""
        ...

    async def heads(self, known: Mapping[UUID, Head]) -> Heads:
        """Those that are others by now, of the tables that there are."""
        ...

    async def bots_to_act(self, *, limit: int, after: UUID = NO_TABLE) -> Sequence[tuple[UUID, int]]:
        """Running tables where a bot owes a move, with their versions: by id, those after one."""
        ...


class Due(Value, frozen=True):
    """A deadline that was claimed for a while: whoever has it fires it; firing twice is once."""

    table: UUID
    version: int
    due_at: Ms


class Deadlines(Protocol):
    """Deadline rows, claimed by any node; no lock is held while one fires."""

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[Due]:
        """Due and unclaimed ones, oldest first, claimed for `lease_ms` by the database's clock."""
        ...

    async def next_due(self) -> Ms | None:
        """When the earliest unclaimed one falls due."""
        ...

    async def due_at(self, table: UUID) -> Ms | None:
        """When the deadline of this table falls due; None if it has none."""
        ...


class Bus(Protocol):
    """Tells other nodes that a table has moved: (table, version), nothing else. May lose, repeat, reorder.

    A node hears only of tables that it has subscribed to.
    """

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        """Never raises: a lost announcement costs latency, not truth."""
        ...

    async def subscribe(self, table: UUID) -> None:
        """Hear of this table; what is announced after this returns is heard. Never raises.

        Subscribe before you read what must stay true. While the bus is away this returns soon, and the node
        hears of the table when the bus is back.
        """
        ...

    def unsubscribe(self, table: UUID) -> None:
        """Hear no more of this table, soon."""
        ...

    def heard(self) -> AsyncIterator[tuple[UUID, int]]:
        """What other nodes announce of these tables, for ever; reconnects by itself."""
        ...

    async def others(self) -> int:
        """How many other nodes listen now. Never raises: a node that cannot know is alone."""
        ...


HTTP: Final = "http"
"""The holder of a lease for an authenticated request. It ends by itself, or when a socket is opened, and that
is no fresh start."""


class Absence(Value, frozen=True):
    """A seat without a lease: since when, and whether its node died or the store began anew meanwhile."""

    table: UUID
    seat: Seat
    since: Ms
    is_fresh_start: bool
    used_ms: Ms


class PresenceStore(Protocol):
    """Leases: a seat is there while somebody holds one for it. Time is the store's own."""

    async def hold(
        self, holder: str, seats: Collection[tuple[UUID, Seat]], *, lease_ms: Ms
    ) -> Collection[tuple[UUID, Seat]]:
        """Hold leases for these seats, as this holder (a node, or `HTTP`), and end their absence.

        A node's lease is a socket's, and it ends the lease of `HTTP`. From then on until an absence is
        reported, `HTTP` holds a seat for no longer than the moment: a player who listens on a socket has gone
        when the last socket is closed.

        Answers, once, those among them whose absence had been reported: the table does not know yet. The
        time of an absence that was not reported counts towards the seat's total grace, unless it was a
        fresh start or the store has not answered all the while.
        """
        ...

    async def expect(self, seats: Collection[tuple[UUID, Seat]]) -> None:
        """These seats were known before the store began anew: if nobody holds them, a fresh start is made."""
        ...

    async def release(self, holder: str, seats: Collection[tuple[UUID, Seat]]) -> None:
        """Give these leases back at once: the socket was closed."""
        ...

    async def drain(self, holder: str) -> None:
        """Give back all leases of a node that stops: absences that follow are a fresh start."""
        ...

    async def absent(self, *, limit: int) -> Sequence[Absence]:
        """Seats whose last lease has ended, the longest absent first."""
        ...

    async def reported(self, table: UUID, seat: Seat, *, used_ms: Ms) -> None:
        """The absence has been reported to the table; `used_ms` counts, once, towards its total grace."""
        ...

    async def forget(self, table: UUID, seat: Seat) -> None:
        """The table does not care who is absent, or has ended: nothing is kept of this absence."""
        ...

    async def here(self, tables: Collection[UUID]) -> Mapping[UUID, Collection[Seat]]:
        """Who is at each of these tables."""
        ...

    async def answered_since(self) -> Ms:
        """Since when the store has answered without a gap or a restart, by its own clock."""
        ...

    async def now(self) -> Ms: ...


class Limits(Protocol):
    """Token buckets."""

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        """Take `cost` of `burst` tokens, all of which come back within `per_ms`; 0, or how long to wait."""
        ...

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        """How long until one token can be taken; 0 if it can be now. Nothing is taken."""
        ...


class Account(Value, frozen=True):
    """A person or a bot keeper. `email` is None for a guest."""

    id: UUID
    name: str
    skeleton: str
    created_at: Ms
    email: str | None = None
    kind: Literal["guest", "member", "keeper"] = "guest"
    language: str = "en"


class Session(Value, frozen=True):
    """A way in. Only the hash of its token is stored. `kind` bearer is for scripts and bots."""

    id: UUID
    account: UUID
    token_hash: bytes
    kind: Literal["cookie", "bearer"]
    label: str
    created_at: Ms
    seen_at: Ms
    expires_at: Ms


class Link(Value, frozen=True):
    """An e-mail link that claims an account, once."""

    token_hash: bytes
    account: UUID
    email: str
    expires_at: Ms


class PersonalData(Protocol):
    """What is kept about people, wherever it is: at home, or with the tables of another cell."""

    async def export(self, account: UUID) -> Mapping[str, object]:
        """All personal data of the account in this database, JSON-able; lists by what they are of."""
        ...

    async def delete(self, account: UUID) -> None:
        """Forget the person: account, sessions, links, chat; seats stay, without name and account."""
        ...


class People(PersonalData, Protocol):
    """Accounts, sessions and links. Names are unique by their skeleton among members."""

    async def add(self, account: Account) -> bool:
        """Store a new account; False if a member has a name like this."""
        ...

    async def account(self, account: UUID) -> Account | None: ...

    async def by_email(self, email: str) -> Account | None: ...

    async def search(self, prefix: str, *, limit: int) -> Sequence[Account]:
        """Accounts whose skeleton begins so, by skeleton and id."""
        ...

    async def rename(self, account: UUID, name: str, skeleton: str) -> bool: ...

    async def open_session(self, session: Session) -> None: ...

    async def session(self, token_hash: bytes, *, now: Ms) -> Session | None:
        """The session, if it has not expired; notes that it was seen."""
        ...

    async def signed_in(self, token_hash: bytes, *, now: Ms) -> tuple[Account, Session] | None:
        """The session, as `session` gives it, and whose it is."""
        ...

    async def sessions(self, account: UUID) -> Sequence[Session]: ...

    async def revoke(self, account: UUID, session: UUID | None = None) -> Collection[UUID]:
        """End one session of the account or all of them; gives the ids of those that ended."""
        ...

    async def ask_link(self, link: Link) -> None: ...

    async def link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        """The link, if it is there and has not expired. It stays as it is."""
        ...

    async def use_link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        """The link, used up by this, if it is there and has not expired."""
        ...

    async def claim(self, account: UUID, email: str) -> bool:
        """The guest becomes a member with this address; False if the address or the name is another's."""
        ...


class ChatMessage(Value, frozen=True):
    """A line of chat; `id` is the store's. One that a moderator has removed has no text."""

    table: UUID
    account: UUID | None
    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int = 0
    is_removed: bool = False


class Chats(Protocol):
    """Chat by table, outside the journal."""

    async def say(self, message: ChatMessage) -> ChatMessage:
        """Store it; gives it with its id."""
        ...

    async def latest(self, table: UUID, *, limit: int) -> Sequence[ChatMessage]:
        """The newest lines, oldest first."""
        ...


class Notes(Protocol):
    """What somebody writes down about a table, for their own eyes."""

    async def read(self, account: UUID, table: UUID) -> str:
        """The text; empty if there is none."""
        ...

    async def write(self, account: UUID, table: UUID, text: str, *, at: Ms) -> None:
        """This text instead of the one before; an empty one is none."""
        ...


class StandingOrder(Value, frozen=True):
    """What a seat has decided for a moment to come: `body` is the game's order as JSON.

    `version` is the last one at which the order was judged. It is followed at `due_at`, if that is set.
    """

    id: UUID
    table: UUID
    seat: Seat
    account: UUID
    body: bytes
    version: int
    due_at: Ms | None = None


class StandingOrders(Protocol):
    """Standing orders, which only their seat may know of. They are judged by any node, one at a time."""

    async def give(self, order: StandingOrder, *, most: int) -> bool:
        """Store it; the same one again is once. False if the account has `most` at this table."""
        ...

    async def of_account(self, account: UUID, table: UUID) -> Sequence[StandingOrder]:
        """The orders that the account has at a table, the oldest first."""
        ...

    async def end(self, order: UUID, account: UUID) -> bool:
        """Drop it, if it is there and the account's own."""
        ...

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[StandingOrder]:
        """Orders to be judged, each for one claimer until its lease ends.

        These are the due ones, and those whose table has moved or ended since they were judged. Those of a
        halted table wait until it goes on.
        """
        ...

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        """It was judged at this version, and the claim ends. False if the order is gone."""
        ...


Go: TypeAlias = Callable[[], Awaitable[bool]]
"""Asked at the last moment, when all that is left is to hand it over: whether it is still to be sent.

Where it says no, whoever asked raises Withdrawn.
"""


class Withdrawn(Exception):  # noqa: N818 - an answer, not an error
    """The last moment said no: nothing was handed over."""


class Undeliverable(Unavailable):
    """It was not taken and never will be: no such address, or it takes nothing from us."""


class Unknown(Unavailable):
    """It was handed over and not answered: it may have been taken, so it must not be sent again."""


class Mail(Value, frozen=True):
    """A message to one person. `id` makes its Message-ID; `unsubscribe` is where one press ends such mail."""

    to: str
    subject: str
    text: str
    html: str
    id: str | None = None
    unsubscribe: str | None = None


class Mailer(Protocol):
    """Sends mail, or raises Unavailable: Undeliverable if it is no use to try again, Unknown if it may be.

    `can_deliver` says whether anybody ever gets to see a mail that is sent.
    """

    @property
    def can_deliver(self) -> bool:
        """Whether mails reach people."""
        ...

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Send it. With `go`, nothing is handed over unless that says yes."""
        ...


Digest: TypeAlias = Literal["off", "hourly", "daily"]
Channel: TypeAlias = Literal["mail", "push", "hook"]


class Wishes(Value, frozen=True):
    """How somebody wants to be told. `key` signs the links of theirs that work without a session."""

    account: UUID
    by_mail: bool
    hook: str | None
    delay_ms: Ms
    digest: Digest
    key: bytes


class Device(Value, frozen=True):
    """A browser that takes messages (Web Push): where, and the keys they are sealed with."""

    id: UUID
    account: UUID
    endpoint: str
    p256dh: bytes
    auth: bytes
    label: str
    created_at: Ms


class Alerts(Protocol):
    """What people have chosen: channels, devices, tables they do not want to hear of."""

    async def wishes(self, account: UUID) -> Wishes | None:
        """None as long as nothing was chosen."""
        ...

    async def wish(self, wishes: Wishes) -> Wishes:
        """Keep them; the key stays the one that was first. Gives them as they are kept."""
        ...

    async def devices(self, account: UUID) -> Sequence[Device]: ...

    async def add_device(self, device: Device, *, most: int) -> Device:
        """Keep it, in the place of one with the same endpoint, and the newest `most` of the account."""
        ...

    async def drop_device(self, account: UUID, device: UUID) -> bool: ...

    async def mute(self, account: UUID, table: UUID, is_muted: bool) -> None: ...

    async def muted(self, account: UUID) -> Collection[UUID]: ...


class Owed(Value, frozen=True):
    """A row of the outbox: this seat owes a move since `version`; the table's next deadline is `runs_out_at`.

    Of kind `turn` it is written with the move; of another kind it is a reminder of the same turn.
    """

    id: int
    table: UUID
    seat: Seat
    version: int
    kind: str
    at: Ms
    runs_out_at: Ms | None = None


class Notice(Value, frozen=True):
    """A message to be sent once, by its key. Of a digest there is no table; `device` is for a push."""

    id: UUID
    key: str
    account: UUID
    kind: str
    channel: Channel
    due_at: Ms
    table: UUID | None = None
    seat: Seat | None = None
    version: int | None = None
    device: UUID | None = None
    tries: int = 0


class Later(Value, frozen=True):
    """Look at the same turn again then, as a kind of its own."""

    kind: str
    due_at: Ms


class Notices(Protocol):
    """What is to be sent. A turn is looked at until it is planned; a notice is sent at most once.

    A notice that was claimed and not marked is claimed again when its lease has ended; one that was marked as
    being sent is not: nobody knows whether it was.
    """

    async def take(self, *, limit: int, lease_ms: Ms) -> Sequence[Owed]:
        """Turns to look at now, each for one taker until its lease ends; what is owed no more is dropped."""
        ...

    async def plan(self, owed: Owed, notices: Sequence[Notice], later: Sequence[Later] = ()) -> None:
        """These instead of the turn, at once and once: a notice whose key is known is there already."""
        ...

    async def add(self, notice: Notice) -> None:
        """One that belongs to no turn; one whose key is known is there already."""
        ...

    async def postpone(self, owed: Owed, until: Ms) -> None: ...

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[Notice]:
        """Notices that are due, the oldest first; those whose sender died while sending become unknown."""
        ...

    async def sending(self, notice: UUID, *, lease_ms: Ms) -> bool:
        """Mark it: from now on it counts as sent. False if it has passed: moved, muted, not wanted by now."""
        ...

    async def sent(self, notice: UUID) -> None: ...

    async def passed(self, notice: UUID) -> None:
        """There is nothing to say any more."""
        ...

    async def again(self, notice: UUID, *, at: Ms, because: str) -> None:
        """It was not taken: try again then."""
        ...

    async def dead(self, notice: UUID, because: str) -> None:
        """It cannot be sent; it is kept, for whoever runs this server."""
        ...

    async def unknown(self, notice: UUID, because: str) -> None:
        """It may have been taken; it is kept, and not sent again."""
        ...

    async def tally(self) -> Mapping[str, int]:
        """How many there are in each state."""
        ...

    async def forget(self, *, before: Ms) -> int:
        """Drop what was sent or has passed before then; gives how many."""
        ...


class Pusher(Protocol):
    """Sends to browsers. Undeliverable means that the device is gone."""

    @property
    def public_key(self) -> str | None:
        """What a browser must know to be sent messages; None where this server has no key."""
        ...

    async def push(self, device: Device, note: bytes, *, topic: str, go: Go) -> None: ...


class Hooks(Protocol):
    """Sends to addresses that people have named, and to none inside our own network."""

    def check(self, url: str) -> None:
        """ValueError for what cannot be one."""
        ...

    async def post(self, url: str, body: bytes, *, id: UUID, go: Go) -> None: ...  # noqa: A002


class Now(Protocol):
    """The time: a monotonic clock with the offset of the database's, learnt from every append."""

    def ms(self) -> Ms: ...

    def learn(self, database_ms: Ms) -> None: ...


GAP_MS: Final[Ms] = 3000
"""No node has said for longer than this that it serves: that was an outage."""

REMEMBERED_MS: Final[Ms] = 3_600_000
"""Outages that ended longer ago are not told any more: every live table has got its time back."""


class Outages(Protocol):
    """The spans in which no node served this cell, by the database's clock."""

    async def beat(self) -> Sequence[Outage]:
        """Mark that a node serves now; gives the outages that ended lately, oldest first.

        If the mark before is older than GAP_MS, the gap becomes an outage, once: of nodes that return
        together one records it, and all receive it.
        """
        ...


class ProjectionWrite(Value, frozen=True):
    """The rows of the relational record for the versions after `after`, up to and with `version`.

    `rows` is JSON by the table's name. `digest` is that of the journal's row `version`. `is_last` says that
    the game ends with it.
    """

    table: UUID
    after: int
    version: int
    digest: bytes
    rows: bytes
    is_last: bool = False


class StoredRecord(Value, frozen=True):
    """The record of one table as stored, true for `version`; times are milliseconds, ids are text.

    `is_older` says that a version of Rondel wrote it that recorded less.
    """

    version: int
    rows: Mapping[str, Sequence[Mapping[str, Any]]]
    is_older: bool = False


class Rejected(Exception):  # noqa: N818 - an answer, not an error
    """The store refuses rows of the record. Its text names the rule they break, and no value of theirs."""


class Projection(Protocol):
    """The relational record of games that have one: written version by version, rebuilt from the journal."""

    async def write(self, batch: Sequence[ProjectionWrite]) -> Collection[UUID]:
        """Write each whose table is projected up to `after` exactly, and whose digest the journal has.

        One write for each table. The rows and the new version are one change. Returns the tables written;
        raises Rejected if rows break a rule, and then writes nothing of the batch.
        """
        ...

    async def versions(self, tables: Collection[UUID]) -> Mapping[UUID, int]:
        """Up to which version each table is projected; one that never was is left out.

        An older record counts as being at version 0.
        """
        ...

    async def behind(
        self, games: Collection[str], *, older_ms: Ms, after: UUID | None = None, limit: int
    ) -> Sequence[UUID]:
        """Tables with a version that is not projected and `older_ms` old, by id, beginning after one."""
        ...

    async def failed(self, table: UUID, because: str) -> None:
        """Note, until the next write, why the table's next version cannot be projected."""
        ...

    async def settle(self, games: Collection[str], *, limit: int) -> None:
        """Mark ended tables that are projected to their last version, so that `behind` skips them."""
        ...

    async def older(
        self, games: Collection[str], *, after: UUID | None = None, limit: int
    ) -> tuple[Sequence[UUID], int]:
        """Ended tables whose record an older version of Rondel wrote, by id, beginning after one.

        And how many older records there are in all, counted up to 10 000.
        """
        ...

    async def renew(self, table: UUID) -> None:
        """Delete an older record and begin it again at version 0, in one change; leave any other as it is."""
        ...

    async def reset(self, table: UUID) -> None:
        """Delete the record of a table and begin it again at version 0, in one change."""
        ...

    async def recorded(self, games: Collection[str], *, after: UUID | None, limit: int) -> Sequence[UUID]:
        """Tables of these games that have begun, by id, beginning after one."""
        ...

    async def read(self, table: UUID) -> StoredRecord:
        """The record of a table and its version, as of one moment."""
        ...
