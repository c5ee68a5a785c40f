"""The protocol between a client and a server: JSON text frames, told apart by `type`.

Clients hold no rules. Every version of a table reaches every viewer as exactly one `step`, in order. An
`ack` means committed; no answer means unknown, and the same id may be sent again, to any node.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rondel.kernel import Move, Ms, Noun, Scene, Seat

Id: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
]
"""128 bits, as a UUID is written."""

Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]

CHAT_CHARACTERS: Final = 500


class Sit(Noun, tag_field="type", tag="sit"):
    """I look at this table, in my seat if I have one. `last` is the version I have, of that epoch.

    `key` lets me look at a private table where I have no seat. `seat` is the one I believe to have (null for
    none): where it has changed hands meanwhile, I am sent a full View.
    With `form` I am sent Views and events in the words of the game's documents.
    With `patches` a live `step` may have a `patch` in place of `view`, `legal`, `clocks` and `scene`; never
    with `form`.
    """

    table: Id
    epoch: int | None = None
    last: Version | None = None
    key: Annotated[str, Meta(max_length=64)] | None = None
    seat: Annotated[Seat, Meta(ge=0)] | UnsetType | None = UNSET
    form: Literal["documents"] | UnsetType | None = UNSET
    patches: bool | UnsetType = UNSET


class Act(Noun, tag_field="type", tag="act"):
    """My move. `id` was made and kept by the client before it sent; `exp` is the version its player saw."""

    table: Id
    id: Id
    exp: Version
    action: msgspec.Raw


class Chat(Noun, tag_field="type", tag="chat"):
    """I say something at this table."""

    table: Id
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_CHARACTERS)]


class Ping(Noun, tag_field="type", tag="ping"):
    """I am here; `last` is the version I have of each table I look at."""

    last: dict[Id, Version] = msgspec.field(default_factory=dict)


Asked: TypeAlias = Sit | Act | Chat | Ping


class SeatLine(Noun):
    """Who sits in a seat, as everybody may know it."""

    seat: Seat
    player: str
    name: str
    kind: str
    level: str | None
    is_ready: bool


class ViewFrame(Noun, tag_field="type", tag="view"):
    """The whole of what a viewer is shown at a version. Before play there is only who sits where.

    `commitment` and `header` are kept by clients and compared with the transcript: the one binds the server
    to its secret, the other, the digest of the transcript's first line, to all that was fixed before play.
    `undo` is the version of the viewer's own move that TAKE_BACK would take back now; null if it would be
    refused. `known` goes to a bot alone: all its seat may know. `scene` is what to draw, where the game has a
    face; it is made of the View and says no more.
    """

    table: str
    epoch: int
    version: int
    game: str
    status: str
    seat: Seat | None
    seats: tuple[SeatLine, ...]
    view: msgspec.Raw
    legal: msgspec.Raw
    deadline: Ms | None
    clocks: msgspec.Raw
    now: Ms
    commitment: str
    header: str | None
    undo: int | None = None
    known: msgspec.Raw | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET


class Beat(Noun):
    """What there was to see right after one event: `event` is its index in the frame's `events`.

    `scene` is absent where it is the frame's own, after the whole row. `moves` are the ways of pieces that
    two Scenes do not show. In a frame with a `patch` a beat has a patch, too, in place of `scene`: of the
    Scene of the beat before it that had one, the first of the Scene before the step.
    """

    event: int
    scene: Scene | UnsetType = UNSET
    moves: tuple[Move, ...] | UnsetType = UNSET
    patch: msgspec.Raw | UnsetType = UNSET


class StepFrame(Noun, tag_field="type", tag="step"):
    """One version. In a gap only the newest one carries `view` and what belongs to it.

    `beats` are sent live alone: one for each event after which the viewer's Scene is another, or that names
    moves.

    `patch` leads from `{view, legal, clocks, scene}` of the version before to those of this one. Its `scene`
    starts from that of the last beat with a patch, if there is one. `[value]` stands for a new value,
    `{name: patch}` for changed members of an object, null for one that is gone, and elements of a list by
    index; `[start, count, values...]` replaces `count` elements of a list from `start` on.
    """

    table: str
    version: int
    events: tuple[msgspec.Raw, ...]
    view: msgspec.Raw | UnsetType = UNSET
    legal: msgspec.Raw | UnsetType = UNSET
    deadline: Ms | UnsetType | None = UNSET
    clocks: msgspec.Raw | UnsetType = UNSET
    now: Ms | UnsetType = UNSET
    status: str | UnsetType = UNSET
    undo: int | UnsetType | None = UNSET
    known: msgspec.Raw | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET
    beats: tuple[Beat, ...] | UnsetType = UNSET
    patch: msgspec.Raw | UnsetType = UNSET


class SeatsFrame(Noun, tag_field="type", tag="seats"):
    """Who sits where has changed, or the table's status has."""

    table: str
    status: str
    seats: tuple[SeatLine, ...]


class Ack(Noun, tag_field="type", tag="ack"):
    """Committed at this version; `dup` if it had been before."""

    id: str
    table: str
    version: int
    dup: bool


class Nack(Noun, tag_field="type", tag="nack"):
    """Not done; nothing is stored, and the id may be used again. `head` is the version that was true."""

    id: str | None
    code: str
    because: str
    table: str | None = None
    head: int | None = None
    ignored: bool | UnsetType = UNSET


class ChatLine(Noun, tag_field="type", tag="chat"):
    """Somebody said something. With `is_removed` a moderator has removed the line with this id."""

    table: str
    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int
    is_removed: bool


class Away(Noun):
    """A seat whose player has gone, and until when the table is not told of it."""

    seat: Seat
    until: Ms


class PresenceFrame(Noun, tag_field="type", tag="presence"):
    """Who is at the table, coarsely, and whom it waits for."""

    table: str
    here: tuple[Seat, ...]
    watching: int
    away: tuple[Away, ...] = ()


class Pong(Noun, tag_field="type", tag="pong"):
    """The server's time."""

    now: Ms


class Goaway(Noun, tag_field="type", tag="goaway"):
    """This node is about to stop: connect anew, to any node, after so long."""

    after_ms: Ms


Told: TypeAlias = ViewFrame | StepFrame | SeatsFrame | Ack | Nack | ChatLine | PresenceFrame | Pong | Goaway

STEPS_BYTES: Final = (256, 512, 1024, 2048)

PATCHED_BYTES: Final = 1024
"""The least size of a live step where patches are sent: most are smaller, so most have this one size."""


def padded(frame: bytes, least: int = 0) -> bytes:
    """The frame with blanks after it, so that its size tells only a step: 256, 512, 1024, then each 2048."""
    length = max(len(frame), least)
    size = next((step for step in STEPS_BYTES if length <= step), -(-length // 2048) * 2048)
    return frame.ljust(size)
