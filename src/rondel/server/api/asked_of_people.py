"""What moderators and players ask about people over HTTP: one Noun per body."""

from typing import Annotated, Literal

from msgspec import Meta

from rondel.kernel import Noun, Seat
from rondel.server.moderation import BlockKind, Role

Why = Annotated[str, Meta(min_length=1, max_length=500)]
Moment = Annotated[int, Meta(ge=0, le=2**53)]


class Reason(Noun):
    """Why: it stands in the log."""

    reason: Why


class BanAccount(Noun):
    """Keep this account out, until then or for good. The person is shown the reason."""

    reason: Why
    until: Moment | None = None


class BanNetwork(Noun):
    """Keep out every address of a network: 192.0.2.0/24, 2001:db8::/48."""

    network: Annotated[str, Meta(max_length=60)]
    reason: Why
    until: Moment | None = None


class UnbanNetwork(Noun):
    """Let this network in again."""

    network: Annotated[str, Meta(max_length=60)]
    reason: Why


class RenameAccount(Noun):
    """Give this account another name."""

    name: Annotated[str, Meta(max_length=200)]
    reason: Why


class GrantRole(Noun):
    """Make this account a moderator or an admin, or neither."""

    role: Role | None
    reason: Why


class MakeInvite(Noun):
    """Invite so many people to this server, until then. The reason stands in the log."""

    uses: Annotated[int, Meta(ge=1, le=1000)]
    until: Moment
    reason: Why


class Announce(Noun):
    """Tell everybody this, until then; an empty text takes it back."""

    text: Annotated[str, Meta(max_length=500)]
    kind: Literal["news", "maintenance"] = "news"
    until: Moment | None = None


class ReportPlayer(Noun):
    """This person has misbehaved: who sits in a seat, or who said a line."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    seat: Seat | None = None
    line: int | None = None


class BlockPlayer(Noun):
    """I do not want to read this person (`mute`), nor to have them at my tables (`block`); or do again."""

    kind: BlockKind | None
    seat: Seat | None = None
    line: int | None = None


class Unblock(Noun):
    """Block this account otherwise, or no more."""

    kind: BlockKind | None
