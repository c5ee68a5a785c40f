"""What one viewer saw of a table while it was played, to be compared with its transcript at the end.

A transcript proves only that it fits itself. A server can change its secret, or the whole game, and write
one that does. It cannot change what a player's own program has stored. Both clients save a Witness as JSON;
`docs/guides/fair-shuffle.md` explains its fields.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from rondel.kernel import Ms, Seat, Struct
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import Count

ROWS: Final = 4096
"""How many rows of an epoch are stored; the oldest go first. The newest seal stands for those as well."""

EPOCHS: Final = 16
"""How many epochs are stored; of the earlier ones, those go first in which the least was seen."""

TIMES: Final = 16
OFF_MS: Final = 60_000
"""A row this far from the program's own clock is noted."""


class ReceivedRow(Struct, array_like=True):
    """What was heard of one version: `seat` heard it (null for a spectator), and these were its events.

    A row that was heard live has all events for that seat. A row that was missed, and sent later, has those
    for everyone, and perhaps more.
    """

    version: Count
    seat: Seat | None
    is_live: bool
    events: tuple[str, ...]


class RowTime(Struct, array_like=True):
    """A live row whose time was far from the program's own clock."""

    version: Count
    at: Ms
    clock: Ms


class Epoch(Struct):
    """What was seen in one epoch: between two restores of the host's database, as the server tells it.

    `first` is the version of the first View, and `since` the program's time then. `seal` is the newest one
    and of `version`. `other_seal` is another one that the server sent for that version. `unsealed` is the
    newest version that was shown without a seal.
    """

    epoch: int
    since: Ms
    first: Count
    version: Count
    seal: str | None = None
    header: str | None = None
    other_seal: str | None = None
    received: tuple[ReceivedRow, ...] = ()
    unsealed: Count = 0


class Witness(Struct):
    """The first commitment that was shown, one's own nonce, and the newest seal and all events of each epoch.

    `rules` are those that the table was opened under; play begins under these or newer ones.
    `nonce` is what the seat has added to the luck. `refused` is a nonce that this program has sent and that
    the server answered with another. What was not seen is None, and is not compared.
    """

    format: Literal[1] = 1
    table: str | None = None
    commitment: str | None = None
    rules: int | None = None
    nonce: str | None = None
    refused: str | None = None
    seat: Seat | None = None
    epochs: tuple[Epoch, ...] = ()
    times: tuple[RowTime, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was seen before the game was over."""
        is_bare = all(epoch.header is None and epoch.seal is None for epoch in self.epochs)
        return is_bare and (self.commitment, self.nonce, self.refused) == (None, None, None)


class Shown(Struct):
    """What a `view` frame says of the table's luck and history."""

    epoch: int
    version: int
    commitment: str | None
    header: str | None
    seal: str | None
    seat: Seat | None
    is_over: bool = False


def shown_by(frame: Mapping[str, Any]) -> Shown:
    """What a `view` frame says."""
    return Shown(
        frame["epoch"],
        frame["version"],
        frame.get("commitment"),
        frame.get("header"),
        frame.get("seal"),
        frame.get("seat"),
        frame["status"] in ("completed", "abandoned"),
    )


def with_view(witness: Witness, shown: Shown, clock: Ms) -> Witness:
    """The Witness after a full View. What was seen first stays: a later lie is found.

    What is shown when the game is over proves nothing: the host could have changed everything by then.
    """
    newest = witness.epochs[-1] if witness.epochs else None
    if shown.is_over:
        is_restored = newest is not None and shown.epoch > newest.epoch
        after = Epoch(shown.epoch, clock, shown.version, shown.version)
        return replace(witness, epochs=(*_earlier(witness), after)) if is_restored else witness
    witness = replace(witness, commitment=witness.commitment or shown.commitment)
    if newest is not None and shown.epoch < newest.epoch:
        return witness
    is_first_header = shown.header is not None and all(epoch.header is None for epoch in witness.epochs)
    if is_first_header and shown.seat is None:
        witness = replace(witness, nonce=None, seat=None)  # another has the seat that it was sent for
    elif is_first_header:
        witness = replace(witness, seat=shown.seat)
    if newest is None or shown.epoch > newest.epoch:
        newest = Epoch(shown.epoch, clock, shown.version, shown.version)
        witness = replace(witness, epochs=(*_earlier(witness), newest))
    newest = replace(newest, header=newest.header or shown.header)
    return _with_newest(witness, _sealed(newest, shown.version, shown.seal))


def put_back_from(witness: Witness, shown: Shown) -> int | None:
    """The version that was seen before the host put the table back, if this View shows that it did."""
    if not witness.epochs or shown.epoch <= witness.epochs[-1].epoch:
        return None
    before = witness.epochs[-1].version
    return before if shown.version < before else None


def with_step(
    witness: Witness,
    version: int,
    seal: str | None,
    events: Sequence[Mapping[str, Any]],
    *,
    seat: Seat | None,
    is_live: bool,
    clock: Ms,
) -> Witness:
    """The Witness after a step, with the events that its seat has heard."""
    if not witness.epochs or version <= (newest := witness.epochs[-1]).version:
        return witness
    row = ReceivedRow(version, seat, is_live, tuple(map(event_digest, events)))
    newest = _sealed(replace(newest, received=(*newest.received[1 - ROWS :], row)), version, seal)
    witness = _with_newest(witness, newest)
    times = [event["at"] for event in events if "at" in event]
    if is_live and times and abs(times[0] - clock) > OFF_MS and len(witness.times) < TIMES:
        witness = replace(witness, times=(*witness.times, RowTime(version, times[0], clock)))
    return witness


def event_digest(event: Mapping[str, Any]) -> str:
    """What is stored of an event: 16 bytes of SHA-256 over type and payload as canonical JSON, in hex."""
    text = msgspec.json.encode({"payload": event.get("payload", {}), "type": event["type"]}, order="sorted")
    return hashlib.sha256(text).hexdigest()[:32]


def read_witness(text: bytes) -> Witness:
    """A Witness from its file; raises MalformedError."""
    try:
        return msgspec.json.decode(text, type=Witness)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"{error}.") from None


def _earlier(witness: Witness) -> tuple[Epoch, ...]:
    """The epochs before a new one: all in which play was seen, as far as there is room."""
    seen = [
        each for each in witness.epochs if each.header is not None or each.seal is not None or each.version
    ]
    if len(seen) >= EPOCHS:
        seen.remove(min(seen, key=lambda each: each.version - each.first))
    return tuple(seen)


def _sealed(epoch: Epoch, version: int, seal: str | None) -> Epoch:
    if seal is None:
        return replace(epoch, unsealed=max(epoch.unsealed, version))
    if version < epoch.version:
        return epoch
    if version > epoch.version or epoch.seal is None:
        return replace(epoch, version=version, seal=seal)
    return epoch if seal == epoch.seal else replace(epoch, other_seal=epoch.other_seal or seal)


def _with_newest(witness: Witness, newest: Epoch) -> Witness:
    return replace(witness, epochs=(*witness.epochs[:-1], newest))
