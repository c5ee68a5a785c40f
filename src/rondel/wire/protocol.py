"""The protocol between a client and a server: JSON text frames, distinguished by `type`.

Clients hold no rules. Every version of a table reaches every viewer as exactly one `step`, in order. An
`ack` means committed. Without an answer the outcome is unknown, and the client can retry with the same id.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rondel.kernel import Move, Ms, Scene, Seat, Struct

Id: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
]
"""A UUID in lower-case text form."""

Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]

CHAT_CHARACTERS: Final = 500


class Watch(Struct, tag_field="type", tag="watch"):
    """Subscribes to a table, in the player's seat if any. `last_version` of `epoch` is the last one received.

    `key` opens a private table without a seat there, as the header `Rondel-Key` does over HTTP. `seat` is the
    seat that the client believes to have (null for none): if it has changed hands, the server sends a full
    View.
    With `form` the server sends Views and events in the JSON of the game's documents.
    With `patches` a live `step` may have a `patch` in place of `view`, `legal`, `clocks` and `scene`; never
    with `form`.
    With `scene` the frames have a `scene` even if the browser's board for this game does without. Other games
    with a face always have one.
    """

    table: Id
    epoch: int | None = None
    last_version: Version | None = None
    key: Annotated[str, Meta(max_length=64)] | None = None
    seat: Annotated[Seat, Meta(ge=0)] | UnsetType | None = UNSET
    form: Literal["documents"] | UnsetType | None = UNSET
    patches: bool | UnsetType = UNSET
    scene: bool | UnsetType = UNSET


class Act(Struct, tag_field="type", tag="act"):
    """Plays a move. The client creates and stores `id` before it sends, so that a retry is idempotent.

    `expected_version` is the version that the player saw.
    """

    table: Id
    id: Id
    expected_version: Version
    action: msgspec.Raw


class Chat(Struct, tag_field="type", tag="chat"):
    """Sends a chat message to the table."""

    table: Id
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_CHARACTERS)]


class Ping(Struct, tag_field="type", tag="ping"):
    """Keeps the connection alive. `last_versions` has the client's version of each watched table."""

    last_versions: dict[Id, Version] = msgspec.field(default_factory=dict)


ClientFrame: TypeAlias = Watch | Act | Chat | Ping


class SeatLine(Struct):
    """Public information on a seat's player. `wants_end`: the player proposes to end the game."""

    seat: Seat
    player: str
    name: str
    kind: str
    level: str | None
    is_ready: bool
    wants_end: bool


class ViewFrame(Struct, tag_field="type", tag="view"):
    """A full view of a version. Before play it has only the seats.

    Clients store `commitment` and `header` to compare them with the transcript. `commitment` binds the server
    to its secret. `header`, the digest of the transcript's first line, binds it to all that is fixed before
    play. `undo` is the version of the viewer's move that TAKE_BACK would undo, null if undo is not possible.
    `known` is for bots only: all that the seat may know. `scene` is the drawing of the View, if the game has
    a face, and holds no other information; some games send it only if `watch` asks. `seal` is as in `step`.
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
    seal: str | UnsetType = UNSET


class EventScene(Struct):
    """The Scene right after one event: `event` is its index in the frame's `events`.

    `scene` is absent if it equals the frame's own. `moves` are paths of pieces that two Scenes do not show.
    In a frame with a `patch`, a beat has a patch in place of `scene`. It applies to the last earlier beat's
    Scene with a patch; the first one applies to the Scene before the step.
    """

    event: int
    scene: Scene | UnsetType = UNSET
    moves: tuple[Move, ...] | UnsetType = UNSET
    patch: msgspec.Raw | UnsetType = UNSET


class StepFrame(Struct, tag_field="type", tag="step"):
    """One version. After a gap, only the newest step has `view` and its related fields.

    `seal` binds the server to all rows up to this version: HMAC-SHA256 of the version and the digest there,
    under a key that is derived from the table's secret. Clients store it to compare it with the transcript.
    It is the same for every viewer. Lessons have none.

    `beats` are sent only live: one for each event that changes the viewer's Scene or has moves.

    `patch` leads from `{view, legal, clocks, scene}` of the previous version to those of this one. Its
    `scene` starts from that of the last beat with a patch, if there is one. `[value]` is a new value.
    `{name: patch}` has changed members of an object (null if removed) or elements of a list by index.
    `[start, count, values...]` replaces `count` elements of a list from `start` on.
    """

    table: str
    version: int
    events: tuple[msgspec.Raw, ...]
    seal: str | UnsetType = UNSET
    view: msgspec.Raw | UnsetType = UNSET
    legal: msgspec.Raw | UnsetType = UNSET
    deadline: Ms | UnsetType | None = UNSET
    clocks: msgspec.Raw | UnsetType = UNSET
    now: Ms | UnsetType = UNSET
    status: str | UnsetType = UNSET
    undo: int | UnsetType | None = UNSET
    known: msgspec.Raw | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET
    beats: tuple[EventScene, ...] | UnsetType = UNSET
    patch: msgspec.Raw | UnsetType = UNSET


class SeatsFrame(Struct, tag_field="type", tag="seats"):
    """A change of the seats or of the table's status."""

    table: str
    status: str
    seats: tuple[SeatLine, ...]


class Ack(Struct, tag_field="type", tag="ack"):
    """Confirms a commit at this version. `duplicate` marks a repeated id."""

    id: str
    table: str
    version: int
    duplicate: bool


class Nack(Struct, tag_field="type", tag="nack"):
    """Rejects a request. Nothing is stored, and the id can be reused.

    `current_version` is the table's version at that moment. At a halted table `halted` is `error` or, where
    the game cannot be loaded, `missing`; the authors of the game also get the `fault`.
    """

    id: str | None
    code: str
    message: str
    table: str | None = None
    current_version: int | None = None
    ignored: bool | UnsetType = UNSET
    halted: str | UnsetType = UNSET
    fault: str | UnsetType = UNSET


class ChatLine(Struct, tag_field="type", tag="chat"):
    """A chat message. With `is_removed`, a moderator has removed the message with this id."""

    table: str
    name: str
    seat: Seat | None
    text: str
    at: Ms
    id: int
    is_removed: bool


class Away(Struct):
    """A seat whose player is disconnected, and the end of its grace period."""

    seat: Seat
    until: Ms


class PresenceFrame(Struct, tag_field="type", tag="presence"):
    """The present seats, the number of spectators, and disconnected players."""

    table: str
    here: tuple[Seat, ...]
    watching: int
    away: tuple[Away, ...] = ()


class Pong(Struct, tag_field="type", tag="pong"):
    """The server's time."""

    now: Ms


class Goaway(Struct, tag_field="type", tag="goaway"):
    """Announces that the node stops: reconnect to any node after `after_ms`."""

    after_ms: Ms


ServerFrame: TypeAlias = (
    ViewFrame | StepFrame | SeatsFrame | Ack | Nack | ChatLine | PresenceFrame | Pong | Goaway
)
