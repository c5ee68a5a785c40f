"""Luck: recomputable with the secret, the same for the same label, and fair."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.kernel import Chance, commitment

SECRET = bytes(range(32))
NONCES = (bytes(16), b"", b"\xff" * 16)


def at_draw(drawn: int = 7) -> Chance:
    """The luck of a row, after so many that drew."""
    return Chance(SECRET, "table", NONCES, {"": drawn})


def rng(
    secret: bytes = SECRET, table_id: str = "table", nonces: tuple[bytes, ...] = NONCES, drawn: int = 7
) -> bytes:
    return Chance(secret, table_id, nonces, {"": drawn}).bits(64)


def published_words(
    secret: bytes, table_id: str, nonces: Iterable[bytes], drawn: int, stream: str = ""
) -> Iterator[int]:
    """The luck of a row as the documentation tells it, written without the code under test."""
    key = hmac.new(secret, b"rondel luck 1", hashlib.sha256).digest()
    parts = [table_id.encode(), *nonces, stream.encode()]
    label = bytes([0, len(parts)])
    for part in parts:
        label += bytes([0, len(part)]) + part
    label += drawn.to_bytes(8, "big")
    for block in itertools.count():
        mac = hmac.new(key, label + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(mac[at : at + 8], "big")


def chi_square(seen: Counter[object], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((count - expected) ** 2 / expected for count in seen.values()) + (kinds - len(seen)) * expected


def test_the_same_label_draws_the_same_luck() -> None:
    assert rng() == rng()


def test_the_secret_the_table_the_nonces_and_the_number_of_the_draw_each_change_the_luck() -> None:
    others = [
        rng(secret=bytes(32)),
        rng(table_id="tablf"),
        rng(nonces=(bytes(15) + b"\x01", b"", b"\xff" * 16)),
        rng(nonces=(b"", bytes(16), b"\xff" * 16)),
        rng(drawn=8),
    ]

    assert len({rng(), *others}) == 6


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
    assert rng(SECRET, *one) != rng(SECRET, *other)


Labels = st.tuples(st.text("ab\x00", max_size=3), st.lists(st.binary(max_size=2), max_size=3).map(tuple))


@given(Labels, Labels, st.integers(0, 3), st.integers(0, 3))
def test_luck_is_equal_only_where_the_labels_are(
    one: tuple[str, tuple[bytes, ...]], other: tuple[str, tuple[bytes, ...]], drawn: int, later: int
) -> None:
    is_same_luck = rng(SECRET, *one, drawn) == rng(SECRET, *other, later)

    assert is_same_luck == ((one, drawn) == (other, later))


def test_the_published_formula_gives_the_same_numbers() -> None:
    words = published_words(SECRET, "table", NONCES, 7)
    chance = at_draw()

    assert [chance.below(1 << 64) for _ in range(9)] == list(itertools.islice(words, 9))


def test_a_number_once_drawn_is_drawn_for_ever() -> None:
    chance = at_draw()

    assert [chance.below(52) for _ in range(8)] == [9, 20, 38, 28, 4, 20, 20, 29]


def test_bytes_are_taken_in_whole_words_from_block_to_block() -> None:
    words = [
        word.to_bytes(8, "big") for word in itertools.islice(published_words(SECRET, "table", NONCES, 7), 9)
    ]
    chance = at_draw()

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
    chance = at_draw()

    drawn = [chance.below(limit) for _ in fair]

    assert drawn == fair
    assert words[: len(fair)] != fair


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_limit_out_of_range_is_refused_and_draws_nothing(limit: int) -> None:
    chance = Chance.of_seed(1)

    with pytest.raises(ValueError, match=f"not {limit}"):
        chance.below(limit)

    assert not chance.draws


def test_the_smallest_limit_leaves_no_choice() -> None:
    assert Chance.of_seed(1).below(1) == 0


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="not 0"):
        Chance.of_seed(1).pick([])


@pytest.mark.parametrize(
    ("draw", "draws"),
    [
        (lambda chance: chance.below(6), True),
        (lambda chance: chance.below(1), True),
        (lambda chance: chance.pick("abc"), True),
        (lambda chance: chance.bits(16), True),
        (lambda chance: chance.bits(0), False),
        (lambda chance: chance.shuffled("abcd"), True),
        (lambda chance: chance.shuffled("a"), False),
        (lambda chance: chance.shuffled(""), False),
        (lambda chance: chance.stream("deck"), False),
    ],
)
def test_a_row_that_draws_knows_the_number_of_its_draw(draw: Callable[[Chance], object], draws: bool) -> None:
    chance = at_draw(7)

    draw(chance)

    assert chance.draws == ({"": 7} if draws else {})


def test_a_row_may_draw_from_streams_by_name() -> None:
    chance = Chance(SECRET, "table", NONCES, {"": 2, "deck": 5})

    drawn = [chance.stream(name).below(1 << 64) for name in ("deck", "dice", "deck")]

    deck, dice = (published_words(SECRET, "table", NONCES, *which) for which in ((5, "deck"), (0, "dice")))
    assert drawn == [next(deck), next(dice), next(deck)]
    assert chance.draws == {"deck": 5, "dice": 0}
    assert chance.below(1 << 64) == next(published_words(SECRET, "table", NONCES, 2))
    assert chance.draws == {"deck": 5, "dice": 0, "": 2}


def test_streams_give_other_luck_by_their_names() -> None:
    chance = at_draw()

    words = [stream.below(1 << 64) for stream in (chance, chance.stream("deck"), chance.stream("dice"))]

    assert len(set(words)) == 3


def test_what_one_stream_gives_does_not_depend_on_another() -> None:
    alone, mixed = at_draw(), at_draw()

    numbers = [alone.stream("deck").below(52) for _ in range(9)]

    assert numbers == [(mixed.below(6), mixed.stream("deck").below(52))[1] for _ in range(9)]


@pytest.mark.parametrize("name", ["", "Deck", "two words", "1st", "d" * 33, "deck\n", "küche"])
def test_a_stream_has_a_plain_name(name: str) -> None:
    with pytest.raises(ValueError, match="a stream is named like"):
        at_draw().stream(name)


@given(st.lists(st.integers(), max_size=60), st.integers())
def test_a_shuffled_deck_has_the_cards_it_had(cards: list[int], seed: int) -> None:
    assert sorted(Chance.of_seed(seed).shuffled(cards)) == sorted(cards)


def test_a_pick_is_one_of_the_items_and_each_comes_up() -> None:
    chance = Chance.of_seed("pick")

    assert {chance.pick("abc") for _ in range(60)} == set("abc")


def test_the_commitment_is_the_hash_of_secret_and_table() -> None:
    assert commitment(SECRET, "tàble") == hashlib.sha256(SECRET + "tàble".encode()).digest()


def test_luck_of_ones_own_is_numbered_too() -> None:
    first, second = (Chance.of_seed("lesson", {"": drawn}).bits(32) for drawn in (0, 1))

    assert first == Chance.of_seed("lesson").bits(32) != second


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

    assert Chance.of_seed(seed).bits(32) != Chance(key, table_id, nonces).bits(32)
