"""The door of forecasts: an action is asked about, and not played."""

from typing import Any

import httpx
import pytest

from rondel.wire.padding import padded
from tests.server.visitors import House, Visitor

RULEBOOK = "imperial"


async def begun(house: House, *visitors: Visitor, **options: Any) -> str:
    """A table of Imperial where these play."""
    body = {"game": "imperial", "options": options, "seats": len(visitors)}
    table: str = (await visitors[0].post("/api/tables", body))["id"]
    for visitor in visitors:
        await visitor.post(f"/api/tables/{table}/seat", {})
        await visitor.post(f"/api/tables/{table}/ready", {"isReady": True})
    await visitors[0].post(f"/api/tables/{table}/start")
    return table


async def forecast(visitor: Visitor, table: str, kind: str, **payload: Any) -> httpx.Response:
    """What the server answers when this visitor asks about an action."""
    body = {"action": {"type": kind, "payload": payload}}
    return await visitor.ask("POST", f"/api/tables/{table}/forecast", body)


async def test_17_12_what_is_forecast_comes_true_and_nothing_was_played(house: House) -> None:
    people = [await house.visitor(name) for name in ("Ada", "Bob")]
    table = await begun(house, *people, start="fixed", governance="dictator")
    before = await people[0].get(f"/api/tables/{table}/view")
    leader = next(
        person for person, seen in zip(people, before["view"]["playerInfo"], strict=True) if seen["myTurn"]
    )

    body = (await forecast(leader, table, "PROPOSE", wheelSpot="Taxation")).json()
    between = await people[0].get(f"/api/tables/{table}/view")
    await leader.act(table, {"type": "PROPOSE", "payload": {"wheelSpot": "Taxation"}})

    after = (await people[0].get(f"/api/tables/{table}/view"))["view"]
    assert between["version"] == body["version"] == before["version"]
    assert body["forecast"]["waitsFor"] == []
    assert body["forecast"]["cash"] == [player["money"] for player in after["playerInfo"]]
    for name, nation in body["forecast"]["nations"].items():
        assert nation["money"] == after["countryInfo"][name]["money"]
        assert nation["points"] == after["countryInfo"][name]["points"]


async def test_17_12_a_forecast_is_made_from_what_the_asker_knows(house: House) -> None:
    """Bob is told his own cash; that Ada has bid, and how much, changes nothing of it."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await begun(house, ada, bob)

    first = (await forecast(bob, table, "BID", amount=950)).json()["forecast"]
    await ada.act(table, {"type": "BID", "payload": {"amount": 377}})
    second = (await forecast(bob, table, "BID", amount=950)).json()["forecast"]

    assert first == second
    assert first["cash"] == [None, 3050 - 950]
    assert first["cost"] == {"payer": 1, "fee": 0, "price": 950, "fromTreasury": 0}
    assert (await forecast(ada, table, "BID", amount=950)).json()["refusal"] == "ALREADY_SUBMITTED"


async def test_17_12_somebody_without_a_seat_is_told_no_forecast(house: House) -> None:
    ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
    table = await begun(house, ada, bob)

    answer = await forecast(cy, table, "BID", amount=950)

    assert (answer.status_code, answer.json()["code"]) == (403, "NO_SEAT")


async def test_what_would_be_refused_is_told_and_what_is_malformed_is_refused(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await begun(house, ada, bob)

    refused = await forecast(ada, table, "BID", amount=99_999)
    played = await ada.act(table, {"type": "BID", "payload": {"amount": 99_999}})
    malformed = await forecast(ada, table, "BID", amount="much")
    good = await forecast(ada, table, "BID", amount=950)

    assert (refused.status_code, refused.json()["forecast"]) == (200, None)
    assert refused.json()["refusal"] == played.json()["code"]
    assert (malformed.status_code, malformed.json()["code"]) == (400, "MALFORMED")
    for answer in (good, refused, malformed):
        assert len(answer.content) == len(padded(answer.content)), answer.text


@pytest.mark.parametrize("is_begun", [False, True])
async def test_a_game_without_forecasts_and_a_table_that_has_not_begun_say_so(
    house: House, is_begun: bool
) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob, start=is_begun)

    answer = await forecast(ada, table, "CALL_CAMBIO")

    assert answer.json()["code"] == ("NO_SUCH_GAME" if is_begun else "NOT_STARTED")
