"""Rows 49 and 69 of the fault catalogue: secrets, commitments and room codes cannot be guessed."""

import hashlib
from collections import Counter

import pytest

from rondel.kernel import commitment
from rondel.server.ports.ids import CODE_LENGTH, CODE_LETTERS, new_code, new_key
from rondel.server.settings import Rate
from tests.server.nodes import Club, somebody
from tests.server.visitors import open_house, settings

DICTIONARY = 1 << 13
HOUR_MS = 3_600_000
ADA, BOB = somebody("Ada"), somebody("Bob")


async def test_49_no_dictionary_of_secrets_has_the_one_behind_a_commitment() -> None:
    """Small numbers, times, hashes of what is public: whatever a careless server might draw from."""
    club = Club()
    table = await club.opened(ADA, BOB)
    public = [str(table.id).encode(), table.code.encode(), table.id.bytes]
    guesses = {number.to_bytes(32, end) for number in range(DICTIONARY) for end in ("big", "little")}
    guesses |= {hashlib.sha256(text + bytes([salt])).digest() for text in public for salt in range(256)}
    around = range(club.clock.at - 5_000, club.clock.at + 5_000)
    guesses |= {hashlib.sha256(str(at).encode()).digest() for at in around}

    secret = club.memory.secrets[table.id]

    assert len(secret) == 32
    assert table.commitment == commitment(secret, str(table.id))
    assert table.commitment not in {commitment(guess, str(table.id)) for guess in guesses}


async def test_49_equal_secrets_of_two_tables_would_have_two_commitments() -> None:
    assert commitment(bytes(32), "one") != commitment(bytes(32), "two")


def test_69_a_code_has_forty_bits_and_every_letter_is_equally_likely() -> None:
    codes = [new_code() for _ in range(4_000)]
    letters = Counter("".join(codes))
    expected = len(codes) * CODE_LENGTH / len(CODE_LETTERS)
    distance = sum((letters[letter] - expected) ** 2 / expected for letter in CODE_LETTERS)

    assert len(CODE_LETTERS) == 32
    assert len(set(codes)) == len(codes)
    assert distance < 90  # 31 degrees of freedom: once in four million runs
    assert len(new_key()) * 6 >= 128


@pytest.mark.parametrize("is_same_address", [True, False])
async def test_69_guessing_codes_is_slow_by_address_and_by_account(is_same_address: bool) -> None:
    """One guess in a thousand million hits one of a thousand tables; ten guesses a minute are answered.

    Here it is ten an hour, so that a slow machine gives nobody another one.
    """
    chosen = settings(trusted_proxies=("127.0.0.1",), code_rate=Rate(10, HOUR_MS))
    async with open_house(chosen) as house:
        guesser = await house.visitor("Guesser")
        others = [await house.visitor(f"Other {name}") for name in "abc"]
        statuses = []
        for number in range(24):
            who = others[number % 3] if is_same_address else guesser
            address = "203.0.113.7" if is_same_address else f"198.51.{number}.1"
            answer = await who.ask("GET", f"/api/codes/{new_code()}", headers={"X-Forwarded-For": address})
            statuses.append(answer.status_code)

    assert statuses == [404] * 10 + [429] * 14
