"""No answer is kept by a cache: neither what a call answers, nor the no before there is a call."""

from typing import Final

import pytest
import websockets

from rondel.server.api.transport.refusals import RESPONSES
from tests.server.visitors import House, address, open_house, settings

ABOUT_GAMES: Final = {
    "/api/games",
    "/api/games/{game}/about",
    "/api/games/{game}/face",
    "/api/games/{game}/schemas",
}


async def test_no_answer_of_a_call_may_be_kept() -> None:
    """Whatever it answers: every address of the schema, to a player and to nobody.

    What games say of themselves is equal for all: a browser keeps it, and asks by its tag whether it has
    changed.
    """
    async with open_house(settings(rate_limits=False)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob, initialViewMs=60_000)
        schema = await ada.get("/schema/openapi.json")
        walked = [
            (address(path, table=table, call="scores", seat="1"), visitor)
            for path in schema["paths"]
            if path.startswith("/api") and path not in ABOUT_GAMES
            for visitor in (ada, house.stranger())
        ]

        answers = [await visitor.ask("GET", path) for path, visitor in walked]

    for answer in answers:
        assert answer.headers.get("cache-control") == "no-store", answer.url
        assert answer.headers.get("vary") == "Cookie, Authorization, Rondel-Key", answer.url
    assert len([answer for answer in answers if answer.status_code == 200]) > 15


async def test_no_refusal_before_a_call_may_be_kept(house: House) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(house.socket_url)

    assert refused.value.response.headers.get("cache-control") == "no-store"
    for response in RESPONSES.values():
        assert b"\r\ncache-control: no-store\r\n" in response
