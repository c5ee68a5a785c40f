"""Three answers: what was seen is compared with the transcript, and a host that lies is found out."""

from collections.abc import Sequence
from dataclasses import replace as with_

import msgspec
import pytest
from msgspec.structs import replace

from rondel.kernel import HOUSE, commitment
from rondel.table.local import LocalTable
from rondel.wire.transcript import Header, line_bytes
from rondel.wire.verdict import Verdict, judge
from rondel.wire.witness import Epoch, Witness, with_view
from tests.kernel.newer_tally import RULES_1, RULES_2, OldOptions
from tests.kernel.tally import FIRST_AT, SECRET, TALLY, Add, Pass, StartGame
from tests.wire.sittings import (
    ABANDONED,
    SEALED_OTHERWISE,
    SHORT,
    Move,
    go_on,
    opened,
    shown_at,
    transcript,
    watched,
)

OTHER: Sequence[Move] = (*SHORT[:4], (0, Add(2)), *SHORT[5:])
"""Another game from the same start: seat 0 adds two instead of one."""

TABLE = go_on(opened(), SHORT)
TEXT = TABLE.transcript()
SEEN = watched(TABLE)


def judged(text: bytes = TEXT, *witnesses: Witness) -> Verdict:
    return judge(TALLY, text, witnesses)


def faults(verdict: Verdict) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in verdict.faults]


def reasons(verdict: Verdict) -> list[str]:
    return [reason.message for reason in verdict.reasons]


def with_epoch(witness: Witness, **changes: object) -> Witness:
    return replace(witness, epochs=(*witness.epochs[:-1], replace(witness.epochs[-1], **changes)))


@pytest.mark.parametrize("seat", [0, None])
def test_a_game_that_was_seen_to_its_end_is_proven(seat: int | None) -> None:
    verdict = judged(TEXT, watched(TABLE, seat))

    assert (verdict.answer, verdict.faults, verdict.reasons) == ("proven", (), ())
    assert verdict.proof.decided_again == verdict.proof.rows
    assert (verdict.unseen, verdict.vouched) == (0, 0 if seat is None else 1)


def test_without_a_witness_it_is_consistent_and_not_proven() -> None:
    verdict = judged()

    assert (verdict.answer, reasons(verdict)) == ("consistent", ["no witness was given"])


def test_whoever_opens_a_game_when_it_is_over_is_no_witness() -> None:
    late = with_view(Witness(table="table"), replace(shown_at(TABLE, 8, None), is_over=True), FIRST_AT)

    assert reasons(judged(TEXT, late)) == ["no witness was given"]


def test_whoever_finds_another_ending_after_a_restore_is_told_so() -> None:
    table, _ = put_back([(0, Add(1)), (0, Pass()), *SHORT[6:]])
    over = replace(shown_at(table, 8, 0, epoch=2), is_over=True)
    seen = with_view(watched(go_on(opened(), SHORT[:7])), over, FIRST_AT)

    assert reasons(judged(table.transcript(), seen)) == [
        "the host put this game back from version 7 to 5 on 2023-11-14"
    ]


def test_a_witness_of_a_part_says_what_it_lacks() -> None:
    verdict = judged(TEXT, Witness(commitment=SEEN.commitment))

    assert (verdict.answer, reasons(verdict)) == ("consistent", ["what was seen has no header and no seal"])
    assert judged(TEXT, Witness(commitment=SEEN.commitment), with_epoch(SEEN)).answer == "proven"


def test_rows_after_the_newest_seal_were_not_seen() -> None:
    verdict = judged(TEXT, watched(TABLE, until=5))

    assert (verdict.answer, verdict.unseen) == ("proven", 3)


# the host chooses


def test_a_swapped_secret_proves_itself_and_contradicts_whoever_saw_the_commitment() -> None:
    secret = bytes(32)
    header = replace(opened().context.header, commitment=commitment(secret, "table").hex())
    swapped = go_on(LocalTable(TALLY, line_bytes(header), secret), SHORT).transcript()

    (_, message), *_ = faults(judged(swapped, Witness(commitment=SEEN.commitment)))

    assert judged(swapped).answer == "consistent"
    assert message.startswith("the commitment is not the one you were shown before play")
    assert judged(swapped, SEEN).answer == "broken"


def test_a_game_that_was_swapped_after_its_start_is_found_by_the_seal() -> None:
    swapped = go_on(opened(), OTHER).transcript()

    assert judged(swapped).answer == "consistent"
    assert faults(judged(swapped, with_epoch(SEEN, received=()))) == [(9, f"version 8: {SEALED_OTHERWISE}")]


def test_the_rows_that_are_not_as_they_were_heard_are_named() -> None:
    swapped = go_on(opened(), OTHER).transcript()

    assert (6, "version 5: you were shown something that is not in it") in faults(judged(swapped, SEEN))


def test_a_row_that_was_dropped_is_missed() -> None:
    short = go_on(opened(), SHORT[:7]).transcript()

    assert faults(judged(short, SEEN))[-1] == (9, "you saw version 8, and only 7 versions are here")


def test_two_seals_of_one_version_are_two_games() -> None:
    torn = with_epoch(SEEN, other_seal="00" * 32)

    assert faults(judged(TEXT, torn)) == [(9, "version 8: you were sent two seals: the server had two games")]


def test_a_card_that_was_shown_and_is_not_in_the_row_is_found() -> None:
    seen = watched(TABLE, 0)
    drawn = seen.epochs[-1].received[0]
    lied = with_epoch(seen, received=(replace(drawn, events=(*drawn.events[:1], "00" * 16)),))

    assert faults(judged(TEXT, lied)) == [(3, "version 2: you were shown something that is not in it")]


def test_a_card_that_was_kept_from_its_seat_is_found_by_the_rules() -> None:
    """Seat 0 sees what it drew, a spectator does not; without the row a witness has what everyone saw."""
    mine, theirs = watched(TABLE, 0), watched(TABLE, None)
    public = theirs.epochs[-1].received[0]

    withheld = with_epoch(mine, received=(replace(public, seat=0),))
    later = with_epoch(mine, received=(replace(public, seat=0, is_live=False),))
    nothing = with_epoch(mine, received=(replace(public, seat=0, is_live=False, events=()),))

    assert faults(judged(TEXT, withheld)) == [
        (3, "version 2: something that you should have been shown is missing")
    ]
    assert judged(TEXT, later).answer == "proven"
    assert judged(TEXT, nothing).answer == "broken"
    assert judge(None, TEXT, [withheld]).faults == ()


def test_options_that_were_changed_are_found_by_the_headers_digest() -> None:
    header = msgspec.json.decode(opened().context.header_bytes, type=Header)
    other = replace(header, options=msgspec.Raw(b'{"target":6}'))
    text = go_on(LocalTable(TALLY, line_bytes(other), SECRET), SHORT[:2]).transcript()

    (_, message), *_ = faults(judged(text, Witness(epochs=(Epoch(1, 1, 1, 1, None, SEEN.epochs[0].header),))))

    assert message.startswith("the header is not the one of your first View")


def test_rules_older_than_those_that_the_table_was_opened_under_are_found() -> None:
    verdict = judged(TEXT, replace(SEEN, rules=TALLY.rules + 1))

    assert faults(verdict) == [(1, "it was played under rules 1; the table was opened under rules 2")]
    assert judged(TEXT, replace(SEEN, rules=TALLY.rules)).answer == "proven"


def test_the_witness_of_another_table_is_named() -> None:
    assert faults(judged(TEXT, replace(SEEN, table="another"))) == [
        (1, "the witness is of table another, not of table")
    ]


# nonces


@pytest.mark.parametrize("seat", [None, 0, 1, 7])
def test_a_nonce_that_was_left_out_is_missed(seat: int | None) -> None:
    seen = Witness(nonce="ab" * 16, seat=seat)

    assert faults(judged(TEXT, seen)) == [
        (1, "your nonce is not in it: the luck was drawn without your share")
    ]


def test_a_nonce_in_another_seat_is_not_mine() -> None:
    assert faults(judged(TEXT, Witness(nonce=SEEN.nonce, seat=1))) != []


def test_a_nonce_that_was_refused_proves_nothing_unless_the_other_device_vouches() -> None:
    refused = replace(SEEN, nonce=None, refused="ab" * 16)

    alone, both = judged(TEXT, refused), judged(TEXT, refused, SEEN)

    assert (alone.answer, reasons(alone)) == ("consistent", ["your nonce is not part of the luck"])
    assert (both.answer, both.vouched) == ("proven", 1)
    elsewhere = replace(SEEN, seat=1, nonce=None)
    assert judged(TEXT, refused, elsewhere).answer == "consistent"


# restores


def put_back(moves: Sequence[Move], to: int = 5) -> tuple[LocalTable, Witness]:
    """The table was played to its seventh version, put back to another one, and played to its end."""
    first = go_on(opened(), SHORT[:7])
    seen = watched(first)
    second = go_on(opened(), SHORT[:to])
    seen = with_view(seen, shown_at(second, to, 0, epoch=2), FIRST_AT + 86_400_000)
    go_on(second, moves)
    return second, watched(second, witness=seen)


def test_a_game_that_was_put_back_is_consistent_and_says_so() -> None:
    table, seen = put_back([(0, Add(1)), (0, Pass()), *SHORT[6:]])

    verdict = judged(table.transcript(), seen)

    assert verdict.answer == "consistent"
    assert reasons(verdict) == ["the host put this game back from version 7 to 5 on 2023-11-15"]


def test_an_epoch_that_lost_no_row_of_this_table_takes_nothing_away() -> None:
    seen = with_view(watched(TABLE, until=5), shown_at(TABLE, 5, 0, epoch=2), FIRST_AT)

    assert judged(TEXT, watched(TABLE, witness=seen)).answer == "proven"


def test_a_lost_row_without_a_raised_epoch_is_broken() -> None:
    table, _ = put_back([(0, Add(1)), (0, Pass()), *SHORT[6:]])

    assert judged(table.transcript(), watched(go_on(opened(), SHORT[:7]))).answer == "broken"


def test_whoever_left_before_a_restore_is_excused_by_another_who_saw_it() -> None:
    table, seen = put_back([(0, Add(1)), (0, Pass()), *SHORT[6:]])
    left = watched(go_on(opened(), SHORT[:7]), 1)

    assert judged(table.transcript(), left, seen).answer == "consistent"


def test_a_game_that_was_put_back_draws_the_same_cards_again() -> None:
    first = go_on(opened(), SHORT[:2])
    second = go_on(LocalTable.resumed(TALLY, go_on(opened(), SHORT[:1]).transcript(), SECRET), SHORT[1:2])

    assert first.steps[-1].row.events == second.steps[-1].row.events


# what cannot be proven


def test_a_game_that_was_abandoned_keeps_its_secret_and_is_not_proven() -> None:
    table = go_on(opened(), ABANDONED)

    verdict = judged(table.transcript(), watched(table))

    assert reasons(verdict) == ["the game was abandoned, so its secret stays closed"]


def test_a_game_that_goes_on_is_not_proven() -> None:
    table = go_on(opened(), SHORT[:5])

    assert reasons(judged(table.transcript(), watched(table))) == [
        "the game has not ended here, so its secret is not shown"
    ]


def test_a_secret_that_is_withheld_from_a_game_that_is_over_is_a_fault() -> None:
    without_end = b"".join(TEXT.splitlines(keepends=True)[:-1])

    assert faults(judged(without_end, SEEN)) == [
        (10, "the game was played to its end, and its secret is not revealed")
    ]


def test_rows_under_rules_that_are_not_installed_are_not_proven() -> None:
    newer, older = with_(TALLY, rules=2), TALLY
    mended = go_on(LocalTable.resumed(newer, go_on(opened(), SHORT[:5]).transcript(), SECRET), SHORT[5:])

    here, there = judge(newer, mended.transcript(), [watched(mended)]), judge(older, mended.transcript())

    assert reasons(here) == [
        "5 of 8 rows are under rules 1, which are not installed here (installed: rules 2)"
    ]
    assert reasons(there)[0] == (
        "3 of 8 rows are under rules 2, which are not installed here (installed: rules 1)"
    )
    assert there.proof.under_newer_rules == 3


def test_events_that_were_seen_in_the_form_of_older_rules_contradict_nothing() -> None:
    table = go_on(opened(RULES_1, OldOptions()), SHORT)
    public = with_epoch(watched(table), received=watched(table, None).epochs[-1].received)

    here, there = judge(RULES_2, table.transcript(), [public]), judge(RULES_1, table.transcript(), [public])

    assert here.faults == ()
    assert there.faults == ()
    lied = replace(public.epochs[-1].received[1], events=("0" * 32,))
    other = with_epoch(public, received=(lied,))
    assert faults(judge(RULES_2, table.transcript(), [other])) == [
        (4, "version 3: you were shown something that is not in it")
    ]


def test_a_game_that_is_not_installed_is_checked_as_far_as_it_goes() -> None:
    verdict = judge(None, TEXT, [SEEN])

    assert (verdict.answer, reasons(verdict)) == (
        "consistent",
        ["tally is not installed here, so no row was decided again"],
    )
    assert judge(None, go_on(opened(), OTHER).transcript(), [SEEN]).answer == "broken"
    assert judge(None, TEXT.replace(b'"amount":3', b'"amount":4', 1)).answer == "broken"
    assert judge(None, transcript(ABANDONED)).faults == ()
    assert judge(None, go_on(opened(), SHORT[:5]).transcript(), [watched(TABLE, until=5)]).faults == ()


def test_a_table_before_its_first_row_is_compared() -> None:
    table = opened()
    seen = with_view(Witness(nonce=table.context.header.seats[0].nonce), shown_at(table, 0, 0), 0)

    assert faults(judged(table.transcript(), seen)) == []
    table.play(HOUSE, StartGame(), FIRST_AT)
    assert judged(go_on(table, SHORT[1:]).transcript(), seen).answer == "proven"
