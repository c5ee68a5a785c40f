"""The scan before decoding: size, depth, repeated keys, endless numbers and texts; quick on anything."""

import json
import random
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.kernel import Text
from rondel.wire.codec import Codec
from rondel.wire.strict import MalformedError, scan
from tests.kernel.tally import TALLY, Add


def message(text: bytes, max_bytes: int = 4096) -> str:
    with pytest.raises(MalformedError) as malformed:
        scan(text, max_bytes=max_bytes)
    return malformed.value.message


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
        b'["a","a",{"a":"a"},"a"]',
        b'{"a":"a","b":"a"}',
        b'{"a":{},"b":[],"c":{"c":[]}}',
        b'{"a":"\\"a\\":1,\\"a\\":2"}',
        b'{"{[":"}]","]}":"[[[[[[[[[[{{{{{{{{{{"}',
        b'{"\\\\":1,"\\"":2,"\\\\\\"":3}',
        b'{"a":"\\\\","b":"\\\\"}',
        b'"a","a"',
        b'{"a":"\\\\u0000","b":"\\\\\\\\u0000"}',
        b"",
        b"-2.2250738585072014e-308",
    ],
)
def test_what_is_not_too_deep_and_repeats_no_key_passes(text: bytes) -> None:
    scan(text, max_bytes=4096)


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":2}',
        b'{"a":1,"\\u0061":2}',
        b'{"\\/":1,"/":2}',
        b'{"\\ud83d\\ude00":1,"\xf0\x9f\x98\x80":2}',
        b'{"":1,"":2}',
        b'{ "a" : {} , "b" : [] , "a" : 1 }',
        b'[{"b":1},{"a":[{"c":1,"c":2}]}]',
        b'{"a":{"a":{"a":1},"b":2,"a":3}}',
        b'{"\\\\":1,"\\\\":2}',
    ],
)
def test_a_key_said_twice_in_one_object_is_malformed_however_it_is_written(text: bytes) -> None:
    assert message(text).endswith(" twice.")


@pytest.mark.parametrize(("opens", "closes"), [(b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]")])
def test_eight_levels_pass_and_nine_are_malformed(opens: bytes, closes: bytes) -> None:
    levels = len(opens.translate(None, b'"a:'))
    eight = opens * (8 // levels) + b"1" + closes * (8 // levels)

    scan(eight, max_bytes=4096)

    assert message(b"[" + eight + b"]") == "It is nested deeper than 8 levels."
    assert message(b"[" * 4000) == "It is nested deeper than 8 levels."


def test_what_is_larger_than_the_game_takes_is_malformed_unread() -> None:
    scan(b'"abc"', max_bytes=5)

    assert message(b'"abc"', max_bytes=4) == "Too large: 5 bytes (limit 4)."


@pytest.mark.parametrize("number", [b"1" * 25, b"-1." + b"0" * 30, b"1e" + b"9" * 30])
def test_an_endless_number_is_malformed(number: bytes) -> None:
    assert message(b'{"a":[' + number + b"]}") == f"It has a number of {len(number)} characters."


@pytest.mark.parametrize(
    "text",
    [
        b'"\\u0000"',
        b'{"\\u0000":1}',
        b'["a\\u0000b"]',
        b'"\\\\\\u0000"',
        b'"\\\\u0000\\u0000"',
        b'"\\"\\u0000"',
    ],
)
def test_nul_in_a_text_is_malformed_but_not_its_escape_as_text(text: bytes) -> None:
    assert message(text) == "It has the character U+0000, which cannot be stored."


@pytest.mark.parametrize("text", [b"}", b"]", b"{}}", b'{"a":[]]}]'])
def test_a_bracket_that_was_never_opened_is_malformed(text: bytes) -> None:
    assert message(text) == "It closes a bracket that was never opened."


@pytest.mark.parametrize("text", [b'"', b'{"a', b'{"a":"b\\"}', b'{"a":1,"\\', b'"a" "'])
def test_a_text_that_never_ends_is_malformed(text: bytes) -> None:
    assert message(text) == "It has a text that never ends."


@pytest.mark.parametrize(
    "key", [b'"\xff"', b'"\xed\xa0\x80"', b'"\\ud800"', b'"\\udc00x"', b'"\\x"', b'"\\u12"', b'"a\nb"']
)
def test_a_key_that_is_no_text_is_malformed(key: bytes) -> None:
    assert message(b"{" + key + b":1}")


@pytest.mark.parametrize(
    "text",
    [
        b'"' + b'\\"' * 32_000,
        b'"' * 64_001,
        b"\\" * 64_000,
        b'{"' + b"\\\\" * 32_000,
        b"[" * 8 + b"," * 64_000,
        b'"' + b"\\" * 64_000 + b"u0000",
        b"-" * 24 + (b" " + b"-" * 24) * 2500,
        b"{" + b",".join(b'"%d":1' % key for key in range(6000)) + b"}",
    ],
    ids=[
        "escaped quotes",
        "quotes",
        "backslashes",
        "a text of backslashes",
        "backslashes before a letter",
        "commas",
        "minuses",
        "keys",
    ],
)
def test_nothing_takes_long_to_scan(text: bytes) -> None:
    before = time.process_time()

    try:
        scan(text, max_bytes=70_000)
    except MalformedError:
        pass
    finally:
        took_s = time.process_time() - before

    assert took_s < 2


class Pairs(list[tuple[str, Any]]):
    """An object as it is written: keys may repeat."""


Keys = st.text('ab\\"{[,:/é😀', max_size=2)
Leaves = st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.floats(allow_nan=False) | Keys
Values = st.recursive(
    Leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(st.tuples(Keys, inner), max_size=3).map(Pairs)
        | st.lists(st.tuples(Keys, inner), max_size=3, unique_by=lambda pair: pair[0]).map(Pairs)
    ),
    max_leaves=12,
)


def as_written(value: Any, is_ascii: bool, space: str) -> str:
    if isinstance(value, Pairs):
        pairs = (
            f"{json.dumps(key, ensure_ascii=is_ascii)}{space}:{space}{member}"
            for key, member in ((key, as_written(inner, not is_ascii, space)) for key, inner in value)
        )
        return "{" + space + f"{space},{space}".join(pairs) + space + "}"
    if isinstance(value, list):
        return "[" + f"{space},".join(as_written(inner, is_ascii, space) for inner in value) + space + "]"
    return json.dumps(value, ensure_ascii=is_ascii)


def is_strict(text: str) -> bool:
    """A slow judge of its own: Python's parser tells of every pair, and depth is counted in what it gives."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    def depth(value: Any) -> int:
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            return 1 + max(map(depth, inner), default=0)
        return 0

    try:
        return depth(json.loads(text, object_pairs_hook=once)) <= 8
    except ValueError:
        return False


@settings(deadline=None, max_examples=400)
@given(Values, st.integers(0, 8), st.booleans(), st.sampled_from(["", " ", "\n\t"]))
def test_a_slow_judge_of_its_own_says_the_same(value: Any, wrapped: int, is_ascii: bool, space: str) -> None:
    for _ in range(wrapped):
        value = [value]
    text = as_written(value, is_ascii, space)

    try:
        scan(text.encode(), max_bytes=100_000)
        passes = True
    except MalformedError:
        passes = False

    assert passes == is_strict(text)


SEEDS = (
    b'{"type":"ADD","payload":{"amount":2}}',
    b'{"type":"ADD","payload":"[1,{\\"a\\":2},\\"\\u00e9\\"]"}',
    b'{"type":"PASS"}',
    b'{"payload":{},"type":"PAUSE_CLOCK"}',
    '{"type":"ADD","payload":"é♠😀\\ud83d\\ude00"}'.encode(),
)
PIECES = (
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\",
    b",",
    b":",
    b"\xff",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"e9",
    b"\x00",
    b" ",
)


def mutated(text: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 2)):
        at, to = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:at] + rng.randbytes(1) + text[at + 1 :]
            case 1:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 2:
                text = text[: min(at, to)] + text[max(at, to) :]
            case 3:
                text = text[:at] + text[min(at, to) : max(at, to)] + text[at:]
            case _:
                text = text[:at] + str(rng.getrandbits(rng.choice([1, 8, 64, 80]))).encode() + text[at:]
    return text


def test_whatever_a_player_sends_nothing_but_malformed_comes_out() -> None:
    def read(text: str, _: object) -> Add:
        return Add(int(text))

    codecs = [
        Codec(game)
        for game in (
            TALLY,
            replace(TALLY, parse={Add: Text(read=read)}),
            replace(TALLY, parse={Add: Text(read=read, accepts_fields=True)}),
        )
    ]
    rng = random.Random(20_000)
    before, accepted = time.process_time(), 0

    for number in range(20_000):
        text = mutated(SEEDS[number % len(SEEDS)], rng)
        try:
            codecs[number % 3].parse_action(text)
            accepted += 1
        except MalformedError:
            continue

    assert time.process_time() - before < 30
    assert 100 < accepted < 10_000  # some survive, so the others were not refused wholesale
