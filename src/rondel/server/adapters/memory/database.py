"""What a cell's database holds, in one process's memory: for tests and for a club without PostgreSQL."""

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Outage, Seat
from rondel.server.ports.alerts import Device, NotificationPreferences
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.credentials import Challenge, Identity, Passkey
from rondel.server.ports.journal import OutboxRow, Snapshot, StoredRow
from rondel.server.ports.moderation import Announcement, AuditEntry, Ban, BlockKind, Invite, Report, Role
from rondel.server.ports.names import FORMER_PLAYER
from rondel.server.ports.notices import Notice, OutboxEntry
from rondel.server.ports.orders import StandingOrder
from rondel.server.ports.tables import TableRow


def wall_clock() -> Ms:
    """The time of the day, as a database tells it."""
    return time.time_ns() // 1_000_000


@dataclass
class Deadline:
    """The deadline of a table, and until when it is claimed."""

    version: int
    due_at: Ms
    claimed_until: Ms = 0


@dataclass
class Turn:
    """A turn to be looked at, when, and until when somebody does."""

    owed: OutboxEntry
    due_at: Ms = 0
    taken_until: Ms = 0


@dataclass
class Sent:
    """A notice, its state, and until when a sender has leased it."""

    notice: Notice
    state: str
    changed_at: Ms
    claimed_until: Ms = 0
    message: str | None = None


@dataclass
class Claimable:
    """A standing order, and until when somebody judges it."""

    order: StandingOrder
    claimed_until: Ms = 0


@dataclass
class MemoryDatabase:
    """All tables. The adapters around it share one, as those of PostgreSQL share a database."""

    now: Callable[[], Ms] = wall_clock
    epoch: int = 1
    tables: dict[UUID, TableRow] = field(default_factory=dict)
    secrets: dict[UUID, bytes] = field(default_factory=dict)
    rows: defaultdict[UUID, list[StoredRow]] = field(default_factory=lambda: defaultdict(list))
    ids: defaultdict[UUID, dict[UUID, StoredRow]] = field(default_factory=lambda: defaultdict(dict))
    snapshots: defaultdict[UUID, list[Snapshot]] = field(default_factory=lambda: defaultdict(list))
    bots_to_act: dict[UUID, tuple[Seat, ...]] = field(default_factory=dict)
    deadlines: dict[UUID, Deadline] = field(default_factory=dict)
    record: defaultdict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: defaultdict(dict))
    outbox: list[tuple[UUID, int, OutboxRow]] = field(default_factory=list)
    projected: dict[UUID, int] = field(default_factory=dict)
    projection_failures: dict[UUID, str] = field(default_factory=dict)
    turns: dict[tuple[UUID, int, str, Seat], Turn] = field(default_factory=dict)
    notices: dict[UUID, Sent] = field(default_factory=dict)
    wishes: dict[UUID, NotificationPreferences] = field(default_factory=dict)
    devices: dict[UUID, Device] = field(default_factory=dict)
    mutes: set[tuple[UUID, UUID]] = field(default_factory=set)
    notes: dict[tuple[UUID, UUID], tuple[str, Ms]] = field(default_factory=dict)
    orders: dict[UUID, Claimable] = field(default_factory=dict)
    acts: list[AuditEntry] = field(default_factory=list)
    bans: dict[UUID, Ban] = field(default_factory=dict)
    roles: dict[UUID, Role] = field(default_factory=dict)
    reports: dict[UUID, Report] = field(default_factory=dict)
    blocks: dict[tuple[UUID, UUID], tuple[BlockKind, Ms]] = field(default_factory=dict)
    announcement: Announcement | None = None
    invites: dict[UUID, Invite] = field(default_factory=dict)
    passkeys: dict[UUID, Passkey] = field(default_factory=dict)
    challenges: dict[bytes, Challenge] = field(default_factory=dict)
    identities: dict[tuple[str, str], Identity] = field(default_factory=dict)
    chats: defaultdict[UUID, list[ChatMessage]] = field(default_factory=lambda: defaultdict(list))
    chat_ids: Iterator[int] = field(default_factory=lambda: count(1))
    served_at: Ms | None = None
    outages: list[Outage] = field(default_factory=list)

    def change(self, table: UUID, **changes: Any) -> None:
        """Give a table these values."""
        self.tables[table] = msgspec.structs.replace(self.tables[table], **changes)

    def revise(self, table: UUID, **changes: Any) -> None:
        """Change a table's record outside its journal."""
        self.change(table, revision=int.from_bytes(secrets.token_bytes(4)) >> 1, **changes)

    def say(self, message: ChatMessage) -> ChatMessage:
        """Store a line of chat; gives it with its id."""
        stored = msgspec.structs.replace(message, id=next(self.chat_ids))
        self.chats[message.table].append(stored)
        return stored

    def table(self, table: UUID) -> TableRow | None:
        """The table as it is read now, with its deadline."""
        found, deadline = self.tables.get(table), self.deadlines.get(table)
        if found is None or deadline is None:
            return found
        return msgspec.structs.replace(found, due_at=deadline.due_at)

    def open_table(self, table: UUID) -> TableRow | None:
        """The table, if seats may be taken and left."""
        found = self.tables.get(table)
        return found if found is not None and found.status == "open" and found.header is None else None

    def recall(self, account: UUID) -> Mapping[str, object]:
        """The seats, notes and orders of the account, what it chose about alerts, and what it was sent."""
        own = self.wishes.get(account)
        return {
            "alerts": [] if own is None else [_to_json(own, "by_mail", "hook", "delay_ms", "digest")],
            "devices": [
                _to_json(device, "label", "endpoint", "created_at")
                for device in sorted(self.devices.values(), key=lambda device: device.created_at)
                if device.account == account
            ],
            "removedFrom": [
                {"table": str(table.id), "name": one.name}
                for table in sorted(self.tables.values(), key=lambda table: table.id)
                for one in table.removed
                if one.account == account
            ],
            "muted": [{"table": str(table)} for who, table in sorted(self.mutes) if who == account],
            "notices": [
                {
                    "table": None if sent.notice.table is None else str(sent.notice.table),
                    **_to_json(sent.notice, "kind", "channel"),
                    "state": sent.state,
                    "at": sent.changed_at,
                }
                for sent in sorted(self.notices.values(), key=lambda sent: sent.changed_at)
                if sent.notice.account == account
            ],
            "notes": [
                {"table": str(table), "text": text, "at": at}
                for (who, table), (text, at) in sorted(self.notes.items())
                if who == account
            ],
            "orders": [
                {"table": str(each.order.table), "order": each.order.body.decode()}
                for each in self.orders.values()
                if each.order.account == account
            ],
            "blocked": [
                {"account": str(other), "kind": kind, "at": at}
                for (who, other), (kind, at) in sorted(self.blocks.items())
                if who == account
            ],
            "reports": [
                {"table": str(report.table), "text": report.text, "at": report.at}
                for report in sorted(self.reports.values(), key=lambda report: report.at)
                if report.account == account
            ],
            "bans": [
                {"reason": ban.reason, "until": ban.until, "at": ban.at}
                for ban in self.bans.values()
                if ban.account == account
            ],
            "passkeys": [
                _to_json(passkey, "name", "created_at", "used_at")
                for passkey in sorted(self.passkeys.values(), key=lambda passkey: passkey.created_at)
                if passkey.account == account
            ],
            "identities": [
                _to_json(identity, "issuer", "subject", "created_at")
                for _, identity in sorted(self.identities.items())
                if identity.account == account
            ],
            "seats": [
                {"table": str(table.id), "seat": place.seat, "name": place.name}
                for table in sorted(self.tables.values(), key=lambda table: table.id)
                for place in table.places
                if place.account == account
            ],
        }

    def forget(self, account: UUID) -> None:
        """The seats stay, without name and account; nothing more is sent."""
        self.wishes.pop(account, None)
        self.devices = {key: row for key, row in self.devices.items() if row.account != account}
        self.mutes = {(who, table) for who, table in self.mutes if who != account}
        self.notices = {key: row for key, row in self.notices.items() if row.notice.account != account}
        self.notes = {key: row for key, row in self.notes.items() if key[0] != account}
        self.orders = {key: row for key, row in self.orders.items() if row.order.account != account}
        self.roles.pop(account, None)
        self.drop_credentials(account)
        self.challenges = {key: row for key, row in self.challenges.items() if row.account != account}
        self.bans = {key: row for key, row in self.bans.items() if row.account != account}
        self.blocks = {key: row for key, row in self.blocks.items() if account not in key}
        self.reports = {
            key: row for key, row in self.reports.items() if account not in (row.account, row.about)
        }
        for table in list(self.tables.values()):
            places = tuple(
                msgspec.structs.replace(place, account=None, name=FORMER_PLAYER)
                if place.account == account
                else place
                for place in table.places
            )
            removed = tuple(one for one in table.removed if one.account != account)
            if (places, removed) != (table.places, table.removed):
                self.revise(table.id, places=places, removed=removed)

    def drop_credentials(self, account: UUID) -> None:
        """Nobody signs in to the account without mail any more."""
        self.passkeys = {key: row for key, row in self.passkeys.items() if row.account != account}
        self.identities = {key: row for key, row in self.identities.items() if row.account != account}


def _to_json(value: msgspec.Struct, *fields: str) -> dict[str, Any]:
    """These fields as JSON names them."""
    return {_camel(field): getattr(value, field) for field in fields}


def _camel(field: str) -> str:
    first, *rest = field.split("_")
    return first + "".join(map(str.title, rest))
