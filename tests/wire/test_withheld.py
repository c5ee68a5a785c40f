"""A host that leaves out what would give it away: no proof comes of what a program was not sent."""

import pytest
from msgspec import Raw
from msgspec.structs import replace

from rondel.kernel import SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.proof import verify
from rondel.wire.transcript import read
from rondel.wire.verdict import Verdict, judge
from rondel.wire.witness import EPOCHS, Witness, with_step, with_view
from tests.kernel.tally import TALLY, Options
from tests.wire.sittings import SHORT, forged, go_on, opened, shown_at, watched

TABLE = go_on(opened(), SHORT)
TEXT = TABLE.transcript()
SEEN = watched(TABLE)
REPLACED = "no program that saw the game has sent a nonce for seat 0: give also the witness of who sat down"


def reasons(verdict: Verdict) -> list[tuple[str, str]]:
    return [(reason.code, reason.message) for reason in verdict.reasons]


def test_a_nonce_that_the_first_view_made_a_program_forget_is_missed() -> None:
    """The first View says that nobody sits there, so the program thinks that it has lost its seat."""
    first = with_view(
        Witness(table="table", nonce="a" * 32, seat=0), replace(shown_at(TABLE, 1, 0), seat=None), 1
    )
    witness = watched(TABLE, witness=with_view(first, shown_at(TABLE, 1, 0), 1))

    assert (first.nonce, witness.epochs[-1].received[0].seat) == (None, 0)
    assert reasons(judge(TALLY, TEXT, [witness])) == [("nonce_refused", REPLACED)]
    assert judge(TALLY, TEXT, [witness, SEEN]).answer == "proven"


def test_whoever_was_told_of_another_device_before_sitting_down_has_no_proof_of_the_own() -> None:
    assert reasons(judge(TALLY, TEXT, [replace(SEEN, nonce=None)])) == [("nonce_refused", REPLACED)]


def test_an_epoch_without_a_header_is_not_forgotten() -> None:
    other = go_on(opened(), [*SHORT[:4], *SHORT[5:]])
    bare = replace(SEEN.epochs[-1], header=None)
    restored = with_view(replace(SEEN, epochs=(bare,)), replace(shown_at(other, 1, 0), epoch=2), 9)

    assert [epoch.epoch for epoch in restored.epochs] == [1, 2]
    assert [code for code, _ in reasons(judge(TALLY, other.transcript(), [restored]))] == ["put_back"]


def test_many_epochs_push_out_none_in_which_much_was_seen() -> None:
    witness = SEEN
    for epoch in range(2, 3 * EPOCHS):
        witness = with_view(witness, replace(shown_at(TABLE, 1, 0), epoch=epoch), epoch)

    assert len(witness.epochs) == EPOCHS
    assert [witness.epochs[0], witness.epochs[-1].epoch] == [SEEN.epochs[0], 3 * EPOCHS - 1]


@pytest.mark.parametrize("is_step", [True, False])
def test_versions_that_came_without_a_seal_are_not_proven(is_step: bool) -> None:
    until = watched(TABLE, until=5)
    sent = (
        with_step(until, 6, None, [], seat=0, is_live=True, clock=0)
        if is_step
        else with_view(until, replace(shown_at(TABLE, 6, 0), seal=None), 0)
    )

    assert until.epochs[-1].unsealed == 0
    assert reasons(judge(TALLY, TEXT, [sent])) == [
        ("incomplete", "the server sent no seal of version 6, which you saw")
    ]


def test_events_in_another_form_excuse_nothing_that_was_kept_from_its_seat() -> None:
    theirs = watched(TABLE, None).epochs[-1].received[0]
    respelt = Raw(bytes(read(TEXT).lines[1].events).replace(b"CARD_DRAWN", b"CARD_DRAW\\u004e"))
    text = forged(TEXT, 3, lambda line: replace(line, events=respelt))
    withheld = replace(SEEN, epochs=(replace(SEEN.epochs[-1], received=(replace(theirs, seat=0),)),))

    found = [fault.message for fault in judge(TALLY, text, [withheld]).faults]

    assert "version 2: its events are not as a server writes them" in found
    assert "version 2: something that you should have been shown is missing" in found


def test_a_secret_of_another_length_is_refused() -> None:
    """The commitment is over the secret and the table's name: where one ends could be chosen later."""
    long = LocalTable.opened(
        TALLY,
        Options(target=5),
        [SeatSpec(), SeatSpec("bot", "hard")],
        table_id="table",
        secret=bytes(40),
        nonces=[b""] * 2,
    )

    (fault,) = verify(TALLY, go_on(long, SHORT).transcript()).faults[:1]

    assert (fault.line, fault.message) == (1, "the revealed secret has 40 bytes, not 32")
