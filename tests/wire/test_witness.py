"""A Witness keeps what was shown, the first of what may not change and the newest of what grows."""

import hashlib

import msgspec
import pytest
from msgspec.structs import replace

from rondel.wire.strict import MalformedError
from rondel.wire.witness import (
    OFF_MS,
    ROWS,
    TIMES,
    Epoch,
    ReceivedRow,
    RowTime,
    Shown,
    Witness,
    event_digest,
    put_back_from,
    read_witness,
    shown_by,
    with_step,
    with_view,
)
from tests.wire.sittings import SHORT, go_on, opened, watched

LOBBY = Shown(1, 0, "commitment", None, None, 0)
BEGUN = Shown(1, 1, "commitment", "header", "seal 1", 0)
NOW = 1_700_000_000_000

OF_THE_BROWSER = "fbd6477452768acff0dff41758687a56"
"""What `web/tests/witness.test.ts` expects of the same event."""


def event(payload: object = None, at: int = NOW) -> dict[str, object]:
    return {"type": "ADDED", "payload": {} if payload is None else payload, "version": 2, "at": at}


def stepped(witness: Witness, version: int, seal: str = "seal", **more: object) -> Witness:
    more = {"seat": 0, "is_live": True, "clock": NOW, **more}
    return with_step(witness, version, seal, [event()], **more)  # type: ignore[arg-type]


def test_a_view_frame_says_what_was_shown() -> None:
    begun = {
        "epoch": 1,
        "version": 1,
        "commitment": "commitment",
        "header": "header",
        "seal": "seal 1",
        "seat": 0,
    }

    assert shown_by({**begun, "status": "active", "view": {}}) == BEGUN
    assert shown_by({**begun, "status": "abandoned"}) == replace(BEGUN, is_over=True)
    assert shown_by({"epoch": 1, "version": 0, "status": "open"}) == replace(
        LOBBY, commitment=None, seat=None
    )


def test_what_was_seen_first_stays() -> None:
    witness = with_view(with_view(Witness(), LOBBY, 1), BEGUN, 2)

    again = with_view(witness, replace(BEGUN, commitment="another", header="another"), 3)

    assert (again.commitment, again.epochs[-1].header) == ("commitment", "header")


def test_the_newest_seal_and_every_version_that_was_heard_are_expected() -> None:
    witness = stepped(stepped(with_view(Witness(), BEGUN, 1), 2, "seal 2"), 3, "seal 3")

    assert witness.epochs == (
        Epoch(
            1,
            1,
            1,
            3,
            "seal 3",
            "header",
            None,
            tuple(ReceivedRow(version, 0, True, (event_digest(event()),)) for version in (2, 3)),
        ),
    )


def test_a_version_that_was_heard_is_not_kept_twice_and_an_older_view_changes_nothing() -> None:
    witness = stepped(with_view(Witness(), BEGUN, 1), 2, "seal 2")

    assert stepped(witness, 2, "seal 2") == witness
    assert with_view(witness, replace(BEGUN, seal="another"), 3) == witness


def test_two_seals_of_one_version_are_both_expected() -> None:
    witness = with_view(stepped(with_view(Witness(), BEGUN, 1), 2, "seal 2"), replace(BEGUN, version=2), 3)

    assert (witness.epochs[-1].seal, witness.epochs[-1].other_seal) == ("seal 2", "seal 1")


def test_an_event_is_kept_by_its_type_and_payload_alone() -> None:
    text = b'{"payload":{"a":[1,null,"\xc3\xa9\xe2\x80\xa8"],"b":{"c":true}},"type":"ADDED"}'
    payload = {"b": {"c": True}, "a": [1, None, "é\u2028"]}
    digest = event_digest({"type": "ADDED", "payload": payload, "at": 1})

    assert event_digest({"type": "ADDED", "payload": {"b": 1, "a": [None, "é"]}}) == OF_THE_BROWSER
    assert digest == hashlib.sha256(text).hexdigest()[:32]
    assert event_digest({"type": "ADDED"}) == event_digest(event({}))


def test_the_last_seal_of_each_epoch_is_kept_and_a_restore_is_noticed() -> None:
    witness = stepped(with_view(Witness(), BEGUN, 1), 2, "seal 2")
    restored = replace(BEGUN, epoch=2)

    after = stepped(with_view(witness, restored, 9), 2, "seal 2 again")

    assert put_back_from(witness, restored) == 2
    assert put_back_from(witness, BEGUN) is None
    assert put_back_from(witness, replace(restored, version=2)) is None
    assert [(each.epoch, each.since, each.first, each.version, each.seal) for each in after.epochs] == [
        (1, 1, 1, 2, "seal 2"),
        (2, 9, 1, 2, "seal 2 again"),
    ]
    assert with_view(after, replace(BEGUN, version=7), 10) == after


def test_what_is_shown_when_the_game_is_over_proves_nothing() -> None:
    over = replace(BEGUN, version=9, is_over=True)
    witness = stepped(with_view(Witness(), BEGUN, 1), 2, "seal 2")

    assert with_view(Witness(), over, 1) == Witness()
    assert with_view(Witness(), over, 1).is_empty
    assert with_view(witness, over, 3) == witness
    assert not witness.is_empty
    restored = with_view(witness, replace(over, epoch=2), 3)
    assert restored.epochs == (*witness.epochs, Epoch(2, 3, 9, 9))


def test_an_epoch_before_play_leaves_nothing() -> None:
    witness = with_view(with_view(Witness(), LOBBY, 1), replace(BEGUN, epoch=2), 2)

    assert [each.epoch for each in witness.epochs] == [2]


def test_whoever_has_no_seat_when_play_begins_has_no_share_of_the_luck() -> None:
    mine = Witness(nonce="ab", seat=0)

    assert with_view(mine, BEGUN, 1).nonce == "ab"
    assert with_view(mine, replace(BEGUN, seat=None), 1).nonce is None
    later = with_view(with_view(mine, BEGUN, 1), replace(BEGUN, version=2, seat=None), 2)
    assert (later.nonce, later.seat) == ("ab", 0)


def test_a_live_row_far_from_the_programs_clock_is_noted_and_a_few_are_enough() -> None:
    begun = with_view(Witness(), BEGUN, 1)

    assert stepped(begun, 2, clock=NOW + OFF_MS).times == ()
    assert stepped(begun, 2, clock=NOW + OFF_MS + 1, is_live=False).times == ()
    assert stepped(begun, 2, clock=NOW + OFF_MS + 1).times == (RowTime(2, NOW, NOW + OFF_MS + 1),)
    for version in range(2, 3 * TIMES):
        begun = stepped(begun, version, clock=0)
    assert len(begun.times) == TIMES


def test_what_is_event_digest_a_table_has_a_bound() -> None:
    full = Epoch(1, 1, 1, ROWS + 1, "seal", "header", None, (ReceivedRow(2, 0, True, ()),) * ROWS)

    (epoch,) = stepped(Witness(epochs=(full,)), ROWS + 2).epochs

    assert (len(epoch.received), epoch.received[-1].version) == (ROWS, ROWS + 2)


def test_a_witness_is_read_from_its_file() -> None:
    witness = watched(go_on(opened(), SHORT))

    assert read_witness(msgspec.json.encode(witness)) == witness


@pytest.mark.parametrize("text", [b"", b"[]", b'{"format":2}', b'{"seat":"zero"}', b"\xff"])
def test_what_is_no_witness_is_named(text: bytes) -> None:
    with pytest.raises(MalformedError):
        read_witness(text)
