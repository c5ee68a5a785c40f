"""What may be asked over HTTP: one Noun per body, closed to fields it does not name."""

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rondel.kernel import Noun, Seat
from rondel.server.ports import Access, Digest
from rondel.wire.protocol import CHAT_CHARACTERS, Version

Line = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=200)]
Web = Annotated[str, Meta(max_length=2000)]
Base64 = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,200}=*$")]
Bytes = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,8000}$")]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Guest(Noun):
    """I should like to be called so. A script asks for a `bearer` token instead of a cookie.

    `invite` is what stands behind `#invite=` in an invitation link, where the server is by invitation.
    """

    name: Line
    language: Line = "en"
    bearer: bool = False
    invite: Secret | None = None


class Rename(Noun):
    """Call me so from now on."""

    name: Line


class NewToken(Noun):
    """A token for a script of mine; the label is for me."""

    label: Line = ""


class Email(Noun):
    """Send me a link to this address."""

    email: Annotated[str, Meta(max_length=320)]


class AskSignIn(Noun):
    """I have no session here. Send a link to this address, if it may sign in."""

    email: Annotated[str, Meta(max_length=320)]
    language: Line = "en"


class LookLink(Noun):
    """I have this link from a mail. Whose is it?"""

    token: Secret


class OpenLink(Noun):
    """Sign me in by this link from a mail, as the one I was shown: that account, name and address."""

    token: Secret
    account: UUID
    name: Line
    email: Annotated[str, Meta(max_length=320)]


class AddPasskey(Noun):
    """Add this passkey of mine, as my browser has made it; the bytes are in base64url."""

    name: Line
    client_data: Bytes
    attestation: Bytes


class UsePasskey(Noun):
    """Sign me in by this passkey, as my browser has signed; the bytes are in base64url."""

    id: Bytes
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Bytes


class LookAtPerson(Noun):
    """I came back from the other site with this. Whose account is it?"""

    code: Web
    state: Secret


class OpenAccount(Noun):
    """Sign me in to the account I was shown. If I was shown none, begin one under this name."""

    account: UUID | None
    name: Line = ""
    language: Line = "en"
    invite: Secret | None = None


class NewTable(Noun):
    """A table of this game, with these options of its own."""

    game: Line
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    access: Access = "unlisted"
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class NameTable(Noun):
    """What my table is called from now on; nothing is a name, too."""

    name: Annotated[str, Meta(max_length=200)]


class NewGame(Noun):
    """A game session, as the documents open one: of Cambio, unless another game is named."""

    game: Line = "cambio"
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    access: Access = "unlisted"
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None


class TakeSeat(Noun):
    """I sit down; `nonce` is my share of the luck, `key` lets me in where the table is private."""

    seat: Seat | None = None
    nonce: Nonce | None = None
    key: Secret | None = None


class Ready(Noun):
    """I am ready, or not."""

    is_ready: bool = True


class ShutLobby(Noun):
    """Nobody new sits down at my table, or everybody may again."""

    is_shut: bool = True


class NewHost(Noun):
    """Make the person in this seat the host."""

    seat: Seat


class AddBot(Noun):
    """Let a bot of this level sit down."""

    level: Line
    seat: Seat | None = None


class StandIn(Noun):
    """Let a bot of this level play for whoever has the seat."""

    level: Line


class TakeOver(Noun):
    """I have this pass to a seat."""

    token: Secret


class Act(Noun):
    """My move, by an id I made; `exp` is the version I saw, or I mean whatever is true now."""

    id: UUID
    action: msgspec.Raw
    exp: Version | None = None


class AskForecast(Noun):
    """What would this action of mine lead to? It is not played."""

    action: msgspec.Raw


class GiveOrder(Noun):
    """Do this for me when it comes to it: one of the orders that I am offered."""

    order: msgspec.Raw


class WriteNote(Noun):
    """What I want to remember of this table, for my eyes only."""

    text: Annotated[str, Meta(max_length=8000)]


class Say(Noun):
    """I say something at this table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_CHARACTERS)]


class SetAlerts(Noun):
    """Tell me so; what is not said stays. `hook` is an address that takes Discord's JSON, null none."""

    by_mail: bool | UnsetType = UNSET
    hook: Web | UnsetType | None = UNSET
    delay_s: Seconds | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class NewDevice(Noun):
    """Tell me in this browser: where its push service is, and its keys, in base64url."""

    endpoint: Web
    p256dh: Base64
    auth: Base64


class Mute(Noun):
    """I do not want to hear of this table, or do again."""

    is_muted: bool = True
