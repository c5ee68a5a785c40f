"""What the host of a table may do: remove somebody before play, close the lobby, make another the host."""

from typing import Any

from tests.server.flows.test_moderation import no
from tests.server.visitors import House, Visitor


async def seated(house: House) -> tuple[Visitor, Visitor, str]:
    """Ada hosts a table for three where Bob sits, too."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    return ada, bob, await house.table(ada, bob, start=False, seats=3)


async def lines(visitor: Visitor, table: str) -> list[str]:
    chat: list[dict[str, Any]] = await visitor.get(f"/api/tables/{table}/chat")
    return [line["text"] for line in chat if line["name"] == "House"]


async def test_a_removed_person_is_told_and_cannot_sit_down_until_let_back(house: House) -> None:
    ada, bob, table = await seated(house)
    path = f"/api/tables/{table}"

    body = (await ada.ask("DELETE", f"{path}/seats/1/person")).json()

    assert [player["name"] for player in body["players"]] == ["Ada"]
    assert [one["name"] for one in body["removed"]] == ["Bob"]
    seen = await bob.get(path)
    assert (seen["seat"], seen["isRemoved"], seen["removed"]) == (None, True, [])
    assert await no(bob, "POST", f"{path}/seat", {}) == (403, "NOT_ALLOWED")
    assert await lines(bob, table) == ["REMOVED 1 Bob by Ada"]

    back = f"{path}/removed/{body['removed'][0]['id']}"
    assert await no(bob, "DELETE", back) == (403, "NOT_HOST")
    assert (await ada.ask("DELETE", back)).json()["removed"] == []
    assert await no(ada, "DELETE", back) == (409, "NOTHING_TO_DO")
    assert (await bob.post(f"{path}/seat", {}))["seat"] == 1


async def test_only_the_host_removes_only_others_and_nobody_who_plays(house: House) -> None:
    ada, bob, table = await seated(house)
    path = f"/api/tables/{table}"

    assert await no(bob, "DELETE", f"{path}/seats/0/person") == (403, "NOT_HOST")
    assert await no(ada, "DELETE", f"{path}/seats/0/person") == (404, "UNKNOWN_PLAYER")
    assert await no(ada, "DELETE", f"{path}/seats/2/person") == (404, "UNKNOWN_PLAYER")
    await ada.post(f"{path}/bots", {"level": "easy"})
    assert await no(ada, "DELETE", f"{path}/seats/2/person") == (404, "UNKNOWN_PLAYER")
    await ada.post(f"{path}/start")
    assert await no(ada, "DELETE", f"{path}/seats/1/person") == (409, "PLAYER_HERE")
    assert await no(ada, "POST", f"{path}/lobby", {}) == (409, "ALREADY_STARTED")


async def test_a_closed_lobby_takes_nobody_new_until_it_is_opened(house: House) -> None:
    ada, bob, table = await seated(house)
    cleo, path = await house.visitor("Cleo"), f"/api/tables/{table}"

    assert await no(bob, "POST", f"{path}/lobby", {"isLocked": True}) == (403, "NOT_HOST")
    for _ in range(2):
        assert (await ada.post(f"{path}/lobby", {"isLocked": True}))["isLocked"]
    assert await no(cleo, "POST", f"{path}/seat", {}) == (403, "NOT_ALLOWED")
    assert (await ada.post(f"{path}/bots", {"level": "easy"}))["players"][2]["kind"] == "bot"
    await ada.ask("DELETE", f"{path}/bots/2")
    assert not (await ada.post(f"{path}/lobby", {"isLocked": False}))["isLocked"]

    assert (await cleo.post(f"{path}/seat", {}))["seat"] == 2
    assert await lines(ada, table) == ["LOBBY_CLOSED Ada", "LOBBY_OPENED Ada"]


async def test_a_new_host_may_do_what_hosts_do_and_the_former_one_may_not(house: House) -> None:
    ada, bob, table = await seated(house)
    path = f"/api/tables/{table}"

    assert await no(bob, "POST", f"{path}/host", {"seat": 1}) == (403, "NOT_HOST")
    assert await no(ada, "POST", f"{path}/host", {"seat": 2}) == (404, "UNKNOWN_PLAYER")
    body = await ada.post(f"{path}/host", {"seat": 1})

    assert (body["isHost"], body["host"]) == (False, 1)
    assert (await bob.get(path))["isHost"]
    assert await no(ada, "POST", f"{path}/lobby", {}) == (403, "NOT_HOST")
    assert (await bob.post(f"{path}/lobby", {}))["isLocked"]
    assert await lines(ada, table) == ["NEW_HOST 1 Ada", "LOBBY_CLOSED Bob"]


async def test_a_host_who_must_go_during_play_makes_another_the_host(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)

    assert (await ada.post(f"/api/tables/{table}/host", {"seat": 1}))["host"] == 1
    assert (await bob.get(f"/api/tables/{table}"))["isHost"]
