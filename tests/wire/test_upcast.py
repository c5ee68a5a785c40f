"""Upcasting: what was written under older rules is told in today's shape."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import Raw

from rondel.kernel import HOUSE, Row, SeatSpec, Upcast, replay
from rondel.kernel.game import Payload
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import TranscriptRow, row_of
from rondel.wire.upcast import upcast
from tests.kernel.tally import TALLY, Added, CardDrawn, CardSeen, GameEnded, GameStarted, Options, Passed


def amount_for_points(payload: Payload) -> Sequence[tuple[str, Payload]]:
    """Rules 2 renamed `points`."""
    return [("ADDED", {"seat": payload["player"], "amount": payload["points"]})]


def seat_for_player(payload: Payload) -> Sequence[tuple[str, Payload]]:
    """Rules 2 said `seat` for `player`."""
    return [("DRAWN", {"seat": payload["player"], "card": payload["card"]})]


def a_secret_of_its_own(payload: Payload) -> Sequence[tuple[str, Payload]]:
    """Rules 3 told the card to its seat alone: one event became two."""
    return [("CARD_DRAWN", {"seat": payload["seat"]}), ("CARD_SEEN", payload)]


THIRD = replace(
    TALLY,
    rules=3,
    older=(
        Upcast(tag="DRAWN", rules=3, apply_upcast=a_secret_of_its_own),
        Upcast(tag="ADDED", rules=2, apply_upcast=amount_for_points),
        Upcast(tag="DRAWN", rules=2, apply_upcast=seat_for_player),
    ),
)

OLD_JOURNAL: Sequence[tuple[int, bytes, bytes]] = (
    (1, b'{"type":"BEGIN"}', b'[{"type":"GAME_STARTED"}]'),
    (
        1,
        b'{"type":"ADD_POINTS","payload":{"points":2}}',
        b'[{"type":"ADDED","payload":{"player":0,"points":2}}]',
    ),
    (1, b'{"type":"TAKE_CARD"}', b'[{"type":"DRAWN","payload":{"player":0,"card":41}}]'),
    (2, b'{"type":"DRAW","payload":{}}', b'[{"type":"DRAWN","payload":{"seat":0,"card":42}}]'),
    (2, b'{"type":"ADD","payload":{"amount":1}}', b'[{"type":"ADDED","payload":{"seat":0,"amount":1}}]'),
    (2, b'{"type":"TAKE_BACK","payload":{}}', b'[{"type":"UNDONE","payload":{"toVersion":4}}]'),
    (3, b'{"type":"PASS","payload":{}}', b'[{"type":"PASSED","payload":{"seat":0,"isExpired":false}}]'),
)


def old_rows() -> list[Row]:
    return [
        row_of(
            THIRD,
            TranscriptRow(
                version, 1000 * version, None if version == 1 else 0, rules, Raw(action), Raw(events), {}, ""
            ),
        )
        for version, (rules, action, events) in enumerate(OLD_JOURNAL, 1)
    ]


def test_an_old_journal_folds_today_through_two_changes_of_shape() -> None:
    state = THIRD.start(Options(), [SeatSpec(), SeatSpec()])

    after = replay(THIRD, state, old_rows())

    assert (after.points, after.hands, after.turn) == ((2, 0), ((41, 42), ()), 1)


def test_one_event_of_the_past_may_be_told_as_two() -> None:
    events = codec_of(THIRD).events(b'[{"type":"DRAWN","payload":{"player":1,"card":7}}]', 1)

    assert events == (CardDrawn(1), CardSeen(1, 7))


def test_an_old_action_that_is_no_longer_known_is_left_out_and_its_events_tell_what_happened() -> None:
    begun, added, *_ = old_rows()

    assert (begun.action, begun.actor, begun.events) == (None, HOUSE, (GameStarted(),))
    assert (added.action, added.actor, added.events) == (None, 0, (Added(0, 2),))


def test_an_unknown_action_of_todays_rules_is_malformed() -> None:
    line = TranscriptRow(1, 0, None, 3, Raw(b'{"type":"BEGIN"}'), Raw(b'[{"type":"GAME_STARTED"}]'), {}, "")

    with pytest.raises(MalformedError):
        row_of(THIRD, line)


@pytest.mark.parametrize(
    ("rules", "stored"),
    [
        (1, b'[{"type":"ADDED","payload":{"player":1,"points":3}}]'),
        (2, b'[{"type":"ADDED","payload":{"seat":1,"amount":3}}]'),
        (3, b'[{"type":"ADDED","payload":{"seat":1,"amount":3}}]'),
    ],
)
def test_each_row_is_carried_through_the_changes_since_its_own_rules_only(rules: int, stored: bytes) -> None:
    assert codec_of(THIRD).events(stored, rules) == (Added(1, 3),)


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"{}[",
        b"7",
        b"[7]",
        b'["ADDED"]',
        b'[{"payload":{}}]',
        b'[{"type":"ADDED","payload":{}}]',
        b'[{"type":"ADDED","payload":[1]}]',
        b'[{"type":"ADDED","payload":{"player":0,"points":"2"}}]',
        b'[{"type":"NEVER_HEARD_OF"}]',
        b'[{"type":"\xff"}]',
    ],
)
def test_old_events_that_cannot_be_told_today_are_malformed(stored: bytes) -> None:
    with pytest.raises(MalformedError):
        codec_of(THIRD).events(stored, 1)


def test_two_changes_of_one_day_do_not_run_into_each_other() -> None:
    renamed = replace(
        TALLY,
        rules=2,
        older=(
            Upcast(tag="A", rules=2, apply_upcast=lambda payload: [("B", payload)]),
            Upcast(tag="B", rules=2, apply_upcast=lambda payload: [("A", payload)]),
        ),
    )

    frames = upcast(renamed, [{"type": "A", "payload": {"n": 1}}, {"type": "B"}], 1)

    assert frames == [{"type": "B", "payload": {"n": 1}}, {"type": "A", "payload": {}}]


def test_a_game_that_never_changed_its_shapes_reads_old_rows_as_they_are() -> None:
    mended = replace(TALLY, rules=2)
    events = (Passed(0), GameEnded("stalled"))

    assert codec_of(mended).events(codec_of(TALLY).events_bytes(events), 1) == events
