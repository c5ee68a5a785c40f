"""The codec: tags and camelCase, strict on what comes from outside, the same after writing and reading."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rondel.kernel import HOUSE, Refusal, ReturnTime, TakeBack, Text, TimeReturned, Undone
from rondel.kernel.game import ParsedText
from rondel.wire.codec import Codec, codec_of
from rondel.wire.strict import MalformedError
from tests.kernel.tally import (
    TALLY,
    Action,
    Add,
    Added,
    CardSeen,
    Draw,
    Event,
    GameEnded,
    GameStarted,
    Options,
    Pass,
    Passed,
    PauseClock,
    StartGame,
    State,
    play,
    started,
)

CODEC = codec_of(TALLY)


def message(read: Callable[[bytes], Any], text: bytes) -> str:
    with pytest.raises(MalformedError) as malformed:
        read(text)
    return malformed.value.message


def reading(read: Callable[[str, ParsedText | None], Action], *, accepts_fields: bool = False) -> Codec:
    return Codec(replace(TALLY, parse={Add: Text(read=read, accepts_fields=accepts_fields)}))


def as_number(text: str, _: ParsedText | None) -> Action:
    return Add(int(text))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (b'{"type":"ADD","payload":{"amount":2}}', Add(2)),
        (b' { "payload" : { "amount" : -2 } , "type" : "ADD" } ', Add(-2)),
        (b'{"type":"PASS","payload":{}}', Pass()),
        (b'{"type":"PASS"}', Pass()),
        (b'{"type":"PAUSE_CLOCK"}', PauseClock()),
        (b'{"type":"START_GAME"}', StartGame()),
    ],
)
def test_an_action_is_read_by_its_tag_and_a_missing_payload_equals_an_empty_one(
    text: bytes, action: Action
) -> None:
    assert CODEC.parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"payload":{}}',
        b'{"type":"SUBTRACT"}',
        b'{"type":"add","payload":{"amount":2}}',
        b'{"type":"TAKE_BACK","payload":{"to":1}}',
        b'{"type":"RETURN_TIME","payload":{"lostMs":1000}}',
        b'{"type":null}',
        b'{"type":"ADD"}',
        b'{"type":"ADD","payload":{}}',
        b'{"type":"ADD","payload":null}',
        b'{"type":"ADD","payload":"2"}',
        b'{"type":"ADD","payload":{"amount":"2"}}',
        b'{"type":"ADD","payload":{"amount":2.5}}',
        b'{"type":"ADD","payload":{"amount":true}}',
        b'{"type":"ADD","payload":{"amount":2,"extra":1}}',
        b'{"type":"ADD","payload":{"amount":2},"extra":1}',
        b'{"type":"ADD","payload":{"amount":2}}{}',
        b'{"type":"ADD","payload":{"amount":2}',
        b'{"type":"PASS","payload":null}',
        b'{"type":"PASS","payload":{"seat":0}}',
        b'{"type":"PASS","type":"PASS"}',
        b'{"type":"P\xffSS"}',
        b'{"t\xffpe":"PASS"}',
        b"\xef\xbb\xbf" + b'{"type":"PASS"}',
    ],
)
def test_what_is_not_exactly_an_action_is_malformed(text: bytes) -> None:
    assert message(CODEC.parse_action, text)


def test_an_action_may_be_as_large_as_the_game_takes() -> None:
    small = Codec(replace(TALLY, max_action_bytes=15))

    assert small.parse_action(b'{"type":"PASS"}') == Pass()
    assert message(small.parse_action, b'{"type":"PASS"} ') == "Too large: 16 bytes (limit 15)."


@pytest.mark.parametrize(
    "text",
    [
        b'{"type":"ADD","payload":{"amount":3}}',
        b'{"payload":{"amount":3},"type":"ADD"}',
        b' { "type" : "ADD", "payload" : { "amount" : 3 } } ',
        b'{"type":"\\u0041DD","payload":{"amount":3}}',
    ],
)
def test_an_action_means_the_same_however_it_is_written(text: bytes) -> None:
    assert CODEC.parse_action(text) == Add(3)
    assert CODEC.parse_action(msgspec.Raw(text)) == Add(3)  # as a request that was read holds it


@pytest.mark.parametrize(
    "text",
    [
        b'{"type":"ADD","payload":{"amount":3,"amount":4}}',
        b'{"type":"ADD","payload":{"amount":1' + b"0" * 30 + b"}}",
        b'{"type":"ADD","payload":{"amount":' + b"[" * 2000 + b"}}",
        b'{"type":"ADD","payload":{"amount":"3"}}',
        b'{"type":"ADD","payload":{"amount":3}',
    ],
)
def test_what_is_not_strict_is_malformed_whether_it_could_be_read_or_not(text: bytes) -> None:
    with pytest.raises(MalformedError):
        CODEC.parse_action(text)


def test_a_huge_whole_number_stays_exact_for_the_rules_to_refuse_and_an_endless_one_is_malformed() -> None:
    state = started()[-1].after

    action = CODEC.parse_action(b'{"type":"ADD","payload":{"amount":99999999999999999999}}')

    assert action == Add(99999999999999999999)
    assert CODEC.action(CODEC.action_bytes(action)) == action
    with pytest.raises(Refusal, match="BAD_AMOUNT"):
        play(TALLY, started(), [(state.turn, action)])
    assert message(CODEC.parse_action, b'{"type":"ADD","payload":{"amount":1' + b"0" * 24 + b"}}")


def test_a_payload_of_text_is_read_by_the_game() -> None:
    codec = reading(as_number)

    assert codec.parse_action(b'{"type":"ADD","payload":"2"}') == Add(2)
    assert message(codec.parse_action, b'{"type":"ADD","payload":{"amount":2}}')
    assert message(codec.parse_action, b'{"type":"ADD"}')


def test_a_payload_may_be_text_or_fields() -> None:
    codec = reading(as_number, accepts_fields=True)

    assert codec.parse_action(b'{"type":"ADD","payload":"2"}') == Add(2)
    assert codec.parse_action(b'{"type":"ADD","payload":{"amount":3}}') == Add(3)
    assert message(codec.parse_action, b'{"type":"ADD","payload":2}')


def test_a_text_the_game_cannot_read_is_malformed() -> None:
    text = b'{"type":"ADD","payload":"two"}'

    assert message(reading(as_number).parse_action, text) == "invalid literal for int() with base 10: 'two'"


def test_a_refusal_of_the_games_reading_stays_a_refusal() -> None:
    def refuses(_: str, __: ParsedText | None) -> Action:
        raise Refusal("TOO_LARGE", "It is too large.")

    with pytest.raises(Refusal, match="TOO_LARGE"):
        reading(refuses).parse_action(b'{"type":"ADD","payload":"2"}')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'"[1,2]"', ParsedText([1, 2])),
        (b'"null"', ParsedText(None)),
        (b'" {\\"a\\":{\\"b\\":\\"\\u00e9\\"}} "', ParsedText({"a": {"b": "é"}})),
        (b'""', None),
        (b'"[1,"', None),
        (b'"two"', None),
        (b'"{\\"a\\":1,\\"a\\":2}"', None),
        (b'"[[[[[[[[[1]]]]]]]]]"', None),
        (b'"1111111111111111111111111"', None),
        (b'"\\"\\\\ud800\\""', None),
    ],
)
def test_the_game_is_told_what_a_text_says_as_strict_json(text: bytes, expected: ParsedText | None) -> None:
    received: list[ParsedText | None] = []

    def notes(_: str, what: ParsedText | None) -> Action:
        received.append(what)
        return Add(1)

    reading(notes).parse_action(b'{"type":"ADD","payload":' + text + b"}")

    assert received == [expected]


class Choose(Add):
    """An Action with a check of its own: one of its fields must be there."""

    amount: int = 0
    is_any: bool = False

    def __post_init__(self) -> None:
        if self.amount == 0 and not self.is_any:
            raise ValueError("say which amount, or any")


@pytest.mark.parametrize(
    "parse", [{}, {Choose: Text(read=as_number, accepts_fields=True)}], ids=["fields", "text or fields"]
)
def test_a_check_of_the_nouns_own_is_malformed_whether_its_payload_is_empty_or_missing(
    parse: dict[type, Text[Any]],
) -> None:
    codec = Codec(replace(TALLY, types=replace(TALLY.types, action=Choose | Pass), parse=parse))

    assert codec.parse_action(b'{"type":"CHOOSE","payload":{"isAny":true}}') == Choose(is_any=True)
    for text in (b'{"type":"CHOOSE","payload":{}}', b'{"type":"CHOOSE"}'):
        assert "say which amount, or any" in message(codec.parse_action, text)


def test_the_journal_keeps_actions_and_the_tables_own_take_back() -> None:
    assert CODEC.action_bytes(Add(2)) == b'{"type":"ADD","payload":{"amount":2}}'
    assert CODEC.action_bytes(TakeBack()) == b'{"type":"TAKE_BACK","payload":{}}'
    assert CODEC.action_bytes(ReturnTime(13_000)) == b'{"type":"RETURN_TIME","payload":{"lostMs":13000}}'
    for action in (Add(2), Draw(), TakeBack(), ReturnTime(1)):
        assert CODEC.action(CODEC.action_bytes(action)) == action


def test_an_action_of_a_shape_no_longer_known_is_malformed() -> None:
    assert message(CODEC.action, b'{"type":"SUBTRACT","payload":{}}')


EVENTS: tuple[Event | Undone | TimeReturned, ...] = (
    GameStarted(),
    Added(1, 2),
    CardSeen(0, 77),
    Passed(1, is_expired=True),
    GameEnded("réached ♠"),
    Undone(3),
    TimeReturned(13_000),
)


def test_events_are_the_same_after_writing_and_reading() -> None:
    stored = CODEC.events_bytes(EVENTS)

    assert b'{"type":"PASSED","payload":{"seat":1,"isExpired":true}}' in stored
    assert b'{"type":"UNDONE","payload":{"toVersion":3}}' in stored
    assert CODEC.events(stored, 1) == EVENTS
    assert CODEC.events_bytes(CODEC.events(stored, 1)) == stored


@pytest.mark.parametrize(
    "stored", [b"", b"{}", b"[1]", b'[{"type":"NO"}]', b'[{"type":"UNDONE","payload":{"toVersion":-1}}]']
)
def test_events_that_are_none_are_malformed(stored: bytes) -> None:
    assert message(lambda text: CODEC.events(text, 1), stored)


def test_an_observation_carries_the_version_and_the_time_of_its_row() -> None:
    text = CODEC.observation(Added(1, 2), 7, 1_700_000_000_000)

    assert text == b'{"type":"ADDED","version":7,"at":1700000000000,"payload":{"seat":1,"amount":2}}'
    assert CODEC.observation(Undone(3), 8, 0) == (
        b'{"type":"UNDONE","version":8,"at":0,"payload":{"toVersion":3}}'
    )


def a_state() -> State:
    timed = Options(target=20, bank_ms=60_000)
    state: State = play(TALLY, started(options=timed), [(0, Draw()), (0, Add(2)), (0, PauseClock())])[
        -1
    ].after
    return state


def test_a_state_is_the_same_after_a_snapshot() -> None:
    stored = CODEC.state_bytes(a_state())

    assert CODEC.state(stored) == a_state()
    assert CODEC.state_bytes(CODEC.state(stored)) == stored


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_seat_knows_is_the_same_in_another_process(viewer: int | None) -> None:
    known = TALLY.knows(a_state(), viewer)

    assert CODEC.known(CODEC.noun_bytes(known)) == known


def test_options_are_read_strictly() -> None:
    assert CODEC.options(b"{}") == Options()
    assert CODEC.options(b'{"target":20,"bankMs":1000}') == Options(20, 1000)


@pytest.mark.parametrize(
    "text",
    [
        b'{"target":0}',
        b'{"target":1001}',
        b'{"target":"20"}',
        b'{"bank_ms":1}',
        b'{"extra":1}',
        b'{"target":20,"target":20}',
        b"[]",
    ],
)
def test_options_out_of_range_or_of_another_shape_are_malformed(text: bytes) -> None:
    assert message(CODEC.options, text)


def test_options_may_be_as_large_as_a_long_deck_and_no_larger() -> None:
    text = b"{}".ljust(65_536)

    assert CODEC.options(text) == Options()
    assert message(CODEC.options, text + b" ") == "Too large: 65537 bytes (limit 65536)."


def test_a_codec_is_made_once_for_each_game() -> None:
    mended = replace(TALLY, rules=2)

    assert codec_of(TALLY) is codec_of(TALLY)
    assert codec_of(mended) is not codec_of(TALLY)


def test_the_house_speaks_as_everybody_does() -> None:
    (row,) = (step.row for step in started())

    assert row.actor is HOUSE
    assert CODEC.action(CODEC.action_bytes(row.action)) == StartGame()
