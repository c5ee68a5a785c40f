"""Digests: each row vouches for all its parts and for all rows before it."""

import hashlib
import struct

import pytest

from rondel.kernel import HOUSE
from rondel.kernel.digest import first_digest, next_digest

BEFORE = first_digest(b"header")
ROW = next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"events")


def test_the_first_digest_is_the_hash_of_the_header() -> None:
    assert hashlib.sha256(b"header").digest() == BEFORE


def test_the_published_formula_gives_the_same_digest() -> None:
    def published(seat: int) -> bytes:
        packed = struct.pack(">qqqqQQ", 1, 1000, seat, 1, 6, 6)
        return hashlib.sha256(BEFORE + packed + b"actionevents").digest()

    assert published(0) == ROW
    assert published(-1) == next_digest(BEFORE, 1, 1000, HOUSE, 1, b"action", b"events")


@pytest.mark.parametrize(
    "other",
    [
        next_digest(first_digest(b"headeR"), 1, 1000, 0, 1, b"action", b"events"),
        next_digest(BEFORE, 2, 1000, 0, 1, b"action", b"events"),
        next_digest(BEFORE, 1, 1001, 0, 1, b"action", b"events"),
        next_digest(BEFORE, 1, 1000, 1, 1, b"action", b"events"),
        next_digest(BEFORE, 1, 1000, HOUSE, 1, b"action", b"events"),
        next_digest(BEFORE, 1, 1000, 0, 2, b"action", b"events"),
        next_digest(BEFORE, 1, 1000, 0, 1, b"actioN", b"events"),
        next_digest(BEFORE, 1, 1000, 0, 1, b"action", b"eventS"),
    ],
)
def test_every_part_of_a_row_changes_its_digest(other: bytes) -> None:
    assert other != ROW


def test_a_byte_may_not_move_from_the_action_to_the_events() -> None:
    assert next_digest(BEFORE, 1, 1000, 0, 1, b"actio", b"nevents") != ROW


def test_numbers_may_not_move_into_one_another() -> None:
    assert next_digest(BEFORE, 1, 2, 0, 1, b"", b"") != next_digest(BEFORE, 2, 1, 0, 1, b"", b"")


def test_a_row_vouches_for_all_rows_before_it() -> None:
    def chain(first_action: bytes) -> bytes:
        digest = next_digest(BEFORE, 1, 1000, 0, 1, first_action, b"[]")
        for version in range(2, 6):
            digest = next_digest(digest, version, 1000, 0, 1, b"{}", b"[]")
        return digest

    assert chain(b"{}") != chain(b"{ }")
