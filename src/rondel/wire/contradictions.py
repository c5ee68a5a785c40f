"""A Witness compared with a transcript: what contradicts what was seen, and what the host has put back."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from rondel.kernel import AnyGame, Struct, Viewer, observes
from rondel.kernel.digest import seal_of
from rondel.kernel.keys import derived_key
from rondel.kernel.replay import Step
from rondel.wire.codec import codec_of
from rondel.wire.proof import Fault
from rondel.wire.transcript import Transcript
from rondel.wire.witness import Epoch, ReceivedRow, Witness, event_digest


class PutBack(Struct):
    """Rows that were seen in an earlier epoch and are not in the transcript: a backup was restored."""

    version: int
    to: int
    at_ms: int

    def __str__(self) -> str:
        day = datetime.fromtimestamp(self.at_ms / 1000, UTC).date()
        return f"the host put this game back from version {self.version} to {self.to} on {day}"


class Comparison(NamedTuple):
    """What came of comparing."""

    faults: Sequence[Fault]
    put_back: Sequence[PutBack]


def compare(witnesses: Sequence[Witness], transcript: Transcript, hearing: "Hearing") -> Comparison:
    """Compare what programs saw with the transcript.

    What contradicts it in an epoch is a fault, unless one of them has seen a later epoch: then the host has
    put the game back.
    """
    faults = [Fault(1, message) for each in witnesses for message in _header_faults(each, transcript)]
    put_back: list[PutBack] = []
    epochs = sorted((epoch for each in witnesses for epoch in each.epochs), key=lambda seen: seen.epoch)
    for epoch in epochs:
        found = [*_seal_faults(epoch, transcript), *hearing.faults(epoch.received)]
        after = next((later for later in epochs if later.epoch > epoch.epoch), None)
        if found and after is not None:
            put_back.append(_put_back(epoch, after, found))
        else:
            faults += found
    return Comparison(faults, put_back)


def has_nonce(witness: Witness, transcript: Transcript) -> bool:
    """Whether the witness has sent one of the nonces in the header."""
    seats = transcript.header.seats
    if witness.nonce is None:
        return False
    if witness.seat is None:
        return any(seat.nonce == witness.nonce for seat in seats)
    return witness.seat < len(seats) and seats[witness.seat].nonce == witness.nonce


def _header_faults(witness: Witness, transcript: Transcript) -> Iterator[str]:
    header = transcript.header
    if witness.table is not None and witness.table != header.table:
        yield f"the witness is of table {witness.table}, not of {header.table}"
    if witness.commitment is not None and witness.commitment != header.commitment:
        yield (
            "the commitment is not the one you were shown before play: "
            "the server may have chosen another secret when it knew everybody's nonce"
        )
    if witness.rules is not None and header.rules < witness.rules:
        yield f"it was played under rules {header.rules}; the table was opened under rules {witness.rules}"
    if witness.nonce is not None and not has_nonce(witness, transcript):
        yield "your nonce is not in it: the luck was drawn without your share"


def _seal_faults(epoch: Epoch, transcript: Transcript) -> Iterator[Fault]:
    """The header, and everything up to the newest seal."""
    rows, end = len(transcript.lines), transcript.end
    if epoch.header is not None and epoch.header != transcript.first_digest.hex():
        yield Fault(
            1, "the header is not the one of your first View: rules, seats, options, nonces or secret differ"
        )
    if epoch.version > rows:
        yield Fault(rows + 2, f"you saw version {epoch.version}, and only {rows} versions are here")
    if epoch.other_seal is not None:
        yield Fault(
            min(epoch.version, rows) + 1,
            f"version {epoch.version}: you were sent two seals: the server had two games",
        )
    if epoch.seal is None or epoch.version > rows or end is None or end.secret is None:
        return
    line = transcript.lines[epoch.version - 1] if epoch.version else None
    digest = transcript.first_digest if line is None else bytes.fromhex(line.digest)
    key = derived_key(bytes.fromhex(end.secret), "seal")
    if seal_of(key, epoch.version, digest).hex() != epoch.seal:
        yield Fault(
            epoch.version + 1,
            f"version {epoch.version}: the seal that you were sent is of another game: "
            "something up to here was changed after you saw it",
        )


def _put_back(epoch: Epoch, after: Epoch, found: Sequence[Fault]) -> PutBack:
    """Where the game went on from, as far as can be told: at most where the next epoch was first seen."""
    first_wrong = min(fault.line for fault in found) - 2
    to = max(0, min(after.first, first_wrong, epoch.version - 1))
    return PutBack(epoch.version, to, after.since)


class Hearing:
    """What a viewer hears of each row: by the transcript alone, and by the rules where they are installed."""

    def __init__(self, transcript: Transcript, game: AnyGame | None, steps: Sequence[Step[Any]]) -> None:
        self._transcript = transcript
        self._game = game
        self._steps = steps

    def faults(self, received: Sequence[ReceivedRow]) -> Iterator[Fault]:
        """Each row of which something else was heard, or not all that its seat should have heard."""
        for row in received:
            if row.version <= len(self._transcript.lines) and (message := self._wrong(row)) is not None:
                yield Fault(row.version + 1, f"version {row.version}: {message}")

    def _wrong(self, row: ReceivedRow) -> str | None:
        stored = self._stored(row.version)
        step = self._steps[row.version - 1] if row.version <= len(self._steps) else None
        if step is None or self._game is None:
            return self._wrong_without_rules(row, stored)
        everything = self._expected(step, None, is_all=True)
        if not _stand_in(row.events, stored) and not _stand_in(row.events, everything):
            return "you were shown something that is not in it"
        if stored != everything and step.row.rules < self._game.rules:
            return None  # of older rules: which of its events are for whom is no longer known
        owed = self._expected(step, row.seat if row.is_live else None)
        return None if _stand_in(owed, row.events) else "something that you should have been shown is missing"

    def _wrong_without_rules(self, row: ReceivedRow, stored: Sequence[str]) -> str | None:
        lines = self._transcript.lines
        if _stand_in(row.events, stored) or lines[row.version - 1].rules < lines[-1].rules:
            return None  # a row of older rules may have been heard in the form of newer ones
        return "you were shown something that is not in it"

    def _stored(self, version: int) -> Sequence[str]:
        events = msgspec.json.decode(bytes(self._transcript.lines[version - 1].events))
        return [event_digest(event) for event in events]

    def _expected(self, step: Step[Any], viewer: Viewer, *, is_all: bool = False) -> Sequence[str]:
        assert self._game is not None
        codec, row = codec_of(self._game), step.row
        return [
            event_digest(msgspec.json.decode(codec.observation(event, row.version, row.at)))
            for event in row.events
            if is_all or row.is_tables_own or observes(viewer, self._game.audience(event))
        ]


def _stand_in(some: Sequence[str], all_of: Sequence[str]) -> bool:
    """Whether they are among these, in this order."""
    rest = iter(all_of)
    return all(event in rest for event in some)
