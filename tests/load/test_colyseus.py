"""What the bench's player speaks of Colyseus's protocol, beside bytes that a server of 0.16 sent and took."""

import pytest
from bench.colyseus_server import message, version_of


def test_moves_are_written_as_colyseus_reads_them() -> None:
    assert message("draw") == b"\x0d\xa4draw"
    assert message("swap", 2) == b"\x0d\xa4swap\x02"
    assert message("discard") == b"\x0d\xa7discard"


def test_the_version_is_the_first_thing_in_a_patch() -> None:
    """Both are of one move: to others, and to the seat that drew and is shown the card."""
    assert version_of(bytes.fromhex("0f80030000008221ff048001")) == 3
    assert version_of(bytes.fromhex("0f80030000008221ff048001ff0481a13882a67370616465738308")) == 3
    assert version_of(bytes.fromhex("0f800c01000081028307ff048000ff0180a13481a5636c7562738204")) == 268


def test_a_patch_without_a_version_is_not_taken_for_a_move() -> None:
    with pytest.raises(AssertionError):
        version_of(bytes.fromhex("0f8102ff048000"))
