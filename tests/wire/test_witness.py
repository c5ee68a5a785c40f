"""What a player saw is compared with the transcript: a server that swapped its secret is found out."""

import msgspec
import pytest

from rondel.kernel import HOUSE, commitment
from rondel.table.local import LocalTable
from rondel.wire.proof import verify
from rondel.wire.transcript import Header, line_bytes, read
from rondel.wire.witness import Witness
from tests.kernel.tally import NONCES, SECRET, TALLY, StartGame
from tests.wire.sittings import SHORT, go_on, opened, transcript

SEEN = Witness(
    commitment=commitment(SECRET, "table").hex(),
    header=read(transcript()).first_digest.hex(),
    nonce=NONCES[0].hex(),
    seat=0,
)


def swapped() -> bytes:
    """The game of a server that took another secret after it had seen the nonces: it fits itself."""
    secret = bytes(32)
    honest = opened().context.header
    header = msgspec.structs.replace(honest, commitment=commitment(secret, "table").hex())
    return go_on(LocalTable(TALLY, line_bytes(header), secret), SHORT).transcript()


def told(text: bytes, seen: Witness) -> list[str]:
    return [fault.because for fault in verify(TALLY, text, seen).faults]


def test_what_was_seen_is_what_the_transcript_has() -> None:
    assert told(transcript(), SEEN) == []
    assert told(transcript(), msgspec.structs.replace(SEEN, seat=None)) == []


def test_a_swapped_secret_proves_itself_and_contradicts_whoever_saw_the_commitment() -> None:
    assert told(swapped(), Witness()) == []

    (because,) = told(swapped(), Witness(commitment=SEEN.commitment))

    assert because.startswith("the commitment is not the one you were shown before play")


@pytest.mark.parametrize("seat", [None, 0, 1, 7])
def test_a_nonce_that_was_left_out_is_missed(seat: int | None) -> None:
    seen = Witness(nonce="ab" * 16, seat=seat)

    assert told(transcript(), seen) == ["your nonce is not in it: the luck was drawn without your share"]


def test_a_nonce_in_another_seat_is_not_mine() -> None:
    assert told(transcript(), Witness(nonce=SEEN.nonce, seat=1)) != []


def test_options_that_were_changed_are_found_by_the_headers_digest() -> None:
    table = opened()
    table.play(HOUSE, StartGame(), 1000)
    header = msgspec.json.decode(table.context.header_bytes, type=Header)
    other = msgspec.structs.replace(header, options=msgspec.Raw(b'{"target":6}'))
    text = go_on(LocalTable(TALLY, line_bytes(other), SECRET), SHORT[:2]).transcript()

    because, *_ = told(text, Witness(header=SEEN.header))

    assert because.startswith("the header is not the one of your first View")


def test_a_transcript_without_its_secret_proves_nothing_to_who_has_seen_something() -> None:
    text = b"".join(transcript().splitlines(keepends=True)[:-1])

    assert told(text, Witness()) == []
    assert told(text, SEEN) == ["the secret is not shown, so the luck cannot be checked"]
