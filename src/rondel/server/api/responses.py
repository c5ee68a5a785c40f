"""Bodies of HTTP responses: one Struct each, built from results of flows."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import About, Ms, Outcome, PieceStyle, Preselected, Seat, Struct, Summary
from rondel.server.errors import Halted
from rondel.server.ports.access import is_removed, seat_of
from rondel.server.ports.alerts import Device, Digest, NotificationPreferences
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.credentials import Passkey
from rondel.server.ports.moderation import Role
from rondel.server.ports.people import Account, Session
from rondel.server.ports.tables import Access, Removed, Status, TableRow
from rondel.server.rooms.frames import seat_lines
from rondel.server.rooms.position import options_of
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.server.settings import Rate, Registration
from rondel.wire.protocol import SeatLine
from rondel.wire.registry import GameNotFoundError, load_game

HOUR_MS: Final = 3_600_000


class ErrorResponse(Struct):
    """An error: a stable code, a message, a hint, and the table's version if it is public.

    A banned caller also gets the `reason` and the end, `until`; null is permanent. At a halted table
    `halted` says whether its game failed or is missing; its authors also get the `fault`.
    """

    code: str
    message: str
    hint: str | None = None
    table: str | None = None
    version: int | None = None
    reason: str | UnsetType = UNSET
    until: Ms | UnsetType | None = UNSET
    halted: Halted | UnsetType = UNSET
    fault: str | UnsetType = UNSET


class AccountResponse(Struct):
    """The caller's account. `token` is sent once, to a guest who requested one. `role` is a moderator's."""

    id: UUID
    name: str
    kind: str
    email: str | None
    language: str
    created_at: Ms
    token: str | UnsetType = UNSET
    role: Role | UnsetType = UNSET


class ServerResponse(Struct):
    """Who can register, and which ways to sign in there are: email, passkeys, and an identity provider."""

    can_mail: bool
    registration: Registration
    has_passkeys: bool
    provider: str | None


class SitePageResponse(Struct):
    """A page of the operator: Markdown or plain text."""

    text: str
    is_markdown: bool


class LinkResponse(Struct):
    """The account that an emailed link opens."""

    account: UUID
    name: str
    email: str


class SessionResponse(Struct):
    """A session of the account. `token` is sent once, when it is created."""

    id: UUID
    kind: str
    label: str
    created_at: Ms
    seen_at: Ms
    expires_at: Ms
    is_this: bool
    token: str | UnsetType = UNSET


class PasskeyResponse(Struct):
    """A passkey of the account. `used_at` is null before its first sign-in."""

    id: UUID
    name: str
    created_at: Ms
    used_at: Ms | None


class ProviderResponse(Struct):
    """The identity provider's sign-in URL."""

    url: str


class PersonResponse(Struct):
    """The account that a sign-in would open; null for a new one. `person` is the name at the provider.

    With `connects`, the sign-in would link the caller's own account to the provider.
    """

    account: UUID | None
    name: str | None
    person: str
    connects: bool


class IdentityResponse(Struct):
    """A linked identity at the provider."""

    issuer: str
    created_at: Ms


class GameResponse(Struct):
    """An installed game: the JSON Schema of its options, its bots, its own endpoints and its presets.

    The schemas of its other types are a request of their own: they are long.

    If `is_offered` is false, existing tables continue, but no new one can be opened.

    `house_rules` are presets by name, as differences from the standard options. `preselected` has the initial
    values of a form for a new table. `about` is what the game says about itself, by language, without its
    longer parts: how it is played (`has_how`), its house rules and what its bots do are another request.
    `emblem` stands for the game on a tile: pictures, or playing cards by name. `lesson_minutes` is about how
    long its lesson takes, null if there is none.
    """

    name: str
    title: str
    rules: int
    min_seats: int
    max_seats: int
    max_action_bytes: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    calls: tuple[str, ...]
    setups: tuple[str, ...]
    has_undo: bool
    lesson_minutes: int | None
    house_rules: Mapping[str, Mapping[str, Any]]
    preselected: Preselected
    about: Mapping[str, About]
    has_how: bool
    emblem: tuple[PieceStyle, ...]
    is_offered: bool = True


class FaceResponse(Struct):
    """The static part of a game's board, equal for all viewers.

    `looks` are by the face of a piece, `words` by language and by the tag of an action or event. `big` has
    the tags of important actions.
    """

    looks: Mapping[str, PieceStyle]
    words: Mapping[str, Mapping[str, str]]
    big: tuple[str, ...] = ()


class AboutResponse(Struct):
    """All that a game says about itself, by language.

    `how` is Markdown. A picture in it is the name of one that the board draws.
    """

    about: Mapping[str, About]


class RemovedResponse(Struct):
    """A player whom the host has removed; `seat` is the seat that a bot plays since."""

    id: UUID
    name: str
    seat: Seat | None


class TableResponse(Struct):
    """A table as the caller may see it. `host` is a seat; `key` is sent to those who may share it.

    `nonce` is the caller's share of the randomness, as stored; null if none was sent. `lesson` is a lesson's
    public seed. `outcome` is null if the table has not ended by its rules, or ended before outcomes were
    stored. `deadline` is the next one. `summary` is a spectator's summary of a running table. `is_locked`:
    closed to new players. `is_removed`: the host has removed the caller. Only the host sees `removed`.
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
    is_locked: bool
    is_removed: bool
    removed: tuple[RemovedResponse, ...]


class HintResponse(Struct):
    """A hint about a part of the board, by language. A leading hint ends when the next part appears."""

    at: str
    say: dict[str, str]
    leads: bool


class LessonStepResponse(Struct):
    """The learner's next action, with the hints before it and the reply to any other action."""

    action: msgspec.Raw
    hints: tuple[HintResponse, ...]
    why: dict[str, str]


class LessonResponse(Struct):
    """The script of the learner's seat, and the hints after its end."""

    seed: str
    steps: tuple[LessonStepResponse, ...]
    closing: tuple[HintResponse, ...]


class LessonAt(Struct):
    """The learner's number of steps at a version; null off the script."""

    version: int
    done: int | None


class Ignored(Struct):
    """The code and message of an ignored action."""

    code: str
    message: str


class ActResponse(Struct):
    """The committed `version` of a move; with `ignored`, nothing has changed. The View is the current one."""

    table: UUID
    version: int
    view: msgspec.Raw
    id: UUID | UnsetType = UNSET
    duplicate: bool | UnsetType = UNSET
    ignored: Ignored | UnsetType = UNSET


class ForecastResponse(Struct):
    """The forecast of an action at `version`, by the game's schema `Forecast`; or null.

    `refusal` is the code with which the action would be rejected.
    """

    table: UUID
    version: int
    forecast: msgspec.Raw
    refusal: str | None


class OrderResponse(Struct):
    """A standing order, by the game's schema `Order`."""

    id: UUID
    order: msgspec.Raw


class OrdersResponse(Struct):
    """The standing orders of the caller's seat at `version`: available and active ones."""

    table: UUID
    version: int
    offered: tuple[msgspec.Raw, ...]
    standing: tuple[OrderResponse, ...]


class NoteResponse(Struct):
    """The caller's private notes on a table."""

    table: UUID
    text: str


class ChatResponse(Struct):
    """A chat message. A removed message has no text."""

    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int
    is_removed: bool


class DeviceResponse(Struct):
    """A browser subscribed to notifications."""

    id: UUID
    label: str
    endpoint: str
    created_at: Ms


class NotificationPreferencesResponse(Struct):
    """The caller's notification preferences. `push_key` is for browsers; null without Web Push.

    At most `most_mails` emails are sent per table in `most_mails_hours` hours, or `most_mails_at_once` where
    the table notifies immediately.
    """

    by_mail: bool
    can_mail: bool
    most_mails: int
    most_mails_at_once: int
    most_mails_hours: int
    hook: str | None
    delay_s: int
    digest: Digest
    devices: tuple[DeviceResponse, ...]
    muted: tuple[UUID, ...]
    push_key: str | None


class SeatPass(Struct):
    """A seat link's token, which opens a seat of a running table to another person."""

    token: str


class LastMove(Struct):
    """The version of the caller's last move; 0 without one."""

    version: int


class ReadyResponse(Struct):
    """The readiness of this node, and the result of each check."""

    is_ready: bool
    checks: Mapping[str, str]


def account_response(account: Account, token: str | UnsetType = UNSET) -> AccountResponse:
    """Return the account as its owner sees it."""
    return AccountResponse(
        account.id, account.name, account.kind, account.email, account.language, account.created_at, token
    )


def session_response(session: Session, this: UUID, token: str | UnsetType = UNSET) -> SessionResponse:
    """Return the session without its hash."""
    return SessionResponse(
        session.id,
        session.kind,
        session.label,
        session.created_at,
        session.seen_at,
        session.expires_at,
        session.id == this,
        token,
    )


def passkey_response(passkey: Passkey) -> PasskeyResponse:
    """Return the passkey without its public key."""
    return PasskeyResponse(passkey.id, passkey.name, passkey.created_at, passkey.used_at)


def table_response(table: TableRow, account: UUID | None) -> TableResponse:
    """Return the table as this account may see it, without its players' account ids."""
    seat = seat_of(table, account)
    is_host = account is not None and table.host == account
    return TableResponse(
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
        next((place.nonce.hex() or None for place in table.places if place.seat == seat), None),
        table.lesson,
        table.name,
        table.outcome,
        table.due_at if table.status == "active" else None,
        table.summary if table.status == "active" else None,
        table.is_locked,
        is_removed(table, account),
        tuple(_removed_response(table, one) for one in table.removed) if is_host else (),
    )


def _removed_response(table: TableRow, one: Removed) -> RemovedResponse:
    seat = next((place.seat for place in table.places if place.account == one.account), None)
    return RemovedResponse(one.id, one.name, seat)


def _is_on_shelf(game: str) -> bool:
    """Return whether this game is installed."""
    try:
        load_game(game)
    except GameNotFoundError:
        return False
    return True


def _options(table: TableRow) -> bytes:
    """Return the options in current form, or as stored if unreadable: one table must not hide others."""
    try:
        with GAME_CODE:
            return options_of(load_game(table.game), table)
    except Exception:  # noqa: BLE001 - the game is missing, or it cannot read them
        return table.options


def alerts_response(
    wishes: NotificationPreferences,
    devices: Sequence[Device],
    muted: Collection[UUID],
    *,
    can_mail: bool,
    most_mails: Rate,
    most_mails_at_once: Rate,
    push_key: str | None,
) -> NotificationPreferencesResponse:
    """Return notification preferences without keys."""
    return NotificationPreferencesResponse(
        wishes.by_mail,
        can_mail,
        most_mails.burst,
        most_mails_at_once.burst,
        -(-most_mails.per_ms // HOUR_MS),
        wishes.hook,
        wishes.delay_ms // 1000,
        wishes.digest,
        tuple(DeviceResponse(each.id, each.label, each.endpoint, each.created_at) for each in devices),
        tuple(sorted(muted)),
        push_key,
    )


def chat_response(message: ChatMessage) -> ChatResponse:
    """Return the message without its author's account id."""
    return ChatResponse(message.name, message.seat, message.text, message.at, message.id, message.is_removed)
