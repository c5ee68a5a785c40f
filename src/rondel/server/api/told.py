"""What is told over HTTP: a Noun for each answer, made from what the flows give."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import Look, Ms, Noun, Outcome, Preselected, Seat, Summary
from rondel.server.access import is_removed, seat_of
from rondel.server.credentials import Passkey
from rondel.server.frames import seat_lines
from rondel.server.moderation import Role
from rondel.server.ports import (
    Access,
    Account,
    ChatMessage,
    Device,
    Digest,
    Removed,
    Session,
    Status,
    TableRow,
    Wishes,
)
from rondel.server.position import options_of
from rondel.server.settings import Rate, Registration
from rondel.server.watchdog import GAME_CODE
from rondel.wire.protocol import SeatLine
from rondel.wire.shelf import NotOnTheShelf, take

HOUR_MS: Final = 3_600_000


class ErrorTold(Noun):
    """Why not: a stable code, a sentence, what to do next, and where the table stands if that may be said.

    To somebody who is banned also the `reason` and `until` when; null is for good.
    """

    code: str
    because: str
    next: str | None = None
    table: str | None = None
    version: int | None = None
    reason: str | UnsetType = UNSET
    until: Ms | UnsetType | None = UNSET


class AccountTold(Noun):
    """Who I am here; `token` is told once, to a guest who asked for one. `role` is a moderator's."""

    id: UUID
    name: str
    kind: str
    email: str | None
    language: str
    created_at: Ms
    token: str | UnsetType = UNSET
    role: Role | UnsetType = UNSET


class ServerTold(Noun):
    """Who may come in here, and how: by a link in a mail, by a passkey, at the other site of this name."""

    can_mail: bool
    registration: Registration
    has_passkeys: bool
    provider: str | None


class SitePageTold(Noun):
    """A page of the host's: its text, as Markdown or as it is."""

    text: str
    is_markdown: bool


class LinkTold(Noun):
    """Whom a link from a mail signs in."""

    account: UUID
    name: str
    email: str


class SessionTold(Noun):
    """A way in; `token` is told once, when it is made."""

    id: UUID
    kind: str
    label: str
    created_at: Ms
    seen_at: Ms
    expires_at: Ms
    is_this: bool
    token: str | UnsetType = UNSET


class PasskeyTold(Noun):
    """A passkey of mine; `used_at` is null of one that never signed in."""

    id: UUID
    name: str
    created_at: Ms
    used_at: Ms | None


class ProviderTold(Noun):
    """Where to go to sign in."""

    url: str


class PersonTold(Noun):
    """The account that would be opened, or null: a new one. `person` is the name at the other site.

    With `connects` it is my own account, and I could sign in at the other site from now on.
    """

    account: UUID | None
    name: str | None
    person: str
    connects: bool


class IdentityTold(Noun):
    """Another site where I sign in."""

    issuer: str
    created_at: Ms


class GameTold(Noun):
    """A game that can be played here: its schemas by name, its bots, its own calls, and its setups.

    Where `is_offered` is false, its tables go on and no new one can be opened.

    `house_rules` are ready-made options by name: what differs from the standard ones. `preselected` is what a
    form for a new table begins with.
    """

    name: str
    title: str
    rules: int
    min_seats: int
    max_seats: int
    max_action_bytes: int
    schemas: Mapping[str, Any]
    bots: tuple[str, ...]
    calls: tuple[str, ...]
    setups: tuple[str, ...]
    has_undo: bool
    has_lesson: bool
    house_rules: Mapping[str, Mapping[str, Any]]
    preselected: Preselected
    is_offered: bool = True


class FaceTold(Noun):
    """What a game looks like, as far as it is the same for everybody and for ever.

    `looks` are by the face of a piece, `words` by language and by the tag of an action or event, `big` are
    the tags of actions on which much depends.
    """

    looks: Mapping[str, Look]
    words: Mapping[str, Mapping[str, str]]
    big: tuple[str, ...] = ()


class RemovedTold(Noun):
    """Somebody whom I have removed from my table; `seat` is where a bot plays for them since."""

    id: UUID
    name: str
    seat: Seat | None


class TableTold(Noun):
    """A table as the asker may know it; `host` is a seat, and `key` is told to those who may hand it on.

    `nonce` is the asker's own share of the luck, as the server has it. `lesson` is a lesson's published seed.
    `outcome` is null of a table that has not ended by its rules, and of one that ended before outcomes were
    kept. `deadline` is the next one. `summary` is what a spectator sees asked of a table in play, in short.
    `is_shut`: nobody new may sit down. `is_removed`: the host has removed the asker. Only the host is told
    who was `removed`.
    """

    id: UUID
    game: str
    rules: int
    options: msgspec.Raw
    seats: int
    code: str
    access: Access
    commitment: str
    created_at: Ms
    status: Status
    version: int
    to_act: tuple[Seat, ...]
    players: tuple[SeatLine, ...]
    seat: Seat | None
    is_host: bool
    host: Seat | None
    is_halted: bool
    ending: str | None
    rematch_of: UUID | None
    key: str | None
    nonce: str | None
    lesson: str | None
    name: str | None
    outcome: Outcome | None
    deadline: Ms | None
    summary: Summary | None
    is_shut: bool
    is_removed: bool
    removed: tuple[RemovedTold, ...]


class HintTold(Noun):
    """A sentence, by language, about a part of the board; one that leads ends when the next part is there."""

    at: str
    say: dict[str, str]
    leads: bool


class LessonStepTold(Noun):
    """What the learner does next, with the sentences before it and the answer to anything else."""

    action: msgspec.Raw
    hints: tuple[HintTold, ...]
    why: dict[str, str]


class LessonTold(Noun):
    """The script of the learner's seat, and the sentences after its end."""

    seed: str
    steps: tuple[LessonStepTold, ...]
    closing: tuple[HintTold, ...]


class LessonAt(Noun):
    """At which version the learner had made how many steps; null off the script."""

    version: int
    done: int | None


class Ignored(Noun):
    """What a quiet refusal would have said."""

    code: str
    because: str


class ActTold(Noun):
    """The move is committed at `version`; or, with `ignored`, nothing has happened. The View is of now."""

    table: UUID
    version: int
    view: msgspec.Raw
    id: UUID | UnsetType = UNSET
    dup: bool | UnsetType = UNSET
    ignored: Ignored | UnsetType = UNSET


class ForecastTold(Noun):
    """What the action would lead to at `version`, as the game's schema `Forecast` says; or null.

    `refusal` is the code by which the action would be refused.
    """

    table: UUID
    version: int
    forecast: msgspec.Raw
    refusal: str | None


class OrderTold(Noun):
    """A standing order of mine, as the game's schema `Order` says."""

    id: UUID
    order: msgspec.Raw


class OrdersTold(Noun):
    """The standing orders of my seat at `version`: those I may give, and those I have given."""

    table: UUID
    version: int
    offered: tuple[msgspec.Raw, ...]
    standing: tuple[OrderTold, ...]


class NoteTold(Noun):
    """What I have written down about a table."""

    table: UUID
    text: str


class ChatTold(Noun):
    """Something that was said. A line that a moderator has removed has no text."""

    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int
    is_removed: bool


class DeviceTold(Noun):
    """A browser that I am told in."""

    id: UUID
    label: str
    endpoint: str
    created_at: Ms


class AlertsTold(Noun):
    """How I am told that it is my turn. `push_key` is for browsers; null where there is no push.

    Of one table there are at most `most_mails` mails in `most_mails_hours` hours.
    """

    by_mail: bool
    can_mail: bool
    most_mails: int
    most_mails_hours: int
    hook: str | None
    delay_s: int
    digest: Digest
    devices: tuple[DeviceTold, ...]
    muted: tuple[UUID, ...]
    push_key: str | None


class SeatPass(Noun):
    """What lets somebody else have a seat of a running table."""

    token: str


class LastMove(Noun):
    """The version of my own last move; 0 if I have made none."""

    version: int


class ReadyTold(Noun):
    """Whether this node can serve, and what each check says."""

    is_ready: bool
    checks: Mapping[str, str]


def account_told(account: Account, token: str | UnsetType = UNSET) -> AccountTold:
    """The account, as its owner may know it."""
    return AccountTold(
        account.id, account.name, account.kind, account.email, account.language, account.created_at, token
    )


def session_told(session: Session, this: UUID, token: str | UnsetType = UNSET) -> SessionTold:
    """The session, without its hash."""
    return SessionTold(
        session.id,
        session.kind,
        session.label,
        session.created_at,
        session.seen_at,
        session.expires_at,
        session.id == this,
        token,
    )


def passkey_told(passkey: Passkey) -> PasskeyTold:
    """The passkey, without its key."""
    return PasskeyTold(passkey.id, passkey.name, passkey.created_at, passkey.used_at)


def table_told(table: TableRow, account: UUID | None) -> TableTold:
    """The table, as this account may know it; nobody is told who its players are elsewhere."""
    seat = seat_of(table, account)
    is_host = account is not None and table.host == account
    return TableTold(
        table.id,
        table.game,
        table.rules,
        msgspec.Raw(_options(table)),
        table.seats,
        table.code,
        table.access,
        table.commitment.hex(),
        table.created_at,
        table.status,
        table.version,
        table.to_act,
        seat_lines(table),
        seat,
        is_host,
        seat_of(table, table.host),
        table.halted is not None or (table.status == "active" and not _is_on_shelf(table.game)),
        table.ending,
        table.rematch_of,
        table.key if is_host or seat is not None else None,
        next((place.nonce.hex() for place in table.places if place.seat == seat), None),
        table.lesson,
        table.name,
        table.outcome,
        table.due_at if table.status == "active" else None,
        table.summary if table.status == "active" else None,
        table.is_shut,
        is_removed(table, account),
        tuple(_removed_told(table, one) for one in table.removed) if is_host else (),
    )


def _removed_told(table: TableRow, one: Removed) -> RemovedTold:
    seat = next((place.seat for place in table.places if place.account == one.account), None)
    return RemovedTold(one.id, one.name, seat)


def _is_on_shelf(game: str) -> bool:
    """Whether tables of this game can go on."""
    try:
        take(game)
    except NotOnTheShelf:
        return False
    return True


def _options(table: TableRow) -> bytes:
    """As they are written under today's rules, if they can be read: an odd table must not hide the others."""
    try:
        with GAME_CODE:
            return options_of(take(table.game), table)
    except Exception:  # noqa: BLE001 - the game is missing, or it cannot read them
        return table.options


def alerts_told(
    wishes: Wishes,
    devices: Sequence[Device],
    muted: Collection[UUID],
    *,
    can_mail: bool,
    most_mails: Rate,
    push_key: str | None,
) -> AlertsTold:
    """What somebody has chosen, without keys."""
    return AlertsTold(
        wishes.by_mail,
        can_mail,
        most_mails.burst,
        -(-most_mails.per_ms // HOUR_MS),
        wishes.hook,
        wishes.delay_ms // 1000,
        wishes.digest,
        tuple(DeviceTold(each.id, each.label, each.endpoint, each.created_at) for each in devices),
        tuple(sorted(muted)),
        push_key,
    )


def chat_told(message: ChatMessage) -> ChatTold:
    """The line, without who said it elsewhere."""
    return ChatTold(message.name, message.seat, message.text, message.at, message.id, message.is_removed)
