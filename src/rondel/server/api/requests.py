"""Bodies of HTTP requests: one Struct each, which rejects unknown fields."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rondel.kernel import Seat, Struct
from rondel.server.ports.alerts import Digest
from rondel.server.ports.moderation import BlockKind, Role
from rondel.server.ports.tables import Access
from rondel.wire.protocol import CHAT_CHARACTERS, Version

Line = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=200)]
Web = Annotated[str, Meta(max_length=2000)]
Base64 = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,200}=*$")]
Bytes = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,8000}$")]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Guest(Struct):
    """Create a guest account with this name. With `bearer`, a script gets a token instead of a cookie.

    `invite` is the part after `#invite=` of an invitation link, on a server that requires one.
    """

    name: Line
    language: Line = "en"
    bearer: bool = False
    invite: Secret | None = None


class Rename(Struct):
    """Rename the account."""

    name: Line


class NewToken(Struct):
    """Create a token for a script. The label is for the account's list of sessions."""

    label: Line = ""


class Email(Struct):
    """Email a sign-in link to this address, to claim the account."""

    email: Annotated[str, Meta(max_length=320)]


class AskSignIn(Struct):
    """Email a sign-in link to this address without a session, if it may sign in."""

    email: Annotated[str, Meta(max_length=320)]
    language: Line = "en"


class LookLink(Struct):
    """Preview an emailed link: whose account it opens."""

    token: Secret


class OpenLink(Struct):
    """Sign in by an emailed link, as the previewed account, name and address."""

    token: Secret
    account: UUID
    name: Line
    email: Annotated[str, Meta(max_length=320)]


class AddPasskey(Struct):
    """Add the passkey that the browser has created. Bytes are in base64url."""

    name: Line
    client_data: Bytes
    attestation: Bytes


class UsePasskey(Struct):
    """Sign in by passkey, with the signature of the browser. Bytes are in base64url."""

    id: Bytes
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Bytes


class LookAtPerson(Struct):
    """Preview a sign-in at the identity provider: whose account it opens."""

    code: Web
    state: Secret


class OpenAccount(Struct):
    """Sign in to the previewed account. Without one, create an account with this name."""

    account: UUID | None
    name: Line = ""
    language: Line = "en"
    invite: Secret | None = None


class NewTable(Struct):
    """Open a table of this game with these options."""

    game: Line
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    access: Access = "unlisted"
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class NameTable(Struct):
    """Name the table; an empty text removes its name."""

    name: Annotated[str, Meta(max_length=200)]


class NewGame(Struct):
    """Open a game session as the game's documents do: of Cambio, unless another game is named."""

    game: Line = "cambio"
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    access: Access = "unlisted"
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None


class TakeSeat(Struct):
    """Take a seat. `nonce` is the player's share of the randomness."""

    seat: Seat | None = None
    nonce: Nonce | None = None


class Ready(Struct):
    """Mark the player as ready, or not ready."""

    is_ready: bool = True


class LockTable(Struct):
    """Lock the table to new players, or unlock it."""

    is_locked: bool = True


class NewHost(Struct):
    """Make the player in this seat the host."""

    seat: Seat


class AddBot(Struct):
    """Add a bot of this level."""

    level: Line
    seat: Seat | None = None


class ReplaceWithBot(Struct):
    """Let a bot of this level play for the player in a seat."""

    level: Line


class TakeOver(Struct):
    """Take over a seat with this seat link's token."""

    token: Secret


class MoveRequest(Struct):
    """Play `action`. `id` makes it idempotent; `expected_version` is the version seen, unset for any."""

    id: UUID
    action: msgspec.Raw
    expected_version: Version | None = None


class AskForecast(Struct):
    """Forecast the result of an action without playing it."""

    action: msgspec.Raw


class GiveOrder(Struct):
    """Give a standing order: one of those offered to the seat."""

    order: msgspec.Raw


class WriteNote(Struct):
    """Store private notes on the table."""

    text: Annotated[str, Meta(max_length=8000)]


class Say(Struct):
    """Send a chat message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_CHARACTERS)]


class SetNotificationPreferences(Struct):
    """Set notification preferences; unset fields stay. `hook` is a Discord-compatible webhook, or null."""

    by_mail: bool | UnsetType = UNSET
    hook: Web | UnsetType | None = UNSET
    delay_s: Seconds | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class NewDevice(Struct):
    """Subscribe a browser to notifications: its push endpoint, and its keys in base64url."""

    endpoint: Web
    p256dh: Base64
    auth: Base64


class Mute(Struct):
    """Mute notifications of a table, or unmute them."""

    is_muted: bool = True


Why = Annotated[str, Meta(min_length=1, max_length=500)]
Moment = Annotated[int, Meta(ge=0, le=2**53)]


class Reason(Struct):
    """The reason of an action, for the audit log."""

    reason: Why


class BanAccount(Struct):
    """Ban an account, until a time or permanently. The banned person sees the reason."""

    reason: Why
    until: Moment | None = None


class BanNetwork(Struct):
    """Ban every address of a network: 192.0.2.0/24, 2001:db8::/48."""

    network: Annotated[str, Meta(max_length=60)]
    reason: Why
    until: Moment | None = None


class UnbanNetwork(Struct):
    """Unban a network."""

    network: Annotated[str, Meta(max_length=60)]
    reason: Why


class RenameAccount(Struct):
    """Rename an account."""

    name: Annotated[str, Meta(max_length=200)]
    reason: Why


class GrantRole(Struct):
    """Set an account's role: moderator, admin or none."""

    role: Role | None
    reason: Why


class MakeInvite(Struct):
    """Create an invitation to this server for several uses, until a time. The reason is logged."""

    uses: Annotated[int, Meta(ge=1, le=1000)]
    until: Moment
    reason: Why


class Announce(Struct):
    """Publish an announcement, until a time; an empty text removes it."""

    text: Annotated[str, Meta(max_length=500)]
    kind: Literal["news", "maintenance"] = "news"
    until: Moment | None = None


class ReportPlayer(Struct):
    """Report a player, by seat or by chat message."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    seat: Seat | None = None
    line: int | None = None


class BlockPlayer(Struct):
    """Mute a player's messages, block them from the account's tables as well, or clear both."""

    kind: BlockKind | None
    seat: Seat | None = None
    line: int | None = None


class Unblock(Struct):
    """Change the block of an account, or remove it."""

    kind: BlockKind | None
