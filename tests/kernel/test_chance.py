"""Luck: recomputable with the secret, the same for the same label, and fair."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.kernel import Chance, commitment

SECRET = bytes(range(32))
NONCES = (bytes(16), b"", b"\xff" * 16)


def luck(
    secret: bytes = SECRET, table_id: str = "table", nonces: tuple[bytes, ...] = NONCES, version: int = 7
) -> bytes:
    return Chance(secret, table_id, nonces, version).bits(64)


def published_words(secret: bytes, table_id: str, nonces: Iterable[bytes], version: int) -> Iterator[int]:
    """The luck of a version as the documentation tells it, written without the code under test."""
    parts = [table_id.encode(), *nonces]
    label = bytes([0, len(parts)])
    for part in parts:
        label += bytes([0, len(part)]) + part
    label += version.to_bytes(8, "big")
    for block in itertools.count():
        mac = hmac.new(secret, label + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(mac[at : at + 8], "big")


def chi_square(seen: Counter[object], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((count - expected) ** 2 / expected for count in seen.values()) + (kinds - len(seen)) * expected


def test_the_same_label_draws_the_same_luck() -> None:
    assert luck() == luck()


def test_the_secret_the_table_the_nonces_and_the_version_each_change_the_luck() -> None:
    others = [
        luck(secret=bytes(32)),
        luck(table_id="tablf"),
        luck(nonces=(bytes(15) + b"\x01", b"", b"\xff" * 16)),
        luck(nonces=(b"", bytes(16), b"\xff" * 16)),
        luck(version=8),
    ]

    assert len({luck(), *others}) == 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", (b"c",)), ("a", (b"bc",))),
        (("a", (b"b", b"c")), ("a", (b"bc",))),
        (("a", (b"b", b"")), ("a", (b"", b"b"))),
        (("a", (b"",)), ("a", ())),
        (("a\x00\x01b", ()), ("a", (b"b",))),
    ],
)
def test_the_parts_of_a_label_never_run_together(
    one: tuple[str, tuple[bytes, ...]], other: tuple[str, tuple[bytes, ...]]
) -> None:
    assert luck(SECRET, *one) != luck(SECRET, *other)


Labels = st.tuples(st.text("ab\x00", max_size=3), st.lists(st.binary(max_size=2), max_size=3).map(tuple))


@given(Labels, Labels, st.integers(0, 3), st.integers(0, 3))
def test_luck_is_equal_only_where_the_labels_are(
    one: tuple[str, tuple[bytes, ...]], other: tuple[str, tuple[bytes, ...]], version: int, later: int
) -> None:
    is_same_luck = luck(SECRET, *one, version) == luck(SECRET, *other, later)

    assert is_same_luck == ((one, version) == (other, later))


def test_the_published_formula_gives_the_same_numbers() -> None:
    words = published_words(SECRET, "table", NONCES, 7)
    chance = Chance(SECRET, "table", NONCES, 7)

    assert [chance.below(1 << 64) for _ in range(9)] == list(itertools.islice(words, 9))


def test_a_number_once_drawn_is_drawn_for_ever() -> None:
    chance = Chance(SECRET, "table", NONCES, 7)

    assert [chance.below(52) for _ in range(8)] == [37, 2, 26, 38, 19, 51, 51, 43]


def test_bytes_are_taken_in_whole_words_from_block_to_block() -> None:
    words = [
        word.to_bytes(8, "big") for word in itertools.islice(published_words(SECRET, "table", NONCES, 7), 9)
    ]
    chance = Chance(SECRET, "table", NONCES, 7)

    assert [chance.bits(size) for size in (3, 16, 48)] == [
        words[0][:3],
        b"".join(words[1:3]),
        b"".join(words[3:9]),
    ]


def test_numbers_are_equally_likely() -> None:
    chance = Chance.of_seed("ten sides")

    seen: Counter[object] = Counter(chance.below(10) for _ in range(20_000))

    assert chi_square(seen, 10) < 27.9  # one in a thousand, 9 degrees of freedom


def test_orders_are_equally_likely() -> None:
    chance = Chance.of_seed("four cards")

    seen: Counter[object] = Counter(chance.shuffled("abcd") for _ in range(24_000))

    assert set(seen) == set(itertools.permutations("abcd"))
    assert chi_square(seen, 24) < 49.8  # one in a thousand, 23 degrees of freedom


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    limit = 2**63 + 1  # fits once into 2**64: every word from `limit` on is unfair
    words = list(itertools.islice(published_words(SECRET, "table", NONCES, 7), 40))
    fair = [word for word in words if word < limit]
    chance = Chance(SECRET, "table", NONCES, 7)

    drawn = [chance.below(limit) for _ in fair]

    assert drawn == fair
    assert words[: len(fair)] != fair
    assert chance.given == len(fair)


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_limit_out_of_range_is_refused_and_draws_nothing(limit: int) -> None:
    chance = Chance.of_seed(1)

    with pytest.raises(ValueError, match=f"not {limit}"):
        chance.below(limit)

    assert chance.given == 0


def test_the_smallest_limit_leaves_no_choice() -> None:
    assert Chance.of_seed(1).below(1) == 0


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="not 0"):
        Chance.of_seed(1).pick([])


def test_what_is_given_is_counted() -> None:
    chance = Chance.of_seed(1)
    counts = [chance.given]

    for draw in (
        lambda: chance.below(6),
        lambda: chance.pick("abc"),
        lambda: chance.bits(16),
        lambda: chance.shuffled("abcd"),
        lambda: chance.shuffled("a"),
        lambda: chance.shuffled(""),
    ):
        draw()
        counts.append(chance.given)

    assert counts == [0, 1, 2, 3, 6, 6, 6]


@given(st.lists(st.integers(), max_size=60), st.integers())
def test_a_shuffled_deck_has_the_cards_it_had(cards: list[int], seed: int) -> None:
    assert sorted(Chance.of_seed(seed).shuffled(cards)) == sorted(cards)


def test_a_pick_is_one_of_the_items_and_each_comes_up() -> None:
    chance = Chance.of_seed("pick")

    assert {chance.pick("abc") for _ in range(60)} == set("abc")


def test_the_commitment_is_the_hash_of_secret_and_table() -> None:
    assert commitment(SECRET, "tàble") == hashlib.sha256(SECRET + "tàble".encode()).digest()


def test_own_luck_is_the_same_for_the_same_seed_only_and_for_ever() -> None:
    key = hashlib.sha256(b"rondel own luck 1").digest()

    assert Chance.of_seed(1).below(1 << 64) == next(published_words(key, "", (), 0))
    assert Chance.of_seed(1).bits(32) == Chance.of_seed("1").bits(32)
    assert Chance.of_seed(1).bits(32) != Chance.of_seed(2).bits(32)


@given(st.integers(0, 5), st.text(max_size=4), st.lists(st.binary(max_size=16), min_size=1, max_size=3))
def test_own_luck_is_never_a_tables_not_even_with_the_same_key(
    seed: int, table_id: str, nonces: list[bytes]
) -> None:
    key = hashlib.sha256(f"rondel own luck {seed}".encode()).digest()

    assert Chance.of_seed(seed).bits(32) != Chance(key, table_id, nonces, 0).bits(32)
