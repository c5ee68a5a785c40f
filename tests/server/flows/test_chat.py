"""Chat: text between people, plain and not too much of it."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.server.adapters.memory.limits import MemoryLimits
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import cleaned, latest, say
from tests.server.nodes import NOON, Club, somebody


async def test_what_is_said_is_kept_with_who_said_it() -> None:
    club, anna = Club(), somebody("Anna")
    cell, table = club.cell, (await club.opened(somebody("Paul"), anna)).id

    line = await say(cell, anna, table, 1, " Hello\nCafe\u0301 <b>🎲</b> ")

    assert line.text == "Hello\nCafé <b>🎲</b>"
    assert (line.table, line.account, line.name, line.seat, line.at) == (table, anna.id, "Anna", 1, NOON)
    assert [*await latest(cell, table)] == [line]
    assert [*await latest(cell, uuid4())] == []


async def test_nobody_says_too_much_at_once() -> None:
    club = Club()
    cell, anna, berta, table = club.cell, somebody("Anna"), somebody("Berta"), uuid4()
    cell.node.limits = MemoryLimits(club.clock.ms)
    for number in range(cell.node.settings.constants.chat_rate.burst):
        await say(cell, anna, table, None, str(number))

    with pytest.raises(ApiError) as denied:
        await say(cell, anna, table, None, "more")
    await say(cell, berta, table, None, "me too")

    assert denied.value.code == "TOO_MANY"
    assert denied.value.after_ms
    club.clock.at += denied.value.after_ms
    await say(cell, anna, table, None, "more")
    assert [line.text for line in await latest(cell, table, limit=2)] == ["me too", "more"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "x" * 501,
        "a\rb",
        "a\tb",
        "a\x00b",
        "\x1b[31m",
        "a\x85b",
        "\u202eabc",
        "\u2066a",
        "\udc80",
    ],
)
async def test_what_is_not_said(text: str) -> None:
    cell, table = Club().cell, uuid4()

    with pytest.raises(ApiError) as denied:
        await say(cell, somebody("Anna"), table, 0, text)

    assert denied.value.code == "MALFORMED"
    assert [*await latest(cell, table)] == []


def test_five_hundred_characters_are_said() -> None:
    assert cleaned("é" * 500) == "é" * 500


@given(st.text())
def test_what_is_kept_may_be_kept_again(text: str) -> None:
    try:
        line = cleaned(text)
    except ApiError:
        return

    assert cleaned(line) == line
    assert 1 <= len(line) <= 500
