"""Digests: each row vouches for all its parts and for all rows before it."""

import hashlib
import hmac
import struct

import pytest

from rondel.kernel import HOUSE
from rondel.kernel.digest import first_digest, next_digest, seal_of
from rondel.kernel.keys import derived_key

BEFORE = first_digest(b"header")
ROW = next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"events", b"")


def test_the_first_digest_is_the_hash_of_the_header() -> None:
    assert hashlib.sha256(b"header").digest() == BEFORE


def test_the_published_formula_gives_the_same_digest() -> None:
    def published(seat: int) -> bytes:
        packed = struct.pack(">qqqqQQQ", 1, 1000, seat, 1, 6, 6, 2)
        return hashlib.sha256(BEFORE + packed + b"actionevents{}").digest()

    assert published(0) == ROW
    assert published(-1) == next_digest(BEFORE, 1, 1000, HOUSE, 1, b"action", b"events", b"")


@pytest.mark.parametrize(
    "other",
    [
        next_digest(first_digest(b"headeR"), 1, 1000, 0, 1, b"action", b"events", b""),
        next_digest(BEFORE, 2, 1000, 0, 1, b"action", b"events", b""),
        next_digest(BEFORE, 1, 1001, 0, 1, b"action", b"events", b""),
        next_digest(BEFORE, 1, 1000, 1, 1, b"action", b"events", b""),
        next_digest(BEFORE, 1, 1000, HOUSE, 1, b"action", b"events", b""),
        next_digest(BEFORE, 1, 1000, 0, 2, b"action", b"events", b""),
        next_digest(BEFORE, 1, 1000, 0, 1, b"actioN", b"events", b""),
        next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"eventS", b""),
        next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"events", b'{"":0}'),
    ],
)
def test_every_part_of_a_row_changes_its_digest(other: bytes) -> None:
    assert other != ROW


def test_a_byte_may_not_move_from_the_action_to_the_events() -> None:
    assert next_digest(BEFORE, 1, 1000, 0, 1, b"actio", b"nevents", b"") != ROW


def test_a_row_that_drew_nothing_may_have_no_bytes_for_it() -> None:
    assert next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"events", b"{}") == ROW


def test_numbers_may_not_move_into_one_another() -> None:
    assert next_digest(BEFORE, 1, 2, 0, 1, b"", b"", b"") != next_digest(BEFORE, 2, 1, 0, 1, b"", b"", b"")


def test_a_row_vouches_for_all_rows_before_it() -> None:
    def chain(first_action: bytes) -> bytes:
        digest = next_digest(BEFORE, 1, 1000, 0, 1, first_action, b"[]", b"")
        for version in range(2, 6):
            digest = next_digest(digest, version, 1000, 0, 1, b"{}", b"[]", b"")
        return digest

    assert chain(b"{}") != chain(b"{ }")


def test_a_seal_is_a_keyed_digest_of_version_and_digest() -> None:
    key = derived_key(b"secret", "seal")

    published = hmac.new(key, struct.pack(">Q", 7) + ROW, "sha256").digest()

    assert seal_of(key, 7, ROW) == published
    assert hmac.new(b"secret", b"rondel seal 1", "sha256").digest() == key


@pytest.mark.parametrize(
    "other",
    [
        seal_of(derived_key(b"secret", "luck"), 7, ROW),
        seal_of(derived_key(b"secreT", "seal"), 7, ROW),
        seal_of(derived_key(b"secret", "seal"), 8, ROW),
        seal_of(derived_key(b"secret", "seal"), 7, BEFORE),
    ],
)
def test_another_key_version_or_digest_gives_another_seal(other: bytes) -> None:
    assert other != seal_of(derived_key(b"secret", "seal"), 7, ROW)
