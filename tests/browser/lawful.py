"""What each viewer of Cambio may be shown at each version, by transcript and rulebook alone.

    python -m tests.browser.lawful < transcript.jsonl

Written from chapters 3, 4, 5, 7 and 13 of the book and not by asking `view`: the browser tests hold every
page against it.
"""

import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import EVERYONE
from rondel.kernel.replay import steps
from rondel.wire.codec import codec_of
from rondel.wire.transcript import read, row_of


def shown(state: State, viewer: int | None) -> Iterator[str]:
    """13.2 The cards whose faces this viewer may see now."""
    yield from state.discard_pile[-1:]
    if state.held is not None and (state.held.source == "discard" or state.held.seat == viewer):
        yield state.held.card
    for seat, player in enumerate(state.players):
        for position, code in enumerate(player.slots):
            is_first = state.phase == "initial_view" and seat == viewer and position in (2, 3)
            is_looked_at = (
                state.reveal is not None
                and state.reveal.seat == viewer
                and any((slot.seat, slot.position) == (seat, position) for slot in state.reveal.slots)
            )
            is_open = state.phase == "completed" or is_looked_at or (is_first and not player.confirmed)
            if code is not None and is_open:
                yield code


def named(value: Any) -> Iterator[str]:
    """Every card that a value names."""
    match value:
        case {"rank": rank, "suit": suit}:
            yield f"{rank}{(suit or '')[:1].upper()}"
        case dict():
            for part in value.values():
                yield from named(part)
        case list() | tuple():
            for part in value:
                yield from named(part)
        case _:
            return


def lawful(text: bytes) -> Iterator[dict[str, Any]]:
    """Version by version: the cards everybody is told of, and the faces each viewer may see."""
    transcript = read(text)
    rows = [row_of(CAMBIO, line) for line in transcript.lines]
    first = CAMBIO.start(codec_of(CAMBIO).options(bytes(transcript.header.options)), transcript.seat_specs)
    viewers = [*range(len(transcript.header.seats)), None]
    for step in steps(CAMBIO, first, rows):
        public = [event for event in step.row.events if CAMBIO.audience(event) is EVERYONE]
        yield {
            "version": step.row.version,
            "revealed": sorted({*named(msgspec.to_builtins(public))}),
            "shown": {str(viewer): sorted({*shown(step.after, viewer)}) for viewer in viewers},
        }


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(list(lawful(sys.stdin.buffer.read()))))
