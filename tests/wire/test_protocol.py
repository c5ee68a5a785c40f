"""The protocol's frames: strict in, padded out; legal lists that can be sent back."""

import msgspec
import pytest

from rondel.kernel import HOUSE, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.padding import padded
from rondel.wire.protocol import Act, ClientFrame, Ping, Watch
from rondel.wire.registry import load_game
from rondel.wire.strict import MalformedError
from rondel.wire.tagged import tag_of

TABLE = "01890a5d-ac96-774b-bcce-b302099a8057"
READ = msgspec.json.Decoder(ClientFrame)


@pytest.mark.parametrize(
    ("size", "step"),
    [(0, 256), (256, 256), (257, 512), (513, 1024), (1025, 2048), (2049, 4096), (4096, 4096), (5000, 6144)],
)
def test_a_frame_is_padded_with_blanks_to_its_step(size: int, step: int) -> None:
    frame = b"[" + b" " * (size - 2) + b"]" if size > 1 else b" " * size

    assert len(padded(frame)) == step
    assert padded(frame).rstrip() == frame.rstrip()


def test_a_padded_frame_reads_as_before() -> None:
    frame = msgspec.json.encode(Ping({TABLE: 7}))

    assert READ.decode(padded(frame)) == Ping({TABLE: 7})


def test_what_a_client_sends_is_told_apart_by_its_type() -> None:
    act = {
        "type": "act",
        "table": TABLE,
        "id": TABLE,
        "expectedVersion": 3,
        "action": {"type": "CALL_CAMBIO"},
    }

    assert isinstance(READ.decode(msgspec.json.encode(act)), Act)
    assert READ.decode(b'{"type":"watch","table":"%s"}' % TABLE.encode()) == Watch(TABLE)


@pytest.mark.parametrize(
    "frame",
    [
        b'{"type":"watch"}',
        b'{"type":"watch","table":"x"}',
        b'{"type":"watch","table":"%s","lastVersion":-1}' % TABLE.encode(),
        b'{"type":"watch","table":"%s","seat":-1}' % TABLE.encode(),
        b'{"type":"watch","table":"%s","chair":0}' % TABLE.encode(),
        b'{"type":"fly","table":"%s"}' % TABLE.encode(),
        b'{"type":"chat","table":"%s","text":""}' % TABLE.encode(),
    ],
)
def test_what_is_no_frame_is_not_read(frame: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        READ.decode(frame)


def test_a_legal_list_can_be_sent_back_but_for_texts_that_the_player_writes() -> None:
    decks = load_game("decks")
    codec = codec_of(decks)
    table = LocalTable.opened(decks, codec.options(b"{}"), [SeatSpec()])
    table.play(HOUSE, decks.begin, 1)
    legal = decks.legal(table.state, 0)

    frames = msgspec.json.decode(codec.legal_bytes(legal))

    assert [action["type"] for action in frames] == [tag_of(type(action)) for action in legal]
    for action, frame in zip(legal, frames, strict=True):
        if type(action) in decks.parse and not decks.parse[type(action)].accepts_fields:
            assert frame == {"type": tag_of(type(action))}
        else:
            assert codec.parse_action(msgspec.json.encode(frame)) == action


def test_taking_back_is_asked_where_there_is_undo() -> None:
    assert type(codec_of(load_game("decks")).parse_action(b'{"type":"TAKE_BACK"}')).__name__ == "TakeBack"
    with pytest.raises(MalformedError):
        codec_of(load_game("cambio")).parse_action(b'{"type":"TAKE_BACK"}')
