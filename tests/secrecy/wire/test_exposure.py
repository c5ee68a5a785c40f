"""31: a peek is not made longer by reconnecting, resending or reloading."""

from collections.abc import AsyncIterator

import pytest

from rondel.server.record import replay
from tests.secrecy.wire.exposure import Exposure, confirmed, initial_view, peek
from tests.server.visitors import House, open_house, settings

BUSY_MS = 300
"""How long an answer may be on its way on a machine that does much else."""


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(settings(rate_limits=False)) as opened:
        yield opened


def held(seen: Exposure) -> None:
    assert seen.sightings
    assert seen.latest_now_ms < seen.until_ms
    assert not seen.late
    assert seen.by_others == 0


async def test_31_a_peek_is_over_when_its_time_is_over_whatever_is_tried(house: House) -> None:
    """Rules 5.12, 5.13, 13.4, 20.1: by sockets, by HTTP, and by the same request again."""
    held(await peek(house, peek_ms=1000, times=20, tolerance_ms=BUSY_MS))


async def test_31_the_first_look_is_over_when_its_time_is_over(house: House) -> None:
    """Rules 3.6, 3.8, 13.2."""
    held(await initial_view(house, view_ms=1000, times=20, tolerance_ms=BUSY_MS))


async def test_31_a_past_that_is_the_seats_own_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules 13.4, 13.6: what a seat alone was shown is shown once."""
    right = replay.shown_to
    monkeypatch.setattr(
        replay,
        "shown_to",
        lambda game, state, perspective: right(game, state, 0 if perspective is None else perspective),
    )

    assert (await confirmed(house, times=1)).sightings


async def test_31_who_has_confirmed_is_shown_nothing_more(house: House) -> None:
    """Rules 3.7, 13.2."""
    seen = await confirmed(house, times=5)

    assert seen.tries > 20
    assert not seen.sightings
