"""Transcripts: a journal kept as a file. JSON lines: a header, one line a version, an end.

The bytes of each line count as they stand: digests are taken over them, never over a re-encoding.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Outcome, Row, SeatSpec, Struct
from rondel.kernel.chance import STREAM_PATTERN
from rondel.kernel.digest import first_digest, next_digest
from rondel.kernel.draws import Draws
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError

FORMAT: Final = 1

Hex: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(?:[0-9a-f]{2})*\Z")]
Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A number as the digest takes it; it keeps -1 for the house."""

StreamName: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^(?:{STREAM_PATTERN})?\Z")]
DrawsField: TypeAlias = dict[StreamName, Count]
"""The streams that a row drew from, each with how many rows had drawn from it before."""


class SeatLine(Struct):
    """Who sat in a seat, and the nonce that its player added to the luck (hex; empty for a bot)."""

    kind: Literal["human", "bot"]
    level: str | None
    nonce: Hex

    @property
    def sitter(self) -> SeatSpec:
        """Who sat there, as the rules may know it."""
        return SeatSpec(self.kind, self.level)


class Header(Struct, tag_field="line", tag="header"):
    """What was fixed before play."""

    format: Literal[1]
    game: str
    rules: Count
    table: str
    options: msgspec.Raw
    seats: tuple[SeatLine, ...]
    commitment: Digest


class TranscriptRow(Struct, tag_field="line", tag="row"):
    """One version. Seat null is the house."""

    version: Count
    at: Count
    seat: Count | None
    rules: Count
    action: msgspec.Raw
    events: msgspec.Raw
    draws: DrawsField
    digest: Digest

    @property
    def actor(self) -> Actor:
        """Who acted."""
        return HOUSE if self.seat is None else self.seat

    def digest_after(self, before: bytes) -> bytes:
        """The digest these bytes give."""
        action, events = bytes(self.action), bytes(self.events)
        return next_digest(
            before, self.version, self.at, self.actor, self.rules, action, events, draws_bytes(self.draws)
        )


class End(Struct, tag_field="line", tag="end"):
    """How it ended, and the secret, unless the table was abandoned."""

    versions: int
    outcome: Outcome
    secret: Hex | None


class Transcript(Struct):
    """A journal as read from a file, with the header's bytes as they stood."""

    header: Header
    header_bytes: bytes
    lines: tuple[TranscriptRow, ...]
    end: End | None

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """The seats' nonces, in seat order."""
        return tuple(bytes.fromhex(seat.nonce) for seat in self.header.seats)

    @property
    def seat_specs(self) -> tuple[SeatSpec, ...]:
        """Who sat where."""
        return tuple(seat.sitter for seat in self.header.seats)

    @property
    def first_digest(self) -> bytes:
        """The digest before the first row."""
        return first_digest(self.header_bytes)

    def chance(self, secret: bytes, earlier: Draws) -> Chance:
        """The luck of the row after these draws, for whoever has the secret."""
        return Chance(secret, self.header.table, self.nonces, earlier)


_DRAWS: Final = msgspec.json.Decoder(dict[str, int])
_READ: Final[msgspec.json.Decoder[Header | TranscriptRow | End]] = msgspec.json.Decoder(
    Header | TranscriptRow | End
)


def draws_bytes(draws: Draws) -> bytes:
    """Return draws as they are stored and as they stand in a line; no bytes if there are none."""
    return msgspec.json.encode(draws, order="deterministic") if draws else b""


def draws_from(stored: bytes) -> dict[str, int]:
    """Read draws that were stored."""
    return _DRAWS.decode(stored) if stored else {}


def line_bytes(line: Header | TranscriptRow | End) -> bytes:
    """One line, without its line break."""
    return msgspec.json.encode(line, order="deterministic")


def read(text: bytes) -> Transcript:
    """A transcript from its bytes; Malformed names the line it cannot read."""
    raw = text.split(b"\n")
    if raw[-1] == b"":
        raw.pop()
    parsed = [_line(number, line) for number, line in enumerate(raw, 1)]
    match parsed:
        case [Header() as header, *rest, End() as end]:
            return Transcript(header, raw[0], _rows(rest), end)
        case [Header() as header, *rest]:
            return Transcript(header, raw[0], _rows(rest), None)
        case _:
            raise MalformedError("line 1: a transcript begins with its header.")


def row_of(game: AnyGame, line: TranscriptRow) -> Row:
    """The row a line tells of, in today's shapes."""
    codec = codec_of(game)
    try:
        action: Any = codec.action(bytes(line.action))
    except MalformedError:
        if line.rules >= game.rules:
            raise
        action = None  # of older rules; its events tell what happened
    events = codec.events(bytes(line.events), line.rules)
    return Row(line.version, line.at, line.actor, line.rules, action, events, line.draws)


def _line(number: int, raw: bytes) -> Header | TranscriptRow | End:
    try:
        line = _READ.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"line {number}: {error}.") from None
    if line_bytes(line) != raw:
        raise MalformedError(
            f"line {number}: it has spaces, an order or repeated keys that no transcript has."
        )
    return line


def _rows(lines: Sequence[Header | TranscriptRow | End]) -> tuple[TranscriptRow, ...]:
    for number, line in enumerate(lines, 2):
        if not isinstance(line, TranscriptRow):
            raise MalformedError(f"line {number}: a header or an end stands among the rows.")
    return tuple(line for line in lines if isinstance(line, TranscriptRow))
