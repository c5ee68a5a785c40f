"""The checker finds what is planted in a recording, and nothing in one that is true."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.history.check import check
from tests.history.recording import Frame, Read, Recording, Sending, StoredMove

TABLE = "T"
BODY = '["DRAW_CARD",{}]'


def view_at(version: int, seat: int) -> str:
    return f"{version} as seat {seat} sees it"


def stored(version: int, id_: str, seat: int | None = 0) -> StoredMove:
    return StoredMove(version, id_, seat, BODY, {each: view_at(version, each) for each in (0, 1)})


def acked(id_: str, version: int, began: int, ended: int, *, seat: int = 0, is_dup: bool = False) -> Sending:
    return Sending(TABLE, seat, id_, BODY, began, ended, version, is_dup)


def refused(id_: str, began: int, ended: int) -> Sending:
    return Sending(TABLE, 0, id_, BODY, began, ended, code="STALE_VERSION")


def unknown(id_: str, began: int) -> Sending:
    return Sending(TABLE, 0, id_, BODY, began)


def read(version: int, began: int, ended: int, *, seat: int = 0) -> Read:
    return Read(TABLE, seat, began, ended, version, view_at(version, seat))


def frame(kind: str, version: int, at: int, *, connection: int = 1) -> Frame:
    shown = None if kind == "ack" else view_at(version, 0)
    return Frame(TABLE, 0, connection, at, kind, version, shown)  # type: ignore[arg-type]


def true_recording() -> Recording:
    """The House begins; a and b race; c is cut off and sent again; d is refused, and done later."""
    return Recording(
        sendings=[
            acked("a", 2, 10, 30),
            acked("b", 3, 11, 29, seat=1),
            unknown("c", 40),
            acked("c", 4, 50, 60, is_dup=True),
            refused("d", 41, 45),
            acked("d", 5, 70, 80),
            acked("a", 2, 90, 95, is_dup=True),
        ],
        reads=[read(1, 1, 5), read(3, 12, 31), read(3, 32, 42), read(4, 61, 69, seat=1), read(5, 81, 99)],
        frames=[
            frame("view", 1, 5),
            frame("step", 2, 28),
            frame("ack", 2, 30),
            frame("step", 3, 31),
            frame("step", 4, 55),
            frame("view", 4, 65, connection=2),
        ],
        journals={
            TABLE: [
                stored(1, "house", None),
                stored(2, "a"),
                stored(3, "b", 1),
                stored(4, "c"),
                stored(5, "d"),
            ]
        },
    )


def kinds(recording: Recording) -> set[str]:
    return {anomaly.kind for anomaly in check(recording)}


def test_a_true_recording_has_no_anomaly() -> None:
    assert check(true_recording()) == []


def lost_ack(recording: Recording) -> None:
    del recording.journals[TABLE][-1]


def doubled_row(recording: Recording) -> None:
    recording.journals[TABLE].append(stored(6, "a"))


def doubled_ack(recording: Recording) -> None:
    recording.sendings[-1] = replace(recording.sendings[-1], is_dup=False)


def moved_ack(recording: Recording) -> None:
    recording.sendings[0] = replace(recording.sendings[0], version=3)


def swapped_body(recording: Recording) -> None:
    recording.journals[TABLE][1] = stored(2, "a")._replace(body='["DISCARD",{}]')


def swapped_seat(recording: Recording) -> None:
    recording.journals[TABLE][1] = stored(2, "a", seat=1)


def missing_row(recording: Recording) -> None:
    recording.journals[TABLE][0] = stored(7, "house", None)


def stale_read_after_ack(recording: Recording) -> None:
    recording.reads.append(read(4, 81, 90))


def stale_read_after_read(recording: Recording) -> None:
    recording.reads.append(read(2, 43, 44))


def stale_read_after_push(recording: Recording) -> None:
    """Somebody was sent version 4 at 55; the read began at 56, and sees 3."""
    recording.reads.append(read(3, 56, 58))


def reordered(recording: Recording) -> None:
    """c was answered before d began, and stands after it."""
    recording.sendings[3] = replace(recording.sendings[3], version=5, is_dup=False)
    recording.sendings[5] = replace(recording.sendings[5], version=4)
    recording.journals[TABLE][3:] = [stored(4, "d"), stored(5, "c")]


def seen_too_early(recording: Recording) -> None:
    recording.reads.append(read(5, 33, 39))


def never_stored(recording: Recording) -> None:
    recording.reads.append(read(6, 97, 99))


def another_view(recording: Recording) -> None:
    recording.reads[1] = recording.reads[1]._replace(shown="something else")


def another_view_pushed(recording: Recording) -> None:
    recording.frames[3] = recording.frames[3]._replace(shown="something else")


def skipped_step(recording: Recording) -> None:
    del recording.frames[3]


def step_twice(recording: Recording) -> None:
    recording.frames.append(frame("step", 4, 66))


def socket_goes_back(recording: Recording) -> None:
    recording.frames.append(frame("view", 3, 67))


def late_ack(recording: Recording) -> None:
    recording.frames.append(frame("ack", 3, 68))


def refused_and_done(recording: Recording) -> None:
    recording.sendings[5] = refused("d", 70, 80)


def refused_after_ack(recording: Recording) -> None:
    recording.sendings.append(refused("a", 96, 98))


def unanswered(recording: Recording) -> None:
    recording.sendings.append(unknown("e", 97))


@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (lost_ack, "lost"),
        (doubled_row, "doubled"),
        (doubled_ack, "doubled"),
        (moved_ack, "moved"),
        (swapped_body, "another move"),
        (swapped_seat, "another move"),
        (missing_row, "gap"),
        (stale_read_after_ack, "stale view"),
        (stale_read_after_read, "stale view"),
        (stale_read_after_push, "stale view"),
        (reordered, "reordered"),
        (seen_too_early, "from the future"),
        (never_stored, "no such version"),
        (another_view, "another history"),
        (another_view_pushed, "another history"),
        (skipped_step, "step out of order"),
        (step_twice, "step out of order"),
        (socket_goes_back, "went back"),
        (late_ack, "late ack"),
        (refused_and_done, "refused and done"),
        (refused_after_ack, "refused after ack"),
        (unanswered, "unanswered"),
    ],
)
def test_what_is_planted_is_found(plant: Callable[[Recording], None], kind: str) -> None:
    recording = true_recording()
    plant(recording)

    assert kind in kinds(recording)


def test_an_operation_that_overlaps_another_may_come_before_or_after_it() -> None:
    recording = true_recording()
    recording.reads += [read(4, 69, 85), read(5, 71, 79)]

    assert check(recording) == []


def test_a_copy_without_an_answer_may_be_done_after_a_refusal() -> None:
    recording = true_recording()
    recording.sendings[5] = unknown("d", 42)
    recording.sendings.append(refused("d", 46, 47))

    assert check(recording) == []


def test_one_socket_may_be_sent_a_whole_view_in_place_of_steps() -> None:
    recording = true_recording()
    recording.frames.append(frame("view", 5, 90))

    assert check(recording) == []
